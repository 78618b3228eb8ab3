/* table.c - one simulated match.
 *
 * Inputs carry the time of a wake-up a little after what caused them, and effects are carried out a little
 * later still, as in a real session: so deadlines pass in between, answers wait in pipes when the next
 * question is written, and processes die before anybody hears of it.  */
#include "table.h"

#include "brain.h"
#include "chance.h"
#include "grid.h"

#include "ringside/bytes.h"
#include "ringside/judge.h"
#include "ringside/replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MS    ((int64_t)NS_PER_MS)
#define NEVER INT64_MAX

/* ms: the most that a person gives a turn.  */
enum { TURN_MOST = 8000 };

/* A process: what it did and what was not yet told of it.  A replaced one is forgotten but for its manners.
 */
struct process {
	bool exists, told_end, dismissed;
	bool dead; /* it ended; the judge hears of it when its deed comes up */
	bool closed_stdin;
	struct brain brain;
	struct deed *deeds; /* in their order: deeds[first .. last) */
	int first, last, room;
	int64_t kill_at;
	/* The moves that it wrote, in their order; the judge must see them in that order.  */
	struct deed *moves;
	int seen, written, moves_room;
};

struct record {
	struct message message; /* owns its bytes */
	int tag;                /* of a move: the ask that it answers; 0: none */
	int64_t written;        /* when its last byte was */
	bool is_move;
};

struct ask {
	int turn, epoch;
};

struct table {
	struct chance chance;
	struct setup setup;
	struct judge *judge;
	struct character character[SEATS];
	struct process process[SEATS];
	int64_t now, running, progress, input_t, input_running;
	int64_t began_running[SEATS], asked_t[SEATS];
	bool timed[SEATS];
	int width, height;
	bool wishful; /* somebody wishes in this match */
	bool limits_changed;
	bool folders; /* somebody looks at temporary folders */
	int64_t wish_at, human_at;
	int wishes_left;
	struct record *records;
	int record_count, record_room;
	struct ask *asks; /* by tag, from 1 */
	int ask_count, ask_room;
	int epoch;
	int blunder; /* a seat that has certainly lost; SEAT_NONE */
	int reopened;
	bool dismissed;
	struct outcome outcome;
};

#define CHECK(table, condition, ...)                                                                         \
	do {                                                                                                 \
		if (!(condition) && !(table)->outcome.problem)                                               \
			(table)->outcome.problem = bytes_text(__VA_ARGS__);                                  \
	} while (0)

static bool is_paused(const struct table *table)
{
	return judge_state(table->judge) == JUDGE_PAUSED;
}

/* Time goes on to t, and with it the clocks, unless the match is paused.  */
static void advance(struct table *table, int64_t t)
{
	int64_t before[SEATS], after;

	if (t <= table->now)
		return;
	for (int s = 0; s < SEATS; s++)
		before[s] = judge_turn_time(table->judge, s, table->now);
	if (!is_paused(table))
		table->running += t - table->now;
	for (int s = 0; s < SEATS; s++) {
		after = judge_turn_time(table->judge, s, t);
		CHECK(table, !is_paused(table) || after == before[s], "a clock of seat %d runs in a pause",
		      s);
		CHECK(table, after >= 0, "seat %d has used a negative time", s);
	}
	table->now = t;
}

static void wake(struct table *table, int64_t t)
{
	advance(table, t + chance_below(&table->chance, 20000));
	table->input_t = table->now;
	table->input_running = table->running;
}

/* ---- processes ---- */

static void free_deeds(struct process *process)
{
	for (int i = process->first; i < process->last; i++)
		free(process->deeds[i].bytes);
	process->first = process->last = 0;
}

static void add_deed(struct process *process, struct deed deed)
{
	if (process->last == process->room) {
		process->room = process->room ? 2 * process->room : 32;
		process->deeds = bytes_resized(process->deeds, (size_t)process->room * sizeof(deed));
	}
	process->deeds[process->last++] = deed;
}

/* What the brain has thought of is queued for its time.  */
static void take_deeds(struct process *process)
{
	for (int i = 0; i < process->brain.deed_count; i++)
		add_deed(process, process->brain.deeds[i]);
	process->brain.deed_count = 0;
}

static void note_move(struct process *process, struct deed deed)
{
	if (process->written == process->moves_room) {
		process->moves_room = process->moves_room ? 2 * process->moves_room : 32;
		process->moves = bytes_resized(process->moves, (size_t)process->moves_room * sizeof(deed));
	}
	deed.bytes = NULL;
	process->moves[process->written++] = deed;
}

static struct ending ending_of(int code)
{
	static const struct ending of[] = {{.signalled = true, .code = 11, .signal = "SIGSEGV"},
					   {.signalled = true, .code = 6, .signal = NULL},
					   {.signalled = true, .code = 9, .signal = "SIGKILL"}};

	return code >= 0 ? (struct ending){.code = code} : code == -11 ? of[0] : code == -6 ? of[1] : of[2];
}

static void give(struct table *table, int seat, struct deed *deed)
{
	struct process *process = &table->process[seat];
	bool was_over = judge_match(table->judge)->over;
	int64_t at = 0;

	if (deed->culpable && !was_over)
		process->brain.culpable = true;
	switch (deed->kind) {
	case DEED_BYTES:
		if (deed->is_move)
			note_move(process, *deed);
		if (deed->size > 1 && chance_one_in(&table->chance, 8)) /* two reads in one wake-up */
			at = 1 + chance_below(&table->chance, (int64_t)deed->size - 1);
		if (at)
			judge_bytes(table->judge, table->now, seat, STREAM_STDOUT, deed->bytes, (size_t)at);
		judge_bytes(table->judge, table->now, seat, STREAM_STDOUT, deed->bytes + at,
			    deed->size - (size_t)at);
		break;
	case DEED_STDERR:
		judge_bytes(table->judge, table->now, seat, STREAM_STDERR, deed->bytes, deed->size);
		break;
	case DEED_CLOSE: judge_closed(table->judge, table->now, seat, STREAM_STDOUT); break;
	case DEED_EXIT:
		process->exists = false;
		process->kill_at = NEVER;
		if (chance_one_in(&table->chance, 3))
			judge_closed(table->judge, table->now, seat, STREAM_STDOUT);
		judge_exited(table->judge, table->now, seat, ending_of(deed->code));
		CHECK(table, judge_match(table->judge)->over || table->wishful,
		      "seat %d has ended and the match goes on", seat);
		break;
	}
	if (!was_over && !table->wishful && deed->culpable && deed->is_move && deed->tag)
		CHECK(table, judge_match(table->judge)->over, "an illegal move of seat %d has no effect",
		      seat);
	free(deed->bytes);
	deed->bytes = NULL;
}

/* When its next deed comes up.  */
static int64_t next_deed(const struct process *process)
{
	int64_t t = process->exists ? process->kill_at : NEVER;

	if (process->exists && process->first < process->last && process->deeds[process->first].t < t)
		t = process->deeds[process->first].t;
	return t;
}

static void do_deed(struct table *table, int seat)
{
	struct process *process = &table->process[seat];
	struct deed deed;

	if (process->first == process->last || process->kill_at < process->deeds[process->first].t) {
		free_deeds(process);
		deed = (struct deed){.kind = DEED_EXIT, .code = -9};
	} else {
		deed = process->deeds[process->first++];
	}
	give(table, seat, &deed);
}

/* ---- effects ---- */

static void spawn(struct table *table, int seat)
{
	struct process *process = &table->process[seat];
	bool refuses = table->character[seat].failure == FAIL_NO_PROCESS;

	if (process->exists) {
		CHECK(table, process->dismissed, "seat %d: replaced without being dismissed", seat);
		CHECK(table, process->told_end, "seat %d: replaced without an END", seat);
		table->outcome.respawns++;
	}
	free_deeds(process);
	process->exists = !refuses;
	process->told_end = process->dismissed = process->dead = process->closed_stdin = false;
	process->kill_at = NEVER;
	process->seen = process->written = 0;
	if (refuses) {
		process->brain.culpable = true;
		judge_not_started(table->judge, table->now, seat, "no such file");
		return;
	}
	brain_start(&process->brain, &table->character[seat], &table->chance, table->now,
		    table->setup.turn_limit ? table->setup.turn_limit : table->setup.hang_limit);
	take_deeds(process);
	judge_started(table->judge, table->now, seat);
}

/* The answer to DRAIN: everything that is in the pipe by now.  */
static void drain(struct table *table, int seat)
{
	struct process *process = &table->process[seat];

	table->asked_t[seat] =
		table->now; /* what comes after this and before the question cannot be told apart */
	while (process->exists && process->first < process->last &&
	       process->deeds[process->first].t <= table->now &&
	       process->deeds[process->first].kind == DEED_BYTES)
		give(table, seat, &process->deeds[process->first++]);
}

/* The brain's board when it is asked must be the match's.  */
static void check_board(struct table *table, int seat)
{
	const struct match *match = judge_match(table->judge);
	const struct brain *brain = &table->process[seat].brain;

	if (brain->unsure || brain->hangs || brain->ended || table->outcome.problem)
		return;
	for (int i = 0; i < match->turn_count; i++) {
		const struct turn *turn = &match->turns[i];
		int x, y;

		if (sscanf(turn->played, "%d,%d", &x, &y) == 2)
			CHECK(table, brain->grid.at[y][x] == (turn->seat == seat ? 1 : 2),
			      "seat %d was told of another board than that of turn %d: %s is %d", seat,
			      turn->n, turn->played, brain->grid.at[y][x]);
	}
}

/* A brain reads what was written, and is asked in the turn that is the next.  */
static void write_to(struct table *table, const struct message *message)
{
	struct process *process = &table->process[message->seat];
	int seat = message->seat;
	char *line = bytes_copy(message->bytes, message_text_size(message));

	CHECK(table, message->size > 2 && strcmp(message->bytes + message->size - 2, "\r\n") == 0,
	      "a line that is empty or not ended with CR LF was sent: \"%s\"", line);
	if (process->exists && strcmp(line, "END") == 0)
		process->told_end = true;
	if (message->flags & MESSAGE_STARTS) {
		table->began_running[seat] = table->running;
		table->timed[seat] = true;
	}
	if (!process->exists || process->dead) {
		free(line);
		return;
	}
	if (brain_is_ask(line)) {
		if (table->ask_count + 1 >= table->ask_room) {
			table->ask_room = table->ask_room ? 2 * table->ask_room : 32;
			table->asks =
				bytes_resized(table->asks, (size_t)table->ask_room * sizeof(*table->asks));
		}
		table->asks[++table->ask_count] = (struct ask){
			.turn = judge_match(table->judge)->turn_count + 1, .epoch = table->epoch};
	}
	if (strncmp(line, "PLAY", 4) != 0 && brain_is_ask(line)) {
		/* TURN brings the last stone itself: what the brain has after hearing it is looked at before
		   it moves, so it is compared without its own next stone.  */
		struct brain before = process->brain;

		brain_hears(&process->brain, table->now, line, table->ask_count);
		if (strncmp(line, "TURN", 4) == 0 && !before.unsure) {
			int x, y;

			if (sscanf(line, "TURN %d,%d", &x, &y) == 2)
				CHECK(table, grid_is_free(&before.grid, x, y) || before.hangs || before.ended,
				      "seat %d was told %s, where it has a stone", seat, line);
		}
		check_board(table, seat);
	} else {
		brain_hears(&process->brain, table->now, line, table->ask_count);
	}
	take_deeds(process);
	free(line);
}

/* Is this the move of that deed?  */
static bool is_same(const struct message *message, const struct deed *deed)
{
	const char *text = message->bytes;
	int x, y;

	if (bytes_begin(text, message->size, "SUGGEST"))
		text += strlen("SUGGEST");
	return sscanf(text, "%d ,%d", &x, &y) == 2 && x == deed->x && y == deed->y;
}

/* A person overrode it while it waited: it comes out of its order.  */
static void forget_move(struct process *process, const struct message *message)
{
	int i = process->seen;

	while (i < process->written && !is_same(message, &process->moves[i]))
		i++;
	if (i == process->written)
		return;
	process->written--;
	memmove(process->moves + i, process->moves + i + 1,
		(size_t)(process->written - i) * sizeof(*process->moves));
}

static void record(struct table *table, const struct message *message)
{
	const struct message *last =
		table->record_count ? &table->records[table->record_count - 1].message : NULL;
	struct record record = {.message = *message};
	struct process *process = &table->process[message->seat];

	CHECK(table, message->n == (last ? last->n : 0) + 1, "message %" PRId64 " comes after %" PRId64,
	      message->n, last ? last->n : 0);
	for (int i = table->record_count - 1; i >= 0 && !(message->flags & MESSAGE_HELD); i--)
		if (!(table->records[i].message.flags & MESSAGE_HELD)) {
			CHECK(table, table->records[i].message.t_ns <= message->t_ns,
			      "time goes back at message %" PRId64, message->n);
			break;
		}
	record.message.bytes = bytes_copy(message->bytes, message->size);
	if (message->flags & MESSAGE_CHANGED) {
		forget_move(process, message);
	} else if (message->direction == FROM_AGENT && message->channel == CHANNEL_MOVE) {
		while (process->seen < process->written && !is_same(message, &process->moves[process->seen]))
			process->seen++; /* one that was not kept, since it talked too much */
		/* after the match a brain may be killed in the middle of a line */
		CHECK(table, process->seen < process->written || judge_match(table->judge)->over,
		      "seat %d: a move that nobody wrote: %s", message->seat, message->bytes);
		if (process->seen < process->written) {
			record.is_move = true;
			record.tag = process->moves[process->seen].tag;
			record.written = process->moves[process->seen].t;
			process->seen++;
		}
	}
	if (table->record_count == table->record_room) {
		table->record_room = table->record_room ? 2 * table->record_room : 128;
		table->records = bytes_resized(table->records, (size_t)table->record_room * sizeof(record));
	}
	table->records[table->record_count++] = record;
}

/* No move is counted for another turn than the one it was asked for, and no time that did not pass.  */
static void check_turn(struct table *table, int seat)
{
	const struct turn *turn = judge_turn(table->judge, judge_match(table->judge)->turn_count);
	const struct record *from = turn->message > 0 && turn->message <= table->record_count
					    ? &table->records[turn->message - 1]
					    : NULL;

	CHECK(table, turn->seat == seat, "turn %d is of seat %d, not %d", turn->n, turn->seat, seat);
	CHECK(table, from, "turn %d: no message brought the move", turn->n);
	CHECK(table, turn->think_ns >= 0, "turn %d took a negative time", turn->n);
	if (from && from->message.direction == FROM_AGENT && from->is_move) {
		const struct ask *ask = from->tag ? &table->asks[from->tag] : NULL;

		CHECK(table,
		      !ask || (ask->turn == turn->n && ask->epoch == table->epoch) ||
			      table->process[seat].brain.unsure, /* then it is one answer behind */
		      "turn %d: the move %s was written for turn %d", turn->n, turn->played,
		      ask ? ask->turn : 0);
		CHECK(table, ask || from->written >= table->asked_t[seat],
		      "turn %d: the move %s came before it was asked for", turn->n, turn->played);
		if (!ask) /* it talks out of turn, and the judge cannot know: its board is wrong now */
			table->process[seat].brain.unsure = table->process[seat].brain.culpable = true;
		if (table->timed[seat])
			CHECK(table, turn->think_ns == table->input_running - table->began_running[seat],
			      "turn %d took %" PRId64 " ns, not %" PRId64, turn->n,
			      table->input_running - table->began_running[seat], turn->think_ns);
	}
	table->timed[seat] = false;
	if (table->character[seat].failure == FAIL_LATE || table->character[seat].failure == FAIL_OUTSIDE ||
	    table->character[seat].failure == FAIL_OCCUPIED)
		table->process[seat].brain.culpable = false; /* it was helped out in time */
	table->progress = table->running;
}

static void carry_out(struct table *table)
{
	struct effect effect;

	while (judge_effect(table->judge, table->now, &effect)) {
		switch (effect.kind) {
		case EFFECT_SPAWN: spawn(table, effect.seat); break;
		case EFFECT_DRAIN: drain(table, effect.seat); break;
		case EFFECT_MESSAGE:
			record(table, &effect.message);
			if (effect.message.direction == TO_AGENT)
				write_to(table, &effect.message);
			break;
		case EFFECT_TURN: check_turn(table, effect.seat); break;
		case EFFECT_TAKEBACK:
			table->epoch++;
			table->outcome.takebacks++;
			table->progress = table->running;
			break;
		case EFFECT_DISMISS:
			table->process[effect.seat].dismissed = true;
			if (table->process[effect.seat].exists)
				table->process[effect.seat].kill_at = table->now + effect.grace_ns;
			break;
		case EFFECT_NAME:
		case EFFECT_VERDICT: break;
		}
		advance(table, table->now + chance_below(&table->chance, 3000));
	}
}

/* ---- people ---- */

static char *any_square(struct table *table)
{
	if (chance_one_in(&table->chance, 12))
		return bytes_text("%s", chance_one_in(&table->chance, 2) ? "zz99" : "here");
	return bytes_text("%d,%d", (int)chance_below(&table->chance, table->width),
			  (int)chance_below(&table->chance, table->height));
}

static void wish(struct table *table, enum wish_kind kind)
{
	static const int64_t limits[] = {0, 40, 2000, TURN_MOST};
	struct wish wished = {.kind = kind, .count = (int)chance_below(&table->chance, 4)};
	char *text = any_square(table), *problem;

	if (kind == WISH_TURN_LIMIT || kind == WISH_MATCH_LIMIT) {
		wished.ns = limits[chance_below(&table->chance, 4)] * MS + chance_below(&table->chance, 3);
		table->limits_changed = true;
	}
	if (kind == WISH_RESIGN)
		wished.seat = (int)chance_below(&table->chance, SEATS);
	if (kind == WISH_ADJUDICATE)
		wished.seat = (int)chance_below(&table->chance, SEATS);
	wished.text = text;
	wake(table, table->now);
	problem = judge_wish(table->judge, table->now, &wished);
	table->progress = table->running;
	table->outcome.wishes++;
	free(problem);
	free(text);
	carry_out(table);
}

static void any_wish(struct table *table)
{
	static const enum wish_kind often[] = {WISH_PAUSE, WISH_PAUSE,    WISH_STEP,     WISH_STEP,
					       WISH_NEXT,  WISH_OVERRIDE, WISH_OVERRIDE, WISH_TAKEBACK,
					       WISH_GO,    WISH_PLAY,     WISH_POINT};
	static const enum wish_kind seldom[] = {WISH_RESIGN, WISH_ADJUDICATE, WISH_INTERRUPT, WISH_TURN_LIMIT,
						WISH_MATCH_LIMIT};
	static const enum wish_kind on[] = {WISH_GO,       WISH_STEP,     WISH_STEP,  WISH_NEXT,
					    WISH_OVERRIDE, WISH_TAKEBACK, WISH_POINT, WISH_TURN_LIMIT};
	int64_t soon = table->setup.turn_limit ? table->setup.turn_limit / 4 : 500 * MS;

	if (table->wishes_left-- <= 0)
		wish(table, WISH_GO);
	else if (is_paused(table))
		wish(table, on[chance_below(&table->chance, 8)]);
	else if (chance_one_in(&table->chance, 30))
		wish(table, seldom[chance_below(&table->chance, 5)]);
	else
		wish(table, often[chance_below(&table->chance, 11)]);
	table->wish_at = table->wishes_left > 0 || is_paused(table)
				 ? table->now + chance_below(&table->chance, soon) *
							(1 + chance_below(&table->chance, 3))
				 : NEVER;
}

static void human_moves(struct table *table)
{
	table->human_at = NEVER;
	for (int s = SEAT_1; s <= SEAT_2; s++)
		if (table->setup.seat[s].kind == SEAT_HUMAN && judge_to_move(table->judge, s))
			for (int tries = 0; tries < 400 && judge_to_move(table->judge, s); tries++)
				wish(table, WISH_PLAY);
}

static void expect_human(struct table *table)
{
	if (table->human_at != NEVER)
		return;
	for (int s = SEAT_1; s <= SEAT_2; s++)
		if (table->setup.seat[s].kind == SEAT_HUMAN && judge_to_move(table->judge, s))
			table->human_at = table->now + chance_below(&table->chance, 3000 * MS);
}

/* ---- the machine ---- */

/* Its memory is looked at: a seat that uses too much has lost, but not in a pause.  */
static void look_at_memory(struct table *table)
{
	int seat = SEAT_1 + (int)chance_below(&table->chance, 2);
	struct process *process = &table->process[seat];
	bool too_much = chance_one_in(&table->chance, 20), was_over = judge_match(table->judge)->over;
	bool counts = too_much && process->exists && !process->dismissed && !is_paused(table) && !was_over;

	if (counts)
		process->brain.culpable = true;
	judge_memory(table->judge, table->now, seat, table->setup.memory + too_much);
	CHECK(table, !counts || judge_match(table->judge)->over, "seat %d uses too much memory and plays on",
	      seat);
	CHECK(table, too_much || judge_match(table->judge)->over == was_over,
	      "seat %d is ended for memory that it may use", seat);
	carry_out(table);
}

/* A temporary folder is too full: that loses when strict, and never in a pause.  */
static void look_at_folder(struct table *table)
{
	int seat = SEAT_1 + (int)chance_below(&table->chance, 2);
	bool was_over = judge_match(table->judge)->over, was_paused = is_paused(table), counts;

	counts = judge_folder(table->judge, table->now, seat, 1000 + chance_below(&table->chance, 1000), 999);
	if (counts && table->setup.strict)
		table->process[seat].brain.culpable = true;
	CHECK(table, !counts || (!was_over && !was_paused), "a folder counts in a pause, or after the match");
	CHECK(table, !counts || judge_match(table->judge)->over == table->setup.strict,
	      "seat %d has a folder that is too full", seat);
	carry_out(table);
}

/* ---- the setup ---- */

/* The rules that are played, as options and as the grid's flags: those whose first line ends the match and
   that allow every empty square.  */
static const struct {
	const char *name;
	enum grid_rule rule;
} rules[] = {
	{"freestyle", GRID_FIVE_OR_MORE},
	{"standard", GRID_NO_LONGER},
	{"caro", GRID_NOT_BETWEEN},
	{"caro-exact", GRID_NOT_BETWEEN | GRID_NO_LONGER},
};
enum { RULES = sizeof(rules) / sizeof(rules[0]) };

static enum grid_rule rule_of(const struct setup *setup)
{
	for (int i = 0; i < RULES; i++)
		if (strcmp(setup_get(setup, "rule", ""), rules[i].name) == 0)
			return rules[i].rule;
	return GRID_FIVE_OR_MORE;
}

static void set_up(struct table *table)
{
	static const int64_t limits[] = {100, 300, 1000, 5000};
	struct chance *chance = &table->chance;
	struct setup *setup = &table->setup;
	int side = 5 + (int)chance_below(chance, chance_one_in(chance, 8) ? 15 : 4);
	char *size;

	table->width = side;
	table->height = chance_one_in(chance, 4) ? 5 + (int)chance_below(chance, 4) : side;
	size = bytes_text("%dx%d", table->width, table->height);
	setup_init(setup);
	setup->system = "gomocup";
	setup_set(setup, "size", size);
	setup_set(setup, "rule", rules[chance_below(chance, RULES)].name);
	free(size);
	setup->turn_limit = chance_one_in(chance, 10) ? 0 : limits[chance_below(chance, 4)] * MS;
	setup->hang_limit = 2000 * MS;
	setup->match_limit = chance_one_in(chance, 6) ? (1000 + chance_below(chance, 20000)) * MS : 0;
	setup->start_limit = (2000 + chance_below(chance, 8000)) * MS;
	setup->tolerance = chance_one_in(chance, 3) ? chance_below(chance, 10 * MS) : 0;
	setup->pace = chance_one_in(chance, 6) ? chance_below(chance, 500 * MS) : 0;
	setup->max_chatter = chance_one_in(chance, 4) ? 1000 : 100000;
	setup->strict = chance_one_in(chance, 6);
	table->folders = chance_one_in(chance, 6);
	setup->memory = chance_one_in(chance, 8) ? 1000000 : 0;
	setup->first = chance_one_in(chance, 3) ? SEAT_2 : SEAT_1;
	table->wishful = chance_one_in(chance, 2);
	table->wishes_left = table->wishful ? 1 + (int)chance_below(chance, 40) : 0;
	table->wish_at = table->wishful ? chance_below(chance, 1000 * MS) : NEVER;
	for (int s = SEAT_1; s <= SEAT_2; s++) {
		struct character *character = &table->character[s];

		setup->seat[s].kind = chance_one_in(chance, 10) ? SEAT_HUMAN : SEAT_AGENT;
		setup->seat[s].command = bytes_text("pbrain-sim%d", s);
		character_draw(character, chance, setup->turn_limit ? setup->turn_limit : setup->hang_limit,
			       chance_one_in(chance, 3));
		if (setup->strict) {
			character->banner = character->no_ok = false;
			character->about = ABOUT_PAIRS;
		}
		if (setup->seat[s].kind == SEAT_HUMAN)
			table->wishful = true;
	}
}

/* ---- the end ---- */

static void check_rules(struct table *table)
{
	const struct match *match = judge_match(table->judge);
	const char *reason = match->verdict.reason;
	struct grid *grid = bytes_new(sizeof(*grid));
	int x, y, seat = table->setup.first;
	bool won = false;

	grid_clear(grid, table->width, table->height, rule_of(&table->setup));
	for (int i = 0; i < match->turn_count; i++, seat = seat_opponent(seat)) {
		const struct turn *turn = &match->turns[i];

		CHECK(table, turn->n == i + 1 && turn->seat == seat, "turn %d is of the wrong seat", i + 1);
		CHECK(table, !won, "turn %d after the match was won", turn->n);
		if (sscanf(turn->played, "%d,%d", &x, &y) != 2 || !grid_is_free(grid, x, y)) {
			CHECK(table, false, "turn %d: %s is illegal", turn->n, turn->played);
			break;
		}
		grid_put(grid, x, y, (char)seat);
		won = grid_has_won(grid, (char)seat);
		if (won)
			CHECK(table, strcmp(reason, "five") == 0 && match->verdict.winner == seat,
			      "seat %d has five: %s", seat, reason);
	}
	CHECK(table, won || strcmp(reason, "five") != 0, "there is no five");
	CHECK(table, (!won && grid_is_full(grid)) == (strcmp(reason, "full-board") == 0), "full board: %s",
	      reason);
	free(grid);
}

static bool is_among(const char *word, const char *const *words)
{
	for (; *words; words++)
		if (strcmp(word, *words) == 0)
			return true;
	return false;
}

static void check_verdict(struct table *table)
{
	static const char *const of_nobody[] = {"five", "full-board", "adjudicated", "interrupted", NULL};
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	int blame = verdict->blame;

	CHECK(table, is_among(verdict->reason, of_nobody) == (blame == SEAT_NONE), "%s blames seat %d",
	      verdict->reason, blame);
	for (int i = 0; i < PROOFS && verdict->proof[i]; i++)
		CHECK(table, verdict->proof[i] <= table->record_count, "a proof that does not exist");
	if (blame == SEAT_NONE || strcmp(verdict->reason, REASON_RESIGN) == 0)
		return;
	CHECK(table, verdict->winner == seat_opponent(blame), "the seat to blame has won");
	CHECK(table, table->setup.seat[blame].kind == SEAT_AGENT, "a person is blamed");
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 && table->limits_changed)
		return;
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 && table->setup.match_limit &&
	    judge_time_left(table->judge, blame, table->now) <= 0)
		return;
	CHECK(table, table->process[blame].brain.culpable, "seat %d (%s) is blamed and has done nothing: %s",
	      blame, failure_name(table->character[blame].failure), verdict->detail);
}

static void check_replay(struct table *table)
{
	const struct match *match = judge_match(table->judge), *again;
	char *problem;
	struct judge *judge = judge_new(&table->setup, &problem);
	struct effect effect;
	int n = 0;

	replay_begin(judge);
	for (int i = 0; i < table->record_count && !table->outcome.problem; i++) {
		CHECK(table, replay_feed(judge, &table->records[i].message),
		      "the replay would not have had message %d", i + 1);
		while (judge_effect(judge, 0, &effect)) {
			const struct message *message = &effect.message,
					     *was = n < table->record_count ? &table->records[n].message
									    : NULL;

			if (effect.kind != EFFECT_MESSAGE)
				continue;
			n++;
			CHECK(table,
			      was && was->n == message->n && was->direction == message->direction &&
				      was->seat == message->seat && was->size == message->size &&
				      memcmp(was->bytes, message->bytes, was->size) == 0,
			      "the replay says something else at message %d: \"%s\"", n, message->bytes);
			CHECK(table, !was || was->flags == message->flags,
			      "the replay flags message %d as %x, not %x", n, message->flags, was->flags);
			CHECK(table, !was || was->turn == message->turn || message->direction == TO_AGENT,
			      "the replay has message %d in turn %d, not %d", n, message->turn, was->turn);
		}
	}
	again = judge_match(judge);
	CHECK(table, again->turn_count == match->turn_count, "the replay has %d turns, not %d",
	      again->turn_count, match->turn_count);
	for (int i = 0; i < match->turn_count && !table->outcome.problem; i++) {
		const struct turn *a = &match->turns[i], *b = &again->turns[i];

		CHECK(table,
		      a->seat == b->seat && strcmp(a->played, b->played) == 0 && a->message == b->message &&
			      a->flags == b->flags && !a->answered == !b->answered &&
			      (!a->answered || strcmp(a->answered, b->answered) == 0),
		      "the replay has another turn %d", i + 1);
		CHECK(table, a->think_ns == b->think_ns && a->left_ns == b->left_ns,
		      "the replay's turn %d took %" PRId64 " ns, not %" PRId64, i + 1, b->think_ns,
		      a->think_ns);
	}
	CHECK(table,
	      again->over && again->verdict.winner == match->verdict.winner &&
		      again->verdict.reason == match->verdict.reason &&
		      again->verdict.blame == match->verdict.blame &&
		      strcmp(again->verdict.detail, match->verdict.detail) == 0 &&
		      memcmp(again->verdict.proof, match->verdict.proof, sizeof(match->verdict.proof)) == 0,
	      "the replay has another verdict: %s", again->over ? again->verdict.detail : "none");
	judge_free(judge);
}

/* ---- playing ---- */

/* Something happens next.  False: nothing ever will.  */
static bool happens(struct table *table)
{
	int64_t deadline = judge_deadline(table->judge), t = deadline;
	int seat = SEAT_NONE;

	expect_human(table);
	if (is_paused(table) && table->wish_at == NEVER)
		table->wish_at = table->now + chance_below(&table->chance, 1000 * MS);
	for (int s = SEAT_1; s <= SEAT_2; s++)
		if (next_deed(&table->process[s]) < t) {
			t = next_deed(&table->process[s]);
			seat = s;
		}
	if (judge_match(table->judge)->over && seat == SEAT_NONE)
		return false;
	if (!judge_match(table->judge)->over && table->wish_at < t) {
		wake(table, table->wish_at);
		any_wish(table);
		return true;
	}
	if (!judge_match(table->judge)->over && table->human_at < t) {
		wake(table, table->human_at);
		human_moves(table);
		return true;
	}
	if (t == NEVER)
		return false;
	wake(table, t);
	if (table->setup.memory && judge_deadline(table->judge) > table->now &&
	    chance_one_in(&table->chance, 4))
		look_at_memory(table);
	else if (table->folders && judge_deadline(table->judge) > table->now &&
		 chance_one_in(&table->chance, 50))
		look_at_folder(table);
	else if (seat != SEAT_NONE)
		do_deed(table, seat);
	else
		judge_time(table->judge, table->now);
	carry_out(table);
	return true;
}

static int64_t patience(const struct table *table)
{
	const struct setup *setup = &table->setup;
	int64_t turn = setup->turn_limit ? setup->turn_limit : setup->hang_limit;

	if (table->limits_changed && turn < TURN_MOST * MS)
		turn = TURN_MOST * MS;
	return turn + 3 * setup->start_limit + setup->tolerance * 5 + setup->pace + 10000 * MS;
}

/* Moves are taken back after a verdict: what failed for good has still failed, and so has a brain whose
 * answers are one behind since it spoke out of turn.  */
static void forgive(struct table *table, int seat)
{
	struct brain *brain = &table->process[seat].brain;
	enum failure failure = table->character[seat].failure;

	brain->culpable =
		brain->hangs || (brain->unsure && (failure == FAIL_UNASKED || failure == FAIL_DOUBLE));
}

static void play(struct table *table)
{
	char *problem;

	table->judge = judge_new(&table->setup, &problem);
	CHECK(table, table->judge, "no judge: %s", problem);
	if (!table->judge) {
		free(problem);
		return;
	}
	judge_begin(table->judge, table->now, 0);
	carry_out(table);
	for (int steps = 0; !table->outcome.problem; steps++) {
		if (judge_match(table->judge)->over) {
			check_verdict(table);
			if (table->wishful && table->reopened < 2 && chance_one_in(&table->chance, 3)) {
				table->reopened++;
				forgive(table, SEAT_1);
				forgive(table, SEAT_2);
				wish(table, WISH_TAKEBACK);
				if (is_paused(table) && table->wish_at == NEVER)
					table->wish_at = table->now + MS;
			}
			if (judge_match(table->judge)->over)
				break;
		}
		if (!happens(table)) {
			CHECK(table, judge_match(table->judge)->over, "nothing will ever happen any more");
			break;
		}
		CHECK(table, table->running - table->progress <= patience(table), "no verdict in time");
		CHECK(table, steps < 1000000, "the match does not end");
	}
	if (table->outcome.problem)
		return;
	wake(table, table->now);
	judge_dismiss(table->judge, table->now);
	carry_out(table);
	while (!table->outcome.problem && happens(table))
		;
	for (int s = SEAT_1; s <= SEAT_2; s++)
		CHECK(table, !table->process[s].exists, "seat %d is left behind", s);
	table->outcome.reason = judge_match(table->judge)->verdict.reason;
	table->outcome.turns = judge_match(table->judge)->turn_count;
	check_rules(table);
	check_replay(table);
}

static void tell(const struct table *table, FILE *to, int last)
{
	static const char *const arrows[] = {[TO_AGENT] = ">", [FROM_AGENT] = "<", [EVENT] = "*"};
	const struct setup *setup = &table->setup;

	fprintf(to,
		"size %s, %s%s, seat %d begins; ms: turn %" PRId64 ", match %" PRId64 ", start %" PRId64
		", pace %" PRId64 "; chatter %zu\n",
		setup_get(setup, "size", ""), setup_get(setup, "rule", ""), setup->strict ? ", strict" : "",
		setup->first, setup->turn_limit / MS, setup->match_limit / MS, setup->start_limit / MS,
		setup->pace / MS, setup->max_chatter);
	for (int s = SEAT_1; s <= SEAT_2; s++)
		fprintf(to, "seat %d: %s, %s at move %d\n", s,
			setup->seat[s].kind == SEAT_HUMAN ? "a person" : "a brain",
			failure_name(table->character[s].failure), table->character[s].fails_at);
	for (int i = table->record_count > last ? table->record_count - last : 0; i < table->record_count;
	     i++) {
		const struct message *message = &table->records[i].message;
		char *words = bytes_escaped(message->bytes, message->size);

		fprintf(to, "%4" PRId64 " %12.6f %d%s %s%s%s\n", message->n, (double)message->t_ns / NS_PER_S,
			message->seat, arrows[message->direction], words,
			message->flags & MESSAGE_UNASKED ? " [unasked]" : "",
			message->flags & MESSAGE_HELD ? " [held]" : "");
		free(words);
	}
}

static void clear(struct table *table)
{
	judge_free(table->judge);
	setup_free(&table->setup);
	for (int s = 0; s < SEATS; s++) {
		free_deeds(&table->process[s]);
		free(table->process[s].deeds);
		free(table->process[s].moves);
	}
	for (int i = 0; i < table->record_count; i++)
		free(table->records[i].message.bytes);
	free(table->records);
	free(table->asks);
	free(table);
}

struct outcome table_play(uint64_t seed, FILE *to, bool loud)
{
	struct table *table = bytes_new(sizeof(*table));
	struct outcome outcome;

	table->chance.state = seed;
	table->wish_at = table->human_at = NEVER;
	table->now = chance_below(&table->chance, 1000000);
	for (int s = 0; s < SEATS; s++)
		table->process[s].kill_at = NEVER;
	set_up(table);
	play(table);
	if (table->outcome.problem || loud)
		tell(table, to, loud ? table->record_count : 40);
	outcome = table->outcome;
	clear(table);
	return outcome;
}
