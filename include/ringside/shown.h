/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* shown.h - what people see of a message in one line.
 *
 * Panes draw it, and search and filter look at it: what can be read can be found.  */
#ifndef RINGSIDE_SHOWN_H
#define RINGSIDE_SHOWN_H

#include "ringside/message.h"
#include "ringside/setup.h"

/* The size of the message without what only ends it, in a match with that setup; NULL: a line end.  */
size_t shown_size(const struct setup *setup, const struct message *message);
/* Is its text, without the line end, exactly what is shown?  Else there are bytes that only their meaning
   tells (a binary protocol), or what a terminal would obey (stderr).  setup: of the match; NULL: all is as it
   is.  */
bool shown_as_it_is(const struct setup *setup, const struct message *message);
/* Are its bytes no text, but what the protocol's meaning() tells?  */
bool shown_as_meaning(const struct setup *setup, const struct message *message);
/* The line: of bytes that are no text hexadecimal numbers and their meaning, "84 01 Home, Hostility"; of what
   an agent wrote to its terminal the text alone.  The caller frees.  */
char *shown_text(const struct setup *setup, const struct message *message, size_t *size);
/* What bytes are that make no message yet (struct pending_bytes of judge.h), for people: `3 bytes without a
   line end: "7,7"` (always without a setup); of a binary protocol `45 bytes of a message that is not whole:
   ff 29
   ..; a text of ...`.  The caller frees.  */
char *shown_pending(const struct setup *setup, const char *bytes, size_t size, size_t wanted);

#endif
