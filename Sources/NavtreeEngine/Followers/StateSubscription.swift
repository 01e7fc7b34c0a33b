import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// A subscription to a place or a screen, or a part of it.
final class StateSubscription {
  typealias Form = SubscriptionRequest.Form

  /// The last reported value, as far as a change doesn't keep it.
  struct Told {
    /// The screen that was there, if any.
    var target: ScreenID?
    /// The value of the part once that screen is gone; nil if the present value differs in any case.
    var lost: JSONValue?
  }

  /// Changes that are held, because the reader is behind or more would wait than may.
  final class Held {
    #if !DEBUG
      @exclusivity(unchecked)
    #endif
    var told: Told
    let computed: ComputedValues?
    /// The writes since.
    let touches: Touches
    /// The first change, and the last one.
    let since: Int
    #if !DEBUG
      @exclusivity(unchecked)
    #endif
    var seq: Int

    /// - Parameter since: the first change; nil if it is the last one too.
    init(told: Told, computed: ComputedValues?, touches: Touches, since: Int? = nil, seq: Int) {
      self.told = told
      self.computed = computed
      self.touches = touches
      self.since = since ?? seq
      self.seq = seq
    }
  }

  /// The value that held changes begin with, where the writes since don't tell it.
  enum Start {
    case value(JSONValue)
    /// It isn't known: the present value is told as a whole.
    case unknown
  }

  let number: Int
  /// The window at whose root the path begins; nil if it begins at a screen.
  let window: String?
  /// The screen at which the path begins, and with which the subscription ends.
  let origin: ScreenID?
  /// The names of the slots on the path.
  let slots: [String]
  /// The rest of the pointer, from the screen at the end of the path.
  let tokens: [String]
  let view: StateView
  let form: Form
  /// The aspect that it has in common with others.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var aspect: Aspect
  /// The requested key of a list's elements, if any.
  private let key: String?
  /// The key that the followed list declares.
  private var declaredKey: String?

  /// The followed screen, if there is one at that place.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var target: ScreenID?
  /// The part of that screen.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var part = StatePart.nothing
  /// The screen under which the subscription is indexed: the followed one, else the deepest one on the path to it.
  var home: ScreenID?
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var told = Told()
  let computed: ComputedValues?
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var held: Held?
  /// Whether it is examined when the current change is reported, and for which screens.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var isConcerned = false
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var covered = StateTeller.Covered()
  /// The start of held changes of a screen that wasn't followed yet when they began to be held.
  var start: Start?

  init(
    _ number: Int, _ anchor: SubscriptionRequest.Anchor, _ pointer: JSONPointer, _ view: StateView,
    _ form: Form, key: String?
  ) {
    self.number = number
    self.view = view
    self.form = form
    self.key = key
    computed = view.computed ? ComputedValues() : nil
    var slots: [String] = []
    switch anchor {
    case .place(let window, let names):
      self.window = window
      origin = nil
      slots = names
    case .screen(let id):
      window = nil
      origin = id
    }
    var tokens = pointer.tokens[...]
    while tokens.first == "slots", tokens.count > 1 {
      slots.append(tokens[tokens.startIndex + 1])
      tokens = tokens.dropFirst(2)
    }
    self.slots = slots
    self.tokens = Array(tokens)
    aspect = Aspect(
      Aspect.Key(
        pointer: UTF8Key(JSONPointer(self.tokens).description), view: view, form: form,
        list: key.map { UTF8Key($0) }))
  }

  /// The same subscription in a session that takes the place of the followed one; nil if it follows a screen.
  init?(continuing former: StateSubscription) {
    guard former.origin == nil else { return nil }
    number = former.number
    window = former.window
    origin = nil
    slots = former.slots
    tokens = former.tokens
    view = former.view
    form = former.form
    key = former.key
    aspect = Aspect(former.aspect.key)
    computed = former.view.computed ? ComputedValues() : nil
  }

  /// Switches to another screen.
  func follow(_ target: ScreenID?, of type: Int?, in flow: FlowDefinition) {
    self.target = target
    part = type.map { StatePart(tokens, of: flow.screens[$0], view) } ?? .nothing
    declaredKey = nil
    if let type, case .list(let key, _)? = flow.screens[type].loader?.kind,
      part == .field(LoaderDefinition.Field.content.rawValue, tail: [])
    {
      declaredKey = key
    }
  }

  /// Has the value told as a whole: its screen stands elsewhere, with all that it shows.
  func forgetAddresses() {
    told = Told()
    held?.told = Told()
  }

  /// Forgets the reported screens of the current change; the memory of a few is kept.
  func forgetCovered() {
    isConcerned = false
    if !covered.isEmpty { covered.removeAll(keepingCapacity: covered.count <= 16) }
  }

  /// The number of levels of screens that it covers.
  var reach: Int {
    if tokens.isEmpty || tokens == ["slots"] { return view.levels }
    return 1
  }

  /// The key of the followed list's elements.
  var listKey: String { key ?? declaredKey ?? "id" }
}
