/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* shared.c - what boards share: positions, squares and scores.  */
#define NCURSES_NOMACROS
#include "shared.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <curses.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUM_COLUMNS = 10, MEAN_COLUMNS = 13, NAME_LEAST = 6, NAME_MOST = 24 };

/* A smaller sum is a rounding error.  */
#define GRAIN 1e-6

/* Copies as many whole characters as fit into `size` bytes with the NUL.  */
static void cut(char *text, size_t size, const char *from)
{
	size_t length = strlen(from);

	if (length >= size) {
		length = size - 1;
		while (length && ((unsigned char)from[length] & 0xc0) == 0x80)
			length--;
	}
	memcpy(text, from, length);
	text[length] = '\0';
}

static void begin(struct position *position, const struct setup *setup,
		  void (*begins)(void *board, const struct setup *setup), void (*finishes)(void *board))
{
	begins(position, setup);
	position->begin = begins;
	position->finish = finishes;
}

static void finish(struct position *position)
{
	checkpoints_free(position->line);
	position->line = NULL;
	if (position->finish)
		position->finish(position);
}

void *position_board(size_t size, const struct setup *setup,
		     void (*begins)(void *board, const struct setup *setup), void (*finishes)(void *board))
{
	struct position *position = bytes_new(size);

	begin(position, setup, begins, finishes);
	return position;
}

void position_free(void *board)
{
	finish(board);
	free(board);
}

void position_begin(struct position *position, const struct setup *setup, struct checkpoints *line)
{
	*position = (struct position){.line = line, .game = setup->game};
}

void position_renew(struct position *position, const struct match *match)
{
	struct position before = *position;

	if (match->setup.game == position->game)
		return;
	finish(position);
	begin(position, &match->setup, before.begin, before.finish);
}

unsigned position_seek(struct position *position, const struct match *match, int turns)
{
	unsigned changes =
		(match != position->match ? POSITION_MATCH : 0u) |
		(match->branch != position->branch ? POSITION_BRANCH : 0u) |
		(turns != position->turns ? POSITION_TURNS : 0u) |
		(match->revision != position->revision || position->unfinished ? POSITION_NEWS : 0u);

	if (!changes)
		return 0;
	position->match = match;
	position->branch = match->branch;
	position->turns = turns;
	position->revision = match->revision;
	position->unfinished = position->line && checkpoints_seek(position->line, match, turns);
	return changes;
}

int position_percent(const struct position *position)
{
	assert(position->line && position->turns > 0);
	return (int)(100.0 * checkpoints_turns(position->line) / position->turns);
}

bool position_unfinished(const void *board)
{
	return ((const struct position *)board)->unfinished;
}

struct area grid_take(struct area *area, int rows)
{
	struct area taken = *area;

	taken.height = kept_within(rows, 0, area->height);
	area->y += taken.height;
	area->height -= taken.height;
	return taken;
}

struct grid_size grid_size_for(const struct grid_size *sizes, int count, int lines, int columns,
			       struct area room)
{
	int i = 0;

	assert(sizes && count > 0);
	while (i < count - 1 &&
	       (lines * sizes[i].height > room.height || columns * sizes[i].width > room.width))
		i++;
	return sizes[i];
}

void grid_fill(struct grid *grid, int lines, int columns, struct area room)
{
	assert(grid->height > 0 && grid->width > 0);
	grid->lines = kept_within(room.height / grid->height, 0, lines);
	grid->columns = kept_within(room.width / grid->width, 0, columns);
}

int grid_centred(int at, int seen, int all)
{
	return kept_within(at - seen / 2, 0, all - seen);
}

int grid_scrolled(int first, int at, int seen, int all)
{
	int margin = kept_within((seen - 1) / 4, 0, 2);

	first = kept_within(first, at + margin - seen + 1, at - margin);
	return kept_within(first, 0, all - seen);
}

bool grid_sees(const struct grid *grid, int line, int column)
{
	line -= grid->line;
	column -= grid->column;
	return line >= 0 && line < grid->lines && column >= 0 && column < grid->columns;
}

struct area grid_cells(const struct grid *grid, struct area area, int line, int column)
{
	return (struct area){
		area.y + grid->y + grid->height * (line - grid->line),
		area.x + grid->x + grid->width * (column - grid->column),
		grid->height,
		grid->width,
	};
}

enum role grid_label_role(bool cursor, int at, int cursor_at)
{
	return cursor && at == cursor_at ? ROLE_STRONG : ROLE_BOARD_LABEL;
}

bool grid_is_enter(unsigned key, bool is_code)
{
	return is_code ? key == KEY_ENTER : key == '\r' || key == '\n';
}

enum reply key_reply(unsigned key, bool is_code)
{
	if (is_code)
		return REPLY_NONE;
	switch (key) {
	case 'y':
	case 'Y': return REPLY_YES;
	case 'n':
	case 'N':
	case 27: /* Escape */
	case 'C' & 31: return REPLY_NO;
	default: return REPLY_NONE;
	}
}

void grid_types(const char *text, const char *move, size_t size, enum typing *best)
{
	size_t typed = strlen(text);

	if (size < typed || memcmp(move, text, typed) != 0)
		return;
	if (size == typed)
		*best = *best == TYPING_NOTHING ? TYPING_WHOLE : TYPING_MOVE;
	else
		*best = *best >= TYPING_MOVE ? TYPING_MOVE : TYPING_BEGINS;
}

bool grid_way(unsigned sets, unsigned key, bool is_code, int *lines, int *columns)
{
	static const struct {
		unsigned arrow, shifted, letter;
		int lines, columns;
	} ways[] = {
		{KEY_LEFT, KEY_SLEFT, 'h', 0, -1},
		{KEY_DOWN, KEY_SF, 'j', 1, 0},
		{KEY_UP, KEY_SR, 'k', -1, 0},
		{KEY_RIGHT, KEY_SRIGHT, 'l', 0, 1},
	};

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		bool is_it = is_code ? (sets & GRID_ARROWS && key == ways[i].arrow) ||
					       (sets & GRID_SHIFTED && key == ways[i].shifted)
				     : sets & GRID_LETTERS && key == ways[i].letter;

		if (!is_it)
			continue;
		*lines = ways[i].lines;
		*columns = ways[i].columns;
		return true;
	}
	return false;
}

int grid_key(unsigned key, bool is_code, int *line, int *column)
{
	int lines, columns;

	if (grid_is_enter(key, is_code))
		return 2;
	if (!grid_way(GRID_ARROWS | GRID_LETTERS, key, is_code, &lines, &columns))
		return 0;
	*line += lines;
	*column += columns;
	return 1;
}

int grid_button(int button)
{
	return button == 1 ? 2 : button == 2 || button == 3 ? 1 : 0;
}

int grid_click(const struct grid *grid, int y, int x, int button, int *line, int *column)
{
	int meaning = grid_button(button);

	y -= grid->y;
	x -= grid->x;
	if (!meaning || y < 0 || x < 0 || grid->columns < 1 || y >= grid->lines * grid->height ||
	    x >= grid->columns * grid->width + grid->rim)
		return 0;
	*line = grid->line + y / grid->height;
	*column = grid->column + kept_within(x / grid->width, 0, grid->columns - 1);
	return meaning;
}

void sum_words(const struct match *match, int turns, const char *played, char words[32])
{
	(void)match, (void)turns;
	cut(words, 32, played);
}

void sum_write(double sum, char text[SUM_SIZE])
{
	double rounded = round(sum / GRAIN) * GRAIN;

	if (fabs(rounded) < GRAIN / 2)
		snprintf(text, SUM_SIZE, "0");
	else
		snprintf(text, SUM_SIZE, "%+.12g", rounded);
}

bool sum_after(const struct match *match, int turns, double sum[SEATS])
{
	const struct turn *last = turns < match->turn_count ? match_turn(match, turns) : NULL;

	memset(sum, 0, SEATS * sizeof(*sum));
	if (turns == match->turn_count || last)
		memcpy(sum, last ? last->sum : match->sum, SEATS * sizeof(*sum));
	return match->scored && turns > 0;
}

void sum_seats(const struct setup *setup, char name[SEATS][SUM_NAME_SIZE], bool sits[SEATS],
	       bool person[SEATS])
{
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const struct seat_setup *taken = &setup->seat[seat];

		cut(name[seat], SUM_NAME_SIZE, taken->name ? taken->name : "");
		sits[seat] = taken->kind != SEAT_FREE;
		person[seat] = taken->kind == SEAT_HUMAN && !setup_given(setup, OPTION_TAPPED);
	}
}

enum role sum_role(double sum)
{
	return sum > GRAIN / 2 ? ROLE_GOOD : sum < -GRAIN / 2 ? ROLE_BAD : ROLE_FAINT;
}

const char *sum_mark(const struct match *match UNUSED, int turns UNUSED, int seat)
{
	return paint_glyph(seat == SEAT_2 ? GLYPH_WHITE : GLYPH_BLACK);
}

char *sum_score(const struct match *match, int turns, int seat)
{
	char text[SUM_SIZE];

	if (!match->scored || turns < 1)
		return NULL;
	if (turns >= match->turn_count) {
		sum_write(match->sum[seat], text);
	} else {
		const struct turn *turn = match_turn(match, turns);

		if (!turn || !(turn->flags & TURN_SCORED))
			return NULL;
		sum_write(turn->sum[seat], text);
	}
	return bytes_text("%s", text);
}

int sum_put(struct area area, int y, int x, int width, double sum)
{
	char text[SUM_SIZE];
	int blank;

	sum_write(sum, text);
	blank = width - paint_width(text);
	return paint_text(area, y, x + (blank > 0 ? blank : 0), sum_role(sum), text);
}

void sum_draw(struct area area, int y, const struct sum_line *line)
{
	int more = line->more ? paint_width(line->more) + 2 : 0;
	int name = area.width - 2 - SUM_COLUMNS - MEAN_COLUMNS - more, x;

	name = kept_within(name, NAME_LEAST, NAME_MOST);
	paint_text(area, y, 0, paint_seat_role(line->seat), sum_mark(NULL, 0, line->seat));
	paint_cut(area, y, 2, name, ROLE_STRONG, line->name);
	x = 2 + name;
	if (line->scored) {
		x = sum_put(area, y, x, SUM_COLUMNS, line->sum);
		if (!isnan(line->mean) && x + MEAN_COLUMNS <= area.width)
			x = paint_format(area, y, x, ROLE_TEXT, "  mean %+.3f", line->mean);
	}
	if (line->more && x + more <= area.width)
		paint_format(area, y, x + 2, ROLE_FAINT, "%s", line->more);
}
