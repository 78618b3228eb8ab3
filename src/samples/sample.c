/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sample.c - the command line of a bundled agent, lines of a judge, and random numbers.  */
#include "sample.h"

#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { USAGE = 2 };

/* The i-th option: first the program's own ones, then the shared ones. NULL: there are no more.  */
static const struct sample_option *option_at(const struct sample *sample, size_t i)
{
	const struct sample_option *const tables[] = {sample->options, sample->shared};

	for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++)
		for (const struct sample_option *option = tables[t]; option && option->name; option++)
			if (i-- == 0)
				return option;
	return NULL;
}

static void help(const struct sample *sample)
{
	const struct sample_option *option;

	printf("Usage: %s [OPTION]...\n%s\n\n", sample->program, sample->purpose);
	for (size_t i = 0; (option = option_at(sample, i)); i++) {
		char text[64];

		snprintf(text, sizeof(text), "--%s%s%s", option->name, option->argument ? " " : "",
			 option->argument ? option->argument : "");
		printf("  %-14s %s", text, option->help);
		if (option->number && *option->number >= option->least)
			printf(" (%" PRId64 ")", *option->number);
		putchar('\n');
	}
	printf("  %-14s %s\n  %-14s %s\n\nIt speaks %s on standard input and output.\n", "--help",
	       "show this and exit", "--version", "show the version and exit", sample->speaks);
}

/* The option of that name, or NULL. *value is the text after "=", or NULL.  */
static const struct sample_option *find(const struct sample *sample, const char *word, const char **value)
{
	const struct sample_option *option;
	size_t length = strcspn(word, "=");

	*value = word[length] ? word + length + 1 : NULL;
	for (size_t i = 0; (option = option_at(sample, i)); i++)
		if (strlen(option->name) == length && memcmp(option->name, word, length) == 0)
			return option;
	return NULL;
}

static bool store_number(const struct sample_option *option, const char *value)
{
	char *end;

	errno = 0;
	long long number = strtoll(value, &end, 10);
	if (errno || end == value || *end || number < option->least || number > option->most)
		return false;
	*option->number = number;
	return true;
}

/* Stores the value. False after a message.  */
static bool store(const struct sample *sample, const struct sample_option *option, const char *value)
{
	const char *program = sample->program;

	if (!option->argument) {
		if (value)
			fprintf(stderr, "%s: --%s takes no value\n", program, option->name);
		else
			*option->flag = option->store;
		return !value;
	}
	if (!value || !*value) {
		fprintf(stderr, "%s: --%s wants a value: --%s %s\n", program, option->name, option->name,
			option->argument);
		return false;
	}
	if (store_number(option, value))
		return true;
	fprintf(stderr, "%s: --%s wants a number from %" PRId64 " to %" PRId64 ", not \"%s\"\n", program,
		option->name, option->least, option->most, value);
	return false;
}

int sample_options(const struct sample *sample, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const struct sample_option *option = NULL;
		const char *word = argv[i], *value = NULL;

		if (strcmp(word, "--help") == 0) {
			help(sample);
			return EXIT_SUCCESS;
		}
		if (strcmp(word, "--version") == 0) {
			printf("%s (%s) %s\n", sample->program, PACKAGE_NAME, PACKAGE_VERSION);
			return EXIT_SUCCESS;
		}
		if (strncmp(word, "--", 2) == 0)
			option = find(sample, word + 2, &value);
		if (!option) {
			fprintf(stderr, "%s: unknown option %s (try --help)\n", sample->program, word);
			return USAGE;
		}
		if (option->argument && !value && i + 1 < argc)
			value = argv[++i];
		if (!store(sample, option, value))
			return USAGE;
	}
	return -1;
}

/* ---- lines ---- */

static bool ends(char byte)
{
	return byte == '\n' || byte == '\r' || byte == ' ' || byte == '\t';
}

bool line_read(struct line *line, FILE *in)
{
	ssize_t size = getline(&line->text, &line->room, in);

	if (size < 0) {
		free(line->text);
		*line = (struct line){0};
		return false;
	}
	for (ssize_t i = 0; i < size; i++)
		if (line->text[i] == '\0')
			line->text[i] = ' ';
	while (size > 0 && ends(line->text[size - 1]))
		size--;
	line->text[size] = '\0';
	return true;
}

const char *after_word(const char *text, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(text, word, length) != 0 || (text[length] && !strchr(" \t", text[length])))
		return NULL;
	return text + length + strspn(text + length, " \t");
}

/* ---- chance ---- */

/* The next number of the sequence (splitmix64).  */
static uint64_t next_number(uint64_t *state)
{
	uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);

	mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
	return mixed ^ (mixed >> 31);
}

uint64_t chance_seed(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return ((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec) ^ (uint64_t)getpid() << 32;
}

uint64_t chance_below(uint64_t *state, uint64_t bound)
{
	uint64_t excess =
		(UINT64_MAX % bound + 1) % bound; /* rejected, so that no remainder is more likely */
	uint64_t drawn;

	do
		drawn = next_number(state);
	while (excess && drawn > UINT64_MAX - excess);
	return drawn % bound;
}
