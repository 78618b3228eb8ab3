#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that ringside says where a mistake in a file of others is, and what was expected.

    tests/mistakes.py           in the build folder

Each row is a file and all that ringside says of it. FILE stands for its name. A row without words is a file that is fine.
"""

import concurrent.futures
import os
import subprocess
import sys
import tempfile
from pathlib import Path

RINGSIDE = os.path.abspath("ringside")
SECONDS = 60  # none takes a second

OPEN = "open FILE --batch -x why"
GAME = "run lmc --seed 1 --game FILE sample:rotate sample:rotate --turns 1"
THEME = "play gomocup --theme FILE sample:random sample:random"
WORLD = "run asimulator --seed 1 --world FILE sample:wander sample:wander"
OPENINGS = "run gomocup --openings FILE --games 1 sample:random sample:random"
SUITE = "check gomocup --suite FILE sample:random"
SCRIPT = "run gomocup --seed 1 --script FILE sample:random sample:random"

PSQ = "Piskvorky 15x15, 0:0, 0\n"
MOVE = "a move such as 8,8,312 (x, y, ms)"
PAIR = '[game]\nname = n\nsymbols = a b\n[payoff]\n'
BOARD = "white rook ['rook', 'rook'] at 0,7\nblack king ['king', 'king'] at 3,0\nwhite king ['king', 'king'] at 3,7\n"
LOG = "# Log starts 2013-05-10 09:50:45\n# Initial board\n" + BOARD + "# Start game\n"
LMC = "@info name x\n@command new\n@command symbol a\n@command symbol b\n"
LONG = "x" * 2_000_000

FOLDER_OPENED = ": is a directory: give the path of a match file in it"
FOLDER_READ = ": cannot be read: Is a directory"

# (how it is read, the file's ending, its content, what is said after FILE)
ROWS = []


def row(how, ending, content, said=""):
    ROWS.append((how, ending, content if isinstance(content, bytes) else content.encode(), said))


# ---- psq ----

row(OPEN, "psq", PSQ + "8,8,0\n")
row(OPEN, "psq", "\ufeff" + PSQ.replace("\n", "\r\n") + "8,8,0")
row(OPEN, "psq", PSQ + "2,x,0\n", ":2:3: expected " + MOVE + ', not "2,x,0"')
row(OPEN, "psq", PSQ + "8,8,0\r2,,0\r", ":3:3: expected a move such as 8,8,312 (x, y, ms), not \"2,,0\"")
row(OPEN, "psq", PSQ + "x,2,0\n", ":2:1: expected a move such as 8,8,312 (x, y, ms), not \"x,2,0\"")
row(OPEN, "psq", PSQ + "8,8,\n", ":2:5: expected a move such as 8,8,312 (x, y, ms), not \"8,8,\"")
row(OPEN, "psq", PSQ + "8,8,1ms\n", ":2:6: expected a move such as 8,8,312 (x, y, ms), not \"8,8,1ms\"")
row(OPEN, "psq", PSQ + "8;8;1\n9,9,1\n", ":2:1: expected a move such as 8,8,312 (x, y, ms), not \"8;8;1\"")
row(OPEN, "psq", PSQ + "8,8,1\n 9 ,\t16\n", ":3:6: 9,16 is outside the board of 15x15, which counts from 1")
row(OPEN, "psq", PSQ + "-1,8,1\n", ":2:1: -1,8 is outside the board of 15x15, which counts from 1")
row(OPEN, "psq", PSQ + "99999999999999999999,8,1\n", ":2:1: 9999999999999999,8 is outside the board of 15x15, which counts from 1")
row(OPEN, "psq", PSQ + "8,8,9999999999\n", ":2:5: 9999999999 ms are longer than any turn: expected at most 1000000000")
row(OPEN, "psq", PSQ + "8,8,1\n\n8,8,1\n", ":4:1: h8 already has a stone")
row(OPEN, "psq", PSQ + "8,8,1\none\ntwo\n123\n", ":5:1: expected a code from -1 to 99, not \"123\"")
row(OPEN, "psq", PSQ + "8,8,1\none\ntwo\nthree\n", ":5:1: expected at most two names of players, and then a code from -1 to 99, not \"three\"")
row(OPEN, "psq", PSQ + "8,8,1\n" + LONG + "\n7,7,7\n", ":3:1: expected a move such as 8,8,312 (x, y, ms), not \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\"")
row(OPEN, "psq", "Piskvorky " + LONG, ":1:10: expected \"Piskvorky 15x15, 0:0, 0\" (the board, two levels, who begins), not \"Piskvorky xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\"")
row(OPEN, "psq", "Piskvorky 15y15, 0:0, 0\n", ":1:13: expected \"Piskvorky 15x15, 0:0, 0\" (the board, two levels, who begins), not \"Piskvorky 15y15, 0:0, 0\"")
row(OPEN, "psq", "Piskvorky -15x15, 0:0, 0\n", ":1:11: a board of -15x15: expected sides from 5 to 64")
row(OPEN, "psq", "Piskvorky 15x65, 0:0, 0\n", ":1:11: a board of 15x65: expected sides from 5 to 64")
row(OPEN, "psq", "Piskvorky 15x15, easy:0, 0\n", ":1:16: expected a comma and two levels such as 0:0 after the board")
row(OPEN, "psq", "Piskvorky 15x15, 0:0, x\n", ":1:22: expected 0 or 1 after the second comma: which player begins")
row(OPEN, "psq", PSQ + "8,8\0,0\n", ":2:4: a NUL byte: expected text, which holds none")
row(OPEN, "psq", "8,8,0\n", ":1:1: expected \"Piskvorky 15x15, 0:0, 0\" (the board, two levels, who begins), not \"8,8,0\"")
row(OPEN, "psq", "", ": is empty: no match was recorded in it")

# ---- rec ----

row(OPEN, "rec", "one\ntwo\n7,7,0\n")
row(OPEN, "rec", "7,7,0\n7,8,0\n7,9,0\n", ":1:1: expected the name of a player before the first move")
row(OPEN, "game", "one\ntwo\n7,7,0\n7,x,0\n-1\n", ":4:3: expected a move such as 8,8,312 (x, y, ms), not \"7,x,0\"")
row(OPEN, "rec", "one\ntwo\n7,7,0\n7,64,0\n", ":4:3: 7,64 is outside the board of 64x64, which counts from 0")
row(OPEN, "rec", "one\ntwo\n", ":3:1: expected a move such as 7,7,312 (x, y, ms), but there is no move")
row(OPEN, "rec", "one", ":1:4: expected the names of two players, a line for each, and then moves such as 7,7,312")

# ---- SGF ----

row(OPEN, "sgf", "(;SZ[15];B[hh])")
row(OPEN, "sgf", "(;SZ[15]" + "(;W[hh]" * 200000, ":1:35002: variations are nested deeper than 5000: expected a game")
row(OPEN, "sgf", "(;SZ[15]\n" + "(" * 200000, ":2:5000: variations are nested deeper than 5000: expected a game")
row(OPEN, "sgf", "(;SZ[15]" + "C[]" * 100001 + ")", ":1:300007: one value too many: expected at most 100000 in a game")
row(OPEN, "sgf", "(;SZ[15]\n  ;B[hh]\n", ": line 3, column 1: the game has no end: expected )")
row(OPEN, "sgf", "(;SZ[15]\n  ;B[hh", ":2:5: the value of B that begins here has no end: expected ]")
row(OPEN, "sgf", "(;SZ[15]\n;B\n)", ":2:3: expected a value in brackets after B, as B[...]")
row(OPEN, "sgf", "(;SZ[15]\n;B[hh] ]", ":2:8: expected a node (;), a property such as B[hh], or the end of the variation, not \"]\"")
row(OPEN, "sgf", "(;SZ[15ä];B[hh])", ":1:6: SZ[15ä]: expected a side from 5 to 64, or two such as 15:20")
row(OPEN, "sgf", "(;PB[ä]SZ[-15];B[hh])", ":1:11: SZ[-15]: expected a side from 5 to 64, or two such as 15:20")
row(OPEN, "sgf", "(;SZ[999999999999999999999];B[hh])", ":1:6: SZ[999999999999999999999]: expected a side from 5 to 64, or two such as 15:20")
row(OPEN, "sgf", "(;GM[4x];B[hh])", ":1:6: GM[4x]: is another game; expected GM[4], gomoku")
row(OPEN, "sgf", "(;RU[x];B[hh])", ": line 1, column 6: RU[x]: this rule is unknown and read as freestyle: expected a name such as renju or a number of INFO rule")
row(OPEN, "sgf", "(;RE[who];B[hh])", ": line 1, column 6: RE[who]: this result is unknown and left out: expected B+, W+, 0, Draw, Void or ?")
row(OPEN, "sgf", "(;B[h])", ":1:5: B[h]: expected two letters, column and row, such as hh")
row(OPEN, "sgf", "(;B[zz])", ":1:5: B[zz]: is outside the board of 15x15")
row(OPEN, "sgf", "(;B[hh]\n;W[hh])", ":2:4: W[hh]: h8 already has a stone")
row(OPEN, "sgf", "(;AB[hh][hi])", ":1:10: AB[hi]: 2 black and 0 white stones are set up: expected the same number of each, or one black stone more")
row(OPEN, "sgf", "(;AB[hh:Z])", ":1:6: AB[hh:Z]: expected two letters, column and row, such as hh")
row(OPEN, "sgf", "(;B[h\0])", ":1:6: a NUL byte: expected text, which holds none")
row(OPEN, "sgf", "", ": is empty: no match was recorded in it")
row(OPEN, "sgf", "B[hh]", ":1:1: expected a game such as (;GM[4]SZ[15];B[hh];W[ii]), but there is no \"(;\"")

# ---- qchess ----

row(OPEN, "log", LOG + "3 7 0 king\n")
row(OPEN, "log", LOG.replace("'king', 'king'] at 3,0", "'king', 'prince'] at 3,0"), ":4:22: \"prince\" is no type: expected pawn, rook, knight, bishop, queen or king")
row(OPEN, "log", LOG.replace("at 3,0", "at 3,8"), ":4:32: a square off the board: expected x,y from 0,0 to 7,7")
row(OPEN, "log", LOG.replace("at 3,7", "at 3,0"), ":5:32: a second piece at 3,0")
row(OPEN, "log", LOG.replace("black", "blakc"), ":4:1: \"blakc king ['king', 'king'] at 3,0\": expected a piece such as \"black unknown ['rook', '?queen'] at 0,0\"")
row(OPEN, "log", "  " + BOARD.replace("white rook", "whiet rook").replace("black", "blakc"), ":1:3: \"whiet rook ['rook', 'rook'] at 0,7\": expected a piece such as \"black unknown ['rook', '?queen'] at 0,0\"")
row(OPEN, "log", LOG + "2013-05-10 09:50:46 : 3 7 0 queen\n", ":7:23: the piece on 3 7 is a king in state 0, not a queen")
row(OPEN, "log", LOG + "3 7 99999999999 king\n", ":7:1: \"3 7 99999999999 king\": expected a selection such as \"4 6 1 pawn\" or a move such as \"4 6 -> 4 4\"")
row(OPEN, "log", LOG + "3 -7 0 king\n", ":7:1: BOUNDS: 3 -7 is off the board: expected numbers from 0 to 7")
row(OPEN, "log", LOG + "3 7 0 king\n3 7 -> 3 3\n", ":8:1: ILLEGAL: the piece on 3 7 does not reach 3 3")
row(OPEN, "log", LOG + "3 7\0 0 king\n", ":7:4: a NUL byte: expected text, which holds none")
row(OPEN, "log", "# Log starts\n3 7 0 king\n", ":2:1: expected the board before: \"# Initial board\" and a line for each piece")
row(OPEN, "log", "not a log\n", ": is not a match file, nor in another format that ringside reads")

# ---- lmc ----

row(OPEN, "lmc", LMC + "@command play\n@output a\n@input b\n@score 1\n@command exit\n")
row(OPEN, "lmc", LMC + "@command play\n@output a b\n", ":6:11: a move with blanks in it: expected one word")
row(OPEN, "lmc", LMC + "@score much\n", ":5:8: \"much\" is not a score: expected a number from -1 to +1")
row(OPEN, "lmc", LMC + "@score 1e999\n", ":5:8: \"1e999\" is not a score: expected a number from -1 to +1")
row(OPEN, "lmc", LMC + "@command symbol @c\n", ":5:17: this symbol begins with @ or #, which lines of other kinds do")
row(OPEN, "lmc", LMC + "@command  jump\n", ":5:11: expected @command new, symbol, play or exit")
row(OPEN, "lmc", LMC + "@sore 1\n", ":5:1: expected a line on input, output, score, command or info")
row(OPEN, "lmc", "@info name x\n", ":2:1: expected @command symbol lines before this end")

# ---- games of symbols ----

row(GAME, "ini", PAIR + "a a = 0\na b = 1\nb a = 1 -1\nb b = 0\n")
row(GAME, "ini", PAIR + "a a = 0\na  c = 1\n", ":6:4: \"c\" is no symbol of the game: expected two of \"a b\"")
row(GAME, "ini", PAIR + "a a =  0 much\n", ":5:10: the payoff \"0 much\": expected one number from -1 to 1, or two such as \"1 -1\", with at most 6 decimals")
row(GAME, "ini", PAIR + "a a = 0\na a = 0\n", ":6:1: the payoff of a a is already in line 5: expected each pair once")
row(GAME, "ini", PAIR.replace("a b", "ä @b"), ":3:13: the symbol \"@b\" begins with @ or #, which mean channels and comments: expected another first character")
row(GAME, "ini", "[game]\nnmae = x\n", ":2:1: \"nmae\" in [game]: expected name or symbols")
row(GAME, "ini", "[game]\nname = x\n  [oops]\n", ":3:3: name is already in line 2: expected it once")
row(GAME, "ini", "[game]\nname\n", ":2:1: expected [section] or name = value, not \"name\"")
row(GAME, "ini", "[game\nname = x\n", ":1:1: expected [section] or name = value, not \"[game\"")
row(GAME, "ini", " [games]\nname = x\n", ":1:2: the section \"games\": expected [game] or [payoff]")
row(GAME, "ini", "name = x\n", ":1:1: this is in no section: expected [game] or [payoff]")
row(GAME, "ini", "[game]\nname = " + LONG, ": is larger than 1 MB: expected a text")
row(GAME, "ini", "[game]\nname = " + "x" * 1000 + "\n", ":2:200: the line is too long: expected fewer than 200 bytes (several lines of the same name make one list)")
row(GAME, "ini", "[game]\nname = \0\n", ":2:8: a NUL byte: expected text, which holds none")
row(GAME, "ini", "", ": no name: expected \"name = NAME\" in [game]")

# ---- themes ----

row(THEME, "theme", "[roles]\ntext = red  blu bold\n", ":2:13: expected a colour (default, black to bright-white, 0-255, #rrggbb, or a name that [palette] gave before), not \"blu\"")
row(THEME, "theme", "[roles]\ntext = red\n", ":2:11: expected a foreground, a background and perhaps attributes, such as \"red default bold\"")
row(THEME, "theme", "[roles]\ntext = red blue bald\n", ":2:17: expected bold, dim, italic, underline or reverse, not \"bald\"")
row(THEME, "theme", "[palette]\nsea = #12345\n", ":2:7: expected a colour (default, black to bright-white, 0-255, #rrggbb, or a name that [palette] gave before), not \"#12345\"")
row(THEME, "theme", "[widgets]\nsea = #12345\n", ":1:1: expected [theme], [palette] or [roles], not [widgets]")
row(THEME, "theme", "text = red blue\n", ":1:1: expected [theme], [palette] or [roles] before the first entry")

# ---- worlds ----

row(WORLD, "world", "AWorld 1\nMap 2 2\n..\n.\n", ":4:2: row 2 of the map has 1 character: expected 2")
row(WORLD, "world", "AWorld 1\nMap 2 2\n..\n.z\n", ":4:2: \"z\": expected # . h i b x, H I B X or E for one with an enemy, or ? for one that is drawn")
row(WORLD, "world", "AWorld 1\nMap 2 2\n..\n.. .\n", ":4:4: after the row comes \".\": expected nothing, or a comment that begins with #")
row(WORLD, "world", "AWorld 1\nMap 2 2\n..\n", ":4:1: the text ends after row 1 of the map: expected 2 rows")
row(WORLD, "world", "AWorld 1\nMap 2 999999999999999999999\n", ":2:7: \"Map 2 999999999999999999999\": expected \"Map WIDTH HEIGHT\", each from 1 to 128, and the rows below it")
row(WORLD, "world", "AWorld 1\n  Move_Cost  -1\n", ":2:14: \"  Move_Cost  -1\": expected one whole number from 0 to 65535 after the rule")
row(WORLD, "world", "AWorld 1\nMove_Cost\n", ":2:10: \"Move_Cost\": expected one whole number from 0 to 65535 after the rule")
row(WORLD, "world", "AWorld 1\nWall_Probability 1.5\n", ":2:18: \"Wall_Probability 1.5\": expected a number from 0 to 1 with at most 6 decimals after it")
row(WORLD, "world", "AWorld 1\nAgent 0 x 0\n", ":2:9: \"Agent 0 x 0\": expected \"Agent X Y DIRECTION\", its column and row from 0 at the top left, and 0 for east, 1 north, 2 west, 3 south")
row(WORLD, "world", "AWorld 1\nMap 1 1\n.\n Agent 1 0 0\n", ":4:2: Agent 1 0 is not on the map: expected a column from 0 to 0 and a row from 0 to 0")
row(WORLD, "world", "AWorld 2\n", ":1:1: \"AWorld 2\": expected the first line to be \"AWorld 1\"")
row(WORLD, "world", "AWorld 1\n" + LONG, ":2:1: \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\": expected a rule such as Move_Cost, a chance such as Danger_Probability, Agent, Map or Known")
row(WORLD, "world", "AWorld 1\nMap 1 1\n.\0\n", ":3:2: a NUL byte: expected text, which holds none")
row(WORLD, "world", "", ": nothing but comments: expected a world, which begins with \"AWorld 1\"")

# ---- openings ----

row(OPENINGS, "txt", "h8\n\nh8 zz\n", ":3:4: expected squares such as d3e5f6, or offsets from the centre such as 8,-3, 6,-4, not \"zz\"")
row(OPENINGS, "txt", "0,0, 1,x\n", ":1:8: expected squares such as d3e5f6, or offsets from the centre such as 8,-3, 6,-4, not \"x\"")
row(OPENINGS, "txt", "0,0, 99999999999999999999,0\n", ":1:1: stone 2 is at 1007,7, outside the board of 15×15 (--size)")
row(OPENINGS, "txt", LONG, ":1:1: expected squares such as d3e5f6, or offsets from the centre such as 8,-3, 6,-4, not \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\"")
row(OPENINGS, "txt", "h8g7h8\n", ":1:1: the opening \"h8g7h8\": two stones on h8")
row(OPENINGS, "txt", PSQ.replace("15x15", "20x20") + "8,8,0\n", ":1:1: is for a board of 20×20, but this match has 15×15 (--size 20)")
row(OPENINGS, "txt", PSQ + "2,x,0\n", ":2:3: expected a move such as 8,8,312 (x, y, ms), not \"2,x,0\"")
row(OPENINGS, "txt", "h8\0\n", ":1:3: a NUL byte: expected text, which holds none")
row(OPENINGS, "txt", "", ": contains no opening: expected lines of squares such as d3e5f6, or of offsets from the centre such as 8,-3, 6,-4, or a .psq file")

# ---- scripts ----

row(SCRIPT, "rs", "\n-  \n  jump\n", ":3:3: there is no command \"jump\": ? lists them all")
row(SCRIPT, "rs", "info \0\n", ":1:6: a NUL byte: expected text, which holds none")

# ---- suites ----

row(SUITE, "suite", "\ufeff[all]\nsize = 9\n[case a]\nposition = a1\n  b2\nnot = a1|b2\nturn-time = 60s\n")
row(SUITE, "suite", "[case a]\r\nmove = a1 zz\r\n", ":2:8: \"zz\" is not a square of the board, such as h8 or 7,7")
row(SUITE, "suite", "[case a]\nposition = h8h8\n", ":2:12: the opening \"h8h8\": two stones on h8")
row(SUITE, "suite", "[case a]\nwihtin = 2s\n", ":2:1: a case has no key \"wihtin\": did you mean within?")
row(SUITE, "suite", "[case a]\n[case b]\nmove = a1\n", ":1:1: nothing is said here: expected a key such as position or move")
row(SUITE, "suite", "[cases]\nmove = a1\n", ":1:1: expected [case NAME] or [all], not [cases]")
row(SUITE, "suite", "move = a1\n", ":1:1: expected [case NAME] before the first key")
row(SUITE, "suite", "[case a]\nmove = \0\n", ":2:8: a NUL byte: expected text, which holds none")


def say(path, how, said):
    """None, or what is wrong with what ringside says of the file."""
    words = [str(path) if word == "FILE" else word for word in how.split()]
    done = subprocess.run([RINGSIDE] + words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS, check=False)
    err = done.stderr.decode(errors="replace").replace(str(path), "FILE")
    expected = "ringside: FILE" + said + "\n" if said else ""
    refused = said and not said.startswith(": line ")  # else it is read, and a notice says what is odd
    if done.returncode not in ((1, 2) if refused else (0,)) or err != expected:
        return f"{how}: status {done.returncode}\n  says     {err!r}\n  expected {expected!r}"
    return None


def main():
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(4) as pool:
        jobs = []
        for i, (how, ending, content, said) in enumerate(ROWS):
            path = Path(folder) / f"{i}.{ending}"
            path.write_bytes(content)
            jobs.append(pool.submit(say, path, how, said))
        # Pipes and /dev/zero are tried by tests/agents/test_imports.
        for how in OPEN, GAME, THEME, WORLD, OPENINGS, SUITE, SCRIPT:
            jobs.append(pool.submit(say, Path(folder), how, FOLDER_OPENED if how is OPEN else FOLDER_READ))
        wrong = [job.result() for job in jobs if job.result()]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
