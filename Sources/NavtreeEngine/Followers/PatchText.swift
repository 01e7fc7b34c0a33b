import NavtreeJSON

/// A JSON Patch (RFC 6902) in writing, operation by operation, each at the writer's present place.
///
/// Its memory serves one patch after another.
final class PatchText {
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var text = JSONWriter()
  /// The number of operations.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var count = 0
  /// Whether operations are counted and not written.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var isCounted = false
  /// The present place, as RFC 6901 writes it.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var path = JSONWriter(capacity: 256)

  /// Begins a patch, at its root.
  ///
  /// - Parameter isCounted: whether its operations are counted and not written.
  func begin(isCounted: Bool = false) {
    self.isCounted = isCounted
    // The memory for a large value is released.
    text.removeAll(keepingCapacity: text.count <= 1 << 16)
    text.append("[")
    path.removeAll()
    count = 0
  }

  /// Ends the patch and appends it.
  func end(into output: inout JSONWriter) {
    text.append("]")
    text.withUnsafeBytes { output.append($0) }
  }

  /// Writes at a place inside.
  func within(_ token: String, _ write: () -> Void) {
    // Operations that are only counted need no place.
    if isCounted { return write() }
    let mark = path.count
    enter(token)
    write()
    path.truncate(to: mark)
  }

  /// Writes at a place inside.
  func within(_ tokens: some Sequence<String>, _ write: () -> Void) {
    let mark = path.count
    for token in tokens { enter(token) }
    write()
    path.truncate(to: mark)
  }

  private func enter(_ token: String) {
    path.append("/")
    // Names that need no escape are copied at once. Fails only for strings bridged from another language.
    let isCopied = token.utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte == UInt8(ascii: "~") || byte == UInt8(ascii: "/") { return false }
      path.append(UnsafeRawBufferPointer(bytes))
      return true
    }
    if isCopied == true { return }
    // RFC 6901 section 3: ~ is written as ~0 and / as ~1.
    for byte in token.utf8 {
      switch byte {
      case UInt8(ascii: "~"): path.append("~0")
      case UInt8(ascii: "/"): path.append("~1")
      default: path.append(byte)
      }
    }
  }

  func add(_ value: JSONValue) {
    guard open("add") else { return }
    text.append(#","value":"#)
    text.appendValue(value)
    text.append("}")
  }

  func replace(_ value: JSONValue) {
    replace { $0.appendValue(value) }
  }

  /// - Parameter write: writes the value.
  func replace(_ write: (inout JSONWriter) -> Void) {
    guard open("replace") else { return }
    text.append(#","value":"#)
    write(&text)
    text.append("}")
  }

  func remove() {
    guard open("remove") else { return }
    text.append("}")
  }

  /// Moves the value at one place inside to another.
  func move(from: JSONPointer, to place: JSONPointer) {
    var isWritten = false
    within(place.tokens) { isWritten = open("move") }
    guard isWritten else { return }
    text.append(#","from":"#)
    within(from.tokens) { writePath() }
    text.append("}")
  }

  /// Appends the operations that turn one value into another.
  ///
  /// - Complexity: that of `JSONPatch(from:to:key:)`.
  func turn(_ old: JSONValue, into new: JSONValue) {
    switch (old, new) {
    case (.object, .object), (.array, .array): break
    // Only two containers have differences inside.
    case (.null, _), (.boolean, _), (.integer, _), (.number, _), (.string, _), (.array, _), (.object, _):
      if !old.isIdentical(to: new) { replace(new) }
      return
    }
    for operation in JSONPatch(from: old, to: new, key: "id").operations {
      switch operation {
      case .add(let place, let value): within(place.tokens) { add(value) }
      case .replace(let place, let value): within(place.tokens) { replace(value) }
      case .remove(let place): within(place.tokens) { remove() }
      case .move(let from, let place): move(from: from, to: place)
      // A difference has neither.
      case .copy, .test: break
      }
    }
  }

  /// Begins an operation; false if it is only counted.
  private func open(_ operation: StaticString) -> Bool {
    count += 1
    if isCounted { return false }
    if count > 1 { text.append(",") }
    text.append(#"{"op":""#)
    text.append(operation)
    text.append(#"","path":"#)
    writePath()
    return true
  }

  private func writePath() {
    path.withUnsafeBytes { text.appendString($0) }
  }
}
