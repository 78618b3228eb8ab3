/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* players_lmc2.c - simulated matches of lmc2: what the game program says, what the players are told of it,
 * and the other way round (lmc2, Layer 0; Layer 1).  */
#include "players.h"

#include "ringside/protocol.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- from the game program to the players ---- */

/* The words, with one blank between them. The caller frees.  */
static char *tidy(const char *text)
{
	struct bytes words = {0};

	bytes_add(&words, "", 0);
	while (*(text += strspn(text, " \t\r\n"))) {
		size_t size = strcspn(text, " \t\r\n");

		bytes_addf(&words, "%s%.*s", words.size ? " " : "", (int)size, text);
		text += size;
	}
	return words.at ? words.at : bytes_text("%s", "");
}

static bool begins(const char *text, const char *word)
{
	return strncmp(text, word, strlen(word)) == 0;
}

/* The number of the player on a seat, and the seat of player `n`; any other number is not changed.  */
static int changed(const struct table *table, int n)
{
	return n < SEAT_1 || n >= SEATS ? n : setup_player_on(&judge_match(table->judge)->setup, n);
}

/* A line of layer 1: what the player is due to be told of it.  */
static void relay(struct table *table, int seat, const char *said)
{
	struct players *players = table->own;
	struct side *side = &players->side[seat];
	FREED char *line = tidy(said);
	char *whole;
	double score;

	if (strcmp(line, "@command play") == 0) {
		if (players_is_agent(table, seat))
			side_due(side, DUE_PLAY, NULL, 0, 0);
	} else if (*line == '#') {
		whole = bytes_copy(said, strcspn(said, "\r\n"));
		side_due(side, DUE_LINE, whole, 0, 0);
		free(whole);
	} else if (sscanf(line, "@score %lf", &score) == 1) {
		players->sum[seat] += score;
		side_due(side, DUE_SCORE, NULL, score, 0);
	} else if (*line == '@') {
		side_due(side, DUE_LINE, line, 0, 0);
	} else {
		whole = bytes_text("@input %s", line);
		side_due(side, DUE_LINE, whole, 0, 0);
		free(whole);
	}
}

/* Why had this line no effect?  */
static bool may_be_dropped(const struct table *table, int seat, const char *line)
{
	const struct players *players = table->own;

	return !*line || begins(line, "@info") || players->left[seat] || judge_match(table->judge)->over ||
	       (begins(line, "@hint") && !players->side[seat].hints);
}

static void hear_program(struct table *table, const struct message *message)
{
	struct players *players = table->own;
	char *line = bytes_copy(message->bytes, message_text_size(message, NULL));
	const char *rest = line;
	int seat = SEAT_1, at = 0;

	if (sscanf(line, "@player %d %n", &seat, &at) == 1 && at) {
		rest = line + at;
		seat = changed(table, seat);
	}
	if (seat < SEAT_1 || seat >= SEATS || *line == '#') {
		free(line);
		return;
	}
	if (!judge_match(table->judge)
		     ->over) /* a charged stall: it may have passed its limit before this came */
		players->program_running = table_ran_before(table, SEAT_NONE);
	table->progress = table->running;
	if (message->flags & MESSAGE_DROPPED)
		CHECK(table, may_be_dropped(table, seat, rest), "the game's line is dropped: \"%s\"", line);
	else if (!begins(line, "@judge") && !begins(line, "@info"))
		relay(table, seat, rest);
	free(line);
}

/* The game program broke a rule, which ended the match. Nothing that it said afterwards counts.  */
static bool is_last_word(const struct table *table, const struct message *message)
{
	const struct verdict *verdict = &judge_match(table->judge)->verdict;

	if (!judge_match(table->judge)->over || strcmp(verdict->reason, REASON_GAME) != 0)
		return false;
	for (int i = 0; i < PROOFS; i++)
		if (verdict->proof[i] == message->n)
			return true;
	return false;
}

/* What the game program was about to say to it no longer ends anything.  */
static void leaves(struct table *table, int seat)
{
	struct players *players = table->own;
	struct process *program = &table->process[SEAT_NONE];

	players->left[seat] = true;
	for (int i = program->first; i < program->last; i++)
		program->deeds[i].fatal = false;
}

static void passed(struct table *table, const struct record *record)
{
	struct players *players = table->own;
	const struct message *message = &record->message;
	int seat = message->seat;

	players_passed(table, record);
	players->over = players->over || message->event.kind == EVENT_VERDICT;
	if (message->channel == CHANNEL_STDERR)
		return;
	if (seat == SEAT_NONE) {
		if (message->direction == FROM_AGENT && !is_last_word(table, message))
			hear_program(table, message);
		return;
	}
	if (message->event.kind == EVENT_NO_MOVE) {
		CHECK(table, !players->late[seat], "seat %d is late a second time", seat);
		players_check_late(table, seat);
		players->late[seat] = true;
		players->silent[seat]++;
	}
	if (message->event.kind == EVENT_PERSON || message->event.kind == EVENT_AGENT)
		players->silent[seat] = 0;
	if (message->event.kind == EVENT_CLOSED_OUTPUT || message->event.kind == EVENT_CLOSED_INPUT)
		players->shut[seat] = true;
	if ((message->direction == EVENT && event_ends(&message->event)) ||
	    (message->direction == FROM_AGENT && begins(message->bytes, "@info exit") &&
	     !(message->flags & MESSAGE_DROPPED)))
		players->shut[seat] = true;
	if (message->event.kind == EVENT_NOTICE && begins(message->event.word, "left-game")) {
		CHECK(table, players->shut[seat], "seat %d has not left", seat);
		leaves(table, seat);
	}
}

/* ---- from the judge to the game program ---- */

static void begin(struct table *table)
{
	struct players *players = table->own;
	struct side *program = &players->side[SEAT_NONE];
	const struct setup *setup = &judge_match(table->judge)->setup;
	char *line;

	players->begun = true;
	players->program_running = table_ran(table, SEAT_NONE);
	for (int s = 0; s < SEATS; s++)
		CHECK(table, !players_is_agent(table, s) || players->side[s].named || !players->side[s].fresh,
		      "the game begins before seat %d has said its name", s);
	side_due(program, DUE_LINE, "@judge version 1", 0, 0);
	line = bytes_text("@judge players %d", setup->seat[SEAT_2].kind == SEAT_FREE ? 1 : 2);
	side_due(program, DUE_LINE, line, 0, 0);
	free(line);
	line = bytes_text("@judge seed %" PRIu64, setup->seed + (uint64_t)setup->game - 1);
	side_due(program, DUE_LINE, line, 0, 0);
	free(line);
	for (int n = 1; n < SEATS; n++) {
		int s = changed(table, n);

		if (setup->seat[s].kind == SEAT_FREE)
			continue;
		line = bytes_text("@judge name %d %s", n, setup->seat[s].name ? setup->seat[s].name : "?");
		side_due(program, DUE_LINE, line, 0, 0);
		free(line);
	}
	side_due(program, DUE_LINE, "@command new", 0, 0);
}

/* The turn of a player was lost, and its play with it.  */
static void release(struct table *table, int seat)
{
	struct players *players = table->own;

	if (table->timed[seat]) {
		players->used_unknown[seat] = true;
		table->timed[seat] = false;
	}
	if (!players->side[seat].playing)
		side_forget_play(&players->side[seat]);
	players->side[seat].playing = false;
	table->progress = table->running;
}

static void told_of_fault(struct table *table, int seat, const char *what)
{
	struct players *players = table->own;
	enum player_failure failure = players->character[seat].failure;

	CHECK(table,
	      players_is_agent(table, seat) ||
		      (strcmp(what, "timeout") == 0 && table_limits_person(table, seat)),
	      "a person is blamed: %s", what);
	if (strcmp(what, "timeout") == 0) {
		CHECK(table, players->late[seat], "seat %d is blamed for being late, and was in time", seat);
		players->late[seat] = false;
	} else if (strcmp(what, "exit") == 0) {
		CHECK(table, players->left[seat], "seat %d is said to have left, and is still there", seat);
	} else {
		players->silent[seat] = 0;
		CHECK(table, strcmp(what, "illegal") == 0, "the game is told of a fault \"%s\"", what);
		CHECK(table, failure == PLAYER_UNKNOWN || failure == PLAYER_EMPTY,
		      "seat %d is blamed for a word that is allowed", seat);
	}
	release(table, seat);
}

static void told_program(struct table *table, const char *line)
{
	struct players *players = table->own;
	struct due due = {0};
	int seat, at = 0;

	if (begins(line, "# ringside ready")) {
		players->side[SEAT_NONE].greeted = true;
		players->ready_running[SEAT_NONE] = table_ran(table, SEAT_NONE);
	} else if (strcmp(line, "@command exit") == 0) {
		CHECK(table, judge_match(table->judge)->over, "the game is told to leave in the middle");
	} else if (sscanf(line, "@judge fault %d %n", &seat, &at) == 1 && at) {
		seat = changed(table, seat);
		CHECK(table, !judge_match(table->judge)->over, "the game is told after the verdict: \"%s\"",
		      line);
		players->program_running = table_ran(table, SEAT_NONE);
		if (seat >= SEAT_1 && seat < SEATS)
			told_of_fault(table, seat, line + at);
		else
			CHECK(table, false, "a fault of no player: \"%s\"", line);
	} else {
		if (!players->begun)
			begin(table);
		players_check_due(table, SEAT_NONE, line, &due);
		players->program_running = table_ran(table, SEAT_NONE);
	}
	free(due.line);
	players_hear(table, SEAT_NONE, line);
}

/* ---- from the judge to the players ---- */

static void told(struct table *table, const struct message *message, const char *line)
{
	struct players *players = table->own;
	int seat = message->seat;
	struct due due = {0};

	CHECK(table, message->size == strlen(line) + 1 && message->bytes[message->size - 1] == '\n',
	      "a line does not end with LF: \"%s\"", line);
	if (seat == SEAT_NONE) {
		told_program(table, line);
		return;
	}
	players_check_line(table, seat, line);
	if (strcmp(line, "@command exit") == 0)
		CHECK(table, judge_match(table->judge)->over, "seat %d is told to leave in the middle", seat);
	else if (strcmp(line, "# ringside ready") != 0)
		players_check_due(table, seat, line, &due);
	players->asks[seat] += strcmp(line, "@command play") == 0;
	players->plays[seat] += strcmp(line, "@command play") == 0;
	free(due.line);
	players_hear(table, seat, line);
}

static void turn(struct table *table, const struct turn *turn)
{
	struct players *players = table->own;
	char *line;

	players_check_turn(table, turn);
	((struct players *)table->own)->silent[turn->seat] = 0;
	line = bytes_text("@player %d @output%s%s", changed(table, turn->seat), *turn->played ? " " : "",
			  turn->played);
	side_due(&players->side[SEAT_NONE], DUE_LINE, line, 0, 0);
	free(line);
}

/* The sums are compared at the end: two scores may have come at once.  */
static void score(struct table *table, int seat)
{
	CHECK(table, seat != SEAT_NONE, "the game program has a score");
}

static int64_t number(const struct table *table, const char *name)
{
	const struct option_row *const *row = protocol_named("lmc2")->options;

	while (strcmp((*row)->name, name) != 0)
		row++;
	return setup_count(&table->setup, *row);
}

/* The loser was silent this many times in a row; the other was not, at least in the same turn.  */
static void check_silence(struct table *table)
{
	const struct players *players = table->own;
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	int64_t most = number(table, "max-timeouts");

	for (int s = SEAT_1; s < SEATS; s++) {
		bool lost = verdict->blame == s || verdict->winner == WINNER_DRAW;

		CHECK(table,
		      (table->signalled && verdict->blame == SEAT_NONE) ||
			      (most && lost == (players->silent[s] == most)),
		      "seat %d was silent %d times in a row: winner %d", s, players->silent[s],
		      verdict->winner);
	}
}

static void check_endless(struct table *table)
{
	const struct players *players = table->own;
	int64_t most = number(table, "max-turns");
	bool reached = table->outcome.requests > 0; /* a person may play before the seat is told to */

	for (int s = SEAT_1; s < SEATS; s++)
		reached = reached || players->plays[s] == most || !players_is_agent(table, s);
	CHECK(table, most && reached, "nobody has played %" PRId64 " turns", most);
}

static void verdict(struct table *table)
{
	const struct players *players = table->own;
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	bool of_score = strcmp(verdict->reason, "score") == 0;

	CHECK(table, !of_score || players->program.over, "%s, and the game is not over", verdict->reason);
	CHECK(table, !of_score || (!players->left[SEAT_1] && !players->left[SEAT_2]),
	      "a score counts, and somebody has left");
	if (strcmp(verdict->reason, "max-turns") == 0)
		check_endless(table);
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 && strstr(verdict->detail, "(--max-timeouts)"))
		check_silence(table);
	else
		players_check_verdict(table);
}

const struct fixture fixture_lmc2 = {
	.system = "lmc2",
	.matches = 4000,
	.moves = CHANNEL_OUTPUT,
	.goodbye = "@command exit",
	.games = 2,
	.set_up = players_set_up_lmc2,
	.free = players_free,
	.tell = players_tell,
	.start = players_start,
	.next_game = players_next_game,
	.told = told,
	.passed = passed,
	.turn = turn,
	.score = score,
	.words = players_words,
	.verdict = verdict,
	.end = players_check_end,
};
