/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* positions.c - positions that people write: files of openings, and tables of positions whose end is known
 * (--ends).
 *
 * Each line of a file of openings is one, as squares or as offsets from the centre; a .psq file is one
 * opening (gomocup, Openings; Files).  Each line of a table is a position, and its end: h8 g7 f6 = draw. Only
 * the stones count, not their order, and a position also stands for those that are turned or mirrored.  So
 * each is found by the least of its keys.  A key is a sum with a number for each stone.  In a table of a
 * million positions a game of 100 moves meets another position's key by chance once in 10^11 games.  */
#include "files.h"
#include "ringside/arbiter.h"
#include "ringside/mistake.h"
#include "ringside/setup.h"
#include "wire.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

const struct option_row gomoku_option_ends_text =
	OPTION_ROW("ends-text", OPTION_TEXT, "TEXT", 0, .help = NULL);
const struct option_row gomoku_option_ends =
	OPTION_ROW("ends", OPTION_FILE, "FILE", 0, .path = PATH_READ, .rare = true,
		   .help = "end the game in a position of FILE; lines such as h8g7f6 = draw, or black, or "
			   "white; turned and "
			   "mirrored positions and other orders of the moves count",
		   .unit = "a file of positions and their ends", .content = &gomoku_option_ends_text);

/* ---- a line of stones ---- */

/* No sensible offset is larger.  */
enum { FAR = 1000 };

/* Stones in a line of a file, black first: squares, or offsets from the centre of the board.  */
struct stones_line {
	int width, height;
	struct square *at; /* owned */
	int count;
	const char *wrong; /* where a problem is */
};

static void add_square(struct stones_line *line, struct square square)
{
	line->at = bytes_grown(line->at, line->count, sizeof(*line->at));
	line->at[line->count++] = square;
}

/* The squares as `h8g7f6`; all must be on the board.  The caller frees.  */
static char *squares_text(const struct square *squares, int count)
{
	struct bytes text = {0};
	char word[6];

	bytes_add_text(&text, "");
	for (int i = 0; i < count; i++) {
		gomoku_write_square(squares[i], word);
		bytes_add_text(&text, word);
	}
	return text.at;
}

/* NULL, or which stone is not on the board.  */
static char *check_squares(const struct stones_line *line)
{
	for (int i = 0; i < line->count; i++) {
		struct square square = line->at[i];

		if (square.x < 0 || square.y < 0 || square.x >= line->width || square.y >= line->height)
			return bytes_text("stone %d is at %d,%d, outside the board of %d×%d (--size)", i + 1,
					  square.x, square.y, line->width, line->height);
	}
	return NULL;
}

static char *bad_line(struct stones_line *line, struct text rest)
{
	rest = gomocup_text(rest.at, rest.size);
	line->wrong = rest.at;
	return gomocup_expected(rest, "squares such as d3e5f6, or offsets from the centre such as 8,-3, "
				      "6,-4");
}

static int within_reach(int64_t offset)
{
	return offset < -FAR ? -FAR : offset > FAR ? FAR : (int)offset;
}

/* `8,-3, 6,-4`: each pair counts from the centre, (width / 2, height / 2) from 0.  */
static char *read_offsets(struct stones_line *line, struct text text)
{
	int64_t x, y;

	do {
		if (!gomocup_take_number(&text, &x) || !gomocup_take(&text, ',') ||
		    !gomocup_take_number(&text, &y))
			return bad_line(line, text);
		add_square(line, (struct square){line->width / 2 + within_reach(x),
						 line->height / 2 + within_reach(y)});
	} while (gomocup_take(&text, ','));
	return text.size ? bad_line(line, text) : NULL;
}

static char *read_squares(struct stones_line *line, struct text text)
{
	int room = line->width * line->height;
	size_t bad = 0;

	line->at = bytes_new((size_t)room * sizeof(*line->at));
	line->count = gomoku_read_squares(text.at, text.size, line->at, room, &bad);
	if (line->count >= 0)
		return NULL;
	line->count = 0;
	return bad_line(line, (struct text){text.at + bad, text.size - bad});
}

/* All stones are on the board then.  NULL, or what is wrong with the line, which has some text.  Free `at` in
   either case.  */
static char *read_stones(struct stones_line *line, struct text text)
{
	bool letter = (*text.at >= 'a' && *text.at <= 'z') || (*text.at >= 'A' && *text.at <= 'Z');
	char *problem;

	line->wrong = text.at;
	problem = (letter ? read_squares : read_offsets)(line, text);
	return problem ? problem : check_squares(line);
}

/* ---- files of openings ---- */

struct openings {
	const struct setup *setup;
	int width, height;
	const char *name;  /* of the file */
	const char *wrong; /* where a problem is in it; at first the current line */
	char **at;
	int count;
};

/* Can a game begin so?  NULL, or what is wrong.  */
static char *check_game(const struct openings *openings, const char *opening)
{
	struct gomoku_match match;
	FREED_BY(setup_free) struct setup setup;
	char *problem;
	const char *settled;

	setup_copy(&setup, openings->setup);
	setup_put(&setup, &gomoku_option_opening, opening);
	problem = gomoku_match_init(&match, &setup);
	if (!problem && (settled = gomoku_match_settled(&match)))
		problem = bytes_text("it %s: an opening must leave something to play", settled);
	gomoku_match_free(&match);
	return problem;
}

/* Adds the stones as the next opening.  NULL, or what is wrong with them.  */
static char *add_opening(struct openings *openings, const struct stones_line *line)
{
	char *text = squares_text(line->at, line->count), *problem = check_game(openings, text);

	if (problem) {
		free(text);
		return problem;
	}
	openings->at = bytes_grown(openings->at, openings->count, sizeof(*openings->at));
	openings->at[openings->count++] = text;
	return NULL;
}

static char *read_opening(struct openings *openings, struct text text)
{
	struct stones_line line = {.width = openings->width, .height = openings->height};
	char *problem = read_stones(&line, text);

	openings->wrong = line.wrong;
	if (!problem)
		problem = add_opening(openings, &line);
	free(line.at);
	return problem;
}

static char *check_size(const struct openings *openings, const struct match *match)
{
	int width, height;

	setup_sides(&match->setup, &gomoku_option_size, &width, &height);
	if (width == openings->width && height == openings->height)
		return NULL;
	return bytes_text("is for a board of %d×%d, but this match has %d×%d (--size %s)", width, height,
			  openings->width, openings->height,
			  setup_given(&match->setup, gomoku_option_size.name));
}

/* All moves of a match make one opening.  */
static char *read_psq(struct openings *openings, const char *text, size_t size)
{
	struct remarks remarks = {0};
	struct stones_line line = {.width = openings->width, .height = openings->height};
	struct match match;
	struct square square;
	char *problem;

	problem = gomocup_psq.read(text, size, 1, &match, &remarks, &openings->wrong);
	if (problem)
		return problem; /* cppcheck-suppress returnDanglingLifetime */
	openings->wrong = text;
	problem = check_size(openings, &match);
	for (int n = 1; n <= match.turn_count; n++) {
		const char *played = match_turn(&match, n)->played;

		if (gomoku_read_xy(played, strlen(played), &square))
			add_square(&line, square);
	}
	if (!problem)
		problem = check_squares(&line);
	if (!problem && line.count)
		problem = add_opening(openings, &line);
	free(line.at);
	match_free(&match);
	return problem;
}

static char *read_all(struct openings *openings, const char *text, size_t size)
{
	struct lines lines = {.left = {text, size}};
	char *problem = NULL;
	struct text line;

	if (gomocup_psq.looks(text, size)) {
		problem = read_psq(openings, text, size);
		lines.left.size = 0;
	}
	while (!problem && gomocup_next_line(&lines, &line)) {
		openings->wrong = line.at;
		if (*line.at != '#' && *line.at != ';')
			problem = read_opening(openings, line);
	}
	if (problem)
		return location_problem(openings->name, location_of(text, openings->wrong), problem);
	if (!openings->count)
		problem =
			bytes_text("%s: contains no opening: expected lines of squares such as d3e5f6, or of "
				   "offsets from the centre such as 8,-3, 6,-4, or a .psq file",
				   openings->name);
	return problem;
}

static char **read_openings(const struct setup *setup, const char *text, size_t size, const char *name,
			    int *count, char **problem)
{
	struct openings openings = {.setup = setup, .name = name};
	struct gomoku_match match;

	*count = 0;
	*problem = gomoku_match_init(&match, setup);
	if (*problem)
		return NULL;
	openings.width = match.game.width;
	openings.height = match.game.height;
	gomoku_match_free(&match);
	*problem = read_all(&openings, text, size);
	if (!*problem) {
		*count = openings.count;
		return openings.at;
	}
	while (openings.count)
		free(openings.at[--openings.count]);
	free(openings.at);
	return NULL;
}

static char *opening_form(const struct setup *setup, const char *opening, int form)
{
	struct stones_line line = {0};
	struct gomoku game = {0};
	size_t size = strlen(opening), bad;
	int turns = form / 2;
	char *text;

	setup_sides(setup, &gomoku_option_size, &game.width, &game.height);
	if (turns >= (game.width == game.height ? 4 : 2))
		return NULL;
	line.at = bytes_new((size + 1) * sizeof(*line.at));
	line.count = gomoku_read_squares(opening, size, line.at, (int)size, &bad);
	for (int i = 0; i < line.count; i++) {
		struct square *square = &line.at[i];

		if (form % 2)
			*square = gomoku_mirrored(&game, *square);
		for (int k = 0; k < turns; k++)
			*square = gomoku_turned(&game, *square);
	}
	text = squares_text(line.at, line.count);
	free(line.at);
	return text;
}

/* ---- beginning another match ---- */

/* An option of the new match that says how it begins.  */
static const char *given_beginning(const struct match *match, const struct setup *setup)
{
	static const struct option_row *const beginnings[] = {&gomoku_option_opening, &gomoku_option_swap2};

	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++) {
		const char *name = beginnings[i]->name, *text = setup_given(setup, name),
			   *before = setup_given(&match->setup, name);

		if (text && !(before && strcmp(text, before) == 0))
			return name;
	}
	return NULL;
}

static void set_position(const struct gomoku *game, struct setup *setup)
{
	FREED char *words = squares_text(game->moves, game->move_count);

	setup_unset(setup, gomoku_option_swap2.name);
	if (*words)
		setup_put(setup, &gomoku_option_opening, words);
	else
		setup_unset(setup, gomoku_option_opening.name);
}

static char *resume(const struct match *match, int turns, struct setup *setup)
{
	static const struct option_row *const kept[] = {
		&gomoku_option_size, &gomoku_option_rule, &gomoku_option_draw_at,  &option_draw_when,
		&option_win_when,    &gomoku_option_ends, &gomoku_option_ends_text};
	const char *given = given_beginning(match, setup);
	struct gomoku_match game;
	char *problem;

	if (given)
		return bytes_text("--%s and a position to begin from exclude each other: leave one out",
				  given);
	problem = gomoku_match_init(&game, &match->setup);
	if (problem)
		return problem;
	game.draw_at = 0; /* --draw-at may be different now */
	if (!gomoku_match_goto(&game, match, turns))
		problem = bytes_text("move %d of the match is impossible", game.turns + 1);
	else if (gomoku_match_settled(&game))
		problem = bytes_text("the game is over in this position: go back before its last move");
	else
		set_position(&game.game, setup);
	gomoku_match_free(&game);
	if (problem)
		return problem;
	setup->first = gomoku_black(match, turns);
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		setup_inherit(setup, &match->setup, kept[i]);
	return NULL;
}

const struct protocol_openings gomocup_openings = {
	.read = read_openings, .form = opening_form, .resume = resume};

/* ---- tables of ends ---- */

/* Each match file has the table.  */
enum { SIZE_MOST = 1 << 20 };

static uint64_t key_of(const struct gomoku *game)
{
	int turns = game->width == game->height ? 4 : 2;
	uint64_t least = UINT64_MAX;

	for (int form = 0; form < 2 * turns; form++) {
		uint64_t key = 0;

		for (int i = 0; i < game->move_count; i++) {
			struct square square = game->moves[i];

			if (form % 2)
				square = gomoku_mirrored(game, square);
			for (int k = 0; k < form / 2; k++)
				square = gomoku_turned(game, square);
			key += seed_mixed((uint64_t)(2 * (square.y * GOMOKU_SIDE_MAX + square.x) + i % 2));
		}
		least = key < least ? key : least;
	}
	return least;
}

static int compare_ends(const void *a, const void *b)
{
	const struct gomoku_end *one = a, *two = b;

	return one->key != two->key ? (one->key > two->key) - (one->key < two->key) : one->line - two->line;
}

const struct gomoku_end *gomoku_known_end(const struct gomoku_ends *ends, const struct gomoku *game)
{
	struct gomoku_end *end = NULL;
	uint64_t key;
	int from = 0, to = ends->count;

	if (!to)
		return NULL;
	for (key = key_of(game); from < to;) {
		int middle = (from + to) / 2;

		end = &ends->at[middle];
		if (end->key == key)
			return end;
		if (end->key < key)
			from = middle + 1;
		else
			to = middle;
	}
	return NULL;
}

static bool read_result(struct text text, enum stone *result)
{
	static const struct {
		const char *word;
		enum stone stone;
	} words[] = {{"black", STONE_BLACK}, {"white", STONE_WHITE}, {"draw", STONE_NONE}};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (text_is_nearly(text, words[i].word)) {
			*result = words[i].stone;
			return true;
		}
	return false;
}

/* Plays the stones on an empty board.  NULL, or what is wrong with them.  */
static char *place_stones(struct gomoku *game, const struct stones_line *line)
{
	char word[6];

	for (int i = 0; i < line->count; i++) {
		if (gomoku_at(game, line->at[i]) != STONE_NONE) {
			gomoku_write_square(line->at[i], word);
			return bytes_text("two stones on %s", word);
		}
		gomoku_play(game, line->at[i]);
	}
	return line->count ? NULL : bytes_text("a position has stones");
}

static char *read_end(struct gomoku *game, struct text text, const char **wrong, struct gomoku_end *end)
{
	struct stones_line line = {.width = game->width, .height = game->height};
	const char *sign = memchr(text.at, '=', text.size), *behind = text.at + text.size;
	char *problem;

	*wrong = sign ? sign + 1 : text.at;
	if (!sign || !read_result(gomocup_text(sign + 1, (size_t)(behind - sign - 1)), &end->result))
		return bytes_text("expected a position, =, and black, white or draw, as h8g7f6 = draw");
	text = gomocup_text(text.at, (size_t)(sign - text.at));
	line.wrong = *wrong = text.at;
	problem = text.size ? read_stones(&line, text) : NULL;
	if (!problem)
		problem = place_stones(game, &line);
	*wrong = line.wrong;
	end->key = key_of(game);
	while (game->move_count)
		gomoku_undo(game);
	free(line.at);
	return problem;
}

/* The line of a position that the table has with two ends; 0: there is none.  */
static int contradiction(const struct gomoku_ends *ends, int *other)
{
	for (int i = 1; i < ends->count; i++)
		if (ends->at[i].key == ends->at[i - 1].key && ends->at[i].result != ends->at[i - 1].result) {
			*other = ends->at[i - 1].line;
			return ends->at[i].line;
		}
	return 0;
}

static char *read_table(struct gomoku_ends *ends, struct gomoku *game, const char *text, size_t size,
			const char *name)
{
	struct lines lines = {.left = {text, size}};
	const char *wrong;
	struct text position;
	int line, other = 0;

	while (gomocup_next_line(&lines, &position)) {
		struct gomoku_end end = {.line = lines.n};
		char *problem;

		if (*position.at == '#' || *position.at == ';')
			continue;
		problem = read_end(game, position, &wrong, &end);
		if (problem)
			return location_problem(name, location_of(text, wrong), problem);
		if ((ends->count & (ends->count - 1)) == 0) /* at each power of two there is no room left */
			ends->at = bytes_resized(ends->at, (ends->count ? 2 * (size_t)ends->count : 1) *
								   sizeof(*ends->at));
		ends->at[ends->count++] = end;
	}
	if (!ends->count)
		return bytes_text("%s: contains no position: expected lines such as h8g7f6 = draw", name);
	qsort(ends->at, (size_t)ends->count, sizeof(*ends->at), compare_ends);
	if ((line = contradiction(ends, &other)))
		return bytes_text("%s:%d: the position of line %d has another end there", name, line, other);
	return NULL;
}

char *gomoku_ends_init(struct gomoku_ends *ends, const struct setup *setup, const struct gomoku *board)
{
	const char *text = setup_text(setup, &gomoku_option_ends_text),
		   *name = setup_text(setup, &gomoku_option_ends);
	struct gomoku game;
	char *problem;

	*ends = (struct gomoku_ends){0};
	if (!text)
		return NULL;
	name = name ? name : gomoku_option_ends.name;
	if (board->rule & GOMOKU_CONTINUOUS)
		return bytes_text(
			"--%s: lines decide a continuous game, not its position: leave one of them out",
			gomoku_option_ends.name);
	if (strlen(text) > SIZE_MOST)
		return bytes_text("%s: is too large: expected at most %d KiB, because each match file has it",
				  name, SIZE_MOST >> 10);
	gomoku_init(&game, board->width, board->height, GOMOKU_FREESTYLE);
	problem = read_table(ends, &game, text, strlen(text), name);
	gomoku_free(&game);
	return problem;
}

void gomoku_ends_free(struct gomoku_ends *ends)
{
	free(ends->at);
	*ends = (struct gomoku_ends){0};
}
