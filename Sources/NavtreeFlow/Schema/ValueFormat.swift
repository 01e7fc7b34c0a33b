/// A standard form of strings: the formats of JSON Schema that a flow may name.
package enum ValueFormat: String, CaseIterable, Sendable {
  /// RFC 3339 section 5.6.
  case dateTime = "date-time"
  /// RFC 3339's full-date.
  case date
  /// RFC 3986, with its scheme.
  case uri
  /// RFC 5321 section 4.1.2: a mailbox.
  case email
  /// RFC 9562 section 4.
  case uuid

  package static let names = allCases.map(\.rawValue)

  /// Whether a string has the form.
  ///
  /// - Complexity: O(length of the string).
  package func matches(_ string: String) -> Bool {
    var text = FormatText(string)
    let isWhole: Bool
    switch self {
    case .dateTime: isWhole = text.takeDateTime()
    case .date: isWhole = text.takeDate()
    case .uri: isWhole = text.takeURI()
    case .email: isWhole = text.takeMailbox()
    case .uuid: isWhole = text.takeUUID()
    }
    return isWhole && text.isAtEnd
  }

  /// The kind of string and an example, with an article.
  package var description: String {
    switch self {
    case .dateTime: "a date and time such as 2026-03-01T09:30:00Z"
    case .date: "a date such as 2026-03-01"
    case .uri: "a URI such as https://example.org/a"
    case .email: "an email address such as ada@example.org"
    case .uuid: "a UUID such as 123e4567-e89b-12d3-a456-426614174000"
    }
  }
}
