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
    return NavigationMask.shown(payload, by: declared(action))
  }

  /// The payload of one of navtree's own actions, or the params of a method that makes screens.
  package func shown(navigation payload: JSONObject) -> JSONObject {
    if !hidesSecrets { return payload }
    var value = JSONValue.object(payload)
    for field in StoredNavigation(flow: flow).fields(of: value, at: JSONPointer([])) {
      guard let present = value[field.pointer] else { continue }
      unfailing("the member is there") { () throws(JSONPlaceError) in
        try value.replace(
          at: field.pointer, with: NavigationMask.shown(present, field.name, by: field.records))
      }
    }
    return value.object ?? [:]
  }

  private func declared(_ action: Int) -> [RecordDefinition] {
    if let known = records[action] { return known }
    let found = flow.payloads(of: action)
    records[action] = found
    return found
  }

  /// The params of a navigation, without those that have their defaults.
  ///
  /// - Parameter url: gives a URL as people may see it.
  func shown(_ request: NavigationRequest, force: Bool, url: @escaping (String) -> String) -> JSONObject {
    let mask =
      hidesSecrets
      ? NavigationMask(
        screens: flow.screens, hidesResults: hidesResults, hidesIdentities: hidesIdentities, url: url) : nil
    let whole = StoredNavigation(flow: flow, mask: mask).json(request)
    guard case .object(let named) = whole, case .object(var params)? = named.values.first else { return [:] }
    if case .object(let awaiting)? = params["awaiting"] {
      params["awaiting"] = nil
      for key in ["then", "otherwise"] { params[key] = awaiting[key] }
    }
    return force ? params.with("force", true) : params
  }

  /// The params of a screen to be made.
  package func shown(_ params: JSONObject, ofType type: Int) -> JSONObject {
    hidesSecrets ? NavigationMask.shown(params, by: [flow.screens[type].params]) : params
  }
}
