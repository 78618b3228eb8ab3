# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who wrote the bytes of an expression last?  Runs in gdb, for `ringside rerun --whowrote` (whowrote.c).

It tells ringside lines of JSON on stderr, each behind MARK.  RINGSIDE_WHOWROTE has the task: {"expression": "bad"} finds it
where the process crashes, leaves, or is asked (ASK); without an expression it takes one of the line of the crash.  With "address" and "size" it also counts how often these bytes
change; with "asked" from when it is asked the first time.  With "hit" it stops at that change, from 1.

gdb runs RINGSIDE_PROGRAM, whose stdin and stdout are the descriptors 8 and 9; or valgrind does, as the process
RINGSIDE_VALGRIND.
"""
import glob
import json
import os
import re
import shutil
import sys
import time

import gdb

MARK = "ringside-whowrote "
ASK = 63
HITS_MOST = 200000
FRAMES_MOST = 64
SYSTEM = ("/lib", "/usr/lib", "/usr/libexec/valgrind")
SHELLS = ("sh", "dash", "bash", "env")
FATAL = {"SIGILL": 4, "SIGABRT": 6, "SIGBUS": 7, "SIGFPE": 8, "SIGSEGV": 11, "SIGSYS": 31}

task = json.loads(os.environ.pop("RINGSIDE_WHOWROTE"))
program = shutil.which(os.environ.pop("RINGSIDE_PROGRAM")) or "the program"
valgrind = os.environ.pop("RINGSIDE_VALGRIND", None)
stops = []


class Over(Exception):
    """All was told."""


def tell(**what):
    os.write(2, ("\n%s%s\n" % (MARK, json.dumps(what))).encode())


def over(**what):
    tell(**what)
    raise Over


# ---- frames ----


def frames():
    found = [gdb.newest_frame()]
    try:
        while len(found) < FRAMES_MOST and found[-1].older():
            found.append(found[-1].older())
    except gdb.error:  # a spoilt stack
        pass
    return found


def is_own(frame):
    """Is it the agent's, or its libraries', and not the system's?"""
    library = gdb.solib_name(frame.pc())
    return frame.find_sal().symtab is not None and not (library and library.startswith(SYSTEM))


def place(frame, behind=False):
    """As "put (undo.c:31)".  Behind a write, what it is in is that of the byte before."""
    inner = behind and frame.newer() is None
    line = gdb.find_pc_line(frame.pc() - 1) if inner else frame.find_sal()
    block = gdb.block_for_pc(frame.pc() - 1) if inner else None
    while block and not block.function:
        block = block.superblock
    name = (block.function.name if block else frame.name()) or "??"
    return "%s (%s:%d)" % (name, os.path.basename(line.symtab.filename), line.line) if line.symtab else name


def stack():
    return [{"place": place(frame, True), "own": is_own(frame)} for frame in frames() if frame.name()]


# ---- the expression ----


def read(address, size):
    try:
        return bytes(gdb.selected_inferior().read_memory(address, size)).hex()
    except gdb.error:
        return None


def words_of(value):
    """Its value on a line.  What a bad pointer points to is gdb's complaint."""
    try:
        text = value.format_string(max_elements=16, max_depth=2)
    except (gdb.error, TypeError):
        text = str(value)
    return " ".join(text.split(" <error:")[0].split())


def value_in(tried):
    """In the first of these frames that knows it; else why none does."""
    problem = None
    for frame in tried:
        frame.select()
        try:
            value = gdb.parse_and_eval(task["expression"])
            value.fetch_lazy()
        except gdb.error as error:
            problem = problem or str(error)
            continue
        if value.address is None:
            return None, "it has no address: it is a mere value, or stands in a register"
        return value, None
    return None, problem


def line_text(frame):
    line = frame.find_sal()
    try:
        with open(line.symtab.fullname(), encoding="utf-8", errors="replace") as file:
            return file.read().split("\n")[line.line - 1]
    except (OSError, IndexError):
        return ""


def fault_address():
    """That the process could not use; None: it is not known.  valgrind tells a part of this as if it were the first one."""
    try:
        whole = gdb.parse_and_eval("$_siginfo")
        whole.fetch_lazy()
        return int(whole["_sifields"]["_sigfault"]["si_addr"]) or None
    except gdb.error:
        return None


def is_bad(text, fault):
    """Is it in memory, and the address, or a pointer to where nothing is?"""
    try:
        value = gdb.parse_and_eval(text)
        code = value.type.strip_typedefs().code
        if value.address is None or code not in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_INT):
            return False
        return int(value) == fault or (code == gdb.TYPE_CODE_PTR and read(int(value), 1) is None)
    except gdb.error:
        return False


def bad_index(text, fault):
    """The index of an element that is not there; None: it is no such element."""
    try:
        element = gdb.parse_and_eval(text)
        at, index = int(element.address), text[text.rindex("[") + 1:-1]
        return index if fault and at <= fault < at + element.type.sizeof and not index.isdigit() else None
    except (gdb.error, TypeError, ValueError):
        return None


def guess(frame):
    """What is bad in this line, first what others can have written, such as a->b; "": nothing is."""
    frame.select()
    fault = fault_address()
    found = re.findall(r"[A-Za-z_]\w*(?:(?:->|\.)\w+|\[\w+\])*", line_text(frame))
    parts = [text[:at.start()] for text in found for at in re.finditer(r"->|\.|\[|$", text)]
    parts.sort(key=str.isidentifier)
    return next((text for text in parts if is_bad(text, fault)), None) or next(filter(None, (bad_index(text, fault) for text in parts)), "")


def end(why):
    """Tells where it is, and what, at the end."""
    first = gdb.selected_thread()
    at = problem = None
    knows = False
    for thread in [first] + [other for other in gdb.selected_inferior().threads() if other != first]:
        thread.switch()
        all_frames = frames()
        own = [i for i, frame in enumerate(all_frames) if is_own(frame)]
        knows = knows or bool(own)
        if at is None and own:
            at = place(all_frames[own[0]])
            task["expression"] = task["expression"] or guess(all_frames[own[0]])
        if not task["expression"]:
            continue
        value, complaint = value_in([all_frames[i] for i in own] or all_frames)
        if value is not None:
            size = value.type.sizeof
            address = int(value.address)
            over(told="end", expression=task["expression"], why=why, at=at, value=words_of(value), type=str(value.type), address=address, size=size,
                 bytes=read(address, size), hits=watch.hit_count if watch else 0)
        problem = problem or complaint
    if not knows and why != "exit":
        over(told="no symbols", program=os.path.basename(program))
    over(told="unknown" if task["expression"] else "no guess", why=why, at=at, problem=problem)


# ---- the process ----


def note_stop(event):
    stops.append(event)


def is_caught(name):
    """Has the process a handler of its own, as virtual machines have?"""
    try:
        with open("/proc/%s/status" % (valgrind or gdb.selected_inferior().pid), encoding="ascii") as status:
            caught = [line.split()[1] for line in status if line.startswith("SigCgt:")]
    except OSError:
        return False
    return not valgrind and bool(int(caught[0], 16) >> (FATAL[name] - 1) & 1)


def watch_bytes(address, size):
    return gdb.Breakpoint("*(unsigned char (*)[%d]) %d" % (size, address), gdb.BP_WATCHPOINT, internal=True)


def has_hardware():
    """The first instructions of any program push something."""
    probe = watch_bytes((int(gdb.parse_and_eval("(long) $sp")) & ~7) - 16, 16)
    for _ in range(64):
        gdb.execute("stepi", to_string=True)
        if probe.hit_count:
            break
    works = probe.hit_count > 0 and probe.type == gdb.BP_HARDWARE_WATCHPOINT
    probe.delete()
    return works


def begin_here():
    os.environ["SHELL"] = "/bin/sh"
    gdb.execute("set args %s <&8 >&9" % gdb.parameter("args"))
    try:
        gdb.execute("starti", to_string=True)
    except gdb.error as error:
        over(told="no hardware", problem=str(error))
    if not has_hardware():
        over(told="no hardware", problem="it does not stop at a write")


def begin_in_valgrind():
    pipes = "%s/vgdb-pipe-from-vgdb-to-%s-*" % (os.environ.get("TMPDIR", "/tmp"), valgrind)
    while not glob.glob(pipes) and os.path.exists("/proc/" + valgrind):
        time.sleep(0.01)
    gdb.execute("file " + program)
    gdb.execute("target remote | vgdb --wait=20 --pid=" + valgrind, to_string=True)


def watch_it():
    bytes_watched = watch_bytes(task["address"], task["size"])
    if bytes_watched.type != gdb.BP_HARDWARE_WATCHPOINT:
        over(told="too large", size=task["size"])
    bytes_watched.silent = True
    bytes_watched.ignore_count = task.get("hit", HITS_MOST + 1) - 1
    return bytes_watched


def look_at_program():
    name = os.path.basename(program)
    with open(program, "rb") as file:
        if file.read(2) == b"#!" or name.startswith(("python", "pypy", "node", "java", "perl")) or name in SHELLS:
            over(told="script", program=name)


def begin():
    for line in ("set remotetimeout 600", "set confirm off", "set pagination off", "set width 0", "set style enabled off",
                 "set breakpoint pending on", "set print thread-events off", "unset environment RINGSIDE_WHOWROTE",
                 "unset environment RINGSIDE_PROGRAM", "unset environment LINES", "unset environment COLUMNS"):
        gdb.execute(line, to_string=True)
    look_at_program()
    gdb.events.stop.connect(note_stop)
    if valgrind:
        begin_in_valgrind()
    else:
        begin_here()
    gdb.execute("handle all nostop noprint pass", to_string=True)
    gdb.execute("handle %s stop" % " ".join(FATAL), to_string=True)
    gdb.execute("handle SIG%d stop nopass" % ASK, to_string=True)


def stopped(event):
    """The process stands."""
    global watch
    if isinstance(event, gdb.SignalEvent):
        if event.stop_signal != "SIG%d" % ASK:
            if not is_caught(event.stop_signal):
                end(event.stop_signal)
        elif task.get("asked") and not watch:
            watch = watch_it()
        else:
            end("asked")
    elif isinstance(event, gdb.BreakpointEvent) and watch in event.breakpoints:
        if "hit" not in task:
            over(told="hot", hits=HITS_MOST)
        over(told="hit", stack=stack(), bytes=read(task["address"], task["size"]))
    elif isinstance(event, gdb.BreakpointEvent):
        end("exit")


watch = None
try:
    begin()
    gdb.Breakpoint("_exit", internal=True)
    tell(told="begun", pid=gdb.selected_inferior().pid)
    if "address" in task and not task.get("asked"):
        watch = watch_it()
    while gdb.selected_inferior().pid:
        del stops[:]
        gdb.execute("continue", to_string=True)
        for stop in stops:
            stopped(stop)
    tell(told="gone")
except Over:
    pass
except gdb.error as error:
    tell(told="failed", problem=str(error))
if gdb.selected_inferior().pid:
    gdb.execute("kill", to_string=True)
