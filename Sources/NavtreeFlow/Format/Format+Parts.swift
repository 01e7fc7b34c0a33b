extension Format {
  static let part = FormatObject(
    .part, "A part of a flow, in a file of its own.",
    [
      required(.navtree, .integer(minimum: 1), "The version of the format: 1."), include,
    ]
      + sections.map {
        FormatObject.Entry(key: $0.key, form: $0.form, summary: $0.summary, isRequired: false)
      })

  static let include = key(
    .include, .list(.text), "Files whose entries belong to the flow too, as paths relative to this file.")

  /// The keys of a flow that its parts may have.
  static let sections = [
    key(.types, .map(.name("type"), .schema), "Types of the flow's own, for any schema to name."),
    key(.shared, .map(.name("field"), .field), "State that all screens read as shared.x and rules set."),
    key(
      .computed, .map(.name("value"), .expression),
      "Values derived from the shared state, read as shared.x; nothing sets them."),
    key(.guards, .map(.name("guard"), .expression), "Named conditions over the shared state."),
    key(.effects, .map(.name("effect"), .object(.effect)), "The effects that the host provides."),
    required(.screens, .map(.name("screen"), .object(.screen)), "The screen types, by name."),
    key(
      .windows, .map(.name("kind"), .short(.screen, .windowKind, isFlag: false)),
      "The kinds of windows that a host may open."),
    key(.actions, .map(.name("action"), .action), "The actions that run if no screen on the path does."),
    key(.prefixes, .list(.text), "Prefixes removed from a URL before it is matched."),
    key(.links, .list(.object(.link)), "URLs and the trees that they open."),
    key(
      .invariants, .map(.name("invariant"), .object(.invariant)), "Conditions checked after every change."),
    key(.stores, .map(.name("store"), .object(.store)), "Stores for fields that name one with persist."),
  ]

  /// The keys that make a file a flow of its own.
  static let ofFlowsAlone: [Key] = [.flow, .start, .version, .migrations, .observe]
}
