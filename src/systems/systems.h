/* systems.h - the table of all systems: a row for each, and nothing else to add anywhere.
 *
 * X(protocol, board): the `struct protocol` in systems/NAME and the `struct board_view` in ui/boards/NAME
 * that draws its game.  systems.c expands the first column, ui/boards/boards.c the second, so that no system
 * needs to know the screen.  */
#ifndef RINGSIDE_SYSTEMS_H
#define RINGSIDE_SYSTEMS_H

#define SYSTEMS(X)                                                                                           \
	X(protocol_gomocup, board_gomoku)                                                                    \
	X(protocol_lmc, board_lmc)                                                                           \
	X(protocol_lmc2, board_lmc2)                                                                         \
	X(protocol_qchess, board_qchess)                                                                     \
	X(protocol_asimulator, board_asimulator)

#endif
