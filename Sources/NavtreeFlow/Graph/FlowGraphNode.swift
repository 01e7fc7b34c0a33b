package import NavigationTree
package import NavtreeJSON

/// A place in the picture of a flow.
package enum FlowGraphNode: Sendable, Hashable {
  /// A window that opens with the session.
  case window(String)
  case screen(String, ScreenKind)
  /// A link, by its pattern.
  case link(UTF8Key)
  /// Whichever screen: what a slot for all of them takes, and where the flow's own actions work from.
  case any
  /// Where the user came from, which a flow doesn't say.
  case back

  /// No two nodes of a flow have the same, since the name of a screen is letters, digits, `_` and `-`.
  package var id: String {
    switch self {
    case .window(let name): "/\(name)"
    case .screen(let name, _): name
    case .link(let pattern): "url:\(pattern)"
    case .any: "*"
    case .back: ".."
    }
  }

  /// The name in a drawing.
  var label: String {
    switch self {
    case .window, .screen: id
    case .link(let pattern): pattern.text
    case .any: "any screen"
    case .back: "back"
    }
  }
}
