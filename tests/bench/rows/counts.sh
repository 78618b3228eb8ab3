# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What a turn of gomocup costs in instructions, allocations and system calls: the difference of a long and a short match.

short=20 long=1020 # turns
match=("$ringside" run gomocup --size 64 --turn-time 0 --seed 1 "$instant" "$instant" --draw-at)

counts_instructions() {
	local i off on floor
	need valgrind
	for i in $short $long; do
		counted "${match[@]}" "$i" >"off-$i"
		counted "${match[@]}" "$i" --record "match-$i.ringside" >"on-$i"
		counted "$bench/floor" gomocup "$instant" "$i" >"floor-$i"
	done
	for i in off on floor; do
		paste "$i-$short" "$i-$long" |
			awk -v n=$((long - short)) '{ print ($4 - $1) / n, ($5 - $2) / n, ($6 - $3) / n }' >"$i-turn"
	done
	read -r -a off <off-turn
	read -r -a on <on-turn
	read -r -a floor <floor-turn
	row "instructions a turn, no file" %.0f "${floor[0]}" "${off[0]}" "<= 9000"
	row "instructions a turn, file, the loop's thread" %.0f "${floor[0]}" "${on[0]}" "<= 11000"
	row "instructions a turn, file, all threads" %.0f "${floor[0]}" "${on[1]}" "<= 28000"
	row "allocations a turn, no file" %.2f "" "${off[2]}" 0
	row "allocations a turn, file, the loop's thread" %.2f "" "${on[2]}" 0
}

# What the row prints of a file with a name and a number in each line.
calls_in_words() {
	awk '$2 >= 0.005 { printf "%s%s %.2f", sep, $1, $2; sep = ", " }' "$1"
}

counts_calls() {
	local i
	need strace
	for i in $short $long; do
		loop_traced "${match[@]}" "$i" >"off-$i"
		loop_traced "${match[@]}" "$i" --record "match-$i.ringside" >"on-$i"
	done
	for i in off on; do
		awk -v n=$((long - short)) 'NR == FNR { few[$1] = $2; next } { print $1, ($2 - few[$1]) / n }' \
			"$i-$short" "$i-$long" | sort -k 2 -gr >"$i"
	done
	row "system calls a turn, no file" %.2f 3 "$(awk '{ sum += $2 } END { print sum }' off)" "<= 3"
	row "system calls a turn, file, the loop's thread" %.2f 3 "$(awk '{ sum += $2 } END { print sum }' on)" "<= 4"
	note "no file: $(calls_in_words off)"
	note "file: $(calls_in_words on)"
}

measure "instructions and allocations a turn" counts_instructions
measure "system calls a turn" counts_calls
