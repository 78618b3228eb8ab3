/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files.c - the file formats of gomoku: what they share, psq and rec.  files_sgf.c has the third.  */
#include "files.h"

#include "ringside/words.h"
#include "words.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- a match that is read ---- */

char *gomocup_import_begin(struct import *import, struct match *match, const struct setup *setup)
{
	char *problem;

	*import = (struct import){.match = match};
	problem = gomoku_match_init(&import->game, setup);
	if (!problem)
		match_init(match, setup);
	return problem;
}

char *gomocup_import_stone(struct import *import, struct square square, int64_t think_ns)
{
	struct turn turn = turn_unmeasured(import->game.next);
	char *problem, word[6];

	if (gomoku_at(&import->game.game, square) != STONE_NONE) {
		gomoku_write_square(square, word);
		return bytes_text("%s already has a stone", word);
	}
	turn.began_ns = import->time;
	turn.think_ns = think_ns;
	turn.played = bytes_text("%d,%d", square.x, square.y);
	problem = gomoku_match_play(&import->game, turn.played, strlen(turn.played), NULL);
	if (problem) {
		free(turn.played);
		return problem;
	}
	import->time += think_ns;
	match_add(import->match, turn);
	return NULL;
}

void gomocup_import_verdict(struct import *import)
{
	const struct gomoku *game = &import->game.game;
	const struct match *match = import->match;
	struct verdict verdict = {0};

	if (game->rule & GOMOKU_CONTINUOUS || !match->turn_count)
		return;
	if ((verdict.detail = gomoku_won_words(game))) {
		verdict.winner = match_turn(match, match->turn_count)->seat;
		verdict.reason = "five";
	} else if (gomoku_full(game)) {
		verdict.winner = WINNER_DRAW;
		verdict.reason = "full-board";
		verdict.detail = bytes_text("the board is full");
	} else {
		return;
	}
	match_end(import->match, verdict);
}

void gomocup_import_end(struct import *import, const char *problem)
{
	import->match->ended_ns = import->time;
	gomoku_match_free(&import->game);
	if (problem)
		match_free(import->match);
}

/* ---- a match that is written ---- */

static void add_stones(struct stones *stones, int turn, int64_t think_ns)
{
	const struct gomoku *game = &stones->game.game;
	size_t room = (size_t)game->move_count * sizeof(*stones->list);

	if (stones->count == game->move_count)
		return;
	stones->list = bytes_resized(stones->list, room);
	for (; stones->count < game->move_count; stones->count++)
		stones->list[stones->count] =
			(struct file_stone){.square = game->moves[stones->count], .turn = turn};
	stones->list[stones->count - 1].think_ns = think_ns;
}

char *gomocup_stones(struct stones *stones, const struct match *match)
{
	char *problem, *named;

	*stones = (struct stones){.black = gomoku_black(match, match->turn_count)};
	problem = gomoku_match_init(&stones->game, &match->setup);
	if (problem)
		return problem;
	add_stones(stones, 0, 0);
	for (int i = 0; i < match->turn_count; i++) {
		const struct turn *turn = match_turn(match, i + 1);

		problem = gomoku_match_play(&stones->game, turn->played, strlen(turn->played), NULL);
		if (problem) {
			named = bytes_text("move %d of the match is impossible: %s", i + 1, problem);
			free(problem);
			gomocup_stones_free(stones);
			return named;
		}
		add_stones(stones, i + 1, turn->think_ns);
	}
	return NULL;
}

void gomocup_stones_free(struct stones *stones)
{
	gomoku_match_free(&stones->game);
	free(stones->list);
	*stones = (struct stones){0};
}

/* ---- the lines of psq and rec: moves x,y,ms, then names and a code ---- */

/* The code after the moves.  */
enum { CODE_RULES = -1, CODE_OTHER = 0, CODE_TIMEOUT = 15, CODE_MOST = 99 };

/* The lines after the moves.  */
struct tail {
	struct text name[2];
	int names;
	int64_t code;
	const char *rule;     /* static; NULL: unknown */
	int64_t far_x, far_y; /* the largest coordinates of all moves */
	int moves;
};

struct file_move {
	int64_t x, y, ms;
	const char *at_y, *at_ms;
	const char *end; /* where reading stopped */
};

static bool read_move(struct text text, struct file_move *move)
{
	bool good;

	*move = (struct file_move){.at_ms = text.at};
	good = gomocup_take_number(&text, &move->x) && gomocup_take(&text, ',');
	gomocup_take_blanks(&text);
	move->at_y = text.at;
	good = good && gomocup_take_number(&text, &move->y);
	if (good && gomocup_take(&text, ',')) {
		gomocup_take_blanks(&text);
		move->at_ms = text.at;
		good = gomocup_take_number(&text, &move->ms);
	}
	if (good)
		gomocup_take_blanks(&text);
	move->end = text.at;
	return good && !text.size;
}

/* Is it meant to be a move?  Then it is no name: it begins with a number and a comma, or has two numbers
   after a first word of a few letters and a comma, or no letter at all.  */
static bool is_like_move(struct text text)
{
	const char *comma = text.size ? memchr(text.at, ',', text.size) : NULL;
	struct text rest = text;
	int64_t number;

	if (!comma)
		return false;
	if (gomocup_take_number(&rest, &number) && gomocup_take(&rest, ','))
		return true;
	rest = (struct text){comma + 1, text.size - (size_t)(comma + 1 - text.at)};
	if (comma - text.at < 4 && gomocup_take_number(&rest, &number) && gomocup_take(&rest, ',') &&
	    gomocup_take_number(&rest, &number) && !rest.size)
		return true;
	for (size_t i = 0; i < text.size; i++)
		if (isalpha((unsigned char)text.at[i]) || text.at[i] & 0x80)
			return false;
	return true;
}

/* Is this line a move, x,y or x,y,ms?  */
static bool is_move_line(struct text text)
{
	struct file_move move;

	return read_move(text, &move);
}

static bool read_code(struct text text, int64_t *code)
{
	return gomocup_take_number(&text, code) && !text.size;
}

/* Gomocup's last line has the winner and the group, as "1,Renju2_1".  */
static const char *rule_of_group(struct text text)
{
	static const char *const rules[] = {"freestyle", "standard", "renju", "caro"};
	int64_t winner;

	if (!gomocup_take_number(&text, &winner) || !gomocup_take(&text, ','))
		return NULL;
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (bytes_begin(text.at, text.size, rules[i]))
			return rules[i];
	return NULL;
}

static char *no_move(struct text text)
{
	return gomocup_expected(text, "a move such as 8,8,312 (x, y, ms)");
}

/* Reads a line after the moves and before the code.  NULL, or what is wrong.  */
static char *read_name_or_code(struct text text, struct tail *tail, bool *coded)
{
	*coded = read_code(text, &tail->code);
	if (!*coded && tail->names < 2) {
		tail->name[tail->names++] = text;
		return NULL;
	}
	if (*coded && tail->code >= CODE_RULES && tail->code <= CODE_MOST)
		return NULL;
	return gomocup_expected(text, "%s code from %d to %d",
				*coded ? "a" : "at most two names of players, and then a", CODE_RULES,
				CODE_MOST);
}

/* Skips the moves.  NULL, or what is wrong at *wrong, which is neither a move nor may follow the moves.  */
static char *read_tail(struct lines lines, struct tail *tail, const char **wrong)
{
	struct text line, first = {0};
	struct file_move move;
	bool coded = false;
	char *problem = NULL;

	*tail = (struct tail){.code = CODE_OTHER, .far_x = -1, .far_y = -1};
	while (gomocup_next_line(&lines, &line)) {
		if (read_move(line, &move)) {
			if (first.at) {
				*wrong = first.at;
				return no_move(first);
			}
			tail->moves++;
			tail->far_x = move.x > tail->far_x ? move.x : tail->far_x;
			tail->far_y = move.y > tail->far_y ? move.y : tail->far_y;
			continue;
		}
		if (!coded && is_like_move(line)) {
			*wrong = move.end;
			return no_move(line);
		}
		if (!first.at)
			first = line;
		if (coded && !tail->rule)
			tail->rule = rule_of_group(line);
		*wrong = line.at;
		if (!coded && (problem = read_name_or_code(line, tail, &coded)))
			return problem;
	}
	return NULL;
}

/* Plays a move whose line is at *wrong.  No turn takes more than 10^9 ms; a negative time is 0.  */
static char *play_move(struct import *import, const struct file_move *move, int base, const char **wrong)
{
	const struct gomoku *game = &import->game.game;
	int64_t x = move->x - base, y = move->y - base;

	if (x >= 0 && x < game->width && (y < 0 || y >= game->height))
		*wrong = move->at_y;
	if (x < 0 || x >= game->width || y < 0 || y >= game->height)
		return bytes_text("%lld,%lld is outside the board of %dx%d, which counts from %d",
				  (long long)move->x, (long long)move->y, game->width, game->height, base);
	if (move->ms > NS_PER_S) {
		*wrong = move->at_ms;
		return bytes_text("%lld ms are longer than any turn: expected at most %lld",
				  (long long)move->ms, (long long)NS_PER_S);
	}
	return gomocup_import_stone(import, (struct square){(int)x, (int)y},
				    move->ms > 0 ? move->ms * NS_PER_MS : 0);
}

/* Sets the verdict by the rules, or by the code: the seat on turn has run out of time.  */
static void read_end_code(struct import *import, int64_t code)
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

/* Plays the moves, x,y,ms, whose coordinates count from `base`, and ends the match by the code.  Frees the
   setup.  NULL, or what is wrong at *wrong.  */
static char *read_match(struct setup *setup, struct lines moves, int base, int64_t code, struct match *match,
			const char **wrong)
{
	struct import import;
	struct file_move move;
	struct text line;
	char *problem = gomocup_import_begin(&import, match, setup);

	setup_free(setup);
	if (problem)
		return problem;
	while (!problem && gomocup_next_line(&moves, &line) && read_move(line, &move)) {
		*wrong = line.at;
		problem = play_move(&import, &move, base, wrong);
	}
	if (!problem)
		read_end_code(&import, code);
	gomocup_import_end(&import, problem);
	return problem;
}

static void write_moves(const struct stones *stones, int base, struct bytes *out)
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

/* ---- names ---- */

static bool has_ending(struct text text)
{
	return text.size > 4 && (bytes_begin(text.at + text.size - 4, 4, ".exe") ||
				 bytes_begin(text.at + text.size - 4, 4, ".zip"));
}

/* Without the parts of a program's file name that are not its name.  */
static struct text stripped(struct text text)
{
	static const char prefix[] = "pbrain-";

	for (size_t i = text.size; i > 0; i--) {
		const char *name = text.at + i;
		bool folder =
			name[-1] == '\\' || (name[-1] == '/' && bytes_begin(name, text.size - i, prefix));

		if (!folder || i == text.size)
			continue;
		text = (struct text){name, text.size - i};
		break;
	}
	if (text.size >= sizeof(prefix) && bytes_begin(text.at, text.size, prefix))
		text = (struct text){text.at + sizeof(prefix) - 1, text.size - (sizeof(prefix) - 1)};
	if (has_ending(text))
		text.size -= 4;
	return text;
}

/* Seats a player by its name in a file: a person for Piskvork's "homo-…", otherwise an agent without a
   command line.  The folder, "pbrain-" and the ending are left out of the name.  */
static void seat_named(struct setup *setup, int seat, struct text text)
{
	bool person = bytes_begin(text.at, text.size, "homo-");
	struct text bare = person ? text_of("human") : stripped(text);
	FREED char *name = bytes_copy(bare.at, bare.size);

	setup->seat[seat].kind = person ? SEAT_HUMAN : SEAT_AGENT;
	setup_name(setup, seat, name);
}

/* Would the name alone be read as something else?  */
static bool is_misleading(struct text text)
{
	static const char *const words[] = {"homo-", "pbrain-", "Piskvorky", "(;"};
	int64_t code;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (bytes_begin(text.at, text.size, words[i]))
			return true;
	return read_code(text, &code) || is_like_move(text) || has_ending(text);
}

/* A line with the name.  */
static void write_name(const struct setup *setup, int seat, struct bytes *out)
{
	const char *given = setup->seat[seat].name;
	struct bytes name = {0};
	struct text text;

	if (setup->seat[seat].kind == SEAT_HUMAN) {
		bytes_addf(out, "homo-%d\n", seat);
		return;
	}
	words_add_shown(&name, given ? given : "", given ? strlen(given) : 0);
	for (char *c = name.at; *c; c++)
		if (*c == '\n' || *c == '\t' || *c == '\\')
			*c = *c == '\\' ? '/' : ' '; /* a folder is no part of a name */
	text = gomocup_text(name.at, name.size);
	if (!text.size)
		bytes_addf(out, "pbrain-seat %d\n", seat);
	else
		bytes_addf(out, "%s%.*s%s\n", is_misleading(text) ? "pbrain-" : "", (int)text.size, text.at,
			   has_ending(text) ? ".exe" : "");
	bytes_free(&name);
}

/* ---- psq: the format of Piskvork, in which Gomocup publishes its games ----
 *
 *   Piskvorky 15x15, 11:11, 0     the board; a level of time for each player, 0 for a person; who begins
 *   8,8,312                       x,y from 1 and the ms that the turn took
 *   pbrain-one.exe                the players; Piskvork leaves them out after a game between people
 *   pbrain-two.exe
 *   -1                            a code: -1 ended by the rules, 15 out of time, 0 anything else
 *   1,Freestyle_1                 only Gomocup adds this: its winner and its group, which tells the rule
 *
 * It is written as Piskvork writes it.  Reading accepts other programs' files, which leave out the middle of
 * the first line, contain blanks, or end without code or names.  */

static const char header_word[] = "Piskvorky";

struct header {
	int width, height;
	int first; /* the seat that begins */
};

static bool psq_looks(const char *text, size_t size)
{
	struct lines lines = {.left = {text, size}};
	struct text line;

	return gomocup_next_line(&lines, &line) && bytes_begin(line.at, line.size, header_word);
}

/* Takes the two levels off, and the commas around them.  False: something else is there.  */
static bool take_levels(struct text *text)
{
	if (text->size && !gomocup_take(text, ','))
		return false;
	while (text->size && *text->at && strchr("0123456789:.- \t", *text->at))
		*text = (struct text){text->at + 1, text->size - 1};
	return !text->size || gomocup_take(text, ',');
}

/* Who begins.  Nothing: not said.  */
static bool read_first(struct text text, int *first)
{
	int64_t player = 0;

	if (text.size && (!gomocup_take_number(&text, &player) || text.size || player < 0 || player > 1))
		return false;
	*first = SEAT_1 + (int)player;
	return true;
}

static char *read_header(struct text line, struct header *header, const char **wrong)
{
	bool begins = bytes_begin(line.at, line.size, header_word);
	size_t word = begins ? sizeof(header_word) - 1 : 0;
	struct text rest = {line.at + word, line.size - word};
	int64_t width, height;

	if (!begins || !gomocup_take_number(&rest, &width) ||
	    !(gomocup_take(&rest, 'x') || gomocup_take(&rest, 'X')) || !gomocup_take_number(&rest, &height)) {
		*wrong = rest.at;
		return gomocup_expected(line, "\"%s 15x15, 0:0, 0\" (the board, two levels, who begins)",
					header_word);
	}
	*wrong = line.at + sizeof(header_word); /* behind the blank */
	if (width < GOMOKU_SIDE_MIN || width > GOMOKU_SIDE_MAX || height < GOMOKU_SIDE_MIN ||
	    height > GOMOKU_SIDE_MAX)
		return bytes_text("a board of %lldx%lld: expected sides from %d to %d", (long long)width,
				  (long long)height, GOMOKU_SIDE_MIN, GOMOKU_SIDE_MAX);
	header->width = (int)width;
	header->height = (int)height;
	*wrong = rest.at;
	if (!take_levels(&rest))
		return bytes_text("expected a comma and two levels such as 0:0 after the board");
	*wrong = rest.at;
	if (!read_first(rest, &header->first))
		return bytes_text("expected 0 or 1 after the second comma: which player begins");
	return NULL;
}

static char *psq_read(const char *text, size_t size, int game, struct match *match, struct remarks *remarks,
		      const char **wrong)
{
	struct lines lines = {.left = {text, size}};
	struct header header = {0};
	struct setup setup;
	struct tail tail;
	struct text line;
	char *problem;

	(void)game, (void)remarks;
	*wrong = text;
	if (!gomocup_next_line(&lines, &line))
		return bytes_text("expected \"%s 15x15, 0:0, 0\", but nothing is there", header_word);
	*wrong = line.at;
	problem = read_header(line, &header, wrong);
	if (!problem)
		problem = read_tail(lines, &tail, wrong);
	if (problem)
		return problem;
	*wrong = line.at;
	format_setup(&setup, "gomocup", "seat 1", "seat 2");
	setup_put_value(&setup, &gomoku_option_size, OPTION_OF_SIDES(header.width, header.height));
	setup.first = header.first;
	if (tail.rule)
		setup_put(&setup, &gomoku_option_rule, tail.rule);
	for (int i = 0; i < tail.names; i++)
		seat_named(&setup, SEAT_1 + i, tail.name[i]);
	return read_match(&setup, lines, 1, tail.code, match, wrong);
}

/* The number of a player's turn limit in the list that Piskvork offers; 0 for a person.  */
static int level_of(const struct setup *setup, int seat)
{
	static const int ms[] = {100, 300, 600, 1000, 1500, 2500, 5000, 10000, 15000, 30000};
	int level = 1;

	if (setup->seat[seat].kind == SEAT_HUMAN)
		return 0;
	for (size_t i = 0; i < sizeof(ms) / sizeof(ms[0]); i++)
		level += setup->turn_limit > (int64_t)ms[i] * NS_PER_MS;
	return level;
}

static char *psq_write(const struct match *match, const struct remarks *remarks UNUSED, struct bytes *out)
{
	const struct setup *setup = &match->setup;
	struct stones stones;
	char *problem = gomocup_stones(&stones, match);

	if (problem)
		return problem;
	bytes_addf(out, "%s %dx%d, %d:%d, %d\n", header_word, stones.game.game.width, stones.game.game.height,
		   level_of(setup, SEAT_1), level_of(setup, SEAT_2), stones.black - SEAT_1);
	write_moves(&stones, 1, out);
	for (int seat = SEAT_1; seat <= SEAT_2; seat++)
		write_name(setup, seat, out);
	bytes_addf(out, "%d\n", code_of(match));
	gomocup_stones_free(&stones);
	return NULL;
}

const struct file_format gomocup_psq = {
	.name = "psq",
	.title = "the format of Piskvork and of the games that Gomocup publishes",
	.looks = psq_looks,
	.read = psq_read,
	.write = psq_write,
};

/* ---- rec: the older format of Gomocup's manager ----
 *
 *   pbrain-one.exe     the players; the first one begins
 *   pbrain-two.exe
 *   7,7,312            x,y from 0 and the ms that the turn took
 *   -1                 a code, as in psq
 *
 * The size of the board is missing; Piskvork assumes at least 20x20.  So it is read as 20x20, or as the
 * smallest square that holds all moves.  --size can change it when a match begins from such a file.  */

enum { USUAL_SIDE = 20 };

/* The names, and the lines after them.  */
struct head {
	struct text name[2];
	struct lines moves;
};

static bool read_head(const char *text, size_t size, struct head *head)
{
	head->moves = (struct lines){.left = {text, size}};
	return gomocup_next_line(&head->moves, &head->name[0]) &&
	       gomocup_next_line(&head->moves, &head->name[1]);
}

/* Two lines that are no moves, then a move.  */
static bool rec_looks(const char *text, size_t size)
{
	struct head head;
	struct text line;

	return read_head(text, size, &head) && gomocup_next_line(&head.moves, &line) && is_move_line(line) &&
	       !is_move_line(head.name[0]) && !is_move_line(head.name[1]);
}

static char *rec_read(const char *text, size_t size, int game, struct match *match, struct remarks *remarks,
		      const char **wrong)
{
	int side = USUAL_SIDE;
	struct setup setup;
	struct head head;
	struct tail tail;
	char *problem;

	(void)game, (void)remarks;
	*wrong = text + size;
	if (!read_head(text, size, &head))
		return bytes_text("expected the names of two players, a line for each, and then moves such "
				  "as 7,7,312");
	for (int i = 0; i < 2; i++)
		if (is_move_line(head.name[i])) {
			*wrong = head.name[i].at;
			return bytes_text("expected the name of a player before the first move");
		}
	problem = read_tail(head.moves, &tail, wrong);
	if (problem)
		return problem;
	if (tail.moves == 0) {
		*wrong = head.moves.left.at;
		return bytes_text("expected a move such as 7,7,312 (x, y, ms), but there is no move");
	}
	*wrong = head.name[0].at;
	while (side < GOMOKU_SIDE_MAX && (side <= tail.far_x || side <= tail.far_y))
		side++;
	format_setup(&setup, "gomocup", "seat 1", "seat 2");
	setup_put_value(&setup, &gomoku_option_size, OPTION_OF_SIDES(side, side));
	for (int i = 0; i < 2; i++)
		seat_named(&setup, SEAT_1 + i, head.name[i]);
	return read_match(&setup, head.moves, 0, tail.code, match, wrong);
}

static char *rec_write(const struct match *match, const struct remarks *remarks UNUSED, struct bytes *out)
{
	struct stones stones;
	char *problem = gomocup_stones(&stones, match);

	if (problem)
		return problem;
	if (!stones.count) { /* two names alone are no match to a reader */
		gomocup_stones_free(&stones);
		return bytes_text("rec needs a move, and this match has none: psq and sgf can hold it");
	}
	write_name(&match->setup, stones.black, out);
	write_name(&match->setup, seat_opponent(stones.black), out);
	write_moves(&stones, 0, out);
	bytes_addf(out, "%d\n", code_of(match));
	gomocup_stones_free(&stones);
	return NULL;
}

static const struct file_format gomocup_rec = {
	.name = "rec",
	.title = "the older format of Gomocup's manager, without the size of the board",
	.looks = rec_looks,
	.read = rec_read,
	.write = rec_write,
};

const struct file_format *const gomocup_formats[] = {&gomocup_psq, &gomocup_rec, &gomocup_sgf, NULL};
