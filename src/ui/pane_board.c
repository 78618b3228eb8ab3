/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_board.c - the pane of the board: a game's board view, kept up to date, with a cursor to play with.
 *
 * The cursor can be used while the match is played here and its newest position is shown.  Keys and clicks
 * move it then, and a person on turn can play the move at it.  In an earlier position, or one of a file, the
 * arrows go to other moves, letters and clicks move it, and the move at it begins a variation: a line `play
 * MOVE`, as a person would type it.
 *
 * What agents say to people, and when others take their seats, is followed in the match file.
 *
 * A small board has no room for words, so the line of the prompt says why a move was refused, until the next
 * key or the next event of the match.  A question about a move stands there too, until the next key or
 * click.  */
#include "boards/shared.h"
#include "pane.h"
#include "ringside/bytes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what agents say ---- */

enum {
	BATCH = 64,
	MOST = 512,     /* messages heard in one call; with more to hear only the newest count */
	RECENT = 256,   /* of each seat then; a live display repeats itself more often */
	ALL_MOST = 8192 /* the same, for boards to which all messages count */
};

/* Who listens, and to what.  */
struct listener {
	const struct board_view *kind;
	void *board;
	struct match_file *file;
	int64_t last; /* the newest message that counts */
};

static struct message_query query_of(const struct listener *listener, unsigned seats)
{
	unsigned said = listener->kind->hears ? listener->kind->hears : CHANNELS_TO_PEOPLE;

	return (struct message_query){.seats = seats,
				      .channels = said | CHANNEL_BIT(CHANNEL_EVENT),
				      .directions = 1u << FROM_AGENT | 1u << EVENT,
				      .last = listener->last};
}

static void hear_each(const struct listener *listener, const struct message *messages, int count)
{
	for (int i = 0; i < count; i++)
		if (messages[i].direction == EVENT ? event_reseats(&messages[i].event)
						   : !(messages[i].flags & MESSAGE_WITHHELD))
			listener->kind->hear(listener->board, &messages[i]);
}

/* Starts again with the newest messages of each seat.  */
static void hear_recent(const struct listener *listener)
{
	struct message messages[RECENT];

	listener->kind->hear(listener->board, NULL);
	for (int seat = SEAT_1; listener->file && seat < SEATS; seat++) {
		struct message_query query = query_of(listener, 1u << seat);

		hear_each(listener, messages,
			  match_file_before(listener->file, &query, listener->last + 1, RECENT, messages));
	}
}

/* Hears what came after message `heard`, but not many more than `most` messages.  Returns the number of the
   last one heard.  */
static int64_t hear_more(const struct listener *listener, int64_t heard, int most)
{
	struct message_query query = query_of(listener, 1u << SEAT_1 | 1u << SEAT_2);
	struct message messages[BATCH];

	for (int count = 0; count < most; count += BATCH) {
		int got = match_file_after(listener->file, &query, heard, BATCH, messages);

		hear_each(listener, messages, got);
		if (got < BATCH)
			return listener->last;
		heard = messages[got - 1].n;
	}
	return heard;
}

/* Goes on from what the board has heard, or can recall, whichever is nearer.  */
static int64_t hear_all(const struct listener *listener, const struct hearing *before, bool same)
{
	int64_t heard = before->heard, recalled;

	if (!same) {
		listener->kind->hear(listener->board, NULL);
		heard = 0;
	} else if (heard != listener->last) {
		recalled = listener->kind->recall(listener->board, listener->last);
		if (heard > listener->last || recalled > heard)
			heard = recalled;
	}
	return listener->file && heard < listener->last ? hear_more(listener, heard, ALL_MOST) : heard;
}

bool hearing_follow(struct hearing *hearing, const struct view *view, const struct board_view *kind,
		    void *board)
{
	struct match_file *file = session_file(view->session);
	int game = session_match(view->session)->setup.game;
	int64_t newest = file ? match_file_last(file) : 0, shown = view_message(view);
	struct listener listener = {kind, board, file, shown < newest ? shown : newest};
	unsigned shows = file ? match_file_shows(file) : 0;
	bool same = file == hearing->file && game == hearing->game && shows == hearing->shows;
	int64_t heard = listener.last;

	if (file && match_file_is_busy(file)) /* a later frame hears it */
		return false;
	if (kind->recall)
		heard = hear_all(&listener, hearing, same);
	else if (!same || hearing->heard > heard ||
		 (hearing->heard < heard && hear_more(&listener, hearing->heard, MOST) < heard))
		hear_recent(&listener);
	if (file && match_file_is_busy(file)) { /* cut off: the next frame starts again */
		hearing->file = NULL;
		return false;
	}
	*hearing = (struct hearing){file, game, shows, heard};
	return heard < listener.last;
}

/* ---- the pane ---- */

/* Rows below the board that are enough for evaluations: a gap, and two rows for each seat.  */
enum { EVALUATIONS = 5 };

struct board_pane {
	struct pane pane; /* first */
	const struct board_view *view;
	void *board;        /* of the view; owned */
	char *problem;      /* why the last move was refused; NULL: it was not; owned */
	unsigned told_when; /* the revision of the match at that time */
	const char *asked;  /* the question to a person before a move is played; NULL: none; static, or: */
	char confirm[64];   /* the question about `wanted` */
	char *wanted;       /* the move that waits for the answer; NULL: none; owned */
	char *line;         /* view->board_line, if it plays such a move; owned */
	int picked;  /* a piece was chosen in the position after so many turns, which is past; -1: no */
	char *hint;  /* that was drawn last; NULL: none; owned */
	bool passed; /* the cursor was moved since it came: Enter does not play it */
	int pointed; /* the cursor points into the position after so many turns, which is past; -1: no */
	struct hearing hearing;
	bool kibitzed; /* it has heard a kibitzer */
};

static const struct match *match_of(const struct board_pane *board)
{
	return session_match(board->pane.view->session);
}

static bool cursor_is_of_use(const struct board_pane *board)
{
	const struct view *view = board->pane.view;

	return session_is_live(view->session) && view_is_live(view) && !match_of(board)->over;
}

/* Is it to be seen?  */
static bool cursor_points(const struct board_pane *board)
{
	return cursor_is_of_use(board) || board->pointed == view_turns(board->pane.view);
}

static bool is_person(const struct match *match, int seat)
{
	return match->setup.seat[seat].kind == SEAT_HUMAN;
}

/* The seat on turn, a person's rather than an agent's; SEAT_NONE: none.  */
static int seat_on_turn(const struct board_pane *board)
{
	const struct match *match = match_of(board);
	int found = SEAT_NONE;

	for (int seat = SEAT_2; seat >= SEAT_1; seat--)
		if (session_seat_state(board->pane.view->session, seat).to_move &&
		    (found == SEAT_NONE || is_person(match, seat) || !is_person(match, found)))
			found = seat;
	return found;
}

/* The seat of a person who may play now; SEAT_NONE: none.  */
static int person_on_turn(const struct board_pane *board)
{
	int seat = cursor_is_of_use(board) ? seat_on_turn(board) : SEAT_NONE;

	return seat != SEAT_NONE && is_person(match_of(board), seat) ? seat : SEAT_NONE;
}

static void forget_problem(struct board_pane *board)
{
	free(board->problem);
	board->problem = NULL;
	board->pane.view->board_problem = NULL;
}

static void tell(struct board_pane *board, char *problem)
{
	forget_problem(board);
	board->problem = problem;
	board->told_when = match_of(board)->revision;
}

/* The move at the cursor; NULL: none.  */
static const char *pointed_at(const struct board_pane *board)
{
	return board->view->move ? board->view->move(board->board) : NULL;
}

static void update(struct board_pane *board)
{
	struct view *view = board->pane.view;
	const struct match *match = match_of(board);

	board->view->position(board->board, match, view_turns(view));
	view->board_move = cursor_is_of_use(board) ? pointed_at(board) : NULL;
	view->board_hint = board->view->expects && person_on_turn(board) != SEAT_NONE
				   ? board->view->expects(board->board)
				   : NULL;
	view->board_unfinished = board->view->unfinished && board->view->unfinished(board->board);
	session_point(view->session, view->settings && view->settings->evaluate ? view->board_move : NULL);
	if (board->problem && match->revision != board->told_when)
		forget_problem(board);
	if (person_on_turn(board) == SEAT_NONE)
		board->asked = NULL;
	view->board_problem = board->asked ? board->asked : board->problem;
}

static void play_move(struct board_pane *board, int seat, const char *move)
{
	struct request request = {.kind = REQUEST_PLAY, .seat = seat, .text = move};
	char *problem = session_request(board->pane.view->session, &request);

	if (problem)
		tell(board, problem);
}

static void forget_question(struct board_pane *board)
{
	board->asked = NULL;
	free(board->wanted);
	board->wanted = NULL;
}

/* Plays the move, or asks about it if the person wants that and was not asked yet.  NULL: none.  */
static void play(struct board_pane *board, int seat, const char *move, bool was_asked)
{
	char words[32] = "";

	if (move && board->pane.view->settings->confirm_moves && !was_asked) {
		board->view->words(match_of(board), view_turns(board->pane.view), move, words);
		snprintf(board->confirm, sizeof(board->confirm), "play %s? y/n", words);
		board->asked = board->confirm;
		board->wanted = bytes_text("%s", move);
	} else if (move) {
		play_move(board, seat, move);
	}
}

static const char *chosen(const struct board_pane *board)
{
	return board->view->pick ? board->view->pick(board->board) : pointed_at(board);
}

/* Asks for the line that begins a variation with the move.  */
static void vary(struct board_pane *board, const char *move)
{
	free(board->line);
	board->pane.view->board_line = board->line = bytes_text("play %s", move);
}

/* A person chooses the place at the cursor in a position that is past.  `was_there`: the cursor was there
   before, so it is meant; else only a piece can be chosen, or where it goes.  */
static void choose_past(struct board_pane *board, bool was_there)
{
	int turns = view_turns(board->pane.view);
	const char *move = chosen(board);

	if (move && (was_there || board->picked == turns))
		vary(board, move);
	board->picked = move ? -1 : turns;
}

/* Enter plays a new hint until the cursor is moved.  */
static void keep_hint(struct board_pane *board, const char *hint)
{
	if (hint && board->hint && strcmp(hint, board->hint) == 0)
		return;
	free(board->hint);
	board->hint = hint ? bytes_text("%s", hint) : NULL;
	board->passed = false;
}

/* Plays what a person has chosen, or asks first.  */
static void choose(struct board_pane *board, int seat)
{
	forget_question(board);
	board->asked = board->view->question ? board->view->question(board->board) : NULL;
	if (!board->asked)
		play(board, seat, chosen(board), false);
}

/* Only y means yes.  */
static void answer_question(struct board_pane *board, bool yes)
{
	int seat = person_on_turn(board);
	FREED char *wanted = board->wanted;

	board->wanted = NULL;
	forget_question(board);
	if (yes && seat != SEAT_NONE && wanted)
		play_move(board, seat, wanted);
	else if (yes && seat != SEAT_NONE)
		play(board, seat, chosen(board), true);
	update(board);
}

/* "board", and what the cursor points at.  */
static char *pointed_words(const struct board_pane *board)
{
	const char *move = cursor_points(board) ? pointed_at(board) : NULL;
	char words[32];

	if (!move)
		return bytes_text("board");
	board->view->words(match_of(board), view_turns(board->pane.view), move, words);
	if (strcmp(words, move) == 0)
		return bytes_text("board %s", move);
	return bytes_text("board %s (%s)", words, move);
}

static char *result(const struct board_pane *board)
{
	const struct match *match = match_of(board);
	int winner = match->verdict.winner;

	if (setup_lone_seat(&match->setup) != SEAT_NONE)
		return bytes_text("over");
	if (winner == WINNER_NONE)
		return bytes_text("no result");
	if (winner == WINNER_DRAW)
		return bytes_text("draw");
	return bytes_text("%s won", board->view->mark(match, match->turn_count, winner));
}

/* The status is short: a small board has little room beside its title, and the header names the players.  */
static char *board_pane_status(const struct pane *pane)
{
	const struct board_pane *board = (const struct board_pane *)pane;
	const struct match *match = match_of(board);
	int seat, turns = view_turns(pane->view);
	const char *mark;

	if (turns < match->turn_count)
		return bytes_text("move %d of %d", turns, match->turn_count);
	if (match->over)
		return result(board);
	if ((seat = seat_on_turn(board)) == SEAT_NONE)
		return NULL;
	mark = board->view->mark(match, turns, seat);
	return bytes_text(is_person(match, seat) && !is_person(match, seat_opponent(seat)) ? "%s your move"
											   : "%s to move",
			  mark);
}

/* What is known of the square at the cursor.  A person on turn is told first that it is their move; else the
   header says whose move it is, or which one is shown.  */
static char *board_pane_title(const struct pane *pane)
{
	enum { FRAME = 10 }; /* columns of the pane's number, of corners and blanks */
	const struct board_pane *board = (const struct board_pane *)pane;
	bool plays = person_on_turn(board) != SEAT_NONE;
	FREED char *about = board->view->about && cursor_points(board) && (pane->focused || plays)
				    ? board->view->about(board->board, pane->view)
				    : NULL;
	FREED char *status = plays ? board_pane_status(pane) : NULL;
	char *title = pointed_words(board), *longer;

	if (!about)
		return title;
	longer = bytes_text("%s %s", title, about);
	if (status && paint_width(longer) + paint_width(status) + FRAME > pane->area.width) {
		free(longer);
		return title;
	}
	free(title);
	return longer;
}

bool thoughts_show(const struct view *view)
{
	const struct toggle *toggle = board_named(session_match(view->session)->setup.system)->toggles;
	int i = 0;

	while (toggle && toggle[i].name && strcmp(toggle[i].name, "analysis") != 0)
		i++;
	return !toggle || !toggle[i].name || view_shows(view, i) || view->kibitzed;
}

/* Draws what the agents say of the position: below the board, in rows that it does not use, or in the lower
   edge of the frame if there are none.  */
static void draw_evaluations(struct board_pane *board, struct area *inside)
{
	struct area frame = board->pane.area;
	struct area edge = {frame.y + frame.height - 1, frame.x + 2, 1, frame.width - 4};
	int height = board->view->wants(board->board, *inside).height;

	if (inside->height >= height + EVALUATIONS && inside->width > 2) {
		struct area below = {inside->y + height + 1, inside->x + 1, inside->height - height - 1,
				     inside->width - 2};

		board->view->evaluations(board->board, below);
		inside->height = height;
	} else if (edge.width > 0) {
		board->view->evaluations(board->board, edge);
	}
}

/* Hears what the kibitzer says of the position, from the beginning, as if it sat on seat 0.  */
static void hear_kibitzer(struct board_pane *board)
{
	const struct kibitzed *kibitzed = board->pane.view->kibitzed;
	struct message begins = {.seat = SEAT_NONE, .direction = EVENT};

	board->kibitzed = kibitzed != NULL;
	board->view->hear(board->board, &begins);
	for (int i = 0; kibitzed && i < kibitzed->count; i++)
		board->view->hear(board->board, &kibitzed->lines[i]);
}

static void board_pane_update(struct pane *pane)
{
	update((struct board_pane *)pane);
}

static void board_pane_draw(struct pane *pane, struct area inside, bool focused)
{
	struct board_pane *board = (struct board_pane *)pane;
	bool cursor = cursor_points(board) && (focused || person_on_turn(board) != SEAT_NONE);

	if (!focused) /* keys answer something else now */
		forget_question(board);
	keep_hint(board, pane->view->hint);
	if (board->view->hear && hearing_follow(&board->hearing, pane->view, board->view, board->board))
		pane->view->board_unfinished = true;
	if (board->view->hear && (pane->view->kibitzed || board->kibitzed))
		hear_kibitzer(board);
	if (board->view->evaluations && thoughts_show(board->pane.view))
		draw_evaluations(board, &inside);
	board->view->draw(board->board, inside, pane->view, cursor);
	if (board->view->unfinished && board->view->unfinished(board->board))
		pane->view->board_unfinished = true;
}

/* A letter plays a move only while somebody can play.  In a pause it steps, or does whatever else it is
   bound to.  */
static bool hotkeys_hold(const struct board_pane *board, int seat)
{
	return board->view->hotkey && seat != SEAT_NONE &&
	       session_state(board->pane.view->session) != JUDGE_PAUSED;
}

/* Does a letter say what a pawn becomes in a position that is past?  */
static bool names_piece(const struct board_pane *board)
{
	return board->view->hotkey && board->picked == view_turns(board->pane.view) &&
	       !cursor_is_of_use(board);
}

static bool board_pane_takes(const struct pane *pane, unsigned key)
{
	const struct board_pane *board = (const struct board_pane *)pane;

	return (hotkeys_hold(board, person_on_turn(board)) || names_piece(board)) &&
	       board->view->is_hotkey(board->board, key);
}

/* As letters that play a move, these do something else in a pause.  */
static enum typing board_pane_types(const struct pane *pane, const char *text)
{
	const struct board_pane *board = (const struct board_pane *)pane;

	return board->view->types && !board->asked && person_on_turn(board) != SEAT_NONE &&
			       session_state(pane->view->session) != JUDGE_PAUSED
		       ? board->view->types(board->board, text)
		       : TYPING_NOTHING;
}

/* What the board said of a key or a click while its past is shown: it only points.  */
static bool point(struct board_pane *board, int meaning)
{
	if (meaning)
		board->pointed = view_turns(board->pane.view);
	return meaning != 0;
}

/* A key in such a position.  */
static bool key_past(struct board_pane *board, unsigned key, bool is_code)
{
	bool points = cursor_points(board), enter = grid_is_enter(key, is_code);
	int meaning = 0;

	if (!is_code && names_piece(board))
		meaning = board->view->hotkey(board->board, key);
	if (!meaning && (enter || (!is_code && key && key < 0x80 && strchr("hjkl", (int)key))))
		meaning = board->view->about ? board->view->key(board->board, key, is_code) : 0;
	if (meaning == 2 && points)
		choose_past(board, true);
	update(board);
	return point(board, meaning);
}

static bool board_pane_key(struct pane *pane, unsigned key, bool is_code)
{
	struct board_pane *board = (struct board_pane *)pane;
	const struct match *match = match_of(board);
	int meaning = 0, seat;

	forget_problem(board);
	if (board->asked) {
		if (key_reply(key, is_code))
			answer_question(board, key_reply(key, is_code) == REPLY_YES);
		return true;
	}
	if (board->view->scroll && board->view->scroll(board->board, key, is_code))
		return true;
	if (!cursor_is_of_use(board))
		return key_past(board, key, is_code);
	board->pointed = -1;
	seat = person_on_turn(board);
	if (seat != SEAT_NONE && grid_is_enter(key, is_code) && board->hint && !board->passed) {
		play(board, seat, board->hint, false);
		update(board);
		return true;
	}
	if (!is_code && hotkeys_hold(board, seat))
		meaning = board->view->hotkey(board->board, key);
	if (!meaning)
		meaning = board->view->key(board->board, key, is_code);
	if (meaning >= 2 && seat == SEAT_NONE)
		tell(board,
		     bytes_text(is_person(match, SEAT_1) || is_person(match, SEAT_2)
					? "it is not your turn"
					: "agents sit on both seats: :override replaces an agent's move"));
	else if (meaning == 2)
		choose(board, seat);
	else if (meaning == 3)
		pane->view->board_line = "play ";
	board->passed = board->passed || meaning;
	update(board);
	return meaning != 0;
}

/* While nobody is to move a click only points.  */
static bool board_pane_click(struct pane *pane, int y, int x, int button)
{
	struct board_pane *board = (struct board_pane *)pane;
	FREED char *was =
		cursor_points(board) && pointed_at(board) ? bytes_text("%s", pointed_at(board)) : NULL;
	int meaning, seat;

	forget_problem(board);
	forget_question(board);
	if (!board->view->click || (!cursor_is_of_use(board) && !board->view->about))
		return false;
	meaning = board->view->click(board->board, y, x, button);
	if (!cursor_is_of_use(board)) {
		if (meaning == 2)
			choose_past(board, was && pointed_at(board) && strcmp(was, pointed_at(board)) == 0);
		update(board);
		return point(board, meaning);
	}
	board->passed = true;
	if (meaning >= 2 && (seat = person_on_turn(board)) != SEAT_NONE) {
		if (meaning == 2)
			choose(board, seat);
		else
			pane->view->board_line = "play ";
	}
	update(board);
	return meaning != 0;
}

static void board_pane_free(struct pane *pane)
{
	FREED struct board_pane *board = (struct board_pane *)pane;

	pane->view->board_move = pane->view->board_hint = pane->view->board_line = NULL;
	pane->view->board_unfinished = false;
	forget_problem(board);
	forget_question(board);
	free(board->hint);
	free(board->line);
	board->view->free(board->board);
}

static const struct pane_ops ops = {
	.name = "board",
	.update = board_pane_update,
	.title = board_pane_title,
	.status = board_pane_status,
	.draw = board_pane_draw,
	.key = board_pane_key,
	.takes = board_pane_takes,
	.types = board_pane_types,
	.click = board_pane_click,
	.free = board_pane_free,
};

struct pane *pane_board_new(struct view *view)
{
	struct board_pane *board = bytes_new(sizeof(*board));
	const struct setup *setup = &session_match(view->session)->setup;

	board->pane.ops = &ops;
	board->pane.view = view;
	board->view = board_named(setup->system);
	board->pointed = board->picked = -1;
	board->board = board->view->new (setup);
	update(board);
	return &board->pane;
}
