/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_info_seat.c - `info seat N` says what a slow reader would find in the match file.
 *
 * The session is a stub with a real match and a real match file.  */
#include "../test.h"
#include "debugger/commands.h"
#include "match_file_fixture.h"

#include "session/session_state.h"

static struct {
	struct match match;
	struct match_file *file;
	struct session session;
	struct view view;
	struct console console;
	bool live, thinking, frozen;
	int shown; /* a branch */
	pid_t pid;
	int64_t n;
} table;

STUB(int64_t, session_number(struct session *session, int64_t n), n)
STUB(int64_t, session_numbered(struct session *session, int64_t number), number)
STUB(int, session_held_at(struct session *session, int64_t number), -1)
STUB(int, session_person(const struct session *session), SEAT_NONE)
STUB(bool, session_hides(const struct session *session, int seat), seat == SEATS)
STUB(const struct match *, session_match(const struct session *session), &table.match)
STUB(struct match_file *, session_file(struct session *session), table.file)
STUB(struct match_file *, session_whole_file(struct session *session), session_file(session))
STUB(bool, session_is_recorded(const struct session *session), table.file != NULL)
STUB(bool, session_is_live(const struct session *session), table.live)
STUB(int, session_shown(const struct session *session), table.shown)

const struct seat_setup *session_sitting(struct session *session, int64_t n, int seat, int64_t *since)
{
	if (since)
		*since = 0;
	return &session_match(session)->setup.seat[seat];
}

STUB(bool, session_is_followed(const struct session *session), false)
STUB(enum judge_state, session_state(const struct session *session),
     table.match.over ? JUDGE_OVER : JUDGE_RUNNING)
STUB(struct judge_seat, session_seat_state(const struct session *session, int seat),
     (struct judge_seat){.to_move = table.thinking, .thinks = table.thinking})
STUB(int64_t, session_turn_time(const struct session *session, int seat), (int64_t)1234 * NS_PER_MS)
STUB(struct clock_state, session_clock(const struct session *session, int seat),
     (struct clock_state){.left = (int64_t)58 * NS_PER_S})
STUB(int64_t, session_time(const struct session *session), 0)

static struct pending_bytes pending;

bool session_pending(const struct session *session, int seat, enum stream stream, struct pending_bytes *found,
		     int64_t *for_ns)
{
	*found = seat == SEAT_1 && stream == STREAM_STDOUT ? pending : (struct pending_bytes){.size = 0};
	*for_ns = (int64_t)1250 * 1000 * 1000;
	return found->size > 0;
}

STUB(int, session_faults(const struct session *session, int seat), seat == SEAT_2 ? 17 : 0)
STUB(struct session_attached, session_attached(const struct session *session, int seat),
     (struct session_attached){.frozen = table.frozen})

bool session_activity(struct session *session, int seat, struct activity *activity)
{
	*activity =
		(struct activity){.kind = ACTIVITY_READS, .threads = 1, .cpu_ns = 20 * (int64_t)NS_PER_MS};
	return table.pid != 0;
}

STUB(char *, session_limits_words(const struct session *session, int seat), NULL)
STUB(pid_t, session_pid(const struct session *session, int seat), table.pid)

/* ---- a match ---- */

static void add(int seat, enum direction direction, enum channel channel, int turn, const char *text)
{
	struct message message = {.n = ++table.n,
				  .t_ns = table.n,
				  .seat = seat,
				  .direction = direction,
				  .channel = channel,
				  .turn = turn,
				  .bytes = (char *)text,
				  .size = strlen(text)};

	match_file_message(table.file, &message);
}

static void add_event(int seat, int turn, struct event event)
{
	struct message message = {.n = ++table.n,
				  .t_ns = table.n,
				  .seat = seat,
				  .direction = EVENT,
				  .channel = event_channel(event.kind),
				  .turn = turn,
				  .bytes = "",
				  .event = event};

	match_file_message(table.file, &message);
}

/* A turn in which this many bytes came back after this many ms.  */
static void play(int seat, int ms, int bytes)
{
	char text[128];
	int n = table.match.turn_count + 1;
	struct turn turn = {.seat = seat,
			    .played = bytes_text("%d,%d", n % 15, n / 15),
			    .think_ns = (int64_t)ms * NS_PER_MS,
			    .cpu_ns = -1,
			    .asked_ns = -1,
			    .first_ns = -1,
			    .last_ns = -1,
			    .peak = -1,
			    .rss = (int64_t)1000 << 10,
			    .left_ns = INT64_MAX};

	add(seat, TO_AGENT, CHANNEL_COMMAND, n, "TURN 1,1\n"); /* 9 bytes */
	memset(text, 'x', sizeof(text));
	text[bytes] = '\0';
	add(seat, FROM_AGENT, CHANNEL_MOVE, n, text);
	turn.message = table.n;
	match_file_turn(table.file, match_add(&table.match, turn));
}

static int sit_down(void **state)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	memset(&table, 0, sizeof(table));
	setup.seat[SEAT_1].kind = SEAT_AGENT;
	setup.seat[SEAT_1].command = bytes_text("./brain --fast");
	setup_name(&setup, SEAT_1, "brain");
	setup.seat[SEAT_2].kind = SEAT_HUMAN;
	setup_name(&setup, SEAT_2, "Ada");
	match_init(&table.match, &setup);
	table.file = created("");
	table.view.turns = VIEW_LIVE;
	table.view.session = &table.session;
	table.console = (struct console){.view = &table.view, .board = board_named, .glyph = paint_glyph};
	table.live = true;
	table.shown = -1;
	return 0;
}

static int stand_up(void **state)
{
	faults_forget(&table.session);
	match_free(&table.match);
	match_file_close(table.file);
	return 0;
}

/* The answer of the command; valid until the next call.  */
static const char *info(const char *arguments)
{
	static char *text;

	free(text);
	table.console.answers = false;
	text = info_seat(&table.console, arguments);
	assert_non_null(text);
	assert_true(table.console.answers);
	return text;
}

static void says(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("does not say \"%s\": %s", part, text);
}

static void says_not(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("says \"%s\": %s", part, text);
}

/* ---- tests ---- */

TEST_IN(an_agent_is_shown_with_its_command_state_and_process, sit_down, stand_up)
{
	const char *text;

	table.thinking = true;
	table.pid = 4711;
	text = info("1");
	says(text, "seat 1  brain  an agent: ./brain --fast\n");
	says(text, "thinking for 1234 ms, process 4711\n");
	says(text, "doing   it has read all that was sent and waits in a read (is its output flushed?); "
		   "CPU in this turn: 0.020 s\n");
	says(text, "58.0 s left for the match\n");
	says(text, "faults  0\n");
	table.frozen = true;
	says(info("1"), ", process 4711, frozen\n");
	table.thinking = false;
	table.pid = 0;
	add_event(SEAT_1, 1, (struct event){.kind = EVENT_STARTED});
	says(info("1"), "waiting for its turn, gone\n");
	add_event(SEAT_1, 1, (struct event){.kind = EVENT_ENDED, .number = {11}, .word = "SIGSEGV"});
	says(info("1"), "was ended by SIGSEGV (#2)\n");
	says(info("2"), "seat 2  Ada  a person\n");
	says(info("0"), "nobody sits there");
}

TEST_IN(the_clock_gives_the_time_of_a_turn_cut_short_by_the_verdict, sit_down, stand_up)
{
	play(SEAT_1, 5000, 10);
	table.match.turns[0].left_ns = 20 * (int64_t)NS_PER_S;
	match_end(&table.match, (struct verdict){.reason = "timeout", .winner = SEAT_2});
	says(info("1"), ", 20.0 s left for the match\n");
	table.match.unfinished[SEAT_1] =
		(struct unfinished){.open = true, .think_ns = 12 * (int64_t)NS_PER_S};
	says(info("1"), ", 8000 ms left for the match\n");
	table.match.unfinished[SEAT_1].think_ns = 21 * (int64_t)NS_PER_S;
	says(info("1"), ", over the match limit by 1000 ms\n");
}

TEST_IN(moves_in_which_the_judge_was_held_up_are_counted, sit_down, stand_up)
{
	play(SEAT_1, 5, 10);
	play(SEAT_1, 5, 10);
	says_not(info("1"), "held up");
	table.match.turns[1].held_ns = 1500 * (int64_t)NS_PER_MS;
	says(info("1"), "moves   2\n        judge held up in 1, for at most 1500 ms, which does not count\n");
	table.match.turns[0].flags |= TURN_WAITED | TURN_CHARGED;
	table.match.turns[1].flags |= TURN_WAITED;
	says(info("1"), "which does not count\n        waited for a core in 2\n"
			"        flooded ringside in 1, whose work counts\n");
}

TEST_IN(an_unfinished_message_is_shown, sit_down, stand_up)
{
	table.match.setup.system = "gomocup";
	pending = (struct pending_bytes){.bytes = "7,7", .size = 3};
	says(info("1"), "pending 3 bytes without a line end: \"7,7\", and nothing more for 1250 ms\n");
	says_not(info("2"), "pending");
	table.view.turns = 0;
	play(SEAT_1, 1, 1);
	says_not(info("1"), "pending");
	pending.size = 0;
}

/* Think times 1 to 21 ms: the median is 11, and 95 of 100 take at most 20.  */
TEST_IN(moves_are_summarized, sit_down, stand_up)
{
	const char *text;

	for (int i = 0; i < 21; i++) {
		play(SEAT_1, 1 + (i * 8) % 21, i == 4 ? 100 : 10);
		play(SEAT_2, 5000, 0);
	}
	text = info("1");
	says(text, "moves   21\n");
	says(text, "think          231 ms    1.00 ms      11 ms      20 ms      21 ms\n");
	says(text, "CPU                 -          -          -          -          -\n");
	says(text, "memory              -    1000 KB    1000 KB    1000 KB    1000 KB\n");
	says(text, "bytes to        189 B        9 B        9 B        9 B        9 B\n");
	says(text, "bytes from      300 B       10 B       10 B       10 B      100 B\n");
	says(text, "bytes   189 B to it, 300 B from it\n");
	/* The slowest move was the one with the most bytes.  */
	for (int i = 0; i < 21; i++)
		if (1 + (i * 8) % 21 == 21) {
			FREED char *slowest = bytes_text("slowest    %d ", 2 * i + 1);

			says(text, slowest);
		}
	says_not(text, "5.0 s");
}

TEST_IN(in_the_past_only_earlier_events_count, sit_down, stand_up)
{
	const char *text;

	for (int i = 1; i <= 9; i++)
		play(SEAT_1, i, i);
	add_event(SEAT_1, 9, (struct event){.kind = EVENT_FAULT, .word = "sleeps"});
	add_event(SEAT_1, 9, (struct event){.kind = EVENT_EXITED});
	table.view.turns = 4;
	table.pid = 4711;
	text = info("1");
	says(text, "as of move 4 of 9\n");
	says(text, "moves   4\n");
	says(text, "bytes   36 B to it, 10 B from it\n");
	says(text, "faults  0\n");
	says_not(text, "4711");
	says_not(text, "exited");
	table.view.turns = VIEW_LIVE;
	table.shown = 3;
	says(info("1"), "as of move 9 of 9 of branch 3, exited with status 0 (#20)\n");
	table.shown = -1;
	table.live = false;
	text = info("1");
	says(text, "read from a file");
	says(text, "faults  1\n        sleeps [?]: ? (#19)\n");
	says(text, "moves   9\n");
}

TEST_IN(bars_show_the_last_moves, sit_down, stand_up)
{
	const char *text, *bars;

	for (int i = 0; i < 60; i++)
		play(SEAT_1, i == 0 ? 1000 : i == 59 ? 50 : 1, 1);
	text = info("1");
	says(text, "the last 40 moves:\n");
	bars = strstr(text, "the last 40 moves:\nthink ");
	assert_non_null(bars);
	says(bars, "1.00 ms to 50 ms\n"); /* the first is not among them */
}

TEST_IN(a_seat_without_moves_has_no_table, sit_down, stand_up)
{
	const char *text = info("2");

	says(text, "moves   0");
	says_not(text, "median");
}

TEST_IN(a_match_without_a_recording_is_reported, sit_down, stand_up)
{
	struct match_file *file = table.file;

	play(SEAT_1, 5, 5);
	table.file = NULL;
	says(info("1"), "bytes   not recorded\n");
	says(info("1"), "think         5.00 ms");
	table.file = file;
}

TEST_IN(an_invalid_seat_is_reported, sit_down, stand_up)
{
	static const char *const wrong[] = {"3", "", "1 2", "x"};

	table.console.answers = false;
	for (int i = 0; i < 4; i++) {
		FREED char *text = info_seat(&table.console, wrong[i]);

		assert_false(table.console.answers);
		says(text, "expected seat 1 or 2, or 0 for a game program, not \"");
	}
}

int main(void)
{
	(void)begin_directory;
	(void)end_directory;
	return RUN_TESTS(NULL, NULL);
}
