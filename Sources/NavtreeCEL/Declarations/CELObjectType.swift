internal import NavtreeJSON

/// A map whose keys are declared: an object with known fields.
///
/// An open type may have other fields of any type; naming another field of a closed type is an error that the
/// checker finds.
public struct CELObjectType: Hashable, Sendable {
  /// The type's name in diagnostics, such as `params.user`.
  public let name: String?
  public let fields: [CELField]
  public let isOpen: Bool

  public init(name: String? = nil, fields: [CELField], isOpen: Bool) {
    self.name = name
    self.fields = fields
    self.isOpen = isOpen
  }

  /// - Complexity: O(*n*) in the number of fields.
  public func field(named name: String) -> CELField? {
    let key = UTF8Key(name)
    return fields.first { $0.key == key }
  }
}

/// A declared field of a record or an object.
public struct CELField: Hashable, Sendable {
  public var name: String { key.text }
  let key: UTF8Key
  public let type: CELType
  /// The most elements (of a list or map) or bytes (of a string) that the field can hold, if that is bounded.
  ///
  /// A comprehension over a field without a bound is reported by `CELProgram.unboundedComprehensions`.
  public let maximumSize: Int?
  /// The same of a list's elements, of their elements and so on.
  public let elementSizes: [Int?]
  /// Whether an object may lack it; reading it then fails, unless the expression tests for it.
  ///
  /// Such reads are reported by `CELProgram.missableMembers`.
  public var isOptional = false

  public init(_ name: String, _ type: CELType, maximumSize: Int? = nil, elementSizes: [Int?] = []) {
    key = UTF8Key(name)
    self.type = type
    self.maximumSize = maximumSize
    self.elementSizes = elementSizes
  }
}
