/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* judge_state.h - the state of the judge, shared by its files.
 *
 * The session calls judge.c, protocols call referee.c, and people's requests reach request.c.  Only the files
 * that a "Written by" names write that group of fields (tests/writers.py).  Other files read it.
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
 * than questions for moves, and a question stays open when a person moves in the agent's place.
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
 * The gate (enum gate_mode).  In a replay, messages to agents wait for their records whatever the gate says.
 *
 *   any --------> CLOSED       judge_stop(), by the watcher; set_gate(), by a person who pauses
 *   MESSAGES ---> CLOSED       gate_let_pass(): the budget is used up
 *   MOVES ------> CLOSED       gate_moved(): the same
 *   any --------> another      set_gate(): go, step, next
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
 *   14  The gate's budget is not negative.  If it counts moves, at least one is left.
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
 *   30  The note of an end is a message that exists.  The end owns the name of its signal.
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
 *   48  A turn is broken off only by a verdict.  */
#ifndef RINGSIDE_JUDGE_JUDGE_STATE_H
#define RINGSIDE_JUDGE_JUDGE_STATE_H

#include "clock.h"
#include "gate.h"
#include "ringside/bytes.h"
#include "ringside/judge.h"
#include "ringside/protocol.h"
#include "ringside/referee.h"

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
	int strangers;   /* noted connections of others */
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
	bool due;               /* it counts as soon as the seat has to answer */
	struct ending ending;
	char *signal;     /* its signal's name; owned */
	int64_t t, due_t; /* when it was noted, and when it became due */
	int64_t n;        /* the number of the note */
	int turns;        /* turns played by then */
};

/* The times of the first and the last of some bytes.  */
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
	int forgiven; /* moves that came after a limit but within the tolerance */
};

/* What a seat has sent that is not a message yet.  Written by: intake.c, pending.c.  */
struct intake {
	struct bytes in; /* the bytes after the last whole message */
	size_t seen;     /* how many of them hold no message's end */
	size_t noted;    /* how many of them were noted as pending; 0: not these bytes */
	bool in_hand;    /* messages are being made of them: they are not pending until that is done */
	struct span in_t;
	struct bytes err; /* on stderr, a line without its end ... */
	struct span err_t;
	bool words_due; /* ... which becomes a message at the end of this input */
	bool rest_due;  /* pending bytes are noted at the end of this input */
	bool unread;    /* the next bytes were read while the question lay unread */
	size_t early;   /* how many bytes of `in` came that way */
	bool spoke_unasked;
	bool cutting;        /* skipping the rest of a message that is too long */
	size_t answers;      /* bytes kept this turn on the channels of answers, as count_message() counts */
	size_t chatter;      /* other bytes this turn */
	int64_t unkept;      /* messages this turn over the limit of chatter */
	int64_t unkept_size; /* their bytes */
	bool unkept_due;     /* they are noted at the end of this input */
};

/* What a seat was asked.  Written by: question.c.  */
struct asked {
	enum question state;
	int64_t n;              /* the number of the last question; 0: there was none */
	int64_t t;              /* when it was written, since the match began; -1: there was none */
	struct countdown await; /* the limit for an answer that is not a move */
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
	int touched; /* which of the held messages to the agent, from 1; 0: none */
	bool sent;   /* the next message is the person's own */
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
	/* ns that the process has to leave after its last line has passed; 0: no dismissal waits for a line.
	 * Written by: flow.c.  */
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

/* The watcher, and how it stopped the match.  Written by: stop.c.  */
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

/* What goes out.  Written by: effects.c.  */
struct outbox {
	int64_t last_n;  /* the number of the last message */
	int64_t current; /* index in `told` of the message that causes what happens now; -1: there is none
			  */
	/* `told` goes out before `todo`.  So a message that came before another was written has the smaller
	   number, even when both wait here.  */
	struct effect_queue told; /* what happened */
	struct effect_queue todo; /* what is to be done about it */
	char *handed;             /* the bytes of the last effect that went out; owned */
};

/* How messages pass.  Written by: flow.c.  */
struct flow {
	bool acts; /* the gate was open when this input came, or this message passed: the protocol acts on it,
		      though its messages may have to wait */
	bool direct;        /* what is sent bypasses the gate: a goodbye */
	int64_t line_delay; /* ns at least between two lines to the same seat */
};

/* Written by: limits.c.  */
struct limits {
	int64_t looked; /* the watcher was asked about all moments until this one */
	bool expiring;  /* passed limits are being handled: time stands only after all of them */
};

/* In which wake-ups of the loop messages came.  Written by: intake.c.  */
struct wakes {
	unsigned now, last; /* this one; that of the last message */
	int last_seat;      /* the seat of the last message */
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

/* Queues an effect; owns its message's bytes.  */
void judge_put(struct judge *judge, struct effect effect);
/* Queues a message.  It gets its number here, or, if it goes to an agent, just before it is written.  */
void judge_put_message(struct judge *judge, struct message message);
/* The same for a message to an agent that goes out before all other queued messages.  */
void judge_put_message_first(struct judge *judge, struct message message);
/* Notes an event.  The text, `size` bytes, is copied; it may be NULL if size is 0.  */
void judge_note(struct judge *judge, int seat, struct event event, const void *text, size_t size);
/* Notes an event of a recording, with its recorded turn.  */
void judge_note_again(struct judge *judge, const struct message *note);
/* Note an event without fields, with a text only, and with numbers only.  */
void judge_note_plain(struct judge *judge, int seat, enum event_kind kind);
void judge_note_text(struct judge *judge, int seat, enum event_kind kind, const char *text);
void judge_note_numbers(struct judge *judge, int seat, enum event_kind kind, int64_t a, int64_t b);
/* Removes the last note.  Nothing may have followed it.  */
void judge_unnote(struct judge *judge);
/* Drops the messages queued for this seat, or only the questions.  The goodbye to a replaced process stays.
 * True: a question was among them.  */
bool judge_drop_unsent(struct judge *judge, int seat, bool questions_only);
/* Drops a queued EFFECT_SPAWN; false: there is none.  */
bool judge_drop_spawn(struct judge *judge, int seat);
/* The number of the seat's present turn, or else of the last turn played.  */
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

/* True: this passes the gate now.  Otherwise it waits there, and the gate owns its bytes.  If the gate closes
 * before it, that will be noted.  */
bool judge_let_pass(struct judge *judge, const struct held *held);
/* Sends a message of the judge through the gate, where it may wait.  Owns the bytes, which end in a NUL.  */
void judge_send_message(struct judge *judge, int seat, enum channel channel, unsigned flags, char *bytes,
			size_t size);
/* What happens when a message, or the end of a process, has passed the gate.  Own the message's bytes.  */
void judge_pass_from_agent(struct judge *judge, struct message message);
void judge_pass_to_agent(struct judge *judge, struct message message);
void judge_pass_exit(struct judge *judge, int seat, struct ending ending);
/* When delays and the distance between lines let the next message pass; INT64_MAX: nothing waits for a time.
 */
int64_t judge_held_due(const struct judge *judge);
/* May the protocol act on this input now, or only when the gate opens?  */
void judge_let_act(struct judge *judge, bool acts);
/* Asserts that the picture above has the transition.  */
void judge_set_phase(struct judge *judge, enum phase phase);
/* Does all that is due.  Every input ends with it.  */
void judge_settle(struct judge *judge);
/* The protocol says goodbye, which bypasses the gate.  The process has to leave within grace ns.  */
void judge_dismiss_seat(struct judge *judge, int seat, int64_t grace);
/* The winner when this seat fails: the other player, or WINNER_NONE.  */
int judge_winner_over(const struct judge *judge, int seat);
/* "seat 1 (pela)", "the game program (imitate)".  The caller frees.  */
char *judge_seat_words(const struct judge *judge, int seat);

/* end.c */

/* The last message says that the seat's process has ended, has closed a stream, or leaves.  */
void judge_end_noted(struct judge *judge, int seat, struct ending ending);
/* The end counts as soon as the seat has to answer, or at once if it has to already.  */
void judge_end_due(struct judge *judge, int seat);
/* Counts due ends of seats that were asked meanwhile.  */
void judge_end_asked(struct judge *judge);
/* Counts the ends that became due at this moment.  In older recordings an end counted as soon as it was due;
 * a replay calls this when its record has a consequence that it cannot explain otherwise.  */
void judge_end_counts_now(struct judge *judge);
/* The limit for leaving after a stream was closed has passed.  */
void judge_left_late(struct judge *judge, int seat);
/* There is no such limit any more.  */
void judge_clear_leave(struct judge *judge, int seat);
/* Makes that limit stand or run as judge_time_stands() has it, and moves it by delta ns.  */
void judge_keep_leave(struct judge *judge, int seat);
void judge_shift_leave(struct judge *judge, int seat, int64_t delta);
/* Forgets the end, because a fresh process or a person takes the place.  */
void judge_end_forget(struct judge *judge, int seat);

/* fault.c */

/* The seat's turn is over: no fault of it is counted yet.  */
void judge_forget_turn_faults(struct judge *judge, int seat);
/* The seat's move came `over` ns behind a limit, and the tolerance allows it.  */
void judge_forgive(struct judge *judge, int seat, int64_t over);
/* Notes how often each fault was seen, if more than once.  */
void judge_note_fault_counts(struct judge *judge);

/* stale.c */

/* Drops the message being received if it is an answer that nobody waits for.  True: it did.  */
bool judge_drop_stale(struct judge *judge, const struct message *message);
/* Forgets the seat's earlier questions, because its process is fresh or begins anew.
 */
void judge_forget_stale(struct judge *judge, int seat);

/* stop.c */

/* Asks the watcher; true: the gate is closed now.  Fills in the turn, and the time unless it is STOP_TIME.
 */
bool judge_stop(struct judge *judge, struct stop stop);
/* Is the watcher to be asked before this passes?  Only once.  */
bool judge_stop_due(const struct judge *judge, const struct held *held);
/* Asks as judge_stop() before this passes.  */
bool judge_stop_before(struct judge *judge, const struct held *held);
/* Notes that the gate has closed.  To be called at the end of an input.  */
void judge_note_stop(struct judge *judge);
/* The match goes on: forgets why it was stopped.  */
void judge_forget_stop(struct judge *judge);
/* The gate has closed because a person's step is done.  It will be noted.  */
void judge_gate_closed(struct judge *judge);
/* The seat has played a move, so the gate may close.  */
void judge_gate_moved(struct judge *judge, int seat);

/* time.c */

/* The match begins at t.  */
void judge_begin_time(struct judge *judge, int64_t t);
/* Now is t, unless it is later already.  */
void judge_advance(struct judge *judge, int64_t t);
/* Makes time stand or run, as the gate and the phase have it.  */
void judge_keep_time(struct judge *judge);
/* Switches to another clock, which shows t now.  */
void judge_shift_time(struct judge *judge, int64_t t);
/* The next agent is asked after setup.pace; judge_end_pace(): at once.  */
void judge_begin_pace(struct judge *judge);
void judge_end_pace(struct judge *judge);
/* Does time stand for this seat?  */
bool judge_time_stands(const struct judge *judge, int seat);
/* Makes the seat's clock and limits stand or run accordingly.  */
void judge_keep_seat_time(struct judge *judge, int seat);
/* Gives the seat a fresh clock, with the match limit of whoever sits there now.  */
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
/* Makes that limit stand or run as judge_time_stands() has it, and moves it by delta ns.  */
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
/* Somebody else takes the seat, and may be ready already.  */
void judge_clear_process(struct judge *judge, int seat, bool ready);
/* The seat's process begins the match: one that has played before (warm), or a fresh one.  */
void judge_seat_began(struct judge *judge, int seat, bool warm);

/* limits.c */

/* The watcher need not be asked about moments before t.  */
void judge_look_from(struct judge *judge, int64_t t);

/* Does in order what is due before t, and handles the limits that pass before t.  */
void judge_look_until(struct judge *judge, int64_t t);
/* Handles the limits that have passed by now.  Asks the watcher first.  */
void judge_pass_limits(struct judge *judge);
/* The same without asking.  */
void judge_expire(struct judge *judge);
/* A limit that the seat's turn has passed by at least `over` ns.  */
struct limit {
	const char *which; /* EVENT_LIMIT_ */
	int64_t ns;
};
struct limit judge_limit(const struct judge *judge, int seat, int64_t over);
/* Time passes until t, where the recorded match was stopped.  */
void judge_stop_at_limit(struct judge *judge, int64_t t);

/* hold.c */

/* Grants a request about a message at the gate, or REQUEST_SEND.  NULL, or why not, for people; the caller
 * frees.  */
char *judge_hold_request(struct judge *judge, const struct request *request);
/* In a replay: remembers what a person did to the message that follows the note.  */
void judge_hold_noted(struct judge *judge, const struct message *note);
/* In a replay: handles a message to an agent, written at t, if a person kept it back or sent it.  True:
 * handled.  *fits false: this judge cannot have such a message.  */
bool judge_hold_replayed(struct judge *judge, int64_t t, const struct message *message, bool *fits);
/* A branch begins: undoes what a person did to messages that are still held.  */
void judge_hold_forget(struct judge *judge);
/* The place at the gate of the k-th held message, from 1, to the seat's agent; -1: there is none.  */
int judge_waiting_for(const struct judge *judge, int seat, int k);

/* seat.c */

/* REQUEST_SEAT and REQUEST_SUCCEED.  NULL, or why not, for people; the caller frees.  */
char *judge_take_seat(struct judge *judge, const struct request *request);

/* intake.c */

/* Makes messages of the agent's bytes.  `ended`: no more bytes follow, so the rest is a message too.  */
void judge_cut_messages(struct judge *judge, int seat, bool ended);
/* A message came.  It passes, waits at the gate, or is chatter that is not kept.  */
void judge_arrived(struct judge *judge, int seat, enum channel channel, const char *bytes, size_t size,
		   unsigned flags, struct span t);
/* Notes chatter that was not kept.  To be called before the seat's next message or a person's request.  */
void judge_tell_unkept(struct judge *judge, int seat);
/* The seat may chatter again.  What was not kept is noted later, because a replay cannot feed back a note
 * from the middle of an input.  */
void judge_renew_chatter(struct judge *judge, int seat);
/* A turn of the seat begins or ends: it may chatter again.  What was not kept is noted at the end of this
 * input.  */
void judge_settle_chatter(struct judge *judge, int seat);

/* Forgets the bytes that are not a message yet, because another process takes the seat.  */
void judge_forget_bytes(struct judge *judge, int seat);
void judge_intake_free(struct intake *intake);

/* pending.c */

/* Makes a message of each line on stderr.  */
void judge_words(struct judge *judge, int seat, const char *bytes, size_t size);
/* Makes a message of the rest, which has no line end.  */
void judge_end_words(struct judge *judge, int seat);
/* The same at the end of this input.  */
void judge_words_due(struct judge *judge, int seat);
/* Pending bytes are noted at the end of this input.  */
void judge_rest_due(struct judge *judge, int seat);
/* Notes bytes as pending.  */
void judge_note_rest(struct judge *judge, int seat, const char *bytes, size_t size);
/* Notes the seat's pending bytes, unless exactly these were noted before.  */
void judge_note_pending(struct judge *judge, int seat);
void judge_note_all_pending(struct judge *judge);
/* Makes the messages and notes that are due at the end of an input.  */
void judge_settle_pending(struct judge *judge);

/* attach.c */

/* The seat's process has ended or is replaced, so it is neither traced nor frozen any more.  */
void judge_forget_process(struct judge *judge, int seat);
/* As REQUEST_FREEZE and REQUEST_THAW; SEAT_NONE: all agents.  NULL, or why not, for people; the caller frees.
 */
char *judge_freeze(struct judge *judge, int seat);
char *judge_thaw(struct judge *judge, int seat);
/* Thaws all frozen processes, if there are any.  */
void judge_thaw_all(struct judge *judge);
/* As REQUEST_SIGNAL.  */
char *judge_note_signal(struct judge *judge, int seat, const char *name);

/* invariants.c */

/* Asserts the numbered list above.  */
void judge_check(const struct judge *judge);

/* request.c */

/* As REQUEST_PAUSE.  The match must not be over.  */
void judge_pause(struct judge *judge);

#endif
