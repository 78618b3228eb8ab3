/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun.c - `ringside rerun`: replays recorded matches to a new build of an agent.
 *
 * Only the agent of one seat runs; everything else is replayed (rejoin.h).  If its answer differs from the
 * recorded one, the difference is reported and the recorded answer counts.  In several games of a series the
 * process stays from game to game where the old one did.  */
#include "rerun.h"

#include "case_report.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/crash_report.h"
#include "ringside/folder.h"
#include "ringside/loop.h"
#include "ringside/match_json.h"
#include "ringside/other_build.h"
#include "ringside/rejoin.h"
#include "ringside/say.h"
#include "ringside/trust.h"
#include "runner/pool.h"
#include "whowrote.h"
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* An answer that is kept; its strings are for people, and owned.  */
struct rerun_answer {
	int game; /* index in the games */
	int turn;
	int64_t message;
	char *recorded, *answered; /* NULL: there was none */
	int64_t recorded_ns, answered_ns;
	bool same;
	bool told, misled; /* as rejoin.h has them */
};

/* ns of each answer that both gave.  */
struct rerun_times {
	int64_t *recorded, *answered;
	int count;
};

/* The turn from which the answers of a game cannot be compared.  */
struct rerun_misled {
	int game, turn;
	char *why; /* for people; owned */
};

/* As rejoin.h has it, in one of the games.  */
struct rerun_end {
	int game;
	struct rejoin_end end; /* its words are owned */
};

/* The errors in the report of valgrind.  */
struct rerun_errors {
	int count;
	int game, turn; /* of the first one */
	char *words;    /* of the first one: "Invalid read of size 4, put (brain.c:31)"; owned */
	char *head;     /* a line that may begin one, if a frame follows; NULL: none; owned */
	bool places;    /* the frames of the first one are being read */
};

/* Lines, and the turn of each.  */
struct rerun_printed {
	struct bytes part; /* of a line that is not whole yet */
	json_t *lines;     /* that are kept; NULL: there is no tool */
	size_t kept;       /* bytes of them */
	int count;
	struct rerun_errors errors;
};

struct rerun_report {
	const struct rerun_games *games; /* the caller's */
	bool json;                       /* all is kept, and nothing printed before the end */
	bool all;                        /* report equal answers too */
	bool valgrind;                   /* the agent runs under it */
	struct other_build *other;       /* as in rerun_options */
	int game;                        /* the current one */
	struct rerun_answer *answers;
	int kept;                /* the different answers, or all */
	int answered, different; /* how many */
	int told;                /* positions */
	struct rerun_misled *misled;
	int misled_count;
	struct rerun_end old, fresh; /* the first bad end of each */
	struct rerun_times times;
	struct rerun_printed printed; /* on stderr, with a tool */
	bool unfinished;              /* the last match is still being played */
	int turns;                    /* of the last game, as far as it was replayed */
	bool at_gap;                  /* the last game has a gap, where the replay stopped */
	const char *early; /* why the replay stopped early, owned by the caller; NULL: it did not */
};

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

/* Takes what came on stderr of an agent under a tool; size 0: that is all.  */
static void printed_add(struct rerun_printed *printed, const char *bytes, size_t size)
{
	bytes_add(&printed->part, bytes, size);
	if (!size && printed->part.size)
		bytes_add_text(&printed->part, "\n");
}

/* The next line of it, which the caller frees; NULL: none is whole yet.  A line of more than 64 KB counts as
 * several.  */
static char *printed_line(struct rerun_printed *printed)
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

/* Takes a line of that in a turn, from 1.  */
static void report_prints(struct rerun_report *report, int turn, const char *line)
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

/* Keeps an answer, and prints it.  */
static void report_answer(struct rerun_report *report, const struct rejoin_answer *answer)
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

/* Has the agent ended badly, or has valgrind found errors?  */
static bool ended_badly(const struct rerun_report *report)
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

/* The game has ended: keeps how the processes ended, and what could not be compared.  */
static void report_ends(struct rerun_report *report, const struct rejoin *rejoin)
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

/* The process has ended after it was told to leave: keeps a crash.  */
static void report_parting(struct rerun_report *report, struct ending ending)
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

static void report_free(struct rerun_report *report)
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

	json_object_set_new(object, "bad", json_boolean(ended_badly(report)));
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

/* Prints the sum on stdout, or the whole report as one object.  */
static void tell_report(struct rerun_report *report)
{
	if (report->json)
		say_object(report_json(report));
	else
		print_report(report);
}

/* Exit status: as diff(1), and more. 3 is EXIT_NOT_STARTED.  */
enum { RERUN_SAME = 0, RERUN_DIFFERS = 1, RERUN_TROUBLE = 2, RERUN_ENDED_BADLY = 4 };

enum { PAGE = 64 };

/* How long a tool may take for its last look after all was told; how long that waits for a process that goes
 * on, and how long that may compute.  */
#define LOOKED_WITHIN ((int64_t)60 * NS_PER_S)
#define RESTS_WITHIN  ((int64_t)60 * NS_PER_S)
#define COMPUTES_MOST ((int64_t)5 * NS_PER_S)

struct rerun {
	struct runner_call *call;
	const struct rerun_options *options;
	const struct rerun_look *look; /* NULL: nobody looks, and the answers are reported */
	struct rerun_games games;
	int at; /* the current game */
	const struct protocol *protocol;
	const char *tool;          /* that runs the agent, in its words; NULL: none */
	struct message page[PAGE]; /* good until the next one is read */
	int page_count, page_at;
	int64_t read;
	struct rejoin *rejoin; /* of that game */
	struct pool pool;      /* each game is a job in this process, at its only place */
	struct watch *deadline;
	struct awake awake; /* the time that the rejoin is given */
	struct agent *agent;
	char *folder;          /* a temporary one in which it runs; NULL: it runs here; owned */
	struct ending ending;  /* of the last process that has ended */
	struct say_rest shown; /* of its stderr */
	int started;           /* number of started processes */
	char *not_started;
	bool done;      /* all games that can be told were */
	bool leaving;   /* the agent is asked nothing more */
	bool enough;    /* for who looks */
	bool dismissed; /* it was told to leave */
	struct rerun_report report;
};

/* ---- the process ---- */

static int64_t time_at(struct rerun *rerun, int64_t t)
{
	return awake_at(&rerun->awake, t);
}

static void look(struct rerun *rerun, enum rejoin_state state)
{
	bool waits = state == REJOIN_WAITS;

	loop_at(rerun->deadline,
		waits ? awake_wait(&rerun->awake, rejoin_deadline(rerun->rejoin)) : INT64_MAX);
	if (!waits)
		pool_release(&rerun->pool, 0);
}

static int turn_of(const struct rerun *rerun)
{
	return rerun->rejoin ? rejoin_match(rerun->rejoin)->turn_count + 1 : 1;
}

/* Has it not read yet what it was sent last?  */
static bool has_unread(const struct rerun *rerun)
{
	struct activity activity = {0};

	agent_activity(rerun->agent, &activity);
	return activity.unread > 0;
}

/* Gives a line to who looks, until that is enough.  */
static void look_takes(struct rerun *rerun, const char *line)
{
	const struct rerun_look *who = rerun->look;

	if (rerun->enough || who->line(who->user, rerun->at, turn_of(rerun), has_unread(rerun), line))
		return;
	rerun->enough = rerun->leaving = rerun->done = true;
	loop_at(rerun->deadline, INT64_MAX);
	agent_dismiss(rerun->agent, NS_PER_S);
}

/* All was told.  Waits until it waits for more: it may still do something after its last answer.  What counts
 * is how long it computes, since a busy machine may give it no core for long.  */
static void end_look(struct rerun *rerun)
{
	const struct timespec pause = {.tv_nsec = NS_PER_MS};
	int64_t end = loop_now() + RESTS_WITHIN, cpu = agent_cpu(rerun->agent);
	struct activity activity = {0};

	do {
		nanosleep(&pause, NULL);
		agent_activity(rerun->agent, &activity);
	} while ((activity.kind != ACTIVITY_READS || activity.unread) && activity.kind != ACTIVITY_GONE &&
		 loop_now() < end && agent_cpu(rerun->agent) < cpu + COMPUTES_MOST);
	rerun->look->over(rerun->look->user);
}

/* size 0: the stream has ended.  */
static void got_words(struct rerun *rerun, const char *bytes, size_t size)
{
	struct rerun_printed *printed = &rerun->report.printed;
	char *line;

	if (!rerun->tool) {
		if (rerun->options->show_stderr || !size)
			say_piece(&rerun->shown, bytes, size);
		return;
	}
	printed_add(printed, bytes, size);
	while ((line = printed_line(printed))) {
		if (rerun->look)
			look_takes(rerun, line);
		else
			report_prints(&rerun->report, turn_of(rerun), line);
		free(line);
	}
}

static void got_bytes(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct rerun *rerun = user;

	if (stream == STREAM_STDERR)
		got_words(rerun, bytes, size);
	else if (!rerun->leaving)
		look(rerun, rejoin_bytes(rerun->rejoin, time_at(rerun, t), rerun->games.seat, bytes, size));
}

static void end_agent(struct rerun *rerun)
{
	agent_free(rerun->agent);
	rerun->agent = NULL;
	if (rerun->folder)
		folder_remove(rerun->folder);
	free(rerun->folder);
	rerun->folder = NULL;
}

static void got_exit(void *user, int64_t t, struct ending ending)
{
	struct rerun *rerun = user;
	FREED char *refused = agent_refused(rerun->agent);

	got_words(rerun, NULL, 0);
	if (refused)
		say_error("ringside: seat %d %s: it was killed\n", rerun->games.seat, refused);
	end_agent(rerun);
	rerun->ending = ending;
	if (rerun->dismissed)
		report_parting(&rerun->report, ending);
	if (rerun->leaving)
		pool_release(&rerun->pool, 0);
	else
		look(rerun, rejoin_exited(rerun->rejoin, time_at(rerun, t), rerun->games.seat, ending));
}

static void got_stays(void *user UNUSED, pid_t pid)
{
	say_error("ringside: process %d has not ended 2 s after SIGKILL: it is left behind\n", (int)pid);
}

/* ---- what the rejoining asks for ---- */

static bool next(void *user, struct message *message)
{
	struct rerun *rerun = user;
	const struct rerun_game *game = &rerun->games.at[rerun->at];

	if (rerun->page_at == rerun->page_count) {
		rerun->page_count =
			match_file_history(game->file, game->branch, rerun->read, PAGE, rerun->page);
		rerun->page_at = 0;
	}
	if (game->gap.first &&
	    (rerun->page_at == rerun->page_count || rerun->page[rerun->page_at].n > game->gap.first))
		rerun->report.at_gap = true;
	if (rerun->page_at == rerun->page_count || rerun->report.at_gap)
		return false;
	if (game->turns >= 0 && rerun->page[rerun->page_at].turn > game->turns)
		return false;
	*message = rerun->page[rerun->page_at++];
	rerun->read = message->n;
	return true;
}

/* Reads the same page, which next() has to read again then.  */
static bool again(void *user, int64_t after, struct message *message)
{
	struct rerun *rerun = user;
	const struct rerun_game *game = &rerun->games.at[rerun->at];

	rerun->page_at = rerun->page_count = 0;
	if (match_file_history(game->file, game->branch, after, 1, rerun->page) != 1)
		return false;
	*message = rerun->page[0];
	return true;
}

static void spawn(void *user, int seat)
{
	/* After a closed stream its end follows, or it does not answer.  */
	static const struct agent_events events = {
		.bytes = got_bytes, .exited = got_exit, .stays = got_stays};
	struct rerun *rerun = user;
	/* Without a new build each process is the recorded one.  */
	const char *recorded = rejoin_match(rerun->rejoin)->setup.seat[seat].command;
	const struct rerun_game *game = &rerun->games.at[rerun->at];
	struct launch named = {.command = recorded,
			       .own = setup_folder(&game->setup),
			       .confined = match_confined(&rerun->call->match)};
	struct agent_sandbox sandbox;
	char *command = seed_command(&rejoin_match(rerun->rejoin)->setup, seat,
				     rerun->games.command ? rerun->games.command : recorded);
	struct agent_setup wanted =
		session_agent_setup(&rerun->call->match.session, &game->setup, seat, &sandbox);
	char *problem = NULL;

	end_agent(rerun);
	rerun->dismissed = false;
	if (!rerun->games.command) /* an event may name another one than the table that was asked about */
		problem = vouch_program(&rerun->call->match, game->file, seat, &named, false);
	sandbox.alone = named.confined == CONFINED_ALONE;
	if (rerun->call->match.session.temp && !problem)
		rerun->folder = folder_temporary(&problem);
	wanted.directory = rerun->folder;
	wanted.command = command;
	wanted.under = rerun->tool;
	wanted.stderr_pipe = wanted.guarded = true;
	if (!problem)
		rerun->agent = agent_spawn(rerun->pool.loop, &wanted, &events, rerun, &problem);
	free(command);
	if (rerun->agent) {
		if (!rerun->games.command)
			trust_remember(match_file_id(game->file), &named);
		rerun->started++;
		if (rerun->look)
			rerun->look->begins(rerun->look->user, agent_pid(rerun->agent));
		return;
	}
	rejoin_not_started(rerun->rejoin, time_at(rerun, loop_now()), seat, problem);
	rerun->not_started = problem;
}

/* The recorded process was told to leave here, or failed.  A look ends its process itself.  */
static void leave(void *user, int seat UNUSED)
{
	struct rerun *rerun = user;

	if (rerun->look)
		return;
	rerun->dismissed = true;
	if (rerun->agent)
		agent_dismiss(rerun->agent, rerun->protocol->limits.goodbye);
}

static void write_to(void *user, int seat UNUSED, const char *bytes, size_t size)
{
	struct rerun *rerun = user;

	if (!rerun->agent)
		return;
	if (rerun->look && rerun->at + 1 == rerun->games.count && rejoin_match(rerun->rejoin)->over) {
		end_look(rerun); /* before it is told goodbye */
		return;
	}
	if (rerun->look)
		rerun->look->writes(rerun->look->user, rerun->at, turn_of(rerun));
	agent_write(rerun->agent, bytes, size);
}

static void answered(void *user, const struct rejoin_answer *answer)
{
	struct rerun *rerun = user;

	report_answer(&rerun->report, answer);
	progress_changed(rerun->pool.progress);
}

static void waited(void *user, int events UNUSED)
{
	struct rerun *rerun = user;

	look(rerun, rejoin_time(rerun->rejoin, time_at(rerun, loop_now())));
}

/* ---- running ---- */

/* How long an answer is awaited, if the option or the record says it.  A tool makes the agent slower by an
 * unknown factor.  */
static struct patience patience_of(const struct rerun *rerun, const struct rerun_game *game, bool *known)
{
	struct patience patience = {rerun->options->limit, rerun->options->limit};
	struct match match;

	*known = patience.answer;
	if (*known || rerun->tool || !match_file_match_of(game->file, game->branch, &match))
		return patience;
	*known = true;
	patience = match_patience(&match, &game->last, rerun->games.seat);
	match_free(&match);
	return patience;
}

/* Output from after the previous game belongs to this game.  */
static struct rejoin *next_rejoin(struct rerun *rerun, struct rejoin *before, char **problem)
{
	static const struct rejoin_events events = {.next = next,
						    .again = again,
						    .spawn = spawn,
						    .leave = leave,
						    .write = write_to,
						    .answered = answered};
	const struct rerun_game *game = &rerun->games.at[rerun->at];
	int seat = rerun->games.seat;
	struct rejoin *rejoin = rejoin_new(&game->setup, 1u << seat, &events, rerun, problem);
	struct patience patience;
	bool known;
	const char *rest;
	size_t size;

	if (!rejoin)
		return NULL;
	patience = patience_of(rerun, game, &known);
	rejoin_try(rejoin, known ? &patience : NULL);
	if (before && game->before) {
		rest = rejoin_rest(before, seat, &size);
		rejoin_stays(rejoin, seat, rest, size);
	}
	return rejoin;
}

/* Replays the current game to it.  NULL, or what is wrong with the recording.  */
static char *tell(struct rerun *rerun)
{
	const struct rerun_game *game = &rerun->games.at[rerun->at];
	struct rejoin *before = rerun->rejoin;
	char *problem = NULL;
	enum rejoin_state state;

	rerun->leaving = false;
	rerun->report.game = rerun->at;
	rerun->read = rerun->page_at = rerun->page_count = 0;
	rerun->rejoin = next_rejoin(rerun, before, &problem);
	rejoin_free(before);
	if (!rerun->rejoin)
		return problem;
	state = rejoin_go(rerun->rejoin, time_at(rerun, loop_now()));
	if (before && game->before && !rerun->agent) /* it has left between the games */
		state = rejoin_exited(rerun->rejoin, time_at(rerun, loop_now()), rerun->games.seat,
				      rerun->ending);
	look(rerun, state);
	return NULL;
}

/* The current game is over: goes on to the next one, if it can be told.  */
static void end_game(struct rerun *rerun)
{
	report_ends(&rerun->report, rerun->rejoin);
	rerun->report.turns = rejoin_match(rerun->rejoin)->turn_count;
	rerun->done = rejoin_result(rerun->rejoin)->problem || rerun->report.at_gap ||
		      rerun->at + 1 == rerun->games.count;
	rerun->at += !rerun->done;
}

/* The next game begins when the process that stays for the last one only has left.  */
static bool begin(void *user, int place UNUSED)
{
	struct rerun *rerun = user;
	bool over =
		rerun->rejoin && rejoin_match(rerun->rejoin)->over && !rejoin_result(rerun->rejoin)->problem;
	char *problem;

	if (rerun->rejoin && !rerun->leaving)
		end_game(rerun);
	if (rerun->agent && !rerun->leaving && (rerun->done || !rerun->games.at[rerun->at].before)) {
		rerun->leaving = true;
		if (rerun->look) {
			end_look(rerun);
			agent_dismiss(rerun->agent, LOOKED_WITHIN);
			return true;
		}
		rerun->dismissed = over; /* one that was told goodbye gets its grace */
		agent_dismiss(rerun->agent, over ? rerun->protocol->limits.goodbye : 0);
		return true;
	}
	if (rerun->done)
		return false;
	problem = tell(rerun);
	if (problem)
		pool_stop(&rerun->pool, problem, RERUN_TROUBLE);
	return !problem;
}

/* A progress_fn.  */
static char *progress(const void *user)
{
	const struct rerun *rerun = user;
	const struct rerun_report *of = &rerun->report;

	return bytes_text("game %d of %d: %d answer%s, %d differ%s", of->game + 1, of->games->count,
			  of->answered, of->answered == 1 ? "" : "s", of->different,
			  of->different == 1 ? "s" : "");
}

/* NULL, or what is wrong with the recording.  */
static char *run(struct rerun *rerun)
{
	const struct pool_setup setup = {
		.begin = begin, .progress = rerun->games.count > 1 ? progress : NULL, .user = rerun};
	char *problem;

	pool_open(&rerun->pool, &setup);
	rerun->deadline = loop_timer(rerun->pool.loop, LOOP_LATER, waited, rerun);
	pool_run(&rerun->pool, 1);
	end_agent(rerun);
	loop_unwatch(rerun->deadline);
	problem = rerun->pool.problem;
	rerun->pool.problem = NULL;
	pool_close(&rerun->pool);
	return problem;
}

/* ---- telling ---- */

/* Prints the report.  Returns the exit status; *problem: NULL or what is wrong.  */
static int conclude(struct rerun *rerun, char **problem)
{
	const struct rerun_game *game = &rerun->games.at[rerun->at];
	const char *early = rejoin_result(rerun->rejoin)->problem;

	if (rerun->pool.interrupted) {
		*problem = bytes_text("interrupted: %d answers so far, %d differ", rerun->report.answered,
				      rerun->report.different);
		return EXIT_INTERRUPTED;
	}
	if (rerun->not_started) {
		*problem = bytes_text("%s", rerun->not_started);
		return EXIT_NOT_STARTED;
	}
	if (match_file_problem(game->file)) {
		*problem = bytes_text("%s", match_file_problem(game->file));
		return RERUN_TROUBLE;
	}
	if (early && rejoin_result(rerun->rejoin)->failed == SEATS) {
		*problem = bytes_text("%s: %s", game->path, early);
		return RERUN_TROUBLE;
	}
	if (!rerun->started) {
		*problem = bytes_text("%s: no process was started on seat %d", game->path, rerun->games.seat);
		return RERUN_TROUBLE;
	}
	rerun->report.early = early;
	tell_report(&rerun->report);
	if (early)
		say_error("ringside: %s: the rest was not tried\n", early);
	if (fflush(stdout) != 0) {
		*problem = bytes_text("stdout cannot be written: %s", strerror(errno));
		return RERUN_TROUBLE;
	}
	if (ended_badly(&rerun->report))
		return RERUN_ENDED_BADLY;
	if (early || rerun->report.different)
		return RERUN_DIFFERS;
	return rerun->report.at_gap ? RERUN_TROUBLE : RERUN_SAME;
}

/* Asks about the programs that the files name, before any starts. NULL, or why one may not.  */
static char *vouch(const struct rerun *rerun)
{
	const struct rerun_games *games = &rerun->games;
	bool confined = match_confined(&rerun->call->match) != CONFINED_NOT; /* no folder is made here */
	char *problem = NULL;

	for (int i = 0; !problem && i < games->count; i++) {
		struct rerun_game *game = &games->at[i];
		const struct setup *setups[] = {&game->setup, &game->last};

		problem = confined ? vouch_folder(&rerun->call->match, game->file, &game->setup) : NULL;
		for (int k = 0; k < 2 && !problem && !games->command; k++) {
			struct launch named = {.command = setups[k]->seat[games->seat].command,
					       .own = setup_folder(&game->setup),
					       .confined = match_confined(&rerun->call->match)};

			if (k == 0 && !named.command)
				problem = bytes_text(
					"%s names no program for seat %d: name one after --seat %d",
					match_file_path(game->file), games->seat, games->seat);
			else
				problem = vouch_program(&rerun->call->match, game->file, games->seat, &named,
							true);
		}
	}
	return problem;
}

static int rerun_games(struct rerun *rerun, char **problem)
{
	int status = RERUN_TROUBLE;

	rerun->protocol = protocol_named(rerun->games.at[0].setup.system);
	rerun->tool = rerun->call->match.session.valgrind ? AGENT_VALGRIND
		      : rerun->options->strace            ? AGENT_STRACE
							  : NULL;
	if (rerun->tool)
		rerun->report.printed.lines = json_array();
	rerun->report.games = &rerun->games;
	rerun->report.all = rerun->options->all;
	rerun->report.json = rerun->call->json;
	rerun->report.other = rerun->options->other;
	if (rerun->options->other) {
		const struct rerun_game *last = &rerun->games.at[rerun->games.count - 1];

		rerun->options->other->branch = last->branch;
		rerun->options->other->path = bytes_text("%s", match_file_path(last->file));
	}
	rerun->report.valgrind = rerun->call->match.session.valgrind;
	rerun->report.unfinished = match_file_is_written(rerun->games.at[rerun->games.count - 1].file);
	say_lines(rerun->games.notice);
	say_lines(rerun->games.warning);
	*problem = vouch(rerun);
	if (*problem)
		return EXIT_NOT_STARTED;
	*problem = run(rerun);
	if (!*problem)
		status = conclude(rerun, problem);
	rejoin_free(rerun->rejoin);
	report_free(&rerun->report);
	free(rerun->not_started);
	return status;
}

/* As people read it; NULL: none differs.  */
static char *first_difference_words(const struct rerun_report *report)
{
	const struct rerun_answer *first = first_difference(report);

	return first ? bytes_text("turn %d: was %s, is %s", first->turn, or_nothing(first->recorded),
				  or_nothing(first->answered))
		     : NULL;
}

char *rerun_look(const struct rerun_games *games, struct runner_call *call,
		 const struct rerun_options *options, const struct rerun_look *who,
		 struct rerun_looked *looked)
{
	struct rerun rerun = {
		.call = call, .options = options, .games = *games, .look = who, .tool = who->under};
	char *problem;

	rerun.protocol = protocol_named(games->at[0].setup.system);
	rerun.report.games = games;
	rerun.report.json = true; /* nothing is printed */
	*looked = (struct rerun_looked){.status = EXIT_NOT_STARTED};
	problem = vouch(&rerun);
	if (problem)
		return problem;
	looked->status = RERUN_TROUBLE;
	problem = run(&rerun);
	if (!problem && rerun.pool.interrupted) {
		problem = bytes_text("interrupted");
		looked->status = EXIT_INTERRUPTED;
	} else if (!problem && rerun.not_started) {
		problem = bytes_text("%s", rerun.not_started);
		looked->status = EXIT_NOT_STARTED;
	} else if (!problem && !rerun.started) {
		problem = bytes_text("%s: no process was started on seat %d", games->at[0].path, games->seat);
	}
	looked->differs = first_difference_words(&rerun.report);
	rejoin_free(rerun.rejoin);
	report_free(&rerun.report);
	free(rerun.not_started);
	return problem;
}

int check_rerun(struct runner_call *call, const struct rerun_options *options)
{
	struct rerun rerun = {.call = call, .options = options};
	char *problem = cpus_settle(&call->match);
	int status = RERUN_TROUBLE;

	if (!problem && call->match.session.valgrind && options->strace)
		problem = bytes_text("--valgrind and --strace cannot run the agent both: give one of them");
	if (!problem && options->whowrote && options->strace)
		problem = bytes_text("--whowrote and --strace cannot run the agent both: give one of them");
	if (!problem)
		problem = rerun_games_read(&rerun.games, call, options);
	if (!problem && options->whowrote)
		status = whowrote(&rerun.games, call, options, &problem);
	else if (!problem)
		status = rerun_games(&rerun, &problem);
	rerun_games_free(&rerun.games);
	return say_failure(problem, status);
}
