/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* setup.c - the setup of a match: options, names, copies.  */
#include "ringside/setup.h"

#include "ringside/bytes.h"
#include "ringside/program_name.h"
#include "ringside/protocol.h"
#include "ringside/value.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row *row_named(const struct setup *setup, const char *name)
{
	const struct protocol *protocol = setup->system ? protocol_named(setup->system) : NULL;
	const struct option_row *const *tables[] = {setup_rows, protocol ? protocol->options : NULL};

	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (const struct option_row *const *row = tables[i]; row && *row; row++)
			if (strcmp((*row)->name, name) == 0)
				return *row;
	return NULL;
}

/* ---- setups ---- */

static char *copied(const char *text)
{
	return text ? bytes_copy(text, strlen(text)) : NULL;
}

static struct setup_option *option_named(const struct setup *setup, const char *name)
{
	for (int i = 0; i < setup->option_count; i++)
		if (strcmp(setup->options[i].name, name) == 0)
			return &setup->options[i];
	return NULL;
}

static void give(struct setup *setup, const char *name, struct setup_option given)
{
	struct setup_option *option = option_named(setup, name);

	given.name = copied(name);
	given.text = copied(given.text); /* before the old one is freed: it may be the same memory */
	if (option) {
		free(option->name);
		free(option->text);
	} else {
		setup->options = bytes_resized(setup->options,
					       ((size_t)setup->option_count + 1) * sizeof *setup->options);
		option = &setup->options[setup->option_count++];
	}
	*option = given;
}

void setup_init(struct setup *setup)
{
	*setup = (struct setup){.game = 1};
	for (const struct option_place *place = setup_places; place->row; place++)
		option_store(place, setup, place->row->value, NULL);
}

void setup_free(struct setup *setup)
{
	for (int seat = 0; seat < SEATS; seat++) {
		free(setup->seat[seat].command);
		free(setup->seat[seat].name);
	}
	for (int i = 0; i < setup->option_count; i++) {
		free(setup->options[i].name);
		free(setup->options[i].text);
	}
	free(setup->options);
	*setup = (struct setup){0};
}

void setup_copy(struct setup *to, const struct setup *from)
{
	*to = *from;
	to->options = NULL;
	to->option_count = 0;
	for (int seat = 0; seat < SEATS; seat++) {
		to->seat[seat].command = copied(from->seat[seat].command);
		to->seat[seat].name = copied(from->seat[seat].name);
	}
	for (int i = 0; i < from->option_count; i++)
		give(to, from->options[i].name, from->options[i]);
}

void setup_keep(struct setup *setup, const char *name, const char *text)
{
	give(setup, name, (struct setup_option){.text = (char *)text});
}

char *setup_set(struct setup *setup, const char *name, const char *text)
{
	struct setup_option given = {.text = (char *)text, .row = row_named(setup, name)};

	if (given.row && !option_value(given.row, text, &given.value))
		return option_refusal(given.row, text);
	give(setup, name, given);
	return NULL;
}

void setup_put(struct setup *setup, const struct option_row *row, const char *text)
{
	struct setup_option given = {.text = (char *)text, .row = row};
	bool accepted = option_value(row, text, &given.value);

	assert(accepted);
	(void)accepted;
	give(setup, row->name, given);
}

void setup_put_value(struct setup *setup, const struct option_row *row, int64_t value)
{
	char *text = option_words(row, value);

	setup_put(setup, row, text);
	free(text);
}

void setup_inherit(struct setup *setup, const struct setup *from, const struct option_row *row)
{
	const struct setup_option *option = option_named(from, row->name);

	if (!option || setup_given(setup, row->name))
		return;
	setup_put(setup, row, option->text);
	option_named(setup, row->name)->strange = option->strange;
}

void setup_unset(struct setup *setup, const char *name)
{
	struct setup_option *option = option_named(setup, name);

	if (!option)
		return;
	free(option->name);
	free(option->text);
	setup->option_count--;
	memmove(option, option + 1,
		(size_t)(setup->options + setup->option_count - option) * sizeof(*option));
}

const char *setup_given(const struct setup *setup, const char *name)
{
	const struct setup_option *option = option_named(setup, name);

	return option ? option->text : NULL;
}

/* ---- values ---- */

static int64_t value_of(const struct setup *setup, const struct option_row *row)
{
	const struct setup_option *option = option_named(setup, row->name);

	assert(!option || option->row == row);
	if (option)
		return option->value;
	return row->value;
}

bool setup_switch(const struct setup *setup, const struct option_row *row)
{
	assert(row->type == OPTION_SWITCH);
	return value_of(setup, row);
}

int64_t setup_count(const struct setup *setup, const struct option_row *row)
{
	assert(row->type == OPTION_COUNT);
	return value_of(setup, row);
}

int64_t setup_choice(const struct setup *setup, const struct option_row *row)
{
	assert(row->type == OPTION_CHOICE);
	return value_of(setup, row);
}

void setup_sides(const struct setup *setup, const struct option_row *row, int *width, int *height)
{
	assert(row->type == OPTION_SIDES);
	option_sides(value_of(setup, row), width, height);
}

const char *setup_text(const struct setup *setup, const struct option_row *row)
{
	const struct setup_option *option = option_named(setup, row->name);

	assert(option_is_text(row));
	return option ? option->text : row->text;
}

/* The folder that an option of the system names, if that is strange, or if it is not.  */
static const char *folder_of(const struct setup *setup, bool strange)
{
	const struct protocol *protocol = protocol_named(setup->system);
	const struct option_row *row = protocol ? protocol_option(protocol, OPTION_FOLDER) : NULL;
	const struct setup_option *option = row ? option_named(setup, row->name) : NULL;

	return option && option->strange == strange ? option->text : NULL;
}

const char *setup_folder(const struct setup *setup)
{
	return folder_of(setup, false);
}

const char *setup_strange_folder(const struct setup *setup)
{
	return folder_of(setup, true);
}

void setup_doubt(struct setup *setup)
{
	for (int i = 0; i < setup->option_count; i++)
		setup->options[i].strange = setup->options[i].row && setup->options[i].row->path;
}

void setup_vouch(struct setup *setup)
{
	for (int i = 0; i < setup->option_count; i++)
		setup->options[i].strange = false;
}

bool setup_is_strange(const struct setup *setup, const struct option_row *row)
{
	const struct setup_option *option = option_named(setup, row->name);

	return option && option->strange;
}

char *setup_words(const struct setup *setup, const struct option_row *row)
{
	const char *given = setup_given(setup, row->name);

	if (given)
		return copied(given);
	return option_default(row);
}

/* The value of a seat's own row, else that of the match.  */
static int64_t limit_of(const struct setup *setup, const struct option_row *row, int64_t of_match)
{
	const struct setup_option *option = row ? option_named(setup, row->name) : NULL;

	if (!option)
		return of_match;
	return option->value < SEAT_LIMIT_MOST ? option->value : SEAT_LIMIT_MOST;
}

/* A limit of the match, by the seat's odds.  */
static int64_t by_odds(const struct setup *setup, int seat, int64_t limit)
{
	const struct option_row *row = setup_odds_row(seat);
	const struct setup_option *odds = row ? option_named(setup, row->name) : NULL;

	return odds ? option_scaled(odds->value, limit, SEAT_LIMIT_MOST) : limit;
}

int64_t setup_human_time(const struct setup *setup)
{
	const struct setup_option *option = option_named(setup, option_human_time.name);

	return !option ? 0 : option->value < SEAT_LIMIT_MOST ? option->value : SEAT_LIMIT_MOST;
}

/* Does whoever sits there have the limits of agents?  */
static bool has_limits(const struct setup *setup, int seat)
{
	assert(is_seat(seat));
	return setup->seat[seat].kind == SEAT_AGENT ||
	       (setup->seat[seat].kind == SEAT_HUMAN && setup_human_time(setup) == HUMAN_TIME_LIMITS);
}

int64_t setup_turn_limit(const struct setup *setup, int seat)
{
	if (has_limits(setup, seat))
		return limit_of(setup, setup_turn_row(seat), by_odds(setup, seat, setup->turn_limit));
	return setup->seat[seat].kind == SEAT_HUMAN ? setup_human_time(setup) : 0;
}

int64_t setup_match_limit(const struct setup *setup, int seat)
{
	return has_limits(setup, seat) && seat != SEAT_NONE /* a game program has no turns */
		       ? limit_of(setup, setup_match_row(seat), by_odds(setup, seat, setup->match_limit))
		       : 0;
}

/* The value of the seat's own row, else of the match.  */
static int64_t own_of(const struct setup *setup, int seat, const struct option_row *of_1,
		      const struct option_row *of_2, int64_t of_match)
{
	const struct option_row *row = seat == SEAT_1 ? of_1 : seat == SEAT_2 ? of_2 : NULL;

	for (int i = 0; row && i < setup->option_count; i++)
		if (setup->options[i].row == row)
			return setup->options[i].value;
	return of_match;
}

int64_t setup_start_limit(const struct setup *setup, int seat)
{
	return own_of(setup, seat, &option_start_time1, &option_start_time2, setup->start_limit);
}

int64_t setup_memory(const struct setup *setup, int seat)
{
	return own_of(setup, seat, &option_memory1, &option_memory2, setup->memory);
}

/* Of an agent on the seat.  */
static int64_t increment_of(const struct setup *setup, int seat)
{
	return limit_of(setup, setup_increment_row(seat),
			by_odds(setup, seat, limit_of(setup, &option_increment, 0)));
}

int64_t setup_increment(const struct setup *setup, int seat)
{
	return setup_match_limit(setup, seat) ? increment_of(setup, seat) : 0;
}

bool setup_ponders(const struct setup *setup, int seat)
{
	return own_of(setup, seat, &option_ponder1, &option_ponder2, true);
}

bool setup_restarts(const struct setup *setup, int seat)
{
	return own_of(setup, seat, &option_restart1, &option_restart2, false);
}

char *setup_increment_problem(const struct setup *setup)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (setup->seat[s].kind == SEAT_AGENT && increment_of(setup, s) &&
		    !setup_match_limit(setup, s))
			return bytes_text("player %d: an increment adds to the limit for the match: give it "
					  "one with --match-time",
					  s);
	return NULL;
}

bool setup_limits_person(const struct setup *setup, int seat)
{
	return setup->seat[seat].kind == SEAT_HUMAN &&
	       (setup_turn_limit(setup, seat) || setup_match_limit(setup, seat));
}

void setup_set_human_time(struct setup *setup, int64_t ns)
{
	setup_put_value(setup, &option_human_time, ns < SEAT_LIMIT_MOST ? ns : SEAT_LIMIT_MOST);
}

static void set_limit(struct setup *setup, const struct option_row *row, int64_t *of_match, int64_t ns)
{
	if (row)
		setup_put_value(setup, row, ns < SEAT_LIMIT_MOST ? ns : SEAT_LIMIT_MOST);
	else
		*of_match = ns;
}

void setup_set_turn_limit(struct setup *setup, int seat, int64_t ns)
{
	set_limit(setup, setup_turn_row(seat), &setup->turn_limit, ns);
}

void setup_set_match_limit(struct setup *setup, int seat, int64_t ns)
{
	set_limit(setup, setup_match_row(seat), &setup->match_limit, ns);
}

void setup_take_limits(struct setup *setup, const struct setup *from)
{
	setup->turn_limit = from->turn_limit;
	setup->match_limit = from->match_limit;
	for (const struct option_row *const *row = setup_rows; *row; row++)
		if (setup_is_limit(*row)) {
			setup_unset(setup, (*row)->name);
			setup_inherit(setup, from, *row);
		}
}

/* The limit in words, if the seat has one of its own; the caller frees.  */
static char *own_words(const struct setup *setup, int seat, const struct option_row *row, int64_t limit)
{
	const char *given = row ? setup_given(setup, row->name) : NULL;

	if (setup->seat[seat].kind == SEAT_AGENT)
		return given ? bytes_text("%s", given) : NULL;
	return limit ? value_duration_words(limit) : NULL;
}

char *setup_own_limits(const struct setup *setup, int seat)
{
	const struct {
		const char *what;
		const struct option_row *row;
		int64_t limit;
	} limits[] = {{"turn", setup_turn_row(seat), setup_turn_limit(setup, seat)},
		      {"match", setup_match_row(seat), setup_match_limit(setup, seat)},
		      {"increment", setup_increment_row(seat), setup_increment(setup, seat)}};
	struct bytes all = {0};
	char *odds = own_words(setup, seat, setup_odds_row(seat), 0);

	if (odds)
		bytes_addf(&all, "odds %s", odds);
	free(odds);
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		char *words = own_words(setup, seat, limits[i].row, limits[i].limit);

		if (words)
			bytes_addf(&all, "%s%s %s", all.size ? ", " : "", limits[i].what, words);
		free(words);
	}
	return all.at;
}

uint32_t setup_pieces(const struct setup *setup, int seat)
{
	return seat == SEAT_NONE ? 0 : (uint32_t)setup_count(setup, &option_pieces);
}

bool setup_forgives_waiting(const struct setup *setup)
{
	return setup_switch(setup, &option_forgive_waiting);
}

int setup_lone_seat(const struct setup *setup)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (setup->seat[seat_opponent(s)].kind == SEAT_FREE)
			return s;
	return SEAT_NONE;
}

void setup_name(struct setup *setup, int seat, const char *name)
{
	char *copy = copied(name);

	assert(is_seat(seat));
	free(setup->seat[seat].name);
	setup->seat[seat].name = copy;
}

/* A name that a person gave is kept in two options: the name, and the command line that it is for.  */
static const struct {
	const char *name, *command;
} given[SEATS] = {[SEAT_1] = {"name1", "name1-of"}, [SEAT_2] = {"name2", "name2-of"}};

/* The name that a person gave to the player on the seat; NULL: none.  The options "name1" and "name2" name
 * the first player on their seat.  */
static const char *given_name(const struct setup *setup, int seat)
{
	const char *name, *of, *command;

	assert(is_seat(seat));
	name = given[seat].name ? setup_given(setup, given[seat].name) : NULL;
	of = name ? setup_given(setup, given[seat].command) : NULL;
	command = setup->seat[seat].command;
	return of && command && strcmp(of, command) == 0 ? name : NULL;
}

bool setup_is_named(const struct setup *setup, int seat)
{
	const char *command = setup->seat[seat].command;
	char *name = command ? program_player(command) : NULL;
	bool named = name || given_name(setup, seat);

	free(name);
	return named;
}

void setup_seat(struct setup *setup, int seat, const char *command, const char *const *samples)
{
	struct seat_setup *at = &setup->seat[seat];
	char *kept = bytes_text("%s", command ? command : "human"); /* it may be the one that is replaced */
	const char *name;

	assert(is_seat(seat));
	free(at->command);
	free(at->name);
	at->kind = command ? SEAT_AGENT : SEAT_HUMAN;
	at->command = kept;
	if (given[seat].name && setup_given(setup, given[seat].name) &&
	    !setup_given(setup, given[seat].command))
		setup_keep(setup, given[seat].command, kept);
	name = given_name(setup, seat);
	at->name = name      ? bytes_text("%s", name)
		   : command ? program_name(kept, samples)
			     : bytes_text("human");
}
