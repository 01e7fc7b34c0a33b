import NavtreeFiles
import NavtreeServer
import NavtreeSystem

/// The files of a recording: the inputs and, in a file for the owner alone, the sensitive values.
final class RecordingFile {
  let path: String
  private let lines: FileDescriptor
  /// Nil until a sensitive value is recorded.
  private var secrets: FileDescriptor?

  /// The path of a recording's sensitive values.
  static func secretsPath(of path: String) -> String { path + ".secrets" }

  /// Creates the file. An existing file and its secrets are left as they are.
  init(path: String) throws(RecordingFileError) {
    self.path = path
    let secretsPath = Self.secretsPath(of: path)
    if access(secretsPath, F_OK) == 0 {
      throw RecordingFileError(path: secretsPath, error: .exists, recording: path)
    }
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard number >= 0 else { throw RecordingFileError(path: path, error: .last) }
    lines = FileDescriptor(number)
  }

  /// Removes the file of a recording that has no line yet.
  func discard() { unlink(path) }

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
      Console.note("\(path): \(error); no more is recorded", .error)
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

/// A recording's file that can't be created.
struct RecordingFileError: Error {
  let path: String
  let error: SystemError
  /// The recording whose sensitive values the file has.
  var recording: String?

  /// What to do about a file that is there, after a separator; else nothing.
  var advice: String {
    guard error == .exists else { return "" }
    guard let recording else { return " (no recording is overwritten: move it away, or name another file)" }
    return " (the sensitive values of a former \(recording): move both away, or name another file)"
  }
}
