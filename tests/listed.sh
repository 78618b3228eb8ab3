#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that each C file of src and tests is in a local.mk: otherwise it is missing in the tarball, or is not built.
# Checks that the first lines of each source name its authors and its licence.
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
exit $failed
