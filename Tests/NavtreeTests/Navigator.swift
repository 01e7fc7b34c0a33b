import Navtree
import Observation

/// A navigator of an app, as far as it matters to a chain: it shows what it has read last, one push at a time, writes what
/// it shows when it likes, and reads again after it was told that something is otherwise.
final class Navigator {
  let chain: ScreenChain
  private(set) var path: [Screen.ID] = []
  private(set) var modals: [Screen.Style: Navigator] = [:]
  private(set) var selection = ""
  private(set) var tabs: [String: Navigator] = [:]
  /// Told by observation; everything runs on one thread.
  private let told = Told()

  private final class Told: @unchecked Sendable { var isStale = true }

  private static let tabNames = ["one", "two"]

  init(_ chain: ScreenChain) { self.chain = chain }

  /// All navigators, those in it too.
  var all: [Navigator] { [self] + (Array(modals.values) + Array(tabs.values)).flatMap(\.all) }

  /// Whether it was told of something that it hasn't read.
  var isStale: Bool { told.isStale }

  /// Reads the chain, and shows at most so many pushes more.
  func update(pushes: Int) {
    guard told.isStale else { return }
    told.isStale = false
    let told = told
    let (path, chains, selection, tabs) = withObservationTracking {
      (
        chain.path, [Screen.Style.sheet: chain.sheet, .popover: chain.popover, .cover: chain.cover],
        chain.selection, Self.tabNames.map { ($0, chain.chain(in: $0)) }
      )
    } onChange: {
      told.isStale = true
    }
    let common = zip(self.path, path).prefix { $0 == $1 }.count
    self.path = Array(path.prefix(common + pushes))
    // The rest comes after the animation.
    if self.path != path { told.isStale = true }
    for (style, chain) in chains { modals[style] = Self.navigator(modals[style], for: chain) }
    self.selection = selection
    for (name, chain) in tabs { self.tabs[name] = Self.navigator(self.tabs[name], for: chain) }
  }

  private static func navigator(_ known: Navigator?, for chain: ScreenChain?) -> Navigator? {
    guard let chain else { return nil }
    return known?.chain === chain ? known : Navigator(chain)
  }

  // MARK: Gestures

  /// Goes back over some screens, as by a swipe or the menu of the back button.
  func goBack(_ count: Int) {
    path.removeLast(min(count, path.count))
    chain.path = path
  }

  /// Writes what it shows, as a navigator does amid a push.
  func writeBack() { chain.path = path }

  /// Drags a modal away.
  func dismiss(_ style: Screen.Style) {
    guard modals.removeValue(forKey: style) != nil else { return }
    switch style {
    case .popover: chain.popover = nil
    case .cover: chain.cover = nil
    default: chain.sheet = nil
    }
  }

  func select(_ tab: String) {
    guard !selection.isEmpty else { return }
    selection = tab
    chain.selection = tab
  }

  // MARK: Comparison

  /// What it shows.
  var outline: String {
    let modals = modals.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value.outline)" }
    let tabs = tabs.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.outline)" }
    return "[\(chain.root)\(path) \(selection) \(modals) \(tabs)]"
  }

  /// What a screen and everything after it should look like.
  static func outline(of root: Screen?) -> String {
    guard let root else { return "nothing" }
    let chain = Array(
      sequence(first: root) { $0.slots.first { $0.style == .push && $0.screen != nil }?.screen })
    let modal = chain.lazy.compactMap { screen in
      screen.slots.first { [.sheet, .popover, .cover].contains($0.style) && $0.screen != nil }
    }.first
    let modals = modal.map { ["\($0.style) \(outline(of: $0.screen))"] } ?? []
    let tabs = root.slots.filter { $0.style == .tab && $0.screen != nil }.map {
      "\($0.name) \(outline(of: $0.screen))"
    }
    return "[\(root.id)\(chain.dropFirst().map(\.id)) \(root.selected ?? "") \(modals) \(tabs)]"
  }
}
