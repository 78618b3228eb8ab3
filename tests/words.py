#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that no command prints what others wrote as it is: controls, what turns the direction of text or cannot be seen, broken UTF-8.

    tests/words.py              hostile agents, match files, file names and arguments, through pipes and terminals; in the build folder
    tests/words.py SYSTEM       is such an agent itself; any other word: it shouts in every system

The commands, their options and the commands of the prompt come from `ringside --complete` and `--manual`, so a new one is tested, too.
"""

import concurrent.futures
import contextlib
import fcntl
import itertools
import json
import os
import pty
import re
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios
import threading
from pathlib import Path

# What an agent may want people not to see as it is. No line end, no NUL, no slash: it fits in lines and in file names.
HOSTILE = (
    b"z\033[5n\033]0;t\a\x01\x7f\xc2\x9b5n\x9b5n"  # controls, also of one byte
    b"\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8b\xef\xbb\xbf\xf3\xa0\x81\x81"  # U+202E, U+2066, U+200B, U+FEFF, U+E0041
    b"\xe2\x80\xa8\xef\xbf\xb9\xe1\xa0\x8e\xff\xc3z"  # U+2028, U+FFF9, U+180E, broken UTF-8
)
# The second line is one that only ringside may say.
FORGED = b"z\nringside: all is well"
# The first as UTF-8, for texts of a match file.
HOSTILE_TEXT = HOSTILE.decode(errors="ignore")
# This is no text for people, whatever it means. A line end and a tab are.
RAW = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U0010ffff]"
)
# The progress line of a series, on a terminal.
IN_PLACE = re.compile("\r([^\r\033]*)\033\\[K")
# On a screen ncurses sends escapes, but not those of HOSTILE.
SCREEN_RAW = re.compile(
    "\033\\[5n|\033\\]|[\x07\x01\x7f-\x9f\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9\ud800-\udfff\U000e0000-\U0010ffff]"
)

RINGSIDE = os.path.abspath("ringside")
SCRIPT = os.path.abspath(__file__)
SECONDS = 60  # nothing here takes long
AT_ONCE = 16  # lines that one process gets


# ---- hostile agents ----


def speak(line=b"", errors=HOSTILE):
    os.write(2, errors + b"\n")
    os.write(1, line + b"\n")


def gomocup():
    """Plays free squares of a row; the fourth answer is a complaint and no square."""
    answers, row = itertools.count(), 5
    for line in sys.stdin.buffer:
        word = line.split()[0] if line.split() else b""
        if word == b"ABOUT":
            speak(b'name="%s", version="%s", author="%s"' % (HOSTILE, HOSTILE, HOSTILE))
        elif word == b"START":
            speak(b"MESSAGE " + HOSTILE + b"\nDEBUG " + HOSTILE + b"\n" + HOSTILE + b"\nOK")
        elif word in (b"BEGIN", b"TURN"):
            n, row = next(answers), 3 if word == b"BEGIN" else row
            move = b"%d,%d" % (n, row)
            speak(b"MESSAGE " + HOSTILE + b"\n" + (move if n < 3 else b"ERROR %s\n99,99" % HOSTILE))
        elif word == b"END":
            return


def lmc():
    """Answers as the example of the specification; the third answer is no symbol."""
    answers = itertools.count()
    speak(b"@info name " + HOSTILE + b"\n# " + HOSTILE)
    symbol = b"a"
    for line in sys.stdin.buffer:
        if line.startswith(b"@command symbol"):
            symbol = line.split()[2]
        elif line.startswith(b"@command play"):
            speak(b"# " + HOSTILE + b"\n@output " + (symbol if next(answers) < 2 else HOSTILE))
        elif line.startswith(b"@command exit"):
            return


def shout():
    """Answers each line by no answer, in any system."""
    speak(HOSTILE)
    for _ in sys.stdin.buffer:
        speak(HOSTILE)


AGENTS = {"gomocup": gomocup, "lmc": lmc}
SHOUTERS = {"qchess": [], "lmc2": ["--start-time", "1s"], "asimulator": ["--stdio"]}
OTHERS = {"gomocup": "sample:random", "lmc": "sample:random"}


# ---- running ----


def environment():
    """With English words and a terminal that ncurses knows."""
    return dict(os.environ, LC_ALL="C.UTF-8", TERM="xterm-256color", COLUMNS="100", LINES="40", PAGER="")


def through_pipe(args, folder):
    done = subprocess.run([RINGSIDE, *args], cwd=folder, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
    return [done.stdout, done.stderr]


def through_terminal(args, folder):
    master, slave = pty.openpty()
    modes = termios.tcgetattr(slave)
    modes[1] &= ~termios.OPOST  # what the program writes, byte by byte
    termios.tcsetattr(slave, termios.TCSANOW, modes)
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    child = subprocess.Popen([RINGSIDE, *args], cwd=folder, env=environment(), stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
    os.close(slave)
    # A program that hangs ends by this, so the loop below ends.
    timer = threading.Timer(SECONDS, child.kill)
    timer.start()
    out = b""
    with contextlib.suppress(OSError):  # EIO: all ends of the terminal are closed
        while piece := os.read(master, 1 << 16):
            out += piece
    status = child.wait()
    timer.cancel()
    os.close(master)
    if status == -9:
        raise subprocess.TimeoutExpired(args, SECONDS)
    return [out]


def find_raw(output, screen):
    text = output.decode(errors="surrogateescape")
    if FORGED.split(b"\n")[1] in output.split(b"\n"):
        return FORGED
    found = SCREEN_RAW.search(text) if screen else RAW.search(IN_PLACE.sub(r"\1", text))
    return found and text[max(0, found.start() - 40) : found.end() + 20]


class Checks:
    def __init__(self):
        self.failed = []
        self.count = 0
        self.lock = threading.Lock()
        self.pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
        self.runs = []
        self.shown = set()

    def add(self, command, args, folder, screen=False, terminal=True, pipe=True):
        """Runs a command later, through pipes, and on a terminal unless it would open a screen there."""
        ways = ([through_pipe] if pipe and not screen else []) + ([through_terminal] if terminal else [])
        for way in ways:
            self.runs.append(self.pool.submit(self.run, way, command, [command, *args], folder, screen))

    def run(self, way, command, args, folder, screen):
        try:
            outputs = way(args, folder)
        except subprocess.TimeoutExpired:
            outputs = []
            self.fail(f"{args}: does not end")
        for output in outputs:
            raw = find_raw(output, screen)
            if raw:
                self.fail(f"{way.__name__} {args}: prints {raw!r}")
            if b"\\u{202e}" in output or b"\\u202e" in output:
                with self.lock:
                    self.shown.add(command)
        with self.lock:
            self.count += 1
        return outputs

    def fail(self, words):
        with self.lock:
            self.failed.append(words)

    def wait(self):
        for run in self.runs:
            run.result()
        self.runs = []


# ---- what there is ----


def printed(*args):
    return subprocess.run([RINGSIDE, *args], check=True, capture_output=True, text=True).stdout


def candidates(*typed):
    return [line.split("\t")[0] for line in printed("--complete", *typed).splitlines() if line[0] != "\t"]


def commands():
    """The options of each command of the program."""
    systems = candidates("play", "")
    return {name: sorted({option for system in systems for option in candidates(name, system, "--")}) for name in candidates("") if name != "help"}


def prompt_commands():
    """The names of the commands of the prompt, and the examples of them."""
    words = printed("--manual").split(".SH COMMANDS OF THE PROMPT")[1].split(".SH EXIT STATUS")[0].replace("\\-", "-")
    names = [name.split(",")[0].strip() for name in re.findall(r'^\.TP\n\.BI? "([^"]+)"', words, re.M)]
    return names, re.findall(r'^\.br\n\.BI? "([^"]+)"', words, re.M)


def typed(lines):
    """Options that type these lines at the prompt, one after another, also after one that fails."""
    return [word for line in lines for word in ("-x", b"-" + (line if isinstance(line, bytes) else line.encode()))]


def agent(system):
    return f"{sys.executable} '{SCRIPT}' {system}"


def record(system, path, folder):
    args = ["run", system, "--seed", "1", "--record", path, "--name2", "two", agent(system), OTHERS[system]]
    return through_pipe(args, folder)


def columns(path):
    """The texts of a match file: table, column."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
        return [(table, row[1]) for table in tables for row in db.execute(f"PRAGMA table_info({table})") if row[2] in ("TEXT", "BLOB", "")]


def changed(path, to, table, column, value):
    to.write_bytes(path.read_bytes())
    with contextlib.closing(sqlite3.connect(to)) as db:
        try:
            db.execute(f"UPDATE {table} SET {column} = ?", (value,))
        except sqlite3.IntegrityError:  # each row must have another value
            db.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = (SELECT max({column}) FROM {table})", (value,))
        db.commit()


# ---- the checks ----


def check_agents(checks, folder):
    for system in AGENTS:
        match = [system, "--seed", "1", agent(system), agent(system)]
        checks.add("run", match, folder)
        checks.add("run", [*match, "--json"], folder)
        checks.add("run", [*match, "--turns-json"], folder)
        checks.add("run", [*match, "-x", "next end", "-x", "why", "-x", "info seat 1"], folder)
        checks.add("run", [*match, "--games", "3", "--concurrency", "2"], folder)
        checks.add("run", [system, "--name1", HOSTILE, "--games", "2", agent(system), HOSTILE], folder)
        checks.add("run", [system, "--sandbox-show", agent(system), HOSTILE], folder)
        screen = ["-x", "continue", "-x", "set layout traffic", "-x", "why", "-x", f"save {system}-screen.txt", "-x", "quit now"]
        checks.add("play", [*match, *screen], folder, screen=True)
        checks.add("demo", [system, "--record", HOSTILE + b".no", *screen], folder, screen=True)
    for system, options in SHOUTERS.items():
        match = [system, "--seed", "1", *options, agent("shout"), agent("shout")]
        checks.add("run", match, folder)
        checks.add("run", [*match, "--turns-json"], folder)
        checks.add("run", [*match, "-x", "next end", "-x", "why", "-x", "info seat 1"], folder)


def check_series(checks, folder):
    """The results of a series continue although its agents are named in escapes."""
    args = ["gomocup", "--seed", "1", "--games", "2", "--results", "results.jsonl", agent("gomocup"), b"%b %b" % (sys.executable.encode(), HOSTILE)]
    for _ in range(2):
        outputs = checks.run(through_pipe, "run", ["run", *args], folder, False)
    if b"2 of 2 games finished already" not in outputs[1]:
        checks.fail(f"a series with hostile names does not continue: {outputs[1]!r}")
    text = (folder / "results.jsonl").read_bytes()
    if find_raw(text, False):
        checks.fail(f"results.jsonl has {find_raw(text, False)!r}")


def formats(system):
    """The formats of the system, and those that all have."""
    return re.findall(r"^  (\w+) +(?:%s|every system): " % system, printed("list").split("formats of")[1], re.M)


def check_file(checks, folder, system, name, terminal, forms):
    """What reads a match file."""
    asked = ["goto 3", "why", "info", "info held", "goto end", "why", "info seat 1", "info time"]
    checks.add("open", [name, "--batch", *typed(asked)], folder, terminal=terminal)
    checks.add("diff", [name, f"{system}.ringside"], folder, terminal=terminal)
    checks.add("diff", ["--json", f"{system}.ringside", name], folder, terminal=terminal)
    for form in forms:
        # A pipe gets input as it was; a terminal does not get it.
        checks.add("export", ["--format", form, name], folder, terminal=terminal, pipe=form != "input")


def check_played_file(checks, folder, system, name):
    """What plays on from a match file, which takes longer."""
    checks.add("rerun", [name, "--seat", "1", "--all", "--show-stderr", agent(system)], folder)
    checks.add("rerun", [name, "--json"], folder, terminal=False)
    checks.add("run", [system, "--from", name + (b":2" if isinstance(name, bytes) else ":2"), agent(system), OTHERS[system]], folder, terminal=False)
    checks.add("open", [name, "-x", "set layout traffic", "-x", "why", "-x", "quit now"], folder, screen=True)


def check_match_files(checks, folder):
    for system in AGENTS:
        forms = [form for form in formats(system) if form != "input"]  # that is the bytes as they are
        record(system, f"{system}.ringside", folder)
        path = folder / f"{system}.ringside"
        names = [path.name, HOSTILE + system.encode() + b".ringside"]
        Path(os.fsdecode(os.fsencode(folder) + b"/" + names[1])).write_bytes(path.read_bytes())
        for name in names:
            check_file(checks, folder, system, name, True, forms)
            check_played_file(checks, folder, system, name)
        for (table, column), (kind, value) in itertools.product(columns(path), (("text", HOSTILE_TEXT), ("bytes", HOSTILE))):
            name = f"{system}-{table}-{column}-{kind}.ringside"
            changed(path, folder / name, table, column, value)
            # Bytes are refused where a text is expected, before a format is asked.
            check_file(checks, folder, system, name, False, forms if kind == "text" or column == "bytes" else forms[:1])
            if kind == "text" and column in ("name", "command", "ringside", "system", "reason", "bytes", "value"):
                check_played_file(checks, folder, system, name)


UNREAD = {"cast", "svg", "repro"}  # nothing reads them again


def check_exports(checks, folder):
    """What is exported is read again; tables in files are harmless, too."""
    for ending in ("csv", "html", "md"):
        if find_raw((folder / f"own.jsonl.{ending}").read_bytes(), False):
            checks.fail(f"own.jsonl.{ending} has {find_raw((folder / f'own.jsonl.{ending}').read_bytes(), False)!r}")
    for system in AGENTS:
        for form in set(formats(system)) - {"jsonl", "input"}:  # input is the bytes as they are
            to = folder / f"again-{system}.{form}"
            seat = ["--seat", "1"] if form == "repro" else []
            checks.run(through_pipe, "export", ["export", f"{system}.ringside", "--output", to.name, *seat], folder, False)
            if find_raw(to.read_bytes(), False):
                checks.fail(f"{to.name} has {find_raw(to.read_bytes(), False)!r}")
            if form in UNREAD:
                continue
            outputs = checks.run(through_pipe, "open", ["open", to.name, "--batch", "-x", "info seat 1"], folder, False)
            if b"u{202e}" not in to.read_bytes() or b"u{202e}" not in outputs[0] or outputs[1]:
                checks.fail(f"{to.name} is not read again: {outputs}")


def check_arguments(checks, folder):
    tried = set()
    for name, options in commands().items():
        checks.add(name, [HOSTILE], folder, terminal=name not in ("play", "demo"))
        checks.add(name, [HOSTILE] * 5, folder)
        checks.add(name, ["gomocup", HOSTILE], folder, terminal=False)
        checks.add(name, [b"-" + HOSTILE], folder)
        checks.add(name, [FORGED], folder, terminal=False)
        checks.add(name, ["gomocup", FORGED, FORGED], folder, terminal=False)
        checks.add(name, ["gomocup.ringside", FORGED], folder, terminal=False)
        checks.add(name, [b"--seat=" + FORGED], folder, terminal=False)
        checks.add(name, [b"--" + HOSTILE], folder)
        checks.add(name, ["--help", HOSTILE], folder)
        for option in options:
            if option in ("--help", "--version"):
                continue
            system = ["gomocup"] if name in ("play", "run", "rules") else []
            if option not in tried:  # it is read in the same way for each command
                tried.add(option)
                for value in (HOSTILE, b"./" + HOSTILE + b"/x.ringside", b"9" + HOSTILE):
                    checks.add(name, [*system, option.encode() + b"=" + value], folder, terminal=False)
            if name in ("run", "open"):
                words = ["gomocup", "sample:random", "sample:random"] if name == "run" else ["gomocup.ringside", "--batch"]
                checks.add(name, [*words, option.encode() + b"=" + HOSTILE], folder, terminal=False)
    checks.add(HOSTILE, [], folder)
    checks.add("run", [HOSTILE, "a", "b"], folder)
    checks.add("rules", ["gomocup", "--position", HOSTILE], folder)
    checks.add("rules", ["gomocup", "--rule", "renju", "--position", b"h8 " + HOSTILE], folder)


def check_prompt(checks, folder):
    (folder / "hostile.script").write_bytes(HOSTILE + b"\necho " + HOSTILE + b"\n")
    checks.add("open", ["gomocup.ringside", "--batch", "--script", "hostile.script"], folder)
    names, examples = (list(map(str.encode, words)) for words in prompt_commands())
    lines = [name + more for name in names for more in (b"", b" " + HOSTILE, b" 1 " + HOSTILE)] + [example + b" " + HOSTILE for example in examples]
    for line in lines:
        checks.add("run", ["gomocup", "sample:random", "sample:random", "-x", "step", "-x", line], folder, terminal=False)
    # In a recorded match a command leaves nothing behind that goto does not undo, so one process tries many.
    for i, way in itertools.product(range(0, len(lines), AT_ONCE), (through_pipe, through_terminal)):
        checks.runs.append(checks.pool.submit(try_at_prompt, checks, way, lines[i : i + AT_ONCE], folder))


def try_at_prompt(checks, way, lines, folder):
    """Types the lines in a recorded match. If one ends it, each gets a process of its own."""
    words = [word for line in lines for word in typed(["goto 2", line])]
    outputs = checks.run(way, "open", ["open", "gomocup.ringside", "--batch", *words, "-x", "echo typed all"], folder, False)
    if not any(b"typed all" in output for output in outputs):
        for line in lines:
            checks.run(way, "open", ["open", "gomocup.ringside", "--batch", "-x", "goto 2", "-x", line], folder, False)


def check_own_files(checks, folder):
    """Files that a person gives to ringside, with hostile content."""
    names = dict.fromkeys(("psq", "rec", "sgf", "lmc", "log")) | {"world": "--world", "ini": "--game", "theme": "--theme", "txt": "--openings"}
    contents = [
        HOSTILE,
        b"(;GM[4]SZ[15]PB[%b]PW[x]C[%b];B[%b])" % (HOSTILE, HOSTILE, HOSTILE),
        b"(;GM[4]SZ[15]PB[%b]PW[x]C[%b];B[hh];W[ii])" % (HOSTILE, HOSTILE),
        b"Piskvorky 15x15, 0:0, 0\n%b\n" % HOSTILE,
        b"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n%b\n%b\n-1\n" % (HOSTILE, HOSTILE),
        b"[game]\nname = %b\nsymbols = %b\n" % (HOSTILE, HOSTILE),
    ]
    results = {"format": 1, "system": HOSTILE_TEXT, "kind": HOSTILE_TEXT, "players": [{"name": HOSTILE_TEXT}, {"name": HOSTILE_TEXT}]}
    game = {"game": 1, "players": [1, 2], "winner": 1, "first": 1, "blame": 2, "reason": HOSTILE_TEXT, "opening": HOSTILE_TEXT}
    (folder / "own.jsonl").write_text("".join(json.dumps(line) + "\n" for line in [{"tournament": results}, game]))
    checks.add("tally", ["own.jsonl", "--csv", "own.jsonl.csv", "--markdown", "own.jsonl.md", "--html", "own.jsonl.html"], folder)
    for ending, i in itertools.product(names, range(len(contents))):
        path = folder / f"own-{i}.{ending}"
        path.write_bytes(contents[i])
        checks.add("open", [path.name, "--batch", "-x", "why", "-x", "info seat 1"], folder)
        checks.add("diff", [path.name, path.name], folder, terminal=False)
        checks.add("export", [path.name, "--format", "sgf"], folder, terminal=False)
        if names[ending]:
            system = {"--world": "asimulator", "--game": "lmc"}.get(names[ending], "gomocup")
            checks.add("run", [system, names[ending], path.name, "sample:random", "sample:random"], folder, terminal=False)


def main():
    if b"__asan_init" in Path(RINGSIDE).read_bytes():
        print("skipped: thousands of starts with AddressSanitizer take minutes, and the output is the same")
        return 77
    listed = commands()
    assert "run" in listed and "--name1" in listed["run"] and "echo" in prompt_commands()[0], listed
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="ringside-words-") as name:
        folder = Path(name)
        check_agents(checks, folder)
        check_series(checks, folder)
        check_match_files(checks, folder)
        check_arguments(checks, folder)
        check_prompt(checks, folder)
        check_own_files(checks, folder)
        checks.wait()
        check_exports(checks, folder)
        for path in folder.glob("*-screen.txt"):
            if find_raw(path.read_bytes(), False):
                checks.fail(f"{path.name} has {find_raw(path.read_bytes(), False)!r}")
            if b"z\\\\x1b" in path.read_bytes() or b"z\\x1b" not in path.read_bytes():
                checks.fail(f"{path.name} does not show a name with one escape: {path.read_text()}")
    # `list` prints nothing of others.
    for command in set(listed) - checks.shown - {"list"}:
        checks.fail(f"{command}: no hostile word was seen in its output: this test does not reach it")
    for words in sorted(set(checks.failed)):
        print(words)
    print(f"{checks.count} runs, {len(set(checks.failed))} mistakes")
    return bool(checks.failed)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        AGENTS.get(sys.argv[1], shout)()
    else:
        sys.exit(main())
