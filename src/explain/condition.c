/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* condition.c - parses a condition into a tree.
 *
 *     either     := both { "||" both }
 *     both       := single { "&&" single }
 *     single     := "!" single | "(" either ")" | comparison
 *     comparison := operand [ relation operand ]
 *     operand    := field | variable | number | text | pattern | name
 *                 | "last" "(" channel ")" | ( "count" | "since" ) "(" either ")"
 *
 * The first mistake ends the parsing; its place is the wrong word.  */
#include "condition_state.h"

#include "ringside/bytes.h"
#include "ringside/message.h"
#include "ringside/variables.h"
#include <stdlib.h>
#include <string.h>

enum {
	SIZE_MOST = 4096, /* bytes of a condition, because recursive functions walk the tree */
	DEEPEST = 100,    /* nested brackets */
};

static const struct {
	const char *name, *help;
	enum condition_type type;
} fields[] = {
#define X(NAME, name, type, help) {name, help, CONDITION_##type},
	CONDITION_FIELDS(X)
#undef X
};

/* ---- words ---- */

static void advance(struct reader *reader)
{
	struct word *word = &reader->word;

	free(word->text);
	*word = condition_word(reader->text, word->at + word->size);
	if (word->kind == WORD_WRONG)
		condition_fail(reader, word->at, bytes_text("%s", word->text));
}

static bool is_next(const struct reader *reader, enum relation relation)
{
	return !reader->failed && reader->word.kind == WORD_OPERATOR && reader->word.relation == relation;
}

/* ---- the tree ---- */

static int add(struct reader *reader, struct node node)
{
	struct condition *condition = reader->condition;

	condition->nodes =
		bytes_resized(condition->nodes, (size_t)(condition->count + 1) * sizeof(*condition->nodes));
	condition->nodes[condition->count] = node;
	return condition->count++;
}

/* ---- comparisons ---- */

static int compile(struct reader *reader, int node)
{
	struct node *pattern = condition_node(reader, node);
	char *problem = NULL;
	size_t where = 0;

	pattern->pattern = reader->condition->matcher->compile(pattern->text, pattern->text_size,
							       pattern->number != 0, &where, &problem);
	if (!pattern->pattern)
		condition_fail(reader, pattern->at + 1 + (where < pattern->size ? where : 0), problem);
	return node;
}

/* ---- reading ---- */

static int read_either(struct reader *reader);

/* Is the next word one that remembers messages, with its bracket?  */
static bool memory_kind(const struct reader *reader, enum node_kind *kind)
{
	static const struct {
		const char *name;
		enum node_kind kind;
	} kinds[] = {{"last", NODE_LAST}, {"count", NODE_COUNT}, {"since", NODE_SINCE}};
	const struct word *word = &reader->word;
	struct word next;
	bool opens;

	if (word->kind != WORD_NAME)
		return false;
	next = condition_word(reader->text, word->at + word->size);
	opens = next.kind == WORD_OPERATOR && next.relation == OPEN;
	free(next.text);
	for (size_t i = 0; opens && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strlen(kinds[i].name) == word->size &&
		    strncmp(kinds[i].name, reader->text + word->at, word->size) == 0) {
			*kind = kinds[i].kind;
			return true;
		}
	return false;
}

/* Takes the name of a channel, with or without quotes, into the node.  */
static bool read_channel(struct reader *reader, struct node *node)
{
	struct word *word = &reader->word;
	bool is_name = word->kind == WORD_NAME || word->kind == WORD_TEXT;
	char *name = word->kind == WORD_TEXT ? bytes_copy(word->text, word->text_size)
					     : bytes_copy(reader->text + word->at, word->size),
	     *all;

	if (!reader->failed && (!is_name || channel_named(name) == CHANNEL_COUNT)) {
		all = condition_channel_names();
		condition_fail(reader, word->at, bytes_text("expected one of %s", all));
		free(all);
	}
	if (reader->failed) {
		free(name);
		return false;
	}
	node->text = name;
	node->text_size = strlen(name);
	return true;
}

/* Reads what stands in the brackets after `last`, `count` or `since`, which is the next word.  */
static int read_memory(struct reader *reader, enum node_kind kind)
{
	struct node node = {.kind = kind, .at = reader->word.at, .size = reader->word.size, .left = NO_NODE};

	node.type = kind == NODE_LAST ? CONDITION_TEXT : CONDITION_COUNT;
	if (reader->depth >= DEEPEST)
		return condition_fail(reader, node.at, bytes_text("more than %d nested brackets", DEEPEST));
	reader->depth++;
	advance(reader);
	advance(reader);
	if (kind == NODE_LAST && read_channel(reader, &node))
		advance(reader);
	else if (kind != NODE_LAST && !condition_is_truth_alone(reader, node.left = read_either(reader)))
		return NO_NODE;
	if (!reader->failed && !is_next(reader, CLOSE))
		condition_fail(reader, reader->word.at, bytes_text("expected )"));
	reader->depth--;
	if (reader->failed) {
		free(node.text);
		return NO_NODE;
	}
	node.size = reader->word.at + 1 - node.at;
	advance(reader);
	node.memory = bytes_new(sizeof(*node.memory));
	return add(reader, node);
}

/* `names`: a word that is also a field is a name here.  */
static int read_operand(struct reader *reader, bool names)
{
	struct word *word = &reader->word;
	struct node node = {.at = word->at, .size = word->size};
	enum condition_field field;

	if (reader->failed)
		return NO_NODE;
	if (memory_kind(reader, &node.kind))
		return read_memory(reader, node.kind);
	switch (word->kind) {
	case WORD_NAME:
		node.variable = variables_value(reader->variables, reader->text + word->at, word->size);
		if (node.variable && (!names || node.variable->type == CONDITION_NAME)) {
			node.kind = NODE_VARIABLE;
			node.type = node.variable->type;
			break;
		}
		field = condition_field_named(reader->text + word->at, word->size);
		node.kind = names || field == CONDITION_FIELD_COUNT ? NODE_NAME : NODE_FIELD;
		node.field = field;
		if (node.kind == NODE_FIELD)
			node.type = fields[field].type;
		else
			node.text = bytes_copy(reader->text + word->at, word->size);
		node.text_size = word->size;
		break;
	case WORD_NUMBER:
		node.kind = NODE_NUMBER;
		node.type = word->type;
		node.number = word->number;
		break;
	case WORD_TEXT:
	case WORD_PATTERN:
		node.kind = word->kind == WORD_TEXT ? NODE_TEXT : NODE_PATTERN;
		node.type = CONDITION_TEXT;
		node.number = word->any_case;
		node.text = word->text;
		node.text_size = word->text_size;
		word->text = NULL;
		break;
	case WORD_END:
		return condition_fail(reader, word->at,
				      bytes_text("expected a field such as seat, or a value"));
	case WORD_OPERATOR:
		return condition_fail(reader, word->at,
				      bytes_text("expected a field such as seat, or a value, not \"%.*s\"",
						 (int)word->size, reader->text + word->at));
	case WORD_WRONG: return NO_NODE;
	}
	advance(reader);
	return add(reader, node);
}

static bool compares(const struct reader *reader)
{
	return !reader->failed && reader->word.kind == WORD_OPERATOR && reader->word.relation <= MATCHES;
}

static int read_comparison(struct reader *reader)
{
	int left = read_operand(reader, false), right;
	struct word relation = reader->word;

	if (left == NO_NODE || reader->failed)
		return NO_NODE;
	if (!compares(reader))
		return condition_node(reader, left)->kind == NODE_NAME ? condition_fail_no_field(reader, left)
								       : left;
	if (!condition_may_be_left(reader, left, relation))
		return NO_NODE;
	advance(reader);
	right = read_operand(reader, condition_node(reader, left)->type == CONDITION_NAME);
	if (right == NO_NODE)
		return NO_NODE;
	if (relation.relation == MATCHES) {
		if (condition_node(reader, right)->kind != NODE_PATTERN)
			return condition_fail_about(reader, right, "expected %s, not %s",
						    "a pattern such as /five/i");
		compile(reader, right);
	} else if (!condition_fits(reader, left, right)) {
		return NO_NODE;
	}
	if (compares(reader))
		return condition_fail(reader, reader->word.at, bytes_text("expected && or || or the end"));
	return add(reader, (struct node){.kind = NODE_COMPARISON,
					 .type = CONDITION_TRUTH,
					 .at = condition_node(reader, left)->at,
					 .relation = relation.relation,
					 .left = left,
					 .right = right});
}

static int read_single(struct reader *reader)
{
	size_t from = reader->word.at;
	int node;

	if (reader->depth >= DEEPEST)
		return condition_fail(reader, from, bytes_text("more than %d nested brackets", DEEPEST));
	reader->depth++;
	if (is_next(reader, NOT)) {
		advance(reader);
		node = read_single(reader);
		if (condition_is_truth_alone(reader, node))
			node = add(reader, (struct node){.kind = NODE_NOT,
							 .type = CONDITION_TRUTH,
							 .at = from,
							 .left = node});
	} else if (is_next(reader, OPEN)) {
		advance(reader);
		node = read_either(reader);
		if (!reader->failed && !is_next(reader, CLOSE))
			condition_fail(reader, reader->word.at, bytes_text("expected )"));
		else if (!reader->failed)
			advance(reader);
	} else {
		node = read_comparison(reader);
	}
	reader->depth--;
	return reader->failed ? NO_NODE : node;
}

/* Reads one or several parts with the relation between them.  */
static int read_chain(struct reader *reader, int (*part)(struct reader *), enum relation relation,
		      enum node_kind kind)
{
	int left = part(reader), right;

	while (is_next(reader, relation)) {
		if (!condition_is_truth_alone(reader, left))
			return NO_NODE;
		advance(reader);
		right = part(reader);
		if (!condition_is_truth_alone(reader, right))
			return NO_NODE;
		left = add(reader, (struct node){.kind = kind,
						 .type = CONDITION_TRUTH,
						 .at = condition_node(reader, left)->at,
						 .left = left,
						 .right = right});
	}
	return reader->failed ? NO_NODE : left;
}

static int read_both(struct reader *reader)
{
	return read_chain(reader, read_single, AND, NODE_AND);
}

static int read_either(struct reader *reader)
{
	return read_chain(reader, read_both, OR, NODE_OR);
}

static struct condition *parse(const char *text, const struct matcher *matcher,
			       const struct variables *variables, struct condition_mistake *mistake,
			       bool value)
{
	struct condition *condition = bytes_new(sizeof(*condition));
	struct reader reader = {
		.condition = condition, .text = text, .variables = variables, .mistake = mistake};

	condition->matcher = matcher;
	*mistake = (struct condition_mistake){0};
	if (strlen(text) > SIZE_MOST) {
		condition_fail(&reader, SIZE_MOST,
			       bytes_text("a condition may have at most %d bytes", SIZE_MOST));
	} else {
		advance(&reader);
		condition->root = read_either(&reader);
		if (!reader.failed && reader.word.kind != WORD_END)
			condition_fail(
				&reader, reader.word.at,
				bytes_text(condition_is_value(&condition->nodes[condition->root]) &&
							   condition_is_ordered(
								   condition->nodes[condition->root].type)
						   ? "expected a comparison, && or || or the end"
						   : "expected && or || or the end"));
		if (!value)
			condition_is_truth_alone(&reader, reader.failed ? NO_NODE : condition->root);
	}
	free(reader.word.text);
	if (reader.failed) {
		condition_free(condition);
		return NULL;
	}
	text += strspn(text, " \t");
	condition->text = bytes_text("%s", text);
	for (size_t size = strlen(condition->text); size && strchr(" \t", condition->text[size - 1]);)
		condition->text[--size] = '\0';
	return condition;
}

/* ---- public ---- */

struct condition *condition_parse(const char *text, const struct matcher *matcher,
				  const struct variables *variables, struct condition_mistake *mistake)
{
	return parse(text, matcher, variables, mistake, false);
}

struct condition *condition_parse_value(const char *text, const struct matcher *matcher,
					const struct variables *variables, struct condition_mistake *mistake)
{
	return parse(text, matcher, variables, mistake, true);
}

void condition_free(struct condition *condition)
{
	if (!condition)
		return;
	condition_forget(condition);
	for (int i = 0; i < condition->count; i++) {
		free(condition->nodes[i].memory);
		free(condition->nodes[i].text);
		if (condition->nodes[i].pattern)
			condition->matcher->free(condition->nodes[i].pattern);
	}
	free(condition->nodes);
	free(condition->text);
	free(condition);
}

const char *condition_text(const struct condition *condition)
{
	return condition->text;
}

const char *condition_field_name(int i)
{
	return i >= 0 && i < CONDITION_FIELD_COUNT ? fields[i].name : NULL;
}

const char *condition_field_help(int i)
{
	return i >= 0 && i < CONDITION_FIELD_COUNT ? fields[i].help : NULL;
}

enum condition_field condition_field_named(const char *name, size_t size)
{
	for (int i = 0; i < CONDITION_FIELD_COUNT; i++)
		if (strlen(fields[i].name) == size && strncmp(fields[i].name, name, size) == 0)
			return (enum condition_field)i;
	return CONDITION_FIELD_COUNT;
}

enum condition_type condition_field_type(enum condition_field field)
{
	return fields[field].type;
}
