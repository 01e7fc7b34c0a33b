/// A record of a flow with a type of the program, as `navtree types swift` makes it.
public protocol TypedRecord: JSONConvertible, Hashable {
  /// The names of the fields, in declared order.
  static var _names: [String] { get }
  /// The fields.
  var _fields: RecordFields { get set }

  /// A record of fields.
  init(_fields: RecordFields)
}

extension TypedRecord {
  /// The fields as an object.
  public var json: JSONValue { .object(JSONObject(uniqueKeysWithValues: zip(Self._names, _fields.values))) }
}

/// A screen with a type of the program, as `navtree types swift` makes it.
///
/// It has the values that it had when it was read, converted one by one when they are asked for. Two are equal if all
/// values are.
public protocol TypedScreen: JSONConvertible, Hashable, Identifiable where ID == Screen.ID {
  /// The name of the screen type.
  static var type: String { get }
  /// The values.
  var content: ScreenContent { get }

  /// A screen of that type.
  init(content: ScreenContent)
}

extension TypedScreen {
  /// The id.
  public var id: Screen.ID { content.id }

  /// The address; nil if it isn't known.
  public var at: String? { content.at }

  /// Whether all values are equal.
  public static func == (one: Self, other: Self) -> Bool { one.content == other.content }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Screen.ID: JSONConvertible {
  /// An id by its number.
  public init(json: JSONValue) throws(JSONConversionError) { self.init(try Int(json: json)) }

  /// The number.
  public var json: JSONValue { .integer(number) }
}
