package import NavigationTree
package import NavtreeJSON

/// A node in the graph of a flow.
package enum FlowGraphNode: Sendable, Hashable {
  /// A window that opens with the session.
  case window(String)
  case screen(String, ScreenKind)
  /// A link, by its pattern.
  case link(UTF8Key)
  /// Any screen: the content of a slot for all types, and the start of the flow's own actions.
  case any
  /// The screen that the user came from, which a flow doesn't name.
  case back

  /// Unique in a flow, since the name of a screen has only letters, digits, `_` and `-`.
  package var id: String {
    switch self {
    case .window(let name): "/\(name)"
    case .screen(let name, _): name
    case .link(let pattern): "url:\(pattern)"
    case .any: "*"
    case .back: ".."
    }
  }

  /// The mark of a screen that actions lead back from.
  static let backMark = "↩"

  /// The name in a drawing.
  package var label: String {
    switch self {
    case .window, .screen: id
    case .link(let pattern): pattern.text
    case .any: "any screen"
    case .back: "back"
    }
  }
}
