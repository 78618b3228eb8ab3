#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# The runner fails when one dialogue fails, says where, and still plays the next.
set -eu
# A dialogue that fails leaves what its statement has allocated.
export ASAN_OPTIONS=detect_leaks=0
run=${builddir:-.}/tests/dialogues/run
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

printf 'system lmc\nbegin\n1> hello\n' >"$folder/a.talk"
printf 'system lmc\nbegin\n1> # ringside ready\n' >"$folder/b.talk"
status=0
"$run" "$folder" >"$folder/told" || status=$?
test "$status" = 1
cat >"$folder/expected" <<EOF
FAIL $folder/a.talk
$folder/a.talk:3: expected "hello" to seat 1, got "# ringside ready"
ok   $folder/b.talk
2 dialogues, 2 checks, 1 failed
EOF
diff "$folder/expected" "$folder/told"

# A mistake in a file that another does is told with both places.
printf '# Shared.\nbegin\n1> hello\n' >"$folder/shared.lines"
printf 'system lmc\ndo shared.lines\n' >"$folder/a.talk"
"$run" "$folder/a.talk" >"$folder/told" || true
grep -q "^$folder/shared.lines:3: expected .* (from $folder/a.talk:2)\$" "$folder/told"

# No dialogue is a mistake too, and so is a file that is not there.
mkdir "$folder/empty"
for nothing in "$folder/empty" "$folder/missing.talk"; do
	if "$run" "$nothing" >/dev/null; then exit 1; fi
done
