/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* judge_state.h - what the judge knows, shared by its files.
 *
 * judge.c is the session's face of it, referee.c the protocols', request.c the person's.
 *
 * The match (enum phase).  A verdict may come before all seats are ready.
 *
 *   STARTING ---> PLAYING      act(): all are ready
 *   STARTING ---> OVER         end_match()
 *   PLAYING ----> OVER         end_match()
 *   OVER -------> PLAYING      referee_taken_back()
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
 *   ALIVE ------> REPLACED     referee_respawn(), judge_take_seat(): it is told to leave
 *   ALIVE ------> GONE         judge_pass_exit()
 *   REPLACED ---> STARTING     judge_effect()
 *   REPLACED ---> ALIVE        judge_started() of a replay, which starts no process
 *   REPLACED ---> GONE         judge_dismiss() before EFFECT_SPAWN goes out
 *   GONE -------> ALIVE        judge_take_seat(): a successor; replay_live(): the end did not count
 *   any --------> NONE         a person takes the seat: judge_take_seat()
 *
 * A seat's turn (enum turn_state), and what the seat was asked (enum question).  An agent has to answer more
 * than moves, as that it is ready; and a question stays open when a person moves in the agent's place.
 *
 *   NONE -------> DUE          referee_next() of an agent
 *   NONE -------> OPEN         referee_next() of a person
 *   DUE --------> OPEN         judge_open_turn(): the protocol asks
 *   any --------> NONE         referee_moved(), referee_turn_lost(), referee_taken_back(), end_match()
 *
 *   NONE -------> OPEN         judge_question_written(), referee_expect()
 *   OPEN -------> OVERTAKEN    judge_question_passed(): the next one has passed the gate
 *   OVERTAKEN --> OPEN         judge_question_written(); judge_question_unsent(): it is not asked after all
 *   any --------> NONE         referee_answered(), end_match()
 *
 * The gate (enum gate_mode).  While a recording is replayed what goes to agents waits for its record,
 * whatever the gate says.
 *
 *   any --------> CLOSED       judge_stop(), by who watches; set_gate(), by a person who pauses
 *   MESSAGES ---> CLOSED       gate_passes(): as many have passed as were to
 *   MOVES ------> CLOSED       gate_moved(), likewise
 *   any --------> another      set_gate(): go, step, next
 *
 * What holds between two inputs, when no effect is left.  judge_check() asserts it by these numbers.
 *
 *    1  The match is over when the phase says so.
 *    2  No turn was played while it is starting.
 *    3  Now is after the beginning, and nobody was asked about a moment that is still to come.
 *    4  The last turn has the number of all, is a player's, and a message that exists brought it.
 *    5  A pace runs only while it is played.
 *    6  Of records only a replay knows.
 *    7  A verdict has a reason, words, a winner and a blame that can be, and proofs that exist.
 *    8  Nothing of an input is in the middle.
 *    9  Nothing waits to be told or done.
 *   10  Why it was stopped was noted in a message that exists.
 *   11  Time stands exactly when the gate is closed and the match is not over.
 *   12  Where somebody has stopped the match, the gate is closed.
 *   13  The pace and the delays of messages stand exactly when time does.
 *   14  The gate's budget is not negative; of moves at least one is left.
 *   15  Its queue is within its room.
 *   16  What waits there has bytes and a seat; what came from a seat came from an agent.
 *   17  What waits there as an event is the end of a process.
 *   18  A gate that is not closed holds nothing but what a person delays, what keeps its distance, and what a
 *       recording has still to tell.
 *   19  A turn that is due waits for a closed gate, the pace, or that the agent is ready.
 *   20  A match in which all are ready begins, unless the gate is closed.
 *   21  Agents and nobody else have a life.
 *   22  People are ready, agents only when their process runs or has run.
 *   23  Only agents leave.
 *   24  A process to which nothing was said runs only after the verdict.
 *   25  Who is traced is alive.
 *   26  Who is frozen is alive, and time stands.
 *   27  Only a process that runs or has run has closed a stream; who does not read has.
 *   28  Only such a process that still runs, in a match that is not over, has to leave in time.
 *   29  An end that is due to count is of a seat that is ready and has nothing to answer, or came too late.
 *   30  It was noted in a message that exists, and owns the name of its signal.
 *   31  A goodbye is on its way only where lines keep a distance.
 *   32  Who is connected has connected.
 *   33  Players alone have a turn, and only while the match is played.
 *   34  A person's turn is never due: it is open at once.
 *   35  Only who is alive has something to answer, and only before the verdict.
 *   36  A question that was to be written is written, and so is what starts a clock.
 *   37  The last question and the last line were written.
 *   38  A limit for an answer runs only while something is to be answered; after the verdict none is to come.
 *   39  After the verdict no clock is open.
 *   40  A seat's clock and its limits stand exactly when time stands for the seat, and run since a moment
 *       that was.
 *   41  No time is negative.
 *   42  What was looked at of a buffer is in it.
 *   43  Nothing is kept of a message that is being cut off.
 *   44  No more answers are kept in a turn than are allowed.
 *   45  Messages that were not kept have bytes, and others have none.
 *   46  The turns that were forgiven are at most those that the seat was ever forgiven.
 *   47  What a person has done to a message that is to come, only a replay knows.
 *   48  Only a verdict breaks a turn off.  */
#ifndef RINGSIDE_JUDGE_JUDGE_STATE_H
#define RINGSIDE_JUDGE_JUDGE_STATE_H

#include "clock.h"
#include "gate.h"
#include "ringside/bytes.h"
#include "ringside/judge.h"
#include "ringside/protocol.h"
#include "ringside/referee.h"

enum phase {
	STARTING, /* until all seats are ready for the first time */
	PLAYING,
	OVER, /* there is a verdict */
};

enum mode {
	LIVE,
	REPLAYING, /* a recording says what passes the gate, and when */
};

enum life {
	LIFE_NONE,     /* no process belongs here: a free seat, or a person's */
	LIFE_STARTING, /* EFFECT_SPAWN went out */
	LIFE_ALIVE,
	LIFE_REPLACED, /* it is being told to leave, and EFFECT_SPAWN is to follow */
	LIFE_GONE,
};

enum turn_state {
	TURN_NONE,
	TURN_DUE,  /* it is the turn of an agent, and the protocol was not told to ask yet */
	TURN_OPEN, /* the protocol asks, or a person may move */
};

/* What a seat has to answer.  */
enum question {
	QUESTION_NONE,
	QUESTION_OPEN,      /* a message that it must answer was written */
	QUESTION_OVERTAKEN, /* and the next one has passed the gate and is to be written: what the seat says
			       until then answers neither */
};

/* A seat's process.  Written by: process.c.  */
struct process {
	enum life life;
	bool ready;
	bool unspoken; /* it was started after the verdict: nothing was said to it */
	bool leaving;  /* it was told to leave: what it does now has no effect */
};

/* Where the process has to connect.  Written by: process.c.  */
struct connection {
	char *address; /* NULL: nowhere; owned */
	bool connected;
	int connections; /* how often it connected, or closed the connection again */
	int strangers;   /* others that were noted */
};

/* What is done to the process from outside.  Written by: attach.c.  */
struct attached {
	bool traced; /* by a debugger: the seat's time stands */
	bool frozen; /* EFFECT_FREEZE went out */
};

/* The process has ended, or stays but has closed a stream or said that it leaves.  Written by: end.c.  */
struct end {
	enum event_kind
		closed; /* EVENT_CLOSED_OUTPUT or _INPUT: what it closed last; EVENT_NOTHING: nothing */
	bool deaf;      /* it closed its input */
	struct countdown leave; /* after it closed a stream, until it has to end */
	bool due;               /* it counts as soon as the seat has to answer something */
	struct ending ending;
	char *signal;     /* its signal's name; owned */
	int64_t t, due_t; /* when it was noted, and when it became due */
	int64_t n;        /* the number of the note */
	int turns;        /* so many were played by then */
};

/* When the first and the last of some bytes came.  */
struct span {
	int64_t first, last;
};

struct fault_kind {
	const struct fault_row *row;
	int count;
};

/* Written by: fault.c.  */
struct faults {
	struct fault_kind *kind; /* kind[kinds]; owned */
	int kinds;
	int in_turn;  /* of all kinds since the seat's last turn */
	int forgiven; /* moves that came behind a limit and within the tolerance */
};

/* What comes from a seat, until it is a message.  Written by: intake.c, pending.c.  */
struct intake {
	struct bytes in; /* what came after the last whole message */
	size_t seen;     /* so many of them hold no end of a message */
	size_t noted;    /* so many of them were noted as pending; 0: they were not as they are */
	bool in_hand;    /* messages are being made of them: nothing of them is pending before that is done */
	struct span in_t;
	struct bytes err; /* the same on stderr: a line without its end ... */
	struct span err_t;
	bool words_due; /* ... which is to end with this input */
	bool rest_due;  /* what is pending is to be noted at the end of this input */
	bool unread;    /* the question lay unread when what comes next was read */
	size_t early;   /* so many of `in` came while one did */
	bool spoke_unasked;
	bool cutting;        /* in the rest of a message that was too long */
	size_t answers;      /* bytes kept this turn on the channels of answers, as is_kept() counts */
	size_t chatter;      /* bytes this turn besides them */
	int64_t unkept;      /* messages over the limit of chatter, this turn */
	int64_t unkept_size; /* their bytes */
	bool unkept_due;     /* they are to be noted at the end of this input */
};

/* What a seat was asked.  Written by: question.c.  */
struct asked {
	enum question state;
	int64_t n;              /* the number of the last question; 0: there was none */
	int64_t t;              /* when it was written, since the match began; -1: there was none */
	struct countdown await; /* the limit for an answer that is no move */
	int64_t await_limit; /* ns of the next such limit, which begins when the question is written; 0: none
			      */
};

/* A seat's turn.  Written by: turn.c.  */
struct seat_turn {
	enum turn_state state;
	bool starts;          /* the next message to the seat starts its clock */
	struct span answer_t; /* when its last answer came, since the match began; first -1: not known */
};

/* Written by: time.c.  */
struct seat_time {
	struct clock clock;
	bool untimed; /* a debugger traced the process in this turn */
};

/* What was written to a seat last.  Written by: effects.c.  */
struct last_line {
	int64_t at; /* INT64_MIN: nothing was */
	bool ends_crlf;
};

/* In a replay, what a person has just done to a message for the seat.  Written by: hold.c.  */
struct redone {
	int touched; /* which of those that wait for the agent, from 1; 0: none */
	bool sent;   /* the next one is a person's own */
};

/* Answers that nobody waits for any more.  Written by: stale.c.  */
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
	/* ns to leave after its last line has passed; 0: it is not dismissed then.  Written by: flow.c.  */
	int64_t goodbye_grace;
	struct end end;
	bool limit_seen; /* the watcher was asked about the limit that has passed.  Written by: limits.c.  */
	struct redone redone;
	struct faults faults;
	struct stale stale;
};

/* Effects in the order in which they go out: at[first .. last).  */
struct effect_queue {
	struct effect *at;
	int64_t first, last, room;
};

/* Who may stop the match, and how it was stopped.  Written by: stop.c.  */
struct watcher {
	struct stops asks;
	bool note_due;       /* the gate has closed before a message, which is still to be noted */
	enum gate_mode mode; /* what the gate was when the watcher closed it, while that is to be noted: moves
				are counted by it */
	enum event_kind what;
	int seat;
	char *why;    /* what the watcher said; NULL: it has not stopped the match; owned */
	int64_t note; /* the number of that note */
	int64_t ask;  /* the question that was open then, where no message was stopped */
};

/* In ns of the caller's clock.  Written by: time.c.  */
struct match_time {
	int64_t t0; /* when the match began */
	int64_t now;
	bool standing;
	struct countdown
		pace; /* until the next agent may be asked; set only while this is to be waited for */
};

/* What goes out.  Written by: effects.c.  */
struct outbox {
	int64_t last_n;  /* the number of the last message */
	int64_t current; /* index in `told` of the cause of what is being done, a message; -1: there is none
			  */
	/* `told` goes out before `todo`.  So a message that came before another was written has the smaller
	   number, even when both wait here.  */
	struct effect_queue told; /* what happened */
	struct effect_queue todo; /* what is to be done about it */
	char *handed;             /* the bytes of the last effect that went out; owned */
};

/* How messages pass.  Written by: flow.c.  */
struct flow {
	bool acts; /* the gate was open when this input came, or this message passed: what follows from it is
		      done, though its messages may have to wait */
	bool direct;        /* what is sent goes past the gate: goodbyes */
	int64_t line_delay; /* ns at least between two lines to the same seat */
};

/* Written by: limits.c.  */
struct limits {
	int64_t looked; /* the watcher was asked about all moments until this one */
	bool expiring;  /* limits that have passed are dealt with: time stands only after all of them */
};

/* In which wake-ups of the loop messages came.  Written by: intake.c.  */
struct wakes {
	unsigned now, last; /* this one; that of the last message */
	int last_seat;      /* the seat of the last message */
};

struct judge {
	const struct protocol *protocol; /* Written by: judge.c.  */
	void *state;                     /* the protocol's.  Written by: judge.c.  */
	struct match match; /* changed by the functions of match.h and setup.h, and as they say */
	struct seat seat[SEATS];
	enum phase phase; /* Written by: flow.c.  */
	enum mode mode;   /* Written by: replay/replay.c.  */
	bool written;  /* in a replay, the last record went to an agent: the next is another input.  Written
			  by:  replay/replay.c.  */
	int64_t end_n; /* the number of the note of an end that is being counted; 0: none is.  Written by:
			  end.c.  */
	struct match_time time;
	struct gate gate;
	struct flow flow;
	struct outbox out;
	struct limits limits;
	struct watcher watcher;
	struct wakes wakes;
};

/* effects.c */

/* Queues an effect.  */
void judge_put(struct judge *judge, struct effect effect);
/* Queues a message, numbered unless it goes to an agent: then it is numbered when it is about to
   be written.  */
void judge_put_message(struct judge *judge, struct message message);
/* The same for one to an agent that goes out before all else that is queued.  */
void judge_put_message_first(struct judge *judge, struct message message);
/* Notes what happened.  The text, `size` bytes, is copied; NULL with size 0 is fine.  */
void judge_note(struct judge *judge, int seat, struct event event, const void *text, size_t size);
/* Notes what a recording has, with the turn that it had.  */
void judge_note_again(struct judge *judge, const struct message *note);
/* The same of a kind without fields; of one that has nothing but a text; of one with numbers.  */
void judge_note_plain(struct judge *judge, int seat, enum event_kind kind);
void judge_note_text(struct judge *judge, int seat, enum event_kind kind, const char *text);
void judge_note_numbers(struct judge *judge, int seat, enum event_kind kind, int64_t a, int64_t b);
/* Forgets the last note, which nothing has followed.  */
void judge_unnote(struct judge *judge);
/* What is queued for this seat and was not sent yet, or only what it has to answer, is not sent any more, but
 * for the goodbye of a process that is replaced.  True: what the seat has to answer was among it.  */
bool judge_drop_unsent(struct judge *judge, int seat, bool questions_only);
/* Takes back an EFFECT_SPAWN that has not gone out; false: there is none.  */
bool judge_drop_spawn(struct judge *judge, int seat);
/* The number of the turn that this seat is in, or of the last one.  */
int judge_turn_now(const struct judge *judge, int seat);
void judge_init_effects(struct judge *judge);
void judge_free_effects(struct judge *judge);
/* The cause of what is done from now on is the message that was noted last: a verdict cites it as proof.  */
void judge_begin_cause(struct judge *judge);
void judge_end_cause(struct judge *judge);
/* NULL: there is none.  Good until something is queued.  */
const struct message *judge_cause(const struct judge *judge);
/* Adds flags to the cause, if there is one.  */
void judge_mark_cause(struct judge *judge, unsigned flags);
/* The next message has the number last_n + 1.  */
void judge_number_from(struct judge *judge, int64_t last_n);
/* Moves the time of the last line by delta ns.  */
void judge_shift_line(struct judge *judge, int seat, int64_t delta);

/* flow.c */

/* May this pass the gate next?  Notes when the gate closes before it.  `queued`: it waits there, as the first
 * that may.  */
bool judge_may_pass(struct judge *judge, struct held *held, bool queued);
/* A message of the judge's making passes the gate or waits there.  Owns the bytes, which have a NUL behind
 * them.  */
void judge_send_message(struct judge *judge, int seat, enum channel channel, unsigned flags, char *bytes,
			size_t size);
/* What one message, an end, does when it has passed the gate.  Owns the message's bytes.  */
void judge_pass_from_agent(struct judge *judge, struct message message);
void judge_pass_to_agent(struct judge *judge, struct message message);
void judge_pass_exit(struct judge *judge, int seat, struct ending ending);
/* When something that waits at the gate may pass next, as far as delays and the distance between lines go;
   INT64_MAX: nothing waits for a time.  */
int64_t judge_held_due(const struct judge *judge);
/* Does what follows from this input take effect, or only when the gate opens?  */
void judge_let_act(struct judge *judge, bool acts);
/* Asserts that the picture above has the transition.  */
void judge_set_phase(struct judge *judge, enum phase phase);
/* Does what has become due, until nothing is.  Every input ends with it.  */
void judge_settle(struct judge *judge);
/* The protocol says goodbye, past the gate, and the process has to leave within grace.  */
void judge_dismiss_seat(struct judge *judge, int seat, int64_t grace);
/* Who wins when this seat fails: the other player, if there is one.  */
int judge_winner_over(const struct judge *judge, int seat);
/* "seat 1 (pela)", "the game program (imitate)".  The caller frees.  */
char *judge_seat_words(const struct judge *judge, int seat);

/* end.c */

/* The last message tells that the seat's process has ended, has closed a stream, or leaves.  */
void judge_end_noted(struct judge *judge, int seat, struct ending ending);
/* From now on the end counts as soon as the seat has to answer something: at once, if it has to already.  */
void judge_end_due(struct judge *judge, int seat);
/* The end of a seat that was asked since it became due counts now.  */
void judge_end_asked(struct judge *judge);
/* While replaying, when something follows that does not follow here: in older recordings an end counted in
   the moment in which it became due.  Counts those that became due in this one.  */
void judge_end_counts_now(struct judge *judge);
/* The limit for leaving after a stream was closed has passed.  */
void judge_left_late(struct judge *judge, int seat);
/* There is no such limit any more.  */
void judge_clear_leave(struct judge *judge, int seat);
/* Makes that limit stand or run as judge_stands() has it, and moves it by delta ns.  */
void judge_keep_leave(struct judge *judge, int seat);
void judge_shift_leave(struct judge *judge, int seat, int64_t delta);
/* A fresh process takes the place of the one that has ended, or a person does.  */
void judge_end_forget(struct judge *judge, int seat);

/* fault.c */

/* The seat's turn is over: no fault of it is counted yet.  */
void judge_forget_turn_faults(struct judge *judge, int seat);
/* The seat's move came `over` ns behind a limit, and the tolerance allows it.  */
void judge_forgive(struct judge *judge, int seat, int64_t over);
/* How often each fault was seen that was noted once.  */
void judge_note_fault_counts(struct judge *judge);

/* stale.c */

/* Drops a message that is being received if it is an answer that nobody waits for; false: it is none.  */
bool judge_drop_stale(struct judge *judge, const struct message *message);
/* What the seat was asked before is forgotten: its process is a fresh one, or has said that it begins anew.
 */
void judge_forget_stale(struct judge *judge, int seat);

/* stop.c */

/* Asks who may stop the match; true: the gate is closed now.  Fills in the turn, and the time but for
 * STOP_TIME.
 */
bool judge_stop(struct judge *judge, struct stop stop);
/* The same before what is about to pass, once.  */
bool judge_stop_before(struct judge *judge, struct held *held);
/* Notes that the gate has closed; `expiring` and what is in the middle of an input must be over.  */
void judge_note_stop(struct judge *judge);
/* The match goes on: why it was stopped is no news any more.  */
void judge_forget_stop(struct judge *judge);
/* The gate has closed before a message, as far as a person let the match go on: to be noted.  */
void judge_gate_closed(struct judge *judge);
/* The seat has played a move: the gate may close.  */
void judge_gate_moved(struct judge *judge, int seat);

/* time.c */

/* The match begins at t.  */
void judge_begin_time(struct judge *judge, int64_t t);
/* Now is t, unless it is later already.  */
void judge_advance(struct judge *judge, int64_t t);
/* Makes time stand or run, as the gate and the phase have it.  */
void judge_keep_time(struct judge *judge);
/* From now on another clock counts, which shows t now.  */
void judge_shift_time(struct judge *judge, int64_t t);
/* The next agent is asked after setup.pace; judge_end_pace(): at once.  */
void judge_begin_pace(struct judge *judge);
void judge_end_pace(struct judge *judge);
/* Does time stand for this seat?  */
bool judge_stands(const struct judge *judge, int seat);
/* Makes the seat's clock and limits stand or run accordingly.  */
void judge_keep_seat_time(struct judge *judge, int seat);
/* A clock that has counted nothing yet, with the match limit of who sits there now.  */
void judge_new_clock(struct judge *judge, int seat);
/* As clock_begin(), for a seat for which time may stand.  */
void judge_begin_clock(struct judge *judge, int seat, int64_t turn_limit);
/* As clock_end(): ns that the turn took.  */
int64_t judge_end_clock(struct judge *judge, int seat);
/* The turn goes on, and its time stands until it ends.  */
void judge_stop_clock(struct judge *judge, int seat);
/* A debugger begins or ends tracing: the limit of the turn that runs begins anew.  */
void judge_renew_clock(struct judge *judge, int seat);
/* The limit of the turn that runs, and of all turns; 0: none.  */
void judge_limit_turn(struct judge *judge, int seat, int64_t ns);
void judge_limit_match(struct judge *judge, int seat, int64_t ns);
/* ns that the seat's turns have taken in another judge.  */
void judge_set_used(struct judge *judge, int seat, int64_t ns);

/* question.c */

void judge_init_question(struct judge *judge, int seat);
/* A question to the seat has passed the gate, and waits to be written.  */
void judge_question_passed(struct judge *judge, int seat);
/* That question is not written after all.  */
void judge_question_unsent(struct judge *judge, int seat);
/* A question is about to be written.  It has its number and its time.  */
void judge_question_written(struct judge *judge, int seat, const struct message *question);
/* The limit for an answer has passed.  */
void judge_end_await(struct judge *judge, int seat);
/* Makes that limit stand or run as judge_stands() has it, and moves it by delta ns.  */
void judge_keep_await(struct judge *judge, int seat);
void judge_shift_await(struct judge *judge, int seat, int64_t delta);

/* turn.c */

/* The protocol is about to ask the seat, whose turn was due.  */
void judge_open_turn(struct judge *judge, int seat);
/* It is not the seat's turn.  */
void judge_drop_turn(struct judge *judge, int seat);
/* MESSAGE_STARTS for the first message since referee_start_clock(), else 0.  */
unsigned judge_take_start(struct judge *judge, int seat);
/* The message is the seat's answer, if a turn follows from it.  */
void judge_answer_came(struct judge *judge, const struct message *message);

/* process.c */

/* Asserts that the picture above has the transition.  */
void judge_set_life(struct judge *judge, int seat, enum life life);
void judge_set_ready(struct judge *judge, int seat, bool ready);
/* Somebody else sits on the seat, who is ready or not.  */
void judge_clear_process(struct judge *judge, int seat, bool ready);
/* A process that has played before goes on (warm), or a fresh one runs.  */
void judge_seat_began(struct judge *judge, int seat, bool warm);

/* limits.c */

/* The watcher need not be asked about moments before t.  */
void judge_look_from(struct judge *judge, int64_t t);

/* What is due before t is done, in its order; limits that pass then are dealt with.  */
void judge_look_until(struct judge *judge, int64_t t);
/* Limits that have passed by now are dealt with; who may stop the match there is asked before.  */
void judge_pass_limits(struct judge *judge);
/* The same, and nobody is asked.  */
void judge_expire(struct judge *judge);
/* The limit that the seat's turn has passed by `over` ns.  */
struct limit {
	const char *which; /* EVENT_LIMIT_ */
	int64_t ns;
};
struct limit judge_limit(const struct judge *judge, int seat, int64_t over);
/* Time passes until t, where a limit was reached, or another moment, and the match was stopped.  */
void judge_stop_at_limit(struct judge *judge, int64_t t);

/* hold.c */

/* Grants a request for what waits at the gate, or for a message of a person's own; NULL, or why not.  */
char *judge_hold_request(struct judge *judge, const struct request *request);
/* While replaying: what a person did is remembered for the message that follows its note.  */
void judge_hold_noted(struct judge *judge, const struct message *note);
/* While replaying, a message to an agent, written at t.  True: it is one that a person kept back or sent, and
   it is done with.  False and *fits false: the recording has one that this judge could not have.  */
bool judge_hold_replayed(struct judge *judge, int64_t t, const struct message *message, bool *fits);
/* A branch begins: what a person did to messages that still wait is not done.  */
void judge_hold_forget(struct judge *judge);
/* The place at the gate of the k-th message from 1 that waits for the seat's agent; -1: there is none.  */
int judge_waiting_for(const struct judge *judge, int seat, int k);

/* seat.c */

/* REQUEST_SEAT and REQUEST_SUCCEED.  NULL, or why not, for people; the caller frees.  */
char *judge_take_seat(struct judge *judge, const struct request *request);

/* intake.c */

/* Makes messages of what came from the agent; `ended`: no more will come, so the rest is one.  */
void judge_cut_messages(struct judge *judge, int seat, bool ended);
/* A message came, of which these are the bytes: it passes, or waits, or is chatter that is not kept.  */
void judge_arrived(struct judge *judge, int seat, enum channel channel, const char *bytes, size_t size,
		   unsigned flags, struct span t);
/* Tells of chatter that was not kept: before whatever comes next of the seat, or from a person.  */
void judge_tell_unkept(struct judge *judge, int seat);
/* The seat may chatter again.  What was not kept is told later: a note in the middle of what an input does is
   nothing that a recording could feed back in its place.  */
void judge_renew_chatter(struct judge *judge, int seat);
/* A turn of the seat begins or ends: it may chatter again, and what was not kept is noted at the end of this
   input.  */
void judge_settle_chatter(struct judge *judge, int seat);

/* What came and is no message yet is forgotten: another process sits there, or is about to.  */
void judge_forget_bytes(struct judge *judge, int seat);
void judge_intake_free(struct intake *intake);

/* pending.c */

/* What came on stderr: each line of it is a message.  */
void judge_words(struct judge *judge, int seat, const char *bytes, size_t size);
/* What is left of that is a message, though it has no line end.  */
void judge_end_words(struct judge *judge, int seat);
/* The same at the end of this input.  */
void judge_words_due(struct judge *judge, int seat);
/* What is pending is noted at the end of this input.  */
void judge_rest_due(struct judge *judge, int seat);
/* Notes bytes as the rest of what the seat has sent.  */
void judge_note_rest(struct judge *judge, int seat, const char *bytes, size_t size);
/* Notes what the seat has sent that is no message yet, unless that was noted as it is.  */
void judge_note_pending(struct judge *judge, int seat);
void judge_note_all_pending(struct judge *judge);
/* At the end of an input: words that are due, and notes.  */
void judge_settle_pending(struct judge *judge);

/* attach.c */

/* Its process has ended, or another takes its place: it is neither traced nor frozen any more.  */
void judge_forget_process(struct judge *judge, int seat);
/* As REQUEST_FREEZE and REQUEST_THAW; SEAT_NONE: all.  NULL or a problem.  */
char *judge_freeze(struct judge *judge, int seat);
char *judge_thaw(struct judge *judge, int seat);
/* Who is frozen goes on; nothing when nobody is.  */
void judge_thaw_all(struct judge *judge);
/* As REQUEST_SIGNAL.  */
char *judge_note_signal(struct judge *judge, int seat, const char *name);

/* invariants.c */

/* Ends the program when what always holds between two inputs does not.  */
void judge_check(const struct judge *judge);

/* request.c */

/* As REQUEST_PAUSE, in a match that is not over.  */
void judge_pause(struct judge *judge);

#endif
