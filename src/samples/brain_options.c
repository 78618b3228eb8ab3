/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brain_options.c - the command line of a bundled brain, from tables.  */
#include "brain.h"

#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USAGE = 2 };

static void help(const struct brain *brain, const struct brain_option *const tables[])
{
	printf("Usage: pbrain-%s [OPTION]...\n%s\n\n", brain->name, brain->purpose);
	for (; *tables; tables++)
		for (const struct brain_option *option = *tables; option->name; option++) {
			char text[64];

			snprintf(text, sizeof text, "--%s%s%s", option->name, option->argument ? " " : "",
				 option->argument ? option->argument : "");
			printf("  %-16s %s\n", text, option->help);
		}
	printf("  %-16s %s\n  %-16s %s\n\n"
	       "It speaks the Gomocup protocol on standard input and output.\n",
	       "--help", "show this and exit", "--version", "show the version and exit");
}

/* The option called so; *value is set to what stands after "=", else to NULL.  */
static const struct brain_option *find(const struct brain_option *const tables[], const char *word,
				       const char **value)
{
	size_t length = strcspn(word, "=");

	*value = word[length] ? word + length + 1 : NULL;
	for (; *tables; tables++)
		for (const struct brain_option *option = *tables; option->name; option++)
			if (strlen(option->name) == length && memcmp(option->name, word, length) == 0)
				return option;
	return NULL;
}

static bool number(const char *text, int64_t *value)
{
	char *end;

	errno = 0;
	long long parsed = strtoll(text, &end, 10);
	if (errno || end == text || *end || parsed < 0 || parsed > INT_MAX)
		return false;
	*value = parsed;
	return true;
}

int brain_options(const struct brain *brain, struct brain_settings *settings, int argc, char **argv)
{
	const struct brain_option shared[] = {
		{"seed", "N", "what chance decides, it decides the same way for the same N", &settings->seed},
		{"delay", "MS", "think at least so long, for demonstrations", &settings->delay},
		{0},
	};
	const struct brain_option *const tables[] = {shared, brain->options, NULL};

	settings->seed = settings->delay = -1;
	for (int i = 1; i < argc; i++) {
		const char *word = argv[i], *value;

		if (strcmp(word, "--help") == 0) {
			help(brain, tables);
			return EXIT_SUCCESS;
		}
		if (strcmp(word, "--version") == 0) {
			printf("pbrain-%s (%s) %s\n", brain->name, PACKAGE_NAME, PACKAGE_VERSION);
			return EXIT_SUCCESS;
		}
		const struct brain_option *option = NULL;
		if (strncmp(word, "--", 2) == 0)
			option = find(tables, word + 2, &value);
		if (!option) {
			fprintf(stderr, "pbrain-%s: unknown option %s (try --help)\n", brain->name, word);
			return USAGE;
		}
		if (!option->argument && value) {
			fprintf(stderr, "pbrain-%s: --%s takes no value\n", brain->name, option->name);
			return USAGE;
		}
		if (!option->argument) {
			*option->value = 1;
			continue;
		}
		if (!value)
			value = ++i < argc ? argv[i] : "";
		if (!number(value, option->value)) {
			fprintf(stderr, "pbrain-%s: --%s wants a number from 0 to %d, not \"%s\"\n",
				brain->name, option->name, INT_MAX, value);
			return USAGE;
		}
	}
	return -1;
}
