/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_film.c - `export` of films: what they show at the end is what `open` shows.  */
#include "ringside.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *home;

static int in_home(void **state UNUSED)
{
	home = bytes_text("/tmp/ringside-film-XXXXXX");
	return temporary_folder(home) ? chdir(home) : -1;
}

static int leave_home(void **state UNUSED)
{
	FREED char *line = bytes_text("rm -rf '%s'", home);
	int status = chdir("/");

	status |= system(line);
	free(home);
	return status;
}

/* Runs a line of sh on a terminal of its own, which is returned; it must end with that status.  */
static struct vt *ran(const char *line, int status)
{
	FREED char *home_set = bytes_text("HOME=%s", home);
	const char *const env[] = {home_set, "XDG_STATE_HOME", "XDG_CONFIG_HOME", NULL};
	struct vt_options options = {.env = env};
	struct vt *vt = vt_spawn(&options, (const char *const[]){"sh", "-c", line, NULL});
	int ended;

	assert_non_null(vt);
	ended = vt_finish(vt, LONG);
	if (ended != status << 8)
		vt_print(vt, line);
	assert_int_equal(ended, status << 8);
	return vt;
}

static void runs(const char *line)
{
	vt_free(ran(line, 0));
}

static void refuses(const char *line, int status, const char *words)
{
	struct vt *vt = ran(line, status);

	if (!vt_find(vt, words, NULL, NULL))
		vt_print(vt, words);
	assert_true(vt_find(vt, words, NULL, NULL));
	vt_free(vt);
}

/* The row of an SVG has no text where the screen's has no ASCII.  */
static bool same_ascii(const char *drawn, const char *row)
{
	for (; *row; row++) {
		if ((*row & 0xc0) == 0x80)
			continue;
		if (*row & 0x80 ? *drawn && *drawn != ' ' : *row != (*drawn ? *drawn : ' '))
			return false;
		drawn += *drawn != '\0';
	}
	return !*drawn;
}

static void the_end_is_what_open_shows(void)
{
	struct vt *cast = ran("\"$FILM\" cast m.cast", 0), *svg = ran("\"$FILM\" svg m.svg | head -c -1", 0);
	FREED char *path = bytes_text("%s/m.ringside", home);
	struct scene *scene = begin(&small, "open", path, NULL);

	shows(scene, vt_row(cast, 23), NULL); /* the line of keys is drawn last */
	for (int y = 0; y < 24; y++) {
		FREED char *row = bytes_text("%s", vt_row(scene->vt, y));

		assert_string_equal(vt_row(cast, y), row);
		if (!same_ascii(vt_row(svg, y), row))
			fail_msg("row %d of the picture: \"%s\", not \"%s\"", y, vt_row(svg, y), row);
	}
	leave(scene);
	vt_free(cast);
	vt_free(svg);
}

TEST(a_film_ends_as_open_shows_the_match)
{
	static const char *const matches[] = {
		("gomocup --name1 '<b>]]>&\"x' 'sample:threat --nodes 40 --seed 1 --talk' "
		 "'sample:threat --nodes 40 --seed 2 --talk'"),
		"lmc --turns 30 --seed 1 'sample:predictor --seed 3' 'sample:random --seed 3'",
		"lmc2 --seed 1 --game-program sample:questions 'sample:learner --seed 1'",
		"qchess --seed 5 'sample:thinker --seed 1' 'sample:random --seed 1'",
		"asimulator --seed 49 sample:reasoner 'sample:wander --seed 1'",
	};

	for (size_t i = 0; i < sizeof(matches) / sizeof(matches[0]); i++) {
		FREED char *line =
			bytes_text("rm -f m.*; \"$RINGSIDE\" run %s --record m.ringside && "
				   "\"$RINGSIDE\" export m.ringside -o m.cast --speed 1s </dev/null && "
				   "\"$RINGSIDE\" export m.ringside -o m.svg --speed 1s </dev/null",
				   matches[i]);

		runs(line);
		the_end_is_what_open_shows();
	}
}

TEST(the_same_file_gives_the_same_film)
{
	runs("rm -f m.*; \"$RINGSIDE\" run lmc --turns 12 sample:random sample:rotate --record m.ringside");
	for (const char *const *kind = (const char *const[]){"cast", "svg", NULL}; *kind; kind++) {
		FREED char *line = bytes_text(
			"for i in 1 2; do \"$RINGSIDE\" export m.ringside --format %s --speed 4 --theme "
			"dark --layout wide --screen 120x40 >$i.%s; done; test -s 1.%s && cmp 1.%s "
			"2.%s",
			*kind, *kind, *kind, *kind, *kind);

		runs(line);
	}
}

/* However short its turn was.  Nor do new browsers, which ignore xml:space, collapse the blanks in it.  */
TEST(each_move_is_a_frame_of_its_own)
{
	runs("rm -f m.*; \"$RINGSIDE\" run lmc --turns 12 sample:constant sample:rotate --record m.ringside "
	     "&& "
	     "\"$RINGSIDE\" export m.ringside -o m.svg && grep -q 'text{white-space:pre}' m.svg && "
	     "\"$RINGSIDE\" export m.ringside -o m.cast && test $(grep -c '\"o\"' m.cast) -gt 24");
}

TEST(what_cannot_be_filmed_is_refused)
{
	runs("rm -f m.*; \"$RINGSIDE\" run lmc --turns 4 sample:random sample:rotate --record m.ringside; "
	     "echo no match >words; printf '%s\\n' 'Piskvorky 15x15, 11:11, 0' 'a' 'b' '-1' >none.psq");
	refuses("\"$RINGSIDE\" export m.ringside --format svg --screen 40x20", 2, "expected at least 60x16");
	refuses("\"$RINGSIDE\" export m.ringside --format svg --screen wide", 2, "--screen wide: expected");
	refuses("\"$RINGSIDE\" export m.ringside --format cast --speed 3", 2, "expected x1/4, x1 to x64");
	refuses("\"$RINGSIDE\" export m.ringside --format jsonl --speed 4", 2,
		"for the formats cast and svg");
	refuses("\"$RINGSIDE\" export words --format svg", 1, "is not a match file");
	refuses("\"$RINGSIDE\" export none.psq -o n.svg || { test ! -e n.svg && exit 1; }", 1,
		"no move was played");
}

TEST_MAIN(in_home, leave_home)
