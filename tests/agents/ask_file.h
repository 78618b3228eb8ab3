/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ask_file.h - asks a match file in SQL, as people do.  */
#ifndef RINGSIDE_TESTS_ASK_FILE_H
#define RINGSIDE_TESTS_ASK_FILE_H

/* The first column of the first row, as text; the caller frees.  Fails the test if there is no row.  */
char *ask_file(const char *path, const char *sql);

#endif
