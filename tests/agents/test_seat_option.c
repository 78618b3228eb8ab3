/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_seat_option.c - the settings of one player: --seat-option, in each system in which they apply.  */
#include "../test.h"
#include "games.h"
#include "program.h"

#include "ringside/bytes.h"

/* Two players of each system.  */
static const char *const systems[][5] = {
	{"gomocup", "sample:random", "sample:random", NULL},
	{"lmc", "sample:random", "sample:rotate", "--game=roshambo", NULL},
	{"lmc2", "sample:random", "sample:rotate", "--game-program=sample:roshambo", NULL},
	{"qchess", "sample:random", "sample:random", NULL},
	{"asimulator", "sample:wander", "sample:rotate", NULL},
};
enum { SYSTEMS = LENGTH(systems) };

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
}

/* ---- limits ---- */

TEST(odds_change_the_limits_of_one_player_in_each_system)
{
	for (int i = 0; i < SYSTEMS; i++) {
		struct outcome outcome = play(systems[i], ARGS("--turn-time=8s", "--match-time=80s",
							       "--seat-option=1:odds=1/4", "-x",
							       "info seat 1", "-x", "info seat 2"));

		says(&outcome, 0, "2000 ms for a move");
		says(&outcome, 0, "20.0 s left for the match (this seat's own limits)");
		says(&outcome, 0, "own     odds 1/4\n");
		says(&outcome, 0, "8000 ms for a move");
	}
}

/* Neither ever gets ready.  */
TEST(one_player_may_have_less_time_to_get_ready)
{
	static const char silent[] = "sh -c 'exec sleep 1000'";
	static const struct {
		const char *players[5], *words;
	} rows[] = {
		{{"lmc", silent, silent, "--game=roshambo", NULL},
		 "seat 2 (sleep) did not say its name within 0.050 s"},
		{{"asimulator", silent, silent, NULL}, "within 0.050 s (were {host} {port} used?)"},
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct outcome outcome = play(rows[i].players, ARGS("--seat-option=2:start-time=50ms"));

		says(&outcome, 0, rows[i].words);
	}
}

TEST(one_player_may_have_less_memory)
{
	static const char *const thinkers[] = {"gomocup", "sample:threat", "sample:threat", NULL};
	char folder[] = "/tmp/ringside-seat XXXXXX", record[60];
	struct outcome outcome;

	folder_make(folder);
	snprintf(record, sizeof(record), "--record=%s/m", folder);
	plays(0, ARGS(record, "--seat-option=2:memory=20M"), 0, "moves");
	for (int seat = 1; seat <= 2; seat++) {
		outcome = ringside("seat-option", ARGS("export", record + strlen("--record="), "--format",
						       "input", "--seat", seat == 1 ? "1" : "2"));
		says(&outcome, 0, seat == 1 ? "INFO max_memory 0\r\n" : "INFO max_memory 20971520\r\n");
	}
	outcome = play(thinkers, ARGS("--seat-option=2:memory=1M", "--turn-time=200ms", "--tolerance=60s"));
	says(&outcome, 0, "memory (seat 2 (threat) used");
	folder_remove(folder);
}

TEST(a_seat_option_wins_over_the_config)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", config[60];

	folder_make(folder);
	snprintf(config, sizeof(config), "--config=%s/config", folder);
	file_write(config + strlen("--config="),
		   "[player slow]\ncommand = sample:random\nturn-time = 3s\nodds = 1/2\nincrement = 5ms\n",
		   false);
	{
		static const char *const named[] = {"gomocup", "@slow", "sample:random", NULL};
		struct outcome outcome = play(
			named, ARGS(config, "--seat-option=1:turn-time=7s", "--json", "--match-time=10s"));

		says(&outcome, 0,
		     "\"settings\":[{\"turn-time\":\"7s\",\"increment\":\"5ms\",\"odds\":\"1/2\"},{}]");
	}
	folder_remove(folder);
}

/* Also one that comes in the middle, and changes seats.  */
TEST(odds_come_with_a_player_of_the_config)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", config[60];

	folder_make(folder);
	snprintf(config, sizeof(config), "--config=%s/config", folder);
	file_write(config + strlen("--config="), "[player slow]\ncommand = sample:random\nodds = 2\n", false);
	plays(0,
	      ARGS(config, "--turn-time=8s", "-x", "break 4", "-x", "continue", "-x", "seat 1 @slow", "-x",
		   "info seat 1"),
	      0, "16.0 s for a move");
	plays(0,
	      ARGS(config, "--turn-time=8s", "--seat-option=1:odds=1/2", "-x", "break 4", "-x", "continue",
		   "-x", "seat swap", "-x", "info seat 2"),
	      0, "4000 ms for a move");
	folder_remove(folder);
}

TEST(a_match_goes_on_with_other_odds)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", record[60], from[60];

	folder_make(folder);
	snprintf(record, sizeof(record), "--record=%s/m.ringside", folder);
	snprintf(from, sizeof(from), "--from=%s/m.ringside:5", folder);
	plays(0, ARGS(record, "--turn-time=8s", "--seat-option=1:odds=1/4"), 0, "moves");
	plays(0, ARGS(from, "--seat-option=1:odds=1/2", "-x", "info seat 1"), 0, "4000 ms for a move");
	plays(0, ARGS(from, "-x", "info seat 1"), 0, "2000 ms for a move");
	folder_remove(folder);
}

/* ---- clocks ---- */

TEST(a_clock_holds_in_each_system)
{
	for (int i = 0; i < SYSTEMS; i++) {
		struct outcome outcome = play(systems[i], ARGS("--tc=40/60+0.6", "--seat-option=2:tc=1x30",
							       "-x", "info seat 1", "-x", "info seat 2"));

		says(&outcome, 0,
		     "no limit for a move, 60.0 s left for 40 moves; its clock is 40/1m+600ms\n");
		says(&outcome, 0, "30.0 s left of this period of byo-yomi");
		says(&outcome, 0, "its clock is 1x30s (this seat's own limits)\n");
		says(&outcome, 0, "own     tc 1x30\n");
	}
}

/* A player brings its clock to a seat, and takes it along; the command line wins over the config.  */
TEST(a_clock_comes_with_a_player_of_the_config)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", config[60];

	folder_make(folder);
	snprintf(config, sizeof(config), "--config=%s/config", folder);
	file_write(config + strlen("--config="),
		   "[gomocup]\ntc = 40/60\n[player slow]\ncommand = sample:random\ntc = 10m,3x30\n"
		   "[player half]\ncommand = sample:random\nodds = 1/2\n",
		   false);
	plays(0, ARGS(config, "-x", "info seat 1"), 0, "; its clock is 40/1m\n");
	plays(0, ARGS(config, "--match-time=9s", "-x", "info seat 1"), 0,
	      "5000 ms for a move and 1000 ms of tolerance, 9000 ms left for the match\n");
	plays(0, ARGS(config, "-x", "break 4", "-x", "continue", "-x", "seat 1 @slow", "-x", "info seat 1"),
	      0, "600.0 s left; its clock is 10m,3x30s (this seat's own limits)\n");
	plays(0,
	      ARGS(config, "-x", "break 4", "-x", "continue", "-x", "seat 1 @half", "-x", "next x3", "-x",
		   "seat swap", "-x", "info seat 2"),
	      0, "; its clock is 40/30s (this seat's own limits)\n");
	{
		static const char *const named[] = {"gomocup", "@slow", "sample:random", NULL};
		struct outcome outcome = play(named, ARGS(config, "--match-time1=7s", "--json"));

		says(&outcome, 0, "\"settings\":[{\"match-time\":\"7s\"},{}]");
	}
	folder_remove(folder);
}

TEST(a_match_goes_on_by_its_clock_or_another)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", record[60], from[60];

	folder_make(folder);
	snprintf(record, sizeof(record), "--record=%s/m.ringside", folder);
	snprintf(from, sizeof(from), "--from=%s/m.ringside:5", folder);
	plays(1, ARGS(record, "--tc=40/60"), 0, "moves");
	plays(1, ARGS(from, "-x", "info seat 1"), 0, " left for 38 moves; ");
	plays(1, ARGS(from, "--tc=3/60", "-x", "info seat 1"), 0,
	      "60.0 s left for 3 moves; its clock is 3/1m\n");
	plays(1, ARGS(from, "--tc2=1x9", "--turn-time=3s", "-x", "info seat 2"), 0,
	      "no limit for a move, 9000 ms left of this period of byo-yomi, and 0 more after it; its clock "
	      "is "
	      "1x9s (this seat's own limits)\n");
	plays(1, ARGS(from, "--match-time=50s", "-x", "info seat 1"), 0,
	      "no limit for a move, 50.0 s left for the match\n");
	folder_remove(folder);
}

/* ---- the command line of a player ---- */

TEST(a_player_has_its_folder_and_its_variables)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", words[80], option[80];
	FREED char *shell = bytes_text("sh -c 'echo \"$PWD $A\" >&2; exec \"%s/brain\" good'", env("AGENTS"));
	const char *const players[] = {"gomocup", shell, "sample:random", NULL};
	struct outcome outcome;

	folder_make(folder);
	snprintf(option, sizeof(option), "--seat-option=1:folder=%s", folder);
	snprintf(words, sizeof(words), "%s b c", folder);
	outcome = play(players,
		       ARGS(option, "--seat-option=1:env=A=b c", "-x", "continue", "-x", "info messages"));
	says(&outcome, 0, words);
	folder_remove(folder);
}

/* ---- rest ---- */

/* A brain that says on each of its turns how the processes stand whose numbers are in the file.  */
static const char looker[] =
	"sh -c 'n=0; while read line; do case $line in ABOUT*) echo 1;; START*) echo OK;; TURN*|BEGIN*) "
	"for p in $(cat \"%s\"); do grep State /proc/$p/status; done >&2; n=$((n + 1)); "
	"echo $n,$((n * n %% 15));; END*) exit;; esac; done'";
/* A brain with a child in a session of its own.  */
static const char thinker[] =
	"sh -c 'echo $$ > \"%s\"; setsid sleep 1000 & echo $! >> \"%s\"; exec \"%s/brain\" good'";

/* How the thinker and its child stood in the looker's turns.  */
static char *states(const char *folder, const char *option)
{
	FREED char *pids = bytes_text("%s/pids", folder);
	FREED char *looks = bytes_text(looker, pids);
	FREED char *thinks = bytes_text(thinker, pids, pids, env("AGENTS"));
	const char *const players[] = {"gomocup", thinks, looks, NULL};
	struct outcome outcome =
		play(players, ARGS(option, "--draw-at=20", "-x", "continue", "-x", "info messages State:"));
	char *said = bytes_text("%s", outcome.out);

	says(&outcome, 0, "State:");
	return said;
}

TEST(a_player_that_may_not_ponder_stands_in_the_turns_of_its_opponent)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", *said;

	folder_make(folder);
	said = states(folder, "--seat-option=1:ponder=no");
	if (!strstr(said, "T (stopped)") || strstr(said, "S (sleeping)"))
		fail_msg("it did not stand: %s", said);
	free(said);
	said = states(folder, "--seat-option=1:ponder=yes");
	if (strstr(said, "T (stopped)") || !strstr(said, "S (sleeping)"))
		fail_msg("it stood: %s", said);
	free(said);
	assert_int_equal(left_behind("seat-option"), 0);
	folder_remove(folder);
}

TEST(a_match_without_pondering_ends_as_it_does_with_it)
{
	static const char *const options[][5] = {
		{"--seat-option=1:ponder=no", "--seat-option=2:ponder=no", "--games=2", "--json", NULL},
		{"--games=2", "--json", NULL}};

	for (int i = 0; i < SYSTEMS; i++) {
		struct outcome rests = play(systems[i], options[0]), runs = play(systems[i], options[1]);
		json_t *a[GAMES_ROOM] = {NULL}, *b[GAMES_ROOM] = {NULL};

		says(&rests, 0, "\"settings\":[{\"ponder\":\"no\"},{\"ponder\":\"no\"}]");
		games_add(a, rests.out);
		games_add(b, runs.out);
		for (int game = 1; game <= 2; game++) {
			assert_int_equal(game_number(a[game], "moves"), game_number(b[game], "moves"));
			assert_string_equal(game_word(a[game], "reason"), game_word(b[game], "reason"));
			assert_true(json_equal(json_object_get(a[game], "faults"),
					       json_object_get(b[game], "faults")));
		}
		games_free(a);
		games_free(b);
	}
}

TEST(rest_is_shown_and_is_no_hold_of_a_debugger)
{
	struct outcome outcome;

	outcome = play(systems[0], ARGS("--seat-option=1:ponder=no", "-x", "break 4", "-x", "continue", "-x",
					"info seat 1", "-x", "freeze 1", "-x", "info seat 1", "-x",
					"freeze 1 off", "-x", "info seat 1", "-x", "continue"));
	says(&outcome, 0, ", rests until it is asked (ponder no)\n");
	says(&outcome, 0, ", frozen\n");
	*strstr(outcome.out, ", frozen") = '\0';
	if (strstr(outcome.out, "traced") || strstr(outcome.out, "stopped by"))
		fail_msg("it is shown as held: %s", outcome.out);
}

/* ---- restart ---- */

/* How many processes played the three games of a player with these options.  */
static int processes(const char *const *options)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", *shell;
	struct outcome outcome;
	int count = 0;

	folder_make(folder);
	shell = bytes_text("sh -c 'echo $$ >> \"%s/pids\"; exec \"%s/brain\" good'", folder, env("AGENTS"));
	{
		FREED char *other = bytes_text("\"%s/brain\" good 12", env("AGENTS"));
		FREED char *pids = bytes_text("%s/pids", folder);
		const char *const players[] = {"gomocup", shell, other, "--games=3", NULL};
		FILE *file;
		int c;

		outcome = play(players, options);
		says(&outcome, 0, "game 3: ");
		file = fopen(pids, "r");
		while (file && (c = getc(file)) != EOF)
			count += c == '\n';
		if (file)
			fclose(file);
	}
	free(shell);
	folder_remove(folder);
	return count;
}

TEST(a_player_may_want_a_fresh_process_for_each_game)
{
	assert_int_equal(processes((const char *const[]){NULL}), 1);
	assert_int_equal(processes(ARGS("--seat-option=1:restart=no")), 1);
	assert_int_equal(processes(ARGS("--seat-option=1:restart=yes")), 3);
	assert_int_equal(processes(ARGS("--seat-option=2:restart=yes")), 1);
}

/* ---- tournaments ---- */

/* Plays a tournament of two players, of which one has these settings; --results FOLDER/NAME.  */
static struct outcome cup(const char *folder, const char *name, const char *settings)
{
	FREED char *file = bytes_text("%s/%s.tournament", folder, name);
	FREED char *results = bytes_text("%s/%s", folder, name);
	FREED char *text = bytes_text("[player a]\ncommand = sample:random\n%s\n[player b]\n"
				      "command = sample:random\n",
				      settings);
	struct outcome outcome;

	file_write(file, text, false);
	outcome = ringside("seat-option",
			   ARGS("tournament", "gomocup", file, "--no-sandbox", "--results", results));
	return outcome;
}

TEST(a_tournament_keeps_the_settings_of_its_players)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", one[60], two[60];
	struct outcome outcome;

	folder_make(folder);
	outcome = cup(folder, "one", "odds = 1/4\nponder = no\ninfo = x 1\ndepth = 4");
	says(&outcome, 0, "game 2: ");
	outcome = cup(folder, "two", "odds = 1/2\nponder = no\ninfo = x 1\ndepth = 4");
	says(&outcome, 0, "game 2: ");
	snprintf(one, sizeof(one), "%s/one", folder);
	snprintf(two, sizeof(two), "%s/two", folder);
	outcome = ringside("seat-option", ARGS("tally", one, two));
	says(&outcome, 1, "odds");
	outcome = cup(folder, "three", "restart = no");
	says(&outcome, 2, "player 1: @a: restart = no needs --restart no");
	folder_remove(folder);
}

/* ---- check ---- */

/* A brain that plays as its variable says.  */
static const char obeys[] = "sh -c 'while read line; do case $line in ABOUT*) echo 1;; START*) echo OK;; "
			    "INFO*) ;; END*) exit;; *) echo $MOVE;; esac; done'";

TEST(a_check_takes_the_settings_of_its_agent)
{
	char folder[] = "/tmp/ringside-seat XXXXXX", suite[60];
	const char *args[] = {"check",         "gomocup",        obeys,      "--suite", suite,
			      "--seat-option", "1:env=MOVE=7,8", "--format", "tap",     NULL};
	struct outcome outcome;

	folder_make(folder);
	snprintf(suite, sizeof(suite), "%s/s.suite", folder);
	file_write(suite, "[case a]\nposition = h8\nmove = 7,8\n[case b]\nposition = h8i8\nmove = 7,8\n",
		   false);
	outcome = ringside("seat-option", args);
	says(&outcome, 0, "ok 2");
	args[6] = "1:env=MOVE=7,9";
	outcome = ringside("seat-option", args);
	says(&outcome, 1, "not ok 2");
	args[6] = "2:env=MOVE=7,8";
	outcome = ringside("seat-option", args);
	says(&outcome, 2, "the agent that is checked is player 1");
	file_write(suite, "[case a]\nseat-option = 1:odds=2\n", false);
	args[6] = "1:env=MOVE=7,8";
	outcome = ringside("seat-option", args);
	says(&outcome, 2, "a case has no key \"seat-option\"");
	folder_remove(folder);
}

/* ---- what is refused ---- */

TEST(a_wrong_setting_is_told_with_those_that_there_are)
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
		{0, "1:tc=60,60", "1:tc: expected a clock such as 40/60+0.6, 5m or 1m,3x10, not \"60,60\""},
		{1, "1:info=thread_num 4", "player 1: no player of lmc has info"},
		{2, "2:depth=3", "player 2: no player of lmc2 has depth"},
		{3, "2:nodes=3", "player 2: no player of qchess has nodes"},
		{0, "2:ponder=maybe", "2:ponder: expected yes or no, not \"maybe\""},
		{0, "2:nodes=0", "2:nodes: expected a number of positions from 1"},
		{4, "2:info=thread_num 4", "player 2: no player of asimulator has info"},
	};

	for (size_t i = 0; i < LENGTH(mistakes); i++)
		plays(mistakes[i].system, ARGS("--seat-option", mistakes[i].option), 2, mistakes[i].words);
}

TEST_MAIN(NULL, NULL)
