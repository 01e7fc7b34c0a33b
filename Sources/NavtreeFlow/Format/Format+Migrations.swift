/// The tables of migrations.
extension Format {
  static let migration = FormatObject(
    .migration, "A step of a migration: it renames, drops, or sets.",
    [
      key(.screen, .name, "The screen type whose fields it means; without it, they are shared ones."),
      key(.rename, .object(.rename), "Names that change."),
      key(.drop, .object(.drop), "What isn't there any more."),
      key(.set, .map(.name("field"), .value), "State of the screen, or shared fields, with values over old."),
      key(.params, .map(.name("param"), .value), "Params of the screen, with values over old."),
    ])

  static let rename = FormatObject(
    .rename, "Old names, each with the one that takes its place.",
    [
      key(.screens, .map(.name("screen"), .name), "Screen types."),
      key(.fields, .map(.name("field"), .name), "Params and state of the step's screen, or shared fields."),
    ])

  static let drop = FormatObject(
    .drop, "What is taken out.",
    [
      key(.screens, .list(.name), "Screen types, with all that their screens hold."),
      key(.fields, .list(.name), "Params and state of the step's screen, or shared fields."),
    ])
}
