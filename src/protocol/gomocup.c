/* gomocup.c - the Gomocup protocol: brains that play gomoku over pipes.
 *
 * What is said to a brain, in which order, and how its answers are taken, follows the document gomocup ("the
 * protocol" below is the original, "real brains" the section of ours).  For each brain a prefix of the moves
 * is remembered that stands on the brain's own board; from it follows what a turn is asked with: BEGIN, TURN,
 * or BOARD after a RESTART.  */
#include "ringside/bytes.h"
#include "ringside/frame.h"
#include "ringside/gomoku.h"
#include "ringside/protocol.h"
#include "ringside/referee.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { KNOWN_NOTHING = -1 };

/* How long a brain may be silent to what it need not know: ABOUT, TAKEBACK.  */
#define OPTIONAL_LIMIT ((int64_t)NS_PER_S)
#define TIME_UNLIMITED 2147483647

/* What a brain was asked last and has not answered.  */
enum phase { PHASE_IDLE, PHASE_ABOUT, PHASE_START, PHASE_RESTART, PHASE_TAKEBACK, PHASE_MOVE };

struct brain {
	enum phase phase;
	bool spoke;          /* it has said anything at all */
	bool named;          /* it has said its name */
	bool owes_about;     /* it has not answered ABOUT, and may do so late */
	int stale;           /* so many moves may still come that nobody wants any more */
	bool pending;        /* its turn has come, and it is asked as soon as it is idle */
	int known;           /* so many moves stand on its board; KNOWN_NOTHING: who knows */
	int keep;            /* while taking back: so many stay */
	struct square *back; /* while taking back: the moves as they were; owned */
	char *error;         /* what it complained of in this turn; owned */
};

struct gomocup {
	struct judge *judge;
	struct gomoku game;
	struct brain brain[SEATS];
};

static const struct option_row options[] = {
	{"size", "N|WxH", "15", "the board: N squares a side, or width and height, from 5 to 64", 0},
	{"rule", "NAME", "freestyle", "freestyle (five or more win) or standard (exactly five)", 0},
	{0},
};

static const struct channel_pane panes[] = {
	{"commands", CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_INFO)},
	{"moves", CHANNEL_BIT(CHANNEL_MOVE)},
	{"MESSAGE", CHANNEL_BIT(CHANNEL_MESSAGE)},
	{"DEBUG", CHANNEL_BIT(CHANNEL_DEBUG)},
	{"ERROR UNKNOWN",
	 CHANNEL_BIT(CHANNEL_ERROR) | CHANNEL_BIT(CHANNEL_UNKNOWN) | CHANNEL_BIT(CHANNEL_FAULT)},
	{"stderr", CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_EVENT)},
	{0},
};

/* ---- words ---- */

/* Without the line end and the blanks around.  */
static void trim(const char **text, size_t *size)
{
	while (*size && strchr(" \t", **text) && **text)
		++*text, --*size;
	while (*size && strchr(" \t\r\n", (*text)[*size - 1]) && (*text)[*size - 1])
		--*size;
}

/* Does the text begin with this word, and not with a longer one?  Brains write `OK - fine`, `UNKNOWN: what`,
 * `MESSAGE` alone.  */
static bool is_word(const char *text, size_t size, const char *word)
{
	size_t n = strlen(word);
	char next = size > n ? text[n] : ' ';

	return bytes_begin(text, size, word) &&
	       !((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') ||
		 (next >= '0' && next <= '9'));
}

static bool holds(const char *text, size_t size, const char *part)
{
	size_t n = strlen(part);

	for (size_t i = 0; i + n <= size; i++)
		if (memcmp(text + i, part, n) == 0)
			return true;
	return false;
}

static enum channel channel_of(const char *text, size_t size)
{
	static const struct {
		const char *word;
		enum channel channel;
	} words[] = {
		{"OK", CHANNEL_COMMAND},  {"MESSAGE", CHANNEL_MESSAGE}, {"DEBUG", CHANNEL_DEBUG},
		{"ERROR", CHANNEL_ERROR}, {"UNKNOWN", CHANNEL_UNKNOWN}, {"SUGGEST", CHANNEL_MOVE},
		{"INFO", CHANNEL_INFO},
	};
	struct square square;

	trim(&text, &size);
	if (gomoku_read_xy(text, size, &square))
		return CHANNEL_MOVE;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (is_word(text, size, words[i].word))
			return words[i].channel;
	return holds(text, size, "=\"") ? CHANNEL_INFO : CHANNEL_UNKNOWN;
}

/* The value of name="…" in an ABOUT line.  */
static void take_name(struct gomocup *g, int seat, const char *text, size_t size)
{
	enum { NAME_MAX = 64 };

	for (size_t i = 0; i + 6 < size; i++) {
		const char *value = text + i + 6, *end;

		if (!bytes_begin(text + i, size - i, "name=\""))
			continue;
		end = memchr(value, '"', size - i - 6);
		if (end && end > value) {
			size_t length = (size_t)(end - value);
			char *name = bytes_escaped(value, length < NAME_MAX ? length : NAME_MAX);

			referee_name(g->judge, seat, name, strlen(name));
			free(name);
			g->brain[seat].named = true;
		}
		return;
	}
}

static void take_error(struct brain *brain, const char *text, size_t size)
{
	free(brain->error);
	brain->error = bytes_escaped(text, size < 200 ? size : 200);
}

/* ---- saying ---- */

static bool is_agent(const struct gomocup *g, int seat)
{
	return referee_setup(g->judge)->seat[seat].kind == SEAT_AGENT;
}

/* Asks for an answer that is no move, within ns.  */
static void enter(struct gomocup *g, int seat, enum phase phase, int64_t limit)
{
	g->brain[seat].phase = phase;
	referee_await(g->judge, seat, limit);
}

static void send_start(struct gomocup *g, int seat)
{
	if (g->game.width == g->game.height)
		referee_ask(g->judge, seat, CHANNEL_COMMAND, "START %d\r\n", g->game.width);
	else
		referee_ask(g->judge, seat, CHANNEL_COMMAND, "RECTSTART %d,%d\r\n", g->game.width,
			    g->game.height);
	enter(g, seat, PHASE_START, referee_setup(g->judge)->start_limit);
}

static void send_restart(struct gomocup *g, int seat)
{
	referee_ask(g->judge, seat, CHANNEL_COMMAND, "RESTART\r\n");
	enter(g, seat, PHASE_RESTART, referee_setup(g->judge)->start_limit);
}

static void send_info(struct gomocup *g, int seat)
{
	const struct setup *setup = referee_setup(g->judge);

	referee_send(g->judge, seat, CHANNEL_INFO, "INFO max_memory %" PRId64 "\r\n", setup->memory);
	referee_send(g->judge, seat, CHANNEL_INFO, "INFO timeout_match %" PRId64 "\r\n",
		     setup->match_limit / NS_PER_MS);
	referee_send(g->judge, seat, CHANNEL_INFO, "INFO timeout_turn %" PRId64 "\r\n",
		     setup->turn_limit / NS_PER_MS);
	referee_send(g->judge, seat, CHANNEL_INFO, "INFO game_type %d\r\n",
		     is_agent(g, seat_opponent(seat)) ? 1 : 0);
	referee_send(g->judge, seat, CHANNEL_INFO, "INFO rule %d\r\n", (int)g->game.rule);
}

/* Goes before every BEGIN, TURN and BOARD, and the turn's time counts from it (gomocup, Clocks).  */
static void send_time_left(struct gomocup *g, int seat)
{
	int64_t left = referee_time_left(g->judge, seat);

	referee_start_clock(g->judge, seat);
	referee_send(g->judge, seat, CHANNEL_INFO, "INFO time_left %" PRId64 "\r\n",
		     left == INT64_MAX ? TIME_UNLIMITED : left / NS_PER_MS);
}

static void send_board(struct gomocup *g, int seat)
{
	const struct gomoku *game = &g->game;

	referee_send(g->judge, seat, CHANNEL_COMMAND, "BOARD\r\n");
	for (int i = 0; i < game->move_count;
	     i++) /* in the order of the moves; the seat to move has those of its parity */
		referee_send(g->judge, seat, CHANNEL_COMMAND, "%d,%d,%d\r\n", game->moves[i].x,
			     game->moves[i].y, (game->move_count - i) % 2 ? 2 : 1);
	referee_ask(g->judge, seat, CHANNEL_COMMAND, "DONE\r\n");
}

static void ask(void *state, int seat)
{
	struct gomocup *g = state;
	struct brain *brain = &g->brain[seat];
	int moves = g->game.move_count;
	struct square last;

	brain->pending = true;
	if (brain->phase != PHASE_IDLE)
		return;
	if (brain->known == KNOWN_NOTHING || (brain->known != 0 && brain->known != moves - 1)) {
		send_restart(g, seat);
		return;
	}
	brain->pending = false;
	free(brain->error);
	brain->error = NULL;
	brain->phase = PHASE_MOVE;
	send_time_left(g, seat);
	if (moves == 0) {
		referee_ask(g->judge, seat, CHANNEL_COMMAND, "BEGIN\r\n");
	} else if (brain->known == moves - 1) {
		last = g->game.moves[moves - 1];
		referee_ask(g->judge, seat, CHANNEL_COMMAND, "TURN %d,%d\r\n", last.x, last.y);
	} else {
		send_board(g, seat);
	}
	brain->known = moves;
}

/* Nothing is asked of the brain any more.  */
static void idle(struct gomocup *g, int seat)
{
	g->brain[seat].phase = PHASE_IDLE;
	referee_answered(g->judge, seat);
	if (g->brain[seat].pending)
		ask(g, seat);
}

static void respawn(struct gomocup *g, int seat)
{
	g->brain[seat].phase = PHASE_IDLE;
	g->brain[seat].known = KNOWN_NOTHING;
	referee_respawn(g->judge, seat, NS_PER_S);
}

/* What it was asked to move is not wanted any more.  Its answer may come all the same.  */
static void withdraw_move(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];

	if (!referee_withdraw(g->judge, seat))
		brain->stale++;
	referee_answered(g->judge, seat);
	brain->known = KNOWN_NOTHING;
	brain->phase = PHASE_IDLE;
}

/* ---- getting ready ---- */

static void started(void *state, int seat, bool warm)
{
	struct gomocup *g = state;
	struct brain *brain = &g->brain[seat];
	const char *command = referee_setup(g->judge)->seat[seat].command, *name = command;

	brain->spoke = brain->named = false;
	brain->known = KNOWN_NOTHING;
	brain->stale = 0;
	if (warm) {
		send_restart(g, seat);
		return;
	}
	for (const char *at = command; at && *at && *at != ' '; at++)
		if (*at == '/')
			name = at + 1;
	if (name && !bytes_begin(name, strlen(name), "pbrain-") &&
	    !bytes_begin(command, strlen(command), "sample:"))
		referee_note(g->judge, seat,
			     "its name does not begin with pbrain-: by the protocol it would speak through "
			     "files; it is "
			     "spoken to through pipes all the same");
	brain->owes_about = true;
	referee_ask(g->judge, seat, CHANNEL_COMMAND, "ABOUT\r\n");
	enter(g, seat, PHASE_ABOUT, OPTIONAL_LIMIT);
}

/* Its board is empty now.  */
static void got_ready(struct gomocup *g, int seat)
{
	g->brain[seat].known = 0;
	g->brain[seat].stale = 0;
	send_info(g, seat);
	referee_ready(g->judge, seat);
	idle(g, seat);
}

static void expired(void *state, int seat)
{
	struct gomocup *g = state;
	struct brain *brain = &g->brain[seat];

	switch (brain->phase) {
	case PHASE_ABOUT:
		referee_note(g->judge, seat, "does not answer ABOUT");
		send_start(g, seat);
		break;
	case PHASE_START:
		if (brain->spoke && !referee_setup(g->judge)->strict) {
			referee_note(g->judge, seat, "has not said OK to START: the match goes on without");
			got_ready(g, seat);
		} else {
			referee_forfeit(g->judge, seat, REASON_START,
					"did not say OK to START within %.3f s%s",
					(double)referee_setup(g->judge)->start_limit / NS_PER_S,
					brain->spoke ? "" : ", nor anything else");
		}
		break;
	case PHASE_RESTART:
		referee_note(g->judge, seat, "does not answer RESTART: a fresh process takes its seat");
		respawn(g, seat);
		break;
	case PHASE_TAKEBACK:
		referee_note(g->judge, seat, "does not answer TAKEBACK: RESTART and BOARD will do");
		brain->known = KNOWN_NOTHING;
		idle(g, seat);
		break;
	case PHASE_IDLE:
	case PHASE_MOVE: break;
	}
}

/* ---- moves ---- */

static void begin(void *state)
{
	struct gomocup *g = state;

	referee_next(g->judge, referee_setup(g->judge)->first);
}

static char *why_illegal(const struct gomocup *g, struct square square)
{
	char word[6];

	if (!gomoku_inside(&g->game, square))
		return bytes_text("outside of the board of %d×%d", g->game.width, g->game.height);
	if (gomoku_at(&g->game, square) == STONE_NONE)
		return NULL;
	gomoku_write_square(square, word);
	return bytes_text("where a stone stands already (%s)", word);
}

static bool is_playable(const struct gomocup *g, struct square square)
{
	return gomoku_inside(&g->game, square) && gomoku_at(&g->game, square) == STONE_NONE;
}

/* Puts the stone, ends the turn, and says what comes next.  answered: the agent's own words, NULL when a
 * person moved.  */
static void put(struct gomocup *g, int seat, struct square square, const char *answered)
{
	struct brain *brain = &g->brain[seat];
	struct square from, to;
	char a[6], b[6], *text = bytes_text("%d,%d", square.x, square.y);

	gomoku_play(&g->game, square);
	if (brain->phase != PHASE_MOVE)
		answered = NULL; /* words that answer something older, overridden while it is restarted */
	if (is_agent(g, seat)) {
		if (answered && strcmp(answered, text) == 0)
			brain->known = g->game.move_count;
		else if (brain->phase == PHASE_MOVE && answered)
			brain->known = KNOWN_NOTHING; /* its board has the move that it wanted */
		else if (brain->phase == PHASE_MOVE)
			withdraw_move(g, seat);
		if (brain->phase == PHASE_MOVE)
			brain->phase = PHASE_IDLE;
		brain->pending = false;
	}
	referee_moved(g->judge, seat, answered, text);
	free(text);
	if (gomoku_won(&g->game, &from, &to)) {
		gomoku_write_square(from, a);
		gomoku_write_square(to, b);
		referee_verdict(g->judge, seat, "five", SEAT_NONE, "five in a row from %s to %s", a, b);
	} else if (gomoku_full(&g->game)) {
		referee_verdict(g->judge, WINNER_DRAW, "full-board", SEAT_NONE, "the board is full");
	} else {
		referee_next(g->judge, seat_opponent(seat));
	}
}

static void take_move(struct gomocup *g, int seat, const char *text, size_t size)
{
	size_t skip = is_word(text, size, "SUGGEST") ? strlen("SUGGEST") : 0;
	struct square square = {0};
	char *why, *raw;

	gomoku_read_xy(text + skip, size - skip, &square);
	why = why_illegal(g, square);
	if (why) {
		raw = bytes_escaped(text, size < 80 ? size : 80);
		referee_forfeit(g->judge, seat, REASON_ILLEGAL, "played %s, %s", raw, why);
		free(raw);
		free(why);
		return;
	}
	raw = bytes_text("%d,%d", square.x, square.y);
	put(g, seat, square, raw);
	free(raw);
}

static char *check(void *state, int seat, const char *move, int back)
{
	const struct gomocup *g = state;
	struct square square;
	char *why, *problem;

	(void)seat;
	if (!gomoku_read_square(move, strlen(move), &square))
		return bytes_text("\"%s\" is no square: it looks like h8, or 7,7 counted from 0", move);
	for (int i = g->game.move_count - back; i < g->game.move_count; i++)
		if (i >= 0 && g->game.moves[i].x == square.x && g->game.moves[i].y == square.y)
			return NULL;
	why = why_illegal(g, square);
	if (!why)
		return NULL;
	problem = bytes_text("%s is %s", move, why);
	free(why);
	return problem;
}

static char *play(void *state, int seat, const char *move, const char *answered)
{
	struct gomocup *g = state;
	struct square square;
	char *problem = check(state, seat, move, 0);

	if (problem)
		return problem;
	gomoku_read_square(move, strlen(move), &square);
	put(g, seat, square, answered);
	return NULL;
}

/* ---- taking back ---- */

/* Asks for the next stone to be taken back, or is done.  */
static void take_next_back(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];
	struct square square;

	if (brain->known <= brain->keep) {
		idle(g, seat);
		return;
	}
	square = brain->back[brain->known - 1];
	referee_ask(g->judge, seat, CHANNEL_COMMAND, "TAKEBACK %d,%d\r\n", square.x, square.y);
	enter(g, seat, PHASE_TAKEBACK, OPTIONAL_LIMIT);
}

/* So many moves stay: what does this brain have to be told?  */
static void take_brain_back(struct gomocup *g, int seat, int keep, bool reopened)
{
	struct brain *brain = &g->brain[seat];

	brain->pending = false;
	switch (brain->phase) {
	case PHASE_IDLE:
		brain->keep = keep;
		if (brain->known > brain->keep)
			take_next_back(g, seat);
		break;
	case PHASE_MOVE: withdraw_move(g, seat); break;
	case PHASE_TAKEBACK: /* goes on to where it has to be now */
		if (reopened)
			withdraw_move(g, seat);
		else if (keep < brain->keep)
			brain->keep = keep;
		break;
	case PHASE_RESTART:
	case PHASE_ABOUT:
	case PHASE_START: /* with the verdict, what was awaited was given up */
		if (reopened)
			respawn(g, seat);
		break;
	}
}

static char *takeback(void *state, int turns)
{
	struct gomocup *g = state;
	int old = g->game.move_count, left = old - turns, first = referee_setup(g->judge)->first;
	int next = left % 2 ? seat_opponent(first) : first;
	bool reopened = referee_match(g->judge)->over;

	for (int s = SEAT_1; s <= SEAT_2; s++) {
		if (g->brain[s].phase == PHASE_TAKEBACK)
			continue; /* it still has moves on its board that are gone from ours */
		free(g->brain[s].back);
		g->brain[s].back = bytes_new((size_t)old * sizeof(struct square));
		memcpy(g->brain[s].back, g->game.moves, (size_t)old * sizeof(struct square));
	}
	for (int i = 0; i < turns; i++)
		gomoku_undo(&g->game);
	referee_taken_back(g->judge, left);
	for (int s = SEAT_1; s <= SEAT_2; s++)
		/* The seat to move gives the last move back too, so that TURN can tell it again.  */
		if (is_agent(g, s))
			take_brain_back(g, s, s == next && left > 0 ? left - 1 : left, reopened);
	referee_next(g->judge, next);
	return NULL;
}

/* ---- hearing ---- */

static void fault(struct gomocup *g, int seat, const char *kind, const char *rule)
{
	bool strict = referee_setup(g->judge)->strict;

	referee_fault(g->judge, seat, kind, rule, strict ? "loses (--strict)" : "ignored");
	referee_drop(g->judge);
	if (strict)
		referee_forfeit(g->judge, seat, REASON_PROTOCOL, "broke the protocol: %s", kind);
}

static void answered_about(struct gomocup *g, int seat)
{
	g->brain[seat].owes_about = false;
	send_start(g, seat);
}

static void heard_ok(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];

	switch (brain->phase) {
	case PHASE_START:
	case PHASE_RESTART: got_ready(g, seat); break;
	case PHASE_TAKEBACK:
		brain->known--;
		take_next_back(g, seat);
		break;
	case PHASE_ABOUT: answered_about(g, seat); break;
	case PHASE_IDLE:
	case PHASE_MOVE: referee_drop(g->judge); break;
	}
}

/* ERROR, or UNKNOWN: to an INFO key or a line of BOARD it means nothing, and the move may still come (real
 * brains).  */
static void heard_refusal(struct gomocup *g, int seat, const char *text, size_t size)
{
	struct brain *brain = &g->brain[seat];
	const struct gomoku *game = &g->game;
	char *words;

	switch (brain->phase) {
	case PHASE_ABOUT: answered_about(g, seat); break;
	case PHASE_START:
		if (brain->owes_about && is_word(text, size, "UNKNOWN")) {
			brain->owes_about = false; /* a slow brain: this is about ABOUT, not START */
			break;
		}
		words = bytes_escaped(text, size < 200 ? size : 200);
		referee_forfeit(g->judge, seat, REASON_START, "does not take a board of %d×%d: %s",
				game->width, game->height, words);
		free(words);
		break;
	case PHASE_RESTART: respawn(g, seat); break;
	case PHASE_TAKEBACK:
		brain->known = KNOWN_NOTHING;
		idle(g, seat);
		break;
	case PHASE_MOVE: take_error(brain, text, size); break;
	case PHASE_IDLE: break;
	}
}

static void heard_move(struct gomocup *g, const struct message *message, const char *text, size_t size)
{
	int seat = message->seat;
	struct square square;

	if (g->brain[seat].phase != PHASE_MOVE || message->flags & MESSAGE_UNASKED) {
		if (g->brain[seat].stale) {
			g->brain[seat].stale--; /* a person moved on: that is no fault of the brain */
			referee_drop(g->judge);
			return;
		}
		fault(g, seat, "a move that nobody waits for", "gomocup, What real brains do: late moves");
	} else if (!bytes_begin(text, size, "SUGGEST")) {
		take_move(g, seat, text, size);
	} else if (!gomoku_read_xy(text + 7, size - 7, &square)) {
		fault(g, seat, "SUGGEST without a square", "gomocup-protocol, SUGGEST");
	} else if (!is_playable(g, square)) {
		take_move(g, seat, text, size); /* the judge sends no PLAY that would be illegal */
	} else {
		referee_ask(g->judge, seat, CHANNEL_COMMAND, "PLAY %d,%d\r\n", square.x, square.y);
	}
}

/* Of what came before the question: what would else be taken for its answer, and a banner.  */
static bool answers_nothing(const struct brain *brain, enum channel channel, const char *text, size_t size)
{
	if (brain->phase == PHASE_MOVE)
		return false;
	if (channel == CHANNEL_COMMAND || channel == CHANNEL_ERROR)
		return true;
	return channel == CHANNEL_UNKNOWN &&
	       (is_word(text, size, "UNKNOWN") || brain->phase == PHASE_ABOUT || brain->phase == PHASE_START);
}

static void received(void *state, const struct message *message)
{
	struct gomocup *g = state;
	int seat = message->seat;
	struct brain *brain = &g->brain[seat];
	const char *text = message->bytes;
	size_t size = message->size;

	trim(&text, &size);
	if (size == 0) { /* "The manager ignores lines that are empty" (the protocol, Introduction) */
		referee_drop(g->judge);
		return;
	}
	brain->spoke = true;
	if (message->flags & MESSAGE_UNASKED && answers_nothing(brain, message->channel, text, size)) {
		referee_drop(g->judge);
		return;
	}
	switch (message->channel) {
	case CHANNEL_COMMAND: heard_ok(g, seat); break;
	case CHANNEL_MOVE: heard_move(g, message, text, size); break;
	case CHANNEL_ERROR:
	case CHANNEL_UNKNOWN:
		if (is_word(text, size, "ERROR") || is_word(text, size, "UNKNOWN"))
			heard_refusal(g, seat, text, size);
		else if (brain->phase == PHASE_ABOUT)
			send_start(g,
				   seat); /* "must cope with old brains that used to send only
					     human-readable text" (ABOUT); it may be a banner just as well */
		else if (brain->phase == PHASE_START && brain->owes_about)
			brain->owes_about = false; /* the same, late */
		else
			fault(g, seat, "a line that is no answer",
			      "gomocup-protocol, Commands that are sent by the brain");
		break;
	case CHANNEL_INFO:
		if (is_word(text, size, "INFO"))
			break;
		if (!brain->named)
			take_name(g, seat, text, size);
		if (brain->phase == PHASE_ABOUT)
			answered_about(g, seat);
		brain->owes_about = false;
		break;
	default: break;
	}
}

static void timed_out(void *state, int seat, const char *limit)
{
	struct gomocup *g = state;
	const struct brain *brain = &g->brain[seat];

	if (brain->error)
		referee_forfeit(g->judge, seat, REASON_TIMEOUT, "made no move within %s; it had said \"%s\"",
				limit, brain->error);
	else
		referee_forfeit(g->judge, seat, REASON_TIMEOUT, "made no move within %s", limit);
}

static void goodbye(void *state, int seat)
{
	struct gomocup *g = state;

	referee_send(g->judge, seat, CHANNEL_COMMAND, "END\r\n");
}

/* ---- making one ---- */

static void gomocup_free(void *state)
{
	struct gomocup *g = state;

	for (int s = 0; s < SEATS; s++) {
		free(g->brain[s].back);
		free(g->brain[s].error);
	}
	gomoku_free(&g->game);
	free(g);
}

static void *gomocup_new(struct judge *judge, const struct setup *setup, char **problem)
{
	const char *size = setup_get(setup, "size", "15"), *rule_name = setup_get(setup, "rule", "freestyle");
	struct gomocup *g;
	enum gomoku_rule rule;
	int width, height;

	if (!gomoku_read_size(size, &width, &height)) {
		*problem = bytes_text("--size %s: expected a number from %d to %d, or two as 15x20", size,
				      GOMOKU_SIDE_MIN, GOMOKU_SIDE_MAX);
		return NULL;
	}
	if (!gomoku_rule_named(rule_name, &rule)) {
		*problem = bytes_text("--rule %s: expected freestyle or standard", rule_name);
		return NULL;
	}
	g = bytes_new(sizeof(*g));
	g->judge = judge;
	gomoku_init(&g->game, width, height, rule);
	return g;
}

extern const struct protocol protocol_gomocup;
const struct protocol protocol_gomocup = {
	.name = "gomocup",
	.title = "gomoku brains over pipes: the Gomocup AI protocol",
	.options = options,
	.panes = panes,
	.demo = {"sample:threat --talk", "sample:random"},
	.answers = CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_MOVE),
	.goodbye_grace = NS_PER_S,
	.frame = frame_line,
	.channel = channel_of,
	.new = gomocup_new,
	.free = gomocup_free,
	.started = started,
	.begin = begin,
	.ask = ask,
	.received = received,
	.expired = expired,
	.timeout = timed_out,
	.check = check,
	.play = play,
	.takeback = takeback,
	.goodbye = goodbye,
};
