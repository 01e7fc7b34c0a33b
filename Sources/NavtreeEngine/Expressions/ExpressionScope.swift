import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// The values of the names in the flow's expressions.
///
/// It reads the given screen in place, so that its state is still written in place.
final class ExpressionScope: CELActivation {
  /// The transaction, which owns the scope and outlives it.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var owner: Unmanaged<Transaction>?
  let flow: FlowDefinition
  /// The screen that expressions are about, and its window.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var live = (screen: ScreenID(0), window: 0)
  /// A screen outside the tree that they are about instead.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var made: Screen?
  /// Whether many screens are looked at in turn, and those that were found on the way to them.
  private var looksAtMany = false
  private var known: [ScreenID: Screen] = [:]
  /// The same screen, as it was in the tree before.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var departed: DepartedScreen?
  /// The payload of the present action, as its first declaring screen has it.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var payload: [JSONValue] = []
  /// The fields of a payload that were given, while it is bound.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var given: [JSONValue?] = []
  /// The values that the rules of the list in progress name, and those that were read.
  private var names: [DerivedDefinition] = []
  private var named: [Int: CELValue] = [:]
  /// The link whose templates are evaluated.
  var link: LinkMatch?
  /// The values that a migration reads: a screen's params and state, and the shared state; or the last alone.
  var old: [JSONValue] = []
  /// The value of `old.params` while a `paramsChanged` rule runs.
  var formerParams: JSONValue?
  /// The declaration that `payload` follows.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var payloadFields = RecordDefinition()

  /// The flow's computed values; nil if it has none.
  let sharedValues: SharedValues?

  init(flow: FlowDefinition, costLimit: Int) {
    self.flow = flow
    sharedValues = SharedValues(flow, costLimit: costLimit)
  }

  /// Begins a run of rules that name values.
  func begin(_ names: [DerivedDefinition]) {
    self.names = names
    named.removeAll(keepingCapacity: true)
  }

  /// Forgets the named values that were read, before what they are made of changes.
  func forgetNamed() { if !named.isEmpty { named.removeAll(keepingCapacity: true) } }

  /// A named value, as another activation sees what it is made of; nothing is kept.
  func named(
    _ number: Int, in activation: any CELActivation, budget: inout CELBudget
  ) throws(CELError) -> CELValue {
    let index = number - ScopeVariable.allCases.count
    guard names.indices.contains(index) else { throw Self.unbound }
    return try names[index].value.program.evaluate(activation, budget: &budget)
  }

  private func named(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    if let value = named[number] { return value }
    let value = try named(number, in: self, budget: &budget)
    named[number] = value
    if isMeasured { count(computed: names[number - ScopeVariable.allCases.count].value) }
    return value
  }

  /// Directs expressions to a live screen of a window.
  func look(at screen: ScreenID, in window: Int) { live = (screen, window) }

  /// Directs expressions to a live screen.
  @inline(__always)
  func look(at screen: ScreenID) {
    live.screen = screen
    owner?._withUnsafeGuaranteedRef {
      if $0.isFirstFocus(screen) { live.window = 0 } else { find(screen, in: $0) }
    }
  }

  @inline(never)
  private func find(_ screen: ScreenID, in transaction: Transaction) {
    if let window = transaction.world.windows.index(holding: screen) { live.window = window }
  }

  /// Remembers the screens that are found, so that finding many costs their number, not the distance of each.
  ///
  /// Nothing may change meanwhile.
  func lookAtMany<Result, Problem: Error>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
    looksAtMany = true
    defer {
      looksAtMany = false
      known = [:]
    }
    return try body()
  }

  /// Directs the expressions of a closure to a live screen.
  func look<Result, Problem: Error>(
    at screen: ScreenID, _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let outer = (live, made, departed)
    defer { (live, made, departed) = outer }
    look(at: screen)
    made = nil
    departed = nil
    return try body()
  }

  /// Directs the expressions of a closure to a screen that isn't in the tree.
  func look<Result, Problem: Error>(
    at screen: Screen, departed: DepartedScreen? = nil, _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let outer = (made, self.departed)
    defer { (made, self.departed) = outer }
    made = screen
    self.departed = departed
    return try body()
  }

  /// The screen that expressions are about, if any and still alive.
  ///
  /// - Complexity: O(distance from the path of the focus).
  var subject: Screen? { made ?? window.flatMap { screen(live.screen, in: $0) } }

  /// The screen that holds the subject.
  var parent: Screen? {
    if made != nil { return departed?.parent }
    guard let window, let parent = window.place(of: live.screen)?.parent else { return nil }
    return screen(parent, in: window)
  }

  private func screen(_ id: ScreenID, in window: NavigationZipper) -> Screen? {
    looksAtMany ? window.screen(id, knowing: &known) : window.screen(id)
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    guard let scopeVariable = ScopeVariable(rawValue: variable) else { throw Self.unbound }
    switch scopeVariable {
    case .state:
      if let made { return CELValue(made.state[number]) }
      if let value = readFocus({ $0.state[number] }) { return CELValue(value) }
      return CELValue(try found().state[number])
    case .params:
      if let made { return CELValue(made.params[number]) }
      if let value = readFocus({ $0.params[number] }) { return CELValue(value) }
      return CELValue(try found().params[number])
    case .action:
      return CELValue(payload[number])
    case .shared:
      guard let transaction else { throw Self.unbound }
      if number < transaction.world.shared.count { return CELValue(transaction.world.shared[number]) }
      return try sharedValue(number - flow.shared.fields.count)
    case .computed:
      return try computed(number, budget: &budget)
    case .guards:
      let condition = try guardDefinition(number).value
      if isMeasured { return try measured(guard: condition, &budget) }
      return try condition.program.evaluate(self, budget: &budget)
    case .screen:
      return try screenField(number)
    case .parent:
      guard let parent else { throw CELError(.noSuchKey, "the root of a window has no parent") }
      return flow.screens[parent.type].parentField(number, parent.params, parent.state)
    case .link:
      guard let link else { throw Self.unbound }
      return CELValue(link.values[number])
    case .old:
      return CELValue(formerParams ?? old[number])
    case .owed:
      guard let transaction else { throw Self.unbound }
      return try transaction.owed(OwedPart.allCases[number], sensitive: true, &budget)
    case .transitions: return .int(transaction?.pendingCount ?? 0)
    case .now, .screens:
      throw Self.unbound
    }
  }

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    guard let scopeVariable = ScopeVariable(rawValue: number) else {
      return try named(number, budget: &budget)
    }
    guard let transaction else { throw Self.unbound }
    switch scopeVariable {
    case .state:
      let screen = try found()
      return CELValue(.object(flow.screens[screen.type].state.object(screen.state)))
    case .params:
      let screen = try found()
      return CELValue(.object(flow.screens[screen.type].params.object(screen.params)))
    case .action: return CELValue(.object(payloadFields.object(payload)))
    case .shared:
      let stored = flow.shared.object(transaction.world.shared)
      return try object(stored, and: flow.computed, of: number, budget: &budget)
    case .guards: return try object(and: flow.guards + screenGuards(), of: number, budget: &budget)
    case .computed: return try object(and: definition().computed, of: number, budget: &budget)
    case .screen:
      return CELValue(
        .object([
          "id": .integer(try found().id.number), "path": .string(try path()),
          "type": .string(try definition().name), "window": .string(windowName),
        ]))
    case .parent:
      return parent.map { flow.screens[$0.type].parentObject($0.params, $0.state) } ?? .null
    case .now:
      guard let now = CELTimestamp(milliseconds: transaction.now) else { throw Self.unbound }
      return .timestamp(now)
    case .screens:
      try budget.spend(transaction.screenCount)
      return .list(CELList(ScreenListView(transaction, sensitive: true)))
    case .owed:
      return try transaction.owed(sensitive: true, &budget)
    case .transitions: return CELValue(.object(["pending": .integer(transaction.pendingCount)]))
    case .old:
      if let formerParams { return CELValue(.object(["params": formerParams])) }
      let names = ["params", "state", "shared"].suffix(old.count)
      return CELValue(.object(JSONObject(uniqueKeysWithValues: zip(names, old))))
    case .link:
      guard let link else { throw Self.unbound }
      return CELValue(.object(flow.links.record(of: link.route).object(link.values)))
    }
  }

  private static let unbound = CELError(.host, "this name has no value here")

  private func found() throws(CELError) -> Screen {
    guard let subject else { throw Self.unbound }
    return subject
  }

  var transaction: Transaction? {
    get { owner?.takeUnretainedValue() }
    set { owner = newValue.map(Unmanaged.passUnretained) }
  }

  /// Whether the session counts what it evaluates.
  var isMeasured: Bool {
    owner?._withUnsafeGuaranteedRef { $0.listeners.coverage != nil } ?? false
  }

  /// A value of the focus of the window, if expressions are about that screen.
  ///
  /// It is read where it lies, and the session isn't retained for it: 100 instructions of a dispatch.
  @inline(__always)
  private func readFocus(_ read: (borrowing Screen) -> JSONValue) -> JSONValue? {
    owner?._withUnsafeGuaranteedRef { transaction in
      guard live.window < transaction.world.windows.count,
        transaction.world.windows[live.window].focus.id == live.screen
      else { return nil }
      return read(transaction.world.windows[live.window].focus)
    }
  }

  private var window: NavigationZipper? {
    guard let transaction, transaction.world.windows.indices.contains(live.window) else { return nil }
    return transaction.world.windows[live.window]
  }

  private func definition() throws(CELError) -> ScreenDefinition { flow.screens[try found().type] }

  private func path() throws(CELError) -> String {
    if let departed { return departed.address }
    return window?.address(of: try found().id) ?? ""
  }

  private var windowName: String { departed?.window ?? window?.window ?? "" }

  private func screenField(_ number: Int) throws(CELError) -> CELValue {
    switch number {
    case 0: .int(try found().id.number)
    case 1: .string(try path())
    case 3: .string(windowName)
    default: .string(try definition().name)
    }
  }

  /// One of the flow's guards, or after them of the screen's.
  func guardDefinition(_ number: Int) throws(CELError) -> DerivedDefinition {
    try flow.guardDefinition(number, on: definition())
  }

  /// The guards of the screen that expressions are about, if any.
  private func screenGuards() throws(CELError) -> [DerivedDefinition] {
    subject == nil ? [] : try definition().guards
  }

  private func sharedValue(_ number: Int) throws(CELError) -> CELValue {
    guard let transaction, let sharedValues, number >= 0 else { throw Self.unbound }
    return try sharedValues.value(number, self, now: transaction.now)
  }

  private func computed(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    let definition = try definition().computed[number].value
    let value = try definition.program.evaluate(self, budget: &budget)
    if isMeasured { count(computed: definition) }
    return value
  }
}
