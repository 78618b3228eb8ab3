/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* judge.h - the judge: a pure state machine that referees one match.
 *
 * Inputs come in, each with its time: bytes, exits, requests of people, or only that time has passed. Effects
 * go out: bytes to send, processes to start and to end, turns, a verdict.  The judge makes no system call and
 * reads no clock.  So the same code serves the live screen, headless runs, the simulator and a replay.
 *
 * The session (or a simulator) calls it.  After every input it carries out each effect at once: `while
 * (judge_effect(judge, now, &effect))`.  Then it waits for the next input, until judge_deadline() at the
 * latest.  All times are nanoseconds of one monotonic clock and never go back.  */
#ifndef RINGSIDE_JUDGE_H
#define RINGSIDE_JUDGE_H

#include "ringside/match.h"
#include "ringside/message.h"

struct judge;

enum stream { STREAM_STDIN, STREAM_STDOUT, STREAM_STDERR };

enum effect_kind {
	/* What is to be done.  */
	EFFECT_SPAWN,   /* start the seat's process; answer with judge_started() or judge_not_started().  An
			   older process of the seat was dismissed: report nothing more about it */
	EFFECT_DRAIN,   /* before anything else, read what the seat has already written */
	EFFECT_DISMISS, /* the seat was told to leave: end it by force after grace_ns */
	EFFECT_FREEZE,  /* stop the seat's processes (SIGSTOP to its group) ... */
	EFFECT_THAW,    /* ... and let them go on */
	EFFECT_SEAT, /* REQUEST_SEAT was granted: the old occupant of the seat leaves.  Everything sent to the
			seat from now on is for the new one */
	/* What has happened.  */
	EFFECT_MESSAGE,  /* a message passed: write it if it goes TO_AGENT, then record it */
	EFFECT_TURN,     /* turn `turns` was played */
	EFFECT_SCORE,    /* the sums of turn `turns`, the last one, have changed */
	EFFECT_TAKEBACK, /* turns were taken back: `turns` are left, on a new branch */
	EFFECT_NAME,     /* the seat has another name */
	EFFECT_VERDICT,  /* match->over */
};

struct effect {
	enum effect_kind kind;
	int seat;
	int turns; /* at the time of this effect: the match may have gone on since */
	int64_t grace_ns;
	struct message message; /* of EFFECT_MESSAGE; bytes are valid until the next call of judge_effect() */
};

/* What a person wants.  */
enum request_kind {
	REQUEST_PAUSE,
	REQUEST_GO,
	REQUEST_STEP,       /* let `count` messages pass, then stop; of_seat: only those of `seat` count */
	REQUEST_NEXT,       /* go on until `count` moves were played; of_seat: only those of `seat` count */
	REQUEST_PLAY,       /* text: the move of the person on seat `seat`, or of the seat whose turn it is */
	REQUEST_OVERRIDE,   /* text: replaces the agent's move: the one held at the gate, the one it thinks
			       about, or its last one */
	REQUEST_TAKEBACK,   /* take back `count` moves */
	REQUEST_RESIGN,     /* for the seat */
	REQUEST_ADJUDICATE, /* seat wins, SEAT_NONE: a draw */
	REQUEST_INTERRUPT,
	REQUEST_TURN_LIMIT,  /* sets the limit for a turn of `seat` to `ns`, for the turn in progress too;
				SEAT_NONE: of all seats that have none of their own */
	REQUEST_MATCH_LIMIT, /* the same for all turns of a seat; or text: a time control, which is then all
				that limits its turns */
	REQUEST_HUMAN_TIME,  /* sets option_human_time to `ns`; a person's turn in progress begins its limit
				anew */
	REQUEST_PACE,        /* sets setup.pace to `ns`, for the wait in progress too */
	REQUEST_POINT,       /* text: the move that a person looks at; tells the agents */
	/* These are about the message judge_held(`held`). edit_read() defines how bytes are written.  */
	REQUEST_EDIT,  /* text: replaces it */
	REQUEST_DROP,  /* it reaches nobody when it passes; the second time: it does */
	REQUEST_DELAY, /* it waits `ns` more while the match runs, and so does what follows it from or to the
			  same seat; other messages pass it; 0: ends the delay */
	REQUEST_RESTORE, /* it is as it came again: not edited, dropped or delayed; held < 0: message
			    `number`, which was dropped and has passed, but none of its seat and direction
			    after it */
	REQUEST_SEND,    /* text: bytes for the seat's agent; they pass all held messages */
	REQUEST_FREEZE,  /* pause, and stop the seat's processes; SEAT_NONE: those of all agents */
	REQUEST_THAW,   /* let them go on while the match stays paused; whatever ends the pause thaws first */
	REQUEST_SIGNAL, /* text: the name of a signal; the caller is about to send it to the seat's process */
	REQUEST_SEAT,   /* text: the command line of an agent that takes the seat, as a new process; NULL: a
			   person takes it */
	REQUEST_SUCCEED, /* text: the command line of an agent that takes over the seat; its process has
			    already been told all that the old one was told (rejoin.h) */
	REQUEST_ANSWER,  /* go on until an agent answers the next time, and stop with that answer held */
};

struct request {
	enum request_kind kind;
	int seat;
	bool of_seat;
	int count;
	int held;
	int64_t number;
	const char *text;
	int64_t ns;
};

/* Where a watcher may stop a match.  */
enum stop_kind {
	STOP_MESSAGE, /* before a message passes, in either direction; a message on stderr has passed already
		       */
	STOP_EXIT,    /* before the end of a process that is still needed passes */
	STOP_CRASH,   /* a process of the agent is about to be ended by a signal, and stands */
	STOP_TIME,    /* at a moment that `due` of struct stops named; once for each agent's seat */
	STOP_LIMIT,   /* the seat's turn limit or match limit has passed, before anything follows from it */
	STOP_MOVED,   /* a person's move was played */
	STOP_FAULT,   /* after a seat broke the protocol */
	STOP_VERDICT, /* the match is over */
};

struct stop {
	enum stop_kind kind;
	int64_t t; /* ns, of the inputs' clock; TIME: the moment that was due, which may be a little earlier
		      than now */
	int seat;
	int turn;                      /* the number of its turn */
	const struct message *message; /* MESSAGE, EXIT; FAULT: NULL when there was none */
	struct ending ending;          /* EXIT */
	const char *words; /* for people.  EXIT, CRASH, LIMIT, FAULT: a description; MOVED: the move; VERDICT:
			      its detail; TIME: "" */
};

/* A watcher, which may stop the match.  The judge calls it during an input.  It may look at the judge but
 * must not give it an input.  */
struct stops {
	/* NULL: the match goes on.  Else the reason to pause, for people, as "breakpoint 2, seat 1 plays
	 * 7,7".  It is noted.  The judge frees it.  */
	char *(*reason)(void *user, const struct judge *judge, const struct stop *stop);
	/* The next moment after `since` at which to call `reason` although nothing happens, in ns of the
	 * inputs' clock.  `since` itself: now, once.  INT64_MAX: none at present.  Called often.  NULL: there
	 * is never one.  */
	int64_t (*due)(void *user, const struct judge *judge, int64_t since);
	void *user;
};

/* Does the match go on, and if not, why?  */
enum judge_state {
	JUDGE_RUNNING,
	JUDGE_STEPPING, /* runs until the next message or move */
	JUDGE_PAUSED,   /* every message is held, and time stands */
	JUDGE_OVER,
	JUDGE_ANSWERING, /* runs until an agent's next answer, which is then held */
};

/* NULL and a *problem for people when the setup cannot be played; the caller frees it.  */
struct judge *judge_new(const struct setup *setup, char **problem);
void judge_free(struct judge *judge);

/* Inputs.  `alive`: a bit set of the seats whose process stays from the game before.  `paused`: before the
 * first message to these processes.  */
void judge_begin(struct judge *judge, int64_t t, unsigned alive, bool paused);
void judge_started(struct judge *judge, int64_t t, int seat);
void judge_not_started(struct judge *judge, int64_t t, int seat, const char *why);
/* True: the seat's process has sent something on an answer's channel without being asked, now or before.  */
bool judge_bytes(struct judge *judge, int64_t t, int seat, enum stream stream, const char *bytes,
		 size_t size);
/* All input until the next call came in one wake-up of the loop.  Each wake-up has its own number, which is
 * not 0.  Nobody can know the order of two seats' messages in the same wake-up.  Optional.  */
void judge_wake(struct judge *judge, unsigned wake);
/* The seat's next stdout was read while its question lay unread.  A message that begins with those bytes is
 * no answer.  Optional.  */
void judge_question_unread(struct judge *judge, int seat);
/* The agent closed its stdout, or no longer reads its stdin.  That ends nothing by itself, but the agent has
 * to exit soon.  */
void judge_closed(struct judge *judge, int64_t t, int seat, enum stream stream);
/* The seat's process has to connect to that address.  To be called before judge_started().  It is noted, and
 * arbiter_address() returns it.  */
void judge_awaits(struct judge *judge, int64_t t, int seat, const char *address);
/* The process has connected.  `open` false: it closed the connection before it said anything, and may connect
 * again.  Only the first ten for a seat are noted.  */
void judge_connected(struct judge *judge, int64_t t, int seat, bool open);
/* A stranger connected where the seat's agent should, and was refused.  The text says who.  This is a note
 * for people and blames nobody.  Only the first ten for a seat are noted.  */
void judge_stranger(struct judge *judge, int64_t t, int seat, const char *text);
/* The judge's system failed to read what the agent says (STREAM_STDOUT), or to write to it (STREAM_STDIN):
 * `why` names the call and its error.  The match is broken off, and nobody is blamed.  Ignored when the agent
 * is not needed any more.  */
void judge_failed(struct judge *judge, int64_t t, int seat, enum stream stream, const char *why);
/* The process has ended.  Give all bytes that it wrote before this.  */
void judge_exited(struct judge *judge, int64_t t, int seat, struct ending ending);
/* The seat's agent uses that many bytes of memory.  More than setup.memory gives the verdict `memory`, unless
 * the match is paused.  */
void judge_memory(struct judge *judge, int64_t t, int seat, int64_t bytes);
/* The seat's temporary folder holds more bytes than allowed.  That is a fault; it loses when strict.  False:
 * it does not count now, because the match is paused or over or the agent is leaving.  */
bool judge_folder(struct judge *judge, int64_t t, int seat, int64_t bytes, int64_t allowed);
/* What the seat's agent was doing at t, when a limit passed or the match stopped.  It is noted and kept in
 * match->doing.  Call it before judge_time(), so that the verdict comes after it.  Ignored when the match is
 * over.  */
void judge_activity(struct judge *judge, int64_t t, int seat, const struct activity *activity);
/* The seat's agent waited for a core for `more` ns in its turn, or since it was asked, besides what was told
 * before; cpu_ns: the CPU time that it had in all this time.  It is noted, and with --forgive-waiting added
 * to the limit.  0 ns are noted if it has waited before: then the turn has gone on since.  Call it before
 * judge_time() and judge_bytes().  Ignored when the match is over, while its time stands, and beyond the time
 * of the turn less the CPU time.  */
void judge_waited(struct judge *judge, int64_t t, int seat, int64_t more, int64_t cpu_ns);
/* The backtrace of a process of the seat's agent at t, `size` bytes.  signal: what is about to end it; NULL:
 * nothing, it was late.  It is noted and kept in match->backtrace.  Before a crash a watcher may stop the
 * match.
 */
void judge_backtrace(struct judge *judge, int64_t t, int seat, int64_t process, const char *signal,
		     const char *text, size_t size);
/* What the seat's agent has used since its last measured turn: CPU time in ns, and its peak memory in bytes;
 * 0: not known.  Call it after the verdict.  It is kept in match->unfinished, and noted when the verdict
 * broke a turn off.  */
void judge_used(struct judge *judge, int64_t t, int seat, int64_t cpu_ns, int64_t peak);
/* A debugger begins or ends tracing the seat's process.  Meanwhile its clocks stand, and its turn is marked
 * untimed.  Afterwards the turn's limit begins anew.  Ignored if nothing changes, after the verdict, and
 * without a process.  */
void judge_traced(struct judge *judge, int64_t t, int seat, bool traced);
/* The judge has worked for `ns` on what the seat wrote: so much of the next judge_held_up() counts for this
 * seat.  */
void judge_charge(struct judge *judge, int seat, int64_t ns);
/* The judge itself was held up from `from` to `to`: stopped, starved, or busy.  What runs counts the time
 * until `from` only, and this is noted.  `from` is before judge_deadline().  Read all that agents wrote
 * meanwhile and give it as of `to` before any other time.  The stall may have begun as early as `seen`, when
 * the judge was last awake, so a turn that is over at `to` counts until `seen` only.  */
void judge_held_up(struct judge *judge, int64_t seen, int64_t from, int64_t to);
/* Does anything run that would count such a time: an agent's clock, a limit, a delay?  */
bool judge_clocks_run(const struct judge *judge);
/* Time has passed, and nothing else happened.  */
void judge_time(struct judge *judge, int64_t t);
/* NULL, or why it is refused, for people; the caller frees.  */
char *judge_request(struct judge *judge, int64_t t, const struct request *request);
/* The n-th move, modulo their number, of those that the program of the game names for the seat of a person
 * whose turn it is.  NULL: it names none; the caller frees.  */
char *judge_named_move(struct judge *judge, int seat, unsigned n);
/* Tells the agents that are alive to leave.  The match must be over.  EFFECT_DISMISS follows each goodbye. */
void judge_dismiss(struct judge *judge, int64_t t);
/* The same for the agent of one seat.  */
void judge_dismiss_one(struct judge *judge, int64_t t, int seat);

/* Sets the watcher; NULL: none, which costs nothing.  It is asked about each message and each limit once.  */
void judge_set_stops(struct judge *judge, const struct stops *stops);

/* Takes the next effect; false: there is none.  A message to an agent gets the time t, because it is about to
 * be written.  */
bool judge_effect(struct judge *judge, int64_t t, struct effect *effect);
/* Takes all effects and carries none of them out.  */
void judge_drain(struct judge *judge, int64_t t);
/* Has a limit of the seat passed by t that judge_time() would act on?  */
bool judge_limit_passed(const struct judge *judge, int seat, int64_t t);
/* When judge_time() must be called at the latest; INT64_MAX: never.  There may be a deadline after the
 * verdict too, because the last lines to agents may have to keep a distance.  */
int64_t judge_deadline(const struct judge *judge);

/* Another judge referees this match (heard.c), from judge_begin() on, before which this is called.  The
 * protocol must have a `tap`.  All inputs are as before; what that judge has said to its agent, one message,
 * comes by judge_heard().  First ask judge_heard_next(): does the message begin another game?  Then this one
 * ends by judge_heard_end(), and the next judge gets the message.  */
void judge_hears(struct judge *judge);
bool judge_heard_next(const struct judge *judge, int seat, const char *bytes, size_t size);
/* `flags`: in a replay those of its record that a person gave it; else 0.  */
void judge_heard(struct judge *judge, int64_t t, int seat, const char *bytes, size_t size, unsigned flags);
/* Gives the verdict, if the rules have not given it.  */
void judge_heard_end(struct judge *judge, int64_t t);
/* Call it before judge_exited().  True: the agent owed an answer when the other judge ended it.  Then the
 * game ends first, and the agent is to blame.  `closed`: that judge had closed the agent's input.  */
bool judge_heard_sent_away(const struct judge *judge, struct ending ending, bool closed);
/* The CPU time that the agent had used by t since it was asked, ns: the verdict of such an end tells it.  */
void judge_heard_cpu(struct judge *judge, int64_t t, int64_t ns);

/* Adds a note for people that changes nothing: EVENT_REMARK, EVENT_SEEDED or EVENT_CORES.  */
void judge_remark(struct judge *judge, int64_t t, int seat, enum event_kind kind, const char *text);

/* Notes what the seat's agent has open and how much of it runs (EVENT_HOLDS), which changes nothing.  */
void judge_holds(struct judge *judge, int64_t t, int seat, int descriptors, int threads, int processes);

/* Reading the state.  */
const struct protocol *judge_protocol(const struct judge *judge);
const struct match *judge_match(const struct judge *judge);
/* Turn n, from 1; NULL: there is none, or it was dropped.  */
const struct turn *judge_turn(const struct judge *judge, int n);
/* Adds what the caller measured of such a turn, as in struct turn.  */
void judge_measure_turn(struct judge *judge, int n, int64_t cpu_ns, int64_t rss, int64_t peak);
/* Sets the function that looks up turns that the match has dropped (match_turn()).  */
void judge_set_older(struct judge *judge, const struct turn *(*older)(void *user, int n), void *user);
enum judge_state judge_state(const struct judge *judge);
/* The match is over: may the seat's process stay for another game (`alive` of judge_begin)?  Not if it failed
 * or left, or still owes an answer of this game.  */
bool judge_may_stay(const struct judge *judge, int seat);
/* Bytes of an agent that are not a message yet, because the end of the line or unit is missing.  */
struct pending_bytes {
	const char *bytes; /* valid until the next input */
	size_t size;
	int64_t first_ns, last_ns; /* when the first and the last of them came, since the match began */
	size_t wanted; /* the size of the whole message, if its first bytes tell it; 0: not known */
};
/* The seat's pending bytes on stdout or stderr; false: there are none.  If the process stays for the next
 * game, give them to that game's judge first.  */
bool judge_pending(const struct judge *judge, int seat, enum stream stream, struct pending_bytes *pending);
/* How a seat stands.  */
struct judge_seat {
	bool to_move;  /* it is its turn */
	bool thinks;   /* and its agent was asked; in a pause the question may wait at the gate */
	bool awaited;  /* its process has to get ready, to answer or to leave */
	bool has_left; /* its process has ended, and nobody taken its place */
	bool traced;   /* judge_traced() */
	bool frozen;   /* REQUEST_FREEZE */
};
struct judge_seat judge_seat(const struct judge *judge, int seat);
/* The seat of the person who looks at the game: the one on turn, or the only one; SEAT_NONE: nobody, or the
 * match is over.  */
int judge_person(const struct judge *judge);
/* Does the game hide from that person what this player is told and answers?  */
bool judge_hides_seat(const struct judge *judge, int seat);
/* The same for one message, or for an event with a text.  */
bool judge_hides(const struct judge *judge, const struct message *message);
/* Its faults so far.  */
int judge_faults(const struct judge *judge, int seat);
/* What the seat has said of its search in its turn so far, in its last lines (HEARD_MOST).  */
struct said judge_said(const struct judge *judge, int seat);
/* ns that this turn has taken so far; ns left until the seat loses by its clock (INT64_MAX: no limit), with
 * byo-yomi if that may follow; and where the clock stands.  */
int64_t judge_turn_time(const struct judge *judge, int seat, int64_t t);
int64_t judge_time_left(const struct judge *judge, int seat, int64_t t);
struct clock_state judge_clock(const struct judge *judge, int seat, int64_t t);
/* ns that the turn has taken so far, or since the seat was asked something else; 0: nothing is awaited of it.
 */
int64_t judge_awaited_for(const struct judge *judge, int seat, int64_t t);
/* ns until the first limit of the turn that runs passes, without the tolerance; INT64_MAX: it has none.  */
int64_t judge_limit_left(const struct judge *judge, int seat, int64_t t);
/* When the think time of the agent's turn reaches `ns`; INT64_MAX: its clock does not run, or the time was
 * reached before the clock last stood.  */
int64_t judge_turn_reaches(const struct judge *judge, int seat, int64_t ns);
/* The i-th held message, from 0; NULL: there are no more.  With MESSAGE_WITHHELD a person has dropped it.  */
const struct message *judge_held(const struct judge *judge, int i);
/* The move in an agent's message, in the protocol's words, if the message passes now; NULL: it does not
 * answer the question.  *legal: the rules accept the move; true if there is none.  The caller frees.  */
char *judge_answer(const struct judge *judge, const struct message *message, bool *legal);
/* Why the watcher stopped the match; NULL: it did not, or the match has gone on.  *note (may be NULL) gets
 * the number of the note that says so.  */
const char *judge_stopped(const struct judge *judge, int64_t *note);
/* The number of the open question when the watcher stopped the match between messages or at a limit; 0: there
 * was none.  */
int64_t judge_stopped_ask(const struct judge *judge);
/* ns of REQUEST_DELAY left for the i-th held message; 0: it is not delayed.  */
int64_t judge_held_delay(const struct judge *judge, int i, int64_t t);
/* Nanoseconds of t since the match began.  */
int64_t judge_since(const struct judge *judge, int64_t t);

#endif
