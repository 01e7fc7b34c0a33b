import NavtreeSystem

/// The folder below which requests may name files.
package struct FlowRoot: Sendable {
  package let name: String

  package init(_ name: String) {
    self.name = name
  }

  /// The working folder.
  package static let working = FlowRoot(".")

  /// The reason why it is no folder; nil if it is one.
  package var fault: SystemError? { path == nil ? .last : nil }

  /// Reads a flow's file, or at most this many bytes of it; nil if it, or the folder of its parts, is outside.
  ///
  /// Never reveals whether a file outside the root exists.
  package func bytes(ofFlow file: String, atMost limit: Int) throws(FileFault) -> [UInt8]? {
    try Self.check(file)
    return holds(FlowFolder.path(ofFlow: file)) ? try bytes(of: file, atMost: limit) : nil
  }

  /// Reads a file, or at most this many bytes of it; nil if it is outside.
  ///
  /// The path without links is walked folder by folder, each opened in the one before, so nothing outside is read
  /// even while links and folders are being exchanged.
  func bytes(of file: String, atMost limit: Int) throws(FileFault) -> [UInt8]? {
    try Self.check(file)
    guard holds(file), let path else { return nil }
    guard let resolved = FlowFolder.realPath(file) else {
      let error = SystemError.last
      // A pipe that a link of /proc leads to has no path.
      var status = stat()
      throw stat(file, &status) == 0 ? .notRegular : .system(error)
    }
    guard Self.lies(resolved, below: path) else { return nil }
    var names = resolved.utf8.dropFirst(path.utf8.count).split(separator: UInt8(ascii: "/"))
      .map { String(decoding: $0, as: UTF8.self) }
    guard let last = names.popLast() else { throw .system(.isFolder) }
    var folder = open(path, Self.passing)
    for name in names where folder >= 0 {
      let outer = folder
      folder = openat(outer, name, Self.passing)
      let error = errno
      close(outer)
      errno = error
    }
    guard folder >= 0 else { throw .system(.last) }
    defer { close(folder) }
    return try RegularFile(name: last, in: FileDescriptor(folder)).bytes(atMost: limit)
  }

  /// Whether a path lies below it, or the nearest folder above the path that is there. Links are resolved.
  package func holds(_ place: String) -> Bool {
    guard let path else { return false }
    var place = place
    while true {
      if let resolved = FlowFolder.realPath(place) { return Self.lies(resolved, below: path) }
      let folder = FlowFolder.path(ofFlow: place.hasSuffix("/") ? String(place.dropLast()) : place)
      if folder == place { return false }
      place = folder
    }
  }

  /// Its path without links, with a slash at its end.
  private var path: String? {
    FlowFolder.realPath(name + "/.").map { $0 == "/" ? $0 : $0 + "/" }
  }

  private static func lies(_ path: String, below folder: String) -> Bool {
    (path + "/").utf8.starts(with: folder.utf8)
  }

  /// Refuses a text that the system would read as another path, or as none.
  package static func check(_ path: String) throws(FileFault) {
    if path.utf8.contains(0) { throw .nul }
    if path.utf8.count >= PATH_MAX { throw .system(.nameTooLong) }
  }

  /// Opens a folder to open others in it; where the system can, one that may not be listed too.
  private static let passing: Int32 = {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #if os(Linux)
      // O_PATH, which the system's headers hide from Swift.
      return flags | 0o10_000_000
    #else
      return flags
    #endif
  }()
}
