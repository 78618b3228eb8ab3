/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pgn.h - games and openings in files of chess: PGN, FEN and EPD.  */
#ifndef RINGSIDE_UCI_PGN_H
#define RINGSIDE_UCI_PGN_H

#include "ringside/protocol.h"

extern const struct file_format *const chess_formats[];
extern const struct protocol_openings chess_openings;

/* A line of EPD, with the operations bm, am, dm, id, and c0 if it has points: a member of struct
 * protocol_tools.  */
char *chess_epd_case(const char *line, size_t size, int number, char **problem);

#endif
