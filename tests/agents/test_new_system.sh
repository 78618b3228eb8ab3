#!/usr/bin/env bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# test_new_system.sh - a system from scripts/new-system builds, plays and is tested, as TAP.
#
# It works in a copy of the source tree and of its build, so little has to be built again.  `srcdir` is the source,
# as make check says it; the current folder is the build, inside the source or elsewhere.
set -uo pipefail

source=$(cd "$srcdir" && pwd) build=$(realpath -m --relative-to="$srcdir" .)
case $(sed -n 's/^srcdir = //p' Makefile) in
. | ../* | ..) ;;
*) echo '1..0 # SKIP srcdir is absolute: a copy of the build would build the original'; exit 77 ;;
esac
# make writes Makefile.in anew with the automake that wrote it, which a tarball may have from another system.
automake=$(sed -n 's/^AUTOMAKE = .* //p' Makefile | tr -d "'")
command -v "$automake" >/dev/null || { echo "1..0 # SKIP there is no $automake: run autoreconf -fi"; exit 77; }

# Named and locked as temporary.h says. Until it is locked, another ringside may take it for a folder that was left behind.
while
	top=$(mktemp -d "${TMPDIR:-/tmp}/ringside-new-_XXXXX") || exit 99
	! { exec {lock}<"$top" && flock -n "$lock" && [ -d "$top" ]; } 2>/dev/null
do :; done
trap 'chmod -R u+w "$top"; rm -rf "$top"' EXIT

# The Makefile names the source relative to the build: both keep their places below a folder that has both.
above=$source
while [[ $PWD/ != "$above"/* ]]; do above=${above%/*}; done
folder=$top${source#"$above"}

# Other tests run meanwhile and write their logs.  Status 1 of tar says that a file changed or went.
copy() {
	local places=(".${source#"$above"}")
	[[ $PWD/ == "$source"/* ]] || places+=(".${PWD#"$above"}")
	tar c -C "$above/" --exclude=.git --exclude='*.log' --exclude='*.trs' --exclude='*.html' --warning=no-file-changed \
		--warning=no-file-removed "${places[@]}"
	[ $? -le 1 ]
}
copy | tar x -C "$top" || exit 99
chmod -R u+w "$top"
cd "$folder" || exit 99

number=0 failed=0
# check NAME COMMAND...: prints the output of a command that fails.
check() {
	number=$((number + 1))
	if "${@:2}" >"$folder/said" 2>&1; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		tail -60 "$folder/said" | sed 's/^/# /'
		failed=1
	fi
}

# refuses STATUS MESSAGE ARGUMENT...
refuses() {
	local said
	said=$(scripts/new-system "${@:3}" 2>&1)
	[ $? -eq "$1" ] && [[ $said == *"$2"* ]] || { echo "$said"; return 1; }
}

refuses_bad_names() {
	refuses 2 'usage: scripts/new-system NAME' &&
		refuses 1 '"Nim": a name is 2 to 16 lower-case letters' Nim &&
		refuses 1 '"a-b": a name is' a-b &&
		refuses 1 '"n": a name is' n &&
		refuses 1 'qchess: src/systems/systems.h already has that system' qchess &&
		refuses 1 'tests/agents/test_diff.c already exists' diff
}

writes() {
	scripts/new-system nim && scripts/new-system abcdefghijklmnop && refuses 1 'nim: src/systems/systems.h already has' nim
}

# The pattern of .ci/run for the pure rooms.
is_pure() {
	! grep -nE '#include *<' -r src/systems/nim |
		grep -vE '<(assert|ctype|errno|inttypes|limits|math|stdarg|stdbool|stddef|stdint|stdio|stdlib|string)\.h>'
}

# citations.py looks up the headings that comments cite.
cites_existing_headings() {
	srcdir=$folder python3 tests/citations.py
}

# With the shortest and the longest name.
is_formatted() {
	command -v clang-format >/dev/null || return 0
	find . -path '*nim*.[ch]' -o -path '*abcdefghijklmnop*.[ch]' -o -name systems.h -o -name test_why_file.c | xargs clang-format --dry-run --Werror
}

# config.status names the folders of the original.
compile() {
	make -s -j2 -C "$build" abs_top_srcdir="$folder" "$@" 2>&1
}

builds() {
	local targets=(ringside tests/sim/simulate tests/fuzz/run tests/dialogues/run tests/unit/test_systems
		tests/agents/test_why_file) said
	[ "$build" = . ] || targets+=(themes/.linked)
	said=$(compile "${targets[@]}") && [[ $said != *warning:* ]] || { echo "$said"; return 1; }
}

plays() {
	local line
	line=$("$build/ringside" run nim --json --first 2 sample:counter.sh 'sh -c "read a; while read a n; do echo \$((n + 1)); done"')
	[[ $line == *'"winner":1,'* && $line == *'"reason":"target"'* ]] || { echo "$line"; return 1; }
}

# Seat 1 is a person, who chooses 2 with the arrows; the agent says 5.
is_drawn() {
	HOME=$folder XDG_STATE_HOME=$folder/state XDG_CONFIG_HOME=$folder/config TERMINFO=$folder/$build/tests/terminfo \
		"$build/tests/screen/shoot" --size 80x24 --out "$folder/board.svg" --wait '0 of 21' --wait 'say 1' --keys '\eOC' \
		--wait 'say 2' --keys '\r' --wait '5 of 21' --wait 'say 6' \
		-- "$build/ringside" play nim human sample:counter.sh --turn-time 1h
}

passes() {
	export srcdir=$folder RINGSIDE=$folder/$build/ringside AGENTS=$folder/$build/tests/agents
	"$build/tests/unit/test_systems" && tests/agents/test_nim.sh && "$build/tests/agents/test_why_file" nim
}

talks() {
	local said
	said=$("$build/tests/dialogues/run" tests/dialogues/nim) && [[ $said == *'5 dialogues, '*', 0 failed' ]] ||
		{ echo "$said"; return 1; }
}

is_simulated() {
	"$build/tests/sim/simulate" --system nim --matches 1000
}

is_fuzzed() {
	"$build/tests/fuzz/run" judge tests/fuzz/corpus/judge/nim && [[ $("$build/tests/fuzz/run" --choices) == *$'\nnim\n\ttarget\t'* ]]
}

# misses WORDS PROGRAM ARGUMENT...: the program fails, and reports the missing piece in these words.
misses() {
	local said
	said=$(srcdir=$folder "$build/$2" "${@:3}" 2>&1) && { echo "$2 passes"; return 1; }
	[[ $said == *"$1"* ]] || { echo "$said"; return 1; }
}

# without FILE WORDS: test_systems fails without the file.
without() {
	local status=0
	mv "$1" aside
	misses "$2" tests/unit/test_systems || status=1
	mv aside "$1"
	return $status
}

tells_what_is_missing() {
	cp tests/local.mk kept.mk && sed -i '/test_nim\.sh/d' tests/local.mk
	misses 'nim has no agents that misbehave: it needs tests/agents/test_nim' tests/unit/test_systems || return 1
	mv kept.mk tests/local.mk
	without tests/dialogues/nim 'nim has no dialogue: it needs tests/dialogues/nim/*.talk' &&
		without tests/fuzz/corpus/judge/nim 'nim has no input of the fuzzer: it needs one in tests/fuzz/corpus/judge' &&
		without tests/fuzz/nim.c 'nim has no options in the fuzzer: it needs fuzz_choices_nim' &&
		without tests/sim/nim.c 'nim has no fixture in the simulator: it needs fixture_nim' &&
		"$build/tests/unit/test_systems"
}

# Now the two files define nothing.
programs_tell_what_is_missing() {
	echo 'typedef int nothing;' | tee tests/sim/nim.c >tests/fuzz/nim.c
	compile tests/sim/simulate tests/fuzz/run &&
		misses 'nim has no fixture in tests/sim' tests/sim/simulate --system nim &&
		misses 'nim has no options in tests/fuzz' tests/fuzz/run judge tests/fuzz/corpus/judge/nim
}

unset MAKEFLAGS MFLAGS MAKELEVEL # make check's own jobs are not ours
echo 1..14
check 'bad and taken names are refused' refuses_bad_names
check 'a skeleton is written' writes
check 'it is pure' is_pure
check 'it is formatted' is_formatted
check 'it cites existing headings' cites_existing_headings
check 'it builds without a warning' builds
check 'two agents play it' plays
check 'a person plays it on its board' is_drawn
check 'its tests pass' passes
check 'its dialogues pass' talks
check 'it is simulated' is_simulated
check 'the fuzzer chooses its options' is_fuzzed
check 'test_systems reports each missing piece' tells_what_is_missing
check 'the simulator and the fuzzer report what is missing' programs_tell_what_is_missing
exit "$failed"
