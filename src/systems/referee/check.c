/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - what tries a referee: the dialogue of a case of `ringside check` with it (referee.cases), in
 * which the check is ringside and all players; and its players (player.cases).
 *
 * The check knows no rules.  It answers with moves that the referee calls legal: any of them, but always the
 * same, or always the first or the last one.  So games end in some of the ways that their rules have.  */
#include "lines.h"
#include "ringside/protocol.h"
#include "ringside/spec.h"

#include <stdlib.h>

static const struct spec_case cases[] = {
#include "systems/referee/player.inc"
	{0},
};
static const struct spec_case referee_cases[] = {
#include "systems/referee/referee.inc"
	{0},
};

/* A game may have no end: this much of it is played.  A long line has so many bytes.  */
enum { ANSWERS_MOST = 2000, LONG = 5000 };

/* How answers to a question of several lines stand in a move.  */
#define BETWEEN " / "

struct cell {
	int row, column;
};

struct player {
	int lines; /* of the answer that is due; 0: none is */
	bool gone;
	struct bytes legal; /* each move with a line end */
	struct bytes board; /* the rows for it alone */
	struct cell *cells; /* of the legal moves that have one; owned */
	int cell_count;
	struct bytes before; /* the legal move that it answered with last */
	int moves;
	bool old;    /* these moves were for a question before */
	bool lawful; /* its last answer is one of them */
};

/* Which of the moves is played.  */
enum choice { ANY, FIRST, LAST };

struct dialogue {
	struct referee_moment moment;
	struct player player[1 + REFEREE_PLAYERS]; /* 0: the spectators, who have a board */
	bool row;                                  /* the line before was one */
	int players, answers;
	enum choice choice; /* of the answers that were sent last */
	bool late_told, gone_told;
	char *told; /* the words of --told; NULL: none */
};

static void *dialogue_new(const struct setup *setup)
{
	struct dialogue *dialogue = bytes_new(sizeof(*dialogue));
	const char *told = setup_text(setup, &referee_option_told);

	dialogue->players = (int)setup_count(setup, &referee_option_players);
	dialogue->players = dialogue->players ? dialogue->players : REFEREE_PLAYERS;
	dialogue->told = told && *told ? bytes_text(" %s", told) : NULL;
	return dialogue;
}

static void dialogue_free(void *state)
{
	FREED struct dialogue *dialogue = state;

	for (int k = 0; k <= REFEREE_PLAYERS; k++) {
		bytes_free(&dialogue->player[k].board);
		free(dialogue->player[k].cells);
		bytes_free(&dialogue->player[k].legal);
		bytes_free(&dialogue->player[k].before);
	}
	free(dialogue->told);
}

/* ---- what the referee is told ---- */

static const char *const choices[] = {[ANY] = "answers", [FIRST] = "firsts", [LAST] = "lasts"};

/* Does a name stand for moves that are legal?  */
static bool is_move(const char *name)
{
	return strcmp(name, choices[ANY]) == 0 || strcmp(name, choices[FIRST]) == 0 ||
	       strcmp(name, choices[LAST]) == 0;
}

/* The n-th move that the referee calls legal, from 0.  */
static struct text legal_move(const struct player *player, int n)
{
	struct text rest = {player->legal.at, player->legal.size}, line = {"a", 1};

	while (player->moves && text_line(&rest, &line) && n--)
		;
	return line;
}

/* Takes the next line off a move of several.  */
static struct text take_part(struct text *move)
{
	struct text part = *move, rest;

	if (text_after(*move, BETWEEN, &rest)) {
		part.size = (size_t)(rest.at - move->at) - strlen(BETWEEN);
		*move = rest;
	}
	return part;
}

static int choose(const struct dialogue *dialogue, int moves)
{
	switch (dialogue->choice) {
	case FIRST: return 0;
	case LAST: return moves - 1;
	default: return moves ? (int)(seed_mixed((uint64_t)dialogue->answers) % (unsigned)moves) : 0;
	}
}

static void answer(struct dialogue *dialogue, int k, const char *name, struct bytes *bytes)
{
	struct player *player = &dialogue->player[k];
	struct text move = legal_move(player, choose(dialogue, player->moves));
	bool repeats = strcmp(name, "repeats") == 0;
	size_t times = strcmp(name, "doubles") == 0 ? 2 : is_move(name) || repeats;

	if (repeats) {
		move = (struct text){player->before.at, player->before.size};
	} else {
		player->before.size = 0;
		bytes_add(&player->before, move.at, move.size);
	}
	for (int i = 0; i < player->lines; i++) {
		struct text part = take_part(&move);

		bytes_addf(bytes, "< %d ", k);
		for (size_t n = 0; n < times; n++)
			bytes_add(bytes, part.at, part.size);
		if (strcmp(name, "cuts") == 0 && part.size)
			bytes_add(bytes, part.at, part.size - 1);
		else if (strcmp(name, "nonsense") == 0)
			bytes_add_text(bytes, "?! \\ \"<script>%n\xff\x1b[31m");
		for (int n = 0; strcmp(name, "long") == 0 && n < LONG; n++)
			bytes_add_text(bytes, "x");
		bytes_add_text(bytes, "\n");
	}
	bytes_addf(bytes, "done %d", k);
	player->lawful = is_move(name) && player->moves;
	dialogue->answers++;
}

/* The number of players, the words of --told, or what becomes of each question.  */
static bool word(void *state, const char *name, struct bytes *bytes)
{
	static const char *const names[] = {"answers", "firsts",  "lasts",   "nonsense", "empties", "long",
					    "cuts",    "doubles", "repeats", "lates",    "gones",   NULL};
	struct dialogue *dialogue = state;
	bool late = strcmp(name, "lates") == 0, gone = strcmp(name, "gones") == 0;
	int known = 0;

	if (strcmp(name, "players") == 0) {
		bytes_addf(bytes, "%d", dialogue->players);
		return true;
	}
	if (strcmp(name, "told") == 0) {
		bytes_add_text(bytes, dialogue->told ? dialogue->told : "");
		return true;
	}
	while (names[known] && strcmp(names[known], name) != 0)
		known++;
	dialogue->choice = strcmp(name, choices[FIRST]) == 0  ? FIRST
			   : strcmp(name, choices[LAST]) == 0 ? LAST
							      : ANY;
	for (int k = 1; k <= REFEREE_PLAYERS && names[known]; k++) {
		if (!dialogue->player[k].lines)
			continue;
		if (bytes->size)
			bytes_add_text(bytes, "\n");
		if (late || gone || dialogue->player[k].gone)
			bytes_addf(bytes, "%s %d", late ? "late" : "gone", k);
		else
			answer(dialogue, k, name, bytes);
	}
	return names[known];
}

static void sent(void *state, const char *bytes, size_t size)
{
	struct dialogue *dialogue = state;
	struct text rest = {bytes, size}, first = text_word(&rest), second = text_word(&rest);
	int64_t number = 0;

	if (text_is(first, "start")) {
		dialogue->moment.begun = true;
		return;
	}
	if (text_is(first, "<") || !text_is_number(second, &number))
		return;
	dialogue->player[number].lines = 0;
	dialogue->player[number].gone = dialogue->player[number].gone || text_is(first, "gone");
	*(text_is(first, "done") ? &dialogue->moment.held : &dialogue->moment.failed) |= 1u << number;
	dialogue->moment.due = false;
	for (int k = 1; k <= REFEREE_PLAYERS; k++) {
		dialogue->moment.due = dialogue->moment.due || dialogue->player[k].lines;
		dialogue->moment.told |= dialogue->player[k].gone ? 1u << k : 0;
	}
}

/* ---- what the referee says ---- */

static void take_legal(struct player *player, const struct referee_line *line)
{
	struct text rest = line->text, move = rest;

	if (player->old)
		player->legal.size = (size_t)(player->moves = player->cell_count = 0);
	player->old = false;
	if (line->row) {
		player->cells = bytes_grown(player->cells, player->cell_count, sizeof(*player->cells));
		player->cells[player->cell_count++] = (struct cell){line->row, line->column};
	}
	while (line->whole || (move = text_word(&rest)).size) {
		bytes_add(&player->legal, move.at, move.size);
		bytes_add_text(&player->legal, "\n");
		player->moves++;
		if (line->whole)
			return;
	}
}

static void take_ask(struct dialogue *dialogue, const struct referee_line *line)
{
	dialogue->moment.held = dialogue->moment.failed = 0;
	dialogue->moment.told &= ~line->asked;
	dialogue->moment.asked = dialogue->moment.due = true;
	for (int k = 1; k <= REFEREE_PLAYERS; k++) {
		struct player *player = &dialogue->player[k];

		player->lines = line->asked >> k & 1 ? line->lines : 0;
		if (!player->lines)
			continue;
		if (player->old)
			player->moves = 0; /* it has named none for this question */
		player->old = true;
	}
}

/* Rows that follow each other are a board.  */
static void take_row(struct dialogue *dialogue, const struct referee_line *line)
{
	for (int k = 0; k <= REFEREE_PLAYERS && !dialogue->row; k++)
		dialogue->player[k].board.size = 0;
	bytes_add(&dialogue->player[line->player].board, line->text.at, line->text.size);
	bytes_add_text(&dialogue->player[line->player].board, "\n");
}

/* How many characters that are no blanks and no sequences has the row?  */
static int count_cells(struct text row)
{
	int count = 0;

	for (size_t i = 0; i < row.size; i++) {
		bool sequence = row.at[i] == '\x1b' && i + 1 < row.size && row.at[i + 1] == '[';

		if (sequence) /* up to its letter */
			for (i += 2; i < row.size && row.at[i] < '@'; i++)
				;
		else
			count += row.at[i] != ' ' && ((unsigned char)row.at[i] & 0xc0) != 0x80;
	}
	return count;
}

/* Is each cell of the player's legal moves on the board that it sees?  */
static bool cells_are_there(const struct dialogue *dialogue, const struct player *player)
{
	const struct bytes *board = player->board.size ? &player->board : &dialogue->player[0].board;

	for (int i = 0; i < player->cell_count && !player->old; i++) {
		struct text rest = {board->at, board->size}, row = {NULL, 0};
		int n = 0;

		while (n < player->cells[i].row && text_line(&rest, &row))
			n++;
		if (n < player->cells[i].row || count_cells(row) < player->cells[i].column)
			return false;
	}
	return true;
}

static void take(struct dialogue *dialogue, const struct referee_line *line)
{
	unsigned bit = 1u << line->player;

	if (line->verb == REFEREE_ROW)
		take_row(dialogue, line);
	dialogue->row = line->verb == REFEREE_ROW;
	switch (line->verb) {
	case REFEREE_GAME:
		dialogue->late_told = line->late;
		dialogue->gone_told = line->gone;
		break;
	case REFEREE_LINE: dialogue->moment.told |= bit; break;
	case REFEREE_LEGAL: take_legal(&dialogue->player[line->player], line); break;
	case REFEREE_MOVE:
	case REFEREE_ILLEGAL: dialogue->moment.held &= ~bit; break;
	case REFEREE_ASK: take_ask(dialogue, line); break;
	default: break;
	}
}

/* What else an awaited line has to be.  */
enum { NOTHING, QUESTION, CELLS, SECOND, NEXT, ILLEGAL, OVER, LATE_TOLD, GONE_TOLD };

/* A question, or the end of the game.  */
static enum spec_heard heard_turn(struct dialogue *dialogue, const struct referee_line *line, int test,
				  char **problem, struct bytes *reply)
{
	bool asks = line->verb == REFEREE_ASK,
	     told = test == LATE_TOLD ? dialogue->late_told : dialogue->gone_told;

	if (!asks && !dialogue->moment.asked)
		return spec_wrong(problem, "ends the game before a player was asked");
	if (test == ILLEGAL)
		return spec_wrong(problem, "goes on as if the answer were right");
	if (test == LATE_TOLD || test == GONE_TOLD) {
		if (asks && told)
			return SPEC_FITS;
		spec_wrong(problem, test == LATE_TOLD ? "came, and no late=told in a line game before it"
						      : "came, and no gone=told in a line game before it");
		return SPEC_REFUSES;
	}
	if (test == SECOND)
		return asks ? SPEC_FITS : SPEC_REFUSES;
	if (test == QUESTION && !asks)
		return spec_wrong(problem, "ends the game before that");
	if (test != OVER || !asks || dialogue->answers > ANSWERS_MOST)
		return SPEC_FITS;
	word(dialogue, choices[dialogue->choice], reply);
	return SPEC_PASSES;
}

static enum spec_heard heard(void *state, const struct spec_kind *kind, const char *bytes, size_t size,
			     char **problem, struct bytes *reply)
{
	struct dialogue *dialogue = state;
	struct referee_line line;
	const char *why;

	while (size && strchr("\r\n", bytes[size - 1]) && bytes[size - 1])
		size--;
	why = referee_read((struct text){bytes, size}, dialogue->players, &line);
	why = why ? why : referee_early(&line, &dialogue->moment);
	if (!why && line.verb == REFEREE_ILLEGAL && dialogue->player[line.player].lawful)
		why = "is about a move that the referee has called legal";
	if (why)
		return spec_wrong(problem, why);
	for (int k = 1; k <= dialogue->players && kind->test == CELLS && line.verb == REFEREE_ASK; k++)
		if (!cells_are_there(dialogue, &dialogue->player[k]))
			return spec_wrong(problem,
					  "comes after a legal move whose cell= is not on the board");
	take(dialogue, &line);
	if (kind->test == NOTHING)
		return SPEC_PASSES;
	/* The match is over.  To nonsense it has to say so of each answer.  */
	if (line.verb == REFEREE_ILLEGAL && (!dialogue->moment.held || kind->test != ILLEGAL))
		return kind->test == SECOND ? SPEC_REFUSES : SPEC_FITS;
	return line.verb == REFEREE_ASK || line.verb >= REFEREE_WIN
		       ? heard_turn(dialogue, &line, kind->test, problem, reply)
		       : SPEC_PASSES;
}

static const struct spec_kind kinds[] = {
	{"question", .words = "lines up to the next ask", .test = QUESTION},
	{"cells", .words = "lines up to the next ask, each cell= on the board", .test = CELLS},
	{"second", .words = "lines up to the second ask", .test = SECOND},
	{"next", .words = "lines up to the next ask, or the end of the game", .test = NEXT},
	{"illegal", .words = "illegal K", .test = ILLEGAL},
	{"over", .words = "lines up to the end of the game", .test = OVER},
	{"ask-late", .words = "lines up to the first ask, late=told among them", .test = LATE_TOLD},
	{"ask-gone", .words = "lines up to the first ask, gone=told among them", .test = GONE_TOLD},
	{SPEC_SILENT, .test = NOTHING},
	{SPEC_QUIET, .test = NOTHING},
	{0},
};

static const struct spec referee_spec = {
	.cases = referee_cases,
	.line_end = "\n",
	.new = dialogue_new,
	.free = dialogue_free,
	.word = word,
	.sent = sent,
	.heard = heard,
	.kinds = kinds,
};

/* ---- players ---- */

/* A player speaks when it is asked: in games alone.  */
static enum spec_heard heard_player(void *state UNUSED, const struct spec_kind *kind UNUSED,
				    const char *bytes UNUSED, size_t size UNUSED, char **problem,
				    struct bytes *reply UNUSED)
{
	return spec_wrong(problem, "comes before anybody has asked");
}

static const struct spec_kind player_kinds[] = {
	{SPEC_SILENT, .test = NOTHING},
	{SPEC_QUIET, .test = NOTHING},
	{0},
};

static const struct spec spec = {
	.cases = cases,
	.line_end = "\n",
	.new = dialogue_new,
	.free = dialogue_free,
	.heard = heard_player,
	.kinds = player_kinds,
	.players = &referee_option_players,
	.program = &referee_spec,
};

const struct protocol_tools referee_tools = {.spec = &spec};
