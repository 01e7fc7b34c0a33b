import NavtreeFlow
package import NavtreeYAML

/// The files that an editor's workspace has on a disk; only this reads them.
package struct EditorFiles: Sendable {
  let read: @Sendable (_ path: String) -> Result<[UInt8], PartFault>
  /// The flows and the files of scenarios below a folder.
  let list: @Sendable (_ folder: String) -> [String]
  let parts: @Sendable (_ flow: String) -> PartReader

  package init(
    read: @escaping @Sendable (_ path: String) -> Result<[UInt8], PartFault>,
    list: @escaping @Sendable (_ folder: String) -> [String],
    parts: @escaping @Sendable (_ flow: String) -> PartReader
  ) {
    self.read = read
    self.list = list
    self.parts = parts
  }
}

/// The path of a `file:` URI (RFC 8089), and the URI of a path.
enum FileURI {
  static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let path = PercentEncoding.decodedWherePossible(uri.dropFirst(7).drop { $0 != "/" })
    return path.utf8.contains(0) ? nil : path
  }

  static func uri(_ path: String) -> String {
    var text = "file://"
    PercentEncoding.append(path, as: .path, to: &text)
    return text
  }
}
