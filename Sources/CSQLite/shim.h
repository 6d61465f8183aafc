// SQLite, and the few calls that Swift cannot make: variadic functions and cast macros.
#pragma once
// The session extension, which Debian builds in: <https://www.sqlite.org/sessionintro.html>.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

static inline int csqlite_db_config_int(sqlite3 *db, int option, int value) {
  int now = 0;
  return sqlite3_db_config(db, option, value, &now);
}

// Memory is not counted: counting it takes a lock an allocation. Only before the library is first used.
static inline int csqlite_leave_memory_uncounted(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

static inline int csqlite_bind_text_copy(sqlite3_stmt *s, int i, const void *p, int n) {
  return sqlite3_bind_text(s, i, (const char *)p, n, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob_copy(sqlite3_stmt *s, int i, const void *p, int n) {
  return sqlite3_bind_blob(s, i, p, n, SQLITE_TRANSIENT);
}

static inline void csqlite_result_text(sqlite3_context *c, const void *p, int n) {
  sqlite3_result_text(c, (const char *)p, n, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_text_static(sqlite3_stmt *s, int i, const void *p, int n) {
  return sqlite3_bind_text(s, i, (const char *)p, n, SQLITE_STATIC);
}

static inline int csqlite_bind_blob_static(sqlite3_stmt *s, int i, const void *p, int n) {
  return sqlite3_bind_blob(s, i, p, n, SQLITE_STATIC);
}

// The system's error number of the last write that failed, of the log or journal, else of the file; 0 where there was none. That of
// sqlite3_system_errno may be of the rollback after it: <https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html>.
static inline int csqlite_write_errno(sqlite3 *db) {
  sqlite3_file *log = 0;
  int number = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK && log && log->pMethods) {
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &number);
  }
  if (number == 0) sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
  return number;
}

// A database file that is read in blocks while `reads_blocks` is set: before a page is read, the system reads the block around it, so
// that pages next to it, before or behind, are in memory. The methods come first: SQLite sees no more of this
// (<https://www.sqlite.org/c3ref/io_methods.html>).
#define CSQLITE_BLOCK 131072
struct csqlite_block_file {
  sqlite3_io_methods methods;
  const sqlite3_io_methods *original;
  int reads_blocks;
  sqlite3_int64 block;
  char bytes[CSQLITE_BLOCK];
};

static inline int csqlite_block_file_read(sqlite3_file *file, void *out, int count, sqlite3_int64 offset) {
  struct csqlite_block_file *state = (struct csqlite_block_file *)file->pMethods;
  sqlite3_int64 block = offset / CSQLITE_BLOCK;
  if (state->reads_blocks && block != state->block) {
    state->block = block;
    state->original->xRead(file, state->bytes, CSQLITE_BLOCK, block * CSQLITE_BLOCK);
  }
  return state->original->xRead(file, out, count, offset);
}

static inline int csqlite_block_file_close(sqlite3_file *file) {
  struct csqlite_block_file *state = (struct csqlite_block_file *)file->pMethods;
  file->pMethods = state->original;
  sqlite3_free(state);
  return file->pMethods->xClose(file);
}

// Makes the main database of a connection such a file; 0 if there is no memory. It closes with the connection.
static inline struct csqlite_block_file *csqlite_open_block_file(sqlite3 *db) {
  sqlite3_file *file = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file || !file->pMethods) return 0;
  struct csqlite_block_file *state = (struct csqlite_block_file *)sqlite3_malloc(sizeof *state);
  if (!state) return 0;
  state->original = file->pMethods;
  state->methods = *file->pMethods;
  // Methods of later versions would not be copied.
  if (state->methods.iVersion > 3) state->methods.iVersion = 3;
  state->methods.xRead = csqlite_block_file_read;
  state->methods.xClose = csqlite_block_file_close;
  state->reads_blocks = 0;
  state->block = -1;
  file->pMethods = &state->methods;
  return state;
}

// FTS5's extension interface: <https://www.sqlite.org/fts5.html#extending_fts5>.
static inline fts5_api *csqlite_fts5_api(sqlite3 *db) {
  fts5_api *api = 0;
  sqlite3_stmt *s = 0;
  if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &s, 0) == SQLITE_OK) {
    sqlite3_bind_pointer(s, 1, (void *)&api, "fts5_api_ptr", 0);
    sqlite3_step(s);
  }
  sqlite3_finalize(s);
  return api;
}
