/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* recall.c - a table of sentences by their hash: two that share a place share it in turn.  */
#include "recall.h"

#include <stdlib.h>

enum { PLACES = 16384 };

struct place {
	struct words sentence, answer; /* no sentence: free */
};

struct recall {
	struct place place[PLACES];
};

/* FNV-1a over the words, and a NUL after each.  */
static size_t place_of(const struct words *sentence)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (int i = 0; i < sentence->count; i++)
		for (const char *byte = sentence->word[i];; byte++) {
			hash = (hash ^ (unsigned char)*byte) * UINT64_C(0x100000001b3);
			if (!*byte)
				break;
		}
	return (hash ^ hash >> 32) % PLACES;
}

struct recall *recall_new(void)
{
	return sample_alloc(1, sizeof(struct recall));
}

void recall_free(struct recall *recall)
{
	for (int i = 0; i < PLACES; i++) {
		words_free(&recall->place[i].sentence);
		words_free(&recall->place[i].answer);
	}
	free(recall);
}

void recall_keep(struct recall *recall, const struct words *sentence, const struct words *answer)
{
	struct place *place = &recall->place[place_of(sentence)];

	words_copy(&place->sentence, sentence);
	words_copy(&place->answer, answer);
}

const struct words *recall_find(const struct recall *recall, const struct words *sentence)
{
	const struct place *place = &recall->place[place_of(sentence)];

	return place->sentence.count > 0 && words_equal(&place->sentence, sentence) ? &place->answer : NULL;
}

const struct words *recall_any(const struct recall *recall, uint64_t n)
{
	for (size_t i = 0; i < PLACES; i++) {
		const struct place *place = &recall->place[(n + i) % PLACES];

		if (place->sentence.count > 0)
			return &place->answer;
	}
	return NULL;
}
