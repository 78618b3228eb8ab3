/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* blank.c - a match file without rows, as SQLite writes it: SQL takes four times as long to make its
 * tables. `make blank` wrote this file; tests/unit/test_blank compares it with the schema.  */
#include "recorder_state.h"

/* clang-format off */
#define O8 "\0\0\0\0\0\0\0\0"
#define O64 O8 O8 O8 O8 O8 O8 O8 O8

const char file_blank[] =
	"SQLite format 3\0\2\0\1\1\0@  \0\0\0\0\0\0\0\35" O8
	"\0\0\0\20\0\0\0\4" O8
	"\0\0\0\1\0\0\0\6\0\0\0\0RING" O8 O8 O8
	"\0\0\0\0\5\0\0\0\5\1\347\0\0\0\0\26\1\373\1\366\1\361\1\354\1\347" O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8
	"\22\15\0\0\0\20\13\0\0\0\13\12\0\0\0\6\6\0\0\0\4\2\15\0\0\0\0\2" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\12\0\0\0\0\2" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\15\0\0\0\2\0\26\0\0\254\0\26\0\16\0\0\0\10\0\0\0\0\201\23\2\7\27\25\25\1\202\11tableseatseat\3CREATE TABLE seat (branch INTEGE"
	"R, seat INTEGER, kind TEXT, command TEXT, name TEXT, PRIMARY KEY (branch, seat))"
	" WITHOUT ROWID\202Q\1\7\27\27\27\1\205\1tablematchmatch\2CREATE TABLE match (ringside TEXT, start"
	"ed TEXT, system TEXT, game INTEGER, first INTEGER, seed TEXT, strict INTEGER, tu"
	"rn_limit_ns INTEGER, match_limit_ns INTEGER, start_limit_ns INTEGER, hang_limit_"
	"ns INTEGER, tolerance_ns INTEGER, pace_ns INTEGER, memory INTEGER, max_line INTE"
	"GER, max_chatter INTEGER, id TEXT)\15\0\0\0\0\2" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\15\0\0\0\4\0\26\0\1\273\1(\0\301\0\26\0#\0\0\0\0\201(\6\7\27##\1\202\27tablemessage_rowmessage_row\11CREATE TABLE messa"
	"ge_row (n INTEGER PRIMARY KEY, branch INTEGER, t_ns INTEGER, kind INTEGER, turn "
	"INTEGER, flags INTEGER, bytes BLOB)e\5\7\27\25\25\1\201-tablekindkind\10CREATE TABLE kind (id "
	"INTEGER PRIMARY KEY, seat INTEGER, dir TEXT, channel TEXT)\201\20\4\7\27\31\31\1\201{tablebranchb"
	"ranch\7CREATE TABLE branch (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES bra"
	"nch, turn INTEGER, message INTEGER, why TEXT)C\3\6\27\31\31\1ctableoptionoption\5CREATE TA"
	"BLE option (name TEXT, value TEXT)\15\0\0\0\1\1\350\0\1\350" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8
	"\0\0\0\0\0\0\26\0\6\0\0\10\0-the match begins\15\0\0\0\0\2" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\15\0\0\0\0\2" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\15\0\0\0\0\2" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\15\1U\0\4\08\0\0\374\0\201\1p\08\1h" O8 O8 O8 O8
	"\0\0\0\0\0\0\204>\12\7\25\33\33\10\210WviewmessagemessageCREATE VIEW message AS SELECT m.n, branch\0\0\0\16y"
	"\10\7\27\27\27\1\201Qtableeventevent\14CREATE TABLE event (n INTEGER PRIMARY KEY, event TEXT, w"
	"ord TEXT, a INTEGER, b INTEGER, c INTEGER)W\7\7\27\33\33\1\201\5tablestretchstretch\12CREATE TA"
	"BLE stretch (id INTEGER PRIMARY KEY, kinds INTEGER)\0\0\0\33" O8 O8
	"\0\0\0\0\0\0\0\201\15\11\7\27!!\1\201etableevent_kindevent_kind\15CREATE TABLE event_kind (event TEXT P"
	"RIMARY KEY, word TEXT, a TEXT, b TEXT, c TEXT, text TEXT) WITHOUT ROWID\15\0\0\0\0\2" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\2\1\242\0\4\1`\0\0\0\0\34\1\337\1`\1}\1\264" O64 O64 O64 O64 O64 O8
	"\0\0\0\0\0\0\0\32\30\7\31\25\17\17\17\25noticewhatabctext\0\0\0\33 \0071\0\25\0\0\23stopped-at-verdictseatwhy\1\306\0\22" O8 O8
	"\0\35\15\7\31\0\0\0\0\0traced\0\0\0\31" O8 O8 O8
	"\31\34\7#\27\27\0\0\0fault-countfaultcount\0\0\0\0, t_ns, seat, dir, channel, turn, flags, CASE "
	"WHEN e.n IS NULL THEN bytes ELSE e.event || ifnull(' ' || f.a || '=' || e.a, '')"
	" || ifnull(' ' || f.b || '=' || e.b, '') || ifnull(' ' || f.c || '=' || e.c, '')"
	" || ifnull(' ' || f.word || '=' || e.word, '') || iif(length(bytes), ' ' || ifnu"
	"ll(f.text, 'text') || '=' || CAST(bytes AS TEXT), '') END AS bytes, e.event, e.w"
	"ord, e.a, e.b, e.c FROM message_row m JOIN kind ON kind.id = m.kind LEFT JOIN ev"
	"ent e ON e.n = m.n LEFT JOIN event_kind f ON f.event = e.event\15\0\0\0\0\2" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\15\0\0\0\1\0\313\0\0\313\0\303" O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\10\0\0\0\0\2022\13\7\27\35\35\1\2047tableturn_rowturn_row\17CREATE TABLE turn_row (id INTEGER PRIMARY"
	" KEY, flags INTEGER, answered TEXT, played TEXT, began_ns INTEGER, think_ns INTE"
	"GER, left_ns INTEGER, asked_ns INTEGER, first_ns INTEGER, last_ns INTEGER, cpu_n"
	"s INTEGER, rss INTEGER, peak INTEGER, message INTEGER, sum1 REAL, sum2 REAL)\15\0\0\0"
	"\0\2" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\15\0\0\0\2\0\177\0\19\0\177\0w" O64 O8 O8 O8 O8 O8
	"\0\0\0\0\10\0\0\0\0\211+\15\7\25\25\25\10\222=viewturnturnCREATE VIEW turn AS SELECT id >> 32 AS branch, id"
	" & 4294967295 AS n, (flags & 1) + 1 AS seat, answered, ifnull(played, answered) "
	"AS played, began_ns, think_ns, \0\0\0\23\201D\14\7\27\37\37\1\202Wtableturn_moreturn_more\21CREATE TABL"
	"E turn_more (id INTEGER PRIMARY KEY, tolerance_ns INTEGER, held_ns INTEGER, faul"
	"ts INTEGER, value TEXT, depth INTEGER, nodes INTEGER, clock_moves INTEGER)\0\0\0\24le"
	"ft_ns, cpu_ns, rss, message, flags >> 2 AS flags, sum1, sum2, began_ns + asked_n"
	"s AS asked_ns, began_ns + think_ns + ifnull(last_ns, 0) + first_ns AS first_ns, "
	"began_ns + think_ns + last_ns AS last_ns, CASE WHEN flags & 2 THEN (SELECT toler"
	"ance_ns FROM turn_more m WHERE m.id = turn_row.id) ELSE 0 END AS tolerance_ns, i"
	"fnull(rss, 0) + peak AS peak, CASE WHEN flags & 2 THEN (SELECT faults FROM turn_"
	"more m WHERE m.id = turn_row.id) ELSE 0 END AS faults, CASE WHEN flags & 2 THEN "
	"(SELECT held_ns FROM turn_\0\0\0\0more m WHERE m.id = turn_row.id) ELSE 0 END AS hel"
	"d_ns, CASE WHEN flags & 2 THEN (SELECT value FROM turn_more m WHERE m.id = turn_"
	"row.id) ELSE NULL END AS value, CASE WHEN flags & 2 THEN (SELECT depth FROM turn"
	"_more m WHERE m.id = turn_row.id) ELSE NULL END AS depth, CASE WHEN flags & 2 TH"
	"EN (SELECT nodes FROM turn_more m WHERE m.id = turn_row.id) ELSE NULL END AS nod"
	"es, CASE WHEN flags & 2 THEN (SELECT clock_moves FROM turn_more m WHERE m.id = t"
	"urn_row.id) ELSE NULL END AS clock_moves, id FROM turn_row\15\0\0\0\0\2" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\15\0\0\0\3\0}\0\1l\0\355\0}" O64 O8 O8 O8 O8 O8
	"\0\0\0\0\0\0\0n\20\7\27\23\23\1\201Ctablegapgap\30CREATE TABLE gap (first INTEGER PRIMARY KEY, last IN"
	"TEGER, messages INTEGER, turns INTEGER)}\17\7\27\27\27\1\201Ytableproofproof\27CREATE TABLE pro"
	"of (branch INTEGER, i INTEGER, message INTEGER, PRIMARY KEY (branch, i)) WITHOUT"
	" ROWID\201\21\16\7\27\33\33\1\201ytableverdictverdict\25CREATE TABLE verdict (branch INTEGER PRIMARY"
	" KEY, winner INTEGER, reason TEXT, detail TEXT, blame INTEGER, cause TEXT)\12\0\0\0\0\2"
	"" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\15\0\0\0\0\2" O64 O64 O64 O64 O64 O64 O64 O8 O8 O8 O8 O8 O8 O8
	"\0\0\12\0f\0\23\0000\0\1\352\1\303\1\262\1\235\0R\1\211\1t\1c\1Q\1<\1%\1\17\0\375\0\331\0\306\0\255\0\224\0\200\0000\0f!\7\27\27\33\31\0\23faultfaultmessagestric"
	"traw\23\7\33\0\27\0\0\0chatterlimit\0\0\0\32" O8 O8
	"\0\0\0\0\0\0\23\7\31\0\31\0\0\0exitedstatus\30\7\27\31\31\0\0\0endedsignalnumber\30\7\25\0\33\31\0\0editwaitingundone\22\7\25\0"
	"\33\0\0\0dropwaiting#\7\27\25\31\31\33\0doingkindunreadcpu_nsthreads\21\7!\0\0\0\0\0delay-over\25\7\27\0\33\21\0\0del"
	"aywaitingns\26\7+\0\0\0\0\0declared-winner\24\7'\0\0\0\0\0declared-draw\21\7\27\0\0\0\0\27corescores\20\7\37\0\0\0\0"
	"\0connected\24\7'\0\0\0\0\0closed-output\23\7%\0\0\0\0\0closed-input\24\7\33\0\25\21\0\0chargedseatns\20\7\31\0\0\0\0\23"
	"branchwhy&\7\37\31\33\0\0\37backtracesignalprocessbacktrace\25\7\33\0\0\0\0\33awaitedaddress\12\0\256\0\20\0g\0\0\301"
	"\0g\0\240\0\216\1\366\1\325\1\255\1\223\1\200\1f\1S\1B\1,\1\6\0\361\0\333\0r\0a\0L\0:\0\233\0[\0%\7\33\27\27\0\0\0t" O8 O8 O8 O8 O8
	"\0&\7\35\27\25\27\37\0forgivenwhichoverlimittolerance\21\7!\0\0\0\0\0given-back\15\7\31\0\0\0\0\0freeze\0\0\0\23" O8
	"\0\0\0\0\0\0\0\31\7\31\0\27\33\0\0folderbytesallowed\25\7#\0\0\0\0\23not-startedwhy\24\7\35\0\27\0\0\0no-valuemoves%\7\33\27"
	"\27\37\25\0no-movewhichlimittolerancetold\25\7\37\0\27\0\0\0next-seatcount\20\7\25\0\27\0\0\0nextcount\22\7\31\0\27\0\0"
	"\0memorybytes\31\7#\0\21\0\0\27match-limitnsclock\22\7#\0\0\0\0\0interrupted\31\7!\0\31\21\0\0human-timelimit"
	"sns'\7\27\0#\33\37\0holdsdescriptorsthreadsprocesses \7\33\0\21\35\35\0held-upnsseat1_nsseat2_ns\11\7\21\0"
	"\0\0\0\0go\12\0\0\0\23\0\220\0\0\236\0\220\1\32\0\371\0\350\0\323\0\301\0\262\1\353\1\337\1\323\1\277\1\260\1\237\1\216\1v\1`\1F\1'\0:\0\13\7\25\0\0\0\0\0s\0\0\0\355" O64 O8 O8
	"\0\0\15\7\25\0\21\0\0\0pacens\23\7\35\0\0\0\0\25overridemove\16\7\33\0\0\0\0\0resigns\21\7\31\0\0\0\0\25remarktext\24\7\37\0\0\0\0\25poi"
	"nts-atmove\20\7\27\0\0\0\0\25playsmove \7\33\0\27\25\31\23pendingfirstlastwantedraw\14\7\27\0\0\0\0\0pause\36\7-\0\25\0\0"
	"\23stopped-at-limitseatwhy\31\0071\0\0\0\0\0stopped-after-move\25\7\37\0\27\0\0\0step-seatcount\27\7#\0\27\0\0\0"
	"step-answercount\20\7\25\0\27\0\0\0stepcount\20\7\27\0\25\0\0\0staysgame\16\7\33\0\0\0\0\0started\23\7\31\0\0\0\0\31signals"
	"ignal\13\7\25\0\0\0\0\0shut\13\7\25\0\0\0\0\0send\24\7\31\0\0\0\0\33seededcommand\12\0\0\0\11\1\"\0\1\354\1\331\1\265\1\232\1\205\1u\1`\1\77\1\"" O64 O64 O64 O64 O8
	"\34\7\31\0\21\31\33\0waitednscpu_nstook_ns \7\33\31\31\0\0\31verdictreasonwinnerdetail\24\7!\0\0\0\0\23unwritable"
	"why\17\7\35\0\0\0\0\0untraced\24\7!\0\0\0\0\23unreadablewhy\32\7\31\0\35\27\0\0unkeptmessagesbytes#\7!\0\35\31\25\0unfin"
	"ishedthink_nscpu_nspeak\22\7#\0\0\0\0\0unconnected\23\7!\0\21\0\0\0turn-limitns\12\0\0\0\10\0014\0\1\333\1\264\1\241\1\211\1t"
	"\1W\1@\0014" O64 O64 O64 O64 O8 O8 O8
	"\0\0\0\0\13\7\25\0\0\0\0\0thaw\26\7+\0\0\0\0\0taken-by-person\34\7)\0\0\0\0\33taken-by-agentcommand\24\7\35\0\27\0\0\0take"
	"backcount\27\7\37\0\0\0\0\33succeededcommand\22\7\35\0\0\0\0\23strangerwho&\7=\0\25\0\0\23stopped-between-mess"
	"agesseatwhy$\79\0\25\0\0\23stopped-before-messageseatwhy";
/* clang-format on */

const size_t file_blank_size = sizeof file_blank - 1;
