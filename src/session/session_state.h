/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* session_state.h - the state of a session, shared by its parts: play.c plays game after game and measures
 * the agents, players.c has their processes, attach.c traces them; recording.c writes the match file; stall.c
 * notices when the judge was held up; branching.c continues from an earlier turn; inspect.c reads a file and
 * answers questions, as faults.c and traffic.c do.  */
#ifndef RINGSIDE_SESSION_STATE_H
#define RINGSIDE_SESSION_STATE_H

#include "ringside/bytes.h"
#include "ringside/recorder.h"
#include "ringside/session.h"

/* How often rows are committed, a followed file is checked, and memory is read.  */
#define TICK ((int64_t)100 * NS_PER_MS)
/* The same while nothing moves.  */
#define IDLE_TICK (5 * TICK)
/* A process, and the seat that it was started for.  */
struct player {
	struct session *session;
	int seat;
	struct agent *agent;
	struct agent_usage usage; /* as measured at usage_at */
	int64_t usage_at;
	int64_t checked_clocks;               /* agent_clocks() at the last check of a tick */
	bool usage_is_news;                   /* the judge was not told of `usage` yet */
	struct agent_holds holds, holds_told; /* at the end of its last turn; what the judge was told of it */
	int64_t turn_cpu;    /* CPU time when its last turn ended, or its first turn began; -1: none has */
	int64_t turn_cpu_at; /* when turn_cpu was read */
	int64_t poured;      /* bytes that it has written since its last question */
	int64_t turn_peak;   /* the most memory that was measured since its last question */
	int64_t waited_told; /* how long it has waited for a core since its last question, as the judge was
				told */
	char *folder;        /* its temporary folder; NULL: it runs in ours; owned */
	struct folder_look *folder_look; /* counts the size of the folder; NULL: nothing counts */
	int64_t removed;                 /* bytes of its removed files when this count began */
	bool stopped;                    /* by a signal, when last checked */
	bool held;                       /* by a debugger, when last checked */
	bool dead;                       /* it stood in pdb after its exception when last checked */
	bool crowd;                      /* people were told that it has too many processes */
	bool overfull;                   /* the judge was told that its folder is too full */
	bool suspended;                  /* it is stopped until something is awaited of it: play.c */
	bool waits;                      /* it stands before its program begins until gdb comes */
	struct agent_tracer *tracer;     /* traces it for crashes; NULL: nothing does */
	bool crashes;                    /* one of its processes was about to crash when last checked */
	char *untraced;                  /* why no backtrace can be taken of it; NULL: one can; owned */
	struct branching *branching;     /* it is being told the match so far; NULL: it plays, or leaves */
	struct player *next;             /* in the list of players that are leaving */
};

/* What a process used since its last measured turn; 0: nothing, or not known.  */
struct unmeasured {
	int64_t cpu_ns, peak;
};

/* The end of the last line on stderr of a process.  */
struct stderr_line {
	bool begun; /* there is a process that may write a line */
	size_t size;
	char at[160];
};

struct gdb;
struct faults_before; /* faults.c */

/* The faults before each stretch of messages that was counted so far.  */
struct fault_counts {
	struct faults_before *before;
	int count; /* 0: nothing is counted */
	const struct match_file *file;
	unsigned shows; /* match_file_shows() when they were counted */
};

/* Whether the judge was held up.  Times in ns of CLOCK_MONOTONIC; INT64_MAX: never.  Written by: stall.c.  */
struct stall {
	int64_t seen;        /* the last input */
	int64_t awake;       /* when the timer rings at the latest, because a clock runs */
	int64_t check_by;    /* an input from then on may come after a stall, or after a limit */
	bool hears;          /* the agents have to be heard */
	int64_t heard_at;    /* what agents have written counts as of this time */
	int64_t heard_limit; /* the last limit before which they were heard */
	bool works;          /* the judge has worked on a flood since `seen` */
	int64_t work[SEATS]; /* ns of that work, of each seat: loop_count_work() */
};

struct session {
	struct loop *loop;
	struct session_events events;
	void *user;
	struct match_file *file;        /* to read; NULL: nothing is recorded, or was read yet */
	struct match_file *file_before; /* the file of the game before, until this game has its own */
	struct recorder *recorder;      /* writes the file of this game; NULL: nothing is written */
	struct recorder *
		*ended_recorders; /* the recorders of games before whose files are not complete yet */
	int ended_count;
	const struct match_file *veiled; /* the file that leaves out what is hidden from this seat; NULL: none
					    was read */
	int veiled_from;
	struct message held_shown; /* what session_held() shows of a hidden message */
	enum session_frame frame;  /* the frame that is being drawn */
	int64_t wanted;  /* the recorder's mark when this frame was begun first; 0: none was begun */
	int64_t missing; /* the mark when the last frame was drawn without all rows; 0: it had all */
	struct watch
		*missing_timer; /* checks for the missing rows, after missing_after ns; NULL: not made yet */
	int64_t missing_after;
	bool stays;        /* the file of this game, if faults alone have one */
	bool disk_is_slow; /* when the last game of a series was over */
	int not_recorded;  /* games whose files are not whole */
	char **news;       /* what there is to say about files; owned */
	int news_count;
	int64_t newest_stderr[SEATS];          /* session_newest_stderr() */
	struct stderr_line stderr_line[SEATS]; /* the last line on stderr of the seat's process */
	struct seat_setup sitting[SEATS];      /* of the last call of session_sitting(); owned */
	struct fault_counts faults;            /* in the file */
	char *file_problem; /* the first problem of recording, in any game; NULL: none; owned */
	struct watch *tick;

	/* A match that is played.  */
	struct session_setup setup; /* of the first game; owns its strings */
	struct judge *judge;        /* NULL: a file is read */
	struct watch *deadline;
	int64_t due; /* judge_deadline() */
	struct stall stall;
	unsigned activity_told; /* a bit set: the judge was told what these seats do since the last input */
	bool slow;              /* the next tick is up to an IDLE_TICK away */
	int64_t ticked_at;      /* the last tick that checked the processes */
	int64_t stop_checked;   /* the note of the last stop at which the agents were checked */
	struct player *player[SEATS];
	struct unmeasured unmeasured[SEATS]; /* measured when the seat's process ended, or at the verdict */
	struct player *leaving;              /* told to leave, and replaced */
	struct gdb *inside;                  /* gdb on the process of a seat; NULL: none */
	bool pumping;
	struct branching *branching; /* the branch that is being prepared; NULL: none */
	int failed_seat;             /* session_failed_seat() */
	bool varied;                 /* a person has begun this branch, or one before, by a move */
	int turns_told;              /* turns played, by the effects carried out so far */
	int turns_measured;          /* turns whose CPU time and memory are measured */
	int turns_recorded;          /* turns that were recorded */
	bool verdict_due;            /* the verdict was not reported yet */
	bool next_due;               /* the verdict was reported, and the next game or the end follows */
	bool stops_between;          /* session_stop_between() */
	enum session_reach reach;    /* session_go_on() */
	bool waits;       /* the next game follows when the person who stopped this one continues */
	bool has_request; /* the next game begins with this request, to step */
	struct request request;
	bool ending, ended;
	bool from;                  /* the match goes on from a recorded one (branching.c) */
	bool beginning;             /* session_play() has not returned it yet */
	struct stops stops;         /* who may stop the match */
	struct go_between *between; /* the program of `on`; NULL: there is none */
	struct stops between_stops; /* both, while it lives */
	char *not_started;          /* why a process of the first game could not be started */
	/* The bytes of the next write to each seat: collected until the seat is asked, or the input is
	 * handled.  */
	struct bytes out[SEATS];
	int64_t out_n[SEATS]; /* the number of the first message in `out` */
	char **folders;       /* temporary ones that could not be removed yet; owned */
	int folder_count;
	int64_t folders_checked_at; /* when the sizes of the players' folders were checked */
	char *point;                /* where the cursor is, for the agents; NULL: they are not told; owned */
	char *pointed;              /* the last place that the agents were told; owned */

	/* What a match file names, and may not be started: players.c.  */
	bool has_strangers;     /* the match was read from a file */
	char *file_id;          /* the id of that file; NULL: it has none; owned */
	char *question;         /* session_question(); owned */
	char *asked_for[SEATS]; /* the commands that the question is about; owned */

	/* A match that is read, or a branch that is shown instead of the match that is played.  */
	bool showing; /* `branch` is shown, which is not the newest: */
	int branch;
	struct match match;
	int opened_at;        /* session_opened_at(); -1: no position was named */
	int64_t last_ns;      /* the time of the last message of that match */
	int64_t seen;         /* when it was read first, of CLOCK_MONOTONIC */
	int64_t asked[SEATS]; /* of a match that a tap hears: when its agent was asked; -1: it owes nothing */
	bool followed;        /* another process writes the file */
	const struct tapped_gate *gate; /* session_steer(); NULL: it cannot be held */
	pid_t heard;                    /* session_heard(); 0: no tap has made this session */
	struct agent *tapped[SEATS];    /* its agents, which are observed; NULL: none sits there */
	struct tapped_look *look;       /* at that; NULL: nobody looks */
	struct whowrote *whowrote;      /* who is asked that; NULL: nobody */
	char *(*ask)(void *user, const struct request *request);
	char *(*tell)(void *user, int seat, const char *line, bool *answer);
	void *ask_user;
	bool unread; /* the file has changed, but could not be read then */
};

/* Reports that something that can be seen has changed.  */
void session_changed(struct session *session);

/* Forgets the counts, because the file is another one.  */
void faults_forget(struct session *session);
/* Reads the match that is shown from its file.  False: it cannot be read.  */
bool follow_read(struct session *session);
/* Shows the match that goes on again.  */
void show_forget(struct session *session);

/* play.c */
/* Starts the timers of a session that plays.  */
void play_begin(struct session *session);
/* Carries out all effects of the judge, and what follows from a verdict.  */
void play_pump(struct session *session);
/* Tells the judge how long the player has waited for a core, before bytes of it that came at t, or before
 * limits pass at t: of all seats but this one.  That may set session->due later.  */
void waiting_before_answer(struct player *player, int64_t t);
/* The player's processes go on if they are suspended: before it is asked, examined, or has to leave.  */
void resume_player(struct player *player);
/* Tells the judge what agents do whose limit has passed at t.  Not the agent of `seat`, which has just
 * written something; -1: all.  */
void activity_before_limit(struct session *session, int64_t t, int seat);
/* Measures the turns that were played since the last call.  */
void play_measure_turns(struct session *session);
/* Keeps what the ended process used, for the verdict.  */
void play_keep_usage(struct player *player);

/* Carries out what is asked of the match, of whatever kind.  NULL, or why not; the caller frees.  */
char *play_request(struct session *session, const struct request *request);

/* go_between.c */
/* Starts the program of `on`, if there is one.  NULL, or why it cannot be started; the caller frees.  */
char *go_between_begin(struct session *session);
/* The watcher of a judge: session->stops, and the program.  */
const struct stops *go_between_stops(struct session *session);
/* Asks about the messages before which the match has just stopped: called when the judge's effects are
 * carried out.  */
void go_between_ask(struct session *session);
/* A person's request comes.  True: it is carried out when the program has answered.  */
bool go_between_takes(struct session *session, const struct request *request);
/* The session ends: the program may leave.  True: it has not left yet.  */
bool go_between_leaves(struct session *session);
void go_between_free(struct session *session);

/* stall.c */
/* Called when the session begins.  */
void stall_begin(struct session *session);
/* The time of an input that came at t, or now: each input of the judge has it from here.  It is t, unless a
 * stall or a limit lies before it; then what agents have written has to count as of that time.  */
int64_t stall_at(struct session *session, int64_t t);
int64_t stall_now(struct session *session);
/* Called after effects that went out from t on: they may have started a clock.  */
void stall_arm(struct session *session, int64_t t);
/* Reads what the agents wrote in a stall, or before a limit that has passed.  */
void stall_hear(struct session *session);
/* The judge begins to work on what the seat has written, which is a flood.  */
void stall_works(struct session *session, int seat);
/* When the session has to be awake next, at session->due at the latest.  */
int64_t stall_wait(struct session *session);

/* players.c */
/* Starts a process for the seat as the setup has it.  It does not sit there yet.  NULL and a problem.  */
struct player *players_spawn(struct session *session, int seat, const struct setup *setup, char **problem);
/* Makes room on the seat.  Its process gets `grace` ns to leave.  */
void players_vacate(struct session *session, int seat, int64_t grace);
void player_free(struct player *player);
/* Records the cores that the judge and the agents run on, at the beginning of each game and branch.  */
void players_note_cores(struct session *session);
/* Starts the seat's process, and tells the judge.  */
void players_start(struct session *session, int seat);

/* From now on commands of this file need somebody who vouches for them.  */
void vouch_for_file(struct session *session, struct match_file *file);
/* A person has named the command.  */
void vouch_accept(struct session *session, const struct setup *setup, const char *command);
void vouch_free(struct session *session);

/* branching.c: new processes are told what the old ones were told, and take their seats then */
/* Gives up: frees the branching and tells the problem.  */
void branching_fail(struct branching *branching, const char *problem);
/* Tells the person, and frees the text.  */
void session_notify(struct session *session, char *text, bool problem);
void branching_bytes(struct player *player, int64_t t, enum stream stream, const char *bytes, size_t size);
void branching_exited(struct player *player, int64_t t, struct ending ending);
void branching_free(struct session *session);
/* The problem of what has to wait for the branch.  The caller frees.  */
char *branching_busy(void);
/* A request while a branch is prepared: only a pause after it can be asked for.  NULL, or the problem.  */
char *branching_request(struct session *session, const struct request *request);
/* Begins a branch if the request needs one, because the agents cannot take back.  False: it needs none.  Else
 * *problem is NULL, or says why the branch cannot begin.  */
bool branch_grant(struct session *session, const struct request *request, char **problem);

/* attach.c */
/* Tells the judge who is traced.  True: something has changed.  */
bool attach_update(struct session *session);
/* Checks for tracing before a limit counts.  */
void attach_before_limit(struct session *session);
/* Checks for tracing before bytes of the seat, which came at t, count as an answer. `traced`: as the judge
 * knows. */
void attach_before_answer(struct session *session, int seat, bool traced, int64_t t);
/* Tells gdb to leave if it is on this seat; -1: on any.  */
void attach_leave(struct session *session, int seat);
/* The session has ended, which plays no match; not before gdb has left.  */
void attach_left(struct session *session);
/* Ends gdb and looks at a tapped agent by force.  */
void attach_end(struct session *session);
/* Stops or continues the player's process group.  NULL is fine.  */
void attach_freeze(struct player *player, bool freeze);

/* Begins to trace the player for crashes if the session wants that.  One that was started `held` goes on
 * then.
 */
void backtrace_begin(struct player *player, bool held);
/* Notes why the player is not traced, when it sits.  */
void backtrace_seated(struct player *player);
/* Ends the trace of the player; its processes go on.  */
void backtrace_end(struct player *player);
/* After a verdict by time: has the backtrace of the process that was late.  */
void backtrace_late(struct session *session);
/* Who is asked who wrote something (session_whowrote()) is no more.  */
void whowrote_end(struct session *session);
/* Does gdb examine the player?  */
bool backtrace_examines(const struct player *player);
/* Lets processes crash that stand before it, unless the match is paused.  */
void backtrace_let_go(struct session *session);
/* The process of the player that stands before a crash; 0: none does.  */
pid_t backtrace_stands(const struct player *player);

/* recording.c */
/* The path of a game's file, "" for a private one; makes the folder of the game.  NULL and a problem: it
 * cannot be made.  The caller frees both.  */
char *recording_path(const struct session *session, int game, char **problem);
/* Makes the file of this game, if it is recorded, and ends that of the game before.  False: it cannot be
 * made, and the problem says why.  */
bool recording_begin(struct session *session, const struct setup *setup, char **problem);
/* Goes on in a copy of the file, or in the file that is read.  NULL, or why not; the caller frees.  */
char *recording_copy(struct session *session, struct match_file *file, const char *path);
char *recording_append(struct session *session);
/* Goes on in a copy of the file that is read, beside it, or in a private one if its folder cannot be written.
 * NULL, or why not; the caller frees.  */
char *recording_explore(struct session *session);
/* As match_file_branch().  */
int recording_branch(struct session *session, int parent, int turns, int64_t message, const char *why);
void recording_verdict(struct session *session);
/* Records the turns that are due.  */
void recording_catch_up(struct session *session);
/* Called each TICK: commits, looks after the files of games before, and tells what there is to say.  */
void recording_tick(struct session *session);
/* Waits until all that was recorded can be read, as long as a person would.  NULL, or why not; the caller
 * frees.  */
char *recording_settle(struct session *session);
/* Keeps a problem of recording for people, and the first one for session_file_problem().  Takes over the
 * text.
 */
void recording_keep_problem(struct session *session, char *problem);
/* Turn n of the file, for match_turn(); `user` is the session.  */
const struct turn *recording_older(void *user, int n);
/* Removes the file of a match that did not begin, so that its name is free for the next attempt.  */
void recording_withdraw(struct session *session);
/* Ends the file of this game and waits until all files are complete.  */
void recording_finish(struct session *session);

/* Will the session go on from a recorded match, and has no judge yet?  */
static inline bool from_is_due(const struct session *session)
{
	return session->from && !session->judge;
}
/* Begins to go on from a recorded match.  NULL, or why not.  */
char *from_begin(struct session *session);

#endif
