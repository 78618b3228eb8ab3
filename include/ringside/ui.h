#ifndef RINGSIDE_UI_H
#define RINGSIDE_UI_H
#include "ringside/loop.h"
#include "ringside/session.h"
struct ui;
struct ui_setup { const char *layout; bool no_color, no_mouse; void (*quit)(void *); void *user; };
struct ui *ui_new(struct loop *, struct session *, const struct ui_setup *, char **);
void ui_changed(struct ui *);
void ui_free(struct ui *);
#endif
