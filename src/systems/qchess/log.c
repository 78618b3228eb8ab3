/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* log.c - reads the log of the original quantum chess program (qchess, Log file).
 *
 *   # Log starts 2013-05-10 09:50:45.382246
 *   # white : NAME
 *   # black : NAME
 *   # Initial board
 *   black unknown ['rook', '?queen'] at 0,0         a line for each piece, see quantum_chess_read_board()
 *   # Start game
 *   2013-05-10 09:50:54.310819 : 4 6 1 pawn         a line for each turn, see quantum_chess_play_words()
 *   2013-05-10 09:51:52.278222 : white              how it ended
 *   # EOF
 *
 * The end says "white" or "black" when that side took the king, "black DRAW" for a draw, and "black
 * TIMEOUT" or the like when black lost by a fault.  If the game was interrupted, the end has another text or
 * is missing.  Empty lines and other comments are skipped.  Stamps may be missing. A board may be from the
 * middle of a game, with black to move. A last line without its end may be incomplete: it counts if it is a
 * turn.  The original knew fewer draws than ringside, which the option draws records.
 *
 * A short log (# Short log updated STAMP) is rewritten after every second event, with the board after the
 * first of the two.  If that was a selection, the board is the one before its move. A selection that leads
 * to no move is a single event; from then on the first of the two is a move, which the board already shows.
 * When the game is over, the board may lack a king.  */
#include "log_read.h"

#include "ringside/words.h"
#include <stdlib.h>
#include <string.h>

#define NS_PER_US INT64_C(1000)
/* A longer turn means that somebody has set the clock.  */
#define LONGEST_US (INT64_C(366) * 86400 * 1000000)

/* ---- text ---- */

static struct text trimmed(const char *at, size_t size)
{
	static const char blanks[] = " \t\r";

	while (size && memchr(blanks, *at, sizeof(blanks) - 1))
		at++, size--;
	while (size && memchr(blanks, at[size - 1], sizeof(blanks) - 1))
		size--;
	return (struct text){at, size};
}

/* The next line without the blanks around it; false: there is none.  */
static bool next_line(const char **at, size_t *left, struct text *line)
{
	const char *end = *left ? memchr(*at, '\n', *left) : NULL;
	size_t size = end ? (size_t)(end - *at) : *left;

	if (!*left)
		return false;
	*line = trimmed(*at, size);
	*at += size + (end != NULL);
	*left -= size + (end != NULL);
	return true;
}

bool qchess_text_is(struct text text, const char *word)
{
	return text.size == strlen(word) && bytes_begin(text.at, text.size, word);
}

bool qchess_text_take(struct text *text, const char *word)
{
	size_t size = strlen(word);

	if (!bytes_begin(text->at, text->size, word) ||
	    (text->size > size && !memchr(" \t:", text->at[size], 3) && *word != ':'))
		return false;
	*text = trimmed(text->at + size, text->size - size);
	return true;
}

char *qchess_log_name(const char *name, size_t size)
{
	return words_harmless(name, size) == size ? bytes_copy(name, size) : bytes_escaped(name, size);
}

/* ---- looks ---- */

/* Only a line with a piece has this.  */
static bool is_piece(struct text line)
{
	return line.size && *line.at != '#' && memchr(line.at, '[', line.size);
}

/* Is it meant to be a piece?  A log with mistakes is still a log, and reading it says what is wrong.  */
static bool is_like_piece(struct text line)
{
	const char *end = line.at + line.size, *open = line.size ? memchr(line.at, '[', line.size) : NULL;
	const char *close = open ? memchr(open, ']', (size_t)(end - open)) : NULL;

	return close && *line.at != '#' && open[1] == '\'' &&
	       (qchess_text_take(&line, "white") || qchess_text_take(&line, "black") ||
		bytes_begin(close, (size_t)(end - close), "] at "));
}

static bool looks(const char *text, size_t size)
{
	struct text line;

	for (int n = 0; n < 100 && next_line(&text, &size, &line); n++) {
		if (qchess_text_take(&line, "# Log starts") || qchess_text_take(&line, "# Short log"))
			return true;
		if (qchess_text_is(line, "# Initial board") || qchess_text_is(line, "# Start game"))
			return true;
		if (is_like_piece(line))
			return true;
	}
	return false;
}

/* ---- the beginning ---- */

static void name_seat(struct reading *reading, enum qchess_colour colour, struct text name)
{
	struct setup *setup = &reading->match->setup;
	char *text;

	if (!qchess_text_take(&name, ":"))
		return;
	text = qchess_log_name(name.at, name.size);
	setup_name(setup, quantum_chess_seat(setup, colour), text);
	free(text);
}

static void take_comment(struct reading *reading, struct text line)
{
	bool is_short = qchess_text_take(&line, "# Short log updated");
	int64_t us;

	reading->is_short = reading->is_short || is_short;
	reading->has_start = reading->has_start || qchess_text_is(line, "# Start game");
	if (is_short || qchess_text_take(&line, "# Log starts")) {
		if (qchess_stamp_read(line.at, line.size, &us))
			reading->match->started_us = reading->stamp_us = us;
	} else if (qchess_text_take(&line, "# white")) {
		name_seat(reading, QCHESS_WHITE, line);
	} else if (qchess_text_take(&line, "# black")) {
		name_seat(reading, QCHESS_BLACK, line);
	}
}

/* In the original's classical games all types are known from the beginning.  */
static bool is_classical(const struct quantum_chess *game)
{
	for (int i = 0; i < QCHESS_SQUARES; i++) {
		const struct qchess_piece *piece = &game->at[i / QCHESS_SIDE][i % QCHESS_SIDE];

		if (piece->there && (piece->state == QCHESS_BOTH || !piece->known[0] || !piece->known[1] ||
				     piece->type[0] != piece->type[1]))
			return false;
	}
	return true;
}

/* The owner of the piece in the first turn moves next.  */
static bool black_moves(const struct quantum_chess *game, struct text turn)
{
	int x = turn.size > 2 ? turn.at[0] - '0' : -1, y = turn.size > 2 ? turn.at[2] - '0' : -1;

	return x >= 0 && x < QCHESS_SIDE && y >= 0 && y < QCHESS_SIDE && turn.at[1] == ' ' &&
	       game->at[y][x].there && game->at[y][x].colour == QCHESS_BLACK;
}

static bool is_turn(struct text text)
{
	return text.size && ((*text.at >= '0' && *text.at <= '9') || *text.at == '-');
}

/* A board without a king is possible only when the game is over.  */
static char *check_king(const struct reading *reading, struct text turn)
{
	const char *colour =
		quantum_chess_colour_name(reading->game.winner == QCHESS_WHITE ? QCHESS_BLACK : QCHESS_WHITE);

	if (reading->game.end != QCHESS_KING_TAKEN || (reading->has_start && !is_turn(turn)))
		return NULL;
	return bytes_text("%s has 0 kings: expected one", colour);
}

/* All lines with pieces have been read.  `turn`: the first turn; empty: there is none.  */
static char *begin_game(struct reading *reading, struct text turn)
{
	struct setup *setup = &reading->match->setup;
	char *problem, *board;
	const char *wrong;

	if (!reading->has_board)
		return bytes_text("expected the board before: \"# Initial board\" and a line for each piece");
	reading->begun = true;
	problem = quantum_chess_read_board(&reading->game, reading->board.at, reading->board.size, &wrong);
	if (problem) {
		if (wrong)
			reading->wrong = reading->text + (wrong - reading->board.at);
		return problem;
	}
	board = quantum_chess_write_board(&reading->game);
	setup_put(setup, &quantum_chess_option_board, board);
	free(board);
	setup_put(setup, &quantum_chess_option_draws, "original");
	if (is_classical(&reading->game))
		setup_put(setup, &quantum_chess_option_classical, "yes");
	if (black_moves(&reading->game, turn))
		setup_put_value(setup, &quantum_chess_option_to_move, QCHESS_BLACK);
	problem = quantum_chess_init(&reading->game, setup);
	return problem ? problem : check_king(reading, turn);
}

/* ---- turns ---- */

/* Takes the stamp off.  Returns the ns since the line before.  */
static int64_t take_stamp(struct reading *reading, struct text *line)
{
	int64_t us, before = reading->stamp_us;
	size_t size = qchess_stamp_read(line->at, line->size, &us);

	if (!size)
		return 0;
	*line = trimmed(line->at + size, line->size - size);
	qchess_text_take(line, ":");
	reading->stamp_us = us;
	if (!reading->match->started_us)
		reading->match->started_us = us;
	return before >= 0 && us > before && us - before < LONGEST_US ? (us - before) * NS_PER_US : 0;
}

static char *take_turn(struct reading *reading, struct text words, int64_t think_ns)
{
	struct turn turn = turn_unmeasured(quantum_chess_seat(&reading->match->setup, reading->game.to_move));
	char *problem;

	turn.began_ns = reading->time;
	turn.think_ns = think_ns;
	turn.played = bytes_copy(words.at, words.size);
	problem = quantum_chess_play_words(&reading->game, turn.played);
	if (problem) {
		free(turn.played);
		return problem;
	}
	reading->time += think_ns;
	match_add(reading->match, turn);
	return NULL;
}

/* ---- reading ---- */

static void leave_out(struct reading *reading, struct text line)
{
	char *shown = qchess_log_name(line.at, line.size);

	remarks_add(reading->remarks, reading->match->turn_count + 1, SEAT_NONE, CHANNEL_EVENT,
		    bytes_text(*shown ? "ends in the middle of line %d: \"%s\" is left out"
				      : "ends in the middle of line %d%s",
			       reading->line, shown));
	free(shown);
}

/* Reads a turn, or the end.  Of a cut line, only a turn can be known to be complete.  */
static char *take_event(struct reading *reading, struct text line)
{
	int64_t think_ns = take_stamp(reading, &line);
	char *why = NULL;

	if (!reading->begun && reading->is_short && is_turn(line) && memchr(line.at, '>', line.size))
		return NULL; /* the board shows this move already */
	if (!reading->begun) {
		why = begin_game(reading, line);
		if (why)
			return why;
	}
	reading->wrong = line.at;
	if (is_turn(line) && reading->has_result)
		why = bytes_text("a turn after the end: expected # EOF");
	else if (is_turn(line))
		why = take_turn(reading, line, think_ns);
	else if (!reading->has_result && !reading->is_cut) {
		reading->time += think_ns;
		why = qchess_log_take_end(reading, line);
	}
	if (reading->is_cut && (why || !is_turn(line))) {
		leave_out(reading, line);
		free(why);
		return NULL;
	}
	return why;
}

/* Puts a line of the board where it is in the text.  */
static void add_to_board(struct reading *reading, struct text line)
{
	for (const char *c = reading->text + reading->board.size; c < line.at; c++)
		bytes_add(&reading->board, *c == '\n' ? "\n" : " ", 1);
	bytes_add(&reading->board, line.at, line.size);
}

static char *take_line(struct reading *reading, struct text line)
{
	bool piece = is_piece(line);

	if (piece && reading->begun)
		return bytes_text("a piece after the first turn: expected one board");
	if (piece && reading->is_cut) {
		leave_out(reading, line);
		return NULL;
	}
	if (piece)
		add_to_board(reading, line);
	reading->has_board = reading->has_board || piece;
	if (line.size && *line.at == '#')
		take_comment(reading, line);
	else if (line.size && !piece)
		return take_event(reading, line);
	return NULL;
}

static void begin_match(struct match *match)
{
	struct setup setup;

	setup_init(&setup);
	setup.system = "qchess";
	for (int seat = SEAT_1; seat <= SEAT_2; seat++) {
		setup.seat[seat].kind = SEAT_AGENT;
		setup_name(&setup, seat,
			   quantum_chess_colour_name(seat == SEAT_1 ? QCHESS_WHITE : QCHESS_BLACK));
	}
	match_init(match, &setup);
	match->keeps_all = true;
	setup_free(&setup);
}

static char *read(const char *text, size_t size, int game, struct match *match, struct remarks *remarks,
		  const char **wrong)
{
	static const struct text none = {"", 0};
	struct reading reading = {
		.match = match, .remarks = remarks, .text = text, .wrong = text, .stamp_us = -1};
	bool has_end = size && text[size - 1] == '\n';
	struct text line = none;
	char *problem = NULL;

	(void)game;
	begin_match(match);
	while (!problem && !qchess_text_is(line, "# EOF") && next_line(&text, &size, &line)) {
		reading.line++;
		reading.is_cut = !has_end && size == 0;
		reading.wrong = line.at;
		problem = take_line(&reading, line);
	}
	if (!problem && !reading.begun)
		problem = begin_game(&reading, none);
	bytes_free(&reading.board);
	*wrong = reading.wrong;
	if (!problem && !reading.has_result)
		qchess_log_end_by_rules(&reading);
	if (problem)
		match_free(match);
	return problem;
}

static const struct file_format qchess_log = {
	.name = "qchess",
	.title = "the log of the original program",
	.looks = looks,
	.read = read,
	.write = qchess_log_write,
};

const struct file_format *const qchess_formats[] = {&qchess_log, NULL};
