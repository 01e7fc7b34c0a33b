public import OrderedCollections

/// The members of a JSON object, in the order in which they were written.
public typealias JSONObject = OrderedDictionary<String, JSONValue>

/// A JSON value.
///
/// A number written without fraction and exponent is an `integer`, any other is a `number`, and each is
/// written back as what it was read.
@frozen
public enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}
