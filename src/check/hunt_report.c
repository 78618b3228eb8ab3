/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hunt_report.c - what a hunt has found: one entry for one cause, the worst first, as lines, JSON and JUnit's
 * XML, and compared with the last hunt.  */
#include "hunt.h"

#include "case_report.h"
#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/sh_words.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const harms[HARMS] = {
	[CRASH] = "crash",     [MEMORY] = "memory",   [HANG] = "hang",  [ILLEGAL] = "illegal",
	[BREAKS] = "protocol", [DIFFERS] = "differs", [GROWS] = "grows"};

/* ---- entries ---- */

void hunt_entry_free(struct entry *entry)
{
	free(entry->what);
	free(entry->where);
	free(entry->ways);
	free(entry->sentence);
	free(entry->wrote);
	free(entry->command);
	free(entry->file);
	free(entry->only);
}

/* What stays of an entry from hunt to hunt.  The caller frees.  */
static char *key_of(const struct entry *entry)
{
	struct bytes key = {0};

	bytes_addf(&key, "%s ", harms[entry->harm]);
	if (entry->where)
		bytes_add_text(&key, entry->where);
	for (const char *at = entry->where ? "" : entry->what; *at; at++) /* numbers differ each time */
		if (!isdigit((unsigned char)*at))
			bytes_add(&key, at, 1);
	return key.at;
}

/* Is the second one another view of the first?  A crash of a case, of which no place is known, is that of a
 * match.  */
static bool is_same(const struct entry *first, const struct entry *second)
{
	FREED char *one = key_of(first), *other = key_of(second);

	if (strcmp(one, other) == 0)
		return true;
	return first->harm == second->harm && first->harm <= MEMORY && second->only && !second->where;
}

/* An entry of the last hunt counts if its command has shown it again, and nothing else has found it.  */
static void settle_old(struct hunt *hunt)
{
	for (int i = 0; i < hunt->entry_count; i++) {
		struct entry *entry = &hunt->entries[i];
		bool found = false;

		if (!entry->old || !entry->times)
			continue;
		for (int k = 0; k < hunt->entry_count; k++)
			found = found || (!hunt->entries[k].old && is_same(&hunt->entries[k], entry));
		entry->merged = found;
	}
}

static void merge(struct hunt *hunt, int into, int from)
{
	struct entry *first = &hunt->entries[into], *second = &hunt->entries[from];
	char *ways = strstr(first->ways, second->ways) ? bytes_text("%s", first->ways)
						       : bytes_text("%s; %s", first->ways, second->ways);

	free(first->ways);
	first->ways = ways;
	if (!first->wrote) {
		first->wrote = second->wrote;
		second->wrote = NULL;
	}
	second->merged = true;
}

/* A match with a place says more than a case, and is kept.  */
static void merge_all(struct hunt *hunt)
{
	for (int i = 0; i < hunt->entry_count; i++)
		for (int k = 0; k < hunt->entry_count && !hunt->entries[i].merged; k++)
			if (k != i && !hunt->entries[k].merged &&
			    is_same(&hunt->entries[i], &hunt->entries[k]))
				merge(hunt, i, k);
}

/* ---- telling ---- */

const char *hunt_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static int by_harm(const void *a, const void *b)
{
	const struct entry *one = a, *other = b;
	double sure = one->of ? (double)one->times / one->of : 0,
	       other_sure = other->of ? (double)other->times / other->of : 0;

	if (one->harm != other->harm)
		return one->harm < other->harm ? -1 : 1;
	if (sure != other_sure)
		return sure > other_sure ? -1 : 1;
	return strcmp(one->what, other->what);
}

/* "always", "2 of 3", "once".  The caller frees.  */
static char *sureness(const struct entry *entry)
{
	if (entry->of > 1 && entry->times == entry->of)
		return bytes_text("always");
	if (entry->of > 1)
		return bytes_text("%d of %d", entry->times, entry->of);
	return bytes_text("%s", entry->of ? "once" : "seen");
}

static json_t *entry_json(const struct entry *entry)
{
	json_t *object = json_object();
	FREED char *key = key_of(entry);

	json_object_set_new(object, "harm", json_string(harms[entry->harm]));
	json_object_set_new(object, "what", match_json_words(entry->what));
	json_object_set_new(object, "where", match_json_words(entry->where));
	json_object_set_new(object, "sentence", match_json_words(entry->sentence));
	json_object_set_new(object, "wrote", match_json_words(entry->wrote));
	json_object_set_new(object, "found_by", match_json_words(entry->ways));
	json_object_set_new(object, "times", json_integer(entry->times));
	json_object_set_new(object, "tries", json_integer(entry->of));
	json_object_set_new(object, "file", match_json_words(entry->file));
	json_object_set_new(object, "seat", json_integer(entry->seat));
	json_object_set_new(object, "case", match_json_words(entry->only));
	json_object_set_new(object, "twins", json_boolean(entry->twins));
	json_object_set_new(object, "command", match_json_words(entry->command));
	json_object_set_new(object, "key", match_json_words(key));
	return object;
}

/* What was not tried to its end, and why, as "valgrind (not installed), ..."; NULL: all was.  The caller
 * frees.  */
static char *not_tried(const struct hunt *hunt)
{
	struct bytes text = {0};

	for (int i = 0; i < hunt->job_count; i++) {
		const struct job *job = &hunt->jobs[i];

		if (job->stage == ENDED || job->entry >= 0)
			continue;
		bytes_addf(&text, "%s%s (%s)", text.size ? ", " : "", job->name,
			   job->unfit                         ? job->unfit
			   : job->trouble                     ? job->trouble
			   : job->stage == CUT && !job->until ? "ringside's own process ended"
			   : job->stage == CUT                ? "cut off by its part of --time"
							      : "no time was left");
	}
	return text.at;
}

static json_t *hunt_json(const struct hunt *hunt)
{
	json_t *object = json_object(), *entries = json_array();
	FREED char *untried = not_tried(hunt);

	for (int i = 0; i < hunt->entry_count; i++)
		if (!hunt->entries[i].merged)
			json_array_append_new(entries, entry_json(&hunt->entries[i]));
	json_object_set_new(object, "system", json_string(hunt->call->match.protocol->name));
	json_object_set_new(object, "agent", match_json_words(hunt->call->words[0]));
	json_object_set_new(object, "seed", json_integer((json_int_t)hunt->call->match.session.setup.seed));
	json_object_set_new(object, "seconds", json_real((double)(loop_now() - hunt->began) / NS_PER_S));
	json_object_set_new(object, "found", entries);
	json_object_set_new(object, "remarks", match_json_words(hunt->remarks));
	json_object_set_new(object, "cases", json_integer(hunt->told));
	json_object_set_new(object, "passed", json_integer(hunt->passed));
	json_object_set_new(object, "games", json_integer(hunt->games));
	json_object_set_new(object, "environments", json_integer(hunt->environments));
	json_object_set_new(object, "not_tried", match_json_words(untried));
	json_object_set_new(object, "new", hunt->fresh < 0 ? json_null() : json_integer(hunt->fresh));
	json_object_set_new(object, "still", hunt->fresh < 0 ? json_null() : json_integer(hunt->still));
	json_object_set_new(object, "mended", hunt->fresh < 0 ? json_null() : json_integer(hunt->mended));
	json_object_set_new(object, "gone", hunt->fresh < 0 ? json_null() : json_integer(hunt->gone));
	json_object_set_new(object, "interrupted", json_boolean(hunt->pool.interrupted));
	return object;
}

static char *list_path(const struct hunt *hunt)
{
	return bytes_text("%s/hunt.json", hunt->keep);
}

/* A text that may be null.  The caller frees.  */
static char *copied(const json_t *entry, const char *key)
{
	const char *text = json_string_value(json_object_get(entry, key));

	return text ? bytes_text("%s", text) : NULL;
}

static void recall(struct hunt *hunt, const json_t *told, const char *games, const char *old)
{
	struct entry entry = {.what = bytes_text("%s", hunt_text(told, "what")),
			      .where = copied(told, "where"),
			      .ways = bytes_text("the last hunt, and its command again"),
			      .sentence = copied(told, "sentence"),
			      .command = bytes_text("%s", hunt_text(told, "command")),
			      .file = copied(told, "file"),
			      .seat = (int)json_integer_value(json_object_get(told, "seat")),
			      .only = copied(told, "case"),
			      .twins = json_is_true(json_object_get(told, "twins")),
			      .merged = true,
			      .old = true};

	while (entry.harm < GROWS && strcmp(harms[entry.harm], hunt_text(told, "harm")) != 0)
		entry.harm++;
	if (entry.file && strncmp(entry.file, games, strlen(games)) == 0) {
		FREED char *file = entry.file, *quoted = NULL;

		entry.file = bytes_text("%s%s", old, file + strlen(games));
		quoted = sh_words_quoted(entry.file);
		free(entry.command);
		entry.command = bytes_text("ringside rerun %s --seat %d", quoted, entry.seat);
	}
	hunt->entries = bytes_grown(hunt->entries, hunt->entry_count, sizeof(*hunt->entries));
	hunt->entries[hunt->entry_count++] = entry;
}

void hunt_recall(struct hunt *hunt, const char *games, const char *old)
{
	FREED char *path = list_path(hunt);
	json_t *last = json_load_file(path, 0, NULL), *entry;
	size_t i;

	if (last && strcmp(hunt_text(last, "agent"), hunt->call->words[0]) == 0 &&
	    strcmp(hunt_text(last, "system"), hunt->call->match.protocol->name) == 0) {
		hunt->fresh = 0;
		json_array_foreach(json_object_get(last, "found"), i, entry)
		{
			recall(hunt, entry, games, old);
		}
	}
	json_decref(last);
}

/* Has another entry, which counts, the key of this one?  */
static bool is_found(const struct hunt *hunt, int n)
{
	FREED char *key = key_of(&hunt->entries[n]);

	for (int i = 0; i < hunt->entry_count; i++) {
		FREED char *other = key_of(&hunt->entries[i]);

		if (i != n && hunt->entries[i].old != hunt->entries[n].old && strcmp(key, other) == 0)
			return true;
	}
	return false;
}

/* Compares with the last hunt.  */
static void compare(struct hunt *hunt)
{
	for (int i = 0; i < hunt->entry_count; i++) {
		const struct entry *entry = &hunt->entries[i];

		if (!entry->old)
			hunt->fresh += !entry->merged && !is_found(hunt, i);
		else if (!entry->merged || is_found(hunt, i))
			hunt->still++;
		else if (entry->of && !entry->times)
			hunt->mended++;
		else if (!entry->times)
			hunt->gone++;
	}
}

/* The list takes the place of the last hunt's.  NULL, or a problem; the caller frees.  */
static char *note_hunt(struct hunt *hunt)
{
	FREED char *path = list_path(hunt), *line = NULL;
	json_t *now;
	FILE *file;

	if (hunt->fresh >= 0)
		compare(hunt);
	now = hunt_json(hunt);
	line = match_json_line(now);
	json_decref(now);
	file = fopen(path, "we");
	if (!file || !say_to(file, "%s\n", line) || fclose(file) != 0)
		return bytes_text("%s: cannot be written: %s", path, strerror(errno));
	return NULL;
}

/* A verdict may begin with its reason and the agent, which both are told already.  */
static const char *short_what(const struct entry *entry)
{
	const char *what = entry->what, *end;
	size_t size = strlen(harms[entry->harm]);

	if (strncmp(what, harms[entry->harm], size) == 0 && strncmp(what + size, ": ", 2) == 0)
		what += size + 2;
	end = strncmp(what, "seat ", 5) == 0 ? strstr(what, ") ") : NULL;
	return end ? end + 2 : what;
}

static void say_entry(const struct entry *entry, int number)
{
	FREED char *sure = sureness(entry), *what = bytes_line(short_what(entry));

	say("%3d %-7s %-8s %s%s%s\n", number, sure, harms[entry->harm], entry->where ? entry->where : "",
	    entry->where ? "  " : "", what);
	if (entry->sentence)
		say("      %s\n", entry->sentence);
	if (entry->wrote)
		say("      %s\n", entry->wrote);
	say("      found by: %s\n      %s\n", entry->ways, entry->command);
}

static void say_all(const struct hunt *hunt)
{
	FREED char *untried = not_tried(hunt);
	int number = 0;

	for (int i = 0; i < hunt->entry_count; i++)
		if (!hunt->entries[i].merged)
			say_entry(&hunt->entries[i], ++number);
	for (const char *at = hunt->remarks; at && *at;
	     at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != 0))
		say("remark: %.*s\n", (int)strcspn(at, "\n"), at);
	say("%s: %d of %d cases passed, %d games without a fault, %d environments, --seed %" PRIu64
	    ", %.0f s\n",
	    number ? "else" : "nothing found", hunt->passed, hunt->told, hunt->games, hunt->environments,
	    hunt->call->match.session.setup.seed, (double)(loop_now() - hunt->began) / NS_PER_S);
	if (untried)
		say("not tried: %s\n", untried);
	if (hunt->fresh >= 0)
		say("since the last hunt: %d new, %d still there, %d mended, %d not found again\n",
		    hunt->fresh, hunt->still, hunt->mended, hunt->gone);
}

/* Each entry as a case that has failed.  */
static int write_junit(const struct hunt *hunt)
{
	const struct check_options options = {.junit = hunt->options->junit};
	struct bytes nobody = {0};
	char *problem = NULL;
	struct case_report *report;
	int status;

	report = case_report_new(hunt->call, &options, hunt->entry_count, &problem);
	if (!report)
		return say_failure(problem, EXIT_USAGE);
	if (strcmp(options.junit, "-") != 0)
		say_into(&nobody);
	for (int i = 0; i < hunt->entry_count; i++) {
		const struct entry *entry = &hunt->entries[i];
		FREED char *why = bytes_text("%s\n%s", entry->what, entry->command);

		if (!entry->merged)
			case_report_add(report, i,
					&(struct case_told){.group = harms[entry->harm],
							    .name = entry->where ? entry->where : entry->what,
							    .result = CASE_FAILED,
							    .ns = -1,
							    .why = why});
	}
	status = case_report_end(report, NULL, EXIT_VERDICT);
	say_into(NULL);
	bytes_free(&nobody);
	return status;
}

int hunt_tell(struct hunt *hunt)
{
	int found = 0, status = EXIT_VERDICT;
	char *problem;

	settle_old(hunt);
	merge_all(hunt);
	if (hunt->entry_count)
		qsort(hunt->entries, (size_t)hunt->entry_count, sizeof(*hunt->entries), by_harm);
	for (int i = 0; i < hunt->entry_count; i++)
		found += !hunt->entries[i].merged;
	problem = note_hunt(hunt);
	if (hunt->options->junit)
		status = write_junit(hunt);
	if (hunt->call->json)
		say_object(hunt_json(hunt));
	else if (!hunt->options->junit || strcmp(hunt->options->junit, "-") != 0)
		say_all(hunt);
	if (say_finish() != EXIT_VERDICT || problem)
		return say_failure(problem, EXIT_CANNOT_RUN);
	if (hunt->pool.interrupted)
		return EXIT_INTERRUPTED;
	return found ? EXIT_CANNOT_RUN : status;
}
