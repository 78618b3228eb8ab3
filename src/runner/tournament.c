/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tournament.c - `ringside tournament`: many players, on the screen or one line a game.
 *
 * Reads the options and who plays, gives the plan of games to the runner, counts the games, and says the
 * tables.  */
#include "config.h"

#include "ringside/bytes.h"
#include "ringside/cores.h"
#include "ringside/match_json.h"
#include "ringside/named_player.h"
#include "ringside/say.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
#include "run.h"
#include "tally/tally.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

struct tournament {
	struct run run;
	struct tallied tallied; /* what the tables are made of */
	char *no_tables;        /* why there are none; owned; NULL: there are */
	int tables_status;      /* the exit status for them */
};

/* The run is its first member.  */
static struct tournament *of(const void *run)
{
	return (struct tournament *)run;
}

/* ---- who plays ---- */

/* Can it be started?  One that may withdraw is tried.  */
static char *check_command(const struct runner_call *call, const char *command)
{
	char *problem = NULL, **argv;

	if (call->tournament.on_failure == FAILURE_WITHDRAWS)
		return NULL;
	argv = agent_command(command, call->match.protocol->bundle->samples, &problem);
	free(argv);
	return problem;
}

/* NULL, or what is wrong with the player.  */
static char *read_player(const struct runner_call *call, const char *word, struct entrant *entrant)
{
	const struct protocol *protocol = call->match.protocol;
	const struct named_player *named;
	char *problem = NULL;

	if (strcmp(word, "human") == 0)
		return bytes_text("a person needs a screen: ringside play");
	entrant->command = named_player_words(word, protocol->name, &problem);
	if (!entrant->command)
		return problem;
	named = named_player_of(word, protocol->name, &problem);
	free(problem);
	entrant->name = program_name(entrant->command, protocol->bundle->samples);
	if (named)
		seat_settings_add(&entrant->settings, &named->settings);
	for (int i = 0; i < SEAT_SETTINGS; i++)
		if (entrant->settings.text[i] && !seat_setting_is_of((enum seat_setting)i, protocol))
			return bytes_text("%s: no player of %s has %s: leave it out", word, protocol->name,
					  seat_setting_rows[i].name);
	if (entrant->settings.text[SEAT_RESTART] && strcmp(entrant->settings.text[SEAT_RESTART], "no") == 0 &&
	    call->tournament.restart == RESTART_YES)
		return bytes_text("%s: restart = no needs --restart no: else fresh processes play each game",
				  word);
	if (entrant->settings.text[SEAT_CPUS] && !call->list)
		problem = bytes_behind(
			cpus_problem(entrant->settings.text[SEAT_CPUS], call->series.concurrency),
			"%s: cpus: ", word);
	if (!problem)
		problem = protocol_refuses(protocol, SEAT_1, entrant->command);
	return problem ? problem : check_command(call, entrant->command);
}

/* ---- players of one program ---- */

/* The words of the command lines of all players that are called alike.  */
struct alike {
	char ***words;        /* of each; owned */
	struct entrant **who; /* owned */
	int count;
	size_t before, behind; /* how many words all have, at the beginning and at the end */
};

static size_t count_words(char *const *words)
{
	size_t count = 0;

	while (words[count])
		count++;
	return count;
}

/* Do all have the same word there, counted from the beginning or from the end?  */
static bool is_shared(const struct alike *alike, size_t place, bool from_end)
{
	const char *first = NULL;

	for (int i = 0; i < alike->count; i++) {
		size_t size = count_words(alike->words[i]);
		const char *word;

		if (place >= size || (from_end && place + alike->before >= size))
			return false;
		word = alike->words[i][from_end ? size - 1 - place : place];
		if (first && strcmp(first, word) != 0)
			return false;
		first = word;
	}
	return true;
}

/* "threat --nodes 50": the program, and what only this one has, with the option that it is the value of. The
 * words alone if the program is among them.  */
static char *told_apart(const struct alike *alike, int i)
{
	const char *program = alike->who[i]->name;
	char **words = alike->words[i];
	size_t at = alike->before, end = count_words(words) - alike->behind;
	struct bytes name = {0};
	bool has_program = false;

	for (size_t k = at; k < end; k++)
		has_program = has_program || strstr(words[k], program);
	if (at && at < end && *words[at] != '-' && *words[at - 1] == '-')
		at--;
	if (!has_program)
		bytes_add_text(&name, program);
	for (; at < end; at++)
		if (strcmp(words[at], "env") != 0)
			bytes_addf(&name, "%s%s", name.size ? " " : "",
				   strncmp(words[at], "./", 2) == 0 ? words[at] + 2 : words[at]);
	return name.at;
}

/* The other players of this one's name that nobody has named.  */
static void find_alike(const struct plan *plan, int first, struct alike *alike)
{
	const struct entrant *of = &plan->entrants[first];
	int count = plan->schedule.players;

	*alike = (struct alike){.words = bytes_new((size_t)count * sizeof(*alike->words)),
				.who = bytes_new((size_t)count * sizeof(*alike->who))};
	for (int i = first; i < count; i++) {
		struct entrant *other = &plan->entrants[i];
		char *problem = NULL, *given = program_player(other->command), **words;

		words = given || strcmp(other->name, of->name) != 0
				? NULL
				: sh_words_split(other->command, &problem);
		free(given);
		free(problem);
		if (!words)
			continue;
		alike->words[alike->count] = words;
		alike->who[alike->count++] = other;
	}
}

/* Names players of one program by what differs in their command lines.  */
static void tell_apart(const struct plan *plan)
{
	for (int first = 0; first < plan->schedule.players; first++) {
		struct alike alike;
		char **names;

		find_alike(plan, first, &alike);
		while (alike.count > 1 && is_shared(&alike, alike.before, false))
			alike.before++;
		while (alike.count > 1 && is_shared(&alike, alike.behind, true))
			alike.behind++;
		names = bytes_new((size_t)(alike.count + 1) * sizeof(*names));
		for (int i = 0; alike.count > 1 && i < alike.count; i++)
			names[i] = told_apart(&alike, i);
		for (int i = 0; i < alike.count; i++) {
			if (names[i]) {
				free(alike.who[i]->name);
				alike.who[i]->name = names[i];
			}
			free(alike.words[i]);
		}
		free(names);
		free(alike.words);
		free(alike.who);
	}
}

/* Two players of one name could not be told apart in a table.  */
static char *check_names(const struct plan *plan)
{
	const struct entrant *at = plan->entrants;

	for (int i = 0; i < plan->schedule.players; i++) {
		int64_t value;

		if (!option_value(&option_name1, at[i].name, &value))
			return bytes_text(
				"player %d: its name is \"%s\": expected 1 to 64 bytes without control "
				"characters: `env " PROGRAM_PLAYER "NAME COMMAND` gives another one",
				i + 1, at[i].name);
		for (int k = 0; k < i; k++)
			if (strcmp(at[i].name, at[k].name) == 0)
				return bytes_text(
					"players %d and %d are both named \"%s\": `env " PROGRAM_PLAYER
					"NAME COMMAND`, or [player NAME] in the config, gives a name",
					k + 1, i + 1, at[i].name);
	}
	return NULL;
}

static char *read_players(struct plan *plan, const struct runner_call *call)
{
	char *problem;

	plan->entrants = bytes_new((size_t)call->word_count * sizeof(*plan->entrants) + 1);
	for (int i = 0; i < call->word_count; i++) {
		plan->schedule.players = i + 1;
		problem = read_player(call, call->words[i], &plan->entrants[i]);
		if (problem)
			return bytes_behind(problem, "player %d: ", i + 1);
	}
	tell_apart(plan);
	return check_names(plan);
}

/* ---- lines of results that are no games ---- */

enum { FORMAT = 1 };

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

/* What all games share: the first line of results has it.  */
static json_t *described(const void *user)
{
	/* What is said beside the setup, or differs from game to game.  */
	static const char *const others[] = {"openings", "system", "seed", "first", "player 1", "player 2"};
	const struct run *run = user;
	const struct runner_call *call = run->call;
	const struct schedule *schedule = &run->plan.schedule;
	char *seed = bytes_text("%" PRIu64, call->match.session.setup.seed); /* all 64 bits of it */
	json_t *object, *players = json_array();
	json_t *setup = same_series(&run->plan), *openings = json_object_get(setup, "openings");

	for (int i = 0; i < schedule->players; i++)
		json_array_append_new(players, entrant_json(&run->plan.entrants[i]));
	object = json_pack("{s:i,s:s,s:s,s:i}", "format", FORMAT, "system", call->match.protocol->name,
			   "kind", schedule_word(schedule->kind), "games", schedule->games);
	if (schedule->rounds)
		json_object_set_new(object, "rounds", json_integer(schedule->rounds));
	json_object_set_new(object, "players", players);
	json_object_set_new(object, "seed", json_string(seed));
	free(seed);
	json_object_set_new(object, "restart", json_boolean(!schedule->stays));
	if (openings)
		json_object_set(object, "openings", openings);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		json_object_del(setup, others[i]);
	json_object_set_new(object, "setup", setup);
	return object;
}

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

/* This machine, and the part that is played on it: a line for each process that plays.  */
static json_t *machine_json(const struct plan *plan)
{
	FREED char *model = cpu_model(), *shard = bytes_text("%d/%d", plan->shard, plan->shards);
	json_t *machine = json_pack("{s:s,s:i,s:o,s:I,s:s}", "shard", shard, "cores", cores_usable(), "cpu",
				    match_json_words(model), "clock_ns", (json_int_t)clock_step(), "ringside",
				    PACKAGE_VERSION);

	return json_pack("{s:o}", "machine", machine);
}

/* ---- the tables at the end: those that `tally` makes of its results ---- */

/* The tables, their files and the test are of all parts: `tally` makes them.  */
static void leave_tables(struct runner_call *call)
{
	char **of_all[] = {&call->tally.csv, &call->tally.markdown, &call->tally.html, &call->tally.sprt};
	bool any = false;

	for (size_t i = 0; i < sizeof(of_all) / sizeof(of_all[0]); i++) {
		any |= *of_all[i] != NULL;
		free(*of_all[i]);
		*of_all[i] = NULL;
	}
	call->tally.html_games = 0;
	if (any)
		say_lines(
			"a shard writes no files of tables and ends by no test: `ringside tally` does, with "
			"the results of all shards");
}

static char *read_test(struct run *run)
{
	const struct runner_call *call = run->call;
	const struct schedule_format *format = &schedule_formats[call->tournament.kind];

	if (!call->tally.sprt)
		return NULL;
	if (format->alone || (!format->first_meets_all && run->plan.schedule.players != 2))
		return bytes_text("--sprt asks whether player 1 is stronger than the others: it needs two "
				  "players, or --kind gauntlet");
	if (!call->series.games_said && !run->plan.opening_count)
		return bytes_text("--sprt needs --games N: the most games of each two players; the test ends "
				  "the tournament earlier");
	return sprt_read(call->tally.sprt, &run->sprt);
}

/* What describes the tournament comes before its games.  */
static void tally_text(struct tournament *tournament, const char *line, size_t size)
{
	bool first = !tournament->tallied.tournament;

	if (!tournament->no_tables)
		tournament->no_tables =
			tally_line(&tournament->tallied, line, size, "results", first ? 1 : 2);
	tournament->run.standing.counts = tournament->no_tables ? NULL : &tournament->tallied.standings;
}

static void tally_described(struct tournament *tournament)
{
	json_t *first = json_pack("{s:o}", "tournament", described(&tournament->run));
	FREED char *text = match_json_line(first);

	tally_text(tournament, text, strlen(text));
	json_decref(first);
}

static void say_tables(struct tournament *tournament)
{
	const struct runner_call *call = tournament->run.call;

	if (tournament->no_tables)
		say_error("ringside: there are no tables: %s\n", tournament->no_tables);
	else if (tournament->tallied.standings.games)
		tournament->tables_status =
			tally_end(call, &tournament->tallied, call->json ? stdout : stderr);
}

/* The tables of `tally`, for the screen.  */
static void sheets(const struct run *run, struct sheets *to)
{
	if (!of(run)->no_tables)
		tally_all_sheets(&of(run)->tallied, to);
}

/* ---- counting ---- */

/* Has an agent failed at its start?  *player: which one; 0: the game program.  */
static bool not_started(const struct run *run, const struct result_line *line, int *player)
{
	*player = line->blame ? plan_scheduled(&run->plan, line->game).player[line->blame] : 0;
	return result_line_no_program(line) || result_line_not_started(line);
}

static void take_machine(void *user, const char *line, size_t size)
{
	tally_text(of(user), line, size);
}

static void count(void *user, const struct result_line *line)
{
	struct tournament *tournament = of(user);
	struct run *run = user;
	struct plan *plan = &run->plan;
	int halves[SEATS] = {0}, player;
	double sums[SEATS] = {0};

	if (!tournament->no_tables)
		tournament->no_tables = tally_game(&tournament->tallied, line, "results", 2);
	if (tournament->no_tables)
		run->standing.counts = NULL;
	/* The first such game withdraws the player, also after a kill.  */
	if (not_started(run, line, &player) && player && !plan->entrants[player - 1].withdrawn) {
		plan->entrants[player - 1].withdrawn = line->game;
		schedule_withdraw(&plan->schedule, player);
	}
	if (plan_has(plan, line->game)) /* a file may have the games of other shards, too */
		run->standing.finished++;
	for (int s = SEAT_1; s < SEATS; s++) {
		if (!line->players[s - 1])
			continue;
		halves[s] = (int)(2 * result_line_points(line, s));
		sums[s] = isnan(line->score[s - 1]) ? 0 : line->score[s - 1];
	}
	schedule_take(&plan->schedule, line->game, halves, sums);
}

/* ---- players that fail at their start ---- */

/* A game that was not played, because the players of these seats have withdrawn (one or both): its line of
 * results, and in *shown what is printed of it.  The caller frees both.  */
static char *forfeited(struct plan *plan, int game, const bool withdrawn[SEATS], char **shown)
{
	struct match match;
	struct setup setup;
	bool both = withdrawn[SEAT_1] && withdrawn[SEAT_2];
	int loser = withdrawn[SEAT_1] ? SEAT_1 : SEAT_2;
	struct scheduled scheduled = plan_scheduled(plan, game);
	const struct entrant *entrant = &plan->entrants[scheduled.player[loser] - 1];
	struct verdict verdict = {.reason = REASON_START, .blame = both ? SEAT_NONE : loser};
	char *line;

	verdict.winner = both || !scheduled.player[seat_opponent(loser)] ? WINNER_NONE : seat_opponent(loser);
	verdict.detail = both ? bytes_text("both players were withdrawn")
			      : bytes_text("%s was withdrawn: it failed at its start in game %d",
					   entrant->name, entrant->withdrawn);
	setup_copy(&setup, plan->setup);
	plan_game(plan, game, &setup);
	match_init(&match, &setup);
	match_end_at(&match, 0, verdict);
	line = report_json(&match, &(struct report){.scheduled = &scheduled});
	*shown = report_line(&match, 0, NULL);
	match_free(&match);
	setup_free(&setup);
	return line;
}

/* Which seats of the game have players that were withdrawn?  False: none.  */
static bool find_withdrawn(const struct plan *plan, int game, bool withdrawn[SEATS])
{
	struct scheduled scheduled = plan_scheduled(plan, game);
	bool any = false;

	for (int s = SEAT_1; s < SEATS; s++) {
		int player = scheduled.player[s];

		withdrawn[s] = player && plan->entrants[player - 1].withdrawn;
		any |= withdrawn[s];
	}
	return any;
}

/* The games of players that were withdrawn, which are not played now, are lost.  */
static void forfeit(struct run *run)
{
	struct plan *plan = &run->plan;

	if (run->call->tournament.on_failure != FAILURE_WITHDRAWS)
		return;
	/* A signal ends it; what is left is lost when the same command goes on.  */
	for (int game = 1;
	     game <= schedule_ready(&plan->schedule) && !run_is_over(run) && !loop_is_interrupted(); game++) {
		bool withdrawn[SEATS] = {false};
		char *line, *shown;

		if (history_has(&run->history, game) || !plan_wants(plan, game) || places_have(run, game) ||
		    !find_withdrawn(plan, game, withdrawn))
			continue;
		line = forfeited(plan, game, withdrawn, &shown);
		run_forfeit(run, line, shown);
		run->decided = run_is_decided(run);
		free(line);
		free(shown);
	}
}

/* The next round in which a game is to be played.  */
static bool more(struct run *run)
{
	while (schedule_advance(&run->plan.schedule)) {
		forfeit(run);
		if (places_next(run))
			return true;
	}
	return false;
}

static void stop(struct run *run, const struct result_line *line, const char *name, const char *advice)
{
	FREED char *detail = piece_text(line->detail);

	run_tell(run, bytes_text("game %d: %s failed at its start: %s\n"
				 "the tournament stops; the game does not count%s",
				 line->game, name, detail, advice));
	run->decided = true;
	run->decided_status = EXIT_NOT_STARTED;
}

/* A game that stops the tournament does not count, so that the same command goes on when the player is
 * mended.  Without the game program no game can be played.  */
static bool counts(struct run *run, const struct result_line *line)
{
	const struct entrant *entrant;
	int player;

	if (!not_started(run, line, &player))
		return true;
	entrant = player ? &run->plan.entrants[player - 1] : NULL;
	if (entrant && run->call->tournament.on_failure == FAILURE_WITHDRAWS) {
		FREED char *detail = piece_text(line->detail);

		if (!entrant->withdrawn)
			run_tell(run,
				 bytes_text("game %d: %s failed at its start, and is withdrawn: it loses its "
					    "other games without playing them: %s",
					    line->game, entrant->name, detail));
		return true;
	}
	stop(run, line, entrant ? entrant->name : "the game program",
	     entrant ? " (--on-failure withdraw goes on without that player)" : "");
	return false;
}

/* The same for a match of the record.  */
static bool keeps(const void *user, const struct match *match)
{
	const char *reason = match->verdict.reason;

	if (((const struct run *)user)->call->tournament.on_failure == FAILURE_WITHDRAWS)
		return true;
	return !match_has_silent(match) &&
	       (match->turn_count || (strcmp(reason, REASON_START) != 0 && strcmp(reason, REASON_GAME) != 0));
}

static void finished(struct run *run, int table, const struct result_line *line)
{
	int player;

	(void)table;
	if (not_started(run, line, &player))
		forfeit(run);
	if (run->decided || !run_is_decided(run))
		return;
	run->decided = true;
	run_tell(run, bytes_text("the test has decided in game %d, and ends the tournament", line->game));
}

/* ---- what is said ---- */

static char *progress(const void *user)
{
	struct bytes text = {0};

	standing_add_pace(&text, &((const struct run *)user)->standing);
	return text.at;
}

static void sum(struct run *run)
{
	const struct runner_call *call = run->call;
	char *games = standing_games(&run->standing);

	say_tables(of(run));
	if (!run_is_over(run) && run->plan.shards > 1 &&
	    schedule_ready(&run->plan.schedule) < run->plan.games)
		say_error(
			"the games of this shard are over: the next round needs those of the others: put all "
			"files of results together, and give them to each shard with --after FILE\n");
	if (run->interrupted)
		say_error("%s finished%s\n", games,
			  call->series.results ? ": the same command continues from here"
					       : " (with --results FILE the same command would continue from "
						 "here)");
	else if (run->plan.skipped_count)
		say_error("%s finished, %d pairing%s skipped: %s\n", games, run->plan.skipped_count,
			  run->plan.skipped_count == 1 ? " was" : "s were",
			  call->series.results ? "the same command plays them"
					       : "with --results FILE the same command would play them");
	free(games);
}

static const struct run_kind kind = {.of = {.name = "tournament",
					    .described = described,
					    .keeps = keeps,
					    .count = count,
					    .machine = take_machine},
				     .counts = counts,
				     .finished = finished,
				     .more = more,
				     .progress = progress,
				     .sum = sum,
				     .sheets = sheets};

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
	FREED char *quoted = sh_words_quoted(word);

	bytes_addf(line, " %s", quoted);
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
static bool lacks(const struct run *run, int first, int last)
{
	bool lacks = false;

	for (int game = first; game <= last; game++)
		lacks |= plan_wants(&run->plan, game) && history_lacks(&run->history, game);
	return lacks;
}

static void print_command(const struct runner_call *call, int unit, int units)
{
	const char *results = call->series.results ? call->series.results : "results.jsonl";
	FREED char *own = match_file_of_game(results, unit);
	const char *const first[] = {"tournament", call->match.protocol->name};
	FREED_BY(bytes_free) struct bytes line = {0};

	/* The program, the command and the system come first, wherever options stood.  */
	bytes_add_text(&line, "ringside");
	bytes_addf(&line, " %s %s --seed %" PRIu64 " --shard %d/%d --results", first[0], first[1],
		   call->match.session.setup.seed, unit, units);
	add_word(&line, own);
	add_typed(&line, call->argv + 1, first);
	say("%s\n", line.at);
}

/* Prints the commands of --list.  Returns the exit status.  */
static int print_list(const struct run *run)
{
	const struct schedule *schedule = &run->plan.schedule;
	struct scheduled end = schedule_game(schedule, run->plan.games);
	int units = schedule->stays ? end.pairing : end.pair;

	for (int game = 1, last; game <= schedule_ready(schedule); game = last + 1) {
		struct scheduled at = schedule_game(schedule, game);

		last = schedule_unit_end(schedule, game);
		if (lacks(run, game, last))
			print_command(run->call, schedule->stays ? at.pairing : at.pair, units);
	}
	return say_finish();
}

/* ---- beginning ---- */

/* K/N  */
static char *read_shard(struct plan *plan, const char *text)
{
	char *end = NULL;
	long shard = 1, shards = 1;

	if (text) {
		shard = strtol(text, &end, 10);
		shards = end > text && *end == '/' && end[1] >= '1' && end[1] <= '9'
				 ? strtol(end + 1, &end, 10)
				 : 0;
	}
	if (text && (*end || shard < 1 || shard > shards || shards > SCHEDULE_GAMES))
		return bytes_text("--shard %s: expected K/N, such as 1/16: part K of N, from 1", text);
	plan->shard = (int)shard;
	plan->shards = (int)shards;
	return NULL;
}

static char *make_schedule(struct run *run)
{
	const struct runner_call *call = run->call;
	struct plan *plan = &run->plan;
	struct schedule *schedule = &plan->schedule;
	const struct schedule_format *format;
	char *problem;

	schedule->kind = (enum schedule_kind)call->tournament.kind;
	schedule->stays = call->tournament.restart == RESTART_NO;
	schedule->rounds = call->tournament.rounds;
	format = schedule_format(schedule);
	if (schedule->rounds && !format->takes_rounds)
		return bytes_text("--rounds is for --kind swiss");
	if (format->alone && !call->match.protocol->alone)
		return bytes_text("--kind alone: nobody can play alone in %s", call->match.protocol->name);
	problem = schedule_problem(schedule);
	if (problem)
		return bytes_behind(problem, "a tournament of kind %s: ", schedule_word(schedule->kind));
	plan->games = schedule_games(schedule);
	plan->endless = false;
	schedule_advance(schedule);
	return NULL;
}

/* Reads the players and the other options.  NULL, or a problem.  */
static char *settle(struct tournament *tournament, char **notice)
{
	struct runner_call *call = tournament->run.call;
	struct plan *plan = &tournament->run.plan;
	struct setup *setup = &call->match.session.setup;
	char *problem = read_shard(plan, call->tournament.shard);

	*notice = NULL;
	if (!problem && plan->shards > 1)
		leave_tables(call);
	if (problem || (problem = tally_begin(call, &tournament->tallied)) ||
	    (problem = read_players(plan, call)) ||
	    (problem = plan_begin(plan, call, NULL, 0, notice)) || /* with the game program */
	    (problem = session_make_folder(setup)) || (problem = read_test(&tournament->run)))
		return problem;
	free(setup_set(setup, "tournament", "yes")); /* a system without this option ignores it */
	return make_schedule(&tournament->run);
}

/* The games of this shard.  */
static int games_here(const struct plan *plan)
{
	int games = 0;

	if (plan->shards == 1)
		return plan->games;
	for (int game = 1; game <= plan->games; game++)
		games += plan_has(plan, game);
	return games;
}

/* 0, or the errno of the results.  */
static int say_machine(struct tournament *tournament)
{
	json_t *machine = machine_json(&tournament->run.plan);
	FREED char *text = match_json_line(machine);
	int error = history_note(&tournament->run.history, text);

	tally_text(tournament, text, strlen(text));
	json_decref(machine);
	return error;
}

static int play(struct tournament *tournament, char **problem)
{
	struct run *run = &tournament->run;
	const struct runner_call *call = run->call;
	bool list = call->list;
	int status = EXIT_CANNOT_RUN;

	run->standing.games = games_here(&run->plan);
	*problem = tally_check_forms(call);
	if (*problem)
		return status;
	tally_described(tournament);
	/* A list is of what the files of --after lack.  */
	*problem = history_open(&run->history, &kind.of, run, &run->plan, list ? NULL : call->series.results,
				list ? NULL : call->series.record, call->tournament.after);
	while (!*problem && list && schedule_advance(&run->plan.schedule))
		;
	if (!*problem && list)
		status = print_list(run);
	if (!*problem && !list) {
		run->decided = run_is_decided(run);
		if (run->standing.finished < run->standing.games && !run->decided)
			run->unsaved = say_machine(tournament);
		forfeit(run);
		status = run_play(run);
	}
	history_close(&run->history);
	return status == EXIT_VERDICT ? tournament->tables_status : status;
}

int run_tournament(struct runner_call *call)
{
	struct tournament tournament = {.run = {.kind = &kind, .call = call}};
	char *notice = NULL, *problem;
	int status = EXIT_USAGE;

	problem = settle(&tournament, &notice);
	if (!problem) {
		say_lines(notice);
		if (call->match.session.sandbox && !call->list)
			say_lines("agents run in a sandbox (--no-sandbox: without one)");
		status = play(&tournament, &problem);
	}
	free(notice);
	plan_free(&tournament.run.plan);
	tally_free(&tournament.tallied);
	free(tournament.no_tables);
	return say_failure(problem, status);
}
