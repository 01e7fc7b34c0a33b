package import NavtreeServer

/// What tools may do with files, by whoever has any.
package struct AgentFiles {
  package typealias Creator = (_ path: String, _ text: String) -> NavtreeServer.FileFailure?

  /// Reads a file of scenarios.
  let read: NavtreeServer.FileReader
  /// Creates a file; one that is there stays.
  let create: Creator
  /// The path of a file as one in the folder of another file writes it.
  let relative: (_ path: String, _ file: String) -> String

  package init(
    read: @escaping NavtreeServer.FileReader, create: @escaping Creator,
    relative: @escaping (_ path: String, _ file: String) -> String
  ) {
    self.read = read
    self.create = create
    self.relative = relative
  }
}
