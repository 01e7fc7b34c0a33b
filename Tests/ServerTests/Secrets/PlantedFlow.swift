/// A flow with sensitive fields wherever the format has fields.
enum PlantedFlow {
  /// Nothing of it is kept.
  static let yaml = yaml(secret: "sensitive: true")
  /// All of it is kept in a separate store.
  static let persistent = yaml(
    secret: "sensitive: true, persist: secrets", loaded: ", persist: secrets",
    stores: "stores: { secrets: { sensitive: true } }")

  /// - Parameters:
  ///   - secret: the declaration of a sensitive field.
  ///   - loaded: the declaration of loaded content.
  private static func yaml(secret: String, loaded: String = "", stores: String = "") -> String {
    """
    navtree: 1
    flow: vault
    start: { screen: home }
    prefixes: [app://vault]
    \(stores)

    shared:
      token: { type: string, \(secret) }
      code: { type: string, default: "0", \(secret) }
      pin: { type: integer, \(secret) }
      account: { type: object, \(secret) }
      isOpen: boolean

    effects:
      signIn:
        input: { user: string, password: { type: string, \(secret) } }
        output: { name: string, token: { type: string, sensitive: true } }
      fetchNotes:
        input: { token: { type: string, \(secret) }, cursor: { type: [string, "null"], \(secret), default: null } }
        output:
          items: { type: array, items: { type: object, properties: { title: string } }, sensitive: true }
          cursor: { type: [string, "null"], sensitive: true, default: null }
      fetchCard:
        input: { number: { type: string, \(secret) } }
        output: { value: { type: object, sensitive: true } }

    invariants:
      smallPin: { always: shared.pin < 1000 }
      notBanned: { always: "!('banned' in shared.account)", enforce: true }
      codeIsNumber: { always: int(shared.code) >= 0, enforce: true }
      stampsAreNumbers: { always: "screens.all(s, s.type != 'letter' || int(s.state.stamp) >= 0)", enforce: true }

    links:
      - { url: /reset, query: { token: { type: string, \(secret) } }, opens: [home, { letter: { secret: "${link.token}" } }] }
      - { url: /wait, query: { token: { type: string, \(secret) } }, opens: [home, { letter: { secret: "${link.token}" } }], when: shared.isOpen, otherwise: home }
      - { url: /pin, query: { pin: { type: integer, \(secret) }, at: { type: integer, default: 0 } }, opens: [home, { letter: { secret: "${string(link.pin)}" } }] }
      - { url: "/letters/{secret}", opens: [home, { letter: { secret: "${link.secret}" } }], when: shared.isOpen, otherwise: home }
      - { url: "/stamps/{stamp:integer}", opens: [home, { letter: { secret: "${string(link.stamp)}" } }] }
      - { url: /plain, query: { to: { type: string, default: "" } }, opens: [home, { letter: { secret: "${link.to}" } }] }

    actions:
      remember: { payload: { token: { type: string, \(secret) } }, shared: { token: "${action.token}" } }
      setCode: { payload: { code: { type: string, \(secret) } }, shared: { code: "${action.code}" } }
      setPin: { payload: { pin: { type: integer, \(secret) } }, shared: { pin: "${action.pin}" } }
      setAccount: { payload: { account: { type: object, \(secret) } }, shared: { account: "${action.account}" } }
      unlock: { shared: { isOpen: true } }

    screens:
      home:
        state:
          password: { type: string, \(secret) }
          pin: { type: integer, \(secret) }
          ratio: { type: number, \(secret) }
          keys: { type: array, \(secret) }
          account: { type: object, \(secret) }
          short: { type: string, maxLength: 3, \(secret) }
          counts: { type: object, additionalProperties: integer, \(secret) }
          user: string
        computed:
          header: "'Bearer ' + shared.token + state.password"
          all: "[state.keys, state.account]"
        slots:
          next: { presents: [letter, notes, card, desk, panes] }
          over: { presents: [prompt], style: sheet }
        actions:
          plant:
            payload:
              text: { type: string, \(secret), default: "" }
              pin: { type: integer, \(secret), default: 0 }
              ratio: { type: number, \(secret), default: 0 }
              keys: { type: array, \(secret), default: [] }
              account: { type: object, \(secret), default: {} }
            set: { password: "${action.text}", pin: "${action.pin}", ratio: "${action.ratio}", keys: "${action.keys}", account: "${action.account}", user: planted }
            shared: { token: "${action.text}" }
          addKey: { payload: { key: { type: string, \(secret) } }, set: { "/keys/-": "${action.key}" } }
          changeMember: { payload: { value: { type: string, \(secret) } }, set: { "/account/inner/x": "${action.value}" } }
          dropMember: { unset: /account/inner }
          shorten: { set: { short: "${state.password}" } }
          count: { set: { counts: "${state.account}" } }
          countOne: { set: { "/counts/a": "${shared.account.id}" } }
          guarded:
            - { when: "state.password == 'x'", reply: no }
            - { when: "state.password.startsWith('Z') && size(computed.header) > 3", reply: "yes" }
          guess: { when: int(state.password) > 1, set: { user: x } }
          convert: { set: { pin: "${int(state.password)}" } }
          choose: { reset: { tree: { screen: home, state: { short: "${state.password}" } } } }
          signIn: { payload: { password: { type: string, \(secret) } }, effect: { name: signIn, with: { user: "${state.user}", password: "${action.password}" }, done: signedIn, failed: failed, key: k, policy: latest } }
          signInLater: { effect: { name: signIn, with: { user: "${state.user}", password: "${state.password}" }, done: signedIn, failed: failed, timeout: 5s, policy: queue } }
          signedIn: { shared: { token: "${action.output.token}" }, set: { user: "${action.output.name}" } }
          failed: { payload: { error: { \(secret), default: null } }, set: { keys: "${[action.error]}" } }
          ask: { present: { screen: prompt, params: { secret: "${state.password}" }, then: answered, otherwise: unanswered } }
          answered: { payload: { result: { type: string, \(secret) } }, set: { password: "${action.result}" } }
          unanswered: { set: { user: "${action.reason}" } }
          later: { after: { delay: 1s, key: k, send: { action: addKey, with: { key: "${state.password}" } } } }
          laterTaken: { after: { delay: 1s, send: { to: active, action: take, with: { secret: "${state.password}" } } } }
          laterBadly: { after: { delay: 1s, send: { action: convert } } }
          laterPush: { after: { delay: 1s, send: { action: nav.push, with: { screen: letter, params: { secret: "${state.password}" } } } } }
          laterReset: { after: { delay: 1s, send: { action: nav.reset, with: { tree: [home, { letter: { secret: "${state.password}" } }] } } } }
          open: { push: { screen: letter, params: { secret: "${state.password}" } } }

      letter:
        keep: true
        params: { secret: { type: string, \(secret) }, from: { type: string, default: "" } }
        identity: params.secret
        state:
          body: { type: string, \(secret), default: "${params.secret}" }
          stamp: { type: string, \(secret), default: "0" }
        computed: { whole: params.secret + state.body }
        slots: { next: { presents: [letter, notes, card] } }
        actions:
          write: { payload: { body: { type: string, \(secret) } }, set: { body: "${action.body}" } }
          stampIt: { payload: { stamp: { type: string, \(secret) } }, set: { stamp: "${action.stamp}" } }
          take: { payload: { secret: { type: string, \(secret) } }, set: { body: "${action.secret}" } }
        lifecycle:
          presented: { set: { body: "${params.secret + '!'}" } }
          dismissed: { shared: { token: "${state.body}" } }

      notes:
        kind: list
        items: { from: fetchNotes, with: { token: "${shared.token}" }\(loaded) }
        slots: { next: { presents: [letter] } }

      card:
        kind: detail
        params: { number: { type: string, \(secret) } }
        entity: { from: fetchCard, with: { number: "${params.number}" }\(loaded) }

      desk:
        kind: tabs
        tabs:
          one: { screen: letter, params: { secret: "${shared.token}" } }
          two: { screen: letter, params: { secret: "${shared.token}" } }

      panes:
        kind: split
        panes:
          left: { screen: letter, params: { secret: "${shared.token}" } }
          right: { presents: [letter] }

      prompt:
        params: { secret: { type: string, \(secret) } }
        state: { text: { type: string, \(secret), default: "${params.secret}" } }
        computed: { broken: int(state.text) }
        returns: { type: string, maxLength: 40 }
        dismissible: state.text != 'locked'
        actions:
          take: { payload: { secret: { type: string, \(secret) } }, set: { text: "${action.secret}" } }
          above: { when: "parent != null && parent.state.password == params.secret", reply: same }
          aboveBadly: { set: { text: "${string(int(parent.state.password))}" } }
    """
  }
}
