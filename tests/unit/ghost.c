/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ghost.c - fresh processes for tests of rejoin.h.  */
#include "ghost.h"
#include "../test.h"

#include "ringside/replay.h"

static const struct message *at(const struct seance *seance, int i)
{
	return &seance->dialogue->lines[i].message;
}

/* ---- what the ghosts say ---- */

static struct change *change_of(struct seance *seance, const struct message *message, bool early)
{
	for (int i = 0; i < seance->change_count; i++) {
		struct change *change = &seance->changes[i];

		if (!change->done && change->seat == message->seat && change->early == early &&
		    strlen(change->was) ==
			    (seance->binary ? message->size : message_text_size(message, NULL)) &&
		    memcmp(change->was, message->bytes, strlen(change->was)) == 0)
			return change;
	}
	return NULL;
}

/* Ends each line with the ghost's own line end.  */
static void speak(struct seance *seance, int s, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (seance->end && bytes[i] == '\r')
			continue;
		if (seance->end && bytes[i] == '\n')
			bytes_add_text(&seance->mouth[s], seance->end);
		else
			bytes_add(&seance->mouth[s], bytes + i, 1);
	}
}

static void say(struct seance *seance, const struct message *message)
{
	int s = message->seat;
	struct change *change = change_of(seance, message, false);

	if (!change) {
		speak(seance, s, message->bytes, message->size);
		return;
	}
	change->done = true;
	if (seance->binary)
		bytes_add_text(&seance->mouth[s], change->says);
	else
		speak(seance, s, change->says, strlen(change->says));
	seance->ending[s] = change->ends;
}

/* Repeats what the old process said from message i on, until the next message to it.  */
static void say_what_follows(struct seance *seance, int s, int i)
{
	for (; i < seance->dialogue->line_count && !seance->ending[s]; i++) {
		const struct message *message = at(seance, i);

		if (message->seat != s)
			continue;
		if (message->direction == TO_AGENT)
			break;
		if (message->direction == FROM_AGENT && message->channel != CHANNEL_STDERR)
			say(seance, message);
	}
}

/* Says the early changes that come before the next question.  */
static void say_early(struct seance *seance, int s, int i)
{
	int asked = 0;

	for (; i < seance->dialogue->line_count && asked < 2; i++) {
		const struct message *message = at(seance, i);
		struct change *change;

		if (message->seat != s)
			continue;
		asked += message->direction == TO_AGENT;
		if (message->direction != FROM_AGENT || !(change = change_of(seance, message, true)))
			continue;
		change->done = true;
		speak(seance, s, change->says, strlen(change->says));
	}
}

/* ---- the callbacks of the rejoin ---- */

static bool next(void *user, struct message *message)
{
	struct seance *seance = user;

	if (seance->next >= seance->cut)
		return false;
	*message = *at(seance, seance->next++);
	return true;
}

static void spawn(void *user, int s)
{
	struct seance *seance = user;

	if (s && s == seance->refuses) {
		seance->state = rejoin_not_started(seance->rejoin, seance->now, s, "x: no such file");
		return;
	}
	seance->spawned[s]++;
	seance->there[s] = true;
	seance->ending[s] = false;
	seance->mouth[s].size = 0;
	seance->heard[s] = seance->next - 1;
	/* In a later game, what the old process said first belonged to the game before.  */
	if (at(seance, seance->next - 1)->event.kind == EVENT_STARTED)
		say_what_follows(seance, s, seance->next);
}

static void leave(void *user, int s)
{
	struct seance *seance = user;

	seance->left[s]++;
	seance->there[s] = false;
	seance->mouth[s].size = 0;
}

/* Making a process ready sends it lines that are not in the recording.  */
static void get_ready(struct seance *seance, int s, const char *bytes)
{
	const char *const greetings[][2] = {{"ABOUT", "name=\"fresh\"\n"},
					    {"START", "OK\n"},
					    {"# ringside ready", "@info name fresh\n"},
					    {"RESTART", seance->restart},
					    {"DONE", seance->done}};

	for (size_t i = 0; i < sizeof(greetings) / sizeof(greetings[0]); i++)
		if (greetings[i][1] && strncmp(bytes, greetings[i][0], strlen(greetings[i][0])) == 0)
			bytes_add_text(&seance->mouth[s], greetings[i][1]);
}

static bool is_written(const struct message *message, int s, const char *bytes, size_t size)
{
	return message->seat == s && message->direction == TO_AGENT && !(message->flags & MESSAGE_WITHHELD) &&
	       message->size == size && memcmp(message->bytes, bytes, size) == 0;
}

static void hear(void *user, int s, const char *bytes, size_t size)
{
	struct seance *seance = user;
	int i = seance->heard[s] + 1;

	assert_true(seance->there[s]);
	for (size_t k = 0; k < size; k++)
		if (bytes[k] != '\r')
			bytes_add(&seance->told[s], bytes + k, 1);
	while (i < seance->next && !is_written(at(seance, i), s, bytes, size))
		i++;
	if (i >= seance->next) {
		get_ready(seance, s, bytes);
		return;
	}
	seance->heard[s] = i;
	say_what_follows(seance, s, i + 1);
	say_early(seance, s, i + 1);
}

static char *copied(const char *text, size_t size)
{
	return text ? bytes_copy(text, size) : NULL;
}

static void answered(void *user, const struct rejoin_answer *answer)
{
	struct seance *seance = user;

	seance->answers =
		bytes_resized(seance->answers, (size_t)(seance->answer_count + 1) * sizeof(*seance->answers));
	seance->answers[seance->answer_count++] =
		(struct told_answer){.seat = answer->seat,
				     .turn = answer->turn,
				     .message = answer->message,
				     .recorded = copied(answer->recorded, answer->recorded_size),
				     .answered = copied(answer->answered, answer->answered_size),
				     .recorded_ns = answer->recorded_ns,
				     .answered_ns = answer->answered_ns,
				     .same = answer->same,
				     .told = answer->told,
				     .misled = answer->misled};
}

/* ---- a seance ---- */

static int who_speaks(const struct seance *seance)
{
	for (int s = 0; s < SEATS; s++)
		if (seance->there[s] && (seance->mouth[s].size || seance->ending[s]))
			return s;
	return SEATS;
}

static void speaks(struct seance *seance, int s)
{
	struct bytes *mouth = &seance->mouth[s];
	size_t size = seance->piece && seance->piece < mouth->size ? seance->piece : mouth->size;
	char *bytes;

	seance->now += seance->slow;
	if (!size) {
		seance->ending[s] = seance->there[s] = false;
		seance->state = rejoin_exited(seance->rejoin, seance->now, s, (struct ending){.code = 3});
		return;
	}
	bytes = bytes_copy(mouth->at, size);
	bytes_drop(mouth, size);
	seance->state = rejoin_bytes(seance->rejoin, seance->now, s, bytes, size);
	free(bytes);
}

void seance_hold(struct seance *seance, const struct dialogue *dialogue, int cut, unsigned fed)
{
	static const struct rejoin_events events = {
		.next = next, .spawn = spawn, .leave = leave, .write = hear, .answered = answered};
	char *problem = NULL;
	int s;

	seance->dialogue = dialogue;
	seance->cut = cut;
	seance->now = 7000000;
	seance->rejoin = rejoin_new(&dialogue->setup, fed, &events, seance, &problem);
	if (!seance->rejoin)
		fail_msg("no rejoin: %s", problem);
	if (seance->tries)
		rejoin_try(seance->rejoin,
			   seance->limit ? &(struct patience){seance->limit, seance->limit} : NULL);
	seance->state = rejoin_go(seance->rejoin, seance->now);
	while (seance->state == REJOIN_WAITS) {
		s = who_speaks(seance);
		if (s < SEATS) {
			speaks(seance, s);
			continue;
		}
		assert_true(rejoin_deadline(seance->rejoin) < INT64_MAX);
		assert_true(rejoin_deadline(seance->rejoin) >= seance->now);
		if (rejoin_deadline(seance->rejoin) > seance->now) /* a nanosecond earlier it still waits */
			assert_int_equal(rejoin_time(seance->rejoin, rejoin_deadline(seance->rejoin) - 1),
					 REJOIN_WAITS);
		seance->now = rejoin_deadline(seance->rejoin);
		seance->state = rejoin_time(seance->rejoin, seance->now);
	}
	for (s = 0; s < SEATS && seance->state == REJOIN_DONE; s++)
		if (seance->there[s] && seance->mouth[s].size)
			rejoin_bytes(seance->rejoin, seance->now, s, seance->mouth[s].at,
				     seance->mouth[s].size);
}

void seance_end(struct seance *seance)
{
	for (int s = 0; s < SEATS; s++) {
		bytes_free(&seance->mouth[s]);
		bytes_free(&seance->told[s]);
	}
	for (int i = 0; i < seance->answer_count; i++) {
		free(seance->answers[i].recorded);
		free(seance->answers[i].answered);
	}
	free(seance->answers);
	rejoin_free(seance->rejoin);
}

void expect_done(const struct seance *seance, int differences)
{
	if (seance->state != REJOIN_DONE)
		fail_msg("not done: %s", rejoin_result(seance->rejoin)->problem);
	if (rejoin_result(seance->rejoin)->differences != differences)
		for (int i = 0; i < seance->answer_count; i++)
			if (!seance->answers[i].same)
				print_message("turn %d: was %s, is %s\n", seance->answers[i].turn,
					      seance->answers[i].recorded, seance->answers[i].answered);
	assert_int_equal(rejoin_result(seance->rejoin)->differences, differences);
}

void expect_failed(const struct seance *seance, const char *part)
{
	assert_int_equal(seance->state, REJOIN_FAILED);
	if (!strstr(rejoin_result(seance->rejoin)->problem, part))
		fail_msg("\"%s\" does not say \"%s\"", rejoin_result(seance->rejoin)->problem, part);
}

const struct told_answer *difference(const struct seance *seance, int n)
{
	for (int i = 0; i < seance->answer_count; i++)
		if (!seance->answers[i].same && n-- == 0)
			return &seance->answers[i];
	fail_msg("there is no such difference");
	return NULL;
}

void seance_live(struct seance *seance, struct dialogue *live)
{
	const struct dialogue *was = seance->dialogue;
	size_t size;
	const char *rest;

	*live = (struct dialogue){.end = was->end, .now = seance->now};
	setup_copy(&live->setup, &was->setup);
	live->lines = bytes_new((size_t)was->line_count * sizeof(*live->lines));
	live->line_room = was->line_count;
	for (; live->line_count < seance->cut; live->line_count++) {
		struct line *line = &live->lines[live->line_count];

		*line = (struct line){.message = *at(seance, live->line_count), .told = true};
		line->message.bytes = bytes_copy(line->message.bytes, line->message.size);
	}
	live->judge = rejoin_take(seance->rejoin);
	replay_live(live->judge, live->now, at(seance, was->line_count - 1)->n,
		    at(seance, was->line_count - 1)->n, "resumed");
	dialogue_settle(live);
	for (int s = 0; s < SEATS; s++) {
		rest = rejoin_rest(seance->rejoin, s, &size);
		if (size)
			dialogue_bytes(live, s, rest, size);
	}
}
