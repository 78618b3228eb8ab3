/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - quantum chess (qchess, Rules): a game begins, a piece is selected and collapses, moves as a piece
 * of chess, and may enter superposition again, until the game ends; boards and turns as text.
 *
 * There is no check, no castling and no en passant: moves depend on the pieces' places only.  */
#include "rules.h"

#include "ringside/bytes.h"
#include "ringside/mistake.h"
#include "ringside/setup.h"
#include "systems/text.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

static const char *const type_names[QCHESS_TYPES + 1] = {
	[QCHESS_PAWN] = "pawn",      [QCHESS_ROOK] = "rook",   [QCHESS_KNIGHT] = "knight",
	[QCHESS_BISHOP] = "bishop",  [QCHESS_QUEEN] = "queen", [QCHESS_KING] = "king",
	[QCHESS_HIDDEN] = "unknown",
};

const char *quantum_chess_type_name(enum qchess_type type)
{
	return type_names[type];
}

int quantum_chess_type_named(const char *name, size_t size)
{
	for (int type = 0; type < QCHESS_TYPES; type++)
		if (strlen(type_names[type]) == size && memcmp(type_names[type], name, size) == 0)
			return type;
	return -1;
}

static bool on_board(struct qchess_square square)
{
	return square.x >= 0 && square.x < QCHESS_SIDE && square.y >= 0 && square.y < QCHESS_SIDE;
}

/* The bit of a square on the board.  */
static uint64_t bit_of(struct qchess_square square)
{
	return UINT64_C(1) << (QCHESS_SIDE * square.y + square.x);
}

/* The row where pawns of this colour are promoted.  */
static int far_row(enum qchess_colour colour)
{
	return colour == QCHESS_WHITE ? 0 : QCHESS_SIDE - 1;
}

/* Does everybody know that both states are the same?  Then it never enters superposition again.  */
static bool is_settled(const struct qchess_piece *piece)
{
	return piece->known[0] && piece->known[1] && piece->type[0] == piece->type[1];
}

static enum qchess_colour other(enum qchess_colour colour)
{
	return colour == QCHESS_WHITE ? QCHESS_BLACK : QCHESS_WHITE;
}

static struct qchess_piece *piece_on(struct quantum_chess *game, struct qchess_square square)
{
	assert(on_board(square));
	return &game->at[square.y][square.x];
}

const char *quantum_chess_colour_name(enum qchess_colour colour)
{
	return colour == QCHESS_WHITE ? "white" : "black";
}

int quantum_chess_seat(const struct setup *setup, enum qchess_colour colour)
{
	int white = setup->first == SEAT_2 ? SEAT_2 : SEAT_1;

	return colour == QCHESS_WHITE ? white : seat_opponent(white);
}

/* ---- the moves of chess ---- */

struct step {
	int x, y;
};

/* Straight directions, then diagonal ones.  */
static const struct step directions[] = {{-1, 0},  {1, 0},  {0, -1}, {0, 1},
					 {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
static const struct step jumps[] = {{-2, -1}, {-2, 1}, {2, -1}, {2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}};

struct pattern {
	const struct step *steps;
	int count;
	bool slides; /* goes on in a direction until it meets a piece */
};

/* A pawn has none: it captures in another direction than it moves.  Nor has a hidden type.  */
static const struct pattern patterns[QCHESS_TYPES + 1] = {
	[QCHESS_ROOK] = {directions, 4, true},       [QCHESS_KNIGHT] = {jumps, 8, false},
	[QCHESS_BISHOP] = {directions + 4, 4, true}, [QCHESS_QUEEN] = {directions, 8, true},
	[QCHESS_KING] = {directions, 8, false},
};

static bool is_free(const struct quantum_chess *game, struct qchess_square square)
{
	return on_board(square) && !game->at[square.y][square.x].there;
}

static bool is_taken_by(const struct quantum_chess *game, struct qchess_square square,
			enum qchess_colour colour)
{
	const struct qchess_piece *piece;

	if (!on_board(square))
		return false;
	piece = &game->at[square.y][square.x];
	return piece->there && piece->colour != colour;
}

/* The squares in one direction: the free ones, and the first that can be captured.  */
static uint64_t reach_along(const struct quantum_chess *game, struct qchess_square from, struct step step,
			    bool slides, enum qchess_colour colour)
{
	struct qchess_square to = {from.x + step.x, from.y + step.y};
	uint64_t reached = 0;

	assert(on_board(from) && (step.x || step.y));
	while (is_free(game, to)) {
		reached |= bit_of(to);
		if (!slides)
			return reached;
		to = (struct qchess_square){to.x + step.x, to.y + step.y};
	}
	return is_taken_by(game, to, colour) ? reached | bit_of(to) : reached;
}

/* One step forward, two from the pawns' own row, and diagonal captures.  */
static uint64_t reach_of_pawn(const struct quantum_chess *game, struct qchess_square from,
			      enum qchess_colour colour)
{
	int forward = colour == QCHESS_WHITE ? -1 : 1;
	int own_row = colour == QCHESS_WHITE ? QCHESS_SIDE - 2 : 1;
	struct qchess_square one = {from.x, from.y + forward}, two = {from.x, from.y + 2 * forward};
	uint64_t reached = 0;

	assert(on_board(from) && game->at[from.y][from.x].there);
	if (is_free(game, one)) {
		reached |= bit_of(one);
		if (from.y == own_row && is_free(game, two))
			reached |= bit_of(two);
	}
	for (int side = -1; side <= 1; side += 2) {
		struct qchess_square taken = {from.x + side, from.y + forward};

		if (is_taken_by(game, taken, colour))
			reached |= bit_of(taken);
	}
	return reached;
}

uint64_t quantum_chess_reach(const struct quantum_chess *game, struct qchess_square square, int state)
{
	const struct qchess_piece *piece;
	const struct pattern *pattern;
	uint64_t reached = 0;

	if (!on_board(square) || !game->at[square.y][square.x].there || state < 0 || state > 1)
		return 0;
	piece = &game->at[square.y][square.x];
	if (piece->type[state] == QCHESS_PAWN)
		return reach_of_pawn(game, square, piece->colour);
	pattern = &patterns[piece->type[state]];
	for (int i = 0; i < pattern->count; i++)
		reached |= reach_along(game, square, pattern->steps[i], pattern->slides, piece->colour);
	return reached;
}

/* ---- pieces ---- */

static void promote(struct quantum_chess *game, struct qchess_piece *piece)
{
	assert(piece->there && piece->state != QCHESS_BOTH);
	assert(piece->type[piece->state] == QCHESS_PAWN);
	piece->type[piece->state] = QCHESS_QUEEN;
	if (game->classical)
		piece->type[!piece->state] = QCHESS_QUEEN;
}

/* A piece that is no longer selected enters superposition again on a black square (x + y is odd).  */
static void release(struct quantum_chess *game, struct qchess_square square)
{
	struct qchess_piece *piece = piece_on(game, square);

	assert(on_board(square));
	if ((square.x + square.y) % 2 == 0)
		return;
	piece->state = is_settled(piece) ? 0 : QCHESS_BOTH;
}

/* How many pieces of each type are hidden on each side.  */
static const int hidden_count[QCHESS_TYPES] = {
	[QCHESS_PAWN] = 8, [QCHESS_ROOK] = 2, [QCHESS_KNIGHT] = 2, [QCHESS_BISHOP] = 2, [QCHESS_QUEEN] = 1,
};

/* Deals a hidden type: each piece of its side that is not accounted for is equally likely.  */
static void deal(struct quantum_chess *game, struct qchess_piece *piece, int state)
{
	int left[QCHESS_TYPES], all = 0, chosen, type;

	memcpy(left, hidden_count, sizeof(left));
	for (int i = 0; i < QCHESS_SQUARES; i++) {
		const struct qchess_piece *at = &game->at[i / QCHESS_SIDE][i % QCHESS_SIDE];

		if (at->there && at->colour == piece->colour && at->type[state] < QCHESS_TYPES &&
		    left[at->type[state]])
			left[at->type[state]]--;
	}
	for (type = 0; type < QCHESS_TYPES; type++)
		all += left[type];
	chosen = (int)seed_below(&game->random, (uint64_t)(all ? all : 1));
	for (type = 0; all && chosen >= left[type]; type++)
		chosen -= left[type];
	piece->type[state] = all ? (enum qchess_type)type : QCHESS_PAWN;
}

/* Each collapse uses one random number, even if the result is already given.  */
static void collapse(struct quantum_chess *game, struct qchess_piece *piece, int index)
{
	assert(piece->there);
	if (piece->state == QCHESS_BOTH) {
		int by_chance = (int)(seed_next(&game->random) >> 63);

		piece->state = index == 0 || index == 1 ? index : by_chance;
	} else if (is_settled(piece) && (index == 0 || index == 1)) {
		piece->state = index;
	}
	if (piece->type[piece->state] == QCHESS_HIDDEN)
		deal(game, piece, piece->state);
	piece->known[piece->state] = true;
}

/* ---- the end ---- */

const char *quantum_chess_reason(enum qchess_end end)
{
	static const char *const reasons[] = {
		[QCHESS_GOES_ON] = NULL,
		[QCHESS_KING_TAKEN] = "king",
		[QCHESS_BARE_KINGS] = "bare-kings",
		[QCHESS_QUIET] = "quiet-moves",
		[QCHESS_STUCK] = "stalemate",
		[QCHESS_MOST_MOVES] = "max-moves",
	};

	assert((int)end >= QCHESS_GOES_ON && end <= QCHESS_MOST_MOVES);
	return reasons[end];
}

/* Do the pieces and the counters end the game?  A captured king is not looked for.  */
static enum qchess_end end_now(const struct quantum_chess *game)
{
	int pieces = 0;

	assert(game->quiet >= 0 && game->stuck >= 0 && game->moves >= 0);
	for (int i = 0; i < QCHESS_SQUARES && pieces < 3; i++)
		pieces += game->at[i / QCHESS_SIDE][i % QCHESS_SIDE].there;
	if (pieces == 2)
		return QCHESS_BARE_KINGS;
	if (game->quiet >= QCHESS_QUIET_MOST && !game->original_draws)
		return QCHESS_QUIET;
	if (game->stuck >= QCHESS_STUCK_MOST && !game->original_draws)
		return QCHESS_STUCK;
	if (game->most && game->moves >= game->most)
		return QCHESS_MOST_MOVES;
	return QCHESS_GOES_ON;
}

/* ---- selections ---- */

const char *quantum_chess_may_select(const struct quantum_chess *game, struct qchess_square square)
{
	const struct qchess_piece *piece;

	if (!on_board(square))
		return "BOUNDS";
	piece = &game->at[square.y][square.x];
	if (!piece->there)
		return "EMPTY";
	return piece->colour == game->to_move ? NULL : "COLOUR";
}

int quantum_chess_select(struct quantum_chess *game, struct qchess_square square, int index)
{
	struct qchess_piece *piece = piece_on(game, square);

	assert(!game->selected);
	assert(!quantum_chess_may_select(game, square));
	collapse(game, piece, index);
	if (game->promote_on_touch && piece->type[piece->state] == QCHESS_PAWN &&
	    square.y == far_row(piece->colour))
		promote(game, piece);
	game->from = square;
	game->shown_state = piece->state;
	game->shown_type = piece->type[piece->state];
	game->goals = quantum_chess_reach(game, square, piece->state);
	game->selected = game->goals != 0;
	if (!game->selected) {
		release(game, square);
		game->stuck++;
		game->to_move = other(game->to_move);
		game->end = end_now(game);
	}
	return game->shown_state;
}

/* ---- moves ---- */

const char *quantum_chess_may_move(const struct quantum_chess *game, struct qchess_square to)
{
	if (!on_board(to))
		return "BOUNDS";
	return game->selected && game->goals & bit_of(to) ? NULL : "ILLEGAL";
}

void quantum_chess_move(struct quantum_chess *game, struct qchess_square to)
{
	struct qchess_piece *piece = piece_on(game, to), *left = piece_on(game, game->from);
	bool is_pawn = left->type[left->state] == QCHESS_PAWN;

	assert(!quantum_chess_may_move(game, to));
	game->taken = *piece;
	*piece = *left;
	*left = (struct qchess_piece){0};
	if (is_pawn && to.y == far_row(piece->colour))
		promote(game, piece);
	release(game, to);
	game->moved = game->from;
	game->to = to;
	game->selected = false;
	game->moves++;
	game->quiet = is_pawn || game->taken.there ? 0 : game->quiet + 1;
	game->stuck = 0;
	game->to_move = other(game->to_move);
	game->end = end_now(game);
	if (game->taken.there && game->taken.type[0] == QCHESS_KING) {
		game->end = QCHESS_KING_TAKEN;
		game->winner = piece->colour;
	}
}

/* ---- a board as text: the beginning of logs, and the option "board" (qchess, Log file) ----
 *
 *   black unknown ['rook', '?queen'] at 0,0
 *
 * Brackets, quotes and commas are read as blanks.  So `]at` and the output of other programs are understood.
 */

static void write_piece(struct bytes *out, const struct qchess_piece *piece, int x, int y)
{
	const char *now =
		piece->state == QCHESS_BOTH ? "unknown" : quantum_chess_type_name(piece->type[piece->state]);

	assert(piece->there && (piece->state == QCHESS_BOTH || piece->state == 0 || piece->state == 1));
	bytes_addf(out, "%s %s ['%s%s', '%s%s'] at %d,%d\n", quantum_chess_colour_name(piece->colour), now,
		   piece->known[0] ? "" : "?", quantum_chess_type_name(piece->type[0]),
		   piece->known[1] ? "" : "?", quantum_chess_type_name(piece->type[1]), x, y);
}

char *quantum_chess_write_board(const struct quantum_chess *game)
{
	struct bytes out = {0};

	bytes_add(&out, "", 0);
	for (int x = 0; x < QCHESS_SIDE; x++)
		for (int y = 0; y < QCHESS_SIDE; y++)
			if (game->at[y][x].there)
				write_piece(&out, &game->at[y][x], x, y);
	return out.at;
}

/* "rook", or "?rook" for a type that was not seen yet; "unknown" if it is hidden.  */
static char *read_type(struct text word, struct qchess_piece *piece, int state)
{
	int type;

	assert(state == 0 || state == 1);
	piece->known[state] = !word.size || *word.at != '?';
	if (!piece->known[state])
		word = (struct text){word.at + 1, word.size - 1};
	if (text_is(word, type_names[QCHESS_HIDDEN])) {
		piece->known[state] = false;
		piece->type[state] = QCHESS_HIDDEN;
		return NULL;
	}
	type = quantum_chess_type_named(word.at, word.size);
	if (type < 0)
		return text_problem("", word,
				    " is no type: expected pawn, rook, knight, bishop, queen or king");
	piece->type[state] = (enum qchess_type)type;
	return NULL;
}

/* The current state: "unknown", or one of the types.  State 0 if both types are the same.  */
static char *read_state(struct text word, struct qchess_piece *piece)
{
	if (text_is(word, "unknown")) {
		piece->state = is_settled(piece) ? 0 : QCHESS_BOTH;
		return NULL;
	}
	/* The current type was seen: prefers a known state.  */
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < 2; i++)
			if (text_is(word, quantum_chess_type_name(piece->type[i])) &&
			    (pass || piece->known[i])) {
				piece->state = i;
				piece->known[i] = true;
				return NULL;
			}
	return text_problem("a piece cannot be ", word, " now: expected unknown, %s or %s",
			    quantum_chess_type_name(piece->type[0]), quantum_chess_type_name(piece->type[1]));
}

static bool read_place(struct text word, int *place)
{
	*place = word.size == 1 ? *word.at - '0' : -1;
	return *place >= 0 && *place < QCHESS_SIDE;
}

/* Reads a line with a piece, or an empty line.  NULL, or what is wrong at *wrong.  */
static char *read_line(struct quantum_chess *board, struct text line, const char **wrong)
{
	enum { WORDS = 7 };
	struct qchess_piece piece = {.there = true};
	struct text words[WORDS] = {{0}};
	int count = text_split(line, " \t\r[](){},'\"", words, WORDS), x, y;
	char *problem;

	if (count == 0 || *words[0].at == '#')
		return NULL;
	*wrong = words[0].at;
	if (count != WORDS || !text_is(words[4], "at") ||
	    (!text_is(words[0], "white") && !text_is(words[0], "black")))
		return text_problem("",
				    (struct text){words[0].at, line.size - (size_t)(words[0].at - line.at)},
				    ": expected a piece such as \"black unknown ['rook', '?queen'] at 0,0\"");
	piece.colour = text_is(words[0], "white") ? QCHESS_WHITE : QCHESS_BLACK;
	for (int i = 0; i < 2; i++) {
		*wrong = words[2 + i].at;
		problem = read_type(words[2 + i], &piece, i);
		if (problem)
			return problem;
	}
	if ((piece.type[0] == QCHESS_KING) != (piece.type[1] == QCHESS_KING))
		return bytes_text("a king is a king in both states");
	if (piece.type[0] == QCHESS_KING)
		piece.known[0] = piece.known[1] = true;
	*wrong = words[1].at;
	problem = read_state(words[1], &piece);
	if (problem)
		return problem;
	*wrong = words[5].at;
	if (!read_place(words[5], &x) || !read_place(words[6], &y))
		return bytes_text("a square off the board: expected x,y from 0,0 to %d,%d", QCHESS_SIDE - 1,
				  QCHESS_SIDE - 1);
	if (board->at[y][x].there)
		return bytes_text("a second piece at %d,%d", x, y);
	board->at[y][x] = piece;
	return NULL;
}

/* How many kings each side has.  */
static void count_kings(const struct quantum_chess *board, int kings[2])
{
	kings[QCHESS_WHITE] = kings[QCHESS_BLACK] = 0;
	for (int y = 0; y < QCHESS_SIDE; y++)
		for (int x = 0; x < QCHESS_SIDE; x++)
			if (board->at[y][x].there && board->at[y][x].type[0] == QCHESS_KING)
				kings[board->at[y][x].colour]++;
}

/* Does each side have one king?  One of the two may have been taken.  */
static char *check_kings(const struct quantum_chess *board)
{
	int kings[2];

	count_kings(board, kings);
	for (int colour = QCHESS_WHITE; colour <= QCHESS_BLACK; colour++)
		if (kings[colour] > 1 || kings[QCHESS_WHITE] + kings[QCHESS_BLACK] == 0)
			return bytes_text("%s has %d kings: expected one",
					  quantum_chess_colour_name((enum qchess_colour)colour),
					  kings[colour]);
	return NULL;
}

/* Is one of the kings missing?  *winner: the owner of the other one.  */
static bool king_is_taken(const struct quantum_chess *game, enum qchess_colour *winner)
{
	int kings[2];

	count_kings(game, kings);
	*winner = kings[QCHESS_WHITE] ? QCHESS_WHITE : QCHESS_BLACK;
	return !kings[QCHESS_WHITE] || !kings[QCHESS_BLACK];
}

char *quantum_chess_read_board(struct quantum_chess *game, const char *text, size_t size, const char **wrong)
{
	struct quantum_chess board = {.end = QCHESS_GOES_ON};
	struct text rest = {text, size}, line;
	char *why;

	while (text_line(&rest, &line)) {
		why = read_line(&board, line, wrong);
		if (why)
			return why;
	}
	*wrong = NULL;
	why = check_kings(&board);
	if (!why)
		memcpy(game->at, board.at, sizeof(game->at));
	return why;
}

/* ---- a game at its beginning (qchess, Rules: Board, States) ---- */

enum { HIDDEN = 2 * QCHESS_SIDE - 1 };

enum shuffle { SHUFFLE_UNIFORM, SHUFFLE_ORIGINAL };
enum draws { DRAWS_ALL, DRAWS_ORIGINAL };

static const struct option_choice shuffles[] = {
	{"uniform", SHUFFLE_UNIFORM, NULL}, {"original", SHUFFLE_ORIGINAL, NULL}, {0}};
static const struct option_choice draws[] = {
	{"all", DRAWS_ALL, NULL}, {"original", DRAWS_ORIGINAL, NULL}, {0}};
static const struct option_choice colours[] = {
	{"white", QCHESS_WHITE, NULL}, {"black", QCHESS_BLACK, NULL}, {0}};

const struct option_row quantum_chess_option_classical =
	OPTION_ROW("classical", OPTION_SWITCH, NULL, 0,
		   .help = "classical chess without check; both states of each piece are the same");
const struct option_row quantum_chess_option_shuffle =
	OPTION_ROW("shuffle", OPTION_CHOICE, "HOW", 0,
		   .help = "how second types are dealt; evenly (uniform), or as the original did (original)",
		   .choices = shuffles, .value = SHUFFLE_UNIFORM);
const struct option_row quantum_chess_option_promote_on_touch = OPTION_ROW(
	"promote-on-touch", OPTION_SWITCH, NULL, 0, .rare = true,
	.help = "promote a piece that collapses to a pawn on the far row; it becomes a queen at once");
const struct option_row quantum_chess_option_max_moves =
	OPTION_ROW("max-moves", OPTION_COUNT, "N", 0, .help = "end the game as a draw after N moves",
		   .least = 1, .most = OPTION_MANY, .unit = "moves", .optional = true);
/* Takes the board from the option, as a log or another match has it.  */
const struct option_row quantum_chess_option_board =
	OPTION_ROW("board", OPTION_TEXT, "BOARD", 0, .help = NULL);
const struct option_row quantum_chess_option_draws =
	OPTION_ROW("draws", OPTION_CHOICE, "WHICH", 0, .help = NULL, .choices = draws, .value = DRAWS_ALL);
const struct option_row quantum_chess_option_to_move = OPTION_ROW(
	"to-move", OPTION_CHOICE, "COLOUR", 0, .help = NULL, .choices = colours, .value = QCHESS_WHITE);

static const enum qchess_type back_rank[QCHESS_SIDE] = {
	QCHESS_ROOK,  QCHESS_KNIGHT, QCHESS_BISHOP, QCHESS_KING,
	QCHESS_QUEEN, QCHESS_BISHOP, QCHESS_KNIGHT, QCHESS_ROOK,
};

/* All orders are equally likely.  */
static void shuffle_uniformly(struct quantum_chess *game, enum qchess_type types[HIDDEN])
{
	int of = 0, left = hidden_count[0];

	for (int i = 0; i < HIDDEN; i++, left--) {
		while (left == 0)
			left = hidden_count[++of];
		types[i] = (enum qchess_type)of;
	}
	for (int i = HIDDEN - 1; i > 0; i--) {
		int j = (int)seed_below(&game->random, (uint64_t)i + 1);
		enum qchess_type type = types[i];

		types[i] = types[j];
		types[j] = type;
	}
}

/* Each type that is left is equally likely, however many pieces of it are left.  So the first pieces seldom
   get pawns.  */
static void shuffle_by_names(struct quantum_chess *game, enum qchess_type types[HIDDEN])
{
	int left[QCHESS_TYPES];

	memcpy(left, hidden_count, sizeof(left));
	for (int i = 0; i < HIDDEN; i++) {
		int names = 0, chosen, type;

		for (type = 0; type < QCHESS_TYPES; type++)
			names += left[type] > 0;
		chosen = (int)seed_below(&game->random, (uint64_t)names);
		for (type = 0; left[type] == 0 || chosen > 0; type++)
			chosen -= left[type] > 0;
		left[type]--;
		types[i] = (enum qchess_type)type;
	}
}

/* The types of a side: the back rank by x, then the pawns.  */
static void set_side(struct quantum_chess *game, enum qchess_colour colour,
		     const enum qchess_type hidden[HIDDEN])
{
	for (int i = 0, dealt = 0; i < 2 * QCHESS_SIDE; i++) {
		bool is_back = i < QCHESS_SIDE;
		int row = is_back ? far_row(colour == QCHESS_WHITE ? QCHESS_BLACK : QCHESS_WHITE)
				  : (colour == QCHESS_WHITE ? QCHESS_SIDE - 2 : 1);
		enum qchess_type type = is_back ? back_rank[i] : QCHESS_PAWN;
		struct qchess_piece piece = {.there = true, .colour = colour, .known = {true, true}};

		piece.type[0] = piece.type[1] = type;
		if (type != QCHESS_KING && !game->classical) {
			piece.type[1] = hidden[dealt++];
			piece.known[1] = false;
			piece.state = QCHESS_BOTH;
		}
		game->at[row][i % QCHESS_SIDE] = piece;
	}
}

static void hide(enum qchess_type types[HIDDEN])
{
	for (int i = 0; i < HIDDEN; i++)
		types[i] = QCHESS_HIDDEN;
}

/* `tapped`: another judge has dealt the types.  */
static void set_new_board(struct quantum_chess *game, bool by_names, bool tapped)
{
	for (int colour = QCHESS_WHITE; colour <= QCHESS_BLACK; colour++) {
		enum qchess_type hidden[HIDDEN] = {QCHESS_PAWN};

		if (tapped)
			hide(hidden);
		else if (by_names)
			shuffle_by_names(game, hidden);
		else
			shuffle_uniformly(game, hidden);
		set_side(game, (enum qchess_colour)colour, hidden);
	}
}

static char *read_board(struct quantum_chess *game, const char *text)
{
	const char *wrong;
	char *why = quantum_chess_read_board(game, text, strlen(text), &wrong);

	return why ? location_problem("--board", wrong ? location_of(text, wrong) : (struct location){0}, why)
		   : NULL;
}

char *quantum_chess_init(struct quantum_chess *game, const struct setup *setup)
{
	static const struct qchess_square nowhere = {-1, -1};
	const char *board = setup_text(setup, &quantum_chess_option_board);
	char *problem;

	*game = (struct quantum_chess){
		.from = nowhere,
		.to = nowhere,
		.moved = nowhere,
		.classical = setup_switch(setup, &quantum_chess_option_classical),
		.promote_on_touch = setup_switch(setup, &quantum_chess_option_promote_on_touch),
		.original_draws = setup_choice(setup, &quantum_chess_option_draws) == DRAWS_ORIGINAL,
		.most = (int)setup_count(setup, &quantum_chess_option_max_moves),
		.random = setup->seed,
	};
	/* The seed is mixed before the number is added, so that game 2 of seed 1 differs from game 1 of
	   seed 2.  */
	game->random = seed_next(&game->random) + (uint64_t)setup->game;
	if (!board)
		set_new_board(game, setup_choice(setup, &quantum_chess_option_shuffle) == SHUFFLE_ORIGINAL,
			      setup_given(setup, OPTION_TAPPED));
	else if ((problem = read_board(game, board)))
		return problem;
	game->to_move = (enum qchess_colour)setup_choice(setup, &quantum_chess_option_to_move);
	game->end = king_is_taken(game, &game->winner) ? QCHESS_KING_TAKEN : end_now(game);
	return NULL;
}

/* ---- turns as text, in matches and logs ----
 *
 *   4 6 1 pawn     the piece on x 4, y 6 was selected: in state 1, a pawn
 *   4 6 -> 4 4     it moved
 *
 * (agent-text-api, Update: Agent selects a piece)  */

static char digit(int coordinate)
{
	return (char)('0' + coordinate);
}

/* By hand, because every turn needs its words and snprintf() is slow.  */
void quantum_chess_selection_words(const struct quantum_chess *game, char words[16])
{
	char numbers[] = {digit(game->from.x), ' ', digit(game->from.y), ' ', digit(game->shown_state), ' '};

	memcpy(words, numbers, sizeof(numbers));
	strcpy(words + sizeof(numbers), type_names[game->shown_type]);
}

void quantum_chess_move_words(const struct quantum_chess *game, char words[16])
{
	const char squares[] = {digit(game->moved.x), ' ', digit(game->moved.y), ' ', '-', '>', ' ',
				digit(game->to.x),    ' ', digit(game->to.y),    '\0'};

	memcpy(words, squares, sizeof(squares));
}

/* Reads a whole number of any length; a large value is capped.  */
static bool read_number(struct text word, int *number)
{
	enum { MOST = 9999 };
	bool plus = word.size && *word.at == '+'; /* which no log has */
	int64_t value;

	if (plus || !text_take_number(&word, &value) || word.size)
		return false;
	*number = (int)(value < -MOST ? -MOST : value > MOST ? MOST : value);
	return true;
}

static bool read_square(const struct text *words, struct qchess_square *square)
{
	return read_number(words[0], &square->x) && read_number(words[1], &square->y);
}

/* The sentence for the original's word about a square.  */
static char *refused(const struct quantum_chess *game, struct qchess_square square, const char *word)
{
	const char *colour = quantum_chess_colour_name(game->to_move);

	if (strcmp(word, "BOUNDS") == 0)
		return bytes_text("BOUNDS: %d %d is off the board: expected numbers from 0 to %d", square.x,
				  square.y, QCHESS_SIDE - 1);
	if (strcmp(word, "EMPTY") == 0)
		return bytes_text("EMPTY: no piece stands on %d %d", square.x, square.y);
	if (strcmp(word, "COLOUR") == 0)
		return bytes_text("COLOUR: the piece on %d %d is not %s's, who has to move", square.x,
				  square.y, colour);
	return bytes_text("%s: the piece on %d %d does not reach %d %d", word, game->from.x, game->from.y,
			  square.x, square.y);
}

/* Can this piece, if it is selected, collapse to this type in this state?  */
static char *check_state(const struct quantum_chess *game, struct qchess_square square, int index,
			 enum qchess_type type)
{
	const struct qchess_piece *piece = &game->at[square.y][square.x];
	bool touched = game->promote_on_touch && square.y == far_row(piece->colour);
	enum qchess_type is;

	if (index < 0 && !is_settled(piece))
		return bytes_text("the piece on %d %d has two states: expected 0 or 1, not %d", square.x,
				  square.y, index);
	if (!is_settled(piece) && piece->state != QCHESS_BOTH && piece->state != index)
		return bytes_text("the piece on %d %d is in state %d, not in %d", square.x, square.y,
				  piece->state, index);
	is = piece->type[index == 1];
	if (touched && is == QCHESS_PAWN)
		is = QCHESS_QUEEN;
	if (is == type)
		return NULL;
	return bytes_text("the piece on %d %d is a %s in state %d, not a %s", square.x, square.y,
			  type_names[is], index, type_names[type]);
}

/* What is hidden is what the text says.  */
static void learn(struct qchess_piece *piece, int index, enum qchess_type type)
{
	if (index < 0 || piece->type[index] != QCHESS_HIDDEN || type == QCHESS_KING)
		return;
	piece->type[index] = type;
	piece->known[index] = true;
}

static char *play_selection(struct quantum_chess *game, struct qchess_square square, int index,
			    enum qchess_type type)
{
	struct qchess_piece before;
	const char *word;
	char *problem;

	if (game->selected)
		return bytes_text("the piece on %d %d is selected: expected its move", game->from.x,
				  game->from.y);
	word = quantum_chess_may_select(game, square);
	if (word)
		return refused(game, square, word);
	before = *piece_on(game, square);
	learn(piece_on(game, square), index, type);
	problem = check_state(game, square, index, type);
	if (problem)
		*piece_on(game, square) = before;
	else
		quantum_chess_select(game, square, index);
	return problem;
}

static char *play_move(struct quantum_chess *game, struct qchess_square from, struct qchess_square to)
{
	const char *word;

	if (!game->selected)
		return bytes_text("no piece is selected: expected a selection before a move");
	if (from.x != game->from.x || from.y != game->from.y)
		return bytes_text("the piece on %d %d is selected, not that on %d %d", game->from.x,
				  game->from.y, from.x, from.y);
	word = quantum_chess_may_move(game, to);
	if (word)
		return refused(game, to, word);
	quantum_chess_move(game, to);
	return NULL;
}

char *quantum_chess_play_words(struct quantum_chess *game, const char *text)
{
	enum { WORDS = 5 };
	struct text words[WORDS] = {{0}};
	struct qchess_square from, to;
	int count = text_split(text_of(text), " \t\r\n", words, WORDS), index, type;

	if (game->end != QCHESS_GOES_ON)
		return bytes_text("the game is over (%s): nothing may follow",
				  quantum_chess_reason(game->end));
	if (count == 5 && read_square(words, &from) && text_is(words[2], "->") && read_square(words + 3, &to))
		return play_move(game, from, to);
	type = count == 4 ? quantum_chess_type_named(words[3].at, words[3].size) : -1;
	if (type >= 0 && read_square(words, &from) && read_number(words[2], &index) && index >= -1 &&
	    index <= 1)
		return play_selection(game, from, index, (enum qchess_type)type);
	return text_problem("", text_of(text),
			    ": expected a selection such as \"4 6 1 pawn\" or a move such as \"4 6 -> 4 4\"");
}

bool quantum_chess_goto(struct quantum_chess *game, const struct setup *setup, const struct match *turns,
			int count)
{
	char *problem = quantum_chess_init(game, setup);

	for (int n = 1; n <= count && !problem; n++) {
		const struct turn *turn = match_turn(turns, n);

		if (!turn || !turn->played)
			return false;
		problem = quantum_chess_play_words(game, turn->played);
	}
	if (!problem)
		return true;
	free(problem);
	return false;
}
