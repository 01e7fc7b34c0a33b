import NavtreeTestSupport
import NavtreeSystem

/// A folder of its own for the files of a test, removed with it.
final class Workplace {
  let path: String

  init() {
    var template = Array("/tmp/navtree-types-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
  }

  deinit { _ = Shell.run("rm -rf '\(path)'") }

  func write(_ text: String, to name: String) { Files.write(text, to: "\(path)/\(name)") }

  /// Runs a command in the folder.
  func run(_ command: String) -> Shell.Outcome { Shell.run("cd '\(path)' && \(command)") }
}

/// Commands of the system's shell.
enum Shell {
  struct Outcome {
    let status: Int32
    /// Output and errors.
    let text: String
  }

  static func has(_ program: String) -> Bool { run("command -v \(program)").status == 0 }

  static func run(_ command: String) -> Outcome {
    var name = Array("/tmp/navtree-output-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      close(file)
      unlink(path)
    }
    var identifier: pid_t = 0
    let words = ["sh", "-c", "exec >\(path) 2>&1 </dev/null; \(command)"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    guard posix_spawn(&identifier, "/bin/sh", nil, nil, &arguments, environ) == 0 else {
      return Outcome(status: -1, text: "no shell")
    }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    return Outcome(status: code, text: Files.text(of: path) ?? "")
  }

  /// The value of a variable of the environment.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
