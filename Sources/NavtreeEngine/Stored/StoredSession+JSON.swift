package import NavtreeJSON

extension StoredSession {
  /// Writes it as one object.
  ///
  /// A snapshot doesn't contain the time of a real clock: timers have their remaining time. A store does, so
  /// that time goes on while no process runs.
  /// - Complexity: O(size of the session).
  package func write(into output: inout JSONWriter, isStored: Bool = false) {
    let isTimed = isStored && isTimed
    output.append(#"{"snapshot":"#)
    output.appendInteger(Self.version)
    output.append(#","flow":"#)
    output.appendString(flow)
    output.append(#","version":"#)
    output.appendInteger(version)
    output.append(#","hash":"#)
    output.appendString(hash)
    output.append(#","seq":"#)
    output.appendInteger(seq)
    output.append(#","clock":"#)
    output.appendString(clock.rawValue)
    if clock == .virtual || isTimed {
      output.append(#","now":"#)
      output.appendInteger(now)
    }
    if isPaused, isTimed { output.append(#","paused":true"#) }
    if isSensitive { output.append(#","sensitive":true"#) }
    output.append(#","next":"#)
    output.appendObject(nextNumbers)
    output.append(#","windows":"#)
    output.appendArray(windows.map { .string($0) })
    output.append(#","rows":["#)
    var isFirst = true
    for case let row? in rows {
      if !isFirst { output.append(",") }
      isFirst = false
      output.appendObject(row.json)
    }
    output.append(#"],"shared":"#)
    output.appendObject(shared)
    for part in StoredPart.allCases {
      let entries = parts[part]?.inOrder ?? []
      if part.isSeldom, entries.isEmpty { continue }
      output.append(",")
      output.appendString(part.rawValue)
      output.append(":")
      output.appendArray(entries.map { .object(part == .timers && !isTimed ? shown($0) : $0) })
    }
    output.append("}")
  }

  /// A timer with its remaining time, 0 if it is overdue.
  private func shown(_ timer: JSONObject) -> JSONObject {
    var timer = timer
    timer["remaining"] = .integer(max((timer.removeValue(forKey: "due")?.integer ?? now) - now, 0))
    return timer
  }

  /// A timer with the instant at which it is due.
  private func read(_ timer: StoredReader) throws(StoredFault) -> JSONObject {
    var entry = try timer.object()
    if timer["due"] != nil { return entry }
    entry["remaining"] = nil
    let remaining = try timer.member("remaining")
    // Form 1 has a negative time for an overdue timer.
    entry["due"] = .integer(now + (try remaining.integer() < 0 ? 0 : remaining.id()))
    return entry
  }

  private var nextNumbers: JSONObject {
    var numbers: JSONObject = [:]
    for counter in StoredCounter.allCases { numbers[counter.rawValue] = .integer(next[counter] ?? 1) }
    return numbers
  }

  /// Reads the form that `write` writes, and checks its consistency: unique ids, parents before children, a
  /// root for each window.
  ///
  /// - Complexity: O(size of the session).
  package init(_ value: JSONValue, at pointer: JSONPointer = JSONPointer()) throws(StoredFault) {
    let reader = StoredReader(value, at: pointer)
    let form = try reader.member("snapshot")
    guard try form.integer() <= Self.version else {
      throw form.fault(
        "is \(try form.integer()), a form of a later version of navtree; this one reads forms up to \(Self.version)"
      )
    }
    guard try form.integer() > 0 else { throw form.fault("must be an integer from 1 to \(Self.version)") }
    self.init(
      flow: try reader.string("flow"), version: try reader.integer("version"),
      hash: try reader.string("hash"), seq: try reader.id("seq"),
      clock: try reader.ifAny("clock") { (it) throws(StoredFault) in
        try it.string() == "real" ? .real : .virtual
      }
        ?? .virtual,
      now: try reader.number("now") ?? 0
    )
    isTimed = clock == .virtual || reader["now"] != nil
    isPaused = try reader.flag("paused") ?? false
    isSensitive =
      try reader.flag("sensitive") ?? false
    for counter in StoredCounter.allCases {
      next[counter] = try reader.member("next").ifAny(counter.rawValue) { (it) throws(StoredFault) in
        try it.id()
      }
    }
    windows = try reader.elements("windows").map { (it) throws(StoredFault) in try it.string() }
    shared = try reader.object("shared")
    try readRows(reader.elements("rows"), reader.member("windows"))
    for part in StoredPart.allCases {
      guard let table = reader[part.rawValue] else { continue }
      for entry in try table.elements() {
        put(part == .timers ? try read(entry) : try entry.object(), for: try entry.id(part.key), in: part)
      }
    }
  }

  private mutating func readRows(_ entries: [StoredReader], _ names: StoredReader) throws(StoredFault) {
    var rootless = Set(windows)
    guard rootless.count == windows.count else { throw names.fault("has a name twice") }
    for entry in entries {
      let row = try StoredScreen(entry)
      guard row.id > 0 else { throw entry.fault("has the id 0, which no screen has") }
      guard screen(row.id) == nil else { throw entry.fault("has the id \(row.id), which another row has") }
      if let parent = row.parent {
        guard screen(parent) != nil else {
          throw entry.fault("has the parent \(parent), which no row above it is")
        }
        guard row.slot != nil else { throw entry.fault("has a parent and no slot") }
      } else {
        guard let window = row.window, rootless.remove(window) != nil else {
          throw entry.fault("has no parent, and isn't the root of one of the windows")
        }
      }
      put(row)
    }
    if let window = rootless.min() { throw names.fault("has '\(window)', which no row is the root of") }
    let last = screens.reduce(0) { max($0, $1.id) }
    next[.screen] = max(next[.screen] ?? 1, last + 1)
  }
}
