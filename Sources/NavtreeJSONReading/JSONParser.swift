/// A reader of JSON texts, strict about RFC 8259's grammar and UTF-8.
///
/// It reads with simdjson where the platform has it, else with Swift alone; both give the same values and errors.
/// It reuses its memory: each parse overwrites the result of the one before.
public struct JSONParser: ~Copyable {
  /// The number of readable bytes that must follow each text, of any content.
  public static let padding = 64

  /// The levels to which arrays and objects may be nested.
  public let maximumDepth: Int
  #if canImport(NavtreeCSimdJSON)
    private let simd: SimdTape
  #endif
  /// The reader in Swift alone; nil where simdjson reads.
  private let plain: PlainTape?

  /// - Parameter maximumDepth: from 1 to 4,096, since the values made from a text are walked by recursion.
  public init(maximumDepth: Int = 512) {
    #if canImport(NavtreeCSimdJSON)
      self.init(maximumDepth: maximumDepth, readsPlainly: false)
    #else
      self.init(maximumDepth: maximumDepth, readsPlainly: true)
    #endif
  }

  /// - Parameter readsPlainly: Whether it reads without simdjson, as where the platform has none.
  package init(maximumDepth: Int = 512, readsPlainly: Bool) {
    self.maximumDepth = min(max(maximumDepth, 1), 4096)
    #if canImport(NavtreeCSimdJSON)
      simd = SimdTape(maximumDepth: self.maximumDepth)
    #endif
    plain = readsPlainly ? PlainTape(maximumDepth: self.maximumDepth) : nil
  }

  /// Reads one value, with nothing but white space around it.
  ///
  /// - Parameter bytes: the text, which `padding` more readable bytes must follow in memory.
  /// - Returns: the value, valid until the next parse; the bytes are no longer needed.
  /// - Throws: `numberOutOfRange` only where nothing else is wrong; `parse(nullingNumbersOutOfRange:)` then
  ///   reads the rest of the text.
  /// - Complexity: O(*n*)
  public func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSONElement {
    do throws(TapeFault) {
      return try read(bytes)
    } catch {
      throw try failure(error, bytes)
    }
  }

  /// Reads one value, with `null` for every number that neither a 64-bit integer nor a finite double holds.
  ///
  /// - Parameter bytes: as in `parse`.
  /// - Complexity: O(*n*), several times that of `parse`.
  public func parse(nullingNumbersOutOfRange bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSONElement {
    let scan = try JSONSyntaxScan(bytes, maximumDepth: maximumDepth)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + Self.padding, alignment: 16)
    defer { copy.deallocate() }
    copy.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "))
    copy.copyMemory(from: bytes)
    for range in scan.numbersOutOfRange {
      // The shortest number out of range is longer than `null`.
      copy[range].initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "))
      copy[range].copyBytes(from: "null".utf8)
    }
    do throws(TapeFault) {
      return try read(UnsafeRawBufferPointer(rebasing: copy[..<bytes.count]))
    } catch {
      throw self.error(error)
    }
  }

  @inline(__always)
  private func read(_ bytes: UnsafeRawBufferPointer) throws(TapeFault) -> JSONElement {
    if let plain { return try plain.read(bytes) }
    #if canImport(NavtreeCSimdJSON)
      return try simd.read(bytes)
    #else
      throw .outOfMemory
    #endif
  }

  /// The fault of a refused text. The parser doesn't say whether a number is malformed or out of range, nor where the
  /// grammar is violated.
  private func failure(_ fault: TapeFault, _ bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSONError {
    switch fault {
    case .number:
      _ = try parse(nullingNumbersOutOfRange: bytes)
      return .numberOutOfRange
    case .syntax:
      _ = try JSONSyntaxScan(bytes, maximumDepth: maximumDepth)
      return error(fault)
    case .capacity, .outOfMemory, .depth, .utf8: return error(fault)
    }
  }

  private func error(_ fault: TapeFault) -> JSONError {
    switch fault {
    case .capacity: .capacity
    case .outOfMemory: .outOfMemory
    case .depth: .depth(limit: maximumDepth)
    case .utf8: .invalidUTF8
    case .number: .numberOutOfRange
    case .syntax: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 0))
    }
  }
}
