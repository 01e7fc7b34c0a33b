/// The size of a value: elements of a list or map, bytes of a text, else one. An optional has that of its value.
struct CostSize {
  let own: CostBounds
  /// The size of a list's elements or a map's values, of their elements and so on, as far as it is known. Most values have none, so
  /// that estimating them allocates nothing.
  let deeper: [CostBounds]

  static let one = CostSize(.one)

  private init(_ own: CostBounds, deeper: [CostBounds]) {
    self.own = own
    self.deeper = deeper
  }

  init(_ own: CostBounds, elements: CostSize? = nil) {
    self.init(own, deeper: elements.map { [$0.own] + $0.deeper } ?? [])
  }

  /// The size of a field or variable that may hold so many elements or bytes, and its elements in turn.
  init(most: Int?, elements: [Int?]) {
    self.init(.upTo(most), deeper: elements.map(CostBounds.upTo))
  }

  init(_ value: CELValue) {
    switch value {
    case .string(let text): self.init(.exactly(text.utf8.count))
    case .bytes(let bytes): self.init(.exactly(bytes.count))
    case .list(let list): self.init(.exactly(list.count))
    case .map(let map): self.init(.exactly(map.count))
    case .null, .bool, .int, .uint, .double, .type, .timestamp, .duration, .optional: self.init(.one)
    }
  }

  /// The size of an element, or nil where it isn't known.
  var element: CostSize? {
    deeper.first.map { CostSize($0, deeper: Array(deeper.dropFirst())) }
  }

  /// A list of the same elements.
  func counting(_ own: CostBounds) -> CostSize {
    CostSize(own, deeper: deeper)
  }

  /// Either of two. The elements of an empty list may have any size.
  func or(_ other: CostSize) -> CostSize {
    let element: CostSize? =
      if own.most == 0 {
        other.element
      } else if other.own.most == 0 {
        self.element
      } else if let one = self.element, let another = other.element {
        one.or(another)
      } else {
        nil
      }
    return CostSize(own.or(other.own), elements: element)
  }

  /// The list of what the lists in this list hold; an element that is no list stays.
  var flattened: CostSize? {
    guard let element else { return nil }
    return element.counting(own * .upTo(element.own.most.map { max(1, $0) }))
  }
}
