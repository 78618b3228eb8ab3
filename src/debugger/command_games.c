/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_games.c - commands about the games that are played one after the other: the table, a rematch.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/games.h"

#include <stdlib.h>
#include <string.h>

static char *list_games(struct console *console, const char *arguments, bool *answer)
{
	const struct games *games = console->view->games;

	(void)arguments;
	if (!games || !games->count)
		return bytes_text("no game is over yet");
	*answer = true;
	return games_words(games);
}

char *info_games(struct console *console, const char *arguments, bool *answer)
{
	const struct match *match = session_played(console->view->session);
	const struct games *games = console->view->games;
	int last = session_last_game(console->view->session);
	struct bytes text = {0};
	char *rows;

	bytes_addf(&text, "game %d", match->setup.game);
	if (last)
		bytes_addf(&text, " of %d", last);
	bytes_addf(&text, " is %s", match->over ? "over" : "played");
	rows = list_games(console, arguments, answer);
	if (games && games->count)
		bytes_addf(&text, "\n%s", rows);
	*answer = true;
	free(rows);
	return text.at;
}

/* NULL, or why nothing may replace the match that is played.  */
static char *still_played(const struct console *console)
{
	const struct session *session = console->view->session;

	if (!session_is_live(session))
		return NULL;
	if (session_state(session) != JUDGE_OVER)
		return bytes_text("the match is still running: finish or resign it first");
	return session_waits(session) ? bytes_text("the next game waits: `continue` begins it") : NULL;
}

static char *open_game(struct console *console, const char *arguments, bool *answer)
{
	const struct game *game;
	int number;
	char *problem = command_count(arguments, 0, &number);

	(void)answer;
	if (problem)
		return problem;
	game = games_at(console->view->games, number);
	if (!game)
		return bytes_text("game %d is not over, or was not played here: `games` lists them", number);
	if (!game->path)
		return bytes_text("game %d was not recorded (--record)", number);
	if ((problem = still_played(console)))
		return problem;
	return console->open ? console->open(console->user, game->path) : command_no_screen();
}

/* Before the first move it changes who begins; after the end it is the next game.  */
static char *rematch(struct console *console, const char *arguments, bool *answer)
{
	const struct session *session = console->view->session;
	bool same = strcmp(arguments, "same") == 0;
	char *problem;

	(void)answer;
	if (*arguments && !same)
		return bytes_text("expected same, or nothing, not \"%s\"", arguments);
	if (!session_is_live(session))
		return bytes_text("this match is read from a file: `resume` plays on in it");
	problem = session_match(session)->turn_count || session_state(session) == JUDGE_OVER
			  ? still_played(console)
			  : NULL;
	if (problem)
		return problem;
	return console->rematch ? console->rematch(console->user, same) : command_no_screen();
}

static const char *const rematch_words[] = {"same", NULL};

const struct command commands_of_games[] = {
	{"games", "", "list the games that were played here, and the score", list_games, NULL},
	{"game", "N", "open game N, if it was recorded", open_game, NULL},
	{"rematch", "[same]",
	 "play again with the other seat beginning, or with the same; before the first move: begin anew so",
	 rematch, rematch_words},
	{0},
};
