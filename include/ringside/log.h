/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* log.h - the debug log of ringside itself, for reports of its bugs: what woke the loop, which processes
 * began and ended, what the judge did.
 *
 * RINGSIDE_LOG names the file.  All processes of one ringside write there, each line with one write: the time
 * (CLOCK_MONOTONIC, in s), the process, what happened.  Agents never have the file or the variable.  */
#ifndef RINGSIDE_LOG_H
#define RINGSIDE_LOG_H

#include <stddef.h>

/* The open file; -1: nothing is logged, and a line costs this test.  */
extern int log_file;

/* Adds a line.  LOG_BYTES adds bytes of others to it, escaped and shortened.  */
#define LOG(...)                    LOG_BYTES(NULL, 0, __VA_ARGS__)
#define LOG_BYTES(bytes, size, ...) (log_file < 0 ? (void)0 : log_line(bytes, size, __VA_ARGS__))
void log_line(const char *bytes, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Opens the file that the environment names, if it names one, takes the variable out, and logs the command
 * line.  NULL, or a problem for people that the caller frees.  */
char *log_begin(char **argv);

#endif
