/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* travel.c - how long a jump to another turn of a match takes, as a person sees it.
 *
 * `travel RINGSIDE FILE [JUMPS [COLUMNS ROWS]]` opens the match file on the headless terminal of the
 * screen tests and goes to random turns. It prints the median and the longest time in ms, from the typed
 * Enter to the first whole frame that shows the turn with all of its board. TERMINFO must lead to the
 * entries of tests/screen/tsm.ti.  */
#include "../screen/vt.h"
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JUMPS = 100, LONGEST = 1000, WAIT_MS = 20000 };

/* A board that is still computing says so.  */
static bool shows(struct vt *vt, void *data)
{
	return vt_find(vt, data, NULL, NULL) && !vt_find(vt, "counted ", NULL, NULL);
}

/* The number of turns of the match, from "move N " in the header.  */
static int turns_of(struct vt *vt)
{
	int x, y;

	return vt_find(vt, " move ", &x, &y) ? atoi(vt_span(vt, x + 6, y, 10)) : 0;
}

/* One jump, in ns. -1: the turn did not appear.  */
static int64_t jump(struct vt *vt, int turn, int turns)
{
	char line[32], wanted[48];
	int64_t begun;

	snprintf(line, sizeof(line), ":goto %d", turn);
	snprintf(wanted, sizeof(wanted), "VIEWING %d of %d", turn, turns);
	if (!vt_keys(vt, line) || !vt_wait(vt, line, WAIT_MS))
		return -1;
	begun = now();
	if (!vt_keys(vt, "\r") || !vt_wait_until(vt, wanted, shows, wanted, WAIT_MS))
		return -1;
	return now() - begun;
}

int main(int argc, char **argv)
{
	int jumps = argc > 3 ? atoi(argv[3]) : JUMPS, turns;
	struct vt_options options = {.cols = argc > 5 ? atoi(argv[4]) : 160,
				     .rows = argc > 5 ? atoi(argv[5]) : 50};
	static int64_t times[LONGEST];
	struct vt *vt;

	if (argc < 3 || jumps < 1 || jumps > LONGEST) {
		fprintf(stderr, "usage: travel RINGSIDE FILE [JUMPS [COLUMNS ROWS]]\n");
		return 2;
	}
	vt = vt_spawn(&options, (const char *const[]){argv[1], "open", argv[2], NULL});
	if (!vt || !vt_wait(vt, " move ", WAIT_MS) || (turns = turns_of(vt)) < 1)
		return 1;
	srand(1);
	for (int i = 0; i < jumps; i++)
		if ((times[i] = jump(vt, rand() % turns, turns)) < 0)
			return 1;
	qsort(times, (size_t)jumps, sizeof(times[0]), compare);
	printf("%.2f %.2f\n", (double)times[jumps / 2] / 1e6, (double)times[jumps - 1] / 1e6);
	vt_keys(vt, "q");
	vt_finish(vt, WAIT_MS);
	vt_free(vt);
	return 0;
}
