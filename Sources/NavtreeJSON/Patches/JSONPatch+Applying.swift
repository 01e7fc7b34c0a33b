extension JSONValue {
  /// Applies a patch (RFC 6902 section 5). If one operation fails, nothing changes.
  ///
  /// - Parameter maximumDepth: the depth to which the value may be nested, before and after.
  /// - Complexity: O(*n*) in the size of the patch and of the values that it copies, moves and tests, plus
  ///   the lengths of the arrays and objects that it adds to and removes from.
  public mutating func apply(_ patch: JSONPatch, maximumDepth: Int = 512) throws(JSONPatchError) {
    var application = PatchApplication(value: self, maximumDepth: maximumDepth)
    for (index, operation) in patch.operations.enumerated() {
      do { try application.apply(operation) } catch { throw JSONPatchError(error, operation: index) }
    }
    self = application.value
  }

  /// The value with a patch applied.
  ///
  /// - Complexity: as for `apply`.
  public func applying(
    _ patch: JSONPatch, maximumDepth: Int = 512
  ) throws(JSONPatchError) -> JSONValue {
    var value = self
    try value.apply(patch, maximumDepth: maximumDepth)
    return value
  }
}

/// A value that a patch is being applied to.
///
/// Copies are shared until they are changed, so a short patch could nest and multiply a value without end. The depth is
/// therefore bounded, and values that are copied or moved deeper are counted.
private struct PatchApplication {
  /// The number of values that a patch may copy or move deeper.
  static let maximumWork = 1_000_000

  private(set) var value: JSONValue
  private let maximumDepth: Int
  private var work = 0

  init(value: JSONValue, maximumDepth: Int) {
    self.value = value
    self.maximumDepth = maximumDepth
  }

  mutating func apply(_ operation: JSONPatch.Operation) throws(JSONPatchError.Reason) {
    switch operation {
    case .add(let path, let added):
      // The patch holds this value, so counting it costs no more than reading the patch did.
      var free = 0
      try checkDepth(of: added, at: path.tokens.count, &free)
      try change { (value) throws(JSONPlaceError) in _ = try value.add(added, at: path) }
    case .replace(let path, let replacement):
      var free = 0
      try checkDepth(of: replacement, at: path.tokens.count, &free)
      try change { (value) throws(JSONPlaceError) in _ = try value.replace(at: path, with: replacement) }
    case .remove(let path):
      try change { (value) throws(JSONPlaceError) in _ = try value.remove(at: path) }
    case .move(let from, let path):
      let moved = try find(from)
      if path == from { return }
      // Section 4.4: a value can't be moved into itself.
      if path.isWithin(from) { throw .movedIntoItself(from) }
      if path.tokens.count > from.tokens.count { try checkDepth(of: moved, at: path.tokens.count, &work) }
      try change { (value) throws(JSONPlaceError) in
        try value.remove(at: from)
        try value.add(moved, at: path)
      }
    case .copy(let from, let path):
      let copied = try find(from)
      try checkDepth(of: copied, at: path.tokens.count, &work)
      try change { (value) throws(JSONPlaceError) in _ = try value.add(copied, at: path) }
    case .test(let path, let expected):
      guard try find(path) == expected else { throw .unequal(path) }
    }
  }

  private mutating func change(
    _ body: (inout JSONValue) throws(JSONPlaceError) -> Void
  ) throws(JSONPatchError.Reason) {
    do { try body(&value) } catch { throw .noPlace(error) }
  }

  private func find(_ path: JSONPointer) throws(JSONPatchError.Reason) -> JSONValue {
    do { return try value.value(at: path) } catch { throw .noPlace(error) }
  }

  /// Adds the number of values in a value to `work`.
  ///
  /// - Throws: where they are too many or nested too deep.
  private func checkDepth(
    of value: JSONValue, at depth: Int, _ work: inout Int
  ) throws(JSONPatchError.Reason) {
    work += 1
    guard work <= Self.maximumWork else { throw .work(limit: Self.maximumWork) }
    switch value {
    case .null, .boolean, .integer, .number, .string: return
    case .array(let array):
      guard depth < maximumDepth else { throw .depth(limit: maximumDepth) }
      for element in array { try checkDepth(of: element, at: depth + 1, &work) }
    case .object(let object):
      guard depth < maximumDepth else { throw .depth(limit: maximumDepth) }
      for element in object.values { try checkDepth(of: element, at: depth + 1, &work) }
    }
  }
}
