/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files_sgf.c - gomoku in SGF: GM[4], two letters a square, what was said as comments.
 *
 *   (;FF[4]GM[4]AP[ringside:1.0]SZ[15]RU[renju]PB[one]PW[two]RE[B+]AB[hh]AW[ii]
 *   ;B[gi]C[312.125000 ms
 *   MESSAGE depth 12])
 *
 * The first letter is x and the second y of the protocol: 8,5 is [if], as Piskvork and c-gomoku-cli have it.
 * The first exports of ringside, AP[ringside] without a version, counted their rows from the other end: they
 * are read as they were written.  Setup stones before the first move are the opening.  A comment begins with
 * the time of the turn; lines of who has not moved begin with "B: " or "W: ".  In a file of another program
 * each line of a comment is a remark of who has moved, and its first line may end in the time of the turn.
 * Black is seat 1: SGF knows no seats.  */
#include "files_sgf.h"

#include "sgf.h"
#include "wire.h"
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_SIDE = 15 };

/* ---- reading: the setup ---- */

struct reader {
	struct sgf sgf;
	int width, height;
	bool from_below; /* rows are counted from the last one */
	struct import import;
	struct remarks *remarks;
};

/* The problem of a value, with its line; takes over the text.  */
static char *at_value(const struct sgf_value *value, char *problem)
{
	char *shown, *named;

	assert(value);
	shown = gomocup_shown(value->text, strlen(value->text));
	named = bytes_text("line %d: %s[%s]: %s", value->line, value->name, shown, problem);

	free(shown);
	free(problem);
	return named;
}

static char *read_game(const struct sgf *sgf)
{
	const struct sgf_value *value = sgf_first(sgf, "GM");

	if (!value || strtol(value->text, NULL, 10) == 4)
		return NULL;
	return at_value(value, bytes_text("is another game; expected GM[4], gomoku"));
}

/* SZ[15] or SZ[15:20], columns first.  */
static char *read_size(struct reader *reader)
{
	const struct sgf_value *value = sgf_first(&reader->sgf, "SZ");
	int64_t width, height;
	size_t at = 0, size;
	bool good;

	reader->width = reader->height = USUAL_SIDE;
	if (!value)
		return NULL;
	size = strlen(value->text);
	good = gomocup_read_number(value->text, size, &at, &width);
	height = width;
	if (good && gomocup_take(value->text, size, &at, ':'))
		good = gomocup_read_number(value->text, size, &at, &height);
	if (!good || width < GOMOKU_SIDE_MIN || width > GOMOKU_SIDE_MAX || height < GOMOKU_SIDE_MIN ||
	    height > GOMOKU_SIDE_MAX)
		return at_value(value, bytes_text("expected a side from %d to %d, or two as 15:20",
						  GOMOKU_SIDE_MIN, GOMOKU_SIDE_MAX));
	reader->width = (int)width;
	reader->height = (int)height;
	return NULL;
}

/* Words that other programs have for a rule begin with its name, or are its number: RU[Renju], RU[4].  */
static void read_rule(struct reader *reader, struct setup *setup)
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
		remarks_add(
			reader->remarks, 0, SEAT_NONE, CHANNEL_EVENT,
			at_value(value, bytes_text("this rule is not known: read as freestyle; expected a "
						   "name as renju or a number of INFO rule")));
	free(word);
}

/* Did a ringside write it that had no version, and counted rows from below?  */
static bool is_from_below(const struct sgf *sgf)
{
	const struct sgf_value *value = sgf_first(sgf, "AP");

	return value && strcmp(value->text, "ringside") == 0;
}

/* A name is one line, whatever the file says.  */
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
static bool read_point(const struct reader *reader, const char *text, size_t size, struct square *square)
{
	int column, row;

	if (size != 2 || !isalpha((unsigned char)text[0]) || !isalpha((unsigned char)text[1]))
		return size > 1 && isalpha((unsigned char)text[0]) && gomoku_read_square(text, size, square);
	column = sgf_letter_read(text[0]);
	row = sgf_letter_read(text[1]);
	*square = (struct square){column, reader->from_below ? reader->height - 1 - row : row};
	return true;
}

static char *check_point(const struct reader *reader, const char *text, size_t size, struct square *square)
{
	if (size == 0)
		return bytes_text("is a pass, which gomoku has not");
	if (!read_point(reader, text, size, square))
		return bytes_text("expected two letters, column and row, as hh");
	if (square->x < 0 || square->x >= reader->width || square->y < 0 || square->y >= reader->height)
		return bytes_text("is outside of the board of %dx%d", reader->width, reader->height);
	return NULL;
}

/* Squares of one colour.  */
struct placed {
	struct square *list; /* owned */
	int count;
};

static void place(struct placed *placed, struct square square)
{
	placed->list = bytes_resized(placed->list, ((size_t)placed->count + 1) * sizeof(*placed->list));
	placed->list[placed->count++] = square;
}

/* A point, or a rectangle of points by two corners, as aa:cc.  */
static char *read_placed(const struct reader *reader, const char *text, struct placed *placed)
{
	size_t first = strcspn(text, ":");
	struct square from = {0}, to;
	char *problem = check_point(reader, text, first, &from);

	to = from;
	if (!problem && text[first])
		problem = check_point(reader, text + first + 1, strlen(text + first + 1), &to);
	if (problem)
		return problem;
	if (placed->count > reader->width * reader->height)
		return bytes_text("more stones than squares");
	for (int y = from.y < to.y ? from.y : to.y; y <= from.y || y <= to.y; y++)
		for (int x = from.x < to.x ? from.x : to.x; x <= from.x || x <= to.x; x++)
			place(placed, (struct square){x, y});
	return NULL;
}

/* The opening: stones in the order of the file, black and white in turn.  */
static char *join_placed(const struct placed placed[2], struct setup *setup)
{
	struct bytes words = {0};

	if (placed[0].count != placed[1].count && placed[0].count != placed[1].count + 1)
		return bytes_text("%d black and %d white stones are set up: expected as many of each, or one "
				  "black stone more",
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

static bool is_move(const struct sgf_value *value)
{
	return strcmp(value->name, "B") == 0 || strcmp(value->name, "W") == 0;
}

static char *read_opening(const struct reader *reader, struct setup *setup)
{
	struct placed placed[2] = {{0}};
	const struct sgf_value *last = NULL;
	char *problem = NULL;
	bool moved = false;

	for (int i = 0; i < reader->sgf.count && !problem; i++) {
		const struct sgf_value *value = &reader->sgf.values[i];
		bool black = strcmp(value->name, "AB") == 0, white = strcmp(value->name, "AW") == 0;

		moved = moved || is_move(value);
		if (strcmp(value->name, "AE") == 0)
			problem = bytes_text("takes stones away, which gomoku does not");
		else if ((black || white) && moved)
			problem = bytes_text("sets up stones behind the first move: only an opening is read");
		else if (black || white)
			problem = read_placed(reader, value->text, &placed[white]);
		if (black || white || problem)
			last = value;
	}
	if (!problem)
		problem = join_placed(placed, setup);
	free(placed[0].list);
	free(placed[1].list);
	return problem ? at_value(last, problem) : NULL;
}

/* ---- reading: moves and comments ---- */

/* The time at the end of a line, as "312.125 ms", "1154ms" or "-12/5 1.5s"; *rest: so many bytes stand before
   it.  */
static bool read_time(const char *text, size_t size, int64_t *ns, size_t *rest)
{
	bool in_ms = size > 1 && text[size - 2] == 'm';
	int64_t unit = in_ms ? NS_PER_MS : NS_PER_S, count, part = 0;
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
	if (!gomocup_read_number(text, size, &at, &count) || count > NS_PER_S / (unit / NS_PER_MS))
		return false;
	*ns = count * unit;
	if (at < size && text[at] == '.')
		for (at++; at < size && isdigit((unsigned char)text[at]); at++) {
			unit /= 10;
			part += unit * (text[at] - '0');
		}
	*ns += part;
	return at == size;
}

static bool says(const char *text, size_t size)
{
	enum channel channel = gomocup_channel(text, size);

	return channel == CHANNEL_MESSAGE || channel == CHANNEL_DEBUG;
}

/* A line of a comment, by who has moved unless it says otherwise.  */
static void read_remark(const struct reader *reader, const char *text, size_t size, int turn, int seat)
{
	enum channel channel;

	if (size > 3 && memcmp(text + 1, ": ", 2) == 0 && (*text == 'B' || *text == 'W') &&
	    says(text + 3, size - 3)) {
		seat = *text == 'B' ? SEAT_1 : SEAT_2;
		text += 3;
		size -= 3;
	}
	gomocup_trim(&text, &size);
	if (!size)
		return;
	channel = gomocup_channel(text, size) == CHANNEL_DEBUG ? CHANNEL_DEBUG : CHANNEL_MESSAGE;
	remarks_add(reader->remarks, turn, seat, channel, bytes_copy(text, size));
}

/* A line that is the time of the turn and nothing else is no remark.  */
static void read_comment(const struct reader *reader, const char *text, int turn, int seat)
{
	int64_t ns;

	for (bool first = true; *text; first = false) {
		size_t size = strcspn(text, "\n"), rest;

		if (!first || seat == SEAT_NONE || !read_time(text, size, &ns, &rest) || rest)
			read_remark(reader, text, size, turn, seat);
		text += size + (text[size] != '\0');
	}
}

static char *read_move(struct reader *reader, const struct sgf_value *value, int64_t think_ns)
{
	bool black = *value->name == 'B';
	struct square square = {0};
	char *problem = check_point(reader, value->text, strlen(value->text), &square);

	if (!problem && black != (gomoku_to_move(&reader->import.game.game) == STONE_BLACK))
		problem = bytes_text("it is %s turn: the colours alternate", black ? "white's" : "black's");
	if (!problem)
		problem = gomocup_import_stone(&reader->import, square, think_ns);
	return problem ? at_value(value, problem) : NULL;
}

/* The time that a comment of the node tells; 0: none does.  */
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

/* Plays what the node plays, then takes down what it says.  */
static char *read_node(struct reader *reader, const struct sgf_value *values, int count)
{
	const struct match *match = reader->import.match;
	int before = match->turn_count, seat = SEAT_NONE, turn;
	int64_t ns = node_time(values, count);
	char *problem = NULL;

	for (int i = 0; i < count && !problem; i++)
		if (is_move(&values[i])) {
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

static char *read_nodes(struct reader *reader)
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

/* GC[five: five in a row from d4 to h8], as it is written here.  False: it is no such text.  */
static bool read_reason(const struct sgf *sgf, struct verdict *verdict)
{
	const struct sgf_value *value = sgf_first(sgf, "GC");
	size_t size = value ? strcspn(value->text, ":") : 0;
	int reason = value ? gomocup_sgf_reason(value->text, size) : -1;

	if (reason < 0 || strncmp(value->text + size, ": ", 2) != 0)
		return false;
	verdict->reason = gomocup_sgf_reasons[reason].reason;
	verdict->detail = bytes_text("%s", value->text + size + 2);
	return true;
}

/* What RE says, and the sentence of c-gomoku-cli about it, which tells the reason.  */
static void tell_result(const struct sgf *sgf, const char *result, struct verdict *verdict)
{
	static const struct {
		const char *words, *reason;
	} ends[] = {{"time forfeit", REASON_TIMEOUT},
		    {"illegal move", REASON_ILLEGAL},
		    {"opponent crash", REASON_CRASH},
		    {"forbidden move", "forbidden"}};
	const struct sgf_value *end = sgf_first(sgf, "TE");
	char *shown = gomocup_shown(result, strlen(result)),
	     *sentence = end ? gomocup_shown(end->text, strlen(end->text)) : NULL;

	for (size_t i = 0; sentence && verdict->winner > 0 && i < sizeof(ends) / sizeof(ends[0]); i++)
		if (strstr(sentence, ends[i].words))
			verdict->reason = ends[i].reason;
	verdict->detail =
		bytes_text("the file says %s%s%s", shown, sentence ? ": " : "", sentence ? sentence : "");
	free(sentence);
	free(shown);
}

/* What the file says counts; where it only says who won, the rules may know why.  */
static void read_verdict(struct reader *reader)
{
	const struct sgf_value *value = sgf_first(&reader->sgf, "RE");
	struct match *match = reader->import.match;
	struct verdict verdict;
	int reason;

	gomocup_import_verdict(&reader->import);
	if (!value || !read_result(value->text, &verdict))
		return;
	if (!read_reason(&reader->sgf, &verdict)) {
		if (match->over && verdict.winner == match->verdict.winner)
			return;
		tell_result(&reader->sgf, value->text, &verdict);
	}
	reason = gomocup_sgf_reason(verdict.reason, strlen(verdict.reason));
	if (verdict.winner > 0 && gomocup_sgf_reasons[reason].blames)
		verdict.blame = seat_opponent(verdict.winner);
	match_end(match, verdict);
}

static char *begin_match(struct reader *reader, struct match *match)
{
	struct setup setup;
	char *problem = read_game(&reader->sgf);

	if (!problem)
		problem = read_size(reader);
	if (problem)
		return problem;
	reader->from_below = is_from_below(&reader->sgf);
	gomocup_import_setup(&setup);
	gomocup_set_size(&setup, reader->width, reader->height);
	read_rule(reader, &setup);
	read_name(&reader->sgf, &setup, SEAT_1);
	read_name(&reader->sgf, &setup, SEAT_2);
	problem = read_opening(reader, &setup);
	if (!problem)
		problem = gomocup_import_begin(&reader->import, match, &setup);
	setup_free(&setup);
	return problem;
}

static bool looks(const char *text, size_t size)
{
	size_t begin = sgf_begin(text, size, 1);

	return begin < size && memchr(text + begin, '[', size - begin) && !memchr(text, 0, size);
}

static char *read(const char *text, size_t size, int game, struct match *match, struct remarks *remarks)
{
	struct reader reader = {.remarks = remarks};
	char *problem = sgf_read(&reader.sgf, text, size, game);

	if (problem)
		return problem;
	problem = begin_match(&reader, match);
	if (!problem) {
		problem = read_nodes(&reader);
		if (!problem)
			read_verdict(&reader);
		gomocup_import_end(&reader.import, problem);
	}
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
