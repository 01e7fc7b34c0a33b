package import NavtreeJSON

extension StoredSession {
  /// Applies a stored change: `{seq, now?, paused?, next?, steps}`.
  ///
  /// - Complexity: O(size of the change).
  package mutating func apply(_ change: JSONValue) throws(StoredFault) {
    let reader = StoredReader(change)
    let seq = try reader.member("seq")
    guard try seq.id() >= self.seq else { throw seq.fault("must be at least \(self.seq)") }
    self.seq = try seq.id()
    if let now = reader["now"] {
      if !isTimed { begin(at: try now.id()) }
      self.now = try now.id()
    }
    if let paused = reader["paused"] { isPaused = try paused.boolean() }
    if let next = reader["next"] {
      for counter in StoredCounter.allCases {
        if let number = next[counter.rawValue] { self.next[counter] = try number.id() }
      }
    }
    for step in try reader.elements("steps") { try apply(StoredStep(step), step) }
  }

  private mutating func apply(_ step: StoredStep, _ reader: StoredReader) throws(StoredFault) {
    switch step {
    case .set(let screen, let field, let value):
      try changeFields(of: screen, reader) { (fields) throws(StoredFault) in fields[field] = value }
    case .place(let screen, let field, let edit):
      try changeFields(of: screen, reader) { (fields) throws(StoredFault) in
        guard var value = fields.updateValue(.null, forKey: field) else {
          throw reader.fault("changes '\(field)', which isn't there")
        }
        do {
          _ = try edit.apply(to: &value)
        } catch {
          throw reader.fault("doesn't fit what is there: \(error)")
        }
        fields[field] = value
      }
    case .params(let screen, let params):
      try change(screen, reader) { (row) throws(StoredFault) in row.params = params }
    case .select(let screen, let selection):
      try change(screen, reader) { (row) throws(StoredFault) in row.selection = selection }
    case .row(let row): put(row)
    case .gone(let id): remove(id)
    case .windows(let names): windows = names
    case .entry(let part, let id, let entry): put(entry, for: id, in: part)
    }
  }

  private mutating func change(
    _ id: Int, _ reader: StoredReader, _ body: (inout StoredScreen) throws(StoredFault) -> Void
  ) throws(StoredFault) {
    guard try change(id, body) else { throw reader.fault("changes the screen #\(id), which isn't there") }
  }

  private mutating func changeFields(
    of screen: Int?, _ reader: StoredReader, _ body: (inout JSONObject) throws(StoredFault) -> Void
  ) throws(StoredFault) {
    if let screen {
      try change(screen, reader) { (row) throws(StoredFault) in try body(&row.state) }
    } else {
      try body(&shared)
    }
  }
}
