extension RandomAccessCollection {
  /// The index of the first element that a predicate holds for, where it holds for all behind that one too; the end
  /// index if it holds for none.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
    var (low, length) = (startIndex, count)
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if isBehind(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}
