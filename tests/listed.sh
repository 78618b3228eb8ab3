#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that each C file of src and tests is in a local.mk: otherwise it is missing in the tarball, or is not built.
# Checks that the first lines of each source name its authors and its licence, and that debian/copyright has a row for each file of others.
cd "${srcdir-.}" || exit 1
failed=0
# automake's own rule builds a test of one file, so its row may lack the ".c".
find src tests -name '*.[ch]' | sort | awk '
	FILENAME != "-" { for (i = 1; i <= NF; i++) listed[$i]; next }
	{ name = $0; sub(/\.c$/, "", name) }
	!($0 in listed) && !(name in listed) { print $0 " is in no local.mk"; failed = 1 }
	END { exit failed }
' src/local.mk tests/local.mk - || failed=1
find src include tests scripts -name '*.[ch]' -o -name '*.py' -o -name '*.sh' | sort | xargs awk '
	/SPDX-License-Identifier: GPL-3.0-or-later/ { named[FILENAME] }
	FNR == 3 { nextfile }
	END {
		for (i = 1; i < ARGC; i++)
			if (!(ARGV[i] in named)) {
				print ARGV[i] " does not name its authors and its licence as the other files do"
				failed = 1
			}
		exit failed
	}
' || failed=1
# Other files name nobody.  Those of these names are the licence, by ringside's authors, or made by ringside.
ours='COPYING *.md *.talk *.lines *.dict *.svg *.sql *.theme *.world *.yml *.ti .* tests/fuzz/corpus/* tests/agents/tables/* tests/house.txt
	tests/leaks tests/stable.txt src/samples/new-game/* scripts/packages/debian/*'
theirs=$(awk '
	/^[^ ]/ { within = $1 == "Files:"; $1 = "" }
	within { gsub(/ \*|^\*$/, ""); print }
' scripts/packages/debian/copyright)
is_among() {
	name=$1
	shift
	for pattern; do
		# shellcheck disable=SC2254 # it is a pattern
		case $name in $pattern) return 0 ;; esac
	done
	return 1
}
if [ -e .git ]; then
	set -f
	for file in $(git ls-files -z | xargs -0 grep -LE '^.{0,6}SPDX-License-Identifier: GPL-3.0-or-later'); do
		# shellcheck disable=SC2086
		is_among "$file" $theirs $ours || {
			echo "$file: whose is it? A file of others has a row in scripts/packages/debian/copyright, with its source and its licence."
			failed=1
		}
	done
	set +f
fi
exit $failed
