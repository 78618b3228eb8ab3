/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pattern.c - PCRE2 patterns for conditions and for queries (condition.h: struct matcher).  */
#define PCRE2_CODE_UNIT_WIDTH 8

#include "ringside/bytes.h"
#include "ringside/match_file.h"

#include <pcre2.h>
#include <stdlib.h>

enum {
	MATCH_LIMIT = 100000, /* steps in one message: some patterns take ages on some texts */
	JIT_STACK = 1024 * 1024,
	JIT_STACK_FIRST = 32 * 1024
};

struct compiled {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
};

static void pattern_free(void *pattern)
{
	struct compiled *compiled = pattern;

	pcre2_jit_stack_free(compiled->stack);
	pcre2_match_context_free(compiled->context);
	pcre2_match_data_free(compiled->data);
	pcre2_code_free(compiled->code);
	free(compiled);
}

/* A text is read as UTF-8: letters beyond ASCII have cases too, and a dot is a character.  Bytes that are no
   UTF-8 match nothing (PCRE2_MATCH_INVALID_UTF).  */
static void *pattern_compile(const char *pattern, size_t size, bool any_case, size_t *at, char **problem)
{
	uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | (any_case ? PCRE2_CASELESS : 0);
	struct compiled *compiled;
	pcre2_code *code;
	char why[256];
	int error;

	code = pcre2_compile((PCRE2_SPTR)pattern, size, options, &error, at, NULL);
	if (!code) {
		pcre2_get_error_message(error, (PCRE2_UCHAR *)why, sizeof why);
		*problem = bytes_text("the pattern cannot be used: %s", why);
		return NULL;
	}
	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE); /* optional: not every machine has a JIT */
	compiled = bytes_new(sizeof(*compiled));
	compiled->code = code;
	compiled->data = pcre2_match_data_create(1, NULL);
	compiled->context = pcre2_match_context_create(NULL);
	compiled->stack = pcre2_jit_stack_create(JIT_STACK_FIRST, JIT_STACK, NULL);
	pcre2_set_match_limit(compiled->context, MATCH_LIMIT);
	pcre2_jit_stack_assign(compiled->context, NULL, compiled->stack);
	return compiled;
}

/* False, too, if the pattern takes too long on the text.  */
static bool pattern_matches(const void *pattern, const char *text, size_t size)
{
	const struct compiled *compiled = pattern;

	return pcre2_match(compiled->code, (PCRE2_SPTR)text, size, 0, 0, compiled->data, compiled->context) >=
	       0;
}

static bool pattern_finds(const void *pattern, const char *text, size_t size, size_t *from, size_t *length)
{
	const struct compiled *compiled = pattern;
	const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(compiled->data);

	if (!pattern_matches(pattern, text, size) || ends[0] > ends[1]) /* \K may put the end first */
		return false;
	*from = ends[0];
	*length = ends[1] - ends[0];
	return true;
}

const struct matcher match_file_patterns = {
	.compile = pattern_compile,
	.matches = pattern_matches,
	.finds = pattern_finds,
	.free = pattern_free,
};
