/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* trust.h - what a file may name that may be a stranger's: programs that start without a question, and paths.
 *
 * What a person types is not asked here, nor what the config says.
 *
 * A match file names the commands of its agents, and may come from a stranger. Nothing in the file proves who
 * wrote it. So ringside remembers in its state folder what it has started for which file: the file's id, the
 * command, and the folders. Each ringside that writes match files has an id, and all its files have that one:
 * the games of a series need one entry, not one each.
 *
 * All functions but trust_own_id() belong to one thread.  */
#ifndef RINGSIDE_TRUST_H
#define RINGSIDE_TRUST_H

#include "ringside/message.h"
#include "ringside/option.h"
#include <stdbool.h>

/* How much a start is confined. What has run confined asks again before it is less so.  */
enum confined {
	CONFINED_NOT,
	CONFINED_SANDBOX,
	CONFINED_ALONE /* in a sandbox that shows no file or folder because this names it, but the program */
};

/* What starts an agent. It runs in the folder of this process, and gets its environment: no file can say
 * otherwise.  */
struct launch {
	const char *command;
	const char *own; /* the folder of an option that the agent may write to; NULL: none */
	enum confined confined;
	const char *missed; /* the folder of an option that it does not get; NULL: none */
};

/* The id of the files that this process begins: 32 hex digits.  */
const char *trust_own_id(void);

/* A person has named or accepted this: it may start for the file with the id until this process ends. An id
 * of NULL is a file that has none.  */
void trust_accept(const char *id, const struct launch *launch);
/* The same, and for this user's later processes, too, if the state folder can be written.  */
void trust_remember(const char *id, const struct launch *launch);
/* The same for all that was accepted so far: what was private is now in a file that stays.  */
void trust_keep(void);
/* A person has named or accepted the folder of an option, a full path: agents may write there.  */
void trust_accept_folder(const char *folder);
/* Was that done in this process, or has this user started a program with that folder for the file?  */
bool trust_has_folder(const char *id, const char *folder);
/* May it start without a question: was that done, or is it a bundled agent? `trusts`: somebody has said yes
 * to all without having seen the question. Then what would run in a sandbox becomes CONFINED_ALONE.  */
bool trust_lets(const char *id, struct launch *launch, bool trusts);

/* Says for people which programs a match file names, and how they would run: lines that end in a line end. A
 * seat without a command has none of them. The caller frees.  */
char *trust_words(const char *path, const struct launch launches[SEATS]);
/* What its sandbox does not show because nobody has seen its name, for people. NULL: nothing. The caller
 * frees.  */
char *trust_unshown(const struct launch *launch);

/* May a file give the option this value? NULL, or why not and which option of the command line may, for
 * people; the caller frees. Missing files are no problem here.  */
char *strange_path_problem(const struct option_row *row, const char *value);
/* The same of a command line that the file names: its sandbox shows the files that its arguments name. They
 * must lie below the current folder, or be among those of --sandbox-bind (NULL: none).  */
char *strange_command_problem(const char *command, const char *shown);

#endif
