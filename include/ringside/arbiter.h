/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* arbiter.h - what a protocol asks of the judge.
 *
 * Only src/systems calls it, and only from within a protocol's functions (protocol.h).  */
#ifndef RINGSIDE_ARBITER_H
#define RINGSIDE_ARBITER_H

#include "ringside/judge.h"

const struct setup *arbiter_setup(const struct judge *judge);
const struct match *arbiter_match(const struct judge *judge);
/* ns since the match began, of the input that is being handled.  */
int64_t arbiter_now(const struct judge *judge);
/* Does an agent sit there, and not a person or nobody?  */
bool arbiter_is_agent(const struct judge *judge, int seat);

/* Sends one message; the text includes the protocol's line end.  It waits at the gate while a person steps.
 * A message to a person is for the view that draws the game.  */
void arbiter_send(struct judge *judge, int seat, enum channel channel, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same, and the seat has to answer.  What it wrote before this goes out is MESSAGE_UNASKED.  */
void arbiter_ask(struct judge *judge, int seat, enum channel channel, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same for binary bytes. flags: MESSAGE_ASKS if the seat has to answer, and MESSAGE_LITTLE.  */
void arbiter_send_bytes(struct judge *judge, int seat, enum channel channel, unsigned flags,
			const void *bytes, size_t size);
/* Keeps at least that many ns between two lines to the same agent, the goodbye included, because some agents
 * lose lines that come back to back.  For protocols with `last_news` (protocol.h).  */
void arbiter_line_delay(struct judge *judge, int64_t ns);
/* Was the seat asked, and has it not answered yet?  False while the question waits to be written, and after a
 * verdict, which closes all questions.  */
bool arbiter_is_asked(const struct judge *judge, int seat);
/* Does a question to the seat wait to be written, at the gate or behind it?  Nothing that the seat has said
 * so far can be its answer.  */
bool arbiter_question_waits(const struct judge *judge, int seat);
/* The seat has answered.  What it says from now on is MESSAGE_UNASKED.  */
void arbiter_answered(struct judge *judge, int seat);

/* The address to which the seat's process has to connect; NULL: it uses pipes.  */
const char *arbiter_address(const struct judge *judge, int seat);
/* Is it connected?  `ever`: or was it, and closed the connection before it said anything?  */
bool arbiter_is_connected(const struct judge *judge, int seat, bool ever);
/* How many strangers were refused there, or had left before they could be identified.  */
int arbiter_refused(const struct judge *judge, int seat);

/* Drops what was not yet written to the seat.  True: a question was among it.  */
bool arbiter_withdraw(struct judge *judge, int seat);
/* The same for questions only; the rest still goes out.  */
bool arbiter_unask(struct judge *judge, int seat);

/* A person has moved in the agent's place.  If the agent's last question still waits, it is not sent.
 * Otherwise the answer is dropped when it comes (protocol.h: is_answer), whatever is asked meanwhile; until
 * then the seat stays asked.  Does nothing if the seat was not asked.  */
void arbiter_supersede(struct judge *judge, int seat);
/* Drops the seat's next answer when it comes, and notes the fault `late` unless that is NULL.  Two calls drop
 * the next two. arbiter_ready() clears this.  */
void arbiter_drop_answer(struct judge *judge, int seat, const struct fault_row *late);

/* It is this seat's turn.  For an agent, the judge calls the protocol's ask() as soon as the pace allows.  A
 * person's clock starts at once.  */
void arbiter_next(struct judge *judge, int seat);
/* The next message to the seat starts its clock.  */
void arbiter_start_clock(struct judge *judge, int seat);
/* Stops the seat's clock until arbiter_start_clock(); the turn goes on.  For work in the middle of a turn
 * that has a limit of its own, as RESTART.  The time so far counts for the match limit.  */
void arbiter_stop_clock(struct judge *judge, int seat);
/* Where the seat's clock stands now.  */
struct clock_state arbiter_clock(const struct judge *judge, int seat);
/* To be called after arbiter_ask(): limits an answer that is not a move, as getting ready.  The seat has this
 * many ns plus the match's tolerance, from the moment the question is written, or from now if it was written
 * before.  Then expired() is called. 0: no limit.  */
void arbiter_await(struct judge *judge, int seat, int64_t limit);
/* The same without the tolerance, for an answer that the seat may leave out, as that to ABOUT.  */
void arbiter_wait(struct judge *judge, int seat, int64_t limit);

/* The seat has to speak first within this many ns from now, plus the tolerance.  Then expired() is called. */
void arbiter_expect(struct judge *judge, int seat, int64_t limit);

/* Sets an option for the next games of the series in the same processes.  Its name begins with a point.  */
void arbiter_remember(struct judge *judge, const char *name, const char *value);

/* The seat is ready for the first move.  When all seats are, the judge calls begin().  */
void arbiter_ready(struct judge *judge, int seat);
/* The agent has told its name.  A name that a person gave it stays.  */
void arbiter_name(struct judge *judge, int seat, const char *name, size_t size);
/* The move is accepted, and the turn ends.  `answered` NULL: a person moved in the agent's place, and the
 * agent's question stays open (arbiter_supersede()).  */
void arbiter_moved(struct judge *judge, int seat, const char *answered, const char *played);
/* The seat's turn has ended without a move, and the match goes on.  If no message caused this, the caller
 * must note why.  */
void arbiter_turn_lost(struct judge *judge, int seat);
/* As match_show_row().  */
void arbiter_shows(struct judge *judge, bool begins, const char *row, size_t size);
/* From now on each player sees only what is its own, until the match is over (protocol.h: sees).  */
void arbiter_hides(struct judge *judge);
/* Adds a score for the last turn to the seat's sum.  The seat is not told.
 */
void arbiter_score(struct judge *judge, int seat, double score);
/* The message being received may say something of the search of the seat on turn: keeps it until the protocol
 * has to read it (protocol.h: said).  */
void arbiter_said(struct judge *judge, const struct message *message);
/* The setup may end the match by what agents say that their positions are worth.  The protocol lists these
 * rows, and calls arbiter_agreed() after each move.  */
extern const struct option_row option_draw_when, option_win_when;
/* Has the last move ended the match, because both agents have said so for long enough?  `moves`: of both, as
 * the terms count them.  A draw takes values only from the last `quiet` moves and the one before them.  */
bool arbiter_agreed(struct judge *judge, int moves, int quiet);
/* Turns were taken back: `turns` are left.  Ends every turn in progress.  Questions stay open.  */
void arbiter_taken_back(struct judge *judge, int turns);
/* Replaces the seat's process by a fresh one. goodbye() is called at once, started() later.  */
void arbiter_respawn(struct judge *judge, int seat, int64_t grace);

/* The message being received broke the protocol.  Each row is noted once for a seat and then only counted.
 * The seat loses if the row says so (event.h).  True: the match is over.  */
bool arbiter_fault(struct judge *judge, int seat, const struct fault_row *row);
/* The same; `cause` and `format` are those of arbiter_forfeit_case() if the seat loses.  */
bool arbiter_fault_as(struct judge *judge, int seat, const struct fault_row *row, const char *cause,
		      const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Notes something for people that is not a fault. a, b and text are the row's fields; text may be NULL.  */
void arbiter_notice(struct judge *judge, int seat, const struct notice_row *row);
void arbiter_notice_of(struct judge *judge, int seat, const struct notice_row *row, int64_t a, int64_t b,
		       const char *text);
/* The same, and the line of the game says it, too.  The row's sentence ends with {text}.  */
void arbiter_warn(struct judge *judge, int seat, const struct notice_row *row, const char *text);
/* To be called within timeout(): notes that the seat made no move within its limit.  `told`: the game program
 * is told so.  */
void arbiter_no_move(struct judge *judge, int seat, bool told);
/* The message being received had no effect.  */
void arbiter_drop(struct judge *judge);

/* The message being received says that the agent leaves.  It counts like an exit with status 0, as soon as
 * the agent has to answer something.  */
void arbiter_leaves(struct judge *judge, int seat);
/* "exited with status 0", "was ended by SIGSEGV".  The caller frees.  */
char *arbiter_ending_words(struct ending ending);

/* Ends the match. reason: one of match.h, or a word of the game.  A later verdict is ignored.  */
void arbiter_verdict(struct judge *judge, int winner, const char *reason, int blame, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
/* The same with REASON_ADJUDICATED, by something that a person asked for.  cause: as in
 * arbiter_forfeit_case().  */
void arbiter_adjudicate(struct judge *judge, int winner, const char *cause, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The seat failed, and its opponent wins, if there is one.  If the game program failed, nobody wins and no
 * player is to blame; the reason is then REASON_GAME.  */
void arbiter_forfeit(struct judge *judge, int seat, const char *reason, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same; cause: the name of the case of this reason, static; NULL: it has no name.  */
void arbiter_forfeit_case(struct judge *judge, int seat, const char *reason, const char *cause,
			  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* ---- a match that another judge referees (protocol.h: struct protocol_tap) ---- */

/* Does another judge referee?  Then nothing that is sent here goes out, arbiter_await() does nothing, and
 * only the rules end the match.  */
bool arbiter_is_tapped(const struct judge *judge);
/* The message being heard asks the seat for a move, within so many ns (0: without a limit), or for another
 * answer.  */
void arbiter_heard_question(struct judge *judge, int seat, bool for_move, int64_t limit);
/* The message being heard ends the game, and none follows.  */
void arbiter_heard_end(struct judge *judge);
/* The message being heard tells the agent to leave, which may still answer.  */
void arbiter_heard_goodbye(struct judge *judge);
/* The seat has answered, and its turn ends when the other judge says what follows: its clock stands.  */
void arbiter_heard_answer(struct judge *judge, int seat);

#endif
