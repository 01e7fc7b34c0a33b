import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// The links of a session for people: those that wait, and those that would.
package struct LinkReader {
  private let transaction: Transaction

  package init(_ session: Session) { transaction = session.transaction }

  /// The waiting links, in the order in which they were opened.
  package var waiting: [PendingLink] { transaction.world.ledgers.links.all }

  /// The reason that a link still waits.
  package func reason(of link: PendingLink) -> String {
    guard let when = transaction.flow.links.definitions[link.match.route].when else { return "" }
    do {
      guard try transaction.unmeasured({ () throws(Failure) in try transaction.holds(when) }) else {
        return "\(when.program.source) is false"
      }
      let windows = transaction.world.windows
      guard let refuser = transaction.refuser(of: link), let place = windows.place(of: refuser) else {
        return "it opens with the next change"
      }
      let at = windows.address(of: refuser) ?? refuser.description
      return "\(transaction.flow.screens[place.type].name) at \(at) refuses to be dismissed"
    } catch {
      return error.message
    }
  }

  /// Whether a link would wait; one whose condition can't be computed does.
  package func waits(_ link: Int) -> Bool {
    guard let when = transaction.flow.links.definitions[link].when else { return false }
    return (try? transaction.unmeasured { () throws(Failure) in try transaction.holds(when) }) != true
  }

  /// The pattern that the URL of a waiting link matches.
  package func pattern(of link: PendingLink) -> String { transaction.pattern(of: link.match.route) }

  /// The URL of a waiting link: if part of it is sensitive, its link's pattern.
  package func shown(_ link: PendingLink) -> String { transaction.shown(link) }

  /// Any URL: if part of it is sensitive, its link's pattern.
  package func shown(url: String) -> String { transaction.shown(url: url) }
}
