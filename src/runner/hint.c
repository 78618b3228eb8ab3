/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hint.c - another ringside, which brings fresh agents to the position and asks for one move.  */
#include "hint.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/protocol.h"
#include "ringside/sh_words.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* For a turn without a limit, and for all else that the other ringside does.  */
#define TURN  ((int64_t)5 * NS_PER_S)
#define SPARE ((int64_t)10 * NS_PER_S)

struct hint {
	struct loop *loop;
	const struct hint_events *events;
	void *user;
	char *folder;   /* owned; of both files */
	char *in, *out; /* the match so far, and with the answer; owned */
	const struct session *session;
	int game;        /* of its series */
	int turns;       /* of the match so far */
	int64_t message; /* that brought the last of them */
	char *name;      /* of the agent that is asked; owned */
	pid_t pid;       /* 0: it has ended */
	int fd;          /* what it prints; -1: closed */
	struct bytes said;
	struct watch *output, *deadline;
	bool late;
};

static void add(struct sh_words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct sh_words *words, const char *format, ...)
{
	va_list args;
	char *word;

	va_start(args, format);
	word = bytes_vtext(format, args);
	va_end(args);
	sh_words_add(words, word);
	free(word);
}

static void add_places(struct sh_words *words, const struct session_setup *setup)
{
	if (setup->sandbox)
		sh_words_add(words, "--sandbox");
	if (setup->temp)
		add(words, "--temp-size=%" PRId64, setup->temp_size);
	if (setup->temp)
		sh_words_add(words, "--temp");
	if (setup->cgroups)
		add(words, "--cgroups=%s", setup->cgroups);
	for (const char *bind = setup->sandbox_bind; bind && *bind;) {
		size_t size = strcspn(bind, "\n");

		add(words, "--sandbox-bind=%.*s", (int)size, bind);
		bind += size + (bind[size] == '\n');
	}
}

/* Its command line, which the caller frees.  The other player sits there, too, because in some games both
 * move at once.  */
static char **arguments_of(const struct hint *hint, const struct setup *match,
			   const struct session_setup *setup, int64_t turn, int seat, const char *command)
{
	static const char *const first[] = {"--no-config", "--batch", "--match-time=0", "--human-time=off"};
	struct sh_words words = {0};

	sh_words_add(&words, "ringside");
	sh_words_add(&words, "play");
	sh_words_add(&words, match->system);
	for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++)
		sh_words_add(&words, first[i]);
	add_places(&words, setup);
	add(&words, "--from=%s:%d", hint->in, hint->turns + 1);
	add(&words, "--turn-time=%" PRId64 "ms", turn / NS_PER_MS);
	add(&words, "--match-time%d=0", seat); /* in place of a clock of the seat's own */
	for (int s = SEAT_1; s < SEATS; s++)
		if (match->seat[s].kind != SEAT_FREE)
			sh_words_add(&words, s == seat                           ? command
					     : match->seat[s].kind == SEAT_AGENT ? match->seat[s].command
										 : "human");
	sh_words_add(&words, "--execute=next");
	add(&words, "--execute=save %s", hint->out);
	return sh_words_block(&words);
}

static void become(char **argv, int output)
{
	int null = open("/dev/null", O_RDONLY);
	sigset_t none;

	setpgid(0, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(null, STDIN_FILENO);
	dup2(output, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	execv("/proc/self/exe", argv);
	_exit(127);
}

/* ---- its end ---- */

static void stop(struct hint *hint)
{
	loop_unwatch(hint->output);
	loop_unwatch(hint->deadline);
	hint->output = hint->deadline = NULL;
	if (hint->fd >= 0)
		close(hint->fd);
	hint->fd = -1;
	if (hint->pid) {
		kill(hint->pid, SIGKILL);
		waitpid(hint->pid, NULL, 0);
	}
	hint->pid = 0;
}

/* The last line that it printed, without its name; the caller frees.  */
static char *last_words(const struct hint *hint)
{
	static const char own[] = "ringside: ";
	const char *at = hint->said.at, *line = at;
	size_t size = hint->said.size;

	while (size && at[size - 1] == '\n')
		size--;
	for (size_t i = 0; i < size; i++)
		if (at[i] == '\n')
			line = at + i + 1;
	size -= (size_t)(line - at);
	if (size > strlen(own) && strncmp(line, own, strlen(own)) == 0) {
		line += strlen(own);
		size -= strlen(own);
	}
	return size ? bytes_escaped(line, size) : bytes_text("it has ended");
}

/* A move as a person can play it, without what followed from it; the caller frees.  */
static char *playable(const struct match *match, int turns, const char *played)
{
	char *problem = NULL,
	     *form = protocol_named(match->setup.system)->move_form(match, turns, played, &problem);

	free(problem);
	return form ? form : bytes_text("%s", played);
}

/* Reads the move, and tells it.  The answer for people; NULL: there is none.  */
static char *answer(const struct hint *hint)
{
	char *problem = NULL, *text = NULL, *move, words[32] = "";
	struct match_file *file = match_file_open(hint->out, &problem);
	const struct turn *turn;
	struct match match;

	free(problem);
	if (file && match_file_match(file, &match)) {
		turn = match_turn(&match, hint->turns + 1);
		if (turn && turn->played) {
			move = playable(&match, hint->turns, turn->played);
			board_named(match.setup.system)->words(&match, hint->turns, move, words);
			hint->events->found(hint->user, hint->turns, hint->message, move);
			free(move);
			text = bytes_text("hint for move %d: %s (%s, %.1f s)", hint->turns + 1, words,
					  hint->name, (double)turn->think_ns / NS_PER_S);
		} else if (match.over && is_seat(match.verdict.blame)) {
			text = bytes_text("no hint from %s: it %s", hint->name, verdict_deed(&match));
		}
		match_free(&match);
	}
	match_file_close(file);
	return text;
}

static void finish(struct hint *hint)
{
	char *text, *why;

	stop(hint);
	if (session_match(hint->session)->setup.game != hint->game) {
		text = bytes_text("no hint: its game is over");
		hint->events->told(hint->user, text, false);
		free(text);
		return;
	}
	text = answer(hint);
	if (!text) {
		why = hint->late ? bytes_text("no answer in time") : last_words(hint);
		text = bytes_text("no hint from %s: %s", hint->name, why);
		free(why);
		hint->events->told(hint->user, text, true);
	} else {
		hint->events->told(hint->user, text, false);
	}
	free(text);
}

static void passed(void *user, int events UNUSED)
{
	struct hint *hint = user;

	hint->late = true;
	finish(hint);
}

static void printed(void *user, int events UNUSED)
{
	struct hint *hint = user;
	char bytes[4096];
	ssize_t size = read(hint->fd, bytes, sizeof(bytes));

	if (size < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (size > 0 && hint->said.size < 65536)
		bytes_add(&hint->said, bytes, (size_t)size);
	if (size <= 0)
		finish(hint);
}

/* ---- public ---- */

static char *start(struct hint *hint, char **argv)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) < 0)
		return bytes_text("no hint: %s", strerror(errno));
	hint->pid = fork();
	if (hint->pid == 0)
		become(argv, ends[1]);
	close(ends[1]);
	hint->fd = ends[0];
	if (hint->pid > 0)
		return NULL;
	hint->pid = 0;
	return bytes_text("no hint: %s", strerror(errno));
}

struct hint *hint_new(struct loop *loop, struct session *session, const struct session_setup *setup, int seat,
		      const char *command, const struct hint_events *events, void *user, char **problem)
{
	const struct match *match = session_match(session);
	const struct turn *last = match_turn(match, match->turn_count);
	int64_t turn = match->setup.turn_limit ? match->setup.turn_limit : TURN;
	struct hint *hint = bytes_new(sizeof(*hint));
	struct setup named;
	char **arguments;

	*hint = (struct hint){.loop = loop, .events = events, .user = user, .fd = -1};
	hint->session = session;
	hint->game = match->setup.game;
	hint->turns = match->turn_count;
	hint->message = last ? last->message : 0;
	hint->folder = folder_temporary(problem);
	if (hint->folder) {
		hint->in = bytes_text("%s/in.ringside", hint->folder);
		hint->out = bytes_text("%s/out.ringside", hint->folder);
		*problem = session_save(session, hint->in);
	}
	if (*problem) {
		hint_free(hint);
		return NULL;
	}
	setup_copy(&named, &match->setup);
	setup_seat(&named, seat, command, protocol_named(match->setup.system)->bundle->samples);
	hint->name = bytes_text("%s", named.seat[seat].name);
	setup_free(&named);
	arguments = arguments_of(hint, &match->setup, setup, turn, seat, command);
	*problem = start(hint, arguments);
	free(arguments);
	if (*problem) {
		hint_free(hint);
		return NULL;
	}
	hint->output = loop_watch(loop, hint->fd, LOOP_READ, LOOP_LATER, printed, hint);
	hint->deadline = loop_timer(loop, LOOP_LATER, passed, hint);
	loop_at(hint->deadline, loop_now() + turn + match->setup.start_limit + SPARE);
	return hint;
}

bool hint_is_awaited(const struct hint *hint)
{
	return hint->fd >= 0;
}

void hint_free(struct hint *hint)
{
	if (!hint)
		return;
	stop(hint);
	bytes_free(&hint->said);
	if (hint->folder)
		folder_remove(hint->folder);
	free(hint->folder);
	free(hint->in);
	free(hint->out);
	free(hint->name);
	free(hint);
}
