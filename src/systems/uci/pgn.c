/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pgn.c - reads and writes games in PGN, and reads openings (Portable Game Notation Specification and
 * Implementation Guide, 1994, sections 7, 8 and 16).
 *
 * Comments have the form that fastchess and cutechess write: {+0.31/12 0.532s} is the value, the depth and
 * the time of the move before it.  They count a mate in plies, engines in moves.  */
#include "pgn.h"
#include "game.h"

#include "ringside/mistake.h"
#include "ringside/option.h"
#include "systems/text.h"
#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 80, NAME_MOST = 64, DEPTH_MOST = 9999 };

/* ---- tokens ---- */

enum token_kind { TOKEN_TAG, TOKEN_MOVE, TOKEN_COMMENT, TOKEN_RESULT, TOKEN_END };

struct token {
	enum token_kind kind;
	const char *at;   /* where it begins */
	struct text text; /* of a tag, its value without quotes, and perhaps with escapes */
	struct text name; /* of a tag */
};

struct tokens {
	const char *begin, *at, *end;
};

static bool is_symbol(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("_+#=:-/", c));
}

/* Passes over blanks, comments to the end of a line, escaped lines, and variations with all that is in them.
 */
static void skip(struct tokens *tokens)
{
	int nested = 0;

	for (; tokens->at < tokens->end; tokens->at++) {
		char c = *tokens->at;
		bool new_line = tokens->at == tokens->begin || tokens->at[-1] == '\n';

		if (c == ';' || (c == '%' && new_line)) {
			while (tokens->at < tokens->end && *tokens->at != '\n')
				tokens->at++;
			if (tokens->at == tokens->end)
				return;
		} else if (nested && c == '{') {
			while (tokens->at < tokens->end && *tokens->at != '}')
				tokens->at++;
			if (tokens->at == tokens->end)
				return;
		} else if (c == '(') {
			nested++;
		} else if (c == ')' && nested) {
			nested--;
		} else if (!nested && !isspace((unsigned char)c)) {
			return;
		}
	}
}

/* The text up to a byte, which is passed over, too.  */
static struct text take_until(struct tokens *tokens, char last)
{
	const char *from = tokens->at;
	struct text text;

	while (tokens->at < tokens->end && *tokens->at != last)
		tokens->at += *tokens->at == '\\' && last == '"' && tokens->at + 1 < tokens->end ? 2 : 1;
	text = (struct text){from, (size_t)(tokens->at - from)};
	if (tokens->at < tokens->end)
		tokens->at++;
	return text;
}

static struct token take_tag(struct tokens *tokens)
{
	struct token token = {TOKEN_TAG, tokens->at, {"", 0}, {"", 0}};

	tokens->at++;
	while (tokens->at < tokens->end && *tokens->at == ' ')
		tokens->at++;
	token.name.at = tokens->at;
	while (tokens->at < tokens->end && (isalnum((unsigned char)*tokens->at) || *tokens->at == '_'))
		tokens->at++;
	token.name.size = (size_t)(tokens->at - token.name.at);
	while (tokens->at < tokens->end && !strchr("\"]\n", *tokens->at))
		tokens->at++;
	if (tokens->at < tokens->end && *tokens->at == '"') {
		tokens->at++;
		token.text = take_until(tokens, '"');
	}
	take_until(tokens, ']');
	return token;
}

static bool is_result(struct text word)
{
	return text_is(word, "1-0") || text_is(word, "0-1") || text_is(word, "1/2-1/2") || text_is(word, "*");
}

static bool is_number(struct text word)
{
	for (size_t i = 0; i < word.size; i++)
		if (!isdigit((unsigned char)word.at[i]))
			return false;
	return true;
}

/* The next token; numbers of moves and glyphs ($6, !?) are passed over.  */
static struct token next_token(struct tokens *tokens)
{
	for (;;) {
		struct token token = {TOKEN_END, NULL, {"", 0}, {"", 0}};
		char c;

		skip(tokens);
		token.at = token.text.at = tokens->at;
		if (tokens->at == tokens->end)
			return token;
		c = *tokens->at;
		if (c == '[')
			return take_tag(tokens);
		if (c == '{') {
			tokens->at++;
			token.kind = TOKEN_COMMENT;
			token.text = take_until(tokens, '}');
			return token;
		}
		tokens->at++;
		if (c == '*') {
			token.kind = TOKEN_RESULT;
			token.text.size = 1;
			return token;
		}
		if (!is_symbol(c))
			continue; /* a point, a glyph */
		while (tokens->at < tokens->end && is_symbol(*tokens->at))
			tokens->at++;
		token.text.size = (size_t)(tokens->at - token.at);
		if (is_result(token.text)) {
			token.kind = TOKEN_RESULT;
			return token;
		}
		if (token.at > tokens->begin && token.at[-1] == '$')
			continue;
		if (!is_number(token.text)) {
			token.kind = TOKEN_MOVE;
			return token;
		}
	}
}

/* Goes to the game with that number, from 1; 0: passes over all of them.  Returns how many there are before
 * the place where it stops.  */
static int go_to_game(struct tokens *tokens, int game)
{
	bool inside = false, tagged = false; /* a game has begun; only its tags have come */
	int games = 0;

	for (;;) {
		struct tokens before = *tokens;
		struct token token = next_token(tokens);

		if (token.kind == TOKEN_END)
			return games;
		if (!inside || (token.kind == TOKEN_TAG && !tagged)) {
			if (games + 1 == game) {
				*tokens = before;
				return games;
			}
			games++;
			inside = true;
			tagged = token.kind == TOKEN_TAG;
		}
		tagged = tagged && token.kind == TOKEN_TAG;
		inside = token.kind != TOKEN_RESULT;
	}
}

static struct tokens tokens_of(const char *text, size_t size)
{
	return (struct tokens){text, text, text + size};
}

static int games(const char *text, size_t size)
{
	struct tokens tokens = tokens_of(text, size);

	return go_to_game(&tokens, 0);
}

static bool looks(const char *text, size_t size)
{
	struct tokens tokens = tokens_of(text, size);
	struct token token = next_token(&tokens);

	return token.kind == TOKEN_TAG && token.name.size && token.text.size;
}

/* ---- a game ---- */

struct reading {
	struct setup setup;
	struct match *match;
	struct chess_game game;
	struct turn turn; /* the last move, which is not in the match yet: its comment may follow */
	bool has_turn, begun;
	int64_t time;
	struct text result, termination;
	const char *wrong;
};

/* The text without the escapes of a tag's value.  */
static void name_seat(struct setup *setup, int seat, struct text value)
{
	char name[NAME_MOST + 1];
	size_t size = 0;

	for (size_t i = 0; i < value.size && size < NAME_MOST; i++)
		if (value.at[i] != '\\' || ++i < value.size)
			name[size++] = value.at[i];
	name[size] = '\0';
	if (size && strcmp(name, "?") != 0)
		setup_name(setup, seat, name);
}

static void take_tag_of_game(struct reading *reading, const struct token *token)
{
	char *text;

	if (text_is(token->name, "White")) {
		name_seat(&reading->setup, SEAT_1, token->text);
	} else if (text_is(token->name, "Black")) {
		name_seat(&reading->setup, SEAT_2, token->text);
	} else if (text_is(token->name, "FEN")) {
		text = bytes_copy(token->text.at, token->text.size);
		setup_put(&reading->setup, &chess_option_opening, text);
		free(text);
	} else if (text_is(token->name, "Result")) {
		reading->result = token->text;
	} else if (text_is(token->name, "Termination")) {
		reading->termination = token->text;
	} else if (text_is(token->name, "Variant")) {
		if (text_is_nearly(token->text, "chess960") || text_is_nearly(token->text, "fischerandom"))
			setup_put(&reading->setup, &chess_option_chess960, "yes");
	}
}

static char *begin_game(struct reading *reading)
{
	reading->begun = true;
	return chess_game_begin(&reading->game, &reading->setup, NULL);
}

static void end_turn(struct reading *reading)
{
	if (reading->has_turn)
		match_add(reading->match, reading->turn);
	reading->has_turn = false;
}

static char *take_move(struct reading *reading, struct text word)
{
	struct chess_move move;
	enum chess_reading found = chess_read_move(&reading->game.now, word.at, word.size, &move);
	char words[CHESS_WORDS_MOST];

	if (found != CHESS_READ)
		return text_problem("", word, " is %s", chess_refusal(found));
	end_turn(reading);
	chess_uci_words(&reading->game.now, move, chess_is_960(&reading->setup), words);
	reading->turn = turn_unmeasured(chess_seat(&reading->setup, reading->game.now.to_move));
	reading->turn.began_ns = reading->time;
	reading->turn.played = bytes_text("%s", words);
	reading->has_turn = true;
	chess_go(&reading->game, move);
	return NULL;
}

/* The time in a comment, as 0.532s, in ns; 0: there is none.  */
static int64_t time_in(struct text comment)
{
	struct text word;
	char number[24], *end;
	double seconds;

	while ((word = text_word(&comment)).size) {
		while (word.size && strchr(",;", word.at[word.size - 1]))
			word.size--;
		if (word.size < 2 || word.size >= sizeof(number) || word.at[word.size - 1] != 's' ||
		    !isdigit((unsigned char)*word.at))
			continue;
		memcpy(number, word.at, word.size - 1);
		number[word.size - 1] = '\0';
		seconds = strtod(number, &end);
		if (!*end && seconds >= 0 && seconds < 1e7)
			return (int64_t)(seconds * 1e9);
	}
	return 0;
}

/* The value and the depth that a comment begins with, as +0.31/12 or -M5/20.  */
static void read_said(struct text comment, struct said *said)
{
	struct text word = text_word(&comment), depth;
	const char *slash = word.size ? memchr(word.at, '/', word.size) : NULL;
	char value[SAID_WORDS];
	size_t size = slash ? (size_t)(slash - word.at) : 0;
	int64_t plies;

	if (size < 2 || size + 1 >= sizeof(value))
		return;
	snprintf(value, sizeof(value), "%s%.*s", *word.at == '0' && strspn(word.at, "0.") == size ? "+" : "",
		 (int)size, word.at);
	depth = (struct text){slash + 1, word.size - size - 1};
	if (!strchr("+-", *value) || strspn(value + 1, ".0123456789M") < strlen(value + 1) ||
	    !text_take_number(&depth, &plies) || depth.size || plies < 0 || plies > DEPTH_MOST)
		return;
	if (value[1] == 'M')
		snprintf(value + 2, sizeof(value) - 2, "%d", (atoi(value + 2) + 1) / 2);
	memcpy(said->words, value, sizeof(value));
	said->value = said_value(value);
	said->depth = (int)plies;
}

static void take_comment(struct reading *reading, struct text comment)
{
	if (!reading->has_turn)
		return;
	reading->turn.think_ns = time_in(comment);
	reading->time += reading->turn.think_ns;
	read_said(comment, &reading->turn.said);
}

/* The reason that Termination tells.  A game that its players ended is resigned.  */
static const char *reason_of(struct text termination)
{
	for (const struct reason *reason = shared_reasons; reason->word; reason++)
		if (reason->pgn && text_is_nearly(termination, reason->pgn))
			return reason->word;
	return REASON_RESIGN;
}

/* The verdict by the rules if they end the game, else by the tags: a draw was agreed on.  */
static void take_verdict(struct reading *reading)
{
	enum chess_end end = chess_end(&reading->game);
	struct verdict verdict = {.winner = WINNER_DRAW, .reason = chess_reason(end)};
	int white = chess_seat(&reading->setup, CHESS_WHITE);
	bool draw = text_is(reading->result, "1/2-1/2");

	if (end == CHESS_MATE) {
		verdict.winner = seat_opponent(chess_seat(&reading->setup, reading->game.now.to_move));
	} else if (end == CHESS_GOES_ON) {
		if (!draw && !text_is(reading->result, "1-0") && !text_is(reading->result, "0-1"))
			return;
		verdict.winner = draw                              ? WINNER_DRAW
				 : text_is(reading->result, "1-0") ? white
								   : seat_opponent(white);
		verdict.reason = draw ? REASON_ADJUDICATED : reason_of(reading->termination);
		if (!draw && strcmp(verdict.reason, REASON_ADJUDICATED) != 0)
			verdict.blame = seat_opponent(verdict.winner);
	}
	verdict.detail = bytes_text("%.*s", (int)reading->result.size, reading->result.at);
	match_end_at(reading->match, reading->time, verdict);
}

static char *read_game(struct reading *reading, struct tokens *tokens)
{
	char *problem = NULL;

	for (;;) {
		struct token token = next_token(tokens);

		reading->wrong = token.at;
		if (token.kind == TOKEN_TAG && !reading->begun) {
			take_tag_of_game(reading, &token);
			continue;
		}
		if (!reading->begun && (problem = begin_game(reading)))
			return problem;
		if (token.kind == TOKEN_RESULT)
			reading->result = token.text;
		if (token.kind != TOKEN_MOVE && token.kind != TOKEN_COMMENT)
			return NULL;
		if (token.kind == TOKEN_COMMENT)
			take_comment(reading, token.text);
		else if ((problem = take_move(reading, token.text)))
			return problem;
	}
}

static char *read(const char *text, size_t size, int game, struct match *match, struct remarks *remarks,
		  const char **wrong)
{
	struct reading reading = {.match = match, .result = {"", 0}, .termination = {"", 0}};
	struct tokens tokens = tokens_of(text, size);
	struct match read = {0};
	char *problem;

	(void)remarks;
	go_to_game(&tokens, game);
	format_setup(&reading.setup, "uci", "white", "black");
	reading.match = &read;
	match_init(&read, &reading.setup);
	problem = read_game(&reading, &tokens);
	end_turn(&reading);
	*wrong = reading.wrong;
	if (problem) {
		match_free(&read);
		setup_free(&reading.setup);
		return problem;
	}
	take_verdict(&reading);
	/* The setup has what the tags say only now.  */
	setup_free(match_change_setup(&read));
	*match_change_setup(&read) = reading.setup;
	*match = read;
	return NULL;
}

/* ---- writing ---- */

static void write_tag(struct bytes *out, const char *name, const char *value)
{
	bytes_addf(out, "[%s \"", name);
	for (; *value; value++)
		if ((unsigned char)*value >= ' ')
			bytes_addf(out, strchr("\"\\", *value) ? "\\%c" : "%c", *value);
	bytes_add_text(out, "\"]\n");
}

static const char *result_of(const struct match *match)
{
	int white = chess_seat(&match->setup, CHESS_WHITE);

	if (!match->over || match->verdict.winner == WINNER_NONE)
		return "*";
	return match->verdict.winner == WINNER_DRAW ? "1/2-1/2"
	       : match->verdict.winner == white     ? "1-0"
						    : "0-1";
}

enum style { STYLE_FASTCHESS, STYLE_CUTECHESS };
static const struct option_choice styles[] = {
	{"fastchess", STYLE_FASTCHESS, NULL}, {"cutechess", STYLE_CUTECHESS, NULL}, {0}};
const struct option_row chess_option_pgn_style = OPTION_ROW(
	"pgn-style", OPTION_CHOICE, "STYLE", 0, .rare = true, .choices = styles, .value = STYLE_FASTCHESS,
	.help = "tags, times and comments of games in PGN: as fastchess writes them, or cutechess");

static enum style style_of(const struct setup *setup)
{
	return (enum style)setup_choice(setup, &chess_option_pgn_style);
}

/* How a game ended, in the words of both programs: who wins or loses, and these.  */
static const struct {
	const char *reason;
	enum { ENDS, WINNER, LOSER } who;
	const char *words;
} endings[] = {
	{"mate", WINNER, " mates"},
	{"stalemate", ENDS, "Draw by stalemate"},
	{"material", ENDS, "Draw by insufficient mating material"},
	{"flag", ENDS, "Draw by insufficient mating material"},
	{"repetition", ENDS, "Draw by 3-fold repetition"},
	{"fifty-moves", ENDS, "Draw by fifty moves rule"},
	{REASON_TIMEOUT, LOSER, " loses on time"},
	{REASON_ILLEGAL, LOSER, " makes an illegal move"},
	{REASON_PROTOCOL, LOSER, " makes an illegal move"},
	{REASON_CRASH, LOSER, " disconnects"},
	{REASON_EXIT, LOSER, " disconnects"},
	{REASON_MEMORY, LOSER, " disconnects"},
	{REASON_START, LOSER, "'s connection stalls"},
	{REASON_RESIGN, LOSER, " resigns"},
	{REASON_ADJUDICATED, WINNER, " wins by adjudication"},
};

/* "White mates", or "" for a game that goes on.  The caller frees.  */
static char *ending_of(const struct match *match)
{
	bool won = match->over && match->verdict.winner > WINNER_DRAW;
	bool white = won && match->verdict.winner == chess_seat(&match->setup, CHESS_WHITE);

	for (size_t i = 0; match->over && i < sizeof(endings) / sizeof(endings[0]); i++)
		if (strcmp(match->verdict.reason, endings[i].reason) == 0 && won == (endings[i].who != ENDS))
			return bytes_text("%s%s",
					  endings[i].who == ENDS                ? ""
					  : white == (endings[i].who == WINNER) ? "White"
										: "Black",
					  endings[i].words);
	return bytes_text("%s",
			  match->over && match->verdict.winner == WINNER_DRAW ? "Draw by adjudication" : "");
}

/* ---- tags ---- */

enum { TAGS_MOST = 20, ROSTER = 7 };

struct tags {
	struct tag {
		const char *name;
		char *value; /* owned */
	} list[TAGS_MOST];
	int count;
};

/* Takes over the value.  */
static void add_tag(struct tags *tags, const char *name, char *value)
{
	assert(tags->count < TAGS_MOST);
	tags->list[tags->count++] = (struct tag){name, value};
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct tag *)a)->name, ((const struct tag *)b)->name);
}

/* A clock as both write it; none is "-" in one, and "inf" in the other.  The caller frees.  */
static char *clock_of(const struct setup *setup, enum chess_colour colour)
{
	int seat = chess_seat(setup, colour);
	struct time_control clock = setup_clock(setup, seat);
	int64_t limit = setup_turn_limit(setup, seat);
	struct bytes words = {0};

	for (const struct period *period = clock.period; period < clock.period + clock.count; period++) {
		bytes_add_text(&words, words.size ? ":" : "");
		if (period->moves)
			bytes_addf(&words, "%" PRId64 "/", period->moves);
		bytes_addf(&words, "%.6g", (double)period->time / NS_PER_S);
		if (period->increment)
			bytes_addf(&words, "+%.6g", (double)period->increment / NS_PER_S);
	}
	if (words.size)
		return words.at;
	return limit ? bytes_text("%.8g/move", (double)limit / NS_PER_S)
		     : bytes_text("%s", style_of(setup) == STYLE_FASTCHESS ? "-" : "inf");
}

static void add_clocks(struct tags *tags, const struct setup *setup)
{
	char *white = clock_of(setup, CHESS_WHITE), *black = clock_of(setup, CHESS_BLACK);
	bool same = strcmp(white, black) == 0;

	add_tag(tags, same ? "TimeControl" : "WhiteTimeControl", white);
	if (same)
		free(black);
	else
		add_tag(tags, "BlackTimeControl", black);
}

/* A time in microseconds since 1970, UTC.  The caller frees.  */
static char *stamp_words(int64_t us, enum style style)
{
	struct date date = value_date(us / INT64_C(86400000000));
	int ms = (int)(us / 1000 % 86400000), second = ms / 1000;
	char *words = bytes_text("%04d-%02d-%02dT%02d:%02d:%02d", date.year, date.month, date.day,
				 second / 3600, second / 60 % 60, second % 60),
	     *stamp = style == STYLE_FASTCHESS ? bytes_text("%s +0000", words)
					       : bytes_text("%s.%03d UTC", words, ms % 1000);

	free(words);
	return stamp;
}

static void add_times(struct tags *tags, const struct match *match)
{
	enum style style = style_of(&match->setup);
	int64_t took = match->over ? match->ended_ns : 0;
	int second = (int)(took / NS_PER_S);

	if (!match->started_us)
		return;
	add_tag(tags, "GameDuration",
		bytes_text("%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60));
	add_tag(tags, "GameStartTime", stamp_words(match->started_us, style));
	add_tag(tags, "GameEndTime", stamp_words(match->started_us + took / 1000, style));
}

static void add_termination(struct tags *tags, const struct match *match)
{
	const struct reason *reason = match->over ? reason_named(match->verdict.reason) : NULL;
	bool is_long = match->over && strcmp(match->verdict.reason, CHESS_MAX_MOVES) == 0;
	const char *words = reason && reason->pgn ? reason->pgn
			    : is_long             ? "adjudication"
			    : match->over         ? "normal"
						  : "unterminated";
	bool fastchess = style_of(&match->setup) == STYLE_FASTCHESS;

	if (fastchess && reason && strcmp(reason->word, REASON_START) == 0)
		words = "abandoned";
	if (fastchess || strcmp(words, "normal") != 0)
		add_tag(tags, "Termination", bytes_text("%s", words));
}

static char *player_of(const struct setup *setup, enum chess_colour colour)
{
	const char *name = setup->seat[chess_seat(setup, colour)].name;

	return bytes_text("%s", name ? name : "?");
}

/* `start`: before the moves of the opening, of which there are so many.  */
static void write_tags(const struct match *match, const struct chess_game *start, int opening,
		       struct bytes *out)
{
	const struct setup *setup = &match->setup;
	bool fastchess = style_of(setup) == STYLE_FASTCHESS, is_960 = chess_is_960(setup);
	struct date date = value_date(match->started_us / INT64_C(86400000000));
	struct tags tags = {.count = 0};

	add_tag(&tags, "Event", bytes_text("ringside match"));
	add_tag(&tags, "Site", bytes_text("?"));
	add_tag(&tags, "Date",
		match->started_us ? bytes_text("%04d.%02d.%02d", date.year, date.month, date.day)
				  : bytes_text("????.??.??"));
	add_tag(&tags, "Round", bytes_text("%d", setup->game));
	add_tag(&tags, "White", player_of(setup, CHESS_WHITE));
	add_tag(&tags, "Black", player_of(setup, CHESS_BLACK));
	add_tag(&tags, "Result", bytes_text("%s", result_of(match)));
	if (is_960 || memcmp(&start->now, &chess_start, sizeof(chess_start)) != 0) {
		char fen[CHESS_FEN_MOST];

		chess_write_fen(&start->now, is_960, fen);
		add_tag(&tags, "SetUp", bytes_text("1"));
		add_tag(&tags, "FEN", bytes_text("%s", fen));
	}
	if (is_960)
		add_tag(&tags, "Variant", bytes_text("%s", fastchess ? "Chess960" : "fischerandom"));
	add_times(&tags, match);
	add_tag(&tags, "PlyCount", bytes_text("%d", opening + match->turn_count));
	add_termination(&tags, match);
	if (match->started_us) /* else the file of another program did not tell them */
		add_clocks(&tags, setup);
	if (!fastchess)
		qsort(&tags.list[ROSTER], (size_t)(tags.count - ROSTER), sizeof(tags.list[0]), by_name);
	for (int i = 0; i < tags.count; i++) {
		write_tag(out, tags.list[i].name, tags.list[i].value);
		free(tags.list[i].value);
	}
	bytes_add(out, "\n", 1);
}

/* ---- moves ---- */

/* Adds a move with its number and comment, or the result, on a new line if it does not fit (PGN 4.3).  Takes
 * over the words.  */
static void write_words(struct bytes *out, size_t *column, char *words)
{
	size_t size = strlen(words);

	if (*column && *column + 1 + size > LINE) {
		bytes_add(out, "\n", 1);
		*column = 0;
	} else if (*column) {
		bytes_add(out, " ", 1);
		++*column;
	}
	bytes_add_text(out, words);
	*column += size;
	free(words);
}

/* +0.31, or +M5 for a mate in three moves, which is five plies.  The caller frees.  */
static char *value_words(const char *said)
{
	int moves = said[0] && said[1] == 'M' ? atoi(said + 2) : 0;

	if (moves)
		return bytes_text("%cM%d", *said, *said == '+' ? 2 * moves - 1 : 2 * moves);
	return bytes_text("%s", strspn(said, "+-0.") == strlen(said) && *said == '+' ? said + 1 : said);
}

/* 0.532s; cutechess writes three digits at most.  The caller frees.  */
static char *time_words(int64_t ns, enum style style)
{
	int64_t ms = ns / NS_PER_MS;

	if (style == STYLE_CUTECHESS && !ms)
		return bytes_text("0s");
	return bytes_text("%.*fs",
			  style == STYLE_FASTCHESS || ms < 100 ? 3
			  : ms < 1000                          ? 2
			  : ms < 10000                         ? 1
							       : 0,
			  (double)ms / 1000);
}

/* The comment of a turn, with the words of the end behind it; "": there is nothing to say.  The caller frees.
 */
static char *comment_of(const struct turn *turn, enum style style, const char *end)
{
	bool said = *turn->said.words;
	char *value = value_words(turn->said.words), *time = time_words(turn->think_ns, style),
	     *depth = bytes_text("/%d ", turn->said.depth);
	bool shown = turn->think_ns && (said || style == STYLE_FASTCHESS || turn->think_ns >= NS_PER_S / 2);
	char *words = bytes_text("%s%s%s%s%s", shown || said ? value : "",
				 said || (shown && style == STYLE_FASTCHESS) ? depth : "",
				 shown || said ? time : "", (shown || said) && *end ? ", " : "", end),
	     *comment = bytes_text(*words ? " {%s}" : "%s", words);

	free(words);
	free(depth);
	free(time);
	free(value);
	return comment;
}

static void write_move(const struct chess_game *game, struct chess_move move, bool first, const char *comment,
		       struct bytes *out, size_t *column)
{
	char words[CHESS_WORDS_MOST];
	bool white = game->now.to_move == CHESS_WHITE;

	chess_san_words(&game->now, move, words);
	write_words(out, column,
		    white || first
			    ? bytes_text("%d.%s %s%s", game->now.number, white ? "" : "..", words, comment)
			    : bytes_text("%s%s", words, comment));
}

/* Sets the game before its opening; returns the moves of the opening, with blanks before each, or "".  */
static const char *rewind_opening(const struct match *match, const struct bytes *told,
				  struct chess_game *game)
{
	const char *moves = strstr(told->at, " moves");
	struct text first = {told->at, moves ? (size_t)(moves - told->at) : told->size};
	char *words;

	if (!moves)
		return "";
	text_word(&first); /* fen, or startpos */
	words = bytes_copy(first.at, first.size);
	free(chess_game_read(game, &match->setup, words, NULL)); /* it was read with the moves */
	free(words);
	return moves + strlen(" moves");
}

/* The turns behind the opening.  */
static char *write_turns(const struct match *match, struct chess_game *game, int before, struct bytes *out,
			 size_t *column)
{
	enum style style = style_of(&match->setup);
	char *end = ending_of(match);

	for (int n = 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_turn(match, n);
		struct chess_move move;
		char *comment;

		if (!turn || !chess_read_uci(&game->now, turn->played, strlen(turn->played),
					     chess_is_960(&match->setup), &move)) {
			free(end);
			return bytes_text("turn %d is no move of chess", n);
		}
		comment = comment_of(turn, style, n == match->turn_count ? end : "");
		write_move(game, move, before + n == 1, comment, out, column);
		chess_go(game, move);
		free(comment);
	}
	if (*end && !match->turn_count)
		write_words(out, column, bytes_text("{%s}", end));
	free(end);
	return NULL;
}

static char *write(const struct match *match, const struct remarks *remarks, struct bytes *out)
{
	struct chess_game game;
	struct bytes told = {0};
	size_t column = 0, size = out->size;
	char *problem = chess_game_begin(&game, &match->setup, &told);
	const char *moves = problem ? "" : rewind_opening(match, &told, &game);
	struct text opening = text_of(moves), rest = opening, word;
	int before = 0;

	(void)remarks;
	while (text_word(&rest).size)
		before++;
	if (!problem)
		write_tags(match, &game, before, out);
	for (int n = 0; n < before; n++) {
		struct chess_move move;

		word = text_word(&opening);
		chess_read_uci(&game.now, word.at, word.size, chess_is_960(&match->setup), &move);
		write_move(&game, move, n == 0, " {book}", out, &column);
		chess_go(&game, move);
	}
	if (!problem)
		problem = write_turns(match, &game, before, out, &column);
	bytes_free(&told);
	if (problem) {
		out->size = size;
		return problem;
	}
	write_words(out, &column, bytes_text("%s", result_of(match)));
	bytes_add_text(out, "\n\n");
	return NULL;
}

static const struct file_format pgn = {
	.name = "pgn",
	.title = "Portable Game Notation: games of chess",
	.looks = looks,
	.games = games,
	.read = read,
	.write = write,
};

const struct file_format *const chess_formats[] = {&pgn, NULL};

/* ---- openings ---- */

struct openings {
	const struct setup *setup;
	char **list;
	int count;
};

/* Takes over the opening. NULL, or why no game can begin with it.  */
static char *add_opening(struct openings *openings, char *opening)
{
	struct setup setup;
	struct chess_game game;
	char *problem;

	setup_copy(&setup, openings->setup);
	setup_put(&setup, &chess_option_opening, opening);
	problem = chess_game_begin(&game, &setup, NULL);
	setup_free(&setup);
	if (problem) {
		free(opening);
		return problem;
	}
	openings->list = bytes_grown(openings->list, openings->count, sizeof(*openings->list));
	openings->list[openings->count++] = opening;
	return NULL;
}

const struct option_row chess_option_plies =
	OPTION_ROW("openings-plies", OPTION_COUNT, "N", 0, .rare = true, .most = OPTION_MANY,
		   .optional = true, .help = "take only the first N plies of each game of --openings");

/* Each game is an opening: its FEN, if it has one, and all its moves, or the first plies.  */
static char *read_pgn_openings(struct openings *openings, const char *text, size_t size, const char **wrong)
{
	struct tokens tokens = tokens_of(text, size);
	struct token token = next_token(&tokens);

	while (token.kind != TOKEN_END) {
		struct bytes opening = {0};
		int64_t moved = 0, most = setup_given(openings->setup, chess_option_plies.name)
						  ? setup_count(openings->setup, &chess_option_plies)
						  : INT64_MAX;
		char *problem;

		*wrong = token.at;
		bytes_add(&opening, "", 0);
		for (; token.kind == TOKEN_TAG; token = next_token(&tokens))
			if (text_is(token.name, "FEN"))
				bytes_add(&opening, token.text.at, token.text.size);
		for (; token.kind == TOKEN_MOVE || token.kind == TOKEN_COMMENT; token = next_token(&tokens)) {
			if (token.kind == TOKEN_COMMENT || moved++ >= most)
				continue;
			if (moved == 1 && opening.size)
				bytes_add_text(&opening, " moves");
			bytes_addf(&opening, "%s%.*s", opening.size ? " " : "", (int)token.text.size,
				   token.text.at);
		}
		if (token.kind == TOKEN_RESULT)
			token = next_token(&tokens);
		problem = add_opening(openings, opening.at);
		if (problem)
			return problem;
	}
	return NULL;
}

/* Each line is a FEN or an EPD, whose operations are passed over.  */
static char *read_lines(struct openings *openings, const char *text, size_t size, const char **wrong)
{
	struct text rest = {text, size}, line;

	while (text_line(&rest, &line)) {
		struct chess_position position;
		char fen[CHESS_FEN_MOST], *problem = NULL;

		line = text_trimmed(line);
		*wrong = line.at;
		if (!line.size || *line.at == '#')
			continue;
		if (!chess_read_fen(&position, line.at, line.size, NULL, wrong, &problem))
			return problem;
		chess_write_fen(&position, chess_is_960(openings->setup), fen);
		problem = add_opening(openings, bytes_text("%s", fen));
		if (problem)
			return problem;
	}
	return NULL;
}

static bool begins_like_pgn(const char *text, size_t size)
{
	struct tokens tokens = tokens_of(text, size);
	struct token token = next_token(&tokens);

	return token.kind == TOKEN_TAG || token.kind == TOKEN_COMMENT ||
	       (token.kind == TOKEN_MOVE && !memchr(token.text.at, '/', token.text.size));
}

static char **read_openings(const struct setup *setup, const char *text, size_t size, const char *name,
			    int *count, char **problem)
{
	struct openings openings = {.setup = setup};
	const char *wrong = text;
	char *why =
		(begins_like_pgn(text, size) ? read_pgn_openings : read_lines)(&openings, text, size, &wrong);

	if (!why && !openings.count)
		why = bytes_text(
			"there is no opening: expected games in PGN, or a FEN or an EPD in each line");
	*count = openings.count;
	if (!why)
		return openings.list;
	*problem = location_problem(name, location_of(text, wrong), why);
	while (openings.count)
		free(openings.list[--openings.count]);
	free(openings.list);
	return NULL;
}

/* A match goes on from a file: its opening with all moves up to there.  */
static char *resume(const struct match *match, int turns, struct setup *setup)
{
	struct chess_game game;
	struct bytes opening = {0};
	char *problem = chess_game_begin(&game, &match->setup, NULL), fen[CHESS_FEN_MOST];

	if (problem)
		return problem;
	chess_write_fen(&game.now, chess_is_960(&match->setup), fen);
	bytes_add_text(&opening, fen);
	for (int n = 1; n <= turns; n++) {
		const struct turn *turn = match_turn(match, n);

		if (!turn || !chess_game_play(&game, &match->setup, turn->played)) {
			bytes_free(&opening);
			return bytes_text("turn %d is no move of chess", n);
		}
		bytes_addf(&opening, "%s %s", n == 1 ? " moves" : "", turn->played);
	}
	if (chess_end(&game) != CHESS_GOES_ON) {
		bytes_free(&opening);
		return bytes_text("the game is over there (%s): choose an earlier turn",
				  chess_reason(chess_end(&game)));
	}
	setup_inherit(setup, &match->setup, &chess_option_chess960);
	setup->first = match->setup.first;
	setup_put(setup, &chess_option_opening, opening.at);
	bytes_free(&opening);
	return NULL;
}

/* A FEN has seven slashes, and blanks; moves that are no moves here are still meant as some.  */
static bool is_opening(const struct setup *setup, const char *words)
{
	struct chess_game game;
	char *problem = chess_game_read(&game, setup, words, NULL);
	bool is = !problem || strchr(words, ' ');

	free(problem);
	return is;
}

const struct protocol_openings chess_openings = {.read = read_openings, .is = is_opening, .resume = resume};

/* ---- EPD as a suite ---- */

/* Takes an operation off the line: its word, and what stands between that and the next semicolon, without the
 * quotation marks around it.  False: there are no more.  */
static bool take_operation(struct text *line, struct text *word, struct text *operand)
{
	size_t size = 0;
	bool quoted = false;

	*line = text_trimmed(*line);
	while (line->size && *line->at == ';')
		*line = text_trimmed((struct text){line->at + 1, line->size - 1});
	while (size < line->size && (quoted || line->at[size] != ';'))
		quoted ^= line->at[size++] == '"';
	*operand = (struct text){line->at, size};
	*line = (struct text){line->at + size, line->size - size};
	*word = text_word(operand);
	*operand = text_trimmed(*operand);
	if (operand->size > 1 && *operand->at == '"' && operand->at[operand->size - 1] == '"')
		*operand = text_trimmed((struct text){operand->at + 1, operand->size - 2});
	return word->size > 0;
}

/* Are these points for moves, as "f5=10, Be5+=2"?  */
static bool are_points(struct text text)
{
	struct text words[CHESS_MOVES_MOST];
	int count = text_split(text, ", ", words, CHESS_MOVES_MOST);
	int64_t number;

	for (int i = 0; i < count; i++) {
		size_t at = words[i].size;

		while (at && words[i].at[at - 1] != '=')
			at--;
		words[i] = (struct text){words[i].at + at, words[i].size - at};
		if (at < 3 || !text_take_number(&words[i], &number) || words[i].size)
			return false;
	}
	return count > 0;
}

char *chess_epd_case(const char *line, size_t size, int number, char **problem)
{
	struct text rest = text_trimmed((struct text){line, size}), word, operand;
	struct chess_position position;
	FREED_BY(bytes_free) struct bytes keys = {0};
	FREED char *name = bytes_text("line %d", number);
	const char *end;

	*problem = NULL;
	if (!rest.size || *rest.at == '#' ||
	    !chess_read_fen(&position, rest.at, rest.size, &end, NULL, problem))
		return NULL;
	word = text_trimmed((struct text){rest.at, (size_t)(end - rest.at)});
	bytes_addf(&keys, "position = %.*s\n", (int)word.size, word.at);
	rest = (struct text){end, (size_t)(rest.at + rest.size - end)};
	while (take_operation(&rest, &word, &operand)) {
		const char *key = text_is(word, "bm")                          ? "move"
				  : text_is(word, "am")                        ? "not"
				  : text_is(word, "dm")                        ? "mate"
				  : text_is(word, "c0") && are_points(operand) ? "points"
									       : NULL;

		if (text_is(word, "id") && operand.size) {
			free(name);
			name = bytes_copy(operand.at, operand.size);
		}
		if (key)
			bytes_addf(&keys, "%s = %.*s\n", key, (int)operand.size, operand.at);
	}
	return bytes_text("[case %s]\n%s", name, keys.at);
}
