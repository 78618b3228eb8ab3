# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the functions of a test, and prints TAP: see run()."""
import faulthandler
import signal
import sys
import traceback

LIMIT_S = 900  # of each function, which takes a few seconds on a quiet machine
AGAIN_S = 15
TESTS = []


class Skipped(Exception):
    """What the test needs and that is not there."""


def test(function):
    """Has run() call the function."""
    TESTS.append(function)
    return function


def hangs(*_):
    raise TimeoutError(f"the test has not ended within {LIMIT_S} s")


def run():
    """Runs each test, or those whose names have every word of the command line, and ends the program: with status 1 when one has failed.

    A test that hangs fails at its limit. What it waits for when it leaves is then left, too: so the alarm comes again."""
    failed, chosen = False, [function for function in TESTS if all(word in function.__name__ for word in sys.argv[1:])]
    print(f"1..{len(chosen)}")
    faulthandler.enable()  # where it hung, when it is ended from outside
    signal.signal(signal.SIGALRM, hangs)
    for number, function in enumerate(chosen, 1):
        name, problem = function.__name__.replace("_", " "), None
        signal.setitimer(signal.ITIMER_REAL, LIMIT_S, AGAIN_S)
        try:
            function()
        except Skipped as reason:
            name += f" # SKIP {reason}"
        except Exception:  # pylint: disable=broad-except
            problem = traceback.format_exc()
            failed = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(f"{'not ok' if problem else 'ok'} {number} - {name}")
        for line in (problem or "").splitlines():
            print("#", line)
        sys.stdout.flush()
    sys.exit(failed)
