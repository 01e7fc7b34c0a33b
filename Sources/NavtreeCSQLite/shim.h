#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <sqlite3.h>

// C that Swift can't import: a macro and a variadic function.

/// SQLITE_TRANSIENT: SQLite makes its own copy of the value. The macro is a cast.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

/// Locks or unlocks one byte for an open file description. fcntl takes any number of arguments.
static inline int csqlite_lock(int file, int kind, long long offset) {
#ifndef F_OFD_SETLK
#define F_OFD_SETLK 37
#endif
  struct flock lock = {0};
  lock.l_type = (short)kind;
  lock.l_whence = 0;
  lock.l_start = offset;
  lock.l_len = 1;
  return fcntl(file, F_OFD_SETLK, &lock);
}
