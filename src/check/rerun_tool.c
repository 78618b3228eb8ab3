/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun_tool.c - runs the agent of a rerun under valgrind or strace, and shows what they print.  */
#include "rerun_tool.h"

#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/crash_report.h"
#include "ringside/match_json.h"
#include "ringside/say.h"
#include <stdlib.h>
#include <string.h>

/* In JSON.  strace prints some lines for each message.  */
enum { LINES_MOST = 100000, KEPT_MOST = 32 * 1024 * 1024 };
enum { LINE_MOST = 64 * 1024 };

const char *rerun_tool(const struct invocation *invocation)
{
	return invocation->match.session.valgrind ? AGENT_VALGRIND
	       : invocation->rerun.strace         ? AGENT_STRACE
						  : NULL;
}

/* What stands in a line behind valgrind's ==PID== and a blank; NULL: it is another line.  */
static const char *by_valgrind(const char *line)
{
	const char *end = line + 2;

	if (strncmp(line, "==", 2) != 0)
		return NULL;
	end += strspn(end, "0123456789");
	return strncmp(end, "== ", 3) == 0 ? end + 3 : NULL;
}

/* An error is a line that is not indented, and frames.  */
static void look_for_error(struct rerun_errors *errors, const char *file, int turn, const char *line)
{
	static const char end[] = "Process terminating";
	const char *said = by_valgrind(line), *frame = strstr(line, ": ");
	char *head = errors->head;

	if (!said)
		return;
	errors->head = NULL;
	if (!crash_report_is_frame(line)) {
		errors->places = false;
		if (*said && *said != ' ' && strncmp(said, end, strlen(end)) != 0)
			errors->head = bytes_text("%s", said);
	} else if (head && !errors->count++) {
		errors->file = file;
		errors->turn = turn;
		errors->words = bytes_text("%s", head);
		errors->places = true;
	}
	free(head);
	if (errors->places && frame && crash_report_is_own(line)) {
		head = errors->words;
		errors->words = bytes_text("%s, %s", head, frame + 2);
		errors->places = false;
		free(head);
	}
}

static void print_line(struct rerun_printed *printed, const char *file, int turn, const char *line)
{
	if (!printed->json) {
		if (printed->series) {
			say_name(file);
			say(": ");
		}
		say("turn %d: %s\n", turn, line);
	} else if (printed->count < LINES_MOST && printed->kept < KEPT_MOST) {
		printed->count++;
		printed->kept += strlen(line);
		json_array_append_new(printed->lines,
				      json_pack("{s:o,s:i,s:o}", "file", match_json_words(file), "turn", turn,
						"text", match_json_words(line)));
	}
}

void rerun_tool_prints(struct rerun_printed *printed, const char *file, int turn, const char *bytes,
		       size_t size)
{
	struct bytes *part = &printed->part;
	size_t from = 0, left, taken;
	char *at, *end, *line;

	if (!printed->lines)
		printed->lines = json_array();
	bytes_add(part, bytes, size);
	if (!size && part->size)
		bytes_add_text(part, "\n");
	while ((left = part->size - from)) {
		at = part->at + from;
		left = left < LINE_MOST ? left : LINE_MOST;
		end = memchr(at, '\n', left);
		if (!end && left < LINE_MOST)
			break; /* it is not whole yet */
		taken = end ? (size_t)(end - at) : left;
		line = bytes_copy(at, taken);
		print_line(printed, file, turn, line);
		if (printed->valgrind)
			look_for_error(&printed->errors, file, turn, line);
		free(line);
		from += taken + (end != NULL);
	}
	bytes_drop(part, from);
}

json_t *rerun_tool_json(struct rerun_printed *printed)
{
	return printed->lines ? json_incref(printed->lines) : json_null();
}

void rerun_tool_print(const struct rerun_printed *printed)
{
	const struct rerun_errors *errors = &printed->errors;

	if (!printed->valgrind)
		return;
	if (!errors->count) {
		say("valgrind found no error\n");
		return;
	}
	say("valgrind found %d error%s in turn %d", errors->count, errors->count == 1 ? "" : "s, the first",
	    errors->turn);
	if (printed->series) {
		say(" of ");
		say_name(errors->file);
	}
	say(": %s\n", errors->words);
}

json_t *rerun_tool_errors(const struct rerun_printed *printed)
{
	const struct rerun_errors *errors = &printed->errors;

	if (!printed->valgrind)
		return json_null();
	if (!errors->count)
		return json_pack("{s:i}", "count", 0);
	return json_pack("{s:i,s:o,s:i,s:o}", "count", errors->count, "file", match_json_words(errors->file),
			 "turn", errors->turn, "first", match_json_words(errors->words));
}

void rerun_tool_free(struct rerun_printed *printed)
{
	free(printed->errors.words);
	free(printed->errors.head);
	bytes_free(&printed->part);
	json_decref(printed->lines);
}
