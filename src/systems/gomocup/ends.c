/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ends.c - a table of positions whose end is known (--ends).
 *
 * Each line is a position as in a file of openings, and its end: h8 g7 f6 = draw.  Only the stones count, not
 * their order, and a position also stands for those that are turned or mirrored.  So each is found by the
 * least of its keys.  A key is a sum with a number for each stone.  In a table of a million positions a game
 * of 100 moves meets another position's key by chance once in 10^11 games.  */
#include "ends.h"

#include "files.h"
#include "ringside/place.h"
#include "ringside/seed.h"
#include "wire.h"

#include <stdlib.h>
#include <string.h>

/* Each match file has the table.  */
enum { SIZE_MOST = 1 << 20 };

const struct option_row gomoku_option_ends_text =
	OPTION_ROW("ends-text", OPTION_TEXT, "TEXT", 0, .help = NULL);
const struct option_row gomoku_option_ends =
	OPTION_ROW("ends", OPTION_FILE, "FILE", 0, .path = PATH_READ, .rare = true,
		   .help = "end the game in a position of FILE; lines such as h8g7f6 = draw, or black, or "
			   "white; turned and "
			   "mirrored positions and other orders of the moves count",
		   .unit = "a file of positions and their ends", .content = &gomoku_option_ends_text);

/* ---- positions ---- */

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

static int compare(const void *a, const void *b)
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

/* ---- the table ---- */

static bool read_result(const char *text, size_t size, enum stone *result)
{
	static const struct {
		const char *word;
		enum stone stone;
	} words[] = {{"black", STONE_BLACK}, {"white", STONE_WHITE}, {"draw", STONE_NONE}};

	gomocup_trim(&text, &size);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i].word) == size && bytes_begin(text, size, words[i].word)) {
			*result = words[i].stone;
			return true;
		}
	return false;
}

/* Plays the stones on an empty board.  NULL, or what is wrong with them.  */
static char *play(struct gomoku *game, const struct stones_line *line)
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

static char *read_end(struct gomoku *game, const char *text, size_t size, const char **wrong,
		      struct gomoku_end *end)
{
	struct stones_line line = {.width = game->width, .height = game->height};
	const char *sign = memchr(text, '=', size);
	char *problem;

	*wrong = sign ? sign + 1 : text;
	if (!sign || !read_result(sign + 1, size - (size_t)(sign + 1 - text), &end->result))
		return bytes_text("expected a position, =, and black, white or draw, as h8g7f6 = draw");
	size = (size_t)(sign - text);
	while (size && (text[size - 1] == ' ' || text[size - 1] == '\t'))
		size--;
	line.wrong = *wrong = text;
	problem = size ? stones_line_read(&line, text, size) : NULL;
	if (!problem)
		problem = play(game, &line);
	*wrong = line.wrong;
	end->key = key_of(game);
	while (game->move_count)
		gomoku_undo(game);
	free(line.at);
	return problem;
}

static void add_end(struct gomoku_ends *ends, struct gomoku_end end)
{
	if ((ends->count & (ends->count - 1)) == 0) /* at each power of two there is no room left */
		ends->at = bytes_resized(ends->at,
					 (ends->count ? 2 * (size_t)ends->count : 1) * sizeof(*ends->at));
	ends->at[ends->count++] = end;
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
	struct lines lines = {.at = text, .left = size};
	const char *at, *wrong;
	size_t length;
	int line, other = 0;

	while (gomocup_next_line(&lines, &at, &length)) {
		struct gomoku_end end = {.line = lines.n};
		char *problem;

		if (*at == '#' || *at == ';')
			continue;
		problem = read_end(game, at, length, &wrong, &end);
		if (problem)
			return place_problem(name, place_of(text, wrong), problem);
		add_end(ends, end);
	}
	if (!ends->count)
		return bytes_text("%s: contains no position: expected lines such as h8g7f6 = draw", name);
	qsort(ends->at, (size_t)ends->count, sizeof(*ends->at), compare);
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
