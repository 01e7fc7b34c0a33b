import NavtreeFlow
import NavtreeServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension InputFile {
  /// The folder of a flow's file; for standard input the working folder.
  static func folder(ofFlow path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  /// The reader of the parts of a flow: regular files in its folder or below it, symbolic links resolved.
  @Sendable static func parts(ofFlow path: String) -> PartReader {
    let folder = folder(ofFlow: path)
    return { part in
      guard let root = realPath(folder), let file = realPath(folder + part) else {
        return .failure(
          PartFault("\(SystemError.last)", hint: "a path is relative to the file that includes it"))
      }
      guard file.hasPrefix(root == "/" ? root : root + "/") else {
        return .failure(
          PartFault("leads out of the flow's folder", hint: "copy the file instead of linking to it"))
      }
      do throws(SystemError) {
        guard let bytes = try regularBytes(of: file) else {
          return .failure(PartFault("is no regular file", hint: "name a file of YAML"))
        }
        return .success(bytes)
      } catch {
        return .failure(PartFault("\(error)"))
      }
    }
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The bytes of a regular file; nil for anything else, which is never waited for.
  private static func regularBytes(of path: String) throws(SystemError) -> [UInt8]? {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    guard number >= 0 else { throw .last }
    defer { close(number) }
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try FileDescriptor(number).readAll(atMost: YAMLLimits().bytes + 1)
  }
}
