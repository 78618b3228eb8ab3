/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files_lines.c - the lines that psq and rec share: moves x,y,ms, then names and a code.  */
#include "files.h"

#include "ringside/words.h"
#include "wire.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 60, FEW = 4 };

bool gomocup_next_line(struct lines *lines, const char **text, size_t *size)
{
	while (lines->left) {
		size_t length = 0, end;

		if (lines->n == 0 && bytes_begin(lines->at, lines->left, "\xef\xbb\xbf")) {
			lines->at += 3; /* editors on Windows write this before UTF-8 */
			lines->left -= 3;
		}
		while (length < lines->left && lines->at[length] != '\n' && lines->at[length] != '\r')
			length++;
		end = length;
		if (end + 1 < lines->left && lines->at[end] == '\r' && lines->at[end + 1] == '\n')
			end++;
		if (end < lines->left)
			end++;
		*text = lines->at;
		*size = length;
		lines->at += end;
		lines->left -= end;
		lines->n++;
		gomocup_trim(text, size);
		if (*size)
			return true;
	}
	return false;
}

static void skip_blanks(const char *text, size_t size, size_t *at)
{
	while (*at < size && (text[*at] == ' ' || text[*at] == '\t'))
		++*at;
}

bool gomocup_read_number(const char *text, size_t size, size_t *at, int64_t *value)
{
	static const int64_t enough = 1000000000000000;
	size_t i = *at, from;
	bool negative;

	skip_blanks(text, size, &i);
	negative = i < size && text[i] == '-';
	if (i < size && (text[i] == '-' || text[i] == '+'))
		i++;
	from = i;
	for (*value = 0; i < size && isdigit((unsigned char)text[i]); i++)
		if (*value < enough)
			*value = 10 * *value + (text[i] - '0');
	if (negative)
		*value = -*value;
	if (i == from)
		return false;
	*at = i;
	return true;
}

bool gomocup_take(const char *text, size_t size, size_t *at, char c)
{
	size_t i = *at;

	skip_blanks(text, size, &i);
	if (i == size || text[i] != c)
		return false;
	*at = i + 1;
	return true;
}

/* Converts a thinking time in ms to ns; a negative time is 0.  False: it is longer than any match (10^9 ms).
 */
static bool read_ms(int64_t ms, int64_t *ns)
{
	*ns = ms > 0 && ms <= NS_PER_S ? ms * NS_PER_MS : 0;
	return ms <= NS_PER_S;
}

char *gomocup_shown(const char *text, size_t size)
{
	char *words = bytes_escaped(text, size < SHOWN ? size : SHOWN), *cut;

	if (size <= SHOWN)
		return words;
	cut = bytes_text("%s...", words);
	free(words);
	return cut;
}

/* ---- moves, and the lines after them ---- */

struct file_move {
	int64_t x, y, ms;
	const char *at_y, *at_ms;
	const char *end; /* where reading stopped */
};

static bool read_move(const char *text, size_t size, struct file_move *move)
{
	size_t at = 0;
	bool good;

	*move = (struct file_move){.at_ms = text};
	good = gomocup_read_number(text, size, &at, &move->x) && gomocup_take(text, size, &at, ',');
	skip_blanks(text, size, &at);
	move->at_y = text + at;
	good = good && gomocup_read_number(text, size, &at, &move->y);
	if (good && gomocup_take(text, size, &at, ',')) {
		skip_blanks(text, size, &at);
		move->at_ms = text + at;
		good = gomocup_read_number(text, size, &at, &move->ms);
	}
	if (good)
		skip_blanks(text, size, &at);
	move->end = text + at;
	return good && at == size;
}

/* Is it meant to be a move?  Then it is no name: it begins with a number and a comma, or has two numbers
   after a first word of a few letters and a comma, or no letter at all.  */
static bool is_like_move(const char *text, size_t size)
{
	const char *comma = size ? memchr(text, ',', size) : NULL;
	bool letters = false;
	int64_t number;
	size_t at = 0;

	if (!comma)
		return false;
	if (gomocup_read_number(text, size, &at, &number) && gomocup_take(text, size, &at, ','))
		return true;
	at = (size_t)(comma + 1 - text);
	if (at <= FEW && gomocup_read_number(text, size, &at, &number) &&
	    gomocup_take(text, size, &at, ',') && gomocup_read_number(text, size, &at, &number) && at == size)
		return true;
	for (at = 0; at < size; at++)
		letters = letters || isalpha((unsigned char)text[at]) || text[at] & 0x80;
	return !letters;
}

bool gomocup_is_move_line(const char *text, size_t size)
{
	struct file_move move;

	return read_move(text, size, &move);
}

static bool read_code(const char *text, size_t size, int64_t *code)
{
	size_t at = 0;

	return gomocup_read_number(text, size, &at, code) && at == size;
}

/* Gomocup's last line has the winner and the group, as "1,Renju2_1".  */
static const char *rule_of_group(const char *text, size_t size)
{
	static const char *const rules[] = {"freestyle", "standard", "renju", "caro"};
	enum gomoku_rule rule;
	int64_t winner;
	size_t at = 0;

	if (!gomocup_read_number(text, size, &at, &winner) || !gomocup_take(text, size, &at, ','))
		return NULL;
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (bytes_begin(text + at, size - at, rules[i]) && gomoku_rule_named(rules[i], &rule))
			return rules[i];
	return NULL;
}

static char *no_move(const char *text, size_t size)
{
	char *shown = gomocup_shown(text, size);
	char *problem = bytes_text("expected a move such as 8,8,312 (x, y, ms), not \"%s\"", shown);

	free(shown);
	return problem;
}

static int64_t greater(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Reads a line after the moves and before the code.  NULL, or what is wrong.  */
static char *read_name_or_code(const char *text, size_t size, struct tail *tail, bool *coded)
{
	char *shown, *problem;

	*coded = read_code(text, size, &tail->code);
	if (*coded ? tail->code >= CODE_RULES && tail->code <= CODE_MOST : tail->names < 2) {
		if (!*coded) {
			tail->name[tail->names] = text;
			tail->size[tail->names++] = size;
		}
		return NULL;
	}
	shown = gomocup_shown(text, size);
	problem = bytes_text("expected %s code from %d to %d, not \"%s\"",
			     *coded ? "a" : "at most two names of players, and then a", CODE_RULES, CODE_MOST,
			     shown);
	free(shown);
	return problem;
}

char *gomocup_read_tail(struct lines lines, struct tail *tail, const char **wrong)
{
	const char *text, *first = NULL;
	size_t size, first_size = 0;
	struct file_move move;
	bool coded = false;
	char *problem = NULL;

	*tail = (struct tail){.code = CODE_OTHER, .far_x = -1, .far_y = -1};
	while (gomocup_next_line(&lines, &text, &size)) {
		if (read_move(text, size, &move)) {
			if (first) {
				*wrong = first;
				return no_move(first, first_size);
			}
			tail->moves++;
			tail->far_x = greater(tail->far_x, move.x);
			tail->far_y = greater(tail->far_y, move.y);
			continue;
		}
		if (!coded && is_like_move(text, size)) {
			*wrong = move.end;
			return no_move(text, size);
		}
		if (!first) {
			first = text;
			first_size = size;
		}
		if (coded && !tail->rule)
			tail->rule = rule_of_group(text, size);
		*wrong = text;
		if (!coded && (problem = read_name_or_code(text, size, tail, &coded)))
			return problem;
	}
	return NULL;
}

/* Plays a move whose line is at *wrong.  */
static char *play_move(struct import *import, const struct file_move *move, int base, const char **wrong)
{
	const struct gomoku *game = &import->game.game;
	int64_t x = move->x - base, y = move->y - base, think_ns;

	if (x >= 0 && x < game->width && (y < 0 || y >= game->height))
		*wrong = move->at_y;
	if (x < 0 || x >= game->width || y < 0 || y >= game->height)
		return bytes_text("%lld,%lld is outside the board of %dx%d, which counts from %d",
				  (long long)move->x, (long long)move->y, game->width, game->height, base);
	if (!read_ms(move->ms, &think_ns)) {
		*wrong = move->at_ms;
		return bytes_text("%lld ms are longer than any turn: expected at most %lld",
				  (long long)move->ms, (long long)NS_PER_S);
	}
	return gomocup_import_stone(import, (struct square){(int)x, (int)y}, think_ns);
}

char *gomocup_read_moves(struct import *import, struct lines lines, int base, const char **wrong)
{
	char *problem = NULL;
	struct file_move move;
	const char *text;
	size_t size;

	while (!problem && gomocup_next_line(&lines, &text, &size) && read_move(text, size, &move)) {
		*wrong = text;
		problem = play_move(import, &move, base, wrong);
	}
	return problem;
}

/* The seat on turn has run out of time.  */
void gomocup_read_code(struct import *import, int64_t code)
{
	int seat = import->game.next;

	gomocup_import_verdict(import);
	if (import->match->over || code != CODE_TIMEOUT)
		return;
	match_end(import->match,
		  (struct verdict){.winner = seat_opponent(seat),
				   .reason = REASON_TIMEOUT,
				   .detail = bytes_text("seat %d ran out of time, as the file says", seat),
				   .blame = seat});
}

void gomocup_write_moves(const struct stones *stones, int base, struct bytes *out)
{
	for (int i = 0; i < stones->count; i++)
		bytes_addf(out, "%d,%d,%lld\n", stones->list[i].square.x + base,
			   stones->list[i].square.y + base,
			   (long long)(stones->list[i].think_ns / NS_PER_MS));
}

static int code_of(const struct match *match)
{
	const char *reason = match->verdict.reason;

	if (!match->over)
		return CODE_OTHER;
	if (strcmp(reason, REASON_TIMEOUT) == 0)
		return CODE_TIMEOUT;
	return strcmp(reason, "five") == 0 || match->verdict.winner == WINNER_DRAW ? CODE_RULES : CODE_OTHER;
}

void gomocup_write_code(const struct match *match, struct bytes *out)
{
	bytes_addf(out, "%d\n", code_of(match));
}

/* ---- names ---- */

static bool ends(const char *text, size_t size, const char *ending)
{
	size_t n = strlen(ending);

	return size > n && bytes_begin(text + size - n, n, ending);
}

static bool has_ending(const char *text, size_t size)
{
	return ends(text, size, ".exe") || ends(text, size, ".zip");
}

/* Removes the parts of a program's file name that are not its name.  */
static void strip(const char **text, size_t *size)
{
	static const char prefix[] = "pbrain-";

	for (size_t i = *size; i > 0; i--) {
		const char *name = *text + i;
		bool folder = (*text)[i - 1] == '\\' ||
			      ((*text)[i - 1] == '/' && bytes_begin(name, *size - i, prefix));

		if (!folder || i == *size)
			continue;
		*text = name;
		*size -= i;
		break;
	}
	if (*size >= sizeof(prefix) && bytes_begin(*text, *size, prefix)) {
		*text += sizeof(prefix) - 1;
		*size -= sizeof(prefix) - 1;
	}
	if (has_ending(*text, *size))
		*size -= 4;
}

void gomocup_seat_named(struct setup *setup, int seat, const char *text, size_t size)
{
	char *name;

	if (bytes_begin(text, size, "homo-")) {
		setup->seat[seat].kind = SEAT_HUMAN;
		setup_name(setup, seat, "human");
		return;
	}
	strip(&text, &size);
	name = bytes_copy(text, size);
	setup->seat[seat].kind = SEAT_AGENT;
	setup_name(setup, seat, name);
	free(name);
}

/* Would the name alone be read as something else?  */
static bool is_misleading(const char *text, size_t size)
{
	static const char *const words[] = {"homo-", "pbrain-", "Piskvorky", "(;"};
	int64_t code;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (bytes_begin(text, size, words[i]))
			return true;
	return read_code(text, size, &code) || is_like_move(text, size) || has_ending(text, size);
}

char *gomocup_name_line(const struct setup *setup, int seat)
{
	const char *text = setup->seat[seat].name;
	struct bytes name = {0};
	char *line;
	size_t size;

	if (setup->seat[seat].kind == SEAT_HUMAN)
		return bytes_text("homo-%d", seat);
	words_add_shown(&name, text ? text : "", text ? strlen(text) : 0);
	for (char *c = name.at; *c; c++)
		if (*c == '\n' || *c == '\t' || *c == '\\')
			*c = *c == '\\' ? '/' : ' '; /* a folder is no part of a name */
	text = name.at;
	size = name.size;
	gomocup_trim(&text, &size);
	if (!size)
		line = bytes_text("pbrain-seat %d", seat);
	else
		line = bytes_text("%s%.*s%s", is_misleading(text, size) ? "pbrain-" : "", (int)size, text,
				  has_ending(text, size) ? ".exe" : "");
	bytes_free(&name);
	return line;
}
