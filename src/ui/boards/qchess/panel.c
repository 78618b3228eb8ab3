/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* panel.c - what stands beside the squares of quantum chess: whose turn it is, what happened last, how near
 * a draw is, what was taken, and what the signs mean.
 *
 * With little room it says the same in fewer words.  */
#include "board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static enum role role_of(enum qchess_colour colour)
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
static int draw_piece(const struct panel *panel, int y, int x, const struct qchess_piece *piece)
{
	struct qchess_look look = qchess_look_of(piece, panel->reveal);

	for (int i = 0; look.text[i]; i++)
		x = paint_format(panel->area, y, x,
				 look.ghosts & 1u << i ? ROLE_SQUARE_GHOST : role_of(piece->colour), "%c",
				 look.text[i]);
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
		draw_piece(panel, panel->y, x, &game->taken);
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
			     role_of(colour), "%c", look.text[0]);
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
		x = draw_piece(panel, panel->y, x, &board->now->taken[colour][i]) + 1;
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

void qchess_draw_panel(const struct qchess_board *board, struct area area, bool reveal)
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
