package import NavtreeFlow
package import NavtreeJSON

/// An expected value, and the places in the file of its members.
package struct Expected: Sendable {
  package let value: JSONValue
  package let location: SourceLocation
  /// By JSON Pointer into the value.
  package let places: [String: SourceLocation]

  package init(value: JSONValue, location: SourceLocation, places: [String: SourceLocation] = [:]) {
    self.value = value
    self.location = location
    self.places = places
  }

  /// The place of the member at a pointer, or of the nearest member around it.
  package func location(at pointer: String) -> SourceLocation {
    var pointer = pointer[...]
    while true {
      if let place = places[String(pointer)] { return place }
      guard let slash = pointer.lastIndex(of: "/") else { return location }
      pointer = pointer[..<slash]
    }
  }
}
