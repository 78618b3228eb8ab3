#!/usr/bin/env bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# test_uci.sh - engines of uci that behave well or not, as TAP: each must get the right verdict.
#
# RINGSIDE is the path of the program.  The engine is a shell script: what it does at go is in the row.
set -uo pipefail

number=0 failed=0

result() {
	number=$((number + 1))
	if "${@:2}"; then
		echo "ok $number - $1"
	else
		printf 'not ok %d - %s\n# %s\n' "$number" "$1" "$line"
		failed=1
	fi
}

# verdict TITLE WINNER REASON GO [OPTION]...: an engine that does GO when it is asked plays white.
verdict() {
	local engine='while read -r l; do case $l in uci) echo "id name test"; echo uciok;; isready) echo readyok;; quit) exit;; go*) '"$4"';; esac; done'
	line=$("$RINGSIDE" run uci --json --seed 1 --turn-time 60s "${@:5}" "sh -c '$engine'" sample:random)
	result "$1" grep -qE "\"winner\":$2,.*\"reason\":\"$3\"|\"reason\":\"$3\".*\"winner\":$2," <<<"$line"
}

# legal N: two bundled engines play games without a fault; their board is their own, and the judge has another one.
legal() {
	line=$("$RINGSIDE" run uci --json --seed 7 --games "$1" "${@:2}")
	[ "$(wc -l <<<"$line")" -eq "$1" ] && ! grep -qE '"blame":[12]' <<<"$line"
}

echo 1..9
verdict 'an illegal move loses' 2 illegal 'echo bestmove e2e5'
verdict 'a word that is no move loses' 2 protocol 'echo bestmove 0000'
verdict 'silence loses' 2 timeout ':' --turn-time 100ms --tolerance 0
verdict 'an engine that leaves loses' 2 exit 'exit 0'
verdict 'a crash loses' 2 crash 'kill -SEGV $$'
verdict 'a second bestmove loses with --strict' 2 protocol 'echo bestmove e2e4; echo bestmove e2e4; read -r l; read -r l; echo bestmove d2d4' --strict
verdict 'an engine mates' 1 mate 'echo bestmove d1h5' --opening 'e4 g5 d4 f6'
legal 6 sample:random sample:random && line=
result 'games of random moves need no referee' [ -z "$line" ]
legal 2 sample:searcher sample:random --turn-time 30ms --tolerance 10s && line=
result 'nor do games of the searcher' [ -z "$line" ]
exit "$failed"
