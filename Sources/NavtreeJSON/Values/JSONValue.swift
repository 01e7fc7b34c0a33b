/// The members of a JSON object, in the order in which they were written.
///
/// `==` compares the order; that of `JSONValue` doesn't.
public typealias JSONObject = UTF8Dictionary<JSONValue>

/// A JSON value.
///
/// A number written without fraction and exponent is an `integer`, any other is a `number`, and each keeps its kind
/// when it is written. Functions that walk a value recurse: the parser bounds its depth, and code that nests values by
/// other means keeps to the same bound.
@frozen
public enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// The parser never makes an infinity or NaN, which JSON can't express; the writer writes them as `null`.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}
