import NavtreeCEL
import NavtreeFlow
import NavtreeJSON

extension DifferenceCollector {
  mutating func compareLinks() {
    let before = old.links
    let after = new.links
    var found: Set<Int> = []
    for (index, route) in before.table.routes.enumerated() {
      let link = before.definitions[index]
      let name = route.pattern.text
      if let other = counterpart(of: route, besides: found) {
        found.insert(other)
        compare(name, route, link, after.table.routes[other], after.definitions[other])
      } else if let other = taker(of: route) {
        found.insert(other)
        let taker = after.definitions[other]
        let (opened, opens) = (opened(by: link), opens(taker))
        let change = opened == opens ? "" : ", which opens \(Self.list(opens)), not \(Self.list(opened))"
        add(
          .link, name, "is taken by '\(after.table.routes[other].pattern.text)'\(change)",
          breaking: opened != opens, at: .new(taker.location))
      } else {
        add(.link, name, "is gone: its URLs open nothing", breaking: true, at: .old(link.location))
      }
    }
    for (index, route) in after.table.routes.enumerated() where !found.contains(index) {
      add(.link, route.pattern.text, "is added", at: .new(after.definitions[index].location))
    }
    match(
      .prefix, before.table.prefixes, after.table.prefixes, by: \.text, at: { _ in Self.start },
      gone: "is gone: URLs with it open nothing", breaking: true)
  }

  /// The link of the new version with the same path, whatever its params are called.
  private func counterpart(of route: LinkRoute, besides found: Set<Int>) -> Int? {
    let shape = LinkShape(route.pattern)
    let routes = new.links.table.routes
    return routes.indices.first { !found.contains($0) && LinkShape(routes[$0].pattern) == shape }
  }

  /// The link of the new version that opens an example of a URL.
  private func taker(of route: LinkRoute) -> Int? {
    let values = route.record.fields.map { field in
      field.initial?.constant ?? field.schema.example
    }
    guard let text = route.url(values), let url = try? new.links.table.read(text) else { return nil }
    return new.links.match(url)?.route
  }

  /// The screens that a link of the old version opens, by the names that the new version gives them.
  private func opened(by link: LinkDefinition) -> [String] {
    link.opens.types.map { successor(of: old.screens[$0])?.name ?? old.screens[$0].name }
  }

  private func opens(_ link: LinkDefinition) -> [String] { link.opens.types.map { new.screens[$0].name } }

  private static func list(_ screens: [String]) -> String { screens.joined(separator: ", ") }

  private mutating func compare(
    _ name: String, _ before: LinkRoute, _ link: LinkDefinition, _ after: LinkRoute, _ other: LinkDefinition
  ) {
    let place = Place.new(other.location)
    for (param, other) in zip(before.pattern.params, after.pattern.params) {
      for change in SchemaDifference(from: param.schema, to: other.schema).changes {
        add(.link, name, "'\(param.name)' \(change.sentence)", breaking: change.refuses, at: place)
      }
    }
    compare(.query, of: name, before.query, after.query, [.given, .required, .open])
    let (opened, opens) = (opened(by: link), opens(other))
    if opened != opens {
      add(.link, name, "opens \(Self.list(opens)), not \(Self.list(opened))", breaking: true, at: place)
    }
    if link.mode != other.mode {
      add(.link, name, "its mode is \(other.mode.rawValue), was \(link.mode.rawValue)", at: place)
    }
    if link.at?.description != other.at?.description {
      add(
        .link, name,
        "opens at \(other.at?.description ?? "the root"), not at \(link.at?.description ?? "the root")",
        at: place)
    }
    switch (link.when?.program.source, other.when?.program.source) {
    case (nil, _?): add(.link, name, "waits for a condition", at: place)
    case (_?, nil): add(.link, name, "opens at once", at: place)
    case (let before, let after):
      if before != after { add(.link, name, "its condition differs", at: place) }
    }
    let meanwhile = (link.shown(meanwhileIn: old), other.shown(meanwhileIn: new))
    if meanwhile.0 != meanwhile.1 {
      add(.link, name, "opens \(meanwhile.1) while it waits, not \(meanwhile.0)", at: place)
    }
    if link.waits != other.waits {
      add(.link, name, "waits \(other.waits.rawValue), not \(link.waits.rawValue)", at: place)
    }
  }
}

extension LinkDefinition {
  /// The screens that it opens while it waits.
  fileprivate func shown(meanwhileIn flow: FlowDefinition) -> String {
    switch otherwise {
    case nil: "nothing"
    case .opens(let tree): tree.types.map { flow.screens[$0].name }.joined(separator: ", ")
    case .url(let template): template.constant?.string ?? "a URL"
    }
  }
}

/// The path of a link without the names of its params.
private struct LinkShape: Equatable {
  private enum Segment: Equatable {
    case literal(String)
    case param(ValueTypes, LinkParam.Presence)
  }

  private let segments: [Segment]

  init(_ pattern: LinkPattern) {
    segments = pattern.segments.map { segment in
      switch segment {
      case .literal(let text): .literal(text)
      case .param(let index): .param(pattern.params[index].item.types, pattern.params[index].presence)
      }
    }
  }
}

extension Schema {
  /// A value that fits where a URL gives it, if the schema is plain.
  fileprivate var example: JSONValue {
    if let value = constraints?.words.values?.first { return value }
    if types.contains(.string), constraints?.const == nil { return .string("a") }
    if types.contains(.array), let items = constraints?.words.items { return .array([items.example]) }
    return zero
  }
}
