/// The names that are taken in a scope.
struct NameSet {
  private var taken: Set<String>
  /// How often a name was wanted that was taken.
  private var wanted: [String: Int] = [:]
  private let ignoresCase: Bool

  /// - Parameter ignoresCase: Whether names that differ only by case are the same.
  init(reserved: Set<String> = [], ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
    taken = ignoresCase ? Set(reserved.map { $0.lowercased() }) : reserved
  }

  /// Takes a name, or one that is made from it: `name_`, then `name_2` and so on.
  ///
  /// - Complexity: O(1) on average.
  mutating func take(_ name: String) -> String {
    var other = name
    while !insert(other) { other = next(name) }
    return other
  }

  /// Takes the first name made from one that is free with each of several endings.
  mutating func take(_ name: String, with endings: [String]) -> String {
    var other = name
    while !endings.allSatisfy({ isFree(other + $0) }) { other = next(name) }
    for ending in endings { _ = insert(other + ending) }
    return other
  }

  private func isFree(_ name: String) -> Bool { !taken.contains(ignoresCase ? name.lowercased() : name) }

  /// The next name to try where one isn't free.
  private mutating func next(_ name: String) -> String {
    let count = wanted[name, default: 0] + 1
    wanted[name] = count
    return count == 1 ? name + "_" : "\(name)_\(count)"
  }

  private mutating func insert(_ name: String) -> Bool {
    taken.insert(ignoresCase ? name.lowercased() : name).inserted
  }
}
