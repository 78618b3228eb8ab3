/* gomocup_openings.c - files of openings: stones that stand on the board before the first turn.
 *
 * A line is an opening, in one of two forms; a .psq file is one opening (protocols/gomocup, Openings and
 * Files).  */
#include "gomocup_state.h"

#include "ringside/bytes.h"
#include "ringside/gomoku_match.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No offset that is meant leads farther away.  */
enum { FAR = 1000 };

struct openings {
	const struct setup *setup;
	int width, height;
	const char *name; /* of the file */
	int line;         /* the current one, from 1 */
	char **at;
	int count;
};

struct stones {
	struct square *at;
	int count;
};

static void add_stone(struct stones *stones, struct square square)
{
	stones->at = bytes_resized(stones->at, ((size_t)stones->count + 1) * sizeof(*stones->at));
	stones->at[stones->count++] = square;
}

/* The squares as `h8g7f6`; all are on the board.  */
static char *squares_text(const struct stones *stones)
{
	struct bytes text = {0};
	char word[6];

	for (int i = 0; i < stones->count; i++) {
		gomoku_write_square(stones->at[i], word);
		bytes_add_text(&text, word);
	}
	return text.at;
}

/* Does a game that begins so make sense?  NULL, or what is wrong.  */
static char *check_game(const struct openings *openings, const char *opening)
{
	struct gomoku_match match;
	struct setup setup;
	char *problem, *full;

	setup_copy(&setup, openings->setup);
	setup_set(&setup, "opening", opening);
	problem = gomoku_match_init(&match, &setup);
	if (!problem && gomoku_won(&match.game, NULL, NULL))
		problem = bytes_text("its last stone wins already: an opening must leave something to play");
	else if (!problem && gomoku_full(&match.game))
		problem = bytes_text("it fills the board: an opening must leave something to play");
	gomoku_match_free(&match);
	setup_free(&setup);
	if (!problem)
		return NULL;
	full = bytes_text("%s:%d: %s", openings->name, openings->line, problem);
	free(problem);
	return full;
}

/* Keeps the stones as the next opening.  NULL, or what is wrong with them.  */
static char *add_opening(struct openings *openings, const struct stones *stones)
{
	char *text, *problem;

	for (int i = 0; i < stones->count; i++) {
		struct square square = stones->at[i];

		if (square.x < 0 || square.y < 0 || square.x >= openings->width ||
		    square.y >= openings->height)
			return bytes_text(
				"%s:%d: stone %d is at %d,%d, outside of the board of %d×%d (--size)",
				openings->name, openings->line, i + 1, square.x, square.y, openings->width,
				openings->height);
	}
	text = squares_text(stones);
	problem = check_game(openings, text);
	if (problem) {
		free(text);
		return problem;
	}
	openings->at = bytes_resized(openings->at, ((size_t)openings->count + 1) * sizeof(*openings->at));
	openings->at[openings->count++] = text;
	return NULL;
}

/* ---- a line ---- */

static char *bad_line(const struct openings *openings, const char *at)
{
	enum { SHOWN = 40 };
	size_t size = strlen(at);
	char *shown = bytes_escaped(at, size < SHOWN ? size : SHOWN);
	char *problem = bytes_text("%s:%d: expected squares as d3e5f6, or offsets from the centre as 8,-3, "
				   "6,-4; here stands \"%s\"",
				   openings->name, openings->line, shown);

	free(shown);
	return problem;
}

static const char *skip_blanks(const char *at)
{
	return at + strspn(at, " \t");
}

/* Reads a number with a sign or none, and goes behind it and the blanks that follow.  */
static bool read_number(const char **at, int *number)
{
	const char *digits = *at + (**at == '-' || **at == '+');
	char *end;
	long value;

	if (*digits < '0' || *digits > '9')
		return false;
	value = strtol(*at, &end, 10);
	*number = value < -FAR ? -FAR : value > FAR ? FAR : (int)value;
	*at = skip_blanks(end);
	return true;
}

/* `8,-3, 6,-4`: each pair counts from the centre, which is (width / 2, height / 2) from 0.  */
static char *read_offsets(const struct openings *openings, const char *line, struct stones *stones)
{
	const char *at = line;

	do {
		struct square square;

		at = skip_blanks(at);
		if (!read_number(&at, &square.x) || *at != ',')
			return bad_line(openings, at);
		at = skip_blanks(at + 1);
		if (!read_number(&at, &square.y) || (*at && *at != ','))
			return bad_line(openings, at);
		square.x += openings->width / 2;
		square.y += openings->height / 2;
		add_stone(stones, square);
	} while (*at++ == ',');
	return NULL;
}

static char *read_squares(const struct openings *openings, const char *line, struct stones *stones)
{
	int room = openings->width * openings->height;
	size_t bad = 0;

	stones->at = bytes_new((size_t)room * sizeof(*stones->at));
	stones->count = gomoku_read_squares(line, strlen(line), stones->at, room, &bad);
	if (stones->count >= 0)
		return NULL;
	stones->count = 0;
	return bad_line(openings, line + bad);
}

static char *read_opening(struct openings *openings, const char *line)
{
	bool letter = (*line >= 'a' && *line <= 'z') || (*line >= 'A' && *line <= 'Z');
	struct stones stones = {0};
	char *problem =
		letter ? read_squares(openings, line, &stones) : read_offsets(openings, line, &stones);

	if (!problem)
		problem = add_opening(openings, &stones);
	free(stones.at);
	return problem;
}

/* ---- a file ---- */

/* The next line without blanks around it, owned by the caller; NULL: there is none.  */
static char *next_line(struct openings *openings, const char **text, size_t *size)
{
	const char *end, *from = *text;
	size_t length;

	if (!*size)
		return NULL;
	end = memchr(from, '\n', *size);
	length = end ? (size_t)(end - from) : *size;
	*text += length + (end != NULL);
	*size -= length + (end != NULL);
	openings->line++;
	gomocup_trim(&from, &length);
	return bytes_copy(from, length);
}

static bool says_nothing(const char *line)
{
	return !*line || *line == '#' || *line == ';';
}

/* `Piskvorky 15x15, 11:11, 0`.  */
static char *check_header(const struct openings *openings, const char *line)
{
	int width, height;

	if (sscanf(line + strlen("Piskvorky"), " %4dx%4d", &width, &height) != 2)
		return bytes_text("%s:%d: expected a header as \"Piskvorky 15x15, 11:11, 0\"", openings->name,
				  openings->line);
	if (width == openings->width && height == openings->height)
		return NULL;
	return bytes_text("%s:%d: is of a board of %d×%d, and this match has %d×%d (--size %dx%d)",
			  openings->name, openings->line, width, height, openings->width, openings->height,
			  width, height);
}

/* `8,8,312`: a move, counted from 1, and its milliseconds.  */
static bool read_move(const char *line, struct square *square)
{
	const char *at = line;
	int ms;

	if (!read_number(&at, &square->x) || *at++ != ',')
		return false;
	at = skip_blanks(at);
	if (!read_number(&at, &square->y) || *at++ != ',')
		return false;
	at = skip_blanks(at);
	square->x--;
	square->y--;
	return read_number(&at, &ms) && !*at;
}

/* The lines behind the header.  */
static char *read_psq(struct openings *openings, const char *text, size_t size)
{
	struct stones stones = {0};
	struct square square;
	char *line, *problem = NULL;
	bool more = true;

	while (more && !problem && (line = next_line(openings, &text, &size))) {
		/* Else the names begin, or a code that stands in their place.  */
		more = strspn(line, "0123456789,+- \t") == strlen(line) && (!*line || strchr(line, ','));
		if (more && *line && read_move(line, &square))
			add_stone(&stones, square);
		else if (more && *line)
			problem = bytes_text("%s:%d: expected a move as 8,8,312, counted from 1, with its "
					     "milliseconds; here stands \"%s\"",
					     openings->name, openings->line, line);
		free(line);
	}
	if (!problem && stones.count)
		problem = add_opening(openings, &stones);
	free(stones.at);
	return problem;
}

/* NULL, or where the bytes are no text.  */
static char *check_text(const struct openings *openings, const char *text, size_t size)
{
	const char *nul = size ? memchr(text, '\0', size) : NULL;
	int line = 1;

	if (!nul)
		return NULL;
	for (const char *at = text; at < nul; at++)
		line += *at == '\n';
	return bytes_text("%s:%d: expected a text, and here is a byte of value 0", openings->name, line);
}

static char *read_all(struct openings *openings, const char *text, size_t size)
{
	static const char mark[] = "\xef\xbb\xbf"; /* with which editors begin a text in UTF-8 */
	char *line, *problem = check_text(openings, text, size);
	bool first = true;

	if (bytes_begin(text, size, mark)) {
		text += strlen(mark);
		size -= strlen(mark);
	}
	while (!problem && (line = next_line(openings, &text, &size))) {
		if (says_nothing(line)) {
			free(line);
			continue;
		}
		if (first && gomocup_is_word(line, strlen(line), "Piskvorky")) {
			problem = check_header(openings, line);
			if (!problem)
				problem = read_psq(openings, text, size);
			size = 0;
		} else {
			problem = read_opening(openings, line);
		}
		first = false;
		free(line);
	}
	if (!problem && !openings->count)
		problem = bytes_text("%s: holds no opening: expected lines of squares as d3e5f6, or of "
				     "offsets from the centre as 8,-3, 6,-4, or a .psq file",
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
