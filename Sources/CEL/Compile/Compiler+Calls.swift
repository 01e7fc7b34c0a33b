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
    return special(name, isMember, nodes, range) ?? CallNode(function.body, nodes, range)
  }

  /// Functions that have nodes of their own: those that don't evaluate all arguments, and those that are common.
  private mutating func special(
    _ name: String, _ isMember: Bool, _ nodes: [Node], _ range: CELSourceRange
  ) -> Node? {
    switch name {
    case "_+_": return AddNode(nodes[0], nodes[1], range)
    case "_==_", "_!=_": return EqualNode(nodes[0], nodes[1], isNegated: name == "_!=_", range)
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
}
