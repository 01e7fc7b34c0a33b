import NavtreeText

/// Refusals of methods that don't exist. Those of the last names are kept, since the name that was probably meant is
/// expensive to find; it is looked for as often as a person may mistype one, so that a client that asks for any number of
/// names costs little.
struct UnknownMethods {
  private static let methods = MethodTable.methods.map { Name($0.name) }
  private static let most = 64
  private static let longest = 256
  /// The bytes of the longest name that may be a mistyped one.
  private static let longestMeant = 64

  /// The most names of a process that get a hint.
  private static let mostHints = 1_000

  private var hints = 0
  private var names = NameTable()
  private var errors: [RPCError] = []

  mutating func error(for method: UnsafeRawBufferPointer) -> RPCError {
    guard method.count <= Self.longest else { return .unknownMethod(method) }
    if let known = names.index(of: method) { return errors[known] }
    guard hints < Self.mostHints else { return .unknownMethod(method) }
    hints += 1
    let name = String(decoding: method, as: UTF8.self)
    let hint = method.count <= Self.longestMeant ? Self.hint(for: Name(name)) : nil
    let error = RPCError.unknownMethod(method, hint: hint).prepared()
    if errors.count == Self.most {
      names = NameTable()
      errors = []
    }
    // A name that isn't UTF-8 is another one as text.
    if names.insert(name) == errors.count { errors.append(error) }
    return error
  }

  /// A name as it is, and as a word in a group: `undo` of `history`; those without a dot are in none.
  private struct Name {
    let text: String
    let group: Substring
    let word: Substring

    init(_ text: String) {
      self.text = text
      let dot = text.lastIndex(of: ".")
      group = text[..<(dot ?? text.startIndex)]
      word = dot.map { text[text.index(after: $0)...] } ?? text[...]
    }
  }

  /// The methods that may be meant, or those of the group: a word that isn't near stands for another one.
  private static func hint(for name: Name) -> String? {
    let siblings = name.group.isEmpty ? [] : methods.filter { $0.group == name.group }
    let near =
      siblings.isEmpty
      ? Spelling.suggestion(for: name.text, among: methods.map(\.text))
      : Spelling.suggestion(for: String(name.word), among: siblings.map { String($0.word) })
        .map { "\(name.group).\($0)" }
    let meant = near.map { [$0] } ?? methods.filter { $0.word == name.word }.map(\.text)
    if !meant.isEmpty { return "did you mean \(meant.map { "'\($0)'" }.joined(separator: " or "))?" }
    let known = siblings.isEmpty ? methods.filter { $0.group == name.text } : siblings
    return known.isEmpty ? nil : "known: \(known.map(\.text).joined(separator: ", "))"
  }
}
