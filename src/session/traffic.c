/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* traffic.c - the bytes sent and received, in each turn and in total, and the limits at any place of the
 * match.
 *
 * They are read from the match file on demand: so a live match and its file say the same, and the judge has
 * no time for it.  A turn has the bytes from its seat's last answer to its own answer, so seats that move at
 * the same time each have their own.  */
#include "session_state.h"
#include <assert.h>

enum {
	PAGE = 512,
	MOST = 1 << 18 /* messages counted in one call */
};

static void add(struct byte_count *traffic, const struct message_size *size)
{
	if (size->direction == TO_AGENT)
		traffic->to += size->size;
	else
		traffic->from += size->size;
}

/* The number of the seat's answer in its last turn up to `turn`; 0: there is none.  */
static int64_t answer_before(const struct match *match, int seat, int turn)
{
	const struct turn *last = match_last_of(match, seat, turn);

	return last ? last->message : 0;
}

static int64_t answer_of(const struct match *match, int turn)
{
	const struct turn *found = match_turn(match, turn);

	return found ? found->message : INT64_MAX;
}

/* The seat's next turn from `turn` on that a message ended; more than `last`: there is none.  */
static int next_of(const struct match *match, int seat, int turn, int last)
{
	for (; turn <= last; turn++) {
		const struct turn *found = match_turn(match, turn);

		if (found && found->seat == seat && found->message > 0)
			break;
	}
	return turn;
}

static void count_turns(struct match_file *file, const struct match *match, int seat, int first, int last,
			struct byte_count *turns)
{
	int64_t after = answer_before(match, seat, first - 1), end;
	struct message_size sizes[PAGE];
	int turn = next_of(match, seat, first, last), got = PAGE;

	for (int i = 0; i <= last - first; i++)
		turns[i] = (struct byte_count){-1, -1};
	if (!file || turn > last)
		return;
	end = answer_before(match, seat, last);
	turns[turn - first] = (struct byte_count){0, 0};
	for (int count = 0; got == PAGE && count < MOST; count += got) {
		got = match_file_sizes(file, 1u << seat, after, end, PAGE, sizes);
		for (int i = 0; i < got; i++) {
			while (turn <= last && answer_of(match, turn) < sizes[i].n)
				if ((turn = next_of(match, seat, turn + 1, last)) <= last)
					turns[turn - first] = (struct byte_count){0, 0};
			if (turn > last)
				return;
			add(&turns[turn - first], &sizes[i]);
		}
		if (got)
			after = sizes[got - 1].n;
	}
	if (got == PAGE)
		turns[turn - first] = (struct byte_count){-1, -1}; /* not all of it was counted */
}

/* Nobody knows the bytes of a turn with a gap.  */
static void forget_gaps(struct match_file *file, const struct match *match, int seat, int first, int last,
			struct byte_count *turns)
{
	int64_t before = answer_before(match, seat, first - 1);
	struct gap gap;

	for (int n = next_of(match, seat, first, last); n <= last; n = next_of(match, seat, n + 1, last)) {
		int64_t end = answer_of(match, n);

		match_file_lacks(file, end, &gap);
		if (gap.first && (!gap.last || gap.last > before))
			turns[n - first] = (struct byte_count){-1, -1};
		before = end;
	}
}

static bool is_of_kind(void *user, const struct message *message)
{
	return message->event.kind == *(const enum event_kind *)user;
}

/* The newest event of that kind about the seat up to message `last`; false: there is none.  */
static bool find_event(struct match_file *file, int64_t last, int seat, enum event_kind kind,
		       struct message *found)
{
	const struct message_query query = {.seats = 1u << seat,
					    .channels = CHANNEL_BIT(CHANNEL_EVENT),
					    .directions = 1u << EVENT,
					    .last = last};

	return match_file_walk_back(file, &query, is_of_kind, &kind, found);
}

void session_turn_traffic(struct session *session, int seat, int first, int last, struct byte_count *turns)
{
	const struct match *match = session_match(session);
	struct match_file *file = session_file(session);
	struct gap gap;

	count_turns(file, match, seat, first, last, turns);
	if (file && match_file_gap(file, answer_before(match, seat, last), &gap))
		forget_gaps(file, match, seat, first, last, turns);
}

bool session_traffic(struct session *session, int seat, int64_t last, struct byte_count *traffic)
{
	struct match_file *file = session_file(session);
	struct message_size sizes[PAGE];
	struct gap gap;
	int got = file ? PAGE : 0;
	int64_t after = 0;

	assert(is_seat(seat) && traffic);
	*traffic = (struct byte_count){0, 0};
	for (int count = 0; got == PAGE && count < MOST; count += got) {
		got = match_file_sizes(file, 1u << seat, after, last, PAGE, sizes);
		for (int i = 0; i < got; i++)
			add(traffic, &sizes[i]);
		if (got)
			after = sizes[got - 1].n;
	}
	return file && got < PAGE && !match_file_gap(file, last, &gap);
}

void session_setup_at(struct session *session, int64_t n, struct setup *setup)
{
	struct match_file *file = session_whole_file(session);
	struct time_control control;
	struct message change;
	struct setup begun;

	setup_copy(setup, &session_match(session)->setup);
	if (!file || !match_file_setup(file, 0, &begun))
		return;
	setup_take_limits(setup, &begun);
	if (find_event(file, n, SEAT_NONE, EVENT_HUMAN_TIME, &change))
		setup_set_human_time(setup, event_human_time(&change.event));
	for (int s = 0; s < SEATS; s++) {
		struct message turn = {0};
		bool has_turn = find_event(file, n, s, EVENT_TURN_LIMIT, &turn);

		if (!find_event(file, n, s, EVENT_MATCH_LIMIT, &change)) {
			change.n = 0;
		} else if (!change.size) {
			setup_set_match_limit(setup, s, change.event.number[0]);
			change.n = 0;
		} else if (time_control_read(change.bytes, &control)) {
			setup_set_clock(setup, s, change.bytes);
		}
		if (has_turn && turn.n > change.n) /* a clock forgets the limit for a turn */
			setup_set_turn_limit(setup, s, turn.event.number[0]);
	}
	setup_free(&begun);
}
