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
 * First what fits which field, then the words of a text, then the tree.  The first mistake ends the parsing;
 * its place is the wrong word.  */
#include "condition_state.h"
#include "ringside/bytes.h"
#include "ringside/message.h"
#include "ringside/variables.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Takes ownership of the text; only the first mistake counts. Returns NO_NODE.  */
static int condition_fail(struct reader *reader, size_t at, char *text)
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

/* `format` has two %s: `what`, and the node as it was typed.  */
static int condition_fail_about(struct reader *reader, int node, const char *format, const char *what)
{
	char *words = typed(reader, condition_node(reader, node)), *text = bytes_text(format, what, words);

	free(words);
	return condition_fail(reader, condition_node(reader, node)->at, text);
}

/* Is it something whose value changes?  */
static bool condition_is_value(const struct node *node)
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
static bool condition_is_truth_alone(struct reader *reader, int node)
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

static bool condition_is_ordered(enum condition_type type)
{
	return type == CONDITION_COUNT || type == CONDITION_TIME || type == CONDITION_SIZE;
}

/* The names of channels with blanks between; the caller frees.  */
static char *condition_channel_names(void)
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

/* Says which fields there are.  */
static int condition_fail_no_field(struct reader *reader, int node)
{
	struct bytes names = {0};

	for (int i = 0; i < CONDITION_FIELD_COUNT; i++)
		bytes_addf(&names, "%s%s", i ? " " : "", condition_field_name(i));
	condition_fail_about(reader, node, "expected one of %s, not %s", names.at);
	bytes_free(&names);
	return NO_NODE;
}

/* Checks that the two can be compared; a mistake is placed at the right one.  */
static bool condition_fits(struct reader *reader, int left, int right)
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
static bool condition_may_be_left(struct reader *reader, int left, struct word relation)
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

static const struct {
	const char *name;
	enum relation relation;
} operators[] = {{"==", EQUAL},  {"!=", UNEQUAL}, {"<=", LESS_EQUAL}, {">=", GREATER_EQUAL},
		 {"&&", AND},    {"||", OR},      {"<", LESS},        {">", GREATER},
		 {"~", MATCHES}, {"!", NOT},      {"(", OPEN},        {")", CLOSE}};

static const struct {
	const char *name;
	enum condition_type type;
	double factor;
} units[] = {
	{"", CONDITION_COUNT, 1},        {"ns", CONDITION_TIME, 1},      {"us", CONDITION_TIME, 1e3},
	{"ms", CONDITION_TIME, 1e6},     {"s", CONDITION_TIME, 1e9},     {"m", CONDITION_TIME, 60e9},
	{"h", CONDITION_TIME, 3600e9},   {"B", CONDITION_SIZE, 1},       {"KB", CONDITION_SIZE, 1024},
	{"kB", CONDITION_SIZE, 1024},    {"K", CONDITION_SIZE, 1024},    {"k", CONDITION_SIZE, 1024},
	{"MB", CONDITION_SIZE, 1 << 20}, {"M", CONDITION_SIZE, 1 << 20}, {"GB", CONDITION_SIZE, 1 << 30},
	{"G", CONDITION_SIZE, 1 << 30},
};

static bool is_digit(char c)
{
	return isdigit((unsigned char)c);
}

static bool is_letter(char c)
{
	return isalpha((unsigned char)c) || c == '_';
}

static struct word wrong(size_t at, size_t size, char *problem)
{
	return (struct word){.kind = WORD_WRONG, .at = at, .size = size, .text = problem};
}

/* 500, 1.5s or -0.5, but not inf or 0x10, which strtod() takes.  */
static struct word number_word(const char *text, size_t at)
{
	struct word word = {.kind = WORD_NUMBER, .at = at};
	const char *from = text + at, *end = from + (*from == '-'), *unit;
	size_t size = 0;

	while (is_digit(*end))
		end++;
	if (*end == '.' && is_digit(end[1]))
		for (end++; is_digit(*end);)
			end++;
	unit = end;
	while (is_letter(unit[size]) || is_digit(unit[size]) || unit[size] == '.')
		size++;
	word.size = (size_t)(unit - from) + size;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strlen(units[i].name) == size && strncmp(units[i].name, unit, size) == 0) {
			char *digits = bytes_copy(from, (size_t)(end - from));

			word.number = strtod(digits, NULL) * units[i].factor;
			word.type = units[i].type;
			free(digits);
			return word;
		}
	return wrong(at, word.size,
		     bytes_text("\"%.*s\" is not a unit: expected ns us ms s m h, or B KB MB GB",
				size > 20 ? 20 : (int)size, unit));
}

/* Reads up to the next `end` without a backslash before it. In a text \n, \t and \r mean what they do in C,
 * and a backslash before any other character means that character. In a pattern only \/ is replaced.  */
static struct word quoted_word(const char *text, size_t at, char end)
{
	struct word word = {.kind = end == '/' ? WORD_PATTERN : WORD_TEXT, .at = at};
	struct bytes said = {0};
	size_t i = at + 1;

	bytes_add(&said, "", 0);
	for (; text[i] && text[i] != end; i++) {
		static const char letters[] = "ntr", meant[] = "\n\t\r";
		const char *letter;

		if (text[i] != '\\' || !text[i + 1]) {
			bytes_add(&said, text + i, 1);
			continue;
		}
		letter = strchr(letters, text[++i]);
		if (end == '/' && text[i] != '/')
			bytes_add(&said, "\\", 1);
		bytes_add(&said, end != '/' && letter ? &meant[letter - letters] : text + i, 1);
	}
	if (!text[i]) {
		bytes_free(&said);
		return wrong(at, i - at,
			     bytes_text(end == '/' ? "the pattern does not end: expected /"
						   : "the text does not end: expected \""));
	}
	i++;
	word.any_case = end == '/' && text[i] == 'i' && !is_letter(text[i + 1]) && !is_digit(text[i + 1]);
	word.size = i - at + word.any_case;
	word.text = said.at ? said.at : bytes_text("%s", "");
	word.text_size = said.size;
	return word;
}

static struct word operator_word(const char *text, size_t at)
{
	size_t size;

	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (strncmp(operators[i].name, text + at, strlen(operators[i].name)) == 0)
			return (struct word){.kind = WORD_OPERATOR,
					     .at = at,
					     .size = strlen(operators[i].name),
					     .relation = operators[i].relation};
	switch (text[at]) {
	case '=': return wrong(at, 1, bytes_text("expected =="));
	case '&': return wrong(at, 1, bytes_text("expected &&"));
	case '|': return wrong(at, 1, bytes_text("expected ||"));
	default: break;
	}
	size = bytes_utf8_length(text + at, strlen(text + at));
	return wrong(at, size ? size : 1, bytes_text("this character has no meaning here"));
}

/* The first word at or after the byte `at`. The caller frees its text.  */
static struct word condition_word(const char *text, size_t at)
{
	size_t size = 0;

	while (text[at] == ' ' || text[at] == '\t')
		at++;
	if (!text[at])
		return (struct word){.kind = WORD_END, .at = at};
	if (is_digit(text[at]) || (text[at] == '-' && is_digit(text[at + 1])))
		return number_word(text, at);
	if (text[at] == '"' || text[at] == '/')
		return quoted_word(text, at, text[at]);
	while (is_letter(text[at + size]) || (size && is_digit(text[at + size])))
		size++;
	if (size)
		return (struct word){.kind = WORD_NAME, .at = at, .size = size};
	return operator_word(text, at);
}

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

/* The field of that name; CONDITION_FIELD_COUNT: there is none.  */
static enum condition_field condition_field_named(const char *name, size_t size)
{
	for (int i = 0; i < CONDITION_FIELD_COUNT; i++)
		if (strlen(fields[i].name) == size && strncmp(fields[i].name, name, size) == 0)
			return (enum condition_field)i;
	return CONDITION_FIELD_COUNT;
}

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

enum condition_type condition_field_type(enum condition_field field)
{
	return fields[field].type;
}
