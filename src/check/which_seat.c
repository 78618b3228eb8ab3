/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* which_seat.c - finds the player of a match file that a command is about: rerun, minimise, and export of
 * what a seat was told.  */
#include "which_seat.h"

#include "ringside/bytes.h"
#include <stdlib.h>

char *cli_no_agent(const struct setup *first, const struct setup *last, int seat)
{
	if (first->seat[seat].kind == SEAT_AGENT || last->seat[seat].kind == SEAT_AGENT)
		return NULL;
	if (seat == SEAT_NONE)
		return bytes_text("--seat 0 is the game program, and %s has none", first->system);
	return bytes_text("%s on seat %d: no agent sat there",
			  first->seat[seat].kind == SEAT_HUMAN ? "a person sat" : "nobody sat", seat);
}

struct verdict cli_verdict_of(struct match_file *file, int turns)
{
	struct verdict verdict = {.blame = SEAT_NONE};
	struct match match;

	if (turns >= 0 || !match_file_match(file, &match))
		return verdict;
	if (match.over)
		verdict = match.verdict;
	verdict.detail = NULL;
	match_free(&match);
	return verdict;
}

static const char *name_of(const struct setup *setup, int seat)
{
	return setup->seat[seat].name ? setup->seat[seat].name : "";
}

/* "which seat? --seat 1 (novice) or --seat 2 (threat)".  */
static char *ask_seat(const struct setup *last)
{
	return bytes_text("which seat? --seat 1 (%s) or --seat 2 (%s)", name_of(last, SEAT_1),
			  name_of(last, SEAT_2));
}

char *cli_which_seat(const struct invocation *invocation, const struct setup *first, const struct setup *last,
		     const struct verdict *verdict, int *seat)
{
	char *problem[SEATS] = {NULL, cli_no_agent(first, last, SEAT_1), cli_no_agent(first, last, SEAT_2)};
	char *told = NULL, *line;

	if (invocation->rerun.seat != UNSAID) {
		*seat = invocation->rerun.seat;
		told = cli_no_agent(first, last, *seat);
	} else if (problem[SEAT_1] && problem[SEAT_2]) {
		told = bytes_text("%s", problem[SEAT_1]);
	} else if (problem[SEAT_1] || problem[SEAT_2]) {
		*seat = problem[SEAT_1] ? SEAT_2 : SEAT_1;
	} else if (verdict->blame == SEAT_NONE) {
		told = ask_seat(last);
	} else {
		*seat = verdict->blame;
		line = bytes_text("--seat %d (%s), which is to blame for the end", *seat,
				  name_of(last, *seat));
		say_lines(line);
		free(line);
	}
	free(problem[SEAT_1]);
	free(problem[SEAT_2]);
	return told;
}
