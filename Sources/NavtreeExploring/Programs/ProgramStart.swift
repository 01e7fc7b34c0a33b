package import NavtreeFiles
internal import NavtreeSystem

/// The start of a program that runs beside this one, in a process group of its own.
package struct ProgramStart {
  private let program: String
  private let arguments: [String]
  private let descriptors: [(here: Int32, there: Int32)]
  private let signals: [Int32]

  /// - Parameters:
  ///   - program: its path.
  ///   - arguments: the first one is the name that it is called by.
  ///   - descriptors: those that it gets, in this order, beside those that don't close when a program starts.
  ///   - signals: those that end it whatever they do here, while none is blocked; if empty, it inherits both.
  package init(
    _ program: String, _ arguments: [String], _ descriptors: [(here: Int32, there: Int32)],
    signals: [Int32] = []
  ) {
    self.program = program
    self.arguments = arguments
    self.descriptors = descriptors
    self.signals = signals
  }

  /// Starts it, and returns its number.
  @discardableResult package func run() throws(SystemError) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (here, there) in descriptors { posix_spawn_file_actions_adddup2(&actions, here, there) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = Int16(POSIX_SPAWN_SETPGROUP)
    if !signals.isEmpty {
      var set = sigset_t()
      sigemptyset(&set)
      for signal in signals { sigaddset(&set, signal) }
      posix_spawnattr_setsigdefault(&attributes, &set)
      sigemptyset(&set)
      posix_spawnattr_setsigmask(&attributes, &set)
      flags |= Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    }
    posix_spawnattr_setflags(&attributes, flags)
    var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, program, &actions, &attributes, &strings, environ)
    guard code == 0 else { throw SystemError(code: code) }
    return identifier
  }
}
