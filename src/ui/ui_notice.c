/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_notice.c - what reaches a person who looks at another window: the terminal's title, and a bell or a
 * notification for their move, a stop and the end.
 *
 * While the match runs the title changes at most once a second, so that fast agents do not fill a slow
 * connection with titles.  What a key has caused at once needs no bell.  */
#include "ui_state.h"

#include "osc.h"
#include "ringside/words.h"

#include <stdlib.h>
#include <string.h>

/* A name in columns, and in bytes: marks on a character have no width of their own.  */
enum { NAME_WIDTH = 40, NAME_BYTES = 160 };

#define AT_ONCE NS_PER_S
#define PACE    NS_PER_S

static bool is_utf8(void)
{
	return (unsigned char)*paint_glyph(GLYPH_POINT) >= 0x80;
}

/* Where the locale has no UTF-8, the bytes of a character may be controls of the terminal.  */
static void add_name(struct bytes *text, const char *name)
{
	size_t size = paint_fitting(name, strnlen(name, NAME_BYTES), NAME_WIDTH);
	char *begin = bytes_text("%.*s", (int)size, name);

	for (char *at = begin; *at && !is_utf8(); at++)
		if ((unsigned char)*at >= 0x80)
			*at = '?';
	words_add_name(text, begin);
	free(begin);
}

/* "threat – random"; the end of a text before it stays.  */
static void add_players(struct bytes *text, const struct match *match)
{
	bool first = true;

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const char *name = match->setup.seat[seat].name;

		if (match->setup.seat[seat].kind == SEAT_FREE || !name)
			continue;
		if (!first)
			bytes_add_text(text, is_utf8() ? " – " : " - ");
		add_name(text, name);
		first = false;
	}
}

static void add_verdict(struct bytes *text, const struct match *match)
{
	int winner = match->verdict.winner;

	if (winner == SEAT_1 || winner == SEAT_2) {
		add_name(text, match->setup.seat[winner].name);
		bytes_add_text(text, " wins");
		return;
	}
	add_players(text, match);
	bytes_add_text(text, winner == WINNER_DRAW ? ": draw" : ": over");
}

/* The mark of the only seat that is to move; NULL: none, or several.  */
static const char *mark_to_move(const struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	bool one = session_to_move(ui->session, SEAT_1), two = session_to_move(ui->session, SEAT_2);

	return one == two ? NULL
			  : board_named(match->setup.system)
				    ->mark(match, match->turn_count, one ? SEAT_1 : SEAT_2);
}

static char *title_words(const struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	const char *mark = session_is_live(ui->session) ? mark_to_move(ui) : NULL;
	struct bytes text = {0};

	if (match->over) {
		add_verdict(&text, match);
		return text.at;
	}
	bytes_add_text(&text, "");
	add_players(&text, match);
	if (session_is_live(ui->session) && session_state(ui->session) == JUDGE_PAUSED)
		bytes_add_text(&text, ": paused");
	else if (mark)
		bytes_addf(&text, ": %s to move", mark);
	return text.at;
}

static void set_title(struct ui *ui, int64_t now)
{
	bool runs = session_is_live(ui->session) && session_state(ui->session) != JUDGE_PAUSED &&
		    !session_match(ui->session)->over;
	char *words;

	if (runs && ui->notice.runs && now - ui->notice.titled_ns < PACE)
		return;
	words = title_words(ui);
	if (osc_title(words))
		ui->notice.titled_ns = now;
	ui->notice.runs = runs;
	free(words);
}

/* Has a person on turn little time left?  */
static bool has_little_time(const struct ui *ui)
{
	bool first, second;

	session_countdown(ui->session, SEAT_1, &first);
	session_countdown(ui->session, SEAT_2, &second);
	return first || second;
}

/* Says what has come since the last call; NULL: nothing.  */
static const char *news(struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	struct notice before = ui->notice;
	int64_t stop = 0;

	if (!session_stopped(ui->session, &stop))
		stop = 0;
	ui->notice.over = match->over;
	ui->notice.turn = (situation_of(&ui->console) & WHEN_YOUR_TURN) != 0;
	ui->notice.stop = stop;
	ui->notice.little = has_little_time(ui);
	return match->over && !before.over           ? "the match is over"
	       : stop && stop != before.stop         ? "the match has stopped"
	       : ui->notice.turn && !before.turn     ? "it is your move"
	       : ui->notice.little && !before.little ? "little of your time is left"
						     : NULL;
}

void ui_notice_begin(struct ui *ui)
{
	news(ui);
}

void ui_notice(struct ui *ui)
{
	int64_t now = loop_now();
	const char *what = news(ui);

	set_title(ui, now);
	if (what && ui->view.bell != BELL_OFF && now - ui->notice.pressed_ns >= AT_ONCE)
		osc_ring(ui->view.bell == BELL_NOTIFY ? what : NULL);
}
