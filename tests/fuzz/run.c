/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run.c - plays inputs without libFuzzer: files, and all files in a folder.
 *
 *     run [FILE|FOLDER]...    without arguments the corpus, as make check does
 *     run --choices           prints what seeds.py needs: a line for each system, and one for each of its
 * options
 *
 * A check that fails is printed after the name of its input, and ends the program by SIGABRT.  */
#include "choices.h"
#include "fuzz_match.h"
#include "ringside/protocol.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int played;

static bool play_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct bytes bytes = {0};
	char block[4096];
	size_t size;

	if (!file) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return false;
	}
	while ((size = fread(block, 1, sizeof(block), file)) > 0)
		bytes_add(&bytes, block, size);
	fclose(file);
	fprintf(stderr, "%s\n", path);
	LLVMFuzzerTestOneInput((const uint8_t *)bytes.at, bytes.size);
	bytes_free(&bytes);
	played++;
	return true;
}

static bool play(const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;
	bool fine = true;

	if (!folder)
		return play_file(path);
	while ((entry = readdir(folder))) {
		char *inside = bytes_text("%s/%s", path, entry->d_name);

		if (entry->d_name[0] != '.')
			fine = play_file(inside) && fine;
		free(inside);
	}
	closedir(folder);
	return fine;
}

/* False: a system of the table has no choices.  */
static bool have_choices(void)
{
	bool fine = true;

	for (int i = 0; protocol_at(i); i++)
		if (!fuzz_choices(i)) {
			fprintf(stderr,
				"%s has no options in tests/fuzz: it needs fuzz_choices_%s (see "
				"tests/fuzz/README.md)\n",
				protocol_at(i)->name, protocol_at(i)->name);
			fine = false;
		}
	return fine;
}

/* The values of an option are separated by tabs.  "-" is an option that is not given.  */
static void print_choices(void)
{
	for (int i = 0; protocol_at(i); i++) {
		puts(protocol_at(i)->name);
		for (const struct fuzz_choice *choice = fuzz_choices(i); choice && choice->name; choice++) {
			printf("\t%s", choice->name);
			for (int v = 0; v < choice->count; v++) {
				const char *value = choice->values[v] ? choice->values[v] : "-";

				printf("\t%.*s", (int)strcspn(value, "\n"), value);
			}
			putchar('\n');
		}
	}
}

int main(int argc, char **argv)
{
	const char *srcdir = getenv("srcdir");
	bool fine = have_choices();

	if (argc == 2 && strcmp(argv[1], "--choices") == 0) {
		print_choices();
		return fine ? 0 : 1;
	}
	if (argc == 1) {
		char *corpus = bytes_text("%s/tests/fuzz/corpus", srcdir ? srcdir : ".");

		fine = play(corpus) && fine;
		free(corpus);
	}
	for (int i = 1; i < argc; i++)
		fine = play(argv[i]) && fine;
	printf("%d inputs\n", played);
	return fine && played ? 0 : 1;
}
