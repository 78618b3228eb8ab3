/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* overview_draw.c - draws the tables, the games and the board of an overview.
 *
 * On a narrow screen a table that a person turns to stands in the place of the board; on a wide one below the
 * standing.  A screen too small for a board has none.  */
#include "overview_state.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/layout.h"
#include "ringside/toggle.h"
#include "screen.h"
#include <curses.h>

#include <stdlib.h>
#include <string.h>

enum {
	FRAME = 2,
	HEAD = 1,
	GAP = 1,
	COLUMNS_MOST = 64,
	NAME_MOST = 24, /* columns of a text at the left ... */
	NAME_LEAST = 6, /* ... and where there is little room */
	LEFT_LEAST = 34,
	TITLE_LEAST = 8,
	GAMES_LEAST = 5 /* rows of the list, with its frame */
};

bool overview_is_wide(void)
{
	return COLS >= LAYOUT_WIDE && LINES >= 2 * LAYOUT_HEIGHT;
}

/* ---- tables ---- */

static const char *cell(const struct overview_table *table, int row, int column)
{
	return table->cells[(row + 1) * table->columns + column];
}

static int column_width(const struct overview_table *table, int column)
{
	int width = 0, most = table->left[column] ? NAME_MOST : COLS;

	for (int row = -1; row < table->rows; row++) {
		const char *text = cell(table, row, column);
		int here = paint_bytes_width(text, strlen(text));

		width = here > width ? here : width;
	}
	return width < most ? width : most;
}

/* Names get what the numbers of the fixed columns leave.  Returns how many columns fit.  */
static int fit_columns(const struct overview_table *table, int room, int width[COLUMNS_MOST])
{
	int columns = table->columns < COLUMNS_MOST ? table->columns : COLUMNS_MOST, used = -GAP, fit;
	int fixed = table->fixed < columns ? table->fixed : columns;

	for (int i = 0; i < columns; i++)
		width[i] = column_width(table, i);
	for (int i = 0; i < fixed; i++)
		used += width[i] + GAP;
	for (int i = 0; i < fixed && used > room; i++) {
		int less = used - room < width[i] - NAME_LEAST ? used - room : width[i] - NAME_LEAST;

		if (!table->left[i] || less <= 0)
			continue;
		width[i] -= less;
		used -= less;
	}
	for (fit = fixed; fit < columns && used + GAP + width[fit] <= room; fit++)
		used += GAP + width[fit];
	return fit;
}

static void draw_row(const struct overview_table *table, struct area line, int row, int columns,
		     const int *width, enum role role)
{
	int x = 0;

	for (int i = 0; i < columns && x < line.width; i++) {
		const char *text = cell(table, row, i);
		int size = paint_bytes_width(text, strlen(text)), room = width[i];
		int indent = table->left[i] || size > room ? 0 : room - size;

		if (room > line.width - x)
			room = line.width - x;
		if (indent < room)
			paint_bytes((struct area){line.y, line.x + x + indent, 1, room - indent}, 0, 0, role,
				    text, strlen(text));
		x += width[i] + GAP;
	}
}

static void draw_table(struct overview *overview, int which, int number, struct area area)
{
	const struct overview_table *table = &overview->shown.tables[number];
	int width[COLUMNS_MOST] = {0}, columns, rows, *top = &overview->table_top[which];
	bool more = number > 0 && overview->shown.table_count > 2;
	struct area inside;
	char *right = NULL;

	if (area.height <= FRAME || area.width <= FRAME)
		return;
	overview->table_area[which] = area;
	columns = fit_columns(table, area.width - FRAME, width);
	rows = area.height - FRAME - HEAD;
	if (*top > table->rows - rows)
		*top = table->rows - rows;
	if (*top < 0)
		*top = 0;
	if (table->rows > rows)
		right = bytes_text("%d-%d of %d", *top + 1, *top + rows, table->rows);
	else if (more)
		right = bytes_text("c: next");
	inside = paint_frame(area, ROLE_FRAME, 0, table->title, right);
	free(right);
	draw_row(table, (struct area){inside.y, inside.x, 1, inside.width}, -1, columns, width, ROLE_FAINT);
	if (columns < table->columns && inside.width > 1)
		paint_put((struct area){inside.y, inside.x + inside.width - 1, 1, 1}, 0, 0, ROLE_FAINT,
			  GLYPH_ELLIPSIS);
	for (int i = 0; i < rows && *top + i < table->rows; i++)
		draw_row(table, (struct area){inside.y + HEAD + i, inside.x, 1, inside.width}, *top + i,
			 columns, width, ROLE_TEXT);
}

/* ---- games ---- */

/* The selection stays on its game, or on its row when that has gone.  */
static bool find_chosen(struct overview *overview)
{
	const struct overview_shown *shown = &overview->shown;
	int before = overview->chosen;

	for (int i = 0; i < shown->game_count; i++)
		if (shown->games[i].id == before) {
			overview->at = i;
			return true;
		}
	if (overview->at >= shown->game_count)
		overview->at = shown->game_count ? shown->game_count - 1 : 0;
	overview->chosen = shown->game_count ? shown->games[overview->at].id : 0;
	return overview->chosen == before;
}

static void draw_game(const struct overview_game *game, struct area line, int number, bool chosen)
{
	enum role role = chosen ? ROLE_SELECTED : game->runs ? ROLE_STRONG : ROLE_TEXT;
	int how = paint_bytes_width(game->how, strlen(game->how)), x = 2 + number + GAP,
	    room = line.width - x - how - GAP;

	paint_clear(line, chosen ? ROLE_SELECTED : ROLE_TEXT);
	if (game->runs)
		paint_put(line, 0, 0, chosen ? ROLE_SELECTED : ROLE_RUNNING, GLYPH_RUNNING);
	paint_text(line, 0, 2 + number - paint_width(game->number), chosen ? role : ROLE_FAINT, game->number);
	if (room > 0)
		paint_bytes((struct area){line.y, line.x + x, 1, room}, 0, 0, role, game->who,
			    strlen(game->who));
	if (line.width > how)
		paint_bytes(line, 0, line.width - how,
			    chosen        ? role
			    : game->fault ? ROLE_BAD
					  : ROLE_TEXT,
			    game->how, strlen(game->how));
}

static void draw_games(struct overview *overview, struct area area)
{
	const struct overview_shown *shown = &overview->shown;
	int rows = area.height - FRAME, number = 1, *top = &overview->top;
	struct area inside;

	if (rows <= 0 || area.width <= FRAME)
		return;
	inside = paint_frame(area, ROLE_FRAME_FOCUS, 0, "games", NULL);
	overview->games_area = inside;
	if (*top > overview->at)
		*top = overview->at;
	if (*top <= overview->at - rows)
		*top = overview->at - rows + 1;
	for (int i = *top; i < shown->game_count && i < *top + rows; i++) {
		int width = paint_width(shown->games[i].number);

		number = width > number ? width : number;
	}
	for (int i = *top; i < shown->game_count && i < *top + rows; i++)
		draw_game(&shown->games[i], (struct area){inside.y + i - *top, inside.x, 1, inside.width},
			  number, i == overview->at);
}

/* ---- the board ---- */

void overview_unwatch(struct overview *overview)
{
	if (overview->board)
		overview->board->ops->free(overview->board);
	overview->board = NULL;
	overview->view.session = NULL;
}

static void watch(struct overview *overview)
{
	struct session *session = overview->shown.watched;
	const char *system;

	if (session == overview->view.session)
		return;
	overview_unwatch(overview);
	if (!session)
		return;
	system = session_match(session)->setup.system;
	overview->view = (struct view){
		.session = session,
		.turns = VIEW_LIVE,
		.shows = settings_shows(overview->settings, toggles_of(system), toggles_at_first(system))};
	overview->board = pane_board_new(&overview->view);
}

static void draw_board(struct overview *overview, struct area area)
{
	struct pane *board = overview->board;
	char *status = NULL;
	struct area inside;

	if (area.height <= FRAME || area.width <= FRAME)
		return;
	if (!board) {
		inside = paint_frame(area, ROLE_FRAME, 0, overview->shown.caption, NULL);
		paint_text(inside, inside.height / 2, 1, ROLE_FAINT,
			   overview->chosen ? "no board yet" : "no game yet");
		return;
	}
	session_begin_look(overview->view.session);
	status = board->ops->status(board);
	inside = paint_frame(area, ROLE_FRAME, 0, overview->shown.caption, status);
	free(status);
	board->area = area;
	board->ops->draw(board, inside, false);
	session_end_look(overview->view.session, true);
}

/* The columns for the board: what it wants, as far as the tables have room.  */
static int board_width(struct overview *overview, int height, int width)
{
	int wanted = width / 2, high = 0, most = width - LEFT_LEAST;
	struct session *session = overview->view.session;
	const struct board_view *kind;
	void *board;

	if (session) {
		const struct setup *setup = &session_match(session)->setup;

		kind = board_named(setup->system);
		board = kind->new (setup);
		if (kind->grows)
			kind->grows(board, (struct area){.height = height - FRAME, .width = width / 2}, &high,
				    &wanted);
		else
			kind->wants(board, &high, &wanted);
		kind->free(board);
		overview->board_width = wanted + FRAME;
	}
	wanted = overview->board_width < width / 2 ? width / 2 : overview->board_width;
	return wanted < most ? wanted : most;
}

/* ---- all ---- */

static int table_height(const struct overview_table *table)
{
	return table->rows + HEAD + FRAME;
}

/* The standing, a second table where there is room, and the list of games below each other.  */
static void draw_left(struct overview *overview, struct area area)
{
	const struct overview_shown *shown = &overview->shown;
	int second = overview->table ? overview->table : 1, room = area.height - GAMES_LEAST, high;
	bool both = overview_is_wide() && shown->table_count > 1;

	if (shown->table_count && room > FRAME + HEAD) {
		high = table_height(&shown->tables[0]);
		if (high > area.height / (both ? 3 : 2))
			high = area.height / (both ? 3 : 2);
		draw_table(overview, 0, 0, (struct area){area.y, area.x, high, area.width});
		area.y += high;
		area.height -= high;
	}
	if (both) {
		if (second >= shown->table_count)
			second = 1;
		high = table_height(&shown->tables[second]);
		if (high > area.height / 2)
			high = area.height / 2;
		draw_table(overview, 1, second, (struct area){area.y, area.x, high, area.width});
		area.y += high;
		area.height -= high;
	}
	draw_games(overview, area);
}

static void draw_title(const struct overview *overview)
{
	static const struct {
		enum glyph glyph;
		enum role role;
		const char *word;
	} states[] = {[OVERVIEW_RUNS] = {GLYPH_RUNNING, ROLE_RUNNING, ""},
		      [OVERVIEW_PAUSED] = {GLYPH_PAUSED, ROLE_PAUSED, " PAUSED"},
		      [OVERVIEW_ENDS] = {GLYPH_HOLD, ROLE_WARNING, " ENDING"},
		      [OVERVIEW_OVER] = {GLYPH_OVER, ROLE_OVER, " OVER"}};
	const struct overview_shown *shown = &overview->shown;
	const struct area line = {0, 0, 1, COLS};
	int x, room, width = paint_bytes_width(shown->progress, strlen(shown->progress));

	x = paint_put(line, 0, 1, states[shown->state].role, states[shown->state].glyph);
	x = paint_text(line, 0, x, states[shown->state].role, states[shown->state].word);
	x++;
	room = COLS - x - width - 3; /* the title gives way */
	if (room >= TITLE_LEAST) {
		paint_bytes((struct area){0, x, 1, room}, 0, 0, ROLE_TITLE, shown->title,
			    strlen(shown->title));
		x = COLS - 1 - width;
	}
	if (x < COLS)
		paint_bytes(line, 0, x, ROLE_TEXT, shown->progress, strlen(shown->progress));
}

static void draw_last_line(const struct overview *overview)
{
	const struct area all = {0, 0, LINES, COLS};
	const char *text = overview->question ? overview->question : overview->said;

	if (text)
		paint_bytes(all, LINES - 1, 1, ROLE_WARNING, text, strlen(text));
	else
		paint_format(all, LINES - 1, 1, ROLE_HINT,
			     "j k select  enter open  p %s  s skip  c %s"
			     "  l log  ? help  q quit",
			     overview->shown.state == OVERVIEW_PAUSED ? "go on" : "pause",
			     overview_is_wide() ? "table" : "tables");
}

/* Shows it, and sets a timer for the rest of a key sequence.  */
static void show(struct overview *overview)
{
	int64_t now = loop_now();
	bool sent = screen_show(-1, 0), more = overview->view.unfinished || overview->view.board_unfinished;
	int wait = screen_wait();

	overview->drawn_at = now;
	loop_at(overview->key_timer, wait < 0 ? INT64_MAX : now + (int64_t)wait * NS_PER_MS);
	loop_at(overview->frame_timer, now + (!sent || more ? 20 * (int64_t)NS_PER_MS : (int64_t)NS_PER_S));
}

void overview_draw(struct overview *overview)
{
	struct area body = {1, 0, LINES > 2 ? LINES - 2 : 1, COLS}, right = body;
	bool board = COLS >= LAYOUT_WIDTH && LINES >= LAYOUT_HEIGHT;

	if (!overview->is_open)
		return;
	overview->view.unfinished = overview->view.board_unfinished = false;
	overview->games_area.width = overview->table_area[0].width = overview->table_area[1].width = 0;
	overview->events->fill(overview->user, overview->chosen, &overview->shown);
	if (!find_chosen(overview))
		overview->events->fill(overview->user, overview->chosen, &overview->shown);
	if (overview->table >= overview->shown.table_count)
		overview->table = 0;
	watch(overview);
	paint_clear((struct area){0, 0, LINES, COLS}, ROLE_TEXT);
	draw_title(overview);
	if (board) {
		right.width = board_width(overview, body.height, body.width);
		body.width -= right.width;
		right.x = body.width;
	}
	draw_left(overview, body);
	if (board && overview->table && !overview_is_wide())
		draw_table(overview, 1, overview->table, right);
	else if (board)
		draw_board(overview, right);
	draw_last_line(overview);
	if (overview->overlay.open)
		overlay_draw(&overview->overlay, (struct area){1, 0, LINES > 2 ? LINES - 2 : 1, COLS});
	show(overview);
}
