/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_pane_board.c - the pane of the board: who may play, what it shows, which keys it leaves to others.
 *
 * The session and the board are stubs that the test sets: no agent, no game.  */
#include "fake_paint.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "setup_fixture.h"
#include "ui/pane.h"

struct session {
	struct match match;
	bool is_live, is_paused, thinking[SEATS];
	const char *refusal; /* refusal of the next request; NULL: it is granted */
	int requests;        /* how many requests were made, and the last one */
	struct request request;
	char *text;
	bool is_written;             /* the file, by another: reads fail */
	int64_t said, said_until[4]; /* the number of messages in the file, and the number before each turn */
	int read;                    /* how many of them were read */
	unsigned channels;           /* and of which channels */
	char *pointed;               /* the cursor that agents are to be told */
};

/* The last arguments of the board.  */
struct fake_board {
	int turns, drawn;
	bool cursor;
	struct area area;
	char move[8];
	bool needs_more; /* of a person who picks */
	bool is_unfinished;
	const char *expects;     /* of a person to move */
	int64_t heard[SEATS];    /* the newest message of each seat */
	int64_t furthest;        /* the newest message ever heard */
	int heard_count, forgot; /* how many messages, and how often everything was to be forgotten */
	int recalled, scrolled;  /* number of calls */
	int evaluated;           /* how often its evaluations were drawn, and where */
	struct area evaluations;
};

static struct fake_board the_board;

STUB(bool, session_is_live(const struct session *session), session->is_live)
STUB(const struct match *, session_match(const struct session *session), &session->match)
STUB(enum judge_state, session_state(const struct session *session),
     session->is_paused ? JUDGE_PAUSED : JUDGE_RUNNING)
STUB(struct judge_seat, session_seat_state(const struct session *session, int seat),
     (struct judge_seat){.to_move = session->thinking[seat]})

char *session_request(struct session *session, const struct request *request)
{
	session->requests++;
	session->request = *request;
	free(session->text);
	session->text = bytes_text("%s", request->text);
	return session->refusal ? bytes_text("%s", session->refusal) : NULL;
}

STUB(struct match_file *, session_file(struct session *session),
     session->said ? (struct match_file *)session : NULL)

/* The session is the file: its messages are numbered from 1; the seats alternate.  */
static struct message said(int64_t n)
{
	return (struct message){.n = n, .seat = n % 2 ? SEAT_1 : SEAT_2};
}

STUB(unsigned, match_file_shows(struct match_file *file), 0)

int64_t match_file_last(struct match_file *file)
{
	const struct session *session = (struct session *)file;

	return session->is_written ? 0 : session->said;
}

STUB(bool, match_file_is_busy(const struct match_file *file), ((const struct session *)file)->is_written)

int match_file_after(struct match_file *file, const struct message_query *query, int64_t after, int limit,
		     struct message *messages)
{
	int got = 0;

	assert_true(query->last >= 0 && query->last <= match_file_last(file));
	for (int64_t n = after + 1; n <= query->last && got < limit; n++)
		if (query->seats & 1u << said(n).seat)
			messages[got++] = said(n);
	((struct session *)file)->read += got;
	((struct session *)file)->channels = query->channels;
	return got;
}

int match_file_before(struct match_file *file, const struct message_query *query, int64_t before, int limit,
		      struct message *messages)
{
	int64_t n = before - 1;
	int room = limit, got = 0;

	for (; n > 0 && room; n--)
		if (n <= query->last && query->seats & 1u << said(n).seat)
			room--;
	for (n++; n < before && got < limit; n++)
		if (n <= query->last && query->seats & 1u << said(n).seat)
			messages[got++] = said(n);
	((struct session *)file)->channels = query->channels;
	((struct session *)file)->read += got;
	return got;
}

STUB(int64_t, view_message(const struct view *view),
     view->turns == VIEW_LIVE ? INT64_MAX : view->session->said_until[view->turns])

void session_point(struct session *session, const char *move)
{
	free(session->pointed);
	session->pointed = move ? bytes_text("%s", move) : NULL;
}

STUB(bool, view_is_live(const struct view *view), view->turns == VIEW_LIVE)
STUB(int, view_turns(const struct view *view),
     view->turns == VIEW_LIVE ? view->session->match.turn_count : view->turns)

static void *fake_new(const struct setup *setup)
{
	the_board = (struct fake_board){.turns = -1, .move = "m"};
	return &the_board;
}

static void fake_free(void *board)
{
	((struct fake_board *)board)->move[0] = '\0';
}

static void fake_position(void *board, const struct match *match, int turns)
{
	((struct fake_board *)board)->turns = turns;
}

static void fake_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct fake_board *board = state;

	board->drawn++;
	board->cursor = cursor;
	board->area = area;
}

/* A key or a click sets what the cursor means.  */
static int fake_key(void *board, unsigned key, bool is_code)
{
	((struct fake_board *)board)->move[0] = (char)key;
	return key == '\r' ? 2 : key == 't' ? 3 : key == 'x' ? 0 : 1;
}

/* One letter is a complete move.  */
static int fake_hotkey(void *board, unsigned key)
{
	if (key != 's')
		return 0;
	strcpy(((struct fake_board *)board)->move, "hot");
	return 2;
}

static bool fake_unfinished(const void *board)
{
	return ((const struct fake_board *)board)->is_unfinished;
}

static int fake_click(void *board, int y, int x, int button)
{
	((struct fake_board *)board)->move[0] = 'c';
	return button;
}

static const char *fake_move(const void *board)
{
	return ((const struct fake_board *)board)->move;
}

static const char *fake_pick(void *board)
{
	struct fake_board *fake = board;

	return fake->needs_more ? NULL : fake->move;
}

static const char *fake_expects(const void *board)
{
	return ((const struct fake_board *)board)->expects;
}

static void fake_hear(void *board, const struct message *message)
{
	struct fake_board *fake = board;

	if (!message) {
		memset(fake->heard, 0, sizeof(fake->heard));
		fake->furthest = 0;
		fake->forgot++;
		return;
	}
	assert_true(message->n > fake->heard[message->seat]);
	fake->heard[message->seat] = message->n;
	fake->heard_count++;
	if (message->n > fake->furthest)
		fake->furthest = message->n;
}

/* Goes back to a mark, which is every tenth message heard, unless it is between that and `last` already.  */
static int64_t fake_recall(void *board, int64_t last)
{
	struct fake_board *fake = board;
	int64_t mark = (last < fake->furthest ? last : fake->furthest) / 10 * 10;
	int64_t now = fake->heard[SEAT_1] > fake->heard[SEAT_2] ? fake->heard[SEAT_1] : fake->heard[SEAT_2];

	fake->recalled++;
	if (now <= last && now >= mark)
		return now;
	fake->heard[SEAT_1] = fake->heard[SEAT_2] = mark;
	return mark;
}

static bool fake_scroll(void *board, unsigned key, bool is_code)
{
	bool mine = key == 'h' && !is_code;

	((struct fake_board *)board)->scrolled += mine;
	return mine;
}

static struct area fake_wants(const void *board, struct area room)
{
	return (struct area){.height = 6, .width = 12};
}

static void fake_evaluations(const void *board, struct area area)
{
	struct fake_board *fake = &the_board;

	assert_ptr_equal(board, fake);
	fake->evaluated++;
	fake->evaluations = area;
}

static void fake_words(const struct match *match, int turns, const char *played, char words[32])
{
	(void)match, (void)turns;
	strcpy(words, strcmp(played, "q") == 0 ? "queen" : played);
}

/* At the fourth turn the seats change colours.  */
static const char *fake_mark(const struct match *match, int turns, int seat)
{
	return (seat == SEAT_1) == (turns < 4) ? "X" : "O";
}

/* Extra abilities of the next pane's board.  */
static bool board_recalls, board_scrolls, board_thinks;
/* What it lacks: no cursor, no clicks, nothing expected but moves, nothing picked but its move.  */
static bool board_lacks_cursor, board_lacks_pick;

const struct board_view *board_named(const char *system)
{
	static const struct toggle toggles[] = {{.name = "numbers"}, {.name = "analysis"}, {0}};
	static struct board_view fake = {.new = fake_new,
					 .free = fake_free,
					 .position = fake_position,
					 .draw = fake_draw,
					 .key = fake_key,
					 .hotkey = fake_hotkey,
					 .unfinished = fake_unfinished,
					 .hear = fake_hear,
					 .wants = fake_wants,
					 .evaluations = fake_evaluations,
					 .words = fake_words,
					 .mark = fake_mark};

	assert_string_equal(system, "fake");
	fake.toggles = board_thinks ? toggles : NULL;
	fake.recall = board_recalls ? fake_recall : NULL;
	fake.hears = board_recalls ? CHANNEL_BIT(CHANNEL_SYMBOL) : 0;
	fake.scroll = board_scrolls ? fake_scroll : NULL;
	fake.click = board_lacks_cursor ? NULL : fake_click;
	fake.move = board_lacks_cursor ? NULL : fake_move;
	fake.expects = board_lacks_cursor ? NULL : fake_expects;
	fake.pick = board_lacks_pick ? NULL : fake_pick;
	return &fake;
}

struct table {
	struct session session;
	struct view view;
	struct pane *pane;
};

static const struct area inside = {.y = 1, .x = 1, .height = 10, .width = 40};

/* A live match between seats of these kinds, with three moves; seat 2 is to move.  */
static void set(struct table *table, enum seat_kind one, enum seat_kind two)
{
	static const struct settings settings; /* no move is confirmed */
	struct setup setup FREED_BY(setup_free) = setup_of("fake");

	*table = (struct table){.session.is_live = true, .view.turns = VIEW_LIVE};
	setup.seat[SEAT_1].kind = one;
	setup.seat[SEAT_2].kind = two;
	match_init(&table->session.match, &setup);
	for (int i = 0; i < 3; i++)
		match_add(&table->session.match,
			  (struct turn){.seat = i % 2 + 1, .played = bytes_text("m%d", i)});
	table->session.thinking[SEAT_2] = true;
	table->view.session = &table->session;
	table->view.settings = &settings;
	table->pane = pane_board_new(&table->view);
	fake_clear(false);
}

static void clear(struct table *table)
{
	table->pane->ops->free(table->pane);
	match_free(&table->session.match);
	free(table->session.text);
	free(table->session.pointed);
}

static void set_agents(struct table *table)
{
	set(table, SEAT_AGENT, SEAT_AGENT);
}

static void set_person(struct table *table)
{
	set(table, SEAT_AGENT, SEAT_HUMAN);
}

#define AGENTS_TEST(name) TEST_WITH(name, struct table, table, set_agents, clear)
#define PERSON_TEST(name) TEST_WITH(name, struct table, table, set_person, clear)

static bool key(struct table *table, unsigned key_)
{
	return table->pane->ops->key(table->pane, key_, false);
}

static bool click(struct table *table, int button)
{
	return table->pane->ops->click(table->pane, 0, 0, button);
}

static void draw(struct table *table, bool focused)
{
	fake_clear(false);
	table->pane->ops->update(table->pane);
	table->pane->ops->draw(table->pane, inside, focused);
}

static void expect_status(const struct table *table, const char *expected)
{
	FREED char *status = table->pane->ops->status(table->pane);

	if (!expected)
		assert_null(status);
	else
		assert_string_equal(status ? status : "(none)", expected);
}

static void expect_title(const struct table *table, const char *expected)
{
	char *title = table->pane->ops->title(table->pane);

	assert_text(title, expected);
}

/* The alarm in the last line; "" if there is none.  */
static void expect_problem(struct table *table, const char *expected)
{
	draw(table, true);
	if (*expected)
		assert_string_equal(table->view.board_problem, expected);
	else
		assert_null(table->view.board_problem);
	/* The board's own rows do not count.  */
	assert_int_equal(the_board.area.height, inside.height);
}

static void finish(struct table *table, int winner)
{
	match_end(&table->session.match, (struct verdict){.winner = winner,
							  .reason = REASON_ADJUDICATED,
							  .detail = bytes_text("so it was")});
	table->session.thinking[SEAT_1] = table->session.thinking[SEAT_2] = false;
}

AGENTS_TEST(the_session_gets_the_cursor_only_if_a_person_wants_it)
{
	struct settings settings = *table->view.settings;

	table->view.settings = &settings;
	key(table, 'a');
	assert_null(table->session.pointed);
	settings.evaluate = true;
	draw(table, false);
	assert_string_equal(table->session.pointed, "a");
	key(table, 'b');
	assert_string_equal(table->session.pointed, "b");
	table->view.turns = 1;
	draw(table, true);
	assert_null(table->session.pointed);
	table->view.turns = VIEW_LIVE;
	draw(table, true);
	assert_string_equal(table->session.pointed, "b");
	settings.evaluate = false;
	draw(table, true);
	assert_null(table->session.pointed);
}

PERSON_TEST(enter_plays_for_the_person_to_move)
{
	assert_true(key(table, 'a'));
	assert_int_equal(table->session.requests, 0);
	assert_true(key(table, '\r'));
	assert_int_equal(table->session.requests, 1);
	assert_int_equal(table->session.request.kind, REQUEST_PLAY);
	assert_int_equal(table->session.request.seat, SEAT_2);
	assert_string_equal(table->session.text, "\r");
	expect_problem(table, "");
}

PERSON_TEST(a_move_of_several_squares_is_played_once_all_are_picked)
{
	the_board.needs_more = true;
	assert_true(key(table, '\r'));
	assert_true(click(table, 2));
	assert_int_equal(table->session.requests, 0);
	expect_problem(table, "");
	the_board.needs_more = false;
	assert_true(key(table, '\r'));
	assert_int_equal(table->session.requests, 1);
}

PERSON_TEST(the_view_knows_what_the_person_to_move_must_do)
{
	assert_null(table->view.board_hint);
	the_board.expects = "place three";
	draw(table, false);
	assert_string_equal(table->view.board_hint, "place three");
	table->view.turns = 1;
	draw(table, false);
	assert_null(table->view.board_hint);
	table->view.turns = VIEW_LIVE;
	draw(table, false);
	assert_non_null(table->view.board_hint);
	table->session.thinking[SEAT_2] = false;
	table->session.thinking[SEAT_1] = true;
	draw(table, false);
	assert_null(table->view.board_hint);
}

AGENTS_TEST(the_board_hears_each_message_once)
{
	draw(table, false);
	assert_int_equal(the_board.heard_count, 0);
	table->session.said = 5;
	draw(table, false);
	draw(table, false);
	assert_int_equal(the_board.heard[SEAT_1], 5);
	assert_int_equal(the_board.heard[SEAT_2], 4);
	assert_int_equal(the_board.heard_count, 5);
	the_board.forgot = 0;
	table->session.said = 105;
	draw(table, false);
	assert_int_equal(the_board.heard_count, 105);
	assert_int_equal(the_board.forgot, 0);
}

AGENTS_TEST(a_board_keeps_what_it_heard_while_the_file_is_being_written)
{
	table->session.said = 5;
	draw(table, false);
	the_board.forgot = 0;
	for (int writes = 1; writes >= 0; writes--) {
		table->session.is_written = writes;
		draw(table, false);
		assert_int_equal(the_board.forgot, 0);
		assert_int_equal(the_board.heard_count, 5);
	}
}

AGENTS_TEST(the_board_hears_everything_up_to_the_shown_position)
{
	table->session.said = 100;
	table->session.said_until[1] = 7;
	table->session.said_until[2] = 30;
	draw(table, false);
	assert_int_equal(the_board.heard[SEAT_2], 100);
	table->view.turns = 1;
	draw(table, false);
	assert_int_equal(the_board.heard[SEAT_1], 7);
	assert_int_equal(the_board.heard[SEAT_2], 6);
	table->view.turns = 2;
	draw(table, false);
	assert_int_equal(the_board.heard[SEAT_2], 30);
	table->session.match.setup.game = 2; /* in place of the same file */
	the_board.forgot = 0;
	draw(table, false);
	assert_int_equal(the_board.forgot, 1);
}

AGENTS_TEST(a_flood_of_messages_costs_a_drawing_no_more_than_a_few_do)
{
	enum { FEW = 2000 };

	for (int i = 1; i <= 5; i++) {
		table->session.said = i * 1000000;
		table->session.read = 0;
		draw(table, false);
		assert_true(table->session.read >= 1 && table->session.read <= FEW);
		assert_int_equal(the_board.heard[SEAT_2], table->session.said);
		assert_int_equal(the_board.heard[SEAT_1], table->session.said - 1);
	}
}

TEST(a_board_hears_the_channels_that_it_asks_for)
{
	struct table table;

	for (int i = 0; i < 2; i++) {
		board_recalls = i;
		set(&table, SEAT_AGENT, SEAT_AGENT);
		table.session.said = 10;
		draw(&table, false);
		if (i)
			assert_int_equal(table.session.channels,
					 CHANNEL_BIT(CHANNEL_SYMBOL) | CHANNEL_BIT(CHANNEL_EVENT));
		else
			assert_true(table.session.channels & CHANNEL_BIT(CHANNEL_MESSAGE));
		clear(&table);
	}
	board_recalls = false;
}

TEST(a_board_that_needs_all_messages_hears_them_in_parts)
{
	enum { ALL = 50000, PART = 10000 };
	struct table table;
	int draws = 0;

	board_recalls = true;
	set(&table, SEAT_AGENT, SEAT_AGENT);
	table.session.said = ALL;
	do {
		table.session.read = 0;
		draw(&table, false);
		assert_true(table.session.read >= 1 && table.session.read <= PART);
	} while (table.view.board_unfinished && ++draws < ALL);
	assert_int_equal(the_board.heard_count, ALL);
	assert_int_equal(the_board.heard[SEAT_2], ALL);
	/* Nothing new, so nothing to hear.  */
	table.session.read = the_board.recalled = 0;
	draw(&table, false);
	assert_int_equal(table.session.read, 0);
	assert_int_equal(the_board.recalled, 0);
	/* Back by what it recalls, and forward again.  */
	for (int i = 0; i < 3; i++) {
		static const int64_t until[] = {507, 30003, 507};

		table.session.said_until[1] = until[i];
		table.session.read = 0;
		table.view.turns = 1;
		draw(&table, false);
		assert_int_equal(table.session.read, until[i] % 10);
		assert_int_equal(the_board.heard[SEAT_1], until[i]);
		assert_false(table.view.board_unfinished);
	}
	assert_int_equal(the_board.forgot, 1);
	table.session.match.setup.game = 2; /* in place of the same file */
	table.session.said = 20;
	table.view.turns = VIEW_LIVE;
	draw(&table, false);
	assert_int_equal(the_board.forgot, 2);
	assert_int_equal(the_board.heard[SEAT_2], 20);
	clear(&table);
	board_recalls = false;
}

TEST(the_cursor_can_always_move_around)
{
	static const enum seat_kind kinds[] = {SEAT_AGENT, SEAT_HUMAN};
	struct table table;

	board_scrolls = true;
	for (int i = 0; i < 4; i++) {
		set(&table, SEAT_AGENT, kinds[i % 2]);
		table.view.turns = i < 2 ? VIEW_LIVE : 1;
		the_board.scrolled = 0;
		assert_true(key(&table, 'h'));
		assert_int_equal(the_board.scrolled, 1);
		assert_int_equal(table.session.requests, 0);
		assert_false(key(&table, 'x'));
		clear(&table);
	}
	board_scrolls = false;
}

AGENTS_TEST(evaluations_are_below_the_board_or_in_its_frame)
{
	draw(table, false);
	assert_int_equal(the_board.evaluated, 0); /* a pane without a frame, and no room */
	table->pane->ops->draw(table->pane, (struct area){1, 1, 12, 40}, false);
	assert_int_equal(the_board.evaluated, 1);
	assert_int_equal(the_board.evaluations.y, inside.y + 6 + 1);
	assert_int_equal(the_board.evaluations.height, 12 - 6 - 1);
	assert_int_equal(the_board.area.height, 6);
	table->pane->area = (struct area){0, 0, 8, 42};
	table->pane->ops->draw(table->pane, (struct area){1, 1, 6, 40}, false);
	assert_int_equal(the_board.evaluated, 2);
	assert_int_equal(the_board.evaluations.y, 7);
	assert_int_equal(the_board.evaluations.height, 1);
	assert_true(the_board.evaluations.x + the_board.evaluations.width >= 10 &&
		    the_board.evaluations.x + the_board.evaluations.width <= 41);
}

TEST(what_agents_think_is_hidden_by_the_toggle_for_that)
{
	struct table table;

	board_thinks = true;
	set(&table, SEAT_AGENT, SEAT_HUMAN);
	for (unsigned shows = 0; shows < 4; shows++) {
		the_board.evaluated = 0;
		table.view.shows = shows;
		table.pane->ops->draw(table.pane, (struct area){1, 1, 12, 40}, false);
		assert_int_equal(the_board.evaluated, shows >> 1);
	}
	clear(&table);
	board_thinks = false;
}

PERSON_TEST(a_click_plays_for_the_person_to_move)
{
	assert_true(click(table, 2));
	assert_int_equal(table->session.requests, 1);
	assert_string_equal(table->session.text, "c");
	assert_true(click(table, 1));
	assert_false(click(table, 0));
	assert_int_equal(table->session.requests, 1);
}

TEST(a_board_without_a_cursor_still_plays_what_its_keys_chose)
{
	struct table table;

	board_lacks_cursor = true;
	set(&table, SEAT_AGENT, SEAT_HUMAN);
	assert_false(click(&table, 2));
	assert_int_equal(table.session.requests, 0);
	assert_true(key(&table, '\r'));
	assert_int_equal(table.session.requests, 1);
	assert_null(table.view.board_move);
	assert_null(table.view.board_hint);
	board_lacks_cursor = false;
	clear(&table);
}

TEST(a_board_that_picks_nothing_else_plays_at_the_cursor)
{
	struct table table;

	board_lacks_pick = true;
	set(&table, SEAT_AGENT, SEAT_HUMAN);
	assert_true(key(&table, '\r'));
	assert_int_equal(table.session.requests, 1);
	assert_string_equal(table.session.text, table.view.board_move);
	board_lacks_pick = false;
	clear(&table);
}

PERSON_TEST(a_refusal_stays_in_the_last_line_until_the_next_key)
{
	table->session.refusal = "h8 is taken";
	key(table, '\r');
	expect_problem(table, "h8 is taken");
	expect_problem(table, "h8 is taken");
	/* Also for a key that is not the board's.  */
	assert_false(key(table, 'x'));
	expect_problem(table, "");
	click(table, 2);
	expect_problem(table, "h8 is taken");
	click(table, 1);
	expect_problem(table, "");
}

PERSON_TEST(a_refusal_disappears_when_the_match_continues)
{
	table->session.refusal = "it is not your turn";
	key(table, '\r');
	expect_problem(table, "it is not your turn");
	match_add(&table->session.match, (struct turn){.seat = SEAT_2, .played = bytes_text("m4")});
	expect_problem(table, "");
}

TEST(enter_out_of_turn_says_why_it_does_nothing)
{
	struct table table;

	set(&table, SEAT_HUMAN, SEAT_AGENT);
	assert_true(key(&table, '\r'));
	assert_int_equal(table.session.requests, 0);
	expect_problem(&table, "it is not your turn");
	clear(&table);
	set(&table, SEAT_AGENT, SEAT_AGENT);
	assert_true(key(&table, '\r'));
	assert_int_equal(table.session.requests, 0);
	draw(&table, true);
	assert_non_null(strstr(table.view.board_problem, "override"));
	clear(&table);
}

TEST(a_click_out_of_turn_only_moves_the_cursor)
{
	struct table table;

	set(&table, SEAT_HUMAN, SEAT_AGENT);
	assert_true(click(&table, 2));
	assert_int_equal(table.session.requests, 0);
	assert_string_equal(table.view.board_move, "c");
	expect_problem(&table, "");
	clear(&table);
}

/* Shows an earlier position, the end, or a file in place of a live match.  */
static void put_away(struct table *table, int how)
{
	if (how == 0)
		table->view.turns = 2;
	else if (how == 1)
		finish(table, SEAT_1);
	else
		table->session.is_live = false;
}

TEST(keys_are_left_to_others_if_nothing_can_be_played)
{
	for (int how = 0; how < 3; how++) {
		struct table table;

		set(&table, SEAT_HUMAN, SEAT_HUMAN);
		put_away(&table, how);
		assert_false(key(&table, 'a'));
		assert_false(key(&table, '\r'));
		assert_false(click(&table, 2));
		assert_int_equal(table.session.requests, 0);
		assert_string_equal(the_board.move, "m");
		clear(&table);
	}
}

TEST(the_cursor_shows_if_focused_or_if_a_person_is_to_move)
{
	static const struct {
		enum seat_kind one, two;
		bool focused, shown;
	} cases[] = {{SEAT_AGENT, SEAT_AGENT, false, false}, {SEAT_AGENT, SEAT_AGENT, true, true},
		     {SEAT_AGENT, SEAT_HUMAN, false, true},  {SEAT_AGENT, SEAT_HUMAN, true, true},
		     {SEAT_HUMAN, SEAT_AGENT, false, false}, {SEAT_HUMAN, SEAT_AGENT, true, true}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct table table;

		set(&table, cases[i].one, cases[i].two);
		draw(&table, cases[i].focused);
		assert_int_equal(the_board.cursor, cases[i].shown);
		clear(&table);
	}
	for (int how = 0; how < 3; how++) {
		struct table table;

		set(&table, SEAT_HUMAN, SEAT_HUMAN);
		put_away(&table, how);
		draw(&table, true);
		assert_false(the_board.cursor);
		clear(&table);
	}
}

AGENTS_TEST(the_board_shows_the_position_of_the_view)
{
	draw(table, false);
	assert_int_equal(the_board.turns, 3);
	assert_memory_equal(&the_board.area, &inside, sizeof(inside));
	table->view.turns = 1;
	draw(table, false);
	assert_int_equal(the_board.turns, 1);
}

TEST(the_view_knows_what_is_at_the_cursor)
{
	for (int how = 0; how < 3; how++) {
		struct table table;

		set(&table, SEAT_AGENT, SEAT_AGENT);
		assert_string_equal(table.view.board_move, "m");
		key(&table, 'a');
		assert_string_equal(table.view.board_move, "a");
		put_away(&table, how);
		draw(&table, true);
		assert_null(table.view.board_move);
		clear(&table);
	}
}

TEST(a_closed_pane_leaves_no_move_behind)
{
	struct table table;

	set(&table, SEAT_AGENT, SEAT_AGENT);
	assert_non_null(table.view.board_move);
	clear(&table);
	assert_null(table.view.board_move);
}

PERSON_TEST(the_title_names_the_cursor_in_both_notations)
{
	key(table, 'q');
	expect_title(table, "board queen (q)");
	key(table, 'a');
	expect_title(table, "board a");
	table->view.turns = 1;
	expect_title(table, "board");
}

AGENTS_TEST(the_status_says_whose_turn_it_is)
{
	expect_status(table, "O to move");
	table->session.thinking[SEAT_2] = false;
	expect_status(table, NULL);
	table->session.thinking[SEAT_1] = true;
	expect_status(table, "X to move");
	clear(table);
	set(table, SEAT_AGENT, SEAT_HUMAN);
	expect_status(table, "O your move");
	clear(table);
	set(table, SEAT_HUMAN, SEAT_HUMAN);
	expect_status(table, "O to move");
	match_add(&table->session.match, (struct turn){.seat = SEAT_2, .played = bytes_text("swap")});
	expect_status(table, "X to move");
}

AGENTS_TEST(the_status_says_which_position_is_shown)
{
	table->view.turns = 2;
	expect_status(table, "move 2 of 3");
}

TEST(the_status_says_who_won)
{
	static const struct {
		int winner;
		const char *status;
	} cases[] = {{SEAT_1, "X won"}, {SEAT_2, "O won"}, {WINNER_DRAW, "draw"}, {WINNER_NONE, "no result"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct table table;

		set(&table, SEAT_AGENT, SEAT_AGENT);
		finish(&table, cases[i].winner);
		expect_status(&table, cases[i].status);
		clear(&table);
	}
}

TEST(a_person_plays_when_both_seats_have_a_turn)
{
	struct table table;

	for (int person = SEAT_1; person <= SEAT_2; person++) {
		set(&table, person == SEAT_1 ? SEAT_HUMAN : SEAT_AGENT,
		    person == SEAT_2 ? SEAT_HUMAN : SEAT_AGENT);
		table.session.thinking[SEAT_1] = table.session.thinking[SEAT_2] = true;
		key(&table, '\r');
		assert_int_equal(table.session.requests, 1);
		assert_int_equal(table.session.request.seat, person);
		clear(&table);
	}
}

PERSON_TEST(a_letter_is_a_move_only_while_a_person_is_to_move)
{
	assert_true(key(table, 's'));
	assert_int_equal(table->session.requests, 1);
	assert_string_equal(table->session.text, "hot");
	table->session.thinking[SEAT_2] = false;
	assert_true(key(table, 's'));
	assert_int_equal(table->session.requests, 1);
	assert_string_equal(the_board.move, "sot"); /* like any other key */
	clear(table);
	set(table, SEAT_AGENT, SEAT_AGENT);
	key(table, 's');
	assert_int_equal(table->session.requests, 0);
	expect_problem(table, "");
}

PERSON_TEST(a_letter_is_no_move_in_a_pause)
{
	table->session.is_paused = true;
	key(table, 's');
	assert_int_equal(table->session.requests, 0);
	table->session.is_paused = false;
	key(table, 's');
	assert_int_equal(table->session.requests, 1);
}

PERSON_TEST(a_move_that_must_be_typed_opens_the_prompt_for_the_person_to_move)
{
	assert_null(table->view.board_line);
	assert_true(key(table, 't'));
	assert_string_equal(table->view.board_line, "play ");
	assert_int_equal(table->session.requests, 0);
	table->view.board_line = NULL;
	assert_true(click(table, 3));
	assert_string_equal(table->view.board_line, "play ");
	table->view.board_line = NULL;
	table->session.thinking[SEAT_2] = false;
	assert_true(key(table, 't'));
	assert_null(table->view.board_line);
	expect_problem(table, "it is not your turn");
}

AGENTS_TEST(the_view_knows_that_the_board_has_unfinished_work)
{
	the_board.is_unfinished = true;
	draw(table, false);
	assert_true(table->view.board_unfinished);
	the_board.is_unfinished = false;
	draw(table, false);
	assert_false(table->view.board_unfinished);
}

TEST_MAIN(NULL, NULL)
