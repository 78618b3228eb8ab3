/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* targets.h - what the fuzzer can be aimed at: a row for each target.
 *
 * Each target is a file and a function that plays one input. It has a folder in corpus/ and may have words in
 * NAME.dict. A check that fails ends the program (fuzz_wrong()).  */
#ifndef RINGSIDE_FUZZ_TARGETS_H
#define RINGSIDE_FUZZ_TARGETS_H

#include "input.h"

#define FUZZ_TARGETS(X)                                                                                      \
	X(commands)                                                                                          \
	X(conditions)                                                                                        \
	X(config)                                                                                            \
	X(files)                                                                                             \
	X(formats)                                                                                           \
	X(judge)                                                                                             \
	X(options)                                                                                           \
	X(painting)                                                                                          \
	X(results)                                                                                           \
	X(suites)                                                                                            \
	X(themes)                                                                                            \
	X(words)

struct fuzz_target {
	const char *name;
	void (*play)(struct rest input);
};

#define X(name) void fuzz_##name(struct rest input);
FUZZ_TARGETS(X)
#undef X

/* Ended by a row without a name.  */
extern const struct fuzz_target fuzz_targets[];
/* NULL: there is none of that name.  */
const struct fuzz_target *fuzz_target_named(const char *name);

/* Prints what is wrong, and aborts.  */
_Noreturn void fuzz_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The path of a file with these bytes, valid until the next call. It has no name in a folder, so its ending
 * says nothing.  */
const char *fuzz_nameless(struct rest bytes);
/* The path of a file in a folder of this process, which is removed with it at its end. The caller frees.  */
char *fuzz_path(const char *name);

#endif
