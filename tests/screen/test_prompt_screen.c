#include "ringside.h"
int main(void)
{
	return 77;
}
