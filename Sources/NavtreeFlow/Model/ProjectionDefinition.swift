/// The parts of a session that an app of the same flow is compared by.
package struct ProjectionDefinition: Sendable {
  package enum Value: Sendable, Hashable {
    /// A state field, by its index.
    case field(Int)
    /// A computed value, by its index.
    case computed(Int)
  }

  /// The values of a screen type that are compared.
  package struct Screen: Sendable {
    package let type: Int
    package let values: [Value]
  }

  package let hasActive: Bool
  package let hasTitle: Bool
  /// By screen type: the declared titles, as far as there are any.
  package let titles: [String?]
  /// In declared order.
  package let screens: [Screen]

  package var isEmpty: Bool { !hasActive && !hasTitle && screens.allSatisfy(\.values.isEmpty) }
}
