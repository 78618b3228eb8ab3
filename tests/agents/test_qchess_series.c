/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qchess_series.c - series of qchess, games of the samples, and logs of the original program: read,
 * exported, and continued (qchess, Wire; Log file).  */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "recorded.h"

enum { GAMES = 3 };

/* ---- series ---- */

static char *ask_game(const char *folder, int game, const char *sql)
{
	char path[100];

	snprintf(path, sizeof(path), "%s/m-%d.ringside", folder, game);
	return ask_file(path, sql);
}

/* The process id that the seat's agent printed.  */
static int process(const char *folder, int game, int seat)
{
	char sql[200], *said;
	int pid;

	snprintf(sql, sizeof(sql),
		 "select group_concat(cast(bytes as text), '') from message where seat = %d and channel = "
		 "'stderr'",
		 seat);
	said = ask_game(folder, game, sql);
	assert_non_null(said);
	assert_int_equal(sscanf(said, "process %d", &pid), 1);
	free(said);
	return pid;
}

/* Checks that every process was told to leave, and left, before it was replaced.  */
static void play_series(const char *option, const char *value)
{
	char folder[40] = "/tmp/ringside-test-XXXXXX", record[60], one[400];
	const char *args[] = {"run",      "qchess", "--json",      "--games", "3",
			      "--record", record,   "--max-moves", "90",      "--classical",
			      one,        one,      option,        value,     NULL};
	int pids[2 * GAMES], count = 0;
	json_t *games[GAMES_ROOM] = {0};
	struct outcome outcome;

	folder_make(folder);
	snprintf(record, sizeof(record), "%s/m.ringside", folder);
	snprintf(one, sizeof(one), "'%s/qchess_agent' good", env("AGENTS"));
	outcome = ringside("qchess-series", args);
	print_message("%s%s", outcome.out, outcome.err);
	assert_int_equal(outcome.status, 0);
	assert_int_equal(left_behind("qchess-series"), 0);
	games_add(games, outcome.out);
	games_expect(games, GAMES);
	for (int game = 1; game <= GAMES; game++) {
		char *quits =
			ask_game(folder, game,
				 "select count(*) from message where dir = 'to' and cast(bytes as text) "
				 "= 'QUIT' || char(10)");

		assert_string_equal(game_word(games[game], "reason"), "max-moves");
		assert_int_equal(game_number(games[game], "first"), game % 2 ? 1 : 2);
		assert_string_equal(quits, "2");
		free(quits);
		for (int seat = 1; seat <= 2; seat++) {
			pids[count] = process(folder, game, seat);
			for (int i = 0; i < count; i++)
				assert_int_not_equal(pids[i], pids[count]);
			count++;
		}
	}
	games_free(games);
	folder_remove(folder);
}

TEST(each_game_of_a_series_has_fresh_processes)
{
	play_series(NULL, NULL);
}

TEST(processes_are_told_to_leave_also_with_a_line_delay)
{
	play_series("--line-delay", "5");
}

TEST(each_game_has_fresh_processes_also_at_two_tables)
{
	play_series("--concurrency", "2");
}

/* The protocol has no names, but two scripts or two builds need some.  */
TEST(players_can_be_given_names)
{
	char folder[40] = "/tmp/ringside-test-XXXXXX", record[60], one[400];
	const char *args[] = {"run",  "qchess",  "--json",   "--games", "2",   "--record",
			      record, "--name1", "Ada Lace", "--name2", "new", "--max-moves",
			      "2",    one,       one,        NULL};
	const char *other[] = {"run", "qchess",  "--json", "--games",     "2", "--record", record, "--name1",
			       "Eve", "--name2", "new",    "--max-moves", "2", one,        one,    NULL};
	json_t *games[GAMES_ROOM] = {0};
	struct outcome outcome;

	folder_make(folder);
	snprintf(record, sizeof(record), "%s/m.ringside", folder);
	snprintf(one, sizeof(one), "env X=1 '%s/qchess_agent' good", env("AGENTS"));
	outcome = ringside("names", args);
	assert_int_equal(outcome.status, 0);
	games_add(games, outcome.out);
	games_expect(games, 2);
	for (int game = 1; game <= 2; game++) {
		char *said = json_dumps(json_object_get(games[game], "names"), JSON_COMPACT);

		assert_string_equal(said, "[\"Ada Lace\",\"new\"]");
		free(said);
		assert_text(ask_game(folder, game, "select group_concat(name) from seat where seat > 0"),
			    "Ada Lace,new");
	}
	assert_true(strstr(outcome.err, "Ada Lace ") && strstr(outcome.err, ", new "));
	outcome = ringside("names", other); /* a different name makes a different series */
	assert_int_equal(outcome.status, 1);
	assert_non_null(strstr(outcome.err, "is \"Ada Lace\" there and \"Eve\" here"));
	games_free(games);
	folder_remove(folder);
}

TEST(an_invalid_name_or_a_name_for_an_empty_seat_is_refused)
{
	static const struct {
		const char *option, *name, *says;
	} wrong[] = {{"--name1", "", "expected a name of 1 to 64 bytes"},
		     {"--name2", "a\033b", "expected a name of 1 to 64 bytes"},
		     {"--name2", "two", "--name2: there is no player 2"}};

	for (size_t i = 0; i < LENGTH(wrong); i++) {
		const char *args[] = {"run",           "lmc",         "--game",        "cycle",
				      wrong[i].option, wrong[i].name, "sample:random", NULL};
		ends(ringside("names", args), 2, NULL, wrong[i].says);
	}
}

/* It stays as long as it can.  The next game does not wait for it, and at the end it is gone.  */
TEST(an_agent_that_does_not_leave_does_not_delay_the_series)
{
	char one[400], two[400];
	const char *args[] = {"run", "qchess",      "--json", "--games",     "2", one,
			      two,   "--max-moves", "2",      "--classical", NULL};
	json_t *games[GAMES_ROOM] = {0};
	struct outcome outcome;

	snprintf(one, sizeof(one), "'%s/qchess_agent' stays", env("AGENTS"));
	snprintf(two, sizeof(two), "'%s/qchess_agent' good", env("AGENTS"));
	outcome = ringside("qchess-stays", args);
	assert_int_equal(outcome.status, 0);
	assert_int_equal(left_behind("qchess-stays"), 0);
	games_add(games, outcome.out);
	games_expect(games, 2);
	games_free(games);
}

/* ---- samples ---- */

TEST(the_samples_play_by_the_rules_to_the_end)
{
	static const char ends[] = " king bare-kings quiet-moves stalemate ";
	const char *args[] = {"run",
			      "qchess",
			      "sample:thinker --seed 1",
			      "sample:random --seed 2",
			      "--json",
			      "--games",
			      "8",
			      "--seed",
			      "5",
			      "--concurrency",
			      "2",
			      NULL};
	struct outcome outcome = ringside("qchess-samples", args);
	json_t *games[GAMES_ROOM] = {0};
	int won = 0;

	print_message("%s", outcome.out);
	assert_int_equal(outcome.status, 0);
	assert_int_equal(left_behind("qchess-samples"), 0);
	games_add(games, outcome.out);
	games_expect(games, 8);
	for (int game = 1; game <= 8; game++) {
		char word[40];

		snprintf(word, sizeof(word), " %s ", game_word(games[game], "reason"));
		if (!strstr(ends, word) || !json_is_null(json_object_get(games[game], "blame")))
			fail_msg("game %d: %s", game, outcome.out);
		won += game_number(games[game], "winner") == 1;
	}
	assert_true(won >= 5); /* the thinker wins most games */
	games_free(games);
}

TEST(the_same_seed_gives_the_same_game)
{
	static const char sql[] = "select group_concat(played, '|') from (select * from turn order by n)";
	const char *args[] = {"sample:random --seed 1", "sample:random --seed 2", "--seed", "9", NULL};
	struct recorded one = recorded_play("seed", "qchess", args),
			two = recorded_play("seed", "qchess", args), other;
	char *first = recorded_ask(&one, sql), *second = recorded_ask(&two, sql), *third;

	assert_string_equal(first, second);
	args[3] = "10";
	other = recorded_play("seed", "qchess", args);
	third = recorded_ask(&other, sql);
	assert_string_not_equal(first, third);
	free(first);
	free(second);
	free(third);
	recorded_free(&one);
	recorded_free(&two);
	recorded_free(&other);
}

/* ---- logs ---- */

static const char *const logs[] = {"network-game.log", "network-terminated.log", "random-game.log"};

static const char *log_path(char path[500], const char *name)
{
	snprintf(path, 500, "%s/%s", env("QCHESS_LOGS"), name);
	return path;
}

static char *read_text(const char *path)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;

	assert_non_null(file);
	assert_true(getdelim(&text, &room, '\0', file) > 0);
	fclose(file);
	return text;
}

/* Removes the times of the log's lines.  */
static void drop_times(char *text)
{
	char *to = text;

	for (char *line = text; *line;) {
		size_t size = strcspn(line, "\n"), skip = 0;
		char *colon = strstr(line, " : ");

		if (*line != '#' && colon && colon < line + size)
			skip = (size_t)(colon - line);
		else if (strncmp(line, "# Log starts", 12) == 0)
			skip = size;
		size += line[size] == '\n';
		memmove(to, line + skip, size - skip);
		to += size - skip;
		line += size;
	}
	*to = '\0';
}

TEST(a_log_is_exported_unchanged)
{
	for (size_t i = 0; i < LENGTH(logs); i++) {
		char path[500];
		const char *args[] = {"export", log_path(path, logs[i]), "--format", "qchess", NULL};
		struct outcome outcome = ringside("qchess-export", args);
		char *log = read_text(path);

		assert_int_equal(outcome.status, 0);
		drop_times(log);
		drop_times(outcome.out);
		assert_string_equal(outcome.out, log);
		free(log);
	}
}

/* Exports a match of ringside as a log, and that log again.  */
TEST(a_match_exported_as_a_log_has_the_same_moves)
{
	const char *args[] = {"sample:thinker --seed 3",
			      "sample:random --seed 2",
			      "--seed",
			      "4",
			      "--max-moves",
			      "40",
			      NULL};
	struct recorded match = recorded_play("log", "qchess", args);
	char path[100], *played, *log;
	const char *export[] = {"export", match.file, "--format", "qchess", "-o", path, NULL};
	const char *again[] = {"export", path, "--format", "qchess", NULL};
	struct outcome outcome;

	snprintf(path, sizeof(path), "%s/game.log", match.folder);
	ends(ringside("qchess-export", export), 0, NULL, NULL);
	outcome = ringside("qchess-export", again);
	assert_int_equal(outcome.status, 0);
	log = read_text(path);
	drop_times(log);
	drop_times(outcome.out);
	assert_string_equal(outcome.out, log);
	played =
		recorded_ask(&match, "select ' : ' || group_concat(played, char(10) || ' : ') from (select * "
				     "from turn order by n)");
	assert_non_null(strstr(log, played));
	free(played);
	free(log);
	recorded_free(&match);
}

/* Plays from the position after so many turns of a log.  Returns the lines to seat 2, which is black, before
 * its first question.  */
static char *told_from(const char *log, int turns, const char *option)
{
	char path[500], from[520];
	const char *args[] = {
		"--from", from, "sample:random --seed 1", "sample:random --seed 2", "--max-moves", "1",
		option,   NULL};
	struct recorded match;
	char *told;

	snprintf(from, sizeof(from), "%s:%d", log_path(path, log), turns + 1);
	match = recorded_play("from", "qchess", args);
	recorded_expect(&match, 0, "max-moves", NONE, NULL);
	told = recorded_ask(&match, "select group_concat(rtrim(bytes, char(10)), '|') from (select * from "
				    "message where seat = 2 and dir = 'to' and turn = 0 order by n)");
	recorded_free(&match);
	return told;
}

TEST(a_log_is_continued_by_telling_its_events)
{
	assert_text(told_from("network-game.log", 4, NULL),
		    "black|4 6 1 pawn|4 6 -> 4 4|3 1 1 pawn|3 1 -> 3 3");
}

/* Hidden states are not told.  Both states of the pawn that was selected twice are known.  */
TEST(a_log_can_be_continued_by_telling_the_board)
{
	char *told = told_from("network-terminated.log", 8, "--send-board");
	static const char begins[] = "black|BOARD|black unknown ['rook', 'unknown']at 0,0|",
			  ends[] = "|white unknown ['rook', 'unknown']at 7,7||END BOARD";

	assert_memory_equal(told, begins, strlen(begins));
	assert_string_equal(told + strlen(told) - strlen(ends), ends);
	assert_non_null(strstr(told, "|white pawn ['pawn', 'pawn']at 5,3|"));
	free(told);
}

TEST(a_wrong_place_in_a_log_is_reported)
{
	static const struct {
		const char *log, *turns, *says;
	} wrong[] = {
		{"network-game.log", "4",
		 "turn 3 is a selection, and its move follows: choose the position after turn 2 or 4"},
		{"network-game.log", "99", "it has only 14 moves, and no position before move 99"},
		{"network-game.log", "15", "the game is over there: choose an earlier turn"},
		{"nothing.log", "1", "nothing.log"},
	};

	for (size_t i = 0; i < LENGTH(wrong); i++) {
		char path[500], from[520];
		const char *args[] = {"run",           "qchess",        "--from", from,
				      "sample:random", "sample:random", NULL};
		struct outcome outcome;

		snprintf(from, sizeof(from), "%s:%s", log_path(path, wrong[i].log), wrong[i].turns);
		outcome = ringside("qchess-from", args);
		if (outcome.status == 0 || !strstr(outcome.err, wrong[i].says))
			fail_msg("\"%s\" is missing in: %s", wrong[i].says, outcome.err);
		assert_string_equal(outcome.out, "");
	}
}

TEST(a_mistake_on_the_command_line_is_reported)
{
	static const struct {
		const char *args[8];
		const char *says;
	} wrong[] = {
		{{"run", "qchess", "--line-delay", "soon", "a", "b"},
		 "--line-delay soon: expected a number of ms"},
		{{"run", "qchess", "--max-moves", "0", "a", "b"}, "--max-moves 0: expected"},
		{{"run", "qchess", "--shuffle", "none", "a", "b"},
		 "--shuffle none: expected uniform or original"},
		{{"run", "qchess", "a"}, "an argument is missing"},
		{{"run", "qchess", "--size", "8", "a", "b"}, "run qchess has no option --size"},
		{{"run", "qchess", "--board", "x", "a", "b"}, "run qchess has no option --board"},
		{{"run", "qchess", "human", "sample:random"}, "a person needs a screen"},
		{{"run", "qchess", "sample:threat", "sample:random"},
		 "no bundled agent is called \"threat\""},
	};

	for (size_t i = 0; i < LENGTH(wrong); i++) {
		ends(ringside("qchess-refused", wrong[i].args), 2, NULL, wrong[i].says);
	}
}

TEST_MAIN(NULL, NULL)
