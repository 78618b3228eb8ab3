/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_draw.c - the whole screen from top to bottom: header, panes, timeline, prompt, hints.
 *
 * A person who looks at another window is reached by the terminal's title, and by a bell or a notification
 * for their move, a stop and the end.  While the match runs the title changes at most once a second, so that
 * fast agents do not fill a slow connection with titles.  What a key has caused at once needs no bell.  */
#include "prompt.h"
#include "ringside/board.h"
#include "ringside/breakpoints.h"
#include "ringside/marks.h"
#include "ringside/toggle.h"
#include "ringside/words.h"
#include "screen.h"
#include "ui_state.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

/* A name in columns, and in bytes: marks on a character have no width of their own.  */
enum { NAME_WIDTH = 40, NAME_BYTES = 160 };

#define AT_ONCE NS_PER_S
#define PACE    NS_PER_S

static bool is_utf8(void)
{
	return (unsigned char)*paint_glyph(GLYPH_POINT) >= 0x80;
}

/* Where the locale has no UTF-8, the bytes of a character may be controls of the terminal.  */
static void add_name(struct bytes *text, const char *name)
{
	size_t size = paint_fitting(name, strnlen(name, NAME_BYTES), NAME_WIDTH);
	char *begin = bytes_text("%.*s", (int)size, name);

	for (char *at = begin; *at && !is_utf8(); at++)
		if ((unsigned char)*at >= 0x80)
			*at = '?';
	words_add_name(text, begin);
	free(begin);
}

/* "threat – random"; the end of a text before it stays.  */
static void add_players(struct bytes *text, const struct match *match)
{
	bool first = true;

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const char *name = match->setup.seat[seat].name;

		if (match->setup.seat[seat].kind == SEAT_FREE || !name)
			continue;
		if (!first)
			bytes_add_text(text, is_utf8() ? " – " : " - ");
		add_name(text, name);
		first = false;
	}
}

static void add_verdict(struct bytes *text, const struct match *match)
{
	int winner = match->verdict.winner;

	if (winner == SEAT_1 || winner == SEAT_2) {
		add_name(text, match->setup.seat[winner].name);
		bytes_add_text(text, " wins");
		return;
	}
	add_players(text, match);
	bytes_add_text(text, winner == WINNER_DRAW ? ": draw" : ": over");
}

/* The mark of the only seat that is to move; NULL: none, or several.  */
static const char *mark_to_move(const struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	bool one = session_to_move(ui->session, SEAT_1), two = session_to_move(ui->session, SEAT_2);

	return one == two ? NULL
			  : board_named(match->setup.system)
				    ->mark(match, match->turn_count, one ? SEAT_1 : SEAT_2);
}

static char *title_words(const struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	const char *mark = session_is_live(ui->session) ? mark_to_move(ui) : NULL;
	struct bytes text = {0};

	if (match->over) {
		add_verdict(&text, match);
		return text.at;
	}
	bytes_add_text(&text, "");
	add_players(&text, match);
	if (session_is_live(ui->session) && session_state(ui->session) == JUDGE_PAUSED)
		bytes_add_text(&text, ": paused");
	else if (mark)
		bytes_addf(&text, ": %s to move", mark);
	return text.at;
}

static void set_title(struct ui *ui, int64_t now)
{
	bool runs = session_is_live(ui->session) && session_state(ui->session) != JUDGE_PAUSED &&
		    !session_match(ui->session)->over;
	char *words;

	if (runs && ui->notice.runs && now - ui->notice.titled_ns < PACE)
		return;
	words = title_words(ui);
	if (screen_title(words))
		ui->notice.titled_ns = now;
	ui->notice.runs = runs;
	free(words);
}

/* Has a person on turn little time left?  */
static bool has_little_time(const struct ui *ui)
{
	bool first, second;

	session_countdown(ui->session, SEAT_1, &first);
	session_countdown(ui->session, SEAT_2, &second);
	return first || second;
}

/* Says what has come since the last call; NULL: nothing.  */
static const char *news(struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	struct notice before = ui->notice;
	int64_t stop = 0;

	if (!session_stopped(ui->session, &stop))
		stop = 0;
	ui->notice.over = match->over;
	ui->notice.turn = (situation_of(&ui->console) & WHEN_YOUR_TURN) != 0;
	ui->notice.stop = stop;
	ui->notice.little = has_little_time(ui);
	return match->over && !before.over           ? "the match is over"
	       : stop && stop != before.stop         ? "the match has stopped"
	       : ui->notice.turn && !before.turn     ? "it is your move"
	       : ui->notice.little && !before.little ? "little of your time is left"
						     : NULL;
}

void ui_notice_begin(struct ui *ui)
{
	news(ui);
}

/* Sets the terminal's title, and rings if something has come that a person waits for.  Called for each frame.
 */
static void ui_notice(struct ui *ui)
{
	int64_t now = loop_now();
	const char *what = news(ui);

	set_title(ui, now);
	if (what && ui->view.bell != BELL_OFF && now - ui->notice.pressed_ns >= AT_ONCE)
		screen_ring(ui->view.bell == BELL_NOTIFY ? what : NULL);
}

/* Keys that select a pane.  */
enum { DIGITS = 9 };
/* Breakpoints on moves that boards mark.  */
enum { STOPS = 64 };

static unsigned agents_of(const struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	unsigned agents = 0;

	for (int seat = 0; seat < SEATS; seat++)
		if (match->setup.seat[seat].kind == SEAT_AGENT)
			agents |= 1u << seat;
	return agents;
}

static bool is_same(const struct place *a, const struct place *b)
{
	return a->kind == b->kind && a->seat == b->seat && a->program == b->program && a->seats == b->seats &&
	       a->channels == b->channels && a->directions == b->directions &&
	       (a->title == b->title || (a->title && b->title && strcmp(a->title, b->title) == 0));
}

static struct pane *pane_for(struct ui *ui, const struct place *place)
{
	switch (place->kind) {
	case PLACE_BOARD: return pane_board_new(&ui->view);
	case PLACE_TERMINAL: return pane_terminal_new(&ui->view, place->seat);
	case PLACE_GDB: return pane_gdb_new(&ui->view);
	case PLACE_MOVES: return pane_moves_new(&ui->view);
	case PLACE_TRAFFIC: break;
	}
	return pane_traffic_new(&ui->view, place->title, place->seats, place->channels, place->directions);
}

/* The pane that was made for such a place, or a new one; NULL: there are too many.  */
static struct slot *slot_for(struct ui *ui, const struct place *place)
{
	for (int i = 0; i < ui->slot_count; i++)
		if (is_same(&ui->slots[i].place, place))
			return &ui->slots[i];
	if (ui->slot_count == UI_PANES)
		return NULL;
	ui->slots[ui->slot_count] = (struct slot){.place = *place, .pane = pane_for(ui, place)};
	return &ui->slots[ui->slot_count++];
}

/* The board gets the focus when a person plays there, else the first pane that shows messages; never an
   agent's terminal, which would take the keys.  */
static struct slot *first_focus(const struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	bool person =
		match->setup.seat[SEAT_1].kind == SEAT_HUMAN || match->setup.seat[SEAT_2].kind == SEAT_HUMAN;
	enum place_kind wanted = person ? PLACE_BOARD : PLACE_TRAFFIC;

	for (int i = 0; i < ui->shown_count; i++)
		if (ui->shown[i]->place.kind == wanted)
			return ui->shown[i];
	return ui->shown_count ? ui->shown[0] : NULL;
}

bool ui_too_small(const struct ui *ui)
{
	return ui->height < LAYOUT_LEAST_HEIGHT || ui->width < LAYOUT_LEAST_WIDTH;
}

bool ui_has_frames(const struct ui *ui)
{
	return ui->shown_count > 1 || !layout_small(ui->height, ui->width, ui->layout);
}

struct layout_request ui_layout_request(const struct ui *ui, const char *name)
{
	const struct match *match = session_match(ui->session);

	return (struct layout_request){.name = name,
				       .body = ui->areas.body,
				       .agents = agents_of(ui),
				       .board_height = ui->board_height,
				       .board_width = ui->board_width,
				       .panes = protocol_named(match->setup.system)->texts->panes,
				       .seat = ui->channel_seat,
				       .gdb = session_gdb_seat(ui->session) >= 0};
}

/* Asks the board for its size, so that the layout can give it.  A board that grows leaves half of the width,
   and rows for the list of moves below it.  */
static void ask_board(struct ui *ui)
{
	enum { FRAME = 2, LIST_ROWS = 8 };
	const struct setup *setup = &session_match(ui->session)->setup;
	const struct board_view *view = board_named(setup->system);
	void *board = view->new (setup);
	struct area size =
		view->wants(board, (struct area){.height = ui->areas.body.height - FRAME - LIST_ROWS,
						 .width = ui->areas.body.width / 2 - FRAME});

	ui->board_height = size.height;
	ui->board_width = size.width;
	view->free(board);
}

void ui_place(struct ui *ui)
{
	struct place places[LAYOUT_PLACES];
	struct layout_request request;
	bool focus_is_shown = false;
	const char *small;
	int count;

	getmaxyx(stdscr, ui->height, ui->width);
	ui->areas = layout_screen(ui->height, ui->width);
	ui->stale = false;
	if (ui_too_small(ui))
		return;
	ask_board(ui);
	small = layout_small(ui->height, ui->width, ui->layout);
	if (!small && ui->focus_large)
		ui->focus = ui->focus_large;
	if (!small || !ui->focus_large)
		ui->focus_large = small ? ui->focus : NULL;
	request = ui_layout_request(ui, small ? small : ui->layout);
	request.shifts = sizes_of(ui->sizes, layout_shown(&request));
	count = layout_places(&request, places);
	for (int i = 0; i < ui->slot_count; i++)
		ui->slots[i].pane->area = (struct area){0};
	ui->shown_count = 0;
	for (int i = 0; i < count; i++) {
		struct slot *slot = slot_for(ui, &places[i]);

		if (!slot)
			continue;
		slot->place = places[i];
		slot->pane->area = places[i].area;
		ui->shown[ui->shown_count++] = slot;
		focus_is_shown |= slot == ui->focus;
	}
	if (!focus_is_shown)
		ui->focus = first_focus(ui);
	if (!ui->zoomed || !ui->focus)
		return;
	for (int i = 0; i < ui->shown_count; i++)
		ui->shown[i]->pane->area = (struct area){0};
	ui->focus->pane->area = ui->areas.body;
}

static void draw_pane(struct slot *slot, int number, bool focused, bool framed)
{
	struct pane *pane = slot->pane;
	char *title, *status;
	struct area inside = pane->area;

	pane->focused = focused;
	if (pane->ops->look)
		pane->ops->look(pane);
	title = pane->ops->title ? pane->ops->title(pane) : NULL;
	status = pane->ops->status(pane);
	if (framed)
		inside = paint_frame(pane->area, focused ? ROLE_FRAME_FOCUS : ROLE_FRAME, number,
				     title ? title : pane->ops->name, status);
	free(title);
	free(status);
	if (pane->ops->resize && (inside.height != slot->height || inside.width != slot->width))
		pane->ops->resize(pane, inside.height, inside.width);
	slot->height = inside.height;
	slot->width = inside.width;
	pane->ops->draw(pane, inside, focused);
}

static void draw_hints(struct ui *ui)
{
	const struct binding *tables[4] = {NULL};
	int count = 0;

	if (ui->overlay.open && ui->overlay.keys)
		tables[count++] = ui->overlay.keys;
	if (ui->overlay.open)
		tables[count++] = overlay_bindings;
	else if (ui->focus && ui->focus->pane->ops->keys)
		tables[count++] = ui->focus->pane->ops->keys;
	tables[count] = bindings;
	hints_place(&ui->hints, ui->areas.hint.width, tables, situation_of(&ui->console), ui_pane_takes, ui);
	hints_draw(&ui->hints, ui->areas.hint);
}

/* Leaves out what the header says already if there is more to say.  */
static char *stop_words(const struct ui *ui, const char *stopped)
{
	return session_waits(ui->session)
		       ? bytes_text("%.*s: c begins the next game", (int)strcspn(stopped, ":"), stopped)
		       : bytes_text("%s", stopped);
}

/* Says what happened without a command.  */
static void tell_news(struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	const char *problem = session_file_problem(ui->session), *stopped;
	bool is_next = match->setup.game != ui->game;
	int64_t note;

	stopped = session_stopped(ui->session, &note);
	if (is_next) { /* the game of that position is gone */
		ui->view.turns = VIEW_LIVE;
		marks_read(&ui->view);
	}
	view_settle(&ui->view);
	ui->game = match->setup.game;
	/* An answer has been read by now and goes.  A complaint stays.  */
	if (match->over && !ui->over_seen && (!ui->said || ui->said_role == ROLE_GOOD) &&
	    match->verdict.detail)
		ui_say(ui, ROLE_OVER, bytes_text("%s", match->verdict.detail));
	ui->over_seen = match->over;
	if (stopped && (note != ui->stop_seen || is_next))
		ui_say(ui, ROLE_WARNING, stop_words(ui, stopped));
	ui->stop_seen = stopped ? note : 0;
	if (problem && !ui->problem_seen)
		ui_say(ui, ROLE_ALARM, bytes_text("%s", problem));
	ui->problem_seen = problem != NULL;
}

/* The row of the text that begins at byte *at, of which it sets the next row's beginning.  Returns its size.
 */
static size_t next_row(const char *text, size_t *at, int width)
{
	size_t line = *at + strcspn(text + *at, "\n"),
	       size = line > *at ? paint_wrap(text, line, at, width) : 0;

	if (*at == line && text[line])
		++*at;
	return size;
}

/* Draws a text in the line of the prompt.  One that is longer, or has several lines, grows upwards over the
   panes, so that all of it can be read.  */
static void draw_words(struct area area, enum role role, const char *text)
{
	int rows = 0, width = area.width - 2;

	for (size_t at = 0; text[at]; rows++)
		next_row(text, &at, width);
	if (rows > 1) {
		area.height = rows < area.y ? rows : area.y;
		area.y -= area.height - 1;
		paint_clear(area, ROLE_TEXT);
	}
	for (size_t at = 0, from = 0; text[at]; from = at, area.y++, area.height--)
		paint_bytes(area, 0, 1, role, text + from, next_row(text, &at, width));
}

/* The digit of the board's pane; 0: it is not on the screen.  */
static int board_digit(const struct ui *ui)
{
	for (int i = 0; i < ui->shown_count; i++)
		if (ui->shown[i]->place.kind == PLACE_BOARD && ui->shown[i]->pane->area.width)
			return i + 1;
	return 0;
}

/* Draws what is left of a person's time at the end of the line.  Returns what is left of the line.  */
static struct area draw_countdown(const struct ui *ui)
{
	struct area area = ui->areas.prompt;
	int64_t least = INT64_MAX;
	bool little = false;
	char *words;

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		bool is_little;
		int64_t left = session_countdown(ui->session, seat, &is_little);

		if (left < least) {
			least = left;
			little = is_little;
		}
	}
	if (least == INT64_MAX)
		return area;
	words = header_countdown(least, session_match(ui->session)->setup.tolerance);
	area.width -= paint_width(words) + 1;
	paint_text(ui->areas.prompt, 0, area.width, little ? ROLE_ALARM : ROLE_PROMPT, words);
	area.width--;
	free(words);
	return area;
}

/* Says what a person on turn can do; the board knows if the keys go there.  */
static void draw_turn(struct ui *ui, struct area area)
{
	int digit = board_digit(ui);

	if (ui->view.board_hint && ui->focus && ui->focus->place.kind == PLACE_BOARD)
		draw_words(area, ROLE_PROMPT, ui->view.board_hint);
	else if (!(situation_of(&ui->console) & WHEN_YOUR_TURN))
		return;
	else if (digit)
		paint_format(area, 0, 1, ROLE_PROMPT,
			     "it is your turn: %d goes to the board, a click plays there", digit);
	else
		paint_text(area, 0, 1, ROLE_PROMPT,
			   "it is your turn: :layout board shows the board, :MOVE plays");
}

/* What has happened must not hide what is to be done: it goes over the timeline, until the next key.  */
static void draw_above(const struct ui *ui, const char *said)
{
	struct area area = ui->areas.prompt;

	area.y--;
	paint_clear(area, ROLE_TEXT);
	draw_words(area, ROLE_GOOD, said);
}

/* Draws the line of the prompt, or the last message.  Returns the cursor's column, -1: none.  */
static int draw_prompt(struct ui *ui)
{
	struct area area;

	if (prompt_is_open()) {
		const char *choices = prompt_choices();
		int cursor;

		if (choices) {
			paint_clear(ui->areas.timeline, ROLE_TEXT);
			paint_text(ui->areas.timeline, 0, 1, ROLE_FAINT, choices);
		}
		paint_clear(ui->areas.prompt, ROLE_PROMPT);
		cursor = prompt_draw(ui->areas.prompt, 0);
		return cursor < ui->width ? cursor : ui->width - 1;
	}
	area = draw_countdown(ui);
	if (ui->view.board_problem) {
		draw_words(area, ROLE_ALARM, ui->view.board_problem);
		return -1;
	}
	if (!ui->said) {
		draw_turn(ui, area);
	} else if (ui->said_role == ROLE_GOOD &&
		   (situation_of(&ui->console) & (WHEN_YOUR_TURN | WHEN_BACK)) == WHEN_YOUR_TURN) {
		draw_above(ui, ui->said);
		draw_turn(ui, area);
	} else {
		draw_words(area, ui->said_role, ui->said);
	}
	return -1;
}

bool ui_draw_line(struct ui *ui)
{
	int height, width, cursor;

	getmaxyx(stdscr, height, width);
	if (ui->stale || height != ui->height || width != ui->width) {
		if (!ui->stopped)
			return true;
		ui_place(ui); /* nobody draws the panes: what stood there is wrong */
		paint_clear((struct area){0, 0, height, width}, ROLE_TEXT);
	}
	if (ui_too_small(ui))
		return true;
	paint_clear(ui->areas.prompt, ROLE_TEXT);
	cursor = draw_prompt(ui);
	return screen_show(cursor < 0 ? -1 : ui->areas.prompt.y, cursor);
}

void ui_suggested(struct ui *ui, int turns, int64_t message, const char *move)
{
	free(ui->suggestion.move);
	ui->suggestion =
		(struct suggestion){.move = bytes_text("%s", move), .turns = turns, .message = message};
	ui_changed(ui);
}

/* The suggested move; NULL: there is none, or the match has gone on.  */
static const char *suggestion_now(struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	const struct turn *last = match_turn(match, match->turn_count);
	struct suggestion *suggestion = &ui->suggestion;

	if (suggestion->move && session_shown(ui->session) < 0 &&
	    (match->over || match->turn_count != suggestion->turns ||
	     (last ? last->message : 0) != suggestion->message)) {
		free(suggestion->move);
		suggestion->move = NULL;
	}
	return view_is_live(&ui->view) ? suggestion->move : NULL;
}

static void draw_panes(struct ui *ui)
{
	const char *stops[STOPS];

	if (ui->view.breakpoints)
		ui->view.stop_count = breakpoints_moves(ui->view.breakpoints, stops, STOPS);
	ui->view.stops = stops;
	ui->view.hint = suggestion_now(ui);
	ui->view.board_hint = ui->view.board_problem = NULL; /* the board sets them if it is shown */
	ui->view.board_unfinished = false;
	for (int i = 0; i < ui->shown_count; i++)
		if (ui->shown[i]->pane->area.width)
			draw_pane(ui->shown[i], i < DIGITS ? i + 1 : 0, ui->shown[i] == ui->focus,
				  ui_has_frames(ui));
	ui->view.stops = NULL;
	ui->view.hint = NULL;
	ui->view.stop_count = 0;
}

/* New players have new panes.  A person who sits down gets the keys of the board.  */
static void see_players(struct ui *ui)
{
	unsigned agents = agents_of(ui);
	unsigned people = 0;

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (session_match(ui->session)->setup.seat[seat].kind == SEAT_HUMAN)
			people |= 1u << seat;
	ui->stale = ui->stale || agents != ui->agents || people != ui->people;
	if (people & ~ui->people) {
		ui->focus = NULL;
		ui->view.shows =
			toggles_for_players(session_match(ui->session)->setup.system, ui->view.shows);
	}
	ui->agents = agents;
	ui->people = people;
}

bool ui_draw(struct ui *ui)
{
	int height, width, cursor;

	see_players(ui);
	ui_notice(ui);
	getmaxyx(stdscr, height, width);
	if (ui->stale || height != ui->height || width != ui->width)
		ui_place(ui);
	paint_clear((struct area){0, 0, height, width}, ROLE_TEXT);
	if (ui_too_small(ui)) {
		paint_format((struct area){0, 0, height, width}, height / 2, 0, ROLE_ALARM,
			     "%dx%d is too small", width, height);
		paint_format((struct area){0, 0, height, width}, height / 2 + 1, 0, ROLE_TEXT,
			     "at least %dx%d", LAYOUT_LEAST_WIDTH, LAYOUT_LEAST_HEIGHT);
		return screen_show(-1, 0);
	}
	tell_news(ui);
	ui->view.unfinished = false;
	header_draw(ui->areas.header, &ui->view);
	draw_panes(ui);
	if (ui->overlay.open)
		overlay_draw(&ui->overlay, ui->areas.body);
	ui->timeline->area = ui->areas.timeline;
	if (ui->areas.timeline.height)
		ui->timeline->ops->draw(ui->timeline, ui->areas.timeline, false);
	cursor = draw_prompt(ui);
	if (ui->areas.hint.height)
		draw_hints(ui);
	return screen_show(cursor < 0 ? -1 : ui->areas.prompt.y, cursor);
}
