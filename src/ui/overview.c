/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* overview.c - the screen of many games: its keys, its terminal, the tables, the games and a board.
 *
 * As in the list of kept matches, the last line says which keys there are, or what the last key has done.
 *
 * On a narrow screen a table that a person turns to stands in the place of the board; on a wide one below the
 * standing.  A screen too small for a board has none.  */
#include "ringside/overview.h"
#include "overlay.h"
#include "pane.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/layout.h"
#include "ringside/toggle.h"
#include "screen.h"

#include <curses.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { OVERVIEW_WATCHES = 4 };

struct overview {
	struct loop *loop;
	const struct settings *settings;
	const struct overview_events *events;
	void *user;
	struct watch *watches[OVERVIEW_WATCHES]; /* of signals and keys */
	struct watch *key_timer, *frame_timer;
	bool is_open;
	int64_t drawn_at;

	struct overview_shown shown;
	int chosen;       /* the id of the selected game; 0: there is none */
	int at, top;      /* its row, and the first one on the screen */
	int table;        /* the table that a person has turned to; 0: none */
	int table_top[2]; /* the first row that is shown of the first table, and of that one */
	struct view view; /* of what is watched */
	struct pane *board;
	int board_width; /* what the last one wanted: the panes stay until the next game has a board */
	struct area games_area, table_area[2]; /* for the mouse; width 0: not on the screen */

	char *said;     /* in the last line until the next key; owned; NULL: nothing */
	char *question; /* likewise, until it is answered */
	void (*yes)(struct overview *overview);
	int asked_game; /* that the question is about */
	struct overlay overlay;
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
	session_begin_frame(overview->view.session);
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

/* Fills what is shown, draws it, and keeps the selection in it.  */
static void overview_draw(struct overview *overview)
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

enum { ESCAPE = 27, CTRL_C = 'C' & 31, CTRL_L = 'L' & 31, CTRL_Z = 'Z' & 31, DELETE = 127, HELP_COLUMN = 12 };

/* From one frame to the next while games go on.  */
#define PERIOD ((int64_t)50 * NS_PER_MS)

static const struct {
	const char *keys, *help;
} help[] = {{"j k", "select a game; so do up, down, pageup, pagedown, a click and the wheel"},
	    {"g G", "select the first and the last; so do home and end"},
	    {"enter", "open the game, also while it runs; q comes back"},
	    {"p", "pause all games, and go on: an agent that thinks may end its turn, then none is asked"},
	    {"s", "skip the games of these players that are left, after a question"},
	    {"c", "the next table, such as the cross table; so does tab; narrow screens hide the board then"},
	    {"[ ]", "scroll the tables; so does the wheel"},
	    {"l", "what was told so far"},
	    {"^Z", "suspend ringside and its games; fg goes on"},
	    {"^L", "draw the screen again"},
	    {"?", "show these keys"},
	    {"q", "leave, after a question; Q leaves at once"}};

/* ---- what is said ---- */

/* Takes over the text.  */
static void say(struct overview *overview, char *text)
{
	free(overview->said);
	overview->said = text;
}

void overview_say(struct overview *overview, const char *text)
{
	say(overview, bytes_text("%s", text));
	overview_changed(overview);
}

static void forget_question(struct overview *overview)
{
	free(overview->question);
	overview->question = NULL;
}

/* ---- what keys do ---- */

static void leave(struct overview *overview)
{
	overview->events->leave(overview->user);
}

static void ask_to_leave(struct overview *overview)
{
	overview->question = overview->events->leaves(overview->user);
	overview->yes = leave;
	if (!overview->question)
		leave(overview);
}

static void skip(struct overview *overview)
{
	overview->events->skip(overview->user, overview->asked_game);
}

static void ask_to_skip(struct overview *overview)
{
	if (!overview->chosen) {
		say(overview, bytes_text("no game is selected"));
		return;
	}
	overview->question = overview->events->skips(overview->user, overview->chosen);
	overview->asked_game = overview->chosen;
	overview->yes = skip;
}

static void open_chosen(struct overview *overview)
{
	if (overview->chosen)
		overview->events->open(overview->user, overview->chosen);
	else
		say(overview, bytes_text("no game is selected"));
}

static void turn_table(struct overview *overview)
{
	int count = overview->shown.table_count, first = overview_is_wide() ? 1 : 0;

	if (count < 2) {
		say(overview, bytes_text("there is no further table yet"));
		return;
	}
	if (first && !overview->table) /* where the first of them is shown already */
		overview->table = 1;
	overview->table = overview->table + 1 < count ? overview->table + 1 : first;
	overview->table_top[1] = 0;
}

/* The one that a person has turned to, or the standing.  */
static void scroll_table(struct overview *overview, int step)
{
	overview->table_top[overview->table_area[1].width > 0] += step;
}

/* The processes of the games are in our group, and stand, too.  */
static void suspend(struct overview *overview)
{
	struct sigaction usual = {.sa_handler = SIG_DFL}, before;

	screen_suspend();
	sigaction(SIGTSTP, &usual, &before);
	kill(0, SIGTSTP);
	sigaction(SIGTSTP, &before, NULL);
	screen_resume();
	overview_changed(overview);
}

static void show_help(struct overview *overview)
{
	overlay_open(&overview->overlay, "help");
	for (size_t i = 0; i < sizeof(help) / sizeof(help[0]); i++)
		overlay_add(&overview->overlay, HELP_COLUMN, help[i].keys, help[i].help);
}

static void show_log(struct overview *overview)
{
	char *log = overview->events->log(overview->user);

	if (!log || !*log)
		say(overview, bytes_text("nothing was told yet"));
	else {
		overlay_open(&overview->overlay, "told so far");
		overlay_add_answer(&overview->overlay, log, 0);
	}
	free(log);
}

static void select_row(struct overview *overview, int at)
{
	int count = overview->shown.game_count;

	overview->at = at >= count ? (count ? count - 1 : 0) : at < 0 ? 0 : at;
	overview->chosen = count ? overview->shown.games[overview->at].id : 0;
}

static bool is_in(struct area area, int y, int x)
{
	return area.width && y >= area.y && y < area.y + area.height && x >= area.x &&
	       x < area.x + area.width;
}

static void clicked(struct overview *overview)
{
	int y, x, button, step;

	if (!mouse_event(&y, &x, &button))
		return;
	step = button == 4 ? -1 : button == 5 ? 1 : 0;
	if (overview->overlay.open) {
		overlay_click(&overview->overlay, y, x, button);
		return;
	}
	for (int i = 0; i < 2; i++)
		if (is_in(overview->table_area[i], y, x))
			overview->table_top[i] += step;
	if (!is_in(overview->games_area, y, x))
		return;
	if (step)
		select_row(overview, overview->at + step);
	else if (button == 1)
		select_row(overview, overview->top + y - overview->games_area.y);
}

static void unknown(struct overview *overview, unsigned key)
{
	say(overview, key > ' ' && key < DELETE
			      ? bytes_text("%c does nothing here: ? shows all keys", (int)key)
			      : bytes_text("this key does nothing here: ? shows all keys"));
}

static void press_code(struct overview *overview, unsigned key)
{
	int page = overview->games_area.height > 0 ? overview->games_area.height : 1;

	switch (key) {
	case KEY_DOWN: select_row(overview, overview->at + 1); break;
	case KEY_UP: select_row(overview, overview->at - 1); break;
	case KEY_NPAGE: select_row(overview, overview->at + page); break;
	case KEY_PPAGE: select_row(overview, overview->at - page); break;
	case KEY_HOME: select_row(overview, 0); break;
	case KEY_END: select_row(overview, overview->shown.game_count - 1); break;
	case KEY_ENTER: open_chosen(overview); break;
	default: unknown(overview, 0); break;
	}
}

static void press(struct overview *overview, unsigned key)
{
	switch (key) {
	case 'j': select_row(overview, overview->at + 1); break;
	case 'k': select_row(overview, overview->at - 1); break;
	case 'g': select_row(overview, 0); break;
	case 'G': select_row(overview, overview->shown.game_count - 1); break;
	case '\r':
	case '\n': open_chosen(overview); break;
	case 'p': overview->events->pause(overview->user); break;
	case 's': ask_to_skip(overview); break;
	case 'c':
	case '\t': turn_table(overview); break;
	case 'l': show_log(overview); break;
	case '?': show_help(overview); break;
	case '[': scroll_table(overview, -1); break;
	case ']': scroll_table(overview, 1); break;
	case CTRL_Z: suspend(overview); break;
	case CTRL_L: screen_redraw(); break;
	case ESCAPE: overview->table = 0; break;
	case 'q': ask_to_leave(overview); break;
	case 'Q':
	case CTRL_C: leave(overview); break;
	default: unknown(overview, key); break;
	}
}

static void answer(struct overview *overview, unsigned key, bool is_code)
{
	forget_question(overview);
	if (!is_code && (key == 'y' || key == 'Y'))
		overview->yes(overview);
	else if (!is_code && key == CTRL_C)
		leave(overview);
}

static void key_came(struct overview *overview, unsigned key, bool is_code)
{
	say(overview, NULL);
	if (is_code && key == KEY_MOUSE)
		clicked(overview);
	else if (overview->question)
		answer(overview, key, is_code);
	else if (overview->overlay.open)
		overlay_key(&overview->overlay, key, is_code);
	else if (is_code)
		press_code(overview, key);
	else
		press(overview, key);
}

/* ---- the terminal ---- */

static void keys(void *user, int events)
{
	struct overview *overview = user;
	unsigned key;
	bool is_code;

	(void)events;
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

static void frame(void *user, int events)
{
	(void)events;
	overview_draw(user);
}

static void resized(void *user, int events)
{
	(void)events;
	screen_resized();
	overview_draw(user);
}

/* Another program may have used the terminal.  */
static void continued(void *user, int events)
{
	(void)events;
	screen_suspend();
	screen_resume();
	overview_draw(user);
}

static void stopped(void *user, int events)
{
	(void)events;
	suspend(user);
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
	overview->key_timer = loop_timer(overview->loop, LOOP_LATER, keys, overview);
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
	loop_unwatch(overview->key_timer);
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
	overlay_close(&overview->overlay);
	forget_question(overview);
	free(overview->said);
	free(overview);
}
