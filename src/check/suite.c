/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* suite.c - reads suites: files of positions, and of what an agent should play there.
 *
 * A suite is an INI file (src/manual/checking.md).  The position of a case is moves, or a place in a file:
 * that goes the way of --from.  Each case becomes a match that can begin: the agent under test sits on the
 * seat that is to move, and a person on the other one.  */
#include "check.h"

#include "ringside/bytes.h"
#include "ringside/case_text.h"
#include "ringside/ini.h"
#include "ringside/judge.h"
#include "ringside/mistake.h"
#include "ringside/text_file.h"
#include "ringside/trust.h"
#include "ringside/value.h"
#include "runner/plan.h"
#include <fnmatch.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* How the section of a case begins.  */
static const char case_word[] = "case ";

static const struct option_row row_within =
	OPTION_ROW("within", OPTION_TIME, "TIME", 0, .least = 1, .most = INT64_MAX);
static const struct option_row row_mate =
	OPTION_ROW("mate", OPTION_COUNT, "N", 0, .least = 1, .most = OPTION_MANY, .unit = "moves");
static const struct option_row row_points =
	OPTION_ROW("points", OPTION_COUNT, "N", 0, .least = 0, .most = OPTION_MANY);
static const struct option_row row_runs =
	OPTION_ROW("runs", OPTION_COUNT, "N", 0, .least = 1, .most = OPTION_MANY, .unit = "runs");

/* The option of a system that holds moves to begin with.  */
static const char OPENING[] = "opening";

struct reading {
	struct runner_call *call;
	const struct check_options *options;
	const char *path;
	const char *folder; /* of the file, with the last slash; ""  */
	struct ini_file file;
	struct location at; /* where the present problem is */
};

/* ---- keys ---- */

/* Keys that are no options of a match: numbers, ... */
static const struct option_place numbers[] = {
	OPTION_PLACE(&row_within, struct suite_case, within),
	OPTION_PLACE(&option_memory, struct suite_case, memory), /* a recorded match decides its options */
	OPTION_PLACE(&row_mate, struct suite_case, mate),
	OPTION_PLACE(&row_runs, struct suite_case, runs),
	{0},
};

/* ... and texts.  Lines of the same key are one text; a long position goes on in further lines.  */
static const struct text_key {
	const char *name, *joint;
	size_t at; /* of its place in struct suite_case */
} texts[] = {
	{"move", " ", offsetof(struct suite_case, wanted.written)},
	{"not", " ", offsetof(struct suite_case, unwanted.written)},
	{"points", " ", offsetof(struct suite_case, valued.written)},
	{"position", "", offsetof(struct suite_case, position)},
	{"tags", " ", offsetof(struct suite_case, tags)},
	{0},
};

/* --runs is for the person who runs the suite now.  */
static char *take_number(const struct reading *reading, struct suite_case *of,
			 const struct option_place *place, const char *text)
{
	int64_t value;

	if (!option_value(place->row, text, &value))
		return option_refusal(place->row, text);
	if (place->row != &row_runs || !reading->options->runs_said)
		option_store(place, of, value, NULL);
	return NULL;
}

static void add_text(struct suite_case *of, const struct text_key *key, const char *text)
{
	char **words = (char **)((char *)of + key->at);
	char *both = *words ? bytes_text("%s%s%s", *words, key->joint, text) : bytes_text("%s", text);

	free(*words);
	*words = both;
}

/* An option of the system, or a setting of one of its players.  NULL: there is none.  */
static const struct option_row *system_row(const struct protocol *protocol, const char *name)
{
	const struct option_row *const *row = protocol->options;

	while (*row && strcmp((*row)->name, name) != 0)
		row++;
	return *row;
}

static char *unknown_key(const struct reading *reading, const char *name)
{
	const struct option_row *const *own = reading->call->match.protocol->options;
	struct nearest nearest = nearest_to(name, strlen(name));
	FREED char *meant = NULL;

	for (const struct text_key *key = texts; key->name; key++)
		nearest_try(&nearest, key->name);
	for (const struct option_place *place = numbers; place->row; place++)
		nearest_try(&nearest, place->row->name);
	for (const struct option_place *place = setup_places; place->row; place++)
		if (option_limits(place->row))
			nearest_try(&nearest, place->row->name);
	for (const struct option_row *const *row = setup_rows; *row; row++)
		if (option_limits(*row))
			nearest_try(&nearest, (*row)->name);
	for (; *own; own++)
		nearest_try(&nearest, (*own)->name);
	meant = nearest_question(&nearest);
	return bytes_text(
		"a case has no key \"%s\"%s%s", name, meant,
		*meant ? ""
		       : ": expected position, move, not, points, mate, within, memory, runs, tags or "
			 "an option of the match");
}

/* A suite may be a stranger's. Why does it need the command line for this value? NULL: it does not.  */
static char *strange_value(const struct reading *reading, const struct option_row *row, const char *value)
{
	const struct match_options *match = &reading->call->match;
	struct launch launch = {.command = value, .confined = match_confined(match)};
	char *problem = row->type == OPTION_COMMAND
				? strange_command_problem(value, match->session.sandbox_bind)
				: strange_path_problem(row, value),
	     *why;

	if (!problem && row->type == OPTION_COMMAND && !trust_lets(NULL, &launch, match->session.trust))
		problem = bytes_text("no program that a suite names is started without --trust or --%s",
				     row->name);
	why = problem ? bytes_text("%s: %s", row->name, problem) : NULL;
	free(problem);
	return why;
}

/* An option of the match, as on the command line but without the dashes.  */
static char *take_option(struct reading *reading, struct suite_case *of, const struct ini_entry *entry)
{
	const struct option_row *of_match = match_row(entry->name);
	const struct option_row *row = system_row(of->match.protocol, entry->name);
	struct setup *setup = &of->match.session.setup;
	bool is_no = strcmp(entry->value, "no") == 0;
	char *why = row && !of_match ? strange_value(reading, row, entry->value) : NULL;

	if (why && setup_given(&reading->call->match.session.setup, row->name)) {
		free(why); /* what is typed counts */
		return NULL;
	}
	if (why)
		return why;
	if (of_match)
		return is_no && of_match->type == OPTION_SWITCH
			       ? NULL
			       : match_store(&of->match, of_match, entry->value);
	if (!row) {
		reading->at = entry->at;
		return unknown_key(reading, entry->name);
	}
	if (!is_no || row->type != OPTION_SWITCH)
		return setup_set(setup, entry->name, entry->value);
	setup_unset(setup, entry->name);
	return NULL;
}

static char *take_entry(struct reading *reading, struct suite_case *of, const struct ini_entry *entry)
{
	reading->at = entry->value_at;
	for (const struct option_place *place = numbers; place->row; place++)
		if (strcmp(place->row->name, entry->name) == 0)
			return take_number(reading, of, place, entry->value);
	for (const struct text_key *key = texts; key->name; key++)
		if (strcmp(key->name, entry->name) == 0) {
			add_text(of, key, entry->value);
			return NULL;
		}
	return take_option(reading, of, entry);
}

/* ---- the position ---- */

static bool names_file(const struct match_options *match, const char *position, const char *folder)
{
	FREED char *path = bytes_text("%s%s", folder, position);

	return protocol_names_file(match->protocol, &match->session.setup, position, access(path, F_OK) == 0);
}

/* A recorded match decides its options: only what its own case says of them must agree with it, not what the
 * command line, the config and the suite say of all cases.  */
static void forget_options(struct match_options *match, const struct match_options *all)
{
	struct setup *setup = &match->session.setup;
	const struct setup *said = &all->session.setup;

	for (int i = 0; i < said->option_count; i++) {
		const char *name = said->options[i].name, *text = setup_given(setup, name);

		if (text && strcmp(text, said->options[i].text) == 0)
			setup_unset(setup, name);
	}
	for (const struct option_place *place = setup_places; place->row; place++)
		if (match_said(all, place->row) && place->row != &option_turn_time &&
		    place->row != &option_match_time)
			match_say(match, place->row, false);
}

/* The position of a suite is no option.  Frees the problem.  */
static char *without_option(char *problem)
{
	static const char option[] = "--from ";
	char *rest;

	if (!problem || strncmp(problem, option, strlen(option)) != 0)
		return problem;
	rest = bytes_text("%s", problem + strlen(option));
	free(problem);
	return rest;
}

static char *begin_in_file(struct suite_case *of, const struct match_options *all, const char *folder)
{
	bool is_absolute = *of->position == '/';
	FREED char *from = bytes_text("%s%s", is_absolute ? "" : folder, of->position);
	char *problem;

	forget_options(&of->match, all);
	problem = match_from(&of->match, from, &of->from_path);
	return without_option(problem);
}

static char *begin_with_moves(struct suite_case *of)
{
	const struct protocol *protocol = of->match.protocol;

	if (!match_system_row(protocol, OPENING, strlen(OPENING)))
		return bytes_text("no match of %s begins with moves alone: expected a match file and a turn, "
				  "such as m.ringside:41",
				  protocol->name);
	return setup_set(&of->match.session.setup, OPENING, of->position);
}

/* ---- who moves ---- */

/* The seat whose turn follows in a recorded match, and how many players it has.  */
static char *mover_in_file(struct suite_case *of, int *players)
{
	const struct session_from *from = &of->match.session.from;
	char *problem = NULL;
	struct match_file *file = match_file_open(from->path, &problem);
	const struct turn *turn;
	struct match match;

	if (!file)
		return problem;
	if (from->branch >= 0)
		match_file_show(file, from->branch);
	if (match_file_match(file, &match)) {
		problem = case_refusal(&match, from->turns + 1);
		of->seat = setup_lone_seat(&match.setup);
		*players = of->seat == SEAT_NONE ? 2 : 1;
		if (of->seat == SEAT_NONE && (turn = match_turn(&match, from->turns + 1)))
			of->seat = turn->seat;
		if (of->seat == SEAT_NONE && match.over && from->turns == match.turn_count)
			of->seat = match.verdict.blame; /* it had to move, and failed */
		if (of->seat == SEAT_NONE && (turn = match_turn(&match, from->turns)))
			of->seat = seat_opponent(turn->seat);
		match_free(&match);
	} else {
		problem = bytes_text("%s", match_file_problem(file));
	}
	match_file_close(file);
	if (!problem && of->seat == SEAT_NONE)
		of->seat = of->match.session.setup.first;
	return problem;
}

/* A judge without agents says who begins. NULL, or why a match of so many players cannot begin.  */
static char *mover_among(struct suite_case *of, int players)
{
	const char *const people[] = {"human", "human"};
	FREED_BY(setup_free) struct setup probe;
	struct judge *judge;
	char *problem;

	of->seat = SEAT_1;
	setup_copy(&probe, &of->match.session.setup);
	problem = players_seat(&probe, people, players, NULL);
	judge = problem ? NULL : judge_new(&probe, &problem);
	if (judge) {
		judge_begin(judge, 0, 0, false);
		judge_drain(judge, 0);
		for (int s = SEAT_2; s >= SEAT_1; s--)
			if (judge_seat(judge, s).to_move)
				of->seat = s;
		if (judge_match(judge)->over)
			problem = bytes_text("the game is over in this position: %s",
					     judge_match(judge)->verdict.detail);
		judge_free(judge);
	}
	return problem;
}

/* One player is enough where one can play alone; whether that is so may depend on the game.  */
static char *mover_at_beginning(struct suite_case *of, int *players)
{
	char *problem;

	*players = 1;
	if (of->match.protocol->alone) {
		problem = mover_among(of, 1);
		if (!problem)
			return NULL;
		free(problem);
	}
	*players = 2;
	return mover_among(of, 2);
}

/* A person sits on the other seat, if there is one: so only the agent under test is started. Where one can
 * play alone, two move at once, and agents may have to wait for the person: the same agent sits there, too.
 */
static char *seat_players(struct suite_case *of, int count)
{
	const char *agent = of->agent;
	bool both = of->match.protocol->alone && !of->match.session.from.path;
	const char *players[SEATS - 1] = {both ? agent : "human", both ? agent : "human"};
	struct seat_settings own[SEATS] = {{{NULL}}}; /* the agent is player 1 of the command line */

	players[of->seat - SEAT_1] = agent;
	for (int s = SEAT_1; s < SEATS; s++)
		if (s - SEAT_1 < count && (both || s == of->seat))
			own[s] = of->match.own[SEAT_1];
	return players_seat(&of->match.session.setup, players, count, own);
}

/* ---- moves ---- */

char *suite_moves_read(struct suite_moves *moves, const char *text, const struct match *match, int turns)
{
	const struct protocol *protocol = protocol_named(match->setup.system);
	char *problem = NULL;

	for (size_t size; text && *text && !problem; text += size + (text[size] != '\0')) {
		FREED char *word = NULL;
		char *form, *why = NULL;

		size = strcspn(text, " \t|");
		if (!size)
			continue;
		word = bytes_copy(text, size);
		form = protocol->move_form(match, turns, word, &why);
		if (form) {
			moves->forms = bytes_resized(moves->forms,
						     ((size_t)moves->count + 1) * sizeof(*moves->forms));
			moves->forms[moves->count++] = form;
		} else {
			problem = bytes_text("\"%s\" is %s", word, why);
		}
		free(why);
	}
	return problem;
}

static char *read_moves(struct suite_case *of, struct suite_moves *moves)
{
	struct match before = match_before(&of->match.session.setup);
	char *problem = suite_moves_read(moves, moves->written, &before, 0);

	return !problem && moves->written && !moves->count ? bytes_text("expected a move") : problem;
}

/* Each is a move, = and a number.  */
static char *read_points(struct suite_case *of)
{
	struct match before = match_before(&of->match.session.setup);
	char *problem = NULL;

	for (const char *at = of->valued.written; at && *at && !problem;) {
		size_t size = strcspn(at, " ,\t");
		FREED char *word = bytes_copy(at, size);
		char *equals = strrchr(word, '=');
		int64_t points;

		at += size + (at[size] != '\0');
		if (!size)
			continue;
		if (!equals || !option_value(&row_points, equals + 1, &points))
			return bytes_text("\"%s\" is not a move with points, such as h8=10", word);
		*equals = '\0';
		problem = suite_moves_read(&of->valued, word, &before, 0);
		of->points = bytes_resized(of->points, ((size_t)of->valued.count + 1) * sizeof(*of->points));
		if (!problem)
			of->points[of->valued.count - 1] = (int)points;
	}
	return problem;
}

int suite_points(const struct suite_case *of, const char *form)
{
	int most = 0;

	for (int i = 0; i < of->valued.count; i++)
		if (of->points[i] > most && (!form || strcmp(form, of->valued.forms[i]) == 0))
			most = of->points[i];
	return most;
}

/* Sets up the position, the limits and the players, and reads the moves. `all`: what is said of all
 * cases. Files are named from `folder`, which ends in a slash or is "". NULL, or what is wrong, which the
 * caller frees; *key is that of the case that it is about, "": none.  */
static char *settle_case(struct suite_case *of, const struct match_options *all, const char *folder,
			 const char **key)
{
	struct match_options *match = &of->match;
	bool in_file = of->position && *of->position && names_file(&of->match, of->position, folder);
	char *problem = NULL;
	int players = 2;

	match_settle_limits(match);                                /* the case may be strict */
	if (of->within && !match_said(match, &option_turn_time)) { /* the agent is told that limit */
		match->session.setup.turn_limit = of->within;
		match_say(match, &option_turn_time, true); /* --from keeps the recorded limit otherwise */
	}
	*key = "position";
	if (in_file)
		problem = begin_in_file(of, all, folder);
	else if (of->position)
		problem = begin_with_moves(of);
	if (!problem && !match->session.from.path) {
		if (of->memory)
			match->session.setup.memory = of->memory;
		problem = plan_read_contents(match->protocol, &match->session.setup);
	}
	if (!problem)
		problem = match->session.from.path ? mover_in_file(of, &players)
						   : mover_at_beginning(of, &players);
	if (problem)
		return problem;
	*key = "";
	problem = seat_players(of, players);
	if (problem)
		return problem;
	*key = "move";
	problem = read_moves(of, &of->wanted);
	if (problem)
		return problem;
	*key = "not";
	problem = read_moves(of, &of->unwanted);
	if (problem)
		return problem;
	*key = "points";
	return read_points(of);
}

/* ---- cases ---- */

/* Do the entries stand under the same [?  */
static bool is_same_section(const struct ini_entry *a, const struct ini_entry *b)
{
	return a->section_at.line == b->section_at.line;
}

/* The last place of a key of the case, or else where its section begins.  */
static struct location place_of_key(const struct reading *reading, int first, const char *name)
{
	const struct ini_entry *entries = reading->file.entries;
	struct location place = entries[first].section_at;

	for (int i = 0; i < reading->file.count; i++)
		if (strcmp(entries[i].name, name) == 0 &&
		    (is_same_section(&entries[i], &entries[first]) || strcmp(entries[i].section, "all") == 0))
			place = entries[i].value_at;
	return place;
}

static void case_init(struct suite_case *of, const struct reading *reading, const struct ini_entry *first)
{
	*of = (struct suite_case){.group = reading->path,
				  .name = bytes_text("%s", first->section + strlen(case_word)),
				  .agent = reading->call->words[0],
				  .match = reading->call->match,
				  .runs = reading->options->runs};
	setup_copy(&of->match.session.setup, &reading->call->match.session.setup);
}

void suite_moves_free(struct suite_moves *moves)
{
	while (moves->count)
		free(moves->forms[--moves->count]);
	free(moves->forms);
	free(moves->written);
}

static void case_free(struct suite_case *of)
{
	free(of->name);
	free(of->position);
	free(of->tags);
	free(of->from_path);
	setup_free(&of->match.session.setup);
	suite_moves_free(&of->wanted);
	suite_moves_free(&of->unwanted);
	suite_moves_free(&of->valued);
	free(of->points);
}

/* Is it one of the words, which have blanks or commas between?  */
static bool is_among(const char *word, size_t size, const char *words)
{
	while (words && *words) {
		size_t length = strcspn(words, " \t,");

		if (length == size && strncmp(words, word, size) == 0)
			return true;
		words += length + (words[length] != '\0');
	}
	return false;
}

bool suite_chooses(const char *only, const char *name, const char *tags)
{
	for (size_t size; only && *only; only += size + (only[size] != '\0')) {
		FREED char *pattern = NULL;
		bool fits;

		size = strcspn(only, ",");
		pattern = bytes_copy(only, size);
		fits = fnmatch(pattern, name, 0) == 0 || is_among(only, size, tags);
		if (fits)
			return true;
	}
	return !only;
}

/* Reads the case whose first entry that is. NULL, or what is wrong, at reading->at.  */
static char *read_case(struct reading *reading, struct suite_case *of, int first)
{
	const struct ini_entry *entries = reading->file.entries;
	struct match_options all; /* what is said of all cases */
	const char *key = "";
	char *why = NULL;

	case_init(of, reading, &entries[first]);
	/* [all] first, wherever it stands: the case wins.  */
	for (int i = 0; i < reading->file.count && !why; i++)
		if (strcmp(entries[i].section, "all") == 0)
			why = take_entry(reading, of, &entries[i]);
	all = of->match;
	setup_copy(&all.session.setup, &of->match.session.setup);
	for (int i = first; i < reading->file.count && !why && is_same_section(&entries[i], &entries[first]);
	     i++)
		why = take_entry(reading, of, &entries[i]);
	if (!why) {
		why = settle_case(of, &all, reading->folder, &key);
		if (why)
			reading->at = place_of_key(reading, first, key);
	}
	setup_free(&all.session.setup);
	return why;
}

static char *check_name(struct reading *reading, const struct suite *suite, int first)
{
	const struct ini_entry *entry = &reading->file.entries[first];

	reading->at = entry->section_at.line ? entry->section_at : entry->at;
	if (!entry->section_at.line)
		return bytes_text("expected [case NAME] before the first key");
	if (strncmp(entry->section, case_word, strlen(case_word)) != 0 || !entry->section[strlen(case_word)])
		return bytes_text("expected [case NAME] or [all], not [%s]", entry->section);
	for (int i = 0; i < suite->count; i++)
		if (suite->cases[i].group == reading->path &&
		    strcmp(suite->cases[i].name, entry->section + strlen(case_word)) == 0)
			return bytes_text("there are two cases \"%s\": give each a name of its own",
					  suite->cases[i].name);
	return NULL;
}

/* Reads all cases of the file.  NULL, or what is wrong, at reading->at.  */
static char *read_cases(struct reading *reading, struct suite *suite)
{
	const struct ini_entry *entries = reading->file.entries;
	char *why = NULL;

	for (int i = 0; i < reading->file.count && !why; i++) {
		if (strcmp(entries[i].section, "all") == 0 ||
		    (i && is_same_section(&entries[i], &entries[i - 1])))
			continue;
		why = check_name(reading, suite, i);
		if (why)
			break;
		suite->cases =
			bytes_resized(suite->cases, ((size_t)suite->count + 1) * sizeof(*suite->cases));
		why = read_case(reading, &suite->cases[suite->count++], i);
	}
	return why;
}

/* ---- suites of other programs ---- */

/* Adds the keys of a case in the words of suites, which all stand in that line.  */
static void add_case(struct ini_file *file, const char *words, int line)
{
	size_t head = strcspn(words, "\n");
	struct location at = {line, 1};

	for (const char *key = words + head + 1, *end; *key; key = end + 1) {
		const char *equals = strstr(key, " = ");

		end = strchr(key, '\n');
		file->entries = bytes_grown(file->entries, file->count, sizeof(*file->entries));
		file->entries[file->count++] =
			(struct ini_entry){.section = bytes_copy(words + 1, head - 2),
					   .name = bytes_copy(key, (size_t)(equals - key)),
					   .value = bytes_copy(equals + 3, (size_t)(end - equals - 3)),
					   .at = at,
					   .value_at = at,
					   .section_at = at};
	}
}

/* Is it such a file, by its name?  */
static bool is_of_others(const struct reading *reading)
{
	const char *ending = reading->call->match.protocol->tools->suite_ending;
	size_t size = strlen(reading->path), length = ending ? strlen(ending) : 0;

	return ending && size > length && strcasecmp(reading->path + size - length, ending) == 0;
}

/* Reads each line as a case.  NULL, or a problem with its place; the caller frees.  */
static char *read_lines(struct reading *reading)
{
	FREED_BY(bytes_free) struct bytes text = {0};
	char *problem = text_file_read_plain(reading->path, TEXT_FILE_MAX, &text), *why = NULL;
	const char *line = text.at;

	for (int number = 1; line && !problem && *line; number++) {
		size_t size = strcspn(line, "\n");
		FREED char *words =
			reading->call->match.protocol->tools->suite_case(line, size, number, &why);

		if (why)
			problem = location_problem(reading->path, (struct location){number, 1}, why);
		else if (words)
			add_case(&reading->file, words, number);
		line += size + (line[size] != '\0');
	}
	return problem;
}

static char *read_file(struct suite *suite, struct runner_call *call, const struct check_options *options,
		       const char *path)
{
	const char *slash = strrchr(path, '/');
	FREED char *folder = bytes_copy(path, slash ? (size_t)(slash + 1 - path) : 0);
	struct reading reading = {.call = call, .options = options, .path = path, .folder = folder};
	int before = suite->count;
	char *problem = is_of_others(&reading) ? read_lines(&reading) : ini_file_read(path, &reading.file);
	char *why = NULL;

	if (!problem)
		why = read_cases(&reading, suite);
	if (!problem && !why && reading.file.empty.line) {
		reading.at = reading.file.empty;
		why = bytes_text("nothing is said here: expected a key such as position or move");
	}
	if (why)
		problem = location_problem(path, reading.at, why);
	else if (!problem && suite->count == before)
		problem = bytes_text("%s: there is no case in it: expected [case NAME]", path);
	ini_file_free(&reading.file);
	return problem;
}

/* Leaves out what --only does not choose.  */
static char *choose(struct suite *suite, const char *only)
{
	int kept = 0, all = suite->count;

	for (int i = 0; i < all; i++) {
		if (suite_chooses(only, suite->cases[i].name, suite->cases[i].tags))
			suite->cases[kept++] = suite->cases[i];
		else
			case_free(&suite->cases[i]);
	}
	suite->count = kept;
	return kept ? NULL
		    : bytes_text("--only %s: none of the %d case%s has such a name or tag", only, all,
				 all == 1 ? "" : "s");
}

char *suite_read(struct suite *suite, struct runner_call *call, const struct check_options *options)
{
	char *problem = NULL;

	*suite = (struct suite){0};
	for (char *path = options->suite; path && !problem;) {
		char *end = strchr(path, '\n');

		if (end) /* the group of each case is a part of this text */
			*end = '\0';
		problem = read_file(suite, call, options, path);
		path = end ? end + 1 : NULL;
	}
	return problem ? problem : choose(suite, options->only);
}

void suite_free(struct suite *suite)
{
	while (suite->count)
		case_free(&suite->cases[--suite->count]);
	free(suite->cases);
}
