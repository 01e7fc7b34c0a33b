import NavtreeFlow

/// What a method, or an action of navtree's own, is called with.
final class Signature: Sendable {
  let name: String
  let parameters: [Parameter]
  /// The parameters' names, in the same order.
  private let names: NameTable
  /// The indexes of the parameters that must be given.
  let required: [Int]

  init(_ name: String, _ parameters: [Parameter]) {
    self.name = name
    self.parameters = parameters
    names = NameTable(parameters.map(\.name))
    required = parameters.indices.filter { parameters[$0].isRequired }
  }

  /// The index of the parameter with a name, as it stands in a request.
  func index(of name: UnsafeRawBufferPointer) -> Int? { names.index(of: name) }
}
