#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""ringside --on, as TAP: a program of the user's is asked about each message, and no program harms the match."""
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from suite import run, test

RINGSIDE = os.environ["RINGSIDE"]
PAGE = Path(__file__).resolve().parents[2] / "src/manual/scripts.md"
BRAINS = [f"'{os.environ['AGENTS']}/brain' good {row}" for row in (3, 7)]
SYSTEMS = {"gomocup": "sample:random", "uci": "sample:random", "lmc": "sample:constant", "lmc2": "sample:constant",
           "qchess": "sample:random", "asimulator": "sample:wander"}


@contextlib.contextmanager
def workplace():
    """A folder with the program of the manual."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "on.py")
        program.write_text(re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)[1], encoding="utf-8")
        program.chmod(0o755)
        yield folder


def ringside(folder, *words, status=0):
    ran = subprocess.run([RINGSIDE, *words], cwd=folder, capture_output=True, text=True, errors="replace", check=False, timeout=60)
    assert ran.returncode == status, ran
    return ran


def game(folder, on, *words):
    """The object of a game in which the first brain wins with its fifth move, unless the program does something; and what was said."""
    ran = ringside(folder, "run", "gomocup", "--json", "--seed", "1", *words, "--on", on, *BRAINS)
    return json.loads(ran.stdout), ran.stderr


def answering(folder, name, answer, when="True"):
    """A program that gives this answer to some messages."""
    Path(folder, name).write_text(
        f"import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n    print(json.dumps({answer} if {when} else "
        "{'do': 'pass'}), flush=True)\n", encoding="utf-8")
    return f"python3 {name}"


@test
def the_program_of_the_manual_counts_in_every_system():
    with workplace() as folder:
        for system, player in SYSTEMS.items():
            ringside(folder, "run", system, "--seed", "3", "--on", "./on.py", *[player] * 2)
            counts = Path(folder, "counts.txt").read_text(encoding="utf-8")
            for way in ("1 to ", "1 from ", "2 to ", "2 from "):
                assert way in counts, (system, counts)
        played, said = game(folder, "./on.py")
        assert played["winner"] == 1 and played["moves"] == 9 and not said, (played, said)
        assert "2 from move 4\n" in Path(folder, "counts.txt").read_text(encoding="utf-8")


@test
def the_program_of_the_manual_makes_an_opponent_late_or_garbles_its_line():
    with workplace() as folder:
        played, _ = game(folder, "./on.py late 60000", "--turn-time", "2s", "--record", "late.ringside")
        assert played["reason"] == "timeout" and played["blame"] is None and played["moves"] == 1, played
        played, _ = game(folder, "./on.py garble", "--turn-time", "2s", "--record", "garbled.ringside")
        assert played["reason"] == "timeout" and played["blame"] is None and played["moves"] == 1, played
        for name in ("late", "garbled"):
            why = ringside(folder, "open", f"{name}.ringside", "--batch", "-x", "why").stdout
            assert "a program: --on ./on.py" in why, why


@test
def what_it_did_is_in_the_recording_which_needs_no_program():
    with workplace() as folder:
        on = answering(folder, "corner.py", "{'do': 'edit', 'text': '14,14'}",
                       "m['seat'] == 2 and m['channel'] == 'move' and m['move'] == 2")
        played, _ = game(folder, on, "--record", "edited.ringside")
        assert played["winner"] == 1, played
        Path(folder, "corner.py").unlink()
        turns = ringside(folder, "open", "edited.ringside", "--batch", "-x", "info turns").stdout
        assert "o15" in turns or "14,14" in turns, turns
        told = ringside(folder, "rerun", "edited.ringside", "--seat", "1", BRAINS[0]).stdout
        assert "none differs" in told or "no answer differs" in told or "same" in told, told


@test
def it_drops_injects_and_stops():
    with workplace() as folder:
        on = answering(folder, "drops.py", "{'do': 'drop'}", "m['seat'] == 2 and m['channel'] == 'move'")
        played, _ = game(folder, on, "--turn-time", "1s")
        assert played["reason"] == "timeout" and played["blame"] is None and played["moves"] == 1, played
        on = answering(folder, "asks.py", "{'do': 'inject', 'text': 'ABOUT'}", "m['move'] == 3 and m['dir'] == 'to'")
        played, _ = game(folder, on, "--record", "asked.ringside")
        assert played["winner"] == 1 and played["moves"] == 9, played
        sent = ringside(folder, "open", "asked.ringside", "--batch", "-x", "info messages ABOUT").stdout
        assert "ABOUT" in sent, sent
        on = answering(folder, "stops.py", "{'do': 'stop'}", "m['move'] == 3 and m['channel'] == 'move'")
        ran = ringside(folder, "run", "gomocup", "--on", on, "-x", "continue", "-x", "echo here", "-x", "end draw", *BRAINS)
        assert "stopped after 2 moves: " in ran.stdout and "here\n" in ran.stdout, ran
        ran = subprocess.run([RINGSIDE, "run", "gomocup", "--on", on, *BRAINS], cwd=folder, capture_output=True, text=True, check=False,
                             timeout=300)
        assert "interrupted" in ran.stdout and "2 moves" in ran.stdout, ran


@test
def a_person_steps_and_breaks_beside_it():
    with workplace() as folder:
        ran = ringside(folder, "run", "gomocup", "--on", "./on.py", "-x", "next x3", "-x", "step x2", "-x", "break if move == 7",
                       "-x", "continue", "-x", "echo here", *BRAINS)
        for told in ("stopped after 3 moves: to seat 2", "stopped after 3 moves: from seat 2", "stopped after 6 moves: breakpoint 1, ", "here\n", "beats"):
            assert told in ran.stdout, ran
        assert "--on" not in ran.stdout, ran


@test
def no_program_harms_the_match():
    hostile = {
        "sh -c 'exit 3'": "status 3",
        "sh -c 'read line; echo why >&2; exit 1'": "why",
        """sh -c 'read line; echo "{\\"do\\": \\"pass\\"}"; kill -SEGV $$'""": "SIGSEGV",
        "yes": "gives no answer",
        """yes '{"do": "pass"}'""": "answers without being asked",
        "cat": "gives no answer",
        "sh -c 'exec head -c 100000000 /dev/zero'": "without end",
        """sh -c 'read line; echo "{\\"do\\": \\"edit\\"}"; exec cat'""": "gives no answer",
        """sh -c 'read line; echo "{\\"do\\": \\"inject\\", \\"seat\\": 7, \\"text\\": \\"a\\"}"; exec cat'""": "gives no answer",
        """sh -c 'read line; echo "[1,2"; exec cat'""": "gives no answer",
        "sleep 1000": " for 5 s: it is asked no more",
    }
    with workplace() as folder:
        for on, told in hostile.items():
            played, said = game(folder, on)
            assert played["winner"] == 1 and played["moves"] == 9, (on, played)
            assert told in said and said.count("is asked no more") == 1, (on, said)


@test
def an_edit_that_cannot_be_is_told_and_the_message_passes():
    with workplace() as folder:
        on = answering(folder, "lines.py", "{'do': 'edit', 'text': '1,1\\n2,2'}", "m['seat'] == 2 and m['channel'] == 'move'")
        played, said = game(folder, on)
        assert played["moves"] == 9 and "passes as it is: " in said, (played, said)


@test
def only_a_person_who_types_it_starts_a_program():
    with workplace() as folder:
        ran = ringside(folder, "run", "gomocup", "--on", "./no-such-program", *BRAINS, status=2)
        assert "no-such-program" in ran.stderr, ran
        config = Path(folder, "config")
        config.write_text("[all]\non = ./on.py\n", encoding="utf-8")
        ran = subprocess.run([RINGSIDE, "run", "gomocup", "--config", str(config), *BRAINS], cwd=folder, capture_output=True, text=True,
                             check=False, timeout=300)
        assert not Path(folder, "counts.txt").exists() and ran.returncode == 2, ran


run()
