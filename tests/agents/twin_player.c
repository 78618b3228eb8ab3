/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twin_player.c - a player of the Learning Machine Challenges that follows one way to be told the same
 * wrongly: `twin_player MODE`.
 *
 * Its output follows from all that it was told in this game.  If there was a hint to the input, it follows
 * that.  */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SYMBOLS = 80, HINTS = 200, WORDS = 200 };

static const char *mode;
static char symbols[SYMBOLS][WORDS], input[WORDS];
static struct {
	char input[WORDS], right[WORDS];
} hints[HINTS];
static int symbol_count, hint_count;
static unsigned told; /* of inputs and scores, in any order */

static bool is(const char *name)
{
	return strcmp(mode, name) == 0;
}

static unsigned mixed(unsigned from, const char *text)
{
	for (; *text; text++)
		from = (from ^ (unsigned char)*text) * 16777619U;
	return from;
}

static void hear(const char *data, unsigned start)
{
	told = is("in-order") ? mixed(told ^ start, data) : told + mixed(start, data);
}

static void play(void)
{
	for (int i = hint_count - 1; i >= 0 && !is("hintless"); i--)
		if (strcmp(hints[i].input, input) == 0) {
			printf("@output %s\n", hints[i].right);
			return;
		}
	printf("@output %s\n", symbols[(told >> 8) % (unsigned)(symbol_count ? symbol_count : 1)]);
}

static void keep_hint(const char *right)
{
	if (hint_count == HINTS)
		return;
	snprintf(hints[hint_count].input, WORDS, "%s", input);
	snprintf(hints[hint_count++].right, WORDS, "%s", right);
}

static void begin(void)
{
	if (is("keeps"))
		told++;
	else
		told = 0;
	symbol_count = hint_count = 0;
	*input = '\0';
}

static bool follow(char *line)
{
	const char *data = strchr(line, ' ');

	line[strcspn(line, "\n")] = '\0';
	data = data ? data + 1 : "";
	if (is("hears-comments") && line[0] == '#' && strstr(line, "@command play"))
		hear(line, 3);
	if (strcmp(line, "@command exit") == 0)
		return false;
	if (strcmp(line, "@command new") == 0)
		begin();
	else if (strcmp(line, "@command play") == 0)
		play();
	else if (strncmp(data, "symbol ", 7) == 0 && symbol_count < SYMBOLS)
		snprintf(symbols[symbol_count++], WORDS, "%s", data + 7);
	else if (strncmp(line, "@score ", 7) == 0)
		hear(data, 1);
	else if (strncmp(line, "@hint ", 6) == 0)
		keep_hint(data);
	else if (strncmp(line, "@input ", 7) == 0 ||
		 (line[0] != '@' && line[0] != '#' && !is("needs-channel"))) {
		snprintf(input, WORDS, "%s", line[0] == '@' ? data : line);
		hear(input, 2);
	}
	return true;
}

int main(int argc, char **argv)
{
	char line[WORDS];

	mode = argc > 1 ? argv[1] : "good";
	setvbuf(stdout, NULL, _IOLBF, 0);
	puts("@info name twin");
	while (fgets(line, sizeof(line), stdin) && follow(line))
		;
	return 0;
}
