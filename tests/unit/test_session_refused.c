/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_session_refused.c - what a session refuses or does not know: without a match file, in a match that is
 * read or over, for seats without a process. People play, so no process is needed.  */
#include "../temp.h"
#include "io_fixture.h"
#include "ringside/session.h"

#include <sys/stat.h>
#include <unistd.h>

struct watched {
	struct session *session;
	int told, ended;
	struct bytes problem;
};

static void was_told(void *user, const char *text, bool problem)
{
	struct watched *watched = user;

	watched->told++;
	if (problem)
		bytes_add_text(&watched->problem, text);
}

static void has_ended(void *user)
{
	((struct watched *)user)->ended++;
}

static const struct session_events watching = {.notify = was_told, .ended = has_ended};

/* Two people at a board of five.  */
static void begin(struct watched *watched, const char *record, int64_t match_limit)
{
	struct session_setup setup = {.record = record, .stay = true};
	char *problem = NULL;
	int status;

	setup_init(&setup.setup);
	setup.setup.system = "gomocup";
	setup.setup.match_limit = match_limit;
	free(setup_set(&setup.setup, "size", "5"));
	setup_seat(&setup.setup, SEAT_1, NULL, NULL);
	setup_seat(&setup.setup, SEAT_2, NULL, NULL);
	*watched = (struct watched){0};
	watched->session = session_play(loop, &setup, &watching, watched, &problem, &status);
	if (!watched->session)
		fail_msg("%s", problem);
	setup_free(&setup.setup);
	until(session_waits_for(watched->session, SEAT_1));
}

static void finish_session(struct watched *watched)
{
	session_end(watched->session);
	if (session_is_live(watched->session))
		until(watched->ended);
	session_free(watched->session);
	bytes_free(&watched->problem);
}

static void asks(struct session *session, const struct request *request, const char *expected)
{
	FREED char *problem = session_request(session, request);

	if (expected)
		assert_non_null(problem);
	else if (problem)
		fail_msg("%s", problem);
	if (expected && !strstr(problem, expected))
		fail_msg("%s", problem);
}

static void plays(struct watched *watched, int seat, const char *move)
{
	asks(watched->session, &(struct request){.kind = REQUEST_PLAY, .seat = seat, .text = move}, NULL);
}

/* Frees the problem, which must say this.  */
static void says_so(char *problem, const char *expected)
{
	if (!problem || !strstr(problem, expected))
		fail_msg("expected \"%s\", got \"%s\"", expected, problem ? problem : "");
	free(problem);
}

static const struct session_gdb no_gdb = {.columns = 80, .rows = 24};

TEST(without_a_match_file_the_past_cannot_be_shown)
{
	struct watched watched;
	struct setup setup FREED_BY(setup_free);
	bool unfinished;

	begin(&watched, NULL, 0);
	plays(&watched, SEAT_1, "0,0");
	plays(&watched, SEAT_2, "1,1");
	assert_null(session_whole_file(watched.session));
	assert_null(session_show(watched.session, -1));
	says_so(session_show(watched.session, 0), "this match is not recorded");
	says_so(session_branch(watched.session, &(struct session_branch){.turns = 1, .why = "test"}),
		"this match is not recorded, so there is nothing to go back to");
	says_so(session_save(watched.session, "/tmp/none.ringside"), "this match is not recorded");
	says_so(session_gdb(watched.session, SEAT_1, "", &no_gdb, NULL), "a person sits on seat 1");
	says_so(session_gdb(watched.session, SEAT_NONE, "", &no_gdb, NULL), "there is no game program");
	says_so(session_seat(watched.session, SEAT_NONE, "human", NULL), "nobody sits on seat 0");
	says_so(session_seat(watched.session, SEAT_1, "human", NULL), "a person sits on seat 1");
	says_so(session_seat(watched.session, SEAT_1, "sample:none", NULL), "no bundled agent");
	session_setup_at(watched.session, INT64_MAX, &setup);
	assert_int_equal(setup.match_limit, 0);
	assert_int_equal(session_faults_at(watched.session, SEAT_1, INT64_MAX, &unfinished), 0);
	assert_int_equal(session_measured(watched.session, SEAT_1).cpu_ns, -1);
	assert_int_equal(session_pid(watched.session, SEAT_1), 0);
	assert_int_equal(session_gdb_seat(watched.session), -1);
	session_gdb_type(watched.session, "x", 1);
	session_gdb_size(watched.session, 80, 24);
	session_type(watched.session, SEAT_1, "x", 1);
	session_terminal_size(watched.session, SEAT_1, 80, 24);
	says_so(session_signal(watched.session, SEAT_1, "TERM"), "a person sits on seat 1");
	finish_session(&watched);
}

TEST(takebacks_without_a_file_happen_at_once)
{
	struct watched watched;

	begin(&watched, NULL, 0);
	plays(&watched, SEAT_1, "0,0");
	plays(&watched, SEAT_2, "1,1");
	asks(watched.session, &(struct request){.kind = REQUEST_TAKEBACK, .count = 5}, "only");
	asks(watched.session, &(struct request){.kind = REQUEST_TAKEBACK, .count = 2}, NULL);
	assert_int_equal(session_match(watched.session)->turn_count, 0);
	finish_session(&watched);
}

TEST(no_turn_after_the_last_can_be_shown)
{
	struct watched watched;

	begin(&watched, "", 0);
	plays(&watched, SEAT_1, "0,0");
	says_so(session_branch(watched.session, &(struct session_branch){.turns = 2, .why = "test"}),
		"only 1 move was played");
	says_so(session_branch(watched.session, &(struct session_branch){.turns = -1, .why = "test"}),
		"only 1 move was played");
	says_so(session_branch(watched.session,
			       &(struct session_branch){
				       .turns = 0, .why = "test", .players = {[SEAT_1] = "sample:none"}}),
		"no bundled agent");
	says_so(session_show(watched.session, 7), "there is no branch 7");
	assert_null(session_show(watched.session, 0));
	finish_session(&watched);
}

TEST(nobody_takes_a_seat_after_the_match)
{
	struct watched watched;

	begin(&watched, "", 0);
	plays(&watched, SEAT_1, "0,0");
	asks(watched.session, &(struct request){.kind = REQUEST_RESIGN, .seat = SEAT_2}, NULL);
	until(session_state(watched.session) == JUDGE_OVER);
	says_so(session_seat(watched.session, SEAT_1, "human", NULL), "the match is over");
	finish_session(&watched);
}

TEST(a_match_read_from_a_file_is_shown_but_not_changed)
{
	static const int64_t limits[] = {0, 60 * SECONDS};

	for (size_t i = 0; i < 2; i++) {
		struct watched played, read = {0};
		TEMP char *path = temp_path("m.ringside");
		char *problem = NULL;
		struct stat status;
		struct setup setup FREED_BY(setup_free);

		begin(&played, path, limits[i]);
		until(stat(path, &status) == 0 && status.st_size > 0);
		read.session = session_open(loop, path, &watching, &read, &problem);
		assert_null(problem);
		assert_false(session_is_live(read.session));
		assert_int_equal(session_clock(read.session, SEAT_1).left, INT64_MAX); /* a person's */
		assert_int_equal(session_usage(read.session, SEAT_1).rss, -1);
		assert_int_equal(session_turn_time(read.session, SEAT_1), 0);
		assert_int_equal(session_faults(read.session, SEAT_1), 0);
		assert_int_equal(session_held_delay(read.session, 0), 0);
		assert_int_equal(session_pid(read.session, SEAT_1), 0);
		assert_true(session_has_terminals(read.session));
		session_setup_at(read.session, INT64_MAX, &setup);
		assert_int_equal(setup.match_limit, limits[i]);
		asks(read.session, &(struct request){.kind = REQUEST_GO}, "read from a file");
		says_so(session_seat(read.session, SEAT_1, "human", NULL), "the match is over");
		says_so(session_gdb(read.session, SEAT_1, "", &no_gdb, NULL), "there is no process to debug");
		finish_session(&played);
		session_free(read.session);
		bytes_free(&read.problem);
	}
}

static void is_given(const struct setup *setup, const char *name, const char *expected)
{
	const char *text = setup_given(setup, name);

	if (expected && text)
		assert_string_equal(text, expected);
	else
		assert_ptr_equal(text, expected);
}

static void limits_at(struct watched *watched, int64_t n, int64_t match, const char *own, const char *people)
{
	struct setup setup FREED_BY(setup_free);

	session_setup_at(watched->session, n, &setup);
	assert_int_equal(setup.match_limit, match);
	is_given(&setup, "turn-time2", own);
	is_given(&setup, "human-time", people);
}

TEST(a_limit_changed_by_a_person_stays_changed)
{
	struct watched watched;

	begin(&watched, "", 60 * SECONDS);
	plays(&watched, SEAT_1, "0,0");
	asks(watched.session, &(struct request){.kind = REQUEST_MATCH_LIMIT, .ns = 90 * SECONDS}, NULL);
	asks(watched.session,
	     &(struct request){.kind = REQUEST_TURN_LIMIT, .seat = SEAT_2, .ns = 3 * SECONDS}, NULL);
	asks(watched.session, &(struct request){.kind = REQUEST_TURN_LIMIT, .seat = 3, .ns = 1}, "no seat 3");
	asks(watched.session, &(struct request){.kind = REQUEST_HUMAN_TIME, .ns = 20 * SECONDS}, NULL);
	asks(watched.session, &(struct request){.kind = REQUEST_HUMAN_TIME, .ns = HUMAN_TIME_LIMITS}, NULL);
	asks(watched.session, &(struct request){.kind = REQUEST_HUMAN_TIME, .ns = -2}, "0 or more");
	plays(&watched, SEAT_2, "1,1");
	limits_at(&watched, INT64_MAX, 90 * SECONDS, "3s", "limits");
	limits_at(&watched, 1, 60 * SECONDS, NULL, NULL);
	finish_session(&watched);
}

TEST_MAIN(begin_loop, end_loop)
