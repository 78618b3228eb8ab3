/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* message.h - one line, or one unit of a binary protocol, between the judge and an agent.
 *
 * The judge makes messages, protocols read them, the match file keeps them, panes show them.  What happened
 * without bytes (a process ended, a person paused) is a message too, with the direction EVENT.  So the
 * messages of a match, in order, are all that the judge was told.  Feeding them back gives the same match. */
#ifndef RINGSIDE_MESSAGE_H
#define RINGSIDE_MESSAGE_H

#include "ringside/event.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A seat is a place at the table.  Seat 0 is a game program, or nobody: the judge itself.  */
enum { SEAT_NONE = 0, SEAT_1 = 1, SEAT_2 = 2, SEATS = 3 };

/* Is it SEAT_NONE or one of the players'?  */
static inline bool is_seat(int seat)
{
	return seat >= SEAT_NONE && seat < SEATS;
}

/* The other player's seat.  */
static inline int seat_opponent(int seat)
{
	return SEAT_1 + SEAT_2 - seat;
}

/* "seat 1 (pela)", "the game program"; name: NULL or "": none.  The caller frees.  */
char *seat_title(int seat, const char *name);

enum direction { TO_AGENT, FROM_AGENT, EVENT };

/* The kind of a message: a name for filters, themes and the match file, and a description.  */
#define CHANNELS(X)                                                                                          \
	X(COMMAND, "command", "what the judge asks for, and plain answers to it")                            \
	X(INFO, "info", "facts that need no answer")                                                         \
	X(MOVE, "move", "what an agent plays")                                                               \
	X(INPUT, "input", "what an agent sees of the game")                                                  \
	X(OUTPUT, "output", "what an agent plays, where the game calls it that")                             \
	X(SCORE, "score", "what a move was worth")                                                           \
	X(HINT, "hint", "what would have been right")                                                        \
	X(PERCEPT, "percept", "what an agent perceives of its world")                                        \
	X(SYMBOL, "symbol", "what an agent draws on its map")                                                \
	X(TEXT, "text", "what an agent writes for people")                                                   \
	X(COMMENT, "comment", "what both sides say to people")                                               \
	X(MESSAGE, "message", "what an agent says to people")                                                \
	X(DEBUG, "debug", "what an agent says to its author")                                                \
	X(ERROR, "error", "what an agent could not do")                                                      \
	X(UNKNOWN, "unknown", "what an agent or the judge did not understand")                               \
	X(STDERR, "stderr", "what an agent writes to its terminal")                                          \
	X(EVENT, "event", "what happened to an agent, or what a person did")                                 \
	X(FAULT, "fault", "what breaks the protocol")

enum channel {
#define X(NAME, name, help) CHANNEL_##NAME,
	CHANNELS(X)
#undef X
		CHANNEL_COUNT
};

#define CHANNEL_BIT(channel) (1u << (channel))
#define CHANNEL_ALL          ((1u << CHANNEL_COUNT) - 1)

const char *channel_name(enum channel channel);
/* CHANNEL_COUNT when there is no channel of that name.  */
enum channel channel_named(const char *name);

enum message_flag {
	MESSAGE_UNASKED = 1 << 0, /* came when the seat had nothing to answer; not for a game program, which
				     speaks first */
	MESSAGE_DROPPED = 1 << 1, /* had no effect on the match */
	MESSAGE_FAULT = 1 << 2,   /* broke the protocol */
	MESSAGE_CUT = 1 << 3,     /* too long: only its beginning was read */
	MESSAGE_UNENDED = 1 << 4, /* without a line end: the last bytes of an agent, or of a turn on stderr */
	MESSAGE_ASKS = 1 << 5,    /* the seat has to answer it */
	MESSAGE_STARTS = 1 << 6,  /* the seat's clock runs from here */
	MESSAGE_UNORDERED = 1 << 7, /* came in the same wake-up as another seat's: their order is not known */
	MESSAGE_CHANGED = 1 << 8,   /* a person replaced it */
	MESSAGE_UNSENT = 1 << 9,    /* to an agent that no longer reads */
	MESSAGE_LITTLE = 1 << 11,   /* of a binary protocol: its numbers are little-endian */
	MESSAGE_HELD = 1 << 10, /* came before it passed, or before it ended: t_ns is older than its number */
	/* A person kept it back, so it reached nobody.  The judge treats one to an agent as lost on its way.
	   With MESSAGE_CHANGED a person's own replaces it.  */
	MESSAGE_WITHHELD = 1 << 12,
	MESSAGE_EDITED = 1 << 13,  /* a person wrote these bytes */
	MESSAGE_STOPPED = 1 << 14, /* is held, and the match was stopped because of it */
	MESSAGE_REPLY = 1 << 15,   /* replies to what a person sent: it answers nothing, and is no fault */
};

struct message {
	int64_t n;      /* its place in the order in which all passed, from 1; 0 while it is held */
	int64_t number; /* what people call it, from 1: in the order in which all came.  It has this from when
			   it comes, held or not; 0: the same as n */
	int64_t t_ns;   /* since the match began, when it came or was about to be written.  A line on stderr
			   counts from its first byte, all else from its last */
	int64_t first_ns; /* from an agent: when its first byte came; 0: not known */
	int seat;
	enum direction direction;
	enum channel channel;
	int turn;       /* the turn it belongs to, from 1; 0 before the first */
	unsigned flags; /* of enum message_flag */
	char *bytes;    /* exactly as they came, with the line end; an event's text; followed by a NUL */
	size_t size;
	struct event event; /* EVENT: what happened */
};

/* The channel of the events of a kind: CHANNEL_EVENT or CHANNEL_FAULT.  */
enum channel event_channel(enum event_kind kind);

struct protocol;

/* The size of a message without its end.  The protocol's end() finds the end (protocol.h).  A line end
 * (LF, CR LF or CR) is the end for events, for stderr, for a protocol without end(), and for NULL.  */
size_t message_text_size(const struct message *message, const struct protocol *protocol);

/* ---- what people see of a message in one line ----
 *
 * Panes draw it, and search and filters use it, so people can find what they can read.  */

struct setup;
/* The size of the message without its end, in a match with that setup; NULL: without a line end.  */
size_t shown_size(const struct setup *setup, const struct message *message);
/* The size of the terminal's control sequence at text (ESC [ … letter); 0: there is none.  */
size_t shown_sequence(const char *text, size_t size);

/* Takes colours and cursor moves out of an agent's stderr, and what a carriage return has overwritten.
 * Returns the size that is left.  */
size_t shown_plain(char *text, size_t size);
/* Is its text, without the line end, exactly what is shown?  Not for a binary protocol, whose meaning is
 * shown, nor for escape sequences on stderr. setup: of the match; NULL: always.  */
bool shown_as_it_is(const struct setup *setup, const struct message *message);
/* Are its bytes binary, so that the protocol's meaning() explains them?  */
bool shown_as_meaning(const struct setup *setup, const struct message *message);
/* The line.  Binary bytes are shown in hexadecimal with their meaning, "84 01 Home, Hostility"; stderr
 * without escape sequences.  The caller frees.  */
char *shown_text(const struct setup *setup, const struct message *message, size_t *size);
/* Pending bytes (judge.h) for people: `3 bytes without a line end: "7,7"`, always so without a setup; of a
 * binary protocol `45 bytes of an incomplete message: ff 29 ..; a text of ...`.  The caller frees.  */
char *shown_pending(const struct setup *setup, const char *bytes, size_t size, size_t wanted);

#endif
