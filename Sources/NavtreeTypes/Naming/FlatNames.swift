/// The names of a flow's types in a language where all lie beside each other: `UserListState`.
struct FlatNames {
  private var names: NameSet
  private var paths: [ObjectIdentifier: String] = [:]
  /// The names of the screens' types, in the flow's order.
  private(set) var screens: [String] = []
  private(set) var effects: [String] = []
  /// The names of the actions' types, for each screen in its order: `UserListSearch`.
  private(set) var actions: [[String]] = []
  /// Those of the actions that no screen has: `FlowSearch`.
  private(set) var flowActions: [String] = []

  /// - Parameters:
  ///   - reserved: The names that no type of a flow can have.
  ///   - endings: The endings of the types that each screen has beside those of its objects.
  init(_ types: FlowTypes, reserved: Set<String>, endings: [String]) {
    names = NameSet(reserved: reserved)
    for screen in types.screens {
      screens.append(names.take(Identifier.upper(screen.name), with: [""] + endings))
    }
    add(types.types, after: "")
    add(types.shared, "Shared", isKnown: true)
    add(types.computed, "SharedComputed", isKnown: true)
    for effect in types.effects {
      let name = names.take(
        Identifier.upper(effect.name), with: ["Input", "Output", "Next", "Failure"])
      effects.append(name)
      add(effect.input, "\(name)Input", isKnown: true)
      add(effect.output, "\(name)Output", isKnown: true)
      if let next = effect.next { add(next, "\(name)Next", isKnown: true) }
      if let errors = effect.errors { add(errors, "\(name)Failure", isKnown: true) }
    }
    for (screen, name) in zip(types.screens, screens) {
      actions.append(screen.actions.map { names.take(name + Identifier.upper($0.name)) })
    }
    flowActions = types.actions.map { names.take("Flow" + Identifier.upper($0.name)) }
    for link in types.links { add(link.fields.inner, after: "Link") }
    for (screen, name) in zip(types.screens, screens) {
      add(screen.params, "\(name)Params", isKnown: true)
      add(screen.state, "\(name)State", isKnown: true)
      add(screen.computed, "\(name)Computed", isKnown: true)
      add(screen.result.inner, after: name)
      for action in screen.actions { add(action.payload.inner, after: name) }
    }
    for action in types.actions { add(action.payload.inner, after: "") }
  }

  func name(of id: ObjectIdentifier) -> String { paths[id] ?? "" }

  private mutating func add(_ object: ObjectType, _ name: String, isKnown: Bool) {
    let name = isKnown ? name : names.take(name)
    paths[ObjectIdentifier(object)] = name
    add(object.inner, after: name)
  }

  private mutating func add(_ inner: [InnerType], after prefix: String) {
    for type in inner {
      let name = prefix + Identifier.upper(type.hint)
      switch type {
      case .object(let object): add(object, name, isKnown: false)
      case .choice(let choice): paths[ObjectIdentifier(choice)] = names.take(name)
      }
    }
  }
}
