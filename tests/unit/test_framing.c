/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_framing.c - a message of several lines is one message, and its end is never shown.
 *
 * This file has its own table of systems. In its system `blocks` an answer has one or more lines and ends
 * with an empty line, as in GTP.  */
#include "../test.h"
#include "ringside/arbiter.h"
#include "ringside/breakpoints.h"
#include "ringside/match_file.h"
#include "ringside/message.h"
#include "ringside/protocol.h"

#include "dialogue.h"

/* ---- a system ---- */

struct blocks {
	struct judge *judge;
};

static void *blocks_new(struct judge *judge, const struct setup *setup, char **problem)
{
	struct blocks *blocks = bytes_new(sizeof(*blocks));

	blocks->judge = judge;
	return blocks;
}

static void blocks_started(void *state, int seat, bool warm)
{
	arbiter_ready(((struct blocks *)state)->judge, seat);
}

static void blocks_begin(void *state)
{
	arbiter_next(((struct blocks *)state)->judge, SEAT_1);
}

static void blocks_ask(void *state, int seat)
{
	struct blocks *blocks = state;

	arbiter_start_clock(blocks->judge, seat);
	arbiter_ask(blocks->judge, seat, CHANNEL_COMMAND, "genmove\n");
}

static size_t blocks_frame(void *state, int seat, const char *bytes, size_t size, size_t seen, bool ended)
{
	for (size_t i = 1; i < size; i++)
		if (bytes[i] == '\n' && bytes[i - 1] == '\n')
			return i + 1;
	return ended ? size : 0;
}

static size_t blocks_end(const char *bytes, size_t size)
{
	size_t end = 0;

	while (end < size && end < 2 && bytes[size - 1 - end] == '\n')
		end++;
	return end;
}

static enum channel blocks_channel(void *state, int seat, const char *bytes, size_t size)
{
	return size && *bytes == '=' ? CHANNEL_MOVE : CHANNEL_COMMENT;
}

static void blocks_received(void *state, const struct message *message)
{
	struct judge *judge = ((struct blocks *)state)->judge;
	char *move;

	if (message->channel != CHANNEL_MOVE)
		return;
	move = bytes_copy(message->bytes, message->size - blocks_end(message->bytes, message->size));
	arbiter_answered(judge, message->seat);
	arbiter_moved(judge, message->seat, move, move);
	arbiter_next(judge, seat_opponent(message->seat));
	free(move);
}

static char *blocks_answer(void *state, const struct message *message, bool *legal)
{
	*legal = true;
	return bytes_copy(message->bytes, message->size - blocks_end(message->bytes, message->size));
}

/* "same" is the move before, whatever that was.  */
static char *blocks_move_form(const struct match *match, int turns, const char *move, char **problem)
{
	const struct turn *last = match_turn(match, turns);

	if (strcmp(move, "same") != 0)
		return bytes_text("%s", move);
	if (last)
		return bytes_text("%s", last->played);
	*problem = bytes_text("no move: none came before");
	return NULL;
}

static const struct protocol_bundle bundle;

static const struct protocol_texts texts = {
	.misled = "this is no position",
};

static const struct protocol_framing framing = {
	.frame = blocks_frame,
	.end = blocks_end,
};

static const struct protocol protocol_blocks = {
	.name = "blocks",
	.plays = PLAYS_ONE,
	.texts = &texts,
	.bundle = &bundle,
	.answers = CHANNEL_BIT(CHANNEL_MOVE),
	.moves = CHANNEL_MOVE,
	.framing = &framing,
	.channel = blocks_channel,
	.new = blocks_new,
	.free = free,
	.started = blocks_started,
	.begin = blocks_begin,
	.ask = blocks_ask,
	.received = blocks_received,
	.answer = blocks_answer,
	.move_form = blocks_move_form,
};

const struct protocol *const protocols[] = {&protocol_blocks, NULL};

/* ---- a match ---- */

static struct dialogue d;

STUB(void, session_trace_crashes(struct session *session), )

void session_set_stops(struct session *session, const struct stops *stops)
{
	judge_set_stops(d.judge, stops);
}

STUB(const struct judge *, session_judge(const struct session *session), NULL)
STUB(struct agent_usage, session_measured(const struct session *session, int seat),
     (struct agent_usage){.cpu_ns = -1, .rss = -1})

static void begin(void)
{
	dialogue_init(&d, "15");
	d.setup.system = "blocks";
	d.end = "\n";
	dialogue_begin(&d);
}

static void says(int seat, const char *bytes)
{
	dialogue_bytes(&d, seat, bytes, strlen(bytes));
}

static const struct message *last_of(int seat)
{
	int i = d.line_count;

	while (i-- > 0)
		if (d.lines[i].message.seat == seat && d.lines[i].message.direction == FROM_AGENT)
			return &d.lines[i].message;
	fail_msg("seat %d said nothing", seat);
	return NULL;
}

static void is_shown(const struct message *message, const char *expected)
{
	size_t size;
	FREED char *text = shown_text(&d.setup, message, &size);

	assert_int_equal(size, strlen(expected));
	assert_memory_equal(text, expected, size);
}

TEST(an_answer_of_several_lines_is_one_message_without_its_end)
{
	begin();
	says(SEAT_1, "= F5\n");
	assert_int_equal(judge_match(d.judge)->turn_count, 0); /* more lines may follow */
	says(SEAT_1, "\n");
	is_shown(last_of(SEAT_1), "= F5");
	assert_int_equal(last_of(SEAT_1)->size, 6); /* kept exactly */
	says(SEAT_2, "= D4\nsecond line\nthird\n\n");
	is_shown(last_of(SEAT_2), "= D4\nsecond line\nthird");
	assert_int_equal(judge_match(d.judge)->turn_count, 2);
	dialogue_free(&d);
}

TEST(lines_to_an_agent_also_end_as_the_protocol_says)
{
	begin();
	for (int i = 0; i < d.line_count; i++)
		if (d.lines[i].message.direction == TO_AGENT)
			is_shown(&d.lines[i].message, "genmove");
	dialogue_free(&d);
}

/* stderr is outside the protocol.  */
TEST(stderr_consists_of_lines_in_every_system)
{
	struct message message = {
		.direction = FROM_AGENT, .channel = CHANNEL_STDERR, .bytes = "a\n\n", .size = 3};

	begin();
	is_shown(&message, "a\n");
	dialogue_free(&d);
}

TEST(a_breakpoint_compares_and_shows_the_text_without_its_end)
{
	struct breakpoints *table = breakpoints_new();
	struct condition_mistake mistake;

	begin();
	breakpoints_watch(table, (struct session *)&d);
	assert_int_equal(breakpoints_add(table, BREAKPOINT, false, "if text == \"hello\\nthere\"",
					 judge_match(d.judge), &mistake),
			 1);
	says(SEAT_1, "hello\nthere\n\n");
	assert_string_equal(judge_stopped(d.judge, NULL), "breakpoint 1, seat 1 says \"hello\\nthere\"");
	breakpoints_free(table);
	dialogue_free(&d);
}

TEST(a_breakpoint_reads_its_move_in_the_position_of_each_answer)
{
	struct breakpoints *table = breakpoints_new();
	struct condition_mistake mistake;

	begin();
	breakpoints_watch(table, (struct session *)&d);
	assert_int_equal(breakpoints_add(table, BREAKPOINT, false, "same", judge_match(d.judge), &mistake),
			 0);
	assert_text(mistake.text, "\"same\" is no move: none came before");
	says(SEAT_1, "= a\n\n");
	assert_int_equal(breakpoints_add(table, BREAKPOINT, false, "same", judge_match(d.judge), &mistake),
			 1);
	says(SEAT_2, "= b\n\n");
	assert_null(judge_stopped(d.judge, NULL));
	says(SEAT_1, "= b\n\n");
	assert_string_equal(judge_stopped(d.judge, NULL), "breakpoint 1, seat 1 plays = b");
	breakpoints_free(table);
	dialogue_free(&d);
}

TEST(a_search_finds_the_end_of_the_text)
{
	struct message message = {.seat = SEAT_1,
				  .direction = FROM_AGENT,
				  .channel = CHANNEL_MOVE,
				  .bytes = "= F5\n\n",
				  .size = 6};
	char *problem = NULL;
	struct match_file *file;
	struct message_query query = {.matching = "^= f5\\z", .setup = &d.setup};

	begin();
	file = match_file_create("", &d.setup, &problem);
	assert_non_null(file);
	assert_true(match_file_matches(file, &query, &message));
	match_file_close(file);
	dialogue_free(&d);
}

static char *edit(const char *text)
{
	char *problem = judge_request(d.judge, d.now,
				      &(struct request){.kind = REQUEST_EDIT, .held = 0, .text = text});

	dialogue_settle(&d);
	return problem;
}

TEST(an_edited_message_keeps_its_end)
{
	begin();
	dialogue_request(&d, (struct request){.kind = REQUEST_PAUSE});
	says(SEAT_1, "= F5\n\n");
	assert_text(edit("= A1\\n\\n= B2"), "more than one message: expected one without its end");
	assert_null(edit("= G6\\nbecause"));
	assert_int_equal(judge_held(d.judge, 0)->size, strlen("= G6\nbecause\n\n"));
	assert_memory_equal(judge_held(d.judge, 0)->bytes, "= G6\nbecause\n\n", 14);
	dialogue_request(&d, (struct request){.kind = REQUEST_GO});
	is_shown(last_of(SEAT_1), "= G6\nbecause");
	dialogue_free(&d);
}

TEST_MAIN(NULL, NULL)
