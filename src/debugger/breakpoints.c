/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* breakpoints.c - the table of breakpoints, and the decision to stop when the judge asks.
 *
 * First come the values at the moment when the judge asks, then the table, what tracepoints write, and
 * variables.  Every breakpoint that is hit counts; the first gives the reason.  The
 * judge asks only while one is enabled.  */
#include "breakpoint.h"

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct breakpoints {
	struct session *session; /* NULL: none is watched */
	struct breakpoint *at;
	int count;
	int last;     /* the newest number of a breakpoint */
	bool swapped; /* the seats are called the other way round */
	int game;     /* of a series: the game of the last question */
	struct variables *variables;
	const char *(*command)(const char *word);  /* NULL: none can run */
	void (*log)(void *user, const char *line); /* NULL: nobody reads what tracepoints write */
	void *log_user;
	/* Hears of a hit, which then does not stop the match; NULL: hits stop it.  */
	void (*note)(void *user, const struct stop *stop, const char *words);
	void *note_user;
	bool stays;           /* one that was hit then does not continue */
	struct bytes due;     /* commands of those that were hit then: lines, each behind its number */
	struct bytes written; /* the lines of tracepoints, the oldest first; it ends in a NUL byte */
};

/* The moment at which the judge asks.  Texts are made on demand.  */
struct moment {
	const struct session *session;
	const struct judge *judge;
	const struct stop *stop;
	bool swapped; /* as in struct breakpoints */
	bool answer_known, legal;
	char *answer; /* NULL: the message is no answer */
	bool text_known;
	char *text;
	size_t text_size;
};

static const char *const whats[] = {
	[AT_FAULT] = "a message that breaks the protocol",
	[AT_ILLEGAL] = "an illegal answer",
	[AT_TIMEOUT] = "a timeout",
	[AT_CRASH] = "a crash",
	[AT_EXIT] = "an exit with status 0",
	[AT_VERDICT] = "the verdict",
};

static const char *const kind_names[] = {[BREAKPOINT] = "breakpoint",
					 [CATCHPOINT] = "catchpoint",
					 [WATCHPOINT] = "watchpoint",
					 [TRACEPOINT] = "tracepoint"};

/* What a tracepoint writes, as it was typed but for backslashes.  */
static char *pieces_typed(const struct log_text *log)
{
	struct bytes text = {0};

	bytes_add_text(&text, "log \"");
	for (int i = 0; i < log->count; i++) {
		const struct log_piece *piece = &log->pieces[i];

		if (piece->text)
			bytes_add_text(&text, piece->text);
		else
			bytes_addf(&text, "{%s}", condition_text(piece->value));
	}
	bytes_add_text(&text, "\"");
	return text.at;
}

/* "the move h8"; the caller frees.  */
static char *what_of(const struct breakpoint *breakpoint)
{
	if (breakpoint->kind == TRACEPOINT)
		return pieces_typed(&breakpoint->log);
	switch (breakpoint->where) {
	case AT_ANSWER: return bytes_text("every answer");
	case AT_TURN: return bytes_text("the answer of turn %d", breakpoint->turn);
	case AT_MOVE: return bytes_text("the move %s", breakpoint->move);
	case AT_MESSAGE: return bytes_text("every message");
	case AT_CHANGE: return bytes_text("%s", condition_text(breakpoint->watched));
	default: return bytes_text("%s", whats[breakpoint->where]);
	}
}

/* ns between two measurements of memory and CPU time for a condition.  */
#define MEASURED_EACH ((int64_t)20 * NS_PER_MS)

static void moment_clear(struct moment *moment)
{
	free(moment->answer);
	free(moment->text);
}

static const struct protocol *protocol_of(const struct moment *moment)
{
	return protocol_named(judge_match(moment->judge)->setup.system);
}

/* ---- the answer ---- */

/* The move that the message answers with, or that a person played; NULL: it is no move.  */
static const char *moment_answer(struct moment *moment)
{
	const struct stop *stop = moment->stop;

	if (moment->answer_known)
		return moment->answer;
	moment->answer_known = moment->legal = true;
	if (stop->kind == STOP_MOVED)
		moment->answer = bytes_text("%s", stop->words);
	else if (stop->kind == STOP_MESSAGE)
		moment->answer = judge_answer(moment->judge, stop->message, &moment->legal);
	return moment->answer;
}

/* Does the game hide it from the person who plays?  Then no condition knows its text.  */
static bool is_hidden(const struct moment *moment)
{
	const struct stop *stop = moment->stop;

	return stop->message ? judge_hides(moment->judge, stop->message)
			     : judge_hides_seat(moment->judge, stop->seat);
}

static bool moment_is_legal(struct moment *moment)
{
	moment_answer(moment);
	return moment->legal;
}

/* The form of a move in the present position; NULL: it is none.  The caller frees.  */
static char *form_now(const struct moment *moment, const char *move)
{
	const struct match *match = judge_match(moment->judge);
	FREED char *problem = NULL;

	return protocol_of(moment)->move_form(match, match->turn_count, move, &problem);
}

/* Does the answer mean this move?  */
static bool moment_is_move(struct moment *moment, const char *move)
{
	const char *answer = moment_answer(moment);
	char *its, *wanted;
	bool same;

	assert(moment->stop);
	if (!answer || is_hidden(moment))
		return false;
	its = form_now(moment, answer);
	wanted = form_now(moment, move);
	same = its && wanted && strcmp(its, wanted) == 0;
	free(its);
	free(wanted);
	return same;
}

/* ---- fields ---- */

static const char *text_of(struct moment *moment, size_t *size)
{
	const struct stop *stop = moment->stop;
	const struct message *message = stop->message;
	char *(*meaning)(const struct setup *, const struct message *) = protocol_of(moment)->texts->meaning;

	if (!moment->text_known) {
		moment->text_known = true;
		if (stop->kind == STOP_MESSAGE && meaning)
			moment->text = meaning(&judge_match(moment->judge)->setup, message);
		if (!moment->text && message && stop->kind != STOP_EXIT)
			moment->text =
				bytes_copy(message->bytes, message_text_size(message, protocol_of(moment)));
		else if (!moment->text)
			moment->text = bytes_text("%s", stop->words);
		moment->text_size = message && stop->kind != STOP_EXIT && !meaning
					    ? message_text_size(message, protocol_of(moment))
					    : strlen(moment->text);
	}
	*size = moment->text_size;
	return moment->text;
}

/* What the seat says in its turn, with the message itself, which the judge hears when it has passed.  */
static struct said said_of(const struct moment *moment)
{
	const struct stop *stop = moment->stop;
	struct said said = judge_said(moment->judge, stop->seat);

	if (protocol_of(moment)->said && stop->kind == STOP_MESSAGE &&
	    stop->message->direction == FROM_AGENT && !(stop->message->flags & MESSAGE_UNASKED))
		protocol_of(moment)->said(&judge_match(moment->judge)->setup, stop->message, &said);
	return said;
}

static int seat_called(const struct moment *moment)
{
	int seat = moment->stop->seat;

	return moment->swapped && seat != SEAT_NONE ? seat_opponent(seat) : seat;
}

/* A struct condition_source of the moment, which is `user`.  */
static void moment_value(void *user, enum condition_field field, struct condition_value *value)
{
	struct moment *moment = user;
	const struct stop *stop = moment->stop;
	static const char *const directions[] = {[TO_AGENT] = "to", [FROM_AGENT] = "from", [EVENT] = "event"};
	struct agent_usage usage;
	struct said said;
	int64_t left, measured;

	value->known = true;
	switch (field) {
	case CONDITION_MOVE_FIELD:
		value->known = stop->turn > 0;
		value->number = stop->turn;
		break;
	case CONDITION_GAME_FIELD: value->number = judge_match(moment->judge)->setup.game; break;
	case CONDITION_SEAT_FIELD: value->number = seat_called(moment); break;
	case CONDITION_CHANNEL_FIELD:
		value->text = channel_name(stop->kind == STOP_MOVED ? protocol_of(moment)->moves
					   : stop->message          ? stop->message->channel
								    : CHANNEL_EVENT);
		value->size = strlen(value->text);
		break;
	case CONDITION_DIR_FIELD:
		value->text = directions[stop->kind == STOP_MOVED ? FROM_AGENT
					 : stop->message          ? stop->message->direction
								  : EVENT];
		value->size = strlen(value->text);
		break;
	case CONDITION_TEXT_FIELD:
		value->known = !is_hidden(moment);
		value->text = text_of(moment, &value->size);
		break;
	case CONDITION_BYTES_FIELD: value->number = stop->message ? (double)stop->message->size : 0; break;
	case CONDITION_TIME_FIELD:
		value->number = (double)judge_turn_time(moment->judge, stop->seat, stop->t);
		break;
	case CONDITION_HELD_FIELD:
		value->number = judge_seat(moment->judge, stop->seat).thinks
					? (double)judge_match(moment->judge)->unfinished[stop->seat].held_ns
					: 0;
		break;
	case CONDITION_CLOCK_FIELD:
		left = judge_time_left(moment->judge, stop->seat, stop->t);
		value->number = left == INT64_MAX ? (double)INFINITY : (double)left;
		break;
	case CONDITION_SCORE_FIELD: value->number = judge_match(moment->judge)->sum[stop->seat]; break;
	case CONDITION_VALUE_FIELD:
	case CONDITION_DEPTH_FIELD:
	case CONDITION_NODES_FIELD:
		said = said_of(moment);
		condition_said(&said, field, value);
		break;
	case CONDITION_RSS_FIELD:
	case CONDITION_CPU_FIELD:
		usage = session_measured(moment->session, stop->seat);
		measured = field == CONDITION_RSS_FIELD ? usage.rss : usage.cpu_ns;
		value->known = measured >= 0;
		value->number = (double)measured;
		break;
	case CONDITION_FAULT_FIELD: value->number = judge_faults(moment->judge, stop->seat); break;
	case CONDITION_LEGAL_FIELD: value->number = moment_is_legal(moment); break;
	case CONDITION_FIELD_COUNT: value->known = false; break;
	}
}

/* As moment_value(), of the end of the seat's last turn.  */
static void moment_before(void *user, enum condition_field field, struct condition_value *value)
{
	const struct moment *moment = user;
	const struct match *match = judge_match(moment->judge);

	condition_of_turn(match, condition_turn_before(match, moment->stop->seat, match->turn_count), field,
			  value);
}

static struct condition_source source_of(struct moment *moment)
{
	return (struct condition_source){moment_value, moment, moment_before};
}

/* ---- between messages ---- */

/* The fields that change between messages.  */
#define CHANGING (CONDITION_BIT(CONDITION_TIME_FIELD) | CONDITION_BIT(CONDITION_CLOCK_FIELD) | MEASURED)
/* The fields that are the same for both seats.  */
#define OF_MATCH (CONDITION_BIT(CONDITION_GAME_FIELD) | CONDITION_BIT(CONDITION_MOVE_FIELD))
/* The fields that have to be measured.  */
#define MEASURED (CONDITION_BIT(CONDITION_RSS_FIELD) | CONDITION_BIT(CONDITION_CPU_FIELD))

/* Memory and CPU time have to be measured.  So does a time that is compared with something other than a
 * number: when that changes is not known in advance.  */
static bool needs_measuring(const struct condition *condition)
{
	static const enum condition_field times[] = {CONDITION_TIME_FIELD, CONDITION_CLOCK_FIELD};
	double number;

	for (int i = 0; i < 2; i++)
		if (condition_uses(condition, times[i]) &&
		    !condition_compares(condition, times[i], condition_uses(condition, times[i]) - 1,
					&number))
			return true;
	return condition_fields(condition) & MEASURED;
}

/* The next time after `since` at which a comparison with `ns` may change: when the seat's turn has taken that
 * long, or one ns more.  INT64_MAX: never. */
static int64_t when_passed(const struct judge *judge, int seat, double ns, int64_t since)
{
	int64_t at;

	if (!(ns >= 0 && ns < 1e18))
		return INT64_MAX;
	at = judge_turn_reaches(judge, seat, (int64_t)ns);
	if (at <= since)
		at = judge_turn_reaches(judge, seat, (int64_t)ns + 1);
	return at > since ? at : INT64_MAX;
}

/* When the condition may change next, after `since`; INT64_MAX: not before something else happens.
 * `checked_at`: when it was checked last.  All in ns, as judge times. */
static int64_t moment_next_change(const struct judge *judge, const struct condition *condition, int64_t since,
				  int64_t checked_at)
{
	int64_t next = needs_measuring(condition) ? checked_at + MEASURED_EACH : INT64_MAX, at;
	double number;

	for (int s = SEAT_1; s < SEATS; s++) {
		int64_t left = judge_time_left(judge, s, since),
			all = left == INT64_MAX ? INT64_MAX : left + judge_turn_time(judge, s, since);

		for (int i = 0; condition_compares(condition, CONDITION_TIME_FIELD, i, &number); i++)
			if ((at = when_passed(judge, s, number, since)) < next)
				next = at;
		for (int i = 0;
		     all != INT64_MAX && condition_compares(condition, CONDITION_CLOCK_FIELD, i, &number);
		     i++)
			if ((at = when_passed(judge, s, (double)all - number, since)) < next)
				next = at;
	}
	return next;
}

/* ---- words ---- */

static char *seat_words(const struct moment *moment)
{
	return seat_title(seat_called(moment), NULL);
}

static char *message_words(struct moment *moment, const char *who)
{
	enum { SHOWN = 40 };
	const struct message *message = moment->stop->message;
	size_t size;
	const char *text = text_of(moment, &size);
	char *escaped, *words;

	if (is_hidden(moment))
		return bytes_text("%s %s something hidden", who,
				  message->direction == TO_AGENT ? "is told" : "says");
	if (moment_answer(moment))
		return bytes_text("%s plays %s%s", who, moment->answer,
				  moment->legal ? "" : ", which is illegal");
	escaped = bytes_escaped(text, size < SHOWN ? size : SHOWN);
	words = bytes_text("%s %s \"%s%s\"%s", who, message->direction == TO_AGENT ? "is told" : "says",
			   escaped, size > SHOWN ? "..." : "",
			   message->channel == CHANNEL_STDERR ? " on stderr" : "");
	free(escaped);
	return words;
}

/* "seat 1 plays 7,7"; the caller frees.  */
static char *moment_words(struct moment *moment)
{
	const struct stop *stop = moment->stop;
	FREED char *who = seat_words(moment);
	char *words = NULL;

	switch (stop->kind) {
	case STOP_MESSAGE: words = message_words(moment, who); break;
	case STOP_CRASH:
	case STOP_EXIT: words = bytes_text("%s %s", who, stop->words); break;
	case STOP_TIME: words = bytes_text("%s", who); break;
	case STOP_LIMIT: words = bytes_text("%s has reached %s", who, stop->words); break;
	case STOP_MOVED:
		words = bytes_text("%s has played %s", who,
				   is_hidden(moment) ? "something hidden" : stop->words);
		break;
	case STOP_FAULT: words = bytes_text("%s broke the protocol: %s", who, stop->words); break;
	case STOP_VERDICT:
		words = bytes_text("verdict %s: %s", judge_match(moment->judge)->verdict.reason, stop->words);
		break;
	}
	return words;
}

/* The i-th condition of the breakpoint from 0; NULL past the last.  */
static struct condition *condition_at(const struct breakpoint *breakpoint, int i)
{
	struct condition *own[] = {breakpoint->condition, breakpoint->watched};

	for (int k = 0; k < 2; k++)
		if (own[k] && i-- == 0)
			return own[k];
	for (int d = -1; d < breakpoint->doing_count; d++) {
		const struct log_text *log = d < 0 ? &breakpoint->log : &breakpoint->doings[d].log;

		for (int k = 0; k < log->count; k++)
			if (log->pieces[k].value && i-- == 0)
				return log->pieces[k].value;
	}
	return NULL;
}

static void forget_seen(struct breakpoint *breakpoint)
{
	for (int s = 0; s < SEATS; s++) {
		free(breakpoint->seen[s].text);
		breakpoint->seen[s] = (struct seen){0};
		breakpoint->held[s] = false;
	}
	breakpoint->newest = 0;
	breakpoint->checked = false;
	for (int i = 0; condition_at(breakpoint, i); i++)
		condition_forget(condition_at(breakpoint, i));
}

static void log_text_clear(struct log_text *log)
{
	for (int i = 0; i < log->count; i++) {
		free(log->pieces[i].text);
		condition_free(log->pieces[i].value);
	}
	free(log->pieces);
}

static void clear(struct breakpoint *breakpoint)
{
	forget_seen(breakpoint);
	condition_free(breakpoint->condition);
	condition_free(breakpoint->watched);
	log_text_clear(&breakpoint->log);
	for (int i = 0; i < breakpoint->doing_count; i++) {
		log_text_clear(&breakpoint->doings[i].log);
		free(breakpoint->doings[i].line);
	}
	free(breakpoint->doings);
	free(breakpoint->doing_typed);
	free(breakpoint->move);
	free(breakpoint->form);
}

static void drop(struct breakpoints *breakpoints, int i)
{
	clear(&breakpoints->at[i]);
	breakpoints->count--;
	memmove(breakpoints->at + i, breakpoints->at + i + 1,
		(size_t)(breakpoints->count - i) * sizeof(*breakpoints->at));
}

/* ---- deciding ---- */

/* Remembers the value that a watchpoint sees for the seat.  True: it differs from the one before, and `words`
 * says how.  */
static bool notice_change(struct breakpoint *breakpoint, struct moment *moment,
			  const struct condition_source *source, char **words)
{
	struct condition_value now = condition_value(breakpoint->watched, source);
	struct seen *seen = &breakpoint->seen[moment->stop->seat];
	const struct condition_value *was = &seen->value;
	bool is_text = now.type == CONDITION_NAME || now.type == CONDITION_TEXT, same;
	char *old, *new;

	assert(breakpoint->watched && is_seat(moment->stop->seat));
	if (!now.known)
		same = !was->known;
	else if (is_text)
		same = was->known && now.size == was->size && memcmp(now.text, was->text, now.size) == 0;
	else
		same = was->known && now.number >= was->number && now.number <= was->number;
	if (seen->known && same)
		return false;
	if (seen->known) {
		old = condition_value_words(was);
		new = condition_value_words(&now);
		if (!is_text && strcmp(old, new) == 0) { /* their units round them to the same */
			free(old);
			free(new);
			old = bytes_text("%.0f", was->number);
			new = bytes_text("%.0f", now.number);
		}
		*words = bytes_text("%s of seat %d changed from %s to %s",
				    condition_text(breakpoint->watched), seat_called(moment), old, new);
		free(old);
		free(new);
	}
	free(seen->text);
	seen->text = now.known && is_text ? bytes_copy(now.text, now.size) : NULL;
	seen->value = now;
	seen->value.text = seen->text;
	same = !seen->known;
	seen->known = true;
	return !same;
}

/* Is the breakpoint's place reached?  A watchpoint remembers the value, and puts the change into `words`.  */
static bool is_reached(struct breakpoint *breakpoint, struct moment *moment,
		       const struct condition_source *source, char **words)
{
	const struct stop *stop = moment->stop;
	bool message = stop->kind == STOP_MESSAGE, exit = stop->kind == STOP_EXIT,
	     crash = stop->kind == STOP_CRASH || (exit && (stop->ending.signalled || stop->ending.code)),
	     between = stop->kind == STOP_TIME && breakpoint->timed;

	switch (breakpoint->where) {
	case AT_ANSWER: return message && moment_answer(moment);
	case AT_TURN: return stop->turn == breakpoint->turn && moment_answer(moment);
	case AT_MOVE: return moment_is_move(moment, breakpoint->move);
	case AT_MESSAGE: return message || between;
	case AT_FAULT: return stop->kind == STOP_FAULT;
	case AT_ILLEGAL: return message && !moment_is_legal(moment);
	case AT_TIMEOUT: return stop->kind == STOP_LIMIT;
	case AT_CRASH: return crash;
	case AT_EXIT: return exit && !crash;
	case AT_VERDICT: return stop->kind == STOP_VERDICT;
	case AT_CHANGE: return (message || between) && notice_change(breakpoint, moment, source, words);
	}
	return false;
}

/* Does the condition hold without a message?  */
static bool holds_without_message(const struct breakpoint *breakpoint, const struct moment *moment)
{
	struct stop stop = {.kind = STOP_TIME,
			    .t = moment->stop->t,
			    .seat = moment->stop->seat,
			    .turn = moment->stop->turn,
			    .words = ""};
	struct moment between = {.session = moment->session,
				 .judge = moment->judge,
				 .stop = &stop,
				 .swapped = moment->swapped};
	struct condition_source source = source_of(&between);
	bool holds = condition_holds(breakpoint->condition, &source);

	moment_clear(&between);
	return holds;
}

/* Is it a message of an earlier turn than one that was looked at, although no turn was taken back?  An agent
 * may write between its turns.  */
static bool is_late(struct breakpoint *breakpoint, const struct moment *moment)
{
	int turn = moment->stop->turn;

	if (turn < breakpoint->newest && breakpoint->newest <= judge_match(moment->judge)->turn_count + 1)
		return true;
	breakpoint->newest = turn;
	return false;
}

/* Does the condition stop the match now?  One that holds without a message stops when it becomes true, not
 * again at each message.  */
static bool update_condition(struct breakpoint *breakpoint, struct moment *moment,
			     const struct condition_source *source)
{
	bool of_match = breakpoint->state && !(condition_fields(breakpoint->condition) & ~OF_MATCH), before;
	bool *held = &breakpoint->held[of_match ? SEAT_NONE : moment->stop->seat];

	assert(is_seat(moment->stop->seat));
	if (!breakpoint->condition || (breakpoint->condition != breakpoint->timed && !breakpoint->state))
		return !breakpoint->condition || condition_holds(breakpoint->condition, source);
	if (of_match && is_late(breakpoint, moment))
		return false;
	before = *held;
	*held = breakpoint->state ? condition_holds(breakpoint->condition, source)
				  : holds_without_message(breakpoint, moment);
	return *held ? !before : !breakpoint->state && condition_holds(breakpoint->condition, source);
}

/* Shows the message to the conditions that remember.  */
static void see(struct breakpoint *breakpoint, struct moment *moment)
{
	struct condition_source source = source_of(moment);

	for (int i = 0; !breakpoint->disabled && condition_at(breakpoint, i); i++)
		condition_see(condition_at(breakpoint, i), &source, judge_match(moment->judge)->turn_count);
}

/* Counts a hit.  True: it stops the match.  */
static bool count_hit(struct breakpoint *breakpoint, struct moment *moment, char **words)
{
	struct condition_source source = source_of(moment);
	char *who, *values;

	assert(breakpoint->ignore >= 0);
	if (breakpoint->disabled || !is_reached(breakpoint, moment, &source, words) ||
	    !update_condition(breakpoint, moment, &source))
		return false;
	if (moment->stop->kind == STOP_TIME && !*words) {
		values = condition_fields_words(breakpoint->timed, &source, CHANGING);
		who = seat_words(moment);
		*words = bytes_text("%s: %s", who, values);
		free(who);
		free(values);
	}
	breakpoint->hits++;
	if (!breakpoint->ignore)
		return true;
	breakpoint->ignore--;
	return false;
}

/* "breakpoint 2, seat 1 plays 7,7"; NULL if that is only noted.  */
static char *report(const struct breakpoints *breakpoints, const struct breakpoint *breakpoint,
		    struct moment *moment, const char *words)
{
	FREED char *what = words ? bytes_text("%s", words) : moment_words(moment);
	char *output = NULL;

	assert(breakpoint->number > 0);
	if (breakpoints->note)
		breakpoints->note(breakpoints->note_user, moment->stop, what);
	else
		output = bytes_text("%s %d, %s", kind_names[breakpoint->kind], breakpoint->number, what);
	return output;
}

/* Keeps a line, and forgets the oldest ones when there are many.  */
static void keep_line(struct bytes *written, const char *line)
{
	enum { MOST = 128 << 10 };

	if (written->size > MOST) {
		const char *half = strchr(written->at + written->size / 2, '\n');

		written->size = half ? strlen(half + 1) : 0;
		memmove(written->at, half ? half + 1 : "", written->size + 1);
	}
	bytes_addf(written, "%s\n", line);
}

/* Writes a line, if somebody reads it.  */
static void write_log(struct breakpoints *breakpoints, const struct log_text *log, struct moment *moment)
{
	struct condition_source source = source_of(moment);
	FREED_BY(bytes_free) struct bytes line = {0};

	if (!breakpoints->log)
		return;
	bytes_add(&line, "", 0);
	for (int i = 0; i < log->count; i++) {
		const struct log_piece *piece = &log->pieces[i];
		struct condition_value value;
		char *words;

		if (piece->text) {
			bytes_add_text(&line, piece->text);
			continue;
		}
		value = condition_value(piece->value, &source);
		words = value.known && value.type == CONDITION_TEXT ? bytes_escaped(value.text, value.size)
								    : condition_value_words(&value);
		bytes_add_text(&line, words);
		free(words);
	}
	breakpoints_trace(breakpoints, line.at);
}

/* Does what a breakpoint that is hit has to do at once, and keeps its commands.  True: the match goes on
 * without a stop, since only lines were written.  */
static bool act(struct breakpoints *breakpoints, const struct breakpoint *breakpoint, struct moment *moment)
{
	bool goes_on = false, kept = false;

	for (int i = 0; i < breakpoint->doing_count && !breakpoints->note; i++) {
		const struct doing *doing = &breakpoint->doings[i];

		if (!doing->line) {
			write_log(breakpoints, &doing->log, moment);
		} else if (strcmp(doing->line, "continue") == 0) {
			goes_on = true;
		} else {
			kept = true;
			bytes_addf(&breakpoints->due, "%d %s\n", breakpoint->number, doing->line);
		}
	}
	if (!kept && goes_on)
		return true;
	breakpoints->stays |= !goes_on;
	return false;
}

static char *stop_reason(void *user, const struct judge *judge, const struct stop *stop)
{
	struct breakpoints *breakpoints = user;
	struct moment moment = {.session = breakpoints->session,
				.judge = judge,
				.stop = stop,
				.swapped = breakpoints->swapped};
	int game = judge_match(judge)->setup.game;
	char *output = NULL;

	size_t left = breakpoints->due.size;
	int stopped = 0;

	breakpoints->stays = false;
	for (int i = 0; i < breakpoints->count && breakpoints->game != game; i++)
		forget_seen(&breakpoints->at[i]);
	breakpoints->game = game;
	for (int i = 0; i < breakpoints->count && stop->message && stop->kind == STOP_MESSAGE; i++)
		see(&breakpoints->at[i], &moment);
	for (int i = 0; i < breakpoints->count;) {
		struct breakpoint *breakpoint = &breakpoints->at[i];
		FREED char *words = NULL;
		bool hit = count_hit(breakpoint, &moment, &words), stops;

		if (hit && breakpoint->kind == TRACEPOINT) {
			write_log(breakpoints, &breakpoint->log, &moment);
			hit = false;
		}
		stops = hit && !act(breakpoints, breakpoint, &moment);

		if (stop->kind == STOP_TIME) {
			breakpoint->checked = true;
			breakpoint->checked_at = stop->t;
		}
		if (stops && !output) {
			output = report(breakpoints, breakpoint, &moment, words);
			stopped = breakpoint->number;
		}
		if (hit && breakpoint->temporary)
			drop(breakpoints, i);
		else
			i++;
	}
	if (output) /* what is left of a stop before this one comes too late */
		bytes_drop(&breakpoints->due, left);
	if (output && breakpoints->due.size && !breakpoints->stays)
		bytes_addf(&breakpoints->due, "%d continue\n", stopped);
	moment_clear(&moment);
	return output;
}

/* When a condition may next become true between messages.  A new one is checked at once.  */
static int64_t next_check(void *user, const struct judge *judge, int64_t since)
{
	const struct breakpoints *breakpoints = user;
	const struct setup *setup = &judge_match(judge)->setup;
	bool agents = false;
	int64_t first = INT64_MAX, next;

	for (int s = 0; s < SEATS; s++)
		agents = agents || setup->seat[s].kind == SEAT_AGENT;
	for (int i = 0; i < breakpoints->count && agents; i++) {
		const struct breakpoint *breakpoint = &breakpoints->at[i];

		if (!breakpoint->timed || breakpoint->disabled)
			continue;
		next = breakpoint->checked
			       ? moment_next_change(judge, breakpoint->timed, since, breakpoint->checked_at)
			       : since;
		first = next < first ? next : first;
	}
	return first;
}

/* ---- the table ---- */

/* The judge asks while a breakpoint is enabled.  */
static void watch(struct breakpoints *breakpoints)
{
	struct stops stops = {.reason = stop_reason, .user = breakpoints};
	bool any = false, crashes = false;

	for (int i = 0; i < breakpoints->count; i++) {
		const struct breakpoint *breakpoint = &breakpoints->at[i];

		if (breakpoint->disabled)
			continue;
		any = true;
		crashes = crashes || breakpoint->where == AT_CRASH;
		if (breakpoint->timed)
			stops.due = next_check;
	}
	if (breakpoints->session)
		session_set_stops(breakpoints->session, any ? &stops : NULL);
	if (breakpoints->session && crashes && !breakpoints->note)
		session_trace_crashes(breakpoints->session);
}

/* The condition that is checked between messages; NULL: none.  A watched value that depends on the message is
 * not.  */
static const struct condition *timed_of(const struct breakpoint *breakpoint)
{
	const struct condition *watched = breakpoint->watched;

	if (watched && (condition_fields(watched) & CONDITION_OF_MESSAGE || !condition_is_truth(watched)))
		watched = NULL;
	if (breakpoint->where == AT_MESSAGE)
		watched = breakpoint->condition;
	return watched && condition_fields(watched) & CHANGING ? watched : NULL;
}

/* Is its condition about the match or a seat, and about no message?  */
static bool is_state(const struct breakpoint *breakpoint)
{
	unsigned fields = breakpoint->condition ? condition_fields(breakpoint->condition) : 0;

	return breakpoint->kind == BREAKPOINT && breakpoint->where == AT_MESSAGE &&
	       !(fields & CONDITION_OF_MESSAGE) && (fields & ~CONDITION_BIT(CONDITION_SEAT_FIELD)) &&
	       !condition_remembers(breakpoint->condition);
}

/* ---- words ---- */

static void list(struct bytes *text, const struct breakpoint *breakpoint)
{
	FREED char *what = what_of(breakpoint);

	bytes_addf(text, "\n%-3d %-10s %-4s %-3s %s", breakpoint->number, kind_names[breakpoint->kind],
		   breakpoint->temporary ? "del" : "keep", breakpoint->disabled ? "n" : "y", what);
	if (breakpoint->condition)
		bytes_addf(text, "\n        stop only if %s", condition_text(breakpoint->condition));
	if (breakpoint->doing_typed)
		bytes_addf(text, "\n        do %s", breakpoint->doing_typed);
	if (breakpoint->hits)
		bytes_addf(text, "\n        already hit %lld time%s", (long long)breakpoint->hits,
			   breakpoint->hits == 1 ? "" : "s");
	if (breakpoint->ignore)
		bytes_addf(text, "\n        ignore next %d hit%s", breakpoint->ignore,
			   breakpoint->ignore == 1 ? "" : "s");
}

static void add_words(struct bytes *text, const struct breakpoint *breakpoint)
{
	FREED char *what = what_of(breakpoint);

	bytes_addf(text, "%s %d: %s%s%s%s%s%s", kind_names[breakpoint->kind], breakpoint->number, what,
		   breakpoint->temporary ? ", once" : "", breakpoint->condition ? " if " : "",
		   breakpoint->condition ? condition_text(breakpoint->condition) : "",
		   breakpoint->doing_typed ? " do " : "",
		   breakpoint->doing_typed ? breakpoint->doing_typed : "");
}

/* What happens now: the first held message, or the turn of a seat.  */
static struct stop present(const struct judge *judge)
{
	const struct message *held = judge_held(judge, 0);
	struct stop stop = {.kind = STOP_TIME, .t = loop_now(), .seat = SEAT_1, .words = ""};

	if (held) {
		stop.kind = STOP_MESSAGE;
		stop.seat = held->seat;
		stop.message = held;
	} else if (!judge_seat(judge, SEAT_1).thinks && judge_seat(judge, SEAT_2).thinks) {
		stop.seat = SEAT_2;
	}
	stop.turn = judge_match(judge)->turn_count + 1;
	return stop;
}

struct breakpoints *breakpoints_new(void)
{
	struct breakpoints *breakpoints = bytes_new(sizeof(*breakpoints));

	breakpoints->variables = variables_new();
	return breakpoints;
}

void breakpoints_free(struct breakpoints *breakpoints)
{
	if (!breakpoints)
		return;
	for (int i = 0; i < breakpoints->count; i++)
		clear(&breakpoints->at[i]);
	free(breakpoints->at);
	variables_free(breakpoints->variables);
	bytes_free(&breakpoints->written);
	bytes_free(&breakpoints->due);
	free(breakpoints);
}

void breakpoints_watch(struct breakpoints *breakpoints, struct session *session)
{
	if (breakpoints->session == session)
		return;
	if (breakpoints->session)
		session_set_stops(breakpoints->session, NULL);
	breakpoints->session = session;
	breakpoints->game = 0;
	watch(breakpoints);
}

void breakpoints_settle(struct breakpoints *breakpoints, int seat, int number)
{
	breakpoints->swapped = seat != SEAT_1;
	if (number > breakpoints->last || !breakpoints->count)
		breakpoints->last = number - 1;
}

void breakpoints_lose(struct breakpoints *breakpoints)
{
	breakpoints->session = NULL;
}

int breakpoints_add(struct breakpoints *breakpoints, enum breakpoint_kind kind, bool temporary,
		    const char *words, const struct match *match, struct condition_mistake *mistake)
{
	struct breakpoint breakpoint = {.kind = kind, .temporary = temporary};
	struct breakpoint_text typed = {words, match, breakpoints->variables, breakpoints->command, mistake};

	if (!breakpoint_read(&breakpoint, &typed)) {
		clear(&breakpoint);
		return 0;
	}
	breakpoints->at =
		bytes_resized(breakpoints->at, (size_t)(breakpoints->count + 1) * sizeof(*breakpoints->at));
	breakpoint.number = ++breakpoints->last;
	breakpoint.timed = timed_of(&breakpoint);
	breakpoint.state = is_state(&breakpoint);
	breakpoints->at[breakpoints->count++] = breakpoint;
	watch(breakpoints);
	return breakpoint.number;
}

void breakpoints_commands(struct breakpoints *breakpoints, const char *(*command)(const char *word))
{
	breakpoints->command = command;
}

const struct variables *breakpoints_variables(const struct breakpoints *breakpoints)
{
	return breakpoints->variables;
}

bool breakpoints_let(struct breakpoints *breakpoints, const char *words, struct condition_mistake *mistake)
{
	const struct judge *judge = session_judge(breakpoints->session);
	size_t size = strcspn(words, " \t="), equals = size + strspn(words + size, " \t");
	struct condition *expression;
	struct condition_value value;
	struct stop stop = present(judge);
	struct condition_source source;
	struct moment moment;
	char *name, *problem;

	assert(judge);
	if (words[equals] != '=')
		return breakpoint_mistake(mistake, equals, bytes_text("expected =, as in x = rss"));
	expression = condition_parse_value(words + equals + 1, &match_file_patterns, breakpoints->variables,
					   mistake);
	mistake->at += equals + 1;
	if (!expression)
		return false;
	moment = (struct moment){.session = breakpoints->session, .judge = judge, .stop = &stop};
	source = source_of(&moment);
	value = condition_value(expression, &source);
	name = bytes_copy(words, size);
	problem = value.known ? variables_set(breakpoints->variables, name, &value)
			      : bytes_text("%s is not known here", condition_text(expression));
	free(name);
	moment_clear(&moment);
	condition_free(expression);
	return problem ? breakpoint_mistake(mistake, value.known ? 0 : equals + 1, problem) : true;
}

void breakpoints_log(struct breakpoints *breakpoints, void (*log)(void *user, const char *line), void *user)
{
	breakpoints->log = log;
	breakpoints->log_user = user;
}

void breakpoints_note(struct breakpoints *breakpoints,
		      void (*note)(void *user, const struct stop *stop, const char *words), void *user)
{
	breakpoints->note = note;
	breakpoints->note_user = user;
}

void breakpoints_trace(struct breakpoints *breakpoints, const char *line)
{
	keep_line(&breakpoints->written, line);
	breakpoints->log(breakpoints->log_user, line);
}

bool breakpoints_due(struct breakpoints *breakpoints, int *number, char **line)
{
	struct bytes *due = &breakpoints->due;
	char *end;

	if (!due->size)
		return false;
	*number = (int)strtol(due->at, &end, 10);
	end++;
	*line = bytes_copy(end, strcspn(end, "\n"));
	bytes_drop(due, (size_t)(end - due->at) + strlen(*line) + 1);
	return true;
}

bool breakpoints_runs(const struct breakpoints *breakpoints, int number)
{
	for (int i = 0; i < breakpoints->count; i++)
		for (int k = 0; breakpoints->at[i].number == number && k < breakpoints->at[i].doing_count;
		     k++)
			if (breakpoints->at[i].doings[k].line &&
			    strcmp(breakpoints->at[i].doings[k].line, "continue") != 0)
				return true;
	return false;
}

const char *breakpoints_written(const struct breakpoints *breakpoints)
{
	return breakpoints->written.size ? breakpoints->written.at : NULL;
}

bool breakpoints_change(struct breakpoints *breakpoints, int number, enum breakpoint_change change,
			int ignored)
{
	bool found = !number;

	for (int i = breakpoints->count - 1; i >= 0; i--) {
		struct breakpoint *breakpoint = &breakpoints->at[i];

		if (number && breakpoint->number != number)
			continue;
		found = true;
		if (change == BREAKPOINT_DISABLED)
			forget_seen(breakpoint); /* a watchpoint does not see what changes meanwhile */
		breakpoint->ignore = ignored;
		breakpoint->disabled = change == BREAKPOINT_DISABLED;
		if (change == BREAKPOINT_DELETED)
			drop(breakpoints, i);
	}
	watch(breakpoints);
	return found;
}

char *breakpoints_words(const struct breakpoints *breakpoints, int number)
{
	struct bytes text = {0};

	if (!number && !breakpoints->count)
		return bytes_text("there are no breakpoints: break and watch set them");
	if (!number)
		bytes_add_text(&text, "Num Type       Disp Enb What");
	for (int i = 0; i < breakpoints->count; i++)
		if (!number)
			list(&text, &breakpoints->at[i]);
		else if (breakpoints->at[i].number == number)
			add_words(&text, &breakpoints->at[i]);
	return text.at;
}

bool breakpoints_at_turn(const struct breakpoints *breakpoints, int n)
{
	for (int i = 0; i < breakpoints->count; i++)
		if (breakpoints->at[i].where == AT_TURN && breakpoints->at[i].turn == n &&
		    !breakpoints->at[i].disabled)
			return true;
	return false;
}

int breakpoints_moves(const struct breakpoints *breakpoints, const char **moves, int most)
{
	int count = 0;

	for (int i = 0; i < breakpoints->count && count < most; i++)
		if (breakpoints->at[i].form && !breakpoints->at[i].disabled)
			moves[count++] = breakpoints->at[i].form;
	return count;
}
