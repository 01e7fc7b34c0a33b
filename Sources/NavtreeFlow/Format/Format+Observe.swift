/// The table of the projection that an app is compared by.
extension Format {
  static let observe = FormatObject(
    .observe, "The parts of a session that an app is compared by.",
    [
      key(.active, .boolean, "Whether the active screen is: its type and its address."),
      key(.title, .boolean, "Whether the title of the active screen is."),
      key(
        .state, .map(.name("screen"), ProjectionCompiler.fields),
        "By screen, the names of its state fields and computed values that are."),
    ])
}
