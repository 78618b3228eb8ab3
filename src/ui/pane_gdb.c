/* pane_gdb.c - gdb, looking inside an agent: a terminal whose program is ours.
 *
 * Its bytes come as gdb prints them and are kept nowhere; all keys go to it, but TERMINAL_LEAVE, the pages
 * and the wheel.  */
#include "pane.h"
#include "ringside/bytes.h"
#include "terminal.h"
#include <curses.h>

#include <stdlib.h>

enum { WHEEL_LINES = 3 };

struct pane_gdb {
	struct pane pane;
	struct terminal *terminal;
	int rows;
};

static struct pane_gdb *own(const struct pane *pane)
{
	return (struct pane_gdb *)pane; /* its first member */
}

static char *title(const struct pane *pane)
{
	struct session *session = pane->view->session;
	int seat = session_gdb_seat(session);
	const char *name = seat < 0 ? NULL : session_match(session)->setup.seat[seat].name;

	return seat < 0 ? bytes_text("gdb") : bytes_text("gdb on %d %s", seat, name ? name : "");
}

static char *status(const struct pane *pane)
{
	int scrolled = terminal_scrolled(own(pane)->terminal);

	if (scrolled > 0)
		return bytes_text("%d lines back", scrolled);
	return pane->focused ? bytes_text("typing, ^] leaves") : NULL;
}

static void draw(struct pane *pane, struct area inside, bool focused)
{
	paint_clear(inside, ROLE_TEXT);
	terminal_draw(own(pane)->terminal, inside, focused);
}

static bool key(struct pane *pane, unsigned key, bool is_code)
{
	struct pane_gdb *gdb = own(pane);
	char bytes[TERMINAL_KEY];
	size_t size;

	if (is_code && (key == KEY_PPAGE || key == KEY_NPAGE)) {
		terminal_scroll(gdb->terminal, key == KEY_PPAGE ? gdb->rows : -gdb->rows);
		return true;
	}
	if ((!is_code && key == TERMINAL_LEAVE) || !(size = terminal_key(key, is_code, bytes)))
		return false;
	terminal_scroll(gdb->terminal, 0);
	session_gdb_type(pane->view->session, bytes, size);
	return true;
}

static bool click(struct pane *pane, int y, int x, int button)
{
	(void)y;
	(void)x;
	if (button != 4 && button != 5)
		return false;
	terminal_scroll(own(pane)->terminal, button == 4 ? WHEEL_LINES : -WHEEL_LINES);
	return true;
}

static void resize(struct pane *pane, int height, int width)
{
	struct pane_gdb *gdb = own(pane);

	gdb->rows = height > 1 ? height : 1;
	terminal_resize(gdb->terminal, width, height);
	if (height > 0 && width > 0)
		session_gdb_size(pane->view->session, width, height);
}

static void free_pane(struct pane *pane)
{
	terminal_free(own(pane)->terminal);
	free(pane);
}

static const struct pane_ops ops = {
	.kind = "gdb",
	.title = title,
	.status = status,
	.draw = draw,
	.key = key,
	.click = click,
	.resize = resize,
	.free = free_pane,
};

struct pane *pane_gdb_new(struct view *view)
{
	struct pane_gdb *gdb = bytes_new(sizeof(*gdb));

	gdb->pane.ops = &ops;
	gdb->pane.view = view;
	gdb->rows = 24;
	gdb->terminal = terminal_new(80, 24);
	return &gdb->pane;
}

void pane_gdb_begins(struct pane *pane)
{
	terminal_clear(own(pane)->terminal);
}

void pane_gdb_prints(struct pane *pane, const char *bytes, size_t size)
{
	terminal_feed(own(pane)->terminal, bytes, size);
}
