/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* typed.c - what comes from the terminal.
 *
 * A key that is Escape alone is known by the time that passes without more.  While the terminal has not
 * answered a question that time is longer, since an answer begins with Escape too, and may come in pieces.
 *
 * The terminal is asked for the colour of its background (OSC 11), and then for its attributes (DA1), which
 * each terminal tells.  Answers come in the order of the questions: after that of DA1 there will be none to
 * OSC 11, as in a detached tmux.  Then COLORFGBG decides, else it is dark.  */
#include "typed.h"
#include "ringside/bytes.h"
#include "tty.h"

#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
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

enum {
	ESCAPE_MS = 25,
	PIECE_MS = 200,    /* between pieces of an answer that may still be keys */
	SILENCE_MS = 1000, /* then the terminal is one that does not answer */
	LEAVE_MS = 100,
	TYPED_MAX = 1 << 20
};

static struct bytes typed; /* not yet taken */
static int64_t typed_ms;   /* when bytes came last */
static bool gone;

/* The question about the background.  */
static bool asked, awaited; /* awaited: not all answers have come */
static int64_t asked_ms;
static bool escaped;               /* the last unit was Escape alone, and answers were awaited */
static bool news, light, coloured; /* coloured: the terminal has told its colour */
static bool silent;                /* it has told nothing for SILENCE_MS */

static void settle(bool is_light)
{
	news = true;
	light = is_light;
}

/* The size of an escape sequence of at least two bytes; 0: it is not complete.  */
static size_t sequence_size(const char *at, size_t size)
{
	size_t i = 2;

	if (at[1] == ESCAPE)
		return 1;
	if (at[1] == 'O') {
		while (i < size && at[i] >= '0' && at[i] <= '9')
			i++;
		return i < size ? i + 1 : 0;
	}
	if (at[1] != '[')
		return 2; /* with the Alt key */
	if (size > 2 && at[2] == '[')
		return size > 3 ? 4 : 0; /* function keys of the Linux console */
	if (size > 2 && at[2] == 'M')
		return size > 5 ? 6 : 0; /* the mouse in its old encoding */
	while (i < size && at[i] >= 0x20 && at[i] < 0x40)
		i++;
	return i < size ? i + 1 : 0;
}

/* How long the beginning of a sequence may wait for its rest.  INT_MAX: it is no key.  */
static int patience(const struct answer *part)
{
	if (part->kind == ANSWER_PART && (part->sure || (awaited && part->size > 1 && !escaped)))
		return INT_MAX;
	return part->kind == ANSWER_PART && awaited ? PIECE_MS : ESCAPE_MS;
}

/* Takes away the answers at the beginning.  Returns what is left of one.  */
static struct answer take_answers(void)
{
	struct answer answer = {.kind = ANSWER_NONE};

	while (asked && typed.size) {
		answer = background_answer(typed.at, typed.size, false);
		if (answer.kind == ANSWER_NONE && escaped)
			answer = background_answer(typed.at, typed.size, true);
		else
			escaped = false;
		if (answer.kind == ANSWER_NONE || answer.kind == ANSWER_PART)
			return answer;
		if (answer.kind == ANSWER_COLOUR) {
			coloured = true;
			settle(answer.light);
		} else if (answer.kind == ANSWER_ATTRIBUTES) {
			awaited = false;
			if (!coloured)
				settle(background_guess(getenv("COLORFGBG")));
		}
		bytes_drop(&typed, answer.size);
		escaped = false;
	}
	return (struct answer){.kind = ANSWER_NONE};
}

/* The size of the next unit, and in how many ms there may be one without more bytes; -1: never.  */
static size_t look(int *wait)
{
	struct answer part = take_answers();
	const unsigned char *at = (const unsigned char *)typed.at;
	int64_t quiet = tty_now_ms() - typed_ms;
	int most = patience(&part);
	size_t size = 1;

	*wait = -1;
	if (typed.size == 0)
		return 0;
	if (part.kind == ANSWER_PART)
		size = 0;
	else if (at[0] == ESCAPE)
		size = typed.size > 1 ? sequence_size(typed.at, typed.size) : 0;
	else if (at[0] >= 0xc2)
		size = at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
	if (size > typed.size)
		size = 0;
	if (size == 0 && quiet >= most)
		size = 1; /* nothing follows: a key of its own */
	if (size == 0 && most != INT_MAX)
		*wait = (int)(most - quiet);
	else if (size)
		*wait = 0;
	return size;
}

void typed_read(void)
{
	char bytes[4096];
	ptrdiff_t size = 0;

	tty_flush();
	while (typed.size < TYPED_MAX && (size = tty_read(bytes, sizeof(bytes))) > 0) {
		bytes_add(&typed, bytes, (size_t)size);
		typed_ms = tty_now_ms();
	}
	gone |= size < 0;
}

bool typed_gone(void)
{
	return gone;
}

size_t typed_unit(void)
{
	int wait;

	return look(&wait);
}

const char *typed_bytes(void)
{
	return typed.at;
}

void typed_drop(size_t size)
{
	escaped = awaited && size == 1 && typed.at[0] == ESCAPE;
	bytes_drop(&typed, size);
}

void typed_unread(const char *bytes, size_t size)
{
	struct bytes again = {0};

	bytes_add(&again, bytes, size);
	bytes_add(&again, typed.at, typed.size);
	bytes_free(&typed);
	typed = again;
}

bool typed_has(const char *bytes)
{
	for (size_t i = 0; i < typed.size; i++)
		if (typed.at[i] && strchr(bytes, typed.at[i]))
			return true;
	return false;
}

int typed_wait(void)
{
	int64_t left = asked_ms + SILENCE_MS - tty_now_ms();
	int wait;

	look(&wait);
	if (news || left < 0)
		left = 0;
	if ((news || (awaited && !coloured && !silent)) && (wait < 0 || left < wait))
		wait = (int)left;
	return wait;
}

void typed_free(void)
{
	bytes_free(&typed);
	gone = escaped = false;
}

void typed_ask_background(void)
{
	if (asked)
		return;
	asked = awaited = true;
	asked_ms = tty_now_ms();
	tty_queue(BACKGROUND_QUESTION, strlen(BACKGROUND_QUESTION));
}

bool typed_background(bool *is_light)
{
	if (awaited && !coloured && !silent && tty_now_ms() >= asked_ms + SILENCE_MS) {
		silent = true;
		settle(background_guess(getenv("COLORFGBG")));
	}
	*is_light = light;
	if (!news)
		return false;
	news = false;
	return true;
}

void typed_await(void)
{
	struct pollfd keyboard = {.fd = tty_fd(), .events = POLLIN};
	int64_t end = tty_now_ms() + LEAVE_MS, left;

	while (awaited && !gone && (left = end - tty_now_ms()) > 0 && poll(&keyboard, 1, (int)left) > 0) {
		typed_read();
		take_answers();
	}
}
