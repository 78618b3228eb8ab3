/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_asimulator.c - the system asimulator: every byte of a simulation, the order, and each fault
 * (asimulator, The main loop; Client → server).  */
#include "asimulator_fixture.h"
#include "setup_fixture.h"

#include "ringside/fuzz.h"
#include "ringside/protocol.h"

/* ---- bytes ---- */

static const char classic_big[] = "7f8400"
				  "00010001000100010001"
				  "03e800002710"
				  "00000000ffffd8f0"
				  "ff04ff04"
				  "00010001000100010001";
static const char classic_little[] = "7f8400"
				     "01000100010001000100"
				     "e80300001027"
				     "00000000f0d8ffff"
				     "ff04ff04"
				     "01000100010001000100";

/* The document's example, then what the world of that seed answers (asimulator, World file).  */
static void the_classic_world_speaks_the_bytes_of_the_document(bool little)
{
	struct world_wire wire = {.little = little, .revision = 1};
	const uint64_t seed = 7;
	FREED struct world_class *class = shipped("classic");
	FREED struct play *play = bytes_new(sizeof(*play));
	FREED char *text = shipped_text("classic"), *expected;
	uint8_t score[WORLD_SCORE_SIZE];
	struct dialogue d;

	world_draw(&play->world, class, seed);
	world_sim_init(&play->sim, &play->world, 0);
	set_up_alone(&d, text);
	d.setup.seed = seed;
	dialogue_begin(&d);
	hears(&d, SEAT_1, "");
	says(&d, SEAT_1, little ? "80" : "00");
	expected = bytes_text("%s%02x00", little ? classic_little : classic_big,
			      world_percept_write(play->sim.percept, wire));
	hears(&d, SEAT_1, expected);
	free(expected);
	for (const char *letter = "rrllng"; *letter; letter++) {
		FREED char *action = bytes_text("%02x", action_of(*letter));

		says(&d, SEAT_1, action);
		expected = bytes_text("%02x", world_percept_write(act(play, (char[]){*letter, 0}), wire));
		hears(&d, SEAT_1, expected);
		free(expected);
	}
	says(&d, SEAT_1, "00");
	act(play, "s");
	world_score_write(play->sim.score, wire, score);
	expected = bytes_text("%02x%02x%02x%02x%02x", world_percept_write(play->sim.percept, wire), score[0],
			      score[1], score[2], score[3]);
	hears(&d, SEAT_1, expected);
	dialogue_verdict(&d, WINNER_NONE, "score", SEAT_NONE);
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

TEST(the_classic_world_is_sent_big_endian_as_documented)
{
	the_classic_world_speaks_the_bytes_of_the_document(false);
}

TEST(the_classic_world_is_sent_little_endian_as_documented)
{
	the_classic_world_speaks_the_bytes_of_the_document(true);
}

/* ---- framing ---- */

/* One message of each kind; none of them is an action.  */
static const char chatter[] = "80"
			      "ff0300ff0006"
			      "6401ff"
			      "06"
			      "fe0000"
			      "ff0000"
			      "d10101";

static void expect_chatter(const struct dialogue *d)
{
	static const struct {
		enum channel channel;
		size_t size;
	} rows[] = {{CHANNEL_INFO, 1},   {CHANNEL_TEXT, 6}, {CHANNEL_SYMBOL, 3}, {CHANNEL_SYMBOL, 1},
		    {CHANNEL_SYMBOL, 3}, {CHANNEL_TEXT, 3}, {CHANNEL_SYMBOL, 3}};
	enum { ROWS = sizeof(rows) / sizeof(rows[0]) };
	int n = 0;

	for (int i = 0; i < d->line_count; i++) {
		if (d->lines[i].message.direction != FROM_AGENT)
			continue;
		assert_true(n < ROWS);
		assert_int_equal(d->lines[i].message.channel, rows[n].channel);
		assert_int_equal(d->lines[i].message.size, rows[n].size);
		n++;
	}
	assert_int_equal(n, ROWS);
}

TEST(splitting_the_stream_does_not_change_the_messages)
{
	size_t size;
	FREED char *bytes = of_hex(chatter, &size);

	for (size_t at = 0; at <= size; at++)
		for (int paused = 0; paused < 2; paused++) {
			struct dialogue d FREED_BY(finish);

			set_up_alone(&d, SMALL);
			dialogue_begin(&d);
			if (paused) /* the info byte waits at the gate and already decides the lengths */
				dialogue_request(&d, (struct request){.kind = REQUEST_PAUSE});
			dialogue_bytes(&d, SEAT_1, bytes, at);
			dialogue_bytes(&d, SEAT_1, bytes + at, size - at);
			if (paused)
				dialogue_request(&d, (struct request){.kind = REQUEST_GO});
			expect_chatter(&d);
			assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
			dialogue_moves(&d, "");
			says(&d, SEAT_1, "03");
			dialogue_moves(&d, "Turn_Right");
		}
}

TEST(a_text_of_the_largest_size_is_one_whole_message)
{
	enum { MOST = 65535 };
	FREED char *text = bytes_new(MOST + 3);

	for (int little = 0; little < 2; little++) {
		struct dialogue d;

		memset(text, 6, MOST + 3); /* bytes that would be requests */
		memset(text, 0xff, 3);
		text[MOST + 2] = 'z';
		set_up_alone(&d, SMALL);
		dialogue_begin(&d);
		says(&d, SEAT_1, little ? "80" : "00");
		dialogue_bytes(&d, SEAT_1, text, MOST / 2);
		dialogue_bytes(&d, SEAT_1, text + MOST / 2, MOST + 3 - MOST / 2);
		says(&d, SEAT_1, "01");
		for (int i = 0; i < d.line_count; i++) {
			const struct message *message = &d.lines[i].message;

			if (message->channel != CHANNEL_TEXT)
				continue;
			assert_int_equal(message->size, MOST + 3);
			assert_int_equal(message->bytes[MOST + 2], 'z');
			assert_false(message->flags & (MESSAGE_CUT | MESSAGE_FAULT));
		}
		assert_int_equal(dialogue_count(&d, SEAT_1, "\xff\xff\xff\x06"), 1);
		dialogue_moves(&d, "Move");
		finish(&d);
	}
}

/* ---- wrong requests ---- */

TEST(an_unused_symbol_is_drawn_and_reported_and_loses_if_strict)
{
	for (int number = 210; number <= 253; number++)
		for (int strict = 0; strict < 2; strict++) {
			FREED char *symbol = bytes_text("%02x0000", number);
			struct dialogue d;

			set_up_world(&d, SMALL);
			d.setup.strict = strict;
			dialogue_begin(&d);
			says(&d, SEAT_1, "00");
			says(&d, SEAT_2, "00");
			says(&d, SEAT_1, symbol);
			if (strict)
				dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
			else
				says(&d, SEAT_1, "01");
			expect_note(&d, SEAT_1, CHANNEL_FAULT, "a symbol with an unused number",
				    strict ? "loses (--strict)" : "drawn as *");
			dialogue_moves(&d, strict ? "" : "Move");
			finish(&d);
		}
}

TEST(an_unknown_request_loses)
{
	for (int number = 7; number <= 99; number++) {
		FREED char *request = bytes_text("%02x", number),
			   *words = bytes_text("sent the byte %d, which is no request", number);
		struct dialogue d;

		begin_small(&d);
		says(&d, SEAT_2, request);
		dialogue_verdict(&d, SEAT_1, REASON_PROTOCOL, SEAT_2);
		expect_detail(&d, words);
		finish(&d);
	}
}

/* The action was in the pipe before the percept was written, and no other one comes.  */
TEST(an_action_sent_before_its_percept_is_reported_and_accepted)
{
	struct dialogue d FREED_BY(finish);

	begin_small(&d);
	says(&d, SEAT_1, "01");
	d.in_pipe[SEAT_1] = "\x02";
	says(&d, SEAT_2, "03");
	expect_note(&d, SEAT_1, CHANNEL_FAULT, "an action out of turn", "kept for its turn");
	dialogue_moves(&d, "Move Turn_Right Turn_Left");
	hears(&d, SEAT_1, "02");
	hears(&d, SEAT_2, "01");
	says(&d, SEAT_2, "03");
	hears(&d, SEAT_1, "02");
	dialogue_at(&d, judge_deadline(d.judge));
	dialogue_moves(&d, "Move Turn_Right Turn_Left Turn_Right");
}

/* ---- time ---- */

/* An agent that never connected did not find the socket; one that connected did not know what to say.  */
TEST(the_verdict_says_where_a_client_got_stuck)
{
	static const struct {
		const char *steps; /* +: it connects, -: it closes the connection, ?: another connection is
				      refused */
		const char *detail;
	} rows[] = {
		{"", "never connected to 127.0.0.1:4711 within 10.000 s (were {host} {port} used?)"},
		{"?",
		 "did not connect to 127.0.0.1:4711 and stay connected within 10.000 s: the log says who"},
		{"+", "connected to 127.0.0.1:4711 and said nothing: no info byte within 10.000 s"},
		{"+-",
		 "closed its connection to 127.0.0.1:4711 before it said anything, and did not come again"},
		{"+-+", "connected to 127.0.0.1:4711 and said nothing"},
		{"+-+-+-+-+-+-+-+-", "closed its connection to 127.0.0.1:4711"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d FREED_BY(finish);
		const char *steps = rows[i].steps;

		set_up_alone(&d, SMALL);
		d.manual = true;
		dialogue_begin(&d);
		judge_awaits(d.judge, d.now, SEAT_1, "127.0.0.1:4711");
		judge_started(d.judge, d.now, SEAT_1);
		for (; *steps; steps++)
			if (*steps == '?')
				judge_stranger(d.judge, d.now, SEAT_1, "somebody who has left already");
			else
				judge_connected(d.judge, d.now, SEAT_1, *steps == '+');
		dialogue_at(&d, d.now + 10 * (int64_t)NS_PER_S);
		dialogue_verdict(&d, WINNER_NONE, REASON_START, SEAT_1);
		expect_detail(&d, rows[i].detail);
		assert_true(dialogue_count(&d, SEAT_1, "has connected") <= 5);
	}
}

/* ---- two seats ---- */

TEST(the_score_decides_then_the_cost_then_the_number_of_actions)
{
	static const struct {
		const char *costs, *one, *two;
		int winner;
	} rows[] = {{"Move_Cost 1\nItem_Reward 5\n", "010400", "030300", SEAT_1},
		    {"Move_Cost 1\nItem_Reward 1\n", "03030300", "01040300", SEAT_1}, /* 0 : 0, 0 : 1 */
		    {"Item_Reward 0\n", "030300", "0300", SEAT_2},
		    {"Item_Reward 0\n", "030300", "020200", WINNER_DRAW}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		FREED char *world = bytes_text("AWorld 1\n%s" SMALL_MAP, rows[i].costs);
		struct dialogue d;

		set_up_world(&d, world);
		dialogue_begin(&d);
		says(&d, SEAT_1, "00");
		says(&d, SEAT_2, "00");
		for (size_t k = 0; k < 8; k += 2) {
			if (strlen(rows[i].one) > k)
				says(&d, SEAT_1, (char[]){rows[i].one[k], rows[i].one[k + 1], 0});
			if (strlen(rows[i].two) > k)
				says(&d, SEAT_2, (char[]){rows[i].two[k], rows[i].two[k + 1], 0});
		}
		dialogue_verdict(&d, rows[i].winner, "score", SEAT_NONE);
		finish(&d);
	}
}

/* ---- the next game ---- */

TEST(the_next_game_keeps_the_byte_order_of_the_first)
{
	const char *const orders[] = {"80", "00"};
	struct setup after;
	struct dialogue d;

	for (int little = 0; little < 2; little++) {
		set_up_world(&d, SMALL);
		dialogue_begin(&d);
		says(&d, SEAT_1, orders[!little]);
		says(&d, SEAT_2, orders[little]);
		says(&d, SEAT_1, "00");
		says(&d, SEAT_2, "00");
		assert_true(judge_may_stay(d.judge, SEAT_1) && judge_may_stay(d.judge, SEAT_2));
		setup_copy(&after, &judge_match(d.judge)->setup);
		finish(&d);

		set_up_world(&d, SMALL);
		setup_free(&d.setup);
		d.setup = after;
		d.setup.game = 2;
		dialogue_begin_warm(&d, 1u << SEAT_1 | 1u << SEAT_2);
		hears(&d, SEAT_1, little ? SMALL_LITTLE : SMALL_BEGINNING);
		hears(&d, SEAT_2, little ? SMALL_BEGINNING : SMALL_LITTLE);
		says(&d, SEAT_1, "00"); /* an action is due now */
		says(&d, SEAT_2, "00");
		dialogue_moves(&d, "Shut_Off Shut_Off");
		finish(&d);
	}
}

/* ---- options ---- */

TEST(impossible_options_are_refused_with_a_reason)
{
	static const char *const rows[][3] = {
		{"bit-order", "up", "--bit-order up: expected lsb or msb"},
		{"revision", "3", "--revision 3: expected 1 or 2"},
		{"max-actions", "0", "--max-actions 0: expected a number of actions from 1 up"},
		{"max-actions", "9x", "--max-actions 9x: expected a number of actions from 1 up"},
		{"world-text", "AWorld 1\nMove_Kost 1\n", "test.world:2"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d FREED_BY(dialogue_free);
		FREED char *problem;

		set_up_world(&d, SMALL);
		problem = setup_set(&d.setup, rows[i][0], rows[i][1]);
		if (!problem)
			assert_null(judge_new(&d.setup, &problem));
		if (!strstr(problem, rows[i][2]))
			fail_msg("\"%s\" does not say \"%s\"", problem, rows[i][2]);
	}
}

/* ---- explanations ---- */

TEST(bytes_are_explained_in_the_words_of_the_original)
{
	static const struct {
		enum direction direction;
		enum channel channel;
		unsigned flags;
		const char *hex, *words;
	} rows[] = {{FROM_AGENT, CHANNEL_INFO, 0, "7f", "numbers are big-endian; unused bits are set"},
		    {FROM_AGENT, CHANNEL_INFO, 0, "80", "numbers are little-endian"},
		    {FROM_AGENT, CHANNEL_MOVE, 0, "05", "Neutralize"},
		    {FROM_AGENT, CHANNEL_SYMBOL, 0, "06", "clear all symbols"},
		    {FROM_AGENT, CHANNEL_SYMBOL, 0, "6401ff", "symbol 0 at 1,-1"},
		    {FROM_AGENT, CHANNEL_SYMBOL, 0, "c70000", "symbol 99 at 0,0"},
		    {FROM_AGENT, CHANNEL_SYMBOL, 0, "c87f80", "Number_Sign at 127,-128"},
		    {FROM_AGENT, CHANNEL_SYMBOL, 0, "cb0000", "Unreachable at 0,0"},
		    {FROM_AGENT, CHANNEL_SYMBOL, 0, "d10000", "Plan_Shut_Off at 0,0"},
		    {FROM_AGENT, CHANNEL_SYMBOL, 0, "d20000", "unused symbol 210 at 0,0"},
		    {FROM_AGENT, CHANNEL_SYMBOL, 0, "fe0102", "no symbol at 1,2"},
		    {FROM_AGENT, CHANNEL_SYMBOL, 0, "fe01", NULL},
		    {FROM_AGENT, CHANNEL_TEXT, 0, "ff00036107", NULL},
		    {FROM_AGENT, CHANNEL_TEXT, 0, "ff00", NULL},
		    {FROM_AGENT, CHANNEL_TEXT, 0, "ff0000", ""},
		    {FROM_AGENT, CHANNEL_UNKNOWN, 0, "07", "no request has this number"},
		    {TO_AGENT, CHANNEL_PERCEPT, 0, "81", "Home, End"},
		    {TO_AGENT, CHANNEL_PERCEPT, 0, "00", "nothing"},
		    {TO_AGENT, CHANNEL_SCORE, 0, "fffffff6", "score -10"},
		    {TO_AGENT, CHANNEL_SCORE, MESSAGE_LITTLE, "f6ffffff", "score -10"},
		    {TO_AGENT, CHANNEL_INPUT, 0, "00", "0 tiles"},
		    {TO_AGENT, CHANNEL_INPUT, 0, "01ff01010001010101010201",
		     "4 tiles: -1,1 clear, enemy; 0,1 clear, enemy; 1,1 clear, enemy; 2,1 clear, enemy"},
		    {TO_AGENT, CHANNEL_INPUT, 0, "01ff01010001010101010201010301",
		     "5 tiles: -1,1 clear, enemy; 0,1 clear, enemy; 1,1 clear, enemy; 2,1 clear, enemy ..."},
		    {EVENT, CHANNEL_EVENT, 0, "61", NULL}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct message message = {
			.direction = rows[i].direction, .channel = rows[i].channel, .flags = rows[i].flags};
		const struct protocol *protocol = protocol_named("asimulator");
		struct setup setup FREED_BY(setup_free) = setup_of("asimulator");
		char *words;

		message.bytes = of_hex(rows[i].hex, &message.size);
		words = protocol->texts->meaning(&setup, &message);
		if (rows[i].words)
			assert_string_equal(words, rows[i].words);
		else if (rows[i].channel != CHANNEL_TEXT || message.size < 3)
			assert_null(words);
		else /* a text that was cut short shows its beginning, with control bytes as pictures */
			assert_true(words[0] == 'a' && !strchr(words, 7));
		free(words);
		free(message.bytes);
	}
}

static int known(const struct world_rules *rules, enum world_flag first)
{
	int count = 0;

	for (unsigned i = 0; i < 4; i++)
		count += rules->flag[first + i];
	return count;
}

/* Each number of known bounds has been met with each of known numbers, in each revision.  */
TEST(fuzz_draws_worlds_whose_rules_end_everywhere)
{
	enum { SEEDS = 2000 };
	static const char *const revisions[] = {"1", "2"};

	for (int r = 0; r < 2; r++) {
		int drawn[5][5] = {{0}};

		for (uint64_t seed = 0; seed < SEEDS; seed++) {
			struct setup setup FREED_BY(setup_free) = setup_of("asimulator");
			FREED struct world_class *class = bytes_new(sizeof(*class));
			struct fuzz_chance chance = {seed};
			FREED char *problem = NULL;

			setup_set(&setup, "revision", revisions[r]);
			protocol_named("asimulator")->tools->fuzz->options(&setup, SEAT_1, &chance);
			if (!setup_given(&setup, "world-text"))
				continue;
			problem = world_class_of(class, &setup);
			assert_null(problem);
			assert_null(world_revision_problem(class, r + 1));
			drawn[known(&class->rules, WORLD_LOWER_X_BOUND_IS_KNOWN)]
			     [known(&class->rules, WORLD_NUMBER_OF_HOMES_IS_KNOWN)]++;
		}
		for (int bounds = 0; bounds < 5; bounds++)
			for (int numbers = 0; numbers < 5; numbers++)
				assert_true(drawn[bounds][numbers]);
	}
}

TEST_MAIN(NULL, NULL)
