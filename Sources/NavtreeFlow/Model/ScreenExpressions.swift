import NavtreeCEL

/// The keys of a screen type whose values are expressions.
///
/// The format's table, the compiler and whoever reads a flow's expressions take them from `walk`.
package struct ScreenExpressions: Sendable {
  /// Two screens of one type and equal identity are the same to navigation; nil for all params.
  package private(set) var identity: CompiledExpression?
  package private(set) var dismissible: CompiledExpression?

  /// A key as the format describes it.
  struct Entry {
    let key: Key
    /// The type of the value; nil for any.
    var type: CELType?
    /// Whether the expression reads only params, so that a screen yet to be made has a value, too.
    var isOfParams = false
    let summary: String
  }

  private mutating func walk(_ visit: (Entry, inout CompiledExpression?) -> Void) {
    visit(
      Entry(
        key: .identity, isOfParams: true,
        summary: "Screens of one type and equal identity are the same; default all params."), &identity)
    visit(
      Entry(
        key: .dismissible, type: .bool,
        summary: "While false, only the screen itself may remove it, unless forced."), &dismissible)
  }

  /// The expressions that an author gives.
  init(compile: (Entry) -> CompiledExpression?) { walk { $1 = compile($0) } }

  /// The keys in the format's table, those that read only params or the others.
  static func entries(ofParams: Bool) -> [FormatObject.Entry] {
    var entries: [FormatObject.Entry] = []
    _ = ScreenExpressions { entry in
      if entry.isOfParams == ofParams { entries.append(Format.key(entry.key, .expression, entry.summary)) }
      return nil
    }
    return entries
  }

  package var all: [CompiledExpression] {
    var (expressions, all) = (self, [CompiledExpression]())
    expressions.walk { if let expression = $1 { all.append(expression) } }
    return all
  }
}
