/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* match_file.h - the match file: one SQLite file that holds one match with all its branches.
 *
 * Written by the session while a match is played, read by the screen for everything that has scrolled away,
 * by `open`, and by another ringside while it is still being written.  Errors after opening are kept and told
 * once by match_file_problem(): a full disk must not end a match.  */
#ifndef RINGSIDE_MATCH_FILE_H
#define RINGSIDE_MATCH_FILE_H

#include "ringside/condition.h"
#include "ringside/format.h"
#include "ringside/match.h"
#include "ringside/message.h"
#include <stdio.h>

struct match_file;

enum { MATCH_FILE_VERSION = 4 };

/* A new file; path "" is a private temporary one that is gone when closed.  An existing file is refused. NULL
   and a problem for people (owned by the caller).  What is committed survives the end of this process however
   it comes, not a power failure: nothing waits for the disk while agents play.  */
struct match_file *match_file_create(const char *path, const struct setup *setup, char **problem);
/* An existing file, read-only; refuses what is no match file and what a newer ringside has written.  */
struct match_file *match_file_open(const char *path, char **problem);
/* The same; and of a file of another program (format.h) a private temporary match file with what that one
   tells: the moves as if agents had just played them, and what was said.  "FILE:3" is the third game of one
   that holds several, "-" such a file on stdin.  */
struct match_file *match_file_import(const char *name, char **problem);
/* NULL; or what is remarkable about a file that was imported, as that it ends too early, for people, with its
   name; owned by the file.  */
const char *match_file_notice(const struct match_file *file);
/* FILE:N as FILE, which the caller frees, and N.  -1: it has no number, or a file has all of it for its name.
 */
char *match_file_split(const char *name, int64_t *number);
/* Does it begin as match files do?  It may be large: no more of it is looked at.  */
bool match_file_is_database(const char *path);
/* Writes what is pending.  NULL is fine.  */
void match_file_close(struct match_file *file);
/* An existing match file, to write more branches into it: call match_file_branch() first, which begins behind
   what is there.  One of an older version becomes one of this version.  The newest branch is the current one.
   NULL and a problem (owned by the caller) when it is no such file, cannot be written, or is being written by
   another ringside.  */
struct match_file *match_file_append(const char *path, char **problem);
/* A new file with all that is in that one, to write more branches into it: as match_file_create() and
   match_file_append().  */
struct match_file *match_file_copy(struct match_file *file, const char *path, char **problem);
const char *match_file_path(const struct match_file *file);

/* Writing.  Rows are kept in one transaction; call match_file_commit() at least every 100 ms and at a
 * verdict.  When something goes wrong, match_file_problem() says it once, what was recorded stays, and all
 * later calls do nothing.  */

/* Its number must be higher than that of the message before.  */
void match_file_message(struct match_file *file, const struct message *message);
/* A turn of the current branch; the same number again replaces it.  */
void match_file_turn(struct match_file *file, const struct turn *turn);
/* A new branch that goes on after `turns` turns of `parent` (-1: of the current one); it is the current one
 * from now on.  Its history is that of the parent up to and with `message`, then its own; 0: all that the
 * parent has before the first message of the branch, as when moves are taken back and nobody begins anew.
 * `why` is for people.  Returns its id, from 1.  */
int match_file_branch(struct match_file *file, int parent, int turns, int64_t message, const char *why);
/* Who sits on a seat from the current branch on.  */
void match_file_seat(struct match_file *file, int seat, const struct seat_setup *setup);
void match_file_verdict(struct match_file *file, const struct verdict *verdict);
/* When the match began (struct match): a new file has the time when it was made.  */
void match_file_started(struct match_file *file, int64_t started_us);
/* Another name for who sits there in the current branch.  */
void match_file_name(struct match_file *file, int seat, const char *name);
void match_file_commit(struct match_file *file);
/* True while rows wait for match_file_commit().  */
bool match_file_pending(const struct match_file *file);
/* NULL, or the first thing that went wrong while writing or reading, for people; owned by the file.  */
const char *match_file_problem(const struct match_file *file);
/* Copies everything so far, all branches and what is pending, into a new file.  An existing one is refused.
 * NULL, or a problem; the caller frees.  */
char *match_file_save(struct match_file *file, const char *path);

/* The files of a series: one a game, beside each other.  */

/* Of "match.ringside" that of game 2 is "match-2.ringside"; the caller frees.  */
char *match_file_of_game(const char *path, int game);
/* The games of a series that have a file already, in rising order, whatever is in it; how many.  The caller
   frees.  */
int match_file_games(const char *path, int **games);
/* Did who made this file end before there was a match in it?  */
bool match_file_is_stillborn(const char *path);
/* Removes a file that nobody writes, with its log.  NULL, or a problem; the caller frees.  */
char *match_file_remove(const char *path);

/* Other formats.  */

/* The format of that name of that system; NULL, and the problem names those that it has (the caller frees).
   `path` in place of a name: what it ends in is the name.  */
const struct file_format *match_file_format(const char *system, const char *name, char **problem);
/* NULL, or why a match file should not have this path: it ends like a file of another format, and would be
   taken for one; the caller frees.  */
char *match_file_misnamed(const char *system, const char *path);
/* The format of all systems that has all of a match; it is written, and not read.  */
extern const struct file_format match_file_jsonl;
/* Writes the match in that format, up to where it is now; the file may be NULL where the match is not
   recorded.  NULL, or why it cannot be told so; the caller frees.  That it cannot be written ferror() says.
 */
char *match_file_export(struct match_file *file, const struct match *match, const struct file_format *format,
			FILE *to);
/* The same into a new file.  An existing one is refused.  */
char *match_file_export_to(struct match_file *file, const struct match *match,
			   const struct file_format *format, const char *path);

/* Branches.
 *
 * What happened up to the newest moment of a branch is its history: messages and turns of its parents as far
 * as they led there, then its own.  Everything below reads the history of the branch that is shown: at first
 * the newest one, whichever that is.  Messages have numbers that rise through all branches, so a history has
 * gaps where others were played.  */

struct branch_row {
	int id;          /* 0: as the match was begun */
	int parent;      /* -1: of branch 0 */
	int turn;        /* how many turns of the parent's history are its, too */
	int64_t message; /* the last message of the parent's history that is its, too; 0: see
			    match_file_branch() */
	char *why;       /* for people; owned */
	int turns;       /* in its history */
	bool over;       /* it has a verdict: */
	int winner;
	char *reason, *detail; /* NULL: none; owned */
};

/* All branches, in the order of their ids; how many, 0 after a problem.  branch_rows_free() frees them.  */
int match_file_branches(struct match_file *file, struct branch_row **rows);
void branch_rows_free(struct branch_row *rows, int count);
/* All reading is of this branch's history from now on; -1: of the newest one's, whichever that is.  False:
   there is no such branch, and all stays as it was.  Does not change which one is written.  */
bool match_file_show(struct match_file *file, int branch);
/* Which branch that is now: never -1.  */
int match_file_shown(struct match_file *file);
/* Counts how often a history was shown that may lack messages of the one before: who keeps messages asks for
   them again.  */
unsigned match_file_shows(struct match_file *file);
/* Up to `limit` messages of any branch's history (-1: the newest) from `after` upwards, without showing it:
   as match_file_after() with a query that all fit.  */
int match_file_history(struct match_file *file, int branch, int64_t after, int limit,
		       struct message *messages);

/* Reading.  */

/* Fills a match (match_init'ed here, match_free'd by the caller) with setup, names, the last MATCH_KEPT turns
 * of the branch that is shown and its verdict.  setup.system and verdict.reason live as long as the file.
 * False: match_file_problem() says why, and there is nothing to free.  */
bool match_file_match(struct match_file *file, struct match *match);
/* Counts the timeouts of that match, over all messages of the file.  False: as above.  */
bool match_file_timeouts(struct match_file *file, struct match *match);
/* The same of any branch (-1: the newest), without showing it; false, too, when there is none with that id.
 */
bool match_file_match_of(struct match_file *file, int branch, struct match *match);
/* Up to `limit` turns of the history from number `from` on; their strings are the caller's (turn_clear()).
 * Returns how many.  */
int match_file_turns(struct match_file *file, int from, int limit, struct turn *turns);
/* Turn n of the newest branch, whichever is shown, for match.older; `user` is the file.  A match that
   match_file_match() has filled knows the turns of its branch already, as long as the file is open.  */
const struct turn *match_file_older(void *user, int n);
/* Is there a process that writes it still?  */
bool match_file_is_written(const struct match_file *file);
/* Has another process written since the last call?  Costs microseconds.  */
bool match_file_changed(struct match_file *file);

/* Which messages: those that fit all of these.  */
struct message_query {
	unsigned seats;       /* bit set, 1 << seat */
	unsigned channels;    /* CHANNEL_BITs */
	unsigned directions;  /* bit set, 1 << enum direction; 0: all */
	const char *matching; /* PCRE2 pattern that the text must match, caseless, without its line end; NULL:
				 any. Nothing matches what match_file_check_pattern() refuses.  */
	/* The pattern looks at what people see of a message in a match with this setup: the meaning of bytes,
	   no control sequences (shown.h).  Always the same for a file.  NULL: at the bytes themselves.  */
	const struct setup *setup;
	int64_t last; /* nothing after this number; INT64_MAX: no end */
};

/* Up to `limit` messages of the history that fit, numbers from `before` downwards (before itself left out)
   or from `after` upwards, always given in rising order of n; the bytes of each are good until the next call.
   Returns how many.  */
int match_file_before(struct match_file *file, const struct message_query *query, int64_t before, int limit,
		      struct message *messages);
int match_file_after(struct match_file *file, const struct message_query *query, int64_t after, int limit,
		     struct message *messages);
/* Does a message, of this file or held yet, match the query's pattern?  Without one it does.  */
bool match_file_matches(struct match_file *file, const struct message_query *query,
			const struct message *message);
/* The size of a message, without its bytes.  */
struct message_size {
	int64_t n;
	int seat;
	enum direction direction; /* TO_AGENT or FROM_AGENT */
	int64_t size;             /* bytes */
};

/* Sizes of up to `limit` messages to and from these seats (a bit set, 1 << seat), with numbers behind `after`
   up to `last`, in rising order; those of turns that were taken back are left out.  Returns how many.  */
int match_file_sizes(struct match_file *file, unsigned seats, int64_t after, int64_t last, int limit,
		     struct message_size *sizes);
/* How many faults of each seat are in the messages behind `after` up to `last`: at least as many as messages
   that broke the protocol.  */
void match_file_faults(struct match_file *file, int64_t after, int64_t last, int faults[SEATS]);
/* The number of the first message behind `after` that belongs to a later turn; 0: there is none.  Looks at
   each message between the two.  */
int64_t match_file_later_turn(struct match_file *file, int64_t after, int turn);
/* The setup as the match began, with those who sat there in the end of that branch's history (0: as it
   began); a fresh one.  False: as match_file_match().  */
bool match_file_setup(struct match_file *file, int branch, struct setup *setup);
/* Who sat on the seat when message n of the history that is shown was (INT64_MAX: at its end), with the name
   that was known in the end; and since which message: what came before is of somebody else.  0: from the
   beginning. False: nobody knows; else the caller frees command and name.  */
bool match_file_sitting(struct match_file *file, int64_t n, int seat, struct seat_setup *sitting,
			int64_t *since);
/* A setup of that branch (match_file_setup()) gets, in place of people, the agents that sat there last before
   them, if any did.  */
void match_file_agents(struct match_file *file, int branch, struct setup *setup);
/* Adds what was said to people by the agents, in the order of the history, without what was said in turns
   that were taken back.  False: match_file_problem() says why.  */
bool match_file_remarks(struct match_file *file, const struct protocol *protocol, struct remarks *remarks);
/* The number of the last message of the history, 0 when there is none.  */
int64_t match_file_last(struct match_file *file);
/* The same of all branches: who writes more goes on behind it.  */
int64_t match_file_newest(struct match_file *file);
/* A PCRE2 pattern that cannot be used: what is wrong with it, for people (the caller frees); NULL: it can. */
char *match_file_check_pattern(const char *pattern);

/* Patterns for conditions, with the cases of letters told apart unless it is said; PCRE2.  */
extern const struct matcher match_file_patterns;

#endif
