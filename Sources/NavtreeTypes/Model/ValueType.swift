import NavtreeJSON

/// The type of a value, as programming languages know types.
indirect enum ValueType {
  case any
  case null
  case boolean
  case integer
  case number
  case string
  case list(ValueType)
  /// An object with any members, each of the type.
  case map(ValueType)
  case object(ObjectType)
  /// One of several texts.
  case choice(ChoiceType)
  /// One of several constants, none of them null; they are of the type.
  case constants([JSONValue], of: ValueType)
  case union([ValueType])
  case nullable(ValueType)

  /// The same, with null among its values.
  var orNull: ValueType {
    switch self {
    case .any, .null, .nullable: self
    case .boolean, .integer, .number, .string, .list, .map, .object, .choice, .constants, .union:
      .nullable(self)
    }
  }
}

/// An object with named members: declared fields, or an object in one of them.
///
/// Two fields with the same object have types that are the same one.
final class ObjectType {
  /// The object's members beside its fields.
  enum Others {
    case none
    case some(ValueType)
  }

  /// The name that it would have, such as that of its field.
  let hint: String
  var fields: [FieldType] = []
  var others = Others.none
  /// The types that its fields have, and that no other object has before it.
  var inner: [InnerType] = []

  init(_ hint: String) {
    self.hint = hint
  }

  var isEmpty: Bool {
    guard case .none = others else { return false }
    return fields.isEmpty
  }
}

/// One of several texts.
final class ChoiceType {
  let hint: String
  /// Each once.
  let values: [String]

  init(_ hint: String, _ values: [String]) {
    self.hint = hint
    self.values = values
  }
}

/// A type within an object's.
enum InnerType {
  case object(ObjectType)
  case choice(ChoiceType)

  var hint: String {
    switch self {
    case .object(let object): object.hint
    case .choice(let choice): choice.hint
    }
  }

  var id: ObjectIdentifier {
    switch self {
    case .object(let object): ObjectIdentifier(object)
    case .choice(let choice): ObjectIdentifier(choice)
    }
  }
}

/// A member of an object.
struct FieldType {
  let name: String
  let type: ValueType
  /// Whether it may be missing, and has no default.
  var isOptional = false
  /// The value that it has where none is given, if one is known.
  var initial: JSONValue?
  /// Whether it need not be given.
  var mayBeLeftOut = false
  /// Whether readers may get a mark in place of its value.
  var isHidden = false
  var summary: String?
}
