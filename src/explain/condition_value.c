/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* condition_value.c - evaluates a condition, and describes values and mistakes for people.  */
#include "condition_state.h"

#include "ringside/bytes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct condition_value evaluate(const struct condition *condition, int node,
				       const struct condition_source *source);

static bool compare_numbers(enum relation relation, double a, double b)
{
	switch (relation) {
	case EQUAL: return a >= b && a <= b;
	case UNEQUAL: return a < b || a > b;
	case LESS: return a < b;
	case LESS_EQUAL: return a <= b;
	case GREATER: return a > b;
	case GREATER_EQUAL: return a >= b;
	case MATCHES:
	case AND:
	case OR:
	case NOT:
	case OPEN:
	case CLOSE: break;
	}
	return false;
}

static bool compare(const struct condition *condition, const struct node *node,
		    const struct condition_source *source)
{
	const struct node *right = &condition->nodes[node->right];
	struct condition_value a = evaluate(condition, node->left, source), b;
	bool same;

	if (!a.known)
		return false;
	if (node->relation == MATCHES)
		return condition->matcher->matches(right->pattern, a.text, a.size);
	b = evaluate(condition, node->right, source);
	if (!b.known)
		return false;
	if (a.type != CONDITION_NAME && a.type != CONDITION_TEXT)
		return compare_numbers(node->relation, a.number, b.number);
	same = a.size == b.size && (!a.size || memcmp(a.text, b.text, a.size) == 0);
	return same == (node->relation == EQUAL);
}

bool condition_node_holds(const struct condition *condition, int node, const struct condition_source *source)
{
	struct condition_value value = evaluate(condition, node, source);

	return value.known && (value.number < 0 || value.number > 0);
}

static struct condition_value truth(bool is_true)
{
	return (struct condition_value){.type = CONDITION_TRUTH, .known = true, .number = is_true};
}

static struct condition_value evaluate(const struct condition *condition, int i,
				       const struct condition_source *source)
{
	const struct node *node = &condition->nodes[i];
	struct condition_value value = {.type = node->type, .known = true};

	switch (node->kind) {
	case NODE_FIELD:
		source->value(source->user, node->field, &value);
		value.type = node->type;
		return value;
	case NODE_NUMBER: value.number = node->number; return value;
	case NODE_TEXT:
	case NODE_NAME:
	case NODE_PATTERN:
		value.text = node->text;
		value.size = node->text_size;
		return value;
	case NODE_VARIABLE: return *node->variable;
	case NODE_LAST:
	case NODE_COUNT:
	case NODE_SINCE: return memory_value(node, source);
	case NODE_COMPARISON: return truth(compare(condition, node, source));
	case NODE_AND:
		return truth(condition_node_holds(condition, node->left, source) &&
			     condition_node_holds(condition, node->right, source));
	case NODE_OR:
		return truth(condition_node_holds(condition, node->left, source) ||
			     condition_node_holds(condition, node->right, source));
	case NODE_NOT: return truth(!condition_node_holds(condition, node->left, source));
	}
	return value;
}

bool condition_is_truth(const struct condition *condition)
{
	return condition->nodes[condition->root].type == CONDITION_TRUTH;
}

int condition_uses(const struct condition *condition, enum condition_field field)
{
	int count = 0;

	for (int i = 0; i < condition->count; i++)
		count += condition->nodes[i].kind == NODE_FIELD && condition->nodes[i].field == field;
	return count;
}

/* The number that the node compares with the field; NULL: it compares nothing with it, or no number.  */
static const struct node *beside(const struct condition *condition, const struct node *node,
				 enum condition_field field)
{
	const struct node *left = &condition->nodes[node->left], *right = &condition->nodes[node->right];

	if (node->kind != NODE_COMPARISON)
		return NULL;
	if (left->kind == NODE_FIELD && left->field == field && right->kind == NODE_NUMBER)
		return right;
	return right->kind == NODE_FIELD && right->field == field && left->kind == NODE_NUMBER ? left : NULL;
}

bool condition_compares(const struct condition *condition, enum condition_field field, int i, double *number)
{
	for (int k = 0; k < condition->count; k++) {
		const struct node *found = beside(condition, &condition->nodes[k], field);

		if (found && i-- == 0) {
			*number = found->number;
			return true;
		}
	}
	return false;
}

bool condition_holds(const struct condition *condition, const struct condition_source *source)
{
	return condition_node_holds(condition, condition->root, source);
}

struct condition_value condition_value(const struct condition *condition,
				       const struct condition_source *source)
{
	return evaluate(condition, condition->root, source);
}

/* ---- words ---- */

static char *time_words(double ns)
{
	if (ns < 10e6)
		return bytes_text("%.2f ms", ns / 1e6);
	return ns < 10e9 ? bytes_text("%.0f ms", ns / 1e6) : bytes_text("%.1f s", ns / 1e9);
}

static char *size_words(double size)
{
	if (size < 1024)
		return bytes_text("%.0f bytes", size);
	return size < 1 << 20 ? bytes_text("%.1f KB", size / 1024) : bytes_text("%.1f MB", size / (1 << 20));
}

char *condition_value_words(const struct condition_value *value)
{
	enum { SHOWN = 60 };
	char *escaped, *words;

	if (!value->known)
		return bytes_text("not known");
	switch (value->type) {
	case CONDITION_COUNT: return bytes_text("%.9g", value->number);
	case CONDITION_TIME: return isinf(value->number) ? bytes_text("endless") : time_words(value->number);
	case CONDITION_SIZE: return size_words(value->number);
	case CONDITION_TRUTH: return bytes_text(value->number < 0 || value->number > 0 ? "true" : "false");
	case CONDITION_NAME: return bytes_copy(value->text, value->size);
	case CONDITION_TEXT: break;
	}
	escaped = bytes_escaped(value->text, value->size < SHOWN ? value->size : SHOWN);
	words = bytes_text("\"%s\"", escaped);
	free(escaped);
	return words;
}

/* The characters in these bytes; each byte that is no UTF-8 counts as one.  */
static size_t width(const char *text, size_t size)
{
	size_t count = 0, at = 0, step;

	while (at < size) {
		step = bytes_utf8_length(text + at, size - at);
		at += step ? step : 1;
		count++;
	}
	return count;
}

char *condition_pointed(const char *line, size_t at, const char *what)
{
	enum { BEFORE = 40, AROUND = 74 /* columns of a narrow screen, with room for the dots */ };
	size_t size = strlen(line), from = 0, to = size, caret;
	struct bytes text = {0};

	if (at > size)
		at = size;
	while (width(line + from, at - from) > BEFORE && width(line, size) > AROUND)
		from += bytes_utf8_length(line + from, size - from)
				? bytes_utf8_length(line + from, size - from)
				: 1;
	while (width(line + from, to - from) > AROUND)
		for (to--; to > at && ((unsigned char)line[to] & 0xc0) == 0x80;)
			to--;
	bytes_addf(&text, "%s%.*s%s\n", from ? "..." : "", (int)(to - from), line + from,
		   to < size ? "..." : "");
	caret = width(line + from, at - from) + (from ? 3 : 0);
	if (caret + 2 + width(what, strlen(what)) <= AROUND + 3)
		bytes_addf(&text, "%*s^ %s", (int)caret, "", what);
	else if (width(what, strlen(what)) < caret)
		bytes_addf(&text, "%*s%s ^", (int)(caret - width(what, strlen(what)) - 1), "", what);
	else
		bytes_addf(&text, "%*s^\n%s", (int)caret, "", what);
	return text.at;
}
