/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* recorder.h - writes a match file in a thread of its own, so that the judge never waits for the disk.
 *
 * The judge packs rows into blocks. A full block goes to the thread, which is woken once for it. What the
 * thread has not written yet is bounded in bytes. When the bound comes near, chatter is lost first, then
 * other messages; turns, events and verdicts have a reserve. What was lost is a gap in the file.
 *
 * All functions belong to the judge's thread.  */
#ifndef RINGSIDE_RECORDER_H
#define RINGSIDE_RECORDER_H

#include "ringside/match_file.h"

struct recorder;

/* Makes a new file; errors as of match_file_create(). Nothing is in it before the first commit. The path ""
 * makes a private temporary file that vanishes at its end.  */
struct recorder *recorder_new(const char *path, const struct setup *setup, char **problem);
/* When the match began, in us since 1970, if not now; before the first commit.  */
void recorder_began(struct recorder *recorder, int64_t us);
/* Adds branches to an existing file; errors as of match_file_append(). Waits for the disk.  */
struct recorder *recorder_append(const char *path, char **problem);
/* Adds branches to a copy of the file; errors as of match_file_copy(). Waits for the disk.  */
struct recorder *recorder_copy(struct match_file *file, const char *path, char **problem);

/* Rows, as the functions of match_file.h with these names.  */
void recorder_message(struct recorder *recorder, const struct message *message);
void recorder_turn(struct recorder *recorder, const struct turn *turn);
int recorder_branch(struct recorder *recorder, int parent, int turns, int64_t message, const char *why);
void recorder_seat(struct recorder *recorder, int seat, const struct seat_setup *setup);
void recorder_name(struct recorder *recorder, int seat, const char *name);
void recorder_verdict(struct recorder *recorder, const struct verdict *verdict);
void recorder_kibitz(struct recorder *recorder, const struct message *line);
/* Marks the messages to the seat as unsent, from message n on.  */
void recorder_unsent(struct recorder *recorder, int seat, int64_t n);

/* The number of the newest message that was recorded or lost; 0: none.  */
int64_t recorder_newest(const struct recorder *recorder);
/* The largest number of one (`number` in message.h), or that.  */
int64_t recorder_numbered(const struct recorder *recorder);
/* Hands the rows over and has them committed. Call it at least every 100 ms.  */
void recorder_commit(struct recorder *recorder);
/* The same, and waits until they are in the file, at most `ns`. It does not wait again before the thread has
 * made progress. True: they are.  */
bool recorder_settle(struct recorder *recorder, int64_t ns);
/* The same without waiting: returns a mark, which recorder_reached() says true of when they are.  */
int64_t recorder_mark(struct recorder *recorder);
bool recorder_reached(struct recorder *recorder, int64_t mark);
/* The next recorder_settle() waits, even if one before it has given up: a person or a script asked for it. */
void recorder_insist(struct recorder *recorder);
/* Does a quarter of what may wait?  Agents that answer at once may outrun the thread.  */
bool recorder_is_behind(const struct recorder *recorder);
/* Waits until less does, at most `ns`, but not while the file cannot be written.  Call it when no clock runs:
 * then nothing is lost, and nobody is charged.  */
void recorder_breathe(struct recorder *recorder, int64_t ns);
/* A connection to read the file in this process. The caller closes it, also after recorder_free(). NULL: it
 * cannot be read now.  */
struct match_file *recorder_reader(struct recorder *recorder);
/* Reads of this connection wait for a commit at most `ns` altogether until the next call.  */
void recorder_reader_waits(struct match_file *reader, int64_t ns);
/* Keeps the file as it is for this connection until recorder_reader_lets_go(): no commit happens, so keep it
 * short. Never waits. False: a commit is going on.  */
bool recorder_reader_holds(struct match_file *reader);
void recorder_reader_lets_go(struct match_file *reader);
/* The next thing to say about the file: that it cannot be written, or that it can again. NULL: nothing; the
 * caller frees.  */
char *recorder_news(struct recorder *recorder);

/* The rows of some MB stay in memory until the end, or until somebody waits for them: perhaps the match will
 * be withdrawn.  */
void recorder_hold(struct recorder *recorder);

/* No rows follow. The thread writes the rest and closes the file.  */
void recorder_end(struct recorder *recorder);
/* After recorder_end(): is the file complete and closed, or was nothing written for `patience` ns? A write
 * counts from the call that sees it, so this waits for up to twice as long. Waits for that if it may.
 * `problem` is then NULL, or why the file is not whole; the caller frees.  */
bool recorder_is_done(struct recorder *recorder, int64_t patience, bool may_wait, char **problem);
/* Frees the recorder, or lets the thread free it. A file that is not complete stays as it is.  */
void recorder_free(struct recorder *recorder);
/* Removes the file of a match that did not begin or that nobody wants, and frees the recorder.  */
void recorder_withdraw(struct recorder *recorder);

/* For tests: bounds the bytes that wait, of all files; 0: as usual.  */
void recorder_bound(size_t bytes);

#endif
