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

#define TWO_GOOD "'agent:qchess_agent good' 'agent:qchess_agent good' "

/* What a game of the series says in the test's folder.  Stays.  */
static char *ask_game(int game, const char *sql)
{
	return kept(ask_file(in_folder(kept(bytes_text("m-%d.ringside", game))), sql));
}

/* The process id that the seat's agent printed.  */
static int process(int game, int seat)
{
	int pid;

	assert_int_equal(
		sscanf(ask_game(game, kept(bytes_text("select group_concat(cast(bytes as text), '') from "
						      "message where seat = %d and channel = 'stderr'",
						      seat))),
		       "process %d", &pid),
		1);
	return pid;
}

/* Checks that every process was told to leave, and left, before it was replaced.  */
static void play_series(const char *options)
{
	int pids[2 * GAMES], count = 0;
	json_t *games[GAMES_ROOM] = {0};
	struct outcome outcome = typed("qchess-series",
				       "run qchess --json --games 3 --record ~/m.ringside --max-moves 90 "
				       "--classical " TWO_GOOD "%s",
				       options);

	ends(outcome, 0, NULL, NULL);
	assert_int_equal(left_behind("qchess-series"), 0);
	games_add(games, outcome.out);
	games_expect(games, GAMES);
	for (int game = 1; game <= GAMES; game++) {
		assert_string_equal(game_word(games[game], "reason"), "max-moves");
		assert_int_equal(game_number(games[game], "first"), game % 2 ? 1 : 2);
		assert_string_equal(ask_game(game, "select count(*) from message where dir = 'to' and "
						   "cast(bytes as text) = 'QUIT' || char(10)"),
				    "2");
		for (int seat = 1; seat <= 2; seat++) {
			pids[count] = process(game, seat);
			for (int i = 0; i < count; i++)
				assert_int_not_equal(pids[i], pids[count]);
			count++;
		}
	}
	games_free(games);
}

TEST_IN_FOLDER(each_game_of_a_series_has_fresh_processes)
{
	play_series("");
}

TEST_IN_FOLDER(processes_are_told_to_leave_also_with_a_line_delay)
{
	play_series("--line-delay 5");
}

TEST_IN_FOLDER(each_game_has_fresh_processes_also_at_two_tables)
{
	play_series("--concurrency 2");
}

/* The protocol has no names, but two scripts or two builds need some.  */
TEST_IN_FOLDER(players_can_be_given_names)
{
	static const char line[] =
		"run qchess --json --games 2 --record ~/m.ringside --name1 '%s' --name2 new "
		"--max-moves 2 \"env X=1 '%s/qchess_agent' good\" "
		"\"env X=1 '%s/qchess_agent' good\"";
	json_t *games[GAMES_ROOM] = {0};
	struct outcome outcome = typed("names", line, "Ada Lace", env("AGENTS"), env("AGENTS"));

	ends(outcome, 0, NULL, "Ada Lace |, new ");
	games_add(games, outcome.out);
	games_expect(games, 2);
	for (int game = 1; game <= 2; game++) {
		assert_text(json_dumps(json_object_get(games[game], "names"), JSON_COMPACT),
			    "[\"Ada Lace\",\"new\"]");
		assert_string_equal(ask_game(game, "select group_concat(name) from seat where seat > 0"),
				    "Ada Lace,new");
	}
	games_free(games);
	/* a different name makes a different series */
	ends(typed("names", line, "Eve", env("AGENTS"), env("AGENTS")), 1, NULL,
	     "is \"Ada Lace\" there and \"Eve\" here");
}

TEST(an_invalid_name_or_a_name_for_an_empty_seat_is_refused)
{
	static const struct {
		const char *option, *name, *says;
	} wrong[] = {{"--name1", "", "expected a name of 1 to 64 bytes"},
		     {"--name2", "a\033b", "expected a name of 1 to 64 bytes"},
		     {"--name2", "two", "--name2: there is no player 2"}};

	for (size_t i = 0; i < LENGTH(wrong); i++)
		ends(typed("names", "run lmc --game cycle %s '%s' sample:random", wrong[i].option,
			   wrong[i].name),
		     2, NULL, wrong[i].says);
}

/* It stays as long as it can.  The next game does not wait for it, and at the end it is gone.  */
TEST(an_agent_that_does_not_leave_does_not_delay_the_series)
{
	json_t *games[GAMES_ROOM] = {0};
	struct outcome outcome =
		typed("qchess-stays", "run qchess --json --games 2 'agent:qchess_agent stays' "
				      "'agent:qchess_agent good' --max-moves 2 --classical");

	ends(outcome, 0, NULL, NULL);
	assert_int_equal(left_behind("qchess-stays"), 0);
	games_add(games, outcome.out);
	games_expect(games, 2);
	games_free(games);
}

/* ---- samples ---- */

TEST(the_samples_play_by_the_rules_to_the_end)
{
	static const char reasons[] = " king bare-kings quiet-moves stalemate ";
	struct outcome outcome = typed("qchess-samples",
				       "run qchess 'sample:thinker --seed 1' 'sample:random --seed 2' --json "
				       "--games 8 --seed 5 --concurrency 2");
	json_t *games[GAMES_ROOM] = {0};
	int won = 0;

	ends(outcome, 0, NULL, NULL);
	assert_int_equal(left_behind("qchess-samples"), 0);
	games_add(games, outcome.out);
	games_expect(games, 8);
	for (int game = 1; game <= 8; game++) {
		const char *word = kept(bytes_text(" %s ", game_word(games[game], "reason")));

		if (!strstr(reasons, word) || !json_is_null(json_object_get(games[game], "blame")))
			fail_msg("game %d: %s", game, outcome.out);
		won += game_number(games[game], "winner") == 1;
	}
	assert_true(won >= 5); /* the thinker wins most games */
	games_free(games);
}

TEST(the_same_seed_gives_the_same_game)
{
	static const char sql[] = "select group_concat(played, '|') from (select * from turn order by n)";
	static const char *const seeds[] = {"9", "9", "10"};
	char *played[3];

	for (int i = 0; i < 3; i++) {
		struct recorded match FREED_BY(recorded_free) = recorded_play(
			"seed", "qchess",
			ARGS("sample:random --seed 1", "sample:random --seed 2", "--seed", seeds[i]));

		played[i] = kept(recorded_ask(&match, sql));
	}
	assert_string_equal(played[0], played[1]);
	assert_string_not_equal(played[0], played[2]);
}

/* ---- logs ---- */

static const char *const logs[] = {"network-game.log", "network-terminated.log", "random-game.log"};

static const char *log_path(const char *name)
{
	return kept(bytes_text("%s/%s", env("QCHESS_LOGS"), name));
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
		struct outcome outcome =
			typed("qchess-export", "export %s --format qchess", quoted(log_path(logs[i])));
		char *log = kept(file_read(log_path(logs[i])));

		ends(outcome, 0, NULL, NULL);
		drop_times(log);
		drop_times(outcome.out);
		assert_string_equal(outcome.out, log);
	}
}

/* Exports a match of ringside as a log, and that log again.  */
TEST(a_match_exported_as_a_log_has_the_same_moves)
{
	struct recorded match FREED_BY(recorded_free) = recorded_play(
		"log", "qchess",
		words_of("'sample:thinker --seed 3' 'sample:random --seed 2' --seed 4 --max-moves 40"));
	const char *path = kept(bytes_text("%s/game.log", match.folder));
	struct outcome outcome;
	char *log;

	ends(typed("qchess-export", "export %s --format qchess -o %s", match.file, path), 0, NULL, NULL);
	outcome = typed("qchess-export", "export %s --format qchess", path);
	ends(outcome, 0, NULL, NULL);
	log = kept(file_read(path));
	drop_times(log);
	drop_times(outcome.out);
	assert_string_equal(outcome.out, log);
	assert_non_null(strstr(
		log, kept(recorded_ask(&match, "select ' : ' || group_concat(played, char(10) || ' : ') from "
					       "(select * from turn order by n)"))));
}

/* Plays from the position after so many turns of a log.  Returns the lines to seat 2, which is black, before
 * its first question.  */
static char *told_from(const char *log, int turns, const char *option)
{
	struct recorded match FREED_BY(recorded_free) = recorded_play(
		"from", "qchess",
		words_of(kept(bytes_text("--from '%s:%d' 'sample:random --seed 1' 'sample:random --seed 2' "
					 "--max-moves 1 %s",
					 log_path(log), turns + 1, option))));
	char *told;

	recorded_expect(&match, 0, "max-moves", NONE, NULL);
	told = recorded_ask(&match, "select group_concat(rtrim(bytes, char(10)), '|') from (select * from "
				    "message where seat = 2 and dir = 'to' and turn = 0 order by n)");
	return told;
}

TEST(a_log_is_continued_by_telling_its_events)
{
	assert_text(told_from("network-game.log", 4, ""),
		    "black|4 6 1 pawn|4 6 -> 4 4|3 1 1 pawn|3 1 -> 3 3");
}

/* Hidden states are not told.  Both states of the pawn that was selected twice are known.  */
TEST(a_log_can_be_continued_by_telling_the_board)
{
	FREED char *told = told_from("network-terminated.log", 8, "--send-board");
	static const char begins[] = "black|BOARD|black unknown ['rook', 'unknown']at 0,0|",
			  ends[] = "|white unknown ['rook', 'unknown']at 7,7||END BOARD";

	assert_memory_equal(told, begins, strlen(begins));
	assert_string_equal(told + strlen(told) - strlen(ends), ends);
	assert_non_null(strstr(told, "|white pawn ['pawn', 'pawn']at 5,3|"));
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
		struct outcome outcome =
			typed("qchess-from", "run qchess --from '%s:%s' sample:random sample:random",
			      log_path(wrong[i].log), wrong[i].turns);

		assert_int_not_equal(outcome.status, 0);
		ends(outcome, ANY, NULL, wrong[i].says);
		assert_string_equal(outcome.out, "");
	}
}

TEST(a_mistake_on_the_command_line_is_reported)
{
	static const struct {
		const char *line, *says;
	} wrong[] = {
		{"--line-delay soon a b", "--line-delay soon: expected a number of ms"},
		{"--max-moves 0 a b", "--max-moves 0: expected"},
		{"--shuffle none a b", "--shuffle none: expected uniform or original"},
		{"a", "an argument is missing"},
		{"--size 8 a b", "run qchess has no option --size"},
		{"--board x a b", "run qchess has no option --board"},
		{"human sample:random", "a person needs a screen"},
		{"sample:threat sample:random", "no bundled agent is called \"threat\""},
	};

	for (size_t i = 0; i < LENGTH(wrong); i++)
		ends(typed("qchess-refused", "run qchess %s", wrong[i].line), 2, NULL, wrong[i].says);
}

TEST_MAIN(NULL, NULL)
