import NavtreeFlow
import NavtreeEngine
import Testing

extension RandomOperation {
  /// The flow that the operations are made for, loaded.
  static func load() throws -> FlowDefinition {
    let loaded = FlowLoader.load(Array(flow.utf8), file: "random")
    return try #require(loaded.flow, "\(loaded.diagnostics)")
  }

  /// Bounds so low that random operations meet them.
  static var limits: Limits {
    var limits = Limits()
    limits[.screens] = 24
    limits[.levels] = 9
    limits[.windows] = 3
    return limits
  }

  static let flow = """
    navtree: 1
    flow: random
    start: { main: split, side: page }
    stores:
      secrets: { sensitive: true }
      disk: {}
    shared:
      written: { type: integer, persist: disk }
      isOpen: boolean
    invariants:
      notTooMuch: { always: shared.written < 5, enforce: true }
    links:
      - { url: "/page/{number:integer}", opens: [page, { page: { number: "${link.number}" } }] }
      - { url: "/draft/{number:integer}", at: /main/left/one, opens: [{ draft: { number: "${link.number}" } }, page] }
      - url: /split/{number:integer}
        opens: { screen: split, slots: { over: { screen: split, slots: { right: page } } } }
      - { url: "/over/{number:integer}", at: /main/over/left/two/next, opens: [{ page: { number: "${link.number}" } }] }
      - { url: "/side/{number:integer}", at: /side, mode: push, opens: [page, { page: { number: "${link.number}" } }] }
      - url: /later/{number:integer}
        mode: push
        opens: [{ page: { number: "${link.number}" } }, draft]
        when: shared.isOpen
      - url: /gate/{number:integer}
        at: /main/left/one
        opens: { screen: tabs, params: { number: "${link.number}" } }
        when: shared.isOpen && shared.written < 4
        otherwise: { screen: page, params: { number: "${link.number}" } }
      - { url: "/more/{number:integer}", opens: page, when: "!shared.isOpen", otherwise: "/gate/${link.number}" }
    screens:
      split:
        kind: split
        params: { number: { type: integer, default: 0 } }
        panes:
          left: { screen: tabs, presents: [tabs, page] }
          right: { presents: [page, split] }
        slots: { over: { presents: any, style: sheet } }
      tabs:
        kind: tabs
        params: { number: { type: integer, default: 0, persist: disk } }
        tabs:
          one: { screen: page, presents: any }
          two: { screen: page, params: { number: 2 } }
        back: fullHistory
        slots:
          next: { presents: [page] }
          over: { presents: [split, page], style: sheet }
      page:
        params: { number: { type: integer, default: 1, persist: secrets } }
        identity: params.number
        state:
          count: integer
          heard: integer
          rows: { type: array, maxItems: 12, items: { type: object, required: [id], properties: { id: integer } } }
          memo: { type: object, persist: disk }
          secret: { type: string, sensitive: true, persist: secrets }
        computed:
          size: size(state.rows) + shared.written
          above: "parent == null ? 'none' : string(parent.params.number)"
          both: "computed.above + string(computed.size)"
          length: size(state.secret)
        slots:
          next: { presents: [page, draft, tabs] }
          over: { presents: [split, draft], style: sheet }
          cover: { presents: [split, page], style: cover }
        actions:
          count: { set: { count: "${state.count + 1}" } }
          follow:
            steps:
              - open: "/later/${params.number}"
              - open: { url: "/page/${state.count}" }
              - open: "${params.number == 3 ? '/nowhere' : '/side/1'}"
          put: { payload: { at: integer, n: integer }, set: { "/rows/${action.at}/n": "${action.n}" } }
          append: { payload: { at: integer, n: integer }, set: { /rows/-: { id: "${action.at}", n: "${action.n}" } } }
          cut: { payload: { at: integer, n: integer }, unset: "/rows/${action.at}" }
          refill: { payload: { rows: array, text: string }, set: { rows: "${action.rows}", secret: "${action.text}" } }
          note: { payload: { key: string, n: integer }, set: { "/memo/${action.key}": { n: "${action.n}" } } }
          deepen: { payload: { key: string, n: integer }, set: { "/memo/${action.key}/n": "${action.n}" } }
          erase: { payload: { key: string, n: integer }, unset: "/memo/${action.key}" }
          # Many writes of the same places in one change, some of which come to nothing.
          churn:
            payload: { at: integer, n: integer }
            rules:
              - when: size(state.rows) > 3
                set: { "/rows/0/n": "${action.n}", /memo/a: 1, count: 5 }
                unset: ["/rows/${action.at}", /rows/0]
                send:
                  - { to: self, action: append, with: { at: "${action.at}", n: "${action.n}" } }
                  - { to: self, action: put, with: { at: 0, n: "${action.n}" } }
                  - { to: self, action: cut, with: { at: 1, n: 0 } }
                  - { to: self, action: note, with: { key: b, n: 1 } }
                  - { to: self, action: erase, with: { key: b, n: 1 } }
                  - { to: self, action: erase, with: { key: a, n: 1 } }
              - set: { count: 7, rows: "${state.rows + state.rows}" }
                send:
                  - { to: self, action: append, with: { at: 8, n: 0 } }
                  - { to: self, action: append, with: { at: 9, n: 1 } }
                  - { to: self, action: cut, with: { at: "${size(state.rows)}", n: 0 } }
          ask: { present: { screen: draft, in: over, then: answered, otherwise: unanswered } }
          answered: { set: { heard: "${action.result}" }, send: { to: self, action: count } }
          unanswered:
            - when: action.reason == 'replaced' && state.count > 3
              reject: not that way
            - set: { heard: -1 }
          # Goes some way, and may find that it can't.
          wander:
            set: { count: "${state.count + 1}" }
            shared: { written: 0 }
            steps:
              - push: { screen: page, params: { number: "${params.number + 1}" } }
              - navigate: { screen: page, params: { number: "${state.count}" }, pop: true }
              - setParams: { params: { number: "${state.count}" } }
          # Goes some way, and then mostly nowhere.
          stumble:
            - when: state.count % 2 == 0
              set: { count: 1 }
              steps:
                - back: true
                - push: { screen: page, params: { number: 4 } }
                - present: { screen: split, in: cover, replace: true }
                - select: { tab: two, params: { number: "${state.count}" } }
                - popTo: { screen: page, params: { number: 77 } }
            - set: { count: "${state.count + 1}" }
              reset: { tree: [page, { page: { number: 4 } }], reuse: true }
          # Writes what is allowed a few times, after having gone.
          spread:
            shared: { written: "${shared.written + 1}" }
            replace: { screen: page, params: { number: "${state.count}" } }
            send:
              - { to: root, action: nav.navigate, with: { screen: page, params: { number: 3 }, pop: true } }
              - { to: active, action: write }
      draft:
        params: { number: { type: integer, default: 5 }, more: { type: string, default: more } }
        state: { text: string, count: integer }
        returns: integer
        dismissible: state.text == ''
        slots: { next: { presents: [draft, page] } }
        actions:
          answer: { payload: { number: integer }, dismiss: { result: "${action.number}" } }
          write: { set: { text: written } }
    actions:
      write: { reply: true }
      toggle: { shared: { isOpen: "${!shared.isOpen}" } }
      follow: { open: /page/1 }
      answered: { reply: true }
      answer: { payload: { number: integer }, reject: nobody asks }
      ask: { reject: nobody can be asked }
      count: { reply: 0 }
      wander: { pop: true }
      stumble: { pop: true }
      spread: { shared: { written: "${shared.written + 1}" } }
    """
}
