package import NavtreeFlow
package import NavtreeJSON
import NavtreeText

/// Hides the secrets in the payloads of actions.
///
/// The screen that takes an action may not be known: a field counts as sensitive if any declaration of the action says
/// so, and a name that none declares is hidden too, since it may be misspelt.
package final class PayloadMask {
  private let flow: FlowDefinition
  /// By action, the records that declare its payload.
  private var records: [Int: [RecordDefinition]] = [:]
  /// False for one that shows everything to the owner of the secrets.
  let hidesSecrets: Bool
  private let hidesResults: Bool
  private let hidesIdentities: Bool

  package init(_ flow: FlowDefinition, hidesSecrets: Bool = true) {
    self.flow = flow
    self.hidesSecrets = hidesSecrets
    // Who takes a result may hide it too.
    let payloads =
      flow.screens.flatMap { $0.actions.elements.map(\.definition.payload) }
      + flow.actions.elements.map(\.definition.payload)
    hidesResults =
      hidesSecrets
      && (flow.screens.contains(where: \.hidesResult)
        || payloads.flatMap(\.fields).contains {
          $0.name == "result" && ($0.sensitive || !$0.secrets.isEmpty)
        })
    hidesIdentities = hidesSecrets && flow.screens.contains { $0.params.fields.contains(where: \.sensitive) }
  }

  /// The payload of a declared action.
  ///
  /// - Complexity: O(number of members), once for each action O(number of screen types).
  package func shown(_ payload: JSONObject, of action: Int) -> JSONObject {
    if payload.isEmpty || !hidesSecrets { return payload }
    return Self.shown(payload, by: declared(action))
  }

  /// The payload of one of navtree's own actions, or the params of a method that makes screens.
  package func shown(navigation payload: JSONObject) -> JSONObject {
    var value = JSONValue.object(payload)
    hideFields(in: &value)
    return value.object ?? [:]
  }

  private func declared(_ action: Int) -> [RecordDefinition] {
    if let known = records[action] { return known }
    let found =
      flow.screens.compactMap { $0.actions[action]?.payload }
      + [flow.actions[action]?.payload].compactMap(\.self)
    records[action] = found
    return found
  }

  /// The params of a navigation, without those that have their defaults.
  ///
  /// - Parameter url: gives a URL as people may see it.
  func shown(_ request: NavigationRequest, force: Bool, url: (String) -> String) -> JSONObject {
    if case .open(let verb) = request {
      return Self.with(["url": .string(hidesSecrets ? url(verb.url) : verb.url)], force: force)
    }
    var whole = StoredNavigation(flow: flow).json(request)
    hideFields(in: &whole)
    guard case .object(let named) = whole, case .object(var params)? = named.values.first else { return [:] }
    for (name, value) in params {
      switch (name, value) {
      case ("identity", _) where hidesIdentities, ("result", _) where hidesResults:
        params[name] = StateView.hidden
      case ("awaiting", .object(let awaiting)):
        params[name] = nil
        for key in ["then", "otherwise"] { params[key] = awaiting[key] }
      default: break
      }
    }
    return Self.with(params, force: force)
  }

  /// Hides the secrets in the params and states of a navigation.
  ///
  /// Recursion is bounded by the depth of the JSON that the navigation came in.
  private func hideFields(in value: inout JSONValue) {
    guard hidesSecrets else { return }
    switch value {
    case .array(var elements):
      for index in elements.indices { hideFields(in: &elements[index]) }
      value = .array(elements)
    case .object(var object):
      // The screen of `select` and `setParams` is known only when they run.
      let type = object["screen"]?.string.flatMap { flow.screenNames.index(of: $0) }
      let screens = type.map { [flow.screens[$0]] } ?? flow.screens
      for (key, member) in object {
        switch (key, member) {
        case ("params", .object(let fields)):
          object[key] = .object(Self.shown(fields, by: screens.map(\.params)))
        case ("state", .object(let fields)):
          object[key] = .object(Self.shown(fields, by: screens.map(\.state)))
        default:
          var member = member
          hideFields(in: &member)
          object[key] = member
        }
      }
      value = .object(object)
    case .null, .boolean, .integer, .number, .string: break
    }
  }

  private static func shown(_ fields: JSONObject, by records: [RecordDefinition]) -> JSONObject {
    var shown = fields
    for (name, value) in fields {
      let declared = records.compactMap { record in record.names.index(of: name).map { record.fields[$0] } }
      shown[name] = declared.isEmpty ? StateView.hidden : declared.reduce(value) { $1.shown($0) }
    }
    return shown
  }

  /// The params of a screen to be made.
  package func shown(_ params: JSONObject, ofType type: Int) -> JSONObject {
    hidesSecrets ? Self.shown(params, by: [flow.screens[type].params]) : params
  }

  private static func with(_ params: JSONObject, force: Bool) -> JSONObject {
    force ? params.with("force", true) : params
  }
}
