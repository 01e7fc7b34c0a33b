import NavtreeText

/// Reads the parts of a flow, each by its path below the flow's folder.
package typealias PartReader = @Sendable (_ path: String) -> Result<[UInt8], PartFault>

/// The reason why a part can't be read.
package struct PartFault: Error, Hashable {
  /// A sentence that follows the part's path.
  package let message: String
  package let hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// Reads no parts.
  package static let reader: PartReader = { _ in
    .failure(
      PartFault("no parts are read here", hint: "a flow that is given as text has its parts in 'files'"))
  }

  /// Reads the parts among texts, by their paths below the flow's folder.
  package static func reader(of texts: [String: [UInt8]]) -> PartReader {
    var files: [String: [UInt8]] = [:]
    for (name, bytes) in texts { files[PartPath.resolve(name, from: "") ?? name] = bytes }
    let known = files
    return { path in
      if let bytes = known[path] { return .success(bytes) }
      let hint =
        Spelling.hint(for: path, among: known.keys.sorted())
        ?? "'files' has the text of each part by its path"
      return .failure(PartFault("there is no such file", hint: hint))
    }
  }
}
