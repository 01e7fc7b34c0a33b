import Flow
import JSON
import NavigationTree
import OrderedCollections

extension Session {
  /// A send of a rule with its target and payload as they are when the action arrives.
  func queued(_ template: SendTemplate, in window: Int, _ handled: HandledBy) throws(Failure) -> QueuedAction
  {
    let focus = windows[window].focus.id
    let target: QueuedAction.Target
    switch template.to {
    case .itself: target = .screen(focus)
    case .parent:
      guard let parent = windows[window].parent else {
        throw flowDefect("the root of a window has no parent to send to", at: template.location)
      }
      target = .screen(parent.id)
    case .root: target = .screen(windows[window].rootID)
    case .active: target = .active
    case .address(let template):
      target = .address(try text(of: template))
    }
    let content: QueuedAction.Content
    switch template.action {
    case .declared(let action, let with):
      let payload = try with.map { (with) throws(Failure) in try object(of: with, at: template.location) }
      content = .declared(action, payload ?? [:])
    case .navigation(let step):
      content = .navigation(try request(step.navigation, at: step.location), force: step.force)
    }
    return QueuedAction(
      target: target, window: window, content: content, origin: .rule(template.location),
      cause: note(handled, in: window))
  }

  /// Enters the action at hand into the chain of causes.
  func note(_ handled: HandledBy, in window: Int) -> Int {
    let entry = HandledAction(
      name: flow.actionNames[handled.action], at: address(of: windows[window].focus.id, in: window),
      cause: handled.cause)
    if let last = self.handled.last, last.name == entry.name, last.at == entry.at, last.cause == entry.cause {
      return self.handled.count - 1
    }
    self.handled.append(entry)
    return self.handled.count - 1
  }

  /// Handles what the change has sent, in order, until nothing waits.
  func drainQueue() throws(Failure) {
    var next = 0
    while next < queue.count {
      let action = queue[next]
      next += 1
      if action.isLostWithItsTarget, case .screen(let id) = action.target, !isAlive(id) { continue }
      do {
        let window = try focus(on: action)
        switch action.content {
        case .declared(let name, let payload):
          try deliver(name, payload, in: window, cause: action.cause, action.origin)
        case .navigation(let request, let force):
          acting = action.cause
          defer { acting = nil }
          _ = try perform(request, in: window, action.origin, Asking(force: force, unasked: nil))
        }
      } catch {
        throw error.with("chain", chain(to: action))
      }
    }
    queue.removeAll(keepingCapacity: true)
  }

  func isAlive(_ id: ScreenID) -> Bool {
    windows.contains { $0.place(of: id) != nil }
  }

  private func focus(on action: QueuedAction) throws(Failure) -> Int {
    switch action.target {
    case .screen(let id): return try focus(on: id)
    case .active:
      windows[action.window].moveToActive()
      return action.window
    case .address(let text):
      var text = text
      let window = text.withUTF8 { (bytes) -> Result<Int, Failure> in
        Result { () throws(Failure) in
          guard let address = Address(UnsafeRawBufferPointer(bytes)) else {
            throw Failure(.noScreenAt, "'\(String(decoding: bytes, as: UTF8.self))' is no address")
          }
          return try focus(on: address, window: nil)
        }
      }
      return try window.get()
    }
  }

  /// The actions that led to one, the request's own first.
  private func chain(to action: QueuedAction) -> JSONValue {
    let name =
      switch action.content {
      case .declared(let name, _): flow.actionNames[name]
      case .navigation(let request, _): request.actionName
      }
    var chain: [JSONValue] = [.object(["action": .string(name)])]
    var cause = action.cause
    while let index = cause, chain.count < Self.longestChain {
      chain.append(.object(["action": .string(handled[index].name), "at": .string(handled[index].at)]))
      cause = handled[index].cause
    }
    return .array(chain.reversed())
  }

  /// How many actions of a chain an error shows, from its end.
  private static let longestChain = 20
}
