import Navtree
import NavtreeTestSupport

/// The flows that the tests of the library run.
enum Flows {
  static func social() throws -> Flow { try Flow(contentsOf: Files.package + "/Specs/social.navtree.yaml") }

  /// Counters that present each other, with timers, an effect of each sort, a secret, a guard and links.
  static func counter() throws -> Flow {
    try Flow(
      yaml: """
        navtree: 1
        flow: counter
        start: counter
        shared: { total: integer }
        effects:
          fetch: { input: { of: integer }, output: { name: string }, errors: { kind: string, code: integer? } }
          watch: { next: { letter: string }, output: {} }
        prefixes: [app://x]
        links:
          - { url: "/count/{n:integer}", opens: { counter: { start: "${link.n}" } } }
        screens:
          counter:
            params: { start: { type: integer, default: 0 } }
            state:
              count: { type: integer, default: "${params.start}" }
              name: { type: string, default: "" }
              letters: { type: array, default: [] }
              secret: { type: string, default: hush, sensitive: true }
            computed: { double: state.count * 2 }
            slots:
              next: { presents: [counter] }
              over: { presents: [counter], style: sheet }
            dismissible: state.count < 100
            actions:
              add: { payload: { by: { type: integer, default: 1 } }, set: { count: "${state.count + action.by}" }, reply: "${state.count + action.by}" }
              later: { after: { delay: 1s, send: add } }
              note: { shared: { total: "${shared.total + 1}" } }
              refuse: { reject: not today }
              load: { effect: { name: fetch, with: { of: "${state.count}" }, done: loaded, failed: failed } }
              loaded: { payload: { output: object }, set: { name: "${action.output.name}" } }
              failed: { payload: { error: object }, set: { name: "${action.error.kind}" } }
              follow: { effect: { name: watch, next: letter, done: ended } }
              letter: { payload: { output: object }, set: { /letters/-: "${action.output.letter}" } }
              ended: { set: { name: over } }
        """, name: "counter.navtree.yaml")
  }
}
