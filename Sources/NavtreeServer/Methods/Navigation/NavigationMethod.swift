import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import NavtreeEngine

/// A built-in navigation: a method of the protocol, and an action that can be dispatched.
struct NavigationMethod: Sendable {
  let method: Method
  /// The signature of its action: its own parameters, and `force`.
  let action: Signature
  /// The navigation with the defaults of its fields.
  private let blank: NavigationRequest

  /// - Parameters:
  ///   - cause: its method's name; nil if it is that of the navigation.
  ///   - isAnywhere: whether the first window is meant if none is named.
  ///   - answers: the members of the answer besides `seq` and `active`.
  ///   - errors: the kinds of its failures, except those of any change and of its parameters.
  init(
    _ name: String, method cause: Cause.Request? = nil, _ summary: String,
    isAnywhere: Bool = false, answers: [Shape.Member] = [], errors: [ErrorKind] = [], examples: [Example]
  ) {
    guard let navigation = NavigationTemplate(named: name), let blank = NavigationRequest(named: name) else {
      preconditionFailure("'\(name)' is no navigation")
    }
    let parameters = Parameter.parameters(of: navigation)
    self.blank = blank
    action = Signature("nav.\(name)", parameters + [.force, .hint])
    method = Method(
      cause?.rawValue ?? name, .drives, summary,
      parameters + [.at, .window, .force, .session, .hint, .origin],
      result: .record([.seq, .active] + answers), errors: ErrorKind.ofChanges + errors, examples: examples
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let cursor: Cursor
      let request: NavigationRequest
      do throws(Failure) {
        request = try Self.request(blank, params, session)
        cursor = try Target(params).focus(in: session, isAnywhere: isAnywhere)
      } catch {
        session.tellRefused(cause?.rawValue ?? name, at: params.shownAddress, error)
        throw error
      }
      let outcome = try session.navigate(
        request, at: cursor.screen, force: try params.boolean(.force), hint: try params.value(.hint),
        cause: cause.map { .request($0) })
      output.append(#"{"seq":"#, session.answerSeq)
      output.append(#","active":"#)
      session.writeActive(of: outcome.window ?? session.answering(cursor.window), into: &output)
      Self.write(outcome, of: request, into: &output)
      output.append("}")
    }
  }

  private static func request(_ blank: NavigationRequest, _ params: Params, _ session: Session)
    throws(Failure) -> NavigationRequest
  {
    let request = blank.reading(from: params, of: session.flow)
    if let fault = params.fault { throw fault }
    return request
  }

  /// The navigation of an action.
  func request(
    of element: JSONElement, with params: Params, in session: Session
  ) throws(Failure) -> (NavigationRequest, force: Bool, hint: JSONValue?) {
    do {
      try params.take(element, for: action, reserved: "type")
      let request = try Self.request(blank, params, session)
      return (request, try params.boolean(.force), try params.value(.hint))
    } catch {
      throw error.inside("/action")
    }
  }

  static func write(
    _ outcome: NavigationOutcome, of request: NavigationRequest, into output: inout JSONWriter
  ) {
    if let id = outcome.id {
      output.append(#","id":"#, id.number)
    }
    if let waits = outcome.waits {
      output.append(#","waits":"#, waits)
    }
    if case .back = request {
      output.append(#","handled":"#, outcome.isHandled)
    }
  }
}
