/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_imports.c - opens files of other programs: one game of several, a file on stdin, a file that is cut
 * off.  */
#include "../test.h"
#include "program.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* A shortened series of c-gomoku-cli.  */
static const char series[] =
	"(;FF[4]GM[4]GN[1]RU[4]SZ[15]PB[rapfi]PW[carbon]RE[0]\n;B[hh]C[opening "
	"move];W[ii]C[1154ms];B[if]C[7ms])\n\n"
	"(;FF[4]GM[4]GN[2]RU[4]SZ[15]PB[carbon]PW[rapfi]RE[0]\n;B[hh]C[opening move];W[gg]C[20ms])\n\n";

/* Writes a file with this text.  The caller frees its name.  */
static char *file_with(const char *name, const char *text, size_t size)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "/tmp/ringside-imports-%d-%s", (int)getpid(), name);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
	return strdup(path);
}

static void forget(char *path)
{
	unlink(path);
	free(path);
}

/* Makes the file the stdin of this test and of the programs that it runs.  */
static void put_on_stdin(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	close(fd);
}

/* Runs ringside to its end.  `out` is its expected stdout (NULL: any).  Its stderr must contain `part` (NULL:
 * stderr is empty).  */
static void expect(int status, const char *out, const char *part, const char *const *args)
{
	struct outcome outcome = ringside("imports", args);

	if (outcome.status != status || (part ? !strstr(outcome.err, part) : *outcome.err))
		fail_msg("status %d: %s%s", outcome.status, outcome.out, outcome.err);
	if (out)
		assert_string_equal(outcome.out, out);
}

#define EXPECT(status, out, part, ...) expect(status, out, part, ARGS(__VA_ARGS__))

static const char first_psq[] = "Piskvorky 15x15, 7:7, 0\n8,8,0\n9,9,1154\n9,6,7\nrapfi\ncarbon\n-1\n";
static const char second_psq[] = "Piskvorky 15x15, 7:7, 0\n8,8,0\n7,7,20\ncarbon\nrapfi\n-1\n";
static const char holds_two[] = ": holds 2 games: this is the first, FILE:2 the second";

TEST(a_number_after_a_file_chooses_one_of_its_games)
{
	FREED char *path = file_with("series.sgf", series, strlen(series));
	char first[160], second[160], third[160];

	snprintf(first, sizeof(first), "%s:1", path);
	snprintf(second, sizeof(second), "%s:2", path);
	snprintf(third, sizeof(third), "%s:3", path);
	EXPECT(0, first_psq, holds_two, "export", path, "--format", "psq");
	EXPECT(0, first_psq, NULL, "export", first, "--format", "psq");
	EXPECT(0, second_psq, NULL, "export", second, "--format", "psq");
	EXPECT(1, "", "holds 2 games, counted from 1: there is no game 3", "export", third, "--format",
	       "psq");
	EXPECT(0, NULL, holds_two, "open", path, "--batch", "-x", "info seat 1");
	EXPECT(0, NULL, NULL, "open", second, "--batch", "-x", "info seat 1");
	EXPECT(1, NULL, NULL, "diff", first, second);
	/* The number may be a part of the file's name.  */
	assert_int_equal(rename(path, second), 0);
	EXPECT(0, first_psq, holds_two, "export", second, "--format", "psq");
	unlink(second);
}

TEST(a_match_can_begin_from_a_move_of_one_of_the_games)
{
	static const struct {
		const char *place, *opening, *told;
	} places[] = {{"", "AB[hh][if]AW[ii]", holds_two},
		      {":2", "AB[hh]AW[gg]", NULL},
		      {":1:3", "AB[hh]AW[ii]", NULL},
		      {":2:", "AB[hh]AW[gg]", NULL},
		      {":2:2", "AB[hh]", NULL}};
	char *path = file_with("from.sgf", series, strlen(series)), from[200], record[200];

	snprintf(record, sizeof(record), "%s.ringside", path);
	for (size_t i = 0; i < LENGTH(places); i++) {
		const char *args[] = {"export", record, "--format", "sgf", NULL};
		struct outcome outcome;

		snprintf(from, sizeof(from), "%s%s", path, places[i].place);
		EXPECT(0, NULL, places[i].told, "run", "gomocup", "--seed", "1", "--from", from, "--record",
		       record, "sample:random", "sample:random");
		outcome = ringside("imports", args);
		assert_non_null(strstr(outcome.out, "RU[renju]"));
		if (!strstr(outcome.out, places[i].opening))
			fail_msg("%s: expected %s, got %s", from, places[i].opening, outcome.out);
		assert_int_equal(strstr(outcome.out, places[i].opening)[strlen(places[i].opening)], '\n');
		unlink(record);
	}
	snprintf(from, sizeof(from), "%s:2:4", path);
	EXPECT(1, "", "it has only 2 moves, and no position before move 4: expected a number from 1 to 3",
	       "run", "gomocup", "--from", from, "sample:random", "sample:random");
	forget(path);
}

TEST(a_file_of_another_program_can_come_from_stdin)
{
	char *path = file_with("stdin", series, strlen(series));

	put_on_stdin(path);
	EXPECT(0, first_psq, "ringside: stdin: holds 2 games", "export", "-", "--format", "psq");
	put_on_stdin(path);
	EXPECT(0, second_psq, NULL, "export", "-:2", "--format", "psq");
	put_on_stdin(path);
	EXPECT(0, NULL, NULL, "open", "-:2", "--batch", "-x", "why");
	put_on_stdin(path);
	EXPECT(0, NULL, NULL, "run", "gomocup", "--seed", "1", "--from", "-:2:2", "sample:random",
	       "sample:random");
	put_on_stdin(path);
	EXPECT(1, NULL, "stdin: holds 2", "diff", path, "-:2");
	forget(path);
}

TEST(a_file_that_cannot_be_read_from_stdin_is_reported)
{
	static const char database[] = "SQLite format 3\0 and more";
	char *path = file_with("garbage", "hello\n", 6),
	     *match = file_with("match", database, sizeof(database));

	put_on_stdin(path);
	EXPECT(1, "", "stdin: is in no known format", "open", "-", "--batch", "-x", "why");
	put_on_stdin("/dev/null");
	EXPECT(1, "", "stdin: is empty", "export", "-", "--format", "psq");
	put_on_stdin(match);
	EXPECT(1, "", "stdin: a match file cannot be read from a pipe: give its name", "open", "-", "--batch",
	       "-x", "why");
	forget(match);
	forget(path);
}

TEST(a_truncated_log_of_quantum_chess_opens_with_a_note)
{
	static const char log[] =
		"# Log starts 2013-05-10 09:50:45\n# white : Ada\n# black : Bob\n"
		"# Initial board\nwhite unknown ['rook', '?pawn'] at 0,1\n"
		"black king ['king', 'king'] at 3,0\nwhite king ['king', 'king'] at 3,7\n"
		"# Start game\n2013-05-10 09:50:46 : 0 1 1 pawn\n2013-05-10 09:50:47 : 0 1 ->";
	char *path = file_with("cut.log", log, strlen(log));

	EXPECT(0, NULL, "cut.log: ends in the middle of line 10: \"0 1 ->\" is left out", "open", path,
	       "--batch", "-x", "info seat 1");
	put_on_stdin(path);
	EXPECT(0, NULL, "stdin: ends in the middle of line 10", "export", "-", "--format", "qchess");
	forget(path);
}

/* The same of every command; a file of that name wins.  */
TEST(a_number_after_a_match_names_the_position_before_that_move)
{
	static const struct {
		const char *place, *says;
	} wrong[] = {
		{":6", "it has only 4 moves, and no position before move 6: expected a number from 1 to 5"},
		{":0", "no position before move 0"},
		{":3:", "one.ringside: there is no branch 3 (ringside open "}};
	char *path = file_with("one.ringside", "", 0);
	FREED char *psq = file_with("one.psq", first_psq, strlen(first_psq));
	char third[160], branch[160], name[160];
	struct outcome back;

	unlink(path);
	EXPECT(0, NULL, NULL, "run", "lmc", "--seed", "1", "--turns", "2", "--record", path, "sample:rotate",
	       "sample:rotate");
	snprintf(third, sizeof(third), "%s:3", path);
	snprintf(branch, sizeof(branch), "%s:0:3", path);
	/* The faster of the two has the first turn.  */
	back = ringside("imports", ARGS("open", third, "--batch", "-x", "goto -1"));
	assert_int_equal(strncmp(back.out, "viewing 1 of 4: seat ", strlen("viewing 1 of 4: seat ")), 0);
	EXPECT(0, back.out, NULL, "open", branch, "--batch", "-x", "goto -1");
	EXPECT(0, NULL, NULL, "diff", third, branch);
	EXPECT(1, NULL, NULL, "diff", third, path);
	EXPECT(0, NULL, NULL, "rerun", third, "--seat", "1");
	EXPECT(2, "", "the format jsonl holds a whole match", "export", third, "--format", "jsonl");
	for (size_t i = 0; i < LENGTH(wrong); i++) {
		snprintf(name, sizeof(name), "%s%s", path, wrong[i].place);
		EXPECT(1, "", wrong[i].says, "open", name, "--batch", "-x", "why");
	}
	snprintf(name, sizeof(name), "%s:3", psq);
	EXPECT(0, "Piskvorky 15x15, 7:7, 0\n8,8,0\n9,9,1154\nrapfi\ncarbon\n0\n", NULL, "export", name,
	       "--format", "psq");
	assert_int_equal(rename(psq, name), 0);
	EXPECT(0, "Piskvorky 15x15, 7:7, 0\n8,8,0\n9,9,1154\n9,6,7\nrapfi\ncarbon\n0\n", NULL, "export", name,
	       "--format", "psq");
	unlink(name);
	forget(path);
	EXPECT(1, "", "one.ringside:3: there is no such file", "open", third, "--batch", "-x", "why");
}

/* A pipe into which nobody writes is empty, and /dev/zero has no end.  timeout(1) ends what waits for them.
 */
TEST(a_pipe_without_a_writer_and_a_file_without_an_end_are_refused_in_time)
{
	static const struct {
		const char *words[8], *of_pipe, *of_zero;
	} rows[] = {
		{{"run", "gomocup", "sample:random", "sample:random", "--openings"},
		 "contains no opening: expected lines",
		 "is larger than 64 MB: expected a text"},
		{{"run", "lmc", "sample:rotate", "sample:rotate", "--game"},
		 "no name: expected",
		 "/dev/zero: is larger than 1 MB: expected a text"},
		{{"run", "asimulator", "sample:wander", "sample:wander", "--world"},
		 "nothing but comments: expected a world",
		 "is larger than 64 MB: expected a text"},
		{{"run", "gomocup", "sample:random", "sample:random", "--results"},
		 "is not an ordinary file",
		 "/dev/zero: is not an ordinary file"},
		{{"run", "gomocup", "sample:random", "sample:random", "--from"},
		 "is not an ordinary file",
		 "/dev/zero: is not an ordinary file"},
		{{"open", "--batch", "-x", "why"},
		 "is not an ordinary file",
		 "/dev/zero: is not an ordinary file"},
		{{"rerun"}, "is not an ordinary file", "/dev/zero: is not an ordinary file"},
	};
	char *path = file_with("pipe", "", 0);

	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	for (size_t i = 0; i < 2 * LENGTH(rows); i++) {
		const char *args[12] = {"-c", "exec timeout 60 \"$RINGSIDE\" \"$@\"", "sh"};
		const char *says = i % 2 ? rows[i / 2].of_zero : rows[i / 2].of_pipe;
		struct outcome outcome;
		int count = 3;

		for (int word = 0; rows[i / 2].words[word]; word++)
			args[count++] = rows[i / 2].words[word];
		args[count] = i % 2 ? "/dev/zero" : path;
		outcome = run_program("/bin/sh", "imports", args);
		if ((outcome.status != 1 && outcome.status != 2) || !strstr(outcome.err, says))
			fail_msg("%s %s: status %d: %s", args[3], args[count], outcome.status, outcome.err);
	}
	forget(path);
}

TEST_MAIN(NULL, NULL)
