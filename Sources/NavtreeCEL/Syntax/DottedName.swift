extension [String] {
  /// The parts of a qualified name as it is written: `a.b.c`.
  ///
  /// Each expression of a flow needs it, and `joined(separator:)` isn't specialized: its first call costs a process more
  /// than all other names of a small flow.
  var dotted: String {
    guard var name = first else { return "" }
    for part in dropFirst() { name += "." + part }
    return name
  }
}
