#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that each C file of src and tests is in a local.mk: otherwise it is missing in the tarball, or is not built.
# Checks that the first lines of each source name its authors and its licence.
cd "${srcdir-.}" || exit 1
failed=0
for file in $(find src tests -name '*.[ch]' | sort); do
	grep -qE "(^|[[:space:]])$file( |\$)" src/local.mk tests/local.mk && continue
	case $file in *.c) # automake's own rule builds a test of one file
		grep -qE "(^|[[:space:]])${file%.c}( |\$)" src/local.mk tests/local.mk && continue ;;
	esac
	echo "$file is in no local.mk"
	failed=1
done
for file in $(find src include tests scripts -name '*.[ch]' -o -name '*.py' -o -name '*.sh' | sort); do
	head -3 "$file" | grep -q 'SPDX-License-Identifier: GPL-3.0-or-later' && continue
	echo "$file does not name its authors and its licence as the other files do"
	failed=1
done
exit $failed
