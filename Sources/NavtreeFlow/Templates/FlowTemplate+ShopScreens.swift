extension FlowTemplate {
  static let shopScreensText = #"""
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
          unknown:
            - when: action.error.code == 'offline' || action.error.kind == 'timedOut'
              set: { busy: false, problem: try again later }
            - when: action.error.code == 'locked'
              set: { busy: false, problem: too many attempts }
            - set: { busy: false, problem: we don't know this address and password }
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
            - when: action.output.verdict == 'declined'
              set: { paying: false, problem: the card was declined }
            - shared: { cart: [], address: "${params.address}" }
              steps:
                - dismiss: all
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
