/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec_talk.h - a dialogue with a fresh process, shared by its parts: spec_talk.c hears the agent and tells
 * the result, spec_steps.c does the steps, spec_wait.c waits.  */
#ifndef RINGSIDE_CHECK_SPEC_TALK_H
#define RINGSIDE_CHECK_SPEC_TALK_H

#include "ringside/loop.h"
#include "spec_try.h"

enum wait {
	WAIT_NOTHING, /* the next step follows */
	WAIT_ANSWER,
	WAIT_SILENCE,
	WAIT_SENDING, /* bytes are left that are sent one by one, or lines that keep a distance */
	WAIT_END,     /* of the process */
};

struct spec_talk {
	const struct spec_setup *setup;
	const struct spec_case *row;
	void *user;
	struct setup copy; /* with the options of the row */
	void *state;       /* the system's */
	struct agent *agent;
	struct watch *timer;
	struct awake awake;
	const char *next; /* the steps that are left */
	enum wait wait;
	char kind[32];               /* of the answer that is awaited */
	bool optional;               /* the agent need not know this question */
	bool well;                   /* its end has to be clean */
	bool any_answer;             /* it has answered once */
	bool compares;               /* it has to be the same as `wanted` */
	int turn;                    /* of the game that it is about; 0: none */
	bool bytewise;               /* each byte is a write of its own */
	int64_t line_delay, line_at; /* ns at least between two lines; when the last one was sent */
	int64_t strict;              /* ns in which an answer has to come; 0: the document names no limit */
	bool asks;                   /* the last of the bytes that are left may be answered */
	bool asked;       /* the next bytes to come may be an answer: the agent has to have read first */
	int64_t began;    /* its process, in the time of `awake` */
	int64_t deadline; /* in that time; INT64_MAX: none */
	int64_t limit;    /* ns from the wait to that ... */
	int64_t forgiven; /* ... without what it waited for a core (--forgive-waiting) */
	int64_t read_at;  /* it was seen to have read all, after it had to be silent; 0: not yet */
	int64_t cpu_ns;   /* that it had used when the wait began; -1: not known */
	struct bytes sending, sent_line, came, wanted;
	char *last_line; /* that was sent whole; NULL: none yet; owned */
	struct spec_lines lines;
	char *folder;   /* a temporary one in which it runs; NULL: it runs here; owned */
	bool unadvised; /* the advice of the row is about something else */
	bool started, over;
};

/* spec_talk.c */
const struct spec *talk_spec(const struct spec_talk *talk);
bool talk_is_binary(const struct spec_talk *talk);
/* Tells the result, once.  Frees `problem`.  */
void talk_end(struct spec_talk *talk, enum case_result result, char *problem);
/* The sentence is broken: by what came, which it frees.  */
void talk_broken(struct spec_talk *talk, char *came);
/* No answer came.  Frees `came`, which says so.  */
void talk_unanswered(struct spec_talk *talk, char *came);

/* spec_wait.c */
/* In ns of the time in which this process is awake.  */
int64_t talk_now(struct spec_talk *talk);
/* Waits at most `limit` ns of that.  */
void talk_wait(struct spec_talk *talk, enum wait wait, int64_t limit);
void talk_wait_no_more(struct spec_talk *talk);
/* The timer rang: does what follows if the wait is over.  */
void talk_waited(struct spec_talk *talk);

/* spec_steps.c */
/* Does the steps up to the next one that waits.  */
void talk_go_on(struct spec_talk *talk);
/* Sends bytes; `asks`: what comes from now on may answer them.  */
void talk_write(struct spec_talk *talk, const char *bytes, size_t size, bool asks);
/* Sends the next of the bytes that go one by one, or the next line.  */
void talk_write_next(struct spec_talk *talk);

#endif
