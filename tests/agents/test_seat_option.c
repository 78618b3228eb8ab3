/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_seat_option.c - the settings of one player: --seat-option, in each system in which they apply.  */
#include "games.h"
#include "program.h"

#include "ringside/bytes.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Two players of each system.  */
static const char *const systems[][5] = {
	{"gomocup", "sample:random", "sample:random", NULL},
	{"lmc", "sample:random", "sample:rotate", "--game=roshambo", NULL},
	{"lmc2", "sample:random", "sample:rotate", "--game-program=sample:roshambo", NULL},
	{"qchess", "sample:random", "sample:random", NULL},
	{"asimulator", "sample:wander", "sample:rotate", NULL},
};
enum { SYSTEMS = sizeof(systems) / sizeof(systems[0]) };

/* Plays a match of the system with these options besides.  */
static struct outcome play(const char *const *system, const char *const *options)
{
	const char *args[ARGS_MAX] = {"run"};
	int count = 1;

	while (*system)
		args[count++] = *system++;
	while (*options)
		args[count++] = *options++;
	args[count] = NULL;
	return ringside("seat-option", args);
}

static void says(const struct outcome *outcome, int status, const char *words)
{
	if (outcome->status != status || (!strstr(outcome->out, words) && !strstr(outcome->err, words)))
		fail_msg("expected \"%s\" and status %d, not %d: %s%s", words, status, outcome->status,
			 outcome->out, outcome->err);
}

/* Plays it, and expects these words.  */
static void plays(int system, const char *const *options, int status, const char *words)
{
	struct outcome outcome = play(systems[system], options);

	says(&outcome, status, words);
	outcome_free(&outcome);
}

/* ---- limits ---- */

static void odds_change_the_limits_of_one_player_in_each_system(void **state)
{
	(void)state;
	for (int i = 0; i < SYSTEMS; i++) {
		struct outcome outcome =
			play(systems[i], (const char *const[]){"--turn-time=8s", "--match-time=80s",
							       "--seat-option=1:odds=1/4", "-x",
							       "info seat 1", "-x", "info seat 2", NULL});

		says(&outcome, 0, "2000 ms for a move");
		says(&outcome, 0, "20.0 s left for the match (this seat's own limits)");
		says(&outcome, 0, "own     odds 1/4\n");
		says(&outcome, 0, "8000 ms for a move");
		outcome_free(&outcome);
	}
}

static void a_seat_option_wins_over_the_config(void **state)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", config[60];

	(void)state;
	folder_make(folder);
	snprintf(config, sizeof(config), "--config=%s/config", folder);
	file_write(config + strlen("--config="),
		   "[player slow]\ncommand = sample:random\nturn-time = 3s\nodds = 1/2\nincrement = 5ms\n",
		   false);
	{
		static const char *const named[] = {"gomocup", "@slow", "sample:random", NULL};
		struct outcome outcome =
			play(named, (const char *const[]){config, "--seat-option=1:turn-time=7s", "--json",
							  "--match-time=10s", NULL});

		says(&outcome, 0,
		     "\"settings\":[{\"turn-time\":\"7s\",\"increment\":\"5ms\",\"odds\":\"1/2\"},{}]");
		outcome_free(&outcome);
	}
	folder_remove(folder);
}

static void a_match_goes_on_with_other_odds(void **state)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", record[60], from[60];

	(void)state;
	folder_make(folder);
	snprintf(record, sizeof(record), "--record=%s/m.ringside", folder);
	snprintf(from, sizeof(from), "--from=%s/m.ringside:5", folder);
	plays(0, (const char *const[]){record, "--turn-time=8s", "--seat-option=1:odds=1/4", NULL}, 0,
	      "moves");
	plays(0, (const char *const[]){from, "--seat-option=1:odds=1/2", "-x", "info seat 1", NULL}, 0,
	      "4000 ms for a move");
	plays(0, (const char *const[]){from, "-x", "info seat 1", NULL}, 0, "2000 ms for a move");
	folder_remove(folder);
}

/* ---- the command line of a player ---- */

static void a_player_has_its_folder_and_its_variables(void **state)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", words[80], option[80];
	char *shell = bytes_text("sh -c 'echo \"$PWD $A\" >&2; exec \"%s/brain\" good'", env("AGENTS"));
	const char *const players[] = {"gomocup", shell, "sample:random", NULL};
	struct outcome outcome;

	(void)state;
	folder_make(folder);
	snprintf(option, sizeof(option), "--seat-option=1:folder=%s", folder);
	snprintf(words, sizeof(words), "%s b c", folder);
	outcome = play(players, (const char *const[]){option, "--seat-option=1:env=A=b c", "-x", "continue",
						      "-x", "show messages", NULL});
	says(&outcome, 0, words);
	outcome_free(&outcome);
	free(shell);
	folder_remove(folder);
}

/* ---- what is refused ---- */

static void a_wrong_setting_is_told_with_those_that_there_are(void **state)
{
	static const struct {
		int system;
		const char *option, *words;
	} mistakes[] = {
		{0, "x", "expected SEAT:NAME=VALUE, such as 1:turn-time=500ms"},
		{0, "3:odds=2", "expected SEAT:NAME=VALUE"},
		{0, "1:odds", "expected SEAT:NAME=VALUE"},
		{0, "1:?", "there are:\n  folder=FOLDER: "},
		{0, "1:turntime=2s", "did you mean turn-time? There are:\n"},
		{0, "1:turn-time=soon", "1:turn-time: expected a time such as 500ms, 2s or 1m, not \"soon\""},
		{0, "2:odds=0", "2:odds: expected a factor such as 2 or 1/4"},
		{0, "1:increment=1s", "player 1: an increment adds to the limit for the match"},
		{1, "1:info=thread_num 4", "player 1: no player of lmc has info"},
		{2, "2:depth=3", "player 2: no player of lmc2 has depth"},
		{3, "2:nodes=3", "player 2: no player of qchess has nodes"},
		{0, "2:nodes=0", "2:nodes: expected a number of positions from 1"},
		{4, "2:info=thread_num 4", "player 2: no player of asimulator has info"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++)
		plays(mistakes[i].system, (const char *const[]){"--seat-option", mistakes[i].option, NULL}, 2,
		      mistakes[i].words);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(odds_change_the_limits_of_one_player_in_each_system),
		cmocka_unit_test(a_seat_option_wins_over_the_config),
		cmocka_unit_test(a_match_goes_on_with_other_odds),
		cmocka_unit_test(a_player_has_its_folder_and_its_variables),
		cmocka_unit_test(a_wrong_setting_is_told_with_those_that_there_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
