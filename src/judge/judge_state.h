/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* judge_state.h - the state of the judge, shared by its files.
 *
 * The session calls judge.c, protocols call arbiter.c, and people's requests reach request.c.  Only the files
 * that a "Written by" names write that group of fields (tests/writers.py).  Other files read it.
 *
 * The match (enum phase).  A verdict may come before all seats are ready.
 *
 *   STARTING ---> PLAYING      act(): all are ready
 *   STARTING ---> OVER         judge_end_match()
 *   PLAYING ----> OVER         judge_end_match()
 *   OVER -------> PLAYING      arbiter_taken_back()
 *
 * A seat's process (enum life).
 *
 *                   +------------- EFFECT_SPAWN goes out ---------------+
 *                   v                                                   |
 *   NONE ------> STARTING ------> ALIVE ------> REPLACED ---------------+
 *    ^              |               |               |
 *    |              v               v               |
 *    |            GONE <----------- + <-------------+
 *    |              |
 *    +--------------+--- and from each other: a person takes the seat
 *
 *   NONE -------> STARTING     judge_begin(), or an agent takes the seat: judge_take_seat()
 *   NONE -------> ALIVE        judge_begin(): the process of the game before stays
 *   NONE -------> GONE         rejoin_tells_position(): nothing is said to the other seat's process
 *   STARTING ---> ALIVE        judge_started()
 *   STARTING ---> GONE         judge_not_started(); judge_dismiss() before EFFECT_SPAWN goes out
 *   ALIVE ------> REPLACED     arbiter_respawn(), judge_take_seat(): it is told to leave
 *   ALIVE ------> GONE         judge_pass_exit()
 *   REPLACED ---> STARTING     judge_effect()
 *   REPLACED ---> ALIVE        judge_started() of a replay, which starts no process
 *   REPLACED ---> GONE         judge_dismiss() before EFFECT_SPAWN goes out
 *   GONE -------> ALIVE        judge_take_seat(): a successor; replay_live(): the end did not count
 *   any --------> NONE         a person takes the seat: judge_take_seat()
 *
 * A seat's turn (enum turn_state), and what the seat was asked (enum question).  An agent has to answer more
 * than questions for moves, and a question stays open when a person moves in the agent's place.
 *
 *   NONE -------> DUE          arbiter_next() of an agent
 *   NONE -------> OPEN         arbiter_next() of a person
 *   DUE --------> OPEN         act(): the protocol asks
 *   NONE -------> OPEN         arbiter_next() of an agent that another judge asks
 *   any --------> NONE         arbiter_moved(), arbiter_turn_lost(), arbiter_taken_back(), judge_end_match()
 *
 *   NONE -------> OPEN         judge_question_written(), arbiter_expect()
 *   OPEN -------> OVERTAKEN    judge_pass_to_agent(): the next one has passed the gate
 *   OVERTAKEN --> OPEN         judge_question_written(); judge_drop_unsent(): it is not asked after all
 *   any --------> NONE         arbiter_answered(), judge_end_match()
 *
 * The gate (enum gate_mode).  In a replay, messages to agents wait for their records whatever the gate says.
 *
 *   any --------> CLOSED       judge_stop(), by the watcher; set_gate(), by a person who pauses
 *   MESSAGES ---> CLOSED       gate_let_pass(): the budget is used up
 *   MOVES ------> CLOSED       gate_moved(): the same
 *   ANSWERS ----> CLOSED       gate_let_pass(): the same, before the answer
 *   any --------> another      set_gate(): go, step, next, step to an answer
 *
 * What holds between two inputs, when no effect is left.  judge_check() asserts it by these numbers.
 *
 *    1  The match is over exactly when the phase is OVER.
 *    2  No turn was played before the match began.
 *    3  Now is not before the beginning; the watcher was asked about no later moment.
 *    4  The last turn has the right number, a player, and a message that exists.
 *    5  The pace runs only while the match is played.
 *    6  Only a replay knows which record came last.
 *    7  A verdict has a reason, a detail, a possible winner and blame, and proofs that exist.
 *    8  No input is half done.
 *    9  No effect waits.
 *   10  The note of a stop is a message that exists.
 *   11  Time stands exactly while the gate is closed and the match is not over.
 *   12  The gate is closed while the watcher has the match stopped.
 *   13  The pace and the delays of messages stand exactly while time does.
 *   14  The gate's budget is not negative.  If it counts moves or answers, one is left.
 *   15  The gate's queue is within its allocated room.
 *   16  A held message has bytes and a seat.  One from a seat came from an agent.
 *   17  An event that waits there is the end of a process.
 *   18  An open gate holds only messages that a person delays, lines that keep their distance, and messages
 *       that a recording has yet to release.
 *   19  A due turn waits for the gate, for the pace, or until the agent is ready.
 *   20  A match begins as soon as all seats are ready, unless the gate is closed.
 *   21  Agents have a process, and no other seat has.
 *   22  People are ready.  An agent is ready only if its process runs or has run.
 *   23  Only agents leave.
 *   24  A process that was told nothing runs only after the verdict.
 *   25  A traced process is alive.
 *   26  A frozen process is alive, and time stands.
 *   27  A stream is closed only if the process runs or has run.  A process that does not read has closed
 *       one.
 *   28  Only a running process that closed a stream has a limit to leave, and only before the verdict.
 *   29  If an end is due to count, the seat is ready and has nothing to answer, or the match is over.
 *   30  The note of an end is a message that exists.
 *   31  A goodbye is on its way only if lines keep a distance.
 *   32  A connected process has connected at least once.
 *   33  Only players have a turn, and only while the match is played.
 *   34  A person's turn is never due: it is open at once.
 *   35  Only a living process has something to answer, and only before the verdict.
 *   36  Every question, and every message that starts a clock, was written.
 *   37  The last question and the last line exist.
 *   38  A limit for an answer runs only while the question is open.  After the verdict none is left.
 *   39  No clock is open after the verdict.
 *   40  A seat's clock and limits stand exactly while time stands for the seat.  A running one began in the
 *       past.
 *   41  No time is negative.
 *   42  No more of a buffer was looked at than it holds.
 *   43  Nothing is kept of a message that is being cut off.
 *   44  No more answers are kept in a turn than are allowed.
 *   45  Bytes that were not kept belong to messages that were not kept.
 *   46  No more turns of a seat are forgiven now than were ever forgiven.
 *   47  Only a replay knows what a person did to a message before the message passes.
 *   48  A turn is broken off only by a verdict.
 *   49  What an agent waited for a core, and its CPU time meanwhile, are no more than all that time.  */
#ifndef RINGSIDE_JUDGE_JUDGE_STATE_H
#define RINGSIDE_JUDGE_JUDGE_STATE_H

#include "ringside/arbiter.h"
#include "ringside/bytes.h"
#include "ringside/judge.h"
#include "ringside/protocol.h"

/* ---- a clock, and countdowns ----
 *
 * A clock runs from just before the judge writes the message that starts a turn until the answer was read. It
 * stands while the match is paused.  All times are nanoseconds of one monotonic clock and come from the
 * caller: nothing here reads a clock.  */

#define CLOCK_NEVER INT64_MAX
/* 73 years: it is added to other times.  */
#define CLOCK_GAINED_MOST (INT64_MAX / 4)

struct clock {
	struct time_control control; /* of all turns together */
	/* What has become of it in the turns before this one.  */
	struct clock_account {
		int period;        /* of the time control, from 0; `count`: byo-yomi */
		int64_t moves;     /* that are still to be made in it; 0: it has no number of moves */
		int64_t overtimes; /* periods of byo-yomi that are left */
		int64_t gained;    /* time besides that of the first period: increments, later periods */
		int64_t waited;    /* what waiting for a core has added */
		int64_t used;
	} account;
	int64_t turn_limit; /* for this turn; 0: none */
	int64_t tolerance;  /* added to each limit before it counts as passed */
	int64_t turn;       /* in this turn, until `since` */
	int64_t free;       /* how much of it does not count for the turn's limit */
	int64_t unseen;     /* how much of it is not counted if it is over at ... */
	int64_t unseen_at;  /* ... the end of a stall */
	int64_t began;      /* when this turn was begun */
	int64_t since;      /* running since; CLOCK_NEVER: it stands */
	bool open;          /* a turn has begun and not ended */
	bool paused;        /* it stood in between */
	bool passed;        /* a limit has passed, which is told once */
};

/* The time left until something happens.  It stands while the match is paused.  */
struct countdown {
	int64_t left;  /* ns until it is over, from `since` on; CLOCK_NEVER: not set */
	int64_t since; /* CLOCK_NEVER: it stands */
};

void countdown_set(struct countdown *countdown, int64_t left, int64_t t, bool standing);
void countdown_clear(struct countdown *countdown);
bool countdown_is_set(const struct countdown *countdown);
void countdown_pause(struct countdown *countdown, int64_t t);
void countdown_resume(struct countdown *countdown, int64_t t);
/* It was measured with a clock that stood `delta` ns before this one.  */
void countdown_shift(struct countdown *countdown, int64_t delta);
/* How much of the time from `from` to `to` it has counted.  Less than 1 ms is nothing: it began just then.
 */
int64_t countdown_part(const struct countdown *countdown, int64_t from, int64_t to);
/* When it is over; CLOCK_NEVER when it is not set or stands.  */
int64_t countdown_end(const struct countdown *countdown);

/* Begins a turn with that limit (0: none) and runs.  */
void clock_begin(struct clock *clock, int64_t t, int64_t turn_limit);
/* Ends the turn.  Returns what it took.  */
int64_t clock_end(struct clock *clock, int64_t t);
/* Stop the clock and start it again.  Outside a turn they do nothing.  */
void clock_pause(struct clock *clock, int64_t t);
void clock_resume(struct clock *clock, int64_t t);
/* The judge was held up from `from` to `to`, and was last seen awake at `seen`: what the clock has counted
 * from `from` on, as in countdown_part(), is not counted.  Returns it.  */
int64_t clock_hold_up(struct clock *clock, int64_t seen, int64_t from, int64_t to);
/* An answer has come at t.  If a stall ends then, the answer lay there, and the time since the judge was last
 * seen awake is not counted either.  Returns it.  The turn must end now.  */
int64_t clock_answered(struct clock *clock, int64_t t);
/* When the limit is passed if nothing happens before; CLOCK_NEVER when it stands or has no limit.  */
int64_t clock_deadline(const struct clock *clock);
/* ns by which this turn is over its limit or the match's, whichever is more, without the tolerance; negative:
 * not over, or there is no limit.  */
int64_t clock_over(const struct clock *clock, int64_t t);
/* When the turn will have taken `turn` ns; CLOCK_NEVER: the clock stands, or the turn had taken more before
 * the clock last started.  */
int64_t clock_reaches(const struct clock *clock, int64_t turn);
/* Its time control begins anew.  */
void clock_restart(struct clock *clock);
/* A move was played at t, in a turn that has begun: counts it in its period, and adds what it gains.  */
void clock_moved(struct clock *clock, int64_t t);
/* What is left until the seat loses, with byo-yomi if that may follow; it may be negative.  CLOCK_NEVER:
 * there is no limit.  */
int64_t clock_left(const struct clock *clock, int64_t t);
/* The same for people.  */
struct clock_state clock_state(const struct clock *clock, int64_t t);
/* What this turn took so far; 0 outside a turn.  */
int64_t clock_turn(const struct clock *clock, int64_t t);

/* ---- the gate, where messages wait while a person steps ----
 *
 * The judge asks the gate about each message, in both directions, and about each exit.  The gate keeps in
 * order what may not pass.  It knows nothing of protocols.  */

enum gate_mode {
	GATE_OPEN,     /* everything passes */
	GATE_MESSAGES, /* `budget` messages pass; the one after them closes the gate */
	GATE_MOVES,    /* everything passes until `budget` moves were played */
	GATE_ANSWERS,  /* everything passes until the answer number `budget`, which closes the gate */
	GATE_CLOSED,   /* nothing passes */
};

/* A held message, or the held end of a process.  Written by: flow.c.  */
struct held {
	/* Owns its bytes.  With MESSAGE_WITHHELD a person has dropped it: it reaches nobody when it passes.
	 */
	struct message message;
	struct message before;  /* what a person's edits replaced; its bytes are owned, NULL: nothing was */
	bool seen;              /* the watcher was asked about it, and is not asked again */
	struct countdown delay; /* of a person; gate_hold() clears it */
};

/* Written by: flow.c.  */
struct gate {
	enum gate_mode mode;
	int budget;
	bool of_seat; /* only messages or moves of `seat` use up the budget */
	int seat;
	struct held *held; /* the queue: held[first .. last) */
	int first, last, room;
};

/* Gives what waits the numbers after that one.  */
void gate_number(struct gate *gate, int64_t after);
void gate_free(struct gate *gate);
void gate_close(struct gate *gate);
/* Sets the mode.  `count` messages, moves or answers (by the mode) are due, in addition to what is left of
 * the same request before.  */
void gate_set(struct gate *gate, enum gate_mode mode, bool of_seat, int seat, int count);
/* Lets the next message, of this seat, pass if the mode allows it, and counts it.  `queued`: it waits in the
 * queue; otherwise it passes only if the queue is empty.  `answers`: it answers a question for a move.  */
bool gate_let_pass(struct gate *gate, int seat, bool queued, bool answers);
/* Puts it at the end of the queue, with a copy of its bytes.  */
void gate_hold(struct gate *gate, struct held held);
/* The i-th in the queue, from 0; NULL: there are no more.  The other functions of the i-th need one.  */
const struct held *gate_at(const struct gate *gate, int i);
/* Takes the i-th out of the queue.  The caller owns its bytes.  */
struct held gate_take_at(struct gate *gate, int i);
/* Replaces its message; owns the new bytes, and the caller owns the old ones.  Keeps what was there before a
 * person edited it first, until one that nobody edited takes its place again.  */
void gate_replace(struct gate *gate, int i, struct message message);
/* Adds flags to its message, or removes them.  */
void gate_flag(struct gate *gate, int i, unsigned flags, bool on);
/* Drops what waits to go to the seat's agent, or came from there, if it has all of these flags.  Returns all
 * flags of what it dropped.  */
unsigned gate_drop(struct gate *gate, int seat, bool to_agent, unsigned flags);
/* The watcher was asked about it.  `stops`: adds MESSAGE_STOPPED until it is taken out.  */
void gate_set_seen(struct gate *gate, int i, bool stops);
/* Delays it until ns after t; 0: not at all.  `stands`: time stands.  */
void gate_delay(struct gate *gate, int i, int64_t ns, int64_t t, bool stands);
/* The seat has played a move.  True: the gate closes.  */
bool gate_moved(struct gate *gate, int seat);
/* Makes the delays of held messages stand or run.  */
void gate_keep_time(struct gate *gate, bool stands, int64_t t);
/* The judge was held up from `from` to `to`, which running delays do not count.  True: one runs.  */
bool gate_hold_up(struct gate *gate, int64_t from, int64_t to);

/* ---- the judge ---- */

enum phase {
	STARTING, /* until all seats have been ready once */
	PLAYING,
	OVER, /* there is a verdict */
};

enum mode {
	LIVE,
	REPLAYING, /* a recording decides what passes the gate, and when */
};

enum life {
	LIFE_NONE,     /* no process belongs here: a free seat, or a person's */
	LIFE_STARTING, /* EFFECT_SPAWN went out */
	LIFE_ALIVE,
	LIFE_REPLACED, /* it is being told to leave; EFFECT_SPAWN follows */
	LIFE_GONE,
};

enum turn_state {
	TURN_NONE,
	TURN_DUE,  /* it is an agent's turn, and the protocol has not asked yet */
	TURN_OPEN, /* the protocol has asked, or a person may move */
};

/* What a seat has to answer.  */
enum question {
	QUESTION_NONE,
	QUESTION_OPEN,      /* the question was written */
	QUESTION_OVERTAKEN, /* the next question has passed the gate, but is not written yet: what the seat
			       says until then answers neither */
};

/* A seat's process.  Written by: seat.c.  */
struct process {
	enum life life;
	bool ready;
	bool unspoken; /* it was started after the verdict: nothing was said to it */
	bool leaving;  /* it was told to leave: what it does now has no effect */
	bool caught;   /* the match was stopped before it crashed: its end does not stop it again */
};

/* Where the process has to connect.  Written by: seat.c.  */
struct connection {
	char *address; /* NULL: nowhere; owned */
	bool connected;
	int connections; /* how often it connected, or closed the connection again */
	int strangers;   /* noted connections of others */
};

/* What is done to the process from outside.  Written by: request.c.  */
struct attached {
	bool traced; /* by a debugger: the seat's time stands */
	bool frozen; /* EFFECT_FREEZE went out */
};

/* The process has ended, or stays but has closed a stream or said that it leaves.  Written by: seat.c.  */
struct end {
	enum event_kind
		closed;       /* EVENT_CLOSED_OUTPUT or _INPUT: what it closed last; EVENT_NOTHING: nothing */
	bool deaf;            /* it closed its input */
	bool due;             /* it counts as soon as the seat has to answer */
	struct ending ending; /* owns the signal's name */
	int64_t t, due_t;     /* when it was noted, and when it became due */
	int64_t n;            /* the number of the note */
	int turns;            /* turns played by then */
};

/* The times of the first and the last of some bytes.  */
struct span {
	int64_t first, last;
};

struct fault_kind {
	const struct fault_row *row;
	int count;
};

/* Written by: arbiter.c.  */
struct faults {
	struct fault_kind *kind; /* kind[kinds]; owned */
	int kinds;
	int in_turn;  /* of all kinds since the seat's last turn */
	int forgiven; /* moves that came after a limit but within the tolerance */
};

/* What a seat has sent that is not a message yet.  Written by: intake.c.  */
struct intake {
	struct bytes in; /* the bytes after the last whole message */
	size_t seen;     /* how many of them hold no message's end */
	size_t noted;    /* how many of them were noted as pending; 0: not these bytes */
	bool in_hand;    /* messages are being made of them: they are not pending until that is done */
	struct span in_t;
	struct bytes err; /* on stderr, a line without its end ... */
	struct span err_t;
	bool stderr_due;  /* ... which becomes a message at the end of this input */
	bool pending_due; /* pending bytes are noted at the end of this input */
	bool unread;      /* the next bytes were read while the question lay unread */
	size_t early;     /* how many bytes of `in` came that way */
	bool spoke_unasked;
	bool cutting;        /* skipping the rest of a message that is too long */
	size_t answers;      /* bytes kept this turn on the channels of answers, as count_message() counts */
	size_t chatter;      /* other bytes this turn */
	int64_t unkept;      /* messages this turn over the limit of chatter */
	int64_t unkept_size; /* their bytes */
	bool unkept_due;     /* they are noted at the end of this input */
};

/* What a seat was asked.  Written by: arbiter.c.  */
struct asked {
	enum question state;
	int64_t n;           /* the number of the last question; 0: there was none */
	int64_t before;      /* the number of the one before that; 0: there was none */
	int64_t t;           /* when it was written, since the match began; -1: there was none */
	int64_t await_limit; /* ns of the next such limit, which begins when the question is written; 0: none
			      */
	bool owed;           /* the verdict has closed the question, and its answer may still come */
};

/* A seat's turn.  Written by: arbiter.c.  */
struct seat_turn {
	enum turn_state state;
	bool starts;          /* the next message to the seat starts its clock */
	struct span answer_t; /* when its last answer came, since the match began; first -1: not known */
};

/* Written by: time.c.  */
struct seat_time {
	struct clock clock;
	int64_t turn_limit;     /* ns for a turn that begins; 0: none */
	bool guarded;           /* it is the hang limit */
	bool untimed;           /* a debugger traced the process in this turn */
	int64_t charge;         /* ns of the next hold-up that it counts: judge_charge() */
	struct countdown await; /* the limit for an answer that is not a move */
	struct countdown leave; /* after it closed a stream, until it has to end */
};

/* What was written to a seat last.  Written by: judge.c.  */
struct last_line {
	int64_t at; /* INT64_MIN: nothing was */
	bool ends_crlf;
};

/* The newest of some acts of a person.  */
struct touch {
	int64_t n;          /* of its note; 0: there is none */
	int64_t number;     /* what people call that */
	struct event event; /* the note, without text */
	int count;          /* how many there were */
	int turn;           /* the seat's turn then */
};

/* What a person did to the seat's process since it began.  Written by: arbiter.c.  */
struct hand {
	struct touch changed; /* what it was told, or what was heard of it, is not what it would have been */
	struct touch delayed, signalled;
	int64_t sent; /* the number of the last note of bytes that a person wrote to it */
	int answers;  /* how many more questions it has to answer until it has surely replied to them */
};

/* In a replay, what a person has just done to a message for the seat.  Written by: flow.c.  */
struct redone {
	int touched; /* which of the held messages to the agent, from 1; 0: none */
	int more;    /* how many first ones are dropped after it */
	bool sent;   /* the next message is the person's own */
	bool undone; /* the message is as it came again */
};

/* Answers that nobody waits for any more.  Written by: arbiter.c.  */
struct stale {
	int64_t superseded;               /* the last question that a person answered in the agent's place */
	int answers;                      /* how many answers are dropped when they come, ... */
	int late;                         /* ... the first of them as faults ... */
	const struct fault_row *late_row; /* ... of this row */
};

struct seat {
	struct process process;
	struct connection connection;
	struct attached attached;
	struct intake intake;
	struct seat_time time;
	struct seat_turn turn;
	struct asked asked;
	struct last_line line;
	/* ns that the process has to leave after its last line has passed; 0: no dismissal waits for a line.
	 * Written by: flow.c, seat.c.  */
	int64_t goodbye_grace;
	struct end end;
	struct hand hand;
	bool limit_seen; /* the watcher was asked about the limit that has passed.  Written by: time.c.  */
	struct redone redone;
	/* What has passed and was dropped, by its direction, until the next one passes.  Its n is that of the
	 * question that it may answer, or 1 if it went to a seat that was to move.  Its bytes are owned;
	 * NULL: there is none.  Written by: flow.c.  */
	struct message dropped[2];
	struct faults faults;
	struct stale stale;
};

/* Effects in the order in which they go out: at[first .. last).  */
struct effect_queue {
	struct effect *at;
	int64_t first, last, room;
};

/* The watcher, and how it stopped the match.  Written by: flow.c.  */
struct watcher {
	struct stops asks;
	bool note_due;       /* the gate has closed, which is not noted yet */
	enum gate_mode mode; /* the gate's mode before the watcher closed it; until the note, moves are
				counted in this mode */
	enum event_kind what;
	int seat;
	char *why;    /* the watcher's reason; NULL: it has not stopped the match; owned */
	int64_t note; /* the number of that note */
	int64_t ask;  /* the question that was open then, if no message was stopped */
};

/* In ns of the caller's clock.  Written by: time.c.  */
struct match_time {
	int64_t t0; /* when the match began */
	int64_t now;
	bool standing;
	struct countdown pace; /* until the next agent may be asked; set only if that has to wait */
};

/* What goes out.  Written by: judge.c.  */
struct outbox {
	int64_t last_n;      /* `n` of the last message */
	int64_t last_number; /* of that message */
	int64_t numbered;    /* the last number that one was given; at least last_n */
	int64_t current; /* index in `facts` of the message that causes what happens now; -1: there is none
			  */
	/* `facts` goes out before `actions`.  So a message that came before another was written has the
	   smaller number, even when both wait here.  */
	struct effect_queue facts;   /* what happened */
	struct effect_queue actions; /* what is to be done about it */
	struct arena texts;          /* the bytes of their messages, until no effect is left */
};

/* How messages pass.  Written by: flow.c.  */
struct flow {
	bool acts; /* the gate was open when this input came, or this message passed: the protocol acts on it,
		      though its messages may have to wait */
	bool direct;        /* what is sent bypasses the gate: a goodbye */
	int64_t line_delay; /* ns at least between two lines to the same seat */
};

/* Written by: time.c.  */
struct limits {
	int64_t watched_until; /* the watcher was asked about all moments until this one */
	bool expiring;         /* passed limits are being handled: time stands only after all of them */
};

/* In which wake-ups of the loop messages came.  Written by: intake.c.  */
struct wakes {
	unsigned now, last; /* this one; that of the last message */
	int last_seat;      /* the seat of the last message */
};

/* What both agents have to say for the match to end (arbiter_agreed()).  */
struct terms {
	double score;
	int moves;        /* of each agent; 0: nothing ends it */
	int after;        /* moves of the match */
	bool loser_alone; /* what the loser says is enough */
};

enum { HEARD_MOST = 128 };

/* Written by: arbiter.c.  */
struct agreement {
	struct terms draw, win;
	/* The last lines in the turns in progress.  They are read when somebody asks, since an agent may
	 * write thousands.  */
	struct heard {
		struct bytes line[HEARD_MOST];
		int64_t n[HEARD_MOST]; /* their messages */
		int count;             /* all of this turn; line k is at k % HEARD_MOST */
	} heard[SEATS];
	int since[SEATS]; /* turns before the present player took the seat, whose values do not count */
};

/* Another judge referees the match, and this one hears what it says to its agent.
 * Written by: heard.c, time.c, replay/replay.c.  */
struct hearing {
	bool on;
	bool held;    /* a person has held messages, while that judge's clock ran */
	int answered; /* the seat whose clock stands until the other judge says what follows; SEAT_NONE */
	struct verdict opinion; /* the first one that this judge would have given; reason NULL: none; owned */
	bool goodbye;           /* its agent was told to leave */
	int64_t cpu_ns, cpu_t;  /* judge_heard_cpu(); cpu_t 0: not known */
};

/* What is sent next.  Written by: arbiter.c.  */
struct draft {
	struct bytes line; /* formatted */
};

struct judge {
	const struct protocol *protocol; /* Written by: judge.c.  */
	void *state;                     /* the protocol's.  Written by: judge.c.  */
	struct match match;              /* Written by: match.c.  */
	struct seat seat[SEATS];
	enum phase phase; /* Written by: flow.c.  */
	enum mode mode;   /* Written by: replay/replay.c.  */
	bool written;  /* in a replay, the next record is a new input even if its time is the same.  Written
			  by:  replay/replay.c.  */
	bool ends_due; /* an end was due once: most matches never look for one.  Written by: seat.c.  */
	int64_t end_n; /* the number of the note of an end that is being counted; 0: none is.  Written by:
			  seat.c.  */
	struct match_time time;
	struct gate gate;
	struct flow flow;
	struct outbox out;
	struct limits limits;
	struct watcher watcher;
	struct wakes wakes;
	struct agreement agreement;
	struct hearing hearing;
	struct draft draft;
};

#endif
