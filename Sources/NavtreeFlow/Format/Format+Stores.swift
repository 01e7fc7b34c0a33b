/// The tables of stores and invariants.
extension Format {
  static let store = FormatObject(
    .store, "A separate place for field values; the command line says where it is.",
    titles + [
      key(.durable, .boolean, "Whether its values are on disk before the answer; default true."),
      key(
        .sensitive, .boolean,
        "Whether it may keep sensitive fields; only the owner may be able to read its files."),
    ])

  /// The value of a field's `persist` that keeps it in no store.
  static let keptNowhere = "none"

  static let persist = key(
    .persist, .name,
    "The store that keeps it, or none; by default, fields that aren't sensitive are kept with the session.")
}
