package import NavigationTree

/// A screen type: its shape and everything declared beside it.
package struct ScreenDefinition: Sendable {
  package var name: String
  package var kind: ScreenKind
  package var params: RecordDefinition
  package var state: RecordDefinition
  package var computed: [DerivedDefinition] = []
  package var guards: [DerivedDefinition] = []
  /// By slot, in the order of the shape's slots.
  package var slots: [SlotDefinition]
  package var actions: ActionTable
  /// Of each list the first rule that holds runs.
  package var lifecycle: [LifecycleEvent: [Rule]] = [:]
  /// Two screens of one type and equal identity are the same to navigation; nil for all params.
  package var identity: CompiledExpression?
  package var dismissible: CompiledExpression?
  /// The schema of the result that it may be dismissed with.
  package var returns: Schema?
  /// Whether the result is sensitive.
  package var hidesResult = false
  package var keep = false
  /// Its loading, if it loads by itself.
  package var loader: LoaderDefinition?
  /// The slot of the initially selected tab or focused pane.
  package var selected: Int?
  /// The way `back` goes from the root of a tab.
  package var back = TabsBack.first
  /// Whether a tab's tree is made only when the tab is selected.
  package var lazy = true
  package var location: SourceLocation

  package init(
    name: String, kind: ScreenKind, params: RecordDefinition, state: RecordDefinition,
    slots: [SlotDefinition], actions: ActionTable, location: SourceLocation
  ) {
    self.name = name
    self.kind = kind
    self.params = params
    self.state = state
    self.slots = slots
    self.actions = actions
    self.location = location
  }
}

extension ScreenDefinition {
  /// All rules, whatever makes them run.
  package var rules: [Rule] {
    actions.elements.flatMap(\.definition.rules) + LifecycleEvent.allCases.flatMap { lifecycle[$0] ?? [] }
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
