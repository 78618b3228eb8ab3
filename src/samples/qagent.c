/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qagent.c - a table of lines, and the board that they describe.
 *
 * Only requests are answered: one byte too many loses (agent-text-api, Update). The board tells whose
 * piece an update is about. A line without a meaning gets a remark and is ignored.  */
#include "qagent.h"

#include "chance.h"
#include "sample.h"

#include <stdlib.h>
#include <string.h>

struct conversation {
	const struct qagent *agent;
	FILE *in, *out;
	struct board board;
	struct qpast past;
	struct qturn turn;
	bool has_colour;
	struct line line;
	int status; /* of the end */
	bool over;
};

typedef void heard(struct conversation *conversation);

static void remark(const struct conversation *conversation, const char *what)
{
	fprintf(stderr, "qchess-%s: %s: \"%.80s\"\n", conversation->agent->name, what,
		conversation->line.text);
}

static void give_up(struct conversation *conversation, const char *why)
{
	remark(conversation, why);
	conversation->status = EXIT_FAILURE;
	conversation->over = true;
}

static void answer(struct conversation *conversation, int square)
{
	fprintf(conversation->out, "%d %d\n", qboard_column(square), qboard_row(square));
	fflush(conversation->out);
}

/* ---- requests and the rest ---- */

static void begin(struct conversation *conversation, enum colour colour)
{
	board_begin(&conversation->board);
	conversation->past.count = 0;
	conversation->turn.own = colour;
	conversation->has_colour = true;
}

static void hear_white(struct conversation *conversation)
{
	begin(conversation, WHITE);
}

static void hear_black(struct conversation *conversation)
{
	begin(conversation, BLACK);
}

static void hear_selection(struct conversation *conversation)
{
	board_pass(&conversation->board);
	if (!conversation->has_colour)
		give_up(conversation, "expected white or black first");
	else if (!board_pieces(&conversation->board, conversation->turn.own))
		give_up(conversation, "no piece is left that could be selected");
	else
		answer(conversation, conversation->agent->select(&conversation->turn));
}

static void hear_move(struct conversation *conversation)
{
	const struct board *board = &conversation->board;
	uint64_t reached = qagent_reached(board);

	if (reached && conversation->has_colour &&
	    board->at[board->selected].colour == conversation->turn.own)
		answer(conversation, conversation->agent->move(&conversation->turn, reached));
	else
		give_up(conversation, "none of my pieces is selected that could move");
}

static void hear_board(struct conversation *conversation)
{
	board_clear(&conversation->board);
	conversation->past.count = 0;
	while (line_read(&conversation->line, conversation->in)) {
		const char *text = conversation->line.text;

		if (after_word(text, "END"))
			return;
		if (*text && !board_add(&conversation->board, text))
			remark(conversation,
			       "expected a piece as black unknown ['rook', '?queen'] at 0,0, or END BOARD");
	}
	conversation->over = true;
}

static void hear_quit(struct conversation *conversation)
{
	conversation->over = true;
}

static const struct {
	const char *word; /* the first word; the rest does not matter (QUIT white) */
	heard *heard;
} lines[] = {
	{"white", hear_white}, {"black", hear_black}, {"SELECTION?", hear_selection},
	{"MOVE?", hear_move},  {"BOARD", hear_board}, {"QUIT", hear_quit},
};

/* ---- updates ---- */

/* The numbers of an update have one digit: a square's coordinates, or an index.  */
static bool is_selection(const char *text, int *square, int *index, enum type *type)
{
	char name[8];
	int x, y, end = 0;

	if (sscanf(text, "%1d %1d %1d %7s %n", &x, &y, index, name, &end) != 4 || text[end])
		return false;
	*square = square_of(x, y);
	*type = type_named(name);
	return x < SIDE && y < SIDE && *index < 2 && *type != UNKNOWN;
}

static bool is_move(const char *text, int *from, int *to)
{
	int x, y, to_x, to_y, end = 0;

	if (sscanf(text, "%1d %1d -> %1d %1d %n", &x, &y, &to_x, &to_y, &end) != 4 || text[end])
		return false;
	*from = square_of(x, y);
	*to = square_of(to_x, to_y);
	return x < SIDE && y < SIDE && to_x < SIDE && to_y < SIDE;
}

static void remember(struct qpast *past, const struct board *board)
{
	if (past->count == PAST_MOST) {
		past->count--;
		memmove(past->hash, past->hash + 1, sizeof(past->hash) - sizeof(past->hash[0]));
	}
	past->hash[past->count++] = board_hash(board);
}

static void hear_moved(struct conversation *conversation, int from, int to)
{
	struct board *board = &conversation->board;

	if (board->at[to].there)
		conversation->past.count = 0;
	if (board_move(board, from, to))
		remember(&conversation->past, board);
	else
		remark(conversation, "nothing stands there");
}

static void hear_update(struct conversation *conversation)
{
	const char *text = conversation->line.text;
	struct board *board = &conversation->board;
	int from, to, index;
	enum type type;

	if (is_selection(text, &from, &index, &type)) {
		if (!board_select(board, from, index, type))
			remark(conversation, "nothing stands there");
	} else if (is_move(text, &from, &to)) {
		hear_moved(conversation, from, to);
	} else {
		remark(conversation, "expected a request, an update, BOARD or QUIT");
	}
}

static void hear(struct conversation *conversation)
{
	const char *text = conversation->line.text;

	if (!*text)
		return;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (after_word(text, lines[i].word)) {
			lines[i].heard(conversation);
			return;
		}
	hear_update(conversation);
}

/* ---- the agent ---- */

uint64_t qagent_reached(const struct board *board)
{
	const struct piece *piece = &board->at[board->selected == NOWHERE ? 0 : board->selected];

	if (board->selected == NOWHERE)
		return 0;
	return reach(piece->type[piece->state], piece->colour, board->selected,
		     board_pieces(board, piece->colour),
		     board_pieces(board, piece->colour == WHITE ? BLACK : WHITE));
}

int qpast_times(const struct qpast *past, const struct board *board)
{
	uint64_t hash = board_hash(board);
	int times = 0;

	for (int i = 0; i < past->count; i++)
		times += past->hash[i] == hash;
	return times;
}

int qagent_run(const struct qagent *agent, uint64_t seed, bool talks, FILE *in, FILE *out)
{
	struct conversation conversation = {.agent = agent, .in = in, .out = out};

	conversation.turn = (struct qturn){
		.board = &conversation.board,
		.past = &conversation.past,
		.chance = &seed,
		.talk = talks ? stderr : NULL,
	};
	board_begin(&conversation.board);
	while (!conversation.over && line_read(&conversation.line, in))
		hear(&conversation);
	free(conversation.line.text);
	return conversation.status;
}

int qagent_main(const struct qagent *agent, int argc, char **argv)
{
	int64_t seed = -1;
	bool talks = false;
	const struct sample_option talk[] = {
		{.name = "talk",
		 .help = "explain its moves on standard error",
		 .flag = &talks,
		 .store = true},
		{0},
	};
	const struct sample_option shared[] = {
		SAMPLE_SEED(&seed),
		{0},
	};
	char program[32];
	const struct sample sample = {program, agent->purpose, "quantum chess (the text API of qchess)",
				      agent->talks ? talk : NULL, shared};

	snprintf(program, sizeof(program), "qchess-%s", agent->name);
	int status = sample_options(&sample, argc, argv);
	if (status >= 0)
		return status;
	return qagent_run(agent, seed < 0 ? chance_seed() : (uint64_t)seed, talks, stdin, stdout);
}
