/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tools.c - what each system's check.c is written with: what an answer is by its class, numbers and values of
 * options that are drawn, and the steps of the dialogues in which an agent is told a position another way;
 * and their file formats: the setup and the remarks of a match that is read.  */
#include "ringside/fuzz.h"

#include "ringside/format.h"
#include "ringside/setup.h"
#include "ringside/spec.h"
#include "ringside/twins.h"
#include <stdlib.h>
#include <string.h>

enum spec_heard spec_wrong(char **problem, const char *why)
{
	*problem = bytes_text("%s", why);
	return SPEC_WRONG;
}

enum spec_heard spec_by_class(const struct spec_kind *kind, unsigned class, char **problem)
{
	for (size_t i = 0; i < sizeof(kind->wrong) / sizeof(kind->wrong[0]); i++)
		if (kind->wrong[i].classes & class)
			return spec_wrong(problem, kind->wrong[i].why);
	return kind->fits & class ? SPEC_FITS : kind->refuses & class ? SPEC_REFUSES : SPEC_PASSES;
}

/* ---- fuzz ---- */

unsigned fuzz_below(struct fuzz_chance *chance, unsigned count)
{
	chance->state = seed_mixed(chance->state);
	return (unsigned)((chance->state >> 32) % count);
}

bool fuzz_once_in(struct fuzz_chance *chance, unsigned count)
{
	return fuzz_below(chance, count) == 0;
}

bool fuzz_is_free(const struct setup *setup, const struct option_row *row)
{
	return !setup_given(setup, row->name);
}

/* The ends of a range are as likely as all between them.  */
static int64_t number_in(int64_t least, int64_t most, struct fuzz_chance *chance)
{
	switch (fuzz_below(chance, 4)) {
	case 0: return least;
	case 1: return most;
	default: return least + (int64_t)fuzz_below(chance, (unsigned)(most - least) + 1);
	}
}

void fuzz_option(struct setup *setup, const struct option_row *row, int64_t most, struct fuzz_chance *chance)
{
	unsigned count = 0;
	int64_t side;

	if (!fuzz_is_free(setup, row))
		return;
	if (most > row->most)
		most = row->most;
	switch (row->type) {
	case OPTION_SWITCH:
		if (fuzz_once_in(chance, 2))
			setup_put_value(setup, row, 1);
		break;
	case OPTION_COUNT:
		if (most >= row->least)
			setup_put_value(setup, row, number_in(row->least, most, chance));
		break;
	case OPTION_SIDES:
		side = number_in(row->least, most, chance);
		setup_put_value(setup, row, OPTION_OF_SIDES(side, side));
		break;
	case OPTION_CHOICE:
	case OPTION_WORD:
		while (row->choices[count].word)
			count++;
		setup_put(setup, row, row->choices[fuzz_below(chance, count)].word);
		break;
	default: break; /* no range says which values make sense */
	}
}

/* ---- twins ---- */

/* Bytes as spec.h writes them.  What has no meaning there stays readable.  */
static void escape(struct bytes *steps, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		unsigned char byte = (unsigned char)bytes[i];

		if ((byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
		    (byte >= 'a' && byte <= 'z') || byte == ',')
			bytes_add(steps, bytes + i, 1);
		else
			bytes_addf(steps, "\\x%02x", byte);
	}
}

void twins_send(struct bytes *steps, const char *bytes, size_t size)
{
	bytes_add_text(steps, ">> ");
	escape(steps, bytes, size);
	bytes_add_text(steps, "\n");
}

void twins_turn(struct bytes *steps, int turn)
{
	bytes_addf(steps, "turn %d\n", turn);
}

void twins_await(struct bytes *steps, const char *kind, const struct message *message)
{
	size_t size = message->size;

	while (size && strchr("\r\n \t", message->bytes[size - 1]) && message->bytes[size - 1])
		size--;
	bytes_add_text(steps, "= ");
	escape(steps, message->bytes, size);
	bytes_addf(steps, " %s\n", kind);
}

const struct message *twins_answer(const struct twins_game *game, int turn)
{
	const struct turn *played = match_turn(game->match, turn);

	for (int i = game->count - 1; i >= 0 && played && played->seat == SEAT_1; i--)
		if (game->messages[i].n == played->message)
			return &game->messages[i];
	return NULL;
}

int twins_turn_of(const struct twins_game *game, const struct message *message)
{
	const struct turn *turn;

	for (int n = 1; n <= game->match->turn_count && message->direction == FROM_AGENT; n++)
		if ((turn = match_turn(game->match, n)) && turn->seat == SEAT_1 &&
		    turn->message == message->n)
			return n;
	return 0;
}

/* The next turn that the agent answers from there on, and with which message; 0: none.  */
static int next_turn(const struct twins_game *game, int from, int *answer)
{
	int turn = 0;

	for (*answer = from; *answer < game->count; ++*answer)
		if ((turn = twins_turn_of(game, &game->messages[*answer])))
			break;
	return turn;
}

void twins_replay(struct bytes *steps, const struct twins_game *game, const char *kind, bool together)
{
	FREED_BY(bytes_free) struct bytes sent = {0};
	int turn = 0, answer = -1; /* the next one, and its message */

	for (int i = 0; i < game->count; i++) {
		const struct message *message = &game->messages[i];

		if (i > answer)
			turn = next_turn(game, i, &answer);
		if (!turn)
			break; /* nothing is compared any more */
		if (message->direction == TO_AGENT)
			bytes_add(&sent, message->bytes, message->size);
		if (sent.size && (!together || message->direction == FROM_AGENT)) {
			twins_send(steps, sent.at, sent.size);
			bytes_drop(&sent, sent.size);
		}
		if (i == answer) {
			twins_turn(steps, turn);
			twins_await(steps, kind, message);
		}
	}
}

/* ---- formats ---- */

void format_setup(struct setup *setup, const char *system, const char *one, const char *two)
{
	setup_init(setup);
	setup->system = system;
	setup->seat[SEAT_1].kind = setup->seat[SEAT_2].kind = SEAT_AGENT;
	setup_name(setup, SEAT_1, one);
	setup_name(setup, SEAT_2, two);
}

void remarks_add(struct remarks *remarks, int turn, int seat, enum channel channel, char *text)
{
	remarks->list = bytes_grown(remarks->list, remarks->count, sizeof(*remarks->list));
	remarks->list[remarks->count++] =
		(struct remark){.turn = turn, .seat = seat, .channel = channel, .text = text};
}

void remarks_free(struct remarks *remarks)
{
	for (int i = 0; i < remarks->count; i++)
		free(remarks->list[i].text);
	free(remarks->list);
	*remarks = (struct remarks){0};
}
