/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_moves.c - moves of a gomocup match: which are legal, what follows from them, and how a match ends.  */
#include "wire.h"
#include "words.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gomocup_begin(void *state)
{
	struct gomocup *g = state;

	referee_next(g->judge, g->match.next);
}

/* Notes what is on the brain's board now that its turn is over.  */
static void settle_brain(struct gomocup *g, int seat, bool answered, bool as_it_said)
{
	struct brain *brain = &g->brain[seat];

	if (brain->phase == PHASE_MOVE && !answered)
		gomocup_withdraw_move(g, seat);
	else if (brain->phase == PHASE_MOVE && brain->asked_swap2)
		brain->known = 0; /* "treated as an opening for a standard match" (gomocup-protocol,
				     SWAP2BOARD): BOARD follows */
	else if (answered && as_it_said)
		brain->known = g->match.game.move_count;
	else if (brain->phase == PHASE_MOVE)
		brain->known = KNOWN_NOTHING; /* its board has the move that it wanted */
	if (brain->phase == PHASE_MOVE)
		brain->phase = PHASE_IDLE;
	brain->pending = PENDING_NOTHING;
}

/* A continuous game is over when nobody can make a line any more.  */
static void end_continuous(struct gomocup *g)
{
	const struct gomoku *game = &g->match.game;
	int black = g->match.black, b = game->lines[STONE_BLACK], w = game->lines[STONE_WHITE];
	int most = b > w ? b : w;

	if (b == w)
		referee_verdict(g->judge, WINNER_DRAW, "lines", SEAT_NONE, "%d line%s each", b,
				b == 1 ? "" : "s");
	else
		referee_verdict(g->judge, b > w ? black : seat_opponent(black), "lines", SEAT_NONE,
				"%d line%s to %d, and no place for another", most, most == 1 ? "" : "s",
				b > w ? w : b);
}

/* At --draw-at stones.  Lines of a continuous game are reported, and do not count.  */
static void end_at_number(struct gomocup *g)
{
	const struct gomoku *game = &g->match.game;
	int black = g->match.black, b = game->lines[STONE_BLACK], w = game->lines[STONE_WHITE];

	if (game->rule & GOMOKU_CONTINUOUS)
		referee_verdict(g->judge, WINNER_DRAW, "draw-at", SEAT_NONE,
				"%d stones on the board; lines of seat 1 and 2: %d and %d", game->move_count,
				black == SEAT_1 ? b : w, black == SEAT_1 ? w : b);
	else
		referee_verdict(g->judge, WINNER_DRAW, "draw-at", SEAT_NONE,
				"no five with %d stones on the board", game->move_count);
}

static void note_lines(struct gomocup *g, int seat)
{
	struct square from, to;
	char a[6], b[6], line[16];

	for (int i = 0; gomoku_made_line(&g->match.game, i, &from, &to); i++) {
		gomoku_write_square(from, a);
		gomoku_write_square(to, b);
		snprintf(line, sizeof(line), "%s-%s", a, b);
		referee_notice_of(g->judge, seat, &gomocup_notices[GOMOCUP_MADE_LINE], 0, 0, line);
	}
}

/* Does the table of ends have this position?  */
static bool is_known_end(struct gomocup *g)
{
	const struct gomoku_end *end =
		g->match.stage == GOMOKU_MOVE ? gomoku_known_end(&g->ends, &g->match.game) : NULL;
	int winner = WINNER_DRAW;

	if (!end)
		return false;
	if (end->result != STONE_NONE)
		winner = end->result == STONE_BLACK ? g->match.black : seat_opponent(g->match.black);
	referee_adjudicate(g->judge, winner, GOMOCUP_CAUSE_ENDS, "line %d of --%s %s says that %s", end->line,
			   gomoku_option_ends.name, setup_text(referee_setup(g->judge), &gomoku_option_ends),
			   end->result == STONE_NONE    ? "this position is a draw"
			   : end->result == STONE_BLACK ? "black wins this position"
							: "white wins this position");
	return true;
}

/* Has the last move ended the match?  */
static bool ends(struct gomocup *g, int seat)
{
	const struct gomoku *game = &g->match.game;
	struct square from, to;
	char a[6], b[6];

	if (gomoku_won(game, &from, &to)) {
		gomoku_write_square(from, a);
		gomoku_write_square(to, b);
		referee_verdict(g->judge, seat, "five", SEAT_NONE, "five in a row from %s to %s", a, b);
	} else if (game->rule & GOMOKU_CONTINUOUS && !gomoku_line_possible(game)) {
		end_continuous(g);
	} else if (gomoku_full(game)) {
		referee_verdict(g->judge, WINNER_DRAW, "full-board", SEAT_NONE, "the board is full");
	} else if (is_known_end(g) || referee_agreed(g->judge)) {
		return true;
	} else if (g->match.draw_at && game->move_count >= g->match.draw_at) {
		end_at_number(g);
	} else {
		return false;
	}
	return true;
}

/* Why renju forbids black's stone, as "double three, f8 g8 h8 and h6 h7 h8"; NULL: it does not.  */
static char *forbids(const struct gomoku_match *match, const char *text, size_t size)
{
	struct square square;
	size_t bad;

	if ((match->game.rule & ~(unsigned)GOMOKU_CONTINUOUS) != GOMOKU_RENJU ||
	    match->stage != GOMOKU_MOVE || gomoku_to_move(&match->game) != STONE_BLACK ||
	    gomoku_read_squares(text, size, &square, 1, &bad) != 1)
		return NULL;
	return gomoku_forbidden_words(&match->game, square);
}

char *gomocup_put(struct gomocup *g, int seat, const char *text, size_t size, const char *answered)
{
	struct brain *brain = &g->brain[seat];
	bool as_it_said = answered && (answered == text ||
				       (strlen(answered) == size && memcmp(answered, text, size) == 0));
	char *forbidden = forbids(&g->match, text, size), *why, *words;
	const char *played;

	g->played.size = 0;
	why = gomoku_match_play(&g->match, text, size, &g->played);
	if (why) {
		free(forbidden);
		return why;
	}
	played = g->played.at;
	if (brain->phase != PHASE_MOVE)
		answered = NULL; /* the words answer an older question, or were overridden during a restart */
	if (gomocup_is_agent(g, seat))
		settle_brain(g, seat, answered, as_it_said);
	referee_moved(g->judge, seat, as_it_said && answered ? played : answered, played);
	note_lines(g, seat);
	if (forbidden) {
		words = gomoku_move_words(played, strlen(played));
		referee_forfeit(g->judge, seat, "forbidden", "played %s, which renju forbids black: %s",
				words, forbidden);
		free(words);
	} else if (!ends(g, seat)) {
		referee_next(g->judge, g->match.next);
	}
	free(forbidden);
	return NULL;
}

void gomocup_take_move(struct gomocup *g, int seat, const char *text, size_t size)
{
	size_t skip = gomocup_is_word(text, size, "SUGGEST") ? strlen("SUGGEST") : 0;
	char *why = gomocup_put(g, seat, text + skip, size - skip, text + skip), *words;

	if (!why)
		return;
	words = gomoku_move_words(text + skip, size - skip);
	referee_forfeit_case(g->judge, seat, REASON_ILLEGAL,
			     g->brain[seat].asked_swap2 ? GOMOCUP_CAUSE_SWAP2 : NULL, "%s %s, %s",
			     g->brain[seat].asked_swap2 ? "answered SWAP2BOARD with" : "played", words, why);
	free(words);
	free(why);
}

char *gomocup_answer(void *state, const struct message *message, bool *legal)
{
	const struct gomocup *g = state;
	const char *text = message->bytes;
	size_t size = message->size;
	struct square square;
	char *why, *forbidden;

	gomocup_trim(&text, &size);
	if (g->brain[message->seat].phase != PHASE_MOVE ||
	    (gomocup_is_swap2(text, size) && !g->brain[message->seat].asked_swap2))
		return NULL;
	if (gomocup_is_word(text, size, "SUGGEST")) {
		text += strlen("SUGGEST");
		size -= strlen("SUGGEST");
		if (!gomoku_read_xy(text, size, &square))
			return NULL;
		gomocup_trim(&text, &size);
	}
	why = gomoku_match_check(&g->match, text, size);
	forbidden = why ? NULL : forbids(&g->match, text, size);
	*legal = !why && !forbidden;
	free(forbidden);
	free(why);
	return bytes_copy(text, size);
}

char *gomocup_move_form(const struct setup *setup, const char *move, char **problem)
{
	struct square squares[3];
	struct bytes text = {0};
	size_t bad, size = strlen(move);
	int count, width, height;

	if (size == strlen("swap") && bytes_begin(move, size, "swap") &&
	    setup_switch(setup, &gomoku_option_swap2))
		return bytes_text("swap");
	count = gomoku_read_squares(move, size, squares, 3, &bad);
	setup_sides(setup, &gomoku_option_size, &width, &height);
	for (int i = 0; i < count; i++) {
		bytes_addf(&text, "%s%d,%d", i ? " " : "", squares[i].x, squares[i].y);
		if (squares[i].x < 0 || squares[i].y < 0 || squares[i].x >= width || squares[i].y >= height)
			count = 0;
	}
	if (count > 0)
		return text.at;
	*problem = bytes_text("not a square of the board, such as h8 or 7,7");
	bytes_free(&text);
	return NULL;
}

/* The squares of the board in reading order come before those behind them.  */
char *gomocup_smaller(const struct setup *setup, const char *move, int k)
{
	enum { MOST = 16 };
	struct square square;
	int width, height;

	setup_sides(setup, &gomoku_option_size, &width, &height);
	if (k >= MOST || !gomoku_read_square(move, strlen(move), &square) || k >= square.y * width + square.x)
		return NULL;
	return bytes_text("%d,%d", k % width, k / width);
}

/* Why a move loses at once, so that a person may not play it; to follow the move and "is".  NULL: it does
   not.  */
static char *loses(const struct gomoku_match *match, const char *move, size_t size)
{
	char *why = gomoku_match_check(match, move, size),
	     *forbidden = why ? NULL : forbids(match, move, size);

	if (forbidden)
		why = bytes_text("forbidden to black by renju: %s", forbidden);
	free(forbidden);
	return why;
}

static char *why_not(const struct gomoku_match *match, const char *move)
{
	size_t size = strlen(move);
	char *why = loses(match, move, size), *words = why ? gomoku_move_words(move, size) : NULL,
	     *problem = why ? bytes_text("%s is %s", words, why) : NULL;

	free(words);
	free(why);
	return problem;
}

/* Skips SUGGEST before a square.  */
static void skip_suggest(const char **text, size_t *size)
{
	size_t skip = gomocup_is_word(*text, *size, "SUGGEST") ? strlen("SUGGEST") : 0;

	*text += skip;
	*size -= skip;
	gomocup_trim(text, size);
}

/* NULL when the match is over: the verdict says everything.  */
char *gomocup_refusal(const struct match *match, const struct message *message)
{
	const char *text = message->bytes;
	size_t size = message->size;
	struct gomoku_match game;
	char *problem, *why = NULL, *shown, *line = NULL;

	if (match->over)
		return NULL;
	problem = gomoku_match_init(&game, &match->setup);
	free(problem);
	if (problem)
		return NULL;
	gomocup_trim(&text, &size);
	skip_suggest(&text, &size);
	if (gomoku_match_goto(&game, match, match->turn_count) && game.next == message->seat)
		why = loses(&game, text, size);
	if (why) {
		shown = gomoku_move_words(text, size);
		line = bytes_text("  %s is %s.\n", shown, why);
		free(shown);
	}
	free(why);
	gomoku_match_free(&game);
	return line;
}

char *gomocup_check(void *state, int seat, const char *move, int back)
{
	const struct gomocup *g = state;
	struct gomoku_match before;
	char *problem;

	(void)seat;
	if (!back)
		return why_not(&g->match, move);
	problem = gomoku_match_init(&before, referee_setup(g->judge));
	if (problem)
		return problem;
	gomoku_match_goto(&before, referee_match(g->judge), g->match.turns - back);
	problem = why_not(&before, move);
	gomoku_match_free(&before);
	return problem;
}

char *gomocup_play(void *state, int seat, const char *move, const char *answered)
{
	char *problem = gomocup_check(state, seat, move, 0);

	return problem ? problem : gomocup_put(state, seat, move, strlen(move), answered);
}
