/// What the checker found out about a syntax tree, by node.
struct Analysis: Sendable {
  /// What a name stands for.
  enum Resolution: Sendable {
    case variable(Int)
    case field(Int, of: Int)
    /// A macro's variable, by slot.
    case local(Int)
    case type(CELKind)
    /// A function with a qualified name; what looked like its receiver is part of the name.
    case function(String)
    /// Nothing: evaluating it fails.
    case unknown(String)

    /// Whether it stands for the same in every evaluation.
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
  /// How many variables of macros are in use at once.
  var slotCount = 0

  init(nodes: Int) {
    types = Array(repeating: .dyn, count: nodes)
    resolutions = Array(repeating: nil, count: nodes)
  }
}
