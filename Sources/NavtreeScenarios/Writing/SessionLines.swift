import NavtreeJSON

/// The lines of one session of a recording, and of those that it was forked from.
struct SessionLines {
  let session: String
  let lines: [JSONValue]
  /// The sensitive values of those lines.
  let secrets: [JSONValue]
  /// The number of each line in the recording.
  private let numbers: [Int]

  init(_ all: [JSONValue], _ secrets: [JSONValue], of session: String) {
    self.session = session
    var names: Set = [session]
    // A fork comes after the line that opens its original.
    for line in all.reversed() where line["method"] == "session.fork" {
      guard let fork = line["params"]?["as"]?.string, let original = line["session"]?.string else { continue }
      if names.contains(fork) { names.insert(original) }
    }
    var lines: [JSONValue] = []
    var numbers: [Int] = []
    var places: [Int: Int] = [:]
    for (index, line) in all.enumerated() where line["session"]?.string.map(names.contains) ?? false {
      lines.append(line)
      numbers.append(index + 1)
      places[index + 1] = lines.count
    }
    self.lines = lines
    self.numbers = numbers
    self.secrets = secrets.compactMap { entry in
      guard case .object(var entry) = entry, let place = entry["line"]?.integer.flatMap({ places[$0] }) else {
        return nil
      }
      entry["line"] = .integer(place)
      return .object(entry)
    }
  }

  /// The number in the recording of one of the lines, from 1 on.
  func number(_ line: Int) -> Int { numbers.indices.contains(line - 1) ? numbers[line - 1] : line }
}
