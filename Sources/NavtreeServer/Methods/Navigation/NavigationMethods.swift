import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

extension MethodTable {
  /// The built-in navigations, from which their methods and actions are made.
  static let navigations = treeNavigations + [opening]

  /// The parameters of each built-in navigation as an action, by its name, such as `nav.push`.
  package static var navigationActions: [(name: String, parameters: [Parameter])] {
    navigations.map { ($0.action.name, $0.action.parameters) }
  }

  static let navigationMethods = treeNavigations.map(\.method)

  private static let treeNavigations = presenting + leaving + choosing

  private static let slot = Parameter(.in, .string, "the slot, if several take this type")
  private static let merge = Parameter(
    .merge, .boolean, "merge the params into those that the screen has, instead of its defaults")
  private static let duplicate = Parameter(
    .onDuplicate, .choice(NavigationRequest.OnDuplicate.allCases.map(\.rawValue)),
    "what to do if the screen on top has the same type and identity (a double tap)")

  private static let made = [Shape.Member.id]
  private static let misplaced: [ErrorKind] = [.slotOccupied, .ambiguousSlot, .notPresentable]
  private static let open = #"dispatch {"action":{"type":"open","id":7}}"#
  private static let compose = #"present {"screen":"compose","at":"/main/inbox"}"#
  private static let settings = #"select {"tab":"settings"}"#

  private static let presenting = [
    NavigationMethod(
      "present", "Presents a screen in a slot of the addressed one.",
      [
        .screen, .params, slot,
        Parameter(
          .ifOccupied, .choice(NavigationRequest.IfOccupied.allCases.map(\.rawValue)),
          "what to do if the slot, or another of its sort, is occupied; by default fail"),
        Parameter(.replace, .boolean, "short for `ifOccupied: replace`"),
        Parameter(.then, .string, "the action that the addressed screen gets with the result"),
        Parameter(.otherwise, .string, "the action that it gets when there is no result"), duplicate,
      ], answers: [.id.ifAny], errors: misplaced,
      examples: [
        Example("Shows a sheet", #"{"screen":"compose"}"#),
        Example("Waits for its result", #"{"screen":"compose","then":"sent"}"#),
      ]
    ) { call throws(Failure) in
      .present(
        try call.screen(isAwaited: true), slot: try call.params.string(.in), try call.ifOccupied(),
        try call.params.choice(.onDuplicate) ?? .push)
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
      "navigate", "Goes to a screen that is already on top or in a tab or pane, else pushes it.",
      [
        .screen, .params, Parameter(.pop, .boolean, "also go back to it, if it is in the chain"), merge,
        duplicate,
      ], answers: made, errors: misplaced,
      examples: [
        Example("Selects the tab that holds it", #"{"screen":"settings"}"#),
        Example(
          "Goes back to it", #"{"screen":"folder","params":{"name":"inbox"},"pop":true}"#, after: [open]),
      ]
    ) { call throws(Failure) in
      .navigate(
        try call.screen(), pop: try call.params.boolean(.pop), merge: try call.params.boolean(.merge),
        try call.params.choice(.onDuplicate) ?? .push)
    },
    NavigationMethod(
      "replace", "Puts a screen in place of the addressed one and all it holds.", [.screen, .params],
      answers: made, errors: [.notPresentable],
      examples: [Example("Shows another message", #"{"screen":"message","params":{"id":8}}"#, after: [open])]
    ) { call throws(Failure) in .replace(try call.screen()) },
    NavigationMethod(
      "reset",
      "Puts any tree in place of the root of the window, tab or pane; the whole tree is checked first.",
      [
        Parameter(
          .tree, .shared(.tree), required: true,
          "`{screen, params?, state?, selected?, focus?, slots?}` or a list"),
        Parameter(.reuse, .boolean, "screens equal in type, identity and place keep id and state"),
      ], answers: made, errors: misplaced + [.unknownScreen],
      examples: [
        Example(
          "Opens a message in the inbox, whatever is open there",
          #"{"at":"/main/inbox","tree":[{"folder":{"name":"inbox"}},{"message":{"id":9}}],"reuse":true}"#,
          after: [open])
      ]
    ) { call throws(Failure) in .reset(try call.tree(), reuse: try call.params.boolean(.reuse)) },
  ]

  private static let leaving = [
    NavigationMethod(
      "pop", "Removes screens from the top of the chain that holds the addressed one.",
      [Parameter(.count, .integer, "the number, by default 1; at most down to the chain's root")],
      errors: [.nothingToPop],
      examples: [
        Example("Goes back by one", after: [open]),
        Example("By two", #"{"count":2}"#, after: [open, #"dispatch {"action":{"type":"older"}}"#]),
      ]
    ) { call throws(Failure) in .pop(count: try call.params.integer(.count, in: 0...Int.max - 1) ?? 1) },
    NavigationMethod(
      "popTo", "Goes back to the nearest matching screen at or below the addressed one.",
      [
        .screen, .params, Parameter(.identity, .any, "the identity, instead of that of the params"), merge,
        Parameter(
          .otherwise, .choice(NavigationRequest.Otherwise.allCases.map(\.rawValue)),
          "what to do if none matches; by default fail"),
      ], answers: made, errors: [.nothingToPop, .notPresentable],
      examples: [
        Example(
          "Goes back to the first message", #"{"screen":"message","params":{"id":7}}"#,
          after: [open, #"dispatch {"action":{"type":"older"}}"#])
      ]
    ) { call throws(Failure) in
      .popTo(
        try call.screen(), identity: try call.params.value(.identity), merge: try call.params.boolean(.merge),
        try call.params.choice(.otherwise) ?? .fail)
    },
    NavigationMethod(
      "popToRoot", "Removes all screens except the root from the chain that holds the addressed one.", [],
      errors: [.nothingToPop],
      examples: [Example("Goes back to the folder", after: [open, #"dispatch {"action":{"type":"older"}}"#])]
    ) { _ throws(Failure) in .popToRoot },
    NavigationMethod(
      "dismiss", "Removes the addressed screen with everything that it holds.",
      [
        Parameter(.result, .any, "the result for the screen that presented it"),
        Parameter(.all, .boolean, "whether to remove the modals that hold it as well"),
      ],
      errors: [.notDismissable],
      examples: [
        Example("Removes a sheet", after: [compose]),
        Example("Removes the modals that hold the active screen", #"{"all":true}"#, after: [compose]),
        Example(
          "Gives a result", #"{"result":{"to":"ada"}}"#, after: [#"dispatch {"action":{"type":"write"}}"#]),
      ]
    ) { call throws(Failure) in
      .dismiss(result: try call.params.value(.result), all: try call.params.boolean(.all))
    },
    NavigationMethod(
      "back", "Acts as a back button, from the active screen up; else answers `handled: false`.", [],
      answers: [.handled],
      examples: [
        Example("Removes the top screen", after: [open]), Example("Has nowhere to go back to"),
      ]
    ) {
      _ throws(Failure) in
      .back
    },
  ]

  private static let choosing = [
    NavigationMethod(
      "select", "Selects a tab, in the nearest tabs at or above the addressed screen that have it.",
      [
        Parameter(.tab, .string, required: true, "the tab's name"),
        Parameter(.params, .object, "the params of the tab's root; by default its defaults"),
      ], answers: made, examples: [Example("Shows the settings", #"{"tab":"settings"}"#)]
    ) { call throws(Failure) in
      .select(tab: try call.params.text(.tab), params: try call.params.object(.params))
    },
    NavigationMethod(
      "focus", "Puts a pane in focus, in the nearest split at or above the addressed screen that has it.",
      [Parameter(.pane, .string, required: true, "the pane's name")],
      examples: [Example("Goes to the other pane", #"{"pane":"topic"}"#, after: [settings])]
    ) { call throws(Failure) in
      .focus(pane: try call.params.text(.pane))
    },
    NavigationMethod(
      "setParams", "Changes the params of the addressed screen.",
      [
        Parameter(.params, .object, required: true, "the params to merge into the present ones"),
        Parameter(.replace, .boolean, "replace the present params; defaults are kept"),
      ], answers: made,
      examples: [Example("Shows another message", #"{"params":{"id":8}}"#, after: [open])]
    ) { call throws(Failure) in
      .setParams(try call.params.object(.params) ?? [:], replace: try call.params.boolean(.replace))
    },
  ]
}
