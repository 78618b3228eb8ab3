/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc_fuzz.c - random bytes and random lines of the protocol, from all sides of lmc and lmc2.
 *
 * Whatever is said, nothing crashes, the match ends by a verdict or is interrupted by the test, and its
 * recording replays. `test_lmc_fuzz N SEED` plays N matches of each system.  */
#include "../sim/chance.h"
#include "lmc2_fixture.h"

static long matches = 500;
static uint64_t first_seed = 1;
/* The match being played, 0 if none; and statistics of the matches.  */
static uint64_t seed;
static long moves, interrupted;

/* Common lines and rare ones.  */
static const char *const moves_of_roshambo[] = {"rock", "@output paper", "scissors"};
static const char *const moves_of_tictactoe[] = {"1", "2", "3", "@output 4", "5", "6", "7", "8", "@output 9"};
static const char *const letters[] = {"a", "@output b", "a", "b"};
static const char *const player_lines[] = {
	"a b", "@info name x", "@info name a b", "@info exit", "# well",    "", " ", "@output", "@score 1",
	"@",   "@info",        "lizard",         " rock  ",    "@output  a"};
static const char *const game_lines[] = {" @input a",     " b",      " @score 0.5",    " @score -1e-3",
					 " @hint b",      " # well", " @command play", " @command play",
					 " @command play"};
static const char *const bad_lines[] = {"@info name game",
					"# well",
					"",
					"@judge over",
					"@judge over good bye",
					"@command play",
					"@player 3 a",
					"@player",
					"@judge",
					"@info exit",
					"@player 1 @command new",
					"@player 2 @command new",
					"@player 1 @score x",
					"@player 1 @command symbol c",
					"@player 2 @input c"};
static const char *const ends[] = {"\n", "\n", "\n", "\n", "\n", "\n", "\n",   "\n", "\n",  "\n",
				   "\n", "\n", "\n", "\n", "\n", "\n", "\r\n", "\r", " \n", ""};
static const char *const texts[] = {"rock", "p", "a", "b a", "5", "", " ", "lizard"};

#define PICK(chance, list) (list)[chance_below((chance), (int64_t)(sizeof(list) / sizeof((list)[0])))]

static void say_bytes(struct dialogue *d, struct chance *chance, int seat)
{
	static const char likely[] = "@ \n\r\t#ab";
	char bytes[64];
	size_t size = (size_t)chance_below(chance, sizeof(bytes));

	for (size_t i = 0; i < size; i++)
		bytes[i] = chance_one_in(chance, 2) ? likely[chance_below(chance, sizeof(likely))]
						    : (char)chance_next(chance);
	dialogue_bytes(d, seat, bytes, size);
}

/* The game program mostly says valid lines.  */
static void say_for_game(struct dialogue *d, struct chance *chance)
{
	int player = SEAT_1 + (int)chance_below(chance, 2);
	const char *rest = PICK(chance, game_lines);
	bool waits = judge_seat(d->judge, player).to_move && strcmp(rest, " @command play") == 0;
	char *line;

	if (chance_one_in(chance, 60))
		line = bytes_text("%s%s", PICK(chance, bad_lines), PICK(chance, ends));
	else if (d->setup.seat[player].kind == SEAT_FREE || (waits && !chance_one_in(chance, 50)))
		return;
	else
		line = bytes_text("@player %d%s%s", player, rest,
				  chance_one_in(chance, 4) ? PICK(chance, ends) : "\n");
	dialogue_bytes(d, GAME, line, strlen(line));
	free(line);
}

static const char *player_line(const struct dialogue *d, struct chance *chance)
{
	const char *given = setup_given(&d->setup, "game"), *game = given ? given : "";

	if (chance_one_in(chance, 20))
		return PICK(chance, player_lines);
	if (strcmp(game, "roshambo") == 0)
		return PICK(chance, moves_of_roshambo);
	return strcmp(game, "tictactoe") == 0 ? PICK(chance, moves_of_tictactoe) : PICK(chance, letters);
}

static void say_line(struct dialogue *d, struct chance *chance, int seat)
{
	char *line;

	if (seat == GAME) {
		say_for_game(d, chance);
		return;
	}
	line = bytes_text("%s%s", player_line(d, chance), PICK(chance, ends));
	dialogue_bytes(d, seat, line, strlen(line));
	free(line);
}

static void request_something(struct dialogue *d, struct chance *chance)
{
	static const enum request_kind kinds[] = {REQUEST_PAUSE,    REQUEST_GO,       REQUEST_GO,
						  REQUEST_STEP,     REQUEST_NEXT,     REQUEST_PLAY,
						  REQUEST_PLAY,     REQUEST_OVERRIDE, REQUEST_GO,
						  REQUEST_TAKEBACK, REQUEST_POINT,    REQUEST_OVERRIDE};
	struct request request = {.kind = PICK(chance, kinds),
				  .seat = (int)chance_below(chance, SEATS),
				  .count = (int)chance_below(chance, 3),
				  .text = PICK(chance, texts)};

	free(judge_request(d->judge, d->now, &request));
	dialogue_settle(d);
}

static void something_happens(struct dialogue *d, struct chance *chance)
{
	int seat = (int)chance_below(chance, SEATS);
	bool agent = d->setup.seat[seat].kind == SEAT_AGENT;

	d->now += chance_below(chance, 3) * MS;
	switch (chance_below(chance, 24)) {
	case 0: request_something(d, chance); break;
	case 1: dialogue_at(d, d->now + (chance_one_in(chance, 4) ? 150 : 20) * MS); break;
	case 2:
		if (agent && chance_one_in(chance, 4))
			say_bytes(d, chance, seat);
		break;
	case 3:
		if (agent && chance_one_in(chance, 20))
			dialogue_exit(d, seat, (struct ending){.code = (int)chance_below(chance, 2)});
		break;
	case 4:
		if (agent)
			d->in_pipe[seat] = seat == GAME ? "@player 1 @input a\n" : "rock\na\n";
		break;
	default:
		if (agent)
			say_line(d, chance, seat);
	}
}

static void get_ready(struct dialogue *d, struct chance *chance)
{
	dialogue_begin(d);
	if (chance_one_in(chance, 12))
		return;
	for (int s = 0; s < SEATS; s++)
		if (d->setup.seat[s].kind == SEAT_AGENT)
			talk(d, s, "< @info name x\n");
	if (d->setup.seat[GAME].kind == SEAT_AGENT && !chance_one_in(chance, 12))
		game_says(d, d->setup.seat[SEAT_2].kind == SEAT_FREE ? ALPHABET("1")
								     : ALPHABET("1") ALPHABET("2"));
}

static void choose(struct dialogue *d, struct chance *chance)
{
	static const char *const games[] = {"roshambo", "tictactoe", "imitate"};
	static const char *const words[] = {"symbols", "letters", "any"};
	bool lmc2 = d->setup.seat[GAME].kind == SEAT_AGENT;
	const char *game = PICK(chance, games);

	d->setup.turn_limit = 100 * MS;
	d->setup.seed = chance_next(chance);
	d->setup.strict = chance_one_in(chance, 8);
	d->setup.pace = chance_one_in(chance, 4) ? 2 * MS : 0;
	d->setup.max_chatter = chance_one_in(chance, 4) ? 2048 : d->setup.max_chatter;
	d->setup.max_line = chance_one_in(chance, 4) ? (lmc2 ? 40 : 12) : d->setup.max_line;
	for (int s = SEAT_1; s < SEATS; s++)
		if (chance_one_in(chance, 6))
			d->setup.seat[s].kind = SEAT_HUMAN;
	if (chance_one_in(chance, 4) && (lmc2 || strcmp(game, "imitate") == 0))
		d->setup.seat[SEAT_2].kind = SEAT_FREE;
	if (lmc2) {
		setup_set(&d->setup, "words", PICK(chance, words));
		return;
	}
	setup_set(&d->setup, "game", game);
	setup_set(&d->setup, "turns", chance_one_in(chance, 2) ? "3" : "20");
	setup_set(&d->setup, "illegal", chance_one_in(chance, 2) ? "score" : "loses");
	setup_set(&d->setup, "order", chance_one_in(chance, 2) ? "score-first" : "input-first");
}

static void play(const char *system)
{
	struct chance chance = {seed};
	struct dialogue d FREED_BY(finish);

	dialogue_init_lmc(&d, system);
	choose(&d, &chance);
	get_ready(&d, &chance);
	for (int i = 0; i < 200 && !is_over(&d); i++)
		something_happens(&d, &chance);
	moves += judge_match(d.judge)->turn_count;
	interrupted += !is_over(&d);
	if (!is_over(&d))
		dialogue_request(&d, request(REQUEST_INTERRUPT));
	assert_true(is_over(&d));
	assert_int_equal(d.verdicts, 1);
	assert_null(judge_held(d.judge, 0));
	judge_dismiss(d.judge, d.now);
	dialogue_settle(&d);
	for (int s = 0; s < SEATS; s++)
		if (d.setup.seat[s].kind == SEAT_AGENT)
			say_line(&d, &chance, s); /* last words */
}

static void play_all(const char *system)
{
	moves = interrupted = 0;
	for (long i = 0; i < matches; i++) {
		seed = first_seed + (uint64_t)i;
		play(system);
	}
	seed = 0;
	print_message("%s: %ld matches, %ld moves, %ld interrupted\n", system, matches, moves, interrupted);
	/* Both kinds of end were reached, and so were the games themselves.  */
	assert_true(interrupted >= 1 && interrupted <= matches / 2);
	assert_true(moves > matches);
}

/* For whoever looks for the fault.  */
static int tell_seed(void **state)
{
	if (seed)
		print_message("again: test_lmc_fuzz 1 %llu\n", (unsigned long long)seed);
	return 0;
}

TEST_IN(random_talk_ends_every_match_of_lmc_and_crashes_none, NULL, tell_seed)
{
	play_all("lmc");
}

TEST_IN(random_talk_ends_every_match_of_lmc2_and_crashes_none, NULL, tell_seed)
{
	play_all("lmc2");
}

int main(int argc, char **argv)
{
	if (argc > 1)
		matches = strtol(argv[1], NULL, 10);
	if (argc > 2)
		first_seed = strtoull(argv[2], NULL, 10);
	return RUN_TESTS(NULL, NULL);
}
