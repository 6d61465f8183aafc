#include "lazy.h"
#include "cicu_version.h"

// Those whose functions have the same types: 67 is Debian 11's, 72 Debian 12's, 76 Debian 13's.
enum { OLDEST = 67, NEWEST = 78 };

// The newest library, and its version. Two threads that open it at once find the same.
static void *open_library(int32_t *version) {
    static void *library;
    static int32_t number;
    void *opened = __atomic_load_n(&library, __ATOMIC_ACQUIRE);
    for (int32_t next = NEWEST; !opened && next >= OLDEST; next--) {
        char file[32];
        // libicui18n brings libicuuc along.
        snprintf(file, sizeof file, "libicui18n.so.%d", next);
        opened = dlopen(file, RTLD_NOW | RTLD_LOCAL);
        if (opened) {
            __atomic_store_n(&number, next, __ATOMIC_RELAXED);
            __atomic_store_n(&library, opened, __ATOMIC_RELEASE);
        }
    }
    *version = __atomic_load_n(&number, __ATOMIC_RELAXED);
    return opened;
}

void *cicu_symbol(const char *name) {
    int32_t version;
    void *library = open_library(&version);
    if (!library) {
        fprintf(stderr, "libicui18n.so.%d to .%d cannot be opened: install ICU (on Debian libicu72 or libicu76)\n", OLDEST,
                NEWEST);
        abort();
    }
    char versioned[64];
    snprintf(versioned, sizeof versioned, "%s_%d", name, version);
    void *symbol = dlsym(library, versioned);
    if (!symbol) {
        fprintf(stderr, "libicui18n.so.%d has no %s\n", version, versioned);
        abort();
    }
    return symbol;
}

int32_t cicu_version(void) {
    int32_t version;
    return open_library(&version) ? version : 0;
}
