import NavtreeExploring
import NavtreeFiles
import NavtreeSystem

/// Graphviz's program `dot`.
enum Graphviz {
  /// The time that it has, in milliseconds, and the bytes that it may write.
  private static let (patience, mostBytes) = (10_000, 64 << 20)

  /// The output of `dot -Tplain`; nil if it isn't installed, fails or takes too long.
  static func answer(to question: String) -> String? {
    // A pipe of this program's own ends it when its reader goes, with dot as without.
    let former = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, former) }
    guard let program = try? ChildProgram(command: "exec dot -Tplain 2>/dev/null") else { return nil }
    let clock = SystemClock()
    let end = clock.now + patience
    var rest = Array(question.utf8)[...]
    var output: [UInt8] = []
    do throws(SystemError) {
      while clock.now < end, output.count <= mostBytes {
        if !rest.isEmpty { rest = rest.dropFirst(try program.write(rest)) }
        if rest.isEmpty { program.closeInput() }
        guard let bytes = try program.read() else {
          return program.end(patience: 1_000) == 0 ? String(decoding: output, as: UTF8.self) : nil
        }
        output += bytes
        if bytes.isEmpty { program.wait(toWrite: !rest.isEmpty, milliseconds: end - clock.now) }
      }
    } catch {
      return nil
    }
    return nil
  }
}
