/// A part of a compiled expression that can be evaluated.
///
/// Nodes are immutable once they are made, and hold no more levels than the parser's nesting limit, so that
/// evaluating and releasing them recurses no deeper.
class Node: @unchecked Sendable {
  let range: CELSourceRange

  init(_ range: CELSourceRange) {
    self.range = range
  }

  func evaluate(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    .bool(try evaluateBool(&frame, activation))
  }

  /// The value of a condition. Nodes that compute a bool don't make a value of it first; every node overrides
  /// this method or `evaluate`.
  func evaluateBool(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Bool {
    let value = try evaluate(&frame, activation)
    guard case .bool(let flag) = value else {
      throw CELError(.noSuchOverload, "expected a bool, found \(value.kind.rawValue)", range: range)
    }
    return flag
  }

  /// The value, if it is the same in every evaluation.
  var constant: CELValue? { nil }

  @inline(__always)
  final func charge(_ cost: Int, _ frame: inout Frame) throws(CELError) {
    do throws(CELError) { try frame.budget.spend(cost) } catch { throw error.at(range) }
  }
}

/// A literal, or what was folded into one. It costs nothing.
final class ConstantNode: Node, @unchecked Sendable {
  let value: CELValue

  init(_ value: CELValue, _ range: CELSourceRange) {
    self.value = value
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    value
  }
  override var constant: CELValue? { value }
}

/// Something that can't be evaluated, such as an unknown name in an expression that wasn't checked.
final class FailingNode: Node, @unchecked Sendable {
  let error: CELError

  init(_ error: CELError, _ range: CELSourceRange) {
    self.error = error.at(range)
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    throw error
  }
}

/// Tells what another node gave.
final class ObservedNode: Node, @unchecked Sendable {
  let inner: Node

  init(_ inner: Node) {
    self.inner = inner
    super.init(inner.range)
  }

  override func evaluate(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
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
