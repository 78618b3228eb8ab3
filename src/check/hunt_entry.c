/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hunt_entry.c - what comes of an entry of a hunt: it is tried again, and `why`, valgrind and its leak check
 * are asked where it happened, and gdb who wrote what was bad there.  */
#include "check.h"
#include "hunt.h"
#include "ringside/bytes.h"
#include "ringside/crash_report.h"
#include "ringside/sh_words.h"
#include "runner/batch.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char VALGRIND[] = " --valgrind";

/* For an answer under valgrind, of an agent that may give none.  */
#define HANGS_AFTER ((int64_t)10 * NS_PER_S)

/* How often what was found is tried again; and for how many crashes gdb is asked, which takes seconds.  */
enum { AGAIN = 2, WROTE_MOST = 3 };

static int ask_why(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	struct script *script = script_new();
	int status;

	hunt_take_command(hunt, job, call);
	call->words[0] = hunt->entries[job->entry].file;
	call->json = false;
	call->script = script;
	call->scripted = true;
	script_add_line(script, "why");
	status = batch_open(call);
	script_free(script);
	return status;
}

static int try_again(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	const struct entry *entry = &hunt->entries[job->entry];
	struct rerun_options again = {.seat = entry->seat, .branch = UNSAID};

	hunt_take_command(hunt, job, call);
	call->match.session.valgrind = strstr(entry->command, VALGRIND) != NULL && entry->only;
	if (entry->only) {
		return check_agent(
			call, &(struct check_options){.runs = 1, .twins = entry->twins, .only = entry->only});
	}
	call->words[0] = entry->file;
	return check_rerun(call, &again);
}

static int ask_valgrind(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	const struct entry *entry = &hunt->entries[job->entry];

	hunt_take_command(hunt, job, call);
	call->words[0] = entry->file;
	call->match.session.valgrind = true;
	return check_rerun(call, &(struct rerun_options){.seat = entry->seat,
							 .branch = UNSAID,
							 .limit = entry->harm == HANG ? HANGS_AFTER : 0});
}

/* As people would type it.  */
static int ask_leaks(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	const struct entry *entry = &hunt->entries[job->entry];

	hunt_take_command(hunt, job, call);
	call->words[0] = entry->file;
	call->json = false;
	return check_rerun(call,
			   &(struct rerun_options){.seat = entry->seat, .branch = UNSAID, .leaks = true});
}

static int ask_who_wrote(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	const struct entry *entry = &hunt->entries[job->entry];

	hunt_take_command(hunt, job, call);
	call->words[0] = entry->file;
	return check_rerun(call,
			   &(struct rerun_options){.seat = entry->seat, .branch = UNSAID, .whowrote = ""});
}

/* ---- what they tell ---- */

/* The place in a file, without its folders, as "mine.c:31".  The caller frees.  */
static char *place_text(const char *begin, const char *end, const char *digits)
{
	for (const char *slash = begin; slash < end; slash++)
		begin = *slash == '/' ? slash + 1 : begin;
	return bytes_text("%.*s:%.*s", (int)(end - begin), begin, (int)strspn(digits, "0123456789"), digits);
}

/* "mine.c:31" in a line of a backtrace, a report of valgrind or a sanitizer, or a traceback; NULL: there is
 * none.  The caller frees.  */
static char *place_in(const char *line)
{
	static const char line_of_file[] = "\", line ";
	const char *file = strstr(line, "File \""), *end = file ? strstr(file, line_of_file) : NULL, *begin;

	if (end)
		return place_text(file + strlen("File \""), end, end + strlen(line_of_file));
	for (end = line; (end = strchr(end, ':')); end++) {
		for (begin = end;
		     begin > line && (isalnum((unsigned char)begin[-1]) || strchr("._-+/", begin[-1]));)
			begin--;
		if (isdigit((unsigned char)end[1]) && memchr(begin, '.', (size_t)(end - begin)))
			return place_text(begin, end, end + 1);
	}
	return NULL;
}

/* Not of a library.  What stderr has said stands in quotes.  */
static bool is_place(const char *line)
{
	const char *quoted = strstr(line, "stderr ") ? strchr(line, '"') : NULL;
	const char *frame = quoted ? quoted + 1 : line;

	return !crash_report_is_frame(frame) || crash_report_is_own(frame);
}

char *hunt_place(const char *line)
{
	return is_place(line) ? place_in(line) : NULL;
}

/* The deepest frame of a traceback of Python is its last one, that of others the first one.  */
static void read_why(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	struct entry *entry = &hunt->entries[job->entry];
	enum { OTHER, REPORT, BACKTRACE } part = OTHER;

	while (*text) {
		FREED char *quoted = hunt_line(text, 0), *line = bytes_text("%s", "");
		size_t size = 0;

		text += strlen(quoted) + (text[strlen(quoted)] == '\n');
		line = bytes_resized(line, strlen(quoted) + 1);
		for (const char *at = quoted; *at; at++) /* \" in a quoted line is " */
			if (*at != '\\')
				line[size++] = *at;
		line[size] = '\0';
		if (*line != ' ')
			part = strncmp(line, "Report of", 9) == 0       ? REPORT
			       : strncmp(line, "Backtrace of", 12) == 0 ? BACKTRACE
									: OTHER;
		/* gdb looks at the interpreter of a script; Python tells its own lines.  */
		else if ((part == REPORT || (part == BACKTRACE && (!hunt->script || strstr(line, ".py:")))) &&
			 is_place(line) && (!entry->where || strstr(line, "File \""))) {
			free(entry->where);
			entry->where = place_in(line);
		}
	}
}

/* The first error tells more than the end that came of it.  */
static void read_valgrind(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	struct entry *entry = &hunt->entries[job->entry];
	json_t *told = hunt_next_object(&text);
	const json_t *errors = json_object_get(told, "errors");
	const char *first = hunt_text(errors, "first");
	if (*first) {
		FREED char *what = entry->what, *command = entry->command, *where = entry->where;

		entry->what = bytes_text("%s: %s", what, first);
		entry->command = bytes_text("%s%s", command, strstr(command, VALGRIND) ? "" : VALGRIND);
		entry->where = place_in(first);
	}
	json_decref(told);
}

/* The last block in valgrind's list is the largest one.  Its first caller with a line is ours.  */
static void read_leaks(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	struct entry *entry = &hunt->entries[job->entry];
	const char *lost = NULL, *next = text;

	while ((next = strstr(next, " in loss record ")))
		lost = next++;
	for (; lost && *lost && !entry->where;
	     lost += strcspn(lost, "\n") + (lost[strcspn(lost, "\n")] != '\0')) {
		FREED char *line = hunt_line(lost, 0);
		const char *frame = strstr(line, "=="); /* behind the turn */

		if (frame && crash_report_is_own(frame))
			entry->where = place_in(frame);
	}
	if (entry->where) {
		FREED char *file = sh_words_quoted(entry->file);

		free(entry->command);
		entry->command = bytes_text("ringside rerun %s --seat %d --leaks", file, entry->seat);
	}
}

static void read_who_wrote(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	struct entry *entry = &hunt->entries[job->entry];
	json_t *told = hunt_next_object(&text);
	const char *place = hunt_text(told, "place");

	if (*place)
		entry->wrote =
			bytes_text("%s = %s was written at %s in turn %d", hunt_text(told, "expression"),
				   hunt_text(told, "value"), place, hunt_number(told, "turn"));
	json_decref(told);
}

/* A try that says nothing does not count.  */
static void read_again(struct hunt *hunt, const struct job *job, const char *text, int status)
{
	struct entry *entry = &hunt->entries[job->entry];
	bool failed = !entry->only && status == EXIT_FAILURE_FOUND;
	bool passed = !entry->only && (status == EXIT_VERDICT || status == EXIT_CANNOT_RUN);
	json_t *told;

	for (; entry->only && (told = hunt_next_object(&text)); json_decref(told)) {
		if (strcmp(hunt_text(told, "name"), entry->only) != 0)
			continue;
		failed = failed || strcmp(hunt_text(told, "result"), "failed") == 0 ||
			 (entry->harm == CRASH && strcmp(hunt_text(told, "result"), "warned") == 0);
		passed = passed || strcmp(hunt_text(told, "result"), "passed") == 0;
	}
	entry->of += failed || passed;
	entry->times += failed;
}

/* ---- entries ---- */

void hunt_try_again(struct hunt *hunt, int entry)
{
	for (int i = 0; i < AGAIN; i++)
		hunt_add_job(hunt, "again", try_again, read_again)->entry = entry;
}

/* Not where it would run a script's interpreter.  */
static void ask_of_crash(struct hunt *hunt, int entry)
{
	struct job *job;
	int asked = 0;

	for (int i = 0; i < hunt->job_count; i++)
		asked += hunt->jobs[i].work == ask_who_wrote;
	if (!hunt->gdb || hunt->script || asked >= WROTE_MOST)
		return;
	job = hunt_add_job(hunt, "rerun --whowrote", ask_who_wrote, read_who_wrote);
	job->entry = entry;
	job->brief = true;
}

/* Takes over the texts.  What is found is tried again, and asked about, by further jobs.  */
void hunt_add_entry(struct hunt *hunt, struct entry entry)
{
	int n = hunt->entry_count;
	struct job *job;

	hunt->entries = bytes_grown(hunt->entries, n, sizeof(*hunt->entries));
	hunt->entries[hunt->entry_count++] = entry;
	if (entry.file) {
		job = hunt_add_job(hunt, "why", ask_why, read_why);
		job->entry = n;
		job->always = true;
	}
	if (entry.file && entry.harm <= ILLEGAL && hunt->valgrind) {
		job = hunt_add_job(hunt, "rerun --valgrind", ask_valgrind, read_valgrind);
		job->entry = n;
	}
	if (entry.times == entry.of && entry.of == 1)
		hunt_try_again(hunt, n);
	else if (entry.of) /* in games; the command that shows it again is another road */
		hunt_add_job(hunt, "again", try_again, read_again)->entry = n;
	if (entry.file && entry.harm == CRASH)
		ask_of_crash(hunt, n);
	pool_wake(&hunt->pool);
}

/* Which blocks are lost?  Only valgrind knows, and not for a script.  */
void hunt_add_leak(struct hunt *hunt, int entry)
{
	struct job *job;

	if (!hunt->valgrind)
		return;
	job = hunt_add_job(hunt, "rerun --leaks", ask_leaks, read_leaks);
	job->entry = entry;
}
