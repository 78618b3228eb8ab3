#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the commands of the manual's stories, and those at the heads of its pages, and looks for what they print there, as TAP.

A line that begins with `$ ` is a command. The lines below it have to be in its output, in this order; `…` stands for anything. The last sentence of a
story names a line of the agent. A page has a picture at its head: the output of its first command, or an image behind it. MANUAL names the folder of the
pages, RINGSIDE the program, AGENT_SCRIPTS the folder with the agents."""
import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LINES_MOST = 10
DEADLINE_S = 90
AGENTS = Path(os.environ["AGENT_SCRIPTS"], "stories")
TOOLS = {"--valgrind": "valgrind", "--backtrace": "gdb", "$ sqlite3": "sqlite3"}
HEAD = re.compile(r"^((?:    .+\n)+)\n(.*)", re.M)
NO_SCREEN = {"config", "contest", "elsewhere", "sandbox", "stories"}  # what these pages begin with prints little, or needs a person, bubblewrap or wine
PTRACE_SEIZE = 0x4206


def read_stories():
    """The heading of each story, and its lines."""
    for story in Path(os.environ["MANUAL"], "stories.md").read_text().split("\n## ")[1:]:
        heading, *lines = story.splitlines()
        yield heading, [line for line in lines if line]


def read_heads():
    """The first block of each page that shows what its commands print."""
    for page in sorted(Path(os.environ["MANUAL"]).glob("*.md")):
        block, behind = HEAD.search(page.read_text()).groups()
        if block.startswith("    $ "):
            yield f"the head of {page.name}", block.splitlines()
        elif not behind.startswith("![") and page.stem not in NO_SCREEN:
            yield f"{page.name} has no picture at its head", []


def commands(lines):
    """Each command of a story, and what it prints."""
    found = []
    for line in lines:
        if line.startswith("    $ "):
            found.append((line[6:], []))
        elif line.startswith("    "):
            found[-1][1].append(line[4:])
    return found


def can_trace():
    child = subprocess.Popen(["sleep", "60"])
    traced = ctypes.CDLL(None, use_errno=True).ptrace(PTRACE_SEIZE, child.pid, None, None) == 0
    child.kill()
    child.wait()
    return traced


def missing(lines):
    """The tool that a story needs and that is not there."""
    text = "\n".join(lines)
    for option, tool in TOOLS.items():
        if option in text and not shutil.which(tool):
            return f"there is no {tool}"
    return "tracing is forbidden" if "--backtrace" in text and not can_trace() else None


def build(folder):
    for agent in AGENTS.iterdir():
        if agent.suffix == ".py":
            shutil.copy(agent, folder)
        elif agent.suffix == ".c":
            shutil.copy(agent, folder)
            subprocess.run([os.environ.get("CC") or "cc", "-g", "-pthread", "-o", agent.stem, agent.name], cwd=folder, check=True)


def run(folder, command):
    env = {**os.environ, "PATH": f"{Path(os.environ['RINGSIDE']).parent}:{os.environ['PATH']}", "XDG_STATE_HOME": f"{folder}/state"}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=DEADLINE_S)
    return done.stdout.decode()


def problem_with(folder, lines):
    """Why what the page shows is not true; None: it is."""
    if not 0 < len(lines) <= LINES_MOST:
        return f"it has {len(lines)} lines: at most {LINES_MOST} are wanted"
    for command, printed in commands(lines):
        out, at = run(folder, command), 0
        for line in printed:
            found = re.compile(".*".join(map(re.escape, line.split("…"))) + "$", re.M).search(out, at)
            if not found:
                return f"$ {command}\nno line is \"{line}\" in its place:\n{out}"
            at = found.end()
    return None


def problem_with_story(folder, lines):
    silent = [command for command, printed in commands(lines) if not printed]
    if silent:
        return f"the page does not say what this prints: {silent[0]}"
    sources = [agent.read_text() for agent in AGENTS.iterdir() if agent.name.partition(".")[0] in "".join(lines)]
    named = [code for code in re.findall("`([^`]+)`", lines[-1]) if any(code in source for source in sources)]
    return problem_with(folder, lines) if named else f"no agent of it has the code of the last line: {lines[-1]}"


def try_to(look, agents, heading, lines):
    needed = missing(lines)
    with tempfile.TemporaryDirectory(prefix="ringside-stories-") as folder:  # for the files that its commands keep
        shutil.copytree(agents, folder, dirs_exist_ok=True)
        return heading, needed, needed or look(folder, lines)


def main():
    with tempfile.TemporaryDirectory(prefix="ringside-stories-") as folder:
        build(folder)
        with ThreadPoolExecutor() as pool:
            tries = [pool.submit(try_to, problem_with_story, folder, *story) for story in read_stories()]
            tries += [pool.submit(try_to, problem_with, folder, *head) for head in read_heads()]
            results = [one.result() for one in tries]
    for number, (heading, needed, problem) in enumerate(results, 1):
        if needed:
            print(f"ok {number} - {heading} # SKIP {needed}")
        else:
            print(f"{'not ok' if problem else 'ok'} {number} - {heading}")
            print(re.sub("^", "# ", problem or "", flags=re.M) if problem else "", end="\n" if problem else "")
    print(f"1..{len(results)}")
    return any(problem and not needed for _, needed, problem in results)


sys.exit(main())
