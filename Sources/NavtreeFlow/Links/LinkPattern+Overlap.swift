extension LinkPattern {
  /// Whether each segment matches no more than the other pattern's.
  func isPart(of other: LinkPattern) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { segment, otherSegment in
        switch (segment, otherSegment) {
        case (.literal(let literal), .literal(let otherLiteral)):
          return literal.utf8.elementsEqual(otherLiteral.utf8)
        case (.param(let param), .param(let otherParam)):
          return params[param].isPart(of: other.params[otherParam])
        case (.literal, .param), (.param, .literal): return false
        }
      }
  }

  /// A path that fits both patterns, if there is one.
  ///
  /// Both are walked at once, by pairs of places; each pair is visited once.
  ///
  /// - Complexity: O(product of the numbers of segments).
  func pathInCommon(with other: LinkPattern) -> String? {
    if segments.isEmpty, other.segments.isEmpty { return "/" }
    let width = other.segments.count + 1
    /// By pair of places: the pair before it and the text that leads on from there.
    var origins = [(pair: Int, text: String)?](repeating: nil, count: (segments.count + 1) * width)
    var waiting = starts(0).flatMap { left in other.starts(0).map { left * width + $0 } }
    var isStart = [Bool](repeating: false, count: origins.count)
    for pair in waiting { isStart[pair] = true }
    while let pair = waiting.popLast() {
      let (left, right) = (pair / width, pair % width)
      guard left < segments.count, right < other.segments.count,
        let text = textInCommon(left, with: other, right)
      else { continue }
      for nextLeft in ends(left) {
        for nextRight in other.ends(right) {
          let next = nextLeft * width + nextRight
          guard origins[next] == nil else { continue }
          origins[next] = (pair, text)
          if next == origins.count - 1 { return path(to: next, origins, isStart) }
          waiting.append(next)
        }
      }
    }
    return nil
  }

  private func path(to end: Int, _ origins: [(pair: Int, text: String)?], _ isStart: [Bool]) -> String {
    var texts: [String] = []
    var pair = end
    // A rest may lead back to a start, but nothing led to it first.
    while let origin = origins[pair], texts.isEmpty || !isStart[pair] {
      texts.append(origin.text)
      pair = origin.pair
    }
    var path = ""
    for text in texts.reversed() {
      path += "/"
      PercentEncoding.append(text, as: .segment, to: &path)
    }
    return path
  }

  /// The places reachable without taking a segment: the place itself, and those behind the optional segments
  /// that follow.
  private func starts(_ place: Int) -> [Int] {
    var places = [place]
    for index in segments.indices.dropFirst(place) {
      guard presence(of: index) == .optional else { break }
      places.append(index + 1)
    }
    return places
  }

  /// The places reachable by taking one segment of the path.
  private func ends(_ place: Int) -> [Int] {
    kinds[place] == .rest ? [place] + starts(place + 1) : starts(place + 1)
  }

  private func textInCommon(_ place: Int, with other: LinkPattern, _ otherPlace: Int) -> String? {
    switch (segments[place], other.segments[otherPlace]) {
    case (.literal(let literal), .literal(let otherLiteral)):
      return literal.utf8.elementsEqual(otherLiteral.utf8) ? literal : nil
    case (.literal(let literal), .param(let param)):
      return other.params[param].read(literal) == nil ? nil : literal
    case (.param(let param), .literal(let literal)):
      return params[param].read(literal) == nil ? nil : literal
    case (.param(let param), .param(let otherParam)):
      return params[param].textInCommon(with: other.params[otherParam])
    }
  }
}
