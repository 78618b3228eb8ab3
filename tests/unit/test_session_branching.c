/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_session_branching.c - a session tells new agents the match so far: what is refused meanwhile, what
 * comes of it, and where a match goes on from a file.
 *
 * The agent is a shell script. What a new process of it does is in a file beside it.  */
#include "../../src/record/recorder_state.h"
#include "../../src/session/session_state.h"
#include "../temp.h"
#include "io_fixture.h"
#include "ringside/session.h"

#include <unistd.h>

struct watched {
	struct session *session;
	char *script; /* the path of the agent */
	struct bytes told;
	int tellings, problems, ended;
};

static void was_told(void *user, const char *text, bool problem)
{
	struct watched *watched = user;

	watched->tellings++;
	watched->problems += problem;
	bytes_addf(&watched->told, "%s\n", text);
}

static void has_ended(void *user)
{
	((struct watched *)user)->ended++;
}

static const struct session_events watching = {.notify = was_told, .ended = has_ended};

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

/* New processes of the agent answer each @command play with these shell commands.  */
static void answers(const struct watched *watched, const char *commands)
{
	FREED char *path = bytes_text("%s.answer", watched->script);

	write_file(path, commands);
}

/* An agent on seat 1 plays roshambo against a person.  */
static void begin(struct watched *watched, const char *record)
{
	struct session_setup setup = {.record = record, .stay = true};
	char *problem = NULL, *command;
	int status;

	*watched = (struct watched){.script = temp_path("player")};
	write_file(watched->script, "answer=$(cat \"$0.answer\")\n"
				    "echo \"@info name shell\"\n"
				    "while read -r line; do\n"
				    "	case $line in\n"
				    "	\"@command play\") eval \"$answer\" ;;\n"
				    "	\"@command exit\") break ;;\n"
				    "	esac\n"
				    "done\n");
	answers(watched, "echo @output rock");
	command = bytes_text("sh %s", watched->script);
	setup_init(&setup.setup);
	setup.setup.system = "lmc";
	setup.setup.turn_limit = setup.setup.start_limit = setup.setup.hang_limit = 3 * SECONDS;
	free(setup_set(&setup.setup, "turns", "10"));
	setup_seat(&setup.setup, SEAT_1, command, NULL);
	setup_seat(&setup.setup, SEAT_2, NULL, NULL);
	watched->session = session_play(loop, &setup, &watching, watched, &problem, &status);
	if (!watched->session)
		fail_msg("%s", problem);
	setup_free(&setup.setup);
	free(command);
}

static void finish_session(struct watched *watched)
{
	session_end(watched->session);
	if (session_is_live(watched->session))
		until(watched->ended);
	session_free(watched->session);
	bytes_free(&watched->told);
	temp_remove(watched->script);
}

/* Takes the problem, which must say this; NULL: there must be none.  */
static void says_so(char *problem, const char *expected)
{
	if (!problem != !expected || (expected && !strstr(problem, expected)))
		fail_msg("expected \"%s\", not \"%s\"", expected ? expected : "", problem ? problem : "");
	free(problem);
}

static char *asks(struct watched *watched, enum request_kind kind)
{
	return session_request(watched->session, &(struct request){.kind = kind});
}

/* The person answers this many rounds, and the agent too.  */
static void play_rounds(struct watched *watched, int rounds)
{
	for (int i = 0; i < rounds; i++) {
		int wanted = session_match(watched->session)->turn_count / 2 * 2 + 2;

		until(session_waits_for(watched->session, SEAT_2));
		says_so(session_request(
				watched->session,
				&(struct request){.kind = REQUEST_PLAY, .seat = SEAT_2, .text = "paper"}),
			NULL);
		until(session_match(watched->session)->turn_count >= wanted);
	}
}

/* Goes on from the end of the second round, with a new agent.  */
static void branch_off(struct watched *watched)
{
	says_so(session_branch(watched->session,
			       &(struct session_branch){.turns = 4, .why = "test", .goes_on = true}),
		NULL);
}

static void expect_told(const struct watched *watched, const char *text)
{
	if (!says(&watched->told, text))
		fail_msg("no \"%s\" in:\n%s", text, watched->told.at ? watched->told.at : "");
}

/* An event has these words.  */
static void expect_remark(const struct watched *watched, const char *text)
{
	static const struct message_query everything = {
		.seats = 7, .channels = CHANNEL_ALL, .last = INT64_MAX};
	struct match_file *file = session_whole_file(watched->session);
	int64_t after = 0;
	struct message message;

	while (match_file_after(file, &everything, after, 1, &message) == 1) {
		if (message.direction == EVENT && strstr(message.bytes, text))
			return;
		after = message.n;
	}
	fail_msg("no event says \"%s\"", text);
}

TEST(nothing_else_changes_while_a_new_agent_is_told_the_match)
{
	static const char busy[] = "new agents are still being told the match so far";
	struct watched watched;
	char *words;

	begin(&watched, "");
	play_rounds(&watched, 2);
	assert_null(session_branching(watched.session));
	answers(&watched, ":"); /* it never answers */
	branch_off(&watched);
	assert_true(session_is_branching(watched.session));
	words = session_branching(watched.session);
	says_so(words, " of 4");
	says_so(asks(&watched, REQUEST_GO), busy);
	says_so(session_branch(watched.session, &(struct session_branch){.turns = 0, .why = "test"}), busy);
	says_so(session_seat(watched.session, SEAT_1, "human", NULL), busy);
	says_so(session_show(watched.session, 0), busy);
	says_so(asks(&watched, REQUEST_PAUSE), NULL);
	until(watched.tellings);
	assert_int_equal(watched.problems, 1);
	expect_told(&watched, "nothing was changed: ");
	expect_told(&watched, "did not answer within 3.000 s in turn");
	assert_false(session_is_branching(watched.session));
	assert_true(session_match(watched.session)->turn_count >= 4);
	says_so(asks(&watched, REQUEST_GO), NULL);
	play_rounds(&watched, 1);
	finish_session(&watched);
}

TEST(a_pause_meanwhile_holds_the_match_that_goes_on)
{
	struct watched watched;

	for (int pauses = 0; pauses < 2; pauses++) {
		begin(&watched, "");
		play_rounds(&watched, 2);
		branch_off(&watched);
		if (pauses)
			says_so(asks(&watched, REQUEST_PAUSE), NULL);
		until(!session_is_branching(watched.session));
		assert_int_equal(watched.problems, 0);
		assert_int_equal(session_state(watched.session) == JUDGE_PAUSED, pauses);
		if (pauses)
			says_so(asks(&watched, REQUEST_GO), NULL);
		play_rounds(&watched, 1);
		finish_session(&watched);
	}
}

TEST(a_different_answer_is_told_and_the_recorded_one_stands)
{
	static const struct {
		const char *answer, *remark;
	} of[] = {{"echo @output paper", "told the match so far, it answered \"@output paper\" in turn "},
		  {"printf \"@output rock\\n@output paper\\n\"",
		   "told the match so far, it said \"@output paper\" in turn "}};

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct watched watched;

		begin(&watched, "");
		play_rounds(&watched, 2);
		answers(&watched, of[i].answer);
		branch_off(&watched);
		until(!session_is_branching(watched.session));
		assert_int_equal(watched.problems, 0);
		for (int n = 1; n <= 4; n++)
			assert_string_equal(match_turn(session_match(watched.session), n)->played,
					    match_turn(session_match(watched.session), n)->seat == SEAT_1
						    ? "rock"
						    : "paper");
		expect_remark(&watched, of[i].remark);
		finish_session(&watched);
	}
}

TEST(a_new_agent_that_ends_changes_nothing)
{
	struct watched watched;

	begin(&watched, "");
	play_rounds(&watched, 2);
	answers(&watched, "exit 3");
	branch_off(&watched);
	until(watched.tellings);
	assert_int_equal(watched.problems, 1);
	expect_told(&watched, "nothing was changed: ");
	expect_told(&watched, "exited with status 3");
	assert_true(session_match(watched.session)->turn_count >= 4);
	finish_session(&watched);
}

TEST(a_successor_is_told_the_match_and_plays_on)
{
	struct watched watched;
	FREED char *command;

	begin(&watched, "");
	play_rounds(&watched, 2);
	command = bytes_text("sh %s", watched.script);
	says_so(session_seat(watched.session, SEAT_1, command, NULL), NULL);
	until(!session_is_branching(watched.session));
	assert_int_equal(watched.problems, 0);
	assert_int_equal(session_state(watched.session), JUDGE_RUNNING);
	play_rounds(&watched, 1);
	assert_true(session_match(watched.session)->turn_count >= 6);
	finish_session(&watched);
}

TEST(without_a_match_file_no_successor_can_be_told_the_match)
{
	struct watched watched;
	FREED char *command;

	begin(&watched, NULL);
	play_rounds(&watched, 1);
	command = bytes_text("sh %s", watched.script);
	says_so(session_seat(watched.session, SEAT_1, command, NULL),
		"without --record FILE a new agent cannot be told the match so far");
	finish_session(&watched);
}

/* ---- from a file ---- */

/* Two people go on from turn 1 of a match that two people have played.  */
static struct session *go_on(struct watched *watched, const char *path, int branch, int64_t limit, bool alone,
			     char **problem)
{
	struct session_setup setup = {
		.record = "", .stay = true, .from = {.path = path, .branch = branch, .turns = 1}};
	struct session *session;
	int status;

	setup_init(&setup.setup);
	setup.setup.system = "gomocup";
	setup.setup.match_limit = limit;
	free(setup_set(&setup.setup, "size", "5"));
	setup_seat(&setup.setup, SEAT_1, NULL, NULL);
	if (!alone)
		setup_seat(&setup.setup, SEAT_2, NULL, NULL);
	else
		setup.setup.seat[SEAT_2].kind = SEAT_FREE;
	if (!path)
		setup.from = (struct session_from){0};
	setup.record = path ? "" : watched->script;
	session = session_play(loop, &setup, &watching, watched, problem, &status);
	setup_free(&setup.setup);
	return session;
}

TEST(a_match_goes_on_from_a_file_or_says_why_not)
{
	struct watched watched = {.script = temp_path("m.ringside")};
	char *problem = NULL;
	FREED char *missing = bytes_text("%s.none", watched.script);

	watched.session = go_on(&watched, NULL, -1, 60 * SECONDS, false, &problem);
	assert_null(problem);
	for (int i = 0; i < 2; i++) {
		until(session_waits_for(watched.session, SEAT_1 + i));
		says_so(session_request(watched.session, &(struct request){.kind = REQUEST_PLAY,
									   .seat = SEAT_1 + i,
									   .text = i ? "1,1" : "0,0"}),
			NULL);
	}
	session_end(watched.session);
	until(watched.ended);
	session_free(watched.session);
	watched.ended = 0;

	assert_null(go_on(&watched, missing, -1, 0, false, &problem));
	says_so(problem, "there is no such file");
	assert_null(go_on(&watched, watched.script, 7, 0, false, &problem));
	says_so(problem, "there is no branch 7 (ringside open ");
	assert_null(go_on(&watched, watched.script, -1, 0, true, &problem));
	says_so(problem, "the recorded match has 2 players: give as many");

	problem = NULL;
	watched.session = go_on(&watched, watched.script, -1, 90 * SECONDS, false, &problem);
	says_so(problem, NULL);
	until(session_waits_for(watched.session, SEAT_2));
	assert_int_equal(session_match(watched.session)->turn_count, 1);
	assert_int_equal(session_match(watched.session)->setup.match_limit, 90 * SECONDS);
	finish_session(&watched);
}

TEST(a_match_that_is_over_at_once_is_written_at_once)
{
	struct watched watched;
	TEMP char *path = temp_path("short.ringside");

	begin(&watched, path);
	assert_int_equal(watched.session->recorder->handed, 0); /* no commit before the loop's first tick */
	finish_session(&watched);
}

TEST_MAIN(begin_loop, end_loop)
