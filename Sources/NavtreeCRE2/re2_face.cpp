// Other platforms do without it, and build an empty file: see Package.swift.
#ifdef __linux__
#include "CRE2.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include <re2/re2.h>

struct cre2_regex {
  RE2 regex;

  cre2_regex(const re2::StringPiece &pattern, const RE2::Options &options) : regex(pattern, options) {}
};

static void tell(const char *text, size_t length, char *message, size_t capacity) {
  if (capacity == 0) return;
  size_t shown = std::min(length, capacity - 1);
  std::memcpy(message, text, shown);
  message[shown] = 0;
}

extern "C" cre2_regex *cre2_compile(
    const char *pattern, size_t length, int64_t memory, char *message, size_t capacity) {
  try {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(memory);
    auto compiled = std::make_unique<cre2_regex>(re2::StringPiece(pattern ? pattern : "", length), options);
    if (compiled->regex.ok()) return compiled.release();
    const std::string &error = compiled->regex.error();
    tell(error.data(), error.size(), message, capacity);
  } catch (...) {
    tell("out of memory", 13, message, capacity);
  }
  return nullptr;
}

extern "C" void cre2_free(cre2_regex *regex) { delete regex; }

extern "C" int cre2_program_size(const cre2_regex *regex) { return regex->regex.ProgramSize(); }

extern "C" int cre2_matches(const cre2_regex *regex, const char *text, size_t length) {
  try {
    return RE2::PartialMatch(re2::StringPiece(text ? text : "", length), regex->regex) ? 1 : 0;
  } catch (...) {
    return -1;
  }
}
#endif
