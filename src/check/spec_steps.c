/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec_steps.c - the steps of a dialogue: what is sent, and what is awaited (ringside/spec.h).  */
#include "spec_talk.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How long nothing may come at least, and how far apart single bytes are sent.  */
#define SILENCE ((int64_t)150 * NS_PER_MS)
#define APART   ((int64_t)2 * NS_PER_MS)

/* ---- steps that send ---- */

/* Tells the system what is sent, and keeps it for people.  */
static void note(struct spec_talk *talk, const char *bytes, size_t size)
{
	struct bytes *line = &talk->sent_line;
	const char *at;

	spec_lines_add(&talk->lines, "> ", bytes, size, talk_is_binary(talk));
	bytes_add(line, bytes, size);
	if (talk_is_binary(talk)) {
		if (talk_spec(talk)->sent)
			talk_spec(talk)->sent(talk->state, line->at, line->size);
		bytes_drop(line, line->size);
	}
	while (line->size && (at = memchr(line->at, '\n', line->size))) {
		if (talk_spec(talk)->sent)
			talk_spec(talk)->sent(talk->state, line->at, (size_t)(at - line->at));
		free(talk->last_line);
		talk->last_line = bytes_copy(line->at, strcspn(line->at, "\r\n"));
		bytes_drop(line, (size_t)(at + 1 - line->at));
	}
}

static void write_now(struct spec_talk *talk, const char *bytes, size_t size, bool asks)
{
	talk->asked = asks;
	if (asks)
		agent_asks(talk->agent, loop_now(), size);
	agent_write(talk->agent, bytes, size);
}

void talk_write(struct spec_talk *talk, const char *bytes, size_t size, bool asks)
{
	note(talk, bytes, size);
	write_now(talk, bytes, size, asks);
}

/* How many of the bytes that are left go in one write.  Those of a line end go together: after its first one
 * the agent may answer.  */
static size_t piece(const struct spec_talk *talk)
{
	const struct bytes *left = &talk->sending;
	const char *end;

	if (talk->bytewise)
		return left->size <= strlen(talk_spec(talk)->line_end) ? left->size : 1;
	end = memchr(left->at, '\n', left->size);
	return end ? (size_t)(end + 1 - left->at) : left->size;
}

void talk_write_next(struct spec_talk *talk)
{
	int64_t t = loop_now(), early = talk->line_at + talk->line_delay - t;
	size_t size = piece(talk);
	bool ends = size && talk->sending.at[size - 1] == '\n';

	if (talk->line_delay && early > 0) {
		talk_wait(talk, WAIT_SENDING, early);
		return;
	}
	write_now(talk, talk->sending.at, size, talk->asks && !talk->bytewise && size == talk->sending.size);
	bytes_drop(&talk->sending, size);
	if (ends)
		talk->line_at = t;
	if (talk->sending.size)
		talk_wait(talk, WAIT_SENDING, talk->bytewise ? APART : 0);
	else
		talk_wait_no_more(talk);
}

/* Appends what the escape behind a backslash stands for.  Returns its last character.  */
static const char *unescape(const char *escape, struct bytes *out)
{
	char digits[3] = "", byte;

	if (*escape == 'x') {
		memcpy(digits, escape + 1, 2);
		byte = (char)strtol(digits, NULL, 16);
	} else {
		byte = *escape == 'r' ? '\r' : '\n';
	}
	bytes_add(out, &byte, 1);
	return *escape == 'x' ? escape + 2 : escape;
}

/* Appends the text with what its names stand for, and its escapes if there may be any.  */
static void expand(struct spec_talk *talk, const char *text, size_t size, bool escapes, struct bytes *out)
{
	char name[32];

	for (size_t i = 0; i < size; i++) {
		size_t length = 0;
		bool known;

		if (escapes && text[i] == '\\' && i + 1 < size) {
			i = (size_t)(unescape(text + i + 1, out) - text);
			continue;
		}
		if (text[i] != '$') {
			bytes_add(out, text + i, 1);
			continue;
		}
		while (i + 1 < size && length < sizeof(name) - 1 && text[i + 1] >= 'a' && text[i + 1] <= 'z')
			name[length++] = text[++i];
		name[length] = '\0';
		known = talk_spec(talk)->word && talk_spec(talk)->word(talk->state, name, out);
		assert(known); /* a test looks through the cases for names that their system does not know */
		(void)known;
	}
}

/* Does a step that awaits an answer follow?  */
static bool answer_follows(const char *steps)
{
	while (strncmp(steps, "within ", 7) == 0 || strncmp(steps, "turn ", 5) == 0) {
		steps += strcspn(steps, "\n");
		steps += *steps == '\n';
	}
	return *steps == '<' || *steps == '=';
}

static void send_step(struct spec_talk *talk, const char *text, size_t size, bool raw)
{
	bool asks = !raw && answer_follows(talk->next);
	struct bytes out = {0};

	expand(talk, text, size, raw, &out);
	if (!raw)
		bytes_add_text(&out, talk_spec(talk)->line_end);
	if (talk->bytewise || talk->line_delay) {
		note(talk, out.at, out.size);
		bytes_add(&talk->sending, out.at, out.size);
		talk->asks = asks;
		talk->asked = false;
		talk_wait(talk, WAIT_SENDING, talk->bytewise ? APART : 0);
	} else {
		talk_write(talk, out.at, out.size, asks);
	}
	bytes_free(&out);
}

/* ---- steps that wait ---- */

static int64_t answer_limit(const struct spec_talk *talk)
{
	const struct setup *setup = &talk->copy;

	if (talk->strict)
		return talk->strict + setup->tolerance;
	if (!talk->any_answer && setup->start_limit > talk->setup->patience)
		return setup->start_limit + setup->tolerance;
	return talk->setup->patience;
}

static void await(struct spec_talk *talk, const char *kind, size_t size, bool optional)
{
	assert(size < sizeof(talk->kind));
	memcpy(talk->kind, kind, size);
	talk->kind[size] = '\0';
	talk->optional = optional;
	talk_wait(talk, WAIT_ANSWER, answer_limit(talk));
}

/* `line`: what it has to be, and its kind.  */
static void await_same(struct spec_talk *talk, const char *line, size_t size)
{
	size_t text = strcspn(line, " ");

	bytes_drop(&talk->wanted, talk->wanted.size);
	expand(talk, line, text, true, &talk->wanted);
	bytes_add(&talk->wanted, "", 0);
	talk->compares = true;
	await(talk, line + text + 1, size - text - 1, false);
}

static void check_memory(struct spec_talk *talk)
{
	struct bytes most = {0};
	int64_t peak = agent_usage_now(talk->agent).peak;

	talk_spec(talk)->word(talk->state, "memory", &most);
	if (peak > strtoll(most.at, NULL, 10))
		talk_broken(talk, bytes_text("it has used %" PRId64 " bytes of memory, %s are allowed", peak,
					     most.at));
	bytes_free(&most);
}

/* It is empty if it can be removed as it is.  */
static void check_folder(struct spec_talk *talk)
{
	if (rmdir(talk->folder) == 0)
		mkdir(talk->folder, 0700);
	else
		talk_broken(talk, bytes_text("it has left files in its folder"));
}

static bool is_step(const char *line, size_t size, const char *word)
{
	return size == strlen(word) && memcmp(line, word, size) == 0;
}

static void do_step(struct spec_talk *talk, const char *line, size_t size)
{
	if (size > 2 && memcmp(line, "> ", 2) == 0) {
		send_step(talk, line + 2, size - 2, false);
	} else if (size > 3 && memcmp(line, ">> ", 3) == 0) {
		send_step(talk, line + 3, size - 3, true);
	} else if (size > 2 && memcmp(line, "< ", 2) == 0) {
		await(talk, line + 2, size - 2, false);
	} else if (size > 3 && memcmp(line, "<? ", 3) == 0) {
		await(talk, line + 3, size - 3, true);
	} else if (size > 2 && memcmp(line, "= ", 2) == 0) {
		await_same(talk, line + 2, size - 2);
	} else if (size > 5 && memcmp(line, "turn ", 5) == 0) {
		talk->turn = (int)strtol(line + 5, NULL, 10);
	} else if (is_step(line, size, SPEC_SILENT) || is_step(line, size, SPEC_QUIET)) {
		memcpy(talk->kind, line, size);
		talk->kind[size] = '\0';
		talk_wait(talk, WAIT_SILENCE, SILENCE);
	} else if (is_step(line, size, "bytewise")) {
		talk->bytewise = true;
	} else if (is_step(line, size, "within turn")) {
		talk->strict = talk->copy.turn_limit;
	} else if (size > 7 && memcmp(line, "within ", 7) == 0) {
		talk->strict = strtoll(line + 7, NULL, 10) * NS_PER_MS;
	} else if (is_step(line, size, "clean")) {
		check_folder(talk);
	} else if (is_step(line, size, "memory")) {
		check_memory(talk);
	} else {
		talk->well = is_step(line, size, "leaves well");
		assert(talk->well || is_step(line, size, "leaves"));
		talk_wait(talk, WAIT_END,
			  talk->setup->protocol->limits.goodbye + talk->setup->session.setup.tolerance);
	}
}

void talk_go_on(struct spec_talk *talk)
{
	while (!talk->over && talk->wait == WAIT_NOTHING && *talk->next) {
		const char *line = talk->next;
		size_t size = strcspn(line, "\n");

		talk->next = line + size + (line[size] == '\n');
		do_step(talk, line, size);
	}
	if (!talk->over && talk->wait == WAIT_NOTHING)
		talk_end(talk, CASE_PASSED, NULL);
}
