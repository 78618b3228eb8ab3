# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# How long a typed letter takes to the screen.

keys_at() {
	local title=$1 goal=$2 middle late
	shift 2
	need_program keys
	"$bench/keys" $((30 * rounds)) 160 50 "$ringside" "$@" >figures
	read -r middle late _ <figures
	row "ms from a key to the screen, $title, median" %.1f "" "$middle" "<= ${goal% *}"
	row "ms from a key to the screen, $title, 99 of 100" %.1f "" "$late" "<= ${goal#* }"
}

measure "from a key to the screen, paused" keys_at "paused" "5 17" play gomocup --pause sample:random sample:random
measure "from a key to the screen, both agents flood" keys_at "both agents flood" "5 17" play gomocup --start-time 0 "yes 'DEBUG chatter'" "yes 'DEBUG chatter'"
measure "from a key to the screen, lmc at full speed" keys_at "lmc at full speed" "5 17" play lmc --turns 1000000 sample:random sample:random
