import NavtreeCEL
import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import Testing

/// The goals that an exploration reaches, and the faults that it finds.
struct ExplorerTests {
  /// An exploration with the lines of its text, those about reached goals left out.
  private static func lines(
    _ yaml: String, _ set: (inout Explorer.Settings, FlowDefinition) throws -> Void = { _, _ in }
  ) throws -> [String] {
    let flow = try flow(yaml)
    var settings = Explorer.Settings()
    settings.maxStates = 2_000
    try set(&settings, flow)
    let text = try Explorer(flow, settings).run().text()
    // What each step changes is another test's.
    return text.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("reached") && !$0.hasPrefix("      ") }
  }

  /// Flows of one screen or few, and the lines about them.
  private static let flows: [(name: String, yaml: String, lines: [String])] = [
    (
      "everything is reached",
      """
      screens:
        s: { slots: { next: { presents: [t] } }, actions: { open: { present: { screen: t } } } }
        t: {}
      """, ["2 states, 2 moves, depth 1; all states"]
    ),
    (
      "more timers than are told apart",
      """
      screens:
        s:
          lifecycle: { presented: { after: [\((1...9).map { "{ delay: \($0)s, send: tick }" }.joined(separator: ", "))] } }
          actions: { tick: { private: true, when: state.n < 9, set: { n: "${state.n + 1}" } } }
          state: { n: { type: integer, minimum: 0, maximum: 9 } }
      """,
      [
        "bounded rule s.tick#0 flow.yaml:7:22", "bounded guard s.tick#0:true flow.yaml:7:45",
        "bounded guard s.tick#0:false flow.yaml:7:45",
        "1 state, 0 moves, depth 0; bounded: more than 8 timers run at a time",
      ]
    ),
    (
      "a guard that the schema excludes",
      """
      screens:
        s:
          state: { n: { type: integer, minimum: 0, maximum: 3 }, text: string }
          actions:
            grow: [{ when: state.n < 3, set: { n: "${state.n + 1}" } }, { when: state.n > 3, dismiss: true }]
            write: { payload: { text: string }, set: { text: "${action.text}" }, reply: "${state.text.size() > 100}" }
      """,
      [
        "unreachable rule s.grow#1 flow.yaml:8:67", "unreachable guard s.grow#1:true flow.yaml:8:75",
        "8 states, 22 moves, depth 4; bounded: not every payload of s.write (text)",
      ]
    ),
    (
      "a payload that is compared, whose classes are all tried",
      """
      screens:
        s:
          actions:
            weigh:
              payload: { grams: integer }
              rules:
                - { when: action.grams <= 500, reply: letter }
                - { when: action.grams <= 100, reply: card }
                - reply: parcel
      """,
      [
        "unreachable rule s.weigh#1 flow.yaml:11:13", "unreachable guard s.weigh#1:true flow.yaml:11:21",
        "1 state, 6 moves, depth 0; all states",
      ]
    ),
    (
      "numbers that are only compared with null",
      """
      effects: { find: { output: { id: number? } } }
      screens:
        s:
          slots: { next: { presents: [t, u] } }
          actions:
            pick: { payload: { index: integer? }, rules: [{ when: action.index != null, present: t }, { reject: none }] }
            find: { effect: { name: find, done: found, policy: leading } }
            found: { private: true, rules: [{ when: action.output.id == null, reject: none }, { present: u }] }
        t: { final: true }
        u: { final: true }
      """, ["5 states, 19 moves, depth 2; all states"]
    ),
    (
      "a text that fits nothing",
      """
      screens:
        s: { actions: { name: { payload: { n: { type: string, pattern: "^.$", minLength: 2 } }, reply: yes } } }
      """,
      [
        "bounded rule s.name#0 flow.yaml:5:25",
        "1 state, 0 moves, depth 0; bounded: no payload of s.name fits (n)",
      ]
    ),
    (
      "an answer that nobody asked for, a text that nobody reads, and an error that a reply reads",
      """
      effects: { ask: { output: { text: string } }, send: { input: { text: string } } }
      screens:
        s:
          state: { text: { type: string, maxLength: 9 } }
          slots: { next: { presents: [t] } }
          actions:
            write: { payload: { text: { type: string, maxLength: 9 } }, set: { text: "${action.text}" }, reply: "${state.text}" }
            send: { payload: { text: string }, effect: { name: send, with: { text: "${action.text}" }, failed: unsent, policy: leading } }
            unsent: { private: true, reply: "${action.error.kind}" }
            open: { when: "false", present: { screen: t } }
        t:
          state: { text: string }
          actions:
            ask: { effect: { name: ask, done: told } }
            told: { private: true, set: { text: "${action.output.text}" } }
      """,
      [
        "unreachable screen t flow.yaml:14:3", "unreachable rule s.open#0 flow.yaml:13:13",
        "unreachable rule t.ask#0 flow.yaml:17:12", "unreachable rule t.told#0 flow.yaml:18:13",
        "2 states, 6 moves, depth 1; all states",
      ]
    ),
    (
      "a text that passes through a result and is only compared, and a result that nothing gives",
      """
      shared: { name: { type: string, maxLength: 9 } }
      screens:
        s:
          slots: { over: { presents: [ask, look], style: sheet } }
          actions:
            ask: { present: { screen: ask, then: told } }
            told: { shared: { name: "${action.result}" } }
            look: { present: { screen: look, then: seen } }
            seen: { reply: yes }
            open: { when: "shared.name != ''", reply: yes }
        ask:
          returns: { type: string, maxLength: 9 }
          actions: { tell: { payload: { text: { type: string, maxLength: 9 } }, dismiss: { result: "${action.text}" } } }
        look: { returns: boolean, actions: { done: { reply: true } } }
      """,
      ["unreachable rule s.seen#0 flow.yaml:12:13", "6 states, 19 moves, depth 3; all states"]
    ),
    (
      "a text that is only compared with its record, which is read by an index",
      """
      invariants: { other: { always: "size(screens) < 2 || screens[0]['state'] != screens[1]['state']" } }
      screens:
        s:
          state: { name: { type: string, default: b } }
          slots: { over: { presents: [t], style: sheet } }
          actions: { open: { present: t } }
        t:
          state: { name: string }
          actions: { say: { payload: { name: string }, set: { name: "${action.name}" } } }
      """,
      [
        "undecided other flow.yaml:4:33",
        "3 states, 9 moves, depth 2; bounded: not every payload of t.say (name)",
      ]
    ),
    (
      "a field that stays set for ever, though not its effect alone resets it; one that is asked for again doesn't",
      """
      shared: { valve: { type: string, enum: [shut, opening, open], default: shut } }
      effects: { open: {}, save: {} }
      screens:
        s:
          state: { isSaving: boolean }
          actions:
            open: { when: shared.valve == 'shut', shared: { valve: opening }, effect: { name: open, done: opened } }
            opened: { private: true, shared: { valve: open } }
            close: { when: shared.valve == 'open', shared: { valve: shut } }
            save: { when: "!state.isSaving", send: { to: self, action: ask } }
            ask: { private: true, set: { isSaving: true }, effect: { name: save, done: saved, failed: unsaved } }
            saved: { private: true, set: { isSaving: false } }
            unsaved: { private: true, after: { delay: 1m, send: ask } }
      """,
      [
        "unreset shared.valve flow.yaml:10:55: it stays \"opening\" after 'open' is over, and no way leads on",
        "  open at /main", "  open of /main fails with { kind: failed }",
        "13 states, 32 moves, depth 4; all states",
      ]
    ),
    (
      "rules whose every try fails",
      """
      screens:
        s:
          state: { n: { type: integer, maximum: 3 } }
          actions:
            take: { payload: { n: { type: integer, minimum: 5, maximum: 6 } }, set: { n: "${action.n}" } }
            grow: { when: state.n < 3, set: { n: "${state.n + 4}" } }
      """,
      [
        "unreachable rule s.take#0 flow.yaml:8:13", "unreachable rule s.grow#0 flow.yaml:9:13",
        "unreachable guard s.grow#0:false flow.yaml:9:21",
        "defect s.grow flow.yaml:9:41: n: must be at most 3", "  grow at /main",
        "defect s.take flow.yaml:8:81: each try of the rule fails: n: must be at most 3",
        "  take { \"n\": 5 } at /main", "1 state, 0 moves, depth 0; all states",
      ]
    ),
    (
      "a counter that nothing bounds, before a screen that can't go",
      """
      screens:
        s:
          state: { n: integer }
          actions:
            inc: { set: { n: "${state.n + 1}" } }
            win: { when: state.n == 5000, dismiss: true }
      """,
      [
        "unreachable rule s.win#0 flow.yaml:9:12", "bounded guard s.win#0:true flow.yaml:9:20",
        "2001 states, 2000 moves, depth 2000; all states, widened",
      ]
    ),
    (
      "a counter that nobody reads",
      """
      screens:
        s: { state: { n: integer }, actions: { inc: { set: { n: "${state.n + 1}" } } } }
      """, ["1 state, 1 move, depth 0; all states"]
    ),
    (
      "a rule that the time decides",
      """
      screens:
        s: { actions: { late: { when: "now > timestamp('2030-01-01T00:00:00Z')", reply: late } } }
      """,
      [
        "bounded rule s.late#0 flow.yaml:5:25", "bounded guard s.late#0:true flow.yaml:5:34",
        "1 state, 0 moves, depth 0; bounded: an expression reads the time",
      ]
    ),
    (
      "a dead end, behind a link too",
      """
      screens:
        s: { slots: { next: { presents: [t] } }, actions: { open: { present: { screen: t } } } }
        t: { actions: { end: { reset: { at: root, tree: u } } } }
        u: { actions: { show: { reply: hello } } }
      """,
      [
        "dead-end u flow.yaml:7:3: no move leaves 'u'", "  open at /main", "  end at /main/next",
        "3 states, 4 moves, depth 2; all states",
      ]
    ),
    (
      "a screen whose way out takes a payload that isn't tried is no dead end",
      """
      screens:
        s: { slots: { cover: { style: cover, presents: [lock] } }, actions: { lock: { present: lock } } }
        lock:
          dismissible: "false"
          state: { isWrong: boolean }
          actions:
            unlock:
              payload: { code: string }
              rules:
                - { when: "action.code.size() == 6 && action.code.startsWith('9')", dismiss: { force: true } }
                - { set: { isWrong: true } }
      """,
      [
        "bounded rule lock.unlock#0 flow.yaml:13:13", "bounded guard lock.unlock#0:true flow.yaml:13:22",
        "2 states, 3 moves, depth 1; bounded: not every payload of lock.unlock (code)",
      ]
    ),
    (
      "an introduction that is seen once is no trap",
      """
      start: intro
      screens:
        intro: { actions: { done: { reset: { at: root, tree: s } } } }
        s: { slots: { next: { presents: [t] } }, actions: { open: { present: { screen: t } } } }
        t: {}
      """, ["3 states, 3 moves, depth 2; all states"]
    ),
    (
      "a screen that can't be left once something was saved",
      """
      screens:
        s: { slots: { next: { presents: [editor] } }, actions: { edit: { push: editor } } }
        editor:
          state: { saved: boolean }
          dismissible: "!state.saved"
          slots: { sheet: { presents: [help], style: sheet } }
          actions: { save: { set: { saved: true } }, help: { present: help } }
        help: {}
      """,
      [
        "trap editor flow.yaml:6:3: the user stays among these screens: editor, help", "  edit at /main",
        "  save at /main/next", "5 states, 10 moves, depth 3; all states",
      ]
    ),
    (
      "a screen that may never be left",
      """
      screens:
        s: { slots: { next: { presents: [end] } }, actions: { go: { push: end } } }
        end: { dismissible: "false", final: true }
      """, ["2 states, 1 move, depth 1; all states"]
    ),
    (
      "an action of a covered screen, which no user sends",
      """
      shared: { isOpen: boolean, n: { type: integer, maximum: 1 } }
      invariants: { once: { always: shared.n == 0 } }
      screens:
        s:
          slots: { next: { presents: [t] } }
          actions:
            open: { push: t, shared: { isOpen: true } }
            add: { when: shared.isOpen, shared: { n: 1 } }
        t: { dismissible: "!shared.isOpen", actions: { leave: { pop: 1, shared: { isOpen: false } } } }
      """,
      [
        "breach once flow.yaml:5:31: the invariant is false: shared.n is 1, if the app itself sends add at /main",
        "  open at /main", "  add at /main", "2 states, 2 moves, depth 1; all states",
      ]
    ),
    (
      "what is possible from each state, and what isn't",
      """
      shared: { n: { type: integer, minimum: 0, maximum: 2 } }
      invariants:
        atHome: { possible: "screens.size() == 1" }
        none: { possible: shared.n == 0 }
      screens:
        s:
          slots: { next: { presents: [t] } }
          actions: { open: { push: t }, take: { when: shared.n < 2, shared: { n: "${shared.n + 1}" } } }
        t: {}
      """,
      [
        "holds atHome flow.yaml:6:24",
        "breach none flow.yaml:7:21: no way leads from here to 'shared.n == 0'", "  take at /main",
        "6 states, 8 moves, depth 3; all states",
      ]
    ),
    (
      "what follows though the user rests, and what doesn't",
      """
      shared: { stage: { type: string, enum: [none, asking, waiting], default: none } }
      effects: { ask: {}, tell: { fair: done } }
      invariants:
        askingEnds: { leadsTo: { from: shared.stage == 'asking', to: "shared.stage != 'asking'" } }
        waitingEnds: { leadsTo: { from: shared.stage == 'waiting', to: shared.stage == 'none' } }
        startsAgain: { leadsTo: { from: shared.stage == 'none', to: "shared.stage != 'none'" } }
      screens:
        s:
          actions:
            ask: { when: shared.stage == 'none', send: { to: self, action: begin } }
            begin: { private: true, shared: { stage: asking }, effect: { name: ask, done: asked, failed: again } }
            again: { private: true, send: { to: self, action: begin } }
            asked: { private: true, shared: { stage: waiting }, send: { to: self, action: tell } }
            tell: { private: true, effect: { name: tell, done: told, failed: retell } }
            retell: { private: true, send: { to: self, action: tell } }
            told: { private: true, shared: { stage: none } }
      """,
      [
        "holds waitingEnds flow.yaml:8:35",
        "breach askingEnds flow.yaml:7:34: 'shared.stage != 'asking'' need not follow 'shared.stage == 'asking'': "
          + "the same happens again and again", "  ask at /main", "  again and again:",
        "    ask of /main fails with { kind: failed }",
        "breach startsAgain flow.yaml:9:35: 'shared.stage != 'none'' need not follow 'shared.stage == 'none'': "
          + "nothing leads on", "  at the start", "3 states, 5 moves, depth 2; all states",
      ]
    ),
    (
      "a field that stays set when its request is over",
      """
      effects: { save: { errors: { code: { type: string, enum: [full, other] } } } }
      screens:
        s:
          state: { isSaving: boolean, isSending: boolean }
          actions:
            save:
              - { when: state.isSaving, reject: wait }
              - { set: { isSaving: true }, effect: { name: save, done: saved, failed: notSaved } }
            saved: { private: true, set: { isSaving: false } }
            notSaved: { private: true, when: action.error.code == 'full', set: { isSaving: false } }
            send:
              - { when: state.isSending, reject: wait }
              - { set: { isSending: true }, effect: { name: save, done: sent, failed: notSent } }
            sent: { private: true, set: { isSending: false } }
            notSent: { private: true, set: { isSending: false } }
      """,
      [
        "unreset s.isSaving flow.yaml:11:20: it stays true after 'save' is over", "  save at /main",
        "  save of /main fails with { code: other }", "7 states, 26 moves, depth 3; all states",
      ]
    ),
    (
      "a field that stays set on a screen that the output would remove",
      """
      effects: { check: { errors: { code: { type: string, enum: [wrong, offline] } } } }
      screens:
        s: { slots: { next: { presents: [code] } }, actions: { next: { present: code } } }
        code:
          state: { isChecking: boolean }
          actions:
            enter:
              - { when: state.isChecking, reject: wait }
              - { set: { isChecking: true }, effect: { name: check, done: right, failed: wrong } }
            right: { private: true, dismiss: true }
            wrong: { private: true, when: action.error.code == 'wrong', set: { isChecking: false } }
      """,
      [
        "unreset code.isChecking flow.yaml:12:20: it stays true after 'check' is over", "  next at /main",
        "  enter at /main/next", "  check of /main/next fails with { code: offline }",
        "4 states, 8 moves, depth 3; all states",
      ]
    ),
    (
      "a rule whose place isn't there in some state",
      """
      screens:
        s:
          kind: tabs
          tabs: { one: page, two: page }
          actions: { write: { present: { at: /main/two, screen: note, in: notes } } }
        page: { slots: { notes: { presents: [note] } } }
        note: {}
      """,
      [
        "defect s.write flow.yaml:8:25: there is no screen at /main/two", "  write at /main",
        "5 states, 9 moves, depth 3; all states",
      ]
    ),
  ]

  @Test(arguments: flows.indices) func whatIsFoundIsTold(_ index: Int) throws {
    let (name, yaml, lines) = Self.flows[index]
    let start = yaml.contains("start:") ? "" : "start: s\n"
    let found = try Self.lines("navtree: 1\nflow: f\n\(start)\(yaml)")
    #expect(found == lines, "\(name)")
  }
}
