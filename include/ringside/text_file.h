/* text_file.h - the whole text of a file that people name: openings, matches of other programs.
 *
 * Called by the command line and by the import of match files.  */
#ifndef RINGSIDE_TEXT_FILE_H
#define RINGSIDE_TEXT_FILE_H

#include "ringside/bytes.h"

/* Appends all bytes of the file, 64 MiB at most.  NULL; or why not, naming the file (the caller frees), when
   it cannot be read or holds more.  */
char *text_file_read(const char *path, struct bytes *text);

#endif
