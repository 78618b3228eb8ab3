/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hunt.h - a hunt for the bugs of an agent: its jobs in time (hunt.c), those of each part (hunt_cases.c,
 * hunt_games.c, hunt_growth.c), those of what was found (hunt_entry.c), and the list of it (hunt_report.c).
 */
#ifndef RINGSIDE_CHECK_HUNT_H
#define RINGSIDE_CHECK_HUNT_H

#include "ringside/check.h"
#include "runner/pool.h"
#include <jansson.h>

/* What an agent does wrong, the worst first.  */
enum harm { CRASH, MEMORY, HANG, ILLEGAL, BREAKS, DIFFERS, GROWS, HARMS };

/* Something that is wrong.  Its texts are owned.  */
struct entry {
	enum harm harm;
	char *what;     /* a line for people */
	char *where;    /* "mine.c:31"; NULL: not known */
	char *ways;     /* what found it */
	char *sentence; /* of the document; NULL: none */
	char *wrote;    /* who wrote the bad bytes; NULL: not known */
	char *command;  /* that shows it again */
	char *file;     /* its match; NULL: none */
	int seat;       /* of the agent in that */
	char *only;     /* the case that shows it again; NULL: none */
	bool twins;     /* it is one of --twins */
	int times, of;  /* it happened so often in so many tries */
	bool merged;    /* into another entry, or it is of the last hunt and was not seen again */
	bool old;       /* of the last hunt */
};

/* What runs at a place.  */
struct bench {
	struct hunt *hunt;
	int job;
};

enum stage { WAITS, RUNS, ENDED, CUT };

struct hunt;
/* A command of ringside that is run.  */
struct job {
	const char *name;  /* for people; owned by nobody, or a literal */
	const char *unfit; /* why it cannot be tried here; NULL: it can */
	char *trouble;     /* why it could not be tried; owned; NULL: it could */
	char *command;     /* of the agent in place of the command line's; owned; NULL: that */
	char *prefix;      /* of an environment; owned; NULL: none */
	bool remarks;      /* a right agent may do otherwise */
	bool comma;        /* the environment has a decimal comma */
	bool valgrind;
	bool always; /* it runs also when the time is over */
	bool soon;   /* it explains a finding, so it comes before the planned jobs */
	int entry;   /* that it is about; -1: none */
	bool brief;  /* it may take only a part of the time, though it is about an entry */
	int (*work)(const struct hunt *hunt, const struct job *job, struct runner_call *call);
	void (*read)(struct hunt *hunt, const struct job *job, const char *text, int status);
	enum stage stage;
	int weight;    /* its part of the time, among those that wait */
	int64_t until; /* it is broken off then; ns of the loop's clock */
};

struct hunt {
	struct runner_call *call;
	const struct hunt_options *options;
	const char *keep;
	struct pool pool;
	struct watch *deadline;
	int64_t began, time; /* ns */
	struct job *jobs;    /* owned */
	int job_count;
	struct bench *benches; /* for each place; owned */
	int places;
	struct entry *entries;
	int entry_count;
	char *remarks;           /* a line each; owned; NULL: none */
	int passed, told, games; /* cases; games that ended without a fault */
	int environments;
	bool valgrind, gdb; /* they are installed, and of use */
	bool plain;    /* the agent is a command, before which others can stand: no sample, no player of the
			  config */
	bool script;   /* valgrind and gdb would look at its interpreter */
	char *problem; /* why the agent cannot be hunted; owned; NULL: it can */
	int status;    /* the exit status for it */
	bool late;
	/* Since the last hunt; fresh -1: there was none.  mended: its command was tried and shows nothing any
	   more; gone: not found again.  */
	int fresh, still, mended, gone;
};

/* The weight of a part that needs so much more time than an environment.  */
enum { JOB_LONG = 5 };

/* ---- jobs ---- */

bool hunt_is_wanted(const struct hunt *hunt, const char *part);
/* The jobs of a part, if it is wanted.  */
void hunt_plan_games(struct hunt *hunt);
void hunt_plan_cases(struct hunt *hunt);
void hunt_plan_odd_games(struct hunt *hunt);
void hunt_plan_slow_cases(struct hunt *hunt);
/* The job is good until the next one is added.  */
struct job *hunt_add_job(struct hunt *hunt, const char *name,
			 int (*work)(const struct hunt *, const struct job *, struct runner_call *),
			 void (*read)(struct hunt *, const struct job *, const char *, int));
/* The call of a job, as its command line would have it.  */
void hunt_take_command(const struct hunt *hunt, const struct job *job, struct runner_call *call);
/* The command of the agent behind a prefix.  The caller frees.  */
char *hunt_prefixed(const struct hunt *hunt, const char *prefix);
/* Is the program installed that a prefix begins with?  */
bool hunt_has_tool(const char *prefix);

/* ---- what they tell ---- */

/* The next object; NULL: there are no more.  */
json_t *hunt_next_object(const char **text);
/* The n-th line of a text, from 0; "": there is none.  The caller frees.  */
char *hunt_line(const char *text, int n);
/* "mine.c:31" in a line of a report on stderr, if it is the agent's own code; NULL: there is none.  The
 * caller frees.  */
char *hunt_place(const char *line);
int hunt_number(const json_t *object, const char *key);
/* Takes over the line.  */
void hunt_add_remark(struct hunt *hunt, char *line);
/* Takes over the texts.  What is found is tried again, and asked about, by further jobs.  */
void hunt_add_entry(struct hunt *hunt, struct entry entry);
void hunt_try_again(struct hunt *hunt, int entry);
/* Asks valgrind which blocks are lost.  */
void hunt_add_leak(struct hunt *hunt, int entry);

/* ---- growth ---- */

struct hunt_growth;
struct hunt_growth *hunt_growth_new(void);
/* The next game, by its turns and its file.  */
void hunt_growth_take(struct hunt_growth *growth, const json_t *turns, const char *file);
/* Adds entries for what has grown; `file`: of the last game, NULL: there was none; `folder`: where the agent
 * has its temporary files.  Frees it.  */
void hunt_growth_tell(struct hunt_growth *growth, struct hunt *hunt, const struct job *job, const char *file,
		      const char *folder);

/* ---- the last hunt ---- */

/* Takes over what the last hunt has found, to try it again; and removes games that no entry needs.  */
void hunt_recall_last(struct hunt *hunt);
void hunt_forget_last(const struct hunt *hunt);

/* ---- the report ---- */

/* A text of an object; "": it has none.  */
const char *hunt_text(const json_t *object, const char *key);
/* Prints what was found, compares it with the last hunt, and keeps it for the next one.  Returns the exit
 * status.  */
int hunt_tell(struct hunt *hunt);
void hunt_entry_free(struct entry *entry);
/* Adds what the last hunt for the same agent has found, as merged entries without tries.  `games`, `old`:
 * where its match files begin, and where those are now.  */
void hunt_recall(struct hunt *hunt, const char *games, const char *old);

#endif
