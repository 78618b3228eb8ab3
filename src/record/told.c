/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* told.c - what the last process of a seat was told and answered, message after message, up to a place in the
 * match; as the bytes alone, or for repro.c.  */
#include "file.h"

#include "ringside/protocol.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 64 };

/* Has the message no part in it?  */
static bool is_behind(const struct seat_told *told, const struct message *message)
{
	return message->n > told->last || (told->turns >= 0 && message->turn > told->turns);
}

int match_file_game_before(struct match_file *file, int seat)
{
	const struct message_query events = {.seats = 1u << seat,
					     .channels = CHANNEL_BIT(CHANNEL_EVENT),
					     .directions = 1u << EVENT,
					     .last = INT64_MAX};
	struct message page[PAGE];
	const struct event *event;
	struct setup setup;
	int count = match_file_after(file, &events, 0, PAGE, page), at = 0, game = 0;

	while (at < count && page[at].event.kind != EVENT_STARTED && page[at].event.kind != EVENT_STAYS)
		at++; /* a pause before it */
	event = &page[at < count ? at : 0].event;
	if (!count || event->kind != EVENT_STAYS)
		return 0;
	if (event->number[0] > 0 && event->number[0] < INT_MAX)
		return (int)event->number[0];
	if (match_file_setup(file, 0, &setup)) { /* an older ringside wrote it */
		game = setup.game - 1;
		setup_free(&setup);
	}
	return game;
}

/* The number of the event with which the process began; 0: none is known.  */
static int64_t begin_of(struct match_file *file, const struct seat_told *told)
{
	struct message_query events = {.seats = 1u << told->seat,
				       .channels = CHANNEL_BIT(CHANNEL_EVENT),
				       .directions = 1u << EVENT,
				       .last = told->last};
	struct message page[PAGE];
	int64_t begin = 0, after = 0;
	int count;

	do {
		count = match_file_after(file, &events, after, PAGE, page);
		for (int i = 0; i < count && !is_behind(told, &page[i]); i++)
			if (page[i].event.kind == EVENT_STARTED || page[i].event.kind == EVENT_STAYS)
				begin = page[i].n;
		after = count ? page[count - 1].n : after;
	} while (count == PAGE);
	return begin;
}

/* Was it sent to the process, or said by it on stdout?  */
static bool is_said(const struct seat_told *told, const struct message *message)
{
	if (message->seat != told->seat || message->flags & MESSAGE_WITHHELD)
		return false;
	return message->direction == TO_AGENT     ? !(message->flags & MESSAGE_UNSENT)
	       : message->direction == FROM_AGENT ? message->channel != CHANNEL_STDERR
						  : false;
}

static void take_end(struct told_end *end, const struct seat_told *told, const struct message *message)
{
	const struct event *event = &message->event;
	bool timeout = event->word &&
		       (strcmp(event->word, REASON_TIMEOUT) == 0 || strcmp(event->word, REASON_START) == 0);
	struct ending ending = event_ends(event) ? event_ending(event) : (struct ending){0};

	if (event->kind == EVENT_VERDICT && message->seat == told->seat && timeout && !end->words) {
		end->kind = TOLD_SILENT;
		end->words = bytes_copy(message->bytes, message->size);
	} else if (event_ends(event) && message->seat == told->seat && !end->words &&
		   (!end->over ||
		    (ending.signalled && ending.signal && strcmp(ending.signal, "SIGKILL") != 0 &&
		     strcmp(ending.signal, "SIGTERM") != 0))) {
		end->kind = end->over ? TOLD_DIED_LATE : TOLD_DIED;
		end->words = event_words(message);
	}
	if (end->words && !end->turn)
		end->turn = message->turn;
	end->over = end->over || event->kind == EVENT_VERDICT;
}

char *file_told(struct match_file *file, const struct seat_told *told,
		void (*take)(void *user, const struct message *message), void *user, struct told_end *end)
{
	struct message_query all = {.seats = ~0u, .channels = CHANNEL_ALL, .last = told->last};
	int64_t after = begin_of(file, told), said = 0;
	struct message page[PAGE];
	int count;

	*end = (struct told_end){0};
	do {
		count = match_file_after(file, &all, after, PAGE, page);
		for (int i = 0; i < count && !is_behind(told, &page[i]); i++) {
			if (page[i].direction == EVENT)
				take_end(end, told, &page[i]);
			if (!is_said(told, &page[i]))
				continue;
			said += page[i].direction == TO_AGENT;
			take(user, &page[i]);
		}
		after = count ? page[count - 1].n : after;
	} while (count == PAGE);
	if (match_file_problem(file))
		return bytes_text("%s", match_file_problem(file));
	return said ? NULL
		    : bytes_text("%s: seat %d was told nothing up to there", match_file_path(file),
				 told->seat);
}

static void write_bytes(void *user, const struct message *message)
{
	FILE *to = user;

	if (message->direction == TO_AGENT)
		fwrite(message->bytes, 1, message->size, to);
}

char *file_told_before(struct match_file *const *before, int seat,
		       void (*take)(void *user, const struct message *message), void *user)
{
	const struct seat_told all = {.seat = seat, .last = INT64_MAX, .turns = -1};
	struct told_end end;
	char *problem = NULL;

	for (; *before && !problem; before++) {
		problem = file_told(*before, &all, take, user, &end);
		free(end.words);
	}
	return problem;
}

char *match_file_input(struct match_file *file, const struct seat_told *told,
		       struct match_file *const *before, FILE *to)
{
	struct told_end end = {0};
	char *problem = file_told_before(before, told->seat, write_bytes, to);

	if (!problem)
		problem = file_told(file, told, write_bytes, to, &end);
	free(end.words);
	return problem;
}
