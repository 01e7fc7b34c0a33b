import NavtreeCEL
import Testing

/// The values of expressions, beyond the specification's suite.
@Suite struct LanguageTests {
  static let literals: [Row] = [
    Row("1", "1"), Row("0x1F", "31"), Row("-0x10", "-16"), Row("7u", "7u"),
    Row("0XFFu", "1-5: 'XFFu' follows a number [syntax]"),
    Row("1.5", "1.5"), Row(".5", "0.5"), Row("1e3", "1000.0"), Row("1E-7", "1e-07"), Row("1e21", "1e+21"),
    Row("-0.0", "-0.0"), Row("-9223372036854775808", "-9223372036854775808"),
    Row("18446744073709551615u", "18446744073709551615u"),
    Row("'it''s'", "4-7: expected an operator or the end, found a string [syntax]"),
    Row(#""a\tb""#, #""a\tb""#), Row(#"r"\d+""#, #""\\d+""#), Row(#"r'\'"#, #""\\""#),
    Row(#"'\u00e9\U0001F600\x41\101'"#, "\"é😀AA\""),
    Row("'''a\nb'''", #""a\nb""#), Row("'''a\r\nb'''", #""a\nb""#),
    Row("\"\"\"it's \"so\" \"\"\"", "\"it's \\\"so\\\" \""),
    Row(#"b'\xff\000é'"#, #"b"\xff\x00\xc3\xa9""#), Row(#"bR'\x'"#, #"b"\\x""#), Row("null", "null"),
    Row("[1, 2,]", "[1, 2]"), Row("{'a': 1,}", #"{"a": 1}"#), Row("[]", "[]"), Row("{}", "{}"),
    Row("1 // one\n+ 2", "3"), Row("// all of it\n1", "1"),
    Row("{`a`: 1}", "1-4: expected an expression, found '`a`' [syntax]"),
    Row("data.`a`", "1"), Row("{'content-type': 'json'}.`content-type`", "\"json\""),
  ]

  static let operators: [Row] = [
    Row("1 + 2 * 3", "7"), Row("(1 + 2) * 3", "9"), Row("10 - 4 - 3", "3"), Row("7 % 3", "1"),
    Row("-7 / 2", "-3"),
    Row("!true || true", "true"), Row("!!true", "true"), Row("--1", "1"), Row("- 1", "-1"), Row("-(1)", "-1"),
    Row("1 < 2 == true", "true"), Row("true ? 1 : false ? 2 : 3", "1"), Row("false ? 1 : false ? 2 : 3", "3"),
    Row("1 in [1, 2]", "true"), Row("'a' in {'a': 1}", "true"), Row("1 == 1 ? 'y' : 'n'", "\"y\""),
    Row("1u < 2", "true"), Row("2.5 > 2", "true"), Row("'b' > 'a'", "true"), Row("b'a' < b'b'", "true"),
    Row("'\\u0041\\u030a' == '\\u00c5'", "false"), Row("'K' == '\\u212a'", "false"),
    Row("{'\\u0041\\u030a': 1, '\\u00c5': 2}.size()", "2"),
    Row("0.0 / 0.0 == 0.0 / 0.0", "false"), Row("0.0 / 0.0 < 1.0", "false"), Row("0.0 / 0.0 >= 1.0", "false"),
    Row("dyn(1) == 1.0 && dyn(1u) == 1", "true"), Row("[1] == dyn([1.0])", "true"),
    Row("dyn({1: 'a'}) == {1u: 'a'}", "true"), Row("dyn(1) == 'a'", "false"), Row("dyn(null) == 1", "false"),
    Row("{1: 'a', 'x': 'b'}[dyn(1.0)]", "\"a\""), Row("[7, 8][dyn(1u)]", "8"), Row("[7, 8][dyn(1.0)]", "8"),
    Row("1.5 in {1: 2}", "0-13: no overload of 'in' takes (double, map(int, int)) [no-overload]"),
    Row("dyn(1.0) in {1: 2}", "true"), Row("dyn(b'') in {1: 2}", "false"),
    Row("true || dyn(1) / 0 > 0", "true"), Row("1 / 0 > 0 || true", "true"),
    Row("false && 1 / 0 > 0", "false"),
    Row("1 / 0 > 0 && false", "false"), Row("[1, 0].exists(x, 1 / x > 0)", "true"),
    Row("[0, 1].exists(x, 1 / x > 0)", "true"), Row("[0, 1].all(x, 1 / x > 5)", "false"),
  ]

  static let macros: [Row] = [
    Row("has(data.a)", "true"), Row("has(data.z)", "false"), Row("has(state.count)", "true"),
    Row("has(state.missing)", "false"), Row("has(data.nested.key)", "true"),
    Row("[1, 2, 3].map(x, x * 2)", "[2, 4, 6]"), Row("[1, 2, 3].map(x, x > 1, x * 2)", "[4, 6]"),
    Row("[1, 2, 3].filter(x, x > 1)", "[2, 3]"), Row("[1, 2, 3].exists_one(x, x > 2)", "true"),
    Row("[1, 2, 3].existsOne(x, x > 1)", "false"), Row("{'a': 1, 'b': 2}.map(k, k)", #"["a", "b"]"#),
    Row("['a', 'b'].transformList(i, v, v + string(i))", #"["a0", "b1"]"#),
    Row("['a', 'b'].transformList(i, v, i > 0, v)", #"["b"]"#),
    Row("['a', 'b'].transformMap(i, v, v + '!')", #"{0: "a!", 1: "b!"}"#),
    Row("{'a': 1, 'b': 2}.transformMap(k, v, v > 1, v * 10)", #"{"b": 20}"#),
    Row("{'a': 1, 'b': 2}.transformMapEntry(k, v, {v: k})", #"{1: "a", 2: "b"}"#),
    Row("{'a': 1, 'b': 1}.transformMapEntry(k, v, {v: k})", "the key 1 is there twice [duplicate-key]"),
    Row("{'a': 1}.all(k, v, k == 'a' && v == 1)", "true"), Row("[5].exists(i, v, i == 0 && v == 5)", "true"),
    Row("[[1, 2], [3]].map(l, l.map(x, x + 1))", "[[2, 3], [4]]"),
    Row("[1].map(x, [2].map(x, x)[0] + x)", "[3]"),
    Row("cel.bind(x, 2, x * x)", "4"), Row("cel.bind(x, 1, cel.bind(y, x + 1, x + y))", "3"),
    Row("state.users.filter(u, u.name.contains(state.query)).map(u, u.id)", "[2]"),
    Row("data.list.map(x, type(x))", "[int, double, string, null_type, list]"),
  ]

  static let optionals: [Row] = [
    Row("data.?a", "optional.of(1)"), Row("data.?z", "optional.none()"), Row("data.?z.orValue(2)", "2"),
    Row("data.?nested.key.deep.value()", "\"value\""), Row("data.?nope.key.deep.hasValue()", "false"),
    Row("data.list[?9].hasValue()", "false"), Row("data.list[?0].value()", "1"),
    Row("state.?count.value()", "41"), Row("state.?missing.hasValue()", "false"),
    Row("state[?'count'].value()", "41"),
    Row("optional.none().orValue(1)", "1"), Row("optional.of(1).or(optional.of(1 / 0)).value()", "1"),
    Row("optional.none().value()", "the optional has no value [no-value]"),
    Row("[?data.?a, ?data.?z]", "[1]"), Row("{?'a': data.?a, ?'z': data.?z}", #"{"a": 1}"#),
    Row("optional.of(2).optMap(x, x + 1)", "optional.of(3)"), Row("data.?z.optMap(x, x)", "optional.none()"),
    Row("optional.of(2).optFlatMap(x, optional.of(x + 1)).value()", "3"),
    Row("optional.ofNonZeroValue('').hasValue()", "false"),
    Row("optional.ofNonZeroValue([0]).hasValue()", "true"),
    Row("optional.unwrap([optional.of(1), optional.none()])", "[1]"), Row("[1, 2].first().value()", "1"),
    Row("[1, 2].last().value()", "2"), Row("[].first().hasValue()", "false"),
    Row("optional.of(1) == optional.of(1)", "true"), Row("optional.none() == optional.none()", "true"),
  ]

  static let strings: [Row] = [
    Row("'añb'.size()", "3"), Row("size(b'añb')", "4"), Row("'tacocat'.charAt(3)", "\"o\""),
    Row("'taco'.charAt(4)", "\"\""),
    Row("'taco'.charAt(5)", "the index 5 is out of the string's range [index-out-of-range]"),
    Row("'taco'.charAt(-1)", "the index -1 is out of the string's range [index-out-of-range]"),
    Row("'añañ'.indexOf('ñ', 2)", "3"), Row("'abc'.indexOf('')", "0"), Row("'abc'.indexOf('c', 3)", "-1"),
    Row("'abc'.indexOf('a', 4)", "the index 4 is out of the string's range [index-out-of-range]"),
    Row("'abcabc'.lastIndexOf('bc')", "4"), Row("'abcabc'.lastIndexOf('bc', 3)", "1"),
    Row("'abc'.lastIndexOf('')", "3"),
    Row("'a,b,c'.split(',')", #"["a", "b", "c"]"#), Row("'a,b,c'.split(',', 2)", #"["a", "b,c"]"#),
    Row("'añb'.split('')", #"["a", "ñ", "b"]"#), Row("''.split(',')", #"[""]"#), Row("''.split('')", "[]"),
    Row("'abc'.split('', 2)", #"["a", "bc"]"#),
    Row("'aaa'.replace('a', 'b', 2)", "\"bba\""), Row("'ab'.replace('', '-')", "\"-a-b-\""),
    Row("'ab'.replace('b', '')", "\"a\""),
    Row("'aaa'.replace('a', 'b', 0)", "\"aaa\""), Row("['a', 'b'].join()", "\"ab\""),
    Row("['a', 'b'].join('-')", "\"a-b\""),
    Row("'añb'.substring(1)", "\"ñb\""), Row("'añb'.substring(1, 2)", "\"ñ\""),
    Row("'abc'.substring(2, 1)", "the substring ends at 1, before its start 2 [index-out-of-range]"),
    Row("' \\u00a0a b\\n'.trim()", "\"a b\""), Row("'aÉ'.upperAscii()", "\"AÉ\""),
    Row("'AÉ'.lowerAscii()", "\"aÉ\""),
    Row("'añ😀'.reverse()", "\"😀ña\""), Row("strings.quote('a\"\\n')", #""\"a\\\"\\n\"""#),
    Row("'abc'.startsWith('ab') && 'abc'.endsWith('bc')", "true"),
    Row("'ab12'.matches('^[a-z]+\\\\d{2}$')", "true"),
    Row("matches('abc', 'b')", "true"), Row("base64.encode(b'hi')", "\"aGk=\""),
    Row("base64.decode('aGk')", "b\"hi\""),
    Row("base64.decode('aG=k')", "the text isn't base64 [invalid-argument]"),
  ]

  static let format: [Row] = [
    Row("'%s|%d|%f|%e'.format(['x', 7, 1.5, 1500.0])", "\"x|7|1.500000|1.500000e+03\""),
    Row("'%.2f %.0f %.3e'.format([1.005, 2.5, 12345.678])", "\"1.00 2 1.235e+04\""),
    Row("'%x %X %o %b'.format([255, -255, 8, 5u])", "\"ff -FF 10 101\""), Row("'%b'.format([true])", "\"1\""),
    Row("'%x'.format(['hi'])", "\"6869\""), Row("'100%%'.format([])", "\"100%\""),
    Row("'%s'.format([1e21])", "\"1000000000000000000000\""),
    Row("'%d'.format([3.14])", "\"3.14\""), Row("'%f'.format([7u])", "\"7.000000\""),
    Row("'%s'.format([[1, 'a', null, {'b': 2u, 'a': 1.0}]])", "\"[1, a, null, {a: 1, b: 2}]\""),
    Row("'%s'.format([b'a\\xff\\xffb'])", "\"a\u{FFFD}b\""),
    Row("'%s %s'.format([type(1), duration('90m')])", "\"int 5400s\""),
    Row("'%s'.format([0.0 / 0.0])", "\"NaN\""), Row("'%.1f'.format([1.0 / 0.0])", "\"Infinity\""),
    Row("'%d'.format(['x'])", "%d can't format a value of type string [invalid-argument]"),
    Row("'%q'.format([1])", "there is no clause %q [invalid-argument]"),
    Row("'%'.format([1])", "the format ends after '%' [invalid-argument]"),
    Row("'%s'.format([])", "the format has more clauses than arguments [invalid-argument]"),
  ]

  static let math: [Row] = [
    Row("math.greatest(1, 2.5, 2u)", "2.5"), Row("math.least([3, 1, 2])", "1"), Row("math.greatest(7)", "7"),
    Row("math.ceil(1.2)", "2.0"), Row("math.floor(-1.2)", "-2.0"), Row("math.round(-1.5)", "-2.0"),
    Row("math.trunc(-1.7)", "-1.0"),
    Row("math.abs(-3)", "3"), Row("math.sign(-2.5)", "-1.0"), Row("math.sqrt(81)", "9.0"),
    Row("math.isNaN(0.0 / 0.0)", "true"),
    Row("math.bitXor(6, 3)", "5"), Row("math.bitNot(0u)", "18446744073709551615u"),
    Row("math.bitShiftLeft(1, 63)", "-9223372036854775808"),
    Row("math.bitShiftRight(-1, 63)", "1"),
    Row("math.bitShiftLeft(1, -1)", "'math.bitShiftLeft' can't shift by -1 [invalid-argument]"),
    Row("math.least(dyn([]))", "'math.least' of an empty list [invalid-argument]"),
  ]

  static let conversions: [Row] = [
    Row("int('42') + int(1.9) + int(2u)", "45"),
    Row("int('x')", "\"x\" can't be converted to int [invalid-argument]"),
    Row("int(9.3e18)", "9300000000000000000.0 is out of the range of int [overflow]"),
    Row("uint(-1)", "-1 is out of the range of uint [overflow]"),
    Row("double('1e400')", "\"1e400\" is out of the range of double [overflow]"),
    Row("double('Infinity')", "double(\"Infinity\")"), Row("double('0x1p4')", "16.0"),
    Row("double('0x1F')", "\"0x1F\" can't be converted to double [invalid-argument]"),
    Row("double('nan(1)')", "\"nan(1)\" can't be converted to double [invalid-argument]"),
    Row("string(1.0)", "\"1\""), Row("string(1234567.5)", "\"1234567.5\""), Row("string(true)", "\"true\""),
    Row("string(b'\\xff')", "the bytes aren't UTF-8 [invalid-argument]"), Row("bytes('é')", #"b"\xc3\xa9""#),
    Row("bool('t')", "true"),
    Row("duration('1h30m1.5s')", "duration(\"5401.5s\")"),
    Row("duration('-1.5us')", "duration(\"-0.0000015s\")"), Row("duration('0')", "duration(\"0s\")"),
    Row("duration('1')", "\"1\" is no duration, or out of range; write 1h30m or 1.5s [invalid-argument]"),
    Row(
      "duration('9223372036854775807ns') + duration('1ns')", "the result of '+' is out of range [overflow]"),
    Row("duration('-9223372036854775808ns')", "duration(\"-9223372036.854775808s\")"),
    Row("timestamp('2024-02-29T23:59:59.5+01:00')", "timestamp(\"2024-02-29T22:59:59.5Z\")"),
    Row(
      "timestamp('2023-02-29T00:00:00Z')",
      "\"2023-02-29T00:00:00Z\" is no timestamp (RFC 3339), or out of range [invalid-argument]"),
    Row("timestamp(0) + duration('1ns')", "timestamp(\"1970-01-01T00:00:00.000000001Z\")"),
    Row(
      "timestamp('0001-01-01T00:00:00Z') - duration('1ns')", "the result of '-' is out of range [overflow]"),
    Row("now.getFullYear() * 100 + now.getMonth()", "202600"), Row("now.getHours('-02:30')", "10"),
    Row("now.getDayOfWeek()", "4"),
    Row("timestamp('2024-12-31T00:00:00Z').getDayOfYear()", "365"),
    Row("duration('3661.5s').getMinutes()", "61"),
    Row(
      "now.getHours('Mars/Olympus')",
      "there is no time zone \"Mars/Olympus\"; write UTC or an offset: +01:00 [invalid-argument]"),
    Row("type(now) == google.protobuf.Timestamp", "true"), Row("type(type(1))", "type"),
  ]

  @Test(arguments: literals) func literalsHaveTheirValues(_ row: Row) { check(row) }
  @Test(arguments: operators) func operatorsHaveTheirMeaning(_ row: Row) { check(row) }
  @Test(arguments: macros) func macrosRunOverListsAndMaps(_ row: Row) { check(row) }
  @Test(arguments: optionals) func optionalsHoldAValueOrNone(_ row: Row) { check(row) }
  @Test(arguments: strings) func stringFunctionsCountCodePoints(_ row: Row) { check(row) }
  @Test(arguments: format) func formatWritesItsArguments(_ row: Row) { check(row) }
  @Test(arguments: math) func mathFunctionsKeepTheirTypes(_ row: Row) { check(row) }
  @Test(arguments: conversions) func conversionsRefuseWhatTheyCannotTake(_ row: Row) { check(row) }

  private func check(_ row: Row) {
    #expect(result(of: row.source) == row.expected)
  }
}
