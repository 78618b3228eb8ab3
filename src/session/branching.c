/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* branching.c - feeds new processes with the recorded messages until they have reached the position of the
 * branch.
 *
 * Nothing else changes until then, so a failure costs nothing.  */
#include "branching.h"

#include "ringside/protocol.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *branching_agent(const char *player)
{
	return strcmp(player, "human") == 0 ? NULL : player;
}

/* ---- looking ---- */

bool session_is_branching(const struct session *session)
{
	return session->branching != NULL;
}

char *session_branching(const struct session *session)
{
	const struct branching *branching = session->branching;

	if (!branching)
		return NULL;
	return bytes_text("new agents are being told the match so far: turn %d of %d",
			  rejoin_match(branching->rejoin)->turn_count, branching->turns);
}

/* ---- ending it ---- */

static void free_page(struct branching *branching)
{
	for (int i = 0; i < branching->page_count; i++)
		free(branching->page[i].bytes);
	branching->page_count = branching->page_at = 0;
}

static void free_branching(struct branching *branching)
{
	rejoin_free(branching->rejoin);
	loop_unwatch(branching->deadline);
	for (int s = 0; s < SEATS; s++) {
		player_free(branching->player[s]);
		free(branching->take[s]);
	}
	for (int i = 0; i < DIFFERENCES_NOTED; i++)
		free(branching->differences[i].text);
	free_page(branching);
	setup_free(&branching->setup);
	free(branching->why);
	free(branching->override);
	free(branching);
}

void branching_free(struct session *session)
{
	if (session->branching)
		free_branching(session->branching);
	session->branching = NULL;
}

char *branching_busy(void)
{
	return bytes_text("new agents are still being told the match so far");
}

void branching_tell(struct session *session, char *text, bool problem)
{
	assert(text);
	if (session->events.told && !session->beginning)
		session->events.told(session->user, text, problem);
	free(text);
}

void branching_fail(struct branching *branching, const char *problem)
{
	struct session *session = branching->session;
	bool due = from_is_due(session);
	const char *what = due ? session->setup.from.path : "nothing was changed";
	char *text =
		due && session->not_started ? bytes_text("%s", problem) : bytes_text("%s: %s", what, problem);

	branching_free(session);
	if (due) {
		from_fail(session, text);
		return;
	}
	branching_tell(session, text, true);
	session_changed(session);
}

/* ---- callbacks of the rejoin ---- */

static void read_page(struct branching *branching)
{
	free_page(branching);
	branching->page_count = match_file_history(branching->session->file, branching->parent,
						   branching->read, HISTORY_PAGE, branching->page);
	for (int i = 0; i < branching->page_count; i++)
		branching->page[i].bytes = bytes_copy(branching->page[i].bytes, branching->page[i].size);
}

static bool next_message(void *user, struct message *message)
{
	struct branching *branching = user;

	if (branching->page_at == branching->page_count)
		read_page(branching);
	if (branching->page_at == branching->page_count ||
	    branching->page[branching->page_at].n > branching->cut)
		return false;
	*message = branching->page[branching->page_at++];
	branching->read = message->n;
	return true;
}

static int64_t time_at(struct branching *branching, int64_t t)
{
	return awake_at(&branching->awake, t);
}

static void drop_player(struct branching *branching, int seat)
{
	assert(is_seat(seat));
	player_free(branching->player[seat]);
	branching->player[seat] = NULL;
}

static void spawn_fresh(void *user, int seat)
{
	struct branching *branching = user;
	char *problem = NULL;

	assert(is_seat(seat));
	drop_player(branching, seat);
	branching->player[seat] = players_spawn(branching->session, seat, &branching->setup, &problem);
	if (branching->player[seat])
		branching->player[seat]->branching = branching;
	else
		rejoin_not_started(branching->rejoin, time_at(branching, loop_now()), seat, problem);
	if (problem && from_is_due(branching->session) && !branching->session->not_started)
		branching->session->not_started = problem;
	else
		free(problem);
}

static void leave(void *user, int seat)
{
	drop_player(user, seat);
}

static void write_to(void *user, int seat, const char *bytes, size_t size)
{
	struct branching *branching = user;

	assert(is_seat(seat) && bytes);
	if (branching->player[seat])
		agent_write(branching->player[seat]->agent, bytes, size);
}

static void note_answer(void *user, const struct rejoin_answer *answer)
{
	struct branching *branching = user;
	int n = rejoin_differences(branching->rejoin) - 1;
	char *was, *is;

	if (answer->same || n >= DIFFERENCES_NOTED)
		return;
	was = answer->recorded ? bytes_escaped(answer->recorded, answer->recorded_size) : NULL;
	is = answer->answered ? bytes_escaped(answer->answered, answer->answered_size) : NULL;
	branching->differences[n].seat = answer->seat;
	if (!was)
		branching->differences[n].text = bytes_text(
			"told the match so far, it said \"%s\" in turn %d, where nothing was recorded", is,
			answer->turn);
	else if (is)
		branching->differences[n].text =
			bytes_text("told the match so far, it answered \"%s\" in turn %d; the recorded "
				   "answer \"%s\" (#%" PRId64 ") stands",
				   is, answer->turn, was, answer->message);
	else
		branching->differences[n].text =
			bytes_text("told the match so far, it did not answer in turn %d; the recorded answer "
				   "is \"%s\" (#%" PRId64 ")",
				   answer->turn, was, answer->message);
	free(was);
	free(is);
}

/* Why the recorded messages do not lead to the branch's position; NULL: they do.  The caller frees.  */
static char *shortfall(const struct branching *branching)
{
	const char *problem = match_file_problem(branching->session->file);
	int turns = rejoin_match(branching->rejoin)->turn_count;

	if (branching->successor >= 0 || turns == branching->turns)
		return NULL;
	return problem ? bytes_text("%s", problem)
		       : bytes_text("the file is damaged: its messages lead to turn %d, its table turn to "
				    "turn %d",
				    turns, branching->turns);
}

/* Handles the state after each input.  */
static void look(struct branching *branching, enum rejoin_state state)
{
	char *lacks;

	switch (state) {
	case REJOIN_WAITS:
		loop_at(branching->deadline,
			awake_wait(&branching->awake, rejoin_deadline(branching->rejoin)));
		session_changed(branching->session);
		return;
	case REJOIN_FAILED:
		branching->session->failed_seat = rejoin_failed_seat(branching->rejoin);
		branching_fail(branching, rejoin_problem(branching->rejoin));
		return;
	case REJOIN_DONE:
		lacks = shortfall(branching);
		if (lacks)
			branching_fail(branching, lacks);
		else
			branching_take_over(branching);
		free(lacks);
		return;
	}
}

void branching_bytes(struct player *player, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct branching *branching = player->branching;

	assert(player->branching && is_seat(player->seat));
	if (stream == STREAM_STDOUT)
		look(branching,
		     rejoin_bytes(branching->rejoin, time_at(branching, t), player->seat, bytes, size));
}

void branching_exited(struct player *player, int64_t t, struct ending ending)
{
	struct branching *branching = player->branching;
	int seat = player->seat;

	assert(player->branching && is_seat(player->seat));
	drop_player(branching, seat);
	look(branching, rejoin_exited(branching->rejoin, time_at(branching, t), seat, ending));
}

static void waited(void *user, int events)
{
	struct branching *branching = user;

	(void)events;
	look(branching, rejoin_time(branching->rejoin, time_at(branching, loop_now())));
}

/* ---- beginning it ---- */

struct branching *branching_new(struct session *session, int parent, int64_t cut, int turns)
{
	struct branching *branching = bytes_new(sizeof(*branching));

	branching->session = session;
	branching->deadline = loop_timer(session->loop, LOOP_LATER, waited, branching);
	branching->parent = parent;
	branching->cut = cut;
	branching->turns = turns;
	branching->successor = -1;
	for (int s = 0; s < SEATS; s++)
		branching->limits[s] = (struct seat_limits){-1, -1};
	return branching;
}

/* The set of seats whose new agents are fed with the recorded messages.  Fills branching->setup with the new
 * players' commands.
 */
static unsigned seats_to_feed(struct branching *branching)
{
	const struct protocol *protocol = protocol_named(branching->setup.system);
	unsigned fed = 0;

	for (int s = 0; s < SEATS; s++) {
		const char *taker = branching->take[s];
		bool agent = branching->setup.seat[s].kind == SEAT_AGENT;

		if (agent && taker && branching_agent(taker))
			setup_seat(&branching->setup, s, taker, protocol->samples);
		if (agent && (!taker || branching_agent(taker)) && !protocol->rejoins)
			fed |= 1u << s;
	}
	return fed;
}

char *branching_start(struct branching *branching)
{
	static const struct rejoin_events events = {.next = next_message,
						    .spawn = spawn_fresh,
						    .leave = leave,
						    .write = write_to,
						    .answered = note_answer};
	struct session *session = branching->session;
	struct setup setup = {0};
	char *problem = NULL;
	unsigned fed;

	assert(!branching->rejoin);
	if (!match_file_setup(session->file, 0, &setup) ||
	    !match_file_setup(session->file, branching->parent, &branching->setup)) {
		setup_free(&setup);
		free_branching(branching);
		return bytes_text("%s", match_file_problem(session->file));
	}
	fed = seats_to_feed(branching);
	if (branching->successor >= 0)
		fed &= 1u << branching->successor;
	setup.checked = getenv("RINGSIDE_CHECK") != NULL;
	branching->rejoin = rejoin_new(&setup, fed, &events, branching, &problem);
	setup_free(&setup);
	if (!branching->rejoin) {
		free_branching(branching);
		return problem;
	}
	for (int s = 0; s < SEATS; s++)
		if (branching->take[s] && branching->setup.seat[s].name)
			rejoin_name(branching->rejoin, s, branching->setup.seat[s].name);
	session->branching = branching;
	look(branching, rejoin_go(branching->rejoin, time_at(branching, loop_now())));
	return NULL;
}
