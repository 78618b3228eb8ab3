/* qchess_thinker.c - the program of sample:thinker under qchess.  */
#include "qagent.h"

int main(int argc, char **argv)
{
	return qagent_main(&qagent_thinker, argc, argv);
}
