/// A revision of the Model Context Protocol, oldest first.
enum Revision: String, CaseIterable {
  case november2024 = "2024-11-05"
  /// The only one with JSON-RPC batches; tools have annotations from here on.
  case march2025 = "2025-03-26"
  /// Tools have output schemas and structured content from here on.
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// Without a handshake: each request says its revision.
  case july2026 = "2026-07-28"

  /// Whether each request stands for itself, without `initialize` before it.
  var isStateless: Bool { self == .july2026 }

  var hasBatches: Bool { self == .march2025 }
  var hasAnnotations: Bool { self != .november2024 }
  var hasStructuredContent: Bool { hasAnnotations && self != .march2025 }

  /// The one that a handshake settles on.
  ///
  /// - Parameter requested: the client's newest; one that isn't known, or has no handshake, gets the newest that has.
  static func negotiated(for requested: String) -> Revision {
    guard let revision = Revision(rawValue: requested), !revision.isStateless else { return .november2025 }
    return revision
  }

  /// Those that a request may name for itself.
  static let stateless = allCases.filter(\.isStateless)
}
