/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the protocol of a referee: a program on seat 0 that has the rules of a game, and asks one or two
 * players, whose lines are the game's own (referee, The dialogue).
 *
 * An answer is a turn as soon as its last line was read.  The referee is told of it when all that were asked
 * have answered, in the order of their numbers: so what it is told does not depend on who was faster.  */
#include "lines.h"
#include "ringside/arbiter.h"
#include "ringside/bytes.h"
#include "ringside/protocol.h"

#include <inttypes.h>
#include <stdlib.h>

/* Between the lines of an answer, where it stands on one line.  */
#define BETWEEN " / "

/* What has become of a question.  */
enum fate { UNASKED, DUE, DONE, LATE, GONE };

struct player {
	bool sits;
	enum fate fate;
	bool waits;  /* a person moves first */
	bool asked;  /* the question is on its way */
	bool left;   /* its process has ended, and the referee was told so */
	bool held;   /* the referee was told its last answer, and has not asked again */
	bool missed; /* the referee was told `late` or `gone` in its place */
	bool judged;
	bool by_person; /* a person has given its last answer */
	bool returned;  /* its last line ended with CR: an LF alone would be the other half of that end */
	int lines, got; /* of an answer, and how many of them came */
	struct bytes answer; /* its lines, each with its end */
	struct bytes next;   /* the last line to it, which waits: an `ask` makes it the question */
	bool has_next;
	struct bytes legal; /* what the referee calls legal in its next turn, each with a line end */
	char *failed;       /* what it did, if it was late, is gone, or broke the rules in this turn */
	const char *reason;
};

struct referee {
	struct judge *judge;
	int players;
	int64_t max_turns;
	bool begun, late_told, gone_told;
	bool row, shown; /* the line before was a row; that board has one for all */
	struct player player[SEATS];
	struct bytes line, words; /* of tell_answer() and answer_of(): each turn has one */
};

static const struct option_row option_referee =
	OPTION_ROW("referee", OPTION_COMMAND, "COMMAND", 0,
		   .help = "the program with the rules; a command line in one word, or sample:NAME",
		   .text = "sample:tictactoe", .shown = true);
const struct option_row referee_option_told = OPTION_ROW(
	"told", OPTION_TEXT, "WORDS", 0,
	.help = "words for the referee; as \"size=5 rounds=3\", told when a game begins", .shown = true);
const struct option_row referee_option_players =
	OPTION_ROW("players", OPTION_COUNT, "N", 0,
		   .help = "how many play, where check names none of them; as many as are named, or 2",
		   .rare = true, .least = 1, .most = REFEREE_PLAYERS, .optional = true, .unit = "players");
static const struct option_row option_max_turns =
	OPTION_ROW("max-turns", OPTION_COUNT, "N", 0,
		   .help = "most answers of a game; a referee that asks for more has failed; 0: no limit",
		   .most = INT32_MAX, .unit = "answers", .value = 100000);

static const struct option_row *const options[] = {&option_referee, &referee_option_told,
						   &referee_option_players, &option_max_turns, NULL};

static const struct channel_pane panes[] = {
	{"lines to players", CHANNEL_BIT(CHANNEL_INPUT)},
	{"answers", CHANNEL_BIT(CHANNEL_OUTPUT) | CHANNEL_BIT(CHANNEL_FAULT)},
	{"referee", CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_SCORE) | CHANNEL_BIT(CHANNEL_UNKNOWN)},
	{"boards", CHANNEL_BIT(CHANNEL_INFO)},
	{"comments", CHANNEL_BIT(CHANNEL_COMMENT) | CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_EVENT)},
	{0},
};

enum { UNASKED_LINE, LATE_LINE };
static const struct fault_row faults[] = {
	[UNASKED_LINE] = {"speaks-unasked", "a line that nobody asked for", "referee, Players", "ignored",
			  FAULT_FORGIVEN},
	[LATE_LINE] = {"late-line", "a line after the limit", "referee, Players", "ignored", FAULT_TOLD},
	{0},
};

/* ---- what the referee is told ---- */

static const struct setup *setup_of(const struct referee *referee)
{
	return arbiter_setup(referee->judge);
}

static struct player *player_at(struct referee *referee, int seat)
{
	return &referee->player[seat];
}

static int number_of(const struct referee *referee, int seat)
{
	return setup_player_on(setup_of(referee), seat);
}

static void send(struct referee *referee, int seat, enum channel channel, unsigned flags,
		 const struct bytes *bytes)
{
	arbiter_send_bytes(referee->judge, seat, channel, flags, bytes->at, bytes->size);
}

/* Tells the referee the lines of an answer, each behind its prefix.  */
static void tell_answer(struct referee *referee, int seat)
{
	struct player *player = player_at(referee, seat);
	struct text rest = {player->answer.at, player->answer.size}, line;

	for (int i = 0; i < player->got; i++) {
		char head[] = {'<', ' ', (char)('0' + number_of(referee, seat)), ' '};

		text_line(&rest, &line);
		referee->line.size = 0;
		bytes_add(&referee->line, head, sizeof(head));
		bytes_add(&referee->line, line.at, line.size);
		bytes_add_text(&referee->line, "\n");
		send(referee, SEAT_NONE, CHANNEL_OUTPUT, 0, &referee->line);
	}
}

/* Everything is told: the referee has to ask, or to end the game.  */
static void await_referee(struct referee *referee)
{
	arbiter_await(referee->judge, SEAT_NONE, setup_of(referee)->hang_limit);
}

static void tell_turn(struct referee *referee)
{
	static const char *const words[] = {[DONE] = "done", [LATE] = "late", [GONE] = "gone"};

	for (int number = 1; number < SEATS; number++) {
		int seat = setup_player_on(setup_of(referee), number);
		struct player *player = player_at(referee, seat);
		enum fate fate = player->fate;

		if (fate == UNASKED)
			continue;
		if (fate == DONE)
			tell_answer(referee, seat);
		player->held = fate == DONE;
		player->missed = fate != DONE;
		player->fate = UNASKED;
		arbiter_ask(referee->judge, SEAT_NONE, CHANNEL_COMMAND, "%s %d\n", words[fate], number);
	}
	await_referee(referee);
}

/* ---- the end ---- */

/* The referee has failed: no player is to blame.  */
static void fail(struct referee *referee, struct text line, const char *problem)
{
	FREED char *shown = text_shown(line);

	arbiter_forfeit(referee->judge, SEAT_NONE, REASON_GAME, "broke its protocol: the line %s %s", shown,
			problem);
}

/* An agent is not to blame for what a person has answered in its place, and nobody wins by that.  */
static void lose(struct referee *referee, int seat)
{
	const struct player *player = player_at(referee, seat);
	int other = seat_opponent(seat);
	bool wins = !arbiter_is_agent(referee->judge, seat) && player_at(referee, other)->sits;

	if (player->by_person)
		arbiter_verdict(referee->judge, wins ? other : WINNER_NONE, player->reason, SEAT_NONE,
				"seat %d, for which a person moved, %s", seat, player->failed);
	else
		arbiter_forfeit(referee->judge, seat, player->reason, "%s", player->failed);
}

/* Who has failed in this turn loses.  If both have, nobody wins.  */
static void end_by_failure(struct referee *referee)
{
	const struct player *one = player_at(referee, SEAT_1), *two = player_at(referee, SEAT_2);
	int seat = one->failed ? SEAT_1 : SEAT_2;

	if (one->failed && two->failed)
		arbiter_verdict(referee->judge, WINNER_DRAW, one->reason, SEAT_NONE,
				"both players failed in the same turn: seat 1 %s; seat 2 %s", one->failed,
				two->failed);
	else if (one->failed || two->failed)
		lose(referee, seat);
}

/* Takes over the sentence.  */
static void note_failure(struct player *player, const char *reason, char *failed)
{
	free(player->failed);
	player->failed = failed;
	player->reason = reason;
}

/* ---- turns ---- */

static bool is_person(const struct referee *referee, int seat)
{
	return setup_of(referee)->seat[seat].kind == SEAT_HUMAN;
}

/* A line that no `ask` has followed is no question.  */
static void send_next(struct referee *referee, int seat)
{
	struct player *player = player_at(referee, seat);

	if (player->has_next && !player->left)
		send(referee, seat, CHANNEL_INPUT, 0, &player->next);
	player->has_next = false;
}

/* An agent that plays against a person is asked after the person has moved: nobody looks at its answer.  */
static void ask(void *state, int seat)
{
	struct referee *referee = state;
	struct player *player = player_at(referee, seat);
	int other = seat_opponent(seat);

	player->waits = player_at(referee, other)->fate == DUE && is_person(referee, other);
	if (player->waits)
		return;
	player->asked = true;
	player->has_next = false;
	arbiter_start_clock(referee->judge, seat);
	send(referee, seat, CHANNEL_INPUT, MESSAGE_ASKS, &player->next);
}

/* The turn of this seat has ended.  */
static void settle(struct referee *referee, int seat, enum fate fate)
{
	struct player *player = player_at(referee, seat), *other = player_at(referee, seat_opponent(seat));

	player->fate = fate;
	player->asked = player->waits = false;
	player->legal.size = 0;
	if (arbiter_match(referee->judge)->over)
		return;
	if (other->fate == DUE) {
		if (other->waits)
			ask(referee, seat_opponent(seat));
		return;
	}
	end_by_failure(referee);
	if (!arbiter_match(referee->judge)->over)
		tell_turn(referee);
}

/* The answers that an agent still gives to what it was asked are none of the next question.  */
static void drop_answers(struct referee *referee, int seat, const struct fault_row *late)
{
	const struct player *player = player_at(referee, seat);

	for (int i = player->got;
	     player->asked && arbiter_is_agent(referee->judge, seat) && i < player->lines; i++)
		arbiter_drop_answer(referee->judge, seat, late);
}

static void add_line(struct player *player, const char *at, size_t size)
{
	bytes_add(&player->answer, at, size);
	bytes_add_text(&player->answer, "\n");
	player->got++;
}

/* The lines that came, on one line; good until the next call.  */
static const char *answer_of(struct referee *referee, const struct player *player)
{
	struct text rest = {player->answer.at, player->answer.size}, line;

	referee->words.size = 0;
	bytes_add_text(&referee->words, "");
	for (int i = 0; i < player->got; i++) {
		text_line(&rest, &line);
		bytes_add_text(&referee->words, i ? BETWEEN : "");
		bytes_add(&referee->words, line.at, line.size);
	}
	return referee->words.at;
}

static void moved(struct referee *referee, int seat, const char *answered)
{
	arbiter_moved(referee->judge, seat, answered, answer_of(referee, player_at(referee, seat)));
	settle(referee, seat, DONE);
}

/* An empty line may be an answer, but not the LF of a CR LF that came in two pieces.  */
static bool is_rest(const struct player *player, const struct message *message)
{
	return player->returned && message->size == 1 && *message->bytes == '\n';
}

static void note_end(struct player *player, const struct message *message)
{
	player->returned = message->size && message->bytes[message->size - 1] == '\r';
}

static bool is_answer(void *state, const struct message *message)
{
	struct player *player = player_at(state, message->seat);

	if (message->channel != CHANNEL_OUTPUT || is_rest(player, message))
		return false;
	note_end(player, message);
	return true;
}

static void hear_player(struct referee *referee, const struct message *message)
{
	struct player *player = player_at(referee, message->seat);

	if (is_rest(player, message)) {
		arbiter_drop(referee->judge);
		return;
	}
	note_end(player, message);
	if (message->flags & MESSAGE_UNASKED || !player->asked) {
		arbiter_drop(referee->judge);
		arbiter_fault(referee->judge, message->seat, &faults[UNASKED_LINE]);
		return;
	}
	add_line(player, message->bytes, message_text_size(message, NULL));
	if (player->got < player->lines)
		return;
	moved(referee, message->seat, answer_of(referee, player));
}

/* Of an answer of several lines some may have come.  The caller frees.  */
static char *late_words(const struct player *player, const char *limit)
{
	return player->lines < 2 ? bytes_text("did not answer within %s", limit)
				 : bytes_text("did not answer within %s: %d of %d lines came", limit,
					      player->got, player->lines);
}

static void timed_out(void *state, int seat, const char *limit)
{
	struct referee *referee = state;
	struct player *player = player_at(referee, seat), *other = player_at(referee, seat_opponent(seat));

	if (!referee->late_told && other->fate != DUE && !other->failed) {
		FREED char *words = late_words(player, limit);

		arbiter_forfeit(referee->judge, seat, REASON_TIMEOUT, "%s", words);
		return;
	}
	if (!referee->late_told)
		note_failure(player, REASON_TIMEOUT, late_words(player, limit));
	arbiter_no_move(referee->judge, seat, referee->late_told);
	drop_answers(referee, seat, &faults[LATE_LINE]);
	arbiter_turn_lost(referee->judge, seat);
	settle(referee, seat, LATE);
}

/* ---- hearing the referee ---- */

/* The seat of a line; SEAT_NONE: it names no player.  */
static int seat_of(const struct referee *referee, const struct referee_line *line)
{
	return line->player ? setup_player_on(setup_of(referee), line->player) : SEAT_NONE;
}

static bool is_due(const struct referee *referee)
{
	return referee->player[SEAT_1].fate == DUE || referee->player[SEAT_2].fate == DUE;
}

static void begin_turn(struct referee *referee, int seat, int lines)
{
	struct player *player = player_at(referee, seat);

	player->lines = lines;
	player->got = 0;
	player->answer.size = 0;
	player->by_person = false;
	player->fate = player->left ? GONE : DUE;
	if (is_person(referee, seat))
		send_next(referee, seat);
}

static void hear_ask(struct referee *referee, const struct referee_line *line)
{
	int count = arbiter_match(referee->judge)->turn_count;

	if (referee->max_turns && count >= referee->max_turns) {
		arbiter_forfeit(referee->judge, SEAT_NONE, REASON_GAME,
				"did not end its game within %d answers (--max-turns)", count);
		return;
	}
	arbiter_answered(referee->judge, SEAT_NONE);
	for (int s = SEAT_1; s < SEATS; s++) {
		player_at(referee, s)->held = player_at(referee, s)->missed = player_at(referee, s)->judged =
			false;
		if (line->asked >> number_of(referee, s) & 1)
			begin_turn(referee, s, line->lines);
		else
			send_next(referee, s);
	}
	for (int s = SEAT_1; s < SEATS; s++)
		if (player_at(referee, s)->fate == DUE)
			arbiter_next(referee->judge, s);
	if (!is_due(referee))
		tell_turn(referee);
}

static void hear_line(struct referee *referee, int seat, struct text text)
{
	struct player *player = player_at(referee, seat);

	send_next(referee, seat);
	player->next.size = 0;
	bytes_add(&player->next, text.at, text.size);
	bytes_add_text(&player->next, "\n");
	player->has_next = true;
}

static void hear_illegal(struct referee *referee, int seat, struct text text)
{
	struct player *player = player_at(referee, seat), *other = player_at(referee, seat_opponent(seat));
	FREED char *shown = text_shown(text_of(answer_of(referee, player))),
		   *said = bytes_escaped(text.at, text.size);

	note_failure(player, REASON_ILLEGAL,
		     bytes_text("answered %s, which the referee calls illegal%s%s", shown, *said ? ": " : "",
				said));
	player->judged = true;
	if (!other->held || other->judged)
		end_by_failure(referee);
}

static void set_score(struct referee *referee, int seat, double score)
{
	arbiter_score(referee->judge, seat, score - arbiter_match(referee->judge)->sum[seat]);
}

static void hear_legal(struct player *player, const struct referee_line *line)
{
	struct text rest = line->text, word;

	if (line->whole) {
		bytes_add(&player->legal, rest.at, rest.size);
		bytes_add_text(&player->legal, "\n");
		return;
	}
	while ((word = text_word(&rest)).size) {
		bytes_add(&player->legal, word.at, word.size);
		bytes_add_text(&player->legal, "\n");
	}
}

/* The scores as people say them, the better one first; the caller frees.  */
static char *score_words(const double *sum, int players)
{
	bool turned = sum[SEAT_2] > sum[SEAT_1];

	return players < 2 ? bytes_text("%.10g", sum[SEAT_1])
			   : bytes_text("%.10g to %.10g", sum[turned ? SEAT_2 : SEAT_1],
					sum[turned ? SEAT_1 : SEAT_2]);
}

static void hear_result(struct referee *referee, const struct referee_line *line)
{
	static const char *const words[] = {[REFEREE_WIN] = "win",
					    [REFEREE_DRAW] = "draw",
					    [REFEREE_RANK] = "rank",
					    [REFEREE_SCORES] = "scores"};
	const double *sum = arbiter_match(referee->judge)->sum;
	FREED char *said = bytes_escaped(line->text.at, line->text.size), *scores = NULL;
	int winner = line->verb == REFEREE_DRAW ? WINNER_DRAW : seat_of(referee, line);

	arbiter_answered(referee->judge, SEAT_NONE);
	for (int s = SEAT_1; s < SEATS; s++) {
		send_next(referee, s);
		if (line->verb == REFEREE_SCORES && player_at(referee, s)->sits)
			set_score(referee, s, line->score[number_of(referee, s)]);
	}
	if (line->verb == REFEREE_SCORES) {
		scores = score_words(sum, referee->players);
		winner = referee->players < 2        ? WINNER_NONE
			 : sum[SEAT_1] > sum[SEAT_2] ? SEAT_1
			 : sum[SEAT_1] < sum[SEAT_2] ? SEAT_2
						     : WINNER_DRAW;
	}
	arbiter_verdict(referee->judge, winner, words[line->verb], SEAT_NONE, "%s%s%s", scores ? scores : "",
			scores && *said ? ": " : "", *said || scores ? said : "the referee said so");
}

static struct referee_moment moment_of(struct referee *referee)
{
	struct referee_moment moment = {.begun = referee->begun,
					.asked = arbiter_match(referee->judge)->turn_count || is_due(referee),
					.due = is_due(referee)};

	for (int s = SEAT_1; s < SEATS; s++) {
		const struct player *player = player_at(referee, s);
		unsigned bit = 1u << number_of(referee, s);

		moment.held |= player->held && !player->judged ? bit : 0;
		moment.failed |= player->missed ? bit : 0;
		moment.told |= player->has_next || player->left ? bit : 0;
	}
	return moment;
}

static void obey(struct referee *referee, const struct referee_line *line)
{
	int seat = seat_of(referee, line);

	switch (line->verb) {
	case REFEREE_LINE: hear_line(referee, seat, line->text); break;
	case REFEREE_LEGAL: hear_legal(player_at(referee, seat), line); break;
	case REFEREE_ASK: hear_ask(referee, line); break;
	case REFEREE_ILLEGAL: hear_illegal(referee, seat, line->text); break;
	case REFEREE_SCORE: set_score(referee, seat, line->score[line->player]); break;
	case REFEREE_WIN:
	case REFEREE_DRAW:
	case REFEREE_RANK:
	case REFEREE_SCORES: hear_result(referee, line); break;
	case REFEREE_MOVE:
		player_at(referee, seat)->judged = true;
		if (player_at(referee, seat_opponent(seat))->failed)
			end_by_failure(referee);
		break;
	case REFEREE_ROW:
		if (!line->player)
			arbiter_shows(referee->judge, !referee->shown, line->text.at, line->text.size);
		referee->shown = referee->shown || !line->player;
		break;
	case REFEREE_GAME:
		referee->late_told = line->late;
		referee->gone_told = line->gone;
		if (line->hidden)
			arbiter_hides(referee->judge);
		break;
	default: break;
	}
}

static void hear_referee(struct referee *referee, const struct message *message)
{
	struct text text = {message->bytes, message_text_size(message, NULL)};
	struct referee_moment moment = moment_of(referee);
	struct referee_line line;
	const char *problem = referee_read(text, referee->players, &line);

	problem = problem ? problem : referee_early(&line, &moment);
	if (problem) {
		fail(referee, text, problem);
		return;
	}
	/* It has called one answer illegal, and goes on before it has judged the other one.  */
	if (line.verb >= REFEREE_LINE && line.verb != REFEREE_MOVE && line.verb != REFEREE_ILLEGAL &&
	    line.verb != REFEREE_SCORE)
		end_by_failure(referee);
	referee->shown = referee->shown && referee->row;
	referee->row = line.verb == REFEREE_ROW;
	if (!arbiter_match(referee->judge)->over)
		obey(referee, &line);
}

static void received(void *state, const struct message *message)
{
	struct referee *referee = state;

	if (arbiter_match(referee->judge)->over)
		return;
	if (message->seat == SEAT_NONE)
		hear_referee(referee, message);
	else
		hear_player(referee, message);
}

/* ---- processes ---- */

static bool exited(void *state, int seat, struct ending ending, const char *late)
{
	struct referee *referee = state;
	struct player *player = player_at(referee, seat), *other = player_at(referee, seat_opponent(seat));
	FREED char *how = arbiter_ending_words(ending);

	if (seat == SEAT_NONE) {
		end_by_failure(referee);
		arbiter_forfeit(referee->judge, seat, REASON_GAME, "%s%s", how,
				late ? late : " in the middle of the game");
		return true;
	}
	if (player->fate != DUE || (!referee->gone_told && other->fate != DUE && !other->failed))
		return false;
	player->left = referee->gone_told;
	if (!player->left)
		note_failure(player, reason_of_ending(ending),
			     bytes_text("%s%s", how, late ? late : " in the middle of the match"));
	arbiter_turn_lost(referee->judge, seat);
	settle(referee, seat, GONE);
	return true;
}

static void expired(void *state, int seat UNUSED)
{
	struct referee *referee = state;

	end_by_failure(referee);
	arbiter_forfeit(referee->judge, SEAT_NONE, REASON_GAME,
			"asked nobody for %.3f s (--hang-time); is its output flushed?",
			(double)setup_of(referee)->hang_limit / NS_PER_S);
}

static void started(void *state, int seat, bool warm UNUSED)
{
	arbiter_ready(((struct referee *)state)->judge, seat);
}

static void begin(void *state)
{
	struct referee *referee = state;
	const char *told = setup_text(setup_of(referee), &referee_option_told);

	referee->begun = true;
	arbiter_ask(referee->judge, SEAT_NONE, CHANNEL_COMMAND, "start players=%d seed=%" PRIu64 "%s%s\n",
		    referee->players, setup_game_seed(setup_of(referee)), told && *told ? " " : "",
		    told ? told : "");
	await_referee(referee);
}

/* ---- people ---- */

/* Is it one of the moves that the referee calls legal?  It need not name any.  */
static bool is_legal(const struct player *player, struct text move)
{
	struct text rest = {player->legal.at, player->legal.size}, line;
	bool named = false;

	while (text_line(&rest, &line)) {
		named = true;
		if (line.size == move.size && memcmp(line.at, move.at, move.size) == 0)
			return true;
	}
	return !named;
}

static char *answer(void *state, const struct message *message, bool *legal)
{
	struct referee *referee = state;
	struct player *player = player_at(referee, message->seat);
	size_t size = player->answer.size;
	const char *words;

	if (!player->asked || player->got + 1 < player->lines || is_rest(player, message))
		return NULL;
	add_line(player, message->bytes, message_text_size(message, NULL));
	words = answer_of(referee, player);
	player->answer.size = size;
	player->got--;
	*legal = is_legal(player, text_of(words));
	return bytes_text("%s", words);
}

/* The referee alone knows what its game's moves are.  */
static char *move_form(const struct match *match UNUSED, int turns UNUSED, const char *move,
		       char **problem UNUSED)
{
	return bytes_text("%s", move);
}

static char *named(void *state, int seat, unsigned n)
{
	const struct player *player = player_at(state, seat);
	struct text rest = {player->legal.at, player->legal.size}, line = {NULL, 0};
	unsigned count = 0;

	while (text_line(&rest, &line))
		count++;
	rest = (struct text){player->legal.at, player->legal.size};
	for (n = count ? n % count : 0; count && text_line(&rest, &line) && n; n--)
		;
	return count ? bytes_copy(line.at, line.size) : NULL;
}

static int count_lines(const char *move)
{
	int count = 1;

	while ((move = strstr(move, BETWEEN))) {
		move += strlen(BETWEEN);
		count++;
	}
	return count;
}

static char *check(void *state, int seat, const char *move, int back UNUSED)
{
	struct referee *referee = state;
	const struct player *player = player_at(referee, seat);
	struct text rest = {player->legal.at, player->legal.size}, line;
	struct bytes words = {0};

	if (player->fate != DUE)
		return bytes_text("the referee does not ask seat %d", seat);
	if (strpbrk(move, "\r\n") || (player->lines > 1 && count_lines(move) != player->lines))
		return bytes_text("an answer has %d line%s here%s", player->lines,
				  player->lines == 1 ? "" : "s",
				  player->lines == 1 ? "" : ", with \"" BETWEEN "\" between two of them");
	if (is_legal(player, text_of(move)))
		return NULL;
	bytes_addf(&words, "\"%s\" is none of the moves that the referee names:", move);
	while (text_line(&rest, &line)) {
		bytes_add_text(&words, " ");
		bytes_add(&words, line.at, line.size);
	}
	return words.at;
}

/* Puts a person's answer in the place of what has come of the agent's.  */
static void take_answer(struct player *player, const char *move)
{
	const char *end;

	player->answer.size = 0;
	player->got = 0;
	while (player->lines > 1 && (end = strstr(move, BETWEEN))) {
		add_line(player, move, (size_t)(end - move));
		move = end + strlen(BETWEEN);
	}
	add_line(player, move, strlen(move));
}

/* The agent has to be told what it was to be asked, and answers it, too.  */
static char *play(void *state, int seat, const char *move, const char *answered)
{
	struct referee *referee = state;
	struct player *player = player_at(referee, seat);
	char *problem = check(state, seat, move, 0);

	if (problem)
		return problem;
	if (!is_person(referee, seat)) {
		if (arbiter_unask(referee->judge, seat) || !player->asked)
			player->has_next = player->asked = true;
		player->got += answered != NULL;
		drop_answers(referee, seat, NULL);
		send_next(referee, seat);
		arbiter_answered(referee->judge, seat);
	}
	take_answer(player, move);
	player->by_person = true;
	moved(referee, seat, answered);
	return NULL;
}

/* ---- the match ---- */

/* What is told to a player is its own, and so is what is said of it.  Remarks and rows for all are for the
 * spectators.  */
static bool sees(const struct setup *setup, const struct message *message, int seat)
{
	struct text text = {message->bytes, message_text_size(message, NULL)};
	int player = setup_player_on(setup, seat);
	struct referee_line line;

	if (message->direction == TO_AGENT)
		return message->channel != CHANNEL_OUTPUT || (text.size > 2 && text.at[2] == '0' + player);
	if (message->channel == CHANNEL_STDERR || referee_read(text, REFEREE_PLAYERS, &line))
		return false;
	switch (line.verb) {
	case REFEREE_REMARK: return false;
	case REFEREE_ROW:
	case REFEREE_LINE:
	case REFEREE_LEGAL:
	case REFEREE_MOVE:
	case REFEREE_ILLEGAL: return line.player == player;
	default: return true;
	}
}

/* A row of a board, K| or |, is a fact; a line for a player is its input.  */
static enum channel channel(void *state UNUSED, int seat, const char *bytes, size_t size)
{
	struct referee_line line;

	if (seat != SEAT_NONE)
		return CHANNEL_OUTPUT;
	while (size && strchr("\r\n", bytes[size - 1]) && bytes[size - 1])
		size--;
	if (referee_read((struct text){bytes, size}, REFEREE_PLAYERS, &line))
		return CHANNEL_UNKNOWN;
	switch (line.verb) {
	case REFEREE_REMARK: return CHANNEL_COMMENT;
	case REFEREE_ROW: return CHANNEL_INFO;
	case REFEREE_LINE: return CHANNEL_INPUT;
	case REFEREE_SCORE: return CHANNEL_SCORE;
	default: return CHANNEL_COMMAND;
	}
}

static void referee_free(void *state)
{
	FREED struct referee *referee = state;

	bytes_free(&referee->line);
	bytes_free(&referee->words);
	for (int s = SEAT_1; s < SEATS; s++) {
		bytes_free(&referee->player[s].answer);
		bytes_free(&referee->player[s].next);
		bytes_free(&referee->player[s].legal);
		free(referee->player[s].failed);
	}
}

static void *referee_new(struct judge *judge, const struct setup *setup, char **problem)
{
	struct referee *referee = bytes_new(sizeof(*referee));
	const char *told = setup_text(setup, &referee_option_told);
	int64_t players = setup_count(setup, &referee_option_players);

	referee->judge = judge;
	referee->max_turns = setup_count(setup, &option_max_turns);
	for (int s = SEAT_1; s < SEATS; s++) {
		referee->player[s].sits = setup->seat[s].kind != SEAT_FREE;
		referee->players += referee->player[s].sits;
	}
	if (setup->seat[SEAT_NONE].kind != SEAT_AGENT)
		*problem = bytes_text("no referee sits on seat 0 (--referee)");
	else if (!referee->player[SEAT_1].sits)
		*problem = bytes_text("nobody sits on seat 1: a player alone sits there");
	else if (players && players != referee->players)
		*problem = bytes_text("--players is %" PRId64 ", and %d sit%s at the table", players,
				      referee->players, referee->players == 1 ? "s" : "");
	else if (told && strpbrk(told, "\r\n"))
		*problem = bytes_text("--told has a line end: the referee is told one line");
	else
		return referee;
	referee_free(referee);
	return NULL;
}

static const struct reason_row reasons[] = {
	{"win", NULL, "The referee has named the winner.", "referee, What the referee says"},
	{"draw", NULL, "The referee has said that nobody wins.", "referee, What the referee says"},
	{"rank", NULL, "The referee has said who is before whom.", "referee, What the referee says"},
	{"scores", NULL, "The referee has told the scores; the higher one wins.",
	 "referee, What the referee says"},
	{REASON_ILLEGAL, NULL, "The referee alone knows the rules, and has called the answer illegal.",
	 "referee, What the referee says"},
	{REASON_TIMEOUT, NULL,
	 "Each question is answered with as many lines as the referee asks for within the limit, unless the "
	 "referee decides what a late answer costs.",
	 "referee, Players; ringside: --turn-time"},
	{REASON_PROTOCOL, NULL,
	 "Lines that nobody asked for are reported and ignored; with --strict they lose.",
	 "referee, Players; ringside: --strict"},
	{REASON_GAME, NULL,
	 "The referee leads the game: when it leaves, hangs, or breaks its protocol, the match ends and no "
	 "player is to blame.",
	 "referee, Blame"},
	{0},
};

static const struct protocol_texts texts = {
	.title = "a game of your own: a referee in any language, and its players",
	.panes = panes,
	.first = protocol_first_of_program,
	.misled = "what it is told comes from the old player's answers",
	.reasons = reasons,
	.faults = faults,
};

/* The board fills up, until one of the two has no way out.  */
static const char *const demo_options[][2] = {
	{"referee", "sample:tron"}, {"seed", "22"}, {"pace", "1s"}, {NULL, NULL}};

static const struct protocol_bundle bundle = {
	.demo = {"sample:tron-player", "sample:tron-player"},
	.demo_options = demo_options,
	.rival = "sample:battleships-player --referee sample:battleships", /* connect4 needs node */
	.samples = (const char *const[]){"referee-", NULL},
	.programs = (const char *const[]){"battleships", "brutaltester", "brutaltester-old", "connect4",
					  "interactor", "tictactoe", "tron", NULL},
	.seeded = (const char *const[]){"battleships-player", "connect4-player", "tictactoe-player",
					"tron-player", NULL},
};

extern const struct protocol protocol_referee;
const struct protocol protocol_referee = {
	.name = "referee",
	.options = options,
	.alone = true,
	.texts = &texts,
	.bundle = &bundle,
	.tools = &referee_tools,
	.answers = CHANNEL_BIT(CHANNEL_OUTPUT),
	.moves = CHANNEL_OUTPUT,
	.silent = true,
	.plays = PLAYS_ONE,
	.last_news = true,
	.limits = {.end = NS_PER_S},
	.channel = channel,
	.new = referee_new,
	.free = referee_free,
	.started = started,
	.begin = begin,
	.ask = ask,
	.received = received,
	.sees = sees,
	.is_answer = is_answer,
	.exited = exited,
	.expired = expired,
	.timeout = timed_out,
	.answer = answer,
	.move_form = move_form,
	.check = check,
	.named = named,
	.play = play,
};
