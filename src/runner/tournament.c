/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tournament.c - `ringside tournament`: many players, on the screen or one line a game.
 *
 * Reads the options and who plays, gives the plan of games to the runner, counts the games, and says the
 * tables.  */
#include "tournament.h"

#include "cpus.h"
#include "players.h"
#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/named_player.h"
#include "ringside/say.h"
#include "ringside/sh_words.h"
#include "tally/tally.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct tournament *of(const void *run)
{
	return ((const struct run *)run)->user;
}

/* ---- who plays ---- */

/* Can it be started?  One that may withdraw is tried.  */
static char *check_command(const struct invocation *invocation, const char *command)
{
	char *problem = NULL, **argv;

	if (invocation->tournament.on_failure == FAILURE_WITHDRAWS)
		return NULL;
	argv = agent_command(command, invocation->match.protocol->bundle->samples, &problem);
	free(argv);
	return problem;
}

/* NULL, or what is wrong with the player.  */
static char *read_player(const struct invocation *invocation, const char *word, struct entrant *entrant)
{
	const struct protocol *protocol = invocation->match.protocol;
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
	    invocation->tournament.restart == RESTART_YES)
		return bytes_text("%s: restart = no needs --restart no: else fresh processes play each game",
				  word);
	if (entrant->settings.text[SEAT_CPUS] && !invocation->list) {
		char *why = cpus_problem(entrant->settings.text[SEAT_CPUS], invocation->series.concurrency);

		problem = why ? bytes_text("%s: cpus: %s", word, why) : NULL;
		free(why);
	}
	if (!problem)
		problem = protocol_refuses(protocol, SEAT_1, entrant->command);
	return problem ? problem : check_command(invocation, entrant->command);
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
static void find_alike(const struct tournament *tournament, int first, struct alike *alike)
{
	const struct entrant *of = &tournament->entrants[first];

	*alike = (struct alike){.words = bytes_new((size_t)tournament->count * sizeof(*alike->words)),
				.who = bytes_new((size_t)tournament->count * sizeof(*alike->who))};
	for (int i = first; i < tournament->count; i++) {
		struct entrant *other = &tournament->entrants[i];
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
static void tell_apart(const struct tournament *tournament)
{
	for (int first = 0; first < tournament->count; first++) {
		struct alike alike;
		char **names;

		find_alike(tournament, first, &alike);
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
static char *check_names(const struct tournament *tournament)
{
	const struct entrant *at = tournament->entrants;

	for (int i = 0; i < tournament->count; i++) {
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

static char *read_players(struct tournament *tournament)
{
	const struct invocation *invocation = tournament->run.invocation;
	char *problem = NULL, *full;

	tournament->entrants = bytes_new((size_t)invocation->word_count * sizeof(*tournament->entrants) + 1);
	for (int i = 0; i < invocation->word_count && !problem; i++) {
		tournament->count = i + 1;
		problem = read_player(invocation, invocation->words[i], &tournament->entrants[i]);
		if (problem) {
			full = bytes_text("player %d: %s", i + 1, problem);
			free(problem);
			problem = full;
		}
	}
	if (problem)
		return problem;
	tell_apart(tournament);
	return check_names(tournament);
}

static void free_players(struct tournament *tournament)
{
	for (int i = 0; i < tournament->count; i++) {
		struct entrant *entrant = &tournament->entrants[i];

		free(entrant->name);
		free(entrant->command);
		seat_settings_free(&entrant->settings);
	}
	free(tournament->entrants);
}

static void seat_player(const struct tournament *tournament, int player, int seat, struct setup *setup)
{
	const struct protocol *protocol = tournament->run.invocation->match.protocol;
	const struct entrant *entrant = &tournament->entrants[player - 1];

	setup_put(setup, seat == SEAT_1 ? &option_name1 : &option_name2, entrant->name);
	setup_seat(setup, seat, entrant->command, protocol->bundle->samples);
	free(seat_settings_put(&entrant->settings, setup, seat,
			       true)); /* each was found to be of the system */
}

/* ---- the tables at the end: those that `tally` makes of its results ---- */

/* The tables, their files and the test are of all parts: `tally` makes them.  */
static void leave_tables(struct invocation *invocation)
{
	char **of_all[] = {&invocation->tally.csv, &invocation->tally.markdown, &invocation->tally.html,
			   &invocation->tally.sprt};
	bool any = false;

	for (size_t i = 0; i < sizeof(of_all) / sizeof(of_all[0]); i++) {
		any |= *of_all[i] != NULL;
		free(*of_all[i]);
		*of_all[i] = NULL;
	}
	invocation->tally.html_games = 0;
	if (any)
		say_lines(
			"a shard writes no files of tables and ends by no test: `ringside tally` does, with "
			"the results of all shards");
}

static char *begin_tables(struct tournament *tournament)
{
	if (tournament->shards > 1)
		leave_tables(tournament->run.invocation);
	return tally_begin(tournament->run.invocation, &tournament->tallied);
}

static char *read_test(struct tournament *tournament)
{
	const struct run *run = &tournament->run;
	const struct invocation *invocation = run->invocation;
	const struct schedule_format *format = &schedule_formats[invocation->tournament.kind];

	if (!invocation->tally.sprt)
		return NULL;
	if (format->alone || (!format->first_meets_all && tournament->count != 2))
		return bytes_text("--sprt asks whether player 1 is stronger than the others: it needs two "
				  "players, or --kind gauntlet");
	if (!invocation->series.games_said && !run->plan.opening_count)
		return bytes_text("--sprt needs --games N: the most games of each two players; the test ends "
				  "the tournament earlier");
	return sprt_read(invocation->tally.sprt, &tournament->run.sprt);
}

static bool is_decided(const struct tournament *tournament)
{
	struct pairs pairs;

	if (!tournament->run.invocation->tally.sprt || tournament->no_tables ||
	    !tournament->tallied.tournament)
		return false;
	pairs = standings_pairs(&tournament->tallied.standings, 0);
	return pairs_state(&tournament->run.sprt, &pairs) != SPRT_GOES_ON;
}

/* What describes it comes first.  Are there tables?  */
static bool begin(struct tournament *tournament)
{
	json_t *first;
	char *text;

	if (tournament->no_tables || tournament->tallied.tournament)
		return !tournament->no_tables;
	first = json_pack("{s:o}", "tournament", tournament_described(tournament));
	text = match_json_line(first);
	tournament->no_tables = tally_line(&tournament->tallied, text, strlen(text), "results", 1);
	json_decref(first);
	free(text);
	return !tournament->no_tables;
}

static void tally_text(struct tournament *tournament, const char *line, size_t size)
{
	if (begin(tournament))
		tournament->no_tables = tally_line(&tournament->tallied, line, size, "results", 2);
}

static void tally_one(struct tournament *tournament, const struct result_line *line)
{
	if (begin(tournament))
		tournament->no_tables = tally_game(&tournament->tallied, line, "results", 2);
}

static void say_tables(struct tournament *tournament)
{
	const struct invocation *invocation = tournament->run.invocation;

	if (tournament->no_tables)
		say_error("ringside: there are no tables: %s\n", tournament->no_tables);
	else if (tournament->tallied.standings.games)
		tournament->tables_status =
			tally_end(invocation, &tournament->tallied, invocation->json ? stdout : stderr);
}

/* ---- the screen, and which pairings a person has left out there ---- */

static char *title(const struct run *run)
{
	const struct tournament *tournament = of(run);
	struct bytes text = {0};

	bytes_addf(&text, "%s, %s: %d player%s", run->invocation->match.protocol->name,
		   schedule_word(tournament->schedule.kind), tournament->count,
		   tournament->count == 1 ? "" : "s");
	if (!run->invocation->match.session.sandbox)
		bytes_add_text(&text, ", no sandbox");
	if (run->skipped)
		bytes_addf(&text, ", %d skipped", run->skipped);
	return text.at;
}

/* The tables of `tally`.  */
static void sheets(const struct run *run, struct sheets *to)
{
	const struct tallied *tallied = &of(run)->tallied;
	struct ranks ranks;

	if (of(run)->no_tables || !tallied->tournament)
		return;
	ranks = ranks_of(tallied);
	tally_sheets(tallied, &ranks, to);
	ranks_free(&ranks);
}

static char *players(const struct run *run, int game)
{
	struct scheduled scheduled = schedule_game(&of(run)->schedule, game);
	struct bytes text = {0};

	bytes_add_text(&text, "");
	for (int s = SEAT_1; s < SEATS; s++)
		if (scheduled.player[s])
			bytes_addf(&text, "%s%s", text.size ? " - " : "",
				   of(run)->entrants[scheduled.player[s] - 1].name);
	return text.at;
}

static bool is_skipped(const struct tournament *tournament, int pairing)
{
	for (int i = 0; i < tournament->run.skipped; i++)
		if (tournament->skipped[i] == pairing)
			return true;
	return false;
}

static bool is_left_out(const struct tournament *tournament, int game)
{
	return tournament->run.skipped &&
	       is_skipped(tournament, schedule_game(&tournament->schedule, game).pairing);
}

static char *skips(const struct run *run, int game)
{
	char *who, *question;

	if (is_left_out(of(run), game))
		return NULL;
	who = players(run, game);
	question = bytes_text("skip all games of %s that are left? y/n", who);
	free(who);
	return question;
}

static void skip(struct run *run, int game)
{
	struct tournament *tournament = run->user;

	if (is_left_out(tournament, game))
		return;
	tournament->skipped =
		bytes_resized(tournament->skipped, ((size_t)run->skipped + 1) * sizeof(*tournament->skipped));
	tournament->skipped[run->skipped++] = schedule_game(&tournament->schedule, game).pairing;
	places_skip(run);
}

static const struct run_view screen_view = {
	.title = title, .sheets = sheets, .players = players, .skips = skips, .skip = skip};

/* ---- the plan ---- */

/* Makes the next round if all results of those before are there.  */
static bool make_round(struct tournament *tournament)
{
	bool made = schedule_advance(&tournament->schedule);

	tournament->run.plan.ready = schedule_ready(&tournament->schedule);
	return made;
}

/* Makes the rounds up to that of the game.  False: results are missing.  */
static bool reach(struct tournament *tournament, int game)
{
	while (game > schedule_ready(&tournament->schedule))
		if (!make_round(tournament))
			return false;
	return true;
}

static void seat(void *user, int game, struct setup *setup)
{
	struct tournament *tournament = user;
	struct scheduled scheduled;

	reach(tournament, game); /* without the players it is another game */
	scheduled = schedule_game(&tournament->schedule, game);
	for (int s = SEAT_1; s < SEATS; s++)
		if (scheduled.player[s])
			seat_player(tournament, scheduled.player[s], s, setup);
	setup->first = scheduled.first;
	plan_open(&tournament->run.plan, scheduled.of_pairing, setup);
}

static int last(void *user, int game)
{
	const struct tournament *tournament = user;

	return tournament->schedule.stays ? schedule_unit_end(&tournament->schedule, game) : game;
}

static bool wants(void *user, int game)
{
	const struct tournament *tournament = user;

	return schedule_in_shard(&tournament->schedule, game, tournament->shard, tournament->shards);
}

/* Is it to be played now?  */
static bool is_due(void *user, int game)
{
	return wants(user, game) && !is_left_out(user, game);
}

static const struct plan_pairings pairings = {.seat = seat, .last = last, .wants = is_due};

/* ---- counting ---- */

static json_t *described(const void *user)
{
	return tournament_described(of(user));
}

static json_t *line_of(const void *user, int game, json_t *object)
{
	return tournament_line(of(user), game, object);
}

/* Has an agent failed at its start?  *player: which one; 0: the game program.  */
static bool not_started(const struct tournament *tournament, const struct result_line *line, int *player)
{
	*player = line->blame ? schedule_game(&tournament->schedule, line->game).player[line->blame] : 0;
	return result_line_no_program(line) || result_line_not_started(line);
}

static void take_machine(void *user, const char *line, size_t size)
{
	tally_text(of(user), line, size);
}

static void count(struct tournament *tournament, const struct result_line *line)
{
	struct scheduled scheduled = schedule_game(&tournament->schedule, line->game);
	int halves[SEATS] = {0};
	double sums[SEATS] = {0};
	int player;

	tally_one(tournament, line);
	/* The first such game withdraws the player, also after a kill.  */
	if (not_started(tournament, line, &player) && player && !tournament->entrants[player - 1].withdrawn) {
		tournament->entrants[player - 1].withdrawn = line->game;
		schedule_withdraw(&tournament->schedule, player);
	}
	if (wants(tournament, line->game)) /* a file may have the games of other shards, too */
		tournament->run.standing.finished++;
	for (int s = SEAT_1; s < SEATS; s++) {
		if (!scheduled.player[s])
			continue;
		halves[s] = line->winner == s ? 2 : line->winner == 0 ? 1 : 0;
		sums[s] = isnan(line->score[s - 1]) ? 0 : line->score[s - 1];
	}
	schedule_take(&tournament->schedule, line->game, halves, sums);
}

static int take(void *user, const struct history *history, const char *text, size_t size)
{
	struct tournament *tournament = of(user);
	struct result_line line;
	struct scheduled scheduled;
	size_t column;
	char *problem = result_line_read(&line, text, size, tournament->count, &column);

	free(problem);
	if (problem || (line.seed && line.seed != tournament->run.plan.setup->seed))
		return 0;
	if (!history_lacks(history, line.game))
		return line.game;
	if (!reach(tournament, line.game))
		return HISTORY_LATER;
	scheduled = schedule_game(&tournament->schedule, line.game);
	if (scheduled.player[SEAT_1] != line.players[0] || scheduled.player[SEAT_2] != line.players[1])
		return 0;
	count(tournament, &line);
	return line.game;
}

/* ---- players that fail at their start ---- */

/* Which seats of the game have players that were withdrawn?  False: none.  */
static bool find_withdrawn(const struct tournament *tournament, int game, bool withdrawn[SEATS])
{
	struct scheduled scheduled = schedule_game(&tournament->schedule, game);
	bool any = false;

	for (int s = SEAT_1; s < SEATS; s++) {
		int player = scheduled.player[s];

		withdrawn[s] = player && tournament->entrants[player - 1].withdrawn;
		any |= withdrawn[s];
	}
	return any;
}

/* The games of players that were withdrawn, which are not played now, are lost.  */
static void forfeit(struct tournament *tournament)
{
	struct run *run = &tournament->run;
	int last = run->plan.ready < run->plan.games ? run->plan.ready : run->plan.games;

	if (run->invocation->tournament.on_failure != FAILURE_WITHDRAWS)
		return;
	/* A signal ends it; what is left is lost when the same command goes on.  */
	for (int game = 1; game <= last && !run_is_over(run) && !loop_is_interrupted(); game++) {
		bool withdrawn[SEATS] = {false};
		json_t *line;
		char *text;

		if (history_has(&run->history, game) || !is_due(tournament, game) || places_have(run, game) ||
		    !find_withdrawn(tournament, game, withdrawn))
			continue;
		line = tournament_forfeit(tournament, game, withdrawn, &text);
		run_forfeit(run, game, line, text);
		run->decided = is_decided(tournament);
		free(text);
	}
}

/* The next round in which a game is to be played.  */
static bool more(struct run *run)
{
	while (make_round(of(run))) {
		forfeit(of(run));
		if (places_next(run))
			return true;
	}
	return false;
}

/* The caller frees.  */
static char *detail_of(const struct result_line *line)
{
	struct bytes detail = {0};

	bytes_add_text(&detail, "");
	piece_add(&detail, line->detail);
	return detail.at;
}

static void stop(struct run *run, const struct result *result, const char *name, const char *advice)
{
	char *detail = detail_of(result->line);

	run_tell(run, bytes_text("game %d: %s failed at its start: %s\n"
				 "the tournament stops; the game does not count%s",
				 result->game, name, detail, advice));
	free(detail);
	run->decided = true;
	run->decided_status = EXIT_NOT_STARTED;
}

/* A game that stops the tournament does not count, so that the same command goes on when the player is
 * mended.  Without the game program no game can be played.  */
static bool counts(struct run *run, const struct result *result)
{
	struct tournament *tournament = of(run);
	int player;

	if (!not_started(tournament, result->line, &player))
		return true;
	if (player && run->invocation->tournament.on_failure == FAILURE_WITHDRAWS) {
		const struct entrant *entrant = &tournament->entrants[player - 1];

		char *detail = detail_of(result->line);

		if (!entrant->withdrawn)
			run_tell(run,
				 bytes_text("game %d: %s failed at its start, and is withdrawn: it loses its "
					    "other games without playing them: %s",
					    result->game, entrant->name, detail));
		free(detail);
		return true;
	}
	if (player)
		stop(run, result, tournament->entrants[player - 1].name,
		     " (--on-failure withdraw goes on without that player)");
	else
		stop(run, result, "the game program", "");
	return false;
}

/* The same for a match of the record.  */
static bool keeps(const void *user, const struct match *match)
{
	const char *reason = match->verdict.reason;

	if (((const struct run *)user)->invocation->tournament.on_failure == FAILURE_WITHDRAWS)
		return true;
	return !match_has_silent(match) &&
	       (match->turn_count || (strcmp(reason, REASON_START) != 0 && strcmp(reason, REASON_GAME) != 0));
}

static void finished(struct run *run, int table, const struct result *result)
{
	int player;

	(void)table;
	if (not_started(of(run), result->line, &player))
		forfeit(of(run));
	if (run->decided || !is_decided(of(run)))
		return;
	run->decided = true;
	run_tell(run, bytes_text("the test has decided in game %d, and ends the tournament", result->game));
}

/* ---- what is said ---- */

static char *progress(const void *user)
{
	struct bytes text = {0};

	standing_add_pace(&text, &of(user)->run.standing);
	return text.at;
}

static void sum(struct run *run)
{
	const struct invocation *invocation = run->invocation;
	char *games = standing_games(&run->standing);

	say_tables(of(run));
	if (!run_is_over(run) && of(run)->shards > 1 && run->plan.ready < run->plan.games)
		say_error(
			"the games of this shard are over: the next round needs those of the others: put all "
			"files of results together, and give them to each shard with --after FILE\n");
	if (run->interrupted)
		say_error("%s finished%s\n", games,
			  invocation->series.results
				  ? ": the same command continues from here"
				  : " (with --results FILE the same command would continue from "
				    "here)");
	else if (run->skipped)
		say_error("%s finished, %d pairing%s skipped: %s\n", games, run->skipped,
			  run->skipped == 1 ? " was" : "s were",
			  invocation->series.results
				  ? "the same command plays them"
				  : "with --results FILE the same command would play them");
	free(games);
}

static const struct run_kind kind = {.of = {.name = "tournament",
					    .described = described,
					    .keeps = keeps,
					    .take = take,
					    .machine = take_machine,
					    .line = line_of},
				     .counts = counts,
				     .finished = finished,
				     .more = more,
				     .progress = progress,
				     .sum = sum,
				     .view = &screen_view};

/* ---- beginning ---- */

/* K/N  */
static char *read_shard(struct tournament *tournament)
{
	const char *text = tournament->run.invocation->tournament.shard;
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
	tournament->shard = (int)shard;
	tournament->shards = (int)shards;
	return NULL;
}

static char *make_schedule(struct tournament *tournament)
{
	const struct invocation *invocation = tournament->run.invocation;
	struct plan *plan = &tournament->run.plan;
	char *why, *problem = NULL;

	tournament->schedule = (struct schedule){.kind = (enum schedule_kind)invocation->tournament.kind,
						 .players = tournament->count,
						 .games = plan->games,
						 .stays = invocation->tournament.restart == RESTART_NO,
						 .rounds = invocation->tournament.rounds};
	if (invocation->tournament.rounds && !schedule_format(&tournament->schedule)->takes_rounds)
		return bytes_text("--rounds is for --kind swiss");
	if (schedule_format(&tournament->schedule)->alone && !invocation->match.protocol->alone)
		return bytes_text("--kind alone: nobody can play alone in %s",
				  invocation->match.protocol->name);
	why = schedule_problem(&tournament->schedule);
	if (why)
		problem = bytes_text("a tournament of kind %s: %s", schedule_word(tournament->schedule.kind),
				     why);
	free(why);
	if (problem)
		return problem;
	plan->pairings = &pairings;
	plan->user = tournament;
	plan->games = schedule_games(&tournament->schedule);
	plan->endless = false;
	make_round(tournament);
	return NULL;
}

/* Reads the players and the other options.  NULL, or a problem.  */
static char *settle(struct tournament *tournament, char **notice)
{
	struct invocation *invocation = tournament->run.invocation;
	struct setup *setup = &invocation->match.session.setup;
	char *problem = read_shard(tournament);

	*notice = NULL;
	if (!problem && run_wants_screen(&tournament->run))
		problem = invocation->front->load_looks(invocation);
	if (!problem)
		problem = begin_tables(tournament);
	if (!problem)
		problem = read_players(tournament);
	if (!problem)
		problem = players_seat(setup, NULL, 0, NULL); /* the game program, if there is one */
	if (!problem)
		problem = cpus_settle(&invocation->match);
	if (!problem)
		problem = session_make_folder(setup);
	if (!problem)
		problem = plan_make(&tournament->run.plan, invocation, notice);
	if (!problem)
		problem = read_test(tournament);
	if (!problem)
		free(setup_set(setup, "tournament", "yes")); /* a system without this option ignores it */
	return problem ? problem : make_schedule(tournament);
}

/* The games of this shard.  */
static int games_here(struct tournament *tournament)
{
	int games = 0;

	if (tournament->shards == 1)
		return tournament->run.plan.games;
	for (int game = 1; game <= tournament->run.plan.games; game++)
		games += wants(tournament, game);
	return games;
}

/* 0, or the errno of the results.  */
static int say_machine(struct tournament *tournament)
{
	json_t *machine = tournament_machine(tournament);
	char *text = match_json_line(machine);
	int error = history_note(&tournament->run.history, machine);

	tally_text(tournament, text, strlen(text));
	free(text);
	json_decref(machine);
	return error;
}

static int play(struct tournament *tournament, char **problem)
{
	struct run *run = &tournament->run;
	const struct invocation *invocation = run->invocation;
	bool list = invocation->list;
	int status = EXIT_CANNOT_RUN;

	run->standing.games = games_here(tournament);
	*problem = tally_check_forms(invocation);
	if (*problem)
		return status;
	/* A list is of what the files of --after lack.  */
	*problem = history_open(&run->history, &kind.of, run, &run->plan,
				list ? NULL : invocation->series.results,
				list ? NULL : invocation->series.record, invocation->tournament.after);
	while (!*problem && list && make_round(tournament))
		;
	if (!*problem && list)
		status = tournament_print_list(tournament);
	if (!*problem && !list) {
		run->decided = is_decided(tournament);
		if (run->standing.finished < run->standing.games && !run->decided)
			run->unsaved = say_machine(tournament);
		forfeit(tournament);
		status = run_play(run);
	}
	history_close(&run->history);
	return status == EXIT_VERDICT ? tournament->tables_status : status;
}

int cli_tournament(struct invocation *invocation)
{
	struct tournament tournament = {.run = {.kind = &kind, .invocation = invocation}};
	char *notice = NULL, *problem;
	int status = EXIT_USAGE;

	tournament.run.user = &tournament;
	problem = settle(&tournament, &notice);
	if (!problem) {
		say_lines(notice);
		if (invocation->match.session.sandbox && !invocation->list)
			say_lines("agents run in a sandbox (--no-sandbox: without one)");
		status = play(&tournament, &problem);
	}
	free(notice);
	plan_free(&tournament.run.plan);
	free_players(&tournament);
	tally_free(&tournament.tallied);
	free(tournament.no_tables);
	free(tournament.skipped);
	schedule_free(&tournament.schedule);
	return say_failure(problem, status);
}
