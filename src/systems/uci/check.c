/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - what tries engines: the sentences of UCI's document as cases of `ringside check`.
 *
 * A case about an option begins with `<?`: an engine that does not declare the option is not asked.  What a
 * line says is an engine's own; only a move that is played can be wrong by the rules of chess.  */
#include "game.h"
#include "info.h"

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/spec.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UCI           "> uci\n< uciok\n"
#define READY         "> isready\n< readyok\n"
#define NEW           UCI "> ucinewgame\n" READY
#define START         NEW "> position startpos\n"
#define GO            "> go depth 2\n< move\n"
#define AT(fen)       "> position fen " fen "\n" GO
#define STOP          "> stop\n< move\n"
#define WITH(what)    "> uci\n<? with-" what "\n"
#define LOOK(what)    "> go depth 4\n< " what "\n"
#define ANY           "> uci\n<? any-"
#define CASTLE        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
#define MATES         "7K/8/8/8/8/1Q6/R7/6k1 w - - 0 1"
#define MATED         "7k/8/8/8/8/1q6/r7/7K w - - 0 1"
#define AHEAD         "3qk3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1"
#define PASSED        "k5r1/8/8/6pP/7K/r7/5n2/8 w - g6 0 1"
#define BEFORE_PASSED "k5r1/6p1/8/7P/7K/r7/5n2/8 b - - 0 1"

#define OF(section) "engine-interface, " section
#define MUST(name, needs, section, sentence, advice, talk)                                                   \
	{                                                                                                    \
		name, false, needs, OF(section), sentence, advice, .steps = talk                             \
	}
#define SHOULD(name, needs, section, sentence, advice, talk)                                                 \
	{                                                                                                    \
		name, true, needs, OF(section), sentence, advice, .steps = talk                              \
	}

#define IDENTIFY "this must be sent after receiving the \"uci\" command to identify the engine"
#define ACKNOWLEDGE                                                                                          \
	"Must be sent after the id and optional options to tell the GUI that the engine has sent all infos " \
	"and is ready in uci mode."
#define PONG      "This command must always be answered with \"readyok\""
#define EACH_GO   "for every \"go\" command a \"bestmove\" command is needed!"
#define FORCED    "it should never start calculating or pondering without receiving a \"go\" command first."
#define TYPES     "There are 5 different types of options the engine can send"
#define SET_UP    "set up the position described in fenstring on the internal board"
#define PLAY      "play the moves on the internal chess board."
#define STAY      "Do not exit the search without being told so in this mode!"
#define PONDER_ON "Do not exit the search in ponder mode, even if it's mate!"
#define NOT_CALLED                                                                                           \
	"which is not supposed to come, for example \"stop\" when the engine is not calculating, it should " \
	"also just ignore it."
#define IGNORE    "if the engine or the GUI receives an unknown command or token it should just ignore it"
#define CHANGE    "the user wants to change the internal parameters of the engine."
#define BLANKS    "arbitrary white space between tokens is allowed"
#define LONG_FORM "The move format is in long algebraic notation."
#define LEAVE     "quit the program as soon as possible"

static const struct spec_case cases[] = {
	/* ---- who it is ---- */
	MUST("uciok", NULL, "uciok", ACKNOWLEDGE, "Answer uci with id, option and uciok, and flush stdout.",
	     UCI),
	MUST("uciok-once", "uciok", "uciok", ACKNOWLEDGE, "Write uciok once, and no option behind it.",
	     UCI "silent\n"),
	MUST("id-name", "uciok", "id name", IDENTIFY, "Write \"id name NAME\" before uciok.",
	     "> uci\n< named\n"),
	MUST("id-author", "uciok", "id author", IDENTIFY, "Write \"id author NAME\" before uciok.",
	     "> uci\n< by-somebody\n"),
	SHOULD("waits-for-uci", NULL, "Description", "The engine should boot and wait for input from the GUI",
	       "Write id and option only after uci.", "quiet\n" UCI),
	SHOULD("id-before-options", "id-name", "option",
	       "This should be sent once at engine startup after the \"uci\" and the \"id\" commands",
	       "Write id before the first option.", "> uci\n< id-first\n"),
	/* ---- what it declares ---- */
	MUST("option-types", "uciok", "option type", TYPES,
	     "Declare each option as \"option name NAME type TYPE\", with check, spin, combo, button or "
	     "string.",
	     ANY "option\n"),
	MUST("option-once", "uciok", "option", "One string will be sent for each parameter.",
	     "Give each option a name of its own; capitals do not matter.", ANY "name\n"),
	SHOULD("option-words", "uciok", "setoption",
	       "The substrings \"value\" and \"name\" should be avoided in <id> and <x> to allow unambiguous "
	       "parsing",
	       "Name no option with the words \"value\" or \"name\".", ANY "word\n"),
	MUST("option-check", "option-types", "option type check",
	     "a checkbox that can either be true or false", "Give a check the default true or false.",
	     ANY "check\n"),
	MUST("option-spin", "option-types", "option type spin",
	     "a spin wheel that can be an integer in a certain range",
	     "Give a spin a min, a max, and a default between them.", ANY "spin\n"),
	MUST("option-combo", "option-types", "option type combo",
	     "a combo box that can have different predefined strings as a value",
	     "Give a combo var words, one of which is its default.", ANY "combo\n"),
	SHOULD("option-button", "option-types", "option type button",
	       "a button that can be pressed to send a command to the engine",
	       "Give a button no default, min, max or var.", ANY "button\n"),
	SHOULD("option-string", "option-types", "option type string",
	       "an empty string has the value \"<empty>\"",
	       "Write the default of an empty string as <empty>.", ANY "string\n"),
	MUST("option-fixed", "option-types", "option name",
	     "Certain options have a fixed value for <id>, which means that the semantics of this option is "
	     "fixed.",
	     "Give Hash, Ponder, MultiPV and the other names of the document the type that it says.",
	     ANY "fixed\n"),
	SHOULD("option-off", "option-types", "option name", "should be false by default",
	       "Let UCI_ShowCurrLine, UCI_ShowRefutations and UCI_LimitStrength be false, and MultiPV 1.",
	       ANY "off\n"),
	SHOULD("option-elo", "option-types", "option name UCI_Elo",
	       "This should always be implemented together with \"UCI_LimitStrength\".",
	       "Declare both UCI_Elo and UCI_LimitStrength.", ANY "elo\n"),
	SHOULD("option-hash", "uciok", "option name Hash", "which should be supported by all engines!",
	       "Declare \"option name Hash type spin\".", "> uci\n< has-hash\n"),
	/* ---- isready ---- */
	MUST("readyok", "uciok", "isready", PONG, "Answer isready with readyok, and flush stdout.",
	     UCI READY),
	MUST("readyok-once", "readyok", "isready", PONG, "Write one readyok for one isready.",
	     UCI READY "silent\n"),
	MUST("readyok-each", "readyok", "isready", PONG, "Answer each isready, also one after the other.",
	     UCI READY READY ">> isready\\nisready\\n\n< both-readyok\nsilent\n"),
	MUST("readyok-after-newgame", "readyok", "ucinewgame",
	     "the GUI should always send \"isready\" after \"ucinewgame\" to wait for the engine to finish "
	     "its "
	     "operation.",
	     "Answer isready when the work of ucinewgame is done.", NEW),
	/* ---- a move ---- */
	MUST("bestmove", "readyok", "bestmove", EACH_GO,
	     "Answer go with \"bestmove\" and a legal move such as e2e4, and flush stdout.",
	     START "> go movetime 50\n< move\n"),
	MUST("bestmove-once", "bestmove", "bestmove", EACH_GO, "Write one bestmove for one go.",
	     START "> go movetime 50\n< move\nsilent\n"),
	MUST("go-depth", "bestmove", "go depth", "search x plies only.", "End the search after x plies.",
	     START GO "> go depth 1\n< move\n"),
	MUST("bestmove-ponder", "go-depth", "bestmove", "the engine can send the move it likes to ponder on.",
	     "Write a legal reply to your move behind ponder, or no ponder.",
	     START LOOK("ponder-move") AT(AHEAD) LOOK("ponder-move")),
	MUST("no-search-without-go", "bestmove", "Description", FORCED, "Search only after go.",
	     START "quiet\n" READY "quiet\n"),
	MUST("no-ponder-alone", "bestmove", "bestmove", "The engine must not start pondering automatically.",
	     "Search only after go ponder.", START "> go movetime 50\n< move\nquiet\n"),
	MUST("no-ponder-with-option", "no-ponder-alone", "option name Ponder",
	     "The engine should not start pondering on its own if this is enabled",
	     "Let the option Ponder change no more than how time is used.",
	     WITH("ponder") "> setoption name Ponder value true\n" READY
			    "> position startpos\n> go movetime 50\n< move\nquiet\n"),
	SHOULD("without-newgame", "bestmove", "ucinewgame", "So the engine should not rely on this command",
	       "Search also if ucinewgame never came.", UCI READY "> position startpos\n" GO),
	MUST("move-as-black", "go-depth", "position", PLAY, "Play the moves behind \"moves\".",
	     NEW "> position startpos moves e2e4\n" GO),
	MUST("move-after-move", "go-depth", "position", PLAY, "Set up the position anew with each command.",
	     START GO "> $next\n" GO "> $next\n" GO "> $next\n" GO "> $next\n" GO "> $next\n" GO),
	MUST("fen", "go-depth", "position", SET_UP, "Read the FEN behind \"position fen\".",
	     NEW AT("8/8/4k3/8/2P5/4K3/8/8 w - - 0 1")
		     AT("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3")),
	MUST("fen-with-moves", "fen", "position", PLAY, "Play the moves behind a FEN, too.",
	     NEW "> position fen 8/8/4k3/8/2P5/4K3/8/8 w - - 0 1 moves c4c5\n" GO "> $next\n" GO),
	MUST("long-game", "go-depth", "position", PLAY, "Keep room for any number of moves.",
	     NEW "> position startpos moves $long\n" GO),
	MUST("other-position", "fen", "position", "Note: no \"new\" command is needed.",
	     "Forget the old position when a new one comes.",
	     START GO AT(AHEAD) "> position startpos moves d2d4 d7d5\n" GO AT(MATES)),
	MUST("next-game", "fen", "ucinewgame",
	     "this is sent to the engine when the next search (started with \"position\" and \"go\") will be "
	     "from a different game.",
	     "Forget the old game at ucinewgame.",
	     START GO "> $next\n" GO "> ucinewgame\n" READY AT(AHEAD) "> ucinewgame\n" READY
								      "> position startpos\n" GO),
	/* ---- moves that are rare ---- */
	MUST("promotion", "fen", "Move format", "e7e8q (for promotion)",
	     "Write the new piece behind the move.",
	     NEW AT("6r1/P7/8/3k4/8/8/1r6/7K w - - 0 1") AT("7k/1R6/8/8/3K4/8/p7/6R1 b - - 0 1")),
	MUST("promotion-told", "fen-with-moves", "Move format", "e7e8q (for promotion)",
	     "Read the new piece behind the move, also a knight.",
	     NEW "> position fen 8/P1k5/8/8/8/8/p1K5/8 w - - 0 1 moves a7a8n c7d7 a8b6 d7e7 b6d5\n" GO
		 "> position fen 8/P1k5/8/8/8/8/p1K5/8 w - - 0 1 moves a7a8q a2a1r\n" GO),
	MUST("en-passant", "fen", "position", SET_UP,
	     "Read the square of en passant, the fourth field of a FEN.", NEW AT(PASSED)),
	MUST("en-passant-told", "fen-with-moves", "position", PLAY,
	     "Take en passant after a pawn's two steps, and remove the pawn that was taken.",
	     NEW "> position fen " BEFORE_PASSED " moves g7g5\n" GO "> position fen " BEFORE_PASSED
		 " moves g7g5 h5g6 a3a5\n" GO),
	MUST("en-passant-pinned", "fen", "bestmove", "found the move <move> best in this position.",
	     "Take en passant only if the king is safe when both pawns are gone.",
	     NEW AT("8/8/8/K2pP2r/8/8/8/7k w - d6 0 2") AT("8/8/8/8/k1Pp3R/8/8/7K b - c3 0 1")),
	MUST("castling", "fen", "Move format", "e1g1 (white short castling)",
	     "Write castling as the king's move.",
	     NEW AT(CASTLE) AT("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1") AT("r3k3/8/8/8/8/8/8/R3K3 b Qq - 0 1")),
	MUST("castling-told", "fen-with-moves", "Move format", "e1g1 (white short castling)",
	     "Move the rook, too, when castling is told.",
	     NEW "> position fen 4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1 moves e1g1 h8h1\n" GO
		 "> position fen r3k3/8/8/8/8/8/8/R3K3 b Qq - 0 1 moves e8c8\n" GO),
	MUST("castling-lost", "fen-with-moves", "position", PLAY,
	     "Do not castle with a king or rook that has moved.",
	     NEW AT("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1") "> position fen " CASTLE
							 " moves h1g1 a8b8 g1h1 b8a8 a1b1 h8g8 b1a1 "
							 "g8h8\n" GO),
	MUST("checks", "fen", "bestmove", "found the move <move> best in this position.",
	     "Answer a check from any piece, and a double check with the king.",
	     NEW AT("4k3/8/8/8/8/5n2/8/4K3 w - - 0 1") AT("4k3/8/8/8/1b6/8/8/R3K2R w KQ - 0 1")
		     AT("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1") AT("4k3/8/8/8/7q/8/8/4K3 w - - 0 1")
			     AT("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1") AT("4k3/8/8/8/4r3/5n2/8/R3K2R w KQ - 0 1")
				     AT("4r1k1/8/8/8/1b6/8/4N3/R3K2R w KQ - 0 1")),
	MUST("one-legal-move", "fen", "bestmove", EACH_GO, "Write the only legal move as any other one.",
	     NEW AT(MATED) "> position fen " MATED "\n> go movetime 100\n< move\n"),
	MUST("mate-in-one", "fen", "bestmove", EACH_GO, "Write a move also where the game can end.",
	     NEW AT(MATES) AT("7k/5Q2/8/8/8/8/8/K7 w - - 0 1") "> position fen " MATES
							       "\n> go movetime 100\n< move\n"),
	MUST("fifty-moves", "fen", "bestmove", EACH_GO, "Write a move also where the game could be drawn.",
	     NEW AT("8/5k2/8/8/8/8/R4K2/8 w - - 99 180")),
	MUST("chess960", "fen-with-moves", "Chess960",
	     "This is why castling moves are sent in the form king \"takes\" his own rook.",
	     "With UCI_Chess960 write and read castling as e1h1, and FENs with HAha.",
	     WITH("chess960") "> setoption name UCI_Chess960 value true\n> ucinewgame\n" READY AT(
		     "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w HAha - 0 1")
		     AT("4k3/8/8/8/8/8/8/5KR1 w G - 0 1")
			     AT("nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1")),
	MUST("chess960-told", "chess960", "Chess960",
	     "This is why castling moves are sent in the form king \"takes\" his own rook.",
	     "With UCI_Chess960 read castling as the king that takes its rook.",
	     WITH("chess960") "> setoption name UCI_Chess960 value true\n> ucinewgame\n" READY
			      "> position fen r3k3/8/8/8/8/8/8/5KR1 w Ga - 0 1 moves f1g1 e8a8\n" GO),
	/* ---- limits ---- */
	MUST("go-movetime", "bestmove", "go movetime", "search exactly x mseconds",
	     "End the search after that time.",
	     START "within 1500\n> go movetime 200\n< move\n> go movetime 1\n< move\n"),
	MUST("go-nodes", "bestmove", "go nodes", "search x nodes only", "End the search after x nodes.",
	     START "> go nodes 1000\n< move\n> go nodes 1\n< move\n"),
	MUST("go-clock", "bestmove", "go wtime", "white has x msec left on the clock",
	     "Answer before the time of the clock is over.",
	     START "within 2000\n> go wtime 2000 btime 2000 winc 0 binc 0\n< move\n> go wtime 2000\n< move\n"
		   "> go binc 10 movestogo 5 btime 2000 winc 10 wtime 2000\n< move\n"),
	MUST("go-clock-of-black", "go-clock", "go btime", "black has x msec left on the clock",
	     "Take the clock of the side to move.",
	     NEW "> position startpos moves e2e4\nwithin 1000\n> go wtime 600000 btime 1000\n< move\n"),
	MUST("go-movestogo", "go-clock", "go movestogo", "there are x moves to the next time control",
	     "Divide the time by the moves, and keep some for you when there is one.",
	     START "within 1000\n> go wtime 1000 btime 1000 movestogo 1\n< move\n"
		   "> go wtime 1000 btime 1000 movestogo 40\n< move\n"),
	MUST("go-increment", "go-clock", "go winc", "white increment per move in mseconds if x > 0",
	     "Answer before the time is over: the increment comes after the move.",
	     START "within 500\n> go wtime 500 btime 500 winc 5000 binc 5000\n< move\n"),
	MUST("go-short-clock", "go-clock", "go wtime", "white has x msec left on the clock",
	     "Move at once when there is almost no time.",
	     START
	     "within 1000\n> go wtime 20 btime 20\n< move\n> go wtime 1 btime 1 winc 1 binc 1\n< move\n"),
	SHOULD("go-mate", "bestmove", "go mate", "search for a mate in x moves",
	       "End with bestmove when the mate is found.",
	       NEW "> position fen " MATES "\n> go mate 1\n< move\n"),
	MUST("go-searchmoves", "go-depth", "go searchmoves", "restrict search to this moves only",
	     "Play one of the moves behind searchmoves.",
	     START "> go depth 2 searchmoves a2a3 h2h4\n< move\n> go movetime 50 searchmoves b1a3\n< move\n"),
	MUST("go-infinite", "bestmove", "go infinite", STAY, "Search until stop.",
	     START "> go infinite\nsilent\n" STOP "silent\n"),
	MUST("go-infinite-mate", "go-infinite", "go infinite", STAY,
	     "Wait for stop before bestmove, also when there is nothing left to search.",
	     NEW "> position fen " MATES "\n> go infinite\nsilent\n" STOP "> position fen " MATED
		 "\n> go infinite\nsilent\n" STOP),
	MUST("go-infinite-searchmoves", "go-searchmoves", "go searchmoves",
	     "the engine should only search the two moves e2e4 and d2d4 in the initial position.",
	     "Take go infinite searchmoves as any go.",
	     START "> go infinite searchmoves e2e4 d2d4\nsilent\n" STOP),
	MUST("go-ponder", "bestmove", "go ponder", PONDER_ON, "Search until ponderhit or stop.",
	     WITH("ponder") READY "> position startpos moves e2e4 e7e5\n> go ponder wtime 1000 btime "
				  "1000\nsilent\n> ponderhit\n< move\n"
				  "silent\n"),
	MUST("go-ponder-stop", "go-ponder", "bestmove",
	     "this command must always be sent if the engine stops searching, also in pondering mode if "
	     "there is a "
	     "\"stop\" command",
	     "End a ponder search at stop with bestmove.",
	     WITH("ponder") READY
	     "> position startpos moves e2e4 e7e5\n> go ponder wtime 1000 btime 1000\nsilent\n" STOP
	     "silent\n> position startpos moves e2e4 c7c5\n" GO),
	MUST("go-ponder-mate", "go-ponder", "go ponder", PONDER_ON,
	     "Wait for ponderhit or stop, also in a won game.",
	     WITH("ponder") READY "> position fen " MATES
				  "\n> go ponder wtime 1000 btime 1000\nsilent\n" STOP),
	/* ---- while it searches ---- */
	MUST("isready-while-searching", "go-infinite", "isready",
	     "the engine should also immediately answer with \"readyok\" without stopping the search.",
	     "Read stdin while you search, and answer isready.",
	     START "> go infinite\n" READY READY "silent\n" STOP),
	MUST("debug-while-searching", "go-infinite", "debug",
	     "this command can be sent any time, also when the engine is thinking.",
	     "Go on with the search after debug.",
	     START "> go infinite\n> debug on\nsilent\n> debug off\n" READY STOP),
	MUST("stop-at-once", "go-infinite", "stop", "stop calculating as soon as possible",
	     "Answer stop with one bestmove, also if it comes right behind go.",
	     START ">> go infinite\\nstop\\n\n< move\nsilent\n>> go infinite\\nstop\\n\n< move\nsilent\n"),
	MUST("stop-twice", "go-infinite", "bestmove", EACH_GO, "Answer two stops with one bestmove.",
	     START "> go infinite\nsilent\n>> stop\\nstop\\n\n< move\nsilent\n" READY),
	MUST("search-after-stop", "go-infinite", "bestmove", EACH_GO, "Begin the next search anew.",
	     START "> go infinite\n" STOP "> position startpos moves e2e4\n" GO "> go infinite\n" STOP),
	/* ---- what it has to pass over ---- */
	SHOULD("stop-without-search", "go-depth", "Description",
	       "if the engine receives a command " NOT_CALLED,
	       "Write no bestmove after a stop without a search.",
	       START "> stop\nsilent\n" GO "> stop\nsilent\n" GO),
	SHOULD("ponderhit-without-search", "go-depth", "Description",
	       "if the engine receives a command " NOT_CALLED,
	       "Write nothing after a ponderhit without a search.", START "> ponderhit\nsilent\n" GO),
	SHOULD("unknown-command", "go-depth", "Description", IGNORE,
	       "Go on after a line that you do not know.", START "> joho 17\nsilent\n" READY "> xyzzy\n" GO),
	SHOULD("unknown-word-first", "readyok", "Description",
	       IGNORE " and try to parse the rest of the string in this line.",
	       "Pass over the first word if you do not know it, and follow the rest.",
	       UCI "> joho isready\n< readyok\n"),
	SHOULD("unknown-word-in-go", "go-depth", "Description",
	       IGNORE " and try to parse the rest of the string in this line.",
	       "Pass over a word of go that you do not know.", START "> go joho depth 2\n< move\n"),
	SHOULD("register", "readyok", "register", "the user doesn't want to register the engine now.",
	       "Go on after register later.", UCI "> register later\nsilent\n" READY),
	SHOULD("empty-lines", "go-depth", "Description", BLANKS, "Pass over lines without a word.",
	       START ">> \\n\\n \\n\\x09\\n\nsilent\n" GO),
	/* ---- lines ---- */
	MUST("white-space", "move-as-black", "Description", BLANKS, "Take any blanks and tabs between words.",
	     NEW
	     ">  isready  \n< readyok\n>> \\x09 isready \\x09\\n\n< readyok\n"
	     ">> position   startpos \\x09 moves\\x09 e2e4  \\n\n>>  go \\x09\\x09depth  2 \\n\n< move\n"),
	SHOULD("crlf", "move-as-black", "Description",
	       "Note: '\\n' can be 0x0d or 0x0a0d or any combination depending on your OS.",
	       "Take CR LF for the end of a line.",
	       ">> uci\\r\\n\n< uciok\n>> ucinewgame\\r\\nisready\\r\\n\n< readyok\n"
	       ">> position startpos moves e2e4\\r\\ngo depth 2\\r\\n\n< move\n"),
	MUST("line-bytewise", "move-as-black", "Description",
	     "all command strings the engine receives will end with '\\n'",
	     "Read up to the line end: a pipe may hand over a line in pieces.",
	     "bytewise\n" UCI READY "> position startpos moves e2e4\n" GO),
	MUST("lines-together", "move-as-black", "Description",
	     "all command strings the engine receives will end with '\\n'",
	     "Take one line after the other: a pipe may hand over several at once.",
	     ">> uci\\nucinewgame\\nisready\\nposition startpos moves e2e4\\ngo depth 2\\n\n< "
	     "move-at-last\n"),
	/* ---- options ---- */
	SHOULD("setoption-unknown", "go-depth", "Description", IGNORE,
	       "Pass over an option that you do not have.",
	       UCI "> setoption name Joho value 17\n> setoption name Joho\nsilent\n" READY
		   "> position startpos\n" GO),
	SHOULD("setoption-beyond", "go-depth", "Description", "if the engine receives a command " NOT_CALLED,
	       "Pass over a value that is out of range.",
	       WITH("spin") "> $below\nsilent\n" READY "> position startpos\n" GO),
	MUST("setoption-defaults", "go-depth", "setoption", CHANGE, "Take each default that you declare.",
	     WITH("option") "> $defaults\n" READY "> position startpos\n" GO),
	MUST("setoption-least", "go-depth", "option min", "the minimum value of this parameter is x",
	     "Play with each spin at its min.", WITH("spin") "> $least\n" READY "> position startpos\n" GO),
	MUST("setoption-most", "go-depth", "option max", "the maximum value of this parameter is x",
	     "Play with each spin at its max.", WITH("spin") "> $most\n" READY "> position startpos\n" GO),
	MUST("setoption-check", "go-depth", "option type check",
	     "a checkbox that can either be true or false", "Play with each check changed.",
	     WITH("check") "> $changed\n" READY "> position startpos\n" GO),
	MUST("setoption-combo", "go-depth", "option var", "a predefined value of this parameter is x",
	     "Play with each var of a combo.", WITH("combo") "> $words\n" READY "> position startpos\n" GO),
	MUST("setoption-button", "go-depth", "setoption", "For the \"button\" type no value is needed.",
	     "Press a button without a value.",
	     WITH("button") READY "> position startpos\n" GO "> $button\n" READY "> position startpos\n" GO),
	SHOULD("setoption-capitals", "go-depth", "setoption",
	       "The name and value of the option in <id> should not be case sensitive",
	       "Compare names of options without regard to capitals.",
	       WITH("multipv") "> setoption name mULTIpv value 2\n" READY
			       "> position startpos\n" LOOK("two-lines")),
	MUST("multipv", "go-depth", "info multipv",
	     "in k-best mode always send all k variants in k strings together.",
	     "Send a line for each k up to MultiPV.",
	     WITH("multipv") "> setoption name MultiPV value 2\n" READY
			     "> position startpos\n" LOOK("two-lines")),
	MUST("hash-between-games", "go-depth", "option name Hash",
	     "the value in MB for memory for hash tables can be changed",
	     "Take another size of the hash between searches.",
	     WITH("hash") READY "> position startpos\n" GO "> setoption name Hash value $hash\n" READY GO),
	/* ---- what it says ---- */
	SHOULD("info", "go-depth", "bestmove",
	       "Directly before that the engine should send a final \"info\" command with the final search "
	       "information",
	       "Write an info line with depth, score and pv before bestmove.", START LOOK("informed")),
	MUST("info-numbers", "go-depth", "info",
	     "The engine can send only selected infos or multiple infos with one "
	     "info command",
	     "Write a whole number behind depth, nodes, cp and so on.", START LOOK("info-numbers")),
	MUST("info-pv", "go-depth", "info pv", "the best line found", "Write legal moves in a pv.",
	     START LOOK("info-pv") "> position fen " CASTLE "\n" LOOK("info-pv") "> position fen " AHEAD
										 "\n" LOOK("info-pv")),
	MUST("info-currmove", "go-depth", "info currmovenumber", "for the first move x should be 1 not 0.",
	     "Write a legal move behind currmove, and count from 1.", START LOOK("info-currmove")),
	MUST("info-seldepth", "go-depth", "info seldepth",
	     "if the engine sends seldepth there must also be a \"depth\" present in the same string.",
	     "Write depth in each line that has seldepth.", START LOOK("info-seldepth")),
	MUST("info-bounds", "go-depth", "info score", "the score is just a lower bound.",
	     "Write cp or mate, and at most one of lowerbound and upperbound.",
	     START LOOK("info-bounds") "> position fen " MATES "\n" LOOK("info-bounds")),
	SHOULD("info-time", "go-depth", "info time",
	       "the time searched in ms, this should be sent together with the pv.",
	       "Write time in each line that has a pv.", START LOOK("info-time")),
	SHOULD("info-depth", "go-depth", "go depth", "search x plies only.",
	       "Search no deeper than the depth behind go.", START LOOK("info-depth")),
	MUST("info-of-black", "go-depth", "info score cp",
	     "the score from the engine's point of view in centipawns.",
	     "Tell the value of the side to move, not of white.",
	     NEW "> position fen " AHEAD "\n" LOOK("info-ahead")),
	MUST("info-mated", "go-depth", "info score mate",
	     "If the engine is getting mated use negative values for y.",
	     "Write \"mate -1\" if your opponent mates with the next move.",
	     NEW "> position fen " MATED "\n" LOOK("info-mated")),
	SHOULD("info-unasked", "go-depth", "info currline",
	       "The engine should only send this if the option \"UCI_ShowCurrLine\" is set to true.",
	       "Write currline and refutation only if their options are true.", START LOOK("info-unasked")),
	/* ---- the end ---- */
	MUST("quit", "uciok", "quit", LEAVE, "Leave the program at quit, also before isready.",
	     UCI "> quit\nleaves\n"),
	MUST("quit-after-search", "bestmove", "quit", LEAVE, "Leave the program at quit.",
	     START "> go movetime 50\n< move\n> quit\nleaves\n"),
	MUST("quit-while-searching", "go-infinite", "quit", LEAVE,
	     "Leave the program at quit, also while you search.",
	     START "> go infinite\nsilent\n> quit\nleaves\n"),
	/* ---- games ---- */
	{"game-with-random", false, "move-after-move", OF("bestmove"), EACH_GO,
	 "Play the match of this case with `ringside play`, and ask `why` at its end.", .options = "depth1=2",
	 .rival = "sample:random"},
	{"game-with-searcher", false, "move-after-move", OF("position"), PLAY,
	 "Play the match of this case with `ringside play`, and ask `why` at its end.",
	 .options = "depth1=2 depth2=2", .rival = "sample:searcher"},
	{0},
};

/* ---- the dialogue ---- */

/* The fixed names of the document, and their types.  */
static const struct {
	const char *name, *type, *off;
} fixed[] = {
	{"Hash", "spin", NULL},
	{"NalimovPath", "string", NULL},
	{"NalimovCache", "spin", NULL},
	{"Ponder", "check", NULL},
	{"OwnBook", "check", NULL},
	{"MultiPV", "spin", "1"},
	{"UCI_ShowCurrLine", "check", "false"},
	{"UCI_ShowRefutations", "check", "false"},
	{"UCI_LimitStrength", "check", "false"},
	{"UCI_Elo", "spin", NULL},
	{"UCI_AnalyseMode", "check", NULL},
	{"UCI_Opponent", "string", NULL},
	{"UCI_EngineAbout", "string", NULL},
	{"UCI_ShredderbasesPath", "string", NULL},
	{"UCI_SetPositionValue", "string", NULL},
	{"UCI_Chess960", "check", "false"},
};
enum { FIXED = sizeof(fixed) / sizeof(fixed[0]) };

/* What was told, and what the engine has said.  */
struct dialogue {
	const struct setup *setup; /* the case's own */
	bool chess960;
	struct bytes declared; /* what followed the word option, in lines */
	bool has_name, has_author, name_late;
	struct chess_game game;
	struct bytes told, go; /* behind "position", and behind the last "go" */
	/* In the last search.  */
	bool informed, has_value;
	int64_t value; /* of the first line; a mate counts more than any cp */
	int64_t lines; /* the highest multipv */
	char best[CHESS_WORDS_MOST];
	int pings; /* isready without readyok */
};

static void *dialogue_new(const struct setup *setup)
{
	struct dialogue *dialogue = bytes_new(sizeof(*dialogue));

	bytes_add_text(&dialogue->go, "");
	dialogue->setup = setup;
	dialogue->chess960 = chess_is_960(setup);
	chess_begin(&dialogue->game, &chess_start);
	bytes_add_text(&dialogue->told, "startpos");
	return dialogue;
}

static void dialogue_free(void *state)
{
	struct dialogue *dialogue = state;

	bytes_free(&dialogue->declared);
	bytes_free(&dialogue->told);
	bytes_free(&dialogue->go);
	free(dialogue);
}

static bool option_of(const struct dialogue *dialogue, const char *name, struct uci_option *option)
{
	struct text lines = {dialogue->declared.at, dialogue->declared.size}, line;

	while (text_line(&lines, &line)) {
		*option = uci_option_read(line);
		if (uci_same(option->name, text_of(name)))
			return true;
	}
	return false;
}

/* ---- what the judge sends ---- */

static bool is_for_memory(struct text name)
{
	static const char *const parts[] = {"hash", "thread", "cache", "memory", "size", "mb"};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		for (size_t at = 0; at + strlen(parts[i]) <= name.size; at++)
			if (uci_same((struct text){name.at + at, strlen(parts[i])}, text_of(parts[i])))
				return true;
	return false;
}

/* Which values $NAME gives to the options: each has a line.  */
enum values { DEFAULTS, LEAST, MOST, BELOW, CHANGED, WORDS, BUTTON };

static void add_setting(struct bytes *lines, const struct uci_option *option, struct text value)
{
	bytes_addf(lines, "%ssetoption name %.*s", lines->size ? "\n" : "", (int)option->name.size,
		   option->name.at);
	if (value.size)
		bytes_addf(lines, " value %.*s", (int)value.size, value.at);
}

/* Values that would need much memory or many cores are left as they are: no document says that a machine has
 * them.  Nor does any say what a path may be.  */
static void add_value(struct bytes *lines, const struct uci_option *option, enum values values)
{
	bool spin = text_is(option->type, "spin"), check = text_is(option->type, "check");
	struct text word;
	char number[24];
	int64_t least;

	if (values == BUTTON) {
		if (text_is(option->type, "button") && !lines->size)
			add_setting(lines, option, (struct text){"", 0});
	} else if (values == WORDS) {
		for (int i = 0; text_is(option->type, "combo") && uci_option_word(option, i, &word); i++)
			add_setting(lines, option, word);
	} else if (values == CHANGED && check && !uci_same(option->name, text_of("UCI_Chess960"))) {
		add_setting(lines, option, text_of(text_is(option->initial, "true") ? "false" : "true"));
	} else if (values == DEFAULTS && option->initial.size && !text_is(option->type, "string") &&
		   !text_is(option->type, "button")) {
		add_setting(lines, option, option->initial);
	} else if (values == LEAST && spin && option->least.size) {
		add_setting(lines, option, option->least);
	} else if (values == MOST && spin && option->most.size && !is_for_memory(option->name)) {
		add_setting(lines, option, option->most);
	} else if (values == BELOW && spin && !lines->size && uci_number(option->least, &least)) {
		snprintf(number, sizeof(number), "%" PRId64, least - 1);
		add_setting(lines, option, text_of(number));
	}
}

/* `backwards`: in the order from the last declared option.  */
static void add_values(const struct dialogue *dialogue, enum values values, bool backwards,
		       struct bytes *bytes)
{
	struct text lines = {dialogue->declared.at, dialogue->declared.size}, line;
	struct bytes all = {0};

	while (text_line(&lines, &line)) {
		struct uci_option option = uci_option_read(line);
		struct bytes one = {0};

		if (backwards) {
			add_value(&one, &option, values);
			bytes_addf(&one, "%s%s", one.size && all.size ? "\n" : "", all.at ? all.at : "");
			bytes_free(&all);
			all = one;
		} else {
			add_value(&all, &option, values);
		}
	}
	bytes_add_text(bytes, all.size ? all.at : "debug off");
	bytes_free(&all);
}

/* The game after the engine's last move and some legal reply.  */
static void add_next(struct dialogue *dialogue, struct bytes *bytes)
{
	struct chess_game *game = &dialogue->game;
	struct chess_move moves[CHESS_MOVES_MOST];
	char words[CHESS_WORDS_MOST];
	int count;

	if (*dialogue->best && chess_game_play(game, dialogue->setup, dialogue->best)) {
		chess_told_add(&dialogue->told, dialogue->best);
		count = chess_moves(&game->now, moves);
		if (count) {
			chess_uci_words(&game->now, moves[count / 2], dialogue->chess960, words);
			chess_told_add(&dialogue->told, words);
		}
	}
	bytes_addf(bytes, "position %s", dialogue->told.at);
}

static bool word(void *state, const char *name, struct bytes *bytes)
{
	static const struct {
		const char *name;
		enum values values;
		bool backwards;
	} values[] = {
		{"defaults", DEFAULTS, false}, {"backwards", DEFAULTS, true}, {"least", LEAST, false},
		{"most", MOST, false},         {"below", BELOW, false},       {"changed", CHANGED, false},
		{"words", WORDS, false},       {"button", BUTTON, false},
	};
	enum { ROUNDS = 150, HASH_MOST = 16 };
	struct dialogue *dialogue = state;
	struct uci_option option;
	int64_t most;

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (strcmp(name, values[i].name) == 0) {
			add_values(dialogue, values[i].values, values[i].backwards, bytes);
			return true;
		}
	if (strcmp(name, "next") == 0) {
		add_next(dialogue, bytes);
	} else if (strcmp(name, "long") == 0) {
		for (int i = 0; i < ROUNDS; i++)
			bytes_add_text(bytes, "g1f3 g8f6 f3g1 f6g8 ");
		bytes_add_text(bytes,
			       "f2f3 e7e5 g2g4"); /* black is to move: who has lost a move plays for white */
	} else if (strcmp(name, "hash") == 0) {
		if (!option_of(dialogue, "Hash", &option) || !uci_number(option.most, &most))
			most = HASH_MOST;
		bytes_addf(bytes, "%" PRId64, most < HASH_MOST ? most : HASH_MOST);
	} else {
		return false;
	}
	return true;
}

/* "startpos moves e2e4" or "fen ... moves ..." as chess_game_read() has it.  */
static void told_position(struct dialogue *dialogue, struct text rest)
{
	struct text word = rest, from = rest;
	struct bytes words = {0};
	char *problem;

	word = text_word(&from);
	if (text_is(word, "startpos"))
		text_word(&from); /* moves */
	bytes_addf(&words, "%.*s", (int)from.size, from.at);
	dialogue->told.size = 0;
	problem = chess_game_read(&dialogue->game, dialogue->setup, words.at, &dialogue->told);
	free(problem);
	bytes_free(&words);
}

static void sent(void *state, const char *bytes, size_t size)
{
	struct dialogue *dialogue = state;
	struct text line = text_trimmed((struct text){bytes, size}), word;

	while (line.size && line.at[line.size - 1] == '\r')
		line.size--;
	word = text_word(&line);
	if (text_is(word, "position")) {
		told_position(dialogue, line);
	} else if (text_is(word, "go")) {
		dialogue->go.size = 0;
		bytes_addf(&dialogue->go, "%.*s", (int)line.size, line.at);
		dialogue->informed = dialogue->has_value = false;
		dialogue->lines = 0;
	} else if (text_is(word, "isready")) {
		dialogue->pings++;
	} else if (text_is(word, "setoption")) {
		dialogue->chess960 |= text_is(line, "name UCI_Chess960 value true");
	}
}

/* ---- what it declares ---- */

/* What is looked for among the options.  */
enum any {
	ANY_OPTION,
	ANY_NAME,
	ANY_WORD,
	ANY_CHECK,
	ANY_SPIN,
	ANY_COMBO,
	ANY_BUTTON,
	ANY_STRING,
	ANY_FIXED,
	ANY_OFF,
	ANY_ELO
};

static const char *const types[] = {"check", "spin", "combo", "button", "string"};

/* Why its values are not those of its type, to follow the option; NULL: they are.  */
static const char *wrong_values(const struct uci_option *option)
{
	int64_t least, most, initial;

	if (text_is(option->type, "check"))
		return text_is(option->initial, "true") || text_is(option->initial, "false")
			       ? NULL
			       : "has another default than true or false";
	if (text_is(option->type, "combo"))
		return uci_option_has(option, option->initial)
			       ? NULL
			       : "has a default that is none of its var words";
	if (text_is(option->type, "button"))
		return option->initial.at || option->least.at || option->most.at ? "is a button with a value"
										 : NULL;
	if (text_is(option->type, "string"))
		return option->initial.at && !option->initial.size
			       ? "has an empty default that is not <empty>"
			       : NULL;
	if (!uci_number(option->least, &least) || !uci_number(option->most, &most))
		return "has no whole numbers as min and max";
	return !uci_number(option->initial, &initial) || initial < least || initial > most
		       ? "has a default that is no whole number from min to max"
		       : NULL;
}

/* The same of the names that the document fixes: their type, or the default that they should have.  */
static const char *wrong_fixed(const struct uci_option *option, bool off)
{
	for (int i = 0; i < FIXED; i++) {
		if (!uci_same(option->name, text_of(fixed[i].name)))
			continue;
		if (off)
			return !fixed[i].off || text_is(option->initial, fixed[i].off)
				       ? NULL
				       : "has another default than the document says";
		return text_is(option->type, fixed[i].type) ? NULL
							    : "has another type than the document says";
	}
	return NULL;
}

static const char *wrong_name(const struct uci_option *option, struct text before)
{
	struct text line;

	while (text_line(&before, &line))
		if (uci_same(uci_option_read(line).name, option->name))
			return "is declared twice";
	return NULL;
}

static const char *wrong_words(const struct uci_option *option)
{
	struct text name = option->name, word;

	while ((word = text_word(&name)).size)
		if (uci_same(word, text_of("value")) || uci_same(word, text_of("name")))
			return "has the word in its name";
	return NULL;
}

static const char *wrong_type(const struct uci_option *option)
{
	if (!option->name.size)
		return "has no name";
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (text_is(option->type, types[i]))
			return NULL;
	return "has none of the five types";
}

static const char *wrong_option(const struct dialogue *dialogue, enum any any,
				const struct uci_option *option, struct text before)
{
	struct uci_option other;

	switch (any) {
	case ANY_OPTION: return wrong_type(option);
	case ANY_NAME: return wrong_name(option, before);
	case ANY_WORD: return wrong_words(option);
	case ANY_FIXED: return wrong_fixed(option, false);
	case ANY_OFF: return wrong_fixed(option, true);
	case ANY_ELO:
		return uci_same(option->name, text_of("UCI_Elo")) &&
				       !option_of(dialogue, "UCI_LimitStrength", &other)
			       ? "is declared without UCI_LimitStrength"
			       : NULL;
	default: return text_is(option->type, types[any - ANY_CHECK]) ? wrong_values(option) : NULL;
	}
}

/* All that it has declared: FITS, WRONG, or REFUSES if nothing is of that kind.  */
static enum spec_heard look_at_options(const struct dialogue *dialogue, enum any any, char **problem)
{
	struct text lines = {dialogue->declared.at, dialogue->declared.size}, line;
	bool found = false;

	while (text_line(&lines, &line)) {
		struct text before = {dialogue->declared.at, (size_t)(line.at - dialogue->declared.at)};
		struct uci_option option = uci_option_read(line);
		const char *why = wrong_option(dialogue, any, &option, before);

		if (why) {
			*problem = bytes_text("came, but \"option %.*s\" %s", (int)line.size, line.at, why);
			return SPEC_WRONG;
		}
		found |= any < ANY_CHECK || any > ANY_STRING || text_is(option.type, types[any - ANY_CHECK]);
	}
	if (!found)
		*problem = bytes_text("came without such an option");
	return found ? SPEC_FITS : SPEC_REFUSES;
}

/* Is an option of this name or type declared?  "option": any.  */
static bool declares(const struct dialogue *dialogue, const char *what)
{
	struct text lines = {dialogue->declared.at, dialogue->declared.size}, line;
	struct uci_option option;
	const char *name = strcmp(what, "chess960") == 0 ? "UCI_Chess960" : what;

	if (option_of(dialogue, name, &option))
		return true;
	while (text_line(&lines, &line))
		if (strcmp(what, "option") == 0 || text_is(uci_option_read(line).type, what))
			return true;
	return false;
}

/* ---- what it says of a search ---- */

/* The number behind a word of the last go; -1: it is not there.  */
static int64_t number_of_go(const struct dialogue *dialogue, const char *name)
{
	struct text rest = {dialogue->go.at, dialogue->go.size}, word;
	int64_t number;

	while ((word = text_word(&rest)).size)
		if (text_is(word, name) && uci_number(text_word(&rest), &number))
			return number;
	return -1;
}

/* Was the search restricted to moves, and this is none of them?  */
static bool is_left_out(const struct dialogue *dialogue, struct text move)
{
	struct text rest = {dialogue->go.at, dialogue->go.size}, word;
	bool listed = false, any = false;

	while ((word = text_word(&rest)).size) {
		listed = text_is(word, "searchmoves") || (listed && chess_square_named(word.at) >= 0);
		any |= listed;
		if (listed && word.size == move.size && memcmp(word.at, move.at, move.size) == 0)
			return false;
	}
	return any;
}

enum told {
	SAID_NUMBERS,
	SAID_PV,
	SAID_CURRMOVE,
	SAID_SELDEPTH,
	SAID_BOUNDS,
	SAID_TIME,
	SAID_DEPTH,
	SAID_UNASKED,
	SAID_MATED
};

/* The first of the moves that is not legal there, for people; NULL: all are.  The caller frees.  */
static char *illegal(const struct dialogue *dialogue, struct text moves)
{
	struct chess_position position = dialogue->game.now;
	char fen[CHESS_FEN_MOST];
	struct text wrong;

	if (uci_moves_legal(&position, moves, dialogue->chess960, &wrong))
		return NULL;
	chess_write_fen(&position, dialogue->chess960, fen);
	return text_problem("has ", wrong, ", which is not legal in %s", fen);
}

/* What is wrong with the line, to follow it; NULL: nothing of that kind.  The caller frees.  */
static char *wrong_info(const struct dialogue *dialogue, enum told what, const struct uci_info *info)
{
	int64_t depth = number_of_go(dialogue, "depth");

	switch (what) {
	case SAID_NUMBERS:
		return info->broken.size ? text_problem("has no value behind ", info->broken, "%s", "")
					 : NULL;
	case SAID_PV: return illegal(dialogue, info->pv);
	case SAID_CURRMOVE:
		return info->count[UCI_CURRMOVENUMBER] == 0 ? bytes_text("counts from 0")
							    : illegal(dialogue, info->currmove);
	case SAID_SELDEPTH:
		return info->count[UCI_SELDEPTH] >= 0 && info->count[UCI_DEPTH] < 0
			       ? bytes_text("has no depth")
			       : NULL;
	case SAID_BOUNDS:
		return info->lower && info->upper ? bytes_text("says both bounds")
		       : info->cp && info->mate   ? bytes_text("says both cp and mate")
						  : NULL;
	case SAID_TIME:
		return info->pv.size && info->count[UCI_TIME] < 0 ? bytes_text("has a pv and no time") : NULL;
	case SAID_DEPTH:
		return info->count[UCI_DEPTH] > depth
			       ? bytes_text("is deeper than the %" PRId64 " plies of go", depth)
			       : NULL;
	case SAID_UNASKED:
		return info->currline.size || info->refutation.size ? bytes_text("was not asked for") : NULL;
	case SAID_MATED:
		return info->mate && info->value > 0 ? bytes_text("says that it mates, but it is mated")
						     : NULL;
	}
	return NULL;
}

static void take_info(struct dialogue *dialogue, const struct uci_info *info)
{
	enum { MATE = 1000000 };
	int64_t line = info->count[UCI_MULTIPV];

	dialogue->informed |= info->count[UCI_DEPTH] >= 0 || info->pv.size || info->cp || info->mate;
	if (line > dialogue->lines)
		dialogue->lines = line;
	if ((info->cp || info->mate) && line <= 1) {
		dialogue->has_value = true;
		dialogue->value = info->value + (!info->mate ? 0 : info->value > 0 ? MATE : -MATE);
	}
}

/* ---- what it says ---- */

/* The classes of lines.  TALK: info string; STRAY: a word of the protocol that others precede.  */
enum { BESTMOVE = 1, READYOK = 2, UCIOK = 4, ID = 8, OPTION = 16, INFO = 32, TALK = 64, ELSE = 128 };

/* What else a line has to be that fits; from SAID and OPTIONS on, what is looked for.  */
enum {
	ANYTHING,
	LEGAL,
	BOTH,
	PONDERS,
	TWO_LINES,
	INFORMED,
	VALUE_AHEAD,
	NAMED,
	BY_SOMEBODY,
	ID_FIRST,
	HAS_HASH,
	DECLARES,
	SAID,
	OPTIONS = SAID + 16
};

#define UNASKED                                                                                              \
	{                                                                                                    \
		BESTMOVE | READYOK | UCIOK, "is not asked for"                                               \
	}
#define ON_UCI(name, words, what)                                                                            \
	{                                                                                                    \
		name, words, .fits = UCIOK, .wrong = {{BESTMOVE | READYOK, "is not asked for"}},             \
			     .test = what                                                                    \
	}
#define ON_ANY(name, what) ON_UCI("any-" name, "uciok behind right options", OPTIONS + (what))
#define ON_WITH(name)      ON_UCI("with-" name, "uciok", DECLARES)
#define ON_GO(name, words, what)                                                                             \
	{                                                                                                    \
		name, words, .fits = BESTMOVE, .wrong = {{READYOK | UCIOK, "is not asked for"}},             \
			     .test = what                                                                    \
	}
#define ON_INFO(name, words, what)                                                                           \
	ON_GO("info-" name, "info lines with " words ", and bestmove", SAID + (what))

static const struct spec_kind kinds[] = {
	ON_UCI("uciok", "uciok", ANYTHING),
	ON_UCI("named", "id name and uciok", NAMED),
	ON_UCI("by-somebody", "id author and uciok", BY_SOMEBODY),
	ON_UCI("id-first", "id before the options", ID_FIRST),
	ON_UCI("has-hash", "the option Hash, and uciok", HAS_HASH),
	ON_ANY("option", ANY_OPTION),
	ON_ANY("name", ANY_NAME),
	ON_ANY("word", ANY_WORD),
	ON_ANY("check", ANY_CHECK),
	ON_ANY("spin", ANY_SPIN),
	ON_ANY("combo", ANY_COMBO),
	ON_ANY("button", ANY_BUTTON),
	ON_ANY("string", ANY_STRING),
	ON_ANY("fixed", ANY_FIXED),
	ON_ANY("off", ANY_OFF),
	ON_ANY("elo", ANY_ELO),
	ON_WITH("option"),
	ON_WITH("check"),
	ON_WITH("spin"),
	ON_WITH("combo"),
	ON_WITH("button"),
	ON_WITH("hash"),
	ON_WITH("ponder"),
	ON_WITH("multipv"),
	ON_WITH("chess960"),
	{"readyok", "readyok", .fits = READYOK, .wrong = {{BESTMOVE | UCIOK, "is not asked for"}}},
	{"both-readyok", "readyok twice", .fits = READYOK, .wrong = {{BESTMOVE | UCIOK, "is not asked for"}},
	 .test = BOTH},
	ON_GO("as-told", "bestmove", ANYTHING),
	ON_GO("move", "bestmove and a legal move", LEGAL),
	{"move-at-last", "uciok, readyok, and bestmove with a legal move", .fits = BESTMOVE, .test = LEGAL},
	ON_GO("ponder-move", "bestmove, and a legal reply behind ponder", PONDERS),
	ON_GO("two-lines", "lines with multipv 1 and 2, and bestmove", TWO_LINES),
	ON_GO("informed", "an info line, and bestmove", INFORMED),
	ON_INFO("numbers", "whole numbers", SAID_NUMBERS),
	ON_INFO("pv", "legal moves", SAID_PV),
	ON_INFO("currmove", "moves that are counted from 1", SAID_CURRMOVE),
	ON_INFO("seldepth", "depth beside seldepth", SAID_SELDEPTH),
	ON_INFO("bounds", "one value and one bound at most", SAID_BOUNDS),
	ON_INFO("time", "time beside pv", SAID_TIME),
	ON_INFO("depth", "no greater depth", SAID_DEPTH),
	ON_INFO("unasked", "no currline and no refutation", SAID_UNASKED),
	ON_INFO("mated", "no mate by the side that is mated", SAID_MATED),
	ON_GO("info-ahead", "a value above 0 for black, who is a queen ahead, and bestmove", VALUE_AHEAD),
	{SPEC_SILENT, .wrong = {UNASKED, {ID | OPTION, "comes behind uciok"}}},
	{SPEC_QUIET, .wrong = {UNASKED, {ID | OPTION | INFO, "is not asked for"}}},
	{0},
};

static void add_declared(struct dialogue *dialogue, enum uci_word word, struct text rest)
{
	struct text line = rest;
	struct text what = text_word(&line);

	if (word == UCI_OPTION) {
		bytes_addf(&dialogue->declared, "%.*s\n", (int)rest.size, rest.at);
	} else if (word == UCI_ID) {
		dialogue->has_name |= text_is(what, "name") && line.size;
		dialogue->has_author |= text_is(what, "author") && line.size;
		dialogue->name_late |= dialogue->declared.size > 0;
	}
}

static unsigned class_of(enum uci_word word, struct text rest)
{
	static const unsigned classes[] = {
		[UCI_BESTMOVE] = BESTMOVE,
		[UCI_INFO] = INFO,
		[UCI_READYOK] = READYOK,
		[UCI_UCIOK] = UCIOK,
		[UCI_ID] = ID,
		[UCI_OPTION] = OPTION,
		[UCI_COPYPROTECTION] = ELSE,
		[UCI_REGISTRATION] = ELSE,
		[UCI_NOTHING] = ELSE,
	};

	return word == UCI_INFO && text_is(text_word(&rest), "string") ? TALK : classes[word];
}

static enum spec_heard heard_uciok(const struct dialogue *dialogue, const struct spec_kind *kind,
				   char **problem)
{
	switch (kind->test) {
	case NAMED: return dialogue->has_name ? SPEC_FITS : spec_wrong(problem, "came without id name");
	case BY_SOMEBODY:
		return dialogue->has_author ? SPEC_FITS : spec_wrong(problem, "came without id author");
	case ID_FIRST:
		return dialogue->name_late ? spec_wrong(problem, "came, and id came behind an option")
					   : SPEC_FITS;
	case HAS_HASH:
		return declares(dialogue, "Hash") ? SPEC_FITS : spec_wrong(problem, "came without Hash");
	case DECLARES:
		if (declares(dialogue, kind->kind + strlen("with-")))
			return SPEC_FITS;
		*problem = bytes_text("came without an option for this (%s)", kind->kind + strlen("with-"));
		return SPEC_REFUSES;
	default:
		return kind->test >= OPTIONS
			       ? look_at_options(dialogue, (enum any)(kind->test - OPTIONS), problem)
			       : SPEC_FITS;
	}
}

static enum spec_heard heard_bestmove(struct dialogue *dialogue, const struct spec_kind *kind,
				      struct text rest, char **problem)
{
	struct text move = text_word(&rest), ponder = text_word(&rest), wrong;
	struct chess_position position = dialogue->game.now;

	*dialogue->best = '\0';
	if (kind->test == ANYTHING)
		return SPEC_FITS;
	if (!move.size || !uci_moves_legal(&position, move, dialogue->chess960, &wrong)) {
		*problem = illegal(dialogue, move.size ? move : text_of("no-move"));
		return SPEC_WRONG;
	}
	snprintf(dialogue->best, sizeof(dialogue->best), "%.*s", (int)move.size, move.at);
	if (is_left_out(dialogue, move))
		return spec_wrong(problem, "is none of the moves behind searchmoves");
	move = text_word(&rest);
	if (kind->test == PONDERS && text_is(ponder, "ponder") &&
	    !uci_moves_legal(&position, move, dialogue->chess960, &wrong))
		return spec_wrong(problem, "has no legal reply behind ponder");
	if (kind->test == TWO_LINES && dialogue->lines < 2)
		return spec_wrong(problem, "came without a line \"multipv 2\"");
	if (kind->test == INFORMED && !dialogue->informed)
		return spec_wrong(problem, "came without an info line before it");
	if (kind->test == VALUE_AHEAD && dialogue->has_value && dialogue->value <= 0) {
		*problem = bytes_text("came, and the last value was %" PRId64, dialogue->value);
		return SPEC_WRONG;
	}
	return SPEC_FITS;
}

static enum spec_heard heard(void *state, const struct spec_kind *kind, const char *bytes, size_t size,
			     char **problem, struct bytes *reply)
{
	struct dialogue *dialogue = state;
	struct text rest;
	enum uci_word word = uci_word_of(bytes, size, &rest);
	enum spec_heard what = spec_by_class(kind, class_of(word, rest), problem);
	struct uci_info info;

	(void)reply;
	add_declared(dialogue, word, rest);
	if (word == UCI_INFO) {
		uci_info_read(rest, &info);
		take_info(dialogue, &info);
		if (what == SPEC_PASSES && kind->test >= SAID && kind->test < OPTIONS &&
		    (*problem = wrong_info(dialogue, (enum told)(kind->test - SAID), &info)))
			return SPEC_WRONG;
	}
	if (word == UCI_READYOK && --dialogue->pings > 0 && kind->test == BOTH)
		return SPEC_PASSES;
	if (what != SPEC_FITS || word == UCI_READYOK)
		return what;
	return word == UCI_UCIOK ? heard_uciok(dialogue, kind, problem)
				 : heard_bestmove(dialogue, kind, rest, problem);
}

const struct spec uci_spec = {
	.cases = cases,
	.line_end = "\n",
	.new = dialogue_new,
	.free = dialogue_free,
	.word = word,
	.sent = sent,
	.heard = heard,
	.kinds = kinds,
};
