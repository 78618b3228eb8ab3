/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* recording.c - records a session in its match file.
 *
 * Messages wait until there are many, or until somebody reads the file: rows are made after the bytes have
 * gone out, while the agents think.  Without a file nothing is kept.  */
#include "session_state.h"
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

/* Rows are written when this many messages wait.  An instant turn then costs 6 us less than with each row
 * written at once.  */
enum { ROWS_AT_ONCE = 64 };

void recording_message(struct session *session, const struct message *message)
{
	struct message *copy;

	assert(message->n > 0);
	assert(session->unrecorded_count <= session->unrecorded_room);
	if (!session->file)
		return;
	if (session->unrecorded_count == session->unrecorded_room) {
		session->unrecorded_room =
			session->unrecorded_room ? 2 * session->unrecorded_room : ROWS_AT_ONCE;
		session->unrecorded = bytes_resized(
			session->unrecorded, (size_t)session->unrecorded_room * sizeof(*session->unrecorded));
	}
	copy = &session->unrecorded[session->unrecorded_count++];
	*copy = *message;
	copy->bytes = bytes_copy(message->bytes, message->size);
}

void recording_unsent(struct session *session, int seat, int64_t from)
{
	assert(is_seat(seat));
	for (int i = session->unrecorded_count; i-- > 0 && session->unrecorded[i].n >= from;)
		if (session->unrecorded[i].seat == seat && session->unrecorded[i].direction == TO_AGENT)
			session->unrecorded[i].flags |= MESSAGE_UNSENT;
}

static void record_messages(struct session *session)
{
	assert(session->file);
	for (int i = 0; i < session->unrecorded_count; i++) {
		match_file_message(session->file, &session->unrecorded[i]);
		free(session->unrecorded[i].bytes);
	}
	session->unrecorded_count = 0;
}

/* Writes all rows that are due.  */
static void write_rows(struct session *session)
{
	assert(session->judge && session->file);
	record_messages(session);
	machine_measure_turns(session);
	while (session->turns_recorded < session->turns_measured)
		match_file_turn(session->file, judge_turn(session->judge, ++session->turns_recorded));
}

void recording_catch_up(struct session *session)
{
	if (session->file && session->judge)
		write_rows(session);
}

const struct turn *recording_older(void *user, int n)
{
	struct session *session = user;

	recording_catch_up(session);
	return session->file ? match_file_older(session->file, n) : NULL;
}

void recording_write_if_many(struct session *session)
{
	if (session->unrecorded_count >= ROWS_AT_ONCE)
		write_rows(session);
}

/* Turns that were played and taken back at once leave no rows: the judge has forgotten them already.  */
void recording_takeback(struct session *session, int turns)
{
	assert(turns >= 0);
	if (!session->file)
		return;
	write_rows(session);
	if (session->turns_recorded > turns)
		session->turns_recorded = turns;
	match_file_branch(session->file, -1, turns, 0, "moves taken back");
}

void recording_verdict(struct session *session)
{
	if (!session->file)
		return;
	write_rows(session);
	match_file_verdict(session->file, &judge_match(session->judge)->verdict);
	match_file_commit(session->file);
}

/* ---- the file ---- */

void recording_keep_problem(struct session *session, char *problem)
{
	assert(problem);
	if (session->file_problem)
		free(problem);
	else
		session->file_problem = problem;
}

/* Closes a finished file and keeps its problem.  */
static void leave(struct session *session, struct match_file *file)
{
	const char *problem = file ? match_file_problem(file) : NULL;

	if (problem)
		recording_keep_problem(session, bytes_text("%s", problem));
	match_file_close(file);
}

char *recording_path(const struct session *session, int game, char **problem)
{
	const char *record = session->setup.record;

	*problem = NULL;
	if (record && *record && session->setup.series)
		return match_file_for_game(record, game, problem);
	return bytes_text("%s", record ? record : "");
}

bool recording_begin(struct session *session, const struct setup *setup, char **problem)
{
	struct match_file *before = session->file;
	char *path;

	show_forget(session);
	session->file = NULL;
	faults_forget(session);
	if (session->setup.record) {
		path = recording_path(session, setup->game, problem);
		if (path)
			session->file = match_file_create(path, setup, problem);
		free(path);
	}
	leave(session, before); /* only now: so one file of a running series is always being written */
	return session->file || !session->setup.record;
}

void recording_withdraw(struct session *session)
{
	char *path = session->file ? bytes_text("%s", match_file_path(session->file)) : NULL;

	recording_catch_up(session);
	match_file_close(session->file);
	session->file = NULL;
	if (path && *path)
		unlink(path);
	free(path);
}

void recording_free(struct session *session)
{
	free(session->unrecorded);
}
