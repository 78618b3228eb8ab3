/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files_sgf.c - gomoku in SGF: GM[4], two letters for a square, and remarks as comments.
 *
 *   (;FF[4]GM[4]AP[ringside:1.0]SZ[15]RU[renju]PB[one]PW[two]RE[B+]AB[hh]AW[ii]
 *   ;B[gi]C[312.125000 ms
 *   MESSAGE depth 12])
 *
 * The first letter is x and the second y of the protocol: 8,5 is [if], as in Piskvork and c-gomoku-cli.
 * Early exports of ringside, AP[ringside] without a version, counted rows from the other end, and are read
 * that way.  Setup stones before the first move are the opening. A comment begins with the time of the turn;
 * lines of the seat that has not moved begin with "B: " or "W: ".  In files of other programs, each line of
 * a comment is a remark of the seat that has moved, and the first line may end with the time of the turn.
 * Black is seat 1, since SGF has no seats.  */
#include "config.h"

#include "files.h"
#include "ringside/mistake.h"
#include "ringside/scan.h"
#include "systems/formats/sgf.h"
#include "wire.h"
#include "words.h"
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A file that is read.  */
struct sgf_reader {
	struct sgf sgf;
	int width, height;
	bool from_below; /* rows count from the last one */
	struct import import;
	struct remarks *remarks;
	const char *text;  /* of the file */
	const char *wrong; /* where a problem is */
};

/* A reason as ringside writes it: *how is what follows "B+" in RE, and nothing if the loser is not to blame.
 * NULL: no SGF has it.  */
static const char *sgf_reason(const char *text, size_t size, const char **how)
{
	static const struct {
		const char *word, *how;
	} own[] = {{"five", ""}, {"full-board", ""}, {"draw-at", ""}, {"lines", ""}, {"forbidden", "F"}};
	struct piece word = {text, size};

	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (piece_is(word, own[i].word)) {
			*how = own[i].how;
			return own[i].word;
		}
	for (const struct reason *shared = shared_reasons; shared->word; shared++)
		if (shared->sgf && piece_is(word, shared->word)) {
			*how = shared->sgf;
			return shared->word;
		}
	*how = "";
	return NULL;
}

struct writer {
	const struct match *match;
	struct stones stones;
	const struct remarks *remarks;
	int told; /* the number of remarks written so far */
	struct bytes *out;
};

static void write_point(const struct writer *writer, struct square square)
{
	bytes_addf(writer->out, "[%c%c]", sgf_letter(square.x), sgf_letter(square.y));
}

static void write_result(const struct writer *writer)
{
	const struct verdict *verdict = &writer->match->verdict;
	const char *how;
	FREED char *text = NULL;

	if (!writer->match->over)
		return;
	sgf_reason(verdict->reason, strlen(verdict->reason), &how);
	if (verdict->winner > 0)
		bytes_addf(writer->out, "RE[%c+%s]", verdict->winner == writer->stones.black ? 'B' : 'W',
			   how);
	else
		bytes_addf(writer->out, "RE[%s]", verdict->winner == WINNER_DRAW ? "0" : "Void");
	text = bytes_text("%s: %s", verdict->reason, verdict->detail ? verdict->detail : "");
	sgf_write(writer->out, "GC", text);
}

static void write_opening(const struct writer *writer)
{
	const struct stones *stones = &writer->stones;

	for (int colour = 0; colour < 2; colour++)
		for (int i = colour; i < stones->count && stones->list[i].turn == 0; i += 2) {
			if (i == colour)
				bytes_add_text(writer->out, colour ? "AW" : "AB");
			write_point(writer, stones->list[i].square);
		}
}

/* The comment of a node: the time of its turn, and the remarks up to that turn.  */
static void write_comment(struct writer *writer, int turn, int seat, int64_t think_ns)
{
	const struct remarks *remarks = writer->remarks;
	FREED_BY(bytes_free) struct bytes text = {0};

	if (seat)
		bytes_addf(&text, "%lld.%06lld ms", (long long)(think_ns / NS_PER_MS),
			   (long long)(think_ns % NS_PER_MS));
	for (; writer->told < remarks->count && remarks->list[writer->told].turn <= turn; writer->told++) {
		const struct remark *remark = &remarks->list[writer->told];
		const char *who = remark->seat == writer->stones.black ? "B: " : "W: ";

		bytes_addf(&text, "%s%s%s", text.size ? "\n" : "",
			   remark->seat == seat || remark->seat == SEAT_NONE ? "" : who, remark->text);
	}
	if (text.size)
		sgf_write(writer->out, "C", text.at);
}

static void write_root(struct writer *writer)
{
	const struct gomoku *game = &writer->stones.game.game;
	const struct setup *setup = &writer->match->setup;
	int black = writer->stones.black;

	bytes_add_text(writer->out, "(;FF[4]GM[4]CA[UTF-8]AP[ringside:" PACKAGE_VERSION "]");
	if (game->width == game->height)
		bytes_addf(writer->out, "SZ[%d]", game->width);
	else
		bytes_addf(writer->out, "SZ[%d:%d]", game->width, game->height);
	sgf_write(writer->out, "RU", gomoku_rule_name(game->rule));
	sgf_write(writer->out, "PB", setup->seat[black].name);
	sgf_write(writer->out, "PW", setup->seat[seat_opponent(black)].name);
	write_result(writer);
	write_opening(writer);
	write_comment(writer, 0, SEAT_NONE, 0);
}

/* What the position is worth to black, as its seat said; SGF has no value for a win.  */
static void write_value(struct writer *writer, int n, int seat)
{
	const struct turn *turn = match_turn(writer->match, n);

	if (turn && *turn->said.words && isfinite(turn->said.value))
		bytes_addf(writer->out, "V[%g]",
			   seat == writer->stones.black ? turn->said.value : -turn->said.value);
}

static void write_moves(struct writer *writer)
{
	const struct stones *stones = &writer->stones;

	for (int i = 0; i < stones->count; i++) {
		const struct file_stone *stone = &stones->list[i];
		bool last = i + 1 == stones->count || stones->list[i + 1].turn != stone->turn;
		int seat = i % 2 ? seat_opponent(stones->black) : stones->black;

		if (!stone->turn)
			continue;
		bytes_addf(writer->out, "\n;%c", i % 2 ? 'W' : 'B');
		write_point(writer, stone->square);
		if (last) {
			write_value(writer, stone->turn, seat);
			write_comment(writer, stone->turn, seat, stone->think_ns);
		}
	}
	if (writer->told < writer->remarks->count) {
		bytes_add_text(writer->out, "\n;");
		write_comment(writer, INT_MAX, SEAT_NONE, 0);
	}
	bytes_add_text(writer->out, ")\n");
}

static char *gomocup_sgf_write(const struct match *match, const struct remarks *remarks, struct bytes *out)
{
	struct writer writer = {.match = match, .remarks = remarks, .out = out};
	char *problem = gomocup_stones(&writer.stones, match);

	if (problem)
		return problem;
	if (writer.stones.game.game.width > SGF_LETTERS || writer.stones.game.game.height > SGF_LETTERS) {
		problem = bytes_text("SGF has letters for %d columns and rows, but the board is %dx%d",
				     SGF_LETTERS, writer.stones.game.game.width,
				     writer.stones.game.game.height);
	} else {
		write_root(&writer);
		write_moves(&writer);
	}
	gomocup_stones_free(&writer.stones);
	return problem;
}

enum { USUAL_SIDE = 15 };

/* The problem of a value with that value.  Frees the problem; the caller frees the result.  */
static char *sgf_problem_of(struct sgf_reader *reader, const struct sgf_value *value, char *problem)
{
	FREED char *shown = gomocup_shown(text_of(value->text));
	char *named = bytes_text("%s[%s]: %s", value->name, shown, problem);

	reader->wrong = value->at;
	free(problem);
	return named;
}

/* Adds a remark about the text itself, with its place.  Frees `why`.  */
static void sgf_remark_at(struct sgf_reader *reader, int turn, const char *at, char *why)
{
	struct location place = location_of(reader->text, at);

	remarks_add(reader->remarks, turn, SEAT_NONE, CHANNEL_EVENT,
		    bytes_text("line %d, column %d: %s", place.line, place.column, why));
	free(why);
}

/* Are there only blanks and line ends?  */
static bool is_over(struct text text)
{
	return strspn(text.at, " \n") == text.size;
}

static char *read_game(struct sgf_reader *reader)
{
	const struct sgf_value *value = sgf_first(&reader->sgf, "GM");
	struct text text = text_of(value ? value->text : "4");
	int64_t game;

	if (gomocup_take_number(&text, &game) && game == 4 && is_over(text))
		return NULL;
	return sgf_problem_of(reader, value, bytes_text("is another game; expected GM[4], gomoku"));
}

/* SZ[15] or SZ[15:20], columns first.  */
static char *read_size(struct sgf_reader *reader)
{
	const struct sgf_value *value = sgf_first(&reader->sgf, "SZ");
	int64_t width, height;
	struct text text;
	bool good;

	reader->width = reader->height = USUAL_SIDE;
	if (!value)
		return NULL;
	text = text_of(value->text);
	good = gomocup_take_number(&text, &width);
	height = width;
	if (good && gomocup_take(&text, ':'))
		good = gomocup_take_number(&text, &height);
	if (!good || !is_over(text) || width < GOMOKU_SIDE_MIN || width > GOMOKU_SIDE_MAX ||
	    height < GOMOKU_SIDE_MIN || height > GOMOKU_SIDE_MAX)
		return sgf_problem_of(reader, value,
				      bytes_text("expected a side from %d to %d, or two such as 15:20",
						 GOMOKU_SIDE_MIN, GOMOKU_SIDE_MAX));
	reader->width = (int)width;
	reader->height = (int)height;
	return NULL;
}

/* Other programs' words for a rule begin with its name, or are its number: RU[Renju], RU[4].  */
static void read_rule(struct sgf_reader *reader, struct setup *setup)
{
	const struct sgf_value *value = sgf_first(&reader->sgf, "RU");
	enum gomoku_rule rule;
	char *word;

	if (!value)
		return;
	word = bytes_copy(value->text, strlen(value->text));
	for (char *c = word; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	if (gomoku_rule_named(word, &rule))
		setup_put_value(setup, &gomoku_option_rule, rule);
	else
		sgf_remark_at(
			reader, 0, value->at,
			sgf_problem_of(reader, value,
				       bytes_text("this rule is unknown and read as freestyle: expected a "
						  "name such as renju or a number of INFO rule")));
	free(word);
}

/* A name becomes one line.  */
static void read_name(const struct sgf *sgf, struct setup *setup, int seat)
{
	const struct sgf_value *value = sgf_first(sgf, seat == SEAT_1 ? "PB" : "PW");
	char *name = bytes_text("%s", value && *value->text ? value->text
				      : seat == SEAT_1      ? "Black"
							    : "White");

	for (char *c = name; *c; c++)
		if (*c == '\n')
			*c = ' ';
	setup_name(setup, seat, name);
	if (strcmp(name, "human") == 0)
		setup->seat[seat].kind = SEAT_HUMAN;
	free(name);
}

/* Two letters, or a square as h8, which some programs write.  */
static bool read_point(const struct sgf_reader *reader, const char *text, size_t size, struct square *square)
{
	int column, row;

	if (size != 2 || !isalpha((unsigned char)text[0]) || !isalpha((unsigned char)text[1]))
		return size > 1 && isalpha((unsigned char)text[0]) && gomoku_read_square(text, size, square);
	column = sgf_letter_read(text[0]);
	row = sgf_letter_read(text[1]);
	*square = (struct square){column, reader->from_below ? reader->height - 1 - row : row};
	return true;
}

/* Reads the square of a point.  NULL, or what is wrong with it, for people.  The caller frees.  */
static char *sgf_check_point(const struct sgf_reader *reader, const char *text, size_t size,
			     struct square *square)
{
	if (size == 0)
		return bytes_text("is a pass, which gomoku does not have");
	if (!read_point(reader, text, size, square))
		return bytes_text("expected two letters, column and row, such as hh");
	if (square->x < 0 || square->x >= reader->width || square->y < 0 || square->y >= reader->height)
		return bytes_text("is outside the board of %dx%d", reader->width, reader->height);
	return NULL;
}

/* Squares of one colour.  */
struct placed {
	struct square *list; /* owned */
	int count;
};

/* A point, or a rectangle of points by two corners, as aa:cc.  */
static char *read_placed(const struct sgf_reader *reader, const char *text, struct placed *placed)
{
	size_t first = strcspn(text, ":");
	struct square from = {0}, to;
	char *problem = sgf_check_point(reader, text, first, &from);

	to = from;
	if (!problem && text[first])
		problem = sgf_check_point(reader, text + first + 1, strlen(text + first + 1), &to);
	if (problem)
		return problem;
	if (placed->count > reader->width * reader->height)
		return bytes_text("more stones than squares");
	for (int y = from.y < to.y ? from.y : to.y; y <= from.y || y <= to.y; y++)
		for (int x = from.x < to.x ? from.x : to.x; x <= from.x || x <= to.x; x++) {
			placed->list = bytes_grown(placed->list, placed->count, sizeof(*placed->list));
			placed->list[placed->count++] = (struct square){x, y};
		}
	return NULL;
}

/* The opening: the stones in the order of the file, black and white in turn.  */
static char *join_placed(const struct placed placed[2], struct setup *setup)
{
	struct bytes words = {0};

	if (placed[0].count != placed[1].count && placed[0].count != placed[1].count + 1)
		return bytes_text("%d black and %d white stones are set up: expected the same number of "
				  "each, or one black stone more",
				  placed[0].count, placed[1].count);
	for (int i = 0; i < placed[0].count + placed[1].count; i++) {
		char word[6];

		gomoku_write_square(placed[i % 2].list[i / 2], word);
		bytes_add_text(&words, word);
	}
	if (words.size)
		setup_put(setup, &gomoku_option_opening, words.at);
	bytes_free(&words);
	return NULL;
}

static bool sgf_is_move(const struct sgf_value *value)
{
	return strcmp(value->name, "B") == 0 || strcmp(value->name, "W") == 0;
}

static char *read_opening(struct sgf_reader *reader, struct setup *setup)
{
	struct placed placed[2] = {{0}};
	const struct sgf_value *last = NULL;
	char *problem = NULL;
	bool moved = false;

	for (int i = 0; i < reader->sgf.count && !problem; i++) {
		const struct sgf_value *value = &reader->sgf.values[i];
		bool black = strcmp(value->name, "AB") == 0, white = strcmp(value->name, "AW") == 0;

		moved = moved || sgf_is_move(value);
		if (strcmp(value->name, "AE") == 0)
			problem = bytes_text("removes stones, which gomoku never does");
		else if ((black || white) && moved)
			problem = bytes_text("sets up stones after the first move: only an opening is read");
		else if (black || white)
			problem = read_placed(reader, value->text, &placed[white]);
		if (black || white || problem)
			last = value;
	}
	if (!problem)
		problem = join_placed(placed, setup);
	free(placed[0].list);
	free(placed[1].list);
	return problem ? sgf_problem_of(reader, last, problem) : NULL;
}

/* Sets up what the file says before its first move, and the reader's size of the board.  NULL, or what is
   wrong, for people.  The caller frees both.  */
static char *sgf_read_setup(struct sgf_reader *reader, struct setup *setup)
{
	const struct sgf_value *program = sgf_first(&reader->sgf, "AP");
	char *problem = read_game(reader);

	format_setup(setup, "gomocup", "Black", "White");
	if (!problem)
		problem = read_size(reader);
	if (problem)
		return problem;
	/* An early ringside without a version counted rows from below.  */
	reader->from_below = program && strcmp(program->text, "ringside") == 0;
	setup_put_value(setup, &gomoku_option_size, OPTION_OF_SIDES(reader->width, reader->height));
	read_rule(reader, setup);
	read_name(&reader->sgf, setup, SEAT_1);
	read_name(&reader->sgf, setup, SEAT_2);
	return read_opening(reader, setup);
}

/* ---- reading: moves and comments ---- */

/* Reads a time at the end of a line, as "312.125 ms", "1154ms" or "-12/5 1.5s".  *rest: the size of the text
   before it.  */
static bool read_time(const char *text, size_t size, int64_t *ns, size_t *rest)
{
	bool in_ms = size > 1 && text[size - 2] == 'm';
	int64_t unit = in_ms ? NS_PER_MS : NS_PER_S, count, part = 0;
	struct text time;
	size_t at;

	if (!size || text[size - 1] != 's')
		return false;
	size -= in_ms ? 2 : 1;
	while (size && text[size - 1] == ' ')
		size--;
	for (at = size; at && (isdigit((unsigned char)text[at - 1]) || text[at - 1] == '.');)
		at--;
	if (at == size || !isdigit((unsigned char)text[at]) || (at && !strchr(" /,", text[at - 1])))
		return false;
	*rest = at;
	time = (struct text){text + at, size - at};
	if (!gomocup_take_number(&time, &count) || count > NS_PER_S / (unit / NS_PER_MS))
		return false;
	*ns = count * unit;
	if (gomocup_take(&time, '.'))
		for (; time.size && isdigit((unsigned char)*time.at); time.at++, time.size--) {
			unit /= 10;
			part += unit * (*time.at - '0');
		}
	*ns += part;
	return !time.size;
}

/* Reads a line of a comment.  It is by the seat that has moved unless it says otherwise.  */
static void read_remark(const struct sgf_reader *reader, const char *text, size_t size, int turn, int seat)
{
	struct text line = gomocup_text(text, size);
	enum channel channel = CHANNEL_UNKNOWN;

	if (size > 3 && memcmp(text + 1, ": ", 2) == 0 && (*text == 'B' || *text == 'W'))
		channel = gomocup_channel(gomocup_text(text + 3, size - 3));
	if (channel == CHANNEL_MESSAGE || channel == CHANNEL_DEBUG) {
		seat = *text == 'B' ? SEAT_1 : SEAT_2;
		line = gomocup_text(text + 3, size - 3);
	}
	if (!line.size)
		return;
	channel = gomocup_channel(line) == CHANNEL_DEBUG ? CHANNEL_DEBUG : CHANNEL_MESSAGE;
	remarks_add(reader->remarks, turn, seat, channel, bytes_copy(line.at, line.size));
}

/* A line with nothing but the time of the turn is no remark.  */
static void read_comment(const struct sgf_reader *reader, const char *text, int turn, int seat)
{
	int64_t ns;

	for (bool first = true; *text; first = false) {
		size_t size = strcspn(text, "\n"), rest;

		if (!first || seat == SEAT_NONE || !read_time(text, size, &ns, &rest) || rest)
			read_remark(reader, text, size, turn, seat);
		text += size + (text[size] != '\0');
	}
}

static char *read_move(struct sgf_reader *reader, const struct sgf_value *value, int64_t think_ns)
{
	bool black = *value->name == 'B';
	struct square square = {0};
	char *problem = sgf_check_point(reader, value->text, strlen(value->text), &square);

	if (!problem && black != (gomoku_to_move(&reader->import.game.game) == STONE_BLACK))
		problem = bytes_text("it is %s turn: the colours alternate", black ? "white's" : "black's");
	if (!problem)
		problem = gomocup_import_stone(&reader->import, square, think_ns);
	return problem ? sgf_problem_of(reader, value, problem) : NULL;
}

/* The time in a comment of the node; 0: none.  */
static int64_t node_time(const struct sgf_value *values, int count)
{
	int64_t ns;
	size_t rest;

	for (int i = 0; i < count; i++)
		if (strcmp(values[i].name, "C") == 0 &&
		    read_time(values[i].text, strcspn(values[i].text, "\n"), &ns, &rest))
			return ns;
	return 0;
}

/* Plays the moves of the node, then notes its comments.  */
static char *read_node(struct sgf_reader *reader, const struct sgf_value *values, int count)
{
	const struct match *match = reader->import.match;
	int before = match->turn_count, seat = SEAT_NONE, turn;
	int64_t ns = node_time(values, count);
	char *problem = NULL;

	for (int i = 0; i < count && !problem; i++)
		if (sgf_is_move(&values[i])) {
			seat = reader->import.game.next;
			problem = read_move(reader, &values[i], ns);
			ns = 0;
		}
	turn = seat ? match->turn_count : before ? before + 1 : 0;
	for (int i = 0; i < count && !problem; i++)
		if (strcmp(values[i].name, "C") == 0)
			read_comment(reader, values[i].text, turn, seat);
	return problem;
}

static char *read_nodes(struct sgf_reader *reader)
{
	const struct sgf *sgf = &reader->sgf;
	char *problem = NULL;

	for (int i = 0, end; i < sgf->count && !problem; i = end) {
		for (end = i; end < sgf->count && sgf->values[end].node == sgf->values[i].node;)
			end++;
		problem = read_node(reader, &sgf->values[i], end - i);
	}
	return problem;
}

/* ---- reading: the result ---- */

/* RE[B+R]: who won, and how.  False: it does not tell.  */
static bool read_result(const char *text, struct verdict *verdict)
{
	const char *how = text + 2;

	*verdict = (struct verdict){.reason = REASON_ADJUDICATED};
	if (*text == '0' || tolower((unsigned char)*text) == 'd') {
		verdict->winner = WINNER_DRAW;
		return true;
	}
	if (bytes_begin(text, strlen(text), "Void")) {
		verdict->winner = WINNER_NONE;
		verdict->reason = REASON_INTERRUPTED;
		return true;
	}
	if ((*text != 'B' && *text != 'W') || (text[1] && text[1] != '+'))
		return false;
	verdict->winner = *text == 'B' ? SEAT_1 : SEAT_2;
	if (text[1] && tolower((unsigned char)*how) == 'r')
		verdict->reason = REASON_RESIGN;
	else if (text[1] && tolower((unsigned char)*how) == 't')
		verdict->reason = REASON_TIMEOUT;
	return true;
}

/* GC[five: five in a row from d4 to h8], as ringside writes it.  False: it has another form.  */
static bool read_reason(const struct sgf *sgf, struct verdict *verdict)
{
	const struct sgf_value *value = sgf_first(sgf, "GC");
	size_t size = value ? strcspn(value->text, ":") : 0;
	const char *how, *reason = value ? sgf_reason(value->text, size, &how) : NULL;

	if (!reason || strncmp(value->text + size, ": ", 2) != 0)
		return false;
	verdict->reason = reason;
	verdict->detail = bytes_text("%s", value->text + size + 2);
	return true;
}

/* Adds what RE says, and c-gomoku-cli's sentence about it, which tells the reason: "time forfeit", "illegal
 * move", "opponent crash" or "forbidden move".  */
static void tell_result(const struct sgf *sgf, const char *result, struct verdict *verdict)
{
	const struct sgf_value *end = sgf_first(sgf, "TE");
	FREED char *shown = gomocup_shown(text_of(result)),
		   *sentence = end ? gomocup_shown(text_of(end->text)) : NULL;

	if (sentence && verdict->winner > 0 && strstr(sentence, "forbidden move"))
		verdict->reason = "forbidden";
	else if (sentence && verdict->winner > 0)
		for (const struct reason *shared = shared_reasons; shared->word; shared++)
			if (shared->until &&
			    (strstr(sentence, shared->pgn) || strstr(sentence, shared->word))) {
				verdict->reason = shared->word;
				break;
			}
	verdict->detail =
		bytes_text("the file says %s%s%s", shown, sentence ? ": " : "", sentence ? sentence : "");
}

/* The file's result counts.  If it only says who won, the rules may know why.  */
static void read_verdict(struct sgf_reader *reader)
{
	const struct sgf_value *value = sgf_first(&reader->sgf, "RE");
	struct match *match = reader->import.match;
	struct verdict verdict;
	const char *how;

	gomocup_import_verdict(&reader->import);
	if (value && *value->text && *value->text != '?' && !read_result(value->text, &verdict))
		sgf_remark_at(reader, match->turn_count + 1, value->at,
			      sgf_problem_of(reader, value,
					     bytes_text("this result is unknown and left out: expected "
							"B+, W+, 0, Draw, Void or ?")));
	if (!value || !read_result(value->text, &verdict))
		return;
	if (!read_reason(&reader->sgf, &verdict)) {
		if (match->over && verdict.winner == match->verdict.winner)
			return;
		tell_result(&reader->sgf, value->text, &verdict);
	}
	sgf_reason(verdict.reason, strlen(verdict.reason), &how);
	if (verdict.winner > 0 && *how)
		verdict.blame = seat_opponent(verdict.winner);
	match_end(match, verdict);
}

static char *begin_match(struct sgf_reader *reader, struct match *match)
{
	FREED_BY(setup_free) struct setup setup;
	char *problem = sgf_read_setup(reader, &setup);

	if (!problem)
		problem = gomocup_import_begin(&reader->import, match, &setup);
	return problem;
}

static bool looks(const char *text, size_t size)
{
	size_t begin = sgf_begin(text, size, 1);

	return begin < size && memchr(text + begin, '[', size - begin) && !memchr(text, 0, size);
}

static char *read(const char *text, size_t size, int game, struct match *match, struct remarks *remarks,
		  const char **wrong)
{
	struct sgf_reader reader = {.remarks = remarks, .text = text, .wrong = text};
	char *problem = sgf_read(&reader.sgf, text, size, game, wrong);

	if (problem)
		return problem;
	problem = begin_match(&reader, match);
	if (!problem) {
		problem = read_nodes(&reader);
		if (!problem)
			read_verdict(&reader);
		gomocup_import_end(&reader.import, problem);
	}
	if (!problem && reader.sgf.unfinished)
		sgf_remark_at(&reader, match->turn_count + 1, text + size,
			      bytes_text("the game has no end: expected )"));
	*wrong = reader.wrong;
	sgf_free(&reader.sgf);
	return problem;
}

const struct file_format gomocup_sgf = {
	.name = "sgf",
	.title = "SGF (GM[4]), with what the agents said as comments",
	.looks = looks,
	.games = sgf_games,
	.read = read,
	.write = gomocup_sgf_write,
};
