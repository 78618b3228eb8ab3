/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* talk.c - reads a file of a dialogue, and plays it statement by statement.  */
#include "talk.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The current place, for messages. A file that `do` names has its caller behind it.  */
struct location {
	const struct talk_file *file;
	int number;
	const struct location *from;
};

static jmp_buf out;
static const struct location *here;
static char *mistake;

void dialogue_failed(const char *format, ...)
{
	struct bytes text = {0};
	va_list args;
	char *what;

	va_start(args, format);
	what = bytes_vtext(format, args);
	va_end(args);
	bytes_addf(&text, "%s:%d: %s", here->file->path, here->number, what);
	for (const struct location *from = here->from; from; from = from->from)
		bytes_addf(&text, " (from %s:%d)", from->file->path, from->number);
	free(what);
	mistake = text.at;
	longjmp(out, 1);
}

/* ---- reading ---- */

static char *content_of(const char *path, char **problem)
{
	FILE *file = fopen(path, "rb");
	struct bytes text = {0};
	char part[4096];

	if (!file) {
		*problem = bytes_text("%s: %s", path, strerror(errno));
		return NULL;
	}
	bytes_add(&text, "", 0);
	for (size_t size; (size = fread(part, 1, sizeof(part), file));)
		bytes_add(&text, part, size);
	fclose(file);
	return text.at;
}

struct talk_file *talk_open(const char *path, char **problem)
{
	char *content = content_of(path, problem);
	struct talk_file *file;
	int number = 0;

	if (!content)
		return NULL;
	file = bytes_new(sizeof(*file));
	file->path = bytes_text("%s", path);
	file->content = content;
	for (char *at = content, *next; *at; at = next) {
		size_t size = strcspn(at, "\n"), depth = strspn(at, "\t");

		next = at + size + (at[size] == '\n');
		at[size] = '\0';
		number++;
		if (at[depth] == '\0' || (at[depth] == '#' && depth == 0))
			continue;
		file->lines =
			bytes_resized(file->lines, ((size_t)file->line_count + 1) * sizeof(*file->lines));
		file->lines[file->line_count++] = (struct talk_line){at + depth, number, (int)depth};
	}
	return file;
}

void talk_close(struct talk_file *file)
{
	free(file->path);
	free(file->content);
	free(file->lines);
	free(file);
}

char *talk_text(const struct talk_block *block)
{
	struct bytes text = {0};

	bytes_add(&text, "", 0);
	for (int i = 0; i < block->count; i++)
		bytes_addf(&text, "%s\n", block->lines[i].text);
	return text.at;
}

/* ---- words ---- */

bool talk_word(const char **text, const char *word)
{
	size_t size = strlen(word);

	if (strncmp(*text, word, size) != 0 || ((*text)[size] != ' ' && (*text)[size] != '\0'))
		return false;
	*text += size + strspn(*text + size, " ");
	return true;
}

int64_t talk_number(const char **text)
{
	char *end;
	int64_t number = strtoll(*text, &end, 10);

	if (end == *text || (*end != ' ' && *end != '\0'))
		talk_failed("expected a number, got \"%s\"", *text);
	*text = end + strspn(end, " ");
	return number;
}

int talk_seat(const char **text)
{
	int64_t seat = talk_number(text);

	if (seat < 0 || seat >= SEATS)
		talk_failed("expected a seat from 0 to 2, got %lld", (long long)seat);
	return (int)seat;
}

int64_t talk_time(const char *text)
{
	static const struct {
		const char *name;
		int64_t ns;
	} units[] = {{"ns", 1}, {"us", 1000}, {"ms", NS_PER_MS}, {"s", NS_PER_S}};
	int64_t sum = 0;

	do {
		char *unit;
		int64_t count = strtoll(text, &unit, 10);
		size_t size = strcspn(unit, " "), i = 0;

		while (i < 4 && (strlen(units[i].name) != size || strncmp(unit, units[i].name, size) != 0))
			i++;
		if (unit == text || i == 4)
			talk_failed("expected a time as 20ms, got \"%s\"", text);
		sum += count * units[i].ns;
		text = unit + size + strspn(unit + size, " ");
	} while (*text);
	return sum;
}

/* ---- playing ---- */

static void play_lines(struct talk *talk, const struct talk_file *file, const struct talk_line *lines,
		       int count, const struct location *from);

/* The statements of another file of the same folder.  */
static void play_other(struct talk *talk, const struct talk_file *file, const char *name)
{
	const char *slash = strrchr(file->path, '/');
	FREED char *path = bytes_text("%.*s%s", slash ? (int)(slash + 1 - file->path) : 0, file->path, name);
	char *problem = NULL;
	struct talk_file *other = talk_open(path, &problem);

	if (!other)
		talk_failed("expected a file, got %s", problem);
	play_lines(talk, other, other->lines, other->line_count, here);
	talk_close(other);
}

static void refused(struct talk *talk, const struct talk_statement *statement)
{
	const char *text = statement->text;
	FREED char *word = bytes_copy(text, strcspn(text, " "));

	free(talk->refusal);
	talk->refusal = NULL;
	talk->checks++;
	if (*text == ':')
		talk->refusal = talk_request(talk, text + 1);
	else if (talk_word(&text, "begin"))
		judge_free(judge_new(&talk->dialogue.setup, &talk->refusal));
	else if (talk_word(&text, "resume-after"))
		talk->refusal = talk_resume(talk, text);
	else if (talk_word(&text, "why"))
		talk->refusal = dialogue_no_why(&talk->dialogue, WHY_MESSAGE, talk_number(&text));
	else if (talk_word(&text, "option"))
		talk_setup(talk, "refused", &(struct talk_statement){text, statement->below});
	else if (!talk_adds(talk, word, text + strlen(word) + (text[strlen(word)] == ' '), &talk->refusal))
		talk_failed("expected :REQUEST, begin or option behind \"refused\", got \"%s\"", text);
	if (!talk->refusal)
		talk_failed("expected a refusal, got none");
	if (talk->dialogue.judge)
		dialogue_settle(&talk->dialogue);
}

static void granted(struct talk *talk, const char *text)
{
	char *problem = talk_request(talk, text);

	if (problem)
		talk_failed("expected \"%s\" to be granted, got \"%s\"", text, problem);
	dialogue_settle(&talk->dialogue);
}

static void play_statement(struct talk *talk, const struct talk_file *file, const char *text,
			   struct talk_block below)
{
	size_t size = strcspn(text, " ");
	FREED char *word = bytes_copy(text, size);
	struct talk_statement statement = {text + size + strspn(text + size, " "), below};

	if (strcmp(word, "do") == 0)
		play_other(talk, file, statement.text);
	else if (strcmp(word, "repeat") == 0)
		for (int64_t n = talk_number(&statement.text); n > 0; n--)
			play_lines(talk, file, below.lines, below.count, here->from);
	else if (strcmp(word, "refused") == 0)
		refused(talk, &statement);
	else if (!talk_setup(talk, word, &statement)) {
		if (!talk->dialogue.judge && strcmp(word, "?refusal") != 0)
			talk_failed("expected \"begin\" before it, got \"%s\"", text);
		if (*text == ':')
			granted(talk, text + 1);
		else if (!talk_said(talk, text) && !talk_input(talk, word, &statement) &&
			 !talk_stop(talk, word, &statement) && !talk_query(talk, word, &statement))
			talk_failed("expected a statement, got \"%s\"", text);
	}
}

static void play_lines(struct talk *talk, const struct talk_file *file, const struct talk_line *lines,
		       int count, const struct location *from)
{
	const struct location *before = here;
	struct location place = {file, 0, from};

	here = &place;
	for (int i = 0, next; i < count; i = next) {
		next = i + 1;
		while (next < count && lines[next].depth > lines[i].depth)
			next++;
		place.number = lines[i].number;
		play_statement(talk, file, lines[i].text, (struct talk_block){&lines[i + 1], next - i - 1});
	}
	here = before;
}

char *talk_play(const struct talk_file *file, int from, int to, int *checks)
{
	FREED struct talk *talk = bytes_new(sizeof(*talk));

	talk->message = -1;
	mistake = NULL;
	here = &(struct location){file, to > from ? file->lines[to - 1].number : 1, NULL};
	if (!setjmp(out)) {
		if (to > from)
			play_lines(talk, file, &file->lines[from], to - from, NULL);
		if (!talk->protocol)
			talk_failed("expected a dialogue, got nothing");
		if (talk->dialogue.judge)
			dialogue_replays(&talk->dialogue);
	}
	*checks += talk->checks;
	talk_unwatch(talk);
	dialogue_free(&talk->dialogue);
	for (int s = 0; s < SEATS; s++)
		free(talk->in_pipe[s]);
	free(talk->refusal);
	return mistake;
}
