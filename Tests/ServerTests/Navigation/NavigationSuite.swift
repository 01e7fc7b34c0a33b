import NavtreeJSON
import OrderedCollections

/// The cases of a navigation suite, and their common parts.
enum NavigationSuite {
  /// The choices that navtree makes differently: a screen's content is removed with it; a screen keeps its
  /// place; defaults always apply; the identity is read after defaults.
  static let otherwise: Set<String> = ["covered", "identityMoves", "defaultsGone", "identityDefaults"]

  static func isLeft(_ step: JSONValue) -> Bool {
    needs(of: step).contains { otherwise.contains($0) }
  }

  private static func needs(of step: JSONValue) -> [String] {
    (step["needs"]?.array ?? []).compactMap(\.string)
  }

  /// A `params:` block of a screen: every name that a case uses, null when it isn't given.
  static func fields(_ names: [String], defaults: JSONValue?) -> JSONValue {
    var fields: JSONObject = [:]
    for name in names { fields[name] = ["default": defaults?[name] ?? .null] }
    return .object(fields)
  }

  /// The names of params anywhere in a case.
  static func names(in value: JSONValue) -> [String] {
    var names: OrderedSet<String> = []
    var pending = [value]
    while let value = pending.popLast() {
      switch value {
      case .array(let values): pending += values
      case .object(let members):
        for (key, value) in members {
          pending.append(value)
          guard key == "params" || key == "defaults", case .object(let params) = value else { continue }
          // In tabs, params by tab: one level deeper.
          for (name, inner) in params {
            if case .object(let deeper) = inner { names.formUnion(deeper.keys) } else { names.append(name) }
          }
          names.formUnion(params.keys)
        }
      case .null, .boolean, .integer, .number, .string: break
      }
    }
    return names.sorted()
  }

  /// Params without those that are null, which stands for not given.
  static func given(_ params: JSONValue?) -> JSONValue {
    guard case .object(let members)? = params else { return [:] }
    return .object(members.filter { !$0.value.isNull })
  }
}
