#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <sqlite3.h>

// C that Swift can't import: a macro, a variadic function, and memory that others write.

/// SQLITE_TRANSIENT: SQLite makes its own copy of the value. The macro is a cast.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

// fcntl's command for a lock of an open file description. Headers hide it from strict standard C.
#if defined(__APPLE__)
enum { csqlite_set_lock = 90 };
#elif defined(__linux__)
enum { csqlite_set_lock = 37 };
#else
#error "the number of F_OFD_SETLK isn't known for this system"
#endif
#ifdef F_OFD_SETLK
_Static_assert(F_OFD_SETLK == csqlite_set_lock, "F_OFD_SETLK has another number on this system");
#endif

/// Locks or unlocks bytes for an open file description, a length of 0 all from the offset on. fcntl takes any number of
/// arguments.
static inline int csqlite_lock(int file, int kind, long long offset, long long length) {
  struct flock lock = {0};
  lock.l_type = (short)kind;
  lock.l_whence = 0;
  lock.l_start = offset;
  lock.l_len = length;
  return fcntl(file, csqlite_set_lock, &lock);
}

/// The size that the log of a database has at least, in bytes, as the index tells that its processes share:
/// https://sqlite.org/walformat.html. 0 where nothing is in the log.
///
/// It is called in a transaction that writes, of a database that has a log: then no other process changes it.
static inline long long csqlite_log_size(sqlite3 *database) {
  sqlite3_file *file = 0;
  void volatile *index = 0;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file || !file->pMethods
      || file->pMethods->iVersion < 2 || file->pMethods->xShmMap(file, 0, 32768, 0, &index) != SQLITE_OK || !index) {
    return 0;
  }
  const unsigned int page = ((const unsigned short volatile *)index)[7];
  const unsigned int frames = ((const unsigned int volatile *)index)[4];
  return frames ? 32 + (long long)frames * ((page == 1 ? 65536 : page) + 24) : 0;
}
