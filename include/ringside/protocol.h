/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* protocol.h - a protocol: how one system's messages are cut, named, understood and answered.
 *
 * Each systems/NAME/wire.c ends in one `const struct protocol`; systems.h lists them.  The judge calls these
 * functions, and they call the functions of arbiter.h.  Nothing here blocks, reads a clock or makes a system
 * call.
 *
 * The life of a protocol, as the judge sees it.  Members in brackets may be NULL:
 *
 *   new
 *    |     for each agent, when its process runs, and again when a fresh one takes its seat
 *    +--> started              greets the agent, if the protocol says so; at the end calls arbiter_ready()
 *    |     all are ready
 *    +--> begin                calls arbiter_next(): whose turn it is
 *    |
 *    |     for each turn of an agent
 *    +--> ask                  sends the question for a move
 *    +--> [framing] channel      cut and name the bytes that come
 *    +--> [said] [is_answer] received  handles a message; a move calls arbiter_moved(), which begins the next
 * turn
 *    |
 *    |     in place of an answer
 *    +--> [expired]            the limit of arbiter_await() has passed
 *    +--> timeout              the limit of the turn or the match has passed
 *    +--> [exited]             the process has ended, and the seat has to answer
 *    |
 *    |     a person's request: refused, or carried out at once
 *    +--> [check] play         a move
 *    +--> [takeback] [limits_changed] [point] [reseat]
 *    |
 *    |     after arbiter_verdict()
 *    +--> [may_stay]           may the process play another game?
 *    +--> [goodbye]            it leaves
 *   free
 *
 * What the judge does not need to referee a match stands in structures that the protocol points to: texts for
 * people, bundled agents, files of other programs, openings, and tools that try agents.  protocol_check()
 * names a member that is missing.  */
#ifndef RINGSIDE_PROTOCOL_H
#define RINGSIDE_PROTOCOL_H

#include "ringside/format.h"
#include "ringside/judge.h"
#include "ringside/option.h"

struct fuzz;
struct spec;
struct tour_story;
struct twins;

/* A pane of the layout "channels".  */
struct channel_pane {
	const char *title;
	unsigned channels; /* CHANNEL_BITs */
};

/* A verdict's reason (match.h), and the rule behind it, for people.  */
struct reason_row {
	/* A blank and a verdict's cause may follow; such a row comes before the row of the reason alone.  The
	   row of REASON_EXIT is for all ends of a process.  */
	const char *reason;
	const struct option_row *option; /* the option that changes its meaning; NULL: none */
	const char *rule;                /* one or two sentences */
	const char *source;              /* document and heading, in the form of systems/README.md */
};

/* What the first seat of a setup is, in words.  */
struct first_words {
	const char *title;       /* of a table: what a player was */
	const char *is;          /* follows the name of its player, with a blank in front */
	const char *one, *other; /* the sides of both seats */
};

/* How messages are cut that are no lines of text.  */
struct protocol_framing {
	/* The size of the agent's first message, with its line end. 0: it is not complete.  The first `seen`
	   bytes were examined before without success.  `ended`: no more bytes will come.  */
	size_t (*frame)(void *state, int seat, const char *bytes, size_t size, size_t seen, bool ended);
	/* How many bytes at the end of a message, in either direction, only end it, like a line end.  They
	   are not shown.  */
	size_t (*end)(const char *bytes, size_t size);
	/* The size of the message that begins with these bytes, or as much of it as they announce.  NULL:
	 * unknown.  */
	size_t (*wanted)(void *state, int seat, const char *bytes, size_t size);
	/* The flags of a message on that channel that depend on how it was cut: MESSAGE_LITTLE.  Called after
	   channel().  In a replay the recording has the flags.  NULL: none.  */
	unsigned (*flags)(void *state, int seat, enum channel channel);
	/* A new process has taken the seat and was told everything that the old one was told (rejoin.h).
	   Forgets the old one's bytes that were cut and have not passed the gate.  NULL: nothing has to be
	   forgotten.  */
	void (*succeeded)(void *state, int seat);
};

/* What people read.  */
struct protocol_texts {
	const char *title;                /* a line for `ringside list` */
	const struct channel_pane *panes; /* of the layout "channels"; a row without a title ends them */
	bool learning;                    /* players may learn in a match: results have a curve */
	/* What the first seat of this setup is to two players.  NULL: no more than the other one.  The
	   function NULL: first_begins.  */
	const struct first_words *(*first)(const struct setup *setup);
	/* What follows the words "before it was ready" of an agent that has ended, with a blank in front:
	   what to do about it.  NULL, also for the function: nothing.  */
	const char *(*unready)(const struct setup *setup);
	/* Why a recording misleads an agent that has moved otherwise: one clause for people.  NULL: a process
	   that joins late can be told the position, without all the earlier questions.  Then it is never fed
	   what another process was told.  */
	const char *misled;
	/* What the bytes of a message mean, for people, on one line without its end.  NULL: nothing is known.
	   The caller frees.  If there is such a function, panes show bytes in hexadecimal.  The function
	   NULL: messages are text.  */
	char *(*meaning)(const struct setup *setup, const struct message *message);
	/* What an incomplete message announces, and how much of it has come: one clause for people. `wanted`:
	   the result of that function, perhaps of an earlier call.  The caller frees.  The function NULL: a
	   line without its end.  */
	char *(*partial)(const char *bytes, size_t size, size_t wanted);
	/* What an agent is told of this match before it begins, for a person who sits there: lines.  The
	   caller frees.  The function NULL: nothing that a person does not see on the board.  */
	char *(*briefing)(const struct setup *setup);
	/* The system's own verdict reasons, and shared ones (why.c) that mean more here. A row without
	   a reason ends them.  */
	const struct reason_row *reasons;
	/* The system's own events and faults (event.h); NULL: none.  */
	const struct notice_row *notices;
	const struct fault_row *faults;
	/* How the match came to its end, where the verdict does not say everything: lines for people, each
	   with a line end.  NULL: there is nothing to add, or the turns were dropped.  The caller frees.  The
	   function NULL: there is never anything to add.  */
	char *(*ending)(const struct match *match);
	/* Why the rules refuse this answer of a seat in the position after all turns of the match: lines for
	   people, each with a line end.  NULL: they accept it, it is no answer, or the verdict says
	   everything.  The caller frees.  The function NULL: the verdict always says everything.  */
	char *(*refusal)(const struct match *match, const struct message *message);
	/* What a line to an agent can go on with behind `before`, as this message of it says: the i-th word,
	   from 0.  The caller frees.  NULL: there are no more.  The function NULL: nothing is known.  */
	char *(*offers)(const struct message *message, const char *before, int i);
};

/* The agents that ringside brings along.  */
struct protocol_bundle {
	const char *demo[2]; /* the players of `ringside demo`, as command lines */
	/* Of the demo: names and texts, ended by a NULL.  It lasts a minute or two; one seed makes each demo
	   the same match.  */
	const char *const (*demo_options)[2];
	const char
		*rival; /* who plays against a person: the words behind `play SYSTEM human`; NULL: nobody */
	const char *const *samples;    /* how the file names of its agents begin; ended by NULL */
	const char *const *programs;   /* the game programs; ended by NULL; NULL: none */
	const char *const *seeded;     /* the agents that take `--seed N`; ended by NULL; NULL: none */
	const struct tour_story *tour; /* NULL: none */
};

/* What a match may begin with.  */
struct protocol_openings {
	/* Reads the text of a file of openings for games with this setup.  `name`: the file's, for people.
	   Returns `count` values of the option "opening"; the caller frees each and the array.  NULL and a
	   problem that says where and what was expected, also for a file without openings.  The function
	   NULL: the system has no such files.  */
	char **(*read)(const struct setup *setup, const char *text, size_t size, const char *name, int *count,
		       char **problem);
	/* Is it an opening, or meant as one, and not the name of a file?  The function NULL: openings have no
	   point and no slash, and files that do not exist have one.  */
	bool (*is)(const struct setup *setup, const char *words);
	/* An opening in another form, from 0, on the board mirrored and turned; form 0 is the opening itself.
	   The caller frees.  NULL: there are no more.  The function NULL: no board looks the same then.  */
	char *(*form)(const struct setup *setup, const char *opening, int form);
	/* For files that hold moves and no messages (rejoin.h is for the others).  Sets `first` and the
	   options of a new match so that it begins with the position after `turns` turns of that match, with
	   the same seat to move.  Options that are set already stay.  NULL, or why that is impossible, for
	   people.  */
	char *(*resume)(const struct match *match, int turns, struct setup *setup);
};

/* What tries and explores agents and rules outside of a match of two players.  */
struct protocol_tools {
	/* The sentences of its document that agents keep or break; NULL: `ringside check` knows none.  */
	const struct spec *spec;
	/* The ways to tell an agent the same position, in the steps of `spec`; NULL: `ringside check --twins`
	   knows none.  */
	const struct twins *twins;
	/* What `ringside fuzz` chooses for a match of it; NULL: options by their ranges, and the agent plays
	   itself.  */
	const struct fuzz *fuzz;
	/* The k-th of a few moves, from 0, that are smaller than this one, the smallest first: to make a
	   match as plain as possible.  They need not be legal.  NULL: there are no more.  The caller frees.
	   The function NULL: no move is smaller than another.  */
	char *(*smaller)(const struct setup *setup, const char *move, int k);
	/* A line of a suite in a form of other programs, as EPD, as a case in the words of suites: "[case
	   NAME]" and its keys, each on a line, as "name = value".  `number`: of the line, from 1, for a case
	   without a name.  NULL: there is none in it, or *problem says for people why it is wrong; the caller
	   frees either.  The function NULL: there is no such form.  */
	char *(*suite_case)(const char *line, size_t size, int number, char **problem);
	const char *suite_ending; /* of the names of such files, as ".epd"; NULL as long as that is */
	/* What the rules say about a position without a match: the lines that `ringside rules` prints.  The
	   caller frees.  NULL and a problem for people when the position or an option of the setup is wrong.
	   The function NULL: the system cannot do this.  */
	char *(*rules)(const struct setup *setup, const char *position, char **problem);
	/* For --help: the form of a position, and what `rules` prints.  NULL as long as `rules` is.  */
	const char *position_help;
};

/* Limits of time, in ns.  */
struct protocol_limits {
	int64_t turn;     /* for a turn by default; 0: as setup_init() sets it */
	bool match_alone; /* in a match with a limit for all turns, a turn has one only if somebody asks for
			     it */
	bool free_start;  /* getting ready does not count for the limit of all turns; it has its own anyway */
	int64_t tolerance; /* the default of struct setup without --strict */
	int64_t goodbye;   /* an agent has it to leave when told to; then its input is closed */
	int64_t end;       /* and it has that after its input was closed; 0: the minimum (agent.h) */
};

/* How a game is followed by what another judge says to its agent (ringside tap).  All messages are TO_AGENT.
 */
struct protocol_tap {
	bool whole; /* each question tells the whole game: it holds for an agent that has moved otherwise, too
		     */
	bool alone; /* the judge speaks for no opponent: the other seat is free */
	bool outside; /* what is heard does not tell the rules: nobody can play on */
	/* The size of the first message of what was said; 0: it is not complete.  *at is 0 at first, and
	   follows the stream from message to message, through all games.  NULL: messages are lines, or with a
	   framing what each read brings.  */
	size_t (*frame)(const struct setup *setup, int *at, const char *bytes, size_t size);
	/* The channel of such a message in this match.  */
	enum channel (*channel)(const void *state, const char *bytes, size_t size);
	/* Before a game: takes what the message says of the next one into the setup, whose last values are
	   those of the game before.  The agent is the message's seat.  True: the game begins with this
	   message, and setup->first is the seat that begins.  NULL: it begins with the process, which plays
	   one.  */
	bool (*begins)(struct setup *setup, const struct message *message);
	/* In a game: does the next one begin with the message?  NULL as long as `begins` is.  */
	bool (*renews)(const void *state, const struct message *message);
	/* The message belongs to the game: plays what it tells, and says what it asks
	   (arbiter_heard_question()).  */
	void (*heard)(void *state, const struct message *message);
	/* Has the agent still to run, also while nothing is asked?  NULL: no.  */
	bool (*needs)(const void *state);
};

struct protocol {
	/* ---- what it is ---- */

	const char *name;                        /* as on the command line */
	const struct option_row *const *options; /* the system's own; ended by NULL */
	bool unruled;                            /* it has no rules: it is heard (tap), and nobody plays it */
	bool alone;                              /* one player can play alone: the other seat may be free */
	const struct protocol_texts *texts;
	const struct protocol_bundle *bundle;
	const struct file_format *const *formats; /* files of other programs; ended by NULL; NULL: none */
	const struct protocol_openings *openings; /* NULL: none */
	const struct protocol_tools *tools;       /* of `check`; must be there */
	const struct protocol_tap *tap;           /* NULL: it cannot be tapped */

	/* The seat that moves first with this setup: an opening may leave that to the second one.  The
	   function NULL: `first` moves first.  */
	int (*begins)(const struct setup *setup);

	/* ---- its messages and its processes ---- */

	unsigned answers;   /* CHANNEL_BITs of an agent's answers; everything else is chatter */
	enum channel moves; /* the one of them that carries moves */
	bool silent; /* an agent says nothing before its first move, not even that it is ready: one that ends
			without any move has failed at its start, which is no game lost */
	enum {
		PLAYS_ANY, /* games of a series, as long as may_stay says so */
		PLAYS_ONE, /* and is told to leave after the verdict */
		PLAYS_ALL  /* the protocol says so */
	} plays;           /* how many games a process plays */
	bool last_news; /* messages from before the verdict that ask nothing, as the last score, still go out
			   after it */
	/* Do its agents use a socket (agent.h) with this setup?  NULL: they use pipes.  */
	bool (*uses_socket)(const struct setup *setup);
	const struct protocol_framing *framing; /* NULL: messages are lines */
	struct protocol_limits limits;
	/* The channel of a message from an agent.  */
	enum channel (*channel)(void *state, int seat, const char *bytes, size_t size);

	/* ---- a match: see the life above ---- */

	/* The protocol's own state of one match.  NULL and a problem for people when the setup's options
	   contradict each other.  */
	void *(*new)(struct judge *judge, const struct setup *setup, char **problem);
	void (*free)(void *state);

	/* An agent's process runs: greet it.  `warm`: it has played a game before.  */
	void (*started)(void *state, int seat, bool warm);
	/* All seats are ready: say whose turn it is.  */
	void (*begin)(void *state);
	/* It is this agent's turn: send the question.  */
	void (*ask)(void *state, int seat);
	/* Handles one whole message from an agent.  Answers that were dropped (arbiter_supersede) do not come
	   here.  */
	void (*received)(void *state, const struct message *message);
	/* May the player on the seat see this message to or from the game program, in a game that hides
	   things (arbiter_hides())?  NULL: no game of the system hides any.  */
	bool (*sees)(const struct setup *setup, const struct message *message, int seat);
	/* Adds what this message of an agent on turn says of its search to what it has said in that turn.
	   NULL: such agents do not say.  */
	void (*said)(const struct setup *setup, const struct message *message, struct said *said);
	/* Does the message answer the question for a move, even wrongly?  Called before an answer is dropped;
	   may report faults in its form.  NULL: everything on the channel `moves` does.  */
	bool (*is_answer)(void *state, const struct message *message);
	/* The move that this message would be if it were received now, on the channel `moves` and in answer
	   to a question, in words that `move_form` reads.  NULL: it answers nothing.  *legal: would the rules
	   accept it?  The caller frees.  */
	char *(*answer)(void *state, const struct message *message, bool *legal);
	/* The one form of a move, whether it comes from a person, an agent (`answer`) or a turn that was
	   played, in the position after `turns` turns of the match: words such as Nf3 mean nothing without
	   one.  It need not be legal there.  NULL and a problem for people, to follow the move and "is": it
	   is no move.  The caller frees either.  */
	char *(*move_form)(const struct match *match, int turns, const char *move, char **problem);
	/* An agent that was ready has ended, and its seat has to answer something.  If it has closed a stream
	   and still runs, that counts as an end with status 0.  `late`: when it ended, as words with a blank
	   in front, to follow how it ended; NULL: while it had to answer.  False: the seat loses for that.
	   The function NULL: it always does.  */
	bool (*exited)(void *state, int seat, struct ending ending, const char *late);
	/* The limit of arbiter_await() has passed.  Must report it (arbiter_notice) or end the match, so that
	   the recording has this moment.  The function NULL: it is never called.  */
	void (*expired)(void *state, int seat);
	/* The turn's or the match's limit has passed.  `limit`: which one, in words.  */
	void (*timeout)(void *state, int seat, const char *limit);

	/* ---- what a person wants ---- */

	/* May a person play this move for the seat, after taking back the last `back` turns?  NULL, or what
	   is wrong with the move, for people.  */
	char *(*check)(void *state, int seat, const char *move, int back);
	/* A move that the game's program names for the seat of a person whose turn it is: the n-th, modulo
	   their number. NULL: it names none; the caller frees.  The function NULL: it never does.  */
	char *(*named)(void *state, int seat, unsigned n);
	/* A person moves for the seat whose turn it is.  `answered`: the agent's answer; NULL: it had not
	   answered.  NULL, or what is wrong with the move, for people.  */
	char *(*play)(void *state, int seat, const char *move, const char *answered);
	/* Takes back the last `turns` turns and says whose turn it is.  NULL, or why not.  After a verdict,
	   which has closed all questions, an agent that was asked may still answer: the state must know.  The
	   function NULL: agents of this system cannot take back.  */
	char *(*takeback)(void *state, int turns);
	bool halts; /* and then an agent that searches is told to stop, and answers at once */
	/* A person has changed the setup's limits, perhaps while an agent thinks: tell the agents.  NULL:
	   they need not know.  */
	void (*limits_changed)(void *state);
	/* A person points at this move: tell the agents.  NULL, or what is wrong with the move, for people.
	   The function NULL: the protocol has no message for it.  */
	char *(*point)(void *state, const char *move);
	/* Another player takes the seat during the match; the setup has the new one.  Forgets what the old
	   one was asked.  If the new one is an agent, its process starts after this call, and started() has
	   to tell it the state of the match.  NULL: agents cannot join during a match.  */
	void (*reseat)(void *state, int seat);

	/* ---- processes that go ---- */

	/* Tells an agent to leave.  NULL: the end of its input tells it.  */
	void (*goodbye)(void *state, int seat);
	/* Can the agent's process play another game?  No, if it expects more of this one, or if a late
	   message of it could be taken for one of the next.  The judge knows itself who owed an answer at the
	   verdict.  NULL: always.  */
	bool (*may_stay)(const void *state, int seat);
};

/* All systems, first those with rules, NULL behind the last.  The judge only reads the table; systems.c
   defines it, and a test may define another one.  */
extern const struct protocol *const protocols[];
/* NULL: there is no system of that name.  */
const struct protocol *protocol_named(const char *name);
/* NULL, or the first member or option row that is missing or contradicts another one, with the system's name,
   for people.  The caller frees.  */
char *protocol_check(const struct protocol *protocol);
/* NULL, or why nobody can play in this system, for people: it has no rules, or another judge has them
 * (`tapped`).  The caller frees.  */
char *protocol_unplayed(const char *system, bool tapped);
/* Sets the system's defaults in a setup whose `strict` is known.  */
void protocol_usual(const struct protocol *protocol, struct setup *setup);
extern const struct first_words first_begins;
/* As `first` of struct protocol_texts, for a system whose game program knows players 1 and 2.  */
const struct first_words *protocol_first_of_program(const struct setup *setup);
/* The seat that moves first with this setup.  */
int protocol_begins(const struct setup *setup);
/* What the first seat of a setup is; NULL: no more than the other one, as when a player is alone.  */
const struct first_words *protocol_first(const struct setup *setup);
/* Is what a seat says on the channel an answer, which another process can be compared by?  All that a game
   program says is, except for people.  */
bool protocol_is_answer(const struct protocol *protocol, int seat, enum channel channel);
/* Is what a person has said a file's name rather than an opening?  `exists`: there is such a file.  */
bool protocol_names_file(const struct protocol *protocol, const struct setup *setup, const char *words,
			 bool exists);
/* Is an agent that joins late told the position (struct protocol_texts: misled)?  */
bool protocol_rejoins(const struct protocol *protocol);
/* Do its agents use a socket with this setup?  */
bool protocol_uses_socket(const struct protocol *protocol, const struct setup *setup);
/* The system's first option of that type; NULL: it has none.  */
const struct option_row *protocol_option(const struct protocol *protocol, enum option_type type);
/* NULL, or why this command line has no place on the seat, for people: it names a bundled game program, whose
 * place is seat 0.  The caller frees.  */
char *protocol_refuses(const struct protocol *protocol, int seat, const char *command);
/* The i-th system with rules, from 0; NULL past the last.  */
const struct protocol *protocol_at(int i);

#endif
