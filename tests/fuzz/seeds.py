#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes inputs of the fuzzer, a folder for each target, from files and examples of the tree:

    tests/fuzz/seeds.py tests/fuzz/run FOLDER [MATCH.sql]...

Inputs of the judge are made from the matches, which are stored as SQL: agents write what they wrote in the match, after
pauses of about the same length, and people make the same requests. The built tests/fuzz/run tells which systems and options
there are, and ringside beside it exports matches in other formats."""
import glob, os, sqlite3, subprocess, sys, tempfile

TREE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..')
SEPARATOR = b'\xfe'
REQUESTS = {'pause': 0, 'go': 1, 'step': 2, 'step-seat': 2, 'next': 3, 'next-seat': 3, 'plays': 4, 'override': 5, 'takeback': 6,
            'resigns': 7, 'declared-winner': 8, 'declared-draw': 8, 'interrupted': 9, 'turn-limit': 10, 'match-limit': 11,
            'points-at': 12, 'edit': 13, 'drop': 14, 'delay': 15, 'send': 16, 'freeze': 17, 'thaw': 18, 'taken-by-person': 20,
            'taken-by-agent': 20}


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


def event(seat, name, number, text):
    if name in ('exited', 'ended'):
        return b'x%c' + bytes([seat, 0 if name == 'exited' and not number else 2])
    if name.startswith('closed-'):
        return b'z%c' + bytes([seat, 1])
    if name in REQUESTS:
        return b'w%c' + bytes([REQUESTS[name], seat | (4 if name.endswith('-seat') else 0), (number or 0) & 7, 0]) + text
    return None


def steps(file):
    before = 0
    for t, seat, direction, channel, data, name, number in file.execute(
            'select r.t_ns, seat, dir, channel, r.bytes, event, a from message m join message_row r on r.n = m.n order by r.n'):
        data = data if isinstance(data, bytes) else (data or '').encode()
        step = None
        if direction == 'from':
            step = (b'abc' if channel == 'stderr' else b'012')[seat:seat + 1] + b'%c' + data
        elif direction == 'event':
            step = event(seat, name, number, data)
        if step:
            wait, before = pause(t - before), t
            yield step[:1] + bytes([wait]) + step[3:]


def judge(paths, systems):
    for path in paths:
        file = sqlite3.connect(':memory:')
        file.executescript(open(path).read())
        yield os.path.basename(path)[:-len('.sql')], header(file, systems) + SEPARATOR.join(steps(file))


def exported(ringside, systems):
    """Formats in the order of formats.c."""
    with tempfile.TemporaryDirectory() as folder:
        for number, (system, name) in enumerate([('gomocup', 'psq'), ('gomocup', 'rec'), ('gomocup', 'sgf'), ('lmc', 'lmc'),
                                                 ('qchess', 'qchess')]):
            assert system in systems
            match = os.path.join(folder, name + '.ringside')
            file = sqlite3.connect(match)
            file.executescript(open(f'{TREE}/tests/unit/matches/{system}-crash.sql').read())
            file.close()
            text = subprocess.run([ringside, 'export', '--format', name, match], stdout=subprocess.PIPE).stdout
            yield name, bytes([number]) + text
            yield name + '-imported', bytes([number | 128]) + text


def options(systems):
    """The system, then the number of the option (options.c) and the content."""
    number = {name: i for i, name in enumerate(systems)}
    for path in glob.glob(f'{TREE}/src/samples/worlds/*.world'):
        yield os.path.basename(path), bytes([number['asimulator'], 0]) + open(path, 'rb').read()
    game = '[game]\nname = g\nsymbols = a b\n[payoff]\na a = 0 0\na b = -0.2 0.2\nb a = 0.2\nb b = -1 -1\n'
    yield 'game', bytes([number['lmc'], 0]) + game.encode()
    yield 'openings', bytes([number['gomocup'], 254]) + b'8,-3, 6,-4\nd3e5f6\n'
    yield 'position', bytes([number['gomocup'], 1]) + b'renju' + SEPARATOR + bytes([255]) + b'h8g7f6'
    yield 'psq-opening', bytes([number['gomocup'], 254]) + b'Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n-1\n'
    for system, rows in systems.items():
        chosen = [bytes([i]) + value.encode() for i, (_, values) in enumerate(rows) for value in values[1:2] if value != '-']
        yield system, bytes([number[system]]) + SEPARATOR.join(chosen)


LINES = ['play 7,7', 'play h8', 'step', 'next x2', 'takeback', 'break h8 if time > 2s', 'break once 3', 'break fault', 'watch score',
         'delete 1', 'info breakpoints', 'info seat 1', 'info branches', 'why', 'why #3', 'info held', 'edit #1 a text', 'drop #1',
         'delay #1 10ms', 'send 1 hello', 'pause', 'continue', 'set turn-time 2s', 'set timeline bytes', 'goto 2', 'goto #4', 'goto -1',
         'goto +2', 'goto live', 'goto branch 0', 'diff 0 1', 'end draw', 'end resign 1', 'filter 7', 'echo hello', '-nothing',
         'set evaluate on', 'seat 1 human', 'ignore 1 2', 'next end', 'help why', 'signal 1 INT', 'freeze 1 off', 'override 3,3', 'search 7,']
CONDITIONS = ['seat == 2 && time > 500ms', 'text ~ /7,[0-9]/i || !legal', 'rss >= 80MB', '(move != 3) && channel == info', 'score',
              'clock < 1m && held > 10us', 'dir == from && bytes > 1KB', 'text == "a \\"quoted\\" text"']
HOSTILE = ['\033[31mred\033[0m\r\n\t\0\x7f', '\x85\x9b\u202eabc\u2066\u200b\u200d\ufeff', '漢字かな交じり a漢', 'e\u0301\u0302\u0303\u0304 n',
           '👨\u200d👩\u200d👧 👍🏽 1\ufe0f\u20e3 ☺\ufe0f', 'x' * 60, '\U000e0041\U000e007f \ufff9\u2028', '\u0600\u061c\u115f\u3164']
RAW = [b'\xc3', b'\xe2\x80', b'\xf0\x9f\x98', b'\xff\xfe\xc0\x80\xed\xa0\x80', b'\xc2\x9b1m']

MOST, LEAST = '9223372036854775807', '(-9223372036854775807 - 1)'
STRANGE = ['UPDATE turn_row SET flags = NULL WHERE id = 5', 'DELETE FROM turn_row WHERE id = 4', 'DELETE FROM message_row',
           'UPDATE turn_row SET id = id + 100000 WHERE id = (SELECT max(id) FROM turn_row)', 'DELETE FROM branch',
           f'UPDATE turn_row SET think_ns = {MOST}, left_ns = {LEAST}', 'UPDATE turn_row SET think_ns = 140000000000000000',
           f'UPDATE turn_row SET began_ns = -{MOST}, cpu_ns = {MOST}, rss = {MOST}', 'UPDATE turn_row SET message = 1',
           "UPDATE turn_row SET answered = x'00ff', played = x'00ff'", 'UPDATE turn_row SET sum1 = 9e999, sum2 = -9e999',
           'UPDATE seat SET command = NULL', "UPDATE seat SET kind = 'ghost'", f'UPDATE message_row SET t_ns = {MOST}',
           'UPDATE message_row SET kind = -1', f'UPDATE message_row SET turn = {LEAST}, flags = {MOST}',
           f'UPDATE message_row SET n = {MOST} WHERE n = (SELECT max(n) FROM message_row)', 'UPDATE kind SET seat = 7',
           "UPDATE kind SET dir = 'event'", "INSERT INTO branch VALUES (2147483647, 0, 3, 0, 'x')",
           "INSERT INTO branch VALUES (5, 1, 2, 3, 'x'), (7, 5, 2, 3, 'y')", f"INSERT INTO branch VALUES (1, 0, 3, {MOST}, 'x')",
           f'UPDATE event SET a = {MOST}, b = {LEAST}, c = {MOST}', "UPDATE event SET event = 'takeback', a = 2000000000",
           "UPDATE event SET event = 'nonsense'", "UPDATE verdict SET winner = 7, blame = 7, reason = x'00'",
           f'UPDATE match SET turn_limit_ns = {MOST}, match_limit_ns = {MOST}, tolerance_ns = {MOST}',
           f'UPDATE stretch SET id = {MOST}, kinds = -1 WHERE id = (SELECT max(id) FROM stretch)',
           f'INSERT INTO gap VALUES (5, {MOST}, {MOST}, {MOST})',
           'DROP TABLE turn_row; CREATE VIEW turn_row AS WITH RECURSIVE a(b) AS (SELECT 1 UNION ALL SELECT b FROM a) SELECT b FROM a',
           "UPDATE verdict SET detail = char(27, 91, 50, 74, 155, 8238), reason = char(27, 93)"]
PARTS = 13  # enum part in files.c, and its groups


def examples():
    """Target, name, bytes."""
    for at in range(0, len(LINES), 5):  # few lines are soon played
        some = '\n'.join(LINES[at:at + 5]).encode()
        yield 'commands', f'played-{at}', b'\3' + some
        yield 'commands', f'unrecorded-{at}', b'\1' + some
        for kind in range(6):
            yield 'commands', f'read-{kind}-{at}', bytes([kind * 4]) + some
    for i, text in enumerate(CONDITIONS):
        yield 'conditions', f'condition-{i}', bytes([i]) + text.encode()
    for i, text in enumerate([text.encode() for text in HOSTILE] + RAW):
        yield 'painting', f'text-{i}', bytes([i * 3, 5 + i * 7, 16 + i]) + text
        yield 'words', f'text-{i}', text
    for path in glob.glob(f'{TREE}/themes/*.theme'):
        yield 'themes', os.path.basename(path), open(path, 'rb').read()
    for which in range(0, 30):  # an edit of each kind, in a file of each kind (edit.c)
        edits = [bytes([which, which, which * 5 % 7, which % 11, which % 16]), bytes([200, which * 7 % 12, 1, which % 5, 128]) + b'7,7']
        yield 'files', f'edited-{which}', bytes([which, which % 4]) + SEPARATOR.join(edits)
    yield 'files', 'untouched', b''
    yield 'files', 'cut', b'\0\0' + bytes([251, 8, 0])
    yield 'files', 'poked', b'\0\0' + bytes([250, 2, 9]) + b'\xff\xff'
    for number, sql in enumerate(STRANGE):  # in the first file of each system, and each part of reading it
        for part in range(PARTS):
            yield 'files', f'strange-{number}-{part}', bytes([number % 5 * 6, part << 4, 252]) + sql.encode()
    yield 'files', 'no-seat', bytes([4 * 6, 1, 252]) + b'UPDATE turn SET seat = 0 WHERE n = 5'


def main():
    run, folder, *matches = sys.argv[1:]
    systems = choices(run)
    ringside = os.path.join(os.path.dirname(run), '../../ringside')
    seeds = [('judge', *seed) for seed in judge(matches, systems)] + [('formats', *seed) for seed in exported(ringside, systems)]
    for target, name, seed in seeds + [('options', *seed) for seed in options(systems)] + list(examples()):
        os.makedirs(os.path.join(folder, target), exist_ok=True)
        with open(os.path.join(folder, target, name), 'wb') as to:
            to.write(seed)


main()
