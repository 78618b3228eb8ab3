/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_terminal.c - the pane of an agent's terminal, and the turn that is shown.
 *
 * The session and the match file are stubs of a few lines; ncurses writes to /dev/null.  */
#include "../test.h"
#include "ringside/bytes.h"
#include "ui/pane.h"

#include <curses.h>

#include <locale.h>
#include <wchar.h>

enum { MESSAGES = 5000 };

static struct message messages[MESSAGES];
static int message_count, asked;
static int queued;         /* the newest of these are not in the file yet */
static bool being_written; /* the file: reads fail */
static struct turn turns[8];
static struct match match = {.turns = turns};
static bool live;
static struct bytes typed;
static struct view view;
static struct pane *pane;
static const struct area area = {1, 1, 6, 20};

/* ---- stubs ---- */

STUB(int64_t, match_file_number(struct match_file *file, int64_t n), n)
STUB(int64_t, match_file_numbered(struct match_file *file, int64_t number), number)
STUB(bool, session_is_live(const struct session *session), live)
STUB(int, session_shown(const struct session *session), -1)
STUB(const struct match *, session_match(const struct session *session), &match)
STUB(const struct seat_setup *, session_sitting(struct session *session, int64_t n, int seat, int64_t *since),
     &session_match(session)->setup.seat[seat])

struct match_file *session_file(struct session *session)
{
	return (struct match_file *)messages; /* its contents do not matter */
}

STUB(struct match_file *, session_whole_file(struct session *session), session_file(session))
STUB(bool, session_is_recorded(const struct session *session), true)
STUB(enum judge_state, session_state(const struct session *session), match.over ? JUDGE_OVER : JUDGE_RUNNING)

struct clock_state session_clock(const struct session *session UNUSED, int seat UNUSED)
{
	return (struct clock_state){.left = INT64_MAX};
}

void session_type(struct session *session, int seat, const char *bytes, size_t size)
{
	assert_int_equal(seat, SEAT_1);
	bytes_add(&typed, bytes, size);
}

STUB(int, session_gdb_seat(const struct session *session), -1)

void session_gdb_type(struct session *session, const char *bytes, size_t size)
{
	fail_msg("these panes are of agents");
}

void session_gdb_size(struct session *session, int columns, int rows)
{
	fail_msg("these panes are of agents");
}

void session_terminal_size(struct session *session, int seat, int columns, int rows)
{
	assert_int_equal(seat, SEAT_1);
	bytes_addf(&typed, "<%dx%d>", columns, rows);
}

static bool wanted(const struct message_query *query, const struct message *message)
{
	return query->seats >> message->seat & 1 && query->channels >> message->channel & 1 &&
	       query->directions >> message->direction & 1 && message->n <= query->last;
}

int match_file_before(struct match_file *file, const struct message_query *query, int64_t before, int limit,
		      struct message *found)
{
	int count = 0;

	asked++;
	for (int i = message_count - queued; i-- > 0 && count < limit;)
		if (messages[i].n < before && wanted(query, &messages[i]))
			count++, found[limit - count] = messages[i];
	memmove(found, found + limit - count, (size_t)count * sizeof(*found));
	return count;
}

int match_file_after(struct match_file *file, const struct message_query *query, int64_t after, int limit,
		     struct message *found)
{
	int count = 0;

	asked++;
	for (int i = 0; i < message_count - queued && count < limit; i++)
		if (messages[i].n > after && wanted(query, &messages[i]))
			found[count++] = messages[i];
	return count;
}

STUB(unsigned, match_file_shows(struct match_file *file), 0)
STUB(bool, match_file_lacks(struct match_file *file, int64_t n, struct gap *gap), false)
STUB(char *, gap_words(const struct gap *gap), NULL)
STUB(int64_t, match_file_last(struct match_file *file), being_written ? 0 : message_count - queued)
STUB(bool, match_file_is_busy(const struct match_file *file), being_written)

static struct {
	int64_t after, found; /* the last argument, and the answer */
	int turn;
} later;

int64_t match_file_later_turn(struct match_file *file, int64_t after, int turn)
{
	later.after = after;
	later.turn = turn;
	return later.found;
}

int64_t session_newest_stderr(const struct session *session, int seat)
{
	assert_int_equal(seat, SEAT_1);
	return message_count;
}

STUB(int64_t, session_time(const struct session *session), 0)

static struct pending_bytes pending;

bool session_pending(const struct session *session, int seat, enum stream stream, struct pending_bytes *found,
		     int64_t *for_ns)
{
	assert_int_equal(seat, SEAT_1);
	assert_int_equal(stream, STREAM_STDERR);
	*found = pending;
	return pending.size > 0;
}

static void write_as(int seat, enum channel channel, const char *bytes)
{
	assert_true(message_count < MESSAGES);
	messages[message_count] = (struct message){.n = message_count + 1,
						   .seat = seat,
						   .direction = FROM_AGENT,
						   .channel = channel,
						   .bytes = bytes_copy(bytes, strlen(bytes)),
						   .size = strlen(bytes)};
	message_count++;
}

static void agent_writes(const char *bytes)
{
	write_as(SEAT_1, CHANNEL_STDERR, bytes);
}

/* The attributes of the cell at y, x of the pane.  */
static wchar_t look(int y, int x, attr_t *attributes, int *ink)
{
	wchar_t text[CCHARW_MAX + 1];
	short unused;
	int pair, paper;
	cchar_t cell;

	mvin_wch(area.y + y, area.x + x, &cell);
	getcchar(&cell, text, attributes, &unused, &pair);
	*ink = -1;
	if (pair)
		extended_pair_content(pair, ink, &paper);
	*attributes &= ~(attr_t)A_COLOR;
	return text[0];
}

/* Row y of the pane begins with this text and a blank.  */
static void assert_row(int y, const wchar_t *text)
{
	attr_t attributes;
	int ink, x = 0;

	pane->ops->draw(pane, area, false);
	for (size_t i = 0; i <= wcslen(text); i++) {
		wchar_t is = look(y, x, &attributes, &ink), should = text[i] ? text[i] : L' ';

		if (is != should)
			fail_msg("row %d, column %d: got '%lc', expected '%lc'", y, x, is, should);
		x += wcwidth(should) > 1 ? 2 : 1;
	}
}

static void assert_ink(int x, int wanted_ink, attr_t wanted_attributes)
{
	attr_t attributes;
	int ink;

	pane->ops->draw(pane, area, false);
	look(0, x, &attributes, &ink);
	assert_int_equal(ink, wanted_ink);
	assert_int_equal(attributes, wanted_attributes);
}

static bool press(unsigned key, bool is_code)
{
	return pane->ops->key(pane, key, is_code);
}

static void assert_typed(const char *bytes)
{
	assert_non_null(typed.at);
	assert_string_equal(typed.at, bytes);
	bytes_free(&typed);
}

static int make_pane(void **state)
{
	for (int i = 0; i < message_count; i++)
		free(messages[i].bytes);
	message_count = asked = queued = 0;
	being_written = false;
	pending.size = 0;
	match.turn_count = 0;
	match.over = false;
	match.setup.seat[SEAT_1].kind = SEAT_AGENT;
	match.setup.seat[SEAT_1].name = (char *)"pela";
	live = true;
	view = (struct view){.turns = VIEW_LIVE};
	pane = pane_terminal_new(&view, SEAT_1);
	pane->ops->resize(pane, area.height, area.width);
	bytes_free(&typed);
	return 0;
}

static int free_pane(void **state)
{
	pane->ops->free(pane);
	bytes_free(&typed);
	return 0;
}

TEST_IN(it_shows_what_its_own_agent_writes_to_stderr, make_pane, free_pane)
{
	agent_writes("one\r\n");
	write_as(SEAT_2, CHANNEL_STDERR, "other seat\r\n");
	write_as(SEAT_1, CHANNEL_DEBUG, "other channel\r\n");
	assert_row(0, L"one");
	agent_writes("two");
	assert_row(1, L"two");
	assert_row(2, L"");
}

static void waits(const char *bytes)
{
	pending = (struct pending_bytes){.bytes = bytes, .size = strlen(bytes)};
}

TEST_IN(an_unfinished_line_is_shown_at_once_and_only_once, make_pane, free_pane)
{
	agent_writes("one\r\n");
	waits("(Pd");
	assert_row(1, L"(Pd");
	waits("(Pdb) n");
	assert_row(1, L"(Pdb) n");
	waits("> ");
	agent_writes("(Pdb) next\r\n");
	assert_row(1, L"(Pdb) next");
	assert_row(2, L">");
	waits("");
	agent_writes("> a\r\n");
	agent_writes("b");
	assert_row(2, L"> a");
	assert_row(3, L"b");
}

TEST_IN(a_line_that_the_file_lacks_stays_until_it_is_there, make_pane, free_pane)
{
	agent_writes("one\r\n");
	waits("> ");
	assert_row(1, L">");
	agent_writes("> a\r\n");
	queued = 1;
	waits("bcd");
	assert_row(1, L">");
	assert_row(2, L"");
	queued = 0;
	assert_row(1, L"> a");
	assert_row(2, L"bcd");
}

TEST_IN(a_file_that_is_being_written_leaves_the_terminal_as_it_is, make_pane, free_pane)
{
	agent_writes("one\r\n");
	assert_row(0, L"one");
	agent_writes("two");
	being_written = true;
	assert_row(0, L"one");
	being_written = false;
	assert_row(1, L"two");
}

TEST_IN(an_unfinished_line_is_not_shown_in_the_past, make_pane, free_pane)
{
	agent_writes("one\r\n");
	match.turn_count = 2;
	turns[0].message = turns[1].message = 1;
	waits("now");
	assert_row(1, L"now");
	view.turns = 1;
	assert_row(0, L"one");
	assert_row(1, L"");
	view.turns = VIEW_LIVE;
	assert_row(1, L"now");
}

TEST_IN(output_that_was_not_kept_leaves_the_terminal, make_pane, free_pane)
{
	agent_writes("one\r\n");
	waits("chatter");
	assert_row(1, L"chatter");
	waits("");
	assert_row(1, L"");
	agent_writes("two\r\n");
	assert_row(1, L"two");
}

TEST_IN(a_sequence_may_come_in_pieces, make_pane, free_pane)
{
	agent_writes("\033");
	agent_writes("[3");
	assert_row(0, L"");
	agent_writes("1mred\xe4\xbd");
	agent_writes("\x9c.");
	assert_row(0, L"red作.");
	assert_ink(0, 1, A_NORMAL);
}

TEST_IN(lines_begin_at_the_left_without_a_carriage_return, make_pane, free_pane)
{
	agent_writes("ab\ncd\n");
	assert_row(1, L"cd");
}

TEST_IN(a_bare_line_feed_goes_straight_down_if_other_lines_return, make_pane, free_pane)
{
	agent_writes("ab\r\ncd\nef");
	assert_row(2, L"  ef");
}

TEST_IN(colours_with_colons_are_understood, make_pane, free_pane)
{
	agent_writes("\033[38:2::255:0:0mA\033[38:5:208mB\033[0;4:3mC\033[4:0mD\033[1;58;2;3;4;7mE");
	assert_row(0, L"ABCDE");
	assert_ink(0, 196, A_NORMAL);
	assert_ink(1, 208, A_NORMAL);
	assert_ink(2, -1, A_UNDERLINE);
	assert_ink(3, -1, A_NORMAL);
	assert_ink(4, -1, A_BOLD);
}

TEST_IN(a_character_can_be_repeated, make_pane, free_pane)
{
	agent_writes("作\033[2bx\033[999999999b");
	assert_row(0, L"作作作xxxxxxxxxxxxxx");
	assert_row(2, L"");
}

TEST_IN(sequences_that_terminals_do_not_show_are_not_shown, make_pane, free_pane)
{
	agent_writes("a\033]0;title\007b\033P1;2q#0\033\\c\033[>4;1md\033_apc\033\\e");
	assert_row(0, L"abcde");
	assert_ink(3, -1, A_NORMAL);
}

TEST_IN(an_unterminated_string_does_not_swallow_the_rest, make_pane, free_pane)
{
	agent_writes("\033]0;");
	for (int i = 0; i < 500; i++)
		agent_writes("0123456789");
	agent_writes("\033[2J\033[Hthere");
	assert_row(0, L"there");
}

TEST_IN(it_shows_the_past_with_the_match, make_pane, free_pane)
{
	agent_writes("first\r\n");
	agent_writes("second\r\n");
	agent_writes("third\r\n");
	turns[0].message = 2;
	match.turn_count = 2;
	assert_row(2, L"third");
	view_goto(&view, 1);
	assert_row(1, L"second");
	assert_row(2, L"");
	view.turns = VIEW_LIVE;
	assert_row(2, L"third");
}

TEST_IN(only_the_newest_part_of_a_huge_history_is_read, make_pane, free_pane)
{
	for (int i = 0; i < MESSAGES; i++) {
		char text[32];

		snprintf(text, sizeof(text), "%sline %d", i ? "\r\n" : "", i);
		agent_writes(text);
	}
	assert_row(5, L"line 4999");
	assert_int_equal(asked, 1);
	assert_row(4, L"line 4998"); /* nothing is new, so nothing is read */
	assert_int_equal(asked, 1);
}

TEST_IN(a_frozen_pane_stays_as_it_is, make_pane, free_pane)
{
	agent_writes("before");
	assert_row(0, L"before");
	pane->ops->freeze(pane, true);
	agent_writes(" after");
	assert_row(0, L"before");
	pane->ops->freeze(pane, false);
	assert_row(0, L"before after");
}

TEST_IN(the_wheel_and_pages_scroll_into_the_past, make_pane, free_pane)
{
	char *status;

	for (int i = 0; i < 30; i++) {
		char text[32];

		snprintf(text, sizeof(text), "%sline %d", i ? "\r\n" : "", i);
		agent_writes(text);
	}
	assert_row(5, L"line 29");
	assert_true(pane->ops->click(pane, 0, 0, 4));
	assert_row(5, L"line 26");
	status = pane->ops->status(pane);
	assert_text(status, "3 lines back");
	for (int i = 0; i < 9; i++)
		press(KEY_PPAGE, true);
	assert_row(0, L"line 0");
	press(KEY_NPAGE, true);
	assert_row(0, L"line 6"); /* pages before the beginning do not count */
	press('x', false);
	assert_row(5, L"line 29");
}

TEST_IN(keys_are_typed_into_the_agents_terminal, make_pane, free_pane)
{
	char *status;

	pane->focused = true;
	status = pane->ops->status(pane);
	assert_non_null(status);
	assert_non_null(strstr(status, "^] leaves"));
	free(status);
	pane->focused = false; /* reported in the same frame, whatever was drawn before */
	assert_null(pane->ops->status(pane));
	assert_true(press('q', false));
	assert_true(press(0xe9, false));
	assert_true(press(0x4f5c, false));
	assert_true(press(0x1f600, false));
	assert_true(press(3, false));
	assert_true(press('\r', false));
	assert_true(press(KEY_UP, true));
	assert_typed("qé作😀\003\r\033[A");
	assert_false(press(0x1d, false)); /* ^] belongs to the keymap */
	assert_false(press(KEY_F(30), true));
	assert_null(typed.at);
}

TEST_IN(nothing_is_typed_when_the_match_is_over_or_the_past_is_shown, make_pane, free_pane)
{
	view.turns = 0;
	assert_false(press('q', false));
	view.turns = VIEW_LIVE;
	match.over = true;
	assert_false(press('q', false));
	match.over = false;
	match.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	assert_false(press('q', false));
	match.setup.seat[SEAT_1].kind = SEAT_AGENT;
	live = false;
	assert_false(press('q', false));
	live = true;
	assert_true(press('q', false));
}

TEST_IN(the_agents_terminal_has_the_size_of_the_pane, make_pane, free_pane)
{
	pane->ops->resize(pane, 10, 40);
	assert_typed("<40x10>");
	pane->ops->resize(pane, 0, 0); /* not on the screen: the agent keeps its size */
	assert_null(typed.at);
}

TEST_IN(any_bytes_can_be_shown, make_pane, free_pane)
{
	uint32_t random = 7;

	for (int round = 0; round < 3000; round++) {
		static const char likely[] = "\033\033[[]P;:?>0123489mbHJKAhlrLMP@X\r\n\xc3\xa9";
		char text[33];

		for (size_t i = 0; i < 32; i++) {
			random = random * 1664525 + 1013904223;
			text[i] = random >> 30 ? likely[(random >> 16) % (sizeof(likely) - 1)]
					       : (char)(random >> 16 | 1);
		}
		text[32] = '\0';
		agent_writes(text);
		if (round % 100 == 0)
			pane->ops->resize(pane, 1 + round % 7, 1 + round % 23);
		pane->ops->draw(pane, area, true);
	}
	pane->ops->resize(pane, area.height, area.width);
	agent_writes("\030\033c\033[2J\033[Hstill here");
	assert_row(0, L"still here");
}

TEST_IN(the_shown_turn_stays_inside_the_match, make_pane, free_pane)
{
	match.turn_count = 3;
	view_goto(&view, -5);
	assert_int_equal(view_turns(&view), 0);
	view_goto(&view, 2);
	assert_int_equal(view.turns, 2);
	view_goto(&view, 3); /* the newest position stays the newest */
	assert_int_equal(view.turns, VIEW_LIVE);
	assert_int_equal(view_turns(&view), 3);
	match.over = true;
	view_goto(&view, 99);
	assert_int_equal(view.turns, VIEW_LIVE);
	view.turns = 3;
	match.turn_count = 2; /* one turn was taken back */
	assert_int_equal(view_turns(&view), 2);
	view_settle(&view); /* and it is the newest one */
	assert_int_equal(view.turns, VIEW_LIVE);
	view.turns = 1;
	view_settle(&view);
	assert_int_equal(view.turns, 1);
}

TEST_IN(messages_are_shown_up_to_the_answer_of_the_last_turn, make_pane, free_pane)
{
	turns[0].message = 10;
	turns[1].message = 0; /* a person's move */
	turns[2].message = 30;
	turns[3].message = 0;
	match.turn_count = 4;
	assert_true(view_message(&view) == INT64_MAX);
	view.turns = 0;
	assert_int_equal(view_message(&view), 9);
	view.turns = 1;
	assert_int_equal(view_message(&view), 10);
	view.turns = 2;
	assert_int_equal(view_message(&view), 29);
	/* The file knows where the person's turn ended: the text that is read comes after the previous
	 * answer.  */
	later.found = 17;
	assert_int_equal(view_message(&view), 16);
	assert_int_equal(later.after, 10);
	assert_int_equal(later.turn, 2);
	later.found = 0;
	view.turns = 3;
	assert_int_equal(view_message(&view), 30);
	view.turns = 4;
	assert_true(view_message(&view) == INT64_MAX);
	match.over = true;
	match.turn_count = 3;
	view.turns = 3;
	assert_true(view_message(&view) == INT64_MAX); /* the verdict too */
}

int main(void)
{
	FILE *nowhere = fopen("/dev/null", "w+");
	SCREEN *screen;
	int failed;

	setenv("LINES", "24", 1);
	setenv("COLUMNS", "80", 1);
	unsetenv("NO_COLOR");
	setlocale(LC_CTYPE, "C.UTF-8");
	screen = nowhere ? newterm("xterm-256color", nowhere, nowhere) : NULL;
	if (!screen)
		return 99;
	theme_bind(false);
	failed = RUN_TESTS(NULL, NULL);
	for (int i = 0; i < message_count; i++)
		free(messages[i].bytes);
	endwin();
	delscreen(screen);
	fclose(nowhere);
	return failed;
}
