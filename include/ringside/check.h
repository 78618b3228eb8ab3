/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.h - agents under test: what the commands are told that try, search and replay, and their calls.  */
#ifndef RINGSIDE_CHECK_H
#define RINGSIDE_CHECK_H

#include "ringside/runner.h"
#include "ringside/say.h"

/* A number that is not given.  */
enum { UNSAID = -1 };

/* What `check` prints.  */
enum check_format { CHECK_TABLE, CHECK_TAP };

struct check_options {
	enum check_format format;
	bool twins;
	char *twin;  /* another command of the agent; NULL: none */
	char *junit; /* the file to write; NULL: none */
	char *suite; /* files, a line each; NULL: none */
	char *only;  /* names and tags with commas between; NULL: all cases */
	int runs;    /* of each case */
	bool runs_said;
};

struct rerun_options {
	int seat, branch; /* UNSAID */
	bool all, show_stderr, strace, leaks;
	bool alone;     /* without games before */
	int64_t limit;  /* ns for an answer; 0: not said */
	char *whowrote; /* an expression of gdb's language; NULL: not said */
	/* The moves of the last game are added, for who shows them; NULL: nobody does.  */
	struct other_build *other;
};

/* Of fuzz and minimise, which look for the shortest match.  */
struct search_options {
	char *happens; /* --while; NULL: not said */
	int tries;     /* at most */
	int64_t time;  /* ns; 0: no limit */
	char *keep;    /* the folder of what a fuzz finds */
};

/* Of a hunt, which runs the others.  */
struct hunt_options {
	bool quick, overnight; /* 20 s, 8 h */
	int64_t time;          /* ns; 0: not said */
	char *only;            /* names of parts with commas between; NULL: all */
	char *with;            /* another build of the agent, as one with sanitizers; NULL: none */
	char *keep;            /* the folder of what it finds */
	char *junit;           /* the file to write; NULL: none */
};

/* Of a case that is written.  */
struct example_options {
	char *wanted, *unwanted, *name; /* NULL: not said */
};

/* All get the call of their command.  Each returns the exit status, and says what is wrong.  */
int check_agent(struct runner_call *call, const struct check_options *options);
int check_rerun(struct runner_call *call, const struct rerun_options *options);
int check_hunt(struct runner_call *call, const struct hunt_options *options);
int check_fuzz(struct runner_call *call, const struct search_options *search);
/* `output`: the file to write; NULL: it finds a name.  */
int check_minimise(struct runner_call *call, const struct search_options *search,
		   const struct rerun_options *replay, const char *output);
int check_case(struct runner_call *call, const struct example_options *options);

#endif
