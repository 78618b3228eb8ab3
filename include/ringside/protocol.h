/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* protocol.h - what a protocol is: how one system's messages are cut, named, understood and answered.
 *
 * Each systems/NAME/wire.c ends in one `const struct protocol`; systems.h lists them.  The judge calls these
 * functions, and they call back what referee.h offers.  Nothing here blocks, reads a clock or makes a system
 * call.
 *
 * The life of a protocol, from the judge's side.  What stands in brackets may be missing:
 *
 *   new
 *    |     for each agent, when its process runs, and again when a fresh one takes its seat
 *    +--> started              speaks first, if the protocol has it so; in the end calls referee_ready()
 *    |     all are ready
 *    +--> begin                calls referee_next(): whose turn it is
 *    |
 *    |     for each turn of an agent
 *    +--> ask                  sends what asks it for a move
 *    +--> [frame end] channel [flags]  cut and name what comes
 *    +--> [is_answer] received each message; a move calls referee_moved(), and that leads to the next turn
 *    |
 *    |     in place of an answer
 *    +--> expired              the limit of referee_await() has passed
 *    +--> timeout              that of the turn or the match has
 *    +--> [exited]             the process has ended, and the seat has to answer
 *    |
 *    |     what a person wants: refused, or done at once
 *    +--> [check] play         a move
 *    +--> [takeback] [limits_changed] [point] [reseat] [succeeded]
 *    |
 *    |     after referee_verdict()
 *    +--> [fit]                may the process play another game?
 *    +--> goodbye              it leaves
 *   free
 *
 * protocol_check() says which member is missing.  */
#ifndef RINGSIDE_PROTOCOL_H
#define RINGSIDE_PROTOCOL_H

#include "ringside/format.h"
#include "ringside/judge.h"
#include "ringside/option.h"

/* A pane of the layout "channels".  */
struct channel_pane {
	const char *title;
	unsigned channels; /* CHANNEL_BITs */
};

/* A reason word of a verdict (verdict.h), and the rule behind it for people.  */
struct reason_row {
	const char *reason; /* perhaps with a blank and a verdict's cause behind it: such a row stands before
			       that of the reason alone */
	const struct option_row *option; /* the one that decides how it is meant; NULL: none does */
	const char *rule;                /* one or two sentences */
	const char *source;              /* document and heading, as systems/README.md has them */
};

struct protocol {
	/* ---- what it is, as people read it ---- */

	const char *name;                        /* as on the command line */
	const char *title;                       /* a line for `ringside list` */
	const struct option_row *const *options; /* of this system; ended by NULL */
	bool alone;                              /* one player alone can play: the other seat may be free */
	const struct channel_pane *panes; /* of the layout "channels"; ended by a row without a title */
	const char *demo[2];              /* the players of `ringside demo`, as command lines */
	const char *const *samples;       /* what the files of its bundled agents begin with; ended by NULL */
	const struct file_format *const *formats; /* ended by NULL; NULL: none */
	const char *const *seeded;                /* the bundled agents that take `--seed N`, by their names;
						     ended by NULL; NULL: none does */

	/* ---- its messages and its processes ---- */

	unsigned answers;   /* CHANNEL_BITs on which an agent answers; all others are chatter */
	enum channel moves; /* that of them on which it moves */
	bool one_game;      /* a process plays one game: after the verdict it is told to leave */
	bool one_process;   /* a process plays all games of a series, as the protocol has it */
	int64_t turn_limit; /* ns for a turn when nobody says anything else; 0: that of setup_init() */
	int64_t tolerance;  /* ns of struct setup when nobody says anything else, and not --strict */
	bool last_news;     /* what was sent before the verdict and asks nothing still goes out after it: the
			       last score */
	int64_t goodbye_grace; /* ns an agent may take to leave when told to: then its input ends */
	int64_t end_grace;     /* and ns when that has ended; 0: the least (agent.h) */

	/* Do its agents speak over a socket (agent.h), with this setup?  NULL: over pipes.  */
	bool (*uses_socket)(const struct setup *setup);
	/* How many of the bytes of that agent are the first message, line end and all; 0: it is not complete.
	   The first `seen` bytes were looked at before, in vain.  `ended`: no more will come.  NULL: messages
	   are lines (frame.h).  */
	size_t (*frame)(void *state, int seat, const char *bytes, size_t size, size_t seen, bool ended);
	/* How many of the last bytes of a message, to an agent or from one, only end it, as a line end does:
	   nobody is shown them.  NULL as long as frame is.  */
	size_t (*end)(const char *bytes, size_t size);
	/* How many bytes the message takes that begins with these and is not whole, as far as they tell.
	   NULL: nobody can know.  */
	size_t (*wanted)(void *state, int seat, const char *bytes, size_t size);
	/* Which channel bytes from an agent are on.  */
	enum channel (*channel)(void *state, int seat, const char *bytes, size_t size);
	/* The flags that a message on that channel has by the way it was cut: MESSAGE_LITTLE.  Asked behind
	   channel(); a recording tells them.  NULL: none.  */
	unsigned (*flags)(void *state, int seat, enum channel channel);

	/* ---- a match: see the life above ---- */

	/* The protocol's own state of one match; NULL and a problem for people when the setup's options make
	 * no sense.  */
	void *(*new)(struct judge *judge, const struct setup *setup, char **problem);
	void (*free)(void *state);

	/* An agent's process runs: speak first.  `warm`: it has played a game before.  */
	void (*started)(void *state, int seat, bool warm);
	/* All seats are ready: say whose turn it is.  */
	void (*begin)(void *state);
	/* It is the turn of this agent: send what asks it for a move.  */
	void (*ask)(void *state, int seat);
	/* One whole message from an agent; never an answer that was dropped (referee_supersede).  */
	void (*received)(void *state, const struct message *message);
	/* Does it answer what asked for a move, however wrong?  Asked before an answer is dropped, and may
	   tell faults of how it is written.  NULL: what is on the channel `moves` does.  */
	bool (*is_answer)(void *state, const struct message *message);
	/* The move that this message would be if it was received now, on the channel `moves` and asked for,
	   in words that `move_form` understands; NULL: it is no answer to what was asked.  *legal: would the
	   rules accept it?  The caller frees.  */
	char *(*answer)(void *state, const struct message *message, bool *legal);
	/* A move in one form, whoever says it: a person, an agent (`answer`), a turn as it was played.  NULL
	   and a problem for people, to go behind the move and "is": in no match with this setup it is a move.
	   The caller frees either.  */
	char *(*move_form)(const struct setup *setup, const char *move, char **problem);
	/* An agent that was ready has ended, and the seat has to answer something; or it has closed a stream
	   and stays, which is as good as an end with status 0.  late: when it ended, in words that begin with
	   a blank and go behind how it did; NULL: while it had to answer.  NULL in place of the function: the
	   seat loses.  */
	void (*exited)(void *state, int seat, struct ending ending, const char *late);
	/* The limit of referee_await() has passed.  Must note it (referee_notice) or end the match, so that
	   the recording has its moment.  */
	void (*expired)(void *state, int seat);
	/* The turn's or the match's limit has passed.  `limit` says which, in words.  */
	void (*timeout)(void *state, int seat, const char *limit);

	/* ---- what a person wants ---- */

	/* Could a person move so for the seat, if the last `back` turns were taken back?  NULL, or what is
	   wrong with the move, for people.  */
	char *(*check)(void *state, int seat, const char *move, int back);
	/* A person moves for the seat whose turn it is, as answered (NULL: the agent had not answered). NULL,
	   or what is wrong with the move, for people.  */
	char *(*play)(void *state, int seat, const char *move, const char *answered);
	/* Takes the last `turns` turns back and says whose turn it is.  NULL, or why not; the function NULL:
	   the system's agents cannot take back.  */
	char *(*takeback)(void *state, int turns);
	/* A person has changed the limits of the setup, perhaps while an agent thinks: tell the agents. NULL:
	   they need not know.  */
	void (*limits_changed)(void *state);
	/* A person looks at this move: tell the agents.  NULL, or what is wrong with the move, for people;
	   the function NULL: the system has no words for it.  */
	char *(*point)(void *state, const char *move);
	/* Somebody else takes the seat in the middle of the match; the setup has it already.  Forgets what
	   the one before was asked; a process of an agent is started after this, and started() has to tell it
	   what the match is by now.  NULL: agents cannot come in the middle.  */
	void (*reseat)(void *state, int seat);
	/* Another process sits there now that was told all that the one before was told (rejoin.h).  What was
	   cut of the bytes of that one, and has not passed the gate, is forgotten.  NULL: nothing of it is
	   known here.  */
	void (*succeeded)(void *state, int seat);

	/* ---- processes that come late, and that go ---- */

	/* Can a process that is started in the middle be told the position without being asked all the
	   questions before?  Then none is ever fed what another was told.  */
	bool rejoins;
	/* What an agent is told of a recording after it has moved otherwise, and why that misleads it: for
	   people, in one clause.  NULL: it is told the position (rejoins).  */
	const char *misled;
	/* Tell an agent to leave.  */
	void (*goodbye)(void *state, int seat);
	/* The match is over: can the agent's process play another game?  Not if what it still has to say
	   could be taken for a part of that.  NULL: always.  */
	bool (*fit)(const void *state, int seat);

	/* ---- what it begins with: other matches, files, openings ---- */

	/* For files that tell moves and no messages (rejoin.h has the way of the others).  Sets `first` and
	   the options of a new match so that it begins with the position after so many turns of that one, and
	   the same seat to move; options that are set already stay.  NULL, or why that cannot be, for people.
	   NULL in place of the function: no match begins so.  */
	char *(*resume)(const struct match *match, int turns, struct setup *setup);

	/* ---- what it means, for people ---- */

	/* What the bytes of a message mean, for people, on one line without its end; NULL: nothing can be
	   said.  The caller frees.  The panes show bytes as hexadecimal numbers then.  NULL in place of it:
	   messages are text.
	 */
	char *(*meaning)(const struct setup *setup, const struct message *message);

	/* What the bytes of a message that is not whole announce, and how many of that are there, for people,
	   in one clause; `wanted` as that function has said, perhaps long ago.  The caller frees.  NULL in
	   place of it: a line lacks its end.  */
	char *(*partial)(const char *bytes, size_t size, size_t wanted);
	/* The words that its verdicts have of their own, and those of all systems (why_rules.c) that mean
	   something more here; ended by a row without a reason.  */
	const struct reason_row *reasons;
	/* What it tells as events of its own, and what it calls a fault (event.h); NULL: nothing.  */
	const struct notice_row *notices;
	const struct fault_row *faults;
	/* How the game came to the end that the match had, where the verdict's sentence does not say all:
	   lines for people, each ended; NULL: there is nothing more to say, also when turns were dropped and
	   nobody knows them.  The caller frees.  NULL in place of it: there never is.  */
	char *(*ending)(const struct match *match);

	/* Why the rules do not accept this answer of a seat, in the position after all turns of the match:
	   lines for people, each ended.  NULL: they accept it, or it is none, or no more is known than the
	   verdict says. The caller frees.  NULL in place of it: it never is.  */
	char *(*refusal)(const struct match *match, const struct message *message);

	/* What the rules say of a position without a match: the lines that `ringside rules` prints; the
	   caller frees.  NULL and a problem for people when the position or an option of the setup makes no
	   sense. NULL itself: this system has nothing to say of positions.  */
	char *(*rules)(const struct setup *setup, const char *position, char **problem);
	/* For --help: the form of a position, and what `rules` prints.  NULL as long as `rules` is.  */
	const char *position_help;

	/* Reads a file of openings, `name` for people, that games with this setup may begin with: each comes
	   out as the value of the option "opening".  How many goes to `count`; the caller frees each and the
	   array.  NULL and a problem that says where and what was expected: a file without any is one, too.
	   NULL in place of the function: the system knows no openings.  */
	char **(*openings)(const struct setup *setup, const char *text, size_t size, const char *name,
			   int *count, char **problem);
};

/* All systems, NULL behind the last.  The judge only reads the table; systems.c defines it, and a test may
   define another one.  */
extern const struct protocol *const protocols[];
/* NULL when there is no system of that name.  */
const struct protocol *protocol_named(const char *name);
/* NULL; or the first member that is missing or contradicts another one, with the system's name, for people;
   the caller frees.  */
char *protocol_check(const struct protocol *protocol);
/* Gives a setup, whose `strict` is known, what holds in this system when nobody says anything else.  */
void protocol_usual(const struct protocol *protocol, struct setup *setup);
/* The system's first option of that type; NULL: it has none.  */
const struct option_row *protocol_option(const struct protocol *protocol, enum option_type type);
/* The i-th system from 0; NULL past the last.  */
const struct protocol *protocol_at(int i);

#endif
