import NavtreeJSON

extension LinkPattern {
  /// The segments that each param takes, empty for an absent optional one; nil when the pattern doesn't fit.
  ///
  /// From left to right, each param takes as many segments of its type as the rest of the pattern allows.
  /// Whether the rest of the pattern fits the rest of the path is computed once for each pair of their
  /// beginnings, which bounds the cost.
  ///
  /// - Parameters:
  ///   - skipped: The number of leading literals that are known to fit.
  ///   - anyValues: Whether a param takes a segment of any type.
  ///   - trials: Counts the comparisons of a pattern's segment with one of the path.
  /// - Complexity: O(segments of the pattern · length of the path); O(1) if the path is too long or too
  ///   short.
  func fit(
    _ path: [LinkURL.Segment], skipping skipped: Int = 0, anyValues: Bool = false, trials: inout Int
  ) -> [Range<Int>]? {
    guard path.count >= minimumCount, path.count <= maximumCount ?? .max else { return nil }
    if skipped == segments.count { return [] }
    let width = path.count + 1
    // Row by row from the pattern's end: whether what begins with that segment fits what begins at that place.
    var fits = [Bool](repeating: false, count: (segments.count - skipped + 1) * width)
    fits[fits.count - 1] = true
    for index in (skipped..<segments.count).reversed() {
      let row = (index - skipped) * width
      let next = row + width
      for place in (skipped..<width).reversed() {
        let isOptional = presence(of: index) == .optional
        if isOptional, fits[next + place] { fits[row + place] = true }
        guard !fits[row + place], place < path.count else { continue }
        let goesOn = fits[next + place + 1] || kinds[index] == .rest && fits[row + place + 1]
        if goesOn {
          trials += 1
          fits[row + place] = takes(index, path[place], anyValues)
        }
      }
    }
    guard fits[skipped] else { return nil }
    return taken(path, skipping: skipped, anyValues, fits, trials: &trials)
  }

  /// Walks the table from its beginning, and takes a segment wherever there is a choice.
  private func taken(
    _ path: [LinkURL.Segment], skipping skipped: Int, _ anyValues: Bool, _ fits: [Bool], trials: inout Int
  ) -> [Range<Int>] {
    let width = path.count + 1
    var ranges = [Range<Int>](repeating: 0..<0, count: params.count)
    var place = skipped
    for (index, segment) in segments.enumerated().dropFirst(skipped) {
      let row = (index - skipped) * width
      let start = place
      guard case .param(let param) = segment else {
        place += 1
        continue
      }
      switch params[param].presence {
      case .required: place += 1
      case .optional:
        if place < path.count, fits[row + width + place + 1] {
          trials += 1
          if takes(index, path[place], anyValues) { place += 1 }
        }
      case .rest:
        // One is taken; what follows from there fits either with this segment again or with the next one.
        place += 1
        while place < path.count, fits[row + place] { place += 1 }
      }
      ranges[param] = start..<place
    }
    return ranges
  }

  /// The presence of the param at an index; nil for a literal.
  func presence(of index: Int) -> LinkParam.Presence? {
    if case .param(let param) = segments[index] { params[param].presence } else { nil }
  }

  private func takes(_ index: Int, _ segment: LinkURL.Segment, _ anyValues: Bool) -> Bool {
    switch segments[index] {
    case .literal(let literal): return segment.text.map { $0.utf8.elementsEqual(literal.utf8) } ?? false
    case .param(let param):
      if anyValues { return true }
      // A segment that can't be decoded fits a rest only.
      guard let text = segment.text ?? (kinds[index] == .rest ? segment.raw : nil) else { return false }
      return params[param].read(text) != nil
    }
  }

  /// The params' values by the segments that they take; an absent optional one is null.
  func values(_ ranges: [Range<Int>], of path: [LinkURL.Segment]) -> [JSONValue] {
    zip(params, ranges).map { param, range in
      let values = path[range].map { param.read($0.text ?? $0.raw) ?? .null }
      return param.presence == .rest ? .array(values) : values.first ?? .null
    }
  }
}
