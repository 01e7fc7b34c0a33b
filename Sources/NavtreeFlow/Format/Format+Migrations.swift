/// The tables of migrations.
extension Format {
  static let migration = FormatObject(
    .migration, "A step of a migration: it renames, drops, or sets.",
    [
      key(.screen, .name, "The screen type that has the fields; by default they are shared fields."),
      key(.rename, .object(.rename), "Names to change."),
      key(.drop, .object(.drop), "Names to drop."),
      key(
        .set, .map(.name("field"), .value), "State of the screen, or shared fields; the values may read old."),
      key(.params, .map(.name("param"), .value), "Params of the screen; the values may read old."),
    ])

  static let rename = FormatObject(
    .rename, "Old names, each with its replacement.",
    [
      key(.screens, .map(.name("screen"), .name), "Screen types."),
      key(.fields, .map(.name("field"), .name), "Params and state of the step's screen, or shared fields."),
      key(.slots, .map(.name("slot"), .name), "Slots of the step's screen."),
      key(.tabs, .map(.name("tab"), .name), "Tabs of the step's screen."),
      key(.panes, .map(.name("pane"), .name), "Panes of the step's screen."),
      key(
        .actions, .map(.name("action"), .name),
        "Actions that the step's screen gets, or without one all of that name."),
      key(.effects, .map(.name("effect"), .name), "Effects."),
      key(.windows, .map(.name("window"), .text), "Windows."),
    ])

  static let drop = FormatObject(
    .drop, "Names to drop.",
    [
      key(.screens, .list(.name), "Screen types; their screens are removed with everything they hold."),
      key(.fields, .list(.name), "Params and state of the step's screen, or shared fields."),
    ])
}
