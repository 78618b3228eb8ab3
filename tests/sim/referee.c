/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* referee.c - simulated matches of referee: a referee of a few rounds that asks the players in turn or both
 * at once, what it and they are told, and who is to blame (referee, The dialogue).
 *
 * fixture.h says what each member promises.  The table has the judge, the clock, the people and the
 * recording.  A CHECK that fails prints a seed, which plays the match again.  */
#include "table_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How a player fails at one of its answers, and the referee at one of its questions.  */
enum failure { NOT, LATE, HANGS, WRONG, TWICE, CRASH, LEAVES, NO_PROCESS, FAILURES };
enum breach {
	NO_BREACH,
	STRANGE_WORD,
	NOBODYS_ILLEGAL,
	ASKS_UNTOLD,
	ASKS_TWICE,
	STAYS_SILENT,
	EXITS,
	CRASHES,
	NEVER_RAN,
	BREACHES
};

enum { LINES_MOST = 64, LINE = 64 };

/* Lines that a seat is due to be told, in order.  */
struct queue {
	char line[LINES_MOST][LINE];
	int first, last;
};

struct agent {
	enum failure failure;
	int fails_at; /* the number of its answer, from 1 */
	int asked;    /* how often, as it is told */
	bool silent;
	bool unsure; /* it has said a line too many: that one may be taken for an answer */
};

/* The table's data for this system.  */
struct sim {
	struct agent agent[SEATS];
	struct queue due[SEATS];
	enum breach breach;
	int breaks_at, rounds, round, lines; /* of the referee; lines: of each answer */
	bool late_told, gone_told, at_once, begun, ended;
	int waits;                /* how many answers the referee waits for */
	bool wrong[SEATS];        /* this player's answer is one that the referee calls illegal */
	char played[SEATS][LINE]; /* the last turn of the seat, which the referee was not told yet */
	int answers[SEATS];       /* lines of it that were told */
	bool turned[SEATS],
		missed[SEATS]; /* it has a turn, or has missed one, that the referee was not told of */
};

static bool is_agent(const struct table *table, int seat)
{
	return table->setup.seat[seat].kind == SEAT_AGENT;
}

static bool sits(const struct table *table, int seat)
{
	return table->setup.seat[seat].kind != SEAT_FREE;
}

static int changed(const struct table *table, int n)
{
	return setup_player_on(table->judge ? &judge_match(table->judge)->setup : &table->setup, n);
}

/* ---- setup ---- */

static void set_up(struct table *table)
{
	struct sim *sim = bytes_new(sizeof(*sim));
	struct chance *chance = &table->chance;
	struct setup *setup = &table->setup;

	table->own = sim;
	setup->seed = (uint64_t)chance_below(chance, 100);
	table_draw_limits(table);
	table->folders = false;
	setup->max_chatter = 100000; /* everything that a referee says is chatter */
	setup->seat[SEAT_NONE] =
		(struct seat_setup){.kind = SEAT_AGENT, .command = bytes_text("sim-referee")};
	if (chance_one_in(chance, 4))
		setup_set(setup, "told", "size=5");
	sim->rounds = 1 + (int)chance_below(chance, 8);
	sim->lines = chance_one_in(chance, 3) ? 2 : 1;
	sim->late_told = chance_one_in(chance, 4);
	sim->gone_told = chance_one_in(chance, 4);
	sim->at_once = chance_one_in(chance, 2);
	sim->breaks_at = 1 + (int)chance_below(chance, 5);
	if (chance_one_in(chance, 4))
		sim->breach = (enum breach)chance_below(chance, BREACHES);
	if (sim->gone_told && (sim->breach == ASKS_UNTOLD || sim->breach == ASKS_TWICE))
		sim->breach = STRANGE_WORD; /* a player that is gone may be asked again */
	for (int s = SEAT_1; s < SEATS; s++) {
		if (s == SEAT_2 && chance_one_in(chance, 6))
			continue;
		setup->seat[s].kind = chance_one_in(chance, 8) ? SEAT_HUMAN : SEAT_AGENT;
		setup->seat[s].command = bytes_text("sim%d", s);
		table->has_requests = table->has_requests || !is_agent(table, s);
		sim->agent[s].fails_at = 1 + (int)chance_below(chance, 6);
		if (chance_one_in(chance, 3))
			sim->agent[s].failure = (enum failure)chance_below(chance, FAILURES);
	}
}

static void forget(struct table *table)
{
	free(table->own);
}

static void tell(const struct table *table, FILE *to)
{
	const struct sim *sim = table->own;

	fprintf(to, "the referee: %d rounds%s, %d lines%s%s, breach %d at question %d\n", sim->rounds,
		sim->at_once ? " at once" : "", sim->lines, sim->late_told ? ", late=told" : "",
		sim->gone_told ? ", gone=told" : "", (int)sim->breach, sim->breaks_at);
	for (int s = SEAT_1; s < SEATS; s++)
		fprintf(to, "seat %d: %s, fails in way %d at answer %d\n", s,
			is_agent(table, s) ? "an agent"
			: sits(table, s)   ? "a person"
					   : "nobody",
			(int)sim->agent[s].failure, sim->agent[s].fails_at);
}

/* ---- processes ---- */

static bool start(struct table *table, int seat)
{
	const struct sim *sim = table->own;

	table->process[seat].fake = (struct fake){.chance = &table->chance,
						  .end = "\n",
						  .splits = chance_one_in(&table->chance, 4),
						  .pause = MS,
						  .busy = table->now};
	return seat == SEAT_NONE ? sim->breach != NEVER_RAN : sim->agent[seat].failure != NO_PROCESS;
}

static void say(struct table *table, int seat, const char *words, int culpable)
{
	struct agent *agent = &((struct sim *)table->own)->agent[seat];
	struct deed *deed = fake_say(&table->process[seat].fake, words);

	fake_mark(deed, agent->asked, words);
	deed->culpable = culpable;
}

/* True: it says nothing more than that.  */
static bool fail(struct table *table, int seat)
{
	struct sim *sim = table->own;
	struct agent *agent = &sim->agent[seat];
	struct fake *fake = &table->process[seat].fake;

	switch (agent->failure) {
	case LATE: fake->busy += table_turn_limit(table, seat) + table->setup.tolerance; return false;
	case HANGS: agent->silent = true; return true;
	case WRONG:
		for (int i = 0; i < sim->lines; i++)
			say(table, seat, "bad", BLAME_ILLEGAL);
		return true;
	case TWICE:
		agent->unsure = true;
		say(table, seat, "twice", BLAME_PROTOCOL);
		return false;
	case CRASH:
	case LEAVES:
		agent->silent = true;
		fake_leave(fake, agent->failure == CRASH ? -11 : 0,
			   agent->failure == CRASH ? BLAME_CRASH : BLAME_EXIT);
		return true;
	default: return false;
	}
}

static void asked(struct table *table, int seat)
{
	struct sim *sim = table->own;
	struct agent *agent = &sim->agent[seat];
	struct fake *fake = &table->process[seat].fake;

	if (agent->silent)
		return;
	fake_think(fake, table_turn_limit(table, seat) / 4);
	if (agent->asked == agent->fails_at && fail(table, seat))
		return;
	for (int i = 0; i < sim->lines; i++) {
		FREED char *words = chance_one_in(fake->chance, 5) ? bytes_text("%s", "")
								   : bytes_text("a %d", agent->asked);

		say(table, seat, words, agent->unsure ? BLAME_PROTOCOL : 0);
	}
}

/* ---- the referee ---- */

/* The line that breaks the protocol.  */
static void break_rule(struct table *table)
{
	struct sim *sim = table->own;
	struct fake *fake = &table->process[SEAT_NONE].fake;

	sim->ended = true;
	switch (sim->breach) {
	case STRANGE_WORD: fake_say(fake, "hello")->culpable = BLAME_GAME; break;
	case NOBODYS_ILLEGAL: fake_say(fake, "illegal 3 no")->culpable = BLAME_GAME; break;
	case ASKS_UNTOLD:
		sim->waits = 1;
		fake_say(fake, "> 1 once");
		fake_say(fake, "ask 1");
		fake_say(fake, "ask 1")->culpable = BLAME_GAME;
		break;
	case ASKS_TWICE:
		sim->waits = 1;
		fake_say(fake, "> 1 twice");
		fake_say(fake, "ask 1");
		fake_say(fake, "> 1 more")->culpable = BLAME_GAME;
		break;
	case EXITS: fake_leave(fake, 0, BLAME_GAME); break;
	case CRASHES: fake_leave(fake, -6, BLAME_GAME); break;
	default: table->process[SEAT_NONE].culpable |= BLAME_GAME; break; /* it stays silent */
	}
}

static void end_game(struct table *table)
{
	static const char *const two[] = {"win 2 it is over", "draw", "rank 1 2", "scores 3 -1.5 more"};
	static const char *const one[] = {"win 1 it is over", "draw", "rank 1", "scores 3 it is over"};
	struct sim *sim = table->own;
	unsigned which = (unsigned)chance_below(&table->chance, 4);

	sim->ended = true;
	fake_say(&table->process[SEAT_NONE].fake, (sits(table, SEAT_2) ? two : one)[which]);
}

static void ask(struct table *table)
{
	struct sim *sim = table->own;
	struct fake *fake = &table->process[SEAT_NONE].fake;
	bool two = sits(table, SEAT_2), both = two && sim->at_once;
	int player = two ? 1 + sim->round % 2 : 1;
	FREED char *question = NULL;

	if (sim->ended)
		return;
	if (++sim->round > sim->rounds) {
		end_game(table);
		return;
	}
	fake_think(fake, 20 * MS);
	if (sim->breach && sim->round == sim->breaks_at) {
		break_rule(table);
		return;
	}
	fake_say(fake, "| a row");
	for (int n = 1; n <= (two ? 2 : 1); n++) {
		FREED char *line = bytes_text("> %d round %d", n, sim->round);

		fake_say(fake, line);
	}
	sim->waits = both ? 2 : 1;
	question = both ? bytes_text("ask 1 2 lines=%d", sim->lines)
			: bytes_text("ask %d lines=%d", player, sim->lines);
	fake_say(fake, question);
}

/* It was told what became of all that it has asked.  */
static void judge_answers(struct table *table)
{
	struct sim *sim = table->own;
	struct fake *fake = &table->process[SEAT_NONE].fake;

	for (int n = 1; n < SEATS; n++)
		if (sim->wrong[n]) {
			FREED char *line = bytes_text("illegal %d no", n);

			fake_say(fake, line);
			sim->ended = true;
		}
	if (sim->ended && sim->at_once && sits(table, SEAT_2)) {
		for (int n = 1; n < SEATS; n++)
			if (!sim->wrong[n] && sim->answers[n]) {
				FREED char *line = bytes_text("move %d a", n);

				fake_say(fake, line);
			}
	}
	memset(sim->wrong, 0, sizeof(sim->wrong));
	memset(sim->answers, 0, sizeof(sim->answers));
	fake_say(fake, "score 1 7");
	ask(table);
}

static void told_referee(struct table *table, const char *line)
{
	struct sim *sim = table->own;
	const struct setup *setup = &judge_match(table->judge)->setup;
	struct fake *fake = &table->process[SEAT_NONE].fake;
	FREED char *first = bytes_text("start players=%d seed=%" PRIu64 "%s", sits(table, SEAT_2) ? 2 : 1,
				       setup->seed + (uint64_t)setup->game - 1,
				       setup_given(&table->setup, "told") ? " size=5" : "");
	FREED char *game = NULL;
	int n = 0, at = 0;
	const char *rest;

	if (fake->busy < table->now)
		fake->busy = table->now;
	if (!sim->begun) {
		CHECK(table, strcmp(line, first) == 0, "the referee is told \"%s\", not \"%s\"", line, first);
		sim->begun = true;
		game = bytes_text("game sim%s%s", sim->late_told ? " late=told" : "",
				  sim->gone_told ? " gone=told" : "");
		fake_say(fake, game);
		ask(table);
		return;
	}
	CHECK(table, sim->waits > 0, "the referee waits for nobody, and is told \"%s\"", line);
	if (sscanf(line, "< %d%n", &n, &at) == 1 && n >= 1 && n < SEATS) {
		int seat = changed(table, n);

		rest = line[at] ? line + at + 1 : "";
		CHECK(table, sim->turned[seat] && strstr(sim->played[seat], rest),
		      "the referee is told \"%s\" of player %d, who has played \"%s\"", rest, n,
		      sim->played[seat]);
		sim->answers[n]++;
		sim->wrong[n] = sim->wrong[n] || strcmp(rest, "bad") == 0;
		return;
	}
	if (sscanf(line, "done %d", &n) == 1 && n >= 1 && n < SEATS) {
		CHECK(table, sim->turned[changed(table, n)] && sim->answers[n] == sim->lines,
		      "the referee is told \"%s\" after %d lines", line, sim->answers[n]);
	} else if (sscanf(line, "late %d", &n) == 1 && n >= 1 && n < SEATS) {
		CHECK(table, sim->late_told && sim->missed[changed(table, n)], "the referee is told \"%s\"",
		      line);
	} else if (sscanf(line, "gone %d", &n) == 1 && n >= 1 && n < SEATS) {
		CHECK(table, sim->gone_told && is_agent(table, changed(table, n)),
		      "the referee is told \"%s\"", line);
	} else {
		CHECK(table, false, "the referee is told \"%s\"", line);
		return;
	}
	CHECK(table, n == SEAT_1 || sim->waits == 1 || changed(table, n) != SEAT_2,
	      "the referee is told of player %d first", n);
	sim->turned[changed(table, n)] = sim->missed[changed(table, n)] = false;
	if (--sim->waits == 0 && table->process[SEAT_NONE].exists)
		judge_answers(table);
}

/* ---- what is told ---- */

/* What the referee says to a player is what the player is told, in this order.  */
static void passed(struct table *table, const struct record *record)
{
	struct sim *sim = table->own;
	const struct message *message = &record->message;
	int n, at = 0;

	if (message->event.kind == EVENT_NO_MOVE)
		sim->missed[message->seat] = true;
	if (message->seat != SEAT_NONE || message->direction != FROM_AGENT ||
	    message->channel == CHANNEL_STDERR)
		return;
	table->progress = table->running;
	if (sscanf(message->bytes, "> %d %n", &n, &at) == 1 && at && n >= 1 && n < SEATS) {
		struct queue *due = &sim->due[changed(table, n)];

		if (due->last < LINES_MOST)
			snprintf(due->line[due->last++], LINE, "%.*s",
				 (int)(message_text_size(message, NULL) - (size_t)at), message->bytes + at);
	}
}

static void told(struct table *table, const struct message *message, const char *line)
{
	struct sim *sim = table->own;
	int seat = message->seat;
	struct queue *due = &sim->due[seat];
	struct fake *fake = &table->process[seat].fake;

	if (seat == SEAT_NONE) {
		told_referee(table, line);
		return;
	}
	CHECK(table, due->first < due->last && strcmp(line, due->line[due->first]) == 0,
	      "seat %d is told \"%s\", not \"%s\"", seat, line,
	      due->first < due->last ? due->line[due->first] : "nothing");
	due->first++;
	if (fake->busy < table->now)
		fake->busy = table->now;
	if (!(message->flags & MESSAGE_ASKS) || !is_agent(table, seat))
		return;
	sim->agent[seat].asked++;
	if (table->process[seat].exists)
		asked(table, seat);
}

/* ---- turns and verdicts ---- */

static void turn(struct table *table, const struct turn *turn)
{
	struct sim *sim = table->own;
	const struct record *from = table_bringer(table, turn);
	const struct agent *agent = &sim->agent[turn->seat];

	CHECK(table, from, "turn %d: no message brought it", turn->n);
	CHECK(table, !sim->turned[turn->seat], "turn %d: seat %d has a turn already", turn->n, turn->seat);
	if (from && from->message.direction == FROM_AGENT)
		CHECK(table, from->is_move && (from->tag == agent->asked || agent->unsure),
		      "turn %d: \"%s\" does not answer question %d", turn->n, turn->answered, agent->asked);
	sim->turned[turn->seat] = true;
	snprintf(sim->played[turn->seat], LINE, "%s", turn->played);
	table_check_time(table, turn);
	table->progress = table->running;
}

static void score(struct table *table, int seat)
{
	CHECK(table, seat != SEAT_NONE, "the referee has a score");
}

/* What a person types, sometimes wrong.  */
static char *words(struct table *table, int seat)
{
	const struct sim *sim = table->own;

	(void)seat;
	if (chance_one_in(&table->chance, 8))
		return bytes_text("%s", chance_one_in(&table->chance, 2) ? "" : "bad");
	return bytes_text(sim->lines == 1 ? "a person" : "a person / again");
}

static void verdict(struct table *table)
{
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	const struct sim *sim = table->own;

	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0) {
		CHECK(table, !sim->late_told, "the referee decides what a late answer costs");
		if (verdict->blame != SEAT_NONE && is_agent(table, verdict->blame))
			table->process[verdict->blame].culpable |= BLAME_LATE;
	}
	table_check_blame(table);
}

static void end(struct table *table)
{
	(void)table;
}

const struct fixture fixture_referee = {
	.system = "referee",
	.matches = 2000,
	.moves = CHANNEL_OUTPUT,
	.games = 1,
	.set_up = set_up,
	.free = forget,
	.tell = tell,
	.start = start,
	.told = told,
	.passed = passed,
	.turn = turn,
	.score = score,
	.words = words,
	.verdict = verdict,
	.end = end,
};
