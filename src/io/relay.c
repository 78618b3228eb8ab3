/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* relay.c - passes every byte between another judge and its agent, and tells the recorder.
 *
 * What the judge has given is left as it is: its descriptors are shared with it, so none becomes
 * non-blocking, and a write to them is never larger than what poll(2) promises.  No signal is sent to
 * anybody, but for that of a crash which was looked at.
 *
 * What goes to the agent may be paced: the next piece of it, or the next line, then waits for its time.
 *
 * While the recorder has asked for it, bytes are told and held, and pass by its orders.  When it ends, they
 * pass.  */
#include "ringside/relay.h"

#include "agent_state.h"
#include "process.h"
#include "ringside/bytes.h"
#include "ringside/loop.h"
#include "ringside/value.h"
#include "tracee.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LANES = 3, LOOKS_MOST = 8, FEED_SIZE = 1 << 20, PART_MOST = PIPE_BUF - (int)sizeof(struct fed_part) };
/* A lane that holds so much is not read.  The recorder gets so little that the feed has room, and is tried
 * again so soon.  */
enum { HELD_MOST = 1 << 17, BEHIND_MOST = 1 << 15, AGAIN_MS = 5 };
/* Has the agent read the last piece?  It is looked so often.  One that does not read gets the rest after this
 * time, if it has read nothing yet after the second one.  */
enum { PIECE_LOOK_MS = 1, PIECE_WAIT_MS = 2000, PIECE_FIRST_MS = 10000 };
/* While a debugger has the agent, its end is looked for so often.  */
enum { LENT_MS = 20 };
/* So long a crash is looked at.  */
#define CRASH_MOST ((int64_t)30 * NS_PER_S)

/* One direction of one stream.  */
struct lane {
	int from, to; /* -1: closed */
	size_t at, size;
	char bytes[1 << 16]; /* those from at to size have to be written, ... */
	struct bytes let;    /* then these, which were held, ... */
	struct bytes held;   /* and these wait for an order */
};

/* How the bytes to the agent are written, if not as they come.  */
struct pace {
	bool on;
	struct cutter cutter;
	int64_t line_delay; /* ns */
	size_t left;        /* of the piece that is written now */
	int64_t wrote;      /* the last one; 0: none yet */
	bool ended;         /* it had the end of a line */
	bool reads;         /* the agent has read one */
};

struct relay {
	pid_t agent;
	struct lane lane[LANES]; /* by enum fed */
	struct pace pace;
	int feed;             /* -1: nobody reads it any more */
	int orders;           /* -1: nobody gives any */
	struct bytes ordered; /* the part of an order without its end */
	bool holds, asked;    /* the first two lanes; an order to do so has come */
	int64_t order;        /* its number */
	int64_t lost;         /* bytes that the recorder has to be told of */
	bool traced;
	bool lends, lent;   /* to a debugger, at its next stop; it is */
	bool returns;       /* it is traced again once the debugger has left */
	bool examines;      /* it stands before its first crash ... */
	struct crash crash; /* ... which is this; signal 0: it does not */
	int64_t crash_end;  /* at the latest */
	bool left;          /* by itself: what its judge does then follows from that */
	bool leaves; /* the agent is about to end: it stands until all that it has written has passed ... */
	bool stays, told_so; /* ... and until an order comes, for which the recorder was told so */
	bool ended;          /* it has ended, and its judge does not know yet */
	int looks; /* since then: what it wrote is read in a few, and others may go on writing there */
	struct fed_part ends[3]; /* say how it has ended ... */
	int told, count;         /* ... as far as the recorder knows; in all */
};

/* ---- the feed ---- */

/* False: there is no room.  */
static bool feed_part(struct relay *relay, struct fed_part part, const char *bytes)
{
	char both[PIPE_BUF];
	ssize_t written;

	if (relay->feed < 0)
		return true;
	memcpy(both, &part, sizeof(part));
	memcpy(both + sizeof(part), bytes, part.size);
	written = TEMP_FAILURE_RETRY(write(relay->feed, both, sizeof(part) + part.size));
	if (written < 0 && errno != EAGAIN) {
		close(relay->feed);
		relay->feed = -1;
	}
	return written >= 0 || errno != EAGAIN;
}

/* Tells what was lost, when there is room for much: a flood else has a gap between any two of its parts.
 * False: the recorder is still behind.  */
static bool feed_lost(struct relay *relay, int64_t t)
{
	int waits = 0;

	if (relay->lost && ioctl(relay->feed, FIONREAD, &waits) == 0 && waits > FEED_SIZE / 4)
		return false;
	if (relay->lost &&
	    feed_part(relay, (struct fed_part){.t = t, .value = relay->lost, .kind = FED_LOST}, ""))
		relay->lost = 0;
	return !relay->lost;
}

static void feed_bytes(struct relay *relay, int64_t t, enum fed kind, const char *bytes, size_t size)
{
	for (size_t part; size; bytes += part, size -= part) {
		part = size < PART_MOST ? size : PART_MOST;
		if (!feed_lost(relay, t) ||
		    !feed_part(relay,
			       (struct fed_part){.t = t, .kind = (uint16_t)kind, .size = (uint16_t)part},
			       bytes))
			relay->lost += (int64_t)part;
	}
}

static void feed_value(struct relay *relay, enum fed kind, int64_t value)
{
	int64_t t = loop_now();

	feed_lost(relay, t);
	feed_part(relay, (struct fed_part){.t = t, .value = value, .kind = (uint16_t)kind}, "");
}

/* ---- the lanes ---- */

static void close_lane(struct lane *lane)
{
	close(lane->from);
	close(lane->to);
	lane->from = lane->to = -1;
	lane->at = lane->size = 0;
	bytes_free(&lane->let);
	bytes_free(&lane->held);
}

static bool lane_waits(const struct lane *lane)
{
	return lane->at < lane->size || lane->let.size;
}

static bool is_paced(const struct relay *relay, const struct lane *lane)
{
	return relay->pace.on && lane == &relay->lane[FED_TO_AGENT];
}

/* How long the next piece to the agent waits, in ms; 0: it is due.  */
static int piece_wait(struct relay *relay)
{
	struct pace *pace = &relay->pace;
	const struct lane *lane = &relay->lane[FED_TO_AGENT];
	int64_t since = loop_now() - pace->wrote, delay = pace->ended ? pace->line_delay - since : 0;
	int unread = 0;

	if (pace->left || !pace->wrote)
		return 0;
	if (delay > 0)
		return (int)(delay / NS_PER_MS) + 1;
	if (!pace->cutter.number || ioctl(lane->to, FIONREAD, &unread) < 0 || !unread) {
		pace->reads = true;
		return 0;
	}
	if (since < (int64_t)(pace->reads ? PIECE_WAIT_MS : PIECE_FIRST_MS) * NS_PER_MS)
		return PIECE_LOOK_MS;
	pace->left = lane->at < lane->size ? lane->size - lane->at : lane->let.size;
	return 0;
}

/* How many of these bytes are due, in a piece that ends with a line at the latest if lines keep a distance.
 */
static size_t piece_size(struct pace *pace, const char *bytes, size_t size)
{
	const char *end = pace->line_delay ? memchr(bytes, '\n', size) : NULL;
	size_t line = end ? (size_t)(end - bytes) + 1 : size;

	if (!pace->left)
		pace->left = pace->cutter.number ? cutter_next(&pace->cutter, bytes, line) : line;
	return pace->left < size ? pace->left : size;
}

static void piece_went(struct pace *pace, const char *bytes, size_t size)
{
	pace->left -= size;
	pace->wrote = loop_now();
	pace->ended = bytes[size - 1] == '\n';
}

/* Writes as much as the other side takes at once.  False: it takes nothing now, or nobody reads there.  */
static bool lane_write(struct relay *relay, struct lane *lane)
{
	bool let = lane->at == lane->size, paced = is_paced(relay, lane);
	const char *bytes = let ? lane->let.at : lane->bytes + lane->at;
	size_t all = let ? lane->let.size : lane->size - lane->at,
	       size = paced ? piece_size(&relay->pace, bytes, all) : all;
	ssize_t written = write(lane->to, bytes, size < PIPE_BUF ? size : PIPE_BUF);

	if (written > 0 && paced)
		piece_went(&relay->pace, bytes, (size_t)written);
	if (written > 0 && paced && !let) /* what was let pass was told before */
		feed_bytes(relay, loop_now(), FED_TO_AGENT, bytes, (size_t)written);
	if (written > 0 && let)
		bytes_drop(&lane->let, (size_t)written);
	else if (written > 0)
		lane->at += (size_t)written;
	else if (written < 0 && errno != EAGAIN && errno != EINTR)
		close_lane(lane);
	if (lane->from < 0 && !lane_waits(lane) && !lane->held.size)
		close_lane(lane);
	return written > 0;
}

/* Our own pipe to the agent does not block.  */
static bool can_write(const struct lane *lane)
{
	struct pollfd ready = {.fd = lane->to, .events = POLLOUT};

	return lane->to > STDERR_FILENO || poll(&ready, 1, 0) > 0;
}

/* `size` held bytes pass, or these instead.  */
static void let_pass(struct lane *lane, size_t size, const char *instead, size_t instead_size)
{
	size = size < lane->held.size ? size : lane->held.size;
	if (lane->to < 0)
		return;
	bytes_add(&lane->let, instead ? instead : lane->held.at, instead ? instead_size : size);
	bytes_drop(&lane->held, size);
	if (lane->from < 0 && !lane_waits(lane) && !lane->held.size)
		close_lane(lane);
}

static void let_all_pass(struct relay *relay)
{
	relay->holds = relay->asked = relay->stays = false;
	for (int i = 0; i < LANES; i++)
		if (relay->lane[i].held.size)
			let_pass(&relay->lane[i], relay->lane[i].held.size, NULL, 0);
}

/* What comes on stderr is for people: it is never held.  */
static bool is_held(const struct relay *relay, int kind)
{
	return relay->holds && kind != FED_ERRORS;
}

/* No more bytes come; what is held still passes.  EIO: the judge's terminal has gone.  */
static void end_lane(struct relay *relay, enum fed kind)
{
	struct lane *lane = &relay->lane[kind];

	if (kind == FED_TO_AGENT && !relay->left)
		feed_value(relay, FED_CLOSED, 0);
	if (!lane->held.size) {
		close_lane(lane);
		return;
	}
	close(lane->from);
	lane->from = -1;
	feed_value(relay, FED_SHUT, kind);
}

static void lane_read(struct relay *relay, enum fed kind)
{
	struct lane *lane = &relay->lane[kind];
	ssize_t size = read(lane->from, lane->bytes, sizeof(lane->bytes));
	int64_t t = loop_now();

	if (size < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (size <= 0) {
		end_lane(relay, kind);
		return;
	}
	if (is_held(relay, (int)kind)) {
		bytes_add(&lane->held, lane->bytes, (size_t)size);
		feed_bytes(relay, t, kind, lane->bytes, (size_t)size);
		if (relay->lost) /* the recorder does not know them, and would never let them pass */
			let_all_pass(relay);
		return;
	}
	lane->at = 0;
	lane->size = (size_t)size;
	if (is_paced(relay, lane))
		return;
	while (lane->at < lane->size && can_write(lane) && lane_write(relay, lane))
		;
	feed_bytes(relay, t, kind, lane->bytes, (size_t)size);
}

/* ---- orders ---- */

static void lend(struct relay *relay)
{
	relay->returns = false;
	relay->crash_end = INT64_MAX; /* the recorder takes care of it */
	relay->lends = relay->traced && ptrace(PTRACE_INTERRUPT, relay->agent, NULL, NULL) == 0;
}

static void take_back(struct relay *relay)
{
	relay->lends = false;
	relay->returns = relay->lent;
}

static void obey(struct relay *relay, const struct order *order, const char *bytes)
{
	struct lane *lane = &relay->lane[order->lane < LANES ? order->lane : FED_ERRORS];

	switch (order->kind) {
	case ORDER_HOLD:
		relay->asked = !relay->holds;
		relay->order = order->held;
		break;
	case ORDER_LET_GO: let_all_pass(relay); break;
	case ORDER_PASS: let_pass(lane, order->held, NULL, 0); break;
	case ORDER_REPLACE: let_pass(lane, order->held, bytes, order->size); break;
	case ORDER_LEND: lend(relay); break;
	case ORDER_TAKE_BACK: take_back(relay); break;
	case ORDER_END: relay->stays = false; break;
	}
}

/* Takes what the recorder has ordered.  When it has ended, nobody can let go what is held.  */
static void take_orders(struct relay *relay)
{
	char read_here[PIPE_BUF];
	ssize_t size = read(relay->orders, read_here, sizeof(read_here));
	struct order order;
	size_t from = 0;

	if (size < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (size <= 0) {
		close(relay->orders);
		relay->orders = -1;
		let_all_pass(relay);
		take_back(relay);
		return;
	}
	bytes_add(&relay->ordered, read_here, (size_t)size);
	while (relay->ordered.size - from >= sizeof(order)) {
		memcpy(&order, relay->ordered.at + from, sizeof(order));
		if (relay->ordered.size - from - sizeof(order) < order.size)
			break;
		obey(relay, &order, relay->ordered.at + from + sizeof(order));
		from += sizeof(order) + order.size;
	}
	bytes_drop(&relay->ordered, from);
}

/* Is the recorder so far behind that what is held could get lost for it?  */
static bool is_behind(struct relay *relay)
{
	int waits = 0;

	return !feed_lost(relay, loop_now()) ||
	       (ioctl(relay->feed, FIONREAD, &waits) == 0 && waits > BEHIND_MOST);
}

/* From here on all is held: the recorder has to know exactly where.  */
static void begin_to_hold(struct relay *relay)
{
	relay->holds =
		feed_lost(relay, loop_now()) &&
		feed_part(relay, (struct fed_part){.t = loop_now(), .value = relay->order, .kind = FED_HOLDS},
			  "");
	relay->asked = !relay->holds;
}

/* ---- the agent's end ---- */

/* SIGCHLD has come, which ends ppoll().  */
static volatile sig_atomic_t child_noticed;

static void notice(int number UNUSED)
{
	child_noticed = 1;
}

struct crash crash_of(int64_t value)
{
	return (struct crash){.signal = (int)(value & 0xff), .thread = (int)(value >> 8)};
}

/* A thread is at the delivery of a signal that ends the process: all stop.  */
static void stand(struct relay *relay, pid_t thread, int number)
{
	struct fed_part part = {.t = loop_now(), .value = (int64_t)thread << 8 | number, .kind = FED_CRASHES};

	ptrace(PTRACE_DETACH, thread, NULL, (void *)(intptr_t)SIGSTOP);
	tracee_let_go(relay->agent, thread);
	relay->crash = crash_of(part.value);
	relay->crash_end = part.t + CRASH_MOST;
	relay->examines = relay->traced = relay->lends = false;
	relay->lent = true;
	relay->returns = relay->feed < 0 || !feed_lost(relay, part.t) || !feed_part(relay, part, "");
}

/* Lets the agent go on from what a tracer sees: a signal, which it gets, or that it was stopped or continued.
 */
static void pass_stop(struct relay *relay, pid_t thread, int status)
{
	int number = WSTOPSIG(status), event = status >> 16;
	bool stays = event == PTRACE_EVENT_STOP && number != SIGTRAP;

	if (relay->examines && !event && tracee_is_fatal(thread, number)) {
		stand(relay, thread, number);
		return;
	}
	if (event == PTRACE_EVENT_EXIT && thread == relay->agent) {
		relay->leaves = relay->left = true;
		if (relay->holds)
			feed_value(relay, FED_SHUT, FED_OUTPUT);
		return;
	}
	if (relay->lends && thread == relay->agent) {
		relay->traced = relay->lends = false;
		relay->lent = true;
		stays = false;
	}
	ptrace(relay->lent ? PTRACE_DETACH
	       : stays     ? PTRACE_LISTEN
			   : PTRACE_CONT,
	       thread, NULL, (void *)(intptr_t)(event ? 0 : number));
	if (relay->lent)
		tracee_let_go(relay->agent, thread);
}

/* Looks what has become of it.  */
static void follow(struct relay *relay)
{
	bool looks = child_noticed;

	child_noticed = 0;
	while (looks && relay->traced && !relay->ended && !relay->leaves) {
		siginfo_t info = {0};
		int status;

		if (waitid(P_ALL, 0, &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT | __WALL) < 0)
			relay->traced = false;
		else if (!info.si_pid)
			return;
		else if (info.si_pid == relay->agent && info.si_code != CLD_TRAPPED &&
			 info.si_code != CLD_STOPPED)
			relay->ended = true;
		else if (waitpid(info.si_pid, &status, WNOHANG | __WALL) > 0 && WIFSTOPPED(status))
			pass_stop(relay, info.si_pid, status);
	}
}

/* Its other threads only if they may crash.  */
static void trace(struct relay *relay)
{
	relay->traced = relay->examines
				? tracee_seize(relay->agent, PTRACE_O_TRACEEXIT | PTRACE_O_TRACECLONE)
				: ptrace(PTRACE_SEIZE, relay->agent, NULL, (void *)PTRACE_O_TRACEEXIT) == 0;
}

/* Its crash was looked at: it dies of the signal that it would have died of.  */
static void crash(struct relay *relay)
{
	syscall(SYS_tgkill, relay->agent, relay->crash.thread, relay->crash.signal);
	kill(relay->agent, SIGCONT);
	relay->crash.signal = 0;
}

/* Has the debugger left, or the agent ended meanwhile?  */
static void look_at_lent(struct relay *relay)
{
	if (relay->crash.signal && loop_now() >= relay->crash_end)
		relay->returns = true;
	if (relay->lent && relay->returns)
		trace(relay);
	if (relay->traced && relay->crash.signal)
		crash(relay);
	if (relay->lent && !relay->traced && kill(relay->agent, 0) < 0) {
		feed_value(relay, FED_UNTRACED, errno);
		relay->lent = false;
	}
	relay->lent = relay->lent && !relay->traced;
}

/* A judge that polls a pidfd sees the end at once, so the agent has not ended yet here.  If it was killed
 * meanwhile, it has.  */
static void let_end(struct relay *relay)
{
	ptrace(PTRACE_CONT, relay->agent, NULL, NULL);
	relay->leaves = relay->told_so = false;
	relay->looks = 0;
	child_noticed = 1;
}

static int64_t ns_of(const struct timeval *time)
{
	return (int64_t)time->tv_sec * NS_PER_S + (int64_t)time->tv_usec * 1000;
}

static void feed_end(struct relay *relay)
{
	while (relay->told < relay->count && feed_lost(relay, loop_now()) &&
	       feed_part(relay, relay->ends[relay->told], ""))
		relay->told++;
}

/* There is nobody left whom the recorder could hold up.  */
static void feed_rest(struct relay *relay)
{
	if (relay->feed >= 0)
		fcntl(relay->feed, F_SETFL, fcntl(relay->feed, F_GETFL) & ~O_NONBLOCK);
	if (relay->lost)
		feed_part(relay, (struct fed_part){.t = loop_now(), .value = relay->lost, .kind = FED_LOST},
			  "");
	relay->lost = 0;
	feed_end(relay);
}

/* All that it has written has passed: now its judge may know.  The recorder may be behind: it is told in any
 * case.  */
static void tell_end(struct relay *relay)
{
	int status;
	struct rusage used;
	int64_t t;

	if (wait4(relay->agent, &status, __WALL, &used) > 0) {
		t = loop_now();
		relay->ends[relay->count++] = (struct fed_part){
			.t = t, .value = ns_of(&used.ru_utime) + ns_of(&used.ru_stime), .kind = FED_CPU};
		relay->ends[relay->count++] =
			(struct fed_part){.t = t, .value = (int64_t)used.ru_maxrss * 1024, .kind = FED_PEAK};
		relay->ends[relay->count++] = (struct fed_part){.t = t, .value = status, .kind = FED_ENDED};
	}
	relay->traced = relay->ended = false;
}

/* ---- the relay ---- */

/* Does the agent stand before its end, and the recorder has to be told?  */
static bool leaves_held(const struct relay *relay)
{
	return relay->holds && relay->leaves && !relay->told_so;
}

static bool has_drained(const struct relay *relay)
{
	return !lane_waits(&relay->lane[FED_OUTPUT]) && !lane_waits(&relay->lane[FED_ERRORS]) &&
	       (leaves_held(relay) || (!relay->lane[FED_OUTPUT].held.size && !relay->stays));
}

/* The agent has stopped writing.  */
static void settle_end(struct relay *relay)
{
	struct fed_part part = {.t = loop_now(), .kind = FED_LEAVES};
	unsigned long status;

	if (relay->ended) {
		tell_end(relay);
	} else if (leaves_held(relay)) {
		relay->told_so = true;
		if (ptrace(PTRACE_GETEVENTMSG, relay->agent, NULL, &status) < 0)
			return;
		part.value = (int64_t)status;
		relay->stays = feed_lost(relay, part.t) && feed_part(relay, part, "");
	} else {
		let_end(relay);
	}
}

/* Waits until a lane can go on, or the agent has stopped or ended.  */
static void step(struct relay *relay, const sigset_t *waiting)
{
	struct pollfd from[LANES], to[LANES], all[2 * LANES + 1];
	bool ends = (relay->ended || relay->leaves) && has_drained(relay);
	bool behind = (relay->holds || relay->asked) && is_behind(relay);
	int most_ms = ends ? 0 : behind ? AGAIN_MS : relay->lent ? LENT_MS : -1, ready;
	struct timespec most;

	for (int i = 0; i < LANES; i++) {
		const struct lane *lane = &relay->lane[i];
		bool waits = lane_waits(lane),
		     full = is_held(relay, i) && (behind || lane->held.size >= HELD_MOST);
		int wait_ms;

		all[i] = (struct pollfd){.fd = waits || full ? -1 : lane->from, .events = POLLIN};
		wait_ms = waits && is_paced(relay, lane) ? piece_wait(relay) : 0;
		if (wait_ms && (most_ms < 0 || wait_ms < most_ms))
			most_ms = wait_ms;
		all[LANES + i] =
			(struct pollfd){.fd = lane->to, .events = (short)(waits && !wait_ms ? POLLOUT : 0)};
	}
	all[2 * LANES] = (struct pollfd){.fd = relay->orders, .events = POLLIN};
	most = (struct timespec){.tv_sec = most_ms / 1000, .tv_nsec = most_ms % 1000 * NS_PER_MS};
	ready = ppoll(all, 2 * LANES + 1, most_ms < 0 ? NULL : &most, waiting);
	if (ends && (ready == 0 || ++relay->looks > LOOKS_MOST))
		settle_end(relay);
	if (ready <= 0)
		return;
	if (all[2 * LANES].revents)
		take_orders(relay);
	memcpy(from, all, sizeof(from));
	memcpy(to, all + LANES, sizeof(to));
	for (int i = LANES - 1; i >= 0; i--) { /* what it wrote to stderr came before its answer */
		struct lane *lane = &relay->lane[i];

		if (from[i].revents && lane->from >= 0 && !lane_waits(lane))
			lane_read(relay, (enum fed)i);
		else if (to[i].revents && lane_waits(lane))
			lane_write(relay, lane);
		else if (to[i].revents) /* nobody reads it any more */
			close_lane(lane);
	}
}

static bool goes_on(const struct relay *relay)
{
	for (int i = 0; i < LANES; i++)
		if (relay->lane[i].to >= 0)
			return true;
	return relay->traced || relay->lent;
}

/* `told`: the agent's process waits for a byte there, or its end.  */
static void run(struct relay *relay, int told)
{
	const struct sigaction action = {.sa_handler = notice};
	sigset_t children, waiting;

	sigaction(SIGCHLD, &action, NULL);
	sigemptyset(&children);
	sigaddset(&children, SIGCHLD);
	sigprocmask(SIG_BLOCK, &children, &waiting);
	sigdelset(&waiting, SIGCHLD);
	trace(relay);
	if (!relay->traced)
		feed_value(relay, FED_UNTRACED, errno);
	close(told);
	while (goes_on(relay)) {
		follow(relay);
		step(relay, &waiting);
		if (relay->asked && !relay->holds)
			begin_to_hold(relay);
		look_at_lent(relay);
		feed_end(relay);
	}
	feed_rest(relay);
}

/* ---- the processes ---- */

enum { PIPES = LANES + 3, FEED = LANES, TOLD, ORDERS };

/* Reads at [0], writes at [1]; all are closed by exec.  */
struct plumbing {
	int pipe[PIPES][2];
	bool one; /* stdout and stderr were one file */
	struct relay_setup setup;
};

static void close_all(struct plumbing *plumbing)
{
	for (int i = 0; i < PIPES; i++)
		for (int end = 0; end < 2; end++)
			if (plumbing->pipe[i][end] >= 0)
				close(plumbing->pipe[i][end]);
}

/* Above stdin, stdout and stderr, which the judge may have left closed.  False and errno.  */
static bool pipe_open(int ends[2])
{
	int low[2];

	if (pipe2(low, O_CLOEXEC) < 0)
		return false;
	for (int end = 0; end < 2; end++) {
		ends[end] = fcntl(low[end], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
		close(low[end]);
	}
	return ends[0] >= 0 && ends[1] >= 0;
}

/* Ends of ours alone do not block.  */
static void unblock(int fd)
{
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/* A terminal is no such file: all that is started there has it twice.  */
static bool are_one(int a, int b)
{
	struct stat one, other;

	return fstat(a, &one) == 0 && fstat(b, &other) == 0 && !S_ISCHR(one.st_mode) &&
	       one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

static bool plumbing_open(struct plumbing *plumbing)
{
	memset(plumbing->pipe, -1, sizeof(plumbing->pipe));
	plumbing->one = are_one(STDOUT_FILENO, STDERR_FILENO);
	for (int i = 0; i < PIPES; i++)
		if (!pipe_open(plumbing->pipe[i]))
			return false;
	unblock(plumbing->pipe[FED_TO_AGENT][1]);
	unblock(plumbing->pipe[FED_OUTPUT][0]);
	unblock(plumbing->pipe[FED_ERRORS][0]);
	unblock(plumbing->pipe[FEED][1]);
	unblock(plumbing->pipe[ORDERS][0]);
	fcntl(plumbing->pipe[FEED][1], F_SETPIPE_SZ, FEED_SIZE);
	return true;
}

static bool is_among(int fd, const int *kept, int count)
{
	for (int i = 0; i < count; i++)
		if (kept[i] == fd)
			return true;
	return false;
}

/* What the judge has open besides would stay open with us.  */
static void close_others(const int *kept, int count)
{
	int most = STDERR_FILENO;

	for (int i = 0; i < count; i++)
		most = kept[i] > most ? kept[i] : most;
	for (int fd = STDERR_FILENO + 1; fd < most; fd++)
		if (!is_among(fd, kept, count))
			close(fd);
#ifdef __NR_close_range
	if (syscall(__NR_close_range, most + 1, ~0U, 0) == 0)
		return;
#endif
	for (long fd = most + 1; fd < sysconf(_SC_OPEN_MAX); fd++)
		close((int)fd);
}

/* A session of its own: no signal to the judge's group, or from its terminal, ends it.  */
static void leave_judge(void)
{
	static const int ignored[] = {SIGPIPE, SIGXFSZ, SIGHUP, SIGALRM, SIGIO, SIGUSR1, SIGUSR2};

	for (size_t i = 0; i < sizeof(ignored) / sizeof(*ignored); i++)
		signal(ignored[i], SIG_IGN);
	setsid();
}

static _Noreturn void become_recorder(const struct plumbing *plumbing, relay_recorder *record, void *user)
{
	const int kept[] = {plumbing->pipe[FEED][0], plumbing->pipe[ORDERS][1]};
	int nowhere = open("/dev/null", O_RDWR);

	leave_judge();
	signal(SIGCHLD, SIG_DFL);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		dup2(nowhere, fd);
	close_others(kept, sizeof(kept) / sizeof(*kept));
	_exit(record(user, kept[0], kept[1]));
}

static _Noreturn void become_relay(const struct plumbing *plumbing, pid_t agent)
{
	const int(*pipe)[2] = plumbing->pipe;
	const int kept[] = {pipe[FED_TO_AGENT][1], pipe[FED_OUTPUT][0], pipe[FED_ERRORS][0],
			    pipe[FEED][1],         pipe[TOLD][1],       pipe[ORDERS][0]};
	struct relay *relay = bytes_new(sizeof(*relay));

	leave_judge();
	close_others(kept, sizeof(kept) / sizeof(*kept));
	relay->agent = agent;
	relay->pace.on = plumbing->setup.pieces || plumbing->setup.line_delay;
	relay->pace.cutter = cutter_of(plumbing->setup.pieces);
	relay->pace.line_delay = plumbing->setup.line_delay;
	relay->examines = plumbing->setup.examines;
	relay->feed = pipe[FEED][1];
	relay->orders = pipe[ORDERS][0];
	for (int i = 0; i < LANES; i++) {
		relay->lane[i].from = i == FED_TO_AGENT ? STDIN_FILENO : pipe[i][0];
		relay->lane[i].to = i == FED_TO_AGENT ? pipe[i][1] : i;
	}
	if (plumbing->one)
		close_lane(&relay->lane[FED_ERRORS]);
	run(relay, pipe[TOLD][1]);
	_exit(EXIT_SUCCESS);
}

/* The two are nobody's children: the agent must find none that it has not started.  */
static bool fork_both(const struct plumbing *plumbing, relay_recorder *record, void *user)
{
	pid_t agent = getpid(), between = fork();
	int status = 0;

	if (between == 0) {
		pid_t recorder = fork(), relay = recorder < 0 ? -1 : recorder == 0 ? 1 : fork();

		if (recorder == 0)
			become_recorder(plumbing, record, user);
		if (relay == 0)
			become_relay(plumbing, agent);
		_exit(relay < 0 ? errno : EXIT_SUCCESS);
	}
	if (between < 0)
		return false;
	TEMP_FAILURE_RETRY(waitpid(between, &status, 0)); /* fails if the judge has SIGCHLD ignored */
	errno = WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
	return errno == 0;
}

/* With yama only ancestors may trace, and the relay is none.  */
static void let_trace(bool any)
{
#ifdef PR_SET_PTRACER
	prctl(PR_SET_PTRACER, any ? PR_SET_PTRACER_ANY : 0, 0, 0, 0);
#else
	(void)any;
#endif
}

struct ending relay_ending(int64_t value)
{
	return ending_of((int)value);
}

char *relay_begin(struct relay_setup setup, relay_recorder *record, void *user)
{
	struct plumbing plumbing = {.setup = setup};
	char *problem = NULL, byte;
	int(*pipe)[2] = plumbing.pipe;

	let_trace(true);
	if (!plumbing_open(&plumbing) || !fork_both(&plumbing, record, user)) {
		problem = bytes_text("no process can pass on what is said: %s", strerror(errno));
	} else {
		close(pipe[TOLD][1]);
		pipe[TOLD][1] = -1;
		TEMP_FAILURE_RETRY(read(pipe[TOLD][0], &byte, 1)); /* until the relay has seen this process */
		dup2(pipe[FED_TO_AGENT][0], STDIN_FILENO);
		dup2(pipe[FED_OUTPUT][1], STDOUT_FILENO);
		dup2(pipe[plumbing.one ? FED_OUTPUT : FED_ERRORS][1], STDERR_FILENO);
	}
	let_trace(false);
	close_all(&plumbing);
	return problem;
}
