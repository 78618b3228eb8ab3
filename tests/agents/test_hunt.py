#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""ringside hunt, as TAP: planted bugs are found, each by a command that shows it again, and right agents are not blamed."""
import contextlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from suite import run, test

RINGSIDE = os.environ["RINGSIDE"]
# A brain for gomocup that plays free squares in order. A planted bug replaces a line.
BRAIN = """
import sys

def move():
    return f"{len(played) % size},{len(played) // size}"

held = []
for line in sys.stdin:
    word = line.split()[0].split(",")[0]
    if word in ("START", "RESTART"):
        size = int(line.split()[1]) if word == "START" else size
        played = set()
        print("OK", flush=True)
    elif word in ("BEGIN", "TURN", "BOARD"):
        if word == "TURN":
            played.add(tuple(map(int, line.split()[1].split(","))))
        while word == "BOARD" and not (line := sys.stdin.readline()).startswith("DONE"):
            played.add(tuple(map(int, line.split(",")[:2])))
        free = [(x, y) for y in range(size) for x in range(size) if (x, y) not in played]
        mine = free[0]  # chosen
        # before it answers
        played.add(mine)
        print(f"{mine[0]},{mine[1]}", flush=True)
    elif word == "TAKEBACK":
        played.remove(tuple(map(int, line.split()[1].split(","))))
        print("OK", flush=True)
    elif word == "ABOUT":
        print('name="planted"', flush=True)
    elif word == "END":
        break
    elif word != "INFO":
        print("UNKNOWN", flush=True)
"""
# It plays free squares in order, too, and forgets a megabyte with each move.
LEAK = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[99], taken[400];
static int x, y, size;

static void play(void)
{
	int at = 0;

	memset(malloc(1000000), 1, 1000000);
	while (taken[at])
		at++;
	taken[at] = 1;
	printf("%d,%d\n", at % size, at / size);
}

int main(void)
{
	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, "START %d", &size) == 1 || strncmp(line, "RESTART", 7) == 0)
			memset(taken, 0, sizeof(taken)), puts("OK");
		else if (sscanf(line, "TURN %d,%d", &x, &y) == 2)
			taken[y * size + x] = 1;
		if (strncmp(line, "BEGIN", 5) == 0 || strncmp(line, "TURN", 4) == 0)
			play();
		else if (strncmp(line, "ABOUT", 5) == 0)
			puts("name=\"leak\"");
		else if (strncmp(line, "END", 3) == 0)
			break;
		fflush(stdout);
	}
}
"""
# A player that answers what has scored best, and reads numbers as the user's language has them.
PLAYER = r"""
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[4096], symbol[80][32];
static double sum[80];
static int count, said;

int main(void)
{
	setlocale(LC_ALL, "");
	puts("@info name planted");
	while (fflush(stdout) == 0 && fgets(line, sizeof(line), stdin)) {
		if (strcmp(line, "@command new\n") == 0)
			count = 0;
		else if (sscanf(line, "@command symbol %31s", symbol[count]) == 1)
			sum[count++] = 9;
		else if (strncmp(line, "@score ", 7) == 0)
			sum[said] = (sum[said] == 9 ? 0 : sum[said]) + strtod(line + 7, NULL);
		else if (strcmp(line, "@command exit\n") == 0)
			break;
		if (strcmp(line, "@command play\n") != 0)
			continue;
		said = 0;
		for (int i = 1; i < count; i++)
			said = sum[i] > sum[said] ? i : said;
		printf("@output %s\n", symbol[said]);
	}
	puts("@info exit");
}
"""
# Without the packages of others it starts in half the time.
AGENT = f"{shlex.quote(sys.executable)} -S brain.py"
CHOSEN, ANSWERS = "free[0]  # chosen", "# before it answers"


@contextlib.contextmanager
def brain(*changes):
    """The folder with brain.py, in which each text was replaced."""
    with tempfile.TemporaryDirectory(prefix="ringside-hunt-") as folder:
        text = BRAIN
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        Path(folder, "brain.py").write_text(text, encoding="utf-8")
        yield folder


@contextlib.contextmanager
def built(name, text):
    """The folder with the program of that text in C."""
    with tempfile.TemporaryDirectory(prefix="ringside-hunt-") as folder:
        Path(folder, f"{name}.c").write_text(text, encoding="utf-8")
        subprocess.run(["cc", "-g", "-o", name, f"{name}.c"], cwd=folder, check=True)
        yield folder


def ringside(folder, *words):
    return subprocess.run([RINGSIDE, *words], cwd=folder, capture_output=True, text=True, check=False)


def hunt(folder, *options, agent=AGENT, status=1):
    """What it has found, and all that it says."""
    ran = ringside(folder, "hunt", "gomocup", "--json", "--time", "1h", "--seed", "7", *options, agent)
    assert ran.returncode == status, ran
    told = json.loads(ran.stdout)
    return told["found"], told


def line_of(folder, text):
    lines = Path(folder, "brain.py").read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@test
def a_traceback_is_found_with_its_line():
    with brain((ANSWERS, "free[len(played) * 30]")) as folder:
        found, _ = hunt(folder, "--only", "games", "--games", "2")
        assert len(found) == 1 and found[0]["harm"] == "crash", found
        assert found[0]["where"] == f"brain.py:{line_of(folder, 'free[len(')}", found
        assert found[0]["times"] == found[0]["tries"] == 3, found
        again = ringside(folder, *shlex.split(found[0]["command"])[1:])
        assert again.returncode == 4, again


@test
def the_line_where_python_hangs_is_found():
    for stuck in ("while len(played) > 2: pass", "len(played) > 2 and __import__('time').sleep(99)"):
        with brain((ANSWERS, stuck)) as folder:  # with the packages of others, where ringside has a line, too
            found, _ = hunt(folder, "--only", "games", "--turn-time", "100ms", "--tolerance", "0", agent="python3 brain.py")
            assert [(entry["harm"], entry["where"]) for entry in found] == [("hang", f"brain.py:{line_of(folder, stuck)}")], found


# A report as Python 3.13 writes it to a terminal.
COLOURED = r'''held = []
def tell(kind, error, trace):
    print("Traceback (most recent call last):", file=sys.stderr)
    while trace:
        name = trace.tb_frame.f_code.co_filename
        print(f'  File \033[35m"{name}"\033[0m, line \033[35m{trace.tb_lineno}\033[0m, in \033[35m<module>\033[0m', file=sys.stderr)
        trace = trace.tb_next
    print(f"    free\033[1;31m[...]\033[0m\n\033[1;35m{kind.__name__}\033[0m: \033[35m{error}\033[0m", file=sys.stderr)
sys.excepthook = tell
'''


@test
def a_case_has_the_report_of_the_crash():
    with brain((ANSWERS, "free[len(played) * 100]"), ("held = []\n", COLOURED)) as folder:
        found, _ = hunt(folder, "--only", "check")
        crashes = [entry for entry in found if entry["harm"] == "crash"]
        assert not any("crash" in entry["what"] for entry in found if entry not in crashes), found  # games of check, too
        assert [entry["where"] for entry in crashes] == [f"brain.py:{line_of(folder, 'free[len(')}"], found
        again = ringside(folder, *shlex.split(crashes[0]["command"])[1:])
        assert again.returncode == 1 and "stderr  IndexError: list index out of range" in again.stdout, again
    if not shutil.which("valgrind") or not shutil.which("cc"):
        return
    with built("leak", LEAK.replace('puts("name=', 'free(malloc(1)), x = *(char *)malloc(0), puts("name=')) as folder:
        ran = ringside(folder, "check", "gomocup", "./leak", "--valgrind", "--only", "about")
        line = next(number for number, text in enumerate(LEAK.splitlines(), 1) if "name=" in text)
        assert "Invalid read of size 1" in ran.stdout and f"leak.c:{line}" in ran.stdout, ran


@test
def an_odd_game_is_made_as_short_as_possible():
    with brain((ANSWERS, "mine = (99, 99)")) as folder:
        found, _ = hunt(folder, "--only", "fuzz", "--games", "6")
        assert [entry["harm"] for entry in found] == ["illegal"], found
        assert "messages" in found[0]["found_by"] and Path(folder, found[0]["file"]).exists(), found
        assert (found[0]["times"], found[0]["tries"]) == (4, 4), found  # three in games, and its command


@test
def a_hunt_is_one_entry_of_what_ringside_has_started():
    """So it does not push out what the files of other days need."""
    with brain((ANSWERS, "mine = (99, 99)")) as folder:
        os.environ["XDG_STATE_HOME"], kept = folder, os.environ["XDG_STATE_HOME"]
        hunt(folder, "--only", "fuzz", "--games", "6")
        os.environ["XDG_STATE_HOME"] = kept
        entries = Path(folder, "ringside/trusted").read_text(encoding="utf-8").split("\n")
        assert len({entry.split("\t")[0] for entry in entries if entry}) == 1, entries


@test
def the_order_of_a_set_is_told_from_chance():
    with brain((CHOSEN, "next(free[int(i)] for i in {str(i) for i in range(60)})")) as folder:
        found, _ = hunt(folder, "--only", "twins")
        assert any("the order of a Python set" in entry["what"] for entry in found), found
        command = next(entry["command"] for entry in found if "Python set" in entry["what"])
        assert ringside(folder, *shlex.split(command)[1:]).returncode == 0
    with brain((CHOSEN, "__import__('random').choice(free)")) as folder:
        found, _ = hunt(folder, "--only", "twins", status=0)
        assert not found, found


@test
def what_an_environment_changes_is_found():
    few = "__import__('resource').getrlimit(__import__('resource').RLIMIT_NOFILE)[0] == 10"
    with brain((CHOSEN, f"free[0 if __import__('os').environ.get('MALLOC_PERTURB_') else 1 + ({few})]")) as folder:
        found, told = hunt(folder, "--only", "environments")
        assert len(found) == 1 and "not zero at first" in found[0]["what"], found
        assert "10 descriptors" in told["remarks"], told


@test
def a_decimal_comma_is_tried_with_scores_that_have_a_fraction():
    if not shutil.which("localedef") or not Path("/usr/share/i18n/locales/de_DE").exists() or not shutil.which("cc"):
        return
    with built("player", PLAYER) as folder:
        for system in ("lmc", "lmc2"):
            ran = ringside(folder, "hunt", system, "--json", "--only", "environments", "--seed", "7", "./player")
            told = json.loads(ran.stdout)
            assert ["a decimal comma" in entry["what"] for entry in told["found"]] == [True], ran
            again = ringside(folder, *shlex.split(told["found"][0]["command"])[1:])
            assert again.returncode == 1 and "other" in again.stdout, again


@test
def games_of_lmc_have_any_scores():
    if not shutil.which("cc"):
        return
    with built("player", PLAYER.replace('"@score ", 7) == 0)', '"@score ", 7) == 0 && (!strstr(line, "0.333333") || (abort(), 1)))')) as folder:
        ran = ringside(folder, "fuzz", "lmc", "--json", "--games", "20", "--seed", "7", "./player")
        assert [found["failure"] for found in json.loads(ran.stdout)["found"]] == ["crash"], ran


@test
def memory_that_grows_is_found():
    with brain((ANSWERS, "held.append(bytearray(b'x' * 1000000))")) as folder:
        found, _ = hunt(folder, "--only", "games")
        assert [entry["harm"] for entry in found] == ["grows"], found


@test
def why_names_what_finds_the_line():
    with brain((ANSWERS, "__import__('os').abort()")) as folder:
        ringside(folder, "run", "gomocup", "--record", "m.ringside", "python3 brain.py", "sample:random")
        told = ringside(folder, "open", "m.ringside", "--batch", "-x", "why").stdout
        assert "`ringside rerun FILE --seat 1 --valgrind`" in told and "`ringside hunt gomocup 'python3 brain.py'`" in told, told


@test
def the_line_that_leaks_is_found():
    if not shutil.which("valgrind") or not shutil.which("cc"):
        return
    with built("leak", LEAK) as folder:
        found, _ = hunt(folder, "--only", "games", agent="./leak")
        line = next(number for number, text in enumerate(LEAK.splitlines(), 1) if "malloc" in text)
        assert [entry["where"] for entry in found] == [f"leak.c:{line}"], found
        again = ringside(folder, *shlex.split(found[0]["command"])[1:])
        assert f"leak.c:{line}" in again.stdout and found[0]["command"].endswith("--leaks"), again


# Its fourth answer spoils a pointer, which the eighth uses.
SPOILS = """#include <stdio.h>
#include <string.h>
struct board { char moves[8]; int *best; };
static int zero;
static char taken[20][20];
static struct board board = {.best = &zero};
static void undo(int count)
{
    memset(board.moves, 'A', count == 4 ? 12 : 1);
}
int main(void)
{
    char line[100];
    int x, y, count = 0;

    while (fgets(line, sizeof(line), stdin)) {
        if (!strncmp(line, "START", 5))
            puts("OK"), count = 0;
        else if (!strncmp(line, "BEGIN", 5) || sscanf(line, "TURN %d,%d", &x, &y) == 2) {
            if (*line == 'T')
                taken[x][y] = 1;
            undo(++count);
            if (count == 6)
                *board.best += 1;
            for (x = y = 0; taken[x][y]; x = (x + 3) % 15)
                y += x == 12;
            taken[x][y] = 1;
            printf("%d,%d\\n", x, y);
        } else if (!strncmp(line, "END", 3))
            return 0;
        fflush(stdout);
    }
}
"""


@test
def the_line_of_a_crash_in_a_case_is_asked_for_at_once():
    if not shutil.which("valgrind") or not shutil.which("cc"):
        return
    with built("dies", "#include <stdio.h>\nint main(void)\n{\n    getchar();\n    *(volatile int *)NULL = 1;\n}\n") as folder:
        found, _ = hunt(folder, "--only", "check", agent="./dies")
        crash = next(entry for entry in found if entry["harm"] == "crash")
        assert crash["where"] == "dies.c:5" and crash["found_by"].split(";")[0] == "check", crash
        again = ringside(folder, *shlex.split(crash["command"])[1:])
        assert crash["command"].endswith("--valgrind") and "dies.c:5" in again.stdout, again


@test
def who_spoilt_what_a_crash_used_is_found():
    if not shutil.which("gdb") or not shutil.which("valgrind") or not shutil.which("cc"):
        return
    with built("spoils", SPOILS) as folder:
        found, _ = hunt(folder, "--only", "games", agent="./spoils")
        lines = SPOILS.splitlines()
        used, spoilt = (next(number for number, text in enumerate(lines, 1) if part in text) for part in ("board.best +=", "memset"))
        assert [entry["where"] for entry in found] == [f"spoils.c:{used}"], found
        wrote = found[0]["wrote"]
        assert wrote.startswith("board.best = ") and f"was written at undo (spoils.c:{spoilt}) in turn 7" in wrote, found


@test
def what_an_agent_holds_is_counted():
    for held, told in (("held.append(open('/dev/null', 'rb'))", "more open descriptors"),
                       ("__import__('threading').Thread(target=__import__('threading').Event().wait, daemon=True).start()", "more threads"),
                       ("__import__('os').posix_spawnp('true', ['true'], {})", "more processes"),
                       ("len(played) < 2 and __import__('os').close(__import__('tempfile').mkstemp()[0])", "more files in $TMPDIR in 10 games")):
        with brain((ANSWERS, held)) as folder:
            found, _ = hunt(folder, "--only", "games")
            assert [entry["harm"] for entry in found] == ["grows"] and told in found[0]["what"], found
            assert "--only games" in found[0]["command"], found
            assert not Path(folder, "hunt/tmp").exists(), found


@test
def no_part_takes_all_the_time():
    with brain() as folder:
        _, told = hunt(folder, "--only", "check,environments", "--time", "6s", "--concurrency", "1", agent="sleep 1000", status=0)
        assert "check (cut off by its part" in told["not_tried"], told
        assert "not zero at first (no time was left)" not in told["not_tried"], told


@test
def what_is_only_warned_of_is_a_remark_with_its_command():
    with brain(('name="planted"', 'name=planted')) as folder:
        found, told = hunt(folder, "--only", "check", status=0)
        assert not found and "ringside check gomocup" in told["remarks"] and "game-" not in told["remarks"], told


@test
def orders_that_nobody_plays_are_tried():
    with brain((ANSWERS, 'held.append(word)\n        held.count("BEGIN") == 2 and sys.exit(3)'),
               ('if word in ("START", "RESTART"):', 'if word in ("START", "RESTART"):\n        held.append(word)\n        held[-2:] == ["RESTART"] * 2 and sys.exit(3)'),
               ('elif word == "END":', 'elif word == "END" and held:')) as folder:
        ran = ringside(folder, "check", "gomocup", "--json", "--only", "takeback-all,restart-twice,end-at-once", "python3 brain.py")
        told = {case["name"]: case["result"] for case in map(json.loads, ran.stdout.splitlines())}
        assert (told["takeback-all"], told["restart-twice"]) == ("failed", "failed"), ran
        assert told["end-at-once"] in ("warned", "inconclusive"), ran  # the latter on a busy machine


@test
def engines_play_games_by_depth():
    engine = 'while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) echo "told: $line" >&2; exit 3;; quit) exit;; esac; done'
    with tempfile.TemporaryDirectory(prefix="ringside-hunt-") as folder:
        Path(folder, "engine.sh").write_text(engine, encoding="utf-8")
        ran = ringside(folder, "hunt", "uci", "--json", "--only", "games", "--seed", "7", "sh engine.sh")
        found = json.loads(ran.stdout)["found"]
        assert [entry["harm"] for entry in found] == ["crash"], ran
        told = ringside(folder, "open", found[0]["file"], "--batch", "-x", "why").stdout
        assert "told: go movetime 5000 depth 4" in told, told


@test
def hunts_are_compared():
    with brain((ANSWERS, "mine = (99, 99)")) as folder:
        _, first = hunt(folder, "--only", "games")
        _, second = hunt(folder, "--only", "games")
        path = Path(folder, "brain.py")
        path.write_text(path.read_text(encoding="utf-8").replace("mine = (99, 99)", ""), encoding="utf-8")
        _, third = hunt(folder, "--only", "games", "--games", "2", status=0)
        assert [told["new"] for told in (first, second, third)] == [None, 0, 0], (first, second, third)
        assert (second["still"], third["mended"], third["gone"], third["games"]) == (1, 1, 0, 2), (second, third)


@test
def cases_have_their_sentence_and_what_is_not_found_again_is_tried_by_its_own_command():
    with brain((ANSWERS, "mine = (99, 99)")) as folder:
        hunt(folder, "--only", "games")
        found, told = hunt(folder, "--only", "check", "--time", "40s")  # no game is played
        old = [entry for entry in found if entry["file"]]
        assert [entry["file"] for entry in old] == ["hunt/old1-1.ringside"] and told["mended"] == 0, told
        again = ringside(folder, *shlex.split(old[0]["command"])[1:])
        assert again.returncode == 4, again
        cases = [entry for entry in found if not entry["file"]]
        assert cases and all(entry["sentence"].startswith("gomocup-protocol, ") for entry in cases), found
        again = ringside(folder, *shlex.split(cases[0]["command"])[1:])
        assert again.returncode == 1, again
        found, told = hunt(folder, "--only", "games")  # the same cause is one entry
        assert [entry["file"] for entry in found if entry["harm"] == "illegal"] == ["hunt/games-1.ringside"], found
        assert told["new"] == 0 and not list(Path(folder, "hunt").glob("old*")), told


@test
def right_agents_are_not_blamed():
    with brain() as folder:
        for agent, parts in ((AGENT, "games,twins,environments"), ("sample:threat --nodes 300", "check,games,twins,fuzz")):
            found, told = hunt(folder, "--only", parts, "--games", "2", agent=agent, status=0)
            assert not found and told["games"] >= 2, told


@test
def commands_have_the_options_of_the_hunt():
    with brain(("free[0]  # chosen", "free[0] if size == 15 else (99, 99)")) as folder:
        found, _ = hunt(folder, "--only", "games", "--games", "1", "--size", "15", "--keep", "my hunt", status=0)
        assert not found, found  # nothing is wrong on this board ...
        found, _ = hunt(folder, "--only", "games", "--games", "1", "--size", "12", "--keep", "my hunt")
        played = [entry for entry in found if entry["file"]]  # what the last hunt has found was tried again, too
        assert [entry["file"] for entry in played] == ["my hunt/games.ringside"], found
        assert ringside(folder, *shlex.split(played[0]["command"])[1:]).returncode == 4, found
    with brain(('split(","))))\n        print("OK"', 'split(","))))\n        print("7,7"')) as folder:
        found, _ = hunt(folder, "--only", "twins", "--turn-time", "2s")
        assert found and all("--turn-time 2000ms" in entry["command"] for entry in found), found


@test
def what_cannot_be_started_is_told():
    with brain() as folder:
        found, told = hunt(folder, "--only", "fuzz", "--games", "1", "--with", "./no-such-build", status=0)
        assert not found and "fuzz --with" in told["not_tried"] and "no-such-build" in told["not_tried"], told
        found, told = hunt(folder, "--only", "environments", agent="sample:threat", status=0)
        assert not found and told["environments"] == 0 and "a sample" in told["not_tried"], told


@test
def people_and_services_read_it():
    with brain((ANSWERS, "free[len(played) * 30]")) as folder:
        ran = ringside(folder, "hunt", "gomocup", "--only", "games", "--junit", "found.xml", "python3 brain.py")
        assert ran.returncode == 1 and f"brain.py:{line_of(folder, 'free[len(')}" in ran.stdout, ran
        assert "always" in ran.stdout and "ringside rerun hunt/games-1.ringside" in ran.stdout, ran
        assert 'failures="1"' in Path(folder, "found.xml").read_text(encoding="utf-8")


@test
def what_is_wrong_with_the_command_line_is_told():
    with tempfile.TemporaryDirectory() as folder:
        for words, status, told in ((["--only", "nonsense", "cat"], 2, "expected some of check, games"),
                                    (["--quick", "--long", "cat"], 2, "exclude each other"),
                                    (["human"], 2, "a person cannot be tested"),
                                    (["./no-such-program"], 125, "no-such-program")):
            ran = ringside(folder, "hunt", "gomocup", *words)
            assert ran.returncode == status and told in ran.stderr, ran


run()
