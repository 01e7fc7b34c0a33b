package import NavtreeFlow
import NavigationTree
import NavtreeJSON

/// The types of a flow, as the writers of all languages see them.
package final class FlowTypes {
  let flow: FlowDefinition
  let name: String
  let version: Int
  let hash: String
  let summary: String?
  /// The flow's own types that others use.
  let types: [InnerType]
  let shared: ObjectType
  let computed: ObjectType
  let screens: [ScreenTypes]
  /// The actions that run when no screen on the path takes them.
  let actions: [ActionTypes]
  let effects: [EffectTypes]
  let links: [LinkTypes]
  /// Those that open with a session.
  let windows: [String]
  /// The names of slots, each once.
  let slots: [String]

  /// - Complexity: O(size of the flow).
  package init(_ flow: FlowDefinition) {
    let document = flow.normalised
    var maker = TypeMaker(document)
    self.flow = flow
    name = flow.name
    version = flow.version
    hash = flow.fingerprint.description
    summary = TypeMaker.summary(of: document)
    shared = maker.record("shared", flow.shared, document["shared"], isRead: true)
    effects = flow.effects.map { maker.effect($0) }
    var screens = flow.screens.map { maker.screen($0, flow) }
    computed = maker.computed("computed", flow.computed)
    for index in screens.indices { screens[index].computed = maker.computed("computed", flow.screens[index]) }
    self.screens = screens
    actions = maker.actions(flow.actions, flow, document["actions"])
    links = flow.links.table.routes.enumerated().map { maker.link($1, flow.links.definitions[$0]) }
    types = maker.named
    var seen: Set<String> = []
    let declared = flow.start.map(\.window) + flow.windows.map(\.name)
    windows = (declared + (flow.windowNames ?? []).sorted()).filter { seen.insert($0).inserted }
    seen.removeAll()
    slots = flow.screens.flatMap(\.slots).map(\.name).filter { seen.insert($0).inserted }
  }
}

/// The types of a screen.
struct ScreenTypes {
  let name: String
  let kind: ScreenKind
  let summary: String?
  let params: ObjectType
  let state: ObjectType
  var computed: ObjectType
  /// Holds the types within that of the result.
  let result: ObjectType
  /// The type of the result, if it may have one.
  let returns: ValueType?
  let actions: [ActionTypes]
  /// The names of its slots, tabs and panes.
  let slots: [String]
}

extension ScreenTypes {
  /// A member of a screen as it is read.
  struct Member {
    enum Value {
      case id
      case text
      /// A type within that of the screen.
      case part(String, isOptional: Bool)
    }

    let name: String
    let value: Value
  }

  /// The members of a screen, in the order of the protocol.
  var members: [Member] {
    var members = [
      Member(name: "id", value: .id), Member(name: "at", value: .text),
      Member(name: "params", value: .part("Params", isOptional: false)),
      Member(name: "state", value: .part("State", isOptional: false)),
    ]
    if !computed.fields.isEmpty {
      members.append(Member(name: "computed", value: .part("Computed", isOptional: true)))
    }
    switch kind {
    case .tabs: members.append(Member(name: "selected", value: .text))
    case .split: members.append(Member(name: "focus", value: .text))
    case .screen, .list, .detail: break
    }
    if !slots.isEmpty { members.append(Member(name: "slots", value: .part("Slots", isOptional: false))) }
    return members
  }

  /// The slots as an object, each of whose fields is one of the screens or null.
  func slotsObject(of screens: ObjectType) -> ObjectType {
    let object = ObjectType("slots")
    object.fields = slots.map {
      FieldType(name: $0, type: .nullable(.object(screens)), initial: .null, mayBeLeftOut: true)
    }
    return object
  }
}

/// An action, and the type of its payload.
struct ActionTypes {
  let name: String
  let summary: String?
  let payload: ObjectType
}

/// An effect, and the types that the host takes and gives.
struct EffectTypes {
  let name: String
  let summary: String?
  let input: ObjectType
  let output: ObjectType
  /// An answer before the last one, if it differs from that.
  let next: ObjectType?
  /// The reason of a failure, if it is declared.
  let errors: ObjectType?
}

/// A link, whose URL has these fields.
struct LinkTypes {
  enum Segment {
    case literal(String)
    /// A field: one segment, or none where it is null.
    case one(FieldType)
    /// A field: a segment for each of its items.
    case rest(FieldType)
  }

  let pattern: String
  let segments: [Segment]
  let query: [FieldType]
  /// Holds the types within those of the fields.
  let fields: ObjectType
}
