/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* attach.c - tracing, gdb, freezing, signals and backtraces of agents' processes.
 *
 * The system does not report tracing, so it is polled: each tick, and before an answer or a limit counts. gdb
 * is a child process on a terminal that the screen draws; the agent's clock stands still from before gdb
 * starts.
 *
 * Backtraces are taken of agents that crash or are late.  A process of ringside's own for each agent traces
 * it (agent_trace()).  It tells when a process of the agent is about to be ended by a signal.  The agent's
 * clock stands from then on: gdb takes its time.  The process stands until the match goes on.  After a
 * verdict by time the process is looked at before the result is told.  This trace does not count as a
 * debugger's: it makes no move untimed.
 *
 * The agent of a tap is no player here.  Its relay traces it, and lends it to gdb.  */
#include "session_state.h"

#include "ringside/bytes.h"
#include "ringside/tapped.h"
#include "ringside/trace.h"
#include "ringside/words.h"
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* No person attaches a debugger faster than this, so a shorter turn needs no check.  */
#define CHECK_AFTER ((int64_t)10 * NS_PER_MS)

/* gdb detaches and ends when it is told to.  If not, it is killed after this.  */
#define GDB_LEAVES_WITHIN ((int64_t)2 * NS_PER_S)

/* How long a tracer may take to begin; one that is refused never does.  Or a tap, to end.  */
#define TRACED_WITHIN ((int64_t)500 * NS_PER_MS)

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

enum { OUTPUT_MOST = 16384 };

/* gdb attached to the agent of a seat.  */
struct gdb {
	struct session *session;
	struct agent *gdb;
	int seat;
	pid_t on;            /* the process of the agent that gdb is opened on */
	bool attached;       /* gdb traces the agent, or did */
	bool held;           /* it holds the agent of a tap */
	int64_t kill_at;     /* when gdb is killed after it was told to leave; INT64_MAX: it was not told */
	int64_t leave_at;    /* when gdb is told to leave at the latest: it should stop the agent first;
				INT64_MAX: it was told  */
	struct bytes output; /* of gdb until it was attached */
	char *problem;       /* why gdb could not attach; owned */
	struct session_gdb events;
	void *user;
};

/* For the examination of a late agent.  The tracer gives gdb 20 s, but an agent may have stopped the tracer.
 */
#define EXAMINED_WITHIN ((int64_t)30 * NS_PER_S)

struct agent_tracer {
	struct player *player;
	struct agent *program;
	struct bytes output;
	pid_t process;      /* the process that is about to end; 0: none was */
	const char *signal; /* the signal that ends it; NULL: none does */
	bool has_crashed;   /* a process of the player was about to end */
	bool told;          /* the backtrace of that process was told */
	bool examines;      /* gdb was asked to examine a process that lives */
	bool asked;         /* a person or a script asked for that */
	bool once;          /* it was started for that examination alone, and ends after it */
	struct watch *late; /* rings when an examination has taken too long; NULL: none was asked for */
};

/* gdb looks at the agent of a tap.  */
struct tapped_look {
	struct session *session;
	int seat;
	struct agent *program;
	struct bytes output;
};

/* ---- tracing ---- */

/* Of a player, or of the tap; NULL: there is none.  */
static struct agent *agent_of(const struct session *session, int seat)
{
	if (session->player[seat])
		return session->player[seat]->agent;
	return session->judge ? NULL : session->tapped[seat];
}

/* The tap traces the agent again.  */
static void take_back(struct session *session, int seat)
{
	bool answer;

	free(session_tell(session, seat, TAPPED_BACK, &answer));
}

/* The tap traces its agent alone, and no more once this has returned NULL; else why it does not let go.  */
static char *borrow(struct session *session, int seat, pid_t process)
{
	const struct agent *agent = session->tapped[seat];
	const struct timespec pause = {.tv_nsec = NS_PER_MS};
	int64_t end = loop_now() + TRACED_WITHIN;
	bool answer;
	char *problem =
		process == agent_pid(agent) ? session_tell(session, seat, TAPPED_LEND, &answer) : NULL;

	while (!problem && agent_look(agent, NULL, 0).traced) {
		nanosleep(&pause, NULL);
		if (loop_now() < end)
			continue;
		take_back(session, seat);
		problem =
			bytes_text("another program traces seat %d, or its tap does not let go of it", seat);
	}
	return problem;
}

static bool is_gdb_of(const struct session *session, int seat)
{
	return session->inside && session->inside->seat == seat;
}

static bool holds_agent(const struct gdb *inside)
{
	const struct agent *agent = agent_of(inside->session, inside->seat);
	struct agent_look look = {0};

	if (agent)
		look = agent_look(agent, inside->gdb, inside->on);
	return !look.by_gdb || look.held;
}

/* Tells gdb to detach and end.  If gdb ends while the agent runs, its breakpoints may stay in the agent and
 * kill it.  So gdb stops the agent first.  */
static void tell_to_leave(struct gdb *inside)
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
static void finish_leaving(struct gdb *inside)
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
	struct gdb *inside = is_gdb_of(session, seat) ? session->inside : NULL;
	struct agent_look look;
	bool stopped, traced, held;

	assert(is_seat(seat));
	if (!player && inside && agent_of(session, seat)) {
		look = agent_look(session->tapped[seat], inside->gdb, inside->on);
		if (look.held != inside->held || (look.by_gdb && !inside->attached))
			session_changed(session);
		inside->attached = inside->attached || look.by_gdb;
		inside->held = look.held;
	}
	if (!player)
		return false;
	look = agent_look(player->agent, inside ? inside->gdb : NULL, inside ? inside->on : 0);
	stopped = player->stopped;
	held = player->held;
	player->stopped = look.stopped && !player->suspended;
	player->held = look.traced && look.held;
	if (inside && look.by_gdb && !inside->attached) {
		inside->attached = true;
		player->waits = false;
		session_changed(session); /* a script may wait for it */
	}
	if (session->setup.post_mortem && look.dead && !player->dead)
		session_notify(session,
			       bytes_text("seat %d has died of an exception, and stands there in pdb: `focus "
					  "terminal %d` types into it, and q lets it end",
					  seat, seat),
			       false);
	player->dead = session->setup.post_mortem && look.dead;
	/* The clock stands still before gdb has attached.  */
	if (player->crashes && !backtrace_stands(player))
		player->crashes = false; /* it was let go; whether it stands since is its own affair */
	traced = look.traced || player->dead || player->crashes ||
		 (player->tracer && player->tracer->asked) ||
		 (inside && !inside->attached && inside->kill_at == INT64_MAX);
	if (judge_match(session->judge)->over || traced == judge_seat(session->judge, seat).traced)
		return player->stopped != stopped || player->held != held;
	judge_traced(session->judge, t, seat, traced);
	return true;
}

/* ---- gdb ---- */

/* The last line that gdb printed, with control characters escaped; the caller frees.  */
static char *last_words(const struct bytes *output)
{
	FREED_BY(bytes_free) struct bytes line = {0};
	const char *end = output->at ? output->at + output->size : NULL, *at = end;

	while (at && at > output->at && isspace((unsigned char)at[-1]))
		end = --at;
	while (at && at > output->at && at[-1] != '\n' && at[-1] != '\r')
		at--;
	bytes_add(&line, at, at ? (size_t)(end - at) : 0);
	return bytes_escaped(line.at ? line.at : "", line.size);
}

/* The line in which gdb says that the system forbids tracing; NULL: there is none.  The caller frees.  */
static char *refusal(const struct bytes *output)
{
	static const char *const signs[] = {"ptrace: ", "Could not attach to process"};
	const char *at = NULL;

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]) && !at; i++)
		at = output->at ? strstr(output->at, signs[i]) : NULL;
	if (!at || !strpbrk(at, "\r\n")) /* the line is incomplete */
		return NULL;
	return bytes_escaped(at, strcspn(at, "\r\n"));
}

static void gdb_printed(void *user, int64_t t UNUSED, enum stream stream UNUSED, const char *bytes,
			size_t size)
{
	struct gdb *inside = user;
	char *why;

	if (!inside->attached && inside->output.size < OUTPUT_MOST)
		bytes_add(&inside->output, bytes, size);
	inside->events.printed(inside->user, bytes, size);
	if (inside->attached || inside->problem || !(why = refusal(&inside->output)))
		return;
	inside->problem = bytes_text("gdb cannot attach: %s (a container needs --cap-add SYS_PTRACE)", why);
	free(why);
	tell_to_leave(inside);
}

static void attach_free(struct gdb *inside)
{
	inside->session->inside = NULL;
	agent_free(inside->gdb);
	bytes_free(&inside->output);
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

static void gdb_ended(void *user, int64_t t, struct ending ending UNUSED)
{
	struct gdb *inside = user;
	struct session *session = inside->session;
	bool before = !inside->attached && !inside->problem && !session->ending;
	struct session_gdb events = inside->events;
	char *words;
	int seat;

	seat = inside->seat;
	if (before && !agent_of(session, seat)) {
		inside->problem = bytes_text("the process of seat %d ended before gdb attached to it", seat);
	} else if (before && inside->kill_at == INT64_MAX) {
		words = last_words(&inside->output);
		inside->problem = bytes_text("gdb ended before it attached to seat %d: %s", seat, words);
		free(words);
	}
	user = inside->user;
	words = inside->problem;
	inside->problem = NULL;
	attach_free(inside);
	if (session->player[seat])
		go_on_without(session->player[seat]);
	else if (!session->judge)
		take_back(session, seat);
	update_tracing(session, seat, t);
	events.ended(user, words);
	free(words);
	if (session->judge)
		play_pump(session);
	else if (session->ending)
		attach_left(session);
}

/* NULL is fine.  */
static bool is_seated(const struct player *player)
{
	return player && player->session->player[player->seat] == player;
}

/* ---- what the tracer tells ---- */

static void take_crash(struct agent_tracer *tracer, pid_t process, const char *signal)
{
	tracer->process = process;
	tracer->signal = signal;
	tracer->told = false;
	/* An agent whose children crash again and again gets no more time by that.  */
	tracer->player->crashes = !tracer->has_crashed;
	tracer->has_crashed = true;
	if (is_seated(tracer->player))
		attach_update(tracer->player->session); /* its clock stands from here on */
}

static void note_none(struct player *player, const char *why)
{
	struct session *session = player->session;
	FREED char *text = NULL;

	if (!is_seated(player)) {
		free(player->untraced);
		player->untraced = bytes_text("%s", why);
		return;
	}
	text = bytes_text("no backtrace: %s", why);
	judge_remark(session->judge, stall_now(session), player->seat, EVENT_REMARK, text);
}

/* Tells who asked for a backtrace, or notes why there is none.  */
static void tell_none(struct agent_tracer *tracer, const char *why)
{
	bool asked = tracer->asked;

	tracer->asked = false;
	tracer->examines = tracer->once;
	if (asked)
		session_notify(tracer->player->session, bytes_text("no backtrace: %s", why), true);
	else
		note_none(tracer->player, why);
}

static void take_none(struct agent_tracer *tracer, const char *why)
{
	tracer->told = true;
	if (strstr(why, "ermitted")) {
		FREED char *text =
			bytes_text("%s (a container needs --cap-add SYS_PTRACE; a process behind a "
				   "shell may need `sysctl kernel.yama.ptrace_scope=0`)",
				   why);

		tell_none(tracer, text);
	} else {
		tell_none(tracer, why);
	}
}

/* Who asked gets it, and nobody else: it is not recorded, as what gdb says is not.  */
static void show_backtrace(struct session *session, int seat, pid_t process, const char *text, size_t size)
{
	const char *name = session_match(session)->setup.seat[seat].name;
	struct bytes told = {0};

	bytes_addf(&told, "backtrace of seat %d (%s), process %d\n", seat, name ? name : "", (int)process);
	words_add_shown(&told, text, size);
	session_notify(session, told.at, false);
}

static void take_text(struct agent_tracer *tracer, pid_t process, const char *signal, const char *text,
		      size_t size)
{
	struct session *session = tracer->player->session;

	if (tracer->asked && !signal) {
		tracer->asked = false;
		tracer->examines = tracer->once;
		attach_update(session); /* its clock runs from here on */
		show_backtrace(session, tracer->player->seat, process, text, size);
		return;
	}
	tracer->told = true;
	tracer->examines = false;
	if (is_seated(tracer->player))
		judge_backtrace(session->judge, stall_now(session), tracer->player->seat, process, signal,
				text, size);
}

/* Takes the next thing that was told whole.  False: there is none.  */
static bool take_next(struct agent_tracer *tracer)
{
	struct bytes *output = &tracer->output;
	char *end = output->at ? memchr(output->at, '\n', output->size) : NULL;
	size_t line, text = 0;
	int process, signal;

	if (!end)
		return false;
	line = (size_t)(end - output->at) + 1;
	*end = '\0';
	if (sscanf(output->at, TRACE_TEXT " %d %d %zu", &process, &signal, &text) == 3 &&
	    output->size < line + text) {
		*end = '\n';
		return false;
	}
	if (text)
		take_text(tracer, process, agent_signal_name(signal), output->at + line, text);
	else if (sscanf(output->at, TRACE_CRASH " %d %d", &process, &signal) == 2)
		take_crash(tracer, process, agent_signal_name(signal));
	else if (strncmp(output->at, TRACE_NOT " ", sizeof(TRACE_NOT)) == 0)
		take_none(tracer, output->at + sizeof(TRACE_NOT));
	bytes_drop(output, line + text);
	return true;
}

static void say(struct agent_tracer *tracer, const char *word, pid_t process)
{
	FREED char *line = process ? bytes_text("%s %d\n", word, (int)process) : bytes_text("%s\n", word);

	agent_write(tracer->program, line, strlen(line));
}

/* Lets a process go that stands and whose backtrace was told.  */
static void let_go(struct agent_tracer *tracer)
{
	if (!tracer->signal || !tracer->told)
		return;
	tracer->signal = NULL;
	say(tracer, TRACE_GO, 0);
}

static void told(void *user, int64_t t UNUSED, enum stream stream, const char *bytes, size_t size)
{
	struct agent_tracer *tracer = user;

	if (stream != STREAM_STDOUT)
		return;
	bytes_add(&tracer->output, bytes, size);
	while (take_next(tracer))
		;
	if (!is_seated(tracer->player)) /* nobody can look at an agent of a branch yet */
		let_go(tracer);
	play_pump(tracer->player->session);
}

/* Reads the process at the beginning of gdb's arguments, and moves them on; else takes the process that reads
 * what the judge sends.  `told` gets words about a choice among several.  NULL, or a problem; the caller
 * frees both.  */
static char *choose_process(struct gdb *inside, const char **arguments, char **told)
{
	const struct player *player = inside->session->player[inside->seat];
	const struct agent *agent = agent_of(inside->session, inside->seat);
	char *end, *others, *problem = NULL;
	long number = strtol(*arguments, &end, 10);

	inside->on = agent_reader(agent, &others);
	if (player && backtrace_stands(player))
		inside->on = backtrace_stands(player);
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

/* Of the seat of a tap.  */
static char *tapped_refused(const struct session *session, int seat)
{
	if (!session->tapped[seat])
		return bytes_text("seat %d speaks for another judge: only seat %d is an agent here", seat,
				  SEAT_1);
	if (session->inside)
		return bytes_text("gdb is open on seat %d: type `quit` there first", session->inside->seat);
	if (session->look)
		return bytes_text("gdb looks at seat %d already", session->look->seat);
	if (agent_look(session->tapped[seat], NULL, 0).stopped)
		return bytes_text("seat %d is stopped by a signal: gdb would let it go on", seat);
	return agent_cannot_trace(true);
}

/* NULL, or why gdb cannot look at the seat's process, for people; the caller frees.  */
static char *attach_refused(const struct session *session, int seat)
{
	const struct setup *setup = &session_match(session)->setup;

	if (session_is_steered(session))
		return tapped_refused(session, seat);
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
	if (backtrace_examines(session->player[seat]))
		return bytes_text("gdb looks at seat %d already", seat);
	if (judge_seat(session->judge, seat).frozen)
		return bytes_text("seat %d is frozen: `freeze %d off` first", seat, seat);
	if (agent_look(session->player[seat]->agent, NULL, 0).traced)
		return bytes_text("another program already traces seat %d", seat);
	return agent_cannot_trace(false);
}

static void ended(void *user, int64_t t UNUSED, struct ending ending UNUSED)
{
	struct agent_tracer *tracer = user;
	struct player *player = tracer->player;
	bool once = tracer->once;

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
	static const struct agent_events events = {.bytes = told, .exited = ended};
	struct agent_tracer *tracer = bytes_new(sizeof(*tracer));
	char *problem = NULL;

	tracer->player = player;
	tracer->program = agent_trace(player->session->loop, process, how, &events, tracer, &problem);
	if (tracer->program)
		player->tracer = tracer;
	else
		free(tracer);
	return problem;
}

/* What the tracer has stopped goes on.  */
static void examination_is_late(void *user, int events UNUSED)
{
	struct agent_tracer *tracer = user;
	struct player *player = tracer->player;
	struct session *session = player->session;

	if (!tracer->examines)
		return;
	tell_none(tracer, "it took more than 30 s");
	backtrace_end(player);
	if (is_seated(player) && !judge_seat(session->judge, player->seat).frozen)
		attach_freeze(player, false);
	play_pump(session);
}

static void await_look(struct agent_tracer *tracer)
{
	tracer->examines = true;
	if (!tracer->late)
		tracer->late =
			loop_timer(tracer->player->session->loop, LOOP_LATER, examination_is_late, tracer);
	loop_at(tracer->late, loop_now() + EXAMINED_WITHIN);
}

bool attach_update(struct session *session)
{
	struct gdb *inside = session->inside;
	bool news = false;

	for (int s = 0; s < SEATS; s++)
		news = update_tracing(session, s, session->judge ? stall_now(session) : loop_now()) || news;
	if (inside)
		finish_leaving(inside);
	return news;
}

void attach_before_limit(struct session *session)
{
	bool any = false;

	for (int s = 0; s < SEATS; s++)
		any = any || judge_seat(session->judge, s).thinks;
	for (int s = 0; s < SEATS; s++)
		if (!any || judge_seat(session->judge, s).thinks)
			update_tracing(session, s, stall_now(session));
}

void attach_before_answer(struct session *session, int seat, bool traced, int64_t t)
{
	const struct judge *judge = session->judge;

	if (!judge_match(judge)->over &&
	    (traced || is_gdb_of(session, seat) || judge_turn_time(judge, seat, t) > CHECK_AFTER))
		update_tracing(session, seat, t);
}

struct session_attached session_attached(const struct session *session, int seat)
{
	const struct player *player;

	assert(is_seat(seat));
	player = session->player[seat];
	if (!session->judge || !player)
		return (struct session_attached){.traced = is_gdb_of(session, seat),
						 .held = is_gdb_of(session, seat) && session->inside->held};
	return (struct session_attached){.traced = judge_seat(session->judge, seat).traced,
					 .frozen = judge_seat(session->judge, seat).frozen,
					 .stopped = player->stopped,
					 .suspended = player->suspended,
					 .held = player->held};
}

char *session_gdb(struct session *session, int seat, const char *arguments, const struct session_gdb *events,
		  void *user)
{
	static const struct agent_events of_gdb = {.bytes = gdb_printed, .exited = gdb_ended};
	char *problem = attach_refused(session, seat), *command, *to_main, *told = NULL;
	struct player *player = session->player[seat]; /* NULL: it is the agent of a tap */
	struct gdb *inside;

	if (problem) {
		if (player)
			let_begin(player);
		return problem;
	}
	if (player)
		resume_player(player); /* gdb waits for a stopped process */
	inside = bytes_new(sizeof(*inside));
	*inside = (struct gdb){.session = session,
			       .seat = seat,
			       .kill_at = INT64_MAX,
			       .leave_at = INT64_MAX,
			       .events = *events,
			       .user = user};
	problem = choose_process(inside, &arguments, &told);
	if (!problem && !player)
		problem = borrow(session, seat, inside->on);
	if (problem) {
		if (player)
			go_on_without(player);
		free(told);
		free(inside);
		return problem;
	}
	if (player && !backtrace_stands(player))
		backtrace_end(player); /* only one can trace it */
	if (player)
		judge_traced(session->judge, stall_now(session), seat, true);
	/* No pagination: the pane scrolls back by itself. In a script nobody would answer the question for
	 * more, nor the one whether to ask servers for debug information.  */
	to_main = player && player->waits ? bytes_text(TO_MAIN, (int)inside->on) : bytes_text("%s", "");
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
		if (player) {
			judge_traced(session->judge, stall_now(session), seat, false);
			go_on_without(player);
		} else {
			take_back(session, seat);
		}
		free(inside);
	}
	if (player)
		play_pump(session);
	if (told && !problem)
		session_notify(session, told, false);
	else
		free(told);
	return problem;
}

bool session_gdb_is_attaching(const struct session *session)
{
	const struct gdb *inside = session->inside;

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

void attach_left(struct session *session)
{
	if (session->inside)
		return;
	session->ended = true;
	if (session->events.ended)
		session->events.ended(session->user);
}

static void look_free(struct tapped_look *look)
{
	look->session->look = NULL;
	agent_free(look->program);
	bytes_free(&look->output);
	free(look);
}

void attach_end(struct session *session)
{
	if (session->inside)
		attach_free(session->inside);
	if (session->look)
		look_free(session->look);
}

/* ---- freezing and signals ---- */

void attach_freeze(struct player *player, bool freeze)
{
	if (!player)
		return;
	agent_signal(player->agent, freeze ? SIGSTOP : SIGCONT);
	if (!freeze)
		resume_player(player); /* all of it goes on */
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

void backtrace_end(struct player *player)
{
	FREED struct agent_tracer *tracer = player->tracer;

	if (!tracer)
		return;
	player->tracer = NULL;
	loop_unwatch(tracer->late);
	agent_free(tracer->program);
	bytes_free(&tracer->output);
}

void backtrace_begin(struct player *player, bool held)
{
	FREED char *problem = NULL;

	if (!player->session->setup.backtrace || player->tracer)
		return;
	problem = trace(player, agent_pid(player->agent), held ? TRACE_HELD : "");
	if (!problem)
		return;
	if (held)
		agent_signal_process(player->agent, SIGCONT);
	note_none(player, problem);
}

void backtrace_seated(struct player *player)
{
	if (player->untraced)
		note_none(player, player->untraced);
}

void session_trace_crashes(struct session *session)
{
	const struct timespec pause = {.tv_nsec = NS_PER_MS};

	if (session->setup.backtrace || !session->judge)
		return;
	session->setup.backtrace = true;
	for (int s = 0; s < SEATS; s++)
		if (session->player[s])
			backtrace_begin(session->player[s], false);
	/* Waits until the tracers have the agents, which takes a few ms: the person who wants to catch a
	 * crash may let the match go on at once, and the agent crashes.  The clocks take it as a stall.  */
	for (int s = 0; s < SEATS; s++) {
		const struct player *player = session->player[s];

		for (int64_t end = loop_now() + TRACED_WITHIN; player && player->tracer &&
							       !agent_look(player->agent, NULL, 0).watched &&
							       loop_now() < end;)
			nanosleep(&pause, NULL);
	}
}

void backtrace_late(struct session *session)
{
	const struct verdict *verdict = &judge_match(session->judge)->verdict;
	struct player *player = session->player[verdict->blame];
	FREED char *others = NULL;

	if (strcmp(verdict->reason, REASON_TIMEOUT) != 0 || !player || !player->tracer ||
	    player->tracer->signal || player->tracer->once)
		return;
	await_look(player->tracer);
	say(player->tracer, TRACE_LOOK, agent_reader(player->agent, &others));
}

static void look_told(void *user, int64_t t UNUSED, enum stream stream, const char *bytes, size_t size)
{
	struct tapped_look *look = user;

	if (stream == STREAM_STDOUT)
		bytes_add(&look->output, bytes, size);
}

static void look_ended(void *user, int64_t t UNUSED, struct ending ending UNUSED)
{
	struct tapped_look *look = user;
	struct session *session = look->session;
	int seat = look->seat;
	struct bytes output = look->output;
	char *end = output.at ? memchr(output.at, '\n', output.size) : NULL;
	int process, signal;
	size_t size;

	look->output = (struct bytes){0};
	look_free(look);
	take_back(session, seat);
	if (end && sscanf(output.at, TRACE_TEXT " %d %d %zu", &process, &signal, &size) == 3)
		show_backtrace(session, seat, (pid_t)process, end + 1,
			       output.size - (size_t)(end + 1 - output.at));
	else
		session_notify(session,
			       bytes_text("no backtrace: %.*s",
					  end ? (int)(end - output.at - (int)sizeof(TRACE_NOT)) : 0,
					  end ? output.at + sizeof(TRACE_NOT) : ""),
			       true);
	bytes_free(&output);
}

static char *look_at_tapped(struct session *session, int seat)
{
	static const struct agent_events events = {.bytes = look_told, .exited = look_ended};
	FREED char *others = NULL;
	pid_t process = agent_reader(session->tapped[seat], &others);
	char *problem = borrow(session, seat, process);
	struct tapped_look *look;

	if (problem)
		return problem;
	look = bytes_new(sizeof(*look));
	look->session = session;
	look->seat = seat;
	look->program = agent_trace(session->loop, process, TRACE_LOOK, &events, look, &problem);
	session->look = look;
	if (!problem)
		return NULL;
	look_free(look);
	take_back(session, seat);
	return problem;
}

char *session_backtrace(struct session *session, int seat)
{
	char *problem = attach_refused(session, seat);
	struct player *player = session->player[seat];
	FREED char *others = NULL;
	pid_t process;

	if (problem)
		return problem;
	if (!player)
		return look_at_tapped(session, seat);
	if (backtrace_stands(player))
		return bytes_text("seat %d is about to crash: `why` has its backtrace", seat);
	process = agent_reader(player->agent, &others);
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

bool backtrace_examines(const struct player *player)
{
	return player->tracer && player->tracer->examines;
}

bool session_awaits_backtrace(const struct session *session)
{
	for (int s = 0; s < SEATS; s++)
		if (session->player[s] && backtrace_examines(session->player[s]))
			return true;
	return session->look != NULL;
}

void backtrace_let_go(struct session *session)
{
	for (int s = 0; s < SEATS; s++) {
		struct agent_tracer *tracer = session->player[s] ? session->player[s]->tracer : NULL;

		if (tracer && judge_state(session->judge) != JUDGE_PAUSED)
			let_go(tracer);
	}
}

pid_t backtrace_stands(const struct player *player)
{
	return player->tracer && player->tracer->signal ? player->tracer->process : 0;
}
