#!/bin/sh
# Is each C file of src and tests in a local.mk?  One that is not is missing in the tarball, or is not built.
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
exit $failed
