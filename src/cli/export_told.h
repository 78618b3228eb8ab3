/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* export_told.h - `ringside export` of what a seat was told.  */
#ifndef RINGSIDE_CLI_EXPORT_TOLD_H
#define RINGSIDE_CLI_EXPORT_TOLD_H

#include "ringside/cli.h"

/* Is it one of these formats?  */
bool cli_exports_told(const struct file_format *format);
/* NULL, or the option that only these formats have, for another one; the caller frees.  */
char *cli_told_option(const struct invocation *invocation);
/* Writes it, only of the first `turns` turns (-1: all).  NULL, or a problem, which the caller frees, and the
 * exit status.  */
char *cli_export_told(const struct invocation *invocation, struct match_file *file, int turns,
		      const struct file_format *format, int *status);

#endif
