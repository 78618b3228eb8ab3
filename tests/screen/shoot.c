/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* shoot.c - runs a program on the headless terminal, sends it the keys and clicks of the command line, and
 * takes a picture.  */
#include "vt.h"

#include "ringside/bytes.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUIET_MS = 300 };

static const char USAGE[] =
	"usage: shoot --size COLSxROWS --out FILE.svg [OPTION]... [STEP]... -- COMMAND [ARGUMENT]...\n"
	"\n"
	"Runs COMMAND on a terminal of its own, takes the steps in their order, writes the screen to "
	"FILE.svg,\n"
	"and ends COMMAND.  TERMINFO must lead to the entries of tests/screen/tsm.ti.\n"
	"\n"
	"options:\n"
	"  --size COLSxROWS     of the terminal, at most 1000x1000\n"
	"  --out FILE.svg       where the picture goes\n"
	"  --cast FILE.cast     all output as asciicast 2, too\n"
	"  --term NAME          TERM of COMMAND (tsm)\n"
	"  --timeout MS         how long a step may wait (10000)\n"
	"steps:\n"
	"  --wait TEXT          until the screen shows TEXT\n"
	"  --gone TEXT          until it does not\n"
	"  --keys BYTES         type BYTES; \\r \\n \\t \\e and \\\\ stand for Enter, line feed, Tab, Esc "
	"and a backslash\n"
	"  --click X,Y          the left mouse button; 0,0 is the upper left cell\n"
	"  --settle-until TEXT  until the screen shows TEXT and nothing came for 0.3 s\n"
	"\n"
	"Exit status: 0 the picture was taken, 1 a step failed or a file could not be written, 2 usage.\n";

enum choice { SIZE = 1, OUT, CAST, TERM, TIMEOUT, WAIT, GONE, KEYS, CLICK, SETTLE, HELP };

static const struct option OPTIONS[] = {
	{"size", required_argument, NULL, SIZE},
	{"out", required_argument, NULL, OUT},
	{"cast", required_argument, NULL, CAST},
	{"term", required_argument, NULL, TERM},
	{"timeout", required_argument, NULL, TIMEOUT},
	{"wait", required_argument, NULL, WAIT},
	{"gone", required_argument, NULL, GONE},
	{"keys", required_argument, NULL, KEYS},
	{"click", required_argument, NULL, CLICK},
	{"settle-until", required_argument, NULL, SETTLE},
	{"help", no_argument, NULL, HELP},
	{0},
};

struct step {
	enum choice kind;
	const char *text; /* as given */
	char *keys;       /* KEYS */
	int x, y;         /* CLICK */
};

struct job {
	struct vt_options terminal;
	const char *out, *cast;
	int timeout_ms;
	struct step *steps;
	size_t count;
};

static void refuse(const char *what, const char *given)
{
	fprintf(stderr, "shoot: %s%s%s (try --help)\n", what, given ? ": " : "", given ? given : "");
	exit(2);
}

/* Reads two numbers with a character between and nothing after them.  */
static bool read_pair(const char *text, char between, int *first, int *second)
{
	char sign, rest;

	return sscanf(text, "%5d%c%5d%c", first, &sign, second, &rest) == 3 && sign == between;
}

static char *unescaped(const char *text)
{
	static const char NAMES[] = "rnte\\", BYTES[] = "\r\n\t\033\\";
	char *out = bytes_new(strlen(text) + 1), *end = out;

	for (; *text; text++) {
		const char *name;

		if (*text != '\\') {
			*end++ = *text;
			continue;
		}
		name = *++text ? strchr(NAMES, *text) : NULL;
		if (!name)
			refuse("--keys knows \\r \\n \\t \\e and \\\\ only", text - 1);
		*end++ = BYTES[name - NAMES];
	}
	return out;
}

static void add_step(struct job *job, enum choice kind, const char *text)
{
	struct step step = {.kind = kind, .text = text};

	if (kind == KEYS)
		step.keys = unescaped(text);
	if (kind == CLICK && (!read_pair(text, ',', &step.x, &step.y) || step.x < 0 || step.y < 0))
		refuse("--click wants X,Y", text);
	job->steps = bytes_resized(job->steps, (job->count + 1) * sizeof(*job->steps));
	job->steps[job->count++] = step;
}

static struct job read_options(int argc, char *argv[])
{
	struct job job = {.timeout_ms = 10000};
	int option;

	while ((option = getopt_long(argc, argv, "+", OPTIONS, NULL)) != -1) {
		switch (option) {
		case SIZE:
			if (!read_pair(optarg, 'x', &job.terminal.cols, &job.terminal.rows) ||
			    job.terminal.cols < 1 || job.terminal.cols > 1000 || job.terminal.rows < 1 ||
			    job.terminal.rows > 1000)
				refuse("--size wants COLSxROWS, 1x1 to 1000x1000", optarg);
			break;
		case OUT: job.out = optarg; break;
		case CAST: job.cast = optarg; break;
		case TERM: job.terminal.term = optarg; break;
		case TIMEOUT:
			job.timeout_ms = atoi(optarg);
			if (job.timeout_ms < 1)
				refuse("--timeout wants milliseconds", optarg);
			break;
		case HELP: fputs(USAGE, stdout); exit(0);
		case '?': fputs("shoot: try --help\n", stderr); exit(2);
		default: add_step(&job, (enum choice)option, optarg);
		}
	}
	if (!job.terminal.cols)
		refuse("--size is missing", NULL);
	if (!job.out)
		refuse("--out is missing", NULL);
	if (optind == argc)
		refuse("the command is missing", NULL);
	return job;
}

static bool take(struct vt *vt, const struct step *step, int timeout_ms)
{
	switch (step->kind) {
	case WAIT: return vt_wait(vt, step->text, timeout_ms);
	case GONE: return vt_wait_gone(vt, step->text, timeout_ms);
	case KEYS: return vt_keys(vt, step->keys);
	case CLICK: return vt_click(vt, step->x, step->y);
	default: return vt_wait(vt, step->text, timeout_ms) && vt_settle(vt, QUIET_MS, timeout_ms);
	}
}

static bool wrote(const char *path, int error)
{
	if (error)
		fprintf(stderr, "shoot: cannot write %s: %s\n", path, strerror(-error));
	return !error;
}

int main(int argc, char *argv[])
{
	struct job job = read_options(argc, argv);
	struct vt *vt = vt_spawn(&job.terminal, (const char *const *)(argv + optind));
	bool good = vt != NULL;

	for (size_t i = 0; good && i < job.count; i++) {
		good = take(vt, &job.steps[i], job.timeout_ms);
		if (!good)
			fprintf(stderr, "shoot: step %zu failed: %s\n", i + 1, job.steps[i].text);
	}
	good = good && wrote(job.out, vt_write_svg(vt, job.out));
	good = good && (!job.cast || wrote(job.cast, vt_write_cast(vt, job.cast)));
	vt_free(vt);
	for (size_t i = 0; i < job.count; i++)
		free(job.steps[i].keys);
	free(job.steps);
	return good ? 0 : 1;
}
