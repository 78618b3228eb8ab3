/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ringside.h - runs ringside on the headless terminal, for all tests of the real program.
 *
 * Every program gets its own home, an empty folder.  All processes that it starts have a mark in their
 * environment, so that a process left behind is found.  RINGSIDE names the program, AGENTS the folder of the
 * agents of tests/agents.  Every function here fails the test if it does not succeed.  */
#ifndef RINGSIDE_TESTS_RINGSIDE_H
#define RINGSIDE_TESTS_RINGSIDE_H

#include "../test.h"

#include "vt.h"

enum { LONG = 60000 }; /* ms; a deadline that only a failure reaches */

/* The terminal and environment of a test.  */
struct stage {
	int cols, rows;
	const char *locale; /* NULL for C.UTF-8 */
	const char *term;   /* NULL for tsm */
	bool no_color;
};

/* 80x24 and 160x50, each in UTF-8, in the C locale and with NO_COLOR; zero columns end the list.  */
extern const struct stage all_stages[];
extern const struct stage small, large; /* the first two of them: UTF-8 and colours */

struct scene {
	struct stage stage;
	struct vt *vt;
	char *home;           /* HOME and XDG_STATE_HOME of this program */
	char *mark;           /* RINGSIDE_TEST of all processes that it started */
	struct scene *before; /* that was begun before it and has not ended */
};

/* Scenes have the theme `default` if they name none.  From now on they have none, and their terminal answers
 * nothing by itself.  COLORFGBG; NULL: it is not set.  */
void choose_no_theme(const char *colorfgbg);

/* Starts ringside with these arguments, ended by NULL.  */
struct scene *begin(const struct stage *stage, ...);
/* The same with this XDG_STATE_HOME.  */
struct scene *begin_in(const struct stage *stage, const char *state_home, ...);
/* `ringside play gomocup --pause ARGUMENTS... agent(one) agent(two)`, and waits until it shows PAUSED before
 * the first move.  For one and two see player().  */
struct scene *begin_paused(const struct stage *stage, const char *one, const char *two, ...);
/* `play gomocup` without --pause.  */
struct scene *begin_match(const struct stage *stage, const char *one, const char *two, ...);
/* begin_paused() with this XDG_STATE_HOME.  */
struct scene *begin_at(const struct stage *stage, const char *state_home, const char *one, const char *two);
/* The command line of a player.  "human" and "sample:NAME" stay as they are, anything else is a mode of
 * tests/agents/brain with its arguments, such as "good 3".  Valid until the fourth next call.  */
const char *player(const char *text);
/* A file's path in the scene's home.  Valid until the fourth next call.  */
const char *path_in(const struct scene *scene, const char *name);

/* Types keys, one string after another, up to NULL.  */
void type(struct scene *scene, ...);
/* Types ":LINE" and Enter.  */
void command(struct scene *scene, const char *line);
/* Waits for a frame that shows all these texts, ended by NULL.  */
void shows(struct scene *scene, ...);
/* type() of one string, or command(), and then shows().  */
void press(struct scene *scene, const char *keys, ...);
void ask(struct scene *scene, const char *line, ...);
void shows_no(struct scene *scene, const char *text);
/* Waits until the condition holds.  */
void comes(struct scene *scene, const char *what, bool (*holds)(struct vt *vt, void *data), void *data);

/* The glyph of a stone of seat 1 or of seat 2 in the stage's locale.  */
const char *black(const struct scene *scene);
const char *white(const struct scene *scene);
/* Where a square such as "h8" is on the screen.  Fails if the board does not show it.  */
void find_square(struct scene *scene, const char *square, int *x, int *y);
void click_square(struct scene *scene, const char *square);
struct vt_cell square_of(struct scene *scene, const char *square);
/* Waits until the board shows that text on the square: black(), white(), or "·".  */
void shows_stone(struct scene *scene, const char *square, const char *stone);
/* The text of an empty square that is not a star point.  */
const char *empty(const struct scene *scene);
/* The row of the prompt and the messages, of the hints, and of the timeline.  */
int prompt_row(const struct scene *scene);
int hint_row(const struct scene *scene);
int timeline_row(const struct scene *scene);

/* Does the process of that number have this, NAME=VALUE, in its environment?  */
bool carries_mark(const char *process, const char *wanted);
/* How many processes that the scene started still run.  */
int still_there(const struct scene *scene);
/* Waits until none runs, after the kernel and not ringside has ended them.  */
void everybody_leaves(struct scene *scene);
/* The wait status of ringside after leaving in the middle of a match.  */
enum { BROKEN_OFF = 130 << 8 };

/* Leaves by :quit now.  Checks for status 0 or BROKEN_OFF, a restored terminal, and no process left behind.
 * At its end a test leaves all scenes that it has not ended, the newest first.  */
void leave(struct scene *scene);
/* Waits for the end and checks the terminal and the processes; returns the wait status.  */
int ends(struct scene *scene);
/* The same without checking the terminal.  */
int abandon(struct scene *scene);
/* Runs the flow, or runs it on all stages, and leaves what it has begun.  */
void play_flow(void (*flow)(void));
void on_all_stages(void (*flow)(const struct stage *stage));

#undef TEST
#define TEST(name)                                                                                           \
	static void name##_flow(void);                                                                       \
	TEST_IN(name, NULL, NULL)                                                                            \
	{                                                                                                    \
		play_flow(name##_flow);                                                                      \
	}                                                                                                    \
	static void name##_flow(void)

/* A test whose block runs on each `stage` of them.  */
#define TEST_ON_ALL_STAGES(name)                                                                             \
	static void name##_on(const struct stage *stage);                                                    \
	TEST_IN(name, NULL, NULL)                                                                            \
	{                                                                                                    \
		on_all_stages(name##_on);                                                                    \
	}                                                                                                    \
	static void name##_on(const struct stage *stage)

/* A test of a `scene` that begins so; the second one may name the `stage`.  */
#define TEST_SCENE(name, begun)                                                                              \
	static void name##_in(struct scene *scene);                                                          \
	TEST(name)                                                                                           \
	{                                                                                                    \
		name##_in(begun);                                                                            \
	}                                                                                                    \
	static void name##_in(struct scene *scene)

#define TEST_SCENE_ON_ALL_STAGES(name, begun)                                                                \
	static void name##_in(const struct stage *stage, struct scene *scene);                               \
	TEST_ON_ALL_STAGES(name)                                                                             \
	{                                                                                                    \
		name##_in(stage, begun);                                                                     \
	}                                                                                                    \
	static void name##_in(const struct stage *stage, struct scene *scene)

#endif
