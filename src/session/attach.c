/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* attach.c - tracing, gdb, freezing and signals for agents' processes.
 *
 * The system does not report tracing, so it is polled: each tick, and before an answer or a limit counts. gdb
 * is a child process on a terminal that the screen draws; the agent's clock stands still from before gdb
 * starts.  */
#include "branching.h"
#include "ringside/bytes.h"
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* No person attaches a debugger faster than this, so a shorter turn needs no check.  */
#define LOOK_AFTER ((int64_t)10 * NS_PER_MS)
/* gdb detaches and ends when it is told to.  If not, it is killed after this.  */
#define GDB_LEAVES_WITHIN ((int64_t)2 * NS_PER_S)
/* Time for gdb to stop a running agent, which mostly takes no time.  */
#define GDB_HOLDS_WITHIN ((int64_t)500 * NS_PER_MS)

/* From a process that stands and has not become its program yet to main().  A program without symbols, such
 * as a shell, stands at its first instruction; so it does in a gdb without python.  SIGCONT ends the stop, or
 * the process would stop again when gdb leaves.  */
#define TO_MAIN                                                                                              \
	"-ex 'handle SIGSTOP SIGCONT nostop noprint nopass' -ex 'shell kill -CONT %d' -ex 'tcatch exec' "    \
	"-ex continue -ex 'handle SIGSTOP SIGCONT stop print pass' -ex 'set breakpoint pending off' "        \
	"-ex 'python exec(\"try: gdb.execute(\\\"tbreak main\\\"); gdb.execute(\\\"continue\\\")\\n"         \
	"except gdb.error: print(\\\"It stands at its first instruction: no symbol says where main() "       \
	"is.\\\")"                                                                                           \
	"\")' -ex 'set breakpoint pending auto'"

enum { SAID_MOST = 16384 };

/* gdb attached to the agent of a seat.  */
struct attached {
	struct session *session;
	struct agent *gdb;
	int seat;
	pid_t on;          /* the process of the agent that gdb is opened on */
	bool attached;     /* it traces the agent, or did */
	int64_t kill_at;   /* when it is killed after it was told to leave; INT64_MAX: it was not told */
	int64_t leave_at;  /* when it is told to leave at the latest: it should stop the agent first;
			      INT64_MAX: it was told  */
	struct bytes said; /* its output until it was attached */
	char *problem;     /* why it could not attach; owned */
	struct session_gdb events;
	void *user;
};

/* ---- tracing ---- */

static bool is_gdb_of(const struct session *session, int seat)
{
	return session->inside && session->inside->seat == seat;
}

static bool holds_agent(const struct attached *inside)
{
	const struct player *player = inside->session->player[inside->seat];
	struct agent_look look = {0};

	if (player)
		look = agent_look(player->agent, inside->gdb, inside->on);
	return !look.by_gdb || look.held;
}

/* Tells gdb to detach and end.  If gdb ends while the agent runs, its breakpoints may stay in the agent and
 * kill it.  So gdb stops the agent first.  */
static void tell_to_leave(struct attached *inside)
{
	int64_t now = loop_now();
	bool held = holds_agent(inside);

	assert(inside);
	if (inside->kill_at != INT64_MAX)
		return;
	agent_signal_process(inside->gdb, held ? SIGTERM : SIGINT);
	inside->leave_at = held ? INT64_MAX : now + GDB_HOLDS_WITHIN;
	inside->kill_at = now + GDB_LEAVES_WITHIN;
}

/* Continues tell_to_leave() when gdb has stopped the agent or has had its time.  */
static void finish_leaving(struct attached *inside)
{
	int64_t now = loop_now();

	if (inside->leave_at != INT64_MAX && (inside->leave_at <= now || holds_agent(inside))) {
		agent_signal_process(inside->gdb, SIGTERM);
		inside->leave_at = INT64_MAX;
	}
	if (inside->kill_at <= now)
		agent_signal(inside->gdb, SIGKILL);
}

/* Checks whether the seat's process is traced and tells the judge.  False: nothing has changed.  */
static bool update_tracing(struct session *session, int seat, int64_t t)
{
	struct player *player = session->player[seat];
	struct attached *inside = is_gdb_of(session, seat) ? session->inside : NULL;
	struct agent_look look;
	bool stopped, traced, held;

	assert(is_seat(seat));
	if (!player)
		return false;
	look = agent_look(player->agent, inside ? inside->gdb : NULL, inside ? inside->on : 0);
	stopped = player->stopped;
	held = player->held;
	player->stopped = look.stopped && !player->rests;
	player->held = look.traced && look.held;
	if (inside && look.by_gdb && !inside->attached) {
		inside->attached = true;
		player->waits = false;
		session_changed(session); /* a script may wait for it */
	}
	/* The clock stands still before gdb has attached.  */
	if (player->crashes && !backtrace_stands(player))
		player->crashes = false; /* it was let go; whether it stands since is its own affair */
	traced = look.traced || player->crashes || backtrace_is_asked(player) ||
		 (inside && !inside->attached && inside->kill_at == INT64_MAX);
	if (judge_match(session->judge)->over || traced == judge_is_traced(session->judge, seat))
		return player->stopped != stopped || player->held != held;
	judge_traced(session->judge, t, seat, traced);
	return true;
}

bool attach_update(struct session *session)
{
	struct attached *inside = session->inside;
	bool news = false;

	for (int s = 0; s < SEATS; s++)
		news = update_tracing(session, s, stall_now(session)) || news;
	if (inside)
		finish_leaving(inside);
	return news;
}

void attach_before_limit(struct session *session)
{
	bool any = false;

	for (int s = 0; s < SEATS; s++)
		any = any || judge_thinking(session->judge, s);
	for (int s = 0; s < SEATS; s++)
		if (!any || judge_thinking(session->judge, s))
			update_tracing(session, s, stall_now(session));
}

void attach_before_answer(struct session *session, int seat, int64_t t)
{
	const struct judge *judge = session->judge;

	assert(is_seat(seat));
	if (!judge_match(judge)->over && (judge_is_traced(judge, seat) || is_gdb_of(session, seat) ||
					  judge_turn_time(judge, seat, t) > LOOK_AFTER))
		update_tracing(session, seat, t);
}

struct session_attached session_attached(const struct session *session, int seat)
{
	const struct player *player;

	assert(is_seat(seat));
	player = session->player[seat];
	if (!session->judge || !player)
		return (struct session_attached){.traced = false};
	return (struct session_attached){.traced = judge_is_traced(session->judge, seat),
					 .frozen = judge_is_frozen(session->judge, seat),
					 .stopped = player->stopped,
					 .rests = player->rests,
					 .held = player->held};
}

/* ---- gdb ---- */

/* The last line that it printed, with control characters escaped; the caller frees.  */
static char *last_words(const struct bytes *said)
{
	struct bytes line = {0};
	const char *end = said->at ? said->at + said->size : NULL, *at = end;
	char *words;

	while (at && at > said->at && isspace((unsigned char)at[-1]))
		end = --at;
	while (at && at > said->at && at[-1] != '\n' && at[-1] != '\r')
		at--;
	bytes_add(&line, at, at ? (size_t)(end - at) : 0);
	words = bytes_escaped(line.at ? line.at : "", line.size);
	bytes_free(&line);
	return words;
}

/* The line in which gdb says that the system forbids tracing; NULL: there is none.  The caller frees.  */
static char *refusal(const struct bytes *said)
{
	static const char *const signs[] = {"ptrace: ", "Could not attach to process"};
	const char *at = NULL;

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]) && !at; i++)
		at = said->at ? strstr(said->at, signs[i]) : NULL;
	if (!at || !strpbrk(at, "\r\n")) /* the line is incomplete */
		return NULL;
	return bytes_escaped(at, strcspn(at, "\r\n"));
}

static void gdb_printed(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct attached *inside = user;
	char *why;

	(void)t;
	(void)stream;
	if (!inside->attached && inside->said.size < SAID_MOST)
		bytes_add(&inside->said, bytes, size);
	inside->events.printed(inside->user, bytes, size);
	if (inside->attached || inside->problem || !(why = refusal(&inside->said)))
		return;
	inside->problem = bytes_text("gdb cannot attach: %s (a container needs --cap-add SYS_PTRACE)", why);
	free(why);
	tell_to_leave(inside);
}

static void gdb_closed(void *user, int64_t t, enum stream stream)
{
	(void)user;
	(void)t;
	(void)stream;
}

static void attach_free(struct attached *inside)
{
	inside->session->inside = NULL;
	agent_free(inside->gdb);
	bytes_free(&inside->said);
	free(inside->problem);
	free(inside);
}

/* gdb does not come: a process that waits for it begins without.  */
static void let_begin(struct player *player)
{
	if (player->waits)
		agent_signal_process(player->agent, SIGCONT);
	player->waits = false;
}

/* The seat's agent plays without gdb, traced for crashes again if that is wanted.  */
static void go_on_without(struct player *player)
{
	let_begin(player);
	backtrace_begin(player, false);
}

static void gdb_ended(void *user, int64_t t, struct ending ending)
{
	struct attached *inside = user;
	struct session *session = inside->session;
	bool before = !inside->attached && !inside->problem && !session->ending;
	struct session_gdb events = inside->events;
	char *words;
	int seat;

	(void)ending;
	seat = inside->seat;
	if (before && !session->player[seat]) {
		inside->problem = bytes_text("the process of seat %d ended before gdb attached to it", seat);
	} else if (before && inside->kill_at == INT64_MAX) {
		words = last_words(&inside->said);
		inside->problem = bytes_text("gdb ended before it attached to seat %d: %s", seat, words);
		free(words);
	}
	user = inside->user;
	words = inside->problem;
	inside->problem = NULL;
	attach_free(inside);
	if (session->player[seat])
		go_on_without(session->player[seat]);
	update_tracing(session, seat, t);
	events.ended(user, words);
	free(words);
	play_pump(session);
}

/* Reads the process at the beginning of gdb's arguments, and moves them on; else takes the process that reads
 * what the judge sends.  `told` gets words about a choice among several.  NULL, or a problem; the caller
 * frees both.  */
static char *choose_process(struct attached *inside, const char **arguments, char **told)
{
	const struct agent *agent = inside->session->player[inside->seat]->agent;
	char *end, *others, *problem = NULL;
	long number = strtol(*arguments, &end, 10);

	inside->on = agent_reader(agent, &others);
	if (backtrace_stands(inside->session->player[inside->seat]))
		inside->on = backtrace_stands(inside->session->player[inside->seat]);
	if (end != *arguments && (!*end || isspace((unsigned char)*end))) {
		if (number > 0 && number <= INT_MAX && agent_has_process(agent, (pid_t)number))
			inside->on = (pid_t)number;
		else
			problem = bytes_text("%ld is no process of seat %d: it has %d%s%s", number,
					     inside->seat, (int)inside->on, others ? ", " : "",
					     others ? others : "");
		*arguments = end;
	} else if (others) {
		*told = bytes_text(
			"gdb is on process %d of seat %d, which reads the judge; `gdb %d PID` takes "
			"another: %s",
			(int)inside->on, inside->seat, inside->seat, others);
	}
	free(others);
	return problem;
}

char *attach_refused(const struct session *session, int seat)
{
	const struct setup *setup = &session_match(session)->setup;

	if (!session->judge)
		return bytes_text("this match is read from a file: there is no process to debug");
	if (setup->seat[seat].kind == SEAT_HUMAN)
		return bytes_text("a person sits on seat %d", seat);
	if (setup->seat[seat].kind == SEAT_FREE)
		return seat == SEAT_NONE ? bytes_text("there is no game program")
					 : bytes_text("nobody sits on seat %d", seat);
	if (judge_match(session->judge)->over)
		return bytes_text("the match is over");
	if (!session->player[seat])
		return bytes_text("the process of seat %d is gone", seat);
	if (session->inside)
		return bytes_text("gdb is open on seat %d: type `quit` there first", session->inside->seat);
	if (backtrace_looks(session->player[seat]))
		return bytes_text("gdb looks at seat %d already", seat);
	if (judge_is_frozen(session->judge, seat))
		return bytes_text("seat %d is frozen: `thaw %d` first", seat, seat);
	if (agent_look(session->player[seat]->agent, NULL, 0).traced)
		return bytes_text("another program already traces seat %d", seat);
	return agent_cannot_trace();
}

char *session_gdb(struct session *session, int seat, const char *arguments, const struct session_gdb *events,
		  void *user)
{
	static const struct agent_events of_gdb = {
		.bytes = gdb_printed, .closed = gdb_closed, .exited = gdb_ended};
	char *problem = attach_refused(session, seat), *command, *to_main, *told = NULL;
	struct attached *inside;

	if (problem) {
		if (session->player[seat])
			let_begin(session->player[seat]);
		return problem;
	}
	rest_end(session->player[seat]); /* gdb waits for a stopped process */
	inside = bytes_new(sizeof(*inside));
	*inside = (struct attached){.session = session,
				    .seat = seat,
				    .kill_at = INT64_MAX,
				    .leave_at = INT64_MAX,
				    .events = *events,
				    .user = user};
	if ((problem = choose_process(inside, &arguments, &told))) {
		go_on_without(session->player[seat]);
		free(inside);
		return problem;
	}
	if (!backtrace_stands(session->player[seat]))
		backtrace_end(session->player[seat]); /* only one can trace it */
	judge_traced(session->judge, stall_now(session), seat, true);
	/* No pagination: the pane scrolls back by itself. In a script nobody would answer the question for
	 * more, nor the one whether to ask servers for debug information.  */
	to_main = session->player[seat]->waits ? bytes_text(TO_MAIN, (int)inside->on) : bytes_text("%s", "");
	command = bytes_text("gdb -q -iex 'set pagination off' -iex 'set debuginfod enabled off' -p %d %s %s",
			     (int)inside->on, to_main, arguments);
	free(to_main);
	inside->gdb = agent_spawn(session->loop,
				  &(struct agent_setup){.command = command,
							.all_terminal = true,
							.columns = events->columns,
							.rows = events->rows},
				  &of_gdb, inside, &problem);
	free(command);
	if (inside->gdb) {
		session->inside = inside;
	} else {
		judge_traced(session->judge, stall_now(session), seat, false);
		go_on_without(session->player[seat]);
		free(inside);
	}
	play_pump(session);
	if (told && !problem)
		branching_tell(session, told, false);
	else
		free(told);
	return problem;
}

bool session_gdb_is_attaching(const struct session *session)
{
	const struct attached *inside = session->inside;

	return inside && !inside->attached && !inside->problem && inside->kill_at == INT64_MAX;
}

int session_gdb_seat(const struct session *session)
{
	return session->inside ? session->inside->seat : -1;
}

void session_gdb_type(struct session *session, const char *bytes, size_t size)
{
	if (session->inside)
		agent_type(session->inside->gdb, bytes, size);
}

void session_gdb_size(struct session *session, int columns, int rows)
{
	if (session->inside)
		agent_terminal_size(session->inside->gdb, columns, rows);
}

void attach_leave(struct session *session, int seat)
{
	assert(seat < 0 || is_seat(seat));
	if (session->inside && (seat < 0 || is_gdb_of(session, seat)))
		tell_to_leave(session->inside);
}

void attach_end(struct session *session)
{
	if (session->inside)
		attach_free(session->inside);
}

/* ---- freezing and signals ---- */

void attach_freeze(struct player *player, bool freeze)
{
	if (!player)
		return;
	agent_signal(player->agent, freeze ? SIGSTOP : SIGCONT);
	if (!freeze)
		rest_end(player); /* all of it goes on */
}

char *session_signal(struct session *session, int seat, const char *name)
{
	struct request request = {.kind = REQUEST_SIGNAL, .seat = seat};
	int number = agent_signal_named(name);
	char *problem;

	assert(is_seat(seat));
	if (!number)
		return bytes_text("there is no signal \"%s\": try INT, TERM, KILL, STOP, CONT, USR1 or 2",
				  name);
	request.text = agent_signal_name(number);
	problem = session_request(session, &request);
	if (problem)
		return problem;
	if (!session->player[seat])
		return bytes_text("the process of seat %d is gone", seat);
	agent_signal_process(session->player[seat]->agent, number);
	return NULL;
}
