/// A name that is declared nowhere: one mistake, however many uses of the name follow from it.
package struct MissingName: Hashable {
  enum Owner: Hashable {
    case screens, effects, stores, actions, shared
    /// A record of a screen type.
    case record(ScopeVariable, screen: Int)
  }

  let owner: Owner
  let name: String

  init(_ owner: Owner, _ name: String) {
    self.owner = owner
    self.name = name
  }

  /// A field that an expression reads, from the text before it: `state.`.
  ///
  /// - Parameter screen: The screen type whose state the expression reads, if any.
  init?(field name: String, after text: String, screen: Int?) {
    let variable = ScopeVariable.allCases.first { variable in
      guard text.hasSuffix("\(variable.name).") else { return false }
      let before = text.unicodeScalars.dropLast(variable.name.unicodeScalars.count + 1).last
      return before.map { $0 != "." && $0 != "_" && !$0.properties.isAlphabetic } ?? true
    }
    switch variable {
    case .shared?: self.init(.shared, name)
    case .params?, .state?, .computed?, .guards?:
      guard let variable, let screen else { return nil }
      self.init(.record(variable, screen: screen), name)
    case .action?, .screen?, .parent?, .link?, .now?, .screens?, .old?, .owed?, .transitions?, nil:
      return nil
    }
  }
}
