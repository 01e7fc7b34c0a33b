/// Looks names up in the environment's namespace, from the inside out.
struct Names {
  let environment: CELEnvironment

  /// The full names that a name may mean, in the order in which they are tried.
  func candidates(_ name: String, isRooted: Bool) -> [String] {
    if isRooted || environment.container.isEmpty { return [name] }
    var space = environment.container.split(separator: ".").map(String.init)
    var candidates: [String] = []
    while !space.isEmpty {
      candidates.append(space.dotted + "." + name)
      space.removeLast()
    }
    candidates.append(name)
    return candidates
  }

  func resolve(_ name: String, isRooted: Bool) -> Analysis.Resolution? {
    if environment.container.isEmpty, let number = environment.variable(named: name) {
      return .variable(number)
    }
    for candidate in candidates(name, isRooted: isRooted) {
      if let number = environment.variable(named: candidate) { return .variable(number) }
      if let kind = CELKind(rawValue: candidate) { return .type(kind) }
    }
    return nil
  }

  /// The full name of a function.
  func function(_ name: String) -> String? {
    let isRooted = name.hasPrefix(".")
    let plain = isRooted ? String(name.dropFirst()) : name
    return candidates(plain, isRooted: isRooted).first {
      Library.functions[$0]?.contains { !$0.isMember } == true
    }
  }

  /// The function that `a.b.name(…)` calls, if the operand is part of its name.
  func function(_ name: String, after operand: (parts: [String], isRooted: Bool)?) -> String? {
    guard let operand else { return nil }
    return function((operand.isRooted ? "." : "") + (operand.parts + [name]).dotted)
  }

  /// Whether functions have names that begin with this and a dot.
  func isNamespace(_ name: String) -> Bool {
    name == "cel" || Library.functions.keys.contains { $0.hasPrefix(name + ".") }
  }
}
