extension Dice {
  /// True in so many of so many cases.
  mutating func isTrue(_ part: Int, of whole: Int) -> Bool { below(whole) < part }

  /// One of some elements; nil if there is none.
  mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
