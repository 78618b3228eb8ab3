/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_clients.c - the bundled clients of the agent world as processes: their bytes, both ways to connect,
 * and their command lines.
 *
 * These dialogues do not depend on chance, so the whole input is given at the start.  */
#include "agent_world_fixture.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SAMPLES "src/samples/asimulator-"

enum { SAID = 4096, WORDS_MOST = 8, PATIENCE_MS = 20000 };

/* The classic world's rules (asimulator, World file).  */
#define BIG_RULES                                                                                            \
	"\x7f\x84\x00\x00\x01\x00\x01\x00\x01\x00\x01\x00\x01\x03\xe8\x00\x00\x27\x10\x00\x00\x00\x00\xff"   \
	"\xff\xd8\xf0\xff\x04\xff\x04\x00\x01\x00\x01\x00\x01\x00\x01\x00\x01"
#define LITTLE_RULES                                                                                         \
	"\x7f\x84\x00\x01\x00\x01\x00\x01\x00\x01\x00\x01\x00\xe8\x03\x00\x00\x10\x27\x00\x00\x00\x00\xf0"   \
	"\xd8\xff\xff\xff\x04\xff\x04\x01\x00\x01\x00\x01\x00\x01\x00\x01\x00"
#define SCORE "\x00\x00\x00\x2a"

/* Percepts.  */
#define NOTHING "\x00"
#define AT_HOME "\x01"
#define AN_ITEM "\x02"
#define BUMPED  "\x09" /* at home */
#define FEAR    "\x10"
#define END     "\x81"
/* A list of known tiles: none; a wall at 0,1; a clear tile at 0,2.  */
#define NO_TILES     "\x00"
#define A_CLEAR_TILE "\x03\x00\x02\x00"
#define A_WALL       "\x02\x00\x01\x00"

/* The bytes told or said, and their size.  */
#define BYTES(literal) literal, sizeof(literal) - 1

/* Starts a program; `words` are separated by blanks; in and out are its standard input and output.  */
static pid_t start(const char *command, int in, int out)
{
	char line[SAID];
	pid_t pid;

	assert_true(snprintf(line, sizeof(line), "exec %s", command) < (int)sizeof(line));
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		dup2(in, STDIN_FILENO);
		dup2(out, STDOUT_FILENO);
		execl("/bin/sh", "sh", "-c", line, (char *)NULL);
		_exit(127);
	}
	return pid;
}

static int end(pid_t pid)
{
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* What the program says when given this input, and its size and exit status.  */
static int run(const char *command, const char *told, size_t size, char said[SAID], size_t *length)
{
	FILE *in = tmpfile(), *out = tmpfile();
	int status;

	assert_non_null(in);
	assert_non_null(out);
	fwrite(told, 1, size, in);
	fflush(in);
	rewind(in);
	status = end(start(command, fileno(in), fileno(out)));
	rewind(out);
	*length = fread(said, 1, SAID - 1, out);
	said[*length] = '\0';
	fclose(in);
	fclose(out);
	return status;
}

static void expect_said(const char *command, const char *told, size_t size, const char *expected,
			size_t expected_size)
{
	char said[SAID];
	size_t length;

	assert_int_equal(run(command, told, size, said, &length), 0);
	if (length != expected_size || memcmp(said, expected, length) != 0) {
		char *got = bytes_escaped(said, length), *wanted = bytes_escaped(expected, expected_size);

		fail_msg("%s said %s, expected %s", command, got, wanted);
	}
}

/* ---- dialogues ---- */

/* Two simulations over one connection; the first ends at the third action, the second by itself.  */
TEST(rotate_turns_and_shuts_off)
{
	expect_said(SAMPLES "rotate --stdio --actions 3",
		    BYTES(BIG_RULES AT_HOME NO_TILES AT_HOME AT_HOME END SCORE BIG_RULES NOTHING A_WALL END
				  SCORE),
		    BYTES("\x00"
			  "\xff\x00\x0cI only turn.\x65\x00\x00\x02"
			  "\x66\x00\x00\x02"
			  "\x00"
			  "\xff\x00\x0cI only turn.\x65\x00\x00\x02"));
	expect_said(SAMPLES "rotate --little --actions=2 --stdio",
		    BYTES(LITTLE_RULES AT_HOME NO_TILES AT_HOME END SCORE),
		    BYTES("\x80"
			  "\xff\x0c\x00I only turn.\x65\x00\x00\x02"
			  "\x00"));
	/* Twenty actions without options: the info byte, the text, 19 turns with their symbols, the end.  */
	char said[SAID], told[] = BIG_RULES NOTHING NO_TILES "                   " END SCORE;
	size_t length;
	assert_int_equal(run(SAMPLES "rotate --stdio", told, sizeof(told) - 1, said, &length), 0);
	assert_int_equal(length, 1 + 15 + 19 * 4 + 1);
}

TEST(wander_grabs_an_item_and_shuts_off_at_home)
{
	for (int seed = 1; seed <= 5; seed++) {
		char command[SAID];

		snprintf(command, sizeof(command), SAMPLES "wander.py --stdio --seed %d", seed);
		expect_said(command, BYTES(BIG_RULES "\x03" NO_TILES AT_HOME END SCORE),
			    BYTES("\x00\xff\x00\x1bI go where chance leads me.\x04\xff\x00\x08"
				  "An item.\x00"));
	}
	/* Without a limit it goes on as long as it may.  */
	expect_said(SAMPLES "wander.py --stdio --little --actions 1",
		    BYTES(LITTLE_RULES AT_HOME NO_TILES END SCORE),
		    BYTES("\x80\xff\x1b\x00I go where chance leads me.\x00"));
}

TEST(wander_repeats_itself_with_the_same_seed)
{
	static const char told[] =
		BIG_RULES NOTHING NO_TILES "\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10"
					   "\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10";
	char one[SAID], same[SAID], other[SAID];
	size_t sizes[3];

	run(SAMPLES "wander.py --stdio --seed 7", told, sizeof(told) - 1, one, &sizes[0]);
	run(SAMPLES "wander.py --stdio --seed=7", told, sizeof(told) - 1, same, &sizes[1]);
	run(SAMPLES "wander.py --stdio --seed 8", told, sizeof(told) - 1, other, &sizes[2]);
	assert_int_equal(sizes[0], sizes[1]);
	assert_memory_equal(one, same, sizes[0]);
	assert_true(sizes[0] != sizes[2] || memcmp(one, other, sizes[0]) != 0);
}

/* Walls around it, and the only item on its tile.  */
#define WALLS "\x02\x01\x00\x02\x00\x01\x02\xff\x00\x02\x00\xff\x00"

TEST(the_reasoner_goes_where_it_can_prove_that_nothing_is_deadly)
{
	expect_said(SAMPLES "reasoner.py --stdio", BYTES(BIG_RULES "\x03" WALLS AT_HOME END SCORE),
		    BYTES("\x00\xff\x00\x08"
			  "An item.\x04\xff\x00\x0aI go home.\x00"));
	/* North is safe, since the tile behind it tells of no fear; west and south are not.  */
	expect_said(SAMPLES "reasoner.py --stdio --little", BYTES(LITTLE_RULES FEAR A_CLEAR_TILE END SCORE),
		    BYTES("\x80\xff\x1a\x00"
			  "0,1 is safe: I look "
			  "there.\xc9\xff\x02\xc9\x00\x01\xc9\x00\x02\xc9\x00\x03\xc9\x01\x02\x02"));
	expect_said(SAMPLES "reasoner.py --stdio", BYTES(BIG_RULES FEAR NO_TILES END SCORE),
		    BYTES("\x00\xff\x00\x0aI go home.\x00"));
}

/* Bit 1 is the highest: the same rules with every byte mirrored except in numbers.  */
TEST(bits_may_come_in_either_order)
{
	static const char told[] =
		"\xfe\x21\x00\x00\x01\x00\x01\x00\x01\x00\x01\x00\x01\x03\xe8\x00\x00\x27\x10"
		"\x00\x00\x00\x00\xff\xff\xd8\xf0\xff\x04\xff\x04\x00\x01\x00\x01\x00\x01\x00"
		"\x01\x00\x01"
		"\xc0\x40\x01\x00\x00\x81" SCORE;

	expect_said(SAMPLES "rotate --stdio --actions 1 --msb", BYTES(told),
		    BYTES("\x00\xff\x00\x0cI only turn.\x00"));
}

/* Revision 2 has one cost of turning, which saves two bytes.  */
TEST(both_revisions_are_read)
{
	static const char told[] =
		"\x7f\x84\x00\x00\x01\x00\x01\x00\x01\x00\x01\x03\xe8\x00\x00\x27\x10\x00\x00\x00"
		"\x00\xff\xff\xd8\xf0\xff\x04\xff\x04\x00\x01\x00\x01\x00\x01\x00\x01\x00\x01"
		"\x03" WALLS END SCORE;

	expect_said(SAMPLES "rotate --stdio --actions 1 --revision 2", BYTES(told),
		    BYTES("\x00\xff\x00\x0cI only turn.\x00"));
}

/* ---- Python ---- */

static void python(const char *options, const char *told, size_t size, const char *expected,
		   size_t expected_size)
{
	const char *source = getenv("srcdir");
	char command[SAID];

	snprintf(command, sizeof(command), "python3 '%s/" SAMPLES "python.py' %s", source ? source : ".",
		 options);
	expect_said(command, told, size, expected, expected_size);
}

/* East is an item, and fear. It goes back, tries west, which is wall, and dies in the north.  */
#define PYTHON_HEARS AT_HOME A_WALL AN_ITEM FEAR FEAR FEAR AT_HOME BUMPED AT_HOME "\x90" SCORE

TEST(the_python_example_avoids_what_it_fears)
{
	python("--stdio", BYTES(BIG_RULES PYTHON_HEARS BIG_RULES "\x05" NO_TILES END SCORE),
	       BYTES("\x00\x01\xff\x00\x08"
		     "An item!\x04\x02\x02\x01\x01\x03\x01"
		     "\xff\x00\x29I have been everywhere that I dare to go.\x00"));
	python("--stdio --little", BYTES(LITTLE_RULES PYTHON_HEARS),
	       BYTES("\x80\x01\xff\x08\x00"
		     "An item!\x04\x02\x02\x01\x01\x03\x01"));
}

/* ---- the connection ---- */

static ssize_t read_in_time(int fd, void *bytes, size_t size)
{
	struct pollfd wait = {.fd = fd, .events = POLLIN};

	assert_int_equal(poll(&wait, 1, PATIENCE_MS), 1);
	return read(fd, bytes, size);
}

TEST(a_socket_works_like_stdin_and_stdout)
{
	static const char first[] = BIG_RULES AT_HOME NO_TILES, second[] = END SCORE;
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int listener = socket(AF_INET, SOCK_STREAM, 0), connection;
	socklen_t size = sizeof(address);
	struct pollfd wait = {.fd = listener, .events = POLLIN};
	char command[SAID], byte;
	pid_t pid;

	assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof(address)), 0);
	assert_int_equal(listen(listener, 1), 0);
	assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
	snprintf(command, sizeof(command), SAMPLES "rotate --actions 1 127.0.0.1 %d",
		 ntohs(address.sin_port));
	pid = start(command, STDIN_FILENO, STDOUT_FILENO);
	assert_int_equal(poll(&wait, 1, PATIENCE_MS), 1);
	connection = accept(listener, NULL, NULL);
	assert_true(connection >= 0);
	assert_int_equal(read_in_time(connection, &byte, 1), 1);
	assert_int_equal(byte, 0); /* big */
	/* In pieces.  */
	for (size_t i = 0; i < sizeof(first) - 1; i++)
		assert_int_equal(write(connection, first + i, 1), 1);
	for (int i = 0; i < 16; i++) /* its text, and its action */
		assert_int_equal(read_in_time(connection, &byte, 1), 1);
	assert_int_equal(byte, WORLD_SHUT_OFF);
	assert_int_equal(write(connection, second, sizeof(second) - 1), sizeof(second) - 1);
	close(connection);
	assert_int_equal(end(pid), 0);
	/* Nobody listens there any more.  */
	close(listener);
	strcat(command, " 2>/dev/null");
	assert_int_equal(end(start(command, STDIN_FILENO, STDOUT_FILENO)), 1);
}

/* A connection may end between messages, not inside one.  */
TEST(an_end_inside_a_message_is_reported)
{
	static const char told[] = BIG_RULES AT_HOME A_WALL AT_HOME END SCORE BIG_RULES;
	enum { RULES = sizeof(BIG_RULES) - 1, ASKED = RULES + 1 + 4, OVER = ASKED + 2, WHOLE = OVER + 4 };

	for (size_t size = 0; size < WHOLE + 3; size++) {
		bool clean = size == 0 || (size >= ASKED && size < OVER) || size == WHOLE;
		char said[SAID];
		size_t length;

		assert_int_equal(
			run(SAMPLES "rotate --stdio --actions 2 2>/dev/null", told, size, said, &length),
			clean ? 0 : 1);
		assert_true(length >= 1);
	}
}

/* ---- the command line ---- */

static void expect_refused(const char *command, const char *why)
{
	char line[SAID], said[SAID];
	size_t length;

	snprintf(line, sizeof(line), "%s 2>&1", command);
	assert_int_equal(run(line, "", 0, said, &length), 2);
	if (!strstr(said, why))
		fail_msg("%s: %s, expected %s", command, said, why);
}

TEST(wrong_options_are_refused_with_a_reason)
{
	char said[SAID];
	size_t length;

	expect_refused(SAMPLES "rotate", "expected a host and a port as the last two words, or --stdio");
	expect_refused(SAMPLES "rotate 127.0.0.1 0",
		       "expected a port from 1 to 65535 as the last word, not \"0\"");
	expect_refused(SAMPLES "rotate --stdio 127.0.0.1 4000", "exclude each other");
	expect_refused(SAMPLES "rotate --fast --stdio", "unknown option --fast");
	expect_refused(SAMPLES "rotate --revision 3 --stdio",
		       "--revision wants a number from 1 to 2, not \"3\"");
	expect_refused(SAMPLES "rotate --actions 0 127.0.0.1 4000", "--actions wants a number from 1");
	assert_int_equal(run(SAMPLES "rotate --help", "", 0, said, &length), 0);
	assert_non_null(strstr(said, "HOST and PORT"));
	assert_non_null(strstr(said, "--stdio"));
	expect_refused(SAMPLES "wander.py", "expected a host and a port as the last two words, or --stdio");
	expect_refused(SAMPLES "reasoner.py --stdio 127.0.0.1 4000", "expected a host and a port");
	expect_refused("python3 ${srcdir:-.}/" SAMPLES "python.py", "usage");
}

TEST_MAIN(NULL, NULL)
