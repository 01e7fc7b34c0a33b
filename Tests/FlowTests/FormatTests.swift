import NavtreeFlow
import NavtreeJSON
import Testing

/// Strings of each standard format, and strings that miss it narrowly.
@Suite struct FormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let format: String
    let fitting: [String]
    let misfits: [String]

    var testDescription: String { format }
  }

  static let cases = [
    Case(
      format: "date-time",
      fitting: [
        "1963-06-19T08:30:06.283185Z", "1963-06-19T08:30:06Z", "1937-01-01T12:00:27.87+00:20",
        "1990-12-31T15:59:50.123-08:00", "1998-12-31T23:59:60Z", "1998-12-31T15:59:60.123-08:00",
        "1963-06-19t08:30:06.283185z", "2024-02-29T00:00:00Z", "0000-01-01T00:00:00-23:59",
      ],
      misfits: [
        "", "1998-12-31T23:59:61Z", "1998-12-31T23:58:60Z", "1998-12-31T22:59:60Z", "1990-02-31T15:59:59Z",
        "1990-12-31T15:59:59-24:00", "1963-06-19T08:30:06.28123+01:00Z", "06/19/1963 08:30:06 PST",
        "2013-350T01:01:01", "1963-6-19T08:30:06.283185Z", "1963-06-1T08:30:06Z", "1963-06-19T08:30:06",
        "1963-06-19 08:30:06Z", "1963-06-19T24:00:00Z", "1963-06-19T08:60:06Z", "1963-06-19T08:30:06.Z",
        "1963-06-1\u{9EA}T00:00:00Z", "1963-06-11T0\u{9EA}:00:00Z", "1963-06-19T08:30:06Z ",
        "2023-02-29T00:00:00Z",
      ]),
    Case(
      format: "date",
      fitting: ["1963-06-19", "2020-01-31", "2020-02-29", "2000-02-29", "2020-12-31", "0001-04-30"],
      misfits: [
        "", "2021-02-29", "1900-02-29", "2020-02-30", "2020-04-31", "2020-13-01", "2020-00-10", "2020-01-00",
        "06/19/1963", "2013-350", "1998-1-20", "1998-01-1", "1963-06-1\u{9EA}", "20230328", "2023-W01",
        "2023-W13-2", "2022W527", "1963-06-19T00:00:00Z", "-2020-01-01", "12020-01-01",
      ]),
    Case(
      format: "uri",
      fitting: [
        "http://foo.bar/?baz=qux#quux", "http://foo.com/blah_(wikipedia)_blah#cite-1", "HTTP://FOO",
        "http://foo.bar/?q=Test%20URL-encoded%20stuff", "http://xn--nw2a.xn--j6w193g/",
        "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com", "http://223.255.255.254", "file:///etc/hosts",
        "ftp://ftp.is.co.za/rfc/rfc1808.txt", "ldap://[2001:db8::7]/c=GB?objectClass?one",
        "news:comp.infosystems.www.servers.unix", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
        "mailto:John.Doe@example.com", "tel:+1-816-555-1212", "http://[::1]:8080/",
        "http://[::ffff:127.0.0.1]",
        "http://[1:2:3:4:5:6:7:8]", "http://[v1.a:b]/", "http://a:/", "app:", "x://",
        "data:text/plain;charset=utf-8,a%2Cb",
      ],
      misfits: [
        "", "//foo.bar/?baz=qux#quux", "/abc", "\\\\WINDOWS\\fileshare", "abc", "http:// shouldfail.com",
        ":// should fail", "bar,baz:foo", "https://[@example.org/test.txt",
        "https://example.org/foobar\\.txt",
        "https://example.org/foobar<>.txt", "https://example.org/foobar{}.txt",
        "https://example.org/foobar^.txt", "https://example.org/foobar`.txt",
        "https://example.org/foo bar.txt", "https://example.org/foobar|.txt", "1http://a", "http://a:b",
        "http://a/%2", "http://a/%zz", "http://a#b#c", "http://[::1", "http://[1:2]", "http://[1::2::3]",
        "http://[1:2:3:4:5:6:7:8:9]", "http://[:1]", "http://[::256.0.0.1]", "http://é", "http://a[b]",
        "http://a/[b]",
      ]),
    Case(
      format: "email",
      fitting: [
        "joe.bloggs@example.com", "te~st@example.com", "~test@example.com", "test~@example.com",
        "te.s.t@example.com", "\"joe bloggs\"@example.com", "\"joe..bloggs\"@example.com",
        "\"joe@bloggs\"@example.com", "\"joe\\\"bloggs\"@example.com", "joe.bloggs@[127.0.0.1]",
        "joe.bloggs@[IPv6:::1]", "ada+news@example.co.uk", "a@b", "a@1.2",
      ],
      misfits: [
        "", "2962", "ada", "@example.com", "ada@", ".test@example.com", "test.@example.com",
        "te..st@example.com", "joe.bloggs@invalid=domain.com", "joe.bloggs@[127.0.0.300]", "joe@[IPv6:1]",
        "ada@example.com ", "ada lovelace@example.com", "ada@-a.org", "ada@a-.org", "ada@a..org",
        "ada@a.org.", "ada@b@c", "é@example.com", "\"ada@example.com",
        String(repeating: "a", count: 65) + "@example.com", "a@" + String(repeating: "b", count: 64) + ".org",
      ]),
    Case(
      format: "uuid",
      fitting: [
        "2EB8AA08-AA98-11EA-B4AA-73B441D16380", "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
        "2eb8aa08-AA98-11ea-B4Aa-73B441D16380", "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff", "99c17cbb-656f-f64a-940f-1a4568f03487",
      ],
      misfits: [
        "", "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08-aa98-11ea-73b441d16380",
        "2eb8aa08-aa98-11ea-b4ga-73b441d16380", "2eb8aa08aa9811eab4aa73b441d16380",
        "2eb8aa08aa98-11ea-b4aa73b441d16380", "2eb8-aa08-aa98-11ea-b4aa73b44-1d16380",
        "{2eb8aa08-aa98-11ea-b4aa-73b441d16380}", "2eb8aa08-aa98-11ea-b4aa-73b441d163800",
      ]),
  ]

  @Test(arguments: cases) func aStringIsOfAFormatOrNot(example: Case) throws {
    let format = try #require(ValueFormat(rawValue: example.format))
    #expect(example.fitting.filter { !format.matches($0) } == [])
    #expect(example.misfits.filter { format.matches($0) } == [])
  }

  @Test func everyFormatHasACase() {
    #expect(Set(ValueFormat.names) == Set(Self.cases.map(\.format)))
  }

  @Test(arguments: ValueFormat.allCases) func theExampleOfAFormatIsOne(format: ValueFormat) throws {
    #expect(format.matches(String(try #require(format.description.split(separator: " ").last))))
  }
}
