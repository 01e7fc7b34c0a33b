import NavigationTree
import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON
import NavtreeJSONReading
import NavtreeText

/// The params of a navigation, whose fields are the first of its signature.
extension Params: RequestSource {
  /// A param as one of its readers takes it, inlined: each request of a navigation passes here.
  @inline(__always)
  private func read<Value>(_ position: Int, _ body: (ParameterName) throws(Failure) -> Value?) -> Value? {
    guard element(at: position) != nil else { return nil }
    do throws(Failure) {
      return try body(name(at: position))
    } catch {
      refuse(error)
      return nil
    }
  }

  package func text(_ position: Int) -> String? {
    guard let element = element(at: position) else { return nil }
    guard let text = element.string else {
      refuse(misfit(name(at: position)))
      return nil
    }
    return text
  }

  package func flag(_ position: Int) -> Bool? {
    guard let element = element(at: position) else { return nil }
    guard let flag = element.boolean else {
      refuse(misfit(name(at: position)))
      return nil
    }
    return flag
  }

  package func count(_ position: Int) -> Int? {
    read(position) { name throws(Failure) in try integer(name, in: 0...Int.max - 1) }
  }

  package func value(_ position: Int) -> JSONValue? {
    read(position) { name throws(Failure) in try value(name) }
  }

  package func object(_ position: Int) -> JSONObject? {
    read(position) { name throws(Failure) in try object(name) }
  }

  package func tree(_ position: Int, of flow: FlowDefinition) -> TreeRequest? {
    value(position).flatMap { value in
      read(position) { _ throws(Failure) in try NavigationCall(flow: flow).tree(value) }
    }
  }

  package func screenType(_ position: Int, of flow: FlowDefinition) -> Int? {
    guard let name = text(position) else { return nil }
    if let type = flow.screenNames.index(of: name) { return type }
    return read(position) { key throws(Failure) in
      try NavigationCall(flow: flow).type(named: name, "/\(key.text)")
    }
  }

  package func action(_ position: Int, of flow: FlowDefinition) -> Int? {
    guard let name = text(position) else { return nil }
    return read(position) { _ throws(Failure) in try NavigationCall(flow: flow).action(named: name) }
  }

  package func refuse(_ position: Int) { refuse(misfit(name(at: position))) }

  package func refuse(_ choice: String, _ position: Int, besideFlag flag: Int) {
    let (name, flag) = (name(at: position).text, name(at: flag).text)
    refuse(
      Failure(
        .invalidParams, "'\(flag)' is short for '\(name): \(flag)', and '\(name)' is \(choice)",
        ["pointer": .string("/\(name)")]))
  }
}

extension Parameter {
  /// The parameters of a navigation, from the description of its fields.
  static func parameters(of navigation: NavigationTemplate) -> [Parameter] {
    VerbField.fields(of: navigation.verb).map { field in
      guard let name = ParameterName(stringValue: field.key.rawValue) else {
        preconditionFailure("'\(field.key.rawValue)' is no parameter's name")
      }
      return Parameter(
        name, field.kind.shape, required: field.isRequired, field.summary.asPhrase, errors: field.kind.errors)
    }
  }
}

extension VerbField.Kind {
  fileprivate var shape: Shape {
    switch self {
    case .screen, .slot, .action, .text: .string
    case .flag: .boolean
    case .choice(let choices): .choice(choices)
    case .count: .integer
    case .value: .any
    case .object: .object
    case .tree: .shared(.tree)
    }
  }

  fileprivate var errors: [ErrorKind] {
    switch self {
    case .screen: [.unknownScreen]
    case .slot, .action, .text, .flag, .choice, .count, .value, .object, .tree: []
    }
  }
}

extension String {
  /// A sentence as a description beside others.
  fileprivate var asPhrase: String {
    prefix(1).lowercased() + dropFirst().dropLast(hasSuffix(".") ? 1 : 0)
  }
}
