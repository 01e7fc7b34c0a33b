import NavtreeText
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import NavtreeEngine

/// The params of one call, which its method reads by name.
///
/// Each name has its own slot, whatever the method. The memory is reused for every call of a server; the
/// elements are valid until the next line is parsed. Without the exemptions from exclusivity checks here and in the
/// server a request takes 126 instructions more.
package final class Params {
  /// The signature of the call; nil before the first call.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var signature: Signature?
  /// The params that are given.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var given = ParameterSet()
  /// The elements by slot, trivial values; an array would be checked for uniqueness at each write.
  private let elements: UnsafeMutablePointer<JSONElement>
  /// The first names that the last call of the signature gave, in their order: most calls give the same.
  private let lastNames: UnsafeMutablePointer<NameTable.Last>
  private static let lastNameCount = 4

  /// The first fault of a param that a navigation has read.
  private(set) var fault: Failure?

  init() {
    precondition(ParameterName.allCases.count <= ParameterSet.capacity)
    elements = .allocate(capacity: ParameterName.allCases.count)
    lastNames = .allocate(capacity: Self.lastNameCount)
  }

  deinit {
    elements.deallocate()
    lastNames.deallocate()
  }

  /// Takes the params of a call: by name, or by position.
  ///
  /// - Parameter reserved: a name to ignore: an action's `type`.
  func take(_ params: JSONElement?, for signature: Signature, reserved: StaticString? = nil) throws(Failure) {
    // The same method is often called many times in a row.
    if self.signature !== signature {
      self.signature = signature
      lastNames.initialize(repeating: NameTable.Last(), count: Self.lastNameCount)
    }
    given = ParameterSet()
    if fault != nil { fault = nil }
    if let params {
      switch params.kind {
      case .array: try take(positions: params, for: signature)
      case .object: try take(names: params, for: signature, reserved)
      case .null, .boolean, .integer, .unsigned, .number, .string: break
      }
    }
    if !signature.required.isSubset(of: given) { throw missing(signature) }
  }

  private func put(_ element: JSONElement, at slot: Int) {
    elements[slot] = element
    given.insert(slot)
  }

  private func take(positions params: JSONElement, for signature: Signature) throws(Failure) {
    var index = 0
    for element in params.elements {
      guard index < signature.slots.count else {
        throw Failure(
          .invalidParams, "\(signature.name) takes at most \(signature.slots.count) params",
          ["pointer": .string("/\(index)"), "hint": .string("\(signature.name) takes \(signature.summary)")])
      }
      put(element, at: signature.slots[index])
      index += 1
    }
  }

  private func take(
    names params: JSONElement, for signature: Signature, _ reserved: StaticString?
  ) throws(Failure) {
    var number = 0
    for member in params.members {
      let found =
        number < Self.lastNameCount
        ? signature.slot(of: member.keyBytes, &lastNames[number]) : signature.slot(of: member.keyBytes)
      number &+= 1
      guard let slot = found else {
        if let reserved, member.keyIs(reserved) { continue }
        throw unknown(member.key, of: signature)
      }
      put(member.value, at: slot)
    }
  }

  @inline(never)
  private func unknown(_ name: String, of signature: Signature) -> Failure {
    Failure(
      .invalidParams, "\(signature.name) has no parameter '\(name.echo)'",
      ["pointer": .string(JSONPointer([name.echo]).description)]
    ).hinting(name, among: signature.parameters.map(\.name))
  }

  @inline(never)
  private func missing(_ signature: Signature) -> Failure {
    let name = signature.parameters.first { $0.isRequired && self[$0.key] == nil }?.name ?? ""
    return Failure(
      .invalidParams, "'\(name)' is missing",
      ["pointer": "", "hint": .string("\(signature.name) takes \(signature.summary)")])
  }

  /// The param as given; nil if it is missing.
  ///
  /// A method reads only its declared params.
  @inline(__always)
  subscript(name: ParameterName) -> JSONElement? {
    assert(signature?[name] != nil, "\(signature?.name ?? "") doesn't declare \(name)")
    return given.contains(name.rawValue) ? elements[name.rawValue] : nil
  }

  /// The param at a place of the signature.
  @inline(__always)
  func element(at position: Int) -> JSONElement? {
    guard let slot = signature?.slots[position], given.contains(slot) else { return nil }
    return elements[slot]
  }

  /// The name of the param at a place of the signature.
  func name(at position: Int) -> ParameterName {
    guard let name = signature?.parameters[position].key else {
      preconditionFailure("no call has been taken")
    }
    return name
  }

  /// Keeps the first fault.
  func refuse(_ failure: Failure) { fault = fault ?? failure }

  /// Whether the caller has given the request a key, or the seq that the session must have.
  @inline(__always)
  var asksForCertainty: Bool {
    gives(.ifSeq) || gives(.request)
  }

  /// Whether a param is given, declared or not.
  @inline(__always)
  func gives(_ name: ParameterName) -> Bool { given.contains(name.rawValue) }

  /// All given params by name, with exceptions.
  func named(but exceptions: Set<ParameterName>) throws(Failure) -> JSONObject {
    var named: JSONObject = [:]
    for parameter in signature?.parameters ?? [] where !exceptions.contains(parameter.key) {
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
