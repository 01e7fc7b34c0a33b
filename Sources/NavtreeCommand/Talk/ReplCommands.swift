/// The prompt's own words.
enum ReplWord: String, CaseIterable {
  case help, tree, state, effects, actions, undo, redo, explain, why, quit

  var usage: String {
    switch self {
    case .help: "help                     this text"
    case .tree: "tree                     the open screens"
    case .state: "state [@ADDRESS]         a screen's params, state and computed values"
    case .effects: "effects                  the effects that wait for an answer"
    case .actions: "actions [@ADDRESS]       the actions that a screen and those above it know"
    case .undo: "undo                     takes the last change back"
    case .redo: "redo                     makes it again"
    case .explain: "explain ACTION …         says what an action would do, and why"
    case .why: "why                      says why the last action did what it did"
    case .quit: "quit                     ends, as the end of input does"
    }
  }

  static let text = """
    ACTION [NAME=VALUE …] [@ADDRESS]
        sends an action to the active screen, or to the one at an address
    METHOD [NAME=VALUE …]
        any method of the protocol: back, push screen=detail, effect.done effect=1 output.items=[];
        a word that is both is the method if that takes all that is given
    \(allCases.map(\.usage).joined(separator: "\n"))

    """
}
