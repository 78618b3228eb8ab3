/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files_rec.c - the older format of Gomocup's manager.
 *
 *   pbrain-one.exe     the players; the first one begins
 *   pbrain-two.exe
 *   7,7,312            x,y from 0 and the ms that the turn took
 *   -1                 a code, as in psq
 *
 * The size of the board is missing; Piskvork assumes at least 20x20.  So it is read as 20x20, or as the
 * smallest square that holds all moves.  --size can change it when a match begins from such a file.  */
#include "files.h"

#include <stdlib.h>

enum { USUAL_SIDE = 20 };

/* The names, and the lines after them.  */
struct head {
	const char *name[2];
	size_t size[2];
	struct lines moves;
};

static bool read_head(const char *text, size_t size, struct head *head)
{
	head->moves = (struct lines){.at = text, .left = size};
	for (int i = 0; i < 2; i++)
		if (!gomocup_next_line(&head->moves, &head->name[i], &head->size[i]))
			return false;
	return true;
}

/* Two lines that are no moves, then a move.  */
static bool looks(const char *text, size_t size)
{
	struct head head;

	if (!read_head(text, size, &head))
		return false;
	if (!gomocup_next_line(&head.moves, &text, &size) || !gomocup_is_move_line(text, size))
		return false;
	return !gomocup_is_move_line(head.name[0], head.size[0]) &&
	       !gomocup_is_move_line(head.name[1], head.size[1]);
}

static char *read(const char *text, size_t size, int game, struct match *match, struct remarks *remarks,
		  const char **wrong)
{
	int side = USUAL_SIDE;
	struct import import;
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
		if (gomocup_is_move_line(head.name[i], head.size[i])) {
			*wrong = head.name[i];
			return bytes_text("expected the name of a player before the first move");
		}
	problem = gomocup_read_tail(head.moves, &tail, wrong);
	if (problem)
		return problem;
	if (tail.moves == 0) {
		*wrong = head.moves.at;
		return bytes_text("expected a move such as 7,7,312 (x, y, ms), but there is no move");
	}
	*wrong = head.name[0];
	while (side < GOMOKU_SIDE_MAX && (side <= tail.far_x || side <= tail.far_y))
		side++;
	gomocup_import_setup(&setup);
	gomocup_set_size(&setup, side, side);
	for (int i = 0; i < 2; i++)
		gomocup_seat_named(&setup, SEAT_1 + i, head.name[i], head.size[i]);
	problem = gomocup_import_begin(&import, match, &setup);
	setup_free(&setup);
	if (problem)
		return problem;
	problem = gomocup_read_moves(&import, head.moves, 0, wrong);
	if (!problem)
		gomocup_read_code(&import, tail.code);
	gomocup_import_end(&import, problem);
	return problem;
}

static char *write(const struct match *match, const struct remarks *remarks, struct bytes *out)
{
	struct stones stones;
	char *problem = gomocup_stones(&stones, match);

	(void)remarks;
	if (problem)
		return problem;
	if (!stones.count) { /* two names alone are no match to a reader */
		gomocup_stones_free(&stones);
		return bytes_text("rec needs a move, and this match has none: psq and sgf can hold it");
	}
	for (int i = 0; i < 2; i++) {
		int seat = i ? seat_opponent(stones.black) : stones.black;
		char *name = gomocup_name_line(&match->setup, seat);

		bytes_addf(out, "%s\n", name);
		free(name);
	}
	gomocup_write_moves(&stones, 0, out);
	gomocup_write_code(match, out);
	gomocup_stones_free(&stones);
	return NULL;
}

const struct file_format gomocup_rec = {
	.name = "rec",
	.title = "the older format of Gomocup's manager, without the size of the board",
	.looks = looks,
	.read = read,
	.write = write,
};
