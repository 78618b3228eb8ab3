/* rerun_report.h - what a new build answered beside what was recorded: collected, and told as text or JSON.
 */
#ifndef RINGSIDE_CLI_RERUN_REPORT_H
#define RINGSIDE_CLI_RERUN_REPORT_H

#include "ringside/cli.h"
#include "ringside/rejoin.h"
#include <jansson.h>

/* An answer that is kept; its strings are for people, and owned.  */
struct rerun_answer {
	int turn;
	int64_t message;
	char *recorded, *answered; /* NULL: there was none */
	int64_t recorded_ns, answered_ns;
	bool same;
};

/* ns of the answers in turns that both gave.  */
struct rerun_times {
	int64_t *recorded, *answered;
	int count, room;
};

struct rerun_report {
	const char *file, *command; /* the caller's */
	const struct setup *setup;  /* the caller's; who sat there is named by it */
	int seat;
	bool all; /* answers that are the same are told, too */
	struct rerun_answer *answers;
	int kept, room;          /* those that differ, or all */
	int answered, different; /* how many */
	struct rerun_times times;
	bool unfinished;   /* the match is still being played */
	const char *early; /* why not everything was tried; NULL: it was */
};

/* Keeps what was told; text goes to stdout at once unless `json`.  */
void rerun_report_answer(struct rerun_report *report, const struct rejoin_answer *answer, bool json);
/* The summary, on stdout.  */
void rerun_report_print(struct rerun_report *report);
/* Everything, as one object.  */
json_t *rerun_report_json(struct rerun_report *report);
void rerun_report_free(struct rerun_report *report);

#endif
