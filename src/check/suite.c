/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* suite.c - reads suites: which cases there are, and what each says.
 *
 * suite_begin.c makes a match of each.  */
#include "suite.h"

#include "ringside/bytes.h"
#include "ringside/ini.h"
#include "ringside/nearest.h"
#include "ringside/trust.h"
#include "runner/vouch.h"
#include "suite_begin.h"
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* How the section of a case begins.  */
static const char case_word[] = "case ";

static const struct option_row within =
	OPTION_ROW("within", OPTION_TIME, "TIME", 0, .least = 1, .most = INT64_MAX);

struct reading {
	struct invocation *invocation;
	const char *path;
	const char *folder; /* of the file, with the last slash; ""  */
	struct ini_file file;
	struct place at; /* where the present problem is */
};

/* ---- keys ---- */

static char *take_within(struct reading *reading, struct suite_case *of, const char *value)
{
	(void)reading;
	return option_value(&within, value, &of->within) ? NULL : option_refusal(&within, value);
}

/* A recorded match decides its options, so it does not get this one.  */
static char *take_memory(struct reading *reading, struct suite_case *of, const char *value)
{
	(void)reading;
	return option_value(&option_memory, value, &of->memory) ? NULL
								: option_refusal(&option_memory, value);
}

/* --runs is for the person who runs the suite now.  */
static char *take_runs(struct reading *reading, struct suite_case *of, const char *value)
{
	int64_t runs;

	if (!option_value(&cli_option_runs, value, &runs))
		return option_refusal(&cli_option_runs, value);
	if (!cli_said(reading->invocation, &cli_option_runs))
		of->runs = (int)runs;
	return NULL;
}

/* Lines of the same key are one list.  */
static void add_words(char **words, const char *joint, const char *value)
{
	char *both = *words ? bytes_text("%s%s%s", *words, joint, value) : bytes_text("%s", value);

	free(*words);
	*words = both;
}

static char *take_tags(struct reading *reading, struct suite_case *of, const char *value)
{
	(void)reading;
	add_words(&of->tags, " ", value);
	return NULL;
}

/* A long position goes on in further lines.  */
static char *take_position(struct reading *reading, struct suite_case *of, const char *value)
{
	(void)reading;
	add_words(&of->position, "", value);
	return NULL;
}

static char *take_move(struct reading *reading, struct suite_case *of, const char *value)
{
	(void)reading;
	add_words(&of->wanted.written, " ", value);
	return NULL;
}

static char *take_not(struct reading *reading, struct suite_case *of, const char *value)
{
	(void)reading;
	add_words(&of->unwanted.written, " ", value);
	return NULL;
}

/* Keys that are no options of a match.  */
static const struct key {
	const char *name;
	char *(*take)(struct reading *reading, struct suite_case *of, const char *value);
} keys[] = {
	{"memory", take_memory}, {"move", take_move}, {"not", take_not},       {"position", take_position},
	{"runs", take_runs},     {"tags", take_tags}, {"within", take_within},
};
enum { KEYS = sizeof(keys) / sizeof(keys[0]) };

/* The general options that a case may set: those that go to its setup.  */
static bool is_of_case(const struct option_place *place)
{
	return place && !place->size && cli_takers(place->row) & ON_CHECK && place->row != &cli_option_seat;
}

static char *unknown_key(const struct reading *reading, const char *name)
{
	const struct option_row *const *own = reading->invocation->match.protocol->options;
	struct nearest nearest = nearest_to(name, strlen(name));
	char *meant, *why;

	for (int i = 0; i < KEYS; i++)
		nearest_try(&nearest, keys[i].name);
	for (const struct option_place *place = cli_options; place->row; place++)
		if (is_of_case(place))
			nearest_try(&nearest, place->row->name);
	for (; *own; own++)
		if ((*own)->help)
			nearest_try(&nearest, (*own)->name);
	meant = nearest_question(&nearest);
	why = bytes_text("a case has no key \"%s\"%s%s", name, meant,
			 *meant ? ""
				: ": expected position, move, not, within, memory, runs, tags or an option "
				  "of the match");
	free(meant);
	return why;
}

/* A suite may be a stranger's. Why does it need the command line for this value? NULL: it does not.  */
static char *strange_value(const struct reading *reading, const struct option_row *row, const char *value)
{
	const struct invocation *invocation = reading->invocation;
	struct launch launch = {.command = value, .confined = cli_confined(invocation)};
	char *problem = row->type == OPTION_COMMAND
				? strange_command_problem(value, invocation->match.session.sandbox_bind)
				: strange_path_problem(row, value),
	     *why;

	if (!problem && row->type == OPTION_COMMAND &&
	    !trust_lets(NULL, &launch, invocation->match.session.trust))
		problem = bytes_text("no program that a suite names is started without --trust or --%s",
				     row->name);
	why = problem ? bytes_text("%s: %s", row->name, problem) : NULL;
	free(problem);
	return why;
}

/* An option of the match, as on the command line but without the dashes.  */
static char *take_option(struct reading *reading, struct suite_case *of, const struct ini_entry *entry)
{
	size_t size = strlen(entry->name);
	const struct option_place *place = cli_option_named(ON_CHECK, entry->name, size);
	const struct option_row *row = cli_option_of(of->invocation.match.protocol, entry->name, size);
	struct setup *setup = &of->invocation.match.session.setup;
	bool is_no = strcmp(entry->value, "no") == 0;
	char *why = row && !is_of_case(place) ? strange_value(reading, row, entry->value) : NULL;

	if (why && setup_given(&reading->invocation->match.session.setup, row->name)) {
		free(why); /* what is typed counts */
		return NULL;
	}
	if (why)
		return why;
	if (is_of_case(place))
		return is_no && place->row->type == OPTION_SWITCH
			       ? NULL
			       : cli_store(&of->invocation, place, entry->value);
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
	for (int i = 0; i < KEYS; i++)
		if (strcmp(keys[i].name, entry->name) == 0)
			return keys[i].take(reading, of, entry->value);
	return take_option(reading, of, entry);
}

/* ---- cases ---- */

static bool is_case(const struct ini_entry *entry)
{
	return strncmp(entry->section, case_word, strlen(case_word)) == 0 &&
	       entry->section[strlen(case_word)];
}

/* Do the entries stand under the same [?  */
static bool is_same_section(const struct ini_entry *a, const struct ini_entry *b)
{
	return a->section_at.line == b->section_at.line;
}

/* The last place of a key of the case, or else where its section begins.  */
static struct place place_of_key(const struct reading *reading, int first, const char *name)
{
	const struct ini_entry *entries = reading->file.entries;
	struct place place = entries[first].section_at;

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
				  .invocation = *reading->invocation,
				  .runs = reading->invocation->check.runs};
	of->invocation.series.from = of->invocation.series.from_path = NULL;
	setup_copy(&of->invocation.match.session.setup, &reading->invocation->match.session.setup);
}

static void moves_free(struct suite_moves *moves)
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
	free(of->invocation.series.from_path);
	setup_free(&of->invocation.match.session.setup);
	moves_free(&of->wanted);
	moves_free(&of->unwanted);
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
		char *pattern;
		bool fits;

		size = strcspn(only, ",");
		pattern = bytes_copy(only, size);
		fits = fnmatch(pattern, name, 0) == 0 || is_among(only, size, tags);
		free(pattern);
		if (fits)
			return true;
	}
	return !only;
}

/* Reads the case whose first entry that is. NULL, or what is wrong, at reading->at.  */
static char *read_case(struct reading *reading, struct suite_case *of, int first)
{
	const struct ini_entry *entries = reading->file.entries;
	enum suite_trouble trouble = TROUBLE_OF_CASE;
	static const char *const key_of[] = {[TROUBLE_OF_CASE] = "",
					     [TROUBLE_OF_POSITION] = "position",
					     [TROUBLE_OF_MOVE] = "move",
					     [TROUBLE_OF_NOT] = "not"};
	struct invocation all; /* what is said of all cases */
	char *why = NULL;

	case_init(of, reading, &entries[first]);
	/* [all] first, wherever it stands: the case wins.  */
	for (int i = 0; i < reading->file.count && !why; i++)
		if (strcmp(entries[i].section, "all") == 0)
			why = take_entry(reading, of, &entries[i]);
	all = of->invocation;
	setup_copy(&all.match.session.setup, &of->invocation.match.session.setup);
	for (int i = first; i < reading->file.count && !why && is_same_section(&entries[i], &entries[first]);
	     i++)
		why = take_entry(reading, of, &entries[i]);
	if (!why) {
		why = suite_begin(of, &all, reading->folder, &trouble);
		if (why)
			reading->at = place_of_key(reading, first, key_of[trouble]);
	}
	setup_free(&all.match.session.setup);
	return why;
}

static char *check_name(struct reading *reading, const struct suite *suite, int first)
{
	const struct ini_entry *entry = &reading->file.entries[first];

	reading->at = entry->section_at.line ? entry->section_at : entry->at;
	if (!entry->section_at.line)
		return bytes_text("expected [case NAME] before the first key");
	if (!is_case(entry))
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

static char *read_file(struct suite *suite, struct invocation *invocation, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = bytes_copy(path, slash ? (size_t)(slash + 1 - path) : 0);
	struct reading reading = {.invocation = invocation, .path = path, .folder = folder};
	int before = suite->count;
	char *problem = ini_file_read(path, &reading.file), *why = NULL;

	if (!problem)
		why = read_cases(&reading, suite);
	if (!problem && !why && reading.file.empty.line) {
		reading.at = reading.file.empty;
		why = bytes_text("nothing is said here: expected a key such as position or move");
	}
	if (why)
		problem = place_problem(path, reading.at, why);
	else if (!problem && suite->count == before)
		problem = bytes_text("%s: there is no case in it: expected [case NAME]", path);
	ini_file_free(&reading.file);
	free(folder);
	return problem;
}

/* ---- public ---- */

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

char *suite_read(struct suite *suite, struct invocation *invocation)
{
	char *problem = NULL;

	*suite = (struct suite){0};
	for (char *path = invocation->check.suite; path && !problem;) {
		char *end = strchr(path, '\n');

		if (end) /* the group of each case is a part of this text */
			*end = '\0';
		problem = read_file(suite, invocation, path);
		path = end ? end + 1 : NULL;
	}
	return problem ? problem : choose(suite, invocation->check.only);
}

void suite_free(struct suite *suite)
{
	while (suite->count)
		case_free(&suite->cases[--suite->count]);
	free(suite->cases);
}
