/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun_report.c - what a rerun has shown: the answers that differ, how both processes ended, what a tool
 * printed, and the times; as lines, and as one object of JSON.  */
#include "rerun_report.h"

#include "case_report.h"
#include "ringside/bytes.h"
#include "ringside/crash_report.h"
#include "ringside/match_json.h"
#include "ringside/other_build.h"
#include "ringside/say.h"
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The setup of the current game.  */
static const struct setup *setup_of(const struct rerun_report *report)
{
	return &report->games->at[report->game].last;
}

static const char *path_of(const struct rerun_report *report, int game)
{
	return report->games->at[game].path;
}

/* Begins a line with the file of the game, where there are several.  */
static void print_game(const struct rerun_report *report, int game)
{
	if (report->games->count > 1) {
		say_name(path_of(report, game));
		say(": ");
	}
}

/* ---- what a tool prints ---- */

/* In JSON.  strace prints some lines for each message.  */
enum { LINES_MOST = 100000, KEPT_MOST = 32 * 1024 * 1024 };
enum { LINE_MOST = 64 * 1024 };

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
static void look_for_error(struct rerun_errors *errors, int game, int turn, const char *line)
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
		errors->game = game;
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

static void print_line(struct rerun_report *report, int turn, const char *line)
{
	struct rerun_printed *printed = &report->printed;

	if (!report->json) {
		print_game(report, report->game);
		say("turn %d: %s\n", turn, line);
	} else if (printed->count < LINES_MOST && printed->kept < KEPT_MOST) {
		printed->count++;
		printed->kept += strlen(line);
		json_array_append_new(printed->lines,
				      json_pack("{s:o,s:i,s:o}", "file",
						match_json_words(path_of(report, report->game)), "turn", turn,
						"text", match_json_words(line)));
	}
}

void rerun_printed_add(struct rerun_printed *printed, const char *bytes, size_t size)
{
	bytes_add(&printed->part, bytes, size);
	if (!size && printed->part.size)
		bytes_add_text(&printed->part, "\n");
}

char *rerun_printed_line(struct rerun_printed *printed)
{
	struct bytes *part = &printed->part;
	size_t size = part->size < LINE_MOST ? part->size : LINE_MOST;
	char *end = size ? memchr(part->at, '\n', size) : NULL, *line;

	if (!end && size < LINE_MOST)
		return NULL;
	size = end ? (size_t)(end - part->at) : size;
	line = bytes_copy(part->at, size);
	bytes_drop(part, size + (end != NULL));
	return line;
}

void rerun_report_prints(struct rerun_report *report, int turn, const char *line)
{
	print_line(report, turn, line);
	if (report->valgrind)
		look_for_error(&report->printed.errors, report->game, turn, line);
}

/* ---- words ---- */

/* A time for people: 0.312 ms, 312 ms, 12.3 s; "-" when it is not known.  The caller frees.  */
static char *time_words(int64_t ns)
{
	if (ns < 0)
		return bytes_text("-");
	if (ns < 10 * (int64_t)NS_PER_MS)
		return bytes_text("%.3f ms", (double)ns / NS_PER_MS);
	if (ns < 10 * (int64_t)NS_PER_S)
		return bytes_text("%.0f ms", (double)ns / NS_PER_MS);
	return bytes_text("%.1f s", (double)ns / NS_PER_S);
}

/* Bytes of a binary protocol as numbers with their meaning.  */
static char *binary_words(const struct rerun_report *report, const struct rejoin_answer *answer,
			  const char *bytes, size_t size)
{
	const struct protocol *protocol = protocol_named(setup_of(report)->system);
	struct message message = {.seat = answer->seat,
				  .direction = FROM_AGENT,
				  .channel = answer->channel,
				  .turn = answer->turn,
				  .bytes = (char *)bytes,
				  .size = size};
	FREED char *meaning =
		protocol->texts->meaning ? protocol->texts->meaning(setup_of(report), &message) : NULL;
	struct bytes text = {0};

	for (size_t i = 0; i < size; i++)
		bytes_addf(&text, "%s%02x", i ? " " : "", (unsigned char)bytes[i]);
	if (meaning)
		bytes_addf(&text, " (%s)", meaning);
	return text.at;
}

/* NULL: there is none.  */
static char *words(const struct rerun_report *report, const struct rejoin_answer *answer, const char *bytes,
		   size_t size)
{
	if (!bytes)
		return NULL;
	return protocol_named(setup_of(report)->system)->framing ? binary_words(report, answer, bytes, size)
								 : bytes_escaped(bytes, size);
}

static const char *or_nothing(const char *text)
{
	return !text ? "nothing" : *text ? text : "an empty line";
}

static void print_answer(const struct rerun_report *report, const struct rerun_answer *answer)
{
	FREED char *recorded = time_words(answer->recorded_ns), *answered = time_words(answer->answered_ns);

	print_game(report, answer->game);
	say("turn %d", answer->turn);
	if (answer->message)
		say(" (message #%" PRId64 "%s)", answer->message, answer->told ? ", told the position" : "");
	if (answer->same)
		say(": %s", or_nothing(answer->recorded));
	else
		say(": was %s, is %s", or_nothing(answer->recorded), or_nothing(answer->answered));
	if (answer->recorded_ns >= 0 || answer->answered_ns >= 0)
		say("   %s -> %s", recorded, answered);
	say("\n");
	fflush(stdout);
}

/* ---- collecting ---- */

static void count_times(struct rerun_times *times, const struct rejoin_answer *answer)
{
	if (answer->turn < 1 || answer->recorded_ns < 0 || answer->answered_ns < 0)
		return;
	times->recorded = bytes_grown(times->recorded, times->count, sizeof(*times->recorded));
	times->answered = bytes_grown(times->answered, times->count, sizeof(*times->answered));
	times->recorded[times->count] = answer->recorded_ns;
	times->answered[times->count++] = answer->answered_ns;
}

/* From this turn on.  The reason is known when the game has ended.  */
static void keep_misled(struct rerun_report *report, int turn)
{
	int count = report->misled_count;

	if (count && report->misled[count - 1].game == report->game)
		return;
	report->misled = bytes_grown(report->misled, count, sizeof(*report->misled));
	report->misled[report->misled_count++] = (struct rerun_misled){.game = report->game, .turn = turn};
}

void rerun_report_answer(struct rerun_report *report, const struct rejoin_answer *answer)
{
	struct rerun_answer kept = {.game = report->game,
				    .turn = answer->turn,
				    .message = answer->message,
				    .recorded_ns = answer->recorded_ns,
				    .answered_ns = answer->answered_ns,
				    .same = answer->same,
				    .told = answer->told,
				    .misled = answer->misled};

	report->answered += answer->answered != NULL;
	report->different += !answer->same;
	report->told += answer->told;
	if (answer->misled)
		keep_misled(report, answer->turn);
	count_times(&report->times, answer);
	if (answer->move && !answer->misled && report->other && report->game + 1 == report->games->count)
		other_build_add(report->other, &(struct other_answer){.turn = answer->turn,
								      .move = (char *)answer->move,
								      .same = answer->same_move,
								      .said = answer->said,
								      .think_ns = answer->answered_ns});
	if (answer->same && !report->all)
		return;
	kept.recorded = words(report, answer, answer->recorded, answer->recorded_size);
	kept.answered = words(report, answer, answer->answered, answer->answered_size);
	if (answer->instead)
		kept.recorded =
			bytes_text(answer->unasked ? "an end (%s)" : "no answer (%s)", answer->instead);
	if (!kept.answered && answer->ended)
		kept.answered = bytes_text(answer->unasked ? "an end (%s)" : "no answer (%s)", answer->ended);
	else if (!kept.answered && answer->unasked)
		kept.answered = bytes_text("none");
	if (!report->json)
		print_answer(report, &kept);
	report->answers = bytes_grown(report->answers, report->kept, sizeof(*report->answers));
	report->answers[report->kept++] = kept;
}

/* ---- ends ---- */

/* A crash, an exit, a hang, a timeout or a loss by what it said?  */
static bool is_bad(const struct rerun_end *end)
{
	return end->end.kind != REJOIN_LASTED && end->end.kind != REJOIN_LOST;
}

bool rerun_ended_badly(const struct rerun_report *report)
{
	return is_bad(&report->fresh) || report->printed.errors.count;
}

static void keep_end(struct rerun_report *report, struct rerun_end *kept, const struct rejoin_end *end)
{
	if (kept->end.words || !end->words)
		return;
	*kept = (struct rerun_end){.game = report->game, .end = *end};
	kept->end.words = bytes_text("%s", end->words);
}

void rerun_report_ends(struct rerun_report *report, const struct rejoin *rejoin)
{
	const char *untold = rejoin_result(rejoin)->untold;
	struct rerun_misled *last = report->misled_count ? &report->misled[report->misled_count - 1] : NULL;
	const char *misled = protocol_named(setup_of(report)->system)->texts->misled;

	keep_end(report, &report->old, &rejoin_result(rejoin)->old_end);
	keep_end(report, &report->fresh, &rejoin_result(rejoin)->fresh_end);
	if (last && last->game == report->game)
		last->why =
			untold ? bytes_text("it refused the recorded position: %s", untold)
			       : bytes_text("%s", misled ? misled : "its judge told only what was new (tap)");
}

void rerun_report_parting(struct rerun_report *report, struct ending ending)
{
	struct rejoin_end end = {.kind = REJOIN_CRASHED};

	if (!ending.signalled || ending.code == SIGTERM || ending.code == SIGKILL)
		return;
	end.words = ending.signal
			    ? bytes_text("was ended by %s after it was told to leave", ending.signal)
			    : bytes_text("was ended by signal %d after it was told to leave", ending.code);
	keep_end(report, &report->fresh, &end);
	free(end.words);
}

void rerun_report_free(struct rerun_report *report)
{
	for (int i = 0; i < report->kept; i++) {
		free(report->answers[i].recorded);
		free(report->answers[i].answered);
	}
	for (int i = 0; i < report->misled_count; i++)
		free(report->misled[i].why);
	free(report->misled);
	free(report->printed.errors.words);
	free(report->printed.errors.head);
	bytes_free(&report->printed.part);
	json_decref(report->printed.lines);
	free(report->old.end.words);
	free(report->fresh.end.words);
	free(report->answers);
	free(report->times.recorded);
	free(report->times.answered);
}

/* Did both end alike?  An old process that lost on time may have hung.  */
static bool is_again(const struct rerun_report *report)
{
	enum rejoin_end_kind old = report->old.end.kind, fresh = report->fresh.end.kind;

	return is_bad(&report->fresh) && (old == fresh || (old == REJOIN_LATE && fresh == REJOIN_SILENT));
}

/* " in turn 7 of m-2.ringside"; the caller frees.  */
static char *where(const struct rerun_report *report, const struct rerun_end *end)
{
	FREED char *turn = end->end.turn ? bytes_text(" in turn %d", end->end.turn) : bytes_text("%s", "");

	return report->games->count > 1 ? bytes_text("%s of %s", turn, path_of(report, end->game))
					: bytes_text("%s", turn);
}

/* How a process ended: what it did, and the word of that in JSON.  */
static const struct {
	const char *did, *word;
} ends[] = {
	[REJOIN_LASTED] = {"lasted", "lasted"},
	[REJOIN_CRASHED] = {"crashed", "crash"},
	[REJOIN_LEFT] = {"left", "exit"},
	[REJOIN_LATE] = {"timed out", "timeout"},
	[REJOIN_SILENT] = {"hung", "hang"},
	[REJOIN_LOSES] = {"lost", "loss"},
	[REJOIN_LOST] = {"gave no answer", "no-answer"},
};

/* Adds how the old end differs from the fresh one.  */
static void print_old_end(const struct rerun_report *report, const char *was, const char *is)
{
	const struct rejoin_end *old = &report->old.end, *fresh = &report->fresh.end;
	bool last = report->game + 1 == report->games->count;

	if (!is_bad(&report->old))
		say("; the old one did not%s", last ? "" : " in this game");
	else if (!is_again(report))
		say("; the old one %s%s: %s", ends[old->kind].did, was, old->words);
	else if (strcmp(was, is) != 0)
		say("; the old one%s: %s", was, old->words);
	else if (strcmp(old->words, fresh->words) != 0)
		say("; the old one: %s", old->words);
}

static void print_end(const struct rerun_report *report)
{
	const struct rerun_end *old = &report->old, *fresh = &report->fresh;
	FREED char *was = where(report, old), *is = where(report, fresh);
	enum rejoin_end_kind kind = fresh->end.kind;

	if (kind == REJOIN_LOST) {
		say("it gave no answer%s, after answers that cannot be compared", is);
	} else if (kind == REJOIN_LASTED) {
		say("it lasted");
		if (is_bad(old))
			say("; the old one %s%s: %s", ends[old->end.kind].did, was, old->end.words);
		else if (report->at_gap)
			say(" to the gap");
		else if (report->games->at[report->game].turns >= 0)
			say(" to the position before move %d", report->games->at[report->game].turns + 1);
		else if (report->unfinished)
			say(" to the last turn that was played");
		else
			say(" to the end, as the old one did");
	} else {
		say("it %s%s%s: %s", ends[kind].did, is_again(report) ? " again" : "", is, fresh->end.words);
		print_old_end(report, was, is);
	}
	say("\n");
}

/* ---- times ---- */

static void print_row(const char *what, int64_t recorded, int64_t answered)
{
	FREED char *was = time_words(recorded), *is = time_words(answered);

	say("%-10s%12s%12s\n", what, was, is);
}

static void print_times(struct rerun_times *times)
{
	struct summary was, is;

	if (!times->count)
		return;
	was = summary_of(times->recorded, times->count);
	is = summary_of(times->answered, times->count);
	say("%-10s%12s%12s\n", "think time", "recorded", "now");
	print_row("median", was.median, is.median);
	print_row("95 %", was.high, is.high);
	print_row("longest", was.most, is.most);
	print_row("in all", was.total, is.total);
}

/* ---- telling ---- */

static const struct rerun_answer *first_difference(const struct rerun_report *report)
{
	for (int i = 0; i < report->kept; i++)
		if (!report->answers[i].same)
			return &report->answers[i];
	return NULL;
}

/* Says where the replay stopped.  */
static void print_gap(const struct rerun_report *report)
{
	const struct rerun_game *game = &report->games->at[report->game];
	FREED char *missing = NULL;

	if (!report->at_gap)
		return;
	missing = gap_words(&game->gap);
	print_game(report, report->game);
	say("compared up to turn %d; after it %s\n", report->turns, missing);
}

/* The turns that cannot be compared, and why.  */
static void print_misled(const struct rerun_report *report)
{
	for (int i = 0; i < report->misled_count; i++) {
		const struct rerun_misled *misled = &report->misled[i];

		print_game(report, misled->game);
		say("from turn %d on answers cannot be compared: %s\n", misled->turn, misled->why);
	}
}

static void print_counts(const struct rerun_report *report)
{
	const char *name = setup_of(report)->seat[report->games->seat].name;
	const struct rerun_answer *first = first_difference(report);
	int games = report->games->count;

	if (report->games->seat == SEAT_NONE)
		say("the game program");
	else
		say("seat %d", report->games->seat);
	if (name && *name)
		say(" (%s)", name);
	say(": %d answer%s", report->answered, report->answered == 1 ? "" : "s");
	if (games > 1)
		say(" in %d games", report->game + 1);
	if (first)
		say(", %d differ%s, the first in turn %d", report->different,
		    report->different == 1 ? "s" : "", first->turn);
	else
		say(report->at_gap ? ", all the same so far" : ", none differs");
	if (first && games > 1)
		say(" of %s", path_of(report, first->game));
	say("%s\n", report->unfinished && !report->at_gap ? ", to the last turn that was played" : "");
	if (report->told)
		say("after a different move it was told the recorded position (%d time%s), so the next "
		    "answers can be compared\n",
		    report->told, report->told == 1 ? "" : "s");
}

/* What valgrind found.  */
static void print_errors(const struct rerun_report *report)
{
	const struct rerun_errors *errors = &report->printed.errors;

	if (!errors->count) {
		say("valgrind found no error\n");
		return;
	}
	say("valgrind found %d error%s in turn %d", errors->count, errors->count == 1 ? "" : "s, the first",
	    errors->turn);
	if (report->games->count > 1) {
		say(" of ");
		say_name(path_of(report, errors->game));
	}
	say(": %s\n", errors->words);
}

/* Its last line says how the process ended.  */
static void print_report(struct rerun_report *report)
{
	print_counts(report);
	print_gap(report);
	print_misled(report);
	print_times(&report->times);
	print_end(report);
	if (report->valgrind)
		print_errors(report);
}

static json_t *seconds(int64_t ns)
{
	return ns < 0 ? json_null() : json_real((double)ns / NS_PER_S);
}

static json_t *answer_json(const struct rerun_report *report, const struct rerun_answer *answer)
{
	return json_pack("{s:o,s:i,s:o,s:o,s:o,s:b,s:b,s:b,s:o,s:o}", "file",
			 match_json_words(path_of(report, answer->game)), "turn", answer->turn, "message",
			 answer->message ? json_integer(answer->message) : json_null(), "recorded",
			 match_json_words(answer->recorded), "answered", match_json_words(answer->answered),
			 "same", answer->same, "comparable", !answer->misled, "told_position", answer->told,
			 "recorded_seconds", seconds(answer->recorded_ns), "answered_seconds",
			 seconds(answer->answered_ns));
}

static json_t *times_json(int64_t *times, int count)
{
	struct summary figures = summary_of(times, count);

	return count ? json_pack("{s:o,s:o,s:o,s:o}", "median", seconds(figures.median), "p95",
				 seconds(figures.high), "longest", seconds(figures.most), "total",
				 seconds(figures.total))
		     : json_null();
}

static json_t *misled_json(const struct rerun_report *report)
{
	json_t *list = json_array();

	for (int i = 0; i < report->misled_count; i++) {
		const struct rerun_misled *misled = &report->misled[i];

		json_array_append_new(list,
				      json_pack("{s:o,s:i,s:o}", "file",
						match_json_words(path_of(report, misled->game)), "from_turn",
						misled->turn, "why", match_json_words(misled->why)));
	}
	return list;
}

static json_t *one_end_json(const struct rerun_report *report, const struct rerun_end *end)
{
	bool known = end->end.words != NULL;

	return json_pack("{s:s,s:o,s:o,s:o}", "kind", ends[end->end.kind].word, "file",
			 known ? match_json_words(path_of(report, end->game)) : json_null(), "turn",
			 known && end->end.turn ? json_integer(end->end.turn) : json_null(), "how",
			 match_json_words(end->end.words));
}

/* How both processes ended.  */
static json_t *end_json(const struct rerun_report *report)
{
	json_t *object = one_end_json(report, &report->fresh);

	json_object_set_new(object, "bad", json_boolean(rerun_ended_badly(report)));
	json_object_set_new(object, "again", json_boolean(is_again(report)));
	json_object_set_new(object, "recorded", one_end_json(report, &report->old));
	return object;
}

/* Where the replay stopped.  */
static json_t *gap_json(const struct rerun_report *report)
{
	const struct rerun_game *game = &report->games->at[report->game];
	json_t *object;

	if (!report->at_gap)
		return json_null();
	object = match_json_gap(&game->gap);
	json_object_set_new(object, "file", match_json_words(game->path));
	json_object_set_new(object, "compared", json_integer(report->turns));
	return object;
}

/* What valgrind found; null if another tool ran.  */
static json_t *errors_json(const struct rerun_report *report)
{
	const struct rerun_errors *errors = &report->printed.errors;

	if (!report->valgrind)
		return json_null();
	if (!errors->count)
		return json_pack("{s:i}", "count", 0);
	return json_pack("{s:i,s:o,s:i,s:o}", "count", errors->count, "file",
			 match_json_words(path_of(report, errors->game)), "turn", errors->turn, "first",
			 match_json_words(errors->words));
}

static json_t *report_json(struct rerun_report *report)
{
	const struct rerun_games *games = report->games;
	const struct seat_setup *seat = &setup_of(report)->seat[games->seat];
	const struct rerun_answer *first = first_difference(report);
	json_t *files = json_array(), *list = json_array();

	for (int i = 0; i < games->count; i++)
		json_array_append_new(files, match_json_words(games->at[i].path));
	for (int i = 0; i < report->kept; i++)
		json_array_append_new(list, answer_json(report, &report->answers[i]));
	return json_pack(
		"{s:o,s:o,s:o,s:o,s:i,s:o,s:o,s:i,s:i,s:i,s:o,s:o,s:o,s:{s:o,s:o},s:o,s:o,s:o,s:b,s:o,s:o}",
		"end", end_json(report), "file", match_json_words(games->at[0].path), "files", files,
		"system", match_json_words(setup_of(report)->system), "seat", games->seat, "name",
		match_json_words(seat->name), "command",
		match_json_words(games->command ? games->command : seat->command), "answers",
		report->answered, "differences", report->different, "positions_told", report->told,
		"not_comparable", misled_json(report), "first",
		first ? answer_json(report, first) : json_null(), report->all ? "all" : "all_differences",
		list, "seconds", "recorded", times_json(report->times.recorded, report->times.count), "now",
		times_json(report->times.answered, report->times.count), "printed",
		report->printed.lines ? json_incref(report->printed.lines) : json_null(), "errors",
		errors_json(report), "gap", gap_json(report), "unfinished", report->unfinished, "warning",
		match_json_words(games->warning), "problem", match_json_words(report->early));
}

void rerun_report_tell(struct rerun_report *report)
{
	if (report->json)
		say_object(report_json(report));
	else
		print_report(report);
}

char *rerun_first_difference(const struct rerun_report *report)
{
	const struct rerun_answer *first = first_difference(report);

	return first ? bytes_text("turn %d: was %s, is %s", first->turn, or_nothing(first->recorded),
				  or_nothing(first->answered))
		     : NULL;
}
