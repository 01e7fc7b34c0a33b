/// The reason that an expression gave no value.
///
/// One word in size, so that every node of an expression can throw it cheaply.
public struct CELError: Error, Sendable {
  /// The sort of failure, stable for programs.
  public enum Code: String, Hashable, Sendable {
    case divisionByZero = "division-by-zero"
    case overflow
    case noSuchKey = "no-such-key"
    case indexOutOfRange = "index-out-of-range"
    case noSuchOverload = "no-such-overload"
    case unknownName = "unknown-name"
    case duplicateKey = "duplicate-key"
    /// A conversion or function was given a value that it can't take.
    case invalidArgument = "invalid-argument"
    /// `value()` of an optional that has none.
    case noValue = "no-value"
    case costExceeded = "cost-exceeded"
    /// A list or map nests too deeply.
    case tooDeep = "too-deep"
    /// JSON can't hold the value.
    case notJSON = "not-json"
    /// The host couldn't give a variable or field.
    case host

    /// A sentence that fits every failure of the sort, and so reveals no value.
    public var meaning: String {
      switch self {
      case .divisionByZero: "it divides by zero"
      case .overflow: "a number is out of range"
      case .noSuchKey: "a map has no such key"
      case .indexOutOfRange: "an index is out of range"
      case .noSuchOverload: "a value is of a type that can't be taken there"
      case .unknownName: "there is no such name"
      case .duplicateKey: "a key of a map is there twice"
      case .invalidArgument: "a value can't be taken there"
      case .noValue: "an optional has no value"
      case .costExceeded: "it costs more than it may"
      case .tooDeep: "a value nests too deeply"
      case .notJSON: "JSON can't hold a value"
      case .host: "a variable can't be read"
      }
    }
  }

  private final class Storage: Sendable {
    let code: Code
    let message: String
    let range: CELSourceRange?
    let source: String?
    let cost: Int?

    init(code: Code, message: String, range: CELSourceRange?, source: String?, cost: Int?) {
      self.code = code
      self.message = message
      self.range = range
      self.source = source
      self.cost = cost
    }
  }

  private let storage: Storage

  public init(_ code: Code, _ message: String, range: CELSourceRange? = nil) {
    storage = Storage(code: code, message: message, range: range, source: nil, cost: nil)
  }

  private init(_ storage: Storage) {
    self.storage = storage
  }

  public var code: Code { storage.code }
  /// A sentence in lower case.
  public var message: String { storage.message }
  /// The part of the expression that failed.
  public var range: CELSourceRange? { storage.range }
  /// The expression.
  public var source: String? { storage.source }
  /// The cost that had been spent when the expression failed.
  public var cost: Int? { storage.cost }

  /// The same error at a place, if it has none yet.
  package func at(_ range: CELSourceRange) -> CELError {
    if storage.range != nil { return self }
    return CELError(
      Storage(code: code, message: message, range: range, source: storage.source, cost: storage.cost))
  }

  /// The same error with its expression and the cost spent, if it has none yet.
  package func `in`(_ source: String, cost: Int) -> CELError {
    if storage.source != nil { return self }
    return CELError(Storage(code: code, message: message, range: range, source: source, cost: cost))
  }
}

extension CELError: CustomStringConvertible {
  public var description: String {
    "\(message) [\(code.rawValue)]"
  }
}
