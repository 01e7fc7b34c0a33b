import NavtreeTestSupport

/// Programs in Python with the packages of `.ci/requirements.txt`, where `make test` has installed them.
enum Python {
  private static let interpreter = ".build-python/bin/python3"

  /// Whether a package can be imported.
  static func has(_ package: String) -> Bool {
    (try? run("import \(package)"))?.status == 0
  }

  /// Runs a program on a text, which is the file `sys.argv[1]`; nil without an interpreter.
  static func run(_ program: String, on text: String = "") throws -> ChildProcess.Outcome? {
    guard Files.size(of: Files.package + "/" + interpreter) != nil else { return nil }
    let folder = try TemporaryFolder()
    let path = folder.path + "/text"
    Files.write(text, to: path)
    let arguments = ["-c", program, path]
    return try ChildProcess(arguments, program: Files.package + "/" + interpreter).finish()
  }
}
