/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun_report.c - collects what a new build answered beside what was recorded.  */
#include "rerun_report.h"

#include "ringside/bytes.h"
#include "ringside/say.h"
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

const struct setup *rerun_setup(const struct rerun_report *report)
{
	return &report->games->at[report->game].last;
}

/* ---- words ---- */

char *rerun_time(int64_t ns)
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
	const struct protocol *protocol = protocol_named(rerun_setup(report)->system);
	struct message message = {.seat = answer->seat,
				  .direction = FROM_AGENT,
				  .channel = answer->channel,
				  .turn = answer->turn,
				  .bytes = (char *)bytes,
				  .size = size};
	char *meaning =
		protocol->texts->meaning ? protocol->texts->meaning(rerun_setup(report), &message) : NULL;
	struct bytes text = {0};

	for (size_t i = 0; i < size; i++)
		bytes_addf(&text, "%s%02x", i ? " " : "", (unsigned char)bytes[i]);
	if (meaning)
		bytes_addf(&text, " (%s)", meaning);
	free(meaning);
	return text.at;
}

/* NULL: there is none.  */
static char *words(const struct rerun_report *report, const struct rejoin_answer *answer, const char *bytes,
		   size_t size)
{
	if (!bytes)
		return NULL;
	return protocol_named(rerun_setup(report)->system)->framing
		       ? binary_words(report, answer, bytes, size)
		       : bytes_escaped(bytes, size);
}

static const char *or_nothing(const char *text)
{
	return !text ? "nothing" : *text ? text : "an empty line";
}

static void print_answer(const struct rerun_report *report, const struct rerun_answer *answer)
{
	char *recorded = rerun_time(answer->recorded_ns), *answered = rerun_time(answer->answered_ns);

	if (report->games->count > 1) {
		say_name(report->games->at[answer->game].path);
		say(": ");
	}
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
	free(recorded);
	free(answered);
}

/* ---- collecting ---- */

static void count_times(struct rerun_times *times, const struct rejoin_answer *answer)
{
	if (answer->turn < 1 || answer->recorded_ns < 0 || answer->answered_ns < 0)
		return;
	if (times->count == times->room) {
		times->room = times->room ? 2 * times->room : 256;
		times->recorded =
			bytes_resized(times->recorded, (size_t)times->room * sizeof(*times->recorded));
		times->answered =
			bytes_resized(times->answered, (size_t)times->room * sizeof(*times->answered));
	}
	times->recorded[times->count] = answer->recorded_ns;
	times->answered[times->count++] = answer->answered_ns;
}

void rerun_report_game(struct rerun_report *report, int game)
{
	report->game = game;
}

char *rerun_report_progress(const void *report)
{
	const struct rerun_report *of = report;

	return bytes_text("game %d of %d: %d answer%s, %d differ%s", of->game + 1, of->games->count,
			  of->answered, of->answered == 1 ? "" : "s", of->different,
			  of->different == 1 ? "s" : "");
}

/* From this turn on.  The reason is known when the game has ended.  */
static void keep_misled(struct rerun_report *report, int turn)
{
	int count = report->misled_count;

	if (count && report->misled[count - 1].game == report->game)
		return;
	report->misled = bytes_resized(report->misled, (size_t)(count + 1) * sizeof(*report->misled));
	report->misled[report->misled_count++] = (struct rerun_misled){.game = report->game, .turn = turn};
}

/* How the old process ended instead of an answer.  */
static char *instead_words(const struct rejoin_answer *answer)
{
	return answer->unasked ? bytes_text("an end (%s)", answer->instead)
			       : bytes_text("no answer (%s)", answer->instead);
}

/* What the fresh process did instead of an answer; NULL: nothing.  */
static char *ended_words(const struct rejoin_answer *answer)
{
	if (answer->ended)
		return bytes_text("%s (%s)", answer->unasked ? "an end" : "no answer", answer->ended);
	return answer->unasked ? bytes_text("none") : NULL;
}

void rerun_report_answer(struct rerun_report *report, const struct rejoin_answer *answer, bool json)
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
	if (answer->same && !report->all)
		return;
	kept.recorded = words(report, answer, answer->recorded, answer->recorded_size);
	kept.answered = words(report, answer, answer->answered, answer->answered_size);
	if (answer->instead)
		kept.recorded = instead_words(answer);
	if (!kept.answered)
		kept.answered = ended_words(answer);
	if (!json)
		print_answer(report, &kept);
	if (report->kept == report->room) {
		report->room = report->room ? 2 * report->room : 16;
		report->answers =
			bytes_resized(report->answers, (size_t)report->room * sizeof(*report->answers));
	}
	report->answers[report->kept++] = kept;
}

/* ---- ends ---- */

bool rerun_end_is_bad(const struct rerun_end *end)
{
	return end->end.kind != REJOIN_LASTED && end->end.kind != REJOIN_LOST;
}

bool rerun_is_bad(const struct rerun_report *report)
{
	return rerun_end_is_bad(&report->fresh) || report->printed.errors.count;
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
	const char *untold = rejoin_untold(rejoin);
	struct rerun_misled *last = report->misled_count ? &report->misled[report->misled_count - 1] : NULL;

	keep_end(report, &report->old, rejoin_old_end(rejoin));
	keep_end(report, &report->fresh, rejoin_fresh_end(rejoin));
	if (last && last->game == report->game)
		last->why =
			untold ? bytes_text("it refused the recorded position: %s", untold)
			       : bytes_text("%s", protocol_named(rerun_setup(report)->system)->texts->misled);
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
	rerun_tool_free(&report->printed);
	free(report->old.end.words);
	free(report->fresh.end.words);
	free(report->answers);
	free(report->times.recorded);
	free(report->times.answered);
}
