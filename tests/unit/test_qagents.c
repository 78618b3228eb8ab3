/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qagents.c - the bundled agents of quantum chess: what they answer, what the thinker sees, and who
 * beats whom.
 *
 * The agents are processes, and the rules of the judge decide; the samples share no code with those.  */
#include "setup_fixture.h"
#include "systems/qchess/rules.h"

#include "ringside/setup.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define SAMPLES "src/samples/"
#define THINKER SAMPLES "qchess-thinker.py"

enum { LINE_SIZE = 256, SAID = 4096, SEEDS = 3 };

static const char *const agents[] = {SAMPLES "qchess-random", THINKER};

enum { AGENTS = sizeof(agents) / sizeof(agents[0]) };

/* ---- programs ---- */

struct program {
	pid_t pid;
	FILE *to, *from;
};

/* If it kept the other's ends open, the other would not see the end of input.  */
static struct program start(const char *command, const struct program *other)
{
	struct program program;
	char line[LINE_SIZE];
	int to[2], from[2];

	assert_int_equal(pipe(to), 0);
	assert_int_equal(pipe(from), 0);
	snprintf(line, sizeof(line), "exec %s", command);
	program.pid = fork();
	assert_true(program.pid >= 0);
	if (program.pid == 0) {
		dup2(to[0], STDIN_FILENO);
		dup2(from[1], STDOUT_FILENO);
		for (int i = 0; i < 2; i++) {
			close(to[i]);
			close(from[i]);
		}
		if (other) {
			close(fileno(other->to));
			close(fileno(other->from));
		}
		execl("/bin/sh", "sh", "-c", line, (char *)NULL);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	program.to = fdopen(to[1], "w");
	program.from = fdopen(from[0], "r");
	assert_non_null(program.to);
	assert_non_null(program.from);
	return program;
}

/* All that the program still says, and its exit status.  */
static int finish(struct program *program, char said[SAID])
{
	int status;

	fclose(program->to);
	said[fread(said, 1, SAID - 1, program->from)] = '\0';
	fclose(program->from);
	assert_int_equal(waitpid(program->pid, &status, 0), program->pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int shell(const char *command, const char *told, char said[SAID])
{
	struct program program = start(command, NULL);

	fputs(told, program.to);
	return finish(&program, said);
}

/* What the agent answers to all of this; its remarks are dropped.  */
static int run(const char *agent, uint64_t seed, const char *told, char said[SAID])
{
	char command[LINE_SIZE];

	snprintf(command, sizeof(command), "%s --seed %d 2>/dev/null", agent, (int)seed);
	return shell(command, told, said);
}

/* ---- dialogues ---- */

static void assert_says(const char *told, int status, const char *expected)
{
	for (int i = 0; i < AGENTS; i++)
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			char said[SAID];

			assert_int_equal(run(agents[i], seed, told, said), status);
			assert_string_equal(said, expected);
		}
}

/* White has one pawn, which can take one step.  */
#define LONE_PAWN                                                                                            \
	"white\nBOARD\nwhite pawn ['pawn', 'pawn'] at 0,5\nblack king ['king', 'king'] at 7,0\n"             \
	"black unknown ['knight', '?queen'] at 3,3\n\nEND BOARD\n"

TEST(requests_are_answered_and_nothing_else_is)
{
	assert_says(LONE_PAWN
		    "SELECTION?\n0 5 0 pawn\nMOVE?\n0 5 -> 0 4\n7 0 0 king\n7 0 -> 6 0\nSELECTION?\n"
		    "0 4 0 pawn\nMOVE?\n0 4 -> 0 3\n",
		    0, "0 5\n0 4\n0 4\n0 3\n");
	assert_says("white\n4 6 1 queen\n4 6 -> 4 4\n3 1 0 pawn\n3 1 -> 3 3\n4 4 1 queen\n4 4 -> 3 3\n", 0,
		    "");
	assert_says("black\n0 7 0 rook\n0 0 0 rook\n", 0, "");
}

TEST(a_game_ends_without_an_answer)
{
	assert_says(LONE_PAWN "QUIT\nSELECTION?\n", 0, "");
	assert_says(LONE_PAWN "QUIT white\nSELECTION?\n", 0, "");
	assert_says(LONE_PAWN "SELECTION?\nQUIT\n", 0, "0 5\n");
	assert_says("white\n", 0, "");
	assert_says("white\nBOARD\nwhite king ['king', 'king'] at 3,7\n", 0, "");
}

/* A judge may answer in the agent's place: what was played counts, not what the agent said.  */
TEST(the_other_sides_updates_are_followed)
{
	/* The knight moves in front of the pawn, and a bishop beside it.  */
	assert_says("white\nBOARD\nwhite pawn ['pawn', 'pawn'] at 0,5\nblack king ['king', 'king'] at 7,0\n"
		    "black unknown ['knight', '?queen'] at 2,3\nblack bishop ['bishop', 'bishop'] at 2,5\n\n"
		    "END BOARD\n2 3 0 knight\n2 3 -> 0 4\n2 5 0 bishop\n2 5 -> 1 4\n"
		    "SELECTION?\n0 5 0 pawn\nMOVE?\n",
		    0, "0 5\n1 4\n");
	/* The piece that is left after a capture.  */
	assert_says(
		"white\nBOARD\nwhite pawn ['pawn', 'pawn'] at 0,5\nwhite queen ['queen', 'queen'] at 4,4\n"
		"black rook ['rook', 'rook'] at 4,0\nblack king ['king', 'king'] at 7,0\n\nEND BOARD\n"
		"4 0 0 rook\n4 0 -> 4 4\nSELECTION?\n0 5 0 pawn\nMOVE?\n",
		0, "0 5\n0 4\n");
	/* The agent wanted to move its pawn, but a person moved the king.  */
	assert_says("white\nBOARD\nwhite king ['king', 'king'] at 0,0\nblack king ['king', 'king'] at 7,7\n"
		    "black pawn ['pawn', 'pawn'] at 7,5\n\nEND BOARD\nSELECTION?\n0 0 0 king\n0 0 -> 1 1\n"
		    "SELECTION?\n",
		    0, "0 0\n1 1\n");
}

TEST(a_new_game_begins_with_a_colour)
{
	for (int i = 0; i < AGENTS; i++) {
		char said[SAID];
		int x, y;

		assert_int_equal(run(agents[i], 3, LONE_PAWN "black\nSELECTION?\n", said), 0);
		assert_int_equal(sscanf(said, "%d %d", &x, &y), 2);
		assert_true(y == 0 || y == 1);
	}
}

TEST(lines_of_any_form_are_accepted)
{
	assert_says("white\r\n\r\nBOARD\r\nwhite pawn ['pawn', 'pawn']at 0,5\r\n\r\nEND "
		    "BOARD\r\n\r\nSELECTION?\r\n"
		    "0 5 0 pawn\r\nMOVE? \r\n0 5 -> 0 4\r\nSELECTION?",
		    0, "0 5\n0 4\n0 4\n");
}

TEST(unknown_lines_are_ignored)
{
	assert_says(LONE_PAWN
		    "# a comment\nHELLO\n8 8 0 pawn\n9 9 -> 0 0\n0 5 2 pawn\n0 5 0 wizard\n-1 5 0 pawn\n"
		    "4 4 0 pawn\n4 4 -> 5 5\n0 5 ->\n0 5\n0 5 -> 0 9\n0 5 -> 0 4 5\nSELECTION\nMOVE\n"
		    "99999999999999999999 1 0 pawn\nBOARDS\nSELECTION?\n0 5 0 pawn\nMOVE?\n",
		    0, "0 5\n0 4\n");
	assert_says("white\nBOARD\nwhite pawn ['pawn', 'pawn'] at 0,5\nwhite pawn\n"
		    "green pawn ['pawn', 'pawn'] at 2,2\n"
		    "white pawn ['pawn', 'pawn'] at 8,1\nwhite pawn ['?', 'pawn'] at 4,1\n"
		    "white unknown ['pawn', 'dragon'] at 4,2\nwhite pawn ['pawn', 'pawn'] at 1,1 or so\n"
		    "END BOARD\nSELECTION?\n",
		    0, "0 5\n");
}

TEST(a_request_without_a_possible_answer_ends_the_agent)
{
	assert_says("SELECTION?\n", 1, "");
	assert_says("white\nMOVE?\nSELECTION?\n", 1, "");
	assert_says("white\nBOARD\nblack king ['king', 'king'] at 3,0\nEND BOARD\nSELECTION?\n", 1, "");
	/* A rook behind its own pawns, and an enemy piece.  */
	assert_says("white\n0 7 0 rook\nMOVE?\n", 1, "");
	assert_says("white\n0 1 0 pawn\nMOVE?\n", 1, "");
}

TEST(a_line_may_have_any_length)
{
	enum { LONG = 100000 };
	FREED char *told = malloc(LONG + 1000);

	assert_non_null(told);
	strcpy(told, "white\nBOARD\nwhite pawn ['pawn', 'pawn'] at 0,5\n");
	size_t used = strlen(told);
	memset(told + used, 'x', LONG);
	strcpy(told + used + LONG, "\nEND BOARD\nSELECTION?\n");
	assert_says(told, 0, "0 5\n");
}

TEST(wrong_options_are_reported)
{
	char said[SAID];

	assert_int_equal(shell(SAMPLES "qchess-random --talk 2>&1 </dev/null", "", said), 2);
	assert_string_equal(said, "qchess-random: unknown option --talk (try --help)\n");
	assert_int_equal(shell(SAMPLES "qchess-random --seed many 2>&1 </dev/null", "", said), 2);
	assert_non_null(strstr(said, "qchess-random: --seed wants a number from 0 to "));
	assert_int_equal(shell(SAMPLES "qchess-random --seed 2>&1 </dev/null", "", said), 2);
	assert_string_equal(said, "qchess-random: --seed wants a value: --seed N\n");
	assert_int_equal(shell(SAMPLES "asimulator-rotate --stdio --stdio=1 2>&1 </dev/null", "", said), 2);
	assert_string_equal(said, "asimulator-rotate: --stdio takes no value\n");
	assert_int_equal(shell(THINKER " --seed many 2>&1 </dev/null", "", said), 2);
	assert_non_null(strstr(said, "qchess-thinker: error: argument --seed: invalid int value: 'many'"));
	assert_int_equal(shell(THINKER " --help </dev/null", "", said), 0);
	assert_non_null(strstr(said, "--talk"));
	assert_int_equal(shell(SAMPLES "qchess-random --help </dev/null", "", said), 0);
	assert_non_null(strstr(said, "--seed N"));
	assert_null(strstr(said, "--talk"));
}

TEST(thoughts_and_remarks_go_to_standard_error)
{
	static const char told[] = LONE_PAWN "HELLO\nSELECTION?\n0 5 0 pawn\nMOVE?\n";
	char said[SAID];

	assert_int_equal(shell(THINKER " --talk 2>/dev/null", told, said), 0);
	assert_string_equal(said, "0 5\n0 4\n");
	assert_int_equal(shell(THINKER " --talk 2>&1 >/dev/null", told, said), 0);
	assert_non_null(
		strstr(said, "qchess-thinker: expected a request, an update, BOARD or QUIT: \"HELLO\"\n"));
	assert_non_null(strstr(said, "I select 0 5, "));
	assert_non_null(strstr(said, "the pawn goes to 0 4: "));
	assert_int_equal(shell(THINKER " 2>&1 >/dev/null", LONE_PAWN "SELECTION?\n", said), 0);
	assert_string_equal(said, "");
	assert_int_equal(shell(SAMPLES "qchess-random 2>&1 >/dev/null", "MOVE?\n", said), 1);
	assert_string_equal(said,
			    "qchess-random: none of my pieces is selected that could move: \"MOVE?\"\n");
}

static void begin_game(struct quantum_chess *game, uint64_t seed, bool touches)
{
	struct setup setup FREED_BY(setup_free) = setup_of("qchess");

	setup.seed = seed;
	setup.game = 1;
	if (touches)
		setup_set(&setup, "promote-on-touch", "");
	assert_null(quantum_chess_init(game, &setup));
}

/* ---- what the thinker sees ---- */

static void assert_thinks(const char *pieces, const char *updates, const char *expected)
{
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		char told[SAID], said[SAID];

		snprintf(told, sizeof(told), "white\nBOARD\n%s\nEND BOARD\nSELECTION?\n%s", pieces, updates);
		assert_int_equal(run(THINKER, seed, told, said), 0);
		assert_string_equal(said, expected);
	}
}

/* A certain rook, and one that is a pawn half the time; both attack the king.  */
TEST(the_thinker_takes_the_king_in_the_surest_way)
{
	assert_thinks("white king ['king', 'king'] at 0,7\nwhite unknown ['rook', 'pawn'] at 3,4\n"
		      "white rook ['rook', 'pawn'] at 7,0\nwhite unknown ['queen', '?pawn'] at 0,3\n"
		      "black king ['king', 'king'] at 3,0\nblack queen ['queen', 'queen'] at 7,4\n",
		      "7 0 0 rook\nMOVE?\n", "7 0\n3 0\n");
}

/* The rook covers row 7 and column 1.  Only two squares of row 6 are left, and the pawn's step does not help.
 */
TEST(the_thinkers_king_escapes)
{
	assert_thinks("white king ['king', 'king'] at 7,7\nwhite pawn ['pawn', 'pawn'] at 7,6\n"
		      "black king ['king', 'king'] at 0,0\nblack rook ['rook', 'rook'] at 1,7\n"
		      "black rook ['rook', 'rook'] at 0,5\n",
		      "7 7 0 king\nMOVE?\n", "7 7\n6 6\n");
	/* Taking the attacker is better.  */
	assert_thinks("white king ['king', 'king'] at 7,7\nwhite queen ['queen', 'queen'] at 5,3\n"
		      "black king ['king', 'king'] at 0,0\nblack rook ['rook', 'rook'] at 5,7\n"
		      "black pawn ['pawn', 'pawn'] at 7,5\nblack rook ['rook', 'rook'] at 0,6\n",
		      "5 3 0 queen\nMOVE?\n", "5 3\n5 7\n");
}

/* The queen may take a rook that a pawn protects, or one without protection.  */
TEST(the_thinker_does_not_take_a_protected_piece)
{
	assert_thinks("white king ['king', 'king'] at 0,7\nwhite queen ['queen', 'queen'] at 4,4\n"
		      "black king ['king', 'king'] at 6,0\nblack rook ['rook', 'rook'] at 4,2\n"
		      "black pawn ['pawn', 'pawn'] at 3,1\nblack rook ['rook', 'rook'] at 2,4\n",
		      "4 4 0 queen\nMOVE?\n", "4 4\n2 4\n");
}

static struct qchess_square king_of(const struct quantum_chess *game, enum qchess_colour colour)
{
	for (int i = 0; i < QCHESS_SQUARES; i++) {
		const struct qchess_piece *piece = &game->at[i / QCHESS_SIDE][i % QCHESS_SIDE];

		if (piece->there && piece->colour == colour && piece->type[0] == QCHESS_KING)
			return (struct qchess_square){i % QCHESS_SIDE, i / QCHESS_SIDE};
	}
	fail_msg("the king is gone");
	return (struct qchess_square){-1, -1};
}

/* The probability that the side to move takes the king with its best piece, if all types are known.  */
static double danger(const struct quantum_chess *game)
{
	enum qchess_colour mover = game->to_move;
	struct qchess_square king = king_of(game, mover == QCHESS_WHITE ? QCHESS_BLACK : QCHESS_WHITE);
	double most = 0;

	for (int i = 0; i < QCHESS_SQUARES; i++) {
		struct qchess_square from = {i % QCHESS_SIDE, i / QCHESS_SIDE};
		const struct qchess_piece *piece = &game->at[from.y][from.x];
		double sum = 0;

		for (int state = 0; piece->there && piece->colour == mover && state < 2; state++)
			if (quantum_chess_reach(game, from, state) >> (QCHESS_SIDE * king.y + king.x) & 1)
				sum += piece->state == QCHESS_BOTH ? 0.5 : piece->state == state;
		most = sum > most ? sum : most;
	}
	return most;
}

static double danger_after(struct quantum_chess game, struct qchess_square to)
{
	quantum_chess_move(&game, to);
	return danger(&game);
}

static struct qchess_square ask(struct program *program, const char *request)
{
	struct qchess_square square;
	char line[LINE_SIZE], exact[LINE_SIZE];

	fprintf(program->to, "%s\n", request);
	fflush(program->to);
	assert_non_null(fgets(line, sizeof(line), program->from));
	assert_int_equal(sscanf(line, "%d %d", &square.x, &square.y), 2);
	snprintf(exact, sizeof(exact), "%d %d\n", square.x, square.y);
	assert_string_equal(line, exact);
	return square;
}

/* The thinker's move of the selected piece, for a game in which all types are known: to the thinker, a new
 * game.  */
static struct qchess_square thought(struct program *thinker, const struct quantum_chess *game)
{
	FREED char *board = quantum_chess_write_board(game);
	char words[16];

	quantum_chess_selection_words(game, words);
	fprintf(thinker->to, "%s\nBOARD\n%sEND BOARD\n%s\n", quantum_chess_colour_name(game->to_move), board,
		words);
	return ask(thinker, "MOVE?");
}

static struct qchess_square any_square(uint64_t *chance)
{
	int square = (int)seed_below(chance, QCHESS_SQUARES);

	return (struct qchess_square){square % QCHESS_SIDE, square / QCHESS_SIDE};
}

/* In random positions no other move of the piece leaves the king safer.  */
TEST(the_thinkers_king_is_never_left_in_a_danger_that_another_move_avoids)
{
	enum { GAMES = 30, ASKED_EACH = 16 };
	struct program thinker = start(THINKER " --seed 1 2>/dev/null", NULL);
	int choices = 0, turns = 0;
	char said[SAID];

	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		struct quantum_chess game;
		struct qchess_square square;
		uint64_t chance = seed;

		begin_game(&game, seed, false);
		for (int i = 0; i < QCHESS_SQUARES; i++)
			game.at[i / QCHESS_SIDE][i % QCHESS_SIDE].known[1] = true;
		while (game.end == QCHESS_GOES_ON) {
			do
				square = any_square(&chance);
			while (quantum_chess_may_select(&game, square));
			quantum_chess_select(&game, square, -1);
			if (!game.selected)
				continue;
			if (turns++ % ASKED_EACH == 0 && danger(&game) == 0) {
				struct qchess_square chosen = thought(&thinker, &game);
				double dared = danger_after(game, chosen);

				assert_null(quantum_chess_may_move(&game, chosen));
				for (int i = 0; i < QCHESS_SQUARES; i++) {
					struct qchess_square to = {i % QCHESS_SIDE, i / QCHESS_SIDE};

					if (quantum_chess_may_move(&game, to))
						continue;
					assert_true(dared < danger_after(game, to) + 1e-9);
					choices += dared < danger_after(game, to) - 1e-9;
				}
			}
			do
				square = any_square(&chance);
			while (quantum_chess_may_move(&game, square));
			quantum_chess_move(&game, square);
		}
	}
	assert_int_equal(finish(&thinker, said), 0);
	print_message("%d moves were more dangerous\n", choices);
	assert_true(choices > GAMES);
}

/* ---- matches ---- */

static void tell(struct program seats[2], const char *words)
{
	for (int i = 0; i < 2; i++)
		fprintf(seats[i].to, "%s\n", words);
}

/* One game; all answers must be legal. Returns +1 if white wins, -1 if black does; adds to *turns.  */
static int play(const char *white, const char *black, uint64_t seed, int *turns)
{
	struct program seats[2];
	struct quantum_chess game;
	char words[16], said[SAID];

	begin_game(&game, seed, seed % 5 == 0);
	seats[0] = start(white, NULL);
	seats[1] = start(black, &seats[0]);
	fputs("white\n", seats[0].to);
	fputs("black\n", seats[1].to);
	while (game.end == QCHESS_GOES_ON) {
		struct program *mover = &seats[game.to_move == QCHESS_BLACK];
		struct qchess_square square = ask(mover, "SELECTION?");

		++*turns;
		assert_null(quantum_chess_may_select(&game, square));
		quantum_chess_select(&game, square, -1);
		quantum_chess_selection_words(&game, words);
		tell(seats, words);
		if (!game.selected)
			continue;
		square = ask(mover, "MOVE?");
		assert_null(quantum_chess_may_move(&game, square));
		quantum_chess_move(&game, square);
		quantum_chess_move_words(&game, words);
		tell(seats, words);
	}
	tell(seats, "QUIT");
	for (int i = 0; i < 2; i++) {
		assert_int_equal(finish(&seats[i], said), 0);
		assert_string_equal(said, "");
	}
	if (game.end != QCHESS_KING_TAKEN)
		return 0;
	return game.winner == QCHESS_WHITE ? 1 : -1;
}

/* Plays each seed with both colours. Returns the wins of the first agent minus its losses.  */
static int match(const char *one, const char *other, int games, int *decided)
{
	int sum = 0, turns = 0;

	*decided = 0;
	for (int i = 0; i < games; i++) {
		char first[LINE_SIZE], second[LINE_SIZE];

		snprintf(first, sizeof(first), "%s --seed %d", one, 2 * i + 1);
		snprintf(second, sizeof(second), "%s --seed %d", other, 2 * i + 2);
		uint64_t seed = 1 + (uint64_t)i / 2;
		int won = i % 2 ? -play(second, first, seed, &turns) : play(first, second, seed, &turns);
		sum += won;
		*decided += won != 0;
	}
	print_message("%s - %s: %d games, %d decided, %+d, %d turns\n", one, other, games, *decided, sum,
		      turns);
	return sum;
}

TEST(the_thinker_beats_chance)
{
	enum { GAMES = 10 };
	int decided, sum = match(THINKER, SAMPLES "qchess-random", GAMES, &decided);

	assert_true(decided >= GAMES * 9 / 10);
	assert_true(sum > decided * 9 / 10);
}

TEST(chance_plays_whole_games_by_the_rules)
{
	enum { GAMES = 40 };
	int decided, sum = match(SAMPLES "qchess-random", SAMPLES "qchess-random", GAMES, &decided);

	assert_true(decided > GAMES / 2);
	assert_true(abs(sum) <= 26); /* 40 coins differ by more than this once in 20,000 times */
}

TEST(the_thinker_plays_itself_by_the_rules)
{
	int decided;

	match(THINKER, THINKER, 2, &decided);
}

/* Of the random one, another seed gives others.  */
TEST(the_same_seed_gives_the_same_answers)
{
	static const char told[] = "white\nSELECTION?\nSELECTION?\nSELECTION?\n";
	char first[SAID], again[SAID];
	bool differs = false;

	for (int i = AGENTS - 1; i >= 0; i--) {
		assert_int_equal(run(agents[i], 7, told, first), 0);
		assert_int_equal(run(agents[i], 7, told, again), 0);
		assert_string_equal(first, again);
	}
	for (uint64_t seed = 8; seed < 40 && !differs; seed++) {
		assert_int_equal(run(agents[0], seed, told, again), 0);
		differs = strcmp(first, again) != 0;
	}
	assert_true(differs);
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN); /* an agent may leave before all is told */
	return RUN_TESTS(NULL, NULL);
}
