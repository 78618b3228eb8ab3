/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* repro.c - writes a script that tells an agent what an old one was told, outside of ringside.
 *
 * It is sh, which hands the rest to Python: the messages as a list, and the helper that feeds them. What
 * others wrote stands in it only as Python bytes, with all but plain characters escaped.
 *
 * What the last process of a seat was told and answered is read message after message, up to a place in the
 * match. The bytes alone can be written, too.
 *
 * The helper is the same in each script. It has STEPS, END, BINARY, SOCKET, LIMIT and FIRST_LIMIT of the
 * lines before it. Text: the next line that is the recorded answer, or has its form, is the answer;
 * everything else is chatter. Binary: as many bytes as were recorded are the answer.  */
#include "file.h"
#include "ringside/protocol.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct repro {
	FILE *to;
	const struct protocol *protocol;
	const struct seat_told *told;
};

/* How the process ended, if the match went on or had to wait for it.  */
struct told_end {
	enum { TOLD_DIED, TOLD_SILENT, TOLD_DIED_LATE /* after the verdict */ } kind;
	int turn;
	char *words; /* NULL: it did not; the caller frees */
	bool over;   /* the verdict was passed */
};

enum { PAGE = 64 };

/* A literal of Python.  */
static void write_literal(FILE *to, const char *text, size_t size)
{
	fputc('"', to);
	for (size_t i = 0; i < size; i++) {
		unsigned char byte = (unsigned char)text[i];

		if (byte == '\n')
			fputs("\\n", to);
		else if (byte == '\r')
			fputs("\\r", to);
		else if (byte < ' ' || byte > '~' || byte == '"' || byte == '\\')
			fprintf(to, "\\x%02x", byte);
		else
			fputc(byte, to);
	}
	fputc('"', to);
}

/* In a binary protocol all that was said is awaited, because only its size tells where the next begins.  */
static bool is_awaited(const struct repro *repro, const struct message *message)
{
	if (repro->protocol->framing)
		return true;
	return protocol_is_answer(repro->protocol, message->seat, message->channel) &&
	       !(message->flags & (MESSAGE_EDITED | MESSAGE_UNENDED)) &&
	       !(message->seat != SEAT_NONE && message->flags & MESSAGE_UNASKED) &&
	       message_text_size(message, repro->protocol) > 0;
}

static void write_step(void *user, const struct message *message)
{
	const struct repro *repro = user;

	if (message->direction == FROM_AGENT && !is_awaited(repro, message))
		return;
	fprintf(repro->to, "    (%d, %" PRId64 ", \"%c\", b", message->turn, message->n,
		message->direction == TO_AGENT ? '>' : '<');
	write_literal(repro->to, message->bytes, message->size);
	fputs("),\n", repro->to);
}

/* A line of a comment of sh.  */
static void write_comment(FILE *to, const char *before, const char *text)
{
	FREED char *line = bytes_escaped(text, strlen(text));

	fprintf(to, "# %s%s\n", before, line);
}

static void write_head(const struct repro *repro, struct match_file *file, const struct setup *setup)
{
	const char *command = setup->seat[repro->told->seat].command, *path = match_file_path(file);
	const char *slash = strrchr(path, '/');
	FILE *to = repro->to;

	fprintf(to, "#!/bin/sh\n# Tells an agent of %s what seat %d was told, outside of ringside:\n",
		repro->protocol->name, repro->told->seat);
	fprintf(to, "#     sh repro.sh ./my-agent ARGUMENTS\n"
		    "# It needs python3. Each answer is awaited for LIMIT seconds: LIMIT=60 sh repro.sh "
		    "valgrind ...\n"
		    "# Exit status: 0 the recorded answers, 1 others, 2 wrong usage, 3 not started,\n"
		    "# 4 it crashed, left or hung.\n");
	write_comment(to, "The match: ", slash ? slash + 1 : path);
	if (command)
		write_comment(to, "The recorded agent: ", command);
	if (setup_pieces(setup, repro->told->seat))
		fputs("# It was written to in pieces (--pieces); this script writes whole lines.\n", to);
	fputs("[ $# -gt 0 ] || { echo \"usage: $0 COMMAND [ARGUMENTS]\" >&2; exit 2; }\n"
	      "command -v python3 > /dev/null || { echo \"$0: python3 is missing\" >&2; exit 2; }\n"
	      "exec python3 /dev/fd/3 \"$@\" 3<< 'END_OF_PYTHON'\n"
	      "import os, re, select, signal, socket, subprocess, sys, time\n\n",
	      to);
}

static void write_end(FILE *to, const struct told_end *end)
{
	static const char *const kinds[] = {
		[TOLD_DIED] = "died", [TOLD_SILENT] = "silent", [TOLD_DIED_LATE] = "after"};

	if (!end->words) {
		fputs("END = None\n", to);
		return;
	}
	fprintf(to, "END = (\"%s\", %d, ", kinds[end->kind], end->turn);
	write_literal(to, end->words, strlen(end->words));
	fputs(")\n", to);
}

/* Has the message no part in it?  */
static bool is_behind(const struct seat_told *told, const struct message *message)
{
	return message->n > told->last || (told->turns >= 0 && message->turn > told->turns);
}

/* The number of the event with which the process began; 0: none is known.  */
static int64_t begin_of(struct match_file *file, const struct seat_told *told)
{
	struct message_query events = {.seats = 1u << told->seat,
				       .channels = CHANNEL_BIT(CHANNEL_EVENT),
				       .directions = 1u << EVENT,
				       .last = told->last,
				       .everything = true};
	struct message page[PAGE];
	int64_t begin = 0, after = 0;
	int count;

	do {
		count = match_file_after(file, &events, after, PAGE, page);
		for (int i = 0; i < count && !is_behind(told, &page[i]); i++)
			if (page[i].event.kind == EVENT_STARTED || page[i].event.kind == EVENT_STAYS)
				begin = page[i].n;
		after = count ? page[count - 1].n : after;
	} while (count == PAGE);
	return begin;
}

/* Was it sent to the process, or said by it on stdout?  */
static bool is_said(const struct seat_told *told, const struct message *message)
{
	if (message->seat != told->seat || message->flags & MESSAGE_WITHHELD)
		return false;
	return message->direction == TO_AGENT     ? !(message->flags & MESSAGE_UNSENT)
	       : message->direction == FROM_AGENT ? message->channel != CHANNEL_STDERR
						  : false;
}

static void take_end(struct told_end *end, const struct seat_told *told, const struct message *message)
{
	const struct event *event = &message->event;
	bool timeout = event->word && reason_is(event->word, REASON_OF_LIMIT);
	struct ending ending = event_ends(event) ? event_ending(event) : (struct ending){0};

	if (event->kind == EVENT_VERDICT && message->seat == told->seat && timeout && !end->words) {
		end->kind = TOLD_SILENT;
		end->words = bytes_copy(message->bytes, message->size);
	} else if (event_ends(event) && message->seat == told->seat && !end->words &&
		   (!end->over ||
		    (ending.signalled && ending.signal && strcmp(ending.signal, "SIGKILL") != 0 &&
		     strcmp(ending.signal, "SIGTERM") != 0))) {
		end->kind = end->over ? TOLD_DIED_LATE : TOLD_DIED;
		end->words = event_words(message);
	}
	if (end->words && !end->turn)
		end->turn = message->turn;
	end->over = end->over || event->kind == EVENT_VERDICT;
}

/* Gives the messages to and from the process, without stderr, to take().  NULL, or a problem.  */
static char *file_told(struct match_file *file, const struct seat_told *told,
		       void (*take)(void *user, const struct message *message), void *user,
		       struct told_end *end)
{
	struct message_query all = {
		.seats = ~0u, .channels = CHANNEL_ALL, .last = told->last, .everything = true};
	int64_t after = begin_of(file, told), said = 0;
	struct message page[PAGE];
	int count;

	*end = (struct told_end){0};
	do {
		count = match_file_after(file, &all, after, PAGE, page);
		for (int i = 0; i < count && !is_behind(told, &page[i]); i++) {
			if (page[i].direction == EVENT)
				take_end(end, told, &page[i]);
			if (!is_said(told, &page[i]))
				continue;
			said += page[i].direction == TO_AGENT;
			take(user, &page[i]);
		}
		after = count ? page[count - 1].n : after;
	} while (count == PAGE);
	if (match_file_problem(file))
		return bytes_text("%s", match_file_problem(file));
	return said ? NULL
		    : bytes_text("%s: seat %d was told nothing up to there", match_file_path(file),
				 told->seat);
}

static void write_bytes(void *user, const struct message *message)
{
	FILE *to = user;

	if (message->direction == TO_AGENT)
		fwrite(message->bytes, 1, message->size, to);
}

/* The same of the games that the seat's process had played before; NULL behind the last file.  */
static char *file_told_before(struct match_file *const *before, int seat,
			      void (*take)(void *user, const struct message *message), void *user)
{
	const struct seat_told all = {.seat = seat, .last = INT64_MAX, .turns = -1};
	struct told_end end;
	char *problem = NULL;

	for (; *before && !problem; before++) {
		problem = file_told(*before, &all, take, user, &end);
		free(end.words);
	}
	return problem;
}

/* clang-format off */
static const char helper[] =
	"WAIT = float(os.environ.get(\"LIMIT\", LIMIT))\n"
	"FIRST_WAIT = float(os.environ.get(\"LIMIT\", FIRST_LIMIT))\n"
	"STATUS_SAME, STATUS_DIFFERS, STATUS_NOT_STARTED, STATUS_ENDED_BADLY = 0, 1, 3, 4\n"
	"\n"
	"\n"
	"def say(text):\n"
	"    print(\"repro: \" + text, file=sys.stderr, flush=True)\n"
	"\n"
	"\n"
	"def shown(data):\n"
	"    return \" \".join(\"%02x\" % byte for byte in data) if BINARY else repr(data.decode(\"latin-1\").rstrip(\"\\r\\n\"))\n"
	"\n"
	"\n"
	"def form(line):\n"
	"    \"\"\"Two answers of the same form begin with the same word, or are numbers.\"\"\"\n"
	"    word = line.split(b\" \")[0]\n"
	"    return re.sub(rb\"[0-9]+\", b\"0\", line if word[:1].isdigit() else word)\n"
	"\n"
	"\n"
	"class Ended(Exception):\n"
	"    pass\n"
	"\n"
	"\n"
	"class Agent:\n"
	"    def __init__(self, words):\n"
	"        self.rest, self.patience = b\"\", FIRST_WAIT\n"
	"        if SOCKET:\n"
	"            listener = socket.create_server((\"127.0.0.1\", 0))\n"
	"            host, port = \"127.0.0.1\", str(listener.getsockname()[1])\n"
	"            named = [word.replace(\"{host}\", host).replace(\"{port}\", port) for word in words]\n"
	"            self.process = subprocess.Popen(named if named != words else words + [host, port], stdin=subprocess.DEVNULL)\n"
	"            listener.settimeout(0.1)\n"
	"            self.stream = self.connect(listener)\n"
	"            self.input = self.output = self.stream.fileno()\n"
	"        else:\n"
	"            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)\n"
	"            self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()\n"
	"        os.set_blocking(self.input, False)\n"
	"\n"
	"    def connect(self, listener):\n"
	"        until = time.monotonic() + self.patience\n"
	"        while time.monotonic() < until:\n"
	"            try:\n"
	"                return listener.accept()[0]\n"
	"            except socket.timeout:\n"
	"                if self.process.poll() is not None:\n"
	"                    raise Ended\n"
	"        raise TimeoutError\n"
	"\n"
	"    def wait(self, until, data=b\"\"):\n"
	"        \"\"\"Reads what there is; returns what of the data could not be written yet.\"\"\"\n"
	"        left = until - time.monotonic()\n"
	"        can_read, can_write, _ = select.select([self.output], [self.input] if data else [], [], max(left, 0))\n"
	"        if not can_read and not can_write:\n"
	"            raise TimeoutError\n"
	"        if can_read:\n"
	"            try:\n"
	"                more = os.read(self.output, 65536)\n"
	"            except ConnectionResetError:\n"
	"                more = b\"\"\n"
	"            if not more:\n"
	"                raise Ended\n"
	"            self.rest += more\n"
	"        if can_write:\n"
	"            try:\n"
	"                data = data[os.write(self.input, data):]\n"
	"            except (BrokenPipeError, ConnectionResetError):\n"
	"                raise Ended\n"
	"        return data\n"
	"\n"
	"    def tell(self, data):\n"
	"        until = time.monotonic() + self.patience\n"
	"        while data:\n"
	"            data = self.wait(until, data)\n"
	"\n"
	"    def line(self, until):\n"
	"        while b\"\\n\" not in self.rest:\n"
	"            self.wait(until)\n"
	"        line, self.rest = self.rest.split(b\"\\n\", 1)\n"
	"        return line.rstrip(b\"\\r\")\n"
	"\n"
	"    def hear(self, wanted, forms):\n"
	"        \"\"\"The answer, beside which the wanted one stands.\"\"\"\n"
	"        until = time.monotonic() + self.patience\n"
	"        if BINARY:\n"
	"            while len(self.rest) < len(wanted or b\"x\"):\n"
	"                self.wait(until)\n"
	"            size = len(wanted or self.rest)\n"
	"            heard, self.rest = self.rest[:size], self.rest[size:]\n"
	"            return heard\n"
	"        text = (wanted or b\"\").rstrip(b\"\\r\\n\")\n"
	"        while True:\n"
	"            line = self.line(until)\n"
	"            if (wanted and line == text) or form(line) in forms:\n"
	"                return line + b\"\\n\"\n"
	"\n"
	"    def close(self):\n"
	"        if SOCKET:\n"
	"            try:\n"
	"                self.stream.shutdown(socket.SHUT_WR)\n"
	"            except OSError:\n"
	"                pass\n"
	"        else:\n"
	"            self.process.stdin.close()\n"
	"\n"
	"    def end(self):\n"
	"        \"\"\"Its output has ended.\"\"\"\n"
	"        try:\n"
	"            self.process.wait(2)\n"
	"        except subprocess.TimeoutExpired:\n"
	"            self.process.kill()\n"
	"            return \"closed\"\n"
	"        return \"died\"\n"
	"\n"
	"    def leave(self):\n"
	"        \"\"\"How it ended, once its input has ended; None: it did not, and was killed.\"\"\"\n"
	"        self.close()\n"
	"        until = time.monotonic() + 2\n"
	"        while time.monotonic() < until and self.process.poll() is None:\n"
	"            time.sleep(0.01)\n"
	"        if self.process.poll() is None:\n"
	"            self.process.kill()\n"
	"            self.process.wait()\n"
	"            return None\n"
	"        return self.process.returncode\n"
	"\n"
	"\n"
	"def ending(status):\n"
	"    if status < 0:\n"
	"        try:\n"
	"            return \"was ended by \" + signal.Signals(-status).name\n"
	"        except ValueError: # most of the real-time signals\n"
	"            return \"was ended by signal %d\" % -status\n"
	"    return \"exited with status %d\" % status\n"
	"\n"
	"\n"
	"def same(wanted, heard):\n"
	"    return heard.rstrip(b\"\\r\\n\") == wanted.rstrip(b\"\\r\\n\") if not BINARY else heard == wanted\n"
	"\n"
	"\n"
	"def play(agent):\n"
	"    \"\"\"Returns whether all answers were the recorded ones.\"\"\"\n"
	"    forms, good, at = set(), True, STEPS[0] if STEPS else (0, 0, \">\", b\"\")\n"
	"    try:\n"
	"        for at in STEPS:\n"
	"            turn, number, direction, data = at\n"
	"            if direction == \">\":\n"
	"                agent.tell(data)\n"
	"                continue\n"
	"            forms.add(form(data.rstrip(b\"\\r\\n\")))\n"
	"            heard = agent.hear(data, {form(data.rstrip(b\"\\r\\n\"))})\n"
	"            agent.patience = WAIT\n"
	"            if not same(data, heard):\n"
	"                say(\"turn %d (message #%d): was %s, is %s\" % (turn, number, shown(data), shown(heard)))\n"
	"                good = False\n"
	"        if END and END[0] != \"after\":\n"
	"            heard = agent.hear(None, forms)\n"
	"            say(\"turn %d: answered %s, where the old one %s\" % (END[1], shown(heard), END[2]))\n"
	"            good = False\n"
	"    except Ended:\n"
	"        return agent.end(), at, good\n"
	"    except TimeoutError:\n"
	"        return \"silent\", at, good\n"
	"    return \"lasted\", at, good\n"
	"\n"
	"\n"
	"def main():\n"
	"    try:\n"
	"        agent = Agent(sys.argv[1:])\n"
	"    except OSError as error:\n"
	"        say(\"%s cannot be started: %s\" % (sys.argv[1], error.strerror))\n"
	"        return STATUS_NOT_STARTED\n"
	"    except (Ended, TimeoutError):\n"
	"        say(\"it never connected\")\n"
	"        return STATUS_NOT_STARTED\n"
	"    how, (turn, number, _, data), good = play(agent)\n"
	"    again = \" again\" if END and END[0] == how else \"\"\n"
	"    old = \"; the old one \" + END[2] if END and not again else \"\"\n"
	"    place = \"in turn %d, at message #%d (%s)\" % (turn, number, shown(data))\n"
	"    if how == \"died\":\n"
	"        say(\"it %s%s %s%s\" % (ending(agent.process.returncode), again, place, old))\n"
	"        return STATUS_ENDED_BADLY\n"
	"    status = agent.leave()\n"
	"    if how == \"closed\":\n"
	"        say(\"it closed its output %s%s\" % (place, old))\n"
	"        return STATUS_ENDED_BADLY\n"
	"    if how == \"silent\":\n"
	"        say(\"it did not answer within %g s%s %s%s\" % (agent.patience, again, place, old))\n"
	"        return STATUS_ENDED_BADLY\n"
	"    if status is not None and status < 0:\n"
	"        say(\"it %s%s after it was told everything\" % (ending(status), \" again\" if END else \"\"))\n"
	"        return STATUS_ENDED_BADLY\n"
	"    say(\"it lasted; all answers are the recorded ones\" if good else \"it lasted, with other answers\")\n"
	"    if old:\n"
	"        say(\"the old one \" + END[2])\n"
	"    return STATUS_SAME if good else STATUS_DIFFERS\n"
	"\n"
	"\n"
	"sys.exit(main())\n";

/* clang-format on */

char *match_file_repro(struct match_file *file, const struct setup *setup, const struct seat_told *told,
		       struct match_file *const *before, FILE *to)
{
	struct repro repro = {.to = to, .protocol = protocol_named(setup->system), .told = told};
	bool socket = protocol_uses_socket(repro.protocol, setup);
	struct patience patience;
	struct told_end end = {0};
	struct match match;
	char *problem;

	if (!match_file_match(file, &match))
		return bytes_text("%s", match_file_problem(file));
	patience = match_patience(&match, setup, told->seat);
	match_free(&match);
	write_head(&repro, file, setup);
	fprintf(to,
		"BINARY = %s\nSOCKET = %s\nLIMIT = %.3f\nFIRST_LIMIT = %.3f\n# turn, message, told (>) or "
		"answered (<)\nSTEPS = "
		"[\n",
		repro.protocol->framing ? "True" : "False", socket ? "True" : "False",
		(double)patience.answer / NS_PER_S, (double)patience.first / NS_PER_S);
	problem = file_told_before(before, told->seat, write_step, &repro);
	if (!problem)
		problem = file_told(file, told, write_step, &repro, &end);
	fputs("]\n", to);
	write_end(to, &end);
	fputs("\n", to);
	fputs(helper, to);
	fputs("END_OF_PYTHON\n", to);
	free(end.words);
	return problem;
}

int match_file_game_before(struct match_file *file, int seat)
{
	const struct message_query events = {.seats = 1u << seat,
					     .channels = CHANNEL_BIT(CHANNEL_EVENT),
					     .directions = 1u << EVENT,
					     .last = INT64_MAX,
					     .everything = true};
	struct message page[PAGE];
	const struct event *event;
	struct setup setup;
	int count = match_file_after(file, &events, 0, PAGE, page), at = 0, game = 0;

	while (at < count && page[at].event.kind != EVENT_STARTED && page[at].event.kind != EVENT_STAYS)
		at++; /* a pause before it */
	event = &page[at < count ? at : 0].event;
	if (!count || event->kind != EVENT_STAYS)
		return 0;
	if (event->number[0] > 0 && event->number[0] < INT_MAX)
		return (int)event->number[0];
	if (match_file_setup(file, 0, &setup)) { /* an older ringside wrote it */
		game = setup.game - 1;
		setup_free(&setup);
	}
	return game;
}

char *match_file_input(struct match_file *file, const struct seat_told *told,
		       struct match_file *const *before, FILE *to)
{
	struct told_end end = {0};
	char *problem = file_told_before(before, told->seat, write_bytes, to);

	if (!problem)
		problem = file_told(file, told, write_bytes, to, &end);
	free(end.words);
	return problem;
}
