import ArgumentParser
import NavtreeJSON
import NavtreeJSONReading

/// A variable of an expression and its value, written `NAME=JSON`.
struct Binding: ExpressibleByArgument {
  let name: String
  let value: JSONValue

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let value = try? JSONValue(parsing: parts[1]) else {
      return nil
    }
    name = String(parts[0])
    self.value = value
  }
}
