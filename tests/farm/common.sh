# shellcheck shell=bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts that play a tournament on many machines share. Who sources it stands in a script of scripts/, and gets
# a folder of its own, in which it works; the folder is removed at the end.

source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${BUILD-$source}" && pwd)
me=scripts/${0##*/}
processes=() # those that are ended at the end
made=()      # folders outside of the own one that are removed then

# Says why, and fails.
fail() {
	echo "$me: $*" >&2
	exit 1
}

# need PROGRAM...: they are installed.
need() {
	local program
	for program; do
		command -v "$program" >/dev/null || fail "$program is not installed (scripts/setup --farm)"
	done
}

# until_true COMMAND...: waits half a minute at most.
until_true() {
	local tries
	for ((tries = 0; tries < 300; tries++)); do
		"$@" >/dev/null 2>&1 && return
		sleep 0.1
	done
	fail "this did not come true in 30 s: $*"
}

free_port() {
	python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

is_over() {
	! kill -0 "$1" 2>/dev/null
}

# Has each process of the servers and of the shards gone? They have the mark in their environment; this one does not.
nothing_is_left() {
	! grep -lzxs "RINGSIDE_FARM=$folder" /proc/[0-9]*/environ >left
}

leave() {
	local status=$? process
	set +e
	for process in "${processes[@]}"; do
		kill "$process" 2>/dev/null
	done
	for process in "${processes[@]}"; do
		(until_true is_over "$process") || kill -KILL "$process"
	done
	wait
	cd "$folder" && export -n RINGSIDE_FARM
	(until_true nothing_is_left) || status=1
	cd /
	rm -rf "$folder"
	[ ${#made[@]} -eq 0 ] || rmdir "${made[@]}"
	exit "$status"
}

# recipe HEADING N: the N-th block of code below that heading of the manual, for $system.
recipe() {
	awk -v played="tournament $system" -v heading="## $1" -v wanted="$2" '
		/^## / { inside = $0 == heading; next }
		inside && !NF { blank = blank "\n"; next }
		inside { sub(/tournament gomocup/, played) }
		inside && /^    / { if (!before) block++; if (block == wanted) print (before ? blank : "") substr($0, 5) }
		{ before = /^    /; blank = "" }' "$source/src/manual/tournaments.md"
}

# The table of the files, without what was measured.
table_of() {
	ringside tally --json "$@" | python3 -c 'import json, sys; t = json.load(sys.stdin); del t["timing"]; print(json.dumps(t, indent=1))'
}

# compare WHAT FILE...: the files have the table of one run.
compare() {
	table_of "${@:2}" >table
	diff -u ../one/table table || fail "$cup: $1: the table is not that of one run"
	[ "$(ringside tally --json "${@:2}" 2>&1 >/dev/null | grep -c 'more than once')" = 0 ] || fail "$cup: $1: a game was played twice"
	echo "$cup: $1: the table of one run"
}

# The tournament of the manual, and a round robin of six players in each system. A bundled player draws its moves from the
# seed of the game, and searches so many nodes: so two runs of one seed play the same games.
tournaments=(manual gomocup lmc lmc2 qchess asimulator)
declare -A options=(
	[gomocup]='size = 9'
	[lmc]='turns = 50'
	[lmc2]='game-program = sample:roshambo;max-turns = 50'
	[qchess]='max-moves = 60'
	[asimulator]='max-actions = 100')
declare -A commands=(
	[gomocup]='random;random;random;random;threat --nodes 200;threat --nodes 400'
	[lmc]='random;random;beat-last;rotate;predictor;beat-frequent'
	[lmc2]='random;random;beat-last;rotate;predictor;beat-frequent'
	[qchess]='random;random;random;random;random;thinker'
	[asimulator]='wander;wander;wander;rotate;reasoner;reasoner')

cup() {
	local command i=0
	if [ "$1" = manual ]; then
		recipe 'A tournament file' 2
		return
	fi
	printf '[tournament]\nseed = 7\ngames = 10\n%s\n' "${options[$1]//;/$'\n'}"
	tr ';' '\n' <<<"${commands[$1]}" | while read -r command; do
		printf '\n[player p%d]\ncommand = sample:%s\n' $((++i)) "$command"
	done
}

# begin NAME: in a folder of its own below that of the tournament, with its file.
begin() {
	mkdir "$folder/$cup/$1"
	cd "$folder/$cup/$1" || exit 1
	cp ../cup.tournament .
}

# begin_cup NAME: the folder of a tournament, with its file, and the table of one run. It sets $cup and $system.
begin_cup() {
	cup=$1 system=${1/manual/gomocup}
	mkdir "$folder/$cup"
	cup "$cup" >"$folder/$cup/cup.tournament"
	begin one
	ringside tournament "$system" cup.tournament --results one.jsonl >/dev/null 2>log || fail "$(<log)"
	table_of one.jsonl >table
}

# each_cup COMMAND [NAME...]: for each of these tournaments, or for all.
each_cup() {
	local name
	for name in "${@:2}"; do
		[[ " ${tournaments[*]} " = *" $name "* ]] || fail "$name is none of ${tournaments[*]}"
	done
	[ $# -gt 1 ] || set -- "$1" "${tournaments[@]}"
	for name in "${@:2}"; do
		begin_cup "$name"
		"$1"
	done
}

[ -x "$build/ringside" ] || fail "$build has no ringside (make, or BUILD=FOLDER)"
need python3
folder=$(mktemp -d /tmp/ringside-farm-XXXXXX)
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
export PATH=$build:$PATH XDG_STATE_HOME=$folder/state XDG_CONFIG_HOME=$folder/config RINGSIDE_FARM=$folder

