/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* installed.h - finds the files that come with ringside: samples, worlds, themes, the manual.
 *
 * Called where bundled agents are found, themes, and the pages that help names.  */
#ifndef RINGSIDE_INSTALLED_H
#define RINGSIDE_INSTALLED_H

/* The i-th folder, from 0, to look in: `tree` beside the program, for a build tree; then `installed` relative
 * to the program, for an installation that was moved; then `installed`, an absolute path.  NULL: there are no
 * more.  The caller frees.  */
char *installed_folder(const char *tree, const char *installed, int i);
/* The relative path from the folder `from` to `to`, both absolute, as "../share/ringside".  The caller frees.
 */
char *installed_way(const char *from, const char *to);

/* The file of a page of the manual, such as "playing"; NULL: it is not there.  The caller frees.  */
char *installed_page(const char *page);

#endif
