/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run.c - plays inputs of the fuzzer, without it: files, and the files in folders.
 *
 *     run [FILE|FOLDER]...
 *
 * Without arguments the corpus: so the suite plays it with each compiler.  What does not hold is printed and
 * ends the program by SIGABRT, behind the name of the input.  */
#include "fuzz_match.h"

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

int main(int argc, char **argv)
{
	const char *srcdir = getenv("srcdir");
	bool fine = true;

	if (argc == 1) {
		char *corpus = bytes_text("%s/tests/fuzz/corpus", srcdir ? srcdir : ".");

		fine = play(corpus);
		free(corpus);
	}
	for (int i = 1; i < argc; i++)
		fine = play(argv[i]) && fine;
	printf("%d inputs\n", played);
	return fine && played ? 0 : 1;
}
