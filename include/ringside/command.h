/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command.h - the tables of commands and keys.
 *
 * One row a command; a key stands for a command line.  The prompt, the keymap, the ? screen, completion and
 * the man page are made from these two tables.  */
#ifndef RINGSIDE_COMMAND_H
#define RINGSIDE_COMMAND_H

#include "ringside/board.h"
#include "ringside/breakpoints.h"
#include "ringside/settings.h"
#include "ringside/view.h"

struct command;
struct script;

/* X(NAME, word): how `scroll` moves in a pane.  */
#define SCROLLS(X)                                                                                           \
	X(UP, "up")                                                                                          \
	X(DOWN, "down")                                                                                      \
	X(PAGE_UP, "pageup")                                                                                 \
	X(PAGE_DOWN, "pagedown")                                                                             \
	X(HALF_UP, "halfup")                                                                                 \
	X(HALF_DOWN, "halfdown")                                                                             \
	X(LEFT, "left")                                                                                      \
	X(RIGHT, "right")                                                                                    \
	X(TOP, "top")                                                                                        \
	X(END, "end")

enum scroll {
#define X(NAME, word) SCROLL_##NAME,
	SCROLLS(X)
#undef X
		SCROLL_COUNT
};

/* What commands may do to the screen.  Members are NULL without a screen (scripts).  */
struct console {
	struct view *view;
	struct breakpoints *breakpoints;
	struct script *script; /* where `source` puts its lines (script.h); NULL: scripts cannot run */
	/* board_named() and paint_glyph(), given here so that no command calls the screen.  Never NULL.  */
	const struct board_view *(*board)(const char *system);
	const char *(*glyph)(enum glyph glyph);
	/* The board of the shown position as text; NULL and a problem; the caller frees either. NULL on a
	 * screen, which shows it.  */
	char *(*picture)(const struct view *view, char **problem);
	struct settings *settings; /* NULL: nothing can be set but what the match has */
	void *user;                /* for the functions below, each of which may be NULL */
	/* Each gives NULL, or why not, for people; the caller frees.  */
	char *(*apply)(void *user, const char *setting);  /* shows a new value of this row of settings.h */
	char *(*focus)(void *user, const char *which);    /* "next", "previous", a number from 1 */
	char *(*filter)(void *user, const char *pattern); /* of the focused pane; "" or NULL: none */
	char *(*search)(void *user, const char *pattern, int direction); /* pattern "": the last one */
	char *(*freeze)(void *user);                                     /* the focused pane */
	/* Show gdb on the seat's process, with more arguments in sh's words, or the seat's own terminal; both
	 * then get the keys.  */
	char *(*gdb)(void *user, int seat, const char *arguments);
	char *(*terminal)(void *user, int seat);
	/* Of the focused pane: a word of SCROLLS.  */
	char *(*scroll)(void *user, const char *how);
	void (*follow)(void *user); /* its newest messages, if it shows messages; cannot fail */
	char *(*show)(
		void *user,
		int64_t message); /* goes to the first position with the message, and shows it in a pane */
	/* The number of the message that the overlay shows, or of the selected one of the focused pane, held
	 * ones too; 0: none.  *chosen: a person has gone there; false: it is only the newest.  */
	int64_t (*selected)(void *user, bool *chosen);
	/* The number of the held message that is selected in the focused pane, or else of its first one,
	 * or of the first one of another pane, which gets the focus.  It is selected then.  -1: no pane shows
	 * one; 0: the focused pane has no messages.  */
	int64_t (*held)(void *user);
	char *(*select)(void *user, int step); /* the next message (1) or the one before (-1) of the pane */
	/* Shows a text about the message that people call n, and its keys. is_turned: does it show one whose
	 * bytes are `turned` (why.h)?  */
	void (*details)(void *user, int64_t n, bool turned, const char *text);
	bool (*is_turned)(void *user);
	void (*copy)(void *user, const char *bytes, size_t size); /* to the terminal's clipboard */
	char *(*help)(void *user);
	char *(*signs)(void *user); /* the legend of this board and these panes */
	char *(*page)(
		const char *name); /* what `ringside help NAME` tells; NULL: nothing; the caller frees */
	/* Makes the focused pane "wider", "narrower", "taller" or "shorter" by so many cells; "full": it is
	 * shown alone, or no longer; "reset": all panes of the layout have their usual sizes.  */
	char *(*resize)(void *user, const char *how, int by);
	char *(*quit)(void *user, bool now); /* asks while a match runs, unless now */
	/* Asks a person; after a yes the line runs again, confirmed.  NULL: nobody can answer.  */
	void (*confirm)(void *user, const char *line, const char *question);
	bool confirmed; /* no question is wanted: a person has said yes, or a script runs */
	char *(*screenshot)(void *user, const char *path);
	char *(*prompt)(void *user, const char *line); /* opens the prompt with the line */
	void *opener;                                  /* of the screen: for the next five functions */
	/* A live match from the position after `turns` turns replaces this one.  Players: two words as on the
	 * command line; "": the old ones.  A person then plays the move; NULL: none.  */
	char *(*resume)(void *opener, int turns, const char *players, const char *move);
	/* Asks an agent for the move of that seat; "": the one that usually gives hints.  */
	char *(*hint)(void *opener, int seat, const char *command);
	/* An agent analyses the shown position from now on; "off": no longer.  */
	char *(*kibitz)(void *opener, const char *command);
	/* A new match of the same players replaces this one; the other seat begins, unless `same`.  */
	char *(*rematch)(void *opener, bool same);
	char *(*open)(void *opener, const char *path); /* a match file replaces the match */
	/* Shows the match again from the shown position, or stops doing so.  */
	char *(*replay)(void *user);
	/* The pace of that: "faster", "slower", or as replay_pace_read() does.  *told: an answer.  */
	char *(*replay_pace)(void *user, const char *pace, char **told);
	/* Where in its arguments a command has found a mistake; NULL: it does not say.  After command_run():
	 * where that is in the line, in bytes, or where the command begins.  */
	const char *mistake;
	size_t mistake_at;
	const struct command *command; /* that runs */
	const char *name;              /* the line with it: it may be called by another name */
	bool by_key;  /* the line stands for a key: no problem begins with the command's name */
	bool answers; /* the text of the command that runs is an answer */
	/* What holds because of the focused pane, as bits of enum situation.  */
	unsigned (*pane)(void *user);
};

struct command {
	const char *name;
	/* As "MOVE"; "" if there are none; in brackets if optional, as "[N]".  */
	const char *arguments;
	const char *help; /* one sentence without a full stop */
	/* NULL, or a text for the person: a problem, or, if it sets console->answers, an answer of one or
	 * more lines.  The caller frees.  */
	char *(*run)(struct console *console, const char *arguments);
	int what; /* what a function does here that several commands share (console->command) */
	/* Completions of its first argument: a NULL-ended list; NULL: none.  */
	const char *const *words;
	/* What can follow these arguments, in place of that: such a list until the next call; NULL: it does
	 * not say.  NULL: it never does.  */
	const char *const *(*more)(const struct console *console, const struct command *command,
				   const char *arguments);
};

/* X(NAME, holds, lacks): where a person is, as far as keys depend on it.  Of RUNNING, PAUSED, OVER and FILE
 * exactly one holds; TAPPED and TAP_HOLDS come with FILE, and say more. Then words for people, of which the
 * first ones count: what is so, and why a key that needs it does nothing (NULL: because of what is so
 * instead).  */
#define SITUATIONS(X)                                                                                        \
	X(RUNNING, "the match is running", NULL)                                                             \
	X(PAUSED, "the match is paused", NULL)                                                               \
	X(OVER, "the match is over", NULL)                                                                   \
	X(TAPPED, "another judge has this match", NULL)                                                      \
	X(TAP_HOLDS, "the tap holds what is said", NULL)                                                     \
	X(FILE, "this match is read from a file", NULL)                                                      \
	X(NEXT_GAME, "the next game waits", NULL)                                                            \
	X(YOUR_TURN, "it is your turn", "it is not your turn")                                               \
	X(HINTED, NULL, "it is not your turn, or no agent can come in the middle of this match")             \
	X(HELD, "a message is held", "no message is held")                                                   \
	X(REPLAYING, "the match is replayed", "no match is replayed")                                        \
	X(BACK, "an earlier position is shown", NULL)                                                        \
	X(MESSAGES, "this pane shows messages", "this pane shows no messages")                               \
	X(TEXT, "a text lies over the panes", NULL)                                                          \
	X(TYPING, "keys are typed into this pane", NULL)                                                     \
	X(GOES_ON, NULL, "the newest position is shown: left goes back to an earlier one")                   \
	X(FOUND, "this pane was searched", "this pane was not searched")                                     \
	X(OTHER, "another build is shown beside it", "no other build is shown beside this match")            \
	X(LISTED, "the match was chosen from a list", "this match was not chosen from a list")

enum situation_number {
#define X(NAME, holds, lacks) SITUATION_##NAME,
	SITUATIONS(X)
#undef X
};

/* Bits: several hold at a time.  */
enum situation {
#define X(NAME, holds, lacks) WHEN_##NAME = 1 << SITUATION_##NAME,
	SITUATIONS(X)
#undef X
};

/* X(NAME, title): what keys are for, in the order of the ? screen.  Hints of the last group stay on the hint
 * line however narrow it is.  */
#define KEY_GROUPS(X)                                                                                        \
	X(RUN, "Run and stop")                                                                               \
	X(WALK, "Walk through the match")                                                                    \
	X(CHANGE, "Change the match")                                                                        \
	X(READ, "Read messages")                                                                             \
	X(PANES, "Panes")                                                                                    \
	X(RINGSIDE, "ringside")

enum key_group {
#define X(NAME, title) KEYS_##NAME,
	KEY_GROUPS(X)
#undef X
		KEY_GROUP_COUNT
};

/* A key and its command line.  A line that ends in a blank opens the prompt with it.  One that ends in *
 * waits for a letter, which takes its place.  A key may have several rows; of those that hold now the first
 * counts.  */
struct binding {
	const char *key; /* as "s", "space", "left", "tab", "^L" */
	const char *line;
	const char *help; /* for the ? screen; NULL: another row of the key or the row before covers it */
	const char *hint; /* a word or two for the hint line; NULL: not there */
	unsigned when;    /* it holds in any of these situations; 0: always */
	enum key_group group;
};

/* How a command is typed.  */
struct example {
	const char *command, *line, *what;
};

/* The i-th command from 0; NULL past the last.  */
const struct command *command_at(int i);
/* The i-th example of a command from 0; NULL past the last.  One without arguments has none.  */
const struct example *example_of(const struct command *command, int i);
/* What its arguments mean, if its help does not say that: the i-th line, from 0; NULL: there is none.  */
const char *detail_of(const struct command *command, int i);
/* The keys as they are now, ended by a row without a key.  */
extern const struct binding *bindings;

/* Runs one line; a unique beginning of a name is enough.  NULL, or a text for the person: a problem, or an
 * answer if *answer is set.  The caller frees.  An empty line repeats `last` (may be NULL).  */
char *command_run(struct console *console, const char *line, const char *last, bool *answer);
/* The binding of a key in this situation (a character or KEY_… of ncurses is turned into a name by the
 * caller); NULL: none.  */
const struct binding *binding_of(const char *key, unsigned situation);
/* The same in the rows of a pane or an overlay, which end as bindings do; NULL: it has none.  */
const struct binding *binding_in(const struct binding *rows, const char *key, unsigned situation);
/* What a row does: its own help, or that of the other row of its key with the same line.  */
const char *binding_help(const struct binding *binding);
/* The i-th row with a help from 0, by groups, with those that are no command lines, such as ^Z and the mouse;
 * NULL past the last.  */
const struct binding *binding_at(int i);
/* The present situation, as bits of enum situation.  */
unsigned situation_of(const struct console *console);
/* The first of these situations in words; "" if there is none.  */
const char *situation_words(unsigned situation);
/* Why what holds in `when` does not hold in this situation.  */
const char *situation_lacking(unsigned when, unsigned situation);
/* Can the command do something in this situation?  */
bool command_is_of_use(const struct command *command, unsigned situation);
/* The key that a person names: as in the table, F1 to F63, or spelled out as `colon`; NULL: there is none.
 * The result is `name` or static.  */
const char *binding_key(const char *name);
/* The command line in a text of the config: without a ":" before it, or as it stands in quotes. The caller
 * frees.  */
char *binding_line(const char *text);
/* Gives a key another line; "": none.  */
void binding_set(const char *key, const char *line);
/* Is it as ringside has it by itself?  */
bool binding_is_usual(const struct binding *binding);
/* Makes all keys usual again.  */
void bindings_reset(void);
/* All its names, as "continue, c".  The caller frees.  */
char *command_names(const struct command *command);
/* "step, s [SEAT] [xN]: let one message pass".  The caller frees.  */
char *command_usage(const struct command *command);
/* The command of a name, a short one too, or a unique beginning of one; NULL: none, or several.  */
const struct command *command_named(const char *word);
/* Completions of `text` after `before`, for prompt_setup().  `user` is a struct console.  */
char **command_complete(void *user, const char *before, const char *text);

/* The move of a turn in the board's words; "": it has none; "hidden" while the game hides it from the person
 * who looks.  */
void board_turn_words(const struct session *session, const struct board_view *board, const struct turn *turn,
		      char words[32]);
/* Sets the marks that this user has kept of the match beside its file, and no others.  */
void marks_read(struct view *view);

#endif
