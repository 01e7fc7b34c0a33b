import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// The items of a list that loads by itself, distinguished by their keys.
extension Transaction {
  /// The key of an item; nil if it has no distinguishing one.
  static func key(of item: JSONValue, _ name: String) -> JSONValue? {
    switch item[name] {
    case .string(let text)?: .string(text)
    case .integer(let integer)?: .integer(integer)
    case .null?, .boolean?, .number?, .array?, .object?, nil: nil
    }
  }

  /// Takes a page; an item replaces the present one with its key. Returns whether the list is full.
  ///
  /// - Complexity: O(number of items).
  func take(
    _ page: [JSONValue], replacing: Bool, _ screen: ScreenID, _ loader: LoaderDefinition, key name: String,
    maxItems: Int
  ) throws(Failure) -> Bool {
    let items = LoaderDefinition.Field.content.rawValue
    var places: [JSONValue: Int] = [:]
    if replacing {
      var all: [JSONValue] = []
      for item in page {
        guard let key = Self.key(of: item, name) else { continue }
        if let place = places[key] {
          all[place] = item
        } else if all.count < maxItems {
          places[key] = all.count
          all.append(item)
        }
      }
      let count = all.count
      try set(screen, FieldTarget(field: items, location: loader.ask.location), tail: [], to: .array(all))
      return count >= maxItems
    }
    var count = 0
    withField(screen, items) { field in
      guard case .array(let all) = field else { return }
      count = all.count
      for (place, item) in all.enumerated() {
        if let key = Self.key(of: item, name) { places[key] = place }
      }
    }
    for item in page {
      guard let key = Self.key(of: item, name) else { continue }
      if let place = places[key] {
        try write(.replace(item, at: place), screen, loader)
      } else if count < maxItems {
        places[key] = count
        try write(.insert(item, at: count), screen, loader)
        count += 1
      }
    }
    return count >= maxItems
  }

  // MARK: Actions

  /// - Complexity: these are O(number of items): they search for a key.
  func insert(_ item: JSONValue, before: JSONValue, _ screen: ScreenID, _ loader: LoaderDefinition)
    throws(Failure)
  {
    guard case .list(let name, let maxItems) = loader.kind else { return }
    guard let key = Self.key(of: item, name) else {
      throw rejected("the item has no '\(name)', a string or an integer", screen)
    }
    if place(of: key, screen, name) != nil {
      throw rejected("an item with the \(name) \(try shown(key, screen)) is there", screen)
    }
    let count = count(of: screen)
    guard count < maxItems else { throw rejected(Self.fullness(maxItems), screen) }
    try write(.insert(item, at: try place(before: before, screen, name) ?? count), screen, loader)
  }

  private static func fullness(_ maxItems: Int) -> String { "the list holds \(maxItems) items and no more" }

  /// The reason that a list refuses an action whatever its payload is; nil if some payload is taken.
  func rejection(of action: LoaderAction, on screen: ScreenID) -> String? {
    guard let live = world.windows.screen(screen),
      case .list(_, let maxItems)? = flow.screens[live.type].loader?.kind
    else { return nil }
    let count = live.state[LoaderDefinition.Field.content.rawValue].array?.count ?? 0
    switch action {
    case .listInsert: return count < maxItems ? nil : Self.fullness(maxItems)
    case .listUpdate, .listRemove: return count > 0 ? nil : "the list holds no items"
    case .listLoad, .listMore, .listRefresh, .listRetry, .listMove, .detailLoad, .detailRetry: return nil
    }
  }

  func update(_ key: JSONValue, with item: JSONValue, _ screen: ScreenID, _ loader: LoaderDefinition)
    throws(Failure)
  {
    guard case .list(let name, _) = loader.kind, case .object(let members) = item else { return }
    let place = try knownPlace(of: key, screen, name)
    if let new = members[name], new != key {
      throw rejected("the \(name) of an item stays as it is: \(try shown(key, screen))", screen)
    }
    let old = withField(screen, LoaderDefinition.Field.content.rawValue) { $0.array?[place] }
    guard case .object(var updated)? = old else { return }
    updated.merge(members) { _, new in new }
    try write(.replace(.object(updated), at: place), screen, loader)
  }

  func takeOut(_ key: JSONValue, _ screen: ScreenID, _ loader: LoaderDefinition) throws(Failure) {
    guard case .list(let name, _) = loader.kind else { return }
    try write(.remove(at: try knownPlace(of: key, screen, name)), screen, loader)
  }

  func move(_ key: JSONValue, before: JSONValue, _ screen: ScreenID, _ loader: LoaderDefinition)
    throws(Failure)
  {
    guard case .list(let name, _) = loader.kind, key != before else { return }
    let from = try knownPlace(of: key, screen, name)
    let last = count(of: screen) - 1
    var to = try place(before: before, screen, name) ?? last + 1
    // Removing it moves those behind it up.
    if to > from { to -= 1 }
    guard to != from,
      let item = withField(screen, LoaderDefinition.Field.content.rawValue, { $0.array?[from] })
    else { return }
    try write(.remove(at: from), screen, loader)
    try write(.insert(item, at: to), screen, loader)
  }

  // MARK: Places

  private func count(of screen: ScreenID) -> Int {
    withField(screen, LoaderDefinition.Field.content.rawValue) { $0.array?.count ?? 0 }
  }

  private func place(of key: JSONValue, _ screen: ScreenID, _ name: String) -> Int? {
    withField(screen, LoaderDefinition.Field.content.rawValue) { field in
      field.array?.firstIndex { Self.key(of: $0, name) == key }
    }
  }

  private func knownPlace(of key: JSONValue, _ screen: ScreenID, _ name: String) throws(Failure) -> Int {
    if let place = place(of: key, screen, name) { return place }
    throw rejected("there is no item with the \(name) \(try shown(key, screen))", screen)
  }

  /// The place of the item before which another is inserted; nil for the end.
  private func place(before key: JSONValue, _ screen: ScreenID, _ name: String) throws(Failure) -> Int? {
    key == .null ? nil : try knownPlace(of: key, screen, name)
  }

  /// A key as a message shows it.
  private func shown(_ key: JSONValue, _ screen: ScreenID) throws(Failure) -> String {
    let isTold = try !definition(of: screen, LoaderDefinition.Field.content.rawValue).sensitive
    return "\(isTold ? key : StateView.hidden)"
  }

  private func rejected(_ message: String, _ screen: ScreenID) -> Failure {
    Failure(.rejected, message, ["at": .string(address(of: screen))])
  }

  // MARK: Writing

  private enum Write {
    case insert(JSONValue, at: Int)
    case replace(JSONValue, at: Int)
    case remove(at: Int)
  }

  /// Writes one item in place, checked against the schema of items.
  private func write(_ write: Write, _ screen: ScreenID, _ loader: LoaderDefinition) throws(Failure) {
    let field = LoaderDefinition.Field.content.rawValue
    let definition = try definition(of: screen, field)
    let schema = definition.schema.constraints?.words.items ?? Schema()
    do {
      let inverse = try withField(screen, field) { (items) throws(any Error) in
        switch write {
        case .insert(var item, let place):
          try schema.fit(&item)
          let pointer = JSONPointer(["\(place)"])
          try items.add(item, at: pointer)
          return PlaceInverse(pointer: pointer, kind: .remove(from: .array))
        case .replace(var item, let place):
          try schema.fit(&item)
          return try PlaceInverse.put(item, at: ["\(place)"], into: &items)
        case .remove(let place):
          return try PlaceInverse.takeOut(at: ["\(place)"], of: &items)
        }
      }
      history.journal.append(.place(screen, field, inverse))
    } catch let misfit as Misfit {
      let misfit = misfit.seen(in: definition)
      throw rejected(
        "the item\(misfit.pointer.isEmpty ? "" : ": '\(misfit.pointer.dropFirst())'") \(misfit.message)",
        screen)
    } catch {
      throw rejected("\(error)", screen)
    }
  }
}
