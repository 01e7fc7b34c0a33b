/// Members that many answers have.
extension Shape.Member {
  static let seq = Shape.Member("seq", .integer, "the number of the session's last change")
  static let active = Shape.Member("active", .address, "the active screen of the window acted on")
  static let id = Shape.Member("id", .integer, "the screen's id")
  static let at = Shape.Member("at", .address, "the screen's address")
  static let of = Shape.Member(
    "of", .choice(["session"]), "session: it is the session's, and no screen's", optional: true)
  static let type = Shape.Member("screen", .string, "the screen's type")
  static let session = Shape.Member("session", .string, "the session's name")
  static let window = Shape.Member("window", .string, "the window's name")
  static let handledBy = Shape.Member("handledBy", .address, "the screen whose rule ran")
  static let handled = Shape.Member("handled", .boolean, "for `back`: whether anything could go back")
  static let waits = Shape.Member(
    "waits", .boolean, "whether the link waits; its `otherwise` is open meanwhile")
  static let subscription = Shape.Member("subscription", .integer, "the subscription's number")
  static let now = Shape.Member("now", .integer, "milliseconds since 1970")
  static let reply = Shape.Member("reply", .any, "the `reply` of a rule", optional: true)
}

/// Members of an effect.
extension Shape.Member {
  static let effect = Shape.Member("effect", .integer, "its number in the session")
  static let effectName = Shape.Member("name", .string, "the effect's name")
  static let input = Shape.Member("input", .object, "its input")
  static let key = Shape.Member(
    "key", .string, "stays the same when the effect is requested again; no other effect has it")
}
