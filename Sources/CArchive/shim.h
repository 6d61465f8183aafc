// libarchive, which reads .zip and .tar.*: loaded lazily, with the seven libraries that it needs. No policy here.
#pragma once
#include "../CLazyLibraries/lazy.h"
#include <archive.h>
#include <archive_entry.h>

LAZY_LIBRARY(carchive_symbol, "libarchive.so.13", "libarchive13")

// Defines cNAME, which calls libarchive's NAME.
#define CARCHIVE_FUNCTION(RESULT, NAME, PARAMETERS, ARGUMENTS) LAZY_FUNCTION(carchive_symbol, RESULT, NAME, PARAMETERS, ARGUMENTS)

CARCHIVE_FUNCTION(struct archive *, archive_read_new, (void), ())
CARCHIVE_FUNCTION(int, archive_read_free, (struct archive *archive), (archive))
CARCHIVE_FUNCTION(int, archive_read_support_format_zip, (struct archive *archive), (archive))
CARCHIVE_FUNCTION(int, archive_read_support_format_tar, (struct archive *archive), (archive))
CARCHIVE_FUNCTION(int, archive_read_support_format_raw, (struct archive *archive), (archive))
CARCHIVE_FUNCTION(int, archive_read_support_filter_gzip, (struct archive *archive), (archive))
CARCHIVE_FUNCTION(int, archive_read_support_filter_bzip2, (struct archive *archive), (archive))
CARCHIVE_FUNCTION(int, archive_read_support_filter_xz, (struct archive *archive), (archive))
CARCHIVE_FUNCTION(int, archive_read_support_filter_zstd, (struct archive *archive), (archive))
CARCHIVE_FUNCTION(int, archive_read_open_filename, (struct archive *archive, const char *path, size_t block),
              (archive, path, block))
CARCHIVE_FUNCTION(int, archive_read_open_memory, (struct archive *archive, const void *bytes, size_t count),
              (archive, bytes, count))
CARCHIVE_FUNCTION(int, archive_read_next_header, (struct archive *archive, struct archive_entry **entry),
              (archive, entry))
CARCHIVE_FUNCTION(la_ssize_t, archive_read_data, (struct archive *archive, void *bytes, size_t count),
              (archive, bytes, count))
CARCHIVE_FUNCTION(int, archive_format, (struct archive *archive), (archive))
CARCHIVE_FUNCTION(la_int64_t, archive_filter_bytes, (struct archive *archive, int filter), (archive, filter))
CARCHIVE_FUNCTION(const char *, archive_error_string, (struct archive *archive), (archive))
CARCHIVE_FUNCTION(const char *, archive_entry_pathname, (struct archive_entry *entry), (entry))
CARCHIVE_FUNCTION(const char *, archive_entry_pathname_utf8, (struct archive_entry *entry), (entry))
CARCHIVE_FUNCTION(__LA_MODE_T, archive_entry_filetype, (struct archive_entry *entry), (entry))
CARCHIVE_FUNCTION(const char *, archive_entry_hardlink, (struct archive_entry *entry), (entry))
CARCHIVE_FUNCTION(const char *, archive_entry_symlink, (struct archive_entry *entry), (entry))
