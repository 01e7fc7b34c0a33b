package import NavtreeServer
import NavtreeEngine

/// `plan`: the shortest way of a session to a state.
package enum SessionPlans {
  /// What a server is given to plan.
  package static let planner: SessionPlanner = { (request) throws(Failure) in
    let session = request.session
    let flow = session.flow
    if case .link(let url) = request.target, url.utf8.count > session.limits[.url] {
      throw session.limits.exceeded(.url)
    }
    let target: PlanTarget =
      switch request.target {
      case .screen(let name): try .screen(named: name, in: flow)
      case .at(let path): try .at(path: path)
      case .link(let url): try .link(url: url, in: flow)
      case .when(let source): try .when(source: source, in: flow)
      }
    var bounds = Plan.Bounds()
    bounds.states = request.maxStates
    bounds.isOver = {
      request.keepUp()
      return session.isInterrupted
    }
    let plan = Plan(session, to: target, bounds)
    if session.isInterrupted { throw Failure.interruption }
    return plan.json
  }
}
