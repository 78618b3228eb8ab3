/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_heard.c - a match that another judge referees: games begin and end by what it says, ringside remarks
 * what it would have decided, and a replay of what was kept says the same.  */
#include "setup_fixture.h"

#include "ringside/judge.h"
#include "ringside/protocol.h"
#include "ringside/replay.h"

enum { KEPT_MOST = 200, AGENT = SEAT_1, OTHER = SEAT_2 };

static int64_t now;
static struct setup setup;
static struct judge *judge;
static struct message kept[KEPT_MOST];
static int count;
static bool renewed; /* the last line began the next game */

static void keep_effects(void)
{
	struct effect effect;

	while (judge_effect(judge, now, &effect))
		if (effect.kind == EFFECT_MESSAGE) {
			assert_true(count < KEPT_MOST);
			kept[count] = effect.message;
			kept[count].event.word = effect.message.event.word;
			kept[count++].bytes = bytes_copy(effect.message.bytes, effect.message.size);
		}
}

static void say(bool to_agent, const char *bytes, size_t size)
{
	now += NS_PER_MS;
	renewed = to_agent && judge_heard_next(judge, AGENT, bytes, size);
	if (renewed)
		return;
	if (to_agent)
		judge_heard(judge, now, AGENT, bytes, size, 0);
	else
		judge_bytes(judge, now, AGENT, STREAM_STDOUT, bytes, size);
	keep_effects();
}

static void say_line(const char *line)
{
	say(line[0] == '>', line + 2, strlen(line + 2));
}

/* The setup knows the game.  */
static void begin(void)
{
	const struct protocol *protocol = protocol_named(setup.system);
	FREED char *problem = NULL;

	setup.seat[AGENT] = (struct seat_setup){
		.kind = SEAT_AGENT, .command = bytes_text("mine"), .name = bytes_text("mine")};
	if (!protocol->tap->alone)
		setup.seat[OTHER] = (struct seat_setup){
			.kind = SEAT_HUMAN, .command = bytes_text("human"), .name = bytes_text("judge")};
	setup_keep(&setup, OPTION_TAPPED, "1");
	judge = judge_new(&setup, &problem);
	assert_null(problem);
	judge_hears(judge);
	judge_begin(judge, now, 0, false);
	keep_effects();
	judge_started(judge, now, AGENT);
	keep_effects();
}

/* Lines to the agent begin with "> ", its own with "< ".  The last is NULL.  */
static void hear(const char *const *lines)
{
	const struct protocol *protocol = protocol_named(setup.system);
	int first = 0;

	for (bool known = false; !known && lines[first]; first++) {
		struct message message = {.seat = AGENT,
					  .direction = TO_AGENT,
					  .bytes = (char *)lines[first] + 2,
					  .size = strlen(lines[first]) - 2};

		if (lines[first][0] == '>')
			known = protocol->tap->begins(&setup, &message);
	}
	begin();
	for (int i = 0; lines[i]; i++)
		say_line(lines[i]);
}

static int set_up(void **state)
{
	now = 1000;
	count = 0;
	setup = setup_of("uci");
	setup.checked = true;
	return 0;
}

static int tear_down(void **state)
{
	while (count)
		free(kept[--count].bytes);
	judge_free(judge);
	setup_free(&setup);
	return 0;
}

#define HEARD_TEST(name) TEST_IN(name, set_up, tear_down)

static const struct match *match(void)
{
	return judge_match(judge);
}

static bool was_remarked(const char *words)
{
	for (int i = 0; i < count; i++)
		if (kept[i].direction == EVENT && kept[i].event.kind == EVENT_REMARK &&
		    strstr(kept[i].bytes, words))
			return true;
	return false;
}

/* A judge that is fed what was kept makes the same match of it.  */
static void assert_replayed(void)
{
	FREED char *problem = NULL;
	struct judge *again = judge_new(&setup, &problem);
	struct effect effect;
	int at = 0;

	replay_begin(again);
	for (int i = 0; i < count; i++) {
		assert_true(replay_feed(again, &kept[i]));
		while (judge_effect(again, 0, &effect)) {
			if (effect.kind != EFFECT_MESSAGE)
				continue;
			assert_int_equal(effect.message.n, kept[at].n);
			assert_int_equal(effect.message.direction, kept[at].direction);
			assert_int_equal(effect.message.flags, kept[at].flags);
			assert_int_equal(effect.message.turn, kept[at].turn);
			assert_string_equal(effect.message.bytes, kept[at].bytes);
			at++;
		}
	}
	assert_int_equal(at, count);
	assert_int_equal(judge_match(again)->turn_count, match()->turn_count);
	for (int n = 1; n <= match()->turn_count; n++)
		assert_string_equal(judge_turn(again, n)->played, judge_turn(judge, n)->played);
	assert_string_equal(judge_match(again)->verdict.reason, match()->verdict.reason);
	assert_string_equal(judge_match(again)->verdict.detail, match()->verdict.detail);
	assert_int_equal(judge_match(again)->verdict.blame, match()->verdict.blame);
	judge_free(again);
}

static void end_game(void)
{
	now += NS_PER_MS;
	judge_heard_end(judge, now);
	keep_effects();
	assert_replayed();
}

static void assert_turns(const char *turns)
{
	struct bytes words = {0};

	for (int n = 1; n <= match()->turn_count; n++)
		bytes_addf(&words, "%s%d:%s", n > 1 ? " " : "", judge_turn(judge, n)->seat,
			   judge_turn(judge, n)->played);
	assert_string_equal(words.at ? words.at : "", turns);
	bytes_free(&words);
}

#define LINES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define READY                                                                                                \
	"> uci\n", "< id name Mine\n", "< uciok\n", "> isready\n", "< readyok\n", "> ucinewgame\n",          \
		"> isready\n", "< readyok\n"

HEARD_TEST(a_game_of_chess_is_followed_by_its_positions)
{
	hear(LINES(READY, "> position startpos\n", "> go movetime 1000\n", "< bestmove f2f3\n",
		   "> position startpos moves f2f3 e7e5\n", "> go movetime 1000\n", "< info depth 1\n",
		   "< bestmove g2g4 ponder e5e4\n", "> position startpos moves f2f3 e7e5 g2g4 d8h4\n"));
	assert_int_equal(setup.first, AGENT);
	assert_string_equal(match()->setup.seat[SEAT_1].name, "Mine");
	assert_turns("1:f2f3 2:e7e5 1:g2g4");
	say_line("> quit\n");
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_INTERRUPTED);
}

HEARD_TEST(a_mate_ends_the_game_though_nobody_says_so)
{
	hear(LINES(READY, "> position startpos moves f2f3\n", "> go wtime 1000 btime 1000\n",
		   "< bestmove e7e5\n", "> position startpos moves f2f3 e7e5 g2g4\n",
		   "> go wtime 1000 btime 1000\n", "< bestmove d8h4\n", "> quit\n"));
	assert_int_equal(setup.first, OTHER);
	assert_turns("2:f2f3 1:e7e5 2:g2g4 1:d8h4");
	assert_string_equal(match()->verdict.reason, "mate");
	end_game();
}

HEARD_TEST(moves_before_the_first_question_are_an_opening)
{
	hear(LINES(READY, "> position startpos moves e2e4 e7e5\n", "> go movetime 10\n",
		   "< bestmove g1f3\n"));
	assert_int_equal(setup.first, AGENT);
	assert_string_equal(setup_given(&setup, "opening"), "e2e4 e7e5");
	assert_turns("1:g1f3");
	end_game();
}

HEARD_TEST(a_position_of_another_game_begins_the_next_one)
{
	hear(LINES(READY, "> position startpos\n", "> go movetime 10\n", "< bestmove e2e4\n",
		   "> position startpos moves e2e4 e7e5\n"));
	assert_false(renewed);
	say_line("> position startpos moves d2d4 d7d5\n");
	assert_true(renewed);
	say_line("> position startpos moves e2e4 e7e5 g1f3\n"); /* it is not the engine's turn there */
	assert_true(renewed);
	say_line("> ucinewgame\n");
	assert_true(renewed);
	end_game();
}

HEARD_TEST(a_fen_is_the_same_in_any_spelling)
{
	hear(LINES(READY, "> position fen 4k3/8/8/8/8/8/4P3/4K3 w - -\n", "> go movetime 10\n",
		   "< bestmove e2e4\n", "> position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7\n"));
	assert_false(renewed);
	say_line("> go movetime 10\n");
	assert_turns("1:e2e4 2:e8e7");
	end_game();
}

HEARD_TEST(an_illegal_move_is_remarked_and_is_the_verdict_when_the_judge_ends_the_game)
{
	hear(LINES(READY, "> position startpos\n", "> go movetime 10\n", "< bestmove e2e5\n", "> quit\n"));
	assert_true(was_remarked("answered bestmove \"e2e5\", which is not legal"));
	assert_false(match()->over);
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_ILLEGAL);
	assert_int_equal(match()->verdict.blame, SEAT_1);
	assert_int_equal(match()->verdict.winner, SEAT_2);
}

HEARD_TEST(a_late_move_is_remarked_and_forgotten_if_the_judge_goes_on)
{
	hear(LINES(READY, "> position startpos\n", "> go movetime 10\n"));
	now += (int64_t)10 * NS_PER_S;
	say_line("< bestmove e2e4\n");
	assert_true(was_remarked("made no move within"));
	say_line("> position startpos moves e2e4 e7e5\n");
	say_line("> go movetime 10\n");
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_INTERRUPTED);
	assert_turns("1:e2e4 2:e7e5");
}

HEARD_TEST(an_agent_that_crashes_while_it_is_asked_is_to_blame)
{
	hear(LINES(READY, "> position startpos\n", "> go movetime 1000\n"));
	now += NS_PER_MS;
	judge_exited(judge, now, AGENT, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	keep_effects();
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_CRASH);
	assert_int_equal(match()->verdict.blame, SEAT_1);
}

HEARD_TEST(an_engine_that_ponders_is_followed_too)
{
	hear(LINES(READY, "> position startpos\n", "> go movetime 10\n", "< bestmove e2e4 ponder e7e5\n",
		   "> position startpos moves e2e4 e7e5\n", "> go ponder movetime 10\n", "> ponderhit\n",
		   "< bestmove g1f3 ponder b8c6\n", "> position startpos moves e2e4 e7e5 g1f3 b8c6\n",
		   "> go ponder movetime 10\n", "> stop\n", "< bestmove f1b5\n",
		   "> position startpos moves e2e4 e7e5 g1f3 d7d6\n", "> go movetime 10\n",
		   "< bestmove d2d4\n"));
	assert_turns("1:e2e4 2:e7e5 1:g1f3 2:d7d6 1:d2d4");
	assert_int_equal(judge_faults(judge, AGENT), 0);
	end_game();
}

static void person(struct request request)
{
	now += NS_PER_MS;
	assert_null(judge_request(judge, now, &request));
	keep_effects();
}

static unsigned flags_of(const char *words)
{
	for (int i = count - 1; i >= 0; i--)
		if (strcmp(kept[i].bytes, words) == 0)
			return kept[i].flags & (MESSAGE_EDITED | MESSAGE_WITHHELD | MESSAGE_CHANGED);
	return MESSAGE_UNSENT;
}

HEARD_TEST(a_person_holds_and_changes_what_both_say)
{
	const struct request step = {.kind = REQUEST_STEP}, go = {.kind = REQUEST_GO};

	hear(LINES(READY, "> position startpos\n"));
	person((struct request){.kind = REQUEST_PAUSE});
	say_line("> go movetime 1000\n");
	assert_int_equal(judge_held(judge, 0)->direction, TO_AGENT);
	assert_false(judge_seat(judge, AGENT).thinks);
	person((struct request){.kind = REQUEST_EDIT, .text = "go movetime 500"});
	person(step);
	assert_true(judge_seat(judge, AGENT).thinks);
	now += (int64_t)60 * NS_PER_S;
	say_line("< bestmove e2e4\n");
	assert_turns("");
	person((struct request){.kind = REQUEST_EDIT, .text = "bestmove d2d4"});
	person(step);
	assert_turns("1:d2d4");
	person((struct request){.kind = REQUEST_SEND, .seat = AGENT, .text = "isready"});
	say_line("> stop\n");
	person((struct request){.kind = REQUEST_DROP});
	person(go);
	say_line("> position startpos moves d2d4 e7e5\n");
	say_line("> go movetime 1000\n");
	assert_turns("1:d2d4 2:e7e5");
	assert_int_equal(flags_of("go movetime 500\n"), MESSAGE_EDITED);
	assert_int_equal(flags_of("bestmove e2e4\n"), MESSAGE_WITHHELD | MESSAGE_CHANGED);
	assert_int_equal(flags_of("isready\n"), MESSAGE_EDITED);
	assert_int_equal(flags_of("stop\n"), MESSAGE_WITHHELD);
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_INTERRUPTED); /* nobody was late in the pause */
	assert_int_equal(match()->verdict.blame, SEAT_NONE);
	assert_non_null(
		strstr(match()->verdict.detail, "a person held messages, while that judge's clock ran"));
}

static void hear_gomocup(const char *const *lines)
{
	setup.system = "gomocup";
	hear(lines);
}

/* As polyglot does.  */
HEARD_TEST(a_judge_may_stop_a_ponder_search_and_ask_at_once)
{
	hear(LINES(READY, "> position startpos\n", "> go movetime 10\n", "< bestmove e2e4 ponder e7e5\n",
		   "> position startpos moves e2e4 e7e5\n", "> go ponder movetime 10\n", "> stop\n",
		   "> position startpos moves e2e4 c7c5\n", "> go movetime 10\n",
		   "< bestmove g1f3 ponder b8c6\n", "< bestmove d2d4 ponder c5d4\n",
		   "> position startpos moves e2e4 c7c5 d2d4 c5d4\n", "> go ponder movetime 10\n"));
	assert_false(renewed);
	assert_turns("1:e2e4 2:c7c5 1:d2d4");
	assert_int_equal(judge_faults(judge, AGENT), 0);
	end_game();
}

HEARD_TEST(a_game_of_gomoku_is_followed_by_its_turns)
{
	hear_gomocup(LINES("> START 15\r\n", "< OK\r\n", "> INFO rule 1\r\n", "> INFO timeout_turn 1000\r\n",
			   "> BEGIN\r\n", "< 7,7\r\n", "> TURN 8,8\r\n", "< MESSAGE hm\r\n", "< 7,8\r\n"));
	assert_int_equal(setup.first, AGENT);
	assert_string_equal(setup_given(&setup, "rule"), "standard");
	assert_turns("1:7,7 2:8,8 1:7,8");
	say_line("> RESTART\r\n");
	assert_true(renewed);
	end_game();
}

HEARD_TEST(a_board_tells_an_opening_or_what_was_played_since)
{
	hear_gomocup(LINES("> START 20\r\n", "< OK\r\n", "> BOARD\r\n", "> 1,1,2\r\n", "> 2,2,1\r\n",
			   "> 3,3,2\r\n", "> DONE\r\n", "< 4,4\r\n", "> BOARD\r\n", "> 1,1,2\r\n",
			   "> 2,2,1\r\n", "> 3,3,2\r\n", "> 4,4,1\r\n", "> 5,6,2\r\n", "> DONE\r\n",
			   "< 9,9\r\n"));
	assert_int_equal(setup.first, OTHER);
	assert_turns("2:3,3 1:4,4 2:5,6 1:9,9");
	assert_int_equal(judge_faults(judge, AGENT), 0);
	end_game();
}

HEARD_TEST(a_stone_that_is_taken_back_leaves_a_branch)
{
	hear_gomocup(LINES("> START 15\r\n", "< OK\r\n", "> BEGIN\r\n", "< 7,7\r\n", "> TURN 8,8\r\n",
			   "< 7,8\r\n", "> TAKEBACK 7,8\r\n", "< OK\r\n", "> TAKEBACK 8,8\r\n", "< OK\r\n",
			   "> TURN 9,9\r\n", "< 6,6\r\n"));
	assert_turns("1:7,7 2:9,9 1:6,6");
	end_game();
}

HEARD_TEST(a_square_that_is_taken_is_remarked)
{
	hear_gomocup(LINES("> START 15\r\n", "< OK\r\n", "> TURN 7,7\r\n", "< 7,7\r\n"));
	assert_int_equal(setup.first, OTHER);
	assert_true(was_remarked("already taken"));
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_ILLEGAL);
}

static bool is_told(enum event_kind kind, const char *word)
{
	for (int i = 0; i < count; i++)
		if (kept[i].direction == EVENT && kept[i].event.kind == kind &&
		    strcmp(kept[i].event.word, word) == 0)
			return true;
	return false;
}

static void hear_qchess(const char *const *lines)
{
	setup.system = "qchess";
	setup_set_turn_limit(&setup, AGENT, NS_PER_S);
	hear(lines);
}

HEARD_TEST(chance_in_quantum_chess_is_what_the_judge_says)
{
	hear_qchess(LINES("> white\n", "> SELECTION?\n", "< 4 6\n", "> 4 6 1 knight\n", "> MOVE?\n",
			  "< 5 4 \n", "> 4 6 -> 5 4\n", "> 4 1 1 rook\n", "> 3 1 0 pawn\n", "> 3 1 -> 3 2\n",
			  "> SELECTION?\n", "< 5 4\n", "> 5 4 1 knight\n"));
	assert_int_equal(setup.first, AGENT);
	assert_turns("1:4 6 1 knight 1:4 6 -> 5 4 2:4 1 1 rook");
	assert_int_equal(kept[2].channel, CHANNEL_COMMAND);
	assert_int_equal(kept[4].channel, CHANNEL_INPUT);
	assert_true(
		is_told(EVENT_NOTICE, "misfit")); /* a rook on 4 1 can go nowhere, so the turn has passed */
	end_game();
}

HEARD_TEST(an_answer_ends_the_clock_and_not_what_the_judge_makes_of_it)
{
	hear_qchess(LINES("> black\n", "> 4 6 0 pawn\n", "> 4 6 -> 4 4\n", "> SELECTION?\n", "< 4 1\n"));
	now += (int64_t)10 * NS_PER_S;
	say_line("> 4 1 0 pawn\n");
	assert_int_equal(setup.first, OTHER);
	assert_turns("2:4 6 0 pawn 2:4 6 -> 4 4 1:4 1 0 pawn");
	assert_string_equal(judge_turn(judge, 3)->answered, "4 1");
	assert_int_equal(judge_turn(judge, 3)->think_ns, NS_PER_MS);
	assert_false(was_remarked("within"));
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_INTERRUPTED);
}

HEARD_TEST(a_square_that_the_selected_piece_does_not_reach_is_remarked)
{
	hear_qchess(LINES("> white\n", "> SELECTION?\n", "< 4 6\n", "> 4 6 0 pawn\n", "> MOVE?\n", "< 4 3\n",
			  "> QUIT white ILLEGAL\n"));
	assert_true(was_remarked("which cannot be reached by the pawn on 4 6: it can go to 4 4 or 4 5"));
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_ILLEGAL);
	assert_int_equal(match()->verdict.blame, AGENT);
}

HEARD_TEST(a_bad_line_and_a_response_to_an_update_are_told)
{
	hear_qchess(LINES("> white\n", "> SELECTION?\n", "< 4 6\n", "> 4 6 0 pawn\n", "< OK\n", "> MOVE?\n",
			  "< e4\n", "> QUIT\n", "< bye\n"));
	assert_true(is_told(EVENT_FAULT, "answers-update"));
	assert_int_equal(judge_faults(judge, AGENT), 1);
	assert_true(was_remarked("answered MOVE? with \"e4\": expected two numbers"));
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_PROTOCOL);
}

HEARD_TEST(quit_ends_a_game_of_quantum_chess_and_says_what_was_not_answered)
{
	hear_qchess(LINES("> white\n", "> SELECTION?\n"));
	now += 2 * (int64_t)NS_PER_MS;
	say_line("> QUIT white TIMEOUT\n");
	assert_non_null(strstr(match()->verdict.detail, "seat 1 (mine) had not answered for 0.003 s"));
	judge_exited(judge, now, AGENT, (struct ending){.signalled = true, .code = 9, .signal = "SIGKILL"});
	keep_effects();
	assert_replayed();
}

HEARD_TEST(an_agent_that_dies_between_its_turns_is_to_blame)
{
	hear_qchess(LINES("> white\n", "> SELECTION?\n", "< 4 6\n"));
	judge_exited(judge, now, AGENT, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	keep_effects();
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_CRASH);
}

HEARD_TEST(a_board_is_told_before_the_game)
{
	hear_qchess(LINES("> black\n", "> BOARD\n", "> white king ['king', 'king']at 3,7\n",
			  "> black king ['king', 'king']at 3,0\n",
			  "> white unknown ['pawn', 'unknown']at 2,1\n", "> \n", "> END BOARD\n",
			  "> SELECTION?\n", "< 3 0\n", "> 3 0 1 king\n", "> MOVE?\n", "< 2 1\n",
			  "> 3 0 -> 2 1\n"));
	assert_turns("1:3 0 1 king 1:3 0 -> 2 1");
	assert_string_equal(match()->verdict.reason, "bare-kings");
	say_line("> white\n");
	assert_true(renewed);
	end_game();
}

static void hear_lmc(const char *const *lines)
{
	setup.system = "lmc";
	hear(lines);
}

#define ROSHAMBO                                                                                             \
	"< @info name Mine\n", "> # ready\n", "> @command new\n", "> @command symbol rock\n",                \
		"> @command symbol paper\n", "> @command symbol scissors\n"

HEARD_TEST(a_game_of_symbols_has_the_moves_and_scores_that_its_player_was_told)
{
	hear_lmc(LINES(ROSHAMBO, "> @command play\n", "< @output rock\n", "> @input paper\n", "> @score -1\n",
		       "> @command play\n", "> @command play\n"));
	say_line("< scissors\n");
	say_line("> rock\n");
	say_line("> score 0.5\n");
	assert_string_equal(match()->setup.seat[SEAT_1].name, "Mine");
	assert_turns("1:rock 2:paper 1:scissors 2:rock");
	assert_true(match()->sum[SEAT_1] == -0.5 && match()->sum[SEAT_2] == 0);
	assert_int_equal(judge_faults(judge, AGENT), 0);
	say_line("> @command new\n");
	assert_true(renewed);
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_INTERRUPTED);
}

HEARD_TEST(a_player_may_be_told_several_moves_or_plays_in_a_row)
{
	hear_lmc(LINES(ROSHAMBO, "> @input rock\n", "> @input paper\n", "> @command play\n",
		       "< @output rock\n", "> @command play\n", "< @output rock\n", "> @score 1\n",
		       "> @command exit\n", "< @info exit\n"));
	assert_turns("2:rock 2:paper 1:rock 1:rock");
	assert_int_equal(judge_faults(judge, AGENT), 0);
	end_game();
}

HEARD_TEST(an_output_without_play_is_a_fault_and_no_move)
{
	hear_lmc(LINES(ROSHAMBO, "> @command play\n", "< @output rock\n", "< @output paper\n",
		       "> @input rock\n", "> @score 0\n", "> @command play\n", "< @output scissors\n"));
	assert_turns("1:rock 2:rock 1:scissors");
	assert_true(is_told(EVENT_FAULT, "unasked-output"));
	end_game();
}

HEARD_TEST(an_unknown_symbol_is_remarked_and_forgotten_if_the_judge_plays_on)
{
	hear_lmc(LINES(ROSHAMBO, "> @command play\n", "< @output lizard\n"));
	assert_true(was_remarked("\"lizard\", which is not a symbol"));
	say_line("> @score -1\n");
	say_line("> @command play\n");
	say_line("< @output rock\n");
	assert_turns("1:rock");
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_INTERRUPTED);
}

HEARD_TEST(an_unknown_symbol_is_the_verdict_when_the_judge_ends_the_game)
{
	hear_lmc(LINES(ROSHAMBO, "> @command play\n", "< @output lizard\n", "> @command exit\n"));
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_ILLEGAL);
	assert_int_equal(match()->verdict.blame, AGENT);
}

HEARD_TEST(no_symbol_is_unknown_where_symbols_came_late_or_cannot_be_read)
{
	hear_lmc(LINES(ROSHAMBO, "> @command play\n", "< rock\n", "> @command symbol well\n",
		       "> @command play\n", "< well\n"));
	assert_turns("1:rock 1:well");
	end_game();
}

HEARD_TEST(a_score_that_is_none_is_not_added)
{
	hear_lmc(LINES("< name\n", "> @command symbol a\n", "> @command play\n", "< a\n", "> @score 7\n",
		       "> @score 1\n"));
	assert_true(match()->sum[AGENT] == 1);
	assert_turns("1:a");
	assert_true(is_told(EVENT_FAULT, "before-name"));
	end_game();
}

HEARD_TEST(a_player_that_is_told_to_exit_in_its_turn_had_not_answered_and_may_be_killed)
{
	hear_lmc(LINES(ROSHAMBO, "> @command play\n"));
	now += 2 * (int64_t)NS_PER_S - NS_PER_MS;
	say_line("> @command exit\n");
	assert_string_equal(match()->verdict.reason, REASON_INTERRUPTED);
	assert_non_null(strstr(match()->verdict.detail, "seat 1 (Mine) had not answered for 2.000 s"));
	judge_exited(judge, now, AGENT, (struct ending){.signalled = true, .code = 9, .signal = "SIGKILL"});
	keep_effects();
	assert_replayed();
}

HEARD_TEST(a_player_that_crashes_when_nobody_asks_it_is_to_blame)
{
	hear_lmc(LINES(ROSHAMBO, "> @command play\n", "< rock\n"));
	judge_exited(judge, now, AGENT, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	keep_effects();
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_CRASH);
	assert_int_equal(match()->verdict.blame, AGENT);
}

static void ended_unasked(const char *signal)
{
	hear_lmc(LINES(ROSHAMBO, "> @command play\n", "< rock\n"));
	judge_exited(judge, now, AGENT, (struct ending){.signalled = true, .signal = signal});
	keep_effects();
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_INTERRUPTED);
	assert_non_null(strstr(match()->verdict.detail, signal));
	assert_int_equal(match()->verdict.blame, SEAT_NONE);
}

HEARD_TEST(a_player_that_its_judge_may_have_killed_is_named_and_not_blamed)
{
	ended_unasked("SIGTERM");
}

HEARD_TEST(a_player_whose_judge_has_closed_its_output_is_named_and_not_blamed)
{
	ended_unasked("SIGPIPE");
}

HEARD_TEST(a_player_that_leaves_while_it_is_asked_is_to_blame)
{
	hear_lmc(LINES(ROSHAMBO, "> @command play\n", "< @info exit\n"));
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_EXIT);
	assert_int_equal(match()->verdict.blame, AGENT);
}

static void hear_lmc2(const char *const *lines)
{
	setup.system = "lmc2";
	hear(lines);
}

#define LETTERS                                                                                              \
	"< @info name Mine\n", "> # ready\n", "> @command new\n", "> @command symbol a\n",                   \
		"> @command symbol b\n"

HEARD_TEST(a_game_of_words_has_the_answers_and_scores_of_its_player)
{
	hear_lmc2(LINES(LETTERS, "> @input a b\n", "> @command play\n", "< @output a  b\n", "> @score 1\n",
			"> @hint a b\n", "> score 1\n", "> @command play\n", "< b c\n", "> @score -0.5\n"));
	assert_turns("1:a b 1:b c");
	assert_true(match()->sum[AGENT] == 0.5);
	assert_true(is_told(EVENT_FAULT, "more-blanks") && !is_told(EVENT_FAULT, "strange-word"));
	say_line("> @command new\n");
	assert_true(renewed);
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_INTERRUPTED);
}

HEARD_TEST(a_word_is_strange_only_to_who_knows_which_words_the_game_has)
{
	setup.system = "lmc2";
	assert_null(setup_set(&setup, "words", "symbols"));
	hear_lmc2(LINES(LETTERS, "> @command play\n", "< c\n", "> @command play\n", "< a\n"));
	assert_true(is_told(EVENT_FAULT, "strange-word"));
	assert_turns("1:a");
	end_game();
}

HEARD_TEST(an_answer_without_words_or_without_play_is_a_fault_there_too)
{
	hear_lmc2(LINES(LETTERS, "< a\n", "> @command play\n", "< @output\n", "> @command exit\n"));
	assert_true(is_told(EVENT_FAULT, "unasked-output") && is_told(EVENT_FAULT, "empty-output"));
	assert_turns("");
	assert_replayed();
}

HEARD_TEST(a_player_of_words_that_crashes_is_to_blame)
{
	hear_lmc2(LINES(LETTERS, "> @command play\n"));
	judge_exited(judge, now, AGENT, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	keep_effects();
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_CRASH);
	assert_int_equal(match()->verdict.blame, AGENT);
}

#define BYTES(...) (const char[]){__VA_ARGS__}, sizeof((const char[]){__VA_ARGS__})
enum { ASIM_END = 0x80 - 0x100, LITTLE = 0x80 - 0x100 };

/* The rules are those without conditions.  */
static void hear_asimulator(void)
{
	static const char rules[27];
	struct message message = {
		.seat = AGENT, .direction = TO_AGENT, .bytes = (char *)rules, .size = sizeof(rules)};

	setup.system = "asimulator";
	assert_true(protocol_named("asimulator")->tap->begins(&setup, &message));
	begin();
	say(false, BYTES(LITTLE));
	say(true, rules, sizeof(rules));
	say(true, BYTES(1));
	say(true, BYTES(3, 1, 0, 0));
}

HEARD_TEST(a_simulation_has_the_actions_and_the_score_that_was_told)
{
	hear_asimulator();
	say(false, BYTES(1));
	say(true, BYTES(0));
	say(false, BYTES(100, 0, 0, 0));
	say(true, BYTES(ASIM_END));
	say(true, BYTES(44, 1, 0, 0));
	assert_turns("1:Move 1:Shut_Off");
	assert_true(match()->sum[AGENT] == 300);
	assert_string_equal(match()->verdict.reason, "score");
	assert_string_equal(match()->verdict.detail, "score 300, 2 actions");
	assert_int_equal(judge_faults(judge, AGENT), 0);
	say(true, (char[27]){0}, 27);
	assert_true(renewed);
	assert_replayed();
}

HEARD_TEST(an_action_that_comes_early_is_a_fault_and_answers_the_next_percept)
{
	hear_asimulator();
	say(false, BYTES(1, 2));
	assert_turns("1:Move");
	assert_true(is_told(EVENT_FAULT, "action-out-of-turn"));
	say(true, BYTES(0));
	assert_turns("1:Move 1:Turn_Left");
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_INTERRUPTED);
}

HEARD_TEST(a_byte_that_is_no_request_is_remarked)
{
	hear_asimulator();
	say(false, BYTES(50));
	assert_true(was_remarked("sent the byte 50, which is no request"));
	end_game();
	assert_string_equal(match()->verdict.reason, REASON_PROTOCOL);
	assert_int_equal(match()->verdict.blame, AGENT);
}

HEARD_TEST(a_client_that_leaves_right_after_the_rules_declines_them)
{
	hear_asimulator();
	judge_exited(judge, now, AGENT, (struct ending){0});
	keep_effects();
	end_game();
	assert_non_null(strstr(match()->verdict.detail, "declined the rules"));
}

HEARD_TEST(what_a_client_is_told_is_cut_by_its_sizes)
{
	const struct protocol_tap *tap = protocol_named("asimulator")->tap;
	char stream[64] = {0};
	int at = 0;

	hear_asimulator();
	stream[27] = 1;
	memcpy(stream + 28, (char[]){3, 1, 0, 0, 4, ASIM_END, 9, 9, 9, 9}, 10);
	assert_int_equal(tap->frame(&setup, &at, stream, 26), 0);
	assert_int_equal(tap->frame(&setup, &at, stream, 38), 27);
	assert_int_equal(tap->frame(&setup, &at, stream + 27, 11), 1);
	assert_int_equal(tap->frame(&setup, &at, stream + 28, 3), 0);
	assert_int_equal(tap->frame(&setup, &at, stream + 28, 10), 4);
	assert_int_equal(tap->frame(&setup, &at, stream + 32, 6), 1);
	assert_int_equal(tap->frame(&setup, &at, stream + 33, 5), 1);
	assert_int_equal(tap->frame(&setup, &at, stream + 34, 3), 0);
	assert_int_equal(tap->frame(&setup, &at, stream + 34, 4), 4);
	assert_int_equal(tap->frame(&setup, &at, stream, 26), 0);
}

TEST_MAIN(NULL, NULL)
