import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections
import NavtreeEngine

extension MethodTable {
  /// Built-in navigation, from which its methods and its actions are made.
  static let navigations = treeNavigations + [opening]

  static let navigationMethods = treeNavigations.map(\.method)

  private static let treeNavigations = presenting + leaving + choosing

  private static let slot = Parameter(.in, .string, "the slot, where several take this type")
  private static let merge = Parameter(
    .merge, .boolean, "the params are laid over those that the screen has, not over its defaults")
  private static let duplicate = Parameter(
    .onDuplicate, .choice(NavigationRequest.OnDuplicate.allCases.map(\.rawValue)),
    "what a screen on top with the same type and identity means: the double tap")

  private static let made = [Shape.Member.id]
  private static let misplaced: [ErrorKind] = [.slotOccupied, .ambiguousSlot, .notPresentable]
  private static let open = #"dispatch {"action":{"type":"open","id":7}}"#
  private static let compose = #"present {"screen":"compose","at":"/main/inbox"}"#
  private static let settings = #"select {"tab":"settings"}"#

  private static let presenting = [
    NavigationMethod(
      "present", "Presents a screen in a slot of the addressed one.",
      [
        .screen, .params, slot, Parameter(.replace, .boolean, "in place of what is presented there"),
        Parameter(.then, .string, "the action that the addressed screen gets with the result"),
        Parameter(.otherwise, .string, "the action that it gets when there is no result"), duplicate,
      ], answers: made, errors: misplaced,
      examples: [
        Example("Shows a sheet", #"{"screen":"compose"}"#),
        Example("Waits for its result", #"{"screen":"compose","then":"sent"}"#),
      ]
    ) { call throws(Failure) in
      .present(
        try call.screen(isAwaited: true), slot: try call.params.string(.in),
        replace: try call.params.boolean(.replace), try call.params.choice(.onDuplicate) ?? .push)
    },
    NavigationMethod(
      "push", "Presents a screen on top of the chain that holds the addressed one.",
      [.screen, .params, slot, duplicate], answers: made, errors: misplaced,
      examples: [
        Example("Pushes a message on another", #"{"screen":"message","params":{"id":8}}"#, after: [open]),
        Example(
          "Leaves out a second tap", #"{"screen":"message","params":{"id":7},"onDuplicate":"ignore"}"#,
          after: [open]),
      ]
    ) { call throws(Failure) in
      .push(
        try call.screen(), slot: try call.params.string(.in), try call.params.choice(.onDuplicate) ?? .push)
    },
    NavigationMethod(
      "navigate", "Goes to a screen where it is there already: on top, in a tab or a pane; else pushes it.",
      [
        .screen, .params, Parameter(.pop, .boolean, "also back to it, if it is in the chain"), merge,
        duplicate,
      ], answers: made, errors: misplaced,
      examples: [
        Example("Selects the tab where it is", #"{"screen":"settings"}"#),
        Example(
          "Goes back to it", #"{"screen":"folder","params":{"name":"inbox"},"pop":true}"#, after: [open]),
      ]
    ) { call throws(Failure) in
      .navigate(
        try call.screen(), pop: try call.params.boolean(.pop), merge: try call.params.boolean(.merge),
        try call.params.choice(.onDuplicate) ?? .push)
    },
    NavigationMethod(
      "replace", "Puts a screen in place of the addressed one and what that holds.", [.screen, .params],
      answers: made, errors: [.notPresentable],
      examples: [Example("Shows another message", #"{"screen":"message","params":{"id":8}}"#, after: [open])]
    ) {
      call throws(Failure) in
      .replace(try call.screen())
    },
    NavigationMethod(
      "reset",
      "Puts any tree in place of the root of the window, tab or pane; checked whole before anything changes.",
      [
        Parameter(
          .tree, .shared(.tree), required: true,
          "`{screen, params?, state?, selected?, focus?, slots?}` or a list"),
        Parameter(.reuse, .boolean, "screens equal in type, identity and place keep id and state"),
      ], answers: made, errors: misplaced + [.unknownScreen],
      examples: [
        Example(
          "Opens a message in the inbox, whatever is there",
          #"{"at":"/main/inbox","tree":[{"folder":{"name":"inbox"}},{"message":{"id":9}}],"reuse":true}"#,
          after: [open])
      ]
    ) { call throws(Failure) in
      .reset(try call.tree(), reuse: try call.params.boolean(.reuse))
    },
  ]

  private static let leaving = [
    NavigationMethod(
      "pop", "Takes screens off the top of the chain that holds the addressed one.",
      [Parameter(.count, .integer, "how many, by default 1; at most down to the chain's root")],
      errors: [.nothingToPop],
      examples: [
        Example("Goes back by one", after: [open]),
        Example("By two", #"{"count":2}"#, after: [open, #"dispatch {"action":{"type":"older"}}"#]),
      ]
    ) { call throws(Failure) in
      .pop(count: try call.params.integer(.count, in: 0...Int.max - 1) ?? 1)
    },
    NavigationMethod(
      "popTo", "Goes back to the nearest such screen at or below the addressed one.",
      [
        .screen, .params, Parameter(.identity, .any, "the identity, instead of that of the params"), merge,
        Parameter(
          .otherwise, .choice(NavigationRequest.Otherwise.allCases.map(\.rawValue)),
          "what is done when there is none; by default fail"),
      ], answers: made, errors: [.nothingToPop, .notPresentable],
      examples: [
        Example(
          "Goes back to the first message", #"{"screen":"message","params":{"id":7}}"#,
          after: [open, #"dispatch {"action":{"type":"older"}}"#])
      ]
    ) { call throws(Failure) in
      .popTo(
        try call.screen(),
        identity: try call.params.value(.identity),
        merge: try call.params.boolean(.merge), try call.params.choice(.otherwise) ?? .fail)
    },
    NavigationMethod(
      "popToRoot", "Takes all screens off the chain that holds the addressed one, but for its root.", [],
      errors: [.nothingToPop],
      examples: [
        Example("Goes back to the folder", after: [open, #"dispatch {"action":{"type":"older"}}"#])
      ]
    ) {
      _ throws(Failure) in
      .popToRoot
    },
    NavigationMethod(
      "dismiss", "Takes the addressed screen away, with what it holds.",
      [Parameter(.result, .any, "what the screen that presented it gets")],
      errors: [.notDismissable],
      examples: [
        Example("Takes a sheet away", after: [compose]),
        Example(
          "Gives a result", #"{"result":{"to":"ada"}}"#, after: [#"dispatch {"action":{"type":"write"}}"#]),
      ]
    ) { call throws(Failure) in
      .dismiss(result: try call.params.value(.result))
    },
    NavigationMethod(
      "back", "Does what a back button does, from the active screen up; else answers `handled: false`.", [],
      answers: [.handled],
      examples: [
        Example("Takes what is on top", after: [open]), Example("There is nowhere to go back to"),
      ]
    ) {
      _ throws(Failure) in
      .back
    },
  ]

  private static let choosing = [
    NavigationMethod(
      "select", "Selects a tab, of the nearest tabs upwards that have it.",
      [
        Parameter(.tab, .string, required: true, "the tab's name"),
        Parameter(.params, .object, "what the tab's root gets; without them its defaults"),
      ], answers: made, examples: [Example("Shows the settings", #"{"tab":"settings"}"#)]
    ) { call throws(Failure) in
      .select(tab: try call.params.text(.tab), params: try call.params.object(.params))
    },
    NavigationMethod(
      "focus", "Puts a pane in focus, of the nearest split upwards that has it.",
      [Parameter(.pane, .string, required: true, "the pane's name")],
      examples: [Example("Goes to the pane beside", #"{"pane":"topic"}"#, after: [settings])]
    ) { call throws(Failure) in
      .focus(pane: try call.params.text(.pane))
    },
    NavigationMethod(
      "setParams", "Changes the params of the addressed screen.",
      [
        Parameter(.params, .object, required: true, "laid over the present ones"),
        Parameter(.replace, .boolean, "in place of the present ones, defaults aside"),
      ], answers: made,
      examples: [Example("Turns to another message", #"{"params":{"id":8}}"#, after: [open])]
    ) { call throws(Failure) in
      .setParams(try call.params.object(.params) ?? [:], replace: try call.params.boolean(.replace))
    },
  ]
}
