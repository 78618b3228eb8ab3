# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What breakpoint() calls in an agent that plays on ringside's screen: pdb on the agent's own terminal.

stdin and stdout carry the protocol.  PYTHONBREAKPOINT names this function, unless the user has set it.
"""
import pdb
import sys


def set_trace(*, header=None):
    terminal = pdb.Pdb(stdin=open("/dev/tty"), stdout=open("/dev/tty", "w"), nosigint=True)
    if header:
        terminal.message(header)
    terminal.set_trace(sys._getframe().f_back)
