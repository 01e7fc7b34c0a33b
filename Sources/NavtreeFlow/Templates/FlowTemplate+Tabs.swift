extension FlowTemplate {
  static let tabsText = #"""
    # yaml-language-server: $schema=flow.schema.json
    # Three tabs, each with its own stack of screens, a badge on one of them, and links into each.
    #
    #   navtree check --strict FILE       reports mistakes; 'navtree schema > flow.schema.json' helps the editor
    #   navtree graph FILE                draws the screens and the ways between them
    #   navtree call FILE state.outline   opens the flow, and shows the tree of open screens
    #   navtree serve FILE --store sqlite:tabs.db
    #
    # The host (an app, a page, a test) shows what 'state.get' answers, sends actions with 'dispatch', and answers
    # each 'effect.requested' with 'effect.done' or 'effect.fail'.
    navtree: 1
    flow: tabs
    version: 2 # raised when stored fields change; the migrations at the end lead here
    title: Three tabs
    start: app

    # Types: what several fields hold is described once.
    types:
      id: { type: string, minLength: 1, maxLength: 60 }
      article:
        type: object
        required: [id, title]
        properties: { id: id, title: { type: string, maxLength: 200 }, text: { type: string, maxLength: 20000 } }
      chat:
        type: object
        required: [id, with, unread]
        properties:
          id: id
          with: { type: string, maxLength: 80 }
          unread: { type: integer, minimum: 0, maximum: 9999 }
        additionalProperties: false

    # Shared state: every screen reads it as shared.NAME, and rules set it under 'shared'.
    shared:
      chats: { type: array, items: chat, maxItems: 500 }
      theme: { type: string, enum: [system, light, dark], default: system }

    # Computed values: read as shared.NAME; nothing sets them. This one is the badge of the tab 'inbox'.
    computed:
      unread: shared.chats.map(c, c.unread).sum()

    effects:
      fetchArticles:
        input: { cursor: string? }
        output: { items: { type: array, items: article, maxItems: 100 }, cursor: string? }
        timeout: 20s
      fetchArticle: { input: { id: id }, output: { value: article }, timeout: 20s }

    prefixes: [https://app.example, app://]
    # A link selects the tab that its place lies in; the other tabs keep their stacks.
    links:
      - { url: /, at: ./home, opens: home }
      - { url: "/articles/{id}", at: ./home, opens: [home, { article: { id: "${link.id}" } }] }
      - { url: "/inbox/{id?}", at: ./inbox, opens: inbox }
      - { url: "/chats/{id}", at: ./inbox, opens: [inbox, { chat: { id: "${link.id}" } }] }
      - { url: /settings, at: ./profile, opens: [profile, settings] }

    # Actions of the flow: they run when no screen on an action's path takes them, so from anywhere.
    actions:
      arrived: # the host got a message
        payload: { chat: id, with: { type: string, maxLength: 80 } }
        rules: # the first whose 'when' holds runs, and no other
          - when: shared.chats.exists(c, c.id == action.chat)
            shared: # the chat with that id
              /chats/{id=${action.chat}}/unread: "${shared.chats.filter(c, c.id == action.chat)[0].unread + 1}"
          - shared:
              /chats/-: { id: "${action.chat}", with: "${action.with}", unread: 1 } # appends

    screens:
      app:
        kind: tabs
        tabs: { home: home, inbox: inbox, profile: profile } # each is made when it is first selected
        back: history # through the tabs, once a tab's own stack is at its root
        actions:
          tab: { payload: { name: { type: string, enum: [home, inbox, profile] } }, select: "${action.name}" }
          again: { popToRoot: { at: active } } # the selected tab was tapped once more; at its root: nothingToPop

      home:
        kind: list
        title: News
        # The list loads by itself; it has state.items, state.status and state.error, and takes the actions
        # list.more, list.refresh and list.retry.
        items: { from: fetchArticles, maxItems: 1000 }
        slots: { article: { presents: [article] } }
        actions:
          open:
            payload: { id: id }
            push: { screen: article, params: { id: "${action.id}" }, onDuplicate: ignore } # a double tap

      article:
        kind: detail
        title: An article
        params: { id: id }
        entity: { from: fetchArticle, with: { id: "${params.id}" } }
        slots: { related: { presents: [article] } }
        actions:
          related: # one that is further down the stack is gone back to
            payload: { id: id }
            navigate: { screen: article, params: { id: "${action.id}" }, pop: true }

      inbox:
        kind: list
        title: Chats
        slots: { chat: { presents: [chat] } }
        actions:
          open:
            payload: { id: id }
            rules:
              - when: shared.chats.exists(c, c.id == action.id)
                push: { screen: chat, params: { id: "${action.id}" } }
              - reject: no such chat

      chat:
        kind: detail
        title: A chat
        params: { id: id }
        state: { draft: { type: string, maxLength: 2000 } }
        keep: true # the draft is there again when the chat is
        lifecycle:
          appeared: # and so it is read
            - when: shared.chats.exists(c, c.id == params.id)
              shared: { "/chats/{id=${params.id}}/unread": 0 }
        actions:
          type: { payload: { text: { type: string, maxLength: 2000 } }, set: { draft: "${action.text}" } }

      profile:
        title: You
        slots: { settings: { presents: [settings] } }
        actions:
          settings: { present: settings }

      settings:
        title: Settings
        actions:
          theme:
            payload: { name: { type: string, enum: [system, light, dark] } }
            shared: { theme: "${action.name}" }

    # Version 1 called a chat a conversation.
    migrations:
      1:
        - rename: { screens: { conversation: chat } }

    """#
}
