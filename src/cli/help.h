/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* help.h - what --help, `ringside help` and the man page share.  */
#ifndef RINGSIDE_CLI_HELP_H
#define RINGSIDE_CLI_HELP_H

#include "ringside/option.h"
#include "ringside/protocol.h"

extern const char help_players[], help_status[];

/* "match" and so on: the name of a group of options; NULL: it has none of its own (GROUP_GAME).  */
const char *help_group(enum option_group group);
/* Prints text in lines of at most 80 columns.  All begin at `column`; the first is there already.  */
void help_wrap(const char *text, int column);
/* Prints a name, and text in lines beside it.  */
void help_beside(const char *name, const char *text);
/* The option with the default that it has in a system; NULL: in most.  */
struct option_row help_row_in(const struct option_row *row, const struct protocol *protocol);
/* "play, run": the commands that take the option; NULL: none.  The caller frees.  */
char *help_takers(const struct option_row *row);
/* All the help of an option.  If another command has another option of that name, it begins with "of run: ".
 * The caller frees.  */
char *help_told(const struct option_row *row);
/* Prints an option, with all its help or only its first clause.  With a protocol its defaults are used.  */
void help_option(const struct option_row *row, unsigned takers, const struct protocol *protocol, bool whole);
/* Prints the options of a group that these subcommands take, with all their help.  */
void help_options(enum option_group group, unsigned takers, const struct protocol *protocol);
/* The i-th subject of `ringside help`, from 0, and what it is about; NULL past the last.  */
const char *help_subject(int i);
const char *help_subject_title(int i);
/* The i-th page of the manual, from 0, and what it is about; NULL past the last.  The pages of the systems
 * are not among them.  */
const char *help_manual_page(int i);
const char *help_manual_title(int i);
/* The i-th shell that has a completion, from 0; NULL past the last.  */
const char *cli_shell(int i);

#endif
