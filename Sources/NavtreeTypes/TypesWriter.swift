/// A writer of a flow's types in one language.
protocol TypesWriter {
  var source: GeneratedSource { get set }
  /// The line that ends a block; nil where its indent does.
  static var end: String? { get }

  /// Writes the whole file.
  mutating func write()
}

extension TypesWriter {
  static var end: String? { "}" }

  func text() -> String {
    var writer = self
    writer.write()
    return writer.source.text
  }

  mutating func block(_ first: String, _ body: (inout Self) -> Void) {
    source.line(first)
    source.deepen(1)
    body(&self)
    source.deepen(-1)
    if let end = Self.end { source.line(end) }
  }
}
