import NavtreeTestSupport
import Testing

/// A document with blocks of `console`, in which `$ ` begins a command and its output follows.
struct ConsoleDocument {
  /// The path below the package.
  let name: String
  /// The folder in which the commands are run.
  let folder: String

  /// Compares the document with the present output of its commands, or rewrites it when recording.
  func check() throws {
    let path = "\(Files.package)/\(name)"
    let text = try #require(Files.text(of: path))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var written: [Substring] = []
    var rest = lines[...]
    var count = 0
    while let line = rest.popFirst() {
      written.append(line)
      guard line == "```console" else { continue }
      let block = rest.prefix { $0 != "```" }
      rest = rest.dropFirst(block.count)
      written += try run(Array(block))
      count += 1
    }
    #expect(count > 0, "no examples")
    let present = written.joined(separator: "\n")
    guard present != text else { return }
    if Files.isRecording {
      Files.write(present, to: path)
      Issue.record("recorded \(name)")
    } else {
      let index = zip(lines, written).prefix { $0 == $1 }.count
      Issue.record("\(name):\(index + 1): found \(index < written.count ? written[index] : "nothing more")")
    }
  }

  /// The block with the present output of its commands. A command continues after a backslash, and up to a
  /// line `END` after `<<'END'`. A block whose program isn't installed is left as it is.
  private func run(_ block: [Substring]) throws -> [Substring] {
    var written: [Substring] = []
    var rest = block[...]
    while let line = rest.popFirst() {
      guard line.hasPrefix("$ ") else { continue }
      var command = line.dropFirst(2)
      written.append(line)
      let isHereDocument = command.hasSuffix("<<'END'")
      while isHereDocument ? !command.hasSuffix("\nEND") : command.hasSuffix("\\"), let more = rest.popFirst()
      {
        command += "\n" + more
        written.append(more)
      }
      guard Self.isInstalled(command) else {
        print("\(name): not run here, its program is missing: \(line)")
        return block
      }
      let binaries = ChildProcess.navtree.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      let script = """
        cd '\(folder)'; PATH='\(binaries.joined(separator: "/"))':$PATH
        export PYTHONPATH='\(Files.package)/Clients/python/src'
        exec 2>&1; \(command)
        """
      let outcome = try ChildProcess(["-c", script], program: "/bin/sh").finish()
      written += outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
      if outcome.text.hasSuffix("\n") || outcome.text.isEmpty { written.removeLast() }
    }
    return written
  }

  private static func isInstalled(_ command: Substring) -> Bool {
    let program = command.prefix { $0 != " " }
    guard program != "navtree" else { return true }
    let outcome = try? ChildProcess(["-c", "command -v \(program)"], program: "/bin/sh").finish()
    return outcome?.status == 0
  }
}
