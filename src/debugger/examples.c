/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* examples.c - two examples of each command that takes arguments, and what its arguments mean where there are
 * many, for `help COMMAND` and the manual.
 *
 * They stand apart from the tables of commands because they would bury them.  A test runs each of them, and
 * finds commands without examples.  */
#include "ringside/command.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static const struct example examples[] = {
	{"step", "step", "let the next message pass, whoever sent it"},
	{"step", "step 2 x5", "let five messages of seat 2 pass"},
	{"step", "step answer", "go on until an agent answers, and stop with its answer held"},
	{"next", "next", "continue until the next move is played"},
	{"next", "next 1 x3", "continue until seat 1 has played three moves"},
	{"next", "next game", "continue to the next game of the series, and pause before its first message"},
	{"play", "play h8", "play h8 in gomoku; each game has its own words for a move"},
	{"play", "play 7,7", "the same square as the protocol writes it; 7,7 alone is enough"},
	{"end", "end resign", "resign your seat"},
	{"end", "end draw", "end the match as a draw"},
	{"save", "save game.sgf", "write the match for programs that read SGF"},
	{"save", "save screen.txt", "write what the screen shows into this file"},
	{"save", "save lost.ringside", "copy the match into this file, to be opened later"},
	{"save", "save ./case", "write the match into a file of this name"},
	{"save", "save config /tmp/config", "write what is set, and the keys, into this file"},
	{"save", "save case h8 j7", "add the shown position to the suite: h8 and j7 are right there"},
	{"save", "save case mine.suite", "add it to this file: the move that was played there is wrong"},
	{"break", "break h8", "stop before an agent plays h8"},
	{"break", "break", "stop before every answer of an agent"},
	{"break", "break if seat == 2 && time > 500ms", "stop when a turn of seat 2 takes longer than that"},
	{"break", "break once 20", "stop before the answer of turn 20, and delete the breakpoint then"},
	{"break", "break timeout if seat == 1", "stop when seat 1 loses on time"},
	{"watch", "watch score", "stop when the score of a seat changes"},
	{"break", "break if rss > before(rss) + 5MB do gdb 1 backtrace; continue",
	 "show the stacks of seat 1 whenever memory has grown so much since the seat's last turn, and go on"},
	{"watch", "watch rss > 80MB", "stop when an agent uses more memory than that"},
	{"log", "log \"seat {seat} took {time}\" if channel == output", "write how long each answer took"},
	{"log", "log \"{last(hint)} -> {text}\" if text != last(hint)",
	 "write each message that is not as the last hint"},
	{"let", "let most = rss", "name the memory of the agent that is about to speak"},
	{"let", "let", "list the variables"},
	{"delete", "delete 2", "delete breakpoint 2"},
	{"delete", "delete", "delete all breakpoints"},
	{"ignore", "ignore 1 10", "ignore the next ten hits of breakpoint 1"},
	{"ignore", "ignore 1", "let it stop nothing, and keep it"},
	{"ignore", "ignore 1 off", "stop at its next hit again"},
	{"edit", "edit 7,8", "replace the first held message with 7,8"},
	{"edit", "edit #57", "edit message 57, if it is held, in the prompt"},
	{"drop", "drop", "drop the first held message"},
	{"drop", "drop #57", "drop message 57, if it is held"},
	{"delay", "delay 500", "hold the first held message back for 500 ms more"},
	{"delay", "delay #57 2s", "hold message 57 back for two seconds more"},
	{"send", "send 1 ABOUT", "send the line ABOUT to the agent on seat 1"},
	{"send", "send 2 INFO max_memory 0", "send a longer line to seat 2"},
	{"override", "override h9", "play h9 instead of the move that the agent is about to make"},
	{"override", "override 7,8", "the same square as the protocol writes it"},
	{"takeback", "takeback", "take back your last move"},
	{"takeback", "takeback 4", "take back the last four moves"},
	{"resume", "resume", "play on from here with the same agents"},
	{"resume", "resume human sample:random", "play on from here against another agent"},
	{"seat", "seat 1 human", "play seat 1 yourself from now on"},
	{"seat", "seat 2 sample:threat", "give seat 2 to this agent"},
	{"seat", "seat swap", "take your opponent's seat, and give it yours"},
	{"goto", "goto 5", "show the position after five moves"},
	{"goto", "goto -4", "show the position four moves back"},
	{"goto", "goto live", "show the newest position and the newest messages"},
	{"goto", "goto branch 2", "show the end of branch 2"},
	{"goto", "goto game 1", "open the first game that was played here"},
	{"yank", "yank", "copy the selected message to the terminal's clipboard"},
	{"yank", "yank #41", "copy message 41"},
	{"replay", "replay x4", "show the moves again, four times as fast as they were played"},
	{"replay", "replay 1s", "show one move a second"},
	{"mark", "mark a", "mark the shown position, for `goto 'a`"},
	{"mark", "mark z", "mark another one with another letter"},
	{"why", "why", "explain what happened last"},
	{"why", "why verdict", "explain how the match ended"},
	{"hint", "hint", "ask a second copy of your opponent for a move"},
	{"hint", "hint sample:threat", "ask this agent"},
	{"kibitz", "kibitz stockfish", "show what it thinks of each position that you look at"},
	{"kibitz", "kibitz off", "end it"},
	{"rematch", "rematch", "play again; the other seat begins"},
	{"rematch", "rematch same", "play again; the same seat begins"},
	{"info", "info seat 1", "show who sits on seat 1, its clock and what its moves took"},
	{"info", "info message #41", "show everything about message 41"},
	{"info", "info messages ERROR", "print the messages with ERROR"},
	{"info", "info diff 1", "compare the branch that is shown with branch 1"},
	{"set", "set turn-time 5s", "allow five seconds a turn from now on"},
	{"set", "set layout wide", "show a column for each seat"},
	{"set", "set key F5 continue", "let F5 continue the match"},
	{"set", "set key q \"\"", "let q do nothing any more"},
	{"set", "set key", "list the keys that are not usual"},
	{"gdb", "gdb 1", "open gdb on the process of seat 1"},
	{"gdb", "gdb 1 4711 -x commands.gdb",
	 "open it on one of its other processes, with a script of gdb's own"},
	{"gdb", "gdb 1 backtrace", "print where the threads of seat 1 are"},
	{"whowrote", "whowrote 1 board.name", "who wrote this variable of seat 1 last?"},
	{"whowrote", "whowrote *best", "of the agent that is to blame: what a pointer points to"},
	{"freeze", "freeze 1", "pause, and stop the process of seat 1"},
	{"freeze", "freeze", "stop the processes of all agents"},
	{"freeze", "freeze off", "let all of them run during the pause"},
	{"signal", "signal 1 INT", "interrupt the process of seat 1"},
	{"signal", "signal 2 10", "send it the signal with this number"},
	{"focus", "focus 2", "select the pane with [2] in its title"},
	{"focus", "focus next", "select the next pane"},
	{"focus", "focus terminal 1", "type into the terminal of seat 1"},
	{"filter", "filter TURN|BEGIN", "show only messages that match this regular expression"},
	{"filter", "filter", "show all messages again"},
	{"search", "search ERROR", "go to the next message with ERROR"},
	{"search", "search ?ERROR", "go to the previous message with ERROR"},
	{"scroll", "scroll pageup", "scroll up a page"},
	{"scroll", "scroll end", "go to the newest message"},
	{"resize", "resize full", "show the pane alone, or all panes again"},
	{"resize", "resize wider 5", "make the pane five columns wider"},
	{"help", "help break", "explain the command break"},
	{"help", "help ^]", "explain the key ^]"},
	{"quit", "quit", "leave; ask first while the match runs"},
	{"quit", "quit now", "leave without a question"},
	{"source", "source tests.rs", "run the commands in this file"},
	{"source", "source /tmp/first moves", "blanks belong to the name"},
	{"echo", "echo done", "print done"},
	{"echo", "echo", "print an empty line"},
	{"expect", "expect move in h8|j7 within 2s rss < 50MB", "fail unless the next move is such"},
	{"expect", "expect verdict five winner 1", "fail unless seat 1 has won by five in a row"},
};

/* What arguments mean, where there are many.  */
static const struct {
	const char *command, *text;
} details[] = {
	{"save",
	 "FILE: the match so far, as a match file, or in the format that the ending names, such as .psq"},
	{"save", "FILE.txt: the screen as text"},
	{"save", "config: what is set now, and the keys, into the config or FILE"},
	{"save", "case: the position that is shown goes into the suite FILE, for `ringside check`; the moves "
		 "are right there; without them the one that was played is wrong"},
	{"break",
	 "nothing: before every answer of an agent; MOVE: before that move; N: before the answer of turn N"},
	{"break", "EVENT: fault, illegal, timeout, crash, exit or verdict"},
	{"break", "here: the move at the cursor of the board; like: messages like the selected one"},
	{"break", "if COND: only where it holds; alone: before every message for which it holds, and when it "
		  "becomes true between messages"},
	{"break", "once: only the first time"},
	{"goto",
	 "N: after N moves; -N, +N: N moves back or on; live: the newest, and follow the newest messages"},
	{"goto",
	 "end, branch N: the end of this branch, or of that one; game N: that game, if it was recorded"},
	{"goto", "#MESSAGE: when that message came; 'MARK: at the mark of that letter"},
	{"goto", "differs: the next move at which the other build of `rerun --open` differs; differs back: "
		 "the one before"},
};

const struct example *example_of(const struct command *command, int i)
{
	assert(command && i >= 0);
	for (size_t k = 0; k < sizeof(examples) / sizeof(examples[0]); k++)
		if (strcmp(examples[k].command, command->name) == 0 && i-- == 0)
			return &examples[k];
	return NULL;
}

const char *detail_of(const struct command *command, int i)
{
	assert(command && i >= 0);
	for (size_t k = 0; k < sizeof(details) / sizeof(details[0]); k++)
		if (strcmp(details[k].command, command->name) == 0 && i-- == 0)
			return details[k].text;
	return NULL;
}
