/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* systems.h - the table of all systems: a row for each, and nothing else to add anywhere.
 *
 * X(NAME, board): `protocol_NAME` in systems/NAME, and the `struct board_view` in ui/boards/NAME that draws
 * its game.  systems.c makes protocols of the rows, ui/boards/boards.c boards, tests/sim/table.c
 * `fixture_NAME`.  A system therefore need not know the screen or the tests.  tests/unit/test_systems says
 * what a new one lacks.
 *
 * A new row comes last: the inputs in tests/fuzz/corpus name a system by its number.  UNRULED() are those
 * without rules (struct protocol: unruled).  */
#ifndef RINGSIDE_SYSTEMS_H
#define RINGSIDE_SYSTEMS_H

#define SYSTEMS(X)                                                                                           \
	X(gomocup, board_gomoku)                                                                             \
	X(lmc, board_lmc)                                                                                    \
	X(lmc2, board_lmc2)                                                                                  \
	X(qchess, board_qchess)                                                                              \
	X(asimulator, board_asimulator)                                                                      \
	X(uci, board_uci)                                                                                    \
	X(referee, board_referee)

#define UNRULED(X)                                                                                           \
	X(lines, board_traffic)                                                                              \
	X(bytes, board_traffic)

#endif
