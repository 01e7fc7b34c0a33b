extension Compiler {
  mutating func call(
    _ index: Index, target: Index?, _ arguments: [Index], _ range: CELSourceRange
  ) -> Node {
    let name: String
    var isMember = false
    switch (analysis.resolutions[index], tree[index].kind) {
    case (.function(let full), _): name = full
    case (.unknown(let unknown), _):
      return FailingNode(CELError(.noSuchOverload, "there is no function '\(unknown)'"), range)
    case (_, .memberCall(_, let called, _)):
      name = called.text
      isMember = true
    default: return FailingNode(CELError(.noSuchOverload, "the function wasn't resolved"), range)
    }
    let operands = (isMember ? [target].compactMap(\.self) : []) + arguments
    let nodes = operands.map { compile($0) }
    guard let function = Library.function(name, isMember: isMember, arity: nodes.count) else {
      return FailingNode(
        CELError(.noSuchOverload, "no overload of '\(name)' takes \(nodes.count) arguments"), range)
    }
    let body = name == "sum" ? ListSearches.sum(of: elementType(of: operands[0])) : function.body
    return special(name, isMember, nodes, range) ?? CallNode(body, nodes, range)
  }

  private func elementType(of list: Index) -> CELType {
    guard case .list(let element) = analysis.types[list].unwrapped else { return .dyn }
    return element.unwrapped
  }

  /// Functions with nodes of their own: those that don't evaluate all arguments, and common ones.
  private mutating func special(
    _ name: String, _ isMember: Bool, _ nodes: [Node], _ range: CELSourceRange
  ) -> Node? {
    switch name {
    case "_+_", "_-_":
      return withInteger(name, nodes, range) ?? (name == "_+_" ? AddNode(nodes[0], nodes[1], range) : nil)
    case "_==_", "_!=_":
      return withConstant(nodes[0], nodes[1], isNegated: name == "_!=_", range)
        ?? withConstant(nodes[1], nodes[0], isNegated: name == "_!=_", range)
        ?? EqualNode(nodes[0], nodes[1], isNegated: name == "_!=_", range)
    case "!_": return NotNode(nodes[0], range)
    case "or" where isMember, "orValue" where isMember:
      return OrValueNode(nodes[0], nodes[1], isValue: name == "orValue", range)
    case "matches":
      guard case .string(let pattern) = nodes[1].constant else { return nil }
      do throws(CELError) {
        return MatchNode(nodes[0], try Regex(pattern), range)
      } catch {
        if isChecked {
          diagnostics.append(CELDiagnostic(code: .badPattern, message: error.message, range: nodes[1].range))
        }
        return nil
      }
    default:
      return CompareNode.Relation(rawValue: name).map { CompareNode($0, nodes[0], nodes[1], range) }
    }
  }

  /// `a + 1` and `a - 1`; two constants are folded instead.
  private func withInteger(_ name: String, _ nodes: [Node], _ range: CELSourceRange) -> Node? {
    guard !isObserved, nodes[0].constant == nil, case .int(let number) = nodes[1].constant, number != .min
    else { return nil }
    return AddIntegerNode(nodes[0], name == "_+_" ? number : -number, name, range)
  }

  /// `a == 'x'` and `a == 1`
  private func withConstant(
    _ operand: Node, _ constant: Node, isNegated: Bool, _ range: CELSourceRange
  ) -> Node? {
    guard !isObserved, operand.constant == nil, let value = constant.constant else { return nil }
    switch value {
    case .string(let text): return EqualStringNode(operand, text, isNegated: isNegated, range)
    case .int, .bool, .null: return EqualScalarNode(operand, value, isNegated: isNegated, range)
    default: return nil
    }
  }
}
