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
#include "log.h"
#include "ringside/words.h"
#include "systems/text.h"
#include <stdlib.h>
#include <string.h>

struct reading {
	struct match *match;
	struct remarks *remarks;
	struct quantum_chess game;
	const char *text;
	const char *wrong;  /* where a problem is; at first the current line */
	struct bytes board; /* the lines of the board, each where it is in the text, and blanks between */
	bool has_board;
	bool has_start;   /* and the line after it */
	bool is_short;    /* a short log */
	bool is_cut;      /* the current line has no end */
	bool begun;       /* the board is complete: turns follow */
	bool has_result;  /* the log says how the game ended */
	int64_t stamp_us; /* of the line before; -1: there was none */
	int64_t time;     /* ns since the match began */
	int line;
};

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
static bool next_line(struct text *rest, struct text *line)
{
	bool found = text_line(rest, line);

	*line = trimmed(line->at, line->size);
	return found;
}

/* Takes the word off, which may contain blanks.  False: the text begins otherwise.  */
static bool take_word(struct text *text, const char *word)
{
	size_t size = strlen(word);

	if (!bytes_begin(text->at, text->size, word) ||
	    (text->size > size && !memchr(" \t:", text->at[size], 3) && *word != ':'))
		return false;
	*text = trimmed(text->at + size, text->size - size);
	return true;
}

/* A name for a line of a log: control bytes and invalid UTF-8 are escaped.  The caller frees.  */
static char *shown_name(const char *name, size_t size)
{
	return words_harmless(name, size) == size ? bytes_copy(name, size) : bytes_escaped(name, size);
}

enum { US_PER_S = 1000000, S_PER_DAY = 86400, DIGITS = 6 };

/* Reads `digits` digits at *at, then the character `behind` them (NUL: none).  The value must be in the
 * range. */
static bool take(const char *text, size_t size, size_t *at, int digits, char behind, int least, int most,
		 int *value)
{
	*value = 0;
	for (int i = 0; i < digits; i++, ++*at) {
		if (*at >= size || text[*at] < '0' || text[*at] > '9')
			return false;
		*value = 10 * *value + (text[*at] - '0');
	}
	if (behind && (*at >= size || text[(*at)++] != behind))
		return false;
	return *value >= least && *value <= most;
}

/* Reads the digits of a fraction as microseconds.  Digits after the sixth are skipped.  */
static int take_fraction(const char *text, size_t size, size_t *at)
{
	int us = 0, digits = 0;

	for (; *at < size && text[*at] >= '0' && text[*at] <= '9'; ++*at, digits++)
		if (digits < DIGITS)
			us = 10 * us + (text[*at] - '0');
	for (; digits < DIGITS; digits++)
		us *= 10;
	return us;
}

size_t qchess_stamp_read(const char *text, size_t size, int64_t *us)
{
	struct date date;
	int hour, minute, second, fraction = 0;
	size_t at = 0;

	if (!take(text, size, &at, 4, '-', 1970, YEAR_MOST, &date.year) ||
	    !take(text, size, &at, 2, '-', 1, 12, &date.month) ||
	    !take(text, size, &at, 2, ' ', 1, 31, &date.day) ||
	    !take(text, size, &at, 2, ':', 0, 23, &hour) || !take(text, size, &at, 2, ':', 0, 59, &minute) ||
	    !take(text, size, &at, 2, '\0', 0, 60, &second))
		return 0;
	if (at < size && text[at] == '.') {
		at++;
		fraction = take_fraction(text, size, &at);
	}
	*us = (value_days(date) * S_PER_DAY + hour * 3600 + minute * 60 + second) * US_PER_S + fraction;
	return at;
}

void qchess_stamp_write(int64_t us, struct bytes *out)
{
	int64_t most = (value_days((struct date){YEAR_MOST, 12, 31}) + 1) * S_PER_DAY * US_PER_S - 1;
	int64_t seconds;
	struct date date;
	int second;

	us = us < 0 ? 0 : us > most ? most : us;
	seconds = us / US_PER_S;
	second = (int)(seconds % S_PER_DAY);
	date = value_date(seconds / S_PER_DAY);
	bytes_addf(out, "%04d-%02d-%02d %02d:%02d:%02d", date.year, date.month, date.day, second / 3600,
		   second / 60 % 60, second % 60);
	if (us % US_PER_S)
		bytes_addf(out, ".%06d", (int)(us % US_PER_S));
}

/* The first row of a word is what it means; the first row of a reason is how it is written.  The original has
   several words for illegal answers: of a match of our own the verdict's cause decides.  */
static const struct {
	const char *word, *reason;
} forfeits[] = {
	{"ILLEGAL", REASON_ILLEGAL},    {"BOUNDS", REASON_ILLEGAL},      {"EMPTY", REASON_ILLEGAL},
	{"COLOUR", REASON_ILLEGAL},     {"GIBBERISH", REASON_ILLEGAL},   {"TIMEOUT", REASON_TIMEOUT},
	{"UNRESPONSIVE", REASON_START}, {"UNRESPONSIVE", REASON_MEMORY}, {"RESIGN", REASON_RESIGN}, /* ours */
};
/* Of an agent that has ended, which is what the word means.  */
static const char unresponsive[] = "UNRESPONSIVE";

enum { FORFEITS = sizeof(forfeits) / sizeof(forfeits[0]) };

/* The reason for a forfeit with that word; REASON_PROTOCOL when the original had no such word.  */
static const char *reason_of(const char *word, size_t size)
{
	if (text_is_nearly((struct text){word, size}, unresponsive))
		return reason_of_ending((struct ending){.signalled = true});
	for (int i = 0; i < FORFEITS; i++)
		if (text_is_nearly((struct text){word, size}, forfeits[i].word))
			return forfeits[i].reason;
	return REASON_PROTOCOL;
}

static void end_match(struct reading *reading, struct verdict verdict)
{
	reading->match->ended_ns = reading->time;
	match_end(reading->match, verdict);
}

/* Ends the match as the log says.  */
static void end_by_log(struct reading *reading, int winner, const char *reason, int blame, struct text said)
{
	end_match(reading, (struct verdict){.winner = winner,
					    .reason = reason,
					    .cause = QCHESS_CAUSE_LOG,
					    .blame = blame,
					    .detail = shown_name(said.at, said.size)});
}

/* Ends the match if the rules say so.  */
static void end_by_rules(struct reading *reading)
{
	enum qchess_colour winner = reading->game.winner;
	enum qchess_end end = reading->game.end;

	if (end == QCHESS_KING_TAKEN)
		end_match(reading,
			  (struct verdict){.winner = quantum_chess_seat(&reading->match->setup, winner),
					   .reason = quantum_chess_reason(end),
					   .detail = bytes_text("%s took the king",
								quantum_chess_colour_name(winner))});
	else if (end != QCHESS_GOES_ON)
		end_match(reading, (struct verdict){.winner = WINNER_DRAW,
						    .reason = quantum_chess_reason(end),
						    .detail = bytes_text("only kings are left")});
}

/* "white" or "black": that side has won.  */
static char *take_winner(struct reading *reading, enum qchess_colour colour, struct text said)
{
	bool by_king = reading->game.end == QCHESS_KING_TAKEN;

	if (by_king && reading->game.winner != colour)
		return bytes_text("%s cannot have won: %s took the king", quantum_chess_colour_name(colour),
				  quantum_chess_colour_name(reading->game.winner));
	if (by_king)
		end_by_rules(reading);
	else
		end_by_log(reading, quantum_chess_seat(&reading->match->setup, colour), REASON_ADJUDICATED,
			   SEAT_NONE, said);
	return NULL;
}

/* Reads the end, without its stamp.  NULL, or a problem.  */
static char *take_end(struct reading *reading, struct text said)
{
	struct text rest = said;
	bool white = take_word(&rest, "white"), named = white || take_word(&rest, "black");
	enum qchess_colour colour = white ? QCHESS_WHITE : QCHESS_BLACK;
	int seat = quantum_chess_seat(&reading->match->setup, colour);
	size_t size = 0;

	reading->has_result = true;
	if (named && rest.size == 0)
		return take_winner(reading, colour, said);
	while (size < rest.size && !memchr(" \t:", rest.at[size], 3))
		size++;
	if (text_is_nearly((struct text){rest.at, size}, "DRAW"))
		/* The original drew when only kings were left, and at its limit of moves.  The side before
		   DRAW moved last.  */
		end_by_log(reading, WINNER_DRAW,
			   quantum_chess_reason(reading->game.end == QCHESS_BARE_KINGS ? QCHESS_BARE_KINGS
										       : QCHESS_MOST_MOVES),
			   SEAT_NONE, said);
	else if (named)
		end_by_log(reading, seat_opponent(seat), reason_of(rest.at, size), seat, said);
	else
		end_by_log(reading, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE, said);
	return NULL;
}

static void write_line(const struct match *match, int64_t ns, const char *text, struct bytes *out)
{
	qchess_stamp_write(match->started_us + ns / NS_PER_US, out);
	bytes_addf(out, " : %s\n", text);
}

static void write_name(const struct match *match, enum qchess_colour colour, struct bytes *out)
{
	const char *name = match->setup.seat[quantum_chess_seat(&match->setup, colour)].name;
	FREED char *text = shown_name(name ? name : "", name ? strlen(name) : 0);

	bytes_addf(out, "# %s : %s\n", quantum_chess_colour_name(colour), text);
}

static const char *colour_of(const struct match *match, int seat)
{
	bool white = seat == quantum_chess_seat(&match->setup, QCHESS_WHITE);

	return quantum_chess_colour_name(white ? QCHESS_WHITE : QCHESS_BLACK);
}

/* The original's word for a forfeit.  */
static const char *word_of(const struct verdict *verdict)
{
	if (verdict->cause)
		return verdict->cause;
	if (reason_is(verdict->reason, REASON_OF_ENDING))
		return unresponsive;
	for (int i = 0; i < FORFEITS; i++)
		if (strcmp(verdict->reason, forfeits[i].reason) == 0)
			return forfeits[i].word;
	return "GIBBERISH";
}

char *qchess_log_result(const struct match *match)
{
	const struct verdict *verdict = &match->verdict;
	const struct turn *last = match_turn(match, match->turn_count);

	if (verdict->cause && strcmp(verdict->cause, QCHESS_CAUSE_LOG) == 0)
		return bytes_text("%s", verdict->detail);
	if (verdict->winner == WINNER_DRAW)
		return bytes_text("%s DRAW", colour_of(match, last ? last->seat : match->setup.first));
	if (verdict->blame != SEAT_NONE)
		return bytes_text("%s %s", colour_of(match, verdict->blame), word_of(verdict));
	if (verdict->winner != WINNER_NONE)
		return bytes_text("%s", colour_of(match, verdict->winner));
	return bytes_text("%s", verdict->reason);
}

static void write_beginning(const struct match *match, const struct quantum_chess *game, struct bytes *out)
{
	FREED char *board = quantum_chess_write_board(game);

	bytes_add_text(out, "# Log starts ");
	qchess_stamp_write(match->started_us, out);
	bytes_add_text(out, "\n");
	write_name(match, QCHESS_WHITE, out);
	write_name(match, QCHESS_BLACK, out);
	bytes_addf(out, "# Initial board\n%s# Start game\n", board);
}

/* Writes all turns.  *ns: when the last one ended.  */
static char *write_turns(const struct match *match, struct quantum_chess *game, int64_t *ns,
			 struct bytes *out)
{
	for (int n = 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_turn(match, n);
		char *why, *problem;

		if (!turn)
			return bytes_text("turn %d of the match is no longer known", n);
		why = quantum_chess_play_words(game, turn->played);
		if (why) {
			problem = bytes_text("turn %d of the match is impossible: %s", n, why);
			free(why);
			return problem;
		}
		*ns = turn->began_ns + turn->think_ns;
		write_line(match, *ns, turn->played, out);
	}
	return NULL;
}

/* The words of the original always name the player who failed.  If nobody is to blame, a comment says why. */
static void write_reason(const struct verdict *verdict, struct bytes *out)
{
	FREED char *words = NULL;

	if (verdict->winner != WINNER_NONE || verdict->blame != SEAT_NONE || !verdict->detail ||
	    strcmp(verdict->reason, REASON_INTERRUPTED) == 0)
		return;
	words = bytes_escaped(verdict->detail, strlen(verdict->detail));
	bytes_addf(out, "# %s: %s\n", verdict->reason, words);
}

/* Appends the match as a log (struct file_format).  */
static char *write(const struct match *match, const struct remarks *remarks UNUSED, struct bytes *out)
{
	struct quantum_chess game;
	int64_t ns = 0;
	char *problem = quantum_chess_init(&game, &match->setup), *result;

	if (problem)
		return problem;
	write_beginning(match, &game, out);
	problem = write_turns(match, &game, &ns, out);
	if (problem)
		return problem;
	if (match->over) {
		result = qchess_log_result(match);
		write_line(match, match->ended_ns > ns ? match->ended_ns : ns, result, out);
		free(result);
		write_reason(&match->verdict, out);
	}
	bytes_add_text(out, "# EOF\n");
	return NULL;
}

/* ---- looks ---- */

/* Is it meant to be a piece?  A log with mistakes is still a log, and reading it says what is wrong.  */
static bool is_like_piece(struct text line)
{
	const char *end = line.at + line.size, *open = line.size ? memchr(line.at, '[', line.size) : NULL;
	const char *close = open ? memchr(open, ']', (size_t)(end - open)) : NULL;

	return close && *line.at != '#' && open[1] == '\'' &&
	       (take_word(&line, "white") || take_word(&line, "black") ||
		bytes_begin(close, (size_t)(end - close), "] at "));
}

static bool looks(const char *text, size_t size)
{
	struct text rest = {text, size}, line;

	for (int n = 0; n < 100 && next_line(&rest, &line); n++) {
		if (take_word(&line, "# Log starts") || take_word(&line, "# Short log"))
			return true;
		if (text_is_nearly(line, "# Initial board") || text_is_nearly(line, "# Start game"))
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
	FREED char *text = NULL;

	if (!take_word(&name, ":"))
		return;
	text = shown_name(name.at, name.size);
	setup_name(setup, quantum_chess_seat(setup, colour), text);
}

static void take_comment(struct reading *reading, struct text line)
{
	bool is_short = take_word(&line, "# Short log updated");
	int64_t us;

	reading->is_short = reading->is_short || is_short;
	reading->has_start = reading->has_start || text_is_nearly(line, "# Start game");
	if (is_short || take_word(&line, "# Log starts")) {
		if (qchess_stamp_read(line.at, line.size, &us))
			reading->match->started_us = reading->stamp_us = us;
	} else if (take_word(&line, "# white")) {
		name_seat(reading, QCHESS_WHITE, line);
	} else if (take_word(&line, "# black")) {
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
	take_word(line, ":");
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
	FREED char *shown = shown_name(line.at, line.size);

	remarks_add(reading->remarks, reading->match->turn_count + 1, SEAT_NONE, CHANNEL_EVENT,
		    bytes_text(*shown ? "ends in the middle of line %d: \"%s\" is left out"
				      : "ends in the middle of line %d%s",
			       reading->line, shown));
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
		why = take_end(reading, line);
	}
	if (reading->is_cut && (why || !is_turn(line))) {
		leave_out(reading, line);
		free(why);
		return NULL;
	}
	return why;
}

static char *take_line(struct reading *reading, struct text line)
{
	bool piece = line.size && *line.at != '#' && memchr(line.at, '[', line.size);

	if (piece && reading->begun)
		return bytes_text("a piece after the first turn: expected one board");
	if (piece && reading->is_cut) {
		leave_out(reading, line);
		return NULL;
	}
	if (piece) { /* it stands there where it is in the text */
		for (const char *c = reading->text + reading->board.size; c < line.at; c++)
			bytes_add(&reading->board, *c == '\n' ? "\n" : " ", 1);
		bytes_add(&reading->board, line.at, line.size);
		reading->has_board = true;
	} else if (line.size && *line.at == '#') {
		take_comment(reading, line);
	} else if (line.size) {
		return take_event(reading, line);
	}
	return NULL;
}

static void begin_match(struct match *match)
{
	FREED_BY(setup_free) struct setup setup;

	format_setup(&setup, "qchess", quantum_chess_colour_name(QCHESS_WHITE),
		     quantum_chess_colour_name(QCHESS_BLACK));
	match_init(match, &setup);
	match->keeps_all = true;
}

static char *read(const char *text, size_t size, int game UNUSED, struct match *match,
		  struct remarks *remarks, const char **wrong)
{
	static const struct text none = {"", 0};
	struct reading reading = {
		.match = match, .remarks = remarks, .text = text, .wrong = text, .stamp_us = -1};
	bool has_end = size && text[size - 1] == '\n';
	struct text rest = {text, size}, line = none;
	char *problem = NULL;

	begin_match(match);
	while (!problem && !text_is_nearly(line, "# EOF") && next_line(&rest, &line)) {
		reading.line++;
		reading.is_cut = !has_end && rest.size == 0;
		reading.wrong = line.at;
		problem = take_line(&reading, line);
	}
	if (!problem && !reading.begun)
		problem = begin_game(&reading, none);
	bytes_free(&reading.board);
	*wrong = reading.wrong;
	if (!problem && !reading.has_result)
		end_by_rules(&reading);
	if (problem)
		match_free(match);
	return problem;
}

static const struct file_format qchess_log = {
	.name = "qchess",
	.title = "the log of the original program",
	.looks = looks,
	.read = read,
	.write = write,
};

const struct file_format *const qchess_formats[] = {&qchess_log, NULL};
