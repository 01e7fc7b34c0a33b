import NavtreeExploring
import NavtreeFlow
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// Two versions of a flow, and the changes between them.
struct DifferenceCase: CustomTestStringConvertible, Sendable {
  let name: String
  /// The part of the flow after its first line, in both versions.
  let old: String
  let new: String
  let entries: [String]

  init(_ name: String, _ old: String, _ new: String, _ entries: String...) {
    self.name = name
    self.old = old
    self.new = new
    self.entries = entries
  }

  var testDescription: String { name }
}

/// A flow of a text that begins with its version.
func version(_ text: String, file: String, parts: [String: String] = [:]) throws -> FlowDefinition {
  let outcome = FlowLoader.load(Array("navtree: 1\nflow: notes\n\(text)".utf8), file: file) { path in
    parts[path].map { .success(Array($0.utf8)) } ?? .failure(PartFault("there is no such file"))
  }
  return try #require(outcome.flow, "\(outcome.diagnostics.map(\.message))")
}

struct FlowDifferenceTests {
  @Test func aFlowDoesNotDifferFromItself() throws {
    for path in Files.paths(below: "\(Files.package)/Specs", endingIn: ".navtree.yaml") {
      let bytes = try #require(Files.bytes(of: path))
      guard let flow = FlowLoader.load(bytes, file: path).flow else { continue }
      #expect(FlowDifference(from: flow, to: flow).entries.isEmpty, "\(path)")
    }
  }

  @Test(arguments: cases) func theChangesAreListed(_ test: DifferenceCase) throws {
    let difference = FlowDifference(
      from: try version(test.old, file: "old.yaml"), to: try version(test.new, file: "new.yaml"))
    #expect(difference.entries.map(\.line) == test.entries)
  }

  /// Whichever of them is renamed first.
  @Test func fieldsThatOthersReplaceAreDropped() throws {
    let indices = 0..<20
    func fields(_ prefixes: [String]) -> String {
      prefixes.flatMap { prefix in indices.map { "\(prefix)\($0): integer" } }.joined(separator: ", ")
    }
    let names = indices.map { "a\($0): b\($0)" }.joined(separator: ", ")
    let difference = FlowDifference(
      from: try version(
        "start: s\nscreens: { s: { state: { \(fields(["a", "b"])) } } }", file: "old.yaml"),
      to: try version(
        """
        start: s
        version: 2
        screens: { s: { state: { \(fields(["b"])) } } }
        migrations: { 1: [{ screen: s, rename: { fields: { \(names) } } }] }
        """, file: "new.yaml"))
    let stored = difference.entries.filter { $0.subject == .stored }.map { "\($0.name) \($0.message)" }
    #expect(
      Set(stored)
        == Set(
          indices.flatMap { index in
            [
              "s.state.a\(index) is renamed to 'b\(index)' by migrations",
              "s.state.b\(index) is dropped by the migration from version 1",
            ]
          }))
  }

  @Test func thePlacesOfPartsAreThoseOfTheirFiles() throws {
    let include = "start: a\ninclude: [parts/b.yaml]\nscreens: { a: { slots: { s: { presents: [b] } } } }"
    let old = try version(
      include, file: "old/flow.yaml",
      parts: [
        "parts/b.yaml":
          "navtree: 1\nscreens:\n  b: { actions: { go: { set: { n: 1 } } }, state: { n: integer } }"
      ])
    let new = try version(
      include, file: "new/flow.yaml",
      parts: ["parts/b.yaml": "navtree: 1\nscreens:\n\n  b: { state: { n: string } }"])
    #expect(
      FlowDifference(from: old, to: new).entries.map(\.line) == [
        #"breaking state b.n new/parts/b.yaml:4:17: is a string, was an integer"#,
        #"breaking action b.go old/parts/b.yaml:3:19: is gone"#,
        #"breaking stored b.state.n new/parts/b.yaml:4:17: is lost where it doesn't fit: is a string, was an integer, and the version is still 1, and no migration sets the field"#,
        #"compatible state b.n new/parts/b.yaml:4:17: its default is "", was 0"#,
      ])
  }
}

extension FlowDifferenceTests {
  static let cases = [
    DifferenceCase(
      "a secret is stored, an action that navtree alone sends has another name, and a link waits elsewhere",
      """
      start: a
      shared: { isIn: boolean }
      links: [{ url: /b, opens: [a, b], when: shared.isIn, otherwise: a }]
      effects: { ask: {} }
      screens:
        a:
          state: { pin: { type: string, persist: none } }
          slots: { next: { presents: [b] } }
          actions: { ask: { effect: { name: ask, done: told } }, told: {} }
        b: {}
      """,
      """
      start: a
      shared: { isIn: boolean }
      links: [{ url: /b, opens: [a, b], when: shared.isIn, otherwise: b }]
      effects: { ask: {} }
      screens:
        a:
          state: { pin: string }
          slots: { next: { presents: [b] } }
          actions: { ask: { effect: { name: ask, done: answered } }, answered: {} }
        b: {}
      """,
      #"breaking stored a.state.pin new.yaml:9:14: is kept in the session, and was kept nowhere: a secret may be among its values"#,
      #"compatible action a.answered new.yaml:11:64: is added"#,
      #"compatible action a.ask new.yaml:11:16: its rules differ"#,
      #"compatible action a.told old.yaml:11:60: is gone"#,
      #"compatible link /b new.yaml:5:16: opens b while it waits, not a"#),
    DifferenceCase(
      "nothing",
      """
      start: a
      screens: { a: {} }
      """,
      """
      start: a
      screens: { a: {} }
      """),
    DifferenceCase(
      "a comment and the order of keys",
      """
      start: a
      screens: { a: { state: { x: integer, y: integer } } }
      """,
      """
      start: a
      # a comment
      screens: { a: { state: { x: { type: integer }, y: integer } } }
      """),
    DifferenceCase(
      "a screen is gone, another one is added",
      """
      start: a
      screens: { a: {}, b: {} }
      """,
      """
      start: a
      screens: { a: {}, c: {} }
      """,
      #"breaking screen b old.yaml:4:19: is gone"#,
      #"breaking stored b old.yaml:4:19: is lost with what it holds: the version is still 1, and no migration drops or renames the screen"#,
      #"compatible screen c new.yaml:4:19: is added"#),
    DifferenceCase(
      "a screen and a field are renamed by a migration",
      """
      start: a
      screens: { a: {}, b: { state: { x: integer } } }
      """,
      """
      start: a
      version: 2
      screens: { a: {}, c: { state: { y: integer } } }
      migrations: { 1: [{ rename: { screens: { b: c } } }, { screen: c, rename: { fields: { x: y } } }] }
      """,
      #"breaking state b.x new.yaml:5:33: is 'y' now"#,
      #"compatible version 2 new.yaml:1:1: was 1"#,
      #"compatible screen b new.yaml:5:19: is 'c' now"#,
      #"compatible stored b new.yaml:5:19: is renamed to 'c' by migrations"#,
      #"compatible stored b.state.x new.yaml:5:33: is renamed to 'y' by migrations"#),
    DifferenceCase(
      "a screen and a field are dropped by a migration",
      """
      start: a
      screens: { a: { state: { x: integer } }, b: {} }
      """,
      """
      start: a
      version: 2
      screens: { a: {} }
      migrations: { 1: [{ drop: { screens: [b] } }, { screen: a, drop: { fields: [x] } }] }
      """,
      #"breaking screen b old.yaml:4:42: is gone"#,
      #"breaking state a.x old.yaml:4:26: is gone"#,
      #"compatible version 2 new.yaml:1:1: was 1"#,
      #"compatible stored a.state.x old.yaml:4:26: is dropped by the migration from version 1"#,
      #"compatible stored b old.yaml:4:42: is dropped by the migration from version 1"#),
    DifferenceCase(
      "a migration of another version covers nothing",
      """
      start: a
      version: 2
      screens: { a: { state: { x: integer } } }
      """,
      """
      start: a
      version: 3
      screens: { a: { state: { y: integer } } }
      migrations: { 1: [{ screen: a, rename: { fields: { x: y } } }] }
      """,
      #"breaking state a.x old.yaml:5:26: is gone"#,
      #"breaking stored a.state.x old.yaml:5:26: is lost: no migration from version 2 drops or renames the field"#,
      #"compatible version 3 new.yaml:1:1: was 2"#,
      #"compatible state a.y new.yaml:5:26: is added"#),
    DifferenceCase(
      "a field takes less, and a migration sets it",
      """
      start: a
      shared: { n: integer, m: integer }
      screens: { a: {} }
      """,
      """
      start: a
      version: 2
      shared: { n: { type: integer, minimum: 0 }, m: { type: integer, minimum: 0 } }
      screens: { a: {} }
      migrations: { 1: [{ set: { n: 1 } }] }
      """,
      #"breaking shared m new.yaml:5:45: minimum is 0, was none"#,
      #"breaking shared n new.yaml:5:11: minimum is 0, was none"#,
      #"breaking stored shared.m new.yaml:5:45: is lost where it doesn't fit: minimum is 0, was none, and no migration from version 1 sets the field"#,
      #"compatible version 2 new.yaml:1:1: was 1"#,
      #"compatible stored shared.n new.yaml:5:11: is set by migrations"#),
    DifferenceCase(
      "a field changes its type",
      """
      start: a
      screens: { a: { state: { x: integer, y: integer, z: number } } }
      """,
      """
      start: a
      screens: { a: { state: { x: string, y: number, z: integer } } }
      """,
      #"breaking state a.x new.yaml:4:26: is a string, was an integer"#,
      #"breaking state a.y new.yaml:4:37: is a number, was an integer"#,
      #"breaking stored a.state.x new.yaml:4:26: is lost where it doesn't fit: is a string, was an integer, and the version is still 1, and no migration sets the field"#,
      #"breaking stored a.state.z new.yaml:4:48: is lost where it doesn't fit: is an integer, was a number, and the version is still 1, and no migration sets the field"#,
      #"compatible state a.x new.yaml:4:26: its default is "", was 0"#,
      #"compatible state a.z new.yaml:4:48: is an integer, was a number"#),
    DifferenceCase(
      "null, bounds and values",
      """
      start: a
      screens: { a: { actions: { go: { payload: { x: integer?, y: { type: string, maxLength: 5 }, z: { type: string, enum: [u, v] } } } } } }
      """,
      """
      start: a
      screens: { a: { actions: { go: { payload: { x: integer, y: { type: string, maxLength: 9 }, z: { type: string, enum: [v, w] } } } } } }
      """,
      #"breaking payload a.go.x new.yaml:4:45: has to be given"#,
      #"breaking payload a.go.x new.yaml:4:45: may not be null"#,
      #"breaking payload a.go.z new.yaml:4:92: doesn't take "u""#,
      #"compatible payload a.go.y new.yaml:4:57: maxLength is 9, was 5"#,
      #"compatible payload a.go.z new.yaml:4:92: takes "w""#),
    DifferenceCase(
      "payloads get and lose fields",
      """
      start: a
      screens: { a: { actions: { go: { payload: { x: integer, y: integer } } } } }
      """,
      """
      start: a
      screens: { a: { actions: { go: { payload: { x: { type: integer, default: 1 }, z: integer, o: integer? } } } } }
      """,
      #"breaking payload a.go.y old.yaml:4:57: is gone"#,
      #"breaking payload a.go.z new.yaml:4:79: is added, and has to be given"#,
      #"compatible payload a.go.o new.yaml:4:91: is added"#,
      #"compatible payload a.go.x new.yaml:4:45: may be left out"#),
    DifferenceCase(
      "members of objects",
      """
      start: a
      screens: { a: { actions: { go: { payload: { x: { type: object, properties: { k: integer, l: integer }, required: [k] } } } } } }
      """,
      """
      start: a
      screens: { a: { actions: { go: { payload: { x: { type: object, properties: { k: string, l: integer, m: integer }, required: [k, l, m] } } } } } }
      """,
      #"breaking payload a.go.x new.yaml:4:45: /k: is a string, was an integer"#,
      #"breaking payload a.go.x new.yaml:4:45: /l: is required"#,
      #"breaking payload a.go.x new.yaml:4:45: /m: is added, and required"#),
    DifferenceCase(
      "members that an object could hold are declared, or fit no schema of others",
      """
      start: a
      shared: { s: object, o: { type: object, properties: { a: string } } }
      screens: { a: { state: { x: { type: object, properties: { a: string }, additionalProperties: false } } } }
      """,
      """
      start: a
      shared: { s: { type: object, properties: { theme: { enum: [dark, light] }, any: {} } }, o: { type: object, properties: { a: string, b: string } } }
      screens: { a: { state: { x: { type: object, additionalProperties: integer } } } }
      """,
      #"breaking state a.x new.yaml:5:26: /a: is gone"#,
      #"breaking shared s new.yaml:4:11: /theme: is added, and takes less than before"#,
      #"breaking stored a.state.x new.yaml:5:26: is lost where it doesn't fit: /a: is gone, and the version is still 1, and no migration sets the field"#,
      #"breaking stored shared.s new.yaml:4:11: is lost where it doesn't fit: /theme: is added, and takes less than before, and the version is still 1, and no migration sets the field"#,
      #"compatible state a.x new.yaml:5:26: takes other members"#,
      #"compatible shared o new.yaml:4:89: /b: is added"#,
      #"compatible shared s new.yaml:4:11: /any: is added"#),
    DifferenceCase(
      "items of lists",
      """
      start: a
      screens: { a: { actions: { go: { payload: { x: { type: array, items: integer, maxItems: 9 } } } } } }
      """,
      """
      start: a
      screens: { a: { actions: { go: { payload: { x: { type: array, items: integer?, maxItems: 5, uniqueItems: true } } } } } }
      """,
      #"breaking payload a.go.x new.yaml:4:45: its items must differ"#,
      #"breaking payload a.go.x new.yaml:4:45: maxItems is 5, was 9"#,
      #"compatible payload a.go.x new.yaml:4:45: /*: may be null"#),
    DifferenceCase(
      "actions and rules",
      """
      start: a
      screens: { a: { state: { n: integer }, actions: { up: { set: { n: 1 } }, down: { set: { n: 0 } } } } }
      """,
      """
      start: a
      screens: { a: { state: { n: integer }, actions: { up: { set: { n: 2 } }, over: { set: { n: 0 } } } } }
      """,
      #"breaking action a.down old.yaml:4:74: is gone"#,
      #"compatible action a.over new.yaml:4:74: is added"#,
      #"compatible action a.up new.yaml:4:51: its rules differ"#),
    DifferenceCase(
      "private actions",
      """
      start: a
      screens: { a: { actions: { go: { payload: { k: string } }, stay: { private: true }, end: { private: true }, both: { private: true } } } }
      """,
      """
      start: a
      screens: { a: { actions: { go: { payload: { j: string }, private: true }, stay: {}, both: { private: true, payload: { j: string } } } } }
      """,
      #"breaking action a.go new.yaml:4:28: is private: hosts can't dispatch it, only navtree sends it"#,
      #"compatible action a.end old.yaml:4:85: is gone"#,
      #"compatible action a.stay new.yaml:4:75: is no longer private: hosts may dispatch it"#),
    DifferenceCase(
      "actions of the flow",
      """
      start: a
      shared: { n: integer }
      actions: { go: { shared: { n: 1 } }, stay: { shared: { n: 2 } } }
      screens: { a: {} }
      """,
      """
      start: a
      shared: { n: integer }
      actions: { go: { payload: { k: string }, rules: [{ shared: { n: 1 } }] } }
      screens: { a: {} }
      """,
      #"breaking action stay old.yaml:5:38: is gone"#,
      #"breaking payload go.k new.yaml:5:29: is added, and has to be given"#),
    DifferenceCase(
      "slots",
      """
      start: a
      screens: { a: { slots: { s: { presents: [b, c] }, t: { presents: [b], style: sheet }, u: { presents: [c] } } }, b: {}, c: {} }
      """,
      """
      start: a
      screens: { a: { slots: { s: { presents: [c] }, t: { presents: [b, c], style: cover }, v: { presents: [b] } } }, b: {}, c: {} }
      """,
      #"breaking slot a.s new.yaml:4:26: doesn't take b"#,
      #"breaking slot a.t new.yaml:4:48: is of style cover, was sheet"#,
      #"breaking slot a.u old.yaml:4:87: is gone; screens that are stored in it are dropped"#,
      #"compatible slot a.t new.yaml:4:48: takes c"#,
      #"compatible slot a.v new.yaml:4:87: is added"#),
    DifferenceCase(
      "params and results",
      """
      start: a
      screens: { a: { slots: { s: { presents: [b] } } }, b: { params: { id: integer }, returns: integer? } }
      """,
      """
      start: a
      screens: { a: { slots: { s: { presents: [b] } } }, b: { params: { id: integer, tab: string, n: integer? }, returns: integer } }
      """,
      #"breaking param b.tab new.yaml:4:80: is added, and has to be given"#,
      #"breaking result b new.yaml:4:52: may not be null"#,
      #"compatible param b.n new.yaml:4:93: is added"#),
    DifferenceCase(
      "habits of a screen",
      """
      start: a
      screens: { a: { state: { x: integer }, keep: true, computed: { d: state.x > 1 }, guards: { g: state.x > 2 } } }
      """,
      """
      start: a
      screens: { a: { title: A, kind: list, state: { x: integer }, dismissible: state.x > 0, computed: { d: state.x }, guards: { g: state.x > 3 } } }
      """,
      #"breaking screen a new.yaml:4:12: is of kind list, was screen"#,
      #"breaking screen a new.yaml:4:12: its state isn't kept for the next one"#,
      #"breaking computed a.d new.yaml:4:103: is int, was bool"#,
      #"compatible screen a new.yaml:4:12: its 'dismissible' differs"#,
      #"compatible screen a new.yaml:4:12: its 'title' differs"#,
      #"compatible guard a.g new.yaml:4:127: its condition differs"#),
    DifferenceCase(
      "effects",
      """
      start: a
      effects: { load: { input: { q: string }, output: { n: integer } }, save: {} }
      screens: { a: {} }
      """,
      """
      start: a
      effects: { load: { input: { q: string?, p: integer }, output: { n: integer, m: string }, errors: { code: integer }, timeout: 5s }, send: {} }
      screens: { a: {} }
      """,
      #"breaking effect send new.yaml:4:132: is added: the app has to provide it"#,
      #"breaking input load.q new.yaml:4:29: may be null"#,
      #"breaking output load.m new.yaml:4:77: is added, and has to be given"#,
      #"breaking errors load new.yaml:4:12: has declared fields"#,
      #"compatible effect load new.yaml:4:12: its 'timeout' differs"#,
      #"compatible effect save old.yaml:4:68: is gone: the app isn't asked for it"#,
      #"compatible input load.p new.yaml:4:41: is added"#),
    DifferenceCase(
      "links",
      """
      start: a
      prefixes: ["https://a.example"]
      screens: { a: { slots: { s: { presents: [b] } } }, b: { params: { id: integer } } }
      links: [{ url: "/b/{id:integer}", opens: [a, { b: { id: "${link.id}" } }] }, { url: /a, opens: a }, { url: /x, opens: a }, { url: "/q", query: { p: string? }, opens: a }]
      """,
      """
      start: a
      screens: { a: { slots: { s: { presents: [b] } } }, b: { params: { id: integer } } }
      links: [{ url: "/b/{key:integer}", opens: a }, { url: "/{any}", opens: a }, { url: "/q", query: { p: string, r: string? }, opens: a }, { url: /new, opens: a }]
      """,
      #"breaking link /b/{id:integer} new.yaml:5:16: opens a, not a, b"#,
      #"breaking query /q.p new.yaml:5:99: has to be given"#,
      #"breaking query /q.p new.yaml:5:99: may not be null"#,
      #"breaking prefix https://a.example old.yaml:1:1: is gone: URLs with it open nothing"#,
      #"compatible link /a new.yaml:5:55: is taken by '/{any}'"#,
      #"compatible link /new new.yaml:5:143: is added"#,
      #"compatible link /x new.yaml:5:55: is taken by '/{any}'"#,
      #"compatible query /q.r new.yaml:5:110: is added"#),
    DifferenceCase(
      "links of another shape take the URLs of those that are gone",
      """
      start: a
      screens: { a: {}, user: { params: { id: integer } }, search: { params: { name: string } }, tag: { params: { name: string } } }
      links: [{ url: "/users/{id:integer}", opens: { user: { id: "${link.id}" } } }, { url: "/tags/{id:integer}", opens: { tag: { name: x } } }]
      """,
      """
      start: a
      screens: { a: {}, user: { params: { id: integer } }, search: { params: { name: string } }, tag: { params: { name: string } } }
      links: [{ url: "/users/{name}", opens: { search: { name: "${link.name}" } } }, { url: "/tags/{name}", opens: { tag: { name: "${link.name}" } } }]
      """,
      #"breaking link /users/{id:integer} new.yaml:5:16: is taken by '/users/{name}', which opens search, not user"#,
      #"compatible link /tags/{id:integer} new.yaml:5:87: is taken by '/tags/{name}'"#),
    DifferenceCase(
      "a link to a screen that a migration renames",
      """
      start: a
      screens: { a: {}, user: {} }
      links: [{ url: /u, opens: user }]
      """,
      """
      start: a
      version: 2
      screens: { a: {}, person: {} }
      links: [{ url: /u, opens: person }]
      migrations: { 1: [{ rename: { screens: { user: person } } }] }
      """,
      #"compatible version 2 new.yaml:1:1: was 1"#,
      #"compatible screen user new.yaml:5:19: is 'person' now"#,
      #"compatible stored user new.yaml:5:19: is renamed to 'person' by migrations"#),
    DifferenceCase(
      "the start, versions and invariants",
      """
      start: a
      version: 3
      shared: { n: integer }
      invariants: { i: { always: shared.n >= 0 }, j: { always: shared.n < 9 } }
      screens: { a: {}, b: {} }
      """,
      """
      start: { main: b, side: a }
      version: 2
      shared: { n: integer }
      invariants: { i: { always: shared.n >= 1 || shared.n == 0, enforce: true } }
      screens: { a: {}, b: {} }
      """,
      #"breaking version 2 new.yaml:1:1: is older than 3: its sessions can't be opened"#,
      #"compatible window main new.yaml:3:16: starts with b, not with a"#,
      #"compatible window side new.yaml:3:25: is added"#,
      #"compatible invariant i new.yaml:6:28: is enforced"#,
      #"compatible invariant i new.yaml:6:28: its condition differs"#,
      #"compatible invariant j old.yaml:6:58: is gone"#),
    DifferenceCase(
      "the condition of a start",
      """
      start: { main: [{ when: shared.n > 0, screen: b }, { screen: a }] }
      shared: { n: integer }
      screens: { a: {}, b: {} }
      """,
      """
      start: { main: [{ when: shared.n > 1, screen: b }, { screen: a }] }
      shared: { n: integer }
      screens: { a: {}, b: {} }
      """,
      #"compatible window main new.yaml:3:25: starts with b under another condition"#),
    DifferenceCase(
      "stores and secrets",
      """
      start: a
      stores: { disk: {}, other: {} }
      shared: { t: string, u: { type: string, persist: disk }, v: { type: string, persist: disk }, w: string }
      screens: { a: {} }
      """,
      """
      start: a
      stores: { disk: {} }
      shared: { t: { type: string, sensitive: true }, u: string, v: { type: string, persist: none }, w: { type: string, persist: disk } }
      screens: { a: {} }
      """,
      #"breaking shared t new.yaml:5:11: is sensitive, and reads as ***"#,
      #"breaking store other old.yaml:4:21: is gone"#,
      #"breaking stored shared.t new.yaml:5:11: isn't stored any more"#,
      #"breaking stored shared.u new.yaml:5:49: is kept in the session, was in the store 'disk'"#,
      #"breaking stored shared.v new.yaml:5:60: isn't stored any more"#,
      #"compatible stored shared.w new.yaml:5:96: is kept in the store 'disk', was in the session"#),
  ]
}
