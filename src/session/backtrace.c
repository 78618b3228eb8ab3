/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* backtrace.c - has the backtraces of agents that crash or are late.
 *
 * A process of ringside's own for each agent traces it (agent_trace()).  It tells when a process of the agent
 * is about to be ended by a signal.  The agent's clock stands from then on: gdb takes its time.  The process
 * stands until the match goes on.  After a verdict by time the process is looked at before the result is
 * told.  This trace does not count as a debugger's: it makes no move untimed.  */
#include "branching.h"

#include "ringside/trace.h"
#include "ringside/words.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For the look at a late agent.  The tracer gives gdb 20 s, but an agent may have stopped the tracer.  */
#define LOOKS_WITHIN ((int64_t)30 * NS_PER_S)

struct tracer {
	struct player *player;
	struct agent *program;
	struct bytes said;
	pid_t process;      /* that is about to end ... */
	const char *signal; /* ... by this signal; NULL: none is */
	bool has_crashed;   /* a process of it */
	bool told;          /* its backtrace was told */
	bool looks;         /* a look at a process that lives was asked for ... */
	bool asked;         /* ... by a person or a script */
	bool once;          /* it was started for this look alone, and ends after it */
	struct watch *late; /* rings when the look has taken too long; NULL: none was asked for */
};

/* NULL is fine.  */
static bool is_seated(const struct player *player)
{
	return player && player->session->player[player->seat] == player;
}

static void say(struct tracer *tracer, const char *word, pid_t process)
{
	char *line = process ? bytes_text("%s %d\n", word, (int)process) : bytes_text("%s\n", word);

	agent_write(tracer->program, line, strlen(line));
	free(line);
}

static void note_none(struct player *player, const char *why)
{
	struct session *session = player->session;
	char *text;

	if (!is_seated(player)) {
		free(player->untraced);
		player->untraced = bytes_text("%s", why);
		return;
	}
	text = bytes_text("no backtrace: %s", why);
	judge_remark(session->judge, stall_now(session), player->seat, EVENT_REMARK, text);
	free(text);
}

/* Tells who asked for a backtrace, or notes why there is none.  */
static void tell_none(struct tracer *tracer, const char *why)
{
	bool asked = tracer->asked;

	tracer->asked = false;
	tracer->looks = tracer->once;
	if (asked)
		branching_tell(tracer->player->session, bytes_text("no backtrace: %s", why), true);
	else
		note_none(tracer->player, why);
}

/* ---- what the tracer tells ---- */

static void take_crash(struct tracer *tracer, const char *line)
{
	char *end;

	tracer->process = (pid_t)strtol(line + sizeof(TRACE_CRASH), &end, 10);
	tracer->signal = agent_signal_name((int)strtol(end, NULL, 10));
	tracer->told = false;
	/* An agent whose children crash again and again gets no more time by that.  */
	tracer->player->crashes = !tracer->has_crashed;
	tracer->has_crashed = true;
	if (is_seated(tracer->player))
		attach_update(tracer->player->session); /* its clock stands from here on */
}

static void take_none(struct tracer *tracer, const char *line)
{
	const char *why = line + sizeof(TRACE_NOT);

	tracer->told = true;
	if (strstr(why, "ermitted")) {
		char *text = bytes_text("%s (a container needs --cap-add SYS_PTRACE; a process behind a "
					"shell may need `sysctl kernel.yama.ptrace_scope=0`)",
					why);

		tell_none(tracer, text);
		free(text);
	} else {
		tell_none(tracer, why);
	}
}

/* The bytes of the backtrace that the line announces; 0: it announces none.  */
static size_t text_size(const char *line)
{
	int process, signal;
	size_t size = 0;

	if (strncmp(line, TRACE_TEXT " ", sizeof(TRACE_TEXT)) != 0 ||
	    sscanf(line + sizeof(TRACE_TEXT), "%d %d %zu", &process, &signal, &size) != 3)
		return 0;
	return size;
}

/* Who asked gets it, and nobody else: it is not recorded, as what gdb says is not.  */
static void answer(struct tracer *tracer, long process, const char *text, size_t size)
{
	struct session *session = tracer->player->session;
	int seat = tracer->player->seat;
	const char *name = session_match(session)->setup.seat[seat].name;
	struct bytes told = {0};

	tracer->asked = false;
	tracer->looks = tracer->once;
	attach_update(session); /* its clock runs from here on */
	bytes_addf(&told, "backtrace of seat %d (%s), process %ld\n", seat, name ? name : "", process);
	words_add_shown(&told, text, size);
	branching_tell(session, told.at, false);
}

static void take_text(struct tracer *tracer, const char *line, const char *text, size_t size)
{
	struct session *session = tracer->player->session;
	char *end;
	long process = strtol(line + sizeof(TRACE_TEXT), &end, 10);
	const char *signal = agent_signal_name((int)strtol(end, NULL, 10));

	if (tracer->asked && !signal) {
		answer(tracer, process, text, size);
		return;
	}
	tracer->told = true;
	tracer->looks = false;
	if (is_seated(tracer->player))
		judge_backtrace(session->judge, stall_now(session), tracer->player->seat, process, signal,
				text, size);
}

/* Takes the next thing that was told whole.  False: there is none.  */
static bool take_next(struct tracer *tracer)
{
	struct bytes *said = &tracer->said;
	char *end = said->at ? memchr(said->at, '\n', said->size) : NULL;
	size_t line, text;

	if (!end)
		return false;
	line = (size_t)(end - said->at) + 1;
	*end = '\0';
	text = text_size(said->at);
	if (said->size < line + text) {
		*end = '\n';
		return false;
	}
	if (text)
		take_text(tracer, said->at, said->at + line, text);
	else if (strncmp(said->at, TRACE_CRASH " ", sizeof(TRACE_CRASH)) == 0)
		take_crash(tracer, said->at);
	else if (strncmp(said->at, TRACE_NOT " ", sizeof(TRACE_NOT)) == 0)
		take_none(tracer, said->at);
	bytes_drop(said, line + text);
	return true;
}

/* Lets a process go that stands and whose backtrace was told.  */
static void let_go(struct tracer *tracer)
{
	if (!tracer->signal || !tracer->told)
		return;
	tracer->signal = NULL;
	say(tracer, TRACE_GO, 0);
}

static void told(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct tracer *tracer = user;

	(void)t;
	if (stream != STREAM_STDOUT)
		return;
	bytes_add(&tracer->said, bytes, size);
	while (take_next(tracer))
		;
	if (!is_seated(tracer->player)) /* nobody can look at an agent of a branch yet */
		let_go(tracer);
	play_pump(tracer->player->session);
}

static void closed(void *user, int64_t t, enum stream stream)
{
	(void)user;
	(void)t;
	(void)stream;
}

void backtrace_end(struct player *player)
{
	struct tracer *tracer = player->tracer;

	if (!tracer)
		return;
	player->tracer = NULL;
	loop_unwatch(tracer->late);
	agent_free(tracer->program);
	bytes_free(&tracer->said);
	free(tracer);
}

static void ended(void *user, int64_t t, struct ending ending)
{
	struct tracer *tracer = user;
	struct player *player = tracer->player;
	bool once = tracer->once;

	(void)t;
	(void)ending;

	if (tracer->asked)
		tell_none(tracer, "the process has ended");
	backtrace_end(player);
	if (once) /* crashes may be wanted since */
		backtrace_begin(player, false);
	play_pump(player->session);
}

/* ---- for the rest of the session ---- */

/* NULL, or why it cannot be traced; the caller frees.  */
static char *trace(struct player *player, pid_t process, const char *how)
{
	static const struct agent_events events = {.bytes = told, .closed = closed, .exited = ended};
	struct tracer *tracer = bytes_new(sizeof(*tracer));
	char *problem = NULL;

	tracer->player = player;
	tracer->program = agent_trace(player->session->loop, process, how, &events, tracer, &problem);
	if (tracer->program)
		player->tracer = tracer;
	else
		free(tracer);
	return problem;
}

void backtrace_begin(struct player *player, bool held)
{
	char *problem;

	if (!player->session->setup.backtrace || player->tracer)
		return;
	problem = trace(player, agent_pid(player->agent), held ? TRACE_HELD : "");
	if (!problem)
		return;
	if (held)
		agent_signal_process(player->agent, SIGCONT);
	note_none(player, problem);
	free(problem);
}

void backtrace_seated(struct player *player)
{
	if (player->untraced)
		note_none(player, player->untraced);
}

void session_trace_crashes(struct session *session)
{
	if (session->setup.backtrace || !session->judge)
		return;
	session->setup.backtrace = true;
	for (int s = 0; s < SEATS; s++)
		if (session->player[s])
			backtrace_begin(session->player[s], false);
}

/* What the tracer has stopped goes on.  */
static void look_is_late(void *user, int events)
{
	struct tracer *tracer = user;
	struct player *player = tracer->player;
	struct session *session = player->session;

	(void)events;
	if (!tracer->looks)
		return;
	tell_none(tracer, "it took more than 30 s");
	backtrace_end(player);
	if (is_seated(player) && !judge_is_frozen(session->judge, player->seat))
		attach_freeze(player, false);
	play_pump(session);
}

static void await_look(struct tracer *tracer)
{
	tracer->looks = true;
	if (!tracer->late)
		tracer->late = loop_timer(tracer->player->session->loop, LOOP_LATER, look_is_late, tracer);
	loop_at(tracer->late, loop_now() + LOOKS_WITHIN);
}

void backtrace_late(struct session *session)
{
	const struct verdict *verdict = &judge_match(session->judge)->verdict;
	struct player *player = session->player[verdict->blame];
	char *others;

	if (strcmp(verdict->reason, REASON_TIMEOUT) != 0 || !player || !player->tracer ||
	    player->tracer->signal || player->tracer->once)
		return;
	await_look(player->tracer);
	say(player->tracer, TRACE_LOOK, agent_reader(player->agent, &others));
	free(others);
}

char *session_backtrace(struct session *session, int seat)
{
	char *problem = attach_refused(session, seat), *others;
	struct player *player = session->player[seat];
	pid_t process;

	if (problem)
		return problem;
	if (backtrace_stands(player))
		return bytes_text("seat %d is about to crash: `why` has its backtrace", seat);
	process = agent_reader(player->agent, &others);
	free(others);
	if (player->tracer)
		say(player->tracer, TRACE_LOOK, process);
	else if (!(problem = trace(player, process, TRACE_LOOK)))
		player->tracer->once = true;
	else
		return problem;
	player->tracer->asked = true;
	await_look(player->tracer);
	attach_update(session); /* its clock stands from here on */
	return NULL;
}

bool backtrace_is_asked(const struct player *player)
{
	return player->tracer && player->tracer->asked;
}

bool backtrace_looks(const struct player *player)
{
	return player->tracer && player->tracer->looks;
}

bool session_awaits_backtrace(const struct session *session)
{
	for (int s = 0; s < SEATS; s++)
		if (session->player[s] && backtrace_looks(session->player[s]))
			return true;
	return false;
}

void backtrace_let_go(struct session *session)
{
	for (int s = 0; s < SEATS; s++) {
		struct tracer *tracer = session->player[s] ? session->player[s]->tracer : NULL;

		if (tracer && judge_state(session->judge) != JUDGE_PAUSED)
			let_go(tracer);
	}
}

pid_t backtrace_stands(const struct player *player)
{
	return player->tracer && player->tracer->signal ? player->tracer->process : 0;
}
