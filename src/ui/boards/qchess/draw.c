/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* draw.c - the squares of quantum chess on the screen, what may be seen of a piece, and what stands beside
 * the squares.
 *
 * Squares grow with the room.  A piece lies on its square as a chip of its own colours, and the square is
 * visible around it.  Black squares are hatched, for screens without colours.  Both sides of a chip have
 * room for brackets: of the cursor, the selected piece, the last move.  */
#include "board.h"
#include "ringside/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The letter of a type, in the case of a colour.  */
static char qchess_letter(enum qchess_type type, enum qchess_colour colour)
{
	static const char white[] = "PRNBQK", black[] = "prnbqk";

	return colour == QCHESS_WHITE ? white[type] : black[type];
}

/* The letter of a state; '?' if it is hidden.  */
static char letter_of(const struct qchess_piece *piece, int state, bool reveal)
{
	return piece->known[state] || reveal ? qchess_letter(piece->type[state], piece->colour) : '?';
}

static struct qchess_look look_of_both(const struct qchess_piece *piece, bool reveal)
{
	char letters[2] = {letter_of(piece, 0, reveal), letter_of(piece, 1, reveal)};
	bool ghosts[2] = {!piece->known[0] && reveal, !piece->known[1] && reveal};
	struct qchess_look look = {.both = true, .text = "?"};

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

/* Does everybody know that both states are the same?  */
static bool is_settled(const struct qchess_piece *piece)
{
	return piece->known[0] && piece->known[1] && piece->type[0] == piece->type[1];
}

static struct qchess_look qchess_look_of(const struct qchess_piece *piece, bool reveal)
{
	struct qchess_look look = {0};
	int state = piece->state;

	if (state == QCHESS_BOTH)
		return look_of_both(piece, reveal);
	look.text[0] = letter_of(piece, state, reveal);
	look.ghosts = !piece->known[state] && reveal;
	if (is_settled(piece) || piece->type[0] == QCHESS_KING)
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

static uint64_t reach_in(const struct quantum_chess *game, struct qchess_square square, int state)
{
	struct quantum_chess as_it_would_be = *game;

	as_it_would_be.at[square.y][square.x].type[state] = type_in(game, square, state);
	return quantum_chess_reach(&as_it_would_be, square, state);
}

/* The reach of the selected piece, else of the one at the cursor if that counts, else nothing.  */
static struct qchess_reach qchess_reach_of(const struct qchess_board *board, bool reveal, bool cursor)
{
	const struct quantum_chess *game = &board->now->at;
	struct qchess_square square = game->selected ? game->from : board->cursor;
	const struct qchess_piece *piece = &game->at[square.y][square.x];
	struct qchess_reach reach = {.selected = game->selected};

	if (board->now->broken || !piece->there || (!game->selected && !cursor))
		return (struct qchess_reach){0};
	for (int state = 0; state < 2; state++) {
		if (!piece->known[state] && !reveal)
			continue;
		reach.state[state] = reach_in(game, square, state);
		reach.letter[state] = qchess_letter(type_in(game, square, state), piece->colour);
	}
	if (piece->state != QCHESS_BOTH) {
		reach.certain = true;
		reach.state[0] = reach.state[piece->state];
		reach.state[1] = 0;
	}
	return reach;
}

/* "1"; "½R" if only the state that is a rook gets there; "": it is not reached.  */
static void qchess_reach_text(const struct qchess_reach *reach, struct qchess_square square, char text[8])
{
	bool first = reach->state[0] & bit_of(square), second = reach->state[1] & bit_of(square);

	text[0] = '\0';
	if (first && (second || reach->certain))
		snprintf(text, 8, "%s", reach->selected ? paint_glyph(GLYPH_EVENT) : "1");
	else if (first || second)
		snprintf(text, 8, "%s%c", paint_glyph(GLYPH_HALF), reach->letter[second]);
}

enum { QUIET_NEAR = QCHESS_QUIET_MOST * 4 / 5, STUCK_NEAR = QCHESS_STUCK_MOST / 2 };

/* The area to fill, from the top.  */
struct panel {
	const struct qchess_board *board;
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
	bool stuck = panel->board->now->last == QCHESS_LAST_STUCK;

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
	struct qchess_look look = qchess_look_of(piece, panel->reveal);

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
	const struct qchess_board *board = panel->board;

	for (int i = 0; i < board->now->taken_count[colour]; i++) {
		struct qchess_look look = qchess_look_of(&board->now->taken[colour][i], false);

		paint_format(panel->area, panel->y + i / panel->area.width, i % panel->area.width,
			     role_of_colour(colour), "%c", look.text[0]);
	}
	panel->y += (board->now->taken_count[colour] + panel->area.width - 1) / panel->area.width;
}

static void draw_taken_pieces(struct panel *panel, enum qchess_colour colour)
{
	const struct qchess_board *board = panel->board;
	int x = 0;

	for (int i = 0; i < board->now->taken_count[colour]; i++) {
		struct qchess_look look = qchess_look_of(&board->now->taken[colour][i], panel->reveal);

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

/* ---- signs ---- */

/* At the foot, if all of it fits.  */
static void draw_signs(struct panel *panel)
{
	enum { GLYPH_NONE = -1, COLUMN = 4 };
	static const struct {
		int glyph;
		const char *sign, *meaning;
	} signs[] = {
		{GLYPH_BOTH, "", "in both its states"}, {GLYPH_NONE, "R/Q", "rook or queen"},
		{GLYPH_NONE, "R?", "rook or not seen"}, {GLYPH_NONE, "/Q", "its other state"},
		{GLYPH_HALF, "R", "reached as rook"},
	};
	const int count = sizeof(signs) / sizeof(signs[0]);
	int y = panel->area.height - count;

	if (panel->narrow || panel->y >= y)
		return;
	for (int i = 0; i < count; i++, y++) {
		paint_format(panel->area, y, 0, ROLE_FAINT, "%s%s",
			     signs[i].glyph < 0 ? "" : paint_glyph((enum glyph)signs[i].glyph),
			     signs[i].sign);
		paint_text(panel->area, y, COLUMN, ROLE_FAINT, signs[i].meaning);
	}
}

/* Draws the panel beside the squares or below them, as much of it as fits.  */
static void qchess_draw_panel(const struct qchess_board *board, struct area area, bool reveal)
{
	struct panel panel = {
		.board = board,
		.area = area,
		.narrow = area.width < QCHESS_PANEL_WIDE,
		.reveal = reveal,
	};
	bool spacious = area.height >= 2 * QCHESS_PANEL_LINES;

	draw_turn(&panel);
	draw_picked(&panel);
	draw_last_move(&panel);
	draw_counts(&panel);
	for (int colour = QCHESS_WHITE; colour <= QCHESS_BLACK; colour++) {
		if (board->now->taken_count[other((enum qchess_colour)colour)])
			panel.y += spacious;
		draw_taken(&panel, (enum qchess_colour)colour);
	}
	draw_signs(&panel);
}

enum { LABEL_COLUMNS = 2, GAP = 2 };

/* The sizes of squares, the best first.  */
static const struct grid_size sizes[] = {{4, 9}, {4, 7}, {3, 7}, {3, 5}, {2, 5}, {1, 5}};
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

/* What is drawn, and where.  */
struct sight {
	const struct qchess_board *board;
	struct area area;
	const struct view *view;
	bool cursor;
	struct qchess_reach reach;
	const char *hint; /* a square, as "6 4"; NULL: none */
};

/* ---- sizes ---- */

/* The best size that fits with the labels beside and below; the smallest if none does.  */
static void size_squares(struct qchess_window *window, struct area area)
{
	struct area room = {0, 0, area.height - 1, area.width - LABEL_COLUMNS};
	struct grid_size size;

	window->labels = room.height >= QCHESS_SIDE && room.width >= QCHESS_SIDE;
	if (!window->labels)
		room = area;
	size = grid_size_for(sizes, SIZES, QCHESS_SIDE, QCHESS_SIDE, room);
	window->grid.height = size.height;
	window->grid.width = within(room.width / QCHESS_SIDE, 1, size.width);
	grid_fill(&window->grid, QCHESS_SIDE, QCHESS_SIDE, room);
}

/* Beside the squares if there is much room, else below them, else beside them in its short form.  */
static struct area panel_in(const struct qchess_window *window, struct area area)
{
	const struct grid *grid = &window->grid;
	int right = grid->x + grid->columns * grid->width;
	int below = grid->y + grid->lines * grid->height + 1;
	struct area beside = {area.y, area.x + right + GAP, area.height, area.width - right - GAP};

	if (beside.width >= QCHESS_PANEL_WIDE)
		return beside;
	if (area.height - below >= QCHESS_PANEL_LINES && area.width - grid->x >= QCHESS_PANEL_NARROW)
		return (struct area){area.y + below, area.x + grid->x, area.height - below,
				     area.width - grid->x};
	beside.x--;
	beside.width++;
	return beside.width >= QCHESS_PANEL_NARROW ? beside : (struct area){0};
}

static struct qchess_window window_in(const struct qchess_board *board, struct area area)
{
	struct qchess_window window = {0};

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
static void draw_look(struct area chip, const struct qchess_look *look, enum role role)
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
		       const struct qchess_look *look, enum role role)
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

static enum role role_of(const struct qchess_piece *piece)
{
	return piece->colour == QCHESS_WHITE ? ROLE_SQUARE_WHITE : ROLE_SQUARE_BLACK;
}

static void draw_piece(const struct sight *sight, struct area cells, struct qchess_square square,
		       enum role role)
{
	const struct qchess_piece *piece = &sight->board->now->at.at[square.y][square.x];
	struct qchess_look look;
	struct area chip = chip_in(cells);

	if (!piece->there)
		return;
	look = qchess_look_of(piece, view_shows(sight->view, QCHESS_REVEAL));
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

	qchess_reach_text(&sight->reach, square, text);
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
	const struct qchess_board *board = sight->board;
	const struct quantum_chess *game = &board->now->at;

	if (is_hint(sight, square))
		return (struct brackets){sight->cursor && qchess_same(square, board->cursor)
						 ? ROLE_BOARD_CURSOR
						 : ROLE_SQUARE_HINT,
					 paint_glyph(GLYPH_HINT), paint_glyph(GLYPH_HINT)};
	if (sight->cursor && qchess_same(square, board->cursor))
		return (struct brackets){ROLE_BOARD_CURSOR, "(", ")"};
	if (game->selected && qchess_same(square, game->from))
		return (struct brackets){ROLE_SQUARE_SELECTED, paint_glyph(GLYPH_TO),
					 paint_glyph(GLYPH_FROM)};
	if (board->now->last == QCHESS_LAST_STUCK && qchess_same(square, game->from))
		return (struct brackets){ROLE_SQUARE_STUCK, "!", "!"};
	if (qchess_same(square, game->to) || qchess_same(square, game->moved))
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
		   tight ? brackets.role : role_of(&sight->board->now->at.at[square.y][square.x]));
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

void qchess_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct qchess_board *board = state;
	const struct grid *grid = &board->window.grid;
	struct sight sight = {
		.board = board, .area = area, .view = view, .cursor = cursor, .hint = view->hint};
	struct area labelled; /* the squares with their labels */

	board->window = window_in(board, area);
	labelled = (struct area){area.y, area.x, within(grid->y + grid->lines * grid->height, 0, area.height),
				 within(grid->x + grid->columns * grid->width, 0, area.width)};
	sight.reach = qchess_reach_of(board, view_shows(view, QCHESS_REVEAL), cursor);
	paint_clear(area, ROLE_TEXT);
	paint_clear(labelled, ROLE_BOARD);
	draw_labels(&sight);
	for (int y = grid->line; y < grid->line + grid->lines; y++)
		for (int x = grid->column; x < grid->column + grid->columns; x++)
			draw_square(&sight, (struct qchess_square){x, y});
	if (board->window.panel.height > 0 && !board->now->broken)
		qchess_draw_panel(board, board->window.panel, view_shows(view, QCHESS_REVEAL));
}

void qchess_wants(const void *state, int *height, int *width)
{
	(void)state;
	*height = 1 + QCHESS_SIDE * sizes[0].height;
	*width = LABEL_COLUMNS + QCHESS_SIDE * sizes[0].width + GAP + QCHESS_PANEL_WIDE;
}

/* Smaller squares, and the panel below them.  */
void qchess_picture(const void *state, int *height, int *width)
{
	(void)state;
	*height = 1 + QCHESS_SIDE * sizes[1].height + 1 + QCHESS_PANEL_LINES;
	*width = LABEL_COLUMNS + QCHESS_SIDE * sizes[1].width;
}
