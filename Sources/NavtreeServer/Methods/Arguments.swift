import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import OrderedCollections
import NavtreeEngine

/// The params of one call, in the order in which its method declares them.
///
/// Its memory serves every call of a server in turn; the elements are valid until the next line is parsed.
package final class Arguments {
  @exclusivity(unchecked)
  private var signature: Signature
  /// As many as any of them has parameters; an array of them would be checked for other holders at each write.
  private let elements: UnsafeMutableBufferPointer<JSONElement?>

  /// Arguments of no call yet, for any of these.
  init(_ signatures: [Signature]) {
    signature = signatures[0]
    elements = .allocate(capacity: signatures.map(\.parameters.count).max() ?? 0)
    elements.initialize(repeating: nil)
  }

  deinit {
    elements.deinitialize()
    elements.deallocate()
  }

  /// Takes the params of a call: by name, or by position.
  ///
  /// - Parameter reserved: a name that is passed over: an action's `type`.
  func take(_ params: JSONElement?, for signature: Signature, reserved: StaticString? = nil) throws(Failure) {
    // The same method is often called many times on end.
    if self.signature !== signature { self.signature = signature }
    elements.update(repeating: nil)
    if let params {
      switch params.kind {
      case .array: try take(positions: params)
      case .object: try take(names: params, for: signature, reserved)
      case .null, .boolean, .integer, .unsigned, .number, .string: break
      }
    }
    for index in signature.required where elements[index] == nil {
      throw Failure(
        .invalidParams, "'\(signature.parameters[index].name)' is missing",
        ["pointer": .string(""), "hint": .string("\(signature.name) takes \(summary)")])
    }
  }

  private func take(positions params: JSONElement) throws(Failure) {
    var index = 0
    for element in params.elements {
      guard index < signature.parameters.count else {
        throw Failure(
          .invalidParams, "\(signature.name) takes at most \(signature.parameters.count) params",
          ["pointer": .string("/\(index)"), "hint": .string("\(signature.name) takes \(summary)")])
      }
      elements[index] = element
      index += 1
    }
  }

  private func take(
    names params: JSONElement, for signature: Signature, _ reserved: StaticString?
  ) throws(Failure) {
    for member in params.members {
      guard let index = signature.index(of: member.keyBytes) else {
        if let reserved, member.keyIs(reserved) { continue }
        throw Failure(
          .invalidParams, "\(signature.name) has no parameter '\(member.key)'",
          ["pointer": .string(JSONPointer([member.key]).description)]
        ).hinting(member.key, among: signature.parameters.map(\.name))
      }
      elements[index] = member.value
    }
  }

  /// The parameters as a line for people: `flow, session?`.
  private var summary: String {
    if signature.parameters.isEmpty { return "no params" }
    return signature.parameters.map { $0.isRequired ? $0.name : $0.name + "?" }.joined(separator: ", ")
  }
}

extension Arguments {
  /// The argument as it was given; nil: not given.
  subscript(index: Int) -> JSONElement? { elements[index] }

  func string(_ index: Int) throws(Failure) -> String? {
    guard let element = elements[index] else { return nil }
    guard let string = element.string else { throw misfit(index) }
    return string
  }

  func boolean(_ index: Int, default standard: Bool = false) throws(Failure) -> Bool {
    guard let element = elements[index] else { return standard }
    guard let boolean = element.boolean else { throw misfit(index) }
    return boolean
  }

  /// One of the strings that a parameter takes.
  func choice<Choice: RawRepresentable<String>>(_ index: Int) throws(Failure) -> Choice? {
    guard let text = try string(index) else { return nil }
    guard let choice = Choice(rawValue: text) else { throw misfit(index) }
    return choice
  }

  func integer(_ index: Int, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let element = elements[index] else { return nil }
    guard let integer = element.integer, range.contains(integer) else {
      let upper = range.upperBound == .max ? "on" : "to \(range.upperBound)"
      throw misfit(index, "an integer from \(range.lowerBound) \(upper)")
    }
    return integer
  }

  func object(_ index: Int) throws(Failure) -> JSONObject? {
    guard let element = elements[index] else { return nil }
    guard case .object(let object) = try value(element) else { throw misfit(index) }
    return object
  }

  func address(_ index: Int) throws(Failure) -> Address? {
    guard let element = elements[index] else { return nil }
    guard let bytes = element.stringBytes, let address = Address(bytes) else { throw misfit(index) }
    return address
  }

  func value(_ element: JSONElement) throws(Failure) -> JSONValue {
    do {
      return try element.value()
    } catch {
      throw Failure(.invalidParams, "\(error)")
    }
  }

  func name(of index: Int) -> String { signature.parameters[index].name }

  func misfit(_ index: Int, _ expectation: String? = nil) -> Failure {
    let parameter = signature.parameters[index]
    return Failure(
      .invalidParams, "'\(parameter.name)' must be \(expectation ?? parameter.shape.expectation)",
      ["pointer": .string("/\(parameter.name)")])
  }
}
