import Navtree
import Testing

@Suite struct ValueTests {
  struct Person: Codable, Equatable {
    enum Sort: String, Codable { case friend, foe }
    struct Place: Codable, Equatable { let x: Double, y: Float }

    let id: Int
    let small: [UInt8]
    let name: String?
    let sort: Sort
    let isOld: Bool
    let place: Place?
    let notes: [String: JSONValue]
    let more: JSONObject
    let any: JSONValue
  }

  static let person = Person(
    id: 7, small: [1, 255], name: nil, sort: .foe, isOld: true, place: Person.Place(x: 1.5, y: 2),
    notes: ["a": [1, nil, "x"]], more: ["b": 1, "a": ["c": false]], any: ["deep": [[1.5]]])

  @Test func aTypeGoesInAndOut() throws {
    let value = try JSONValue(encoding: Self.person)
    #expect(value["more"]?.description == #"{"b":1,"a":{"c":false}}"#)
    #expect(value["place"] == ["x": 1.5, "y": 2])
    #expect(try value.decoded(as: Person.self) == Self.person)
    #expect(try JSONObject(encoding: Self.person)["id"] == 7)
  }

  static let misfits: [(JSONValue, String)] = [
    ("x", "is not an object"), (["id": 1.5], "is not an integer that fits Int"),
    (["id": true], "is not an integer"),
    ([:], "there is no 'id'"), (["id": 7, "small": [1, 256]], "256 is not an integer that fits UInt8"),
    (["id": 7, "small": 3], "is not a list"),
  ]

  @Test(arguments: misfits) func aValueThatDoesNotFitIsNamed(_ misfit: (value: JSONValue, reason: String)) {
    let error = #expect(throws: DecodingError.self) { try misfit.value.decoded(as: Person.self) }
    #expect("\(error!)".contains(misfit.reason))
  }

  @Test func aNumberThatIsNoneOfJSONIsRefused() {
    #expect(throws: EncodingError.self) { try JSONValue(encoding: [Double.nan]) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: UInt64.max) }
    #expect(throws: EncodingError.self) { try JSONObject(encoding: [1]) }
    #expect((try? JSONValue(encoding: 1.0 as Float)) == 1.0)
    #expect((try? JSONValue(encoding: Int8.min)) == -128)
  }

  @Test func everyIntegerTypeGoesInAndOut() throws {
    struct Numbers: Codable, Equatable {
      var a = Int.max, b = Int8.min, c = Int16.max, d = Int32.min, e = Int64.max
      var f: UInt = 1, g = UInt8.max, h = UInt16.max, i = UInt32.max, j: UInt64 = 9
    }
    #expect(try JSONValue(encoding: Numbers()).decoded(as: Numbers.self) == Numbers())
    #expect(try JSONValue(encoding: [[1, 2], []]).decoded(as: [[UInt16]].self) == [[1, 2], []])
    #expect(try JSONValue(encoding: [1.5, nil]).decoded(as: [Float?].self) == [1.5, nil])
  }

  @Test func classesWithParentsGoInAndOut() throws {
    class Animal: Codable { var legs = 4 }
    final class Dog: Animal {
      var name = "Rex"
      private enum CodingKeys: String, CodingKey { case name }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: container.superDecoder())
      }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try super.encode(to: container.superEncoder())
      }
    }
    let value = try JSONValue(encoding: Dog())
    #expect(value == ["name": "Rex", "super": ["legs": 4]])
    #expect(try value.decoded(as: Dog.self).legs == 4)
  }
}
