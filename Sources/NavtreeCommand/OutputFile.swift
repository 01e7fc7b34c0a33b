import NavtreeFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that a command writes.
struct OutputFile {
  let path: String

  /// Writes the file, in place of one that is there.
  func write(_ text: String) throws(SystemError) {
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw .last }
    defer { close(number) }
    try FileDescriptor(number).writeAll(text)
  }

  /// Replaces the file's content by what a closure makes of it, one process after the other. Whatever happens, the
  /// file has either content whole.
  ///
  /// - Parameter body: takes the present bytes, none without a file.
  func replace(_ body: ([UInt8]) throws -> String) throws {
    let number = try openLocked()
    defer { close(number) }
    let text = try body(try FileDescriptor(number).readAll(atMost: .max))
    let draft = OutputFile(path: path + ".new")
    do {
      try draft.write(text)
      guard rename(draft.path, path) == 0 else { throw SystemError.last }
    } catch {
      unlink(draft.path)
      throw error
    }
  }

  /// Opens the file and waits until no other process replaces it.
  private func openLocked() throws(SystemError) -> Int32 {
    while true {
      let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o666)
      guard number >= 0 else { throw .last }
      var locked = stat()
      var present = stat()
      guard flock(number, LOCK_EX) == 0, fstat(number, &locked) == 0 else {
        let error = SystemError.last
        close(number)
        throw error
      }
      // While it waited, another process may have put another file there.
      if stat(path, &present) == 0, present.st_ino == locked.st_ino, present.st_dev == locked.st_dev {
        return number
      }
      close(number)
    }
  }
}
