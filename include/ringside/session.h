/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* session.h - a match that is on the table: being played here, or read from a match file.
 *
 * Ties a judge to live agents, to people and to the match file; the command line makes one, the screen and
 * the commands look at it and ask for changes.  Everything that can be seen is the same for a live match, a
 * finished file and one that another ringside is still writing.  */
#ifndef RINGSIDE_SESSION_H
#define RINGSIDE_SESSION_H

#include "ringside/agent.h"
#include "ringside/judge.h"
#include "ringside/loop.h"
#include "ringside/match_file.h"

struct session;

/* The place of a recorded match that a match goes on from.  */
struct session_from {
	const char *path; /* of its match file; NULL: the match begins afresh */
	int branch;       /* -1: the newest */
	int turns;        /* so many of its turns stay */
	int number;       /* of the game, of all that go on from there: the agents get a seed for each */
};

struct session_setup {
	struct setup setup; /* of the first game; with `from` the recorded one with who plays now, and the
			       limits of a turn and of the match from now on */
	struct session_from from;
	const char *record;  /* the match file to write; NULL: none, "": a private temporary one */
	bool series;         /* each game has a file of its own, named by match_file_of_game() */
	bool paused;         /* begins paused: the first step is the person's */
	bool measures_turns; /* CPU time and memory of every turn, as in a recorded match; else of one turn in
				a millisecond, since a reading costs a short turn too much */
	bool stderr_pipe;    /* agents get no terminal of their own */
	bool temp;           /* each agent runs in a temporary folder of its own, which goes with it */
	int64_t temp_size;   /* bytes that may be in it; 0: no limit */
	bool stay; /* after the last verdict agents are kept until session_end(), so that moves can be taken
		      back */
	/* Other sessions play in this process at the same time: what agents leave behind is then adopted and
	   ended by who made the sessions (agent_adopt_orphans(), agent_end_orphans()).  */
	bool among_others;
};

struct session_events {
	/* Something that can be seen has changed.  Called often: note it and draw later.  */
	void (*changed)(void *user);
	/* A game has its verdict.  */
	void (*verdict)(void *user, const struct match *match);
	/* After a verdict: does another game follow?  True: `setup`, a copy of that of the game before, was
	   made that of the next one; agents that can play on keep their processes.  NULL: none ever follows.
	 */
	bool (*next)(void *user, struct setup *setup);
	/* What session_branch() or session_seat() has begun is done, or came to nothing: what to tell the
	   person.  NULL: nobody wants to know.  */
	void (*told)(void *user, const char *text, bool problem);
	/* All games are over and all agents have left.  */
	void (*ended)(void *user);
};

/* Makes the folder that an option of the system names (protocol.h), and its path in the setup a full one, the
   same wherever the command is given from.  NULL, or a problem for people; the caller frees.  session_play()
   does it, too.  */
char *session_make_folder(struct setup *setup);
/* Begins to play, afresh or from a place of a recorded match: then in a branch of a copy of its file, which
   is `record`.  There may be no judge for a while, as long as fresh processes are told what was recorded
   (session_is_branching()); if that comes to nothing, session_file_problem() says why, and ended() follows.
   The loop does the rest.  NULL and a problem for people when it cannot even begin; `status`
   is then the exit status that says why (cli.h).  */
struct session *session_play(struct loop *loop, const struct session_setup *setup,
			     const struct session_events *events, void *user, char **problem, int *status);
/* Shows a match file, and follows it while another process writes it.  */
struct session *session_open(struct loop *loop, const char *path, const struct session_events *events,
			     void *user, char **problem);
/* Breaks off what still runs and tells the agents to leave; ended() follows when they have.  */
void session_end(struct session *session);
/* Ends what is left by force.  */
void session_free(struct session *session);

/* What can be seen.  */
bool session_is_live(const struct session *session);     /* played here, not read from a file */
bool session_is_followed(const struct session *session); /* read from a file that another ringside writes */
/* The match that is shown: what is played here or read, or a branch of it.  */
const struct match *session_match(const struct session *session);
/* Who sat on the seat when message n of what is shown was; INT64_MAX: who sits there now.  Good until the
   next call for that seat.  Since which message goes to `since` (NULL: nobody wants to know): what came
   before is of somebody else.  0: from the beginning.  */
const struct seat_setup *session_sitting(struct session *session, int64_t n, int seat, int64_t *since);
/* The match file with all that has happened; NULL: nothing is recorded.  */
struct match_file *session_file(struct session *session);
/* NULL, or the first thing that went wrong with recording or reading, in this game or one before, for people;
   owned by the session.  The match goes on without a file, or with one that ends there.  */
const char *session_file_problem(const struct session *session);
enum judge_state session_state(const struct session *session);
/* The match that goes on here, whatever is shown; where none is played, the one that is read.  */
const struct match *session_played(const struct session *session);
/* Does it wait for a move of the person on that seat, whatever is shown?  */
bool session_waits_for(const struct session *session, int seat);
bool session_to_move(const struct session *session, int seat);      /* as judge_to_move() */
bool session_has_left(const struct session *session, int seat);     /* as judge_has_left() */
bool session_thinking(const struct session *session, int seat);     /* as judge_thinking() */
int64_t session_time(const struct session *session);                /* ns since the match began */
int64_t session_turn_time(const struct session *session, int seat); /* ns, as judge_turn_time() */
int64_t session_time_left(const struct session *session, int seat); /* ns, as judge_time_left() */
struct agent_usage session_usage(const struct session *session, int seat);
const struct message *session_held(const struct session *session, int i); /* as judge_held() */
int64_t session_held_delay(const struct session *session, int i);         /* as judge_held_delay() */
/* As judge_pending(), of a match that is played here and shown.  `for_ns` (NULL: nobody wants to know) is how
   long nothing more has come.  */
bool session_pending(const struct session *session, int seat, enum stream stream,
		     struct pending_bytes *pending, int64_t *for_ns);
/* What is done to the seat's process from outside, as far as it was seen.  */
struct session_attached {
	bool traced, frozen; /* as judge_is_traced(), judge_is_frozen() */
	bool stopped;        /* by a signal, whoever has sent it */
};
struct session_attached session_attached(const struct session *session, int seat);
int session_faults(const struct session *session, int seat); /* of a match that is played here */
/* How many were seen up to message `last`, also in a file that is read.  `unfinished`: so many at least, and
   the next call counts on: the match is long.  */
int session_faults_at(struct session *session, int seat, int64_t last, bool *unfinished);
/* The limits that held when message n was (INT64_MAX: in the end), in ns as in struct setup: a person may
   change them in the middle.  */
void session_limits_at(struct session *session, int64_t n, int64_t *turn_limit, int64_t *match_limit);
/* The process that sits there now; 0: none does.  */
pid_t session_pid(const struct session *session, int seat);

/* Bytes of messages; -1: not known.  */
struct byte_count {
	int64_t to, from; /* the agent */
};
/* What went to and fro in each of the turns `first` to `last`, from 1, of that seat; the turns of others, of
   people, and those behind the first 262144 messages are not known.  `turns` has room for all of them.  */
void session_turn_traffic(struct session *session, int seat, int first, int last, struct byte_count *turns);
/* In all up to message `last`, without turns that were taken back.  False: there are too many messages to
   count, or none is recorded; so much at least.  */
bool session_traffic(struct session *session, int seat, int64_t last, struct byte_count *traffic);

/* Which branch of the match file is shown; -1: the newest one, in which the match goes on.  */
int session_shown(const struct session *session);
/* What the seat's agent uses now, measured by this call; the CPU time is that of its turn so far.  -1: not
   known.  */
struct agent_usage session_measured(const struct session *session, int seat);
/* What the seat's agent does now (agent_doing()); false: there is none.  */
bool session_doing(struct session *session, int seat, struct doing *doing);
/* Why the match was stopped by who watches it; NULL: it was not, or has gone on.  In `note` (which may be
   NULL) the number of the message that says so.  */
const char *session_stopped(const struct session *session, int64_t *note);
int64_t session_stopped_ask(const struct session *session); /* as judge_stopped_ask() */
/* A game of a series was stopped at its verdict, and the next one begins when somebody goes on.  */
bool session_waits(const struct session *session);

/* Who may stop the match (judge.h), also in the games of a series that follow; NULL: nobody.  */
void session_set_stops(struct session *session, const struct stops *stops);

/* What can be done.  NULL, or why not, for people; the caller frees.  */
/* Shows a branch of the match file, -1 the newest one, as if nothing went on: match, messages and what is
   exported are as they were there.  A match that is played goes on meanwhile, and requests are still about
   that.  */
char *session_show(struct session *session, int branch);
char *session_request(struct session *session, const struct request *request);

/* How a match goes on from one of its turns: as a new branch, which is what happened after a person
   changed something.  */
struct session_branch {
	int turns;                  /* so many turns of the match that is shown stay */
	const char *why;            /* for people: what was wanted */
	const char *players[SEATS]; /* who sits down there; "human", or a command line; NULL: who sat there */
	const char *override;       /* the move that is played next, in place of the answer; NULL: none */
	int mover;                  /* the seat that it is for */
	bool goes_on;               /* it is not to stand there */
};

/* Begins a branch, of a match that is played here or of a file that can be written.  Agents that can be told
   a position are; fresh processes of others are fed with what the old ones were told, which takes a while:
   until told() nothing has changed, but that the match stands.  NULL, or why not, for people; the caller
   frees.  */
char *session_branch(struct session *session, const struct session_branch *branch);
/* Somebody else takes the seat, now: "human", or a command line.  As session_branch().  */
char *session_seat(struct session *session, int seat, const char *player);
/* Are fresh agents being told the match?  And how far they are, for people; NULL: none is; the caller frees.
 */
bool session_is_branching(const struct session *session);
char *session_branching(const struct session *session);
/* Where the cursor of the board is, as REQUEST_POINT takes it: the agents are told, at most each 100 ms and
   not in a pause.  Call it as often as you like; NULL: nowhere that they shall know of.  */
void session_point(struct session *session, const char *move);
/* Copies the match so far to a new match file.  */
char *session_save(struct session *session, const char *path);
/* Writes the match so far into a new file, in the format that its path ends in (format.h).  */
char *session_export(struct session *session, const char *path);
/* Sends a signal to the seat's process, by its name, with SIG or without, or its number.  NULL or a problem.
 */
char *session_signal(struct session *session, int seat, const char *name);

/* gdb on the process of a seat, at a terminal of its own.  */
struct session_gdb {
	int columns, rows; /* of that terminal */
	/* What it prints, for a terminal to show.  */
	void (*printed)(void *user, const char *bytes, size_t size);
	/* It has ended, or was ended since the agent or the match has; why it could not look inside, or NULL.
	 */
	void (*ended)(void *user, const char *problem);
};
/* Opens it, with more arguments in sh's words.  NULL, or why that cannot be, for people; the caller frees. It
   is told to leave with the agent, with the match, and with session_end(); it lets the agent go on then.  */
char *session_gdb(struct session *session, int seat, const char *arguments, const struct session_gdb *events,
		  void *user);
/* Was it opened, and does not hold the agent yet?  Soon it does, or ended() says why not.  */
bool session_gdb_is_attaching(const struct session *session);
/* On which seat it is open; -1: it is not.  */
int session_gdb_seat(const struct session *session);
/* Keys for it, and its terminal's size; nothing when it is not open.  */
void session_gdb_type(struct session *session, const char *bytes, size_t size);
void session_gdb_size(struct session *session, int columns, int rows);
/* Do agents have terminals of their own in this match?  Of one that is read: they may have had.  */
bool session_has_terminals(const struct session *session);
/* Keys for the agent's own terminal, and its size.  */
void session_type(struct session *session, int seat, const char *bytes, size_t size);
void session_terminal_size(struct session *session, int seat, int columns, int rows);

#endif
