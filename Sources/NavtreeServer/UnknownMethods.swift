import NavtreeText

/// Refusals of methods that don't exist. Those of the last names are kept, since the name that was probably meant is
/// expensive to find; it is looked for as often as a person may mistype one, so that a client that asks for any number of
/// names costs little.
struct UnknownMethods {
  private static let spellings = SpellingTable(MethodTable.methods.map(\.name))
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
    let hint = method.count <= Self.longestMeant ? Self.spellings.hint(for: name) : nil
    let error = RPCError.unknownMethod(method, hint: hint).prepared()
    if errors.count == Self.most {
      names = NameTable()
      errors = []
    }
    // A name that isn't UTF-8 is another one as text.
    if names.insert(name) == errors.count { errors.append(error) }
    return error
  }
}
