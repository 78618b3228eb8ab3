/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* session_state.h - what a session knows, shared by its parts: play.c plays, players.c has the processes,
 * games.c the next game of a series, recording.c writes the match file, machine.c gives agents folders and
 * measures them, point.c tells them of the cursor; follow.c reads a file; look.c and faults.c are looked at;
 * attach.c has gdb look inside agents.  */
#ifndef RINGSIDE_SESSION_STATE_H
#define RINGSIDE_SESSION_STATE_H

#include "ringside/bytes.h"
#include "ringside/session.h"

/* How often rows are committed, a followed file is looked at, memory is read.  */
#define TICK ((int64_t)100 * NS_PER_MS)
/* A process, and the seat that it was started for.  */
struct player {
	struct session *session;
	int seat;
	struct agent *agent;
	struct agent_usage usage; /* as it was at usage_at */
	int64_t usage_at;
	bool usage_is_news;  /* the judge was not told of it */
	int64_t turn_cpu;    /* CPU time when its last turn ended, or its first one began; -1: none has */
	int64_t turn_cpu_at; /* when that was read */
	int64_t turn_peak;   /* the most memory that was seen since */
	char *folder;        /* its temporary one; NULL: it runs in ours; owned */
	bool stopped;        /* by a signal, as it was seen last */
	bool overfull;       /* that was told of it */
	struct branching *branching; /* it is told what was before; NULL: it plays, or leaves */
	struct player *next;         /* of those that are leaving */
};

/* What a process used since its last turn that knows it; 0: nothing, or not known.  */
struct rest {
	int64_t cpu_ns, peak;
};

struct attached;
struct faults_before; /* faults.c */

/* How many faults there were before each stretch of messages, as far as somebody asked.  */
struct faults {
	struct faults_before *before;
	int count; /* 0: nobody did */
	const struct match_file *file;
	unsigned shows; /* match_file_shows() then */
};

struct session {
	struct loop *loop;
	struct session_events events;
	void *user;
	struct match_file *file;
	struct seat_setup sitting[SEATS]; /* what was asked about last; owned */
	struct faults faults;             /* in the file */
	char *file_problem; /* of the file of a game before, or why there is none; NULL: nothing */
	struct watch *tick;

	/* A match that is played.  */
	struct session_setup setup; /* of the first game; owns its strings */
	struct judge *judge;        /* NULL: a file is read */
	struct watch *deadline;
	int64_t due;         /* when that rings */
	unsigned doing_told; /* the judge was told of these seats since the last input */
	int64_t stop_looked; /* the note of the last stop at which it was looked what agents did */
	struct player *player[SEATS];
	struct rest rest[SEATS]; /* when the seat's process had ended, or at the verdict */
	struct player *leaving;  /* told to leave, and replaced */
	struct attached *inside; /* gdb on one of them; NULL: it is on none */
	bool pumping;
	struct branching *branching; /* what is to go on in place of this; NULL: nothing */
	int turns_told;              /* so many turns have been played, by the effects carried out so far */
	int turns_measured;          /* so many of them know what they used */
	int turns_recorded;          /* so many of these are in the file */
	bool verdict_due;            /* the verdict has not been told yet */
	bool next_due;               /* it has, and the next game or the end is to follow */
	bool waits;       /* and it does when a person goes on, who stopped the game at its verdict */
	bool has_request; /* with this request: to go on step by step */
	struct request request;
	bool ending, ended;
	bool from;          /* it was begun to go on from a recorded match (from.c) */
	bool beginning;     /* and session_play() has not returned it yet */
	struct stops stops; /* who may stop the match */
	char *not_started;  /* why a process of the first game could not be started */
	/* What goes to each seat in one write: collected until the seat is asked, or all is done.  */
	struct bytes out[SEATS];
	int64_t out_n[SEATS]; /* the number of the first message in it */
	char **folders;       /* temporary ones that could not be removed yet; owned */
	int folder_count;
	int64_t looked_at; /* when it was seen how much is in the folders of those that play */
	char *point;   /* where the cursor is, as far as the agents shall know; NULL: they shall not; owned */
	char *pointed; /* what they were told last; owned */
	struct message *unrecorded; /* passed, and not in the file yet */
	int unrecorded_count, unrecorded_room;

	/* A match that is read, or a branch that is shown in place of the match that is played.  */
	bool showing; /* a branch, and not the newest one: */
	int branch;
	struct match match;
	int64_t last_ns; /* when its last message was */
	bool followed;   /* another process writes it */
};

/* Tells whoever looks.  */
void session_changed(struct session *session);
/* Reads what the file has of the branch that is shown.  False: that cannot be read (match_file_problem() says
   why), and what was read before stays.  */
bool follow_read(struct session *session);
void play_free(struct session *session);

/* faults.c */
/* The file is another one.  */
void faults_forget(struct session *session);

/* play.c */
/* The timers of a session that plays.  */
void play_begin(struct session *session);
/* Carries out the effects that there are.  */
void play_carry_out(struct session *session);
/* Carries out all effects of the judge, and what follows from a verdict.  */
void play_pump(struct session *session);

/* players.c */
/* Starts a process for the seat as that setup has it, which sits nowhere yet.  NULL and a problem.  */
struct player *players_spawn(struct session *session, int seat, const struct setup *setup, char **problem);
/* Makes room on the seat; who sat there goes on leaving.  */
void players_vacate(struct session *session, int seat, int64_t grace);
void player_free(struct player *player);
/* Starts the process of the seat, and tells the judge.  */
void players_start(struct session *session, int seat);
/* Is there a process that plays, leaves, or looks inside one?  */
bool players_remain(const struct session *session);

/* games.c */
/* Begins the next game, if events.next() names one that can be played.  False: none follows.  */
bool games_next(struct session *session);

/* branch.c */
void branching_bytes(struct player *player, int64_t t, enum stream stream, const char *bytes, size_t size);
void branching_exited(struct player *player, int64_t t, struct ending ending);
void branching_free(struct session *session);
/* Is this a request that the agents cannot grant as they sit there, and a branch can?  Then it is begun, or
   the problem says why not.  */
bool branch_grant(struct session *session, const struct request *request, char **problem);

/* attach.c */
/* Tells the judge who is traced; true: something is new.  */
bool attach_update(struct session *session);
/* A limit may have passed: is the one traced whom it is for?  */
void attach_before_limit(struct session *session);
/* Bytes of the seat came at t, which may be its answer: is it traced?  Told before they are.  */
void attach_before_answer(struct session *session, int seat, int64_t t);
/* gdb is told to leave when it is on this seat, -1: on any.  */
void attach_leave(struct session *session, int seat);
/* By force.  */
void attach_end(struct session *session);
/* Stops the player's group, or lets it go on; NULL is fine.  */
void attach_freeze(struct player *player, bool freeze);

/* doing.c */
/* A limit of seats may have passed by t: what do their agents do?  Not that of `seat`, which says something
   just now; -1: of all.  */
void doing_before_limit(struct session *session, int64_t t, int seat);
/* The match was stopped, perhaps: what do those do who are awaited?  */
void doing_at_stop(struct session *session);

/* machine.c */
void machine_measure(struct player *player);
/* It is about to be asked for a move: what it used to get ready for its first one is no turn's.  */
void machine_begin_turn(struct player *player);
/* The turns that were told get what the agents used for them.  */
void machine_measure_turns(struct session *session);
/* Its process has ended: what it used is kept for the verdict.  */
void machine_remember_usage(struct player *player);
/* The match is over: what agents used since their last turn that knows it is told to the judge.  */
void machine_measure_rest(struct session *session);
/* Tells the judge what was measured since the last call; true: that has ended the match.  */
bool machine_check_memory(struct session *session);
/* A player gets a temporary folder, if agents have one; false and a problem.  It has left: the folder is
   removed.  */
bool machine_make_folder(struct player *player, char **problem);
void machine_remove_folder(struct player *player);
/* At most once a second; true: the judge was told of one that is too full.  */
bool machine_check_folders(struct session *session);
/* When all that agents have started has ended.  */
void machine_free(struct session *session);

/* recording.c */
/* Makes the file of this game, if there shall be one, and leaves that of the game before, whose rows are all
   written.  False: there is none, and the problem says why.  */
bool recording_begin(struct session *session, const struct setup *setup, char **problem);
void recording_message(struct session *session, const struct message *message);
/* The agent did not take what was to go to it, from that message on.  */
void recording_unsent(struct session *session, int seat, int64_t from);
void recording_takeback(struct session *session, int turns);
void recording_verdict(struct session *session);
/* Writes rows when enough of them wait.  */
void recording_write_if_many(struct session *session);
/* Writes all rows that are due.  */
void recording_catch_up(struct session *session);
/* Keeps the first problem, of this file or of what was to be one.  Takes over the text.  */
void recording_keep_problem(struct session *session, char *problem);
/* Turn n of the file, for match_turn(); `user` is the session.  */
const struct turn *recording_older(void *user, int n);
/* A match that did not begin leaves no file: its name is free for the next attempt.  */
void recording_withdraw(struct session *session);
void recording_free(struct session *session);

/* from.c */
/* Is it to go on from a recorded match, and nothing goes on yet?  */
static inline bool from_is_due(const struct session *session)
{
	return session->from && !session->judge;
}
/* Begins to go on from a recorded match.  NULL, or why that cannot be.  */
char *from_begin(struct session *session);
/* Its limits, where they are not the recorded ones.  NULL, or a problem.  */
char *from_set_limits(struct session *session);
/* It came to nothing: the session ends.  Owns the problem.  */
void from_fail(struct session *session, char *problem);

/* show.c */
/* What goes on is shown, whatever was.  */
void show_forget(struct session *session);

/* point.c */
/* Tells the agents where the cursor is, if that is news; at most each TICK.  */
void point_tell(struct session *session);
void point_free(struct session *session);

#endif
