/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* old_kernel.c - runs a program as on a kernel before Linux 5.3, or under valgrind: pidfd_open(2) and
 * close_range(2) fail. With --untraced it runs as in a container that forbids ptrace(2), and that alone
 * fails.
 *
 *   old_kernel [--untraced] PROGRAM ARGUMENT...
 *
 * Exit status 77: this system cannot block these calls.  */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef __NR_close_range
#define __NR_close_range 436
#endif

#define LOAD_CALL BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
/* The next step is left out unless it is this call.  */
#define IS_CALL(call)  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1)
#define FAIL_BY(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ALLOW          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

int main(int argc, char **argv)
{
	struct sock_filter old[] = {LOAD_CALL,       IS_CALL(SYS_pidfd_open),
				    FAIL_BY(ENOSYS), IS_CALL(__NR_close_range),
				    FAIL_BY(ENOSYS), ALLOW};
	struct sock_filter untraced[] = {LOAD_CALL, IS_CALL(SYS_ptrace), FAIL_BY(EPERM), ALLOW};
	bool is_old = argc < 2 || strcmp(argv[1], "--untraced") != 0;
	struct sock_fprog filter = {.len = is_old ? sizeof(old) / sizeof(old[0])
						  : sizeof(untraced) / sizeof(untraced[0]),
				    .filter = is_old ? old : untraced};
	char **program = argv + (is_old ? 1 : 2);

	if (!*program || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) < 0)
		return 77;
	execv(*program, program);
	fprintf(stderr, "old_kernel: %s: %s\n", *program, strerror(errno));
	return 127;
}
