// Calls of ICU functions by their plain names. ICU is loaded at the first call: loading it, with 30 MB of data, at each start
// of the program would take half as long as a search. Its functions carry the version in their names (ubrk_open_72), and so
// does its file; both are resolved when the program runs, so that one program serves every release of Debian.
#pragma once
#define U_DISABLE_RENAMING 1
#include "../CLazyLibraries/lazy.h"

// The address of an ICU function, without its version; aborts where ICU is not installed, as the dynamic loader does.
void *cicu_symbol(const char *name);

// ICU's function of that name. The header's declaration gives its type; the address is looked up once for each call in the
// source.
#define ICU(NAME) LAZY_SYMBOL(cicu_symbol, __typeof__(&NAME), #NAME)
