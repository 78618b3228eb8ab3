/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* strange_path.h - which paths a file may name that may be a stranger's: a suite, a tournament file.
 *
 * What a person types is not asked here, nor what the config says.  */
#ifndef RINGSIDE_STRANGE_PATH_H
#define RINGSIDE_STRANGE_PATH_H

#include "ringside/option.h"

/* May a file give the option this value? NULL, or why not and which option of the command line may, for
 * people; the caller frees. Missing files are no problem here.  */
char *strange_path_problem(const struct option_row *row, const char *value);
/* The same of a command line that the file names: its sandbox shows the files that its arguments name. They
 * must lie below the current folder, or be among those of --sandbox-bind (NULL: none).  */
char *strange_command_problem(const char *command, const char *shown);
/* Does the path lie below the current folder? No part of it below there is hidden, and no link leads out. It
 * need not exist.  */
bool strange_path_is_near(const char *path);

#endif
