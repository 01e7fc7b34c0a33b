import NavigationTree

/// A small flow to start from, which passes the strictest check.
package enum FlowTemplate {
  /// The default file name.
  package static let file = "notes\(Format.fileSuffix)"
  /// The path of the format's JSON Schema for the editor: beside the flow.
  package static let schema = "flow.schema.json"

  /// The flow's name for a file: the file's up to its first dot, if that is a name.
  package static func name(forFile path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    let stem = String(file.prefix { $0 != "." })
    return NavigationPath.isName(stem) ? stem : "notes"
  }

  /// - Parameter name: The flow's name.
  package static func text(name: String) -> String {
    """
    # yaml-language-server: $schema=\(schema)
    # A list of notes, and the note that is open. 'navtree schema' writes the schema that the line above names.
    navtree: 1
    flow: \(name)
    title: Notes
    start: notes # the screen that opens first

    screens:
      notes:
        kind: list
        state: # its own fields; each starts at its type's zero, or at its default
          notes:
            type: array
            maxItems: 1000
            items: { type: string, maxLength: 500 }
        computed: # evaluated when read
          count: size(state.notes)
        slots: # where it presents other screens, and which
          note: { presents: [note] }
        actions:
          add:
            payload: { text: { type: string, minLength: 1, maxLength: 500 } }
            set: { "/notes/-": "${action.text}" } # a JSON Pointer; '-' appends
            reply: "${computed.count + 1}"
          open:
            payload: { index: { type: integer, minimum: 0 } }
            rules: # the first whose 'when' holds runs
              - when: action.index < computed.count
                present: { screen: note, params: { text: "${state.notes[action.index]}" } }
              - reject: no such note

      note:
        kind: detail
        params: { text: string } # what it is presented with
        actions:
          close: { dismiss: true }

    """
  }
}
