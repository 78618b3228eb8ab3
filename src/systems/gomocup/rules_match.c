/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_match.c - a match of gomoku, as its setup and its turns describe it.
 *
 * Swap2 follows the protocol's SWAP2BOARD (gomocup, Rules: swap2): after three stones, or five, a seat
 * chooses.  From then on a move is one stone, and the colours follow the order of the stones.  */
#include "rules_match.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

const struct option_row gomoku_option_size = OPTION_ROW(
	"size", OPTION_SIDES, "N|WxH", 0, .help = "the board: N squares a side, or width and height",
	.least = GOMOKU_SIDE_MIN, .most = GOMOKU_SIDE_MAX, .value = OPTION_OF_SIDES(15, 15), .shown = true);
const struct option_row gomoku_option_swap2 = OPTION_ROW(
	"swap2", OPTION_SWITCH, NULL, 0, .help = "settle the colours by swap2: three stones, then choices");
const struct option_row gomoku_option_opening = OPTION_ROW(
	"opening", OPTION_TEXT, "SQUARES|FILE[:N]", 0, .path = PATH_READ,
	.help = "stones before the first move, as h8g7f6; black first; or opening N of a file, or its "
		"first");
const struct option_row gomoku_option_draw_at =
	OPTION_ROW("draw-at", OPTION_COUNT, "N", 0, .rare = true,
		   .help = "end the game as a draw at N stones, full board or not", .least = 1,
		   .most = GOMOKU_SIDE_MAX * GOMOKU_SIDE_MAX, .unit = "stones", .optional = true);

/* What a turn's text means.  */
struct intent {
	bool swap;
	struct square squares[3];
	int count;
};

/* ---- reading ---- */

static size_t skip_blanks(const char *text, size_t size, size_t at)
{
	while (at < size && (text[at] == ' ' || text[at] == '\t'))
		at++;
	return at;
}

int gomoku_read_squares(const char *text, size_t size, struct square *squares, int room, size_t *bad)
{
	int count = 0;

	assert(text || size == 0);
	assert(room >= 0);
	for (size_t at = skip_blanks(text, size, 0); at < size; at = skip_blanks(text, size, at)) {
		*bad = at;
		if (count == room || !gomoku_read_next(text, size, &at, &squares[count]))
			return -1;
		count++;
	}
	return count;
}

static bool is_swap(const char *text, size_t size)
{
	size_t from = skip_blanks(text, size, 0), at = from + 4;

	return bytes_begin(text + from, size - from, "swap") && skip_blanks(text, size, at) == size;
}

static bool read_intent(const char *text, size_t size, struct intent *intent)
{
	size_t bad;

	*intent = (struct intent){.swap = is_swap(text, size)};
	if (!intent->swap)
		intent->count = gomoku_read_squares(text, size, intent->squares, 3, &bad);
	return intent->swap || intent->count > 0;
}

/* ---- the setup ---- */

static enum gomoku_rule rule_of(const struct setup *setup)
{
	return (enum gomoku_rule)setup_choice(setup, &gomoku_option_rule);
}

static char *place_opening(struct gomoku_match *match, const char *text)
{
	struct gomoku *game = &match->game;
	int room = game->width * game->height, count;
	struct square *squares = bytes_new((size_t)room * sizeof(*squares));
	size_t bad = 0, size = strlen(text);
	char *problem = NULL;

	assert(match->game.move_count == 0);
	count = gomoku_read_squares(text, size, squares, room, &bad);
	if (count < 0)
		problem = bytes_text(
			"the opening \"%s\": \"%s\" is not a square: expected one such as h8, or 7,7", text,
			text + bad);
	for (int i = 0; i < count && !problem; i++) {
		char word[6];

		if (!gomoku_inside(game, squares[i])) {
			problem = bytes_text("the opening \"%s\": stone %d is outside the board of %d×%d",
					     text, i + 1, game->width, game->height);
		} else if (gomoku_at(game, squares[i]) != STONE_NONE) {
			gomoku_write_square(squares[i], word);
			problem = bytes_text("the opening \"%s\": two stones on %s", text, word);
		} else {
			gomoku_play(game, squares[i]);
		}
	}
	free(squares);
	return problem;
}

static char *read_options(struct gomoku_match *match, const struct setup *setup)
{
	const char *opening = setup_text(setup, &gomoku_option_opening);
	int width, height;

	setup_sides(setup, &gomoku_option_size, &width, &height);
	gomoku_init(&match->game, width, height, rule_of(setup));
	match->draw_at = (int)setup_count(setup, &gomoku_option_draw_at);
	match->swap2 = setup_switch(setup, &gomoku_option_swap2);
	if (match->draw_at > width * height)
		return bytes_text("--draw-at %d: expected a number of stones from 1 to %d", match->draw_at,
				  width * height);
	if (match->swap2 && opening && *opening)
		return bytes_text("--swap2 begins on an empty board: leave the opening out");
	return opening ? place_opening(match, opening) : NULL;
}

/* The match before its first turn, with its opening on the board.  */
static void start(struct gomoku_match *match)
{
	assert(match->game.move_count >= match->opening);
	assert(match->first == SEAT_1 || match->first == SEAT_2);
	while (match->game.move_count > match->opening)
		gomoku_undo(&match->game);
	match->stage = match->swap2 ? GOMOKU_THREE : GOMOKU_MOVE;
	match->black = match->first;
	match->next = match->opening % 2 ? seat_opponent(match->first) : match->first;
	match->turns = 0;
}

char *gomoku_match_init(struct gomoku_match *match, const struct setup *setup)
{
	char *problem;

	assert(setup->first == SEAT_1 || setup->first == SEAT_2);
	*match = (struct gomoku_match){.first = setup->first};
	problem = read_options(match, setup);
	if (problem) {
		gomoku_match_free(match);
		return problem;
	}
	match->opening = match->game.move_count;
	start(match);
	return NULL;
}

void gomoku_match_free(struct gomoku_match *match)
{
	gomoku_free(&match->game);
	*match = (struct gomoku_match){0};
}

/* ---- turns ---- */

/* What is wrong with stone i of a turn; with its name where the turn has others.  */
static char *why_not_there(const struct gomoku *game, const struct intent *intent, int i)
{
	struct square square;
	bool twice = false;
	char word[6] = "";

	assert(i >= 0 && i < intent->count);
	square = intent->squares[i];
	if (!gomoku_inside(game, square))
		return bytes_text("outside the board of %d×%d", game->width, game->height);
	for (int j = 0; j < i; j++)
		twice = twice || (intent->squares[j].x == square.x && intent->squares[j].y == square.y);
	if (!twice && gomoku_at(game, square) == STONE_NONE)
		return NULL;
	if (intent->count == 1)
		return bytes_text("already taken");
	gomoku_write_square(square, word);
	return twice ? bytes_text("two stones on one square (%s)", word)
		     : bytes_text("already taken (%s)", word);
}

/* What the stage allows, in words; NULL: this move.  */
static const char *expected(enum gomoku_stage stage, const struct intent *intent)
{
	switch (stage) {
	case GOMOKU_THREE: return intent->count == 3 ? NULL : "three squares: black, white, black";
	case GOMOKU_CHOICE:
		return intent->count < 3 ? NULL : "swap, white's square, or two squares: white, black";
	case GOMOKU_LAST_CHOICE: return intent->count < 2 ? NULL : "swap, or white's square";
	case GOMOKU_MOVE: break;
	}
	return intent->count == 1 ? NULL : "one square";
}

static char *check(const struct gomoku_match *match, const char *text, size_t size, struct intent *intent)
{
	const char *wanted;
	char *problem = NULL;

	if (!read_intent(text, size, intent))
		return bytes_text("not a square: expected one such as h8, or 7,7 counted from 0");
	wanted = expected(match->stage, intent);
	if (wanted)
		return bytes_text("not %s", wanted);
	for (int i = 0; i < intent->count && !problem; i++)
		problem = why_not_there(&match->game, intent, i);
	return problem;
}

char *gomoku_match_check(const struct gomoku_match *match, const char *text, size_t size)
{
	struct intent intent;

	return check(match, text, size, &intent);
}

/* Sets who has black, and the next stage, after this turn.  */
static void advance(struct gomoku_match *match, const struct intent *intent)
{
	int first = match->first, other = seat_opponent(first);

	assert(intent->swap == (intent->count == 0));
	match->turns++;
	switch (match->stage) {
	case GOMOKU_THREE:
		match->stage = GOMOKU_CHOICE;
		match->next = other;
		return;
	case GOMOKU_CHOICE:
		match->stage = intent->count == 2 ? GOMOKU_LAST_CHOICE : GOMOKU_MOVE;
		match->black = intent->swap ? other : first;
		match->next = first;
		return;
	case GOMOKU_LAST_CHOICE:
		match->stage = GOMOKU_MOVE;
		match->black = intent->swap ? first : other;
		match->next = other;
		return;
	case GOMOKU_MOVE: match->next = seat_opponent(match->next);
	}
}

/* The turn in the words that the match stores.  */
static void add_words(struct bytes *words, const struct intent *intent)
{
	assert(intent->swap || intent->count > 0);
	if (intent->swap)
		bytes_add_text(words, "swap");
	for (int i = 0; i < intent->count; i++)
		bytes_addf(words, "%s%d,%d", i ? " " : "", intent->squares[i].x, intent->squares[i].y);
}

char *gomoku_match_play(struct gomoku_match *match, const char *text, size_t size, struct bytes *played)
{
	struct intent intent;
	char *problem = check(match, text, size, &intent);

	if (problem)
		return problem;
	for (int i = 0; i < intent.count; i++)
		gomoku_play(&match->game, intent.squares[i]);
	advance(match, &intent);
	if (played)
		add_words(played, &intent);
	return NULL;
}

bool gomoku_match_step(struct gomoku_match *match, const struct match *turns, int n)
{
	const struct turn *turn = match_turn(turns, n);
	char *problem;

	if (!turn || !turn->played)
		return false;
	problem = gomoku_match_play(match, turn->played, strlen(turn->played), NULL);
	free(problem);
	return !problem;
}

bool gomoku_match_goto(struct gomoku_match *match, const struct match *turns, int count)
{
	start(match);
	while (match->turns < count && gomoku_match_step(match, turns, match->turns + 1))
		;
	return match->turns == count;
}

/* Is one of the stones in a winning line?  */
static bool has_line(const struct gomoku *game)
{
	struct gomoku until = *game; /* the current board, with each stone as the last of its turn */

	for (until.move_count = 1; until.move_count <= game->move_count; until.move_count++)
		if (gomoku_won(&until, NULL, NULL))
			return true;
	return false;
}

const char *gomoku_match_settled(const struct gomoku_match *match)
{
	const struct gomoku *game = &match->game;

	if (has_line(game))
		return "wins already";
	if (gomoku_full(game))
		return "fills the board";
	if (game->rule & GOMOKU_CONTINUOUS && !gomoku_line_possible(game))
		return "leaves no place for a line";
	if (match->draw_at && game->move_count >= match->draw_at)
		return "is a draw already (--draw-at)";
	return NULL;
}

static bool read_turn(const struct match *turns, int i, struct intent *intent)
{
	const struct turn *turn = match_turn(turns, i + 1);

	return turn && read_intent(turn->played, strlen(turn->played), intent);
}

int gomoku_black(const struct match *turns, int count)
{
	int first = turns->setup.first;
	struct gomoku_match match = {.first = first, .black = first};
	struct intent intent;

	assert(count >= 0);
	if (!setup_switch(&turns->setup, &gomoku_option_swap2))
		return first;
	for (int i = 0; i < 3 && i < count && i < turns->turn_count && match.stage != GOMOKU_MOVE; i++)
		if (read_turn(turns, i, &intent))
			advance(&match, &intent);
	return match.black;
}

int gomoku_lines(const struct match *turns, int count, int seat)
{
	struct gomoku_match match;
	char *problem;
	int lines = -1;

	assert(seat == SEAT_1 || seat == SEAT_2);
	if (!(rule_of(&turns->setup) & GOMOKU_CONTINUOUS))
		return lines;
	problem = gomoku_match_init(&match, &turns->setup);
	if (!problem) {
		gomoku_match_goto(&match, turns, count);
		lines = match.game.lines[seat == match.black ? STONE_BLACK : STONE_WHITE];
		gomoku_match_free(&match);
	}
	free(problem);
	return lines;
}
