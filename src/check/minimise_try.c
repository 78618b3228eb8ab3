/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise_try.c - plays one match of `ringside minimise`, with an agent on one seat, and says what tells its
 * failure from others.
 *
 * The players on the other seats are people. What they do is known beforehand: moves, lines that they send to
 * the agent, moves that they take back. What is not allowed where it comes is left out. When there is no
 * more, the match is broken off. All ends as soon as it is decided: no process is waited for.
 *
 * The games before it are played in the same way, to the end, so that the process knows what it knew.  */
#include "minimise.h"

#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include "ringside/crash_report.h"
#include "ringside/fuzz.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- cases ---- */

void minimise_case_free(struct minimise_case *turns)
{
	for (int i = 0; i < turns->count; i++)
		free(turns->turns[i].text);
	free(turns->turns);
	*turns = (struct minimise_case){0};
}

void minimise_case_add(struct minimise_case *turns, int seat, enum minimise_act act, const char *text)
{
	turns->turns = bytes_grown(turns->turns, turns->count, sizeof(*turns->turns));
	turns->turns[turns->count++] =
		(struct minimise_turn){.seat = seat, .act = act, .text = bytes_text("%s", text)};
}

void minimise_case_add_turns(struct minimise_case *turns, const struct match *match, int since)
{
	for (int n = since + 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_turn(match, n);

		if (turn && turn->played)
			minimise_case_add(turns, turn->seat, MINIMISE_MOVES, turn->played);
	}
}

char *minimise_file(const char *record, const struct minimise_before *before, const struct setup *setup,
		    int i)
{
	if (!before->count)
		return bytes_text("%s", record);
	return match_file_of_game(record, i < before->count ? before->at[i].setup.game : setup->game);
}

void minimise_remove(const char *record, const struct minimise_before *before, const struct setup *setup)
{
	for (int i = 0; i <= before->count; i++) {
		FREED char *path = minimise_file(record, before, setup, i);

		free(match_file_remove(path));
	}
}

char *minimise_begin(const struct setup *base, const struct minimise_case *from, struct setup *setup)
{
	const struct protocol *protocol = protocol_named(base->system);
	struct match match;
	char *problem;

	setup_copy(setup, base);
	if (!from->begin)
		return NULL;
	if (!protocol->openings) {
		setup_free(setup);
		return bytes_text("no match of %s can begin with a position", base->system);
	}
	match_init(&match, base);
	match.keeps_all = true;
	for (int i = 0; i < from->begin; i++)
		match_append(&match,
			     &(struct turn){.seat = from->turns[i].seat, .played = from->turns[i].text});
	problem = protocol->openings->resume(&match, from->begin, setup);
	match_free(&match);
	if (problem)
		setup_free(setup);
	/* The problem is a text of its own, independent of the match.  */
	/* cppcheck-suppress returnDanglingLifetime */
	return problem;
}

/* ---- what tells a failure from others ---- */

/* Numbers, addresses and positions are left out, because they differ from match to match.  Last words that
 * are no report of a crash say too little: an agent may log each of its moves.  */

/* A number, also with 0x before it, or a short word with one in it, as h8; 0: neither begins here.  */
static size_t number_size(const char *text)
{
	enum { SHORT = 4 };
	size_t size = 0;
	bool hex = text[0] == '0' && text[1] == 'x', digits = false, other = false;

	for (; isalnum((unsigned char)text[size]); size++) {
		digits |= isdigit((unsigned char)text[size]);
		other |= !isdigit((unsigned char)text[size]);
	}
	return digits && (hex || !other || size <= SHORT) ? size : 0;
}

/* A position as FEN has it, with its fields; 0: none begins here.  */
static size_t position_size(const char *text)
{
	enum { ROWS = 8, FIELDS = 5 };
	size_t size = 0;
	int rows = 1;

	for (; text[size] && strchr("12345678pnbrqkPNBRQK/", text[size]); size++)
		rows += text[size] == '/';
	for (int i = 0; i < FIELDS && text[size] == ' '; i++)
		size += 1 + strcspn(text + size + 1, " \n");
	return rows == ROWS ? size : 0;
}

static size_t word_size(const char *text)
{
	size_t size = 0;

	while (isalnum((unsigned char)text[size]) || text[size] == '_')
		size++;
	return size ? size : 1;
}

static void add_print(struct bytes *print, const char *text)
{
	for (size_t size; *text; text += size) {
		size = position_size(text);
		if (!size)
			size = number_size(text);
		if (size)
			bytes_add(print, "#", 1);
		else
			bytes_add(print, text, size = word_size(text));
	}
	bytes_add(print, "\n", 1);
}

static void add_frame(struct bytes *print, const char *backtrace)
{
	char *copy = bytes_text("%s", backtrace), *rest;

	for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		if (crash_report_is_own(line)) {
			add_print(print, line);
			break;
		}
	free(copy);
}

static void add_report(struct bytes *print, struct match_file *file, int seat)
{
	enum { LINES_MOST = 64 };
	struct message_query query = {.seats = 1u << seat,
				      .channels = CHANNEL_BIT(CHANNEL_STDERR),
				      .directions = 1u << FROM_AGENT,
				      .last = INT64_MAX};
	struct message messages[LINES_MOST];
	int count = match_file_before(file, &query, INT64_MAX, LINES_MOST, messages);
	const char *lines[LINES_MOST];
	bool shown[LINES_MOST];
	char *copies[LINES_MOST];
	struct crash_report report;

	for (int i = 0; i < count; i++) {
		size_t size;
		FREED char *plain = shown_text(NULL, &messages[i], &size);

		copies[i] = bytes_escaped(plain, size);
		lines[i] = copies[i];
	}
	report = crash_report_find(lines, count, shown);
	for (int i = 0; i < count; i++) {
		if (i >= report.first && i < report.end && shown[i])
			add_print(print, lines[i]);
		free(copies[i]);
	}
}

/* How its process ended. When that was noticed depends on chance, so the verdict may say it in several ways.
 * False: it has not ended.  */
static bool add_end(struct bytes *print, struct match_file *file, int seat)
{
	enum { NOTES_MOST = 20 };
	struct message_query query = {.seats = 1u << seat,
				      .channels = CHANNEL_BIT(CHANNEL_EVENT),
				      .directions = 1u << EVENT,
				      .last = INT64_MAX};
	struct message notes[NOTES_MOST];
	int count = match_file_before(file, &query, INT64_MAX, NOTES_MOST, notes);

	while (count && !event_ends(&notes[count - 1].event))
		count--;
	if (count) {
		FREED char *words = event_words(&notes[count - 1]);

		add_print(print, words);
	}
	return count != 0;
}

static void add_verdict(struct bytes *print, struct match_file *file, const struct match *match, int seat)
{
	const struct verdict *verdict = &match->verdict;
	bool ends =
		reason_is(verdict->reason, REASON_OF_ENDING) || strcmp(verdict->reason, REASON_START) == 0;

	add_print(print, verdict->reason);
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 /* it names only the limit */ ||
	    match_waited_late(match, verdict) || (file && ends && add_end(print, file, seat)))
		return;
	add_print(print, verdict->detail ? verdict->detail : "");
}

/* What tells a failure of the seat from others: the verdict, the first frame of a backtrace, and the last
 * words on stderr; without numbers and addresses, which differ each time.  The caller frees.  */
static char *print_of(struct match_file *file, const struct match *match, int seat)
{
	struct bytes print = {0};

	add_print(&print, "");
	if (match->over)
		add_verdict(&print, file, match, seat);
	if (match->backtrace[seat])
		add_frame(&print, match->backtrace[seat]);
	if (file)
		add_report(&print, file, seat);
	return print.at;
}

struct playing {
	const struct minimise_try *try;
	struct loop *loop;
	struct session *session;
	struct watch *timer;
	struct breakpoints *breakpoints; /* for the condition; NULL: none is wanted */
	struct setup begun;              /* of the match, with its position */
	int at;                          /* the current game; that many games were before it */
	/* Of the current game.  */
	const struct setup *setup;
	const struct minimise_case *played;
	int next[SEATS];                         /* the next turn of the case to look at for that seat */
	const struct minimise_turn *last[SEATS]; /* its last move; NULL: none, or it was repeated */
	struct minimise_case done;               /* what has happened so far, with the position */
	int noted;                               /* turns of the match that are in it */
	bool owes[SEATS];                        /* it has to show that it survived what was done last */
	bool over;
	struct minimise_result result;
};

/* ---- what is wanted ---- */

/* Breakpoints with the condition that is wanted; NULL: none is, or it has that mistake, whose text is the
 * caller's.  */
static struct breakpoints *read_condition(const struct minimise_while *wanted, const struct setup *setup,
					  struct condition_mistake *mistake)
{
	struct breakpoints *breakpoints = wanted->condition ? breakpoints_new() : NULL;
	struct match before = match_before(setup);
	FREED char *typed = bytes_text("if %s", wanted->what);

	mistake->text = NULL;
	if (breakpoints && !breakpoints_add(breakpoints, BREAKPOINT, false, typed, &before, mistake)) {
		breakpoints_free(breakpoints);
		breakpoints = NULL;
	}
	return breakpoints;
}

char *minimise_read_while(const char *text, const struct setup *setup, struct minimise_while *wanted)
{
	struct condition_mistake mistake;
	char *problem = NULL;

	*wanted = (struct minimise_while){.what = text, .condition = true};
	for (const struct reason *reason = shared_reasons; reason->word; reason++)
		if (reason->until && strcmp(text, reason->until) == 0) {
			wanted->reason[wanted->reason[0] != NULL] = reason->word;
			wanted->condition = false;
		}
	breakpoints_free(read_condition(wanted, setup, &mistake));
	if (mistake.text)
		problem = bytes_text("--while %s: expected crash, illegal, timeout or a condition: %s", text,
				     mistake.text);
	free(mistake.text);
	return problem;
}

/* ---- playing ---- */

/* Is it the match itself?  */
static bool is_last(const struct playing *playing)
{
	return playing->at == playing->try->before.count;
}

/* Has the process of the game before not stayed for this one?  */
static bool began_fresh(const struct playing *playing)
{
	struct match_file *file = playing->at ? session_whole_file(playing->session) : NULL;

	return file && !match_file_game_before(file, playing->try->seat);
}

/* A try with several processes says nothing.  */
static void end(struct playing *playing, enum minimise_end how, char *words)
{
	if (playing->over) {
		free(words);
		return;
	}
	if (how != MINIMISE_INTERRUPTED && began_fresh(playing)) {
		how = MINIMISE_NO;
		free(words);
		words = bytes_text("game %d began with a fresh process", playing->setup->game);
	}
	playing->over = true;
	playing->result.end = how;
	playing->result.words = words;
	loop_stop(playing->loop);
}

/* Is it a failure of an agent, and has its system no excuse for it?  */
static bool is_failure(const struct playing *playing, const struct match *match)
{
	const struct fuzz *fuzz = protocol_named(match->setup.system)->tools->fuzz;
	const struct verdict *v = &match->verdict;

	return v->failed != SEAT_NONE && match->setup.seat[v->failed].kind == SEAT_AGENT &&
	       strcmp(v->reason, REASON_RESIGN) != 0 &&
	       !(fuzz && fuzz->excuses &&
		 fuzz->excuses(match, session_seat_state(playing->session, v->failed).has_left));
}

/* The seat's next move from turn *i on, which moves behind it; NULL: there is none.  */
static const char *next_move(const struct minimise_case *moves, int seat, int *i)
{
	while (*i < moves->count)
		if (moves->turns[(*i)++].seat == seat)
			return moves->turns[*i - 1].text;
	return NULL;
}

/* The first move in which a game before the match differs from the recorded one, for people; NULL: none. Both
 * may move at once, so each seat counts alone, and a person may have moved once more (play_again()).  */
static char *difference(const struct playing *playing)
{
	const struct minimise_case *recorded = &playing->try->before.at[playing->at].moves;
	struct minimise_case moves = {.count = 0};
	char *differs = NULL;

	minimise_case_add_turns(&moves, session_match(playing->session), 0);
	for (int s = SEAT_1; s < SEATS && !differs; s++) {
		int n = 0, at_was = 0, at_is = 0;
		const char *was, *is;

		do {
			was = next_move(recorded, s, &at_was);
			is = next_move(&moves, s, &at_is);
			n++;
		} while (was && is && strcmp(was, is) == 0);
		if (was || (is && s == playing->try->seat))
			differs = bytes_text("move %d of seat %d was %s, is %s", n, s, was ? was : "none",
					     is ? is : "none");
	}
	minimise_case_free(&moves);
	return differs;
}

/* A game before the match is over.  */
static void compare(struct playing *playing)
{
	FREED char *differs = difference(playing);

	if (differs || began_fresh(playing)) {
		playing->result.status = EXIT_CANNOT_RUN;
		end(playing, MINIMISE_FAILED,
		    bytes_text("game %d goes another way than recorded (%s): --alone begins with game %d",
			       playing->setup->game, differs ? differs : "", playing->try->setup->game));
	}
}

static void verdict(void *user, const struct match *match)
{
	struct playing *playing = user;
	const struct minimise_while *wanted = playing->try->wanted;
	const struct verdict *v = &match->verdict;
	bool happens = wanted->failure && is_failure(playing, match);

	if (!is_last(playing)) {
		compare(playing);
		return;
	}
	for (int i = 0; i < 2; i++)
		happens |= wanted->reason[i] && v->failed == playing->try->seat &&
			   strcmp(v->reason, wanted->reason[i]) == 0;
	if (happens && !playing->over && wanted->had_core && match_waiting_decided(match)) {
		playing->result.inconclusive = true;
		happens = false;
	} else if (happens && !playing->over) {
		playing->result.seat = v->failed;
		playing->result.reason = v->reason;
	}
	end(playing, happens ? MINIMISE_YES : MINIMISE_NO,
	    bytes_text("%s: %s", v->reason, v->detail ? v->detail : ""));
}

/* Adds the turns that were played since.  */
static void note_turns(struct playing *playing)
{
	const struct match *match = session_match(playing->session);

	minimise_case_add_turns(&playing->done, match, playing->noted);
	playing->noted = match->turn_count;
}

/* A move of the person on that seat, or in place of the agent's.  NULL, or why it is not legal here.  */
static char *play_move(struct playing *playing, const struct minimise_turn *turn)
{
	const struct match *match = session_match(playing->session);
	bool replaces = turn->act != MINIMISE_MOVES;
	char *problem, *move = protocol_named(match->setup.system)
				       ->move_form(match, match->turn_count, turn->text, &problem);

	if (move)
		problem = session_request(
			playing->session,
			&(struct request){.kind = replaces ? REQUEST_OVERRIDE : REQUEST_PLAY,
					  .seat = turn->act == MINIMISE_MOVES    ? turn->seat
						  : turn->act == MINIMISE_ANSWER ? playing->try->seat
										 : SEAT_NONE,
					  .text = move});
	free(move);
	return problem;
}

/* Does what a person does there.  False: it is not allowed here.  */
static bool act(struct playing *playing, const struct minimise_turn *turn)
{
	int64_t number = strtoll(turn->text, NULL, 10);
	int agent = playing->try->seat;
	struct request sends = {.kind = REQUEST_SEND, .seat = agent, .text = turn->text};
	struct request takes_back = {.kind = REQUEST_TAKEBACK, .count = (int)number};
	struct request limits = {.kind = REQUEST_TURN_LIMIT, .seat = agent, .ns = number};
	bool early = !session_waits_for(playing->session, turn->seat);
	const struct match *match = session_match(playing->session);
	const struct turn *last = match_turn(match, match->turn_count);
	int game = playing->at;
	char *problem = NULL;

	note_turns(playing);
	switch (turn->act) {
	case MINIMISE_MOVES: problem = play_move(playing, turn); break;
	case MINIMISE_OVERRIDE: /* the agent must just have moved */
		if (!last || last->seat != agent)
			return false;
		problem = play_move(playing, turn);
		break;
	case MINIMISE_ANSWER:
		if (!session_seat_state(playing->session, agent).to_move)
			return false;
		problem = play_move(playing, turn);
		break;
	case MINIMISE_SENDS: problem = session_request(playing->session, &sends); break;
	case MINIMISE_TAKEBACK: problem = session_request(playing->session, &takes_back); break;
	case MINIMISE_LIMIT: problem = session_request(playing->session, &limits); break;
	case MINIMISE_TELLS: return false; /* minimise_tell() has those */
	}
	if (problem) {
		free(problem);
		return false;
	}
	if (playing->at != game) /* the next one has begun */
		return true;
	playing->owes[turn->seat] = turn->act != MINIMISE_MOVES;
	if (turn->act == MINIMISE_MOVES)
		return true;
	minimise_case_add(&playing->done, turn->seat, turn->act, turn->text);
	playing->done.turns[playing->done.count - 1].early = early;
	playing->noted = session_match(playing->session)->turn_count;
	return true;
}

/* Does the next thing that the person on that seat does.  False: there is no more.  */
static bool do_next(struct playing *playing, int seat)
{
	const struct minimise_case *played = playing->played;

	while (playing->next[seat] < played->count) {
		const struct minimise_turn *turn = &played->turns[playing->next[seat]++];

		if (turn->seat == seat && act(playing, turn)) {
			if (playing->played == played)
				playing->last[seat] = turn->act == MINIMISE_MOVES ? turn : NULL;
			return true;
		}
	}
	return false;
}

/* Beside an agent that plays alone nobody moves: so what a person does comes after as many of its moves.  */
static bool is_due(const struct playing *playing, int next)
{
	const struct minimise_case *played = playing->played;
	int moves = 0;

	for (int i = played->begin; i < next; i++)
		moves += played->turns[i].act == MINIMISE_MOVES;
	return setup_lone_seat(playing->setup) == SEAT_NONE ||
	       session_match(playing->session)->turn_count >= moves;
}

/* Does what the person on that seat does next, if it came while the agent was to move, as it is now.  */
static void do_early(struct playing *playing, int seat)
{
	int *next = &playing->next[seat];

	while (!playing->over && *next < playing->played->count &&
	       session_seat_state(playing->session, playing->try->seat).to_move) {
		const struct minimise_turn *turn = &playing->played->turns[*next];

		if (turn->seat == seat && !(turn->early && is_due(playing, *next)))
			return;
		++*next;
		if (turn->seat == seat)
			act(playing, turn);
	}
}

/* The same of what is made as the match goes on.  */
static bool do_made(struct playing *playing, int seat)
{
	enum { REFUSED_MOST = 300 };

	for (int i = 0; i < REFUSED_MOST; i++) {
		struct minimise_turn turn;
		bool done;

		if (!playing->try->next(playing->try->user, playing->session, seat, &turn))
			return false;
		done = act(playing, &turn);
		free(turn.text);
		if (done)
			return true;
	}
	return false;
}

/* A round in which all move at once may need one more move than was recorded before the agent is asked.
 * Repeats the seat's last one.  */
static bool play_again(struct playing *playing, int seat)
{
	const struct minimise_turn *turn = playing->last[seat];

	playing->last[seat] = NULL;
	return turn && session_seat_state(playing->session, playing->try->seat).to_move && act(playing, turn);
}

/* After the last line to an agent, or another act, it has to answer once more: an end between two turns is
 * noticed when it is needed.  */
static bool play_any(struct playing *playing, int seat)
{
	enum { REFUSED_MOST = 300 };
	const struct fuzz *fuzz = protocol_named(playing->setup->system)->tools->fuzz;
	struct fuzz_chance chance = {.state = 1};
	bool done = false;

	for (int i = 0; playing->owes[seat] && fuzz && fuzz->move && !done && i < REFUSED_MOST; i++) {
		struct minimise_turn turn = {.seat = seat, .act = MINIMISE_MOVES};

		turn.text =
			fuzz->move(session_match(playing->session), seat, (unsigned)i % FUZZ_STYLES, &chance);
		done = turn.text && act(playing, &turn);
		free(turn.text);
	}
	playing->owes[seat] = done && !session_seat_state(playing->session, playing->try->seat).to_move;
	return done;
}

/* A game before the match ends as it was recorded.  True: the agent has to be asked once more before.  */
static bool conclude(struct playing *playing, int seat)
{
	struct request ends = {.kind = REQUEST_ADJUDICATE,
			       .seat = playing->try->before.at[playing->at].winner};
	FREED char *lacks = difference(playing);
	bool again = lacks && play_again(playing, seat);

	if (!again)
		free(session_request(playing->session, &ends));
	return again;
}

/* What a person does next who is to move.  False: nothing.  */
static bool go_on(struct playing *playing, int seat)
{
	const struct minimise_try *try = playing->try;

	if (try->next ? do_made(playing, seat) : do_next(playing, seat))
		return true;
	if (!is_last(playing))
		return !session_seat_state(playing->session, try->seat).thinks && conclude(playing, seat);
	if (!try->next && (play_again(playing, seat) || play_any(playing, seat)))
		return true;
	end(playing, MINIMISE_NO, bytes_text("it went on to the last move"));
	return false;
}

static void stands(void *user, int events UNUSED)
{
	struct playing *playing = user;
	struct session *session = playing->session;
	const char *stopped = session_stopped(session, NULL);

	if (stopped)
		end(playing, MINIMISE_YES, bytes_text("%s", stopped));
	for (int s = SEAT_1; s < SEATS; s++) {
		while (!playing->over && session_waits_for(session, s) && go_on(playing, s))
			;
		if (!playing->try->next)
			do_early(playing, s);
	}
}

static void changed(void *user)
{
	struct playing *playing = user;

	if (playing->session && !playing->over)
		loop_at(playing->timer, loop_now());
}

/* What was done in the game before is forgotten.  */
static void begin_game(struct playing *playing)
{
	const struct minimise_try *try = playing->try;
	struct minimise_game *before = is_last(playing) ? NULL : &try->before.at[playing->at];
	const struct minimise_case *played = before ? &before->played : try->played;

	playing->setup = before ? &before->setup : try->setup;
	playing->played = played;
	minimise_case_free(&playing->done);
	playing->noted = 0;
	for (int s = 0; s < SEATS; s++) {
		playing->next[s] = played->begin;
		playing->last[s] = NULL;
		playing->owes[s] = false;
	}
	for (int i = 0; i < played->begin; i++)
		minimise_case_add(&playing->done, played->turns[i].seat, MINIMISE_MOVES,
				  played->turns[i].text);
	playing->done.begin = played->begin;
}

/* The condition counts in the match itself only.  */
static void watch_last(const struct playing *playing)
{
	if (playing->breakpoints && is_last(playing))
		breakpoints_watch(playing->breakpoints, playing->session);
}

static bool next_game(void *user, struct setup *setup)
{
	struct playing *playing = user;
	int before = setup->game_before;
	bool checked = setup->checked;

	if (playing->over || is_last(playing))
		return false;
	playing->at++;
	begin_game(playing);
	watch_last(playing);
	setup_free(setup);
	setup_copy(setup, is_last(playing) ? &playing->begun : playing->setup);
	setup->game_before = before;
	setup->checked = checked;
	return true;
}

static void ended(void *user)
{
	end(user, MINIMISE_NO, bytes_text("the match ended"));
}

/* ---- what came out ---- */

void minimise_result_free(struct minimise_result *result)
{
	minimise_case_free(&result->turns);
	free(result->words);
	free(result->print);
	*result = (struct minimise_result){0};
}

int minimise_messages(struct match_file *file, int seat)
{
	struct message_query told = {.seats = 1u << seat,
				     .channels = CHANNEL_ALL,
				     .directions = 1u << TO_AGENT,
				     .last = INT64_MAX};
	struct message page[64];
	int64_t after = 0;
	int count = 0, read;

	do {
		read = file ? match_file_after(file, &told, after, 64, page) : 0;
		for (int i = 0; i < read; i++)
			count += !(page[i].flags & (MESSAGE_UNSENT | MESSAGE_WITHHELD));
		after = read ? page[read - 1].n : after;
	} while (read == 64);
	return count;
}

/* It has happened; but not if it is another failure than the wanted one.  */
static void take_result(struct playing *playing)
{
	const struct minimise_try *try = playing->try;
	struct minimise_result *result = &playing->result;

	note_turns(playing);
	result->turns = playing->done;
	playing->done = (struct minimise_case){0};
	result->messages = minimise_messages(session_whole_file(playing->session), try->seat);
	if (!try->wanted->failure && !try->wanted->print)
		return;
	result->print =
		print_of(session_whole_file(playing->session), session_match(playing->session), result->seat);
	if (try->wanted->print && strcmp(try->wanted->print, result->print) != 0)
		result->end = MINIMISE_NO;
}

static void run(struct playing *playing)
{
	struct condition_mistake mistake; /* none: it was read before */
	const char *problem;

	playing->timer = loop_timer(playing->loop, LOOP_LATER, stands, playing);
	loop_at(playing->timer, loop_now());
	playing->breakpoints = read_condition(playing->try->wanted, playing->try->setup, &mistake);
	watch_last(playing);
	while (!playing->over && !*playing->try->interrupted)
		loop_run(playing->loop);
	if (!playing->over)
		end(playing, MINIMISE_INTERRUPTED, NULL);
	loop_unwatch(playing->timer);
	if (playing->breakpoints)
		breakpoints_watch(playing->breakpoints, NULL);
	breakpoints_free(playing->breakpoints);
	playing->breakpoints = NULL;
	if (playing->result.end == MINIMISE_YES)
		take_result(playing);
	if (session_not_recorded(playing->session) && playing->result.end == MINIMISE_YES) {
		problem = session_file_problem(playing->session);
		free(playing->result.words);
		playing->result.words = bytes_text("%s", problem ? problem : "the match was not recorded");
		playing->result.end = MINIMISE_FAILED;
		playing->result.status = EXIT_CANNOT_RUN;
	}
}

struct minimise_result minimise_play(const struct minimise_try *try)
{
	static const struct session_events events = {
		.changed = changed, .verdict = verdict, .next = next_game, .ended = ended};
	struct playing playing = {.try = try, .loop = try->loop};
	struct session_setup setup = *try->session;
	char *problem = minimise_begin(try->setup, try->played, &playing.begun);

	begin_game(&playing);
	setup.setup = is_last(&playing) ? playing.begun : *playing.setup;
	setup.series = try->before.count;
	setup.record = try->record;
	setup.stderr_pipe = true;
	if (!problem) {
		playing.result.status = EXIT_CANNOT_RUN;
		playing.session = session_play(playing.loop, &setup, &events, &playing, &problem,
					       &playing.result.status);
	} else { /* there is no such match */
		playing.result.status = EXIT_USAGE;
	}
	if (problem) {
		playing.result.words = problem;
		playing.result.end = playing.result.status == EXIT_USAGE ? MINIMISE_NO : MINIMISE_FAILED;
	}
	if (playing.session) {
		run(&playing);
		session_free(playing.session);
		if (playing.result.end != MINIMISE_YES)
			minimise_remove(try->record, &try->before, try->setup);
	}
	minimise_case_free(&playing.done);
	setup_free(&playing.begun);
	return playing.result;
}
