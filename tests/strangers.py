#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that no file of a stranger makes, writes, opens or shows to agents what it names.

    tests/strangers.py          in the build folder

The options come from the program: each that completes files or folders has a path. Each is put into each kind of file, with each kind of
path, and each command reads it. All paths lead to a folder beside the current one, or into a hidden one: it must be the same after each.
"""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

RINGSIDE = os.path.abspath("ringside")
SAMPLES = {"gomocup": "random", "lmc": "rotate", "lmc2": "random", "qchess": "random", "asimulator": "wander", "uci": "random", "referee": "tictactoe-player"}
PROGRAMS = ["game-program", "referee"]  # options of systems that start a program
# What reads each: a tournament file, a suite.
TOURNAMENT = ["--games", "1", "--batch", "--turn-time", "1s"]
SECONDS = 120  # none takes ten
if b"__asan_init" in Path(RINGSIDE).read_bytes():
    print("skipped: hundreds of starts with AddressSanitizer take a minute, and what they open is the same")
    sys.exit(77)

top = Path(tempfile.mkdtemp(prefix="ringside-strangers-"))
here, out = top / "here", top / "out"
environment = dict(os.environ, HOME=str(out), XDG_STATE_HOME=str(top / "state"), XDG_CONFIG_HOME=str(top / "config"))
wrong = []
tried = 0

BRAIN = """#!/usr/bin/env python3
import os, sys
for line in sys.stdin:
    words = line.split(None, 2)
    if words[:2] == ["INFO", "folder"]:
        try:
            open(os.path.join(words[2].strip(), "written"), "w").close()
        except OSError:
            pass
    elif words[:1] == ["START"]:
        print("OK", flush=True)
    elif words[:1] == ["DONE"] or words[:1] == ["BEGIN"]:
        print("7,7", flush=True)
    elif words[:1] == ["TURN"]:
        x, y = map(int, words[1].split(","))
        print(f"{(x + 1) % 15},{y}", flush=True)
    elif words[:1] == ["END"]:
        break
"""


def say(text):
    wrong.append(text)
    print("WRONG:", text, flush=True)


def call(*words, program=RINGSIDE):
    """The status and all output of a program; it must end."""
    try:
        done = subprocess.run([program, *words], cwd=here, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS, errors="replace")
    except subprocess.TimeoutExpired:
        say(f"{' '.join(words)}: does not end")
        return -1, ""
    return done.returncode, done.stdout


def state(folder):
    """All that is there, with the contents of files."""
    found = {}
    for path in sorted(folder.rglob("*")):
        found[str(path)] = path.read_bytes() if path.is_file() and not path.is_symlink() else path.lstat().st_mode
    return found


def tries(what, *words):
    """Calls ringside. Nothing outside may change."""
    global tried
    before = state(out), state(here / ".hidden")
    status, text = call(*words)
    tried += 1
    if (state(out), state(here / ".hidden")) != before:
        say(f"{what}: {' '.join(words)}: has changed what is not its own\n{text}")
        reset()
    return status, text


def reset():
    for folder in (out, here / ".hidden"):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "file").write_text("a person's own\n")
        os.mkfifo(folder / "pipe")


def completed(*words):
    return call("--complete", *words)[1].splitlines()


def options_with_paths(command, system):
    """The names of all options of the command whose value completes files or folders."""
    names = [line.split("\t")[0] for line in completed(command, system, "--") if line.startswith("--")]
    return [name[2:] for name in names if {"\tfiles", "\tfolders"} & set(completed(command, system, name + "="))]


def own_options(command, system):
    """Without those that the systems before had, too."""
    seen = options_seen.setdefault(command, set())
    names = [name for name in options_with_paths(command, system) if name not in seen]
    seen.update(names)
    return names


options_seen = {}


def outside(name):
    """Paths that lead out, by several ways."""
    return [f"{out}/new-{name}", f"{out}/file", f"../out/new-{name}", f".hidden/new-{name}", f"link/new-{name}", f"link/{name}/",
            f"{out}/pipe", "/dev/zero"]


def refused(what, path, status, text, name, file, line):
    """It names the file, the line, the option, and the option that allows it."""
    if status == 0 or not re.search(rf"^ringside: {re.escape(file)}:{line}:\d+: ", text, re.M) or not re.search(rf"--{name}\b", text):
        say(f"{what} = {path}: expected a refusal at line {line} that names --{name}, not ({status}):\n{text}")


def tournament_files(system, sample):
    """In [tournament] all options that write or lend a path are refused, and those that read do not read what is no plain file."""
    switches = {"no-sandbox": "yes", "sandbox-auto": "yes", "sandbox": "no"}
    lends = ["sandbox-bind", "cgroups", "folder", *switches]
    writes = ["results", "record", "csv", "markdown", "html"]
    names = own_options("tournament", system)
    for name in [*names, *switches]:
        for path in outside(name) if name in names else [switches[name]]:
            (here / "cup.tournament").write_text(f"[tournament]\n{name} = {path}\nplayer = sample:{sample}\n"
                                                 f"player = env RINGSIDE_PLAYER=other sample:{sample}\n")
            what = f"{system}: a tournament file, {name}"
            status, text = tries(what, "tournament", system, "cup.tournament", *TOURNAMENT, "--list")
            if name == "theme":  # of [screen] alone
                assert "belongs to [screen]" in text, text
            elif name in lends or name in writes or path.endswith("/pipe") or path == "/dev/zero":
                if name not in PROGRAMS:
                    refused(what, path, status, text, "no-sandbox" if name == "sandbox" else name, "cup.tournament", 2)


def players_of_tournament_files():
    """A player is shown no file or folder that is not near."""
    for entry in (f"command = ./brain {out}/file", f"command = ./brain --net={out}/file", f"command = env X={out}/file ./brain",
                  f"command = ./brain\nfolder = {out}", f"command = ./brain\nenv X = {out}/file"):
        (here / "cup.tournament").write_text(f"[player a]\n{entry}\n[player b]\ncommand = sample:threat\n")
        status, text = tries("a player of a tournament file", "tournament", "gomocup", "cup.tournament", *TOURNAMENT)
        refused(entry, "", status, text, "sandbox-bind", "cup.tournament", 1 + len(entry.splitlines()))
        status, text = tries("the same, allowed", "tournament", "gomocup", "cup.tournament", *TOURNAMENT, "--list", "--sandbox-bind", str(out))
        if status:
            say(f"{entry}: with --sandbox-bind: {text}")


def suites(system, sample):
    for name in own_options("check", system):
        for section in ("[all]", "[case a]"):
            for path in [*outside(name), *([f"touch {out}/started"] if name in PROGRAMS else [])]:
                head = f"{section}\n{name} = {path}\n"
                (here / "s.suite").write_text(head + ("[case a]\n" if section == "[all]" else "") + "move = a\n")
                what = f"{system}: a suite, {section} {name}"
                status, text = tries(what, "check", system, "--suite", "s.suite", f"sample:{sample}")
                if status == 0:
                    say(f"{what} = {path}: {text}")
                elif name in ("folder", *PROGRAMS) or (path.endswith(("/pipe", "/zero")) and "no key" not in text and name != "opening"):
                    refused(what, path, status, text, name, "s.suite", 2)


def put(file, name, value):
    database = sqlite3.connect(here / file)
    database.execute("INSERT OR REPLACE INTO option (name, value) VALUES (?, ?)", (name, value))
    database.commit()
    database.close()


def match_files(system, sample, sandbox, general):
    """Whatever the options of a match file say, with a sandbox and without one."""
    agent = "./brain" if system == "gomocup" else f"sample:{sample}"
    two = [agent, f"sample:{sample}"]
    turns = {"lmc": ["--turns", "3"], "asimulator": ["--max-actions", "3"], "lmc2": ["--game-program", "sample:roshambo"]}
    for name in set(options_with_paths("run", system)) - general:
        for path in [f"{out}/new-{name}", str(out)] if name == "folder" else [f"{out}/new-{name}"]:
            for file in here.glob("*.ringside*"):
                file.unlink()
            status, text = call("run", system, "--seed", "1", "--record", "m.ringside", *turns.get(system, []), *two)
            assert status == 0, text
            shutil.rmtree(top / "state", ignore_errors=True)  # nothing is known of it
            put("m.ringside", name, path)
            (here / "s.suite").write_text("[case a]\nposition = m.ringside:2\nmove = a\n")
            for extra in ([], ["--sandbox"], ["--sandbox", "--trust"]):
                if extra and (name != "folder" or not sandbox):
                    continue
                at = f"{system}: a match file, {name} = {path}"
                for words in (["run", system, "--from", "m.ringside:2", *two],
                              ["rerun", "m.ringside", "--seat", "1", agent, "--limit", "2s"],
                              ["open", "m.ringside", "--batch", "-x", "goto 1", "-x", "resume " + " ".join(two), "-x", "continue"],
                              ["open", "m.ringside", "--batch", "-x", "goto 1", "-x", "resume", "-x", "continue"],
                              ["check", system, "--suite", "s.suite", agent],
                              ["minimise", "m.ringside", "--seat", "1", agent, "--while", "timeout", "--tries", "2", "--time", "5s"],
                              ["export", "m.ringside", "--format", "json", "-o", "e.json"],
                              ["case", "m.ringside:2"]):
                    extra_here = extra if words[0] not in ("export", "case") else []
                    status, text = tries(at, *words, *extra_here)
                    if name == "folder" and "--sandbox" in extra_here and words[0] in ("run", "rerun", "check", "minimise"):
                        if "--trust" not in extra and (status in (0, 4) or path not in text or "--trust" not in text):
                            say(f"{at}: {' '.join(words)}: expected a refusal, not ({status}):\n{text}")
                        if "--trust" in extra and "only with --sandbox-bind" not in text:
                            say(f"{at}: {' '.join(words)}: the missing folder is not told ({status}):\n{text}")


def results(system, sample, general):
    """A first line of results says how each game was set up."""
    call("tournament", system, f"sample:{sample}", f"env RINGSIDE_PLAYER=other sample:{sample}", "--games", "1", "--batch", "--no-sandbox",
         "--results", "r.jsonl", "--turn-time", "1s", *({"lmc": ["--turns", "3"], "asimulator": ["--kind", "alone", "--max-actions", "3"],
                                                         "lmc2": ["--game-program", "sample:roshambo"]}.get(system, [])))
    first, *rest = (here / "r.jsonl").read_text().splitlines()
    for name in options_with_paths("tournament", system):
        for path in (f"{out}/new-{name}", f"{out}/pipe")[:1 if name in general else 2]:
            (here / "strange.jsonl").write_text("\n".join([first.replace('"setup":{', f'"setup":{{"--{name}":"{path}",'), *rest, ""]))
            status, text = tries(f"{system}: results, {name}", "tally", "strange.jsonl", "--html", "page.html")
            if status:
                say(f"tally with {name}: {text}")


def limits_everywhere():
    """Whatever starts agents takes the same options for what they may do."""
    for command in ("play", "run", "demo", "open", "rerun", "minimise", "check", "tournament", "fuzz"):
        names = {line.split("\t")[0] for line in completed(command, "gomocup", "--")}
        for name in ("--sandbox", "--sandbox-bind", "--cgroups", "--temp", "--temp-size"):
            if name not in names:
                say(f"{command} starts agents and has no {name}")


def what_is_allowed(sandbox):
    """Files near, what is typed, and what the config says."""
    (here / "tables").mkdir()
    (here / "cup.tournament").write_text("[tournament]\ncsv = tables/new.csv\nhtml = page.html\nrecord = games/\nresults = r/all.jsonl\n"
                                         "[player a]\ncommand = sample:threat\n[player b]\ncommand = ./brain book.txt\n")
    (here / "book.txt").write_text("moves\n")
    (here / "r").mkdir()
    plain = [] if sandbox else ["--no-sandbox"]
    status, text = tries("near files", "tournament", "gomocup", "cup.tournament", "--games", "2", "--batch", "--turn-time", "1s", *plain)
    for path in ("tables/new.csv", "page.html", "games", "r/all.jsonl"):
        if not (here / path).exists():
            say(f"{path} of a tournament file is not there ({status}):\n{text}")
    (here / "cup.tournament").write_text(f"[tournament]\nfolder = {out}/never\nplayer = sample:threat\nplayer = sample:random\n")
    status, text = call("tournament", "gomocup", "cup.tournament", "--folder", str(here / "typed"), "--games", "1", "--batch", "--turn-time", "0", *plain)
    if status or not (here / "typed").is_dir() or (out / "never").exists():
        say(f"a typed folder ({status}):\n{text}")
    (top / "config" / "ringside").mkdir(parents=True)
    (top / "config" / "ringside" / "config").write_text(f"[gomocup]\nfolder = {here}/configured\n")
    status, text = call("run", "gomocup", "sample:threat", "sample:random", "--seed", "1", "--turn-time", "0")
    if status or not (here / "configured").is_dir():
        say(f"a folder of the config ({status}):\n{text}")
    shutil.rmtree(top / "config")


def main():
    here.mkdir()
    reset()
    (here / "link").symlink_to(out)
    (here / "brain").write_text(BRAIN)
    (here / "brain").chmod(0o755)
    sandbox = call("--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "true", program="bwrap")[0] == 0 \
        if shutil.which("bwrap") else False
    general = set.intersection(*[set(options_with_paths("run", system)) for system in SAMPLES])
    for system, sample in SAMPLES.items():
        tournament_files(system, sample)
        suites(system, sample)
        match_files(system, sample, sandbox, general)
        results(system, sample, general)
    players_of_tournament_files()
    limits_everywhere()
    what_is_allowed(sandbox)
    if not sandbox:
        print("bubblewrap is missing or makes no sandbox here: tried without")
    print(f"{tried} calls, {len(wrong)} wrong")
    return 1 if wrong or tried < 300 else 0


try:
    sys.exit(main())
finally:
    shutil.rmtree(top, ignore_errors=True)
