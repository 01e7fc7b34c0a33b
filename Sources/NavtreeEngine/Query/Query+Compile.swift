import NavtreeText
import NavtreeCEL
import NavtreeFlow
import NavtreeJSON

extension Query {
  /// Checks a query and compiles it.
  ///
  /// - Parameter pointer: the place of its members in the params, for errors.
  package init(_ request: QueryRequest, in session: Session, pointer: String = "") throws(Failure) {
    let sensitive = request.sensitive
    func compile(
      _ source: String, over subject: QueryCompiler.Subject, isCondition: Bool = false, _ member: String
    ) throws(Failure) -> CELProgram {
      do {
        return try session.queries.program(
          source, over: subject, isCondition: isCondition, sensitive: sensitive)
      } catch {
        throw Failure(error, in: source, pointer: "\(pointer)/\(member)")
      }
    }
    switch request.subject {
    case .screens(let name, let condition, let selected):
      let names = session.flow.screenNames
      guard let type = names.index(of: name) else {
        throw Failure(
          .unknownScreen, "no screen named '\(name.echo)'", ["pointer": .string("\(pointer)/screen")]
        ).hinting(name, among: names.names)
      }
      let condition = try condition.map { (it) throws(Failure) in
        try compile(it, over: .screen(type: type), isCondition: true, "where")
      }
      let selected = try selected.map { (it) throws(Failure) in
        try compile(it, over: .screen(type: type), "select")
      }
      subject = .screens(type: type, condition: condition, selected: selected)
    case .expression(let source): subject = .expression(try compile(source, over: .session, "expr"))
    }
    self.sensitive = sensitive
    self.pointer = pointer
  }
}

extension Failure {
  /// The failure of an expression in a request.
  fileprivate init(_ faults: CELDiagnostics, in source: String, pointer: String) {
    let errors = faults.diagnostics.filter { $0.severity == .error }
    var data: JSONObject = ["pointer": .string(pointer), "expression": .string(source)]
    if let first = errors.first {
      data.merge(first.range.columns) { _, new in new }
      if let hint = first.hint { data["hint"] = .string(hint) }
    }
    if errors.count > 1 { data["diagnostics"] = .array(errors.map(\.json)) }
    self.init(.invalidParams, errors.first?.message ?? "the expression is wrong", data)
  }
}

extension CELDiagnostic {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["code": .string(code.rawValue), "message": .string(message)]
    object.merge(range.columns) { _, new in new }
    if let hint { object["hint"] = .string(hint) }
    return .object(object)
  }
}

extension CELSourceRange {
  /// Its start and end in an expression, in Unicode scalars, counted from 1.
  var columns: JSONObject {
    ["column": .integer(start + 1), "endColumn": .integer(Swift.max(end, start + 1) + 1)]
  }
}
