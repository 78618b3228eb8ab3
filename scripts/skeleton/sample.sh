#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A player of NAME that says the right number if there is one (src/systems/NAME/README.md).
# To try it, run it and type what a judge would say: target 21, last 0, last 4, end
#
# An agent must write its answer at once. A shell's echo does; in other languages flush the output.

target=21

# Leave a multiple of 4 to the target to win. If that is impossible, 1 is as good as any.
choose() {
	step=$(((target - $1) % 4))
	[ "$step" -gt 0 ] || step=1
	echo $(($1 + step))
}

while read -r word number; do
	cr=$(printf '\r')
	number=${number%"$cr"} # a judge may end its lines with CR LF
	case $word in
	target) target=$number ;;
	last) choose "$number" ;;
	end*) exit 0 ;;
	*) echo "# what is $word?" ;; # a later judge may say more
	esac
done
