/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* client_main.c - the command line of a client and its connection: a socket, or stdin and stdout.  */
#include "client.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { USAGE = 2 };

/* Two descriptors; a socket is both.  */
struct connection {
	int in, out;
};

static size_t connection_read(void *self, uint8_t *bytes, size_t size)
{
	const struct connection *connection = self;
	size_t filled = 0;

	while (filled < size) {
		ssize_t got = read(connection->in, bytes + filled, size - filled);

		if (got == 0 || (got < 0 && errno != EINTR))
			break;
		filled += got > 0 ? (size_t)got : 0;
	}
	return filled;
}

static bool connection_write(void *self, const uint8_t *bytes, size_t size)
{
	const struct connection *connection = self;

	while (size > 0) {
		ssize_t put = write(connection->out, bytes, size);

		if (put < 0 && errno != EINTR)
			return false;
		bytes += put > 0 ? put : 0;
		size -= put > 0 ? (size_t)put : 0;
	}
	return true;
}

/* Returns the descriptor, or -1 after a message.  */
static int connect_to(const char *program, const char *host, const char *port)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *found = NULL;
	int fd = -1, problem = getaddrinfo(host, port, &hints, &found);

	if (problem) {
		fprintf(stderr, "%s: host %s port %s: %s\n", program, host, port, gai_strerror(problem));
		return -1;
	}
	for (struct addrinfo *at = found; at && fd < 0; at = at->ai_next) {
		fd = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
		if (fd >= 0 && connect(fd, at->ai_addr, at->ai_addrlen) < 0) {
			int error = errno;

			close(fd);
			fd = -1;
			errno = error;
		}
	}
	freeaddrinfo(found);
	if (fd < 0)
		fprintf(stderr, "%s: no connection to %s port %s: %s\n", program, host, port,
			strerror(errno));
	return fd;
}

static bool has_word(int argc, char **argv, const char *word)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], word) == 0)
			return true;
	return false;
}

static bool is_operand(const char *word)
{
	return strncmp(word, "--", 2) != 0;
}

static bool is_port(const char *word)
{
	char *end;
	long port = strtol(word, &end, 10);

	return *word >= '0' && *word <= '9' && !*end && port >= 1 && port <= 65535;
}

/* Are the last two words a host and a port? They must be without --stdio. False after a message.  */
static bool has_address(const char *program, int argc, char **argv)
{
	if (argc < 3 || !is_operand(argv[argc - 2]) || !is_operand(argv[argc - 1])) {
		fprintf(stderr,
			"%s: expected a host and a port as the last two words, or --stdio (try --help)\n",
			program);
		return false;
	}
	if (!is_port(argv[argc - 1])) {
		fprintf(stderr, "%s: expected a port from 1 to 65535 as the last word, not \"%s\"\n", program,
			argv[argc - 1]);
		return false;
	}
	return true;
}

int client_main(const struct world_agent *agent, int argc, char **argv)
{
	char program[32], purpose[512];
	bool stdio = false, little = false, msb = false;
	int64_t revision = 1;
	const struct sample_option shared[] = {
		{.name = "stdio",
		 .help = "speak on standard input and output, without HOST and PORT",
		 .flag = &stdio,
		 .store = true},
		{.name = "little", .help = "numbers with the low byte first", .flag = &little, .store = true},
		{.name = "big",
		 .help = "numbers with the high byte first (the default)",
		 .flag = &little,
		 .store = false},
		{.name = "msb",
		 .help = "bit 1 of a byte is its highest (the simulator's --bit-order msb)",
		 .flag = &msb,
		 .store = true},
		{.name = "revision",
		 .argument = "N",
		 .help = "revision of the handbook; in 2 both turns have one cost",
		 .least = 1,
		 .most = 2,
		 .number = &revision},
		{0},
	};
	const struct sample sample = {program, purpose, "asimulator over a socket, or with --stdio",
				      agent->options, shared};
	int status, operands = 0;

	snprintf(program, sizeof(program), "asimulator-%s", agent->name);
	snprintf(purpose, sizeof(purpose), "%s\nThe last two words are the HOST and PORT of the simulator.",
		 agent->purpose);
	if (!has_word(argc, argv, "--stdio") && !has_word(argc, argv, "--help") &&
	    !has_word(argc, argv, "--version")) {
		if (!has_address(program, argc, argv))
			return USAGE;
		operands = 2;
	} else if (has_word(argc, argv, "--stdio") && argc > 2 && is_port(argv[argc - 1]) &&
		   is_operand(argv[argc - 2])) {
		fprintf(stderr, "%s: --stdio and a host and a port exclude each other\n", program);
		return USAGE;
	}
	status = sample_options(&sample, argc - operands, argv);
	if (status >= 0)
		return status;

	struct connection connection = {STDIN_FILENO, STDOUT_FILENO};
	struct client client = {
		.program = program,
		.transport = {&connection, connection_read, connection_write},
		.wire = {.little = little, .msb = msb, .revision = (int)revision},
	};
	signal(SIGPIPE, SIG_IGN);
	if (!stdio) {
		connection.in = connection.out = connect_to(program, argv[argc - 2], argv[argc - 1]);
		if (connection.in < 0)
			return EXIT_FAILURE;
	}
	return client_run(&client, agent);
}
