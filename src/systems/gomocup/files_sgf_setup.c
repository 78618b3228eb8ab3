/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files_sgf_setup.c - reads the setup of a match from SGF: size, rule, names and the opening.
 *
 * files_sgf.c shows the form of a file, and reads the moves and the result.  */
#include "files_sgf.h"

#include "wire.h"
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_SIDE = 15 };

char *sgf_problem_of(struct sgf_reader *reader, const struct sgf_value *value, char *problem)
{
	char *shown, *named;

	assert(value);
	reader->wrong = value->at;
	shown = gomocup_shown(value->text, strlen(value->text));
	named = bytes_text("%s[%s]: %s", value->name, shown, problem);

	free(shown);
	free(problem);
	return named;
}

void sgf_remark_at(struct sgf_reader *reader, int turn, const char *at, char *why)
{
	struct place place = place_of(reader->text, at);

	remarks_add(reader->remarks, turn, SEAT_NONE, CHANNEL_EVENT,
		    bytes_text("line %d, column %d: %s", place.line, place.column, why));
	free(why);
}

/* A whole number and nothing else.  */
static bool is_number(const char *text, int64_t number)
{
	size_t at = 0, size = strlen(text);
	int64_t read;

	return gomocup_read_number(text, size, &at, &read) && read == number &&
	       at + strspn(text + at, " \n") == size;
}

static char *read_game(struct sgf_reader *reader)
{
	const struct sgf_value *value = sgf_first(&reader->sgf, "GM");

	if (!value || is_number(value->text, 4))
		return NULL;
	return sgf_problem_of(reader, value, bytes_text("is another game; expected GM[4], gomoku"));
}

/* SZ[15] or SZ[15:20], columns first.  */
static char *read_size(struct sgf_reader *reader)
{
	const struct sgf_value *value = sgf_first(&reader->sgf, "SZ");
	int64_t width, height;
	size_t at = 0, size;
	bool good;

	reader->width = reader->height = USUAL_SIDE;
	if (!value)
		return NULL;
	size = strlen(value->text);
	good = gomocup_read_number(value->text, size, &at, &width);
	height = width;
	if (good && gomocup_take(value->text, size, &at, ':'))
		good = gomocup_read_number(value->text, size, &at, &height);
	good = good && at + strspn(value->text + at, " \n") == size;
	if (!good || width < GOMOKU_SIDE_MIN || width > GOMOKU_SIDE_MAX || height < GOMOKU_SIDE_MIN ||
	    height > GOMOKU_SIDE_MAX)
		return sgf_problem_of(reader, value,
				      bytes_text("expected a side from %d to %d, or two such as 15:20",
						 GOMOKU_SIDE_MIN, GOMOKU_SIDE_MAX));
	reader->width = (int)width;
	reader->height = (int)height;
	return NULL;
}

/* Other programs' words for a rule begin with its name, or are its number: RU[Renju], RU[4].  */
static void read_rule(struct sgf_reader *reader, struct setup *setup)
{
	const struct sgf_value *value = sgf_first(&reader->sgf, "RU");
	enum gomoku_rule rule;
	char *word;

	if (!value)
		return;
	word = bytes_copy(value->text, strlen(value->text));
	for (char *c = word; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	if (gomoku_rule_named(word, &rule))
		setup_put_value(setup, &gomoku_option_rule, rule);
	else
		sgf_remark_at(
			reader, 0, value->at,
			sgf_problem_of(reader, value,
				       bytes_text("this rule is unknown and read as freestyle: expected a "
						  "name such as renju or a number of INFO rule")));
	free(word);
}

/* Was it written by an early ringside without a version, which counted rows from below?  */
static bool is_from_below(const struct sgf *sgf)
{
	const struct sgf_value *value = sgf_first(sgf, "AP");

	return value && strcmp(value->text, "ringside") == 0;
}

/* A name becomes one line.  */
static void read_name(const struct sgf *sgf, struct setup *setup, int seat)
{
	const struct sgf_value *value = sgf_first(sgf, seat == SEAT_1 ? "PB" : "PW");
	char *name = bytes_text("%s", value && *value->text ? value->text
				      : seat == SEAT_1      ? "Black"
							    : "White");

	for (char *c = name; *c; c++)
		if (*c == '\n')
			*c = ' ';
	setup_name(setup, seat, name);
	if (strcmp(name, "human") == 0)
		setup->seat[seat].kind = SEAT_HUMAN;
	free(name);
}

/* Two letters, or a square as h8, which some programs write.  */
static bool read_point(const struct sgf_reader *reader, const char *text, size_t size, struct square *square)
{
	int column, row;

	if (size != 2 || !isalpha((unsigned char)text[0]) || !isalpha((unsigned char)text[1]))
		return size > 1 && isalpha((unsigned char)text[0]) && gomoku_read_square(text, size, square);
	column = sgf_letter_read(text[0]);
	row = sgf_letter_read(text[1]);
	*square = (struct square){column, reader->from_below ? reader->height - 1 - row : row};
	return true;
}

char *sgf_check_point(const struct sgf_reader *reader, const char *text, size_t size, struct square *square)
{
	if (size == 0)
		return bytes_text("is a pass, which gomoku does not have");
	if (!read_point(reader, text, size, square))
		return bytes_text("expected two letters, column and row, such as hh");
	if (square->x < 0 || square->x >= reader->width || square->y < 0 || square->y >= reader->height)
		return bytes_text("is outside the board of %dx%d", reader->width, reader->height);
	return NULL;
}

/* Squares of one colour.  */
struct placed {
	struct square *list; /* owned */
	int count;
};

static void place(struct placed *placed, struct square square)
{
	placed->list = bytes_resized(placed->list, ((size_t)placed->count + 1) * sizeof(*placed->list));
	placed->list[placed->count++] = square;
}

/* A point, or a rectangle of points by two corners, as aa:cc.  */
static char *read_placed(const struct sgf_reader *reader, const char *text, struct placed *placed)
{
	size_t first = strcspn(text, ":");
	struct square from = {0}, to;
	char *problem = sgf_check_point(reader, text, first, &from);

	to = from;
	if (!problem && text[first])
		problem = sgf_check_point(reader, text + first + 1, strlen(text + first + 1), &to);
	if (problem)
		return problem;
	if (placed->count > reader->width * reader->height)
		return bytes_text("more stones than squares");
	for (int y = from.y < to.y ? from.y : to.y; y <= from.y || y <= to.y; y++)
		for (int x = from.x < to.x ? from.x : to.x; x <= from.x || x <= to.x; x++)
			place(placed, (struct square){x, y});
	return NULL;
}

/* The opening: the stones in the order of the file, black and white in turn.  */
static char *join_placed(const struct placed placed[2], struct setup *setup)
{
	struct bytes words = {0};

	if (placed[0].count != placed[1].count && placed[0].count != placed[1].count + 1)
		return bytes_text("%d black and %d white stones are set up: expected the same number of "
				  "each, or one black stone more",
				  placed[0].count, placed[1].count);
	for (int i = 0; i < placed[0].count + placed[1].count; i++) {
		char word[6];

		gomoku_write_square(placed[i % 2].list[i / 2], word);
		bytes_add_text(&words, word);
	}
	if (words.size)
		setup_put(setup, &gomoku_option_opening, words.at);
	bytes_free(&words);
	return NULL;
}

bool sgf_is_move(const struct sgf_value *value)
{
	return strcmp(value->name, "B") == 0 || strcmp(value->name, "W") == 0;
}

static char *read_opening(struct sgf_reader *reader, struct setup *setup)
{
	struct placed placed[2] = {{0}};
	const struct sgf_value *last = NULL;
	char *problem = NULL;
	bool moved = false;

	for (int i = 0; i < reader->sgf.count && !problem; i++) {
		const struct sgf_value *value = &reader->sgf.values[i];
		bool black = strcmp(value->name, "AB") == 0, white = strcmp(value->name, "AW") == 0;

		moved = moved || sgf_is_move(value);
		if (strcmp(value->name, "AE") == 0)
			problem = bytes_text("removes stones, which gomoku never does");
		else if ((black || white) && moved)
			problem = bytes_text("sets up stones after the first move: only an opening is read");
		else if (black || white)
			problem = read_placed(reader, value->text, &placed[white]);
		if (black || white || problem)
			last = value;
	}
	if (!problem)
		problem = join_placed(placed, setup);
	free(placed[0].list);
	free(placed[1].list);
	return problem ? sgf_problem_of(reader, last, problem) : NULL;
}

char *sgf_read_setup(struct sgf_reader *reader, struct setup *setup)
{
	char *problem = read_game(reader);

	gomocup_import_setup(setup);
	if (!problem)
		problem = read_size(reader);
	if (problem)
		return problem;
	reader->from_below = is_from_below(&reader->sgf);
	gomocup_set_size(setup, reader->width, reader->height);
	read_rule(reader, setup);
	read_name(&reader->sgf, setup, SEAT_1);
	read_name(&reader->sgf, setup, SEAT_2);
	return read_opening(reader, setup);
}
