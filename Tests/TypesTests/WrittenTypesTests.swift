import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import NavtreeTypes
import Testing

@Suite struct WrittenTypesTests {
  /// The text for each language, as it is reviewed.
  @Test(arguments: TypesLanguage.allCases)
  func theTypesAreThoseExpected(language: TypesLanguage) throws {
    let path = "\(Files.package)/Tests/Expected/Types/social.\(language.rawValue).txt"
    let text = try SampleFlow.social().text(language)
    if Files.isRecording { Files.write(text, to: path) }
    #expect(text == Files.text(of: path), "RECORD=1 writes it anew")
    #expect(!Files.isRecording)
  }

  @Test(arguments: TypesLanguage.allCases)
  func theSameFlowGivesTheSameBytes(language: TypesLanguage) throws {
    for flow in SampleFlow.sample {
      let again = try #require(
        SampleFlow(
          "\(Files.package)/\(flow.path)", Files.text(of: "\(Files.package)/\(flow.path)") ?? "",
          name: flow.name))
      #expect(flow.text(language) == again.text(language))
    }
  }

  /// Names that are made from each other's are told apart in linear time.
  @Test(arguments: TypesLanguage.allCases)
  func manyEqualNamesAreToldApart(language: TypesLanguage) throws {
    let count = 512
    var text = "navtree: 1\nflow: many\nstart: a-x-x-x-x-x-x-x-x-x\nscreens:\n"
    for number in 0..<count {
      text += "  a\((0..<9).map { number >> $0 & 1 == 0 ? "-x" : "X" }.joined()): {}\n"
    }
    let flow = try #require(SampleFlow("many.navtree.yaml", text, name: "many"))
    let written = flow.text(language)
    #expect(written.utf8.count > count * 100)
  }

  @Test(.enabled(if: Shell.run("python3 -c 'import jsonschema'").status == 0, "jsonschema isn't installed"))
  func schemasTakeTheValuesOfTranscripts() throws {
    let workplace = Workplace()
    var count = 0
    for flow in SampleFlow.all {
      let values = TranscriptValue.of(flow).filter { $0.kind == .screen }
      count += values.count
      workplace.write(
        "\(JSONValue.array([try JSONValue(parsing: flow.text(.jsonSchema)), .array(values.map(\.value))]))\n",
        to: "\(flow.name).json")
    }
    try #require(count > 100)
    workplace.write(
      """
      import glob, json, jsonschema, sys
      for path in sorted(glob.glob("*.json")):
          schema, values = json.load(open(path))
          jsonschema.Draft202012Validator.check_schema(schema)
          validator = jsonschema.Draft202012Validator(schema)
          for value in values:
              error = next(validator.iter_errors(value), None)
              if error is not None:
                  sys.exit(f"{schema['title']}: {value}: {jsonschema.exceptions.best_match([error]).message}")
          if validator.is_valid({"id": 1, "screen": "no such screen", "params": {}, "state": {}}):
              sys.exit(f"{schema['title']} takes any screen")
      """, to: "check.py")
    let outcome = workplace.run("python3 -W ignore check.py")
    #expect(outcome.status == 0, "\(outcome.text.suffix(1500))")
  }
}
