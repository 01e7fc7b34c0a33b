import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// Somebody who follows a place or a screen, or a part of it.
final class StateSubscription {
  typealias Form = SubscriptionRequest.Form

  /// What was last told, as far as a change doesn't keep it.
  struct Told {
    /// The screen that was there; nil: nothing was.
    var target: ScreenID?
    /// The value of the part, once that screen is gone; nil: it is another one whatever is there now.
    var lost: JSONValue?
  }

  /// Changes that aren't told yet, because the reader is behind.
  final class Held {
    #if !DEBUG
      @exclusivity(unchecked)
    #endif
    var told: Told
    let computed: ComputedValues?
    /// The first change, and the last one.
    let since: Int
    #if !DEBUG
      @exclusivity(unchecked)
    #endif
    var seq: Int

    init(told: Told, computed: ComputedValues?, seq: Int) {
      self.told = told
      self.computed = computed
      since = seq
      self.seq = seq
    }
  }

  let number: Int
  /// The window whose root the way begins at; nil: it begins at a screen.
  let window: String?
  /// The screen that the way begins at, with which the subscription ends.
  let origin: ScreenID?
  /// The names of the slots to go through.
  let slots: [String]
  /// The rest of the pointer, from the screen that those lead to.
  let tokens: [String]
  let view: StateView
  let form: Form
  /// What tells the elements of a list apart, where that was asked for.
  private let key: String?
  /// What the followed list declares for that.
  private var declaredKey: String?

  /// The screen that is followed now; nil: there is none at that place.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var target: ScreenID?
  /// The part of that screen.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var part = StatePart.nothing
  /// The screen under which the subscription is found: the followed one, else the deepest one on the way to it.
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
  /// Whether it is to be looked at when the current change is told, and for what.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var isConcerned = false
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var covered: StateTeller.Covered = [:]
  /// The value as it was told of a screen that wasn't followed yet when changes began to be held back.
  var start: JSONValue?

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
  }

  /// Follows another screen from now on.
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

  /// Gives up what the current change concerns it for, which is told; the memory of a few screens is kept.
  func forgetCovered() {
    isConcerned = false
    if !covered.isEmpty { covered.removeAll(keepingCapacity: covered.count <= 16) }
  }

  /// How many levels of screens it looks at.
  var reach: Int {
    if tokens.isEmpty || tokens == ["slots"] { return view.levels }
    return 1
  }

  /// What tells the elements of the followed list apart.
  var listKey: String { key ?? declaredKey ?? "id" }
}
