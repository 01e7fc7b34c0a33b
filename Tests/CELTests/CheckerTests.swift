import NavtreeCEL
import Testing

/// The checker's diagnostics, with their places in the source.
@Suite struct CheckerTests {
  static let faults: [Row] = [
    Row("state.cuont + 1", "6-11: 'state' has no field 'cuont' (did you mean 'count'?) [unknown-field]"),
    Row("stat.count", "0-4: there is no 'stat' (did you mean 'state'?) [unknown-name]"),
    Row("user['nme']", "5-10: 'user' has no field 'nme' (did you mean 'name'?) [unknown-field]"),
    Row("state.users[0].nam", "15-18: 'user' has no field 'nam' (did you mean 'name'?) [unknown-field]"),
    Row(
      "state.users.filter(u, u.nme == '')",
      "24-27: 'user' has no field 'nme' (did you mean 'name'?) [unknown-field]"),
    Row("state.users.length", "12-18: list(user) has no field 'length' (write .size()) [unknown-field]"),
    Row("state.query.trim", "12-16: string has no field 'trim' (write .trim()) [unknown-field]"),
    Row("sizee(state.tags)", "0-5: there is no function 'sizee' (did you mean 'size'?) [unknown-function]"),
    Row(
      "'a'.contain('b')",
      "4-11: there is no function 'contain' of a value (did you mean 'contains'?) [unknown-function]"),
    Row(
      "contains('a', 'b')",
      "0-8: there is no function 'contains' (call it as x.contains(…)) [unknown-function]"),
    Row(
      "math.greatst(1, 2)",
      "5-12: there is no function 'math.greatst' (did you mean 'math.greatest'?) [unknown-function]"),
    Row(
      "cel.bnd(x, 3, x)", "4-7: there is no function 'cel.bnd' (did you mean 'cel.bind'?) [unknown-function]"),
    Row("size", "0-4: there is no 'size' ('size' is a function: write size(…)) [unknown-name]"),
    Row("size(1, 2)", "0-10: 'size' takes 1 argument, not 2 [no-overload]"),
    Row("'a'.substring()", "0-15: 'substring' takes 1 or 2 arguments, not 0 [no-overload]"),
    Row(
      "1 + 'a'",
      "0-7: no overload of '+' takes (int, string) (write string(…) around the other side) [no-overload]"),
    Row(
      "price * 2",
      "0-9: no overload of '*' takes (double, int) (numbers of two types don't mix: write 1.0, or double(…)) [no-overload]"
    ),
    Row(
      "state.count == null",
      "0-19: no overload of '==' takes (int, null_type) (int is never null) [no-overload]"),
    Row(
      "state.count == '1'",
      "0-18: no overload of '==' takes (int, string) (values of two types are never equal) [no-overload]"),
    Row(
      "'a' in state.query",
      "0-18: no overload of 'in' takes (string, string) (write .contains(…)) [no-overload]"),
    Row("!state.query", "0-12: no overload of '!' takes (string) [no-overload]"),
    Row(
      "state.query && true",
      "0-11: a condition must be a bool, not string (compare it: x != '') [no-overload]"),
    Row(
      "state.tags ? 1 : 2",
      "0-10: the condition must be a bool, not list(string) (ask for its size: size(x) > 0) [no-overload]"),
    Row(
      "true ? 1 : 'x'",
      "7-14: the branches of '?:' give int and string (write int(…) around it) [no-overload]"),
    Row("'abc'.map(x, x)", "0-5: a comprehension runs over a list or a map, not over string [wrong-type]"),
    Row(
      "state.tags.filter(t, t.size())",
      "21-29: the filter must be a bool, not int (compare it: x != 0) [wrong-type]"),
    Row(
      "state.tags.all(t, t)",
      "18-19: the predicate must be a bool, not string (compare it: x != '') [wrong-type]"),
    Row(
      "cel.bind(x, 1)",
      "0-14: 'cel.bind' takes 3 arguments, not 2 (write cel.bind(x, 1, x + 1)) [no-overload]"),
    Row("{[]: 1}", "1-3: a map's key must be a bool, an int, a uint or a string, not list(dyn) [wrong-type]"),
    Row("[1, 2]['a']", "7-10: a list's index must be an int, not string [no-overload]"),
    Row("{'a': 1}[2]", "9-10: the keys of map(string, int) are string, not int [no-overload]"),
    Row("state.query[0]", "12-13: string has no elements (write .charAt(…)) [no-overload]"),
    Row("Point{x: 1}", "0-5: there is no type 'Point' [unknown-name]"),
    Row("'a'.matches('(')", "12-15: the pattern can't be used: missing ): ( [bad-pattern]"),
    Row(
      "state.cuont + pric + 1",
      "6-11: 'state' has no field 'cuont' (did you mean 'count'?) [unknown-field]\n"
        + "14-18: there is no 'pric' (did you mean 'price'?) [unknown-name]"),
  ]

  static let syntax: [Row] = [
    Row("", "0-0: expected an expression, found the end of the expression [syntax]"),
    Row("1 +", "3-3: expected an expression, found the end of the expression [syntax]"),
    Row("(1", "2-2: expected ')', found the end of the expression [syntax]"),
    Row("1 2", "2-3: expected an operator or the end, found a number [syntax]"),
    Row("1 +* 2", "3-4: expected an expression, found '*' [syntax]"),
    Row("a = b", "2-3: '=' doesn't belong in an expression (compare with '==') [syntax]"),
    Row("a & b", "2-3: '&' doesn't belong in an expression (write '&&') [syntax]"),
    Row("'abc", "0-4: the string has no end (close it with ') [syntax]"),
    Row(
      "'a\nb'",
      "0-2: the string has no end (a line break must be written \\n, or the text in three quotes) [syntax]\n4-5: the bytes literal has no end (close it with ') [syntax]"
    ),
    Row(#"'\q'"#, #"1-3: \q is no escape sequence (write \\q, or a raw string: r"…") [syntax]"#),
    Row(#"'\uD83D'"#, "1-7: D83D is no Unicode code point [syntax]"),
    Row(#"'\x4'"#, "1-4: an escape sequence is cut short (2 digits are needed) [syntax]"),
    Row(#"b'\u0041'"#, #"2-4: \u can't be used in bytes (write the bytes as \x…) [syntax]"#),
    Row("1e999", "0-5: the number 1e999 is out of range [syntax]"),
    Row(
      "9223372036854775808",
      "0-19: the integer 9223372036854775808 is out of the 64-bit signed range [syntax]"),
    Row(
      "18446744073709551616u",
      "0-21: the integer 18446744073709551616u is out of the 64-bit unsigned range [syntax]"),
    Row("1st", "1-3: 'st' follows a number [syntax]"),
    Row(
      "for",
      "0-3: 'for' is a reserved word (write a macro: list.map(x, x + 1), .filter, .reduce) [syntax]"),
    Row("a.in", "2-4: expected a field's name, found 'in' [syntax]"),
    Row("has(a)", "4-5: has() takes a field: has(a.b) [syntax]"),
    Row("[1].map(a.b, 1)", "8-11: the variable of map must be a plain name [syntax]"),
    Row("[1].all(i, i, true)", "11-12: the variable 'i' stands for two things [syntax]"),
    Row("é + 1", "0-1: 'é' doesn't belong in an expression [syntax]"),
    Row("\t'😀' +", "6-6: expected an expression, found the end of the expression [syntax]"),
  ]

  static let types: [Row] = [
    Row("1", "int"), Row("[1, 2]", "list(int)"), Row("[1, 'a']", "list(dyn)"), Row("[]", "list(dyn)"),
    Row("{'a': [1.0]}", "map(string, list(double))"),
    Row("state.users", "list(user)"), Row("state.users.map(u, u.name)", "list(string)"),
    Row("state.users[0]", "user"), Row("data.x.y", "dyn"),
    Row("state.of", "int?"), Row("state.of != null ? state.of : 0", "int?"), Row("true ? 1 : null", "int?"),
    Row("optional.of(1)", "optional_type(int)"),
    Row("state.?count", "optional_type(int)"), Row("state.users[?0].?name", "optional_type(string)"),
    Row("state.users[?0].?name.orValue('')", "string"),
    Row("type(1)", "type(int)"), Row("now - now", "google.protobuf.Duration"), Row("1 == dyn(1)", "bool"),
    Row("dyn(1) + 1", "int"), Row("dyn(1) + dyn(1)", "dyn"),
    Row("{'a': 1}.transformMap(k, v, string(v))", "map(string, string)"),
    Row("cel.bind(x, 1.5, [x])", "list(double)"), Row("[[], [1]]", "list(list(int))"),
  ]

  /// The section `legacy_nullable_types` of cel-spec's `type_deduction.textproto`, and the same for `T?`.
  static let typesBesideNull: [Row] = [
    Row("[now, null][0]", "google.protobuf.Timestamp"), Row("[null, now][0]", "google.protobuf.Timestamp"),
    Row("[now - now, null][0]", "google.protobuf.Duration"),
    Row("[optional.of(1), null][0]", "optional_type(int)"),
    Row("[null, optional.of(1)][0]", "optional_type(int)"),
    Row("[state.of, null][0]", "int?"), Row("[null, state.of][0]", "int?"),
    Row("{'a': now, 'b': null}", "map(string, google.protobuf.Timestamp)"),
    Row("[[now], [null]]", "list(list(google.protobuf.Timestamp))"),
    Row("true ? optional.of(1) : null", "optional_type(int)"),
    Row("true ? null : optional.of(1)", "optional_type(int)"),
    Row("true ? state.of : null", "int?"), Row("true ? null : state.of", "int?"),
    Row("optional.none().or(null)", "optional_type(dyn)"),
    Row("[1, null]", "list(dyn)"), Row("[null, null][0]", "null_type"),
  ]

  @Test(arguments: typesBesideNull) func nullTakesTheTypeBesideIt(_ row: Row) throws {
    #expect(try CEL.compile(row.source, in: Screen.environment).resultType.description == row.expected)
  }

  @Test(arguments: faults) func aFaultIsNamedWithItsPlaceAndAHint(_ row: Row) {
    #expect(result(of: row.source) == row.expected)
  }

  @Test(arguments: syntax) func whatIsNoExpressionIsRefused(_ row: Row) {
    #expect(result(of: row.source) == row.expected)
  }

  @Test(arguments: types) func expressionsHaveTheirTypes(_ row: Row) throws {
    #expect(try CEL.compile(row.source, in: Screen.environment).resultType.description == row.expected)
  }

  @Test func theResultMustBeOfTheTypeThatIsWanted() throws {
    func fault(_ source: String, _ type: CELType) -> String {
      do {
        _ = try CEL.compile(source, in: Screen.environment, expecting: type)
        return ""
      } catch {
        return error.diagnostics.map(\.text).joined(separator: "\n")
      }
    }
    #expect(fault("state.count", .int) == "")
    #expect(fault("state.of", .int) == "")
    #expect(fault("null", .nullable(.int)) == "")
    #expect(fault("null", .optional(.int)) == "")
    #expect(fault("[state.of, null]", .list(.nullable(.int))) == "")
    #expect(fault("true ? null : optional.of(1)", .optional(.int)) == "")
    #expect(fault("data", .list(.int)) == "")
    #expect(fault("[]", .list(.int)) == "")
    #expect(
      fault("state.count", .string)
        == "0-11: the expression gives int, not string (write string(…) around it) [wrong-type]")
    #expect(
      fault("null", .int)
        == "0-4: the expression gives null_type, not int (it may be null, which isn't declared) [wrong-type]")
  }

  @Test func withoutChecksAnUnknownNameFailsWhenItIsReached() {
    let environment = CELEnvironment(isChecked: false)
    #expect(result(of: "nope", in: environment) == "there is no 'nope' [unknown-name]")
    #expect(result(of: "true || nope(1)", in: environment) == "true")
    #expect(
      result(of: "1 + 'a'", in: environment) == "no overload of '+' takes (int, string) [no-such-overload]")
  }

  @Test func namesAreLookedUpFromTheInnermostNamespaceOut() throws {
    var environment = CELEnvironment(container: "com.example")
    environment.declare("com.example.x", .int)
    environment.declare("com.y", .string)
    environment.declare("x", .bool)
    #expect(try CEL.compile("x", in: environment).resultType == .int)
    #expect(try CEL.compile(".x", in: environment).resultType == .bool)
    #expect(try CEL.compile("y", in: environment).resultType == .string)
    #expect(try CEL.compile("[true].exists(x, x)", in: environment).resultType == .bool)
  }
}
