import NavtreeJSON
package import NavtreeEngine

extension Failure {
  /// A failure of a store, with a hint.
  static func store(_ path: String, _ error: SQLiteError) -> Failure {
    switch error.kind {
    case .full:
      store(path, "there is no room to write (\(error.message))", hint: "make room, and send it again")
        .passing()
    case .busy:
      store(path, "another process is writing (\(error.message))", hint: "send it again").passing()
    case .corrupt:
      store(
        path, "the file is damaged (\(error.message))",
        hint: verifyHint)
    case .lost:
      store(path, error.message, hint: "put it back, or start again; until then nothing is stored")
    case .unfinished:
      store(path, StoreSchema.unfinished, hint: "make room, and let a process write it, or remove it")
    case .cannotOpen, .other: store(path, error.message).passing()
    case .constraint: store(path, error.message)
    }
  }

  /// The failure of a store with any error; a failure stays as it is.
  package static func store(_ path: String, any error: any Error) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let error as SQLiteError: store(path, error)
    default: store(path, "\(error)")
    }
  }

  static let verifyHint = "navtree store verify says what can still be read"

  /// The failure of a store with a damaged session.
  static func damage(to name: String, in path: String, _ reason: String) -> Failure {
    store(
      path, "what is stored of '\(name)' is damaged: \(reason)",
      hint: verifyHint
    ).with("session", .string(name))
  }

  package static func store(_ path: String, _ reason: String, hint: String? = nil) -> Failure {
    let failure = Failure(.storage, "the store \(path): \(reason)", ["store": .string(path)])
    return hint.map { failure.with("hint", .string($0)) } ?? failure
  }
}
