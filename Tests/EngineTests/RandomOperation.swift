import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections
import NavtreeEngine
import NavtreeTestSupport
import NavtreeText

/// A random operation on a session, at any of its screens.
struct RandomOperation: CustomStringConvertible {
  private enum Kind {
    case navigate(NavigationRequest, force: Bool)
    case dispatch(action: Int, JSONObject)
    case open(String, ScreenRequest)
    case close(String, force: Bool)
    case drop
  }

  let name: String
  private let kind: Kind
  private let screen: ScreenID

  var description: String { "\(name) at \(screen): \(kind)" }

  /// The operations that each walk has to include, and their failures.
  static let names = [
    "present", "push", "navigate", "replace", "pop", "popTo", "popToRoot", "reset", "dismiss", "back",
    "select", "focus", "setParams", "count", "ask", "answer", "write", "wander", "stumble", "spread",
    "toggle", "follow", "open", "link.drop", "window.open", "window.close",
  ]
  /// Actions that write inside values.
  static let edits = ["put", "append", "cut", "refill", "note", "deepen", "erase", "churn"]
  static let neverFailing: Set = ["toggle", "write", "count", "link.drop"]

  init(in flow: FlowDefinition, _ snapshot: Snapshot, using random: inout SeededGenerator) {
    screen = snapshot.ids.randomElement(using: &random) ?? ScreenID(1)
    let force = Int.random(in: 0..<4, using: &random) == 0
    let window = ["toggle", "main", "side", "third", "fourth"].randomElement(using: &random) ?? "main"
    switch Int.random(in: 0..<26, using: &random) {
    case 21:
      name = "link.drop"
      kind = .drop
    case 22...:
      name = Self.edits.randomElement(using: &random) ?? "put"
      kind = .dispatch(
        action: flow.actionNames.index(of: name) ?? 0, Self.payload(of: name, using: &random))
    case 0:
      name = "window.open"
      kind = .open(window, Self.screen(in: flow, using: &random))
    case 1 where Bool.random(using: &random):
      name = "window.close"
      kind = .close(window, force: force)
    case 1..<8:
      let actions = [
        "count", "ask", "answer", "write", "wander", "stumble", "spread", "toggle", "follow",
      ]
      name = actions.randomElement(using: &random) ?? "count"
      kind = .dispatch(
        action: flow.actionNames.index(of: name) ?? 0,
        name == "answer" ? ["number": .integer(.random(in: 0...3, using: &random))] : [:])
    default:
      let request = Self.request(in: flow, using: &random)
      name = "\(request.name)"
      kind = .navigate(request, force: force)
    }
  }

  /// Runs it; false if there was nothing to do.
  func run(in session: Session) throws(Failure) -> Bool {
    switch kind {
    case .navigate(let request, let force):
      let cursor = try session.focus(on: screen)
      return try session.navigate(request, at: cursor.screen, force: force).isHandled
    case .dispatch(let action, let payload):
      try session.dispatch(action, payload, to: try session.focus(on: screen).screen)
    case .open(let window, let request):
      _ = try session.openWindow(window, request)
    case .close(let window, let force):
      try session.closeWindow(window, force: force)
    case .drop:
      return try session.dropPendingLinks(nil) > 0
    }
    return true
  }

  private static func payload(of edit: String, using random: inout SeededGenerator) -> JSONObject {
    let number = JSONValue.integer(.random(in: 0...3, using: &random))
    switch edit {
    case "refill":
      var ids = [0, 1, 2, 3, 4].shuffled(using: &random)
      ids.removeLast(.random(in: 0...5, using: &random))
      if Int.random(in: 0..<8, using: &random) == 0 { ids += ids }
      let rows = ids.map { JSONValue.object(["id": .integer($0), "n": number]) }
      return ["rows": .array(rows), "text": .string(.init(repeating: "*", count: ids.count))]
    case "note", "deepen", "erase":
      return ["key": .string(["a", "b", "c~/"].randomElement(using: &random) ?? "a"), "n": number]
    default:
      return ["at": .integer(.random(in: 0...5, using: &random)), "n": number]
    }
  }

  // MARK: Requests

  private static func screen(in flow: FlowDefinition, using random: inout SeededGenerator) -> ScreenRequest {
    let type = flow.screens.indices.randomElement(using: &random) ?? 0
    return ScreenRequest(type: type, params: params(using: &random))
  }

  private static func params(using random: inout SeededGenerator) -> JSONObject? {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: nil
    // Doesn't fit.
    case 1: ["number": "one"]
    default: ["number": .integer(.random(in: 0...3, using: &random))]
    }
  }

  private static func request(in flow: FlowDefinition, using random: inout SeededGenerator)
    -> NavigationRequest
  {
    let screen = screen(in: flow, using: &random)
    let duplicate = DuplicateHandling.allCases.randomElement(using: &random) ?? .push
    switch Int.random(in: 0..<18, using: &random) {
    case 0...2:
      let slot =
        ["next", "over", "cover", "left", "right", "two", nil, nil, nil, nil].randomElement(using: &random)
        ?? nil
      let ifOccupied = OccupiedHandling.allCases.randomElement(using: &random) ?? .fail
      return .present(
        Present(screen: screen, slot: slot, ifOccupied: ifOccupied, onDuplicate: duplicate))
    case 3...4: return .push(Push(screen: screen, slot: nil, onDuplicate: duplicate))
    case 5:
      return .navigate(
        Navigate(
          screen: screen, pop: .random(using: &random), merge: .random(using: &random), onDuplicate: duplicate
        ))
    case 6: return .replace(Replace(screen: screen))
    case 7: return .pop(Pop(count: .random(in: 0...3, using: &random)))
    case 8:
      let otherwise = MissingScreenHandling.allCases.randomElement(using: &random) ?? .fail
      let identity: JSONValue? = Bool.random(using: &random) ? nil : .null
      return .popTo(
        PopTo(screen: screen, identity: identity, merge: .random(using: &random), otherwise: otherwise))
    case 9: return .popToRoot
    case 10:
      let result: JSONValue? = Int.random(in: 0..<4, using: &random) == 0 ? .integer(1) : nil
      return .dismiss(Dismiss(result: result, all: Int.random(in: 0..<3, using: &random) == 0))
    case 11: return .back
    case 12:
      let tab = ["one", "two", "three"].randomElement(using: &random) ?? "one"
      return .select(Select(tab: tab, params: params(using: &random)))
    case 13: return .focus(Focus(pane: ["left", "right", "middle"].randomElement(using: &random) ?? "left"))
    case 14:
      return .setParams(
        SetParams(params: params(using: &random) ?? [:], replace: .random(using: &random)))
    case 15...16:
      let links = ["page", "draft", "split", "over", "side", "later", "gate", "more", "nowhere"]
      let number = Int.random(in: 0...3, using: &random)
      return .open(Open(url: "/\(links.randomElement(using: &random) ?? "page")/\(number)"))
    default:
      return .reset(
        Reset(tree: tree(in: flow, depth: 2, using: &random), reuse: .random(using: &random)))
    }
  }

  private static func tree(in flow: FlowDefinition, depth: Int, using random: inout SeededGenerator)
    -> TreeRequest
  {
    if Bool.random(using: &random) {
      let count = Int.random(in: 1...3, using: &random)
      return .chain((0..<count).map { _ in .init(Self.screen(in: flow, using: &random)) })
    }
    var slots: [TreeRequest.Slot] = []
    if depth > 0 {
      for name in ["next", "over", "one", "left"] where Int.random(in: 0..<4, using: &random) == 0 {
        slots.append(TreeRequest.Slot(name: name, tree: tree(in: flow, depth: depth - 1, using: &random)))
      }
    }
    let selected = ["one", "two", "left", nil, nil, nil].randomElement(using: &random) ?? nil
    return .node(.init(Self.screen(in: flow, using: &random), selected: selected, slots: slots))
  }
}
