#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes calls of the judge to the system and to malloc() fail, one in each run (faults.c).

    test_faults.py [--every K] [--jobs N] [--calls] [CASE] [KIND] [ERROR]

One run is one command with one failing call. It must end in time with a verdict, or with a documented exit status and a sentence on
stderr. It must leave no process and no temporary folder behind. What --record left must be a sound database, and a whole match if the
status says so. An interruption or a short transfer must change nothing at all.

Of calls with the same functions on the stack only the first fails, in the first case that makes it; with --calls each fails in each case.
--every K takes every K-th run, and all of a few kinds. CASE, KIND and ERROR choose: `run-lmc malloc ENOMEM`. RINGSIDE and AGENTS name the program and the
agents, as in make check. With two jobs, K is such that make check takes seconds."""

import argparse
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

EVERY = 61
ALWAYS = ("kill:", "send:")  # few, and after each kind ringside has waited for ever
DEADLINE_S = 90  # longer than a turn with its tolerance
SAMPLE_ENV = {"TERM": "dumb", "LC_ALL": "C.UTF-8"}
STATUSES = {0, 1, 2, 3, 4, 6}  # README.md: Exit status
MARK = "RINGSIDE_TEST"
PATIENCE_S = 10
GAVE_UP = "ringside: (out of memory|the system refuses to watch|event loop|timerfd|.libev)"

# What the calls of a kind may fail with. An error after a plus sign goes on failing from the N-th call on.
LASTING = ["ENOSPC+", "EIO+"]
ERRORS = {
    "read": ["EINTR", "short", "EAGAIN", "EIO"],
    "pread": ["EINTR", "short", "EIO", "EIO+"],
    "write": ["EINTR", "short", "EAGAIN", "ENOSPC", "EIO"],
    "pwrite": ["EINTR", "short", "ENOSPC", "EIO", *LASTING],
    "recv": ["EINTR", "short", "EAGAIN", "ECONNRESET"],
    "send": ["EINTR", "short", "ECONNRESET"],
    "recvmsg": ["EINTR", "ENOMEM"],
    "getrandom": ["EINTR", "short", "ENOSYS"],
    "poll": ["EINTR", "short", "ENOMEM"],
    "ppoll": ["EINTR", "short", "ENOMEM"],
    "epoll_wait": ["EINTR", "short"],
    "epoll_ctl": ["ENOMEM", "ENOSPC"],
    "open": ["EINTR", "EMFILE", "EMFILE+", "ENOMEM", "EACCES", "ENOSPC", "EIO"],
    "openat": ["EMFILE", "EACCES", "EIO"],
    "close": ["EINTR", "EIO"],
    "fcntl": ["EINTR", "EMFILE", "EIO"],
    "flock": ["EINTR", "EAGAIN"],
    "waitpid": ["EINTR", "ECHILD"],
    "waitid": ["EINTR", "ECHILD"],
    "fork": ["EAGAIN", "ENOMEM", "ENOMEM+"],
    "execve": ["ENOMEM", "EACCES"],
    "pthread_create": ["EAGAIN"],
    "accept4": ["EINTR", "ECONNABORTED", "EMFILE", "ENOMEM"],
    "malloc": ["ENOMEM"],
    "calloc": ["ENOMEM"],
    "realloc": ["ENOMEM"],
    "mmap": ["ENOMEM"],
    "readdir": ["EIO"],
    "ftruncate": ["EINTR", "EIO", "ENOSPC"],
    "fdatasync": ["EIO"],
    "mkdir": ["ENOSPC", "EACCES"],
    "mkostemp": ["ENOSPC", "EACCES"],
    "syscall": ["ENOSYS", "EPERM", "EMFILE", "ENOMEM"],
    "kill": ["ESRCH", "EPERM"],
    "prctl": ["EINVAL"],
    "setsid": ["EPERM"],
    "setrlimit": ["EPERM"],
    "access": ["EACCES"],
    "stat": ["EACCES", "ENOENT"],
    "fstat": ["EIO"],
    "unlink": ["EACCES", "EIO"],
    "rmdir": ["EACCES"],
}
OTHERS = ["EMFILE", "ENOMEM", "EIO"]
# After these a match must end as if nothing had been.
HARMLESS = {(kind, error) for kind in ("read", "write", "recv", "send", "pread", "pwrite") for error in ("EINTR", "short")}
HARMLESS |= {(kind, "EINTR") for kind in ("poll", "ppoll", "epoll_wait", "recvmsg", "accept4")}
HARMLESS |= {("epoll_wait", "short"), ("waitpid", "EINTR"), ("waitid", "EINTR"), ("close", "EINTR"), ("flock", "EINTR")}

# The clients know only rules without conditions.
WORLD = """AWorld 1
Move_Cost 1
Turn_Left_Cost 1
Turn_Right_Cost 1
Grab_Cost 1
Item_Reward 50
Home_Reward 9
Initial_Score -10
Agent 1 1 0
Map 4 3
####
#hi#
####
"""


def agent(name, words):
    return f"'{os.environ['AGENTS']}/{name}' {words}"


def matches():
    """A short match of each system: its words after `run`."""
    return {
        "gomocup": ["gomocup", "--size", "5", agent("brain", "good 1"), agent("brain", "good 3")],
        "lmc": ["lmc", "--turns", "3", agent("player", "good paper"), agent("player", "good rock")],
        "lmc2": ["lmc2", "--game-program", agent("game_program", "good"), agent("player", "good")],
        "qchess": ["qchess", "--max-moves", "4", agent("qchess_agent", "good"), agent("qchess_agent", "good")],
        "asimulator": ["asimulator", "--world", "test.world", agent("asim_client", "good 220"), agent("asim_client", "good 0")],
        "asimulator-stdio": ["asimulator", "--stdio", "--world", "test.world", agent("asim_client", "good 220 --stdio"),
                             agent("asim_client", "good 0 --stdio")],
    }


def cases():
    """The name of a case: its words, and whether it needs a recorded match."""
    found = {}
    known = subprocess.run([os.environ["RINGSIDE"], "rerun", "--help"], capture_output=True, text=True, check=True).stdout
    trust = ["--trust"] if "--trust" in known else []
    limits = ["--memory", "4G", "--temp", "--seed", "1", "--tolerance", "20s"]
    for system, words in matches().items():
        found[f"run-{system}"] = (["run", *words, *limits, "--record", "m.ringside"], None)
        found[f"series-{system}"] = (["run", *words, *limits, "--games", "2", "--concurrency", "2", "--record", "m.ringside",
                                      "--results", "results.jsonl"], None)
        found[f"open-{system}"] = (["open", "old.ringside", "--batch", "-x", "why", "-x", "goto 2", "-x", "info seat 1"], system)
        if "asimulator" not in system:  # its clients cannot be brought to a position
            found[f"branch-{system}"] = (["open", "old.ringside", "--batch", *trust, "-x", "goto 2", "-x", "resume", "-x", "next",
                                      "-x", "end resign 1"], system)
        found[f"export-{system}"] = (["export", "old.ringside", "--format", "jsonl", "--output", "m.jsonl"], system)
        found[f"rerun-{system}"] = (["rerun", "old.ringside", "--seat", "1", *trust], system)
    found["again-gomocup"] = (["run", *matches()["gomocup"], "--seed", "1", "--games", "3", "--results", "old.jsonl"], "results")
    return found


class Trial:
    """One run of ringside in a folder of its own."""

    def __init__(self, words, old=None, fault=None, child=False):
        self.folder = Path(tempfile.mkdtemp(prefix="ringside-test-"))
        self.mark = f"fault {self.folder.name}"
        (self.folder / "tmp").mkdir()
        (self.folder / "test.world").write_text(WORLD)
        (self.folder / "faults.so").symlink_to(Path(os.environ["AGENTS"]) / "faults.so")  # ld.so takes no path with a space
        self.old = old and Path(shutil.copy(old, self.folder / f"old{old.suffix}"))
        self.before = self.old.read_bytes() if old else b""
        env = {**os.environ, **SAMPLE_ENV, "HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder / "state"),
               "XDG_CONFIG_HOME": str(self.folder / "config"), "TMPDIR": str(self.folder / "tmp"), MARK: self.mark,
               "LD_PRELOAD": str(self.folder / "faults.so"), "FAULT_LOG": str(self.folder / "log"),
               "ASAN_OPTIONS": "verify_asan_link_order=0:" + os.environ.get("ASAN_OPTIONS", "")}
        env.update({"FAULT": fault} if fault else {})
        env.update({"FAULT_CHILD": "1"} if child else {})
        self.late, self.fault = False, fault
        process = subprocess.Popen([os.environ["RINGSIDE"], *words], cwd=self.folder, env=env, text=True, errors="replace",
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            self.out, self.err = process.communicate(timeout=DEADLINE_S)
        except subprocess.TimeoutExpired:
            self.late = True
            process.kill()
            self.out, self.err = process.communicate()
        self.status, self.pid = process.returncode, process.pid
        log = self.folder / "log"
        self.log = log.read_text() if log.exists() else ""

    def left(self):
        """The processes of this run that still run a while after its end; they are killed."""
        patience = time.monotonic() + PATIENCE_S
        while self.running(0) and time.monotonic() < patience:
            time.sleep(0.01)
        return self.running(signal.SIGKILL)

    def running(self, number):
        found = []
        most = int(Path("/proc/sys/kernel/pid_max").read_text())
        for entry in Path("/proc").iterdir():
            try:
                # All began after ringside. The numbers begin again after the largest.
                if not entry.name.isdigit() or (int(entry.name) - self.pid) % most > most // 2:
                    continue
                if f"{MARK}={self.mark}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
                    os.kill(int(entry.name), number)
            except OSError:
                continue
        return found

    def temporary(self):
        return [path.name for path in (self.folder / "tmp").iterdir()]

    def gave_up(self):
        """Did it end as give_up() says?  The next start then removes its temporary folders, and those of a process of ours."""
        return self.status == 1 and re.search(GAVE_UP, self.err)

    def where(self):
        """The functions of ringside that led to the fault, innermost first."""
        offsets = re.findall(r"/ringside\(\+(0x[0-9a-f]+)\)", self.log)
        if not offsets or not shutil.which("addr2line"):
            return self.log
        named = subprocess.run(["addr2line", "-f", "-e", os.environ["RINGSIDE"], *offsets], capture_output=True, text=True, check=False)
        return " < ".join(named.stdout.split("\n")[::2])

    def summary(self):
        """What a fault that is harmless must not change."""
        lines = re.findall(r"^(?:game|seat|viewing)\b.*", self.out, re.M)
        return self.status, sorted(re.sub(r"[0-9.]+ (ms|s)\b.*", "T", line) for line in lines)

    def file_trouble(self):
        """Why a match file is not what the exit status says; None: it is."""
        for path in self.folder.glob("m*.ringside"):
            try:
                file = sqlite3.connect(path)
                sound = file.execute("pragma integrity_check").fetchone()[0]
                verdicts = file.execute("select count(*) from verdict").fetchone()[0]
                blamed = file.execute("select count(*) from verdict where blame").fetchone()[0]
                file.close()
            except sqlite3.Error as problem:
                sound, verdicts, blamed = str(problem), 0, 0
            if sound != "ok" and self.status == 0:
                return f"{path.name}: {sound}"
            if blamed and self.fault and self.fault.startswith(("read:EIO", "write:EIO", "write:ENOSPC")):
                return f"{path.name} blames a player for what the system did"
            if not verdicts and self.status == 0:
                return f"{path.name} has no verdict, and the status is 0"
        return None

    def trouble(self, wished):
        """What is wrong with this run; None: nothing."""
        left = self.left()
        if self.late:
            return f"it did not end within {DEADLINE_S} s"
        if self.status < 0:
            return f"it was ended by {signal.Signals(-self.status).name}"
        if "Sanitizer" in self.err or "runtime error" in self.err:
            return "a sanitizer complained"
        if self.status not in STATUSES:
            return f"its exit status is {self.status}"
        if self.status and "differs" not in self.out and not re.search(r"^ringside: \S", self.err, re.M):
            return f"its exit status is {self.status}, and no sentence says why"
        if self.status == 0 and re.search(GAVE_UP, self.err) and "process" not in self.err:
            return "a process gave up, and its exit status is 0"
        if left:
            return f"it has left {left}"
        if self.temporary() and (self.gave_up() or " process " in self.err):
            subprocess.run([os.environ["RINGSIDE"], "run", *matches()["gomocup"], "--temp"], check=False, capture_output=True,
                           env={**os.environ, "TMPDIR": str(self.folder / "tmp")})
        if self.temporary() and self.temporary()[0] not in self.err:
            return f"it has left {self.temporary()}"
        if wished and self.summary() != wished:
            return f"it did not end as without the fault, with {wished}"
        if self.old and self.old.suffix == ".jsonl" and not self.old.read_bytes().startswith(self.before):
            return f"{self.old.name} has lost what was in it"
        return self.file_trouble()

    def remove(self):
        subprocess.run(["chmod", "-R", "u+rwx", self.folder], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


def recorded(system, folder):
    """A match file of this system, for the cases that read one."""
    path = folder / f"{system}.ringside"
    words = cases()[f"run-{system}"][0][:-1] if system != "results" else cases()["again-gomocup"][0][:-1]
    if system == "results":
        path = folder / "results.jsonl"
    (folder / "test.world").write_text(WORLD)
    done = subprocess.run([os.environ["RINGSIDE"], *words, str(path)], capture_output=True, text=True, check=False, cwd=folder,
                          env={**os.environ, "XDG_STATE_HOME": str(folder)})
    if done.returncode:
        sys.exit(f"{system}: no match to begin with: {done.stdout}{done.stderr}")
    if system == "results":  # the last game is still to be played
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    return path


def plan(chosen, folder):
    """All runs: (case, words, old file, fault, in a child, what it must end with)."""
    olds, known = {}, set()
    for name, (words, system) in cases().items():
        if chosen.case and not re.fullmatch(chosen.case, name):
            continue
        if system and system not in olds:
            olds[system] = recorded(system, folder)
        for child in (False, True):
            counting = Trial(words, olds.get(system), child=child)
            trouble = counting.trouble(None)
            if trouble or counting.status:
                sys.exit(f"{name}: {trouble}\n{counting.out}{counting.err}")
            calls = {}  # of each kind: which are to fail
            for line in counting.log.splitlines():
                kind, n, *site = line.split()
                if not site and chosen.calls:
                    calls[kind] = range(1, max(int(n), len(calls.get(kind, []))) + 1)
                elif site and not chosen.calls and (child, site[0]) not in known:
                    known.add((child, site[0]))
                    calls.setdefault(kind, set()).add(int(n))
            wished = counting.summary()
            counting.remove()
            for kind, chosen_calls in calls.items():
                for error in ERRORS.get(kind, OTHERS):
                    if (chosen.kind and kind != chosen.kind) or (chosen.error and error != chosen.error):
                        continue
                    bare, plus = error.rstrip("+"), "+" if error.endswith("+") else ""
                    for n in sorted(chosen_calls):
                        harmless = (kind, error) in HARMLESS and not name.startswith("branch")  # a person's requests race with agents
                        yield name, words, olds.get(system), f"{kind}:{bare}:{n}{plus}", child, wished if harmless else None


def attempt(run):
    name, words, old, fault, child, wished = run
    trial = Trial(words, old, fault, child)
    trouble = trial.trouble(wished)
    text = None
    if trouble:
        text = f"{name}{' (child)' if child else ''} {fault}: {trouble}\n  status {trial.status}: {trial.out}{trial.err[-600:]}  {trial.where()}"
    reached = bool(trial.log)
    trial.remove()
    return reached, text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=EVERY)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--calls", action="store_true", help="each call of each case, not only the first from each place")
    parser.add_argument("case", nargs="?")
    parser.add_argument("kind", nargs="?")
    parser.add_argument("error", nargs="?")
    chosen = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="ringside-test-"))
    try:
        runs = list(plan(chosen, folder))
        print(f"{len(runs)} runs are possible", flush=True)
        runs = [run for i, run in enumerate(runs) if i % chosen.every == 0 or run[3].startswith(ALWAYS)]
        with ThreadPoolExecutor(chosen.jobs) as pool:
            results = []
            for result in pool.map(attempt, runs):
                results.append(result)
                if len(results) % 1000 == 0:
                    print(f"{len(results)} runs", flush=True)
                if result[1]:
                    print(result[1], flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    bad = sum(1 for _, text in results if text)
    print(f"{len(results)} runs, {sum(reached for reached, _ in results)} reached their fault, {bad} ended wrongly")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
