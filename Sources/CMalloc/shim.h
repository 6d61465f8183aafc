#include <malloc.h>

// Asks for a cache line ahead of its use.
static inline void cmalloc_prefetch(const void *p) { __builtin_prefetch(p); }
