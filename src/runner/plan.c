/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* plan.c - the plan of games: who plays each, from which opening, and the seed.  */
#include "plan.h"

#include "history.h"

#include "ringside/ini.h"
#include "ringside/mistake.h"
#include "ringside/setup.h"
#include "ringside/text_file.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* The limit of games of a sequential test without --games.  */
enum { GAMES_MOST = 1000000000 };

/* ---- reading ---- */

static char *read_openings(struct plan *plan, const struct runner_call *call, const char *path)
{
	struct bytes text = {0};
	char *problem;

	if (!call->match.protocol->openings || !call->match.protocol->openings->read)
		return bytes_text("--openings: %s has no openings", call->match.protocol->name);
	problem = text_file_read_plain(path, TEXT_FILE_MAX, &text);
	if (!problem)
		plan->openings = call->match.protocol->openings->read(plan->setup, text.at, text.size, path,
								      &plan->opening_count, &problem);
	bytes_free(&text);
	return problem;
}

/* Leaves out the openings before the first that is wanted.  NULL, or a problem.  */
static char *drop_openings(struct plan *plan, const struct runner_call *call)
{
	int before = call->series.openings_start - 1;

	if (before >= plan->opening_count)
		return bytes_text("--openings-start %d: %s holds %d opening%s", before + 1,
				  call->series.openings, plan->opening_count,
				  plan->opening_count == 1 ? "" : "s");
	for (int i = 0; i < before; i++)
		free(plan->openings[i]);
	plan->opening_count -= before > 0 ? before : 0;
	if (before > 0)
		memmove(plan->openings, plan->openings + before,
			(size_t)plan->opening_count * sizeof(*plan->openings));
	return NULL;
}

/* Has the opening, the `place`-th of the file, this text already, in an earlier form?  */
static bool has_form(const struct plan *plan, const struct protocol *protocol, int place, int form,
		     const char *text)
{
	bool same = false;

	for (int earlier = 0; earlier < form && !same; earlier++) {
		FREED char *other = protocol->openings->form(plan->setup, plan->openings[place], earlier);

		same = strcmp(other, text) == 0;
	}
	return same;
}

/* Adds all openings in their next form, and so on, without those that are the same stone by stone.  */
static char *add_forms(struct plan *plan, const struct protocol *protocol)
{
	int count = plan->opening_count;
	char *text;

	if (!protocol->openings || !protocol->openings->form)
		return bytes_text("--openings-turned: the board of %s is not the same when it is turned",
				  protocol->name);
	for (int form = 1; (text = protocol->openings->form(plan->setup, plan->openings[0], form)); form++) {
		plan->openings = bytes_resized(plan->openings, (size_t)(plan->opening_count + count) *
								       sizeof(*plan->openings));
		free(text);
		for (int i = 0; i < count; i++) {
			text = protocol->openings->form(plan->setup, plan->openings[i], form);
			if (has_form(plan, protocol, i, form, text))
				free(text);
			else
				plan->openings[plan->opening_count++] = text;
		}
	}
	return NULL;
}

/* FILE:N is the N-th opening of FILE, FILE alone the first.  Anything else is for the protocol to read.  */
static char *read_one(struct plan *plan, struct runner_call *call, const char *word)
{
	const char *colon = strrchr(word, ':');
	bool numbered = colon && isdigit((unsigned char)colon[1]) &&
			colon[1 + strspn(colon + 1, "0123456789")] == '\0';
	long n = numbered ? strtol(colon + 1, NULL, 10) : 1;
	char *path = bytes_copy(word, numbered ? (size_t)(colon - word) : strlen(word));
	char *name = bytes_text("%s", word), *problem = NULL;

	if (!protocol_names_file(call->match.protocol, plan->setup, word, access(path, F_OK) == 0)) {
		free(path);
		free(name);
		return NULL;
	}
	setup_unset(&call->match.session.setup, "opening"); /* until plan_game() sets the one of the file */
	problem = read_openings(plan, call, path);
	if (!problem && (n < 1 || n > plan->opening_count)) {
		problem = bytes_text("--opening %s: %s holds %d opening%s, counted from 1", name, path,
				     plan->opening_count, plan->opening_count == 1 ? "" : "s");
	} else if (!problem) {
		char *chosen = plan->openings[n - 1];

		plan->openings[n - 1] = plan->openings[0];
		plan->openings[0] = chosen;
		while (plan->opening_count > 1)
			free(plan->openings[--plan->opening_count]);
	}
	free(path);
	free(name);
	return problem;
}

/* The option may name an INI file in place of one of its choices.  */
static char *read_ini(const struct option_row *row, const char *value, struct setup *setup)
{
	struct ini_file file;
	char *problem, *content;

	if (option_is_choice(row, value) || (!strpbrk(value, "./") && access(value, F_OK) != 0))
		return NULL;
	problem = ini_file_read(value, &file);
	content = problem ? NULL : row->from_ini(value, file.entries, file.count, &problem);
	if (content)
		setup_put(setup, row->content, content);
	free(content);
	ini_file_free(&file);
	return problem;
}

/* ": did you mean classic?", or "".  The caller frees.  */
static char *question(const struct option_row *row, const char *value)
{
	struct nearest nearest = nearest_to(value, strlen(value));

	for (const struct option_choice *choice = row->choices; choice && choice->word; choice++)
		nearest_try(&nearest, choice->word);
	return nearest_question(&nearest);
}

/* The option names a text file, perhaps a bundled one.  */
static char *read_text(const struct option_row *row, const char *value, struct setup *setup)
{
	FREED_BY(bytes_free) struct bytes text = {0};
	char *bundled =
		bytes_text("%s/%s%s", row->folder ? row->folder : "", value, row->ending ? row->ending : "");
	FREED char *path = row->folder && !strchr(value, '/') ? agent_sample_file(bundled) : NULL;
	char *problem = text_file_read_plain(path ? path : value, TEXT_FILE_MAX, &text), *why = problem;

	if (!problem)
		setup_put(setup, row->content, text.at);
	if (problem && row->folder && !strchr(value, '/')) {
		FREED char *meant = question(row, value);

		problem = bytes_text("--%s %s%s (`ringside list` names the bundled ones)", row->name, why,
				     meant);
		free(why);
	}
	free(bundled);
	return problem;
}

char *plan_read_contents(const struct protocol *protocol, struct setup *setup)
{
	char *problem = NULL;

	for (const struct option_row *const *row = protocol->options; *row && !problem; row++) {
		const char *value =
			(*row)->content && !setup_is_strange(setup, *row) ? setup_text(setup, *row) : NULL;

		if (value)
			problem = (*row)->type == OPTION_INI ? read_ini(*row, value, setup)
							     : read_text(*row, value, setup);
	}
	return problem;
}

/* ---- order ---- */

/* Orders the openings of a round; the order depends only on the seed and the round.  */
static void begin_round(struct plan *plan, int round)
{
	uint64_t seed = seed_mixed(plan->setup->seed) + (uint64_t)round;

	if (plan->round == round)
		return;
	plan->round = round;
	for (int i = 0; i < plan->opening_count; i++)
		plan->order[i] = i;
	for (int i = plan->opening_count - 1; plan->random && i > 0; i--) {
		int other = (int)((seed = seed_mixed(seed)) % (uint64_t)(i + 1)), kept = plan->order[i];

		plan->order[i] = plan->order[other];
		plan->order[other] = kept;
	}
}

/* A checksum of the openings (FNV-1a).  */
static uint64_t checksum(const struct plan *plan)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325) + plan->random;

	for (int i = 0; i < plan->opening_count; i++)
		for (const char *c = plan->openings[i]; c == plan->openings[i] || c[-1]; c++)
			sum = (sum ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
	return sum;
}

/* ---- the seed ---- */

/* Short enough to be typed again.  */
static uint64_t drawn(void)
{
	uint64_t number = 0;

	if (getrandom(&number, sizeof(number), GRND_NONBLOCK) != sizeof(number))
		number = (uint64_t)loop_now() ^ (uint64_t)getpid() << 32;
	return seed_of(number, 0, SEAT_NONE);
}

static void add_notice(char **notice, char *line)
{
	char *both = *notice ? bytes_text("%s\n%s", *notice, line) : bytes_text("%s", line);

	free(*notice);
	free(line);
	*notice = both;
}

static char *settle_seed(struct plan *plan, struct runner_call *call, char **notice)
{
	struct setup *setup = &call->match.session.setup;
	char *found = NULL;

	if (match_said(&call->match, &option_seed) || call->series.from_path)
		return NULL;
	if (plan->series)
		found = history_seed(plan->entrants ? "tournament" : "series", call->series.results,
				     call->series.record, call->tournament.after, &setup->seed);
	if (!found && plan->shards > 1)
		return bytes_text("--shard %d/%d: all shards need the same seed: give --seed N", plan->shard,
				  plan->shards);
	if (!found)
		setup->seed = drawn();
	add_notice(notice, bytes_text(found ? "--seed %" PRIu64 " as in %s" : "--seed %" PRIu64 " was drawn",
				      setup->seed, found));
	free(found);
	return NULL;
}

/* ---- making it ---- */

static void settle_games(struct plan *plan, const struct runner_call *call, char **notice)
{
	bool limited = call->series.openings && !call->series.repeat && !plan->entrants;
	bool ends_itself = call->tally.sprt || call->series.until || call->series.until_failure;
	int pairs = plan->opening_count > GAMES_MOST / 2 ? GAMES_MOST : 2 * plan->opening_count;

	plan->games = call->series.games;
	if (plan->entrants && !call->series.games_said)
		plan->games = pairs ? pairs : 2;
	else if (!call->series.games_said && (call->series.openings || ends_itself))
		plan->games = call->series.openings && !(ends_itself && call->series.repeat) ? pairs
			      : ends_itself                                                  ? GAMES_MOST
											     : 1;
	plan->endless = plan->games == GAMES_MOST;
	if (limited && plan->games > pairs) {
		*notice = bytes_text(
			"%s holds %d opening%s: the series ends after game %d of %d (--repeat starts again)",
			call->series.openings, plan->opening_count, plan->opening_count == 1 ? "" : "s",
			pairs, plan->games);
		plan->games = pairs;
		plan->endless = false;
	}
	plan->schedule.games = plan->games;
	if (plan->entrants)
		return;
	plan->schedule.players = 2;
	plan->schedule.stays = true;
}

/* A folder holds the games of a series, and their results unless --results names another file: so a series of
 * any length continues at once.  NULL, or a problem.  */
static char *settle_record(struct plan *plan, struct runner_call *call)
{
	bool results = call->runs || plan->entrants;
	char *record = call->series.record;
	struct stat status;

	plan->series = plan->games > 1 || plan->entrants;
	if (!record || !plan_is_folder(record))
		return NULL;
	if (!match_file_is_folder(record)) {
		call->series.record = bytes_text("%s/", record);
		free(record);
		record = call->series.record;
	}
	if (!plan->series && !results)
		return bytes_text(
			"--record %s: is a folder, for the games of a series: name a file in it, such "
			"as %smatch.ringside",
			record, record);
	plan->series = true;
	if (!results || call->series.results)
		return NULL;
	call->series.results = bytes_text("%sresults.jsonl", record);
	return lstat(call->series.results, &status) == 0 && S_ISLNK(status.st_mode)
		       ? bytes_text("%s: is a link, which may lead anywhere: name the file with --results",
				    call->series.results)
		       : NULL;
}

bool plan_is_folder(const char *record)
{
	struct stat status;

	return match_file_is_folder(record) || (stat(record, &status) == 0 && S_ISDIR(status.st_mode));
}

static char *make(struct plan *plan, struct runner_call *call, char **notice)
{
	const char *opening = setup_given(&call->match.session.setup, "opening");
	char *problem = NULL;

	plan->setup = &call->match.session.setup;
	plan->random = call->series.openings_order == ORDER_RANDOM;
	plan->round = -1;
	*notice = NULL;
	if (call->series.record)
		problem = match_file_misnamed(call->match.protocol->name, call->series.record);
	if (!problem && call->series.pgn && !match_file_format(call->match.protocol->name, "pgn", &problem))
		problem = bytes_behind(problem, "--pgn: ");
	plan->from = call->match.session.from.path ? call->series.from : NULL;
	if (!problem && plan->from &&
	    (call->series.openings_order || call->series.repeat || call->series.openings_turned))
		return bytes_text("--from and --openings exclude each other: leave one out");
	if (!problem && plan->from) { /* its files were read when it began */
		settle_games(plan, call, notice);
		return settle_record(plan, call);
	}
	if (!problem && opening && call->series.openings)
		problem = bytes_text("--opening and --openings: choose one opening or a file of them");
	if (!problem && !call->series.openings &&
	    (call->series.repeat || call->series.openings_start > 1 || call->series.openings_turned ||
	     call->series.order_said))
		problem = bytes_text("--%s needs --openings FILE",
				     call->series.openings_start > 1 ? "openings-start"
				     : call->series.repeat           ? "repeat"
				     : call->series.openings_turned  ? "openings-turned"
								     : "openings-order");
	if (!problem && call->series.openings)
		problem = read_openings(plan, call, call->series.openings);
	if (!problem && call->series.openings)
		problem = drop_openings(plan, call);
	if (!problem && call->series.openings_turned)
		problem = add_forms(plan, call->match.protocol);
	if (!problem && opening && call->match.protocol->openings && call->match.protocol->openings->read)
		problem = read_one(plan, call, opening);
	if (!problem)
		problem = plan_read_contents(call->match.protocol, &call->match.session.setup);
	if (problem)
		return problem;
	plan->order = bytes_new((size_t)plan->opening_count * sizeof(*plan->order));
	plan->checked = checksum(plan);
	settle_games(plan, call, notice);
	problem = settle_record(plan, call);
	return problem ? problem : settle_seed(plan, call, notice);
}

char *plan_own_game(const struct setup *setup)
{
	const struct option_row *program = protocol_option(protocol_named(setup->system), OPTION_COMMAND);

	return program && setup->seat[SEAT_NONE].kind == SEAT_AGENT && !setup_given(setup, program->name)
		       ? bytes_text("the game is %s; --%s COMMAND plays another", setup_text(setup, program),
				    program->name)
		       : NULL;
}

char *plan_begin(struct plan *plan, struct runner_call *call, const char *const *players, int count,
		 char **notice)
{
	char *problem, *own;

	*notice = NULL;
	if ((problem = players_seat(&call->match.session.setup, players, count, call->match.own)) ||
	    (problem = cpus_settle(&call->match)) || (problem = until_problem(call)))
		return problem;
	problem = make(plan, call, notice);
	own = problem ? NULL : plan_own_game(&call->match.session.setup);
	if (own)
		add_notice(notice, own);
	return problem;
}

void plan_free(struct plan *plan)
{
	while (plan->opening_count)
		free(plan->openings[--plan->opening_count]);
	free(plan->openings);
	free(plan->order);
	for (int i = 0; plan->entrants && i < plan->schedule.players; i++) {
		free(plan->entrants[i].name);
		free(plan->entrants[i].command);
		seat_settings_free(&plan->entrants[i].settings);
	}
	free(plan->entrants);
	free(plan->skipped);
	schedule_free(&plan->schedule);
}

struct scheduled plan_scheduled(const struct plan *plan, int game)
{
	struct scheduled scheduled = schedule_game(&plan->schedule, game);

	if (plan->from)
		scheduled.first = plan->setup->first;
	else if (plan->setup->first == SEAT_2)
		scheduled.first = seat_opponent(scheduled.first);
	return scheduled;
}

bool plan_reach(struct plan *plan, int game)
{
	while (game > schedule_ready(&plan->schedule))
		if (!schedule_advance(&plan->schedule))
			return false;
	return true;
}

bool plan_has(const struct plan *plan, int game)
{
	return plan->shards <= 1 || schedule_in_shard(&plan->schedule, game, plan->shard, plan->shards);
}

bool plan_wants(const struct plan *plan, int game)
{
	for (int i = 0; i < plan->skipped_count; i++)
		if (plan->skipped[i] == plan_scheduled(plan, game).pairing)
			return false;
	return plan_has(plan, game);
}

/* Seats a player of the tournament.  */
static void seat_entrant(const struct entrant *entrant, int seat, struct setup *setup)
{
	setup_put(setup, seat == SEAT_1 ? &option_name1 : &option_name2, entrant->name);
	setup_seat(setup, seat, entrant->command, protocol_named(setup->system)->bundle->samples);
	free(seat_settings_put(&entrant->settings, setup, seat,
			       true)); /* each was found to be of the system */
}

void plan_game(struct plan *plan, int game, struct setup *setup)
{
	struct scheduled scheduled;

	plan_reach(plan, game); /* without the players it is another game */
	scheduled = plan_scheduled(plan, game);
	setup->game = plan->from ? plan->setup->game : game;
	setup->first = scheduled.first;
	for (int s = SEAT_1; s < SEATS && plan->entrants; s++)
		if (scheduled.player[s])
			seat_entrant(&plan->entrants[scheduled.player[s] - 1], s, setup);
	if (!plan->opening_count)
		return;
	begin_round(plan, scheduled.of_pairing / plan->opening_count);
	free(setup_set(setup, "opening",
		       plan->openings[plan->order[scheduled.of_pairing % plan->opening_count]]));
}

char *plan_read(const struct plan *plan, const char *text, size_t size, struct result_line *line)
{
	size_t column;
	char *problem =
		result_line_read(line, text, size, plan->entrants ? plan->schedule.players : 0, &column);
	struct scheduled scheduled;

	if (!problem && plan->entrants && line->seed && line->seed != plan->setup->seed)
		problem = bytes_text("it is of another tournament");
	if (problem || plan->entrants)
		return problem;
	scheduled = plan_scheduled(plan, line->game);
	line->players[0] = scheduled.player[SEAT_1];
	line->players[1] = scheduled.player[SEAT_2];
	line->first = scheduled.first;
	line->pair = scheduled.pair;
	return NULL;
}
