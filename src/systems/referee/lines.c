/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lines.c - reads the lines of a referee: a prefix or a word, players, options, and then free text.  */
#include "lines.h"

#include <stdlib.h>

static const char no_player[] = "names no player of the game";

static const struct {
	const char *word;
	enum referee_verb verb;
} verbs[] = {
	{"game", REFEREE_GAME}, {"legal", REFEREE_LEGAL},     {"ask", REFEREE_ASK},
	{"move", REFEREE_MOVE}, {"illegal", REFEREE_ILLEGAL}, {"score", REFEREE_SCORE},
	{"win", REFEREE_WIN},   {"draw", REFEREE_DRAW},       {"rank", REFEREE_RANK},
	{">", REFEREE_LINE},    {"scores", REFEREE_SCORES},
};

/* Takes `size` bytes and one blank behind them off the text.  */
static struct text behind(struct text text, size_t size)
{
	if (size < text.size && text.at[size] == ' ')
		size++;
	return (struct text){text.at + size, text.size - size};
}

/* Takes a word off the text with the one blank behind it: the rest may begin with more of them.  */
static struct text take(struct text *text)
{
	const char *blank = text->size ? memchr(text->at, ' ', text->size) : NULL;
	struct text word = {text->at, blank ? (size_t)(blank - text->at) : text->size};

	*text = behind(*text, word.size);
	return word;
}

/* 0: the word is no player.  */
static int player_of(struct text word, int players)
{
	int number = word.size == 1 ? *word.at - '0' : 0;

	return number >= 1 && number <= players ? number : 0;
}

/* The value of the option that the text begins with; it is taken off.  False: it begins with another word. */
static bool take_option(struct text *text, const char *name, struct text *value)
{
	struct text rest = *text, word = take(&rest);
	size_t size = strlen(name);

	if (word.size <= size || memcmp(word.at, name, size) != 0 || word.at[size] != '=')
		return false;
	*value = (struct text){word.at + size + 1, word.size - size - 1};
	*text = rest;
	return true;
}

static bool is_count(struct text text, int64_t most, int64_t *number)
{
	return text_is_number(text, number) && *number >= 1 && *number <= most;
}

static const char *read_game(struct referee_line *line)
{
	struct text value;

	line->name = take(&line->text);
	if (!line->name.size)
		return "has no name of the game";
	while (line->text.size) {
		bool *option = take_option(&line->text, "late", &value)     ? &line->late
			       : take_option(&line->text, "gone", &value)   ? &line->gone
			       : take_option(&line->text, "hidden", &value) ? &line->hidden
									    : NULL;

		if (!option || !text_is(value, option == &line->hidden ? "yes" : "told"))
			return "has an option that is none of late=told, gone=told and hidden=yes";
		*option = true;
	}
	return NULL;
}

static const char *read_ask(struct referee_line *line, int players)
{
	struct text value;
	int64_t number;

	line->lines = 1;
	while (line->text.size && player_of((struct text){line->text.at, 1}, players)) {
		int player = player_of(take(&line->text), players);

		if (!player || line->asked >> player & 1)
			return no_player;
		line->asked |= 1u << player;
	}
	while (line->text.size) {
		if (!take_option(&line->text, "lines", &value))
			return line->asked ? "has an option that is not lines=" : no_player;
		if (!is_count(value, REFEREE_LINES_MOST, &number))
			return "has lines= without a number from 1 to 1000";
		line->lines = (int)number;
	}
	return line->asked ? NULL : no_player;
}

static const char *read_cell(struct referee_line *line)
{
	static const char wrong[] = "has cell= without a row and a column, as cell=2,3";
	enum { MOST = 100000 };
	struct text value;
	int64_t row, column;

	if (!take_option(&line->text, "cell", &value))
		return NULL;
	if (!text_take_number(&value, &row) || !value.size || *value.at != ',')
		return wrong;
	value = (struct text){value.at + 1, value.size - 1};
	if (!is_count(value, MOST, &column) || row < 1 || row > MOST)
		return wrong;
	line->row = (int)row;
	line->column = (int)column;
	line->whole = true;
	return NULL;
}

static const char *read_legal(struct referee_line *line)
{
	static const char whole[] = "move=";
	const char *problem = read_cell(line);

	if (line->text.size > strlen(whole) && memcmp(line->text.at, whole, strlen(whole)) == 0) {
		line->whole = true;
		line->text = behind(line->text, strlen(whole));
	}
	return problem ? problem : line->text.size ? NULL : "names no move";
}

static bool read_score(struct text word, double *score)
{
	enum { MOST = 20 };
	char number[MOST], *end;

	if (!word.size || word.size >= MOST || !strchr("-+.0123456789", *word.at))
		return false;
	for (size_t i = 0; i < word.size; i++)
		if (!word.at[i] || !strchr("-+.0123456789", word.at[i]))
			return false; /* strtod takes inf, nan and 0x */
	memcpy(number, word.at, word.size);
	number[word.size] = '\0';
	*score = strtod(number, &end);
	return !*end;
}

static const char *read_scores(struct referee_line *line, int from, int to)
{
	for (int i = from; i <= to; i++)
		if (!read_score(take(&line->text), &line->score[i]))
			return "has no number where a score is expected";
	return NULL;
}

/* The best one comes first.  */
static const char *read_rank(struct referee_line *line, int players)
{
	unsigned seen = 0;

	for (int i = 0; i < players; i++) {
		int player = player_of(take(&line->text), players);

		if (!player || seen >> player & 1)
			return "does not name each player once, the best one first";
		seen |= 1u << player;
		line->player = line->player ? line->player : player;
	}
	return NULL;
}

/* `|` or `K|`: 0 if the text begins with neither; else the size of the prefix.  */
static size_t row_prefix(struct text text, int players, int *player)
{
	*player = text.size ? player_of((struct text){text.at, 1}, players) : 0;
	if (*player)
		return text.size > 1 && text.at[1] == '|' ? 2 : 0;
	return text.size && *text.at == '|';
}

const char *referee_read(struct text text, int players, struct referee_line *line)
{
	struct text word = text;
	size_t prefix;
	bool known = false;

	*line = (struct referee_line){.verb = REFEREE_REMARK, .text = text};
	if (!text.size || *text.at == '#')
		return NULL;
	if ((prefix = row_prefix(text, players, &line->player))) {
		line->verb = REFEREE_ROW;
		line->text = behind(text, prefix);
		return NULL;
	}
	line->player = 0;
	word = take(&line->text);
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]) && !known; i++)
		if ((known = text_is(word, verbs[i].word)))
			line->verb = verbs[i].verb;
	if (!known)
		return "begins with none of the words of a referee";
	switch (line->verb) {
	case REFEREE_GAME: return read_game(line);
	case REFEREE_ASK: return read_ask(line, players);
	case REFEREE_DRAW: return NULL;
	case REFEREE_RANK: return read_rank(line, players);
	case REFEREE_SCORES: return read_scores(line, 1, players);
	default: break;
	}
	line->player = player_of(take(&line->text), players);
	if (!line->player)
		return no_player;
	switch (line->verb) {
	case REFEREE_LEGAL: return read_legal(line);
	case REFEREE_MOVE: return read_cell(line);
	case REFEREE_SCORE: return read_scores(line, line->player, line->player);
	default: return NULL;
	}
}

const char *referee_early(const struct referee_line *line, const struct referee_moment *moment)
{
	if (!moment->begun)
		return "came before the game began";
	switch (line->verb) {
	case REFEREE_REMARK:
	case REFEREE_ROW:
	case REFEREE_SCORE: return NULL;
	case REFEREE_MOVE:
	case REFEREE_ILLEGAL:
		return (moment->held | (line->verb == REFEREE_MOVE ? moment->failed : 0)) >> line->player & 1
			       ? NULL
			       : "is about a player whose answer the referee does not hold";
	case REFEREE_GAME: return moment->asked ? "came after the first question" : NULL;
	default: break;
	}
	if (moment->due)
		return "came before the answer that the referee has asked for";
	return line->verb == REFEREE_ASK && line->asked & ~moment->told
		       ? "asks a player who was told nothing since the question before"
		       : NULL;
}
