/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise_options.c - makes the setup of a match as plain as possible: options are left out, lists get
 * shorter, numbers get smaller, and the limits become the usual ones.
 *
 * An option whose value is the content of a file stays, and so does what people cannot set.  */
#include "minimise_state.h"
#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

/* Parts of a list stand between these (as in the lines of INFO).  */
enum { BETWEEN = ';' };

static bool is_as_plain(const struct minimise *minimise, const struct minimise_result *result)
{
	return minimise_turns(&result->turns) < minimise->turns && result->messages <= minimise->messages;
}

/* The same match with another value of an option; NULL: without it.  */
static enum shrink try_value(struct minimise *minimise, const char *name, const char *text)
{
	enum shrink shows = SHRINK_NO;
	char *problem = NULL;
	struct setup other;

	setup_copy(&other, &minimise->setup);
	if (text)
		problem = setup_set(&other, name, text);
	else
		setup_unset(&other, name);
	if (!problem)
		shows = minimise_attempt(minimise, &other, &minimise->best, is_as_plain);
	free(problem);
	setup_free(&other);
	return shows;
}

/* ---- smaller values ---- */

static void make_number_smaller(struct minimise *minimise, const struct option_row *row, int64_t value)
{
	enum shrink shows = SHRINK_NO;

	for (int64_t more = 0; more < value - row->least && shows == SHRINK_NO; more = more > INT64_MAX / 2
											       ? INT64_MAX
										       : more ? 2 * more
											      : 1) {
		char *text = option_words(row, row->least + more);

		shows = try_value(minimise, row->name, text);
		free(text);
	}
}

static void make_board_smaller(struct minimise *minimise, const struct option_row *row, int64_t value)
{
	enum shrink shows = SHRINK_NO;
	int width, height;

	option_sides(value, &width, &height);
	for (int64_t side = row->least; side < (width > height ? width : height) && shows == SHRINK_NO;
	     side++) {
		char *text = option_words(row, OPTION_OF_SIDES(side, side));

		shows = try_value(minimise, row->name, text);
		free(text);
	}
}

struct list {
	struct minimise *minimise;
	const char *name;
	const char *text; /* before parts were left out */
};

static enum shrink shows_without(void *user, const bool *kept)
{
	const struct list *list = user;
	struct bytes text = {0};
	enum shrink shows;
	const char *at = list->text;

	bytes_add_text(&text, "");
	for (int i = 0; *at; i++) {
		size_t size = strcspn(at, ";");

		if (kept[i])
			bytes_addf(&text, "%s%.*s", text.size ? ";" : "", (int)size, at);
		at += size + (at[size] == BETWEEN);
	}
	shows = try_value(list->minimise, list->name, text.size ? text.at : NULL);
	bytes_free(&text);
	return shows;
}

static void make_list_shorter(struct minimise *minimise, const char *name, const char *given)
{
	char *text = bytes_text("%s", given);
	struct list list = {minimise, name, text};
	bool *kept = bytes_new(strlen(text) + 1);
	int count = 1;

	for (const char *at = text; (at = strchr(at, BETWEEN)); at++)
		count++;
	memset(kept, true, (size_t)count);
	if (count > 1)
		shrink(kept, count, shows_without, &list);
	free(kept);
	free(text);
}

static void make_smaller(struct minimise *minimise, const struct setup_option *option)
{
	const struct option_row *row = option->row;

	switch (row->type) {
	case OPTION_COUNT: make_number_smaller(minimise, row, option->value); break;
	case OPTION_SIDES: make_board_smaller(minimise, row, option->value); break;
	case OPTION_TEXT: make_list_shorter(minimise, row->name, option->text); break;
	default: break;
	}
}

/* ---- the setup ---- */

/* May it change?  */
static bool is_free(const struct setup_option *option)
{
	return option->row && option->row->help && !option->row->content &&
	       option->row->type != OPTION_COMMAND;
}

/* Those of a timeout say what happened.  */
static void try_usual_limits(struct minimise *minimise)
{
	struct setup other, usual;

	if (minimise->stopped || minimise->wanted.condition || minimise->invocation->rerun.limit ||
	    (minimise->wanted.reason[0] && strcmp(minimise->wanted.reason[0], REASON_TIMEOUT) == 0))
		return;
	setup_init(&usual);
	protocol_usual(protocol_named(minimise->setup.system), &usual);
	setup_copy(&other, &minimise->setup);
	other.turn_limit = usual.turn_limit;
	other.match_limit = usual.match_limit;
	setup_free(&usual);
	if (other.turn_limit != minimise->setup.turn_limit ||
	    other.match_limit != minimise->setup.match_limit)
		minimise_attempt(minimise, &other, &minimise->best, is_as_plain);
	setup_free(&other);
}

void minimise_options(struct minimise *minimise)
{
	for (int i = 0; i < minimise->setup.option_count && !minimise->stopped; i++) {
		const struct setup_option *option = &minimise->setup.options[i];

		if (!is_free(option))
			continue;
		if (try_value(minimise, option->name, NULL) == SHRINK_YES)
			i--;
		else if (!minimise->stopped)
			make_smaller(minimise, option);
	}
	try_usual_limits(minimise);
}
