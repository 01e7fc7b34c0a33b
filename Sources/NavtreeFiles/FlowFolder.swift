package import NavtreeYAML
import NavtreeSystem

/// The folder of a flow's file, which holds the files that the flow includes.
package enum FlowFolder {
  /// The path of the folder, with a slash at its end; for a name alone, or nothing, the working folder.
  package static func path(ofFlow path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  /// The reader of the parts of a flow: regular files in its folder or below it, symbolic links resolved.
  @Sendable package static func parts(ofFlow path: String) -> PartReader { parts(ofFlow: path, below: nil) }

  /// The same, of a flow that a request names.
  package static func parts(ofFlow path: String, below root: FlowRoot?) -> PartReader {
    let folder = FlowRoot(self.path(ofFlow: path))
    return { part in
      let file = folder.name + part
      do throws(FileFault) {
        let limit = YAMLLimits().bytes + 1
        if let bytes = try (root ?? folder).bytes(of: file, atMost: limit), root == nil || folder.holds(file)
        {
          return .success(bytes)
        }
        return .failure(
          PartFault("leads out of the flow's folder", hint: "copy the file instead of linking to it"))
      } catch {
        let hint: String? =
          switch error {
          case .system(.isFolder), .notRegular: "name a file of YAML"
          case .system: "a path is relative to the file that includes it"
          case .tooLong, .nul: nil
          }
        return .failure(PartFault("\(error)", hint: hint))
      }
    }
  }

  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
