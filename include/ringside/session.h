/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* session.h - a match that is played here, or read from a match file.
 *
 * Ties a judge to live agents, to people and to the match file.  The command line makes a session; the screen
 * and the commands look at it and ask for changes.  Everything looks the same for a live match, a finished
 * file and a file that another ringside is still writing.  */
#ifndef RINGSIDE_SESSION_H
#define RINGSIDE_SESSION_H

#include "ringside/agent.h"
#include "ringside/judge.h"
#include "ringside/loop.h"
#include "ringside/match_file.h"

struct session;

/* The place in a recorded match from which a match goes on.  */
struct session_from {
	const char *path; /* of its match file; NULL: the match begins afresh */
	int branch;       /* -1: the newest */
	int turns;        /* turns that stay */
	int number;       /* of the game, among all that go on from there: each game has its own seed */
};

struct session_setup {
	struct setup setup; /* of the first game; with `from` the recorded setup with the new players, and the
			       limits from now on */
	struct session_from from;
	const char *record;  /* the match file to write; NULL: none, "": a private temporary one */
	bool kept;           /* nobody asked for that file (kept.h) */
	int games;           /* the number of the last game, if it is known; 0: it is not */
	bool series;         /* each game has a file of its own, named by match_file_of_game() */
	bool faults_alone;   /* a file stays only if an agent has lost that game by a fault */
	bool paused;         /* begins paused */
	bool measures_turns; /* CPU time and memory of every turn, as in a recorded match; else of one turn in
				a millisecond, because a reading would slow short turns */
	bool counts_held;    /* with each turn that is measured it is noted what the agent holds, if that has
				changed (EVENT_HOLDS) */
	bool stderr_pipe;    /* agents get no terminal of their own */
	char *cgroups;       /* folders in which each agent gets a cgroup: agent.h; NULL: none */
	bool traceable;      /* gdb may trace agents: agent.h */
	bool post_mortem;    /* pdb comes up where an agent in Python dies of an exception: agent.h */
	bool backtrace;      /* agents that crash or are late are looked at with gdb */
	bool valgrind;       /* agents run under valgrind, which ends them at their first error; but those of
				sample: */
	bool held[SEATS];    /* the seat's first process stands before its program begins until gdb comes */
	bool temp;    /* each agent runs in a temporary folder of its own, which is removed when it ends */
	bool sandbox; /* each agent runs in a sandbox */
	bool write;   /* branches of a match that is read go into its file, not into a copy */
	bool trust;   /* agents that a match file names start without a question */
	bool loses_unstarted;    /* an agent of the first game that cannot be started loses it: it is no
				    problem of the session */
	char *sandbox_bind;      /* what is shown there besides: agent.h; NULL: nothing */
	int64_t temp_size;       /* bytes that may be in it; 0: no limit */
	const char *cpus[SEATS]; /* lists of cores (cores.h): the judge's, in which this process runs already,
				    with a game program, and those of the agents; NULL: not pinned */
	const char *
		on; /* the command of a program that is asked about each message (go_between.c); NULL: none */
	bool stay;  /* agents stay after the last verdict until session_end(), so that moves can be taken back
		     */
};

struct session_events {
	/* The session is there, and nothing has happened in it yet: who watches it sees all from here on. May
	 * be NULL.  */
	void (*begins)(void *user, struct session *session);
	/* Something that can be seen has changed.  Called often: note it and draw later.  */
	void (*changed)(void *user);
	/* A game has its verdict.  */
	void (*verdict)(void *user, const struct match *match);
	/* After a verdict: does another game follow?  True: `setup`, a copy of the last game's, was changed
	 * to that of the next game.  Agents that can play on keep their processes.  NULL: none ever follows.
	 */
	bool (*next)(void *user, struct setup *setup);
	/* What session_branch() or session_seat() began is done or has failed, or something is to be said
	 * about the match file: a text for people.  May be NULL.  */
	void (*notify)(void *user, const char *text, bool problem);
	/* All games are over and all agents have left.  */
	void (*ended)(void *user);
};

/* Makes the folder that an option of the system names (protocol.h), and makes its path in the setup absolute.
 * NULL, or a problem for people; the caller frees. session_play() does it, too.  */
char *session_make_folder(struct setup *setup);
/* What the process of the seat's agent gets in such a match, but for a folder of --temp: all that starts
 * agents asks this.  `all` says how agents run, `setup` is of the match.  `sandbox` is in the result if there
 * is one.
 */
struct agent_setup session_agent_setup(const struct session_setup *all, const struct setup *setup, int seat,
				       struct agent_sandbox *sandbox);
/* The command of the seat's agent in its sandbox, in words for sh, for a match that is not begun.  NULL and a
 * problem for people; the caller frees either.  Both are NULL if no agent sits there.  */
char *session_sandbox_words(const struct session_setup *setup, int seat, char **problem);
/* Where the agents of a branch of this match file will run: as `setup` says of temp, sandbox,
 * sandbox_bind, traceable and trust; and where the branch is recorded: write.  The texts stay the caller's.
 */
void session_run_agents(struct session *session, const struct session_setup *setup);
/* Begins to play a new match, or from a place in a recorded one: then in a branch of a copy of its file,
 * which is `record`.  There is no judge while new processes are told the recorded match
 * (session_is_branching()); if that fails, session_file_problem() says why, and ended() follows.  The loop
 * does the rest.  NULL and a problem for people if it cannot begin; `status` is then the exit status (cli.h).
 */
struct session *session_play(struct loop *loop, const struct session_setup *setup,
			     const struct session_events *events, void *user, char **problem, int *status);
/* Does a message wait for what the program of `on` says of it?  Then the match is about to go on.  */
bool session_awaits_go_between(const struct session *session);
/* Shows a match file, and follows it while another process writes it.  `text`: match_file_at().  */
struct session *session_open(struct loop *loop, const char *text, const struct session_events *events,
			     void *user, char **problem);
/* The turns before the position that this text names; INT_MAX: it names none.  */
int session_opened_at(const struct session *session);
/* Breaks off the match and tells the agents to leave; ended() follows when they have.  */
void session_end(struct session *session);
/* Ends all processes that are left by force.  */
void session_free(struct session *session);

/* What a session shows.  */
bool session_is_live(const struct session *session); /* played here, not read from a file */
bool session_is_followed(
	const struct session *session); /* read from a file that another ringside is writing */
/* The session shows the match of a tap, which a person may hold there (tapped.h).  The caller keeps `gate` up
 * to date; NULL: nobody may hold it.  `agents`: the processes on the seats, which a debugger can have; the
 * second one is 0 where the other judge speaks for seat 2.  session_request() calls `ask`, and session_tell()
 * calls `tell`.  */
struct tapped_gate;
void session_steer(struct session *session, const pid_t agents[2], const struct tapped_gate *gate,
		   char *(*ask)(void *user, const struct request *request),
		   char *(*tell)(void *user, int seat, const char *line, bool *answer), void *user);
/* The tap runs this command of breakpoints, or what tapped.h has for the agent of that seat; SEAT_NONE: of
 * both. Returns as command_run().  */
char *session_tell(struct session *session, int seat, const char *line, bool *answer);
/* For breakpoints in a tap: a session that has this judge, and measures this process, and nothing else.  The
 * judge stays the caller's.  Free the session with free().  */
struct session *session_heard(struct judge *judge, pid_t agent);
bool session_has_stops(const struct session *session); /* does anybody watch for them? */
/* The gate has changed.  */
void session_steered(struct session *session);
/* Reads what the tap has written since.  */
void session_read_on(struct session *session);
bool session_is_steered(const struct session *session); /* is it played, and may be held there? */
/* The match that is shown: the one that is played here or read, or a branch of it.  */
const struct match *session_match(const struct session *session);
/* Who sat on the seat at message n of the match that is shown; INT64_MAX: who sits there now.  Good until the
 * next call for that seat.  `since` (may be NULL) gets the number of the message since which they sit there;
 * 0: from the beginning.  */
const struct seat_setup *session_sitting(struct session *session, int64_t n, int seat, int64_t *since);
/* The match file of a match that is played here is written by a thread. There are two ways to read it.
 *
 * A frame shows what is in the file, and never waits.  It is drawn between these two functions.  Meanwhile
 * session_file() stays as it is, so the match must not go on.  A frame that is not whole can be left undrawn,
 * and begun again a little later.  If it was drawn, events.changed() follows when the missing rows are there.
 *
 * A command that must be exact calls session_whole_file() first, which waits up to a second until the file
 * has all that was recorded.  What it calls then may use session_file().  */
enum session_frame {
	FRAME_NONE,
	FRAME_WHOLE,  /* all that was recorded when this frame was begun first is there */
	FRAME_BEHIND, /* not yet, but the file can be read */
	FRAME_BUSY /* a commit is going on, or there is no file yet: most reads fail (match_file_is_busy()),
		      and what was read before has to stay */
};
enum session_frame session_begin_frame(struct session *session);
void session_end_frame(struct session *session, bool drawn);
/* The file as it is now; NULL: nothing is recorded, or nothing can be read yet.  Outside of a frame a read
 * waits some milliseconds for a commit that is going on.  */
struct match_file *session_file(struct session *session);
/* The file with all that was recorded, unless the disk is too slow; NULL as above.  */
struct match_file *session_whole_file(struct session *session);
/* Records what a kibitzer said last of the position after so many turns of the branch that is played, and its
 * name, NULL if it has not told it.  It lies apart from the messages of the match, and no replay has it.  */
void session_keep_kibitz(struct session *session, int turns, const char *name, const struct message *lines,
			 int count);
/* Is there a match file, or will there be one?  */
bool session_is_recorded(const struct session *session);
/* Is the file one that nobody asked for (kept.h)?  */
bool session_is_kept(const struct session *session);
/* NULL, or the first problem of recording or reading, in this game or an earlier one, for people; owned by
 * the session.  The match goes on without a file, or with one that ends there.  */
const char *session_file_problem(const struct session *session);
/* The seat whose agent could not be brought to the newest recorded position; SEATS: none.  */
int session_failed_seat(const struct session *session);
/* The next thing to say about match files: one cannot be written, can again, or is not whole at its end.
 * NULL: nothing; the caller frees.  events.notify(), if there is one, gets them during the match.  */
char *session_file_news(struct session *session);
/* Ends the recording. Does not wait: false while the files are still being written. A disk that writes
 * nothing for 2 s is given up.  */
bool session_end_recording(struct session *session);
/* Ends the recording, waits for the disk at most some seconds, and returns how many games of this session
 * have no file that is whole.  session_file_news() names them.  */
int session_not_recorded(struct session *session);
enum judge_state session_state(const struct session *session);
/* The match that is played here, whatever is shown; if none is played, the one that is read.  */
const struct match *session_played(const struct session *session);
/* As judge_person(), and the same if the game hides from that person what is the other player's; SEAT_NONE in
 * a match of a file.  session_file() and session_pending() leave out what is hidden, and session_held() shows
 * no text of it.  */
int session_person(const struct session *session);
int session_hides_from(const struct session *session);
/* As judge_hides_seat().  */
bool session_hides(const struct session *session, int seat);
/* Does it wait for a move of the person on the seat, whatever is shown?  */
bool session_waits_for(const struct session *session, int seat);
/* Does it wait for a person, and for no agent?  */
bool session_waits_for_people(const struct session *session);
/* How the seat stands; all false while it is not the match that goes on which is shown.  */
struct judge_seat session_seat_state(const struct session *session, int seat);
/* As judge_named_move(), in a live match.  */
char *session_named_move(struct session *session, int seat, unsigned n);
int64_t session_time(const struct session *session);                /* ns since the match began */
bool session_time_runs(const struct session *session);              /* does it change by itself? */
int64_t session_turn_time(const struct session *session, int seat); /* ns, as judge_turn_time() */
/* ns that a person on turn has left before a limit passes, without the tolerance; INT64_MAX: nobody counts.
 * `little`: it is less than 10 s and than a quarter of a turn's limit.  */
int64_t session_countdown(const struct session *session, int seat, bool *little);
struct clock_state session_clock(const struct session *session, int seat); /* as judge_clock() */
struct agent_usage session_usage(const struct session *session, int seat);
/* The number of the newest message that the seat wrote to stderr in this game; 0: there is none.  */
int64_t session_newest_stderr(const struct session *session, int seat);
const struct message *session_held(struct session *session, int i); /* as judge_held() */
/* What people call message n, and the n of what they call so (0: there is none that has passed).  A held one
 * has its number alone.  */
int64_t session_number(struct session *session, int64_t n);
int64_t session_numbered(struct session *session, int64_t number);
/* The place of the held message with that number; -1: none has it.  */
int session_held_at(struct session *session, int64_t number);
int64_t session_held_delay(const struct session *session, int i); /* as judge_held_delay() */
/* As judge_pending(), of a match that is played here and shown.  `for_ns` (may be NULL) gets the ns since the
 * last byte came.  */
bool session_pending(const struct session *session, int seat, enum stream stream,
		     struct pending_bytes *pending, int64_t *for_ns);
/* From now on agents that crash or are late are looked at with gdb, and stand before a crash while the match
 * is paused.  */
void session_trace_crashes(struct session *session);
/* What others do to the seat's process, when last checked.  */
struct session_attached {
	bool traced, frozen; /* as in struct judge_seat */
	bool stopped;        /* by a signal, whoever sent it, but not by the judge */
	bool suspended;      /* stopped by the judge until something is awaited of it */
	bool held;           /* by a debugger that traces it */
};
struct session_attached session_attached(const struct session *session, int seat);
int session_faults(const struct session *session, int seat); /* of a match that is played here */
/* The number of faults up to message `last`, also in a file that is read.  `unfinished`: only a part of a
 * long match was counted; the next call counts on.  */
int session_faults_at(struct session *session, int seat, int64_t last, bool *unfinished);
/* A copy of the match's setup with the limits that held at message n (INT64_MAX: at the end).  A person may
 * change them during the match.  For setup_free().  */
void session_setup_at(struct session *session, int64_t n, struct setup *setup);
/* Which limits hold for the seat's process, as agent_limits_words(); NULL: there is no process.  The caller
 * frees.  */
char *session_limits_words(const struct session *session, int seat);
/* Which would hold for agents in sandboxes, of a match that is not begun.  The caller frees.  */
char *session_limits_of(const struct session_setup *setup);
/* The process of the seat; 0: there is none.  */
pid_t session_pid(const struct session *session, int seat);

/* Bytes of messages; -1: not known.  */
struct byte_count {
	int64_t to, from; /* the agent */
};
/* The bytes of each of the turns `first` to `last`, from 1, of that seat.  The bytes of turns of other seats
 * and of people, of turns after the first 262144 messages, and of turns with a gap in the file, are not
 * known.  `turns` has room for all.  */
void session_turn_traffic(struct session *session, int seat, int first, int last, struct byte_count *turns);
/* The sum up to message `last`, without turns that were taken back.  False: it is a lower bound, because
 * there are too many messages to count, the file has a gap, or nothing is recorded.  */
bool session_traffic(struct session *session, int seat, int64_t last, struct byte_count *traffic);

/* The branch of the match file that is shown; -1: the newest one, in which the match goes on.  */
int session_shown(const struct session *session);
/* Measures what the seat's agent uses now.  The CPU time is that of its turn so far. -1: not known.  */
struct agent_usage session_measured(const struct session *session, int seat);
/* Looks up what the seat's agent does now (agent_activity()).  False: there is none.  */
bool session_activity(struct session *session, int seat, struct activity *activity);
/* Why a watcher stopped the match; NULL: it did not, or the match has gone on.  `note` (may be NULL) gets the
 * number of the message that says so.  */
const char *session_stopped(const struct session *session, int64_t *note);
int64_t session_stopped_ask(const struct session *session); /* as judge_stopped_ask() */
/* Is a game of a series over, and the next one begins soon, without a person?  */
bool session_next_follows(const struct session *session);
/* Was a game of a series stopped at its verdict, so that the next one waits for a person to continue?  */
bool session_waits(const struct session *session);

/* Does each game of a series but the last wait at its end for a person to continue?  */
void session_stop_between(struct session *session, bool stop);
/* The number of the last game of the series; 0: it is not known.  */
int session_last_game(const struct session *session);
/* The path of the file of this game; NULL: it has none that stays.  The caller frees.  */
char *session_path(const struct session *session);

/* The judge of the match that is played and shown; NULL: an earlier branch, or a match of a file, is shown.
 */
const struct judge *session_judge(const struct session *session);
/* Who may stop the match (judge.h), also in the games of a series that follow; NULL: nobody.  */
void session_set_stops(struct session *session, const struct stops *stops);

/* What can be done.  Each gives NULL, or why not, for people; the caller frees.  */
/* Shows a branch of the match file, -1 the newest one.  The match, its messages and exports are then those of
 * the branch.  A match that is played goes on meanwhile, and requests are still for that match.  */
char *session_show(struct session *session, int branch);
char *session_request(struct session *session, const struct request *request);
/* How far the games of a series go on by themselves: until something stops them, to the end of this game, or
 * to the beginning of the next one.  A request to go on or to step is SESSION_ON.  */
enum session_reach { SESSION_ON, SESSION_TO_END, SESSION_TO_NEXT };
char *session_go_on(struct session *session, enum session_reach reach);

/* Limits that a player brings to its seat, in ns; -1: the seat keeps its own.  */
struct seat_limits {
	int64_t turn, match;
	bool has_clock; /* in place of `match` it brings ... */
	struct time_control clock;
};

#define VARIATION "variation" /* the reason of a branch that a person has begun by a move */

/* How a match goes on from one of its turns, in a new branch.  */
struct session_branch {
	int turns;                         /* turns of the shown match that stay */
	const char *why;                   /* the reason, for people */
	const char *players[SEATS];        /* the new players: "human", or a command line; NULL: no change */
	struct seat_limits *limits[SEATS]; /* of the new players; NULL: they bring none */
	const char *override;              /* the move that replaces the next answer; NULL: none */
	int mover;                         /* the seat of that move */
	const char *move; /* a person on turn plays it there, and no agent takes back; NULL: none */
	bool goes_on;     /* the match then runs, else it is paused */
	bool swaps;       /* the seats' own limits change places too */
};

/* Begins a branch of a match that is played here, or of a file that can be written.  Agents that can be told
 * a position get it.  New processes of others are fed with the messages that the old ones got, which takes a
 * while: until notify() the match only stands still.  NULL, or why not, for people; the caller frees.  */
char *session_branch(struct session *session, const struct session_branch *branch);
/* Has a person begun its branch, or one before, by a move, and does no agent sit there?  */
bool session_is_variation(const struct session *session);
/* May the agents of these seats (a bit set) start, whose commands the match file names? NULL, or which may
 * not; the caller frees. session_question() is then what to ask a person, in lines; else it is NULL.
 * session_answer() comes next; after a yes, what was refused is begun again. session_branch() asks this of
 * the seats that get no new player; new players are a person's own.  */
char *session_vouch(struct session *session, const struct setup *setup, unsigned seats);
const char *session_question(const struct session *session);
void session_answer(struct session *session, bool yes);
/* Gives the seat to another player now: "human", or a command line; `limits` may be NULL.  As
 * session_branch().
 */
char *session_seat(struct session *session, int seat, const char *player, const struct seat_limits *limits);
/* Are new agents being told the match? session_branching() says how far they are, for people; NULL: none is;
 * the caller frees.
 */
bool session_is_branching(const struct session *session);
char *session_branching(const struct session *session);
/* Where the board's cursor is, as REQUEST_POINT takes it.  The agents are told at most every 100 ms, and not
 * in a pause.  May be called often; NULL: they are not told.  */
void session_point(struct session *session, const char *move);
/* Writes the match so far into a new file, in the format that its path ends in (format.h), else as a match
 * file.  */
char *session_save(struct session *session, const char *path);
/* Sends a signal to the seat's process, by its name, with SIG or without, or its number.  NULL or a problem.
 */
char *session_signal(struct session *session, int seat, const char *name);

/* gdb on the process of a seat, at a terminal of its own.  */
struct session_gdb {
	int columns, rows; /* of that terminal */
	/* What it prints, for a terminal to show.  */
	void (*printed)(void *user, const char *bytes, size_t size);
	/* It has ended, by itself or with the agent or the match; why it could not attach, or NULL.
	 */
	void (*ended)(void *user, const char *problem);
};
/* Opens gdb, with more arguments in sh's words.  NULL, or why not, for people; the caller frees. gdb is told
 * to leave with the agent, with the match, and with session_end(); the agent then runs on.  */
char *session_gdb(struct session *session, int seat, const char *arguments, const struct session_gdb *events,
		  void *user);
/* Is gdb open, but not attached yet?  Soon it is, or ended() says why not.  */
bool session_gdb_is_attaching(const struct session *session);
/* The seat on which it is open; -1: none.  */
int session_gdb_seat(const struct session *session);
/* Types keys into it, and sets its terminal's size.  Nothing happens if it is not open.  */
void session_gdb_type(struct session *session, const char *bytes, size_t size);
void session_gdb_size(struct session *session, int columns, int rows);
/* Has gdb print the backtraces of all threads of the seat's process; notify() gets them, or why there are
 * none. Its clock stands meanwhile.  NULL, or why not, for people; the caller frees.  */
char *session_backtrace(struct session *session, int seat);
/* Are the backtraces of an agent being taken that was late, or for that?  */
bool session_awaits_backtrace(const struct session *session);
/* Has fresh processes that are told the messages of the shown match (up to `turns` turns; -1: all) say who
 * wrote the bytes of an expression of gdb's last, in the agent of that seat. notify() gets the answer.  NULL,
 * or why not, for people; the caller frees.  */
char *session_whowrote(struct session *session, int seat, int turns, const char *expression);
/* Is an answer of gdb awaited: that, backtraces, or that it is attached?  */
bool session_awaits_gdb(const struct session *session);
/* Do agents have terminals of their own in this match?  In a match that is read they may have had.  */
bool session_has_terminals(const struct session *session);
/* Types keys into the agent's own terminal, and sets its size.  */
void session_type(struct session *session, int seat, const char *bytes, size_t size);
void session_terminal_size(struct session *session, int seat, int columns, int rows);

#endif
