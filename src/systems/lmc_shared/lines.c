/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lines.c - the lines of the Learning Machine Challenge.  */
#include "lines.h"

#include "ringside/bytes.h"
#include <stdio.h>
#include <stdlib.h>

static bool is_end(char c)
{
	return c == '\n' || c == '\r';
}

char *lmc_words(struct text text)
{
	struct bytes words = {0};
	struct text word;

	bytes_add(&words, "", 0);
	while ((word = text_word(&text)).size) {
		if (words.size)
			bytes_add(&words, " ", 1);
		bytes_add(&words, word.at, word.size);
	}
	return words.at;
}

static struct text without_end(struct text text, unsigned *leniencies)
{
	bool ended = text.size && is_end(text.at[text.size - 1]);

	if (!ended)
		*leniencies |= LMC_UNENDED;
	while (text.size && is_end(text.at[text.size - 1])) {
		if (text.at[text.size - 1] == '\r')
			*leniencies |= LMC_CRLF;
		text.size--;
	}
	return text;
}

/* Which blanks are there that the specification does not have?  */
static unsigned odd_blanks(struct text text)
{
	struct text inner = text_trimmed(text);
	const char *end = inner.at + inner.size;
	bool blanks = inner.size && inner.at > text.at;

	for (const char *at = inner.at; at < end && !blanks; at++)
		blanks = *at == '\t' || (*at == ' ' && at[1] == ' ');
	return (blanks ? LMC_BLANKS : 0u) | (end < text.at + text.size ? LMC_TRAILING : 0u);
}

struct lmc_line lmc_read_text(struct text text)
{
	struct lmc_line line = {0};

	if (text.size && *text.at == '#') {
		line.comment = true;
		line.data = (struct text){text.at + 1, text.size - 1};
		return line;
	}
	line.data = text_trimmed(text);
	if (!line.data.size || *line.data.at != '@')
		return line;
	line.channel = text_word(&line.data);
	line.channel.at++;
	line.channel.size--;
	return line;
}

struct lmc_line lmc_read(const struct message *message)
{
	unsigned leniencies = 0;
	struct text text = without_end((struct text){message->bytes, message->size}, &leniencies);
	struct lmc_line line = lmc_read_text(text);

	if (!(message->flags & MESSAGE_UNENDED))
		leniencies &= ~(
			unsigned)LMC_UNENDED; /* the line was cut, which is reported as a fault of its own */
	line.leniencies = leniencies | (line.comment ? 0 : odd_blanks(text));
	return line;
}

enum channel lmc_channel_of(const char *bytes, size_t size, bool words)
{
	static const struct {
		const char *name;
		enum channel channel;
	} named[] = {{"input", CHANNEL_INPUT},     {"output", CHANNEL_OUTPUT}, {"score", CHANNEL_SCORE},
		     {"command", CHANNEL_COMMAND}, {"info", CHANNEL_INFO},     {"hint", CHANNEL_HINT}};
	unsigned ignored = 0;
	struct lmc_line line = lmc_read_text(without_end((struct text){bytes, size}, &ignored));
	struct text rest = line.data;

	if (line.comment)
		return CHANNEL_COMMENT;
	for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
		if (text_is(line.channel, named[i].name))
			return named[i].channel;
	if (line.channel.at || !line.data.size)
		return CHANNEL_UNKNOWN;
	text_word(&rest);
	return rest.size && !words ? CHANNEL_UNKNOWN : CHANNEL_OUTPUT;
}

const char *lmc_symbol_problem(struct text symbol)
{
	enum { SIZE_MOST = 31 };

	if (!symbol.size)
		return "is empty";
	if (*symbol.at == '@' || *symbol.at == '#')
		return "begins with @ or #, which lines of other kinds do";
	for (size_t i = 0; i < symbol.size; i++)
		if ((unsigned char)symbol.at[i] <= ' ')
			return "has a blank in it";
	return symbol.size > SIZE_MOST ? "is longer than 31 bytes" : NULL;
}

/* ---- the symbols of a game ---- */

bool alphabet_has(const struct alphabet *alphabet, struct text word)
{
	for (int i = 0; i < alphabet->count; i++)
		if (text_is(word, alphabet->symbols[i]))
			return true;
	return false;
}

const char *alphabet_add(struct alphabet *alphabet, struct text symbol)
{
	enum { MOST = 80 };
	const char *problem = lmc_symbol_problem(symbol);

	if (problem)
		return problem;
	if (alphabet_has(alphabet, symbol))
		return "was given before";
	if (alphabet->count == MOST)
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

/* ---- scores ---- */

void lmc_write_score(double score, char text[32])
{
	if (score == 0 || score == 1 || score == -1) { /* nearly all are, and "%g" takes long */
		strcpy(text, score < 0 ? "-1" : score > 0 ? "1" : "0");
		return;
	}
	snprintf(text, 32, "%g", score);
	if (strchr(text, 'e')) {
		int n = snprintf(text, 32, "%.6f", score);

		while (text[n - 1] == '0')
			text[--n] = '\0';
		if (text[n - 1] == '.')
			text[--n] = '\0';
	}
	if (strcmp(text, "-0") == 0)
		strcpy(text, "0");
}

bool lmc_read_score(struct text text, double *score)
{
	char *copy, *end;
	bool whole;

	if (!text.size)
		return false;
	copy = bytes_copy(text.at, text.size);
	whole = strspn(copy, "+-.0123456789eE") == text.size;
	*score = strtod(copy, &end);
	whole = whole && end > copy && !*end;
	free(copy);
	return whole && *score >= -1 && *score <= 1;
}
