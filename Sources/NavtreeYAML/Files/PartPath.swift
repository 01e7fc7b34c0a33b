/// The paths of parts below the folder of their flow.
package enum PartPath {
  /// The path that an entry of `include` means, without `.` and `..`; nil if it leads out of the flow's folder.
  ///
  /// - Parameter folder: The including file's folder, below the flow's; empty or with a slash at its end.
  package static func resolve(_ text: String, from folder: String) -> String? {
    if text.hasPrefix("/") { return nil }
    var names: [Substring] = []
    for name in (folder + text).split(separator: "/") where name != "." {
      if name == ".." {
        if names.popLast() == nil { return nil }
      } else {
        names.append(name)
      }
    }
    return names.joined(separator: "/")
  }

  /// The entry that leads from a folder to a path.
  package static func entry(for path: String, from folder: String) -> String {
    let (names, above) = (path.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(names.dropLast(), above).prefix { $0 == $1 }.count
    return (above.dropFirst(shared).map { _ in Substring("..") } + names.dropFirst(shared)).joined(
      separator: "/")
  }

  /// The folder of a path, with a slash at its end; empty for a name alone.
  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
