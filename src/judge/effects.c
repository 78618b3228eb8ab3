/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* effects.c - what goes out of the judge, numbered and stamped as it goes.  */
#include "judge_parts.h"

#include <stdlib.h>
#include <string.h>

static bool is_to_agent(const struct effect *effect)
{
	return effect->kind == EFFECT_MESSAGE && effect->message.direction == TO_AGENT;
}

/* For effects other than messages.  */
static struct effect_queue *queue_of(struct judge *judge, enum effect_kind kind)
{
	switch (kind) {
	case EFFECT_SPAWN:
	case EFFECT_DRAIN:
	case EFFECT_FREEZE:
	case EFFECT_THAW:
	case EFFECT_DISMISS:
	case EFFECT_SEAT: return &judge->out.todo;
	case EFFECT_MESSAGE:
	case EFFECT_TURN:
	case EFFECT_SCORE:
	case EFFECT_TAKEBACK:
	case EFFECT_NAME:
	case EFFECT_VERDICT: break;
	}
	return &judge->out.told;
}

/* Takes the next effect; NULL: there is none.  */
static struct effect *effect_queue_take(struct effect_queue *queue)
{
	if (queue->first < queue->last)
		return &queue->at[queue->first++];
	queue->first = queue->last = 0;
	return NULL;
}

void judge_init_effects(struct judge *judge)
{
	judge->out.current = -1;
	for (int s = 0; s < SEATS; s++)
		judge->seat[s].line.at = INT64_MIN;
}

void judge_free_effects(struct judge *judge)
{
	free(judge->out.told.at);
	free(judge->out.todo.at);
	arena_free(&judge->out.texts);
	bytes_free(&judge->out.line);
}

char *judge_text(struct judge *judge, const void *bytes, size_t size)
{
	return arena_copy(&judge->out.texts, bytes, size);
}

const struct bytes *judge_line(struct judge *judge, const char *format, va_list args)
{
	judge->out.line.size = 0;
	bytes_vaddf(&judge->out.line, format, args);
	return &judge->out.line;
}

/* One more at the end, without a message.  */
static struct effect *effect_queue_add(struct effect_queue *queue, int seat, enum effect_kind kind)
{
	struct effect *effect;

	if (queue->last == queue->room) {
		queue->room = queue->room ? 2 * queue->room : 32;
		queue->at = bytes_resized(queue->at, (size_t)queue->room * sizeof(*queue->at));
	}
	effect = &queue->at[queue->last++];
	effect->kind = kind;
	effect->seat = seat;
	effect->turns = 0;
	effect->grace_ns = 0;
	return effect;
}

struct effect *judge_put(struct judge *judge, int seat, enum effect_kind kind)
{
	return effect_queue_add(queue_of(judge, kind), seat, kind);
}

/* A message to an agent gets its number just before it is written, all others here.  */
void judge_put_message(struct judge *judge, const struct message *message)
{
	bool to_agent = message->direction == TO_AGENT;
	struct effect *effect = effect_queue_add(to_agent ? &judge->out.todo : &judge->out.told,
						 message->seat, EFFECT_MESSAGE);

	effect->message = *message;
	effect->message.bytes = judge_text(judge, message->bytes, message->size);
	if (!to_agent)
		effect->message.n = ++judge->out.last_n;
}

void judge_put_message_first(struct judge *judge, const struct message *message)
{
	struct effect_queue *todo = &judge->out.todo;
	struct effect last;

	judge_put_message(judge, message);
	last = todo->at[todo->last - 1];
	memmove(todo->at + todo->first + 1, todo->at + todo->first,
		(size_t)(todo->last - todo->first - 1) * sizeof(last));
	todo->at[todo->first] = last;
}

void judge_unnote(struct judge *judge)
{
	judge->out.told.last--;
	judge->out.last_n--;
}

bool judge_drop_unsent(struct judge *judge, int seat, bool questions_only)
{
	struct effect_queue *todo = &judge->out.todo;
	int64_t kept = todo->first;
	bool asks = false;

	if (judge->seat[seat].process.life == LIFE_REPLACED)
		return false;
	for (int64_t i = todo->first; i < todo->last; i++) {
		struct effect *effect = &todo->at[i];
		bool sends = is_to_agent(effect), asks_it = sends && effect->message.flags & MESSAGE_ASKS;

		if (effect->seat == seat &&
		    (questions_only ? asks_it : sends || effect->kind == EFFECT_DRAIN)) {
			asks = asks || asks_it;
		} else {
			todo->at[kept++] = *effect;
		}
	}
	todo->last = kept;
	if (asks)
		judge_question_unsent(judge, seat);
	return asks;
}

/* Takes back an EFFECT_SPAWN that has not gone out.  */
bool judge_drop_spawn(struct judge *judge, int seat)
{
	struct effect_queue *todo = &judge->out.todo;

	for (int64_t i = todo->first; i < todo->last; i++)
		if (todo->at[i].kind == EFFECT_SPAWN && todo->at[i].seat == seat) {
			memmove(todo->at + i, todo->at + i + 1,
				(size_t)(todo->last - i - 1) * sizeof(*todo->at));
			todo->last--;
			return true;
		}
	return false;
}

int judge_turn_now(const struct judge *judge, int seat)
{
	return judge->match.turn_count +
	       (seat != SEAT_NONE && judge->seat[seat].turn.state != TURN_NONE ? 1 : 0);
}

void judge_note(struct judge *judge, int seat, struct event event, const void *text, size_t size)
{
	judge_put_message(judge, &(struct message){.t_ns = judge->time.now - judge->time.t0,
						   .seat = seat,
						   .direction = EVENT,
						   .channel = event_channel(event.kind),
						   .turn = judge_turn_now(judge, seat),
						   .bytes = (char *)text,
						   .size = size,
						   .event = event});
}

void judge_note_again(struct judge *judge, const struct message *note)
{
	judge_note(judge, note->seat, note->event, note->bytes, note->size);
	judge->out.told.at[judge->out.told.last - 1].message.turn = note->turn;
}

void judge_note_plain(struct judge *judge, int seat, enum event_kind kind)
{
	judge_note(judge, seat, (struct event){.kind = kind}, NULL, 0);
}

void judge_note_text(struct judge *judge, int seat, enum event_kind kind, const char *text)
{
	judge_note(judge, seat, (struct event){.kind = kind}, text, strlen(text));
}

void judge_note_numbers(struct judge *judge, int seat, enum event_kind kind, int64_t a, int64_t b)
{
	judge_note(judge, seat, (struct event){.kind = kind, .number = {a, b}}, NULL, 0);
}

/* ---- the cause ---- */

void judge_begin_cause(struct judge *judge)
{
	judge->out.current = judge->out.told.last - 1;
}

void judge_end_cause(struct judge *judge)
{
	judge->out.current = -1;
}

const struct message *judge_cause(const struct judge *judge)
{
	return judge->out.current >= 0 ? &judge->out.told.at[judge->out.current].message : NULL;
}

void judge_mark_cause(struct judge *judge, unsigned flags)
{
	if (judge->out.current >= 0)
		judge->out.told.at[judge->out.current].message.flags |= flags;
}

/* ---- what goes out ---- */

void judge_number_from(struct judge *judge, int64_t last_n)
{
	judge->out.last_n = last_n;
}

void judge_shift_line(struct judge *judge, int s, int64_t delta)
{
	if (judge->seat[s].line.at != INT64_MIN)
		judge->seat[s].line.at += delta;
}

/* A message is about to be written.  This moment is its time, and may begin a turn.  A message that a person
 * kept back counts as lost on its way.  */
static void stamp(struct judge *judge, struct message *message)
{
	struct seat *seat = &judge->seat[message->seat];

	message->n = ++judge->out.last_n;
	message->t_ns = judge->time.now - judge->time.t0;
	if (!(message->flags & MESSAGE_WITHHELD)) {
		seat->line.at = judge->time.now;
		seat->line.ends_crlf = message->size > 1 && message->bytes[message->size - 2] == '\r';
		if (judge->match.setup.seat[message->seat].kind == SEAT_AGENT &&
		    (seat->end.deaf ||
		     (seat->process.life != LIFE_ALIVE && seat->process.life != LIFE_REPLACED)))
			message->flags |= MESSAGE_UNSENT;
	}
	if (judge->phase == OVER)
		return;
	if (message->flags & MESSAGE_STARTS)
		judge_begin_clock(judge, message->seat, seat->time.turn_limit);
	if (message->flags & MESSAGE_ASKS)
		judge_question_written(judge, message->seat, message);
}

bool judge_effect(struct judge *judge, int64_t t, struct effect *effect)
{
	struct effect *next;

	judge_end_asked(judge); /* questions that the previous effect wrote */
	next = effect_queue_take(&judge->out.told);
	if (!next)
		next = effect_queue_take(&judge->out.todo);
	if (!next) {
		arena_clear(&judge->out.texts);
		if (judge->match.setup.checked)
			judge_check(judge);
		return false;
	}
	judge_advance(judge, t);
	*effect = *next;
	if (effect->kind == EFFECT_SPAWN && judge->mode == LIVE)
		judge_set_life(judge, effect->seat, LIFE_STARTING);
	if (is_to_agent(effect))
		stamp(judge, &effect->message);
	return true;
}
