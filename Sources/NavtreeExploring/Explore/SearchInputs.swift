import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The inputs that a search tries, and what they and the search leave out.
struct SearchInputs {
  let catalog: MoveCatalog
  private var flow: FlowDefinition { catalog.flow }

  /// Told where the navigations of a host are tried: there are more than those.
  static let hostNavigation = "not every navigation of the host"

  /// Told where moves of covered screens lead to too many states.
  static let forged = "not every move of a covered screen"

  /// The reasons for which some state may have been missed.
  func bounds(
    of end: Search.End, _ gaps: Set<Search.Gap>, readsTime: Bool, states: Int, depth: Int?
  ) -> [String] {
    var bounds: [String] = []
    switch end {
    case .exhausted: break
    case .states: bounds.append("more than \(states) states")
    case .depth: bounds.append("more than \(depth ?? 0) moves")
    case .stopped: bounds.append("stopped")
    case .enough: bounds.append("the goal was met")
    }
    for input in all where !input.isComplete { bounds.append(input.bound) }
    if !flow.windows.isEmpty { bounds.append("one window of each kind is opened, and none is closed") }
    if readsTime { bounds.append("an expression reads the time") }
    for gap in gaps.sorted() {
      switch gap {
      case .limits: bounds.append("a limit was exceeded")
      case .timers: bounds.append("more than \(TimeBounds.mostTimers) timers run at a time")
      case .counters: bounds.append("counters have too many values")
      case .windows: bounds.append("links are opened in the first window alone")
      }
    }
    return bounds
  }

  /// The inputs of the moves that were tried.
  var all: [Exploration.Input] {
    var inputs: [Exploration.Input] = []
    for (owner, table) in flow.screens.map({ ($0.name, $0.actions) }) + [("*", flow.actions)] {
      for element in table.elements
      where catalog.isAsked(element.definition) && !element.definition.payload.fields.isEmpty {
        inputs.append(
          Exploration.Input(
            "payload of \(owner).\(flow.actionNames[element.action])",
            catalog.payloads(of: element.definition)))
      }
    }
    for effect in flow.effects where catalog.isAsked(effect) {
      inputs.append(Exploration.Input("output of \(effect.name)", catalog.outputs(of: effect)))
      let nexts = catalog.nexts(of: effect)
      if !nexts.values.isEmpty {
        inputs.append(Exploration.Input("answer before the last one of \(effect.name)", nexts))
      }
      inputs.append(Exploration.Input("error of \(effect.name)", catalog.errors(of: effect)))
    }
    for kind in flow.windows {
      for type in kind.roots.types ?? Array(flow.screens.indices)
      where !flow.screens[type].params.fields.isEmpty {
        inputs.append(
          Exploration.Input(
            "params of \(flow.screens[type].name) in a window \(kind.name)", catalog.params(of: type)))
      }
    }
    if !catalog.urls.isEmpty || !flow.links.isEmpty {
      inputs.append(Exploration.Input(catalog.urls, isComplete: catalog.linksAreComplete.allSatisfy(\.self)))
    }
    return inputs
  }
}
