extension FlowTemplate {
  static let notesText = #"""
    # yaml-language-server: $schema=flow.schema.json
    # A list of notes, and the note that is open. 'navtree schema' writes the schema that the line above names.
    navtree: 1
    flow: notes
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

    """#
}
