/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_moves.c - how a match went: the list of its moves with the curve of their values beside it or below,
 * and the timeline, which has the cost or the value of every move as a bar.
 *
 * What an agent tells of its position, and the sums, stand in the turns; only those that the curve keeps are
 * looked up.
 *
 * A row of the list has two moves, or one in a narrow pane.  The shown position is the selected move: whoever
 * walks in the list walks through the match.  Only the moves that are seen are looked up, so the length of
 * the match does not matter.
 *
 * In the timeline faults, stops, branches, breakpoints and the positions that a person has named have marks:
 * in a row above the bars, or in the place of a bar if there is only one row.  Events are read from the first
 * turn that is shown on, a few batches in a frame, and not again.  */
#include "pane.h"
#include "plot.h"
#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include "ringside/command.h"
#include "ringside/other_build.h"
#include "ringside/protocol.h"
#include "ringside/value.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the values of turns ----
 *
 * How good its position was to each seat: the values that agents tell, or the sums of a game that scores. The
 * curve reads them a few turns in a frame, until turns are taken back.  */

enum {
	LIMIT = 5,           /* halves: by what is won anyhow no value falls */
	VALUES_MOST = 8192,  /* turns of the curve; no board has room for more */
	VALUE_STEPS = 512,   /* turns read in one frame */
	SUM_STEPS = 4 * 8192 /* turns skimmed in one frame */
};

struct values {
	const struct board_view *kind;
	const struct protocol *protocol;
	/* What they belong to.  */
	const struct match_file *file;
	int game, branch;
	unsigned cuts, shows;
	int count;          /* turns that were read */
	double last[SEATS]; /* that it told, as seat 1 sees it; NAN: none */
	bool any;           /* there is something to show as a curve */
	/* The value that a seat told last, as it sees it, kept within LIMIT halves, and in which turn; 0:
	   none.  */
	double told[SEATS];
	int told_in[SEATS];
	/* By how much turn n lost, a blunder; 0: by less than that; -1: its seat begins to see a win.  */
	float fell[VALUES_MOST + 1];
	signed char sign[VALUES_MOST + 1]; /* of a value of who is on turn after n turns, as seat 1 sees it */
	float kibitzed[VALUES_MOST + 1]; /* what the kibitzer thinks then, as seat 1 sees it; NAN: unknown */
	int kibitzed_count;
	struct plot plot;
};

/* Begins again after another match, another branch or a takeback.  */
static void belong_to(struct values *values, const struct match *match, struct match_file *file)
{
	unsigned shows = file ? match_file_shows(file) : 0;

	if (values->kind && values->file == file && values->game == match->setup.game &&
	    values->branch == match->branch && values->cuts == match->cuts && values->shows == shows &&
	    values->count <= match->turn_count)
		return;
	*values = (struct values){.kind = board_named(match->setup.system),
				  .protocol = protocol_named(match->setup.system),
				  .file = file,
				  .game = match->setup.game,
				  .branch = match->branch,
				  .cuts = match->cuts,
				  .shows = shows,
				  .last = {NAN, NAN, NAN}};
	plot_clear(&values->plot);
	if (values->protocol->said)
		memcpy(values->plot.sample[0], values->last, sizeof(values->last));
}

/* What the seat told in a turn, from -1 (it loses) to 1 (it wins).  */
static double worth(const struct values *values, const struct said *said)
{
	return isinf(said->value) ? copysign(1, said->value)
				  : said->value / (fabs(said->value) + values->kind->half);
}

/* Looks for a blunder, a move after which the value falls by a half or more: the opponent's rises from its
 * turn before to this one.  If the opponent tells none, the player's own falls until its next turn.  */
static void find_blunder(struct values *values, const struct turn *turn)
{
	int half = values->kind->half, seat = turn->seat, other = seat_opponent(seat);
	double value = fmin(fmax(turn->said.value, -LIMIT * half), LIMIT * half);
	double rise = values->told_in[seat] ? value - values->told[seat] : 0;
	int blamed = rise > 0 ? turn->n - 1 : values->told_in[seat];

	if (fabs(rise) >= half - 1e-6 && blamed <= VALUES_MOST && (rise > 0 || !values->told_in[other]) &&
	    values->told_in[seat] == turn->n - 2)
		values->fell[blamed] = (float)fabs(rise);
	if (isinf(turn->said.value) && turn->said.value > 0 && turn->n <= VALUES_MOST &&
	    (!values->told_in[seat] || values->told[seat] < LIMIT * half))
		values->fell[turn->n] = -1;
	values->told[seat] = value;
	values->told_in[seat] = turn->n;
}

/* What the kibitzer said of the position after turn n; NULL: nothing.  */
static const struct said *kibitzed_at(const struct view *view, int n)
{
	const struct kibitzed *kibitzed = view->kibitzed;

	return kibitzed && n >= 0 && n < kibitzed->said_count && *kibitzed->said[n].words ? &kibitzed->said[n]
											  : NULL;
}

/* Its value as whoever played turn n sees it, in its words.  */
static void kibitzed_words(const struct said *said, char words[SAID_WORDS + 1])
{
	const char *number = said->words + (*said->words == '+' || *said->words == '-');

	snprintf(words, SAID_WORDS + 1, "%s%s", said->value > 0 ? "-" : "+", number);
}

/* By how much the value fell by turn n, as the kibitzer sees it, in halves (board.h); NAN: it has not seen
 * both positions.  */
static double kibitzed_fall(const struct view *view, int n)
{
	const struct said *before = kibitzed_at(view, n - 1), *after = kibitzed_at(view, n);
	int half = board_named(session_match(view->session)->setup.system)->half;

	return before && after ? fmin(fmax(before->value / half, -LIMIT), LIMIT) +
					 fmin(fmax(after->value / half, -LIMIT), LIMIT)
			       : NAN;
}

/* The kibitzer's word counts more than that of players.  */
static void judge_shown(struct values *values, const struct view *view)
{
	int turns = view_turns(view);

	values->kibitzed_count = view->kibitzed && values->protocol->said ? view->kibitzed->said_count : 0;
	values->kibitzed_count = kept_within(values->kibitzed_count, 0, values->count + 1);
	for (int n = 0; n < values->kibitzed_count; n++) {
		const struct said *said = kibitzed_at(view, n);

		values->kibitzed[n] =
			said && values->sign[n] ? (float)(values->sign[n] * worth(values, said)) : NAN;
		values->any = values->any || said;
	}

	for (int n = turns > 0 ? turns : 1; n <= turns + 1 && n <= VALUES_MOST; n++) {
		double fall = kibitzed_fall(view, n);

		if (!isnan(fall))
			values->fell[n] = fall >= 1 - 1e-6 ? (float)fall : fminf(values->fell[n], 0);
	}
}

/* False: turn n cannot be read yet.  */
static bool read_value(struct values *values, const struct match *match, int n)
{
	const struct turn *turn = match_turn(match, n);

	if (!turn)
		return false;
	if (*turn->said.words) {
		values->last[turn->seat] = worth(values, &turn->said) * (turn->seat == SEAT_1 ? 1 : -1);
		values->any = true;
		find_blunder(values, turn);
	}
	values->count = n;
	values->sign[n] = turn->seat == SEAT_1 ? -1 : 1;
	if (n == 1)
		values->sign[0] = (signed char)-values->sign[1];
	plot_add(&values->plot, values->last);
	return true;
}

/* The scores of a turn may come after it, so its sum is read with the next turn.  */
static bool read_sum(struct values *values, const struct match *match, int n)
{
	static const double none[SEATS];
	int step = values->plot.step;
	const struct turn *turn = n % step ? NULL : match_skim(match, n, step);

	if (n % step == 0 && !turn)
		return false;
	values->count = n;
	plot_add(&values->plot, turn ? turn->sum : none);
	return true;
}

/* Reads on, for a frame; view->unfinished is set if there is more to read.  */
static void values_follow(struct values *values, struct view *view)
{
	const struct match *match = session_match(view->session);
	struct match_file *file = session_file(view->session);
	bool tells;
	int goal, steps;

	if (file && match_file_is_busy(file))
		return;
	belong_to(values, match, file);
	tells = values->protocol->said;
	values->any = tells ? values->any : match->scored;
	goal = tells           ? match->turn_count < VALUES_MOST ? match->turn_count : VALUES_MOST
	       : match->scored ? match->turn_count - 1
			       : 0;
	steps = tells ? VALUE_STEPS : SUM_STEPS;
	while (values->count < goal && steps-- > 0)
		if (!(tells ? read_value : read_sum)(values, match, values->count + 1))
			return; /* the session says when it is there */
	view->unfinished = view->unfinished || (steps < 0 && values->count < goal);
	judge_shown(values, view);
}

/* The value of turn n to its seat, for a bar: what it told, from -1 to 1, or what it scored.  False: it is
 * not known.  */
static bool value_of(const struct values *values, const struct match *match, int n, double *value)
{
	const struct turn *turn;
	double before = 0, after;
	int seat;

	if (!values->protocol || !values->any || !(turn = match_turn(match, n)) || !is_seat(turn->seat))
		return false;
	if (values->protocol->said) {
		*value = *turn->said.words ? worth(values, &turn->said) : 0;
		return *turn->said.words;
	}
	seat = turn->seat;
	after = n == match->turn_count ? match->sum[seat] : turn->sum[seat];
	if (n > 1 && (turn = match_turn(match, n - 1)))
		before = turn->sum[seat];
	*value = after - before;
	return true;
}

/* The curves of both seats and of the kibitzer over the whole match, with a line at the shown turn.  Upwards
 * is good for seat 1 if agents tell values; else the curves are the sums.  */
static struct plot_sight sight_of(const struct view *view)
{
	const struct values *values = view->values;
	const struct match *match = session_match(view->session);
	struct plot_sight sight = {.turns = match->turn_count, .shown = view_turns(view)};
	const double *sums = values->protocol->said ? values->last : match->sum;

	if (values->count < sight.turns - 1)
		sight.turns = values->plot.turns;
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		sight.seat[seat] = match->setup.seat[seat].kind != SEAT_FREE;
		sight.sum[seat] = sums[seat];
	}
	if (values->protocol->said) {
		sight.best[SEAT_1] = values->kind->mark(match, sight.shown, SEAT_1);
		sight.best[SEAT_2] = values->kind->mark(match, sight.shown, SEAT_2);
		sight.half = values->kind->half;
		sight.marked = values->fell;
		sight.marked_count = values->count + 1;
		sight.third = values->kibitzed;
		sight.third_count = values->kibitzed_count;
	}
	return sight;
}

/* ---- the list of moves ---- */

static const struct match *match_of(const struct pane *pane)
{
	return session_match(pane->view->session);
}

/* A mark of a turn; text NULL: none.  */
struct mark {
	const char *text;
	enum role role;
};

/* The special ones first, the gravest before the others.  */
enum {
	IS_FAULT,
	IS_BLUNDER,
	IS_WIN,
	IS_CHANGED,
	IS_FORGIVEN,
	IS_HELD_UP,
	IS_WAITED,
	IS_CHARGED,
	IS_OTHER,
	SPECIALS,
	IS_STOP = SPECIALS,
	IS_NAMED,
	IS_BRANCH,
	IS_STOPPED,
	IS_SHOWN,
	IS_TIME,
	SIGNS
};

static const struct {
	enum role role;
	struct sign sign;
} signs[SIGNS] = {
	[IS_FAULT] = {ROLE_BAD, TEXT_SIGN("!", "a fault: it breaks the protocol")},
	[IS_BLUNDER] = {ROLE_BAD,
			TEXT_SIGN(PLOT_BLUNDER, "a blunder: the value fell by half of a win or more")},
	[IS_WIN] = {ROLE_GOOD, TEXT_SIGN(PLOT_WIN, "from here on the player says that it wins by force")},
	[IS_CHANGED] = {ROLE_EDITED, TEXT_SIGN("*", "a person put another move in the place of the agent's")},
	[IS_FORGIVEN] = {ROLE_WARNING,
			 TEXT_SIGN("~", "over the limit, but within the tolerance: it loses nothing")},
	[IS_HELD_UP] = {ROLE_WARNING,
			GLYPH_SIGN(HELD_UP,
				   "ringside itself was stopped for a while, which the time leaves out")},
	[IS_WAITED] = {ROLE_WARNING, TEXT_SIGN(":", "the agent waited for a core while it was on turn")},
	[IS_CHARGED] = {ROLE_WARNING,
			TEXT_SIGN("=",
				  "the time counts what the judge had to do for all that the agent wrote")},
	[IS_OTHER] = {ROLE_EDITED, GLYPH_SIGN(DIFFERS, "the other build answers with another move")},
	[IS_STOP] = {ROLE_WARNING, GLYPH_SIGN(STOP, "a breakpoint")},
	[IS_NAMED] = {ROLE_EDITED,
		      TEXT_SIGN("a-z", "a mark that a person has set (m); ' and its letter go there")},
	[IS_BRANCH] = {ROLE_EDITED, GLYPH_SIGN(BRANCH, "here a branch begins")},
	[IS_STOPPED] = {ROLE_WARNING, GLYPH_SIGN(PAUSED, "here the match was stopped")},
	[IS_SHOWN] = {ROLE_STRONG, GLYPH_SIGN(CURSOR, "the position that is shown")},
	[IS_TIME] = {ROLE_TIME,
		     TEXT_SIGN("bars", "how long each move took, or by `set timeline score` values")},
};

static const char moves_legend[] = "Timeline and list of moves";

const struct sign *pane_moves_sign(int i)
{
	return i < SIGNS ? &signs[i].sign : NULL;
}

static struct mark mark_at(int i)
{
	return (struct mark){sign_text(&signs[i].sign), signs[i].role};
}

/* Are the values that agents tell hidden?  While a person plays they go with all else that the agents think.
 */
static bool hides_values(const struct view *view)
{
	const struct match *match = session_match(view->session);
	bool plays =
		match->setup.seat[SEAT_1].kind == SEAT_HUMAN || match->setup.seat[SEAT_2].kind == SEAT_HUMAN;

	return plays && !match->over && protocol_named(match->setup.system)->said && !thoughts_show(view);
}

/* What was special about a turn, the gravest first: the i-th, from 0.  */
static struct mark special_at(const struct view *view, int n, int faults, unsigned flags, bool held, int i)
{
	const struct values *values = view->values;
	const struct other_answer *other = view->other ? other_build_at(view->other, n) : NULL;
	float fell = values && n <= VALUES_MOST && !hides_values(view) ? values->fell[n] : 0;
	const bool is_so[SPECIALS] = {
		[IS_FAULT] = faults > 0,
		[IS_BLUNDER] = fell > 0,
		[IS_WIN] = fell < 0,
		[IS_CHANGED] = (flags & TURN_CHANGED) != 0,
		[IS_FORGIVEN] = (flags & TURN_FORGIVEN) != 0,
		[IS_HELD_UP] = held || flags & TURN_HELD_UP,
		[IS_WAITED] = (flags & TURN_WAITED) != 0,
		[IS_CHARGED] = (flags & TURN_CHARGED) != 0,
		[IS_OTHER] = other && !other->same,
	};

	for (int k = 0; k < SPECIALS; k++)
		if (is_so[k] && i-- == 0)
			return mark_at(k);
	return (struct mark){NULL, ROLE_TEXT};
}

enum {
	MOVE_WIDTH = 15,  /* columns that a move needs */
	TIME_WIDTH = 8,   /* of its time, with a blank */
	MARKS = 2,        /* columns behind it */
	LIST_WIDTH = 50,  /* of a list with values beside the curve */
	CURVE_WIDTH = 24, /* beside the list */
	CURVE_HEIGHT = 6, /* below it */
	CURVE_MOST = 16,
	ROWS_LEAST = 5 /* of the list, if the curve is below it */
};

struct moves {
	struct pane pane;       /* first */
	struct area list;       /* as drawn last, from the pane's inside */
	struct area curve;      /* height 0: it is not drawn */
	int number_width, each; /* columns of the number, and of a move */
	int in_row;             /* moves of a row */
	int first;              /* the first row, from 0 */
};

static char *status(const struct pane *pane)
{
	int count = session_match(pane->view->session)->turn_count, turns = view_turns(pane->view);
	const struct other_build *other = pane->view->other;

	if (other)
		return bytes_text("%d of %d, %d of %d differ", turns, count, other->different, other->count);
	return count ? bytes_text("%d of %d", turns, count) : NULL;
}

/* Draws the time and, left of it, the value that the seat told, as far as they fit between the columns `from`
 * and `end`.  */
static void draw_numbers(const struct view *view, struct area cell, int from, int end,
			 const struct turn *turn, bool shown)
{
	const char *value = hides_values(view) ? "" : turn->said.words;
	const struct said *kibitzed = kibitzed_at(view, turn->n);
	char words[SAID_WORDS + 1], both[3 * SAID_WORDS];
	FREED char *time =
		turn->flags & TURN_UNTIMED ? bytes_text("untimed") : value_time_text(turn->think_ns);

	if (end - paint_width(time) > from)
		paint_text(cell, 0, end - paint_width(time), shown ? ROLE_SELECTED : ROLE_FAINT, time);
	end -= TIME_WIDTH;
	if (kibitzed) {
		kibitzed_words(kibitzed, words);
		snprintf(both, sizeof(both), "%s%s%s", value, paint_glyph(GLYPH_CURSOR), words);
		value = end - paint_width(both) > from ? both : value;
	}
	end -= paint_width(value);
	if (end > from)
		paint_text(cell, 0, end, shown ? ROLE_SELECTED : paint_seat_role(turn->seat), value);
}

static void draw_move(const struct moves *moves, struct area cell, const struct turn *turn)
{
	const struct match *match = match_of(&moves->pane);
	const struct board_view *board = board_named(match->setup.system);
	bool shown = turn->n == view_turns(moves->pane.view);
	int end = cell.width - MARKS - 1, x;
	char words[32];

	if (shown)
		paint_clear((struct area){cell.y, cell.x, 1, cell.width - 1}, ROLE_SELECTED);
	board_turn_words(moves->pane.view->session, board, turn, words);
	x = paint_format(cell, 0, 0, shown ? ROLE_SELECTED : paint_seat_role(turn->seat), "%s ",
			 board->mark(match, turn->n, turn->seat));
	x = paint_bytes((struct area){cell.y, cell.x, 1, end}, 0, x, shown ? ROLE_SELECTED : ROLE_TEXT, words,
			strlen(words));
	draw_numbers(moves->pane.view, cell, x, end, turn, shown);
	for (int i = 0; i < MARKS; i++) {
		struct mark mark = special_at(moves->pane.view, turn->n, turn->faults, turn->flags,
					      turn->held_ns > 0, i);

		if (mark.text)
			paint_text(cell, 0, end + i, shown ? ROLE_SELECTED : mark.role, mark.text);
	}
}

/* Keeps the row of the shown move in sight: by as little as possible, or in the middle after a jump.  */
static void scroll_to(struct moves *moves, int rows, int row, int height)
{
	if (row < moves->first - 1 || row > moves->first + height)
		moves->first = row - height / 2;
	moves->first = kept_within(moves->first, row - height + 1, row);
	moves->first = kept_within(moves->first, 0, rows > height ? rows - height : 0);
}

static void draw_list(struct moves *moves, struct area area)
{
	const struct match *match = match_of(&moves->pane);
	int turns = view_turns(moves->pane.view), digits = snprintf(NULL, 0, "%d", match->turn_count);
	int room = area.width - digits - 2;

	moves->list = area;
	moves->number_width = digits + 2;
	moves->in_row = room >= 2 * MOVE_WIDTH ? 2 : 1;
	moves->each = room / moves->in_row;
	scroll_to(moves, (match->turn_count + moves->in_row - 1) / moves->in_row,
		  turns ? (turns - 1) / moves->in_row : 0, area.height);
	for (int y = 0; y < area.height; y++) {
		int n = (moves->first + y) * moves->in_row + 1;

		if (n <= match->turn_count)
			paint_format(area, y, 0, ROLE_FAINT, "%*d", digits, n);
		for (int i = 0; i < moves->in_row && n + i <= match->turn_count; i++) {
			const struct turn *turn = match_turn(match, n + i);
			struct area cell = {area.y + y, area.x + moves->number_width + i * moves->each - 1, 1,
					    moves->each};

			if (turn && is_seat(turn->seat) && cell.width > MARKS + 2)
				draw_move(moves, cell, turn);
		}
	}
}

/* Takes the area of the curve off that of the list.  */
static struct area cut_curve(const struct moves *moves, struct area *list)
{
	const struct values *values = moves->pane.view->values;
	struct area curve = *list;
	bool is_low = list->height < ROWS_LEAST + CURVE_HEIGHT;
	int least = list->width < LIST_WIDTH + CURVE_WIDTH && is_low ? 2 * MOVE_WIDTH + 8 : LIST_WIDTH;

	if (!values || !values->any || hides_values(moves->pane.view))
		return (struct area){0};
	if (list->width >= least + CURVE_WIDTH) {
		list->width = list->width / 2 > least ? list->width / 2 : least;
		curve.x += list->width + 1;
		curve.width -= list->width + 1;
		return curve;
	}
	if (is_low)
		return (struct area){0};
	curve.height = kept_within(list->height / 3, CURVE_HEIGHT, CURVE_MOST);
	list->height -= curve.height + 1;
	curve.y += list->height + 1;
	return curve;
}

/* What the shown turn brought, for below the curve: its number and move, the value that each seat told last,
 * as it sees it, or the sums, and the time.  */
static char *moment_words(const struct view *view)
{
	enum { TOLD_BEFORE = 3 }; /* turns that are looked through */
	const struct match *match = session_match(view->session);
	const struct board_view *board = board_named(match->setup.system);
	const struct turn *turn = match_turn(match, view_turns(view)), *last;
	struct bytes text = {0};
	char words[32];

	bytes_add_text(&text, "");
	if (!turn)
		return text.at;
	board_turn_words(view->session, board, turn, words);
	bytes_addf(&text, "%d %s", turn->n, words);
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const char *mark = board->mark(match, turn->n, seat);
		int n = turn->n;

		if (!view->values->protocol->said && match->setup.seat[seat].kind != SEAT_FREE)
			bytes_addf(&text, " %s%g", mark,
				   (n == match->turn_count ? match->sum : turn->sum)[seat]);
		while ((last = match_turn(match, n)) && last->seat != seat && n > turn->n - TOLD_BEFORE)
			n--;
		if (last && last->seat == seat && view->values->protocol->said && *last->said.words)
			bytes_addf(&text, " %s%s", mark, last->said.words);
	}
	if (turn->flags & TURN_UNTIMED) {
		bytes_add_text(&text, " untimed");
	} else {
		FREED char *time = value_time_text(turn->think_ns);

		bytes_addf(&text, " %s", time);
	}
	return text.at;
}

static void draw_moves(struct pane *pane, struct area inside, bool focused UNUSED)
{
	struct moves *moves = (struct moves *)pane;
	struct area list = inside;
	struct plot_sight sight;
	FREED char *moment = NULL;

	if (pane->view->values)
		values_follow(pane->view->values, pane->view);
	moves->curve = cut_curve(moves, &list);
	if (moves->curve.height > 0) {
		sight = sight_of(pane->view);
		sight.caption = moment = moment_words(pane->view);
		plot_draw(&pane->view->values->plot, moves->curve, &sight);
	}
	draw_list(moves, list);
}

static const struct binding keys[] = {
	{"j", "scroll down", "go to the next move", NULL, 0, KEYS_WALK},
	{"k", "scroll up", "go to the move before", NULL, 0, KEYS_WALK},
	{"^D", "scroll halfdown", "go on by half a page of moves", NULL, 0, KEYS_WALK},
	{"^U", "scroll halfup", "go back by half a page of moves", NULL, 0, KEYS_WALK},
	{"g", "goto 0", "go to the position before the first move", NULL, 0, KEYS_WALK},
	{"G", "goto live", "go to the newest position", NULL, 0, KEYS_WALK},
	{0},
};

static void walk(struct pane *pane, enum scroll how)
{
	struct moves *moves = (struct moves *)pane;
	int turns = view_turns(pane->view), page = moves->list.height * moves->in_row;

	switch (how) {
	case SCROLL_UP: view_goto(pane->view, turns - 1); break;
	case SCROLL_DOWN: view_goto(pane->view, turns + 1); break;
	case SCROLL_PAGE_UP: view_goto(pane->view, turns - page); break;
	case SCROLL_PAGE_DOWN: view_goto(pane->view, turns + page); break;
	case SCROLL_HALF_UP: view_goto(pane->view, turns - page / 2); break;
	case SCROLL_HALF_DOWN: view_goto(pane->view, turns + page / 2); break;
	case SCROLL_TOP: view_goto(pane->view, 0); break;
	default: view_goto(pane->view, INT_MAX);
	}
}

/* A click goes to the move, or to the moment on the curve.  */
static bool click_moves(struct pane *pane, int y, int x, int button)
{
	struct moves *moves = (struct moves *)pane;
	const struct area *list = &moves->list, *curve = &moves->curve;
	struct plot_sight sight;
	int in_row = moves->in_row, column;

	y += pane->area.y + 1;
	x += pane->area.x + 1;
	if (button == 4 || button == 5) {
		view_goto(pane->view, view_turns(pane->view) + (button == 4 ? -in_row : in_row));
		return true;
	}
	if (area_holds(*curve, y, x)) {
		sight = sight_of(pane->view);
		view_goto(pane->view, plot_turns_at(&pane->view->values->plot, *curve, &sight, x - curve->x));
		return true;
	}
	if (!area_holds(*list, y, x) || !in_row || moves->each < 1)
		return false;
	column = kept_within((x - list->x - moves->number_width + 1) / moves->each, 0, in_row - 1);
	y = (moves->first + y - list->y) * in_row + 1 + column;
	if (y > match_of(&moves->pane)->turn_count)
		return false;
	view_goto(pane->view, y);
	return true;
}

static void free_pane(struct pane *pane)
{
	free(pane);
}

static const struct pane_ops moves_ops = {
	.name = "moves",
	.status = status,
	.draw = draw_moves,
	.keys = keys,
	.walk = walk,
	.click = click_moves,
	.legend = moves_legend,
	.sign = pane_moves_sign,
	.free = free_pane,
};

struct pane *pane_moves_new(struct view *view)
{
	struct moves *moves = bytes_new(sizeof(*moves));

	moves->pane.ops = &moves_ops;
	moves->pane.view = view;
	return &moves->pane;
}

/* ---- the timeline ---- */

struct turn_marks {
	/* What they belong to.  */
	const struct match_file *file;
	int game, branch;
	unsigned cuts, shows;
	bool whole;    /* the file had the branch */
	int first;     /* stops are known from this turn on ... */
	int64_t heard; /* ... up to this message */
	int *stops;    /* turns, in rising order; owned */
	int stop_count;
	struct branch_mark {
		int turn, branch;
	} * branches; /* owned */
	int branch_count;
};

enum { BATCH = 64, BATCHES = 8 }; /* events read at a time; how often in a frame */

/* Frees what they own, and forgets all.  */
static void turn_marks_clear(struct turn_marks *marks)
{
	free(marks->stops);
	free(marks->branches);
	*marks = (struct turn_marks){0};
}

/* Only a watcher has something to say: steps stop without a reason.  */
static bool is_stop(const struct message *message)
{
	switch (message->event.kind) {
	case EVENT_STOPPED_MESSAGE:
	case EVENT_STOPPED_TIME:
	case EVENT_STOPPED_LIMIT:
	case EVENT_STOPPED_VERDICT: return message->size > 0;
	default: return false;
	}
}

static void add_stop(struct turn_marks *marks, int turn)
{
	if (marks->stop_count && marks->stops[marks->stop_count - 1] == turn)
		return;
	if (marks->stop_count % BATCH == 0)
		marks->stops = bytes_resized(marks->stops,
					     (size_t)(marks->stop_count + BATCH) * sizeof(*marks->stops));
	marks->stops[marks->stop_count++] = turn;
}

/* False: there is more.  */
static bool read_stops(struct turn_marks *marks, struct match_file *file)
{
	const struct message_query query = {.seats = ~0u,
					    .channels = CHANNEL_BIT(CHANNEL_EVENT),
					    .directions = 1u << EVENT,
					    .last = match_file_last(file)};
	struct message messages[BATCH];

	for (int i = 0; i < BATCHES && marks->heard < query.last; i++) {
		int count = match_file_after(file, &query, marks->heard, BATCH, messages);

		for (int k = 0; k < count; k++)
			if (is_stop(&messages[k]))
				add_stop(marks, messages[k].turn);
		marks->heard = count < BATCH ? query.last : messages[count - 1].n;
	}
	return marks->heard >= query.last;
}

/* The row of a branch; NULL: there is none.  */
static const struct branch_row *row_of(const struct branch_row *rows, int count, int id)
{
	for (int i = 0; i < count; i++)
		if (rows[i].id == id)
			return &rows[i];
	return NULL;
}

/* The turns of a branch that the shown one shares: all of its own and of its parents, up to where the next
 * begins; -1: none.  */
static int shared_turns(const struct branch_row *rows, int count, int shown, int id)
{
	int shared = INT_MAX;

	for (int i = 0; i < count && shown != id; i++) {
		const struct branch_row *row = row_of(rows, count, shown);

		if (!row || row->id == 0)
			return -1;
		shared = row->turn < shared ? row->turn : shared;
		shown = row->parent;
	}
	return shown == id ? shared : -1;
}

/* Branches that begin on the way of the shown one, itself too.  */
static void read_branches(struct turn_marks *marks, struct match_file *file)
{
	struct branch_row *rows;
	int count = match_file_branches(file, &rows), shown = match_file_shown(file);

	marks->whole = count > 0 && shown == marks->branch;
	if (count < 1)
		return;
	marks->branches = bytes_new((size_t)count * sizeof(*marks->branches));
	for (int i = 0; i < count; i++)
		if (rows[i].id > 0 && rows[i].turn <= shared_turns(rows, count, shown, rows[i].parent))
			marks->branches[marks->branch_count++] =
				(struct branch_mark){rows[i].turn + 1, rows[i].id};
	branch_rows_free(rows, count);
}

/* Reads what the file says of the turns from `first` on; view->unfinished is set if there is more to read. */
static void turn_marks_follow(struct turn_marks *marks, struct view *view, int first)
{
	const struct match *match = session_match(view->session);
	struct match_file *file = session_file(view->session);
	const struct turn *before;
	unsigned shows;

	if (!file || match_file_is_busy(file))
		return;
	shows = match_file_shows(file);
	if (marks->file != file || marks->game != match->setup.game || marks->branch != match->branch ||
	    marks->cuts != match->cuts || marks->shows != shows || first < marks->first || !marks->whole) {
		turn_marks_clear(marks);
		before = match_turn(match, first - 1);
		*marks = (struct turn_marks){.file = file,
					     .game = match->setup.game,
					     .branch = match->branch,
					     .cuts = match->cuts,
					     .shows = shows,
					     .first = first,
					     .heard = before && before->message > 0 ? before->message : 0};
		read_branches(marks, file);
	}
	if (!read_stops(marks, file))
		view->unfinished = true;
}

/* Was the match stopped by a watcher in turn n?  */
static bool turn_marks_stopped(const struct turn_marks *marks, int n)
{
	for (int i = marks->stop_count - 1; i >= 0 && marks->stops[i] >= n; i--)
		if (marks->stops[i] == n)
			return true;
	return false;
}

/* The branch that begins with turn n; 0: none.  */
static int turn_marks_branch(const struct turn_marks *marks, int n)
{
	for (int i = marks->branch_count - 1; i >= 0; i--)
		if (marks->branches[i].turn == n)
			return marks->branches[i].branch;
	return 0;
}

enum {
	LABEL_WIDTH = 7,
	WORDS_WIDTH = 22,
	WORDS_UNTIMED = 6,
	BARS = GLYPH_BAR_8 - GLYPH_BAR_1 + 1,
	BARS_MOST = 512
};

struct timeline {
	struct pane pane;
	int first; /* the turn of the first bar, from 0 */
	int bars;  /* columns of bars at the last drawing */
	/* Bytes are counted in the file, so the counts of turns from `counted` on are kept until the match
	   changes, once the file has all of them.  */
	int64_t bytes[BARS_MOST];
	int counted, count, branch, game;
	bool whole;
	struct turn_marks marks;
};

/* Counts the bytes of these turns, unless that was done already.  */
static void count_bytes(struct timeline *timeline, int first, int count)
{
	struct session *session = timeline->pane.view->session;
	const struct match *match = session_match(session);
	const struct turn *last = match_turn(match, first + count);
	struct match_file *file = session_file(session);
	struct byte_count traffic[BARS_MOST];

	if (timeline->whole && timeline->counted == first && timeline->count == count &&
	    timeline->branch == match->branch && timeline->game == match->setup.game)
		return;
	timeline->counted = first;
	timeline->count = count;
	timeline->branch = match->branch;
	timeline->game = match->setup.game;
	timeline->whole = !last || (file && match_file_last(file) >= last->message);
	for (int i = 0; i < count; i++)
		timeline->bytes[i] = -1;
	for (int seat = SEAT_1; count > 0 && seat < SEATS; seat++) {
		session_turn_traffic(session, seat, first + 1, first + count, traffic);
		for (int i = 0; i < count; i++)
			if (traffic[i].to >= 0)
				timeline->bytes[i] = traffic[i].to + traffic[i].from;
	}
}

/* What is drawn of a turn.  */
struct bar {
	bool known;    /* is there a turn? */
	bool measured; /* amount is known */
	double amount;
	int seat, faults;
	unsigned flags;
	bool held;
};

static bool measure(const struct timeline *timeline, int i, const struct turn *turn, double *amount)
{
	const struct view *view = timeline->pane.view;
	int64_t count = 0;

	switch (view->settings->timeline) {
	case MEASURE_CPU: count = turn->cpu_ns; break;
	case MEASURE_RSS: count = turn->rss; break;
	case MEASURE_BYTES: count = timeline->bytes[i]; break;
	case MEASURE_SCORE:
		return view->values && value_of(view->values, match_of(&timeline->pane), turn->n, amount);
	default: count = turn->think_ns;
	}
	*amount = (double)count;
	return count >= 0;
}

/* Looks up the turns of the bars, each once.  */
static void look_up(const struct timeline *timeline, struct bar *bars, int count)
{
	const struct match *match = match_of(&timeline->pane);

	for (int i = 0; i < count; i++) {
		const struct turn *turn = match_turn(match, timeline->first + 1 + i);
		struct bar *bar = &bars[i];

		*bar = (struct bar){.known = turn != NULL};
		if (!turn)
			continue;
		bar->seat = is_seat(turn->seat) ? turn->seat : SEAT_NONE;
		bar->faults = turn->faults;
		bar->flags = turn->flags;
		bar->held = turn->held_ns > 0 || turn->flags & TURN_HELD_UP;
		bar->measured = measure(timeline, i, turn, &bar->amount);
	}
}

/* The amounts of the lowest and the highest bar.  */
static void find_range(const struct bar *bars, int count, double *least, double *most)
{
	*least = 0;
	*most = 0;
	for (int i = 0; i < count; i++)
		if (bars[i].measured) {
			*least = fmin(*least, bars[i].amount);
			*most = fmax(*most, bars[i].amount);
		}
	if (*most <= *least)
		*most = *least + 1;
}

static void add_words(struct bytes *text, const char *words)
{
	bytes_addf(text, "%s%s", text->size ? ", " : "", words);
}

/* What the shown turn has, as "fault, branch 2 begins".  */
static void add_news(struct bytes *text, const struct timeline *timeline, const struct turn *turn)
{
	int branch = turn_marks_branch(&timeline->marks, turn->n);

	if (turn->faults > 1)
		bytes_addf(text, "%s%d faults", text->size ? ", " : "", turn->faults);
	else if (turn->faults)
		add_words(text, "fault");
	if (turn_marks_stopped(&timeline->marks, turn->n))
		add_words(text, "stopped here");
	if (branch)
		bytes_addf(text, "%sbranch %d begins", text->size ? ", " : "", branch);
	if (turn->held_ns) {
		FREED char *held = value_time_text(turn->held_ns);

		bytes_addf(text, "%sjudge held up %s", text->size ? ", " : "", held);
	}
	if (turn->flags & TURN_WAITED)
		add_words(text, "waited for a core");
	if (turn->flags & TURN_CHARGED)
		add_words(text, "flooded");
	if (turn->flags & TURN_CHANGED)
		add_words(text, "changed");
	if (turn->flags & TURN_FORGIVEN)
		add_words(text, "forgiven");
}

/* Adds what the kibitzer says of the position after a turn, as its player sees it.  */
static void add_kibitzed(struct bytes *news, const struct view *view, int n)
{
	const struct said *said = kibitzed_at(view, n);
	double fall = kibitzed_fall(view, n);
	int half = board_named(session_match(view->session)->setup.system)->half;
	char words[SAID_WORDS + 1];

	if (!said)
		return;
	kibitzed_words(said, words);
	bytes_addf(news, "%s%skibitzer %s", news->size ? " " : "", paint_glyph(GLYPH_CURSOR), words);
	if (said->depth)
		bytes_addf(news, " d%d", said->depth);
	if (fall >= 1 - 1e-6)
		bytes_addf(news, half > 1 ? "  blunder %.0f" : "  blunder %.1f", fall * half);
}

/* Adds one build's answer to a turn.  */
static void add_answer(struct bytes *news, const struct match *match, int n, const char *move,
		       const struct said *said, int64_t think_ns)
{
	char words[32] = "";

	board_named(match->setup.system)->words(match, n - 1, move, words);
	bytes_addf(news, " %s", words);
	if (*said->words)
		bytes_addf(news, " %s", said->words);
	if (said->depth)
		bytes_addf(news, " d%d", said->depth);
	if (think_ns >= 0) {
		FREED char *time = value_time_text(think_ns);

		bytes_addf(news, " %s", time);
	}
}

/* Adds the answers of both builds.  */
static void add_builds(struct bytes *news, const struct view *view, const struct turn *turn)
{
	const struct match *match = session_match(view->session);
	const struct other_answer *other = view->other ? other_build_at(view->other, turn->n) : NULL;
	const char *old = turn->answered ? turn->answered : turn->played;

	if (!other || !old)
		return;
	bytes_addf(news, "old");
	add_answer(news, match, turn->n, old, &turn->said, turn->think_ns);
	bytes_addf(news, " %s new", paint_glyph(GLYPH_CURSOR));
	add_answer(news, match, turn->n, other->move, &other->said, other->think_ns);
	bytes_addf(news, " %s", other->same ? "=" : paint_glyph(GLYPH_DIFFERS));
}

/* The shown move: its number and its words, and what it has: in the same row, or in `news` for the row of
 * marks. `hint` stands behind them; NULL: there is no room.  The caller frees all.  */
static void add_shown(const struct timeline *timeline, struct area area, struct bytes *text,
		      struct bytes *news, char **hint)
{
	const struct other_build *other = timeline->pane.view->other;
	const struct match *match = match_of(&timeline->pane);
	int turns = view_turns(timeline->pane.view), row = area.height - 1;
	const struct turn *turn = match_turn(match, turns);
	char words[32] = "";

	if (turn)
		board_turn_words(timeline->pane.view->session, board_named(match->setup.system), turn, words);
	bytes_addf(text, "%d %s%s", turns, words,
		   turn && turn->flags & TURN_UNTIMED && paint_width(words) <= WORDS_UNTIMED ? " untimed"
											     : "");
	if (turn)
		add_builds(news, timeline->pane.view, turn);
	if (turn && !news->size)
		add_news(news, timeline, turn);
	if (turn && row)
		add_kibitzed(news, timeline->pane.view, turn->n);
	if (area.width >= 100 || (other && !news->size))
		*hint = other ? bytes_text("%d of %d differ", other->different, other->count)
			      : bytes_text("(left/right, Home/End)");
	if (news->size && !row) {
		bytes_addf(text, " %s", news->at);
		bytes_free(news);
	}
}

static void draw_words(struct area area, const char *text, const char *news, const char *hint)
{
	int x = area.width - 1, row = area.height - 1;

	if (news)
		paint_text(area, 0, x - paint_width(news), ROLE_STRONG, news);
	if (hint) {
		x -= paint_width(hint);
		paint_text(area, row, x, ROLE_HINT, hint);
		x--;
	}
	paint_text(area, row, x - paint_width(text), ROLE_STRONG, text);
}

/* The letter of the position after a turn; NULL: a person has not named it.  */
static const char *letter_of(const struct view *view, int turn)
{
	static const char *const letters[VIEW_MARKS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
							"j", "k", "l", "m", "n", "o", "p", "q", "r",
							"s", "t", "u", "v", "w", "x", "y", "z"};

	for (int i = 0; i < VIEW_MARKS; i++)
		if (view->marks[i].is_set && view->marks[i].turns == turn &&
		    view->marks[i].branch == session_shown(view->session))
			return letters[i];
	return NULL;
}

/* The most important mark of a turn.  What is to know of its time is one only where marks have a row of their
 * own: it hides no bar.  */
static struct mark mark_of(const struct timeline *timeline, const struct bar *bar, int n, bool own_row)
{
	const struct view *view = timeline->pane.view;
	const char *letter = letter_of(view, n);

	if (view->breakpoints && breakpoints_at_turn(view->breakpoints, n))
		return mark_at(IS_STOP);
	if (letter)
		return (struct mark){letter, signs[IS_NAMED].role};
	if (!bar || !bar->known)
		return (struct mark){NULL, ROLE_TEXT};
	if (bar->faults)
		return mark_at(IS_FAULT);
	if (turn_marks_branch(&timeline->marks, n))
		return mark_at(IS_BRANCH);
	if (turn_marks_stopped(&timeline->marks, n))
		return mark_at(IS_STOPPED);
	return own_row ? special_at(view, n, 0, bar->flags, bar->held, 0) : (struct mark){NULL, ROLE_TEXT};
}

/* Chooses the turn of the first bar, so that the shown position is seen, and no column is empty while bars
 * are hidden.  `words`: the columns of what is said of the move in this row, which stays clear of the bars.
 */
static void scroll(struct timeline *timeline, int width, int words)
{
	const struct match *match = match_of(&timeline->pane);
	int turns = view_turns(timeline->pane.view);

	int usual = width >= 100 ? 2 * WORDS_WIDTH : WORDS_WIDTH;

	timeline->bars =
		kept_within(width - LABEL_WIDTH - (words + 2 > usual ? words + 2 : usual), 1, BARS_MOST);
	timeline->first = kept_within(timeline->first, turns - timeline->bars + 1, turns);
	if (match->turn_count - timeline->first < timeline->bars - 1)
		timeline->first = kept_within(match->turn_count - timeline->bars + 1, 0, match->turn_count);
}

/* A bar in its row; its mark above it, or in its place.  `bar` NULL: the turn is not played yet.  */
static void draw_turn(const struct timeline *timeline, struct area area, int x, int n, const struct bar *bar,
		      double least, double most)
{
	static const enum role roles[SEATS] = {ROLE_SPARK, ROLE_SEAT_1, ROLE_SEAT_2};
	int row = area.height - 1;
	struct mark mark = mark_of(timeline, bar, n, row > 0);
	int height = 0;

	if (bar && bar->measured) {
		height = kept_within((int)((bar->amount - least) / (most - least) * (BARS - 1) + 0.5), 0,
				     BARS - 1);
		paint_put(area, row, x, !row && bar->held ? ROLE_WARNING : roles[bar->seat],
			  (enum glyph)(GLYPH_BAR_1 + height));
	}
	if (mark.text)
		paint_text(area, 0, x, mark.role, mark.text);
}

static void draw_timeline(struct pane *pane, struct area inside, bool focused)
{
	static const char *const labels[MEASURE_COUNT] = {" moves ", " cpu   ", " rss   ", " bytes ",
							  " score "};
	struct timeline *timeline = (struct timeline *)pane;
	const struct match *match = match_of(&timeline->pane);
	int turns = view_turns(pane->view), x = LABEL_WIDTH, row = inside.height - 1, count;
	struct bar bars[BARS_MOST];
	double least, most;
	FREED_BY(bytes_free) struct bytes text = {0};
	FREED_BY(bytes_free) struct bytes news = {0};
	FREED char *hint = NULL;

	scroll(timeline, inside.width, 0);
	turn_marks_follow(&timeline->marks, pane->view, timeline->first + 1);
	add_shown(timeline, inside, &text, &news, &hint);
	scroll(timeline, inside.width, paint_width(text.at) + (hint ? 1 + paint_width(hint) : 0));
	count = match->turn_count - timeline->first;
	count = count < timeline->bars ? count : timeline->bars;
	if (pane->view->settings->timeline == MEASURE_BYTES)
		count_bytes(timeline, timeline->first, count);
	if (pane->view->settings->timeline == MEASURE_SCORE && pane->view->values)
		values_follow(pane->view->values, pane->view);
	look_up(timeline, bars, count);
	find_range(bars, count, &least, &most);
	paint_text(inside, row, 0, focused ? ROLE_TITLE : ROLE_FAINT, labels[pane->view->settings->timeline]);
	for (int i = 0; x < LABEL_WIDTH + timeline->bars && i <= timeline->bars; i++) {
		if (timeline->first + i == turns)
			paint_put(inside, row, x++, signs[IS_SHOWN].role, signs[IS_SHOWN].sign.glyph);
		if (x < LABEL_WIDTH + timeline->bars)
			draw_turn(timeline, inside, x++, timeline->first + i + 1, i < count ? &bars[i] : NULL,
				  least, most);
	}
	draw_words(inside, text.at, news.at, hint);
}

static bool click_timeline(struct pane *pane, int y UNUSED, int x, int button)
{
	struct timeline *timeline = (struct timeline *)pane;
	int turns = view_turns(pane->view), turn;

	if (button == 4 || button == 5) {
		turn = turns + (button == 4 ? -1 : 1);
	} else {
		if (x < LABEL_WIDTH || x >= LABEL_WIDTH + timeline->bars)
			return false;
		turn = timeline->first + x - LABEL_WIDTH;
		turn += turn < turns; /* a bar before the cursor stands for the position after its move */
	}
	view_goto(pane->view, turn);
	return true;
}

static void free_timeline(struct pane *pane)
{
	FREED struct timeline *timeline = (struct timeline *)pane;

	turn_marks_clear(&timeline->marks);
	free(pane->view->values);
	pane->view->values = NULL;
}

static const struct pane_ops timeline_ops = {
	.draw = draw_timeline,
	.click = click_timeline,
	.legend = moves_legend,
	.sign = pane_moves_sign,
	.free = free_timeline,
};

struct pane *pane_timeline_new(struct view *view)
{
	struct timeline *timeline = bytes_new(sizeof(*timeline));

	timeline->pane.ops = &timeline_ops;
	timeline->pane.view = view;
	view->values = bytes_new(sizeof(*view->values));
	return &timeline->pane;
}
