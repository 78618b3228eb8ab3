/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the board of quantum chess: which position it shows, its squares and what may be seen of a piece,
 * what stands beside the squares, and how a person points at one.
 *
 * A turn of the match is a selection or a move (systems/qchess/rules.h), so there is a position between the
 * two.  The turns are played again up to the one that is shown (checkpoints.h).
 *
 * Squares grow with the room.  A piece lies on its square as a chip of its own colours, and the square is
 * visible around it.  Black squares are hatched, for screens without colours.  Both sides of a chip have
 * room for brackets: of the cursor, the selected piece, the last move.  */
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "systems/qchess/rules.h"
#include "ui/boards/shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The board's only toggle: shows a person what the rules hide from both players.  */
enum { REVEAL };

enum {
	TAKEN_MOST = 2 * QCHESS_SIDE,
	TEXT = 4,
	PANEL_WIDE = 22,
	PANEL_NARROW = 7,
	PANEL_LINES = 6,
	LABEL_COLUMNS = 2,
	GAP = 2
};

/* The kind of the last shown turn.  */
enum last_turn {
	LAST_NONE,
	LAST_PICKED, /* a selection; its move follows */
	LAST_STUCK,  /* a selection of a piece that could not move */
	LAST_MOVED
};

/* A selection of a piece that could not move.  */
struct stuck {
	bool there;
	struct qchess_square square;
	enum qchess_type type;
};

/* Which part of the board is visible, and where in the drawn area.  */
struct window {
	struct grid grid; /* a line is a y of the protocol, a column an x */
	bool labels;
	struct area panel; /* beside or below the squares; empty: no room */
};

/* The match at a turn.  */
struct course {
	struct quantum_chess at;
	bool broken; /* the setup makes no game: an empty board */
	enum last_turn last;
	struct stuck stuck[2];                    /* each colour's last turn, if it could not move */
	struct qchess_piece taken[2][TAKEN_MOST]; /* from each colour, in order */
	int taken_count[2];
};

struct board {
	struct position position;
	const struct course *now; /* its state */

	struct qchess_square cursor;
	struct window window;
	char move[8];     /* at the cursor, as the protocol writes it */
	char expects[96]; /* what a person has to do */
};

/* A piece in at most three characters, capitals for white: "R" if it is classical; in superposition "R/Q",
   or "R?"  while the other state is unseen.  */
struct look {
	bool both; /* it is in superposition */
	char text[TEXT];
	char other[TEXT];    /* the other state of a classical piece: "/Q", "/?"; "": it has none */
	unsigned ghosts;     /* bit i: only the person sees character i of `text` */
	bool other_is_ghost; /* only the person sees `other` */
};

/* The squares that a piece reaches, without what is hidden from the players.  */
struct reach {
	bool certain;      /* it was selected, or is classical: state[0] holds all */
	bool selected;     /* it has to go to one of them */
	uint64_t state[2]; /* as quantum_chess_reach(): bit 8 * y + x */
	char letter[2];    /* of the types of both states */
};

static bool same_square(struct qchess_square a, struct qchess_square b)
{
	return a.x == b.x && a.y == b.y;
}

/* The letter of a type, in the case of a colour; '?' of one that another judge has not told.  */
static char type_letter(enum qchess_type type, enum qchess_colour colour)
{
	static const char white[] = "PRNBQK?", black[] = "prnbqk?";

	return colour == QCHESS_WHITE ? white[type] : black[type];
}

/* The letter of a state; '?' if it is hidden.  */
static char letter_of(const struct qchess_piece *piece, int state, bool reveal)
{
	return piece->known[state] || reveal ? type_letter(piece->type[state], piece->colour) : '?';
}

static struct look look_of_both(const struct qchess_piece *piece, bool reveal)
{
	char letters[2] = {letter_of(piece, 0, reveal), letter_of(piece, 1, reveal)};
	bool ghosts[2] = {!piece->known[0] && reveal, !piece->known[1] && reveal};
	struct look look = {.both = true, .text = "?"};

	if (letters[1] != '?' || letters[0] == '?') {
		if (letters[1] != '?')
			snprintf(look.text, sizeof(look.text), "%c/%c", letters[0], letters[1]);
		look.ghosts = (ghosts[0] ? 1u << 0 : 0) | (ghosts[1] ? 1u << 2 : 0);
	} else {
		snprintf(look.text, sizeof(look.text), "%c?", letters[0]);
		look.ghosts = ghosts[0] ? 1u << 0 : 0;
	}
	return look;
}

static struct look look_of(const struct qchess_piece *piece, bool reveal)
{
	struct look look = {0};
	int state = piece->state;

	if (state == QCHESS_BOTH)
		return look_of_both(piece, reveal);
	look.text[0] = letter_of(piece, state, reveal);
	look.ghosts = !piece->known[state] && reveal;
	/* Does everybody know that both states are the same?  */
	if ((piece->known[0] && piece->known[1] && piece->type[0] == piece->type[1]) ||
	    piece->type[0] == QCHESS_KING)
		return look;
	snprintf(look.other, sizeof(look.other), "/%c", letter_of(piece, !state, reveal));
	look.other_is_ghost = !piece->known[!state] && reveal;
	return look;
}

static uint64_t bit_of(struct qchess_square square)
{
	return UINT64_C(1) << (QCHESS_SIDE * square.y + square.x);
}

/* The type of the piece if it turns out to be in this state.  On the far row a pawn may be promoted at once
   (--promote-on-touch).  */
static enum qchess_type type_in(const struct quantum_chess *game, struct qchess_square square, int state)
{
	const struct qchess_piece *piece = &game->at[square.y][square.x];
	int far_row = piece->colour == QCHESS_WHITE ? 0 : QCHESS_SIDE - 1;

	if (game->promote_on_touch && piece->type[state] == QCHESS_PAWN && square.y == far_row)
		return QCHESS_QUEEN;
	return piece->type[state];
}

/* The reach of the piece there; nothing if there is none.  */
static struct reach reach_from(const struct quantum_chess *game, struct qchess_square square, bool reveal)
{
	const struct qchess_piece *piece = &game->at[square.y][square.x];
	struct reach reach = {.certain = false};

	if (!piece->there)
		return reach;
	for (int state = 0; state < 2; state++) {
		enum qchess_type type = type_in(game, square, state);
		struct quantum_chess as_it_would_be = *game;

		if (!piece->known[state] && !reveal)
			continue;
		as_it_would_be.at[square.y][square.x].type[state] = type;
		reach.state[state] = quantum_chess_reach(&as_it_would_be, square, state);
		reach.letter[state] = type_letter(type, piece->colour);
	}
	if (piece->state != QCHESS_BOTH) {
		reach.certain = true;
		reach.state[0] = reach.state[piece->state];
		reach.state[1] = 0;
	}
	return reach;
}

/* The reach of the selected piece, else of the one at the cursor if that counts, else nothing.  */
static struct reach reach_of(const struct board *board, bool reveal, bool cursor)
{
	const struct quantum_chess *game = &board->now->at;
	struct reach reach;

	if (board->now->broken || (!game->selected && !cursor))
		return (struct reach){0};
	reach = reach_from(game, game->selected ? game->from : board->cursor, reveal);
	reach.selected = game->selected;
	return reach;
}

/* "1"; "½R" if only the state that is a rook gets there; "": it is not reached.  */
static void reach_text(const struct reach *reach, struct qchess_square square, char text[8])
{
	bool first = reach->state[0] & bit_of(square), second = reach->state[1] & bit_of(square);

	text[0] = '\0';
	if (first && (second || reach->certain))
		snprintf(text, 8, "%s", reach->selected ? paint_glyph(GLYPH_EVENT) : "1");
	else if (first || second)
		snprintf(text, 8, "%s%c", paint_glyph(GLYPH_HALF), reach->letter[second]);
}

/* Which pieces reach the square at the cursor, and how probably, as the original's middle click.  */
static char *qchess_about(const void *state, const struct view *view)
{
	const struct board *board = state;
	const struct quantum_chess *game = &board->now->at;
	bool reveal = view_shows(view, REVEAL);
	struct bytes text = {0};

	for (int i = 0; !board->now->broken && i < QCHESS_SIDE * QCHESS_SIDE; i++) {
		struct qchess_square from = {i % QCHESS_SIDE, i / QCHESS_SIDE};
		const struct qchess_piece *piece = &game->at[from.y][from.x];
		struct reach reach = reach_from(game, from, reveal);
		char chance[8];

		reach_text(&reach, board->cursor, chance);
		if (*chance)
			bytes_addf(&text, "%s%s %d %d:%s", text.size ? "  " : "by ",
				   look_of(piece, reveal).text, from.x, from.y, chance);
	}
	return text.at;
}

enum { QUIET_NEAR = QCHESS_QUIET_MOST * 4 / 5, STUCK_NEAR = QCHESS_STUCK_MOST / 2 };

/* The area to fill, from the top.  */
struct panel {
	const struct board *board;
	struct area area;
	bool narrow, reveal;
	int y;
};

static const char *mark_of(enum qchess_colour colour)
{
	return paint_glyph(colour == QCHESS_WHITE ? GLYPH_WHITE : GLYPH_BLACK);
}

static enum role role_of_colour(enum qchess_colour colour)
{
	return colour == QCHESS_WHITE ? ROLE_SQUARE_WHITE : ROLE_SQUARE_BLACK;
}

static enum qchess_colour other(enum qchess_colour colour)
{
	return colour == QCHESS_WHITE ? QCHESS_BLACK : QCHESS_WHITE;
}

/* ---- the turn ---- */

static void draw_turn(struct panel *panel)
{
	const struct quantum_chess *game = &panel->board->now->at;
	const char *mark = mark_of(game->to_move), *colour = quantum_chess_colour_name(game->to_move);
	const char *type = quantum_chess_type_name(game->shown_type);

	if (game->end != QCHESS_GOES_ON)
		paint_format(panel->area, panel->y, 0, ROLE_OVER, "%s",
			     panel->narrow ? "over" : "the game is over");
	else if (panel->narrow)
		paint_format(panel->area, panel->y, 0, ROLE_STRONG, "%s %s", mark,
			     game->selected ? "moves" : "picks");
	else if (game->selected)
		paint_format(panel->area, panel->y, 0, ROLE_STRONG, "%s %s moves a %s", mark, colour, type);
	else
		paint_format(panel->area, panel->y, 0, ROLE_STRONG, "%s %s picks a piece", mark, colour);
	panel->y++;
}

/* Draws the last selection: what the piece turned out to be.  */
static void draw_picked(struct panel *panel)
{
	const struct quantum_chess *game = &panel->board->now->at;
	const char *type = quantum_chess_type_name(game->shown_type);
	bool stuck = panel->board->now->last == LAST_STUCK;

	if (game->from.x < 0)
		return;
	if (panel->narrow) {
		paint_format(panel->area, panel->y++, 0, ROLE_TEXT, "%d %d:", game->from.x, game->from.y);
		paint_format(panel->area, panel->y++, 0, ROLE_TEXT, " %s", type);
	} else {
		paint_format(panel->area, panel->y++, 0, ROLE_TEXT, "%d %d was a %s", game->from.x,
			     game->from.y, type);
	}
	if (stuck)
		paint_text(panel->area, panel->y++, 0, ROLE_SQUARE_STUCK,
			   panel->narrow ? "! stuck" : "! could not move");
}

/* Draws a piece as on the board.  Returns the column behind it.  */
static int draw_panel_piece(const struct panel *panel, int y, int x, const struct qchess_piece *piece)
{
	struct look look = look_of(piece, panel->reveal);

	for (int i = 0; look.text[i]; i++)
		x = paint_format(panel->area, y, x,
				 look.ghosts & 1u << i ? ROLE_SQUARE_GHOST : role_of_colour(piece->colour),
				 "%c", look.text[i]);
	return x;
}

static void draw_last_move(struct panel *panel)
{
	const struct quantum_chess *game = &panel->board->now->at;
	int x = 0;

	if (game->moved.x < 0)
		return;
	if (!panel->narrow)
		x = paint_format(panel->area, panel->y, 0, ROLE_TEXT, "%d %d -> %d %d", game->moved.x,
				 game->moved.y, game->to.x, game->to.y);
	if (game->taken.there) {
		x = paint_format(panel->area, panel->y, x + (x > 0), ROLE_TEXT,
				 panel->narrow ? "%s " : "took ", paint_glyph(GLYPH_FORBIDDEN));
		draw_panel_piece(panel, panel->y, x, &game->taken);
	}
	panel->y += !panel->narrow || game->taken.there;
}

/* Draws how near the game is to a draw by counting, if it is near.  */
static void draw_count(struct panel *panel, const char *what, int count, int near, int most)
{
	if (count < near)
		return;
	if (!panel->narrow) {
		paint_format(panel->area, panel->y++, 0, ROLE_WARNING, "%s: %d of %d", what, count, most);
		return;
	}
	paint_format(panel->area, panel->y++, 0, ROLE_WARNING, "%s", what);
	paint_format(panel->area, panel->y++, 0, ROLE_WARNING, " %d/%d", count, most);
}

static void draw_counts(struct panel *panel)
{
	const struct quantum_chess *game = &panel->board->now->at;

	if (!panel->narrow && game->most)
		paint_format(panel->area, panel->y++, 0, ROLE_TEXT, "%d of %d moves", game->moves,
			     game->most);
	else if (!panel->narrow)
		paint_format(panel->area, panel->y++, 0, ROLE_TEXT, "%d move%s", game->moves,
			     game->moves == 1 ? "" : "s");
	if (game->original_draws)
		return;
	draw_count(panel, "quiet", game->quiet, QUIET_NEAR, QCHESS_QUIET_MOST);
	draw_count(panel, "stuck", game->stuck, STUCK_NEAR, QCHESS_STUCK_MOST);
}

/* ---- what was taken ---- */

/* The short form has one letter a piece: its normal type, which is mostly known.  */
static void draw_taken_letters(struct panel *panel, enum qchess_colour colour)
{
	const struct board *board = panel->board;

	for (int i = 0; i < board->now->taken_count[colour]; i++) {
		struct look look = look_of(&board->now->taken[colour][i], false);

		paint_format(panel->area, panel->y + i / panel->area.width, i % panel->area.width,
			     role_of_colour(colour), "%c", look.text[0]);
	}
	panel->y += (board->now->taken_count[colour] + panel->area.width - 1) / panel->area.width;
}

static void draw_taken_pieces(struct panel *panel, enum qchess_colour colour)
{
	const struct board *board = panel->board;
	int x = 0;

	for (int i = 0; i < board->now->taken_count[colour]; i++) {
		struct look look = look_of(&board->now->taken[colour][i], panel->reveal);

		if (x && x + (int)strlen(look.text) > panel->area.width) {
			x = 0;
			panel->y++;
		}
		x = draw_panel_piece(panel, panel->y, x, &board->now->taken[colour][i]) + 1;
	}
	panel->y++;
}

/* Draws what a side has taken from the other.  */
static void draw_taken(struct panel *panel, enum qchess_colour taker)
{
	enum qchess_colour from = other(taker);
	int count = panel->board->now->taken_count[from];

	if (!count)
		return;
	if (panel->narrow) {
		paint_format(panel->area, panel->y++, 0, ROLE_FAINT, "%s took", mark_of(taker));
		draw_taken_letters(panel, from);
		return;
	}
	paint_format(panel->area, panel->y++, 0, ROLE_FAINT, "%s %s took %d", mark_of(taker),
		     quantum_chess_colour_name(taker), count);
	draw_taken_pieces(panel, from);
}

/* ---- what is hidden ---- */

/* Counts the second types of a side that nobody has seen yet, on the board and taken.  False: they are not
   the usual ones, which all know, or another judge has not told them.  */
static bool count_hidden(const struct board *board, enum qchess_colour colour, int count[QCHESS_TYPES + 1])
{
	enum { PIECES = 2 * QCHESS_SIDE };
	const struct qchess_piece *at = &board->now->at.at[0][0];
	int taken = board->now->taken_count[colour], there = 0;

	memset(count, 0, (QCHESS_TYPES + 1) * sizeof(*count));
	for (int i = 0; i < QCHESS_SIDE * QCHESS_SIDE + taken; i++) {
		const struct qchess_piece *piece =
			i < QCHESS_SIDE * QCHESS_SIDE
				? &at[i]
				: &board->now->taken[colour][i - QCHESS_SIDE * QCHESS_SIDE];

		there += piece->there && piece->colour == colour;
		if (piece->there && piece->colour == colour && !piece->known[1])
			count[piece->type[1]]++;
	}
	return there == PIECES && !count[QCHESS_HIDDEN];
}

/* Draws how many of each type are still hidden: what all can know who have seen the others.  */
static void draw_hidden(struct panel *panel)
{
	int count[2][QCHESS_TYPES + 1];
	bool told = true;

	for (int colour = QCHESS_WHITE; colour <= QCHESS_BLACK; colour++)
		told = count_hidden(panel->board, (enum qchess_colour)colour, count[colour]) && told;
	if (!told || panel->y + QCHESS_KING >= panel->area.height)
		return;
	paint_text(panel->area, panel->y++, 0, ROLE_FAINT,
		   panel->narrow ? "hidden" : "second types not seen");
	for (int type = QCHESS_PAWN, y = 0; type < QCHESS_KING; type++, y++)
		for (int colour = QCHESS_WHITE; colour <= QCHESS_BLACK; colour++)
			paint_format(panel->area, panel->y + (panel->narrow ? y : colour),
				     panel->narrow ? 3 * colour : 3 * y,
				     role_of_colour((enum qchess_colour)colour), "%d%c", count[colour][type],
				     type_letter((enum qchess_type)type, (enum qchess_colour)colour));
	panel->y += panel->narrow ? QCHESS_KING : 2;
}

/* ---- signs ---- */

/* The first ones stand beside the board, too.  */
enum { STATE_SIGNS = 5 };

static const struct sign signs[] = {
	GLYPH_SIGN(BOTH, "in both its states"),
	TEXT_SIGN("R/Q", "rook or queen"),
	TEXT_SIGN("R?", "rook or not seen"),
	TEXT_SIGN("/Q", "its other state"),
	{.glyph = GLYPH_HALF, .word = "R", .meaning = "reached as rook"},
	TEXT_SIGN("1", "reached in either state"),
	TEXT_SIGN("reveal", "R shows the types that are hidden from the players, in a colour of their own"),
	TEXT_SIGN("2R", "beside the board: so many second types of a side are rooks that nobody has seen"),
	GLYPH_SIGN(WHITE, "white plays on this seat"),
	GLYPH_SIGN(BLACK, "black plays on this seat"),
	TEXT_SIGN("( )", "the cursor"),
	TEXT_SIGN("[ ]", "the last move"),
	TEXT_SIGN("! !", "a piece that was picked and could not move"),
	GLYPH_SIGN(TO, "the selected piece is between this and the next"),
	GLYPH_SIGN(FROM, "the other side of it"),
	GLYPH_SIGN(EVENT, "the selected piece can move there"),
	GLYPH_SIGN(FORBIDDEN, "it can capture there; beside a name: what was taken"),
	GLYPH_SIGN(HINT, "around a square: what an agent suggests (H)"),
	GLYPH_SIGN(HATCH, "a dark square, without colours"),
	{0},
};

/* At the foot, if all of it fits.  */
static void draw_signs(struct panel *panel)
{
	enum { COLUMN = 4 };
	int y = panel->area.height - STATE_SIGNS;

	if (panel->narrow || panel->y >= y)
		return;
	for (int i = 0; i < STATE_SIGNS; i++, y++) {
		paint_format(panel->area, y, 0, ROLE_FAINT, "%s%s", sign_text(&signs[i]),
			     signs[i].word ? signs[i].word : "");
		paint_text(panel->area, y, COLUMN, ROLE_FAINT, signs[i].meaning);
	}
}

/* Draws the panel beside the squares or below them, as much of it as fits.  */
static void draw_panel(const struct board *board, struct area area, bool reveal)
{
	struct panel panel = {
		.board = board,
		.area = area,
		.narrow = area.width < PANEL_WIDE,
		.reveal = reveal,
	};
	bool spacious = area.height >= 2 * PANEL_LINES;

	draw_turn(&panel);
	draw_picked(&panel);
	draw_last_move(&panel);
	draw_counts(&panel);
	for (int colour = QCHESS_WHITE; colour <= QCHESS_BLACK; colour++) {
		if (board->now->taken_count[other((enum qchess_colour)colour)])
			panel.y += spacious;
		draw_taken(&panel, (enum qchess_colour)colour);
	}
	panel.y += spacious;
	draw_hidden(&panel);
	draw_signs(&panel);
}

/* The sizes of squares, the best first.  */
static const struct grid_size sizes[] = {{4, 9}, {4, 7}, {3, 7}, {3, 5}, {2, 5}, {1, 5}};
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

/* What is drawn, and where.  */
struct sight {
	const struct board *board;
	struct area area;
	const struct view *view;
	bool cursor;
	struct reach reach;
	const char *hint; /* a square, as "6 4"; NULL: none */
};

/* ---- sizes ---- */

/* The best size that fits with the labels beside and below; the smallest if none does.  */
static void size_squares(struct window *window, struct area area)
{
	struct area room = {0, 0, area.height - 1, area.width - LABEL_COLUMNS};
	struct grid_size size;

	window->labels = room.height >= QCHESS_SIDE && room.width >= QCHESS_SIDE;
	if (!window->labels)
		room = area;
	size = grid_size_for(sizes, SIZES, QCHESS_SIDE, QCHESS_SIDE, room);
	window->grid.height = size.height;
	window->grid.width = kept_within(room.width / QCHESS_SIDE, 1, size.width);
	grid_fill(&window->grid, QCHESS_SIDE, QCHESS_SIDE, room);
}

/* Beside the squares if there is much room, else below them, else beside them in its short form.  */
static struct area panel_in(const struct window *window, struct area area)
{
	const struct grid *grid = &window->grid;
	int right = grid->x + grid->columns * grid->width;
	int below = grid->y + grid->lines * grid->height + 1;
	struct area beside = {area.y, area.x + right + GAP, area.height, area.width - right - GAP};

	if (beside.width >= PANEL_WIDE)
		return beside;
	if (area.height - below >= PANEL_LINES && area.width - grid->x >= PANEL_NARROW)
		return (struct area){area.y + below, area.x + grid->x, area.height - below,
				     area.width - grid->x};
	beside.x--;
	beside.width++;
	return beside.width >= PANEL_NARROW ? beside : (struct area){0};
}

static struct window window_in(const struct board *board, struct area area)
{
	struct window window = {0};

	size_squares(&window, area);
	window.grid.y = window.labels ? 1 : 0;
	window.grid.x = window.labels ? LABEL_COLUMNS : 0;
	window.grid.line = grid_centred(board->cursor.y, window.grid.lines, QCHESS_SIDE);
	window.grid.column = grid_centred(board->cursor.x, window.grid.columns, QCHESS_SIDE);
	window.panel = panel_in(&window, area);
	return window;
}

/* ---- a square ---- */

/* The part of a square that a piece covers.  */
static struct area chip_in(struct area square)
{
	int width = square.width >= 7 ? 5 : square.width >= 4 ? 3 : square.width == 3 ? 2 : square.width;
	int height = square.height >= 3 ? 2 : 1;

	return (struct area){square.y + (square.height - height) / 2, square.x + (square.width - width) / 2,
			     height, width};
}

static bool is_black_square(struct qchess_square square)
{
	return (square.x + square.y) % 2 != 0;
}

static enum role ground_of(struct qchess_square square)
{
	return is_black_square(square) ? ROLE_SQUARE_DARK : ROLE_SQUARE_LIGHT;
}

static void draw_ground(struct area cells, struct qchess_square square)
{
	paint_clear(cells, ground_of(square));
	if (!is_black_square(square))
		return;
	for (int y = 0; y < cells.height; y++)
		for (int x = 0; x < cells.width; x++)
			paint_put(cells, y, x, ROLE_SQUARE_HATCH, GLYPH_HATCH);
}

/* Draws as many characters of a piece as fit; without its slash, if that helps.  */
static void draw_look(struct area chip, const struct look *look, enum role role)
{
	int size = (int)strlen(look->text), x = 0;
	bool slash = chip.width >= size;

	if (chip.width > size)
		x = (chip.width - size) / 2;
	for (int i = 0; i < size; i++) {
		if (!slash && look->text[i] == '/')
			continue;
		paint_format(chip, 0, x++, look->ghosts & 1u << i ? ROLE_SQUARE_GHOST : role, "%c",
			     look->text[i]);
	}
}

/* Draws that it is in superposition, or its other state: on the chip, or below a low chip.  */
static void draw_state(struct area cells, struct area chip, struct qchess_square square,
		       const struct look *look, enum role role)
{
	struct area below = {cells.y + cells.height - 1, chip.x, 1, cells.width - (chip.x - cells.x)};
	enum role other = look->other_is_ghost ? ROLE_SQUARE_GHOST
			  : chip.height > 1    ? role
					       : ground_of(square);

	if (cells.height < 2)
		return;
	if (chip.height > 1) {
		below = (struct area){chip.y + 1, chip.x + chip.width / 2 - 1, 1, 3};
		below.x += look->both;
	}
	if (look->both)
		paint_put(below, 0, 0, chip.height > 1 ? role : ground_of(square), GLYPH_BOTH);
	else
		paint_text(below, 0, 0, other, look->other);
}

static void draw_piece(const struct sight *sight, struct area cells, struct qchess_square square,
		       enum role role)
{
	const struct qchess_piece *piece = &sight->board->now->at.at[square.y][square.x];
	struct look look;
	struct area chip = chip_in(cells);

	if (!piece->there)
		return;
	look = look_of(piece, view_shows(sight->view, REVEAL));
	paint_clear(chip, role);
	draw_look(chip, &look, role);
	draw_state(cells, chip, square, &look, role);
}

/* In the middle of an empty square; below or beside a piece that can be taken.  */
static void draw_reach(const struct sight *sight, struct area cells, struct qchess_square square)
{
	bool taken = sight->board->now->at.at[square.y][square.x].there;
	struct area spot = chip_in(cells);
	char text[8];

	reach_text(&sight->reach, square, text);
	if (!*text)
		return;
	if (taken && sight->reach.selected)
		snprintf(text, sizeof(text), "%s", paint_glyph(GLYPH_FORBIDDEN));
	if (taken) {
		int width = cells.width >= 7 ? 3 : cells.height > 1 ? paint_width(text) : 1;

		if (cells.height == 1 && spot.x + spot.width == cells.x + cells.width)
			return;
		spot.x = cells.width >= 7 ? spot.x + 1 : cells.x + cells.width - width;
		spot = (struct area){cells.y + cells.height - 1, spot.x, 1, width};
	}
	paint_clear(spot, ROLE_SQUARE_REACH);
	paint_text(spot, 0, (spot.width - 1) / 2, ROLE_SQUARE_REACH, text);
}

/* ---- brackets ---- */

struct brackets {
	enum role role;
	const char *left, *right; /* NULL: the square has none */
};

static bool is_hint(const struct sight *sight, struct qchess_square square)
{
	char text[24];

	if (!sight->hint)
		return false;
	snprintf(text, sizeof(text), "%d %d", square.x, square.y);
	return strcmp(text, sight->hint) == 0;
}

/* A square has one pair of brackets at most: the cursor's first.  */
static struct brackets brackets_of(const struct sight *sight, struct qchess_square square)
{
	const struct board *board = sight->board;
	const struct quantum_chess *game = &board->now->at;

	if (is_hint(sight, square))
		return (struct brackets){sight->cursor && same_square(square, board->cursor)
						 ? ROLE_BOARD_CURSOR
						 : ROLE_SQUARE_HINT,
					 paint_glyph(GLYPH_HINT), paint_glyph(GLYPH_HINT)};
	if (sight->cursor && same_square(square, board->cursor))
		return (struct brackets){ROLE_BOARD_CURSOR, "(", ")"};
	if (game->selected && same_square(square, game->from))
		return (struct brackets){ROLE_SQUARE_SELECTED, paint_glyph(GLYPH_TO),
					 paint_glyph(GLYPH_FROM)};
	if (board->now->last == LAST_STUCK && same_square(square, game->from))
		return (struct brackets){ROLE_SQUARE_STUCK, "!", "!"};
	if (same_square(square, game->to) || same_square(square, game->moved))
		return (struct brackets){ROLE_SQUARE_LAST, "[", "]"};
	return (struct brackets){ROLE_COUNT, NULL, NULL};
}

static void draw_brackets(struct area cells, struct brackets brackets)
{
	struct area chip = chip_in(cells);

	for (int y = chip.y - cells.y; y < chip.y - cells.y + chip.height; y++) {
		if (chip.x > cells.x)
			paint_text(cells, y, chip.x - cells.x - 1, brackets.role, brackets.left);
		paint_text(cells, y, chip.x - cells.x + chip.width, brackets.role, brackets.right);
	}
}

/* ---- all of it ---- */

/* Without room for brackets the whole square has their colours.  */
static void draw_square(const struct sight *sight, struct qchess_square square)
{
	struct area cells = grid_cells(&sight->board->window.grid, sight->area, square.y, square.x);
	struct brackets brackets = brackets_of(sight, square);
	bool tight = brackets.left && chip_in(cells).width == cells.width;

	if (tight)
		paint_clear(cells, brackets.role);
	else
		draw_ground(cells, square);
	draw_piece(sight, cells, square,
		   tight ? brackets.role
			 : role_of_colour(sight->board->now->at.at[square.y][square.x].colour));
	draw_reach(sight, cells, square);
	if (brackets.left && !tight)
		draw_brackets(cells, brackets);
}

/* Draws x above the squares and y before them, as the protocol counts; the cursor's stand out.  */
static void draw_labels(const struct sight *sight)
{
	const struct grid *grid = &sight->board->window.grid;
	struct qchess_square cursor = sight->board->cursor;

	if (!sight->board->window.labels)
		return;
	for (int x = 0; x < grid->columns; x++)
		paint_format(sight->area, 0, grid->x + grid->width * x + (grid->width - 1) / 2,
			     grid_label_role(sight->cursor, x, cursor.x), "%d", x);
	for (int y = 0; y < grid->lines; y++)
		paint_format(sight->area, grid->y + grid->height * y + (grid->height - 1) / 2, 0,
			     grid_label_role(sight->cursor, y, cursor.y), "%d", y);
}

static void qchess_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct board *board = state;
	const struct grid *grid = &board->window.grid;
	struct sight sight = {
		.board = board, .area = area, .view = view, .cursor = cursor, .hint = view_marked(view)};
	struct area labelled; /* the squares with their labels */

	board->window = window_in(board, area);
	labelled = (struct area){area.y, area.x,
				 kept_within(grid->y + grid->lines * grid->height, 0, area.height),
				 kept_within(grid->x + grid->columns * grid->width, 0, area.width)};
	sight.reach = reach_of(board, view_shows(view, REVEAL), cursor);
	paint_clear(area, ROLE_TEXT);
	paint_clear(labelled, ROLE_BOARD);
	draw_labels(&sight);
	for (int y = grid->line; y < grid->line + grid->lines; y++)
		for (int x = grid->column; x < grid->column + grid->columns; x++)
			draw_square(&sight, (struct qchess_square){x, y});
	if (board->window.panel.height > 0 && !board->now->broken)
		draw_panel(board, board->window.panel, view_shows(view, REVEAL));
}

static struct area qchess_wants(const void *state UNUSED, struct area room UNUSED)
{
	return (struct area){.height = 1 + QCHESS_SIDE * sizes[0].height,
			     .width = LABEL_COLUMNS + QCHESS_SIDE * sizes[0].width + GAP + PANEL_WIDE};
}

/* Smaller squares, and the panel below them.  */
static struct area qchess_picture(const void *state UNUSED)
{
	return (struct area){.height = 1 + QCHESS_SIDE * sizes[1].height + 1 + PANEL_LINES,
			     .width = LABEL_COLUMNS + QCHESS_SIDE * sizes[1].width};
}

/* ---- position ---- */

static void keep_taken(struct course *course)
{
	const struct qchess_piece *taken = &course->at.taken;
	int *count = &course->taken_count[taken->colour];

	if (taken->there && *count < TAKEN_MOST)
		course->taken[taken->colour][(*count)++] = *taken;
}

/* False: it is no turn of this game (a broken file), or it is no longer known.  */
static bool play(void *state, const struct match *match, int n)
{
	struct course *course = state;
	const struct turn *turn = match_turn(match, n);
	struct quantum_chess *game = &course->at;
	enum qchess_colour colour = game->to_move;
	int moves = game->moves;
	char *problem;

	if (course->broken || !turn || !turn->played)
		return false;
	problem = quantum_chess_play_words(game, turn->played);
	if (problem) {
		free(problem);
		return false;
	}
	course->last = game->moves > moves ? LAST_MOVED : game->selected ? LAST_PICKED : LAST_STUCK;
	course->stuck[colour] = (struct stuck){
		.there = course->last == LAST_STUCK,
		.square = game->from,
		.type = game->shown_type,
	};
	if (course->last == LAST_MOVED)
		keep_taken(course);
	return true;
}

/* Checkpoints of a match with this setup.  */
static struct checkpoints *courses_new(const struct setup *setup)
{
	static const struct checkpoint_rules rules = {
		.size = sizeof(struct course),
		.distance = 64,
		.step = play,
	};
	static const struct qchess_square nowhere = {-1, -1};
	struct course *first = bytes_new(sizeof(*first));
	FREED char *problem = quantum_chess_init(&first->at, setup);

	first->broken = problem != NULL;
	if (problem)
		first->at = (struct quantum_chess){.from = nowhere, .to = nowhere, .moved = nowhere};
	return checkpoints_new(&rules, first);
}

static void set_cursor(struct board *board, int x, int y)
{
	board->cursor.x = kept_within(x, 0, QCHESS_SIDE - 1);
	board->cursor.y = kept_within(y, 0, QCHESS_SIDE - 1);
	snprintf(board->move, sizeof(board->move), "%d %d", board->cursor.x, board->cursor.y);
}

/* Says what a selection turned out to be, or that it could not move: the other player may have moved
   before the person looks.  */
static void name_expected(struct board *board)
{
	const struct quantum_chess *game = &board->now->at;
	enum qchess_colour opponent = other(game->to_move);
	const struct stuck *mine = &board->now->stuck[game->to_move], *theirs = &board->now->stuck[opponent];

	if (game->selected)
		snprintf(board->expects, sizeof(board->expects),
			 "it is a %s now: choose where it goes (arrows and Enter, a click)",
			 quantum_chess_type_name(game->shown_type));
	else if (mine->there)
		snprintf(board->expects, sizeof(board->expects),
			 "your %s on %d %d could not move and the turn passed: choose a piece",
			 quantum_chess_type_name(mine->type), mine->square.x, mine->square.y);
	else if (theirs->there)
		snprintf(board->expects, sizeof(board->expects),
			 "%s's %s on %d %d could not move: choose a piece",
			 quantum_chess_colour_name(opponent), quantum_chess_type_name(theirs->type),
			 theirs->square.x, theirs->square.y);
	else
		snprintf(board->expects, sizeof(board->expects),
			 "choose a piece (arrows and Enter, a click): it then shows which state it "
			 "is in");
}

static void begin(void *state, const struct setup *setup)
{
	struct board *board = state;

	position_begin(&board->position, setup, courses_new(setup));
	board->now = checkpoints_state(board->position.line);
}

/* The cursor stands in front of a pawn of the person's; of white's, if people sit on both seats or on none.
 */
static void *qchess_new(const struct setup *setup)
{
	struct board *board = position_board(sizeof(*board), setup, begin, NULL);
	int white = quantum_chess_seat(setup, QCHESS_WHITE), black = quantum_chess_seat(setup, QCHESS_BLACK);
	bool is_black = setup->seat[black].kind == SEAT_HUMAN && setup->seat[white].kind != SEAT_HUMAN;

	set_cursor(board, QCHESS_SIDE / 2, is_black ? 1 : QCHESS_SIDE - 2);
	name_expected(board);
	return board;
}

static void qchess_position(void *state, const struct match *match, int turns)
{
	struct board *board = state;

	position_renew(&board->position, match);
	if (position_seek(&board->position, match, turns))
		name_expected(board);
}

/* ---- a person ---- */

static int qchess_key(void *state, unsigned key, bool is_code)
{
	struct board *board = state;
	int x = board->cursor.x, y = board->cursor.y;
	int meaning = grid_key(key, is_code, &y, &x);

	set_cursor(board, x, y);
	return meaning;
}

static int qchess_click(void *state, int y, int x, int button)
{
	struct board *board = state;
	int meaning = grid_click(&board->window.grid, y, x, button, &y, &x);

	if (meaning)
		set_cursor(board, x, y);
	return meaning;
}

/* Two numbers with a blank between them, as "6 0".  */
static enum typing qchess_types(const void *state UNUSED, const char *text)
{
	bool is_number = *text >= '0' && *text < '0' + QCHESS_SIDE;

	return is_number && (!text[1] || text[1] == ' ') ? TYPING_BEGINS : TYPING_NOTHING;
}

static const char *qchess_move(const void *state)
{
	return ((const struct board *)state)->move;
}

static const char *qchess_expects(const void *state)
{
	return ((const struct board *)state)->expects;
}

static const char *qchess_mark(const struct match *match, int turns UNUSED, int seat)
{
	return mark_of(seat == quantum_chess_seat(&match->setup, QCHESS_BLACK) ? QCHESS_BLACK : QCHESS_WHITE);
}

static const struct toggle toggles[] = {
	[REVEAL] = {.name = "reveal",
		    .key = "R",
		    .told = "what is hidden from the players: ",
		    .help = "show or hide what the rules hide from the players"},
	{0},
};

static const struct board_key keys[] = {
	{"arrows", "move the cursor; also h j k l", true},
	{"enter", "choose the piece at the cursor, or where it goes; so does a click", true},
	{0},
};

extern const struct board_view board_qchess;
const struct board_view board_qchess = {
	.toggles = toggles,
	.keys = keys,
	.signs = signs,
	.new = qchess_new,
	.free = position_free,
	.position = qchess_position,
	.draw = qchess_draw,
	.wants = qchess_wants,
	.picture = qchess_picture,
	.key = qchess_key,
	.types = qchess_types,
	.click = qchess_click,
	.move = qchess_move,
	.about = qchess_about,
	.expects = qchess_expects,
	.unfinished = position_unfinished,
	.words = sum_words,
	.mark = qchess_mark,
};
