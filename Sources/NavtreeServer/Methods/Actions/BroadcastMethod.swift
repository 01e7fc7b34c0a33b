import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

/// `broadcast`: one action to every screen of a type.
enum BroadcastMethod {
  static let receivers: Shape = .list(.record([.at, .id, .reply]))
  static let decliners: Shape = .list(
    .record([.at, .id, Shape.Member("reason", .choice(["noRuleHolds", "gone"]), "why it didn't take it")]))

  static func run(
    _ server: NavtreeServer, _ session: Session, _ params: Params, into output: inout JSONWriter
  ) throws(Failure) {
    let type = try NavigationCall(flow: session.flow)
      .type(named: try params.text(.screen), "/screen")
    let request = try QueryRequest(
      screen: try params.string(.screen), condition: try params.string(.where), select: nil, expression: nil,
      sensitive: false)
    var reader = QueryReader(try Query(request, in: session), in: session)
    let window = try params.string(.window).map { (name) throws(Failure) in try session.window(named: name) }
    let screens = try reader.receivers(in: window)
    guard screens.count <= server.limits[.actions] else { throw server.limits.exceeded(.actions) }
    let content = try content(server, session, params, type: type)
    let outcome: BroadcastOutcome
    do {
      outcome = try session.broadcast(content, to: screens, type: type, cost: reader.cost)
    } catch {
      if case .navigation = content { throw error.inside("/action") }
      throw error
    }
    output.append(#"{"seq":"#, session.answerSeq)
    output.append(#","handledBy":"#)
    output.appendList(outcome.takers) { taker, output in
      output.append(#"{"at":"#, taker.at)
      output.append(#","id":"#, taker.id.number)
      if let reply = taker.reply { output.append(#","reply":"#, reply) }
      output.append("}")
    }
    output.append(#","declined":"#)
    output.appendList(outcome.decliners) { $0.write(into: &$1) }
    output.append("}")
  }

  private static func content(
    _ server: NavtreeServer, _ session: Session, _ params: Params, type: Int
  ) throws(Failure) -> ActionContent {
    switch try ActionCall.find(params[.action], in: session, at: nil, server) {
    case .navigation(let request, let force, let hint):
      return .navigation(request, force: force, hint: hint)
    case .declared(let action, let payload):
      return try .action(action, payload ?? [:], on: type, of: session.flow)
    }
  }
}
