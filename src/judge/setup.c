/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* setup.c - the setup of a match: its options, whatever its system; names and copies; the settings that a
 * player may have of its own; and command lines with the seeds of a series.  */
#include "ringside/setup.h"

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/sh_words.h"
#include "ringside/value.h"
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- the options of every match ---- */

static const struct option_choice seats[] = {{"1", SEAT_1, NULL}, {"2", SEAT_2, NULL}, {0}};

/* A time from 0 on, and a number of bytes from `from` on.  */
#define TIME(row, name, ns, is_rare, told)                                                                   \
	const struct option_row row =                                                                        \
		OPTION_ROW(name, OPTION_TIME, "TIME", 0, .scope = SCOPE_LIMITS, .group = GROUP_TIME,         \
			   .help = told, .most = TIME_MOST, .value = (int64_t)(ns), .rare = is_rare)
#define BYTES(row, name, of_scope, from, bytes, is_rare, told)                                               \
	const struct option_row row = OPTION_ROW(name, OPTION_BYTES, "SIZE", 0, .scope = of_scope,           \
						 .group = GROUP_AGENTS, .help = told, .least = (from),       \
						 .most = INT64_MAX, .value = (bytes), .rare = is_rare)

TIME(option_turn_time, "turn-time", 5e9, false,
     "the limit for a turn, such as 500ms or 2s; 0: as fast as possible");
TIME(option_match_time, "match-time", 0, false, "the limit for all turns of a seat (0: none)");
TIME(option_start_time, "start-time", 10e9, true, "the limit for getting ready");
TIME(option_hang_time, "hang-time", 60e9, true, "the limit for a turn when --turn-time is 0");
TIME(option_tolerance, "tolerance", 0, false,
     "how far a limit may be exceeded; it is for a turn, the match and getting ready; a move that needed it "
     "is "
     "marked and counted; agents are not told of it");
TIME(option_pace, "pace", 0, true, "the shortest time between moves, for people to follow");
BYTES(option_memory, "memory", SCOPE_USAGE, 0, 0, false,
      "memory for an agent and all that it starts; such as 350M; 0: no limit");
/* Less than 256 bytes could cut a protocol's own lines.  */
BYTES(option_max_line, "max-line", SCOPE_LIMITS, 256, 64 << 10, true,
      "how much of a line is read; the rest is cut");
BYTES(option_max_chatter, "max-chatter", SCOPE_LIMITS, 256, 1 << 20, true,
      "how much is kept of what an agent says in a turn besides its answers; each message counts as at least "
      "64 bytes");

const struct option_row option_first = OPTION_ROW(
	"first", OPTION_CHOICE, "SEAT", 0, .scope = SCOPE_MATCH, .group = GROUP_MATCH,
	.help = "the seat of the side that begins the first game; after an opening its opponent may "
		"have to move; of a game program: the seat of its player 1",
	.choices = seats, .value = SEAT_1);
const struct option_row option_strict = OPTION_ROW(
	"strict", OPTION_SWITCH, NULL, 0, .scope = SCOPE_LIMITS, .group = GROUP_MATCH,
	.help = "each mistake that is otherwise forgiven loses; --tolerance is 0 unless it is given");
const struct option_row option_seed =
	OPTION_ROW("seed", OPTION_COUNT, "N", 0, .scope = SCOPE_LIMITS, .group = GROUP_MATCH,
		   .help = "the seed of everything random; also in bundled players, and of {seed} in a "
			   "player's command; default: a new one, which is shown and recorded",
		   .most = INT64_MAX, .optional = true);
const struct option_row option_name1 =
	OPTION_ROW("name1", OPTION_NAME, "NAME", 0, .scope = SCOPE_SEATS, .group = GROUP_MATCH, .rare = true,
		   .seat = SEAT_1,
		   .help = "the name of player 1 in scores, files and verdicts; default: the name it gives "
			   "itself, or that of its program");
const struct option_row option_name2 =
	OPTION_ROW("name2", OPTION_NAME, "NAME", 0, .scope = SCOPE_SEATS, .group = GROUP_MATCH, .rare = true,
		   .seat = SEAT_2, .help = "the same for player 2");

const struct option_row option_pieces =
	OPTION_ROW("pieces", OPTION_COUNT, "N", 0, .scope = SCOPE_USAGE, .group = GROUP_AGENTS,
		   .help = "write to agents in pieces; the number says where lines are cut. Each piece waits "
			   "until the agent has read the one before, at most 20 ms; no clock counts that",
		   .least = 1, .most = 1000000, .optional = true, .rare = true);

const struct option_row option_forgive_waiting =
	OPTION_ROW("forgive-waiting", OPTION_SWITCH, NULL, 0, .scope = SCOPE_LIMITS, .group = GROUP_AGENTS,
		   .help = "add to the limits of an agent the time that it was ready to run but got no core",
		   .optional = true, .rare = true);

#define OF_SEAT(row, name, number, largest, told)                                                            \
	const struct option_row row = OPTION_ROW(name, OPTION_TIME, "TIME", 0, .scope = SCOPE_SEATS,         \
						 .group = GROUP_TIME, .help = told, .most = (largest),       \
						 .optional = true, .rare = true, .seat = (number))
OF_SEAT(option_turn_time1, "turn-time1", SEAT_1, INT64_MAX, "--turn-time for the agent on seat 1 alone");
OF_SEAT(option_turn_time2, "turn-time2", SEAT_2, INT64_MAX, "--turn-time for the agent on seat 2 alone");
OF_SEAT(option_match_time1, "match-time1", SEAT_1, INT64_MAX, "--match-time for the agent on seat 1 alone");
OF_SEAT(option_match_time2, "match-time2", SEAT_2, INT64_MAX, "--match-time for the agent on seat 2 alone");

const struct option_row option_increment =
	OPTION_ROW("increment", OPTION_TIME, "TIME", 0, .scope = SCOPE_LIMITS, .group = GROUP_TIME,
		   .help = "what each move adds to --match-time; an agent learns it where its system tells "
			   "the time that is left",
		   .most = INCREMENT_MOST, .rare = true);
/* OPTION_TYPE for the match and each seat.  */
#define CLOCK(row, name, of_scope, number, told)                                                             \
	const struct option_row row =                                                                        \
		OPTION_ROW(name, OPTION_CLOCK, "TC", 0, .scope = (of_scope), .group = GROUP_TIME,            \
			   .help = told, .seat = (number), .rare = true)
CLOCK(option_tc, "tc", SCOPE_LIMITS, SEAT_NONE,
      "the clock of each seat, such as 40/60+0.6, 5m or 1m,3x10; periods of [MOVES/]TIME[+INCREMENT] and "
      "byo-yomi, "
      "in place of --match-time; a turn has a limit of its own only with --turn-time");
CLOCK(option_tc1, "tc1", SCOPE_SEATS, SEAT_1, "--tc for the agent on seat 1 alone");
CLOCK(option_tc2, "tc2", SCOPE_SEATS, SEAT_2, "--tc for the agent on seat 2 alone");
OF_SEAT(option_increment1, "increment1", SEAT_1, INCREMENT_MOST, "--increment for the agent on seat 1 alone");
OF_SEAT(option_increment2, "increment2", SEAT_2, INCREMENT_MOST, "--increment for the agent on seat 2 alone");

/* An option of each seat, whose name ends in the number of the seat.  Without a help it is not for the
 * command line.  */
#define EACH_SEAT(row, name, ...)                                                                            \
	const struct option_row row##1 = OPTION_ROW(name "1", __VA_ARGS__, .seat = SEAT_1),                  \
				row##2 = OPTION_ROW(name "2", __VA_ARGS__, .seat = SEAT_2)
static const struct option_choice yes_no[] = {{"yes", 1, NULL}, {"no", 0, NULL}, {0}};
EACH_SEAT(option_odds, "odds", OPTION_ODDS, "FACTOR", 0, .group = GROUP_TIME, .most = SEAT_ODDS_MOST,
	  .value = (int64_t)1 << 32 | 1, .optional = true);
static EACH_SEAT(option_start_time, "start-time", OPTION_TIME, "TIME", 0, .group = GROUP_TIME,
		 .most = TIME_MOST, .optional = true);
static EACH_SEAT(option_memory, "memory", OPTION_BYTES, "SIZE", 0, .group = GROUP_AGENTS, .most = INT64_MAX,
		 .optional = true);
static EACH_SEAT(option_ponder, "ponder", OPTION_CHOICE, "yes|no", 0, .group = GROUP_AGENTS,
		 .choices = yes_no, .value = 1);
static EACH_SEAT(option_restart, "restart", OPTION_CHOICE, "yes|no", 0, .group = GROUP_AGENTS,
		 .choices = yes_no);
EACH_SEAT(option_cpus, "cpus", OPTION_TEXT, "LIST", 0, .group = GROUP_AGENTS);

static const struct option_choice human_times[] = {
	{"off", 0, NULL}, {"limits", HUMAN_TIME_LIMITS, NULL}, {0}};
const struct option_row option_human_time =
	OPTION_ROW("human-time", OPTION_TIME, "TIME", 0, .scope = SCOPE_PEOPLE, .group = GROUP_TIME,
		   .help = "the limit for a turn of a person; or limits: those that an agent has there",
		   .most = INT64_MAX, .choices = human_times, .value = 0, .rare = true);

/* An option of each seat.  */
#define BOTH(row)    &row##1, &row##2
#define ADDRESS(row) &row,
const struct option_row *const setup_rows[] = {BOTH(option_name),
					       SETUP_CLOCK_ROWS(ADDRESS) BOTH(option_odds),
					       BOTH(option_cpus),
					       &option_human_time,
					       &option_pieces,
					       BOTH(option_start_time),
					       BOTH(option_memory),
					       BOTH(option_ponder),
					       BOTH(option_restart),
					       &option_forgive_waiting,
					       NULL};

bool setup_is_limit(const struct option_row *row)
{
	return row == &option_turn_time || row == &option_match_time || row == &option_turn_time1 ||
	       row == &option_turn_time2 || row == &option_match_time1 || row == &option_match_time2 ||
	       row == &option_human_time || row == &option_tc || row == &option_tc1 || row == &option_tc2;
}

const struct option_row *setup_turn_row(int seat)
{
	return seat == SEAT_1 ? &option_turn_time1 : seat == SEAT_2 ? &option_turn_time2 : NULL;
}

const struct option_row *setup_match_row(int seat)
{
	return seat == SEAT_1 ? &option_match_time1 : seat == SEAT_2 ? &option_match_time2 : NULL;
}

const struct option_row *setup_clock_row(int seat)
{
	return seat == SEAT_1 ? &option_tc1 : seat == SEAT_2 ? &option_tc2 : &option_tc;
}

const struct option_row *setup_other_spelling(const struct option_row *row)
{
	static const struct option_row *const pairs[][2] = {{&option_tc, &option_match_time},
							    {&option_tc1, &option_match_time1},
							    {&option_tc2, &option_match_time2}};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		for (int k = 0; k < 2; k++)
			if (row == pairs[i][k])
				return pairs[i][!k];
	return NULL;
}

static const struct option_row *increment_row(int seat)
{
	return seat == SEAT_1 ? &option_increment1 : seat == SEAT_2 ? &option_increment2 : NULL;
}

const struct option_row *setup_odds_row(int seat)
{
	return seat == SEAT_1 ? &option_odds1 : seat == SEAT_2 ? &option_odds2 : NULL;
}

#define PLACE(row, member) OPTION_PLACE(row, struct setup, member)
const struct option_place setup_places[] = {
	PLACE(&option_first, first),
	PLACE(&option_turn_time, turn_limit),
	PLACE(&option_match_time, match_limit),
	PLACE(&option_start_time, start_limit),
	PLACE(&option_hang_time, hang_limit),
	PLACE(&option_tolerance, tolerance),
	PLACE(&option_pace, pace),
	PLACE(&option_memory, memory),
	PLACE(&option_max_line, max_line),
	PLACE(&option_max_chatter, max_chatter),
	PLACE(&option_strict, strict),
	PLACE(&option_seed, seed),
	{0},
};

/* A row of every match, or of the system (NULL: none).  */
static const struct option_row *row_named(const struct protocol *protocol, const char *name)
{
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

static void give(struct setup *setup, const char *name, struct setup_option given)
{
	const struct option_row *other = setup_other_spelling(given.row);
	struct setup_option *option;

	if (other == &option_match_time)
		setup->match_limit = 0;
	else if (other)
		setup_unset(setup, other->name);
	option = option_named(setup, name);
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
	struct setup_option given = {.text = (char *)text,
				     .row = row_named(protocol_named(setup->system), name)};

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
	FREED char *text = option_words(row, value);

	setup_put(setup, row, text);
}

void setup_inherit(struct setup *setup, const struct setup *from, const struct option_row *row)
{
	const struct setup_option *option = option_named(from, row->name);

	if (!option || setup_given(setup, row->name))
		return;
	setup_put(setup, row, option->text);
	option_named(setup, row->name)->strange = option->strange;
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
	assert(row->type == OPTION_COUNT || row->type == OPTION_TIME);
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

/* Of an agent on the seat.  */
static int64_t increment_of(const struct setup *setup, int seat)
{
	return limit_of(setup, increment_row(seat),
			by_odds(setup, seat, limit_of(setup, &option_increment, 0)));
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

/* A clock of its own is all that limits the seat's turns.  */
int64_t setup_turn_limit(const struct setup *setup, int seat)
{
	bool own = seat != SEAT_NONE && setup_given(setup, setup_clock_row(seat)->name);

	if (has_limits(setup, seat))
		return limit_of(setup, setup_turn_row(seat),
				own ? 0 : by_odds(setup, seat, setup->turn_limit));
	return setup->seat[seat].kind == SEAT_HUMAN ? setup_human_time(setup) : 0;
}

bool setup_has_clock(const struct setup *setup, int seat)
{
	return setup_given(setup, setup_clock_row(seat)->name) ||
	       (setup_given(setup, option_tc.name) && !setup_given(setup, setup_match_row(seat)->name));
}

struct time_control setup_clock(const struct setup *setup, int seat)
{
	const char *own = setup_given(setup, setup_clock_row(seat)->name);
	struct time_control clock = {0};

	if (seat == SEAT_NONE /* a game program has no turns */ || !has_limits(setup, seat))
		return clock;
	if (!setup_has_clock(setup, seat)) {
		clock.period->time =
			limit_of(setup, setup_match_row(seat), by_odds(setup, seat, setup->match_limit));
		clock.period->increment = clock.period->time ? increment_of(setup, seat) : 0;
		clock.count = clock.period->time > 0;
		return clock;
	}
	time_control_read(own ? own : setup_given(setup, option_tc.name), &clock);
	if (!own && setup_given(setup, setup_odds_row(seat)->name))
		time_control_scale(&clock, option_named(setup, setup_odds_row(seat)->name)->value);
	return clock;
}

int64_t setup_match_limit(const struct setup *setup, int seat)
{
	struct time_control clock = setup_clock(setup, seat);

	return time_control_sum(&clock);
}

int64_t setup_guard(const struct setup *setup, int seat)
{
	const struct protocol *protocol = protocol_named(setup->system);

	return setup_turn_limit(setup, seat) || (((protocol && protocol->limits.match_alone) ||
						  setup_has_clock(setup, seat)) &&
						 setup_match_limit(setup, seat))
		       ? 0
		       : setup->hang_limit;
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
		    (setup_has_clock(setup, s) || !setup_match_limit(setup, s)))
			return bytes_text("player %d: an increment adds to the limit for the match: give it "
					  "one with --match-time, or both with --tc, such as 60+0.5",
					  s);
	return NULL;
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
	if (of_match == &setup->match_limit && !row)
		setup_unset(setup, option_tc.name);
}

void setup_set_turn_limit(struct setup *setup, int seat, int64_t ns)
{
	set_limit(setup, setup_turn_row(seat), &setup->turn_limit, ns);
}

void setup_set_match_limit(struct setup *setup, int seat, int64_t ns)
{
	set_limit(setup, setup_match_row(seat), &setup->match_limit, ns);
}

void setup_set_clock(struct setup *setup, int seat, const char *text)
{
	setup_put(setup, setup_clock_row(seat), text);
	setup_unset(setup, (seat == SEAT_NONE ? &option_increment : increment_row(seat))->name);
	if (seat == SEAT_NONE)
		setup->turn_limit = 0;
	else
		setup_unset(setup, setup_turn_row(seat)->name);
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
	struct time_control clock = setup_clock(setup, seat);
	const struct {
		const char *what;
		const struct option_row *row;
		int64_t limit;
	} limits[] = {{"turn", setup_turn_row(seat), setup_turn_limit(setup, seat)},
		      {"match", setup_match_row(seat), clock.period->time},
		      {"increment", increment_row(seat), clock.period->increment},
		      {"clock", seat == SEAT_NONE ? NULL : setup_clock_row(seat), 0}};
	struct bytes all = {0};
	FREED char *odds = own_words(setup, seat, setup_odds_row(seat), 0);

	if (odds)
		bytes_addf(&all, "odds %s", odds);
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		FREED char *words = own_words(setup, seat, limits[i].row, limits[i].limit);

		if (words)
			bytes_addf(&all, "%s%s %s", all.size ? ", " : "", limits[i].what, words);
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

int setup_player_on(const struct setup *setup, int seat)
{
	bool changed = setup->first == SEAT_2 && setup_lone_seat(setup) == SEAT_NONE;

	return changed ? seat_opponent(seat) : seat;
}

/* Kept with the options of the match, under a name that none has.  */
static const char again[] = ".again";
/* Beyond those of all games that a series can have.  */
static const uint64_t again_seed = (uint64_t)1 << 32;

void setup_play_again(struct setup *setup, bool is_again)
{
	if (is_again)
		setup_keep(setup, again, "1");
	else
		setup_unset(setup, again);
}

bool setup_is_again(const struct setup *setup)
{
	return setup_given(setup, again);
}

uint64_t setup_game_seed(const struct setup *setup)
{
	return setup->seed + (uint64_t)setup->game - 1 + (setup_is_again(setup) ? again_seed : 0);
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
	FREED char *name = command ? program_player(command) : NULL;
	bool named = name || given_name(setup, seat);

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

/* ---- the settings of a player ----
 *
 * A setting of a match is the option of that name with the number of the seat behind it, of the setup or of
 * the system: so a system offers `info` by having the options info1 and info2.  */

#define OWN_TIME(told, largest) OPTION_TIME, "TIME", 0, .group = GROUP_TIME, .help = told, .most = (largest)
const struct option_row seat_setting_rows[SEAT_SETTINGS] = {
	[SEAT_FOLDER] = OPTION_ROW("folder", OPTION_FOLDER, "FOLDER", 0, .path = PATH_LENT,
				   .help = "the folder in which it runs"),
	[SEAT_ENV] = OPTION_ROW("env", OPTION_TEXT, "NAME=VALUE", 0,
				.help = "a variable of its environment; may be repeated"),
	[SEAT_INFO] =
		OPTION_ROW("info", OPTION_TEXT, "LINE", 0,
			   .help = "an INFO line that it is told, such as `thread_num 4`; may be repeated"),
	[SEAT_OPTION] = OPTION_ROW("option", OPTION_TEXT, "NAME=VALUE", 0,
				   .help = "an option of a UCI engine, such as `Hash=64`; may be repeated"),
	[SEAT_DEPTH] = OPTION_ROW("depth", OPTION_COUNT, "N", 0,
				  .help = "how deep it may search; only in systems that can tell it",
				  .least = 1, .most = INT64_MAX, .unit = "moves"),
	[SEAT_NODES] =
		OPTION_ROW("nodes", OPTION_COUNT, "N", 0,
			   .help = "how many positions it may search for a move; only in systems that can "
				   "tell it",
			   .least = 1, .most = INT64_MAX, .unit = "positions"),
	[SEAT_MATE] = OPTION_ROW("mate", OPTION_COUNT, "N", 0,
				 .help = "it searches for a mate in N moves, and stops when it has one",
				 .least = 1, .most = INT64_MAX, .unit = "moves"),
	[SEAT_SEARCHMOVES] = OPTION_ROW("searchmoves", OPTION_TEXT, "MOVES", 0,
					.help = "it searches these moves alone, where they are legal"),
	[SEAT_INFINITE] = OPTION_ROW(
		"infinite", OWN_TIME("it searches without a limit, and is told to stop then", TIME_MOST)),
	[SEAT_TURN_TIME] = OPTION_ROW("turn-time", OWN_TIME("its limit for a turn", TIME_MOST)),
	[SEAT_MATCH_TIME] = OPTION_ROW("match-time", OWN_TIME("its limit for all turns", TIME_MOST)),
	[SEAT_TC] = OPTION_ROW("tc", OPTION_CLOCK, "TC", 0, .group = GROUP_TIME,
			       .help = "its clock, in place of match-time and of the limits of the match"),
	[SEAT_INCREMENT] =
		OPTION_ROW("increment", OWN_TIME("what each of its moves adds to its limit for all turns",
						 INCREMENT_MOST)),
	[SEAT_ODDS] = OPTION_ROW(
		"odds", OPTION_ODDS, "FACTOR", 0, .group = GROUP_TIME,
		.help = "its limits are those of the match times FACTOR, such as 1/4; a limit of its "
			"own stays",
		.most = SEAT_ODDS_MOST),
	[SEAT_PONDER] =
		OPTION_ROW("ponder", OPTION_CHOICE, "yes|no", 0, .choices = yes_no,
			   .help = "no: its processes are stopped while it has nothing to answer; yes: "
				   "a UCI engine is told to think in its opponent's turns"),
	[SEAT_RESTART] = OPTION_ROW("restart", OPTION_CHOICE, "yes|no", 0, .choices = yes_no,
				    .help = "yes: a fresh process plays each game of a series"),
	[SEAT_START_TIME] = OPTION_ROW("start-time", OWN_TIME("its limit for getting ready", TIME_MOST)),
	[SEAT_MEMORY] =
		OPTION_ROW("memory", OPTION_BYTES, "SIZE", 0, .group = GROUP_AGENTS,
			   .help = "memory for it and all that it starts; 0: no limit", .most = INT64_MAX),
	[SEAT_CPUS] = OPTION_ROW("cpus", OPTION_TEXT, "LIST", 0,
				 .help = "the cores that it runs on, as taskset takes them, such as 2,3"),
};

/* What stands between the values of one that may be repeated; NULL: the last value counts.  */
static const char *const between[SEAT_SETTINGS] = {
	[SEAT_ENV] = "\n", [SEAT_INFO] = "; ", [SEAT_OPTION] = "; "};

char *setup_add(struct setup *setup, const struct option_row *row, const char *text)
{
	enum seat_setting setting =
		row->seat ? seat_setting_named(row->name, strlen(row->name) - 1) : SEAT_SETTINGS;
	const char *before = setup_given(setup, row->name),
		   *separator = setting < SEAT_SETTINGS ? between[setting] : NULL;
	FREED char *joined = before && separator ? bytes_text("%s%s%s", before, separator, text) : NULL;

	return setup_set(setup, row->name, joined ? joined : text);
}

static bool is_of_command(enum seat_setting setting)
{
	return setting == SEAT_FOLDER || setting == SEAT_ENV;
}

void seat_settings_free(struct seat_settings *settings)
{
	for (int i = 0; i < SEAT_SETTINGS; i++) {
		free(settings->text[i]);
		settings->text[i] = NULL;
	}
}

bool seat_settings_any(const struct seat_settings *settings)
{
	for (int i = 0; i < SEAT_SETTINGS; i++)
		if (settings->text[i])
			return true;
	return false;
}

static void replace(char **text, char *with)
{
	free(*text);
	*text = with;
}

void seat_settings_add(struct seat_settings *settings, const struct seat_settings *more)
{
	for (int i = 0; i < SEAT_SETTINGS; i++)
		if (more->text[i])
			replace(&settings->text[i], bytes_text("%s", more->text[i]));
}

enum seat_setting seat_setting_named(const char *name, size_t size)
{
	int i = 0;

	while (i < SEAT_SETTINGS && (strlen(seat_setting_rows[i].name) != size ||
				     strncmp(seat_setting_rows[i].name, name, size) != 0))
		i++;
	return (enum seat_setting)i;
}

/* ---- options of the match ---- */

/* The option of the setting for a player on the seat; NULL: the system has none.  */
static const struct option_row *row_of(enum seat_setting setting, const struct protocol *protocol, int seat)
{
	FREED char *name = bytes_text("%s%d", seat_setting_rows[setting].name, seat);
	const struct option_row *found = row_named(protocol, name);

	return found;
}

bool seat_setting_is_of(enum seat_setting setting, const struct protocol *protocol)
{
	return is_of_command(setting) || row_of(setting, protocol, SEAT_1);
}

const char *seat_setting_given(const struct setup *setup, enum seat_setting setting, int seat)
{
	const struct protocol *protocol = setup->system ? protocol_named(setup->system) : NULL;
	const struct option_row *row =
		protocol && !is_of_command(setting) ? row_of(setting, protocol, seat) : NULL;

	return row ? setup_given(setup, row->name) : NULL;
}

char *seat_settings_words(const struct setup *setup, int seat)
{
	struct bytes words = {0};

	for (int i = 0; i < SEAT_SETTINGS; i++) {
		const char *text = seat_setting_given(setup, (enum seat_setting)i, seat);

		if (text)
			bytes_addf(&words, "%s%s %s", words.size ? ", " : "", seat_setting_rows[i].name,
				   text);
	}
	return words.at;
}

char *seat_settings_put(const struct seat_settings *settings, struct setup *setup, int seat, bool replaces)
{
	const struct protocol *protocol = protocol_named(setup->system);

	for (int i = 0; i < SEAT_SETTINGS; i++) {
		const struct option_row *row, *other;

		if (!settings->text[i] || is_of_command((enum seat_setting)i))
			continue;
		row = row_of((enum seat_setting)i, protocol, seat);
		if (!row)
			return bytes_text("no player of %s has %s: leave it out", setup->system,
					  seat_setting_rows[i].name);
		other = setup_other_spelling(row);
		if (replaces ||
		    !(setup_given(setup, row->name) || (other && setup_given(setup, other->name))))
			setup_put(setup, row, settings->text[i]);
	}
	return NULL;
}

/* ---- reading ---- */

/* What is expected of NAME=VALUE on one line, if it is none; the size of what is wrong of it.  */
static const char *expected_variable(const char *text, size_t *size)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

	*size = strcspn(text, "=");
	if (!text[*size] || strpbrk(text, "\r\n")) {
		*size = strlen(text);
		return "NAME=VALUE on one line";
	}
	return *size && !isdigit((unsigned char)*text) && strspn(text, letters) == *size
		       ? NULL
		       : "the name of a variable";
}

char *seat_setting_take(struct seat_settings *settings, enum seat_setting setting, const char *value)
{
	const struct option_row *row = &seat_setting_rows[setting];
	char **text = &settings->text[setting], *expected = NULL, *shown, *problem;
	size_t size = strlen(value);
	const char *variable = setting == SEAT_ENV ? expected_variable(value, &size) : NULL;
	int64_t number;

	if (variable)
		expected = bytes_text("%s", variable);
	else if (!option_value(row, value, &number))
		expected = option_expected(row);
	if (!expected) {
		replace(text, *text && between[setting] ? bytes_text("%s%s%s", *text, between[setting], value)
							: bytes_text("%s", value));
		return NULL;
	}
	shown = bytes_escaped(value, size);
	problem = bytes_text("%s: expected %s, not \"%s\"", row->name, expected, shown);
	free(expected);
	free(shown);
	return problem;
}

/* ---- the command line ---- */

static void add_word(struct bytes *line, const char *word)
{
	FREED char *quoted = sh_words_quoted(word);

	bytes_addf(line, " %s", quoted);
}

char *seat_settings_command(const struct seat_settings *settings, const char *name, const char *command)
{
	const char *folder = settings->text[SEAT_FOLDER], *variables = settings->text[SEAT_ENV];
	struct bytes line = {0};

	if (!folder && !variables && !name)
		return bytes_text("%s", command);
	bytes_add_text(&line, "env");
	if (folder) {
		bytes_add_text(&line, " -C");
		add_word(&line, folder);
	}
	if (name) {
		FREED char *word = bytes_text("%s%s", PROGRAM_PLAYER, name);

		add_word(&line, word);
	}
	while (variables && *variables) {
		FREED char *word = bytes_copy(variables, strcspn(variables, "\n"));

		add_word(&line, word);
		variables += strlen(word) + (variables[strlen(word)] == '\n');
	}
	bytes_addf(&line, " %s", command);
	return line.at;
}

/* ---- the numbers of a series, and command lines with them ---- */

#define SEED        "{seed}"
#define OPTION      "--seed"
#define SAMPLE_WORD "sample:"

uint64_t seed_next(uint64_t *state)
{
	uint64_t number = *state += UINT64_C(0x9e3779b97f4a7c15);

	number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
	return number ^ number >> 31;
}

/* Numbers above the last whole multiple are drawn again.  */
uint64_t seed_below(uint64_t *state, uint64_t count)
{
	uint64_t end = UINT64_MAX - UINT64_MAX % count, number;

	assert(count > 0);
	do {
		number = seed_next(state);
	} while (number >= end);
	return number % count;
}

uint64_t seed_mixed(uint64_t number)
{
	number = seed_next(&number);
	return seed_next(&number);
}

uint32_t seed_of(uint64_t seed, int game, int seat)
{
	seed = seed_mixed(seed_mixed(seed_mixed(seed) + (uint64_t)game) + (uint64_t)seat);
	return (uint32_t)(1 + seed % INT32_MAX);
}

/* The end of a word of sh, and the blanks behind it.  */
static const char *behind_word(const char *at)
{
	char quote = '\0';

	for (; *at && (quote || !strchr(" \t", *at)); at++) {
		if (*at == '\\' && quote != '\'' && at[1])
			at++;
		else if (quote ? *at == quote : *at == '\'' || *at == '"')
			quote = quote ? '\0' : *at;
	}
	return at + strspn(at, " \t");
}

/* The word of the program: behind the "env -C FOLDER NAME=VALUE" of a named player, or the first.  */
static const char *program_word(const char *command)
{
	const char *at = command + strspn(command, " \t"), *equals;

	if (strncmp(at, "env ", 4) != 0)
		return at;
	for (at = behind_word(at); *at; at = behind_word(at)) {
		equals = strchr(at, '=');
		if (strncmp(at, "-C ", 3) == 0)
			at = behind_word(at);
		else if (*at == '-' || !equals || equals >= behind_word(at))
			break;
	}
	return at;
}

/* The end of the program's word if the command line starts a bundled agent that takes a seed but gives none;
 * else NULL.  */
static const char *sample_end(const char *command, const char *const *seeded)
{
	const char *at = program_word(command), *end, *option;
	size_t size;

	if (*at == '\'' || *at == '"')
		at++;
	if (strncmp(at, SAMPLE_WORD, strlen(SAMPLE_WORD)) != 0)
		return NULL;
	at += strlen(SAMPLE_WORD);
	size = strcspn(at, " \t'\"");
	while (seeded && *seeded && (strlen(*seeded) != size || strncmp(at, *seeded, size) != 0))
		seeded++;
	if (!seeded || !*seeded)
		return NULL;
	end = at + size + (at[size] == '\'' || at[size] == '"');
	option = strstr(end, OPTION);
	return option && strchr(" \t=", option[strlen(OPTION)]) ? NULL : end; /* at the end, too */
}

char *seed_command(const struct setup *setup, int seat, const char *command)
{
	const struct protocol *protocol = protocol_named(setup->system);
	const char *at = command ? strstr(command, SEED) : NULL, *end;
	int game = at && protocol->plays == PLAYS_ALL ? 0 : setup->game;
	unsigned number = seed_of(setup->seed, game, seat);
	struct bytes text = {0};

	if (!command) /* a file does not have it */
		return bytes_text("%s", "");
	if (!at) {
		end = sample_end(command, protocol->bundle->seeded);
		return end ? bytes_text("%.*s " OPTION " %u%s", (int)(end - command), command, number, end)
			   : bytes_text("%s", command);
	}
	for (; at; command = at + strlen(SEED), at = strstr(command, SEED))
		bytes_addf(&text, "%.*s%u", (int)(at - command), command, number);
	bytes_add_text(&text, command);
	return text.at;
}
