import Navtree

/// A screen of ``Flows/counter()``, as `navtree types swift` makes it.
struct Counter: TypedScreen {
  static let type = "counter"
  let content: ScreenContent

  init(content: ScreenContent) { self.content = content }

  init(id: Navtree.Screen.ID, at: String? = nil, start: Int = 0, count: Int = 0) {
    var state = State(_fields: RecordFields(count: 4))
    state.count = count
    state.name = ""
    state.letters = []
    state.secret = ""
    var params = Params(_fields: RecordFields(count: 1))
    params.start = start
    content = ScreenContent(type: Self.type, id: id, at: at, params: params, state: state)
  }

  init(json: JSONValue) throws(JSONConversionError) {
    let members = try JSONMembers(json)
    let state: State = try members.value("state")
    self.init(id: try members.value("id"), count: state.count)
  }

  var json: JSONValue { ["id": id.json, "screen": .string(Self.type), "state": state.json] }
  var params: Params { Params(_fields: content.params) }
  var state: State { State(_fields: content.state) }
  var computed: Computed? { content.computed.map(Computed.init(_fields:)) }
  var next: JSONValue { content.slots[0] }

  struct Params: TypedRecord {
    static let _names = ["start"]
    var _fields: RecordFields
    init(_fields: RecordFields) { self._fields = _fields }
    init(json: JSONValue) throws(JSONConversionError) {
      _fields = RecordFields(count: 1)
      start = try JSONMembers(json).value("start")
    }
    var start: Int {
      get { _fields[0] }
      set { _fields[0] = newValue }
    }
  }

  struct State: TypedRecord {
    static let _names = ["count", "name", "letters", "secret"]
    var _fields: RecordFields
    init(_fields: RecordFields) { self._fields = _fields }
    init(json: JSONValue) throws(JSONConversionError) {
      let members = try JSONMembers(json)
      _fields = RecordFields(count: 4)
      count = try members.value("count")
      name = try members.value("name")
      letters = try members.value("letters")
      secret = try members.value("secret")
    }
    var count: Int {
      get { _fields[0] }
      set { _fields[0] = newValue }
    }
    var name: String {
      get { _fields[1] }
      set { _fields[1] = newValue }
    }
    var letters: [String] {
      get { _fields[2] }
      set { _fields[2] = newValue }
    }
    var secret: String {
      get { _fields[3] }
      set { _fields[3] = newValue }
    }
  }

  struct Computed: TypedRecord {
    static let _names = ["double"]
    var _fields: RecordFields
    init(_fields: RecordFields) { self._fields = _fields }
    init(json: JSONValue) throws(JSONConversionError) {
      _fields = RecordFields(count: 1)
      double = try JSONMembers(json).value("double")
    }
    var double: Int? {
      get { _fields[0] }
      set { _fields[0] = newValue }
    }
  }
}

extension Session {
  /// The counter at an address.
  func counter(_ address: Address = "/main") -> Counter? {
    content(at: address, of: Counter.type).map(Counter.init(content:))
  }
}
