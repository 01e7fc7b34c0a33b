import NavtreeFlow
package import NavtreeJSON
package import NavigationTree
import NavtreeText

/// A pointer into a screen's JSON, as a request gives it.
///
/// Most name one param or one state field, which is found by the bytes of the request: with a list of tokens that takes
/// 2,100 instructions more.
package enum StatePointer {
  /// `/params/name`; the name is valid as long as the request.
  case param(UnsafeRawBufferPointer)
  /// `/state/name`; the name is valid as long as the request.
  case field(UnsafeRawBufferPointer)
  case place(JSONPointer)

  /// A pointer to a param or a state field, written without escapes; nil for any other.
  package init?(field bytes: UnsafeRawBufferPointer) {
    if let name = Self.name(after: "/state/", in: bytes) {
      self = .field(name)
    } else if let name = Self.name(after: "/params/", in: bytes) {
      self = .param(name)
    } else {
      return nil
    }
  }

  @inline(__always)
  private static func name(
    after parent: StaticString, in bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    let count = parent.utf8CodeUnitCount
    guard bytes.count > count, UnsafeRawBufferPointer(rebasing: bytes[..<count]).equals(parent) else {
      return nil
    }
    let name = UnsafeRawBufferPointer(rebasing: bytes[count...])
    for byte in name where byte == UInt8(ascii: "/") || byte == UInt8(ascii: "~") { return nil }
    return name
  }
}

extension StateWriter {
  /// The value at a pointer into what `write` writes, without the rest.
  ///
  /// - Complexity: O(length of the pointer) and of the value.
  package func write(_ screen: Screen, at pointer: StatePointer, to output: inout JSONWriter) throws(Failure)
  {
    let definition = transaction.flow.screens[screen.type]
    switch pointer {
    case .param(let name): try write(name, of: definition.params, screen.params, in: "params", to: &output)
    case .field(let name): try write(name, of: definition.state, screen.state, in: "state", to: &output)
    case .place(let pointer): try write(screen, at: pointer, to: &output)
    }
  }

  private func write(
    _ name: UnsafeRawBufferPointer, of record: RecordDefinition, _ values: [JSONValue], in parent: String,
    to output: inout JSONWriter
  ) throws(Failure) {
    guard let index = record.names.index(of: name) else {
      let name = String(decoding: name, as: UTF8.self)
      throw Self.nothing(at: [parent, name], name, record.names.names)
    }
    // The field is read where it lies: a copy takes 200 instructions.
    let isShown = view.sensitive || !record.fields[index].sensitive
    output.appendValue(isShown ? values[index] : StateView.hidden)
  }
}
