#!/usr/bin/env bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# test_recipes.sh - what the manual says of builds, of `git bisect run` and of time odds works as it stands there, as TAP.
#
# MANUAL names the folder of the pages, RINGSIDE the program, AGENTS the folder of the agents.
set -uo pipefail

command -v git >/dev/null || { echo '1..0 # SKIP there is no git'; exit 77; }
top=$(mktemp -d "${TMPDIR:-/tmp}/ringside-recipes-XXXXXX")
exec {lock}<"$top" && flock -n "$lock"
trap 'rm -rf "$top"' EXIT
export HOME=$top GIT_CONFIG_NOSYSTEM=1 PATH="${RINGSIDE%/*}:$PATH" XDG_STATE_HOME=$top/state
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b

# recipe HEADING N [PAGE]: the N-th block of code below that heading of the manual.
recipe() {
	awk -v heading="## $1" -v wanted="$2" '
		/^## / { inside = $0 == heading; next }
		inside && /^    / { if (!before) block++; before = 1; if (block == wanted) print substr($0, 5); next }
		{ before = 0 }' "$MANUAL/${3:-checking.md}"
}

# version MODE: the agent and its Makefile.  In one mode the brain crashes.
version() {
	printf '#!/bin/sh\nexec "%s/brain" %s\n' "$AGENTS" "$1" >mine.sh
	printf '# %s\nmine: mine.sh\n\tcp mine.sh mine && chmod +x mine\n.PHONY: mine\n' "$2" >Makefile
	git add Makefile mine.sh && git commit -qm "$1 $2"
}

mkdir "$top/repo" && cd "$top/repo" || exit 99
git init -q -b main . && echo mine >.gitignore && git add .gitignore || exit 99
version 'good 3' 1 && git tag good
version 'good 3' 2-changed
printf 'mine:; false\n.PHONY: mine\n' >Makefile && git commit -qam 'does not build'
version 'good 3' 3-changed
version 'crash-at-once 3' 4-culprit
version 'crash-at-once 3' 5-after
git checkout -q -b illegal main~2
version 'outside 3' 4-culprit
version 'outside 3' 5-after

printf '[case first]\nmove = a4\n[case second]\nposition = m.ringside:3\nmove = b4\n' >../mine.suite
ringside run gomocup --seed 1 --record ../m.ringside "'$AGENTS/brain' good 3" "'$AGENTS/brain' good 12" >/dev/null || exit 99

number=0 failed=0
# check NAME COMMAND...: prints the output of a command that fails.
check() {
	number=$((number + 1))
	if "${@:2}" >"$top/said" 2>&1; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		tail -60 "$top/said" | sed 's/^/# /'
		failed=1
	fi
}

builds() {
	git checkout -q good && cp ../mine.suite ../m.ringside . && sh -c "$(recipe 'In a build' 1)" &&
		grep -q '<testsuites name="ringside" tests="2" failures="0"' report.xml && rm mine.suite m.ringside report.xml
}

# finds N BRANCH: the N-th recipe of git bisect names the commit.
finds() {
	git checkout -q "$2"
	sh -c "$(recipe 'Which commit was it?' "$1")" && git bisect log >../log &&
		grep -q 'first bad commit: .* 4-culprit' ../log && grep -q '^git bisect skip' ../log
	local status=$?
	cat ../log
	git bisect reset
	return "$status"
}

odds() (
	mkdir -p "$top/odds" && cd "$top/odds" && recipe 'Time odds' 1 tournaments.md >odds.tournament &&
		sh -ec "$(recipe 'Time odds' 2 tournaments.md)" && grep -q '^INFO timeout_turn 50' told &&
		grep -q '"odds":"1/4"' games/results.jsonl && grep -q '"ponder":"no"' games/results.jsonl
)

check 'a tournament with time odds tells them' odds
check 'the build of the manual writes a report' builds
check 'git bisect finds the commit by a suite' finds 1 main
check 'git bisect finds the commit that crashes by a match' finds 2 main
check 'git bisect finds the commit that plays illegally by a match' finds 2 illegal
echo "1..$number"
exit $failed
