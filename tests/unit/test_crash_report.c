/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_crash_report.c - which lines of a report say what happened and where.
 *
 * The reports are what the tools print, with shorter numbers.  A line that must be shown begins with `>`.  */
#include "../test.h"
#include "ringside/crash_report.h"

enum { LINES_MOST = 64 };

static void shows(const char *report)
{
	FREED char *text = strdup(report);
	char *next = text;
	const char *lines[LINES_MOST];
	bool wanted[LINES_MOST], shown[LINES_MOST];
	int count = 0;

	for (char *line; count < LINES_MOST && (line = strsep(&next, "\n")) && (next || *line); count++) {
		wanted[count] = *line == '>';
		lines[count] = line + wanted[count];
	}
	crash_report_find(lines, count, shown);
	for (int i = 0; i < count; i++) {
		if (wanted[i] != shown[i])
			fail_msg("%s line %d: %s", wanted[i] ? "does not show" : "shows", i + 1, lines[i]);
	}
}

TEST(a_sanitizer_s_head_comes_with_the_first_own_frame_of_each_stack)
{
	shows("thinking\n"
	      "=================================================================\n"
	      ">==41==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6040 at pc 0x55 bp 0x7f\n"
	      ">WRITE of size 4 at 0x6040 thread T0\n"
	      "    #0 0x7f in __interceptor_memset "
	      "../../../../src/libsanitizer/sanitizer_common/inc:799\n"
	      ">    #1 0x55 in put /home/me/crash.c:11\n"
	      "    #2 0x55 in main /home/me/crash.c:20\n"
	      "    #3 0x7f in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58\n"
	      "\n"
	      ">0x6040 is located 0 bytes to the right of 40-byte region [0x6018,0x6040)\n"
	      ">allocated by thread T0 here:\n"
	      "    #0 0x7f in __interceptor_malloc "
	      "../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69\n"
	      ">    #1 0x55 in main /home/me/crash.c:18\n"
	      "\n"
	      "SUMMARY: AddressSanitizer: heap-buffer-overflow /home/me/crash.c:11 in put\n"
	      "Shadow bytes around the buggy address:\n"
	      "  Poisoned by user:        f7\n"
	      "==41==ABORTING\n");
}

TEST(a_runtime_error_is_one_line_without_frames)
{
	shows("depth 4\n"
	      ">eval.c:7:12: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented\n"
	      "depth 5\n");
}

TEST(only_the_last_report_is_shown)
{
	shows("eval.c:7:12: runtime error: signed integer overflow\n"
	      ">eval.c:9:2: runtime error: index 15 out of bounds for type 'int [15]'\n");
}

TEST(valgrind_says_where_the_program_was)
{
	shows(">==7== Invalid write of size 4\n"
	      "==7==    at 0x484: memcpy (vg_replace_strmem.c:1062)\n"
	      ">==7==    by 0x109: put (crash.c:11)\n"
	      "==7==    by 0x109: main (crash.c:20)\n"
	      ">==7==  Address 0x4a is 0 bytes after a block of size 40 alloc'd\n"
	      "==7==    at 0x484: malloc (vg_replace_malloc.c:381)\n"
	      ">==7==    by 0x109: main (crash.c:18)\n"
	      "==7== \n"
	      "move 7\n");
}

TEST(a_traceback_is_whole_with_its_cause)
{
	shows("thinking\n"
	      ">Traceback (most recent call last):\n"
	      ">  File \"/home/me/bot.py\", line 4, in place\n"
	      ">    return board[x]\n"
	      ">           ~~~~~^^^\n"
	      ">KeyError: 15\n"
	      ">\n"
	      ">During handling of the above exception, another exception occurred:\n"
	      ">\n"
	      ">Traceback (most recent call last):\n"
	      ">  File \"/home/me/bot.py\", line 9, in <module>\n"
	      ">    raise ValueError(\"off the board\")\n"
	      ">ValueError: off the board\n"
	      "bye\n");
}

TEST(a_panic_has_its_message_and_its_place)
{
	shows(">thread 'main' panicked at src/main.rs:5:9:\n"
	      ">index out of bounds: the len is 15 but the index is 15\n"
	      "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n");
	shows(">thread 'main' panicked at 'no move', src/main.rs:5:9\n"
	      "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n");
	shows(">panic: runtime error: index out of range [15] with length 15\n"
	      "\n"
	      ">goroutine 1 [running]:\n"
	      "runtime.goPanicIndex(0xf, 0xf)\n"
	      "\t/usr/lib/go-1.19/src/runtime/panic.go:113 +0x7f\n"
	      ">main.put(...)\n"
	      ">\t/home/me/bot.go:6\n"
	      "main.main()\n"
	      "\t/home/me/bot.go:11 +0x1d\n"
	      "exit status 2\n");
}

TEST(an_assertion_and_what_the_c_library_says_are_one_line)
{
	shows("thinking\n>bot: bot.c:12: put: Assertion `x < 15' failed.\nAborted\n");
	shows(">free(): double free detected in tcache 2\n");
	shows(">*** stack smashing detected ***: terminated\n");
	shows(">terminate called after throwing an instance of 'std::out_of_range'\n"
	      ">  what():  vector::_M_range_check\n");
}

TEST(what_an_agent_says_of_itself_is_no_report)
{
	shows("error: no move found\ndepth 3, at 0x10\n#1 is h8\nTraceback of my own\n");
}

TEST(a_report_that_is_cut_off_is_shown_as_far_as_it_goes)
{
	shows(">Traceback (most recent call last):\n>  File \"/home/me/bot.py\", line 4, in place\n");
	shows(">==41==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n");
	shows(">Traceback (most recent call last):\n>KeyError: 1\n>\n"
	      ">During handling of the above exception, another exception occurred:\n");
}

TEST(a_backtrace_of_gdb_has_own_frames)
{
	assert_true(crash_report_is_own("#4  0x0000555 in put (x=15) at crash.c:11"));
	assert_true(crash_report_is_own("#4  0x0000555 in put ()"));
	assert_false(crash_report_is_own("#2  0x00007f in abort () from /lib/x86_64-linux-gnu/libc.so.6"));
	assert_false(crash_report_is_own("#0  __pthread_kill (signo=6) at ./nptl/pthread_kill.c:44"));
	assert_false(crash_report_is_own("Thread 1 (LWP 7):"));
}

TEST_MAIN(NULL, NULL)
