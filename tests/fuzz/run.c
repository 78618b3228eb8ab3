/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run.c - plays inputs without libFuzzer: files, and all files in a folder.
 *
 *     run                              the corpus, as make check does; without one, as in a tarball, it skips
 *     run TARGET FILE|FOLDER...
 *     run --choices                    prints what seeds.py needs: a line for each system, and one for each
 * of its options
 *
 * A check that fails is printed after the name of its input, and ends the program by SIGABRT.  */
#include "choices.h"
#include "ringside/protocol.h"
#include "ringside/text_file.h"
#include "targets.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SKIPPED = 77 }; /* as automake has it */

static int played;

static bool play_file(const struct fuzz_target *target, const char *path)
{
	struct bytes bytes = {0};
	char *problem = text_file_read(path, &bytes);

	if (problem) {
		fprintf(stderr, "%s\n", problem);
		free(problem);
		return false;
	}
	fprintf(stderr, "%s\n", path);
	target->play((struct rest){(const uint8_t *)bytes.at, bytes.size});
	bytes_free(&bytes);
	played++;
	return true;
}

static bool play(const struct fuzz_target *target, const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;
	bool fine = true;

	if (!folder)
		return play_file(target, path);
	while ((entry = readdir(folder))) {
		FREED char *inside = bytes_text("%s/%s", path, entry->d_name);

		if (entry->d_name[0] != '.')
			fine = play_file(target, inside) && fine;
	}
	closedir(folder);
	return fine;
}

/* False: a target has no folder there.  */
static bool play_all(const char *corpus)
{
	bool fine = true;

	for (const struct fuzz_target *target = fuzz_targets; target->name; target++) {
		FREED char *folder = bytes_text("%s/%s", corpus, target->name);

		fine = play(target, folder) && fine;
	}
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
	const struct fuzz_target *target = argc > 2 ? fuzz_target_named(argv[1]) : NULL;
	bool fine = have_choices();

	if (argc == 2 && strcmp(argv[1], "--choices") == 0) {
		print_choices();
		return fine ? 0 : 1;
	}
	if (argc > 1 && !target) {
		fprintf(stderr, "usage: run [TARGET FILE|FOLDER...]\n");
		return 2;
	}
	if (argc == 1) {
		FREED char *corpus = bytes_text("%s/tests/fuzz/corpus", srcdir ? srcdir : ".");

		if (access(corpus, F_OK) < 0) {
			printf("there is no corpus: its archive is unpacked in the sources\n");
			return fine ? SKIPPED : 1;
		}
		fine = play_all(corpus) && fine;
	}
	for (int i = 2; i < argc; i++)
		fine = play(target, argv[i]) && fine;
	printf("%d inputs\n", played);
	return fine && played ? 0 : 1;
}
