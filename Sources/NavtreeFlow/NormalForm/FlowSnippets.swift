package import NavtreeJSON

/// The snippets that an editor offers, by the map that the cursor is in.
package enum FlowSnippets {
  package static func of(_ name: FormatObject.Name) -> [JSONValue] { all[name] ?? [] }

  private static let all: [FormatObject.Name: [JSONValue]] = [
    .flow:
      [
        snippet(
          "flow", "A flow with one screen",
          [
            "navtree": 1, "flow": "${1:name}", "start": "${2:home}",
            "screens": ["${2:home}": ["title": "${3:Home}"]],
          ])
      ],
    .screen:
      [
        snippet(
          "list", "A list that opens a detail",
          [
            "kind": "list", "state": ["items": ["type": "array", "maxItems": 1000]],
            "slots": ["detail": ["presents": ["${1:detail}"]]],
            "actions": [
              "open": [
                "payload": ["index": ["type": "integer", "minimum": 0]],
                "rules": [
                  ["when": "action.index < size(state.items)", "present": "${1:detail}"],
                  ["reject": "no such row"],
                ],
              ]
            ],
          ]),
        snippet(
          "detail", "A detail of one thing",
          [
            "kind": "detail", "params": ["${1:id}": "integer"], "identity": "params.${1:id}",
          ]),
        snippet("tabs", "Tabs", ["kind": "tabs", "tabs": ["${1:first}": "${2:home}"]]),
      ],
    .link:
      [
        snippet(
          "link", "A URL and the screens of its back stack",
          [
            "url": "/${1:path}/{${2:id}:integer}",
            "opens": ["${3:list}", ["${4:detail}": ["${2:id}": "\\${link.${2:id}\\}"]]],
          ])
      ],
    .slot: [snippet("sheet", "A slot for a sheet", ["presents": ["${1:screen}"], "style": "sheet"])],
    .action:
      [
        snippet(
          "set", "Sets a field",
          [
            "payload": ["${1:value}": "${2:string}"], "set": ["${3:field}": "\\${action.${1:value}\\}"],
          ]),
        snippet(
          "rules", "Rules, the first of which runs whose when holds",
          [
            "rules": [
              ["when": "${1:state.ready}", "set": ["${2:field}": "${3:value}"]], ["reject": "${4:not now}"],
            ]
          ]),
      ],
  ]

  private static func snippet(_ label: String, _ description: String, _ body: JSONValue) -> JSONValue {
    ["label": .string(label), "description": .string(description), "body": body]
  }
}
