/// Acts as a back button.
package struct Back<Values: NavigationValues>: Verb {
  package init() {}

  package static var form: VerbForm {
    VerbForm(
      .back, isFlag: true, "Acts as a back button; does nothing if nothing can go back.",
      noun: "How to remove the screens that are left.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {}

  package var destination: Navigation<Values>.Destination { .back }
  package var lead: NavigationLead { .active }
}
