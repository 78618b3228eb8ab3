#!/usr/bin/env bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# tmux.sh - ringside inside tmux, a terminal of another program, as TAP.
#
# RINGSIDE is the path of the program, AGENTS the folder of the agents of tests/agents. The tmux server is our own,
# and ends with this script.
set -uo pipefail

command -v tmux >/dev/null || { echo '1..0 # SKIP there is no tmux'; exit 77; }
locale -a 2>/dev/null | grep -qi '^c.utf-\?8$' || { echo '1..0 # SKIP there is no UTF-8 locale'; exit 77; }

# Named and locked as temporary.h says. Until it is locked, another ringside may take it for a folder that was left behind.
while
	folder=$(mktemp -d "${TMPDIR:-/tmp}/ringside-tmux-_XXXXX") || exit 99
	! { exec {lock}<"$folder" && flock -n "$lock" && [ -d "$folder" ]; } 2>/dev/null
do :; done
server=ringside-test-$$
export LC_ALL=C.UTF-8 HOME=$folder XDG_STATE_HOME=$folder/state XDG_CONFIG_HOME=$folder/config TMUX_TMPDIR=$folder
unset TMUX TERMINFO TERMINFO_DIRS NO_COLOR
at_end() {
	tmux -L "$server" kill-server 2>/dev/null
	rm -rf "$folder"
}
trap at_end EXIT

t() { tmux -L "$server" "$@"; }

seen() { t capture-pane -p -t match 2>/dev/null; }

# Waits until the pane shows all the texts. If it does not in time, prints what it shows.
mkfifo "$folder/never"
exec {never}<>"$folder/never"
shows() {
	local deadline=$((SECONDS + 20)) screen text missing
	while :; do
		screen=$(seen) missing=
		for text; do
			[[ $screen == *"$text"* ]] || { missing=$text; break; }
		done
		[ -n "$missing" ] || return 0
		if [ $SECONDS -ge $deadline ]; then
			printf '# waited for "%s"\n' "$missing"
			sed 's/^/# /' <<<"$screen"
			return 1
		fi
		read -r -t 0.02 -u "$never" _ # polls, because tmux does not report when a pane changes
	done
}

number=0
check() {
	number=$((number + 1))
	if "$2"; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		failed=1
		finish # the next one has a session of its own
	fi
}

# A shell with a known prompt, in a window of this size. The server outlives it; otherwise the next shell would ask a
# server that is about to end.
begin() {
	t -f /dev/null new-session -d -s match -x "$1" -y "$2" "env PS1='prompt> ' bash --norc --noprofile -i" &&
		t set-option -g status off && t set-option -s exit-empty off && t resize-window -t match -x "$1" -y "$2" && shows 'prompt>'
}

finish() {
	t kill-session -t match
}

type_line() { t send-keys -t match -l "$1" && t send-keys -t match Enter; }

a_demo_is_shown_and_the_terminal_is_restored() {
	begin 80 24 || return 1
	type_line 'echo was here before'
	shows $'\nwas here before' || return 1
	type_line "'$RINGSIDE' demo --seed 1"
	shows 'RUNNING' '┌[1] board' '1 3000 nodes' '2 30000 nodes' 'a b c d e f g h i j k l m n o' 'space pause' || return 1
	t send-keys -t match q
	shows 'quit? y/n' || return 1
	t send-keys -t match y
	shows $'\nwas here before' "demo --seed 1" 'prompt>' || return 1
	[[ $(seen) != *'┌[1] board'* ]] || return 1
	type_line 'stty -a | grep -q " icanon" && echo still "a shell"'
	shows 'still a shell' || return 1
	[ "$(t display-message -p -t match '#{alternate_on}#{mouse_any_flag}#{cursor_flag}')" = 001 ] || return 1
	finish
}

a_window_that_changes_its_size_shows_everything_again() {
	begin 80 24 || return 1
	type_line "'$RINGSIDE' play gomocup --pause \"'$AGENTS/brain' talks 3\" \"'$AGENTS/brain' good 7\""
	shows 'PAUSED' || return 1
	t send-keys -t match n
	shows 'move 1 ' ' log ' || return 1
	t resize-window -t match -x 160 -y 50
	shows '1 log' '2 log' 'DEBUG depth 1' 'freeze' || return 1
	t resize-window -t match -x 30 -y 6
	shows 'too small' || return 1
	t resize-window -t match -x 80 -y 24
	shows ' log ' '1 talks' '2 good' 'move 1 ' 'space run' || return 1
	type_line ':quit now'
	shows 'prompt>' || return 1
	finish
}

a_person_plays_with_keys_and_with_the_mouse() {
	begin 80 24 || return 1
	type_line "'$RINGSIDE' play gomocup human \"'$AGENTS/brain' good 7\""
	shows 'your move' 'h8 (7,7)' || return 1
	t send-keys -t match Down Down Left Enter
	shows 'move 2 ' 'your move' 'g6 (6,5)' || return 1
	[[ $(seen) == *' 6  · · · · · ·(●)'* || $(seen) == *' 6  · · · · · · ● '* ]] || return 1
	# what tmux sends for a click on j11: column 24, row 9, counted from 1
	if [ "$(t display-message -p -t match '#{mouse_sgr_flag}')" = 1 ]; then
		t send-keys -t match -l $'\e[<0;24;9M\e[<0;24;9m'
	else
		t send-keys -t match -l $'\e[M 8)\e[M#8)'
	fi
	shows 'move 4 ' || return 1
	seen | grep -q '11 .*●' || return 1
	type_line ':quit now'
	shows 'prompt>' || return 1
	finish
}

# Every row of the frame has the same width, whatever it contains.
emoji_do_not_move_the_frame() {
	cat >"$folder/pbrain-emoji" <<'END'
#!/bin/sh
while read -r line; do
	case $line in
	START*) printf 'MESSAGE a⚠️b✔️c👨‍👩‍👧d👍🏽e❤️‍🔥f1️⃣g\n%s\nOK\n' "MESSAGE $(printf '👍🏽%.0s' $(seq 100))" ;;
	END) exit ;;
	esac
done
END
	chmod +x "$folder/pbrain-emoji"
	begin 80 24 || return 1
	type_line "'$RINGSIDE' play gomocup --layout traffic --turn-time 1h '$folder/pbrain-emoji' human"
	shows 'a⚠b✔c�d👍e�f1' '👍👍' 'thinking' || return 1
	[[ $(seen) != *'\x'* ]] || return 1
	seen | grep '^│.*│$' >"$folder/rows" || return 1
	grep -q '👍👍.*…' "$folder/rows" || return 1
	while read -r line; do
		[ "$(wc -L <<<"$line")" -eq 80 ] || { echo "# $line"; return 1; }
	done <"$folder/rows"
	type_line ':quit now'
	shows 'prompt>' || return 1
	finish
}

failed=0
echo 1..4
check 'a demo is shown, and the terminal is restored' a_demo_is_shown_and_the_terminal_is_restored
check 'a window that changes its size shows everything again' a_window_that_changes_its_size_shows_everything_again
check 'a person plays with keys and with the mouse' a_person_plays_with_keys_and_with_the_mouse
check 'emoji do not move the frame' emoji_do_not_move_the_frame
exit "$failed"
