/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.h - how one game is drawn and how a person plays it.
 *
 * Each ui/boards/NAME/board.c ends in one `const struct board_view`; systems.h names it.  pane_board.c owns
 * one and gives it keys.  Nothing else knows which game it is.  */
#ifndef RINGSIDE_BOARD_H
#define RINGSIDE_BOARD_H

#include "ringside/paint.h"
#include "ringside/view.h"

/* The channels on which agents talk to people.  */
#define CHANNELS_TO_PEOPLE                                                                                   \
	(CHANNEL_BIT(CHANNEL_MESSAGE) | CHANNEL_BIT(CHANNEL_DEBUG) | CHANNEL_BIT(CHANNEL_INFO))

/* What a board can show besides its pieces, for :set, keys and help.  One number says which rows of a system
 * are on: bit i is row i (view.h).  */
struct toggle {
	const char *name;      /* the word after `set`, in small letters */
	const char *key;       /* as in a binding (command.h); NULL: none */
	const char *told;      /* the answer of `set`, before the state: as "numbers of stones: " */
	const char *states[2]; /* the words for off and on; NULL: "off", "on" */
	const char *help;      /* for the ? screen and the manual, one sentence without a full stop */
	/* Why it would show nothing in a match with this setup; static.  NULL: it shows something.  The
	   function may be NULL.  */
	const char *(*moot)(const struct setup *setup);
	bool on;     /* on when a match begins */
	bool spoils; /* it shows what a player must not see, so it goes off when a person sits down */
};

/* A key that only this board uses, for the ? screen and the manual.  */
struct board_key {
	const char *key, *help;
	bool plays; /* it plays a person's move, or leads there */
};

/* What a person's characters mean who types a move.  */
enum typing {
	TYPING_NOTHING, /* no move begins so */
	TYPING_BEGINS,  /* a move may begin so */
	TYPING_MOVE,    /* it is a move, and another may begin so */
	TYPING_WHOLE    /* it is a move, and no other begins so */
};

struct board_view {
	/* What it can show besides its pieces: at most 32 rows, ended by one without a name.
	   NULL: nothing.  */
	const struct toggle *toggles;
	/* What a person can do on it: rows, ended by one without a key.  NULL: nothing.  */
	const struct board_key *keys;
	/* What its signs mean: rows, ended by one without a meaning.  NULL: it has none.  */
	const struct sign *signs;
	/* The board's own state for a match with this setup.  */
	void *(*new)(const struct setup *setup);
	void (*free)(void *board);
	/* Shows the position after `turns` turns of the match.  The turns may have changed since the last
	   call.  */
	void (*position)(void *board, const struct match *match, int turns);
	/* Draws that position over the whole area.  The view only says how to show it.  `cursor`: show the
	   cursor, since it can be used now.  */
	void (*draw)(void *board, struct area area, const struct view *view, bool cursor);
	/* The size that shows everything, as large as makes sense in such a room; the least such size if even
	   that is larger than the room.  */
	struct area (*wants)(const void *board, struct area room);
	/* The size of a small picture of it in a page of results.  There the view has no session.  NULL: what
	   it wants in no room.  */
	struct area (*picture)(const void *board);
	/* A key or a click moves the cursor.  y and x of a click count in the area that was drawn last.
	 * Returns 0: not mine; 1: understood; 2: also play the move at the cursor; 3: also open the prompt,
	 * for the person to type a move.  click may be NULL: nothing can be clicked.  */
	int (*key)(void *board, unsigned key, bool is_code);
	/* A character that stands for a move.  Returns the same.  Called before key(), while a person is on
	   turn and the match is not paused.  NULL: there are none.  */
	int (*hotkey)(void *board, unsigned key);
	/* Is it one of those characters?  NULL as hotkey.  */
	bool (*is_hotkey)(const void *board, unsigned key);
	/* What the text would be as the beginning of the move of a person on turn.  It is one or two
	   characters. NULL: moves cannot be typed so.  */
	enum typing (*types)(const void *board, const char *text);
	int (*click)(void *board, int y, int x, int button);
	/* The move at the cursor, as REQUEST_PLAY takes it, or NULL.  Owned by the board.  The function may
	   be NULL: there is no cursor.  */
	const char *(*move)(const void *board);
	/* What is known of the square at the cursor in the shown position, in a few words, as "move 5 20 ms"
	   for what has moved there; the caller frees.  NULL: nothing.  The function may be NULL: the cursor
	   cannot point while the past is shown.  */
	char *(*about)(const void *board, const struct view *view);
	/* Called when a person on turn chooses the place at the cursor.  Returns the move, as REQUEST_PLAY
	 * takes it; NULL: the turn needs more choices, and the board has noted this one.  Owned by the board.
	 * The function may be NULL: move() is played.  */
	const char *(*pick)(void *board);
	/* A question to answer with y or n before pick()'s move is played; static.  NULL: none.  The
	   function may be NULL.  */
	const char *(*question)(const void *board);
	/* What a person on turn has to do, if it is not simply a move, else NULL.  Owned by the board, until
	   the next position().  The function may be NULL.  */
	const char *(*expects)(const void *board);
	/* Has position() or draw() not finished?  Then both are called again soon.  NULL: they always finish.
	 */
	bool (*unfinished)(const void *board);
	/* A key that only changes what part of the board is seen.  Called first, at any time, whoever
	   plays.  False: not mine.  NULL: there are none.  */
	bool (*scroll)(void *board, unsigned key, bool is_code);
	/* Takes what agents said, one message after the other, and the event that a seat has a new player:
	   what the seat said before no longer counts then.  NULL: forget all.  The function may be NULL.  */
	void (*hear)(void *board, const struct message *message);
	/* The channels of those messages, as CHANNEL_BITs.  0: CHANNELS_TO_PEOPLE.  */
	unsigned hears;
	/* For boards to which all messages count, not only the newest.  Goes to the state after message
	   `last`, earlier or later than the present one, or to a remembered state before that.  Returns the
	   number of the last message in that state; hear() goes on after it.  NULL: the newest messages are
	   enough.  */
	int64_t (*recall)(void *board, int64_t last);
	/* Draws what each seat last said of its search: briefly in one row, in detail in more.  May be
	   NULL.  */
	void (*evaluations)(const void *board, struct area area);
	int half; /* the value that an agent says of a position that counts half of a win (protocol.h: said)
		   */
	/* Writes a move, played in the position after `turns` turns of the match, in the words that people
	   use, as "h8" for "7,7"; at most 31 bytes.  `played` may be a turn's own: read it before another
	   turn is looked up.  */
	void (*words)(const struct match *match, int turns, const char *played, char words[32]);
	/* The glyph before a seat's name after `turns` turns, for example its colour.  */
	const char *(*mark)(const struct match *match, int turns, int seat);
	/* What the seat has so far of what decides the match, as "2 lines"; the caller frees.  NULL: nothing
	   is counted.  The function may be NULL.  */
	char *(*score)(const struct match *match, int turns, int seat);
};

/* The view of a system's game.  NULL: there is no such system.  */
const struct board_view *board_named(const char *system);
/* Its keys, ended by a row without a key.  An unknown system has none.  */
const struct board_key *board_keys(const char *system);
/* The rows of a system, ended by one without a name.  An unknown system, or NULL, has none.  */
const struct toggle *toggles_of(const char *system);
/* Those that are on when a match begins.  */
unsigned toggles_at_first(const char *system);
/* `shows` without the toggles that go off when a person sits down.  */
unsigned toggles_for_players(const char *system, unsigned shows);
/* The number of the row with this key; -1: none.  */
int toggle_of_key(const char *system, const char *key);

#endif
