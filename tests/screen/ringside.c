/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ringside.c - runs ringside on the headless terminal.  */
#include "ringside.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 32, TEXTS = 8, ENVIRONMENT_MAX = 65536, DYING = 1000 };

const struct stage small = {80, 24, NULL, NULL, false}, large = {160, 50, NULL, NULL, false};
const struct stage all_stages[] = {
	{80, 24, NULL, NULL, false},
	{160, 50, NULL, NULL, false},
	{80, 24, "C", NULL, false},
	{160, 50, "C", NULL, false},
	{80, 24, NULL, NULL, true},
	{160, 50, NULL, NULL, true},
	{0},
};

static struct scene *newest; /* of those that have not ended */
static bool no_theme;
static const char *fgbg;

/* Keeps a text for a few calls, so that one line of a test can use several.  */
static const char *kept(char *text)
{
	static char *texts[TEXTS];
	static int next;

	next = (next + 1) % TEXTS;
	free(texts[next]);
	texts[next] = text;
	return text;
}

static const char *environment(const char *name)
{
	const char *value = getenv(name);

	if (!value)
		fail_msg("%s is not set: run this by make check", name);
	return value;
}

const char *player(const char *text)
{
	if (strcmp(text, "human") == 0 || strncmp(text, "sample:", 7) == 0 || strchr(text, '/'))
		return text;
	return kept(bytes_text("'%s/brain' %s", environment("AGENTS"), text));
}

const char *path_in(const struct scene *scene, const char *name)
{
	return kept(bytes_text("%s/%s", scene->home, name));
}

static char *make_home(void)
{
	char *home = bytes_text("%s/ringside-screen-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");

	assert_true(temporary_folder(home));
	return home;
}

static int remove_one(const char *path, const struct stat *status UNUSED, int kind UNUSED,
		      struct FTW *walk UNUSED)
{
	return remove(path);
}

static bool has_word(const char *const *argv, const char *wanted)
{
	for (const char *const *word = argv; *word; word++)
		if (strcmp(*word, wanted) == 0)
			return true;
	return false;
}

/* The same arguments, with a seed if a match is played, and with a theme on a screen, so that each run of a
   test is the same.  */
static const char *const *with_usual(const char *const *argv, const char *more[ARGUMENTS_MAX])
{
	bool plays = argv[1] && strcmp(argv[1], "play") == 0 && argv[2];
	bool opens = argv[1] && (strcmp(argv[1], "open") == 0 || strcmp(argv[1], "attach") == 0);
	int i = plays ? 3 : 2, count = i;

	if (!plays && !opens)
		return argv;
	memcpy(more, argv, (size_t)i * sizeof(*argv));
	if (plays && !has_word(argv, "--seed")) {
		more[count++] = "--seed";
		more[count++] = "1";
	}
	if (!no_theme && !has_word(argv, "--theme")) {
		more[count++] = "--theme";
		more[count++] = "default";
	}
	while ((more[count++] = argv[i++]))
		assert_true(count < ARGUMENTS_MAX);
	return more;
}

static struct scene *begin_with(const struct stage *stage, const char *state_home, const char *const *argv)
{
	const char *usual[ARGUMENTS_MAX];
	static int number;
	struct scene *scene = bytes_new(sizeof(*scene));
	FREED char *folder = make_home();
	FREED char *home = bytes_text("HOME=%s", folder);
	FREED char *state = state_home ? bytes_text("XDG_STATE_HOME=%s", state_home)
				       : bytes_text("XDG_STATE_HOME=%s/state", folder);
	FREED char *config = bytes_text("XDG_CONFIG_HOME=%s/config", folder);
	FREED char *mark = bytes_text("RINGSIDE_TEST=screen-%d-%d", (int)getpid(), ++number);
	FREED char *colours = fgbg ? bytes_text("COLORFGBG=%s", fgbg) : bytes_text("COLORFGBG");
	const char *const more[] = {home, state, config, mark, colours, stage->no_color ? "NO_COLOR=1" : NULL,
				    NULL};

	scene->stage = *stage;
	scene->home = bytes_text("%s", folder);
	scene->mark = bytes_text("%s", strchr(mark, '=') + 1);
	scene->vt = vt_spawn(&(struct vt_options){.cols = stage->cols,
						  .rows = stage->rows,
						  .locale = stage->locale,
						  .term = stage->term,
						  .mute = no_theme,
						  .env = more},
			     with_usual(argv, usual));
	assert_non_null(scene->vt);
	scene->before = newest;
	newest = scene;
	return scene;
}

/* Adds the arguments up to NULL.  */
static int add_arguments(const char **argv, int count, va_list arguments)
{
	for (const char *argument; (argument = va_arg(arguments, const char *));) {
		assert_true(count < ARGUMENTS_MAX - 3);
		argv[count++] = argument;
	}
	return count;
}

void choose_no_theme(const char *colorfgbg)
{
	no_theme = true;
	fgbg = colorfgbg;
}

struct scene *begin(const struct stage *stage, ...)
{
	const char *argv[ARGUMENTS_MAX] = {environment("RINGSIDE")};
	va_list arguments;

	va_start(arguments, stage);
	add_arguments(argv, 1, arguments);
	va_end(arguments);
	return begin_with(stage, NULL, argv);
}

struct scene *begin_in(const struct stage *stage, const char *state_home, ...)
{
	const char *argv[ARGUMENTS_MAX] = {environment("RINGSIDE")};
	va_list arguments;

	va_start(arguments, state_home);
	add_arguments(argv, 1, arguments);
	va_end(arguments);
	return begin_with(stage, state_home, argv);
}

struct scene *begin_paused(const struct stage *stage, const char *one, const char *two, ...)
{
	const char *argv[ARGUMENTS_MAX] = {environment("RINGSIDE"), "play", "gomocup", "--pause"};
	struct scene *scene;
	va_list arguments;
	int count;

	va_start(arguments, two);
	count = add_arguments(argv, 4, arguments);
	va_end(arguments);
	argv[count++] = player(one);
	argv[count++] = player(two);
	scene = begin_with(stage, NULL, argv);
	shows(scene, "move 0", "PAUSED", NULL);
	return scene;
}

struct scene *begin_at(const struct stage *stage, const char *state_home, const char *one, const char *two)
{
	const char *const argv[] = {
		environment("RINGSIDE"), "play", "gomocup", "--pause", player(one), player(two), NULL};
	struct scene *scene = begin_with(stage, state_home, argv);

	shows(scene, "move 0", "PAUSED", NULL);
	return scene;
}

struct scene *begin_match(const struct stage *stage, const char *one, const char *two, ...)
{
	const char *argv[ARGUMENTS_MAX] = {environment("RINGSIDE"), "play", "gomocup"};
	va_list arguments;
	int count;

	va_start(arguments, two);
	count = add_arguments(argv, 3, arguments);
	va_end(arguments);
	argv[count++] = player(one);
	argv[count++] = player(two);
	return begin_with(stage, NULL, argv);
}

void type(struct scene *scene, ...)
{
	va_list keys;

	va_start(keys, scene);
	for (const char *key; (key = va_arg(keys, const char *));)
		assert_true(vt_keys(scene->vt, key));
	va_end(keys);
}

void command(struct scene *scene, const char *line)
{
	type(scene, ":", line, "\r", NULL);
}

static bool shows_all(struct vt *vt, void *data)
{
	for (const char *const *text = data; *text; text++)
		if (!vt_find(vt, *text, NULL, NULL))
			return false;
	return true;
}

/* Waits for all these texts, up to NULL.  */
static void wait_for_texts(struct scene *scene, va_list texts)
{
	const char *wanted[ARGUMENTS_MAX] = {0};
	FREED_BY(bytes_free) struct bytes what = {0};
	int count = 0;

	while (count < ARGUMENTS_MAX - 1 && (wanted[count] = va_arg(texts, const char *)))
		bytes_addf(&what, "%s\"%s\"", count ? ", " : "", wanted[count]), count++;
	assert_true(vt_wait_until(scene->vt, what.at, shows_all, wanted, LONG));
}

void shows(struct scene *scene, ...)
{
	va_list texts;

	va_start(texts, scene);
	wait_for_texts(scene, texts);
	va_end(texts);
}

void press(struct scene *scene, const char *keys, ...)
{
	va_list texts;

	type(scene, keys, NULL);
	va_start(texts, keys);
	wait_for_texts(scene, texts);
	va_end(texts);
}

void ask(struct scene *scene, const char *line, ...)
{
	va_list texts;

	command(scene, line);
	va_start(texts, line);
	wait_for_texts(scene, texts);
	va_end(texts);
}

void shows_no(struct scene *scene, const char *text)
{
	assert_true(vt_wait_gone(scene->vt, text, LONG));
}

void comes(struct scene *scene, const char *what, bool (*holds)(struct vt *vt, void *data), void *data)
{
	assert_true(vt_wait_until(scene->vt, what, holds, data, LONG));
}

static bool is_ascii(const struct scene *scene)
{
	return scene->stage.locale && strcmp(scene->stage.locale, "C") == 0;
}

const char *black(const struct scene *scene)
{
	return is_ascii(scene) ? "X" : "●";
}

const char *white(const struct scene *scene)
{
	return is_ascii(scene) ? "O" : "○";
}

const char *empty(const struct scene *scene)
{
	return is_ascii(scene) ? "." : "·";
}

/* Finds a square by the labels of a board of at most 26 columns, whatever the size of its squares.  */
static bool place_of(struct vt *vt, const char *square, int *x, int *y)
{
	static const char *const labels[] = {" a b c d e ", " a   b   c   d   e ",
					     " a     b     c     d     e "};
	int left, top, column = square[0] - 'a', row = atoi(square + 1), size = 0;
	char label[8];

	while (size < 3 && !vt_find(vt, labels[size], &left, &top))
		size++;
	if (size == 3)
		return false;
	snprintf(label, sizeof(label), "%2d ", row);
	*x = left + 1 + 2 * (size + 1) * column;
	for (*y = top + 1; *y < vt_rows(vt); (*y)++)
		for (int at = left - 4 - 2 * size; at <= left; at++)
			if (at >= 0 && strcmp(vt_span(vt, at, *y, 3), label) == 0)
				return true;
	return false;
}

void find_square(struct scene *scene, const char *square, int *x, int *y)
{
	if (!place_of(scene->vt, square, x, y)) {
		vt_print(scene->vt, "the board does not show the square");
		fail_msg("the board does not show %s", square);
	}
}

void click_square(struct scene *scene, const char *square)
{
	int x, y;

	find_square(scene, square, &x, &y);
	assert_true(vt_click(scene->vt, x, y));
}

struct vt_cell square_of(struct scene *scene, const char *square)
{
	int x, y;

	find_square(scene, square, &x, &y);
	return vt_at(scene->vt, x, y);
}

struct stone {
	const char *square, *text;
};

static bool stands(struct vt *vt, void *data)
{
	const struct stone *stone = data;
	int x, y;

	if (!place_of(vt, stone->square, &x, &y))
		return false;
	/* On larger squares lines cross where nothing stands.  */
	return strcmp(vt_at(vt, x, y).text, stone->text) == 0 ||
	       (strcmp(stone->text, "·") == 0 && *vt_at(vt, x, y).text &&
		strstr("┼├┤┬┴┌┐└┘", vt_at(vt, x, y).text));
}

void shows_stone(struct scene *scene, const char *square, const char *text)
{
	FREED char *what = bytes_text("\"%s\" on %s", text, square);

	comes(scene, what, stands, &(struct stone){square, text});
}

int prompt_row(const struct scene *scene)
{
	return vt_rows(scene->vt) - 2;
}

int hint_row(const struct scene *scene)
{
	return vt_rows(scene->vt) - 1;
}

int timeline_row(const struct scene *scene)
{
	return vt_rows(scene->vt) - 3;
}

bool carries_mark(const char *process, const char *wanted)
{
	char path[300], *block;
	bool found = false;
	ssize_t size;
	int fd;

	snprintf(path, sizeof(path), "/proc/%s/environ", process);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	block = bytes_new(ENVIRONMENT_MAX + 1);
	size = read(fd, block, ENVIRONMENT_MAX);
	close(fd);
	for (ssize_t at = 0; at < size && !found; at += (ssize_t)strlen(block + at) + 1)
		found = strcmp(block + at, wanted) == 0;
	free(block);
	return found;
}

/* Counts the processes with the scene's mark; waits up to `wait` ms for the end of each.  */
static int count_marked(const struct scene *scene, int wait)
{
	FREED char *wanted = bytes_text("RINGSIDE_TEST=%s", scene->mark);
	DIR *processes = opendir("/proc");
	struct dirent *entry;
	int count = 0;

	assert_non_null(processes);
	while ((entry = readdir(processes))) {
		int process = -1;

		if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
			continue;
		if (wait) /* open it before reading its environment: another process may get its id */
			process = (int)syscall(SYS_pidfd_open, atoi(entry->d_name), 0);
		if (carries_mark(entry->d_name, wanted)) {
			count++;
			if (process >= 0)
				poll(&(struct pollfd){.fd = process, .events = POLLIN}, 1, wait);
		}
		if (process >= 0)
			close(process);
	}
	closedir(processes);
	return count;
}

int still_there(const struct scene *scene)
{
	return count_marked(scene, 0);
}

void everybody_leaves(struct scene *scene)
{
	count_marked(scene, LONG);
}

int ends(struct scene *scene)
{
	const char *left;

	vt_finish(scene->vt, LONG);
	left = vt_left_behind(scene->vt);
	if (*left)
		vt_print(scene->vt, "the terminal is not as it was found");
	assert_string_equal(left, "");
	return abandon(scene);
}

int abandon(struct scene *scene)
{
	int status = vt_finish(scene->vt, LONG);
	struct scene **at = &newest;

	while (*at && *at != scene)
		at = &(*at)->before;
	if (*at)
		*at = scene->before;
	/* A process that was just killed may still be ending.  */
	if (count_marked(scene, DYING))
		assert_int_equal(still_there(scene), 0);
	vt_free(scene->vt);
	nftw(scene->home, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	free(scene->home);
	free(scene->mark);
	free(scene);
	return status;
}

void leave(struct scene *scene)
{
	int status;

	command(scene, "quit now");
	status = vt_finish(scene->vt, LONG);
	if (status != BROKEN_OFF && status != 0)
		vt_print(scene->vt, "it did not end well");
	ends(scene);
	assert_true(status == BROKEN_OFF || status == 0);
}

static void leave_all(void)
{
	while (newest)
		leave(newest);
}

void play_flow(void (*flow)(void))
{
	newest = NULL; /* a test that failed has not ended its scenes */
	flow();
	leave_all();
}

void on_all_stages(void (*flow)(const struct stage *stage))
{
	newest = NULL;
	for (const struct stage *stage = all_stages; stage->cols; stage++) {
		flow(stage);
		leave_all();
	}
}
