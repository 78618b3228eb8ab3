/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec.h - the sentences of a protocol's document that an agent keeps or breaks: each is a case.
 *
 * A system's cases are data, in systems/NAME/check.cases; systems/cases.awk makes a table of them, and has
 * the form of the file.  `ringside check` tries each case with a fresh process.  It talks to the process as
 * the steps of the case say, or plays a whole game with it.
 *
 * Each line of the steps is one step:
 *
 *   > TEXT      sends this line, with the system's line end.  $NAME stands for bytes that the system makes
 *   >> TEXT     sends these bytes, in which \r, \n and \xNN are escapes; the agent need not read them before
 *               it speaks
 *   bytewise    from now on, each byte that is sent is a write of its own
 *   < KIND      waits for an answer of this kind (struct spec: heard)
 *   <? KIND     the same, but the agent may refuse or stay silent: then the case does not apply to it
 *   = TEXT KIND the same as <, and the answer has to be TEXT, which has these escapes (twins.h)
 *   turn N      from now on it is about turn N of a game
 *   silent      waits until the agent has read all and waits for more; no answer may come until then
 *   quiet       the same, in which nothing may come that is for the judge
 *   within turn from now on, an answer has to come within the limit of a turn ...
 *   within N    ... or within this many milliseconds
 *   memory      the agent has not used more memory than it may
 *   clean       nothing is left in the folder in which it ran
 *   again       a fresh process is told all steps before this one, and has to say the same
 *   closes      closes its input
 *   leaves      waits for its end, which is no crash
 *   leaves well the same, and it exits with status 0 and says nothing more  */
#ifndef RINGSIDE_SPEC_H
#define RINGSIDE_SPEC_H

#include "ringside/bytes.h"
#include "ringside/setup.h"

struct spec_case {
	const char *name;
	bool should;          /* the document recommends it; else it demands it */
	const char *needs;    /* the case above this one without which this one cannot be tried; NULL: none */
	const char *source;   /* document and heading, in the form of systems/README.md */
	const char *sentence; /* in the document's words; NULL: none, as in twins.h */
	const char *advice;   /* what to do when it fails, for people */
	const char *steps;    /* NULL: a game */
	const char *options;  /* of the system, each as NAME=TEXT, with blanks between; NULL: none */
	/* The command line of the other player of a game, SPEC_ITSELF for the agent's; "": nobody plays
	   there; NULL: it is a dialogue.  */
	const char *rival;
	bool both; /* of a game program: that sits on both seats, and not on seat 1 alone */
};

enum spec_heard {
	SPEC_PASSES,  /* answers nothing: a text for people */
	SPEC_FITS,    /* what was awaited */
	SPEC_REFUSES, /* says that it does not know the question, or cannot follow it */
	SPEC_WRONG    /* anything else; `problem` says what it is */
};

/* The kind of an answer where none may come, and where nothing may come at all.  Each system has both.  */
#define SPEC_SILENT "silent"
#define SPEC_QUIET  "quiet"
/* The rival of a game that the agent plays against itself.  */
#define SPEC_ITSELF "itself"

/* A kind of answer.  A system sorts messages into classes of its own, a bit each.  */
struct spec_kind {
	const char *kind;
	const char *words;      /* to follow "expected" */
	unsigned fits, refuses; /* the classes that are awaited, and those that refuse the question */
	struct {
		unsigned classes;
		const char *why; /* to follow the message */
	} wrong[2];              /* those that may not come; all others pass */
	int test;                /* the system's own: what else a message has to be that fits */
};

/* What a message of this class is where that kind is awaited; as struct spec: heard.  */
enum spec_heard spec_by_class(const struct spec_kind *kind, unsigned class, char **problem);
/* SPEC_WRONG, and a copy of `why` as the problem.  */
enum spec_heard spec_wrong(char **problem, const char *why);

struct spec {
	const struct spec_case *cases; /* ended by one without a name */
	const char *line_end;          /* of the judge's lines; "": messages are binary */
	int64_t turn_limit;            /* ns for a turn, which the agent is told; 0: it is told none */
	/* The option with the ms that lie at least between two lines to the agent; NULL: there is none.  */
	const struct option_row *line_delay;
	/* The option with the number of players; if it is 1, the agent plays alone and not against itself.
	   NULL: there is none.  */
	const struct option_row *players;

	/* What the judge knows of the dialogue, as the position.  */
	void *(*new)(const struct setup *setup);
	void (*free)(void *state);
	/* Appends the bytes that $NAME stands for.  False: there is no such name.  NULL: there is none.  */
	bool (*word)(void *state, const char *name, struct bytes *bytes);
	/* This line, or these binary bytes, were sent.  NULL: it need not know.  */
	void (*sent)(void *state, const char *bytes, size_t size);
	/* The size of the first message, of which these bytes may be only the beginning.  NULL: messages are
	   lines.  */
	size_t (*frame)(void *state, const char *bytes, size_t size);
	/* What the message is, where an answer of this kind is awaited.  SPEC_WRONG and SPEC_REFUSES may set
	   *problem, for people, to follow the message; the caller frees.  What is appended to `reply` is sent
	   to the agent as a line, and the answer is awaited on.  */
	enum spec_heard (*heard)(void *state, const struct spec_kind *kind, const char *bytes, size_t size,
				 char **problem, struct bytes *reply);
	const struct spec_kind *kinds; /* ended by a row without a kind */
	/* Of a dialogue that is heard (tap --check): the first words of lines that ask nothing and may come
	   between the steps; those of steps without which the others mean the same; and whether a line that
	   is said asks the same as that of a step.  Lists end with NULL.  NULL: there are none, and only the
	   same line does.  */
	const char *const *aside, *const *needless;
	bool (*alike)(const char *step, const char *line);

	/* The cases of its game program, which `ringside check` tries in place of those of players; NULL: it
	   has none.  */
	const struct spec *program;
};

#endif
