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
        errors: { code: { type: string, enum: [unknown, locked, offline] } } # why it failed
        timeout: 20s
      # Requested again after a kill, a timeout or a failure, with the same key: the host pays once a key.
      charge:
        input:
          customer: integer
          lines: lines
          amount: cents
          address: address
          card: { type: string, maxLength: 200, sensitive: true, persist: wallet }
        # A failure is tried again; that a card is declined is an answer.
        output: { verdict: { type: string, enum: [paid, declined] }, number: { type: string, maxLength: 20 } }
        timeout: 1m
        retries: { times: 2, delay: 2s, factor: 2, maxDelay: 10s }

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


    """#
}
