# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What a move of qchess and an action of asimulator cost in the judge's process: the difference of a long and a short match.

printf 'AWorld 1\nMove_Cost 1\nTurn_Left_Cost 1\nTurn_Right_Cost 1\nGrab_Cost 1\nItem_Reward 50\nHome_Reward 9\nInitial_Score -10\nAgent 1 1 0\nMap 4 3\n####\n#hi#\n####\n' >"$work/small.world"
client="$build/tests/agents/asim_client good $(printf '23%.0s' {1..1000}) end"
qchess=("$ringside" run qchess --seed 4 --turn-time 0 sample:random sample:random --max-moves)
asimulator=("$ringside" run asimulator --world "$work/small.world" --turn-time 0 --seed 1 "$client" "$client" --max-actions)

# moves_of GOAL_US SHORT LONG MATCH...: MATCH is given the number of moves last.
moves_of() {
	local title=$1 goal=$2 short=$3 long=$4 i played
	shift 4
	for i in $short $long; do
		"$@" "$i" --json | sed -n 's/.*"moves":\([0-9]*\),.*/\1/p'
	done >played
	played=$(awk 'NR == 2 { print $1 - few } { few = $1 }' played)
	for ((i = 0; i < rounds; i++)); do
		taskset -c "$judge" "$bench/cost" 5 "$@" "$short" | awk '{ print $2 }' >>few
		taskset -c "$judge" "$bench/cost" 5 "$@" "$long" | awk '{ print $2 }' >>many
	done
	row "us of the judge's CPU a move, $title" %.1f "" "$(calculate "($(median <many) - $(median <few)) / $played")" "<= $goal"
	need valgrind
	read -r few _ few_asked < <(counted "$@" "$short")
	read -r many _ many_asked < <(counted "$@" "$long")
	row "instructions a move, $title" %.0f "" "$(calculate "($many - $few) / $played")" ""
	row "allocations a move, $title" %.1f "" "$(calculate "($many_asked - $few_asked) / $played")" ""
}

measure "judge's CPU a move, qchess" moves_of qchess 5 20 200 "${qchess[@]}"
measure "judge's CPU a move, asimulator" moves_of asimulator 8 100 1000 "${asimulator[@]}"
