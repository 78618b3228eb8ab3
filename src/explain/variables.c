/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* variables.c - values of conditions: in words, and by the names that a person gave them.  */
#include "ringside/condition.h"

#include "ringside/bytes.h"
#include "ringside/match.h"
#include "ringside/message.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct variable {
	char *name;
	struct condition_value value; /* its text is owned */
	char *text;
	struct variable *next;
};

struct variables {
	struct variable *first;
};

static struct variable *find(const struct variables *variables, const char *name, size_t size)
{
	struct variable *variable = variables ? variables->first : NULL;

	while (variable && (strlen(variable->name) != size || strncmp(variable->name, name, size) != 0))
		variable = variable->next;
	return variable;
}

/* The words that mean something else in a condition.  */
static bool is_taken(const char *name)
{
	static const char *const words[] = {"last", "count", "since", "before", "true", "false", "if", "do"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(words[i], name) == 0)
			return true;
	for (int i = 0; condition_rows[i].name; i++)
		if (strcmp(condition_rows[i].name, name) == 0)
			return true;
	return channel_named(name) != CHANNEL_COUNT;
}

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

void condition_said(const struct said *said, enum condition_field field, struct condition_value *value)
{
	value->number = field == CONDITION_VALUE_FIELD   ? said->value
			: field == CONDITION_DEPTH_FIELD ? said->depth
							 : (double)said->nodes;
	value->known = field == CONDITION_VALUE_FIELD ? *said->words : value->number > 0;
}

static void set_known(struct condition_value *value, int64_t number)
{
	value->known = number >= 0;
	value->number = (double)number;
}

void condition_of_turn(const struct match *match, const struct turn *turn, enum condition_field field,
		       struct condition_value *value)
{
	value->known = turn;
	if (!turn)
		return;
	switch (field) {
	case CONDITION_MOVE_FIELD: value->number = turn->n; break;
	case CONDITION_GAME_FIELD: value->number = match->setup.game; break;
	case CONDITION_SEAT_FIELD: value->number = turn->seat; break;
	case CONDITION_TEXT_FIELD:
		value->text = turn->played ? turn->played : "";
		value->size = strlen(value->text);
		break;
	case CONDITION_TIME_FIELD: set_known(value, turn->think_ns); break;
	case CONDITION_HELD_FIELD: set_known(value, turn->held_ns); break;
	case CONDITION_CLOCK_FIELD:
		value->number = turn->left_ns == INT64_MAX ? (double)INFINITY : (double)turn->left_ns;
		break;
	case CONDITION_SCORE_FIELD: value->number = turn->sum[turn->seat]; break;
	case CONDITION_RSS_FIELD: set_known(value, turn->rss); break;
	case CONDITION_CPU_FIELD: set_known(value, turn->cpu_ns); break;
	case CONDITION_LEGAL_FIELD: value->number = 1; break;
	case CONDITION_VALUE_FIELD:
	case CONDITION_DEPTH_FIELD:
	case CONDITION_NODES_FIELD: condition_said(&turn->said, field, value); break;
	case CONDITION_CHANNEL_FIELD:
	case CONDITION_DIR_FIELD:
	case CONDITION_BYTES_FIELD:
	case CONDITION_FAULT_FIELD:
	case CONDITION_FIELD_COUNT: value->known = false; break;
	}
}

const struct turn *condition_turn_before(const struct match *match, int seat, int turns)
{
	const struct turn *turn = NULL;

	/* A seat that has no turns must not cost a walk through a long match.  */
	for (int n = turns; n > 0 && n > turns - 64 && (!turn || turn->seat != seat); n--)
		turn = match_turn(match, n);
	return turn && turn->seat == seat ? turn : NULL;
}

char *condition_fields_words(const struct condition *condition, const struct condition_source *source,
			     unsigned fields)
{
	struct bytes text = {0};

	fields &= condition_fields(condition);
	for (int i = 0; i < CONDITION_FIELD_COUNT; i++) {
		enum condition_field field = (enum condition_field)i;
		struct condition_value value = {.type = condition_rows[field].type};
		char *words;

		if (!(fields & CONDITION_BIT(i)))
			continue;
		source->value(source->user, field, &value);
		words = condition_value_words(&value);
		bytes_addf(&text, "%s%s is %s", text.size ? ", " : "", condition_rows[i].name, words);
		free(words);
	}
	return text.at;
}

struct variables *variables_new(void)
{
	return bytes_new(sizeof(struct variables));
}

void variables_free(struct variables *variables)
{
	struct variable *next;

	if (!variables)
		return;
	for (struct variable *variable = variables->first; variable; variable = next) {
		next = variable->next;
		free(variable->name);
		free(variable->text);
		free(variable);
	}
	free(variables);
}

char *variables_set(struct variables *variables, const char *name, const struct condition_value *value)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	static const char *const kinds[] = {"a number", "a time", "a size",
					    "a name",   "a text", "true or false"};
	struct variable *variable = find(variables, name, strlen(name)), **at = &variables->first;
	char *text;

	if (!*name || !strchr(letters, *name) ||
	    name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")])
		return bytes_text("expected a name of letters, digits and _, not \"%s\"", name);
	if (is_taken(name))
		return bytes_text("\"%s\" has a meaning in conditions: choose another name", name);
	if (variable && variable->value.type != value->type)
		return bytes_text("%s is %s, and the value is %s: choose another name", name,
				  kinds[variable->value.type], kinds[value->type]);
	if (!variable) {
		while (*at)
			at = &(*at)->next;
		*at = variable = bytes_new(sizeof(*variable));
		variable->name = bytes_text("%s", name);
	}
	/* The value may be that of this variable: copy its text before the old one is freed.  */
	text = value->text ? bytes_copy(value->text, value->size) : NULL;
	variable->value = *value;
	free(variable->text);
	variable->value.text = variable->text = text;
	return NULL;
}

const struct condition_value *variables_value(const struct variables *variables, const char *name,
					      size_t size)
{
	const struct variable *variable = find(variables, name, size);

	return variable ? &variable->value : NULL;
}

char *variables_list(const struct variables *variables)
{
	struct bytes text = {0};

	for (const struct variable *variable = variables->first; variable; variable = variable->next) {
		FREED char *words = condition_value_words(&variable->value);

		bytes_addf(&text, "%s%s = %s", text.size ? "\n" : "", variable->name, words);
	}
	return text.at ? text.at : bytes_text("there are no variables: let x = EXPR makes one");
}
