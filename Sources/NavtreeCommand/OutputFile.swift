import ArgumentParser
import NavtreeFiles
import NavtreeSystem

/// A file that a command writes.
struct OutputFile {
  let path: String

  /// Writes the file in place of one that is there. Where that fails, what was there stays as it was; a pipe or a device
  /// takes what comes.
  ///
  /// - Parameter isPrivate: whether only the owner may read it.
  /// - Throws: the exit status, after reporting why.
  func write(isPrivate: Bool = false, _ body: (FileDescriptor) throws -> Void) throws {
    do {
      try draftAndRename(isPrivate: isPrivate, body)
    } catch let error as SystemError {
      throw Console.fail("\(path): \(error)", .ioError)
    }
  }

  /// Writes text in place of a file that is there, as `write(isPrivate:_:)` does.
  func write(_ text: String) throws { try write { try $0.writeAll(text) } }

  /// Creates the file; one that is there is an error, and stays.
  ///
  /// - Throws: the exit status, after reporting why.
  func create(_ text: String) throws {
    do throws(SystemError) {
      try createOrThrow(text)
    } catch {
      throw Console.fail("\(path): \(error)", .ioError)
    }
  }

  /// Creates the file as `create(_:)` does, and reports nothing.
  func createOrThrow(_ text: String) throws(SystemError) {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw .last }
    defer { close(number) }
    do throws(SystemError) {
      try FileDescriptor(number).writeAll(text)
    } catch {
      // Half a file is worse than none.
      unlink(path)
      throw error
    }
  }

  /// Makes a folder, and those around it, where they are missing; gives the first that can't be made.
  static func makeFolder(_ path: String, mode: mode_t = 0o777) -> (path: String, error: SystemError)? {
    for (offset, byte) in (path + "/").utf8.enumerated() where byte == UInt8(ascii: "/") && offset > 0 {
      let folder = String(decoding: path.utf8.prefix(offset), as: UTF8.self)
      guard mkdir(folder, mode) == 0 || errno == EEXIST else { return (folder, .last) }
    }
    return nil
  }

  /// Writes the file as `write(isPrivate:_:)` does, and reports nothing.
  func draftAndRename(isPrivate: Bool = false, _ body: (FileDescriptor) throws -> Void) throws {
    // The file behind a symbolic link is replaced, and not the link.
    let present = realpath(path, nil).map { path in
      defer { free(path) }
      return String(cString: path)
    }
    var status = stat()
    if let present, stat(present, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let number = open(present, O_WRONLY | O_CLOEXEC)
      guard number >= 0 else { throw SystemError.last }
      defer { close(number) }
      return try body(FileDescriptor(number))
    }
    let target = present ?? path
    let draft = "\(target).\(getpid()).new"
    let number = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, isPrivate ? 0o600 : 0o666)
    guard number >= 0 else { throw SystemError.last }
    defer { close(number) }
    do {
      if isPrivate || present != nil { _ = fchmod(number, isPrivate ? 0o600 : status.st_mode & 0o777) }
      try body(FileDescriptor(number))
      guard rename(draft, target) == 0 else { throw SystemError.last }
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// Replaces the file's content by what a closure makes of it, one process after the other. Whatever happens, the
  /// file has either content whole.
  ///
  /// - Parameter body: takes the present bytes, none without a file.
  func replace(_ body: ([UInt8]) throws -> String) throws {
    do {
      let number = try openLocked()
      defer { close(number) }
      try write(try body(try FileDescriptor(number).readAll(atMost: .max)))
    } catch let error as SystemError {
      throw Console.fail("\(path): \(error)", .ioError)
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
