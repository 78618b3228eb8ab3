/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* event.h - what happened in a match besides its messages, as data: a kind and its fields.
 *
 * An event is a message of the direction EVENT (message.h).  The judge makes it, the match file keeps its
 * kind and fields, and a replay reads them again.  Its sentence is made only for people: no code reads it.
 *
 * An event of a single system is a row of that system (struct notice_row, struct fault_row).  It has the kind
 * EVENT_NOTICE or EVENT_FAULT, and the row's name as its word.  */
#ifndef RINGSIDE_EVENT_H
#define RINGSIDE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Every kind: its name in files, its channel, its fields, its sentence.
 *
 * Fields are names: those of the numbers in their order, then of the word with `=` and of the text with `+`.
 * A sentence has fields in braces, perhaps with a form.  {ns:span} is a time ("312 ms", "1.250 s"), {ns:s}
 * the same in seconds, {ns:ms} the number of whole ms, {backtrace:frame} is the first frame of its own,
 * {raw:bytes} has control bytes escaped, {which:limit} is a limit of `limit` ns, {fault:phrase}, {fault:rule}
 * and {fault:done} are of the row that the word names.  {told?} is tested, but not shown.  [a {count}] is
 * left out when its first field is 0 or empty; then [one|other] gives `other`.
 * `[[` and `]]` are brackets.  */
#define EVENT_KINDS(X)                                                                                       \
	/* A person's requests.  */                                                                          \
	X(PAUSE, "pause", EVENT, "", "pause")                                                                \
	X(GO, "go", EVENT, "", "go")                                                                         \
	X(STEP, "step", EVENT, "count", "step[ {count}]")                                                    \
	X(NEXT, "next", EVENT, "count", "next[ {count}]")                                                    \
	X(STEP_SEAT, "step-seat", EVENT, "count", "step for this seat[ {count}]")                            \
	X(NEXT_SEAT, "next-seat", EVENT, "count", "next for this seat[ {count}]")                            \
	X(STEP_ANSWER, "step-answer", EVENT, "count", "step to the next answer[ {count}]")                   \
	X(PLAYS, "plays", EVENT, "+move", "plays {move}")                                                    \
	X(OVERRIDE, "override", EVENT, "+move", "override {move}")                                           \
	X(TAKEBACK, "takeback", EVENT, "count", "takeback {count}")                                          \
	X(RESIGNS, "resigns", EVENT, "", "resigns")                                                          \
	X(WINNER, "declared-winner", EVENT, "", "declared the winner")                                       \
	X(DRAW, "declared-draw", EVENT, "", "declared a draw")                                               \
	X(INTERRUPTED, "interrupted", EVENT, "", "interrupted")                                              \
	X(TURN_LIMIT, "turn-limit", EVENT, "ns", "turn limit {ns:span}")                                     \
	X(MATCH_LIMIT, "match-limit", EVENT, "ns +clock", "[clock {clock}|match limit {ns:span}]")           \
	X(HUMAN_TIME, "human-time", EVENT, "limits ns",                                                      \
	  "people have [{limits?}the limits of agents|[{ns:span} for a turn|no limit] of their own]")        \
	X(PACE, "pace", EVENT, "ns", "pace {ns:span} a move")                                                \
	X(POINT, "points-at", EVENT, "+move", "points at {move}")                                            \
	X(DROP, "drop", EVENT, "waiting", "a person drops a message [{waiting?}to|from] the agent")          \
	X(EDIT, "edit", EVENT, "waiting undone",                                                             \
	  "a person [{undone?}takes back the edit of|edits] a message [{waiting?}to|from] the agent")        \
	X(DELAY, "delay", EVENT, "waiting ns",                                                               \
	  "a person delays a message [{waiting?}to|from] the agent by {ns:span}")                            \
	X(DELAY_OVER, "delay-over", EVENT, "", "its delay is over")                                          \
	X(SEND, "send", EVENT, "", "a person sends the agent a message")                                     \
	X(GIVEN_BACK, "given-back", EVENT, "", "a person gives a dropped message back")                      \
	X(PERSON, "taken-by-person", EVENT, "", "is taken by a person")                                      \
	X(AGENT, "taken-by-agent", EVENT, "+command", "is taken by the agent {command}")                     \
	X(SUCCESSOR, "succeeded", EVENT, "+command", "goes on with the agent {command}")                     \
	X(FREEZE, "freeze", EVENT, "", "freeze")                                                             \
	X(THAW, "thaw", EVENT, "", "thaw")                                                                   \
	X(SENT_SIGNAL, "signal", EVENT, "+signal", "signal {signal}")                                        \
	/* The match as a whole.  */                                                                         \
	X(BRANCH, "branch", EVENT, "+why", "a branch begins: {why}")                                         \
	X(STOPPED_MESSAGE, "stopped-before-message", EVENT, "seat +why",                                     \
	  "stopped before the next message[: {why}]")                                                        \
	X(STOPPED_MOVE, "stopped-after-move", EVENT, "", "stopped after a move")                             \
	X(STOPPED_TIME, "stopped-between-messages", EVENT, "seat +why", "stopped between messages[: {why}]") \
	X(STOPPED_LIMIT, "stopped-at-limit", EVENT, "seat +why", "stopped at a limit[: {why}]")              \
	X(STOPPED_VERDICT, "stopped-at-verdict", EVENT, "seat +why", "stopped at the verdict[: {why}]")      \
	X(VERDICT, "verdict", EVENT, "winner =reason +detail", "verdict: {reason}: {detail}")                \
	/* A seat's process and its connection.  */                                                          \
	X(STARTED, "started", EVENT, "", "started")                                                          \
	X(STAYS, "stays", EVENT, "game", "stays from [game {game}|the game before]")                         \
	X(NOT_STARTED, "not-started", EVENT, "+why", "could not be started: {why}")                          \
	X(EXITED, "exited", EVENT, "status", "exited with status {status:status}")                           \
	X(ENDED, "ended", EVENT, "number =signal", "was ended by [{signal}|signal {number}]")                \
	X(UNREADABLE, "unreadable", EVENT, "+why", "cannot be read by the judge: {why}")                     \
	X(UNWRITABLE, "unwritable", EVENT, "+why", "cannot be written to by the judge: {why}")               \
	X(CLOSED_OUTPUT, "closed-output", EVENT, "", "closed its output, so that it cannot answer any more") \
	X(CLOSED_INPUT, "closed-input", EVENT, "", "does not read its input any more")                       \
	X(SHUT, "shut", EVENT, "", "has not ended: it counts as one that left as soon as it has to answer")  \
	X(MEMORY, "memory", EVENT, "bytes", "used {bytes} bytes of memory")                                  \
	X(FOLDER, "folder", EVENT, "bytes allowed",                                                          \
	  "had {bytes} bytes in its temporary folder, {allowed} are allowed")                                \
	X(HOLDS, "holds", EVENT, "descriptors threads processes",                                            \
	  "has {descriptors} descriptors, {threads} threads and {processes} processes")                      \
	X(DOING, "doing", EVENT, "unread cpu_ns threads =kind", "{kind:doing}")                              \
	X(WAITED, "waited", EVENT, "ns cpu_ns took_ns",                                                      \
	  "had a core for {cpu_ns:ms} of {took_ns:ms} ms: waited {ns:ms} ms for one")                        \
	X(BACKTRACE, "backtrace", EVENT, "process =signal +backtrace",                                       \
	  "[is about to be ended by {signal}|was late] in process {process}: {backtrace:frame}")             \
	X(UNFINISHED, "unfinished", EVENT, "think_ns cpu_ns peak",                                           \
	  "its turn was not finished: {think_ns:span}[, CPU {cpu_ns:span}][, {peak} bytes of memory]")       \
	X(TRACED, "traced", EVENT, "", "is traced: its clock stands")                                        \
	X(UNTRACED, "untraced", EVENT, "", "is not traced any more")                                         \
	X(AWAITED, "awaited", EVENT, "+address", "has to connect to {address}")                              \
	X(CONNECTED, "connected", EVENT, "", "has connected")                                                \
	X(UNCONNECTED, "unconnected", EVENT, "",                                                             \
	  "closed its connection before it said anything: it may connect again")                             \
	X(STRANGER, "stranger", EVENT, "+who", "a connection was refused: {who}")                            \
	/* What the judge noticed.  */                                                                       \
	X(NO_VALUE, "no-value", EVENT, "moves",                                                              \
	  "has said no value with its first {moves} moves: --draw-when and --win-when have nothing to "      \
	  "count")                                                                                           \
	X(UNKEPT, "unkept", EVENT, "messages bytes",                                                         \
	  "{messages} more messages ({bytes} bytes) were read but not kept")                                 \
	X(HELD_UP, "held-up", EVENT, "ns seat1_ns seat2_ns",                                                 \
	  "the judge was held up for {ns:span}: no clock counts that time")                                  \
	X(CHARGED, "charged", EVENT, "seat ns",                                                              \
	  "the judge worked for {ns:span} on what seat {seat} wrote: its clock counts that")                 \
	X(PENDING, "pending", EVENT, "first last wanted +raw",                                               \
	  "has sent an incomplete message: \"{raw:bytes}\"")                                                 \
	X(NO_MOVE, "no-move", EVENT, "limit tolerance told =which",                                          \
	  "made no move within {which:limit}[ and {tolerance:s} of tolerance]"                               \
	  "[{told?}: the game program is told]")                                                             \
	X(NOTICE, "notice", EVENT, "a b c =what +text", "{what:notice}")                                     \
	X(SEEDED, "seeded", EVENT, "+command", "with its seed: {command}")                                   \
	X(CORES, "cores", EVENT, "+cores", "pinned to cores {cores} (judge, agent 1, agent 2)")              \
	X(REMARK, "remark", EVENT, "+text", "{text}")                                                        \
	X(FORGIVEN, "forgiven", FAULT, "over limit tolerance =which",                                        \
	  "{over:span} over, forgiven: {which:limit} (--tolerance {tolerance:span})")                        \
	X(CHATTER, "chatter", FAULT, "limit",                                                                \
	  "writes more than {limit} bytes in one turn besides its answers (--max-chatter): "                 \
	  "the rest of this turn is read and counted, but not kept")                                         \
	X(FAULT, "fault", FAULT, "message strict =fault +raw",                                               \
	  "{fault:phrase}[: \"{raw:bytes}\"] [[{fault:rule}]]: {fault:done}")                                \
	X(FAULT_COUNT, "fault-count", FAULT, "count =fault", "{fault:phrase}: {count} times in all")

enum event_kind {
	EVENT_NOTHING, /* of a message that is no event */
#define X(NAME, name, channel, fields, sentence) EVENT_##NAME,
	EVENT_KINDS(X)
#undef X
		EVENT_KIND_COUNT
};

enum { EVENT_NUMBERS = 3, EVENT_FAULT_MESSAGE = 0, EVENT_FAULT_STRICT = 1 };

/* Which limit has passed (`which`).  */
#define EVENT_LIMIT_TURN    "turn"
#define EVENT_LIMIT_GUARD   "guard"
#define EVENT_LIMIT_MATCH   "match"
#define EVENT_LIMIT_PERIOD  "period" /* of a clock */
#define EVENT_LIMIT_BYOYOMI "byo-yomi"

struct event {
	enum event_kind kind;
	const char *word; /* the name of a signal, a reason or a fault; static, or lives as long as its file;
			     NULL: none */
	int64_t number[EVENT_NUMBERS];
};

/* How a process ended.  */
struct ending {
	bool signalled; /* then code is the signal, else the exit status */
	int code;
	const char *signal; /* its name, as "SIGSEGV"; static; NULL: not known */
};

/* One field of an event of a kind, as files and people's queries name it.  */
enum event_field_form { EVENT_FIELD_NUMBER, EVENT_FIELD_WORD, EVENT_FIELD_TEXT };
struct event_field {
	enum event_field_form form;
	int i;            /* of number[] */
	const char *name; /* `size` bytes */
	size_t size;
};

const char *event_name(enum event_kind kind);
/* As in the table above, with its fields in braces.  */
const char *event_sentence(enum event_kind kind);
/* EVENT_NOTHING when there is no kind of that name.  */
enum event_kind event_named(const char *name);
/* Field i of a kind, from 0; false: it has no more.  */
bool event_field(enum event_kind kind, int i, struct event_field *field);
/* Has the kind a field of this form?  */
bool event_has(enum event_kind kind, enum event_field_form form);

/* Rows of a single system's protocol; one without a name ends the table.  A name that two systems share has
 * the same row in both.  */
struct notice_row {
	const char *name; /* as files have it */
	const char *fields,
		*sentence; /* as in the table above; a notice has only the fields a, b, c and +text */
};
enum fault_weight {
	FAULT_FORGIVEN, /* loses when strict */
	FAULT_TOLD,     /* never loses */
	FAULT_LOSES,    /* always does */
};
struct fault_row {
	const char *name;   /* as files have it */
	const char *phrase; /* what it is, for people */
	const char *rule;   /* document and section */
	const char *done;   /* what happens then unless strict, for people */
	enum fault_weight weight;
};
/* The faults that the judge itself finds; the table ends as above.  */
enum { EVENT_FAULT_FOLDER };
extern const struct fault_row event_faults[];

struct message;
/* An event's sentence for people; the bytes of any other message.  The caller frees.  */
char *event_words(const struct message *message);

/* The row of an EVENT_FAULT or EVENT_FAULT_COUNT; NULL: it is neither, or no system has the row.  */
const struct fault_row *event_fault(const struct event *event);
/* As "the limit of 1.000 s for a turn", from an EVENT_LIMIT_ and its ns.  The caller frees.  */
char *event_limit_words(const char *which, int64_t ns);
/* Does the event say that another agent or a person takes the seat?  */
bool event_reseats(const struct event *event);
/* Does it say that the match was stopped, by a breakpoint or at the end of a step?  */
bool event_stops(const struct event *event);
/* With this the reason of a stop begins at which a program of the user's is asked (session/go_between.c).  */
#define GO_BETWEEN_MARK "--on "
/* Does it say that the process has ended?  */
bool event_ends(const struct event *event);
/* The value of option_human_time in such an event.  */
int64_t event_human_time(const struct event *event);
/* Converts an ending to such an event, and back.  */
struct event event_of_ending(struct ending ending);
struct ending event_ending(const struct event *event);

/* ---- what an agent was doing when its limit passed, the match was stopped, or a person asked ----
 *
 * agent.h gathers it, the judge keeps it, people read it.  It covers all processes of the agent, except those
 * that only wait for their children, as a shell in front.  */

/* Each has its name in JSON and files.  The first that fits counts.  */
#define ACTIVITY_KINDS(X)                                                                                    \
	X(NOTHING, "")            /* nobody has looked */                                                    \
	X(UNKNOWN, "unknown")     /* it cannot be looked at */                                               \
	X(GONE, "gone")           /* it has ended */                                                         \
	X(RUNS, "runs")           /* at least one thread */                                                  \
	X(TRACED, "traced")       /* a debugger holds it */                                                  \
	X(STOPPED, "stopped")     /* by a signal */                                                          \
	X(FUTEXES, "futexes")     /* all threads wait for each other, as it seems */                         \
	X(WRITES, "writes")       /* it has just written bytes that the judge had not read */                \
	X(READS, "reads")         /* it has read all that was sent, and waits for more */                    \
	X(UNREAD, "has-not-read") /* what was sent, and sleeps */                                            \
	X(SLEEPS, "sleeps")       /* in something else */

enum activity_kind {
#define X(NAME, name) ACTIVITY_##NAME,
	ACTIVITY_KINDS(X)
#undef X
		ACTIVITY_KIND_COUNT
};

struct activity {
	enum activity_kind kind;
	int64_t unread; /* bytes that it was sent and has not read */
	int64_t cpu_ns; /* CPU time since its last turn ended; -1: not known */
	int threads;    /* the threads that run, or all if none runs */
};

const char *activity_name(enum activity_kind kind);
/* ACTIVITY_NOTHING if there is no such name.  */
enum activity_kind activity_named(const char *name);
/* Of an event (EVENT_DOING).  */
struct activity activity_of(const struct event *event);
/* As "has read all that was sent and waits in a read", to follow "it".  `owes`: an answer is awaited, so the
 * usual cause and the CPU time are added.  The caller frees.  */
char *activity_words(const struct activity *activity, bool owes);

/* ---- how long an agent was ready to run in a turn, but got no core ----
 *
 * agent.h measures it, the judge keeps it, people read it.  Only waiting that matters is told: at least 10
 * ms, and a tenth of the turn.  */

/* In a turn until some moment, or since the question whose answer is awaited; all in ns.  */
struct waiting {
	int64_t ns;      /* it waited for a core; 0: not at all, or not known */
	int64_t cpu_ns;  /* it had one; with ns at most took_ns */
	int64_t took_ns; /* all this time */
};

/* Does it matter?  */
bool waiting_matters(int64_t ns, int64_t took_ns);
/* Of an event (EVENT_WAITED).  */
struct waiting waiting_from(const struct event *event);

#endif
