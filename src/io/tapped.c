/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tapped.c - the sockets of taps: who may come, and what is told.
 *
 * A packet is a number, which says how the rest is to be read, and texts, each with a NUL behind it; one of
 * the gate ends with what is held, in bytes.  The names of sockets have little room, so they are reached
 * through a descriptor of their folder.  */
#include "ringside/tapped.h"

#include "process.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/installed.h"
#include "ringside/value.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define FORM "1"
#define GATE "2"
#define ASKS "3"
#define SAYS "4"
#define LOGS "5"
/* A tap that is stopped does not answer.  */
enum {
	ANSWERS_WITHIN_MS = 2000,
	WATCHERS = 16,
	PACKET_MOST = 1 << 16,
	LINE_MOST = PACKET_MOST - 64,
	TEXTS = 8,
	NAME_SIZE = 16
};
/* So many held messages are told, and so much of each.  */
enum { HELD_TOLD = 64, HELD_BYTES = 1 << 12 };

struct door {
	int folder, listener, all; /* `all`: an epoll of the listener and who is there */
	pid_t agent;
	int watchers[WATCHERS];
	int count;
	struct bytes told, gate; /* the newest packets */
	struct door_events events;
	void *user;
};

/* ---- the folder ---- */

/* -1: there is none that is for this user alone.  */
static int folder_open(bool makes)
{
	FREED char *path = state_path("run/");
	struct stat status;
	int folder;

	if (path && makes)
		folders_make(path, true);
	folder = path ? open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
	if (folder < 0)
		return -1;
	if (fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
	    !(status.st_mode & (S_IRWXG | S_IRWXO)))
		return folder;
	close(folder);
	return -1;
}

static struct sockaddr_un address_of(int folder, const char *name)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	snprintf(address.sun_path, sizeof(address.sun_path), "/proc/self/fd/%d/%s", folder, name);
	return address;
}

/* The name of the socket.  */
static void name_of(pid_t agent, char name[NAME_SIZE])
{
	snprintf(name, NAME_SIZE, "%d", (int)agent);
}

static int socket_new(void)
{
	return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static void remove_socket(int folder, pid_t agent)
{
	char name[NAME_SIZE];

	name_of(agent, name);
	unlinkat(folder, name, 0);
}

/* ---- the recorder's side ---- */

/* Nobody finds it before it listens.  One of that name is of a process that has ended.  */
static bool listens(int listener, int folder, pid_t agent)
{
	char begun[NAME_SIZE + 8], name[NAME_SIZE];
	struct sockaddr_un address;

	name_of(agent, name);
	snprintf(begun, sizeof(begun), "begun-%s", name);
	address = address_of(folder, begun);
	unlinkat(folder, begun, 0);
	return bind(listener, (struct sockaddr *)&address, sizeof(address)) == 0 &&
	       listen(listener, WATCHERS) == 0 && renameat(folder, begun, folder, name) == 0;
}

static bool look_at(int all, int fd)
{
	return epoll_ctl(all, EPOLL_CTL_ADD, fd, &(struct epoll_event){.events = EPOLLIN, .data.fd = fd}) ==
	       0;
}

struct door *door_open(pid_t agent, const struct door_events *events, void *user)
{
	int folder = folder_open(true), listener = folder < 0 ? -1 : socket_new();
	int all = listener < 0 ? -1 : epoll_create1(EPOLL_CLOEXEC);
	struct door *door;

	if (all >= 0 && look_at(all, listener) && listens(listener, folder, agent)) {
		door = bytes_new(sizeof(*door));
		*door = (struct door){.folder = folder,
				      .listener = listener,
				      .all = all,
				      .agent = agent,
				      .events = *events,
				      .user = user};
		return door;
	}
	if (all >= 0)
		close(all);
	if (listener >= 0)
		close(listener);
	if (folder >= 0)
		close(folder);
	return NULL;
}

int door_fd(const struct door *door)
{
	return door ? door->all : -1;
}

/* A process that we cannot see, of another container, has the number 0.  */
static bool may_watch(const struct door *door, int watcher)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);

	if (getsockopt(watcher, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0 || peer.uid != geteuid())
		return false;
	for (pid_t pid = peer.pid; pid != door->agent; pid = parent_of(pid))
		if (pid <= 1)
			return peer.pid > 0;
	return false;
}

/* False: the watcher has left, or takes no more.  */
static bool tells(int watcher, const struct bytes *packet)
{
	return !packet->size || send(watcher, packet->at, packet->size, MSG_NOSIGNAL) >= 0;
}

static void let_out(struct door *door, int watcher)
{
	int kept = 0;

	for (int i = 0; i < door->count; i++)
		if (door->watchers[i] != watcher)
			door->watchers[kept++] = door->watchers[i];
	door->count = kept;
	door->events.left(door->user, watcher);
	close(watcher);
}

static void tell_all(struct door *door, const struct bytes *packet)
{
	for (int i = door->count - 1; i >= 0; i--)
		if (!tells(door->watchers[i], packet))
			let_out(door, door->watchers[i]);
}

static void let_in(struct door *door)
{
	int watcher = accept4(door->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (watcher < 0)
		return;
	if (may_watch(door, watcher) && tells(watcher, &door->told) && tells(watcher, &door->gate) &&
	    door->count < WATCHERS && look_at(door->all, watcher))
		door->watchers[door->count++] = watcher;
	else
		close(watcher);
}

/* Reads the texts of a packet, which ends with a NUL.  How many there are; *rest: what comes behind them.  */
static int texts_of(char *packet, size_t size, char *texts[], int most, const char **rest)
{
	char *at = packet;
	int count = 0;

	while (count < most && at < packet + size) {
		texts[count++] = at;
		at += strlen(at) + 1;
	}
	*rest = at < packet + size ? at : packet + size;
	return count;
}

enum { ASKED_TEXTS = 8, LINE = -1 /* in place of a kind of request */ };

static bool is_there(const struct door *door, int watcher)
{
	for (int i = 0; i < door->count; i++)
		if (door->watchers[i] == watcher)
			return true;
	return false;
}

static void hear_watcher(struct door *door, int watcher)
{
	char packet[PACKET_MOST + 1], *texts[ASKED_TEXTS];
	const char *rest;
	ssize_t size = recv(watcher, packet, PACKET_MOST, 0);
	struct bytes reply = {0};
	bool answer = false;
	char *problem;

	if (size < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (size <= 0) {
		let_out(door, watcher);
		return;
	}
	packet[size] = '\0';
	if (texts_of(packet, (size_t)size, texts, ASKED_TEXTS, &rest) < ASKED_TEXTS ||
	    strcmp(texts[0], ASKS) != 0)
		return;
	if (atoi(texts[1]) == LINE)
		problem = door->events.told(door->user, watcher, texts[7], &answer);
	else
		problem = door->events.asked(door->user, watcher,
					     &(struct request){.kind = (enum request_kind)atoi(texts[1]),
							       .seat = atoi(texts[2]),
							       .of_seat = *texts[3] == '1',
							       .count = atoi(texts[4]),
							       .held = atoi(texts[5]),
							       .ns = strtoll(texts[6], NULL, 10),
							       .text = texts[7]});
	bytes_addf(&reply, SAYS "%c%s%c%d", '\0', problem ? problem : "", '\0', answer);
	bytes_add(&reply, "", 1);
	if (!tells(watcher, &reply))
		let_out(door, watcher);
	bytes_free(&reply);
	free(problem);
}

void door_answer(struct door *door)
{
	struct epoll_event ready[WATCHERS];
	int count = epoll_wait(door->all, ready, WATCHERS, 0);

	for (int i = 0; i < count; i++)
		if (ready[i].data.fd == door->listener)
			let_in(door);
		else if (is_there(door, ready[i].data.fd))
			hear_watcher(door, ready[i].data.fd);
}

void door_tell(struct door *door, const struct tapped *tapped)
{
	if (!door)
		return;
	bytes_drop(&door->told, door->told.size);
	bytes_addf(&door->told, FORM "%c%s%c%s%c%s%c%" PRId64 "%c%d", '\0', tapped->system, '\0',
		   tapped->name, '\0', tapped->path, '\0', tapped->since, '\0', tapped->game);
	bytes_add(&door->told, "", 1);
	tell_all(door, &door->told);
}

/* What is told of a held message, and then its bytes.  */
struct held_part {
	int64_t t, delay;
	int64_t number;
	int32_t seat, direction, channel;
	uint32_t flags, size;
};

void door_tell_gate(struct door *door, const struct tapped_gate *gate)
{
	struct bytes packet = {0};

	if (!door)
		return;
	bytes_addf(&packet, GATE "%c%d%c%s", '\0', gate->state, '\0', gate->stopped ? gate->stopped : "");
	bytes_add(&packet, "", 1);
	for (int i = 0; i < gate->count && i < HELD_TOLD; i++) {
		const struct tapped_held *held = &gate->held[i];
		size_t size = held->message.size < HELD_BYTES ? held->message.size : HELD_BYTES;
		struct held_part part = {.t = held->message.t_ns,
					 .delay = held->delay,
					 .number = held->message.number,
					 .seat = held->message.seat,
					 .direction = (int32_t)held->message.direction,
					 .channel = (int32_t)held->message.channel,
					 .flags = held->message.flags,
					 .size = (uint32_t)size};

		if (packet.size + sizeof(part) + size > PACKET_MOST)
			break;
		bytes_add(&packet, (const char *)&part, sizeof(part));
		bytes_add(&packet, held->message.bytes, size);
	}
	if (packet.size == door->gate.size && memcmp(packet.at, door->gate.at, packet.size) == 0) {
		bytes_free(&packet);
		return;
	}
	bytes_free(&door->gate);
	door->gate = packet;
	tell_all(door, &door->gate);
}

void door_trace(struct door *door, const char *line)
{
	FREED_BY(bytes_free) struct bytes packet = {0};

	if (!door)
		return;
	bytes_addf(&packet, LOGS "%c%.*s\n", '\0', LINE_MOST, line);
	tell_all(door, &packet);
}

void door_close(struct door *door)
{
	if (!door)
		return;
	remove_socket(door->folder, door->agent);
	for (int i = 0; i < door->count; i++)
		close(door->watchers[i]);
	close(door->listener);
	close(door->all);
	close(door->folder);
	bytes_free(&door->told);
	bytes_free(&door->gate);
	free(door);
}

/* ---- the watcher's side ---- */

static int watch_in(int folder, pid_t agent)
{
	struct sockaddr_un address;
	char name[NAME_SIZE];
	int watch = socket_new();

	name_of(agent, name);
	address = address_of(folder, name);
	if (watch < 0 || connect(watch, (struct sockaddr *)&address, sizeof(address)) == 0)
		return watch;
	if (errno == ECONNREFUSED && parent_of(agent) == 0) /* its recorder was killed */
		remove_socket(folder, agent);
	close(watch);
	return -1;
}

int tapped_watch(pid_t agent)
{
	int folder = folder_open(false), watch = folder < 0 ? -1 : watch_in(folder, agent);

	if (folder >= 0)
		close(folder);
	return watch;
}

void tapped_clear(struct tapped *tapped)
{
	free(tapped->system);
	free(tapped->name);
	free(tapped->path);
}

void tapped_gate_clear(struct tapped_gate *gate)
{
	for (int i = 0; i < gate->count; i++)
		free(gate->held[i].message.bytes);
	free(gate->held);
	free(gate->stopped);
	bytes_free(&gate->traced);
	*gate = (struct tapped_gate){.state = JUDGE_RUNNING};
}

static void read_gate(struct tapped_gate *gate, char *const *texts, const char *at, const char *end)
{
	struct bytes traced = gate->traced;
	struct held_part part;

	gate->traced = (struct bytes){0};
	tapped_gate_clear(gate);
	gate->traced = traced;
	gate->state = (enum judge_state)atoi(texts[1]);
	gate->stopped = *texts[2] ? bytes_text("%s", texts[2]) : NULL;
	for (; (size_t)(end - at) >= sizeof(part); at += part.size) {
		memcpy(&part, at, sizeof(part));
		at += sizeof(part);
		if (part.size > (size_t)(end - at) || !is_seat(part.seat) || part.direction < TO_AGENT ||
		    part.direction > EVENT || part.channel < 0 || part.channel >= CHANNEL_COUNT)
			return;
		gate->held = bytes_resized(gate->held, sizeof(*gate->held) * ((size_t)gate->count + 1));
		gate->held[gate->count++] =
			(struct tapped_held){.message = {.t_ns = part.t,
							 .number = part.number,
							 .seat = part.seat,
							 .direction = (enum direction)part.direction,
							 .channel = (enum channel)part.channel,
							 .flags = part.flags,
							 .bytes = bytes_copy(at, part.size),
							 .size = part.size},
					     .delay = part.delay};
	}
}

/* As tapped_hear(); *said: the answer to what was asked, which the caller frees.  */
static int hear(int watch, struct tapped *tapped, struct tapped_gate *gate, char **said, bool *answer)
{
	char packet[PACKET_MOST + 1], *texts[TEXTS];
	const char *rest;
	ssize_t size = recv(watch, packet, PACKET_MOST, 0);
	int count;

	if (size <= 0)
		return size < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
	packet[size] = '\0';
	if (gate && strcmp(packet, GATE) == 0 && texts_of(packet, (size_t)size, texts, 3, &rest) == 3) {
		read_gate(gate, texts, rest, packet + size);
		return 1;
	}
	if (gate && strcmp(packet, LOGS) == 0) {
		bytes_add_text(&gate->traced, packet + sizeof(LOGS));
		return 1;
	}
	count = texts_of(packet, (size_t)size, texts, TEXTS, &rest);
	if (said && count > 2 && strcmp(texts[0], SAYS) == 0) {
		*said = bytes_text("%s", texts[1]);
		*answer = *texts[2] == '1';
	}
	if (count < 6 || strcmp(texts[0], FORM) != 0)
		return 1;
	tapped_clear(tapped);
	tapped->system = bytes_text("%s", texts[1]);
	tapped->name = bytes_text("%s", texts[2]);
	tapped->path = bytes_text("%s", texts[3]);
	tapped->since = strtoll(texts[4], NULL, 10);
	tapped->game = atoi(texts[5]);
	return 1;
}

int tapped_hear(int watch, struct tapped *tapped, struct tapped_gate *gate)
{
	return hear(watch, tapped, gate, NULL, NULL);
}

static char *ask(int watch, int kind, const struct request *request, bool *answer, struct tapped *tapped,
		 struct tapped_gate *gate)
{
	struct bytes packet = {0};
	struct pollfd ready = {.fd = watch, .events = POLLIN};
	char *said = NULL;
	bool sent;

	bytes_addf(&packet, ASKS "%c%d%c%d%c%d%c%d%c%d%c%" PRId64 "%c%s", '\0', kind, '\0', request->seat,
		   '\0', request->of_seat, '\0', request->count, '\0', request->held, '\0', request->ns, '\0',
		   request->text ? request->text : "");
	bytes_add(&packet, "", 1);
	sent = packet.size <= PACKET_MOST && tells(watch, &packet);
	if (packet.size > PACKET_MOST)
		said = bytes_text("the text is too long: at most %d bytes", PACKET_MOST - 128);
	while (sent && !said && poll(&ready, 1, ANSWERS_WITHIN_MS) > 0 &&
	       hear(watch, tapped, gate, &said, answer) >= 0)
		;
	bytes_free(&packet);
	if (said && !*said) {
		free(said);
		return NULL;
	}
	return said ? said : bytes_text("the tap does not answer");
}

char *tapped_ask(int watch, const struct request *request, struct tapped *tapped, struct tapped_gate *gate)
{
	bool answer;

	return ask(watch, (int)request->kind, request, &answer, tapped, gate);
}

void tapped_await(int watch, struct tapped *tapped, struct tapped_gate *gate)
{
	struct pollfd ready = {.fd = watch, .events = POLLIN};

	while (gate->state == JUDGE_STEPPING && poll(&ready, 1, ANSWERS_WITHIN_MS) > 0 &&
	       hear(watch, tapped, gate, NULL, NULL) >= 0)
		;
}

char *tapped_line(int watch, const char *line, bool *answer, struct tapped *tapped, struct tapped_gate *gate)
{
	bool runs = gate->state == JUDGE_RUNNING;
	char *said = ask(watch, LINE, &(struct request){.text = line}, answer, tapped, gate);

	if (runs)
		tapped_await(watch, tapped, gate);
	return said;
}

static int older(const void *a, const void *b)
{
	const struct tapped *one = a, *other = b;

	if (one->since != other->since)
		return one->since < other->since ? -1 : 1;
	return one->agent < other->agent ? -1 : one->agent > other->agent;
}

int tapped_list(struct tapped **taps)
{
	FREED_BY(pids_free) struct pids agents = {0};
	int folder = folder_open(false), count = 0;

	*taps = NULL;
	if (folder < 0)
		return 0;
	pids_listed(&agents, "/proc/self/fd/%d", folder);
	for (size_t i = 0; i < agents.count; i++) {
		struct pollfd ready = {.fd = watch_in(folder, agents.at[i]), .events = POLLIN};
		struct tapped tapped = {.agent = agents.at[i]};

		if (ready.fd >= 0 && poll(&ready, 1, ANSWERS_WITHIN_MS) > 0 &&
		    tapped_hear(ready.fd, &tapped, NULL) > 0 && tapped.path) {
			*taps = bytes_resized(*taps, sizeof(**taps) * ((size_t)count + 1));
			(*taps)[count++] = tapped;
		}
		if (ready.fd >= 0)
			close(ready.fd);
	}
	close(folder);
	if (count)
		qsort(*taps, (size_t)count, sizeof(**taps), older);
	return count;
}

void tapped_free(struct tapped *taps, int count)
{
	while (count)
		tapped_clear(&taps[--count]);
	free(taps);
}
