/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_help.c - what ringside tells people who ask, or who mistyped.  */
#include "../temp.h"
#include "../test.h"
#include "program.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/command.h"
#include "ringside/event.h"
#include "ringside/protocol.h"
#include "ringside/ui.h"

#include <locale.h>

enum { PAGE = 24, PAGE_WIDTH = 80 };

static const char *const systems[] = {"gomocup", "lmc", "lmc2", "qchess", "asimulator", "uci", "referee"};
enum { SYSTEMS = LENGTH(systems) };

/* How the line of a file of the manual begins, which is as long as its path.  */
static const char FILE_LINE[] = "      /";

/* The words are joined by blanks.  */
static struct outcome ask(const char *line)
{
	FREED char *words = bytes_text("%s", line);
	char *rest = words;
	const char *args[ARGS_MAX] = {0};
	struct outcome outcome;

	for (int i = 0; rest && *rest; i++)
		args[i] = strsep(&rest, " ");
	outcome = ringside("help", args);
	return outcome;
}

static int lines_of(const char *text)
{
	int lines = 0;

	while ((text = strchr(text, '\n'))) {
		lines++;
		text++;
	}
	return lines;
}

/* ---- --help ---- */

TEST(the_options_of_a_match_fit_on_two_pages)
{
	for (int i = 0; i < SYSTEMS; i++) {
		FREED char *line = bytes_text("play %s --help", systems[i]);
		struct outcome outcome = ask(line);

		if (lines_of(outcome.out) > 2 * PAGE)
			fail_msg("%s has %d lines: make an option rare", line, lines_of(outcome.out));
	}
}

TEST(every_page_is_as_wide_as_a_terminal)
{
	static const char *const asked[] = {"help",
					    "help options",
					    "help play run open export diff rerun rules list demo",
					    "help lmc2 lmc",
					    "help gomocup",
					    "help qchess asimulator",
					    "help match time agents sandbox series record screen script",
					    "help conditions exit-status",
					    "play gomocup --help",
					    "run lmc2 --help",
					    "demo qchess --help",
					    "play asimulator --help",
					    "play lmc --help"};

	for (size_t i = 0; i < LENGTH(asked); i++) {
		struct outcome outcome = ask(asked[i]);

		assert_int_equal(outcome.status, 0);
		assert_true(lines_of(outcome.out) > 3);
		for (const char *line = outcome.out; *line; line += strcspn(line, "\n") + 1)
			if (strcspn(line, "\n") > PAGE_WIDTH && strncmp(line, "    ", 4) != 0 && /* code */
			    strncmp(line, FILE_LINE, strlen(FILE_LINE)) != 0)
				fail_msg("%s: %.*s", asked[i], (int)strcspn(line, "\n"), line);
	}
}

TEST(help_has_the_options_of_this_command_and_system_and_no_others)
{
	static const struct {
		const char *asked, *has, *lacks;
	} cases[] = {
		{"run --help", "--concurrency", "--size"},
		{"run lmc --help", "--period", "--size"},
		{"run gomocup --help", "--size", "--theme"},
		{"play gomocup --help", "--theme", "--concurrency"},
		{"open --help", "--write", "--games"},
		{"rules gomocup --help", "--position MOVES    the moves in order", "--period"},
		{"run --help", "gomocup, lmc, lmc2, qchess, asimulator, uci", "--period"},
		{"help play gomocup", "--size", "--period"},
		/* Of a system's own limits.  */
		{"play lmc2 --help", "--tolerance TIME    how far a limit may be exceeded", "--size"},
		{"play gomocup --help", "may be exceeded [1s]", "--period"},
		{"play qchess --help", "may be exceeded [0]", "--period"},
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct outcome outcome = ask(cases[i].asked);

		assert_int_equal(outcome.status, 0);
		if (!strstr(outcome.out, cases[i].has) || strstr(outcome.out, cases[i].lacks))
			fail_msg("%s: %s", cases[i].asked, outcome.out);
	}
}

TEST(options_of_a_kind_stand_together)
{
	static const char *const parts[] = {"\ngomocup:\n",
					    "--size",
					    "\nmatch:\n",
					    "--first",
					    "\ntime:\n",
					    "--turn-time",
					    "\nagents:\n",
					    "--memory",
					    "\nsandbox:\n",
					    "--sandbox ",
					    "\nseries:\n",
					    "--games",
					    "\nrecord:\n",
					    "--record",
					    "\nscreen:\n",
					    "--theme",
					    "also --layout NAME, --no-color, --no-mouse",
					    "\nscript:\n",
					    "--batch"};
	struct outcome outcome = ask("play gomocup --help");
	const char *at = outcome.out;

	for (size_t i = 0; i < LENGTH(parts); i++) {
		at = strstr(at, parts[i]);
		if (!at)
			fail_msg("\"%s\" is missing or too early: %s", parts[i], outcome.out);
	}
}

/* ---- ringside help ---- */

TEST(a_page_tells_all_that_a_name_stands_for)
{
	static const struct {
		const char *asked, *says[3];
	} cases[] = {
		{"help", {"\n  play  ", "\n  gomocup  ", "\n  conditions  "}},
		{"help play", {"ringside play SYSTEM", ":play MOVE: command of the prompt"}},
		{"help gomocup", {"--rule NAME", "sample:threat", "ringside-gomocup(7)"}},
		{"help size", {"--size N|WxH: option of gomocup", "from 5 to 64 [15]"}},
		{"help --games",
		 {"--games N: option of play, run", "N is a number of games", "ringside help series"}},
		{"help layout",
		 {"--layout NAME: option of play, attach, open, export, demo", "NAME is auto, narrow"}},
		{"help game", {"--game NAME|FILE: option of lmc", "rock, paper, scissors"}},
		{"help tolerance", {"exceeded", "in gomocup [1s]"}},
		{"help time", {"500ms, 2s, 1m", "--hang-time TIME", "--tolerance TIME"}},
		{"help sandbox", {"sandbox: agents of strangers", "--sandbox-bind", "--sandbox: option of"}},
		{"help conditions", {"break if seat == 2 && time > 500ms", "\n  rss ", "\n  legal "}},
		{"help agents", {"sample:NAME", "--memory", "--stderr-pipe"}},
		{"help exit-status", {"130 interrupted"}},
		{"help keys", {"\n  space ", "? shows this screen"}},
		{"help break", {":break "}},
		{"help series",
		 {"--until WHAT        of run: play on", "--until WHAT        of play: play on"}},
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct outcome outcome = ask(cases[i].asked);

		assert_int_equal(outcome.status, 0);
		assert_string_equal(outcome.err, "");
		for (int k = 0; k < 3 && cases[i].says[k]; k++)
			if (!strstr(outcome.out, cases[i].says[k]))
				fail_msg("%s lacks \"%s\": %s", cases[i].asked, cases[i].says[k],
					 outcome.out);
	}
}

/* ---- each name finds something ---- */

/* Names for one call of help, which fails at the first one that it does not know.  */
struct asked {
	const char *args[ARGS_MAX];
	int count, all;
};

static void ask_names(struct asked *asked)
{
	struct outcome outcome;

	if (!asked->count)
		return;
	asked->args[0] = "help";
	outcome = ringside("names", asked->args);
	if (outcome.status)
		fail_msg("%s", outcome.err);
	*asked = (struct asked){.all = asked->all + asked->count};
}

static void add_name(struct asked *asked, const char *name)
{
	asked->args[++asked->count] = name;
	if (asked->count == ARGS_MAX - 2)
		ask_names(asked);
}

/* Commands, systems, subjects, pages and options, as completion has them.  */
static void add_candidates(struct asked *asked, const char *begun)
{
	struct outcome outcome = ringside("names", (const char *const[]){"--complete", "help", begun, NULL});
	char *rest = outcome.out, *line;

	assert_int_equal(outcome.status, 0);
	while ((line = strsep(&rest, "\n")) && *line)
		add_name(asked, strsep(&line, "\t"));
	ask_names(asked);
}

static void add_sign(struct asked *asked, const struct sign *sign)
{
	add_name(asked, sign_text(sign));
	if (sign->word)
		add_name(asked, sign->word);
}

TEST(help_finds_each_name_that_is_shown_anywhere)
{
	struct asked asked = {.all = 0};
	const struct command *command;
	const struct binding *binding;
	const struct sign *sign;

	setlocale(LC_CTYPE, ""); /* signs are those of the terminal of the program */
	add_candidates(&asked, "");
	add_candidates(&asked, "--");
	for (int i = 0; (command = command_at(i)); i++)
		add_name(&asked, command->name);
	for (int i = 0; (binding = binding_at(i)); i++)
		add_name(&asked, binding->key);
	for (int i = 0; (sign = ui_sign_at(i)); i++)
		add_sign(&asked, sign);
	for (const struct reason *reason = shared_reasons; reason->word; reason++)
		if (reason->rule) /* else the systems have one */
			add_name(&asked, reason->word);
	for (enum event_kind kind = EVENT_NOTHING + 1; kind < EVENT_KIND_COUNT; kind++)
		add_name(&asked, event_name(kind));
	for (int i = 0; protocol_at(i); i++) {
		const struct protocol *protocol = protocol_at(i);

		for (const struct reason_row *row = protocol->texts->reasons; row && row->reason; row++)
			add_name(&asked, row->reason);
		for (const struct fault_row *row = protocol->texts->faults; row && row->name; row++)
			add_name(&asked, row->name);
		for (const struct notice_row *row = protocol->texts->notices; row && row->name; row++)
			add_name(&asked, row->name);
		for (const struct board_key *key = board_keys(protocol->name); key->key; key++)
			add_name(&asked, key->key);
		for (const struct toggle *toggle = toggles_of(protocol->name); toggle->name; toggle++)
			add_name(&asked, toggle->name);
		for (sign = board_named(protocol->name)->signs; sign && sign->meaning; sign++)
			add_sign(&asked, sign);
	}
	ask_names(&asked);
	assert_true(asked.all > 500);
}

/* `ringside` alone offers these.  */
TEST(a_person_can_play_a_sample_of_each_system)
{
	for (int i = 0; protocol_at(i); i++) {
		const char *rival = protocol_at(i)->bundle->rival;
		FREED char *line = bytes_text("play %s human%s%s --batch -x pause", protocol_at(i)->name,
					      rival ? " " : "", rival ? rival : "");

		ends(ask(line), 0, NULL, NULL);
	}
}

/* An agent of each system plays itself: what `help SYSTEM` shows, copied from there.  */
TEST(ten_lines_of_python_play_each_system)
{
	for (int i = 0; i < SYSTEMS; i++) {
		static const char heading[] = "ten lines of Python:";
		FREED char *asked = bytes_text("help %s", systems[i]), *command = NULL;
		struct outcome outcome = ask(asked);
		const char *at = strstr(outcome.out, heading);
		TEMP char *path = temp_path("ten.py");
		FILE *file = fopen(path, "w");
		bool asimulator = strcmp(systems[i], "asimulator") == 0;
		int lines = 0;

		assert_non_null(file);
		if (!at)
			fail_msg("%s: \"%s\" is missing: %s", asked, heading, outcome.out);
		at = strchr(strchr(at, '\n') + 1, '\n') + 2; /* behind the path and an empty line */
		for (; strncmp(at, "    ", 4) == 0; at = strchr(at, '\n') + 1) {
			lines += at[4] != '#';
			fprintf(file, "%.*s\n", (int)strcspn(at, "\n") - 4, at + 4);
		}
		assert_int_equal(fclose(file), 0);
		assert_in_range(lines, 4, 10);
		command = bytes_text("python3 %s", path);
		outcome = ringside("ten",
				   (const char *const[]){"run", systems[i], command, command, "--seed", "1",
							 "--json", asimulator ? "--stdio" : NULL, NULL});
		assert_int_equal(outcome.status, 0);
		if (!strstr(outcome.out, "\"blame\":null") || !strstr(outcome.out, "\"faults\":[0,0]"))
			fail_msg("%s: %s", systems[i], outcome.out);
	}
}

TEST(without_a_command_six_lines_say_how_to_begin)
{
	struct outcome outcome = ask("");
	char *at = strstr(outcome.err, "ringside run "), *line;

	assert_int_equal(outcome.status, 2);
	assert_string_equal(outcome.out, "");
	assert_int_equal(lines_of(outcome.err), 6);
	assert_non_null(strstr(outcome.err, "ringside help\n"));
	/* What they say works.  */
	assert_non_null(at);
	line = bytes_copy(at + strlen("ringside "), strcspn(at, "\n") - strlen("ringside "));
	ends(ask(line), 0, NULL, NULL);
	free(line);
}

TEST(the_version_is_printed_however_it_is_asked_for)
{
	static const char *const asked[] = {"version", "--version", "-V", "-v"};

	for (size_t i = 0; i < LENGTH(asked); i++) {
		struct outcome outcome = ask(asked[i]);

		assert_int_equal(outcome.status, 0);
		assert_int_equal(strncmp(outcome.out, "ringside ", strlen("ringside ")), 0);
		assert_int_equal(lines_of(outcome.out), 3);
	}
}

/* ---- did you mean ---- */

TEST(what_was_mistyped_is_told_with_what_was_meant)
{
	static const struct {
		const char *typed, *says;
	} cases[] = {
		{"paly", "there is no command \"paly\": did you mean play? (see ringside help)\n"},
		{"xyzzy", "there is no command \"xyzzy\" (see ringside help)\n"},
		{"play gomocop a b", "\"gomocop\": did you mean gomocup? Expected one of gomocup, lmc"},
		{"play gomocup --siez 15 a b", "has no option --siez: did you mean --size?"},
		/* A beginning is not taken for the option, but all that begin so are named.  */
		{"run gomocup --siz 15 a b", "has no option --siz: did you mean --size?"},
		{"run gomocup --openin x a b",
		 "did you mean --openings, --openings-order, --openings-start, "
		 "--openings-turned or --opening? (see ringside run gomocup --help)"},
		{"play lmc --size 15 a b", "play lmc has no option --size: it is an option of gomocup ("},
		{"open --games 3 m",
		 "open has no option --games: it is an option of play, run, tournament, check, hunt, fuzz ("},
		{"--gmaes 3", "ringside has no option --gmaes: did you mean --games? (see ringside --help)"},
		{"open --layout wied m", "--layout wied: did you mean wide? Expected auto, narrow, wide,"},
		{"open --theme drak m", "there is no theme \"drak\": did you mean dark?"},
		{"run gomocup --rule renjuu a b", "--rule renjuu: did you mean renju? Expected freestyle"},
		{"run lmc --game roshambu sample:random sample:random",
		 "--game roshambu: did you mean roshambo? Expected roshambo"},
		{"run asimulator --world clasic sample:wander sample:wander", "did you mean classic?"},
		{"run gomocup sample:thraet sample:random",
		 "is called \"thraet\": did you mean threat? There are: faulty"},
		{"help tmie", "there is no help about \"tmie\": did you mean time?"},
		{"help illegl", "there is no help about \"illegl\": did you mean illegal?"},
		{"completion tcsh", "there is no completion for tcsh: expected bash, zsh or fish"},
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct outcome outcome = ask(cases[i].typed);

		assert_int_equal(outcome.status, 2);
		assert_string_equal(outcome.out, "");
		if (!strstr(outcome.err, cases[i].says))
			fail_msg("%s: \"%s\" is missing in: %s", cases[i].typed, cases[i].says, outcome.err);
	}
}

TEST_MAIN(NULL, NULL)
