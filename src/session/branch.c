/* branch.c - a match goes on from one of its turns, or a seat with another agent: fresh processes are told
 * what the old ones were told (rejoin.h), and take their seats when they stand where the match stood.
 *
 * Until then everything stays as it was, so that what does not succeed costs nothing.  Agents that can be
 * told a position (protocol.h, rejoins) come in when the match goes on, and need not be fed.  */
#include "session_state.h"

#include "ringside/protocol.h"
#include "ringside/rejoin.h"
#include "ringside/replay.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 256, DIFFERENCES_NOTED = 100 };

struct difference {
	int seat;
	char *text; /* owned */
};

struct branching {
	struct session *session;
	struct rejoin *rejoin;
	struct watch *deadline;
	struct player *player[SEATS]; /* fresh ones, that sit nowhere yet */
	struct setup setup;           /* with those who sat there in the end */
	int parent;                   /* branch that it leaves */
	int turns;
	int64_t cut;       /* the last message that is history of the new branch */
	int successor;     /* only this seat gets another process, and the judge stays; -1: all do */
	bool goes_on;      /* it is to run, and not only to stand there */
	char *why;         /* owned */
	char *take[SEATS]; /* who sits down when it goes on; "human" or a command line; NULL: nobody else;
			      owned */
	char *override;    /* move in place of the one that was asked for; NULL: none; owned */
	int mover;         /* the seat that it is for */
	struct difference differences[DIFFERENCES_NOTED];
	struct message page[PAGE]; /* owns the bytes: the screen reads the file meanwhile */
	int page_count, page_at;
	int64_t read; /* number of the last message that was fed */
};

/* The command line of one that is no person.  */
static const char *agent_of(const char *player)
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
	return bytes_text("fresh agents are told the match so far: turn %d of %d",
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
		play_player_free(branching->player[s]);
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

/* Owns the text.  */
static void tell(struct session *session, char *text, bool problem)
{
	if (session->events.told)
		session->events.told(session->user, text, problem);
	free(text);
}

static void give_up(struct branching *branching)
{
	struct session *session = branching->session;
	char *text = bytes_text("nothing was changed: %s", rejoin_problem(branching->rejoin));

	branching_free(session);
	tell(session, text, true);
	session_changed(session);
}

/* ---- what the rejoining asks for ---- */

static void read_page(struct branching *branching)
{
	free_page(branching);
	branching->page_count = match_file_history(branching->session->file, branching->parent,
						   branching->read, PAGE, branching->page);
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

static void drop_player(struct branching *branching, int seat)
{
	play_player_free(branching->player[seat]);
	branching->player[seat] = NULL;
}

static void spawn_fresh(void *user, int seat)
{
	struct branching *branching = user;
	char *problem = NULL;

	drop_player(branching, seat);
	branching->player[seat] = play_spawn(branching->session, seat, &branching->setup, &problem);
	if (branching->player[seat])
		branching->player[seat]->branching = branching;
	else
		rejoin_not_started(branching->rejoin, loop_now(), seat, problem);
	free(problem);
}

static void leave(void *user, int seat)
{
	drop_player(user, seat);
}

static void write_to(void *user, int seat, const char *bytes, size_t size)
{
	struct branching *branching = user;

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
	was = bytes_escaped(answer->recorded, answer->recorded_size);
	is = answer->answered ? bytes_escaped(answer->answered, answer->answered_size) : NULL;
	branching->differences[n] = (struct difference){
		.seat = answer->seat,
		.text = is ? bytes_text(
				     "told the match so far, it answers \"%s\" in turn %d where \"%s\" was "
				     "answered (#%" PRId64 ") and stands",
				     is, answer->turn, was, answer->message)
			   : bytes_text(
				     "told the match so far, it does not answer in turn %d where \"%s\" was "
				     "answered (#%" PRId64 ")",
				     answer->turn, was, answer->message)};
	free(was);
	free(is);
}

/* ---- going on ---- */

/* The old agents are told goodbye; nothing of it is a part of the match.  */
static void retire(struct session *session)
{
	static const struct wish interrupt = {.kind = WISH_INTERRUPT};
	int64_t grace = protocol_named(judge_match(session->judge)->setup.system)->goodbye_grace;
	struct effect effect;

	free(judge_wish(session->judge, loop_now(), &interrupt));
	judge_dismiss(session->judge, loop_now());
	while (judge_effect(session->judge, loop_now(), &effect)) {
		struct player *player = session->player[effect.seat];

		if (player && effect.kind == EFFECT_MESSAGE && effect.message.direction == TO_AGENT)
			agent_write(player->agent, effect.message.bytes, effect.message.size);
	}
	for (int s = 0; s < SEATS; s++) {
		play_vacate(session, s, grace);
		session->out[s].size = 0;
	}
	judge_free(session->judge);
	session->judge = NULL;
}

/* What was measured then is in the match as it was, not in one that was replayed.  */
static void keep_measures(const struct match *was, struct judge *judge, int turns)
{
	for (int n = judge_match(judge)->dropped + 1; n <= turns; n++) {
		const struct turn *old = match_turn(was, n);
		struct turn *turn = judge_turn(judge, n);

		if (!old || !turn)
			continue;
		turn->cpu_ns = old->cpu_ns;
		turn->rss = old->rss;
	}
}

/* A match that was read from a file is played from now on.  */
static void begin_playing(struct session *session)
{
	match_free(&session->match);
	loop_unwatch(session->tick);
	session->followed = false;
	session->setup.stay = true;
	play_begins(session);
}

static void take_seats(struct branching *branching)
{
	struct session *session = branching->session;

	for (int s = 0; s < SEATS; s++) {
		if (!branching->player[s])
			continue;
		session->player[s] = branching->player[s];
		session->player[s]->branching = NULL;
		branching->player[s] = NULL;
	}
}

static char *wish_for(struct session *session, struct wish wish)
{
	return judge_wish(session->judge, loop_now(), &wish);
}

/* Those who sit down now, and those of the agents that can be told a position.  */
static char *seat_newcomers(struct branching *branching, bool rejoins)
{
	struct session *session = branching->session;
	char *problem = NULL;

	for (int s = 0; s < SEATS && !problem; s++) {
		const struct seat_setup *seat = &judge_match(session->judge)->setup.seat[s];
		const char *taker = branching->take[s];

		if (taker && session->player[s]) /* it was told all */
			problem = wish_for(session,
					   (struct wish){.kind = WISH_SUCCEED, .seat = s, .text = taker});
		else if (taker)
			problem = wish_for(
				session,
				(struct wish){.kind = WISH_SEAT, .seat = s, .text = agent_of(taker)});
		else if (rejoins && seat->kind == SEAT_AGENT)
			problem = wish_for(
				session, (struct wish){.kind = WISH_SEAT, .seat = s, .text = seat->command});
		if (taker && !problem)
			match_file_seat(session->file, s, seat);
	}
	return problem;
}

/* What the fresh processes have written ahead is heard as soon as they sit there.  */
static void hear_rests(struct branching *branching)
{
	struct session *session = branching->session;

	for (int s = 0; s < SEATS; s++) {
		size_t size;
		const char *bytes = rejoin_rest(branching->rejoin, s, &size);

		if (session->player[s] && size)
			judge_bytes(session->judge, loop_now(), s, STREAM_STDOUT, bytes, size);
	}
}

static void note_differences(struct branching *branching)
{
	for (int i = 0; i < DIFFERENCES_NOTED && branching->differences[i].text; i++)
		judge_remark(branching->session->judge, loop_now(), branching->differences[i].seat,
			     branching->differences[i].text);
}

static char *words_of_end(const struct branching *branching, int id)
{
	int differences = rejoin_differences(branching->rejoin);

	if (!differences)
		return bytes_text("branch %d goes on from move %d", id, branching->turns);
	return bytes_text(
		"branch %d goes on from move %d; %d answer%s now differ%s from the recorded one%s, which "
		"stand%s: see the log%s",
		id, branching->turns, differences, differences == 1 ? "" : "s", differences == 1 ? "s" : "",
		differences == 1 ? "" : "s", differences == 1 ? "s" : "",
		branching->successor < 0 ? "s" : "");
}

static void go_on(struct branching *branching)
{
	struct session *session = branching->session;
	struct judge *judge = rejoin_take(branching->rejoin);
	bool rejoins = protocol_named(judge_match(judge)->setup.system)->rejoins;
	char *problem, *words;
	int id;

	keep_measures(session_match(session), judge, branching->turns);
	if (session->judge) {
		recording_catch_up(session);
		retire(session);
	} else {
		begin_playing(session);
	}
	session->judge = judge;
	judge_older(judge, recording_older, session);
	session->turns_told = session->turns_measured = session->turns_recorded = branching->turns;
	session->verdict_due = session->next_due = session->ending = session->ended = false;
	id = match_file_branch(session->file, branching->parent, branching->turns, branching->cut,
			       branching->why);
	match_file_show(session->file, -1);
	take_seats(branching);
	replay_live(judge, loop_now(), match_file_newest(session->file), branching->why);
	note_differences(branching);
	problem = seat_newcomers(branching, rejoins);
	hear_rests(branching);
	if (!problem && branching->override)
		problem = wish_for(session, (struct wish){.kind = WISH_OVERRIDE,
							  .seat = branching->mover,
							  .text = branching->override});
	if (!problem && branching->goes_on)
		problem = wish_for(session, (struct wish){.kind = WISH_GO});
	words = problem ? problem : words_of_end(branching, id);
	branching_free(session);
	play_pump(session);
	tell(session, words, problem != NULL);
}

/* One seat only: the judge goes on as it is.  */
static void succeed(struct branching *branching)
{
	struct session *session = branching->session;
	int s = branching->successor, id;
	char *problem, *words;
	bool runs = branching->goes_on;

	recording_catch_up(session);
	play_vacate(session, s, protocol_named(session_match(session)->setup.system)->goodbye_grace);
	session->out[s].size = 0;
	id = match_file_branch(session->file, -1, session_match(session)->turn_count, 0, branching->why);
	take_seats(branching);
	problem = seat_newcomers(branching, false);
	note_differences(branching);
	hear_rests(branching);
	if (!problem && runs)
		problem = wish_for(session, (struct wish){.kind = WISH_GO});
	words = problem ? problem : words_of_end(branching, id);
	branching_free(session);
	play_pump(session);
	tell(session, words, problem != NULL);
}

/* After each input.  */
static void look(struct branching *branching, enum rejoin_state state)
{
	switch (state) {
	case REJOIN_WAITS:
		loop_at(branching->deadline, rejoin_deadline(branching->rejoin));
		session_changed(branching->session);
		return;
	case REJOIN_FAILED: give_up(branching); return;
	case REJOIN_DONE:
		if (branching->successor >= 0)
			succeed(branching);
		else
			go_on(branching);
		return;
	}
}

void branching_bytes(struct player *player, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct branching *branching = player->branching;

	if (stream == STREAM_STDOUT)
		look(branching, rejoin_bytes(branching->rejoin, t, player->seat, bytes, size));
}

void branching_exited(struct player *player, int64_t t, struct ending ending)
{
	struct branching *branching = player->branching;
	int seat = player->seat;

	drop_player(branching, seat);
	look(branching, rejoin_exited(branching->rejoin, t, seat, ending));
}

static void waited(void *user, int events)
{
	struct branching *branching = user;

	(void)events;
	look(branching, rejoin_time(branching->rejoin, loop_now()));
}

/* ---- beginning it ---- */

/* The number of the first message that belongs to turn 1; INT64_MAX: there is none.  */
static int64_t first_of_turns(struct session *session, int parent, int64_t answer)
{
	struct message page[PAGE];
	int64_t after = 0;
	int count;

	while ((count = match_file_history(session->file, parent, after, PAGE, page)) > 0) {
		for (int i = 0; i < count; i++)
			if (page[i].flags & MESSAGE_STARTS || page[i].n >= answer)
				return page[i].n;
		after = page[count - 1].n;
	}
	return INT64_MAX;
}

/* An answer that a person's move was put in place of is not history of another one.  */
static int64_t before_answer(struct session *session, int parent, int64_t n)
{
	struct message message;

	while (n > 0 && match_file_history(session->file, parent, n - 1, 1, &message) == 1 &&
	       message.n == n && message.flags & MESSAGE_CHANGED)
		n--;
	return n;
}

/* The last message that is still history; -1 and a problem.  */
static int64_t find_cut(struct session *session, const struct session_branch *wanted, int parent,
			char **problem)
{
	const struct match *match = session_match(session);
	const struct turn *last = match_turn(match, wanted->turns),
			  *next = match_turn(match, wanted->turns + 1);
	int64_t answer = next ? next->message : INT64_MAX, cut;

	if ((wanted->turns > 0 && (!last || last->message < 1)) || answer < 1) {
		*problem = bytes_text("what was said between the judge and the agents is not in this file");
		return -1;
	}
	if (wanted->override && next)
		return before_answer(session, parent, answer - 1);
	if (wanted->turns > 0)
		return last->message;
	cut = first_of_turns(session, parent, answer);
	return cut == INT64_MAX ? match_file_newest(session->file) : cut - 1;
}

/* The file, open for writing.  */
static char *make_writable(struct session *session)
{
	struct match_file *file;
	struct match match;
	char *problem = NULL;
	int shown;

	if (session->judge)
		return NULL;
	if (session->followed)
		return bytes_text("another ringside writes this match");
	shown = match_file_shown(session->file);
	file = match_file_append(match_file_path(session->file), &problem);
	if (!file)
		return problem;
	match_file_show(file, shown);
	if (!match_file_match(file, &match)) {
		problem = bytes_text("%s", match_file_problem(file));
		match_file_close(file);
		return problem;
	}
	match.revision = session->match.revision + 1;
	match_free(&session->match); /* it has words of the other */
	session->match = match;
	match_file_close(session->file);
	session->file = file;
	return NULL;
}

/* The branch that has this message in its own part of the history of `branch`.  */
static int owner_of(struct session *session, int branch, int turns, int64_t cut)
{
	struct branch_row *rows;
	int count = match_file_branches(session->file, &rows);

	while (branch > 0 && branch < count &&
	       (rows[branch].message ? cut <= rows[branch].message : turns <= rows[branch].turn))
		branch = rows[branch].parent;
	branch_rows_free(rows, count);
	return branch;
}

static struct branching *branching_new(struct session *session, int parent, int64_t cut, int turns)
{
	struct branching *branching = bytes_new(sizeof(*branching));

	branching->session = session;
	branching->deadline = loop_timer(session->loop, LOOP_LATER, waited, branching);
	branching->parent = parent;
	branching->cut = cut;
	branching->turns = turns;
	branching->successor = -1;
	return branching;
}

/* Agents of those seats are fed what was told to those that sat there; they are as branching->setup has them.
 */
static unsigned seats_to_feed(struct branching *branching)
{
	const struct protocol *protocol = protocol_named(branching->setup.system);
	unsigned fed = 0;

	for (int s = 0; s < SEATS; s++) {
		const char *taker = branching->take[s];
		bool agent = branching->setup.seat[s].kind == SEAT_AGENT;

		if (agent && taker && agent_of(taker))
			setup_seat(&branching->setup, s, taker, protocol->samples);
		if (agent && (!taker || agent_of(taker)) && !protocol->rejoins)
			fed |= 1u << s;
	}
	return fed;
}

/* Lets the rejoining begin; the session keeps it until its end.  */
static char *start(struct branching *branching)
{
	static const struct rejoin_events events = {.next = next_message,
						    .spawn = spawn_fresh,
						    .leave = leave,
						    .write = write_to,
						    .answered = note_answer};
	struct session *session = branching->session;
	struct setup setup;
	char *problem = NULL;
	unsigned fed;

	if (!match_file_setup(session->file, 0, &setup) ||
	    !match_file_setup(session->file, branching->parent, &branching->setup)) {
		free_branching(branching);
		return bytes_text("%s", match_file_problem(session->file));
	}
	fed = seats_to_feed(branching);
	if (branching->successor >= 0)
		fed &= 1u << branching->successor;
	branching->rejoin = rejoin_new(&setup, fed, &events, branching, &problem);
	setup_free(&setup);
	if (!branching->rejoin) {
		free_branching(branching);
		return problem;
	}
	session->branching = branching;
	look(branching, rejoin_go(branching->rejoin, loop_now()));
	return NULL;
}

/* NULL, or why nobody can sit down by that word.  */
static char *check_player(const struct setup *setup, const char *player)
{
	char *problem = NULL, **argv;

	if (!player || !agent_of(player))
		return NULL;
	argv = agent_command(player, protocol_named(setup->system)->samples, &problem);
	free(argv);
	return problem;
}

/* Is what is shown where the match is?  */
static bool shows_newest(struct session *session)
{
	struct branch_row *rows;
	int count = match_file_branches(session->file, &rows);
	bool newest = count > 0 && rows[count - 1].id == match_file_shown(session->file);

	branch_rows_free(rows, count);
	return newest;
}

/* Can all agents take back what was played, as they sit there?  */
static bool takes_back(const struct session *session)
{
	const struct match *match = session_match(session);

	if (!protocol_named(match->setup.system)->takeback)
		return false;
	for (int s = 0; s < SEATS; s++)
		if (match->setup.seat[s].kind == SEAT_AGENT && !session->player[s])
			return false;
	return true;
}

/* The agents that sit there take back, and go on.  */
static char *take_back(struct session *session, const struct session_branch *wanted)
{
	int count = session_match(session)->turn_count - wanted->turns;
	char *problem = wish_for(session, (struct wish){.kind = WISH_TAKEBACK, .count = count});

	if (!problem && wanted->override)
		problem = wish_for(session, (struct wish){.kind = WISH_OVERRIDE,
							  .seat = wanted->mover,
							  .text = wanted->override});
	if (!problem && wanted->goes_on)
		problem = wish_for(session, (struct wish){.kind = WISH_GO});
	play_pump(session);
	for (int s = SEAT_1; s < SEATS && !problem; s++)
		if (wanted->players[s])
			problem = session_seat(session, s, wanted->players[s]);
	return problem;
}

char *session_branch(struct session *session, const struct session_branch *wanted)
{
	const struct match *match = session_match(session);
	struct branching *branching;
	char *problem = NULL;
	int64_t cut;
	int parent;

	if (session->branching)
		return bytes_text("fresh agents are still being told the match so far");
	if (!session->file)
		return bytes_text("nothing is recorded, so that nothing can be gone back to: --record FILE");
	if (wanted->turns < 0 || wanted->turns > match->turn_count)
		return bytes_text("only %d moves were played", match->turn_count);
	for (int s = 0; s < SEATS && !problem; s++)
		problem = check_player(&match->setup, wanted->players[s]);
	if (problem)
		return problem;
	recording_catch_up(session);
	parent = match_file_shown(session->file);
	if (session->judge && takes_back(session) && wanted->turns < match->turn_count &&
	    shows_newest(session))
		return take_back(session, wanted);
	cut = find_cut(session, wanted, parent, &problem);
	if (cut < 0 || (problem = make_writable(session)))
		return problem;
	match = session_match(session);
	parent = owner_of(session, parent, wanted->turns, cut);
	if (session->judge && session_state(session) != JUDGE_OVER)
		free(wish_for(session, (struct wish){.kind = WISH_PAUSE}));
	branching = branching_new(session, parent, cut, wanted->turns);
	branching->goes_on = wanted->goes_on;
	branching->why = bytes_text("%s", wanted->why);
	branching->override = wanted->override ? bytes_text("%s", wanted->override) : NULL;
	branching->mover = wanted->mover;
	for (int s = 0; s < SEATS; s++)
		branching->take[s] = wanted->players[s] ? bytes_text("%s", wanted->players[s]) : NULL;
	return start(branching);
}

char *session_seat(struct session *session, int seat, const char *player)
{
	const struct match *match = session_match(session);
	struct branching *branching;
	char *problem, *why;

	if (seat < SEAT_NONE || seat >= SEATS || match->setup.seat[seat].kind == SEAT_FREE)
		return bytes_text("nobody sits on seat %d", seat);
	if (!session->judge || match->over)
		return bytes_text(
			"the match is over: go back to a turn, and resume with other players there");
	if (session->branching)
		return bytes_text("fresh agents are still being told the match so far");
	if ((problem = check_player(&match->setup, player)))
		return problem;
	if (!agent_of(player) || match->setup.seat[seat].kind != SEAT_AGENT ||
	    protocol_named(match->setup.system)->rejoins) {
		recording_catch_up(session);
		problem =
			judge_wish(session->judge, loop_now(),
				   &(struct wish){.kind = WISH_SEAT, .seat = seat, .text = agent_of(player)});
		if (!problem && session->file) { /* before what has happened is recorded */
			why = bytes_text("seat %d: %s", seat, player);
			match_file_branch(session->file, -1, match->turn_count, 0, why);
			match_file_seat(session->file, seat, &match->setup.seat[seat]);
			free(why);
		}
		play_pump(session);
		return problem;
	}
	if (!session->file)
		return bytes_text(
			"nothing is recorded, so that nobody can be told what was before: --record FILE");
	branching = branching_new(session, match_file_shown(session->file), 0, match->turn_count);
	branching->goes_on = session_state(session) == JUDGE_RUNNING;
	free(wish_for(session, (struct wish){.kind = WISH_PAUSE}));
	play_pump(session);
	recording_catch_up(session);
	branching->successor = seat;
	branching->cut = match_file_newest(session->file);
	branching->take[seat] = bytes_text("%s", player);
	branching->why = bytes_text("seat %d: %s", seat, player);
	return start(branching);
}

/* ---- wishes that are granted by a branch ---- */

static bool agent_to_move(const struct session *session)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (session_to_move(session, s) && session_match(session)->setup.seat[s].kind == SEAT_AGENT)
			return true;
	return false;
}

bool branch_grants(struct session *session, const struct wish *wish, char **problem)
{
	const struct match *match = session_match(session);
	const struct turn *last = match_turn(match, match->turn_count);
	struct session_branch branch = {.goes_on = session_state(session) != JUDGE_PAUSED};
	int count = wish->count > 0 ? wish->count : 1;

	if (!session->file || takes_back(session) || !last)
		return false;
	if (wish->kind == WISH_TAKEBACK && count <= match->turn_count) {
		branch.turns = match->turn_count - count;
		branch.why = "takeback";
	} else if (wish->kind == WISH_OVERRIDE && !match->over && !agent_to_move(session) &&
		   match->setup.seat[last->seat].kind == SEAT_AGENT) {
		branch.turns = match->turn_count - 1;
		branch.why = "override";
		branch.override = wish->text;
		branch.mover = last->seat;
	} else {
		return false;
	}
	*problem = session_branch(session, &branch);
	return true;
}
