extension FlowTemplate {
  static let shopText = #"""
    # yaml-language-server: $schema=flow.schema.json
    # A shop: a catalogue, products, a cart, the checkout with its payment, and the customer's orders.
    #
    #   navtree check --strict FILE       reports mistakes; 'navtree schema > flow.schema.json' helps the editor
    #   navtree graph FILE                draws the screens and the ways between them
    #   navtree call FILE state.outline   opens the flow, and shows the tree of open screens
    #   navtree serve FILE --store sqlite:shop.db --store wallet=sqlite:wallet.db
    #
    # The host (an app, a page, a test) shows what 'state.get' answers, sends actions with 'dispatch', and answers
    # each 'effect.requested' with 'effect.done' or 'effect.fail'.
    navtree: 1
    flow: shop
    version: 2 # raised when stored fields change; the migrations at the end lead here
    title: A shop
    start: shop

    # Types: what several fields hold is described once.
    types:
      sku: { type: string, pattern: "^[a-z0-9-]{1,40}$" }
      cents: { type: integer, minimum: 0, maximum: 100000000 } # money is counted in whole cents
      quantity: { type: integer, minimum: 1, maximum: 99 }
      email: { type: string, format: email, maxLength: 200 }
      product:
        type: object
        required: [sku, name, price, stock]
        properties:
          sku: sku
          name: { type: string, maxLength: 80 }
          category: { type: string, maxLength: 40 }
          price: cents
          stock: { type: integer, minimum: 0 }
      line: # of the cart: the price is the one that the customer saw
        type: object
        required: [sku, name, price, quantity]
        properties: { sku: sku, name: { type: string, maxLength: 80 }, price: cents, quantity: quantity }
        additionalProperties: false
      lines: { type: array, items: line, maxItems: 50 }
      customer:
        type: object
        required: [id, name, email]
        properties: { id: integer, name: { type: string, maxLength: 80 }, email: email }
      address:
        type: object
        required: [name, street, city, country]
        properties:
          name: { type: string, minLength: 1, maxLength: 80 }
          street: { type: string, minLength: 1, maxLength: 80 }
          city: { type: string, minLength: 1, maxLength: 80 }
          country: { type: string, pattern: "^[A-Z]{2}$" }
        additionalProperties: false
      order:
        type: object
        required: [number, total, status]
        properties:
          number: { type: string, minLength: 1, maxLength: 20 }
          lines: lines
          total: cents
          status: { type: string, enum: [paid, packed, sent, delivered, returned] }

    # Shared state: every screen reads it as shared.NAME, and rules set it under 'shared'.
    shared:
      customer: customer? # null until somebody has signed in
      cart: lines
      address: address? # where the last order went

    # Computed values: read as shared.NAME; nothing sets them.
    computed:
      count: shared.cart.map(l, l.quantity).sum()
      subtotal: shared.cart.map(l, l.price * l.quantity).sum()
      shipping: "shared.count == 0 || shared.subtotal >= 5000 ? 0 : 490" # quoted, since YAML reserves ': '
      total: shared.subtotal + shared.shipping

    # Guards: conditions with a name, for 'when'; inside an expression they are guards.NAME.
    guards:
      isSignedIn: shared.customer != null
      isCartEmpty: shared.cart.size() == 0

    invariants:
      eachProductOnce:
        description: A product has one line in the cart, so that its sku finds it.
        always: shared.cart.map(l, l.sku).distinct().size() == shared.cart.size()
        enforce: true

    # A card's number must outlive a kill during the payment, but never stands with the rest of the session.
    stores:
      wallet: { description: What the payment needs until it is over., sensitive: true }

    effects:
      fetchProducts:
        input: { category: string?, search: { type: string, maxLength: 80 }, cursor: string? }
        output: { items: { type: array, items: product, maxItems: 100 }, cursor: string? }
        timeout: 20s
      fetchProduct: { input: { sku: sku }, output: { value: product }, timeout: 20s }
      fetchOrders:
        input: { customer: integer, cursor: string? }
        output: { items: { type: array, items: order, maxItems: 100 }, cursor: string? }
        timeout: 20s
      fetchOrder: { input: { number: string }, output: { value: order }, timeout: 20s }
      signIn:
        input: { email: email, password: { type: string, maxLength: 200, sensitive: true } }
        output: { customer: customer }
        timeout: 20s
      # Requested again after a kill, a timeout or a failure, with the same key: the host pays once a key.
      charge:
        input:
          customer: integer
          lines: lines
          amount: cents
          address: address
          card: { type: string, maxLength: 200, sensitive: true, persist: wallet }
        output: { number: { type: string, minLength: 1, maxLength: 20 } }
        timeout: 1m
        retries: 2

    prefixes: [https://shop.example, shop://]
    links:
      - { url: /, opens: shop }
      - url: /c/{category}
        at: ./browse
        opens: [catalogue, { catalogue: { category: "${link.category}" } }]
      - url: /p/{sku}
        at: ./browse
        opens: [catalogue, { product: { sku: "${link.sku}" } }]
      - { url: /cart, at: ./cart, opens: cart }
      # This one waits until somebody has signed in; the sign-in stands over the orders meanwhile.
      - url: /orders/{number}
        at: ./orders
        opens: [orders, { order: { number: "${link.number}" } }]
        when: isSignedIn
        otherwise: { screen: orders, slots: { signIn: { screen: signIn, then: signedIn } } }

    # Actions of the flow: they run when no screen on an action's path takes them, so from anywhere.
    actions:
      signOut:
        shared: { customer: null, address: null }
        reset: shop

    screens:
      shop:
        kind: tabs
        title: The shop
        tabs: { browse: catalogue, cart: cart, orders: orders }
        back: history

      catalogue:
        kind: list
        title: Products
        params: { category: string? }
        state: { search: { type: string, maxLength: 80 } }
        # The list loads by itself: when it is presented, when its params change, and by the actions list.more and
        # list.refresh. It has state.items, state.status and state.error.
        items:
          from: fetchProducts
          with: { category: "${params.category}", search: "${state.search}" }
          key: sku
          maxItems: 2000
        slots:
          next: { presents: [catalogue, product] }
        actions:
          search: # once nothing has been typed for 300 ms
            payload: { text: { type: string, maxLength: 80 } }
            set: { search: "${action.text.trim()}" }
            cancel: search
            after: { delay: 300ms, key: search, send: list.refresh }
          category:
            payload: { name: { type: string, maxLength: 40 } }
            push: { screen: catalogue, params: { category: "${action.name}" } }
          open:
            payload: { sku: sku }
            push: { screen: product, params: { sku: "${action.sku}" }, onDuplicate: ignore } # a double tap

      product:
        kind: detail
        title: A product
        params: { sku: sku }
        entity: { from: fetchProduct, with: { sku: "${params.sku}" } } # gives state.value and state.status
        computed:
          inCart: shared.cart.filter(l, l.sku == params.sku).map(l, l.quantity).sum()
          left: "state.value == null ? 0 : state.value.stock - computed.inCart"
        guards:
          isInCart: computed.inCart > 0
          isLoaded: state.value != null
        slots:
          next: { presents: [product] }
        actions:
          add: # the first rule whose 'when' holds runs, and no other
            - when: "!guards.isLoaded"
              reject: the product isn't loaded yet
            - when: computed.left < 1
              reject: "only ${state.value.stock} left"
            - when: isInCart
              shared: { "/cart/{sku=${params.sku}}/quantity": "${computed.inCart + 1}" } # the line with that sku
              reply: "${shared.count + 1}"
            - shared:
                /cart/-: # appends
                  sku: "${params.sku}"
                  name: "${state.value.name}"
                  price: "${state.value.price}"
                  quantity: 1
              reply: "${shared.count + 1}"
          similar: # one that is further down the stack is gone back to
            payload: { sku: sku }
            navigate: { screen: product, params: { sku: "${action.sku}" }, pop: true }
          toCart: { select: cart }

      cart:
        kind: list
        title: The cart
        slots:
          checkout: { presents: [checkout], style: cover }
          signIn: { presents: [signIn], style: sheet }
        actions:
          quantity:
            payload: { sku: sku, quantity: { type: integer, minimum: 0, maximum: 99 } }
            rules:
              - when: "!shared.cart.exists(l, l.sku == action.sku)"
                reject: there is no ${action.sku} in the cart
              - when: action.quantity == 0
                shared: { cart: "${shared.cart.filter(l, l.sku != action.sku)}" }
              - shared: { "/cart/{sku=${action.sku}}/quantity": "${action.quantity}" }
          checkout:
            - { when: isCartEmpty, reject: the cart is empty }
            - { when: "!guards.isSignedIn", present: { screen: signIn, then: signedIn, otherwise: stayed } }
            - present: checkout
          signedIn: # what was asked before the sign-in goes on
            shared: { customer: "${action.result}" }
            send: { to: self, action: checkout }
          stayed: { reply: "${action.reason}" }

      signIn:
        title: Sign in
        state: { busy: boolean, problem: string? }
        returns: customer
        actions:
          submit:
            payload: { email: email, password: { type: string, minLength: 1, maxLength: 200, sensitive: true } }
            rules:
              - set: { busy: true, problem: null }
                effect:
                  name: signIn
                  with: { email: "${action.email}", password: "${action.password}" }
                  done: known
                  failed: unknown
                  policy: leading # a double tap asks once
          known: { dismiss: { result: "${action.output.customer}" } }
          unknown: { set: { busy: false, problem: we don't know this address and password } }
          cancel: { dismiss: true }

      checkout:
        title: Where it goes
        state: { address: { type: [address, "null"], default: "${shared.address}" } }
        slots:
          next: { presents: [payment] }
        actions:
          address: { payload: { address: address }, set: { address: "${action.address}" } }
          continue:
            - { when: state.address == null, reject: say where to send it }
            - present: { screen: payment, params: { address: "${state.address}" } }
          close: { dismiss: true }

      payment:
        title: The payment
        params: { address: address }
        state: { paying: boolean, problem: string? }
        dismissible: "!state.paying" # nobody leaves while it is open whether the money has gone
        actions:
          pay:
            payload: { card: { type: string, minLength: 8, maxLength: 200, sensitive: true, persist: wallet } }
            rules:
              - { when: state.paying, reject: the payment is on its way }
              - set: { paying: true, problem: null }
                effect:
                  name: charge
                  with:
                    customer: "${shared.customer.id}"
                    lines: "${shared.cart}"
                    amount: "${shared.total}"
                    address: "${params.address}"
                    card: "${action.card}"
                  done: paid
                  failed: unpaid
          unpaid: { set: { paying: false, problem: the payment failed. Nothing was charged. } }
          paid: # closes the checkout, and shows the order on top of the orders
            shared: { cart: [], address: "${params.address}" }
            steps:
              - dismiss: { at: parent, force: true }
              - select: orders
              - push: { screen: order, params: { number: "${action.output.number}" } }

      orders:
        kind: list
        title: Your orders
        items:
          from: fetchOrders
          with: { customer: "${shared.customer == null ? 0 : shared.customer.id}" }
          key: number
          load: manual # only once it is known whose orders they are
          maxItems: 1000
        slots:
          order: { presents: [order] }
          signIn: { presents: [signIn], style: sheet }
        lifecycle:
          appeared:
            - when: guards.isSignedIn && state.status == 'idle'
              send: { to: self, action: list.load }
        actions:
          signIn: { present: { screen: signIn, then: signedIn } }
          signedIn:
            shared: { customer: "${action.result}" }
            send: { to: self, action: list.load }
          open:
            payload: { number: { type: string, maxLength: 20 } }
            present: { screen: order, params: { number: "${action.number}" } }

      order:
        kind: detail
        title: An order
        params: { number: { type: string, minLength: 1, maxLength: 20 } }
        entity: { from: fetchOrder, with: { number: "${params.number}" } }
        actions:
          again: # puts everything into the cart once more
            - when: state.value == null || !has(state.value.lines)
              reject: the order isn't loaded yet
            - shared: { cart: "${state.value.lines}" }
              select: cart

    # Version 1 called the cart a basket, and a quantity an amount.
    migrations:
      1:
        - set:
            cart: >-
              ${old.shared.basket.map(l, {'sku': l.sku, 'name': l.name, 'price': l.price, 'quantity': l.amount})}
        - drop: { fields: [basket] }

    """#
}
