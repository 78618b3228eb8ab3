/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files_psq.c - the format of Piskvork, in which Gomocup publishes its games.
 *
 *   Piskvorky 15x15, 11:11, 0     the board; a level of time for each player, 0 for a person; who begins
 *   8,8,312                       x,y from 1 and the ms that the turn took
 *   pbrain-one.exe                the players; Piskvork leaves them out after a game between people
 *   pbrain-two.exe
 *   -1                            a code: -1 ended by the rules, 15 out of time, 0 anything else
 *   1,Freestyle_1                 only Gomocup adds this: its winner and its group, which tells the rule
 *
 * It is written as Piskvork writes it.  Reading accepts other programs' files, which leave out the middle of
 * the first line, contain blanks, or end without code or names.  */
#include "files.h"

#include <stdlib.h>
#include <string.h>

static const char header_word[] = "Piskvorky";

struct header {
	int width, height;
	int first; /* the seat that begins */
};

static bool looks(const char *text, size_t size)
{
	struct lines lines = {.at = text, .left = size};

	return gomocup_next_line(&lines, &text, &size) && bytes_begin(text, size, header_word);
}

/* Reads the sides of the board after the word.  */
static bool read_sides(const char *text, size_t size, size_t *at, int64_t *width, int64_t *height)
{
	return bytes_begin(text, size, header_word) && gomocup_read_number(text, size, at, width) &&
	       (gomocup_take(text, size, at, 'x') || gomocup_take(text, size, at, 'X')) &&
	       gomocup_read_number(text, size, at, height);
}

/* Skips the two levels, and the commas around them.  False: something else is there.  */
static bool read_levels(const char *text, size_t size, size_t *at)
{
	if (*at < size && !gomocup_take(text, size, at, ','))
		return false;
	while (*at < size && text[*at] && strchr("0123456789:.- \t", text[*at]))
		++*at;
	return *at == size || gomocup_take(text, size, at, ',');
}

/* Who begins.  Nothing: not said.  */
static bool read_first(const char *text, size_t size, int *first)
{
	int64_t player = 0;
	size_t at = 0;

	*first = SEAT_1;
	if (size == 0)
		return true;
	if (!gomocup_read_number(text, size, &at, &player) || at != size || player < 0 || player > 1)
		return false;
	*first += (int)player;
	return true;
}

static char *read_header(const char *text, size_t size, struct header *header, const char **wrong)
{
	size_t at = sizeof(header_word) - 1;
	int64_t width, height;
	char *shown, *problem;

	if (!read_sides(text, size, &at, &width, &height)) {
		if (bytes_begin(text, size, header_word))
			*wrong = text + at;
		shown = gomocup_shown(text, size);
		problem = bytes_text("expected \"%s 15x15, 0:0, 0\" (the board, two levels, who begins), "
				     "not \"%s\"",
				     header_word, shown);
		free(shown);
		return problem;
	}
	*wrong = text + sizeof(header_word); /* behind the blank */
	if (width < GOMOKU_SIDE_MIN || width > GOMOKU_SIDE_MAX || height < GOMOKU_SIDE_MIN ||
	    height > GOMOKU_SIDE_MAX)
		return bytes_text("a board of %lldx%lld: expected sides from %d to %d", (long long)width,
				  (long long)height, GOMOKU_SIDE_MIN, GOMOKU_SIDE_MAX);
	header->width = (int)width;
	header->height = (int)height;
	*wrong = text + at;
	if (!read_levels(text, size, &at))
		return bytes_text("expected a comma and two levels such as 0:0 after the board");
	*wrong = text + at;
	if (!read_first(text + at, size - at, &header->first))
		return bytes_text("expected 0 or 1 after the second comma: which player begins");
	return NULL;
}

static void fill_setup(struct setup *setup, const struct header *header, const struct tail *tail)
{
	gomocup_import_setup(setup);
	gomocup_set_size(setup, header->width, header->height);
	setup->first = header->first;
	if (tail->rule)
		setup_put(setup, &gomoku_option_rule, tail->rule);
	for (int i = 0; i < tail->names; i++)
		gomocup_seat_named(setup, SEAT_1 + i, tail->name[i], tail->size[i]);
}

static char *read(const char *text, size_t size, int game, struct match *match, struct remarks *remarks,
		  const char **wrong)
{
	struct lines lines = {.at = text, .left = size};
	struct header header = {0};
	struct import import;
	struct setup setup;
	struct tail tail;
	char *problem;

	(void)game, (void)remarks;
	*wrong = text;
	if (!gomocup_next_line(&lines, &text, &size))
		return bytes_text("expected \"%s 15x15, 0:0, 0\", but nothing is there", header_word);
	*wrong = text;
	problem = read_header(text, size, &header, wrong);
	if (!problem)
		problem = gomocup_read_tail(lines, &tail, wrong);
	if (problem)
		return problem;
	*wrong = text;
	fill_setup(&setup, &header, &tail);
	problem = gomocup_import_begin(&import, match, &setup);
	setup_free(&setup);
	if (problem)
		return problem;
	problem = gomocup_read_moves(&import, lines, 1, wrong);
	if (!problem)
		gomocup_read_code(&import, tail.code);
	gomocup_import_end(&import, problem);
	return problem;
}

/* The number of a player's turn limit in the list that Piskvork offers; 0 for a person.  */
static int level_of(const struct setup *setup, int seat)
{
	static const int ms[] = {100, 300, 600, 1000, 1500, 2500, 5000, 10000, 15000, 30000};
	int level = 1;

	if (setup->seat[seat].kind == SEAT_HUMAN)
		return 0;
	for (size_t i = 0; i < sizeof(ms) / sizeof(ms[0]); i++)
		level += setup->turn_limit > (int64_t)ms[i] * NS_PER_MS;
	return level;
}

static char *write(const struct match *match, const struct remarks *remarks, struct bytes *out)
{
	const struct setup *setup = &match->setup;
	struct stones stones;
	char *problem = gomocup_stones(&stones, match);

	(void)remarks;
	if (problem)
		return problem;
	bytes_addf(out, "%s %dx%d, %d:%d, %d\n", header_word, stones.game.game.width, stones.game.game.height,
		   level_of(setup, SEAT_1), level_of(setup, SEAT_2), stones.black - SEAT_1);
	gomocup_write_moves(&stones, 1, out);
	for (int seat = SEAT_1; seat <= SEAT_2; seat++) {
		char *name = gomocup_name_line(setup, seat);

		bytes_addf(out, "%s\n", name);
		free(name);
	}
	gomocup_write_code(match, out);
	gomocup_stones_free(&stones);
	return NULL;
}

const struct file_format gomocup_psq = {
	.name = "psq",
	.title = "the format of Piskvork and of the games that Gomocup publishes",
	.looks = looks,
	.read = read,
	.write = write,
};
