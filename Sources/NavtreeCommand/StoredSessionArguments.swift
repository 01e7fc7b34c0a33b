import ArgumentParser
import NavtreeJSON
import NavtreeEngine

/// The stored session that a command works on.
struct StoredSessionArguments: ParsableArguments {
  @Argument(help: "The store's file or URL.")
  var store: StoreArgument

  @Argument(help: "The session's name.")
  var session: String

  @OptionGroup
  var named: NamedStores

  /// The stored session as a snapshot on one line.
  ///
  /// - Throws: the exit status, after the message.
  func snapshot() throws -> String {
    var writer = JSONWriter()
    try store.session(session, in: try store.read(named)).write(into: &writer)
    return writer.text
  }
}
