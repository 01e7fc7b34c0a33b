/// A macro that is called on a value, by the number of its arguments.
struct Macro {
  let arguments: ClosedRange<Int>
  /// A call of it, for hints.
  let form: String

  /// `cel.bind`, which is called on no value.
  static let bind = Macro(arguments: 3...3, form: "cel.bind(x, 1, x + 1)")

  static let named: [String: Macro] = [
    "all": Macro(arguments: 2...3, form: ".all(x, x > 0)"),
    "exists": Macro(arguments: 2...3, form: ".exists(x, x > 0)"),
    "existsOne": Macro(arguments: 2...3, form: ".existsOne(x, x > 0)"),
    "exists_one": Macro(arguments: 2...3, form: ".exists_one(x, x > 0)"),
    "filter": Macro(arguments: 2...2, form: ".filter(x, x > 0)"),
    "map": Macro(arguments: 2...3, form: ".map(x, x + 1)"),
    "optFlatMap": Macro(arguments: 2...2, form: ".optFlatMap(x, x.?name)"),
    "optMap": Macro(arguments: 2...2, form: ".optMap(x, x + 1)"),
    "reduce": Macro(arguments: 4...4, form: ".reduce(sum, x, 0, sum + x)"),
    "sortBy": Macro(arguments: 2...2, form: ".sortBy(x, x.name)"),
    "transformList": Macro(arguments: 3...4, form: ".transformList(i, x, x + i)"),
    "transformMap": Macro(arguments: 3...4, form: ".transformMap(k, v, v + 1)"),
    "transformMapEntry": Macro(arguments: 3...4, form: ".transformMapEntry(k, v, {v: k})"),
  ]
}
