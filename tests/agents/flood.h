/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* flood.h - an agent that writes for a minute without a pause, and then goes on.  */
#ifndef RINGSIDE_TESTS_FLOOD_H
#define RINGSIDE_TESTS_FLOOD_H

#include <stddef.h>

/* Writes these bytes again and again.  */
void flood_with(int fd, const void *bytes, size_t size);
/* Write line ends; the last has sixteen processes beside it that spin meanwhile.  */
void flood_output(void);
void flood_errors(void);
void flood_output_among_hogs(void);

#endif
