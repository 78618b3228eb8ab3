/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of a referee's game: the rows that the referee draws, the cell of the last move, and the
 * moves that it calls legal, among which a person chooses (referee, Boards).
 *
 * What a referee says after a turn, up to its next question, belongs to the position after that turn.  */
#define NCURSES_NOMACROS
#include "ringside/board.h"

#include "ringside/bytes.h"
#include "systems/referee/lines.h"
#include "ui/boards/shared.h"
#include "ui/terminal.h"

#include <curses.h>
#include <math.h>
#include <stdlib.h>

enum {
	LINES_MOST = 4096, /* that are read in a frame; rows of a board that are kept */
	PAGE = 256,        /* of them */
	GAME_LINES = 32,   /* among which the referee names its game */
	GAP = 2,
	HEAD = 3,
	WIDE = 40,
	HIGH = 24
};

/* A part of the text of struct parts.  */
struct part {
	size_t at, size;
	int player;            /* of a row: who sees it; of a legal move: whose it is; 0: the spectators */
	int row, column;       /* of a move, from 1; 0: it has no cell */
	int y, x;              /* where it was drawn last, in the drawn area; -1: nowhere */
	int line, from, width; /* of a legal move: where its name stands in their list */
	size_t coloured, coloured_size; /* of a row: the same with its sequences, in board->coloured; size 0:
					   there are none */
};

struct parts {
	struct part *list; /* owned */
	int count;
	struct bytes text;
};

/* What was read of the shown position: it stays until another position is shown, or the referee says more. */
struct reading {
	const struct match_file *file;
	unsigned shows; /* match_file_shows() */
	int turns;
	int64_t from; /* the answer that led to the position */
	int64_t read; /* the last message that was read */
	bool whole;   /* no line that follows belongs to the position */
	bool row;     /* the line before was one */
	bool begun;   /* something was read that is neither a row nor a remark */
	bool older;   /* the board was drawn before that answer */
	bool unread;  /* there is more */
	bool news;    /* something was read in this frame: who has asked for the move before asks again */
};

struct board {
	struct position position;
	double sum[SEATS];
	bool scored;
	struct reading reading;
	struct bytes name; /* of the game */
	int player;        /* who looks at it: a person's number; 0: the spectators */
	struct parts rows, moves;
	struct parts told; /* what the players were told: a game without rows has nothing else */
	int list,
		above; /* where the list of moves begins, as part.y, and how many of its lines are not seen */
	struct bytes coloured;
	int last_row, last_column; /* the cell of the last move; 0: it has none */
	int chosen;                /* of the moves */
	int answer_lines;          /* of which the answer has to be */
	int top, left;             /* how far the rows are scrolled */
	char *move;                /* the chosen one; owned */
};

static void begin(void *state, const struct setup *setup)
{
	position_begin(state, setup, NULL);
}

static void free_parts(struct parts *parts)
{
	free(parts->list);
	bytes_free(&parts->text);
	*parts = (struct parts){0};
}

static void finish(void *state)
{
	struct board *board = state;

	free_parts(&board->rows);
	free_parts(&board->moves);
	free_parts(&board->told);
	bytes_free(&board->coloured);
	bytes_free(&board->name);
	free(board->move);
	board->move = NULL;
	board->reading = (struct reading){0};
}

static void *board_new(const struct setup *setup)
{
	return position_board(sizeof(struct board), setup, begin, finish);
}

static void position(void *state, const struct match *match, int turns)
{
	struct board *board = state;

	position_renew(&board->position, match);
	if (position_seek(&board->position, match, turns))
		board->scored = sum_after(match, turns, board->sum);
}

/* ---- reading ---- */

static void forget(struct parts *parts)
{
	parts->count = 0;
	parts->text.size = 0;
}

/* Keeps a text as the next part.  */
static struct part *add(struct parts *parts, struct text text, int player)
{
	struct part *part;

	parts->list = bytes_grown(parts->list, parts->count, sizeof(*parts->list));
	part = &parts->list[parts->count++];
	*part = (struct part){.at = parts->text.size, .size = text.size, .player = player, .y = -1, .x = -1};
	bytes_add(&parts->text, text.at, text.size);
	return part;
}

/* Columns and cells count characters: a row is kept without escape sequences, too.  */
static void add_row(struct board *board, const struct referee_line *line)
{
	struct parts *rows = &board->rows;
	size_t sequence;
	struct part *part;

	if (rows->count == LINES_MOST)
		return;
	part = add(rows, (struct text){"", 0}, line->player);
	for (size_t i = 0; i < line->text.size; i += sequence ? sequence : 1) {
		sequence = shown_sequence(line->text.at + i, line->text.size - i);
		if (!sequence)
			bytes_add(&rows->text, line->text.at + i, 1);
	}
	part->size = rows->text.size - part->at;
	if (part->size == line->text.size)
		return;
	part->coloured = board->coloured.size;
	part->coloured_size = line->text.size;
	bytes_add(&board->coloured, line->text.at, line->text.size);
}

static void forget_rows(struct board *board)
{
	forget(&board->rows);
	board->coloured.size = 0;
}

static void add_moves(struct parts *moves, const struct referee_line *line)
{
	struct text rest = line->text, word = rest;

	while (line->whole || (word = text_word(&rest)).size) {
		struct part *part = add(moves, word, line->player);

		part->row = line->row;
		part->column = line->column;
		if (line->whole)
			return;
	}
}

/* Only the players of the set are asked.  */
static void keep_moves(struct parts *moves, unsigned players)
{
	int count = 0;

	for (int i = 0; i < moves->count; i++)
		if (players >> moves->list[i].player & 1)
			moves->list[count++] = moves->list[i];
	moves->count = count;
}

static bool is_read(const struct message *message, struct referee_line *line)
{
	struct text text = {message->bytes, message_text_size(message, NULL)};

	return !(message->flags & (MESSAGE_DROPPED | MESSAGE_WITHHELD)) &&
	       !referee_read(text, REFEREE_PLAYERS, line);
}

/* `all`: also what is no row.  */
static void take_line(struct board *board, const struct referee_line *line, bool all)
{
	struct reading *reading = &board->reading;

	if (line->verb == REFEREE_ROW && !reading->row)
		forget_rows(board); /* another board begins */
	reading->row = line->verb == REFEREE_ROW;
	switch (all || reading->row ? line->verb : REFEREE_REMARK) {
	case REFEREE_ROW: add_row(board, line); break;
	case REFEREE_LEGAL: add_moves(&board->moves, line); break;
	case REFEREE_ASK: board->answer_lines = line->lines; break;
	case REFEREE_MOVE:
		board->last_row = line->row;
		board->last_column = line->column;
		break;
	default: break;
	}
}

/* Takes the lines of a position, up to the question or the result that ends it.  */
static void take_lines(struct board *board, const struct message *messages, int count)
{
	struct reading *reading = &board->reading;
	struct referee_line line;

	for (int i = 0; i < count && !reading->whole; i++) {
		reading->read = messages[i].n;
		if (!is_read(&messages[i], &line))
			continue;
		if (!reading->begun && line.verb >= REFEREE_LINE && line.verb != REFEREE_SCORE) {
			forget(&board->moves); /* both have answered */
			reading->begun = true;
		}
		take_line(board, &line, true);
		if (line.verb == REFEREE_LINE)
			add(&board->told, line.text, line.player);
		reading->whole = line.verb == REFEREE_ASK || line.verb >= REFEREE_WIN;
	}
}

static struct message_query query_up_to(int64_t last)
{
	return (struct message_query){.seats = 1u << SEAT_NONE,
				      .channels = CHANNEL_ALL & ~CHANNEL_BIT(CHANNEL_STDERR),
				      .directions = 1u << FROM_AGENT,
				      .last = last};
}

/* Of two players that were asked at once, one has answered: the board stays, and what the other may
 * answer.  */
static void read_older(struct board *board, struct match_file *file, const struct turn *turn,
		       struct message *messages)
{
	int player = turn ? setup_player_on(&board->position.match->setup, turn->seat) : 0, limit = PAGE,
	    count;
	struct message_query query = query_up_to(board->reading.from);
	struct referee_line line;
	bool asked = false;

	for (;; limit *= LINES_MOST / PAGE) {
		int first = -1, last_row = -1;

		count = match_file_before(file, &query, query.last + 1, limit, messages);
		for (int i = 0; i < count; i++)
			if (is_read(&messages[i], &line) && line.verb == REFEREE_ROW) {
				first = last_row == i - 1 && first >= 0 ? first : i;
				last_row = i;
			}
		if (first > 0 || count < limit || limit == LINES_MOST)
			break;
	}
	for (int i = 0; i < count; i++) {
		if (!is_read(&messages[i], &line))
			continue;
		if (line.verb == REFEREE_LEGAL && asked && !board->reading.begun)
			forget(&board->moves);
		take_line(board, &line, !board->reading.begun);
		if (line.verb == REFEREE_ASK && !board->reading.begun)
			keep_moves(&board->moves, line.asked & ~(1u << player));
		asked = line.verb == REFEREE_ASK || (asked && line.verb != REFEREE_LEGAL);
	}
	board->reading.row = false;
	board->reading.older = true;
}

static void read_game(struct board *board, struct match_file *file, struct message *messages)
{
	struct message_query query = query_up_to(INT64_MAX);
	struct referee_line line;
	int count;

	query.channels = CHANNEL_BIT(CHANNEL_COMMAND);
	count = match_file_after(file, &query, 0, GAME_LINES, messages);
	for (int i = 0; i < count; i++)
		if (is_read(&messages[i], &line) && line.verb == REFEREE_GAME) {
			bytes_add(&board->name, line.name.at, line.name.size);
			return;
		}
}

/* Reads of the position after the shown turns what was not read yet.  */
static void read_position(struct board *board, struct match_file *file)
{
	const struct match *match = board->position.match;
	const struct turn *turn = match_turn(match, board->position.turns), *next;
	int64_t from = turn ? turn->message : 0, newest = match_file_last(file);
	struct reading *reading = &board->reading;
	struct message_query query;
	FREED struct message *messages = NULL;
	int got = PAGE;

	reading->news = false;
	reading->unread = match_file_is_busy(file);
	if (reading->unread) /* a later frame reads it */
		return;
	if (file != reading->file || match_file_shows(file) != reading->shows ||
	    board->position.turns != reading->turns || from != reading->from) {
		*reading = (struct reading){.file = file,
					    .shows = match_file_shows(file),
					    .turns = board->position.turns,
					    .from = from,
					    .read = from};
		forget_rows(board);
		forget(&board->moves);
		forget(&board->told);
		board->last_row = board->last_column = 0;
	}
	next = match_turn(match, board->position.turns + 1);
	query = query_up_to(next && next->message <= newest ? next->message - 1 : newest);
	if (reading->whole || (reading->read >= query.last && (board->rows.count || reading->older)))
		return;
	reading->news = true;
	messages = bytes_new(LINES_MOST * sizeof(*messages));
	if (!board->name.size)
		read_game(board, file, messages);
	for (int i = 0; i < LINES_MOST && got == PAGE && !reading->whole; i += PAGE) {
		got = match_file_after(file, &query, reading->read, PAGE, messages);
		take_lines(board, messages, got);
	}
	reading->unread = got == PAGE && !reading->whole;
	if (got < PAGE && !reading->whole && reading->read < query.last)
		reading->read = query.last;
	if (!reading->unread && !board->rows.count && !reading->older)
		read_older(board, file, match_turn(match, board->position.turns), messages);
}

/* ---- drawing ---- */

static const char *text_at(const struct parts *parts, const struct part *part)
{
	return parts->text.at + part->at;
}

/* Is the row seen?  A player's own rows go before those for all.  */
static bool is_seen(const struct board *board, const struct part *row, int player)
{
	for (int i = 0; i < board->rows.count && player; i++)
		if (board->rows.list[i].player == player)
			return row->player == player;
	return !row->player;
}

/* The n-th row that is seen, from 1; NULL: there are fewer.  */
static const struct part *row_seen(const struct board *board, int player, int n)
{
	for (int i = 0; i < board->rows.count; i++)
		if (is_seen(board, &board->rows.list[i], player) && --n == 0)
			return &board->rows.list[i];
	return NULL;
}

/* The bytes of a cell in its row: columns count characters that are no blanks.  Size 0: there is none.  */
static struct text cell_of(struct text row, int column)
{
	size_t from, to;

	for (from = 0; from < row.size; from = to) {
		for (to = from + 1; to < row.size && ((unsigned char)row.at[to] & 0xc0) == 0x80;)
			to++;
		if (row.at[from] != ' ' && --column == 0)
			return (struct text){row.at + from, to - from};
	}
	return (struct text){"", 0};
}

/* Draws one cell again, and notes in `part` where it is.  */
static void draw_cell(const struct board *board, struct area area, int player, int row, int column,
		      enum role role, struct part *part)
{
	const struct part *seen = row ? row_seen(board, player, row) : NULL;
	struct text text =
		seen ? (struct text){text_at(&board->rows, seen), seen->size} : (struct text){"", 0};
	struct text cell = cell_of(text, column);
	int y = row - 1 - board->top, x;

	if (!cell.size)
		return;
	x = paint_bytes_width(text.at, (size_t)(cell.at - text.at)) - board->left;
	if (y < 0 || y >= area.height || x < 0 || x >= area.width)
		return;
	if (role != ROLE_BOARD) /* else it is there already, in its own colours */
		paint_bytes((struct area){area.y + y, area.x + x, 1, area.width - x}, 0, 0, role, cell.at,
			    cell.size);
	if (part) {
		part->y = y + HEAD;
		part->x = x;
	}
}

static void draw_rows(struct board *board, struct area area, int player)
{
	int y = 0;

	for (int i = 0; i < board->rows.count; i++) {
		const struct part *row = &board->rows.list[i];
		const char *text = text_at(&board->rows, row);
		size_t size = row->size, skip = 0;

		if (!is_seen(board, row, player) || y++ < board->top || y - board->top > area.height)
			continue;
		if (row->coloured_size) { /* not beyond its end, as a terminal would */
			struct area cells = area;
			int width = paint_bytes_width(text, size) - board->left;

			cells.width = width < area.width ? width : area.width;
			terminal_draw_row(cells, y - 1 - board->top, board->left,
					  board->coloured.at + row->coloured, row->coloured_size);
			continue;
		}
		if (board->left)
			skip = paint_fitting(text, size, board->left);
		paint_bytes(area, y - 1 - board->top, 0, ROLE_BOARD, text + skip, size - skip);
	}
}

static bool can_choose(const struct board *board, int i, int player)
{
	return i >= 0 && i < board->moves.count && board->moves.list[i].player == player;
}

/* Gives each move its place in the list; how many lines that has.  */
static int place_moves(struct board *board, int columns, int player)
{
	int x = 0, lines = 0;

	for (int i = 0; i < board->moves.count; i++) {
		struct part *move = &board->moves.list[i];

		if (!can_choose(board, i, player))
			continue;
		move->width = paint_bytes_width(text_at(&board->moves, move), move->size);
		x = x + move->width > columns ? 0 : x;
		lines += !x;
		move->line = lines - 1;
		move->from = x;
		x += move->width + GAP;
	}
	return lines;
}

/* Of a list without room for all of it the part with the chosen move is seen.  */
static void draw_moves(struct board *board, struct area area, bool cursor, int player)
{
	board->above = can_choose(board, board->chosen, player)
			       ? board->moves.list[board->chosen].line - area.height + 1
			       : 0;
	board->above = board->above > 0 ? board->above : 0;
	for (int i = 0; i < board->moves.count; i++) {
		const struct part *move = &board->moves.list[i];
		int y = move->line - board->above;

		if (can_choose(board, i, player) && y >= 0 && y < area.height)
			paint_bytes(
				(struct area){area.y + y, area.x + move->from, 1, area.width - move->from}, 0,
				0, cursor && i == board->chosen ? ROLE_BOARD_CURSOR : ROLE_BOARD_LABEL,
				text_at(&board->moves, move), move->size);
	}
}

/* The last lines that a person's player was told since its answer; how many.  */
static int draw_told(const struct board *board, struct area area, int player)
{
	int count = 0, y;

	for (int i = 0; i < board->told.count; i++)
		count += board->told.list[i].player == player;
	y = count > area.height ? area.height - count : 0;
	for (int i = 0; i < board->told.count; i++) {
		const struct part *line = &board->told.list[i];

		if (line->player != player)
			continue;
		if (y >= 0)
			paint_bytes(area, y, 0, ROLE_BOARD, text_at(&board->told, line), line->size);
		y++;
	}
	return y;
}

/* In a page of results there is no match file: the last board stands in the match.  */
static void take_last_board(struct board *board)
{
	const struct match *match = board->position.match;
	struct text rest = {match->board.at, match->board.size}, row;

	forget_rows(board);
	while (board->position.turns == match->turn_count && text_line(&rest, &row))
		add_row(board, &(struct referee_line){.text = row});
}

/* What the answers alone say of the positions before.  */
static void draw_answers(const struct board *board, struct area area)
{
	int turns = board->position.turns, first = turns > area.height ? turns - area.height + 1 : 1;

	for (int n = first; n <= turns; n++) {
		const struct turn *turn = match_turn(board->position.match, n);

		if (turn && turn->played)
			paint_cut(area, n - first, 0, area.width, paint_seat_role(turn->seat), turn->played);
	}
}

static void draw_head(const struct board *board, struct area area)
{
	const struct setup *setup = &board->position.match->setup;

	paint_bytes(area, 0, 0, ROLE_TITLE, board->name.size ? board->name.at : "a game",
		    board->name.size ? board->name.size : strlen("a game"));
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		struct sum_line sum = {.seat = seat,
				       .name = setup->seat[seat].name ? setup->seat[seat].name : "",
				       .scored = board->scored,
				       .sum = board->sum[seat],
				       .mean = (double)NAN,
				       .more = setup_player_on(setup, seat) == seat ? NULL
					       : seat == SEAT_1                     ? "player 2"
										    : "player 1"};

		if (setup->seat[seat].kind != SEAT_FREE)
			sum_draw(area, seat, &sum);
	}
}

static int rows_seen(const struct board *board, int player)
{
	int count = 0;

	for (int i = 0; i < board->rows.count; i++)
		count += is_seen(board, &board->rows.list[i], player);
	return count;
}

/* Says which part of a board without room for all of it is seen.  */
static void draw_part(const struct board *board, struct area head, struct area area, int player, int rows)
{
	int width = 0, last = board->top + area.height;

	for (int i = 0; i < board->rows.count; i++) {
		const struct part *row = &board->rows.list[i];
		int columns = paint_bytes_width(text_at(&board->rows, row), row->size);

		if (is_seen(board, row, player) && columns > width)
			width = columns;
	}
	if (rows > area.height || board->top || width > area.width || board->left) {
		FREED char *words = bytes_text("rows %d-%d of %d, shift+arrows", board->top + 1,
					       last < rows ? last : rows, rows);

		paint_text(head, 0, head.width - paint_width(words), ROLE_HINT, words);
	}
}

static void draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct board *board = state;
	struct area head;
	int person, player, rows, lines, y = area.y;

	paint_clear(area, ROLE_TEXT);
	if (!board->position.match || area.height < 1 || area.width < 1)
		return;
	if (view->session && session_file(view->session))
		read_position(board, session_file(view->session));
	draw_head(board, area);
	head = grid_take(&area, HEAD);
	if (!view->session) {
		take_last_board(board);
		draw_rows(board, area, 0);
		if (!board->rows.count)
			draw_answers(board, area);
		return;
	}
	person = session_person(view->session);
	player = person == SEAT_NONE ? 0 : setup_player_on(&board->position.match->setup, person);
	board->player = player;
	rows = rows_seen(board, player);
	board->top = kept_within(board->top, 0, rows ? rows - 1 : 0);
	if (board->chosen >= board->moves.count || board->moves.list[board->chosen].player != player)
		board->chosen = 0;
	while (board->chosen + 1 < board->moves.count && board->moves.list[board->chosen].player != player)
		board->chosen++;
	draw_part(board, head, area, player, rows);
	draw_rows(board, area, player);
	draw_cell(board, area, player, board->last_row, board->last_column, ROLE_BOARD_LAST, NULL);
	for (int i = 0; i < board->moves.count && player; i++)
		if (board->moves.list[i].player == player)
			draw_cell(board, area, player, board->moves.list[i].row, board->moves.list[i].column,
				  cursor && i == board->chosen ? ROLE_BOARD_CURSOR : ROLE_BOARD,
				  &board->moves.list[i]);
	if (!player)
		return;
	lines = place_moves(board, area.width, player);
	if (!rows && area.height > lines)
		rows = draw_told(board, (struct area){area.y, area.x, area.height - lines - 1, area.width},
				 player);
	grid_take(&area, rows + 1 - board->top);
	board->list = area.y - y;
	draw_moves(board, area, cursor, player);
}

static bool unfinished(const void *state)
{
	const struct board *board = state;

	return board->reading.unread || board->reading.news;
}

static struct area wants(const void *state UNUSED, struct area room UNUSED)
{
	return (struct area){.height = HIGH, .width = WIDE};
}

static struct area picture(const void *state)
{
	const struct board *board = state;
	struct text rest = {board->position.match->board.at, board->position.match->board.size}, row;
	struct area area = {.height = 12, .width = 32};

	for (int rows = 1; text_line(&rest, &row); rows++) {
		int width = paint_bytes_width(row.at, row.size);

		area.height = rows + HEAD > area.height ? rows + HEAD : area.height;
		area.width = width > area.width ? width : area.width;
	}
	return area;
}

/* ---- a person ---- */

/* How far the move lies in this direction from the chosen one, with what lies beside it counted twice; 0: not
 * there.  Without cells it goes by their names in the list.  */
static int distance(const struct part *from, const struct part *to, int lines, int columns)
{
	int y = from->row ? to->row - from->row : to->line - from->line,
	    x = from->row ? to->column - from->column : to->from - from->from;
	int along = y * lines + x * columns, beside = lines ? x : y;

	return along > 0 ? along + 2 * (beside < 0 ? -beside : beside) : 0;
}

/* Goes to the next move in the direction.  In the list, where no line lies in it, that is the next name.  */
static void go(struct board *board, int lines, int columns)
{
	int player = board->player, step = lines + columns, best = 0, found = board->chosen;
	bool list = can_choose(board, found, player) && !board->moves.list[found].row;

	if (!can_choose(board, board->chosen, player))
		return;
	for (int i = 0; i < board->moves.count && (lines || !list); i++) {
		int far = can_choose(board, i, player) ? distance(&board->moves.list[board->chosen],
								  &board->moves.list[i], lines, columns)
						       : 0;

		if (far && (!best || far < best)) {
			best = far;
			found = i;
		}
	}
	if (list && !best && can_choose(board, found + step, player))
		found += step;
	board->chosen = found;
}

static int key(void *state, unsigned key, bool is_code)
{
	struct board *board = state;
	int lines = 0, columns = 0;

	if (!board->position.match)
		return 0;
	if (grid_is_enter(key, is_code))
		return can_choose(board, board->chosen, board->player) ? 2 : 3;
	if (!board->moves.count || !grid_way(GRID_ARROWS | GRID_LETTERS, key, is_code, &lines, &columns))
		return 0;
	go(board, lines, columns);
	return 1;
}

/* Is the move's cell there, or its name in the list?  */
static bool is_at(const struct board *board, int i, int y, int x)
{
	const struct part *move = &board->moves.list[i];
	int line = move->line - board->above;
	bool named = can_choose(board, i, board->player) && line >= 0 && y == board->list + line &&
		     x >= move->from && x < move->from + move->width;

	return named || (move->y == y && move->x == x);
}

static int click(void *state, int y, int x, int button)
{
	struct board *board = state;
	int meaning = grid_button(button);

	for (int i = 0; i < board->moves.count && meaning; i++)
		if (is_at(board, i, y, x)) {
			board->chosen = i;
			return meaning;
		}
	return 0;
}

static enum typing types(const void *state, const char *text)
{
	const struct board *board = state;
	enum typing typing = TYPING_NOTHING;

	for (int i = 0; i < board->moves.count; i++)
		if (can_choose(board, i, board->player))
			grid_types(text, text_at(&board->moves, &board->moves.list[i]),
				   board->moves.list[i].size, &typing);
	return typing;
}

static const char *move_at(const void *state)
{
	struct board *board = (struct board *)state;

	free(board->move);
	board->move = NULL;
	if (board->position.match && can_choose(board, board->chosen, board->player))
		board->move = bytes_copy(text_at(&board->moves, &board->moves.list[board->chosen]),
					 board->moves.list[board->chosen].size);
	return board->move;
}

static const char *expects(const void *state)
{
	const struct board *board = state;

	return board->moves.count ? "choose a move by arrows and Enter or by a click, or type it"
	       : board->answer_lines > 1
		       ? "press Enter, then type your answer, with \" / \" between its lines"
		       : "press Enter, then type your answer";
}

static bool scroll_rows(void *state, unsigned key, bool is_code)
{
	struct board *board = state;
	int lines = 0, columns = 0;

	if (!grid_way(GRID_SHIFTED, key, is_code, &lines, &columns))
		return false;
	board->top = board->top + lines < 0 ? 0 : board->top + lines;
	board->left = board->left + 4 * columns < 0 ? 0 : board->left + 4 * columns;
	return true;
}

static const struct board_key keys[] = {
	{"arrows", "choose among the moves that the referee names, as a click does", true},
	{"enter", "play the chosen move, or type an answer", true},
	{"a move", "if it is typed, opens the prompt; enter plays it", true},
	{"shift+arrows", "scroll a large board", false},
	{0},
};

static const struct sign signs[] = {
	TEXT_SIGN("a1 b2", "below the board: the moves that the referee names (legal)"),
	TEXT_SIGN("+12", "the score that the referee told last"),
	TEXT_SIGN("player 2", "beside the first seat: it plays as the game's player 2"),
	TEXT_SIGN("rows 1-9", "the board is larger than the pane: shift and the arrows scroll"),
	TEXT_SIGN("hidden", "the game shows it at its end (hidden=yes)"),
	{0},
};

extern const struct board_view board_referee;
const struct board_view board_referee = {
	.keys = keys,
	.signs = signs,
	.new = board_new,
	.free = position_free,
	.position = position,
	.unfinished = unfinished,
	.draw = draw,
	.wants = wants,
	.picture = picture,
	.key = key,
	.types = types,
	.click = click,
	.move = move_at,
	.expects = expects,
	.scroll = scroll_rows,
	.words = sum_words,
	.mark = sum_mark,
	.score = sum_score,
};
