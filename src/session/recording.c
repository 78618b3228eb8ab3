/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* recording.c - records a session in its match file.
 *
 * The recorder writes in a thread of its own; this file says what is recorded, and connects the session to
 * what was written.  */
#include "session_state.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How long a read waits for a commit that is going on; and a person for all that was recorded.  */
#define GLANCE   ((int64_t)20 * NS_PER_MS)
#define PATIENCE ((int64_t)1000 * NS_PER_MS)
/* When the rows that a frame lacked are asked for first; then after twice as long, up to a TICK.  */
#define SOON ((int64_t)4 * NS_PER_MS)
/* How long a finished match waits for the disk, after its last progress.  */
#define END_PATIENCE ((int64_t)2000 * NS_PER_MS)

/* ---- rows ---- */

void recording_catch_up(struct session *session)
{
	if (!session->recorder || !session->judge)
		return;
	play_measure_turns(session);
	while (session->turns_recorded < session->turns_measured)
		recorder_turn(session->recorder, judge_turn(session->judge, ++session->turns_recorded));
}

int recording_branch(struct session *session, int parent, int turns, int64_t message, const char *why)
{
	assert(session->recorder);
	if (session->file)
		match_file_forget(session->file);
	return recorder_branch(session->recorder, parent, turns, message, why);
}

void session_keep_kibitz(struct session *session, int turns, const char *name, const struct message *lines,
			 int count)
{
	struct message line = {.turn = turns, .channel = CHANNEL_UNKNOWN};

	if (!session->recorder)
		return;
	line.bytes = (char *)(uintptr_t)(name ? name : "");
	line.size = strlen(line.bytes);
	recorder_kibitz(session->recorder, &line);
	for (int i = 0; i < count; i++) {
		line = lines[i];
		line.turn = turns;
		line.n = i + 1;
		recorder_kibitz(session->recorder, &line);
	}
}

void recording_verdict(struct session *session)
{
	if (!session->recorder)
		return;
	recording_catch_up(session);
	recorder_verdict(session->recorder, &judge_match(session->judge)->verdict);
	/* A game of a series that was reported must be in its file, even if this process is killed next: the
	   series goes on after the last game that has one. No clock runs now. A slow disk is waited for once.
	 */
	session->stays = verdict_is_failure(&judge_match(session->judge)->verdict);
	if (session->setup.series && (session->stays || !session->setup.faults_alone))
		session->disk_is_slow =
			!recorder_settle(session->recorder, session->disk_is_slow ? 0 : PATIENCE);
}

/* ---- reading ---- */

static void let_go(struct session *session)
{
	if (session->frame == FRAME_WHOLE || session->frame == FRAME_BEHIND)
		recorder_reader_lets_go(session->file);
	session->frame = FRAME_NONE;
}

bool session_is_recorded(const struct session *session)
{
	return session->recorder || session->file;
}

bool session_is_kept(const struct session *session)
{
	return session->setup.kept;
}

/* Opens the connection if there is none. The one of the game before is closed after that, so that both never
 * have the same address.  */
static void open_reader(struct session *session)
{
	if (session->file || !session->recorder || !(session->file = recorder_reader(session->recorder)))
		return;
	match_file_close(session->file_before);
	session->file_before = NULL;
}

static bool is_hidden(const void *user, const struct message *message)
{
	const struct session *session = user;

	return session->judge && judge_hides(session->judge, message);
}

/* What is hidden changes when a person comes to move, leaves the seat, or the game ends.  */
static void veil(struct session *session)
{
	int from = session_hides_from(session);

	if (!session->file || (session->veiled == session->file && session->veiled_from == from))
		return;
	if (from != SEAT_NONE || session->veiled == session->file)
		match_file_hide(session->file, from == SEAT_NONE ? NULL : is_hidden, session);
	session->veiled = session->file;
	session->veiled_from = from;
}

struct match_file *session_file(struct session *session)
{
	open_reader(session);
	veil(session);
	if (session->file && session->recorder && session->frame == FRAME_NONE)
		recorder_reader_waits(session->file, GLANCE);
	return session->file;
}

struct match_file *session_whole_file(struct session *session)
{
	free(recording_settle(session));
	return session_file(session);
}

char *recording_settle(struct session *session)
{
	bool settled;

	if (!session->recorder)
		return NULL;
	let_go(session);
	recording_catch_up(session);
	recorder_insist(session->recorder);
	settled = recorder_settle(session->recorder, PATIENCE);
	if (settled && session_file(session))
		return NULL;
	return bytes_text("the match file cannot be read now, because the disk is slow or full: try again "
			  "later");
}

const struct turn *recording_older(void *user, int n)
{
	struct match_file *file = session_file(user);

	return file ? match_file_older(file, n) : NULL;
}

/* ---- frames ---- */

/* Reports a change when the rows that the last frame lacked are in the file: nothing else may happen.  */
static void report_missing(void *user, int events UNUSED)
{
	struct session *session = user;

	if (!session->missing || !session->recorder)
		return;
	if (recorder_reached(session->recorder, session->missing)) {
		session->missing = 0;
		session_changed(session);
		return;
	}
	session->missing_after = session->missing_after < TICK / 2 ? session->missing_after * 2 : TICK;
	loop_at(session->missing_timer, loop_now() + session->missing_after);
}

enum session_frame session_begin_frame(struct session *session)
{
	let_go(session);
	if (!session->recorder)
		return FRAME_WHOLE;
	open_reader(session);
	recording_catch_up(session);
	if (!session->wanted)
		session->wanted = recorder_mark(session->recorder);
	session->frame = !session->file || !recorder_reader_holds(session->file) ? FRAME_BUSY
			 : recorder_reached(session->recorder, session->wanted)  ? FRAME_WHOLE
										 : FRAME_BEHIND;
	return session->frame;
}

void session_end_frame(struct session *session, bool drawn)
{
	enum session_frame frame = session->frame;

	if (!session->recorder || frame == FRAME_NONE)
		return;
	if (drawn) {
		session->wanted = 0;
		session->missing = recorder_mark(session->recorder);
		if (frame != FRAME_BUSY && recorder_reached(session->recorder, session->missing))
			session->missing = 0;
	}
	let_go(session); /* last: what is there by then was there in the frame */
	if (!drawn || !session->missing)
		return;
	if (!session->missing_timer)
		session->missing_timer = loop_timer(session->loop, LOOP_LATER, report_missing, session);
	session->missing_after = SOON;
	loop_at(session->missing_timer, loop_now() + SOON);
}

/* ---- what there is to say ---- */

static void add_news(struct session *session, char *news)
{
	session->news =
		bytes_resized(session->news, ((size_t)session->news_count + 1) * sizeof(*session->news));
	session->news[session->news_count++] = news;
}

void recording_keep_problem(struct session *session, char *problem)
{
	assert(problem);
	if (!session->file_problem)
		session->file_problem = bytes_text("%s", problem);
	add_news(session, problem);
}

char *session_file_news(struct session *session)
{
	char *news = session->news_count ? session->news[0] : NULL;

	if (!news)
		return NULL;
	session->news_count--;
	for (int i = 0; i < session->news_count; i++)
		session->news[i] = session->news[i + 1];
	return news;
}

/* Frees the recorders whose files are complete, or were given up. Waits for all of them if it may.  */
static void free_ended(struct session *session, bool may_wait)
{
	int kept = 0;

	for (int i = 0; i < session->ended_count; i++) {
		struct recorder *recorder = session->ended_recorders[i];
		char *problem;

		if (!recorder_is_done(recorder, END_PATIENCE, may_wait, &problem)) {
			session->ended_recorders[kept++] = recorder;
			continue;
		}
		session->not_recorded += problem != NULL;
		if (problem)
			recording_keep_problem(session, problem);
		recorder_free(recorder);
	}
	session->ended_count = kept;
}

void recording_tick(struct session *session)
{
	char *news;

	recording_catch_up(session);
	if (session->recorder) {
		recorder_commit(session->recorder);
		if ((news = recorder_news(session->recorder)))
			add_news(session, news);
	}
	free_ended(session, false);
	while (session->events.notify && (news = session_file_news(session))) {
		session->events.notify(session->user, news, true);
		free(news);
	}
}

/* ---- the file ---- */

void recording_withdraw(struct session *session)
{
	recorder_withdraw(session->recorder);
	session->recorder = NULL;
}

/* No more is written to the file of this game.  */
static void end_file(struct session *session)
{
	if (!session->recorder)
		return;
	if (session->setup.faults_alone && !session->stays) {
		recording_withdraw(session);
		return;
	}
	recorder_end(session->recorder);
	session->ended_recorders = bytes_resized(
		session->ended_recorders, ((size_t)session->ended_count + 1) * sizeof(struct recorder *));
	session->ended_recorders[session->ended_count++] = session->recorder;
	session->recorder = NULL;
}

char *recording_path(const struct session *session, int game, char **problem)
{
	const char *record = session->setup.record;

	*problem = NULL;
	if (record && *record && session->setup.series)
		return match_file_for_game(record, game, problem);
	return bytes_text("%s", record ? record : "");
}

char *session_path(const struct session *session)
{
	const char *record = session->setup.record;

	if (!record || !*record)
		return NULL;
	return session->setup.series ? match_file_of_game(record, session_played(session)->setup.game)
				     : bytes_text("%s", record);
}

bool recording_begin(struct session *session, const struct setup *setup, char **problem)
{
	struct recorder *before = session->recorder;
	char *path;

	let_go(session);
	session->wanted = session->missing = 0;
	memset(session->newest_stderr, 0, sizeof(session->newest_stderr));
	show_forget(session);
	if (session->file) {
		match_file_close(session->file_before);
		session->file_before = session->file;
	}
	session->file = NULL;
	faults_forget(session);
	session->recorder = NULL;
	if (session->setup.record) {
		path = recording_path(session, setup->game, problem);
		if (path)
			session->recorder = recorder_new(path, setup, problem);
		if (session->recorder && session->setup.faults_alone)
			recorder_hold(session->recorder);
		free(path);
		session->not_recorded += !session->recorder;
	}
	if (before) { /* only now: so one file of a running series is always being written */
		struct recorder *now = session->recorder;

		session->recorder = before;
		end_file(session);
		session->recorder = now;
	}
	session->stays = false;
	return session->recorder || !session->setup.record;
}

/* Takes over the recorder, and reads its file. NULL, or a problem.  */
static char *take_recorder(struct session *session, struct recorder *recorder)
{
	struct match_file *before = session->file;

	let_go(session);
	session->wanted = session->missing = 0;
	session->recorder = recorder;
	session->file = recorder_reader(recorder);
	if (session->file) {
		match_file_close(session->file_before);
		session->file_before = before;
		return NULL;
	}
	session->file = before;
	session->recorder = NULL;
	recorder_free(recorder);
	return bytes_text("the match file cannot be read");
}

char *recording_copy(struct session *session, struct match_file *file, const char *path)
{
	char *problem = NULL;
	struct recorder *recorder = recorder_copy(file, path, &problem);

	return recorder ? take_recorder(session, recorder) : problem;
}

/* Takes over a recorder that writes the match that is read, and reads the match from its file. Else leaves
 * all as it was, and removes a copy.  NULL, or why not.  */
static char *go_on_in(struct session *session, struct recorder *recorder, bool copy)
{
	int shown = session_shown(session);
	char *problem = take_recorder(session, recorder);

	if (problem)
		return problem;
	match_file_show(session->file, shown);
	if (follow_read(session)) /* the words of the old match belong to the other file */
		return NULL;
	problem = bytes_text("%s", match_file_problem(session->file));
	match_file_close(session->file);
	session->file = session->file_before;
	session->file_before = NULL;
	if (copy)
		recording_withdraw(session);
	end_file(session);
	free_ended(session, true);
	return problem;
}

char *recording_append(struct session *session)
{
	char *problem = NULL;
	struct recorder *recorder = recorder_append(match_file_path(session->file), &problem);

	return recorder ? go_on_in(session, recorder, false) : problem;
}

/* The first of m+1.ringside, m+2.ringside and so on that is not there, beside m.ringside. NULL: no file can
 * be made there. The caller frees.  */
static char *path_beside(const char *path)
{
	static const char ending[] = ".ringside";
	const char *slash = strrchr(path, '/');
	size_t size = strlen(path), end = strlen(ending);
	FREED char *folder = slash ? bytes_copy(path, (size_t)(slash + 1 - path)) : bytes_text("%s", ".");
	char *beside = NULL;

	if (size > end && strcmp(path + size - end, ending) == 0)
		size -= end;
	for (int i = 1; access(folder, W_OK) == 0 && i > 0; i++) {
		free(beside);
		beside = bytes_text("%.*s+%d%s", (int)size, path, i, ending);
		if (access(beside, F_OK) != 0)
			break;
	}
	return beside;
}

char *recording_explore(struct session *session)
{
	FREED char *path = path_beside(match_file_path(session->file));
	char *problem = NULL;
	struct recorder *recorder = recorder_copy(session->file, path ? path : "", &problem);

	return recorder ? go_on_in(session, recorder, true) : problem;
}

void recording_finish(struct session *session)
{
	recording_catch_up(session);
	let_go(session);
	end_file(session);
	free_ended(session, true);
}

bool session_end_recording(struct session *session)
{
	recording_catch_up(session);
	end_file(session);
	free_ended(session, false);
	return !session->ended_count;
}

int session_not_recorded(struct session *session)
{
	recording_finish(session);
	return session->not_recorded;
}
