/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* judge.c - a target of the fuzzer: bytes are a match (README.md), step by step.
 *
 * A step that the session would not make, such as bytes of a process that has left, is left out. The
 * caller keeps to judge.h as strictly as the judge must.  */
#include "fuzz_match.h"
#include "input.h"
#include "targets.h"

#include <stdlib.h>
#include <string.h>

enum {
	STEPS_MOST = 400,
	DEADLINES_MOST = 200, /* in one step */
};

static int next_seat(struct rest *rest)
{
	return (int)(next(rest) % SEATS);
}

/* 0 ns to 4 min; most bytes give a short time.  */
static int64_t next_time(struct rest *rest)
{
	unsigned byte = next(rest);

	return (int64_t)(byte & 15) * 1000 << (byte >> 4) * 3 / 2;
}

/* What a person types at the prompt: the first line of the text, without blanks around it.  */
static char *next_text(struct rest *rest)
{
	char *text = bytes_copy(rest->at, rest->size), *from = text;
	size_t size;

	text[strcspn(text, "\r\n")] = '\0';
	from += strspn(text, " \t");
	size = strlen(from);
	while (size && strchr(" \t", from[size - 1]))
		size--;
	memmove(text, from, size);
	text[size] = '\0';
	return text;
}

/* ---- time ---- */

static void time_passes(struct fuzz_match *match, int64_t ns)
{
	int64_t t = match->now + ns, due;

	for (int i = 0; i < DEADLINES_MOST && (due = judge_deadline(match->judge)) <= t; i++) {
		if (due > match->now)
			match->now = due;
		judge_time(match->judge, match->now);
		if (judge_deadline(match->judge) <= match->now)
			fuzz_fail(match, bytes_text("a limit was reached, and had no effect"));
		fuzz_settle(match);
	}
	if (judge_deadline(match->judge) > t)
		match->now = t;
}

/* ---- agents ---- */

static bool hears(const struct fuzz_match *match, int seat, enum stream stream)
{
	return match->there[seat] && !match->closed[seat][stream] &&
	       (stream == STREAM_STDERR || !match->ways.socket || match->connected[seat]);
}

static void says(struct fuzz_match *match, int seat, enum stream stream, struct rest rest)
{
	if (!rest.size || !hears(match, seat, stream))
		return;
	match->spoken[seat] = match->spoken[seat] || stream == STREAM_STDOUT;
	judge_bytes(match->judge, match->now, seat, stream, (const char *)rest.at, rest.size);
}

/* Bytes in its pipe are read before the news of its end.  */
static void empty_pipe(struct fuzz_match *match, int seat)
{
	struct bytes pipe FREED_BY(bytes_free) = match->pipe[seat];

	match->pipe[seat] = (struct bytes){0};
	says(match, seat, STREAM_STDOUT, (struct rest){(const uint8_t *)pipe.at, pipe.size});
}

static void exits(struct fuzz_match *match, int seat, unsigned how)
{
	static const struct ending endings[] = {{.code = 0},
						{.code = 1},
						{.signalled = true, .code = 11, .signal = "SIGSEGV"},
						{.signalled = true, .code = 64}};

	if (!match->there[seat])
		return;
	empty_pipe(match, seat);
	if (!match->there[seat]) /* what it said has put another process on its seat */
		return;
	match->there[seat] = false;
	judge_exited(match->judge, match->now, seat, endings[how % 4]);
}

static void closes(struct fuzz_match *match, int seat, unsigned which)
{
	enum stream stream = which % 3;

	if (!match->there[seat] || match->closed[seat][stream])
		return;
	if (stream == STREAM_STDOUT)
		empty_pipe(match, seat);
	match->closed[seat][stream] = true;
	judge_closed(match->judge, match->now, seat, stream);
}

static void connects(struct fuzz_match *match, int seat, unsigned which)
{
	if (!match->ways.socket || !match->there[seat])
		return;
	if (which % 4 == 3) {
		judge_stranger(match->judge, match->now, seat, "127.0.0.1:9 of pid 12");
	} else if (!match->connected[seat] || !match->spoken[seat]) {
		match->connected[seat] = !match->connected[seat];
		judge_connected(match->judge, match->now, seat, match->connected[seat]);
	}
}

/* ---- people and the machine ---- */

static void requests(struct fuzz_match *match, struct rest *rest)
{
	static const char *const signals[] = {"SIGTERM", "SIGUSR1", "SIGSTOP", "SIGCONT"};
	unsigned kind = next(rest) % (REQUEST_ANSWER + 1), whom = next(rest), how = next(rest);
	struct request request = {.kind = kind,
				  .seat = (int)((whom & 3) % SEATS),
				  .of_seat = whom & 4,
				  .count = how & 7,
				  .held = how >> 3 & 3,
				  .ns = next_time(rest)};
	char *text = next_text(rest), *problem;
	bool person = request.kind == REQUEST_SEAT && whom & 8;

	request.text = request.kind == REQUEST_SIGNAL ? signals[how & 3] : person ? NULL : text;
	if (match->dismissed ||
	    (!*text && (request.kind == REQUEST_PLAY || request.kind == REQUEST_OVERRIDE ||
			request.kind == REQUEST_POINT || request.kind == REQUEST_SUCCEED ||
			(request.kind == REQUEST_SEAT && !person)))) {
		free(text);
		return;
	}
	problem = judge_request(match->judge, match->now, &request);
	if (!problem && request.kind == REQUEST_SUCCEED) {
		match->there[request.seat] = true;
		memset(match->closed[request.seat], 0, sizeof(match->closed[0]));
	}
	free(problem);
	free(text);
}

static void traces(struct fuzz_match *match, int seat)
{
	if (match->there[seat])
		judge_traced(match->judge, match->now, seat, !judge_seat(match->judge, seat).traced);
}

/* Time passes, and only this look notices it. It looks at seats whose limit passes, and at those that were
   asked when the match was stopped.  */
static void looks(struct fuzz_match *match, struct rest *rest)
{
	unsigned whom;
	struct activity activity;

	match->now += next_time(rest);
	whom = next(rest);
	activity.kind = (enum activity_kind)(ACTIVITY_UNKNOWN +
					     next(rest) % (ACTIVITY_KIND_COUNT - ACTIVITY_UNKNOWN));
	activity.unread = next(rest);
	activity.cpu_ns = (int64_t)next(rest) * 1000 - 1;
	activity.threads = (int)next(rest);
	for (int s = 0; s < SEATS; s++)
		if (match->there[s] && !(whom & 1u << s) &&
		    (judge_limit_passed(match->judge, s, match->now) ||
		     (judge_stopped_ask(match->judge) && judge_seat(match->judge, s).thinks)))
			judge_activity(match->judge, match->now, s, &activity);
}

/* The judge is.  */
static void holds_up(struct fuzz_match *match, int64_t ns)
{
	int64_t from = match->now;

	match->now += ns;
	if (ns % 3 == 1)
		judge_charge(match->judge, (int)(ns / 3 % SEATS), ns / 2 + 1);
	judge_held_up(match->judge, from - ns % 20000000, from, match->now);
}

static void remarks(struct fuzz_match *match, int seat, struct rest *rest)
{
	FREED char *text = next_text(rest);
	FREED char *remark = bytes_text("a remark: %s", text);

	judge_remark(match->judge, match->now, seat, EVENT_REMARK, remark);
}

static void dismisses(struct fuzz_match *match)
{
	if (!judge_match(match->judge)->over)
		return;
	match->dismissed = true;
	judge_dismiss(match->judge, match->now);
}

void fuzz_step(struct fuzz_match *match, struct rest rest)
{
	unsigned what = next(&rest);
	int seat;

	if (what == 'o')
		looks(match, &rest);
	time_passes(match, next_time(&rest));
	switch (what) {
	case '0':
	case '1':
	case '2': says(match, (int)what - '0', STREAM_STDOUT, rest); break;
	case 'a':
	case 'b':
	case 'c': says(match, (int)what - 'a', STREAM_STDERR, rest); break;
	case 'p':
	case 'q':
	case 'r': bytes_add(&match->pipe[what - 'p'], rest.at, rest.size); break;
	case 'x':
		seat = next_seat(&rest);
		exits(match, seat, next(&rest));
		break;
	case 'z':
		seat = next_seat(&rest);
		closes(match, seat, next(&rest));
		break;
	case 'n':
		seat = next_seat(&rest);
		connects(match, seat, next(&rest));
		break;
	case 'w': requests(match, &rest); break;
	case 't': traces(match, next_seat(&rest)); break;
	case 'm':
		seat = next_seat(&rest);
		if (match->there[seat])
			judge_memory(match->judge, match->now, seat, (int64_t)next(&rest) * 10000);
		break;
	case 'f':
		seat = next_seat(&rest);
		if (match->there[seat])
			judge_folder(match->judge, match->now, seat, 1000 + next(&rest), 999);
		break;
	case 's': holds_up(match, next_time(&rest)); break;
	case 'k': remarks(match, next_seat(&rest), &rest); break;
	case 'u': judge_question_unread(match->judge, next_seat(&rest)); break;
	case 'y': judge_wake(match->judge, 1 + next(&rest)); break;
	case 'v': fuzz_replays(match, NULL); break;
	case 'g': fuzz_branch(match); break;
	case 'h': fuzz_next_game(match); break;
	case 'd': dismisses(match); break;
	default: break;
	}
	fuzz_settle(match);
}

void fuzz_judge(struct rest input)
{
	uint8_t header[FUZZ_HEADER];
	struct fuzz_match match;

	for (int i = 0; i < FUZZ_HEADER; i++)
		header[i] = (uint8_t)next(&input);
	if (!fuzz_begin(&match, header))
		return;
	for (int steps = 0; input.size && steps < STEPS_MOST; steps++)
		fuzz_step(&match, next_step(&input));
	fuzz_end(&match);
}
