# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What an agent is charged beside what it measures itself, while other games start, end and are recorded.

charge() {
	need_program charge
	give_up "scripts/bench does not know what tests/bench/charge prints"
}

measure "the charge of a sleeper and of a spinner" charge
