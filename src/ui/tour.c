/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tour.c - `ringside demo --tour`: says what to press, waits for that, and says what it did.
 *
 * A step is done when the match or the screen is as it wants, however a person got there.  The tour outlives
 * the screen, which a new branch makes anew.  */
#include "tour.h"

#include "ringside/bytes.h"
#include "ringside/paint.h"
#include <stdlib.h>
#include <string.h>

struct tour {
	const struct tour_story *story;
	int step;
	bool begun;   /* the step has ... */
	bool pressed; /* ... and its key was pressed since then, or a text was open */
};

static const struct tour_step *step_of(const struct tour *tour)
{
	return &tour->story->steps[tour->step];
}

static bool is_held(const struct ui *ui, const char *text)
{
	const struct message *held;

	for (int i = 0; (held = session_held(ui->session, i)); i++)
		if (held->seat == SEAT_1 && held->direction == FROM_AGENT && held->size >= strlen(text) &&
		    memcmp(held->bytes, text, strlen(text)) == 0)
			return true;
	return false;
}

static bool is_done(const struct ui *ui, struct tour *tour)
{
	const struct tour_step *step = step_of(tour);
	const struct match *match = session_match(ui->session);
	bool stands = session_state(ui->session) == JUDGE_PAUSED || match->over;

	switch (step->goal) {
	case TOUR_PAUSED: return stands;
	case TOUR_STEPPED: return stands && (tour->pressed || match->over);
	case TOUR_OVER: return match->over;
	case TOUR_READ:
		tour->pressed = tour->pressed || ui->overlay.open;
		return tour->pressed && !ui->overlay.open;
	case TOUR_BACK: return view_turns(&ui->view) <= step->turns;
	case TOUR_STOPPED:
		return session_is_live(ui->session) && stands && !match->over &&
		       session_stopped(ui->session, &(int64_t){0});
	case TOUR_HELD: return is_held(ui, step->text) || match->over;
	case TOUR_SEATED: return match->setup.seat[SEAT_1].kind == SEAT_HUMAN;
	case TOUR_END: return false;
	}
	return false;
}

struct tour *tour_new(const struct tour_story *story)
{
	struct tour *tour = bytes_new(sizeof(*tour));

	tour->story = story;
	return tour;
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
	if (step_of(tour)->before) /* what it answers is not for people */
		free(command_run(&ui->console, step_of(tour)->before, NULL, &answer));
}

void tour_look(struct ui *ui)
{
	struct tour *tour = ui->setup.tour;

	while (tour && !ui->leaving) {
		if (!tour->begun)
			begin(ui, tour);
		if (!is_done(ui, tour))
			return;
		tour->step++;
		tour->begun = false;
	}
}

bool tour_key(struct ui *ui, const char *key)
{
	struct tour *tour = ui->setup.tour;
	bool skips = strcmp(key, TOUR_SKIP) == 0;
	const char *line;

	if (!tour || step_of(tour)->goal == TOUR_END)
		return false;
	tour->pressed = tour->pressed || skips || strcmp(key, step_of(tour)->key) == 0;
	if (!skips)
		return false;
	if (ui->overlay.open) {
		overlay_close(&ui->overlay);
	} else {
		for (line = step_of(tour)->lines; *line; line += strcspn(line, "\n"), line += *line == '\n') {
			FREED char *one = bytes_copy(line, strcspn(line, "\n"));

			ui_run(ui, one);
		}
	}
	ui_changed(ui);
	return true;
}

char *tour_words(const struct tour *tour)
{
	const struct tour_step *step = step_of(tour);
	const char *did = tour->step ? step[-1].did : NULL;

	return bytes_text("%s%s%s\n%s", did ? did : "", did ? "\n" : "", step->asks,
			  step->goal == TOUR_END ? "" : TOUR_SKIP " does it for you");
}

char *tour_title(const struct tour *tour)
{
	int last = 0;

	while (tour->story->steps[last].goal != TOUR_END)
		last++;
	return bytes_text("tour %d of %d: press %s", tour->step + 1, last + 1, paint_key(step_of(tour)->key));
}
