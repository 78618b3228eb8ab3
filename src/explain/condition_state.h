/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* condition_state.h - what the files of conditions share: condition.c makes a tree of a text and checks its
 * types, condition_value.c evaluates it, condition_memory.c remembers what happened.  */
#ifndef RINGSIDE_EXPLAIN_CONDITION_STATE_H
#define RINGSIDE_EXPLAIN_CONDITION_STATE_H

#include "ringside/condition.h"
#include "ringside/message.h"

enum word_kind {
	WORD_END,
	WORD_NAME,
	WORD_NUMBER,
	WORD_TEXT,
	WORD_PATTERN,
	WORD_OPERATOR, /* one of OPERATORS, or a bracket */
	WORD_WRONG,    /* `problem` says why */
};

enum relation {
	EQUAL,
	UNEQUAL,
	LESS,
	LESS_EQUAL,
	GREATER,
	GREATER_EQUAL,
	MATCHES,
	AND,
	OR,
	NOT,
	OPEN,
	CLOSE
};

struct word {
	enum word_kind kind;
	size_t at, size; /* its place */
	enum relation relation;
	double number;            /* of a NUMBER, in ns or bytes when it has a unit */
	enum condition_type type; /* of a NUMBER, by its unit; COUNT: none */
	bool any_case;            /* of a PATTERN */
	char *text;               /* of a TEXT or PATTERN its content; of WRONG the problem; owned */
	size_t text_size;
};

enum node_kind {
	NODE_FIELD,
	NODE_NUMBER,
	NODE_TEXT,
	NODE_NAME, /* typed without quotes and no field: a channel, a direction or a mistake */
	NODE_PATTERN,
	NODE_VARIABLE,
	NODE_LAST,  /* `text`: the channel */
	NODE_COUNT, /* of `left` */
	NODE_SINCE, /* `left` */
	NODE_COMPARISON,
	NODE_AND,
	NODE_OR,
	NODE_NOT
};

/* A value from the time when so many turns had been played.  */
struct memory_point {
	int turns;
	double number;
	char *text; /* owned; NULL: none */
	size_t size;
};

/* The values of turns in which it changed, in their order.  */
struct trail {
	struct memory_point *points;
	int count;
	bool cut; /* older ones were dropped */
};

/* What a node remembers of the messages so far.  */
struct memory {
	struct trail said[SEATS];   /* LAST: what was said before the present message */
	struct memory_point newest; /* LAST: the present message; without a text it is of another channel */
	int newest_seat;
	struct trail values;   /* COUNT: how many; SINCE: how many messages there were then */
	struct trail messages; /* SINCE: how many there are */
};

struct node {
	enum node_kind kind;
	enum condition_type type;
	size_t at, size; /* the place of its first word */
	enum condition_field field;
	enum relation relation; /* of a comparison */
	int left, right;        /* nodes; of NOT `left` */
	double number;
	char *text; /* owned */
	size_t text_size;
	void *pattern; /* owned by the matcher */
	const struct condition_value *variable;
	struct memory *memory; /* of LAST, COUNT, SINCE; owned */
};

struct condition {
	char *text;
	const struct matcher *matcher;
	struct node *nodes;
	int count;
	int root;
	int turns; /* how many had been played at the last message that it saw */
};

/* What parsing knows.  */
struct reader {
	struct condition *condition;
	const char *text;
	const struct variables *variables; /* NULL: none */
	struct word word;                  /* the next one */
	struct condition_mistake *mistake;
	bool failed;
	int depth;
};

enum { NO_NODE = -1 };

static inline struct node *condition_node(const struct reader *reader, int node)
{
	return &reader->condition->nodes[node];
}

/* Does the node hold?  A number alone holds if it is not 0.  */
bool condition_node_holds(const struct condition *condition, int node, const struct condition_source *source);
/* The value of a LAST, COUNT or SINCE.  */
struct condition_value memory_value(const struct node *node, const struct condition_source *source);

#endif
