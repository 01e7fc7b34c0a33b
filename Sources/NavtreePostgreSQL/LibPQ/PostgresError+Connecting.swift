internal import NavtreeSystem

/// Reasons why there is no connection.
extension PostgresError {
  package static let unread = PostgresError(
    .unread, "libpq can't read its URL, or a setting of the environment")
  static let unexplained = PostgresError(.lost, "psql says why")
  static let ended = PostgresError(.lost, "the connection was lost")
  package static let openPasswordFile = PostgresError(
    .other, "the password file of its URL isn't a plain file that its owner alone may read")

  /// The error that libpq describes, in sentences of navtree's own; nil if none of them fits.
  ///
  /// libpq quotes hosts, parameters and their values. In a URL that is written wrongly, each may be part of the password.
  ///
  /// - Parameter text: a line or more for each host, with an SQLSTATE in place of the server's text.
  init?(libpq text: String) {
    let reasons = text.split(separator: "\n").compactMap(Self.reason)
    guard let first = reasons.first else { return nil }
    var sentences: [String] = []
    for reason in reasons where !sentences.contains(reason.message) { sentences.append(reason.message) }
    // Another host may come back.
    let kind = reasons.contains { $0.kind == .lost } ? .lost : first.kind
    self.init(kind, sentences.joined(separator: "; "))
  }

  private static func reason(in line: Substring) -> PostgresError? {
    let words = line.split(separator: " ")
    if let state = words.last, words.dropLast().last?.hasSuffix(":") == true, isState(state) {
      return reason(state: String(state))
    }
    if let known = phrases.first(where: { line.contains($0.phrase) }) {
      return PostgresError(known.kind, known.sentence)
    }
    let end = line.split(separator: ":").last?.drop { $0 == " " }
    let system = (1..<200).lazy.map { String(cString: strerror($0)) }.first { $0 == end ?? "" }
    return system.map { PostgresError(.lost, $0) }
  }

  private static let phrases: [(phrase: String, kind: Kind, sentence: String)] = [
    ("could not translate host name", .lost, "the host's name isn't known"),
    ("no password supplied", .refused, "the server asks for a password, and none is given"),
    ("server closed the connection", .lost, "the server closed the connection"),
    ("server does not support SSL", .refused, "the server has no TLS"),
    ("certificate", .refused, "a certificate is missing, or isn't valid"),
    ("timeout expired", .lost, "the server doesn't answer"),
  ]

  private static func isState(_ word: Substring) -> Bool {
    word.utf8.count == 5
      && word.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
      }
  }

  /// - Parameter state: the SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html).
  private static func reason(state: String) -> PostgresError {
    let sentence =
      switch state {
      case "28P01": "the role or its password is wrong"
      case "28000": "the role may not connect, or isn't there"
      case "3D000": "the database isn't there"
      case "42501": "it may not connect to the database"
      case "53300": "the server has no connection free"
      case "57P03": "the server is starting or shutting down"
      case "57P01", "57P02": "the server is shutting down"
      default: "SQLSTATE \(state)"
      }
    let kind = PostgresError(state: state, message: "").kind
    return PostgresError(kind == .lost || kind == .denied ? kind : .refused, sentence)
  }
}
