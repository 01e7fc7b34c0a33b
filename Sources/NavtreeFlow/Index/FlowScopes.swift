import NavigationTree
package import NavtreeCEL
import NavtreeText
package import NavtreeYAML

/// The types of a flow's names, as far as they could be compiled, whatever else is wrong with it.
package final class FlowScopes {
  private let compilation: Compilation

  init(_ compilation: Compilation) {
    self.compilation = compilation
  }

  /// The flow's files as one document.
  package var document: YAMLDocument { compilation.root.document }

  private func screen(_ name: String?) -> ScreenDeclaration? {
    name.flatMap(compilation.screenNames.index).map { compilation.screens[$0] }
  }

  private func effect(_ name: String) -> EffectDefinition? {
    compilation.effectNames.index(of: name).flatMap {
      compilation.effects.indices.contains($0) ? compilation.effects[$0] : nil
    }
  }

  /// The declared fields of a record; nil where nothing declares it.
  package func record(_ record: FlowSymbol.Record, on name: String? = nil) -> RecordDefinition? {
    switch record {
    case .params(let owner): screen(owner)?.params
    case .state(let owner): screen(owner)?.state
    case .payload(let action): payload(action, on: name)
    case .input(let name): effect(name)?.input
    case .output(let name): effect(name)?.output
    case .next(let name): effect(name)?.next
    case .errors(let name): effect(name)?.errors
    case .shared: compilation.shared
    }
  }

  private func payload(_ action: String, on name: String?) -> RecordDefinition? {
    guard let number = compilation.actionNames.index(of: action) else { return nil }
    let own = screen(name)?.action(number) ?? compilation.declarations[number]?.first
    return own?.payload
  }

  /// The meaning that navtree itself gives to a name, which another name wouldn't have.
  package func meaning(of symbol: FlowSymbol) -> String? {
    switch (symbol.kind, symbol.name) {
    case (.action, ActionDefinition.dismissRequested): "it reacts to a refused dismissal"
    case (.field(.input(let effect)), LoaderCompiler.cursor),
      (.field(.output(let effect)), LoaderCompiler.cursor):
      isLoadedByList(effect) ? "a list loads its pages by it" : nil
    default: nil
    }
  }

  private func isLoadedByList(_ effect: String) -> Bool {
    guard let number = compilation.effectNames.index(of: effect) else { return false }
    return compilation.screens.contains { $0.kind == .list && $0.loader?.effect == number }
  }

  /// Adds the names that are declared beside the text, such as the fields of a list that loads.
  package func complete(_ names: inout FlowNames) {
    for screen in compilation.screens where screen.loader != nil {
      names.add(.field(.state(screen.name.text)), screen.state.names.names)
      names.add(.action, screen.actions.map { compilation.actionNames.names[$0.action] })
    }
  }

  /// The variables of an expression at a place.
  package func environment(at place: FormatPlace) -> CELEnvironment {
    var scope = compilation.sharedScope
    if place.isOfSession {
      scope.declareScreens()
    } else if let screen = screen(place.screen) {
      scope = (compilation.derived[screen.type]?.scope ?? compilation.scope(of: screen)).complete
    } else if place.object != .choice {
      scope = compilation.screenScope
    }
    if let action = place.action, !place.isOfScenarios, let payload = payload(action, on: place.screen) {
      scope.declare(.action, payload)
    }
    if place.key == "paramsChanged" || place.object == .migration {
      scope.declare(.old, [CELField("params", .dyn), CELField("state", .dyn), CELField("shared", .dyn)])
    }
    var environment = scope.environment
    if let link = place.link {
      let fields = LinkPattern.params(in: link).map { param in
        CELField(String(param.name), param.type?.hasPrefix("integer") == true ? .int : .string)
      }
      environment.declare(record: "link", fields: fields)
    }
    if !place.isOfSession, place.screen != nil, screen(place.screen) == nil {
      for name in ["params", "state", "computed"] { environment.declare(name, .dyn) }
    }
    for local in place.locals { environment.declare(local, .dyn) }
    if place.isOfScenarios {
      environment.declare("example", .dyn)
      if let input = place.effect.flatMap(effect)?.input {
        environment.declare(record: "input", fields: Scope.fields(of: input, prefix: "input"))
        environment.declare("at", .string)
      }
    }
    return environment
  }
}
