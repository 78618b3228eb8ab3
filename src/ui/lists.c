/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lists.c - the whole screen as a list, from which a person chooses a row: the matches that were kept, or the
 * games of a tournament with its tables and the board of the chosen game.
 *
 * The last line says which keys there are, or what the last key has done.  A key that does nothing says so.
 *
 * On a narrow screen a table that a person turns to stands in the place of the board; on a wide one below the
 * standing.  A screen too small for a board has none.  */
#include "boards/shared.h"
#include "overlay.h"
#include "pane.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/layout.h"
#include "ringside/overview.h"
#include "ringside/ui.h"
#include "screen.h"

#include <assert.h>
#include <curses.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
	ESCAPE = 27,
	CTRL_C = 'C' & 31,
	CTRL_D = 'D' & 31,
	CTRL_L = 'L' & 31,
	CTRL_U = 'U' & 31,
	CTRL_Z = 'Z' & 31,
	DELETE = 127
};

/* ---- what both have ---- */

struct list {
	int count;              /* of rows */
	int at;                 /* the selected one */
	int top;                /* the first one on the screen */
	char *status;           /* in the last line until the next key; owned; NULL: nothing */
	char *question;         /* in the last line until a key answers it; owned; NULL: none */
	struct overlay overlay; /* its keys, or another text */
	struct watch *key_timer;
};

/* A key, and what it does.  */
struct list_key {
	const char *keys, *help;
};

/* Takes over the text.  */
static void say(struct list *list, char *text)
{
	free(list->status);
	list->status = text;
}

static void forget_question(struct list *list)
{
	free(list->question);
	list->question = NULL;
}

/* A click or the wheel.  A question drops it: the person answers what the list showed as it was asked.  */
static bool points(struct list *list, int *y, int *x, int *button)
{
	return mouse_event(y, x, button) && !list->question;
}

static void say_unknown(struct list *list, unsigned key, bool is_code)
{
	say(list, !is_code && key > ' ' && key < DELETE
			  ? bytes_text("%c does nothing here: ? shows all keys", (int)key)
			  : bytes_text("this key does nothing here: ? shows all keys"));
}

/* Ended by a row without keys.  */
static void show_help(struct list *list, const struct list_key *key)
{
	enum { COLUMN = 12 };

	overlay_open(&list->overlay, "help");
	for (; key->keys; key++)
		overlay_add(&list->overlay, COLUMN, key->keys, key->help);
}

/* Selects that row, or the nearest.  */
static void select_row(struct list *list, int at)
{
	list->at = kept_within(at, 0, list->count ? list->count - 1 : 0);
}

/* A key that selects another row.  False: it is none.  */
static bool walk(struct list *list, unsigned key, bool is_code, int page)
{
	if (!is_code)
		key = key == 'j'   ? KEY_DOWN
		      : key == 'k' ? KEY_UP
		      : key == 'g' ? KEY_HOME
		      : key == 'G' ? KEY_END
				   : 0;
	switch (key) {
	case KEY_DOWN: select_row(list, list->at + 1); return true;
	case KEY_UP: select_row(list, list->at - 1); return true;
	case KEY_NPAGE: select_row(list, list->at + page); return true;
	case KEY_PPAGE: select_row(list, list->at - page); return true;
	case KEY_HOME: select_row(list, 0); return true;
	case KEY_END: select_row(list, list->count - 1); return true;
	default: return false;
	}
}

/* Scrolls so that the selected one is among so many rows.  */
static void keep_in_sight(struct list *list, int rows)
{
	list->top = kept_within(list->top, list->at - rows + 1, list->at);
}

/* The rows between the first line of the screen and the last one.  */
static int rows_between(void)
{
	return LINES > 2 ? LINES - 2 : 1;
}

/* Draws the last line and the open text.  */
static void draw_foot(struct list *list, const char *keys)
{
	const struct area all = {0, 0, LINES, COLS};
	const char *status = list->question ? list->question : list->status;

	if (status)
		paint_bytes(all, LINES - 1, 1, ROLE_WARNING, status, strlen(status));
	else
		paint_text(all, LINES - 1, 1, ROLE_HINT, keys);
	if (list->overlay.open)
		overlay_draw(&list->overlay, (struct area){1, 0, rows_between(), COLS});
}

/* Shows what was drawn, and sets a timer for the rest of a key sequence.  False: the terminal takes it later.
 */
static bool show(struct list *list, int cursor_x)
{
	bool sent = screen_show(cursor_x < 0 ? -1 : LINES - 1, cursor_x < 0 ? 0 : cursor_x);
	int wait = screen_wait();

	loop_at(list->key_timer, wait < 0 ? INT64_MAX : loop_now() + (int64_t)wait * NS_PER_MS);
	return sent;
}

static bool is_enter(unsigned key, bool is_code)
{
	return is_code ? key == KEY_ENTER : key == '\r' || key == '\n';
}

/* ---- the matches that were kept ---- */

enum {
	CHOICE_GAP = 2,
	THIRD_MOST = 24,  /* columns of the third text as long as the second is there, ... */
	THIRD_LEAST = 12, /* ... and at least */
	LAST_MOST = 24    /* columns of the last text as long as the second is there */
};

static const struct list_key choice_keys[] = {
	{"enter", "take the row; so does a click"},
	{"j k", "select; so do up, down, pageup, pagedown and the wheel"},
	{"g G", "select the first and the last; so do home and end"},
	{"/", "search who played, what, how it ended and the folder; n or ] goes to the next, N or [ back"},
	{"&", "show only the rows with a text; enter keeps them, escape shows all"},
	{"X", "delete the match, after a question"},
	{"^L", "draw the screen again"},
	{"?", "show these keys"},
	{"q", "leave; in a match, q goes back to the list and Q leaves ringside"},
	{0}};

struct chooser {
	struct list list; /* of the rows that the filter lets through and nobody has deleted */
	struct loop *loop;
	struct choices *choices;
	int *shown; /* the numbers of the rows in the list */
	bool *gone; /* by row: it was deleted */
	struct watch *renewal;
	int chosen;  /* its row; -1: none */
	char typing; /* keys go to the text of the search (/) or the filter (&); 0: to neither */
	int origin;  /* the row of the list where the search began */
};

#define RENEWED_EVERY NS_PER_S

static const char *path_at(const struct chooser *chooser, int row)
{
	const struct choices *choices = chooser->choices;

	return choices->path ? choices->path(choices->user, row) : "";
}

/* Does a column that is shown have the text?  */
static bool shows_text(const struct chooser *chooser, int row, const char *text)
{
	for (int column = 0; column < CHOICE_COLUMNS; column++)
		if (strcasestr(chooser->choices->rows[row][column], text))
			return true;
	return false;
}

static bool has_text(const struct chooser *chooser, int row, const char *text)
{
	return shows_text(chooser, row, text) || strcasestr(path_at(chooser, row), text);
}

/* The selection stays on its row, or goes to the next one that is shown.  */
static void sift(struct chooser *chooser, int row)
{
	chooser->list.count = 0;
	chooser->list.at = -1;
	for (int i = 0; i < chooser->choices->count; i++) {
		if (chooser->gone[i] ||
		    (chooser->choices->filter && !has_text(chooser, i, chooser->choices->filter)))
			continue;
		if (chooser->list.at < 0 && i >= row)
			chooser->list.at = chooser->list.count;
		chooser->shown[chooser->list.count++] = i;
	}
	select_row(&chooser->list, chooser->list.at < 0 ? chooser->list.count : chooser->list.at);
}

/* The row that is selected; 0 if none is shown.  */
static int chosen_row(const struct chooser *chooser)
{
	return chooser->list.count ? chooser->shown[chooser->list.at] : 0;
}

/* A width of 0 leaves a column out.  */
static void measure(const struct chooser *chooser, int width[CHOICE_COLUMNS])
{
	int room = COLS - 2 - CHOICE_GAP * (CHOICE_COLUMNS - 1), all = 0;

	for (int column = 0; column < CHOICE_COLUMNS; column++) {
		width[column] = 0;
		for (int i = 0; i < chooser->choices->count; i++) {
			const char *text = chooser->choices->rows[i][column];
			int size = paint_width(text);

			width[column] = size > width[column] ? size : width[column];
		}
		all += width[column];
	}
	if (all > room && width[2] > THIRD_MOST) {
		all -= width[2];
		width[2] = room - all > THIRD_MOST ? room - all : THIRD_MOST;
		all += width[2];
	}
	if (all > room && width[3] > LAST_MOST) { /* its end is cut then */
		all -= width[3];
		width[3] = room - all > LAST_MOST ? room - all : LAST_MOST;
		all += width[3];
	}
	if (all > room) {
		room += CHOICE_GAP;
		all -= width[1];
		width[1] = 0;
	}
	if (all > room && width[2] > THIRD_LEAST)
		width[2] = width[2] - (all - room) > THIRD_LEAST ? width[2] - (all - room) : THIRD_LEAST;
}

static void draw_choices(const struct chooser *chooser)
{
	const struct list *list = &chooser->list;
	int width[CHOICE_COLUMNS];

	measure(chooser, width);
	for (int y = 0; y < rows_between() && list->top + y < list->count; y++) {
		int at = chooser->shown[list->top + y];
		char *const *row = chooser->choices->rows[at];
		bool selected = list->top + y == list->at;
		enum role role = selected ? ROLE_SELECTED : ROLE_TEXT;
		int last = paint_width(row[CHOICE_COLUMNS - 1]), x = 1;
		struct area line = {y + 1, 0, 1, COLS};

		paint_clear(line, role);
		for (int column = 0; column < CHOICE_COLUMNS; column++) {
			int room = column == CHOICE_COLUMNS - 1 ? COLS - 1 - x : width[column];

			/* The selected row shows its command whole: people copy it.  A file's row has none.
			 */
			if (selected && !*path_at(chooser, at) && column == CHOICE_COLUMNS - 2)
				room = kept_within(COLS - 1 - x - CHOICE_GAP - last, 0, room);
			if (!width[column] || room <= 0)
				continue;
			paint_cut(line, 0, x, room, role, row[column]);
			x += room + CHOICE_GAP;
		}
	}
}

static void draw_chooser(struct chooser *chooser)
{
	const struct area all = {0, 0, LINES, COLS};
	const char *filter = chooser->choices->filter,
		   *typed = chooser->typing == '/' ? chooser->choices->pattern : filter;
	char sign[] = {chooser->typing, '\0'};
	int x;

	keep_in_sight(&chooser->list, rows_between());
	paint_clear(all, ROLE_TEXT);
	if (filter) {
		x = paint_format(all, 0, 1, ROLE_TITLE, "%d of %d: only those with ", chooser->list.count,
				 chooser->choices->count);
		paint_bytes(all, 0, x, ROLE_TITLE, filter, strlen(filter));
	} else {
		paint_text(all, 0, 1, ROLE_TITLE, chooser->choices->title);
	}
	draw_choices(chooser);
	draw_foot(&chooser->list,
		  chooser->typing ? ""
		  : chooser->choices->remove
			  ? "j k select  enter open  / search  n next  & filter  X delete  ? help  q quit"
			  : "j k select  enter open  / search  n next  & filter  ? help  q quit");
	x = -1;
	if (chooser->typing) {
		paint_text(all, LINES - 1, 1, ROLE_PROMPT, sign);
		x = paint_cut(all, LINES - 1, 2, COLS, ROLE_PROMPT, typed ? typed : "");
	}
	show(&chooser->list, x < COLS ? x : COLS - 1);
}

static void leave_with(struct chooser *chooser, int chosen)
{
	chooser->chosen = chosen;
	loop_stop(chooser->loop);
}

/* Takes over the filter.  */
static void set_filter(struct chooser *chooser, char *filter)
{
	int row = chosen_row(chooser);

	free(chooser->choices->filter);
	chooser->choices->filter = filter;
	sift(chooser, row);
}

/* Goes to the next row that has the text, from this one of the list on or back; behind the last comes the
 * first.  `told`: the last line says which of how many it is, and its file if only the name of that fits.  */
static void find(struct chooser *chooser, int from, int step, bool told)
{
	struct list *list = &chooser->list;
	const char *text = chooser->choices->pattern, *path;
	int all = 0, number = 0, at = -1;

	for (int i = 0, row; i < list->count && text; i++) {
		row = (from + step * i + 2 * list->count) % list->count;
		if (has_text(chooser, chooser->shown[row], text))
			at = at < 0 ? row : at;
	}
	for (int row = 0; row < list->count && at >= 0; row++) {
		all += has_text(chooser, chooser->shown[row], text);
		number = row == at ? all : number;
	}
	if (at >= 0)
		select_row(list, at);
	if (!told)
		return;
	path = at < 0 || shows_text(chooser, chooser->shown[at], text) ? ""
								       : path_at(chooser, chooser->shown[at]);
	say(list, !text    ? bytes_text("nothing was searched yet: / searches")
		  : at < 0 ? bytes_text("no row has \"%s\"", text)
			   : bytes_text("/%s: %d of %d%s%s", text, number, all, *path ? ": " : "", path));
}

/* The text after the key; NULL: it is empty.  The caller frees.  */
static char *typed_on(const char *before, unsigned key)
{
	struct bytes text = {0};
	size_t size = before ? strlen(before) : 0;
	char typed[MB_LEN_MAX];
	int typed_size = key >= ' ' && key != DELETE ? wctomb(typed, (wchar_t)key) : 0;

	bytes_add_text(&text, before ? before : "");
	if (key == '\b' || key == DELETE) {
		while (size && ((unsigned char)before[--size] & 0xc0) == 0x80)
			;
		text.size = size;
	} else if (typed_size > 0) {
		bytes_add(&text, typed, (size_t)typed_size);
	}
	bytes_add(&text, "", 1);
	if (key == CTRL_U || !*text.at) {
		bytes_free(&text);
		text.at = NULL;
	}
	return text.at;
}

/* Takes over what is searched, and goes to the first row with it.  */
static void set_pattern(struct chooser *chooser, char *pattern)
{
	free(chooser->choices->pattern);
	chooser->choices->pattern = pattern;
	select_row(&chooser->list, chooser->origin);
	find(chooser, chooser->origin, 1, false);
}

static void press_typed(struct chooser *chooser, unsigned key, bool is_code)
{
	bool searches = chooser->typing == '/', leaves = !is_code && (key == ESCAPE || key == CTRL_C);
	const char *text = searches ? chooser->choices->pattern : chooser->choices->filter;

	if (is_enter(key, is_code) || leaves)
		chooser->typing = '\0';
	else if (is_code && key != KEY_BACKSPACE)
		return;
	if (chooser->typing || leaves)
		(searches ? set_pattern : set_filter)(chooser,
						      leaves ? NULL : typed_on(text, is_code ? '\b' : key));
	else if (searches)
		find(chooser, chooser->list.at, 1, true);
}

static void answer_delete(struct chooser *chooser, unsigned key, bool is_code)
{
	enum reply reply = key_reply(key, is_code);
	int row = chosen_row(chooser);
	char *problem;

	if (reply == REPLY_NONE)
		return;
	forget_question(&chooser->list);
	if (reply == REPLY_NO) {
		say(&chooser->list, bytes_text("nothing was deleted"));
		return;
	}
	problem = chooser->choices->remove(chooser->choices->user, row);
	chooser->gone[row] = !problem;
	say(&chooser->list,
	    problem ? bytes_text("it cannot be deleted: %s", problem) : bytes_text("deleted"));
	free(problem);
	sift(chooser, row);
}

static void clicked_choice(struct chooser *chooser)
{
	struct list *list = &chooser->list;
	int y, x, button;

	if (!points(list, &y, &x, &button))
		return;
	if (list->overlay.open)
		overlay_click(&list->overlay, y, x, button);
	else if (button == 4 || button == 5)
		select_row(list, list->at + (button == 4 ? -1 : 1));
	else if (button == 1 && y >= 1 && y <= rows_between() && list->top + y - 1 < list->count)
		leave_with(chooser, chooser->shown[list->top + y - 1]);
}

static void press_choice(struct chooser *chooser, unsigned key, bool is_code)
{
	char *const *row = chooser->choices->rows[chosen_row(chooser)];
	bool opens = is_enter(key, is_code);

	if (walk(&chooser->list, key, is_code, rows_between()))
		return;
	if (!chooser->list.count && (opens || (!is_code && key == 'X'))) {
		say(&chooser->list, bytes_text("no row is shown"));
		return;
	}
	if (opens) {
		leave_with(chooser, chosen_row(chooser));
		return;
	}
	switch (is_code ? 0 : key) {
	case '/':
		chooser->typing = '/';
		chooser->origin = chooser->list.at;
		set_pattern(chooser, NULL);
		break;
	case '&': chooser->typing = '&'; break;
	case ']':
	case 'n': find(chooser, chooser->list.at + 1, 1, true); break;
	case '[':
	case 'N': find(chooser, chooser->list.at - 1, -1, true); break;
	case 'X':
		if (chooser->choices->remove)
			chooser->list.question = bytes_text("delete %s, %s? y/n", row[0], row[2]);
		else
			say(&chooser->list, bytes_text("nothing is deleted here"));
		break;
	case '?': show_help(&chooser->list, choice_keys); break;
	case CTRL_L: screen_redraw(); break;
	case ESCAPE:
		if (!chooser->choices->filter)
			leave_with(chooser, -1);
		set_filter(chooser, NULL);
		break;
	case 'q':
	case 'Q':
	case CTRL_C: leave_with(chooser, -1); break;
	default: say_unknown(&chooser->list, key, is_code); break;
	}
}

static void choice_key_came(struct chooser *chooser, unsigned key, bool is_code)
{
	say(&chooser->list, NULL);
	if (is_code && key == KEY_MOUSE)
		clicked_choice(chooser);
	else if (chooser->list.question)
		answer_delete(chooser, key, is_code);
	else if (chooser->typing)
		press_typed(chooser, key, is_code);
	else if (chooser->list.overlay.open)
		overlay_key(&chooser->list.overlay, key, is_code);
	else
		press_choice(chooser, key, is_code);
}

static void choice_keys_came(void *user, int events UNUSED)
{
	struct chooser *chooser = user;
	unsigned key;
	bool is_code;

	while (screen_key(&key, &is_code))
		choice_key_came(chooser, key, is_code);
	screen_follow_background();
	if (screen_gone())
		leave_with(chooser, -1);
	draw_chooser(chooser);
}

static void chooser_resized(void *user, int events UNUSED)
{
	screen_resized();
	draw_chooser(user);
}

static void terminated(void *user, int events UNUSED)
{
	leave_with(user, -1);
}

static void show_rows(struct chooser *chooser, int row)
{
	size_t count = (size_t)chooser->choices->count + 1;

	free(chooser->shown);
	free(chooser->gone);
	chooser->shown = bytes_new(sizeof(*chooser->shown) * count);
	chooser->gone = bytes_new(sizeof(*chooser->gone) * count);
	sift(chooser, row);
}

static void renew_rows(void *user, int events UNUSED)
{
	struct chooser *chooser = user;
	int row = chosen_row(chooser);

	if (chooser->choices->renew(chooser->choices->user, &row)) {
		show_rows(chooser, row);
		draw_chooser(chooser);
	}
	loop_at(chooser->renewal, loop_now() + RENEWED_EVERY);
}

/* ---- the games of a tournament ---- */

enum { OVERVIEW_WATCHES = 4 };

struct overview {
	struct list list; /* of the games */
	struct loop *loop;
	const struct settings *settings;
	const struct overview_events *events;
	void *user;
	struct watch *watches[OVERVIEW_WATCHES]; /* of signals and keys */
	struct watch *frame_timer;
	bool is_open;
	int64_t drawn_at;

	struct overview_shown shown;
	int chosen;       /* the id of the selected game; 0: there is none */
	int table;        /* the table that a person has turned to; 0: none */
	int table_top[2]; /* the first row that is shown of the first table, and of that one */
	struct view view; /* of what is watched */
	struct pane *board;
	int board_width; /* what the last one wanted: the panes stay until the next game has a board */
	struct area games_area, table_area[2]; /* for the mouse; width 0: not on the screen */

	void (*yes)(struct overview *overview); /* to the question of the list, ... */
	int asked_game;                         /* which is about this game */
};

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

/* A screen that is wide enough to show the board and a second table at once.  */
static bool overview_is_wide(void)
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
		int here = paint_width(text);

		width = here > width ? here : width;
	}
	return width < most ? width : most;
}

/* Names get what the numbers of the fixed columns leave.  Returns how many columns fit; if not all do, one
 * cell is left for the sign that says so.  */
static int fit_columns(const struct overview_table *table, int room, int width[COLUMNS_MOST])
{
	int columns = table->columns < COLUMNS_MOST ? table->columns : COLUMNS_MOST, used = -GAP, all = -GAP,
	    fit;
	int fixed = table->fixed < columns ? table->fixed : columns;

	for (int i = 0; i < columns; i++)
		all += GAP + (width[i] = column_width(table, i));
	room -= all > room || columns < table->columns;
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
	for (int i = 0, x = 0; i < columns && x < line.width; x += width[i++] + GAP) {
		const char *text = cell(table, row, i);
		int size = paint_width(text),
		    indent = table->left[i] || size > width[i] ? 0 : width[i] - size;

		paint_cut(line, 0, x + indent, width[i] - indent, role, text);
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
	*top = kept_within(*top, 0, table->rows > rows ? table->rows - rows : 0);
	if (table->rows > rows)
		right = bytes_text("%d-%d of %d", *top + 1, *top + rows, table->rows);
	else if (more)
		right = bytes_text("tab: next");
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

static void choose_game(struct overview *overview, int at)
{
	select_row(&overview->list, at);
	overview->chosen = overview->list.count ? overview->shown.games[overview->list.at].id : 0;
}

/* The selection stays on its game, or on its row when that has gone.  */
static bool find_chosen(struct overview *overview)
{
	const struct overview_shown *shown = &overview->shown;
	int before = overview->chosen;

	overview->list.count = shown->game_count;
	for (int i = 0; i < shown->game_count; i++)
		if (shown->games[i].id == before) {
			overview->list.at = i;
			return true;
		}
	choose_game(overview, overview->list.at);
	return overview->chosen == before;
}

static void draw_game(const struct overview_game *game, struct area line, int number, bool chosen)
{
	enum role role = chosen ? ROLE_SELECTED : game->runs ? ROLE_STRONG : ROLE_TEXT;
	int how = paint_width(game->how), x = 2 + number + GAP;

	paint_clear(line, chosen ? ROLE_SELECTED : ROLE_TEXT);
	if (game->runs)
		paint_put(line, 0, 0, chosen ? ROLE_SELECTED : ROLE_RUNNING, GLYPH_RUNNING);
	paint_text(line, 0, 2 + number - paint_width(game->number), chosen ? role : ROLE_FAINT, game->number);
	paint_cut(line, 0, x, line.width - x - how - GAP, role, game->who);
	if (line.width > how)
		paint_cut(line, 0, line.width - how, how,
			  chosen        ? role
			  : game->fault ? ROLE_BAD
					: ROLE_TEXT,
			  game->how);
}

static void draw_games(struct overview *overview, struct area area)
{
	const struct overview_shown *shown = &overview->shown;
	int rows = area.height - FRAME, number = 1, *top = &overview->list.top;
	struct area inside;

	if (rows <= 0 || area.width <= FRAME)
		return;
	inside = paint_frame(area, ROLE_FRAME_FOCUS, 0, "games", NULL);
	overview->games_area = inside;
	keep_in_sight(&overview->list, rows);
	for (int i = *top; i < shown->game_count && i < *top + rows; i++) {
		int width = paint_width(shown->games[i].number);

		number = width > number ? width : number;
	}
	for (int i = *top; i < shown->game_count && i < *top + rows; i++)
		draw_game(&shown->games[i], (struct area){inside.y + i - *top, inside.x, 1, inside.width},
			  number, i == overview->list.at);
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
		.settings = overview->settings,
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
			   !overview->chosen                        ? "no game yet"
			   : overview->shown.state == OVERVIEW_OVER ? "no match file"
								    : "no board yet");
		return;
	}
	session_begin_frame(overview->view.session);
	board->ops->update(board);
	status = board->ops->status(board);
	inside = paint_frame(area, ROLE_FRAME, 0, overview->shown.caption, status);
	free(status);
	board->area = area;
	board->ops->draw(board, inside, false);
	session_end_frame(overview->view.session, true);
}

/* The columns for the board: what it wants, as far as the tables have room.  */
static int board_width(struct overview *overview, int height, int width)
{
	int wanted, most = width - LEFT_LEAST;

	if (overview->view.session) {
		const struct setup *setup = &session_match(overview->view.session)->setup;
		const struct board_view *kind = board_named(setup->system);
		void *board = kind->new (setup);

		wanted =
			kind->wants(board, (struct area){.height = height - FRAME, .width = width / 2}).width;
		kind->free(board);
		overview->board_width = wanted + FRAME;
	}
	wanted = overview->board_width < width / 2 ? width / 2 : overview->board_width;
	return wanted < most ? wanted : most;
}

/* ---- all ---- */

/* Draws a table at the top of the area, in at most so many rows, and takes those off.  */
static void draw_above(struct overview *overview, int which, int number, struct area *area, int most)
{
	int height = overview->shown.tables[number].rows + HEAD + FRAME;

	height = height < most ? height : most;
	draw_table(overview, which, number, (struct area){area->y, area->x, height, area->width});
	area->y += height;
	area->height -= height;
}

/* The standing, a second table where there is room, and the list of games below each other.  */
static void draw_left(struct overview *overview, struct area area)
{
	const struct overview_shown *shown = &overview->shown;
	int second = overview->table ? overview->table : 1, room = area.height - GAMES_LEAST;
	bool both = overview_is_wide() && shown->table_count > 1;

	if (shown->table_count && room > FRAME + HEAD)
		draw_above(overview, 0, 0, &area, area.height / (both ? 3 : 2));
	if (both)
		draw_above(overview, 1, second < shown->table_count ? second : 1, &area, area.height / 2);
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
		      [OVERVIEW_ENDS] = {GLYPH_RUNNING, ROLE_WARNING, " ENDING"},
		      [OVERVIEW_OVER] = {GLYPH_OVER, ROLE_OVER, " OVER"}};
	const struct overview_shown *shown = &overview->shown;
	const struct area line = {0, 0, 1, COLS};
	int x, room, width = paint_width(shown->progress);

	x = paint_put(line, 0, 1, states[shown->state].role, states[shown->state].glyph);
	x = paint_text(line, 0, x, states[shown->state].role, states[shown->state].word);
	x++;
	room = COLS - x - width - 3; /* the title gives way */
	if (room >= TITLE_LEAST) {
		paint_cut(line, 0, x, room, ROLE_TITLE, shown->title);
		x = COLS - 1 - width;
	}
	paint_cut(line, 0, x, COLS, ROLE_TEXT, shown->progress);
}

/* Fills what is shown, draws it, and keeps the selection in it.  */
static void overview_draw(struct overview *overview)
{
	struct area body = {1, 0, rows_between(), COLS}, right = body;
	int64_t now = loop_now();
	char *keys;
	bool sent, more, board = COLS >= LAYOUT_WIDTH && LINES >= LAYOUT_HEIGHT;

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
	keys = bytes_text("j k select  enter open%s  tab %s  l log  ? help  q quit",
			  overview->shown.state == OVERVIEW_OVER     ? ""
			  : overview->shown.state == OVERVIEW_PAUSED ? "  space go on  X skip"
								     : "  space pause  X skip",
			  overview_is_wide() ? "table" : "tables");
	draw_foot(&overview->list, keys);
	free(keys);
	sent = show(&overview->list, -1);
	more = overview->view.unfinished || overview->view.board_unfinished;
	overview->drawn_at = now;
	loop_at(overview->frame_timer, now + (!sent || more ? 20 * (int64_t)NS_PER_MS : (int64_t)NS_PER_S));
}

/* From one frame to the next while games go on.  */
#define PERIOD ((int64_t)50 * NS_PER_MS)

static const struct list_key overview_keys[] = {
	{"j k", "select a game; so do up, down, pageup, pagedown, a click and the wheel"},
	{"g G", "select the first and the last; so do home and end"},
	{"enter", "open the game, also while it runs; q comes back"},
	{"space", "pause all games, and go on: an agent that thinks may end its turn, then none is asked"},
	{"X", "skip the games of these players that are left, after a question"},
	{"tab", "the next table, such as the cross table; narrow screens hide the board then"},
	{"^D ^U", "scroll the tables; so does the wheel"},
	{"l", "what was told so far"},
	{"^Z", "suspend ringside and its games; fg goes on"},
	{"^L", "draw the screen again"},
	{"?", "show these keys"},
	{"q", "leave, after a question; Q leaves at once"},
	{0}};

void overview_say(struct overview *overview, const char *text)
{
	say(&overview->list, bytes_text("%s", text));
	overview_changed(overview);
}

/* ---- what keys do ---- */

static void leave(struct overview *overview)
{
	overview->events->leave(overview->user);
}

static void ask_to_leave(struct overview *overview)
{
	overview->list.question = overview->events->leaves(overview->user);
	overview->yes = leave;
	if (!overview->list.question)
		leave(overview);
}

static void skip(struct overview *overview)
{
	overview->events->skip(overview->user, overview->asked_game);
}

static void ask_to_skip(struct overview *overview)
{
	if (!overview->chosen) {
		say(&overview->list, bytes_text("no game is selected"));
		return;
	}
	overview->list.question = overview->events->skips(overview->user, overview->chosen);
	overview->asked_game = overview->chosen;
	overview->yes = skip;
}

static void open_chosen(struct overview *overview)
{
	if (overview->chosen)
		overview->events->open(overview->user, overview->chosen);
	else
		say(&overview->list, bytes_text("no game is selected"));
}

static void turn_table(struct overview *overview)
{
	int count = overview->shown.table_count, first = overview_is_wide() ? 1 : 0;

	if (count < 2) {
		say(&overview->list, bytes_text("there is no further table yet"));
		return;
	}
	if (first && !overview->table) /* where the first of them is shown already */
		overview->table = 1;
	overview->table = overview->table + 1 < count ? overview->table + 1 : first;
	overview->table_top[1] = 0;
}

/* The one that a person has turned to, or the standing, by half of it.  */
static void scroll_table(struct overview *overview, int step)
{
	int which = overview->table_area[1].width > 0,
	    rows = overview->table_area[which].height - FRAME - HEAD;

	overview->table_top[which] += step * (rows > 1 ? rows / 2 : 1);
}

/* The processes of the games are in our group, and stand, too.  */
static void stopped(void *user, int events UNUSED)
{
	screen_stop();
	overview_changed(user);
}

static void show_log(struct overview *overview)
{
	FREED char *log = overview->events->log(overview->user);

	if (!log || !*log)
		say(&overview->list, bytes_text("nothing was told yet"));
	else {
		overlay_open(&overview->list.overlay, "told so far");
		overlay_add_answer(&overview->list.overlay, log, 0);
	}
}

static void clicked(struct overview *overview)
{
	int y, x, button, step;

	if (!points(&overview->list, &y, &x, &button))
		return;
	step = button == 4 ? -1 : button == 5 ? 1 : 0;
	if (overview->list.overlay.open) {
		overlay_click(&overview->list.overlay, y, x, button);
		return;
	}
	for (int i = 0; i < 2; i++)
		if (area_holds(overview->table_area[i], y, x))
			overview->table_top[i] += step;
	if (!area_holds(overview->games_area, y, x))
		return;
	if (step)
		choose_game(overview, overview->list.at + step);
	else if (button == 1)
		choose_game(overview, overview->list.top + y - overview->games_area.y);
}

static void press(struct overview *overview, unsigned key, bool is_code)
{
	int page = overview->games_area.height > 0 ? overview->games_area.height : 1;

	if (walk(&overview->list, key, is_code, page)) {
		choose_game(overview, overview->list.at);
		return;
	}
	if (is_enter(key, is_code)) {
		open_chosen(overview);
		return;
	}
	switch (is_code ? 0 : key) {
	case ' ': overview->events->pause(overview->user); break;
	case 'X': ask_to_skip(overview); break;
	case '\t': turn_table(overview); break;
	case 'l': show_log(overview); break;
	case '?': show_help(&overview->list, overview_keys); break;
	case CTRL_U: scroll_table(overview, -1); break;
	case CTRL_D: scroll_table(overview, 1); break;
	case CTRL_Z: stopped(overview, 0); break;
	case CTRL_L: screen_redraw(); break;
	case ESCAPE: overview->table = 0; break;
	case 'q': ask_to_leave(overview); break;
	case 'Q':
	case CTRL_C: leave(overview); break;
	default: say_unknown(&overview->list, key, is_code); break;
	}
}

static void answer(struct overview *overview, unsigned key, bool is_code)
{
	enum reply reply = key_reply(key, is_code);

	if (reply == REPLY_NONE)
		return;
	forget_question(&overview->list);
	if (reply == REPLY_YES)
		overview->yes(overview);
	else if (key == CTRL_C)
		leave(overview);
}

static void key_came(struct overview *overview, unsigned key, bool is_code)
{
	say(&overview->list, NULL);
	if (is_code && key == KEY_MOUSE)
		clicked(overview);
	else if (overview->list.question)
		answer(overview, key, is_code);
	else if (overview->list.overlay.open)
		overlay_key(&overview->list.overlay, key, is_code);
	else
		press(overview, key, is_code);
}

/* ---- the terminal ---- */

static void keys(void *user, int events UNUSED)
{
	struct overview *overview = user;
	unsigned key;
	bool is_code;

	while (overview->is_open && screen_key(&key, &is_code))
		key_came(overview, key, is_code);
	if (overview->is_open)
		screen_follow_background();
	if (overview->is_open && screen_gone()) {
		loop_change(overview->watches[OVERVIEW_WATCHES - 1], 0);
		leave(overview);
	}
	overview_draw(overview);
}

static void frame(void *user, int events UNUSED)
{
	overview_draw(user);
}

static void resized(void *user, int events UNUSED)
{
	screen_resized();
	overview_draw(user);
}

/* Another program may have used the terminal.  */
static void continued(void *user, int events UNUSED)
{
	screen_suspend();
	screen_resume();
	overview_draw(user);
}

char *overview_reopen(struct overview *overview)
{
	char *problem = screen_open(!overview->settings->colour, overview->settings->mouse);

	if (problem)
		return problem;
	overview->watches[0] = loop_signal(overview->loop, SIGWINCH, resized, overview);
	overview->watches[1] = loop_signal(overview->loop, SIGCONT, continued, overview);
	overview->watches[2] = loop_signal(overview->loop, SIGTSTP, stopped, overview);
	overview->watches[3] =
		loop_watch(overview->loop, screen_keyboard(), LOOP_READ, LOOP_LATER, keys, overview);
	overview->list.key_timer = loop_timer(overview->loop, LOOP_LATER, keys, overview);
	overview->frame_timer = loop_timer(overview->loop, LOOP_LATER, frame, overview);
	overview->is_open = true;
	overview->drawn_at = 0;
	loop_at(overview->frame_timer, loop_now());
	return NULL;
}

void overview_close(struct overview *overview)
{
	if (!overview->is_open)
		return;
	overview->is_open = false;
	for (int i = 0; i < OVERVIEW_WATCHES; i++)
		loop_unwatch(overview->watches[i]);
	loop_unwatch(overview->list.key_timer);
	loop_unwatch(overview->frame_timer);
	screen_close();
}

void overview_changed(struct overview *overview)
{
	int64_t now = loop_now(), due = overview->drawn_at + PERIOD;

	if (overview->is_open)
		loop_at(overview->frame_timer, due > now ? due : now);
}

struct overview *overview_new(struct loop *loop, const struct settings *settings,
			      const struct overview_events *events, void *user, char **problem)
{
	struct overview *overview = bytes_new(sizeof(*overview));

	*overview = (struct overview){.loop = loop, .settings = settings, .events = events, .user = user};
	if (!(*problem = overview_reopen(overview)))
		return overview;
	free(overview);
	return NULL;
}

void overview_free(struct overview *overview)
{
	if (!overview)
		return;
	overview_close(overview);
	overview_unwatch(overview);
	overlay_close(&overview->list.overlay);
	forget_question(&overview->list);
	free(overview->list.status);
	free(overview);
}

int ui_choose(struct loop *loop, const struct settings *settings, struct choices *choices, char **problem)
{
	static const int deadly[] = {SIGTERM, SIGHUP, SIGINT};
	struct chooser chooser = {.loop = loop, .choices = choices, .chosen = -1};
	struct watch *watches[5];

	assert(choices->count > 0);
	if ((*problem = screen_open(!settings->colour, settings->mouse)))
		return -1;
	show_rows(&chooser, choices->at);
	if (choices->renew) {
		chooser.renewal = loop_timer(loop, LOOP_LATER, renew_rows, &chooser);
		loop_at(chooser.renewal, loop_now() + RENEWED_EVERY);
	}
	for (int i = 0; i < 3; i++)
		watches[i] = loop_signal(loop, deadly[i], terminated, &chooser);
	watches[3] = loop_signal(loop, SIGWINCH, chooser_resized, &chooser);
	watches[4] = loop_watch(loop, screen_keyboard(), LOOP_READ, LOOP_LATER, choice_keys_came, &chooser);
	chooser.list.key_timer = loop_timer(loop, LOOP_LATER, choice_keys_came, &chooser);
	draw_chooser(&chooser);
	loop_run(loop);
	loop_unwatch(chooser.list.key_timer);
	loop_unwatch(chooser.renewal);
	for (int i = 0; i < 5; i++)
		loop_unwatch(watches[i]);
	screen_close();
	choices->at = chosen_row(&chooser);
	overlay_close(&chooser.list.overlay);
	free(chooser.shown);
	free(chooser.gone);
	forget_question(&chooser.list);
	free(chooser.list.status);
	return chooser.chosen;
}
