/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* diff.c - `ringside diff`: shows where the matches in two files differ.  */
#include "ringside/diff.h"

#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/match_json.h"
#include "ringside/say.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As of diff(1), where a file that cannot be read to its end is trouble, whatever its beginning says.  */
enum { STATUS_SAME = 0, STATUS_DIFFERENT = 1, STATUS_TROUBLE = 2 };

/* Two matches and their files.  */
struct sides {
	struct match_file *file[DIFF_SIDES];
	struct match match[DIFF_SIDES];
};

static json_t *seconds(int64_t ns)
{
	return json_real((double)ns / NS_PER_S);
}

/* The time of a turn; null: no such turn, or untimed.  */
static json_t *turn_seconds(const struct turn *turn)
{
	return turn && !(turn->flags & TURN_UNTIMED) ? seconds(turn->think_ns) : json_null();
}

static json_t *turn_json(const struct turn *const turns[DIFF_SIDES])
{
	const struct turn *a = turns[0], *b = turns[1];

	return json_pack("{s:i,s:[o,o],s:[o,o],s:[o,o],s:[o,o]}", "turn",
			 a   ? a->n
			 : b ? b->n
			     : 0,
			 "seats", a ? json_integer(a->seat) : json_null(),
			 b ? json_integer(b->seat) : json_null(), "answered",
			 match_json_words(a ? a->answered : NULL), match_json_words(b ? b->answered : NULL),
			 "played", match_json_words(a ? a->played : NULL),
			 match_json_words(b ? b->played : NULL), "seconds", turn_seconds(a), turn_seconds(b));
}

static json_t *winner(const struct match *match)
{
	return !match->over || match->verdict.winner == WINNER_NONE ? json_null()
								    : json_integer(match->verdict.winner);
}

static json_t *reason(const struct match *match)
{
	return match_json_words(match->over ? match->verdict.reason : NULL);
}

static json_t *think_times(const struct diff_times times[SEATS])
{
	return json_pack("[o,o]", seconds(times[SEAT_1].think_ns), seconds(times[SEAT_2].think_ns));
}

static json_t *gap_json(const struct invocation *invocation, const struct diff_gap *found,
			const struct gap *gap)
{
	json_t *object;

	if (!found)
		return json_null();
	object = match_json_gap(gap);
	json_object_set_new(object, "file", match_json_words(invocation->call.words[found->side]));
	json_object_set_new(object, "compared", json_integer(found->turns));
	return object;
}

static json_t *diff_json(const struct match *a, const struct match *b, const struct diff *diff)
{
	json_t *list = json_array();
	struct diff_walk walk = diff_walk(a, b, diff->gap);
	bool any = diff_any(diff);
	const struct turn *turns[DIFF_SIDES];

	while (diff_next(&walk, turns))
		if (diff_turn(turns[0], turns[1]))
			json_array_append_new(list, turn_json(turns));
	return json_pack("{s:o,s:o,s:o,s:[i,i],s:[o,o],s:[o,o],s:[o,o],s:o}", "system",
			 match_json_words(a->setup.system), "same",
			 any || !diff->gap ? json_boolean(!any) : json_null(), "first",
			 diff->first ? json_integer(diff->first) : json_null(), "moves", a->turn_count,
			 b->turn_count, "winner", winner(a), winner(b), "reason", reason(a), reason(b),
			 "seconds", think_times(diff->times[0]), think_times(diff->times[1]), "differences",
			 list);
}

static void print_json(const struct invocation *invocation, const struct sides *sides,
		       const struct diff *diff, const struct gap *gap)
{
	json_t *object = diff_json(&sides->match[0], &sides->match[1], diff);
	char *text;

	json_object_set_new(object, "gap", gap_json(invocation, diff->gap, gap));
	text = match_json_line(object);
	say("%s\n", text);
	free(text);
	json_decref(object);
}

/* Returns the exit status.  */
static int compare(const struct invocation *invocation, const struct sides *sides, char **problem)
{
	const char *const names[DIFF_SIDES] = {invocation->call.words[0], invocation->call.words[1]};
	const struct match *const matches[DIFF_SIDES] = {&sides->match[0], &sides->match[1]};
	struct diff_gap found;
	struct gap gap;
	struct diff diff;
	char *text, *missing = NULL;

	*problem = diff_misfit(matches[0], matches[1]);
	if (*problem)
		return STATUS_TROUBLE;
	if (match_file_first_gap(sides->file, matches, &found, &gap))
		found.words = missing = gap_words(&gap);
	diff = diff_matches(matches[0], matches[1], missing ? &found : NULL);
	if (invocation->call.json) {
		print_json(invocation, sides, &diff, &gap);
	} else {
		text = diff_text(matches[0], matches[1], &diff, names, 0);
		say("%s", text);
		free(text);
	}
	free(missing);
	if (fflush(stdout) != 0) {
		*problem = bytes_text("stdout cannot be written: %s", strerror(errno));
		return STATUS_TROUBLE;
	}
	if (diff.gap)
		return STATUS_TROUBLE;
	return diff_any(&diff) ? STATUS_DIFFERENT : STATUS_SAME;
}

int cli_diff(struct invocation *invocation)
{
	struct sides sides = {0};
	int status = STATUS_TROUBLE, read = 0;
	char *problem = NULL;

	while (read < DIFF_SIDES) {
		struct match_place place;
		struct match_file *file = match_file_at(invocation->call.words[read], &place, &problem);

		if (!file)
			break;
		say_problem(match_file_notice(file));
		problem = match_file_match_at(file, &place, &sides.match[read]);
		if (problem) {
			match_file_close(file);
			break;
		}
		sides.file[read++] = file;
	}
	if (read == DIFF_SIDES)
		status = compare(invocation, &sides, &problem);
	for (int i = 0; i < read; i++) {
		if (!problem && match_file_problem(sides.file[i])) { /* so what was compared is not all */
			problem = bytes_text("%s", match_file_problem(sides.file[i]));
			status = STATUS_TROUBLE;
		}
		match_free(&sides.match[i]);
		match_file_close(sides.file[i]);
	}
	return say_failure(problem, status);
}
