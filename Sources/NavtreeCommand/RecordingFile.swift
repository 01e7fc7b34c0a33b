import NavtreeServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of a recording: the inputs and, in a file for the owner alone, the sensitive values.
final class RecordingFile {
  let path: String
  private let lines: FileDescriptor
  /// Nil until a sensitive value is recorded.
  private var secrets: FileDescriptor?

  /// The path of a recording's sensitive values.
  static func secretsPath(of path: String) -> String { path + ".secrets" }

  /// Makes the file, in place of one that is there; what is sensitive in that goes, too.
  init(path: String) throws(SystemError) {
    self.path = path
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard number >= 0 else { throw .last }
    lines = FileDescriptor(number)
    unlink(Self.secretsPath(of: path))
  }

  deinit {
    close(lines.number)
    if let secrets { close(secrets.number) }
  }

  /// Appends complete lines. A failure is reported on standard error once, and ends the recording.
  func append(_ lines: UnsafeRawBufferPointer, _ secrets: UnsafeRawBufferPointer) -> Bool {
    do {
      // Lines without their secrets can be replayed; secrets without their lines can't.
      try self.lines.writeAll(lines)
      if !secrets.isEmpty { try secretsFile().writeAll(secrets) }
      return true
    } catch {
      Console.complain("navtree: \(path): \(error); no more is recorded\n")
      return false
    }
  }

  private func secretsFile() throws(SystemError) -> FileDescriptor {
    if let secrets { return secrets }
    // A file of that name that appears meanwhile isn't ours, and may be open to others.
    let number = open(Self.secretsPath(of: path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw .last }
    let file = FileDescriptor(number)
    secrets = file
    return file
  }
}
