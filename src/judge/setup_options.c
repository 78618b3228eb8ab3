/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* setup_options.c - the options of every match, whatever its system.  */
#include "ringside/setup.h"

static const struct option_choice seats[] = {{"1", SEAT_1, NULL}, {"2", SEAT_2, NULL}, {0}};

/* A time from 0 on, and a number of bytes from `from` on.  */
#define TIME(row, name, ns, is_rare, told)                                                                   \
	const struct option_row row =                                                                        \
		OPTION_ROW(name, OPTION_TIME, "TIME", 0, .scope = SCOPE_LIMITS, .group = GROUP_TIME,         \
			   .help = told, .most = TIME_MOST, .value = (int64_t)(ns), .rare = is_rare)
#define BYTES(row, name, from, bytes, is_rare, told)                                                         \
	const struct option_row row = OPTION_ROW(name, OPTION_BYTES, "SIZE", 0, .scope = SCOPE_LIMITS,       \
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
TIME(option_pace, "pace", 0, false, "the shortest time between moves, for people to follow");
BYTES(option_memory, "memory", 0, 0, false,
      "memory for an agent and all that it starts; such as 350M; 0: no limit");
/* Less than 256 bytes could cut a protocol's own lines.  */
BYTES(option_max_line, "max-line", 256, 64 << 10, true, "how much of a line is read; the rest is cut");
BYTES(option_max_chatter, "max-chatter", 256, 1 << 20, true,
      "how much is kept of what an agent says in a turn besides its answers; each message counts as at least "
      "64 bytes");

const struct option_row option_first =
	OPTION_ROW("first", OPTION_CHOICE, "SEAT", 0, .scope = SCOPE_MATCH, .group = GROUP_MATCH,
		   .help = "the seat that begins the first game; of a game program: the seat of its player 1",
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
	OPTION_ROW("pieces", OPTION_COUNT, "N", 0, .scope = SCOPE_LIMITS, .group = GROUP_AGENTS,
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
OF_SEAT(option_increment1, "increment1", SEAT_1, INCREMENT_MOST, "--increment for the agent on seat 1 alone");
OF_SEAT(option_increment2, "increment2", SEAT_2, INCREMENT_MOST, "--increment for the agent on seat 2 alone");

/* Options without a help are not for the command line.  */
#define ODDS(row, name, number)                                                                              \
	const struct option_row row =                                                                        \
		OPTION_ROW(name, OPTION_ODDS, "FACTOR", 0, .group = GROUP_TIME, .most = SEAT_ODDS_MOST,      \
			   .value = (int64_t)1 << 32 | 1, .optional = true, .seat = (number))
ODDS(option_odds1, "odds1", SEAT_1);
ODDS(option_odds2, "odds2", SEAT_2);

#define START_TIME(row, name, number)                                                                        \
	const struct option_row row = OPTION_ROW(name, OPTION_TIME, "TIME", 0, .group = GROUP_TIME,          \
						 .most = TIME_MOST, .optional = true, .seat = (number))
START_TIME(option_start_time1, "start-time1", SEAT_1);
START_TIME(option_start_time2, "start-time2", SEAT_2);
#define MEMORY(row, name, number)                                                                            \
	const struct option_row row = OPTION_ROW(name, OPTION_BYTES, "SIZE", 0, .group = GROUP_AGENTS,       \
						 .most = INT64_MAX, .optional = true, .seat = (number))
MEMORY(option_memory1, "memory1", SEAT_1);
MEMORY(option_memory2, "memory2", SEAT_2);

const struct option_choice setup_yes_no[] = {{"yes", 1, NULL}, {"no", 0, NULL}, {0}};
#define YES_NO(row, name, number, usual)                                                                     \
	const struct option_row row =                                                                        \
		OPTION_ROW(name, OPTION_CHOICE, "yes|no", 0, .group = GROUP_AGENTS, .choices = setup_yes_no, \
			   .value = (usual), .seat = (number))
YES_NO(option_ponder1, "ponder1", SEAT_1, 1);
YES_NO(option_ponder2, "ponder2", SEAT_2, 1);
YES_NO(option_restart1, "restart1", SEAT_1, 0);
YES_NO(option_restart2, "restart2", SEAT_2, 0);

#define CPUS(row, name, number)                                                                              \
	const struct option_row row =                                                                        \
		OPTION_ROW(name, OPTION_TEXT, "LIST", 0, .group = GROUP_AGENTS, .seat = (number))
CPUS(option_cpus1, "cpus1", SEAT_1);
CPUS(option_cpus2, "cpus2", SEAT_2);

static const struct option_choice human_times[] = {
	{"off", 0, NULL}, {"limits", HUMAN_TIME_LIMITS, NULL}, {0}};
const struct option_row option_human_time =
	OPTION_ROW("human-time", OPTION_TIME, "TIME", 0, .scope = SCOPE_PEOPLE, .group = GROUP_TIME,
		   .help = "the limit for a turn of a person; or limits: those that an agent has there",
		   .most = INT64_MAX, .choices = human_times, .value = 0, .rare = true);

const struct option_row *const setup_rows[] = {&option_name1,
					       &option_name2,
					       &option_turn_time1,
					       &option_turn_time2,
					       &option_match_time1,
					       &option_match_time2,
					       &option_increment,
					       &option_increment1,
					       &option_increment2,
					       &option_odds1,
					       &option_odds2,
					       &option_cpus1,
					       &option_cpus2,
					       &option_human_time,
					       &option_pieces,
					       &option_start_time1,
					       &option_start_time2,
					       &option_memory1,
					       &option_memory2,
					       &option_ponder1,
					       &option_ponder2,
					       &option_restart1,
					       &option_restart2,
					       &option_forgive_waiting,
					       NULL};

bool setup_is_limit(const struct option_row *row)
{
	return row == &option_turn_time || row == &option_match_time || row == &option_turn_time1 ||
	       row == &option_turn_time2 || row == &option_match_time1 || row == &option_match_time2 ||
	       row == &option_human_time;
}

const struct option_row *setup_turn_row(int seat)
{
	return seat == SEAT_1 ? &option_turn_time1 : seat == SEAT_2 ? &option_turn_time2 : NULL;
}

const struct option_row *setup_match_row(int seat)
{
	return seat == SEAT_1 ? &option_match_time1 : seat == SEAT_2 ? &option_match_time2 : NULL;
}

const struct option_row *setup_increment_row(int seat)
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
