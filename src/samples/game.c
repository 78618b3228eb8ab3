/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* game.c - layer 0 of LMC 2: what the judge says, and the state of each player.  */
#include "game.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PREFIX = 5, JUDGE_VERSION = 1 }; /* the length of "lmc2-"; the protocol that this file speaks */

struct guest {
	struct words name;
	bool awaited, left;
	double sum;
};

struct game_table {
	const struct game *game;
	FILE *out;
	uint64_t seed;
	int players;
	bool running, over; /* a game is being played; the judge said exit */
	struct guest guests[PLAYERS_MOST];
	struct words words; /* of the line */
};

static void comment(struct game_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void comment(struct game_table *table, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fputs("# ", table->out);
	vfprintf(table->out, format, arguments);
	fputc('\n', table->out);
	va_end(arguments);
}

/* Reads the number of a player. Returns what follows it, or NULL after a comment.  */
static const char *read_player(struct game_table *table, const char *text, int *player)
{
	char *end;
	long number = strtol(text, &end, 10);

	if (end == text || number < 1 || number > table->players || (*end && *end != ' ' && *end != '\t')) {
		comment(table, "a player is a number from 1 to %d, not \"%.80s\"", table->players, text);
		return NULL;
	}
	*player = (int)number;
	return end + strspn(end, " \t");
}

static struct guest *guest(struct game_table *table, int player)
{
	return &table->guests[player - 1];
}

static void judge_version(struct game_table *table, const char *rest)
{
	if (strtol(rest, NULL, 10) != JUDGE_VERSION)
		comment(table, "this game was written for version %d of the judge, not \"%.80s\"",
			JUDGE_VERSION, rest);
}

static void judge_players(struct game_table *table, const char *rest)
{
	long players = strtol(rest, NULL, 10);

	if (players >= 1 && players <= PLAYERS_MOST)
		table->players = (int)players;
	else
		comment(table, "there are 1 or %d players, not \"%.80s\"", PLAYERS_MOST, rest);
}

static void judge_seed(struct game_table *table, const char *rest)
{
	char *end;
	unsigned long long seed = strtoull(rest, &end, 10);

	if (end == rest || *end)
		comment(table, "a seed is a number, not \"%.80s\"", rest);
	else
		table->seed = seed;
}

static void judge_name(struct game_table *table, const char *rest)
{
	int player;

	if (!(rest = read_player(table, rest, &player)))
		return;
	words_split(&guest(table, player)->name, rest);
	guest(table, player)->left = false; /* a new player may take a seat that was left */
}

static void answered(struct game_table *table, int player, const struct words *answer)
{
	guest(table, player)->awaited = false;
	table->game->answered(table->game->self, table, player, answer);
}

static void judge_fault(struct game_table *table, const char *rest)
{
	int player;

	if (!(rest = read_player(table, rest, &player)))
		return;
	bool leaves = after_word(rest, "exit"), awaited = guest(table, player)->awaited;
	if (!leaves && !after_word(rest, "timeout") && !after_word(rest, "illegal")) {
		comment(table, "a fault is timeout, illegal or exit, not \"%.80s\"", rest);
		return;
	}
	if (leaves) {
		guest(table, player)->left = true;
		guest(table, player)->awaited = false;
		guest(table, player)->sum -= 1;
		if (table->running)
			table->game->left(table->game->self, table);
	} else if (awaited) {
		answered(table, player, NULL);
	}
}

static const struct entry {
	const char *name;
	void (*said)(struct game_table *table, const char *rest);
} judge_entries[] = {
	{"fault", judge_fault}, {"name", judge_name},       {"players", judge_players},
	{"seed", judge_seed},   {"version", judge_version},
};

static void hear_judge(struct game_table *table, const char *rest)
{
	for (size_t i = 0; i < sizeof(judge_entries) / sizeof(judge_entries[0]); i++) {
		const char *after = after_word(rest, judge_entries[i].name);

		if (after) {
			judge_entries[i].said(table, after);
			return;
		}
	}
}

static void say(struct game_table *table, int player, const char *channel, const struct words *words)
{
	fprintf(table->out, "@player %d @%s ", player, channel);
	words_write(words, table->out);
	fputc('\n', table->out);
}

static void begin(struct game_table *table)
{
	const struct game *game = table->game;

	for (int player = 1; player <= table->players; player++) {
		guest(table, player)->sum = 0;
		guest(table, player)->awaited = false;
	}
	for (int player = 1; player <= table->players; player++)
		if (!table_has_left(table, player))
			fprintf(table->out, "@player %d @command new\n", player);
	table->running = true;
	game->begin(game->self, table);
	table->seed++; /* the next game asks other questions */
}

static void hear_command(struct game_table *table, const char *rest)
{
	if (after_word(rest, "exit"))
		table->over = true;
	else if (after_word(rest, "new"))
		begin(table);
	else
		comment(table, "unknown command \"%.80s\"", rest);
}

/* A line that a player said: an output, with its channel or without. Other channels are for the judge.  */
static void hear_player(struct game_table *table, int player, const char *line)
{
	const char *output = line[0] == '@' ? after_word(line, "@output") : line;

	if (!output || line[0] == '#' || line[0] == '\0')
		return;
	if (!table->running || !guest(table, player)->awaited) {
		comment(table, "player %d was not asked", player);
		return;
	}
	words_split(&table->words, output);
	answered(table, player, &table->words);
}

static void hear(struct game_table *table, const char *line)
{
	const char *rest;
	int player;

	if (line[0] == '\0' || line[0] == '#')
		return;
	if ((rest = after_word(line, "@judge"))) {
		hear_judge(table, rest);
	} else if ((rest = after_word(line, "@command"))) {
		hear_command(table, rest);
	} else if ((rest = after_word(line, "@player"))) {
		if ((rest = read_player(table, rest, &player)))
			hear_player(table, player, rest);
	} else if (table->players == 1) {
		hear_player(table, 1, line);
	} else {
		comment(table, "whose line is \"%.80s\"? With two players it begins with @player", line);
	}
}

int table_players(const struct game_table *table)
{
	return table->players;
}

bool table_has_left(const struct game_table *table, int player)
{
	return table->guests[player - 1].left;
}

uint64_t table_seed(const struct game_table *table)
{
	return table->seed;
}

void table_symbol(struct game_table *table, int player, const char *symbol)
{
	fprintf(table->out, "@player %d @command symbol %s\n", player, symbol);
}

void table_input(struct game_table *table, int player, const struct words *words)
{
	say(table, player, "input", words);
}

void table_hint(struct game_table *table, int player, const struct words *words)
{
	say(table, player, "hint", words);
}

void table_score(struct game_table *table, int player, double score)
{
	guest(table, player)->sum += score;
	fprintf(table->out, "@player %d @score %g\n", player, score);
}

void table_play(struct game_table *table, int player)
{
	if (guest(table, player)->awaited)
		return;
	guest(table, player)->awaited = true;
	fprintf(table->out, "@player %d @command play\n", player);
}

void table_over(struct game_table *table, int64_t turns)
{
	table->running = false;
	fputs("@judge over ", table->out);
	for (int player = 1; player <= table->players; player++) {
		fprintf(table->out, "player %d (", player);
		words_write(&guest(table, player)->name, table->out);
		fprintf(table->out, ") scored %g, ", guest(table, player)->sum);
	}
	fprintf(table->out, "in %lld turn%s\n", (long long)turns, turns == 1 ? "" : "s");
}

/* Runs until `@command exit` or the end of input.  */
static void run(const struct game *game, FILE *in, FILE *out)
{
	struct game_table table = {.game = game, .out = out, .players = 1};
	struct line line = {0};

	for (int player = 0; player < PLAYERS_MOST; player++)
		words_add(&table.guests[player].name, "?");
	fprintf(out, "@info name %s\n", game->program + PREFIX);
	fflush(out);
	while (!table.over && line_read(&line, in)) {
		hear(&table, line.text + strspn(line.text, " \t"));
		fflush(out);
	}
	fputs("@info exit\n", out);
	fflush(out);
	free(line.text);
	words_free(&table.words);
	for (int player = 0; player < PLAYERS_MOST; player++)
		words_free(&table.guests[player].name);
}

int game_main(const struct game *game, int argc, char **argv)
{
	const struct sample sample = {game->program, game->purpose,
				      "the game program's side of LMC 2 (reconstructed, layer 0)",
				      game->options, NULL};
	int status = sample_options(&sample, argc, argv);

	if (status >= 0)
		return status;
	run(game, stdin, stdout);
	return EXIT_SUCCESS;
}
