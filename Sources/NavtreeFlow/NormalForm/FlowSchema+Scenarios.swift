package import NavtreeJSON

extension FlowSchema {
  /// The schema of a file of scenarios, in which a string with `${…}` stands for any value.
  package static var scenarios: JSONValue {
    var members: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Scenarios of a navtree flow",
    ]
    if case .object(let file) = object(.scenarios) { members.merge(file) { first, _ in first } }
    var definitions = JSONObject()
    for map in Format.ofScenarios where map.name != .scenarios {
      definitions[map.name.text] = object(map.name, takesTemplates: true)
    }
    definitions["tree"] = object(.tree, takesTemplates: true)
    // Also in lists, whose items have no alternative of their own.
    definitions["name"] = ["type": "string", "pattern": .string("(\(namePattern))|\\$\\{")]
    members["$defs"] = .object(definitions)
    return .object(members)
  }

  /// The same in draft-07.
  package static var scenariosDraft7: JSONValue { draft7(scenarios) }
}
