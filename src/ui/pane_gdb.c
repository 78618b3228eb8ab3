/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_gdb.c - gdb on an agent: a terminal whose program is started by ringside.
 *
 * Its bytes come as gdb prints them and are not recorded.  */
#include "pane_typed.h"
#include "ringside/bytes.h"

static char *title(const struct pane *pane)
{
	struct session *session = pane->view->session;
	int seat = session_gdb_seat(session);
	const char *name = seat < 0 ? NULL : session_match(session)->setup.seat[seat].name;

	return seat < 0 ? bytes_text("gdb") : bytes_text("gdb on %d %s", seat, name ? name : "");
}

static void draw(struct pane *pane, struct area inside, bool focused)
{
	paint_clear(inside, ROLE_TEXT);
	terminal_draw(pane_typed_terminal(pane), inside, focused);
}

static bool listens(const struct pane *pane)
{
	(void)pane;
	return true;
}

static void type(struct pane *pane, const char *bytes, size_t size)
{
	session_gdb_type(pane->view->session, bytes, size);
}

static void sized(struct pane *pane, int height, int width)
{
	session_gdb_size(pane->view->session, width, height);
}

static const struct pane_ops ops = {
	.name = "gdb",
	.title = title,
	.status = pane_typed_status,
	.draw = draw,
	.key = pane_typed_key,
	.typing = pane_typed_typing,
	.click = pane_typed_click,
	.resize = pane_typed_resize,
	.free = pane_typed_free,
};

struct pane *pane_gdb_new(struct view *view)
{
	struct pane_typed *gdb = pane_typed_new(sizeof(*gdb), &ops, view);

	gdb->listens = listens;
	gdb->type = type;
	gdb->sized = sized;
	return &gdb->pane;
}

void pane_gdb_begins(struct pane *pane)
{
	terminal_clear(pane_typed_terminal(pane));
}

void pane_gdb_prints(struct pane *pane, const char *bytes, size_t size)
{
	terminal_feed(pane_typed_terminal(pane), bytes, size);
}
