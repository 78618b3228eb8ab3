/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_systems.c - each system in the table has its tests: hostile agents, dialogues, a fixture of the
 * simulator, options and an input of the fuzzer. The cases of `ringside check` can be tried, and moves be
 * written in several ways.
 *
 * The test looks for rows of tests/local.mk and for files beside it, in the folder `srcdir`.  */
#include "../test.h"
#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/spec.h"
#include "setup_fixture.h"

#include <dirent.h>
#include <errno.h>

static FILE *opened(const char *path, const char *name)
{
	const char *srcdir = getenv("srcdir");
	FREED char *whole = bytes_text("%s/%s%s", srcdir ? srcdir : ".", path, name);
	FILE *file = fopen(whole, "rb");

	if (!file)
		fail_msg("%s: %s", whole, strerror(errno));
	return file;
}

/* Does tests/local.mk have this word, followed by nothing except `.sh`?  */
static bool has_row(const char *program)
{
	FILE *file = opened("tests/local.mk", "");
	char word[256];
	size_t size = strlen(program);
	bool found = false;

	while (!found && fscanf(file, "%255s", word) == 1)
		found = strncmp(word, program, size) == 0 && (!word[size] || strcmp(word + size, ".sh") == 0);
	fclose(file);
	return found;
}

/* Is there a file that `fits` in this folder of the tests?  */
static bool has_file(const char *folder, bool (*fits)(const char *folder, const char *name, const void *what),
		     const void *what)
{
	const char *srcdir = getenv("srcdir");
	FREED char *whole = bytes_text("%s/%s", srcdir ? srcdir : ".", folder);
	DIR *directory = opendir(whole);
	const struct dirent *entry;
	bool found = false;

	while (directory && !found && (entry = readdir(directory)))
		found = entry->d_name[0] != '.' && fits(folder, entry->d_name, what);
	if (directory)
		closedir(directory);
	return found;
}

static bool is_dialogue(const char *folder, const char *name, const void *what)
{
	const char *ending = strrchr(name, '.');

	return ending && strcmp(ending, ".talk") == 0;
}

static bool is_any(const char *folder, const char *name, const void *what)
{
	return true;
}

/* An input begins with the number of its system (tests/fuzz/README.md).  */
static bool is_input(const char *folder, const char *name, const void *number)
{
	FREED char *path = bytes_text("%s/", folder);
	FILE *file = opened(path, name);
	int first = fgetc(file);

	fclose(file);
	return first == *(const int *)number;
}

/* Is there a C file with a line that begins with this text?  */
static bool defines(const char *folder, const char *name, const void *text)
{
	const char *ending = strrchr(name, '.');
	char *path, line[256];
	FILE *file;
	bool found = false;

	if (!ending || strcmp(ending, ".c") != 0)
		return false;
	path = bytes_text("%s/", folder);
	file = opened(path, name);
	while (!found && fgets(line, sizeof(line), file))
		found = strncmp(line, text, strlen(text)) == 0;
	fclose(file);
	free(path);
	return found;
}

/* What the system with this number lacks, a line each; NULL if nothing. The caller frees.  */
static char *lacks(const char *system, int number, bool with_inputs)
{
	struct bytes lines = {0};
	FREED char *agents = bytes_text("tests/agents/test_%s", system);
	FREED char *dialogues = bytes_text("tests/dialogues/%s", system);
	FREED char *fixture = bytes_text("const struct fixture fixture_%s =", system);
	FREED char *choices = bytes_text("const struct fuzz_choice fuzz_choices_%s[] =", system);

	if (!has_row(agents))
		bytes_addf(&lines, "%s has no agents that misbehave: it needs %s\n", system, agents);
	if (!has_file(dialogues, is_dialogue, NULL))
		bytes_addf(&lines, "%s has no dialogue: it needs %s/*.talk\n", system, dialogues);
	if (!has_file("tests/sim", defines, fixture))
		bytes_addf(&lines, "%s has no fixture in the simulator: it needs fixture_%s in tests/sim\n",
			   system, system);
	if (!has_file("tests/fuzz", defines, choices))
		bytes_addf(&lines,
			   "%s has no options in the fuzzer: it needs fuzz_choices_%s in tests/fuzz\n",
			   system, system);
	if (with_inputs && !has_file("tests/fuzz/corpus/judge", is_input, &number))
		bytes_addf(
			&lines,
			"%s has no input of the fuzzer: it needs one in tests/fuzz/corpus/judge that begins "
			"with byte %d\n",
			system, number);
	return lines.at;
}

TEST(each_system_has_its_tests)
{
	bool with_inputs = has_file("tests/fuzz/corpus/judge", is_any, NULL); /* the tarball has none */
	const struct protocol *protocol;

	for (int i = 0; (protocol = protocol_at(i)); i++) {
		char *problem = lacks(protocol->name, i, with_inputs);

		if (problem)
			fail_msg("%s", problem);
	}
}

TEST(a_new_system_without_tests_is_reported_with_what_is_missing)
{
	FREED char *problem = lacks("no-such", 200, true);

	assert_non_null(problem);
	assert_string_equal(
		problem, "no-such has no agents that misbehave: it needs tests/agents/test_no-such\n"
			 "no-such has no dialogue: it needs tests/dialogues/no-such/*.talk\n"
			 "no-such has no fixture in the simulator: it needs fixture_no-such in tests/sim\n"
			 "no-such has no options in the fuzzer: it needs fuzz_choices_no-such in tests/fuzz\n"
			 "no-such has no input of the fuzzer: it needs one in tests/fuzz/corpus/judge that "
			 "begins with "
			 "byte 200\n");
}

/* ---- the cases of `ringside check` ---- */

static bool is_above(const struct spec_case *cases, const struct spec_case *row, const char *name)
{
	while (cases < row && strcmp(cases->name, name) != 0)
		cases++;
	return cases < row;
}

static bool has_kind(const struct spec *spec, const char *kind, size_t size)
{
	for (const struct spec_kind *row = spec->kinds; row->kind; row++)
		if (strlen(row->kind) == size && memcmp(row->kind, kind, size) == 0)
			return true;
	return false;
}

/* Is the step one that spec.h has?  */
static bool is_step(const struct spec *spec, const char *step, size_t size)
{
	static const char *const whole[] = {SPEC_SILENT, SPEC_QUIET, "bytewise",    "within turn", "memory",
					    "clean",     "leaves",   "leaves well", "closes",      "again"};
	const char *kind = strncmp(step, "< ", 2) == 0    ? step + 2
			   : strncmp(step, "<? ", 3) == 0 ? step + 3
							  : NULL;

	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
		if (strlen(whole[i]) == size && memcmp(whole[i], step, size) == 0)
			return true;
	if (kind)
		return has_kind(spec, kind, size - (size_t)(kind - step));
	return strncmp(step, "> ", 2) == 0 || strncmp(step, ">> ", 3) == 0 ||
	       atoi(step + strlen("within ")) > 0;
}

static void are_whole(const char *system, const struct spec *spec)
{
	for (const struct spec_case *row = spec->cases; row->name; row++) {
		const char *step = row->steps;

		print_message("%s: %s\n", system, row->name);
		assert_false(is_above(spec->cases, row, row->name));
		assert_true(!row->needs || is_above(spec->cases, row, row->needs));
		assert_true(*row->source && *row->sentence && *row->advice);
		assert_true(!row->steps != !row->rival);
		for (size_t size; step && *step; step += size + 1) {
			size = strcspn(step, "\n");
			assert_true(step[size] && is_step(spec, step, size));
		}
	}
}

TEST(each_case_is_whole_and_its_steps_can_be_done)
{
	for (int i = 0; protocol_at(i); i++)
		for (const struct spec *spec = protocol_at(i)->tools->spec; spec; spec = spec->program)
			are_whole(protocol_at(i)->name, spec);
}

/* A move as a person may write it, and its form in the messages of the system; NULL: it is no move.  */
TEST(each_system_recognizes_its_moves_in_every_notation)
{
	static const struct {
		const char *system, *move, *form;
	} rows[] = {
		{"gomocup", "h8", "7,7"},
		{"gomocup", " 7 , 7", "7,7"},
		{"gomocup", "h8 a1 b2", "7,7 0,0 1,1"},
		{"gomocup", "rock", NULL},
		{"gomocup", "z9", NULL},
		{"gomocup", "a16", NULL},
		{"gomocup", "a15 -1,3", NULL},
		{"gomocup", "swap", NULL},
		{"qchess", "4 6", "4 6"},
		{"qchess", "4,6", "4 6"},
		{"qchess", "4 6 1 pawn", "4 6"},
		{"qchess", "4 6 -> 4 4", "4 4"},
		{"qchess", "e2", NULL},
		{"qchess", "8 0", NULL},
		{"lmc", "rock", "rock"},
		{"lmc", "sc", "scissors"},
		{"lmc", "stone", NULL},
		{"lmc2", "a  b", "a b"},
		{"lmc2", " ", NULL},
		{"referee", "a  b / ", "a  b / "},
		{"asimulator", "nothing at all", NULL},
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct match match = {.setup = setup_of(rows[i].system)};
		FREED char *problem = NULL, *form = NULL;

		match.setup.seat[SEAT_1].kind = match.setup.seat[SEAT_2].kind = SEAT_AGENT;
		form = protocol_named(rows[i].system)->move_form(&match, 0, rows[i].move, &problem);
		setup_free(&match.setup);
		if (!form != !rows[i].form || !form != !!problem || (form && strcmp(form, rows[i].form) != 0))
			fail_msg("%s: \"%s\" is %s", rows[i].system, rows[i].move, form ? form : problem);
	}
}

TEST_MAIN(NULL, NULL)
