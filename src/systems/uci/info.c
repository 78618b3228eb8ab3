/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* info.c - reads what UCI engines say (engine-interface, Engine to GUI).  */
#include "info.h"

#include "ringside/bytes.h"
#include "ringside/mistake.h"
#include <ctype.h>
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

/* What a line declares; parts that it does not have are empty.  */
struct declared {
	struct text name, type, least, most;
	struct text words; /* all of it, for the words of a combo */
};

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

static struct declared read_declared(struct text line)
{
	struct declared declared = {.words = line};
	struct text word;

	while ((word = text_word(&line)).size) {
		struct text value = take_part(&line);

		if (text_is(word, "name"))
			declared.name = value;
		else if (text_is(word, "type"))
			declared.type = value;
		else if (text_is(word, "min"))
			declared.least = value;
		else if (text_is(word, "max"))
			declared.most = value;
	}
	return declared;
}

static bool same_nocase(struct text a, struct text b)
{
	for (size_t i = 0; i < a.size && i < b.size; i++)
		if (tolower((unsigned char)a.at[i]) != tolower((unsigned char)b.at[i]))
			return false;
	return a.size == b.size;
}

/* Is it one of the words of this combo?  Case does not matter (engine-interface, setoption).  */
static bool is_var(const struct declared *declared, struct text value)
{
	struct text line = declared->words, word;

	while ((word = text_word(&line)).size) {
		struct text var = take_part(&line);

		if (text_is(word, "var") && same_nocase(var, value))
			return true;
	}
	return false;
}

static bool read_whole(struct text text, int64_t *number)
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
static char *refusal(const struct declared *declared, struct text value)
{
	int64_t number, least, most;

	if (text_is(declared->type, "check"))
		return text_is(value, "true") || text_is(value, "false") ? NULL : bytes_text("true or false");
	if (text_is(declared->type, "button"))
		return value.size ? bytes_text("no value, for it is a button") : NULL;
	if (text_is(declared->type, "combo"))
		return is_var(declared, value) ? NULL
					       : bytes_text("one of its words: %.*s",
							    (int)declared->words.size, declared->words.at);
	if (!text_is(declared->type, "spin"))
		return NULL;
	if (read_whole(value, &number) && (!read_whole(declared->least, &least) || number >= least) &&
	    (!read_whole(declared->most, &most) || number <= most))
		return NULL;
	return bytes_text("a whole number from %.*s to %.*s", (int)declared->least.size, declared->least.at,
			  (int)declared->most.size, declared->most.at);
}

/* That there is no such option, and which one may be meant; the caller frees.  */
static char *undeclared(struct text declared, struct text name)
{
	struct nearest nearest = nearest_to(name.at, name.size);
	char *names[NAMES_MOST] = {0}, *question, *problem;
	struct text line;

	for (int i = 0; i < NAMES_MOST && text_line(&declared, &line); i++) {
		struct text one = read_declared(line).name;

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
		struct declared row = read_declared(line);
		char *expected, *problem;

		if (!same_nocase(row.name, name))
			continue;
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

/* ---- a search ---- */

void uci_said(const struct setup *setup, const struct message *message, struct said *said)
{
	struct text line, word;
	int64_t number;
	bool other = false; /* another line than the best (multipv) */

	(void)setup;
	if (uci_word_of(message->bytes, message->size, &line) != UCI_INFO)
		return;
	while ((word = text_word(&line)).size && !text_is(word, "string") && !text_is(word, "pv") && !other) {
		struct text value = line;

		value = text_word(&value);
		if (text_is(word, "multipv")) {
			other = !text_is(value, "1");
		} else if (text_is(word, "depth") && read_whole(value, &number) && number > 0 &&
			   number < 1000) {
			said->depth = (int)number;
		} else if (text_is(word, "nodes") && read_whole(value, &number) && number > 0) {
			said->nodes = number;
		} else if (text_is(word, "cp") && read_whole(value, &number)) {
			snprintf(said->words, sizeof(said->words), "%+.2f", (double)number / 100);
		} else if (text_is(word, "mate") && read_whole(value, &number)) {
			snprintf(said->words, sizeof(said->words), "%sM%d", number > 0 ? "+" : "-",
				 (int)(llabs(number) % 10000));
		} else {
			continue;
		}
		if (text_is(word, "cp") || text_is(word, "mate")) {
			said->value = said_value(said->words);
			said->message = message->n;
		}
	}
}
