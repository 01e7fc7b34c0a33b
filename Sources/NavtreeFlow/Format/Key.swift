/// The keys of the format, in any map.
package enum Key: String, Sendable {
  // The flow.
  case navtree, flow, version, title, description, start, shared, effects, screens, actions, prefixes, links
  case invariants, stores, migrations, types, guards, include, observe, windows, duringTransition
  // Fields and schemas.
  case type, `enum`, const, `default`, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
  case minLength, maxLength, pattern, format, items, minItems, maxItems, uniqueItems, properties, required
  case additionalProperties, minProperties, maxProperties, propertyNames, sensitive, persist
  // Screens.
  case kind, params, state, computed, identity, slots, lifecycle, dismissible, returns, keep, entity
  case final
  case tabs, selected, back, lazy, panes, focus, collapsed
  case presents, style, screen
  // Actions and rules.
  case payload, rules, `let`, when, reject, set, unset, cancel, `private`
  case present, push, navigate, replace, pop, popTo, popToRoot, reset, dismiss, all, select, setParams, open,
    move, openWindow, closeWindow, steps
  case effect, after, delay, idle, send, broadcast, `where`, reply
  case `in`, ifOccupied, then, otherwise, onDuplicate, merge, force, hint, count, result, tab, pane, tree,
    reuse, to, action, with
  // Links.
  case url, opens, query, mode, at, waits
  // Lifecycle.
  case presented, appeared, disappeared, dismissed, paramsChanged, restored
  // Invariants.
  case always, enforce, possible, leadsTo
  // Stores.
  case durable
  // Migrations.
  case rename, drop, fields
  // Effects.
  case input, output, errors, timeout, deadline, retries, times, factor, maxDelay, resetOn, name, done,
    failed, next, key, policy
  case fair
  case from, load
  case `for`, of
  case `while`
  // Scenarios.
  case defaults, clock, tags, stubs, parts, scenarios, examples, given, ends, link, snapshot, part
  case `do`, answer, advance, window, transitions, save, restore, kill, expect, never
  case error, active, that, changed, within, broken, log, owed, close
}
