#pragma once

// A thin C interface to RE2.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A compiled regular expression.
typedef struct cre2_regex cre2_regex;

// Compiles a pattern (UTF-8, no logging) whose program may take at most `memory` bytes.
//
// Returns null when it can't, with a message in `message`, cut to `capacity` bytes and ended by a zero.
cre2_regex *_Nullable cre2_compile(
    const char *_Nullable pattern, size_t length, int64_t memory, char *_Nonnull message, size_t capacity);

// Releases a compiled regular expression.
void cre2_free(cre2_regex *_Nonnull regex);

// The number of instructions in the compiled program.
int cre2_program_size(const cre2_regex *_Nonnull regex);

// Whether the pattern matches anywhere in the text: 1, 0, or -1 when memory ran out. Linear in the text.
int cre2_matches(const cre2_regex *_Nonnull regex, const char *_Nullable text, size_t length);

#ifdef __cplusplus
}
#endif
