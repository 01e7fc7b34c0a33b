import NavtreeExploring
import NavtreeFiles
import NavtreeServer
import NavtreeSystem

/// The process that shows a page of this one's sessions: it reads what is recorded, and this one never waits for it.
///
/// The recording has no name: its file is removed as soon as both have it open.
final class InspectorLink {
  struct Settings {
    /// Further arguments of the process.
    let arguments: [String]
    let drives: Bool
    let isSensitive: Bool
  }

  /// The descriptors of the other process, besides the standard ones: its input is the recording.
  static let (hostNumber, secretsNumber): (Int32, Int32) = (3, 4)

  private let lines: FileDescriptor
  /// The sensitive values, without which the replay would go another way.
  private let secrets: FileDescriptor
  /// The socket by which each process knows that the other one has ended.
  private let socket: FileDescriptor
  private var isFollowed = true
  private var count = 0
  let drives: Bool

  /// The number of writes between two looks whether the other process is there.
  private static let stride = 256

  /// Starts the process.
  init(_ settings: Settings) throws(SystemError) {
    var opened: [Int32] = []
    defer { for number in opened { close(number) } }
    func open() throws(SystemError) -> (writing: Int32, reading: Int32) {
      let file = try Self.nameless()
      opened += [file.writing, file.reading]
      return file
    }
    let lines = try open()
    let secrets = try open()
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .last }
    let socket = Self.highest(ends[0])
    let host = Self.highest(ends[1])
    opened += [socket, host]
    guard socket >= 0, host >= 0 else { throw .last }
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    var arguments = ["inspector"] + settings.arguments
    if settings.drives { arguments.append("--drive") }
    if settings.isSensitive { arguments.append("--sensitive") }
    // The host's output isn't for it. A signal from the terminal is for the host; this process ends after it.
    let descriptors = [
      (lines.reading, STDIN_FILENO), (STDERR_FILENO, STDOUT_FILENO), (host, Self.hostNumber),
      (secrets.reading, Self.secretsNumber),
    ]
    try ProgramStart(Self.program, ["navtree"] + arguments, descriptors).run()
    self.lines = FileDescriptor(lines.writing)
    self.secrets = FileDescriptor(secrets.writing)
    self.socket = FileDescriptor(socket)
    drives = settings.drives
    opened.removeAll { [lines.writing, secrets.writing, socket].contains($0) }
  }

  deinit {
    close(lines.number)
    close(secrets.number)
    close(socket.number)
  }

  /// The requests of the page, if it may act on the sessions here.
  var companion: ServeCompanion? { drives ? ServeCompanion(socket) : nil }

  /// Appends complete lines, as long as somebody reads them.
  func append(_ lines: UnsafeRawBufferPointer, _ secrets: UnsafeRawBufferPointer) -> Bool {
    guard isFollowed else { return false }
    do throws(SystemError) {
      // The values of a line are there when the line is.
      if !secrets.isEmpty { try self.secrets.writeAll(secrets) }
      try self.lines.writeAll(lines)
    } catch {
      Console.note("the page shows no more: \(error)")
      isFollowed = false
      return false
    }
    count &+= 1
    if count % Self.stride == 0 { isFollowed = isThere }
    return isFollowed
  }

  private var isThere: Bool {
    var byte: UInt8 = 0
    let count = recv(socket.number, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count > 0 || count < 0 && SystemError.last.isInterruption
  }

  // MARK: Starting

  /// A file for the owner alone that is open twice and has no name any more.
  private static func nameless() throws(SystemError) -> (writing: Int32, reading: Int32) {
    let folder = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var path = Array("\(folder)/navtree-inspect-XXXXXX".utf8CString)
    let writing = highest(mkstemp(&path))
    guard writing >= 0 else { throw .last }
    let reading = highest(open(path, O_RDWR | O_CLOEXEC))
    let error = SystemError.last
    unlink(path)
    guard reading >= 0 else {
      close(writing)
      throw error
    }
    return (writing, reading)
  }

  /// A descriptor above those that another process gets, which it doesn't inherit.
  private static func highest(_ number: Int32) -> Int32 {
    guard number >= 0 else { return number }
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 16)
    let error = errno
    close(number)
    errno = error
    return copy
  }

  /// The path of this program.
  private static var program: String {
    #if os(Linux)
      return "/proc/self/exe"
    #else
      var size = UInt32(PATH_MAX)
      var path = [CChar](repeating: 0, count: Int(size))
      return _NSGetExecutablePath(&path, &size) == 0 ? String(cString: path) : CommandLine.arguments[0]
    #endif
  }
}
