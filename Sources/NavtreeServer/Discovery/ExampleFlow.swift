/// The flow that the examples of methods are run with.
package enum ExampleFlow {
  static let file = "mail.navtree.yaml"

  package static let yaml = """
    navtree: 1
    flow: mail
    start: home

    effects:
      fetchLetters: { input: { folder: string }, output: { letters: [string] }, retries: 1 }
    shared: { user: string }

    screens:
      home:
        kind: tabs
        tabs:
          inbox: { screen: folder, params: { name: inbox } }
          settings: { screen: settings }

      folder:
        kind: list
        params: { name: string }
        state: { query: string, letters: { type: array, items: string, maxItems: 100 } }
        computed: { title: "params.name + (state.query == '' ? '' : ': ' + state.query)" }
        slots:
          message: { presents: [message] }
          compose: { presents: [compose], style: sheet }
        actions:
          search: { payload: { query: string }, set: { query: "${action.query}" }, reply: "${action.query}" }
          refresh: { effect: { name: fetchLetters, with: { folder: "${params.name}" }, done: refreshed } }
          follow: { effect: { name: fetchLetters, with: { folder: "${params.name}" }, next: refreshed } }
          refreshed: { set: { letters: "${action.output.letters}" } }
          open: { payload: { id: integer }, present: { screen: message, params: { id: "${action.id}" } } }
          write: { present: { screen: compose, then: sent } }
          sent: { set: { query: "to:${action.result.to}" } }

      message:
        kind: detail
        params: { id: integer }
        state: { starred: boolean }
        slots:
          next: { presents: [message] }
          reply: { presents: [compose], style: sheet }
        actions:
          star:
            - when: state.starred == false && params.id > 0
              set: { starred: true }
          answer: { present: compose }
          remind: { after: { delay: 1m, key: remind, send: star } }
          older: { present: { screen: message, params: { id: "${params.id - 1}" } } }

      compose:
        state: { text: string }
        dismissible: state.text == ''
        returns: { type: object, required: [to], properties: { to: string } }
        actions:
          edit: { payload: { text: string }, set: { text: "${action.text}" } }

      settings:
        kind: split
        panes:
          topics: { screen: topics }
          topic: { presents: [topic] }

      topics:
        state: { chosen: string }
        actions:
          choose: { payload: { name: string }, set: { chosen: "${action.name}" } }

      topic:
        params: { name: { type: string, default: general } }
        state: { on: boolean }
        actions:
          turn: { set: { on: "${!state.on}" } }

    links:
      - url: /folders/{name}/mails/{id:integer}
        at: /main/inbox
        opens: [{ folder: { name: "${link.name}" } }, { message: { id: "${link.id}" } }]
      - url: /folders/{name}
        at: /main/inbox
        opens: { screen: folder, params: { name: "${link.name}" } }
      - url: /topics/{name}
        at: /main/settings/topic
        opens: { screen: topic, params: { name: "${link.name}" } }
        when: shared.user != ''
        otherwise: /folders/inbox

    actions:
      signIn: { payload: { user: string }, shared: { user: "${action.user}" } }
    """
}
