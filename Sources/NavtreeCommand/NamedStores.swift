import ArgumentParser

/// The stores that flows declare, for a command on the store of the sessions.
struct NamedStores: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The file of the store NAME that flows declare: sqlite:PATH. May be repeated.",
      valueName: "name=url"))
  var places: [StorePlace] = []

  func validate() throws {
    try places.validate()
    if places.main != nil {
      throw ValidationError("--store takes NAME=URL here: the name that a flow gives it")
    }
  }
}
