package import NavigationTree
package import NavtreeJSON
package import NavtreeYAML

/// A screen type: its shape and everything declared beside it.
package final class ScreenDefinition: Sendable {
  package let name: String
  package let kind: ScreenKind
  package let params: RecordDefinition
  package let state: RecordDefinition
  package let computed: [DerivedDefinition]
  /// Of a split: while it holds, only the pane in focus is shown. It is one of the computed values.
  package let collapsed: CompiledExpression?
  package let guards: [DerivedDefinition]
  /// By slot, in the order of the shape's slots.
  package let slots: [SlotDefinition]
  package let actions: ActionTable
  /// In each list, the first rule whose `when` holds runs.
  package let lifecycle: [LifecycleEvent: [Rule]]
  /// All rules, whatever makes them run.
  package let rules: [Rule]
  package let expressions: ScreenExpressions
  /// The schema of the result that it may be dismissed with.
  package let returns: Schema?
  /// Whether the result is sensitive.
  package let hidesResult: Bool
  package let keep: Bool
  /// Nil for the flow's.
  package let duringTransition: DuringTransition?
  /// Whether it is no fault if a user can't leave it.
  package let isFinal: Bool
  /// Its loading, if it loads by itself.
  package let loader: LoaderDefinition?
  /// The slot of the initially selected tab or focused pane.
  package let selected: Int?
  /// The way `back` goes from the root of a tab.
  package let back: TabsBack
  /// Whether a tab's tree is made only when the tab is selected.
  package let lazy: Bool
  /// The author's own texts, by keys that begin with `x-`.
  package let texts: JSONObject
  package let location: SourceLocation

  init(_ compiler: ScreenCompiler) {
    let (screen, reader) = (compiler.screen, compiler.screen.reader)
    name = screen.name.text
    kind = screen.kind
    params = screen.params
    state = screen.state
    (computed, guards) = (compiler.derived.computed, compiler.derived.guards)
    collapsed = reader.has(.collapsed) ? computed.first { $0.name == "collapsed" }?.value : nil
    slots = compiler.slots()
    actions = compiler.actions()
    expressions = compiler.expressions()
    lifecycle = compiler.lifecycle()
    let elements = actions.elements
    // A screen with one action shares its list.
    let ofActions =
      elements.count == 1 ? elements[0].definition.rules : actions.rules
    let byEvent = lifecycle
    rules = byEvent.isEmpty ? ofActions : ofActions + LifecycleEvent.allCases.flatMap { byEvent[$0] ?? [] }
    returns = screen.returns
    hidesResult = screen.hidesResult
    keep = reader.boolean(.keep) ?? false
    duringTransition = reader.text(.duringTransition).flatMap { DuringTransition(rawValue: $0) }
    isFinal = reader.boolean(.final) ?? false
    loader = compiler.loader()
    selected = compiler.selected()
    back = reader.text(.back).flatMap { TabsBack(rawValue: $0) } ?? .first
    lazy = reader.boolean(.lazy) ?? true
    texts = reader.texts
    location = screen.name.location
  }

  /// The slot for a screen that opens beside another slot, such as a tab: a modal one, else one to push in.
  package func slotBeside(_ slot: Int, for type: Int) -> Int? {
    slots.indices.first { slots[$0].style.isModal && $0 != slot && slots[$0].presents[type] }
      ?? slots.indices.first { slots[$0].style == .push && $0 != slot && slots[$0].presents[type] }
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
