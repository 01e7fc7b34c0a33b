import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// Runs a closure on a field of a screen that is known to be live, or with nil a shared field, in place.
  func withField<Result, Problem: Error>(
    _ owner: ScreenID?, _ field: Int, _ body: (inout JSONValue) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    guard let owner else {
      scope.sharedValues?.forget()
      return try body(&world.shared[field])
    }
    return try body(&world.windows[focus(onFormer: owner)].state[field])
  }

  func definition(of owner: ScreenID?, _ field: Int) throws(Failure) -> FieldDefinition {
    try record(of: owner).fields[field]
  }

  /// The declaration of a screen's fields, or with nil of the shared ones.
  func record(of owner: ScreenID?) throws(Failure) -> RecordDefinition {
    if let owner { flow.screens[try type(of: owner)].state } else { flow.shared }
  }

  /// Sets a field, or a place inside its value.
  ///
  /// - Parameter tail: the path from the field's value to the place; empty for the whole value, which was
  ///   checked already.
  func set(
    _ owner: ScreenID?, _ target: FieldTarget, tail: [String], to value: JSONValue
  ) throws(Failure) {
    var value = value
    guard !tail.isEmpty else {
      if let owner { _ = try window(of: owner) }
      withField(owner, target.field) { swap(&$0, &value) }
      history.journal.append(.field(owner, target.field, value))
      return
    }
    let definition = try definition(of: owner, target.field)
    let new = value
    try edit(definition, owner, target, tail) { (schema, whole) throws(Misfit) in
      var fitted = new
      let needsWhole = try schema.fit(&fitted, at: tail, in: whole)
      return (fitted, needsWhole)
    } _: { (fitted, whole) throws(JSONPlaceError) in
      try PlaceInverse.put(fitted ?? .null, at: tail, into: &whole)
    }
  }

  /// Removes the value at a place of a field; the field itself returns to its initial value.
  func unset(_ owner: ScreenID?, _ target: FieldTarget, tail: [String]) throws(Failure) {
    let definition = try definition(of: owner, target.field)
    guard !tail.isEmpty else {
      if let owner { scope.look(at: owner) }
      return try set(owner, target, tail: [], to: try value(ofUnset: definition))
    }
    try edit(definition, owner, target, tail) { (schema, whole) throws(Misfit) in
      (nil, try schema.mayRemove(at: tail, in: whole))
    } _: { (_, whole) throws(JSONPlaceError) in
      try PlaceInverse.takeOut(at: tail, of: &whole)
    }
  }

  /// Checks a write inside a field's value against the schema, applies it, and records the inverse.
  private func edit(
    _ definition: FieldDefinition, _ owner: ScreenID?, _ target: FieldTarget, _ tail: [String],
    _ check: (Schema, JSONValue) throws(Misfit) -> (JSONValue?, needsWhole: Bool),
    _ write: (JSONValue?, inout JSONValue) throws(JSONPlaceError) -> PlaceInverse
  ) throws(Failure) {
    do {
      let (fitted, needsWhole) = try withField(owner, target.field) { (whole) throws(Misfit) in
        try check(definition.schema, whole)
      }
      do {
        let inverse = try withField(owner, target.field) { (whole) throws(JSONPlaceError) in
          try write(fitted, &whole)
        }
        history.journal.append(.place(owner, target.field, inverse))
      } catch {
        throw flowDefect(
          "\(definition.name): \(error)", at: target.location,
          pointer: JSONPointer([definition.name] + tail).description)
      }
      if needsWhole {
        try withField(owner, target.field) { (whole) throws(Misfit) in try definition.schema.fit(&whole) }
      }
    } catch let misfit as Misfit {
      throw flowDefect(misfit, of: definition, at: target.location)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw flowDefect("\(error)", at: target.location)
    }
  }
}
