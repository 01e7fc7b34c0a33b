public import NavtreeJSON

/// A value in a parsed text, read in place on the parser's tape.
///
/// It owns nothing: it and every buffer obtained from it are valid until the parser's next parse or its end.
///
/// Accessors used many times per request are always inlined, here and in `JSONWriter`: together that takes 5 % off the
/// instructions of a whole request.
public struct JSONElement {
  /// The parser's tape, one or two words per value: the upper byte of a word is its tag.
  /// The format is described in simdjson's doc/tape.md.
  @usableFromInline let tape: UnsafePointer<UInt64>
  /// The unescaped strings, each after its length.
  @usableFromInline let strings: UnsafePointer<UInt8>
  /// The place of this value on the tape.
  @usableFromInline let index: Int

  @inlinable
  init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int) {
    self.tape = tape
    self.strings = strings
    self.index = index
  }
}

extension JSONElement {
  /// The kind of a value. Numbers are distinguished by how they are written.
  @frozen
  public enum Kind: Sendable {
    case null
    case boolean
    /// A number without fraction and exponent that `Int` holds.
    case integer
    /// A number without fraction and exponent beyond `Int` that `UInt64` holds.
    case unsigned
    /// A number with a fraction or an exponent.
    case number
    case string
    case array
    case object
  }

  @inlinable
  @inline(__always)
  public var kind: Kind {
    switch tag {
    case Tag.null: .null
    case Tag.true, Tag.false: .boolean
    case Tag.integer: .integer
    case Tag.unsigned: .unsigned
    case Tag.number: .number
    case Tag.string: .string
    case Tag.array: .array
    default: .object
    }
  }

  @inlinable
  public var isNull: Bool { tag == Tag.null }

  @inlinable
  public var boolean: Bool? {
    switch tag {
    case Tag.true: true
    case Tag.false: false
    default: nil
    }
  }

  /// The value of a number without fraction and exponent, if `Int` holds it.
  @inlinable
  public var integer: Int? {
    tag == Tag.integer ? Int(truncatingIfNeeded: tape[index + 1]) : nil
  }

  /// The value of a number without fraction and exponent, if `UInt64` holds it.
  @inlinable
  public var unsigned: UInt64? {
    switch tag {
    case Tag.unsigned: tape[index + 1]
    case Tag.integer: UInt64(exactly: Int(truncatingIfNeeded: tape[index + 1]))
    default: nil
    }
  }

  /// The value of any number, rounded if it was written as an integer that no double equals.
  @inlinable
  public var number: Double? {
    switch tag {
    case Tag.number: Double(bitPattern: tape[index + 1])
    case Tag.integer: Double(Int(truncatingIfNeeded: tape[index + 1]))
    case Tag.unsigned: Double(tape[index + 1])
    default: nil
    }
  }

  /// The UTF-8 of a string, its escapes resolved.
  @inlinable
  @inline(__always)
  public var stringBytes: UnsafeRawBufferPointer? {
    tag == Tag.string ? text : nil
  }

  /// - Complexity: O(*n*), it copies.
  @inlinable
  public var string: String? {
    tag == Tag.string ? String(decoding: text, as: UTF8.self) : nil
  }

  /// Whether this is a string of exactly these bytes.
  @inlinable
  @inline(__always)
  public func `is`(_ string: StaticString) -> Bool {
    tag == Tag.string && text.equals(string)
  }
}

extension JSONElement {
  /// The upper bytes of the words on the tape.
  @usableFromInline
  enum Tag {
    @inlinable static var null: UInt8 { UInt8(ascii: "n") }
    @inlinable static var `true`: UInt8 { UInt8(ascii: "t") }
    @inlinable static var `false`: UInt8 { UInt8(ascii: "f") }
    @inlinable static var integer: UInt8 { UInt8(ascii: "l") }
    @inlinable static var unsigned: UInt8 { UInt8(ascii: "u") }
    @inlinable static var number: UInt8 { UInt8(ascii: "d") }
    @inlinable static var string: UInt8 { UInt8(ascii: "\"") }
    @inlinable static var array: UInt8 { UInt8(ascii: "[") }
    @inlinable static var object: UInt8 { UInt8(ascii: "{") }
  }

  @inlinable
  @inline(__always)
  var tag: UInt8 { UInt8(truncatingIfNeeded: tape[index] &>> 56) }

  /// The lower 56 bits of the word.
  @inlinable
  @inline(__always)
  var payload: Int { Int(truncatingIfNeeded: tape[index] & 0x00FF_FFFF_FFFF_FFFF) }

  /// The bytes of a string.
  @inlinable
  @inline(__always)
  var text: UnsafeRawBufferPointer {
    let start = UnsafeRawPointer(strings + payload)
    return UnsafeRawBufferPointer(start: start + 4, count: Int(start.loadUnaligned(as: UInt32.self)))
  }

  /// The index of the next value.
  @inlinable
  @inline(__always)
  var end: Int {
    switch tag {
    case Tag.array, Tag.object: payload & 0xFFFF_FFFF
    case Tag.integer, Tag.unsigned, Tag.number: index &+ 2
    default: index &+ 1
    }
  }
}
