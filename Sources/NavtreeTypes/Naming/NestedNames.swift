/// The names of a flow's types in a language that nests types: those of a screen lie within the screen's.
struct NestedNames {
  /// The names that a flow's types can't have.
  struct Reserved {
    /// The types that all scopes see.
    let types: Set<String>
    /// The types of ours beside a flow's screens.
    let parts: Set<String>
    /// Whether names that differ only by case are the same.
    var ignoresCase = false
  }

  private let reserved: Reserved
  /// The flow's own scope, which all types are in.
  let flow: String
  /// The full names of objects and choices.
  private(set) var paths: [ObjectIdentifier: String] = [:]
  /// The names of the screens' types, in the flow's order.
  private(set) var screens: [String] = []
  private(set) var effects: [String] = []

  init(_ types: FlowTypes, _ reserved: Reserved) {
    self.reserved = reserved
    // A path begins with the flow's name: no scope within it may have the same.
    var names = NameSet(
      reserved: reserved.types.union(reserved.parts).union(Self.ownTypes), ignoresCase: reserved.ignoresCase)
    flow = names.take(Identifier.upper(types.name))
    var inner = scope(reserved.parts)
    screens = types.screens.map { inner.take(Identifier.upper($0.name)) }
    add(types.types, in: "\(flow).Types")
    add(types.shared, "\(flow).Shared")
    add(types.computed, "\(flow).SharedComputed")
    var effectNames = scope()
    for effect in types.effects {
      let name = effectNames.take(Identifier.upper(effect.name))
      effects.append(name)
      let path = "\(flow).Effect.\(name)"
      add(effect.input, "\(path).Input")
      add(effect.output, "\(path).Output")
      if let next = effect.next { add(next, "\(path).Next") }
      if let errors = effect.errors { add(errors, "\(path).Failure") }
    }
    addInner(types.links.map(\.fields), in: "\(flow).Link")
    for (screen, name) in zip(types.screens, screens) {
      let path = "\(flow).\(name)"
      add(screen.params, "\(path).Params")
      add(screen.state, "\(path).State")
      add(screen.computed, "\(path).Computed")
      add(screen.result.inner, in: path, beside: Self.typesOfScreen)
      addInner(screen.actions.map(\.payload), in: "\(path).Action")
    }
    addInner(types.actions.map(\.payload), in: "\(flow).Action")
  }

  /// The types of a screen, and those of an effect.
  private static let typesOfScreen: Set<String> = [
    "Params", "State", "Computed", "Returns", "Slots", "Action", "Place",
  ]
  private static let ownTypes = typesOfScreen.union(["Input", "Output", "Next", "Failure"])

  /// Makes an object stand for any screen.
  mutating func setScreen(_ object: ObjectType) { paths[ObjectIdentifier(object)] = "\(flow).Screen" }

  /// Gives an object the name of another one, in whose place it is written.
  mutating func setPath(of object: ObjectType, as other: ObjectType) {
    paths[ObjectIdentifier(object)] = paths[ObjectIdentifier(other)]
  }

  /// The last part of a type's full name.
  func name(of inner: InnerType) -> String { String(path(of: inner.id).split(separator: ".").last ?? "") }

  func path(of id: ObjectIdentifier) -> String { paths[id] ?? "" }

  private func scope(_ others: Set<String> = []) -> NameSet {
    NameSet(reserved: reserved.types.union(others).union([flow]), ignoresCase: reserved.ignoresCase)
  }

  private mutating func add(_ object: ObjectType, _ path: String) {
    paths[ObjectIdentifier(object)] = path
    add(object.inner, in: path)
  }

  private mutating func addInner(_ objects: [ObjectType], in path: String) {
    add(objects.flatMap(\.inner), in: path)
  }

  private mutating func add(_ inner: [InnerType], in path: String, beside others: Set<String> = []) {
    if inner.isEmpty { return }
    var names = scope(others)
    for type in inner {
      let path = "\(path).\(names.take(Identifier.upper(type.hint)))"
      switch type {
      case .object(let object): add(object, path)
      case .choice(let choice): paths[ObjectIdentifier(choice)] = path
      }
    }
  }
}
