#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Notices a change of what scripts of users depend on: options, fields of JSON, the tables of match files, exit statuses.

    tests/stable.py             compares them with tests/stable.txt; in the build folder
    tests/stable.py --write     writes that file, after a change that CONTRIBUTING.md allows
"""

import difflib
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

RINGSIDE = os.path.abspath("ringside")
GOLDEN = Path(__file__).with_name("stable.txt")
SECONDS = 60  # nothing here takes long
VARIES = ("backtrace", "doing", "fields", "flags", "gap", "unfinished")
PLAY = ["gomocup", "--seed", "1", "sample:random", "sample:random"]


def ask(*args):
    done = subprocess.run([RINGSIDE, *args], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS)
    if done.stderr and not done.stdout:
        sys.exit(f"{' '.join(args)}: {done.stderr}")
    return done.stdout


def candidates(*words):
    return [line.split("\t")[0] for line in ask("--complete", *words).splitlines()]


def options():
    """Each command, and each option with the commands that take it; of a system, if not all systems have it."""
    commands = [command for command in candidates("") if not command.startswith("-")]
    takers = {}
    for command in commands:
        systems = [system for system in candidates(command, "") if system in SYSTEMS and command != "help"]
        every = {system: set(candidates(command, *([system] if system else []), "--")) for system in systems or [""]}
        common = set.intersection(*every.values()) if command not in ("help", "completion") else set()
        for name in common:
            takers.setdefault(name, []).append(command)
        for system in systems:
            for name in every[system] - common:
                takers.setdefault(f"{system} {name}", []).append(command)
    yield from (f"command {command}" for command in commands)
    yield from (f"option {name}: {' '.join(takers[name])}" for name in sorted(takers))


def fields(value, path):
    """Each field with its path; [] stands for each item of a list. What is in some of them depends on the match."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield f"{path}.{name}"
            if name not in VARIES:
                yield from fields(inner, f"{path}.{name}")
    elif isinstance(value, list):
        for inner in value:
            yield from fields(inner, path + "[]")


def objects():
    """The commands that print JSON, and what they print."""
    ask("run", *PLAY, "--record", "m.ringside", "--json")
    yield "run", ask("run", *PLAY, "--json")
    yield "run --turns-json", ask("run", *PLAY, "--turns-json")
    yield "diff", ask("diff", "m.ringside", "m.ringside", "--json")
    yield "rerun", ask("rerun", "m.ringside", "--seat", "1", "--json")
    yield "check", ask("check", "gomocup", "--only", "start*", "--json", "sample:random")
    yield "tournament", ask("tournament", "gomocup", "--no-sandbox", "--seed", "1", "--batch", "--json", "sample:random", "sample:threat --nodes 1")
    yield "export", ask("export", "m.ringside", "--format", "jsonl", "-o", "-")


def json_fields():
    for command, lines in objects():
        found = {field for line in lines.splitlines() for field in fields(json.loads(line), f"json {command}")}
        yield from sorted(found)


def tables():
    file = sqlite3.connect("file:m.ringside?mode=ro", uri=True)
    yield f"match file version {file.execute('PRAGMA user_version').fetchone()[0]}"
    for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall():
        for column in file.execute(f"PRAGMA table_info({name})"):
            yield f"match file {name}.{column[1]} {column[2]}".rstrip()


def statuses():
    text = " ".join(ask("help", "exit-status").split("\n\n")[1].split())
    yield from (f"exit status: {sentence}" for sentence in re.split(r"(?<=[.]) ", text))


SYSTEMS = candidates("play", "")
os.environ["XDG_CONFIG_HOME"] = "/nonexistent"
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    now = [*options(), *json_fields(), *tables(), *statuses()]
if "--write" in sys.argv:
    GOLDEN.write_text("\n".join(now) + "\n")
    sys.exit()
then = GOLDEN.read_text().splitlines()
changes = [line for line in difflib.unified_diff(then, now, "tests/stable.txt", "now", n=0, lineterm="") if line[0] in "+-"]
if changes:
    print("\n".join(changes))
    print('"What stays stable" in CONTRIBUTING.md says which of these changes are allowed, and when.')
    print("tests/stable.py --write takes them over; the commit says why.")
    sys.exit(1)
