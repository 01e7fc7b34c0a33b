/// The tables of what is kept where.
extension Format {
  static let store = FormatObject(
    .store, "A place of its own for what fields hold, which whoever runs the flow gives it.",
    titles + [
      key(.durable, .boolean, "Whether what it keeps is on the disk before it is answered; default true."),
      key(
        .sensitive, .boolean,
        "Whether sensitive fields may be kept there; its files must be readable by their owner alone."),
    ])

  /// What a field says to be kept in no store.
  static let keptNowhere = "none"

  static let persist = key(
    .persist, .name,
    "The store that keeps it, or none; by default what isn't sensitive is kept with the session.")
}
