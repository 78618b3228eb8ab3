/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* conditions.c - a target of the fuzzer: a condition as a person types it, and values of its fields.
 *
 * A byte seeds the values; the rest is the condition.  What condition_text() gives must mean the same.  */
#include "targets.h"

#include "ringside/condition.h"
#include "ringside/match_file.h"

#include <stdlib.h>

static void give(void *user, enum condition_field field, struct condition_value *value)
{
	static const double numbers[] = {0, 1, -1, 2, 1e9, -1e300, 1e308, 0.5};
	static const char *const texts[] = {"", "7,7", "\xff\xfe", "a text that is longer\nand has lines",
					    "info"};
	unsigned seed = *(const unsigned *)user * 31 + (unsigned)field * 7;

	value->known = seed % 5 != 0;
	value->number = numbers[seed % 8];
	value->text = texts[seed % 5];
	value->size = strlen(value->text);
}

/* The value in words.  */
static char *worth(struct condition *condition, unsigned seed)
{
	const struct condition_source source = {give, &seed, give};
	struct condition_value value;

	for (int turns = 0; turns < 8; turns++, seed += 3)
		condition_see(condition, &source, turns % 5);
	value = condition_value(condition, &source);

	if (condition_is_truth(condition))
		condition_holds(condition, &source);
	return condition_value_words(&value);
}

static void look(const struct condition *condition)
{
	double number;

	for (int field = 0; condition_rows[field].name; field++) {
		condition_uses(condition, (enum condition_field)field);
		for (int i = 0; i < 3; i++)
			condition_compares(condition, (enum condition_field)field, i, &number);
	}
}

static void check(const char *text, unsigned seed,
		  struct condition *(*parse)(const char *, const struct matcher *, const struct variables *,
					     struct condition_mistake *))
{
	struct condition_mistake mistake = {0};
	struct condition *condition = parse(text, &match_file_patterns, NULL, &mistake), *again;
	char *words, *same;

	if (!condition) {
		if (!mistake.text || mistake.at > strlen(text))
			fuzz_wrong("a mistake at byte %zu of %zu", mistake.at, strlen(text));
		free(condition_pointed(text, mistake.at, mistake.text));
		free(mistake.text);
		return;
	}
	look(condition);
	again = parse(condition_text(condition), &match_file_patterns, NULL, &mistake);
	if (!again)
		fuzz_wrong("its own text is refused: %s", mistake.text);
	words = worth(condition, seed);
	same = worth(again, seed);
	if (strcmp(words, same) != 0)
		fuzz_wrong("its own text means %s and not %s", same, words);
	free(words);
	free(same);
	condition_free(again);
	condition_free(condition);
}

void fuzz_conditions(struct rest input)
{
	unsigned seed = next(&input);
	FREED char *text = rest_text(input);

	check(text, seed, condition_parse);
	check(text, seed, condition_parse_value);
}
