import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

extension Transaction {
  /// A send of a rule, with its target and payload evaluated.
  ///
  /// - Parameters:
  ///   - cause: the handled action whose rule sends it; nil if it begins a change.
  ///   - isLater: whether a timer sends it, which to the screen itself or its parent doesn't bubble.
  func queued(
    _ template: SendTemplate, from screen: ScreenID, cause: Int?, isLater: Bool = false
  ) throws(Failure) -> QueuedAction {
    let target: QueuedAction.Target
    switch template.to {
    case .itself: target = isLater ? .only(screen) : .screen(screen)
    case .parent:
      guard let parent = world.windows.holder(of: screen)?.screen else {
        throw flowDefect("the root of a window has no parent to send to", at: template.location)
      }
      target = isLater ? .only(parent) : .screen(parent)
    case .root: target = .root
    case .active: target = .active
    case .address(let template):
      target = .address(try text(of: template))
    }
    return QueuedAction(
      target: target, window: try window(of: screen), content: try content(of: template),
      origin: .rule(template.location), cause: cause, recipients: try recipients(of: template))
  }

  func content(of template: SendTemplate) throws(Failure) -> ActionContent {
    switch template.action {
    case .declared(let action, let with):
      let payload = try with.map { (with) throws(Failure) in try object(of: with, at: template.location) }
      return .declared(action, payload ?? [:])
    case .navigation(let step):
      return .navigation(
        try request(step.navigation, at: step.location), force: step.force, hint: try hint(of: step))
    }
  }

  /// Handles queued actions, in order, until none is left.
  func drainQueue() throws(Failure) {
    var next = 0
    while true {
      if change.hasOccurrences { try tellOccurrences() }
      guard next < change.queue.count else { break }
      let action = change.queue[next]
      next += 1
      change.start = mark
      if action.isLostWithItsTarget, let id = action.screen, !world.windows.contains(id) {
        continue
      }
      do {
        try checkWork()
        if let recipients = action.recipients {
          try broadcast(action, to: recipients.screens, in: recipients.window)
          continue
        }
        guard let screen = try receiver(of: action) else { continue }
        let root = rootCause(of: action)
        switch action.content {
        case .declared(let name, let payload) where action.isForFlow:
          listeners.actions?.note(name, payload, at: screen, of: self, cause: action.cause, root: root)
          try offerToFlow(name, payload, on: screen, cause: action.cause, action.origin)
        case .declared(let name, let payload):
          listeners.actions?.note(name, payload, at: screen, of: self, cause: action.cause, root: root)
          if case .only = action.target {
            try hand(name, payload, to: screen, cause: action.cause, action.origin)
          } else {
            try bubble(name, payload, from: screen, cause: action.cause, action.origin)
          }
        case .navigation(let request, let force, let hint):
          change.currentCause = action.cause
          defer { change.currentCause = nil }
          _ = try perform(
            request, named: request.actionName, at: screen, action.origin, force: force, hint: hint,
            cause: action.cause, root: root)
        }
      } catch {
        let isEndless = error.data["limit"] == .string(Limit.queue.rawValue)
        throw (isEndless ? endless(error, action) : error).with(
          "chain", chain(to: ["action": .string(name(of: action.content))], cause: action.cause))
      }
    }
    change.queue.removeAll(keepingCapacity: true)
  }

  /// The screen that gets an action; nil if that is gone, and the action with it.
  private func receiver(of action: QueuedAction) throws(Failure) -> ScreenID? {
    do {
      return try screen(of: action)
    } catch {
      // A text that is no address names no place, and can't have lost its screen.
      if action.isLostWithItsTarget, error.data["at"] != nil,
        [.gone, .noScreenAt, .staleScreen].contains(error.kind)
      {
        return nil
      }
      throw error
    }
  }

  private func screen(of action: QueuedAction) throws(Failure) -> ScreenID {
    do {
      switch action.target {
      case .screen(let id), .only(let id):
        _ = try window(of: id)
        return id
      case .root, .flow: return world.windows[action.window].rootID
      case .active: return world.windows[action.window].active
      case .address(let text): return try screen(at: text)
      }
    } catch {
      throw error.caused(by: action.origin, of: flow)
    }
  }

  /// The live screen that a rule's text names.
  func screen(at text: String) throws(Failure) -> ScreenID {
    var text = text
    let screen = text.withUTF8 { (bytes) -> Result<ScreenID, Failure> in
      Result { () throws(Failure) in
        guard let address = Address(UnsafeRawBufferPointer(bytes)) else {
          throw Failure(.noScreenAt, "'\(String(decoding: bytes, as: UTF8.self))' is no address")
        }
        return try find(address, window: nil).screen
      }
    }
    return try screen.get()
  }

  /// The chain of actions that led to an action or lifecycle event, the request's own first.
  func chain(to last: JSONObject, cause: Int?) -> JSONValue {
    var chain: [JSONValue] = [.object(last)]
    var cause = cause
    while let index = cause, chain.count < Self.longestChain {
      chain.append(change.causes[index].json)
      cause = change.causes[index].cause
    }
    return .array(chain.reversed())
  }

  /// The failure of a change with too many actions, with those that send each other in a circle.
  private func endless(_ failure: Failure, _ action: QueuedAction) -> Failure {
    var latest: [HandledAction] = []
    var cause = action.cause
    while let index = cause, latest.count < 2 * Self.longestChain {
      latest.append(change.causes[index])
      cause = change.causes[index].cause
    }
    func isRound(_ length: Int) -> Bool {
      (0..<length).allSatisfy {
        latest[$0].name == latest[$0 + length].name && latest[$0].at == latest[$0 + length].at
      }
    }
    guard let length = (0...latest.count / 2).dropFirst().first(where: isRound) else { return failure }
    let round = latest[..<length].reversed()
    let names = round.map(\.name) + [round.first?.name ?? ""]
    return failure.saying(": \(names.joined(separator: " sends ")), and so on")
      .with("cycle", .array(round.map(\.json)))
  }

  func name(of content: ActionContent) -> String {
    switch content {
    case .declared(let name, _): flow.actionNames[name]
    case .navigation(let request, _, _): request.actionName
    }
  }

  /// The most actions of a chain that an error shows, from its end.
  private static let longestChain = 20
}
