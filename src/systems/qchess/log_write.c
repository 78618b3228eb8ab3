/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* log_write.c - writes a match of quantum chess as a log of the original program (qchess, Log file).
 *
 * Times are UTC, and start at 1970 when the beginning of the match is unknown. A forfeit has the original's
 * word when the verdict names one. A draw has the side that moved last, as in the original.  */
#include "log.h"

#include "rules.h"
#include <stdlib.h>
#include <string.h>

#define NS_PER_US INT64_C(1000)

static void write_line(const struct match *match, int64_t ns, const char *text, struct bytes *out)
{
	qchess_stamp_write(match->started_us + ns / NS_PER_US, out);
	bytes_addf(out, " : %s\n", text);
}

static void write_name(const struct match *match, enum qchess_colour colour, struct bytes *out)
{
	const char *name = match->setup.seat[quantum_chess_seat(&match->setup, colour)].name;
	char *text = qchess_log_name(name ? name : "", name ? strlen(name) : 0);

	bytes_addf(out, "# %s : %s\n", quantum_chess_colour_name(colour), text);
	free(text);
}

static const char *colour_of(const struct match *match, int seat)
{
	bool white = seat == quantum_chess_seat(&match->setup, QCHESS_WHITE);

	return quantum_chess_colour_name(white ? QCHESS_WHITE : QCHESS_BLACK);
}

/* The original's word for a forfeit.  It has several for illegal answers: the cause decides.  */
static const char *word_of(const struct verdict *verdict)
{
	static const struct {
		const char *reason, *word;
	} words[] = {
		{REASON_TIMEOUT, "TIMEOUT"},     {REASON_CRASH, "UNRESPONSIVE"},
		{REASON_EXIT, "UNRESPONSIVE"},   {REASON_START, "UNRESPONSIVE"},
		{REASON_MEMORY, "UNRESPONSIVE"}, {REASON_RESIGN, "RESIGN"},
	};
	if (verdict->cause)
		return verdict->cause;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(verdict->reason, words[i].reason) == 0)
			return words[i].word;
	return strcmp(verdict->reason, REASON_ILLEGAL) == 0 ? "ILLEGAL" : "GIBBERISH";
}

char *qchess_log_result(const struct match *match)
{
	const struct verdict *verdict = &match->verdict;
	const struct turn *last = match_turn(match, match->turn_count);

	if (verdict->cause && strcmp(verdict->cause, QCHESS_CAUSE_LOG) == 0)
		return bytes_text("%s", verdict->detail);
	if (verdict->winner == WINNER_DRAW)
		return bytes_text("%s DRAW", colour_of(match, last ? last->seat : match->setup.first));
	if (verdict->blame != SEAT_NONE)
		return bytes_text("%s %s", colour_of(match, verdict->blame), word_of(verdict));
	if (verdict->winner != WINNER_NONE)
		return bytes_text("%s", colour_of(match, verdict->winner));
	return bytes_text("%s", verdict->reason);
}

static void write_beginning(const struct match *match, const struct quantum_chess *game, struct bytes *out)
{
	char *board = quantum_chess_write_board(game);

	bytes_add_text(out, "# Log starts ");
	qchess_stamp_write(match->started_us, out);
	bytes_add_text(out, "\n");
	write_name(match, QCHESS_WHITE, out);
	write_name(match, QCHESS_BLACK, out);
	bytes_addf(out, "# Initial board\n%s# Start game\n", board);
	free(board);
}

/* Writes all turns.  *ns: when the last one ended.  */
static char *write_turns(const struct match *match, struct quantum_chess *game, int64_t *ns,
			 struct bytes *out)
{
	for (int n = 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_turn(match, n);
		char *why, *problem;

		if (!turn)
			return bytes_text("turn %d of the match is no longer known", n);
		why = quantum_chess_play_words(game, turn->played);
		if (why) {
			problem = bytes_text("turn %d of the match is impossible: %s", n, why);
			free(why);
			return problem;
		}
		*ns = turn->began_ns + turn->think_ns;
		write_line(match, *ns, turn->played, out);
	}
	return NULL;
}

/* The words of the original always name the player who failed.  If nobody is to blame, a comment says why. */
static void write_reason(const struct verdict *verdict, struct bytes *out)
{
	char *words;

	if (verdict->winner != WINNER_NONE || verdict->blame != SEAT_NONE || !verdict->detail ||
	    strcmp(verdict->reason, REASON_INTERRUPTED) == 0)
		return;
	words = bytes_escaped(verdict->detail, strlen(verdict->detail));
	bytes_addf(out, "# %s: %s\n", verdict->reason, words);
	free(words);
}

char *qchess_log_write(const struct match *match, const struct remarks *remarks, struct bytes *out)
{
	struct quantum_chess game;
	int64_t ns = 0;
	char *problem = quantum_chess_init(&game, &match->setup), *result;

	(void)remarks;
	if (problem)
		return problem;
	write_beginning(match, &game, out);
	problem = write_turns(match, &game, &ns, out);
	if (problem)
		return problem;
	if (match->over) {
		result = qchess_log_result(match);
		write_line(match, match->ended_ns > ns ? match->ended_ns : ns, result, out);
		free(result);
		write_reason(&match->verdict, out);
	}
	bytes_add_text(out, "# EOF\n");
	return NULL;
}
