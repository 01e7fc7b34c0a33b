import NavtreeEngine

/// The fields of a record that has a type of the program, each converted when it is read.
public struct RecordFields: Sendable {
  private enum Source: Sendable {
    case values([JSONValue])
    case screen(ScreenContent, ScreenContent.Part)
    case shared([JSONValue], Observed, Reading?)
  }

  private var source: Source

  init(of content: ScreenContent, _ part: ScreenContent.Part) { source = .screen(content, part) }

  init(shared: [JSONValue], _ observed: Observed, _ reading: Reading?) {
    source = .shared(shared, observed, reading)
  }

  /// So many fields, all null until they are set.
  public init(count: Int) { source = .values(Array(repeating: .null, count: count)) }

  /// All values, in declared order.
  ///
  /// - Complexity: O(number of fields), and the cost of computed values.
  public var values: [JSONValue] {
    switch source {
    case .values(let values): return values
    case .screen(let content, let part): return content.values(of: part)
    case .shared(let values, let observed, let reading):
      observed.read(Touch(.shared), in: reading)
      return values
    }
  }

  private func json(_ number: Int) -> JSONValue {
    switch source {
    case .values(let values): return values[number]
    case .screen(let content, let part): return content.value(number, of: part)
    case .shared(let values, let observed, let reading):
      observed.read(Touch(.shared, of: nil, number), in: reading)
      return values[number]
    }
  }

  /// A field by its number in declared order. A computed value that can't be had is nil.
  ///
  /// - Complexity: O(size of the value), and the cost of a computed value.
  public subscript<Value: JSONConvertible>(number: Int) -> Value {
    get {
      if let value = try? Value(json: json(number)) { return value }
      // Only what is computed may fail; its type has a value for null, and all others were checked by the session.
      guard let value = try? Value(json: .null) else {
        preconditionFailure("field \(number) isn't of its type: the types are of another flow")
      }
      return value
    }
    set {
      var values = values
      // The memory is its own again.
      source = .values([])
      values[number] = newValue.json
      source = .values(values)
    }
  }
}

extension RecordFields: Hashable {
  /// Whether both have the same values.
  public static func == (one: RecordFields, other: RecordFields) -> Bool {
    if case .screen(let one, let part) = one.source, case .screen(let other, part) = other.source,
      one === other
    {
      return true
    }
    return one.values == other.values
  }

  /// Hashes the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
