/* reap.c - the end of a process, seen and waited for.  */
#include "reap.h"

#include "ringside/loop.h"
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

enum { REAP_WITHIN_NS = 100 * 1000000 }; /* a killed group is gone well under a millisecond */

/* "SIGSEGV"; static.  */
static const char *signal_name(int signal)
{
	static const char *const names[] = {
		[SIGHUP] = "SIGHUP",   [SIGINT] = "SIGINT",   [SIGQUIT] = "SIGQUIT", [SIGILL] = "SIGILL",
		[SIGTRAP] = "SIGTRAP", [SIGABRT] = "SIGABRT", [SIGBUS] = "SIGBUS",   [SIGFPE] = "SIGFPE",
		[SIGKILL] = "SIGKILL", [SIGUSR1] = "SIGUSR1", [SIGSEGV] = "SIGSEGV", [SIGUSR2] = "SIGUSR2",
		[SIGPIPE] = "SIGPIPE", [SIGALRM] = "SIGALRM", [SIGTERM] = "SIGTERM", [SIGXCPU] = "SIGXCPU",
		[SIGXFSZ] = "SIGXFSZ", [SIGSYS] = "SIGSYS",
	};

	return signal > 0 && (size_t)signal < sizeof(names) / sizeof(names[0]) ? names[signal] : NULL;
}

bool has_ended(int pidfd, struct ending *ending)
{
	siginfo_t info = {0};

	if (waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED | WNOHANG | WNOWAIT) < 0) {
		*ending = (struct ending){.signalled = false, .code = 255}; /* reaped by somebody else */
		return true;
	}
	*ending = (struct ending){.signalled = info.si_code != CLD_EXITED, .code = info.si_status};
	if (ending->signalled)
		ending->signal = signal_name(info.si_status);
	return info.si_pid != 0;
}

void group_reap(pid_t leader, int pidfd)
{
	int64_t until = loop_now() + REAP_WITHIN_NS;
	struct pollfd end = {.fd = pidfd, .events = POLLIN};
	pid_t reaped;

	poll(&end, 1, REAP_WITHIN_NS / 1000000);
	while ((reaped = waitpid(-leader, NULL, WNOHANG)) >= 0 && loop_now() < until)
		if (reaped == 0)
			poll(NULL, 0, 1);
}
