/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_spec.c - `ringside check` without a suite: each agent that misbehaves breaks the case about it, and
 * right agents break none.
 *
 * Each check is a program, and several run at once, since most of them wait.  */
#include "../test.h"
#include "games.h"
#include "program.h"

#include <stdbool.h>
#include <unistd.h>

#define MARK "spec"
enum { AT_ONCE = 8, PASSED = 0, FAILED = 1 };

/* An agent, and what becomes of it.  */
struct row {
	const char *mode;   /* of the agent that misbehaves; of others the command line */
	const char *broken; /* the case that it breaks; NULL: none that it must keep */
	bool warned;        /* the document only recommends what it breaks */
	bool waits;         /* the case ends by a limit */
};

/* One system's rows.  */
struct table {
	const char *system, *program; /* the agent that misbehaves, followed by the mode and `rest` */
	const char *rest;
	const char *only;       /* the cases that right agents keep, as --only takes them; NULL: all */
	const char *options[5]; /* of the check; the agent follows the last one */
	const struct row *rows; /* ended by a row without a mode */
};

static const struct row brains[] = {
	{"good", NULL, false, false},
	{"ok-words", NULL, false, false},
	{"ok-late-words", NULL, false, false},
	{"spreads", NULL, false, false},
	{"cr", NULL, false, false},
	{"crlf", NULL, false, false},
	{"empty-lines", NULL, false, false},
	{"strict", NULL, false, false},
	{"strict 10", NULL, false, false},
	{"suggest", NULL, false, false},
	{"suggests-on", "begin", false, false},
	{"nul", NULL, false, false},
	{"analyses", NULL, false, false},
	{"mutters", NULL, false, false},
	{"banner", "start-first", true, false},
	{"rubbish", "only-commands", true, false},
	{"complains", "only-commands", true, false},
	{"talks", "only-commands", true, false},
	{"no-ok", "start", false, true},
	{"never-reads", "start", false, true},
	{"error-start", "start", false, false},
	{"leave-at-once", "start", false, false},
	{"crash-at-once", "start", false, false},
	{"early", "start-makes-no-move", false, false},
	{"two-moves", "one-answer", false, false},
	{"twice", "one-answer", false, false},
	{"no-line-end", "begin", false, true},
	{"silent", "turn", false, true},
	{"late", "turn", false, true},
	{"unflushed", "turn", false, true},
	{"spins", "turn", false, true},
	{"deadlocks", "turn", false, true},
	{"stops-itself", "turn", false, true},
	{"chatty", "turn", false, true},
	{"ponders", "turn", false, true},
	{"asks", "turn", false, true},
	{"overfills", "turn", false, true},
	{"traces-itself", "turn", false, true},
	{"text", "turn", false, true},
	{"almost", "turn", false, true},
	{"error-only", "turn", false, true},
	{"flood-lines", "turn", false, true},
	{"flood-one-line", "turn", false, true},
	{"flood-stderr", "turn", false, true},
	{"close-output", "turn", false, true},
	{"grows-by-a-child", "turn", false, true},
	{"guesses", "turn", false, true},
	{"outside", "turn", false, false},
	{"no-restart", "turn", false, false},
	{"negative", "turn", false, false},
	{"occupied", "turn", false, false},
	{"huge", "turn", false, false},
	{"leave-after-last", "turn", false, false},
	{"leaves-behind", "turn", false, false},
	{"leave", "turn", false, false},
	{"leave-badly", "turn", false, false},
	{"crash", "turn", false, false},
	{"close-input", "turn", false, false},
	{"grows", "max-memory", false, false},
	{"sticks", "restart", true, true},
	{"forgets", "restart", false, false},
	{"ignore-end", "end", false, false},
	{"square-rows", "rectangle-tall", false, false},
	{"short-lines", "info-long", false, false},
	{"litters", "end-leaves-no-files", true, false},
	{0},
};

/* It knows one game of classical chess.  */
static const struct row qchess_agents[] = {
	{"good", NULL, false, false},
	{"bytewise", NULL, false, false},
	{"slow", NULL, false, false},
	{"hold-output", NULL, false, false},
	{"leaves-slowly", NULL, false, false},
	{"padded", "numbers-alone", true, false},
	{"tabs", "numbers-alone", true, false},
	{"trailing-words", "numbers-alone", true, false},
	{"trailing-number", "numbers-alone", true, false},
	{"crlf", "line-end", true, false},
	{"cr", "line-end", true, false},
	{"greets", "colour-needs-no-answer", false, false},
	{"answers-first", "colour-needs-no-answer", false, false},
	{"early", "colour-needs-no-answer", false, false},
	{"thanks", "update-needs-no-answer", false, false},
	{"two-lines", "one-answer", false, false},
	{"twice", "one-answer", false, false},
	{"--at 1 other-colour", "select", false, false},
	{"--at 1 off-the-board", "select", false, false},
	{"--at 1 empty-square", "select", false, false},
	{"never-reads", "select", false, true},
	{"leave-at-once", "colour-needs-no-answer", false, false},
	{"crash-at-once", "colour-needs-no-answer", false, false},
	{"illegal-move", "move", false, false},
	{"stays-where-it-is", "move", false, false},
	{"takes-its-own", "move", false, false},
	{"negative", "move", false, false},
	{"one-number", "move", false, false},
	{"letters", "move", false, false},
	{"words", "move", false, false},
	{"one-line-without-end", "move", false, true},
	{"half-line", "move", false, true},
	{"silent", "move", false, true},
	{"late", "move", false, true},
	{"flood-stderr", "move", false, true},
	{"leave", "move", false, false},
	{"leave-badly", "move", false, false},
	{"crash", "move", false, false},
	{"killed", "move", false, false},
	{"close-output", "move", false, true},
	{"leaves-behind", "move", false, false},
	{"dies-waiting", "move", false, false},
	{"leaves-waiting", "move", false, false},
	{"stays", "quit", false, false},
	{"ends-badly", "quit-cleanly", true, false},
	{0},
};

/* One that does not search.  */
static const struct row engines[] = {
	{"good", NULL, false, false},
	{"eager", "waits-for-uci", true, false},
	{"no-uciok", "uciok", false, true},
	{"uciok-twice", "uciok-once", false, false},
	{"no-name", "id-name", false, false},
	{"no-author", "id-author", false, false},
	{"name-late", "id-before-options", true, false},
	{"slider", "option-types", false, false},
	{"option-twice", "option-once", false, false},
	{"value-name", "option-words", true, false},
	{"check-default", "option-check", false, false},
	{"spin-beyond", "option-spin", false, false},
	{"combo-stranger", "option-combo", false, false},
	{"button-value", "option-button", true, false},
	{"string-empty", "option-string", true, false},
	{"hash-check", "option-fixed", false, false},
	{"lines-on", "option-off", true, false},
	{"elo-alone", "option-elo", true, false},
	{"no-hash", "option-hash", true, false},
	{"no-readyok", "readyok", false, true},
	{"ready-twice", "readyok-once", false, false},
	{"no-bestmove", "bestmove", false, true},
	{"illegal", "bestmove", false, false},
	{"two-bestmoves", "bestmove-once", false, false},
	{"depth", "go-depth", false, true},
	{"bad-ponder", "bestmove-ponder", false, false},
	{"early", "no-search-without-go", false, false},
	{"ponders", "no-ponder-alone", false, false},
	{"ponder-option", "no-ponder-with-option", false, false},
	{"needs-newgame", "without-newgame", true, true},
	{"no-moves", "move-as-black", false, false},
	{"forgets-black", "move-as-black", false, false},
	{"no-fen", "fen", false, false},
	{"no-fen-moves", "fen-with-moves", false, false},
	{"short-games", "long-game", false, false},
	{"keeps-position", "fen", false, false},
	{"keeps-fen", "other-position", false, false},
	{"crash-newgame", "next-game", false, false},
	{"plain-promotion", "promotion", false, false},
	{"drops-passed", "en-passant", false, false},
	{"keeps-passed", "en-passant-told", false, false},
	{"castles-960", "castling", false, false},
	{"no-castling-told", "castling-told", false, false},
	{"castles-again", "castling-lost", false, false},
	{"blind", "checks", false, false},
	{"resigns", "one-legal-move", false, false},
	{"fifty", "fifty-moves", false, false},
	{"castles-as-chess", "chess960", false, false},
	{"movetime", "go-movetime", false, true},
	{"nodes", "go-nodes", false, true},
	{"clock", "go-clock", false, true},
	{"wrong-clock", "go-clock-of-black", false, true},
	{"movestogo", "go-movestogo", false, true},
	{"increment", "go-increment", false, true},
	{"short-clock", "go-short-clock", false, true},
	{"mate", "go-mate", true, true},
	{"all-moves", "go-searchmoves", false, false},
	{"ends-infinite", "go-infinite", false, false},
	{"ends-infinite-mate", "go-infinite-mate", false, false},
	{"ends-ponder", "go-ponder", false, false},
	{"no-ponder-stop", "go-ponder-stop", false, true},
	{"ends-ponder-mate", "go-ponder-mate", false, false},
	{"ready-stops", "isready-while-searching", false, false},
	{"not-ready-then", "isready-while-searching", false, true},
	{"debug", "debug-while-searching", false, false},
	{"go-alone", "stop-at-once", false, true},
	{"stop-twice", "stop-twice", false, false},
	{"stops-once", "search-after-stop", false, true},
	{"stop-idle", "stop-without-search", true, false},
	{"ponderhit", "ponderhit-without-search", true, false},
	{"unknown", "unknown-command", true, false},
	{"first-word", "unknown-word-first", true, true},
	{"go-words", "unknown-word-in-go", true, true},
	{"register", "register", true, false},
	{"empty", "empty-lines", true, false},
	{"blanks", "white-space", false, true},
	{"crlf", "crlf", true, true},
	{"reads", "line-bytewise", false, false},
	{"uci-alone", "lines-together", false, true},
	{"unknown-option", "setoption-unknown", true, false},
	{"below", "setoption-beyond", true, false},
	{"defaults", "setoption-defaults", false, false},
	{"least", "setoption-least", false, false},
	{"most", "setoption-most", false, false},
	{"unchecked", "setoption-check", false, false},
	{"combo", "setoption-combo", false, false},
	{"button", "setoption-button", false, false},
	{"capitals", "setoption-capitals", true, false},
	{"one-line", "multipv", false, false},
	{"hash-changes", "hash-between-games", false, false},
	{"no-info", "info", true, false},
	{"numbers", "info-numbers", false, false},
	{"score", "info-numbers", false, false},
	{"pv", "info-pv", false, false},
	{"currmove", "info-currmove", false, false},
	{"seldepth", "info-seldepth", false, false},
	{"bounds", "info-bounds", false, false},
	{"no-time", "info-time", true, false},
	{"deeper", "info-depth", true, false},
	{"white-view", "info-of-black", false, false},
	{"mates", "info-mated", false, false},
	{"currline", "info-unasked", true, false},
	{"stays", "quit", false, true},
	{"stays-behind", "quit-after-search", false, true},
	{"stays-in-search", "quit-while-searching", false, true},
	{0},
};

static const struct row players[] = {
	{"good", NULL, false, false},
	{"banner", NULL, false, false},
	{"bare", NULL, false, false},
	{"comments", NULL, false, false},
	{"many-comments", NULL, false, false},
	{"bytewise", NULL, false, false},
	{"empty-lines", NULL, false, false},
	{"rubbish", NULL, false, false},
	{"hold-output", NULL, false, false},
	{"hide", NULL, false, false},
	{"rude-name", NULL, false, false},
	{"plain", "input-without-channel", false, false},
	{"crlf", "single-blank", true, false},
	{"trailing-blanks", "single-blank", true, false},
	{"two-blanks", "single-blank", true, false},
	{"tab", "single-blank", true, false},
	{"no-name", "name", false, true},
	{"name-too-late", "name", false, true},
	{"exit-first", "name", false, false},
	{"leave-at-once", "name", false, false},
	{"crash-at-once", "name", false, false},
	{"output-before-name", "name-before-all", false, false},
	{"name-with-blanks", "name-is-one-word", false, false},
	{"name-empty", "name-is-one-word", false, false},
	{"name-twice", "game-of-roshambo", true, false},
	{"early-output", "no-output-before-play", false, false},
	{"early", "no-output-before-play", false, false},
	{"two-outputs", "one-output", false, false},
	{"twice", "one-output", false, false},
	{"bare-words", "console", false, false},
	{"unknown-channel", "console", false, false},
	{"judge-channel", "console", false, false},
	{"unknown-info", "console", false, false},
	{"unended", "play", false, false},
	{"unknown-symbol", "play", false, false},
	{"no-symbol", "play", false, false},
	{"two-words", "play", false, false},
	{"only-bare-words", "play", false, true},
	{"silent", "play", false, true},
	{"late", "play", false, true},
	{"half-line", "play", false, true},
	{"never-reads", "play", false, true},
	{"comments-without-end", "play", false, true},
	{"flood-one-line", "play", false, true},
	{"flood-stderr", "play", false, true},
	{"farewell-and-stay", "play", false, true},
	{"close-output", "play", false, true},
	{"leave", "play", false, false},
	{"leave-with-farewell", "play", false, false},
	{"leave-badly", "play", false, false},
	{"leaves-behind", "play", false, false},
	{"crash", "play", false, false},
	{"close-input", "play", false, false},
	{"stays", "exit", false, false},
	{"stays-after-farewell", "exit", false, false},
	{"no-farewell", "farewell", true, false},
	{0},
};

static const struct row players_of_lmc2[] = {
	{"good", NULL, false, false},
	{"output-before-name", "name-before-all", false, false},
	{"no-name", "name", false, true},
	{"unknown-symbol", "play", false, false},
	{"silent", "play", false, true},
	{"two-outputs", "one-output", false, false},
	{"plain", "play", false, false},
	{"stays", "exit", false, false},
	{"no-farewell", "farewell", true, false},
	{0},
};

/* Game programs.  */
static const struct row programs[] = {
	{"good", NULL, false, false},
	{"banner", NULL, false, false},
	{"empty-lines", NULL, false, false},
	{"many-comments", NULL, false, false},
	{"comments-to-player", NULL, false, false},
	{"over-early", NULL, false, false},
	{"asks-who-left", NULL, false, false},
	{"insists", NULL, false, false},
	{"hide", NULL, false, false},
	{"hold-output", NULL, false, false},
	{"alone", "game-of-two", true, false},
	{"line-for-nobody", "game-of-two", true, false},
	{"crlf", "game-of-one", true, false},
	{"trailing-blanks", "game-of-one", true, false},
	{"unknown-info", "game-of-one", true, false},
	{"name-twice", "game-of-one", true, false},
	{"name-with-blanks", "game-of-one", true, false},
	{"no-name", "name", false, true},
	{"name-too-late", "name", false, true},
	{"line-before-name", "name", false, false},
	{"leave-at-once", "name", false, false},
	{"crash-at-once", "name", false, false},
	{"no-alphabet", "new", false, false},
	{"one-symbol", "new", false, false},
	{"never-reads", "new", false, true},
	{"player-3", "answers", false, false},
	{"player-2", "answers", false, false},
	{"player-word", "answers", false, false},
	{"exit", "answers", false, false},
	{"unknown-command", "answers", false, false},
	{"unknown-channel", "answers", false, false},
	{"output", "answers", false, false},
	{"stranger", "answers", false, false},
	{"strange-hint", "answers", false, false},
	{"no-words", "answers", false, false},
	{"high-score", "answers", false, false},
	{"nan-score", "answers", false, false},
	{"score-word", "answers", false, false},
	{"symbol-twice", "answers", false, false},
	{"symbol-at", "answers", false, false},
	{"symbol-blank", "answers", false, false},
	{"symbol-long", "answers", false, false},
	{"unknown-judge-line", "answers", false, false},
	{"leave", "answers", false, false},
	{"leave-badly", "answers", false, false},
	{"crash", "answers", false, false},
	{"close-output", "answers", false, true},
	{"silent", "answers", false, true},
	{"half-line", "answers", false, true},
	{"comments-without-end", "answers", false, true},
	{"inputs-without-end", "answers", false, true},
	{"flood-one-line", "answers", false, true},
	{"new-while-awaited", "whole-game", false, false},
	{"play-twice", "game-of-one", false, false},
	{"info-exit", "game-of-one", false, false},
	{"stays", "exit", false, false},
	{0},
};

/* Referees, and players of one.  */
static const struct row referees[] = {
	{"referee good", NULL, false, false},
	{"referee at-once", NULL, false, false},
	{"referee told", NULL, false, false},
	{"referee many-remarks", NULL, false, false},
	{"referee errors", NULL, false, false},
	{"referee hide", NULL, false, false},
	{"referee stays", "end", false, false},
	{"referee time", "same-seed", false, false},
	{"referee leaves-strangers", "empty-answer", false, false},
	{"referee crash-at-strangers", "long-answer", false, false},
	{"referee takes-all", "nonsense", true, false},
	{"referee takes-a", "answer", false, false},
	{"referee never-reads", "question", false, true},
	{"referee leave-at-once", "question", false, false},
	{"referee leave", "answer", false, false},
	{"referee crash", "answer", false, false},
	{"referee close-output", "answer", false, true},
	{"referee silent", "answer", false, true},
	{"referee half-line", "answer", false, true},
	{"referee remarks-without-end", "answer", false, true},
	{"referee rows-without-end", "answer", false, true},
	{"referee line-without-end", "answer", false, true},
	{"referee nul", "answer", false, false},
	{"referee garbage", "answer", false, false},
	{"referee unknown-word", "answer", false, false},
	{"referee player-3", "answer", false, false},
	{"referee accuses-early", "answer", false, false},
	{"referee accuses-twice", "answer", false, false},
	{"referee asks-untold", "answer", false, false},
	{"referee no-lines", "answer", false, false},
	{"referee talks-on", "same-seed", false, false},
	{0},
};
static const struct row players_of_referee[] = {
	{"player good", NULL, false, false},
	{"player two", NULL, false, false},
	{"player errors", NULL, false, false},
	{"player early", "silent-before-question", true, false},
	{"player stays", "end", false, false},
	{"player garbage", "game", false, false},
	{"player empty", "game", false, false},
	{"player leave", "game", false, false},
	{"player crash", "game", false, false},
	{"player silent", "game", false, true},
	{0},
};

/* It knows rules without conditions.  */
static const struct row clients[] = {
	{"good", NULL, false, false},
	{"little", NULL, false, false},
	{"talks-early", NULL, false, false},
	{"talks-on", "one-action", false, false},
	{"unused-symbol", "known-symbols", true, false},
	{"info-bits", "info-byte-alone", true, false},
	{"info-late", "info-byte", false, true},
	{"hang-first", "info-byte", false, true},
	{"leave-at-once", "info-byte", false, false},
	{"decline", "action", false, false},
	{"out-of-turn", "one-action", false, false},
	{"early", "one-action", false, false},
	{"bad-request", "percepts", false, false},
	{"half-message", "percepts", false, false},
	{"close-midway", "percepts", false, false},
	{"leaves-behind", "percepts", false, false},
	{"leave-badly", "percepts", false, false},
	{"crash", "percepts", false, false},
	{"hang", "percepts", false, true},
	{"swapped-length", "percepts", false, true},
	{"symbols-without-end", "percepts", false, true},
	{"good", "rules-with-bounds", false, false},
	{0},
};

static char world[60]; /* the path of a world without conditions */
static char game[200]; /* the command of a right referee */

static const struct table misbehaving[] = {
	{"gomocup", "brain", "", "[!g]*", {"--tolerance", "0", NULL}, brains},
	{"qchess", "qchess_agent", "", "[!sg]*,select*", {NULL}, qchess_agents},
	{"uci", "uci_engine", "", NULL, {"--tolerance", "0", NULL}, engines},
	{"lmc", "player", "", NULL, {NULL}, players},
	{"lmc2", "player", "", NULL, {NULL}, players_of_lmc2},
	{"lmc2", "game_program", "", NULL, {"--game-program", NULL}, programs},
	{"referee", "contest", "", NULL, {"--referee", NULL}, referees},
	{"referee", "contest", "", NULL, {"--referee", game, NULL}, players_of_referee},
	{"asimulator",
	 "asim_client",
	 "14221 --stdio",
	 "[!rg]*",
	 {"--stdio", "--world", world, NULL},
	 clients},
};

/* Agents that take long until they read, right ones and others.  No case counts that time.  */
static const struct row slow_brains[] = {
	{"good", NULL, false, false},
	{"early", "start-makes-no-move", false, false},
	{"outside", "turn", false, false},
	{"ignore-end", "end", false, false},
	{0},
};
static const struct row slow_qchess_agents[] = {
	{"good", NULL, false, false},
	{"greets", "colour-needs-no-answer", false, false},
	{"thanks", "update-needs-no-answer", false, false},
	{"--at 1 words", "select", false, false},
	{"illegal-move", "move", false, false},
	{"stays", "quit", false, false},
	{0},
};
static const struct row slow_players[] = {
	{"good", NULL, false, false},
	{"early-output", "no-output-before-play", false, false},
	{"two-outputs", "one-output", false, false},
	{"stays", "exit", false, false},
	{0},
};
static const struct row slow_clients[] = {
	{"good", NULL, false, false},
	{"early", "one-action", false, false},
	{"bad-request", "percepts", false, false},
	{0},
};

/* The game of gomocup and that of a client whose rules have conditions are left out, as above.  */
static const struct table slow[] = {
	{"gomocup", "brain", "", "[!g]*", {"--tolerance", "0", NULL}, slow_brains},
	{"qchess", "qchess_agent", "", "[!sg]*,select*", {NULL}, slow_qchess_agents},
	{"lmc", "player", "", NULL, {NULL}, slow_players},
	{"lmc2", "player", "", NULL, {NULL}, slow_players},
	{"asimulator",
	 "asim_client",
	 "14221 --stdio",
	 "[!rg]*",
	 {"--stdio", "--world", world, NULL},
	 slow_clients},
	{"asimulator", "asim_client", "14221", "[!rg]*", {"--world", world, NULL}, slow_clients},
};

static const struct row samples_of_gomocup[] = {
	{"sample:random", NULL, false, false}, {"sample:threat --nodes 200", NULL, false, false}, {0}};
static const struct row python_of_gomocup[] = {{"sample:faulty", NULL, false, false}, {0}};
static const struct row samples_of_qchess[] = {
	{"sample:thinker", NULL, false, false}, {"sample:random", NULL, false, false}, {0}};
static const struct row samples_of_uci[] = {
	{"sample:random", NULL, false, false}, {"sample:searcher --depth 2", NULL, false, false}, {0}};
static const struct row samples_of_lmc[] = {{"sample:constant", NULL, false, false},
					    {"sample:random", NULL, false, false},
					    {"sample:rotate", NULL, false, false},
					    {"sample:player", NULL, false, false},
					    {0}};
static const struct row python_of_lmc[] = {{"sample:beat-last", NULL, false, false},
					   {"sample:beat-frequent", NULL, false, false},
					   {"sample:predictor", NULL, false, false},
					   {0}};
static const struct row samples_of_lmc2[] = {
	{"sample:constant", NULL, false, false},       {"sample:random", NULL, false, false},
	{"sample:rotate", NULL, false, false},         {"sample:player", NULL, false, false},
	{"sample:imitate-player", NULL, false, false}, {0}};
static const struct row python_programs_of_lmc2[] = {
	{"sample:echo-reverse", NULL, false, false}, {"sample:imitate-game", NULL, false, false},
	{"sample:game", NULL, false, false},         {"sample:questions", NULL, false, false},
	{"sample:roshambo", NULL, false, false},     {0}};
static const struct row python_of_lmc2[] = {{"sample:learner", NULL, false, false}, {0}};
static const struct row scripts_of_referee[] = {{"sample:tictactoe", NULL, false, false},
						{"sample:tron", NULL, false, false},
						{"sample:connect4", NULL, false, false},
						{"sample:battleships", NULL, false, false},
						{0}};
static const struct row players_of_tictactoe[] = {{"sample:tictactoe-player", NULL, false, false}, {0}};
static const struct row players_of_tron[] = {{"sample:tron-player", NULL, false, false}, {0}};
static const struct row players_of_connect4[] = {{"sample:connect4-player", NULL, false, false}, {0}};
static const struct row players_of_battleships[] = {{"sample:battleships-player", NULL, false, false}, {0}};
static const struct row samples_of_asimulator[] = {{"sample:rotate", NULL, false, false}, {0}};
static const struct row python_of_asimulator[] = {{"sample:python", NULL, false, false},
						  {"sample:reasoner", NULL, false, false},
						  {"sample:wander", NULL, false, false},
						  {0}};

/* Each process of Python takes long to start, so these try fewer cases.  What takes longest comes first.  */
static const struct table samples[] = {
	{"qchess", NULL, NULL, NULL, {NULL}, samples_of_qchess},
	{"gomocup", NULL, NULL, NULL, {NULL}, samples_of_gomocup},
	{"qchess", NULL, NULL, "move*", {"--max-moves", "1", NULL}, samples_of_qchess},
	{"uci", NULL, NULL, NULL, {NULL}, samples_of_uci},
	{"lmc", NULL, NULL, NULL, {NULL}, samples_of_lmc},
	{"lmc2", NULL, NULL, NULL, {NULL}, samples_of_lmc2},
	{"asimulator", NULL, NULL, NULL, {NULL}, samples_of_asimulator},
	{"gomocup", NULL, NULL, "size*", {NULL}, python_of_gomocup}, /* its fault is in a longer game */
	{"lmc", NULL, NULL, "game*,another-game,in-any-order", {NULL}, python_of_lmc},
	{"lmc2", NULL, NULL, "game*,hints", {NULL}, python_of_lmc2},
	{"lmc2", NULL, NULL, "game*", {NULL}, python_of_lmc},
	{"lmc2", NULL, NULL, "game*,another-game", {"--game-program", NULL}, python_programs_of_lmc2},
	{"asimulator", NULL, NULL, "game-in-a-room,next*", {NULL}, python_of_asimulator},
	{"referee", NULL, NULL, "game-of*,same-seed,end", {"--referee", NULL}, scripts_of_referee},
	{"referee", NULL, NULL, "game,end", {NULL}, players_of_tictactoe},
	{"referee", NULL, NULL, "game,end", {"--referee", "sample:tron", NULL}, players_of_tron},
	{"referee", NULL, NULL, "game,end", {"--referee", "sample:connect4", NULL}, players_of_connect4},
	{"referee",
	 NULL,
	 NULL,
	 "game,end",
	 {"--referee", "sample:battleships", NULL},
	 players_of_battleships},
};

/* What real brains said.  Nobody told them RESTART twice, so that case is left out.  Three of
 * them answered the unknown command after the question that followed, which the transcript takes for its
 * answer.  */
static const struct row transcripts[] = {{"tr_carbon.txt", NULL, false, false},
					 {"tr_epirust.txt", NULL, false, false},
					 {"tr_java.txt", NULL, false, false},
					 {"tr_pela.txt", NULL, false, false},
					 {"tr_pyrandom.txt", NULL, false, false},
					 {"tr_random.txt", NULL, false, false},
					 {0}};

/* ---- checks ---- */

/* A check that runs.  */
struct check {
	const struct row *row;
	struct program program;
};

/* Is that the case about a process that never answers?  */
static bool is_about_the_start(const char *name)
{
	static const char *const names[] = {"start", "select", "name",          "info-byte",
					    "uciok", "crlf",   "lines-together"};

	for (size_t i = 0; name && i < LENGTH(names); i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static struct check begin(const struct table *table, const struct row *row, const char *agent)
{
	const char *args[ARGS_MAX] = {
		"check",        table->system,
		"--turn-time",  limit(row->waits, "300ms"),
		"--start-time", limit(row->waits && is_about_the_start(row->broken), "300ms"),
		"--hang-time",  limit(row->waits, "300ms")};
	int count = 8;

	if (row->waits) /* on a busy machine an agent that computes gets its time, and is to blame then */
		args[count++] = "--forgive-waiting";
	if (row->broken || table->only) {
		args[count++] = "--only";
		args[count++] = row->broken ? row->broken : table->only;
	}
	for (int i = 0; table->options[i]; i++)
		args[count++] = table->options[i];
	args[count++] = agent;
	args[count] = NULL;
	return (struct check){row, program_begin(env("RINGSIDE"), MARK, args, -1)};
}

/* Does the table have a line that begins and ends with these words?  */
static bool has_line(const char *text, const char *first, const char *last)
{
	for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		size_t size = strcspn(line, "\n"), length = strlen(last);

		if (strncmp(line, first, strlen(first)) == 0 && size > length &&
		    strncmp(line + size - length, last, length) == 0 && line[size - length - 1] == ' ')
			return true;
	}
	return false;
}

/* Reads what it says.  Returns whether that was right.  */
static bool end(struct check *check)
{
	struct outcome outcome = program_end(&check->program);
	const struct row *row = check->row;
	bool right = outcome.status == (row->broken && !row->warned ? FAILED : PASSED) &&
		     (!row->broken || has_line(outcome.out, row->warned ? "warned" : "failed", row->broken));

	if (!right)
		print_error("%s: expected %s %s, got status %d\n%s%s", row->mode,
			    row->warned ? "warned" : "failed", row->broken ? row->broken : "nothing",
			    outcome.status, outcome.out, outcome.err);
	return right;
}

/* Ends the one that began first of these, and takes it out.  Returns whether it was right.  */
static bool end_first(struct check *checks, int *running)
{
	bool right = end(&checks[0]);

	--*running;
	memmove(checks, checks + 1, (size_t)*running * sizeof(*checks));
	return right;
}

/* Checks all rows of these tables, some at once.  command_of() makes the command line, which the caller of it
 * frees.  */
static void check_all(const struct table *tables, size_t count,
		      char *(*command_of)(const struct table *table, const char *mode))
{
	struct check checks[AT_ONCE];
	int wrong = 0, running = 0;

	for (const struct table *table = tables; table < tables + count; table++)
		for (const struct row *row = table->rows; row->mode; row++) {
			FREED char *command = command_of(table, row->mode);

			if (strstr(row->mode, "connect4") && system("command -v node >/dev/null") != 0)
				continue; /* it is JavaScript */

			if (running == AT_ONCE)
				wrong += !end_first(checks, &running);
			checks[running++] = begin(table, row, command);
		}
	while (running)
		wrong += !end_first(checks, &running);
	assert_int_equal(wrong, 0);
	assert_int_equal(left_behind(MARK), 0);
}

static char *text(const char *format, ...)
{
	va_list args;
	char *line;

	va_start(args, format);
	assert_true(vasprintf(&line, format, args) >= 0);
	va_end(args);
	return line;
}

static char *program_of(const struct table *table, const char *mode)
{
	return text("'%s/%s' %s %s", env("AGENTS"), table->program, mode, table->rest);
}

/* Who waits is no part of the agent: `exec` gives it the same process.  */
static char *slow_program_of(const struct table *table, const char *mode)
{
	FREED char *program = program_of(table, mode);

	return text("sh -c \"sleep 0.4; exec %s \\\"\\$@\\\"\" sh", program);
}

static char *sample(const struct table *table UNUSED, const char *mode)
{
	return text("%s", mode);
}

static char *playback(const struct table *table UNUSED, const char *mode)
{
	return text("'%s/playback' --speed 1000 '%s/%s'", env("AGENTS"), env("TRANSCRIPTS"), mode);
}

/* ---- tests ---- */

/* Checks all of these tables.  */
static void check_tables(const struct table *tables, size_t count,
			 char *(*command_of)(const struct table *table, const char *mode))
{
	char folder[40] = "/tmp/ringside-test-XXXXXX";

	folder_make(folder);
	snprintf(world, sizeof(world), "%s/plain.world", folder);
	snprintf(game, sizeof(game), "'%s/contest' referee good", env("AGENTS"));
	file_write(world,
		   "AWorld 1\nMove_Cost 1\nTurn_Left_Cost 1\nTurn_Right_Cost 1\nGrab_Cost 1\n"
		   "Item_Reward 50\nHome_Reward 9\nInitial_Score -10\n"
		   "Agent 1 1 0\nMap 4 3\n####\n#hi#\n####\n",
		   false);
	check_all(tables, count, command_of);
	folder_remove(folder);
}

TEST(an_agent_that_misbehaves_breaks_the_case_about_it)
{
	check_tables(misbehaving, LENGTH(misbehaving), program_of);
	unlink("overfull"); /* of a brain that fills its folder, which is this one here */
}

TEST(an_agent_that_starts_slowly_breaks_no_other_case)
{
	check_tables(slow, LENGTH(slow), slow_program_of);
}

TEST(all_samples_keep_their_protocol)
{
	check_all(samples, LENGTH(samples), sample);
}

/* Bridges to the referees of others: test_own_game.py has such referees.  */
static const char *const bridges[] = {"brutaltester", "brutaltester-old", "interactor"};

/* The rows above have each sample that ringside lists.  */
static void has_row(const char *system, const char *name)
{
	FREED char *mode = text("sample:%s", name);
	bool found = false;

	for (size_t i = 0; i < LENGTH(bridges); i++)
		found = found || strcmp(bridges[i], name) == 0;
	for (size_t i = 0; i < LENGTH(samples); i++)
		for (const struct row *row = samples[i].rows; row->mode; row++)
			found = found || (strcmp(samples[i].system, system) == 0 &&
					  strncmp(row->mode, mode, strcspn(row->mode, " ")) == 0 &&
					  strcspn(row->mode, " ") == strlen(mode));
	if (!found)
		fail_msg("nobody checks %s of %s: add a row", mode, system);
}

/* Has ringside cases for agents of this system?  */
static bool has_cases(const char *system)
{
	struct outcome outcome = ringside(MARK, (const char *const[]){"check", system, "--list", NULL});
	bool has = outcome.status == 0;

	if (!has)
		assert_non_null(strstr(outcome.err, "has no cases of its own"));
	return has;
}

TEST(each_listed_sample_is_checked)
{
	struct outcome outcome = ringside(MARK, ARGS("list"));
	char *at = strstr(outcome.out, "\nsamples"), *rest, *line, *word;
	int count = 0;

	assert_non_null(at);
	strtok_r(at + 1, "\n", &rest);
	while ((line = strtok_r(NULL, "\n", &rest)) && *line == ' ') {
		const char *system = strtok_r(line, " ", &line);

		for (bool has = has_cases(system); (word = strtok_r(NULL, " ", &line)); count++)
			if (has)
				has_row(system, word);
	}
	assert_true(count > 0);
}

TEST(real_brains_keep_their_protocol)
{
	const struct table table = {"gomocup", NULL,       NULL, "[!ru]*,restart,restart-then*,rectangle*",
				    {NULL},    transcripts};

	check_all(&table, 1, playback);
}

/* The text of a broken case.  */
TEST(a_broken_case_shows_its_sentence_the_dialogue_and_what_to_do)
{
	const struct table table = {"gomocup", "brain", "", NULL, {NULL}, NULL};
	static const char *const parts[] = {
		"failed ",
		"  start-makes-no-move\n",
		("gomocup-protocol, START [size]: \"When the brain receives this command, it initializes "
		 "itself and creates an empty board, but doesn't make any move yet.\"\n"),
		"\"0,0\" is a move that nobody asked for\n",
		"> START 20\n",
		"< OK\n",
		"< 0,0\n",
		"Write a move only after BEGIN, TURN or DONE.\n",
		"2 cases in ",
		": 1 passed, 1 failed\n",
	};
	FREED char *agent = program_of(&table, "early");
	struct outcome outcome =
		ringside(MARK, ARGS("check", "gomocup", "--only", "start-makes-no-move", agent));
	const char *at = outcome.out;

	for (size_t i = 0; i < LENGTH(parts); i++) {
		at = strstr(at, parts[i]);
		if (!at)
			fail_msg("\"%s\" is missing in its place: %s", parts[i], outcome.out);
	}
}

/* Checks one case of qchess, with an agent that misbehaves.  The options end in NULL.  */
static struct outcome check_qchess(const char *mode, const char *only, const char *const *options)
{
	const struct table table = {"qchess", "qchess_agent", "", NULL, {NULL}, NULL};
	const char *args[ARGS_MAX] = {"check", "qchess", "--only", only};
	FREED char *agent = program_of(&table, mode);
	struct outcome outcome;
	int count = 4;

	while (*options)
		args[count++] = *options++;
	args[count] = agent;
	outcome = ringside(MARK, args);
	print_message("%s", outcome.out);
	return outcome;
}

#define CHECK_QCHESS(mode, only, ...) check_qchess(mode, only, ARGS(__VA_ARGS__))

/* Who has not read is not to be told how to answer.  Neither ever answers.  */
TEST(a_case_without_an_answer_says_what_the_agent_does)
{
	static const char *const modes[] = {"never-reads", "--at 1 silent"};

	for (size_t i = 0; i < LENGTH(modes); i++) {
		struct outcome outcome = CHECK_QCHESS(modes[i], "select", "--turn-time", "300ms",
						      "--start-time", "300ms", "--forgive-waiting");
		bool unread = strstr(outcome.out, "\n    It has not read 6 bytes of what was sent");

		assert_int_equal(outcome.status, FAILED);
		assert_true(unread || (i > 0 && strstr(outcome.out, "\n    It ")));
		assert_int_equal(!unread, strstr(outcome.out, "Answer SELECTION? with") != NULL);
	}
}

/* What is probably a response to an update is told as one, in whatever case.  */
TEST(a_response_to_an_update_is_told_as_one)
{
	struct outcome outcome = CHECK_QCHESS("thanks", "select-as-black", NULL);

	assert_non_null(strstr(outcome.out, "failed"));
	assert_non_null(strstr(outcome.out, "  update-needs-no-answer\n"));
	assert_null(strstr(outcome.out, "Play the colour"));
}

TEST(a_brain_that_takes_an_argument_for_a_command_is_told_so)
{
	const struct table table = {"gomocup", "brain", "", NULL, {NULL}, NULL};
	FREED char *agent = program_of(&table, "loses-words");
	struct outcome outcome = ringside(MARK, ARGS("check", "gomocup", "--only", "takeback", agent));

	print_message("%s", outcome.out);
	assert_int_equal(outcome.status, PASSED);
	assert_non_null(strstr(outcome.out, "came; it has lost the command before that"));
}

/* A game for two has nothing to do when there is one player.  */
TEST(a_game_for_two_is_told_to_end_with_one_player)
{
	const struct table table = {"lmc2", "game_program", "", NULL, {NULL}, NULL};
	FREED char *program = program_of(&table, "player-2");
	struct outcome outcome =
		ringside(MARK, ARGS("check", "lmc2", "--only", "answers", "--game-program", program));

	print_message("%s", outcome.out);
	assert_non_null(strstr(outcome.out,
			       "is for a player who is not there: a game for two says @judge over "
			       "after @judge players 1\n"));
}

TEST(two_lines_keep_the_distance_that_was_asked_for)
{
	struct outcome outcome = CHECK_QCHESS("good", "select", "--line-delay", "300");
	const char *passed = strstr(outcome.out, "ms  select\n");

	assert_int_equal(outcome.status, PASSED);
	assert_non_null(passed);
	while (passed > outcome.out && passed[-1] != 'd')
		passed--;
	assert_true(atof(passed) >= 300);
}

/* In qchess nothing is awaited before the first question of a game.  */
TEST(a_start_longer_than_a_turn_fails_no_game)
{
	const struct table table = {"qchess", "qchess_agent", "", NULL, {NULL}, NULL};
	FREED char *agent = slow_program_of(&table, "good");
	struct outcome outcome =
		ringside(MARK, ARGS("check", "qchess", "--twins", "--only", "again", "--turn-time", "100ms",
				    "--forgive-waiting", "--classical", "--max-moves", "4", agent));

	print_message("%s", outcome.out);
	assert_int_equal(outcome.status, PASSED);
}

/* An agent in Python that does not flush its output would pass.  */
TEST(an_agent_runs_without_the_variable_that_hides_a_missing_flush)
{
	static const char agent[] = "sh -c 'read line; test \"$PYTHONUNBUFFERED\" = \"$0\" && echo OK' ";
	static const struct {
		const char *wanted, *setting;
	} rows[] = {{"''", "1:env=OTHER=1"}, {"1", "1:env=PYTHONUNBUFFERED=1"}};

	setenv("PYTHONUNBUFFERED", "1", 1);
	for (size_t i = 0; i < LENGTH(rows); i++) {
		FREED char *command = text("%s%s", agent, rows[i].wanted);
		ends(ringside(MARK, ARGS("check", "gomocup", "--only", "start", "--seat-option",
					 rows[i].setting, command)),
		     PASSED, NULL, NULL);
	}
	unsetenv("PYTHONUNBUFFERED");
}

TEST(the_cases_of_a_system_are_listed_with_their_sentences)
{
	struct outcome outcome = ringside(MARK, ARGS("check", "lmc", "--list", "--only", "should"));

	assert_int_equal(outcome.status, PASSED);
	assert_non_null(strstr(outcome.out, "should  farewell\n        lmc1, The info channel: \"You should "
					    "send the exit informational message"));
	assert_null(strstr(outcome.out, "must "));
}

TEST(what_cannot_be_checked_or_played_is_refused)
{
	static const struct {
		const char *args[7];
		int status;
		const char *says;
	} refused[] = {
		{{"check", "gomocup", "/nonexistent/brain"}, 125, "/nonexistent/brain"},
		{{"check", "gomocup", "--only", "nothing", "sample:random"}, 2, "has no such case"},
		{{"check", "gomocup", "--runs", "2", "sample:random"}, 2, "add --suite FILE"},
		{{"check", "gomocup"}, 2, "an argument is missing"},
		{{"run", "lmc2", "sample:rotate", "sample:roshambo"},
		 2,
		 "sample:roshambo is a game program: use it with --game-program"},
		{{"tournament", "lmc2", "--no-sandbox", "sample:rotate", "sample:roshambo"},
		 2,
		 "player 2: sample:roshambo is a game program: use it with --game-program"},
		{{"run", "lmc2", "sample:rotate", "-x", "seat 1 sample:roshambo"},
		 1,
		 "seat: sample:roshambo is a game program: use it with --game-program"},
	};

	for (size_t i = 0; i < LENGTH(refused); i++) {
		ends(ringside(MARK, refused[i].args), refused[i].status, NULL, refused[i].says);
	}
}

TEST_MAIN(NULL, NULL)
