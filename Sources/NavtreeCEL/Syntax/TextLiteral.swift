/// Reads a string or bytes literal.
struct TextLiteral {
  let scalars: [Unicode.Scalar]
  var position: Int
  let isRaw: Bool
  let isBytes: Bool
  var diagnostics: [CELDiagnostic] = []
  private var isUnterminated = false
  private var bytes: [UInt8] = []

  init(scalars: [Unicode.Scalar], position: Int, isRaw: Bool, isBytes: Bool) {
    self.scalars = scalars
    self.position = position
    self.isRaw = isRaw
    self.isBytes = isBytes
  }

  private func scalar(at offset: Int) -> Unicode.Scalar? {
    offset < scalars.count ? scalars[offset] : nil
  }

  private mutating func report(_ message: String, _ start: Int, _ end: Int, hint: String? = nil) {
    diagnostics.append(
      CELDiagnostic(code: .syntax, message: message, hint: hint, range: CELSourceRange(start, end)))
  }

  /// From the opening quote to the closing one.
  mutating func read() -> Token.Kind {
    let start = position
    let quote = scalars[start]
    let isTriple = scalar(at: start + 1) == quote && scalar(at: start + 2) == quote
    position += isTriple ? 3 : 1
    while let scalar = scalar(at: position) {
      if scalar == quote {
        if !isTriple {
          position += 1
          return kind
        }
        if self.scalar(at: position + 1) == quote, self.scalar(at: position + 2) == quote {
          position += 3
          return kind
        }
      }
      if scalar == "\\", !isRaw {
        escape()
        continue
      }
      if scalar == "\n" || scalar == "\r" {
        if !isTriple { break }
        // Every line end is read as a line feed.
        position += scalar == "\r" && self.scalar(at: position + 1) == "\n" ? 2 : 1
        append("\n")
        continue
      }
      append(scalar)
      position += 1
    }
    isUnterminated = position >= scalars.count
    report(
      "the \(isBytes ? "bytes literal" : "string") has no end", start, position,
      hint: isUnterminated
        ? "close it with \(isTriple ? String(repeating: String(quote), count: 3) : String(quote))"
        : "a line break must be written \\n, or the text in three quotes")
    return .invalid
  }

  private var kind: Token.Kind {
    isBytes ? .bytes(bytes) : .string(String(decoding: bytes, as: UTF8.self))
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
  }

  private mutating func escape() {
    let start = position
    position += 1
    guard let letter = scalar(at: position) else { return }
    position += 1
    switch letter {
    case "a": append("\u{07}")
    case "b": append("\u{08}")
    case "f": append("\u{0C}")
    case "n": append("\n")
    case "r": append("\r")
    case "t": append("\t")
    case "v": append("\u{0B}")
    case "\\", "?", "\"", "'", "`": append(letter)
    case "x", "X": code(digits: 2, radix: 16, from: start)
    case "0"..."3":
      position -= 1
      code(digits: 3, radix: 8, from: start)
    case "u" where !isBytes: code(digits: 4, radix: 16, from: start)
    case "U" where !isBytes: code(digits: 8, radix: 16, from: start)
    case "u", "U":
      report("\\\(letter) can't be used in bytes", start, position, hint: "write the bytes as \\x…")
    default:
      report(
        "\\\(letter) is no escape sequence", start, position,
        hint: "write \\\\\(letter), or a raw string: r\"…\"")
    }
  }

  /// A code point, or in bytes one byte, by number.
  private mutating func code(digits: Int, radix: UInt32, from start: Int) {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = scalar(at: position)?.hexDigit, digit < radix else {
        report("an escape sequence is cut short", start, position, hint: "\(digits) digits are needed")
        return
      }
      value = value &* radix &+ digit
      position += 1
    }
    if isBytes {
      bytes.append(UInt8(truncatingIfNeeded: value))
      return
    }
    guard let scalar = Unicode.Scalar(value) else {
      report("\(String(value, radix: 16, uppercase: true)) is no Unicode code point", start, position)
      return
    }
    append(scalar)
  }
}
