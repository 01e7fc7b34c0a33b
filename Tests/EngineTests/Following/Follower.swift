import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import OrderedCollections
import NavtreeEngine

/// A follower of a session that knows only the notifications: the first value, and changes.
struct Follower {
  /// The subject of the subscription.
  enum Wish {
    case state(SubscriptionRequest.Anchor, JSONPointer, StateView)
    case query(QueryRequest)
  }

  let number: Int
  let wish: Wish
  let form: SubscriptionRequest.Form
  private(set) var value: JSONValue
  /// The last reported change.
  private(set) var seq: Int

  init(_ number: Int, _ wish: Wish, _ form: SubscriptionRequest.Form, of session: Session) throws {
    self.number = number
    self.wish = wish
    self.form = form
    let request: SubscriptionRequest =
      switch wish {
      case .state(let anchor, let pointer, let view): .state(anchor, pointer, view, form, key: nil)
      case .query(let request): .query(try Query(request, in: session), form)
      }
    var output = JSONWriter()
    try session.subscribe(request, as: number, into: &output)
    value = try JSONValue(parsing: output.text)
    seq = session.seq
  }

  /// Applies a change.
  mutating func take(_ change: StateChange) throws {
    let seq = change.seq
    guard change.subscription == number, change.form == form, seq > self.seq else { throw Fault.unexpected }
    if let since = change.since, since <= self.seq || since > seq { throw Fault.unexpected }
    self.seq = seq
    let before = value
    let told = try JSONValue(parsing: change.text)
    switch change.form {
    case .patch: try value.apply(JSONPatch(told))
    case .value: value = told
    case .list: value = try Self.list(value, told)
    }
    if value == before { throw Fault.nothingChanged }
  }

  private static func list(_ before: JSONValue, _ changes: JSONValue) throws -> JSONValue {
    if let initial = changes["initial"] { return initial }
    guard case .array(var list) = before else { throw Fault.unexpected }
    for index in changes["removed"]?.array ?? [] { list.remove(at: index.integer ?? -1) }
    for move in changes["moved"]?.array ?? [] {
      let element = list.remove(at: move[0]?.integer ?? -1)
      list.insert(element, at: move[1]?.integer ?? -1)
    }
    for added in changes["added"]?.array ?? [] {
      list.insert(added[1] ?? .null, at: added[0]?.integer ?? -1)
    }
    for changed in changes["changed"]?.array ?? [] { list[changed[0]?.integer ?? -1] = changed[1] ?? .null }
    return .array(list)
  }

  enum Fault: Error {
    case unexpected
    case nothingChanged
  }

  /// The present value, as a new subscription would get it.
  func present(in session: Session) throws -> JSONValue {
    switch wish {
    case .query(let request):
      var reader = QueryReader(try Query(request, in: session), in: session)
      return try reader.answer()
    case .state(let anchor, let pointer, let view):
      var output = JSONWriter()
      do {
        let cursor: Cursor
        switch anchor {
        case .screen(let id): cursor = try session.focus(on: id)
        case .place(let name, let slots):
          let path = "/" + ([name] + slots).joined(separator: "/")
          cursor = try Array(path.utf8).withUnsafeBytes { bytes in
            try session.focus(on: Address(bytes), window: nil)
          }
        }
        let writer = StateWriter(session: session, view: view)
        try writer.write(session.windows[cursor.window].focus, at: pointer, to: &output)
      } catch is Failure {
        return .null
      }
      return try JSONValue(parsing: output.text)
    }
  }
}

extension JSONWriter {
  var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}
