extension FlowTemplate {
  static let onboardingScreensText = #"""
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
          unconfirmed:
            - { when: action.error.code == 'expired', set: { problem: this link is too old } }
            - set: { problem: try again later }
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
        state: { path: string?, percent: percent, busy: boolean, problem: string? }
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
            - set: { busy: true, percent: 0, problem: null }
              effect:
                name: upload
                with: { kind: "${params.kind}", path: "${state.path}" }
                next: advanced
                done: uploaded
                failed: notUploaded
                policy: leading
          advanced: { set: { percent: "${action.output.percent}" } }
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
          unchecked:
            - when: action.error.code == 'unreadable' && action.error.document != null
              set: { busy: false, problem: "we can't read your ${action.error.document}" }
            - set: { busy: false, problem: the check isn't possible at the moment }

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
