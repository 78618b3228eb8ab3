# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A long match of lmc: to open it, to search it, to compare it with itself, and how large it is.

big=${BIG:-$work/big.ringside}

open_make() {
	[ -e "$big" ] || "$ringside" run lmc --turns "$big_rounds" --turn-time 0 --seed 1 --record "$big" sample:random sample:random >log
}

open_size() {
	local count payload
	open_make
	need sqlite3
	read -r count payload < <(sqlite3 -separator ' ' "$big" 'SELECT count(*), avg(length(bytes)) FROM message_row')
	row "bytes in the file a message beside its own bytes" %.1f "$payload" "$(calculate "$(stat -c %s "$big") / $count")" "<= 50"
	note "$count messages, $(sqlite3 "$big" 'SELECT count(*) FROM turn') turns"
}

open_screen() {
	local i from=$SECONDS first known search like
	need_program opening
	open_make
	for ((i = 0; i < rounds && (i == 0 || SECONDS < from + 30); i++)); do
		"$bench/opening" "$ringside" "$big" 1 >>figures
		if command -v sqlite3 >/dev/null; then
			"$bench/cost" 1 sqlite3 "$big" "SELECT count(*) FROM message_row WHERE bytes LIKE '%zzzq%'" >>like
		fi
	done
	first=$(awk '{ print $1 }' figures | median)
	known=$(awk '{ print $2 }' figures | median)
	search=$(awk '{ print $3 }' figures | median)
	like=$([ ! -e like ] || awk '{ print $1 / 1000 }' like | median)
	row "ms to the first frame of the long match" %.0f "" "$first" "<= 50"
	row "ms until all of it is known" %.0f "" "$known" "<= 300"
	row "ms to search it for what is not there; sqlite3 LIKE" %.0f "$like" "$search" "<= 600"
	note "$i rounds"
}

open_diff() {
	local i from=$SECONDS
	open_make
	for ((i = 0; i < rounds && (i == 0 || SECONDS < from + 15); i++)); do
		"$bench/cost" 1 "$ringside" diff "$big" "$big" >>figures
	done
	row "ms for diff of it with itself" %.0f "" "$(awk '{ print $1 / 1000 }' figures | median)" "<= 4000"
	row "ms of CPU for it" %.0f "" "$(awk '{ print $2 / 1000 }' figures | median)" ""
	note "$i rounds"
}

measure "bytes in the file a message" open_size
measure "opening and searching a long match" open_screen
measure "diff of a long match with itself" open_diff
