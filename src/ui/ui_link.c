/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_link.c - finds a message on the screen by its number.  */
#include "ui_state.h"

#include <inttypes.h>
#include <stdlib.h>

static int bits_of(unsigned set)
{
	int bits = 0;

	for (; set; set &= set - 1)
		bits++;
	return bits;
}

/* How well the pane fits, the smaller the better: one that shows only the message's seat, and as many of its
   other messages as possible.  */
static int fit_of(const struct place *place)
{
	return bits_of(place->seats & ~(1u << SEAT_NONE)) * (CHANNEL_COUNT + 1) - bits_of(place->channels);
}

static bool belongs(const struct place *place, const struct message *message)
{
	return place->kind == PLACE_TRAFFIC && place->seats & 1u << message->seat &&
	       place->channels & CHANNEL_BIT(message->channel) &&
	       (!place->directions || place->directions & 1u << message->direction);
}

/* The pane of this layout that fits the message best; NULL: none shows it.  */
static struct slot *pane_of(const struct ui *ui, const struct message *message)
{
	struct slot *best = NULL;

	for (int i = 0; i < ui->shown_count; i++) {
		struct slot *slot = ui->shown[i];

		if (belongs(&slot->place, message) && (!best || fit_of(&slot->place) < fit_of(&best->place)))
			best = slot;
	}
	return best;
}

/* The pane of the message, in another layout if this one has none.  */
static struct slot *find_pane(struct ui *ui, const struct message *message)
{
	static const char *const others[] = {"auto", "traffic"};
	struct slot *slot;

	ui_place(ui);
	slot = pane_of(ui, message);
	if (!slot && message->seat != SEAT_NONE) { /* the panes of one seat may be shown alone */
		ui->channel_seat = message->seat;
		ui_place(ui);
		slot = pane_of(ui, message);
	}
	for (size_t i = 0; !slot && i < sizeof(others) / sizeof(others[0]); i++) {
		ui->layout = others[i];
		ui_place(ui);
		slot = pane_of(ui, message);
	}
	return slot;
}

char *ui_show_message(struct ui *ui, int64_t n)
{
	struct match_file *file = session_whole_file(ui->session);
	struct message_query query = {.seats = ~0u, .channels = CHANNEL_ALL, .last = n};
	struct message message;
	struct slot *slot;
	char *problem = view_goto_message(&ui->view, n);

	if (problem)
		return problem;
	if (match_file_after(file, &query, n - 1, 1, &message) != 1 || !(slot = find_pane(ui, &message)))
		return bytes_text("no pane shows message #%" PRId64, n);
	if (slot->frozen)
		slot->pane->ops->freeze(slot->pane, slot->frozen = false);
	ui->focus = slot;
	ui->stale = true;
	slot->pane->ops->show(slot->pane, &message);
	return NULL;
}
