/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* report.c - games and series in words and as JSON.  */
#include "config.h"

#include "report.h"

#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/match_json.h"
#include "ringside/say.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a game ---- */

bool match_is_finished(const struct match *match)
{
	return match->over && strcmp(match->verdict.reason, REASON_INTERRUPTED) != 0;
}

bool match_has_silent(const struct match *match)
{
	const struct protocol *protocol = protocol_named(match->setup.system);
	const struct verdict *verdict = &match->verdict;

	if (!protocol || !protocol->silent || !verdict->blame ||
	    !reason_is(verdict->reason, REASON_OF_ENDING))
		return false;
	for (int n = 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_skim(match, n, 1);

		if (!turn || turn->seat == verdict->blame)
			return false;
	}
	return true;
}

char *verdict_words(const struct match *match)
{
	const struct verdict *verdict = &match->verdict;
	const char *names[SEATS] = {"", match->setup.seat[1].name, match->setup.seat[2].name};
	int lone = setup_lone_seat(&match->setup);

	if (lone != SEAT_NONE)
		return bytes_text("%s: %s (%s)", names[lone], verdict->reason, verdict->detail);
	if (verdict->winner == WINNER_NONE)
		return bytes_text("no winner: %s (%s)", verdict->reason, verdict->detail);
	if (verdict->winner == WINNER_DRAW)
		return bytes_text("%s and %s draw: %s (%s)", names[1], names[2], verdict->reason,
				  verdict->detail);
	return bytes_text("%s (seat %d) beats %s: %s (%s)", names[verdict->winner], verdict->winner,
			  names[seat_opponent(verdict->winner)], verdict->reason, verdict->detail);
}

/* The settings that a player has of its own, by seats.  */
static void add_settings(json_t *object, const struct setup *setup)
{
	json_t *list = json_array();
	bool any = false;

	for (int s = SEAT_1; s < SEATS; s++) {
		json_t *of_seat = json_object();

		for (int i = 0; i < SEAT_SETTINGS; i++) {
			const char *text = seat_setting_given(setup, (enum seat_setting)i, s);

			if (text)
				json_object_set_new(of_seat, seat_setting_rows[i].name,
						    match_json_words(text));
			any = any || text;
		}
		json_array_append_new(list, of_seat);
	}
	if (any)
		json_object_set(object, "settings", list);
	json_decref(list);
}

/* The moves; of a game with scores also these, and how they went on if players may learn in it. Who lost by a
 * fault did not play all of it.  */
static void add_moves(json_t *object, const struct match *match)
{
	const struct protocol *protocol = protocol_named(match->setup.system);

	if (match_has_silent(match))
		json_object_set_new(object, "silent", json_true());
	if (!match->scored) {
		json_object_set_new(object, "played", match_json_played(match));
		return;
	}
	json_object_set_new(object, "course", match_json_course(match));
	if (protocol && protocol->texts->learning && match->verdict.blame == SEAT_NONE)
		json_object_set_new(object, "curve", match_json_curve(match));
}

/* Adds who plays, and moves what depends on the machine, too: its cores, and whether it can make a sandbox.
 */
static void set_scheduled(json_t *object, const struct scheduled *scheduled)
{
	static const char *const measured[] = {
		"seconds",    "think_total",  "think_longest", "think_mean",   "cpu",        "peak_memory",
		"held_turns", "held_longest", "waited",        "waited_turns", "unfinished", "doing",
		"backtrace",  "cpus",         "forgiven",      "sandbox",      "cgroups",    "record"};
	json_t *timing = json_object(), *players = json_array();

	for (size_t i = 0; i < sizeof(measured) / sizeof(measured[0]); i++) {
		json_t *value = json_object_get(object, measured[i]);

		if (value)
			json_object_set(timing, measured[i], value);
		json_object_del(object, measured[i]);
	}
	json_object_del(object, "ringside"); /* the machine has it */
	json_object_del(object, "settings"); /* the players have them */
	if (!json_object_get(object, "opening"))
		json_object_set_new(object, "opening", json_null());
	for (int s = SEAT_1; s < SEATS; s++)
		json_array_append_new(players, scheduled->player[s] ? json_integer(scheduled->player[s])
								    : json_null());
	json_object_update_new(object, json_pack("{s:o,s:i,s:i,s:i,s:o}", "players", players, "pairing",
						 scheduled->pairing, "pair", scheduled->pair, "round",
						 scheduled->round, "timing", timing));
}

char *report_json(const struct match *match, const struct report *report)
{
	json_t *object = match_json_game(match);
	const char *const *cpus = report->cpus;
	const struct session_setup *session = report->session;
	char *line;

	json_object_set_new(object, "ringside", json_string(PACKAGE_VERSION));
	if (cpus && cpus[SEAT_NONE])
		json_object_set_new(object, "cpus",
				    json_pack("[s,s,s]", cpus[SEAT_NONE], cpus[SEAT_1], cpus[SEAT_2]));
	add_settings(object, &match->setup);
	if (report->turns)
		json_object_set_new(object, "turns", match_json_turns(match));
	if (session && session->sandbox)
		json_object_set_new(object, "sandbox", json_true());
	if (session && session->cgroups)
		json_object_set_new(object, "cgroups", json_string(session->cgroups));
	if (report->until)
		json_object_set_new(object, "until",
				    json_pack("{s:i,s:i,s:o}", "turn", report->until_turn, "seat",
					      report->until_seat, "what", match_json_words(report->until)));
	if (report->record)
		json_object_set_new(object, "record", match_json_words(report->record));
	if (report->scheduled) {
		add_moves(object, match);
		set_scheduled(object, report->scheduled);
	}
	line = match_json_line(object);
	json_decref(object);
	return line;
}

static void add_held(struct bytes *line, const struct match *match)
{
	struct took took[SEATS];
	bool known = match_took(match, took);
	int turns = 0;

	if (known)
		turns = took[SEAT_1].held_turns + took[SEAT_2].held_turns;
	if (turns)
		bytes_addf(line, ", judge held up in %d turn%s", turns, turns == 1 ? "" : "s");
	for (int s = SEAT_1; s < SEATS; s++)
		if (match->waited[s].turns)
			bytes_addf(line, ", seat %d waited for a core in %d turn%s", s,
				   match->waited[s].turns, match->waited[s].turns == 1 ? "" : "s");
	for (int s = SEAT_1; known && s < SEATS; s++)
		if (took[s].charged_turns)
			bytes_addf(line, ", seat %d flooded ringside in %d turn%s", s, took[s].charged_turns,
				   took[s].charged_turns == 1 ? "" : "s");
}

char *report_line(const struct match *match, int64_t ns, const char *record)
{
	char *words = verdict_words(match);
	struct bytes line = {0};

	bytes_addf(&line, "game %d: %s, %d move%s, %.3f s", match->setup.game, words, match->turn_count,
		   match->turn_count == 1 ? "" : "s", (double)ns / NS_PER_S);
	for (int s = SEAT_1; s < SEATS; s++)
		if (match->forgiven[s])
			bytes_addf(&line, ", %d move%s of seat %d over a limit, forgiven", match->forgiven[s],
				   match->forgiven[s] == 1 ? "" : "s", s);
	add_held(&line, match);
	if (record)
		bytes_addf(&line, "; kept in %s", record);
	free(words);
	return line.at;
}

/* ---- a series ---- */

char *standing_games(const struct standing *standing)
{
	if (!standing->games)
		return bytes_text("%d game%s", standing->finished, standing->finished == 1 ? "" : "s");
	return bytes_text("%d of %d game%s", standing->finished, standing->games,
			  standing->games == 1 ? "" : "s");
}

void standing_init(struct standing *standing, const struct setup *setup, struct standings *counts)
{
	*standing = (struct standing){.counts = counts, .words = protocol_first(setup)};
	standings_init(counts, 2);
	for (int s = SEAT_1; s <= SEAT_2; s++)
		standing->name[s] = bytes_text("%s", setup->seat[s].name ? setup->seat[s].name : "");
}

void standing_free(struct standing *standing)
{
	for (int s = 0; s < SEATS; s++)
		free(standing->name[s]);
	if (standing->counts)
		standings_free(standing->counts);
}

void standing_take(struct standing *standing, const struct result_line *line)
{
	enum standings_news news;

	for (int s = SEAT_1; s < SEATS; s++) {
		struct piece given = line->names[s - 1];
		struct bytes name = {0};

		if (!given.size)
			continue;
		piece_add(&name, given);
		free(standing->name[s]);
		standing->name[s] = name.at;
	}
	standing->finished++;
	free(standings_add(standing->counts, line, &news)); /* each pair has its two games */
}

/* What was measured of both players.  */
static struct measured measured(const struct standing *standing)
{
	struct measured sum = standing->counts->player[0].measured,
			other = standing->counts->player[1].measured;

	sum.held_turns += other.held_turns;
	sum.held_longest = fmax(sum.held_longest, other.held_longest);
	sum.waited_turns += other.waited_turns;
	return sum;
}

bool standing_waits(const struct standing *standing)
{
	enum { LEAST = 3 }; /* turns, before most of them are told to wait */
	double waited = measured(standing).waited_turns;

	return waited >= LEAST && waited > floor(standing->counts->asked / 2);
}

/* `+12.3`, or `+inf`.  */
static void add_elo(struct bytes *text, double elo)
{
	if (isfinite(elo))
		bytes_addf(text, "%+.1f", fabs(elo) < 0.05 ? 0 : elo);
	else
		bytes_add_text(text, elo < 0 ? "-inf" : "+inf");
}

/* Why there are no error bars; NULL: there are.  */
static const char *why_boundless(const struct tally *tally)
{
	int games = tally_games(tally);

	return tally->wins == games     ? "all games were won"
	       : tally->draws == games  ? "all games were drawn"
	       : tally->losses == games ? "all games were lost"
					: NULL;
}

static void add_elo_with_bars(struct bytes *text, const struct tally *tally)
{
	const struct elo elo = tally_elo(tally);
	const char *boundless = why_boundless(tally);

	bytes_add_text(text, "Elo ");
	add_elo(text, elo.middle);
	if (boundless) {
		bytes_addf(text, " (no error bars: %s)", boundless);
		return;
	}
	bytes_add_text(text, " (95 %: ");
	add_elo(text, elo.low);
	bytes_add_text(text, " to ");
	add_elo(text, elo.high);
	bytes_add_text(text, ")");
}

static void add_span(struct bytes *text, double seconds)
{
	enum { MINUTE = 60, HOUR = 3600 };
	/* A sane limit.  */
	int64_t s = seconds < 1e12 ? (int64_t)(seconds + 0.5) : (int64_t)1e12;

	if (s < 2 * MINUTE)
		bytes_addf(text, "%d s", (int)s);
	else if (s < 2 * HOUR)
		bytes_addf(text, "%d min", (int)(s / MINUTE));
	else
		bytes_addf(text, "%lld h %02d min", (long long)(s / HOUR), (int)(s % HOUR / MINUTE));
}

/* Tells two equal names apart.  */
static const char *alike(const struct standing *standing, int seat)
{
	return strcmp(standing->name[1], standing->name[2]) != 0 ? "" : seat == SEAT_1 ? " (1)" : " (2)";
}

static void add_results(struct bytes *text, const struct standing *standing)
{
	const struct tally *tally = &standing->counts->player[0].tally;

	bytes_addf(text, "%s%s %d, %s%s %d", standing->name[1], alike(standing, SEAT_1), tally->wins,
		   standing->name[2], alike(standing, SEAT_2), tally->losses);
	bytes_addf(text, ", draws %d", tally->draws);
	if (standing->counts->without)
		bytes_addf(text, ", without a winner %d", standing->counts->without);
}

void standing_add_pace(struct bytes *text, const struct standing *standing)
{
	double seconds = (double)standing->ns / NS_PER_S, speed = standing->here / seconds;
	char *games = standing_games(standing);

	bytes_add_text(text, games);
	free(games);
	if (standing->here && seconds > 0)
		bytes_addf(text, ", %.*f a second", speed < 10 ? 2 : 0, speed);
	if (standing->here && standing->games) {
		bytes_add_text(text, ", ");
		add_span(text, (standing->games - standing->finished) / speed);
		bytes_add_text(text, " left");
	}
}

char *standing_line(const struct standing *standing)
{
	const struct tally *tally = &standing->counts->player[0].tally;
	struct bytes text = {0};

	standing_add_pace(&text, standing);
	bytes_add_text(&text, "; ");
	add_results(&text, standing);
	if (tally_games(tally)) {
		struct pairs pairs = standings_pairs(standing->counts, 0);

		bytes_add_text(&text, "; ");
		if (standing->sprt) {
			FREED char *ratio = sprt_ratio_words(standing->sprt, &pairs);

			bytes_addf(&text, "%s, ", ratio);
		}
		add_elo_with_bars(&text, tally);
	}
	return text.at;
}

static void add_end_of_test(struct bytes *text, const struct standing *standing)
{
	const struct sprt *sprt = standing->sprt;
	struct pairs pairs = standings_pairs(standing->counts, 0);
	FREED char *test = sprt_words(sprt), *ratio = sprt_ratio_words(sprt, &pairs);

	bytes_addf(text, "\nsprt %s: %s", test, ratio);
	switch (pairs_state(sprt, &pairs)) {
	case SPRT_ACCEPTS_0:
		bytes_addf(text, ": accepted elo0: player 1 is stronger by %g rather than by %g", sprt->elo0,
			   sprt->elo1);
		break;
	case SPRT_ACCEPTS_1:
		bytes_addf(text, ": accepted elo1: player 1 is stronger by %g rather than by %g", sprt->elo1,
			   sprt->elo0);
		break;
	case SPRT_GOES_ON: bytes_add_text(text, ": neither is accepted yet"); break;
	}
}

char *standing_sum(const struct standing *standing)
{
	const struct standings *counts = standing->counts;
	const struct player_sum *one = &counts->player[0], *two = &counts->player[1];
	const struct tally *tally = &one->tally;
	struct measured both = measured(standing);
	int games = tally_games(tally);
	struct bytes text = {0};

	add_results(&text, standing);
	if (games) {
		bytes_addf(&text, "\nplayer 1 scores %.1f of %d (%.1f %%), ", tally_score(tally) * games,
			   games, 100 * tally_score(tally));
		add_elo_with_bars(&text, tally);
		if (standing->words)
			bytes_addf(&text, "\n%s won %d, %s %d", standing->words->one, counts->side[0],
				   standing->words->other, counts->side[1]);
	}
	if (one->measured.forgiven > 0 || two->measured.forgiven > 0)
		bytes_addf(&text, "\nmoves over a limit, forgiven (--tolerance): %s%s %.0f, %s%s %.0f",
			   standing->name[1], alike(standing, SEAT_1), one->measured.forgiven,
			   standing->name[2], alike(standing, SEAT_2), two->measured.forgiven);
	if (both.held_turns > 0)
		bytes_addf(&text, "\nturns that the judge was held up in, for at most %.3f s: %.0f",
			   both.held_longest, both.held_turns);
	if (both.waited_turns > 0)
		bytes_addf(&text, "\nanswers during which an agent waited for a core: %.0f",
			   both.waited_turns);
	if (standing->sprt)
		add_end_of_test(&text, standing);
	return text.at;
}
