/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* game_program.c - a game program of the Learning Machine Challenge 2 that misbehaves in one way:
 * `game_program MODE [ROUNDS]`.
 *
 * Apart from its mode it is a decent game of ROUNDS rounds, by default 3.  It announces the symbols a and b,
 * says `a` to each player and expects the same.  A player that repeats it gets 1, another gets -1.  A player
 * that has left is not asked again.  The modes are rows of one table and act before the second round.  */
#include "flood.h"
#include "misconduct.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEATS = 3 }; /* players are 1 and 2 */

struct game {
	const struct mode *mode;
	int rounds, players;
	int round; /* from 1; 0: no game yet */
	bool awaited[SEATS], left[SEATS];
};

/* What a mode changes; NULL for nothing.  */
struct mode {
	const char *name;
	void (*begin)(void);  /* before anything is said */
	const char *greeting; /* in place of its name */
	void (*ready)(void);  /* after it */
	const char *symbols;  /* in place of the alphabet of player 1 */
	void (*turn)(void);   /* before the second round; it need not return */
	const char *said;     /* before the second round */
	const char *after;    /* the plays of the second round */
	const char *end;      /* of each line, in place of LF */
	void (*leave)(void);  /* when it is told to leave; it need not return */
	bool alone;           /* lines to player 1 do not name the player */
	bool asks_who_left;
	bool insists; /* again, each time it is told that the player has left */
};

static void say_inputs_without_end(void)
{
	while (printf("@player 1 @input a\n") > 0)
		;
	forever();
}

#define SYMBOL_OF_32 "@player 1 @command symbol abcdefghijklmnopqrstuvwxyzabcdef\n"

static const struct mode modes[] = {
	{.name = "good"},
	{.name = "banner", .greeting = "# ready\n@info name banner\n# and so on\n"},
	{.name = "alone", .alone = true},
	{.name = "crlf", .end = "\r\n"},
	{.name = "trailing-blanks", .end = "  \n"},
	{.name = "empty-lines", .end = "\n\n"},
	{.name = "unknown-info", .said = "@info mood good\n"},
	{.name = "name-twice", .said = "@info name other\n"},
	{.name = "name-with-blanks", .greeting = "@info name two words\n"},
	{.name = "many-comments", .turn = say_many_comments},
	{.name = "comments-to-player", .said = "@player 1 # you are good\n"},
	{.name = "over-early", .after = "@judge over enough \x1b[31mis enough\n"},
	{.name = "asks-who-left", .asks_who_left = true},
	{.name = "insists", .insists = true},
	{.name = "stays", .begin = ignore_terms, .leave = forever},
	{.name = "hide", .begin = hide},
	{.name = "hold-output", .begin = hold_output},
	{.name = "no-name", .greeting = ""},
	{.name = "name-too-late", .begin = wait_for_the_end},
	{.name = "line-before-name", .greeting = "@judge over\n@info name line-before-name\n"},
	{.name = "leave-at-once", .begin = leave},
	{.name = "crash-at-once", .begin = crash},
	{.name = "line-for-nobody", .said = "@input a\n"},
	{.name = "player-3", .said = "@player 3 @input a\n"},
	{.name = "player-2", .said = "@player 2 @input a\n"},
	{.name = "player-word", .said = "@player one @input a\n"},
	{.name = "exit", .said = "@player 1 @command exit\n"},
	{.name = "unknown-command", .said = "@player 1 @command dance\n"},
	{.name = "unknown-channel", .said = "@player 1 @smell a\n"},
	{.name = "output", .said = "@player 1 @output a\n"},
	{.name = "stranger", .said = "@player 1 @input zebra\n"},
	{.name = "strange-hint", .said = "@player 1 @hint zebra\n"},
	{.name = "no-words", .said = "@player 1 @input\n"},
	{.name = "high-score", .said = "@player 1 @score 1.5\n"},
	{.name = "nan-score", .said = "@player 1 @score nan\n"},
	{.name = "score-word", .said = "@player 1 @score good\n"},
	{.name = "symbol-twice", .said = "@player 1 @command symbol a\n"},
	{.name = "symbol-at", .said = "@player 1 @command symbol @a\n"},
	{.name = "symbol-blank", .said = "@player 1 @command symbol c d\n"},
	{.name = "symbol-long", .said = SYMBOL_OF_32},
	{.name = "no-alphabet", .symbols = ""},
	{.name = "one-symbol", .symbols = "@player 1 @command symbol a\n"},
	{.name = "unknown-judge-line", .said = "@judge hello\n"},
	{.name = "play-twice", .after = "@player 1 @command play\n"},
	{.name = "new-while-awaited", .after = "@player 1 @command new\n"},
	{.name = "info-exit", .said = "@info exit\n"},
	{.name = "leave", .turn = leave},
	{.name = "leave-badly", .turn = leave_badly},
	{.name = "crash", .turn = crash},
	{.name = "close-output", .turn = close_output},
	{.name = "silent", .turn = forever},
	{.name = "half-line", .turn = say_half_a_line},
	{.name = "never-reads", .ready = forever},
	{.name = "comments-without-end", .turn = say_comments_without_end},
	{.name = "inputs-without-end", .turn = say_inputs_without_end},
	{.name = "floods-and-moves", .turn = flood_output},
	{.name = "floods-among-hogs", .turn = flood_output_among_hogs},
	{.name = "flood-one-line", .turn = write_one_line_without_end},
	{0},
};

static void say(const struct game *game, int player, const char *line)
{
	if (player && !(game->mode->alone && player == 1))
		printf("@player %d ", player);
	printf("%s%s", line, game->mode->end ? game->mode->end : "\n");
}

static bool is_there(const struct game *game, int player)
{
	return player <= game->players && (!game->left[player] || game->mode->asks_who_left);
}

/* ---- the decent part ---- */

static void ask(struct game *game)
{
	const struct mode *mode = game->mode;
	bool now = ++game->round == 2;
	int asked = 0;

	if (now && mode->turn)
		mode->turn();
	if (now && mode->said)
		fputs(mode->said, stdout);
	if (game->round > game->rounds) {
		say(game, 0, "@judge over that was all");
		return;
	}
	for (int i = 1; i < SEATS; i++)
		if (is_there(game, i)) {
			say(game, i, "@input a");
			say(game, i, "@command play");
			game->awaited[i] = true;
			asked++;
		}
	if (!asked)
		say(game, 0, "@judge over nobody is there");
	if (now && mode->after)
		fputs(mode->after, stdout);
}

static void begin(struct game *game)
{
	game->round = 0;
	printf("# process %d\n", (int)getpid());
	for (int i = 1; i <= game->players; i++) {
		say(game, i, "@command new");
		if (i == 1 && game->mode->symbols) {
			fputs(game->mode->symbols, stdout);
		} else {
			say(game, i, "@command symbol a");
			say(game, i, "@command symbol b");
		}
	}
	ask(game);
}

static void answered(struct game *game, int player, bool right)
{
	if (!game->awaited[player])
		return;
	game->awaited[player] = false;
	if (is_there(game, player)) {
		say(game, player, right ? "@score 1" : "@score -1");
		say(game, player, "@hint a");
	}
	if (!game->awaited[1] && !game->awaited[2])
		ask(game);
}

/* False when it was told to leave.  */
static bool obey(struct game *game, const char *line)
{
	char word[40] = "";
	int player;

	if (strcmp(line, "@command exit") == 0)
		return false;
	if (strcmp(line, "@command new") == 0)
		begin(game);
	else if (sscanf(line, "@judge players %d", &player) == 1)
		game->players = player;
	else if (sscanf(line, "@judge name %d", &player) == 1)
		game->left[player] = false;
	else if (sscanf(line, "@player %d @output %39s", &player, word) >= 1)
		answered(game, player, strcmp(word, "a") == 0);
	else if (sscanf(line, "@judge fault %d %39s", &player, word) == 2) {
		bool left = strcmp(word, "exit") == 0, awaited = game->awaited[player];

		if (left && game->mode->insists) {
			say(game, player, "@command play");
			return true;
		}
		game->left[player] = game->left[player] || left;
		answered(game, player, false);
		if (left && !awaited && !game->awaited[1] && !game->awaited[2])
			ask(game);
	}
	return true;
}

int main(int argc, char **argv)
{
	struct game game = {.rounds = argc > 2 ? atoi(argv[2]) : 3, .players = 1};
	const struct mode *mode = modes;
	char line[4096];

	while (argc > 1 && mode->name && strcmp(mode->name, argv[1]) != 0)
		mode++;
	if (argc < 2 || !mode->name) {
		fprintf(stderr, "usage: game_program MODE [ROUNDS]\n");
		return 2;
	}
	game.mode = mode;
	if (mode->begin)
		mode->begin();
	if (mode->greeting)
		fputs(mode->greeting, stdout);
	else
		printf("@info name %s\n", mode->name);
	fflush(stdout);
	if (mode->ready)
		mode->ready();
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (!obey(&game, line))
			break;
		fflush(stdout);
	}
	if (mode->leave)
		mode->leave();
	printf("@info exit\n");
	return 0;
}
