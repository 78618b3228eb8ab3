/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* judge.h - the judge: a pure state machine that referees one match.
 *
 * Bytes, exits, passed time and people's requests come in, each with its time; effects go out: bytes to send,
 * processes to begin and to end, turns, a verdict.  It makes no system call and reads no clock, so the live
 * screen, headless runs, the simulator and a replay are served by the same code.
 *
 * Called by the session (or a simulator) in this way: after every input, `while (judge_effect(judge, now,
 * &effect))` carries out each effect at once; then waits for the next input, at the latest until
 * judge_deadline().  All times are nanoseconds of one monotonic clock and never go back.  */
#ifndef RINGSIDE_JUDGE_H
#define RINGSIDE_JUDGE_H

#include "ringside/match.h"
#include "ringside/message.h"

struct judge;

enum stream { STREAM_STDIN, STREAM_STDOUT, STREAM_STDERR };

enum effect_kind {
	EFFECT_SPAWN,    /* start the seat's process; answer with judge_started() or judge_not_started().  One
			    that was there before was dismissed: nothing more is told of it */
	EFFECT_DRAIN,    /* read what the seat has already written, before anything else is done for it */
	EFFECT_MESSAGE,  /* a message passed: write it if it goes TO_AGENT; then it can be recorded */
	EFFECT_TURN,     /* turn `turns` was played */
	EFFECT_SCORE,    /* turn `turns`, the last one, has other sums now */
	EFFECT_TAKEBACK, /* turns were taken back: `turns` are left, on a new branch */
	EFFECT_DISMISS,  /* the seat was told to leave: after grace_ns end it by force */
	EFFECT_FREEZE,   /* stop the seat's processes (SIGSTOP to its group) ... */
	EFFECT_THAW,     /* ... and let them go on */
	EFFECT_NAME,     /* the seat has another name */
	EFFECT_SEAT,     /* REQUEST_SEAT was granted: who sat on the seat leaves, whatever is told to go to it
			    after     this goes to who sits there now */
	EFFECT_VERDICT,  /* match->over */
};

struct effect {
	enum effect_kind kind;
	int seat;
	int turns; /* as of this effect: the match may have gone on since */
	int64_t grace_ns;
	struct message message; /* bytes are valid until the next call of judge_effect() */
};

/* What a person wants.  */
enum request_kind {
	REQUEST_PAUSE,
	REQUEST_GO,
	REQUEST_STEP, /* let `count` messages pass, and stop before the next; of_seat: `count` of this seat */
	REQUEST_NEXT, /* go on until `count` moves were played; of_seat: by this seat */
	REQUEST_PLAY, /* text: the move of the person on seat `seat`, or of the seat whose turn it is */
	REQUEST_OVERRIDE,   /* text: a move in place of the agent's, the one that is held or thought about, or
			    the   last */
	REQUEST_TAKEBACK,   /* take back `count` moves */
	REQUEST_RESIGN,     /* for the seat */
	REQUEST_ADJUDICATE, /* seat wins, SEAT_NONE: a draw */
	REQUEST_INTERRUPT,
	REQUEST_TURN_LIMIT,  /* setup.turn_limit is `ns` from now on, also for the turn that runs */
	REQUEST_MATCH_LIMIT, /* setup.match_limit likewise */
	REQUEST_POINT,       /* text: the move that a person looks at; the agents are told */
	/* Of the message that judge_held() has at `held` (edit.h says how bytes are written).  */
	REQUEST_EDIT,    /* text: what goes in its place */
	REQUEST_DROP,    /* it reaches nobody */
	REQUEST_DELAY,   /* it, and what follows it from or to the same seat, waits `ns` more while the match
			 goes   on, and others pass it; 0: no longer */
	REQUEST_SEND,    /* text: bytes for the agent on the seat, past all that waits */
	REQUEST_FREEZE,  /* pause, and stop the processes of the seat; SEAT_NONE: of all agents */
	REQUEST_THAW,    /* let them go on, in the pause; what ends the pause thaws first */
	REQUEST_SIGNAL,  /* text: the name of the signal that the seat's process is about to be sent */
	REQUEST_SEAT,    /* the seat is taken by the agent with the command line `text`, of which a process is
			 started, or by a person (NULL) */
	REQUEST_SUCCEED, /* the seat goes on with the agent of the command line `text`, whose process was told
			 all that the one before was told (rejoin.h) */
};

struct request {
	enum request_kind kind;
	int seat;
	bool of_seat;
	int count;
	int held;
	const char *text;
	int64_t ns;
};

/* Where a match may be stopped by who watches it.  */
enum stop_kind {
	STOP_MESSAGE, /* before a message passes, in either direction; one on stderr has passed */
	STOP_EXIT,    /* before the news passes that the seat's process has ended, which is still needed */
	STOP_TIME,    /* nothing has happened, but `due` of struct stops said so: of each agent's seat */
	STOP_LIMIT,   /* the seat's turn or match limit has passed, and nothing has come of it yet */
	STOP_MOVED,   /* a person's move was played */
	STOP_FAULT,   /* after what broke the protocol */
	STOP_VERDICT, /* the match is over */
};

struct stop {
	enum stop_kind kind;
	int64_t t; /* ns, of the clock that the inputs have; TIME: the moment that was due, perhaps a little
		      ago */
	int seat;
	int turn;                      /* the number of the turn that it belongs to */
	const struct message *message; /* MESSAGE, EXIT; FAULT: NULL when there was none */
	struct ending ending;          /* EXIT */
	const char *words;             /* EXIT, LIMIT, FAULT: what it is, for people; MOVED: what was played;
					  VERDICT: its detail; TIME: "" */
};

/* Who watches a match and stops it.  Asked within an input: may look at the judge and give it none.  */
struct stops {
	/* NULL: it goes on.  Else it is paused, and this is why, in words that are noted for people; as
	   "breakpoint 2, seat 1 plays 7,7".  The judge frees them.  */
	char *(*why)(void *user, const struct judge *judge, const struct stop *stop);
	/* The next moment after `since` in which `why` is to be asked even if nothing happens; `since`: now,
	   once; INT64_MAX: none, as things are.  In ns of the inputs' clock.  Asked often; NULL: there is
	   never one.  */
	int64_t (*due)(void *user, const struct judge *judge, int64_t since);
	void *user;
};

/* Does the match go on, and if not, why?  */
enum judge_state {
	JUDGE_RUNNING,
	JUDGE_STEPPING, /* runs until the next message, or the next move */
	JUDGE_PAUSED,   /* every message is held and time stands */
	JUDGE_OVER,
};

/* NULL and a problem in words (owned by the caller) when the setup cannot be played.  */
struct judge *judge_new(const struct setup *setup, char **problem);
void judge_free(struct judge *judge);

/* Inputs.  `alive` of judge_begin is a bit set of seats whose process has played a game before and stays.  */
void judge_begin(struct judge *judge, int64_t t, unsigned alive);
void judge_started(struct judge *judge, int64_t t, int seat);
void judge_not_started(struct judge *judge, int64_t t, int seat, const char *why);
void judge_bytes(struct judge *judge, int64_t t, int seat, enum stream stream, const char *bytes,
		 size_t size);
/* What comes until the next call came in one wake-up of the loop (any number but 0, another for each): of two
   seats' messages in one, nobody can know which was first.  Who does not know says nothing.  */
void judge_wake(struct judge *judge, unsigned wake);
/* The stdout that comes next was read while the question to the seat lay unread: what begins with it answers
   nothing.  Who cannot know says nothing.  */
void judge_question_unread(struct judge *judge, int seat);
/* The agent closed its stdout, or no longer reads its stdin: alone that ends nothing, but it has to leave
 * soon.  */
void judge_closed(struct judge *judge, int64_t t, int seat, enum stream stream);
/* The seat's process, which is about to be told as started, has to connect to that address.  A note, and
 * referee_address().  */
void judge_awaits(struct judge *judge, int64_t t, int seat, const char *address);
/* It has connected; or (false) it has closed its connection before it said anything, and may connect again.
 * After ten for a seat no more are noted.  */
void judge_connected(struct judge *judge, int64_t t, int seat, bool open);
/* Somebody else came where the seat's agent was to connect, and was shut out; the text says who.  A note for
 * people and nothing more: nobody is to blame.  After ten for a seat no more are noted.  */
void judge_stranger(struct judge *judge, int64_t t, int seat, const char *text);
/* All bytes that it wrote were given before.  */
void judge_exited(struct judge *judge, int64_t t, int seat, struct ending ending);
/* The seat's agent was seen to use so many bytes of memory: more than setup.memory is the verdict `memory`,
 * unless the match is paused.  */
void judge_memory(struct judge *judge, int64_t t, int seat, int64_t bytes);
/* The seat's temporary folder holds more bytes than allowed: a fault, which loses when strict.  False: not
 * now, since the match is paused or over, or the agent leaves.  */
bool judge_folder(struct judge *judge, int64_t t, int seat, int64_t bytes, int64_t allowed);
/* What the seat's agent was doing at t, when a limit of it has passed or the match was stopped: a note, and
 * match->doing.  Told before judge_time(), so that the verdict comes behind it.  Nothing when it is over.  */
void judge_doing(struct judge *judge, int64_t t, int seat, const struct doing *doing);
/* What the seat's agent used since its last turn that was measured: CPU time in ns and bytes of memory at
 * most, 0: not known.  Told behind the verdict: match->unfinished, and a note when a turn was broken off.  */
void judge_used(struct judge *judge, int64_t t, int seat, int64_t cpu_ns, int64_t peak);
/* The seat's process is traced by a debugger from now on, or not any more: meanwhile its clocks stand, the
 * turn is marked untimed, and then its limit begins anew.  Nothing when that is known already, after the
 * verdict, and without a process.  */
void judge_traced(struct judge *judge, int64_t t, int seat, bool traced);
/* Nothing happened, but time has passed.  */
void judge_time(struct judge *judge, int64_t t);
/* NULL, or why it cannot be granted, for the person; the caller frees.  */
char *judge_request(struct judge *judge, int64_t t, const struct request *request);
/* Tells the living agents to leave; the match must be over.  EFFECT_DISMISS follows each goodbye.  */
void judge_dismiss(struct judge *judge, int64_t t);
/* The same for the agent of one seat.  */
void judge_dismiss_one(struct judge *judge, int64_t t, int seat);

/* From now on this one is asked; NULL: nobody is, which costs nothing.  A message and a limit are asked about
 * once.  */
void judge_stops(struct judge *judge, const struct stops *stops);

/* The next effect, false when there is none.  A message to an agent gets the time t: it is about to be
 * written.  */
bool judge_effect(struct judge *judge, int64_t t, struct effect *effect);
/* Has a limit of the seat passed by t, which judge_time() would deal with?  */
bool judge_limit_passed(const struct judge *judge, int seat, int64_t t);
/* When judge_time() must be called at the latest; INT64_MAX: never.  After the verdict too: the last lines to
   agents may keep their distance.  */
int64_t judge_deadline(const struct judge *judge);

/* A note for people, of a seat or of none, that changes nothing: EVENT_REMARK or EVENT_SEEDED.  */
void judge_remark(struct judge *judge, int64_t t, int seat, enum event_kind kind, const char *text);

/* What can be seen.  */
const struct match *judge_match(const struct judge *judge);
/* Turn n, from 1, for what only the outside can measure; NULL when there is none, or it was dropped.  */
struct turn *judge_turn(struct judge *judge, int n);
/* Who looks up turns that the match has dropped (match_turn()).  */
void judge_older(struct judge *judge, const struct turn *(*older)(void *user, int n), void *user);
enum judge_state judge_state(const struct judge *judge);
/* When the match is over: may the seat's process stay for another game (`alive` of judge_begin)?  Not one
   that has failed or left, or that still has something to say of this game.  */
bool judge_fit(const struct judge *judge, int seat);
/* Bytes of an agent that are no message yet: the end of a line, or of a unit, has not come.  */
struct pending_bytes {
	const char *bytes; /* good until the next input */
	size_t size;
	int64_t first_ns, last_ns; /* when the first and the last of them came; since the match began */
	size_t wanted; /* so many bytes the message takes, as its first ones have it; 0: nobody knows */
};
/* What of that came on the seat's stdout or stderr; false: nothing.  A process that stays goes on with it:
   the next game's judge_bytes() has to begin with that.  */
bool judge_pending(const struct judge *judge, int seat, enum stream stream, struct pending_bytes *pending);
/* Is it this seat's turn?  */
bool judge_to_move(const struct judge *judge, int seat);
/* Has its agent been asked?  While the match is paused the question may wait at the gate.  */
bool judge_thinking(const struct judge *judge, int seat);
/* Has the agent answered, as far as the channel goes, what nobody had asked it?  */
bool judge_has_spoken_unasked(const struct judge *judge, int seat);
/* Has the process that sat there ended?  Nobody has taken its place.  */
bool judge_has_left(const struct judge *judge, int seat);
/* ns of this turn so far, and of the match limit left (INT64_MAX: no limit).  */
int64_t judge_turn_time(const struct judge *judge, int seat, int64_t t);
int64_t judge_time_left(const struct judge *judge, int seat, int64_t t);
/* When the think time of this turn reaches `ns`, of an agent whose clock runs; INT64_MAX: it does not, or had
   before the clock last stood.  */
int64_t judge_turn_reaches(const struct judge *judge, int seat, int64_t ns);
/* As judge_traced() was told; and as REQUEST_FREEZE left it.  */
bool judge_is_traced(const struct judge *judge, int seat);
bool judge_is_frozen(const struct judge *judge, int seat);
/* The messages that wait at the gate: held i is the i-th to go, from 0; NULL past the last.  */
const struct message *judge_held(const struct judge *judge, int i);
/* The move that a message of an agent answers with, in the protocol's words, if it passes now; NULL: it is no
 * answer to what was asked.  *legal: the rules accept it; true for what is no answer.  The caller frees.  */
char *judge_answer(const struct judge *judge, const struct message *message, bool *legal);
/* Why the match was stopped, as `stops` has it, and the number of the note that says so (which may be NULL);
 * NULL: it was not, or has gone on.  */
const char *judge_stopped(const struct judge *judge, int64_t *note);
/* The number of the question that was not answered when it was stopped between messages, or at a limit; 0: it
   was not.  */
int64_t judge_stopped_ask(const struct judge *judge);
/* ns that held i is still delayed by a person's request; 0: it is not.  */
int64_t judge_held_delay(const struct judge *judge, int i, int64_t t);
/* How many faults were seen of a seat.  */
int judge_faults(const struct judge *judge, int seat);
/* Nanoseconds of t since the match began.  */
int64_t judge_since(const struct judge *judge, int64_t t);

#endif
