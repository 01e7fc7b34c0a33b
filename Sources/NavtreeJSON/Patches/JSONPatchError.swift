/// A patch that can't be read or doesn't fit the value that it is applied to.
public struct JSONPatchError: Error, Hashable, Sendable {
  /// The fault of the patch or of one of its operations.
  public enum Reason: Hashable, Sendable {
    /// The patch isn't an array.
    case notAnArray
    /// The operation isn't an object.
    case notAnObject
    /// The operation lacks a member.
    case missing(String)
    /// The operation's `op`, `path` or `from` isn't a string.
    case notAString(String)
    /// The operation's `path` or `from` isn't a pointer.
    case malformed(String, JSONPointerError)
    /// There is no operation of this name.
    case unknownOperation(String)
    /// The value has no such place.
    case noPlace(JSONPlaceError)
    /// The value differs from the tested one.
    case unequal(JSONPointer)
    /// A value can't be moved into itself.
    case movedIntoItself(JSONPointer)
    /// The patched value would be nested deeper than the limit.
    case depth(limit: Int)
    /// The patch copies and moves more values than the limit.
    case work(limit: Int)
  }

  /// The index of the operation at fault.
  public var operation: Int?
  public var reason: Reason

  public init(_ reason: Reason, operation: Int?) {
    self.reason = reason
    self.operation = operation
  }
}

extension JSONPatchError: CustomStringConvertible {
  public var description: String {
    if let operation { "operation \(operation): \(sentence)" } else { sentence }
  }

  private var sentence: String {
    switch reason {
    case .notAnArray: "a patch is an array of operations"
    case .notAnObject: "an operation is an object"
    case .missing(let name): "no member '\(name)'"
    case .notAString(let name): "'\(name)' is not a string"
    case .malformed(let name, let error): "'\(name)' is malformed: \(error)"
    case .unknownOperation(let name):
      "no operation named '\(name)' (there are add, remove, replace, move, copy and test)"
    case .noPlace(let error): "\(error)"
    case .unequal(let pointer): "the value at '\(pointer)' is not the tested one"
    case .movedIntoItself(let pointer): "the value at '\(pointer)' can't be moved into itself"
    case .depth(let limit): "the value would be nested deeper than \(limit) levels"
    case .work(let limit): "the patch copies and moves more than \(limit) values"
    }
  }
}
