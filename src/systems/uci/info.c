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

enum { NAMES_MOST = 256 }; /* of options that are compared with one that is not declared */

/* Takes the value of a part off the line: the words up to the next part's.  */
static struct text take_part(struct text *line)
{
	static const char *const parts[] = {"name", "type", "default", "min", "max", "var"};
	const char *from = line->at, *end = from;

	while (line->size) {
		struct text rest = *line, word = text_word(&rest);

		for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
			if (text_is(word, parts[i]))
				return (struct text){from, (size_t)(end - from)};
		end = word.at + word.size;
		*line = rest;
	}
	return (struct text){from, (size_t)(end - from)};
}

struct uci_option uci_option_read(struct text line)
{
	struct uci_option option = {.words = line};
	struct text word;

	while ((word = text_word(&line)).size) {
		struct text value = take_part(&line);

		if (text_is(word, "name"))
			option.name = value;
		else if (text_is(word, "type"))
			option.type = value;
		else if (text_is(word, "default"))
			option.initial = value;
		else if (text_is(word, "min"))
			option.least = value;
		else if (text_is(word, "max"))
			option.most = value;
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
	struct text line = option->words, word;

	while ((word = text_word(&line)).size) {
		*value = take_part(&line);
		if (text_is(word, "var") && i-- == 0)
			return true;
	}
	return false;
}

bool uci_option_has(const struct uci_option *option, struct text value)
{
	struct text word;

	for (int i = 0; uci_option_word(option, i, &word); i++)
		if (uci_same(word, value))
			return true;
	return false;
}

bool uci_number(struct text text, int64_t *number)
{
	char digits[24], *end;

	if (!text.size || text.size >= sizeof(digits))
		return false;
	memcpy(digits, text.at, text.size);
	digits[text.size] = '\0';
	*number = strtoll(digits, &end, 10);
	return !*end;
}

/* NULL, or what the option takes, to follow "expected"; the caller frees.  */
static char *refusal(const struct uci_option *option, struct text value)
{
	int64_t number, least, most;

	if (text_is(option->type, "check"))
		return text_is(value, "true") || text_is(value, "false") ? NULL : bytes_text("true or false");
	if (text_is(option->type, "button"))
		return value.size ? bytes_text("no value, for it is a button") : NULL;
	if (text_is(option->type, "combo"))
		return uci_option_has(option, value) ? NULL
						     : bytes_text("one of its words: %.*s",
								  (int)option->words.size, option->words.at);
	if (!text_is(option->type, "spin"))
		return NULL;
	if (uci_number(value, &number) && (!uci_number(option->least, &least) || number >= least) &&
	    (!uci_number(option->most, &most) || number <= most))
		return NULL;
	return bytes_text("a whole number from %.*s to %.*s", (int)option->least.size, option->least.at,
			  (int)option->most.size, option->most.at);
}

/* That there is no such option, and which one may be meant; the caller frees.  */
static char *undeclared(struct text declared, struct text name)
{
	struct nearest nearest = nearest_to(name.at, name.size);
	char *names[NAMES_MOST] = {0}, *question, *problem;
	struct text line;

	for (int i = 0; i < NAMES_MOST && text_line(&declared, &line); i++) {
		struct text one = uci_option_read(line).name;

		names[i] = bytes_copy(one.at, one.size);
		nearest_try(&nearest, names[i]);
	}
	question = nearest_question(&nearest);
	problem = text_problem("it declares no option ", name, "%s", question ? question : "");
	free(question);
	for (int i = 0; i < NAMES_MOST; i++)
		free(names[i]);
	return problem;
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
		char *expected, *problem;

		if (!uci_same(row.name, name))
			continue;
		if (text_is(value, "<min>") && row.least.size)
			value = row.least;
		if (text_is(value, "<max>") && row.most.size)
			value = row.most;
		expected = refusal(&row, value);
		if (expected) {
			problem = text_problem("the option ", name, ": expected %s", expected);
			free(expected);
			return problem;
		}
		*command =
			bytes_text("setoption name %.*s%s%.*s", (int)row.name.size, row.name.at,
				   text_is(row.type, "button") ? "" : " value ", (int)value.size, value.at);
		return NULL;
	}
	return undeclared(all, name);
}

static char *copy_of(struct text text)
{
	return bytes_copy(text.at, text.size);
}

/* The i-th value that one option can have, as far as they can be listed.  */
static char *offered_value(const struct uci_option *option, int i)
{
	struct text value;

	if (text_is(option->type, "check"))
		return i < 2 ? bytes_text("%s", i ? "false" : "true") : NULL;
	if (text_is(option->type, "combo"))
		return uci_option_word(option, i, &value) ? copy_of(value) : NULL;
	return i == 0 && option->initial.size ? copy_of(option->initial) : NULL;
}

char *uci_offers(const struct message *message, const char *before, int i)
{
	struct text typed = text_of(before), line, name;
	struct uci_option option;

	if (uci_word_of(message->bytes, message->size, &line) != UCI_OPTION)
		return NULL;
	if (!*before)
		return i ? NULL : bytes_text("setoption");
	if (!text_is(text_word(&typed), "setoption"))
		return NULL;
	if (!typed.size)
		return i ? NULL : bytes_text("name");
	if (!text_is(text_word(&typed), "name"))
		return NULL;
	option = uci_option_read(line);
	name = option.name;
	while (typed.size && name.size) /* a name may have blanks */
		if (!uci_same(text_word(&typed), text_word(&name)))
			return NULL;
	if (name.size)
		return i ? NULL : copy_of(text_word(&name));
	if (!typed.size)
		return i || text_is(option.type, "button") ? NULL : bytes_text("value");
	return text_is(text_word(&typed), "value") && !typed.size ? offered_value(&option, i) : NULL;
}

/* ---- a search ---- */

static bool is_move(struct text word)
{
	return (word.size == 4 || word.size == 5) && chess_square_named(word.at) >= 0 &&
	       chess_square_named(word.at + 2) >= 0;
}

/* Takes the moves that come next.  */
static struct text take_moves(struct text *line)
{
	struct text moves = *line, rest = *line, word;

	moves.size = 0;
	while (is_move(word = text_word(&rest))) {
		if (!moves.size)
			moves.at = word.at;
		moves.size = (size_t)(word.at + word.size - moves.at);
		*line = rest;
	}
	return moves;
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
			if (text_is(word, counts[i]))
				number = &info->count[i];
		info->cp |= cp;
		info->mate |= mate;
		info->lower |= text_is(word, "lowerbound");
		info->upper |= text_is(word, "upperbound");
		score |= text_is(word, "score");
		if (number && uci_number(value, number))
			rest = next;
		else if (number)
			info->broken = word;
		if (moves == &info->currline && text_take_number(&value, &(int64_t){0}) && !value.size)
			rest = next; /* of a cpu */
		if (moves)
			*moves = take_moves(&rest);
		if (moves == &info->currmove && !moves->size)
			info->broken = word;
	}
	if (score && !info->cp && !info->mate)
		info->broken = text_of("score");
}

bool uci_moves_legal(struct chess_position *position, struct text moves, bool chess960, struct text *wrong)
{
	struct chess_move move;

	while ((*wrong = text_word(&moves)).size) {
		if (!chess_read_uci(position, wrong->at, wrong->size, chess960, &move))
			return false;
		chess_play(position, move);
	}
	return true;
}

/* Is the value past a bound?  Keeps the bounds of the depth.  */
static bool is_past_bound(struct uci_search *search, const struct uci_info *info)
{
	bool past = false;

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
	if (was.has_lower && info->value < was.lower)
		*why = bytes_text("%" PRId64 " after lowerbound %" PRId64 " at depth %" PRId64, info->value,
				  was.lower, search->depth);
	else
		*why = bytes_text("%" PRId64 " after upperbound %" PRId64 " at depth %" PRId64, info->value,
				  was.upper, search->depth);
	return UCI_PAST_BOUND;
}

enum uci_remark uci_look(struct uci_search *search, const struct chess_position *position, bool chess960,
			 struct text rest, char **why)
{
	struct chess_position along = *position;
	struct uci_info info;
	struct text wrong;
	char fen[CHESS_FEN_MOST];

	*why = NULL;
	uci_info_read(rest, &info);
	if (info.pv.size && !uci_moves_legal(&along, info.pv, chess960, &wrong)) {
		chess_write_fen(&along, chess960, fen);
		*why = text_problem("", wrong, " is not legal in %s", fen);
		return UCI_ILLEGAL_LINE;
	}
	if ((info.lower && info.upper) || (info.cp && info.mate)) {
		*why = bytes_text(info.cp && info.mate ? "both cp and mate" : "both bounds");
		return UCI_TWO_VALUES;
	}
	if (info.count[UCI_MULTIPV] > 1 || (!info.cp && !info.mate))
		return UCI_NO_REMARK;
	return look_at_value(search, &info, why);
}

void uci_said(const struct setup *setup, const struct message *message, struct said *said)
{
	struct text line, word;
	int64_t number;
	bool other = false; /* another line than the best (multipv) */
	bool bound = false; /* the value is only one, and a value that was said before is better */
	struct said before = *said;

	(void)setup;
	if (uci_word_of(message->bytes, message->size, &line) != UCI_INFO)
		return;
	while ((word = text_word(&line)).size && !text_is(word, "string") && !text_is(word, "pv") && !other) {
		struct text value = line;

		value = text_word(&value);
		if (text_is(word, "multipv")) {
			other = !text_is(value, "1");
		} else if (text_is(word, "depth") && uci_number(value, &number) && number > 0 &&
			   number < 1000) {
			said->depth = (int)number;
		} else if (text_is(word, "nodes") && uci_number(value, &number) && number > 0) {
			said->nodes = number;
		} else if (text_is(word, "cp") && uci_number(value, &number)) {
			snprintf(said->words, sizeof(said->words), "%+.2f", (double)number / 100);
		} else if (text_is(word, "mate") && uci_number(value, &number)) {
			snprintf(said->words, sizeof(said->words), "%sM%d", number > 0 ? "+" : "-",
				 (int)(llabs(number) % 10000));
		} else {
			bound |= text_is(word, "lowerbound") || text_is(word, "upperbound");
			continue;
		}
		if (text_is(word, "cp") || text_is(word, "mate")) {
			said->value = said_value(said->words);
			said->message = message->n;
		}
	}
	if (*before.words && (bound || said->message != message->n)) { /* it tells neither value nor depth */
		before.nodes = said->nodes;
		*said = before;
	}
}
