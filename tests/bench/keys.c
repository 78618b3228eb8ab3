/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* keys.c - how long a key takes to the screen, as a person sees it.
 *
 * `keys KEYS COLUMNS ROWS RINGSIDE ARGUMENT...` runs ringside on the headless terminal of the screen tests,
 * opens the prompt and types letters into it, at moments that no frame chooses.  It prints the median, the
 * 99th percentile and the longest time in ms, from the write of a letter to the first whole frame that shows
 * it.  TERMINFO must lead to the entries of tests/screen/tsm.ti.  */
#include "../screen/vt.h"
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 10000, WAIT_MS = 20000, LINE = 20, PAUSE_LEAST_MS = 20, PAUSE_MORE_MS = 40, BEGIN_MS = 500 };

/* Takes all that ringside draws for so long.  */
static void watch_for(struct vt *vt, int ms)
{
	int64_t end = now() + (int64_t)ms * 1000000;

	while (now() < end)
		vt_settle(vt, 1, 1);
}

/* One letter, in ns. -1: it did not appear.  */
static int64_t letter(struct vt *vt, int column)
{
	int64_t begun;

	watch_for(vt, PAUSE_LEAST_MS + rand() % PAUSE_MORE_MS);
	begun = now();
	if (!vt_keys(vt, "x") || !vt_wait_cursor(vt, column, vt_cursor(vt).y, WAIT_MS))
		return -1;
	return now() - begun;
}

/* Empties the prompt.  Returns the column of the cursor in it, -1: there is no prompt.  */
static int begin_line(struct vt *vt)
{
	if (!vt_keys(vt, "\033") || (watch_for(vt, BEGIN_MS), !vt_keys(vt, ":")))
		return -1;
	watch_for(vt, BEGIN_MS);
	return vt_cursor(vt).shown ? vt_cursor(vt).x : -1;
}

int main(int argc, char **argv)
{
	int keys = argc > 1 ? atoi(argv[1]) : 0, column = 0;
	static int64_t times[LONGEST];
	struct vt_options options;
	struct vt *vt;

	if (argc < 5 || keys < 1 || keys > LONGEST) {
		fprintf(stderr, "usage: keys KEYS COLUMNS ROWS RINGSIDE ARGUMENT...\n");
		return 2;
	}
	options = (struct vt_options){.cols = atoi(argv[2]), .rows = atoi(argv[3])};
	vt = vt_spawn(&options, (const char *const *)argv + 4);
	if (!vt)
		return 1;
	watch_for(vt, BEGIN_MS);
	srand(1);
	for (int i = 0; i < keys; i++) {
		if (i % LINE == 0 && (column = begin_line(vt)) < 0)
			return 1;
		if ((times[i] = letter(vt, ++column)) < 0)
			return 1;
	}
	qsort(times, (size_t)keys, sizeof(times[0]), compare);
	printf("%.2f %.2f %.2f\n", (double)times[keys / 2] / 1e6, (double)times[(keys * 99 - 1) / 100] / 1e6,
	       (double)times[keys - 1] / 1e6);
	vt_keys(vt, "\025quit now\r");
	vt_finish(vt, WAIT_MS);
	vt_free(vt);
	return 0;
}
