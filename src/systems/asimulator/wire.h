/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - what the files of the protocol of the agent world share.  */
#ifndef RINGSIDE_ASIMULATOR_WIRE_H
#define RINGSIDE_ASIMULATOR_WIRE_H

#include "ringside/protocol.h"
#include "rules.h"

/* The requests of a client other than actions and symbols (original: Requests).  */
enum {
	REQUEST_CLEAR = 6,
	REQUEST_SYMBOL = 100, /* from here to 254: a symbol, followed by x and y */
	REQUEST_LAST_KNOWN = 209,
	REQUEST_NO_SYMBOL = 254,
	REQUEST_TEXT = 255, /* followed by a size in two bytes, and that many bytes */
	SYMBOL_BYTES = 3,
	TEXT_HEAD = 3,
	INFO_LITTLE = 0x80 /* the only used bit of the info byte */
};

/* The size of the request that begins with these bytes, or as much of it as they announce; `size` is 1 at
   least.  `little`: its numbers are little-endian.  */
size_t asimulator_wanted(bool little, const uint8_t *bytes, size_t size);
/* The bit order and revision of the options.  */
struct world_wire asimulator_wire(const struct setup *setup);

extern const struct protocol_tools asimulator_tools;

#endif
