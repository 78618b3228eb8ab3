/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* talk_query.c - what must be true of the match now: the statements that begin with a question mark.  */
#include "talk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- which message is meant ---- */

/* A message, with its line end if the text ends in \\n. The caller frees.  */
static char *beginning(const char *text)
{
	size_t size = strlen(text);

	return size > 2 && strcmp(text + size - 2, "\\n") == 0 ? bytes_text("%.*s\n", (int)size - 2, text)
							       : bytes_text("%s", text);
}

static int last_that_begins(const struct dialogue *dialogue, int seat, const char *begin)
{
	FREED char *text = beginning(begin);
	const struct message *message = dialogue_find(dialogue, seat, text);

	for (int i = 0; message && i < dialogue->line_count; i++)
		if (&dialogue->lines[i].message == message)
			return i;
	return -1;
}

static void find_last(struct talk *talk, const char *text)
{
	int seat = talk_seat(&text);

	talk->message = last_that_begins(&talk->dialogue, seat, text);
	if (talk->message < 0)
		talk_failed("expected a message of seat %d that begins \"%s\", got none", seat, text);
}

static void find_event(struct talk *talk, const char *text)
{
	int seat = talk_seat(&text);

	for (int i = talk->dialogue.line_count; i-- > 0;) {
		const struct message *message = &talk->dialogue.lines[i].message;
		const struct event *event = &message->event;

		if (message->seat != seat || message->direction != EVENT)
			continue;
		if (strcmp(event_name(event->kind), text) == 0 ||
		    ((event->kind == EVENT_FAULT || event->kind == EVENT_NOTICE) &&
		     strcmp(event->word, text) == 0)) {
			talk->message = i;
			return;
		}
	}
	talk_failed("expected an event \"%s\" of seat %d, got none", text, seat);
}

static const struct line *found(const struct talk *talk)
{
	if (talk->message < 0)
		talk_failed("expected ?last or ?event before it, got neither");
	return &talk->dialogue.lines[talk->message];
}

static void is_earlier(struct talk *talk, const char *text)
{
	int seat = talk_seat(&text), other = last_that_begins(&talk->dialogue, seat, text);

	if (other < 0 || found(talk)->message.n >= talk->dialogue.lines[other].message.n)
		talk_failed("expected it earlier than \"%s\" of seat %d, got it later", text, seat);
}

/* The very next message.  */
static void is_next(struct talk *talk, const char *text)
{
	int seat = talk_seat(&text), other = last_that_begins(&talk->dialogue, seat, text);

	if (other < 0 || found(talk)->message.n + 1 != talk->dialogue.lines[other].message.n)
		talk_failed("expected it right before \"%s\" of seat %d, got it elsewhere", text, seat);
}

static void is_counted(struct talk *talk, const char *text)
{
	int seat = talk_seat(&text), count = (int)talk_number(&text);
	FREED char *begin = beginning(text);
	int got = dialogue_count(&talk->dialogue, seat, begin);

	if (got != count)
		talk_failed("expected \"%s\" of seat %d %d times, got it %d times", text, seat, count, got);
}

/* The text with #{1 TURN 7,7} as the number of that message.  The caller frees.  */
static char *with_numbers(const struct talk *talk, const char *text)
{
	struct bytes all = {0};

	bytes_add(&all, "", 0);
	for (const char *at; (at = strstr(text, "#{")); text = at + strcspn(at, "}") + 1) {
		FREED char *begin = bytes_copy(at + 2, strcspn(at + 2, "}"));
		int line = last_that_begins(&talk->dialogue, *begin - '0', begin + 2);

		if (line < 0)
			talk_failed("expected a message \"%s\", got none", begin);
		bytes_addf(&all, "%.*s#%" PRId64, (int)(at - text), text,
			   talk->dialogue.lines[line].message.n);
	}
	bytes_add_text(&all, text);
	return all.at;
}

/* ---- whole dialogues ---- */

static void is_dialogue(struct talk *talk, const struct talk_statement *statement)
{
	const char *seats = statement->text;
	unsigned bits = 0;
	char *got;
	FREED char *want = talk_text(&statement->below);

	while (*seats)
		bits |= 1u << talk_seat(&seats);
	got = dialogue_text(&talk->dialogue, bits);
	if (strcmp(got, want) != 0)
		talk_failed("expected the dialogue\n%s\ngot\n%s", want, got);
	free(got);
}

/* The lines to the seat, from the first one that begins with the first line below, must be the lines below.
 */
static void is_written(struct talk *talk, const struct talk_statement *statement)
{
	const struct dialogue *dialogue = &talk->dialogue;
	FREED char *want = talk_text(&statement->below);
	FREED_BY(bytes_free) struct bytes got = {0};
	bool begun = false;
	int seat;

	seat = want[0] ? talk_seat(&(const char *){statement->text}) : 0;
	bytes_add(&got, "", 0);
	for (int i = 0; i < dialogue->line_count; i++) {
		const struct message *message = &dialogue->lines[i].message;
		size_t size = message_text_size(message, NULL), first = strcspn(want, "\n");

		if (message->seat != seat || message->direction != TO_AGENT)
			continue;
		begun = begun || (size == first && strncmp(message->bytes, want, first) == 0);
		if (begun)
			bytes_addf(&got, "%.*s\n", (int)size, message->bytes);
	}
	if (strcmp(got.at, want) != 0)
		talk_failed("expected to seat %d\n%s\ngot\n%s", seat, want, got.at);
}

static void is_verdict(struct talk *talk, const char *text)
{
	int winner, blame = SEAT_NONE;
	size_t size;
	char *reason;

	if (talk_word(&text, "draw"))
		winner = WINNER_DRAW;
	else
		winner = talk_word(&text, "none") ? WINNER_NONE : talk_seat(&text);
	size = strcspn(text, " ");
	reason = bytes_copy(text, size);
	text += size + strspn(text + size, " ");
	if (talk_word(&text, "blame"))
		blame = talk_seat(&text);
	if (*text)
		talk_failed("expected nothing more, got \"%s\"", text);
	dialogue_verdict(&talk->dialogue, winner, reason, blame);
	free(reason);
}

static int times_in(const char *text, const char *part)
{
	int count = 0;

	for (; (text = strstr(text, part)); text++)
		count++;
	return count;
}

/* The lines below are `has TEXT`, in the order of the answer, `lacks TEXT`, and `times N TEXT`.  */
static void is_why(struct talk *talk, const struct talk_statement *statement)
{
	static const char *const whats[] = {"newest", "verdict", "fault", "stop", "message", "details"};
	const char *at, *word = statement->text;
	size_t what = 0;
	char *answer, *part;

	while (what < 6 && strcmp(word, whats[what]) != 0)
		what++;
	if (what == 6)
		talk_failed("expected newest, verdict, fault, stop, message or details, got \"%s\"", word);
	answer = dialogue_why(&talk->dialogue, (enum why_what)what,
			      what >= WHY_MESSAGE ? found(talk)->message.n : 0);
	at = answer;
	for (int i = 0; i < statement->below.count; i++) {
		const char *line = statement->below.lines[i].text;
		bool has = talk_word(&line, "has");
		int count = has || talk_word(&line, "lacks") ? 0 : -1;

		if (count < 0 && talk_word(&line, "times"))
			count = (int)talk_number(&line);
		part = with_numbers(talk, line);
		if (has ? !(at = strstr(at, part)) : times_in(answer, part) != count)
			talk_failed("expected %s, got\n%s", statement->below.lines[i].text, answer);
		free(part);
	}
	free(answer);
}

/* The lines below are the whole text.  */
static bool is_text(struct talk *talk, const char *word, const struct talk_statement *statement)
{
	char *got = talk_stop_text(talk, word);
	FREED char *want = talk_text(&statement->below);

	if (got && strcmp(got, want) != 0)
		talk_failed("expected\n%s\ngot\n%s", want, got);
	free(got);
	return got;
}

static void runs(const struct talk *talk)
{
	const struct judge *judge = talk->dialogue.judge;

	if (judge_stopped(judge, NULL) || judge_state(judge) != JUDGE_RUNNING)
		talk_failed("expected the match to run, got a stop");
}

static bool is_statement(struct talk *talk, const char *word, const struct talk_statement *statement)
{
	const char *text = statement->text;

	if (strcmp(word, "last") == 0)
		find_last(talk, text);
	else if (strcmp(word, "event") == 0)
		find_event(talk, text);
	else if (strcmp(word, "earlier") == 0)
		is_earlier(talk, text);
	else if (strcmp(word, "next") == 0)
		is_next(talk, text);
	else if (strcmp(word, "why") == 0 && statement->below.count)
		is_why(talk, statement);
	else if (strcmp(word, "times") == 0)
		is_counted(talk, text);
	else if (strcmp(word, "silent") == 0)
		dialogue_silent(&talk->dialogue, talk_seat(&text));
	else if (strcmp(word, "dialogue") == 0)
		is_dialogue(talk, statement);
	else if (strcmp(word, "written") == 0)
		is_written(talk, statement);
	else if (strcmp(word, "verdict") == 0)
		is_verdict(talk, text);
	else if (strcmp(word, "runs") == 0)
		runs(talk);
	else
		return is_text(talk, word, statement);
	return true;
}

/* ---- values ---- */

/* A name with numbers, a sign, and what the value must equal, contain or lack.  */
static bool compare(struct talk *talk, const char *text)
{
	static const char *const signs[] = {"=", "has", "lacks"};
	size_t size = 0;
	int sign = -1;

	for (const char *at = strchr(text, ' '); at && sign < 0; at = strchr(at + 1, ' '))
		for (int i = 0; i < 3; i++) {
			const char *rest = at + 1;

			if (sign < 0 && talk_word(&rest, signs[i])) {
				FREED char *query = bytes_copy(text, (size_t)(at - text));
				FREED char *expected = with_numbers(talk, rest);

				sign = i;
				size = (size_t)(at - text);
				talk_compare(talk, query, "=hl"[i], expected);
			}
		}
	return size > 0;
}

bool talk_query(struct talk *talk, const char *word, const struct talk_statement *statement)
{
	char *text;

	if (*word != '?')
		return false;
	talk->checks++;
	if (is_statement(talk, word + 1, statement))
		return true;
	text = bytes_text("%s %s", word + 1, statement->text);
	if (!compare(talk, text))
		talk_failed("expected =, has or lacks, got \"%s\"", text);
	free(text);
	return true;
}
