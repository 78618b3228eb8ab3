/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_interrupts.c - SIGINT and SIGTERM end every command that reads a match file, however slow the file is:
 * at once, as an interrupted program, and nothing half written stays.  */
#include "../test.h"
#include "endless.h"
#include "games.h"
#include "program.h"

#include <dirent.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM};
static const struct timespec step = {.tv_nsec = 5000000};
enum { SIGNALS = 2, INTERRUPTED = 130, KILLED = 1000 };

static const struct row {
	const char *system, *options[4], *players[2];
} rows[] = {
	{"gomocup", {"--size", "8"}, {"sample:random", "sample:random"}},
	{"lmc", {"--turns", "10"}, {"sample:random", "sample:rotate"}},
	{"lmc2",
	 {"--game-program", "sample:roshambo", "--max-turns", "10"},
	 {"sample:random", "sample:learner"}},
	{"qchess", {"--max-moves", "20"}, {"sample:random", "sample:random"}},
	{"asimulator", {NULL}, {"sample:rotate", "sample:rotate"}},
};
enum { ROWS = LENGTH(rows) };

/* Records a match, and makes its file endless.  */
static void record(const struct row *row, bool opens)
{
	const char *args[16] = {"run", row->system, "--record", in_folder("slow.ringside")};
	int count = 4;

	remove(in_folder("slow.ringside"));
	for (int i = 0; i < 4 && row->options[i]; i++)
		args[count++] = row->options[i];
	args[count++] = row->players[0];
	args[count] = row->players[1];
	ends(ringside("interrupts", args), 0, NULL, NULL);
	endless_make(in_folder("slow.ringside"), opens);
}

/* How much CPU time the process has used, in ticks of 10 ms; -1: it has ended.  */
static long ticks_of(pid_t pid)
{
	char path[40], text[1000] = "";
	unsigned long user = 0, system = 0;
	char state = 'Z';
	const char *at;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	in = fopen(path, "r");
	assert_non_null(in);
	assert_true(fread(text, 1, sizeof(text) - 1, in) > 0);
	fclose(in);
	at = strrchr(text, ')');
	assert_non_null(at);
	assert_int_equal(
		sscanf(at, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &state, &user, &system),
		3);
	return state == 'Z' ? -1 : (long)(user + system);
}

/* Waits until it has worked so long that it must be in a query, and sends the signal. Returns how it ended.
 */
static struct outcome interrupted(int signal, const char *const *args)
{
	enum { WORKED = 15 };
	struct program program = program_begin(env("RINGSIDE"), "interrupts", args, -1);
	long ticks;

	while ((ticks = ticks_of(program.pid)) >= 0 && ticks < WORKED)
		nanosleep(&step, NULL);
	if (ticks >= 0)
		kill(program.pid, signal);
	return program_end(&program);
}

/* For a shell both are an interrupted program.  */
static void breaks_off(struct outcome outcome, const char *what, int signal)
{
	if ((outcome.status != INTERRUPTED && outcome.status != KILLED + signal) ||
	    strstr(outcome.err, "try again") || strstr(outcome.err, "cancelled"))
		fail_msg("%s: status %d\n%s%s", what, outcome.status, outcome.out, outcome.err);
	while (left_behind("interrupts")) /* the keeper ends what a killed ringside left, and itself */
		nanosleep(&step, NULL);
}

/* Only the file that is read is in the folder.  */
static void nothing_else_is_there(const char *what)
{
	DIR *folder = opendir(test_folder());
	struct dirent *entry;

	assert_non_null(folder);
	while ((entry = readdir(folder)))
		if (*entry->d_name != '.' && strcmp(entry->d_name, "slow.ringside") != 0)
			fail_msg("%s left %s", what, entry->d_name);
	closedir(folder);
}

#define ENDS(signal, ...) breaks_off(interrupted(signal, ARGS(__VA_ARGS__)), row->system, signal)

/* While it is opened nothing is at stake, so the signal ends the program by itself.  */
static void a_file_that_cannot_be_opened_to_its_end_on(const struct row *row, int signal)
{
	record(row, false);
	if (strcmp(row->system, "lmc2") ==
	    0) /* its game program says when it was done: nothing is searched for */
		return;
	ENDS(signal, "open", in_folder("slow.ringside"), "--batch", "-x", "why");
	ENDS(signal, "diff", in_folder("slow.ringside"), in_folder("slow.ringside"));
	ENDS(signal, "export", in_folder("slow.ringside"), "--format", "jsonl");
	ENDS(signal, "export", in_folder("slow.ringside"), "--output", in_folder("other"), "--format",
	     "jsonl");
	ENDS(signal, "run", row->system, "--from", in_folder("slow.ringside"), row->players[0],
	     row->players[1]);
	nothing_else_is_there(row->system);
}

TEST_IN_FOLDER(every_command_ends_while_it_opens_a_file)
{
	for (int i = 0; i < ROWS; i++)
		a_file_that_cannot_be_opened_to_its_end_on(&rows[i], signals[i % SIGNALS]);
}

TEST_IN_FOLDER(a_command_without_a_screen_ends_and_tells_no_half_of_its_answer)
{
	const struct row *row = &rows[0];

	record(row, true);
	for (int i = 0; i < SIGNALS; i++) {
		struct outcome outcome = interrupted(signals[i], ARGS("open", in_folder("slow.ringside"),
								      "--batch", "-x", "info branches", "-x",
								      "info seat 1", "-x", "info branches"));

		assert_null(strstr(outcome.out, "moves   "));
		assert_non_null(strstr(outcome.out, "branch 0"));
		breaks_off(outcome, "info seat 1", signals[i]);
	}
}

/* Their agents wait while the recorded messages are read, so the signal is caught.  */
TEST_IN_FOLDER(commands_that_start_agents_end_and_leave_nothing)
{
	for (int i = 0; i < ROWS; i++) {
		const struct row *row = &rows[i];
		int signal = signals[(i + 1) % SIGNALS];

		record(row, true);
		ENDS(signal, "rerun", in_folder("slow.ringside"), "--seat", "1", "--trust");
		ENDS(signal, "run", row->system, "--trust", "--from", in_folder("slow.ringside"),
		     row->players[0], row->players[1]);
		ENDS(signal, "export", in_folder("slow.ringside"), "--format", "jsonl", "--output",
		     in_folder("other"));
		nothing_else_is_there(row->system);
	}
}

/* An agent can make the system send most signals to its judge.  */
TEST(signals_that_ringside_does_not_need_do_not_end_it)
{
	static const char sends[] = "for s in XFSZ IO USR1 USR2 ALRM; do kill -$s $PPID || exit 1; done";
	char one[400];

	snprintf(one, sizeof(one), "sh -c '%s; exec \"%s/brain\" good 3'", sends, env("AGENTS"));
	ends(ringside("interrupts", ARGS("run", "gomocup", one, agent("brain good 12"))), 0, "five in a row",
	     NULL);
}

/* The agent does not ignore them with it.  */
TEST(agents_are_ended_by_these_signals)
{
	static const char *const names[] = {"XFSZ", "IO", "USR1", "USR2", "ALRM"};

	for (size_t i = 0; i < LENGTH(names); i++) {
		char one[60], expected[60];

		snprintf(one, sizeof(one), "sh -c 'read x; kill -%s $$; sleep 60'", names[i]);
		snprintf(expected, sizeof(expected), "was ended by SIG%s", names[i]);
		ends(ringside("interrupts",
			      ARGS("run", "gomocup", "--start-time", "60s", one, "sample:random")),
		     ANY, expected, NULL);
	}
}

TEST_IN_FOLDER(a_file_that_may_not_grow_is_told)
{
	static const char script[] = "ulimit -f 1; cd \"$0\" && exec \"$RINGSIDE\" run gomocup --games 40 "
				     "--size 7 --seed 1 --results x sample:random sample:random";
	struct outcome outcome = run_program("/bin/sh", "interrupts", ARGS("-c", script, test_folder()));

	assert_int_equal(outcome.status, 1);
	if (!strstr(outcome.err, "File too large"))
		fail_msg("status %d: %s", outcome.status, outcome.err);
}

TEST_MAIN(NULL, NULL)
