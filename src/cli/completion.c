/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* completion.c - `ringside completion SHELL`: prints the completion for a shell.
 *
 * A script only asks `ringside --complete` (complete.c) with the words up to the cursor, and hands the answer
 * on.  What differs are words: bash breaks them at = and :, and replaces only the part behind.  */
#include "help.h"

#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/say.h"
#include <string.h>

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
	"\tdone < <(compgen $kind -- \"$path\")\n"
	"\tcompopt -o filenames 2>/dev/null\n"
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

const char *cli_shell(int i)
{
	return i < SHELLS ? shells[i].name : NULL;
}

int cli_completion(struct invocation *invocation)
{
	const char *name = invocation->words[0];

	for (int i = 0; i < SHELLS; i++)
		if (strcmp(shells[i].name, name) == 0) {
			say("%s", shells[i].script);
			return say_finish();
		}
	return say_failure(bytes_text("there is no completion for %s: expected bash, zsh or fish", name),
			   EXIT_USAGE);
}
