/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - the games of symbols (lmc, Games): their tables, what each kind of game does in a round, and how
 * one is played from its setup to its last round.
 *
 * A round is complete when every seat that had to move has moved.  The value of the option "table" is the
 * table of a game of pairs: its name, its symbols, and a line for each symbol of the row's seat.  The line
 * has that seat's score and the other's for each symbol of the other.  Of another judge's game (ringside tap)
 * it has the symbols alone.  */
#include "rules.h"

#include "ringside/bytes.h"
#include "ringside/setup.h"
#include "ringside/words.h"
#include "systems/text.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	TITLE_MOST = 60, /* bytes of a game's name */
	SQUARES = 9,
	LETTERS_MOST = 26,
	PERIOD_MOST = 1000,
	DECIMALS = 6,
	POINT = 1000000 /* a score of 1 in tables, which are in millionths */
};

struct symbol_rules {
	const char *name;    /* as in SYMBOL_GAMES */
	const char *table;   /* of a game of pairs; NULL: another kind of game */
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
	char title[TITLE_MOST + 1];
	int count;
	char name[SYMBOLS_MOST][SYMBOL_SIZE_MOST + 1];
	bool seated[SEATS];
	int first;             /* the seat that begins, or has the first role */
	int64_t turns;         /* moves of each seat; if the seats take turns, half of all moves */
	int64_t round;         /* complete rounds */
	bool waits_for[SEATS]; /* seats that have to move */
	int played[SEATS];     /* in this round, by the seats that have moved */

	int32_t *pays; /* of a game of pairs, in millionths: [row symbol][column symbol][0: row, 1: column] */

	int8_t mark[SQUARES]; /* of tictactoe: whose mark it is */
	int beginner, mover;  /* of this board, of this round */
	bool board_over;

	uint64_t random; /* state of the generator */
	int letters;     /* how many symbols a game for one has */
	int cue;         /* of this round of imitate */
	int period;
	uint8_t cycle[PERIOD_MOST];
};

/* ---- a table as text ---- */

/* Can every terminal show it?  That is UTF-8 without control characters.  */
static bool is_plain(struct text text)
{
	for (size_t at = 0, length; at < text.size; at += length) {
		unsigned char c = (unsigned char)text.at[at];

		length = words_character(text.at + at, text.size - at, NULL);
		if (!length || c < 0x20 || c == 0x7f || (c == 0xc2 && (unsigned char)text.at[at + 1] < 0xa0))
			return false;
	}
	return true;
}

/* These set the game's name, add a symbol, add all symbols of a text with blanks between them.  NULL, or what
   is wrong with the text, for people; *wrong is where.  */

static char *set_title(struct symbols *game, struct text text)
{
	if (!text.size || text.size > TITLE_MOST || !is_plain(text))
		return text_problem("the name ", text,
				    ": expected 1 to %d bytes of UTF-8 without control characters",
				    TITLE_MOST);
	memcpy(game->title, text.at, text.size);
	game->title[text.size] = '\0';
	return NULL;
}

/* The last row of a table in the document says what a symbol may be (lmc, Faults).  */
static char *add_symbol(struct symbols *game, struct text name)
{
	static const char before[] = "the symbol ";

	assert(game->count >= 0 && game->count <= SYMBOLS_MOST);
	if (name.size && (*name.at == '@' || *name.at == '#'))
		return text_problem(before, name,
				    " begins with @ or #, which mean channels and comments: expected another "
				    "first character");
	if (!name.size || !is_plain(name))
		return text_problem(before, name,
				    " holds control characters or is not UTF-8: expected plain text");
	if (symbols_find(game, name.at, name.size) != SYMBOL_NONE)
		return text_problem(before, name, " is there twice: expected each symbol once");
	if (name.size > SYMBOL_SIZE_MOST)
		return text_problem(before, name, " has %zu bytes: expected at most %d", name.size,
				    SYMBOL_SIZE_MOST);
	if (game->count == SYMBOLS_MOST)
		return text_problem(before, name, " is one too many: expected at most %d symbols",
				    SYMBOLS_MOST);
	memcpy(game->name[game->count], name.at, name.size);
	game->name[game->count++][name.size] = '\0';
	return NULL;
}

static char *add_symbols(struct symbols *game, struct text text, const char **wrong)
{
	char *problem = NULL;

	for (struct text word; !problem && (word = text_word(&text)).size;) {
		*wrong = word.at;
		problem = add_symbol(game, word);
	}
	if (problem || game->count >= SYMBOLS_LEAST)
		return problem;
	return bytes_text("%s: expected %d to %d, with blanks between them",
			  game->count ? "one symbol alone" : "no symbols", SYMBOLS_LEAST, SYMBOLS_MOST);
}

static void add_score(struct bytes *text, int32_t score)
{
	int32_t size = score < 0 ? -score : score, fraction = size % POINT;
	int decimals = DECIMALS;

	assert(score >= -POINT && score <= POINT);
	bytes_addf(text, "%s%d", score < 0 ? "-" : "", (int)(size / POINT));
	if (!fraction)
		return;
	for (; fraction % 10 == 0; fraction /= 10)
		decimals--;
	bytes_addf(text, ".%0*d", decimals, (int)fraction);
}

/* Where the two payoffs of a pair stand.  */
static int32_t *pay_of(const struct symbols *game, int row, int column)
{
	assert(game->pays);
	assert(row >= 0 && row < game->count && column >= 0 && column < game->count);
	return &game->pays[2 * (row * game->count + column)];
}

static char *write_table(const struct symbols *game)
{
	struct bytes text = {0};

	assert(game->pays && game->count >= SYMBOLS_LEAST);
	bytes_addf(&text, "%s\n", game->title);
	for (int i = 0; i < game->count; i++)
		bytes_addf(&text, "%s%c", game->name[i], i + 1 < game->count ? ' ' : '\n');
	for (int i = 0; i < 2 * game->count * game->count; i++) {
		add_score(&text, game->pays[i]);
		bytes_add_text(&text, (i + 1) % (2 * game->count) ? " " : "\n");
	}
	return text.at;
}

/* Reads the payoffs of one symbol of the row's seat.  */
static char *read_row(struct symbols *game, int row, struct text line)
{
	struct text word;

	assert(row >= 0 && row < game->count);
	for (int i = 0; i < 2 * game->count; i++) {
		word = text_word(&line);
		if (!text_is_millionths(word, &pay_of(game, row, i / 2)[i % 2])) {
			FREED char *before =
				bytes_text("the payoff of %s and %s is ", game->name[row], game->name[i / 2]);

			return text_problem(before, word,
					    ": expected a number from -1 to 1 with at most %d decimals",
					    DECIMALS);
		}
	}
	if (!text_word(&line).size)
		return NULL;
	return bytes_text("there are too many payoffs of %s: expected %d numbers", game->name[row],
			  2 * game->count);
}

/* Reads title, symbols and payoffs.  NULL, or what is wrong, for people.  */
static char *read_table(struct symbols *game, struct text text)
{
	struct text line;
	const char *wrong;
	char *problem;

	assert(!game->pays && game->count == 0);
	text_line(&text, &line);
	problem = set_title(game, line);
	text_line(&text, &line);
	if (!problem)
		problem = add_symbols(game, line, &wrong);
	if (problem)
		return problem;
	game->pays = bytes_new(2 * sizeof(*game->pays) * (size_t)(game->count * game->count));
	for (int row = 0; row < game->count && !problem; row++) {
		text_line(&text, &line);
		problem = read_row(game, row, line);
	}
	if (!problem && text.size)
		problem = bytes_text("lines after the payoffs: expected nothing more");
	return problem;
}

/* ---- pairs: both seats move at once, and the table has the scores ---- */

static int row_seat(const struct symbols *game)
{
	assert(game->first == SEAT_1 || game->first == SEAT_2);
	if (!game->rules->role[0])
		return SEAT_1;
	return game->round % 2 ? seat_opponent(game->first) : game->first;
}

/* Are the two scores of every pair opposite?  */
static bool is_zero_sum(const struct symbols *game)
{
	assert(game->pays);
	for (int i = 0; i < game->count * game->count; i++)
		if (game->pays[2 * i] != -game->pays[2 * i + 1])
			return false;
	return true;
}

/* An unknown symbol loses the round, and the opponent has nothing to see.  */
static bool finish_unknown(const struct symbols *game, struct symbol_news news[SEATS])
{
	if (game->played[SEAT_1] != SYMBOL_NONE && game->played[SEAT_2] != SYMBOL_NONE)
		return false;
	for (int seat = SEAT_1; seat < SEATS; seat++)
		news[seat].score = game->played[seat] == SYMBOL_NONE ? -1 : 1;
	return true;
}

static void finish_pair(struct symbols *game, struct symbol_news news[SEATS])
{
	int row = row_seat(game), column = seat_opponent(row);

	assert(game->pays && game->rules->finish == finish_pair);
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		news[seat].input = game->played[seat_opponent(seat)];
		news[seat].scored = true;
	}
	if (!finish_unknown(game, news)) {
		const int32_t *pay = pay_of(game, game->played[row], game->played[column]);

		news[row].score = (double)pay[0] / POINT;
		news[column].score = (double)pay[1] / POINT;
	}
}

/* ---- tictactoe, board after board ----
 *
 * A board ends when there are three in a row, when it is full, or when a seat marks a taken square, which
 * loses the board.  Scores are given only then.  A board that is unfinished after the last turn does not
 * count.  */

static const uint8_t lines[][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
				   {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static void begin_boards(struct symbols *game)
{
	assert(game->count == 0);
	for (const char *digit = "123456789"; *digit; digit++)
		add_symbol(game, (struct text){digit, 1});
	/* As if the other seat had begun a board that has just ended.  */
	game->beginner = seat_opponent(game->first);
	game->board_over = true;
}

static void next_turn(struct symbols *game)
{
	assert(game->beginner == SEAT_1 || game->beginner == SEAT_2);
	game->mover = seat_opponent(game->mover);
	if (game->board_over) {
		game->mover = game->beginner = seat_opponent(game->beginner);
		memset(game->mark, SEAT_NONE, sizeof(game->mark));
		game->board_over = false;
	}
	game->waits_for[seat_opponent(game->mover)] = false;
}

static bool has_row(const struct symbols *game, int seat)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (game->mark[lines[i][0]] == seat && game->mark[lines[i][1]] == seat &&
		    game->mark[lines[i][2]] == seat)
			return true;
	return false;
}

static void finish_turn(struct symbols *game, struct symbol_news news[SEATS])
{
	int mover = game->mover, other = seat_opponent(mover), square = game->played[mover];
	/* A symbol that is no square is as bad as a taken square.  */
	bool lost = square == SYMBOL_NONE || game->mark[square] != SEAT_NONE, won = false;
	int score;

	assert(mover == SEAT_1 || mover == SEAT_2);
	assert(square >= SYMBOL_NONE && square < SQUARES);
	assert(!game->board_over);
	if (!lost) {
		game->mark[square] = (int8_t)mover;
		won = has_row(game, mover);
	}
	game->board_over = lost || won || !memchr(game->mark, SEAT_NONE, sizeof(game->mark));
	news[other].input = square;
	news[mover].scored = news[other].scored = game->board_over;
	score = lost ? -1 : won;
	news[mover].score = score;
	news[other].score = -score;
}

/* ---- games for one player, whose secret comes from the seed ----
 *
 * Two seats play the same secret side by side and do not affect each other.  */

static void name_letters(struct symbols *game)
{
	assert(game->count == 0 && game->letters >= SYMBOLS_LEAST && game->letters <= LETTERS_MOST);
	for (int i = 0; i < game->letters; i++)
		add_symbol(game, (struct text){&"abcdefghijklmnopqrstuvwxyz"[i], 1});
}

/* Each player scores 1 for the right symbol, otherwise -1.  */
static void score_seats(const struct symbols *game, int right, struct symbol_news news[SEATS])
{
	assert(right >= 0 && right < game->count);
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (game->seated[seat]) {
			news[seat].scored = true;
			news[seat].score = game->played[seat] == right ? 1 : -1;
		}
}

/* ---- imitate ---- */

static void next_cue(struct symbols *game)
{
	game->cue = (int)seed_below(&game->random, (uint64_t)game->count);
}

static void finish_imitation(struct symbols *game, struct symbol_news news[SEATS])
{
	score_seats(game, game->cue, news);
}

/* Does the cycle repeat within its period?  */
static bool repeats_within(const struct symbols *game)
{
	for (int length = 1; length < game->period; length++) {
		int at = 0;

		if (game->period % length)
			continue;
		while (at + length < game->period && game->cycle[at] == game->cycle[at + length])
			at++;
		if (at + length == game->period)
			return true;
	}
	return false;
}

/* A cycle that repeats earlier does not have the wanted period, so it is drawn again.  */
static void hide_cycle(struct symbols *game)
{
	assert(game->period > 0 && game->period <= PERIOD_MOST);
	name_letters(game);
	do {
		for (int i = 0; i < game->period; i++)
			game->cycle[i] = (uint8_t)(int)seed_below(&game->random, (uint64_t)game->count);
	} while (repeats_within(game));
}

static void finish_prediction(struct symbols *game, struct symbol_news news[SEATS])
{
	int right = game->cycle[game->round % game->period];

	score_seats(game, right, news);
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (game->seated[seat])
			news[seat].input = right;
}

/* ---- the games ---- */

/* In the order of SYMBOL_GAMES.  */
static const struct symbol_rules games[] = {
	{
		.name = "roshambo",
		.table = "roshambo\n"
			 "rock paper scissors\n"
			 "0 0 -1 1 1 -1\n"
			 "1 -1 0 0 -1 1\n"
			 "-1 1 1 -1 0 0\n",
		.finish = finish_pair,
	},
	{
		.name = "matching-pennies",
		.table = "matching-pennies\n"
			 "heads tails\n"
			 "1 -1 -1 1\n"
			 "-1 1 1 -1\n",
		.finish = finish_pair,
	},
	{
		.name = "penalty",
		.table = "penalty\n"
			 "left centre right\n"
			 "-1 1 1 -1 1 -1\n"
			 "1 -1 -1 1 1 -1\n"
			 "1 -1 1 -1 -1 1\n",
		.role = {"shooter", "keeper"},
		.finish = finish_pair,
	},
	/* (x - 2.5) / 2.5, where x is 3 for both, 0 and 5, or 1 for both.  */
	{
		.name = "prisoners",
		.table = "prisoners\n"
			 "cooperate defect\n"
			 "0.2 0.2 -1 1\n"
			 "1 -1 -0.6 -0.6\n",
		.finish = finish_pair,
	},
	{
		.name = "tictactoe",
		.by_turns = true,
		.begin = begin_boards,
		.next = next_turn,
		.finish = finish_turn,
	},
	{
		.name = "imitate",
		.for_one = true,
		.begin = name_letters,
		.next = next_cue,
		.finish = finish_imitation,
	},
	{
		.name = "cycle",
		.for_one = true,
		.begin = hide_cycle,
		.finish = finish_prediction,
	},
};

static const struct symbol_rules from_file = {.finish = finish_pair};

/* Of a game that another judge has, only the symbols are known.  Each move is a round, of any seat.  */
static void finish_outside(struct symbols *game, struct symbol_news news[SEATS])
{
	(void)game, (void)news;
}

static const struct symbol_rules outside = {.by_turns = true, .finish = finish_outside};

/* ---- the setup ---- */

static const struct option_choice names[] = {
#define X(name, title) {name, 0, title},
	SYMBOL_GAMES(X)
#undef X
		{0},
};

const struct option_row symbols_option_game = OPTION_ROW(
	"game", OPTION_INI, "NAME|FILE", 0, .path = PATH_READ,
	.help = "the game, or an INI file that describes one; ringside list names the games; an INI file has "
		"symbols and payoffs",
	.choices = names, .unit = "an INI file that describes a game", .content = &symbols_option_table,
	.from_ini = symbols_table, .text = "roshambo", .shown = true);
const struct option_row symbols_option_turns =
	OPTION_ROW("turns", OPTION_COUNT, "N", 0, .help = "the number of moves of each seat", .least = 1,
		   .most = OPTION_MANY, .unit = "moves", .value = 1000, .shown = true);
const struct option_row symbols_option_symbols = OPTION_ROW(
	"symbols", OPTION_COUNT, "N", 0, .rare = true, .help = "in imitate and cycle: the number of letters",
	.least = SYMBOLS_LEAST, .most = LETTERS_MOST, .unit = "letters", .value = 5);
const struct option_row symbols_option_period =
	OPTION_ROW("period", OPTION_COUNT, "N", 0, .rare = true, .help = "in cycle: the length of the cycle",
		   .least = 1, .most = PERIOD_MOST, .unit = "symbols", .value = 7);
const struct option_row symbols_option_table = OPTION_ROW("table", OPTION_TEXT, "TABLE", 0, .help = NULL);

/* NULL: there is no game of that name.  */
static const struct symbol_rules *rules_of(const struct setup *setup)
{
	const char *name = setup_text(setup, &symbols_option_game);

	if (setup_given(setup, OPTION_TAPPED))
		return &outside;
	if (setup_text(setup, &symbols_option_table))
		return &from_file;
	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++)
		if (strcmp(name, games[i].name) == 0)
			return &games[i];
	return NULL;
}

bool symbols_has_first(const struct setup *setup)
{
	const struct symbol_rules *rules = rules_of(setup);

	return rules && rules != &outside && (rules->by_turns || rules->role[0]);
}

/* Another judge may have told other symbols than a game can have.  Then none is known.  */
static char *take_outside(struct symbols *game, const char *told)
{
	const char *wrong;
	FREED char *problem = add_symbols(game, text_of(told ? told : ""), &wrong);

	if (problem)
		game->count = 0;
	return set_title(game, text_of("another judge's game"));
}

/* Chooses the rules. A game with a table also gets its title, symbols and payoffs.  */
static char *choose_rules(struct symbols *game, const struct setup *setup)
{
	const char *name = setup_text(setup, &symbols_option_game);
	const char *table = setup_text(setup, &symbols_option_table);
	char *why, *problem;

	game->rules = rules_of(setup);
	if (!game->rules)
		return option_refusal(&symbols_option_game, name);
	if (game->rules == &outside)
		return take_outside(game, table);
	if (!table)
		table = game->rules->table;
	if (!table)
		return set_title(game, text_of(name));
	why = read_table(game, text_of(table));
	if (!why)
		return NULL;
	problem = bytes_text("the table of the game %s: %s", name, why);
	free(why);
	return problem;
}

static char *take_seats(struct symbols *game, const struct setup *setup)
{
	for (int seat = SEAT_1; seat < SEATS; seat++)
		game->seated[seat] = setup->seat[seat].kind != SEAT_FREE;
	if (!game->seated[SEAT_1] && !game->seated[SEAT_2])
		return bytes_text("both seats are free: expected a player for %s", game->title);
	for (int seat = SEAT_1; seat < SEATS && !game->rules->for_one; seat++)
		if (!game->seated[seat])
			return bytes_text("%s is for two players: seat %d is free", game->title, seat);
	return NULL;
}

static void begin_round(struct symbols *game)
{
	assert(game->seated[SEAT_1] || game->seated[SEAT_2]);
	assert(!game->seated[SEAT_NONE]);
	memcpy(game->waits_for, game->seated, sizeof(game->waits_for));
	if (game->rules->next)
		game->rules->next(game);
}

struct symbols *symbols_new(const struct setup *setup, char **problem)
{
	struct symbols *game = bytes_new(sizeof(*game));

	assert(problem);
	game->first = setup->first == SEAT_2 ? SEAT_2 : SEAT_1;
	game->random = setup->seed + (uint64_t)setup->game; /* each game of a series differs */
	game->cue = SYMBOL_NONE;
	game->turns = setup_count(setup, &symbols_option_turns);
	game->letters = (int)setup_count(setup, &symbols_option_symbols);
	game->period = (int)setup_count(setup, &symbols_option_period);
	*problem = choose_rules(game, setup);
	if (!*problem)
		*problem = take_seats(game, setup);
	if (*problem) {
		symbols_free(game);
		return NULL;
	}
	if (game->rules->begin)
		game->rules->begin(game);
	begin_round(game);
	return game;
}

struct symbols *symbols_copy(const struct symbols *game)
{
	size_t pairs = (size_t)game->count * (size_t)game->count;
	struct symbols *copy = bytes_new(sizeof(*copy));

	*copy = *game;
	if (game->pays) {
		copy->pays = bytes_new(pairs * 2 * sizeof(*game->pays));
		memcpy(copy->pays, game->pays, pairs * 2 * sizeof(*game->pays));
	}
	return copy;
}

void symbols_free(struct symbols *game)
{
	if (game)
		free(game->pays);
	free(game);
}

/* ---- symbols ---- */

const char *symbols_title(const struct symbols *game)
{
	return game->title;
}

int symbols_count(const struct symbols *game)
{
	return game->count;
}

const char *symbols_name(const struct symbols *game, int symbol)
{
	return symbol >= 0 && symbol < game->count ? game->name[symbol] : NULL;
}

int symbols_find(const struct symbols *game, const char *name, size_t size)
{
	assert(name || size == 0);
	for (int i = 0; size && i < game->count; i++)
		if (game->name[i][0] == *name && strlen(game->name[i]) == size &&
		    memcmp(game->name[i], name, size) == 0)
			return i;
	return SYMBOL_NONE;
}

/* ---- rounds ---- */

bool symbols_is_for_one(const struct symbols *game)
{
	return game->rules->for_one;
}

bool symbols_is_simultaneous(const struct symbols *game)
{
	return !game->rules->by_turns;
}

bool symbols_is_outside(const struct symbols *game)
{
	return game->rules == &outside;
}

bool symbols_over(const struct symbols *game)
{
	if (symbols_is_outside(game))
		return false;
	assert(game->round <= (game->rules->by_turns ? 2 : 1) * game->turns);
	return game->round == (game->rules->by_turns ? 2 : 1) * game->turns;
}

bool symbols_to_move(const struct symbols *game, int seat)
{
	return seat >= SEAT_1 && seat < SEATS && game->waits_for[seat];
}

int symbols_cue(const struct symbols *game, int seat)
{
	bool sits = seat >= SEAT_1 && seat < SEATS && game->seated[seat];

	return sits && !symbols_over(game) ? game->cue : SYMBOL_NONE;
}

bool symbols_move(struct symbols *game, int seat, int symbol, struct symbol_news news[SEATS])
{
	for (int i = 0; i < SEATS; i++)
		news[i] = (struct symbol_news){.input = SYMBOL_NONE};
	if (!symbols_to_move(game, seat) || symbol < SYMBOL_NONE || symbol >= game->count)
		return false;
	game->played[seat] = symbol;
	game->waits_for[seat] = false;
	if (!symbols_is_outside(game) && (game->waits_for[SEAT_1] || game->waits_for[SEAT_2]))
		return false;
	game->rules->finish(game, news);
	game->round++;
	if (!symbols_over(game))
		begin_round(game);
	return true;
}

int64_t symbols_round(const struct symbols *game)
{
	return game->round;
}

bool symbols_pay(const struct symbols *game, int seat, int symbol, int other, double pay[SEATS])
{
	int row = row_seat(game);
	const int32_t *pays;

	if (!game->pays)
		return false;
	pays = seat == row ? pay_of(game, symbol, other) : pay_of(game, other, symbol);
	pay[row] = (double)pays[0] / POINT;
	pay[seat_opponent(row)] = (double)pays[1] / POINT;
	return true;
}

const char *symbols_role(const struct symbols *game, int seat)
{
	if (seat < SEAT_1 || seat >= SEATS || symbols_over(game))
		return NULL;
	return game->rules->role[seat != row_seat(game)];
}

bool symbols_chance(const struct symbols *game, double *mean, double *margin)
{
	double pairs = game->count * game->count, sum = 0, squares = 0;
	int64_t rows =
		game->turns; /* rounds in which seat 1 has the rows; in the others it has the columns */

	if (!game->pays || !is_zero_sum(game))
		return false;
	if (game->rules->role[0])
		rows = (game->turns + (game->first == SEAT_1)) / 2;
	for (int i = 0; i < game->count * game->count; i++) {
		double score = (double)game->pays[2 * i] / POINT;

		sum += score / pairs;
		squares += score * score / pairs;
	}
	*mean = sum * (double)(2 * rows - game->turns);
	/* 95 % of random games lie within 1.96 standard deviations of the mean.  */
	*margin = 1.96 * sqrt(fmax(squares - sum * sum, 0) * (double)game->turns);
	return true;
}

/* ---- the board of tictactoe ---- */

bool symbols_has_board(const struct symbols *game)
{
	return game->rules->begin == begin_boards;
}

int symbols_at(const struct symbols *game, int square)
{
	return square >= 1 && square <= SQUARES ? game->mark[square - 1] : SEAT_NONE;
}

/* ---- a game in an INI file (lmc, Games: FILE) ---- */

struct reading {
	const char *path;
	struct symbols *game;
	int name_line, symbols_line; /* 0: not given yet */
	int *pay_lines;              /* the same for each pair */
};

/* These take an entry.  They return NULL, or what is wrong, and where; at first *at is the entry's name.  */

static char *take_fact(struct reading *reading, const struct ini_entry *entry, struct location *at)
{
	struct text value = text_of(entry->value);
	const char *wrong = value.at;
	bool is_name = strcmp(entry->name, "name") == 0;
	int *line = is_name ? &reading->name_line : &reading->symbols_line;
	char *problem;

	if (!is_name && strcmp(entry->name, "symbols") != 0)
		return text_problem("", text_of(entry->name), " in [game]: expected name or symbols");
	if (is_name && *line)
		return bytes_text("name is already in line %d: expected it once", *line);
	*line = entry->at.line;
	problem = is_name ? set_title(reading->game, value) : add_symbols(reading->game, value, &wrong);
	*at = location_behind(entry->value_at, value.at, wrong);
	return problem;
}

static char *unknown_symbol(const struct symbols *game, struct text name)
{
	FREED_BY(bytes_free) struct bytes all = {0};
	FREED char *known = NULL;

	for (int i = 0; i < game->count; i++)
		bytes_addf(&all, "%s%s", i ? " " : "", game->name[i]);
	known = text_shown((struct text){all.at, all.size});
	return text_problem("", name, " is no symbol of the game: expected two of %s", known);
}

/* The two symbols of `a b`.  */
static char *read_pair(const struct symbols *game, const struct ini_entry *entry, int pair[2],
		       struct location *wrong)
{
	struct text text = text_of(entry->name), rest = text, word = {"", 1};

	for (int i = 0; i < 2 && word.size; i++) {
		word = text_word(&rest);
		pair[i] = symbols_find(game, word.at, word.size);
		if (word.size && pair[i] == SYMBOL_NONE) {
			*wrong = location_behind(entry->at, text.at, word.at);
			return unknown_symbol(game, word);
		}
	}
	if (word.size && !rest.size)
		return NULL;
	return text_problem("", text, ": expected two symbols with a blank between, seat 1's and seat 2's");
}

/* The two payoffs of `1 -1`, or of `1`.  */
static char *read_pay(const struct ini_entry *entry, int32_t pay[2], struct location *wrong)
{
	struct text text = text_of(entry->value), rest = text, word;
	int count = 0;

	for (; (word = text_word(&rest)).size; count++)
		if (count == 2 || !text_is_millionths(word, &pay[count])) {
			*wrong = location_behind(entry->value_at, text.at, word.at);
			count = 0;
			break;
		}
	if (count == 1)
		pay[1] = -pay[0];
	if (count)
		return NULL;
	return text_problem("the payoff ", text,
			    ": expected one number from -1 to 1, or two such as \"1 -1\", with at most %d "
			    "decimals",
			    DECIMALS);
}

static char *take_payoff(struct reading *reading, const struct ini_entry *entry, struct location *at)
{
	struct symbols *game = reading->game;
	int pair[2] = {0}, *line;
	char *problem = read_pair(game, entry, pair, at);

	if (problem)
		return problem;
	line = &reading->pay_lines[pair[0] * game->count + pair[1]];
	if (*line)
		return bytes_text("the payoff of %s %s is already in line %d: expected each pair once",
				  game->name[pair[0]], game->name[pair[1]], *line);
	*line = entry->at.line;
	*at = entry->value_at;
	return read_pay(entry, pay_of(game, pair[0], pair[1]), at);
}

/* The payoffs come last, because they need the symbols.  */
static char *take_entry(struct reading *reading, const struct ini_entry *entry, bool payoffs,
			struct location *at)
{
	static const char expected[] = ": expected [game] or [payoff]";

	if (strcmp(entry->section, "payoff") == 0)
		return payoffs ? take_payoff(reading, entry, at) : NULL;
	if (payoffs)
		return NULL;
	if (strcmp(entry->section, "game") == 0)
		return take_fact(reading, entry, at);
	if (!*entry->section)
		return bytes_text("this is in no section%s", expected);
	*at = entry->section_at;
	return text_problem("the section ", text_of(entry->section), "%s", expected);
}

static char *take_entries(struct reading *reading, const struct ini_entry *entries, int count, bool payoffs)
{
	for (int i = 0; i < count; i++) {
		struct location at = entries[i].at;
		char *why = take_entry(reading, &entries[i], payoffs, &at);

		if (why)
			return location_problem(reading->path, at, why);
	}
	return NULL;
}

/* What is missing in the file; NULL: nothing.  */
static char *missing_fact(const struct reading *reading)
{
	if (!reading->name_line)
		return bytes_text("no name: expected \"name = NAME\" in [game]");
	if (!reading->symbols_line)
		return bytes_text("no symbols: expected \"symbols = a b c\" in [game]");
	return NULL;
}

static char *missing_payoff(const struct reading *reading)
{
	const struct symbols *game = reading->game;

	for (int i = 0; i < game->count * game->count; i++) {
		const char *row = game->name[i / game->count], *column = game->name[i % game->count];

		if (!reading->pay_lines[i])
			return bytes_text("no payoff for %s %s: expected \"%s %s = 1 -1\" or another two "
					  "scores in [payoff]",
					  row, column, row, column);
	}
	return NULL;
}

/* NULL, or what is wrong with the file, and where.  */
static char *read_file(struct reading *reading, const struct ini_entry *entries, int count)
{
	struct symbols *game = reading->game;
	char *problem = take_entries(reading, entries, count, false), *missing;
	size_t pairs = (size_t)game->count * (size_t)game->count;

	if (problem)
		return problem;
	missing = missing_fact(reading);
	if (!missing) {
		game->pays = bytes_new(pairs * 2 * sizeof(*game->pays));
		reading->pay_lines = bytes_new(pairs * sizeof(*reading->pay_lines));
		problem = take_entries(reading, entries, count, true);
		if (problem)
			return problem;
		missing = missing_payoff(reading);
	}
	return missing ? location_problem(reading->path, (struct location){0}, missing) : NULL;
}

char *symbols_table(const char *path, const struct ini_entry *entries, int count, char **problem)
{
	struct reading reading = {.path = path, .game = bytes_new(sizeof(*reading.game))};
	char *table = NULL;

	assert(path && count >= 0 && problem);
	*problem = read_file(&reading, entries, count);
	if (!*problem)
		table = write_table(reading.game);
	free(reading.pay_lines);
	symbols_free(reading.game);
	return table;
}
