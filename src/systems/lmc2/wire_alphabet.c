/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_alphabet.c - the symbols of a game, and which words they allow.  */
#include "wire.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

enum { SYMBOLS_MOST = 80 };

static bool has(const struct alphabet *alphabet, struct text word)
{
	for (int i = 0; i < alphabet->count; i++)
		if (text_is(word, alphabet->symbols[i]))
			return true;
	return false;
}

const char *alphabet_add(struct alphabet *alphabet, struct text symbol)
{
	const char *problem = lmc_symbol_problem(symbol);

	if (problem)
		return problem;
	if (has(alphabet, symbol))
		return "was given before";
	if (alphabet->count == SYMBOLS_MOST)
		return "is one more than the 80 that a game may have";
	alphabet->symbols =
		bytes_resized(alphabet->symbols, (size_t)(alphabet->count + 1) * sizeof(*alphabet->symbols));
	alphabet->symbols[alphabet->count++] = bytes_copy(symbol.at, symbol.size);
	return NULL;
}

void alphabet_clear(struct alphabet *alphabet)
{
	for (int i = 0; i < alphabet->count; i++)
		free(alphabet->symbols[i]);
	free(alphabet->symbols);
	*alphabet = (struct alphabet){0};
}

/* Is the word a string of symbols? reached[i]: its first i bytes are.  */
static bool spelled(const struct alphabet *alphabet, struct text word)
{
	char *reached = bytes_new(word.size + 1);
	bool whole;

	reached[0] = 1;
	for (size_t i = 0; i < word.size; i++)
		for (int k = 0; reached[i] && k < alphabet->count; k++) {
			size_t size = strlen(alphabet->symbols[k]);

			if (size <= word.size - i && memcmp(word.at + i, alphabet->symbols[k], size) == 0)
				reached[i + size] = 1;
		}
	whole = reached[word.size];
	free(reached);
	return whole;
}

struct text alphabet_stranger(const struct alphabet *alphabet, enum lmc2_words words, struct text text)
{
	struct text word, none = {0};

	while ((word = text_word(&text)).size) {
		none = (struct text){"", 0};
		if ((words == LMC2_SYMBOLS && !has(alphabet, word)) ||
		    (words == LMC2_LETTERS && !spelled(alphabet, word)))
			return word;
	}
	return none;
}
