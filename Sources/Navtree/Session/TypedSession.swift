/// A session with the types of its flow, as `navtree types swift` makes them.
public protocol TypedSession {
  /// The flow that the types were made from.
  static var flow: Flow { get throws(FlowDiagnostics) }

  /// The session.
  var session: Session { get }

  /// The types of a session, which must run that flow.
  init(_ session: Session) throws(NavtreeError)
}

/// A place in the tree where a screen of one type is expected.
public protocol ScreenPlace {
  /// The screen's state.
  associatedtype State: JSONConvertible
  /// The screen's actions.
  associatedtype Action = Never

  /// The screen type's name in the flow.
  static var screenName: String { get }

  /// The address.
  var address: String { get }
}

/// An effect with the types of its answers.
public protocol TypedEffect {
  /// The host's answer.
  associatedtype Output: JSONConvertible
  /// An answer before the last one.
  associatedtype Next: JSONConvertible

  /// The effect's name in the flow.
  static var name: String { get }
}

extension Session {
  /// Sends an action to a place, if a screen of its type is there.
  ///
  /// - Throws: ``NavtreeError/Kind/noScreenAt`` if there is none, and as ``send(_:_:to:bubbles:)``.
  /// - Complexity: As ``send(_:_:to:bubbles:)``, and O(length of the address).
  @discardableResult
  public func send<Place: ScreenPlace>(_ action: Place.Action, to place: Place) throws(NavtreeError)
    -> Receipt
  where Place.Action: JSONConvertible {
    guard tree[Address(place.address)]?.name == Place.screenName else { throw .misplaced(place) }
    var payload = action.json.object ?? [:]
    let name = payload.removeValue(forKey: "type")?.string ?? ""
    return try send(name, payload, to: Address(place.address))
  }
}

extension NavtreeError {
  /// The failure of a place where another screen is, or none.
  package static func misplaced<Place: ScreenPlace>(_ place: Place) -> NavtreeError {
    NavtreeError(
      .noScreenAt, "the screen at \(place.address) isn't a \(Place.screenName)",
      data: ["at": .string(place.address)])
  }
}
