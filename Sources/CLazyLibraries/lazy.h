// Lazily loaded libraries: each is opened with dlopen at its first call, since loading it at each start of the program
// would take longer than a search. Macros only, so that each module that includes this file has its own functions.
#pragma once
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

// Defines FUNCTION_library, which gives LIBRARY or null where it cannot be opened, and FUNCTION, which gives the address of
// a symbol of it. Callers ask the first one and report what is missing; calling a function of a library that is not there
// aborts, as the dynamic loader does. Opening a library twice at once is harmless: it is the same both times.
#define LAZY_LIBRARY(FUNCTION, LIBRARY, PACKAGE)                                     \
    static inline void *FUNCTION##_library(void) {                              \
        static void *kept;                                                     \
        void *library = __atomic_load_n(&kept, __ATOMIC_RELAXED);               \
        if (!library) {                                                        \
            library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);                   \
            __atomic_store_n(&kept, library, __ATOMIC_RELAXED);                 \
        }                                                                      \
        return library;                                                        \
    }                                                                          \
    static inline void *FUNCTION(const char *name) {                            \
        void *library = FUNCTION##_library();                                   \
        void *symbol = library ? dlsym(library, name) : 0;                     \
        if (!symbol) {                                                         \
            fprintf(stderr, "%s cannot be opened: install %s\n", LIBRARY, PACKAGE); \
            abort();                                                           \
        }                                                                      \
        return symbol;                                                         \
    }

// The function of type TYPE that SYMBOL(NAME) finds, looked up once.
#define LAZY_SYMBOL(SYMBOL, TYPE, NAME)                                              \
    ({                                                                         \
        static TYPE kept;                                                      \
        TYPE function = __atomic_load_n(&kept, __ATOMIC_RELAXED);                   \
        if (!function) {                                                           \
            function = (TYPE)SYMBOL(NAME);                                         \
            __atomic_store_n(&kept, function, __ATOMIC_RELAXED);                    \
        }                                                                      \
        function;                                                                  \
    })

// Defines cNAME, which calls the library's NAME.
#define LAZY_FUNCTION(SYMBOL, RESULT, NAME, PARAMETERS, ARGUMENTS)                        \
    static inline RESULT c##NAME PARAMETERS {                                   \
        typedef RESULT(*function_type) PARAMETERS;                                  \
        return LAZY_SYMBOL(SYMBOL, function_type, #NAME) ARGUMENTS;                      \
    }
