package import NavtreeFlow

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder of a flow's file, which holds the files that the flow includes.
package enum FlowFolder {
  /// The path of the folder, with a slash at its end; for a name alone, or nothing, the working folder.
  package static func path(ofFlow path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  /// The reader of the parts of a flow: regular files in its folder or below it, symbolic links resolved.
  @Sendable package static func parts(ofFlow path: String) -> PartReader {
    let folder = self.path(ofFlow: path)
    return { part in
      guard let root = realPath(folder), let file = realPath(folder + part) else {
        return .failure(
          PartFault("\(SystemError.last)", hint: "a path is relative to the file that includes it"))
      }
      guard file.hasPrefix(root == "/" ? root : root + "/") else {
        return .failure(
          PartFault("leads out of the flow's folder", hint: "copy the file instead of linking to it"))
      }
      do throws(FileFault) {
        return .success(
          try RegularFile(path: file, mayBeLink: false).bytes(atMost: YAMLLimits().bytes + 1))
      } catch {
        let hint: String? = if case .notRegular = error { "name a file of YAML" } else { nil }
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
