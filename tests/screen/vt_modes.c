/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt_modes.c - reads ESC[?...h, ESC[?...l, ESC=, ESC> and ESCc from a stream that reads may cut anywhere.  */
#include "vt_modes.h"

enum { KEYPAD = -1, FRAME = 2026 };

static const struct {
	int number;
	bool on; /* on a fresh terminal */
	const char *name;
} TABLE[] = {
	{1, false, "application cursor keys"},
	{KEYPAD, false, "application keypad"},
	{5, false, "reverse screen"},
	{6, false, "origin in the margins"},
	{7, true, "no line wrap"},
	{25, true, "hidden cursor"},
	{47, false, "alternate screen (47)"},
	{1047, false, "alternate screen (1047)"},
	{1049, false, "alternate screen"},
	{9, false, "mouse (9)"},
	{1000, false, "mouse clicks (1000)"},
	{1002, false, "mouse drags (1002)"},
	{1003, false, "mouse motion (1003)"},
	{1004, false, "focus reports (1004)"},
	{1005, false, "mouse as UTF-8 (1005)"},
	{1006, false, "mouse as SGR (1006)"},
	{1015, false, "mouse as urxvt (1015)"},
	{2004, false, "bracketed paste"},
	{FRAME, false, "open frame"},
};

_Static_assert(sizeof(TABLE) / sizeof(TABLE[0]) == VT_MODES, "a row for each mode");

static void name(struct vt_modes *modes)
{
	for (int i = 0; i < VT_MODES; i++)
		if (TABLE[i].number == modes->number)
			modes->named[i] = true;
	modes->number = 0;
}

static void switch_to(struct vt_modes *modes, int number, bool on)
{
	for (int i = 0; i < VT_MODES; i++)
		if (TABLE[i].number == number)
			modes->flipped[i] = on != TABLE[i].on;
}

static enum vt_mark switch_named(struct vt_modes *modes, bool on)
{
	enum vt_mark mark = VT_NO_MARK;

	for (int i = 0; i < VT_MODES; i++) {
		if (!modes->named[i])
			continue;
		switch_to(modes, TABLE[i].number, on);
		if (TABLE[i].number == FRAME)
			mark = on ? VT_FRAME_BEGINS : VT_FRAME_ENDS;
	}
	return mark;
}

static void read_escape(struct vt_modes *modes, char byte)
{
	modes->state = byte == '[' ? VT_SEQUENCE : VT_PLAIN;
	if (byte == '=' || byte == '>')
		switch_to(modes, KEYPAD, byte == '=');
	else if (byte == 'c')
		*modes = (struct vt_modes){0};
}

static enum vt_mark read_private(struct vt_modes *modes, char byte)
{
	if (byte >= '0' && byte <= '9') {
		if (modes->number < 100000)
			modes->number = modes->number * 10 + (byte - '0');
		return VT_NO_MARK;
	}
	name(modes);
	if (byte == ';')
		return VT_NO_MARK;
	modes->state = VT_PLAIN;
	return byte == 'h' || byte == 'l' ? switch_named(modes, byte == 'h') : VT_NO_MARK;
}

enum vt_mark vt_modes_read(struct vt_modes *modes, char byte)
{
	if (byte == '\033') {
		modes->state = VT_ESCAPE;
		return VT_NO_MARK;
	}
	switch (modes->state) {
	case VT_ESCAPE: read_escape(modes, byte); break;
	case VT_SEQUENCE:
		modes->state = byte == '?' ? VT_PRIVATE : VT_PLAIN;
		modes->number = 0;
		for (int i = 0; i < VT_MODES; i++)
			modes->named[i] = false;
		break;
	case VT_PRIVATE: return read_private(modes, byte);
	case VT_PLAIN: break;
	}
	return VT_NO_MARK;
}

bool vt_modes_on(const struct vt_modes *modes, int number)
{
	for (int i = 0; i < VT_MODES; i++)
		if (TABLE[i].number == number)
			return modes->flipped[i] != TABLE[i].on;
	return false;
}

void vt_modes_name(const struct vt_modes *modes, struct bytes *names)
{
	for (int i = 0; i < VT_MODES; i++)
		if (modes->flipped[i])
			bytes_addf(names, "%s%s", names->size ? ", " : "", TABLE[i].name);
}
