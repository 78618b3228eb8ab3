/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* condition_check.c - checks the types in a condition, and says what was expected.  */
#include "condition_state.h"

#include "ringside/bytes.h"
#include "ringside/message.h"
#include <stdlib.h>
#include <string.h>

/* Takes ownership of the text; only the first mistake counts. Returns NO_NODE.  */
int condition_fail(struct reader *reader, size_t at, char *text)
{
	if (reader->failed) {
		free(text);
	} else {
		reader->failed = true;
		*reader->mistake = (struct condition_mistake){.at = at, .text = text};
	}
	return NO_NODE;
}

/* An example of a value of the type, for people.  */
static const char *example(enum condition_type type)
{
	switch (type) {
	case CONDITION_COUNT: return "a number";
	case CONDITION_TIME: return "a time such as 500ms";
	case CONDITION_SIZE: return "a size such as 80MB";
	case CONDITION_NAME: return "a name";
	case CONDITION_TEXT: return "a text such as \"h8\"";
	case CONDITION_TRUTH: break;
	}
	return "true or false";
}

/* The text of the node as it was typed. The caller frees.  */
static char *typed(const struct reader *reader, const struct node *node)
{
	return bytes_escaped(reader->text + node->at, node->size < 40 ? node->size : 40);
}

int condition_fail_about(struct reader *reader, int node, const char *format, const char *what)
{
	char *words = typed(reader, condition_node(reader, node)), *text = bytes_text(format, what, words);

	free(words);
	return condition_fail(reader, condition_node(reader, node)->at, text);
}

/* Is it something whose value changes?  */
bool condition_is_value(const struct node *node)
{
	return node->kind == NODE_FIELD || node->kind == NODE_VARIABLE || node->kind == NODE_LAST;
}

static void fail_alone(struct reader *reader, const struct node *node)
{
	static const char *const kinds[] = {[CONDITION_TIME] = "a time",
					    [CONDITION_SIZE] = "a size",
					    [CONDITION_NAME] = "a name",
					    [CONDITION_TEXT] = "a text"};
	const char *value = node->type == CONDITION_TIME                                     ? "500ms"
			    : node->type == CONDITION_SIZE                                   ? "80MB"
			    : node->type == CONDITION_TEXT                                   ? "\"h8\""
			    : node->field == CONDITION_DIR_FIELD && node->kind == NODE_FIELD ? "from"
											     : "debug";
	char *words = typed(reader, node);

	condition_fail(reader, node->at + node->size,
		       bytes_text("%s is %s: expected a comparison, such as == %s", words, kinds[node->type],
				  value));
	free(words);
}

/* Checks that the node is true or false on its own.  */
bool condition_is_truth_alone(struct reader *reader, int node)
{
	const struct node *n;

	if (node == NO_NODE)
		return false;
	n = condition_node(reader, node);
	if (n->kind == NODE_NAME)
		condition_fail_about(reader, node, "%s\"%s\" is not a field", "");
	else if (n->kind == NODE_PATTERN)
		condition_fail(reader, n->at, bytes_text("a pattern must follow ~, as in text ~ /five/i"));
	else if (condition_is_value(n) && n->type != CONDITION_TRUTH && n->type != CONDITION_COUNT)
		fail_alone(reader, n);
	else if (n->kind == NODE_NUMBER || n->kind == NODE_TEXT)
		condition_fail_about(reader, node, "expected %s, not %s alone", "a comparison");
	return !reader->failed;
}

/* ---- comparisons ---- */

bool condition_is_ordered(enum condition_type type)
{
	return type == CONDITION_COUNT || type == CONDITION_TIME || type == CONDITION_SIZE;
}

char *condition_channel_names(void)
{
	struct bytes names = {0};

	for (int i = 0; i < CHANNEL_COUNT; i++)
		bytes_addf(&names, "%s%s", i ? " " : "", channel_name((enum channel)i));
	return names.at;
}

/* Checks that the name is one of a channel or a direction.  */
static bool is_name_of(struct reader *reader, enum condition_field field, int node)
{
	const struct node *name = condition_node(reader, node);
	char *all;

	if (field == CONDITION_CHANNEL_FIELD && channel_named(name->text) == CHANNEL_COUNT) {
		all = condition_channel_names();
		condition_fail_about(reader, node, "expected one of %s, not %s", all);
		free(all);
	} else if (field == CONDITION_DIR_FIELD && strcmp(name->text, "to") != 0 &&
		   strcmp(name->text, "from") != 0 && strcmp(name->text, "event") != 0) {
		condition_fail_about(reader, node, "expected %s, not %s", "to, from or event");
	}
	return !reader->failed;
}

int condition_fail_no_field(struct reader *reader, int node)
{
	struct bytes names = {0};

	for (int i = 0; i < CONDITION_FIELD_COUNT; i++)
		bytes_addf(&names, "%s%s", i ? " " : "", condition_field_name(i));
	condition_fail_about(reader, node, "expected one of %s, not %s", names.at);
	bytes_free(&names);
	return NO_NODE;
}

/* Checks that the two can be compared; a mistake is placed at the right one.  */
bool condition_fits(struct reader *reader, int left, int right)
{
	struct node *a = condition_node(reader, left), *b = condition_node(reader, right);
	bool is_0 = b->kind == NODE_NUMBER && b->type == CONDITION_COUNT && b->number == 0;

	if (b->kind == NODE_PATTERN) {
		condition_fail(reader, b->at, bytes_text("a pattern must follow ~, as in text ~ /five/i"));
	} else if (a->type == CONDITION_NAME && (b->kind == NODE_TEXT || b->kind == NODE_NAME)) {
		b->type = CONDITION_NAME;
		return is_name_of(reader, a->field, right);
	} else if (b->kind == NODE_NAME) {
		condition_fail_about(reader, right, "expected %s, not %s", example(a->type));
	} else if (a->kind == NODE_NUMBER && a->type == CONDITION_COUNT &&
		   (b->type == CONDITION_SIZE || (b->type == CONDITION_TIME && a->number == 0))) {
		return true;
	} else if (a->type != b->type && !(a->type == CONDITION_TIME && is_0) &&
		   !(a->type == CONDITION_SIZE && b->kind == NODE_NUMBER && b->type == CONDITION_COUNT)) {
		condition_fail_about(reader, right, "expected %s, not %s", example(a->type));
	}
	return !reader->failed;
}

/* Checks that the relation may follow this node.  */
bool condition_may_be_left(struct reader *reader, int left, struct word relation)
{
	const struct node *a = condition_node(reader, left);

	if (a->kind == NODE_NAME)
		return condition_fail_no_field(reader, left) != NO_NODE;
	if (a->kind == NODE_PATTERN)
		condition_fail(reader, a->at, bytes_text("a pattern must follow ~, as in text ~ /five/i"));
	else if (a->type == CONDITION_TRUTH)
		condition_fail(
			reader, relation.at,
			bytes_text("%s is true or false by itself: expected && or || or the end",
				   a->kind == NODE_FIELD ? condition_field_name((int)a->field) : "this"));
	else if (relation.relation == MATCHES && condition_is_ordered(a->type))
		condition_fail(reader, relation.at,
			       bytes_text("only a text can match a pattern: expected == != < <= > or >="));
	else if (relation.relation != EQUAL && relation.relation != UNEQUAL && relation.relation != MATCHES &&
		 !condition_is_ordered(a->type))
		condition_fail(reader, relation.at,
			       bytes_text("%s has no order: expected ==, != or ~",
					  a->type == CONDITION_NAME ? "a name" : "a text"));
	return !reader->failed;
}
