/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pair.c - two taps as one match (pair.h).
 *
 * Both files count their times from their own beginning, which they know in microseconds since 1970. Messages
 * are put in the order of their times.  A tap is a little behind its match, so a message waits for BEHIND
 * before it is put after those of the other tap; if both hold, or have ended, nothing more can come.
 *
 * Both taps have the same breakpoints, with the same numbers.  Where one stops, the other is paused, too.  */
#include "pair.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/match_file.h"
#include "ringside/protocol.h"
#include "ringside/recorder.h"
#include "watched.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDES = 2, PAGE = 64, NS_PER_US = 1000 };

#define BEHIND         ((int64_t)250 * NS_PER_MS)
#define LOOK_EVERY     ((int64_t)50 * NS_PER_MS)
#define SETTLED_WITHIN ((int64_t)100 * NS_PER_MS)

struct side {
	struct pair *pair;
	int seat; /* of its agent in the match of both */
	struct watched tap;
	char *path;              /* of the game that is read, or was to be; NULL: none; owned */
	struct match_file *file; /* of its game; NULL: none */
	struct match match;      /* the same, if there is one */
	int branch;              /* of the file */
	int64_t began;           /* the game, ns since 1970 */
	struct message page[PAGE];
	int count, at;
	int64_t read;           /* the number of the last message taken from there */
	int64_t *numbers;       /* in the file of both, by those of its messages; 0: it is not there */
	int64_t known;          /* how many numbers */
	struct message verdict; /* the event; owns its bytes; n 0: there was none */
	bool owes;              /* its agent has not answered yet */
	bool stopped;           /* a breakpoint stops it */
};

struct pair {
	struct watched *shown;
	struct watch *timer;
	pid_t agents[SIDES];
	struct side side[SIDES];
	int next;                  /* the number of the next breakpoint */
	int *once, onces;          /* the numbers of those that go when they are hit; owned */
	char *folder;              /* of the files of both; owned */
	struct recorder *recorder; /* NULL: no game goes on */
	int games;                 /* files that were made */
	int64_t began;             /* the present one, ns since 1970 */
	int turns;                 /* in it */
	bool over;                 /* it has a verdict */
	char *problem;             /* owned */
};

/* ---- do they play each other? ---- */

static void close_side(struct side *side)
{
	if (side->file)
		match_free(&side->match);
	match_file_close(side->file);
	side->file = NULL;
	free(side->path);
	side->path = NULL;
	free(side->numbers);
	side->numbers = NULL;
	side->known = side->read = 0;
	side->count = side->at = 0;
	free(side->verdict.bytes);
	side->verdict = (struct message){0};
	side->owes = false;
}

/* NULL, or why the file cannot be read.  */
static char *open_side(struct side *side, const char *path)
{
	char *problem = NULL;

	close_side(side);
	side->path = bytes_text("%s", path); /* also of one that cannot be read: it is not tried again */
	side->file = match_file_open(path, &problem);
	if (!side->file)
		return problem;
	if (!match_file_match(side->file, &side->match)) {
		problem = bytes_text("%s", match_file_problem(side->file));
		match_file_close(side->file);
		side->file = NULL;
		return problem;
	}
	side->branch = match_file_shown(side->file);
	side->began = side->match.started_us * NS_PER_US;
	return NULL;
}

static char *unlike_options(const struct setup *one, const struct setup *other)
{
	const struct option_row *const *row = protocol_named(one->system)->options;

	for (; *row; row++) {
		const char *a = setup_given(one, (*row)->name), *b = setup_given(other, (*row)->name);

		if ((a || b) && (!a || !b || strcmp(a, b) != 0))
			return bytes_text("%s is %s in one and %s in the other", (*row)->name,
					  a ? a : "not told", b ? b : "not told");
	}
	return NULL;
}

static char *unlike_moves(const struct match *one, const struct match *other)
{
	for (int n = 1; n <= one->turn_count && n <= other->turn_count; n++) {
		const struct turn *turn = match_turn(one, n);
		FREED char *move = bytes_text("%s", turn && turn->played ? turn->played : "");

		turn = match_turn(other, n);
		if (turn && turn->played && strcmp(move, turn->played) != 0)
			return bytes_text("move %d is %s in one and %s in the other", n, move, turn->played);
	}
	return NULL;
}

/* The judge tells the second agent the first move, or that it waits, before the first one is asked again.  */
static char *unlike_times(const struct side *one, const struct side *other)
{
	enum { ASKED_AGAIN = 3 };
	const struct side *late = one->began > other->began ? one : other, *early = late == one ? other : one;
	const struct turn *turn = match_turn(&early->match, ASKED_AGAIN);

	if (turn && early->began + turn->began_ns + NS_PER_S < late->began)
		return bytes_text("one had %d moves before the other began", ASKED_AGAIN);
	return NULL;
}

static char *unlike(const struct side *one, const struct side *other)
{
	const struct setup *a = &one->match.setup, *b = &other->match.setup;
	const struct protocol *protocol = protocol_named(a->system);
	char *why;

	if (!protocol || strcmp(a->system, b->system) != 0)
		return bytes_text("one plays %s, the other %s", a->system, b->system);
	if (!protocol->tap || protocol->tap->outside || protocol->unruled)
		return bytes_text("in %s nobody is told what another agent has played", a->system);
	if ((a->first == SEAT_1) == (b->first == SEAT_1))
		return bytes_text(a->first == SEAT_1 ? "both begin" : "both wait for the first move");
	why = unlike_options(a, b);
	if (!why)
		why = unlike_moves(&one->match, &other->match);
	return why ? why : unlike_times(one, other);
}

char *pair_unlike(const char *one, const char *other, bool *begins)
{
	struct side side[SIDES] = {0};
	char *why = open_side(&side[0], one);

	if (!why)
		why = open_side(&side[1], other);
	if (!why)
		why = unlike(&side[0], &side[1]);
	*begins = !why && side[0].match.setup.first == SEAT_1;
	close_side(&side[0]);
	close_side(&side[1]);
	return why;
}

/* ---- one file of both ---- */

/* What one tap says of seat 1 is about another seat here.  */
static int seat_here(const struct side *side, int seat)
{
	return seat == SEAT_NONE || side->seat == SEAT_1 || seat < 0 ? seat : seat_opponent(seat);
}

static char *words_here(const struct side *side, const char *bytes, size_t size)
{
	static const char word[] = "seat ";
	char *text = bytes_copy(bytes, size);

	for (char *at = text; side->seat != SEAT_1 && (at = strstr(at, word)); at++) {
		char *digit = at + strlen(word);

		if (*digit == '0' + SEAT_1 || *digit == '0' + SEAT_2)
			*digit = (char)('0' + seat_opponent(*digit - '0'));
	}
	return text;
}

static int64_t number_here(const struct side *side, int64_t n)
{
	return n > 0 && n < side->known ? side->numbers[n] : 0;
}

static void keep_number(struct side *side, int64_t n, int64_t here)
{
	int64_t more = n + 1 > 2 * side->known ? n + 1 : 2 * side->known;

	if (n >= side->known) {
		side->numbers = bytes_resized(side->numbers, (size_t)more * sizeof(*side->numbers));
		memset(side->numbers + side->known, 0, (size_t)(more - side->known) * sizeof(*side->numbers));
		side->known = more;
	}
	side->numbers[n] = here;
}

static int64_t shift_of(const struct side *side)
{
	return side->began - side->pair->began;
}

static void shift(int64_t *t, int64_t by)
{
	*t += *t >= 0 ? by : 0;
}

/* The message in the match of both; the caller frees its bytes.  */
static struct message message_here(const struct side *side, const struct message *message)
{
	struct message here = *message;
	struct event_field field;

	here.number = 0;
	here.seat = seat_here(side, message->seat);
	shift(&here.t_ns, shift_of(side));
	if (here.first_ns)
		shift(&here.first_ns, shift_of(side));
	here.bytes = message->direction == EVENT ? words_here(side, message->bytes, message->size)
						 : bytes_copy(message->bytes, message->size);
	for (int i = 0; message->direction == EVENT && event_field(message->event.kind, i, &field); i++)
		if (field.form == EVENT_FIELD_NUMBER &&
		    ((field.size == strlen("seat") && strncmp(field.name, "seat", field.size) == 0) ||
		     (field.size == strlen("winner") && strncmp(field.name, "winner", field.size) == 0)))
			here.event.number[field.i] = seat_here(side, (int)message->event.number[field.i]);
	return here;
}

static void note_debt(struct side *side, const struct message *message)
{
	if (message->direction == TO_AGENT && message->flags & MESSAGE_STARTS)
		side->owes = true;
	else if (message->direction == FROM_AGENT && !(message->flags & MESSAGE_UNASKED) &&
		 message->channel == protocol_named(side->match.setup.system)->moves)
		side->owes = false;
}

/* What the judge says for the opponent is not taken: its own tap has it.  */
static void add_message(struct side *side, const struct message *message)
{
	struct pair *pair = side->pair;
	struct message here;

	side->read = message->n;
	if (message->seat == SEAT_2)
		return;
	here = message_here(side, message);
	if (message->direction == EVENT && message->event.kind == EVENT_VERDICT) {
		free(side->verdict.bytes);
		side->verdict = here;
		return;
	}
	here.n = recorder_newest(pair->recorder) + 1;
	keep_number(side, message->n, here.n);
	recorder_message(pair->recorder, &here);
	note_debt(side, message);
	free(here.bytes);
}

/* The next message of the side; NULL: there is none yet.  */
static const struct message *next_of(struct side *side)
{
	if (side->at == side->count) {
		side->count = match_file_history(side->file, -1, side->read, PAGE, side->page);
		side->at = 0;
	}
	return side->at < side->count ? &side->page[side->at] : NULL;
}

/* The side whose next message comes next, if that was before `until`; NULL: none.  */
static struct side *next_side(struct pair *pair, int64_t until)
{
	struct side *found = NULL;
	int64_t first = until;

	for (int i = 0; i < SIDES; i++) {
		struct side *side = &pair->side[i];
		const struct message *next = next_of(side);

		if (next && side->began + next->t_ns < first) {
			first = side->began + next->t_ns;
			found = side;
		}
	}
	return found;
}

/* Turn n, if the side's agent has played it and its message is there.  */
static const struct turn *own_turn(const struct side *side, int n)
{
	const struct turn *turn = n <= side->match.turn_count ? match_turn(&side->match, n) : NULL;

	return turn && turn->seat == SEAT_1 && (!turn->message || number_here(side, turn->message)) ? turn
												    : NULL;
}

static bool add_turn(struct pair *pair)
{
	for (int i = 0; i < SIDES; i++) {
		const struct side *side = &pair->side[i];
		const struct turn *turn = own_turn(side, pair->turns + 1);
		struct turn here;

		if (!turn)
			continue;
		here = *turn;
		here.seat = side->seat;
		here.message = number_here(side, turn->message);
		here.said.message = number_here(side, turn->said.message);
		shift(&here.began_ns, shift_of(side));
		shift(&here.asked_ns, shift_of(side));
		shift(&here.first_ns, shift_of(side));
		shift(&here.last_ns, shift_of(side));
		recorder_turn(pair->recorder, &here);
		pair->turns++;
		return true;
	}
	return false;
}

/* The tap whose verdict is that of the match; NULL: it is not over.  The loser may not be told the last move.
 * Without an end by the rules, the tap that blames its agent knows most.  */
static const struct side *who_decides(const struct pair *pair)
{
	const struct side *found = &pair->side[0];
	bool over = true;

	for (int i = SIDES - 1; i >= 0; i--) {
		const struct side *side = &pair->side[i];
		bool is_over = side->match.over && side->verdict.bytes;

		if (is_over && verdict_is_final(&side->match.verdict))
			return side;
		if (is_over && side->match.verdict.blame == SEAT_1)
			found = side;
		over = over && is_over;
	}
	return over ? found : NULL;
}

static void add_verdict(struct pair *pair, const struct side *side)
{
	struct verdict here = side->match.verdict;
	struct message event = side->verdict;
	FREED char *detail = here.detail ? words_here(side, here.detail, strlen(here.detail)) : NULL;

	event.n = recorder_newest(pair->recorder) + 1;
	recorder_message(pair->recorder, &event);
	here.detail = detail;
	here.winner = here.winner > 0 ? seat_here(side, here.winner) : here.winner;
	here.blame = seat_here(side, here.blame);
	here.failed = seat_here(side, here.failed);
	for (int i = 0; i < PROOFS; i++)
		here.proof[i] = number_here(side, here.proof[i]);
	recorder_verdict(pair->recorder, &here);
	pair->over = true;
}

static void add_names(struct pair *pair)
{
	for (int i = 0; i < SIDES; i++) {
		const char *name = pair->side[i].match.setup.seat[SEAT_1].name;

		recorder_name(pair->recorder, pair->side[i].seat, name ? name : "");
	}
}

static void end_game(struct pair *pair)
{
	char *problem = NULL;

	if (!pair->recorder)
		return;
	recorder_end(pair->recorder);
	recorder_is_done(pair->recorder, NS_PER_S, true, &problem);
	free(problem);
	recorder_free(pair->recorder);
	pair->recorder = NULL;
}

/* NULL, or why there is no file of both.  */
static char *begin_game(struct pair *pair)
{
	struct side *one = &pair->side[0], *other = &pair->side[1];
	FREED char *name = bytes_text("%d", pair->games + 1), *path = NULL;
	FREED_BY(setup_free) struct setup setup = {0};
	char *problem;

	if ((problem = open_side(one, one->tap.plays.path)) ||
	    (problem = open_side(other, other->tap.plays.path)) || (problem = unlike(one, other)))
		return problem;
	if (!pair->folder && !(pair->folder = folder_temporary(&problem)))
		return problem;
	setup_copy(&setup, &one->match.setup);
	setup.system = (char *)protocol_named(setup.system)->name;
	setup_seat(&setup, SEAT_2, other->match.setup.seat[SEAT_1].command,
		   protocol_named(setup.system)->bundle->samples);
	setup_name(&setup, SEAT_2, other->match.setup.seat[SEAT_1].name);
	path = bytes_text("%s/both-%d.ringside", pair->folder, ++pair->games);
	pair->recorder = recorder_new(path, &setup, &problem);
	if (!pair->recorder)
		return problem;
	pair->began = one->began < other->began ? one->began : other->began;
	recorder_began(pair->recorder, pair->began / NS_PER_US);
	pair->turns = 0;
	pair->over = false;
	free(pair->shown->plays.path);
	pair->shown->plays.path = bytes_text("%s", path);
	pair->shown->plays.game = setup.game;
	return NULL;
}

/* ---- while they play ---- */

static bool is_held(const struct side *side)
{
	return side->tap.fd >= 0 && side->tap.gate.state == JUDGE_PAUSED;
}

/* Can nothing more come from there?  */
static bool stands(const struct side *side)
{
	return is_held(side) || !match_file_is_written(side->file);
}

/* False: its moves were taken back, or it cannot be read.  */
static bool read_side(struct side *side)
{
	struct match match;

	if (!match_file_changed(side->file))
		return true;
	if (!match_file_match(side->file, &match))
		return match_file_is_busy(side->file);
	match_free(&side->match);
	side->match = match;
	return match_file_shown(side->file) == side->branch;
}

/* Takes what both have written since.  */
static void read_on(struct pair *pair)
{
	bool same = true, all = true, ended = true;
	struct timespec now;
	const struct side *decides;
	struct side *side;

	for (int i = 0; i < SIDES; i++) {
		bool stood = stands(&pair->side[i]); /* before it is read */

		ended = ended && !match_file_is_written(pair->side[i].file);
		same = read_side(&pair->side[i]) && same;
		all = all && stood;
	}
	clock_gettime(CLOCK_REALTIME, &now);
	while ((side = next_side(pair,
				 all ? INT64_MAX : (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec - BEHIND)))
		add_message(side, &side->page[side->at++]);
	for (int i = 0; i < SIDES; i++) /* the pages do not stay */
		pair->side[i].at = pair->side[i].count = 0;
	while (add_turn(pair))
		;
	add_names(pair);
	decides = pair->over ? NULL : who_decides(pair);
	if (decides)
		add_verdict(pair, decides);
	recorder_commit(pair->recorder);
	if (all)
		recorder_settle(pair->recorder, SETTLED_WITHIN);
	if (ended || !same)
		end_game(pair);
	if (!same)
		close_side(&pair->side[0]); /* it begins anew */
}

/* Has the tap another game than the one that is read?  */
static bool has_other(const struct side *side)
{
	const char *path = side->tap.plays.path;

	return path && *path && (!side->path || strcmp(path, side->path) != 0);
}

static bool games_begin(const struct pair *pair)
{
	const struct side *one = &pair->side[0], *other = &pair->side[1];

	return !pair->recorder && one->tap.plays.path && other->tap.plays.path && *one->tap.plays.path &&
	       *other->tap.plays.path && (has_other(one) || has_other(other)) &&
	       (!pair->games || !one->path || (has_other(one) && has_other(other)));
}

static void look(struct pair *pair)
{
	char *problem;

	if (pair->recorder)
		read_on(pair);
	if (!games_begin(pair))
		return;
	problem = begin_game(pair);
	free(pair->problem);
	pair->problem = problem;
	if (!problem)
		read_on(pair);
	else if (pair->games)
		pair->shown->traced(pair->shown->user, problem);
	pair->shown->heard(pair->shown->user);
}

/* ---- how both are held ---- */

static void add_held(struct pair *pair, const struct side *side)
{
	struct tapped_gate *gate = &pair->shown->gate;

	for (int i = 0; i < side->tap.gate.count; i++) {
		struct tapped_held held = side->tap.gate.held[i];
		struct message *message = &held.message;
		int at = gate->count;

		message->seat = seat_here(side, message->seat);
		message->bytes = bytes_copy(message->bytes, message->size);
		shift(&message->t_ns, shift_of(side));
		gate->held = bytes_resized(gate->held, sizeof(*gate->held) * ((size_t)gate->count + 1));
		for (; at > 0 && gate->held[at - 1].message.t_ns > message->t_ns; at--)
			gate->held[at] = gate->held[at - 1];
		gate->held[at] = held;
		gate->count++;
	}
}

/* One that stands makes both stand.  */
static enum judge_state state_of(const struct pair *pair)
{
	enum judge_state state = JUDGE_RUNNING;

	for (int i = 0; i < SIDES; i++) {
		const struct side *side = &pair->side[i];

		if (side->tap.fd < 0)
			continue;
		if (side->tap.gate.state == JUDGE_PAUSED)
			return JUDGE_PAUSED;
		if (side->tap.gate.state == JUDGE_STEPPING || side->tap.gate.state == JUDGE_ANSWERING)
			state = side->tap.gate.state;
	}
	return state;
}

static struct side *side_of(struct pair *pair, int seat)
{
	return &pair->side[seat == pair->side[0].seat ? 0 : 1];
}

static struct side *other_than(const struct side *side)
{
	return &side->pair->side[side == &side->pair->side[0]];
}

/* This breakpoint has stopped one tap.  The other does not know that it is gone, if it was there once.  */
static void delete_once(struct side *other, int number)
{
	struct pair *pair = other->pair;

	for (int i = 0; i < pair->onces; i++) {
		FREED char *line = bytes_text("delete %d", number);
		bool answer;

		if (pair->once[i] != number)
			continue;
		pair->once[i--] = pair->once[--pair->onces];
		free(watched_tell(&other->tap, line, &answer));
	}
}

/* Where a breakpoint stops one tap, the other is paused.  */
static void stop_both(struct pair *pair)
{
	for (int i = 0; i < SIDES; i++) {
		struct side *side = &pair->side[i], *other = other_than(side);
		const char *stopped = side->tap.gate.stopped;
		bool before = side->stopped;
		int number;

		side->stopped = stopped && side->tap.gate.state == JUDGE_PAUSED;
		if (!side->stopped || before || other->tap.fd < 0)
			continue;
		if (sscanf(stopped, "%*s %d,", &number) == 1)
			delete_once(other, number);
		if (other->tap.gate.state != JUDGE_PAUSED)
			free(watched_ask(&other->tap, &(struct request){.kind = REQUEST_PAUSE}));
	}
}

static void show_gate(struct pair *pair)
{
	struct tapped_gate *gate = &pair->shown->gate;
	int64_t newest = pair->recorder ? recorder_newest(pair->recorder) : 0;

	stop_both(pair);
	tapped_gate_clear(gate);
	gate->state = state_of(pair);
	for (int i = 0; i < SIDES; i++) {
		const char *stopped = pair->side[i].tap.gate.stopped;

		if (stopped && !gate->stopped)
			gate->stopped = bytes_text("%s", stopped);
		add_held(pair, &pair->side[i]);
	}
	for (int i = 0; i < gate->count; i++)
		gate->held[i].message.number = newest + 1 + i;
	if (pair->shown->shown)
		session_steered(pair->shown->shown);
}

static void heard(void *user)
{
	struct side *side = user;
	struct pair *pair = side->pair;

	look(pair);
	show_gate(pair);
	pair->shown->heard(pair->shown->user);
}

static void rings(void *user, int events UNUSED)
{
	struct pair *pair = user;

	look(pair);
	if (pair->shown->gate.count)
		show_gate(pair); /* their numbers come after what is there */
	loop_at(pair->timer, loop_now() + LOOK_EVERY);
}

static void traced(void *user, const char *line)
{
	const struct side *side = user;
	const struct watched *shown = side->pair->shown;

	shown->traced(shown->user, line);
}

/* ---- what a person asks for ---- */

/* The place at its tap's gate of what is held here as number `held`; NULL: there is none.  */
static struct side *side_of_held(struct pair *pair, int held, int *there)
{
	const struct tapped_gate *gate = &pair->shown->gate;
	int seat;

	if (held < 0 || held >= gate->count)
		return NULL;
	seat = gate->held[held].message.seat;
	*there = 0;
	for (int i = 0; i < held; i++)
		*there += gate->held[i].message.seat == seat;
	return side_of(pair, seat);
}

/* The tap where the next message is let pass: where one waits, or where an answer is due.  */
static struct side *side_that_goes(struct pair *pair, const struct request *request)
{
	struct side *side;
	int there;

	if (request->of_seat && request->seat != SEAT_NONE)
		return side_of(pair, request->seat);
	side = side_of_held(pair, 0, &there);
	return side ? side : &pair->side[pair->side[1].owes && !pair->side[0].owes];
}

static char *ask_side(struct side *side, struct request request)
{
	/* A move that only the other tap knows is not the next one.  */
	if (request.kind == REQUEST_NEXT)
		request.count =
			(request.count ? request.count : 1) + side->pair->turns - side->match.turn_count;
	if (request.of_seat)
		request.seat = SEAT_1;
	if (side->tap.fd < 0)
		return bytes_text("the tap of seat %d has ended", side->seat);
	side->tap.unseen = side->pair->shown->unseen;
	return watched_ask(&side->tap, &request);
}

/* Paused, both hold when this returns: the next request may be for either.  */
static char *ask_both(struct pair *pair, const struct request *request)
{
	char *problem = NULL;

	for (int i = 0; i < SIDES; i++) {
		struct watched *tap = &pair->side[i].tap;
		char *one = tap->fd < 0 ? NULL : ask_side(&pair->side[i], *request);

		if (tap->fd >= 0 && request->kind == REQUEST_PAUSE)
			tapped_await(tap->fd, &tap->plays, &tap->gate);

		if (problem)
			free(one);
		else
			problem = one;
	}
	return problem;
}

/* The other tap holds meanwhile.  */
static char *ask_one(struct pair *pair, const struct request *request)
{
	struct side *side = side_that_goes(pair, request), *other = other_than(side);

	if (other->tap.fd >= 0 && other->tap.gate.state != JUDGE_PAUSED)
		free(ask_side(other, (struct request){.kind = REQUEST_PAUSE}));
	return ask_side(side, *request);
}

static char *ask_about_held(struct pair *pair, const struct request *request)
{
	struct request there = *request;
	struct side *side = side_of_held(pair, request->held, &there.held);

	return side ? ask_side(side, there) : bytes_text("nothing is held: pause first");
}

char *pair_ask(void *user, const struct request *request)
{
	struct pair *pair = user;
	char *problem;

	pair->shown->asked = true;
	switch (request->kind) {
	case REQUEST_PAUSE:
	case REQUEST_GO:
	case REQUEST_NEXT:
	case REQUEST_ANSWER: problem = ask_both(pair, request); break;
	case REQUEST_STEP: problem = ask_one(pair, request); break;
	case REQUEST_EDIT:
	case REQUEST_DROP:
	case REQUEST_DELAY:
	case REQUEST_RESTORE: problem = ask_about_held(pair, request); break;
	case REQUEST_SEND:
		problem = ask_side(
			side_of(pair, request->seat),
			(struct request){.kind = REQUEST_SEND, .seat = SEAT_1, .text = request->text});
		break;
	default: problem = ask_side(&pair->side[0], *request); break; /* which refuses it */
	}
	look(pair);
	show_gate(pair);
	return problem;
}

/* Each tap knows its agent as seat 1.  NULL: both take a line of breakpoints now, and number them alike.  */
static char *settle_numbers(struct pair *pair)
{
	char *problem = NULL;

	for (int i = 0; i < SIDES && !problem; i++) {
		struct side *side = &pair->side[i];
		FREED char *line = bytes_text(TAPPED_SITS " %d %d", side->seat, pair->next);
		bool answer;

		if (side->tap.fd < 0)
			problem = bytes_text("the tap of seat %d has ended", side->seat);
		else
			problem = watched_tell(&side->tap, line, &answer);
	}
	return problem;
}

/* What both say, if that differs; frees it.  */
static char *both_words(const struct pair *pair, char *said[SIDES])
{
	char *words;

	if (!said[0] || !said[1] || strcmp(said[0], said[1]) == 0) {
		words = said[0];
		free(said[1]);
		return words;
	}
	words = bytes_text("seat %d: %s\nseat %d: %s", pair->side[0].seat, said[0], pair->side[1].seat,
			   said[1]);
	free(said[0]);
	free(said[1]);
	return words;
}

char *pair_tell(void *user, int seat, const char *line, bool *answer)
{
	static const char once[] = "break once ";
	struct pair *pair = user;
	char *said[SIDES] = {0}, *problem;
	int number;

	*answer = false;
	pair->shown->asked = true;
	if (seat != SEAT_NONE)
		return watched_tell(&side_of(pair, seat)->tap, line, answer);
	if ((problem = settle_numbers(pair)))
		return problem;
	for (int i = 0; i < SIDES; i++) {
		said[i] = watched_tell(&pair->side[i].tap, line, answer);
		if (said[i] && !*answer && i == 0)
			return said[0];
	}
	if (said[0] && sscanf(said[0], "%*[a-z] %d:", &number) == 1) {
		pair->next = number + 1;
		if (strncmp(line, once, strlen(once)) == 0) {
			pair->once = bytes_resized(pair->once, sizeof(int) * ((size_t)pair->onces + 1));
			pair->once[pair->onces++] = number;
		}
	}
	show_gate(pair);
	return both_words(pair, said);
}

const pid_t *pair_agents(const struct pair *pair)
{
	return pair->agents;
}

/* ---- the whole ---- */

struct pair *pair_new(struct loop *loop, const pid_t agents[2], struct watched *shown)
{
	struct pair *pair = bytes_new(sizeof(*pair));

	pair->shown = shown;
	pair->next = 1;
	pair->timer = loop_timer(loop, LOOP_LATER, rings, pair);
	for (int i = 0; i < SIDES; i++) {
		pair->agents[i] = agents[i];
		pair->side[i].pair = pair;
		pair->side[i].seat = i ? SEAT_2 : SEAT_1;
		pair->side[i].tap =
			(struct watched){.fd = -1, .heard = heard, .traced = traced, .user = &pair->side[i]};
	}
	/* What one tells while the other is begun is looked at behind them.  */
	for (int i = 0; i < SIDES; i++)
		watched_begin(&pair->side[i].tap, loop, (pid_t[SIDES]){agents[i]});
	shown->plays.name =
		bytes_text("%s and %s", pair->side[0].tap.plays.name ? pair->side[0].tap.plays.name : "?",
			   pair->side[1].tap.plays.name ? pair->side[1].tap.plays.name : "?");
	if (!shown->plays.path)
		shown->plays.path = bytes_text("%s", "");
	look(pair);
	loop_at(pair->timer, loop_now() + LOOK_EVERY);
	return pair;
}

bool pair_lives(const struct pair *pair)
{
	return pair->side[0].tap.fd >= 0 || pair->side[1].tap.fd >= 0;
}

const char *pair_problem(const struct pair *pair)
{
	return pair->problem;
}

void pair_free(struct pair *pair)
{
	if (!pair)
		return;
	loop_unwatch(pair->timer);
	end_game(pair);
	for (int i = 0; i < SIDES; i++) {
		watched_end(&pair->side[i].tap);
		close_side(&pair->side[i]);
	}
	if (pair->folder)
		folder_remove(pair->folder);
	free(pair->folder);
	free(pair->once);
	free(pair->problem);
	free(pair);
}
