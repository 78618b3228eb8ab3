/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* match_file.h - the match file: one SQLite file that holds one match with all its branches.
 *
 * The session writes it while a match is played. The screen reads it for everything that has scrolled away;
 * `open` and another ringside may read it while it is still being written. A full disk must not end a match,
 * so errors after opening are kept for match_file_problem().  */
#ifndef RINGSIDE_MATCH_FILE_H
#define RINGSIDE_MATCH_FILE_H

#include "ringside/condition.h"
#include "ringside/format.h"
#include "ringside/match.h"
#include "ringside/message.h"
#include <stdio.h>

struct match_file;

enum { MATCH_FILE_VERSION = 6 };

/* Makes a new file, without tables if the setup is NULL; an existing one is refused. The path "" makes a
 * private temporary file that vanishes when it is closed. On error NULL, and a problem for people that the
 * caller frees. Committed rows survive any end of this process but not a power failure, because nothing waits
 * for the disk while agents play.  */
struct match_file *match_file_create(const char *path, const struct setup *setup, char **problem);
/* Opens an existing match file read-only. NULL and a problem, which the caller frees, if it is no match file,
 * cannot be read, or was written by a newer ringside.  */
struct match_file *match_file_open(const char *path, char **problem);
/* The same. A file of another program (format.h) becomes a private temporary match file with its moves, as if
 * agents had just played them, and its comments; "-" is one on stdin. "FILE:3" is the third game of a file
 * that holds several. "FILE:2:" is branch 2 of a match file, which is then shown. A name that only
 * match_file_at() takes is refused.  */
struct match_file *match_file_import(const char *text, char **problem);
/* A position in a file. */
struct match_place {
	int branch; /* of a match file; -1: the newest */
	int turns;  /* that come before it; -1: no position is named, and all of the match is meant */
};
/* The same, also for a position: "FILE:41" is the one before move 41, "FILE:2:41" that of branch 2 or game 2.
 * A file whose name is the whole text wins. The one reader of such names.  */
struct match_file *match_file_at(const char *text, struct match_place *place, char **problem);
/* The name of the file in such a text; the caller frees.  */
char *match_file_named(const char *text);
/* match_file_match() up to that place. NULL, or a problem, which the caller frees: then there is nothing to
 * free.  */
char *match_file_match_at(struct match_file *file, const struct match_place *place, struct match *match);
/* A remark about the file for people, with its name: that an imported one ends too early, or that a match
 * file has a gap; NULL: none. Owned by the file.  */
const char *match_file_notice(const struct match_file *file);
/* Does the file begin like an SQLite file? Reads only its first 16 bytes.  */
bool match_file_is_database(const char *path);
/* Commits pending rows and frees the file. NULL is allowed.  */
void match_file_close(struct match_file *file);
/* Opens an existing match file to add branches: call match_file_branch() before writing. A file of an older
 * version is converted to this one. The newest branch is the current one. NULL and a problem, which the
 * caller frees, if it is no match file, cannot be written, or is being written by another ringside.  */
struct match_file *match_file_append(const char *path, char **problem);
/* Copies the file into a new one and opens that to add branches. Errors as of match_file_create() and
 * match_file_append().  */
struct match_file *match_file_copy(struct match_file *file, const char *path, char **problem);
const char *match_file_path(const struct match_file *file);
/* Its id (trust.h), of its first row: it was copied with the file, or a stranger chose it. NULL: it has none,
 * because ringside could not make one. Owned by the file.  */
const char *match_file_id(struct match_file *file);

/* Writing. Rows collect in one transaction: call match_file_commit() at least every 100 ms and at a verdict.
 * After an error match_file_problem() tells it, the rows written so far stay, and all later calls do nothing.
 */

/* Numbers of messages must rise.  */
void match_file_message(struct match_file *file, const struct message *message);
/* Writes a turn of the current branch, or replaces the one with the same number.  */
void match_file_turn(struct match_file *file, const struct turn *turn);
/* Begins a branch after `turns` turns of `parent` (-1: of the current branch) and makes it the current one.
 * Its history is that of the parent up to and including `message`, then its own. With `message` 0 it is all
 * of the parent before the first message of the branch, as when moves are taken back. `why` is for people.
 * Returns the id, from 1.  */
int match_file_branch(struct match_file *file, int parent, int turns, int64_t message, const char *why);
/* Sets who sits on a seat from the current branch on.  */
void match_file_seat(struct match_file *file, int seat, const struct seat_setup *setup);
void match_file_verdict(struct match_file *file, const struct verdict *verdict);
/* Sets when the match began, in us since 1970. A new file has the time when it was made.  */
void match_file_started(struct match_file *file, int64_t started_us);
/* Renames the player of the seat in the current branch.  */
void match_file_name(struct match_file *file, int seat, const char *name);
void match_file_commit(struct match_file *file);
/* What could not be recorded, because the file could not be written in time: messages from `first` to `last`,
 * and turns that they led to. Other messages between these may be there.  */
struct gap {
	int64_t first, last; /* last 0: it is not known how far it reaches */
	int64_t messages, turns;
};

/* Reads up to `limit` gaps of the history that is shown, those that begin after message `after` and not after
 * message `last`, in order. Returns how many.  */
int match_file_gaps(struct match_file *file, int64_t after, int64_t last, int limit, struct gap *gaps);
/* Reads the first gap of that history; false: none begins up to message `last`.  */
bool match_file_gap(struct match_file *file, int64_t last, struct gap *gap);
/* The same for the gap in which message n is, if the file has no such message.  */
bool match_file_lacks(struct match_file *file, int64_t n, struct gap *gap);
/* How many turns of this match, which was read from the file, ended before its first gap; INT_MAX: it has no
 * gap.  */
int match_file_whole_turns(struct match_file *file, const struct match *match, struct gap *gap);
struct diff_gap;
/* The first gap in either of two matches and their files (NULL: of no file); false: there is none. Fills all
 * of `found` (diff.h) but its words.  */
bool match_file_first_gap(struct match_file *const files[], const struct match *const matches[],
			  struct diff_gap *found, struct gap *gap);
/* "12 messages and 1 turn are missing, from #34 to #56". The caller frees.  */
char *gap_words(const struct gap *gap);
/* The same for a narrow place: "missing: 12 messages and 1 turn, from #34 to #56".  */
char *gap_line(const struct gap *gap);
/* The first error while writing or reading, for people; NULL: none. Owned by the file.  */
const char *match_file_problem(const struct match_file *file);
/* Is the problem only that another program was writing when the file was last read, or that the reading was
 * cancelled, because a signal or a key waits?  */
bool match_file_is_busy(const struct match_file *file);
/* Copies all branches, with pending rows, into a new file; an existing one is refused. NULL, or a problem
 * that the caller frees.  */
char *match_file_save(struct match_file *file, const char *path);

/* The files of a series: one for each game. They lie beside each other, or in folders of at most 1000 files.
 */

/* Is it a folder for the games of a series, and not a file?  Its path ends in a slash.  */
bool match_file_is_folder(const char *path);
/* The path of a game: game 2 of "match.ringside" is "match-2.ringside", game 12345 of the folder "games/" is
 * "games/012/game-012345.ringside". The caller frees.  */
char *match_file_of_game(const char *path, int game);
/* The file of game `other` of the series, beside `path` of game `game`.  NULL: that path has not the name of
 * such a file; the caller frees.  */
char *match_file_beside(const char *path, int game, int other);
/* The same as match_file_of_game() for a new file: makes its folder if that is missing. NULL and a problem,
 * which the caller frees, if it cannot be made or is a link.  */
char *match_file_for_game(const char *path, int game, char **problem);
/* Returns how many games of a series have a file already, whatever it holds, and their numbers in rising
 * order; the caller frees `games`.  */
int match_file_games(const char *path, int **games);
/* Did the process that made this file end before it wrote a match into it?  */
bool match_file_is_stillborn(const char *path);
/* Removes a file that no process writes, and its log. NULL, or a problem that the caller frees.  */
char *match_file_remove(const char *path);

/* Other formats.  */

/* The number of the game of the series that the seat's first process had played before this one; 0: none.  */
int match_file_game_before(struct match_file *file, int seat);
/* What the last process of a seat was told up to a place in the match.  */
struct seat_told {
	int seat;
	int64_t last; /* the number of the last message; INT64_MAX: all */
	int turns;    /* only what belongs to these turns; -1: all */
};
/* Writes the exact bytes, first those of the games that the process had played before: their files, and NULL
 * behind the last.  NULL, or a problem, which the caller frees; it may come after some were written.
 * Errors of writing are left to ferror().  */
char *match_file_input(struct match_file *file, const struct seat_told *told,
		       struct match_file *const *before, FILE *to);
/* Writes a script that tells an agent the same, and awaits the recorded answers.  `setup` is that of the
 * branch that is shown.  */
char *match_file_repro(struct match_file *file, const struct setup *setup, const struct seat_told *told,
		       struct match_file *const *before, FILE *to);

/* The format of the system with that name, or with the ending of that path. NULL and a problem, which the
 * caller frees and which names the formats of the system, if there is none.  */
const struct file_format *match_file_format(const char *system, const char *name, char **problem);
/* NULL, or why a match file must not have this path, which the caller frees: its ending is that of another
 * format.  */
char *match_file_misnamed(const char *system, const char *path);
/* The formats of every system, which are written but not read: all of a match; films of the screen, which
 * only film.h can draw; what a seat was told (struct seat_told). The table of them ends with NULL.  */
extern const struct file_format match_file_jsonl, match_file_cast, match_file_svg, match_file_input_format,
	match_file_repro_format;
extern const struct file_format *const match_file_every[];
/* Makes a new file and lets `write` fill it. NULL, or a problem, which the caller frees: then there is no
 * file.
 */
char *match_file_fill(const char *path, char *(*write)(void *user, FILE *to), void *user);
/* Writes the match so far in that format. The file may be NULL if the match is not recorded. NULL, or why the
 * format cannot express it, which the caller frees. Errors of writing are left to ferror().  */
char *match_file_export(struct match_file *file, const struct match *match, const struct file_format *format,
			FILE *to);
/* The same into a new file; an existing one is refused. The problem includes errors of writing.  */
char *match_file_export_to(struct match_file *file, const struct match *match,
			   const struct file_format *format, const char *path);

/* Branches.
 *
 * The history of a branch is the messages and turns of its parents that led to it, then its own. All
 * functions below read the history of the branch that is shown: at first the newest one, which changes when a
 * branch is added. Message numbers rise through all branches, so a history has gaps where other branches were
 * played.  */

struct branch_row {
	int id;          /* 0: as the match was begun */
	int parent;      /* -1: of branch 0 */
	int turn;        /* turns of the parent's history that it shares */
	int64_t message; /* the last message of the parent's history that it shares; 0: see
			    match_file_branch() */
	char *why;       /* for people; owned */
	int turns;       /* in its history */
	bool over;       /* it has a verdict: */
	int winner;
	char *reason, *detail; /* NULL: none; owned */
};

/* Returns how many branches there are, 0 after a problem, and all of them by id. Free them with
 * branch_rows_free().  */
int match_file_branches(struct match_file *file, struct branch_row **rows);
void branch_rows_free(struct branch_row *rows, int count);
/* Shows a branch: reading is of its history from now on; -1: of the newest branch, whichever that is. False:
 * there is no such branch, and nothing changes. The branch that is written stays the same.  */
bool match_file_show(struct match_file *file, int branch);
/* The branch that is shown, never -1; 0 after a problem.  */
int match_file_shown(struct match_file *file);
/* Counts how often the history shown may have lost messages of the one before. A caller that keeps messages
 * reads them again when this changes.  */
unsigned match_file_shows(struct match_file *file);
/* match_file_after() for all messages of any branch (-1: the newest), without showing it.  */
int match_file_history(struct match_file *file, int branch, int64_t after, int limit,
		       struct message *messages);

/* Reading.  */

/* Initialises a match with the setup, the names, the turns of the branch that is shown and its verdict. With
 * more than MATCH_KEPT turns only the last ones are in memory. The caller calls match_free(); setup.system
 * and verdict.reason live as long as the file. False: match_file_problem() says why, and there is nothing to
 * free.  */
bool match_file_match(struct match_file *file, struct match *match);
/* Counts the timeouts of each seat, and the turns in which it waited for a core, over all messages of the
 * file. False: match_file_problem() says why.  */
bool match_file_timeouts(struct match_file *file, struct match *match);
/* match_file_match() for any branch (-1: the newest), without showing it. False, too, if there is no such
 * branch.
 */
bool match_file_match_of(struct match_file *file, int branch, struct match *match);
/* Reads up to `limit` turns of the history from number `from`, at least 1. Returns how many; the caller frees
 * each with turn_clear().  */
int match_file_turns(struct match_file *file, int from, int limit, struct turn *turns);
/* For match.older: turn n, from 1, of the newest branch, whichever is shown; NULL: there is none. `user` is
 * the file, which owns the turn until the next call. A match from match_file_match() finds the turns of its
 * own branch as long as the file is open.  */
const struct turn *match_file_older(void *user, int n);
/* Forgets the turns that match_file_older() has read, because a branch may replace them.  */
void match_file_forget(struct match_file *file);
/* Does a process still write the file?  The second is for files that may be empty yet.  */
bool match_file_is_written(const struct match_file *file);
bool match_file_is_locked(const char *path);
/* Has another process written since the last call? Takes microseconds.  */
bool match_file_changed(struct match_file *file);

/* Selects the messages that fit all of these.  */
struct message_query {
	unsigned seats;       /* bit set, 1 << seat */
	unsigned channels;    /* CHANNEL_BITs */
	unsigned directions;  /* bit set, 1 << enum direction; 0: all */
	const char *matching; /* PCRE2 pattern that the text must match, caseless, without its line end; NULL:
				 any. A pattern that match_file_check_pattern() refuses matches nothing.  */
	/* The pattern is matched against what people see of a message in a match with this setup: the meaning
	 * of bytes, no control sequences (shown_text()). Always the same for a file. NULL: against the bytes.
	 */
	const struct setup *setup;
	int64_t last;    /* nothing after this number; INT64_MAX: no end */
	bool everything; /* also what is hidden (match_file_hide()) */
};

/* From now on reading leaves out the messages that `hides` says are hidden; NULL: none.  What was shown may
 * be another history now (match_file_shows()).  Files and exports have all messages.  */
void match_file_hide(struct match_file *file, bool (*hides)(const void *user, const struct message *message),
		     const void *user);
/* Reads up to `limit` messages of the history that fit: the last ones before number `before`, or the first
 * ones after number `after`. Both give them in rising order of n and return how many. The bytes are valid
 * until the next call.  */
int match_file_before(struct match_file *file, const struct message_query *query, int64_t before, int limit,
		      struct message *messages);
int match_file_after(struct match_file *file, const struct message_query *query, int64_t after, int limit,
		     struct message *messages);
/* Walks back through the messages of the history that fit until `stops` returns true. The message is valid
 * until the next call. False: it never did.  */
bool match_file_walk_back(struct match_file *file, const struct message_query *query,
			  bool (*stops)(void *user, const struct message *message), void *user,
			  struct message *found);
/* Does a message, recorded or still held, match the query's pattern? Without a pattern it does.  */
bool match_file_matches(struct match_file *file, const struct message_query *query,
			const struct message *message);
/* The size of a message, without its bytes.  */
struct message_size {
	int64_t n;
	int seat;
	enum direction direction; /* TO_AGENT or FROM_AGENT */
	int64_t size;             /* bytes */
};

/* Reads the sizes of up to `limit` messages to and from these seats (a bit set, 1 << seat), with numbers
 * above `after` up to `last`, in rising order, without those of turns that were taken back. Returns how many.
 */
int match_file_sizes(struct match_file *file, unsigned seats, int64_t after, int64_t last, int limit,
		     struct message_size *sizes);
/* Counts the faults of each seat in the messages above `after` up to `last`: at least one for each message
 * that broke the protocol.  */
void match_file_faults(struct match_file *file, int64_t after, int64_t last, int faults[SEATS]);
/* The number of a message before which no seat has a fault, found without reading messages; INT64_MAX: there
 * are none at all.  */
int64_t match_file_faultless(struct match_file *file);
/* The number of the first message above `after` that belongs to a turn later than `turn`; 0: none. Reads each
 * message in between.  */
int64_t match_file_later_turn(struct match_file *file, int64_t after, int turn);
/* Has it lines of a kibitzer?  */
bool match_file_has_kibitz(struct match_file *file);
/* Reads what a kibitzer said last of the position after so many turns of the history: up to `limit` lines,
 * each of seat 0, with their time and channel, and the agent's name, NULL if it has not told it. Returns how
 * many. All are valid until the next call that reads messages.  */
int match_file_kibitzed(struct match_file *file, int turns, int limit, struct message *lines,
			const char **name);
/* Initialises a setup as the match began, with the players at the end of that branch (0: at the beginning).
 * The caller calls setup_free(). False: match_file_problem() says why, and there is nothing to free.  */
bool match_file_setup(struct match_file *file, int branch, struct setup *setup);
/* Who sat on the seat at message n of the history that is shown (INT64_MAX: at its end), with the last name
 * that is known, and since which message (0: from the beginning). The caller frees command and name. False:
 * not known, and there is nothing to free.  */
bool match_file_sitting(struct match_file *file, int64_t n, int seat, struct seat_setup *sitting,
			int64_t *since);
/* Replaces the people in a setup of that branch (match_file_setup()) by the last agents that sat there before
 * them, if there were any.  */
void match_file_agents(struct match_file *file, int branch, struct setup *setup);
/* Adds what the agents said for people, in the order of the history, without turns that were taken back.
 * False: match_file_problem() says why.  */
bool match_file_remarks(struct match_file *file, const struct protocol *protocol, struct remarks *remarks);
/* The number of the last message of the history; 0: none.  */
int64_t match_file_last(struct match_file *file);
/* The same over all branches. New messages get higher numbers.  */
int64_t match_file_newest(struct match_file *file);
/* What people call message n (`number` in message.h), the n of what they call so (0: there is none that has
 * passed), and the largest number.  */
int64_t match_file_number(struct match_file *file, int64_t n);
int64_t match_file_numbered(struct match_file *file, int64_t number);
int64_t match_file_most_numbered(struct match_file *file);
/* NULL, or what is wrong with a PCRE2 pattern, for people; the caller frees. */
char *match_file_check_pattern(const char *pattern);

/* PCRE2 patterns for conditions and queries.  */
extern const struct matcher match_file_patterns;

#endif
