/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* background.c - reads the terminal's answers about its background.  */
#include "background.h"

#include <stdlib.h>
#include <string.h>

enum { ESCAPE = 27, BELL = 7, ANSWER_MOST = 64 };

static const char colour_head[] = "\033]11;", attributes_head[] = "\033[?";

/* Up to four hexadecimal digits at *at as 0 to 1; -1: there are none.  */
static double part_at(const char **at)
{
	static const char digits[] = "0123456789abcdef";
	double value = 0, most = 0;

	for (int i = 0; i < 4 && **at; i++, ++*at) {
		const char *digit = strchr(digits, **at | 0x20);

		if (!digit || !*digit)
			break;
		value = value * 16 + (double)(digit - digits);
		most = most * 16 + 15;
	}
	return most > 0 ? value / most : -1;
}

/* Is a colour such as rgb:ffff/ffff/ffff or rgba:ff/ff/ff/ff light?  0.18 is where the luminance of the Web
   Content Accessibility Guidelines has equal contrast to black and white.  */
static bool is_light(const char *text)
{
	static const double weights[] = {0.2126, 0.7152, 0.0722};
	const char *at = strchr(text, ':');
	double luminance = 0;

	for (int i = 0; at && i < 3; i++) {
		double part;

		at++;
		part = part_at(&at);
		if (part < 0)
			return false;
		luminance += weights[i] * part * part; /* close to the real curve */
	}
	return luminance > 0.18;
}

/* What begins with a head and ends with BEL or ESC \ (colour), or c (attributes).  */
static struct answer tail_of(enum answer_kind kind, const char *bytes, size_t at, size_t size)
{
	const char *allowed = kind == ANSWER_COLOUR ? "0123456789abcdefABCDEFrg:/#" : "0123456789;";
	char text[ANSWER_MOST] = "";
	size_t from = at;

	while (at < size && at - from < sizeof(text) - 1 && bytes[at] && strchr(allowed, bytes[at])) {
		text[at - from] = bytes[at];
		at++;
	}
	if (at == size && at - from < sizeof(text) - 1)
		return (struct answer){ANSWER_PART, at, true, false};
	if (kind == ANSWER_ATTRIBUTES && at < size && bytes[at] == 'c')
		return (struct answer){kind, at + 1, true, false};
	if (kind == ANSWER_COLOUR && at < size && bytes[at] == BELL)
		return (struct answer){kind, at + 1, true, is_light(text)};
	if (kind == ANSWER_COLOUR && at + 1 == size && bytes[at] == ESCAPE)
		return (struct answer){ANSWER_PART, size, true, false};
	if (kind == ANSWER_COLOUR && at + 1 < size && bytes[at] == ESCAPE && bytes[at + 1] == '\\')
		return (struct answer){kind, at + 2, true, is_light(text)};
	if (kind == ANSWER_ATTRIBUTES)
		return (struct answer){ANSWER_NONE, 0, false, false}; /* the answer to another question */
	return (struct answer){ANSWER_BROKEN, at, true, false};
}

static struct answer answer_with(const char *head, enum answer_kind kind, const char *bytes, size_t size,
				 bool gone)
{
	size_t length, same = 0;

	head += gone;
	length = strlen(head);
	while (same < length && same < size && bytes[same] == head[same])
		same++;
	if (same == length)
		return tail_of(kind, bytes, same, size);
	if (same && same == size)
		return (struct answer){ANSWER_PART, size, same > 2, false};
	return (struct answer){ANSWER_NONE, 0, false, false};
}

struct answer background_answer(const char *bytes, size_t size, bool gone)
{
	struct answer answer = answer_with(colour_head, ANSWER_COLOUR, bytes, size, gone);

	return answer.kind != ANSWER_NONE
		       ? answer
		       : answer_with(attributes_head, ANSWER_ATTRIBUTES, bytes, size, gone);
}

bool background_guess(const char *colorfgbg)
{
	const char *last = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
	int colour = last && last[1] >= '0' && last[1] <= '9' ? atoi(last + 1) : 0;

	return colour == 7 || (colour > 8 && colour < 16);
}
