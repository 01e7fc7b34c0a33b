import NavtreeCEL
import Testing

/// Words and operators of other languages: each is told once, with the word of this one.
@Suite struct ForeignWordTests {
  static let operators: [Row] = [
    Row(
      "x := 1",
      "2-4: ':=' doesn't belong in an expression (write cel.bind(name, value, expression)) [syntax]"),
    Row("1 == = 2", "5-6: '=' doesn't belong in an expression (compare with '==') [syntax]"),
    Row(
      "data.z ?? 1",
      "7-9: '??' doesn't belong in an expression"
        + " (write a != null ? a : b, or a.?b.orValue(c) for a field that may be missing) [syntax]"),
    Row(
      "data.z ?: 1",
      "7-9: '?:' doesn't belong in an expression"
        + " (write a != null ? a : b, or a.?b.orValue(c) for a field that may be missing) [syntax]"),
    Row(
      "user?.name",
      "4-6: '?.' doesn't belong in an expression"
        + " (write a.?b, and .orValue(c) after it for a value in its place) [syntax]"),
    Row(
      "user?.name == 'a'",
      "4-6: '?.' doesn't belong in an expression"
        + " (write a.?b, and .orValue(c) after it for a value in its place) [syntax]"),
    Row(
      "user?.tags?.first",
      "4-6: '?.' doesn't belong in an expression"
        + " (write a.?b, and .orValue(c) after it for a value in its place) [syntax]"),
    Row(
      "data.list?.[0]",
      "9-11: '?.' doesn't belong in an expression"
        + " (write a[?b], and .orValue(c) after it for a value in its place) [syntax]"),
    Row("state.count === 1", "12-15: '===' doesn't belong in an expression (compare with '==') [syntax]"),
    Row("state.count !== 1", "12-15: '!==' doesn't belong in an expression (compare with '!=') [syntax]"),
    Row("state.count <> 1", "12-14: '<>' doesn't belong in an expression (compare with '!=') [syntax]"),
    Row("state.count = 1", "12-13: '=' doesn't belong in an expression (compare with '==') [syntax]"),
    Row(
      "state.count += 1",
      "12-14: '+=' doesn't belong in an expression"
        + " (an expression sets nothing: write a + b) [syntax]"),
    Row(
      "state.count -= 1",
      "12-14: '-=' doesn't belong in an expression"
        + " (an expression sets nothing: write a - b) [syntax]"),
    Row(
      "state.count++",
      "11-13: '++' doesn't belong in an expression"
        + " (an expression sets nothing: write a + 1) [syntax]"),
    Row(
      "++state.count",
      "0-2: '++' doesn't belong in an expression"
        + " (an expression sets nothing: write a + 1) [syntax]"),
    Row("state.count ** 2", "12-14: '**' doesn't belong in an expression (write a * a) [syntax]"),
    Row(
      "state.count << 2",
      "12-14: '<<' doesn't belong in an expression (write math.bitShiftLeft(a, b)) [syntax]"),
    Row("state.count ^ 2", "12-13: '^' doesn't belong in an expression (write math.bitXor(a, b)) [syntax]"),
    Row("~state.count", "0-1: '~' doesn't belong in an expression (write math.bitNot(a)) [syntax]"),
    Row("state.query =~ 'a'", "12-14: '=~' doesn't belong in an expression (write a.matches(b)) [syntax]"),
    Row("state.query !~ 'a'", "12-14: '!~' doesn't belong in an expression (write !a.matches(b)) [syntax]"),
    Row("1..3", "1-3: '..' doesn't belong in an expression (write lists.range(n)) [syntax]"),
    Row("state.count..3", "11-13: '..' doesn't belong in an expression (write lists.range(n)) [syntax]"),
    Row(
      "[...state.tags, 'a']",
      "1-4: '...' doesn't belong in an expression (join lists with '+': [a] + b) [syntax]"),
    Row("true & false", "5-6: '&' doesn't belong in an expression (write '&&') [syntax]"),
    Row("true | false", "5-6: '|' doesn't belong in an expression (write '||') [syntax]"),
    Row(
      "state.users.map(u => u.name)",
      "18-20: '=>' doesn't belong in an expression (write .map(u, u.name)) [syntax]"),
    Row(
      "state.users.map(u -> u.name)",
      "18-20: '->' doesn't belong in an expression (write .map(u, u.name)) [syntax]"),
    Row(
      "[1].reduce((sum, x) => sum + f(x, ')'), 0)",
      "20-22: '=>' doesn't belong in an expression (write .reduce(sum, x, 0, sum + f(x, ')'))) [syntax]"),
    Row(
      "[1].reduce((sum, x) => sum + x)",
      "20-22: '=>' doesn't belong in an expression (write .reduce(sum, x, 0, sum + x)) [syntax]"),
    Row(
      "[1].map((x, i) => x + i)",
      "15-17: '=>' doesn't belong in an expression (write .map(x, x + 1)) [syntax]"),
    Row(
      "[1].filter(x => ", "13-15: '=>' doesn't belong in an expression (write .filter(x, x > 0)) [syntax]"),
    Row(
      "f(x => x)",
      "4-6: '=>' doesn't belong in an expression"
        + " (write the variable, a comma and the expression: list.map(x, x + 1)) [syntax]"),
    Row(
      "state.query == “er”",
      "15-16: '“' doesn't belong in an expression (write straight quotes: '…') [syntax]"),
    Row(
      "state.query == ‘er’",
      "15-16: '‘' doesn't belong in an expression (write straight quotes: '…') [syntax]"),
    Row(
      "state.count\u{A0}> 1",
      "11-12: U+00A0 doesn't belong in an expression (write a plain space) [syntax]"),
    Row("a & b & c", "2-3: '&' doesn't belong in an expression (write '&&') [syntax]"),
    Row("a = b = c", "2-3: '=' doesn't belong in an expression (compare with '==') [syntax]"),
    Row(
      "1 + += 2",
      "4-6: '+=' doesn't belong in an expression"
        + " (an expression sets nothing: write a + b) [syntax]"),
  ]

  static let words: [Row] = [
    Row(
      "state.count > 1 and price > 1.0",
      "16-19: 'and' doesn't belong in an expression (write '&&') [syntax]"),
    Row(
      "state.count > 1 AND price > 1.0 and true",
      "16-19: 'AND' doesn't belong in an expression (write '&&') [syntax]\n"
        + "32-35: 'and' doesn't belong in an expression (write '&&') [syntax]"),
    Row(
      "state.count > 1 or price > 1.0",
      "16-18: 'or' doesn't belong in an expression (write '||') [syntax]"),
    Row("not true", "0-3: 'not' doesn't belong in an expression (write '!' before it) [syntax]"),
    Row(
      "state.count not in [1]",
      "12-18: 'not in' doesn't belong in an expression (write !(a in b)) [syntax]"),
    Row("state.count is 1", "12-14: 'is' doesn't belong in an expression (compare with '==') [syntax]"),
    Row(
      "state.of is not null",
      "9-15: 'is not' doesn't belong in an expression (compare with '!=') [syntax]"),
    Row("state.of is null", "9-11: 'is' doesn't belong in an expression (compare with '==') [syntax]"),
    Row(
      "state.count eq 1 xor true",
      "12-14: 'eq' doesn't belong in an expression (compare with '==') [syntax]\n"
        + "17-20: 'xor' doesn't belong in an expression (compare with '!=') [syntax]"),
    Row("state.count mod 2", "12-15: 'mod' doesn't belong in an expression (write '%') [syntax]"),
    Row(
      "state.query contains 'a'",
      "12-20: 'contains' doesn't belong in an expression"
        + " (write a.contains(b), or b in a for a list) [syntax]"),
    Row("'a' IN state.tags", "4-6: 'IN' doesn't belong in an expression (write 'in') [syntax]"),
    Row(
      "state.query matches 'a'",
      "12-19: 'matches' doesn't belong in an expression (write a.matches(b)) [syntax]"),
    Row(
      "state.query startsWith 'a'",
      "12-22: 'startsWith' doesn't belong in an expression (write a.startsWith(b)) [syntax]"),
    Row(
      "if state.count > 1 then 1 else 2",
      "0-2: 'if' is a reserved word (write condition ? value : other) [syntax]"),
    Row(
      "if (state.count > 1) { 1 }",
      "0-2: 'if' is a reserved word (write condition ? value : other) [syntax]"),
    Row(
      "1 if true else 2",
      "2-4: 'if' doesn't belong in an expression (write condition ? value : other) [syntax]"),
    Row("let x = 1", "0-3: 'let' is a reserved word (write cel.bind(name, value, expression)) [syntax]"),
    Row("return state.count", "0-6: 'return' is a reserved word (write the value itself) [syntax]"),
    Row(
      "for u in state.users",
      "0-3: 'for' is a reserved word"
        + " (write a macro: list.map(x, x + 1), .filter, .reduce) [syntax]"),
    Row("typeof state.count", "0-6: 'typeof' doesn't belong in an expression (write type(x)) [syntax]"),
    Row("new Date()", "0-3: 'new' doesn't belong in an expression (write the value itself) [syntax]"),
  ]

  static let functions: [Row] = [
    Row("not (state.count > 1)", "0-3: there is no function 'not' (write !(…)) [unknown-function]"),
    Row("not(state.count > 1)", "0-3: there is no function 'not' (write !(…)) [unknown-function]"),
    Row("len(state.tags)", "0-3: there is no function 'len' (write size(…)) [unknown-function]"),
    Row("state.tags.length", "11-17: list(string) has no field 'length' (write .size()) [unknown-field]"),
    Row(
      "state.tags.length()",
      "11-17: there is no function 'length' of a value (write .size()) [unknown-function]"),
    Row(
      "state.tags.len()",
      "11-14: there is no function 'len' of a value (write .size()) [unknown-function]"),
    Row("state.query.length", "12-18: string has no field 'length' (write .size()) [unknown-field]"),
    Row("length(state.query)", "0-6: there is no function 'length' (write size(…)) [unknown-function]"),
    Row("upper(state.query)", "0-5: there is no function 'upper' (write x.upperAscii()) [unknown-function]"),
    Row(
      "state.query.upper()",
      "12-17: there is no function 'upper' of a value (write .upperAscii()) [unknown-function]"),
    Row(
      "state.query.toUpperCase()",
      "12-23: there is no function 'toUpperCase' of a value"
        + " (write .upperAscii()) [unknown-function]"),
    Row("state.query.lower", "12-17: string has no field 'lower' (write .lowerAscii()) [unknown-field]"),
    Row(
      "state.tags.includes('a')",
      "11-19: there is no function 'includes' of a value"
        + " (write element in list) [unknown-function]"),
    Row(
      "state.query.includes('a')",
      "12-20: there is no function 'includes' of a value"
        + " (write .contains(…)) [unknown-function]"),
    Row(
      "data.includes('a')",
      "5-13: there is no function 'includes' of a value"
        + " (write element in list, or .contains(…) for a text) [unknown-function]"),
    Row(
      "state.tags.contains('a')",
      "11-19: no overload of 'contains' takes (list(string), string)"
        + " (write element in list) [no-overload]"),
    Row(
      "state.count.toString()",
      "12-20: there is no function 'toString' of a value (write string(x)) [unknown-function]"),
    Row(
      "toString(state.count)",
      "0-8: there is no function 'toString' (write string(…)) [unknown-function]"),
    Row("str(state.count)", "0-3: there is no function 'str' (write string(…)) [unknown-function]"),
    Row("parseInt(state.query)", "0-8: there is no function 'parseInt' (write int(…)) [unknown-function]"),
    Row(
      "now()",
      "0-3: there is no function 'now' ('now' is a value: write it without parentheses) [unknown-function]"),
    Row(
      "now() - now",
      "0-3: there is no function 'now' ('now' is a value: write it without parentheses) [unknown-function]"),
    Row(
      "user()",
      "0-4: there is no function 'user' ('user' is a value: write it without parentheses) [unknown-function]"),
    Row(
      "state.tags.isEmpty()",
      "11-18: there is no function 'isEmpty' of a value"
        + " (write x.size() == 0) [unknown-function]"),
    Row(
      "isEmpty(state.tags)",
      "0-7: there is no function 'isEmpty' (write x.size() == 0) [unknown-function]"),
    Row(
      "state.tags.some(t, t == 'a')",
      "11-15: there is no function 'some' of a value"
        + " (write .exists(e, e > 0)) [unknown-function]"),
    Row(
      "state.tags.every(t, t == 'a')",
      "11-16: there is no function 'every' of a value (write .all(e, e > 0)) [unknown-function]"),
    Row(
      "state.users.find(u, u.id == 1)",
      "12-16: there is no function 'find' of a value"
        + " (write .filter(e, e > 0).first()) [unknown-function]"),
    Row(
      "state.tags.push('a')",
      "11-15: there is no function 'push' of a value (write x + [y]) [unknown-function]"),
    Row(
      "state.users.orderBy(u, u.id)",
      "12-19: there is no function 'orderBy' of a value"
        + " (write .sortBy(e, e.name)) [unknown-function]"),
    Row(
      "state.tags.map(t)",
      "0-17: 'map' takes 2 or 3 arguments, not 1 (write .map(x, x + 1)) [no-overload]"),
    Row(
      "state.tags.fliter(t, t == 'a')",
      "11-17: there is no function 'fliter' of a value (did you mean 'filter'?) [unknown-function]"),
    Row(
      "state.users.reduce(0, s + u.id)",
      "0-31: 'reduce' takes 4 arguments, not 2"
        + " (write .reduce(sum, x, 0, sum + x)) [no-overload]"),
    Row("min(1, 2)", "0-3: there is no function 'min' (write math.least(…)) [unknown-function]"),
    Row("max(state.tags)", "0-3: there is no function 'max' (call it as x.max(…)) [unknown-function]"),
    Row(
      "Math.max(1, 2)",
      "5-8: there is no function 'Math.max' (write math.greatest(x, y)) [unknown-function]"),
    Row("Math.abs(1)", "5-8: there is no function 'Math.abs' (write math.abs(…)) [unknown-function]"),
    Row("abs(-1)", "0-3: there is no function 'abs' (write math.abs(…)) [unknown-function]"),
    Row(
      "Object.keys(data)",
      "7-11: there is no function 'Object.keys' (write x.map(k, k)) [unknown-function]"),
    Row("exists(state.tags)", "0-6: there is no function 'exists' (write has(x.field)) [unknown-function]"),
    Row(
      "coalesce(state.of, 1)",
      "0-8: there is no function 'coalesce'"
        + " (write a != null ? a : b, or a.?b.orValue(c) for a field that may be missing) [unknown-function]"),
    Row(
      "state.of.coalesce(1)",
      "9-17: there is no function 'coalesce' of a value"
        + " (write a != null ? a : b, or a.?b.orValue(c) for a field that may be missing) [unknown-function]"),
    Row(
      "state.users.sum()",
      "12-15: no overload of 'sum' takes (list(user)) (take one field first: .map(x, x.price)) [no-overload]"),
    Row(
      "state.users.max()",
      "12-15: no overload of 'max' takes (list(user)) (take one field first: .map(x, x.name)) [no-overload]"),
    Row(
      "[1].join()",
      "4-8: no overload of 'join' takes (list(int))"
        + " (make texts of its elements first: .map(x, string(x))) [no-overload]"),
    Row("sort(state.tags)", "0-4: there is no function 'sort' (call it as x.sort(…)) [unknown-function]"),
    Row("state.tags.size", "11-15: list(string) has no field 'size' (write .size()) [unknown-field]"),
    Row(
      "reduce(state.tags, 1)",
      "0-6: there is no function 'reduce' (call it as x.reduce(…)) [unknown-function]"),
  ]

  static let names: [Row] = [
    Row("self", "0-4: there is no 'self' (in scope: state, price, data, user, now) [unknown-name]"),
    Row("self.count", "0-4: there is no 'self' (did you mean 'state.count'?) [unknown-name]"),
    Row("this.count > 1", "0-4: there is no 'this' (did you mean 'state.count'?) [unknown-name]"),
    Row("this", "0-4: there is no 'this' (in scope: state, price, data, user, now) [unknown-name]"),
    Row("None", "0-4: there is no 'None' (write null) [unknown-name]"),
    Row("undefined", "0-9: there is no 'undefined' (write null) [unknown-name]"),
    Row("True", "0-4: there is no 'True' (write true) [unknown-name]"),
    Row("stat.count", "0-4: there is no 'stat' (did you mean 'state'?) [unknown-name]"),
    Row("nope", "0-4: there is no 'nope' (in scope: state, price, data, user, now) [unknown-name]"),
    Row("count > 1", "0-5: there is no 'count' (did you mean 'state.count'?) [unknown-name]"),
    Row("name == 'a'", "0-4: there is no 'name' (in scope: state, price, data, user, now) [unknown-name]"),
    Row("[1].map(x, y)", "11-12: there is no 'y' (did you mean 'x'?) [unknown-name]"),
    Row("state.users.map(usr, us.id)", "21-23: there is no 'us' (did you mean 'usr'?) [unknown-name]"),
    Row("size", "0-4: there is no 'size' ('size' is a function: write size(…)) [unknown-name]"),
  ]

  @Test(arguments: operators) func anOperatorOfAnotherLanguageIsToldOnce(_ row: Row) { check(row) }
  @Test(arguments: words) func aWordInThePlaceOfAnOperatorIsToldOnce(_ row: Row) { check(row) }
  @Test(arguments: functions) func aFunctionOfAnotherLanguageGetsItsWord(_ row: Row) { check(row) }
  @Test(arguments: names) func anUnknownNameGetsTheNamesInScope(_ row: Row) { check(row) }

  @Test func aConditionWithANameFromTheRootIsNoChain() {
    #expect(result(of: "true ?.user.id : 0") == "7")
    #expect(result(of: "true ?.user.id:0") == "7")
  }

  @Test func aWordThatIsDeclaredIsAName() {
    var environment = CELEnvironment()
    for name in ["and", "or", "not", "is", "typeof", "self"] { environment.declare(name, .int) }
    #expect(throws: Never.self) {
      try CEL.compile("and + or * not - is == typeof && self > 1", in: environment)
    }
  }

  @Test func manyNamesInScopeAreCounted() {
    var environment = CELEnvironment()
    for number in 1...15 { environment.declare("variable\(number)", .int) }
    #expect(
      result(of: "x", in: environment)
        == "0-1: there is no 'x' (in scope: variable1, variable2, variable3, variable4, variable5, variable6,"
        + " variable7, variable8, variable9, variable10, variable11, variable12 and 3 more) [unknown-name]")
    #expect(
      result(of: "[1].map(item, [item].map(other, q))", in: CELEnvironment())
        == "32-33: there is no 'q' (in scope: other, item) [unknown-name]")
    #expect(
      result(of: "x", in: CELEnvironment()) == "0-1: there is no 'x' (no names are in scope) [unknown-name]")
  }

  private func check(_ row: Row) {
    #expect(result(of: row.source) == row.expected)
  }
}
