extension FlowTemplate {
  static let mailText = #"""
    # yaml-language-server: $schema=flow.schema.json
    # A mail client: accounts, folders, threads and messages side by side, search, and letters that are written,
    # kept as drafts, and sent after ten seconds in which they can be taken back.
    #
    #   navtree check --strict FILE       reports mistakes; 'navtree schema > flow.schema.json' helps the editor
    #   navtree graph FILE                draws the screens and the ways between them
    #   navtree serve FILE --store sqlite:mail.db
    #   navtree serve FILE --shared 'accounts=[{"id":"work","name":"Ada","email":"ada@mail.example"}]'
    #
    # The host (an app, a page, a test) shows what 'state.get' answers, sends actions with 'dispatch', and answers
    # each 'effect.requested' with 'effect.done' or 'effect.fail'.
    navtree: 1
    flow: mail
    version: 2 # raised when stored fields change; the migrations at the end lead here
    title: Mail
    # The first whose 'when' holds. Accounts may be there from the beginning: 'session.open {shared}' gives them.
    start:
      - { when: hasNoAccount, screen: welcome }
      - { screen: mail, params: { account: "${shared.accounts[0].id}" } }

    # Types: what several fields hold is described once.
    types:
      id: { type: string, minLength: 1, maxLength: 60 }
      name: { type: string, maxLength: 200 }
      email: { type: string, format: email, maxLength: 200 }
      password: { type: string, minLength: 1, maxLength: 200 }
      subject: { type: string, maxLength: 200 }
      body: { type: string, maxLength: 20000 }
      account:
        type: object
        required: [id, name, email]
        properties: { id: { type: string, pattern: "^[a-z0-9]{1,20}$" }, name: name, email: email }
      folder:
        type: object
        required: [id, name]
        properties: { id: id, name: name, unread: { type: integer, minimum: 0 } }
      thread:
        type: object
        required: [id, subject]
        properties: { id: id, subject: subject, from: name, isUnread: boolean, count: integer }
      message:
        type: object
        required: [id, from, subject, text]
        properties: { id: id, from: email, subject: subject, text: body, at: { type: string, format: date-time } }
      letter: # as it is written: its recipient may still be half an address
        type: object
        required: [id, account, to, subject, body]
        properties:
          id: { type: integer, minimum: 1 }
          account: id
          to: name
          subject: subject
          body: body
          status: { type: string, enum: [waiting, ready, sending, failed] } # in the outbox
        additionalProperties: false
      letters: { type: array, items: letter, maxItems: 100 }

    # Shared state: every screen reads it as shared.NAME, and rules set it under 'shared'.
    shared:
      accounts: { type: array, items: account, maxItems: 10 }
      drafts: letters
      outbox: letters
      lastLetter: { type: integer, minimum: 0 } # letters are numbered
      notice: string? # what went wrong where nobody was looking

    # Computed values: read as shared.NAME; nothing sets them.
    computed:
      nextLetter: shared.lastLetter + 1
      statuses: shared.outbox.map(l, l.status)

    # Guards: conditions with a name, for 'when'; inside an expression they are guards.NAME.
    guards:
      hasNoAccount: shared.accounts.size() == 0
      isSending: "'sending' in shared.statuses"
      hasReady: "'ready' in shared.statuses"

    effects:
      addAccount:
        input: { email: email, password: { type: password, sensitive: true } }
        output: { account: account }
        errors: { code: { type: string, enum: [unauthorized, unreachable] } } # why it failed
        timeout: 30s
      fetchFolders:
        input: { account: id }
        output: { items: { type: array, items: folder, maxItems: 200 } }
        timeout: 20s
      fetchThreads:
        input: { account: id, folder: id, search: { type: string, maxLength: 80, default: "" }, cursor: string? }
        output: { items: { type: array, items: thread, maxItems: 100 }, cursor: string? }
        timeout: 20s
      fetchMessages:
        input: { account: id, thread: id, cursor: string? }
        output: { items: { type: array, items: message, maxItems: 100 }, cursor: string? }
        timeout: 20s
      fetchMessage: { input: { account: id, message: id }, output: { value: message }, timeout: 20s }
      markRead: { input: { account: id, thread: id }, retries: 2 }
      moveThread: { input: { account: id, thread: id, folder: id }, timeout: 20s, retries: 2 }
      # Requested again after a kill, a timeout or a failure, with the same key: the host sends once a key.
      sendLetter:
        input: { letter: letter }
        timeout: 1m
        retries: { times: 3, delay: 5s, factor: 3, maxDelay: 1m }

    prefixes: [https://mail.example, mail://]
    links:
      - url: /
        opens: { mail: { account: "${shared.accounts[0].id}" } }
        reuse: true # screens that are there already keep their state
        when: "!guards.hasNoAccount"
        otherwise: welcome
      # A link may fill all panes at once, and put one in focus.
      - url: /{account}/{folder}/{thread}
        opens:
          screen: mail
          params: { account: "${link.account}" }
          focus: reading
          slots:
            threads: { screen: threads, params: { account: "${link.account}", folder: "${link.folder}" } }
            reading: { screen: thread, params: { account: "${link.account}", thread: "${link.thread}" } }
        reuse: true
        when: "!guards.hasNoAccount" # until then the link waits, and opens once an account has been added
        otherwise: welcome
      # A letter stands over the panes, whatever is in them: in the slot 'compose' of the window's root.
      - url: /compose
        query: { to: { type: name, default: "" }, subject: { type: subject, default: "" } }
        at: ./compose
        opens:
          screen: compose
          params:
            letter:
              id: "${shared.nextLetter}"
              account: "${shared.accounts[0].id}"
              to: "${link.to}"
              subject: "${link.subject}"
              body: ""
        when: "!guards.hasNoAccount"
        otherwise: welcome

    # Actions of the flow: they run when no screen on an action's path takes them. Work that they ask for belongs
    # to the session, and so outlives the screen on which the letter was written.
    actions:
      deliver: # ten seconds after 'send' in compose
        payload: { id: integer }
        when: shared.outbox.exists(l, l.id == action.id)
        shared: { "/outbox/{id=${action.id}}/status": ready } # the letter with that id
        send: { to: root, action: post }
      post: # one at a time, so that an answer is that of the letter that is being sent
        when: guards.hasReady && !guards.isSending
        shared: { "/outbox/{status=ready}/status": sending }
        effect:
          name: sendLetter
          with: { letter: "${shared.outbox.filter(l, l.status == 'ready')[0]}" }
          done: posted
          failed: notPosted
      posted:
        shared: { outbox: "${shared.outbox.filter(l, l.status != 'sending')}" }
        send: { to: root, action: post }
      notPosted:
        shared: { "/outbox/{status=sending}/status": failed, notice: a letter couldn't be sent }
        send: { to: root, action: post }
      undoSend: # from anywhere, since the letter's own screen is gone
        payload: { id: integer }
        rules:
          - when: shared.outbox.exists(l, l.id == action.id && l.status == 'waiting')
            cancel: { key: "letter-${action.id}", of: session }
            shared: { outbox: "${shared.outbox.filter(l, l.id != action.id)}" }
            present:
              screen: compose
              params: { letter: "${shared.outbox.filter(l, l.id == action.id)[0]}" }
              ifOccupied: replace # another letter becomes a draft
          - reject: it is too late for that
      notMoved: { shared: { notice: a thread couldn't be moved } }
      noticed: { shared: { notice: null } }


    """#
}
