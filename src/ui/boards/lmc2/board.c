/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of lmc2: the dialogue of each player with the game, the sums and their curves.
 *
 * Each player has a column.  A person types what to say.  */
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/paint.h"
#include "ringside/view.h"
#include "ui/boards/lmc/counts.h"
#include "ui/boards/shared.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	LINES_MOST = 128, /* that are drawn */
	/* Messages of a line, at most: a score has no line, and the game program was told the outputs of two
	   players.  */
	MESSAGES = 2,
	MESSAGES_MOST = MESSAGES * LINES_MOST,
	WORD_GAP = 1
};

struct line {
	int64_t n;
	enum channel channel;
	const char *words; /* without the name of the channel; part of the message's bytes */
	size_t size;
	bool told; /* an output: the game program was told it */
	bool scored;
	double score;
	const struct line *hint; /* of an output; NULL: there is none */
};

struct dialogue {
	int seat, player; /* and its number, as the game program knows it */
	struct line line[2 * MESSAGES_MOST];
	int count;
	char *text[2]; /* the bytes of the lines; owned */
};

/* ---- reading ---- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Takes blanks and then a word off the front; a size of 0 means the end.  */
static size_t next_word(const char **at, const char *end, const char **word)
{
	while (*at < end && is_blank(**at))
		++*at;
	for (*word = *at; *at < end && !is_blank(**at);)
		++*at;
	return (size_t)(*at - *word);
}

/* Skips `@player K` and `@channel` before the words.  False: it is another player's.  */
static bool skip_heads(const char **at, const char *end, int player)
{
	const char *from = *at, *word;
	size_t size = next_word(at, end, &word);

	if (size == 7 && memcmp(word, "@player", size) == 0) {
		size = next_word(at, end, &word);
		if (size != 1 || *word != '0' + player)
			return false;
		from = *at;
		size = next_word(at, end, &word);
	}
	if (!size || *word != '@')
		*at = from;
	while (*at < end && is_blank(**at))
		++*at;
	return true;
}

/* Makes the line of a message.  False: it says nothing to or of this player.  */
static bool read_line(const struct message *message, int player, struct line *line)
{
	const char *at = message->bytes, *end = at + message_text_size(message, NULL);

	if (message->flags & (MESSAGE_DROPPED | MESSAGE_WITHHELD) || !skip_heads(&at, end, player))
		return false;
	*line = (struct line){.n = message->n,
			      .channel = message->channel,
			      .words = at,
			      .size = (size_t)(end - at),
			      .told = message->seat == SEAT_NONE};
	return true;
}

/* Reads the lines of the last `limit` messages, in order.  *all: there are no earlier messages.  Copies the
   bytes, since the next query reuses theirs.  */
static int read_lines(struct match_file *file, const struct message_query *query, int player, int limit,
		      char **text, struct line *lines, bool *all)
{
	struct message messages[MESSAGES_MOST];
	int got = match_file_before(file, query, query->last + 1, limit, messages), count = 0;
	struct bytes bytes = {0};
	size_t at = 0;

	for (int i = 0; i < got; i++)
		bytes_add(&bytes, messages[i].bytes, messages[i].size);
	for (int i = 0; i < got; i++) {
		messages[i].bytes = bytes.at + at;
		at += messages[i].size;
		count += read_line(&messages[i], player, &lines[count]);
	}
	*text = bytes.at;
	*all = got < limit;
	return count;
}

static double read_score(const struct line *line)
{
	char number[32];
	size_t size = line->size < sizeof(number) - 1 ? line->size : sizeof(number) - 1;

	memcpy(number, line->words, size);
	number[size] = '\0';
	return strtod(number, NULL);
}

/* The newest line of the channel; NULL: none since the newest of `since`.  */
static struct line *newest(struct dialogue *dialogue, enum channel channel, enum channel since)
{
	for (int i = dialogue->count - 1; i >= 0; i--) {
		if (dialogue->line[i].channel == channel)
			return &dialogue->line[i];
		if (dialogue->line[i].channel == since)
			return NULL;
	}
	return NULL;
}

/* Adds a line.  What an agent said comes twice, from its seat and from the judge to the game program: both
   become one line, with the judge's words.  What a person played comes only from the judge.  */
static void add_line(struct dialogue *dialogue, const struct line *line)
{
	struct line *output = newest(dialogue, CHANNEL_OUTPUT, CHANNEL_INPUT);

	if (line->channel == CHANNEL_SCORE) {
		if (!output)
			return;
		output->scored = true;
		output->score += read_score(line);
	} else if (line->told && output && !output->told) {
		output->words = line->words;
		output->size = line->size;
		output->told = true;
	} else {
		dialogue->line[dialogue->count++] = *line;
		if (line->channel == CHANNEL_HINT && output)
			output->hint = &dialogue->line[dialogue->count - 1];
	}
}

/* Joins the lines of both queries, ordered by their numbers.  `all`: there are no earlier lines of the seat.
 */
static void join(struct dialogue *dialogue, const struct line *own, int own_count, bool all,
		 const struct line *told, int told_count)
{
	int a = 0, b = 0;

	/* It is not known what earlier lines answered.  */
	while (!all && own_count && b < told_count && told[b].n < own[0].n)
		b++;
	while (a < own_count || b < told_count)
		add_line(dialogue,
			 b == told_count || (a < own_count && own[a].n < told[b].n) ? &own[a++] : &told[b++]);
}

/* Reads enough to fill the rows.  Older lines are left out.  */
static void read_dialogue(struct dialogue *dialogue, struct match_file *file, int64_t last, int rows)
{
	struct message_query own = {.seats = 1u << dialogue->seat,
				    .channels = CHANNEL_BIT(CHANNEL_INPUT) | CHANNEL_BIT(CHANNEL_OUTPUT) |
						CHANNEL_BIT(CHANNEL_SCORE) | CHANNEL_BIT(CHANNEL_HINT),
				    .last = last};
	struct message_query told = {.seats = 1u << SEAT_NONE,
				     .channels = CHANNEL_BIT(CHANNEL_OUTPUT),
				     .directions = 1u << TO_AGENT,
				     .last = last};
	struct line own_lines[MESSAGES_MOST], told_lines[MESSAGES_MOST];
	int limit = MESSAGES * (rows < LINES_MOST ? rows : LINES_MOST);
	bool all, all_told;
	int own_count = read_lines(file, &own, dialogue->player, limit, &dialogue->text[0], own_lines, &all);
	int told_count =
		read_lines(file, &told, dialogue->player, limit, &dialogue->text[1], told_lines, &all_told);

	join(dialogue, own_lines, own_count, all, told_lines, told_count);
}

/* ---- drawing ---- */

/* Is the word the same as the hint's word in its place?  */
static bool is_hinted(const struct line *hint, int place, const char *word, size_t size)
{
	const char *at = hint->words, *end = at + hint->size, *right = at;
	size_t right_size = 0;

	for (int i = 0; i <= place; i++)
		right_size = next_word(&at, end, &right);
	return right_size == size && memcmp(right, word, size) == 0;
}

static enum role role_of(const struct line *line, int place, const char *word, size_t size)
{
	enum role role;

	if (line->channel == CHANNEL_INPUT)
		return ROLE_CHANNEL_INPUT;
	if (line->channel == CHANNEL_HINT)
		return ROLE_CHANNEL_HINT;
	role = line->scored ? sum_role(line->score) : ROLE_TEXT;
	if (role == ROLE_FAINT)
		role = ROLE_TEXT;
	return role == ROLE_BAD && line->hint && is_hinted(line->hint, place, word, size) ? ROLE_GOOD : role;
}

/* Draws the words, wrapped.  Returns how many rows they need, at least 1, at most about LINES_MOST.  */
static int draw_words(const struct line *line, struct area area)
{
	const char *at = line->words, *end = at + line->size, *word;
	size_t size;
	int x = 0, y = 0;

	for (int place = 0; y < LINES_MOST && (size = next_word(&at, end, &word)); place++) {
		int width = paint_bytes_width(word, size);

		if (x && x + width > area.width) {
			x = 0;
			y++;
		}
		if (y < area.height)
			paint_bytes((struct area){area.y + y, area.x + x, 1, area.width - x}, 0, 0,
				    role_of(line, place, word, size), word, size);
		x += width + WORD_GAP;
	}
	return y + 1;
}

/* Draws who says it, what, and at the right end its score.  Returns how many rows it needs.  */
static int draw_line(const struct line *line, struct area area)
{
	static const enum glyph marks[CHANNEL_COUNT] = {
		[CHANNEL_INPUT] = GLYPH_TO, [CHANNEL_OUTPUT] = GLYPH_FROM, [CHANNEL_HINT] = GLYPH_BEST};
	char score[SUM_SIZE] = "";
	int width;

	if (line->scored)
		sum_write(line->score, score);
	width = paint_width(score);
	paint_put(area, 0, 0, ROLE_FAINT, marks[line->channel]);
	if (width && area.width > width + 4) {
		paint_text(area, 0, area.width - width, sum_role(line->score), score);
		area.width -= width + WORD_GAP;
	}
	area.x += 2;
	area.width -= 2;
	return area.width > 0 ? draw_words(line, area) : 1;
}

/* What an agent suggests to the person on turn, in the lowest row.  */
static void draw_hint(const char *hint, struct area *area)
{
	struct area row = {area->y + --area->height, area->x, 1, area->width};

	paint_put(row, 0, 0, ROLE_BOARD_HINT, GLYPH_HINT);
	row.x += 2;
	row.width -= 2;
	if (row.width > 0)
		paint_bytes(row, 0, 0, ROLE_BOARD_HINT, hint, strlen(hint));
}

static double sum_at(const struct match *match, int turns, int seat)
{
	const struct turn *turn = match_turn(match, turns);

	return turn ? turn->sum[seat] : 0;
}

/* What the turns alone say.  A seat may get its score when the other one has moved.  */
static void read_turns(struct dialogue *dialogue, const struct match *match, int turns, int rows)
{
	int most = rows < LINES_MOST ? rows : LINES_MOST, seat = dialogue->seat, count = 0;
	double after = sum_at(match, turns, seat);

	for (int n = turns; n > 0 && count < most; n--) {
		const struct turn *turn = match_turn(match, n);
		double before = sum_at(match, n - 1, seat);

		if (!turn || turn->seat != seat || !turn->played)
			continue;
		dialogue->line[most - ++count] = (struct line){.channel = CHANNEL_OUTPUT,
							       .words = turn->played,
							       .size = strlen(turn->played),
							       .scored = match->scored,
							       .score = after - before};
		after = before;
	}
	memmove(dialogue->line, dialogue->line + most - count, (size_t)count * sizeof(*dialogue->line));
	dialogue->count = count;
}

/* Draws what a seat heard and said up to the shown position, the newest at the bottom: as many lines as
   there are rows; below them what an agent suggests to say (NULL: nothing).  It reads them from the match
   file at once; without a session it takes what was said from the turns.  */
static void lmc2_draw_dialogue(const struct view *view, const struct match *match, struct area area, int seat,
			       const char *hint)
{
	struct match_file *file = view->session ? session_file(view->session) : NULL;
	struct dialogue dialogue = {.seat = seat, .player = setup_player_on(&match->setup, seat)};
	int first, rows = 0;

	if (area.height < 1 || area.width < 1 || (view->session && !file))
		return;
	if (hint && area.height > 1)
		draw_hint(hint, &area);
	if (file) {
		int64_t last = match_file_last(file), shown = view_message(view);

		read_dialogue(&dialogue, file, shown < last ? shown : last, area.height);
	} else {
		read_turns(&dialogue, match, view->turns, area.height);
	}
	for (first = dialogue.count; first > 0; first--) {
		rows += draw_line(&dialogue.line[first - 1], (struct area){area.y, area.x, 0, area.width});
		if (rows > area.height)
			break;
	}
	if (first == dialogue.count && first)
		first--; /* it is longer than the area: its beginning is shown */
	for (; first < dialogue.count; first++) {
		rows = draw_line(&dialogue.line[first], area);
		area.y += rows;
		area.height -= rows < area.height ? rows : area.height;
	}
	free(dialogue.text[0]);
	free(dialogue.text[1]);
}

enum {
	GAP = 2,
	TALK_LEAST = 4,
	PLOT_LEAST = 4,
	PLOT_MOST = 12,
	PLOT_PART = 3,
	TALK_WIDE = 58,
	TALK_NARROW = 36,
	NARROW = 60
};

struct lmc2_board {
	struct position position; /* its states are counts */
	double sum[SEATS];
	bool scored, lone;  /* lone: there is one player */
	struct bytes words; /* that a person may say, each with a blank before it */
};

static void begin(void *state, const struct setup *setup)
{
	((struct lmc2_board *)state)->lone = setup_lone_seat(setup) != SEAT_NONE;
	position_begin(state, setup, counts_new(NULL));
}

static void finish(void *state)
{
	bytes_free(&((struct lmc2_board *)state)->words);
}

static void *lmc2_new(const struct setup *setup)
{
	return position_board(sizeof(struct lmc2_board), setup, begin, finish);
}

static void lmc2_position(void *state, const struct match *match, int turns)
{
	struct lmc2_board *board = state;

	position_renew(&board->position, match);
	if (position_seek(&board->position, match, turns))
		board->scored = sum_after(match, turns, board->sum);
}

static void draw_head(const struct lmc2_board *board, struct area *area)
{
	const struct counts *counts = counts_now(board->position.line);
	struct area line = grid_take(area, 1);
	int x = paint_text(line, 0, 0, ROLE_TITLE, "LMC2 (reconstructed)");

	if (board->position.unfinished)
		paint_format(line, 0, x + GAP, ROLE_WARNING, "counted %d %%",
			     position_percent(&board->position));
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const struct seat_setup *setup = &board->position.match->setup.seat[seat];
		struct sum_line sum = {.seat = seat,
				       .name = setup->name ? setup->name : "",
				       .scored = board->scored,
				       .sum = board->sum[seat],
				       .mean = (double)NAN,
				       .more = setup_player_on(&board->position.match->setup, seat) == seat
						       ? NULL
					       : seat == SEAT_1 ? "player 2"
								: "player 1"};

		if (setup->kind == SEAT_FREE)
			continue;
		if (counts->own[seat] && !board->position.unfinished)
			sum.mean = board->sum[seat] / counts->own[seat];
		sum_draw(grid_take(area, 1), 0, &sum);
	}
}

/* Draws the symbols that the game program gave a person before the first turn, in rows that it takes, and
 * keeps them.  */
static void draw_symbols(struct match_file *file, const struct match *match, struct area *area,
			 struct bytes *symbols)
{
	enum { ROWS_MOST = 2 };
	static const char gives[] = "symbol ";
	int seat = match->setup.seat[SEAT_1].kind == SEAT_HUMAN ? SEAT_1 : SEAT_2, count;
	struct message_query query = {.seats = 1u << SEAT_NONE,
				      .channels = CHANNEL_BIT(CHANNEL_COMMAND),
				      .directions = 1u << FROM_AGENT,
				      .last = INT64_MAX};
	struct message messages[MESSAGES_MOST];
	struct line line, all = {.channel = CHANNEL_INPUT};
	FREED_BY(bytes_free) struct bytes words = {0};

	symbols->size = 0;
	if (match->over || match->setup.seat[seat].kind != SEAT_HUMAN)
		return;
	bytes_add_text(&words, "words:");
	count = match_file_after(file, &query, 0, MESSAGES_MOST, messages);
	for (int i = 0; i < count; i++)
		if (read_line(&messages[i], setup_player_on(&match->setup, seat), &line) &&
		    line.size > strlen(gives) && memcmp(line.words, gives, strlen(gives)) == 0) {
			bytes_add_text(&words, " ");
			bytes_add(&words, line.words + strlen(gives), line.size - strlen(gives));
		}
	if (!strchr(words.at, ' ')) /* it gave none yet */
		return;
	bytes_add_text(symbols, strchr(words.at, ' '));
	all.words = words.at;
	all.size = words.size;
	draw_words(&all, grid_take(area, kept_within(draw_words(&all, (struct area){.width = area->width}), 1,
						     ROWS_MOST)));
}

/* Draws the columns of all players side by side.  */
static void draw_talk(const struct lmc2_board *board, struct area area, const struct view *view)
{
	int seats[SEATS], count = 0, x = 0;

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (board->position.match->setup.seat[seat].kind != SEAT_FREE)
			seats[count++] = seat;
	for (int i = 0; i < count; i++) {
		int end = area.width * (i + 1) / count, width = end - x - (i + 1 < count ? GAP : 0);

		if (width > 0)
			lmc2_draw_dialogue(view, board->position.match,
					   (struct area){area.y, area.x + x, area.height, width}, seats[i],
					   board->position.match->setup.seat[seats[i]].kind == SEAT_HUMAN
						   ? view_marked(view)
						   : NULL);
		x = end;
	}
}

static void lmc2_draw(void *state, struct area area, const struct view *view, bool cursor UNUSED)
{
	struct lmc2_board *board = state;
	bool seats[SEATS];
	int plot;

	if (area.height < 1 || area.width < 1 || !board->position.match)
		return;
	paint_clear(area, ROLE_TEXT);
	draw_head(board, &area);
	if (view->session && session_file(view->session))
		draw_symbols(session_file(view->session), board->position.match, &area, &board->words);
	plot = kept_within(area.height / PLOT_PART, PLOT_LEAST, PLOT_MOST);
	if (area.height < TALK_LEAST + plot)
		plot = 0;
	draw_talk(board, grid_take(&area, area.height - plot), view);
	for (int seat = 0; seat < SEATS; seat++)
		seats[seat] = board->position.match->setup.seat[seat].kind != SEAT_FREE;
	if (plot)
		counts_draw_plot(&board->position, area, board->sum, seats, board->position.turns, "turn");
}

/* On a narrow screen one column of talk leaves the rest to the messages, whose beginnings are alike.  */
static struct area lmc2_wants(const void *state, struct area room)
{
	const struct lmc2_board *board = state;
	bool narrow = board->lone && room.width && room.width < NARROW;

	return (struct area){.height = 40, .width = narrow ? TALK_NARROW : TALK_WIDE};
}

static struct area lmc2_picture(const void *state UNUSED)
{
	return (struct area){.height = 24, .width = 48};
}

/* Words are typed: there is nothing to point at.  */
static int lmc2_key(void *board UNUSED, unsigned key, bool is_code)
{
	return grid_is_enter(key, is_code) ? 3 : 0;
}

/* A blank behind a word goes on with the next one.  */
static enum typing lmc2_types(const void *state, const char *text)
{
	const struct lmc2_board *board = state;
	const char *at = board->words.size ? board->words.at : "";
	size_t size = strlen(text), word;
	enum typing typing = TYPING_NOTHING;

	for (; *at; at += word) {
		at += strspn(at, " ");
		word = strcspn(at, " ");
		if (word && size == word + 1 && text[word] == ' ' && memcmp(at, text, word) == 0)
			return TYPING_BEGINS;
		grid_types(text, at, word, &typing);
	}
	return typing == TYPING_WHOLE ? TYPING_MOVE : typing;
}

static const char *lmc2_expects(const void *board UNUSED)
{
	return "type your words with blanks between them, or press Enter first";
}

static const struct board_key keys[] = {
	{"enter", "type what the player says; its first words open the prompt, too", true},
	{0},
};

static const struct sign signs[] = {
	GLYPH_SIGN(TO, "said to the player"),
	GLYPH_SIGN(FROM, "said by the player"),
	GLYPH_SIGN(BEST, "the answer that the game program would have liked"),
	GLYPH_SIGN(HINT, "the line that an agent suggests (H)"),
	{0},
};

extern const struct board_view board_lmc2;
const struct board_view board_lmc2 = {
	.keys = keys,
	.signs = signs,
	.new = lmc2_new,
	.free = position_free,
	.position = lmc2_position,
	.draw = lmc2_draw,
	.wants = lmc2_wants,
	.picture = lmc2_picture,
	.key = lmc2_key,
	.types = lmc2_types,
	.expects = lmc2_expects,
	.unfinished = position_unfinished,
	.words = sum_words,
	.mark = sum_mark,
	.score = sum_score,
};
