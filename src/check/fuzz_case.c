/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz_case.c - writes the shortest match with a failure as a case of a suite.
 *
 * An agent that is told a position must have failed after that position alone. Others are told all that was
 * recorded, so their case names the match file.  */
#include "fuzz_case.h"

#include "ringside/bytes.h"
#include "ringside/case_text.h"
#include <stdlib.h>
#include <string.h>

static bool has_line(const char *text, const char *name)
{
	char *line = bytes_text("\n%s = ", name);
	bool found = strstr(text, line) != NULL;

	free(line);
	return found;
}

/* The name of the option, for an agent that sits on seat `to` and not on `from`: as info1 and info2.  The
 * caller frees.  */
static char *name_for(const struct setup *setup, const char *name, int from, int to)
{
	const struct option_row *const *row = protocol_named(setup->system)->options;
	char *other = bytes_text("%s", name), *end = other + strlen(other) - 1;

	if (*end == '0' + from)
		*end = (char)('0' + to);
	while (*row && strcmp((*row)->name, other) != 0)
		row++;
	if (*row)
		return other;
	free(other);
	return bytes_text("%s", name);
}

/* The options that a position does not say.  */
static void add_options(struct bytes *text, const struct setup *setup, int from, int to)
{
	for (int i = 0; i < setup->option_count; i++) {
		const struct setup_option *option = &setup->options[i];
		char *name;

		if (!option->row || !option->row->help || strcmp(option->name, "opening") == 0 ||
		    option->row->path == PATH_LENT) /* a suite cannot say it */
			continue;
		name = name_for(setup, option->name, from, to);
		if (!has_line(text->at, name))
			bytes_addf(text, "%s = %s\n", name, option->text);
		free(name);
	}
}

/* Limits that are not the usual ones.  */
static void add_limits(struct bytes *text, const struct setup *setup)
{
	struct setup usual;
	char *words;

	setup_init(&usual);
	protocol_usual(protocol_named(setup->system), &usual);
	if (setup->turn_limit != usual.turn_limit) {
		words = option_words(&option_turn_time, setup->turn_limit);
		bytes_addf(text, "%s = %s\n", option_turn_time.name, words);
		free(words);
	}
	if (setup->match_limit != usual.match_limit) {
		words = option_words(&option_match_time, setup->match_limit);
		bytes_addf(text, "%s = %s\n", option_match_time.name, words);
		free(words);
	}
	setup_free(&usual);
}

static char *case_in(const struct minimise *minimise, const struct match *match)
{
	const char *slash = strrchr(minimise->output, '/'), *file = slash ? slash + 1 : minimise->output;
	char *name = bytes_copy(file, strcspn(file, ".")), *of;
	int n = match->turn_count + 1, seat = minimise->best.begin % 2 ? SEAT_2 : SEAT_1;
	struct bytes text = {0};

	of = case_text(match, n, &(struct case_wish){.name = name, .file = file});
	bytes_add_text(&text, of);
	if (!case_needs_file(match, n)) { /* else the file says the rest */
		add_options(&text, &match->setup, minimise->seat, seat);
		add_limits(&text, &match->setup);
	}
	free(name);
	free(of);
	return text.at;
}

char *fuzz_case(const struct minimise *minimise)
{
	const struct protocol *protocol = protocol_named(minimise->setup.system);
	char *problem = NULL, *refusal, *text = NULL;
	struct match_file *file;
	struct match match;

	if (protocol->rejoins && minimise->best.begin != minimise->best.count)
		return NULL;
	file = match_file_open(minimise->output, &problem);
	free(problem);
	if (file && match_file_match(file, &match)) {
		refusal = case_refusal(&match, match.turn_count + 1);
		if (!refusal)
			text = case_in(minimise, &match);
		free(refusal);
		match_free(&match);
	}
	match_file_close(file);
	return text;
}
