/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - what tries agents of quantum chess: the sentences of its document as cases of `ringside check`,
 * the ways in which an agent can be told the same position, and the rare matches of `ringside fuzz`: both
 * games, short ones, and players who move only pawns, run with the king, or take whatever they can.
 *
 * The steps of a case ask for a selection or a move, whichever is next: `$update` tells what the last answer
 * did, and `$request` lets the opponent move, if it is its turn, and asks again.  With hidden types nobody
 * can take a king in the first move, so no agent is asked for more than two.  */
#include "ringside/bytes.h"
#include "ringside/fuzz.h"
#include "ringside/spec.h"
#include "ringside/twins.h"
#include "wire.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHITE "> white\n"
#define ASK   "> SELECTION?\n< square\n"
#define NEXT  "> $update\n> $request\n< square\n"

#define OF_START  "agent-text-api, Game start"
#define OF_SELECT "agent-text-api, Request: Selection"
#define OF_MOVE   "agent-text-api, Request: Movement"
#define OF_UPDATE "agent-text-api, Update: Agent selects a piece"
#define OF_END    "agent-text-api, Game ends"

#define CLASSICAL "classical="
#define SELECTION                                                                                            \
	"$x and $y must be the co-ordinates of a square that is on the board, and occupied by a piece "      \
	"belonging to the agent."
#define MOVEMENT                                                                                             \
	"The selected piece must be able to move into the square, and the square must be unoccupied or "     \
	"occupied by a piece of the opposing colour"
#define SILENCE     "The agent should not respond to this message, or it will be declared illegal"
#define ASK_WHY     "Play the match of this case with `ringside play`, and ask `why` at its end."
#define ANSWER_ONLY "Write to stdout only after SELECTION? and MOVE?; write the rest to stderr."

static const struct spec_case cases[] = {
	{"colour-needs-no-answer", false, NULL, OF_START,
	 "The agent should make no response to this message. If it does, it will be declared illegal.",
	 ANSWER_ONLY, .steps = WHITE "silent\n", .options = CLASSICAL},
	{"select", false, "colour-needs-no-answer", OF_SELECT, SELECTION,
	 "Answer SELECTION? with the square of one of your pieces, x y from 0 at the top left, and flush "
	 "stdout.",
	 .steps = WHITE ASK, .options = CLASSICAL},
	{"one-answer", false, "select", OF_SELECT,
	 "$x and $y are the x and y co-ordinates of the piece that the agent wishes to select.",
	 "Answer each request with one line.", .steps = WHITE ASK "silent\n", .options = CLASSICAL},
	{"update-needs-no-answer", false, "one-answer", OF_UPDATE, SILENCE, ANSWER_ONLY,
	 .steps = WHITE ASK "> $update\nsilent\n", .options = CLASSICAL},
	{"select-as-black", false, "update-needs-no-answer", OF_SELECT,
	 "A piece belongs to the agent if its colour matches that of the agent.",
	 "Play the colour that the first line names.", .steps = "> black\n> $opponent\n" ASK,
	 .options = CLASSICAL},
	{"move", false, "update-needs-no-answer", OF_MOVE, MOVEMENT,
	 "Answer MOVE? with a square that the selected piece reaches as the type that it was shown to be. If "
	 "you lose a line that follows another one at once, try --line-delay 20.",
	 .steps = WHITE ASK NEXT NEXT NEXT NEXT NEXT NEXT NEXT, .options = CLASSICAL},
	{"move-as-black", false, "move", OF_MOVE, MOVEMENT,
	 "Answer MOVE? with a square that the selected piece reaches as the type that it was shown to be.",
	 .steps = "> black\n> $opponent\n" ASK NEXT NEXT NEXT NEXT NEXT, .options = CLASSICAL},
	{"superposition", false, "move", OF_UPDATE,
	 "The piece's next move will obey traditional chess movement rules for a piece of this type.",
	 "Move the piece as the type in the update, not as the one it had at the beginning.",
	 .steps = WHITE ASK NEXT NEXT NEXT},
	{"numbers-alone", true, "select", OF_SELECT,
	 "$x and $y are the x and y co-ordinates of the piece that the agent wishes to select.",
	 "Answer with two numbers and one blank between them, and nothing else.",
	 .steps = WHITE "> SELECTION?\n< numbers\n", .options = CLASSICAL},
	{"line-end", true, "select", "agent-text-api, Overview",
	 "The end line character is a unix new line character '\\n'. There is no carriage return.",
	 "End each line with a line feed alone.", .steps = WHITE "> SELECTION?\n< unix-line\n",
	 .options = CLASSICAL},
	{"line-bytewise", false, "move", "agent-text-api, Overview",
	 "From the agent's point of view, all it has to do is read commands from stdin and respond to "
	 "stdout.",
	 "Read up to the line end: a pipe may hand over a line in pieces.",
	 .steps = "bytewise\n" WHITE ASK NEXT, .options = CLASSICAL},
	{"quit", false, "select", OF_END, "Agents which do not exit after 2 seconds shall be sent SIGKILL",
	 "Leave the program at QUIT, also before the first request.", .steps = WHITE "> QUIT\nleaves\n",
	 .options = CLASSICAL},
	{"quit-in-a-game", false, "move", OF_END,
	 "Agents which do not exit after 2 seconds shall be sent SIGKILL",
	 "Leave the program at QUIT within 2 s, also in the middle of a game.",
	 .steps = WHITE ASK NEXT "> $update\n> QUIT\nleaves\n", .options = CLASSICAL},
	{"quit-cleanly", true, "quit-in-a-game", OF_END,
	 "The agent should immediately exit cleanly without sending any response.",
	 "Write nothing after QUIT, and exit with status 0.",
	 .steps = WHITE ASK "> $update\n> QUIT\nleaves well\n", .options = CLASSICAL},
	{"game-with-random", false, "superposition", OF_MOVE, MOVEMENT, ASK_WHY, .options = "max-moves=60",
	 .rival = "sample:random"},
	{"game-with-thinker", false, "superposition", OF_SELECT, SELECTION, ASK_WHY,
	 .options = "max-moves=40", .rival = "sample:thinker"},
	{"game-of-classical-pieces", false, "move", OF_MOVE, MOVEMENT, ASK_WHY,
	 .options = "max-moves=60 classical=", .rival = "sample:random"},
	{0},
};

/* ---- the dialogue ---- */

struct dialogue {
	struct quantum_chess game;
	enum qchess_colour own;
	struct qchess_square answer;
	char told[32]; /* the last line that wants no answer */
};

static void *dialogue_new(const struct setup *setup)
{
	struct dialogue *dialogue = bytes_new(sizeof(*dialogue));

	free(quantum_chess_init(&dialogue->game, setup));
	dialogue->game.most = 0; /* --max-moves is for the games */
	return dialogue;
}

/* Selects or moves, and appends the update.  */
static void play(struct quantum_chess *game, struct qchess_square square, struct bytes *bytes)
{
	char words[16];

	if (game->selected) {
		quantum_chess_move(game, square);
		quantum_chess_move_words(game, words);
	} else {
		quantum_chess_select(game, square, QCHESS_BOTH);
		quantum_chess_selection_words(game, words);
	}
	bytes_add_text(bytes, words);
}

/* A piece that can move in some state, or a square that the selected one reaches.  */
static struct qchess_square first_choice(const struct quantum_chess *game)
{
	struct qchess_square at, any = {.x = 0};

	for (at.y = 0; at.y < QCHESS_SIDE; at.y++)
		for (at.x = 0; at.x < QCHESS_SIDE; at.x++) {
			if (qchess_refusal_word(game, at))
				continue;
			any = at;
			if (game->selected || quantum_chess_reach(game, at, 0) ||
			    quantum_chess_reach(game, at, 1))
				return at;
		}
	return any;
}

/* The turns of the other side until it is the agent's, each update on a line.  */
static void move_opponent(struct dialogue *dialogue, struct bytes *bytes)
{
	struct quantum_chess *game = &dialogue->game;

	while (game->to_move != dialogue->own && game->end == QCHESS_GOES_ON) {
		if (bytes->size)
			bytes_add(bytes, "\n", 1);
		play(game, first_choice(game), bytes);
	}
}

static bool word(void *state, const char *name, struct bytes *bytes)
{
	struct dialogue *dialogue = state;

	if (strcmp(name, "update") == 0) {
		play(&dialogue->game, dialogue->answer, bytes);
	} else if (strcmp(name, "opponent") == 0) {
		dialogue->own = QCHESS_BLACK;
		move_opponent(dialogue, bytes);
	} else if (strcmp(name, "request") == 0) {
		move_opponent(dialogue, bytes);
		bytes_addf(bytes, "%s%s", bytes->size ? "\n" : "",
			   dialogue->game.end != QCHESS_GOES_ON ? "QUIT"
			   : dialogue->game.selected            ? "MOVE?"
								: "SELECTION?");
	} else {
		return false;
	}
	return true;
}

static void sent(void *state, const char *bytes, size_t size)
{
	struct dialogue *dialogue = state;

	if (size && bytes[size - 1] != '?')
		snprintf(dialogue->told, sizeof(dialogue->told), "%.*s", (int)size, bytes);
}

static enum spec_heard heard_square(struct dialogue *dialogue, const char *text, size_t size, char **problem)
{
	char *why, *response, *answered;
	const char *rest;

	if (!qchess_read_square(text, size, &dialogue->answer, &rest))
		why = bytes_text("is not two numbers");
	else if (!qchess_refusal_word(&dialogue->game, dialogue->answer))
		return SPEC_FITS;
	else
		why = qchess_refusal_words(&dialogue->game, dialogue->answer);
	answered = bytes_escaped(text, size);
	response = qchess_response_words(answered, dialogue->told);
	*problem = bytes_text("%s%s", why, response);
	free(response);
	free(answered);
	free(why);
	return SPEC_WRONG;
}

/* The only class of messages, and what else they have to be.  */
enum { ANSWER = 1 };
enum { SQUARE, NUMBERS, UNIX_LINE, AS_TOLD };

static enum spec_heard heard(void *state, const struct spec_kind *kind, const char *text, size_t size,
			     char **problem, struct bytes *reply)
{
	struct dialogue *dialogue = state;
	enum spec_heard what = spec_by_class(kind, ANSWER, problem);
	size_t bare = size;
	const char *rest;

	(void)reply;
	while (bare && (text[bare - 1] == '\n' || text[bare - 1] == '\r'))
		bare--;
	if (!bare || what != SPEC_FITS)
		return bare ? what : SPEC_PASSES;
	if (kind->test == NUMBERS &&
	    (bare != 3 || text[0] < '0' || text[0] > '7' || text[1] != ' ' || text[2] < '0' || text[2] > '7'))
		return spec_wrong(problem, "is more than two numbers with a blank between");
	if (kind->test == UNIX_LINE && (size - bare != 1 || text[bare] != '\n'))
		return spec_wrong(problem, "has another line end");
	if (kind->test == AS_TOLD)
		return qchess_read_square(text, bare, &dialogue->answer, &rest)
			       ? SPEC_FITS
			       : spec_wrong(problem, "is no square");
	return heard_square(dialogue, text, bare, problem);
}

static const struct spec_kind kinds[] = {
	{"square", "x y, the square of a piece of its own, or one that the selected piece reaches",
	 .fits = ANSWER},
	{"numbers", "x y and nothing else", .fits = ANSWER, .test = NUMBERS},
	{"unix-line", "a line that ends with LF", .fits = ANSWER, .test = UNIX_LINE},
	{"as-told", "x y", .fits = ANSWER, .test = AS_TOLD},
	{SPEC_SILENT, .wrong = {{ANSWER, "answers nothing"}}},
	{SPEC_QUIET, .wrong = {{ANSWER, "answers nothing"}}},
	{0},
};

static const struct spec spec = {
	.cases = cases,
	.line_end = "\n",
	.line_delay = &qchess_option_line_delay,
	.new = dialogue_new,
	.free = free,
	.word = word,
	.sent = sent,
	.heard = heard,
	.kinds = kinds,
};

/* ---- the ways to tell the same position ----
 *
 * All tell the recorded updates, so each piece collapses to the same state as in the game.  A mirrored board
 * is no position of the game: king and queen would change places.  Nor is one of changed colours: white
 * begins.  */

struct manner {
	bool pieces;   /* byte by byte */
	bool together; /* what comes before an answer is one write */
};

static bool tell(const struct twins_game *game, int n, const void *with, struct bytes *steps)
{
	const struct manner *manner = with;

	if (manner->pieces)
		bytes_add_text(steps, "bytewise\n");
	twins_replay(steps, game, "as-told", manner->together);
	return n == 0;
}

static const struct twin_way ways[] = {
	{"again", "as in the game, in a new process", .tell = tell,
	 .manner = &(const struct manner){.pieces = false}},
	{"pieces", "byte by byte", .tell = tell, .manner = &(const struct manner){.pieces = true}},
	{"together", "with all updates and the question in one write", .tell = tell,
	 .manner = &(const struct manner){.together = true}},
	{0},
};

static const struct twins twins = {
	.ways = ways,
	.options = "max-moves=60",
	.rival = "sample:random",
};

/* ---- rare matches ---- */

static void options(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	enum { MOVES = 80 };

	(void)seat;
	fuzz_option(setup, &quantum_chess_option_classical, 1, chance);
	fuzz_option(setup, &quantum_chess_option_shuffle, 1, chance);
	fuzz_option(setup, &quantum_chess_option_promote_on_touch, 1, chance);
	fuzz_option(setup, &quantum_chess_option_max_moves, MOVES, chance);
}

static bool is_type(const struct qchess_piece *piece, enum qchess_type type)
{
	return piece->type[0] == type || piece->type[1] == type;
}

/* How much a player of that style wants to select the piece, or to move there.  */
static int wish(const struct quantum_chess *game, struct qchess_square square, unsigned style)
{
	const struct qchess_piece *piece = &game->at[square.y][square.x];

	switch (style) {
	case 0: return is_type(piece, QCHESS_PAWN);
	case 1: return is_type(piece, QCHESS_KING);
	case 2: return game->selected && piece->there;               /* takes */
	case 3: return square.x == 0 || square.x == QCHESS_SIDE - 1; /* the edge */
	case 4: return is_type(piece, QCHESS_KNIGHT);
	default: return 0;
	}
}

static bool may(const struct quantum_chess *game, struct qchess_square square)
{
	return game->selected ? !quantum_chess_may_move(game, square)
			      : !quantum_chess_may_select(game, square);
}

static char *move(const struct match *match, int seat, unsigned style, struct fuzz_chance *chance)
{
	struct qchess_square best = {-1, -1};
	struct quantum_chess game;
	char *problem = quantum_chess_init(&game, &match->setup);
	int most = -1;

	(void)seat;
	free(problem);
	if (problem || !quantum_chess_goto(&game, &match->setup, match, match->turn_count))
		return NULL;
	for (int i = 0; i < QCHESS_SQUARES; i++) {
		struct qchess_square square = {i % QCHESS_SIDE, i / QCHESS_SIDE};
		int much;

		if (!may(&game, square))
			continue;
		/* Among equals, by chance.  */
		much = 64 * wish(&game, square, style) + (int)fuzz_below(chance, 80);
		if (much > most) {
			most = much;
			best = square;
		}
	}
	return most < 0 ? NULL : bytes_text("%d %d", best.x, best.y);
}

static const struct fuzz fuzz = {options, move, NULL, NULL};

const struct protocol_tools qchess_tools = {
	.spec = &spec,
	.twins = &twins,
	.fuzz = &fuzz,
};
