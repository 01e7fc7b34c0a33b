// Other platforms do without it, and build an empty file: see Package.swift.
#ifdef __linux__
#include "CSimdJSON.h"

#include "PlainReader.h"

#include <new>
#include <simdjson.h>

static_assert(CSIMDJSON_PADDING >= simdjson::SIMDJSON_PADDING, "the padding is too short for simdjson");

struct csimdjson_parser {
  simdjson::dom::parser parser;
  size_t maximum_depth;
};

/// Grows geometrically, so that lines which grow byte by byte don't allocate each time. No document has
/// more tape than bytes: the spare room is what keeps simdjson from allocating by itself.
static simdjson::error_code reserve(csimdjson_parser &parser, size_t count) noexcept {
  if (count > parser.parser.max_capacity()) return simdjson::CAPACITY;
  size_t capacity = 4096;
  while (capacity < count) capacity *= 2;
  if (capacity > parser.parser.max_capacity()) capacity = parser.parser.max_capacity();
  // simdjson refuses a container at its limit unless it is empty, so its limit is one above ours.
  auto error = parser.parser.allocate(capacity, parser.maximum_depth + 1);
  if (error) return error;
  return parser.parser.doc.allocate(capacity);
}

/// Whether a container lies deeper than the limit. simdjson doesn't count the depth of empty ones.
static bool is_too_deep(const uint64_t *tape, size_t maximum_depth) noexcept {
  const uint64_t words = tape[0] & simdjson::internal::JSON_VALUE_MASK;
  size_t depth = 0;
  for (uint64_t index = 1; index < words; index++) {
    switch (simdjson::internal::tape_type(tape[index] >> 56)) {
      case simdjson::internal::tape_type::START_ARRAY:
      case simdjson::internal::tape_type::START_OBJECT:
        if (++depth > maximum_depth) return true;
        break;
      case simdjson::internal::tape_type::END_ARRAY:
      case simdjson::internal::tape_type::END_OBJECT:
        depth--;
        break;
      case simdjson::internal::tape_type::INT64:
      case simdjson::internal::tape_type::UINT64:
      case simdjson::internal::tape_type::DOUBLE:
        index++;
        break;
      default:
        break;
    }
  }
  return false;
}

static csimdjson_status status(simdjson::error_code error) noexcept {
  switch (error) {
    case simdjson::SUCCESS: return csimdjson_success;
    case simdjson::CAPACITY: return csimdjson_capacity;
    case simdjson::MEMALLOC: return csimdjson_out_of_memory;
    case simdjson::DEPTH_ERROR: return csimdjson_depth;
    case simdjson::UTF8_ERROR: return csimdjson_utf8;
    case simdjson::NUMBER_ERROR: return csimdjson_number;
    default: return csimdjson_syntax;
  }
}

csimdjson_parser *csimdjson_create(size_t maximum_depth) {
  auto parser = new (std::nothrow) csimdjson_parser{simdjson::dom::parser(), maximum_depth};
  if (parser && reserve(*parser, 0)) {
    delete parser;
    return nullptr;
  }
  return parser;
}

void csimdjson_destroy(csimdjson_parser *parser) { delete parser; }

csimdjson_status csimdjson_parse(
  csimdjson_parser *parser, const uint8_t *bytes, size_t count, csimdjson_document *document) {
  if (count > parser->parser.capacity() || count > parser->parser.doc.capacity()) {
    if (auto error = reserve(*parser, count)) return status(error);
  }
  // A request of 80 bytes takes simdjson 1,670 instructions, and the plain reader 530.
  if (count <= plain_reader::longest && plain_reader::deepest < parser->maximum_depth) {
    document->tape = parser->parser.doc.tape.get();
    document->strings = parser->parser.doc.string_buf.get();
    plain_reader reader(bytes, count, parser->parser.doc.tape.get(), parser->parser.doc.string_buf.get());
    if (reader.read()) return csimdjson_success;
  }
  if (auto error = parser->parser.parse(bytes, count, false).error()) return status(error);
  document->tape = parser->parser.doc.tape.get();
  document->strings = parser->parser.doc.string_buf.get();
  // Below two bytes a level there is no room for too many levels: short lines aren't scanned.
  if (count / 2 > parser->maximum_depth && is_too_deep(document->tape, parser->maximum_depth)) {
    return csimdjson_depth;
  }
  return csimdjson_success;
}
#endif
