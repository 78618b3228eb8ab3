/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cores.h - lists of processor cores, as taskset(1) writes them: 0,2,4-7, and how soon the judge gets one
 * when an answer comes and all are busy.  */
#ifndef RINGSIDE_CORES_H
#define RINGSIDE_CORES_H

#include <sys/types.h>

/* NULL, or why this is not a list of cores that this process may use, for people; the caller frees.  */
char *cores_problem(const char *list);
/* How many cores a good list has, and how many this process may use.  */
int cores_count(const char *list);
int cores_usable(void);
/* Part `i`, from 0, of `parts` equal parts of a list that has at least as many cores.  What does not divide
 * is left out.  The caller frees.  */
char *cores_part(const char *list, int i, int parts);
/* The cores that this process may use and that are on none of the lists (NULL: none); NULL: all are, or none
 * is.  The caller frees.  */
char *cores_without(const char *const *lists, int count);
/* The process, and what it starts, runs from now on when nothing else wants its core.  */
void cores_yield(pid_t process);
/* Lets this process, and those that it starts from now on, run on a good list only.  NULL, or why not, for
 * people; the caller frees.  */
char *cores_pin(const char *list);

/* Asks Linux (6.12 or newer) for a short slice of time for this thread and those that it starts: it then
 * runs before others that want longer slices, and its share of the time stays the same.  Nothing happens
 * where that is not known or not allowed.  */
void slice_shorten(void);
/* Gives this thread the slice from before.  May be called between fork and exec.  */
void slice_restore(void);

#endif
