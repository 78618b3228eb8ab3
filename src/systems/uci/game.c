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
	if (told)
		bytes_addf(told, strstr(told->at, " moves ") ? " %s" : " moves %s", words);
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
static char *play_moves(struct chess_game *game, struct text moves, struct bytes *told)
{
	struct text word;

	while ((word = text_word(&moves)).size) {
		struct chess_move move;
		enum chess_reading reading;

		word = without_number(word);
		if (!word.size)
			continue;
		reading = chess_read_move(&game->now, word, &move);
		if (reading != CHESS_READ)
			return text_problem("", word, " is %s", chess_refusal(reading));
		chess_told_add(told, chess_uci_words(&game->now, move).at);
		chess_go(game, move);
	}
	return NULL;
}

char *chess_game_read(struct chess_game *game, const struct setup *setup, struct text words,
		      struct bytes *told)
{
	struct chess_position position = chess_start;
	struct text rest = words = text_trimmed(words), word = text_word(&rest);
	bool is_start = text_is(word, "startpos"), is_fen = text_is(word, "fen");
	const char *end;
	char *problem;
	int64_t number;

	if (is_start || is_fen)
		words = rest;
	is_fen = is_fen || memchr(words.at, '/', words.size);
	end = words.at;
	is_start = !is_fen;
	if (is_fen && !chess_read_fen(&position, words, &end, NULL, &problem))
		return problem;
	if (chess_is_960(setup) && text_is_number(words, &number) && number >= 0 && number < 960) {
		position = chess_start960((int)number);
		end += words.size;
		is_start = false;
	}
	position.chess960 = chess_is_960(setup);
	chess_begin(game, &position);
	if (told)
		bytes_addf(told, is_start ? "startpos" : "fen %s", chess_fen(&position).at);
	words = rest = text_trimmed((struct text){end, words.size - (size_t)(end - words.at)});
	if (text_is(text_word(&rest), "moves"))
		words = rest;
	else if (is_fen && words.size)
		return text_problem("", words, " follows the FEN: expected \"moves\" and moves");
	return play_moves(game, words, told);
}

char *chess_game_begin(struct chess_game *game, const struct setup *setup, struct bytes *told)
{
	const char *opening = setup_text(setup, &chess_option_opening);
	char *why = chess_game_read(game, setup, text_of(opening), told);

	if (!why && chess_end(game) != CHESS_GOES_ON)
		why = bytes_text("the game is over there (%s): an opening must leave something to play",
				 chess_reason(chess_end(game)));
	return bytes_behind(why, "the opening \"%s\": ", opening);
}

/* ---- turns ---- */

bool chess_game_play(struct chess_game *game, struct text word)
{
	struct chess_move move;

	if (!chess_read_uci(&game->now, word, &move))
		return false;
	chess_go(game, move);
	return true;
}

bool chess_game_turn(struct chess_game *game, const struct match *match, int n)
{
	const struct turn *turn = match_turn(match, n);

	return turn && turn->played && chess_game_play(game, text_of(turn->played));
}

bool chess_game_goto(struct chess_game *game, const struct match *match, int turns, struct bytes *told)
{
	FREED char *problem = chess_game_begin(game, &match->setup, told);

	if (problem) {
		chess_begin(game, &chess_start);
		return false;
	}
	for (int n = 1; n <= turns; n++) {
		if (!chess_game_turn(game, match, n))
			return false;
		chess_told_add(told, match_turn(match, n)->played);
	}
	return true;
}

/* ---- a move that is refused ---- */

enum { ALTERNATIVES_TOLD = 3 };

/* The last position of the same side in which it was legal.  */
static void add_earlier(struct bytes *lines, const struct match *match, struct text word)
{
	int at = -1;
	struct chess_game game;
	struct chess_move move;
	const char *played;

	free(chess_game_begin(&game, &match->setup, NULL));
	for (int n = 0; n < match->turn_count; n++) {
		if ((match->turn_count - n) % 2 == 0 && chess_read_uci(&game.now, word, &move))
			at = n;
		if (!chess_game_turn(&game, match, n + 1))
			return;
	}
	if (at < 0)
		return;
	played = match_turn(match, at + 1)->played;
	bytes_addf(lines, "  It was legal after %d move%s, where %s was played.\n", at, at == 1 ? "" : "s",
		   text_is(word, played) ? "it" : played);
}

/* Other last moves after which it would be legal, if they are few.  */
static void add_alternatives(struct bytes *lines, const struct match *match, struct text word)
{
	struct chess_move moves[CHESS_MOVES_MOST], move;
	struct chess_game game;
	FREED_BY(bytes_free) struct bytes found = {0};
	int count, told = 0;

	if (match->turn_count < 1 || !chess_game_goto(&game, match, match->turn_count - 1, NULL))
		return;
	count = chess_moves(&game.now, moves);
	for (int i = 0; i < count; i++) {
		struct chess_position then = game.now;

		chess_play(&then, moves[i]);
		if (chess_read_uci(&then, word, &move))
			bytes_addf(&found, "%s%s", told++ ? " or " : "",
				   chess_uci_words(&game.now, moves[i]).at);
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
