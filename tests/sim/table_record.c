/* table_record.c - the recording of a simulated match, and that a fresh judge makes the same of it.  */
#include "table_state.h"

#include "ringside/replay.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Is this the move of that deed?  */
static bool is_same(const struct message *message, const struct deed *deed)
{
	size_t size = message_text_size(message);

	return size == deed->said_size && memcmp(message->bytes, deed->said, size) == 0;
}

/* A person overrode it while it waited: it comes out of its order.  */
static void forget_move(struct process *process, const struct message *message)
{
	int i = process->seen;

	while (i < process->written && !is_same(message, &process->moves[i]))
		i++;
	if (i == process->written)
		return;
	process->written--;
	memmove(process->moves + i, process->moves + i + 1,
		(size_t)(process->written - i) * sizeof(*process->moves));
}

/* FNV-1a.  */
static void digest(uint64_t *sum, const void *more, size_t size)
{
	for (const unsigned char *at = more; size > 0; size--)
		*sum = (*sum ^ *at++) * 0x100000001b3u;
}

void table_record(struct table *table, const struct message *message)
{
	const struct message *last =
		table->record_count ? &table->records[table->record_count - 1].message : NULL;
	struct record record = {.message = *message};
	struct process *process = &table->process[message->seat];

	CHECK_ALWAYS(table, message->n == (last ? last->n : 0) + 1,
		     "message %" PRId64 " comes after %" PRId64, message->n, last ? last->n : 0);
	for (int i = table->record_count - 1; i >= 0 && !(message->flags & MESSAGE_HELD); i--)
		if (!(table->records[i].message.flags & MESSAGE_HELD)) {
			CHECK_ALWAYS(table, table->records[i].message.t_ns <= message->t_ns,
				     "time goes back at message %" PRId64, message->n);
			break;
		}
	record.message.bytes = bytes_copy(message->bytes, message->size);
	digest(&table->outcome.digest, &message->t_ns, sizeof(message->t_ns));
	digest(&table->outcome.digest, &message->event.kind, sizeof(message->event.kind));
	digest(&table->outcome.digest, message->event.number, sizeof(message->event.number));
	digest(&table->outcome.digest, message->bytes, message->size);
	if (message->flags & (MESSAGE_CHANGED | MESSAGE_WITHHELD)) {
		if (message->direction == FROM_AGENT && !(message->flags & MESSAGE_EDITED))
			forget_move(process, message);
	} else if (message->flags & MESSAGE_EDITED) {
		/* nobody wrote it but a person */
	} else if (message->direction == FROM_AGENT && message->seat != SEAT_NONE &&
		   message->channel == table->cast->moves) {
		while (process->seen < process->written && !is_same(message, &process->moves[process->seen]))
			process->seen++; /* one that was not kept, since it talked too much */
		/* after the match a brain may be killed in the middle of a line */
		CHECK_ALWAYS(table, process->seen < process->written || judge_match(table->judge)->over,
			     "seat %d: a move that nobody wrote: %s", message->seat, message->bytes);
		if (process->seen < process->written) {
			record.is_move = true;
			record.tag = process->moves[process->seen].tag;
			record.written = process->moves[process->seen].t;
			process->seen++;
		}
	}
	if (table->record_count == table->record_room) {
		table->record_room = table->record_room ? 2 * table->record_room : 128;
		table->records = bytes_resized(table->records, (size_t)table->record_room * sizeof(record));
	}
	table->records[table->record_count++] = record;
	if (table->cast->passed && !(message->flags & MESSAGE_WITHHELD))
		table->cast->passed(table, &table->records[table->record_count - 1]);
}

void table_compare_replay(struct table *table, const struct record *records, int count,
			  const struct match *match)
{
	const struct match *again;
	char *problem;
	struct judge *judge = judge_new(&table->setup, &problem);
	struct effect effect;
	int n = 0;

	replay_begin(judge);
	for (int i = 0; i < count && !table->outcome.problem; i++) {
		CHECK_ALWAYS(table, replay_feed(judge, &records[i].message),
			     "the replay would not have had message %d", i + 1);
		while (judge_effect(judge, 0, &effect)) {
			const struct message *message = &effect.message,
					     *was = n < count ? &records[n].message : NULL;

			if (effect.kind != EFFECT_MESSAGE)
				continue;
			n++;
			CHECK_ALWAYS(table,
				     was && was->n == message->n && was->direction == message->direction &&
					     was->seat == message->seat && was->size == message->size &&
					     memcmp(was->bytes, message->bytes, was->size) == 0 &&
					     event_is_same(&was->event, &message->event),
				     "the replay says something else at message %d: \"%s\"", n,
				     message->bytes);
			CHECK_ALWAYS(table, !was || was->flags == message->flags,
				     "the replay flags message %d as %x, not %x", n, message->flags,
				     was->flags);
			CHECK_ALWAYS(
				table, !was || was->turn == message->turn || message->direction == TO_AGENT,
				"the replay has message %d in turn %d, not %d", n, message->turn, was->turn);
		}
	}
	again = judge_match(judge);
	CHECK_ALWAYS(table, again->turn_count == match->turn_count, "the replay has %d turns, not %d",
		     again->turn_count, match->turn_count);
	CHECK_ALWAYS(table, memcmp(again->sum, match->sum, sizeof(match->sum)) == 0,
		     "the replay has other sums");
	for (int i = 0; i < match->turn_count && !table->outcome.problem; i++) {
		const struct turn *a = &match->turns[i], *b = &again->turns[i];

		CHECK_ALWAYS(table,
			     a->seat == b->seat && strcmp(a->played, b->played) == 0 &&
				     a->message == b->message && a->flags == b->flags &&
				     memcmp(a->sum, b->sum, sizeof(a->sum)) == 0 &&
				     !a->answered == !b->answered &&
				     (!a->answered || strcmp(a->answered, b->answered) == 0),
			     "the replay has another turn %d", i + 1);
		CHECK_ALWAYS(table, a->think_ns == b->think_ns && a->left_ns == b->left_ns,
			     "the replay's turn %d took %" PRId64 " ns, not %" PRId64, i + 1, b->think_ns,
			     a->think_ns);
	}
	CHECK_ALWAYS(
		table,
		again->over && again->verdict.winner == match->verdict.winner &&
			again->verdict.reason == match->verdict.reason &&
			again->verdict.blame == match->verdict.blame &&
			strcmp(again->verdict.detail, match->verdict.detail) == 0 &&
			memcmp(again->verdict.proof, match->verdict.proof, sizeof(match->verdict.proof)) == 0,
		"the replay has another verdict: %s", again->over ? again->verdict.detail : "none");
	judge_free(judge);
}

void table_check_replay(struct table *table)
{
	table_compare_replay(table, table->records, table->record_count, judge_match(table->judge));
}
