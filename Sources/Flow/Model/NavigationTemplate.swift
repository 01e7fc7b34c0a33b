/// A screen that is to be made: its type, and the params given to it.
package struct ScreenTemplate: Sendable {
  package let type: Int
  /// Gives an object; nil: no params are given.
  package let params: ValueTemplate?
  package let location: SourceLocation

  package init(type: Int, params: ValueTemplate?, location: SourceLocation) {
    self.type = type
    self.params = params
    self.location = location
  }
}

/// A built-in navigation as a rule asks for it, from the rule's screen.
package enum NavigationTemplate: Sendable {
  /// In a slot of the screen; `slot` is its index where the rule names it.
  case present(ScreenTemplate, slot: String?, replace: Bool)
  /// On top of the chain that holds the screen.
  case push(ScreenTemplate, slot: String?)
  case replace(ScreenTemplate)
  case pop(count: ValueTemplate)
  case popToRoot
  case dismiss(result: ValueTemplate?)
}
