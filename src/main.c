/* main.c - which subcommand; nothing else.  */
int main(void)
{
	return 0;
}
