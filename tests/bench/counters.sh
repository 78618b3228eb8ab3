# shellcheck shell=bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Counters that do not depend on the machine's mood, for the rows of scripts/bench. They leave their files in the row's folder.

# counted COMMAND...: prints the instructions of the loop's thread, those of all threads, and how often the loop's thread has
# called for memory. Agents do not count, for valgrind does not follow an exec. Of several processes that have the same program,
# the one with most instructions counts.
counted() {
	rm -f callgrind.*
	valgrind --tool=callgrind --separate-threads=yes --callgrind-out-file=callgrind.%p "$@" >/dev/null 2>valgrind.log ||
		give_up "valgrind $1: $(tail -n 1 valgrind.log)"
	awk '
		FNR == 1 { split(FILENAME, part, /[.-]/); process = part[2]; thread = part[3] + 0; split("", name); called = "" }
		/^totals: / { all[process] += $2; if (thread == 1) loop[process] = $2 }
		/^c?fn=\(/ { split($0, part, /[()]/); if (part[3] != "") name[part[2]] = substr(part[3], 2)
			called = /^c/ ? name[part[2]] : "" }
		/^calls=/ && thread == 1 && called ~ /^(malloc|calloc|realloc|posix_memalign|aligned_alloc)$/ {
			asked[process] += substr($1, 7) }
		END { for (i in all) if (all[i] > all[most]) most = i
			print loop[most] + 0, all[most] + 0, asked[most] + 0 }
	' callgrind.*-*
}

# traced COMMAND...: prints how many system calls the command and all its processes have made; they go to the file `trace`.
traced() {
	strace -f -qq -e signal=none -s 0 -o trace "$@" >/dev/null 2>strace.log || give_up "strace $1: $(tail -n 1 strace.log)"
	awk '$2 != "<..." && $2 !~ /^[+-]/ { n++ } END { print n + 0 }' trace
}

# loop_traced COMMAND...: prints the name of each system call that the loop's thread has made, and how often. strace holds up each
# call, and what happens at times and not at turns then counts for more; so nothing else is traced if the loop's thread is the
# command's first one. Otherwise it is the thread that waits in epoll most often.
loop_traced() {
	strace -qq -e signal=none -s 0 -o first "$@" >/dev/null 2>strace.log || give_up "strace $1: $(tail -n 1 strace.log)"
	if [ "$(grep -c '^epoll_p\?wait' first)" -ge 10 ]; then
		sed 's/^/0 /' first >trace
	else
		rm -f match*
		traced "$@" >all
	fi
	awk '
		$2 == "<..." || $2 ~ /^[+-]/ { next }
		{ call = $2; sub(/\(.*/, "", call); count[$1 " " call]++; if (call ~ /^epoll_p?wait/ && ++waits[$1] > waits[loop]) loop = $1 }
		END { for (i in count) { split(i, part, " "); if (part[1] == loop) print part[2], count[i] } }
	' trace
}
