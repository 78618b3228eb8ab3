/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the Gomocup protocol: brains that play gomoku over pipes (gomocup, What a manager must do; What
 * real brains do).
 *
 * This file hears the answers. wire_moves.c judges moves. wire_ask.c and wire_swap2.c say what a brain is
 * told and when. wire_words.c recognizes lines.  */
#include "wire.h"
#include "files.h"
#include "words.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

const struct option_row gomocup_option_folder =
	OPTION_ROW("folder", OPTION_FOLDER, "DIR", 0, .path = PATH_LENT, .rare = true,
		   .help = "the folder for the brains' permanent files; its path is sent to them; created if "
			   "it is missing");
const struct option_row gomocup_option_tournament = OPTION_ROW(
	"tournament", OPTION_SWITCH, NULL, 0, .rare = true,
	.help = "tell brains that this is a tournament (game_type 2); run with several games always does");

const struct option_row gomocup_option_info1 =
	OPTION_ROW("info1", OPTION_TEXT, "LINES", 0, .rare = true, .seat = SEAT_1,
		   .help = "INFO lines for the brain on seat 1; more than one are joined with ;, as in "
			   "'thread_num 4; hash 1048576'");
const struct option_row gomocup_option_info2 =
	OPTION_ROW("info2", OPTION_TEXT, "LINES", 0, .rare = true, .seat = SEAT_2,
		   .help = "INFO lines for the brain on seat 2; as --info1");

/* Of the settings of a player.  Brains know the two lines from Yixin's extension of the protocol, and the
 * others pass over them.  */
#define SEARCH(row, name, number)                                                                            \
	const struct option_row row = OPTION_ROW(name, OPTION_COUNT, "N", 0, .seat = (number), .least = 1,   \
						 .most = INT64_MAX, .optional = true)
SEARCH(gomocup_option_depth1, "depth1", SEAT_1);
SEARCH(gomocup_option_depth2, "depth2", SEAT_2);
SEARCH(gomocup_option_nodes1, "nodes1", SEAT_1);
SEARCH(gomocup_option_nodes2, "nodes2", SEAT_2);

static const struct option_row *const options[] = {
	&gomoku_option_size,        &gomoku_option_rule,      &gomoku_option_swap2,
	&gomoku_option_opening,     &gomoku_option_draw_at,   &option_draw_when,
	&option_win_when,           &gomoku_option_ends,      &gomocup_option_folder,
	&gomocup_option_tournament, &gomocup_option_info1,    &gomocup_option_info2,
	&gomocup_option_depth1,     &gomocup_option_depth2,   &gomocup_option_nodes1,
	&gomocup_option_nodes2,     &gomoku_option_ends_text, NULL,
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

static const char *const samples[] = {"pbrain-", NULL};
static const char *const seeded[] = {"random", "threat", NULL};

/* The value of name="…" in an ABOUT line, inside the text; NULL: there is none.  */
static const char *name_in(const char *text, size_t size, size_t *length)
{
	static const char key[] = "name=\"";

	for (size_t i = 0; i + sizeof(key) <= size; i++) {
		const char *value = text + i + sizeof(key) - 1, *end;

		if (!bytes_begin(text + i, size - i, key))
			continue;
		end = memchr(value, '"', size - (size_t)(value - text));
		*length = end ? (size_t)(end - value) : 0;
		return end > value ? value : NULL;
	}
	return NULL;
}

/* The name is reported and recorded once.  */
static void take_name(struct gomocup *g, int seat, const char *text, size_t size)
{
	enum { NAME_MAX = 64 };
	size_t length = 0;
	const char *value = name_in(text, size, &length);
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

/* ---- hearing ---- */

static bool is_playable(const struct gomocup *g, struct square square)
{
	const struct gomoku *game = &g->match.game;

	return gomoku_inside(game, square) && gomoku_at(game, square) == STONE_NONE;
}

static void fault(struct gomocup *g, int seat, int row)
{
	referee_drop(g->judge);
	referee_fault(g->judge, seat, &gomocup_faults[row]);
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
	case PHASE_MOVE:
	case PHASE_REFUSES: referee_drop(g->judge); break;
	}
}

/* ERROR or UNKNOWN.  It may be about a key of INFO or a line of BOARD, and the move may still come (gomocup,
   What real brains do).  */
static void heard_refusal(struct gomocup *g, const struct message *message, const char *text, size_t size)
{
	int seat = message->seat;
	struct brain *brain = &g->brain[seat];
	const struct gomoku *game = &g->match.game;
	char *words;

	switch (brain->phase) {
	case PHASE_ABOUT: answered_about(g, seat); break;
	case PHASE_START:
		if (brain->owes_about && gomocup_is_word(text, size, "UNKNOWN")) {
			brain->owes_about = false; /* a slow brain: this answers ABOUT, not START */
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
	case PHASE_MOVE:
		take_error(brain, text, size);
		if (brain->asked_swap2 && !(message->flags & MESSAGE_UNASKED) &&
		    gomocup_is_word(text, size, "UNKNOWN"))
			gomocup_refused_swap2(g, seat);
		break;
	case PHASE_REFUSES: gomocup_refused_swap2(g, seat); break;
	case PHASE_IDLE: break;
	}
}

static void heard_move(struct gomocup *g, const struct message *message, const char *text, size_t size)
{
	int seat = message->seat;
	struct square square;

	/* A late UNKNOWN to a key of INFO looks like an UNKNOWN to SWAP2BOARD.  An answer that ends the turn
	   shows which it was.  */
	if (g->brain[seat].phase == PHASE_REFUSES && g->brain[seat].pending &&
	    !(message->flags & MESSAGE_UNASKED) && !gomocup_is_word(text, size, "SUGGEST"))
		gomocup_knows_swap2(g, seat);
	if (g->brain[seat].phase != PHASE_MOVE || message->flags & MESSAGE_UNASKED) {
		fault(g, seat, GOMOCUP_LATE_MOVE);
	} else if (gomocup_is_swap2(text, size) && !g->brain[seat].asked_swap2) {
		fault(g, seat, GOMOCUP_NO_ANSWER);
	} else if (!gomocup_is_word(text, size, "SUGGEST")) {
		gomocup_take_move(g, seat, text, size);
	} else if (!gomoku_read_xy(text + 7, size - 7, &square)) {
		fault(g, seat, GOMOCUP_NO_SQUARE);
	} else if (!is_playable(g, square)) {
		gomocup_take_move(g, seat, text, size); /* the judge sends no PLAY with an illegal square */
	} else {
		referee_ask(g->judge, seat, CHANNEL_COMMAND, "PLAY %d,%d\r\n", square.x, square.y);
	}
}

/* Handles a line that is not the awaited answer, or is a banner.  */
static bool answers_nothing(const struct brain *brain, enum channel channel, const char *text, size_t size)
{
	if (brain->phase == PHASE_MOVE)
		return false;
	if (channel == CHANNEL_COMMAND || channel == CHANNEL_ERROR)
		return true;
	return channel == CHANNEL_UNKNOWN && (gomocup_is_word(text, size, "UNKNOWN") ||
					      brain->phase == PHASE_ABOUT || brain->phase == PHASE_START);
}

/* Does the text say what the position is worth?  In the choices of swap2 nobody knows whose it is.  */
static void hear_value(struct gomocup *g, const struct message *message)
{
	struct brain *brain = &g->brain[message->seat];

	if (!referee_wants_values(g->judge) || brain->phase != PHASE_MOVE ||
	    message->flags & MESSAGE_UNASKED || g->match.stage != GOMOKU_MOVE)
		return;
	*brain->said.eval = '\0';
	if (gomocup_analysis_hear(&brain->said, message->turn, message->bytes, message->size) &&
	    *brain->said.eval)
		referee_value(g->judge, message->seat, gomocup_analysis_value(brain->said.eval));
}

static void received(void *state, const struct message *message)
{
	struct gomocup *g = state;
	int seat = message->seat;
	struct brain *brain = &g->brain[seat];
	const char *text = message->bytes;
	size_t size = message->size;

	gomocup_trim(&text, &size);
	if (size == 0) { /* "The manager ignores lines that are empty" (gomocup-protocol, Introduction) */
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
			heard_refusal(g, message, text, size);
		else if (brain->phase == PHASE_ABOUT)
			/* "must cope with old brains that used to send only human-readable text"
			   (gomocup-protocol, ABOUT); it may also be a banner */
			gomocup_start(g, seat);
		else if (brain->phase == PHASE_START && brain->owes_about)
			brain->owes_about = false; /* the same, but late */
		else
			fault(g, seat, GOMOCUP_NO_ANSWER);
		break;
	case CHANNEL_INFO:
		if (gomocup_is_word(text, size, "INFO")) {
			hear_value(g, message);
			break;
		}
		if (!brain->named)
			take_name(g, seat, text, size);
		if (brain->phase == PHASE_ABOUT)
			answered_about(g, seat);
		brain->owes_about = false;
		break;
	case CHANNEL_MESSAGE:
	case CHANNEL_DEBUG: hear_value(g, message); break;
	default: break;
	}
}

static void timed_out(void *state, int seat, const char *limit)
{
	struct gomocup *g = state;
	const struct brain *brain = &g->brain[seat];

	if (brain->phase == PHASE_REFUSES) /* a brain need not know SWAP2BOARD */
		gomocup_swap2_without(g, seat);
	else if (brain->phase == PHASE_MOVE && brain->asked_swap2)
		referee_forfeit_case(
			g->judge, seat, REASON_TIMEOUT, GOMOCUP_CAUSE_SWAP2,
			"did not answer SWAP2BOARD within %s: it probably does not know that command", limit);
	else if (brain->error)
		referee_forfeit(g->judge, seat, REASON_TIMEOUT, "made no move within %s; it had said \"%s\"",
				limit, brain->error);
	else
		referee_forfeit(g->judge, seat, REASON_TIMEOUT, "made no move within %s", limit);
}

static enum channel channel(void *state, int seat, const char *bytes, size_t size)
{
	(void)state;
	(void)seat;
	return gomocup_channel(bytes, size);
}

static void goodbye(void *state, int seat)
{
	struct gomocup *g = state;

	referee_send(g->judge, seat, CHANNEL_COMMAND, "END\r\n");
}

/* What the brain still owes would arrive in the next game: a move, or an OK that looks like the one to
   RESTART.  */
static bool may_stay(const void *state, int seat)
{
	const struct gomocup *g = state;

	return g->brain[seat].phase == PHASE_IDLE;
}

/* ---- making one ---- */

static void gomocup_free(void *state)
{
	struct gomocup *g = state;

	for (int s = 0; s < SEATS; s++) {
		free(g->brain[s].back);
		free(g->brain[s].error);
		gomocup_analysis_free(&g->brain[s].said);
	}
	gomoku_ends_free(&g->ends);
	gomoku_match_free(&g->match);
	bytes_free(&g->played);
	free(g);
}

static void *gomocup_new(struct judge *judge, const struct setup *setup, char **problem)
{
	const char *settled;
	struct gomocup *g;

	g = bytes_new(sizeof(*g));
	g->judge = judge;
	*problem = gomoku_match_init(&g->match, setup);
	if (!*problem && (settled = gomoku_match_settled(&g->match)))
		*problem = bytes_text("the opening \"%s\": it %s: an opening must leave something to play",
				      setup_text(setup, &gomoku_option_opening), settled);
	if (!*problem)
		*problem = gomoku_ends_init(&g->ends, setup, &g->match.game);
	for (int s = SEAT_1; s < SEATS && !*problem && referee_wants_values(judge); s++)
		gomocup_analysis_init(&g->brain[s].said, g->match.game.width, g->match.game.height);
	if (!*problem)
		return g;
	gomocup_free(g);
	return NULL;
}

static const struct protocol_texts texts = {
	.title = "gomoku brains over pipes: the Gomocup AI protocol",
	.panes = panes,
	.reasons = gomocup_reasons,
	.faults = gomocup_faults,
	.notices = gomocup_notices,
	.refusal = gomocup_refusal,
};

static const struct protocol_bundle bundle = {
	.samples = samples,
	.seeded = seeded,
	.demo = {"sample:threat --talk --nodes 100000", "sample:random"},
};

static const struct protocol_tools tools = {
	.smaller = gomocup_smaller,
	.rules = gomocup_rules,
	.position_help = "the moves in order, as h8g7f6 or \"7,7 6,6\"; prints x,y (from 0) for each point "
			 "forbidden to black, then win or none for the last move",
	.spec = &gomocup_spec,
	.twins = &gomocup_twins,
	.fuzz = &gomocup_fuzz,
};

extern const struct protocol protocol_gomocup;
const struct protocol protocol_gomocup = {
	.name = "gomocup",
	.options = options,
	.texts = &texts,
	.bundle = &bundle,
	.formats = gomocup_formats,
	.openings = &gomocup_openings,
	.tools = &tools,
	.answers = CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_MOVE),
	.moves = CHANNEL_MOVE,
	/* Piskvork and the tournament's manager tolerate as much.  */
	.limits = {.tolerance = NS_PER_S, .goodbye = NS_PER_S},
	.channel = channel,
	.new = gomocup_new,
	.free = gomocup_free,
	.started = gomocup_started,
	.begin = gomocup_begin,
	.ask = gomocup_ask,
	.received = received,
	.expired = gomocup_expired,
	.timeout = timed_out,
	.answer = gomocup_answer,
	.move_form = gomocup_move_form,
	.check = gomocup_check,
	.play = gomocup_play,
	.takeback = gomocup_takeback,
	.reseat = gomocup_reseat,
	.rejoins = true,
	.limits_changed = gomocup_limits_changed,
	.point = gomocup_point,
	.goodbye = goodbye,
	.may_stay = may_stay,
};
