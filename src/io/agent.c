/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent.c - the life of an agent: it is started, read, written to, asked, made to leave, and its end is told.
 *
 * Reading.  As much as is there is read when the loop says so, and before something is written to the agent
 * or its end is told.
 *
 * The terminal.  With OPOST the kernel puts a CR before each LF within the agent's write(), byte by byte, and
 * the agent's clock pays: 80 MB of lines take three times as long.  So spawn.c switches OPOST off, and
 * read_terminal() does what ONLCR asks for.  A program may set its terminal itself, and this decides what it
 * wants:
 *
 *   OPOST is on                     the kernel adds the CR, as after `stty sane`
 *   ONLCR is off                    LF goes straight down: ncurses, vim
 *   neither ICANON nor ISIG is on   the same: cfmakeraw(), which leaves ONLCR alone
 *   else                            LF needs its CR: a plain program, or readline, which keeps ISIG
 *
 * The settings count that are there when the bytes are read.  What a program wrote just before it changed
 * them may be taken for what it wrote just after.  A program that copies the settings to a pty of its own, as
 * script(1) does, gets no CR there.
 *
 * Pieces.  A line is always cut in the same places, which follow from a number and the line alone.  So a
 * failure stays when other lines are left out.  Two pieces that lie in a pipe together are read as one.  So
 * each waits until the agent has read the one before.  An agent that does not read gets the rest after a
 * while.  The time that pieces have waited is told, because it is not the agent's.
 *
 * Leaving.  The steps are a time of grace, the end of its stdin, SIGTERM, SIGKILL.  Each step has its time
 * from when it was taken, and counts only time in which this process was awake: else one step would follow
 * the other at once after a stop, and kill an agent that leaves in time.  */
#include "agent_state.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/log.h"
#include "ringside/loop.h"
#include "socket.h"
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
	/* A later answer most likely answers the question.  */
	LOOK_WITHIN_NS = 50 * 1000,
	FIRST_QUESTIONS = 3,          /* while we do not know if it speaks unasked */
	KNOWN_QUESTIONS = 50,         /* after them we know */
	CHECK_KNOWN_NS = 1000 * 1000, /* between two checks: each costs a system call */
	HOLD_STEP_NS = 250 * 1000,    /* the first; each is twice as long as the one before, up to: */
	HOLD_STEP_MOST_NS = 2 * 1000 * 1000,
	HOLD_RUNNING = 28,         /* steps we wait for an agent that still runs: some always do */
	PIECE_STEP_NS = 50 * 1000, /* the first look at a piece; each is twice as late as the one before */
	PIECE_STEP_MOST_NS = 1000 * 1000,
	TOLD_NS = 10 * 1000 * 1000, /* longer times are told in parts, before a limit passes */
	QUEUE_MOST = 1024 * 1024,   /* bytes that an agent has not read */
	TYPED_MOST = 64 * 1024,     /* keys that its terminal has not taken */
	READ_FIRST = 2048,          /* of a descriptor that is not known to flood */
	READ_AT_ONCE = 64 * 1024,   /* of a descriptor in a wake-up, so a flood starves nobody */
	READ_AT_EXIT = 1024 * 1024, /* as much as a pipe can hold: a grandchild may write for ever */
	SEEN_WITHIN_NS = 50 * 1000,
	SETTLE_NS = 1000 * 1000,
	SETTLE_STEP_NS = 50 * 1000, /* the first; each is twice as long as the one before */
	KILL_AFTER_NS = 100 * 1000000,
	LEAVE_BEHIND_AFTER_NS = 2000 * 1000000, /* from SIGKILL on */
	STRANGERS_AT_EXIT = 64,                 /* checked at most before the end is reported */
	GONE_MOST = 10, /* closed connections, after each of which we wait for the agent's end */
	TERM_AFTER_NS = 50 * 1000000, /* from the end of stdin to SIGTERM, at least */
	LOOK_EVERY_NS = 5 * 1000000,  /* poll for its end, without a pidfd */
	/* Limits for the rest of an ended agent's output.  What exceeds the kernel's buffers is not from the
	   agent.  */
	REST_WITHIN_NS = 1000 * 1000000,
	REST_MOST = 16 * 1024 * 1024,
};

/* An agent that does not read a piece gets the rest after patience_ns, after start_ns if it has read nothing
 * yet, and after running_ns while it runs or waits for a core.  */
static const int64_t patience_ns = INT64_C(200) * NS_PER_MS, start_ns = INT64_C(2) * NS_PER_S,
		     running_ns = INT64_C(5) * NS_PER_S;

/* Brings all bits of a number into the upper ones: 2^64 by the golden ratio, which Fibonacci hashing takes.
 */
#define SPREAD UINT64_C(0x9e3779b97f4a7c15)

/* The number of bytes that wait.  */
static size_t queue_size(const struct byte_queue *queue)
{
	assert(queue->gone <= queue->bytes.size);
	return queue->bytes.size - queue->gone;
}

static void queue_add(struct byte_queue *queue, const char *bytes, size_t size)
{
	assert(bytes || size == 0);
	if (queue->gone >= queue_size(queue)) { /* moves each byte once at most */
		bytes_drop(&queue->bytes, queue->gone);
		queue->gone = 0;
	}
	bytes_add(&queue->bytes, bytes, size);
}

static void queue_free(struct byte_queue *queue)
{
	bytes_free(&queue->bytes);
	queue->gone = 0;
}

/* Writes past the queue; *went: how many bytes.  False as above.  */
static bool queue_write(int fd, const char *bytes, size_t size, size_t *went)
{
	ssize_t written = TEMP_FAILURE_RETRY(write(fd, bytes, size));

	assert(fd >= 0 && went);
	*went = written > 0 ? (size_t)written : 0;
	return written >= 0 || errno == EAGAIN;
}

/* The bytes that wait.  */
static const char *queue_at(const struct byte_queue *queue)
{
	return queue->bytes.at + queue->gone;
}

/* Writes what the descriptor takes, and at most so many bytes; false: it will never take anything again.  */
static bool queue_flush(struct byte_queue *queue, int fd, size_t most)
{
	size_t size = queue_size(queue), went;
	bool takes = queue_write(fd, queue_at(queue), size < most ? size : most, &went);

	assert(size > 0);
	queue->gone += went;
	if (queue_size(queue) == 0)
		queue_free(queue);
	return takes;
}

static bool wants_cr(int master)
{
	struct termios now;

	return tcgetattr(master, &now) == 0 && !(now.c_oflag & OPOST) && now.c_oflag & ONLCR &&
	       now.c_lflag & (ICANON | ISIG);
}

/* Copies with CR before each LF; returns the size.  `to` may lie before `from` in the same buffer, by `size`
 * at least: then it never gets ahead.  */
static size_t copy_with_cr(char *to, const char *from, size_t size)
{
	const char *end = from + size, *lf;
	char *at = to;

	while ((lf = memchr(from, '\n', (size_t)(end - from)))) {
		memmove(at, from, (size_t)(lf - from));
		at += lf - from;
		*at++ = '\r';
		*at++ = '\n';
		from = lf + 1;
	}
	memmove(at, from, (size_t)(end - from));
	return (size_t)(at - to) + (size_t)(end - from);
}

/* read() from the master of an agent's pty, at most room / 2 bytes.  Puts CR before each LF if the terminal
 * should have done so.  Returns the number of bytes that it put to `bytes`, 0, or -1 and errno.  */
static ssize_t read_terminal(int master, char *bytes, size_t room)
{
	size_t half = room / 2;
	char *raw = bytes + half;
	ssize_t size;

	assert(half > 0);
	size = read(master, raw, half);
	if (size > 0 && wants_cr(master))
		return (ssize_t)copy_with_cr(bytes, raw, (size_t)size);
	if (size > 0)
		memmove(bytes, raw, (size_t)size);
	return size;
}

/* May it say more than was asked?  An agent shows this soon or never.  */
static bool is_suspect(const struct agent *agent)
{
	return agent->suspect || agent->questions <= FIRST_QUESTIONS;
}

/* Has it answered so many questions, and never said more than was asked, that a check at `checked` is enough?
 * Matches whose turns take a millisecond check all agents at all turns.  */
static bool needs_no_check(const struct agent *agent, int64_t checked, int64_t t)
{
	return !agent->suspect && !agent->checked && agent->questions > KNOWN_QUESTIONS &&
	       t - checked < CHECK_KNOWN_NS;
}

/* Has it read all, have we read all of it, and does it wait?  An agent that does not sleep may be about to
 * write.  */
static bool is_at_rest(const struct agent *agent)
{
	return !agent_unread_in(agent->process.in) && !agent_unread_in(agent->process.out) &&
	       (agent->steps >= HOLD_RUNNING || !is_running(agent->process.agent));
}

static void hold_longer(struct agent *agent)
{
	loop_at(agent->holds, loop_now() + agent->step);
	agent->step = agent->step < HOLD_STEP_MOST_NS ? 2 * agent->step : agent->step;
}

/* A step of the hash FNV-1a.  */
static uint64_t mixed(uint64_t number, char byte)
{
	return (number ^ (unsigned char)byte) * UINT64_C(0x100000001b3);
}

struct cutter cutter_of(uint32_t number)
{
	return (struct cutter){.number = number, .line = mixed(number, '\n')};
}

size_t cutter_next(struct cutter *cutter, const char *bytes, size_t size)
{
	unsigned one_in = 2u << cutter->number % 4;
	bool ends = false;
	size_t i = 0;

	while (i < size && !ends) {
		char byte = bytes[i++];

		cutter->line = mixed(cutter->line, byte);
		ends = (cutter->line * SPREAD >> 32) % one_in == 0;
		if (byte == '\n')
			cutter->line = mixed(cutter->number, byte);
	}
	return i;
}

/* The size of the piece to write now.  */
static size_t piece(struct agent *agent)
{
	struct pieces *pieces = &agent->pieces;

	if (!pieces->left)
		pieces->left =
			cutter_next(&pieces->cutter, queue_at(&agent->input), queue_size(&agent->input));
	return pieces->left;
}

/* Does reading from it or writing to it fail with this because of the agent? All else is a fault of the
 * system, but the hang-up of its terminal (EIO).  */
static bool is_to_blame(int error)
{
	return error == ECONNRESET || error == ECONNABORTED || error == ETIMEDOUT || error == EPIPE ||
	       error == ENOTCONN;
}

static void forget(struct watch **watch)
{
	loop_unwatch(*watch);
	*watch = NULL;
}

/* Forgets the watch and closes the descriptor.  */
static void shut(struct watch **watch, int *fd)
{
	forget(watch);
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Lets no more connections in.  */
static void shut_door(struct agent *agent)
{
	shut(&agent->door, &agent->process.listener);
}

/* A connection stays open in the other direction.  */
static void close_stdin(struct agent *agent)
{
	if (agent->process.in >= 0 && agent->process.in == agent->process.out) {
		shutdown(agent->process.in, SHUT_WR);
		agent->process.in = -1;
	}
	shut(&agent->in, &agent->process.in);
	forget(&agent->holds);
	shut_door(agent);
	queue_free(&agent->input);
	loop_unwatch(agent->pieces.timer);
	agent->pieces = (struct pieces){0};
}

/* Around every callback, since it may free the agent: the struct itself lives until the last return.  */
static void enter(struct agent *agent)
{
	agent->inside++;
}

/* Reports that the system has failed to write to its stdin, if it has.  */
static void tell_failure(struct agent *agent, int64_t t)
{
	int error = agent->failure;

	agent->failure = 0;
	if (error && agent->events.failed)
		agent->events.failed(agent->user, t, STREAM_STDIN, error);
}

static void tell_closed(struct agent *agent, int64_t t, enum stream stream)
{
	if (!agent->freed && agent->events.closed)
		agent->events.closed(agent->user, t, stream);
}

static void leave(struct agent *agent)
{
	assert(agent->inside > 0);
	if (--agent->inside == 0 && agent->freed)
		free(agent);
}

static void broken_told(void *user, int events UNUSED)
{
	struct agent *agent = user;

	enter(agent);
	forget(&agent->broken);
	tell_failure(agent, loop_now());
	tell_closed(agent, loop_now(), STREAM_STDIN);
	leave(agent);
}

/* It no longer reads, or the system cannot write (errno).  This is told at the next wake-up, never from
 * within agent_write().  */
static void stdin_broke(struct agent *agent, int error)
{
	agent->failure = is_to_blame(error) ? 0 : error;
	close_stdin(agent);
	agent->broken = loop_timer(agent->loop, LOOP_FIRST, broken_told, agent);
	loop_at(agent->broken, 0);
}

/* Does a piece wait until it has read the one before?  */
static bool waits_in_pieces(const struct agent *agent)
{
	return agent->pieces.cutter.number && queue_size(&agent->input);
}

/* Has it had the time to read the piece?  */
static bool is_impatient(const struct agent *agent, int64_t t)
{
	const struct pieces *pieces = &agent->pieces;
	int64_t waited = t - pieces->wrote;

	return waited >= (pieces->reads ? patience_ns : start_ns) &&
	       (waited >= running_ns || !is_running(agent->process.agent));
}

static void look_later(struct pieces *pieces, int64_t t)
{
	loop_at(pieces->timer, t + pieces->step);
	pieces->step = pieces->step < PIECE_STEP_MOST_NS ? 2 * pieces->step : pieces->step;
}

/* So much of it was written.  */
static void piece_went(struct agent *agent, size_t size)
{
	struct pieces *pieces = &agent->pieces;

	pieces->left -= size;
	if (pieces->left)
		return; /* the pipe is full */
	loop_change(agent->in, 0);
	pieces->wrote = loop_now();
	pieces->step = PIECE_STEP_NS;
	if (!waits_in_pieces(agent))
		return;
	pieces->since = pieces->since ? pieces->since : pieces->wrote;
	look_later(pieces, pieces->wrote);
}

/* The loop's callback for its stdin.  */
static void stdin_ready(void *user, int events UNUSED)
{
	struct agent *agent = user;
	size_t before = queue_size(&agent->input), went;
	bool cuts = agent->pieces.cutter.number;

	if (!queue_flush(&agent->input, agent->process.in, cuts ? piece(agent) : before)) {
		stdin_broke(agent, errno);
		return;
	}
	went = before - queue_size(&agent->input);
	agent->went += (int64_t)went;
	if (cuts)
		piece_went(agent, went);
	else if (went == before)
		loop_change(agent->in, 0);
}

/* Writes the bytes that wait for its stdin.  Bytes that the pipe does not take keep waiting.  */
static void write_on(struct agent *agent)
{
	loop_change(agent->in, LOOP_WRITE);
	stdin_ready(agent, LOOP_WRITE);
}

/* Gives it one more look for a first word after it has read.  */
static void hold_on(void *user, int events UNUSED)
{
	struct agent *agent = user;

	assert(agent->holds && agent->process.in >= 0);
	if (!is_at_rest(agent) || !agent->was_empty) {
		agent->was_empty = !agent_unread_in(agent->process.in);
		agent->steps += agent->was_empty;
		hold_longer(agent);
		return;
	}
	forget(&agent->holds);
	write_on(agent);
}

static bool has_read_piece(const struct agent *agent)
{
	return agent->socket
		       ? peer_has_read(agent->process.in, agent->process.init ? agent->process.agent : 0)
		       : !agent_unread_in(agent->process.in);
}

/* Does it wait until it has read the piece before?  What a full pipe does not take waits for another reason.
 */
static bool holds_back(const struct agent *agent)
{
	return waits_in_pieces(agent) && !agent->pieces.left;
}

/* Tells how long pieces have waited.  */
static void tell_held_back(struct agent *agent, int64_t t)
{
	struct pieces *pieces = &agent->pieces;
	int64_t from = pieces->since;

	pieces->since = holds_back(agent) ? t : 0;
	if (agent->events.held_back)
		agent->events.held_back(agent->user, from, t);
}

static void look_at_piece(void *user, int events UNUSED)
{
	struct agent *agent = user;
	struct pieces *pieces = &agent->pieces;
	int64_t t = loop_now();
	bool impatient;

	if (!waits_in_pieces(agent) || agent->holds)
		return;
	enter(agent);
	impatient = is_impatient(agent, t);
	if (has_read_piece(agent)) { /* looked at last: it may have read meanwhile, and wait for more */
		pieces->reads = true;
		write_on(agent);
	} else if (impatient) {
		pieces->left = queue_size(&agent->input);
		write_on(agent);
	} else {
		look_later(pieces, t);
	}
	t = loop_now();
	if (pieces->since && (!holds_back(agent) || t - pieces->since >= TOLD_NS))
		tell_held_back(agent, t);
	leave(agent);
}

/* Writes the keys that wait for its terminal.  */
static void type_on(struct agent *agent)
{
	if (queue_size(&agent->keys) == 0)
		return;
	if (!queue_flush(&agent->keys, agent->process.err, queue_size(&agent->keys)))
		queue_free(&agent->keys);
	if (queue_size(&agent->keys) == 0)
		loop_change(agent->err, LOOP_READ);
}

/* As read_once(), into these bytes.  */
static ssize_t read_into(struct agent *agent, int64_t t, enum stream stream, char *bytes, size_t room)
{
	int fd = stream == STREAM_STDOUT ? agent->process.out : agent->process.err;
	bool terminal = stream == STREAM_STDERR && agent->process.slave >= 0;
	ssize_t size = TEMP_FAILURE_RETRY(terminal ? read_terminal(fd, bytes, room) : read(fd, bytes, room));

	agent->floods[stream] = size == (ssize_t)room;
	if (stream == STREAM_STDOUT && size > 0)
		agent->spoke_t = t;
	if (size > 0 && agent->socket && stream == STREAM_STDOUT) {
		if (!agent->prompt)
			socket_acknowledge(fd);
		shut_door(agent);
	}
	if (size > 0) {
		agent->talks = agent->talks || stream == STREAM_STDERR;
		tell_failure(agent, t); /* it may speak because it could not read more */
		if (!agent->freed)
			agent->events.bytes(agent->user, t, stream, bytes, (size_t)size);
	} else if (size == 0 || errno != EAGAIN) {
		agent->reset = agent->reset || (size < 0 && errno == ECONNRESET);
		if (size < 0 && stream == STREAM_STDOUT && !is_to_blame(errno) && agent->events.failed)
			agent->events.failed(agent->user, t, stream, errno);
		return -1;
	}
	return size > 0 ? size : 0;
}

/* Apart from read_once(), which would touch each page of this buffer, too (-fstack-clash-protection).  */
static __attribute__((noinline)) ssize_t read_flood(struct agent *agent, int64_t t, enum stream stream)
{
	char bytes[READ_AT_ONCE];

	return read_into(agent, t, stream, bytes, sizeof(bytes));
}

/* Reads once, with as much room as the last read asks for, and reports the bytes.  Returns their number; 0:
 * nothing now; -1: the end of the stream, or what counts as one: a terminal that has hung up, or a stdout
 * that the system cannot read.  */
static ssize_t read_once(struct agent *agent, int64_t t, enum stream stream)
{
	char bytes[READ_FIRST];

	return agent->floods[stream] ? read_flood(agent, t, stream)
				     : read_into(agent, t, stream, bytes, sizeof(bytes));
}

/* Reports what is left in a stream, but not what a grandchild writes for ever.  True: the stream has ended.
 */
static bool read_rest(struct agent *agent, int64_t t, enum stream stream)
{
	const int *fd = stream == STREAM_STDOUT ? &agent->process.out : &agent->process.err;
	ssize_t size = 1;

	for (ssize_t all = 0; !agent->freed && *fd >= 0 && size > 0 && all < READ_AT_EXIT; all += size)
		size = read_once(agent, t, stream);
	return size < 0;
}

/* How many bytes its stdout holds. */
static ssize_t unread_now(const struct agent *agent)
{
	int size;

	return ioctl(agent->process.out, FIONREAD, &size) == 0 ? size : READ_AT_EXIT;
}

/* Reports `unread` bytes of its stdout, which it held, and a little more at most.  True: the stream has ended
 * behind them.  */
static bool read_unread(struct agent *agent, int64_t t, ssize_t unread)
{
	ssize_t size = 1;

	for (ssize_t all = 0; !agent->freed && agent->process.out >= 0 && size > 0 && all < READ_AT_EXIT &&
			      (all < unread || unread_now(agent) == 0);
	     all += size)
		size = read_once(agent, t, STREAM_STDOUT);
	return size < 0;
}

bool agent_only_reads(const struct agent *agent)
{
	FREED_BY(pids_free) struct pids family = {0};
	struct activity activity = {0};
	FREED char *input = NULL;

	if (agent->socket || agent->exited || agent->process.in < 0 || agent->process.out < 0)
		return false;
	activity.unread = agent_unread_of(agent, &input);
	family_of(agent->process.agent, agent->process.init, &family);
	activity_look("/proc", &family, input ? input : "", &activity);
	/* The look at its output comes last: what it wrote before it began to read lies there.  */
	return activity.kind == ACTIVITY_READS && activity.threads == 1 &&
	       !agent_unread_in(agent->process.out);
}

/* It has just answered.  An agent that says more than was asked may be in the middle of it and gets a moment,
 * unless it waits for our next line already: otherwise the rest would follow the next question.  */
static void let_finish(const struct agent *agent)
{
	struct pollfd more = {.fd = agent->process.out, .events = POLLIN};
	int64_t step = SETTLE_STEP_NS, left;

	if (!agent->questions || !is_suspect(agent))
		return;
	while ((left = agent->spoke_t + SETTLE_NS - loop_now()) > 0 && !agent_only_reads(agent)) {
		struct timespec wait = {.tv_nsec = step < left ? step : left};

		if (ppoll(&more, 1, &wait, NULL) != 0)
			return;
		step *= 2;
	}
}

/* Has the loop just found nothing in its output?  This is enough for an agent that is known to say only what
 * it is asked.  */
static bool is_seen_empty(const struct agent *agent, int64_t t)
{
	return needs_no_check(agent, agent->drained_t, t) && agent->out && !loop_is_due(agent->out) &&
	       t - loop_woke(agent->loop) < SEEN_WITHIN_NS;
}

/* Sends it to those of the sandbox that are in the agent's group.  */
static void signal_in_sandbox(struct agent *agent, int signal)
{
	FREED_BY(pids_free) struct pids family = {0};

	agent_signal_process(agent, signal);
	family_of(agent->process.agent, agent->process.init, &family);
	for (size_t i = 1; i < family.count; i++)
		if (getpgid(family.at[i]) == agent->process.pid)
			kill(family.at[i], signal);
}

static void wait_for_step(struct agent *agent)
{
	loop_at(agent->ladder, awake_wait(&agent->awake, agent->next_step));
}

static void stdout_close(struct agent *agent)
{
	if (agent->process.in == agent->process.out)
		agent->process.out = -1;
	shut(&agent->out, &agent->process.out);
}

static void forget_streams(struct agent *agent)
{
	close_stdin(agent);
	stdout_close(agent);
	shut(&agent->err, &agent->process.err);
	queue_free(&agent->keys);
	forget(&agent->rest);
	forget(&agent->ladder);
	forget(&agent->guard);
	forget(&agent->broken);
}

/* Reports the end, after all else.  */
static void exit_tell(struct agent *agent, int64_t t)
{
	assert(agent->exited);
	read_rest(agent, t, STREAM_STDERR);
	if (!agent->freed)
		tell_failure(agent, t);
	if (agent->freed)
		return;
	forget_streams(agent);
	forget(&agent->exit);
	LOG("agent %d has ended%s %d", (int)agent->process.agent,
	    agent->ending.signalled ? " by signal" : ": exit status", agent->ending.code);
	agent->events.exited(agent->user, t, agent->ending);
}

/* Reports that it does not end, and then its end all the same.  */
static void leave_behind(struct agent *agent, int64_t t)
{
	if (agent->exited)
		return;
	enter(agent);
	agent->exited = true;
	agent->ending =
		(struct ending){.signalled = true, .code = SIGKILL, .signal = agent_signal_name(SIGKILL)};
	if (agent->events.stays)
		agent->events.stays(agent->user, agent->process.agent);
	if (!agent->freed)
		exit_tell(agent, t);
	leave(agent);
}

static void ladder_step(void *user, int events UNUSED)
{
	struct agent *agent = user;
	int64_t t = awake_at(&agent->awake, loop_now());

	assert(!agent->freed);
	if (t < agent->next_step) {
		wait_for_step(agent);
		return;
	}
	switch (agent->leaving) {
	case STAYS: return;
	case HAS_SIGKILL: leave_behind(agent, loop_now()); return;
	case HAS_GRACE:
		close_stdin(agent);
		agent->leaving = HAS_NO_STDIN;
		agent->next_step = t + agent->term_after;
		break;
	case HAS_NO_STDIN:
		agent_signal(agent, SIGTERM);
		agent_signal(agent, SIGCONT); /* a stopped process cannot act on SIGTERM */
		agent->leaving = HAS_SIGTERM;
		agent->next_step = t + KILL_AFTER_NS;
		break;
	case HAS_SIGTERM:
		agent_signal(agent, SIGKILL);
		agent->leaving = HAS_SIGKILL;
		agent->next_step = t + LEAVE_BEHIND_AFTER_NS;
		break;
	}
	wait_for_step(agent);
}

/* Its connection was closed unused: another may follow.  */
static bool is_silent(const struct agent *agent)
{
	return agent->process.out >= 0 && agent->process.listener >= 0;
}

static void connection_forget(struct agent *agent, int64_t t)
{
	assert(is_silent(agent));
	forget(&agent->in);
	agent->process.in = -1;
	shut(&agent->out, &agent->process.out);
	agent->reset = false;
	loop_change(agent->door, LOOP_READ);
	if (agent->events.connection)
		agent->events.connection(agent->user, t, false);
}

/* Nothing more will come.  A connection that was reset takes nothing either.  */
static void stdout_ended(struct agent *agent, int64_t t)
{
	bool both = agent->reset && agent->process.in >= 0;

	stdout_close(agent);
	tell_failure(agent, t);
	tell_closed(agent, t, STREAM_STDOUT);
	if (agent->freed || !both || agent->process.in < 0)
		return;
	close_stdin(agent);
	tell_closed(agent, t, STREAM_STDIN);
}

static void stderr_ready(void *user, int events)
{
	struct agent *agent = user;
	int64_t t = loop_called(agent->loop);
	int kept = -1;

	enter(agent);
	if (events & LOOP_WRITE)
		type_on(agent);
	if (events & LOOP_READ && read_once(agent, t, STREAM_STDERR) < 0 && !agent->freed) {
		/* A terminal whose slave we hold does not end: the system cannot read it.  It stays open all
		 * the same, or the agent would get SIGHUP.  */
		queue_free(&agent->keys);
		shut(&agent->err, agent->process.slave >= 0 ? &kept : &agent->process.err);
	}
	leave(agent);
}

static void rest_is_late(void *user, int events UNUSED)
{
	struct agent *agent = user;

	if (awake_at(&agent->rest_awake, loop_now()) < agent->rest_by) {
		loop_at(agent->rest, awake_wait(&agent->rest_awake, agent->rest_by));
		return;
	}
	enter(agent);
	exit_tell(agent, loop_now());
	leave(agent);
}

static void stdout_ready(void *user, int events UNUSED)
{
	struct agent *agent = user;
	int64_t t = loop_called(agent->loop);
	ssize_t size;

	enter(agent);
	size = read_once(agent, t, STREAM_STDOUT);
	if (size < 0 && is_silent(agent)) {
		connection_forget(agent, t);
	} else if (agent->rest) {
		agent->rest_size += size;
		if (size < 0 || agent->rest_size > REST_MOST)
			exit_tell(agent, t);
	} else if (size < 0 && !agent->freed) {
		stdout_ended(agent, t);
	}
	leave(agent);
}

/* Accepts no other connection, unless this one is closed unused.  */
static void connected(struct agent *agent, int connection)
{
	if (queue_size(&agent->input))
		shut_door(agent);
	else
		loop_change(agent->door, 0);
	agent->process.in = agent->process.out = connection;
	agent->in = loop_watch(agent->loop, connection, queue_size(&agent->input) ? LOOP_WRITE : 0,
			       LOOP_FIRST, stdin_ready, agent);
	agent->out = loop_watch(agent->loop, connection, LOOP_READ, LOOP_FIRST, stdout_ready, agent);
}

/* Checks the next connection.  True: it was not the agent's, and another may wait.  */
static bool door_answered(struct agent *agent, int64_t t)
{
	FREED char *refused = NULL;
	bool goes_on, stranger;
	int connection;

	if (agent->freed || agent->process.listener < 0 || agent->process.out >= 0)
		return false;
	connection = socket_take(agent->process.listener, agent->process.init ? 0 : agent->process.pid,
				 agent->process.pidfd, &agent->patience, &refused, &goes_on, &agent->prompt);
	if (!goes_on)
		shut_door(agent);
	if (connection >= 0) {
		connected(agent, connection);
		if (agent->events.connection)
			agent->events.connection(agent->user, t, true);
	}
	stranger = refused != NULL;
	if (stranger && agent->events.stranger)
		agent->events.stranger(agent->user, t, refused);
	return stranger;
}

static void door_ready(void *user, int events UNUSED)
{
	struct agent *agent = user;

	enter(agent);
	door_answered(agent, loop_now());
	leave(agent);
}

/* Reports what came over its last connection, `unread` bytes (-1: all); those before it were unused.  True:
 * the connection has ended.  */
static bool read_all_connections(struct agent *agent, int64_t t, ssize_t unread)
{
	bool at_end = false;

	for (int i = 0; i < STRANGERS_AT_EXIT && !agent->freed; i++) {
		if (door_answered(agent, t))
			continue;
		at_end = unread < 0 ? read_rest(agent, t, STREAM_STDOUT) : read_unread(agent, t, unread);
		if (agent->freed || !at_end || !is_silent(agent))
			break;
		connection_forget(agent, t);
	}
	return at_end;
}

/* A pipe holds all that was written.  Over a connection, bytes may still wait on the sender's side, even
 * after its end, until we have read what came before.  */
static void exit_look(struct agent *agent, int64_t t)
{
	bool at_end;

	if (!has_ended(agent->process.pid, &agent->ending)) {
		if (agent->process.pidfd < 0)
			loop_at(agent->exit, t + LOOK_EVERY_NS);
		return;
	}
	agent->ending = spawned_ending(&agent->process, agent->ending);
	enter(agent);
	agent->exited = true;
	at_end = read_all_connections(agent, t, -1);
	if (!agent->freed && agent->socket && agent->process.out >= 0 && !at_end) {
		forget(&agent->exit);
		agent->rest = loop_timer(agent->loop, LOOP_FIRST, rest_is_late, agent);
		agent->rest_by = awake_at(&agent->rest_awake, loop_now()) + REST_WITHIN_NS;
		loop_at(agent->rest, awake_wait(&agent->rest_awake, agent->rest_by));
	} else if (!agent->freed) {
		exit_tell(agent, t);
	}
	leave(agent);
}

static void exit_ready(void *user, int events UNUSED)
{
	exit_look(user, loop_now());
}

int agent_unread_in(int fd)
{
	int unread = 0;

	return ioctl(fd, FIONREAD, &unread) == 0 ? unread : 0;
}

int64_t agent_unread_of(const struct agent *agent, char **input)
{
	int64_t queued = agent->holds || waits_in_pieces(agent) ? 0 : (int64_t)queue_size(&agent->input),
		unread;
	struct stat pipe;

	*input = NULL;
	if (agent->process.in < 0)
		return queued;
	if (agent->socket)
		return queued +
		       peer_unread(agent->process.in, agent->process.init ? agent->process.agent : 0, input);
	if (fstat(agent->process.in, &pipe) == 0)
		*input = bytes_text("pipe:[%lu]", (unsigned long)pipe.st_ino);
	unread = agent_unread_in(agent->process.in);
	if (!queued && unread <= (int64_t)strlen("\r\n") && agent->went - unread >= agent->question)
		return 0;
	return queued + unread;
}

struct agent *agent_spawn(struct loop *loop, const struct agent_setup *setup,
			  const struct agent_events *events, void *user, char **problem)
{
	struct spawned process;
	struct agent *agent;
	int64_t began = loop_now();

	if (!spawn_agent(setup, &process, problem)) {
		FREED char *shown = bytes_escaped(setup->command, strlen(setup->command)), *why = *problem;

		*problem = bytes_text("cannot start \"%s\": %s", shown, why);
		LOG_BYTES(*problem, strlen(*problem), "agent");
		return NULL;
	}
	LOG_BYTES(setup->command, strlen(setup->command),
		  "agent %d starts, descriptors in %d out %d stderr %d, connection %d", (int)process.agent,
		  process.in, process.out, process.err, process.listener);
	agent = bytes_new(sizeof(*agent));
	agent->loop = loop;
	agent->events = *events;
	agent->user = user;
	agent->process = process;
	agent->owned.pid = process.pid;
	orphans_except(&agent->owned);
	usage_begin(agent, began, setup->memory && !process.cgroups.memory);
	agent->socket = setup->socket;
	agent->patience = GONE_MOST;
	agent->term_after = setup->end_ns > TERM_AFTER_NS ? setup->end_ns : TERM_AFTER_NS;
	agent->checked = setup->checked;
	agent->memory = setup->memory;
	agent->has_read = true; /* nothing was asked */
	agent->soonest = INT64_MAX;
	if (agent->socket) {
		agent->door = loop_watch(loop, process.listener, LOOP_READ, LOOP_FIRST, door_ready, agent);
	} else if (!setup->all_terminal) {
		agent->in = loop_watch(loop, process.in, 0, LOOP_FIRST, stdin_ready, agent);
		agent->out = loop_watch(loop, process.out, LOOP_READ, LOOP_FIRST, stdout_ready, agent);
	}
	agent->pieces = (struct pieces){.cutter = cutter_of(setup->pieces)};
	if (setup->pieces)
		agent->pieces.timer = loop_timer(loop, LOOP_FIRST, look_at_piece, agent);
	if (setup->guarded)
		agent_begin_guard(agent, setup);
	/* stderr that came before an answer is reported before it.  */
	agent->err = loop_watch(loop, process.err, LOOP_READ, LOOP_AHEAD, stderr_ready, agent);
	if (process.pidfd >= 0) {
		agent->exit = loop_watch(loop, process.pidfd, LOOP_READ, LOOP_FIRST, exit_ready, agent);
	} else {
		agent->exit = loop_timer(loop, LOOP_FIRST, exit_ready, agent);
		loop_at(agent->exit, 0);
	}
	return agent;
}

void agent_free(struct agent *agent)
{
	if (!agent)
		return;
	enter(agent);
	agent->freed = true;
	forget_streams(agent);
	loop_unwatch(agent->exit);
	agent_signal(agent, SIGKILL);
	group_reap(agent->process.pid, agent->process.pidfd);
	orphans_include(&agent->owned);
	spawned_close(&agent->process);
	usage_end(agent);
	folder_look_end(agent->folder_look);
	free(agent->folder);
	free(agent->refused);
	leave(agent);
}

bool agent_drain(struct agent *agent, int64_t t)
{
	ssize_t size = 1;

	assert(!agent->freed);
	if (is_seen_empty(agent, t))
		return false;
	agent->drained_t = t;
	enter(agent);
	let_finish(agent);
	/* A short read: there was no more.  */
	for (ssize_t all = 0; !agent->freed && agent->process.out >= 0 && size > 0 && all < READ_AT_EXIT &&
			      (all == 0 || agent->floods[STREAM_STDOUT]);
	     all += size)
		size = read_once(agent, loop_now(), STREAM_STDOUT);
	leave(agent);
	return true;
}

void agent_drain_words(struct agent *agent, int64_t t)
{
	if (agent->process.err < 0 || (!agent->talks && agent->questions > KNOWN_QUESTIONS))
		return;
	enter(agent);
	read_once(agent, t, STREAM_STDERR); /* the loop reports its end */
	leave(agent);
}

/* Its end also reads what is left.  While a connection's rest is read, the loop does that.  What it writes
 * while it is heard comes later than t: a flood with an answer at its end may take seconds to read.  */
void agent_hear(struct agent *agent, int64_t t)
{
	ssize_t unread = unread_now(agent);

	enter(agent);
	read_rest(agent, t, STREAM_STDERR);
	if (!agent->freed && !agent->rest && read_all_connections(agent, t, unread) && !agent->freed &&
	    agent->process.out >= 0)
		stdout_ended(agent, t);
	if (!agent->freed && agent->exit)
		exit_look(agent, t);
	leave(agent);
}

bool agent_write(struct agent *agent, const char *bytes, size_t size)
{
	bool awaited = agent->process.in < 0 && agent->process.listener >= 0;
	bool waits = awaited || agent->holds, first = queue_size(&agent->input) == 0;
	size_t went = 0;

	assert(bytes || size == 0);
	assert(!agent->freed);
	if (agent->process.in < 0 && !awaited)
		return false;
	if (!awaited)
		shut_door(agent);
	if (!waits && first && !agent->pieces.cutter.number &&
	    !queue_write(agent->process.in, bytes, size, &went)) {
		stdin_broke(agent, errno);
		return false;
	}
	agent->went += (int64_t)went;
	if (went == size)
		return true;
	if (queue_size(&agent->input) + size - went > QUEUE_MOST) {
		stdin_broke(agent, EPIPE);
		return false;
	}
	queue_add(&agent->input, bytes + went, size - went);
	if (waits || !first)
		return true;
	if (agent->pieces.cutter.number)
		write_on(agent);
	else
		loop_change(agent->in, LOOP_WRITE);
	return agent->in != NULL;
}

void agent_asks(struct agent *agent, int64_t t, size_t size)
{
	assert(!agent->freed);
	agent->question = agent->went + (int64_t)(queue_size(&agent->input) + size);
	agent->asked_t = t;
	agent->has_read = false;
	if (agent->questions++ || agent->socket || agent->process.in < 0 ||
	    (queue_size(&agent->input) && !agent->pieces.cutter.number) || is_at_rest(agent))
		return;
	agent->was_empty = !agent_unread_in(agent->process.in);
	agent->holds = loop_timer(agent->loop, LOOP_FIRST, hold_on, agent);
	agent->step = HOLD_STEP_NS;
	hold_longer(agent);
}

bool agent_was_asked(const struct agent *agent)
{
	return agent->questions > 0;
}

/* We look after the read.  What is unread now was unread when the bytes were written, so they are no answer.
 * A look before the read would prove nothing: the agent may read the question and answer it in between.  We
 * may miss a case, when the agent reads on before we look.  The line end does not count: some agents read
 * only up to the CR of CR LF. For a socket SIOCOUTQ tells what the kernel has not acknowledged, not what the
 * agent has read.
 *
 * In a storm of quick answers each look is a system call a turn.  There an agent that we know is looked at
 * once in a while, and whenever it answers sooner than it ever did after reading a question.  No look can be
 * spared without loss.  Nothing orders the bytes of two pipes: the bytes of an answer, and when it came, are
 * the same whether the question was read or not.  Only the kernel knows what lies in a pipe, and a process
 * shares no memory with it that says so.  Of 800 guesses, sent 2 to 20 us after a known agent's own move
 * while its opponent answered at once, 32 were taken for answers; 13 with agent_drain() in each turn, 2 with
 * this look in each turn.  So an agent that must not guess is checked in each turn.  */
bool agent_has_not_read(struct agent *agent, int64_t t)
{
	int64_t took = t - agent->asked_t;

	if (waits_in_pieces(agent) && agent->went < agent->question)
		return true;
	if (agent->has_read || agent->socket || agent->process.in < 0 ||
	    (took > LOOK_WITHIN_NS && !agent->checked && !is_suspect(agent)) ||
	    (took >= agent->soonest && needs_no_check(agent, agent->looked_t, t)))
		return false;
	agent->looked_t = t;
	if (agent->went - agent_unread_in(agent->process.in) < agent->question)
		return true;
	agent->has_read = true;
	if (took < agent->soonest)
		agent->soonest = took;
	return false;
}

void agent_suspect(struct agent *agent)
{
	agent->suspect = true;
}

void agent_type(struct agent *agent, const char *bytes, size_t size)
{
	size_t went = 0;

	assert(bytes || size == 0);
	if (agent->process.slave < 0 || !agent->err)
		return;
	if (queue_size(&agent->keys) == 0)
		queue_write(agent->process.err, bytes, size, &went);
	if (went == size || queue_size(&agent->keys) + size - went > TYPED_MOST)
		return; /* nobody takes the keys: they are lost, as on any terminal */
	if (queue_size(&agent->keys) == 0)
		loop_change(agent->err, LOOP_READ | LOOP_WRITE);
	queue_add(&agent->keys, bytes + went, size - went);
}

void agent_terminal_size(struct agent *agent, int columns, int rows)
{
	struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};

	if (agent->process.slave >= 0)
		ioctl(agent->process.slave, TIOCSWINSZ, &size);
}

void agent_dismiss(struct agent *agent, int64_t grace_ns)
{
	int64_t step;

	assert(grace_ns >= 0);
	if (agent->exited || agent->leaving > HAS_GRACE)
		return;
	step = awake_at(&agent->awake, loop_now()) + grace_ns;
	if (agent->leaving == STAYS || step < agent->next_step)
		agent->next_step = step;
	agent->leaving = HAS_GRACE;
	if (!agent->ladder)
		agent->ladder = loop_timer(agent->loop, LOOP_FIRST, ladder_step, agent);
	wait_for_step(agent);
}

void agent_signal(struct agent *agent, int signal)
{
	assert(agent->process.pid > 0);
	/* bubblewrap would end at once by a signal that the agent may take its time for, and all with it.  */
	if (agent->process.init && signal != SIGKILL && signal != SIGSTOP && signal != SIGCONT)
		signal_in_sandbox(agent, signal);
	else
		kill(-agent->process.pid, signal);
}

void agent_signal_process(struct agent *agent, int signal)
{
	assert(signal > 0 && agent->process.pid > 0);
	/* Our child is not reaped before agent_free(), so its id is its own.  The process in a sandbox is not
	 * our child.  */
	if (agent->process.agent_pidfd >= 0)
		syscall(SYS_pidfd_send_signal, agent->process.agent_pidfd, signal, NULL, 0);
	else
		kill(agent->process.agent, signal);
}

pid_t agent_pid(const struct agent *agent)
{
	return agent->process.agent;
}

char *agent_address(const struct agent *agent)
{
	return agent->socket ? bytes_text(SOCKET_HOST ":%d", agent->process.port) : NULL;
}
