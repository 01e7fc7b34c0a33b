/// The rules of assignability between types, while the open types of generic functions are inferred.
struct TypeRelations {
  /// The open types inferred so far, by number.
  private var substitution: [Int: CELType] = [:]
  /// What was inferred before of the open types that the types being compared have bound, the latest last.
  private var bound: [(number: Int, before: CELType?)] = []
  private var next = 1_000
  /// Types nest no deeper than this; deeper ones are `dyn`. Open types that stand for one another could make
  /// them arbitrarily deep.
  private static let deepestType = 100
  /// The longest chain of open types that is followed.
  private static let deepest = 400

  /// A new open type.
  mutating func open() -> CELType {
    next += 1
    return .parameter(next)
  }

  // MARK: Substitution

  /// The type with its open types replaced as far as they are inferred; `closing` makes the rest `dyn`.
  func resolve(_ type: CELType, closing: Bool = false) -> CELType {
    resolve(type, closing, 0)
  }

  private func resolve(_ type: CELType, _ closing: Bool, _ depth: Int) -> CELType {
    if depth > TypeRelations.deepestType { return .dyn }
    guard case .parameter(let number) = type else {
      return type.mapParts { resolve($0, closing, depth + 1) }
    }
    if let known = substitution[number] { return resolve(known, closing, depth + 1) }
    return closing ? .dyn : type
  }

  /// An overload with open types of its own.
  mutating func instantiate(_ overload: Function.Overload) -> Function.Overload {
    var fresh: [Int: CELType] = [:]
    let parameters = overload.parameters.map { renew($0, &fresh) }
    return Function.Overload(parameters: parameters, result: renew(overload.result, &fresh))
  }

  private mutating func renew(_ type: CELType, _ fresh: inout [Int: CELType]) -> CELType {
    guard case .parameter(let number) = type else { return type.mapParts { renew($0, &fresh) } }
    if let known = fresh[number] { return known }
    let opened = open()
    fresh[number] = opened
    return opened
  }

  // MARK: Assignability

  /// Whether values of one type are assignable to another. Inferences about open types are kept.
  mutating func isAssignable(_ type: CELType, to wanted: CELType) -> Bool {
    areAssignable([type], to: [wanted])
  }

  mutating func areAssignable(_ types: [CELType], to wanted: [CELType]) -> Bool {
    bound.removeAll(keepingCapacity: true)
    for (type, wanted) in zip(types, wanted) where !assign(type, to: wanted, 0) {
      for (number, before) in bound.reversed() { substitution[number] = before }
      return false
    }
    return true
  }

  private mutating func assign(_ type: CELType, to wanted: CELType, _ depth: Int) -> Bool {
    if depth > TypeRelations.deepest { return true }
    if case .parameter(let number) = type, case .parameter(number) = wanted { return true }
    if case .parameter(let number) = wanted {
      let (isValid, isKnown) = bind(type, number, depth + 1)
      if isValid { return true }
      if isKnown { return false }
    }
    if case .parameter(let number) = type { return bind(wanted, number, depth + 1).isValid }
    switch (type, wanted) {
    case (.dyn, _), (_, .dyn), (.error, _), (_, .error): return true
    case (.nullable(let inner), .nullable(let wantedInner)): return assign(inner, to: wantedInner, depth + 1)
    // Whether the value is null is known only when the expression runs.
    case (.nullable(let inner), _): return wanted == .null || assign(inner, to: wanted, depth + 1)
    case (_, .nullable(let wantedInner)): return type == .null || assign(type, to: wantedInner, depth + 1)
    case (.null, .timestamp), (.null, .duration), (.null, .optional): return true
    case (.list(let element), .list(let wantedElement)): return assign(element, to: wantedElement, depth + 1)
    case (.optional(let inner), .optional(let wantedInner)): return assign(inner, to: wantedInner, depth + 1)
    case (.map(let key, let value), .map(let wantedKey, let wantedValue)):
      return assign(key, to: wantedKey, depth + 1) && assign(value, to: wantedValue, depth + 1)
    case (.object, .map(let wantedKey, let wantedValue)):
      return assign(.string, to: wantedKey, depth + 1) && assign(.dyn, to: wantedValue, depth + 1)
    case (.map(let key, _), .object): return assign(key, to: .string, depth + 1)
    case (.object(let object), .object(let wantedObject)):
      // The fields of an open type, or of one with other fields, are known only when the expression runs.
      return wantedObject.fields.allSatisfy { wantedField in
        object.field(named: wantedField.name).map { assign($0.type, to: wantedField.type, depth + 1) } ?? true
      }
    case (.type, .type): return true
    default: return type == wanted
    }
  }

  /// Binds an open type to a type, if that agrees with its known bounds.
  private mutating func bind(_ type: CELType, _ number: Int, _ depth: Int) -> (isValid: Bool, isKnown: Bool) {
    if let known = substitution[number] {
      if assign(type, to: known, depth + 1) {
        let joined = TypeRelations.joined(known, type)
        if !mentions(number, in: joined, depth + 1) { infer(joined, number) }
        return (true, true)
      }
      if assign(known, to: type, depth + 1), TypeRelations.isMoreGeneral(type, than: known),
        !mentions(number, in: type, depth + 1)
      {
        infer(type, number)
        return (true, true)
      }
      return (false, true)
    }
    if mentions(number, in: type, depth + 1) { return (false, false) }
    infer(type, number)
    return (true, false)
  }

  private mutating func infer(_ type: CELType, _ number: Int) {
    bound.append((number, substitution[number]))
    substitution[number] = type
  }

  /// Whether a type mentions an open type, which must not be bound to a type that mentions itself.
  private func mentions(_ number: Int, in type: CELType, _ depth: Int) -> Bool {
    if depth > TypeRelations.deepest { return true }
    switch type {
    case .parameter(let other):
      if other == number { return true }
      return substitution[other].map { mentions(number, in: $0, depth + 1) } ?? false
    case .list(let inner), .optional(let inner), .nullable(let inner), .type(let inner):
      return mentions(number, in: inner, depth + 1)
    case .map(let key, let value):
      return mentions(number, in: key, depth + 1) || mentions(number, in: value, depth + 1)
    case .dyn, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .object, .error:
      return false
    }
  }

  private static func isMoreGeneral(_ type: CELType, than other: CELType) -> Bool {
    switch (type, other) {
    case (.dyn, _), (.parameter, _): true
    case (_, .dyn), (_, .parameter): false
    // Null is assignable to the other type, never the reverse.
    case (_, .null): true
    case (.nullable(let inner), .nullable(let otherInner)): isMoreGeneral(inner, than: otherInner)
    case (.nullable(let inner), _): isMoreGeneral(inner, than: other)
    case (.list(let inner), .list(let otherInner)), (.optional(let inner), .optional(let otherInner)):
      isMoreGeneral(inner, than: otherInner)
    case (.map(let key, let value), .map(let otherKey, let otherValue)):
      isMoreGeneral(key, than: otherKey) && isMoreGeneral(value, than: otherValue)
    default: type == other
    }
  }

  /// The type of what may have either of two types that are assignable to each other: the first one, if neither is more
  /// general.
  private static func joined(_ one: CELType, _ other: CELType) -> CELType {
    switch (one, other) {
    case (.object(let object), .object(let otherObject)):
      object.fields == otherObject.fields ? one : .map(.string, .dyn)
    case (.nullable(let inner), .nullable(let otherInner)): .nullable(joined(inner, otherInner))
    case (.nullable(let inner), _) where other != .null: .nullable(joined(inner, other))
    case (_, .nullable(let inner)) where one != .null: .nullable(joined(one, inner))
    case (.list(let element), .list(let otherElement)): .list(joined(element, otherElement))
    case (.optional(let inner), .optional(let otherInner)): .optional(joined(inner, otherInner))
    case (.map(let key, let value), .map(let otherKey, let otherValue)):
      .map(joined(key, otherKey), joined(value, otherValue))
    default: isMoreGeneral(other, than: one) ? other : one
    }
  }

  /// The type of a list's elements when one more is added: the more general of the two, or `dyn`.
  mutating func join(_ type: CELType?, _ other: CELType) -> CELType {
    guard let type else { return other }
    if case .object = type, case .object = other { return TypeRelations.joined(type, other) }
    if isAssignable(other, to: type) || isAssignable(type, to: other) {
      return TypeRelations.joined(other, type)
    }
    return .dyn
  }
}
