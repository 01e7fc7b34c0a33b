/// Members that many answers have.
extension Shape.Member {
  static let seq = Shape.Member("seq", .integer, "the number of the session's last change")
  static let active = Shape.Member("active", .address, "the active screen of the window acted on")
  static let id = Shape.Member("id", .integer, "the screen's id")
  static let at = Shape.Member("at", .address, "the screen's address")
  static let type = Shape.Member("screen", .string, "the screen's type")
  static let session = Shape.Member("session", .string, "the session's name")
  static let window = Shape.Member("window", .string, "the window's name")
  static let handledBy = Shape.Member("handledBy", .address, "the screen whose rule ran")
  static let handled = Shape.Member("handled", .boolean, "for `back`: whether anything could go back")
  static let waits = Shape.Member(
    "waits", .boolean, "whether the link waits; its `otherwise` is open meanwhile")
  static let subscription = Shape.Member("subscription", .integer, "the subscription's number")
  static let reply = Shape.Member("reply", .any, "the `reply` of a rule", optional: true)
}
