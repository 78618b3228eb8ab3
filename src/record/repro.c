/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* repro.c - writes a script that tells an agent what an old one was told, outside of ringside.
 *
 * It is sh, which hands the rest to Python: the messages as a list, and the helper that feeds them. What
 * others wrote stands in it only as Python bytes, with all but plain characters escaped.  */
#include "file.h"

#include "ringside/protocol.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct repro {
	FILE *to;
	const struct protocol *protocol;
	const struct seat_told *told;
};

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
	if (repro->protocol->frame)
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
	char *line = bytes_escaped(text, strlen(text));

	fprintf(to, "# %s%s\n", before, line);
	free(line);
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

char *match_file_repro(struct match_file *file, const struct setup *setup, const struct seat_told *told,
		       struct match_file *const *before, FILE *to)
{
	struct repro repro = {.to = to, .protocol = protocol_named(setup->system), .told = told};
	bool socket = repro.protocol->uses_socket && repro.protocol->uses_socket(setup);
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
		repro.protocol->frame ? "True" : "False", socket ? "True" : "False",
		(double)patience.answer / NS_PER_S, (double)patience.first / NS_PER_S);
	problem = file_told_before(before, told->seat, write_step, &repro);
	if (!problem)
		problem = file_told(file, told, write_step, &repro, &end);
	fputs("]\n", to);
	write_end(to, &end);
	fputs("\n", to);
	fputs(file_repro_helper, to);
	fputs("END_OF_PYTHON\n", to);
	free(end.words);
	return problem;
}
