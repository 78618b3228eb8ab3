/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* link.c - notes over a stream socket: a head with the sizes, then two texts.
 *
 * A stream, since a note may be megabytes long.  The socket blocks: a note is written whole.  Reading in the
 * loop never waits, so a side that was stopped in the middle of a note holds up nobody.  */
#include "ringside/worker.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READ_SIZE = 64 << 10, TEXT_MOST = 1 << 30 };

/* Both sides are the same program, but a process that is broken may write anything.  */
struct head {
	int kind, number;
	size_t text, more; /* bytes with the final NUL */
};

struct link {
	int fd;
	struct watch *watch;
	link_fn *fn;
	void *user;
	struct bytes in; /* what was read */
	size_t taken;    /* of it */
	bool gone;
	bool broken; /* what was read is no note */
};

/* Drops what was taken.  */
static void tidy(struct link *link)
{
	if (!link->taken)
		return;
	bytes_drop(&link->in, link->taken);
	link->taken = 0;
}

static bool is_sound(const struct head *head)
{
	return head->text > 0 && head->text <= TEXT_MOST && head->more > 0 && head->more <= TEXT_MOST;
}

/* The bytes that the next note lacks; 0: it is whole, or broken.  */
static size_t lacking(const struct link *link, struct head *head)
{
	size_t left = link->in.size - link->taken, whole;

	*head = (struct head){0};
	if (left < sizeof(*head))
		return sizeof(*head) - left;
	memcpy(head, link->in.at + link->taken, sizeof(*head));
	if (!is_sound(head))
		return 0;
	whole = sizeof(*head) + head->text + head->more;
	return left < whole ? whole - left : 0;
}

/* Takes a whole note out of what was read.  */
static bool take(struct link *link, struct note *note)
{
	struct head head;
	const char *at;

	if (link->broken || lacking(link, &head))
		return false;
	at = link->in.at + link->taken + sizeof(head);
	if (!is_sound(&head) || at[head.text - 1] || at[head.text + head.more - 1]) {
		link->gone = link->broken = true;
		return false;
	}
	*note = (struct note){head.kind, head.number, at, at + head.text};
	link->taken += sizeof(head) + head.text + head.more;
	return true;
}

/* Reads at most `most` bytes.  False: there is nothing now, or never more.  */
static bool read_more(struct link *link, size_t most, int flags)
{
	char bytes[READ_SIZE];
	ssize_t size;

	do
		size = recv(link->fd, bytes, most < sizeof(bytes) ? most : sizeof(bytes), flags);
	while (size < 0 && errno == EINTR);
	if (size > 0)
		bytes_add(&link->in, bytes, (size_t)size);
	else
		link->gone = link->gone || size == 0 || errno != EAGAIN;
	return size > 0;
}

static void ready(void *user, int events)
{
	struct link *link = user;
	struct note note;

	(void)events;
	read_more(link, READ_SIZE, MSG_DONTWAIT);
	while (take(link, &note))
		link->fn(link->user, &note);
	tidy(link);
	if (!link->gone)
		return;
	loop_change(link->watch, 0);
	link->fn(link->user, NULL);
}

/* ---- public ---- */

struct link *link_new(struct loop *loop, int fd, link_fn *fn, void *user)
{
	struct link *link = bytes_new(sizeof(*link));

	*link = (struct link){.fd = fd, .fn = fn, .user = user};
	link->watch = loop_watch(loop, fd, LOOP_READ, LOOP_LATER, ready, link);
	return link;
}

void link_free(struct link *link)
{
	if (!link)
		return;
	loop_unwatch(link->watch);
	close(link->fd);
	bytes_free(&link->in);
	free(link);
}

bool link_is_broken(const struct link *link)
{
	return link->broken;
}

bool link_tell(struct link *link, const struct note *note)
{
	const char *text = note->text ? note->text : "", *more = note->more ? note->more : "";
	struct head head = {.kind = note->kind,
			    .number = note->number,
			    .text = strlen(text) + 1,
			    .more = strlen(more) + 1};
	struct bytes out = {0};
	size_t sent = 0;

	bytes_add(&out, (const char *)&head, sizeof(head));
	bytes_add(&out, text, head.text);
	bytes_add(&out, more, head.more);
	while (sent < out.size && !link->gone) {
		ssize_t size = send(link->fd, out.at + sent, out.size - sent, MSG_NOSIGNAL);

		if (size > 0)
			sent += (size_t)size;
		else if (size == 0 || errno != EINTR)
			break;
	}
	bytes_free(&out);
	if (sent < sizeof(head) + head.text + head.more)
		shutdown(link->fd, SHUT_RDWR); /* or each end would wait for the other */
	return sent >= sizeof(head) + head.text + head.more;
}

bool link_hear(struct link *link, struct note *note)
{
	struct head head;

	tidy(link);
	/* No byte of a later note, or the loop would not learn of it.  */
	while (!take(link, note))
		if (link->broken || !read_more(link, lacking(link, &head), 0))
			return false;
	return true;
}
