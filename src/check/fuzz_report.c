/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz_report.c - tells what `ringside fuzz` has found: a table, and for each failure the commands that show
 * it again.  */
#include "fuzz_report.h"

#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/say.h"
#include "ringside/sh_words.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The suite with the cases, in the folder.  */
static const char SUITE[] = "found.suite";

enum { EXIT_FOUND = 1 };

void fuzz_finding_free(struct fuzz_finding *finding)
{
	free(finding->reason);
	free(finding->words);
	free(finding->print);
	free(finding->path);
	*finding = (struct fuzz_finding){0};
}

void fuzz_report_free(struct fuzz_report *report)
{
	while (report->count)
		fuzz_finding_free(&report->findings[--report->count]);
	free(report->findings);
}

void fuzz_report_tell_new(const struct fuzz_report *report, int finding)
{
	const struct fuzz_finding *of = &report->findings[finding];
	char *text = bytes_text("match %d: seat %d: %s", of->game, of->seat, of->words);

	say_problem(text);
	free(text);
}

static char *add_case(const struct fuzz_report *report, const char *text)
{
	char *path = bytes_text("%s/%s", report->folder, SUITE), *part, *problem = NULL;
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	ssize_t size;

	part = bytes_text("%s%s", fd >= 0 && lseek(fd, 0, SEEK_END) > 0 ? "\n" : "", text);
	size = (ssize_t)strlen(part);
	if (fd < 0 || write(fd, part, (size_t)size) != size)
		problem = bytes_text("%s: cannot be written: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	free(part);
	free(path);
	return problem;
}

char *fuzz_report_keep(struct fuzz_report *report, int finding, const struct fuzz_shortest *shortest)
{
	struct fuzz_finding *of = &report->findings[finding];

	of->searched = true;
	of->happened = shortest->happened;
	if (!of->happened)
		return NULL;
	of->turns = shortest->turns;
	of->messages = shortest->messages;
	free(of->words);
	of->words = bytes_text("%s", shortest->words);
	of->is_case = *shortest->text != '\0';
	return of->is_case ? add_case(report, shortest->text) : NULL;
}

/* ---- telling ---- */

/* The name of the case: that of the file without its ending.  The caller frees.  */
static char *case_name(const struct fuzz_finding *of)
{
	const char *slash = strrchr(of->path, '/'), *name = slash ? slash + 1 : of->path;

	return bytes_copy(name, strcspn(name, "."));
}

/* The commands that show it again, each with a line end.  The caller frees.  */
static char *commands(const struct fuzz_report *report, const struct fuzz_finding *of)
{
	char *path = sh_words_quoted(of->path), *agent = sh_words_quoted(report->call->words[0]);
	char *suite = bytes_text("%s/%s", report->folder, SUITE), *file = sh_words_quoted(suite),
	     *name = case_name(of);
	const char *tool = report->call->match->session.valgrind ? " --valgrind" : "";
	struct bytes text = {0};

	bytes_addf(&text, "ringside rerun %s --seat %d%s\n", path, of->seat, tool);
	if (of->is_case)
		bytes_addf(&text, "ringside check %s %s --suite %s --only %s%s\n",
			   report->call->match->protocol->name, agent, file, name, tool);
	free(path);
	free(agent);
	free(suite);
	free(file);
	free(name);
	return text.at;
}

static void tell_row(const struct fuzz_finding *of)
{
	say("%-10s %6d %6d ", of->reason, of->times, of->game);
	if (of->happened)
		say("%6d %9d  ", of->turns, of->messages);
	else
		say("%6s %9s  ", "-", "-");
	say_name(of->path);
	say("\n");
}

/* What is to be known of a match that is not the shortest one; NULL: nothing.  */
static const char *remark(const struct fuzz_finding *of)
{
	if (!of->searched)
		return "its shortest match was not looked for to the end";
	return of->happened ? NULL : "it has not happened again: this is the match as it was played";
}

static void tell_table(const struct fuzz_report *report)
{
	if (report->count)
		say("%-10s %6s %6s %6s %9s  %s\n", "failure", "times", "match", "turns", "messages", "file");
	for (int i = 0; i < report->count; i++)
		tell_row(&report->findings[i]);
	for (int i = 0; i < report->count; i++) {
		const struct fuzz_finding *of = &report->findings[i];
		char *again = commands(report, of);

		say("\n");
		say_name(of->path);
		say(": %s\n%s%s", of->words, remark(of) ? remark(of) : "", remark(of) ? "\n" : "");
		say("%s", again);
		free(again);
	}
	say("%s%d match%s with --seed %" PRIu64 ": ", report->count ? "\n" : "", report->games,
	    report->games == 1 ? "" : "es", report->call->match->session.setup.seed);
	if (report->count)
		say("it failed in %d of them, in %d way%s", report->failed, report->count,
		    report->count == 1 ? "" : "s");
	else
		say("it never failed");
	if (report->inconclusive)
		say("; %d inconclusive: it was late, but waited for a core", report->inconclusive);
	say("%s\n", report->interrupted ? "; interrupted" : "");
}

static json_t *finding_json(const struct fuzz_report *report, const struct fuzz_finding *of)
{
	json_t *object = json_object();
	char *name = case_name(of);

	json_object_set_new(object, "failure", match_json_words(of->reason));
	json_object_set_new(object, "how", match_json_words(of->words));
	json_object_set_new(object, "times", json_integer(of->times));
	json_object_set_new(object, "match", json_integer(of->game));
	json_object_set_new(object, "seat", json_integer(of->seat));
	json_object_set_new(object, "happened", of->searched ? json_integer(of->happened) : json_null());
	json_object_set_new(object, "turns", of->happened ? json_integer(of->turns) : json_null());
	json_object_set_new(object, "messages", of->happened ? json_integer(of->messages) : json_null());
	json_object_set_new(object, "file", match_json_words(of->path));
	json_object_set_new(object, "case", of->is_case ? match_json_words(name) : json_null());
	(void)report;
	free(name);
	return object;
}

static void tell_json(const struct fuzz_report *report)
{
	json_t *object = json_object(), *findings = json_array();
	char *line;

	for (int i = 0; i < report->count; i++)
		json_array_append_new(findings, finding_json(report, &report->findings[i]));
	json_object_set_new(object, "seed",
			    json_integer((json_int_t)report->call->match->session.setup.seed));
	json_object_set_new(object, "matches", json_integer(report->games));
	json_object_set_new(object, "failed", json_integer(report->failed));
	json_object_set_new(object, "inconclusive", json_integer(report->inconclusive));
	json_object_set_new(object, "interrupted", json_boolean(report->interrupted));
	json_object_set_new(object, "found", findings);
	line = match_json_line(object);
	say("%s\n", line);
	free(line);
	json_decref(object);
}

/* An agent that was late once, and never again, may have been held up by others on this machine.  */
static bool counts(const struct fuzz_finding *of)
{
	return !reason_is(of->reason, REASON_OF_LIMIT) || !of->searched || of->happened || of->times > 1;
}

int fuzz_report_tell(const struct fuzz_report *report)
{
	bool any = false;

	if (report->call->json)
		tell_json(report);
	else
		tell_table(report);
	for (int i = 0; i < report->count; i++)
		any |= counts(&report->findings[i]);
	if (say_finish() != EXIT_VERDICT)
		return EXIT_CANNOT_RUN;
	if (any)
		return EXIT_FOUND;
	return report->interrupted ? EXIT_INTERRUPTED : EXIT_VERDICT;
}
