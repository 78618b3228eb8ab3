/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_words.c - the text of turns, and a match played by it.
 *
 *   4 6 1 pawn     the piece on x 4, y 6 was selected: in state 1, a pawn    (agent-text-api, Update: Agent
 * selects a piece) 4 6 -> 4 4     it moved
 *
 * Logs have the same words.  */
#include "rules_state.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MOST = 40 /* bytes */, WORDS = 5, NUMBER_MOST = 1000 };

static const char *const type_names[QCHESS_TYPES] = {
	[QCHESS_PAWN] = "pawn",     [QCHESS_ROOK] = "rook",   [QCHESS_KNIGHT] = "knight",
	[QCHESS_BISHOP] = "bishop", [QCHESS_QUEEN] = "queen", [QCHESS_KING] = "king",
};

const char *quantum_chess_type_name(enum qchess_type type)
{
	return type_names[type];
}

int quantum_chess_type_named(const char *name, size_t size)
{
	for (int type = 0; type < QCHESS_TYPES; type++)
		if (strlen(type_names[type]) == size && memcmp(type_names[type], name, size) == 0)
			return type;
	return -1;
}

char *qchess_shown(const char *text, size_t size)
{
	char *escaped = bytes_escaped(text, size > SHOWN_MOST ? SHOWN_MOST : size), *shown;

	if (size <= SHOWN_MOST)
		return escaped;
	shown = bytes_text("%s…", escaped);
	free(escaped);
	return shown;
}

static char digit(int coordinate)
{
	return (char)('0' + coordinate);
}

/* By hand, because every turn needs its words and snprintf() is slow.  */
void quantum_chess_selection_words(const struct quantum_chess *game, char words[16])
{
	char numbers[] = {digit(game->from.x), ' ', digit(game->from.y), ' ', digit(game->shown_state), ' '};

	memcpy(words, numbers, sizeof(numbers));
	strcpy(words + sizeof(numbers), type_names[game->shown_type]);
}

void quantum_chess_move_words(const struct quantum_chess *game, char words[16])
{
	const char squares[] = {digit(game->moved.x), ' ', digit(game->moved.y), ' ', '-', '>', ' ',
				digit(game->to.x),    ' ', digit(game->to.y),    '\0'};

	memcpy(words, squares, sizeof(squares));
}

/* ---- understanding ---- */

struct word {
	const char *at;
	size_t size;
};

/* Splits a text into at most `most` words; returns how many there are.  */
static int split(const char *text, struct word *words, int most)
{
	static const char blanks[] = " \t\r\n";
	int count = 0;

	for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
		size_t size = strcspn(text, blanks);

		if (count < most)
			words[count] = (struct word){text, size};
		count++;
		text += size;
	}
	return count;
}

/* Reads a whole number of any length; a large value is capped.  */
static bool read_number(struct word word, int *number)
{
	bool is_negative = word.size > 1 && *word.at == '-';

	*number = 0;
	for (size_t i = is_negative; i < word.size; i++) {
		if (word.at[i] < '0' || word.at[i] > '9')
			return false;
		if (*number < NUMBER_MOST)
			*number = 10 * *number + (word.at[i] - '0');
	}
	*number = is_negative ? -*number : *number;
	return word.size > 0;
}

static bool read_square(const struct word *words, struct qchess_square *square)
{
	return read_number(words[0], &square->x) && read_number(words[1], &square->y);
}

/* The sentence for the original's word about a square.  */
static char *refused(const struct quantum_chess *game, struct qchess_square square, const char *word)
{
	const char *colour = quantum_chess_colour_name(game->to_move);

	if (strcmp(word, "BOUNDS") == 0)
		return bytes_text("BOUNDS: %d %d is off the board: expected numbers from 0 to %d", square.x,
				  square.y, QCHESS_SIDE - 1);
	if (strcmp(word, "EMPTY") == 0)
		return bytes_text("EMPTY: no piece stands on %d %d", square.x, square.y);
	if (strcmp(word, "COLOUR") == 0)
		return bytes_text("COLOUR: the piece on %d %d is not %s's, who has to move", square.x,
				  square.y, colour);
	return bytes_text("%s: the piece on %d %d does not reach %d %d", word, game->from.x, game->from.y,
			  square.x, square.y);
}

/* Can this piece, if it is selected, collapse to this type in this state?  */
static char *check_state(const struct quantum_chess *game, struct qchess_square square, int index,
			 enum qchess_type type)
{
	const struct qchess_piece *piece = &game->at[square.y][square.x];
	bool touched = game->promote_on_touch && square.y == qchess_far_row(piece->colour);
	enum qchess_type is;

	if (index < 0 && !qchess_is_settled(piece))
		return bytes_text("the piece on %d %d has two states: expected 0 or 1, not %d", square.x,
				  square.y, index);
	if (!qchess_is_settled(piece) && piece->state != QCHESS_BOTH && piece->state != index)
		return bytes_text("the piece on %d %d is in state %d, not in %d", square.x, square.y,
				  piece->state, index);
	is = piece->type[index == 1];
	if (touched && is == QCHESS_PAWN)
		is = QCHESS_QUEEN;
	if (is == type)
		return NULL;
	return bytes_text("the piece on %d %d is a %s in state %d, not a %s", square.x, square.y,
			  type_names[is], index, type_names[type]);
}

static char *play_selection(struct quantum_chess *game, struct qchess_square square, int index,
			    enum qchess_type type)
{
	const char *word;
	char *problem;

	if (game->selected)
		return bytes_text("the piece on %d %d is selected: expected its move", game->from.x,
				  game->from.y);
	word = quantum_chess_may_select(game, square);
	problem = word ? refused(game, square, word) : check_state(game, square, index, type);
	if (!problem)
		quantum_chess_select(game, square, index);
	return problem;
}

static char *play_move(struct quantum_chess *game, struct qchess_square from, struct qchess_square to)
{
	const char *word;

	if (!game->selected)
		return bytes_text("no piece is selected: expected a selection before a move");
	if (from.x != game->from.x || from.y != game->from.y)
		return bytes_text("the piece on %d %d is selected, not that on %d %d", game->from.x,
				  game->from.y, from.x, from.y);
	word = quantum_chess_may_move(game, to);
	if (word)
		return refused(game, to, word);
	quantum_chess_move(game, to);
	return NULL;
}

char *quantum_chess_play_words(struct quantum_chess *game, const char *text)
{
	static const struct word arrow = {"->", 2};
	struct word words[WORDS] = {{0}};
	struct qchess_square from, to;
	int count = split(text, words, WORDS), index, type;
	char *shown, *problem;

	if (game->end != QCHESS_GOES_ON)
		return bytes_text("the game is over (%s): nothing may follow",
				  quantum_chess_reason(game->end));
	if (count == 5 && read_square(words, &from) && words[2].size == arrow.size &&
	    memcmp(words[2].at, arrow.at, arrow.size) == 0 && read_square(words + 3, &to))
		return play_move(game, from, to);
	type = count == 4 ? quantum_chess_type_named(words[3].at, words[3].size) : -1;
	if (type >= 0 && read_square(words, &from) && read_number(words[2], &index) && index >= -1 &&
	    index <= 1)
		return play_selection(game, from, index, (enum qchess_type)type);
	shown = qchess_shown(text, strlen(text));
	problem = bytes_text(
		"\"%s\": expected a selection such as \"4 6 1 pawn\" or a move such as \"4 6 -> 4 4\"",
		shown);
	free(shown);
	return problem;
}

bool quantum_chess_goto(struct quantum_chess *game, const struct setup *setup, const struct match *turns,
			int count)
{
	char *problem = quantum_chess_init(game, setup);

	for (int n = 1; n <= count && !problem; n++) {
		const struct turn *turn = match_turn(turns, n);

		if (!turn || !turn->played)
			return false;
		problem = quantum_chess_play_words(game, turn->played);
	}
	if (!problem)
		return true;
	free(problem);
	return false;
}
