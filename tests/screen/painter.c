/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* painter.c - an ncurses program with a known screen, for test_vt: does vt show the screen that ncurses has
 * in mind?
 *
 *   painter random SEED FRAMES FILE   (an odd SEED: with wide characters) draws FRAMES frames of random
 * changes, with all that ncurses does to save bytes, describes the last in FILE and shows "painted"; any key
 * ends it painter echo names each key, click and size it is told of; q ends it, x without a word to the
 * terminal, Z suspends it as ^Z would  */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include <curses.h>

enum { PAIRS = 24 };

static unsigned long state;

/* a random number from 0 to below - 1 */
static int any(int below)
{
	state = state * 6364136223846793005UL + 1442695040888963407UL;
	return (int)((state >> 33) % (unsigned long)below);
}

static void show_frame(void)
{
	dprintf(1, "\033[?2026h");
	refresh();
	dprintf(1, "\033[?2026l");
}

static void start(void)
{
	setlocale(LC_ALL, "");
	initscr();
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	set_escdelay(25);
	timeout(50); /* ncurses would miss a SIGWINCH just before it reads */
	if (has_colors()) {
		start_color();
		use_default_colors();
		for (int pair = 1; pair < PAIRS; pair++) {
			int fg = any(COLORS + 1) - 1, bg = any(COLORS + 1) - 1;

			init_extended_pair(pair, fg, bg);
		}
	}
}

/* ---- random ---- */

static void set_any_look(void)
{
	static const attr_t ATTRIBUTES[] = {A_NORMAL, A_NORMAL,          A_BOLD, A_UNDERLINE, A_REVERSE,
					    A_ITALIC, A_BOLD | A_REVERSE};

	attr_t look = ATTRIBUTES[any(7)];

	attr_set(look, (short)(has_colors() ? any(PAIRS) : 0), NULL);
}

static void add_any_text(bool wide)
{
	static const char *const TEXTS[] = {"作者",
					    "你好 x",
					    "TURN 7,8",
					    "MESSAGE depth 12",
					    "        ",
					    "──────────────",
					    "│ ",
					    "● ○ · ",
					    "▁▂▃▄▅▆▇█",
					    "é ",
					    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
	const int count = (int)(sizeof(TEXTS) / sizeof(TEXTS[0])), narrow = count - 2;

	addstr(TEXTS[wide ? any(count) : 2 + any(narrow)]);
}

/* If `wide` is set it also draws wide characters, and everything has an even column and an even width.  If a
 * change cuts a wide character in half, ncurses itself loses count of the columns.  */
static void change_something(bool wide)
{
	int top = any(LINES), bottom = any(LINES), y = any(LINES), x = any(COLS), length = any(COLS);

	move(y, wide ? x & ~1 : x);
	switch (wide ? 4 + any(8) : any(12)) {
	case 0: insstr("inserted"); break;
	case 1:
		for (int i = any(9); i > 0; i--)
			delch();
		break;
	case 2: hline_set(WACS_HLINE, length); break;
	case 3: vline_set(WACS_VLINE, length); break;
	case 4: insdelln(any(7) - 3); break;
	case 5:
		if (top < bottom) {
			setscrreg(top, bottom);
			scrollok(stdscr, TRUE);
			scrl(any(7) - 3);
			scrollok(stdscr, FALSE);
			setscrreg(0, LINES - 1);
		}
		break;
	case 6: clrtoeol(); break;
	case 7:
		if (any(8) == 0)
			clrtobot();
		if (any(30) == 0)
			erase();
		break;
	default:
		set_any_look();
		add_any_text(wide);
		attr_set(A_NORMAL, 0, NULL);
	}
}

/* A line for each character: column, row, colours (-1: default), attributes (b i u r -), the character.  */
static void describe(const char *path)
{
	FILE *file = fopen(path, "w");

	for (int y = 0; file && y < LINES; y++)
		for (int x = 0, width; x < COLS; x += width) {
			wchar_t text[CCHARW_MAX + 1] = {0};
			int pair = 0, fg = -1, bg = -1;
			short low;
			attr_t look = 0;
			cchar_t cell;

			mvin_wch(y, x, &cell);
			getcchar(&cell, text, &look, &low, &pair);
			if (pair)
				extended_pair_content(pair, &fg, &bg);
			width = wcwidth(text[0]) == 2 ? 2 : 1;
			fprintf(file, "%d %d %d %d %s%s%s%s- %lc\n", x, y, fg, bg, look & A_BOLD ? "b" : "",
				look & A_ITALIC ? "i" : "", look & A_UNDERLINE ? "u" : "",
				look & A_REVERSE ? "r" : "", (wint_t)text[0]);
		}
	if (file)
		fclose(file);
}

static void paint(bool wide, int frames, const char *path)
{
	idlok(stdscr, TRUE);
	idcok(stdscr, TRUE);
	for (int i = 0; i < frames; i++) {
		for (int changes = any(12); changes >= 0; changes--)
			change_something(wide);
		show_frame();
	}
	mvaddstr(0, 0, "painted ");
	describe(path);
	move(LINES - 1, COLS - 1);
	show_frame();
	while (getch() == ERR)
		;
}

/* ---- echo ---- */

/* One KEY_MOUSE may stand for several events.  */
static void name_mouse(void)
{
	MEVENT event;

	while (getmouse(&event) == OK)
		printw("%s%s%s%s%s%s %d,%d\n", event.bstate & BUTTON1_PRESSED ? "press" : "",
		       event.bstate & BUTTON1_RELEASED ? "release" : "",
		       event.bstate & BUTTON1_CLICKED ? "click" : "",
		       event.bstate & BUTTON3_PRESSED ? "right" : "",
		       event.bstate & BUTTON4_PRESSED ? "wheel up" : "",
		       event.bstate & BUTTON5_PRESSED ? "wheel down" : "", event.x, event.y);
}

static void echo_events(void)
{
	int key = 0;

	scrollok(stdscr, TRUE);
	mousemask(BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON3_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED,
		  NULL);
	addch(ACS_ULCORNER);
	addch(ACS_HLINE);
	addstr(" colours ");
	printw("%d\n", has_colors() ? COLORS : 0);
	while (key != 'q') {
		show_frame();
		while ((key = getch()) == ERR)
			;
		if (key == 'x') {
			_exit(3);
		} else if (key == 'Z') {
			raise(SIGTSTP);
			printw("back\n");
		} else if (key == KEY_MOUSE) {
			name_mouse();
		} else if (key == KEY_RESIZE) {
			printw("size %dx%d\n", COLS, LINES);
		} else {
			printw("key %s\n", keyname(key));
		}
	}
}

int main(int argc, char *argv[])
{
	if (argc == 5 && strcmp(argv[1], "random") == 0)
		state = strtoul(argv[2], NULL, 10);
	else if (argc != 2 || strcmp(argv[1], "echo") != 0)
		return 2;
	start();
	if (argc == 5)
		paint(strtol(argv[2], NULL, 10) % 2 == 1, atoi(argv[3]), argv[4]);
	else
		echo_events();
	endwin();
	return 0;
}
