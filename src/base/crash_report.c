/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* crash_report.c - knows the reports of sanitizers, valgrind, Python, Rust, Go, Java and the C library.
 *
 * A report is found by its head.  How far it goes and what of it matters depends on its shape.  */
#include "ringside/crash_report.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { STACKS_SHOWN = 3, HEADINGS_SHOWN = 2 };

enum shape {
	HEAD,      /* one line says it all */
	MESSAGE,   /* the line below the head says what, unless it is a note */
	TRACEBACK, /* all of it matters */
	FRAMES,    /* the head, then frames */
	SUMMED,    /* stacks with headings, up to a line SUMMARY */
	PREFIXED,  /* stacks with headings, as long as lines begin with ==PID== */
	REST       /* stacks with headings, and all that follows: the process ends */
};

/* The first row that fits counts.  */
static const struct head {
	const char *sign;
	bool begins;      /* the line begins with it */
	const char *also; /* is in the line, too; NULL: nothing */
	enum shape shape;
} heads[] = {
	{"Traceback (most recent call last):", false, NULL, TRACEBACK},
	{"ERROR: AddressSanitizer: ", false, NULL, REST},
	{"ERROR: ", false, "Sanitizer: ", SUMMED},
	{"WARNING: ", false, "Sanitizer: ", SUMMED},
	{"panic: ", true, NULL, REST},
	{"fatal error: ", true, NULL, REST},
	{": runtime error: ", false, NULL, FRAMES},
	{" panicked at ", false, NULL, MESSAGE},
	{"terminate called ", true, NULL, MESSAGE},
	{"Exception in thread ", true, NULL, FRAMES},
	{"Assertion ", false, "failed", HEAD},
	{"assertion ", false, "failed", HEAD},
	{"*** ", true, "detected ***", HEAD},
	{"malloc", true, "(): ", HEAD},
	{"free(): ", true, NULL, HEAD},
	{"realloc(): ", true, NULL, HEAD},
	{"munmap_chunk(): ", true, NULL, HEAD},
	{"double free or corruption", true, NULL, HEAD},
	{"corrupted ", true, " vs. prev_size", HEAD},
	{"==", true, "== Invalid ", PREFIXED},
	{"==", true, "== Mismatched free", PREFIXED},
	{"==", true, "== Conditional jump", PREFIXED},
	{"==", true, "== Use of uninitialised", PREFIXED},
	{"==", true, "== Possible data race", PREFIXED},
};

/* Where code lies that the author of an agent did not write.  */
static const char *const foreign[] = {
	" /lib",       "(/lib",         " /usr/lib",  "(/usr/lib",     "\t/usr/lib", " /usr/include",
	" /usr/src",   "/sysdeps/",     " ./nptl/",   " ./stdlib/",    " ./signal/", " ./malloc/",
	" ./assert/",  " ./debug/",     " ./string/", " ./libio/",     " ./csu/",    "libsanitizer",
	"compiler-rt", "__asan_",       "__tsan_",    "__msan_",       "__ubsan_",   "__interceptor_",
	"vg_replace_", "/src/runtime/", "/rustc/",    "node:internal", "at java.",   "signal handler called",
	"/lib/python", "at <frozen ",
};

/* What stands before the text that another tool printed: blanks, and the ==PID== of valgrind.  */
static const char *unprefixed(const char *line)
{
	const char *at = line;

	if (strncmp(at, "==", 2) == 0) {
		at += 2 + strspn(at + 2, "0123456789");
		at = strncmp(at, "==", 2) == 0 ? at + 2 : line;
	}
	return at + strspn(at, " \t");
}

static bool is_prefixed(const char *line)
{
	return strncmp(line, "==", 2) == 0 && isdigit((unsigned char)line[2]);
}

static bool is_blank(const char *line)
{
	return !*unprefixed(line);
}

bool crash_report_is_frame(const char *line)
{
	const char *at = unprefixed(line);

	if (*at == '#')
		return isdigit((unsigned char)at[1]);
	if (strncmp(at, "at ", 3) == 0 || strncmp(at, "by 0x", 5) == 0)
		return strchr(at, ':') || strchr(at, '(');
	return *line == '\t' && strstr(at, ".go:");
}

bool crash_report_is_own(const char *line)
{
	if (!crash_report_is_frame(line))
		return false;
	for (size_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++)
		if (strstr(line, foreign[i]))
			return false;
	return true;
}

/* The row of a head; NULL: the line is none.  */
static const struct head *head_of(const char *line)
{
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		const struct head *head = &heads[i];
		bool fits = head->begins ? strncmp(line, head->sign, strlen(head->sign)) == 0
					 : strstr(line, head->sign) != NULL;

		if (fits && (!head->also || strstr(line, head->also)))
			return head;
	}
	return NULL;
}

/* Python says that one exception led to another between their tracebacks.  */
static bool is_chained(const char *const *lines, int count, int at)
{
	while (at < count && is_blank(lines[at]))
		at++;
	return at < count && strstr(lines[at], " above exception");
}

/* The end of the traceback at `first`, with all that it is chained to.  The first line that is not indented
 * names the exception.  */
static int traceback_end(const char *const *lines, int count, int first)
{
	int at = first + 1;

	while (at < count && isspace((unsigned char)*lines[at]))
		at++;
	at += at < count;
	if (!is_chained(lines, count, at))
		return at;
	while (at < count && !strstr(lines[at], heads[0].sign))
		at++;
	return at < count ? traceback_end(lines, count, at) : at;
}

/* Does the line belong to the report that began above it?  */
static bool belongs(enum shape shape, const char *const *lines, int at)
{
	switch (shape) {
	case FRAMES: return crash_report_is_frame(lines[at]) || strncmp(lines[at], "Caused by: ", 11) == 0;
	case SUMMED: return strncmp(lines[at - 1], "SUMMARY: ", 9) != 0;
	case PREFIXED: return is_prefixed(lines[at]);
	case REST: return true;
	case HEAD:
	case MESSAGE:
	case TRACEBACK: break;
	}
	return false;
}

static int report_end(enum shape shape, const char *const *lines, int count, int first)
{
	int at = first + 1;

	if (shape == TRACEBACK)
		return traceback_end(lines, count, first);
	if (shape == MESSAGE)
		return at < count && strncmp(lines[at], "note: ", 6) != 0 ? at + 1 : at;
	while (at < count && !head_of(lines[at]) && belongs(shape, lines, at))
		at++;
	return at;
}

/* Shows the frame of a stack that matters, and the lines above the stack that say whose it is.  */
static void show_stack(const char *const *lines, int first, int frame, bool *shown)
{
	bool pair = *lines[frame] == '\t' && frame > first; /* Go names the function in the line above */

	shown[frame] = true;
	shown[frame - pair] = true;
	for (int i = 1; i <= HEADINGS_SHOWN && first - i >= 0 && !is_blank(lines[first - i]) &&
			!crash_report_is_frame(lines[first - i]);
	     i++)
		shown[first - i] = true;
}

/* The end of the stack at `first`.  In Go each second line is a frame.  */
static int stack_end(const char *const *lines, int end, int first)
{
	int at = first;

	while (at < end && (crash_report_is_frame(lines[at]) ||
			    (at + 1 < end && *lines[first] == '\t' && !is_blank(lines[at]) &&
			     crash_report_is_frame(lines[at + 1]))))
		at++;
	return at;
}

static void show_stacks(const char *const *lines, struct crash_report report, bool *shown)
{
	int stacks = 0;

	for (int at = report.first + 1, end; at < report.end && stacks < STACKS_SHOWN; at = end + 1) {
		int frame = at;

		end = stack_end(lines, report.end, at);
		if (end == at)
			continue;
		while (frame < end && !crash_report_is_own(lines[frame]))
			frame++;
		/* The first stack says where it happened, even if that is in a library.  */
		if (frame == end && stacks == 0)
			frame = at;
		if (frame < end)
			show_stack(lines, at - (*lines[at] == '\t' && at > report.first + 1), frame, shown);
		stacks++;
	}
}

struct crash_report crash_report_find(const char *const *lines, int count, bool *shown)
{
	struct crash_report report = {0};
	const struct head *last = NULL;

	memset(shown, false, (size_t)count * sizeof(*shown));
	for (int at = 0; at < count;) {
		const struct head *head = head_of(lines[at]);

		if (head) {
			last = head;
			report = (struct crash_report){at, report_end(head->shape, lines, count, at)};
		}
		at = head ? report.end : at + 1;
	}
	if (!last)
		return report;
	shown[report.first] = true;
	if (last->shape == TRACEBACK || last->shape == MESSAGE)
		memset(shown + report.first, true, (size_t)(report.end - report.first) * sizeof(*shown));
	else
		show_stacks(lines, report, shown);
	return report;
}
