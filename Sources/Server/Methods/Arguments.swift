import Flow
import JSON
import NavigationTree
import OrderedCollections
import Session

/// The params of one call, in the order in which its method declares them.
///
/// Its memory serves every call of a server in turn; the elements are valid until the next line is parsed.
package final class Arguments {
  @exclusivity(unchecked)
  private unowned var method: Method
  /// As many as any method has parameters; an array of them would be checked for other holders at each write.
  private let elements: UnsafeMutableBufferPointer<JSONElement?>

  /// Arguments of no call yet, for any of these methods.
  init(_ methods: [Method]) {
    method = methods[0]
    elements = .allocate(capacity: methods.map(\.parameters.count).max() ?? 0)
    elements.initialize(repeating: nil)
  }

  deinit {
    elements.deinitialize()
    elements.deallocate()
  }

  /// Takes the params of a call: by name, or by position.
  func take(_ params: JSONElement?, for method: Method) throws(Failure) {
    self.method = method
    elements.update(repeating: nil)
    if let params {
      switch params.kind {
      case .array: try take(positions: params)
      case .object: try take(names: params)
      case .null, .boolean, .integer, .unsigned, .number, .string: break
      }
    }
    for index in method.required where elements[index] == nil {
      throw Failure(
        .invalidParams, "'\(method.parameters[index].name)' is missing",
        ["pointer": .string(""), "hint": .string("\(method.name) takes \(signature)")])
    }
  }

  private func take(positions params: JSONElement) throws(Failure) {
    var index = 0
    for element in params.elements {
      guard index < method.parameters.count else {
        throw Failure(
          .invalidParams, "\(method.name) takes at most \(method.parameters.count) params",
          ["pointer": .string("/\(index)"), "hint": .string("\(method.name) takes \(signature)")])
      }
      elements[index] = element
      index += 1
    }
  }

  private func take(names params: JSONElement) throws(Failure) {
    let names = method.parameterNames
    for member in params.members {
      guard let index = names.index(of: member.keyBytes) else {
        throw Failure(
          .invalidParams, "\(method.name) has no parameter '\(member.key)'",
          ["pointer": .string(JSONPointer([member.key]).description)]
        ).hinting(member.key, among: method.parameterNames.names)
      }
      elements[index] = member.value
    }
  }

  /// The parameters as a line for people: `flow, session?`.
  private var signature: String {
    if method.parameters.isEmpty { return "no params" }
    return method.parameters.map { $0.isRequired ? $0.name : $0.name + "?" }.joined(separator: ", ")
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

  func boolean(_ index: Int) throws(Failure) -> Bool {
    guard let element = elements[index] else { return false }
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

  func misfit(_ index: Int, _ expectation: String? = nil) -> Failure {
    let parameter = method.parameters[index]
    return Failure(
      .invalidParams, "'\(parameter.name)' must be \(expectation ?? parameter.kind.expectation)",
      ["pointer": .string("/\(parameter.name)")])
  }
}
