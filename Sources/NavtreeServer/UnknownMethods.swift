import NavtreeText

/// Refusals of methods that don't exist. Those of the last names are kept, since the name that was probably meant is
/// expensive to find.
struct UnknownMethods {
  private static let spellings = SpellingTable(MethodTable.methods.map(\.name))
  private static let most = 64
  private static let longest = 64

  private var names = NameTable()
  private var errors: [RPCError] = []

  mutating func error(for method: UnsafeRawBufferPointer) -> RPCError {
    if let known = names.index(of: method) { return errors[known] }
    let name = String(decoding: method, as: UTF8.self)
    let error = RPCError.unknownMethod(name, hint: Self.spellings.hint(for: name))
    guard method.count <= Self.longest else { return error }
    if errors.count == Self.most { self = UnknownMethods() }
    // A name that isn't UTF-8 is another one as text.
    if names.insert(name) == errors.count { errors.append(error) }
    return error
  }
}
