/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_keys.c - the line of keys follows the situation, and a key that does nothing says so.  */
#include "../temp.h"
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

static const struct stage narrow = {60, 16, NULL, NULL, false};

/* ---- what the line of keys shows ---- */

struct hints_wanted {
	const char *const *there; /* ended by NULL */
	const char *gone;         /* NULL: nothing */
};

static bool has_hints(struct vt *vt, void *data)
{
	const struct hints_wanted *wanted = data;
	FREED char *row = bytes_text("%s", vt_row(vt, vt_rows(vt) - 1));
	bool good = !wanted->gone || !strstr(row, wanted->gone);

	for (const char *const *hint = wanted->there; *hint; hint++)
		good = good && strstr(row, *hint);
	return good;
}

#define HINTS(scene, no, ...)                                                                                \
	comes(scene, "the hints " #__VA_ARGS__, has_hints,                                                   \
	      &(struct hints_wanted){(const char *const[]){__VA_ARGS__, NULL}, no})

/* Plays a match of nine moves into this file, and opens it.  */
static struct scene *open_played(const char *path)
{
	struct scene *scene = begin_match(&small, "talks 3", "good 7", "--record", path, NULL);

	shows(scene, "talks wins: five", NULL);
	leave(scene);
	return begin(&small, "open", path, NULL);
}

TEST_SCENE(the_line_of_keys_follows_the_match, begin_paused(&small, "talks 3", "good 7", NULL))
{
	HINTS(scene, "pause", "space run", "s step", "n move", "? help", "q quit");
	press(scene, " ", "talks wins: five", NULL);
	HINTS(scene, "play on", "space replay", "← back", "→ next", "w why", "? help", "q quit");
}

TEST(a_file_offers_what_can_be_done_with_it)
{
	TEMP char *path = temp_path("match");
	struct scene *scene = open_played(path);

	HINTS(scene, "play on", "space replay", "← back", "→ next", "w why", "q quit");
	press(scene, "r", "no move follows this position", NULL); /* makes no branch, and no file for it */
	press(scene, VT_HOME, "VIEWING 0 of 9", NULL);
	press(scene, "n", "VIEWING 1 of 9", NULL);
	HINTS(scene, "override", "space replay", "← back", "→ next", "r play on", "w why", "q quit");
	leave(scene);
}

TEST_SCENE(help_and_quit_stay_at_every_width, begin_paused(&narrow, "talks 3", "good 7", NULL))
{
	HINTS(scene, NULL, "space run", "? help", "q quit");
	for (int cols = 61; cols < 170; cols += 9) {
		vt_resize(scene->vt, cols, 24);
		HINTS(scene, NULL, "space run", "? help", "q quit");
	}
}

TEST_SCENE(the_focused_pane_has_its_keys_in_the_line, begin_paused(&large, "talks 3", "good 7", NULL))
{
	HINTS(scene, NULL, "/ search", "& filter", "F freeze");
	type(scene, "1", NULL);
	HINTS(scene, "search", "space run", "q quit");
	type(scene, "?", NULL);
	HINTS(scene, "step", "/ search", "n next hit", "q close");
	type(scene, "q", NULL);
	HINTS(scene, "close", "space run", "q quit");
}

/* ---- a move is typed ---- */

/* As on other boards, and without a colon.  */
TEST(a_typed_move_opens_the_prompt_in_every_system)
{
	static const struct {
		const char *system, *opponent, *ready, *keys, *prompt, *after;
	} games[] = {
		{"gomocup", "sample:random", "or h8", "c11", ":play c11", "plays c11"},
		{"qchess", "sample:random", "choose a piece", "4 6", ":play 4 6", "plays 4 6"},
		{"uci", "sample:random", "or type a move", "e4", ":play e4", "plays e4"},
		{"uci", "sample:random", "or type a move", "g1f3", ":play g1f3", "plays g1f3"},
		{"uci", "sample:random", "or type a move", "Nc3", ":play Nc3", "plays Nc3"},
		{"lmc2", NULL, "words: a b", "a b", ":play a b", "1 a b"},
		{"referee", "sample:tictactoe-player", "a1  b1", "b2", ":play b2", "plays b2"},
	};

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		struct scene *scene = begin(&small, "play", games[i].system, "--seed", "7", "human",
					    games[i].opponent, NULL);

		shows(scene, "your move", games[i].ready, NULL);
		press(scene, games[i].keys, games[i].prompt, NULL);
		press(scene, "\r", games[i].after, NULL);
		leave(scene);
	}
}

/* A letter of a move does what else it does, if no move follows; b is a breakpoint, o opens the prompt.  */
TEST_SCENE(a_letter_alone_keeps_its_meaning,
	   begin(&small, "play", "uci", "--seed", "7", "human", "sample:random", NULL))
{
	shows(scene, "your move", NULL);
	press(scene, "b", "breakpoint 1: the answer of turn 1", NULL);
	press(scene, "a", "what the engines think: on", NULL);
	press(scene, "aoe4", ":override e4", NULL);
	press(scene, VT_ESC, "space pause", NULL);
	press(scene, "ma", "mark a: move 0", NULL);
}

/* ---- clicks ---- */

/* Clicks on a text in the line of keys.  */
static void click_hint(struct scene *scene, const char *hint)
{
	const char *row = vt_row(scene->vt, hint_row(scene)), *at = strstr(row, hint);
	int column = 0;

	assert_non_null(at);
	for (; row < at; row++)
		column += ((unsigned char)*row & 0xc0) != 0x80;
	assert_true(vt_click(scene->vt, column, hint_row(scene)));
}

TEST_SCENE(a_click_on_a_hint_presses_its_key, begin_paused(&small, "talks 3", "good 7", NULL))
{
	HINTS(scene, NULL, "n move");
	click_hint(scene, "move");
	shows(scene, "move 1 ", "PAUSED", NULL);
	click_hint(scene, "help");
	shows(scene, "Now: the match is paused", NULL);
	click_hint(scene, "close");
	HINTS(scene, NULL, "space run");
	click_hint(scene, "space");
	shows(scene, "talks wins: five", NULL);
	click_hint(scene, "next");
	shows(scene, "this is the newest position", NULL);
	click_hint(scene, "back");
	shows(scene, "VIEWING 8 of 9", NULL);
}

/* ---- keys that do nothing ---- */

TEST(a_key_that_does_nothing_here_says_why)
{
	TEMP char *path = temp_path("match");
	struct scene *scene = open_played(path);

	press(scene, "o", "o does nothing here: this match is read from a file", NULL);
	press(scene, "f", "f does nothing here: this match is read from a file", NULL);
	press(scene, "e", "e does nothing here: no message is held", NULL);
	press(scene, "T", "T does nothing here: it belongs to the board of asimulator", NULL);
	press(scene, "Y", "Y does nothing here: ? shows the keys", NULL);
	press(scene, "H", "H does nothing here: it is not your turn", NULL);
	press(scene, "1B", "B does nothing here: it belongs to panes such as [2]", NULL);
	press(scene, VT_RIGHT, "this is the newest position", NULL);
	shows_no(scene, "goto: ");
	leave(scene);
}

/* ---- a person's turn ---- */

TEST(each_game_says_what_to_do_on_a_persons_turn)
{
	static const struct {
		const char *system, *opponent, *words;
	} games[] = {
		{"gomocup", "sample:random", "your move: arrows and Enter, a click, or h8"},
		{"lmc", "sample:constant", "your move: press r p s, arrows and Enter, or a click"},
		{"qchess", "sample:random",
		 "choose a piece (arrows and Enter, a click): it then shows which state"},
		{"asimulator", "sample:rotate", "choose an action (↑ ← → g x 0): you perceive "},
	};

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		struct scene *scene = begin(&small, "play", games[i].system, "--seed", "7", "--turn-time",
					    "0", "human", games[i].opponent, NULL);

		shows(scene, "[1] board", games[i].words, NULL);
		press(scene, "2", "it is your turn: 1 goes to the board", NULL);
		press(scene, "1", games[i].words, NULL);
		ask(scene, "set layout traffic", "it is your turn: :set layout board shows the board", NULL);
		leave(scene);
	}
}

/* There a click or Enter begins a variation, so the line must not send the person to the board.  */
TEST_SCENE(who_looks_back_on_turn_learns_how_to_come_back,
	   begin(&small, "play", "gomocup", "--turn-time", "0", "human", "sample:random", NULL))
{
	shows(scene, "your move", NULL);
	press(scene, "\r", "move 2 ", "your move", NULL);
	press(scene, "N", "VIEWING 1 of 2", "it is your turn: End shows the newest position, where you play",
	      NULL);
	press(scene, VT_END, "your move: arrows and Enter, a click, or h8", NULL);
	leave(scene);
}

TEST_SCENE(no_hint_is_offered_where_no_agent_can_give_one,
	   begin(&small, "play", "referee", "--turn-time", "0", "human", "sample:tictactoe-player", NULL))
{
	shows(scene, "your move", NULL);
	shows_no(scene, "H hint");
	press(scene, "H", "H does nothing here: it is not your turn, or no agent can come in the middle",
	      NULL);
	leave(scene);
}

/* A letter that plays a symbol is not offered as a step.  */
TEST_SCENE(letters_that_play_are_no_hints_while_they_do,
	   begin(&small, "play", "lmc", "--turn-time", "0", "human", "sample:constant", NULL))
{
	HINTS(scene, "s step", "space pause", "n move");
	type(scene, " ", NULL);
	HINTS(scene, NULL, "space run", "s step");
	press(scene, "a", "a does nothing here: it belongs to the board of gomocup, uci", NULL);
}

/* ---- the ? screen ---- */

TEST_SCENE(the_help_shows_this_situation_first_and_stays_open,
	   begin_paused(&small, "talks 3", "good 7", NULL))
{
	type(scene, "?", NULL);
	shows(scene, "Now: the match is paused", "On the board of gomocup", "j k space: scroll   /: search",
	      NULL);
	press(scene, "y", "y does nothing in a text: q closes it", "Now: the match is paused", NULL);
	press(scene, "G", "quit source echo expect", NULL);
	press(scene, "g/fg\r", "go back to the shell; the match is paused until fg", NULL);
	press(scene, "?", "board h8", NULL);
	shows_no(scene, "Walk through");
}

TEST_SCENE(a_command_and_a_key_are_explained, begin_paused(&small, "talks 3", "good 7", NULL))
{
	command(scene, "help break");
	shows(scene, "break, b, t, tb, tbreak, catch [once] [MOVE|N|EVENT|here|like] [if COND]", "`break h8`",
	      "stop before an agent plays h8", "keys", NULL);
	press(scene, "\r", ":break h8", NULL);
	type(scene, "\003", NULL);
	ask(scene, "help ^]", "^]: leave an agent's terminal or gdb", NULL);
}

TEST_SCENE(help_has_the_pages_of_the_command_line, begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "help conditions", "conditions: when a breakpoint stops", NULL);
	type(scene, "q", NULL);
	ask(scene, "help film", "film: films of a match", NULL);
	type(scene, "q", NULL);
	ask(scene, "help human", "human: a person plays", NULL);
	type(scene, "q", NULL);
	ask(scene, "help zebra", "zebra", NULL);
}

TEST_SCENE(the_help_of_a_finished_match_offers_no_moves, begin(&large, "play", "asimulator", "human", NULL))
{
	shows(scene, "choose an action", NULL);
	press(scene, "?", "drive: move forward", NULL);
	type(scene, "q", NULL);
	ask(scene, "play Shut_Off", "replay", NULL);
	press(scene, "?", "On the board of asimulator", "look around in a large world", NULL);
	shows_no(scene, "drive: move forward");
	type(scene, "q", NULL);
}

TEST_MAIN(NULL, NULL)
