/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_notice.c - what a person learns who looks at another window: the title, the bell, a notification; and
 * that no name of an agent makes the terminal do anything else.  */
#include "../temp.h"
#include "ringside.h"

#include "ringside/words.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int count(struct scene *scene, const char *wanted)
{
	size_t size, length = strlen(wanted);
	const char *at = vt_output(scene->vt, &size), *end = at + size;
	int found = 0;

	while ((at = memmem(at, (size_t)(end - at), wanted, length))) {
		found++;
		at += length;
	}
	return found;
}

TEST_SCENE(the_title_says_who_plays_whom_and_how_it_stands, begin_paused(&small, "good 3", "talks 7", NULL))
{
	ask(scene, "next", "move 1 ", "PAUSED", NULL);
	assert_true(count(scene, "\033]2;good – talks: paused\033\\") >= 1);
	assert_int_equal(count(scene, "\033[22;2t"), 1);
	press(scene, "c", "good wins: five", NULL);
	assert_int_equal(count(scene, "\033]2;good wins\033\\"), 1);
	assert_int_equal(count(scene, "\033[23;2t"), 0);
}

static bool says_to_move(struct vt *vt, void *data)
{
	size_t size, length = strlen(data);
	const char *output = vt_output(vt, &size);

	return memmem(output, size, data, length) != NULL;
}

TEST_SCENE(the_title_says_who_is_to_move, begin_match(&small, "human", "good 7", NULL))
{
	comes(scene, "the title", says_to_move, "– good: ● to move\033\\"); /* at most a second later */
}

TEST_SCENE(the_former_title_comes_back_after_a_crash_too, begin_paused(&small, "good 3", "good 7", NULL))
{
	assert_int_equal(vt_signal(scene->vt, SIGSEGV), 0);
	vt_finish(scene->vt, LONG);
	assert_int_equal(count(scene, "\033[23;2t"), 1);
	abandon(scene);
}

TEST_SCENE(without_a_wish_nothing_rings, begin_match(&small, "good 3", "good 7", NULL))
{
	shows(scene, "good wins: five", NULL);
	assert_int_equal(count(scene, "\007"), 0);
}

TEST_SCENE(the_end_rings_once, begin_match(&small, "good 3", "good 7", "--execute", "set bell on", NULL))
{
	shows(scene, "good wins: five", NULL);
	assert_int_equal(count(scene, "\007"), 1);
}

TEST_SCENE(a_notification_says_what_has_come,
	   begin_match(&small, "good 3", "good 7", "--execute", "set bell notify", NULL))
{
	shows(scene, "good wins: five", NULL);
	assert_int_equal(count(scene, "\033]9;ringside: the match is over\033\\"), 1);
	assert_int_equal(count(scene, "\007"), 0);
}

TEST_SCENE(a_breakpoint_rings, begin_match(&small, "good 3", "good 7", "--execute", "set bell notify",
					   "--execute", "break 4", NULL))
{
	shows(scene, "PAUSED breakpoint 1", NULL);
	assert_int_equal(count(scene, "\033]9;ringside: the match has stopped\033\\"), 1);
}

/* Long enough for some frames in its last quarter.  */
TEST_SCENE(a_person_sees_the_time_run_out_and_loses,
	   begin_match(&small, "human", "good 7", "--human-time", "2s", "--tolerance", "0", "--execute",
		       "set bell notify", NULL))
{
	shows(scene, "your move", "(turn 2s)", " left", NULL);
	shows(scene, "good wins: timeout (human)", NULL);
	assert_int_equal(count(scene, "\033]9;ringside: little of your time is left\033\\"), 1);
	shows_no(scene, " left ");
	ask(scene, "why verdict", "the limit of 2.000 s for a turn", "set human-time", NULL);
	type(scene, "\033", NULL);
}

TEST_SCENE(what_a_key_causes_at_once_does_not_ring, begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "set bell on", "the end: on", NULL);
	press(scene, "c", "good wins: five", NULL);
	assert_int_equal(count(scene, "\007"), 0);
}

TEST_SCENE(a_bell_has_three_settings, begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "set bell loud", "expected off, on or notify", NULL);
	ask(scene, "set bell on", "the end: on", NULL);
	ask(scene, "set bell off", "the end: off", NULL);
}

/* The body of the OSC sequence at this byte of the output, which ringside may have sent.  Returns where it
 * ends.  */
static size_t tame_sequence(const char *output, size_t at, size_t size)
{
	static const char *const own[] = {"2;", "9;ringside: the match is over\033", "11;?\033", "52;c;"};
	size_t end = at, length;
	bool known = false;
	uint32_t character;

	while (end < size && output[end] != '\007' && output[end] != '\033') {
		length = words_character(output + end, size - end, &character);
		assert_true(length && !words_is_treacherous(character));
		end += length;
	}
	assert_true(end + 1 < size && (output[end] == '\007' || output[end + 1] == '\\'));
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		known = known || strncmp(output + at, own[i], strlen(own[i])) == 0;
	assert_true(known);
	assert_true(end - at < 1000);
	return end + (output[end] == '\033');
}

/* All that ringside has written: characters that show what they are, sequences that ncurses makes, and its
 * own OSC sequences.  */
static void assert_tame(struct scene *scene)
{
	size_t size, length;
	const char *output = vt_output(scene->vt, &size);
	uint32_t character;

	for (size_t at = 0; at < size; at += length) {
		length = 1;
		if (output[at] == '\033' && at + 1 < size && output[at + 1] == ']')
			length = tame_sequence(output, at + 2, size) + 1 - at;
		else if (!strchr("\033\r\n\b\t", output[at]) || !output[at]) {
			length = words_character(output + at, size - at, &character);
			assert_true(length && !words_is_treacherous(character));
		}
	}
}

/* ESC and C1 as bytes and as characters, what ends a sequence, what turns the direction, no UTF-8.  */
static const char hostile[] = "\xc3\x9b\033]0;owned\007\033\\\xc2\x9d\xc2\x9c\xc2\x9b"
			      "31m\xe2\x80\xae\xe2\x81\xa6\n\x9d\x9c\xff";

/* Records a match to its end at this path, and gives its players those names.  */
static void record_hostile(const char *path)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", "--record", path, NULL);
	char marks[4000] = "b";
	sqlite3_stmt *row;
	sqlite3 *file;

	shows(scene, "good wins: five", NULL);
	leave(scene);
	while (strlen(marks) < sizeof(marks) - 3)
		strcat(marks, "\xcc\x81");
	assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
	assert_int_equal(
		sqlite3_prepare_v2(file, "UPDATE seat SET name = iif(seat = 1, ?1, ?2)", -1, &row, NULL),
		SQLITE_OK);
	sqlite3_bind_text(row, 1, hostile, sizeof(hostile) - 1, SQLITE_STATIC);
	sqlite3_bind_text(row, 2, marks, -1, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(row), SQLITE_DONE);
	sqlite3_finalize(row);
	sqlite3_close(file);
}

TEST(a_hostile_name_stays_a_word_of_the_title)
{
	TEMP char *path = temp_path("match");
	struct stage plain = {80, 24, .locale = "C"};
	struct scene *scene;
	const char *output;
	size_t size;

	record_hostile(path);
	scene = begin(&small, "open", path, "--execute", "set clipboard on", "--execute", "set bell notify",
		      NULL);
	shows(scene, "owned", " wins: five", NULL);
	press(scene, VT_UP "\ry", "was sent to the terminal's clipboard", NULL);
	assert_int_equal(count(scene, "\033]2;\xc3\x9b\\x1b]0;owned\\x07\\x1b\\\\u{9d}\\u{9c}\\u{9b}31m"), 1);
	assert_int_equal(count(scene, "\033]52;c;"), 1);
	assert_tame(scene);
	leave(scene);
	scene = begin(&plain, "open", path, NULL);
	shows(scene, "owned", NULL);
	assert_tame(scene);
	output = vt_output(scene->vt, &size);
	for (size_t at = 0; at < size; at++)
		assert_true((unsigned char)output[at] < 0x80); /* 0x9b alone is a control there */
	leave(scene);
}

TEST(a_hostile_name_stays_a_word_of_the_list_of_kept_matches)
{
	TEMP char *home = temp_path("state");
	FREED char *below = bytes_text("%s/ringside", home);
	FREED char *matches = bytes_text("%s/matches", below);
	FREED char *path = bytes_text("%s/a.ringside", matches);
	struct scene *scene;

	assert_int_equal(mkdir(home, 0700), 0);
	assert_int_equal(mkdir(below, 0700), 0);
	assert_int_equal(mkdir(matches, 0700), 0);
	record_hostile(path);
	scene = begin_in(&small, home, "open", NULL);
	shows(scene, "the newest first", "owned", NULL);
	assert_tame(scene);
	type(scene, "q", NULL);
	assert_int_equal(ends(scene), 0);
}

TEST_MAIN(NULL, NULL)
