import NavtreeJSON

/// The writes to a value since the last report: the places to compare, with their former values.
///
/// A place is kept once, with its first value, however often it is written.
struct ValueTouch {
  /// The former value of a place.
  enum Before {
    case nothing
    case value(JSONValue)
  }

  /// The former value, once all of it has been written.
  private(set) var before: Before?
  /// Nil where nothing is written inside; boxed, so that the touch of a whole value is small.
  private var places: Places?

  /// The writes inside a value.
  private final class Places {
    #if !DEBUG
      @exclusivity(unchecked)
    #endif
    var inside: UTF8Dictionary<ValueTouch>
    #if !DEBUG
      @exclusivity(unchecked)
    #endif
    var list: ListTouch?

    init(_ inside: UTF8Dictionary<ValueTouch>, _ list: ListTouch?) {
      self.inside = inside
      self.list = list
    }
  }

  /// The writes further inside, by the present key or index.
  private(set) var inside: UTF8Dictionary<ValueTouch> {
    get { places?.inside ?? [:] }
    _modify { yield &ownPlaces().inside }
  }

  private(set) var list: ListTouch? {
    get { places?.list }
    _modify { yield &ownPlaces().list }
  }

  /// The box, which no other value has.
  private mutating func ownPlaces() -> Places {
    if isKnownUniquelyReferenced(&places), let places { return places }
    let own = Places(places?.inside ?? [:], places?.list)
    places = own
    return own
  }

  /// Records a write of the whole value.
  mutating func replace(_ old: JSONValue) {
    guard before == nil else { return }
    before = .value(places == nil ? old : rewound(old))
    places = nil
  }

  /// Records a write inside the value.
  ///
  /// - Complexity: O(length of the pointer), in a list with insertions or removals O(their number).
  mutating func enter(_ inverse: PlaceInverse) {
    enter(inverse.pointer.tokens[...], inverse.kind)
  }

  /// Recursion is bounded by the depth of the value.
  private mutating func enter(_ tokens: ArraySlice<String>, _ kind: PlaceInverse.Kind) {
    guard before == nil else { return }
    guard let token = tokens.first else {
      if case .replace(let old) = kind { replace(old) }
      return
    }
    if tokens.count > 1 {
      if !isNew(token) { inside[token, default: ValueTouch()].enter(tokens.dropFirst(), kind) }
      return
    }
    switch kind {
    case .replace(let old):
      if !isNew(token) { inside[token, default: ValueTouch()].replace(old) }
    case .remove(from: .object):
      if inside[token] == nil { inside[token] = ValueTouch(before: .nothing) }
    case .insert(let old, _, into: .object):
      inside[token, default: ValueTouch()].replace(old)
    case .remove(from: .array):
      guard let index = Int(token) else { return }
      shift(from: index, by: 1)
      list = list ?? ListTouch()
      list?.insert(at: index)
    case .insert(let old, _, into: .array):
      guard let index = Int(token) else { return }
      let original = inside.removeValue(forKey: token)?.rewound(old) ?? old
      shift(from: index, by: -1)
      list = list ?? ListTouch()
      list?.remove(at: index, original)
    }
  }

  private func isNew(_ token: String) -> Bool {
    guard let list, let index = Int(token) else { return false }
    return list.isInserted(index)
  }

  /// Renumbers the elements behind one that comes or goes.
  private mutating func shift(from index: Int, by distance: Int) {
    guard inside.keys.contains(where: { Int($0).map { $0 >= index } ?? false }) else { return }
    var shifted: UTF8Dictionary<ValueTouch> = [:]
    for (token, touch) in inside {
      guard let place = Int(token), place >= index else {
        shifted[token] = touch
        continue
      }
      shifted["\(place + distance)"] = touch
    }
    inside = shifted
  }

  init(before: Before? = nil) {
    self.before = before
  }

  /// The number of kept places.
  ///
  /// - Complexity: O(their number).
  var count: Int {
    inside.values.reduce(1 + (list?.removed.count ?? 0) + (list?.inserted.count ?? 0)) { $0 + $1.count }
  }

  /// The former value, given the present one.
  ///
  /// - Complexity: O(size of the objects and lists on the way to the writes), which are copied.
  func rewound(_ now: JSONValue) -> JSONValue {
    if case .value(let old) = before { return old }
    switch now {
    case .object(var object):
      for (key, touch) in inside {
        switch touch.before {
        case .nothing: object.removeValue(forKey: key)
        case .value(let old): object[key] = old
        case nil: if let now = object[key] { object[key] = touch.rewound(now) }
        }
      }
      return .object(object)
    case .array(var array):
      for (token, touch) in inside {
        if let index = Int(token), array.indices.contains(index) {
          array[index] = touch.rewound(array[index])
        }
      }
      return .array(list?.rewound(array) ?? array)
    case .null, .boolean, .integer, .number, .string: return now
    }
  }
}

extension ValueTouch {
  /// The write at a place inside the value.
  enum Inside {
    case nothing
    case touch(ValueTouch)
    /// The value moved here or away: this was here.
    case other(Before)
  }

  /// - Parameter now: the present value.
  /// - Complexity: O(length of the pointer), in a list with insertions or removals O(their number).
  func find(_ tail: ArraySlice<String>, now: JSONValue?) -> Inside {
    guard let token = tail.first else { return .touch(self) }
    let rest = tail.dropFirst()
    switch before {
    case .nothing: return .other(.nothing)
    case .value(let old): return .other(Before(old[JSONPointer(Array(tail))]))
    case nil: break
    }
    let next = now?[JSONPointer([token])]
    guard let list, case .array(let array)? = now, let index = Int(token) else {
      return inside[token]?.find(rest, now: next) ?? .nothing
    }
    let element: JSONValue?
    switch list.whereabouts(of: index) {
    case .gone(let old): element = old
    case .at(let index):
      element =
        array.indices.contains(index) ? inside["\(index)"]?.rewound(array[index]) ?? array[index] : nil
    }
    return .other(Before(element?[JSONPointer(Array(rest))]))
  }
}

extension ValueTouch.Before {
  init(_ value: JSONValue?) {
    self = value.map { .value($0) } ?? .nothing
  }

  var value: JSONValue? {
    switch self {
    case .nothing: nil
    case .value(let value): value
    }
  }
}
