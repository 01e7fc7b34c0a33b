import NavtreeEngine
import NavtreeFlow

/// A declared field of a flow, by its number in a record.
struct DeclaredField: Hashable {
  enum Record: Hashable {
    case shared
    /// By the type of a screen.
    case state(Int), params(Int)
  }

  let record: Record
  let number: Int

  init(_ record: Record, _ number: Int) {
    self.record = record
    self.number = number
  }

  /// A field of a screen's state; without a type, of the shared state.
  init(ofState type: Int?, _ number: Int) { self.init(type.map(Record.state) ?? .shared, number) }
}

extension FlowDefinition {
  subscript(record: DeclaredField.Record) -> RecordDefinition {
    switch record {
    case .shared: shared
    case .state(let type): screens[type].state
    case .params(let type): screens[type].params
    }
  }

  subscript(field: DeclaredField) -> FieldDefinition { self[field.record].fields[field.number] }
}

extension CountedFields {
  /// Whether a field counts.
  subscript(field: DeclaredField) -> Bool {
    get {
      switch field.record {
      case .shared: shared[field.number]
      case .state(let type): state[type][field.number]
      case .params(let type): params[type][field.number]
      }
    }
    set {
      switch field.record {
      case .shared: shared[field.number] = newValue
      case .state(let type): state[type][field.number] = newValue
      case .params(let type): params[type][field.number] = newValue
      }
    }
  }
}
