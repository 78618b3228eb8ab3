/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* stored.h - match files, made from the recorded matches in tests/unit/matches.  */
#ifndef RINGSIDE_FUZZ_STORED_H
#define RINGSIDE_FUZZ_STORED_H

#include "input.h"

/* Writes one of them over the file of this name. `which` chooses it.  */
void stored_write(const char *path, unsigned which);
/* Changes a match file: edits (README.md) with separators between them.  */
void stored_edit(const char *path, struct rest edits);

#endif
