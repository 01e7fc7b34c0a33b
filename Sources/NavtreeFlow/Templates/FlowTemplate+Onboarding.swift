extension FlowTemplate {
  static let onboardingText = #"""
    # yaml-language-server: $schema=flow.schema.json
    # How somebody becomes a bank's customer: person, address, documents, a check of the identity, the account.
    # Who stops in between goes on there later: with a store, every change is on disk before it is answered.
    #
    #   navtree check --strict FILE       reports mistakes; 'navtree schema > flow.schema.json' helps the editor
    #   navtree graph FILE                draws the screens and the ways between them
    #   navtree serve FILE --store sqlite:onboarding.db --store vault=sqlite:vault.db
    #
    # The host (an app, a page, a test) shows what 'state.get' answers, sends actions with 'dispatch', and answers
    # each 'effect.requested' with 'effect.done' or 'effect.fail'.
    navtree: 1
    flow: onboarding
    version: 3 # raised when stored fields change; the migrations at the end lead here
    title: Opening an account
    # The first whose 'when' holds, for a session that begins; a stored one goes on where it was.
    start:
      - { when: hasAccount, screen: account }
      - { screen: welcome }

    # Types: what several fields hold is described once. A payload that doesn't fit is refused with the place of
    # the misfit, such as /action/email, so that the host can show it beside the field.
    types:
      name: { type: string, maxLength: 80 }
      date: { type: string, format: date } # 1990-12-31
      email: { type: string, format: email, maxLength: 200 }
      country: { type: string, enum: [AT, CH, DE, FR] }
      address:
        type: object
        required: [street, postcode, city, country]
        properties: { street: name, postcode: { type: string, maxLength: 10 }, city: name, country: country }
        additionalProperties: false
      kind: { type: string, enum: [passport, selfie, residence] }
      document:
        type: object
        required: [kind, file]
        properties: { kind: kind, file: { type: string, minLength: 1, maxLength: 100 } }
        additionalProperties: false
      verdict: { type: string, enum: [passed, review, refused] }

    # Shared state: every screen reads it as shared.NAME, and rules set it under 'shared'.
    shared:
      name: name
      born: date?
      email: email?
      isEmailConfirmed: boolean
      taxId: { type: string, maxLength: 20, sensitive: true, persist: vault }
      address: address?
      documents: { type: array, items: document, maxItems: 5 }
      reference: string? # of the identity check
      account: string?

    # Computed values: read as shared.NAME; nothing sets them.
    computed:
      # Who lives outside the EU has to prove where. '>-' joins lines, and needs no quotes.
      needed: >-
        ['passport', 'selfie'] + (shared.address != null && shared.address.country == 'CH' ? ['residence'] : [])
      missing: shared.needed.filter(k, !shared.documents.exists(d, d.kind == k))

    # Guards: conditions with a name, for 'when'; inside an expression they are guards.NAME.
    guards:
      hasAccount: shared.account != null
      hasDocuments: shared.missing.size() == 0

    invariants:
      checkedBeforeOpened:
        description: No account without a check of the identity.
        always: shared.account == null || shared.reference != null
        enforce: true

    # A sensitive field is kept in a sensitive store or nowhere, and read as *** unless a flag asks for it.
    stores:
      vault: { description: What only the owner may read., sensitive: true }

    effects:
      sendConfirmation: { input: { email: email }, timeout: 20s, retries: 2 }
      confirmEmail: { input: { code: { type: string, maxLength: 100 } }, timeout: 20s, retries: 2 }
      upload:
        input: { kind: kind, path: string }
        output: { file: { type: string, minLength: 1, maxLength: 100 } }
        timeout: 2m
        retries: 2
      # Requested again after a kill, a timeout or a failure, with the same key: the host checks once a key.
      checkIdentity:
        input:
          name: name
          born: date?
          taxId: { type: string, maxLength: 20, sensitive: true, persist: vault }
          documents: { type: array, items: document, maxItems: 5 }
        output: { verdict: verdict, reference: { type: string, minLength: 1, maxLength: 60 } }
        timeout: 2m
        retries: 3
      fetchVerdict: { input: { reference: string }, output: { verdict: verdict }, timeout: 20s, retries: 2 }
      openAccount:
        input: { reference: string, email: email }
        output: { account: string }
        timeout: 1m
        retries: 3

    prefixes: [https://bank.example, bank://]
    links:
      # The link in the confirmation's mail: a sheet over whichever step is open.
      - url: /confirm/{code}
        at: ./confirm
        opens: { confirm: { code: "${link.code}" } }
      # Waits until there is an account, however long that takes.
      - { url: /account, opens: account, when: hasAccount, waits: always }

    screens:
      welcome:
        title: Become a customer
        slots:
          next: { presents: [person] }
          confirm: { presents: [confirm], style: sheet } # filled by the link in the mail, whichever step is open
        actions:
          begin: { present: person }

      confirm:
        title: Your address is being confirmed
        params: { code: { type: string, maxLength: 100 } }
        state: { problem: string? }
        lifecycle:
          presented: { send: { to: self, action: ask } }
        actions:
          ask:
            set: { problem: null }
            effect:
              name: confirmEmail
              with: { code: "${params.code}" }
              done: confirmed
              failed: unconfirmed
              policy: leading # a double tap asks once
          confirmed:
            shared: { isEmailConfirmed: true }
            dismiss: true
          unconfirmed: { set: { problem: this link is too old } }
          close: { dismiss: true }

      person:
        title: Who are you?
        # A step begins with what is known, so that going back and forth loses nothing.
        state:
          name: { type: name, default: "${shared.name}" }
          born: { type: [date, "null"], default: "${shared.born}" }
          email: { type: [email, "null"], default: "${shared.email}" }
        computed:
          age: >-
            state.born == null ? 0 : cel.bind(born, timestamp(state.born + 'T00:00:00Z'),
            now.getFullYear() - born.getFullYear() -
            (now.getMonth() * 31 + now.getDate() < born.getMonth() * 31 + born.getDate() ? 1 : 0))
          problems: >-
            (state.name.trim().size() < 2 ? ['name'] : []) +
            (computed.age < 18 ? ['born'] : []) +
            (state.email == null ? ['email'] : [])
        guards:
          isComplete: computed.problems.size() == 0
        slots:
          next: { presents: [address] }
        actions:
          edit: # only the given fields change
            payload: { name: name?, born: date?, email: email? }
            set:
              name: "${action.name == null ? state.name : action.name}"
              born: "${action.born == null ? state.born : action.born}"
              email: "${action.email == null ? state.email : action.email}"
          taxId: # never shown, so it has no state of its own
            payload: { id: { type: string, pattern: "^[0-9]{8,11}$", sensitive: true, persist: vault } }
            shared: { taxId: "${action.id}" }
          next: # the first rule whose 'when' holds runs, and no other
            - { when: "!guards.isComplete", reject: "still needed: ${computed.problems.join(', ')}" }
            - when: state.email == shared.email
              shared: { name: "${state.name.trim()}", born: "${state.born}" }
              present: address
            - shared:
                name: "${state.name.trim()}"
                born: "${state.born}"
                email: "${state.email}"
                isEmailConfirmed: false
              effect: { name: sendConfirmation, with: { email: "${state.email}" }, for: session }
              present: address

      address:
        title: Where do you live?
        state: { address: { type: [address, "null"], default: "${shared.address}" } }
        guards:
          isPostcode: >-
            state.address != null &&
            state.address.postcode.matches(state.address.country in ['DE', 'FR'] ? '^[0-9]{5}$' : '^[0-9]{4}$')
        slots:
          next: { presents: [documents] }
        actions:
          edit: { payload: { address: address }, set: { address: "${action.address}" } }
          next:
            - { when: state.address == null, reject: "still needed: address" }
            - when: "!guards.isPostcode"
              reject: ${state.address.postcode} is no postcode in ${state.address.country}
            - shared: { address: "${state.address}" }
              present: documents

      documents:
        title: Your documents
        slots:
          next: { presents: [identity, review, terms] }
          upload: { presents: [upload], style: sheet }
        actions:
          add:
            payload: { kind: kind }
            present: { screen: upload, params: { kind: "${action.kind}" }, then: added }
          added: # a document takes the place of the one of its kind
            - when: shared.documents.exists(d, d.kind == action.result.kind)
              shared: { "/documents/{kind=${action.result.kind}}/file": "${action.result.file}" }
            - shared: { /documents/-: "${action.result}" } # appends
          remove:
            payload: { kind: kind }
            shared: { documents: "${shared.documents.filter(d, d.kind != action.kind)}" }
          next:
            - when: hasDocuments
              present: identity
            - reject: "still needed: ${shared.missing.join(', ')}"

      upload:
        title: A document
        params: { kind: kind }
        state: { path: string?, busy: boolean, problem: string? }
        dismissible: "!state.busy" # only 'cancel' ends an upload
        returns: document
        actions:
          choose:
            payload: { path: { type: string, minLength: 1 }, bytes: { type: integer, minimum: 1 } }
            rules:
              - { when: action.bytes > 10000000, reject: at most 10 MB }
              - set: { path: "${action.path}" }
                send: { to: self, action: upload }
          upload: # once more, after a failure
            - { when: state.path == null, reject: choose a file }
            - set: { busy: true, problem: null }
              effect:
                name: upload
                with: { kind: "${params.kind}", path: "${state.path}" }
                done: uploaded
                failed: notUploaded
                policy: leading
          uploaded: { dismiss: { result: { kind: "${params.kind}", file: "${action.output.file}" } } }
          notUploaded: { set: { busy: false, problem: the upload failed } }
          cancel: { dismiss: true } # the effect ends with its screen

      identity:
        title: We are checking your documents
        state: { busy: boolean, problem: string? }
        dismissible: "!state.busy"
        lifecycle:
          presented: { send: { to: self, action: check } }
        actions:
          check:
            set: { busy: true, problem: null }
            effect:
              name: checkIdentity
              with:
                name: "${shared.name}"
                born: "${shared.born}"
                taxId: "${shared.taxId}"
                documents: "${shared.documents}"
              done: checked
              failed: unchecked
              policy: leading
          checked:
            - when: action.output.verdict == 'passed'
              shared: { reference: "${action.output.reference}" }
              replace: terms # in this screen's place: back doesn't lead to a check that is over
            - when: action.output.verdict == 'review'
              replace: { screen: review, params: { reference: "${action.output.reference}" } }
            - reset: refused
          unchecked: { set: { busy: false, problem: the check isn't possible at the moment } }

      review:
        title: Somebody looks at your documents
        params: { reference: string }
        lifecycle:
          presented: { after: { delay: 15m, key: ask, send: ask } }
          restored: { send: { to: self, action: ask } } # at once when the app is opened again
        actions:
          ask:
            cancel: ask
            effect:
              name: fetchVerdict
              with: { reference: "${params.reference}" }
              done: told
              failed: notTold
              policy: leading
          told:
            - when: action.output.verdict == 'passed'
              shared: { reference: "${params.reference}" }
              replace: terms
            - { when: action.output.verdict == 'refused', reset: refused }
            - after: { delay: 15m, key: ask, send: ask }
          notTold: { after: { delay: 15m, key: ask, send: ask } }

      terms:
        title: The contract
        state: { busy: boolean, problem: string? }
        actions:
          accept:
            - { when: "!shared.isEmailConfirmed", reject: confirm your address by the link in our mail first }
            - set: { busy: true, problem: null }
              effect:
                name: openAccount
                with: { reference: "${shared.reference}", email: "${shared.email}" }
                done: opened
                failed: notOpened
                policy: leading
          opened:
            shared: { account: "${action.output.account}" }
            reset: account
          notOpened: { set: { busy: false, problem: the account couldn't be opened } }

      account:
        title: Your account
        computed: { greeting: "'Welcome, ' + shared.name" }

      refused:
        title: We can't open an account for you
        actions:
          again:
            shared: { documents: [] }
            reset: welcome

    # Version 1 called the identity check kyc, and the name fullName; version 2 kept the documents' files by kind.
    migrations:
      1:
        - rename: { screens: { kyc: identity }, fields: { fullName: name } }
      2:
        - set: { documents: "${old.shared.files.map(k, {'kind': k, 'file': old.shared.files[k]})}" }
        - drop: { fields: [files], screens: [newsletter] }

    """#
}
