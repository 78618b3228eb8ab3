/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* judge_parts.h - the functions that the judge's files show each other, file by file.
 *
 * judge.h is for the session, arbiter.h for the protocols.  Only replay includes this header, too.  */
#ifndef RINGSIDE_JUDGE_JUDGE_PARTS_H
#define RINGSIDE_JUDGE_JUDGE_PARTS_H

#include "judge_state.h"

/* judge.c */

/* A copy with a NUL behind it, which stays until no effect is left.  */
char *judge_text(struct judge *judge, const void *bytes, size_t size);
/* Queues an effect other than a message.  The caller sets its turns or its grace before the next one.  */
struct effect *judge_put(struct judge *judge, int seat, enum effect_kind kind);
/* Queues a message with a copy of its bytes.  It gets its number here, or, if this judge writes it to an
 * agent, just before it does.  */
void judge_put_message(struct judge *judge, const struct message *message);
/* The same for a message to an agent that goes out before all other queued messages.  */
void judge_put_message_first(struct judge *judge, const struct message *message);
/* Notes an event.  The text, `size` bytes, is copied; it may be NULL if size is 0.  */
void judge_note(struct judge *judge, int seat, struct event event, const void *text, size_t size);
/* Notes an event of a recording, with its recorded turn.  */
void judge_note_again(struct judge *judge, const struct message *note);
/* Note an event without fields, with a text only, and without a text; word: NULL: it has none.  */
void judge_note_plain(struct judge *judge, int seat, enum event_kind kind);
void judge_note_text(struct judge *judge, int seat, enum event_kind kind, const char *text);
void judge_note_fields(struct judge *judge, int seat, enum event_kind kind, const char *word, int64_t a,
		       int64_t b, int64_t c);
/* Removes the last note.  Nothing may have followed it.  */
void judge_unnote(struct judge *judge);
/* Drops the messages queued for this seat, or only the questions.  The goodbye to a replaced process stays.
 * True: a question was among them.  */
bool judge_drop_unsent(struct judge *judge, int seat, bool questions_only);
/* Drops a queued EFFECT_SPAWN; false: there is none.  */
bool judge_drop_spawn(struct judge *judge, int seat);
/* The number of the seat's present turn, or else of the last turn played.  */
int judge_turn_now(const struct judge *judge, int seat);
/* The cause of what is done from now on is the message that was noted last: a verdict cites it as proof.  */
void judge_begin_cause(struct judge *judge);
void judge_end_cause(struct judge *judge);
/* NULL: there is none.  Good until something is queued.  */
const struct message *judge_cause(const struct judge *judge);
/* Adds flags to the cause, if there is one.  */
void judge_mark_cause(struct judge *judge, unsigned flags);
/* It belongs to the seat's present turn, which it has begun.  */
void judge_place_cause(struct judge *judge, int seat);
/* For a message that comes now.  */
int64_t judge_next_number(struct judge *judge);
/* The next message has n = last_n + 1, and the next number is numbered + 1.  What waits gets new numbers.  */
void judge_number_from(struct judge *judge, int64_t last_n, int64_t numbered);
/* In a replay: the next note has the number that it has in the record; 0: that is not known.  */
void judge_number_next(struct judge *judge, int64_t number);
/* Moves the time of the last line by delta ns.  */
void judge_shift_line(struct judge *judge, int seat, int64_t delta);
/* Asserts the numbered list above.  */
void judge_check(const struct judge *judge);

/* flow.c */

/* True: this passes the gate now.  Otherwise it waits there.  If the gate closes before it, that will be
 * noted.  */
bool judge_let_pass(struct judge *judge, const struct held *held);
/* Does the message answer the seat's question for a move?  Not if a person has answered it already.  */
bool judge_answers(const struct judge *judge, const struct message *message);
/* The same if it passes now: the question was asked, and nobody has dropped the message.  */
bool judge_answers_now(const struct judge *judge, const struct message *message);
/* A person's drop of a message that has passed stays.  */
void judge_forget_dropped(struct judge *judge, int seat, enum direction direction);
/* It waits at the gate, and has its number from now on.  */
void judge_hold(struct judge *judge, struct held held);
/* What happens when a message, or the end of a process, has passed the gate.  The message gets its turn and
 * flags.  */
void judge_pass_from_agent(struct judge *judge, struct message *message);
void judge_pass_to_agent(struct judge *judge, struct message *message);
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
/* Asks the watcher; true: the gate is closed now.  Fills in the turn, and the time unless it is STOP_TIME.
 */
bool judge_stop(struct judge *judge, struct stop stop);
/* The match goes on: forgets why it was stopped.  */
void judge_forget_stop(struct judge *judge);
/* The seat has played a move, so the gate may close.  */
void judge_gate_moved(struct judge *judge, int seat);
/* Grants a request about a message at the gate, or REQUEST_SEND.  NULL, or why not, for people; the caller
 * frees.  */
char *judge_hold_request(struct judge *judge, const struct request *request);
/* The note n says what a person did to the message.  */
void judge_hold_touched(struct judge *judge, const struct message *message, struct event event);
/* In a replay: remembers what a person did to the message that follows the note.  */
void judge_hold_noted(struct judge *judge, const struct message *note);
/* In a replay: handles a message to an agent, written at t, if a person kept it back or sent it.  True:
 * handled.  *fits false: this judge cannot have such a message.  */
bool judge_hold_replayed(struct judge *judge, int64_t t, const struct message *message, bool *fits);
/* A branch begins: undoes what a person did to messages that are still held.  */
void judge_hold_forget(struct judge *judge);
/* The place at the gate of the k-th held message, from 1, to the seat's agent; -1: there is none.  */
int judge_waiting_for(const struct judge *judge, int seat, int k);

/* intake.c */

/* The size of the first line with its end: CR LF, LF, or CR alone.  A CR ends the line at once, because some
 * agents send nothing after it.  An LF in a later read is then an empty line of its own. 0: there is no line
 * end yet; with `ended` the rest is a line.  */
size_t frame_line(const char *bytes, size_t size, size_t seen, bool ended);
/* Makes messages of the agent's bytes.  `ended`: no more bytes follow, so the rest is a message too.  */
void judge_cut_messages(struct judge *judge, int seat, bool ended);
/* Notes chatter that was not kept.  To be called before the seat's next message or a person's request.  */
void judge_tell_unkept(struct judge *judge, int seat);
/* The seat may chatter again.  `tells`: a turn of it begins or ends, so what was not kept is noted at the end
 * of this input; else later, because a replay cannot feed back a note from the middle of an input.  */
void judge_renew_chatter(struct judge *judge, int seat, bool tells);
/* Forgets the bytes that are not a message yet, because another process takes the seat.  */
void judge_forget_bytes(struct judge *judge, int seat);
/* Makes a message of the rest, which has no line end.  */
void judge_end_stderr(struct judge *judge, int seat);
/* The same at the end of this input.  */
void judge_stderr_due(struct judge *judge, int seat);
/* Pending bytes are noted at the end of this input.  */
void judge_pending_due(struct judge *judge, int seat);
/* Notes the seat's pending bytes, unless exactly these were noted before.  */
void judge_note_pending(struct judge *judge, int seat);
void judge_note_all_pending(struct judge *judge);
/* Makes the messages and notes that are due at the end of an input.  */
void judge_settle_pending(struct judge *judge);

/* arbiter.c */

/* Nothing was asked yet.  Takes from the setup what agents have to say for the match to end.  NULL, or what
 * is wrong there, for people; the caller frees.  */
char *judge_init_referee(struct judge *judge);
/* Another player has the seat.  */
void judge_forget_opinions(struct judge *judge, int seat);
/* Drops the message being received if it is an answer that nobody waits for.  True: it did.  */
bool judge_drop_stale(struct judge *judge, const struct message *message);
/* Forgets the seat's earlier questions, because its process is fresh or begins anew.  */
void judge_forget_stale(struct judge *judge, int seat);
/* The same of the question.  */
void judge_set_question(struct judge *judge, int seat, enum question question);
/* A question is about to be written.  It has its number and its time.  */
void judge_question_written(struct judge *judge, int seat, const struct message *question);
/* Asserts that the picture above has the transition.  */
void judge_set_turn(struct judge *judge, int seat, enum turn_state turn);
/* Adds to a verdict what proves it, where there is room: the question, and the message being received.  */
void judge_prove(const struct judge *judge, struct verdict *verdict);
/* Ends the match with this verdict, whose detail it takes over.  */
void judge_close_match(struct judge *judge, struct verdict verdict);
/* The message is the seat's answer, if a turn follows from it.  */
void judge_answer_came(struct judge *judge, const struct message *message);
/* The note n says what a person did to the seat's process.  Of a match that tests an agent nothing follows.
 */
void judge_touched(struct judge *judge, int seat, struct event event);
/* The process is fresh.  */
void judge_untouched(struct judge *judge, int seat);

/* heard.c */

/* The verdict is not by the rules, so that only the other judge could give it: it is remarked, and the first
 * one is kept.  Takes over the detail.  */
void judge_keep_opinion(struct judge *judge, struct verdict verdict);
/* The limit that the other judge gave for this turn has passed, as words.  */
void judge_heard_late(struct judge *judge, int seat, const char *limit);
/* The seat has moved, and the match goes on: forgets an opinion about its opponent, who was not late then. */
void judge_heard_moved(struct judge *judge, int seat);
void judge_forget_opinion(struct judge *judge);
/* A person has closed the gate, or opened it.  An agent that the other judge finds late from now on is not to
 * blame for that.  */
void judge_heard_held(struct judge *judge);
/* What the other judge has said passes the gate.  */
void judge_pass_heard(struct judge *judge, struct message *message);
/* Has the agent ended as no judge would end it?  That is a crash, whether it was asked or not.  */
bool judge_heard_crash(const struct judge *judge, struct ending ending);

/* request.c */

/* Why nobody on the seat can be meant, for people; NULL: somebody sits there.  The caller frees.  */
char *judge_vacant(const struct judge *judge, int seat);
/* As REQUEST_PAUSE.  The match must not be over.  */
void judge_pause(struct judge *judge);

/* seat.c */

/* Counts due ends of seats that were asked meanwhile.  */
void judge_end_asked(struct judge *judge);
/* Counts the ends that became due at this moment.  A replay calls this when its record has a consequence that
 * it cannot explain otherwise: the live judge knew of a question that no record tells.  */
void judge_end_counts_now(struct judge *judge);
/* The limit for leaving after a stream was closed has passed.  */
void judge_left_late(struct judge *judge, int seat);
/* Forgets the end, because a fresh process or a person takes the place.  */
void judge_end_forget(struct judge *judge, int seat);
/* Asserts that the picture above has the transition.  */
void judge_set_life(struct judge *judge, int seat, enum life life);
void judge_set_ready(struct judge *judge, int seat, bool ready);
/* The seat's process begins the match: one that has played before (warm), or a fresh one.  */
void judge_seat_began(struct judge *judge, int seat, bool warm);
/* REQUEST_SEAT and REQUEST_SUCCEED.  NULL, or why not, for people; the caller frees.  */
char *judge_take_seat(struct judge *judge, const struct request *request);
/* The seat's process has ended or is replaced, so it is neither traced nor frozen any more.  */
void judge_forget_process(struct judge *judge, int seat);
/* Thaws all frozen processes, if there are any.  */
void judge_thaw_all(struct judge *judge);

/* time.c */

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
/* The setup has other limits: they also hold for a turn in progress, counted from its beginning.  */
void judge_change_limits(struct judge *judge);
/* Gives the seat a fresh clock with these limits.  */
void judge_new_clock(struct judge *judge, int seat);
/* As clock_begin(), for a seat for which time may stand.  */
void judge_begin_clock(struct judge *judge, int seat, int64_t turn_limit);
/* As clock_answered(): ns that the turn has taken.  judge_end_clock() has to follow.  */
int64_t judge_answer_clock(struct judge *judge, int seat);
/* The answer is known, and its turn ends later: the clock stands, if judge_time_stands() says so.  A person's
 * pause is marked in the turn, this is not.  */
void judge_stand_clock(struct judge *judge, int seat);
/* As clock_end(): ns that the turn took.  */
int64_t judge_end_clock(struct judge *judge, int seat);
/* As clock_moved().  */
void judge_clock_moved(struct judge *judge, int seat);
/* A debugger begins or ends tracing: the limit of the turn that runs begins anew.  */
void judge_renew_clock(struct judge *judge, int seat);
/* What the seat's turns have taken, and its moves have added, in another judge.  */
void judge_copy_used(struct judge *judge, int seat, const struct judge *from);
/* The watcher need not be asked about moments before t.  */
void judge_watched_until(struct judge *judge, int64_t t);
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

#endif
