import NavtreeText

/// Calls of functions.
extension Checker {
  mutating func call(_ name: SyntaxTree.Name, _ arguments: [Index], _ index: Index) -> CELType {
    let types = arguments.map { check($0) }
    guard let full = names.function(name.text) else {
      analysis.resolutions[index] = .unknown(name.text)
      report(
        .unknownFunction, "there is no function '\(name.text)'", name.range,
        hint: functionHint(name.text, arguments: arguments.count))
      return .error
    }
    analysis.resolutions[index] = .function(full)
    return overload(full, isMember: false, arguments, types, name.range, index)
  }

  mutating func memberCall(
    _ target: Index, _ name: SyntaxTree.Name, _ arguments: [Index], _ index: Index
  ) -> CELType {
    let operand = tree.qualifiedName(target)
    if let full = names.function(name.text, after: operand) {
      let types = arguments.map { check($0) }
      analysis.resolutions[index] = .function(full)
      return overload(full, isMember: false, arguments, types, name.range, index)
    }
    if let operand, operand.parts.count == 1, local(operand.parts[0]) == nil,
      names.resolve(operand.parts[0], isRooted: operand.isRooted) == nil
    {
      let full = operand.parts[0] + "." + name.text
      if full == "cel.bind" {
        analysis.resolutions[index] = .unknown(full)
        reportCount(of: full, Macro.bind, arguments.count, index)
        return .error
      }
      let known = Library.functions.keys.sorted() + ["cel.bind"]
      let foreign = ForeignWords.qualified(full)
      if names.isNamespace(operand.parts[0]) || foreign != nil {
        // Its arguments aren't checked: they may be a macro's.
        analysis.resolutions[index] = .unknown(full)
        report(
          .unknownFunction, "there is no function '\(full)'", name.range,
          hint: foreign ?? Spelling.hint(for: full, among: known))
        return .error
      }
    }
    let type = check(target)
    guard Library.functions[name.text]?.contains(where: { $0.isMember }) == true else {
      // Its arguments aren't checked either.
      analysis.resolutions[index] = .unknown(name.text)
      let hint = memberHint(name.text, relations.resolve(type))
      if let macro = Macro.named[name.text] {
        reportCount(of: name.text, macro, arguments.count, index)
      } else {
        report(.unknownFunction, "there is no function '\(name.text)' of a value", name.range, hint: hint)
      }
      return .error
    }
    let types = [type] + arguments.map { check($0) }
    return overload(name.text, isMember: true, [target] + arguments, types, name.range, index)
  }

  private mutating func reportCount(of name: String, _ macro: Macro, _ count: Int, _ index: Index) {
    report(
      .noOverload, Checker.wrongCount(name, macro.arguments.map(\.self), count), tree.range(index),
      hint: "write \(macro.form)")
  }

  private static func wrongCount(_ name: String, _ wanted: [Int], _ count: Int) -> String {
    let numbers = wanted.map(String.init).joined(separator: " or ")
    return "'\(name)' takes \(numbers) argument\(wanted == [1] ? "" : "s"), not \(count)"
  }

  /// The result type of a function for these arguments; `dyn` when several overloads fit and differ.
  private mutating func overload(
    _ name: String, isMember: Bool, _ arguments: [Index], _ types: [CELType], _ place: CELSourceRange,
    _ index: Index
  ) -> CELType {
    let functions = Library.functions[name]?.filter { $0.isMember == isMember } ?? []
    let fitting = functions.filter { $0.body.arity == types.count }
    if fitting.isEmpty {
      let wanted = functions.map { $0.body.arity - (isMember ? 1 : 0) }
      let count = types.count - (isMember ? 1 : 0)
      report(.noOverload, Checker.wrongCount(name, wanted, count), tree.range(index))
      return .error
    }
    // One fault gives one diagnostic: a type that holds an error fits everywhere.
    let types = types.map { relations.resolve($0) }
    var result: CELType?
    for overload in fitting.flatMap(\.overloads) {
      let instance = relations.instantiate(overload)
      guard relations.areAssignable(types, to: instance.parameters) else { continue }
      let found = relations.resolve(instance.result)
      guard let known = result else {
        result = found
        continue
      }
      if known != found { result = .dyn }
    }
    if let result { return types.contains(.error) && result == .dyn ? .error : result }
    let closed = types.map { relations.resolve($0, closing: true) }
    report(
      .noOverload,
      "no overload of '\(Library.title(name))' takes (\(closed.map(\.description).joined(separator: ", ")))",
      Checker.isOperator(name) ? tree.range(index) : place, hint: Checker.overloadHint(name, closed))
    return .error
  }

  private static func isOperator(_ name: String) -> Bool {
    name.hasSuffix("_") || name.hasPrefix("@") || name == "_[_]"
  }
}
