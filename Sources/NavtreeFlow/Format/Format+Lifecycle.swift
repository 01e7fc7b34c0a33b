/// The tables of lifecycle rules.
extension Format {
  static let lifecycle = FormatObject(
    .lifecycle,
    "A screen's lifecycle rules: of each list, the first whose when holds runs.",
    [
      key(.presented, .oneOrMore(.object(.rule)), "Runs once, when the screen is in the tree."),
      key(.appeared, .oneOrMore(.object(.rule)), "Runs whenever the screen comes into sight."),
      key(.disappeared, .oneOrMore(.object(.rule)), "Runs whenever the screen goes out of sight."),
      key(
        .paramsChanged, .oneOrMore(.object(.rule)),
        "Runs whenever the params of the screen have changed; old.params are the former ones."),
      key(
        .restored, .oneOrMore(.object(.rule)),
        "Runs once, when the session has been opened from a store or a snapshot."),
      key(
        .dismissed, .oneOrMore(.object(.lastRule)),
        "Runs once, when the screen has been removed from the tree."),
    ])

  static let lastRule = FormatObject(
    .lastRule, "A rule for a removed screen.",
    [
      names, key(.when, .expression, "The rule runs only if this is true."),
      key(
        .shared, .map(.target, .value), "Shared fields, or places in them by JSON Pointer, and their values."),
    ] + Format.sendings)
}
