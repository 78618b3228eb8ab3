#!/usr/bin/env bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# test_contest.sh - each hostile referee with each hostile player, as TAP: the one that has failed is told, and no other.
#
# RINGSIDE is the path of the program, AGENTS the folder with `contest`.  A player fails at its first question and a referee after that:
# so the player's failure ends the match, unless the referee has failed before.  Limits are short only where they are to pass.
set -uo pipefail

# A mode, and how the match ends with a referee that is right: the reason, and whether the player is late.
players='good win
errors win
looks-like-referee illegal
garbage illegal
line-without-end illegal
silent timeout
leave exit
crash crash
moves-without-end later'
# The same of players whom one right referee is enough for.
more_players='early win
two win
hide win
hold-output win
empty illegal
nul illegal
long-line illegal
half-line timeout
never-reads timeout
close-output exit
errors-without-end timeout
leave-at-once exit
leave-badly crash'
# A mode, and when it fails: never, first (before a question) or second (before the second one).
referees='good never
told never
errors never
never-reads first
leave second
crash second
close-output second
silent second
remarks-without-end second
rows-without-end second
line-without-end second
errors-without-end second
nul second
garbage second
accuses-early second
asks-untold second
talks-on second'
# A referee that says nothing waits for its limit.
waits='never-reads silent remarks-without-end rows-without-end line-without-end errors-without-end'

number=0 failed=0
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# match REFEREE PLAYER FAILS ENDS: plays, and prints what is wrong with the verdict.
match() {
	local referee=$1 player=$2 fails=$3 reason=$4 winner=2 blame=1 turn=60s hang=60s line
	case $fails-$reason in
	first-* | second-win | second-later) reason=game winner=null blame=null ;;
	never-later) reason=timeout ;;
	esac
	[ "$reason" = timeout ] && turn=300ms
	[ "$reason" = game ] && [[ " $waits " == *" $referee "* ]] && hang=300ms
	# It decides what that costs, and goes on.
	[ "$referee" = told ] && [[ $reason == timeout || $reason == exit || $reason == crash ]] && reason=win
	[ "$reason" = win ] && winner=1 blame=null
	line=$("$RINGSIDE" run referee --json --no-keep --seed 1 --turn-time "$turn" --hang-time "$hang" --referee "'$AGENTS/contest' referee $referee" \
		"'$AGENTS/contest' player $player" "'$AGENTS/contest' player good" 2>&1)
	[[ $line == *"\"winner\":$winner,"*"\"reason\":\"$reason\""*"\"blame\":$blame"* ]] ||
		printf '# expected winner %s, %s, blame %s\n# %s\n' "$winner" "$reason" "$blame" "$line"
}
export -f match
export waits AGENTS RINGSIDE

list() {
	while read -r referee fails; do
		while read -r player ends; do
			echo "$referee $player $fails $ends"
		done <<<"$players"
	done <<<"$referees"
	while read -r player ends; do
		echo "good $player never $ends"
	done <<<"$more_players"
}

list >"$folder/list"
echo "1..$(wc -l <"$folder/list")"
# Most of the time a match waits: for a limit, and for those that do not leave.
xargs -P 4 -L 1 -a "$folder/list" bash -c 'match "$@" >"$0/$1 $2"' "$folder"
while read -r referee player _; do
	number=$((number + 1))
	if [ -e "$folder/$referee $player" ] && [ ! -s "$folder/$referee $player" ]; then
		echo "ok $number - referee $referee, player $player"
	else
		echo "not ok $number - referee $referee, player $player"
		cat "$folder/$referee $player"
		failed=1
	fi
done <"$folder/list"
exit "$failed"
