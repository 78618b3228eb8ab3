/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* options.c - the options of quantum chess: those of its rules, and those of what agents are told.  */
#include "log.h"
#include "wire.h"

const struct option_row qchess_option_quit_result =
	OPTION_ROW("quit-result", OPTION_SWITCH, NULL, 0, .rare = true,
		   .help = "tell agents with QUIT how the game ended; the original program did so");
const struct option_row qchess_option_line_delay = OPTION_ROW(
	"line-delay", OPTION_COUNT, "MS", 0, .help = "the shortest time between two lines to the same agent",
	.most = 60000, .unit = "ms");
const struct option_row qchess_option_send_board =
	OPTION_ROW("send-board", OPTION_SWITCH, NULL, 0, .rare = true,
		   .help = "tell agents a position as BOARD, not as moves; of a match that begins in the "
			   "middle (--from); the lines end with END BOARD");

const struct option_row *const qchess_options[] = {
	&quantum_chess_option_classical,
	&quantum_chess_option_shuffle,
	&quantum_chess_option_promote_on_touch,
	&quantum_chess_option_max_moves,
	&qchess_option_quit_result,
	&qchess_option_line_delay,
	&qchess_option_send_board,
	&quantum_chess_option_board,
	&quantum_chess_option_draws,
	&quantum_chess_option_to_move,
	&qchess_option_history,
	NULL,
};
