/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* info.c - reads what UCI engines say (engine-interface, Engine to GUI).  */
#include "info.h"

#include "ringside/bytes.h"
#include "ringside/mistake.h"
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum uci_word uci_word_of(const char *bytes, size_t size, struct text *rest)
{
	static const char *const words[] = {
		[UCI_BESTMOVE] = "bestmove",
		[UCI_INFO] = "info",
		[UCI_READYOK] = "readyok",
		[UCI_UCIOK] = "uciok",
		[UCI_ID] = "id",
		[UCI_OPTION] = "option",
		[UCI_COPYPROTECTION] = "copyprotection",
		[UCI_REGISTRATION] = "registration",
	};
	struct text line = {bytes, size}, word;

	while (line.size && strchr("\r\n", line.at[line.size - 1]))
		line.size--;
	while ((word = text_word(&line)).size)
		for (int i = 0; i < UCI_NOTHING; i++)
			if (text_is(word, words[i])) {
				*rest = line;
				return (enum uci_word)i;
			}
	*rest = line;
	return UCI_NOTHING;
}

/* ---- options ---- */

enum part { NAME, TYPE, INITIAL, LEAST, MOST, VAR, NO_PART };

static enum part part_named(struct text word)
{
	static const char *const parts[] = {"name", "type", "default", "min", "max", "var"};
	int part = 0;

	while (part < NO_PART && !text_is(word, parts[part]))
		part++;
	return (enum part)part;
}

/* Takes a part off the line: its word, and its value, which are the words up to the next part's.  */
static enum part take_part(struct text *line, struct text *value)
{
	enum part part = part_named(text_word(line));
	struct text rest = *line, word;

	*value = (struct text){line->at, 0};
	while ((word = text_word(&rest)).size && part_named(word) == NO_PART) {
		value->size = (size_t)(word.at + word.size - value->at);
		*line = rest;
	}
	return part;
}

struct uci_option uci_option_read(struct text line)
{
	struct uci_option option = {.words = line};
	struct text other,
		value, *const values[] = {&option.name, &option.type, &option.initial, &option.least,
					  &option.most, &other,       &other};

	while (line.size) {
		enum part part = take_part(&line, &value);

		*values[part] = value;
	}
	return option;
}

bool uci_same(struct text a, struct text b)
{
	for (size_t i = 0; i < a.size && i < b.size; i++)
		if (tolower((unsigned char)a.at[i]) != tolower((unsigned char)b.at[i]))
			return false;
	return a.size == b.size;
}

bool uci_option_word(const struct uci_option *option, int i, struct text *value)
{
	struct text line = option->words;

	while (line.size)
		if (take_part(&line, value) == VAR && i-- == 0)
			return true;
	return false;
}

/* Is it one of its predefined values?  */
static bool has_word(const struct uci_option *option, struct text value)
{
	struct text word;

	for (int i = 0; uci_option_word(option, i, &word); i++)
		if (uci_same(word, value))
			return true;
	return false;
}

bool uci_takes(const struct uci_option *option, struct text value)
{
	int64_t number, bound;

	if (text_is(option->type, "check"))
		return text_is(value, "true") || text_is(value, "false");
	if (text_is(option->type, "button"))
		return !value.size;
	if (text_is(option->type, "combo"))
		return has_word(option, value);
	return !text_is(option->type, "spin") ||
	       (text_is_number(value, &number) &&
		(!text_is_number(option->least, &bound) || number >= bound) &&
		(!text_is_number(option->most, &bound) || number <= bound));
}

/* What the option takes, to follow "expected"; the caller frees.  */
static char *expected(const struct uci_option *option)
{
	if (text_is(option->type, "combo"))
		return bytes_text("one of its words: %.*s", (int)option->words.size, option->words.at);
	if (text_is(option->type, "spin"))
		return bytes_text("a whole number from %.*s to %.*s", (int)option->least.size,
				  option->least.at, (int)option->most.size, option->most.at);
	return bytes_text(text_is(option->type, "check") ? "true or false" : "no value, for it is a button");
}

char *uci_setting(const struct uci_option *option, struct text value)
{
	bool button = text_is(option->type, "button");

	return bytes_text("setoption name %.*s%s%.*s", (int)option->name.size, option->name.at,
			  button ? "" : " value ", button ? 0 : (int)value.size, value.at);
}

/* That there is no such option, and which one may be meant; the caller frees.  */
static char *undeclared(struct text declared, struct text name)
{
	struct nearest nearest = nearest_to(name.at, name.size);
	FREED_BY(arena_free) struct arena names = {0};
	FREED char *question = NULL;
	struct text line;

	while (text_line(&declared, &line)) {
		struct text one = uci_option_read(line).name;

		nearest_try(&nearest, arena_copy(&names, one.at, one.size));
	}
	question = nearest_question(&nearest);
	return text_problem("it declares no option ", name, "%s", question);
}

char *uci_check_option(struct text declared, struct text wanted, char **command)
{
	const char *equals = memchr(wanted.at, '=', wanted.size);
	size_t size = equals ? (size_t)(equals - wanted.at) : wanted.size;
	struct text name = text_trimmed((struct text){wanted.at, size}), line;
	struct text value = {"", 0}, all = declared;

	if (equals)
		value = text_trimmed((struct text){equals + 1, wanted.size - size - 1});
	*command = NULL;
	while (text_line(&declared, &line)) {
		struct uci_option row = uci_option_read(line);
		FREED char *words = NULL;

		if (!uci_same(row.name, name))
			continue;
		if (text_is(value, "<min>") && row.least.size)
			value = row.least;
		if (text_is(value, "<max>") && row.most.size)
			value = row.most;
		if (!uci_takes(&row, value))
			return text_problem("the option ", name, ": expected %s", words = expected(&row));
		*command = uci_setting(&row, value);
		return NULL;
	}
	return undeclared(all, name);
}

/* The i-th value that one option can have, as far as they can be listed.  False: there is none.  */
static bool offered_value(const struct uci_option *option, int i, struct text *value)
{
	*value = option->initial;
	if (text_is(option->type, "check"))
		*value = text_of(i ? "false" : "true");
	if (text_is(option->type, "combo"))
		return uci_option_word(option, i, value);
	return i < 1 + text_is(option->type, "check") && value->size;
}

char *uci_offers(const struct message *message, const char *before, int i)
{
	struct text typed = text_of(before), line, rest, value;
	struct uci_option option;
	FREED char *whole = NULL;

	if (uci_word_of(message->bytes, message->size, &line) != UCI_OPTION)
		return NULL;
	option = uci_option_read(line);
	if (!offered_value(&option, i, &value) && i)
		return NULL;
	whole = uci_setting(&option, value);
	rest = text_of(whole);
	while (typed.size)
		if (!uci_same(text_word(&typed), text_word(&rest)))
			return NULL;
	if (rest.size != value.size && i == 0)
		rest = text_word(&rest);
	else if (rest.size != value.size)
		return NULL;
	return rest.size ? bytes_copy(rest.at, rest.size) : NULL;
}

/* ---- a search ---- */

enum { WDL_SUM = 1000, DEPTH_MOST = 1000 };

/* Takes the moves that come next.  */
static struct text take_moves(struct text *line)
{
	struct text moves = *line, rest = *line, word;

	moves.size = 0;
	while ((word = text_word(&rest)).size && chess_is_uci(word)) {
		if (!moves.size)
			moves.at = word.at;
		moves.size = (size_t)(word.at + word.size - moves.at);
		*line = rest;
	}
	return moves;
}

/* Takes three numbers that come next.  */
static bool take_wdl(struct text *line, int64_t wdl[3])
{
	struct text rest = *line;

	for (int i = 0; i < 3; i++)
		if (!text_is_number(text_word(&rest), &wdl[i]))
			return false;
	*line = rest;
	return true;
}

void uci_info_read(struct text rest, struct uci_info *info)
{
	static const char *const counts[] = {"depth",   "seldepth",       "time",     "nodes",
					     "multipv", "currmovenumber", "hashfull", "nps",
					     "tbhits",  "sbhits",         "cpuload"};
	struct text word;
	bool score = false;

	*info = (struct uci_info){.broken = {"", 0}};
	for (int i = 0; i < UCI_COUNTS; i++)
		info->count[i] = -1;
	while ((word = text_word(&rest)).size && !text_is(word, "string")) {
		bool cp = text_is(word, "cp"), mate = text_is(word, "mate");
		int64_t *number = cp || mate ? &info->value : NULL;
		struct text *moves = text_is(word, "pv")           ? &info->pv
				     : text_is(word, "currmove")   ? &info->currmove
				     : text_is(word, "refutation") ? &info->refutation
				     : text_is(word, "currline")   ? &info->currline
								   : NULL;
		struct text next = rest, value = text_word(&next);

		for (int i = 0; i < UCI_COUNTS; i++)
			if (*word.at == *counts[i] && text_is(word, counts[i]))
				number = &info->count[i];
		info->cp |= cp;
		info->mate |= mate;
		info->lower |= text_is(word, "lowerbound");
		info->upper |= text_is(word, "upperbound");
		score |= text_is(word, "score");
		if (text_is(word, "wdl"))
			info->has_wdl = take_wdl(&rest, info->wdl);
		if (number && text_is_number(value, number))
			rest = next;
		else if (number)
			info->broken = word;
		if (moves == &info->currline && text_is_number(value, &(int64_t){0}))
			rest = next; /* of a cpu */
		if (moves)
			*moves = take_moves(&rest);
		if (moves == &info->currmove && !moves->size)
			info->broken = word;
	}
	if (score && !info->cp && !info->mate)
		info->broken = text_of("score");
}

char *uci_illegal(const struct chess_position *position, struct text moves, const char *before,
		  const char *behind)
{
	struct chess_position along = *position;
	struct chess_move move;
	struct text word;

	while ((word = text_word(&moves)).size) {
		if (!chess_read_uci(&along, word, &move))
			return text_problem(before, word, "%s not legal in %s", behind, chess_fen(&along).at);
		chess_play(&along, move);
	}
	return NULL;
}

/* Is the value past a bound?  Keeps the bounds of the depth.  */
static bool is_past_bound(struct uci_search *search, const struct uci_info *info)
{
	bool past;

	if (info->lower || info->upper) {
		search->has_lower |= info->lower;
		search->has_upper |= info->upper;
		*(info->lower ? &search->lower : &search->upper) = info->value;
		return false;
	}
	past = (search->has_lower && info->value < search->lower) ||
	       (search->has_upper && info->value > search->upper);
	search->has_lower = search->has_upper = false;
	return past;
}

/* The same of a line of the best moves.  */
static enum uci_remark look_at_value(struct uci_search *search, const struct uci_info *info, char **why)
{
	int64_t depth = info->count[UCI_DEPTH], before = search->depth;
	struct uci_search was;
	bool low;

	if (depth > 0 && depth != before) {
		search->has_lower = search->has_upper = false;
		search->depth = depth;
		if (depth < before && !info->lower && !info->upper) {
			*why = bytes_text("depth %" PRId64 " after depth %" PRId64, depth, before);
			return UCI_DEPTH_BACK;
		}
	}
	was = *search;
	if (info->mate || !is_past_bound(search, info))
		return UCI_NO_REMARK;
	low = was.has_lower && info->value < was.lower;
	*why = bytes_text("%" PRId64 " after %s %" PRId64 " at depth %" PRId64, info->value,
			  low ? "lowerbound" : "upperbound", low ? was.lower : was.upper, search->depth);
	return UCI_PAST_BOUND;
}

enum uci_remark uci_look(struct uci_search *search, const struct chess_position *position, struct text rest,
			 char **why)
{
	struct uci_info info;

	uci_info_read(rest, &info);
	*why = uci_illegal(position, info.pv, "", " is");
	if (*why)
		return UCI_ILLEGAL_LINE;
	if ((info.lower && info.upper) || (info.cp && info.mate)) {
		*why = bytes_text(info.cp && info.mate ? "both cp and mate" : "both bounds");
		return UCI_TWO_VALUES;
	}
	if (info.has_wdl && info.wdl[0] + info.wdl[1] + info.wdl[2] != WDL_SUM) {
		*why = bytes_text("wdl %" PRId64 " %" PRId64 " %" PRId64, info.wdl[0], info.wdl[1],
				  info.wdl[2]);
		return UCI_WDL_SUM;
	}
	if (info.count[UCI_MULTIPV] > 1 || (!info.cp && !info.mate))
		return UCI_NO_REMARK;
	return look_at_value(search, &info, why);
}

void uci_said(const struct setup *setup UNUSED, const struct message *message, struct said *said)
{
	struct text line;
	struct uci_info info;

	if (uci_word_of(message->bytes, message->size, &line) != UCI_INFO)
		return;
	uci_info_read(line, &info);
	if (info.count[UCI_MULTIPV] > 1)
		return;
	if (info.count[UCI_NODES] > 0)
		said->nodes = info.count[UCI_NODES];
	/* A value that was said before is better than a bound, and than none.  */
	if (*said->words && (!(info.cp || info.mate) || info.lower || info.upper))
		return;
	if (info.count[UCI_DEPTH] > 0 && info.count[UCI_DEPTH] < DEPTH_MOST)
		said->depth = (int)info.count[UCI_DEPTH];
	if (!info.cp && !info.mate)
		return;
	if (info.mate)
		snprintf(said->words, sizeof(said->words), "%sM%d", info.value > 0 ? "+" : "-",
			 (int)(llabs(info.value) % 10000));
	else
		snprintf(said->words, sizeof(said->words), "%+.2f", (double)info.value / 100);
	said->value = said_value(said->words);
	said->message = message->n;
}
