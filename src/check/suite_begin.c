/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* suite_begin.c - a case of a suite becomes the setup of a match: its position, who moves there, its limits,
 * the moves that it wants.
 *
 * A position is moves, or a place in a file: that goes the way of --from.  */
#include "suite_begin.h"

#include "ringside/bytes.h"
#include "ringside/case_text.h"
#include "ringside/judge.h"
#include "runner/from.h"
#include "runner/plan.h"
#include "runner/players.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The option of a system that holds moves to begin with.  */
static const char OPENING[] = "opening";

/* ---- the position ---- */

/* Moves have no dot and no slash.  */
static bool names_file(const char *position, const char *folder)
{
	char *path = bytes_text("%s%s", folder, position);
	bool is_file = strpbrk(position, "./") || access(path, F_OK) == 0;

	free(path);
	return is_file;
}

/* A recorded match decides its options: only what its own case says of them must agree with it, not what the
 * command line, the config and the suite say of all cases.  */
static void forget_options(struct invocation *invocation, const struct invocation *all)
{
	struct setup *setup = &invocation->match.session.setup;
	const struct setup *said = &all->match.session.setup;

	for (int i = 0; i < said->option_count; i++) {
		const char *name = said->options[i].name, *text = setup_given(setup, name);

		if (text && strcmp(text, said->options[i].text) == 0)
			setup_unset(setup, name);
	}
	for (int i = 0; cli_options[i].row; i++)
		if (all->said.at[i] && cli_options[i].row != &option_turn_time &&
		    cli_options[i].row != &option_match_time)
			invocation->said.at[i] = false;
}

/* The position of a suite is no option.  Frees the problem.  */
static char *without_option(char *problem)
{
	static const char option[] = "--from ";
	char *rest;

	if (!problem || strncmp(problem, option, strlen(option)) != 0)
		return problem;
	rest = bytes_text("%s", problem + strlen(option));
	free(problem);
	return rest;
}

static char *begin_in_file(struct suite_case *of, const struct invocation *all, const char *folder)
{
	struct invocation *invocation = &of->invocation;
	bool is_absolute = *of->position == '/';
	char *from = bytes_text("%s%s", is_absolute ? "" : folder, of->position), *problem;

	forget_options(invocation, all);
	invocation->series.from = from;
	problem = cli_from(invocation);
	invocation->series.from = NULL;
	free(from);
	return without_option(problem);
}

static char *begin_with_moves(struct suite_case *of)
{
	const struct protocol *protocol = of->invocation.match.protocol;

	if (!cli_option_of(protocol, OPENING, strlen(OPENING)))
		return bytes_text("no match of %s begins with moves alone: expected a match file and a turn, "
				  "such as m.ringside:41",
				  protocol->name);
	return setup_set(&of->invocation.match.session.setup, OPENING, of->position);
}

/* ---- who moves ---- */

/* The seat whose turn follows in a recorded match, and how many players it has.  */
static char *mover_in_file(struct suite_case *of, int *players)
{
	const struct session_from *from = &of->invocation.match.session.from;
	char *problem = NULL;
	struct match_file *file = match_file_open(from->path, &problem);
	const struct turn *turn;
	struct match match;

	if (!file)
		return problem;
	if (from->branch >= 0)
		match_file_show(file, from->branch);
	if (match_file_match(file, &match)) {
		problem = case_refusal(&match, from->turns + 1);
		of->seat = setup_lone_seat(&match.setup);
		*players = of->seat == SEAT_NONE ? 2 : 1;
		if (of->seat == SEAT_NONE && (turn = match_turn(&match, from->turns + 1)))
			of->seat = turn->seat;
		if (of->seat == SEAT_NONE && match.over && from->turns == match.turn_count)
			of->seat = match.verdict.blame; /* it had to move, and failed */
		if (of->seat == SEAT_NONE && (turn = match_turn(&match, from->turns)))
			of->seat = seat_opponent(turn->seat);
		match_free(&match);
	} else {
		problem = bytes_text("%s", match_file_problem(file));
	}
	match_file_close(file);
	if (!problem && of->seat == SEAT_NONE)
		of->seat = of->invocation.match.session.setup.first;
	return problem;
}

/* A judge without agents says who begins. NULL, or why a match of so many players cannot begin.  */
static char *mover_among(struct suite_case *of, int players)
{
	const char *const people[] = {"human", "human"};
	struct effect effect;
	struct setup probe;
	struct judge *judge;
	char *problem;

	of->seat = SEAT_1;
	setup_copy(&probe, &of->invocation.match.session.setup);
	problem = players_seat(&probe, people, players, NULL);
	judge = problem ? NULL : judge_new(&probe, &problem);
	if (judge) {
		judge_begin(judge, 0, 0);
		while (judge_effect(judge, 0, &effect))
			continue;
		for (int s = SEAT_2; s >= SEAT_1; s--)
			if (judge_to_move(judge, s))
				of->seat = s;
		if (judge_match(judge)->over)
			problem = bytes_text("the game is over in this position: %s",
					     judge_match(judge)->verdict.detail);
		judge_free(judge);
	}
	setup_free(&probe);
	return problem;
}

/* One player is enough where one can play alone; whether that is so may depend on the game.  */
static char *mover_at_beginning(struct suite_case *of, int *players)
{
	char *problem;

	*players = 1;
	if (of->invocation.match.protocol->alone) {
		problem = mover_among(of, 1);
		if (!problem)
			return NULL;
		free(problem);
	}
	*players = 2;
	return mover_among(of, 2);
}

/* A person sits on the other seat, if there is one: so only the agent under test is started. Where one can
 * play alone, two move at once, and agents may have to wait for the person: the same agent sits there, too.
 */
static char *seat_players(struct suite_case *of, int count)
{
	const char *agent = of->invocation.words[0];
	bool both = of->invocation.match.protocol->alone && !of->invocation.match.session.from.path;
	const char *players[SEATS - 1] = {both ? agent : "human", both ? agent : "human"};
	struct seat_settings own[SEATS] = {{{NULL}}}; /* the agent is player 1 of the command line */

	players[of->seat - SEAT_1] = agent;
	for (int s = SEAT_1; s < SEATS; s++)
		if (s - SEAT_1 < count && (both || s == of->seat))
			own[s] = of->invocation.match.own[SEAT_1];
	return players_seat(&of->invocation.match.session.setup, players, count, own);
}

/* ---- moves ---- */

static char *add_move(struct suite_case *of, struct suite_moves *moves, const char *word)
{
	struct match before = match_before(&of->invocation.match.session.setup);
	char *problem = NULL, *why;
	char *form = of->invocation.match.protocol->move_form(&before, 0, word, &problem);

	if (!form) {
		why = bytes_text("\"%s\" is %s", word, problem);
		free(problem);
		return why;
	}
	moves->forms = bytes_resized(moves->forms, ((size_t)moves->count + 1) * sizeof(*moves->forms));
	moves->forms[moves->count++] = form;
	return NULL;
}

/* Moves have blanks or | between.  */
static char *read_moves(struct suite_case *of, struct suite_moves *moves)
{
	char *problem = NULL;

	for (const char *at = moves->written; at && *at && !problem;) {
		size_t size = strcspn(at, " \t|");
		char *word = bytes_copy(at, size);

		if (size)
			problem = add_move(of, moves, word);
		free(word);
		at += size + (at[size] != '\0');
	}
	if (!problem && moves->written && !moves->count)
		problem = bytes_text("expected a move");
	return problem;
}

/* ---- public ---- */

/* The agent is told that limit, unless another one was said.  */
static void limit_turn(struct suite_case *of)
{
	if (!of->within || cli_said(&of->invocation, &option_turn_time))
		return;
	of->invocation.match.session.setup.turn_limit = of->within;
	for (int i = 0; cli_options[i].row; i++) /* --from keeps the recorded limit otherwise */
		if (cli_options[i].row == &option_turn_time)
			of->invocation.said.at[i] = true;
}

char *suite_begin(struct suite_case *of, const struct invocation *all, const char *folder,
		  enum suite_trouble *trouble)
{
	struct invocation *invocation = &of->invocation;
	bool in_file = of->position && *of->position && names_file(of->position, folder);
	char *problem = NULL;
	int players = 2;

	cli_settle_limits(invocation); /* the case may be strict */
	limit_turn(of);
	*trouble = TROUBLE_OF_POSITION;
	if (in_file)
		problem = begin_in_file(of, all, folder);
	else if (of->position)
		problem = begin_with_moves(of);
	if (!problem && !invocation->match.session.from.path) {
		if (of->memory)
			invocation->match.session.setup.memory = of->memory;
		problem = plan_read_contents(invocation->match.protocol, &invocation->match.session.setup);
	}
	if (!problem)
		problem = invocation->match.session.from.path ? mover_in_file(of, &players)
							      : mover_at_beginning(of, &players);
	if (problem)
		return problem;
	*trouble = TROUBLE_OF_CASE;
	problem = seat_players(of, players);
	if (problem)
		return problem;
	*trouble = TROUBLE_OF_MOVE;
	problem = read_moves(of, &of->wanted);
	if (problem)
		return problem;
	*trouble = TROUBLE_OF_NOT;
	return read_moves(of, &of->unwanted);
}
