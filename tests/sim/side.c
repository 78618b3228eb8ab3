/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* side.c - a player's side of the Learning Machine Challenge, read literally.  */
#include "side.h"

#include "ringside/bytes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is due ---- */

void side_forget_all(struct side *side)
{
	for (int i = side->first; i < side->last; i++)
		free(side->due[i].line);
	side->first = side->last = 0;
}

void side_begin(struct side *side)
{
	side_forget_all(side);
	side->begun = side->begun_once = side->left = side->playing = false;
	side->count = 0;
}

void side_free(struct side *side)
{
	side_forget_all(side);
	free(side->due);
}

void side_due(struct side *side, enum due_kind kind, const char *line, double score, int64_t round)
{
	if (side->last == side->room) {
		side->room = side->room ? 2 * side->room : 32;
		side->due = bytes_resized(side->due, (size_t)side->room * sizeof(*side->due));
	}
	side->due[side->last++] = (struct due){
		.kind = kind, .line = line ? bytes_text("%s", line) : NULL, .score = score, .round = round};
}

static struct due take(struct side *side, int i)
{
	struct due taken = side->due[i];

	memmove(side->due + i, side->due + i + 1, (size_t)(side->last - i - 1) * sizeof(*side->due));
	side->last--;
	if (side->first == side->last)
		side->first = side->last = 0;
	return taken;
}

void side_forget_play(struct side *side)
{
	for (int i = side->first; i < side->last; i++)
		if (side->due[i].kind == DUE_PLAY) {
			take(side, i);
			return;
		}
}

const struct due *side_left_over(const struct side *side)
{
	for (int i = side->first; i < side->last; i++)
		if (side->due[i].kind != DUE_PLAY)
			return &side->due[i];
	return NULL;
}

static bool is_score(const char *line, double *score)
{
	int size = 0;

	return sscanf(line, "@score %lf%n", score, &size) == 1 && !line[size];
}

const char *side_takes(struct side *side, const char *line, struct due *taken)
{
	bool is_play = strcmp(line, "@command play") == 0;
	int i = side->first;
	double score;

	*taken = (struct due){0};
	while (i < side->last && side->due[i].kind == DUE_PLAY && !is_play)
		i++;
	if (is_play && i < side->last && side->due[i].kind != DUE_PLAY)
		return "is told to play before what is due";
	if (i == side->last)
		return "is told something that is not due";
	*taken = take(side, i);
	switch (taken->kind) {
	case DUE_PLAY: return NULL;
	case DUE_LINE:
		return strcmp(taken->line, line) == 0 ? NULL
						      : "is told a different line from the one that is due";
	case DUE_INPUT: return strncmp(line, "@input ", 7) == 0 ? NULL : "is not told its input";
	case DUE_SCORE:
		if (!is_score(line, &score))
			return "is not told its score";
		if (isnan(taken->score))
			return fabs(score) == 1 ? NULL : "is told a score that is neither -1 nor 1";
		return fabs(score - taken->score) < 1e-6
			       ? NULL
			       : "is told a different score from the one that is due";
	}
	return NULL;
}

/* ---- what may be told ---- */

static bool is_symbol(const struct side *side, const char *word, size_t size)
{
	for (int i = 0; i < side->count; i++)
		if (strlen(side->symbol[i]) == size && memcmp(side->symbol[i], word, size) == 0)
			return true;
	return false;
}

/* Is it a string of symbols?  */
static bool is_spelled(const struct side *side, const char *word, size_t size)
{
	if (size == 0)
		return true;
	for (size_t n = 1; n <= size && n < sizeof(side->symbol[0]); n++)
		if (is_symbol(side, word, n) && is_spelled(side, word + n, size - n))
			return true;
	return false;
}

static const char *hear_words(const struct side *side, const char *words)
{
	int count = 0;

	if (!side->begun)
		return "is told words before a game has begun";
	for (const char *at = words;; count++) {
		size_t size = strcspn(at, " ");

		if (size == 0)
			return side->any && !*words ? NULL : "is told words with more than one blank between";
		if (!side->any && (side->letters ? !is_spelled(side, at, size) : !is_symbol(side, at, size)))
			return "is told something that is not a symbol of the game";
		if (!at[size])
			break;
		at += size + 1;
	}
	return count > 0 && !side->lmc2 ? "is told more than one word" : NULL;
}

static const char *hear_symbol(struct side *side, const char *symbol)
{
	size_t size = strlen(symbol);

	if (!side->begun)
		return "is told a symbol before new";
	if (!size || size > 31 || *symbol == '@' || *symbol == '#' || strpbrk(symbol, " \t"))
		return "is told an invalid symbol";
	if (is_symbol(side, symbol, size))
		return "is told a symbol twice";
	if (side->count == SIDE_SYMBOLS)
		return "is told more than 80 symbols";
	strcpy(side->symbol[side->count++], symbol);
	return NULL;
}

static const char *hear_command(struct side *side, const char *command)
{
	if (side->fresh && !side->named && strcmp(command, "exit") != 0)
		return "is told to do something before it has said its name";
	if (strcmp(command, "new") == 0) {
		if (side->begun_once && !side->lmc2)
			return "is told of another new game";
		side->begun = side->begun_once = true;
		side->count = 0;
		return side->playing ? "is told of a new game while its answer is due" : NULL;
	}
	if (strncmp(command, "symbol ", 7) == 0)
		return hear_symbol(side, command + 7);
	if (strcmp(command, "play") == 0) {
		if (side->playing)
			return "is told to play again before it has answered";
		side->playing = true;
		if (!side->begun)
			return "is told to play before new";
		return side->count < 2 && !side->any ? "is told to play with fewer than two symbols" : NULL;
	}
	if (strcmp(command, "exit") != 0)
		return "is told an unknown command";
	side->left = true;
	return NULL;
}

static const char *hear_score(const struct side *side, const char *number)
{
	char again[32];
	double score;
	char *end;

	if (!side->begun)
		return "is told a score before a game has begun";
	if (!*number || number[strspn(number, "-.0123456789")])
		return "is told a score that is not a plain number";
	score = strtod(number, &end);
	if (*end || score < -1 || score > 1)
		return "is told a score that is not from -1 to 1";
	snprintf(again, sizeof(again), "%g", score);
	return strchr(again, 'e') || strcmp(again, number) == 0
		       ? NULL
		       : "is told a score in another form than %g prints";
}

const char *side_hears(struct side *side, const char *line)
{
	if (side->left)
		return "is told something after exit";
	if (strcmp(line, "@command exit") == 0)
		return hear_command(side, "exit");
	if (strcmp(line, "# ringside ready") == 0 && side->fresh && !side->greeted) {
		side->greeted = true;
		return NULL;
	}
	if (side->fresh && !side->greeted)
		return "is not told first that the judge is ready";
	if (*line == '#')
		return side->lmc2 ? NULL : "is told an unknown comment";
	if (strncmp(line, "@command ", 9) == 0)
		return hear_command(side, line + 9);
	if (strncmp(line, "@input ", 7) == 0)
		return hear_words(side, line + 7);
	if (strcmp(line, "@input") == 0 && side->any)
		return NULL;
	if (strncmp(line, "@score ", 7) == 0)
		return hear_score(side, line + 7);
	if (strncmp(line, "@hint", 5) == 0 && (line[5] == ' ' || !line[5])) {
		if (!side->hints)
			return "is told a hint, and knows only LMC 1";
		return line[5]     ? hear_words(side, line + 6)
		       : side->any ? NULL
				   : "is told a hint without words";
	}
	return "is told a line that is not in the protocol";
}
