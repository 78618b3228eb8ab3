/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tournament_lines.c - the lines of a tournament's results, and those of `tournament --list`.
 *
 * All that was measured stands in the object "timing" of a game, so that two files of results can be compared
 * without it.  */
#include "config.h"

#include "ringside/bytes.h"
#include "ringside/cores.h"
#include "ringside/match_json.h"
#include "ringside/say.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
#include "tournament.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

enum { FORMAT = 1 };

/* ---- the first line ---- */

static json_t *entrant_json(const struct entrant *entrant)
{
	json_t *settings = json_object();

	/* The command has its folder and its variables; cores are of one machine.  */
	for (int i = 0; i < SEAT_SETTINGS; i++)
		if (entrant->settings.text[i] && i != SEAT_FOLDER && i != SEAT_ENV && i != SEAT_CPUS)
			json_object_set_new(settings, seat_setting_rows[i].name,
					    match_json_words(entrant->settings.text[i]));
	return json_pack("{s:o,s:o,s:o}", "name", match_json_words(entrant->name), "command",
			 match_json_words(entrant->command), "settings", settings);
}

static json_t *seed_json(const struct setup *setup)
{
	char *words = bytes_text("%" PRIu64, setup->seed); /* all 64 bits of it */
	json_t *text = json_string(words);

	free(words);
	return text;
}

json_t *tournament_described(const struct tournament *tournament)
{
	/* What is said beside the setup, or differs from game to game.  */
	static const char *const others[] = {"openings", "system", "seed", "first", "player 1", "player 2"};
	const struct invocation *invocation = tournament->run.invocation;
	const struct schedule *schedule = &tournament->schedule;
	json_t *object = json_object(), *players = json_array();
	json_t *setup = same_series(&tournament->run.plan), *openings = json_object_get(setup, "openings");

	for (int i = 0; i < tournament->count; i++)
		json_array_append_new(players, entrant_json(&tournament->entrants[i]));
	json_object_set_new(object, "format", json_integer(FORMAT));
	json_object_set_new(object, "system", json_string(invocation->match.protocol->name));
	json_object_set_new(object, "kind", json_string(schedule_word(schedule->kind)));
	json_object_set_new(object, "games", json_integer(schedule->games));
	if (schedule->rounds)
		json_object_set_new(object, "rounds", json_integer(schedule->rounds));
	json_object_set_new(object, "players", players);
	json_object_set_new(object, "seed", seed_json(&invocation->match.session.setup));
	json_object_set_new(object, "restart", json_boolean(!schedule->stays));
	if (openings)
		json_object_set(object, "openings", openings);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		json_object_del(setup, others[i]);
	json_object_set_new(object, "setup", setup);
	return object;
}

/* ---- the machine ---- */

/* As /proc/cpuinfo names it, or its architecture.  The caller frees.  */
static char *cpu_model(void)
{
	static const char name[] = "\nmodel name";
	char text[4096];
	struct utsname system;
	const char *at;

	text[text_file_start("/proc/cpuinfo", text, sizeof(text))] = '\0';
	at = strstr(text, name);
	at = at ? strchr(at, ':') : NULL;
	if (at)
		return bytes_copy(at + 1 + strspn(at + 1, " "), strcspn(at + 1 + strspn(at + 1, " "), "\n"));
	return bytes_text("%s", uname(&system) == 0 ? system.machine : "");
}

/* The least time between two readings of the clock that differ, ns: its resolution and what a reading costs.
 */
static int64_t clock_step(void)
{
	enum { READINGS = 1000 };
	int64_t before = loop_now(), least = INT64_MAX;

	for (int i = 0; i < READINGS; i++) {
		int64_t t = loop_now();

		if (t > before && t - before < least)
			least = t - before;
		before = t;
	}
	return least == INT64_MAX ? 0 : least;
}

json_t *tournament_machine(const struct tournament *tournament)
{
	char *model = cpu_model(), *shard = bytes_text("%d/%d", tournament->shard, tournament->shards);
	json_t *machine = json_pack("{s:s,s:i,s:o,s:I,s:s}", "shard", shard, "cores", cores_usable(), "cpu",
				    match_json_words(model), "clock_ns", (json_int_t)clock_step(), "ringside",
				    PACKAGE_VERSION);

	free(model);
	free(shard);
	return json_pack("{s:o}", "machine", machine);
}

/* ---- a game ---- */

static json_t *players_json(const struct scheduled *scheduled)
{
	json_t *players = json_array();

	for (int s = SEAT_1; s < SEATS; s++)
		json_array_append_new(players, scheduled->player[s] ? json_integer(scheduled->player[s])
								    : json_null());
	return players;
}

static void add_place(json_t *object, const struct scheduled *scheduled)
{
	json_object_set_new(object, "players", players_json(scheduled));
	json_object_set_new(object, "pairing", json_integer(scheduled->pairing));
	json_object_set_new(object, "pair", json_integer(scheduled->pair));
	json_object_set_new(object, "round", json_integer(scheduled->round));
}

json_t *tournament_line(const struct tournament *tournament, int game, json_t *object)
{
	/* What depends on the machine, too: its cores, and whether it can make a sandbox.  */
	static const char *const measured[] = {
		"seconds",    "think_total",  "think_longest", "think_mean",   "cpu",        "peak_memory",
		"held_turns", "held_longest", "waited",        "waited_turns", "unfinished", "doing",
		"backtrace",  "cpus",         "forgiven",      "sandbox",      "cgroups"};
	struct scheduled scheduled = schedule_game(&tournament->schedule, game);
	json_t *timing = json_object();

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
	add_place(object, &scheduled);
	json_object_set_new(object, "timing", timing);
	return object;
}

json_t *tournament_forfeit(struct tournament *tournament, int game, const bool withdrawn[SEATS], char **text)
{
	const struct entrant *at = tournament->entrants;
	struct match match;
	struct setup setup;
	bool both = withdrawn[SEAT_1] && withdrawn[SEAT_2];
	int loser = withdrawn[SEAT_1] ? SEAT_1 : SEAT_2;
	struct scheduled scheduled = schedule_game(&tournament->schedule, game);
	const struct entrant *entrant = &at[scheduled.player[loser] - 1];
	struct verdict verdict = {.reason = REASON_START, .blame = both ? SEAT_NONE : loser};
	json_t *line;

	verdict.winner = both || !scheduled.player[seat_opponent(loser)] ? WINNER_NONE : seat_opponent(loser);
	verdict.detail = both ? bytes_text("both players were withdrawn")
			      : bytes_text("%s was withdrawn: it failed at its start in game %d",
					   entrant->name, entrant->withdrawn);
	setup_copy(&setup, tournament->run.plan.setup);
	plan_game(&tournament->run.plan, game, &setup);
	match_init(&match, &setup);
	match_end_at(&match, 0, verdict);
	line = tournament_line(tournament, game, report_json(&match, NULL, REPORT_MOVES));
	*text = report_line(&match, 0);
	match_free(&match);
	setup_free(&setup);
	return line;
}

/* ---- a command for each unit of games, for machines of any kind ---- */

/* Is the word this option?  *next: its value is the next word.  */
static bool is_option(const char *word, const char *name, bool *next)
{
	size_t size = strlen(name);

	if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, name, size) != 0)
		return false;
	*next = word[2 + size] == '\0';
	return *next || word[2 + size] == '=';
}

static void add_word(struct bytes *line, const char *word)
{
	char *quoted = sh_words_quoted(word);

	bytes_addf(line, " %s", quoted);
	free(quoted);
}

/* What was typed beside these first words, without the options that each command has for itself, and those of
 * the tables: a part has none.  */
static void add_typed(struct bytes *line, char *const *argv, const char *const first[2])
{
	static const char *const own[] = {"seed",     "shard", "results",    "csv",
					  "markdown", "html",  "html-games", "sprt"};
	bool ended = false; /* behind -- */
	int passed = 0;     /* of the first words */

	for (; *argv; argv++) {
		bool next = false, left_out = false, list = !ended && is_option(*argv, "list", &next);

		if (passed < 2 && strcmp(*argv, first[passed]) == 0) {
			passed++;
			continue;
		}
		next = false;
		for (size_t i = 0; i < sizeof(own) / sizeof(own[0]) && !ended && !left_out; i++)
			left_out = is_option(*argv, own[i], &next);
		ended = ended || strcmp(*argv, "--") == 0;
		if (!list && !left_out)
			add_word(line, *argv);
		argv += left_out && next && argv[1];
	}
}

/* Does the unit that begins with this game have a game to be played here?  */
static bool lacks(const struct tournament *tournament, int first, int last)
{
	const struct run *run = &tournament->run;
	bool lacks = false;

	for (int game = first; game <= last; game++)
		lacks |= plan_wants(&run->plan, game) && history_lacks(&run->history, game);
	return lacks;
}

static void print_command(const struct tournament *tournament, int unit, int units)
{
	const struct invocation *invocation = tournament->run.invocation;
	const char *results = invocation->series.results ? invocation->series.results : "results.jsonl";
	char *own = match_file_of_game(results, unit);
	const char *const first[] = {invocation->subcommand->name, invocation->match.protocol->name};
	struct bytes line = {0};

	/* The program, the command and the system come first, wherever options stood.  */
	bytes_add_text(&line, "ringside");
	bytes_addf(&line, " %s %s --seed %" PRIu64 " --shard %d/%d --results", first[0], first[1],
		   invocation->match.session.setup.seed, unit, units);
	add_word(&line, own);
	add_typed(&line, invocation->argv + 1, first);
	say("%s\n", line.at);
	free(own);
	bytes_free(&line);
}

int tournament_print_list(const struct tournament *tournament)
{
	const struct plan *plan = &tournament->run.plan;
	struct scheduled end = schedule_game(&tournament->schedule, plan->games);
	int units = tournament->schedule.stays ? end.pairing : end.pair;

	for (int game = 1, last; game <= schedule_ready(&tournament->schedule); game = last + 1) {
		struct scheduled at = schedule_game(&tournament->schedule, game);

		last = schedule_unit_end(&tournament->schedule, game);
		if (lacks(tournament, game, last))
			print_command(tournament, tournament->schedule.stays ? at.pairing : at.pair, units);
	}
	return say_finish();
}
