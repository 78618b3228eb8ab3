# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Python imports this as it starts, from PYTHONPATH, in agents that ringside may look into.

At a signal the process writes the line where each thread is to a file in memory, also if it hangs: `ringside-trace` reads
that file and puts it into the record as a backtrace.

With `ringside play --post-mortem` an agent that dies of an exception opens pdb where it happened, on its own terminal.  The
traceback is printed first, as usual, so ringside has it.  The name of the process then says that it is dead, and its clock
stands; when pdb is left, the process ends as it would have.
"""
import faulthandler
import os
import select
import sys
from importlib import machinery, util

NAME = "ringside-pdb"  # as agent_look.c has it
FOLDER = os.path.dirname(os.path.abspath(__file__))
PROCESS = os.getpid()  # its children do not ask
LINES = 62  # the signal; trace.c has the same, and the name of the file


def import_hidden():
    """The sitecustomize of the system, which this one hides."""
    spec = machinery.PathFinder.find_spec("sitecustomize", [path for path in sys.path if os.path.abspath(path) != FOLDER])
    if spec and spec.loader:
        spec.loader.exec_module(util.module_from_spec(spec))


def write_lines_when_asked():
    try:
        faulthandler.register(LINES, os.memfd_create("ringside-lines"), all_threads=True)
    except (AttributeError, OSError):  # few descriptors, or another system
        pass


def is_asked():
    """Does the judge still want something?  Its goodbye closes stdin, and often ends a loop by an exception."""
    poll = select.poll()
    poll.register(0, 0)
    return not poll.poll(0)


def post_mortem(kind, value, trace):
    sys.__excepthook__(kind, value, trace)
    if os.getpid() != PROCESS or not issubclass(kind, Exception) or not trace or not is_asked():
        return
    import pdb  # pylint: disable=import-outside-toplevel

    with open("/dev/tty", encoding="utf-8") as keys, open("/dev/tty", "w", encoding="utf-8") as screen:
        with open("/proc/self/comm", "w", encoding="ascii") as name:
            name.write(NAME)
        debugger = pdb.Pdb(stdin=keys, stdout=screen, nosigint=True)
        debugger.reset()
        debugger.interaction(None, trace)


import_hidden()
write_lines_when_asked()
if os.environ.pop("RINGSIDE_POST_MORTEM", None):
    sys.excepthook = post_mortem
