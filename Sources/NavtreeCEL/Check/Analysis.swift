/// The checker's findings about a syntax tree, by node.
struct Analysis: Sendable {
  /// The meaning of a name.
  enum Resolution: Sendable {
    case variable(Int)
    case field(Int, of: Int)
    /// A macro's variable, by slot.
    case local(Int)
    case type(CELKind)
    /// A function with a qualified name, whose apparent receiver is part of the name.
    case function(String)
    /// Unresolved: evaluating it fails.
    case unknown(String)

    /// Whether the name means the same in every evaluation.
    var isConstant: Bool {
      switch self {
      case .type, .function: true
      case .variable, .field, .local, .unknown: false
      }
    }
  }

  var types: [CELType]
  var resolutions: [Resolution?]
  /// The slots of macros' variables, by the node that declares them.
  var slots: [Int: Int] = [:]
  /// The most variables of macros that are in use at once.
  var slotCount = 0

  init(nodes: Int) {
    types = Array(repeating: .dyn, count: nodes)
    resolutions = Array(repeating: nil, count: nodes)
  }
}
