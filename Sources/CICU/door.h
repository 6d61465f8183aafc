// The doors through which ICU is called: its libraries are opened at the first use. With their thirty megabytes of data
// they would cost every start of the program, each search among them, as much as half a search takes.
#pragma once
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unicode/uvernum.h>

#define CICU_TEXT_(WORD) #WORD
#define CICU_TEXT(WORD) CICU_TEXT_(WORD)

// libicui18n brings libicuuc along.
static inline void *cicu_symbol(const char *name) {
    // Opening it twice at once is harmless: it is the same library both times.
    static void *kept;
    void *library = __atomic_load_n(&kept, __ATOMIC_RELAXED);
    if (!library) {
        library = dlopen("libicui18n.so." CICU_TEXT(U_ICU_VERSION_MAJOR_NUM), RTLD_NOW | RTLD_LOCAL);
        __atomic_store_n(&kept, library, __ATOMIC_RELAXED);
    }
    void *symbol = library ? dlsym(library, name) : 0;
    if (!symbol) {
        fprintf(stderr, "feedsearch: libicui18n.so.%s cannot be opened: install libicu%s\n",
                CICU_TEXT(U_ICU_VERSION_MAJOR_NUM), CICU_TEXT(U_ICU_VERSION_MAJOR_NUM));
        exit(2);
    }
    return symbol;
}

// ICU's function of that name, with the version that its headers put behind it.
#define ICU(NAME)                                                               \
    ({                                                                         \
        static __typeof__(&NAME) kept;                                         \
        __typeof__(&NAME) door = __atomic_load_n(&kept, __ATOMIC_RELAXED);      \
        if (!door) {                                                           \
            door = (__typeof__(&NAME))cicu_symbol(CICU_TEXT(NAME));             \
            __atomic_store_n(&kept, door, __ATOMIC_RELAXED);                    \
        }                                                                      \
        door;                                                                  \
    })
