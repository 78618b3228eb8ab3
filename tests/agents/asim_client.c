/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* asim_client.c - a client of asimulator that misbehaves in one way: `asim_client MODE ACTIONS --stdio`, or
 * `asim_client MODE ACTIONS HOST PORT`.
 *
 * Apart from its mode it does the actions of each simulation, one digit per action, and then shuts off.  It
 * knows only rules without conditions, which are 27 bytes.  A mode acts before the second action, unless it
 * is about the beginning.  */
#include "flood.h"
#include "misconduct.h"
#include "stall.h"

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Longer than the wait for a client that holds up a series, shorter than the wait for one that leaves.  */
enum { SAVING_US = 200000, SLOW_US = 50000 };

enum { RULES = 27, TILE_REST = 2, SCORE = 4, END = 0x80, LOCALHOST = 0x0100007f, FAILED = 9 };

struct client {
	const char *mode, *actions, *host;
	int port, in, out, game;
};

static bool is(const struct client *client, const char *mode)
{
	return strcmp(client->mode, mode) == 0;
}

static void say(const struct client *client, const void *bytes, size_t size)
{
	if (write(client->out, bytes, size) != (ssize_t)size)
		_exit(0); /* the judge has left */
}

/* False at the end of the stream.  */
static bool hear(const struct client *client, uint8_t *bytes, size_t size)
{
	for (ssize_t n; size; bytes += n, size -= (size_t)n)
		if ((n = read(client->in, bytes, size)) <= 0)
			return false;
	return true;
}

/* ---- the connection ---- */

static int connected(const struct client *client)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)client->port)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	inet_pton(AF_INET, client->host, &to.sin_addr);
	if (connect(fd, (struct sockaddr *)&to, sizeof(to)) == 0)
		return fd;
	close(fd);
	return -1;
}

static bool is_of_judge(unsigned long inode)
{
	char path[64], target[64], wanted[64];

	snprintf(wanted, sizeof(wanted), "socket:[%lu]", inode);
	for (int fd = 0; fd < 256; fd++) {
		ssize_t size;

		snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)getppid(), fd);
		size = readlink(path, target, sizeof(target) - 1);
		if (size <= 0)
			continue;
		target[size] = '\0';
		if (strcmp(target, wanted) == 0)
			return true;
	}
	return false;
}

/* Checks that the judge listens on 127.0.0.1 and on no other address.  */
static void look_where_the_judge_listens(void)
{
	static const char *const tables[] = {"/proc/net/tcp", "/proc/net/tcp6"};
	char line[512], address[64];
	unsigned state;
	unsigned long inode;
	int count = 0;

	for (size_t i = 0; i < 2; i++) {
		FILE *file = fopen(tables[i], "re");

		while (file && fgets(line, sizeof(line), file)) {
			if (sscanf(line, " %*d: %63[^:]:%*x %*s %x %*s %*s %*s %*u %*d %lu", address, &state,
				   &inode) != 3 ||
			    state != 0x0a || !is_of_judge(inode))
				continue;
			if (strlen(address) != 8 || strtoul(address, NULL, 16) != LOCALHOST)
				_exit(FAILED);
			count++;
		}
		if (file)
			fclose(file);
	}
	if (!count)
		_exit(FAILED);
}

static void begin(struct client *client)
{
	uint8_t info = is(client, "little") ? 0x80 : is(client, "info-bits") ? 0x01 : 0;

	if (is(client, "leave-at-once"))
		leave();
	if (is(client, "hang-first"))
		forever();
	if (is(client, "looks"))
		look_where_the_judge_listens();
	if (client->host) {
		client->in = client->out = connected(client);
		if (client->in < 0)
			_exit(FAILED);
		if (is(client, "probes")) {
			close(client->in);
			client->in = client->out = connected(client);
		}
	}
	if (is(client, "info-late"))
		wait_for_the_end();
	say(client, &info, 1);
}

/* ---- simulations ---- */

static void misbehave(const struct client *client)
{
	static const uint8_t symbol[] = {100, 0, 0};

	if (is(client, "bad-request"))
		say(client, "\x32", 1);
	if (is(client, "half-message")) {
		say(client,
		    "\xff\x00\x05"
		    "a",
		    4);
		leave();
	}
	if (is(client, "swapped-length")) {
		say(client, "\xff\x29\x00I think that I shall go on, and hope so..", 44);
		forever();
	}
	if (is(client, "unused-symbol"))
		say(client, "\xd2\x00\x00", 3);
	if (is(client, "close-midway"))
		leave();
	if (is(client, "leave-badly"))
		leave_badly();
	if (is(client, "crash"))
		crash();
	if (is(client, "stops-judge"))
		stop_judge();
	if (is(client, "hang"))
		forever();
	while (is(client, "symbols-without-end"))
		say(client, symbol, sizeof(symbol));
	if (is(client, "floods-and-moves"))
		flood_with(client->out, symbol, sizeof(symbol));
	if (is(client, "connects-twice"))
		connected(client); /* it says nothing there, accepted or not */
}

static void say_the_number_of_the_game(struct client *client)
{
	uint8_t text[40] = {255};
	int size = snprintf((char *)text + 3, sizeof(text) - 3, "game %d", ++client->game);

	text[is(client, "little") ? 1 : 2] = (uint8_t)size;
	say(client, text, (size_t)size + 3);
}

static bool hear_the_beginning(struct client *client)
{
	uint8_t bytes[RULES], percept, tile;

	if (!hear(client, bytes, sizeof(bytes)))
		return false;
	if (is(client, "talks-early"))
		say_the_number_of_the_game(client);
	if (!hear(client, &percept, 1))
		return false;
	while (hear(client, &tile, 1) && tile)
		if (!hear(client, bytes, TILE_REST))
			return false;
	return true;
}

/* False when there are no more simulations.  */
static bool simulate(struct client *client)
{
	/* The mode "keeps" begins where it was in the previous game.  */
	const char *actions = client->actions + (is(client, "keeps") && client->game);
	size_t count = strlen(actions);
	uint8_t percept = 0, score[SCORE];

	if (!hear_the_beginning(client))
		return false;
	if (is(client, "decline"))
		leave();
	say_the_number_of_the_game(client);
	for (size_t i = 0; !(percept & END); i++) {
		uint8_t action[2] = {i < count ? (uint8_t)(actions[i] - '0') : 0, 0};
		bool early = is(client, "early"), two = i == 1 && (early || is(client, "out-of-turn"));

		if (i == 1)
			misbehave(client);
		if (is(client, "slow"))
			usleep(SLOW_US);
		if (is(client, "stops-judge-each-time"))
			stop_judge_briefly();
		if (two)
			action[1] = (uint8_t)(actions[++i] - '0');
		say(client, action, two && !early ? 2 : 1);
		let_judge_go_on();
		if (i == 0 && is(client, "talks-on"))
			say_the_number_of_the_game(client);
		if (two && early)
			say(client, action + 1, 1);
		if (is(client, "leaves-behind") && i == count)
			leave();
		if (!hear(client, &percept, 1) || (two && !hear(client, &percept, 1)))
			return false;
	}
	return hear(client, score, sizeof(score));
}

int main(int argc, char **argv)
{
	struct client client = {.in = STDIN_FILENO, .out = STDOUT_FILENO};

	if (argc < 4)
		return FAILED;
	client.mode = argv[1];
	client.actions = argv[2];
	if (argc > 4) {
		client.host = argv[argc - 2];
		client.port = atoi(argv[argc - 1]);
	}
	begin(&client);
	while (simulate(&client))
		;
	if (is(&client, "saves"))
		usleep(SAVING_US);
	return 0;
}
