/// The names of all parameters, of methods and of navtree's own actions.
///
/// A parameter is spelled here once, as a case that everything else names, so that a typing error doesn't
/// compile.
enum ParameterName: Int, CaseIterable, CodingKey {
  case acknowledge, action, actions, all, `as`, at, atomic, bubbles, by, client, clock, computed, count,
    depth, effect, effects, error, expr, field, files, flat, flow, force, form, format, hint, identity,
    ifOccupied, ifSeq, `in`, initial, key, lifecycle, lines, link, maxStates, merge, name, now,
    onDuplicate, origin, otherwise, output, pane, params, path, pointer, pop, `protocol`, query, record,
    replace, request, result, `return`, reuse, scenarios, screen, secrets, select, sensitive, seq, session,
    settled, shared, snapshot, store, subscription, tab, then, to, tree, url, value, wait, when, `where`,
    window, with, yaml

  /// The name on the wire, which is that of the case.
  ///
  /// `CodingKey` gives it: to describe a case searches the program for its type's conformances, which costs more than
  /// all the rest of the table of methods.
  var text: String { stringValue }
}
