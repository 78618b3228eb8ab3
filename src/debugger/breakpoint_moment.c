/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* breakpoint_moment.c - the moment at which the judge asks whether to stop: the values of condition fields,
 * and a sentence that says what happens.  */
#include "breakpoints_state.h"

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ns between two measurements of memory and CPU time for a condition.  */
#define MEASURED_EACH ((int64_t)20 * NS_PER_MS)

void moment_clear(struct moment *moment)
{
	free(moment->answer);
	free(moment->text);
}

static const struct setup *setup_of(const struct moment *moment)
{
	return &judge_match(moment->judge)->setup;
}

static const struct protocol *protocol_of(const struct moment *moment)
{
	return protocol_named(setup_of(moment)->system);
}

/* ---- the answer ---- */

const char *moment_answer(struct moment *moment)
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

bool moment_is_legal(struct moment *moment)
{
	moment_answer(moment);
	return moment->legal;
}

bool moment_is_move(struct moment *moment, const char *form)
{
	const char *answer = moment_answer(moment);
	char *problem = NULL, *its;
	bool same;

	assert(moment->stop);
	if (!answer)
		return false;
	its = protocol_of(moment)->move_form(setup_of(moment), answer, &problem);
	same = its && strcmp(its, form) == 0;
	free(its);
	free(problem);
	return same;
}

/* ---- fields ---- */

static const char *text_of(struct moment *moment, size_t *size)
{
	const struct stop *stop = moment->stop;
	const struct message *message = stop->message;
	char *(*meaning)(const struct setup *, const struct message *) = protocol_of(moment)->meaning;

	if (!moment->text_known) {
		moment->text_known = true;
		if (stop->kind == STOP_MESSAGE && meaning)
			moment->text = meaning(setup_of(moment), message);
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

static const char *direction_name(const struct moment *moment)
{
	static const char *const names[] = {[TO_AGENT] = "to", [FROM_AGENT] = "from", [EVENT] = "event"};

	if (moment->stop->kind == STOP_MOVED)
		return names[FROM_AGENT];
	return names[moment->stop->message ? moment->stop->message->direction : EVENT];
}

static const char *channel_of(const struct moment *moment)
{
	if (moment->stop->kind == STOP_MOVED)
		return channel_name(protocol_of(moment)->moves);
	return channel_name(moment->stop->message ? moment->stop->message->channel : CHANNEL_EVENT);
}

static void set_name(struct condition_value *value, const char *name)
{
	value->text = name;
	value->size = strlen(name);
}

/* A measured value of -1 is not known.  */
static void set_measured(struct condition_value *value, int64_t measured)
{
	value->known = measured >= 0;
	value->number = (double)measured;
}

void moment_value(void *user, enum condition_field field, struct condition_value *value)
{
	struct moment *moment = user;
	const struct stop *stop = moment->stop;
	int64_t left;

	assert(value);
	value->known = true;
	switch (field) {
	case CONDITION_MOVE_FIELD: value->number = stop->turn; break;
	case CONDITION_GAME_FIELD: value->number = setup_of(moment)->game; break;
	case CONDITION_SEAT_FIELD: value->number = stop->seat; break;
	case CONDITION_CHANNEL_FIELD: set_name(value, channel_of(moment)); break;
	case CONDITION_DIR_FIELD: set_name(value, direction_name(moment)); break;
	case CONDITION_TEXT_FIELD: value->text = text_of(moment, &value->size); break;
	case CONDITION_BYTES_FIELD: value->number = stop->message ? (double)stop->message->size : 0; break;
	case CONDITION_TIME_FIELD:
		value->number = (double)judge_turn_time(moment->judge, stop->seat, stop->t);
		break;
	case CONDITION_HELD_FIELD:
		value->number = judge_thinking(moment->judge, stop->seat)
					? (double)judge_match(moment->judge)->unfinished[stop->seat].held_ns
					: 0;
		break;
	case CONDITION_CLOCK_FIELD:
		left = judge_time_left(moment->judge, stop->seat, stop->t);
		value->number = left == INT64_MAX ? (double)INFINITY : (double)left;
		break;
	case CONDITION_SCORE_FIELD: value->number = judge_match(moment->judge)->sum[stop->seat]; break;
	case CONDITION_RSS_FIELD:
		set_measured(value, session_measured(moment->session, stop->seat).rss);
		break;
	case CONDITION_CPU_FIELD:
		set_measured(value, session_measured(moment->session, stop->seat).cpu_ns);
		break;
	case CONDITION_FAULT_FIELD: value->number = judge_faults(moment->judge, stop->seat); break;
	case CONDITION_LEGAL_FIELD: value->number = moment_is_legal(moment); break;
	case CONDITION_FIELD_COUNT: value->known = false; break;
	}
}

/* ---- between messages ---- */

/* The values that change between messages.  */
static const enum condition_field changing[] = {CONDITION_TIME_FIELD, CONDITION_CLOCK_FIELD,
						CONDITION_RSS_FIELD, CONDITION_CPU_FIELD};
enum { CHANGING = sizeof(changing) / sizeof(changing[0]) };

bool moment_can_change(const struct condition *condition)
{
	for (int i = 0; i < CHANGING; i++)
		if (condition_uses(condition, changing[i]))
			return true;
	return false;
}

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
	return condition_uses(condition, CONDITION_RSS_FIELD) ||
	       condition_uses(condition, CONDITION_CPU_FIELD);
}

/* The next time after `since` at which a comparison with `ns` may change: when the seat's turn has taken that
 * long, or one ns more.  INT64_MAX: never. */
static int64_t when_passed(const struct judge *judge, int seat, double ns, int64_t since)
{
	int64_t at;

	assert(is_seat(seat));
	if (!(ns >= 0 && ns < 1e18))
		return INT64_MAX;
	at = judge_turn_reaches(judge, seat, (int64_t)ns);
	if (at > since)
		return at;
	return judge_turn_reaches(judge, seat, (int64_t)ns + 1) > since
		       ? judge_turn_reaches(judge, seat, (int64_t)ns + 1)
		       : INT64_MAX;
}

int64_t moment_next_change(const struct judge *judge, const struct condition *condition, int64_t since,
			   int64_t looked_at)
{
	int64_t next = needs_measuring(condition) ? looked_at + MEASURED_EACH : INT64_MAX, at;
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

static char *seat_words(int seat)
{
	assert(is_seat(seat));
	return seat == SEAT_NONE ? bytes_text("the game program") : bytes_text("seat %d", seat);
}

static char *message_words(struct moment *moment, const char *who)
{
	enum { SHOWN = 40 };
	const struct message *message = moment->stop->message;
	size_t size;
	const char *text = text_of(moment, &size);
	char *escaped, *words;

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

char *moment_words(struct moment *moment)
{
	const struct stop *stop = moment->stop;
	char *who = seat_words(stop->seat), *words = NULL;

	switch (stop->kind) {
	case STOP_MESSAGE: words = message_words(moment, who); break;
	case STOP_CRASH:
	case STOP_EXIT: words = bytes_text("%s %s", who, stop->words); break;
	case STOP_TIME: words = bytes_text("%s", who); break;
	case STOP_LIMIT: words = bytes_text("%s has reached %s", who, stop->words); break;
	case STOP_MOVED: words = bytes_text("%s has played %s", who, stop->words); break;
	case STOP_FAULT: words = bytes_text("%s broke the protocol: %s", who, stop->words); break;
	case STOP_VERDICT:
		words = bytes_text("verdict %s: %s", judge_match(moment->judge)->verdict.reason, stop->words);
		break;
	}
	free(who);
	return words;
}

char *moment_value_words(struct moment *moment, const struct condition *condition)
{
	char *who = seat_words(moment->stop->seat), *value;
	struct bytes text = {0};

	bytes_addf(&text, "%s:", who);
	for (int i = 0; i < CHANGING; i++) {
		struct condition_value now = {.type = condition_field_type(changing[i])};

		if (!condition_uses(condition, changing[i]))
			continue;
		moment_value(moment, changing[i], &now);
		value = condition_value_words(&now);
		bytes_addf(&text, "%s %s is %s", text.at[text.size - 1] == ':' ? "" : ",",
			   condition_field_name((int)changing[i]), value);
		free(value);
	}
	free(who);
	return text.at;
}
