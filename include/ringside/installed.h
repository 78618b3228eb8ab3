/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* installed.h - where the files are that come with ringside: samples, worlds, themes.
 *
 * Called where bundled agents are found, and themes.  */
#ifndef RINGSIDE_INSTALLED_H
#define RINGSIDE_INSTALLED_H

/* The i-th folder, from 0, in which such files may be: `tree` beside the program, in the tree that it was
   built in; where they are from the program as it was installed, which finds them in a tree that was moved
   since; and `installed` itself, which is an absolute path.  NULL: there are no more.  The caller frees.  */
char *installed_folder(const char *tree, const char *installed, int i);
/* The way to the folder `to` from `from`, both absolute, as "../share/ringside".  The caller frees.  */
char *installed_way(const char *from, const char *to);

#endif
