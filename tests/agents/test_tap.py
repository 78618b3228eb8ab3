#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""ringside tap between a judge and an agent, as TAP: nothing changes for either side, and each game is kept as it was.

The judge is this script, or ringside itself. RINGSIDE is the path of the program."""
import contextlib
import functools
import itertools
import json
import os
import re
import shlex
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from suite import Skipped, run, test

RINGSIDE = os.environ["RINGSIDE"]
AGENTS = os.environ["AGENTS"]
DEADLINE_S = 60
ENGINE = """while read -r l; do case $l in uci) echo 'id name test'; echo uciok;; isready) echo readyok;; quit) exit;;
go*) %s;; esac; done"""
os.environ["ASAN_OPTIONS"] = "detect_leaks=0"  # a sample that the relay traces cannot look for leaks, and ends by status 1


@contextlib.contextmanager
def a_folder(prefix="ringside-tap-"):
    """A folder for a test.  A recorder may write there after its agent has left: the folder is removed when it no longer does."""
    folder = tempfile.mkdtemp(prefix=prefix)
    try:
        yield folder
    finally:
        until = time.monotonic() + DEADLINE_S
        while Path(folder).exists():
            shutil.rmtree(folder, ignore_errors=True)
            assert time.monotonic() < until, folder


def tap(folder, command, system="uci", options=()):
    return [RINGSIDE, "tap", system, "--record", str(folder), *options, "--", *command]


def both(command, given=b"", **options):
    """What a judge sees of the bare agent, and of the same behind a tap."""
    with a_folder() as folder:
        return [subprocess.run(run, input=given, capture_output=True, timeout=DEADLINE_S, check=False, **options)
                for run in (command, tap(folder, command))]


def same(command, given=b"", **options):
    bare, tapped = both(command, given, **options)
    assert bare.stdout == tapped.stdout, (bare.stdout[-300:], tapped.stdout[-300:])
    assert bare.stderr == tapped.stderr, (bare.stderr[-300:], tapped.stderr[-300:])
    assert bare.returncode == tapped.returncode, (bare.returncode, tapped.returncode)


def is_whole(path):
    """Is there a verdict in the file, which the recorder writes last?"""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as file:
            return file.execute("SELECT count(*) FROM verdict").fetchone()[0] > 0
    except sqlite3.Error:
        return False


def files(folder, count):
    """The match files, when so many are whole: the recorder outlives the agent."""
    until = time.monotonic() + DEADLINE_S
    while True:
        found = sorted(Path(folder).glob("*.ringside"))
        if len(found) == count and all(map(is_whole, found)):
            return found
        assert time.monotonic() < until, found
        time.sleep(0.02)


def messages(path, seat):
    """All that went to the seat, and came from it."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as file:
        return file.execute("SELECT dir, bytes FROM message WHERE seat = ? AND dir IN ('to', 'from') AND channel <> 'stderr' "
                            "ORDER BY n", (seat,)).fetchall()


def ringside(*words):
    return subprocess.run([RINGSIDE, *map(str, words)], capture_output=True, text=True, timeout=DEADLINE_S, check=False)


def as_json(*words):
    """What it prints, though its status says that a fault was found."""
    ran = ringside(*words, "--json")
    assert ran.stdout, ran
    return json.loads(ran.stdout)


def why(path):
    return ringside("open", path, "--batch", "-x", "why").stdout


def talk(folder, go, lines, options=()):
    """A judge that says these lines to an engine, and reads an answer where one is due; the text that explains the game."""
    engine = ["sh", "-c", ENGINE % go]
    with subprocess.Popen(tap(folder, engine, options=options), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as agent:
        for line, answer in lines:
            try:
                agent.stdin.write(line + "\n")
                agent.stdin.flush()
            except BrokenPipeError:
                break
            while answer and (said := agent.stdout.readline()) and not said.startswith(answer):
                pass
        agent.stdin.close()
        agent.wait(DEADLINE_S)
        return agent.returncode


GREETING = [("uci", "uciok"), ("isready", "readyok"), ("ucinewgame", None)]
FIRST = [*GREETING, ("position startpos", None), ("go movetime 60000", "bestmove")]


@test
def every_byte_passes_both_ways():
    same(["cat"], os.urandom(3_000_000))


@test
def the_status_comes_after_the_last_bytes():
    for end in ("exit 7", "kill -KILL $$", "kill -SEGV $$", "exec 1>&-; exit 3", ":"):
        same(["sh", "-c", f"head -c 200000 /dev/zero; echo words >&2; {end}"])


@test
def the_status_waits_for_the_last_bytes():
    with a_folder() as folder:
        agent = subprocess.Popen(tap(folder, ["sh", "-c", "head -c 60000 /dev/zero; exit 5"]), stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE)
        assert agent.wait(DEADLINE_S) == 5
        os.set_blocking(agent.stdout.fileno(), False)
        assert len(agent.stdout.read()) == 60000
        agent.stdin.close()
        agent.stdout.close()


@test
def stdout_and_stderr_of_one_pipe_keep_their_order():
    command = ["sh", "-c", "for i in 1 2 3 4 5 6 7 8 9; do echo out $i; echo err $i >&2; done"]
    with a_folder() as folder:
        bare, tapped = (subprocess.run(run, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=DEADLINE_S, check=True)
                        for run in (command, tap(folder, command)))
    assert bare.stdout == tapped.stdout, tapped.stdout


@test
def the_agent_has_what_its_judge_has_given():
    about = ("grep -E '^(Sig(Blk|Ign)|ShdPnd|NoNewPrivs|Seccomp:|Cpus_allowed_list)' /proc/self/status; env | grep -v '^_='; ulimit -a; "
             "pwd; cut -d' ' -f5,6 /proc/$$/stat; ls /proc/$$/fd; cat <&9")
    with tempfile.TemporaryFile() as file:
        file.write(b"inherited")

        def shared():
            os.lseek(file.fileno(), 0, os.SEEK_SET)
            os.dup2(file.fileno(), 9)
            signal.signal(signal.SIGUSR2, signal.SIG_IGN)
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        same(["sh", "-c", about], pass_fds=(9,), preexec_fn=shared)


@test
def what_the_judge_does_to_its_process_reaches_the_agent():
    with a_folder() as folder:
        agent = subprocess.Popen(tap(folder, ["cat"]), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for round_ in (b"one\n", b"two\n"):
            agent.stdin.write(round_)
            agent.stdin.flush()
            assert agent.stdout.readline() == round_
            agent.send_signal(signal.SIGSTOP)
            assert os.WIFSTOPPED(os.waitpid(agent.pid, os.WUNTRACED)[1])
            agent.send_signal(signal.SIGCONT)
        agent.kill()
        assert agent.wait(DEADLINE_S) == -signal.SIGKILL
        assert agent.stdout.read() == b""
        agent.stdin.close()
        agent.stdout.close()


def greeted_first(told):
    """A player may say its name before or after the first line that it is told, as it likes."""
    return sorted(told, key=lambda one: one[1] != b"# ringside ready\n")


def agent(program, mode):
    return f"{shlex.quote(AGENTS + '/' + program)} {mode}"


def world_file():
    """Of the world whose rules all clients can read."""
    file = tempfile.NamedTemporaryFile("w", suffix=".world")  # pylint: disable=consider-using-with
    file.write("AWorld 1\nItem_Reward 50\nAgent 1 1 0\nMap 4 3\n####\n#hi#\n####\n")
    file.flush()
    return file


def assert_found(system, players, words, *options, limits=()):
    """The tap has kept what the outer record has, and `why` names what the player did. Once it has ended, it gets no later line.

    Only a player that hangs meets the outer limit: any other has the time that it needs to do what is to be found."""
    limit = "2s" if "had not answered for" in words else "60s"
    with a_folder() as folder:
        inner, outer = Path(folder, "inner"), Path(folder, "outer.ringside")
        tapped = shlex.join([RINGSIDE, "tap", system, "--record", str(inner), *limits, players[0]])
        ran = ringside("run", system, "--seed", 5, "--turn-time", limit, "--record", outer, *options, tapped, *players[1:])
        assert ran.returncode == 0, ran.stderr
        path = files(inner, 1)[0]
        for way in ("to", "from"):
            kept, said = ([one for one in messages(file, 1) if one[0] == way] for file in (path, outer))
            assert kept == said[:len(kept)] and (way == "to" or kept == said), (players[0], kept[-3:], said[-3:])
        told = why(path) + ringside("open", path, "--batch", "-x", "info messages").stdout
        assert words in told, (players[0], told)


def played(path, seats):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as file:
        return file.execute(f"SELECT played FROM turn WHERE seat IN {seats} ORDER BY n").fetchall()


def assert_same_game(outer, path, seats=(1, 2)):
    assert played(path, seats) in (played(outer, seats), played(outer, seats)[:-1]), path  # nobody is told the last move of its opponent
    said, heard = greeted_first(messages(outer, 1)), greeted_first(messages(path, 1))
    assert heard == said, [pair for pair in zip(heard, said) if pair[0] != pair[1]][:3]
    again = as_json("rerun", path)
    assert again["differences"] == 0 and again["answers"] > 0, (path, again["first"], again["problem"])


def assert_same_games(system, players, *options, seats=(1, 2)):
    with a_folder() as folder:
        inner, outer = Path(folder, "inner"), Path(folder, "outer.ringside")
        tapped = shlex.join([RINGSIDE, "tap", system, "--record", str(inner), players[0]])
        ran = ringside("run", system, "--games", 3, "--seed", 5, "--turn-time", "60s", "--record", outer, *options, tapped, *players[1:])
        assert ran.returncode == 0, ran.stderr
        for game, path in enumerate(files(inner, 3), 1):
            assert_same_game(f"{folder}/outer-{game}.ringside", path, seats)


@test
def games_of_chess_are_kept_move_for_move():
    assert_same_games("uci", ("sample:random", "sample:random"))


@test
def games_of_gomoku_are_kept_move_for_move():
    assert_same_games("gomocup", ("sample:random", "sample:random"))


@test
def games_of_gomoku_that_begin_by_swap2_are_kept_move_for_move():
    for first in (1, 2):
        assert_same_games("gomocup", ("sample:random", "sample:random"), "--swap2", "--first", first)


@test
def games_of_symbols_are_kept_message_for_message():
    for game in ("roshambo", "tictactoe", "imitate"):
        assert_same_games("lmc", ("sample:random", "sample:constant"), "--game", game, "--turns", "30", seats=(1, 1))


@test
def games_of_words_are_kept_message_for_message():
    for game, players in (("imitate-game", ["sample:imitate-player"]), ("questions", ["sample:learner"]),
                          ("roshambo", ["sample:random", "sample:constant"])):
        assert_same_games("lmc2", players, "--game-program", f"sample:{game}", seats=(1, 1))


@test
def simulations_are_kept_message_for_message():
    for client in ("reasoner", "wander", "rotate"):
        for options in ([], ["--world", "cave"]):
            assert_same_games("asimulator", [f"sample:{client} --stdio"], "--stdio", *options, seats=(1, 1))
    with world_file() as world:
        assert_same_games("asimulator", [agent("asim_client", "little 14 --stdio")], "--stdio", "--world", world.name, seats=(1, 1))


@test
def players_that_misbehave_are_found():
    for mode, words in (("crash", "SIGSEGV"), ("leave-badly", "status 7"), ("leave", "status 0"),
                        ("close-output", "had not answered for"), ("silent", "had not answered for"),
                        ("leave-with-farewell", "said that it exits"), ("unknown-symbol", '"lizard", which is not a symbol'),
                        ("two-outputs", "an output that nobody asked for"), ("bare-words", "a line with blanks in it"),
                        ("output-before-name", "a line before the name"), ("unended", "without a line end"),
                        ("unknown-channel", "a channel that nobody reads"), ("crlf", "lines that end in CR")):
        assert_found("lmc", (agent("player", f"{mode} paper"), agent("player", "good rock")), words, "--turns", "6")
    for mode, words in (("crash", "SIGSEGV"), ("leave", "left before the game was over"), ("two-outputs", "an output that nobody asked for"),
                        ("no-symbol", "an output without words"), ("silent", "had not answered for")):
        assert_found("lmc2", [agent("player", f"{mode} a")], words, "--max-timeouts", "1")


def quantum_game(folder, seed):
    """The kept game, and its judge's."""
    outer = Path(folder, "outer.ringside")
    tapped = shlex.join(tap(Path(folder, "inner"), ["sample:random"], "qchess"))
    ringside("run", "qchess", "--seed", seed, "--turn-time", "60s", "--record", outer, tapped, "sample:random")
    path = files(Path(folder, "inner"), 1)[0]
    assert_same_game(outer, path)
    return path, outer


@test
def games_of_quantum_chess_are_kept_though_another_judge_decides_chance():
    for seed in range(3):
        with a_folder() as folder:
            path, outer = quantum_game(folder, seed)
            logs = [Path(folder, name) for name in ("inner.log", "outer.log")]
            for file, log in zip((path, outer), logs):
                assert ringside("export", file, "--format", "qchess", "-o", log).returncode == 0
            assert "?unknown" in logs[0].read_text()
            assert ringside("diff", *logs).returncode == 0
            resumed = ringside("run", "qchess", "--from", f"{path}:20", "--record", Path(folder, "resumed.ringside"), "sample:random", "sample:random")
            assert resumed.returncode == 0, resumed


@test
def agents_of_quantum_chess_that_misbehave_are_found():
    for mode, words in (("crash", "SIGSEGV"), ("killed", "SIGKILL"), ("leave-badly", "status 7"), ("leave", "left in the middle"),
                        ("leave-at-once", "left in the middle"), ("leaves-waiting", "left in the middle"), ("dies-waiting", "SIGSEGV"),
                        ("silent", "had not answered for"), ("half-line", "had not answered for"), ("never-reads", "had not answered for"),
                        ("close-output", "had not answered for"), ("flood-stderr", "had not answered for"),
                        ("illegal-move", "cannot be reached by the knight"), ("off-the-board", "is not on the board"),
                        ("negative", 'answered MOVE? with "-1 3"'), ("one-line-without-end", "xxxxx"), ("thanks", 'MOVE? with "OK"'),
                        ("greets", "a response to the colour"), ("twice", "a response to an update"),
                        ("trailing-words", "more than two numbers"), ("bytewise", "has ended outside")):
        assert_found("qchess", (agent("qchess_agent", mode), "sample:random"), words, "--classical", "--max-moves", "20")
    with a_folder() as folder:  # a judge that waits as long as it takes until it has left
        subprocess.run(tap(folder, shlex.split(agent("qchess_agent", "ends-badly")), "qchess"), input=b"white\nSELECTION?\nQUIT\n", capture_output=True,
                       timeout=DEADLINE_S, check=False)
        assert "status 7" in why(files(folder, 1)[0]), why(files(folder, 1)[0])


@test
def the_end_is_told_to_a_recorder_that_is_behind():
    with a_folder() as folder:
        state = Path(folder, "state")
        agent = subprocess.Popen(tap(Path(folder, "kept"), ["sh", "-c", "head -c 4000000 /dev/zero; exit 9"], "bytes"), stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, env={**os.environ, "XDG_STATE_HOME": str(state)})
        watcher = Watcher(state)
        recorder = struct.unpack("3i", watcher.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        os.kill(recorder, signal.SIGSTOP)
        assert len(agent.stdout.read()) == 4000000 and agent.wait(DEADLINE_S) == 9
        os.kill(recorder, signal.SIGCONT)
        watcher.socket.close()
        agent.stdin.close()
        agent.stdout.close()
        assert "exited with status 9" in why(files(Path(folder, "kept"), 1)[0])


@test
def clients_that_misbehave_are_found():
    for mode, words in (("crash", "SIGSEGV"), ("leave-badly", "status 7"), ("close-midway", "left in the middle"),
                        ("decline", "declined the rules"), ("bad-request", "which is no request"), ("half-message", "4 of 8 bytes"),
                        ("out-of-turn", "an action out of turn"), ("early", "an action out of turn"), ("little", "numbers are little-endian"),
                        ("unused-symbol", "unused number"), ("info-bits", "unused bits"), ("hang", "(asim_client) had not answered for")):
        with world_file() as world:
            assert_found("asimulator", [agent("asim_client", f"{mode} 14221 --stdio")], words, "--stdio", "--world", world.name)


# What an agent is told up to its first question, and the line that tells it to leave.
QUESTIONS = {"uci": ("uci\nposition startpos\ngo depth 1", "quit"), "gomocup": ("START 15\nBEGIN", "END"),
             "qchess": ("white\nSELECTION?", "QUIT"), "lmc": ("@command new\n@command symbol rock\n@command play", "@command exit"),
             "lmc2": ("@command new\n@command symbol rock\n@command play", "@command exit"),
             "asimulator": (bytes(27) + b"\x01" + bytes(1), None)}


def ask(folder, system, behind, options=()):
    """Starts an agent that reads up to its first question and then does `behind`. Returns its process when it has read that."""
    told = QUESTIONS[system][0]
    if system == "asimulator":
        agent = f"printf '\\0'; head -c {len(told)} >/dev/null; echo asked >&2; {behind}"
    else:
        told = (told + "\n").encode()
        agent = 'i=0; while [ $i -lt %d ] && read -r l; do i=$((i + 1)); done; echo asked >&2; %s' % (told.count(b"\n"), behind)
    process = subprocess.Popen(tap(folder, ["sh", "-c", agent], system, options), stdin=subprocess.PIPE, stdout=subprocess.PIPE,  # pylint: disable=consider-using-with
                               stderr=subprocess.PIPE)
    if system == "asimulator":  # a client speaks first
        process.stdout.read(1)
    process.stdin.write(told)
    process.stdin.flush()
    assert process.stderr.readline() == b"asked\n"
    return process


def part(process, how):
    """The judge has no more patience."""
    if how == "kill":
        process.kill()
    elif how == "term":
        process.terminate()
    elif how != "close":
        process.stdin.write(how.encode() + b"\n")
    process.stdin.close()
    process.wait(DEADLINE_S)
    process.stdout.close()
    process.stderr.close()


@test
def a_hang_that_no_limit_finds_is_blamed_on_its_agent():
    for system, (_, leave) in QUESTIONS.items():
        for how in ("kill", "term", "close", *([leave] if leave else [])):
            with a_folder() as folder:
                part(ask(folder, system, "exec cat >/dev/null", ["--keep-games", "faulty"]), how)
                path = files(folder, 1)[0]
                told = why(path)
                assert re.match(r"interrupted: seat 1 \([^)]*\) had not answered for [\d.]+ s when the game ended outside", told), (system, how, told)
                assert "is to blame; nobody wins" in told, (system, how, told)
                assert ("was ended by SIG" in told) == (how in ("kill", "term")), (system, how, told)
        with a_folder() as folder:
            part(ask(folder, system, "exec cat >/dev/null"), "kill")
            again = ringside("rerun", files(folder, 1)[0], "--limit", "1s")
            assert again.returncode == 4 and "it hung" in again.stdout, (system, again)


# An answer to the first question.
ANSWERS = {"uci": "bestmove e2e4", "gomocup": "7,7", "qchess": "0 6", "lmc": "@output rock", "lmc2": "@output rock"}


@test
def a_crash_is_one_though_nothing_is_asked():
    for system, answer in ANSWERS.items():
        with a_folder() as folder:
            process = ask(folder, system, f"echo '{answer}'; kill -SEGV $$")
            assert process.wait(DEADLINE_S) == -signal.SIGSEGV
            part(process, "close")
            path = files(folder, 1)[0]
            assert re.match(r"crash: seat 1 \([^)]*\) was ended by SIGSEGV (in the middle of|before) the (match|game)", why(path)), (system, why(path))
            assert as_json("rerun", path)["end"]["bad"], system


@test
def a_hang_is_found_by_the_limit_of_the_tap():
    for system in QUESTIONS:
        with a_folder() as folder:
            process = ask(folder, system, "exec cat >/dev/null", ["--turn-time", "10ms", "--keep-games", "faulty"])
            until = time.monotonic() + DEADLINE_S
            while not any("made no move within" in text for path in Path(folder).glob("*.ringside") for text in remarks(path)):
                assert time.monotonic() < until, system
                time.sleep(0.02)
            part(process, "kill")
            path = files(folder, 1)[0]
            assert re.match(r"timeout: seat 1 \([^)]*\) made no move within the limit of 0.010 s", why(path)), (system, why(path))


@test
def a_late_answer_is_found_though_its_judge_plays_on():
    slow = """echo '@info name slow'; while read -r l; do case $l in *play*) sleep 0.1; echo @output rock;; *exit*) echo @info exit; exit; esac; done"""
    sh, limits, words = shlex.join(["sh", "-c", slow]), ["--turn-time", "20ms", "--keep-games", "faulty"], "made no move within the limit of 0.020 s"
    assert_found("lmc", (sh, "sample:constant"), f"timeout: seat 1 (slow) {words}", "--turns", "2", limits=limits)
    assert_found("lmc2", [sh], f"timeout: seat 1 (slow) {words}", "--game-program", "sample:imitate-game", "--max-turns", "2", limits=limits)
    assert_found("qchess", (agent("qchess_agent", "slow"), "sample:random"), f"timeout: seat 1 (qchess_agent) {words}", "--classical", "--max-moves",
                 "20", limits=limits)
    with world_file() as world:
        assert_found("asimulator", [agent("asim_client", "slow 14221 --stdio")], words, "--stdio", "--world", world.name, limits=limits)


def remarks(path):
    """What ringside has remarked so far; nothing while there is no such file."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as file:
            return [row[0] for row in file.execute("SELECT bytes FROM message WHERE event = 'remark'")]
    except sqlite3.Error:
        return []


@test
def last_words_come_before_the_end():
    for _ in range(5):
        with a_folder() as folder:
            inner, outer = Path(folder, "inner"), Path(folder, "outer.ringside")
            tapped = shlex.join(tap(inner, ["sh", "-c", ENGINE % "printf 'bestmove e2e4'; exit"]))
            ringside("run", "uci", "--turn-time", "60s", "--record", outer, tapped, "sample:random")
            kept, said = messages(files(inner, 1)[0], 1), messages(outer, 1)
            # A later line comes to it only if it waits for a core before it ends.
            assert ("from", b"bestmove e2e4") in kept and kept == said[:len(kept)], (kept, said)


@test
def a_crash_is_found_and_comes_again_without_a_question():
    with a_folder() as folder:
        assert talk(folder, "kill -SEGV $$", FIRST) == -signal.SIGSEGV
        said = why(files(folder, 1)[0])
        assert "crash" in said and "`ringside rerun FILE --valgrind` tells it the same again" in said, said
        again = ringside("rerun", files(folder, 1)[0])
        assert "it crashed again in turn 1" in again.stdout + again.stderr, again


@test
def a_position_that_is_told_before_the_first_move_leaves_no_file():
    with a_folder() as folder:  # as cutechess does
        told = [("position startpos", None), ("position startpos moves e2e4", None), ("go movetime 60000", "bestmove")]
        talk(folder, "echo bestmove e7e5", [*GREETING, *told, ("ucinewgame", None), *told, ("ucinewgame", None), ("position startpos", None), ("quit", None)])
        for path in files(folder, 2):
            assert played(path, "(1, 2)")[-1:] == [("e7e5",)], path


@test
def the_board_is_not_turned_for_the_judge():
    with a_folder() as folder:
        talk(folder, "echo bestmove e2e4", FIRST)
        board = ringside("open", files(folder, 1)[0], "--batch", "-x", "info board").stdout
        ranks = [line.split()[0] for line in board.splitlines() if line[:1].isdigit()]
        assert ranks == list("87654321"), board


@test
def a_crash_before_the_first_game_is_found():
    with a_folder() as folder:
        with subprocess.Popen(tap(folder, ["sh", "-c", "read l; exit 9"]), stdin=subprocess.PIPE) as agent:
            agent.stdin.write(b"uci\n")
        assert agent.returncode == 9
        assert "exited with status 9" in why(files(folder, 1)[0])


# An engine that crashes in a thread of its own, or before it says a word.
CRASHES = """import ctypes, sys, threading
def crash():
    thread = threading.Thread(target=ctypes.string_at, args=(0,))
    thread.start()
    thread.join()
if sys.argv[1:]:
    crash()
for line in sys.stdin:
    print("uciok" if "uci\\n" == line else "readyok", flush=True)
    if "go" in line:
        crash()
"""


@contextlib.contextmanager
def instead_of_gdb(folder, script):
    """A program that does this is found in its place."""
    program = Path(folder, "bin/gdb")
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    yield dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}")


def crashed(folder, *words, **options):
    """How an engine ends that crashes with --backtrace."""
    command = tap(folder, [sys.executable, "-c", CRASHES, *words], options=["--backtrace"])
    given = b"uci\nisready\nucinewgame\nposition startpos\ngo movetime 60000\n"
    return subprocess.run(command, input=given, capture_output=True, timeout=DEADLINE_S, check=False, **options).returncode


@test
def a_backtrace_is_taken_before_a_crash_of_any_thread():
    if not shutil.which("gdb"):
        raise Skipped("gdb is not installed")
    for words in ((), ("at its start",)):
        with a_folder() as folder:
            assert crashed(folder, *words) == -signal.SIGSEGV
            said = why(files(folder, 1)[0])
            assert "It is about to be ended by SIGSEGV" in said and "all 2 threads" in said, said
            assert "was ended by SIGSEGV" in said.splitlines()[0], said


@test
def a_crash_comes_though_no_backtrace_can_be_taken():
    with a_folder() as folder, instead_of_gdb(folder, "echo gdb is ill") as environment:
        assert crashed(folder, env=environment) == -signal.SIGSEGV
        said = why(files(folder, 1)[0])
        assert "There is none: gdb: gdb is ill" in said, said


def runs(process):
    """In a container nobody may wait for what has ended."""
    try:
        return Path("/proc", process, "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@test
def a_crash_comes_though_the_recorder_is_killed_while_gdb_looks():
    with a_folder() as folder:
        looks, never = Path(folder, "looks"), Path(folder, "never")
        os.mkfifo(looks)
        os.mkfifo(never)
        with instead_of_gdb(folder, f"echo $$ >'{looks}'; exec cat '{never}'") as environment:
            command = tap(folder, [sys.executable, "-c", CRASHES, "at its start"], options=["--backtrace"])
            with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as agent:
                gdb = looks.read_text().strip()
                kill_recorder(folder, agent.pid)
                assert agent.wait(DEADLINE_S) == -signal.SIGSEGV
            until = time.monotonic() + DEADLINE_S
            while runs(gdb):
                assert time.monotonic() < until, "it is left behind"


@test
def what_the_agent_has_used_is_kept():
    with a_folder() as folder:
        talk(folder, "i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; echo bestmove e2e4", [*FIRST, ("quit", None)])
        with sqlite3.connect(f"file:{files(folder, 1)[0]}?mode=ro", uri=True) as file:
            said = [row[0] for row in file.execute("SELECT bytes FROM message WHERE event = 'remark'")]
        assert any(re.search(r"has used [\d.]*[1-9][\d.]* s of CPU time .* at most [\d.]*[1-9][\d.]* MB of memory", text) for text in said), said


@test
def an_illegal_move_is_found():
    with a_folder() as folder:
        talk(folder, "echo bestmove e2e5", [*FIRST, ("quit", None)])
        assert "which is not legal" in why(files(folder, 1)[0])


@test
def a_late_answer_is_found():
    with a_folder() as folder:
        talk(folder, "sleep 0.7; echo bestmove e2e4", [*GREETING, ("position startpos", None), ("go movetime 100", "bestmove"),
                                                       ("quit", None)])
        assert "made no move within" in (told := why(files(folder, 1)[0])), told


@test
def a_late_answer_says_how_long_it_had_a_core():
    core = {min(os.sched_getaffinity(0))}
    busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"], preexec_fn=lambda: os.sched_setaffinity(0, core)) for _ in range(3)]
    pin = f"import os; os.sched_setaffinity(0, {core}); os.execvp('sh', ['sh', '-c', {(ENGINE % 'work')!r}])"
    pin = pin.replace("work", "i=0; while [ $i -lt 400000 ]; do i=$((i + 1)); done; echo bestmove e2e4")
    with a_folder() as folder:
        try:
            with subprocess.Popen(tap(folder, [sys.executable, "-c", pin]), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as agent:
                agent.stdin.write("uci\nucinewgame\nposition startpos\ngo movetime 500\n")
                agent.stdin.flush()
                while not agent.stdout.readline().startswith("bestmove"):
                    pass
                agent.stdin.close()
        finally:
            for process in busy:
                process.kill()
                process.wait()
        path = files(folder, 1)[0]
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as file:
            assert file.execute("SELECT count(*) FROM message WHERE event = 'waited'").fetchone()[0], why(path)
        assert "it had one for" in why(path), why(path)
        again = ringside("open", path, "--batch", "-x", "goto 0", "-x", "goto 1")
        assert again.returncode == 0, again


@test
def an_agent_that_uses_more_memory_than_allowed_is_found():
    for most, verdict in (("1M", "memory: "), ("4G", "interrupted: ")):
        with a_folder() as folder:
            talk(folder, "echo bestmove e2e4", [*FIRST, ("quit", None)], ["--memory", most])
            path = files(folder, 1)[0]
            assert why(path).startswith(verdict), why(path)
            assert ("more than --memory allows: 1.0 MB" in ringside("open", path, "--batch", "-x", "info messages").stdout) == (most == "1M")


@test
def a_tool_runs_the_agent():
    with a_folder() as folder:
        tool = Path(folder, "valgrind")
        tool.write_text('#!/bin/sh\necho "options $1" >&2\nwhile [ "${1#-}" != "$1" ]; do shift; done\nexec "$@"\n')
        tool.chmod(0o755)
        ran = subprocess.run(tap(Path(folder, "games"), ["sh", "-c", "echo under; exit 3"], options=["--valgrind"]), capture_output=True,
                             text=True, timeout=DEADLINE_S, check=False, env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        assert (ran.returncode, ran.stdout, ran.stderr) == (3, "under\n", "options -q\n"), ran


@test
def only_wanted_games_stay():
    good = [("ucinewgame", None), ("position startpos", None), ("go movetime 60000", "bestmove")]
    bad = [("ucinewgame", None), ("position startpos moves e2e4", None), ("go movetime 60000", "bestmove")]
    for which, numbers in (("faulty", [2]), ("2", [2, 3]), ("all", [1, 2, 3])):
        with a_folder() as folder:
            talk(folder, "echo bestmove e2e4", [*GREETING[:2], *good, *bad, *good, ("quit", None)], ["--keep-games", which])
            until, kept = time.monotonic() + DEADLINE_S, None
            while kept != numbers:  # the recorder is behind: for a moment others may be whole
                assert time.monotonic() < until, (which, kept)
                time.sleep(0.02)
                kept = [int(path.stem.split("-")[-1]) for path in sorted(Path(folder).glob("*.ringside")) if is_whole(path)]


def attached(*words, state):
    return subprocess.run([RINGSIDE, "attach", *words], capture_output=True, text=True, timeout=DEADLINE_S, check=False,
                          env={**os.environ, "XDG_STATE_HOME": str(state)})


@test
def who_plays_now_is_listed():
    with a_folder() as folder:
        state, games = Path(folder, "state"), Path(folder, "games")
        engine = ["sh", "-c", ENGINE % "exec sleep 60"]
        with subprocess.Popen(tap(games, engine), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "XDG_STATE_HOME": str(state)}) as agent:
            while "no game yet" not in (listed := attached("--list", state=state)).stdout:
                assert agent.poll() is None
            assert listed.returncode == 0 and listed.stdout.split()[0] == str(agent.pid), listed
            for line, _ in FIRST:
                agent.stdin.write(line + "\n")
            agent.stdin.flush()
            while "game 1: being played, 0 moves" not in (listed := attached("sh", state=state)).stdout:
                assert agent.poll() is None
            assert str(games) in listed.stdout
            shown = attached(str(agent.pid), "--batch", "-x", "info board", "-x", "info seat 1", state=state)
            assert "white to move" in shown.stdout and "another judge has this match, thinking for" in shown.stdout, shown
            none = attached("no such name", state=state)
            assert none.returncode == 1 and none.stdout == "" and 'no tap of "no such name" runs' in none.stderr, none
            assert (state / "ringside/run").stat().st_mode & 0o777 == 0o700
            agent.kill()
        while attached("--list", state=state).returncode != 1:
            pass


@test
def who_was_only_pinged_after_its_answer_does_not_think():
    with a_folder() as folder:
        state = Path(folder, "state")
        with subprocess.Popen(tap(Path(folder, "games"), ["sh", "-c", ENGINE % "echo bestmove e2e4"]), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True, env={**os.environ, "XDG_STATE_HOME": str(state)}) as agent:
            for line, answer in (*FIRST, ("isready", "readyok")):  # as fastchess does
                agent.stdin.write(line + "\n")
                agent.stdin.flush()
                while answer and not agent.stdout.readline().startswith(answer):
                    pass
            while (said := attached(str(agent.pid), "--batch", "-x", "info messages", "-x", "info seat 1", state=state).stdout).count("< command  readyok") < 2:
                assert agent.poll() is None
            assert "another judge has this match\nclock   that of another judge\n" in said, said
            agent.stdin.close()


@test
def a_script_holds_and_steps_a_tap_without_a_screen():
    with a_folder() as folder:
        state = Path(folder, "state")
        lines = Lines(folder)
        lines.watcher.socket.close()
        script = ("break if text ~ /stop/", "continue", "info messages", "send 1 more", "gdb 2 backtrace")
        run = subprocess.Popen([RINGSIDE, "attach", "--batch", *(word for line in script for word in ("-x", line))], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, "XDG_STATE_HOME": str(state)})
        assert "breakpoint 1" in run.stdout.readline()
        lines.say(b"one\nstop\n")
        said, problem = run.communicate(timeout=DEADLINE_S)
        assert run.returncode == 1 and "seat 2 speaks for another judge" in problem, (run.returncode, problem)
        assert "breakpoint 1" in said and "one" in said and "< stop" not in said, said
        got = [lines.agent.stdout.readline() for _ in range(3)]
        assert sorted(got) == [b"more\n", b"one\n", b"stop\n"], got
        assert lines.end()[0] == 0


@test
def a_script_goes_on_from_a_stop_only_when_it_was_told():
    with a_folder() as folder:
        state = Path(folder, "state")
        lines = Lines(folder)
        script = ("break if text ~ /stop/", *(f"echo {4000 * 'x'}" for _ in range(30)), "continue")
        run = subprocess.Popen([RINGSIDE, "attach", "--batch", *(word for line in script for word in ("-x", line))], stdout=subprocess.PIPE, text=True,
                               env={**os.environ, "XDG_STATE_HOME": str(state)})
        assert "breakpoint 1" in run.stdout.readline()
        lines.say(b"one\nstop\n")
        lines.watcher.until(lambda watcher: watcher.state == PAUSED)  # the script waits, as its pipe is full
        said, _ = run.communicate(timeout=DEADLINE_S)
        stops = [line for line in said.splitlines() if not line.startswith("xxx")]
        assert len(stops) == 1 and 'is told "stop"' in stops[0] and said.splitlines()[-1] == stops[0], said
        assert [lines.agent.stdout.readline() for _ in range(2)] == [b"one\n", b"stop\n"]
        lines.watcher.socket.close()
        assert lines.end()[0] == 0


def two_players(folder, second="sh"):
    """Two tapped engines, which this judge lets play; and what it says to one of them, until that answers."""
    both_ = [subprocess.Popen(tap(Path(folder, str(i)), [second if i else "sh", "-c", ENGINE % f"echo bestmove {move}"]), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True, env={**os.environ, "XDG_STATE_HOME": str(Path(folder, "state"))}) for i, move in enumerate(("e2e4", "e7e5"))]

    def say(engine, *lines, answer=None):
        engine.stdin.write("".join(line + "\n" for line in lines))
        engine.stdin.flush()
        while answer and not engine.stdout.readline().startswith(answer):
            pass
    for engine in both_:
        say(engine, "uci", "isready", "ucinewgame", answer="readyok")
    return *both_, say


@contextlib.contextmanager
def leaving(*agents):
    try:
        yield
    finally:
        for one in agents:
            one.stdin.close()
            one.wait(DEADLINE_S)
            one.stdout.close()


@test
def two_that_play_each_other_are_one_match():
    with a_folder() as folder:
        state = Path(folder, "state")
        white, black, say = two_players(folder)
        names = [str(white.pid), str(black.pid)]
        with leaving(white, black):
            say(white, "position startpos", "go movetime 60000", answer="bestmove")
            none = attached(*names, "--batch", "-x", "info board", state=state)
            assert none.returncode == 1 and "has no game now" in none.stderr, none
            say(black, "position startpos moves e2e4", "go movetime 60000", answer="bestmove")
            say(white, "position startpos moves e2e4 e7e5", "go movetime 60000", answer="bestmove")
            wanted = ("2 < move     bestmove e7e5", "1 < move     bestmove e2e4", "2 > input    position startpos moves e2e4\n")
            until = time.monotonic() + DEADLINE_S
            while True:
                shown = attached("--batch", "-x", "info messages", "-x", "info board", state=state)
                if all(words in shown.stdout for words in wanted) and shown.stdout.count("bestmove e2e4") == 2:
                    break
                assert time.monotonic() < until, shown
            times = [line.split()[1] for line in shown.stdout.splitlines() if line.startswith("#")]
            assert times == sorted(times), shown.stdout
            assert attached(*reversed(names), "--batch", "-x", "info board", state=state).returncode == 0
            same_ = attached(names[0], names[0], "--batch", "-x", "info board", state=state)
            assert same_.returncode == 1 and "the same tap" in same_.stderr, same_
            say(black, "position startpos moves d2d4", "go movetime 60000", answer="bestmove")
            until = time.monotonic() + DEADLINE_S
            while (strange := attached(*names, "--batch", "-x", "info board", state=state)).returncode == 0:
                assert time.monotonic() < until
            assert "do not play each other: move 1 is e2e4 in one and d2d4 in the other" in strange.stderr, strange
            alone = attached("--batch", "-x", "info board", state=state)
            assert alone.returncode == 2 and "2 taps run" in alone.stderr, alone


@test
def a_script_holds_two_as_one_match():
    with a_folder() as folder:
        white, black, say = two_players(folder)
        with leaving(white, black):
            say(white, "position startpos", "go movetime 60000", answer="bestmove")
            say(black, "position startpos moves e2e4", "go movetime 60000", answer="bestmove")
            script = ("pause", "send 2 stop", "info held")
            run = subprocess.Popen([RINGSIDE, "attach", str(white.pid), str(black.pid), "--batch", *(word for line in script for word in ("-x", line)), "-x", "echo held"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "XDG_STATE_HOME": str(Path(folder, "state"))})
            said, problem = run.communicate(timeout=DEADLINE_S)
            assert run.returncode == 0 and "held" in said, (run.returncode, said, problem)
        ways = {one: [bytes_ for way, bytes_ in messages(files(Path(folder, one), 1)[0], 1) if way == "to"] for one in ("0", "1")}
        assert b"stop\n" in ways["1"] and b"stop\n" not in ways["0"], ways


@test
def the_agent_cannot_attach_to_itself():
    with a_folder() as folder:
        state = Path(folder, "state")
        seen = shlex.join([RINGSIDE, "attach", "--list"])
        agent = subprocess.run(tap(Path(folder, "games"), ["sh", "-c", f"until [ -S {state}/ringside/run/$$ ]; do :; done; ({seen}) 2>&1"]),
                               capture_output=True, text=True, timeout=DEADLINE_S, check=False,
                               env={**os.environ, "XDG_STATE_HOME": str(state)})
        assert agent.stdout.startswith("ringside: no tap runs now"), agent


@test
def a_socket_of_a_killed_recorder_goes():
    with a_folder() as folder:
        run = Path(folder, "ringside/run")
        run.mkdir(parents=True, mode=0o700)
        with subprocess.Popen(["true"]) as gone:
            pass
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as left:
            os.chdir(run)
            left.bind(str(gone.pid))
            os.chdir("/")
        assert attached("--list", state=folder).returncode == 1
        assert not list(run.iterdir())


def kill_recorder(folder, agent):
    for process in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (process / "cmdline").read_bytes()
            null = (process / "fd/0").readlink() == Path("/dev/null")
        except OSError:
            continue
        if null and folder.encode() in arguments and int(process.name) != agent:
            os.kill(int(process.name), signal.SIGKILL)


@test
def a_recorder_that_is_killed_does_not_disturb():
    with a_folder() as folder:
        agent = subprocess.Popen(tap(folder, ["cat"]), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        mine = Path(f"/proc/{agent.pid}/fd/0").readlink()
        assert mine != Path("/proc/self/fd/0").readlink()
        kill_recorder(folder, agent.pid)
        agent.stdin.write(b"still here\n")
        agent.stdin.close()
        assert agent.stdout.read() == b"still here\n"
        assert agent.wait(DEADLINE_S) == 0
        agent.stdout.close()


# Who may hold what is said, as `ringside attach` does it.
LINE, PAUSE, GO, STEP, NEXT, PLAY, EDIT, DROP, DELAY, SEND, ANSWER = -1, 0, 1, 2, 3, 4, 15, 16, 17, 19, 25
RUNNING, STEPPING, PAUSED, _OVER, ANSWERING = range(5)
HELD = struct.Struct("=qqqiiiII4x")


class Watcher:
    """It holds what passes the only tap of a state folder."""

    def __init__(self, state):
        self.state, self.held, self.answer = RUNNING, [], None
        run, until = Path(state, "ringside/run"), time.monotonic() + DEADLINE_S
        while not (found := list(run.glob("[0-9]*"))):
            assert time.monotonic() < until
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(DEADLINE_S)
        folder = os.open(run, os.O_RDONLY)
        self.socket.connect(f"/proc/self/fd/{folder}/{found[0].name}")
        os.close(folder)

    def hear(self):
        """False: the tap has ended."""
        try:
            packet = self.socket.recv(1 << 17)
        except ConnectionResetError:
            packet = b""
        form, _, rest = packet.partition(b"\0")
        if form == b"2":
            state, _, rest = rest.partition(b"\0")
            rest = rest.partition(b"\0")[2]
            self.state, self.held = int(state), []
            while rest:
                *_, _seat, direction, _channel, _flags, size = HELD.unpack_from(rest)
                self.held.append((direction, rest[HELD.size:HELD.size + size]))
                rest = rest[HELD.size + size:]
        if form == b"4":
            self.answer = rest.partition(b"\0")[0].decode()
        return bool(packet)

    def ask(self, kind, held=0, text="", ns=0, seat=0):
        """The answer: the problem, or nothing; False: the tap has ended."""
        self.answer = None
        words = ("3", kind, seat, 0, 1, held, ns, text)
        try:
            self.socket.send(b"".join(str(word).encode() + b"\0" for word in words))
        except (BrokenPipeError, ConnectionResetError):
            return False
        while self.answer is None:
            if not self.hear():
                return False
        return self.answer

    def until(self, holds):
        while not holds(self):
            assert self.hear()

    def pause(self):
        assert self.ask(PAUSE) == ""
        self.until(lambda self: self.state == PAUSED)


class Lines:
    """A program behind `ringside tap lines`, and who holds what is said."""

    def __init__(self, folder, command=("cat",), system="lines", options=()):
        self.folder = Path(folder)
        state = self.folder / "state"
        self.agent = subprocess.Popen(tap(self.folder / "kept", command, system, options), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      env={**os.environ, "XDG_STATE_HOME": str(state)})
        self.watcher = Watcher(state)

    def say(self, words):
        self.agent.stdin.write(words)
        self.agent.stdin.flush()

    def end(self):
        """The status, and the match file."""
        self.agent.stdin.close()
        status = self.agent.wait(DEADLINE_S)
        self.agent.stdout.close()
        self.watcher.socket.close()
        return status, files(self.folder / "kept", 1)[0]


def held_lines(watcher):
    return [line for _, line in watcher.held]


@test
def a_person_holds_steps_edits_drops_and_sends():
    with a_folder() as folder:
        lines = Lines(folder)
        watcher = lines.watcher
        watcher.pause()
        lines.say(b"one\n")
        watcher.until(lambda watcher: watcher.held == [(0, b"one\n")])
        lines.say(b"two\nthree\nfour\nfi")
        watcher.until(lambda watcher: len(watcher.held) == 4)
        assert "has to pass first" in watcher.ask(EDIT, 1, "x") and "another judge has this match" in watcher.ask(PLAY, text="x")
        assert watcher.ask(STEP) == ""  # one passes, and the agent's answer waits
        watcher.until(lambda watcher: held_lines(watcher) == [b"two\n", b"one\n", b"three\n", b"four\n"])
        assert watcher.ask(EDIT, 0, "TWO and more") == "" and watcher.ask(DROP, 1) == ""
        assert "has to pass first" in watcher.ask(SEND, seat=1, text="zero")
        assert watcher.ask(STEP) == ""
        watcher.until(lambda watcher: (1, b"TWO and more\n") in watcher.held)
        assert watcher.ask(STEP) == ""  # what is dropped is no step
        watcher.until(lambda watcher: b"one\n" not in held_lines(watcher) and held_lines(watcher)[-1] == b"three\n")
        assert watcher.ask(SEND, seat=1, text="zero") == ""
        assert watcher.ask(GO) == "" and watcher.state == RUNNING and not watcher.held
        lines.say(b"ve\n")
        got = [lines.agent.stdout.readline() for _ in range(5)]
        assert got == [b"TWO and more\n", b"three\n", b"zero\n", b"four\n", b"five\n"], got
        status, path = lines.end()
        assert status == 0 and told(path, "from").endswith(b"five\n")
        text = ringside("open", path, "--batch", "-x", "info messages").stdout + why(path)
        for words in ("a person edits a message to the agent", "a person drops a message from the agent", "a person sends the agent a message"):
            assert words in text, text


@test
def what_began_to_pass_before_the_pause_passes_whole():
    with a_folder() as folder:
        lines = Lines(folder)
        lines.say(b"begun")
        while b"begun" not in lines.agent.stdout.read1(5):
            pass
        lines.watcher.pause()
        lines.say(b" and ended\nnext\n")
        lines.watcher.until(lambda watcher: len(watcher.held) == 2)
        assert "its beginning has passed" in lines.watcher.ask(EDIT, 0, "x")
        assert lines.watcher.ask(STEP) == "" and lines.watcher.ask(EDIT, 0, "other") == "", lines.watcher.held
        assert lines.watcher.ask(GO) == ""
        assert lines.agent.stdout.readline() + lines.agent.stdout.readline() == b" and ended\nother\n"
        assert lines.end()[0] == 0


@test
def all_that_is_held_passes_when_nobody_holds_it_any_more():
    said = b"".join(b"line %d\n" % number for number in range(300)) + b"no end"
    for ends in ("detach", "kill", "kill recorder"):
        with a_folder() as folder:
            lines = Lines(folder)
            recorder = struct.unpack("3i", lines.watcher.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
            holder = os.fork()
            if holder == 0:  # it holds, and ends only by a signal
                lines.watcher.pause()
                lines.say(said)
                lines.watcher.until(lambda watcher: watcher.held)
                signal.pause()
            lines.watcher.socket.close()
            other = Watcher(Path(folder, "state"))
            other.until(lambda watcher: watcher.held)
            assert "another `ringside attach`" in other.ask(GO) and lines.agent.poll() is None
            os.kill(recorder if ends == "kill recorder" else holder, signal.SIGKILL if ends != "detach" else signal.SIGTERM)
            if ends == "kill recorder":
                os.kill(holder, signal.SIGKILL)
            os.waitpid(holder, 0)
            lines.agent.stdin.close()
            got = lines.agent.stdout.read()
            assert got == said, (ends, got[:100], len(got))
            assert lines.agent.wait(DEADLINE_S) == 0
            lines.agent.stdout.close()
            other.socket.close()


@test
def the_ends_of_both_sides_wait_behind_what_is_held():
    with a_folder() as folder:
        lines = Lines(folder, ["sh", "-c", "read -r first; echo last; printf words; exit 7"])
        lines.watcher.pause()
        lines.say(b"first\nno end")
        lines.agent.stdin.close()
        lines.watcher.until(lambda watcher: held_lines(watcher) == [b"first\n", b"no end"])
        assert lines.watcher.ask(STEP) == ""
        lines.watcher.until(lambda watcher: b"last\n" in held_lines(watcher))
        assert lines.agent.poll() is None
        lines.watcher.socket.close()
        assert lines.agent.stdout.read() == b"last\nwords"
        assert lines.end()[0] == 7


@test
def who_asks_for_nonsense_or_never_listens_disturbs_nobody():
    with a_folder() as folder:
        lines = Lines(folder)
        for kind, held, text in ((-5, 0, ""), (99, 0, ""), (EDIT, -1, "x"), (EDIT, 2**31 - 1, "x"), (DROP, 5, ""), (SEND, 0, "x" * 60000)):
            assert lines.watcher.ask(kind, held, text, seat=7), kind
        for packet in (b"", b"\0", b"3", b"3\0", b"3\0002\0", b"x" * 60000, b"\0" * 60000):
            lines.watcher.socket.send(packet)
            lines.watcher = Watcher(Path(folder, "state"))
        deaf = Watcher(Path(folder, "state"))
        deaf.socket.setblocking(False)
        asked = "\0".join(("3", str(PAUSE), "0", "0", "1", "0", "0", "")).encode() + b"\0"
        for _ in range(5000):
            try:
                deaf.socket.send(asked)
            except (BlockingIOError, BrokenPipeError, ConnectionResetError):
                break
        deaf.socket.close()
        lines.say(b"still here\n")
        assert lines.agent.stdout.readline() == b"still here\n"
        assert lines.watcher.ask(PAUSE) == ""
        assert lines.watcher.ask(GO) == ""  # else its exit is held
        assert lines.end()[0] == 0


@test
def a_breakpoint_holds_the_answer_until_nobody_watches():
    with a_folder() as folder:
        lines = Lines(folder)
        lines.say(b"first\n")
        assert lines.agent.stdout.readline() == b"first\n"
        for refused in ("save x", "break crash", "!touch x", "bre", ""):
            assert lines.watcher.ask(LINE, text=refused), refused
        assert "breakpoint 1" in lines.watcher.ask(LINE, text="break if seat == 1 && text ~ /stop/")
        lines.say(b"goes on\n")
        assert lines.agent.stdout.readline() == b"goes on\n"
        lines.say(b"stop here\n")
        lines.watcher.until(lambda watcher: watcher.state == PAUSED)
        assert held_lines(lines.watcher) == [b"stop here\n"]
        assert lines.watcher.ask(GO) == ""
        lines.watcher.until(lambda watcher: watcher.state == PAUSED and watcher.held[0][0])  # the answer
        lines.watcher.socket.close()
        assert lines.agent.stdout.readline() == b"stop here\n"
        lines.say(b"stop no more\n")
        got = lines.agent.stdout.readline()
        assert got == b"stop no more\n", got
        path = lines.end()[1]
        shown = ringside("open", path, "--batch", "-x", "info messages").stdout
        assert "breakpoint 1" in shown, shown


@test
def a_breakpoint_stops_before_a_crash_until_somebody_lets_it_come():
    for leaves in (False, True):
        with a_folder() as folder:
            lines = Lines(folder, ["sh", "-c", "read -r l; echo begun; read -r l; kill -SEGV $$; read -r l"],
                          options=["--backtrace"])
            lines.say(b"begin\n")
            assert lines.agent.stdout.readline() == b"begun\n"
            asked = lines.watcher.ask(LINE, text="break crash")
            assert "catchpoint 1" in asked, asked
            lines.say(b"crash\n")
            lines.watcher.until(lambda watcher: watcher.state == PAUSED)
            assert lines.agent.poll() is None and tracer(lines.agent) == 0
            if leaves:
                lines.watcher.socket.close()
            else:
                assert lines.watcher.ask(GO) == ""
            status, path = lines.end()
            assert status == -signal.SIGSEGV and "about to be ended by SIGSEGV" in why(path), (status, why(path))


def tracer(agent):
    status = Path(f"/proc/{agent.pid}/status").read_text(encoding="utf-8")
    return int(re.search(r"TracerPid:\t(\d+)", status)[1])


def until_traced(agent, traced):
    until = time.monotonic() + DEADLINE_S
    while (tracer(agent) != 0) != traced:
        assert time.monotonic() < until, traced
        time.sleep(0.001)


@test
def a_debugger_can_have_the_agent_for_a_while():
    for comes_back in ("said", "left", "gone"):
        with a_folder() as folder:
            lines = Lines(folder)
            if not tracer(lines.agent):
                return  # the system lets nobody trace
            assert lines.watcher.ask(LINE, text="lend") == ""
            until_traced(lines.agent, False)
            lines.say(b"still here\n")
            assert lines.agent.stdout.readline() == b"still here\n"
            if comes_back == "said":
                assert lines.watcher.ask(LINE, text="back") == ""
            elif comes_back == "left":
                lines.watcher.socket.close()
            if comes_back != "gone":
                until_traced(lines.agent, True)
            lines.agent.send_signal(signal.SIGSEGV)
            status, path = lines.end()
            assert status == -signal.SIGSEGV
            shown = why(path) + ringside("open", path, "--batch", "-x", "info messages").stdout
            assert "is traced: its clock stands" in shown, shown
            assert ("how is not known" if comes_back == "gone" else "was ended by SIGSEGV") in shown, shown


@test
def a_flood_is_held_and_passes_unchanged():
    for system in ("lines", "bytes"):
        with a_folder() as folder:
            given, got = os.urandom(3_000_000), []
            lines = Lines(folder, system=system)
            lines.say(b"first\n")
            assert lines.agent.stdout.read(6) == b"first\n"
            lines.watcher.pause()
            reader = threading.Thread(target=lambda: got.append(lines.agent.stdout.read()))
            writer = threading.Thread(target=lambda: (lines.say(given), lines.agent.stdin.close()))
            reader.start()
            writer.start()
            lines.watcher.until(lambda watcher: watcher.held)
            lines.watcher.ask(GO)
            lines.watcher.socket.close()
            writer.join()
            reader.join()
            assert got == [given], (system, len(got[0]))
            assert lines.agent.wait(DEADLINE_S) == 0
            lines.agent.stdout.close()


def hold_until(ends, state, granted):
    """Steps, stops before an answer, goes on and pauses again, in all taps of the folder."""
    kinds = itertools.cycle((STEP, ANSWER, NEXT, STEP, LINE, GO, PAUSE, LINE))
    while not ends.wait(0.001):
        if not list(Path(state, "ringside/run").glob("[0-9]*")):
            continue
        try:
            watcher = Watcher(state)
        except OSError:
            continue
        while watcher.ask(next(kinds), text="break once") is not False and not ends.is_set():
            granted += [watcher.answer] if watcher.answer == "" else []
            while watcher.state in (STEPPING, ANSWERING) and not ends.is_set() and watcher.hear():
                pass
        watcher.socket.close()


@contextlib.contextmanager
def held():
    """Meanwhile somebody holds, steps and lets go what passes each tap: the list of what was granted."""
    with a_folder() as state:
        ends, granted = threading.Event(), []
        holder = threading.Thread(target=hold_until, args=(ends, state, granted))
        before, os.environ["XDG_STATE_HOME"] = os.environ.get("XDG_STATE_HOME"), state
        holder.start()
        try:
            yield granted
        finally:
            ends.set()
            holder.join()
            del os.environ["XDG_STATE_HOME"]
            os.environ.update({"XDG_STATE_HOME": before} if before else {})


def play_held(play):
    """Plays until some of it was held: a game may be over before the holder has a core."""
    with held() as granted:
        for _ in range(50):
            play()
            if len(granted) > 5:
                return
    assert False, granted


@test
def games_that_were_stepped_are_the_same_in_every_system():
    for system, players, options, seats in (
            ("uci", ("sample:random", "sample:random"), ("--max-moves", "20"), (1, 2)),
            ("gomocup", ("sample:random", "sample:random"), ("--size", "7"), (1, 2)),
            ("lmc", ("sample:random", "sample:constant"), ("--game", "roshambo", "--turns", "10"), (1, 1)),
            ("lmc2", ("sample:learner",), ("--game-program", "sample:questions"), (1, 1)),
            ("asimulator", ("sample:wander --stdio",), ("--stdio",), (1, 1))):
        play_held(functools.partial(assert_same_games, system, players, *options, seats=seats))

    def play_quantum_chess():
        with a_folder() as folder:
            quantum_game(folder, 1)
    play_held(play_quantum_chess)


COUNTS = """n=0; echo '@info name shy'; while read -r l; do case $l in '@input rock') n=$((n+1)); [ $n = 3 ] && %s;;
'@command play') echo '@output paper';; '@command exit') exit;; esac; done"""


@test
def a_game_whose_rules_stay_outside_gets_shorter_by_what_was_told():
    for system, options, opponent in (("lmc", ("--game", "roshambo", "--turns", "60"), "sample:random"),
                                      ("lmc2", ("--game-program", "sample:roshambo"), "sample:random")):
        for fault, wanted, words in (("kill -SEGV $$", "crash", "was ended by SIGSEGV"), ("read -r l < /dev/zero", "timeout", "had not answered for")):
            hangs = wanted == "timeout"  # each try takes seconds
            if hangs and system == "lmc2":
                continue  # its judge goes on after a timeout
            with a_folder() as folder:
                tapped = shlex.join([RINGSIDE, "tap", system, "--record", f"{folder}/in", "--", "sh", "-c", COUNTS % fault])
                ran = ringside("run", system, *options, "--seed", "5", "--turn-time", "2s" if hangs else "60s", "--record", f"{folder}/outer.ringside", tapped, opponent)
                path = files(Path(folder, "in"), 1)[0]
                less = Path(folder, "less.ringside")
                refused = ringside("minimise", path, "--while", "rss > 1MB")
                assert refused.returncode == 2 and "only crash, illegal and timeout" in refused.stderr, refused
                found = as_json("minimise", path, "-o", less, *(["--tries", "3"] if hangs else []))
                assert found["while"] == wanted and found["happened"] == found["checks"], (found, ran)
                heard = messages(less, 1)
                assert [bytes_ for way, bytes_ in heard if b"rock" in bytes_ and b"input" in bytes_] == [b"@input rock\n"] * 3, heard
                assert hangs or (found["turns"] == 4 < found["turns_before"] and found["messages"] < found["messages_before"]), found
                assert words in why(less), why(less)
                again = as_json("rerun", less)["end"]
                assert again["again"] and again["bad"], again


@test
def what_is_no_request_comes_again_in_a_shorter_game():
    with world_file() as world, a_folder() as folder:
        tapped = shlex.join([RINGSIDE, "tap", "asimulator", "--record", f"{folder}/in", agent("asim_client", "bad-request 14221 --stdio")])
        ran = ringside("run", "asimulator", "--stdio", "--world", world.name, "--turn-time", "60s", "--record", f"{folder}/outer.ringside", tapped)
        less = Path(folder, "less.ringside")
        found = as_json("minimise", files(f"{folder}/in", 1)[0], "-o", less)
        assert found["while"] == "illegal" and found["happened"] == found["checks"], (found, ran)
        again = as_json("rerun", less)["end"]
        assert again["again"] and again["bad"], again


@test
def a_score_before_the_first_turn_is_kept():
    with a_folder() as folder:
        path = keep(folder, "lmc", ["sh", "-c", "read -r l; read -r l; echo '@output paper'; cat >&2"], b"@score 1\n@command play\n")[1]
        assert told(path, "to") == b"@score 1\n@command play\n" and b"@output paper\n" in told(path, "from"), messages(path, 1)


@test
def what_needs_ringside_as_the_judge_is_refused():
    with a_folder() as folder:
        for system, options, words in (("qchess", ["--backtrace", "--sandbox"], "leave out one of them"),
                                       ("asimulator", ["--check"], "`ringside check` does")):
            refused = subprocess.run(tap(folder, ["cat"], system, options), capture_output=True, text=True, timeout=DEADLINE_S, check=False)
            assert refused.returncode in (2, 3) and options[0] in refused.stderr and words in refused.stderr, refused


@test
def sentences_of_the_document_that_are_broken_are_remarked():
    with a_folder() as folder:
        talk(folder, "echo bestmove e2e4", FIRST, options=["--check"])
        said = why(files(folder, 1)[0])
        assert 'check id-author: expected id author and uciok; "uciok" came without id author' in said and "id-name" not in said, said
    with a_folder() as folder:
        talk(folder, "echo bestmove e2e4; echo uciok", [*FIRST, ("isready", "readyok")])
        assert "check id-author" not in why(files(folder, 1)[0])


@test
def lines_come_in_pieces_where_that_is_typed():
    reads = "import os\nwhile got := os.read(0, 65536): os.write(1, b'%d ' % len(got))"
    given = b"uci\nisready\nposition startpos moves e2e4 e7e5\n" * 3

    def sizes(*options):
        with a_folder() as folder:
            ran = subprocess.run(tap(folder, [sys.executable, "-c", reads], options=options), input=given, capture_output=True,
                                 timeout=DEADLINE_S, check=True)
        return [int(size) for size in ran.stdout.split()]
    cut = sizes("--pieces", "4")
    assert sum(cut) == len(given) and len(cut) > 12 and sizes("--pieces", "4") == cut != sizes("--pieces", "8"), cut


@test
def lines_keep_a_distance_where_that_is_typed():
    with a_folder() as folder:
        tapped = shlex.join([RINGSIDE, "tap", "qchess", "--line-delay", "4", "--record", f"{folder}/in", "sample:random"])
        ran = ringside("run", "qchess", "--seed", 5, "--turn-time", "60s", "--record", f"{folder}/outer.ringside", tapped, "sample:random")
        assert ran.returncode == 0, ran.stderr
        path = files(f"{folder}/in", 1)[0]
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as file:
            times = [t for t, in file.execute("SELECT t_ns FROM message WHERE seat = 1 AND dir = 'to' ORDER BY n")]
        assert len(times) > 20 and all(after - before >= 4_000_000 for before, after in itertools.pairwise(times)), times
        assert_same_game(f"{folder}/outer.ringside", path, seats=(1, 1))


@test
def an_agent_in_a_sandbox_sees_no_home_and_goes_with_its_judge():
    with a_folder() as folder, tempfile.NamedTemporaryFile(dir=Path.home()) as own:
        if ringside("run", "uci", "--sandbox", "sample:random", "sample:random").returncode == 3:
            return  # none can be made here
        command = ["sh", "-c", f"if [ -e {own.name} ]; then echo seen; else echo hidden; fi; exec cat"]
        with subprocess.Popen(tap(folder, command, options=["--sandbox"]), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as agent:
            assert agent.stdout.readline() == b"hidden\n"
            agent.kill()
            assert agent.stdout.read() == b"", "all of it has ended"
            agent.stdin.close()


@test
def what_cannot_be_tapped_is_refused():
    with a_folder() as folder:
        for command, words in ((["no-such-program"], "no-such-program"), (["human"], "a person has a judge")):
            refused = subprocess.run(tap(folder, command), capture_output=True, text=True, timeout=DEADLINE_S, check=False)
            assert refused.returncode == 3 and words in refused.stderr, refused


ECHO = """while read -r l; do case $l in crash) kill -SEGV $$;; two) echo one; echo two;; quiet) ;; *) echo "%s$l";; esac; done"""


def keep(folder, system, command, given, name="1"):
    """The file of a program without rules that was told this."""
    into = Path(folder, name)
    told = subprocess.run(tap(into, command, system), input=given, capture_output=True, timeout=DEADLINE_S, check=False)
    return told, files(into, 1)[0]


def told(path, direction):
    return b"".join(bytes_.encode() if isinstance(bytes_, str) else bytes_ for where, bytes_ in messages(path, 1) if where == direction)


@test
def lines_of_any_program_are_kept_told_again_and_compared():
    with a_folder() as folder:
        given = b"first\nquiet\ntwo\nlast"
        ran, path = keep(folder, "lines", ["sh", "-c", ECHO % ""], given)
        assert ran.stdout == b"first\none\ntwo\n" and told(path, "to") == given and told(path, "from") == ran.stdout, ran
        again = ringside("rerun", path)
        assert again.returncode == 0 and "3 answers, none differs" in again.stdout, again
        other = ringside("rerun", path, shlex.join(["sh", "-c", ECHO % "other "]))
        assert other.returncode == 1 and "was first, is other first" in other.stdout, other
        kept = [json.loads(line) for line in ringside("export", path, "--format", "jsonl").stdout.splitlines()]
        assert [line["text"] for line in kept if line.get("dir") == "to"] == ["first\n", "quiet\n", "two\n", "last"], kept
        assert ringside("export", path, "--format", "input").stdout == given.decode()
        assert "first" in ringside("open", path, "--batch", "-x", "goto 1", "-x", "info board", "-x", "info turns").stdout
        same_file = ringside("diff", path, path)
        assert same_file.returncode == 0, same_file


@test
def exchanges_of_lines_have_times():
    with a_folder() as folder:
        with subprocess.Popen(tap(folder, ["cat"], "lines"), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as agent:
            for line in (b"one\n", b"two\n", b"three\n"):
                agent.stdin.write(line)
                agent.stdin.flush()
                assert agent.stdout.readline() == line
            agent.stdin.close()
        with sqlite3.connect(f"file:{files(folder, 1)[0]}?mode=ro", uri=True) as file:
            turns = file.execute("SELECT played, think_ns > 0 FROM turn ORDER BY n").fetchall()
        assert turns == [("one", 1), ("two", 1), ("three", 1)], turns


@test
def the_end_of_any_program_is_its_verdict():
    for end, reason in (("exit 0", "ended"), ("exit 3", "crash"), ("kill -KILL $$", "crash")):
        for system in ("lines", "bytes"):
            with a_folder() as folder:
                path = keep(folder, system, ["sh", "-c", "echo unasked; echo words >&2; " + end], b"")[1]
                with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as file:
                    assert file.execute("SELECT reason FROM verdict").fetchall() == [(reason,)], (end, system)
                assert told(path, "from") == b"unasked\n"
                assert why(path).startswith(reason + ":"), why(path)


@test
def a_crash_of_any_program_comes_again():
    with a_folder() as folder:
        path = keep(folder, "lines", ["sh", "-c", ECHO % ""], b"a\ncrash\n")[1]
        again = ringside("rerun", path)
        assert again.returncode == 4 and "it crashed again" in again.stdout, again


@test
def bytes_are_kept_as_they_are():
    with a_folder() as folder:
        given = bytes(range(256)) * 100
        path = keep(folder, "bytes", ["cat"], given)[1]
        assert told(path, "to") == given and told(path, "from") == given
        assert "\\x00\\x01" in ringside("open", path, "--batch", "-x", "info board", "-x", "info messages").stdout
        refused = ringside("rerun", path)
        assert refused.returncode == 2 and "nothing can be compared" in refused.stderr, refused


@test
def nobody_plays_without_rules():
    with a_folder() as folder:
        path = keep(folder, "lines", ["cat"], b"a\n")[1]
        for words in (["play", "lines", "cat", "cat"], ["run", "lines", "cat", "cat"], ["check", "lines", "cat"], ["fuzz", "lines", "cat"],
                      ["tournament", "bytes", "cat", "cat"], ["rules", "lines"], ["minimise", path, "--while", "crash"], ["case", f"{path}:1"],
                      ["open", path, "--batch", "-x", "goto 0", "-x", "resume"], ["open", path, "--batch", "-x", "goto 0", "-x", "seat 1 human"]):
            refused = ringside(*words)
            assert refused.returncode and "lines has no rules" in refused.stderr.replace("bytes", "lines"), (words, refused)
        assert "lines" not in ringside("list").stdout.split("games:")[0].split()


def as_manager(path, *words, config="", given=b"word\n"):
    """What a manager gets that starts this path, with a config of the user."""
    with a_folder() as folder:
        Path(folder, "ringside").mkdir()
        Path(folder, "ringside", "config").write_text(config, encoding="utf-8")
        return subprocess.run([path, *words], input=given, capture_output=True, timeout=DEADLINE_S, check=False,
                              env={**os.environ, "XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder})


@test
def a_manager_that_takes_a_single_path_starts_ringside_tap():
    with a_folder(prefix="a tree ") as folder:
        tree, engines = Path(folder, "bin"), Path(folder, "engines")
        tree.mkdir()
        engines.mkdir()
        shutil.copy(RINGSIDE, tree / "ringside")
        (tree / "ringside-tap").symlink_to("ringside")
        config = "[tap]\nsystem = lines\ncommand = sed s/word/config/\n"
        for name in ("mine", "other"):
            (engines / name).symlink_to(tree / "ringside-tap")
        (engines / "further").symlink_to("mine")
        Path(f"{engines}/mine.ini").write_text(f"[tap]\nsystem = lines\ncommand = sed\n  s/word/beside/\nrecord = {folder}/kept\n",
                                               encoding="utf-8")
        for path, words, said in ((engines / "mine", (), b"beside\n"), (engines / "other", (), b"config\n"),
                                  (engines / "further", (), b"config\n"), (tree / "ringside-tap", (), b"config\n"),
                                  (tree / "ringside", ("tap",), b"config\n"), (engines / "mine", ("lines", "cat"), b"word\n")):
            ran = as_manager(path, *words, config=config)
            assert (ran.stdout, ran.stderr, ran.returncode) == (said, b"", 0), (path, ran)
        assert told(files(f"{folder}/kept", 1)[0], "from") == b"beside\n"


@test
def what_the_config_says_of_judged_agents_is_not_for_a_tap():
    with a_folder() as folder:
        config, path = Path(folder, "config"), Path(folder, "games")
        for section, system, command, limited in (("all", ["uci"], ["--", "cat"], False), ("uci", ["uci"], ["--", "cat"], False),
                                                  ("tap", [], [], True)):
            names = "" if system else "system = uci\ncommand = cat\n"
            config.write_text(f"[{section}]\n{names}memory = 1K\n", encoding="utf-8")
            subprocess.run([RINGSIDE, "tap", *system, "--config", config, "--record", path, *command], input=b"uci\nposition startpos\ngo depth 1\n",
                           capture_output=True, timeout=DEADLINE_S, check=True)
            told = why(files(path, 1)[0])
            assert ("more than --memory allows" in told) == limited, (section, told)
            shutil.rmtree(path)


@test
def what_a_manager_cannot_tap_is_told():
    with a_folder(prefix="a tree ") as folder:
        link, beside = Path(folder, "ringside-tap"), Path(folder, "ringside-tap.ini")
        link.symlink_to(RINGSIDE)
        silent = as_manager(link)
        assert silent.returncode == 2 and b"nothing says what to tap" in silent.stderr and b"ringside-tap.ini" in silent.stderr, silent
        for text, status, words in (("[tap]\nsystem = lines\n", 2, "nothing says what to tap"), ("[tap]\nsystem = nothing\n", 2, "ini:2:10: there is no system to tap"),
                                    ("[tap]\ncommand =\n", 2, "ini:2:10: command: expected"), ("[tap]\nsize = 8\n", 2, "ini:2:1: there is no option"),
                                    ("[uci]\n hash = 8\n", 2, "expected [tap]"), ("rubbish", 2, "ini:1:1: expected"),
                                    ("[tap]\nsystem = lines\ncommand = no-such-program\n", 3, "no-such-program")):
            beside.write_text(text, encoding="utf-8")
            ran = as_manager(link)
            assert ran.returncode == status and words in ran.stderr.decode() and not ran.stdout, (text, ran)


@test
def a_shell_can_be_the_judge():
    with a_folder(prefix="a shell ") as folder:
        line = r"""printf '%s\n' uci 'position startpos moves e2e4' 'go movetime 1000' quit | "$RINGSIDE" tap uci --record kept sample:random"""
        ran = subprocess.run(["sh", "-c", line], cwd=folder, capture_output=True, text=True, timeout=DEADLINE_S, check=True)
        assert "uciok\n" in ran.stdout and "bestmove " in ran.stdout, ran
        path = files(f"{folder}/kept", 1)[0]
        assert " seat 1 " in ringside("open", path, "--batch", "-x", "info turns").stdout
        assert ringside("rerun", path).returncode == 0


HANGS = "touch asked; exec cat >/dev/null"


@test
def what_goes_wrong_in_polyglot_is_found():
    polyglot = shutil.which("polyglot", path=os.environ["PATH"] + ":/usr/games")
    rows = (("kill -SEGV $$", 1000, "crash: "), ("echo bestmove e2e5", 1000, "illegal: "), ("sleep 0.7; echo bestmove e7e5", 10, "timeout: "),
            (HANGS, 1000, "interrupted: seat 1 (test) had not answered"))
    for go, centiseconds, words in rows if polyglot else ():
        with a_folder(prefix="a manager ") as folder:
            engine = Path(folder, "engine")
            engine.write_text(f"#!/bin/sh\n{ENGINE % go}\n", encoding="utf-8")
            engine.chmod(0o755)
            adapter = [polyglot, "-noini", "-log", "false", "-ed", folder, "-ec", f'"{RINGSIDE}" tap uci --record kept ./engine']
            with subprocess.Popen(adapter, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder) as manager:
                manager.stdin.write(f"xboard\nprotover 2\nnew\nlevel 40 0:10 0\ntime {centiseconds}\notim 1000\ne2e4\n")
                manager.stdin.flush()
                until = time.monotonic() + DEADLINE_S
                while go == HANGS and not Path(folder, "asked").exists():
                    assert time.monotonic() < until
                while go != HANGS and (said := manager.stdout.readline()) and not re.match("move |tellusererror|1-0", said):
                    pass
                manager.stdin.write("quit\n")
            assert why(files(f"{folder}/kept", 1)[0]).startswith(words), (go, why(files(f"{folder}/kept", 1)[0]))


run()
