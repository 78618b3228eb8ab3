/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_game_programs.c - the bundled game programs and players of LMC 2, and the examples in other languages,
 * as processes: what they answer, and whether the learner learns.
 *
 * The test is the judge. If a dialogue does not depend on chance, its whole input is a file. Otherwise the
 * test relays line by line and waits only for the next line.  */
#include "../test.h"

#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#define SAMPLES "src/samples/"

enum { SAID = 65536, TURNS_MOST = 1000, LINE_SIZE = 4096, FACTS = 16 };

/* A running program; its command line goes through the shell.  */
struct program {
	pid_t pid;
	FILE *to, *from;
};

static void start_on(struct program *program, const char *command, int in, int out, int other)
{
	char line[LINE_SIZE];

	snprintf(line, sizeof(line), "exec %s", command);
	program->pid = fork();
	assert_true(program->pid >= 0);
	if (program->pid == 0) {
		dup2(in, STDIN_FILENO);
		dup2(out, STDOUT_FILENO);
		close(in);
		close(out);
		if (other >= 0)
			close(other);
		execl("/bin/sh", "sh", "-c", line, (char *)NULL);
		_exit(127);
	}
}

static int end(const struct program *program)
{
	int status;

	assert_int_equal(waitpid(program->pid, &status, 0), program->pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* What the program says when given this input; also its exit status.  */
static int run(const char *command, const char *told, char said[SAID])
{
	FILE *in = tmpfile(), *out = tmpfile();
	struct program program;

	assert_non_null(in);
	assert_non_null(out);
	fputs(told, in);
	fflush(in);
	rewind(in);
	start_on(&program, command, fileno(in), fileno(out), -1);
	int status = end(&program);
	rewind(out);
	said[fread(said, 1, SAID - 1, out)] = '\0';
	fclose(in);
	fclose(out);
	return status;
}

static void assert_says(const char *command, const char *told, const char *expected)
{
	char said[SAID];

	assert_int_equal(run(command, told, said), 0);
	assert_string_equal(said, expected);
}

/* The examples are in the source tree.  */
static const char *example(const char *interpreter, const char *name, char command[LINE_SIZE])
{
	const char *source = getenv("srcdir");

	snprintf(command, LINE_SIZE, "%s '%s/" SAMPLES "%s'", interpreter, source ? source : ".", name);
	return command;
}

TEST(roshambo_asks_both_players_before_it_answers_either)
{
	assert_says(
		SAMPLES "lmc2-roshambo.py --turns 2",
		"@judge version 1\n@judge players 2\n@judge seed 1\n@judge name 1 Anna\n@judge name 2 Bert\n"
		"# hello\n@command new\n@player 2 @output rock\n@player 1 paper\n@player 1 @output rock\n"
		"@player 2 @output rock\n@command exit\n",
		"@info name roshambo\n@player 1 @command new\n@player 2 @command new\n"
		"@player 1 @command symbol rock\n@player 1 @command symbol paper\n"
		"@player 1 @command symbol scissors\n@player 2 @command symbol rock\n"
		"@player 2 @command symbol paper\n@player 2 @command symbol scissors\n"
		"@player 1 @command play\n@player 2 @command play\n"
		"@player 1 @input rock\n@player 1 @score 1\n@player 2 @input paper\n@player 2 @score -1\n"
		"@player 1 @command play\n@player 2 @command play\n"
		"@player 1 @input rock\n@player 1 @score 0\n@player 2 @input rock\n@player 2 @score 0\n"
		"@judge over player 1 (Anna) scored 1, player 2 (Bert) scored -1, in 2 turns\n@info exit\n");
}

/* What the program says after both players were first asked to move.  */
static void assert_roshambo_goes_on(const char *told, const char *expected)
{
	static const char begun[] = "@player 2 @command play\n";
	char said[SAID], script[LINE_SIZE];

	snprintf(script, sizeof(script), "@judge players 2\n@command new\n%s", told);
	assert_int_equal(run(SAMPLES "lmc2-roshambo.py --turns 1", script, said), 0);
	const char *rest = strstr(said, begun);
	assert_non_null(rest);
	assert_string_equal(rest + strlen(begun), expected);
}

TEST(a_players_fault_is_a_lost_turn)
{
	assert_roshambo_goes_on(
		"@player 1 rock\n@judge fault 2 timeout\n@command exit\n",
		"@player 1 @score 1\n@player 2 @input rock\n@player 2 @score -1\n@judge over player 1 "
		"(?) scored 1, player 2 (?) scored -1, in 1 turn\n@info exit\n");
	assert_roshambo_goes_on(
		"@judge fault 1 illegal\n@judge fault 2 timeout\n",
		"@player 1 @score -1\n@player 2 @score -1\n@judge over player 1 (?) scored -1, player "
		"2 (?) scored -1, in 1 turn\n@info exit\n");
	assert_roshambo_goes_on(
		"@player 1 rock rock\n@player 2 @output\n",
		"@player 1 @score -1\n@player 2 @score -1\n@judge over player 1 (?) scored -1, player "
		"2 (?) scored -1, in 1 turn\n@info exit\n");
}

TEST(a_player_who_leaves_ends_a_game_of_two)
{
	assert_roshambo_goes_on("@player 1 rock\n@judge fault 2 exit\n@command exit\n",
				"@judge over player 1 (?) scored 0, player 2 (?) scored -1, in 1 turn\n"
				"@info exit\n");
	assert_says(
		SAMPLES "lmc2-roshambo.py", "@judge players 1\n@command new\n@command exit\n",
		"@info name roshambo\n@judge over this game needs 2 players, and there is 1\n@info exit\n");
}

/* The lines to one player, without their address.  */
static void lines_to(const char *said, int player, char lines[SAID])
{
	char address[16];

	snprintf(address, sizeof(address), "@player %d ", player);
	for (lines[0] = '\0'; *said; said += strcspn(said, "\n") + 1)
		if (strncmp(said, address, strlen(address)) == 0)
			strncat(lines, said + strlen(address), strcspn(said + strlen(address), "\n") + 1);
}

TEST(two_players_get_the_same_questions)
{
	static const char *const games[] = {"imitate-game.py --turns 3", "echo-reverse.sh --turns 3",
					    "questions.py --turns 3"};
	char said[SAID], first[SAID], second[SAID], again[SAID], command[LINE_SIZE];

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		snprintf(command, sizeof(command), SAMPLES "lmc2-%s", games[i]);
		assert_int_equal(run(command,
				     "@judge players 2\n@judge seed 7\n@command new\n@player 1 q\n@player 1 "
				     "q\n@player 2 "
				     "q\n@player 1 q\n@judge fault 2 timeout\n@player 2 q\n@command exit\n",
				     said),
				 0);
		lines_to(said, 1, first);
		lines_to(said, 2, second);
		assert_string_equal(first, second);
		assert_non_null(strstr(
			said, "@judge over player 1 (?) scored -3, player 2 (?) scored -3, in 3 turns\n"));
		/* A different seed asks differently. A player who has left does not delay the other.  */
		assert_int_equal(
			run(command,
			    "@judge players 2\n@judge seed 8\n@command new\n@judge fault 2 exit\n@player 1 "
			    "q\n@player 1 q\n@player 1 q\n",
			    said),
			0);
		lines_to(said, 1, again);
		assert_string_not_equal(first, again);
		assert_non_null(strstr(
			said, "@judge over player 1 (?) scored -3, player 2 (?) scored -1, in 3 turns\n"));
	}
}

TEST(hints_can_be_switched_off)
{
	static const char told[] = "@command new\n@output q\n@output q\n";
	char said[SAID];

	assert_int_equal(run(SAMPLES "lmc2-echo-reverse.sh --turns 2", told, said), 0);
	assert_non_null(strstr(said, "@player 1 @hint "));
	assert_int_equal(run(SAMPLES "lmc2-echo-reverse.sh --turns 2 --no-hints", told, said), 0);
	assert_null(strstr(said, "@hint"));
	assert_non_null(strstr(said, "@judge over player 1 (?) scored -2, in 2 turns\n"));
	assert_int_equal(run(SAMPLES "lmc2-echo-reverse.sh --turns 2 --no-hints --hints", told, said), 0);
	assert_non_null(strstr(said, "@player 1 @hint "));
}

/* Takes the place of a player: hears all lines and answers `@command play`.  */
typedef void listener(void *self, const char *line, char answer[LINE_SIZE]);

struct result {
	int turns, score[TURNS_MOST];
	char over[LINE_SIZE]; /* what the game said at its end */
};

static bool next_line(FILE *from, char line[LINE_SIZE])
{
	if (!fgets(line, LINE_SIZE, from))
		return false;
	line[strcspn(line, "\n")] = '\0';
	return true;
}

static void start(struct program *program, const char *command)
{
	int to[2], from[2];

	assert_int_equal(pipe(to), 0);
	assert_int_equal(pipe(from), 0);
	program->to = fdopen(to[1], "w");
	program->from = fdopen(from[0], "r");
	start_on(program, command, to[0], from[1], to[1]);
	close(to[0]);
	close(from[1]);
	char line[LINE_SIZE];
	assert_true(next_line(program->from, line));
	assert_int_equal(strncmp(line, "@info name ", 11), 0);
}

/* Says goodbye and reads the other's goodbye.  */
static void end_program(struct program *program)
{
	char line[LINE_SIZE];

	fputs("@command exit\n", program->to);
	fclose(program->to);
	assert_true(next_line(program->from, line));
	assert_string_equal(line, "@info exit");
	assert_false(next_line(program->from, line));
	fclose(program->from);
	assert_int_equal(end(program), 0);
}

/* A whole game for one player.  */
static void play(const char *game_command, listener *player, void *self, struct result *result)
{
	static const char address[] = "@player 1 ";
	struct program game;
	char line[LINE_SIZE], answer[LINE_SIZE];

	*result = (struct result){0};
	start(&game, game_command);
	fputs("@judge version 1\n@judge players 1\n@judge seed 42\n@judge name 1 pupil\n@command new\n",
	      game.to);
	fflush(game.to);
	while (next_line(game.from, line) && strncmp(line, "@judge over ", 12) != 0) {
		assert_int_equal(strncmp(line, address, strlen(address)), 0);
		const char *told = line + strlen(address);
		answer[0] = '\0';
		player(self, told, answer);
		if (strncmp(told, "@score ", 7) == 0) {
			assert_true(result->turns < TURNS_MOST);
			result->score[result->turns++] = atoi(told + 7);
		}
		if (strcmp(told, "@command play") == 0) {
			fprintf(game.to, "@player 1 @output %s\n", answer);
			fflush(game.to);
		}
	}
	strcpy(result->over, line);
	end_program(&game);
}

/* The mean score of these turns.  */
static double mean(const struct result *result, int from, int to)
{
	double sum = 0;

	for (int turn = from; turn < to; turn++)
		sum += result->score[turn];
	return sum / (to - from);
}

/* A player that is a program.  */
static void relay(void *self, const char *line, char answer[LINE_SIZE])
{
	static const char output[] = "@output ";
	struct program *program = self;
	char said[LINE_SIZE];

	fprintf(program->to, "%s\n", line);
	fflush(program->to);
	if (strcmp(line, "@command play") != 0)
		return;
	assert_true(next_line(program->from, said));
	assert_int_equal(strncmp(said, output, strlen(output)), 0);
	strcpy(answer, said + strlen(output));
}

static void play_program(const char *game, const char *player_command, struct result *result)
{
	struct program player;

	start(&player, player_command);
	play(game, relay, &player, result);
	end_program(&player);
}

/* Knows the rules of echo-reverse.  */
static void reverse(void *self, const char *line, char answer[LINE_SIZE])
{
	char *heard = self;

	if (strncmp(line, "@input ", 7) == 0)
		strcpy(heard, line + 7);
	if (strcmp(line, "@command play") != 0)
		return;
	char rest[LINE_SIZE];
	for (strcpy(rest, heard); rest[0];) {
		char *last = strrchr(rest, ' ');

		strcat(answer, last ? last + 1 : rest);
		strcat(answer, last ? " " : "");
		*(last ? last : rest) = '\0';
	}
}

TEST(reversing_is_always_right_in_echo_reverse)
{
	char heard[LINE_SIZE] = "";
	struct result result;

	play(SAMPLES "lmc2-echo-reverse.sh --turns 60 --length 9 --symbols 80", reverse, heard, &result);
	assert_int_equal(result.turns, 60);
	assert_string_equal(result.over, "@judge over player 1 (pupil) scored 60, in 60 turns");
}

/* Believes what it hears: the colour and the place of each thing.  */
struct believer {
	int things;
	char name[FACTS][32], colour[FACTS][32], place[FACTS][32], heard[LINE_SIZE];
};

static int thing(struct believer *believer, const char *name)
{
	int i = 0;

	while (i < believer->things && strcmp(believer->name[i], name) != 0)
		i++;
	if (i == believer->things) {
		assert_true(believer->things < FACTS);
		strcpy(believer->name[believer->things++], name);
	}
	return i;
}

static void believe(void *self, const char *line, char answer[LINE_SIZE])
{
	struct believer *believer = self;
	char name[32], fact[32];

	if (strncmp(line, "@input ", 7) == 0)
		strcpy(believer->heard, line + 7);
	if (sscanf(line, "@input the %31s is on the %31s", name, fact) == 2)
		strcpy(believer->place[thing(believer, name)], fact);
	else if (sscanf(line, "@input the %31s is %31s", name, fact) == 2)
		strcpy(believer->colour[thing(believer, name)], fact);
	if (strcmp(line, "@command play") != 0)
		return;
	if (sscanf(believer->heard, "what colour is the %31s", name) == 1)
		strcpy(answer, believer->colour[thing(believer, name)]);
	else if (sscanf(believer->heard, "where is the %31s", name) == 1)
		snprintf(answer, LINE_SIZE, "on the %s", believer->place[thing(believer, name)]);
	else if (sscanf(believer->heard, "is the %31s %31s", name, fact) == 2)
		strcpy(answer, strcmp(believer->colour[thing(believer, name)], fact) == 0 ? "yes" : "no");
}

TEST(a_good_listener_can_answer_every_question)
{
	struct believer believer = {0};
	struct result result;

	play(SAMPLES "lmc2-questions.py --turns 500", believe, &believer, &result);
	assert_true(believer.things > 1);
	assert_string_equal(result.over, "@judge over player 1 (pupil) scored 500, in 500 turns");
}

TEST(the_imitator_is_always_right_in_the_game_of_imitation)
{
	struct result result;

	play_program(SAMPLES "lmc2-imitate-game.py", SAMPLES "lmc2-imitate-player.sh", &result);
	assert_string_equal(result.over, "@judge over player 1 (pupil) scored 100, in 100 turns");
	play_program(SAMPLES "lmc2-imitate-game.py --length 7 --symbols 60 --turns 20",
		     SAMPLES "lmc2-imitate-player.sh", &result);
	assert_string_equal(result.over, "@judge over player 1 (pupil) scored 20, in 20 turns");
	play_program(SAMPLES "lmc2-echo-reverse.sh", SAMPLES "lmc2-imitate-player.sh", &result);
	assert_true(mean(&result, 0, 100) < 0);
}

TEST(the_imitator_says_a_symbol_before_it_has_heard_anything)
{
	assert_says(SAMPLES "lmc2-imitate-player.sh",
		    "@command new\n@command symbol a\n@command symbol b\n@command "
		    "play\n@input b a\n"
		    "@command play\n@hint b\n@score -1\n@command play\n@command exit\n",
		    "@info name imitate-player\n@output a\n"
		    "@output b a\n@output b a\n@info exit\n");
}

TEST(the_learner_improves)
{
	static const struct {
		const char *game;
		int turns;
		double late; /* the minimum for the last quarter */
	} games[] = {
		{"imitate-game.py", 100, 0.9},
		{"imitate-game.py --length 6 --symbols 20", 100, 0.9},
		{"imitate-game.py --no-hints --turns 200", 200, 0.9},
		{"echo-reverse.sh", 100, 0.9},
		{"echo-reverse.sh --length 12 --symbols 40 --turns 200", 200, 0.9},
		{"questions.py", 200, 0.5},
	};

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++)
		for (int seed = 1; seed <= 3; seed++) {
			char game[LINE_SIZE], player[LINE_SIZE];
			struct result result;

			snprintf(game, sizeof(game), SAMPLES "lmc2-%s", games[i].game);
			snprintf(player, sizeof(player), SAMPLES "lmc2-learner.py --seed %d", seed);
			play_program(game, player, &result);
			assert_int_equal(result.turns, games[i].turns);
			int quarter = result.turns / 4;
			double early = mean(&result, 0, quarter / 2),
			       late = mean(&result, 3 * quarter, 4 * quarter);

			print_message("%s, seed %d: %+.2f, then %+.2f\n", games[i].game, seed, early, late);
			assert_true(late > early);
			assert_true(late >= games[i].late);
		}
}

TEST(the_shell_example_plays_what_it_heard)
{
	char command[LINE_SIZE];

	assert_says(example("sh", "lmc-player.sh", command),
		    "@command new\n@command symbol rock\n@command symbol paper\n# well\n@command play\n"
		    "@input paper\n@score -1\n@command play\nrock\r\n@command play\n@input a b\n@hint rock\n"
		    "@command play\r\n@command exit\r\n@command play\n",
		    "@info name copycat.sh\n@output rock\n@output paper\n@output rock\n@output a b\n"
		    "@info exit\n");
	assert_says(command, "@command new\r\n@command symbol x\r\n@command play\r\n",
		    "@info name copycat.sh\n@output x\n@info exit\n");
}

TEST(rotate_plays_the_symbols_in_turn)
{
	char command[LINE_SIZE];

	assert_says(
		example("sh", "lmc-rotate.sh", command),
		"# Judge Program Ready\n@command symbol rock\n@command symbol a\\b\n@command play\n@input "
		"rock\n"
		"@score 0\n@command play\nrock\n@command play\n@command new\r\n@command symbol c\r\n"
		"@command symbol d\r\n@command play\r\n@command play\r\n@command exit\r\n@command play\r\n",
		"@info name rotate\n@output rock\n@output a\\b\n@output rock\n@output c\n@output d\n@info "
		"exit\n");
}

TEST(constant_plays_the_symbol_that_it_was_given)
{
	static const char told[] = "@command symbol a\n@command symbol b\r\n@command play\n@command play\n"
				   "@command new\n@command symbol c\n@command symbol b\n@command play\n";
	char command[LINE_SIZE], with[2 * LINE_SIZE];

	example("sh", "lmc-constant.sh", command);
	assert_says(command, told, "@info name constant\n@output a\n@output a\n@output c\n@info exit\n");
	snprintf(with, sizeof(with), "%s --symbol b", command);
	assert_says(with, told, "@info name constant\n@output b\n@output b\n@output b\n@info exit\n");
	snprintf(with, sizeof(with), "%s --symbol=c", command);
	assert_says(with, told,
		    "@info name constant\n# \"c\" is no symbol of this game: the first is played\n@output a\n"
		    "@output a\n@output c\n@info exit\n");
}

/* Knows the rules of the Python example.  */
static void count(void *self, const char *line, char answer[LINE_SIZE])
{
	static const char *const numbers[] = {"one", "two", "three"};
	int *words = self;

	if (strncmp(line, "@input ", 7) == 0) {
		*words = 0;
		for (const char *rest = line; (rest = strchr(rest, ' ')); rest++)
			++*words;
	}
	assert_true(*words >= (strncmp(line, "@input ", 7) == 0) && *words <= 3);
	if (strcmp(line, "@command play") == 0)
		strcpy(answer, numbers[*words - 1]);
}

TEST(the_python_example_is_a_game)
{
	char command[LINE_SIZE], said[SAID];
	struct result result;
	int words = 0;

	example("python3", "lmc2-game.py", command);
	play(command, count, &words, &result);
	assert_int_equal(result.turns, 20);
	assert_string_equal(result.over, "@judge over 20 points");
	play_program(command, SAMPLES "lmc2-imitate-player.sh", &result);
	assert_int_equal(result.turns, 20);
	assert_true(mean(&result, 0, 20) < 1);
	assert_int_equal(run(command,
			     "@judge seed 3\r\n@command new\r\n@judge fault 1 timeout\n@judge fault 1 exit\n"
			     "@command exit\n",
			     said),
			 0);
	assert_int_equal(
		strncmp(said,
			"@info name counting\n@player 1 @command new\n@player 1 @command symbol one\n"
			"@player 1 @command symbol two\n@player 1 @command symbol three\n@player 1 @input ",
			strlen("@info name counting\n@player 1 @command new\n@player 1 @command symbol one\n"
			       "@player 1 @command symbol two\n@player 1 @command symbol three\n@player 1 "
			       "@input ")),
		0);
	assert_non_null(strstr(said, "@player 1 @score -1\n@player 1 @hint "));
	assert_non_null(strstr(said, "\n@judge over player 1 has left with -1 points\n@info exit\n"));
}

TEST(every_program_has_help_and_refuses_unknown_options)
{
	static const char *const names[] = {"lmc-random"};
	char command[LINE_SIZE], expected[LINE_SIZE], said[SAID];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(command, sizeof(command), SAMPLES "%s --help", names[i]);
		snprintf(expected, sizeof(expected), "Usage: %s [OPTION]...\n", names[i]);
		assert_int_equal(run(command, "", said), 0);
		assert_int_equal(strncmp(said, expected, strlen(expected)), 0);
		snprintf(command, sizeof(command), SAMPLES "%s --fast 2>&1", names[i]);
		snprintf(expected, sizeof(expected), "%s: unknown option --fast (try --help)\n", names[i]);
		assert_int_equal(run(command, "", said), 2);
		assert_string_equal(said, expected);
	}
}

TEST(every_script_has_help_and_refuses_unknown_options)
{
	static const struct {
		const char *name, *wrong, *told;
	} scripts[] = {
		{"lmc-beat-frequent.py", "--fast", "--fast"},
		{"lmc-predictor.py", "--seed x", "argument --seed: invalid int value"},
		{"lmc-constant.sh", "--fast", "not \"--fast\""},
		{"lmc-constant.sh", "--symbol", "expected --symbol S"},
		{"lmc-rotate.sh", "--fast", "not \"--fast\""},
		{"lmc2-imitate-game.py", "--fast", "--fast"},
		{"lmc2-imitate-game.py", "--symbols=81", "--symbols wants a number from 2 to 80"},
		{"lmc2-imitate-game.py", "--turns 0", "--turns wants a number from 1"},
		{"lmc2-imitate-game.py", "--backwards --length 1", "--length wants a number from 2"},
		{"lmc2-imitate-player.sh", "--fast", "not \"--fast\""},
		{"lmc2-learner.py", "--fast", "--fast"},
		{"lmc2-learner.py", "--seed x", "argument --seed: invalid int value: 'x'"},
		{"lmc2-questions.py", "--fast", "--fast"},
		{"lmc2-questions.py", "--hints=no", "'no'"},
		{"lmc2-questions.py", "--turns 0", "--turns wants a number from 1"},
		{"lmc2-roshambo.py", "--fast", "--fast"},
		{"lmc2-roshambo.py", "--turns 0", "--turns wants a number from 1"},
	};
	char command[LINE_SIZE], expected[LINE_SIZE], said[SAID];

	for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
		const char *name = scripts[i].name;

		snprintf(command, sizeof(command), SAMPLES "%s --help", name);
		snprintf(expected, sizeof(expected), "sage: %s",
			 name); /* Python writes "usage" in lower case */
		assert_int_equal(run(command, "", said), 0);
		assert_int_equal(strncmp(said + 1, expected, strlen(expected)), 0);
		snprintf(command, sizeof(command), SAMPLES "%s %s 2>&1 >/dev/null", name, scripts[i].wrong);
		assert_int_equal(run(command, "", said), 2);
		assert_non_null(strstr(said, name));
		assert_non_null(strstr(said, scripts[i].told));
	}
}

TEST(a_wrong_value_is_refused_with_the_expected_one)
{
	static const struct {
		const char *command, *message;
	} wrong[] = {
		{"lmc-random --seed x",
		 "lmc-random: --seed wants a number from 0 to 9223372036854775807, not \"x\"\n"},
		{"lmc-random --seed", "lmc-random: --seed wants a value: --seed N\n"},
	};
	char command[LINE_SIZE], said[SAID];

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		snprintf(command, sizeof(command), SAMPLES "%s 2>&1", wrong[i].command);
		assert_int_equal(run(command, "", said), 2);
		assert_string_equal(said, wrong[i].message);
	}
}

TEST_MAIN(NULL, NULL)
