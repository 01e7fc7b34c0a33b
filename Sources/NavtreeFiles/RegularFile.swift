import NavtreeSystem

/// A file whose bytes are on a disk.
///
/// A folder, a device, a pipe or a socket is refused. It is never waited for, and never opened.
package struct RegularFile {
  private let path: String
  /// The open folder that holds it; nil: it is wherever its path leads.
  private let folder: FileDescriptor?

  package init(path: String) {
    self.path = path
    folder = nil
  }

  /// A file of an open folder; a symbolic link is refused.
  init(name: String, in folder: FileDescriptor) {
    path = name
    self.folder = folder
  }

  /// The most bytes of a file that is read whole.
  package static let most = 1 << 30

  /// Reads to the end, or this many bytes.
  ///
  /// - Complexity: O(*n*)
  package func bytes(atMost limit: Int) throws(FileFault) -> [UInt8] {
    try read { file, size throws(SystemError) in
      try file.readAll(atMost: limit, expecting: size)
    }
  }

  /// Reads all of it. A file beyond the bound is refused unread.
  ///
  /// - Complexity: O(*n*)
  package func allBytes() throws(FileFault) -> [UInt8] {
    let bytes = try read { file, size throws(SystemError) in
      size > Self.most ? nil : try file.readAll(atMost: Self.most + 1, expecting: size)
    }
    guard let bytes, bytes.count <= Self.most else { throw .tooLong }
    return bytes
  }

  private func read<Result>(
    _ body: (FileDescriptor, _ size: Int) throws(SystemError) -> Result
  ) throws(FileFault) -> Result {
    if path.utf8.contains(0) { throw .nul }
    let start = folder?.number ?? AT_FDCWD
    var status = stat()
    // Opening a device may have an effect.
    guard fstatat(start, path, &status, folder == nil ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
      throw .system(.last)
    }
    try Self.check(status)
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (folder == nil ? 0 : O_NOFOLLOW)
    let number = openat(start, path, flags)
    guard number >= 0 else { throw .system(.last) }
    defer { close(number) }
    // Another file may have taken its place meanwhile.
    guard fstat(number, &status) == 0 else { throw .system(.last) }
    try Self.check(status)
    do throws(SystemError) {
      return try body(FileDescriptor(number), Int(status.st_size))
    } catch {
      throw .system(error)
    }
  }

  private static func check(_ status: stat) throws(FileFault) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .system(.isFolder)
    default: throw .notRegular
    }
  }
}

/// The reason that a file can't be read.
package enum FileFault: Error {
  case system(SystemError)
  /// It is a device, a pipe or a socket.
  case notRegular
  /// It is longer than any file that is read whole.
  case tooLong
  /// The system would read its path only up to there.
  case nul
}

extension FileFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .notRegular: "is no regular file"
    case .tooLong: "is longer than \(RegularFile.most) bytes"
    case .nul: "has a NUL in its path"
    }
  }
}
