extension FlowTemplate {
  static let mailScreensText = #"""
    screens:
      welcome:
        title: Add your first account
        state: { busy: boolean, problem: string? }
        actions:
          add:
            payload: { email: email, password: { type: password, sensitive: true } }
            rules:
              - set: { busy: true, problem: null }
                effect:
                  name: addAccount
                  with: { email: "${action.email}", password: "${action.password}" }
                  done: added
                  failed: notAdded
                  policy: leading # a double tap asks once
          added:
            shared: { /accounts/-: "${action.output.account}" }
            replace: { screen: mail, params: { account: "${action.output.account.id}" } }
          notAdded:
            - when: action.error.code == 'unauthorized'
              set: { busy: false, problem: the password is wrong }
            - set: { busy: false, problem: we can't reach this account }

      mail:
        kind: split
        title: Mail
        params: { account: id }
        panes:
          folders: { screen: folders, params: { account: "${params.account}" } }
          threads:
            screen: threads
            params: { account: "${params.account}", folder: inbox }
            presents: [threads, letters]
          reading: { screen: nothing, presents: [nothing, thread] }
        slots:
          compose: { presents: [compose], style: sheet }
        lifecycle:
          presented: # a link may name any account
            - when: "!shared.accounts.exists(a, a.id == params.account)"
              reject: there is no account ${params.account}
        actions:
          # Where the pane shows something else than threads, nobody needs to know.
          read: { payload: { thread: id } }
          moved: { payload: { thread: id } }
          write:
            payload: { to: { type: name, default: "" }, subject: { type: subject, default: "" } }
            present:
              screen: compose
              ifOccupied: ignore # a double tap
              params:
                letter:
                  id: "${shared.nextLetter}"
                  account: "${params.account}"
                  to: "${action.to}"
                  subject: "${action.subject}"
                  body: ""

      folders:
        kind: list
        title: Accounts and folders
        params: { account: id }
        # The list loads by itself; it has state.items, state.status and state.error, and takes the actions
        # list.more, list.refresh and list.retry.
        items: { from: fetchFolders, with: { account: "${params.account}" }, maxItems: 200 }
        actions:
          account: # everything anew; an open letter becomes a draft
            payload: { id: id }
            reset: { at: root, tree: { mail: { account: "${action.id}" } } }
          open: # fills the panes beside this one
            payload: { id: id }
            steps:
              - present:
                  screen: threads
                  params: { account: "${params.account}", folder: "${action.id}" }
                  in: threads
                  at: parent
                  replace: true
              - replace: { screen: nothing, at: /main/reading }
              - focus: threads
          letters:
            steps:
              - present: { screen: letters, in: threads, at: parent, replace: true }
              - focus: threads

      threads:
        kind: list
        title: A folder
        params: { account: id, folder: id }
        items:
          from: fetchThreads
          with: { account: "${params.account}", folder: "${params.folder}" }
          maxItems: 5000
        slots:
          search: { presents: [search] }
        actions:
          open:
            payload: { id: id }
            steps:
              - present:
                  screen: thread
                  params: { account: "${params.account}", thread: "${action.id}" }
                  in: reading
                  at: parent
                  replace: true
                  onDuplicate: ignore
              - focus: reading
          search:
            present: { screen: search, params: { account: "${params.account}", folder: "${params.folder}" } }
          # What 'thread' tells: an item that isn't loaded declines, since list.update and list.remove would fail.
          read:
            payload: { thread: id }
            when: state.items.exists(t, t.id == action.thread)
            send: { to: self, action: list.update, with: { key: "${action.thread}", item: { isUnread: false } } }
          moved:
            payload: { thread: id }
            when: state.items.exists(t, t.id == action.thread)
            send: { to: self, action: list.remove, with: { key: "${action.thread}" } }

      search:
        kind: list
        title: Search in a folder
        params: { account: id, folder: id }
        state: { text: { type: string, maxLength: 80 } }
        items:
          from: fetchThreads
          with: { account: "${params.account}", folder: "${params.folder}", search: "${state.text}" }
          load: manual
          maxItems: 1000
        actions:
          type: # searches once nothing has been typed for 300 ms
            payload: { text: { type: string, maxLength: 80 } }
            set: { text: "${action.text}" }
            cancel: search
            after: { delay: 300ms, key: search, send: search }
          search:
            - when: state.text.trim() != ''
              send: { to: self, action: list.refresh }
          open:
            payload: { id: id }
            send: { to: parent, action: open, with: { id: "${action.id}" } } # the folder that the search began in
          close: { dismiss: true }

      nothing: { title: No thread is open }

      thread:
        kind: list
        title: A thread
        params: { account: id, thread: id }
        items:
          from: fetchMessages
          with: { account: "${params.account}", thread: "${params.thread}" }
          maxItems: 1000
        slots:
          message: { presents: [message] }
        lifecycle:
          presented: # 'for: session', since it must arrive though the thread is left at once
            effect:
              name: markRead
              with: { account: "${params.account}", thread: "${params.thread}" }
              for: session
            send: { to: /main/threads, action: read, with: { thread: "${params.thread}" } }
        actions:
          open:
            payload: { id: id }
            present: { screen: message, params: { account: "${params.account}", message: "${action.id}" } }
          move:
            payload: { to: { type: string, enum: [archive, trash, inbox] } }
            effect:
              name: moveThread
              with: { account: "${params.account}", thread: "${params.thread}", folder: "${action.to}" }
              for: session
              failed: notMoved
            send: { to: /main/threads, action: moved, with: { thread: "${params.thread}" } }
            steps:
              - replace: nothing
              - focus: threads

      message:
        kind: detail
        title: A message
        params: { account: id, message: id }
        entity: { from: fetchMessage, with: { account: "${params.account}", message: "${params.message}" } }
        actions:
          reply:
            - { when: state.value == null, reject: the message isn't loaded yet }
            - present:
                screen: compose
                at: root
                params:
                  letter:
                    id: "${shared.nextLetter}"
                    account: "${params.account}"
                    to: "${state.value.from}"
                    subject: "Re: ${state.value.subject}"
                    body: '> ${state.value.text.replace("\n", "\n> ")}'

      compose:
        title: A letter
        params: { letter: letter }
        identity: params.letter.id
        state:
          to: { type: name, default: "${params.letter.to}" }
          subject: { type: subject, default: "${params.letter.subject}" }
          body: { type: body, default: "${params.letter.body}" }
          isDone: boolean
        guards:
          isChanged: >-
            state.to != params.letter.to || state.subject != params.letter.subject ||
            state.body != params.letter.body
          isAddressed: state.to.trim().matches('^[^@ ]+@[^@ ]+$')
        lifecycle:
          presented:
            shared: { lastLetter: "${math.greatest(shared.lastLetter, params.letter.id)}" }
          # However the letter is left, what was written stays as a draft.
          dismissed:
            - when: guards.isChanged && !state.isDone
              shared:
                drafts: "${shared.drafts.filter(d, d.id != params.letter.id)}"
                /drafts/-:
                  id: "${params.letter.id}"
                  account: "${params.letter.account}"
                  to: "${state.to}"
                  subject: "${state.subject}"
                  body: "${state.body}"
        actions:
          edit:
            payload: { to: string?, subject: string?, body: string? }
            set:
              to: "${action.to == null ? state.to : action.to}"
              subject: "${action.subject == null ? state.subject : action.subject}"
              body: "${action.body == null ? state.body : action.body}"
          send:
            - { when: "!guards.isAddressed", reject: it has no recipient }
            - set: { isDone: true }
              shared:
                drafts: "${shared.drafts.filter(d, d.id != params.letter.id)}"
                /outbox/-:
                  id: "${params.letter.id}"
                  account: "${params.letter.account}"
                  to: "${state.to.trim()}"
                  subject: "${state.subject}"
                  body: "${state.body}"
                  status: waiting
              after:
                delay: 10s
                key: "letter-${params.letter.id}"
                for: session
                send: { action: deliver, with: { id: "${params.letter.id}" } }
              dismiss: true
              reply: "${params.letter.id}" # for 'undoSend'
          discard:
            set: { isDone: true }
            shared: { drafts: "${shared.drafts.filter(d, d.id != params.letter.id)}" }
            dismiss: true
          close: { dismiss: true }

      letters:
        kind: list
        title: Drafts and outbox
        actions:
          open:
            payload: { id: integer }
            rules:
              - when: shared.drafts.exists(d, d.id == action.id)
                present:
                  screen: compose
                  at: root
                  params: { letter: "${shared.drafts.filter(d, d.id == action.id)[0]}" }
              - reject: there is no draft ${action.id}
          discard:
            payload: { id: integer }
            shared: { drafts: "${shared.drafts.filter(d, d.id != action.id)}" }
          retry:
            payload: { id: integer }
            rules:
              - when: shared.outbox.exists(l, l.id == action.id && l.status == 'failed')
                shared: { "/outbox/{id=${action.id}}/status": ready, notice: null }
                send: { to: root, action: post }
              - reject: it hasn't failed

    # Version 1 had a single account, and called a folder's threads a mailbox.
    migrations:
      1:
        - rename: { screens: { mailbox: threads } }
        - { screen: mail, params: { account: "${old.shared.account.id}" } }
        - { screen: folders, params: { account: "${old.shared.account.id}" } }
        - { screen: threads, params: { account: "${old.shared.account.id}" } }
        - { screen: thread, params: { account: "${old.shared.account.id}" } }
        - set: { accounts: "${[old.shared.account]}" }
        - drop: { fields: [account] }

    """#
}
