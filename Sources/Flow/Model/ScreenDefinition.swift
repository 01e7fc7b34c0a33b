package import NavigationTree

/// What is declared of a screen type beside its shape.
package struct ScreenDefinition: Sendable {
  package var name: String
  package var kind: ScreenKind
  package var params: RecordDefinition
  package var state: RecordDefinition
  package var computed: [ComputedDefinition] = []
  /// By slot, in the order of the shape's slots.
  package var slots: [SlotDefinition]
  /// By action; nil where this type doesn't declare it.
  package var actions: [ActionDefinition?]
  /// Two screens of one type and equal identity are the same to navigation; nil: all params.
  package var identity: CompiledExpression?
  package var dismissible: CompiledExpression?
  /// The schema of the result that it may be dismissed with.
  package var returns: Schema?
  package var keep = false
  package var location: SourceLocation

  package init(
    name: String, kind: ScreenKind, params: RecordDefinition, state: RecordDefinition,
    slots: [SlotDefinition], actions: [ActionDefinition?], location: SourceLocation
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

/// A value derived from a screen's params and state, evaluated when it is read.
package struct ComputedDefinition: Sendable {
  package let name: String
  package let value: CompiledExpression

  package init(name: String, value: CompiledExpression) {
    self.name = name
    self.value = value
  }
}

/// What may be presented in a slot, and for a tab or a pane what it starts with.
package struct SlotDefinition: Sendable {
  package let name: String
  package let style: SlotStyle
  /// By screen type.
  package let presents: [Bool]
  /// What a tab or a pane holds from the start; nil: it starts empty.
  package let initial: ScreenTemplate?

  package init(name: String, style: SlotStyle, presents: [Bool], initial: ScreenTemplate? = nil) {
    self.name = name
    self.style = style
    self.presents = presents
    self.initial = initial
  }
}
