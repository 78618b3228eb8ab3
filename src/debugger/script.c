/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* script.c - a queue of command lines.  */
#include "ringside/script.h"

#include "ringside/bytes.h"
#include "ringside/place.h"
#include "ringside/text_file.h"

#include <stdlib.h>
#include <string.h>

/* How deep files may source one another.  */
enum { DEPTH_MAX = 16 };

struct line {
	struct line *next;
	char *name;         /* the file's, or "-x 2" */
	struct place place; /* of the text in the file; of -x none is known */
	char *text;
	bool may_fail;
	int depth; /* of nested source commands */
};

struct script {
	struct line *first, **end; /* not yet run */
	struct line *last;         /* the one that runs or ran last; NULL: none */
	int given;                 /* by -x */
	int depth;                 /* of the running line; 0: none runs */
	bool failed, steered;
	bool begun; /* the last line began something that has not ended yet */
};

/* Commands that let the match run, or hold it.  */
static const char *const steering[] = {"continue", "finish", "freeze", "next",
				       "pause",    "step",   "thaw",   "toggle"};

struct script *script_new(void)
{
	struct script *script = bytes_new(sizeof(*script));

	script->end = &script->first;
	return script;
}

static void line_free(struct line *line)
{
	if (!line)
		return;
	free(line->name);
	free(line->text);
	free(line);
}

void script_drop(struct script *script)
{
	struct line *next;

	for (struct line *line = script->first; line; line = next) {
		next = line->next;
		line_free(line);
	}
	script->first = NULL;
	script->end = &script->first;
}

void script_free(struct script *script)
{
	if (!script)
		return;
	script_drop(script);
	line_free(script->last);
	free(script);
}

/* One line of a script, which begins at `place`; NULL: it is blank or a comment.  Takes over `name`.  */
static struct line *line_new(char *name, struct place place, const char *text, size_t size, int depth)
{
	const char *begin = text;
	struct line *line;
	bool may_fail;

	while (size && strchr(" \t\r", text[size - 1]))
		size--;
	for (; size && strchr(" \t", *text); size--)
		text++;
	may_fail = size && *text == '-';
	if (may_fail) {
		text++;
		size--;
	}
	if (!size || *text == '#') {
		free(name);
		return NULL;
	}
	line = bytes_new(sizeof(*line));
	*line = (struct line){.name = name,
			      .place = place.line ? place_behind(place, begin, text) : place,
			      .text = bytes_copy(text, size),
			      .may_fail = may_fail,
			      .depth = depth};
	return line;
}

/* Appends a line; *end is where the next one goes.  */
static void append(struct line ***end, struct line *line)
{
	if (!line)
		return;
	**end = line;
	*end = &line->next;
}

/* Reads a file into a list of lines.  NULL, or why not.  */
static char *read_lines(const char *path, int depth, struct line **first, struct line ***end)
{
	static const char mark[] = "\xef\xbb\xbf"; /* a byte order mark, which some editors write */
	struct bytes text = {0};
	char *problem = text_file_read_plain(path, TEXT_FILE_MAX, &text);
	const char *at = text.at ? text.at : "", *stop = at + text.size;
	struct place place = {1, 1};

	*first = NULL;
	*end = first;
	if (!problem && text.size >= strlen(mark) && memcmp(at, mark, strlen(mark)) == 0)
		at += strlen(mark);
	for (; !problem && at < stop; place.line++) {
		const char *line_end = memchr(at, '\n', (size_t)(stop - at));
		size_t size = (size_t)((line_end ? line_end : stop) - at);

		append(end, line_new(bytes_text("%s", path), place, at, size, depth));
		at += size + (line_end != NULL);
	}
	bytes_free(&text);
	return problem;
}

void script_add_line(struct script *script, const char *line)
{
	append(&script->end,
	       line_new(bytes_text("-x %d", ++script->given), (struct place){0}, line, strlen(line), 1));
}

char *script_add_file(struct script *script, const char *path)
{
	struct line *first, **end;
	char *problem = read_lines(path, 1, &first, &end);

	if (!first)
		return problem;
	*script->end = first;
	script->end = end;
	return problem;
}

/* Puts a list of lines before those that are left.  */
static void prepend(struct script *script, struct line *first, struct line **end)
{
	*end = script->first;
	if (!script->first)
		script->end = end;
	script->first = first;
}

void script_then(struct script *script, const char *text)
{
	bool is_mine = script_is_running(script);
	char *name = bytes_text("%s", is_mine ? script->last->name : "expect");
	struct place place = {0};
	struct line *line;

	if (is_mine)
		place.line = script->last->place.line;
	place.column = place.line ? 1 : 0;
	line = line_new(name, place, text, strlen(text), script->depth);
	line->may_fail = is_mine && script->last->may_fail;
	prepend(script, line, &line->next);
}

char *script_source(struct script *script, const char *path)
{
	struct line *first, **end;
	char *problem;

	if (script->depth >= DEPTH_MAX)
		return bytes_text("%s: scripts are nested %d deep: does one of them source itself?", path,
				  DEPTH_MAX);
	problem = read_lines(path, script->depth + 1, &first, &end);
	if (!first)
		return problem;
	prepend(script, first, end);
	return problem;
}

bool script_is_done(const struct script *script)
{
	return !script->first;
}

char *script_next(const struct script *script)
{
	const struct line *line = script->first;

	return line->place.line ? bytes_text("%s:%d", line->name, line->place.line)
				: bytes_text("%s", line->name);
}

bool script_waits(const struct session *session)
{
	enum judge_state state = session_state(session);

	if (session_is_branching(session) || session_gdb_is_attaching(session) ||
	    session_awaits_backtrace(session) || session_next_follows(session))
		return true;
	if (!session_is_live(session) || state == JUDGE_PAUSED || state == JUDGE_OVER)
		return false;
	for (int s = SEAT_1; s < SEATS; s++)
		if (session_waits_for(session, s))
			return false;
	return true;
}

static bool is_steering(const char *text)
{
	char *name = bytes_copy(text, strcspn(text, " \t"));
	const struct command *command = command_named(name);
	bool is = false;

	free(name);
	for (size_t i = 0; command && i < sizeof(steering) / sizeof(steering[0]); i++)
		is = is || strcmp(command->name, steering[i]) == 0;
	return is;
}

/* Takes the next line, which the caller owns.  */
static struct line *take_first(struct script *script)
{
	struct line *line = script->first;

	script->first = line->next;
	if (!script->first)
		script->end = &script->first;
	return line;
}

/* Adds the place of a byte of the line to its problem, and ends the script unless the line may fail.  The
 * caller frees.  */
static char *fail_line(struct script *script, size_t at, const char *problem)
{
	const struct line *line = script->last;
	struct place place = line->place;

	script->failed = !line->may_fail;
	if (script->failed)
		script_drop(script);
	if (place.line)
		place = place_behind(place, line->text, line->text + at);
	/* A caret in the second line points into the first, which must not be shifted.  */
	return place_problem(line->name, place,
			     bytes_text("%s%s", strchr(problem, '\n') ? "\n" : "", problem));
}

char *script_run(struct script *script, struct console *console, bool *answer)
{
	struct session *session = console->view->session;
	struct line *line = take_first(script);
	char *told, *placed;
	bool attaches;

	line_free(script->last);
	script->last = line;
	script->failed = false;
	script->depth = line->depth;
	told = command_run(console, line->text, NULL, answer);
	script->depth = 0;
	attaches = session_gdb_is_attaching(session) || session_awaits_backtrace(session);
	script->begun = session_is_branching(session) || attaches;
	script->steered = is_steering(line->text) || (script_waits(session) && !attaches);
	if (!told || *answer)
		return told;
	placed = fail_line(script, console->mistake_at, told);
	free(told);
	return placed;
}

bool script_is_running(const struct script *script)
{
	return script && script->depth > 0;
}

char *script_add_place(struct script *script, const char *text, bool problem)
{
	bool is_mine = script->begun || script_is_running(script);

	script->begun = false;
	return problem && is_mine ? fail_line(script, 0, text) : bytes_text("%s", text);
}

bool script_failed(const struct script *script)
{
	return script->failed;
}

bool script_steered(const struct script *script)
{
	return script->steered;
}
