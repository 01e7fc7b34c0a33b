import NavtreeText

/// The signature of a method or of one of navtree's own actions.
final class Signature: Sendable {
  let name: String
  let parameters: [Parameter]
  /// The parameters' names, in the same order.
  private let names: NameTable
  /// The parameters' slots in `Params`.
  let slots: [Int]
  /// The required parameters.
  let required: ParameterSet

  init(_ name: String, _ parameters: [Parameter]) {
    self.name = name
    self.parameters = parameters
    names = NameTable(parameters.map(\.name))
    slots = parameters.map(\.key.rawValue)
    required = ParameterSet(parameters.filter(\.isRequired).map(\.key.rawValue))
  }

  /// The slot of the parameter with a name, given as in a request.
  func slot(of name: UnsafeRawBufferPointer) -> Int? { names.index(of: name).map { slots[$0] } }

  /// The slot of the parameter with a name that is most often the last one at its place.
  @inline(__always)
  func slot(of name: UnsafeRawBufferPointer, _ last: inout NameTable.Last) -> Int? {
    names.index(of: name, &last).map { slots[$0] }
  }

  subscript(name: ParameterName) -> Parameter? { parameters.first { $0.key == name } }

  /// The parameters as a line for people: `flow, session?`.
  var summary: String {
    if parameters.isEmpty { return "no params" }
    return parameters.map { $0.isRequired ? $0.name : $0.name + "?" }.joined(separator: ", ")
  }
}
