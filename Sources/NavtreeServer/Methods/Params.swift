import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import NavtreeEngine

/// The params of one call, which its method reads by name.
///
/// Each name has its own slot, whatever the method. The memory is reused for every call of a server; the
/// elements are valid until the next line is parsed.
package final class Params {
  /// The signature of the call; nil before the first call.
  @exclusivity(unchecked)
  private var signature: Signature?
  /// The elements by slot; an array would be checked for uniqueness at each write. Slots that the signature
  /// doesn't declare hold remains of other calls.
  private let elements: UnsafeMutableBufferPointer<JSONElement?>

  init() {
    elements = .allocate(capacity: ParameterName.allCases.count)
    elements.initialize(repeating: nil)
  }

  deinit {
    elements.deinitialize()
    elements.deallocate()
  }

  /// Takes the params of a call: by name, or by position.
  ///
  /// - Parameter reserved: a name to ignore: an action's `type`.
  func take(_ given: JSONElement?, for signature: Signature, reserved: StaticString? = nil) throws(Failure) {
    // The same method is often called many times in a row.
    if self.signature !== signature { self.signature = signature }
    for slot in signature.slots { elements[slot] = nil }
    if let given {
      switch given.kind {
      case .array: try take(positions: given, for: signature)
      case .object: try take(names: given, for: signature, reserved)
      case .null, .boolean, .integer, .unsigned, .number, .string: break
      }
    }
    for slot in signature.required where elements[slot] == nil { throw missing(slot, signature) }
  }

  private func take(positions given: JSONElement, for signature: Signature) throws(Failure) {
    var index = 0
    for element in given.elements {
      guard index < signature.slots.count else {
        throw Failure(
          .invalidParams, "\(signature.name) takes at most \(signature.slots.count) params",
          ["pointer": .string("/\(index)"), "hint": .string("\(signature.name) takes \(signature.summary)")])
      }
      elements[signature.slots[index]] = element
      index += 1
    }
  }

  private func take(
    names given: JSONElement, for signature: Signature, _ reserved: StaticString?
  ) throws(Failure) {
    for member in given.members {
      guard let slot = signature.slot(of: member.keyBytes) else {
        if let reserved, member.keyIs(reserved) { continue }
        throw Failure(
          .invalidParams, "\(signature.name) has no parameter '\(member.key)'",
          ["pointer": .string(JSONPointer([member.key]).description)]
        ).hinting(member.key, among: signature.parameters.map(\.name))
      }
      elements[slot] = member.value
    }
  }

  private func missing(_ slot: Int, _ signature: Signature) -> Failure {
    Failure(
      .invalidParams, "'\(ParameterName.allCases[slot].text)' is missing",
      ["pointer": "", "hint": .string("\(signature.name) takes \(signature.summary)")])
  }

  /// The param as given; nil if it is missing.
  ///
  /// A method reads only what it declares.
  subscript(name: ParameterName) -> JSONElement? {
    assert(signature?[name] != nil, "\(signature?.name ?? "") doesn't declare \(name)")
    return elements[name.rawValue]
  }

  /// All given params by name, except one.
  func named(but exception: ParameterName) throws(Failure) -> JSONObject {
    var named: JSONObject = [:]
    for parameter in signature?.parameters ?? [] where parameter.key != exception {
      if let value = try value(parameter.key) { named[parameter.name] = value }
    }
    return named
  }

  /// The failure of a param that doesn't fit its parameter.
  func misfit(_ name: ParameterName, _ expectation: String? = nil) -> Failure {
    let expectation = expectation ?? signature?[name]?.shape.expectation ?? "left out"
    return Failure(
      .invalidParams, "'\(name.text)' must be \(expectation)", ["pointer": .string("/\(name.text)")])
  }

  /// The failure of a param that can't be combined with the others.
  func misplaced(_ name: ParameterName) -> Failure {
    Failure(
      .invalidParams, "'\(name.text)' doesn't go with the other params",
      ["pointer": .string("/\(name.text)")])
  }
}
