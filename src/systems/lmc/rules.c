/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - plays a game of symbols from its setup to its last round, whatever its rules are.
 *
 * The games are those of the table (lmc, Games). A round is complete when every seat that had to move has
 * moved.  */
#include "rules_state.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* In the order of SYMBOL_GAMES.  */
static const struct symbol_rules *const games[] = {
	&symbols_roshambo,  &symbols_matching_pennies, &symbols_penalty, &symbols_prisoners,
	&symbols_tictactoe, &symbols_imitate,          &symbols_cycle,
};

enum { GAMES = sizeof(games) / sizeof(games[0]) };

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
	.least = SYMBOLS_LEAST, .most = SYMBOLS_LETTERS_MOST, .unit = "letters", .value = 5);
const struct option_row symbols_option_period =
	OPTION_ROW("period", OPTION_COUNT, "N", 0, .rare = true, .help = "in cycle: the length of the cycle",
		   .least = 1, .most = SYMBOLS_PERIOD_MOST, .unit = "symbols", .value = 7);
const struct option_row symbols_option_table = OPTION_ROW("table", OPTION_TEXT, "TABLE", 0, .help = NULL);

/* NULL: there is no game of that name.  */
static const struct symbol_rules *rules_of(const struct setup *setup)
{
	const char *name = setup_text(setup, &symbols_option_game);

	if (setup_text(setup, &symbols_option_table))
		return &symbols_from_file;
	for (int i = 0; i < GAMES; i++)
		if (strcmp(name, games[i]->name) == 0)
			return games[i];
	return NULL;
}

bool symbols_has_first(const struct setup *setup)
{
	const struct symbol_rules *rules = rules_of(setup);

	return rules && (rules->by_turns || rules->role[0]);
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
	if (!table)
		table = game->rules->table;
	if (!table)
		return symbols_set_title(game, name, strlen(name));
	why = symbols_read_table(game, table);
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

bool symbols_over(const struct symbols *game)
{
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
	if (game->waits_for[SEAT_1] || game->waits_for[SEAT_2])
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

const char *symbols_role(const struct symbols *game, int seat)
{
	if (seat < SEAT_1 || seat >= SEATS || symbols_over(game))
		return NULL;
	return game->rules->role[seat != symbols_row_seat(game)];
}

/* ---- the board of tictactoe ---- */

bool symbols_has_board(const struct symbols *game)
{
	return game->rules == &symbols_tictactoe;
}

int symbols_at(const struct symbols *game, int square)
{
	return square >= 1 && square <= SYMBOLS_SQUARES ? game->mark[square - 1] : SEAT_NONE;
}
