/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* talk_input.c - what comes to the judge besides requests: lines, bytes, time, exits, and measurements.  */
#include "talk.h"

#include "ringside/words.h"

#include <stdlib.h>
#include <string.h>

/* Everything written to the seat that no statement has mentioned yet, as hexadecimal digits.  */
static char *untold_bytes(struct dialogue *dialogue, int seat)
{
	struct bytes text = {0};

	bytes_add(&text, "", 0);
	for (int i = 0; i < dialogue->line_count; i++) {
		struct line *line = &dialogue->lines[i];

		if (line->told || line->message.seat != seat || line->message.direction != TO_AGENT)
			continue;
		line->told = true;
		for (size_t k = 0; k < line->message.size; k++)
			bytes_addf(&text, "%02x", (unsigned char)line->message.bytes[k]);
	}
	return text.at;
}

static void expect_bytes(struct dialogue *dialogue, int seat, const char *hex)
{
	FREED char *got = untold_bytes(dialogue, seat);
	FREED char *want = bytes_copy(hex, strlen(hex));
	char *end = want;

	for (const char *at = hex; *at; at++)
		if (*at != ' ')
			*end++ = *at;
	*end = '\0';
	if (strcmp(got, want) != 0)
		talk_failed("expected the bytes %s to seat %d, got %s", *want ? want : "none", seat,
			    *got ? got : "none");
}

/* Reads the escapes of edit_read(). The caller frees.  */
static struct bytes bytes_of(const char *text, bool binary)
{
	struct bytes bytes = {0};
	char *problem;

	bytes_add(&bytes, "", 0);
	problem = edit_read(text, binary, &bytes);
	if (problem)
		talk_failed("expected bytes, got %s", problem);
	return bytes;
}

static void say(struct dialogue *dialogue, int seat, enum stream stream, const char *text, bool binary)
{
	FREED_BY(bytes_free) struct bytes bytes = bytes_of(text, binary);

	dialogue->spoke_unasked[seat] =
		judge_bytes(dialogue->judge, dialogue->now, seat, stream, bytes.at, bytes.size);
	dialogue_settle(dialogue);
}

bool talk_said(struct talk *of, const char *text)
{
	struct dialogue *dialogue = &of->dialogue;
	int seat = text[0] - '0';
	bool to = text[1] == '>';
	size_t size;
	char *line;

	if (seat < 0 || seat >= SEATS || (text[1] != '<' && !to))
		return false;
	of->checks += to;
	size = strcspn(text, " ");
	if (size == 2) {
		line = bytes_text("%c %s\n", text[1], text[2] ? text + 3 : "");
		talk(dialogue, seat, line);
		free(line);
		return true;
	}
	line = bytes_copy(text, size);
	text += size + (text[size] == ' ');
	if (strcmp(line + 1, ">x") == 0)
		expect_bytes(dialogue, seat, text);
	else if (strcmp(line + 1, "<x") == 0 || strcmp(line + 1, "<<") == 0)
		say(dialogue, seat, STREAM_STDOUT, text, line[2] == 'x');
	else if (strcmp(line + 1, "<e") == 0)
		say(dialogue, seat, STREAM_STDERR, text, false);
	else
		talk_failed("expected <, <<, <x, <e, > or >x, got \"%s\"", line + 1);
	free(line);
	return true;
}

/* Counts what was written to the seat so far as mentioned.  */
static void forget(struct dialogue *dialogue, int seat)
{
	for (int i = 0; i < dialogue->line_count; i++)
		if (dialogue->lines[i].message.seat == seat)
			dialogue->lines[i].told = true;
}

/* ---- time ---- */

static int64_t time_of(const struct dialogue *dialogue, const char *text)
{
	int64_t t =
		strcmp(text, "due") == 0 ? judge_deadline(dialogue->judge) : dialogue->now + talk_time(text);

	if (t == INT64_MAX)
		talk_failed("expected a deadline, got none");
	return t;
}

/* Until a nanosecond before that time nothing is written and the match goes on.  */
static void silent_until(struct talk *of, const char *text)
{
	struct dialogue *dialogue = &of->dialogue;
	int64_t t = dialogue->now + talk_time(text);

	dialogue_at(dialogue, t - 1);
	for (int s = 0; s < SEATS; s++)
		dialogue_silent(dialogue, s);
	if (judge_match(dialogue->judge)->over)
		talk_failed("expected the match to go on, got the verdict %s",
			    judge_match(dialogue->judge)->verdict.reason);
	dialogue_at(dialogue, t);
}

/* Time goes on until an agent thinks, or nothing is due.  */
static void pass_lines(struct dialogue *dialogue)
{
	const struct judge *judge = dialogue->judge;

	while (!judge_seat(judge, SEAT_1).thinks && !judge_seat(judge, SEAT_2).thinks &&
	       judge_deadline(judge) != INT64_MAX)
		dialogue_at(dialogue, judge_deadline(judge));
}

/* ---- processes ---- */

static void ends(struct dialogue *dialogue, const char *text)
{
	int seat = talk_seat(&text);
	struct ending ending = {.signalled = talk_word(&text, "signal")};

	if (!ending.signalled && !talk_word(&text, "status"))
		talk_failed("expected status N or signal N, got \"%s\"", text);
	ending.code = (int)talk_number(&text);
	ending.signal = *text ? text : NULL;
	dialogue_exit(dialogue, seat, ending);
}

static enum stream take_stream(const char **text)
{
	bool input = talk_word(text, "stdin");

	if (!input && !talk_word(text, "stdout"))
		talk_failed("expected stdin or stdout, got \"%s\"", *text);
	return input ? STREAM_STDIN : STREAM_STDOUT;
}

static void closes(struct dialogue *dialogue, const char *text)
{
	int seat = talk_seat(&text);

	judge_closed(dialogue->judge, dialogue->now, seat, take_stream(&text));
}

/* The system cannot read or write the stream, says why, and closes it.  */
static void fails(struct dialogue *dialogue, int seat, const char *text)
{
	enum stream stream = take_stream(&text);

	judge_failed(dialogue->judge, dialogue->now, seat, stream, text);
	judge_closed(dialogue->judge, dialogue->now, seat, stream);
}

/* Takes a time such as `345ms` off the text.  */
static int64_t take_time(const char **text)
{
	size_t size = strcspn(*text, " ");
	FREED char *word = bytes_copy(*text, size);
	int64_t ns = talk_time(word);

	*text += size + strspn(*text + size, " ");
	return ns;
}

/* The judge was held up: since when it was awake, from when, and until when, which is now.  */
static void held_up(struct dialogue *dialogue, const char *text)
{
	int64_t now = dialogue->now, seen = now + take_time(&text), from = now + take_time(&text);

	dialogue->now = now + talk_time(text);
	judge_held_up(dialogue->judge, seen, from, dialogue->now);
}

/* KIND BYTES CPU THREADS  */
static void does(struct dialogue *dialogue, int seat, const char *text)
{
	struct activity activity = {0};
	FREED char *kind = bytes_copy(text, strcspn(text, " "));

	activity.kind = activity_named(kind);
	if (!talk_word(&text, kind) || activity.kind == ACTIVITY_NOTHING)
		talk_failed("expected an activity, got \"%s\"", kind);
	activity.unread = talk_number(&text);
	activity.cpu_ns = take_time(&text);
	activity.threads = (int)talk_number(&text);
	judge_activity(dialogue->judge, dialogue->now, seat, &activity);
}

/* PROCESS SIGNAL, and its frames below.  */
static void backtrace(struct dialogue *dialogue, int seat, const char *text, const struct talk_block *below)
{
	FREED char *frames = talk_text(below);
	int64_t process = talk_number(&text);

	judge_backtrace(dialogue->judge, dialogue->now, seat, process, text, frames, strlen(frames));
}

static bool is_on(const char *text)
{
	if (strcmp(text, "on") != 0 && strcmp(text, "off") != 0)
		talk_failed("expected on or off, got \"%s\"", text);
	return text[1] == 'n';
}

static void measures_folder(struct talk *of, int seat, const char *text)
{
	int64_t bytes = talk_number(&text), allowed = talk_number(&text);
	bool taken = judge_folder(of->dialogue.judge, of->dialogue.now, seat, bytes, allowed);
	bool ignored = strcmp(text, "ignored") == 0;

	of->checks++;
	if (taken == ignored)
		talk_failed("expected the folder's size to be %s, got the opposite",
			    ignored ? "ignored" : "taken");
}

/* A statement with a seat and a text.  */
static bool of_seat(struct talk *of, const char *word, const struct talk_statement *statement)
{
	static const char *const words[] = {"started",   "not-started", "drain",  "memory",   "folder",
					    "traced",    "unread",      "awaits", "connects", "leaves",
					    "stranger",  "waited",      "charge", "activity", "failed",
					    "backtrace", "used",        NULL};
	const char *text = statement->text;
	struct judge *judge = of->dialogue.judge;
	int64_t now = of->dialogue.now, more;
	int i = 0, seat;

	while (words[i] && strcmp(words[i], word) != 0)
		i++;
	if (!words[i])
		return false;
	seat = talk_seat(&text);
	switch (i) {
	case 0: judge_started(judge, now, seat); break;
	case 1: judge_not_started(judge, now, seat, text); break;
	case 2:
		free(of->in_pipe[seat]);
		of->in_pipe[seat] = bytes_of(text, false).at;
		of->dialogue.in_pipe[seat] = of->in_pipe[seat];
		break;
	case 3: judge_memory(judge, now, seat, talk_number(&text)); break;
	case 4: measures_folder(of, seat, text); break;
	case 5: judge_traced(judge, now, seat, is_on(text)); break;
	case 6: judge_question_unread(judge, seat); break;
	case 7: judge_awaits(judge, now, seat, text); break;
	case 8: judge_connected(judge, now, seat, true); break;
	case 9: judge_connected(judge, now, seat, false); break;
	case 10: judge_stranger(judge, now, seat, text); break;
	case 11:
		more = take_time(&text);
		judge_waited(judge, now, seat, more, talk_time(text));
		break;
	case 12: judge_charge(judge, seat, talk_time(text)); break;
	case 13: does(&of->dialogue, seat, text); break;
	case 14: fails(&of->dialogue, seat, text); break;
	case 16:
		more = take_time(&text);
		judge_used(judge, now, seat, more, talk_number(&text));
		break;
	case 15: backtrace(&of->dialogue, seat, text, &statement->below); break;
	}
	return true;
}

bool talk_input(struct talk *of, const char *word, const struct talk_statement *statement)
{
	struct dialogue *dialogue = &of->dialogue;
	const char *text = statement->text;

	if (strcmp(word, "clock") == 0 && strcmp(text, "asked") == 0)
		pass_lines(dialogue);
	else if (strcmp(word, "clock") == 0)
		dialogue_at(dialogue, time_of(dialogue, text));
	else if (strcmp(word, "meanwhile") == 0)
		dialogue->now = time_of(dialogue, text);
	else if (strcmp(word, "silent") == 0 && talk_word(&text, "until"))
		of->checks++, silent_until(of, text);
	else if (strcmp(word, "forget") == 0)
		forget(dialogue, talk_seat(&text));
	else if (strcmp(word, "held-up") == 0)
		held_up(dialogue, text);
	else if (strcmp(word, "unstarted") == 0)
		dialogue->manual = true;
	else if (strcmp(word, "exit") == 0)
		ends(dialogue, text);
	else if (strcmp(word, "closed") == 0)
		closes(dialogue, text);
	else if (strcmp(word, "wake") == 0)
		judge_wake(dialogue->judge, (unsigned)talk_number(&text));
	else if (strcmp(word, "dismiss") == 0 && *text)
		judge_dismiss_one(dialogue->judge, dialogue->now, talk_seat(&text));
	else if (strcmp(word, "dismiss") == 0)
		judge_dismiss(dialogue->judge, dialogue->now);
	else if (!of_seat(of, word, statement))
		return false;
	dialogue_settle(dialogue);
	return true;
}
