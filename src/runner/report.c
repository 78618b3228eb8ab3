/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* report.c - games in words and as JSON.  */
#include "config.h"

#include "report.h"

#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/match_json.h"
#include "ringside/say.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a game ---- */

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

/* The moves; of a game with scores also these, and how they went on if players may learn in it. Who lost by a
 * fault did not play all of it.  */
static void add_moves(json_t *object, const struct match *match)
{
	const struct protocol *protocol = protocol_named(match->setup.system);

	if (match_has_silent(match))
		json_object_set_new(object, "silent", json_true());
	if (match->board.size)
		json_object_set_new(object, "board", match_json_words(match->board.at));
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
	if (setup_is_again(&match->setup))
		json_object_set_new(object, "again", json_true());
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
	FREED char *words = verdict_words(match);
	struct bytes line = {0};

	bytes_addf(&line, "game %d: %s, %d move%s, %.3f s", match->setup.game, words, match->turn_count,
		   match->turn_count == 1 ? "" : "s", (double)ns / NS_PER_S);
	for (int s = SEAT_1; s < SEATS; s++)
		if (match->forgiven[s])
			bytes_addf(&line, ", %d move%s of seat %d over a limit, forgiven", match->forgiven[s],
				   match->forgiven[s] == 1 ? "" : "s", s);
	for (int s = SEAT_1; s < SEATS; s++)
		if (match->warning[s])
			bytes_addf(&line, ", seat %d %s", s, match->warning[s]);
	add_held(&line, match);
	if (record)
		bytes_addf(&line, "; kept in %s", record);
	return line.at;
}
