#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who wrote it, as TAP: gdb finds the write that spoilt a brain in C, in fresh processes that are told the recorded match."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from suite import Skipped, run, test

RINGSIDE = os.environ["RINGSIDE"]
CC = os.environ.get("CC", "cc").split()[-1]
# Its fourth move overwrites `name`, and its sixth reads it.
BRAIN = """#include <stdio.h>
#include <string.h>
static struct { int moves[3]; int name; } brain = {.name = 7};
static int count, never = 3;
static void push(int x)
{
	brain.moves[count++ % 4] = x;
}
int main(void)
{
	char line[100];
	int x, y;

	while (fgets(line, sizeof(line), stdin)) {
		if (!strncmp(line, "START", 5))
			puts("OK");
		else if (!strncmp(line, "BEGIN", 5) || sscanf(line, "TURN %d,%d", &x, &y) == 2) {
			push(count + 40);
			if (count == 6 && brain.name != 7)
				*(volatile char *)(long)brain.name = 0;
			printf("%d,%d\\n", 2 * count, ROW);
		} else if (!strncmp(line, "END", 3))
			return never - 3;
		fflush(stdout);
	}
}
"""
LINE_OF_PUSH, LINE_OF_CRASH = 7, 20


def ringside(folder, *words):
    return subprocess.run([RINGSIDE, *words], cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def build(folder, name, *options, row=0):
    Path(folder, "brain.c").write_text(BRAIN, encoding="utf-8")
    subprocess.run([CC, "-O0", f"-DROW={row}", *options, "-o", name, "brain.c"], cwd=folder, check=True)


class Match:
    """A match in which ./brain crashes in turn 11."""

    def __init__(self, *options):
        self.options = options

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="ringside-whowrote-")
        path = self.folder.name
        build(path, "brain", *(self.options or ("-g",)))
        build(path, "other", "-g", row=13)
        ran = ringside(path, "run", "gomocup", "./brain", "./other", "--record", "m.ringside")
        assert "SIGSEGV" in ran.stdout, ran
        return path

    def __exit__(self, *_):
        self.folder.cleanup()


def ask(folder, expression, *words, file="m.ringside", status=0):
    ran = ringside(folder, "rerun", file, "--seat", "1", "--whowrote", expression, *words)
    for lack in ("install valgrind", "ptrace"):
        if lack in ran.stderr:
            raise Skipped(ran.stderr.strip())
    assert ran.returncode == status, ran
    return ran.stdout, ran.stderr


@test
def the_write_that_spoilt_a_variable_is_found_with_its_turn():
    with Match() as folder:
        said, _ = ask(folder, "brain.name")
        lines = said.splitlines()
        assert lines[0] == f"brain.name = 43 was written at push (brain.c:{LINE_OF_PUSH}) in turn 7", said
        assert lines[1] == f"    by push (brain.c:{LINE_OF_PUSH})" and lines[2].startswith("    from main (brain.c:"), said
        assert f"seen at SIGSEGV in turn 11, in main (brain.c:{LINE_OF_CRASH})" in lines, said


@test
def without_an_expression_the_line_of_the_crash_has_it():
    with Match() as folder:
        said, _ = ask(folder, "")
        assert said.startswith(f"brain.name = 43 was written at push (brain.c:{LINE_OF_PUSH}) in turn 7\n"), said
        _, said = ask(folder, "", file="m.ringside:6", status=2)
        assert "nothing in the line where it ended" in said, said


@test
def what_is_written_in_each_turn_is_told_of_the_last_one_and_of_a_stop():
    with Match() as folder:
        told = json.loads(ask(folder, "count", "--json")[0])
        assert (told["value"], told["turn"], told["before_turn"]) == ("6", 11, False), told
        assert told["place"] == f"push (brain.c:{LINE_OF_PUSH})" and told["end"] == "SIGSEGV", told
        told = json.loads(ask(folder, "count", "--json", file="m.ringside:6")[0])
        assert (told["value"], told["turn"], told["end"]) == ("3", 5, "asked"), told


@test
def the_command_answers_for_the_shown_position():
    with Match() as folder:
        ran = ringside(folder, "open", "m.ringside", "--batch", "-x", "whowrote", "-x", "goto 5", "-x", "whowrote 1 count",
                       "-x", "whowrote bad")
        if "brain.name = 43" not in ran.stdout and "install valgrind" in ran.stderr:
            raise Skipped(ran.stderr.strip())
        assert f"brain.name = 43 was written at push (brain.c:{LINE_OF_PUSH}) in turn 7" in ran.stdout, ran
        assert f"count = 3 was written at push (brain.c:{LINE_OF_PUSH}) in turn 5" in ran.stdout, ran
        assert 'gdb does not know bad in main (brain.c' in ran.stderr and ran.returncode, ran


@test
def what_nobody_wrote_is_told_so():
    with Match() as folder:
        said, _ = ask(folder, "never", status=1)
        assert said.startswith("never = 3: no instruction has changed it since the process began"), said


@test
def what_cannot_be_answered_is_refused_in_words():
    with Match() as folder:
        build(folder, "stripped", "-s")
        build(folder, "differs", "-g", row=5)
        Path(folder, "brain.py").write_text("#!/usr/bin/env python3\n", encoding="utf-8")
        os.chmod(Path(folder, "brain.py"), 0o755)
        place = f"gdb does not know bad in main (brain.c:{LINE_OF_CRASH}): "
        for expression, words, told in (("bad", (), place + 'No symbol "bad"'),
                                        ("count + 1", (), "it has no address"),
                                        ("count", ("./stripped",), "stripped has no symbols, so gdb knows no count: build it with -g"),
                                        ("count", ("./brain.py",), "brain.py runs what is no machine code"),
                                        ("count", ("sh -c ./brain",), "sh runs what is no machine code"),
                                        ("count", ("./differs",), "a fresh process does not do the same, so its memory is another one: "
                                                                  "turn 1: was 2,0, is 2,5"),
                                        ("count", ("--sandbox",), "gdb cannot watch a process in a sandbox"),
                                        ("count", ("--strace",), "--whowrote")):
            _, said = ask(folder, expression, *words, status=2)
            assert told in said, (expression, words, said)


if not shutil.which("gdb") or not shutil.which(CC):
    print("1..0 # SKIP there is no gdb, or no compiler")
    sys.exit(77)
run()
