/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* opening.c - how long a match file takes to open and to search, as a person sees it.
 *
 * `opening RINGSIDE FILE [TIMES [COLUMNS ROWS]]` opens the match file on the headless terminal of the screen
 * tests. It prints three medians in ms: from the start of the program to the first whole frame, to the first
 * frame in which all of the board is known, and from the typed Enter to the answer of a search in all
 * messages for what is in none of them. TERMINFO must lead to the entries of tests/screen/tsm.ti.  */
#include "../screen/vt.h"
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>

enum { TIMES = 5, MOST = 100, WAIT_MS = 60000 };

enum { FIRST, KNOWN, SEARCHED, FIGURES };

/* A board that is still computing says so.  */
static bool is_known(struct vt *vt, void *data)
{
	(void)data;
	return vt_find(vt, " move ", NULL, NULL) && !vt_find(vt, "counted ", NULL, NULL);
}

/* Opens the file and leaves. False: what was expected did not appear.  */
static bool look(const struct vt_options *options, const char *const argv[], int64_t ns[FIGURES])
{
	int64_t begun = now();
	struct vt *vt = vt_spawn(options, argv);
	bool good = vt && vt_wait(vt, " move ", WAIT_MS);

	ns[FIRST] = now() - begun;
	good = good && vt_wait_until(vt, "all is known", is_known, NULL, WAIT_MS);
	ns[KNOWN] = now() - begun;
	good = good && vt_keys(vt, "/zzzq") && vt_wait(vt, "zzzq", WAIT_MS);
	begun = now();
	good = good && vt_keys(vt, "\r") && vt_wait(vt, "no message of this pane matches", WAIT_MS);
	ns[SEARCHED] = now() - begun;
	good = good && vt_keys(vt, "q") && vt_finish(vt, WAIT_MS) == 0;
	vt_free(vt);
	return good;
}

int main(int argc, char **argv)
{
	int times = argc > 3 ? atoi(argv[3]) : TIMES;
	struct vt_options options = {.cols = argc > 5 ? atoi(argv[4]) : 160,
				     .rows = argc > 5 ? atoi(argv[5]) : 50};
	static int64_t ns[FIGURES][MOST];

	if (argc < 3 || times < 1 || times > MOST) {
		fprintf(stderr, "usage: opening RINGSIDE FILE [TIMES [COLUMNS ROWS]]\n");
		return 2;
	}
	for (int i = 0; i < times; i++) {
		int64_t once[FIGURES];

		if (!look(&options, (const char *const[]){argv[1], "open", argv[2], NULL}, once))
			return 1;
		for (int k = 0; k < FIGURES; k++)
			ns[k][i] = once[k];
	}
	for (int k = 0; k < FIGURES; k++) {
		qsort(ns[k], (size_t)times, sizeof(ns[k][0]), compare);
		printf("%.1f%c", (double)ns[k][times / 2] / 1e6, k + 1 < FIGURES ? ' ' : '\n');
	}
	return 0;
}
