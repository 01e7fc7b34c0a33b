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
  /// In a slot of the screen.
  case present(ScreenTemplate, slot: String?, replace: Bool, OnDuplicate, Awaiting?)
  /// On top of the chain that holds the screen.
  case push(ScreenTemplate, slot: String?, OnDuplicate)
  case navigate(ScreenTemplate, pop: Bool, merge: Bool, OnDuplicate)
  case replace(ScreenTemplate)
  case pop(count: ValueTemplate)
  case popTo(ScreenTemplate, identity: ValueTemplate?, merge: Bool, Otherwise)
  case popToRoot
  case reset(TreeTemplate, reuse: Bool)
  case dismiss(result: ValueTemplate?)
  case back
  case select(tab: ValueTemplate, params: ValueTemplate?)
  case focus(pane: ValueTemplate)
  case setParams(ValueTemplate, replace: Bool)
  /// Whatever the URL stands for.
  case open(url: ValueTemplate)

  /// What `popTo` does when there is no such screen.
  package enum Otherwise: String, Sendable, CaseIterable {
    case fail, replace, push
  }

  /// What a screen on top with the same type and identity means: the double tap.
  package enum OnDuplicate: String, Sendable, CaseIterable {
    case push, ignore, reuse
  }
}

/// A navigation of a rule with where it stands.
package struct NavigationStep: Sendable {
  package let navigation: NavigationTemplate
  /// Whether screens that refuse to be dismissed go too.
  package let force: Bool
  package let location: SourceLocation

  package init(_ navigation: NavigationTemplate, force: Bool, location: SourceLocation) {
    self.navigation = navigation
    self.force = force
    self.location = location
  }
}

/// The actions that a presenter gets when the screen that it presented is dismissed.
package struct Awaiting: Sendable {
  /// With a result.
  package let then: Int?
  /// Without one.
  package let otherwise: Int?
  /// Where a rule asks for them; nil: a request does.
  package let location: SourceLocation?

  package init(then: Int?, otherwise: Int?, location: SourceLocation? = nil) {
    self.then = then
    self.otherwise = otherwise
    self.location = location
  }
}
