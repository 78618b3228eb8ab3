/* test_asimulator.c - the protocol asimulator: every byte of a simulation, the order, and each fault
 * (asimulator, The main loop; Client → server).  */
#include "asimulator_fixture.h"

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

/* The document's vector, then what the world of that seed answers (asimulator, World file).  */
static void the_classic_world_speaks_the_bytes_of_the_document(bool little)
{
	struct world_wire wire = {.little = little, .revision = 1};
	const uint64_t seed = 7;
	struct world_class *class = shipped("classic");
	struct play *play = bytes_new(sizeof(*play));
	char *text = world_class_write(class), *expected;
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
		char *action = bytes_text("%02x", action_of(*letter));

		says(&d, SEAT_1, action);
		expected = bytes_text("%02x", world_percept_write(act(play, (char[]){*letter, 0}), wire));
		hears(&d, SEAT_1, expected);
		free(expected);
		free(action);
	}
	says(&d, SEAT_1, "00");
	act(play, "s");
	world_score_write(play->sim.score, wire, score);
	expected = bytes_text("%02x%02x%02x%02x%02x", world_percept_write(play->sim.percept, wire), score[0],
			      score[1], score[2], score[3]);
	hears(&d, SEAT_1, expected);
	dialogue_verdict(&d, WINNER_NONE, "score", SEAT_NONE);
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	free(expected);
	free(text);
	free(class);
	free(play);
	finish(&d);
}

static void the_classic_world_comes_out_big_endian_as_documented(void **state)
{
	(void)state;
	the_classic_world_speaks_the_bytes_of_the_document(false);
}

static void the_classic_world_comes_out_little_endian_as_documented(void **state)
{
	(void)state;
	the_classic_world_speaks_the_bytes_of_the_document(true);
}

static void a_simulation_is_told_byte_by_byte_until_its_score(void **state)
{
	static const char *const rows[][2] = {{"01", "02"}, {"04", "00"}, {"02", "00"},
					      {"02", "00"}, {"01", "01"}, {"01", "09"}};
	struct dialogue d;

	(void)state;
	set_up_alone(&d, SMALL);
	dialogue_begin(&d);
	says(&d, SEAT_1, "00");
	hears(&d, SEAT_1, SMALL_BEGINNING);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		says(&d, SEAT_1, rows[i][0]);
		hears(&d, SEAT_1, rows[i][1]);
	}
	says(&d, SEAT_1, "00");
	hears(&d, SEAT_1, "81fffffffe"); /* -10, six costs, an item of 5, a home of 9 */
	dialogue_moves(&d, "Move Grab Turn_Left Turn_Left Move Move Shut_Off");
	dialogue_verdict(&d, WINNER_NONE, "score", SEAT_NONE);
	expect_detail(&d, "score -2, cost 6, 7 actions, shut off");
	expect_sums(&d, -2, 0);
	finish(&d);
}

static void tiles_that_are_known_are_listed_and_a_danger_is_not_the_end(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_alone(&d, "AWorld 1\nAgent 1 2 0\nMap 4 4\n####\n#.x#\n#hi#\n####\n"
			 "Known\n0000\n1110\n0110\n0000\n");
	dialogue_begin(&d);
	says(&d, SEAT_1, "00");
	/* Wall at -1,1; clear at 0,1 with fear; danger at 1,1; the item at 1,0 with fear; never 0,0.  */
	hears(&d, SEAT_1,
	      "0000"
	      "00"
	      "00000000000000000000"
	      "000000000000"
	      "0000000000000000"
	      "01"
	      "02ff01"
	      "230001"
	      "800101"
	      "2b0100"
	      "00");
	finish(&d);
}

static void bit_1_may_be_the_highest_and_turns_may_have_one_cost(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_alone(&d, SMALL);
	setup_set(&d.setup, "bit-order", "msb");
	setup_set(&d.setup, "revision", "2");
	dialogue_begin(&d);
	says(&d, SEAT_1, "00");
	hears(&d, SEAT_1,
	      "0000"
	      "00"
	      "0001000100010001"
	      "000500000009"
	      "00000000fffffff6"
	      "80"
	      "00");
	says(&d, SEAT_1, "00");
	hears(&d, SEAT_1, "81ffffffff"); /* home and end change places */
	finish(&d);
}

/* ---- framing ---- */

/* Each message of a kind; none of them is an action.  */
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

static void messages_are_the_same_wherever_the_stream_is_split(void **state)
{
	size_t size;
	char *bytes = of_hex(chatter, &size);

	(void)state;
	for (size_t at = 0; at <= size; at++)
		for (int paused = 0; paused < 2; paused++) {
			struct dialogue d;

			set_up_alone(&d, SMALL);
			dialogue_begin(&d);
			if (paused) /* the info byte waits at the gate, and still says what length is what */
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
			finish(&d);
		}
	free(bytes);
}

static void a_successor_of_a_client_that_was_not_heard_says_its_own_info_byte(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_alone(&d, SMALL);
	dialogue_begin(&d);
	dialogue_request(&d, (struct request){.kind = REQUEST_PAUSE});
	says(&d, SEAT_1, "80"); /* waits at the gate */
	dialogue_request(&d, (struct request){.kind = REQUEST_SUCCEED, .seat = SEAT_1, .text = "./other"});
	says(&d, SEAT_1, "00");
	dialogue_request(&d, (struct request){.kind = REQUEST_GO});
	hears(&d, SEAT_1, SMALL_BEGINNING);
	says(&d, SEAT_1, "03");
	dialogue_moves(&d, "Turn_Right");
	finish(&d);
}

static void the_largest_text_is_one_message_and_whole(void **state)
{
	enum { MOST = 65535 };
	char *text = bytes_new(MOST + 3);

	(void)state;
	for (int little = 0; little < 2; little++) {
		struct dialogue d;

		memset(text, 6, MOST + 3); /* which would be requests */
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
	free(text);
}

/* ---- requests that are wrong ---- */

static void an_unused_symbol_is_drawn_and_reported_and_loses_when_strict(void **state)
{
	(void)state;
	for (int number = 210; number <= 253; number++)
		for (int strict = 0; strict < 2; strict++) {
			char *symbol = bytes_text("%02x0000", number);
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
			free(symbol);
			finish(&d);
		}
}

static void symbols_off_the_map_are_counted_and_no_fault(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	/* The map's corners, in agent coordinates: -1,-1 and 2,2.  */
	says(&d, SEAT_1, "64ffff640202");
	says(&d, SEAT_1, "64feff64fffe64030264020364807f");
	says(&d, SEAT_1, "00");
	says(&d, SEAT_2, "00");
	expect_note(&d, SEAT_1, CHANNEL_EVENT, "5 symbols were off the map", "");
	assert_null(dialogue_find(&d, SEAT_2, "0 symbols"));
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

static void a_request_that_nobody_knows_loses(void **state)
{
	(void)state;
	for (int number = 7; number <= 99; number++) {
		char *request = bytes_text("%02x", number),
		     *words = bytes_text("sent the byte %d, which is no request", number);
		struct dialogue d;

		begin_small(&d);
		says(&d, SEAT_2, request);
		dialogue_verdict(&d, SEAT_1, REASON_PROTOCOL, SEAT_2);
		expect_detail(&d, words);
		free(words);
		free(request);
		finish(&d);
	}
}

static void an_action_out_of_turn_is_reported_and_kept(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	says(&d, SEAT_1, "0102");
	expect_note(&d, SEAT_1, CHANNEL_FAULT, "an action out of turn", "kept for its turn");
	dialogue_moves(&d, "Move");
	says(&d, SEAT_2, "03");
	dialogue_moves(&d, "Move Turn_Right Turn_Left");
	hears(&d, SEAT_1, "02"); /* that of the second when seat 2 has acted, too */
	says(&d, SEAT_2, "03");
	hears(&d, SEAT_1, "02");
	says(&d, SEAT_1, "04");
	dialogue_moves(&d, "Move Turn_Right Turn_Left Turn_Right Grab");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 1);
	finish(&d);
}

/* It stood in the pipe when the percept was about to be written: nothing more will come.  */
static void an_action_that_stood_in_the_pipe_is_reported_and_taken(void **state)
{
	struct dialogue d;

	(void)state;
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
	finish(&d);
}

static void an_action_before_the_rules_are_through_leaves_them_whole(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_alone(&d, SMALL);
	dialogue_begin(&d);
	says(&d, SEAT_1, "0001");
	expect_note(&d, SEAT_1, CHANNEL_FAULT, "an action out of turn", "kept for its turn");
	hears(&d, SEAT_1, SMALL_BEGINNING "02");
	dialogue_moves(&d, "Move");
	finish(&d);
}

static void when_strict_an_action_out_of_turn_loses(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_world(&d, SMALL);
	d.setup.strict = true;
	dialogue_begin(&d);
	says(&d, SEAT_1, "00");
	says(&d, SEAT_2, "00");
	says(&d, SEAT_1, "0102");
	dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
	dialogue_moves(&d, "Move");
	finish(&d);
}

static void an_action_after_the_end_is_reported_and_ignored(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	says(&d, SEAT_1, "0001");
	expect_note(&d, SEAT_1, CHANNEL_FAULT, "an action after the end", "ignored");
	says(&d, SEAT_2, "00");
	dialogue_moves(&d, "Shut_Off Shut_Off");
	dialogue_verdict(&d, WINNER_DRAW, "score", SEAT_NONE);
	finish(&d);
}

/* ---- leaving ---- */

static void an_end_inside_of_a_message_says_how_much_had_come(void **state)
{
	static const struct {
		const char *hex;
		struct ending ending;
		const char *reason, *words;
	} rows[] = {{"6401",
		     {0},
		     REASON_EXIT,
		     "left in the middle of the simulation, inside of a message: 2 "
		     "bytes of 3 had come"},
		    {"ff0005616263", {0}, REASON_EXIT, "6 bytes of 8 had come"},
		    {"ff00", {.code = 3}, REASON_CRASH, "2 bytes of 3 had come"},
		    {"ffffff61", {.signalled = true, .code = 11}, REASON_CRASH, "4 bytes of 65538 had come"}};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d;

		begin_small(&d);
		says(&d, SEAT_1, rows[i].hex);
		dialogue_exit(&d, SEAT_1, rows[i].ending);
		dialogue_verdict(&d, SEAT_2, rows[i].reason, SEAT_1);
		expect_detail(&d, rows[i].words);
		finish(&d);
	}
}

static void closing_right_after_the_rules_declines_them(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	dialogue_exit(&d, SEAT_2, (struct ending){0});
	dialogue_verdict(&d, SEAT_1, REASON_EXIT, SEAT_2);
	expect_detail(&d, "declined the rules");
	finish(&d);
}

static void who_has_said_anything_has_not_declined(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	says(&d, SEAT_2, "06");
	dialogue_exit(&d, SEAT_2, (struct ending){0});
	dialogue_verdict(&d, SEAT_1, REASON_EXIT, SEAT_2);
	expect_detail(&d, "left in the middle of the simulation");
	finish(&d);
}

static void who_leaves_after_its_own_simulation_has_lost_nothing(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	says(&d, SEAT_1, "00");
	dialogue_exit(&d, SEAT_1, (struct ending){0});
	assert_false(judge_match(d.judge)->over);
	says(&d, SEAT_2, "03");
	says(&d, SEAT_2, "00");
	dialogue_verdict(&d, SEAT_1, "score", SEAT_NONE);
	assert_false(judge_fit(d.judge, SEAT_1));
	finish(&d);
}

/* ---- time ---- */

static void a_late_info_byte_is_the_verdict_start(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_world(&d, SMALL);
	dialogue_begin(&d);
	says(&d, SEAT_2, "00");
	hears(&d, SEAT_2, "");
	assert_int_equal(judge_deadline(d.judge), d.now + 10 * (int64_t)NS_PER_S);
	dialogue_at(&d, d.now + 10 * (int64_t)NS_PER_S);
	dialogue_verdict(&d, SEAT_2, REASON_START, SEAT_1);
	expect_detail(&d, "seat 1 said nothing: no info byte within 10.000 s");
	finish(&d);
}

/* One that never came has not found its way; one that came has not known what to say.  */
static void where_a_client_got_stuck_is_told(void **state)
{
	static const struct {
		const char *steps; /* +: it connects, -: it closes the connection, ?: somebody is refused */
		const char *detail;
	} rows[] = {
		{"", "never connected to 127.0.0.1:4711 within 10.000 s (were {host} {port} used?)"},
		{"?", "did not connect to 127.0.0.1:4711 and stay within 10.000 s: the log says who"},
		{"+", "connected to 127.0.0.1:4711 and said nothing: no info byte within 10.000 s"},
		{"+-",
		 "closed its connection to 127.0.0.1:4711 before it said anything, and did not come again"},
		{"+-+", "connected to 127.0.0.1:4711 and said nothing"},
		{"+-+-+-+-+-+-+-+-", "closed its connection to 127.0.0.1:4711"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d;
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
		finish(&d);
	}
}

static void a_client_that_has_closed_its_first_connection_plays_over_the_next(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_alone(&d, SMALL);
	dialogue_begin(&d);
	for (int i = 0; i < 3; i++)
		judge_connected(d.judge, d.now, SEAT_1, i != 1);
	says(&d, SEAT_1, "00");
	hears(&d, SEAT_1, SMALL_BEGINNING);
	says(&d, SEAT_1, "00");
	dialogue_verdict(&d, WINNER_NONE, "score", SEAT_NONE);
	finish(&d);
}

/* 01 is what one sends who takes the lowest bit for the highest.  */
static void unused_bits_of_the_info_byte_are_a_fault(void **state)
{
	static const struct {
		const char *byte, *beginning;
	} rows[] = {{"01", SMALL_BEGINNING}, {"ff", SMALL_LITTLE}};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d;

		set_up_alone(&d, SMALL);
		dialogue_begin(&d);
		says(&d, SEAT_1, rows[i].byte);
		hears(&d, SEAT_1, rows[i].beginning);
		expect_note(&d, SEAT_1, CHANNEL_FAULT, "unused bits in the info byte",
			    "ignored: its highest bit says the byte order (0x80 is little-endian)");
		assert_int_equal(judge_faults(d.judge, SEAT_1), 1);
		finish(&d);
		set_up_alone(&d, SMALL);
		d.setup.strict = true;
		dialogue_begin(&d);
		says(&d, SEAT_1, rows[i].byte);
		dialogue_verdict(&d, WINNER_NONE, REASON_PROTOCOL, SEAT_1);
		expect_detail(&d, "broke the protocol: unused bits in the info byte");
		finish(&d);
	}
}

static void symbols_and_texts_do_not_stop_the_clock(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	says(&d, SEAT_1, "03");
	dialogue_at(&d, d.now + 100 * DIALOGUE_MS - 1);
	says(&d, SEAT_2, "640000ff000161");
	assert_false(judge_match(d.judge)->over);
	dialogue_at(&d, d.now + 1);
	dialogue_verdict(&d, SEAT_1, REASON_TIMEOUT, SEAT_2);
	expect_detail(&d, "sent no action within the limit of 0.100 s for a turn");
	finish(&d);
}

/* ---- two seats ---- */

static void nobody_perceives_before_both_have_acted(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	says(&d, SEAT_2, "01");
	hears(&d, SEAT_2, "");
	says(&d, SEAT_1, "03");
	hears(&d, SEAT_1, "01");
	hears(&d, SEAT_2, "02");
	says(&d, SEAT_1, "03");
	hears(&d, SEAT_1, "");
	hears(&d, SEAT_2, "");
	finish(&d);
}

static void who_ends_first_is_told_so_and_the_other_goes_on_alone(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	says(&d, SEAT_1, "00");
	hears(&d, SEAT_1, "81ffffffff");
	says(&d, SEAT_2, "01");
	hears(&d, SEAT_2, "02");
	says(&d, SEAT_2, "04");
	hears(&d, SEAT_2, "00");
	hears(&d, SEAT_1, "");
	says(&d, SEAT_2, "00");
	hears(&d, SEAT_2, "80fffffff9");
	dialogue_verdict(&d, SEAT_1, "score", SEAT_NONE);
	expect_detail(&d, "scores -1 : -7, costs 0 : 2, actions 1 : 3 (shut off, shut off)");
	finish(&d);
}

static void the_score_decides_then_the_cost_then_the_actions(void **state)
{
	static const struct {
		const char *costs, *one, *two;
		int winner;
	} rows[] = {{"Move_Cost 1\nItem_Reward 5\n", "010400", "030300", SEAT_1},
		    {"Move_Cost 1\nItem_Reward 1\n", "03030300", "01040300", SEAT_1}, /* 0 : 0, 0 : 1 */
		    {"Item_Reward 0\n", "030300", "0300", SEAT_2},
		    {"Item_Reward 0\n", "030300", "020200", WINNER_DRAW}};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *world = bytes_text("AWorld 1\n%s" SMALL_MAP, rows[i].costs);
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
		free(world);
		finish(&d);
	}
}

static void the_sums_are_the_scores_from_the_first_moment_on(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	expect_sums(&d, -10, -10);
	says(&d, SEAT_1, "01");
	expect_sums(&d, -11, -10);
	says(&d, SEAT_2, "00");
	expect_sums(&d, -11, -1);
	says(&d, SEAT_1, "04");
	expect_sums(&d, -7, -1);
	assert_true(match_turn(judge_match(d.judge), 1)->sum[SEAT_1] == -11);
	assert_true(match_turn(judge_match(d.judge), 1)->sum[SEAT_2] == -10);
	assert_true(match_turn(judge_match(d.judge), 3)->sum[SEAT_1] == -7);
	finish(&d);
}

static void a_simulation_ends_after_the_most_actions(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_alone(&d, SMALL);
	setup_set(&d.setup, "max-actions", "2");
	dialogue_begin(&d);
	says(&d, SEAT_1, "00");
	hears(&d, SEAT_1, SMALL_BEGINNING);
	says(&d, SEAT_1, "02");
	says(&d, SEAT_1, "02");
	hears(&d, SEAT_1, "0181fffffffd"); /* it is at home */
	dialogue_verdict(&d, WINNER_NONE, "score", SEAT_NONE);
	expect_detail(&d, "2 actions, most actions");
	finish(&d);
}

/* ---- the next game ---- */

static void the_next_game_goes_on_in_the_byte_order_of_the_first(void **state)
{
	const char *const orders[] = {"80", "00"};
	struct setup after;
	struct dialogue d;

	(void)state;
	for (int little = 0; little < 2; little++) {
		set_up_world(&d, SMALL);
		dialogue_begin(&d);
		says(&d, SEAT_1, orders[!little]);
		says(&d, SEAT_2, orders[little]);
		says(&d, SEAT_1, "00");
		says(&d, SEAT_2, "00");
		assert_true(judge_fit(d.judge, SEAT_1) && judge_fit(d.judge, SEAT_2));
		setup_copy(&after, &judge_match(d.judge)->setup);
		finish(&d);

		set_up_world(&d, SMALL);
		setup_free(&d.setup);
		d.setup = after;
		d.setup.game = 2;
		dialogue_begin_warm(&d, 1u << SEAT_1 | 1u << SEAT_2);
		hears(&d, SEAT_1, little ? SMALL_LITTLE : SMALL_BEGINNING);
		hears(&d, SEAT_2, little ? SMALL_BEGINNING : SMALL_LITTLE);
		says(&d, SEAT_1, "00"); /* an action now */
		says(&d, SEAT_2, "00");
		dialogue_moves(&d, "Shut_Off Shut_Off");
		finish(&d);
	}
}

static void nobody_goes_on_from_the_middle_of_a_simulation(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	says(&d, SEAT_1, "01");
	dialogue_exit(&d, SEAT_2, (struct ending){0});
	dialogue_verdict(&d, SEAT_1, REASON_EXIT, SEAT_2);
	assert_false(judge_fit(d.judge, SEAT_1)); /* it would take the next rules for a percept */
	finish(&d);
}

/* ---- options ---- */

static void options_that_make_no_sense_are_refused_in_words(void **state)
{
	static const char *const rows[][3] = {
		{"bit-order", "up", "--bit-order up: expected lsb or msb"},
		{"revision", "3", "--revision 3: expected 1 or 2"},
		{"max-actions", "0", "--max-actions 0: expected a number of actions from 1 on"},
		{"max-actions", "9x", "--max-actions 9x: expected a number of actions from 1 on"},
		{"world-text", "AWorld 1\nMove_Kost 1\n", "test.world:2"}};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d;
		char *problem;

		set_up_world(&d, SMALL);
		problem = setup_set(&d.setup, rows[i][0], rows[i][1]);
		if (!problem)
			assert_null(judge_new(&d.setup, &problem));
		if (!strstr(problem, rows[i][2]))
			fail_msg("\"%s\" does not say \"%s\"", problem, rows[i][2]);
		free(problem);
		dialogue_free(&d);
	}
}

/* ---- meaning ---- */

static void bytes_have_a_meaning_in_the_words_of_the_original(void **state)
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
		    {FROM_AGENT, CHANNEL_UNKNOWN, 0, "07", "no request has this number"},
		    {TO_AGENT, CHANNEL_PERCEPT, 0, "81", "Home, End"},
		    {TO_AGENT, CHANNEL_PERCEPT, 0, "00", "nothing"},
		    {TO_AGENT, CHANNEL_SCORE, 0, "fffffff6", "score -10"},
		    {TO_AGENT, CHANNEL_SCORE, MESSAGE_LITTLE, "f6ffffff", "score -10"},
		    {TO_AGENT, CHANNEL_INPUT, 0, "00", "0 tiles"},
		    {EVENT, CHANNEL_EVENT, 0, "61", NULL}};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct message message = {
			.direction = rows[i].direction, .channel = rows[i].channel, .flags = rows[i].flags};
		const struct protocol *protocol = protocol_named("asimulator");
		struct setup setup;
		char *words;

		setup_init(&setup);
		setup.system = "asimulator";
		message.bytes = of_hex(rows[i].hex, &message.size);
		words = protocol->meaning(&setup, &message);
		if (rows[i].words)
			assert_string_equal(words, rows[i].words);
		else if (rows[i].channel != CHANNEL_TEXT || message.size < 3)
			assert_null(words);
		else /* a cut text has the beginning that came, its control bytes as pictures */
			assert_true(words[0] == 'a' && !strchr(words, 7));
		free(words);
		free(message.bytes);
		setup_free(&setup);
	}
}

/* ---- people ---- */

static struct request moves(enum request_kind kind, int seat, const char *move)
{
	return (struct request){.kind = kind, .seat = seat, .text = move};
}

static void a_person_acts_by_name_or_by_its_beginning(void **state)
{
	static const char *const wrong[] = {"turn", "", "fly", "moves", "n0"};
	struct dialogue d;

	(void)state;
	set_up_world(&d, SMALL);
	d.setup.seat[SEAT_2].kind = SEAT_HUMAN;
	dialogue_begin(&d);
	says(&d, SEAT_1, "00");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		dialogue_refused(&d, moves(REQUEST_PLAY, SEAT_2, wrong[i]));
	dialogue_request(&d, moves(REQUEST_PLAY, SEAT_2, "m"));
	dialogue_refused(&d, moves(REQUEST_PLAY, SEAT_2, "grab")); /* in its turn */
	says(&d, SEAT_1, "03");
	dialogue_request(&d, moves(REQUEST_PLAY, SEAT_2, "GRAB"));
	says(&d, SEAT_1, "00");
	dialogue_request(&d, moves(REQUEST_PLAY, SEAT_2, "turn_l"));
	dialogue_request(&d, moves(REQUEST_PLAY, SEAT_2, "Shut_Off"));
	dialogue_moves(&d, "Move Turn_Right Grab Shut_Off Turn_Left Shut_Off");
	hears(&d, SEAT_2, "");
	dialogue_verdict(&d, SEAT_1, "score", SEAT_NONE);
	finish(&d);
}

/* A round is complete with the client's early action, at the end of the pace.  */
static void a_judge_that_wakes_up_late_shortens_no_turn_of_a_person(void **state)
{
	struct dialogue d;
	const struct match *match;

	(void)state;
	set_up_world(&d, SMALL);
	d.setup.seat[SEAT_2].kind = SEAT_HUMAN;
	d.setup.pace = 50 * DIALOGUE_MS;
	dialogue_begin(&d);
	says(&d, SEAT_1, "00");
	says(&d, SEAT_1, "0103"); /* it does not wait for a percept */
	dialogue_request(&d, moves(REQUEST_PLAY, SEAT_2, "Grab"));
	dialogue_request(&d, moves(REQUEST_PLAY, SEAT_2, "Grab"));
	dialogue_at(&d, d.now + 60 * DIALOGUE_MS);
	dialogue_moves(&d, "Move Grab Grab Turn_Right");
	dialogue_request(&d, moves(REQUEST_PLAY, SEAT_2, "Grab"));
	match = judge_match(d.judge);
	assert_int_equal(match_turn(match, 5)->think_ns, 10 * DIALOGUE_MS);
	finish(&d);
}

/* The client sends what it has thought of, and reads the percept that it takes for the answer to that.  */
static void an_override_takes_the_place_of_the_next_answer(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	dialogue_request(&d, moves(REQUEST_OVERRIDE, SEAT_1, "move"));
	dialogue_moves(&d, "Move");
	hears(&d, SEAT_1, "");
	says(&d, SEAT_2, "03");
	hears(&d, SEAT_1, "02");
	says(&d, SEAT_1, "05"); /* the old answer */
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	dialogue_moves(&d, "Move Turn_Right");
	says(&d, SEAT_1, "04");
	dialogue_moves(&d, "Move Turn_Right Grab");
	finish(&d);
}

static void the_old_answer_may_come_before_the_next_percept(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	dialogue_request(&d, moves(REQUEST_OVERRIDE, SEAT_1, "move"));
	says(&d, SEAT_1, "05");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	says(&d, SEAT_2, "03");
	hears(&d, SEAT_1, "02");
	says(&d, SEAT_1, "04");
	dialogue_moves(&d, "Move Turn_Right Grab");
	finish(&d);
}

/* A person plays three actions.  Both answers of the client wait at the gate meanwhile; neither of them is
   for the third action, which the client was not asked for.  */
static void old_answers_that_wait_at_the_gate_are_counted_once(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_alone(&d, SMALL);
	dialogue_begin(&d);
	says(&d, SEAT_1, "00");
	dialogue_request(&d, moves(REQUEST_OVERRIDE, SEAT_1, "Move"));
	dialogue_request(&d, (struct request){.kind = REQUEST_PAUSE});
	says(&d, SEAT_1, "05");
	says(&d, SEAT_1, "03");
	dialogue_request(&d, moves(REQUEST_OVERRIDE, SEAT_1, "Turn_Right"));
	dialogue_request(&d, moves(REQUEST_OVERRIDE, SEAT_1, "Grab"));
	dialogue_request(&d, (struct request){.kind = REQUEST_GO});
	says(&d, SEAT_1, "02");
	dialogue_moves(&d, "Move Turn_Right Grab Turn_Left");
	finish(&d);
}

/* What it has sent ahead answers the percept after that.  */
static void an_action_that_was_sent_ahead_is_not_what_an_override_replaces(void **state)
{
	struct dialogue d;
	const struct match *match;

	(void)state;
	set_up_alone(&d, SMALL);
	d.setup.pace = 50 * DIALOGUE_MS;
	dialogue_begin(&d);
	says(&d, SEAT_1, "00");
	dialogue_request(&d, (struct request){.kind = REQUEST_PAUSE});
	says(&d, SEAT_1, "0103");
	dialogue_request(&d, moves(REQUEST_OVERRIDE, SEAT_1, "Grab"));
	dialogue_request(&d, moves(REQUEST_OVERRIDE, SEAT_1, "Grab"));
	match = judge_match(d.judge);
	assert_string_equal(match_turn(match, 1)->answered, "Move");
	assert_null(match_turn(match, 2)->answered);
	dialogue_request(&d, (struct request){.kind = REQUEST_GO});
	dialogue_at(&d, d.now + 50 * DIALOGUE_MS);
	dialogue_moves(&d, "Grab Grab Turn_Right");
	finish(&d);
}

static void an_answer_that_is_held_can_be_overridden(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	dialogue_request(&d, (struct request){.kind = REQUEST_PAUSE});
	says(&d, SEAT_1, "00");
	dialogue_request(&d, moves(REQUEST_OVERRIDE, SEAT_1, "move"));
	dialogue_request(&d, (struct request){.kind = REQUEST_GO});
	dialogue_moves(&d, "Move");
	assert_string_equal(match_turn(judge_match(d.judge), 1)->answered, "Shut_Off");
	says(&d, SEAT_2, "03");
	hears(&d, SEAT_1, "02");
	says(&d, SEAT_1, "04");
	dialogue_moves(&d, "Move Turn_Right Grab");
	finish(&d);
}

static void nobody_moves_for_a_client_before_it_knows_the_rules(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_alone(&d, SMALL);
	dialogue_begin(&d);
	dialogue_request(&d, (struct request){.kind = REQUEST_PAUSE});
	says(&d, SEAT_1, "00");
	dialogue_request(&d, (struct request){.kind = REQUEST_STEP, .count = 3});
	dialogue_refused(&d, moves(REQUEST_OVERRIDE, SEAT_1, "move"));
	dialogue_request(&d, (struct request){.kind = REQUEST_GO});
	hears(&d, SEAT_1, SMALL_BEGINNING);
	dialogue_request(&d, moves(REQUEST_OVERRIDE, SEAT_1, "move"));
	dialogue_moves(&d, "Move");
	finish(&d);
}

static void actions_cannot_be_taken_back(void **state)
{
	struct dialogue d;

	(void)state;
	begin_small(&d);
	says(&d, SEAT_1, "01");
	dialogue_refused(&d, (struct request){.kind = REQUEST_TAKEBACK, .count = 1});
	dialogue_moves(&d, "Move");
	finish(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_classic_world_comes_out_big_endian_as_documented),
		cmocka_unit_test(the_classic_world_comes_out_little_endian_as_documented),
		cmocka_unit_test(a_simulation_is_told_byte_by_byte_until_its_score),
		cmocka_unit_test(tiles_that_are_known_are_listed_and_a_danger_is_not_the_end),
		cmocka_unit_test(bit_1_may_be_the_highest_and_turns_may_have_one_cost),
		cmocka_unit_test(messages_are_the_same_wherever_the_stream_is_split),
		cmocka_unit_test(a_successor_of_a_client_that_was_not_heard_says_its_own_info_byte),
		cmocka_unit_test(the_largest_text_is_one_message_and_whole),
		cmocka_unit_test(an_unused_symbol_is_drawn_and_reported_and_loses_when_strict),
		cmocka_unit_test(symbols_off_the_map_are_counted_and_no_fault),
		cmocka_unit_test(a_request_that_nobody_knows_loses),
		cmocka_unit_test(an_action_out_of_turn_is_reported_and_kept),
		cmocka_unit_test(an_action_that_stood_in_the_pipe_is_reported_and_taken),
		cmocka_unit_test(an_action_before_the_rules_are_through_leaves_them_whole),
		cmocka_unit_test(when_strict_an_action_out_of_turn_loses),
		cmocka_unit_test(an_action_after_the_end_is_reported_and_ignored),
		cmocka_unit_test(an_end_inside_of_a_message_says_how_much_had_come),
		cmocka_unit_test(closing_right_after_the_rules_declines_them),
		cmocka_unit_test(who_has_said_anything_has_not_declined),
		cmocka_unit_test(who_leaves_after_its_own_simulation_has_lost_nothing),
		cmocka_unit_test(a_late_info_byte_is_the_verdict_start),
		cmocka_unit_test(where_a_client_got_stuck_is_told),
		cmocka_unit_test(a_client_that_has_closed_its_first_connection_plays_over_the_next),
		cmocka_unit_test(unused_bits_of_the_info_byte_are_a_fault),
		cmocka_unit_test(symbols_and_texts_do_not_stop_the_clock),
		cmocka_unit_test(nobody_perceives_before_both_have_acted),
		cmocka_unit_test(who_ends_first_is_told_so_and_the_other_goes_on_alone),
		cmocka_unit_test(the_score_decides_then_the_cost_then_the_actions),
		cmocka_unit_test(the_sums_are_the_scores_from_the_first_moment_on),
		cmocka_unit_test(a_simulation_ends_after_the_most_actions),
		cmocka_unit_test(the_next_game_goes_on_in_the_byte_order_of_the_first),
		cmocka_unit_test(nobody_goes_on_from_the_middle_of_a_simulation),
		cmocka_unit_test(options_that_make_no_sense_are_refused_in_words),
		cmocka_unit_test(bytes_have_a_meaning_in_the_words_of_the_original),
		cmocka_unit_test(a_person_acts_by_name_or_by_its_beginning),
		cmocka_unit_test(a_judge_that_wakes_up_late_shortens_no_turn_of_a_person),
		cmocka_unit_test(an_override_takes_the_place_of_the_next_answer),
		cmocka_unit_test(old_answers_that_wait_at_the_gate_are_counted_once),
		cmocka_unit_test(the_old_answer_may_come_before_the_next_percept),
		cmocka_unit_test(an_action_that_was_sent_ahead_is_not_what_an_override_replaces),
		cmocka_unit_test(an_answer_that_is_held_can_be_overridden),
		cmocka_unit_test(nobody_moves_for_a_client_before_it_knows_the_rules),
		cmocka_unit_test(actions_cannot_be_taken_back),
	};

	return cmocka_run_group_tests_name("asimulator", tests, NULL, NULL);
}
