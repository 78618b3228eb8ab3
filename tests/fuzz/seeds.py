#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes inputs of the fuzzer of match files that are kept as SQL:

    tests/fuzz/seeds.py tests/unit/matches/*.sql FOLDER

The agents of such a match say what they said, with pauses that are about as long, and its people request what they requested."""
import os, re, sqlite3, sys

SEPARATOR = b'\xfe'
SYSTEMS = ['gomocup', 'lmc', 'lmc2', 'qchess', 'asimulator']
# As fuzz_setup.c has them: the first value of each stands for all that are not here.
CHOICES = {
    'gomocup': [('size', ['15', '5', '6x7', '20', '9', '19', '5x8', '12']),
                ('rule', ['freestyle', 'standard', 'renju', 'caro', 'caro-exact', 'freestyle+continuous']),
                ('swap2', [None, '', 'on', '1']), ('opening', [None]), ('draw-at', [None]), ('tournament', [None, ''])],
    'lmc': [('game', ['roshambo', 'tictactoe', 'imitate', 'cycle']), ('turns', ['3', '20', '1000']),
            ('order', [None, 'score-first', 'input-first']), ('illegal', [None, 'score', 'loses'])],
    'lmc2': [('words', ['symbols', 'letters', 'any'])],
    'qchess': [('classical', ['', None]), ('promote-on-touch', [None, '']), ('max-moves', [None]), ('quit-result', [None, ''])],
    'asimulator': [('max-actions', ['3', '40'])],
}
REQUESTS = [(r'pause$', 0), (r'go$', 1), (r'step for this seat', 2), (r'next for this seat', 3), (r'step', 2), (r'next', 3),
          (r'plays (.*)', 4), (r'override (.*)', 5), (r'takeback', 6), (r'resigns', 7), (r'declared the winner', 8),
          (r'declared a draw', 8), (r'interrupted', 9), (r'turn limit', 10), (r'match limit', 11), (r'points at (.*)', 12),
          (r'edits a message', 13), (r'drops a message', 14), (r'delays a message', 15), (r'sends a message', 16),
          (r'is taken by a person', 20), (r'is taken by the agent (.*)', 20), (r'freezes?', 17), (r'thaws?', 18)]


def pause(ns):
    """The byte of next_time() that is nearest from below."""
    return max((b for b in range(256) if (b & 15) * 1000 << (b >> 4) * 3 // 2 <= ns),
               key=lambda b: ((b & 15) * 1000 << (b >> 4) * 3 // 2, b), default=0)


def header(file):
    system, first, strict = file.execute('select system, first, strict from match').fetchone()
    seats = {seat: kind for seat, kind in file.execute('select seat, kind from seat where branch = 0')}
    options = dict(file.execute('select name, value from option'))
    humans = sum(1 << (seat - 1) for seat in (1, 2) if seats.get(seat) == 'human')
    chosen = [values.index(options.get(name)) if options.get(name) in values else 0 for name, values in CHOICES[system]]
    lone = 4 if seats.get(2) == 'free' else 0
    return bytes(([SYSTEMS.index(system), 0, humans | lone | (8 if first == 2 else 0), int(strict), 0] + chosen + [0] * 12)[:12])


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
    *matches, folder = sys.argv[1:]
    for path in matches:
        file = sqlite3.connect(':memory:')
        file.executescript(open(path).read())
        if file.execute('pragma user_version').fetchone()[0] < 3:
            continue  # of older tables, and nothing else happens in them
        begin = header(file)
        seed = begin + SEPARATOR.join(steps(file))
        with open(os.path.join(folder, os.path.basename(path)[:-len('.sql')]), 'wb') as to:
            to.write(seed)


main()
