/* gomocup.c - the Gomocup protocol: brains that play gomoku over pipes.
 *
 * What is said to a brain, in which order, and how its answers are taken, follows the document gomocup ("the
 * protocol" below is the original, "real brains" the section of ours).  Here answers are heard and moves
 * judged; gomocup_ask.c says what is said, gomocup_words.c which line is what.  */
#include "gomocup_state.h"

#include "ringside/bytes.h"
#include "ringside/frame.h"
#include <stdlib.h>
#include <string.h>

static const struct option_row options[] = {
	{"size", "N|WxH", "15", "the board: N squares a side, or width and height, from 5 to 64", 0},
	{"rule", "NAME", "freestyle",
	 "freestyle, standard (exactly five), renju, caro (five, not blocked at both ends) or caro-exact; "
	 "with +continuous behind it a line turns to blocks and play goes on",
	 0},
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

/* What it calls itself, first told and kept.  */
static void take_name(struct gomocup *g, int seat, const char *text, size_t size)
{
	enum { NAME_MAX = 64 };
	size_t length = 0;
	const char *value = gomocup_name(text, size, &length);
	char *name;

	if (!value)
		return;
	name = bytes_escaped(value, length < NAME_MAX ? length : NAME_MAX);
	referee_name(g->judge, seat, name, strlen(name));
	free(name);
	g->brain[seat].named = true;
}

static void take_error(struct brain *brain, const char *text, size_t size)
{
	free(brain->error);
	brain->error = bytes_escaped(text, size < 200 ? size : 200);
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
	if (gomocup_is_agent(g, seat)) {
		if (answered && strcmp(answered, text) == 0)
			brain->known = g->game.move_count;
		else if (brain->phase == PHASE_MOVE && answered)
			brain->known = KNOWN_NOTHING; /* its board has the move that it wanted */
		else if (brain->phase == PHASE_MOVE)
			gomocup_withdraw_move(g, seat);
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
	size_t skip = gomocup_is_word(text, size, "SUGGEST") ? strlen("SUGGEST") : 0;
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
	gomocup_start(g, seat);
}

static void heard_ok(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];

	switch (brain->phase) {
	case PHASE_START:
	case PHASE_RESTART: gomocup_got_ready(g, seat); break;
	case PHASE_TAKEBACK:
		brain->known--;
		gomocup_take_next_back(g, seat);
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
		if (brain->owes_about && gomocup_is_word(text, size, "UNKNOWN")) {
			brain->owes_about = false; /* a slow brain: this is about ABOUT, not START */
			break;
		}
		words = bytes_escaped(text, size < 200 ? size : 200);
		referee_forfeit(g->judge, seat, REASON_START, "does not take a board of %d×%d: %s",
				game->width, game->height, words);
		free(words);
		break;
	case PHASE_RESTART: gomocup_respawn(g, seat); break;
	case PHASE_TAKEBACK:
		brain->known = KNOWN_NOTHING;
		gomocup_idle(g, seat);
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
	return channel == CHANNEL_UNKNOWN && (gomocup_is_word(text, size, "UNKNOWN") ||
					      brain->phase == PHASE_ABOUT || brain->phase == PHASE_START);
}

static void received(void *state, const struct message *message)
{
	struct gomocup *g = state;
	int seat = message->seat;
	struct brain *brain = &g->brain[seat];
	const char *text = message->bytes;
	size_t size = message->size;

	gomocup_trim(&text, &size);
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
		if (gomocup_is_word(text, size, "ERROR") || gomocup_is_word(text, size, "UNKNOWN"))
			heard_refusal(g, seat, text, size);
		else if (brain->phase == PHASE_ABOUT)
			/* "must cope with old brains that used to send only human-readable text" (ABOUT); it
			   may be a banner just as well */
			gomocup_start(g, seat);
		else if (brain->phase == PHASE_START && brain->owes_about)
			brain->owes_about = false; /* the same, late */
		else
			fault(g, seat, "a line that is no answer",
			      "gomocup-protocol, Commands that are sent by the brain");
		break;
	case CHANNEL_INFO:
		if (gomocup_is_word(text, size, "INFO"))
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
		*problem =
			bytes_text("--rule %s: expected freestyle, standard, renju, caro or caro-exact, with "
				   "or without +continuous behind it",
				   rule_name);
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
	.demo = {"sample:threat --talk --nodes 100000", "sample:random"},
	.answers = CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_MOVE),
	.goodbye_grace = NS_PER_S,
	.frame = frame_line,
	.channel = gomocup_channel,
	.new = gomocup_new,
	.free = gomocup_free,
	.started = gomocup_started,
	.begin = begin,
	.ask = gomocup_ask,
	.received = received,
	.expired = gomocup_expired,
	.timeout = timed_out,
	.check = check,
	.play = play,
	.takeback = gomocup_takeback,
	.goodbye = goodbye,
	.rules = gomocup_rules,
};
