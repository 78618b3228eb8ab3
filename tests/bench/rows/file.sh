# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What recording adds to a game of nine moves, alone and in a series.

game=("$ringside" run gomocup --size 20 --turn-time 0 --seed 1 --draw-at 9 "$instant" "$instant")

file_bytes() {
	"${game[@]}" --record match.ringside >log
	row "bytes of a recorded game of 9 moves" %.0f "" "$(cat match.ringside* | wc -c)" "<= 16384"
	note "in $(find . -name 'match.ringside*' | wc -l) file(s)"
}

# The system calls of a game, without those on /proc: how often the judge looks there depends on the time that the game takes.
game_calls() {
	strace -f -qq -y -e signal=none -s 0 -o trace "$@" >/dev/null 2>strace.log || give_up "strace $1: $(tail -n 1 strace.log)"
	awk '$2 != "<..." && $2 !~ /^[+-]/ && !/\/proc\// { n++ } END { print n + 0 }' trace
}

# The least of many runs: a game that a busy machine draws out past 100 ms is committed in between.
file_calls() {
	local i few many
	need strace
	for ((i = 0; i < 4 * rounds; i++)); do
		game_calls "${game[@]}" >>off
		rm -f match*
		game_calls "${game[@]}" --record match.ringside >>on
	done
	few=$(sort -g off | head -n 1)
	many=$(sort -g on | head -n 1)
	row "system calls of a game of 9 moves, recorded beside not" %.0f "$few" "$many" ""
	row "system calls that recording adds" %.0f "" "$(calculate "$many - $few")" "<= 60"
	awk '{ sub(/^[0-9]+ +/, ""); sub(/\(.*/, "") } /^f(data)?sync$/ { n++ } END { print n + 0 }' trace >syncs
	row "of them fsync and fdatasync" %.0f "" "$(<syncs)" 0
}

# ms of CPU of all processes of a series of so many games.
file_series() {
	local games=$1
	shift
	"$bench/cost" 1 "${game[@]}" --games "$games" "$@" | awk '{ print $3 / 1000 }'
	rm -f match*
}

file_cpu() {
	local i few=10 many=60
	for ((i = 0; i < rounds; i++)); do
		"$bench/cost" 10 "${game[@]}" >>off
		"$bench/cost" 10 "${game[@]}" --record match-ROUND.ringside >>on
		rm -f match*
		echo "($(file_series $many) - $(file_series $few)) / ($many - $few)" >>off-series
		echo "($(file_series $many --record match.ringside) - $(file_series $few --record match.ringside)) / ($many - $few)" >>on-series
	done
	for i in off-series on-series; do
		while read -r each; do
			calculate "$each"
			echo
		done <"$i" | median >"$i-median"
	done
	for i in off on; do
		awk '{ print $2 / 1000 }' $i | median >$i-own
		awk '{ print $4 }' $i | median >$i-faults
	done
	row "ms of the judge's CPU, a game of 9 moves alone" %.2f "$(<off-own)" "$(<on-own)" "+ 0.5"
	row "page faults, a game of 9 moves alone" %.0f "$(<off-faults)" "$(<on-faults)" ""
	row "ms of CPU, a game of 9 moves of a series" %.2f "$(<off-series-median)" "$(<on-series-median)" "+ 0.5"
}

file_instructions() {
	local off on
	need valgrind
	read -r _ off _ < <(counted "${game[@]}")
	read -r _ on _ < <(counted "${game[@]}" --record match.ringside)
	row "thousands of instructions, a game of 9 moves alone" %.0f "$(calculate "$off / 1000")" "$(calculate "$on / 1000")" ""
}

measure "bytes of a recorded game of 9 moves" file_bytes
measure "system calls that recording adds" file_calls
measure "ms of CPU that recording adds" file_cpu
measure "instructions that recording adds" file_instructions
