import ArgumentParser
import NavtreeJSON
import NavtreePersistence
import NavtreeEngine

/// Which stored session a command means.
struct StoredSessionArguments: ParsableArguments {
  @Argument(help: "The store's file.")
  var store: StoreFile

  @Argument(help: "The session's name.")
  var session: String

  @OptionGroup
  var named: NamedStores

  /// What is stored of it, as a snapshot on one line.
  ///
  /// - Throws: the exit status, after saying why.
  func snapshot() throws -> String {
    var writer = JSONWriter()
    try store.session(session, in: try store.read(named)).write(into: &writer)
    return writer.text
  }
}
