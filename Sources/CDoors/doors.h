// Doors to libraries that are opened at the first use: each with all that it brings along would cost every start of the
// program more than a search takes. Macros alone, so that every module that includes this has functions of its own.
#pragma once
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

// Defines FUNCTION, which gives the address of a symbol of LIBRARY; where there is none, the program ends and says which
// package is missing. Opening a library twice at once is harmless: it is the same both times.
#define DOORS_OF(FUNCTION, LIBRARY, PACKAGE)                                     \
    static inline void *FUNCTION(const char *name) {                            \
        static void *kept;                                                     \
        void *library = __atomic_load_n(&kept, __ATOMIC_RELAXED);               \
        if (!library) {                                                        \
            library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);                   \
            __atomic_store_n(&kept, library, __ATOMIC_RELAXED);                 \
        }                                                                      \
        void *symbol = library ? dlsym(library, name) : 0;                     \
        if (!symbol) {                                                         \
            fprintf(stderr, "feedsearch: %s cannot be opened: install %s\n", LIBRARY, PACKAGE); \
            exit(2);                                                           \
        }                                                                      \
        return symbol;                                                         \
    }

// The function of type TYPE that SYMBOL(NAME) finds, looked up once.
#define DOOR_TO(SYMBOL, TYPE, NAME)                                              \
    ({                                                                         \
        static TYPE kept;                                                      \
        TYPE door = __atomic_load_n(&kept, __ATOMIC_RELAXED);                   \
        if (!door) {                                                           \
            door = (TYPE)SYMBOL(NAME);                                         \
            __atomic_store_n(&kept, door, __ATOMIC_RELAXED);                    \
        }                                                                      \
        door;                                                                  \
    })

// Defines cNAME, which calls the library's NAME.
#define DOOR(SYMBOL, RESULT, NAME, PARAMETERS, ARGUMENTS)                        \
    static inline RESULT c##NAME PARAMETERS {                                   \
        typedef RESULT(*door_type) PARAMETERS;                                  \
        return DOOR_TO(SYMBOL, door_type, #NAME) ARGUMENTS;                      \
    }
