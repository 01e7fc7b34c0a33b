/// Names for the parts of a thing with an English name.
enum EnglishWord {
  /// The name of one of several: that of `items` is `item`.
  static func singular(_ name: String) -> String {
    let word = name.lowercased()
    if word.hasSuffix("ies"), word.count > 4 { return String(name.dropLast(3)) + "y" }
    for ending in ["sses", "xes", "ches", "shes"] where word.hasSuffix(ending) {
      return String(name.dropLast(2))
    }
    if word.hasSuffix("s"), word.count > 2, !["ss", "us", "is"].contains(where: word.hasSuffix) {
      return String(name.dropLast())
    }
    return name + "Item"
  }
}
