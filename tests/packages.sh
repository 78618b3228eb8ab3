#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that configure names all libraries that are missing, and their packages for each package manager, at once.
# It runs in a copy, as a source folder may be configured already, and pkg-config finds nothing there.
folder=$(mktemp -d) && trap 'chmod -R u+w "$folder"; rm -r "$folder"' EXIT
cp -r "${srcdir-.}/configure" "${srcdir-.}/build-aux" "$folder" && cd "$folder" && mkdir src && touch src/main.c || exit 1
if PKG_CONFIG_PATH='' PKG_CONFIG_LIBDIR='' ac_cv_header_ev_h=no ./configure >said 2>&1; then
	echo 'configure has found what is not there'
	exit 1
fi
failed=0
while read -r line; do
	grep -qF "$line" said || { echo "configure does not say: $line"; tail -8 said; failed=1; }
done <<-'END'
	ringside needs ncursesw >= 6.1, readline >= 8.0, libtsm >= 4.0, sqlite3 >= 3.36, jansson >= 2.13, inih, libpcre2-8 >= 10.34, libev. Install
	apt install libncurses-dev libreadline-dev libtsm-dev libsqlite3-dev libjansson-dev libinih-dev libpcre2-dev libev-dev
	dnf install ncurses-devel readline-devel libtsm-devel sqlite-devel jansson-devel inih-devel pcre2-devel libev-devel
	pacman -S ncurses readline libtsm sqlite jansson libinih pcre2 libev
	zypper install ncurses-devel readline-devel libtsm-devel sqlite3-devel libjansson-devel inih-devel pcre2-devel libev-devel
	apk add ncurses-dev readline-dev libtsm-dev sqlite-dev jansson-dev inih-dev pcre2-dev libev-dev  (libtsm-dev is in edge/testing)
END
exit $failed
