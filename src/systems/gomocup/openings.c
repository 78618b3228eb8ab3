/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* openings.c - files of openings: stones on the board before the first turn.
 *
 * Each line is an opening, in one of two forms. A .psq file is one opening (gomocup, Openings; Files).  */
#include "files.h"

#include "ringside/place.h"
#include "wire.h"

#include <stdlib.h>
#include <string.h>

/* No sensible offset is larger.  */
enum { FAR = 1000 };

struct openings {
	const struct setup *setup;
	int width, height;
	const char *name;  /* of the file */
	const char *wrong; /* where a problem is in it; at first the current line */
	char **at;
	int count;
};

static void add_square(struct stones_line *line, struct square square)
{
	line->at = bytes_resized(line->at, ((size_t)line->count + 1) * sizeof(*line->at));
	line->at[line->count++] = square;
}

/* The squares as `h8g7f6`; all must be on the board.  */
static char *squares_text(const struct stones_line *line)
{
	struct bytes text = {0};
	char word[6];

	for (int i = 0; i < line->count; i++) {
		gomoku_write_square(line->at[i], word);
		bytes_add_text(&text, word);
	}
	return text.at;
}

/* Can a game begin so?  NULL, or what is wrong.  */
static char *check_game(const struct openings *openings, const char *opening)
{
	struct gomoku_match match;
	struct setup setup;
	char *problem;
	const char *settled;

	setup_copy(&setup, openings->setup);
	setup_put(&setup, &gomoku_option_opening, opening);
	problem = gomoku_match_init(&match, &setup);
	if (!problem && (settled = gomoku_match_settled(&match)))
		problem = bytes_text("it %s: an opening must leave something to play", settled);
	gomoku_match_free(&match);
	setup_free(&setup);
	return problem;
}

/* Adds the stones as the next opening.  NULL, or what is wrong with them.  */
static char *add_opening(struct openings *openings, const struct stones_line *line)
{
	char *text = squares_text(line), *problem = check_game(openings, text);

	if (problem) {
		free(text);
		return problem;
	}
	openings->at = bytes_resized(openings->at, ((size_t)openings->count + 1) * sizeof(*openings->at));
	openings->at[openings->count++] = text;
	return NULL;
}

/* ---- a line ---- */

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

static char *bad_line(struct stones_line *line, const char *at, size_t size)
{
	char *shown, *problem;

	gomocup_trim(&at, &size);
	line->wrong = at;
	shown = gomocup_shown(at, size);
	problem = bytes_text("expected squares such as d3e5f6, or offsets from the centre such as "
			     "8,-3, 6,-4, not \"%s\"",
			     shown);

	free(shown);
	return problem;
}

static int within_reach(int64_t offset)
{
	return offset < -FAR ? -FAR : offset > FAR ? FAR : (int)offset;
}

/* `8,-3, 6,-4`: each pair counts from the centre, (width / 2, height / 2) from 0.  */
static char *read_offsets(struct stones_line *line, const char *text, size_t size)
{
	size_t at = 0;
	int64_t x, y;

	do {
		if (!gomocup_read_number(text, size, &at, &x) || !gomocup_take(text, size, &at, ',') ||
		    !gomocup_read_number(text, size, &at, &y))
			return bad_line(line, text + at, size - at);
		add_square(line, (struct square){line->width / 2 + within_reach(x),
						 line->height / 2 + within_reach(y)});
	} while (gomocup_take(text, size, &at, ','));
	return at == size ? NULL : bad_line(line, text + at, size - at);
}

static char *read_squares(struct stones_line *line, const char *text, size_t size)
{
	int room = line->width * line->height;
	size_t bad = 0;

	line->at = bytes_new((size_t)room * sizeof(*line->at));
	line->count = gomoku_read_squares(text, size, line->at, room, &bad);
	if (line->count >= 0)
		return NULL;
	line->count = 0;
	return bad_line(line, text + bad, size - bad);
}

char *stones_line_read(struct stones_line *line, const char *text, size_t size)
{
	bool letter = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
	char *problem;

	line->wrong = text;
	problem = (letter ? read_squares : read_offsets)(line, text, size);
	return problem ? problem : check_squares(line);
}

static char *read_opening(struct openings *openings, const char *text, size_t size)
{
	struct stones_line line = {.width = openings->width, .height = openings->height};
	char *problem = stones_line_read(&line, text, size);

	openings->wrong = line.wrong;
	if (!problem)
		problem = add_opening(openings, &line);
	free(line.at);
	return problem;
}

/* ---- a file ---- */

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
	struct lines lines = {.at = text, .left = size};
	char *problem = NULL;
	const char *line;
	size_t length;

	if (gomocup_psq.looks(text, size)) {
		problem = read_psq(openings, text, size);
		lines.left = 0;
	}
	while (!problem && gomocup_next_line(&lines, &line, &length)) {
		openings->wrong = line;
		if (*line != '#' && *line != ';')
			problem = read_opening(openings, line, length);
	}
	if (problem)
		return place_problem(openings->name, place_of(text, openings->wrong), problem);
	if (!openings->count)
		problem =
			bytes_text("%s: contains no opening: expected lines of squares such as d3e5f6, or of "
				   "offsets from the centre such as 8,-3, 6,-4, or a .psq file",
				   openings->name);
	return problem;
}

char **gomocup_openings(const struct setup *setup, const char *text, size_t size, const char *name,
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

char *gomocup_opening_form(const struct setup *setup, const char *opening, int form)
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
	text = squares_text(&line);
	free(line.at);
	return text;
}
