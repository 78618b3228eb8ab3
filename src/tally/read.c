/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* read.c - reads files of results: their first lines, machines and games.  */
#include "tally.h"

#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/text_file.h"
#include "ringside/words.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	VALUE_MOST = 300, /* bytes of a setting that is told */
	DEPTH_TOLD = 4    /* how deep a difference is looked for */
};

static char *value_text(const json_t *value)
{
	char *text = value ? match_json_line(value) : bytes_text("not given"), *cut;

	if (strlen(text) <= VALUE_MOST)
		return text;
	cut = bytes_text("%.*s...", VALUE_MOST, text);
	free(text);
	return cut;
}

static char *difference(const char *path, const json_t *there, const json_t *here, int depth);

/* The first difference of two members, or items, of what is at `path`.  */
static char *difference_below(const char *path, const char *name, const json_t *there, const json_t *here,
			      int depth)
{
	FREED char *below = bytes_text("%s%s%.*s", path, *path ? ", " : "", VALUE_MOST, name);
	char *found = difference(below, there, here, depth + 1);

	return found;
}

static char *difference_of_objects(const char *path, const json_t *there, const json_t *here, int depth)
{
	json_t *one = (json_t *)there, *other = (json_t *)here; /* jansson's walk takes no const */
	char *found = NULL;

	for (void *i = json_object_iter(other); i && !found; i = json_object_iter_next(other, i))
		found = difference_below(path, json_object_iter_key(i),
					 json_object_get(one, json_object_iter_key(i)),
					 json_object_iter_value(i), depth);
	for (void *i = json_object_iter(one); i && !found; i = json_object_iter_next(one, i))
		if (!json_object_get(other, json_object_iter_key(i)))
			found = difference_below(path, json_object_iter_key(i), json_object_iter_value(i),
						 NULL, depth);
	return found;
}

static char *difference_of_lists(const char *path, const json_t *there, const json_t *here, int depth)
{
	size_t a = json_array_size(there), b = json_array_size(here);
	char *found = NULL;

	for (size_t i = 0; i < (a > b ? a : b) && !found; i++) {
		FREED char *number = bytes_text("%zu", i + 1);

		found = difference_below(path, number, json_array_get(there, i), json_array_get(here, i),
					 depth);
	}
	return found;
}

/* A stranger's values may be deep and long: deeper ones are told as a whole, and long ones are cut.  */
static char *difference(const char *path, const json_t *there, const json_t *here, int depth)
{
	char *a, *b, *words;

	if (there && here && json_equal(there, here))
		return NULL;
	if (depth < DEPTH_TOLD && json_is_object(there) && json_is_object(here))
		return difference_of_objects(path, there, here, depth);
	if (depth < DEPTH_TOLD && json_is_array(there) && json_is_array(here))
		return difference_of_lists(path, there, here, depth);
	a = value_text(there);
	b = value_text(here);
	words = bytes_text("%s is %s there and %s here", path, a, b);
	free(a);
	free(b);
	return words;
}

char *json_difference(const json_t *there, const json_t *here)
{
	return difference("", there, here, 0);
}

/* ---- the machines that played ---- */

enum { MACHINES_MOST = 1000, TEXT_MOST = 200 /* bytes */ };

static char *shown(const json_t *text)
{
	const char *value = json_string_value(text);
	struct bytes words = {0};

	bytes_add(&words, "", 0);
	if (value && strlen(value) <= TEXT_MOST)
		words_add_name(&words, value);
	return words.at;
}

static void free_machine(struct tally_machine *machine)
{
	free(machine->shard);
	free(machine->cpu);
	free(machine->ringside);
}

/* Of a process that went on after a kill, the slower clock counts.  */
static void add_machine(struct tallied *tallied, struct tally_machine machine)
{
	for (int i = 0; i < tallied->machine_count; i++) {
		struct tally_machine *other = &tallied->machines[i];

		if (strcmp(other->shard, machine.shard) != 0 || strcmp(other->cpu, machine.cpu) != 0 ||
		    strcmp(other->ringside, machine.ringside) != 0 || other->cores != machine.cores)
			continue;
		other->clock_ns = fmax(other->clock_ns, machine.clock_ns);
		free_machine(&machine);
		return;
	}
	if (tallied->machine_count == MACHINES_MOST) {
		free_machine(&machine);
		return;
	}
	tallied->machines = bytes_resized(tallied->machines,
					  ((size_t)tallied->machine_count + 1) * sizeof(*tallied->machines));
	tallied->machines[tallied->machine_count++] = machine;
}

static char *read_machine(struct tallied *tallied, const char *text, size_t size)
{
	json_error_t error;
	json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error),
	       *said = json_object_get(object, "machine");
	json_int_t cores = json_integer_value(json_object_get(said, "cores"));
	const json_t *clock = json_object_get(said, "clock_ns");
	double ns = json_is_number(clock) ? json_number_value(clock) : NAN;

	if (!json_is_object(said) || cores < 0 || cores > 1000000 || ns < 0 || ns > 1e12) {
		json_decref(object);
		return object ? bytes_text("expected what a machine is: \"cores\", \"cpu\" and \"clock_ns\"")
			      : bytes_text("%s", error.text);
	}
	add_machine(tallied, (struct tally_machine){.shard = shown(json_object_get(said, "shard")),
						    .cpu = shown(json_object_get(said, "cpu")),
						    .ringside = shown(json_object_get(said, "ringside")),
						    .cores = (int)cores,
						    .clock_ns = ns});
	json_decref(object);
	return NULL;
}

/* Limits in milliseconds need clocks that are alike: a look that takes a tenth of a millisecond is not, nor
 * one that takes ten times as long as another's and is not short.  */
static const double slow_ns = 1e5, short_ns = 1e3, times = 10;

static void note_clocks(struct tallied *tallied)
{
	const struct tally_machine *quickest = NULL, *slowest = NULL;

	for (int i = 0; i < tallied->machine_count; i++) {
		const struct tally_machine *machine = &tallied->machines[i];

		if (isnan(machine->clock_ns))
			continue;
		if (!quickest || machine->clock_ns < quickest->clock_ns)
			quickest = machine;
		if (!slowest || machine->clock_ns > slowest->clock_ns)
			slowest = machine;
	}
	if (!slowest || (slowest->clock_ns < slow_ns &&
			 (slowest->clock_ns < short_ns || slowest->clock_ns < times * quickest->clock_ns)))
		return;
	bytes_addf(
		&tallied->notes,
		"a look at the clock took %.0f ns in shard %s and %.0f ns in shard %s: that is too different "
		"for limits in "
		"milliseconds\n",
		quickest->clock_ns, quickest->shard, slowest->clock_ns, slowest->shard);
}

static void note_cores(struct tallied *tallied)
{
	const struct tally_machine *first = tallied->machines;

	for (int i = 1; i < tallied->machine_count; i++) {
		const struct tally_machine *other = &tallied->machines[i];

		if (strcmp(first->cpu, other->cpu) == 0 &&
		    (first->cores == other->cores || !first->cores || !other->cores))
			continue;
		bytes_addf(&tallied->notes,
			   "shard %s had %d cores (%s) and shard %s %d (%s): limits in milliseconds, and "
			   "times in the "
			   "tables, do not mean the same on both\n",
			   first->shard, first->cores, first->cpu, other->shard, other->cores, other->cpu);
		return;
	}
}

enum {
	FORMAT = 1,
	NAME_MOST = 200,      /* bytes of a name */
	PLAYED_MOST = 1 << 16 /* bytes of the moves of a game that is kept */
};

/* ---- the first line ---- */

/* The names that were read, in a hash of twice as many places.  */
struct names {
	char **at;
	int *hash; /* places in `at`, from 1 */
	size_t room;
};

/* The place of a name in the hash; or where it would be.  */
static int *name_slot(const struct names *names, const char *name)
{
	size_t at = 0;

	for (const char *c = name; *c; c++)
		at = at * 31 + (unsigned char)*c;
	for (at %= names->room; names->hash[at]; at = (at + 1) % names->room)
		if (strcmp(names->at[names->hash[at] - 1], name) == 0)
			break;
	return &names->hash[at];
}

/* Adds the name of player `number`, from 1, for people: one that no player before has.  */
static void add_name(struct names *names, const char *given, int number)
{
	struct bytes name = {0};
	int *slot;

	words_add_name(&name, *given ? given : "?");
	for (int other = number; *(slot = name_slot(names, name.at)); other++) {
		name.size = 0;
		words_add_name(&name, given);
		bytes_addf(&name, " (%d)", other);
	}
	names->at[number - 1] = name.at;
	*slot = number;
}

static char *read_players(struct tallied *tallied, const json_t *list)
{
	size_t count = json_array_size(list);
	struct names names = {.room = 2 * count};
	char *problem = NULL;

	if (count < 1 || count > RESULT_PLAYERS_MOST)
		return bytes_text("expected \"players\", a list of 1 to %d players", RESULT_PLAYERS_MOST);
	tallied->names = names.at = bytes_new(count * sizeof(*names.at));
	names.hash = bytes_new(names.room * sizeof(*names.hash));
	standings_init(&tallied->standings, (int)count);
	for (size_t i = 0; i < count && !problem; i++) {
		const char *name = json_string_value(json_object_get(json_array_get(list, i), "name"));

		if (name && strlen(name) <= NAME_MOST)
			add_name(&names, name, (int)i + 1);
		else
			problem = bytes_text("player %zu: expected a \"name\" of at most %d bytes", i + 1,
					     NAME_MOST);
	}
	free(names.hash);
	return problem;
}

static char *begin(struct tallied *tallied, json_t *tournament, const char *path, int line, bool series)
{
	static const struct schedule_format unknown;
	const json_t *format = json_object_get(tournament, "format");
	int kind;
	const char *seed = json_string_value(json_object_get(tournament, "seed"));
	json_int_t each = json_integer_value(json_object_get(tournament, "games"));
	char *problem;

	if (json_is_integer(format) && json_integer_value(format) > FORMAT)
		return bytes_text("a newer ringside has written it (format %" JSON_INTEGER_FORMAT
				  "): read it with that",
				  json_integer_value(format));
	if (!json_is_integer(format) || json_integer_value(format) != FORMAT)
		return bytes_text("expected \"format\": %d", FORMAT);
	tallied->system = json_string_value(json_object_get(tournament, "system"));
	tallied->kind = json_string_value(json_object_get(tournament, "kind"));
	if (!tallied->system || !tallied->kind || strlen(tallied->system) > NAME_MOST ||
	    strlen(tallied->kind) > NAME_MOST)
		return bytes_text("expected the texts \"system\" and \"kind\"");
	kind = schedule_kind_of(tallied->kind);
	tallied->format = kind >= 0 ? &schedule_formats[kind] : &unknown;
	tallied->each = each >= 1 && each <= RESULT_GAMES_MOST ? (int)each : 0;
	tallied->seed = seed ? strtoull(seed, NULL, 10) : 0;
	tallied->tournament = json_incref(tournament);
	tallied->series = series;
	tallied->where = bytes_text("%s:%d", path, line);
	problem = read_players(tallied, json_object_get(tournament, "players"));
	if (!problem && tallied->format->free_wins)
		tallied->standings.bye_games = tallied->each;
	return problem;
}

/* The first line of a series as that of a tournament of its players.  Their names follow with the first game.
 */
static json_t *tournament_of(const json_t *series)
{
	static const char *const keys[] = {"player 1", "player 2"};
	json_t *players = json_array();

	for (int i = 0; i < 2; i++) {
		const char *command = json_string_value(json_object_get(series, keys[i]));

		if (command && *command)
			json_array_append_new(players,
					      json_pack("{s:s,s:s}", "name", keys[i], "command", command));
	}
	return json_pack("{s:i,s:s,s:O?,s:O?,s:o,s:O}", "format", FORMAT, "kind", "series", "system",
			 json_object_get(series, "system"), "seed", json_object_get(series, "seed"),
			 "players", players, "setup", series);
}

static char *read_first(struct tallied *tallied, const char *text, size_t size, const char *path, int number)
{
	json_error_t error;
	json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error),
	       *tournament = json_incref(json_object_get(object, "tournament")),
	       *series = json_object_get(object, "series");
	char *problem = NULL;

	if (json_is_object(series)) {
		json_decref(tournament);
		tournament = tournament_of(series);
	}
	if (!object && number > 1)
		problem = bytes_text("%s", error.text);
	else if (!json_is_object(tournament))
		problem = bytes_text(
			"is not a file of results: expected a first line that describes the tournament");
	else if (!tallied->tournament)
		problem = begin(tallied, tournament, path, number, json_is_object(series));
	else
		problem = bytes_behind(json_difference(tallied->tournament, tournament),
				       "is of another tournament than %s: ", tallied->where);
	json_decref(tournament);
	json_decref(object);
	return problem;
}

/* ---- games ---- */

char *tally_words(struct piece text)
{
	char *resolved;
	struct bytes words = {0};

	if (!text.at || text.size > STANDINGS_TEXT_MOST)
		return NULL;
	resolved = piece_text(text);
	bytes_add(&words, "", 0);
	words_add_name(&words, resolved);
	free(resolved);
	return words.at;
}

static void keep_game(struct tallied *tallied, const struct result_line *line)
{
	struct piece played = line->played.at ? line->played : line->course;

	if (tallied->game_count == tallied->keeps)
		return;
	if (!tallied->games)
		tallied->games = bytes_new((size_t)tallied->keeps * sizeof(*tallied->games));
	tallied->games[tallied->game_count++] = (struct tally_game){
		.game = line->game,
		.players = {line->players[0], line->players[1]},
		.winner = line->winner,
		.reason = tally_words(line->reason),
		.opening = tally_words(line->opening),
		.played = played.at && played.size <= PLAYED_MOST && line->opening.size <= STANDINGS_TEXT_MOST
				  ? bytes_copy(played.at, played.size)
				  : NULL,
		.board = line->board.at ? piece_text(line->board) : NULL,
		.first = line->first,
		.seed = line->seed};
}

char *tally_game(struct tallied *tallied, const struct result_line *line, const char *path, int number)
{
	enum standings_news news;
	char *problem = standings_add(&tallied->standings, line, &news);

	if (problem)
		return problem;
	if (news == STANDINGS_NEW)
		keep_game(tallied, line);
	else if (news == STANDINGS_DIFFERENT && tallied->standings.different == 1) /* one note for all */
		bytes_addf(&tallied->notes,
			   "%s:%d: game %d has come before with another result: the first one counts\n", path,
			   number, line->game);
	return NULL;
}

/* A game of a series says who its players are, who never change seats.  Two games with the sides exchanged
 * are a pair.  */
static void seat_players(struct tallied *tallied, struct result_line *line)
{
	struct names names = {.at = tallied->names, .room = 2 * (size_t)tallied->standings.players};
	int *hash = bytes_new(names.room * sizeof(*hash));

	names.hash = hash;
	for (int i = 0; i < tallied->standings.players; i++) {
		FREED char *given = piece_text(line->names[i]);
		char *before = tallied->names[i];

		line->players[i] = i + 1;
		if (tallied->standings.games == 0 && *given) {
			add_name(&names, given, i + 1);
			free(before);
		}
	}
	free(hash);
	line->pair = (line->game + 1) / 2;
}

static char *read_game(struct tallied *tallied, int number, const char *text, size_t size, const char *path,
		       size_t *column)
{
	struct result_line line;
	char *problem =
		result_line_read(&line, text, size, tallied->series ? 0 : tallied->standings.players, column);

	if (!problem && tallied->series)
		seat_players(tallied, &line);
	if (!problem && line.seed && tallied->seed && line.seed != tallied->seed)
		problem =
			bytes_text("game %d: its seed is %" PRIu64 ", and that of the tournament is %" PRIu64,
				   line.game, line.seed, tallied->seed);
	return problem ? problem : tally_game(tallied, &line, path, number);
}

/* ---- a file ---- */

/* Why the lines ended; NULL: the file has no more.  */
static char *end_of(struct tallied *tallied, const struct lines *lines, const char *path)
{
	char *problem = lines_problem(lines, path);

	if (problem)
		return problem;
	if (!lines->number)
		return bytes_text("%s: is not a file of results: it has no whole line", path);
	if (lines_rest(lines))
		bytes_addf(&tallied->notes, "%s:%d: the last line is not whole and is left out\n", path,
			   lines->number + 1);
	return NULL;
}

char *tally_line(struct tallied *tallied, const char *line, size_t size, const char *path, int number)
{
	struct piece key = scan_first_key(line, size);
	size_t column = 0;
	char *problem;

	if (!tallied->tournament || number == 1 || piece_is(key, "tournament"))
		problem = read_first(tallied, line, size, path, number);
	else if (piece_is(key, "machine"))
		problem = read_machine(tallied, line, size);
	else
		problem = read_game(tallied, number, line, size, path, &column);
	return column ? bytes_behind(problem, "%s:%d:%zu: ", path, number, column + 1)
		      : bytes_behind(problem, "%s:%d: ", path, number);
}

char *tally_read(struct tallied *tallied, const char *path)
{
	const char *name = text_file_name(path);
	struct lines lines;
	char *problem = NULL, *line;
	FILE *file;
	size_t size;

	if (strcmp(path, "-") == 0 && isatty(STDIN_FILENO))
		return bytes_text("%s: is the terminal: - needs lines that are piped in, as cat FILE... | "
				  "ringside tally -",
				  name);
	file = strcmp(path, "-") == 0 ? stdin : text_file_open(path);
	if (!file)
		return bytes_text("%s: cannot be read: %s", name, strerror(errno));
	lines = lines_of(file);
	while (!problem && lines_next(&lines, &line, &size))
		problem = tally_line(tallied, line, size, name, lines.number);
	if (!problem)
		problem = end_of(tallied, &lines, name);
	lines_free(&lines);
	if (file != stdin)
		fclose(file);
	return problem;
}

/* ---- all files ---- */

void tally_settle(struct tallied *tallied)
{
	const struct standings *standings = &tallied->standings;

	if (standings->same)
		bytes_addf(&tallied->notes, "%d game%s came more than once and count%s once\n",
			   standings->same, standings->same == 1 ? "" : "s", standings->same == 1 ? "s" : "");
	if (standings->different > 1)
		bytes_addf(&tallied->notes, "%d games came again with another result, the last was game %d\n",
			   standings->different, standings->last_different);
	note_clocks(tallied);
	note_cores(tallied);
}

void tally_free(struct tallied *tallied)
{
	for (int i = 0; tallied->names && i < tallied->standings.players; i++)
		free(tallied->names[i]);
	free(tallied->names);
	for (int i = 0; i < tallied->machine_count; i++)
		free_machine(&tallied->machines[i]);
	free(tallied->machines);
	for (int i = 0; i < tallied->game_count; i++) {
		free(tallied->games[i].reason);
		free(tallied->games[i].opening);
		free(tallied->games[i].played);
		free(tallied->games[i].board);
	}
	free(tallied->games);
	standings_free(&tallied->standings);
	bytes_free(&tallied->notes);
	free(tallied->where);
	json_decref(tallied->tournament);
	*tallied = (struct tallied){0};
}
