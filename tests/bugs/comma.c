/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* comma.c - a player of LMC 2 with a bug: it reads scores by strtod() in the locale of its user, where a
 * number may have a comma.  */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 80, LONGEST = 40 };

int main(void)
{
	char line[4096], symbols[MOST][LONGEST];
	int count = 0, now = 0;

#ifndef MENDED
	setlocale(LC_ALL, ""); /* BUG */
#endif
	setvbuf(stdout, NULL, _IOLBF, 0);
	puts("@info name comma");
	while (fgets(line, sizeof(line), stdin) && strncmp(line, "@command exit", 13) != 0) {
		if (strncmp(line, "@command new", 12) == 0)
			count = now = 0;
		else if (count < MOST && sscanf(line, "@command symbol %39s", symbols[count]) == 1)
			count++;
		else if (strncmp(line, "@command play", 13) == 0 && count)
			printf("@output %s\n", symbols[now]);
		else if (strncmp(line, "@score ", 7) == 0 && count && strtod(line + 7, NULL) < 0.2)
			now = (now + 1) % count; /* it keeps what brings enough */
	}
	puts("@info exit");
	return 0;
}
