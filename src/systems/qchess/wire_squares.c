/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_squares.c - the squares of quantum chess as agents and people write them.  */
#include "wire.h"

#include "ringside/bytes.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Reads a number without a sign; a huge one is outside the board.  False: there is none.  */
static bool read_number(const char **at, const char *last, int *number)
{
	const char *from;

	while (*at < last && (**at == ' ' || **at == '\t'))
		++*at;
	from = *at;
	*number = 0;
	for (; *at < last && isdigit((unsigned char)**at); ++*at)
		*number = *number < 100000 ? *number * 10 + (**at - '0') : *number;
	return *at > from;
}

bool qchess_read_square(const char *text, size_t size, struct qchess_square *square, const char **rest)
{
	const char *last = text + size;
	bool apart;

	if (!read_number(&text, last, &square->x))
		return false;
	apart = text < last && (*text == ' ' || *text == '\t');
	if (!apart || !read_number(&text, last, &square->y))
		return false;
	apart = text == last || *text == ' ' || *text == '\t';
	while (text < last && (*text == ' ' || *text == '\t' || *text == '\r'))
		text++;
	*rest = text;
	return apart;
}

char *qchess_move_form(const struct setup *setup, const char *move, char **problem)
{
	const char *arrow = strstr(move, "->"), *rest;
	char *copy = bytes_text("%s", arrow ? arrow + 2 : move), *comma = strchr(copy, ','), *form = NULL;
	struct qchess_square square;

	(void)setup;
	if (comma)
		*comma = ' ';
	if (qchess_read_square(copy, strlen(copy), &square, &rest) && square.x < QCHESS_SIDE &&
	    square.y < QCHESS_SIDE)
		form = bytes_text("%d %d", square.x, square.y);
	else
		*problem = bytes_text("not a square such as 4 6 (x and y from 0 to 7, top left)");
	free(copy);
	return form;
}
