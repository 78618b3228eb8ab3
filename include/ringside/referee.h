/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* referee.h - what a protocol asks of the judge.
 *
 * Called by src/systems alone, always from within one of the protocol's own functions (protocol.h).  */
#ifndef RINGSIDE_REFEREE_H
#define RINGSIDE_REFEREE_H

#include "ringside/judge.h"

const struct setup *referee_setup(const struct judge *judge);
const struct match *referee_match(const struct judge *judge);

/* Sends one message; the protocol's own line end is in the text.  It waits at the gate while a
   person steps.  What is sent to a person is for who draws the game.  */
void referee_send(struct judge *judge, int seat, enum channel channel, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same, and the seat has to answer it: what it wrote before this goes out is MESSAGE_UNASKED.  */
void referee_ask(struct judge *judge, int seat, enum channel channel, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same as either for bytes that are no text; flags: MESSAGE_ASKS when the seat has to answer, and
   MESSAGE_LITTLE.  */
void referee_send_bytes(struct judge *judge, int seat, enum channel channel, unsigned flags,
			const void *bytes, size_t size);
/* So many ns at least are between two lines to the same agent, the goodbye included: some lose lines that
   come back to back.  For protocols whose last news go out after the verdict (protocol.h).  */
void referee_line_delay(struct judge *judge, int64_t ns);
/* Was it asked, and has not answered?  Not while the question waits to be written.  */
bool referee_is_asked(const struct judge *judge, int seat);
/* Does a question to it wait at the gate?  Nothing that it has said can be the answer to that.  */
bool referee_question_waits(const struct judge *judge, int seat);
/* The seat has answered what it was asked: what comes now is MESSAGE_UNASKED again.  */
void referee_answered(struct judge *judge, int seat);

/* Where the seat's process was to connect; NULL: its agents use pipes.  */
const char *referee_address(const struct judge *judge, int seat);
/* Has it connected?  `ever`: also when it has closed the connection again before it said anything.  */
bool referee_is_connected(const struct judge *judge, int seat, bool ever);
/* How many others were refused there, or had left before anybody could see who they were.  */
int referee_refused(const struct judge *judge, int seat);

/* What was not yet written to this seat is not sent any more.  True: among it was what the seat has
 * to answer.  */
bool referee_withdraw(struct judge *judge, int seat);
/* The same for what it has to answer alone: all else still goes out.  */
bool referee_unask(struct judge *judge, int seat);

/* A person has moved in the agent's place.  The question that it was asked last is not sent if it still
   waits; else the answer is dropped when it comes (protocol.h: is_answer), whatever is asked meanwhile, and
   until then the seat stays asked.  Nothing when it was asked nothing.  */
void referee_supersede(struct judge *judge, int seat);
/* The next answer of the seat is dropped when it comes, and is the fault `late` if that is not NULL; called
   twice, the next two.  A process that is ready for a first move owes none.  */
void referee_drop_answer(struct judge *judge, int seat, const struct fault_row *late);

/* It is this seat's turn.  When the time has come (pace), and for agents only, the judge calls the protocol's
   ask(). A person's clock runs at once.  */
void referee_next(struct judge *judge, int seat);
/* The next message to the seat starts its clock.  */
void referee_start_clock(struct judge *judge, int seat);
/* The turn goes on, but what comes now is none of the seat's time, until referee_start_clock(): as a
   RESTART in its middle, which has a limit of its own.  What ran so far counts for the match limit.  */
void referee_stop_clock(struct judge *judge, int seat);
/* What is left of the seat's match limit, now, in ns; INT64_MAX: no limit.  */
int64_t referee_time_left(const struct judge *judge, int seat);
/* After referee_ask(): from the moment it is written (from now on, if it was written before) the seat has
 * this many ns for what is no turn but has to be done, as getting ready, and the tolerance of the match; then
 * expired() is called.  0: no more limit.  */
void referee_await(struct judge *judge, int seat, int64_t limit);
/* The same for what a seat may leave undone, as answering ABOUT: without the tolerance.  */
void referee_wait(struct judge *judge, int seat, int64_t limit);

/* The seat has to say something by itself within this many ns from now on; else as above.  */
void referee_expect(struct judge *judge, int seat, int64_t limit);

/* An option of the setup for the games of the series that follow in the same processes: its name begins with
   a point.  */
void referee_remember(struct judge *judge, const char *name, const char *value);

/* A seat is ready for the first move.  When all are, the judge calls begin().  */
void referee_ready(struct judge *judge, int seat);
/* The agent's own name for itself.  A name that a person has given to it stays.  */
void referee_name(struct judge *judge, int seat, const char *name, size_t size);
/* The move is accepted and the turn ended.  `answered` NULL: a person moved in the agent's place, and what
 * the agent was asked for before stays asked (referee_supersede).  */
void referee_moved(struct judge *judge, int seat, const char *answered, const char *played);
/* The seat's turn has ended without a move, and the match goes on.  Must be noted by who ends
   it when nothing was received.  */
void referee_turn_lost(struct judge *judge, int seat);
/* A score of the seat, for what was played last.  It counts for the sums of the match; the seat is not told.
 */
void referee_score(struct judge *judge, int seat, double score);
/* The last turns are gone: `turns` stay.  Stops every open turn; what was asked stays asked.  */
void referee_taken_back(struct judge *judge, int turns);
/* The seat's process leaves (its goodbye() is called at once) and a fresh one takes its seat: started()
 * follows.  */
void referee_respawn(struct judge *judge, int seat, int64_t grace);

/* The message being received broke the protocol.  Each row is noted once a seat, and counted after that.  The
   seat loses if the row says so (event.h).  True: the match is over.  */
bool referee_broke(struct judge *judge, int seat, const struct fault_row *row);
/* The same; if the seat loses, this is said of it, as by referee_forfeit_case().  */
bool referee_broke_as(struct judge *judge, int seat, const struct fault_row *row, const char *cause,
		      const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Notes something for people that is no fault; with the row's numbers a and b and its text, or NULL.  */
void referee_notice(struct judge *judge, int seat, const struct notice_row *row);
void referee_notice_of(struct judge *judge, int seat, const struct notice_row *row, int64_t a, int64_t b,
		       const char *text);
/* Within timeout(): notes that the seat made no move within the limit that has passed; `told`: the game
   program is told so.  */
void referee_no_move(struct judge *judge, int seat, bool told);
/* The message being received had no effect.  */
void referee_drop(struct judge *judge);
/* The number of the message being received; 0 when none is.  */
int64_t referee_message(const struct judge *judge);

/* The message being received says that the seat's agent leaves: as good as its end with status 0, which
 * counts when it has to answer something.  */
void referee_leaves(struct judge *judge, int seat);
/* "exited with status 0", "was ended by SIGSEGV".  The caller frees.  */
char *referee_ending_words(struct ending ending);

/* Ends the match.  reason: one of verdict.h or a word of the game.  Later verdicts are ignored.  */
void referee_verdict(struct judge *judge, int winner, const char *reason, int blame, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
/* The seat failed: its opponent wins, if it has one.  When the game program failed, nobody wins and no player
   is to blame: the reason is then REASON_GAME.  */
void referee_forfeit(struct judge *judge, int seat, const char *reason, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same in a case of the reason that has a name; static; NULL: none.  */
void referee_forfeit_case(struct judge *judge, int seat, const char *reason, const char *cause,
			  const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
