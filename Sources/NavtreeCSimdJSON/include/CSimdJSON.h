#pragma once

#include <stddef.h>
#include <stdint.h>

/// A C interface to simdjson's DOM parser. Nothing throws across it.

#ifdef __cplusplus
extern "C" {
#endif

/// The readable bytes that must follow every input.
#define CSIMDJSON_PADDING 64

enum csimdjson_status {
  csimdjson_success,
  /// The input is longer than simdjson can index.
  csimdjson_capacity,
  csimdjson_out_of_memory,
  csimdjson_depth,
  csimdjson_utf8,
  /// A number that is malformed, or well-formed and not representable: simdjson doesn't say which.
  csimdjson_number,
  /// Any other fault of the text.
  csimdjson_syntax,
};

struct csimdjson_parser;

/// The result of a successful parse, valid until the parser's next parse: the tape, described in simdjson's
/// doc/tape.md, and the strings that it refers to.
struct csimdjson_document {
  const uint64_t *tape;
  const uint8_t *strings;
};

/// Returns null when memory runs out.
struct csimdjson_parser *csimdjson_create(size_t maximum_depth);

void csimdjson_destroy(struct csimdjson_parser *parser);

/// Parses `count` bytes, which CSIMDJSON_PADDING readable bytes must follow.
enum csimdjson_status csimdjson_parse(
  struct csimdjson_parser *parser, const uint8_t *bytes, size_t count, struct csimdjson_document *document);

#ifdef __cplusplus
}
#endif
