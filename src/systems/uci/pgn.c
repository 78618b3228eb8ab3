/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pgn.c - reads and writes games in PGN, and reads openings (Portable Game Notation Specification and
 * Implementation Guide, 1994, sections 7, 8 and 16).
 *
 * Comments have the form that fastchess and cutechess write: {+0.31/12 0.532s} is the value, the depth and
 * the time of the move before it.  They count a mate in plies, engines in moves.  */
#include "game.h"

#include "ringside/mistake.h"
#include "ringside/option.h"
#include "ringside/value.h"
#include "systems/text.h"
#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
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

/* Passes over blanks, comments to the end of a line, escaped lines, and variations with all that is in them.
 */
static void skip(struct tokens *tokens)
{
	int nested = 0;

	while (tokens->at < tokens->end) {
		char c = *tokens->at;
		bool new_line = tokens->at == tokens->begin || tokens->at[-1] == '\n';

		if (c == ';' || (c == '%' && new_line)) {
			take_until(tokens, '\n');
		} else if (nested && c == '{') {
			take_until(tokens, '}');
		} else if (nested || c == '(' || isspace((unsigned char)c)) {
			nested += (c == '(') - (c == ')');
			tokens->at++;
		} else {
			return;
		}
	}
}

static struct text take_symbol(struct tokens *tokens)
{
	const char *from = tokens->at;

	while (tokens->at < tokens->end && is_symbol(*tokens->at))
		tokens->at++;
	return (struct text){from, (size_t)(tokens->at - from)};
}

static struct token take_tag(struct tokens *tokens)
{
	struct token token = {TOKEN_TAG, tokens->at++, {"", 0}, {"", 0}};

	while (tokens->at < tokens->end && *tokens->at == ' ')
		tokens->at++;
	token.name = take_symbol(tokens);
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

/* The next token; numbers of moves and glyphs ($6, !?) are passed over.  */
static struct token next_token(struct tokens *tokens)
{
	for (;;) {
		struct token token = {TOKEN_END, NULL, {"", 0}, {"", 0}};

		skip(tokens);
		token.at = token.text.at = tokens->at;
		if (tokens->at == tokens->end)
			return token;
		if (*token.at == '[')
			return take_tag(tokens);
		token.text = take_symbol(tokens);
		if (!token.text.size) { /* a bracket, an asterisk, a point, a glyph */
			tokens->at++;
			token.text = *token.at == '{' ? take_until(tokens, '}') : (struct text){token.at, 1};
		}
		if (*token.at == '{')
			token.kind = TOKEN_COMMENT;
		else if (is_result(token.text))
			token.kind = TOKEN_RESULT;
		else if (is_symbol(*token.at) && (token.at == tokens->begin || token.at[-1] != '$') &&
			 !(isdigit((unsigned char)*token.at) && text_is_number(token.text, &(int64_t){0})))
			token.kind = TOKEN_MOVE;
		if (token.kind != TOKEN_END)
			return token;
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
	bool begun;
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
	FREED char *text = bytes_copy(token->text.at, token->text.size);

	if (text_is(token->name, "White"))
		name_seat(&reading->setup, SEAT_1, token->text);
	else if (text_is(token->name, "Black"))
		name_seat(&reading->setup, SEAT_2, token->text);
	else if (text_is(token->name, "FEN"))
		setup_put(&reading->setup, &chess_option_opening, text);
	else if (text_is(token->name, "Result"))
		reading->result = token->text;
	else if (text_is(token->name, "Termination"))
		reading->termination = token->text;
	else if (text_is(token->name, "Variant") &&
		 (text_is_nearly(token->text, "chess960") || text_is_nearly(token->text, "fischerandom")))
		setup_put(&reading->setup, &chess_option_chess960, "yes");
}

static void end_turn(struct reading *reading)
{
	if (reading->turn.played)
		match_add(reading->match, reading->turn);
	reading->turn.played = NULL;
}

static char *take_move(struct reading *reading, struct text word)
{
	struct chess_move move;
	enum chess_reading found = chess_read_move(&reading->game.now, word, &move);

	if (found != CHESS_READ)
		return text_problem("", word, " is %s", chess_refusal(found));
	end_turn(reading);
	reading->turn = turn_unmeasured(chess_seat(&reading->setup, reading->game.now.to_move));
	reading->turn.began_ns = reading->time;
	reading->turn.played = bytes_text("%s", chess_uci_words(&reading->game.now, move).at);
	chess_go(&reading->game, move);
	return NULL;
}

/* The time in a comment, as 0.532s, in ns; 0: there is none.  */
static int64_t time_in(struct text comment)
{
	struct text word;
	int64_t ns;

	while ((word = text_word(&comment)).size) {
		FREED char *time = bytes_copy(word.at, word.size);

		while (word.size && strchr(",;", word.at[word.size - 1]))
			time[--word.size] = '\0';
		if (word.size > 1 && time[word.size - 1] == 's' && value_duration(time, &ns) &&
		    ns < INT64_C(10000000) * NS_PER_S)
			return ns;
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
	    !text_is_number(depth, &plies) || plies < 0 || plies > DEPTH_MOST)
		return;
	if (value[1] == 'M')
		snprintf(value + 2, sizeof(value) - 2, "%d", (atoi(value + 2) + 1) / 2);
	memcpy(said->words, value, sizeof(value));
	said->value = said_value(value);
	said->depth = (int)plies;
}

static void take_comment(struct reading *reading, struct text comment)
{
	if (!reading->turn.played)
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
	int white = chess_seat(&reading->setup, CHESS_WHITE), black = seat_opponent(white);
	bool draw = text_is(reading->result, "1/2-1/2");

	if (end == CHESS_MATE) {
		verdict.winner = seat_opponent(chess_seat(&reading->setup, reading->game.now.to_move));
	} else if (end == CHESS_GOES_ON) {
		if (!draw && !text_is(reading->result, "1-0") && !text_is(reading->result, "0-1"))
			return;
		verdict.winner = draw ? WINNER_DRAW : text_is(reading->result, "1-0") ? white : black;
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
		if (!reading->begun && (problem = chess_game_begin(&reading->game, &reading->setup, NULL)))
			return problem;
		reading->begun = true;
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

static char *read(const char *text, size_t size, int game, struct match *match,
		  struct remarks *remarks UNUSED, const char **wrong)
{
	struct match read = {0};
	struct reading reading = {.match = &read, .result = {"", 0}, .termination = {"", 0}};
	struct tokens tokens = tokens_of(text, size);
	char *problem;

	go_to_game(&tokens, game);
	format_setup(&reading.setup, "uci", "white", "black");
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
	const char *reason; /* a word of the game, or how Termination tells a shared reason */
	enum { ENDS, WINNER, LOSER } who;
	const char *words;
} endings[] = {
	{"mate", WINNER, " mates"},
	{"stalemate", ENDS, "Draw by stalemate"},
	{"material", ENDS, "Draw by insufficient mating material"},
	{"flag", ENDS, "Draw by insufficient mating material"},
	{"repetition", ENDS, "Draw by 3-fold repetition"},
	{"fifty-moves", ENDS, "Draw by fifty moves rule"},
	{"time forfeit", LOSER, " loses on time"},
	{"illegal move", LOSER, " makes an illegal move"},
	{"abandoned", LOSER, " disconnects"},
	{"stalled connection", LOSER, "'s connection stalls"},
	{"normal", LOSER, " resigns"},
	{"adjudication", WINNER, " wins by adjudication"},
};

/* "White mates", or "" for a game that goes on.  The caller frees.  */
static char *ending_of(const struct match *match)
{
	bool won = match->over && match->verdict.winner > WINNER_DRAW;
	bool white = won && match->verdict.winner == chess_seat(&match->setup, CHESS_WHITE);
	const struct reason *shared = match->over ? reason_named(match->verdict.reason) : NULL;
	const char *reason = shared ? shared->pgn : match->verdict.reason;

	for (size_t i = 0; match->over && reason && i < sizeof(endings) / sizeof(endings[0]); i++)
		if (strcmp(reason, endings[i].reason) == 0 && won == (endings[i].who != ENDS))
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

/* Lines, owned.  */
struct tags {
	char *list[TAGS_MOST];
	int count;
};

__attribute__((format(printf, 3, 4))) static void add_tag(struct tags *tags, const char *name,
							  const char *format, ...)
{
	struct bytes line = {0};
	FREED char *value = NULL;
	va_list args;

	va_start(args, format);
	value = bytes_vtext(format, args);
	va_end(args);
	bytes_addf(&line, "[%s \"", name);
	for (const char *at = value; *at; at++)
		if ((unsigned char)*at >= ' ')
			bytes_addf(&line, strchr("\"\\", *at) ? "\\%c" : "%c", *at);
	bytes_add_text(&line, "\"]\n");
	assert(tags->count < TAGS_MOST);
	tags->list[tags->count++] = line.at;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
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
	FREED char *white = clock_of(setup, CHESS_WHITE), *black = clock_of(setup, CHESS_BLACK);
	bool same = strcmp(white, black) == 0;

	add_tag(tags, same ? "TimeControl" : "WhiteTimeControl", "%s", white);
	if (!same)
		add_tag(tags, "BlackTimeControl", "%s", black);
}

static void add_stamp(struct tags *tags, const char *name, int64_t us, enum style style)
{
	struct date date = value_date(us / INT64_C(86400000000));
	int ms = (int)(us / 1000 % 86400000), second = ms / 1000;
	FREED char *words = bytes_text("%04d-%02d-%02dT%02d:%02d:%02d", date.year, date.month, date.day,
				       second / 3600, second / 60 % 60, second % 60);

	if (style == STYLE_FASTCHESS)
		add_tag(tags, name, "%s +0000", words);
	else
		add_tag(tags, name, "%s.%03d UTC", words, ms % 1000);
}

static void add_times(struct tags *tags, const struct match *match)
{
	enum style style = style_of(&match->setup);
	int64_t took = match->over ? match->ended_ns : 0;
	int second = (int)(took / NS_PER_S);

	if (!match->started_us)
		return;
	add_tag(tags, "GameDuration", "%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60);
	add_stamp(tags, "GameStartTime", match->started_us, style);
	add_stamp(tags, "GameEndTime", match->started_us + took / 1000, style);
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
		add_tag(tags, "Termination", "%s", words);
}

static const char *player_of(const struct setup *setup, enum chess_colour colour)
{
	const char *name = setup->seat[chess_seat(setup, colour)].name;

	return name ? name : "?";
}

/* `start`: before the moves of the opening, of which there are so many.  */
static void write_tags(const struct match *match, const struct chess_game *start, int opening,
		       struct bytes *out)
{
	const struct setup *setup = &match->setup;
	bool fastchess = style_of(setup) == STYLE_FASTCHESS, is_960 = chess_is_960(setup);
	struct date date = value_date(match->started_us / INT64_C(86400000000));
	FREED char *day = bytes_text("%04d.%02d.%02d", date.year, date.month, date.day);
	struct tags tags = {.count = 0};

	add_tag(&tags, "Event", "ringside match");
	add_tag(&tags, "Site", "?");
	add_tag(&tags, "Date", "%s", match->started_us ? day : "????.??.??");
	add_tag(&tags, "Round", "%d", setup->game);
	add_tag(&tags, "White", "%s", player_of(setup, CHESS_WHITE));
	add_tag(&tags, "Black", "%s", player_of(setup, CHESS_BLACK));
	add_tag(&tags, "Result", "%s", result_of(match));
	if (is_960 || memcmp(&start->now, &chess_start, sizeof(chess_start)) != 0) {
		add_tag(&tags, "SetUp", "1");
		add_tag(&tags, "FEN", "%s", chess_fen(&start->now).at);
	}
	if (is_960)
		add_tag(&tags, "Variant", fastchess ? "Chess960" : "fischerandom");
	add_times(&tags, match);
	add_tag(&tags, "PlyCount", "%d", opening + match->turn_count);
	add_termination(&tags, match);
	if (match->started_us) /* else the file of another program did not tell them */
		add_clocks(&tags, setup);
	if (!fastchess)
		qsort(&tags.list[ROSTER], (size_t)(tags.count - ROSTER), sizeof(tags.list[0]), by_name);
	for (int i = 0; i < tags.count; i++)
		bytes_add_owned(out, tags.list[i]);
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
	FREED char *value = value_words(turn->said.words), *time = time_words(turn->think_ns, style),
		   *depth = bytes_text("/%d ", turn->said.depth);
	bool shown = turn->think_ns && (said || style == STYLE_FASTCHESS || turn->think_ns >= NS_PER_S / 2);
	FREED char *words = bytes_text("%s%s%s%s%s", shown || said ? value : "",
				       said || (shown && style == STYLE_FASTCHESS) ? depth : "",
				       shown || said ? time : "", (shown || said) && *end ? ", " : "", end);

	return bytes_text(*words ? " {%s}" : "%s", words);
}

/* Why the game cannot be told.  The caller frees.  */
static char *untold(const struct match *match)
{
	struct chess_game game;
	char *problem = chess_game_begin(&game, &match->setup, NULL);
	int n = 1;

	while (!problem && chess_game_turn(&game, match, n))
		n++;
	return problem ? problem : bytes_text("turn %d is no move of chess", n);
}

static char *write(const struct match *match, const struct remarks *remarks UNUSED, struct bytes *out)
{
	FREED_BY(bytes_free) struct bytes told = {0};
	FREED char *end = ending_of(match);
	struct chess_game game;
	struct chess_move move;
	struct text moves = {"", 0}, word;
	size_t column = 0;
	int before = -match->turn_count, n = 0; /* moves of the opening, and those that are written */

	if (!chess_game_goto(&game, match, match->turn_count, &told))
		return untold(match);
	text_after((struct text){told.at, told.size}, "moves", &moves);
	for (struct text rest = moves; text_word(&rest).size;)
		before++;
	free(chess_game_read(&game, &match->setup, (struct text){told.at, told.size - moves.size}, NULL));
	write_tags(match, &game, before, out);
	for (; (word = text_word(&moves)).size && chess_read_uci(&game.now, word, &move); n++) {
		bool white = game.now.to_move == CHESS_WHITE;
		char number[24] = "";
		FREED char *comment =
			n < before ? bytes_text(" {book}")
				   : comment_of(match_turn(match, n - before + 1), style_of(&match->setup),
						n + 1 == before + match->turn_count ? end : "");

		if (white || !n)
			snprintf(number, sizeof(number), "%d.%s ", game.now.number, white ? "" : "..");
		write_words(out, &column,
			    bytes_text("%s%s%s", number, chess_san_words(&game.now, move).at, comment));
		chess_go(&game, move);
	}
	if (*end && !match->turn_count)
		write_words(out, &column, bytes_text("{%s}", end));
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
		if ((problem = add_opening(openings, opening.at)))
			return problem;
	}
	return NULL;
}

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

/* The counts of the operations, as "hmvc 3; fmvn 42;", are those that the last fields of a FEN would be.  */
static void take_counts(struct text operations, struct chess_position *position)
{
	struct text word, operand;
	int64_t number;

	while (take_operation(&operations, &word, &operand)) {
		if (!text_is_number(operand, &number) || number < 0 || number > CHESS_COUNT_MOST)
			continue;
		if (text_is(word, "hmvc"))
			position->quiet = (int)number;
		else if (text_is(word, "fmvn") && number)
			position->number = (int)number;
	}
}

/* Each line is a FEN or an EPD; of its operations the counts of moves are read.  */
static char *read_lines(struct openings *openings, const char *text, size_t size, const char **wrong)
{
	struct text rest = {text, size}, line;

	while (text_line(&rest, &line)) {
		struct chess_position position;
		const char *end;
		char *problem = NULL;

		line = text_trimmed(line);
		*wrong = line.at;
		if (!line.size || *line.at == '#')
			continue;
		if (!chess_read_fen(&position, line, &end, wrong, &problem))
			return problem;
		take_counts((struct text){end, (size_t)(line.at + line.size - end)}, &position);
		position.chess960 = chess_is_960(openings->setup);
		if ((problem = add_opening(openings, bytes_text("%s", chess_fen(&position).at))))
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
	*count = why ? 0 : openings.count;
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
	FREED_BY(bytes_free) struct bytes opening = {0};
	bool plays = chess_game_goto(&game, match, 0, NULL);

	bytes_add_text(&opening, chess_fen(&game.now).at);
	for (int n = 1; plays && n <= turns; n++)
		if ((plays = chess_game_turn(&game, match, n)))
			chess_told_add(&opening, match_turn(match, n)->played);
	if (!plays)
		return untold(match);
	if (chess_end(&game) != CHESS_GOES_ON)
		return bytes_text("the game is over there (%s): choose an earlier turn",
				  chess_reason(chess_end(&game)));
	setup_inherit(setup, &match->setup, &chess_option_chess960);
	setup->first = match->setup.first;
	setup_put(setup, &chess_option_opening, opening.at);
	return NULL;
}

/* A FEN has seven slashes, and blanks; moves that are no moves here are still meant as some.  */
static bool is_opening(const struct setup *setup, const char *words)
{
	struct chess_game game;
	FREED char *problem = chess_game_read(&game, setup, text_of(words), NULL);
	bool is = !problem || strchr(words, ' ');

	return is;
}

const struct protocol_openings chess_openings = {.read = read_openings, .is = is_opening, .resume = resume};

/* ---- EPD as a suite ---- */

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
		if (at < 3 || !text_is_number((struct text){words[i].at + at, words[i].size - at}, &number))
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
	if (!rest.size || *rest.at == '#' || !chess_read_fen(&position, rest, &end, NULL, problem))
		return NULL;
	rest = (struct text){end, (size_t)(rest.at + rest.size - end)};
	take_counts(rest, &position);
	bytes_addf(&keys, "position = %s\n", chess_fen(&position).at);
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
