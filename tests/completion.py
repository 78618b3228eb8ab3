#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what Tab offers in the real bash, zsh and fish; in the build folder.

bash and zsh get a terminal. A key inserts all completions into the line, and the line is run as arguments of a function that writes them
to a file: so the test sees what the shell makes of the quotes, too. fish can be asked without a terminal.
"""

import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 60  # nothing here takes long
SYSTEMS = ["gomocup", "lmc", "lmc2", "qchess", "asimulator", "uci", "referee"]
FILES = ["m.ringside", "my brain.sh", "out dir"]

# What is typed before Tab, and all that is offered.
EXACT = {
    "ringside pl": ["play"],
    "ringside nothing-begins-so": [],
    "ringside -": ["--config", "--help", "--no-config", "--version"],
    "ringside play ": SYSTEMS,
    "ringside rules ": ["gomocup", "uci"],
    "ringside tap ": [*(system for system in SYSTEMS if system != "referee"), "lines", "bytes"],
    "ringside demo lm": ["lmc", "lmc2"],
    "ringside play gomocup ": ["sample:faulty", "sample:random", "sample:threat", "human", "@rapfi", *FILES],
    "ringside run qchess ": ["sample:random", "sample:thinker", *FILES],
    "ringside run gomocup sample:random --games 3 sample:t": ["sample:threat"],
    "ringside play gomocup a b ": [],
    "ringside play gomocup @r": ["@rapfi"],
    "ringside play gomocup my": ["my brain.sh"],
    "ringside play gomocup my\\ b": ["my brain.sh"],
    "ringside play gomocup 'my b": ["my brain.sh"],
    "ringside play gomocup --th": ["--theme"],
    "ringside play gomocup --si": ["--size"],
    "ringside play lmc --si": [],
    "ringside open --si": [],
    "ringside run gomocup --turn": ["--turn-time", "--turn-time1", "--turn-time2", "--turns-json"],
    "ringside open --layout n": ["narrow"],
    "ringside open --layout=n": ["--layout=narrow"],
    "ringside play gomocup --rule ren": ["renju", "renju+continuous"],
    "ringside play gomocup --rule=ren": ["--rule=renju", "--rule=renju+continuous"],
    "ringside play lmc --game=p": ["--game=penalty", "--game=prisoners"],
    "ringside play lmc2 --game-program sample:q": ["sample:questions"],
    "ringside play lmc2 --game-program=sample:q": ["--game-program=sample:questions"],
    "ringside run gomocup --seat-option 1:tu": ["1:turn-time="],
    "ringside run gomocup --seat-option=2:ponder=n": ["--seat-option=2:ponder=no"],
    "ringside run lmc --seat-option 1:in": ["1:increment="],
    "ringside run asimulator --world m": ["maze", "m.ringside", "my brain.sh"],
    "ringside open --theme da": ["dark"],
    "ringside export m.ringside --format s": ["sgf", "svg"],
    "ringside run gomocup --folder ": ["out dir"],
    "ringside run gomocup --record=m": ["--record=m.ringside", "--record=my brain.sh"],
    "ringside export -o m.": ["m.ringside"],
    "ringside open ": FILES,
    "ringside attach ": [],
    "ringside attach --li": ["--list"],
    "ringside completion ": ["bash", "zsh", "fish"],
    "ringside help cond": ["conditions"],
    "ringside help --siz": ["--size"],
}
# The line after Tab, as it is typed.
LINES = {"ringside run gomocup sam": "ringside run gomocup sample:"}


class Terminal:
    """An interactive shell. Its prompt is ready-N> with another N for each line."""

    def __init__(self, words, setup, folder, env):
        self.answer = Path(env["HOME"]) / "answer"
        (Path(env["HOME"]) / "setup").write_text(setup)
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, env)
        self.seen, self.lines = b"", 0
        self.send(". ~/setup\n")
        self.wait()

    def send(self, text):
        os.write(self.terminal, text.encode())

    def wait(self):
        """Until the next line can be typed."""
        self.lines += 1
        mark = b"ready-%d>" % self.lines
        while mark not in self.seen:
            if not select.select([self.terminal], [], [], SECONDS)[0]:
                sys.exit(f"no prompt {mark} came after {SECONDS} s: {self.seen[-2000:]!r}")
            self.seen += os.read(self.terminal, 65536)
        self.seen = self.seen.split(mark, 1)[1]

    def ask(self, typed, keys="\x18*\x01show \n"):
        self.send(typed + keys)
        self.wait()
        return self.answer.read_text().splitlines()

    def close(self):
        self.send("exit\n")
        os.waitpid(self.child, 0)
        os.close(self.terminal)


BASH = r"""show() { printf '%s\n' "$@" >~/answer; }; n=0; PROMPT_COMMAND='n=$((n + 1)); PS1="ready-$n> "'
bind 'set bell-style none'; bind '"\C-x*": insert-completions'; source <(ringside completion bash)
"""
# The file is found as an installed one is, in fpath.
ZSH = r"""show() { printf '%s\n' "$@" >~/answer; }; n=0; precmd() { n=$((n + 1)); PS1="ready-$n> "; }; unsetopt zle_bracketed_paste prompt_sp
ringside completion zsh >~/_ringside; fpath=(~ $fpath); autoload -Uz compinit; compinit -D -u
bindkey -e; zle -C all-matches complete-word _generic; bindkey '^X*' all-matches; zstyle ':completion:all-matches:*' insert true
zstyle ':completion:all-matches::::' completer _all_matches _complete
"""


def through_terminal(words, setup, folder, env):
    shell = Terminal(words, setup, folder, env)
    found = {}
    for typed in EXACT:
        begun = typed.count(" ") - typed.count("\\ ") - typed.count("'")
        answer = shell.ask(typed)[begun:]
        # Where nothing is offered the line stays.
        last = typed.split(" ")[-1]
        # bash inserts only the first one with what it keeps of the line.
        kept = last[: last.rfind("=") + 1]
        found[typed] = [] if answer in ([], [last]) else [word if word.startswith(kept) else kept + word for word in answer]
    for typed in LINES:
        found[typed] = shell.ask(typed, "\t\x01show '\x05'\n")[0]
    shell.close()
    return found


def bash(folder, env):
    return through_terminal(["bash", "--norc", "--noprofile", "-i"], BASH, folder, env)


def zsh(folder, env):
    return through_terminal(["zsh", "-f", "-i"], ZSH, folder, env)


def fish(folder, env):
    script = "ringside completion fish | source\nwhile read --line typed\n\techo \">$typed\"\n\tcomplete -C $typed\nend\n"
    done = subprocess.run(["fish", "--no-config", "-c", script], cwd=folder, env=env, input="\n".join(EXACT) + "\n", capture_output=True, text=True)
    found = {}
    for line in done.stdout.splitlines():
        if line[0] == ">":
            typed = line[1:]
            found[typed] = []
        else:
            found[typed].append(line.split("\t")[0])
    return found


def check(shell, folder, env):
    """The number of mistakes."""
    mistakes = 0
    found = shell(folder, env)
    for typed, expected in EXACT.items():
        offered = sorted(word.rstrip("/") for word in found.get(typed, ["(no answer)"]))
        if offered != sorted(expected):
            print(f"{shell.__name__}: {typed!r} offers {offered}, expected {sorted(expected)}")
            mistakes += 1
    for typed, expected in LINES.items():
        if found.get(typed, expected) != expected:
            print(f"{shell.__name__}: {typed!r} becomes {found[typed]!r}, expected {expected!r}")
            mistakes += 1
    return mistakes


def main():
    mistakes = 0
    env = {**os.environ, "PATH": os.getcwd() + ":" + os.environ["PATH"], "TERM": "dumb", "INPUTRC": "/dev/null", "LC_ALL": "C.UTF-8"}
    for shell in (bash, zsh, fish):
        if not shutil.which(shell.__name__):
            print(f"{shell.__name__} is not installed: its completion is not tested")
            continue
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
            env["HOME"] = home
            config = Path(home) / "config" / "ringside" / "config"
            config.parent.mkdir(parents=True)
            config.write_text("[player rapfi]\nsystem = gomocup\ncommand = ./pbrain-rapfi\n")
            env["XDG_CONFIG_HOME"] = home + "/config"
            env["XDG_STATE_HOME"] = home + "/state"
            for name in FILES:
                path = Path(folder) / name
                path.touch() if "." in name else path.mkdir()
            mistakes += check(shell, folder, env)
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
