/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* case_text.c - writes a position as a case of a suite: as moves where a match can begin with them, or else
 * as a place in the match file.  */
#include "ringside/case_text.h"

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include <stdlib.h>
#include <string.h>

/* The option of a system that holds moves to begin with.  */
static const char OPENING[] = "opening";
/* Characters of a value in a line: the reader takes fewer than 200 bytes with the name.  */
enum { PART = 150 };

/* Sets up a match that begins with the position. False: the options that people may give do not say it all.
 */
static bool begin(const struct match *match, int turns, struct setup *setup)
{
	const struct protocol *protocol = protocol_named(match->setup.system);
	FREED char *problem = NULL;

	setup_init(setup);
	setup->system = protocol->name;
	problem = protocol->openings ? protocol->openings->resume(match, turns, setup) : bytes_text("no");
	for (int i = 0; !problem && i < setup->option_count; i++)
		if (!setup->options[i].row || !setup->options[i].row->help)
			problem = bytes_text("no");
	if (!problem && turns && !setup_given(setup, OPENING))
		problem = bytes_text("no");
	if (!problem)
		return true;
	setup_free(setup);
	return false;
}

char *case_refusal(const struct match *match, int n)
{
	if (n < 1 || n > match->turn_count + 1)
		return bytes_text("there is no move %d: expected a number from 1 to %d", n,
				  match->turn_count + 1);
	if (match->over && n > match->turn_count && match->verdict.blame == SEAT_NONE)
		return bytes_text("the game is over there: choose an earlier position");
	return protocol_unplayed(match->setup.system, setup_given(&match->setup, OPTION_TAPPED));
}

bool case_needs_file(const struct match *match, int n)
{
	struct setup setup;

	if (!begin(match, n - 1, &setup))
		return true;
	setup_free(&setup);
	return false;
}

const char *case_unsayable(const char *words)
{
	for (const char *at = words; *at; at++) {
		if ((unsigned char)*at < ' ')
			return "has a control character";
		if (*at == ';' && (at == words || at[-1] == ' '))
			return "has a ; where a comment would begin";
	}
	return *words == ' ' ? "begins with a blank" : NULL;
}

/* May a line end before that character?  The reader takes blanks away at both ends.  */
static bool may_cut(const char *at)
{
	bool begins = ((unsigned char)*at & 0xc0) != 0x80; /* a character of UTF-8 */

	return begins && *at != ' ' && at[-1] != ' ';
}

/* A long value goes on in further lines, which the reader joins as they are.  */
static void add_value(struct bytes *text, const char *name, const char *value)
{
	do {
		size_t size = strlen(value) < PART ? strlen(value) : PART;

		while (value[size] && size > 1 && !may_cut(value + size))
			size--;
		bytes_addf(text, "%s = %.*s\n", name, (int)size, value);
		value += size;
	} while (*value);
}

/* A long list goes on in further lines, which the reader joins with blanks: no word is cut.  */
static void add_list(struct bytes *text, const char *name, const char *list)
{
	static const char between[] = " \t|";

	do {
		size_t size = 0;

		list += strspn(list, between);
		for (size_t end = 0; list[end] && (!size || end < PART);) {
			end += strcspn(list + end, between);
			if (!size || end <= PART)
				size = end;
			end += strspn(list + end, between);
		}
		bytes_addf(text, "%s = %.*s\n", name, (int)size, list);
		list += size;
	} while (list[strspn(list, between)]);
}

char *case_text(const struct match *match, int n, const struct case_wish *wish)
{
	FREED char *name = bytes_line(wish->name);
	char *place;
	struct bytes text = {0};
	struct setup setup;
	size_t header;

	bytes_addf(&text, "[case %s]\n", name);
	header = text.size;
	if (begin(match, n - 1, &setup)) {
		if (setup_given(&setup, OPENING))
			add_value(&text, "position", setup_given(&setup, OPENING));
		for (int i = 0; i < setup.option_count; i++)
			if (strcmp(setup.options[i].name, OPENING) != 0)
				add_value(&text, setup.options[i].name, setup.options[i].text);
		setup_free(&setup);
	} else {
		place = bytes_text("%s:%d", wish->file, n);
		add_value(&text, "position", place);
		free(place);
	}
	if (wish->wanted)
		add_list(&text, "move", wish->wanted);
	if (wish->unwanted)
		add_list(&text, "not", wish->unwanted);
	if (text.size == header) /* a reader does not see a section without a key */
		bytes_add_text(&text, "position =\n");
	return text.at;
}

/* Does the word stand for this form of a move, in the position after so many turns?  */
static bool means(const struct match *match, int turns, const char *word, const char *form)
{
	FREED char *problem = NULL,
		   *its = protocol_named(match->setup.system)->move_form(match, turns, word, &problem);

	return its && strcmp(its, form) == 0;
}

char *case_move(const struct match *match, int n, const char *words)
{
	FREED char *problem = NULL, *played = bytes_text("%s", match_turn(match, n)->played);
	char *word = NULL;
	FREED char *form = protocol_named(match->setup.system)->move_form(match, n - 1, played, &problem);

	if (form && *words && !strpbrk(words, " \t|") && means(match, n - 1, words, form)) {
		word = bytes_text("%s", words);
	} else if (form) {
		word = bytes_text("%s", form);
		for (char *blank; (blank = strchr(word, ' '));)
			*blank = ',';
		if (!means(match, n - 1, word, form)) {
			free(word);
			word = NULL;
		}
	}
	return word;
}
