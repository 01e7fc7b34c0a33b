/// A part of a compiled expression that can be evaluated.
///
/// Nodes are immutable once they are made, and hold no more levels than the parser's nesting limit, so that
/// evaluating and releasing them recurses no deeper.
class Node: @unchecked Sendable {
  let range: CELSourceRange

  init(_ range: CELSourceRange) {
    self.range = range
  }

  /// The node's value. An error that has no place yet gets the node's.
  @inline(__always)
  final func evaluate(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    do throws(CELError) { return try compute(&frame, activation) } catch { throw error.at(range) }
  }

  /// The node's value as a condition. An error that has no place yet gets the node's.
  @inline(__always)
  final func evaluateBool(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Bool {
    do throws(CELError) { return try computeBool(&frame, activation) } catch { throw error.at(range) }
  }

  func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    .bool(try computeBool(&frame, activation))
  }

  /// The value as a bool, without making a `CELValue`. Every node overrides this method or `compute`.
  func computeBool(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Bool {
    let value = try compute(&frame, activation)
    guard case .bool(let flag) = value else {
      throw CELError(.noSuchOverload, "expected a bool, found \(value.kind.rawValue)")
    }
    return flag
  }

  /// The value, if it is the same in every evaluation.
  var constant: CELValue? { nil }

  /// Whether the value depends on constants alone, so that it can be computed once.
  var isFoldable: Bool { false }
}

/// A node with one operand.
class UnaryNode: Node, @unchecked Sendable {
  final let operand: Node

  init(_ operand: Node, _ range: CELSourceRange) {
    self.operand = operand
    super.init(range)
  }

  override var isFoldable: Bool { operand.constant != nil }
}

/// A node with two operands, which are always both evaluated.
class BinaryNode: Node, @unchecked Sendable {
  final let left: Node
  final let right: Node

  init(_ left: Node, _ right: Node, _ range: CELSourceRange) {
    self.left = left
    self.right = right
    super.init(range)
  }

  override var isFoldable: Bool { left.constant != nil && right.constant != nil }
}

/// A literal, or a part folded into one. It costs nothing.
final class ConstantNode: Node, @unchecked Sendable {
  let value: CELValue

  init(_ value: CELValue, _ range: CELSourceRange) {
    self.value = value
    super.init(range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    value
  }
  override var constant: CELValue? { value }
}

/// A part that can't be evaluated, such as an unknown name in an expression that wasn't checked.
final class FailingNode: Node, @unchecked Sendable {
  let error: CELError

  init(_ error: CELError, _ range: CELSourceRange) {
    self.error = error
    super.init(range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    throw error
  }
}

/// Records the value of another node.
final class ObservedNode: Node, @unchecked Sendable {
  let inner: Node

  init(_ inner: Node) {
    self.inner = inner
    super.init(inner.range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    do throws(CELError) {
      let value = try inner.evaluate(&frame, activation)
      frame.observe(CELObservation(range: range, result: .success(value)))
      return value
    } catch {
      frame.observe(CELObservation(range: range, result: .failure(error)))
      throw error
    }
  }
}
