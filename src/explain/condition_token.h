/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* condition_token.h - the words of a condition.  */
#ifndef RINGSIDE_EXPLAIN_CONDITION_TOKEN_H
#define RINGSIDE_EXPLAIN_CONDITION_TOKEN_H

#include "ringside/condition.h"

enum token_kind {
	TOKEN_END,
	TOKEN_NAME,
	TOKEN_NUMBER,
	TOKEN_TEXT,
	TOKEN_PATTERN,
	TOKEN_OPERATOR, /* one of OPERATORS, or a bracket */
	TOKEN_WRONG,    /* `problem` says why */
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
	CLOSE,
	PLUS,
	MINUS,
	TIMES,
	DIVIDED,
	MODULO
};

struct token {
	enum token_kind kind;
	size_t at, size; /* its place */
	enum relation relation;
	double number;            /* of a NUMBER, in ns or bytes when it has a unit */
	enum condition_type type; /* of a NUMBER, by its unit; COUNT: none */
	bool any_case;            /* of a PATTERN */
	char *text;               /* of a TEXT or PATTERN its content; of WRONG the problem; owned */
	size_t text_size;
};

/* The first token at or after the byte `at`, behind an operand or not: there - and / count, elsewhere they
 * begin a number or a pattern.  The caller frees its text.  */
struct token condition_token(const char *text, size_t at, bool behind);
/* As it is typed.  */
const char *condition_operator(enum relation relation);

#endif
