/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* film.c - draws on a screen without a terminal, and keeps what was drawn: a match file as a film, the
 * positions of a game as SVG, and the board of one position as text.
 *
 * The times of a film are those of a replay (ui.c), counted and not waited for.  */
#include "ringside/film.h"

#include "picture.h"
#include "ringside/board.h"
#include "screen.h"
#include "ui_state.h"

#include <jansson.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Two frames are at least so far apart, and the last one is shown for so long.  */
#define FRAME_NS ((int64_t)NS_PER_S / 60)
#define END_NS   (3 * (int64_t)NS_PER_S)

struct film {
	const struct film_setup *setup;
	struct session *session;
	struct ui *ui;
	struct film_svg *svg; /* NULL: a cast */
	FILE *to;
};

/* A number alone is a factor, not a time in some unit.  */
static bool read_pace(const char *text, struct replay_pace *pace)
{
	FREED char *factor = bytes_text("x%s", text);
	bool number = !text[strspn(text, "0123456789/.")];

	return replay_pace_read(number ? factor : text, pace);
}

char *film_refusal(const struct film_setup *setup)
{
	struct replay_pace pace;

	if (setup->columns < LAYOUT_WIDTH || setup->rows < LAYOUT_HEIGHT)
		return bytes_text("--screen %dx%d: expected at least %dx%d", setup->columns, setup->rows,
				  LAYOUT_WIDTH, LAYOUT_HEIGHT);
	if (!read_pace(setup->pace, &pace))
		return bytes_text("--speed %s: expected x1/4, x1 to x64, or a time such as 1s", setup->pace);
	return NULL;
}

/* ---- the cast ---- */

static void cast_add(const struct film *film, int64_t at_ns, const struct bytes *bytes)
{
	json_t *text = json_stringn(bytes->at ? bytes->at : "", bytes->size);
	FREED char *json = text ? json_dumps(text, JSON_ENCODE_ANY) : NULL;

	if (json) /* the screen shows no other bytes than UTF-8 */
		fprintf(film->to, "[%" PRId64 ".%06d, \"o\", %s]\n", at_ns / NS_PER_S,
			(int)(at_ns % NS_PER_S / 1000), json);
	json_decref(text);
}

/* ---- the frames ---- */

/* Draws the position after so many turns, with all that boards work out bit by bit.  False: a signal came. */
static bool draw(struct film *film, int turns, const char *replaying)
{
	struct ui *ui = film->ui;
	bool unfinished = true;

	view_goto(&ui->view, turns);
	ui->view.replaying = replaying;
	while (unfinished && !loop_is_interrupted()) {
		session_begin_frame(film->session);
		ui_draw(ui);
		session_end_frame(film->session, true);
		unfinished = ui->view.unfinished || ui->view.board_unfinished;
	}
	return !loop_is_interrupted();
}

/* A film of FILE:41 ends before move 41.  */
static int last_turn(const struct session *session)
{
	int count = session_match(session)->turn_count, until = session_opened_at(session);

	return until < count ? until : count;
}

static void take_frame(const struct film *film, int64_t at_ns)
{
	struct bytes frame = {0};

	if (film->svg) {
		film_svg_frame(film->svg, at_ns);
		return;
	}
	if (at_ns == 0)
		bytes_add_text(&frame, "\033[?25l");
	screen_film_frame(&frame);
	cast_add(film, at_ns, &frame);
	bytes_free(&frame);
}

/* Goes on from the position after *turns turns, shown since at_ns.  Returns when the next frame is, and sets
 *turns to what it shows.  */
static int64_t next_frame(const struct film *film, struct replay_pace pace, int *turns, int64_t at_ns,
			  int64_t *due)
{
	const struct match *match = session_match(film->session);
	int64_t next_ns = 0;

	for (bool first = true; *turns < last_turn(film->session); first = false) {
		const struct turn *turn = match_glance(match, *turns + 1);
		int64_t shown = *due + (turn ? replay_pace_wait(pace, turn) : 0);

		if (first)
			next_ns = shown > at_ns + FRAME_NS ? shown : at_ns + FRAME_NS;
		if (shown > next_ns)
			break;
		*due = shown;
		++*turns;
	}
	return next_ns;
}

/* Returns how long the film lasts; -1: a signal came.  */
static int64_t take_all(struct film *film, struct replay_pace pace)
{
	int all = last_turn(film->session), turns = 0;
	FREED char *words = replay_pace_words(pace);
	char *status;
	int64_t at = 0, due = 0;
	bool goes_on = draw(film, all, NULL);

	/* The first thing that a screen says of a match is how it ended.  */
	status = film->ui->status;
	film->ui->status = NULL;
	while (goes_on) {
		if (turns == all)
			film->ui->status = status;
		goes_on = draw(film, turns, turns < all ? words : NULL);
		if (goes_on)
			take_frame(film, at);
		if (turns == all)
			break;
		at = next_frame(film, pace, &turns, at, &due);
	}
	if (film->ui->status != status)
		free(status);
	film->ui->view.replaying = NULL;
	return goes_on ? at + END_NS : -1;
}

static void finish(const struct film *film, int64_t lasts)
{
	FREED_BY(bytes_free) struct bytes last = {0};

	if (film->svg) {
		film_svg_end(film->svg, lasts, &last);
		fwrite(last.at, 1, last.size, film->to);
	} else { /* the player's terminal is usable again, and the end stays on it */
		bytes_addf(&last, "\033[0m\033[%d;%dH\033[?25h", film->setup->rows, film->setup->columns);
		cast_add(film, lasts, &last);
	}
}

char *film_write(struct loop *loop, struct session *session, const struct film_setup *setup, FILE *to)
{
	struct ui_setup ui = {.settings = setup->settings, .shows = setup->shows};
	struct film film = {.setup = setup, .session = session, .to = to};
	struct replay_pace pace;
	char *problem;
	int64_t lasts;

	if (last_turn(session) == 0)
		return bytes_text("no move was played: there is nothing to show");
	read_pace(setup->pace, &pace);
	film.ui = ui_new_filmed(loop, session, &ui, setup->rows, setup->columns, &problem);
	if (!film.ui)
		return problem;
	if (setup->kind == FILM_SVG)
		film.svg = film_svg_new(setup->rows, setup->columns, true);
	else
		fprintf(to,
			"{\"version\": 2, \"width\": %d, \"height\": %d, \"env\": {\"TERM\": "
			"\"xterm-256color\"}}\n",
			setup->columns, setup->rows);
	lasts = take_all(&film, pace);
	if (lasts >= 0)
		finish(&film, lasts);
	else
		problem = bytes_text("stopped before the film was whole");
	film_svg_free(film.svg);
	ui_free(film.ui);
	return problem;
}

/* ---- boards without a session ---- */

/* A board that is larger is cut.  */
enum { BOARD_MOST = 200 };
/* A replay has about so many positions; of a longer game it leaves some out.  */
enum { POSITIONS = 200 };
/* How long a position is shown, and the last one.  */
static const int64_t move_ns = 700000000, end_ns = 3000000000;

/* The area of a board that wants such a size.  */
static struct area board_area(struct area size)
{
	return (struct area){.height = kept_within(size.height, 1, BOARD_MOST),
			     .width = kept_within(size.width, 1, BOARD_MOST)};
}

/* Brings the board to a position, however long that takes; a signal ends it.  `view`: what was said up to
   that position counts, too; NULL: it does not.  */
static void settle(const struct board_view *kind, void *board, const struct match *match, int turns,
		   const struct view *view)
{
	struct hearing hearing = {0};

	kind->position(board, match, turns);
	while (view && kind->hear && hearing_follow(&hearing, view, kind, board))
		continue;
	while (kind->unfinished && kind->unfinished(board) && !loop_is_interrupted())
		kind->position(board, match, turns);
}

static void play(struct match *match, const struct setup *setup, const struct picture_move *moves, int count,
		 bool scored, const char *shown)
{
	match_init(match, setup);
	match->keeps_all = true;
	match->scored = scored;
	for (int i = 0; i < count; i++) {
		struct turn turn = turn_unmeasured(moves[i].seat);

		turn.played = moves[i].played;
		turn.flags |= scored ? TURN_SCORED : 0;
		memcpy(turn.sum, moves[i].sum, sizeof(turn.sum));
		match_append(match, &turn);
	}
	if (count)
		memcpy(match->sum, moves[count - 1].sum, sizeof(match->sum));
	if (shown)
		match_show_row(match, true, shown, strlen(shown));
	match->over = true;
}

static void take_frames(const struct board_view *kind, void *board, const struct match *match,
			struct area area, bool replay, struct bytes *svg)
{
	struct film_svg *film = film_svg_new(area.height, area.width, false);
	struct view view = {.shows = toggles_at_first(match->setup.system)};
	int all = match->turn_count, step = all / POSITIONS + 1, turns = replay ? 0 : all;
	int64_t at = 0;

	for (;;) {
		view.turns = turns;
		settle(kind, board, match, turns, NULL);
		paint_clear(area, ROLE_BOARD);
		kind->draw(board, area, &view, false);
		film_svg_frame(film, at);
		if (turns == all)
			break;
		turns = turns + step < all ? turns + step : all;
		at += move_ns;
	}
	film_svg_end(film, at + end_ns, svg);
	film_svg_free(film);
}

char *board_picture(const struct setup *setup, const struct picture_move *moves, int count, bool scored,
		    const char *shown, bool replay, struct bytes *svg, int *width)
{
	const struct board_view *kind = board_named(setup->system);
	struct area area;
	struct match match FREED_BY(match_free);
	void *board;
	char *problem;

	play(&match, setup, moves, count, scored, shown);
	board = kind->new (&match.setup);
	settle(kind, board, &match, count, NULL);
	area = board_area(kind->picture ? kind->picture(board) : kind->wants(board, (struct area){0}));
	*width = area.width * PICTURE_WIDTH;
	problem = screen_film(area.height, area.width, false);
	if (!problem) {
		take_frames(kind, board, &match, area, replay, svg);
		screen_close();
	}
	kind->free(board);
	return problem;
}

char *board_text(const struct view *view, char **problem)
{
	const struct setup *setup = &session_match(view->session)->setup;
	const struct board_view *kind = board_named(setup->system);
	void *board = kind->new (setup);
	struct bytes text = {0};
	struct area area;

	settle(kind, board, session_match(view->session), view_turns(view), view);
	area = board_area(kind->wants(board, (struct area){0}));
	*problem = screen_film(area.height, area.width, true);
	if (!*problem) {
		do
			kind->draw(board, area, view, false);
		while (kind->unfinished && kind->unfinished(board) && !loop_is_interrupted());
		for (int y = 0; y < area.height; y++)
			screen_row(&text, y, area.width);
		screen_close();
	}
	kind->free(board);
	return text.at;
}
