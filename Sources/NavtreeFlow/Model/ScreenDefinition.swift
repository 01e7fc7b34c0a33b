package import NavigationTree

/// A screen type: its shape and everything declared beside it.
package final class ScreenDefinition: Sendable {
  package let name: String
  package let kind: ScreenKind
  package let params: RecordDefinition
  package let state: RecordDefinition
  package let computed: [DerivedDefinition]
  package let guards: [DerivedDefinition]
  /// By slot, in the order of the shape's slots.
  package let slots: [SlotDefinition]
  package let actions: ActionTable
  /// Of each list the first rule that holds runs.
  package let lifecycle: [LifecycleEvent: [Rule]]
  /// All rules, whatever makes them run.
  package let rules: [Rule]
  /// Two screens of one type and equal identity are the same to navigation; nil for all params.
  package let identity: CompiledExpression?
  package let dismissible: CompiledExpression?
  /// The schema of the result that it may be dismissed with.
  package let returns: Schema?
  /// Whether the result is sensitive.
  package let hidesResult: Bool
  package let keep: Bool
  /// Its loading, if it loads by itself.
  package let loader: LoaderDefinition?
  /// The slot of the initially selected tab or focused pane.
  package let selected: Int?
  /// The way `back` goes from the root of a tab.
  package let back: TabsBack
  /// Whether a tab's tree is made only when the tab is selected.
  package let lazy: Bool
  package let location: SourceLocation

  package init(
    name: String, kind: ScreenKind, params: RecordDefinition, state: RecordDefinition,
    computed: [DerivedDefinition], guards: [DerivedDefinition], slots: [SlotDefinition],
    actions: ActionTable, identity: CompiledExpression?, dismissible: CompiledExpression?,
    lifecycle: [LifecycleEvent: [Rule]], returns: Schema?, hidesResult: Bool, loader: LoaderDefinition?,
    keep: Bool, back: TabsBack, lazy: Bool, selected: Int?, location: SourceLocation
  ) {
    self.name = name
    self.kind = kind
    self.params = params
    self.state = state
    self.computed = computed
    self.guards = guards
    self.slots = slots
    self.actions = actions
    self.lifecycle = lifecycle
    let elements = actions.elements
    // A screen with one action shares its list.
    let ofActions =
      elements.count == 1 ? elements[0].definition.rules : elements.flatMap(\.definition.rules)
    rules =
      lifecycle.isEmpty ? ofActions : ofActions + LifecycleEvent.allCases.flatMap { lifecycle[$0] ?? [] }
    self.identity = identity
    self.dismissible = dismissible
    self.returns = returns
    self.hidesResult = hidesResult
    self.keep = keep
    self.loader = loader
    self.selected = selected
    self.back = back
    self.lazy = lazy
    self.location = location
  }
}

/// A slot with the types that it takes, and for a tab or a pane with its first screen.
package struct SlotDefinition: Sendable {
  package let name: String
  package let style: SlotStyle
  /// By screen type.
  package let presents: ScreenSet
  /// The first screen of a tab or a pane; nil if it starts empty.
  package let initial: ScreenTemplate?
  /// The place of its name.
  package let location: SourceLocation
}
