import ArgumentParser
import NavtreeFlow
import NavtreeServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `navtree init`: writes a small flow to start from.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a small commented flow to start from.",
    discussion: "The flow is named after the file. An existing file is left as it is.")

  @Argument(help: ArgumentHelp("The file to create; - is standard output.", valueName: "file"))
  var path = FlowTemplate.file

  func run() throws {
    let text = FlowTemplate.text(name: FlowTemplate.name(forFile: path))
    if path == "-" { return try Console.write(text) }
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard number >= 0 else {
      let error = SystemError.last
      throw Console.fail("\(path): \(error)", .ioError)
    }
    defer { close(number) }
    do {
      try FileDescriptor(number).writeAll(text)
    } catch {
      // Half a flow is worse than none.
      unlink(path)
      throw Console.fail("\(path): \(error)", .ioError)
    }
    try Console.write(
      """
      \(path): written
        check it:        navtree check \(path)
        for the editor:  navtree schema > \(FlowTemplate.schema)

      """)
  }
}
