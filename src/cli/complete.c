/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* complete.c - what may be typed next: the answer to `ringside --complete WORD...`, and `ringside completion
 * SHELL`, which prints the completion for a shell.
 *
 * The completions of bash, zsh and fish ask this at each Tab with the words up to the cursor, and hand the
 * answer on, so all three offer what the tables, the samples and the themes have at that moment.  What
 * differs are words: bash breaks them at = and :, and replaces only the part behind.  A line is a candidate,
 * a tab, and its help. The lines "<tab>files" and "<tab>folders" say that the shell shall offer its own
 * names, too.  */
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/named_player.h"
#include "ringside/say.h"
#include "ringside/tapped.h"
#include "ringside/theme.h"
#include <stdlib.h>
#include <string.h>

/* ---- the scripts for the shells ---- */

static const char bash[] =
	"# bash completion for ringside, made by: ringside completion bash\n"
	"_ringside()\n"
	"{\n"
	"\tlocal rest=$COMP_LINE blanks word path line kind= i\n"
	"\tlocal -a words=()\n"
	"\t# Join the words between which there is no blank.\n"
	"\tfor ((i = 0; i <= COMP_CWORD; i++)); do\n"
	"\t\tblanks=${rest%%[![:blank:]]*}\n"
	"\t\trest=${rest#\"$blanks\"}\n"
	"\t\trest=${rest#\"${COMP_WORDS[i]}\"}\n"
	"\t\tif [[ $blanks || $i = 0 ]]; then\n"
	"\t\t\twords+=(\"${COMP_WORDS[i]}\")\n"
	"\t\telse\n"
	"\t\t\twords[${#words[@]} - 1]+=${COMP_WORDS[i]}\n"
	"\t\tfi\n"
	"\tdone\n"
	"\tword=${words[${#words[@]} - 1]}\n"
	"\t# Readline keeps what stands before $2, as behind = and :.\n"
	"\tlocal kept=${word%\"$2\"}\n"
	"\tword=${word#[\\\"\\']}\n"
	"\tkept=${kept#[\\\"\\']}\n"
	"\tword=${word//\\\\/}\n"
	"\twords[${#words[@]} - 1]=$word\n"
	"\tCOMPREPLY=()\n"
	"\twhile IFS= read -r line; do\n"
	"\t\tcase $line in\n"
	"\t\t$'\\tfiles') kind=-f ;;\n"
	"\t\t$'\\tfolders') kind=-d ;;\n"
	"\t\t*) line=${line%%$'\\t'*} && COMPREPLY+=(\"${line#\"$kept\"}\") ;;\n"
	"\t\tesac\n"
	"\tdone < <(\"$1\" --complete \"${words[@]:1}\" 2>/dev/null)\n"
	"\t[[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null # a value follows\n"
	"\t[[ $kind ]] || return 0\n"
	"\tpath=$word\n"
	"\t[[ $word != --*=* ]] || path=${word#*=}\n"
	"\twhile IFS= read -r line; do\n"
	"\t\tline=${word%\"$path\"}$line\n"
	"\t\tCOMPREPLY+=(\"${line#\"$kept\"}\")\n"
	"\t\tcompopt -o filenames 2>/dev/null # it quotes the colon of sample:, too\n"
	"\tdone < <(compgen $kind -- \"$path\")\n"
	"\treturn 0\n"
	"}\n"
	"complete -F _ringside ringside\n";

static const char zsh[] =
	"#compdef ringside\n"
	"# zsh completion for ringside, made by: ringside completion zsh\n"
	"_ringside()\n"
	"{\n"
	"\tlocal line kind=\n"
	"\tlocal -a said\n"
	"\tfor line in \"${(@f)$(\"${(Q)words[1]}\" --complete \"${(@Q)words[2,CURRENT-1]}\" "
	"\"${(Q)PREFIX}\" "
	"2>/dev/null)}\"; do\n"
	"\t\tcase $line in\n"
	"\t\t('') ;;\n"
	"\t\t($'\\tfiles') kind=files ;;\n"
	"\t\t($'\\tfolders') kind=folders ;;\n"
	"\t\t(*) said+=(\"${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}\") ;;\n"
	"\t\tesac\n"
	"\tdone\n"
	"\t(( $#said )) && _describe ringside said\n"
	"\t[[ -n $kind ]] || return\n"
	"\t[[ $PREFIX = --*=* ]] && compset -P '*='\n"
	"\tif [[ $kind = folders ]]; then _files -/; else _files; fi\n"
	"}\n"
	"if [ \"$funcstack[1]\" = _ringside ]; then _ringside \"$@\"; else compdef _ringside ringside; fi\n";

static const char fish[] = "# fish completion for ringside, made by: ringside completion fish\n"
			   "function __ringside_complete\n"
			   "\tset -l words (commandline -opc)\n"
			   "\tset -l word (commandline -ct)\n"
			   "\tset -l option (string replace -r -- '^(--[^=]*=)?.*' '$1' $word)\n"
			   "\tset -l path (string replace -r -- '^--[^=]*=' '' $word)\n"
			   "\tfor line in ($words[1] --complete $words[2..-1] $word 2>/dev/null)\n"
			   "\t\tswitch $line\n"
			   "\t\t\tcase \\tfiles\n"
			   "\t\t\t\tprintf '%s\\n' $option(complete -C \"'' $path\")\n"
			   "\t\t\tcase \\tfolders\n"
			   "\t\t\t\tprintf '%s\\n' $option(complete -C \"'' $path\" | string match '*/')\n"
			   "\t\t\tcase '*'\n"
			   "\t\t\t\tprintf '%s\\n' $line\n"
			   "\t\tend\n"
			   "\tend\n"
			   "end\n"
			   "complete -c ringside -f -a '(__ringside_complete)'\n";

static const struct {
	const char *name, *script;
} shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
enum { SHELLS = sizeof(shells) / sizeof(shells[0]) };

int cli_completion(struct invocation *invocation)
{
	const char *name = invocation->call.words[0];

	for (int i = 0; i < SHELLS; i++)
		if (strcmp(shells[i].name, name) == 0) {
			say("%s", shells[i].script);
			return say_finish();
		}
	return say_failure(bytes_text("there is no completion for %s: expected bash, zsh or fish", name),
			   EXIT_USAGE);
}

/* ---- what they ask ---- */

/* What the words before the last one say, and the last one.  */
struct typed {
	const struct subcommand *subcommand;
	const struct protocol *protocol;
	bool system_named;
	bool words_only;                 /* after -- */
	int words;                       /* that are neither options nor the system */
	const struct option_row *valued; /* the last word is its value; NULL: none */
	const char *last;
	const char *before; /* what precedes each candidate, as "--theme=" */
	int before_size;
};

static void offer(const struct typed *typed, const char *word, const char *help)
{
	FREED char *whole = bytes_text("%.*s%s", typed->before_size, typed->before, word);

	if (strncmp(whole, typed->last, strlen(typed->last)) == 0)
		say("%s\t%s\n", whole, help ? help : "");
}

/* ---- the words before ---- */

static const struct option_row *option_of(const struct typed *typed, const char *name, size_t size)
{
	unsigned takers = typed->subcommand ? typed->subcommand->bit : ON_ALL;
	const struct option_row *row;

	for (int i = 0; (row = cli_option_at(takers, typed->protocol, i)); i++)
		if (strlen(row->name) == size && strncmp(row->name, name, size) == 0)
			return row;
	return NULL;
}

/* The option that takes the next word as its value; NULL: none.  */
static const struct option_row *wants_value(const struct typed *typed, const char *word)
{
	const struct option_row *row;

	if (strcmp(word, "-o") == 0)
		word = "--output";
	if (strcmp(word, "-x") == 0)
		word = "--execute";
	if (typed->words_only || strncmp(word, "--", 2) != 0)
		return NULL;
	row = option_of(typed, word + 2, strlen(word + 2));
	return row && row->argument ? row : NULL;
}

static void take_word(struct typed *typed, const char *word)
{
	const struct subcommand *s = subcommands;

	if (!typed->words_only && strcmp(word, "--") == 0) {
		typed->words_only = true;
	} else if (!typed->words_only && word[0] == '-' && word[1]) {
		return;
	} else if (!typed->subcommand) {
		while (s->name && strcmp(s->name, word) != 0)
			s++;
		typed->subcommand = s->name ? s : NULL;
		if (s->name && s->system == MAY_NAME_SYSTEM)
			typed->protocol = protocol_at(0);
	} else if (typed->subcommand->system != NO_SYSTEM && !typed->system_named) {
		typed->protocol = protocol_named(word);
		typed->system_named = true;
	} else {
		typed->words++;
	}
}

/* ---- candidates ---- */

static void offer_systems(const struct typed *typed)
{
	const struct protocol *system;

	for (int i = 0; (system = cli_system_at(typed->subcommand ? typed->subcommand->bit : 0, i)); i++)
		offer(typed, system->name, system->texts->title);
}

static void offer_commands(const struct typed *typed)
{
	for (const struct subcommand *s = subcommands; s->name; s++) {
		FREED char *clause = bytes_copy(s->help, option_clause(s->help));

		offer(typed, s->name, clause);
	}
}

static void offer_option(const struct typed *typed, const struct option_row *row)
{
	FREED char *name = bytes_text("--%s", row->name), *brief = option_brief(row);

	offer(typed, name, brief);
}

static void offer_options(const struct typed *typed)
{
	unsigned takers = typed->subcommand ? typed->subcommand->bit : ON_WORDS;
	const struct option_row *row;

	for (int i = 0; (row = cli_option_at(takers, typed->protocol, i)); i++)
		offer_option(typed, row);
}

/* `ringside help` has a page about each option.  */
static void offer_all_options(const struct typed *typed)
{
	const struct option_row *row;

	for (int i = 0; (row = cli_option_at(ON_ALL, NULL, i)); i++)
		offer_option(typed, row);
	for (int i = 0; protocol_at(i); i++)
		for (const struct option_row *const *own = protocol_at(i)->options; *own; own++)
			if ((*own)->help)
				offer_option(typed, *own);
}

static void offer_samples(const struct typed *typed)
{
	char **names;

	if (!typed->protocol)
		return;
	agent_samples(typed->protocol->bundle->samples, &names);
	for (int i = 0; names[i]; i++) {
		FREED char *word = bytes_text("sample:%s", names[i]);

		offer(typed, word, "a bundled player");
	}
	free(names);
}

/* Those of the config that may play this system.  */
static void offer_named_players(const struct typed *typed)
{
	const struct named_player *player;

	for (int i = 0; (player = named_player_at(i)); i++) {
		FREED char *word = bytes_text("@%s", player->name);

		if (!player->system ||
		    (typed->protocol && strcmp(player->system, typed->protocol->name) == 0))
			offer(typed, word, "a player of the config");
	}
}

static void offer_players(const struct typed *typed)
{
	offer_samples(typed);
	offer_named_players(typed);
	if (typed->subcommand->bit & ON_PLAY)
		offer(typed, "human", "a person at the keyboard");
	say("\tfiles\n");
}

static void offer_taps(const struct typed *typed)
{
	struct tapped *taps;
	int count = tapped_list(&taps);

	for (int i = 0; i < count; i++) {
		FREED char *number = bytes_text("%d", (int)taps[i].agent);

		offer(typed, number, taps[i].name);
	}
	tapped_free(taps, count);
}

static void offer_themes(const struct typed *typed)
{
	FREED char **names = theme_names();

	for (int i = 0; names && names[i]; i++) {
		FREED char *description = theme_description(names[i]);

		offer(typed, names[i], description);
		free(names[i]);
	}
}

static void offer_formats(const struct typed *typed)
{
	for (int i = 0; protocol_at(i); i++)
		for (const struct file_format *const *f = protocol_at(i)->formats; f && *f; f++)
			offer(typed, (*f)->name, (*f)->title);
	for (int i = 0; match_file_every[i]; i++)
		offer(typed, match_file_every[i]->name, match_file_every[i]->title);
}

/* SEAT:NAME= of a setting that the system has, or with each of its choices.  */
static void offer_seat_setting(const struct typed *typed, int seat, const struct option_row *row)
{
	const struct option_choice *choice = row->choices;

	do {
		FREED char *word = bytes_text("%d:%s=%s", seat, row->name, choice ? choice->word : "");

		offer(typed, word, row->help);
	} while (choice && (++choice)->word);
}

static void offer_seat_settings(const struct typed *typed)
{
	for (int s = SEAT_1; s < SEATS; s++)
		for (int i = 0; i < SEAT_SETTINGS; i++)
			if (!typed->protocol || seat_setting_is_of((enum seat_setting)i, typed->protocol))
				offer_seat_setting(typed, s, &seat_setting_rows[i]);
}

static void offer_values(const struct typed *typed, const struct option_row *row)
{
	for (const struct option_choice *choice = row->choices; choice && choice->word; choice++)
		offer(typed, choice->word, choice->title);
	if (row == &cli_row.theme)
		offer_themes(typed);
	if (row == &cli_row.format)
		offer_formats(typed);
	if (row->type == OPTION_COMMAND)
		offer_samples(typed);
	if (row == &cli_row.seat)
		offer_seat_settings(typed);
	if (row->type == OPTION_FOLDER || strstr(row->argument, "FOLDER"))
		say("\tfolders\n");
	else if (row->path || row->type == OPTION_COMMAND)
		say("\tfiles\n");
}

/* A word that is neither an option nor the value of one.  */
static void offer_words(const struct typed *typed)
{
	const struct subcommand *subcommand = typed->subcommand;
	const char *name, *title;

	if (!subcommand) {
		offer_commands(typed);
	} else if (subcommand->system != NO_SYSTEM && !typed->system_named) {
		offer_systems(typed);
	} else if (subcommand->run == cli_help) {
		offer_commands(typed);
		offer_systems(typed);
		for (int i = 0; (name = help_subject(i, &title)); i++)
			offer(typed, name, title);
		for (int i = 0; help_manual[i][0]; i++)
			offer(typed, help_manual[i][0], help_manual[i][1]);
	} else if (typed->words >= subcommand->words_max) {
		return;
	} else if (subcommand->run == cli_completion) {
		for (int i = 0; i < SHELLS; i++)
			offer(typed, shells[i].name, NULL);
	} else if (subcommand->bit == ON_ATTACH) {
		offer_taps(typed);
	} else if (subcommand->bit &
		   (ON_PLAY | ON_RUN | ON_CHECK | ON_FUZZ | ON_HUNT | ON_TOURNAMENT | ON_TAP)) {
		offer_players(typed);
	} else {
		say("\tfiles\n");
	}
}

void cli_print_candidates(char *const *words, int count)
{
	struct typed typed = {.last = count ? words[count - 1] : "", .before = ""};
	const char *equals;

	for (int i = 0; i < count - 1; i++) {
		const struct option_row *row = typed.valued;

		typed.valued = row ? NULL : wants_value(&typed, words[i]);
		if (!row && !typed.valued)
			take_word(&typed, words[i]);
	}
	equals = strchr(typed.last, '=');
	if (!typed.valued && !typed.words_only && strncmp(typed.last, "--", 2) == 0 && equals) {
		typed.before = typed.last;
		typed.before_size = (int)(equals + 1 - typed.last);
		typed.valued = option_of(&typed, typed.last + 2, (size_t)(equals - typed.last) - 2);
		if (!typed.valued || !typed.valued->argument)
			return;
	}
	if (typed.valued)
		offer_values(&typed, typed.valued);
	else if (!typed.words_only && typed.last[0] == '-')
		(typed.subcommand && typed.subcommand->run == cli_help ? offer_all_options
								       : offer_options)(&typed);
	else
		offer_words(&typed);
}
