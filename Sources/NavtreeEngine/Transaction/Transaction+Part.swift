import OrderedCollections
import NavtreeJSON

extension Transaction {
  /// Runs a part of the current change that is undone alone if it fails. The queue is empty before it.
  func inOnePart(_ body: () throws(Failure) -> Void) throws(Failure) {
    let start = mark
    let counters = world.counters
    let closed = change.closed
    let before = (
      notices: notices.all.count, causes: change.causes.count, ends: change.ends.count,
      hasRemovals: change.hasRemovals, reply: change.reply, handler: change.handler,
      isHandled: !change.handlerAddress.isEmpty
    )
    let actionCount = listeners.actions?.rows.count
    let counted = listeners.coverage?.pendingCount
    let sightings = listeners.sightings
    let transitions = listeners.transitions?.transitions
    let departures = listeners.followers?.departures
    change.start = start
    do {
      try body()
    } catch {
      notices.all.removeSubrange(before.notices...)
      change.queue.removeAll()
      change.causes.removeSubrange(before.causes...)
      change.ends.removeSubrange(before.ends...)
      change.formerParams.removeAll()
      change.digest = nil
      change.currentCause = nil
      change.refuser = nil
      change.reply = before.reply
      change.closed = closed
      change.handler = before.handler
      if !before.isHandled { change.handlerAddress.removeAll() }
      takeBack(to: start)
      change.hasRemovals = before.hasRemovals
      forgetOccurrences()
      listeners.sightings = sightings
      if let counted { listeners.coverage?.takeBack(to: counted) }
      if let actionCount { listeners.actions?.rows.removeSubrange(actionCount...) }
      if let transitions { listeners.transitions?.transitions = transitions }
      if let departures { listeners.followers?.departures = departures }
      world.counters = counters
      throw error
    }
  }
}
