/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* mouse.c - the mouse, as ncurses and the terminal report it.
 *
 * ncurses asks for buttons alone (mode 1000).  The way between two buttons costs bytes for each cell, so the
 * terminal is asked for it (mode 1002) only while something is dragged.  */
#include "mouse.h"

#include "tty.h"
#include <curses.h>

#include <string.h>

/* Terminals know one of the modes 1000 and 1002 at a time: the end of one does not bring the other back.  */
#define WAY_ON     "\033[?1002h"
#define WAY_OFF    "\033[?1002l"
#define BUTTONS_ON "\033[?1000h"
#define BUTTONS_ALL                                                                                          \
	(BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON1_CLICKED | BUTTON2_PRESSED | BUTTON2_CLICKED |          \
	 BUTTON3_PRESSED | BUTTON3_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED | REPORT_MOUSE_POSITION)

static bool used, follows;

static void send(const char *modes)
{
	tty_queue(modes, strlen(modes));
}

void mouse_begin(bool use)
{
	used = follows = false;
	mouse_use(use);
}

void mouse_use(bool use)
{
	if (use == used)
		return;
	mouse_end();
	mousemask(use ? BUTTONS_ALL : 0, NULL);
	mouseinterval(0);
	used = use;
}

void mouse_follow(bool follow)
{
	if (!used || follow == follows)
		return;
	send(follow ? WAY_ON : WAY_OFF BUTTONS_ON);
	follows = follow;
}

void mouse_end(void)
{
	if (follows)
		send(WAY_OFF);
	follows = false;
}

bool mouse_event(int *y, int *x, int *button)
{
	static const struct {
		mmask_t mask;
		int button;
	} buttons[] = {
		{BUTTON1_PRESSED | BUTTON1_CLICKED, 1},
		{BUTTON2_PRESSED | BUTTON2_CLICKED, 2},
		{BUTTON3_PRESSED | BUTTON3_CLICKED, 3},
		{BUTTON4_PRESSED, 4},
		{BUTTON5_PRESSED, 5},
		{BUTTON1_RELEASED, 0},
		{REPORT_MOUSE_POSITION, MOUSE_DRAGGED},
	};
	MEVENT event;

	if (!used || getmouse(&event) != OK)
		return false;
	for (size_t i = 0; i < sizeof(buttons) / sizeof(buttons[0]); i++)
		if (event.bstate & buttons[i].mask) {
			*y = event.y;
			*x = event.x;
			*button = buttons[i].button;
			return true;
		}
	return false;
}
