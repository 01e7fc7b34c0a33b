/// The tables of what a screen does when it comes and goes.
extension Format {
  static let lifecycle = FormatObject(
    .lifecycle,
    "What a screen does when it comes and goes: of each list the first rule whose when holds runs.",
    [
      key(.presented, .oneOrMore(.object(.rule)), "Once, when it is in the tree."),
      key(.appeared, .oneOrMore(.object(.rule)), "Whenever it comes into sight."),
      key(.disappeared, .oneOrMore(.object(.rule)), "Whenever it goes out of sight."),
      key(.dismissed, .oneOrMore(.object(.lastRule)), "Once, when it has been taken out of the tree."),
    ])

  static let lastRule = FormatObject(
    .lastRule, "What is done for a screen that is gone.",
    [
      key(.when, .expression, "It runs only if this is true."),
      key(
        .shared, .map(.target, .value), "Shared fields, or places in them by JSON Pointer, and their values."),
      key(.send, .oneOrMore(.object(.send)), "Queues an action."),
    ])
}
