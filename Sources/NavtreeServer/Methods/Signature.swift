import NavtreeFlow

/// What a method, or an action of navtree's own, is called with.
final class Signature: Sendable {
  let name: String
  let parameters: [Parameter]
  /// The parameters' names, in the same order.
  private let names: NameTable
  /// Where `Params` keeps each of them.
  let slots: [Int]
  /// Those of the parameters that must be given.
  let required: [Int]

  init(_ name: String, _ parameters: [Parameter]) {
    self.name = name
    self.parameters = parameters
    names = NameTable(parameters.map(\.name))
    slots = parameters.map(\.key.rawValue)
    required = parameters.filter(\.isRequired).map(\.key.rawValue)
  }

  /// The slot of the parameter with a name, as it stands in a request.
  func slot(of name: UnsafeRawBufferPointer) -> Int? { names.index(of: name).map { slots[$0] } }

  subscript(name: ParameterName) -> Parameter? { parameters.first { $0.key == name } }

  /// The parameters as a line for people: `flow, session?`.
  var summary: String {
    if parameters.isEmpty { return "no params" }
    return parameters.map { $0.isRequired ? $0.name : $0.name + "?" }.joined(separator: ", ")
  }
}
