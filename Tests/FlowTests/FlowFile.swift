import NavtreeFlow
import NavtreeTestSupport
import NavtreeYAML

/// Flows of the package's files, read with the parts that they include.
enum FlowFile {
  static func parts(in folder: String) -> PartReader {
    { path in
      Files.bytes(of: "\(folder)/\(path)").map { .success($0) }
        ?? .failure(PartFault("there is no such file"))
    }
  }

  /// - Parameters:
  ///   - name: The file's path below the folder, as diagnostics name it.
  static func load(_ name: String, in folder: String, isStrict: Bool = false) -> FlowLoader.Outcome? {
    let path = "\(folder)/\(name)"
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    return Files.bytes(of: path).map { bytes in
      FlowLoader.load(bytes, file: name, isStrict: isStrict, parts: parts(in: parent))
    }
  }
}
