/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files_sgf_write.c - writes a match of gomoku as SGF; files_sgf.c shows the form.  */
#include "config.h"

#include "files_sgf.h"

#include "sgf.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

const struct sgf_reason gomocup_sgf_reasons[] = {
	{"five", "", false},          {"full-board", "", false},       {"draw-at", "", false},
	{"lines", "", false},         {"forbidden", "F", true},        {REASON_RESIGN, "R", true},
	{REASON_TIMEOUT, "T", true},  {REASON_ADJUDICATED, "", false}, {REASON_INTERRUPTED, "", false},
	{REASON_ILLEGAL, "F", true},  {REASON_CRASH, "F", true},       {REASON_EXIT, "F", true},
	{REASON_PROTOCOL, "F", true}, {REASON_MEMORY, "F", true},      {REASON_START, "F", true},
};

enum { REASON_COUNT = sizeof(gomocup_sgf_reasons) / sizeof(gomocup_sgf_reasons[0]) };

int gomocup_sgf_reason(const char *text, size_t size)
{
	for (int i = 0; i < REASON_COUNT; i++)
		if (strlen(gomocup_sgf_reasons[i].reason) == size &&
		    strncmp(gomocup_sgf_reasons[i].reason, text, size) == 0)
			return i;
	return -1;
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
	int reason;
	char *text;

	if (!writer->match->over)
		return;
	reason = gomocup_sgf_reason(verdict->reason, strlen(verdict->reason));
	if (verdict->winner > 0)
		bytes_addf(writer->out, "RE[%c+%s]", verdict->winner == writer->stones.black ? 'B' : 'W',
			   reason < 0 ? "" : gomocup_sgf_reasons[reason].how);
	else
		bytes_addf(writer->out, "RE[%s]", verdict->winner == WINNER_DRAW ? "0" : "Void");
	text = bytes_text("%s: %s", verdict->reason, verdict->detail ? verdict->detail : "");
	sgf_write(writer->out, "GC", text);
	free(text);
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
	struct bytes text = {0};

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
	bytes_free(&text);
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
		if (last)
			write_comment(writer, stone->turn, seat, stone->think_ns);
	}
	if (writer->told < writer->remarks->count) {
		bytes_add_text(writer->out, "\n;");
		write_comment(writer, INT_MAX, SEAT_NONE, 0);
	}
	bytes_add_text(writer->out, ")\n");
}

char *gomocup_sgf_write(const struct match *match, const struct remarks *remarks, struct bytes *out)
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
