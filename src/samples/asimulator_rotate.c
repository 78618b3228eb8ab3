/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* asimulator_rotate.c - sample:rotate under asimulator: a client that only turns left, and then shuts off.
 *
 * One simulation follows another until the connection ends.  What it shows goes out in front of its action.
 * systems/asimulator/rules.h reads the bytes.  */
#include "sample.h"
#include "systems/asimulator/rules.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char program[] = "asimulator-rotate";

enum { USAGE = 2, SYMBOL_NUMBER = 100, TEXT = 255, INFO_LITTLE = 0x80 };

struct client {
	int in, out; /* a socket is both */
	struct world_wire wire;
	int64_t most_actions;
};

/* ---- the connection ---- */

/* False: it ended before.  */
static bool read_all(const struct client *client, uint8_t *bytes, size_t size)
{
	while (size > 0) {
		ssize_t got = read(client->in, bytes, size);

		if (got == 0 || (got < 0 && errno != EINTR))
			return false;
		bytes += got > 0 ? got : 0;
		size -= got > 0 ? (size_t)got : 0;
	}
	return true;
}

static bool write_all(const struct client *client, const uint8_t *bytes, size_t size)
{
	while (size > 0) {
		ssize_t put = write(client->out, bytes, size);

		if (put < 0 && errno != EINTR)
			return false;
		bytes += put > 0 ? put : 0;
		size -= put > 0 ? (size_t)put : 0;
	}
	return true;
}

/* Returns the descriptor, or -1 after a message.  */
static int connect_to(const char *host, const char *port)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *found = NULL;
	int fd = -1, error = 0, problem = getaddrinfo(host, port, &hints, &found);

	if (problem) {
		fprintf(stderr, "%s: host %s port %s: %s\n", program, host, port, gai_strerror(problem));
		return -1;
	}
	for (struct addrinfo *at = found; at && fd < 0; at = at->ai_next) {
		fd = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
		if (fd >= 0 && connect(fd, at->ai_addr, at->ai_addrlen) < 0) {
			error = errno;
			close(fd);
			fd = -1;
		}
	}
	freeaddrinfo(found);
	if (fd < 0)
		fprintf(stderr, "%s: no connection to %s port %s: %s\n", program, host, port,
			strerror(error));
	return fd;
}

/* ---- a simulation ---- */

static int cut_off(const char *where)
{
	fprintf(stderr, "%s: the connection ended inside of %s\n", program, where);
	return EXIT_FAILURE;
}

/* Turns left with the number of its turns on its tile, until the percept says End.  Returns -1 to go on, else
 * the exit status.  */
static int turn(const struct client *client, unsigned percept)
{
	static const char words[] = "I only turn.";
	const uint8_t size[] = {(uint8_t)((sizeof(words) - 1) >> 8), sizeof(words) - 1};
	uint8_t bytes[64] = {TEXT, size[client->wire.little], size[!client->wire.little]}, byte;
	size_t used = 3 + sizeof(words) - 1;

	memcpy(bytes + 3, words, sizeof(words) - 1);
	for (int64_t action = 1; !(percept & WORLD_PERCEPT_END); action++) {
		bool last = action >= client->most_actions;

		if (!last) {
			const uint8_t symbol[] = {(uint8_t)(SYMBOL_NUMBER + action % 100), 0, 0};

			memcpy(bytes + used, symbol, sizeof(symbol));
			used += sizeof(symbol);
		}
		bytes[used++] = last ? WORLD_SHUT_OFF : WORLD_TURN_LEFT;
		if (!write_all(client, bytes, used) || !read_all(client, &byte, 1))
			return EXIT_SUCCESS; /* the match is over */
		percept = world_percept_read(byte, client->wire);
		used = 0;
	}
	return read_all(client, bytes, WORLD_SCORE_SIZE) ? -1 : cut_off("the score");
}

/* Reads what is told before the first action.  The rules tell themselves how many bytes there are.  */
static int simulation(const struct client *client)
{
	uint8_t bytes[WORLD_RULES_MOST], percept;
	struct world_rules rules;
	size_t size = 0;

	do
		if (!read_all(client, bytes + size, 1))
			return size ? cut_off("the rules") : EXIT_SUCCESS;
	while (!world_rules_read(&rules, client->wire, bytes, ++size));
	if (!read_all(client, &percept, 1))
		return cut_off("the rules: the first percept was due");
	do
		if (!read_all(client, bytes, 1) || (*bytes && !read_all(client, bytes + 1, 2)))
			return cut_off("the list of known tiles");
	while (*bytes);
	return turn(client, world_percept_read(percept, client->wire));
}

/* ---- the command line ---- */

static bool is_port(const char *word)
{
	char *end;
	long port = strtol(word, &end, 10);

	return *word >= '0' && *word <= '9' && !*end && port >= 1 && port <= 65535;
}

/* How many of the last words are a host and a port; -1 after a message.  They must be without --stdio.  */
static int count_address(int argc, char **argv)
{
	bool stdio = false, asks = false,
	     has = argc >= 3 && strncmp(argv[argc - 2], "--", 2) != 0 &&
		   strncmp(argv[argc - 1], "--", 2) != 0;

	for (int i = 1; i < argc; i++) {
		stdio = stdio || strcmp(argv[i], "--stdio") == 0;
		asks = asks || strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "--version") == 0;
	}
	if (stdio && has && is_port(argv[argc - 1]))
		fprintf(stderr, "%s: --stdio and a host and a port exclude each other\n", program);
	else if (stdio || asks)
		return 0;
	else if (!has)
		fprintf(stderr,
			"%s: expected a host and a port as the last two words, or --stdio (try --help)\n",
			program);
	else if (!is_port(argv[argc - 1]))
		fprintf(stderr, "%s: expected a port from 1 to 65535 as the last word, not \"%s\"\n", program,
			argv[argc - 1]);
	else
		return 2;
	return -1;
}

int main(int argc, char **argv)
{
	bool stdio = false;
	int64_t revision = 1;
	struct client client = {STDIN_FILENO, STDOUT_FILENO, .most_actions = 20};
	const struct sample_option options[] = {
		{.name = "actions",
		 .argument = "N",
		 .help = "do N actions; the last one is Shut_Off",
		 .least = 1,
		 .most = INT32_MAX,
		 .number = &client.most_actions},
		{.name = "stdio",
		 .help = "speak on standard input and output, without HOST and PORT",
		 .flag = &stdio,
		 .store = true},
		{.name = "little",
		 .help = "numbers with the low byte first",
		 .flag = &client.wire.little,
		 .store = true},
		{.name = "big",
		 .help = "numbers with the high byte first (the default)",
		 .flag = &client.wire.little,
		 .store = false},
		{.name = "msb",
		 .help = "bit 1 of a byte is its highest (the simulator's --bit-order msb)",
		 .flag = &client.wire.msb,
		 .store = true},
		{.name = "revision",
		 .argument = "N",
		 .help = "revision of the handbook; in 2 both turns have one cost",
		 .least = 1,
		 .most = 2,
		 .number = &revision},
		{0},
	};
	const struct sample sample = {program,
				      "An agent that only turns left, then shuts off.\n"
				      "The last two words are the HOST and PORT of the simulator.",
				      "asimulator over a socket, or with --stdio", options, NULL};
	int words = count_address(argc, argv),
	    status = words < 0 ? USAGE : sample_options(&sample, argc - words, argv);
	uint8_t info;

	if (status >= 0)
		return status;
	client.wire.revision = (int)revision;
	signal(SIGPIPE, SIG_IGN);
	if (!stdio)
		client.in = client.out = connect_to(argv[argc - 2], argv[argc - 1]);
	if (client.in < 0)
		return EXIT_FAILURE;
	info = client.wire.little ? INFO_LITTLE : 0;
	if (!write_all(&client, &info, 1))
		return EXIT_SUCCESS;
	do
		status = simulation(&client);
	while (status < 0);
	return status;
}
