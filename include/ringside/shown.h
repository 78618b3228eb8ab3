/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* shown.h - what people see of a message in one line.
 *
 * Panes draw it, and search and filters use it, so people can find what they can read.  */
#ifndef RINGSIDE_SHOWN_H
#define RINGSIDE_SHOWN_H

#include "ringside/message.h"
#include "ringside/setup.h"

/* The size of the message without its end, in a match with that setup; NULL: without a line end.  */
size_t shown_size(const struct setup *setup, const struct message *message);
/* Is its text, without the line end, exactly what is shown?  Not for a binary protocol, whose meaning is
 * shown, nor for escape sequences on stderr. setup: of the match; NULL: always.  */
bool shown_as_it_is(const struct setup *setup, const struct message *message);
/* Are its bytes binary, so that the protocol's meaning() explains them?  */
bool shown_as_meaning(const struct setup *setup, const struct message *message);
/* The line.  Binary bytes are shown in hexadecimal with their meaning, "84 01 Home, Hostility"; stderr
 * without escape sequences.  The caller frees.  */
char *shown_text(const struct setup *setup, const struct message *message, size_t *size);
/* Pending bytes (judge.h) for people: `3 bytes without a line end: "7,7"`, always so without a setup; of a
 * binary protocol `45 bytes of an incomplete message: ff 29 ..; a text of ...`.  The caller frees.  */
char *shown_pending(const struct setup *setup, const char *bytes, size_t size, size_t wanted);

#endif
