#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a contest is made of, as TAP: the bundled games in one file each, bridges to referees of others, new games, and the page of the manual."""
import contextlib
import json
import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from suite import Skipped, run, test

RINGSIDE = os.environ["RINGSIDE"]
SAMPLES = Path(__file__).resolve().parents[2] / "src/samples"


def needs(program):
    if not shutil.which(program):
        raise Skipped(f"no {program}")


def needs_sandbox():
    needs("bwrap")
    tried = subprocess.run(["bwrap", *"--unshare-user --unshare-pid --unshare-net --ro-bind / / true".split()], capture_output=True, check=False)
    if tried.returncode:
        raise Skipped("no user namespace")


def ringside(*words, status=0, folder=None):
    ran = subprocess.run([RINGSIDE, *words], cwd=folder, capture_output=True, text=True, errors="replace", check=False, timeout=120)
    assert ran.returncode == status, ran
    return ran


def games(referee, *words):
    """The objects of the games that these options and players play."""
    ran = ringside("run", "referee", "--json", "--no-keep", "--seed", "1", "--turn-time", "60s", "--referee", referee, *words)
    return [json.loads(line) for line in ran.stdout.splitlines() if '"winner"' in line]


@contextlib.contextmanager
def player(text):
    """The command of a player in Python."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "player.py")
        path.write_text(text, encoding="utf-8")
        yield f"'{sys.executable}' '{path}'"


def always(answer):
    return f"sh -c 'while read line; do echo {answer}; done'"


# ---- the bundled games ----

@test
def four_in_a_row_win_connect_four():
    needs("node")
    game, = games("sample:connect4", always(1), always(2))
    assert (game["winner"], game["reason"], game["moves"]) == (1, "win", 7), game


@test
def in_connect_four_a_full_column_is_illegal():
    needs("node")
    game, = games("sample:connect4", always(1), always(1))
    assert (game["winner"], game["reason"], game["blame"], game["moves"]) == (2, "illegal", 1, 7), game


@test
def a_player_of_connect_four_that_looks_ahead_is_better():
    needs("node")
    played = games("sample:connect4", "--games", "4", "sample:connect4-player", "sample:connect4-player --depth 1")
    assert len(played) == 4, played
    assert sum(game["score"][0] for game in played) >= 3, played


FLEET = """
fired = iter(column + row for row in "12345678" for column in "abcdefgh")
placed = iter(["a1", "a2", "a3", "a4", "a5"])
while True:
    try:
        print(next(placed if input().startswith("place") else fired), flush=True)
    except EOFError:
        break
"""


@test
def who_sinks_all_ships_wins_battleships():
    with player(FLEET) as command:
        game, = games("sample:battleships", command, command)
    # Ten ships; the last cell of a fleet is the 34th, and player 2 has fired once less.
    assert (game["winner"], game["reason"], game["moves"]) == (1, "win", 10 + 34 + 33), game


@test
def in_battleships_ships_neither_overlap_nor_leave_the_board():
    for answer in "a1", "h1", "a8 down", "a1 up", "i1":
        game, = games("sample:battleships", always(answer), "sample:battleships-player")
        assert (game["winner"], game["reason"], game["blame"]) == (2, "illegal", 1), (answer, game)


@test
def no_player_of_battleships_sees_the_ships_of_the_other_one():
    told = "start players=2 seed=1\n< 1 a1\ndone 1\n< 2 b2\ndone 2\n"
    ran = subprocess.run([sys.executable, str(SAMPLES / "referee-battleships.py")], input=told, capture_output=True, text=True, check=False,
                         timeout=60)
    seen = {}
    for prefix in "|", "1|", "2|":
        rows = [line.removeprefix(prefix + " ") for line in ran.stdout.splitlines() if line.startswith(prefix + " ") and "  " in line]
        seen[prefix] = [["#" in half for half in row.split("  ")[::2]] for row in rows[-9:-1]]
    left, right = [[False, False]] * 8, [[False, False]] * 8
    left[1], right[0] = [True, False], [False, True]
    assert seen["1|"] == right and seen["2|"] == left, seen
    assert seen["|"][:2] == [[False, True], [True, False]], seen
    assert "\n1| place a ship of 5 cells\n" in ran.stdout and "\n2| place a ship of 4 cells\n" in ran.stdout, ran.stdout


@test
def the_samples_of_battleships_play_to_their_end():
    for game in games("sample:battleships", "--games", "4", "sample:battleships-player", "sample:battleships-player"):
        assert game["reason"] == "win", game


# ---- a player alone ----

GUESS = """
import sys
def say(*lines):
    print(*lines, sep="\\n", flush=True)
def answer():
    line = input()
    if line == "done 1":
        sys.exit()  # an empty answer has a line of its own
    input()
    return line[len("< 1 "):]
assert input().split()[1] == "players=1"
for left in 3, 2, 1, 0:
    say("legal 1 1 2 3 4", "> 1 guess", "ask 1")
    number = answer()
    if number not in ("1", "2", "3", "4"):
        say("illegal 1 this is none of the numbers")
        break
    if number == "3":
        say(f"scores {left} found")
        break
else:
    say("scores 0 not found")
"""


@test
def a_referee_for_one_player_is_checked_and_so_is_its_player():
    with player(GUESS) as referee:
        game, = games(referee, always(3))
        assert (game["reason"], game["score"][0], game["blame"]) == ("scores", 3, None), game
        told = ringside("check", "referee", "--players", "1", "--referee", referee).stdout
        assert "17 passed, 2 skipped" in told, told
        assert "3 passed" in ringside("check", "referee", "--players", "1", "--referee", referee, always(2)).stdout
        assert "players=2" in ringside("check", "referee", "--referee", referee, status=1).stdout
        told = ringside("fuzz", "referee", "--players", "1", "--referee", referee, "--games", "3", always(2)).stdout
        assert "3 matches" in told and "never failed" in told, told
        told = ringside("run", "referee", "--players", "1", "--referee", referee, always(1), always(1), status=2).stderr
        assert "--players is 1, and 2 sit at the table" in told, told


@test
def a_referee_that_names_no_moves_passes_its_check():
    with player(GUESS.replace('"legal 1 1 2 3 4", ', "")) as referee:
        told = ringside("check", "referee", "--players", "1", "--referee", referee).stdout
        assert "16 passed, 3 skipped" in told, told


@test
def a_check_tells_a_referee_moves_that_are_cut_off_doubled_and_repeated():
    for mistake, case in ("len(number) == 1", "cut-answer"), ("number == 2 * number[:2]", "doubled-answer"), ("number in seen", "repeated-answer"):
        text = GUESS.replace("1 2 3 4", "ab cd ef").replace('("1", "2", "3", "4")', '("ab", "cd", "ef", "gh")').replace("for left", "seen = set()\nfor left")
        text = text.replace('"legal 1 ab cd ef"', '" ".join(["legal 1", *sorted({"ab", "cd", "ef", "gh"} - seen)])')
        text = text.replace("    if number not", f"    assert not ({mistake} and number)\n    seen.add(number)\n    if number not")
        with player(text) as referee:
            told = ringside("check", "referee", "--players", "1", "--referee", referee, status=1).stdout
            assert [line.split()[-1] for line in told.splitlines() if line.startswith("failed")] == [case], (mistake, told)


# ---- pages of results ----

@test
def a_page_of_results_shows_the_last_board_for_all():
    referee = """sh -c 'read s; echo "| first board"; echo "> 1 go"; echo ask 1; read a; read b; echo "1| own row"; echo "| last row"; echo "2| own row"
               echo "| and its end"; echo win 1 so'"""
    with tempfile.TemporaryDirectory() as folder:
        results, page = Path(folder, "results.jsonl"), Path(folder, "page.html")
        players = [f"env RINGSIDE_PLAYER={name} {always('a')}" for name in ("anna", "bert")]
        ringside("tournament", "referee", "--batch", "--no-sandbox", "--no-keep", "--seed", "1", "--referee", referee, "--results", str(results), "--html",
                 str(page), *players)
        games_played = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines() if '"winner"' in line]
        assert [game["board"] for game in games_played] == ["last row\nand its end\n"] * 2, games_played
        text = page.read_text(encoding="utf-8")
        assert text.count("last row") == 2 and text.count("and its end") == 2 and "first board" not in text and "own row" not in text, text


# ---- hidden things ----

VAULT = """sh -c 'read s; echo game vault hidden=yes; for i in 1 2; do echo "# secret"; echo "| secret"; echo "2| secret"; echo "1| rows"
           echo "> 1 task"; echo "> 2 secret"; echo ask 1 2; read a; read b; read c; read d; echo move 2 secret; done; echo draw over'"""


@test
def no_command_shows_a_person_what_a_game_hides():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "vault.ringside")
        begin = "play", "referee", "--batch", "--seed", "1", "--turn-time", "0", "--referee", VAULT
        asked = "- expect text == 'x'", "- expect moved 2 in x", "info messages", "info messages secre[t]", "info turns", "info seat 2", "info held", "why stop", "info breakpoints"
        keeper = "sh -c 'while read l; do echo secret; echo secret >&2; done'"
        lines = "break if text ~ /secre[t]/", "break if seat == 2", "continue", "play open", "continue", *asked, "continue", *asked, "delete", "continue", *asked
        words = [word for line in lines for word in ("-x", line)]
        told = ringside(*begin, "--record", str(path), "human", keeper, *words).stdout
        assert "secret" not in told.replace(keeper, "") and "1| rows" in told and "seat 2  hidden" in told, told
        assert "seat 2 is told something hidden" in told and "seat 2 says something hidden" in told, told
        refused = 0
        for number in range(6, 14):  # which of them is hidden depends on who is first
            told = subprocess.run([RINGSIDE, *begin, "human", keeper, "-x", "continue", "-x", f"why #{number}"], capture_output=True, text=True,
                                  check=False, timeout=120)
            refused += "that you may see before the end" in told.stderr
            assert "secret" not in (told.stdout + told.stderr).replace(keeper, ""), told
        assert refused >= 3, refused
        told = ringside("export", str(path), "--format", "jsonl").stdout
        assert "2| secret" in told and "# secret" in told, told


# ---- bridges to the referees of others ----

@contextlib.contextmanager
def bridge(name, text):
    """The command of a bridge with a referee in Python: what to say behind it."""
    with player(text) as command:
        yield f"sample:{name}", command


# Asks player 0 for two lines and player 1 for one; both are told something before either is asked.
OLD_REFEREE = """
seed = input()
if seed.startswith("###Seed"):
    assert input() == "###Start 2"
print("###Input 0\\n a\\nb\\n###Input 1\\nc", flush=True)
print("###Output 0 2", flush=True)
first = input(), input()
print("###Output 1 1", flush=True)
second = input()
print("###Error 1 is no error here", flush=True)
assert (first, second) == ((" a", "b"), "c"), (first, second)
print("###End", "{result}", flush=True)
"""
ECHO = "cat"


@test
def the_older_referees_of_brutaltester_play():
    for result, winner, reason in ("0 1", 1, "rank"), ("1 0", 2, "rank"), ("01", 0, "draw"):
        for option in "", "--seed ":
            with bridge("brutaltester-old", OLD_REFEREE.replace("{result}", result)) as (name, command):
                game, = games(f"{name} {option}{command}", "sh -c 'read line; read line; echo \" a\"; echo b'", ECHO)
            assert (game["winner"], game["reason"], game["moves"]) == (winner, reason, 2), (result, game)


@test
def an_older_referee_that_fails_blames_nobody():
    for text in "raise SystemExit(3)", "input()\nprint('###End 0 0', flush=True)", "input()\nprint('###End', flush=True)":
        with bridge("brutaltester-old", text) as (name, command):
            game, = games(f"{name} {command}", ECHO, ECHO)
        assert (game["winner"], game["reason"], game["blame"]) == (None, "game", None), (text, game)


# Tells both something first, and then asks each for a number; the sums are the scores.
NEW_REFEREE = """
import subprocess
import sys
commands = [sys.argv[sys.argv.index(name) + 1].split() for name in ("-p1", "-p2")]
players = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for command in commands]
scores = [0, 0]
for player in players:
    print("you play", file=player.stdin, flush=True)
for turn in range(3):
    for i, player in enumerate(players):
        print("turn", turn, file=player.stdin, flush=True)
        scores[i] += int(player.stdout.readline())
for player in players:
    player.terminate()
print(scores[0], scores[1], sep="\\n")
print("seed=1")
"""


@test
def the_newer_referees_of_brutaltester_play():
    # The first turn has two lines: a player that took them for two questions would be too late.
    number = "sh -c 'read line; while read line; do echo {}; done'"
    with bridge("brutaltester", NEW_REFEREE) as (name, command):
        game, = games(f"{name} --settle 200 {command}", number.format(2), number.format(5))
    assert (game["winner"], game["reason"], game["moves"]) == (2, "scores", 6), game


@test
def a_newer_referee_without_scores_blames_nobody():
    with bridge("brutaltester", "print(1)") as (name, command):
        game, = games(f"{name} {command}", ECHO, ECHO)
    assert (game["winner"], game["reason"], game["blame"]) == (None, "game", None), game


@test
def a_bridge_leaves_the_last_word_to_a_referee_that_fails():
    text = "import sys\nprint('Caused by: x\\n\\tat y', file=sys.stderr)\nsys.exit(3)"
    for name in "brutaltester", "brutaltester-old":
        with bridge(name, text) as (sample, command):
            ran = ringside("run", "referee", "--no-keep", "--seed", "1", "--referee", f"{sample} {command}", ECHO, ECHO)
        assert 'said last: "Caused by: x"' in ran.stderr and "status 3" in ran.stdout, (name, ran.stdout, ran.stderr)


INTERACTOR = """
import sys
assert open(sys.argv[1]).read() == "42" and len(sys.argv) == 3
print("guess", flush=True)
answer = input()
assert answer != "42" or not sys.stdin.read()  # some look whether anything follows
print("so", file=sys.stderr)
print({"42": "ok right", "50": "points 12.5", "x": "no number"}.get(answer, "wrong answer"), file=sys.stderr)
sys.exit({"42": 0, "50": 7, "x": 2, "3": 3}.get(answer, 1))
"""


@test
def the_exit_status_of_an_interactor_judges():
    with bridge("interactor", INTERACTOR) as (name, command), tempfile.TemporaryDirectory() as folder:
        Path(folder, "01.in").write_text("42", encoding="utf-8")
        for answer, winner, reason, detail in (("42", 1, "win", "ok right"), ("41", None, "illegal", "wrong answer"),
                                               ("x", None, "illegal", "no number"), ("50", None, "scores", "points 12.5"),
                                               ("3", None, "game", "status 1")):
            game, = games(f"{name} --input '{folder}/01.in' {command}", always(answer))
            assert (game["winner"], game["reason"]) == (winner, reason) and detail in game["detail"], (answer, game)
            assert game["blame"] == (1 if reason == "illegal" else None), (answer, game)


# ---- a new game ----

def environment():
    return os.environ | {"PATH": os.pathsep.join([str(Path(RINGSIDE).parent), os.environ["PATH"]])}


def shell(line, folder):
    """Runs the line of a page as its reader would.  Returns what was said."""
    ran = subprocess.run(["sh", "-ec", line], cwd=folder, capture_output=True, text=True, check=False, timeout=300, env=environment())
    assert ran.returncode == 0, (line, ran)
    return ran.stdout + ran.stderr


def commands(text):
    return [line.removeprefix("    ") for line in text.splitlines() if line.startswith("    ")]


@contextlib.contextmanager
def new_game(language):
    with tempfile.TemporaryDirectory() as folder:
        told = ringside("new-game", "a game", "--language", language, folder=folder).stdout
        yield Path(folder, "a game"), told


def works_at_once(language):
    needs_sandbox()  # for its tournament
    said = {}
    with new_game(language) as (folder, _):
        text = "\n".join(path.read_text(encoding="utf-8") for path in folder.iterdir())
        for mark in "ENDING", "SOURCE", "SPDX", "Copyright":
            assert mark not in text, (mark, text)
        for line in commands((folder / "README.md").read_text(encoding="utf-8")):
            if " play " not in line:
                said[line.split()[min(1, len(line.split()) - 1)]] = shell(line, folder)
    assert "simple 0, better 20, draws 0" in said["run"], said
    assert "1  better " in said["tournament"], said
    assert "3 passed" in said["check"], said
    return said


@test
def a_new_game_in_python_works_at_once():
    assert len(works_at_once("python")) == 3


@test
def a_new_game_in_javascript_works_at_once():
    needs("node")
    assert len(works_at_once("js")) == 3


@test
def a_new_game_in_c_works_at_once():
    needs("make")
    needs("cc")
    assert len(works_at_once("c")) == 4  # and make


@test
def in_a_new_game_four_sticks_are_too_many():
    with new_game("python") as (folder, told):
        assert "cd 'a game'\n    ringside play referee --referee ./referee.py human ./better.py\n" in told, told
        game, = games(f"'{folder}/referee.py'", "--told", "sticks=9", always(1), always(4))
        assert (game["winner"], game["reason"], game["blame"], game["moves"]) == (1, "illegal", 2, 2), game
        game, = games(f"'{folder}/referee.py'", "--told", "sticks=4", always(2), always(3))
        assert (game["winner"], game["reason"], game["blame"], game["moves"]) == (1, "illegal", 2, 2), game


@test
def a_new_game_leaves_the_files_of_others_alone():
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "notes").write_text("mine", encoding="utf-8")
        assert "has files" in ringside("new-game", folder, status=2).stderr
        assert os.listdir(folder) == ["notes"]
        assert "Not a directory" in ringside("new-game", "notes", folder=folder, status=1).stderr
        os.mkdir(Path(folder, "empty"))
        assert "cd " not in ringside("new-game", ".", folder=Path(folder, "empty")).stdout
        assert "python, c or js" in ringside("new-game", "x", "--language", "pascal", folder=folder, status=2).stderr


# ---- the page of the manual ----

def on_screen(line, folder, wanted):
    """Runs the line on a terminal, until the screen shows this; then q leaves it."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execve("/bin/sh", ["sh", "-ec", "stty rows 24 cols 80; " + line], environment() | {"TERM": "xterm"})
    shown, keys = b"", [(wanted, b"q"), (b"y/n", b"y")]
    while select.select([terminal], [], [], 60)[0]:
        try:
            shown += os.read(terminal, 4096)
        except OSError:  # the program has left
            break
        if keys and keys[0][0] in shown:
            os.write(terminal, keys.pop(0)[1])
    os.close(terminal)  # one that hangs is told to leave so
    assert wanted in shown, (line, shown)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert status in (0, 130), (line, status, shown)


@test
def the_page_of_the_manual_leads_to_a_page_of_results():
    needs_sandbox()
    said, on_screens = {}, 0
    page = (SAMPLES.parent / "manual/contest.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for line in commands(page):
            words = line.split()
            if words[0] == "cd":
                folder = Path(folder, words[1])
            elif " play " in line or " open " in line:
                on_screen(line, folder, b"sticks" if " play " in line else b"Standing")
                on_screens += 1
            else:
                said[line] = shell(line, folder)
        folder, results = Path(folder), [json.loads(line) for line in Path(folder, "cup.jsonl").read_text(encoding="utf-8").splitlines()]
        html = (folder / "results.html").read_text(encoding="utf-8")
        assert len(list(folder.glob("games/*/*.ringside"))) == 100, os.listdir(folder)
    assert on_screens == 4, on_screens
    for part, expected in (" run ", "simple 0, better 20, draws 0"), ("--suite", "3 cases"), (" check ", "passed"):
        found = [text for line, text in said.items() if part in line]
        assert found and all(expected in text and " failed" not in text for text in found), (part, found)
    games_of = [game for game in results if "winner" in game]
    blamed = {game["names"][game["blame"] - 1] for game in games_of if game["blame"]}
    assert len(games_of) == 100 and blamed == {"eve"}, blamed
    for name in "ada", "bob", "eve", "simple", "better", "illegal":
        assert name in html, html


run()
