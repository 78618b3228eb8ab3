#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does each file of src write only those parts of the judge's state that it owns?

    tests/writers.py             looks through src
    tests/writers.py --self      tries itself with writes that are allowed and that are not

A comment that ends in "Written by: time.c.  */" names the owners of a struct when it stands above the struct, and of a member when it
stands above or behind the member.  A file without a folder is in that of the header; others are named from src on.  Another file that
assigns such a member, or takes its address to write, is told with its line.  Anybody may pass the address to a function that an owner
defines.  Each member of struct seat and struct judge must have an owner.  The owner of a member of struct judge that is a struct of another
header, as struct match, owns that struct in all files that see the judge.
"""

import os
import re
import sys
from itertools import zip_longest
from pathlib import Path

SOURCE = Path(os.environ.get("srcdir", "."))
HEADERS = "src/judge/judge_state.h", "include/ringside/match.h"
WHOLE = "judge", "seat"  # each member of these has an owner
APART = "seat",  # but for this, which is in WHOLE itself
WRITTEN = re.compile(r"Written by: ([a-z_/]+\.c(?:, [a-z_/]+\.c)*)\. \*/")
SEES = re.compile(r'^#include ".*\b(?:judge_state|rejoin_state)\.h"', re.M)  # to all others struct judge is opaque
COMMENT = re.compile(r"/\*.*?\*/", re.S)
STRUCT = re.compile(r"((?:/\*(?:[^*]|\*(?!/))*\*/)?)\n(?:typedef )?struct (\w+) \{\n(.*?)\n\}", re.S)
MEMBER = re.compile(r"^\t(?!\t)((?:const )?(?:struct |enum |unsigned )?\w+) ([^;{}()]+);", re.M)
PATH = re.compile(r"(?<![\w.>])(?:\w+)(?:(?:->|\.)\w+|\[(?:[^\[\]]|\[[^\[\]]*\])*\])+")
STEP = re.compile(r"(?:->|\.)(\w+)|(\[)")
ASSIGNED = re.compile(r"\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|\s*(?:\+\+|--)")
CALLBACK = re.compile(r"\(\*(\w+)\)\s?\(([^;{}]*?)\)\s*;")  # a member that points to a function
FUNCTION = re.compile(r"^[a-z][\w *]*?\b(\w+)\(([^;{}]*?)\)\s*([{;])", re.M | re.S)
LOCAL = re.compile(r"\bstruct (\w+) \**(\w+)(?=([^;{}]*))")


def blank(text, pattern=COMMENT):
    """The text with spaces for what matches: places stay the same."""
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def code(text):
    return blank(blank(text), re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\''))


def owners(folder, comment):
    found = WRITTEN.search(" ".join(comment.split()))
    return None if not found else {("src/" if "/" in name else folder + "/") + name for name in found[1].split(", ")}


class State:
    def __init__(self):
        self.types = {}   # (struct, member): the struct that the member is, or None
        self.owners = {}  # struct, or (struct, member): the paths that may write it
        self.missing = []

    def read(self, path, text):
        """The structs of a header, and who owns what."""
        folder = os.path.dirname(path)
        for found in STRUCT.finditer(text):
            struct, body = found[2], found[3]
            if own := owners(folder, found[1]):
                self.owners[struct] = own
            for member in MEMBER.finditer(blank(body)):
                tag = member[1].split("struct ")[-1] if "struct " in member[1] else None
                line = body[member.end():].split("\n")
                behind = line[0]
                for more in line[1:]:
                    if "/*" not in behind or "*/" in behind:
                        break
                    behind += more
                above = body[:member.start()].rstrip()
                above = above[above.rfind("/*"):] if above.endswith("*/") and "\n" in above[-200:] and \
                    re.search(r"(?:^|\n)\s*/\*(?:[^*]|\*(?!/))*\*/$", above) else ""
                own = owners(folder, behind) or owners(folder, above)
                for declared in member[2].split(","):
                    name = re.sub(r"\[.*?\]|[* ]", "", declared)
                    self.types[struct, name] = tag
                    if own:
                        self.owners[struct, name] = own
                        if struct == "judge" and tag and "*" not in declared:
                            self.owners[tag] = own

    def unowned(self):
        return ["struct %s: nobody is said to write %s" % (struct, name) for (struct, name), tag in self.types.items()
                if struct in WHOLE and (struct, name) not in self.owners and tag not in self.owners and tag not in APART]

    def who(self, variables, path):
        """(What is written, its owners), or None when nobody owns it."""
        root = re.match(r"\w+", path)[0]
        struct = variables.get(root)
        if struct in self.owners and path.startswith("->", len(root)):  # a const pointer, but what it points to may have others
            return path, self.owners[struct]
        found = None
        for step in STEP.finditer(path, len(root)):
            if step[2] or struct is None:
                continue
            key, struct = (struct, step[1]), self.types.get((struct, step[1]))
            for owned in key, struct:
                if owned in self.owners:
                    found = path[:step.end()], self.owners[owned]
                    break
        return found  # a member of a member may have an owner of its own


def variables(text):
    """Name to struct of what is declared in a function."""
    found = {}
    for local in LOCAL.finditer(text):
        found.setdefault(local[2], local[1])
        for name in re.findall(r", \*?(\w+)\b(?! \*?\w)", local[3]):
            found.setdefault(name, local[1])
    return found


def functions(text):
    """(begin, text) of each function that has a body."""
    for found in FUNCTION.finditer(text):
        if found[3] == "{" and found[1] not in ("if", "while", "for", "switch"):
            end = text.find("\n}", found.end())
            yield found.start(), text[found.start():end if end >= 0 else len(text)]


def reads_only(declared):
    return [bool(re.match(r"\s*const\b", part)) or "*" not in part for part in declared.split(",")]


def parameters(texts):
    """Function to (path that defines it or "", whether each parameter is read only)."""
    found = {}
    for path, text in texts.items():
        for function in FUNCTION.finditer(text):
            reads = reads_only(function[2])
            before = found.get(function[1], ("", reads))
            found[function[1]] = (path if function[3] == "{" else before[0], reads)
        for member in CALLBACK.finditer(text):
            path, reads = found.get(member[1], ("", []))
            found[member[1]] = (path, [all(both) for both in zip_longest(reads, reads_only(member[2]), fillvalue=True)])
    return found


def argument(text, place):
    """(Function, number of the argument) in which the place stands; None: in none."""
    depth = count = 0
    for at in range(place - 1, -1, -1):
        if text[at] in ")]}":
            depth += 1
        elif text[at] in "([{":
            if depth == 0:
                name = re.search(r"(\w+|\))\s*$", text[:at]) if text[at] == "(" else None
                return (name[1], count) if name else None
            depth -= 1
        elif depth == 0 and text[at] == ",":
            count += 1
        elif depth == 0 and text[at] in ";":
            return None
    return None


def is_read(text, place, known, own):
    """Is the address that is taken here only read, or given to an owner's function?"""
    before = text[:place].rstrip()
    if found := argument(text, place):
        if found[0] in known:
            path, reads = known[found[0]]
            return path in own or (found[1] < len(reads) and reads[found[1]])
        return False
    line = re.search(r"[^;{}]*$", before)[0]
    if re.search(r"\breturn\b", line):
        return bool(re.match(r"(?:static )?const\b", text))
    return bool(re.match(r"\s*const\b", line))


def writes(state, known, path, text):
    """(place, problem) of each write that is not the file's."""
    for begin, body in functions(text):
        named = variables(body)
        for tag, _, name in re.findall(r"(?<!const )\bstruct (\w+) (\*+)(\w+)", body):
            if tag in state.owners and path not in state.owners[tag]:
                at = re.search(r"(?<!const )\bstruct %s \*+%s\b" % (tag, name), body)
                yield begin + at.start(), "a struct %s that is not const: %s alone write%s it" % said(tag, state.owners[tag])
        for found in PATH.finditer(body):
            owned = state.who(named, found[0])
            if not owned or path in owned[1]:
                continue
            before = body[:found.start()].rstrip()
            changed = ASSIGNED.match(body, found.end()) or before.endswith(("++", "--"))
            address = before.endswith("&") and not before.endswith("&&") and re.search(r"[(=,?:]\s*&$|return &$", before)
            if changed or (address and not is_read(body, len(before) - 1, known, owned[1])):
                yield begin + found.start(), "%s: %s alone write%s it" % said(owned[0], owned[1])


def said(what, own):
    return what, " and ".join(sorted(own)), "" if len(own) > 1 else "s"


def problems(state, texts):
    known = parameters(texts)
    for path, text in texts.items():
        for place, problem in writes(state, known, path, text):
            yield "%s:%d: %s" % (path, text.count("\n", 0, place) + 1, problem)


def look_through():
    state, texts, failed = State(), {}, 0
    for folder in "include", "src/judge", "src/replay":
        for path in sorted((SOURCE / folder).rglob("*.h")):
            name = str(path.relative_to(SOURCE))
            text = path.read_text()
            state.read(name, text if name in HEADERS else blank(text))
            texts[name] = code(text)
    state_owned, own = len(state.owners), set().union(*state.owners.values())
    for path in sorted((SOURCE / "src").rglob("*.c")):
        text, name = path.read_text(errors="replace"), str(path.relative_to(SOURCE))
        if SEES.search(text) or name in own:
            texts[name] = code(text)
    listed = list(problems(state, texts)) + ["src/judge/judge_state.h: " + one for one in state.unowned()]
    listed += ["src/judge/judge_state.h: there is no %s" % one for own in state.owners.values() for one in sorted(own) if one not in texts]
    if state_owned < 10 or not all(("judge", name) in state.types for name in ("seat", "phase", "gate")):
        listed.append("src/judge/judge_state.h: its groups were not found: is srcdir the folder of the sources?")
    for one in listed:
        failed = 1
        print(one)
    return failed


HEADER = """
/* Written by: time.c.  */
struct times {
\tint64_t now;
\tstruct countdown pace;
};

/* Of a seat.
   Written by: intake.c, pending.c.  */
struct intake {
\tint noted;
};

/* What waits.  Written by: gate.c.  */
struct held {
\tstruct message message;
\tint seen;
};

struct seat {
\tstruct intake intake;
};

struct judge {
\tstruct seat seat[3];
\tstruct times times;
\tint phase; /* where it is.  Written by: flow.c.  */
\tstruct match match; /* Written by: match.c.  */
\t/* So many.
\t   Written by: replay/replay.c.  */
\tint fed;
};
"""
MATCH = """
struct match {
\tstruct setup setup;
\tstruct turn *turns;
\tint over;
\tint late; /* Written by: judge/time.c.  */
};
struct protocol {
\tvoid *(*make)(struct judge *judge, const struct match *match);
\tvoid *(*spoil)(struct match *match);
};
"""
DECLARED = "void pause(struct countdown *c, int64_t t);\nint64_t end(const struct countdown *c);\n"
RIGHT = ["a = judge->times.now;", "if (judge->times.now == 1)\n\t\treturn;", "x = end(&judge->times.pace);", "judge->seat[s].intake.noted == 3;",
         "const struct times *t = &judge->times;", "keep(&judge->times, 3);", "x = judge->phase & judge->times.now;", "judge->other = 1;",
         "message.times.now = 1;", "end_match(&judge->match, 3);", "x = judge->match.over;",
         "const struct match *match = &judge->match;\n\n\tx = match->turns[3].n;", "x = judge->protocol->make(judge, &judge->match);",
         "x = judge->protocol->make (judge, &judge->match);", "struct held held = {.seen = 1};\n\n\theld.message.flags |= 3;",
         "const struct held *held = at(judge, s);\n\n\tx = held->seen;", "see(at(judge, s), 1);"]
BAD = ["judge->times.now = 1;", "judge->times.now += 1;", "++judge->times.now;", "judge->times.now--;", "judge->times.now |= 4;", "judge->times = t;",
       "pause(&judge->times.pace, 1);", "f(1, &judge->times.now);", "struct times *t = &judge->times;", "judge->seat[other[s]].intake.noted = 3;",
       "struct seat *at = &judge->seat[s];\n\n\tat->intake.noted++;", "int64_t *x = &judge->times.now;", "judge->phase = 3;", "judge->fed++;",
       "x = y ? 1 : (judge->times.now = 4);", "memset(&judge->times, 0, 4);", "return &judge->phase;", "(a ? pause : go)(&judge->times.pace, 3);",
       "judge->match.over = 1;", "judge->match.setup.seat[s].kind = 3;", "judge->match.turns[3].n++;", "name(&judge->match.setup, s);",
       "struct match *match = &judge->match;", "const struct match *match = &judge->match;\n\n\tmatch->turns[3].n = 1;",
       "struct held *held = at(judge, s);", "const struct held *held = at(judge, s);\n\n\theld->message.bytes[0] = 1;",
       "x = judge->protocol->spoil(&judge->match);", "h->judge->times.now = 2;", "rejoin->judge->seat[s].intake.noted &= 1;", "judge->times.now <<= 1;", "judge->match.late = 1;"]


def found_in(path, lines):
    state = State()
    state.read("include/ringside/match.h", MATCH)
    state.read("src/judge/judge_state.h", HEADER + "struct rejoin {\n\tstruct judge *judge;\n};\n")
    text = "void f(struct judge *judge, struct rejoin *rejoin, struct rejoin *h, int s)\n{\n\t%s\n}\n" % lines
    texts = {"src/judge/clock.h": DECLARED, "include/ringside/match.h": MATCH,
             "src/judge/time.c": "void keep(struct times *t, int64_t x)\n{\n}\n",
             "src/judge/match.c": "void end_match(struct match *match, int over)\n{\n\tmatch->turns[0].n = over;\n}\n"}
    return state, list(problems(state, dict(texts, **{path: code(text)})))


def try_itself():
    failed = ["is allowed: " + lines for lines in RIGHT if found_in("src/judge/hold.c", lines)[1]]
    failed += ["is not allowed: " + lines for lines in BAD if not found_in("src/judge/hold.c", lines)[1]]
    for path, lines in ("src/judge/time.c", BAD[0]), ("src/judge/pending.c", BAD[9]), ("src/judge/flow.c", BAD[12]), ("src/replay/replay.c", BAD[13]), ("src/judge/time.c", BAD[-1]):
        if found_in(path, lines)[1]:
            failed.append("%s may: %s" % (path, lines))
    if not found_in("src/judge/hold.c", BAD[0])[1:][0][0].startswith("src/judge/hold.c:3: judge->times: src/judge/time.c alone writes it"):
        failed.append("no place: %s" % found_in("src/judge/hold.c", BAD[0])[1])
    if found_in("src/judge/hold.c", "")[0].unowned():
        failed.append("all have owners: %s" % found_in("src/judge/hold.c", "")[0].unowned())
    bare = State()
    bare.read("src/judge/judge_state.h", HEADER.replace("Written by: flow.c.  ", ""))
    if bare.unowned() != ["struct judge: nobody is said to write phase"]:
        failed.append("phase has no owner: %s" % bare.unowned())
    bare = State()
    bare.read("src/judge/judge_state.h", HEADER.replace("Written by: match.c.  ", ""))
    if bare.unowned() != ["struct judge: nobody is said to write match"]:
        failed.append("match has no owner: %s" % bare.unowned())
    print("\n".join(failed), end="\n" if failed else "")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(try_itself() if sys.argv[1:] == ["--self"] else try_itself() or look_through())
