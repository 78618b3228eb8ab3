/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* text_file.h - the whole text of a file that people name: openings, matches of other programs, scripts.
 *
 * Called by the command line and by the import of match files.  */
#ifndef RINGSIDE_TEXT_FILE_H
#define RINGSIDE_TEXT_FILE_H

#include "ringside/bytes.h"

/* Appends all bytes of the file, or of stdin if the path is "-"; 64 MiB at most.  NULL; or why not, naming
   the file (the caller frees): it cannot be read or holds more, or stdin is a terminal.  */
char *text_file_read(const char *path, struct bytes *text);
/* Reads the first bytes of a file of /proc, room - 1 at most, and ends them with a NUL.  Returns how many
   were read; 0 if the file cannot be read.  */
size_t text_file_start(const char *path, char *text, size_t room);
/* The path as messages name it: "-" is stdin.  */
const char *text_file_name(const char *path);

#endif
