/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vouch.h - asks before a program starts that a match file names.  */
#ifndef RINGSIDE_RUNNER_VOUCH_H
#define RINGSIDE_RUNNER_VOUCH_H

#include "ringside/runner.h"

/* May agents get at the folder of an option that only this file names? A person at the terminal is asked. The
 * setup, which is of the file, then has it as any other. NULL, or why not, for people; the caller frees.  */
char *vouch_folder(const struct match_options *options, struct match_file *file, struct setup *setup);
/* May this program start, which the file names for the seat? With `asks` a person at the terminal is asked.
 * NULL, or why not, for people; the caller frees. It may become more confined.  */
char *vouch_program(const struct match_options *options, struct match_file *file, int seat,
		    struct launch *launch, bool asks);

#endif
