import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import NavtreeEngine

/// What `state.get` answers for a screen.
struct StateReading {
  let session: Session
  let view: StateView
  /// Whether it is written as rows.
  let flat: Bool
  /// The place of the one value that is asked for.
  let pointer: StatePointer?

  func write(_ target: Target, into output: inout JSONWriter) throws(Failure) {
    let id = try target.find(in: session).screen
    let writer = StateWriter(session: session, view: view)
    guard let screen = session.screen(id) else { throw session.gone(id) }
    if case .place(let place)? = pointer, place.tokens.first == "transitions", session.acknowledging != nil,
      place.tokens.count == 1 || place.tokens == ["transitions", "pending"]
    {
      let count = JSONValue.integer(session.pendingTransitions)
      output.appendValue(place.tokens.count == 1 ? ["pending": count] : count)
    } else if let pointer {
      try writer.write(screen, at: pointer, to: &output)
    } else if flat {
      try writer.writeRows(from: screen, to: &output)
    } else {
      try writer.write(screen, to: &output)
      guard session.acknowledging != nil else { return }
      output.truncate(to: output.count - 1)
      output.append(#","transitions":{"pending":"#, session.pendingTransitions)
      output.append("}}")
    }
  }

  /// Writes `{value}` or `{error}` for each address of a list.
  func write(_ places: JSONElement, window: String?, into output: inout JSONWriter) throws(Failure) {
    var index = 0
    output.appendList(places.elements) { place, output in
      let mark = output.count
      do throws(Failure) {
        guard let address = Address(place) else {
          throw Failure(
            .invalidParams, "an entry of 'at' must be \(Shape.target.expectation)", ["pointer": ""])
        }
        output.append(#"{"value":"#)
        try write(Target(address, window: window), into: &output)
      } catch {
        output.truncate(to: mark)
        output.append(#"{"error":"#)
        // The window is named once, for all of them.
        let isAboutWindow = error.data["pointer"] == "/window"
        output.appendValue(RPCError(isAboutWindow ? error : error.inside("/at/\(index)")).json)
      }
      output.append("}")
      index += 1
    }
  }
}
