/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_past.c - a match that begins with a position of another match, and what agents are told of the turns
 * before (qchess, Log file).  */
#include "wire.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

/* The turns before the match, in the words that agents were told.  */
const struct option_row qchess_option_history =
	OPTION_ROW("history", OPTION_TEXT, "TURNS", 0, .help = NULL, .text = "");

/* The board as the original program tells it to agents.  It differs from a log in two ways: a log has
   `'?queen'` for `'unknown'`, and a blank before `at`.  The caller frees.  */
static char *public_board(const struct quantum_chess *game)
{
	char *board = quantum_chess_write_board(game);
	struct bytes text = {0};

	bytes_add(&text, "", 0);
	for (const char *at = board; *at; at++) {
		if (*at == '?') {
			bytes_add_text(&text, "unknown");
			at += strcspn(at, "'") - 1;
		} else if (strncmp(at, " at ", 4) != 0) {
			bytes_add(&text, at, 1);
		}
	}
	free(board);
	return text.at;
}

/* The turns of the match up to there, in the words that agents were told, after those that it began with.  */
static char *history(const struct match *match, int turns)
{
	const char *before = setup_text(&match->setup, &qchess_option_history);
	const struct turn *turn;
	struct bytes text = {0};

	bytes_add_text(&text, before);
	for (int n = 1; n <= turns; n++)
		if ((turn = match_turn(match, n)))
			bytes_addf(&text, "%s%s", text.size ? ";" : "", turn->played);
	bytes_add(&text, "", 0);
	return text.at;
}

static void send_past(struct qchess *q, int seat, const char *past)
{
	char *board;

	if (q->send_board) {
		board = public_board(&q->game);
		referee_send(q->judge, seat, CHANNEL_INFO, "BOARD\n");
		for (const char *line = board; *line; line += strcspn(line, "\n") + 1)
			referee_send(q->judge, seat, CHANNEL_INFO, "%.*s\n", (int)strcspn(line, "\n"), line);
		referee_send(q->judge, seat, CHANNEL_INFO, "\n");
		qchess_tell(q, seat, CHANNEL_INFO, "END BOARD");
		free(board);
		return;
	}
	for (size_t size; *past; past += size + (past[size] == ';')) {
		char *words;

		size = strcspn(past, ";");
		words = bytes_copy(past, size);
		qchess_tell(q, seat, CHANNEL_INPUT, words);
		free(words);
	}
}

void qchess_send_past(struct qchess *q, int seat)
{
	const struct match *match = referee_match(q->judge);
	char *all = history(match, match->turn_count);

	if (*all)
		send_past(q, seat, all);
	free(all);
}

char *qchess_resume(const struct match *match, int turns, struct setup *setup)
{
	static const struct option_row *const kept[] = {&quantum_chess_option_classical,
							&quantum_chess_option_promote_on_touch,
							&quantum_chess_option_max_moves};
	struct quantum_chess game;
	char *problem = quantum_chess_init(&game, &match->setup), *text;

	if (problem)
		return problem;
	if (!quantum_chess_goto(&game, &match->setup, match, turns))
		return bytes_text("one of its moves is impossible");
	if (game.selected)
		return bytes_text("turn %d is a selection, and its move follows: choose the position after "
				  "turn %d or %d",
				  turns, turns - 1, turns + 1);
	if (game.end != QCHESS_GOES_ON)
		return bytes_text("the game is over there: choose an earlier turn");
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		setup_inherit(setup, &match->setup, kept[i]);
	setup->first = match->setup.first;
	setup_put_value(setup, &quantum_chess_option_to_move, game.to_move);
	text = quantum_chess_write_board(&game);
	setup_put(setup, &quantum_chess_option_board, text);
	free(text);
	text = history(match, turns);
	setup_put(setup, &qchess_option_history, text);
	free(text);
	return NULL;
}
