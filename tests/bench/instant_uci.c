/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* instant_uci.c - a UCI engine that answers at once, so that the judge alone is measured.
 *
 * It plays one game of 207 plies from the first position, for both sides: a game of sample:random that ends
 * by a dead position. `instant_uci N` says N lines of info before each move.  */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char moves[] =
	"g2g4 b8a6 g1f3 d7d6 h2h3 a8b8 h3h4 b8a8 b2b4 g8h6 b4b5 h6g4 a2a3 a6c5 f1h3 c5b3 d2d4 e7e6 b5b6 "
	"b3a5 e2e4 c8d7 h3g2 f7f6 c2c4 d8b8 h4h5 d6d5 d1d2 g4h2 b6c7 h7h6 h1h2 f6f5 e4d5 a5c4 c7b8q "
	"e8f7 g2h3 f7e7 h2h1 h8g8 h1g1 d7e8 b8e8 e7f6 g1g3 c4b6 d2d1 g7g6 e1d2 f6g7 g3g2 b6c8 d5d6 a7a5 "
	"d2e1 c8a7 d1b3 e6e5 b3b7 g7h8 e8b8 e5e4 b8c7 e4e3 c7c6 a7c8 c6d7 a8a7 d7a4 a7b7 a4e8 b7c7 h3g4 "
	"c7c5 e8c6 c8b6 f3g5 c5c1 g4d1 c1c2 h5g6 c2c5 a1a2 c5c2 c6d7 a5a4 d7d8 f8d6 a2c2 e3f2 e1f2 d6g3 "
	"f2g3 h6h5 c2b2 g8f8 d1f3 h8g8 g5f7 b6d7 f3a8 d7e5 b2b3 h5h4 d8h4 f8e8 b3b7 e5g6 b7e7 g6f8 h4h7 "
	"g8h7 g3h3 f8e6 a8f3 e8d8 e7c7 d8g8 d4d5 e6c5 g2g5 g8c8 f3g2 c8d8 c7e7 c5a6 b1c3 d8d5 f7d6 h7h6 "
	"e7e4 a6b4 d6b5 d5b5 e4e6 h6h7 e6a6 b4a2 g5g7 h7h8 g2e4 h8g7 h3h4 b5b6 e4b1 g7f6 c3e4 f6e7 e4g3 "
	"b6b8 g3e4 f5e4 h4g3 b8b5 a6a4 b5b1 a4d4 a2b4 g3h4 b1g1 d4e4 e7f7 e4e6 f7f8 e6a6 b4c6 h4h5 g1g6 "
	"h5h4 c6e5 h4h5 g6a6 h5h4 f8e7 a3a4 e5g6 h4g3 a6a4 g3f2 g6h8 f2g3 h8f7 g3f2 a4a3 f2e2 f7d6 e2f1 "
	"d6f5 f1g2 f5h6 g2f2 e7f7 f2f1 a3a2 f1g1 a2a3 g1f1 a3d3 f1g2 f7e7 g2f1 h6f7 f1f2 d3e3 f2e3 ";

struct engine {
	int infos, ply;
	char text[1 << 16];
};

static void say(const char *text, size_t size)
{
	if (write(STDOUT_FILENO, text, size) < 0)
		exit(0);
}

static void answer(struct engine *engine)
{
	size_t size = 0, at = 0;

	for (int i = 0; i < engine->ply; i++)
		at += strcspn(moves + at, " ") + 1;
	for (int i = 1; i <= engine->infos; i++)
		size += (size_t)snprintf(
			engine->text + size, sizeof(engine->text) - size,
			"info depth %d seldepth %d multipv 1 score cp %d nodes %d nps 1000000 hashfull 12 "
			"tbhits 0 time %d pv %.40s\n",
			1 + i / 8, 2 + i / 8, i % 50, i * 1000, i, moves + at);
	size += (size_t)snprintf(engine->text + size, sizeof(engine->text) - size, "bestmove %.*s\n",
				 (int)strcspn(moves + at, " "), moves + at);
	say(engine->text, size);
}

static void hear(struct engine *engine, const char *line)
{
	static const char declared[] = "id name instant\nid author nobody\nuciok\n", ready[] = "readyok\n";
	const char *played = strstr(line, " moves");

	if (strcmp(line, "uci") == 0)
		say(declared, strlen(declared));
	else if (strcmp(line, "isready") == 0)
		say(ready, strlen(ready));
	else if (strncmp(line, "go", 2) == 0)
		answer(engine);
	else if (strcmp(line, "quit") == 0)
		exit(0);
	if (strncmp(line, "position", 8) != 0)
		return;
	engine->ply = 0;
	for (const char *c = played ? played + strlen(" moves") : ""; *c; c++)
		engine->ply += *c == ' ';
}

int main(int argc, char **argv)
{
	static struct engine engine;
	static char buffer[1 << 16];
	size_t size = 0;
	ssize_t n;

	engine.infos = argc == 2 ? atoi(argv[1]) : 0;
	while ((n = read(STDIN_FILENO, buffer + size, sizeof(buffer) - size)) > 0) {
		char *line = buffer, *end;

		size += (size_t)n;
		for (; (end = memchr(line, '\n', size - (size_t)(line - buffer))); line = end + 1) {
			*end = '\0';
			hear(&engine, line);
		}
		size -= (size_t)(line - buffer);
		memmove(buffer, line, size);
	}
	return 0;
}
