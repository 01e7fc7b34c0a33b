import NavtreeEngine
import NavtreeFlow

/// A link that was opened and waits for its condition.
public struct WaitingLink: Sendable, Hashable {
  /// The URL as given; the link's pattern if part of the URL is sensitive.
  public let url: String
  /// The pattern of the link that it matches.
  public let link: String
  /// The window that it was opened in.
  public let window: String
  /// Why it still waits: its condition, or why that can't be computed.
  public let why: String
}

/// The URLs that the flow opens.
extension Session {
  /// Opens a URL: puts the tree of the first link that fits it in place of a window's.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - window: The window; by default the first one.
  ///   - force: Whether a screen that isn't dismissible goes too.
  /// - Returns: Whether it was opened at once; if not, it waits until the link's condition holds.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/noSuchLink``.
  /// - Complexity: O(length of the URL + number of removed screens).
  @discardableResult
  public func open(_ url: String, in window: String? = nil, force: Bool = false) throws(NavtreeError) -> Bool
  {
    try navigate(
      at: window.map(Address.active(in:)) ?? .active, isAnywhere: true, force: force, cause: .linkOpen
    ) { () throws(Failure) in .open(Open(url: url)) }.waits != true
  }

  /// The links that wait, in the order in which they were opened.
  ///
  /// - Complexity: O(number of waiting links), and the cost of their conditions.
  public var waitingLinks: [WaitingLink] {
    let reader = LinkReader(engine)
    return reader.waiting.map {
      WaitingLink(
        url: reader.shown($0), link: reader.pattern(of: $0), window: $0.window, why: reader.reason(of: $0))
    }
  }

  /// Drops links that wait, as one change; each is reported to ``onProblem``.
  ///
  /// - Parameter url: The URL as given; by default all of them are dropped.
  /// - Returns: The number of dropped links.
  /// - Complexity: O(number of waiting links).
  @discardableResult
  public func dropLinks(_ url: String? = nil) throws(NavtreeError) -> Int {
    try perform { () throws(Failure) in try engine.dropPendingLinks(url) }
  }

  /// The URL of a screen; nil if no link leads to it.
  ///
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/noScreenAt``.
  /// - Complexity: The cost of the links' templates for its chain.
  public func url(of address: Address = .active) throws(NavtreeError) -> String? {
    do throws(Failure) {
      return try ScreenURLs(of: engine).url(of: try engine.find(address).screen)
    } catch {
      throw NavtreeError(error)
    }
  }
}
