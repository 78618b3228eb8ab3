/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* installed.h - where ringside finds its files: samples, worlds, themes and the manual that come with it, and
 * what it remembers for this user.  */
#ifndef RINGSIDE_INSTALLED_H
#define RINGSIDE_INSTALLED_H

/* The i-th folder, from 0, to look in: `tree` beside the program, for a build tree; then `installed` relative
 * to the program, for an installation that was moved; then `installed`, an absolute path.  NULL: there are no
 * more.  The caller frees.  */
char *installed_folder(const char *tree, const char *installed, int i);
/* The relative path from the folder `from` to `to`, both absolute, as "../share/ringside".  The caller frees.
 */
char *installed_way(const char *from, const char *to);

/* The file of that name in the first of these folders that has it so that access(2) allows the mode; NULL:
 * none has.  The caller frees.  */
char *installed_file(const char *tree, const char *installed, const char *name, int mode);

/* The file of a page of the manual, such as "playing"; NULL: it is not there.  The caller frees.  */
char *installed_page(const char *page);
/* The document of a system's protocol; NULL: it is not there.  The caller frees.  */
char *installed_protocol(const char *system);

/* The path by which the program was started, if that or a link on its way has this name; NULL: it has not.
 * The caller frees.  */
char *installed_as(const char *name);

/* The path of a file in $XDG_STATE_HOME/ringside, or in ~/.local/state/ringside; NULL: neither is set to a
 * full path. The caller frees.  */
char *state_path(const char *name);

#endif
