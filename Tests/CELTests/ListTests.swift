import NavtreeCEL
import Testing

/// The functions and macros of lists: results, errors, costs and bounds.
@Suite struct ListTests {
  /// From the tests of cel-go's `lists` extension.
  static let lists: [Row] = [
    Row("lists.range(4)", "[0, 1, 2, 3]"), Row("lists.range(0)", "[]"),
    Row("lists.range(-1)", "'lists.range' can't take a size of -1; write 0 or more [invalid-argument]"),
    Row("lists.range(1000000)", "the expression costs more than the limit of 1000000 [cost-exceeded]"),
    Row(
      "lists.range(9223372036854775807)",
      "the expression costs more than the limit of 1000000 [cost-exceeded]"),
    Row("lists.range('3')", "6-11: no overload of 'lists.range' takes (string) [no-overload]"),
    Row("[5, 1, 2, 3].reverse()", "[3, 2, 1, 5]"), Row("[].reverse()", "[]"),
    Row("[false, true, true].reverse().reverse()", "[false, true, true]"),
    Row("data.list.reverse()", #"[[true], null, "x", 2.5, 1]"#), Row("'abc'.reverse()", "\"cba\""),
    Row("dyn(1).reverse()", "no overload of 'reverse' takes (int) [no-such-overload]"),
    Row("[1, 2, 3, 4].slice(0, 4)", "[1, 2, 3, 4]"), Row("[1, 2, 3, 4].slice(1, 3)", "[2, 3]"),
    Row("[1, 2, 3, 4].slice(4, 4)", "[]"), Row("data.list.slice(1, 3)", #"[2.5, "x"]"#),
    Row("[1].slice(3, 0)", "the slice ends at 0, before its start 3 [index-out-of-range]"),
    Row(
      "[1, 2, 3, 4].slice(0, 10)",
      "the slice from 0 to 10 is out of the list's range: its size is 4 [index-out-of-range]"),
    Row(
      "[1].slice(-5, -3)",
      "the slice from -5 to -3 is out of the list's range: its size is 1 [index-out-of-range]"),
    Row(
      "'abc'.slice(0, 1)",
      "6-11: no overload of 'slice' takes (string, int, int) (write .substring(…)) [no-overload]"),
    Row("dyn([]).flatten()", "[]"), Row("dyn([1, 2]).flatten()", "[1, 2]"),
    Row("[1, [2, [3, 4]]].flatten()", "[1, 2, [3, 4]]"), Row("[1, [], [], [3, 4]].flatten()", "[1, 3, 4]"),
    Row("[1, [2, [3, [4]]]].flatten(2)", "[1, 2, 3, [4]]"), Row("[1, [2, [3]]].flatten(9)", "[1, 2, 3]"),
    Row("[1, [2]].flatten(0)", "[1, [2]]"), Row("data.list.flatten()", #"[1, 2.5, "x", null, true]"#),
    Row(
      "[1, [2]].flatten(-1)", "'flatten' can't take a depth of -1; write 0 or more [invalid-argument]"),
    Row("dyn({}).flatten()", "no overload of 'flatten' takes (map, int) [no-such-overload]"),
    Row("[].flatten(dyn('1'))", "no overload of 'flatten' takes (list, string) [no-such-overload]"),
    Row("[1, 2].flatten()", "7-14: no overload of 'flatten' takes (list(int)) [no-overload]"),
    Row("[].distinct()", "[]"), Row("[-2, 5, -2, 1, 1, 5, -2, 1].distinct()", "[-2, 5, 1]"),
    Row("['c', 'a', 'a', 'b', 'c'].distinct()", #"["c", "a", "b"]"#),
    Row("[1, 1.0, 2, 2u].distinct()", "[1, 2]"), Row("[[1], [1], [2]].distinct()", "[[1], [2]]"),
    Row("[null, null, {'a': 1}, {'a': 1u}].distinct()", #"[null, {"a": 1}]"#),
    Row("[0.0 / 0.0, 0.0 / 0.0].distinct().size()", "2"),
    Row("[1, 2].first()", "optional.of(1)"), Row("[1, 2].last()", "optional.of(2)"),
    Row("[].first()", "optional.none()"), Row("[].last().orValue(7)", "7"),
  ]

  static let order: [Row] = [
    Row("[].sort()", "[]"), Row("[1].sort()", "[1]"), Row("[4, 3, 2, 1].sort()", "[1, 2, 3, 4]"),
    Row("[3u, 1u].sort()", "[1u, 3u]"), Row("[2.5, -1.0].sort()", "[-1.0, 2.5]"),
    Row("['d', 'a', 'B', 'é'].sort()", #"["B", "a", "d", "é"]"#),
    Row("[true, false].sort()", "[false, true]"),
    Row("[b'b', b'a'].sort()", #"[b"a", b"b"]"#),
    Row(
      "[duration('2s'), duration('1s')].sort()", #"[duration("1s"), duration("2s")]"#),
    Row("[now, timestamp(0)].sort()[0] == timestamp(0)", "true"),
    Row("lists.range(1000).reverse().sort() == lists.range(1000)", "true"),
    Row("['d', 3].sort()", "'sort' orders values of one type, not string beside int [no-such-overload]"),
    Row("[1, 2.5].sort()", "'sort' orders values of one type, not int beside double [no-such-overload]"),
    Row("dyn([[1]]).sort()", "'sort' can't order values of type list [no-such-overload]"),
    Row("dyn([null]).sort()", "'sort' can't order values of type null_type [no-such-overload]"),
    Row("[0.0 / 0.0].sort()", "'sort' can't order NaN [invalid-argument]"),
    Row("[[1]].sort()", "6-10: no overload of 'sort' takes (list(list(int))) [no-overload]"),
    Row(
      "state.users.sort()",
      "12-16: no overload of 'sort' takes (list(user)) (sort by a field: .sortBy(x, x.name)) [no-overload]"),
    Row("[].sortBy(e, e)", "[]"), Row("[-3, 1, -5, -2, 4].sortBy(e, -(e * e))", "[-5, 4, -3, -2, 1]"),
    Row("lists.range(3).sortBy(e, -e)", "[2, 1, 0]"),
    Row("['a', 'c', 'b', 'z'].sortBy(e, e == 'z' ? '' : e)", #"["z", "a", "b", "c"]"#),
    Row("state.users.sortBy(u, -u.id).map(u, u.name)", #"["Peter", "Ada"]"#),
    Row("['bb', 'a', 'cc', 'd'].sortBy(t, t.size())", #"["a", "d", "bb", "cc"]"#),
    Row("[2, 1].sortBy(x, [1].map(y, x + y)[0])", "[1, 2]"),
    Row(
      "dyn([1, 'a']).sortBy(x, x)",
      "'sortBy' orders values of one type, not int beside string [no-such-overload]"),
    Row("dyn({'a': 1}).sortBy(x, x)", "no overload of 'sortBy' takes (map) [no-such-overload]"),
    Row("{'a': 1}.sortBy(x, x)", "0-8: sortBy orders a list, not map(string, int) [wrong-type]"),
    Row(
      "state.users.sortBy(u, u)",
      "22-23: the key must be a number, a text, a bool, a time or bytes, not user [wrong-type]"),
    Row("[1].sortBy(a.b, 1)", "11-14: the variable of sortBy must be a plain name [syntax]"),
  ]

  /// From the documentation of Kubernetes' list library.
  static let searches: [Row] = [
    Row("[1, 2, 3].isSorted()", "true"), Row("['a', 'b', 'b', 'c'].isSorted()", "true"),
    Row("[2.0, 1.0].isSorted()", "false"), Row("[1].isSorted()", "true"), Row("[].isSorted()", "true"),
    Row("dyn([1, 2.5, 3u]).isSorted()", "true"),
    Row("dyn([1, 'a']).isSorted()", "'isSorted' can't order int beside string [no-such-overload]"),
    Row("[1, 3].sum()", "4"), Row("[1.0, 3.0].sum()", "4.0"), Row("[1u, 3u].sum()", "4u"),
    Row("[duration('1m'), duration('1s')].sum()", "duration(\"61s\")"), Row("[].sum()", "0"),
    Row("[1.0].filter(x, x > 1.0).sum()", "0.0"), Row("[1u].filter(x, x > 1u).sum()", "0u"),
    Row("[duration('1s')].slice(0, 0).sum()", "duration(\"0s\")"), Row("dyn([2.5, 1.0]).sum()", "3.5"),
    Row("[9223372036854775807, 1].sum()", "the result of 'sum' is out of range [overflow]"),
    Row("dyn([1, 2.5]).sum()", "'sum' can't add double to int [no-such-overload]"),
    Row("dyn(['a']).sum()", "'sum' can't add values of type string [no-such-overload]"),
    Row(
      "['a'].sum()", "6-9: no overload of 'sum' takes (list(string)) (join texts with .join()) [no-overload]"),
    Row("[1, 3].min()", "1"), Row("[1, 3].max()", "3"), Row("['b', 'a'].min()", "\"a\""),
    Row("dyn([1, 2.5]).max()", "2.5"), Row("dyn([2, 2.0]).max()", "2"), Row("([0] + []).min()", "0"),
    Row("[].min()", "'min' of an empty list [invalid-argument]"),
    Row("state.tags.slice(0, 0).max()", "'max' of an empty list [invalid-argument]"),
    Row("[1.0, 0.0 / 0.0].min()", "'min' can't order NaN [invalid-argument]"),
    Row("dyn([{}]).max()", "'max' can't order values of type map [no-such-overload]"),
    Row("[1, 2, 2, 3].indexOf(2)", "1"), Row("['a', 'b', 'b', 'c'].lastIndexOf('b')", "2"),
    Row("[1.0].indexOf(1.1)", "-1"), Row("[].indexOf('string')", "-1"), Row("[].lastIndexOf(1)", "-1"),
    Row("data.list.indexOf(dyn(1.0))", "0"), Row("[[1], [2]].indexOf([2])", "1"),
    Row("dyn([null, 1]).indexOf(null)", "0"),
    Row("[1].indexOf('a')", "4-11: no overload of 'indexOf' takes (list(int), string) [no-overload]"),
    Row("'tacocat'.indexOf('at') + 'tacocat'.lastIndexOf('a')", "10"),
  ]

  /// From the tests of cel-go's `sets` extension.
  static let sets: [Row] = [
    Row("sets.contains([], [])", "true"), Row("sets.contains([1], [])", "true"),
    Row("sets.contains([], [1])", "false"), Row("sets.contains([1, 2, 3, 4], [2, 3])", "true"),
    Row("sets.contains([1], [1, 1])", "true"), Row("sets.contains([1], [2])", "false"),
    Row("sets.contains([1, 2.0, 3u], [1.0, 2u, 3])", "true"),
    Row("sets.contains([[1], [2]], [[dyn(2.0)]])", "true"),
    Row("sets.contains([null, 1], dyn([null]))", "true"),
    Row("sets.equivalent([], [])", "true"), Row("sets.equivalent([1], [1, 1])", "true"),
    Row("sets.equivalent([1], [1u, 1.0])", "true"), Row("sets.equivalent([1, 2, 3], [3u, 2.0, 1])", "true"),
    Row("sets.equivalent([2, 1], [1])", "false"), Row("sets.equivalent([1], [1, 2])", "false"),
    Row("sets.intersects([], [])", "false"), Row("sets.intersects([1], [])", "false"),
    Row("sets.intersects([1], [1, 2])", "true"), Row("sets.intersects([1], [2, 1.0])", "true"),
    Row("sets.intersects([[1], [2, 3]], [[1, 2], [2, 3.0]])", "true"),
    Row("sets.intersects(['a'], ['b'])", "false"), Row("sets.contains(state.tags, ['b'])", "true"),
    Row(
      "sets.contains([1], ['a'])",
      "5-13: no overload of 'sets.contains' takes (list(int), list(string)) [no-overload]"),
    Row("sets.contains(dyn(1), [1])", "no overload of 'sets.contains' takes (int, list) [no-such-overload]"),
  ]

  static let folds: [Row] = [
    Row("[1, 2, 3].reduce(sum, x, 0, sum + x)", "6"), Row("[].reduce(a, x, 7, a)", "7"),
    Row("['a', 'b'].reduce(t, x, '', t + x)", "\"ab\""), Row("[1, 2].reduce(l, x, [], [x] + l)", "[2, 1]"),
    Row("{'a': 1, 'b': 2}.reduce(n, k, 0, n + k.size())", "2"),
    Row("state.users.reduce(s, u, 0.5, s + double(u.id))", "3.5"),
    Row("[3, 9, 4].reduce(best, x, null, best == null || x > best ? x : best)", "9"),
    Row("[].reduce(best, x, null, x)", "null"),
    Row("[[1, 2], [3]].reduce(n, l, 0, n + l.reduce(m, x, 0, m + x))", "6"),
    Row("[1, 2].reduce(a, x, 0, [x].map(y, a + y)[0])", "3"),
    Row("[1, 0].reduce(a, x, 1, a / x)", "division by zero [division-by-zero]"),
    Row(
      "dyn(1).reduce(a, x, 0, a)",
      "a comprehension runs over a list or a map, not over int [no-such-overload]"),
    Row(
      "state.tags.reduce(a, t, 0, t)",
      "27-28: the step gives string, but the accumulator is int (write int(…) around it) [wrong-type]"),
    Row(
      "[1.5].reduce(a, x, 0, x)",
      "22-23: the step gives double, but the accumulator is int (begin with 0.0) [wrong-type]"),
    Row("[1].reduce(a, a, 0, a)", "14-15: the variable 'a' stands for two things [syntax]"),
    Row("[1].reduce(1, a, 0, a)", "11-12: the variable of reduce must be a plain name [syntax]"),
  ]

  static let types: [Row] = [
    Row("state.tags.slice(0, 1)", "list(string)"), Row("[[1]].flatten()", "list(int)"),
    Row("[1, [2]].flatten()", "list(dyn)"), Row("[[1]].flatten(1)", "list(dyn)"),
    Row("state.tags.sort()", "list(string)"), Row("state.users.sortBy(u, u.id)", "list(user)"),
    Row("state.users.distinct()", "list(user)"), Row("state.users.reverse()", "list(user)"),
    Row("state.tags.first()", "optional_type(string)"), Row("lists.range(2)", "list(int)"),
    Row("[price].sum()", "double"), Row("[price].max()", "double"), Row("state.tags.min()", "string"),
    Row("data.x.sum()", "dyn"), Row("data.x.sort()", "dyn"), Row("data.x.sortBy(x, x)", "list(dyn)"),
    Row("data.x.indexOf(1)", "int"), Row("[1].reduce(a, x, 0, a + x)", "int"),
    Row("[1].reduce(a, x, null, x)", "int?"), Row("[1].reduce(a, x, state.of, x)", "int?"),
    Row("[1].reduce(a, x, [], a + [x])", "list(int)"), Row("[1].reduce(a, x, 0, dyn(x))", "dyn"),
  ]

  @Test(arguments: lists) func listsAreMadeOfLists(_ row: Row) { check(row) }
  @Test(arguments: order) func sortingTakesValuesOfOneTypeThatHaveAnOrder(_ row: Row) { check(row) }
  @Test(arguments: searches) func elementsAreSummedComparedAndFound(_ row: Row) { check(row) }
  @Test(arguments: sets) func listsAreComparedAsSets(_ row: Row) { check(row) }
  @Test(arguments: folds) func aFoldMakesOneValueOfAList(_ row: Row) { check(row) }

  @Test(arguments: types) func theTypesOfElementsAreKept(_ row: Row) throws {
    #expect(try CEL.compile(row.source, in: Screen.environment).resultType.description == row.expected)
  }

  private func check(_ row: Row) {
    #expect(result(of: row.source) == row.expected)
  }
}
