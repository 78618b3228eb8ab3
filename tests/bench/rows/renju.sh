# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# How long a test of one point of renju takes.

renju() {
	row "ns: is it forbidden? points of real games, one core" %.0f "" "$(taskset -c "$judge" "$bench/forbidden" "$rounds")" "<= 1000"
}

measure "renju: is it forbidden?" renju
