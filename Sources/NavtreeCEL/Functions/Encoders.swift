import NavtreeText

/// `base64.encode` and `base64.decode` (RFC 4648, section 4).
enum Encoders {
  static let functions: [Function] = [
    .global(
      "base64.encode", [.takes(.bytes, gives: .string)],
      .one { value, frame throws(CELError) in
        guard case .bytes(let bytes) = value else { throw .noOverload("base64.encode", value) }
        try frame.spend(bytes: bytes.count)
        return .string(String(decoding: Base64.encode(bytes[...]), as: UTF8.self))
      }),
    .global(
      "base64.decode", [.takes(.string, gives: .bytes)],
      .one { value, frame throws(CELError) in
        guard case .string(let text) = value else { throw .noOverload("base64.decode", value) }
        try frame.spend(bytes: text.utf8.count)
        guard let bytes = Base64.decode(text) else {
          throw CELError(.invalidArgument, "the text isn't base64")
        }
        return .bytes(bytes)
      }),
  ]
}
