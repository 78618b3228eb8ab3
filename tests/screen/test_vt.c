/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_vt.c - the headless terminal itself, on which the screen tests rely.
 *
 * PAINTER names the program of painter.c.  */
#include "../test.h"
#include "vt.h"
#include "vt_screen.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LONG = 20000 }; /* a deadline that only a failure reaches */

/* A shell that runs the script on a terminal of 40 by 6.  */
static struct vt *shell(const char *script)
{
	const char *const argv[] = {"sh", "-c", script, NULL};
	struct vt *vt = vt_spawn(&(struct vt_options){.cols = 40, .rows = 6}, argv);

	assert_non_null(vt);
	return vt;
}

static struct vt *painter(const char *term, const char *locale)
{
	const char *const argv[] = {getenv("PAINTER"), "echo", NULL};
	struct vt *vt = vt_spawn(&(struct vt_options){.term = term, .locale = locale}, argv);

	assert_non_null(vt);
	return vt;
}

static void vt_end(struct vt **made)
{
	vt_free(*made);
}

#define VT_TEST(name, made) TEST_GIVEN(name, struct vt *, vt, made, vt_end)

/* Discards stderr from here on, because waits that are expected to fail print screens.  */
static int silence(void)
{
	int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);

	dup2(nowhere, STDERR_FILENO);
	close(nowhere);
	return kept;
}

static void speak(int kept)
{
	dup2(kept, STDERR_FILENO);
	close(kept);
}

/* ---- cells ---- */

VT_TEST(a_cell_tells_its_text_colours_and_attributes,
	shell("printf 'a\\033[1;3;4;31;42mb\\033[0;7;96mc\\033[0;38;5;208;48;2;1;2;3md\\n'"))
{
	struct vt_cell cell;

	assert_int_equal(vt_finish(vt, LONG), 0);
	assert_string_equal(vt_row(vt, 0), "abcd");
	cell = vt_at(vt, 0, 0);
	assert_string_equal(cell.text, "a");
	assert_int_equal(cell.fg, VT_DEFAULT);
	assert_int_equal(cell.bg, VT_DEFAULT);
	assert_false(cell.bold || cell.italic || cell.underline || cell.inverse);
	cell = vt_at(vt, 1, 0);
	assert_int_equal(cell.fg, 1);
	assert_int_equal(cell.bg, 2);
	assert_true(cell.bold && cell.italic && cell.underline && !cell.inverse);
	cell = vt_at(vt, 2, 0);
	assert_int_equal(cell.fg, 14);
	assert_true(cell.inverse && !cell.bold);
	cell = vt_at(vt, 3, 0);
	assert_int_equal(cell.fg, vt_colour(208));
	assert_int_equal(cell.bg, VT_RGB(1, 2, 3));
	assert_string_equal(vt_at(vt, 4, 0).text, " ");
	assert_string_equal(vt_at(vt, 40, 0).text, "");
}

TEST(each_of_the_256_colours_has_the_expected_value)
{
	struct vt_screen screen;
	bool whole;

	vt_screen_open(&screen, 1, 1);
	for (int index = 0; index < 256; index++) {
		FREED char *bytes = bytes_text("\033[H\033[38;5;%d;48;5;%dmX", index, index);

		vt_screen_draw(&screen, bytes, strlen(bytes), &whole);
		assert_int_equal(screen.cells[0].fg, vt_colour(index));
		assert_int_equal(screen.cells[0].bg, vt_colour(index));
	}
	vt_screen_close(&screen);
}

VT_TEST(a_wide_character_has_two_cells_and_find_counts_both, shell("printf 'xxxxxx\\r作者 b\\n'"))
{
	int x = -1, y = -1;

	assert_int_equal(vt_finish(vt, LONG), 0);
	assert_string_equal(vt_row(vt, 0), "作者 b");
	assert_string_equal(vt_at(vt, 0, 0).text, "作");
	assert_string_equal(vt_at(vt, 1, 0).text, "");
	assert_true(vt_find(vt, "者", &x, &y));
	assert_int_equal(x, 2);
	assert_int_equal(y, 0);
	assert_true(vt_find(vt, "b", &x, NULL));
	assert_int_equal(x, 5);
	assert_string_equal(vt_span(vt, 4, 0, 4), " b  ");
	assert_false(vt_find(vt, "z", &x, &y));
}

VT_TEST(half_a_wide_character_becomes_a_blank,
	shell("printf '作者\\033[2Gx\\033[3Gy\\r\\n作作\\033[2G你\\033[2;40H作'"))
{
	assert_int_equal(vt_finish(vt, LONG), 0);
	assert_string_equal(vt_row(vt, 0), " xy");
	assert_string_equal(vt_span(vt, 0, 0, 5), " xy  ");
	assert_string_equal(vt_span(vt, 0, 1, 5), " 你  ");
}

VT_TEST(the_cursor_has_its_place_and_visibility,
	shell("printf 'ab\\r\\ncde'; read x; printf '\\033[?25l\\033[1;2H'; read x"))
{
	assert_true(vt_wait_cursor(vt, 3, 1, LONG));
	vt_keys(vt, "\n");
	assert_true(vt_wait_gone(vt, "none", LONG));
	while (vt_cursor(vt).shown)
		assert_true(vt_settle(vt, 1, LONG));
	assert_int_equal(vt_cursor(vt).x, 1);
	assert_int_equal(vt_cursor(vt).y, 0);
}

/* The cell value of the colour with this ncurses number.  */
static int shown_as(const char *term, int colour)
{
	if (strcmp(term, "tsm-direct") == 0 && colour >= 8)
		return 1 << 24 | colour;
	return vt_colour(colour);
}

static void compare_with(struct vt *vt, const char *term, FILE *painted)
{
	char line[100];
	int cells = 0;

	for (; fgets(line, sizeof(line), painted); cells++) {
		int x, y, fg, bg, rest;
		char look[8], *seen, *told;
		struct vt_cell cell;

		assert_int_equal(sscanf(line, "%d %d %d %d %7s%n", &x, &y, &fg, &bg, look, &rest), 5);
		line[strcspn(line, "\n")] = '\0';
		cell = vt_at(vt, x, y);
		told = bytes_text("%d,%d %x on %x %s%s", x, y, (unsigned)shown_as(term, fg),
				  (unsigned)shown_as(term, bg), look, line + rest);
		seen = bytes_text("%d,%d %x on %x %s%s%s%s- %s", x, y, (unsigned)cell.fg, (unsigned)cell.bg,
				  cell.bold ? "b" : "", cell.italic ? "i" : "", cell.underline ? "u" : "",
				  cell.inverse ? "r" : "", cell.text);
		if (strcmp(seen, told) != 0)
			vt_print(vt, "not what ncurses drew");
		assert_string_equal(seen, told);
		free(seen);
		free(told);
	}
	assert_true(cells >= vt_cols(vt) * vt_rows(vt) / 2);
}

TEST(ncurses_and_vt_agree_on_every_cell)
{
	static const char *const TERMS[] = {"tsm", "tsm-direct", "tsm-8color", "tsm-mono"};

	for (int seed = 1; seed <= 24; seed++) {
		char path[] = "painted-XXXXXX", *number = bytes_text("%d", seed);
		const char *const argv[] = {getenv("PAINTER"), "random", number, "200", path, NULL};
		const char *term = TERMS[seed % 4];
		int file = mkstemp(path);
		FILE *painted;
		struct vt *vt;

		assert_true(file >= 0);
		painted = fdopen(file, "r");
		vt = vt_spawn(&(struct vt_options){.cols = 20 + 6 * seed, .rows = 5 + seed, .term = term},
			      argv);
		assert_true(vt_wait(vt, "painted", LONG));
		unlink(path);
		compare_with(vt, term, painted);
		fclose(painted);
		vt_keys(vt, "q");
		assert_int_equal(vt_finish(vt, LONG), 0);
		assert_string_equal(vt_left_behind(vt), "");
		vt_free(vt);
		free(number);
	}
}

/* ---- frames and waits ---- */

VT_TEST(a_wait_that_times_out_returns_false_and_shows_the_screen, shell("printf 'here\\n'; read x"))
{
	char seen[2000] = "";
	int pipe_ends[2], kept;

	assert_true(vt_wait(vt, "here", LONG));
	assert_int_equal(pipe(pipe_ends), 0);
	kept = dup(STDERR_FILENO);
	dup2(pipe_ends[1], STDERR_FILENO);
	assert_false(vt_wait(vt, "there", 30));
	speak(kept);
	close(pipe_ends[1]);
	assert_true(read(pipe_ends[0], seen, sizeof(seen) - 1) > 0);
	close(pipe_ends[0]);
	assert_non_null(strstr(seen, "waited 30 ms for \"there\""));
	assert_non_null(strstr(seen, "│here    "));
	kept = silence();
	assert_false(vt_wait_gone(vt, "here", 30));
	assert_false(vt_wait_cursor(vt, 9, 3, 30));
	assert_false(vt_wait_stopped(vt, 30));
	speak(kept);
}

VT_TEST(a_wait_ends_with_the_program, shell("printf last"))
{
	time_t start = time(NULL);
	int kept = silence();

	assert_false(vt_wait(vt, "never", LONG));
	speak(kept);
	assert_true(time(NULL) - start < LONG / 1000);
	assert_true(vt_wait(vt, "last", LONG));
}

VT_TEST(half_a_frame_is_never_seen,
	shell("stty -echo; printf '\\033[?2026hold\\033[?2026l'; read x;printf '\\033[?2026h\\rnew'; read x; "
	      "printf ' more\\033[?20'; printf '26l'; read x"))
{
	int kept;

	assert_true(vt_wait(vt, "old", LONG));
	vt_keys(vt, "\n");
	kept = silence();
	assert_false(vt_wait(vt, "new", 100));
	speak(kept);
	assert_string_equal(vt_row(vt, 0), "old");
	vt_keys(vt, "\n");
	assert_true(vt_wait(vt, "new", LONG));
	assert_non_null(strstr(vt_row(vt, 0), "more"));
}

VT_TEST(an_unfinished_frame_is_seen_after_the_programs_end, shell("printf '\\033[?2026hlast words'"))
{
	assert_true(vt_wait(vt, "last words", LONG));
	assert_int_equal(vt_finish(vt, LONG), 0);
	assert_string_equal(vt_left_behind(vt), "open frame");
}

TEST(a_text_that_stays_for_one_frame_is_not_missed)
{
	/* All frames in one write.  */
	struct vt *vt = shell("printf '\\033[?2026h\\r<%s>\\033[?2026l' 1 2 3 4 5; read x");
	char text[] = "<0>";

	for (int i = 1; i <= 5; i++) {
		text[1] = (char)('0' + i);
		assert_true(vt_wait(vt, text, LONG));
		assert_string_equal(vt_row(vt, 0), text);
	}
	vt_free(vt);
}

static bool row_3_is_full(struct vt *vt, void *asked)
{
	++*(int *)asked;
	return strlen(vt_row(vt, 3)) == 40;
}

VT_TEST(a_wait_accepts_the_callers_condition, shell("printf '\\033[4H%40s' | tr ' ' x; read x"))
{
	int asked = 0;

	assert_true(vt_wait_until(vt, "a full row", row_3_is_full, &asked, LONG));
	assert_true(asked > 0);
}

VT_TEST(large_output_is_kept_complete,
	shell("i=0; while [ $i -lt 20000 ]; do echo \"line $i\"; i=$((i+1)); done; printf end"))
{
	const char *output;
	size_t size, count;

	assert_int_equal(vt_finish(vt, LONG), 0);
	assert_string_equal(vt_row(vt, 5), "end");
	assert_string_equal(vt_row(vt, 4), "line 19999");
	output = vt_output(vt, &size);
	assert_memory_equal(output, "line 0\r\nline 1\r\n", 16);
	assert_memory_equal(output + size - 15, "line 19999\r\nend", 15);
	assert_true(vt_reads(vt, &count)[count - 1].at + vt_reads(vt, &count)[count - 1].size == size);
}

/* ---- input ---- */

VT_TEST(queries_to_the_terminal_are_answered, shell("stty raw -echo; printf 'abc\\033[6n'; x=$(head -c 6 | "
						    "tr '\\033' E); stty sane;printf \"\\r\\n<$x>\""))
{
	assert_true(vt_wait(vt, "<E[1;4R>", LONG));
}

TEST(keys_arrive_with_their_ncurses_names)
{
	static const struct {
		const char *bytes, *name;
	} KEYS[] = {
		{"a", "key a"},
		{VT_UP, "key KEY_UP"},
		{VT_DOWN, "key KEY_DOWN"},
		{VT_LEFT, "key KEY_LEFT"},
		{VT_RIGHT, "key KEY_RIGHT"},
		{VT_HOME, "key KEY_HOME"},
		{VT_END, "key KEY_END"},
		{VT_PGUP, "key KEY_PPAGE"},
		{VT_PGDN, "key KEY_NPAGE"},
		{VT_INSERT, "key KEY_IC"},
		{VT_DELETE, "key KEY_DC"},
		{VT_BTAB, "key KEY_BTAB"},
		{VT_F1, "key KEY_F(1)"},
		{VT_ESC, "key ^["},
	};
	struct vt *vt = painter("tsm", "C.UTF-8");

	assert_true(vt_wait(vt, "┌─ colours 256", LONG));
	for (size_t i = 0; i < sizeof(KEYS) / sizeof(KEYS[0]); i++) {
		vt_keys(vt, KEYS[i].bytes);
		assert_true(vt_wait(vt, KEYS[i].name, LONG));
	}
	vt_free(vt);
}

VT_TEST(the_mouse_arrives_where_it_was_clicked, painter("tsm", "C.UTF-8"))
{
	assert_true(vt_wait(vt, "colours", LONG));
	assert_true(vt_click(vt, 71, 3));
	assert_true(vt_wait(vt, "press 71,3", LONG));
	assert_true(vt_wait(vt, "release 71,3", LONG));
	assert_true(vt_mouse(vt, 2, 0, 23, true));
	assert_true(vt_wait(vt, "right 0,23", LONG));
	assert_true(vt_wheel(vt, 5, 6, 1));
	assert_true(vt_wait(vt, "wheel up 5,6", LONG));
	assert_true(vt_wheel(vt, 5, 7, -1));
	assert_true(vt_wait(vt, "wheel down 5,7", LONG));
}

VT_TEST(a_program_that_did_not_ask_for_the_mouse_gets_no_clicks, shell("printf ready; read x"))
{
	int kept;

	assert_true(vt_wait(vt, "ready", LONG));
	kept = silence();
	assert_false(vt_click(vt, 1, 1));
	speak(kept);
}

VT_TEST(a_resize_reaches_the_program_and_the_screen, painter("tsm", "C.UTF-8"))
{
	assert_true(vt_wait(vt, "colours", LONG));
	vt_resize(vt, 300, 120);
	assert_true(vt_wait(vt, "size 300x120", LONG));
	assert_int_equal(vt_cols(vt), 300);
	assert_int_equal(vt_rows(vt), 120);
	assert_string_equal(vt_at(vt, 299, 119).text, " ");
	vt_resize(vt, 12, 3);
	assert_true(vt_wait(vt, "size 12x3", LONG));
}

TEST(the_test_terminals_have_the_declared_colours)
{
	static const char *const TERMS[][2] = {
		{"tsm", "colours 256"},      {"tsm-direct", "colours 16777216"},
		{"tsm-8color", "colours 8"}, {"tsm-mono", "colours 0"},
		{"vt100", "colours 0"}, /* system entries are found too */
	};

	for (size_t i = 0; i < sizeof(TERMS) / sizeof(TERMS[0]); i++) {
		struct vt *vt = painter(TERMS[i][0], "C.UTF-8");

		assert_true(vt_wait(vt, TERMS[i][1], LONG));
		vt_free(vt);
	}
}

TEST(the_caller_chooses_the_locale_and_the_environment)
{
	const char *const argv[] = {"sh", "-c", "echo \"<$LC_ALL|$TERM|$ONE|${HOME-none}|${COLUMNS-none}>\"",
				    NULL};
	const char *const env[] = {"ONE=1=1", "HOME", NULL};
	struct vt *vt = vt_spawn(&(struct vt_options){.locale = "C", .term = "tsm-mono", .env = env}, argv);

	assert_true(vt_wait(vt, "<C|tsm-mono|1=1|none|none>", LONG));
	vt_free(vt);
	vt = painter("tsm", "C");
	assert_true(vt_wait(vt, "┌─ colours", LONG)); /* from ESC ( 0 */
	vt_free(vt);
}

/* ---- the end ---- */

TEST(finish_returns_the_wait_status)
{
	const char *const nobody[] = {"/nowhere/nobody", NULL};
	struct vt *vt = shell("exit 7");

	assert_int_equal(WEXITSTATUS(vt_finish(vt, LONG)), 7);
	assert_int_equal(vt_signal(vt, SIGTERM), -ESRCH);
	vt_free(vt);
	vt = shell("printf up; exec sleep 1000");
	assert_true(vt_wait(vt, "up", LONG));
	assert_int_equal(vt_signal(vt, SIGTERM), 0);
	assert_int_equal(WTERMSIG(vt_finish(vt, LONG)), SIGTERM);
	vt_free(vt);
	vt = vt_spawn(&(struct vt_options){0}, nobody);
	assert_int_equal(WEXITSTATUS(vt_finish(vt, LONG)), 127);
	assert_string_equal(vt_row(vt, 0), "cannot start /nowhere/nobody: No such file or directory");
	vt_free(vt);
}

VT_TEST(a_program_that_does_not_end_is_killed,
	shell("trap '' HUP TERM INT; printf up; while :; do sleep 1000; done"))
{
	int kept;

	assert_true(vt_wait(vt, "up", LONG));
	vt_keys(vt, "\003");
	kept = silence();
	assert_int_equal(vt_finish(vt, 30), -1);
	speak(kept);
	assert_int_equal(vt_signal(vt, 0), -ESRCH);
}

TEST(a_hang_up_reaches_the_program_even_beside_another_terminal)
{
	struct vt *vt = shell("printf up; exec sleep 1000"), *other = shell("read x");

	assert_true(vt_wait(vt, "up", LONG));
	vt_hang_up(vt);
	assert_int_equal(WTERMSIG(vt_finish(vt, LONG)), SIGHUP);
	vt_free(vt);
	vt_free(other);
}

VT_TEST(a_program_that_tidies_up_leaves_nothing_behind, painter("tsm", "C.UTF-8"))
{
	assert_true(vt_wait(vt, "colours", LONG));
	assert_string_equal(vt_left_behind(vt), "termios, application cursor keys, application keypad, "
						"alternate screen, mouse clicks (1000), mouse as SGR (1006)");
	vt_keys(vt, "q");
	assert_int_equal(vt_finish(vt, LONG), 0);
	assert_string_equal(vt_left_behind(vt), "");
	assert_string_equal(vt_row(vt, 0), ""); /* the main screen again */
}

VT_TEST(a_program_that_does_not_tidy_up_is_detected, painter("tsm", "C.UTF-8"))
{
	assert_true(vt_wait(vt, "colours", LONG));
	vt_keys(vt, "x");
	assert_int_equal(WEXITSTATUS(vt_finish(vt, LONG)), 3);
	assert_string_equal(vt_left_behind(vt), "termios, application cursor keys, application keypad, "
						"alternate screen, mouse clicks (1000), mouse as SGR (1006)");
}

TEST(each_thing_left_behind_is_named)
{
	static const char *const LEFT[][2] = {
		{"stty -echo", "termios"},
		{"stty intr ^A", "termios"},
		{"printf '\\033[?25l'", "hidden cursor"},
		{"printf '\\033[?25l'; printf '\\033[?12;25h'", ""},
		{"printf '\\033[?2004h'", "bracketed paste"},
		{"printf '\\033[?7l'", "no line wrap"},
		{"printf '\\033[?1000;1006h\\033[?1000l'", "mouse as SGR (1006)"},
		{"printf '\\033[?1049h\\033='; printf '\\033c'", ""},
		{"printf '\\033[?1049h\\033[?104'; printf '9'; printf 'l'", ""},
	};

	for (size_t i = 0; i < sizeof(LEFT) / sizeof(LEFT[0]); i++) {
		struct vt *vt = shell(LEFT[i][0]);

		assert_int_equal(vt_finish(vt, LONG), 0);
		assert_string_equal(vt_left_behind(vt), LEFT[i][1]);
		vt_free(vt);
	}
}

VT_TEST(a_suspended_program_can_be_inspected_and_continued, painter("tsm", "C.UTF-8"))
{
	assert_true(vt_wait(vt, "colours", LONG));
	vt_keys(vt, "Z");
	assert_true(vt_wait_stopped(vt, LONG));
	assert_false(vt_find(vt, "colours", NULL, NULL)); /* the main screen */
	vt_signal(vt, SIGCONT);
	assert_true(vt_wait(vt, "back", LONG));
	assert_true(vt_find(vt, "colours", NULL, NULL));
	vt_keys(vt, "q");
	assert_int_equal(vt_finish(vt, LONG), 0);
	assert_string_equal(vt_left_behind(vt), "");
}

/* ---- pictures ---- */

static char *contents_and_unlink(const char *path)
{
	FILE *file = fopen(path, "r");
	struct bytes text = {0};
	char buffer[4096];
	size_t size;

	assert_non_null(file);
	while ((size = fread(buffer, 1, sizeof(buffer), file)) > 0)
		bytes_add(&text, buffer, size);
	fclose(file);
	unlink(path);
	return text.at;
}

VT_TEST(a_picture_has_the_text_and_the_lines, shell("printf '\\033[?25l<a&b> \\033[1;31mred\\r\\n┌●⣿▄\\n'"))
{
	char *svg;

	assert_int_equal(vt_finish(vt, LONG), 0);
	assert_int_equal(vt_write_svg(vt, "test_vt.svg"), 0);
	svg = contents_and_unlink("test_vt.svg");
	assert_non_null(strstr(svg, ">&lt;a&amp;b&gt;</text>"));
	assert_non_null(strstr(svg, "font-weight=\"bold\">red</text>"));
	assert_non_null(strstr(svg, ">●</text>"));
	assert_null(strstr(svg, "┌"));
	assert_null(strstr(svg, "⣿"));
	assert_null(strstr(svg, "▄"));
	free(svg);
	assert_int_equal(vt_write_svg(vt, "/nowhere/x.svg"), -ENOENT);
}

VT_TEST(a_cast_has_all_output_as_json,
	shell("printf 'a\\\\\"\\344'; read x; printf '\\344\\275'; read x; printf '\\234b'; read x"))
{
	char *cast;

	assert_true(vt_wait(vt, "a\\\"", LONG));
	vt_resize(vt, 50, 7);
	vt_keys(vt, "\n\n");
	assert_true(vt_wait(vt, "b", LONG));
	assert_int_equal(vt_write_cast(vt, "test_vt.cast"), 0);
	cast = contents_and_unlink("test_vt.cast");
	assert_true(strstr(cast, "{\"version\": 2, \"width\": 40, \"height\": 6}\n[") == cast);
	assert_non_null(strstr(cast, ", \"o\", \"a\\u005c\\u0022"));
	assert_non_null(strstr(cast, ", \"r\", \"50x7\"]\n"));
	free(cast);
}

TEST_MAIN(NULL, NULL)
