/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* copying.c - a rate of hits for each place of the answer and each place of the question.  */
#include "copying.h"

#include <string.h>

#define LEARNS 0.1 /* how much the last answer counts */

static void learn(double *rate, bool hit)
{
	*rate += LEARNS * ((hit ? 1 : 0) - *rate);
}

static bool short_enough(const struct words *words)
{
	return words->count > 0 && words->count <= COPIED_MOST;
}

void copying_learn(struct copying *copying, const struct words *question, const struct words *right)
{
	int asked = question->count;

	if (!short_enough(question) || !short_enough(right))
		return;
	learn(&copying->as_long, right->count == asked);
	for (int length = 1; length <= COPIED_MOST; length++)
		learn(&copying->length[length], right->count == length);
	for (int to = 0; to < right->count; to++)
		for (int from = 0; from < asked; from++) {
			const char *word = right->word[to];

			learn(&copying->from_begin[to][from], strcmp(question->word[from], word) == 0);
			learn(&copying->from_end[to][from],
			      strcmp(question->word[asked - 1 - from], word) == 0);
		}
}

static int likely_length(const struct copying *copying, int asked)
{
	int best = asked;
	double most = copying->as_long;

	for (int length = 1; length <= COPIED_MOST; length++)
		if (copying->length[length] > most) {
			best = length;
			most = copying->length[length];
		}
	return best;
}

/* The word of the question that is most likely to stand there, or NULL.  */
static const char *likely_word(const struct copying *copying, const struct words *question, int to)
{
	const char *word = NULL;
	double most = 0;

	for (int from = 0; from < question->count; from++) {
		if (copying->from_begin[to][from] > most) {
			word = question->word[from];
			most = copying->from_begin[to][from];
		}
		if (copying->from_end[to][from] > most) {
			word = question->word[question->count - 1 - from];
			most = copying->from_end[to][from];
		}
	}
	return word;
}

bool copying_answer(const struct copying *copying, const struct words *question, struct words *answer)
{
	words_clear(answer);
	if (!short_enough(question))
		return false;
	int length = likely_length(copying, question->count);
	for (int to = 0; to < length; to++) {
		const char *word = likely_word(copying, question, to);

		if (!word)
			return false;
		words_add(answer, word);
	}
	return true;
}
