/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* condition.c - parses a condition into a tree, evaluates it, and remembers for it what happened.
 *
 *     either     := both { "||" both }
 *     both       := single { "&&" single }
 *     single     := "!" single | comparison
 *     comparison := sum [ relation sum ]
 *     sum        := product { ( "+" | "-" ) product }
 *     product    := operand { ( "*" | "/" | "%" ) operand }
 *     operand    := field | variable | number | text | pattern | name | "(" either ")" | "before" "(" field
 * ")" | "last" "(" channel ")" | ( "count" | "since" ) "(" either ")"
 *
 * First what fits which field, then the tree.  The first mistake ends the parsing;
 * its place is the wrong token.  At the end the memory of a `last`, `count` or `since`: a value is kept for
 * each turn in which it changed.  So play that goes on from an earlier turn finds the values of that turn,
 * and a message costs the same however long the match is.  */
#include "ringside/condition.h"

#include "condition_token.h"
#include "ringside/bytes.h"
#include "ringside/match.h"
#include "ringside/message.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum node_kind {
	NODE_FIELD,
	NODE_NUMBER,
	NODE_TEXT,
	NODE_NAME, /* typed without quotes and no field: a channel, a direction or a mistake */
	NODE_PATTERN,
	NODE_VARIABLE,
	NODE_LAST,       /* `text`: the channel */
	NODE_COUNT,      /* of `left` */
	NODE_SINCE,      /* `left` */
	NODE_BEFORE,     /* `field`, at the end of the seat's last turn */
	NODE_ARITHMETIC, /* `left` and `right`, numbers, by `relation` */
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
	struct trail texts[SEATS];  /* LAST: the text before the present message */
	struct memory_point newest; /* LAST: the present message; without a text it is of another channel */
	int newest_seat;
	struct trail values;   /* COUNT: how many; SINCE: how many messages there were then */
	struct trail messages; /* SINCE: how many there are */
};

struct node {
	enum node_kind kind;
	enum condition_type type;
	size_t at, size; /* the place of its first token */
	enum condition_field field;
	enum relation relation; /* of a comparison, or of arithmetic */
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
struct parser {
	struct condition *condition;
	const char *text;
	const struct variables *variables; /* NULL: none */
	struct token token;                /* the next one */
	size_t end;                        /* of the token before it */
	struct condition_mistake *mistake;
	bool failed;
	int depth;
};

enum {
	NO_NODE = -1,
	SIZE_MOST = 4096,   /* bytes of a condition, because recursive functions walk the tree */
	DEEPEST = 100,      /* nested brackets */
	POINTS_MOST = 1024, /* turns with a change that are kept; of older ones the newest half stays */
};

const struct condition_row condition_rows[] = {
#define X(NAME, name, type, help) {name, help, CONDITION_##type},
	CONDITION_FIELDS(X)
#undef X
		{0}};

static struct node *node_of(const struct parser *parser, int node)
{
	return &parser->condition->nodes[node];
}

/* Takes ownership of the text; only the first mistake counts. Returns NO_NODE.  */
static int fail(struct parser *parser, size_t at, char *text)
{
	if (parser->failed) {
		free(text);
	} else {
		parser->failed = true;
		*parser->mistake = (struct condition_mistake){.at = at, .text = text};
	}
	return NO_NODE;
}

static const struct {
	const char *name, *example;
	const char *wanted; /* says what is expected */
} types[] = {
	[CONDITION_COUNT] = {"a number", "3", "a number"},
	[CONDITION_TIME] = {"a time", "500ms", "a time such as 500ms"},
	[CONDITION_SIZE] = {"a size", "80MB", "a size such as 80MB"},
	[CONDITION_NAME] = {"a name", "debug", "a name"},
	[CONDITION_TEXT] = {"a text", "\"h8\"", "a text such as \"h8\""},
	[CONDITION_TRUTH] = {"true or false", "true", "true or false"},
};

/* The text of the node as it was typed. The caller frees.  */
static char *typed(const struct parser *parser, const struct node *node)
{
	return bytes_escaped(parser->text + node->at, node->size < 40 ? node->size : 40);
}

/* `format` has two %s: `what`, and the node as it was typed.  */
static int fail_about(struct parser *parser, int node, const char *format, const char *what)
{
	FREED char *words = typed(parser, node_of(parser, node));
	char *text = bytes_text(format, what, words);

	return fail(parser, node_of(parser, node)->at, text);
}

/* Is it something whose value changes?  */
static bool is_value(const struct node *node)
{
	return node->kind == NODE_FIELD || node->kind == NODE_VARIABLE || node->kind == NODE_LAST ||
	       node->kind == NODE_BEFORE || node->kind == NODE_ARITHMETIC;
}

static void fail_alone(struct parser *parser, const struct node *node)
{
	bool is_dir = node->kind == NODE_FIELD && node->field == CONDITION_DIR_FIELD;
	FREED char *words = typed(parser, node);

	fail(parser, node->at + node->size,
	     bytes_text("%s is %s: expected a comparison, such as == %s", words, types[node->type].name,
			is_dir ? "from" : types[node->type].example));
}

/* Checks that the node is true or false on its own.  */
static bool is_truth_alone(struct parser *parser, int node)
{
	const struct node *n;

	if (node == NO_NODE)
		return false;
	n = node_of(parser, node);
	if (n->kind == NODE_NAME)
		fail_about(parser, node, "%s\"%s\" is not a field", "");
	else if (n->kind == NODE_PATTERN)
		fail(parser, n->at, bytes_text("a pattern must follow ~, as in text ~ /five/i"));
	else if (is_value(n) && n->type != CONDITION_TRUTH && n->type != CONDITION_COUNT)
		fail_alone(parser, n);
	else if (n->kind == NODE_NUMBER || n->kind == NODE_TEXT)
		fail_about(parser, node, "expected %s, not %s alone", "a comparison");
	return !parser->failed;
}

/* ---- comparisons ---- */

static bool is_ordered(enum condition_type type)
{
	return type == CONDITION_COUNT || type == CONDITION_TIME || type == CONDITION_SIZE;
}

/* The names of channels with blanks between; the caller frees.  */
static char *channel_names(void)
{
	struct bytes names = {0};

	for (int i = 0; i < CHANNEL_COUNT; i++)
		bytes_addf(&names, "%s%s", i ? " " : "", channel_name((enum channel)i));
	return names.at;
}

/* Checks that the name is one of a channel or a direction.  */
static bool is_name_of(struct parser *parser, enum condition_field field, int node)
{
	const struct node *name = node_of(parser, node);
	char *all;

	if (field == CONDITION_CHANNEL_FIELD && channel_named(name->text) == CHANNEL_COUNT) {
		all = channel_names();
		fail_about(parser, node, "expected one of %s, not %s", all);
		free(all);
	} else if (field == CONDITION_DIR_FIELD && strcmp(name->text, "to") != 0 &&
		   strcmp(name->text, "from") != 0 && strcmp(name->text, "event") != 0) {
		fail_about(parser, node, "expected %s, not %s", "to, from or event");
	}
	return !parser->failed;
}

/* Says which fields there are.  */
static int fail_no_field(struct parser *parser, int node)
{
	FREED_BY(bytes_free) struct bytes names = {0};

	for (int i = 0; i < CONDITION_FIELD_COUNT; i++)
		bytes_addf(&names, "%s%s", i ? " " : "", condition_rows[i].name);
	fail_about(parser, node, "expected one of %s, not %s", names.at);
	return NO_NODE;
}

/* Is it a number that was typed without a unit?  */
static bool is_plain(const struct node *node)
{
	return node->kind == NODE_NUMBER && node->type == CONDITION_COUNT;
}

/* Checks that the two can be compared; a mistake is placed at the right one.  */
static bool fits(struct parser *parser, int left, int right)
{
	struct node *a = node_of(parser, left), *b = node_of(parser, right);
	bool is_0 = is_plain(b) && b->number == 0;

	if (b->kind == NODE_PATTERN) {
		fail(parser, b->at, bytes_text("a pattern must follow ~, as in text ~ /five/i"));
	} else if (a->type == CONDITION_NAME && (b->kind == NODE_TEXT || b->kind == NODE_NAME)) {
		b->type = CONDITION_NAME;
		return is_name_of(parser, a->field, right);
	} else if (a->type == CONDITION_TRUTH && b->kind == NODE_NAME &&
		   (strcmp(b->text, "true") == 0 || strcmp(b->text, "false") == 0)) {
		b->kind = NODE_NUMBER;
		b->type = CONDITION_TRUTH;
		b->number = *b->text == 't';
	} else if (b->kind == NODE_NAME) {
		fail_about(parser, right, "expected %s, not %s", types[a->type].wanted);
	} else if (is_plain(a) &&
		   (b->type == CONDITION_SIZE || (b->type == CONDITION_TIME && a->number == 0))) {
		return true;
	} else if (a->type != b->type && !(a->type == CONDITION_TIME && is_0) &&
		   !(a->type == CONDITION_SIZE && is_plain(b))) {
		fail_about(parser, right, "expected %s, not %s", types[a->type].wanted);
	}
	return !parser->failed;
}

/* Checks that the relation may follow this node.  */
static bool may_be_left(struct parser *parser, int left, struct token relation)
{
	const struct node *a = node_of(parser, left);

	if (a->kind == NODE_NAME)
		return fail_no_field(parser, left) != NO_NODE;
	if (a->kind == NODE_PATTERN)
		fail(parser, a->at, bytes_text("a pattern must follow ~, as in text ~ /five/i"));
	else if (a->type == CONDITION_TRUTH && relation.relation != EQUAL && relation.relation != UNEQUAL)
		fail(parser, relation.at,
		     bytes_text("%s is true or false by itself: expected && or || or the end",
				a->kind == NODE_FIELD ? condition_rows[a->field].name : "this"));
	else if (relation.relation == MATCHES && is_ordered(a->type))
		fail(parser, relation.at,
		     bytes_text("only a text can match a pattern: expected == != < <= > or >="));
	else if (relation.relation != EQUAL && relation.relation != UNEQUAL && relation.relation != MATCHES &&
		 a->type != CONDITION_TRUTH && !is_ordered(a->type))
		fail(parser, relation.at,
		     bytes_text("%s has no order: expected ==, != or ~",
				a->type == CONDITION_NAME ? "a name" : "a text"));
	return !parser->failed;
}

static void advance(struct parser *parser)
{
	struct token *token = &parser->token;
	bool behind = token->size && (token->kind != TOKEN_OPERATOR || token->relation == CLOSE);

	free(token->text);
	parser->end = token->at + token->size;
	*token = condition_token(parser->text, parser->end, behind);
	if (token->kind == TOKEN_WRONG)
		fail(parser, token->at, bytes_text("%s", token->text));
}

static bool is_next(const struct parser *parser, enum relation relation)
{
	return !parser->failed && parser->token.kind == TOKEN_OPERATOR && parser->token.relation == relation;
}

static int add(struct parser *parser, struct node node)
{
	struct condition *condition = parser->condition;

	condition->nodes =
		bytes_resized(condition->nodes, (size_t)(condition->count + 1) * sizeof(*condition->nodes));
	condition->nodes[condition->count] = node;
	return condition->count++;
}

static void compile(struct parser *parser, struct node *pattern)
{
	char *problem = NULL;
	size_t where = 0;

	pattern->pattern = parser->condition->matcher->compile(pattern->text, pattern->text_size,
							       pattern->number != 0, &where, &problem);
	if (!pattern->pattern)
		fail(parser, pattern->at + 1 + (where < pattern->size ? where : 0), problem);
}

/* ---- reading ---- */

static int read_either(struct parser *parser);

/* Is the next token one that looks back, with its bracket?  Sets *kind if so.  */
static bool memory_kind(const struct parser *parser, enum node_kind *kind)
{
	static const char *const names[] = {[NODE_LAST] = "last",
					    [NODE_COUNT] = "count",
					    [NODE_SINCE] = "since",
					    [NODE_BEFORE] = "before"};
	const struct token *token = &parser->token;
	struct token next;
	bool opens;

	if (token->kind != TOKEN_NAME)
		return false;
	next = condition_token(parser->text, token->at + token->size, true);
	opens = next.kind == TOKEN_OPERATOR && next.relation == OPEN;
	free(next.text);
	for (*kind = NODE_LAST; opens && *kind <= NODE_BEFORE; ++*kind)
		if (strlen(names[*kind]) == token->size &&
		    strncmp(names[*kind], parser->text + token->at, token->size) == 0)
			return true;
	return false;
}

/* Takes the name of a channel, with or without quotes, into the node.  */
static bool read_channel(struct parser *parser, struct node *node)
{
	struct token *token = &parser->token;
	bool is_name = token->kind == TOKEN_NAME || token->kind == TOKEN_TEXT;
	char *name = token->kind == TOKEN_TEXT ? bytes_copy(token->text, token->text_size)
					       : bytes_copy(parser->text + token->at, token->size),
	     *all;

	if (!parser->failed && (!is_name || channel_named(name) == CHANNEL_COUNT)) {
		all = channel_names();
		fail(parser, token->at, bytes_text("expected one of %s", all));
		free(all);
	}
	if (parser->failed) {
		free(name);
		return false;
	}
	node->text = name;
	node->text_size = strlen(name);
	return true;
}

/* The field that the next token names; CONDITION_FIELD_COUNT: none.  */
static enum condition_field field_next(const struct parser *parser)
{
	const struct token *token = &parser->token;
	enum condition_field field = 0;

	while (field < CONDITION_FIELD_COUNT &&
	       (strlen(condition_rows[field].name) != token->size ||
		strncmp(condition_rows[field].name, parser->text + token->at, token->size) != 0))
		field++;
	return field;
}

/* Takes the name of a field that a turn has at its end into the node.  */
static bool read_field(struct parser *parser, struct node *node)
{
	FREED_BY(bytes_free) struct bytes names = {0};

	node->field = field_next(parser);
	if (!parser->failed && node->field < CONDITION_FIELD_COUNT &&
	    CONDITION_OF_TURN & CONDITION_BIT(node->field)) {
		node->type = condition_rows[node->field].type;
		return true;
	}
	for (int i = 0; i < CONDITION_FIELD_COUNT; i++)
		if (CONDITION_OF_TURN & CONDITION_BIT(i))
			bytes_addf(&names, "%s%s", i ? " " : "", condition_rows[i].name);
	fail(parser, parser->token.at,
	     bytes_text("expected a field that a turn has at its end: one of %s", names.at));
	return false;
}

/* Reads what stands in the brackets after a word that looks back, which is the next token.  */
static int read_memory(struct parser *parser, enum node_kind kind)
{
	struct node node = {
		.kind = kind, .at = parser->token.at, .size = parser->token.size, .left = NO_NODE};

	node.type = kind == NODE_LAST ? CONDITION_TEXT : CONDITION_COUNT;
	if (parser->depth >= DEEPEST)
		return fail(parser, node.at, bytes_text("more than %d nested brackets", DEEPEST));
	parser->depth++;
	advance(parser);
	advance(parser);
	if (kind == NODE_LAST ? read_channel(parser, &node)
			      : kind == NODE_BEFORE && read_field(parser, &node))
		advance(parser);
	else if (kind != NODE_LAST && kind != NODE_BEFORE &&
		 !is_truth_alone(parser, node.left = read_either(parser)))
		return NO_NODE;
	if (!parser->failed && !is_next(parser, CLOSE))
		fail(parser, parser->token.at, bytes_text("expected )"));
	parser->depth--;
	if (parser->failed) {
		free(node.text);
		return NO_NODE;
	}
	node.size = parser->token.at + 1 - node.at;
	advance(parser);
	if (kind != NODE_BEFORE)
		node.memory = bytes_new(sizeof(*node.memory));
	return add(parser, node);
}

/* Reads what stands in the bracket that is the next token.  */
static int read_bracket(struct parser *parser)
{
	int node;

	advance(parser);
	node = read_either(parser); /* which counts the depth */
	if (!parser->failed && !is_next(parser, CLOSE))
		fail(parser, parser->token.at, bytes_text("expected )"));
	else if (!parser->failed)
		advance(parser);
	return parser->failed ? NO_NODE : node;
}

/* `names`: a token that is also a field is a name here.  */
static int read_operand(struct parser *parser, bool names)
{
	struct token *token = &parser->token;
	struct node node = {.at = token->at, .size = token->size};
	enum condition_field field;
	enum node_kind kind;

	if (parser->failed)
		return NO_NODE;
	if (memory_kind(parser, &kind))
		return read_memory(parser, kind);
	if (is_next(parser, OPEN))
		return read_bracket(parser);
	switch (token->kind) {
	case TOKEN_NAME:
		node.variable = variables_value(parser->variables, parser->text + token->at, token->size);
		if (node.variable && (!names || node.variable->type == CONDITION_NAME)) {
			node.kind = NODE_VARIABLE;
			node.type = node.variable->type;
			break;
		}
		field = field_next(parser);
		node.kind = names || field == CONDITION_FIELD_COUNT ? NODE_NAME : NODE_FIELD;
		node.field = field;
		if (node.kind == NODE_FIELD)
			node.type = condition_rows[field].type;
		else
			node.text = bytes_copy(parser->text + token->at, token->size);
		node.text_size = token->size;
		break;
	case TOKEN_NUMBER:
		node.kind = NODE_NUMBER;
		node.type = token->type;
		node.number = token->number;
		break;
	case TOKEN_TEXT:
	case TOKEN_PATTERN:
		node.kind = token->kind == TOKEN_TEXT ? NODE_TEXT : NODE_PATTERN;
		node.type = CONDITION_TEXT;
		node.number = token->any_case;
		node.text = token->text;
		node.text_size = token->text_size;
		token->text = NULL;
		break;
	case TOKEN_END:
		return fail(parser, token->at, bytes_text("expected a field such as seat, or a value"));
	case TOKEN_OPERATOR:
		return fail(parser, token->at,
			    bytes_text("expected a field such as seat, or a value, not \"%.*s\"",
				       (int)token->size, parser->text + token->at));
	case TOKEN_WRONG: return NO_NODE;
	}
	advance(parser);
	return add(parser, node);
}

/* ---- arithmetic ---- */

/* False: there is no such value, as after a division by 0.  */
static bool calculate(enum relation operation, double a, double b, double *result)
{
	static const double whole = 9007199254740992; /* up to here a double knows each whole number */
	double times = b < 0 || b > 0 ? a / b : NAN;

	switch (operation) {
	case PLUS: *result = a + b; break;
	case MINUS: *result = a - b; break;
	case TIMES: *result = a * b; break;
	case DIVIDED: *result = times; break;
	default: *result = times > -whole && times < whole ? a - b * (double)(int64_t)times : NAN; break;
	}
	return !isnan(*result);
}

/* Checks that the node can be counted with.  `behind`: it stands behind the operator.  */
static bool is_counted(struct parser *parser, int node, bool behind, struct token operation)
{
	const struct node *n = node_of(parser, node);

	if (n->kind == NODE_NAME)
		fail_no_field(parser, node);
	else if (!is_ordered(n->type))
		fail(parser, behind ? n->at : operation.at,
		     bytes_text("%s counts with numbers, times and sizes, not with %s",
				condition_operator(operation.relation), types[n->type].name));
	return !parser->failed;
}

/* The type of what the operator makes of both; a mistake is placed at the right one.  */
static enum condition_type type_of(struct parser *parser, int left, enum relation operation, int right)
{
	const struct node *a = node_of(parser, left), *b = node_of(parser, right);

	if (operation == TIMES && a->type == CONDITION_COUNT)
		return b->type;
	if ((operation == TIMES || operation == DIVIDED) && b->type == CONDITION_COUNT)
		return a->type;
	if (operation == TIMES)
		fail_about(parser, right, "expected %s, not %s", types[CONDITION_COUNT].wanted);
	else if (a->type == b->type)
		return operation == DIVIDED ? CONDITION_COUNT : a->type;
	else if ((a->type == CONDITION_SIZE && is_plain(b)) ||
		 (b->type == CONDITION_SIZE && is_plain(a) && operation != DIVIDED))
		return CONDITION_SIZE;
	else
		fail_about(parser, right, "expected %s, not %s", types[a->type].wanted);
	return CONDITION_COUNT;
}

/* Reads one or several parts with the operators from `first` to `last` between them.  Two numbers become one,
 * which a time can be compared with.  */
static int read_counted(struct parser *parser, int (*part)(struct parser *, bool), bool names,
			enum relation first, enum relation last)
{
	int left = part(parser, names), right;

	while (!parser->failed && parser->token.kind == TOKEN_OPERATOR && parser->token.relation >= first &&
	       parser->token.relation <= last) {
		struct token operation = parser->token;
		struct node node = {.kind = NODE_ARITHMETIC,
				    .at = node_of(parser, left)->at,
				    .relation = operation.relation,
				    .left = left};

		if (!is_counted(parser, left, false, operation))
			return NO_NODE;
		advance(parser);
		node.right = right = part(parser, false);
		if (right == NO_NODE || !is_counted(parser, right, true, operation))
			return NO_NODE;
		node.type = type_of(parser, left, operation.relation, right);
		node.size = parser->end - node.at;
		if (node_of(parser, left)->kind == NODE_NUMBER &&
		    node_of(parser, right)->kind == NODE_NUMBER &&
		    calculate(operation.relation, node_of(parser, left)->number,
			      node_of(parser, right)->number, &node.number))
			node.kind = NODE_NUMBER;
		left = add(parser, node);
	}
	return parser->failed ? NO_NODE : left;
}

static int read_product(struct parser *parser, bool names)
{
	return read_counted(parser, read_operand, names, TIMES, MODULO);
}

static int read_sum(struct parser *parser, bool names)
{
	return read_counted(parser, read_product, names, PLUS, MINUS);
}

static bool compares(const struct parser *parser)
{
	return !parser->failed && parser->token.kind == TOKEN_OPERATOR && parser->token.relation <= MATCHES;
}

static int read_comparison(struct parser *parser)
{
	int left = read_sum(parser, false), right;
	struct token relation = parser->token;

	if (left == NO_NODE || parser->failed)
		return NO_NODE;
	if (!compares(parser))
		return node_of(parser, left)->kind == NODE_NAME ? fail_no_field(parser, left) : left;
	if (!may_be_left(parser, left, relation))
		return NO_NODE;
	advance(parser);
	right = read_sum(parser, node_of(parser, left)->type == CONDITION_NAME);
	if (right == NO_NODE)
		return NO_NODE;
	if (relation.relation == MATCHES) {
		if (node_of(parser, right)->kind != NODE_PATTERN)
			return fail_about(parser, right, "expected %s, not %s", "a pattern such as /five/i");
		compile(parser, node_of(parser, right));
	} else if (!fits(parser, left, right)) {
		return NO_NODE;
	}
	if (compares(parser))
		return fail(parser, parser->token.at, bytes_text("expected && or || or the end"));
	return add(parser, (struct node){.kind = NODE_COMPARISON,
					 .type = CONDITION_TRUTH,
					 .at = node_of(parser, left)->at,
					 .relation = relation.relation,
					 .left = left,
					 .right = right});
}

static int read_single(struct parser *parser)
{
	size_t from = parser->token.at;
	int node;

	if (parser->depth >= DEEPEST)
		return fail(parser, from, bytes_text("more than %d nested brackets", DEEPEST));
	parser->depth++;
	if (is_next(parser, NOT)) {
		advance(parser);
		node = read_single(parser);
		if (is_truth_alone(parser, node))
			node = add(parser, (struct node){.kind = NODE_NOT,
							 .type = CONDITION_TRUTH,
							 .at = from,
							 .left = node});
	} else {
		node = read_comparison(parser);
	}
	parser->depth--;
	return parser->failed ? NO_NODE : node;
}

/* Reads one or several parts with the relation between them.  */
static int read_chain(struct parser *parser, int (*part)(struct parser *), enum relation relation,
		      enum node_kind kind)
{
	int left = part(parser), right;

	while (is_next(parser, relation)) {
		if (!is_truth_alone(parser, left))
			return NO_NODE;
		advance(parser);
		right = part(parser);
		if (!is_truth_alone(parser, right))
			return NO_NODE;
		left = add(parser, (struct node){.kind = kind,
						 .type = CONDITION_TRUTH,
						 .at = node_of(parser, left)->at,
						 .left = left,
						 .right = right});
	}
	return parser->failed ? NO_NODE : left;
}

static int read_both(struct parser *parser)
{
	return read_chain(parser, read_single, AND, NODE_AND);
}

static int read_either(struct parser *parser)
{
	return read_chain(parser, read_both, OR, NODE_OR);
}

static struct condition *parse(const char *text, const struct matcher *matcher,
			       const struct variables *variables, struct condition_mistake *mistake,
			       bool value)
{
	struct condition *condition = bytes_new(sizeof(*condition));
	struct parser parser = {
		.condition = condition, .text = text, .variables = variables, .mistake = mistake};

	condition->matcher = matcher;
	*mistake = (struct condition_mistake){0};
	if (strlen(text) > SIZE_MOST) {
		fail(&parser, SIZE_MOST, bytes_text("a condition may have at most %d bytes", SIZE_MOST));
	} else {
		advance(&parser);
		condition->root = read_either(&parser);
		if (!parser.failed && parser.token.kind != TOKEN_END)
			fail(&parser, parser.token.at,
			     bytes_text(is_value(&condition->nodes[condition->root]) &&
							is_ordered(condition->nodes[condition->root].type)
						? "expected a comparison, && or || or the end"
						: "expected && or || or the end"));
		if (!value)
			is_truth_alone(&parser, parser.failed ? NO_NODE : condition->root);
	}
	free(parser.token.text);
	if (parser.failed) {
		condition_free(condition);
		return NULL;
	}
	text += strspn(text, " \t");
	condition->text = bytes_text("%s", text);
	for (size_t size = strlen(condition->text); size && strchr(" \t", condition->text[size - 1]);)
		condition->text[--size] = '\0';
	return condition;
}

static struct condition_value evaluate(const struct condition *condition, int node,
				       const struct condition_source *source);

/* ---- memory ---- */

static void point_free(struct memory_point *point)
{
	free(point->text);
	*point = (struct memory_point){0};
}

static void trail_free(struct trail *trail)
{
	for (int i = 0; i < trail->count; i++)
		point_free(&trail->points[i]);
	free(trail->points);
	*trail = (struct trail){0};
}

static const struct memory_point *trail_end(const struct trail *trail)
{
	return trail->count ? &trail->points[trail->count - 1] : NULL;
}

/* Takes over the point's text.  */
static void trail_set(struct trail *trail, struct memory_point point)
{
	const struct memory_point *end = trail_end(trail);

	assert(!end || point.turns >= end->turns);
	if (end && end->turns == point.turns) {
		point_free(&trail->points[--trail->count]);
	} else if (trail->count == POINTS_MOST) {
		int dropped = POINTS_MOST / 2;

		for (int i = 0; i < dropped; i++)
			point_free(&trail->points[i]);
		trail->count -= dropped;
		memmove(trail->points, trail->points + dropped,
			(size_t)trail->count * sizeof(*trail->points));
		trail->cut = true;
	} else {
		trail->points =
			bytes_resized(trail->points, (size_t)(trail->count + 1) * sizeof(*trail->points));
	}
	trail->points[trail->count++] = point;
}

/* Forgets what was kept when so many turns had been played, or more.  */
static void trail_back(struct trail *trail, int turns)
{
	while (trail->count && trail->points[trail->count - 1].turns >= turns)
		point_free(&trail->points[--trail->count]);
}

/* A number that begins with 0.  False: it was forgotten.  */
static bool number_of(const struct trail *trail, double *number)
{
	const struct memory_point *end = trail_end(trail);

	*number = end ? end->number : 0;
	return end || !trail->cut;
}

static void add_one(struct trail *trail, int turns)
{
	double number;

	if (number_of(trail, &number))
		trail_set(trail, (struct memory_point){.turns = turns, .number = number + 1});
}

/* The value of a LAST, COUNT or SINCE.  */
static struct condition_value memory_value(const struct node *node, const struct condition_source *source)
{
	const struct memory *memory = node->memory;
	struct condition_value value = {.type = node->type}, seat = {.type = CONDITION_COUNT};
	const struct memory_point *end;
	double all;

	switch (node->kind) {
	case NODE_COUNT: value.known = number_of(&memory->values, &value.number); break;
	case NODE_SINCE:
		end = trail_end(&memory->values);
		value.known = end && number_of(&memory->messages, &all);
		value.number = value.known ? all - end->number : 0;
		break;
	default:
		source->value(source->user, CONDITION_SEAT_FIELD, &seat);
		end = seat.known && is_seat((int)seat.number) ? trail_end(&memory->texts[(int)seat.number])
							      : NULL;
		value.known = end;
		value.text = end ? end->text : "";
		value.size = end ? end->size : 0;
		break;
	}
	return value;
}

/* The message before this one counts as the last from now on.  */
static void see_text(struct node *node, const struct condition_source *source, int turns)
{
	struct memory *memory = node->memory;
	struct condition_value channel = {.type = CONDITION_NAME}, text = {.type = CONDITION_TEXT},
			       seat = {.type = CONDITION_COUNT};

	if (memory->newest.text)
		trail_set(&memory->texts[memory->newest_seat], memory->newest);
	memory->newest = (struct memory_point){0};
	source->value(source->user, CONDITION_CHANNEL_FIELD, &channel);
	if (!channel.known || channel.size != node->text_size ||
	    memcmp(channel.text, node->text, channel.size) != 0)
		return;
	source->value(source->user, CONDITION_SEAT_FIELD, &seat);
	source->value(source->user, CONDITION_TEXT_FIELD, &text);
	if (!text.known || !seat.known || !is_seat((int)seat.number))
		return;
	memory->newest_seat = (int)seat.number;
	memory->newest = (struct memory_point){
		.turns = turns, .text = bytes_copy(text.text, text.size), .size = text.size};
}

static void go_back(struct memory *memory, int turns)
{
	for (int s = 0; s < SEATS; s++)
		trail_back(&memory->texts[s], turns);
	trail_back(&memory->values, turns);
	trail_back(&memory->messages, turns);
	if (memory->newest.turns >= turns)
		point_free(&memory->newest);
}

static bool compare_numbers(enum relation relation, double a, double b)
{
	switch (relation) {
	case EQUAL: return a >= b && a <= b;
	case UNEQUAL: return a < b || a > b;
	case LESS: return a < b;
	case LESS_EQUAL: return a <= b;
	case GREATER: return a > b;
	case GREATER_EQUAL: return a >= b;
	default: return false;
	}
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

/* Does the node hold?  A number alone holds if it is not 0.  */
static bool node_holds(const struct condition *condition, int node, const struct condition_source *source)
{
	struct condition_value value = evaluate(condition, node, source);

	return value.known && (value.number < 0 || value.number > 0);
}

static struct condition_value evaluate(const struct condition *condition, int i,
				       const struct condition_source *source)
{
	const struct node *node = &condition->nodes[i];
	struct condition_value value = {.type = node->type,
					.known = true,
					.number = node->number,
					.text = node->text,
					.size = node->text_size},
			       left, right;

	switch (node->kind) {
	case NODE_FIELD:
		source->value(source->user, node->field, &value);
		value.type = node->type;
		break;
	case NODE_VARIABLE: return *node->variable;
	case NODE_LAST:
	case NODE_COUNT:
	case NODE_SINCE: return memory_value(node, source);
	case NODE_BEFORE:
		value.known = source->before;
		if (value.known)
			source->before(source->user, node->field, &value);
		value.type = node->type;
		break;
	case NODE_ARITHMETIC:
		left = evaluate(condition, node->left, source);
		right = evaluate(condition, node->right, source);
		value.known = left.known && right.known &&
			      calculate(node->relation, left.number, right.number, &value.number);
		break;
	case NODE_COMPARISON: value.number = compare(condition, node, source); break;
	case NODE_AND:
		value.number = node_holds(condition, node->left, source) &&
			       node_holds(condition, node->right, source);
		break;
	case NODE_OR:
		value.number = node_holds(condition, node->left, source) ||
			       node_holds(condition, node->right, source);
		break;
	case NODE_NOT: value.number = !node_holds(condition, node->left, source); break;
	default: break; /* the node itself has the value */
	}
	return value;
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

bool condition_is_truth(const struct condition *condition)
{
	return condition->nodes[condition->root].type == CONDITION_TRUTH;
}

unsigned condition_fields(const struct condition *condition)
{
	unsigned used = 0;

	for (int i = 0; i < condition->count; i++)
		if (condition->nodes[i].kind == NODE_FIELD || condition->nodes[i].kind == NODE_BEFORE)
			used |= CONDITION_BIT(condition->nodes[i].field);
	return used;
}

int condition_uses(const struct condition *condition, enum condition_field field)
{
	int count = 0;

	for (int i = 0; i < condition->count; i++)
		count += condition->nodes[i].kind == NODE_FIELD && condition->nodes[i].field == field;
	return count;
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
	return node_holds(condition, condition->root, source);
}

struct condition_value condition_value(const struct condition *condition,
				       const struct condition_source *source)
{
	return evaluate(condition, condition->root, source);
}

void condition_see(struct condition *condition, const struct condition_source *source, int turns)
{
	assert(turns >= 0);
	for (int i = 0; i < condition->count; i++) {
		struct node *node = &condition->nodes[i];
		struct memory *memory = node->memory;
		double all;

		if (!memory)
			continue;
		if (turns < condition->turns)
			go_back(memory, turns);
		if (node->kind == NODE_LAST) {
			see_text(node, source, turns);
			continue;
		}
		add_one(&memory->messages, turns);
		if (!node_holds(condition, node->left, source))
			continue;
		if (node->kind == NODE_COUNT)
			add_one(&memory->values, turns);
		else if (number_of(&memory->messages, &all))
			trail_set(&memory->values, (struct memory_point){.turns = turns, .number = all});
	}
	condition->turns = turns;
}

bool condition_remembers(const struct condition *condition)
{
	for (int i = 0; i < condition->count; i++)
		if (condition->nodes[i].memory)
			return true;
	return false;
}

void condition_forget(struct condition *condition)
{
	for (int i = 0; i < condition->count; i++) {
		struct memory *memory = condition->nodes[i].memory;

		if (!memory)
			continue;
		for (int s = 0; s < SEATS; s++)
			trail_free(&memory->texts[s]);
		trail_free(&memory->values);
		trail_free(&memory->messages);
		point_free(&memory->newest);
	}
	condition->turns = 0;
}
