/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sh_words.c - the words of a command line, and the name of the program that it starts.  */
#include "ringside/sh_words.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Adds the character after a backslash.  Between double quotes a backslash is special only before these four.
 * A line end after it vanishes.  Returns what follows.  */
static const char *escaped_add(struct bytes *word, const char *at, bool quoted)
{
	if (at[1] == '\n')
		return at + 2;
	if (quoted && !strchr("$`\"\\", at[1]))
		bytes_add(word, at, 1);
	bytes_add(word, at + 1, 1);
	return at + 2;
}

/* Adds the text between quotes.  Returns what follows the closing quote; NULL: there is none.  */
static const char *quoted_add(struct bytes *word, const char *at)
{
	char quote = *at++;

	while (*at && *at != quote)
		if (quote == '"' && *at == '\\' && at[1]) {
			at = escaped_add(word, at, true);
		} else {
			bytes_add(word, at, 1);
			at++;
		}
	return *at ? at + 1 : NULL;
}

/* Adds the next word.  Returns what follows it; NULL and a problem if a quote is not closed.  */
static const char *word_add(struct bytes *word, const char *at, char **problem)
{
	while (*at && !is_blank(*at)) {
		const char *from = at;

		if (*at == '\'' || *at == '"') {
			at = quoted_add(word, at);
			if (!at) {
				*problem = bytes_text("the quote %c is not closed", *from);
				return NULL;
			}
		} else if (*at == '\\' && at[1]) {
			at = escaped_add(word, at, false);
		} else if (*at == '\\') {
			*problem = bytes_text("nothing follows the last backslash");
			return NULL;
		} else {
			bytes_add(word, at, 1);
			at++;
		}
	}
	bytes_add(word, "", 1);
	return at;
}

void sh_words_add(struct sh_words *words, const char *word)
{
	bytes_add(&words->text, word, strlen(word) + 1);
	words->count++;
}

char **sh_words_block(struct sh_words *words)
{
	size_t pointers = (words->count + 1) * sizeof(char *);
	char **block = bytes_new(pointers + words->text.size);
	char *word = (char *)block + pointers;

	if (words->text.size)
		memcpy(word, words->text.at, words->text.size);
	for (size_t i = 0; i < words->count; i++) {
		block[i] = word;
		word += strlen(word) + 1;
	}
	bytes_free(&words->text);
	return block;
}

char **sh_words_split(const char *line, char **problem)
{
	struct sh_words words = {0};

	for (const char *at = line;;) {
		struct bytes word = {0};

		while (is_blank(*at))
			at++;
		if (!*at)
			return sh_words_block(&words);
		at = word_add(&word, at, problem);
		if (at)
			sh_words_add(&words, word.at);
		bytes_free(&word);
		if (!at) {
			bytes_free(&words.text);
			return NULL;
		}
	}
}

char *sh_words_quoted(const char *word)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
	struct bytes text = {0};

	if (*word && !word[strspn(word, plain)])
		return bytes_text("%s", word);
	bytes_add_text(&text, "'");
	for (; *word; word++)
		if (*word == '\'')
			bytes_add_text(&text, "'\\''");
		else
			bytes_add(&text, word, 1);
	bytes_add_text(&text, "'");
	return text.at;
}

/* ---- the name of the program ---- */

/* Programs that run another one.  Their options are separated by blanks.  */
struct wrapper {
	const char *names;   /* of their files, without a version and .exe, with blanks between */
	const char *valued;  /* options with a value in the next word */
	const char *program; /* options whose value is the program */
	const char *code;    /* options whose value is code */
	int words;           /* how many stand before the program */
	bool sh;             /* the code is sh's */
	const char *ending;  /* of its files: any other point belongs to the name; NULL: any ending */
};

static const struct wrapper wrappers[] = {
	/* interpreters */
	{.names = "python pypy", .valued = " -W -X -Q ", .program = " -m ", .code = " -c "},
	{.names = "java",
	 .valued = " -cp -classpath --class-path -p --module-path --add-modules --add-opens --add-exports ",
	 .program = " -jar -m --module ",
	 .ending = ".java"},
	{.names = "node", .valued = " -r --require --import --loader ", .code = " -e --eval -p --print "},
	{.names = "nodejs", .valued = " -r --require ", .code = " -e --eval -p --print "},
	{.names = "perl", .valued = " -I ", .code = " -e -E "},
	{.names = "ruby", .valued = " -I -r -C ", .code = " -e "},
	{.names = "php", .valued = " -d -c ", .program = " -f ", .code = " -r "},
	{.names = "lua luajit", .valued = " -l ", .code = " -e "},
	{.names = "bun Rscript", .code = " -e "},
	{.names = "guile", .valued = " -L -l ", .program = " -s ", .code = " -c "},
	{.names = "sbcl", .valued = " --core ", .program = " --script --load ", .code = " --eval "},
	{.names = "swipl", .valued = " -g -t ", .program = " -s "},
	{.names = "awk gawk", .words = 1, .valued = " -F -v ", .program = " -f "},
	{.names = "mawk", .words = 1, .valued = " -F -v -W ", .program = " -f "},
	{.names = "dotnet", .program = " --project "},
	{.names = "qemu-x qemu-i qemu-aarch qemu-arm", .valued = " -L -cpu -E "},
	{.names = "runghc runhaskell tclsh mono wine box"},
	/* shells */
	{.names = "sh bash dash ash ksh zsh fish",
	 .valued = " -o +o -O +O --rcfile --init-file ",
	 .code = " -c ",
	 .sh = true},
	{.names = "busybox"},
	/* tools that start a program */
	{.names = "env", .valued = " -u --unset -C --chdir ", .code = " -S --split-string ", .sh = true},
	{.names = "exec", .valued = " -a "},
	{.names = "nice", .valued = " -n --adjustment "},
	{.names = "ionice", .valued = " -c --class -n --classdata "},
	{.names = "chrt", .words = 1, .valued = " -T -P -D "},
	{.names = "numactl", .valued = " -C -N -m -i -p "},
	{.names = "timeout", .words = 1, .valued = " -k --kill-after -s --signal "},
	{.names = "time", .valued = " -f --format -o --output "},
	{.names = "stdbuf", .valued = " -i --input -o --output -e --error "},
	{.names = "sudo", .valued = " -u --user -g --group -D -C "},
	{.names = "doas", .valued = " -u -C "},
	{.names = "xvfb-run", .valued = " -e -f -n -p -s "},
	{.names = "ssh", .words = 1, .valued = " -p -i -o -l -F -J "},
	{.names = "docker podman",
	 .words = 1,
	 .valued = " -v -e -w -u -m --volume --env --workdir --user --memory --cpus --name --network "
		   "--entrypoint --mount "},
	{.names = "uv", .words = 1, .valued = " --with --python -p "},
	{.names = "deno taskset setarch chroot poetry", .words = 1},
	{.names = "command nohup setsid prlimit unbuffer unshare firejail"},
	/* debuggers and meters */
	{.names = "gdb", .valued = " -x -ex -iex -ix -d "},
	{.names = "strace", .valued = " -o -e -p -s -u -E -a "},
	{.names = "ltrace", .valued = " -o -e -s -u "},
	{.names = "perf", .words = 1, .valued = " -e -o -F "},
	{.names = "heaptrack", .valued = " -o "},
	{.names = "gdbserver rr", .words = 1},
	{.names = "valgrind"},
};

/* The part after the last slash or backslash.  */
static const char *base_of(const char *word)
{
	const char *base = word;

	for (; *word; word++)
		if ((*word == '/' || *word == '\\') && word[1])
			base = word + 1;
	return base;
}

static bool is_called(const char *file, const char *name, size_t size)
{
	const char *rest = file + size;

	if (strncmp(file, name, size) != 0)
		return false;
	if (strcmp(rest, ".exe") == 0)
		return true;
	rest += strspn(rest, "0123456789._");
	return !*rest || (rest[-1] == '.' && strcmp(rest, "exe") == 0);
}

static const struct wrapper *wrapper_of(const char *word)
{
	const char *file = base_of(word);

	for (size_t i = 0; i < sizeof(wrappers) / sizeof(wrappers[0]); i++)
		for (const char *name = wrappers[i].names; *name; name += strspn(name, " ")) {
			size_t size = strcspn(name, " ");

			if (is_called(file, name, size))
				return &wrappers[i];
			name += size;
		}
	return NULL;
}

/* Is the option one of these, by itself or as the last letter of several ("-lc")?  */
static bool is_among(const char *options, const char *option)
{
	size_t size = strlen(option);
	char last[] = {' ', '-', size ? option[size - 1] : ' ', ' ', '\0'};
	FREED char *whole = bytes_text(" %s ", option);
	bool letters = size > 2 && strspn(option + 1, "abcdefghijklmnopqrstuvwxyz") == size - 1;
	bool among = options && (strstr(options, whole) || (letters && strstr(options, last)));

	return among;
}

/* "X=1"  */
static bool is_assignment(const char *word)
{
	const char *at = word;

	while (isalnum((unsigned char)*at) || *at == '_')
		at++;
	return *at == '=' && at > word && !isdigit((unsigned char)*word);
}

/* What is known of the program apart from its file.  */
struct found {
	const char *option, *code; /* the option before code that replaces the file; NULL: there is none */
	const char *ending;        /* as in struct wrapper; "": there are no endings */
	bool wrapped;
};

/* Skips a wrapper's own words.  NULL: nothing else follows.  */
static char **behind_wrapper(const struct wrapper *wrapper, char **argv, struct found *found)
{
	int words = wrapper->words;

	*found = (struct found){.wrapped = true, .ending = wrapper->ending};
	for (argv++; *argv; argv++) {
		bool option = (*argv)[0] == '-' || (*argv)[0] == '+';

		if (!option && !is_assignment(*argv) && !strpbrk(*argv, "<>") && words-- <= 0)
			return argv;
		if (!option || !argv[1])
			continue;
		if (is_among(wrapper->code, *argv)) {
			found->option = *argv;
			found->code = argv[1];
			return argv + 1;
		}
		if (is_among(wrapper->program, *argv)) {
			found->ending = is_among(" -m --module ", *argv) ? "" : NULL;
			return argv + 1;
		}
		argv += is_among(wrapper->valued, *argv);
	}
	return NULL;
}

static char *file_in_code(const char *code, struct found *found);

static char *file_in(char **argv, struct found *found)
{
	const struct wrapper *wrapper;
	struct found next;
	char **behind, *file;

	while ((wrapper = wrapper_of(*argv)) && (behind = behind_wrapper(wrapper, argv, &next))) {
		*found = next;
		if (next.code) {
			file = wrapper->sh ? file_in_code(next.code, found) : NULL;
			found->wrapped = true;
			return file ? file : bytes_text("%s %s", base_of(*argv), next.option);
		}
		argv = behind;
	}
	return bytes_text("%s", base_of(*argv));
}

/* Does a command follow this word of sh?  */
static bool ends_command(const char *word)
{
	static const char words[] = " && || | do then else { ( ! ";
	FREED char *whole = bytes_text(" %s ", word);
	size_t size = strlen(word);
	bool ends = strstr(words, whole) || (size && strchr(";&", word[size - 1]));

	return ends;
}

/* The first command of the code that is certainly a program, because it has a folder or follows a wrapper.
 * NULL: there is none.  */
static char *file_in_code(const char *code, struct found *found)
{
	char *problem = NULL, **words = sh_words_split(code, &problem), *file = NULL;
	bool begins = true;

	for (char **at = words; at && *at && !file; at++) {
		if (begins && is_assignment(*at))
			continue;
		if (begins) {
			*found = (struct found){0};
			file = file_in(at, found);
			file[strcspn(file, ";&)")] = '\0';
			if (!found->wrapped && !strchr(*at, '/')) {
				free(file);
				file = NULL;
			}
		}
		begins = ends_command(*at);
	}
	free(words);
	free(problem);
	return file;
}

static char *file_of(const char *command, struct found *found)
{
	char *problem = NULL, **argv = sh_words_split(command, &problem), *file;

	*found = (struct found){0};
	file = argv && *argv ? file_in(argv, found) : bytes_text("%s", base_of(command));
	free(argv);
	free(problem);
	return file;
}

/* The ending, with the point.  A number is not an ending but a version.  */
static char *ending_of(char *file, const char *only)
{
	char *point = strrchr(file, '.');

	if (!point || point == file || !isalpha((unsigned char)point[1]))
		return NULL;
	return !only || strcmp(point, only) == 0 ? point : NULL;
}

char *program_file(const char *command)
{
	struct found found;

	return file_of(command, &found);
}

char *program_player(const char *command)
{
	char *problem = NULL, **argv = sh_words_split(command, &problem), *name = NULL;

	if (argv && *argv && strcmp(base_of(*argv), "env") == 0)
		for (char **at = argv + 1; *at && !name; at++) {
			if (strcmp(*at, "-C") == 0 && at[1])
				at++;
			else if (!is_assignment(*at))
				break;
			else if (strncmp(*at, PROGRAM_PLAYER, strlen(PROGRAM_PLAYER)) == 0)
				name = bytes_text("%s", *at + strlen(PROGRAM_PLAYER));
		}
	free(argv);
	free(problem);
	return name;
}

char *program_name(const char *command, const char *const *samples)
{
	static const char sample[] = "sample:";
	struct found found;
	char *file = program_player(command), *ending, *name;
	size_t size;

	if (file)
		return file;
	file = file_of(command, &found);
	if (bytes_begin(file, strlen(file), sample)) {
		name = bytes_text("%s", file + strlen(sample));
		free(file);
		return name;
	}
	ending = ending_of(file, found.code ? "" : found.ending);
	if (ending)
		*ending = '\0';
	name = file;
	for (; samples && *samples && name == file; samples++) {
		size = strlen(*samples);
		if (strncmp(file, *samples, size) == 0 && file[size])
			name += size;
	}
	name = bytes_line(name);
	free(file);
	return name;
}
