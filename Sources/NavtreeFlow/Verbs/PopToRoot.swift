/// Removes all screens but the root from a chain.
package struct PopToRoot<Values: NavigationValues>: Verb {
  package init() {}

  package static var form: VerbForm {
    VerbForm(
      .popToRoot, isFlag: true, "Pops all screens except the root of the chain that holds this one.",
      noun: "How to remove the screens.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {}

  package var destination: Navigation<Values>.Destination { .back }
  package var removal: Navigation<Values>.Removal { .pushed(except: nil) }
}
