internal import NavtreeCEdit
import NavtreeSystem

/// Lines typed at a terminal with editline, which edits, remembers and completes them; or lines of another input.
///
/// editline's callbacks carry no context, so what they need is static; the process has one thread.
final class LineReader {
  /// Gives the completions of the word that ends a line's beginning.
  nonisolated(unsafe) static var complete: (_ before: String, _ word: String) -> [String] = { _, _ in [] }
  /// The completions that editline is being given.
  nonisolated(unsafe) private static var candidates: [String] = []

  let isTerminal = isatty(STDIN_FILENO) == 1
  private let history: String?

  init() {
    history = isTerminal ? Self.historyFile() : nil
    guard isTerminal else { return }
    using_history()
    if let history { read_history(history) }
    navtree_edit_begin(
      { text, start, end in
        LineReader.answer(text.map { String(cString: $0) } ?? "", start: Int(start))
      }, Self.breaks)
  }

  /// The characters between words; `@` and `=` begin what is completed.
  nonisolated(unsafe) private static let breaks: UnsafeMutablePointer<CChar>? = strdup(" \t")

  private static func answer(_ word: String, start: Int) -> UnsafeMutablePointer<
    UnsafeMutablePointer<CChar>?
  >? {
    let line = navtree_edit_line().map { String(cString: $0) } ?? ""
    candidates = complete(String(decoding: line.utf8.prefix(start), as: UTF8.self), word)
    let isOpen = candidates.allSatisfy { $0.hasSuffix("=") }
    navtree_edit_finish_completion(isOpen ? 0 : 0x20)
    guard !candidates.isEmpty else { return nil }
    return rl_completion_matches(word) { _, state in
      let index = Int(state)
      return index < LineReader.candidates.count ? strdup(LineReader.candidates[index]) : nil
    }
  }

  /// The next line without its end; nil at the end of the input.
  func next(prompt: String) -> String? {
    guard isTerminal else { return readLine() }
    guard let text = readline(prompt) else { return nil }
    defer { free(text) }
    let line = String(cString: text)
    if !line.allSatisfy(\.isWhitespace) { add_history(line) }
    return line
  }

  func finish() {
    guard let history else { return }
    let mask = umask(0o077)
    write_history(history)
    umask(mask)
  }

  /// The file of the history, in the folder of the XDG Base Directory Specification; nil if there is none.
  private static func historyFile() -> String? {
    func variable(_ name: String) -> String? {
      guard let text = getenv(name).map({ String(cString: $0) }), text.hasPrefix("/") else { return nil }
      return text
    }
    guard let base = variable("XDG_STATE_HOME") ?? variable("HOME").map({ "\($0)/.local/state" }) else {
      return nil
    }
    let folder = "\(base)/navtree"
    return OutputFile.makeFolder(folder, mode: 0o700) == nil ? "\(folder)/history" : nil
  }
}
