/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* inspect.c - what a session shows, whether it plays or reads: a match in a file, also while another process
 * writes it.
 *
 * A branch of the file can be shown instead of the match that goes on.  */
#include "session_state.h"

#include "ringside/folder.h"
#include "ringside/protocol.h"
#include "ringside/sh_words.h"
#include "ringside/tapped.h"
#include "ringside/trust.h"
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Reads the match for the first time.  NULL, or why it cannot be shown.  */
static char *read_first(struct session *session)
{
	const char *path = match_file_path(session->file);

	if (!follow_read(session))
		return bytes_text("%s", match_file_problem(session->file));
	if (!protocol_named(session->match.setup.system))
		return bytes_text("%s: is a match of \"%s\", a system that this ringside does not know: see "
				  "ringside list",
				  path, session->match.setup.system);
	return NULL;
}

static void check_file(void *user, int events UNUSED)
{
	struct session *session = user;
	/* Asked first: when the writer is gone, its last rows are in the file.  */
	bool followed = match_file_is_written(session->file), changed = match_file_changed(session->file);

	changed = changed || session->unread;
	if (changed)
		session->unread = !follow_read(session) && match_file_is_busy(session->file);
	if (changed || followed != session->followed) {
		session->followed = followed;
		session_changed(session);
	}
	if (session->inside)
		attach_update(session);
	/* Nobody reads each row of a file that nobody writes.  */
	loop_at(session->tick,
		loop_now() + (followed || session->unread || session->inside ? TICK : IDLE_TICK));
}

/* NULL, or why that branch cannot be shown: the caller then restores what was shown.  */
static char *show(struct session *session, int branch)
{
	if (!match_file_show(session->file, branch))
		return bytes_text("there is no branch %d: `info branches` lists them", branch);
	if ((branch >= 0 || !session->judge) && !follow_read(session))
		return bytes_text("%s", match_file_problem(session->file));
	session->showing = branch >= 0;
	session->branch = branch;
	return NULL;
}

/* What passes a tap is in its file so soon.  */
#define SOON ((int64_t)20 * NS_PER_MS)
/* A person is told when there is less; a short turn has less from its beginning.  */
#define LITTLE_TIME ((int64_t)10 * NS_PER_S)

/* A film needs a screen of its own.  */
static char *film_words(struct session *session, const char *path)
{
	FREED char *file = session_path(session), *quoted = file && *file ? sh_words_quoted(file) : NULL;
	FREED char *name = sh_words_quoted(path);

	return quoted ? bytes_text("a film is made in a shell: ringside export %s -o %s", quoted, name)
		      : bytes_text("a film is made in a shell: `save FILE` here, then ringside export "
				   "FILE -o %s",
				   name);
}

void session_changed(struct session *session)
{
	if (session->events.changed)
		session->events.changed(session->user);
}

/* Does a tap write the file now?  Its judge is not this ringside, and never pauses for it.  */
static bool is_heard(const struct session *session)
{
	return !session->judge && session->followed && !session->match.over &&
	       setup_given(&session->match.setup, OPTION_TAPPED);
}

/* Has the agent of a tap said something since message n?  */
static bool has_said(struct session *session, int seat, int64_t n)
{
	const struct message_query query = {.seats = 1u << seat,
					    .channels = CHANNEL_ALL & ~CHANNEL_BIT(CHANNEL_STDERR),
					    .directions = 1u << FROM_AGENT,
					    .last = INT64_MAX};
	struct message message;

	return match_file_before(session->file, &query, INT64_MAX, 1, &message) == 1 && message.n > n;
}

/* When the agent of a tap was asked what it has not answered yet; -1: it owes no answer.  What is no question
 * for a move, as isready, is answered by anything.  */
static int64_t read_asked(struct session *session, int seat)
{
	enum { LOOKED_THROUGH = 32 };
	const struct message_query query = {.seats = 1u << seat,
					    .channels = CHANNEL_ALL,
					    .directions = 1u << TO_AGENT,
					    .last = INT64_MAX};
	struct message message = {.n = INT64_MAX};
	const struct turn *last = NULL;
	int n = session->match.turn_count;

	while (n > 0 && (last = match_turn(&session->match, n)) && last->seat != seat)
		n--;
	for (int i = 0;
	     i < LOOKED_THROUGH && match_file_before(session->file, &query, message.n, 1, &message) == 1; i++)
		if (message.flags & MESSAGE_STARTS)
			return n == 0 || (last && last->message < message.n) ? message.t_ns : -1;
		else if (message.flags & MESSAGE_ASKS && !has_said(session, seat, message.n))
			return message.t_ns;
	return -1;
}

/* Reads the shown branch from the file.  False: it cannot be read (match_file_problem() says why), and the
 * match read before stays.  */
bool follow_read(struct session *session)
{
	struct message_query all = {.seats = ~0u, .channels = CHANNEL_ALL, .last = INT64_MAX};
	struct message last;
	struct match match;
	unsigned revision = session->match.revision;

	if (!match_file_match(session->file, &match))
		return false;
	match_free(&session->match);
	session->match = match;
	session->match.revision = revision + 1; /* a fresh one would count from the start */
	if (match_file_before(session->file, &all, INT64_MAX, 1, &last) && last.t_ns != session->last_ns) {
		session->last_ns = last.t_ns;
		session->seen = loop_now();
	}
	for (int s = SEAT_1; s < SEATS; s++)
		session->asked[s] = is_heard(session) && match.setup.seat[s].kind == SEAT_AGENT
					    ? read_asked(session, s)
					    : -1;
	return true;
}

void show_forget(struct session *session)
{
	session->showing = false;
	match_free(&session->match);
}

struct session *session_open(struct loop *loop, const char *text, const struct session_events *events,
			     void *user, char **problem)
{
	struct match_place place;
	struct match_file *file = match_file_at(text, &place, problem);
	struct session *session;
	struct branch_row *rows;
	int count;

	if (!file)
		return NULL;
	session = bytes_new(sizeof(*session));
	session->loop = loop;
	session->events = *events;
	session->user = user;
	session->failed_seat = SEATS;
	session->file = file;
	session->opened_at = place.turns;
	vouch_for_file(session, file);
	session->tick = loop_timer(loop, LOOP_LATER, check_file, session);
	loop_at(session->tick, loop_now() + TICK);
	session->followed = match_file_is_written(file);
	match_file_changed(file);
	*problem = read_first(session);
	count = match_file_branches(file, &rows);
	for (int i = 0; i < count; i++)
		session->varied = session->varied || strcmp(rows[i].why, VARIATION) == 0;
	branch_rows_free(rows, count);
	if (!*problem && place.branch >= 0)
		*problem = session_show(session, place.branch);
	if (!*problem)
		return session;
	session_free(session);
	return NULL;
}

int session_opened_at(const struct session *session)
{
	return session->judge || session->opened_at < 0 ? INT_MAX : session->opened_at;
}

char *session_show(struct session *session, int branch)
{
	struct match_file *file = session_whole_file(session);
	int before = session_shown(session);
	char *problem;

	if (!file)
		return branch < 0 ? NULL : bytes_text("this match is not recorded: it has no other branches");
	if (session->branching)
		return branching_busy();
	match_file_show(file, -1);
	problem = show(session, branch == match_file_shown(file) ? -1 : branch);
	if (problem)
		match_file_show(file, before);
	else
		session_changed(session);
	return problem;
}

int session_shown(const struct session *session)
{
	return session->showing ? session->branch : -1;
}

static void play_free(struct session *session)
{
	struct player *next;

	if (session->stall.works)
		loop_count_work(session->loop, NULL); /* it counts into this session */
	attach_end(session);
	branching_free(session);
	for (int s = 0; s < SEATS; s++)
		player_free(session->player[s]);
	for (struct player *player = session->leaving; player; player = next) {
		next = player->next;
		player_free(player);
	}
	agent_end_orphans();
	for (int i = 0; i < session->folder_count; i++) {
		folder_remove(session->folders[i]); /* now that all processes have ended */
		free(session->folders[i]);
	}
	free(session->folders);
	recording_finish(session);
	judge_free(session->judge);
	session->judge = NULL;
	loop_unwatch(session->deadline);
	setup_free(&session->setup.setup);
	free((char *)session->setup.record);
	free(session->point);
	free(session->pointed);
	free(session->not_started);
	for (int s = 0; s < SEATS; s++)
		bytes_free(&session->out[s]);
}

static void recording_free(struct session *session)
{
	recording_finish(session);
	loop_unwatch(session->missing_timer);
	match_file_close(session->file_before);
	for (int i = 0; i < session->news_count; i++)
		free(session->news[i]);
	free(session->news);
	free(session->ended_recorders);
}

void session_free(struct session *session)
{
	if (!session)
		return;
	whowrote_end(session);
	if (session->tapped[SEAT_1])
		attach_end(session);
	if (session->judge || session->deadline || session->branching || session->from)
		play_free(session);
	for (int s = 0; s < SEATS; s++)
		agent_unobserve(session->tapped[s]);
	recording_free(session);
	match_free(&session->match);
	match_file_close(session->file);
	faults_forget(session);
	go_between_free(session);
	for (int s = 0; s < SEATS; s++) {
		free(session->sitting[s].command);
		free(session->sitting[s].name);
	}
	free(session->file_problem);
	vouch_free(session);
	loop_unwatch(session->tick);
	free(session);
}

bool session_is_live(const struct session *session)
{
	return session->judge != NULL;
}

bool session_is_followed(const struct session *session)
{
	return session->followed;
}

const struct match *session_match(const struct session *session)
{
	return session->judge && !session->showing ? judge_match(session->judge) : &session->match;
}

const struct match *session_played(const struct session *session)
{
	return session->judge ? judge_match(session->judge) : &session->match;
}

int session_person(const struct session *session)
{
	return session->judge ? judge_person(session->judge) : SEAT_NONE;
}

int session_hides_from(const struct session *session)
{
	int person = session_person(session);

	return person != SEAT_NONE && session_hides(session, seat_opponent(person)) ? person : SEAT_NONE;
}

bool session_hides(const struct session *session, int seat)
{
	return session->judge && judge_hides_seat(session->judge, seat);
}

bool session_waits_for(const struct session *session, int seat)
{
	assert(is_seat(seat));
	return session->judge && session_played(session)->setup.seat[seat].kind == SEAT_HUMAN &&
	       judge_seat(session->judge, seat).to_move;
}

bool session_waits_for_people(const struct session *session)
{
	bool waits = session_waits_for(session, SEAT_1) || session_waits_for(session, SEAT_2);

	for (int s = 0; waits && s < SEATS; s++)
		waits = !judge_seat(session->judge, s).thinks || session_waits_for(session, s);
	return waits;
}

const struct seat_setup *session_sitting(struct session *session, int64_t n, int seat, int64_t *since)
{
	struct seat_setup *sitting = &session->sitting[seat], found;
	struct match_file *file = n == INT64_MAX && !since ? NULL : session_file(session);
	int64_t from = 0;

	assert(is_seat(seat));
	/* In the first branch nobody has changed seats: the setup has them.  */
	if (!file || match_file_shown(file) == 0 || !match_file_sitting(file, n, seat, &found, &from))
		return &session_match(session)->setup.seat[seat];
	if (since)
		*since = from;
	free(sitting->command);
	free(sitting->name);
	*sitting = found;
	return n == INT64_MAX ? &session_match(session)->setup.seat[seat] : sitting;
}

int session_failed_seat(const struct session *session)
{
	return session->failed_seat;
}

const char *session_file_problem(const struct session *session)
{
	if (session->file_problem)
		return session->file_problem;
	return session->file && !match_file_is_busy(session->file) ? match_file_problem(session->file) : NULL;
}

void session_steer(struct session *session, const pid_t agents[2], const struct tapped_gate *gate,
		   char *(*ask)(void *user, const struct request *request),
		   char *(*tell)(void *user, int seat, const char *line, bool *answer), void *user)
{
	session->tapped[SEAT_1] = agent_observe(agents[0]);
	session->tapped[SEAT_2] = agents[1] ? agent_observe(agents[1]) : NULL;
	session->gate = gate;
	session->ask = ask;
	session->tell = tell;
	session->ask_user = user;
}

char *session_tell(struct session *session, int seat, const char *line, bool *answer)
{
	return session->tell(session->ask_user, seat, line, answer);
}

struct session *session_heard(struct judge *judge, pid_t agent)
{
	struct session *session = bytes_new(sizeof(*session));

	session->heard = agent;
	session->judge = judge;
	session->pumping = true; /* whoever has the judge keeps its time */
	return session;
}

bool session_has_stops(const struct session *session)
{
	return session->stops.reason != NULL;
}

/* What has passed since is in the file soon.  */
void session_steered(struct session *session)
{
	loop_at(session->tick, loop_now() + SOON);
	session_changed(session);
}

void session_read_on(struct session *session)
{
	check_file(session, 0);
}

bool session_is_steered(const struct session *session)
{
	return session->gate && is_heard(session);
}

/* The i-th that waits in the tap; NULL: there are no more.  */
static const struct tapped_held *held_there(const struct session *session, int i)
{
	return session_is_steered(session) && !session->showing && i < session->gate->count
		       ? &session->gate->held[i]
		       : NULL;
}

enum judge_state session_state(const struct session *session)
{
	if (session->judge)
		return judge_state(session->judge);
	if (session_is_steered(session))
		return session->gate->state;
	return session->match.over ? JUDGE_OVER : JUDGE_RUNNING;
}

char *session_named_move(struct session *session, int seat, unsigned n)
{
	return session->judge ? judge_named_move(session->judge, seat, n) : NULL;
}

struct judge_seat session_seat_state(const struct session *session, int seat)
{
	assert(is_seat(seat));
	if (seat != SEAT_NONE && is_heard(session) && session->asked[seat] >= 0)
		return (struct judge_seat){.to_move = true, .thinks = true};
	return session->judge && !session->showing ? judge_seat(session->judge, seat)
						   : (struct judge_seat){0};
}

int64_t session_time(const struct session *session)
{
	if (session_match(session)->over) /* agents may end much later */
		return session_match(session)->ended_ns;
	if (is_heard(session))
		return session->last_ns + loop_now() - session->seen;
	return !session->judge || session->showing ? session->last_ns
						   : judge_since(session->judge, loop_now());
}

bool session_time_runs(const struct session *session)
{
	enum judge_state state = session_state(session);

	return session->judge ? state != JUDGE_PAUSED && state != JUDGE_OVER : is_heard(session);
}

int64_t session_turn_time(const struct session *session, int seat)
{
	assert(is_seat(seat));
	if (session_seat_state(session, seat).thinks && !session->judge)
		return session_time(session) - session->asked[seat];
	return session->judge && !session->showing ? judge_turn_time(session->judge, seat, loop_now()) : 0;
}

int64_t session_countdown(const struct session *session, int seat, bool *little)
{
	const struct setup *setup = &session_match(session)->setup;
	int64_t left = INT64_MAX, limit;

	assert(is_seat(seat));
	if (session->judge && !session->showing && setup->seat[seat].kind == SEAT_HUMAN &&
	    judge_seat(session->judge, seat).to_move)
		left = judge_limit_left(session->judge, seat, loop_now());
	limit = setup_turn_limit(setup, seat);
	*little = left < LITTLE_TIME && (!limit || left < limit / 4);
	return left;
}

struct clock_state session_clock(const struct session *session, int seat)
{
	const struct turn *last;
	struct time_control control;

	assert(is_seat(seat));
	if (session->judge && !session->showing)
		return judge_clock(session->judge, seat, loop_now());
	last = match_last_of(&session->match, seat, session->match.turn_count);
	control = setup_clock(&session->match.setup, seat);
	return last ? time_control_at(&control, last->clock_moves, last->left_ns)
		    : time_control_begin(&control);
}

struct agent_usage session_usage(const struct session *session, int seat)
{
	const struct turn *last;

	assert(is_seat(seat));
	if (session->player[seat] && !session->showing)
		return session->player[seat]->usage;
	last = session->judge && !session->showing
		       ? NULL
		       : match_last_of(&session->match, seat, session->match.turn_count);
	return (struct agent_usage){.cpu_ns = -1, .rss = last ? last->rss : -1, .peak = -1};
}

pid_t session_pid(const struct session *session, int seat)
{
	assert(is_seat(seat));
	return session->player[seat] ? agent_pid(session->player[seat]->agent) : 0;
}

const struct judge *session_judge(const struct session *session)
{
	return session->showing ? NULL : session->judge;
}

const struct message *session_held(struct session *session, int i)
{
	const struct message *message;

	assert(i >= 0);
	if (held_there(session, i))
		return &held_there(session, i)->message;
	message = session->judge && !session->showing ? judge_held(session->judge, i) : NULL;
	if (!message || !judge_hides(session->judge, message))
		return message;
	session->held_shown = *message;
	session->held_shown.bytes = "";
	session->held_shown.size = 0;
	return &session->held_shown;
}

struct agent_usage session_measured(const struct session *session, int seat)
{
	struct agent_usage usage = {.cpu_ns = -1, .rss = -1, .peak = -1};
	const struct player *player;

	assert(is_seat(seat));
	player = session->player[seat];
	if (!player && session->heard && seat == SEAT_1) {
		struct agent *agent = agent_observe(session->heard);

		usage.rss = agent_usage_now(agent).rss;
		agent_unobserve(agent);
	}
	if (!player)
		return usage;
	usage = agent_usage(player->agent);
	if (usage.cpu_ns >= 0 && player->turn_cpu >= 0)
		usage.cpu_ns -= player->turn_cpu;
	return usage;
}

const char *session_stopped(const struct session *session, int64_t *note)
{
	const char *why;

	if (session_is_steered(session)) {
		if (note)
			*note = 0;
		return session->gate->stopped;
	}
	why = session->judge ? judge_stopped(session->judge, note) : NULL;
	/* The match stands a moment for that question, or for longer since a person steps.  */
	return why && strncmp(why, GO_BETWEEN_MARK, strlen(GO_BETWEEN_MARK)) == 0 ? NULL : why;
}

int64_t session_stopped_ask(const struct session *session)
{
	return session->judge && !session->showing ? judge_stopped_ask(session->judge) : 0;
}

int session_last_game(const struct session *session)
{
	return session->setup.games;
}

bool session_next_follows(const struct session *session)
{
	return session->judge && session->next_due && session->events.next && !session->waits &&
	       !session->ending;
}

bool session_waits(const struct session *session)
{
	return session->waits;
}

bool session_pending(const struct session *session, int seat, enum stream stream,
		     struct pending_bytes *pending, int64_t *for_ns)
{
	*pending = (struct pending_bytes){.size = 0};
	if (!session->judge || session->showing || session_hides(session, seat) ||
	    !judge_pending(session->judge, seat, stream, pending))
		return false;
	if (for_ns)
		*for_ns = judge_since(session->judge, loop_now()) - pending->last_ns;
	return true;
}

int64_t session_newest_stderr(const struct session *session, int seat)
{
	assert(is_seat(seat));
	return session->newest_stderr[seat];
}

int64_t session_number(struct session *session, int64_t n)
{
	struct match_file *file = session_file(session);

	return file ? match_file_number(file, n) : n;
}

int64_t session_numbered(struct session *session, int64_t number)
{
	struct match_file *file = session_whole_file(session);

	return file ? match_file_numbered(file, number) : number;
}

int session_held_at(struct session *session, int64_t number)
{
	const struct message *held;

	for (int i = 0; (held = session_held(session, i)); i++)
		if (held->number == number)
			return i;
	return -1;
}

int64_t session_held_delay(const struct session *session, int i)
{
	assert(i >= 0);
	if (held_there(session, i))
		return held_there(session, i)->delay;
	return session->judge ? judge_held_delay(session->judge, i, loop_now()) : 0;
}

int session_faults(const struct session *session, int seat)
{
	assert(is_seat(seat));
	return session->judge && !session->showing ? judge_faults(session->judge, seat) : 0;
}

char *session_save(struct session *session, const char *path)
{
	const struct match *match = session_match(session);
	struct match_file *file = session_whole_file(session);
	const char *slash = strrchr(path, '/');
	FREED char *none = NULL;
	const struct file_format *format = strchr(slash ? slash : path, '.')
						   ? match_file_format(match->setup.system, path, &none)
						   : NULL;
	char *problem;

	assert(path);
	if (format == &match_file_cast || format == &match_file_svg)
		return film_words(session, path);
	if (format)
		return match_file_export_to(file, match, format, path);
	if (!file)
		return bytes_text("this match is not recorded: begin it with --record FILE");
	problem = match_file_save(file, path);
	if (!problem)
		trust_keep();
	return problem;
}

bool session_has_terminals(const struct session *session)
{
	return !session->judge || !session->setup.stderr_pipe;
}

void session_type(struct session *session, int seat, const char *bytes, size_t size)
{
	assert(is_seat(seat));
	if (session->player[seat])
		agent_type(session->player[seat]->agent, bytes, size);
}

void session_terminal_size(struct session *session, int seat, int columns, int rows)
{
	assert(is_seat(seat));
	if (session->player[seat])
		agent_terminal_size(session->player[seat]->agent, columns, rows);
}
