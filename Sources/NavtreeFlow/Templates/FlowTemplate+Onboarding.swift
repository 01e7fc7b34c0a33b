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
      percent: { type: integer, minimum: 0, maximum: 100 }

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
      confirmEmail:
        input: { code: { type: string, maxLength: 100 } }
        errors: { code: { type: string, enum: [expired, offline] } } # why it failed
        timeout: 20s
      upload:
        input: { kind: kind, path: string }
        next: { percent: percent } # answers before the last one; each begins the timeout anew
        output: { file: { type: string, minLength: 1, maxLength: 100 } }
        timeout: 30s
        retries: { times: 2, delay: 1s, factor: 2 }
      # Requested again after a kill, a timeout or a failure, with the same key: the host checks once a key.
      checkIdentity:
        input:
          name: name
          born: date?
          taxId: { type: string, maxLength: 20, sensitive: true, persist: vault }
          documents: { type: array, items: document, maxItems: 5 }
        output: { verdict: verdict, reference: { type: string, minLength: 1, maxLength: 60 } }
        errors: { code: { type: string, enum: [busy, unreadable] }, document: kind? }
        timeout: 2m
        retries: { times: 3, delay: 2s, factor: 2, maxDelay: 30s } # after 2, 4 and 8 seconds
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


    """#
}
