// libarchive, reading .zip and .tar.*, behind doors that open it at the first use: with the seven libraries that it brings
// along it would cost every start of the program. No policy here.
#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static inline void *carchive_symbol(const char *name) {
    // Opening it twice at once is harmless: it is the same library both times.
    static void *kept;
    void *library = __atomic_load_n(&kept, __ATOMIC_RELAXED);
    if (!library) {
        library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
        __atomic_store_n(&kept, library, __ATOMIC_RELAXED);
    }
    void *symbol = library ? dlsym(library, name) : 0;
    if (!symbol) {
        fprintf(stderr, "feedsearch: libarchive.so.13 cannot be opened: install libarchive13\n");
        exit(2);
    }
    return symbol;
}

// Defines cNAME, which calls libarchive's NAME.
#define CARCHIVE_DOOR(RESULT, NAME, PARAMETERS, ARGUMENTS)                       \
    static inline RESULT c##NAME PARAMETERS {                                  \
        static RESULT(*kept) PARAMETERS;                                       \
        RESULT(*door) PARAMETERS = __atomic_load_n(&kept, __ATOMIC_RELAXED);    \
        if (!door) {                                                           \
            door = (RESULT(*) PARAMETERS)carchive_symbol(#NAME);                \
            __atomic_store_n(&kept, door, __ATOMIC_RELAXED);                    \
        }                                                                      \
        return door ARGUMENTS;                                                 \
    }

CARCHIVE_DOOR(struct archive *, archive_read_new, (void), ())
CARCHIVE_DOOR(int, archive_read_free, (struct archive *archive), (archive))
CARCHIVE_DOOR(int, archive_read_support_format_zip, (struct archive *archive), (archive))
CARCHIVE_DOOR(int, archive_read_support_format_tar, (struct archive *archive), (archive))
CARCHIVE_DOOR(int, archive_read_support_format_raw, (struct archive *archive), (archive))
CARCHIVE_DOOR(int, archive_read_support_filter_gzip, (struct archive *archive), (archive))
CARCHIVE_DOOR(int, archive_read_support_filter_bzip2, (struct archive *archive), (archive))
CARCHIVE_DOOR(int, archive_read_support_filter_xz, (struct archive *archive), (archive))
CARCHIVE_DOOR(int, archive_read_support_filter_zstd, (struct archive *archive), (archive))
CARCHIVE_DOOR(int, archive_read_open_filename, (struct archive *archive, const char *path, size_t block),
              (archive, path, block))
CARCHIVE_DOOR(int, archive_read_open_memory, (struct archive *archive, const void *bytes, size_t count),
              (archive, bytes, count))
CARCHIVE_DOOR(int, archive_read_next_header, (struct archive *archive, struct archive_entry **entry),
              (archive, entry))
CARCHIVE_DOOR(la_ssize_t, archive_read_data, (struct archive *archive, void *bytes, size_t count),
              (archive, bytes, count))
CARCHIVE_DOOR(int, archive_format, (struct archive *archive), (archive))
CARCHIVE_DOOR(la_int64_t, archive_filter_bytes, (struct archive *archive, int filter), (archive, filter))
CARCHIVE_DOOR(const char *, archive_error_string, (struct archive *archive), (archive))
CARCHIVE_DOOR(const char *, archive_entry_pathname, (struct archive_entry *entry), (entry))
CARCHIVE_DOOR(const char *, archive_entry_pathname_utf8, (struct archive_entry *entry), (entry))
CARCHIVE_DOOR(__LA_MODE_T, archive_entry_filetype, (struct archive_entry *entry), (entry))
CARCHIVE_DOOR(const char *, archive_entry_hardlink, (struct archive_entry *entry), (entry))
CARCHIVE_DOOR(const char *, archive_entry_symlink, (struct archive_entry *entry), (entry))
