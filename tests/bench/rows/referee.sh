# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A turn through a referee beside a turn of gomocup, both with programs that answer at once; and what it costs in allocations.

referee_turns=20000
referee_match=("$ringside" run referee --turn-time 0 --max-turns 0 --seed 1 --json "$bench/instant_referee player"
	"$bench/instant_referee player" --referee)

gomocup_match() {
	"$@" "$ringside" run gomocup --size 64 --turn-time 0 --games 6 --json "$instant" "$instant"
}

# Microseconds of a turn in all games of a size.
us_of_json() {
	sed -n 's/^{"game":\([0-9]*\),.*"moves":\([0-9]*\),.*"seconds":\([0-9.e-]*\)[,}].*$/\1 \2 \3/p' |
		awk -v least="$1" '$1 > least { moves += $2; seconds += $3 } END { print seconds / moves * 1e6 }'
}

referee_rows() {
	local cores=$1 title=$2 i
	need_program instant_referee
	[ "$title" = "one core" ] || need_other_core
	for ((i = 0; i < rounds; i++)); do
		gomocup_match taskset -c "$cores" | us_of_json 1 >>gomocup
		taskset -c "$cores" "${referee_match[@]}" "$bench/instant_referee $referee_turns" | us_of_json 0 >>referee
	done
	row "us a turn through a referee beside gomocup, $title" %.2f "$(median <gomocup)" "$(median <referee)" "<= 2.5"
}

referee_counts() {
	local few many few_asked many_asked
	need valgrind
	need_program instant_referee
	read -r few _ few_asked < <(counted "${referee_match[@]}" "$bench/instant_referee 20")
	read -r many _ many_asked < <(counted "${referee_match[@]}" "$bench/instant_referee 1020")
	row "instructions a turn through a referee" %.0f "" "$(calculate "($many - $few) / 1000")" ""
	row "allocations a turn through a referee" %.2f "" "$(calculate "($many_asked - $few_asked) / 1000")" "0"
}

measure "us a turn through a referee, one core" referee_rows "$judge" "one core"
measure "us a turn through a referee, two cores, free" referee_rows "$judge,$other" "two cores, free"
measure "instructions and allocations a turn through a referee" referee_counts
