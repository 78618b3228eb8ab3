/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* theme.h - how roles look: colours and attributes, from an INI file.
 *
 * A theme names roles, not panes or systems.  The command line loads it before the screen opens; only paint.c
 * asks for it.  */
#ifndef RINGSIDE_THEME_H
#define RINGSIDE_THEME_H

#include <stdbool.h>

/* A role: its name in theme files; its usual look ("foreground background attributes"); its attributes on a
   terminal without colours, which count when the look names a colour.  BOARD_… are for all boards, SQUARE_…
   for boards whose squares are filled with a colour, TILE_… for maps.  */
#define ROLES(X)                                                                                             \
	X(TEXT, "text", "default default", "")                                                               \
	X(FAINT, "faint", "8 default", "")                                                                   \
	X(STRONG, "strong", "default default bold", "bold")                                                  \
	X(HEADER, "header", "default default reverse", "reverse")                                            \
	X(FRAME, "frame", "8 default", "")                                                                   \
	X(FRAME_FOCUS, "frame.focus", "12 default bold", "bold")                                             \
	X(TITLE, "title", "default default bold", "bold")                                                    \
	X(HINT, "hint", "8 default", "")                                                                     \
	X(HINT_KEY, "hint.key", "default default bold", "bold")                                              \
	X(PROMPT, "prompt", "default default", "")                                                           \
	X(GOOD, "good", "default default", "")                                                               \
	X(BAD, "bad", "1 default", "underline")                                                              \
	X(ALARM, "alarm", "1 default bold", "bold reverse")                                                  \
	X(WARNING, "warning", "13 default", "bold")                                                          \
	X(RUNNING, "state.running", "default default bold", "bold")                                          \
	X(PAUSED, "state.paused", "0 3 bold", "bold reverse")                                                \
	X(OVER, "state.over", "12 default bold", "bold")                                                     \
	X(VIEWING, "state.viewing", "15 5 bold", "reverse underline")                                        \
	X(SENT, "sent", "12 default", "")                                                                    \
	X(HELD, "held", "0 3", "reverse")                                                                    \
	X(EDITED, "edited", "5 default bold", "bold underline")                                              \
	X(WITHHELD, "withheld", "8 default underline", "dim")                                                \
	X(TIME, "time", "8 default", "")                                                                     \
	X(SELECTED, "selected", "default default reverse", "reverse")                                        \
	X(MATCHED, "matched", "0 3", "bold underline")                                                       \
	X(LINK, "link", "12 default underline", "underline")                                                 \
	X(CHANNEL_COMMAND, "channel.command", "default default", "")                                         \
	X(CHANNEL_INFO, "channel.info", "8 default", "")                                                     \
	X(CHANNEL_MOVE, "channel.move", "default default bold", "bold")                                      \
	X(CHANNEL_INPUT, "channel.input", "default default", "")                                             \
	X(CHANNEL_OUTPUT, "channel.output", "default default bold", "bold")                                  \
	X(CHANNEL_SCORE, "channel.score", "default default", "")                                             \
	X(CHANNEL_HINT, "channel.hint", "default default", "")                                               \
	X(CHANNEL_PERCEPT, "channel.percept", "default default", "")                                         \
	X(CHANNEL_SYMBOL, "channel.symbol", "default default", "")                                           \
	X(CHANNEL_TEXT, "channel.text", "default default", "")                                               \
	X(CHANNEL_COMMENT, "channel.comment", "default default", "")                                         \
	X(CHANNEL_MESSAGE, "channel.message", "default default", "")                                         \
	X(CHANNEL_DEBUG, "channel.debug", "default default", "")                                             \
	X(CHANNEL_ERROR, "channel.error", "1 default bold", "bold")                                          \
	X(CHANNEL_UNKNOWN, "channel.unknown", "5 default", "")                                               \
	X(CHANNEL_STDERR, "channel.stderr", "5 default", "")                                                 \
	X(CHANNEL_EVENT, "channel.event", "8 default bold", "bold")                                          \
	X(CHANNEL_FAULT, "channel.fault", "1 default reverse", "reverse")                                    \
	X(BOARD, "board", "default default", "")                                                             \
	X(BOARD_GRID, "board.grid", "8 default", "")                                                         \
	X(BOARD_LABEL, "board.label", "8 default", "")                                                       \
	X(BOARD_SEAT_1, "board.seat.1", "12 default bold", "bold")                                           \
	X(BOARD_SEAT_2, "board.seat.2", "5 default bold", "bold")                                            \
	X(BOARD_THOUGHT_1, "board.thought.1", "12 default", "")                                              \
	X(BOARD_THOUGHT_2, "board.thought.2", "5 default", "")                                               \
	X(BOARD_STOP, "board.stop", "1 default bold", "bold underline")                                      \
	X(BOARD_HINT, "board.hint", "12 default bold underline", "bold underline")                           \
	X(BOARD_LAST, "board.last", "default default reverse bold", "bold underline")                        \
	X(BOARD_WIN, "board.win", "0 2 bold", "bold reverse")                                                \
	X(BOARD_CURSOR, "board.cursor", "0 6", "reverse")                                                    \
	X(BOARD_GHOST, "board.ghost", "default default underline", "underline")                              \
	X(BOARD_BLOCK, "board.block", "8 default", "")                                                       \
	X(BOARD_FORBIDDEN, "board.forbidden", "1 default bold", "bold")                                      \
	X(SQUARE_LIGHT, "square.light", "0 7", "")                                                           \
	X(SQUARE_DARK, "square.dark", "0 2", "")                                                             \
	X(SQUARE_HATCH, "square.hatch", "2 2", "")                                                           \
	X(SQUARE_WHITE, "square.white", "0 15 bold", "bold")                                                 \
	X(SQUARE_BLACK, "square.black", "15 0", "")                                                          \
	X(SQUARE_GHOST, "square.ghost", "5 default underline", "underline")                                  \
	X(SQUARE_REACH, "square.reach", "15 4 bold", "bold")                                                 \
	X(SQUARE_HINT, "square.hint", "15 4 bold underline", "bold underline")                               \
	X(SQUARE_LAST, "square.last", "0 3 bold", "bold")                                                    \
	X(SQUARE_SELECTED, "square.selected", "15 5 bold", "bold")                                           \
	X(SQUARE_STUCK, "square.stuck", "15 1 bold", "bold")                                                 \
	X(TILE_WALL, "tile.wall", "default default", "")                                                     \
	X(TILE_CLEAR, "tile.clear", "default default", "")                                                   \
	X(TILE_HOME, "tile.home", "0 2 bold", "bold")                                                        \
	X(TILE_ITEM, "tile.item", "13 default bold", "bold")                                                 \
	X(TILE_DANGER, "tile.danger", "1 default bold", "bold")                                              \
	X(TILE_ENEMY, "tile.enemy", "15 1 bold", "bold reverse")                                             \
	X(TILE_AGENT, "tile.agent", "0 6 bold", "bold reverse")                                              \
	X(TILE_PERCEPT, "tile.percept", "5 default", "")                                                     \
	X(TILE_SYMBOL, "tile.symbol", "12 default bold", "underline")                                        \
	X(TILE_UNKNOWN, "tile.unknown", "8 default", "dim")                                                  \
	X(SEAT_1, "seat.1", "12 default bold", "bold")                                                       \
	X(SEAT_2, "seat.2", "5 default bold", "bold")                                                        \
	X(SPARK, "spark", "default default", "")

enum role {
#define X(NAME, name, look, colourless) ROLE_##NAME,
	ROLES(X)
#undef X
		ROLE_COUNT
};

/* Loads a theme by name (from the themes' folder) or by path (if it has a slash or ".theme" in it).  NULL,
   or a problem that names file and line; the caller frees.  After a problem the current theme stays.  Roles
   that the file does not name have their usual look.  */
char *theme_load(const char *name);
/* Has nobody loaded a theme, and are there colours enough for one that suits the terminal's background?  Call
   it after theme_bind().  */
bool theme_follows(void);
/* Uses `light` or `dark` then.  */
void theme_follow(bool light);
/* The names of all themes, sorted: a NULL-ended array; the caller frees each name and the array.  Folders:
   $RINGSIDE_THEMES, `themes` beside the program, and the installed one.  A name that stands in two folders
   means the file in the first.  */
char **theme_names(void);
/* A theme's description, one line; NULL: it has none or cannot be read.  The caller frees.  */
char *theme_description(const char *name);
/* The name of the theme in use.  */
const char *theme_name(void);

/* Binds colours to what the terminal has: direct, 256, 16, 8 or none.  Call it after initscr().  NO_COLOR
   (not empty) and no_color switch colours off; bold, reverse and underline replace them.  */
void theme_bind(bool no_color);
/* Are chessmen letters in the theme in use, and not figures?  (`pieces = letters`)  */
bool theme_has_letters(void);
/* Sets the look for what stdscr draws next.  */
void theme_use(enum role role);
/* A colour pair, for what others colour.  Foreground and background are -1 (that of the role), 0 to 255,
   or 0x1rrggbb.  Returns 0 without colours.  */
int theme_pair(enum role role, int foreground, int background);

#endif
