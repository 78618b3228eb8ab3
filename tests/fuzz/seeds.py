#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes inputs of the fuzzer from match files that are stored as SQL:

    tests/fuzz/seeds.py tests/fuzz/run tests/unit/matches/*.sql FOLDER

Agents write what they wrote in the match, after pauses of about the same length. People make the same requests. The built
tests/fuzz/run tells which systems and options there are."""
import os, re, sqlite3, subprocess, sys

SEPARATOR = b'\xfe'
REQUESTS = [(r'pause$', 0), (r'go$', 1), (r'step for this seat', 2), (r'next for this seat', 3), (r'step', 2), (r'next', 3),
          (r'plays (.*)', 4), (r'override (.*)', 5), (r'takeback', 6), (r'resigns', 7), (r'declared the winner', 8),
          (r'declared a draw', 8), (r'interrupted', 9), (r'turn limit', 10), (r'match limit', 11), (r'points at (.*)', 12),
          (r'edits a message', 13), (r'drops a message', 14), (r'delays a message', 15), (r'sends a message', 16),
          (r'is taken by a person', 20), (r'is taken by the agent (.*)', 20), (r'freezes?', 17), (r'thaws?', 18)]


def choices(run):
    """The options of each system, in the order of its table: name and values."""
    systems = {}
    for line in subprocess.run([run, '--choices'], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines():
        if line.startswith('\t'):
            name, *values = line[1:].split('\t')
            systems[list(systems)[-1]].append((name, [given(value) for value in values]))
        else:
            systems[line] = []
    return systems


def given(value):
    """A value as `run` prints it and as match files store it: a switch has "yes", or an empty text in older files."""
    return {None: '-', '': 'yes'}.get(value, value)


def pause(ns):
    """The byte of next_time() with the longest time that is not longer."""
    return max((b for b in range(256) if (b & 15) * 1000 << (b >> 4) * 3 // 2 <= ns),
               key=lambda b: ((b & 15) * 1000 << (b >> 4) * 3 // 2, b), default=0)


def header(file, systems):
    system, first, strict = file.execute('select system, first, strict from match').fetchone()
    seats = {seat: kind for seat, kind in file.execute('select seat, kind from seat where branch = 0')}
    options = dict(file.execute('select name, value from option'))
    humans = sum(1 << (seat - 1) for seat in (1, 2) if seats.get(seat) == 'human')
    options = {name: given(value) for name, value in options.items()}
    chosen = [values.index(options.get(name, '-')) if options.get(name, '-') in values else 0 for name, values in systems[system]]
    lone = 4 if seats.get(2) == 'free' else 0
    return bytes(([list(systems).index(system), 0, humans | lone | (8 if first == 2 else 0), int(strict), 0] + chosen + [0] * 12)[:12])


def event(seat, text):
    if text.startswith('exited with status') or 'signal' in text or text.startswith('ended by'):
        return b'x%c' + bytes([seat, 0 if text.endswith(' 0') else 2])
    if text.startswith('closed its'):
        return b'z%c' + bytes([seat, 1])
    for pattern, kind in REQUESTS:
        found = re.match(pattern, text)
        if found:
            number = re.search(r' (\d+)$', text)
            more = found.group(1).encode() if found.groups() else b''
            whom = seat | (4 if 'for this seat' in text else 0) | (8 if text.endswith('by a person') else 0)
            return b'w%c' + bytes([kind, whom, int(number.group(1)) & 7 if number else 0, 0]) + more
    return None


def steps(file):
    before = 0
    for t, seat, direction, channel, data in file.execute(
            'select t_ns, seat, dir, channel, bytes from message order by n'):
        data = data if isinstance(data, bytes) else data.encode()
        step = None
        if direction == 'from':
            step = (b'abc' if channel == 'stderr' else b'012')[seat:seat + 1] + b'%c' + data
        elif direction == 'event':
            step = event(seat, data.decode('utf-8', 'replace'))
        if step:
            wait, before = pause(t - before), t
            yield step[:1] + bytes([wait]) + step[3:]


def main():
    run, *matches, folder = sys.argv[1:]
    systems = choices(run)
    for path in matches:
        file = sqlite3.connect(':memory:')
        file.executescript(open(path).read())
        if file.execute('pragma user_version').fetchone()[0] < 3:
            continue  # the tables are older, and nothing new happens in these matches
        begin = header(file, systems)
        seed = begin + SEPARATOR.join(steps(file))
        with open(os.path.join(folder, os.path.basename(path)[:-len('.sql')]), 'wb') as to:
            to.write(seed)


main()
