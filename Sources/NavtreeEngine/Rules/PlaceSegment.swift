import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavigationTree

/// A segment of the path to a place inside a field's value.
enum PlaceSegment {
  case token(String)
  /// The item of a list whose member is written so; in an object a plain name.
  case item(member: String, value: String)

  /// The segment as it is written in a flow.
  fileprivate var text: String {
    switch self {
    case .token(let token): token
    case .item(let member, let value): "{\(member)=\(value)}"
    }
  }
}

extension Transaction {
  /// The path of a place with the present indexes of the items that it names by a member.
  ///
  /// - Complexity: O(items of the lists that are searched).
  func path(_ tail: [PlaceSegment], _ owner: ScreenID?, _ target: FieldTarget) throws(Failure) -> [String] {
    var tokens = tail.map(\.text)
    for (index, segment) in tail.enumerated() {
      guard case .item(let member, let value) = segment else { continue }
      let place = JSONPointer(Array(tokens[..<index]))
      let found = withField(owner, target.field) { whole -> Int?? in
        guard case .array(let items)? = whole[place] else { return nil }
        return .some(items.firstIndex { Self.isWritten($0[member], as: value) })
      }
      // A place in an object, or that isn't there.
      guard let found else { continue }
      guard let item = found else {
        let field = try definition(of: owner, target.field).name
        throw flowDefect(
          "\(([field] + tokens[..<index]).joined(separator: "/")): no item has the \(member) '\(value.echo)'",
          at: target.location, pointer: JSONPointer([field] + tokens[...index]).description
        ).with("hint", .string("ask first whether it is there, with exists()"))
      }
      tokens[index] = "\(item)"
    }
    return tokens
  }

  /// Whether a string or a number is written so.
  private static func isWritten(_ value: JSONValue?, as text: String) -> Bool {
    switch value {
    case .string(let string): UTF8Key(string) == UTF8Key(text)
    case .integer(let number): "\(number)" == text
    case .number: value?.description == text
    case .null, .boolean, .array, .object, nil: false
    }
  }
}
