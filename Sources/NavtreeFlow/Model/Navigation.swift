package import NavtreeJSON

/// A built-in navigation from a screen: as a flow writes it, or with its values.
package enum Navigation<Values: NavigationValues>: Sendable {
  indirect case present(Present<Values>)
  indirect case push(Push<Values>)
  indirect case navigate(Navigate<Values>)
  indirect case replace(Replace<Values>)
  case pop(Pop<Values>)
  indirect case popTo(PopTo<Values>)
  case popToRoot
  case reset(Reset<Values>)
  case dismiss(Dismiss<Values>)
  case back
  indirect case select(Select<Values>)
  case focus(Focus<Values>)
  indirect case setParams(SetParams<Values>)
  case open(Open<Values>)
  indirect case move(MoveScreen<Values>)
  indirect case openWindow(OpenWindow<Values>)
  case closeWindow(CloseWindow<Values>)

  /// All of them with their defaults, in the order of documents.
  package static var all: [Navigation] {
    [
      .present(Present()), .push(Push()), .navigate(Navigate()), .replace(Replace()), .pop(Pop()),
      .popTo(PopTo()), .popToRoot, .reset(Reset()), .dismiss(Dismiss()), .back, .select(Select()),
      .focus(Focus()), .setParams(SetParams()), .open(Open()), .move(MoveScreen()), .openWindow(OpenWindow()),
      .closeWindow(CloseWindow()),
    ]
  }

  /// The navigation of that name with its defaults; nil for another name.
  package init?(named name: String) {
    guard let navigation = Self.all.first(where: { "\($0.name)" == name }) else { return nil }
    self = navigation
  }

  /// The navigation as one of its kind.
  package var verb: any Verb<Values> {
    switch self {
    case .present(let verb): verb
    case .push(let verb): verb
    case .navigate(let verb): verb
    case .replace(let verb): verb
    case .pop(let verb): verb
    case .popTo(let verb): verb
    case .popToRoot: PopToRoot()
    case .reset(let verb): verb
    case .dismiss(let verb): verb
    case .back: Back()
    case .select(let verb): verb
    case .focus(let verb): verb
    case .setParams(let verb): verb
    case .open(let verb): verb
    case .move(let verb): verb
    case .openWindow(let verb): verb
    case .closeWindow(let verb): verb
    }
  }

  /// The name on the wire and in a flow.
  @inlinable @inline(__always) package var name: StaticString {
    switch self {
    case .present: "present"
    case .push: "push"
    case .navigate: "navigate"
    case .replace: "replace"
    case .pop: "pop"
    case .popTo: "popTo"
    case .popToRoot: "popToRoot"
    case .dismiss: "dismiss"
    case .back: "back"
    case .select: "select"
    case .focus: "focus"
    case .setParams: "setParams"
    case .reset: "reset"
    case .open: "open"
    case .move: "move"
    case .openWindow: "openWindow"
    case .closeWindow: "closeWindow"
    }
  }

  /// The name as an action.
  package var actionName: String { "nav.\(name)" }

  /// Passes each field to a reader or a writer, in the order of positional params.
  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    switch self {
    case .present(let verb): self = .present(try verb.walked(&fields))
    case .push(let verb): self = .push(try verb.walked(&fields))
    case .navigate(let verb): self = .navigate(try verb.walked(&fields))
    case .replace(let verb): self = .replace(try verb.walked(&fields))
    case .pop(let verb): self = .pop(try verb.walked(&fields))
    case .popTo(let verb): self = .popTo(try verb.walked(&fields))
    case .reset(let verb): self = .reset(try verb.walked(&fields))
    case .dismiss(let verb): self = .dismiss(try verb.walked(&fields))
    case .select(let verb): self = .select(try verb.walked(&fields))
    case .focus(let verb): self = .focus(try verb.walked(&fields))
    case .setParams(let verb): self = .setParams(try verb.walked(&fields))
    case .open(let verb): self = .open(try verb.walked(&fields))
    case .move(let verb): self = .move(try verb.walked(&fields))
    case .openWindow(let verb): self = .openWindow(try verb.walked(&fields))
    case .closeWindow(let verb): self = .closeWindow(try verb.walked(&fields))
    case .popToRoot, .back: break
    }
  }
}

extension Navigation<ValueTemplate> {
  /// The navigation with the values that its templates give.
  @inlinable
  package func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> Navigation<JSONValue>
  {
    switch self {
    case .present(let verb): .present(try verb.map(evaluator))
    case .push(let verb): .push(try verb.map(evaluator))
    case .navigate(let verb): .navigate(try verb.map(evaluator))
    case .replace(let verb): .replace(try verb.map(evaluator))
    case .pop(let verb): .pop(try verb.map(evaluator))
    case .popTo(let verb): .popTo(try verb.map(evaluator))
    case .popToRoot: .popToRoot
    case .reset(let verb): .reset(try verb.map(evaluator))
    case .dismiss(let verb): .dismiss(try verb.map(evaluator))
    case .back: .back
    case .select(let verb): .select(try verb.map(evaluator))
    case .focus(let verb): .focus(try verb.map(evaluator))
    case .setParams(let verb): .setParams(try verb.map(evaluator))
    case .open(let verb): .open(try verb.map(evaluator))
    case .move(let verb): .move(try verb.map(evaluator))
    case .openWindow(let verb): .openWindow(try verb.map(evaluator))
    case .closeWindow(let verb): .closeWindow(try verb.map(evaluator))
    }
  }
}

extension Navigation<JSONValue> {
  /// The navigation of this kind with the fields of a request.
  ///
  /// It copies none of the defaults.
  package func reading(from source: any RequestSource, of flow: FlowDefinition) -> NavigationRequest {
    var fields = RequestReader(source: source, flow: flow)
    return switch self {
    case .present: .present(Present().walked(&fields))
    case .push: .push(Push().walked(&fields))
    case .navigate: .navigate(Navigate().walked(&fields))
    case .replace: .replace(Replace().walked(&fields))
    case .pop: .pop(Pop().walked(&fields))
    case .popTo: .popTo(PopTo().walked(&fields))
    case .popToRoot: .popToRoot
    case .reset: .reset(Reset().walked(&fields))
    case .dismiss: .dismiss(Dismiss().walked(&fields))
    case .back: .back
    case .select: .select(Select().walked(&fields))
    case .focus: .focus(Focus().walked(&fields))
    case .setParams: .setParams(SetParams().walked(&fields))
    case .open: .open(Open().walked(&fields))
    case .move: .move(MoveScreen().walked(&fields))
    case .openWindow: .openWindow(OpenWindow().walked(&fields))
    case .closeWindow: .closeWindow(CloseWindow().walked(&fields))
    }
  }
}
