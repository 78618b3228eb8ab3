/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_state.h - a game of symbols while it is played, and what each kind of game does in a round.
 *
 * rules.c plays the rounds. rules_pairs.c, rules_board.c and rules_alone.c have the rules. rules_file.c
 * makes a table of an INI file, and rules_table.c reads it.  */
#ifndef RINGSIDE_LMC_RULES_STATE_H
#define RINGSIDE_LMC_RULES_STATE_H

#include "rules.h"
#include <stdint.h>

enum {
	SYMBOLS_TITLE_MOST = 60, /* bytes of a game's name */
	SYMBOLS_SQUARES = 9,
	SYMBOLS_LETTERS_MOST = 26,
	SYMBOLS_PERIOD_MOST = 1000,
	SYMBOLS_DECIMALS = 6,
	SYMBOLS_POINT = 1000000 /* a score of 1 in tables, which are in millionths */
};

struct symbol_rules {
	const char *name;  /* as in SYMBOL_GAMES */
	const char *table; /* of a game of pairs: its name, symbols and payoffs; NULL: another kind of game */
	const char *role[2]; /* of the seat that has the rows of the table, and of the other seat; the rows
				change sides each round.  NULL: seat 1 always has the rows */
	bool for_one;
	bool by_turns;                       /* the seats take turns, and each move is a round */
	void (*begin)(struct symbols *game); /* names the symbols; the game has its options already */
	void (*next)(struct symbols *game);  /* begins a round: who moves, what is seen.  NULL: all move */
	/* Every seat that had to move has moved: fills in what each is told.  `news` is empty before.  */
	void (*finish)(struct symbols *game, struct symbol_news news[SEATS]);
};

/* It owns only `pays`.  */
struct symbols {
	const struct symbol_rules *rules;
	char title[SYMBOLS_TITLE_MOST + 1];
	int count;
	char name[SYMBOLS_MOST][SYMBOL_SIZE_MOST + 1];
	bool seated[SEATS];
	int first;             /* the seat that begins, or has the first role */
	int64_t turns;         /* moves of each seat; if the seats take turns, half of all moves */
	int64_t round;         /* complete rounds */
	bool waits_for[SEATS]; /* seats that have to move */
	int played[SEATS];     /* in this round, by the seats that have moved */

	int32_t *pays; /* of a game of pairs, in millionths: [row symbol][column symbol][0: row, 1: column] */

	int8_t mark[SYMBOLS_SQUARES]; /* of tictactoe: whose mark it is */
	int beginner, mover;          /* of this board, of this round */
	bool board_over;

	uint64_t random; /* state of the generator */
	int letters;     /* how many symbols a game for one has */
	int cue;         /* of this round of imitate */
	int period;
	uint8_t cycle[SYMBOLS_PERIOD_MOST];
};

extern const struct symbol_rules symbols_roshambo, symbols_matching_pennies, symbols_penalty,
	symbols_prisoners, symbols_from_file, symbols_tictactoe, symbols_imitate, symbols_cycle;

/* The seat that has the rows of the table in this round.  */
int symbols_row_seat(const struct symbols *game);

/* Set the game's name, add a symbol, add all symbols of a text with blanks between them.  NULL, or what is
   wrong with the text, for people; *wrong is where.  */
char *symbols_set_title(struct symbols *game, const char *text, size_t size);
char *symbols_add(struct symbols *game, const char *name, size_t size);
char *symbols_add_all(struct symbols *game, const char *text, size_t size, const char **wrong);
/* Text for a problem: escaped, quoted, and shortened.  The caller frees.  */
char *symbols_shown(const char *text, size_t size);

/* Reads a table of the form of symbols_table() into the game: title, symbols, payoffs.  NULL, or what is
   wrong with it, for people.  */
char *symbols_read_table(struct symbols *game, const char *text);
/* The table of a game; the caller frees.  */
char *symbols_write_table(const struct symbols *game);
/* A score from -1 to 1 as a decimal number, in millionths.  */
bool symbols_read_score(const char *text, size_t size, int32_t *score);
/* Where the two payoffs of a pair stand.  */
int32_t *symbols_pay(const struct symbols *game, int row, int column);

/* Finds the next word, between blanks, from *at to end, and sets *word to its beginning.  Returns its size;
   0: there is none.  */
size_t symbols_next_word(const char **at, const char *end, const char **word);

#endif
