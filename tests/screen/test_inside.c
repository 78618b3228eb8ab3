/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_inside.c - a person inspects agents without gdb: pdb at their terminals, freezing, signals, and the
 * refusals where that is impossible.  */
#include "../temp.h"
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- pdb ---- */

static char *pdb_brain(void)
{
	const char *folder = getenv("AGENT_SCRIPTS");

	if (!folder)
		fail_msg("AGENT_SCRIPTS is not set: run this by make check");
	return bytes_text("python3 '%s/pdb_brain.py' 3", folder);
}

TEST(a_python_agent_can_be_debugged_at_its_own_terminal)
{
	char *line = pdb_brain();
	struct scene *scene;

	if (system("python3 -c 'import pdb' >/dev/null 2>&1") != 0) {
		free(line);
		skip();
	}
	scene = begin_match(&small, line, "good 7", "--turn-time", "600s", NULL);
	shows(scene, "move 2 ", NULL);
	ask(scene, "focus terminal 1", "1 pdb terminal", "typing, ^] leaves", "(Pdb)", NULL);
	press(scene, "p 'the column is', column\r", "('the column is', 1)", NULL);
	/* While pdb waits the match can be paused; the agent still runs.  */
	type(scene, "\035", NULL);
	shows_no(scene, "typing, ^] leaves");
	press(scene, " ", "PAUSED", NULL);
	ask(scene, "focus terminal 1", "typing, ^] leaves", NULL);
	press(scene, "p self.row * 1000\r", "3000", "PAUSED", NULL);
	type(scene, "continue\r\035", NULL);
	shows_no(scene, "typing, ^] leaves");
	press(scene, "n", "move 3 ", NULL);
	shows_stone(scene, "b4", black(scene));
	press(scene, "c", "pdb wins: five", NULL);
	free(line);
}

/* Its clock stands, and what it left is in the match as without pdb.  */
TEST(a_python_agent_that_dies_of_an_exception_is_looked_at_where_it_died)
{
	static const char dies[] = "import sys\n"
				   "def answer(line):\n"
				   "    square = len(line) * 1000\n"
				   "    return {}[square]\n"
				   "for line in sys.stdin:\n"
				   "    if line.startswith('START'): print('OK', flush=True)\n"
				   "    if line.startswith('BEGIN'): answer(line.strip())\n";
	char *path = temp_path("dies.py");
	FREED char *command = bytes_text("python3 %s", path);
	struct scene *scene;
	FILE *file;

	if (system("python3 -c 'import pdb' >/dev/null 2>&1") != 0)
		skip();
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(dies, file);
	fclose(file);
	scene = begin_match(&small, command, "good 7", "--post-mortem", "--turn-time", "1s", NULL);
	shows(scene, "focus terminal 1", NULL);
	ask(scene, "focus terminal 1", "KeyError: 5000", "(Pdb)", NULL);
	press(scene, "p 'it was', square + 1\r", "('it was', 5001)", NULL);
	type(scene, "q\r", NULL);
	shows(scene, "exited with status 1", NULL);
	temp_remove(path);
}

TEST_SCENE(the_terminal_command_says_when_there_is_no_terminal, begin_paused(&small, "human", "good 7", NULL))
{
	ask(scene, "focus terminal 1", "focus: a person sits on seat 1: only agents have terminals", NULL);
	ask(scene, "focus terminal 2", "2 brain terminal", "typing, ^] leaves", NULL);
	type(scene, "\035", NULL);
	shows_no(scene, "typing, ^] leaves");
	leave(scene);

	scene = begin_paused(&small, "good 3", "good 7", "--stderr-pipe", NULL);
	ask(scene, "focus terminal 1", "focus: the agents have no terminals here (--stderr-pipe)", NULL);
}

/* ---- gdb, where it is impossible ---- */

TEST(the_gdb_command_says_in_one_line_why_gdb_cannot_open)
{
	FREED char *path = bytes_text("%s", getenv("PATH"));
	struct scene *scene;

	setenv("PATH", "/nonexistent", 1);
	scene = begin_paused(&small, "human", "good 7", NULL);
	setenv("PATH", path, 1);
	ask(scene, "gdb 1", "gdb: a person sits on seat 1", NULL);
	ask(scene, "gdb 3", "gdb: expected a seat, 1 or 2, not \"3\"", NULL);
	ask(scene, "gdb 2", "gdb: gdb is not installed", NULL);
	ask(scene, "freeze 2", "frozen", NULL);
	ask(scene, "gdb 2", "gdb: seat 2 is frozen: `freeze 2 off` first", NULL);
}

TEST_SCENE(agents_of_a_match_file_cannot_be_inspected, begin_paused(&small, "good 3", "good 7", NULL))
{
	TEMP char *path = temp_path("kept.ringside");
	char *line;

	press(scene, "nn", "move 2 ", NULL);
	line = bytes_text("save %s", path);
	ask(scene, line, "saved as", NULL);
	free(line);
	leave(scene);
	scene = begin(&small, "open", path, NULL);
	shows(scene, "UNFINISHED", NULL);
	ask(scene, "gdb 1", "gdb: this match is read from a file", NULL);
	ask(scene, "freeze", "freeze: this match is read from a file", NULL);
	ask(scene, "signal 1 INT", "signal: this match is read from a file", NULL);
	leave(scene);
}

/* ---- freezing ---- */

TEST_SCENE(frozen_agents_are_stopped_until_the_match_goes_on, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "n", "move 1 ", "PAUSED", NULL);
	ask(scene, "freeze", "frozen", "freeze", NULL);
	ask(scene, "freeze 1 off", "thaw", NULL);
	ask(scene, "freeze 1 off", "freeze: seat 1 is not frozen", NULL);
	press(scene, "n", "move 2 ", NULL);
	shows_no(scene, "frozen");
	ask(scene, "freeze off", "freeze: no agent is frozen", NULL);
	press(scene, "c", "good wins: five", NULL);
	ask(scene, "freeze", "freeze: the match is over", NULL);
}

TEST_SCENE(freezing_pauses_a_running_match,
	   begin_match(&small, "silent 3", "good 7", "--turn-time", "600s", NULL))
{
	shows(scene, "move 2 ", "thinking", NULL);
	ask(scene, "freeze 1", "frozen", "PAUSED", NULL);
	ask(scene, "end resign 1", "good wins: resign", NULL);
	shows_no(scene, "frozen");
}

TEST_SCENE(a_frozen_match_can_be_left_like_any_other, begin_paused(&small, "ignore-end 3", "silent 7", NULL))
{
	ask(scene, "freeze", "frozen", NULL);
	leave(scene); /* no process is left behind */
}

TEST_SCENE(the_key_f_freezes_the_pane, begin_paused(&large, "good 3", "good 7", NULL))
{
	press(scene, "F", " frozen ", NULL);
	press(scene, "n", "move 1 ", NULL);
	type(scene, "F", NULL);
	shows_no(scene, " frozen ");
}

/* ---- signals ---- */

TEST_SCENE(signals_reach_the_agent_and_are_recorded,
	   begin_match(&large, "good 3", "silent 7", "--turn-time", "600s", NULL))
{
	shows(scene, "move 3 ", "thinking", NULL);
	ask(scene, "signal 2 nonsense", "signal: there is no signal \"nonsense\": try INT, TERM", NULL);
	ask(scene, "signal 2 STOP", "stopped", "signal SIGSTOP", NULL);
	ask(scene, "signal 2 18", "signal SIGCONT", NULL);
	shows_no(scene, "stopped");
	ask(scene, "signal 2 sigint", "signal SIGINT", "was ended by SIGINT", "nobody is to blame", NULL);
	ask(scene, "signal 2 INT", "signal: the process of seat 2 (silent) is gone", NULL);
}

TEST_MAIN(NULL, NULL)
