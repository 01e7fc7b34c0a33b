import NavtreeCEL
package import NavtreeJSON
package import NavigationTree
package import NavtreeText
package import NavtreeYAML

/// A flow as it runs: checked, names resolved to indexes, expressions compiled.
package final class FlowDefinition: Sendable {
  package let name: String
  /// The flow's own version, raised by its author when state changes shape.
  package let version: Int
  package let title: String?
  /// The files it was read from, as diagnostics and errors name them: its own, then its parts.
  package let files: [String]
  package let catalog: ScreenCatalog
  /// By screen type.
  package let screens: [ScreenDefinition]
  package let screenNames: NameTable
  /// All names of actions in the flow, including those that are only sent.
  package let actionNames: NameTable
  /// The actions that run when no screen on the path took them.
  package let actions: ActionTable
  package let shared: RecordDefinition
  /// Values over the shared state, read as its fields after the declared ones.
  package let computed: [DerivedDefinition]
  /// The conditions that all screens name; a screen's own come after them.
  package let guards: [DerivedDefinition]
  /// The work that the host does on request, in declared order.
  package let effects: [EffectDefinition]
  /// In the order in which they open.
  package let start: [StartWindow]
  /// The kinds of windows that a host may open.
  package let windows: [WindowKind]
  package let invariants: [Invariant]
  package let properties: [TemporalProperty]
  package let links: FlowLinks
  /// In declared order.
  package let stores: [StoreDefinition]
  /// By ascending version.
  package let migrations: [Migration]
  /// The parts of a session that an app is compared by; nil where the flow declares none.
  package let projection: ProjectionDefinition?
  package let duringTransition: DuringTransition
  /// The findings that comments acknowledge.
  package let acknowledgements: Acknowledgements
  /// By action.
  private let declaringTypes: [[Int]]
  /// The document that it was compiled from.
  private let document: YAMLDocument

  /// Whether any computed value reads the time, itself or through a guard.
  package let computedReadsTime: Bool

  /// Whether a field that an expression reads of the shared state, or with nil all of it, is computed.
  package func isComputed(shared field: Int?) -> Bool {
    (field ?? Int.max) >= shared.fields.count && !computed.isEmpty
  }

  /// The flow's own file.
  package var file: String { files[0] }

  /// The file of a place in the flow; its own where there is no such file.
  package func file(of location: SourceLocation) -> String {
    let number = Int(location.file)
    return files.indices.contains(number) ? files[number] : file
  }

  /// A place in the flow as messages name it: `FILE:LINE:COLUMN`.
  package func text(of location: SourceLocation) -> String {
    "\(file(of: location)):\(location.line):\(location.column)"
  }

  /// The index of an action's name, given as in a request.
  package func action(named name: UnsafeRawBufferPointer) -> Int? { actionNames.index(of: name) }

  /// The handling of an action by a screen type; nil where the type doesn't declare it.
  package func definition(of action: Int, on type: Int) -> ActionDefinition? {
    screens[type].actions[action]
  }

  /// The same, which the flow keeps alive.
  package func findDefinition(of action: Int, on type: Int) -> Unmanaged<ActionDefinition>? {
    screens[type].actions.find(action)
  }

  /// The screen types that declare an action.
  package func types(declaring action: Int) -> [Int] { declaringTypes[action] }

  /// The flow in its normal form; loading that gives the same flow.
  /// - Complexity: O(size of the flow): made on each call.
  package var normalised: JSONValue { NormalForm.value(document.root) }

  /// The fingerprint of the normal form, so that comments and the order of keys don't count.
  /// - Complexity: O(size of the flow): made on each call.
  package var fingerprint: Fingerprint { Fingerprint(of: normalised) }

  init(
    _ name: String, _ compilation: Compilation, version: Int, title: String?, screens: [ScreenDefinition],
    actions: ActionTable, start: [StartWindow], windows: [WindowKind], invariants: [Invariant],
    properties: [TemporalProperty], links: FlowLinks,
    migrations: [Migration], projection: ProjectionDefinition?, duringTransition: DuringTransition
  ) {
    self.name = name
    self.version = version
    self.title = title
    document = compilation.root.document
    files = document.sources.sorted { $0.number < $1.number }.map(\.file)
    catalog = ScreenCatalog(
      compilation.screens.map { screen in
        ScreenShape(
          name: screen.name.text, kind: screen.kind,
          slots: screen.slots.map { SlotShape(name: $0.name, style: $0.style) })
      })
    self.screens = screens
    screenNames = compilation.screenNames
    actionNames = compilation.actionNames
    self.actions = actions
    var declaringTypes = Array(repeating: [Int](), count: actionNames.names.count)
    for (type, screen) in screens.enumerated() {
      for element in screen.actions.elements { declaringTypes[element.action].append(type) }
    }
    self.declaringTypes = declaringTypes
    shared = compilation.shared
    computed = compilation.computed
    guards = compilation.guards
    let times: [ScopeVariable] = [.now, .transitions]
    // Which guards a value reads isn't followed: any that reads the time counts.
    computedReadsTime =
      computed.contains { $0.reads(times) }
      || guards.contains { $0.reads(times) } && computed.contains { $0.reads([.guards]) }
    effects = compilation.effects
    self.start = start
    self.windows = windows
    self.invariants = invariants
    self.properties = properties
    self.links = links
    stores = compilation.records.stores.definitions
    self.migrations = migrations
    self.projection = projection
    self.duringTransition = duringTransition
    acknowledgements = Acknowledgements(in: document.sources)
  }
}

extension DerivedDefinition {
  /// Whether its expression names any of these variables.
  fileprivate func reads(_ variables: [ScopeVariable]) -> Bool {
    value.program.references.contains { reference in
      ScopeVariable(rawValue: reference.variable).map(variables.contains) ?? false
    }
  }
}

/// A window that opens with the session: the first choice that holds is its root.
package struct StartWindow: Sendable {
  package let window: String
  package let choices: [StartChoice]
}

/// A kind of windows that a host may open, such as one for each document.
package struct WindowKind: Sendable {
  package let name: String
  /// The types that may be their root.
  package let roots: ScreenSet
  package let location: SourceLocation
}

/// One root that a window may start with.
package struct StartChoice: Sendable {
  package let when: CompiledExpression?
  package let screen: ScreenTemplate
}
