/// The names that an expression may use, and the limits on its size.
///
/// Variables are numbered in the order in which they are declared; the fields of a record variable are
/// numbered too. Compiled expressions read by these numbers.
public struct CELEnvironment: Sendable {
  /// The declaration behind a number.
  package struct Variable: Sendable {
    package let name: String
    package let type: CELType
    /// The fields can be read one by one, by number.
    package let isRecord: Bool
    package let maximumSize: Int?

    /// The fields, if it has any, whether or not the whole may be null.
    package var record: CELObjectType? {
      switch type {
      case .object(let record), .nullable(.object(let record)): record
      default: nil
      }
    }
  }

  package private(set) var variables: [Variable] = []

  /// The namespace that names are resolved in, such as `com.example`: `a` is looked up as `com.example.a`,
  /// `com.a` and `a`.
  public var container: String
  public var limits: CELLimits
  /// Whether types are checked. If not, an unknown name or a call without an overload fails when it is reached.
  public var isChecked: Bool

  /// The hint of a warning about a comprehension over something without a declared bound: how the host declares
  /// one.
  public var boundHint: String
  /// The same for objects and maps.
  public var memberBoundHint: String

  public init(
    container: String = "", limits: CELLimits = CELLimits(), isChecked: Bool = true,
    boundHint: String = "declare how many elements it may hold",
    memberBoundHint: String = "declare how many members it may hold"
  ) {
    self.container = container
    self.limits = limits
    self.isChecked = isChecked
    self.boundHint = boundHint
    self.memberBoundHint = memberBoundHint
  }

  /// Declares a variable, replacing one of the same name.
  ///
  /// A name may be qualified, `a.b`.
  /// - Parameter number: The variable's number, if the host chooses it; skipped numbers have no name.
  /// - Returns: the variable's number, for `CELActivation.variable(_:budget:)`.
  @discardableResult
  public mutating func declare(
    _ name: String, _ type: CELType, at number: Int? = nil, maximumSize: Int? = nil
  ) -> Int {
    add(Variable(name: name, type: type, isRecord: false, maximumSize: maximumSize), at: number)
  }

  /// Declares a variable with fields that are numbered in their order and read one by one.
  ///
  /// - Parameters:
  ///   - number: The variable's number, if the host chooses it; skipped numbers have no name.
  ///   - isNullable: Whether the whole may be null; its fields then can't be read.
  /// - Returns: the variable's number, for `CELActivation.field(_:of:budget:)`; read as a whole it is a map.
  @discardableResult
  public mutating func declare(
    record name: String, fields: [CELField], at number: Int? = nil, isNullable: Bool = false
  ) -> Int {
    let type = CELType.object(CELObjectType(name: name, fields: fields, isOpen: false))
    return add(
      Variable(
        name: name, type: isNullable ? .nullable(type) : type, isRecord: true, maximumSize: fields.count),
      at: number)
  }

  /// Declares a variable with fields that are numbered in their order and read one by one.
  @discardableResult
  public mutating func declare(record name: String, fields: [(String, CELType)]) -> Int {
    declare(record: name, fields: fields.map { CELField($0.0, $0.1) })
  }

  private mutating func add(_ variable: Variable, at number: Int?) -> Int {
    let number = number ?? variables.count
    while variables.count <= number {
      variables.append(Variable(name: "", type: .error, isRecord: false, maximumSize: nil))
    }
    variables[number] = variable
    return number
  }

  /// The number of the variable with exactly this name.
  /// - Complexity: O(*n*) in the number of variables, which is small: an environment is copied and extended far
  ///   more often than a table would pay for.
  public func variable(named name: String) -> Int? {
    variables.lastIndex { $0.name == name && !name.isEmpty }
  }

  /// The declared names, in order.
  public var names: [String] {
    variables.map(\.name).filter { !$0.isEmpty }
  }
}
