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
#include "files_sgf.h"

#include "sgf.h"
#include "wire.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading: moves and comments ---- */

/* Reads a time at the end of a line, as "312.125 ms", "1154ms" or "-12/5 1.5s".  *rest: the size of the text
   before it.  */
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

/* Reads a line of a comment.  It is by the seat that has moved unless it says otherwise.  */
static void read_remark(const struct sgf_reader *reader, const char *text, size_t size, int turn, int seat)
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
	int reason = value ? gomocup_sgf_reason(value->text, size) : -1;

	if (reason < 0 || strncmp(value->text + size, ": ", 2) != 0)
		return false;
	verdict->reason = gomocup_sgf_reasons[reason].reason;
	verdict->detail = bytes_text("%s", value->text + size + 2);
	return true;
}

/* Adds what RE says, and c-gomoku-cli's sentence about it, which tells the reason.  */
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

/* The file's result counts.  If it only says who won, the rules may know why.  */
static void read_verdict(struct sgf_reader *reader)
{
	const struct sgf_value *value = sgf_first(&reader->sgf, "RE");
	struct match *match = reader->import.match;
	struct verdict verdict;
	int reason;

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
	reason = gomocup_sgf_reason(verdict.reason, strlen(verdict.reason));
	if (verdict.winner > 0 && gomocup_sgf_reasons[reason].blames)
		verdict.blame = seat_opponent(verdict.winner);
	match_end(match, verdict);
}

static char *begin_match(struct sgf_reader *reader, struct match *match)
{
	struct setup setup;
	char *problem = sgf_read_setup(reader, &setup);

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
