# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What a move of qchess and an action of asimulator cost in the judge's process: the difference of a long and a short match, beside
# that of a floor that moves the same bytes between the same agents.

printf 'AWorld 1\nMove_Cost 1\nTurn_Left_Cost 1\nTurn_Right_Cost 1\nGrab_Cost 1\nItem_Reward 50\nHome_Reward 9\nInitial_Score -10\nAgent 1 1 0\nMap 4 3\n####\n#hi#\n####\n' >"$work/small.world"
client="$build/tests/agents/asim_client good $(printf '23%.0s' {1..1000}) end"
qchess=("$ringside" run qchess --seed 4 --turn-time 0 sample:random sample:random --max-moves)
asimulator=("$ringside" run asimulator --world "$work/small.world" --turn-time 0 --seed 1 "$client" "$client" --max-actions)

# frames_of FILE SIZE MATCH...: records the match of that size, writes its frames to the file, and prints how many moves it has.
frames_of() {
	local file=$1 size=$2
	shift 2
	rm -f match*
	"$@" "$size" --record match.ringside --json | sed -n 's/.*"moves":\([0-9]*\),.*/\1/p'
	sqlite3 -separator ' ' match.ringside "SELECT seat, dir, hex(bytes) FROM message
		WHERE dir <> 'event' AND channel <> 'stderr' ORDER BY n" >"$file"
}

# A command of the recorded match, with its seed, as a program that can be run without ringside.
command_of() {
	sqlite3 match.ringside "SELECT coalesce((SELECT substr(bytes, 16) FROM message WHERE seat = $1 AND bytes LIKE 'seeded command=%'),
		(SELECT command FROM seat WHERE seat = $1))" | sed "s|^sample:|$build/src/samples/$2-|"
}

# moves_of NAME TRANSPORT GOAL_US SHORT LONG MATCH...: MATCH is given the number of moves last.
moves_of() {
	local title=$1 transport=$2 goal=$3 short=$4 long=$5 i size played agents
	shift 5
	need sqlite3
	need_program frames
	played=$(($(frames_of long "$long" "$@") - $(frames_of short "$short" "$@")))
	agents=("$(command_of 1 "$title")" "$(command_of 2 "$title")")
	for ((i = 0; i < rounds; i++)); do
		for size in short long; do
			taskset -c "$judge" "$bench/cost" 5 "$@" "${!size}" | awk '{ print $2 }' >>"own-$size"
			for _ in {1..5}; do
				taskset -c "$judge" "$bench/frames" "$transport" "$size" "${agents[@]}"
			done | median >>"floor-$size"
		done
	done
	row "us of the judge's CPU a move, $title" %.1f \
		"$(calculate "($(median <floor-long) - $(median <floor-short)) / $played")" \
		"$(calculate "($(median <own-long) - $(median <own-short)) / $played")" "<= $goal"
	need valgrind
	read -r few _ few_asked < <(counted "$@" "$short")
	read -r many _ many_asked < <(counted "$@" "$long")
	row "instructions a move, $title" %.0f "" "$(calculate "($many - $few) / $played")" ""
	row "allocations a move, $title" %.1f "" "$(calculate "($many_asked - $few_asked) / $played")" ""
}

measure "judge's CPU a move, qchess" moves_of qchess pipe 5 20 200 "${qchess[@]}"
measure "judge's CPU a move, asimulator" moves_of asimulator tcp 8 100 1000 "${asimulator[@]}"
