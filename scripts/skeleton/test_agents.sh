#!/usr/bin/env bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# test_NAME.sh - agents of NAME that misbehave, as TAP: each must get the right verdict.
#
# RINGSIDE is the path of the program. A good row is one way to fail, found in the wild or easy to imagine.
set -uo pipefail

number=0 failed=0

# verdict NAME WINNER REASON AGENT [OPTION]...: a shell command plays the bundled agent, which begins.
verdict() {
	local line
	number=$((number + 1))
	line=$("$RINGSIDE" run NAME --json --seed 1 --first 2 --turn-time 60s "${@:5}" "sh -c '$4'" sample:counter.sh)
	if [[ $line == *"\"winner\":$2,"* && $line == *"\"reason\":\"$3\""* ]]; then
		echo "ok $number - $1"
	else
		printf 'not ok %d - %s\n# %s\n' "$number" "$1" "$line"
		failed=1
	fi
}

echo 1..6
verdict 'a number that is too high loses' 2 illegal 'read a; read b; echo 9; cat'
verdict 'a number twice loses' 2 illegal 'read a; read b; echo 1; cat'
verdict 'a word loses' 2 protocol 'read a; read b; echo one; cat'
# It begins, so the other agent, which is not silent, has no turn that could take too long.
verdict 'silence loses' 2 timeout 'read a; read b; exec sleep 1000' --first 1 --turn-time 100ms
verdict 'an agent that leaves loses' 2 exit 'read a; read b'
verdict 'a line that nobody asked for loses with --strict' 2 protocol 'echo 5; exec cat' --strict
exit "$failed"
