import Synchronization
import NavtreeTestSupport
import NavtreeSystem

/// A program that runs beside the test, with pipes to its three streams.
///
/// It runs in the package's folder, unless another is named. Its input is closed, and it is killed, when this is released.
final class ChildProcess {
  enum Failure: Error {
    case noSuchProgram(String)
    case couldNotStart(Int32)
    /// It took longer than any test should.
    case timedOut
  }

  /// The outcome of a program that has ended.
  struct Outcome {
    var output: [UInt8] = []
    var error: [UInt8] = []
    /// The exit status, or the negative number of the signal that ended it.
    var status: Int32 = 0

    var text: String { String(decoding: output, as: UTF8.self) }
    var errorText: String { String(decoding: error, as: UTF8.self) }
    var lines: [Substring] { text.split(separator: "\n") }
  }

  let identifier: pid_t
  /// The program's input, output and errors; -1 once closed.
  private(set) var input: Int32
  private(set) var output: Int32
  let error: Int32
  private var hasEnded = false

  /// The built binary: it lies where the tests' does, or above.
  static let navtree: String = {
    var folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    while !folder.isEmpty {
      let path = (folder + ["navtree"]).joined(separator: "/")
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return path }
      folder.removeLast()
    }
    return Files.package + "/.build/debug/navtree"
  }()

  /// The milliseconds of a wait that only a program that hangs outlasts: ten minutes.
  static let patience: Int32 = 600_000

  /// Programs are started one at a time: a child must not inherit the pipes of another one about to start,
  /// since its copies would keep them open.
  private static let starting = Mutex<Void>(())

  /// - Parameter shared: takes the program's output in place of the pipe; it stays open here.
  init(
    _ arguments: [String], program: String = ChildProcess.navtree, in folder: String = Files.package,
    writingTo shared: Int32? = nil
  ) throws {
    guard access(program, X_OK) == 0 else { throw Failure.noSuchProgram(program) }
    // A child that has gone is reported as an error, and doesn't end the tests.
    signal(SIGPIPE, SIG_IGN)
    // A program in the background of a script ignores those, and so would the child.
    for each in [SIGINT, SIGQUIT, SIGHUP] { signal(each, SIG_DFL) }
    let command = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder, program] + arguments
    (identifier, input, output, error) = try Self.starting.withLock { _ in
      try Self.start(command, writingTo: shared)
    }
  }

  private static func start(
    _ command: [String], writingTo shared: Int32?
  ) throws -> (pid_t, input: Int32, output: Int32, error: Int32) {
    let input = try Pipe()
    let output = try Pipe()
    let error = try Pipe()
    defer { for end in [input.reading, output.writing, error.writing] { close(end) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.reading, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, shared ?? output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, error.writing, STDERR_FILENO)
    var strings: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, command[0], &actions, nil, &strings, environ)
    guard code == 0 else { throw Failure.couldNotStart(code) }
    return (identifier, input.writing, output.reading, error.reading)
  }

  deinit {
    if !hasEnded {
      kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
    }
    closeInput()
    closeOutput()
    close(error)
  }

  /// Two ends that no child inherits.
  private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Failure.couldNotStart(errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (ends[0], ends[1])
    }
  }
}

extension ChildProcess {
  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  func closeOutput() {
    if output >= 0 { close(output) }
    output = -1
  }

  /// Writes the bytes as far as the program takes them, with some patience for each part.
  ///
  /// - Returns: the number of bytes taken.
  func send(_ bytes: some Collection<UInt8>, patience milliseconds: Int32 = ChildProcess.patience) -> Int {
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    return Array(bytes).withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        var descriptor = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
        guard poll(&descriptor, 1, milliseconds) > 0 else { break }
        let count = write(input, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
        if count <= 0 { break }
        sent += count
      }
      return sent
    }
  }

  /// Writes as many of the bytes as the program takes, and reads what is there; waits for either, if it must.
  func exchange(
    _ bytes: [UInt8], waiting milliseconds: Int32
  ) -> (sent: Int, received: [UInt8]) {
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    var descriptors = [
      pollfd(fd: bytes.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
    ]
    poll(&descriptors, 2, milliseconds)
    let sent =
      descriptors[0].revents == 0 ? 0 : bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    guard descriptors[1].revents != 0 else { return (max(sent, 0), []) }
    let received = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(read(output, buffer.baseAddress, buffer.count), 0)
    }
    return (max(sent, 0), received)
  }

  func killAtOnce() { kill(identifier, SIGKILL) }

  /// Reads a line, and no byte more.
  func line() throws -> String {
    var bytes: [UInt8] = []
    while true {
      var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, Self.patience) > 0 else { throw Failure.timedOut }
      var byte: UInt8 = 0
      guard read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") else { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Sends the bytes and the end of input, and reads until the program has ended.
  func finish(sending bytes: some Collection<UInt8> = []) throws -> Outcome {
    var outcome = Outcome()
    var rest = Array(bytes)[...]
    if input >= 0 { _ = fcntl(input, F_SETFL, O_NONBLOCK) }
    var isErrorOpen = true
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while output >= 0 || isErrorOpen {
      if rest.isEmpty { closeInput() }
      var descriptors = [
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isErrorOpen ? error : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&descriptors, 3, Self.patience) > 0 else { throw Failure.timedOut }
      if descriptors[0].revents != 0 {
        let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        // A program that no longer reads needs no more.
        rest = count < 0 ? [] : rest.dropFirst(count)
      }
      if descriptors[1].revents != 0 {
        let count = read(output, &chunk, chunk.count)
        if count > 0 { outcome.output += chunk[..<count] } else { closeOutput() }
      }
      if descriptors[2].revents != 0 {
        let count = read(error, &chunk, chunk.count)
        if count > 0 { outcome.error += chunk[..<count] } else { isErrorOpen = false }
      }
    }
    outcome.status = try wait()
    return outcome
  }

  /// Waits for the program's end.
  ///
  /// - Returns: its exit status, or the negative number of the signal that ended it.
  func wait() throws -> Int32 {
    for _ in 0..<Self.patience / 2 {
      var status: Int32 = 0
      if waitpid(identifier, &status, WNOHANG) == identifier {
        hasEnded = true
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : -signal
      }
      usleep(2_000)
    }
    throw Failure.timedOut
  }

  /// Whether the program has closed its standard error, as it does when it ends.
  var isSilent: Bool {
    var descriptor = pollfd(fd: error, events: 0, revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  /// Waits until the program has a file open.
  ///
  /// - Returns: whether it did so before it ended.
  func opens(_ path: String) throws -> Bool {
    for _ in 0..<Self.patience / 2 {
      let open = Files.paths(below: "/proc/\(identifier)/fd", endingIn: "")
      if open.contains(where: { Files.areOne($0, path) }) { return true }
      if Files.text(of: "/proc/\(identifier)/stat")?.contains(") Z ") ?? true { return false }
      usleep(2_000)
    }
    throw Failure.timedOut
  }

  /// The hundredths of a second that the processor has worked for the program; nil if the system doesn't report them.
  var processorTicks: Int? {
    guard let status = Files.text(of: "/proc/\(identifier)/stat") else { return nil }
    // Behind the name, which may have spaces, utime and stime are the fields 14 and 15.
    let fields = status.drop { $0 != ")" }.split(separator: " ")
    return fields.count > 13 ? Int(fields[12]).flatMap { user in Int(fields[13]).map { user + $0 } } : nil
  }

  /// The peak memory of the program, in bytes; nil if the system doesn't report it.
  var peakMemory: Int? {
    guard let status = Files.text(of: "/proc/\(identifier)/status") else { return nil }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
      .map { $0 * 1024 }
  }
}

extension ChildProcess {
  private typealias SetLimit =
    @convention(c) (pid_t, Int32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> Int32

  /// prlimit(2), which a system's headers hide from Swift; nil if it is missing.
  private static let setLimit = dlsym(nil, "prlimit").map { unsafeBitCast($0, to: SetLimit.self) }

  /// Whether files can be limited while a program runs.
  static var canLimitFiles: Bool { setLimit != nil }

  /// Limits the size of files that the program writes; nil for no limit.
  func limitFiles(to count: Int?) {
    // RLIMIT_FSIZE is 1 wherever there is a prlimit.
    var limit = rlimit()
    _ = Self.setLimit?(identifier, 1, nil, &limit)
    limit.rlim_cur = count.map { rlim_t($0) } ?? limit.rlim_max
    _ = Self.setLimit?(identifier, 1, &limit, nil)
  }
}
