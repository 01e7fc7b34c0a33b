extension EffectWalk {
  /// Pages that request every kind of effect, in tabs, sheets and windows. Each answer names its recipient; a
  /// page counts another's as wrong.
  static let flow = """
    navtree: 1
    flow: walk
    start: home
    effects:
      fetch:
        input: { asker: integer }
        output: { asker: integer, then: { type: string, default: stay } }
        timeout: 300ms
        retries: 1
      save: { input: { asker: integer }, output: { asker: integer } }
      list:
        input: { asker: integer, cursor: integer? }
        output: { items: [object], cursor: integer? }
        timeout: 200ms
    screens:
      home:
        kind: tabs
        tabs: { one: page, two: people, three: { screen: page, presents: any } }
        back: history
        slots: { next: { presents: [page, people] }, over: { presents: any, style: sheet } }
      page:
        state: { right: integer, wrong: integer, lost: integer, ticks: integer }
        identity: "null"
        slots:
          next: { presents: [page, people, home] }
          over: { presents: [page, home], style: sheet }
        actions:
          ask: { effect: { name: fetch, with: { asker: "${screen.id}" }, done: got, failed: lost } }
          askLatest:
            effect: { name: fetch, with: { asker: "${screen.id}" }, done: got, failed: lost, key: a, policy: latest }
          askLeading:
            effect: { name: save, with: { asker: "${screen.id}" }, done: got, failed: lost, key: b, policy: leading }
          askQueued:
            effect: { name: save, with: { asker: "${screen.id}" }, done: got, failed: lost, key: c, policy: queue }
          askTwice:
            effect:
              - { name: fetch, with: { asker: "${screen.id}" }, done: got, failed: lost, key: a }
              - { name: save, with: { asker: "${screen.id}" }, done: got, failed: lost, key: c, policy: queue }
          askAndStumble:
            cancel: [a, b, c]
            effect: { name: fetch, with: { asker: "${screen.id}" }, done: got }
            push: page
            send: { to: parent, action: stumble }
          stop: { cancel: [a, c] }
          got:
            - when: action.output.asker != screen.id
              set: { wrong: "${state.wrong + 1}" }
            - when: "'then' in action.output && action.output.then == 'go'"
              set: { right: "${state.right + 1}" }
              steps: [ { back: true } ]
            - when: "'then' in action.output && action.output.then == 'refuse'"
              reject: not this one
            - set: { right: "${state.right + 1}" }
          lost: { set: { lost: "${state.lost + 1}" } }
          wait: { after: { delay: 100ms, key: a, send: { action: tick, with: { for: "${screen.id}" } } } }
          tick:
            payload: { for: integer }
            rules:
              - when: action.for != screen.id
                set: { wrong: "${state.wrong + 1}" }
              - set: { ticks: "${state.ticks + 1}" }
      people:
        kind: list
        items: { from: list, with: { asker: "${screen.id}" }, key: key, maxItems: 8 }
        slots: { next: { presents: [page, people] }, over: { presents: [page, people], style: sheet } }
        actions:
          ask: { send: { to: self, action: list.more } }
          askLatest: { send: { to: self, action: list.refresh } }
          askLeading: { send: { to: self, action: list.retry } }
          askAndStumble:
            send:
              - { to: self, action: list.refresh }
              - { to: self, action: stumble }
    actions:
      stumble: { reject: not that way }
      ask: { reply: nothing }
      askLatest: { reply: nothing }
      askLeading: { reply: nothing }
      askQueued: { reply: nothing }
      askTwice: { reply: nothing }
      askAndStumble: { reply: nothing }
      stop: { reply: nothing }
      wait: { reply: nothing }
    """

  static let actions = [
    "ask", "ask", "askLatest", "askLeading", "askQueued", "askTwice", "askAndStumble", "stop", "wait",
  ]
  static let screens = ["home", "page", "page", "people"]
}
