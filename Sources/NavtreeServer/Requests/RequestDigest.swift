import NavtreeEngine
import NavtreeJSON

/// A request with a key, as it is remembered: by hashes, since its key and its params may be secret.
///
/// The second is keyed with the request's key, which is stored nowhere. So a key that can't be guessed keeps params that
/// can be.
struct RequestDigest {
  let key: String
  let content: String

  /// - Complexity: O(*n* log *n*) in the size of the params.
  init(key: String, method: String, params: JSONObject) {
    let secret = Array(key.utf8)
    self.key = Self.code(of: [], secret)
    var text = JSONWriter()
    text.appendString(method)
    Self.write(.object(params), into: &text)
    content = Self.code(of: text.withUnsafeBytes { Array($0) }, secret)
  }

  /// What is remembered of the request with an answer, given as it was written.
  func answered(_ text: [UInt8]) -> RememberedAnswer {
    RememberedAnswer(key: key, content: content, answer: KeptAnswer.part(of: text))
  }

  /// Half of a code, in hexadecimal.
  private static func code(of message: [UInt8], _ key: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let code = SHA256.code(of: message, key: key).prefix(16)
    return String(decoding: code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Writes equal values alike: members by their names, and a number that is an integer as one.
  ///
  /// Recursion is bounded by the nesting of a line.
  private static func write(_ value: JSONValue, into output: inout JSONWriter) {
    switch value {
    case .null, .boolean, .integer, .string: output.appendValue(value)
    case .number(let number):
      let isInteger = number >= -0x1p63 && number < 0x1p63 && Double(Int(number)) == number
      output.appendValue(isInteger ? .integer(Int(number)) : value)
    case .array(let elements): output.appendList(elements) { write($0, into: &$1) }
    case .object(let members):
      let inOrder = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      output.append("{")
      for (key, value) in inOrder {
        output.appendString(key)
        output.append(":")
        write(value, into: &output)
      }
      output.append("}")
    }
  }
}
