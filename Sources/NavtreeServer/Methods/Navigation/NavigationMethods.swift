import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

extension MethodTable {
  /// The built-in navigations, from which their methods and actions are made.
  static let navigations = treeNavigations + [opening] + windows

  /// The parameters of each built-in navigation as an action, by its name, such as `nav.push`.
  package static var navigationActions: [(name: String, parameters: [Parameter])] {
    navigations.map { ($0.action.name, $0.action.parameters) }
  }

  static let navigationMethods = treeNavigations.map(\.method)

  private static let treeNavigations = presenting + leaving + choosing

  private static let made = [Shape.Member.id]
  private static let misplaced: [ErrorKind] = [.slotOccupied, .ambiguousSlot, .notPresentable]
  private static let open = #"dispatch {"action":{"type":"open","id":7}}"#
  private static let compose = #"present {"screen":"compose","at":"/main/inbox"}"#
  private static let second =
    #"window.open {"window":"second","screen":"folder","params":{"name":"sent"}}"#
  private static let settings = #"select {"tab":"settings"}"#

  private static let presenting = [
    NavigationMethod(
      "present", "Presents a screen in a slot of the addressed one.",
      answers: [.id.ifAny], errors: misplaced,
      examples: [
        Example("Shows a sheet", #"{"screen":"compose"}"#),
        Example("Waits for its result", #"{"screen":"compose","then":"sent"}"#),
      ]
    ),
    NavigationMethod(
      "push", "Presents a screen on top of the chain that holds the addressed one.",
      answers: made, errors: misplaced,
      examples: [
        Example("Pushes a message on another", #"{"screen":"message","params":{"id":8}}"#, after: [open]),
        Example(
          "Leaves out a second tap", #"{"screen":"message","params":{"id":7},"onDuplicate":"ignore"}"#,
          after: [open]),
      ]
    ),
    NavigationMethod(
      "navigate", "Goes to a screen that is already on top or in a tab or pane, else pushes it.",
      answers: made, errors: misplaced,
      examples: [
        Example("Selects the tab that holds it", #"{"screen":"settings"}"#),
        Example(
          "Goes back to it", #"{"screen":"folder","params":{"name":"inbox"},"pop":true}"#, after: [open]),
      ]
    ),
    NavigationMethod(
      "replace", "Puts a screen in place of the addressed one and all it holds.",
      answers: made, errors: [.notPresentable],
      examples: [Example("Shows another message", #"{"screen":"message","params":{"id":8}}"#, after: [open])]
    ),
    NavigationMethod(
      "reset",
      "Puts any tree in place of the root of the window, tab or pane; the whole tree is checked first.",
      answers: made, errors: misplaced + [.unknownScreen],
      examples: [
        Example(
          "Opens a message in the inbox, whatever is open there",
          #"{"at":"/main/inbox","tree":[{"folder":{"name":"inbox"}},{"message":{"id":9}}],"reuse":true}"#,
          after: [open])
      ]
    ),
  ]

  private static let leaving = [
    NavigationMethod(
      "pop", "Removes screens from the top of the chain that holds the addressed one.",
      errors: [.nothingToPop],
      examples: [
        Example("Goes back by one", after: [open]),
        Example("By two", #"{"count":2}"#, after: [open, #"dispatch {"action":{"type":"older"}}"#]),
      ]
    ),
    NavigationMethod(
      "popTo", "Goes back to the nearest matching screen at or below the addressed one.",
      answers: made, errors: [.nothingToPop, .notPresentable],
      examples: [
        Example(
          "Goes back to the first message", #"{"screen":"message","params":{"id":7}}"#,
          after: [open, #"dispatch {"action":{"type":"older"}}"#])
      ]
    ),
    NavigationMethod(
      "popToRoot", "Removes all screens except the root from the chain that holds the addressed one.",
      errors: [.nothingToPop],
      examples: [Example("Goes back to the folder", after: [open, #"dispatch {"action":{"type":"older"}}"#])]
    ),
    NavigationMethod(
      "dismiss", "Removes the addressed screen with everything that it holds.",
      errors: [.notDismissable],
      examples: [
        Example("Removes a sheet", after: [compose]),
        Example("Removes the modals that hold the active screen", #"{"all":true}"#, after: [compose]),
        Example(
          "Gives a result", #"{"result":{"to":"ada"}}"#, after: [#"dispatch {"action":{"type":"write"}}"#]),
      ]
    ),
    NavigationMethod(
      "back", "Acts as a back button, from the active screen up; else answers `handled: false`.",
      answers: [.handled],
      examples: [
        Example("Removes the top screen", after: [open]), Example("Has nowhere to go back to"),
      ]
    ),
  ]

  /// Actions alone: the methods `window.open` and `window.close` open and close a window from no screen.
  private static let windows = [
    NavigationMethod(
      "openWindow", "Opens a window, after the others, with a screen of any type as its root.",
      answers: made, examples: []),
    NavigationMethod(
      "closeWindow", "Closes a window with everything that it holds; the last one can't be closed.",
      errors: [.unknownWindow, .notDismissable], examples: []),
  ]

  private static let choosing = [
    NavigationMethod(
      "select", "Selects a tab, in the nearest tabs at or above the addressed screen that have it.",
      answers: made, examples: [Example("Shows the settings", #"{"tab":"settings"}"#)]
    ),
    NavigationMethod(
      "focus", "Puts a pane in focus, in the nearest split at or above the addressed screen that has it.",
      examples: [Example("Goes to the other pane", #"{"pane":"topic"}"#, after: [settings])]
    ),
    NavigationMethod(
      "move", "Moves the addressed screen, with everything that it holds, to a slot of another screen.",
      answers: [.id.ifAny], errors: misplaced + [.notDismissable, .noScreenAt],
      examples: [
        Example(
          "Moves a message to another window", #"{"at":"/main/inbox/message","to":"/second"}"#,
          after: [open, second])
      ]
    ),
    NavigationMethod(
      "setParams", "Changes the params of the addressed screen.",
      answers: made,
      examples: [Example("Shows another message", #"{"params":{"id":8}}"#, after: [open])]
    ),
  ]
}
