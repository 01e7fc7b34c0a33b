#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// Inlined, the fields of a reader are registers.
#define PLAIN_INLINE __attribute__((always_inline)) inline
#define PLAIN_APART __attribute__((noinline))

/// A reader of short texts in the shape of a request: objects and arrays of ASCII strings without escapes, integers of up
/// to 18 digits, booleans and nulls, with nothing but spaces between them.
///
/// It writes what simdjson would write, onto a tape that has simdjson's room for the text. simdjson reads whatever it
/// declines, faults included.
class plain_reader {
public:
  /// The longest text that it reads, in bytes.
  static constexpr size_t longest = 1024;
  /// The most levels of containers that it reads.
  static constexpr size_t deepest = 16;
  /// A bit of the tape's first word: no integer on it is beyond `int64_t`.
  static constexpr uint64_t has_no_unsigned = uint64_t(1) << 55;
  /// Another: the first keys are those of a request, in the order of its definition, and the id takes two words.
  static constexpr uint64_t has_keys_of_request = uint64_t(1) << 54;

  /// - Parameter count: at most `longest`; 64 readable bytes follow the text, and 64 writable ones what simdjson writes.
  plain_reader(const uint8_t *bytes, size_t count, uint64_t *tape, uint8_t *strings) noexcept
    : place(bytes), end(bytes + count), tape(tape), strings(strings), text(strings) {}

  /// Writes the text onto the tape; false if it isn't plain, and then the tape means nothing.
  ///
  /// A step may read past the end: it is checked before each value and each key, and nothing past it is accepted.
  PLAIN_INLINE bool read() noexcept {
    bool is_request = false;
    if (place == end || (*place | 0x20) != '{') return false;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (size_t(end - place) > sizeof head && !memcmp(place, head, sizeof head)) {
      read_head();
      if (!read_integer()) goto value;
      if (next == place_of_method - 1 && read_key_of_request(",\"method\":", "\6\0\0\0method")) {
        inner += one;
        if (*place != '"') goto value;
        if (!read_string()) return false;
        skip_spaces();
        if (read_key_of_request(",\"params\":", "\6\0\0\0params")) {
          inner += one;
          is_request = true;
          goto value;
        }
      }
      goto after_value;
    }
#endif

  value:
    if (place >= end) return false;
    switch (*place) {
    case '"':
      if (!read_string()) return false;
      break;
    case '{':
    case '[':
      if (depth == deepest) return false;
      depth++;
      // Until its end is known, the word of a container holds what surrounds it.
      tape[next] = inner;
      inner = word(uint8_t(*place + to_closing), next++);
      place++;
      skip_spaces();
      if (*place == closing()) goto close;
      if (is_in_object() && !read_key()) return false;
      goto value;
    case 't':
      if (!read_word("true", 4)) return false;
      break;
    case 'f':
      if (!read_word("false", 5)) return false;
      break;
    case 'n':
      if (!read_word("null", 4)) return false;
      break;
    default:
      if (!read_integer()) return false;
    }

  after_value:
    skip_spaces();
    if (inner == 0) {
      if (place != end) return false;
      tape[0] = word('r', next + 1) | has_no_unsigned | (is_request ? has_keys_of_request : 0);
      tape[next] = word('r', 0);
      return true;
    }
    inner += one;
    if (*place == ',') {
      place++;
      skip_spaces();
      if (place >= end || (is_in_object() && !read_key())) return false;
      goto value;
    }
    if (*place != closing()) return false;

  close:
    close_container();
    place++;
    goto after_value;
  }

private:
  /// The beginning of almost all requests.
  static constexpr char head[] = {'{', '"', 'j', 's', 'o', 'n', 'r', 'p', 'c', '"', ':',
                                  '"', '2', '.', '0', '"', ',', '"', 'i', 'd', '"', ':'};

  /// The places of a request's values on the tape, after an id of two words and a method.
  static constexpr uint64_t place_of_method = 8, place_of_params = 10;

  /// Writes what the beginning of a request is on the tape.
  PLAIN_INLINE void read_head() noexcept {
    static constexpr char names[] = "\7\0\0\0jsonrpc\0\3\0\0\0" "2.0\0\2\0\0\0id";
    memcpy(text, names, sizeof names);
    text += sizeof names;
    tape[2] = word('"', 0);
    tape[3] = word('"', 12);
    tape[4] = word('"', 20);
    tape[1] = 0;
    inner = word('}', 1) + one;
    depth = 1;
    next = 5;
    place += sizeof head;
    skip_spaces();
  }

  /// Reads a comma and a key that nearly all requests have; false if another one follows.
  PLAIN_INLINE bool read_key_of_request(const char (&key)[11], const char (&name)[11]) noexcept {
    if (memcmp(place, key, 10)) return false;
    memcpy(text, name, sizeof name);
    tape[next++] = word('"', uint64_t(text - strings));
    text += sizeof name;
    place += 10;
    skip_spaces();
    return true;
  }

  /// The distance from an opening bracket to the closing one.
  static constexpr uint8_t to_closing = 2;

  const uint8_t *place;
  const uint8_t *const end;
  uint64_t *const tape;
  uint8_t *const strings;
  /// The end of the strings so far.
  uint8_t *text;
  /// The end of the tape so far; its first word is written last.
  uint64_t next = 1;
  /// The innermost container that is open: its closing bracket, the number of its values so far, and its place.
  uint64_t inner = 0;
  size_t depth = 0;

  static uint64_t word(uint8_t tag, uint64_t payload) noexcept { return uint64_t(tag) << 56 | payload; }

  /// One value in `inner`, above the place, and the bits of the number of values.
  static constexpr uint64_t one = uint64_t(1) << 24, counted = (uint64_t(1) << 56) - one;

  uint8_t closing() const noexcept { return uint8_t(inner >> 56); }

  bool is_in_object() const noexcept { return closing() == '}'; }

  PLAIN_INLINE void close_container() noexcept {
    const uint64_t start = inner & (one - 1), outer = tape[start];
    tape[next++] = word(closing(), start);
    tape[start] = word(closing() - to_closing, (inner & counted) << 8 | next);
    inner = outer;
    depth--;
  }

  PLAIN_INLINE void skip_spaces() noexcept {
    if (__builtin_expect(*place == ' ', 0)) place = after_spaces(place, end);
  }

  // Loops apart from the fast path leave it its registers.
  PLAIN_APART static const uint8_t *after_spaces(const uint8_t *place, const uint8_t *end) noexcept {
    while (*place == ' ' && place < end) place++;
    return place;
  }

  PLAIN_INLINE bool read_word(const char *name, size_t length) noexcept {
    if (size_t(end - place) < length || memcmp(place, name, length)) return false;
    tape[next++] = word(*place, 0);
    place += length;
    return true;
  }

  PLAIN_INLINE bool read_key() noexcept {
    if (*place != '"' || !read_string()) return false;
    skip_spaces();
    if (*place != ':') return false;
    place++;
    skip_spaces();
    return true;
  }

  PLAIN_INLINE bool read_integer() noexcept {
    const bool is_negative = *place == '-';
    const uint8_t *const digits = place + is_negative;
    uint64_t number = 0;
    size_t count = read_digits(digits, number);
    const uint8_t *digit = digits + count;
    if (__builtin_expect(count == 0 || count == sizeof number, 0)) {
      while (digit < end && uint8_t(*digit - '0') < 10) number = number * 10 + (*digit++ - '0');
      count = size_t(digit - digits);
    }
    if (count == 0 || count > 18 || (*digits == '0' && (count > 1 || is_negative))) return false;
    tape[next++] = word('l', 0);
    tape[next++] = is_negative ? 0 - number : number;
    place = digit;
    return true;
  }

  /// Reads up to eight digits at once, those past the end too, and counts them.
  PLAIN_INLINE static size_t read_digits(const uint8_t *digits, uint64_t &number) noexcept {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    memcpy(&word, digits, sizeof word);
    word ^= 0x3030303030303030;
    // The upper bit of each byte that isn't a digit; a carry only reaches bytes after the first such one.
    const uint64_t others = (word | (word + 0x7676767676767676)) & 0x8080808080808080;
    const size_t count = others ? size_t(__builtin_ctzll(others)) / 8 : sizeof word;
    if (count == 0) return 0;
    // The last digit to the last byte; then pairs, fours and all eight are put together.
    word <<= 64 - 8 * count;
    word = word * 10 + (word >> 8);
    word = (word & 0x00FF00FF00FF00FF) * 100 + (word >> 16 & 0x00FF00FF00FF00FF);
    number = (word & 0x0000FFFF0000FFFF) * 10000 + (word >> 32 & 0x0000FFFF0000FFFF);
    number &= 0xFFFFFFFF;
    return count;
#else
    return 0;
#endif
  }

  /// Each string stands after its length, before a zero.
  PLAIN_INLINE bool read_string() noexcept {
    uint8_t *const target = text + sizeof(uint32_t);
    place++;
    // The bytes after the text may be read, and those after the string are overwritten.
    size_t length = copy_plain(place, target);
    if (__builtin_expect(length == chunk, 0)) length = copy_rest(place, end, target);
    if (place[length] != '"') return false;
    const uint32_t count = uint32_t(length);
    memcpy(text, &count, sizeof count);
    target[length] = 0;
    tape[next++] = word('"', uint64_t(text - strings));
    text = target + length + 1;
    place += length + 1;
    return true;
  }

  /// Copies a string whose first chunk is copied, and gives its length; any place but its end where it isn't plain.
  PLAIN_APART static size_t copy_rest(const uint8_t *place, const uint8_t *end, uint8_t *target) noexcept {
    size_t length = chunk;
    while (place + length <= end) {
      const size_t plain = copy_plain(place + length, target + length);
      length += plain;
      if (plain < chunk) return length;
    }
    return 0;
  }

#ifdef __SSE2__
  static constexpr size_t chunk = 16;

  /// Copies a chunk, and counts its bytes before the first that is a quote, a backslash, a control or outside ASCII.
  static size_t copy_plain(const uint8_t *from, uint8_t *to) noexcept {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(from));
    _mm_storeu_si128(reinterpret_cast<__m128i *>(to), bytes);
    // Signed: bytes from 128 on are less than a space too.
    const __m128i others = _mm_or_si128(
      _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))),
      _mm_cmplt_epi8(bytes, _mm_set1_epi8(' ')));
    const unsigned mask = unsigned(_mm_movemask_epi8(others));
    return mask ? size_t(__builtin_ctz(mask)) : chunk;
  }
#else
  static constexpr size_t chunk = 1;

  /// Copies a byte, and counts it unless it is a quote, a backslash, a control or outside ASCII.
  static size_t copy_plain(const uint8_t *from, uint8_t *to) noexcept {
    *to = *from;
    return *from >= ' ' && *from < 128 && *from != '"' && *from != '\\';
  }
#endif
};
