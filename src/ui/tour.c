/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tour.c - `ringside demo --tour`: ten steps with a brain that loses for a reason.
 *
 * A step says what to press.  It is done when the match or the screen is as it wants, however a person got
 * there.  It outlives the screen, which a new branch makes anew.  src/manual/debugging.md has the same story
 * with more detail.  */
#include "tour.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

struct tour {
	int step;
	bool begun;   /* the step has ... */
	bool pressed; /* ... and its key was pressed since then, or a text was open */
};

/* What the step wants.  */
typedef bool is_done(const struct ui *ui, struct tour *tour);

static bool is_over(const struct ui *ui)
{
	return session_match(ui->session)->over;
}

static bool stands(const struct ui *ui, struct tour *tour UNUSED)
{
	return session_state(ui->session) == JUDGE_PAUSED || is_over(ui);
}

static bool has_stepped(const struct ui *ui, struct tour *tour)
{
	return stands(ui, tour) && (tour->pressed || is_over(ui));
}

static bool has_ended(const struct ui *ui, struct tour *tour UNUSED)
{
	return is_over(ui);
}

/* A text was opened, and is closed again.  */
static bool has_read(const struct ui *ui, struct tour *tour)
{
	tour->pressed = tour->pressed || ui->overlay.open;
	return tour->pressed && !ui->overlay.open;
}

enum { MISTAKE = 4 }; /* the move of white that the brain does not see */

static bool is_back(const struct ui *ui, struct tour *tour UNUSED)
{
	return view_turns(&ui->view) <= MISTAKE;
}

static bool has_stopped(const struct ui *ui, struct tour *tour)
{
	return session_is_live(ui->session) && !is_over(ui) && stands(ui, tour) &&
	       session_stopped(ui->session, &(int64_t){0});
}

static bool has_edited(const struct ui *ui, struct tour *tour UNUSED)
{
	const struct message *held;

	for (int i = 0; (held = session_held(ui->session, i)); i++)
		if (held->seat == SEAT_1 && held->direction == FROM_AGENT && held->size >= 3 &&
		    memcmp(held->bytes, "6,6", 3) == 0)
			return true;
	return is_over(ui);
}

static bool sits(const struct ui *ui, struct tour *tour UNUSED)
{
	return session_match(ui->session)->setup.seat[SEAT_1].kind == SEAT_HUMAN;
}

static const struct {
	const char *key, *asks;
	const char
		*lines; /* what the key does, for a person who leaves the step out; NULL: it closes a text */
	is_done *done;
	const char *did;    /* said with the next step */
	const char *before; /* runs when the step begins; NULL: nothing */
} steps[] = {
	{"space", "Two gomoku brains play. Black, novice, has a mistake that we shall find. Pause the match.",
	 "pause", stands, "Both brains stand. What they say is held from now on, marked ‖.", NULL},
	{"s", "Let one message pass.", "step", has_stepped, "One message has passed: the panes show it.",
	 "set pace 500ms"},
	{"f", "Go on to the end of the game.", "next end", has_ended, "Black has lost by an illegal move.",
	 NULL},
	{"w", "Ask why. Then q closes the text.", "why", has_read,
	 "Black played e8, where a stone was. White had put it there with move 4.", NULL},
	{"←", "Go back to move 4: press it twice.", "goto 4", is_back,
	 "The board shows the past. Black was told 4,7, and did not understand.", NULL},
	{"r", "Play on from here, in a new branch. A breakpoint on illegal moves is set.", "resume",
	 has_stopped, "The match goes another way now, and stands before the mistake: black's 4,7 is held.",
	 "break illegal"},
	{"e", "Edit the held answer: write 6,6 in place of 4,7, then Enter.", "edit 6,6", has_edited,
	 "Nobody has got 4,7. The match file says that a person did this.", NULL},
	{"c", "Continue.", "continue", has_ended,
	 "Black loses this branch, too: it does not see white's stones where they are.", NULL},
	{":", "Do better: type :goto 4 and Enter, then :seat 1 human and Enter.", "goto 4\nseat 1 human",
	 sits, "You are black. Arrows and Enter play a move.", "delete"},
	{"q",
	 "Leave when you like. Then let ringside look for the mistake: ringside hunt gomocup "
	 "sample:faulty.py",
	 NULL, NULL, NULL, NULL},
};
enum { STEPS = sizeof(steps) / sizeof(*steps) };

struct tour *tour_new(void)
{
	return bytes_new(sizeof(struct tour));
}

void tour_free(struct tour *tour)
{
	free(tour);
}

static void begin(struct ui *ui, struct tour *tour)
{
	bool answer;

	tour->begun = true;
	tour->pressed = false;
	if (steps[tour->step].before) /* what it answers is not for people */
		free(command_run(&ui->console, steps[tour->step].before, NULL, &answer));
}

static void go_on(struct tour *tour)
{
	tour->step++;
	tour->begun = false;
}

void tour_look(struct ui *ui)
{
	struct tour *tour = ui->setup.tour;

	while (tour && steps[tour->step].done && !ui->leaving) {
		if (!tour->begun)
			begin(ui, tour);
		if (!steps[tour->step].done(ui, tour))
			return;
		go_on(tour);
	}
}

bool tour_key(struct ui *ui, const char *key)
{
	struct tour *tour = ui->setup.tour;
	bool skips = strcmp(key, TOUR_SKIP) == 0;
	const char *line;

	if (!tour || !steps[tour->step].done)
		return false;
	tour->pressed = tour->pressed || skips || strcmp(key, steps[tour->step].key) == 0;
	if (!skips)
		return false;
	if (ui->overlay.open) {
		overlay_close(&ui->overlay);
	} else {
		for (line = steps[tour->step].lines; *line;
		     line += strcspn(line, "\n"), line += *line == '\n') {
			FREED char *one = bytes_copy(line, strcspn(line, "\n"));

			ui_run(ui, one);
		}
	}
	ui_changed(ui);
	return true;
}

char *tour_words(const struct tour *tour)
{
	const char *did = tour->step ? steps[tour->step - 1].did : NULL;

	return bytes_text("%s%s%s\n%s", did ? did : "", did ? "\n" : "", steps[tour->step].asks,
			  steps[tour->step].done ? TOUR_SKIP " does it for you" : "");
}

char *tour_title(const struct tour *tour)
{
	return bytes_text("tour %d of %d: press %s", tour->step + 1, STEPS, steps[tour->step].key);
}
