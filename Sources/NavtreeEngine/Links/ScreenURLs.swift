import NavtreeFlow
import NavtreeJSON
package import NavigationTree

/// The URLs of a session's screens.
package struct ScreenURLs {
  private let transaction: Transaction

  package init(of session: Session) {
    transaction = session.transaction
  }

  /// The URL of a live screen: of a link that opens a screen of its type and identity with its params. A link that
  /// also opens the screens below it is preferred.
  ///
  /// - Returns: nil if there is none.
  /// - Complexity: O(number of links), plus the cost of looking their URLs up.
  package func url(of id: ScreenID) throws(Failure) -> String? {
    guard let screen = transaction.world.windows.screen(id) else { return nil }
    var found: String?
    for (route, link) in transaction.flow.links.definitions.enumerated() {
      guard let templates = link.opens.chain, let last = templates.last, last.type == screen.type else {
        continue
      }
      var binding = LinkBinding(transaction.flow.links.record(of: route))
      guard try bind(&binding, last, to: screen) else { continue }
      let isWhole = try bind(&binding, templates.dropLast(), below: screen)
      if !isWhole, found != nil { continue }
      guard let values = binding.values, let url = transaction.flow.links.table.url(of: route, values),
        try opensSame(last, as: screen, LinkMatch(route: route, values: values, params: [:]))
      else { continue }
      if isWhole { return url }
      found = url
    }
    return found
  }

  /// Whether a template gives a screen its present params; binds the link's values accordingly. A sensitive
  /// value is in no URL.
  private func bind(_ binding: inout LinkBinding, _ template: ScreenTemplate, to screen: Screen)
    throws(Failure) -> Bool
  {
    let fields = transaction.flow.screens[screen.type].params.fields
    for (field, value) in zip(fields, screen.params) {
      switch template.params?.member(field.name) {
      case nil: if try transaction.value(ofUnset: field) != value { return false }
      case let member?:
        if field.sensitive || !binding.bind(member, to: value) { return false }
      }
    }
    return true
  }

  /// Whether a link opens the present screens below its last one; as far down as they match, they bind its
  /// values.
  private func bind(
    _ binding: inout LinkBinding, _ templates: ArraySlice<ScreenTemplate>, below screen: Screen
  ) throws(Failure) -> Bool {
    var above = screen.id
    for template in templates.reversed() {
      guard let place = transaction.world.windows.place(of: above), let id = place.parent,
        let holder = transaction.world.windows.screen(id), holder.type == template.type,
        transaction.flow.screens[holder.type].slots[place.slot].style == .push
      else { return false }
      var extended = binding
      guard try bind(&extended, template, to: holder) else { return false }
      binding = extended
      above = id
    }
    return true
  }

  private func opensSame(_ template: ScreenTemplate, as screen: Screen, _ match: LinkMatch) throws(Failure)
    -> Bool
  {
    let request = try transaction.with(match) { () throws(Failure) in try transaction.request(template) }
    let location = transaction.flow.links.definitions[match.route].location
    return try transaction.identity(of: request, .rule(location)) == transaction.identity(of: screen)
  }
}

extension TreeTemplate {
  /// The screens from the root up; nil if it is more than a chain.
  fileprivate var chain: [ScreenTemplate]? {
    nodes.allSatisfy(\.isPlain) ? nodes.map(\.screen) : nil
  }
}

extension ValueTemplate {
  /// The template of a member; nil if there is no such member, or the whole is one expression.
  fileprivate func member(_ name: String) -> ValueTemplate? {
    switch self {
    case .constant(let value): value[name].map { .constant($0) }
    case .object(let members): members.first { $0.key.hasSameBytes(as: name) }?.value
    case .expression, .text, .array: nil
    }
  }
}
