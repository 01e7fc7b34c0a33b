package import NavtreeJSON

/// Payloads to try, in a fixed order.
package struct Candidates: Sendable {
  package var values: [JSONObject]
  /// Whether every payload that the schema admits has the effect of one of them.
  package var isComplete: Bool
  /// The fields of whose values some were left out.
  package var openFields: [String] = []

  package init(_ values: [JSONObject], isComplete: Bool, openFields: [String] = []) {
    self.values = values
    self.isComplete = isComplete
    self.openFields = openFields
  }

  /// A field of a payload with its values.
  struct Field {
    let name: String
    /// Nil where the field is left out.
    let values: [JSONValue?]
    let isComplete: Bool
  }

  /// All combinations of the fields' values; of more than `most` each value beside the others' first ones.
  init(of fields: [Field], most: Int) {
    let openFields = fields.filter { !$0.isComplete }.map(\.name)
    let count = fields.reduce(1) { count, field in
      count > most ? count : count * max(field.values.count, 1)
    }
    if count <= most {
      var all: [JSONObject] = [[:]]
      for field in fields {
        all = all.flatMap { object in
          field.values.map { value in
            var object = object
            if let value { object[field.name] = value }
            return object
          }
        }
      }
      self.init(all, isComplete: openFields.isEmpty, openFields: openFields)
      return
    }
    var plain: JSONObject = [:]
    for field in fields { if let value = field.values.first { plain[field.name] = value } }
    var all = [plain]
    // By turns, so that a bound leaves some values of each field.
    for turn in 1..<(fields.map(\.values.count).max() ?? 1) where all.count < most {
      for field in fields where turn < field.values.count && all.count < most {
        var object = plain
        object[field.name] = field.values[turn]
        all.append(object)
      }
    }
    self.init(all, isComplete: false, openFields: openFields)
  }
}
