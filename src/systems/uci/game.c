/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* game.c - a game of chess as a match: with which options it is set up, how it begins, and its turns again.
 */
#include "game.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

const struct option_row chess_option_opening =
	OPTION_ROW("opening", OPTION_TEXT, "FEN|MOVES|FILE[:N]", 0, .path = PATH_READ,
		   .help = "the position that the game begins with; a FEN, moves as e4 e5 Nf3, or both with "
			   "the word \"moves\" between",
		   .text = "");
const struct option_row chess_option_chess960 =
	OPTION_ROW("chess960", OPTION_SWITCH, NULL, 0,
		   .help = "castle as in Chess960, and tell engines so (UCI_Chess960); --opening may "
			   "then be the number of a first position, 0 to 959",
		   .shown = true);
const struct option_row chess_option_fide =
	OPTION_ROW("fide", OPTION_SWITCH, NULL, 0,
		   .help = "a flag that falls draws if the opponent cannot mate; as in FIDE's Laws, 6.9");

bool chess_is_960(const struct setup *setup)
{
	return setup_switch(setup, &chess_option_chess960);
}

int chess_seat(const struct setup *setup, enum chess_colour colour)
{
	int white = setup->first == SEAT_2 ? SEAT_2 : SEAT_1;

	return colour == CHESS_WHITE ? white : seat_opponent(white);
}

enum chess_colour chess_colour_of(const struct setup *setup, int seat)
{
	return seat == chess_seat(setup, CHESS_WHITE) ? CHESS_WHITE : CHESS_BLACK;
}

const char *chess_reason(enum chess_end end)
{
	static const char *const reasons[] = {
		[CHESS_MATE] = "mate",
		[CHESS_STALEMATE] = "stalemate",
		[CHESS_MATERIAL] = "material",
		[CHESS_FIFTY] = "fifty-moves",
		[CHESS_REPETITION] = "repetition",
	};

	return reasons[end];
}

const char *chess_refusal(enum chess_reading reading)
{
	return reading == CHESS_NO_MOVE     ? "no move such as e4, Nf3 or e2e4"
	       : reading == CHESS_AMBIGUOUS ? "several moves there: say which piece, as in Nbd2"
					    : "not legal there";
}

/* ---- the opening ---- */

void chess_told_add(struct bytes *told, const char *words)
{
	if (!strstr(told->at, " moves "))
		bytes_add_text(told, " moves");
	bytes_addf(told, " %s", words);
}

/* Is it the number of a move, as "1." or "1..."?  What follows it without a blank stays.  */
static struct text without_number(struct text word)
{
	size_t digits = 0;

	while (digits < word.size && word.at[digits] >= '0' && word.at[digits] <= '9')
		digits++;
	if (!digits || digits == word.size || word.at[digits] != '.')
		return word;
	while (digits < word.size && word.at[digits] == '.')
		digits++;
	return (struct text){word.at + digits, word.size - digits};
}

/* Plays the moves of an opening.  NULL, or which of them is wrong; the caller frees.  */
static char *play_moves(struct chess_game *game, struct text moves, bool chess960, struct bytes *told)
{
	struct text word;

	while ((word = text_word(&moves)).size) {
		char words[CHESS_WORDS_MOST];
		struct chess_move move;
		enum chess_reading reading;

		word = without_number(word);
		if (!word.size)
			continue;
		reading = chess_read_move(&game->now, word.at, word.size, &move);
		if (reading != CHESS_READ)
			return text_problem("", word, " is %s", chess_refusal(reading));
		chess_uci_words(&game->now, move, chess960, words);
		chess_go(game, move);
		if (told)
			chess_told_add(told, words);
	}
	return NULL;
}

/* Reads the number of a first position of Chess960, and nothing else.  */
static bool read_start960(struct text text, struct chess_position *position)
{
	int64_t number;

	if (!text_take_number(&text, &number) || text.size || number < 0 || number >= 960)
		return false;
	*position = chess_start960((int)number);
	return true;
}

char *chess_game_read(struct chess_game *game, const struct setup *setup, const char *words,
		      struct bytes *told)
{
	bool chess960 = chess_is_960(setup), is_fen = strchr(words, '/'), is_start;
	struct text moves = text_trimmed(text_of(words));
	struct chess_position position = chess_start;
	const char *end = moves.at;
	char fen[CHESS_FEN_MOST], *problem;

	is_start = !(chess960 && read_start960(moves, &position)) && !is_fen;
	if (!is_start && !is_fen)
		end += moves.size;
	if (is_fen && !chess_read_fen(&position, moves.at, moves.size, &end, NULL, &problem))
		return problem;
	moves = text_trimmed((struct text){end, moves.size - (size_t)(end - moves.at)});
	chess_begin(game, &position);
	chess_write_fen(&position, chess960, fen);
	if (told)
		bytes_addf(told, is_start ? "startpos" : "fen %s", fen);
	if (is_fen && moves.size) {
		struct text rest = moves;

		if (!text_is(text_word(&rest), "moves"))
			return text_problem("", moves, " follows the FEN: expected \"moves\" and moves");
		moves = rest;
	}
	return play_moves(game, moves, chess960, told);
}

char *chess_game_begin(struct chess_game *game, const struct setup *setup, struct bytes *told)
{
	const char *opening = setup_text(setup, &chess_option_opening);
	char *why = chess_game_read(game, setup, opening, told), *problem;

	if (!why && chess_end(game) != CHESS_GOES_ON)
		why = bytes_text("the game is over there (%s): an opening must leave something to play",
				 chess_reason(chess_end(game)));
	if (!why)
		return NULL;
	problem = bytes_text("the opening \"%s\": %s", opening, why);
	free(why);
	return problem;
}

/* ---- turns ---- */

bool chess_game_play(struct chess_game *game, const struct setup *setup, const char *played)
{
	struct chess_move move;

	if (!played || !chess_read_uci(&game->now, played, strlen(played), chess_is_960(setup), &move))
		return false;
	chess_go(game, move);
	return true;
}

bool chess_game_goto(struct chess_game *game, const struct match *match, int turns)
{
	char *problem = chess_game_begin(game, &match->setup, NULL);

	if (problem) {
		chess_begin(game, &chess_start);
		free(problem);
		return false;
	}
	for (int n = 1; n <= turns; n++) {
		const struct turn *turn = match_turn(match, n);

		if (!turn || !chess_game_play(game, &match->setup, turn->played))
			return false;
	}
	return true;
}

/* ---- a move that is refused ---- */

enum { ALTERNATIVES_TOLD = 3 };

/* The last position of the same side in which it was legal.  */
static void add_earlier(struct bytes *lines, const struct match *match, struct text word)
{
	bool chess960 = chess_is_960(&match->setup);
	int at = -1;
	struct chess_game game;
	struct chess_move move;
	const struct turn *turn;

	free(chess_game_begin(&game, &match->setup, NULL));
	for (int n = 0; n < match->turn_count; n++) {
		turn = match_turn(match, n + 1);
		if ((match->turn_count - n) % 2 == 0 &&
		    chess_read_uci(&game.now, word.at, word.size, chess960, &move))
			at = n;
		if (!chess_game_play(&game, &match->setup, turn->played))
			return;
	}
	if (at < 0)
		return;
	turn = match_turn(match, at + 1);
	bytes_addf(lines, "  It was legal after %d move%s, where %s was played.\n", at, at == 1 ? "" : "s",
		   text_is(word, turn->played) ? "it" : turn->played);
}

/* Other last moves after which it would be legal, if they are few.  */
static void add_alternatives(struct bytes *lines, const struct match *match, struct text word)
{
	bool chess960 = chess_is_960(&match->setup);
	struct chess_move moves[CHESS_MOVES_MOST], move;
	struct chess_game game;
	FREED_BY(bytes_free) struct bytes found = {0};
	int count, told = 0;

	if (match->turn_count < 1 || !chess_game_goto(&game, match, match->turn_count - 1))
		return;
	count = chess_moves(&game.now, moves);
	for (int i = 0; i < count; i++) {
		struct chess_position then = game.now;
		char words[CHESS_WORDS_MOST];

		chess_play(&then, moves[i]);
		if (!chess_read_uci(&then, word.at, word.size, chess960, &move))
			continue;
		chess_uci_words(&game.now, moves[i], chess960, words);
		bytes_addf(&found, "%s%s", told++ ? " or " : "", words);
	}
	if (told && told <= ALTERNATIVES_TOLD)
		bytes_addf(lines, "  It would be legal if %s had been played, not %s.\n", found.at,
			   match_turn(match, match->turn_count)->played);
}

char *chess_refused(const struct match *match, struct text word)
{
	struct bytes lines = {0};

	add_earlier(&lines, match, word);
	add_alternatives(&lines, match, word);
	return lines.at;
}
