#include "ringside/board.h"
extern const struct board_view board_lmc;
const struct board_view board_lmc = {0};
