import Formats
import Foundation
import Testing

@testable import FeedLibrary

@Suite struct SchemaTests {
    private static var all: [(name: String, schema: Schema)] { Schema.requests + Schema.answers }

    /// Every schema within a schema, itself too.
    private static func parts(_ schema: Schema) -> [Schema] {
        switch schema {
        case .array(let element, _): [schema] + parts(element)
        case .object(let members, _): [schema] + members.flatMap { parts($0.schema) }
        case .either(let schemas): [schema] + schemas.flatMap(parts)
        default: [schema]
        }
    }

    private static func json(_ schema: Schema, isClosed: Bool = false, mayBeNull: Bool = false) throws -> [String: Any]
    {
        var writer = JSONWriter(.required)
        writer.schema(schema, isClosed: isClosed, mayBeNull: mayBeNull)
        return try #require(try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: Any])
    }

    @Test("Each form has a name of its own, and each name that a form refers to is one of them")
    func names() {
        let names = Self.all.map(\.name)
        #expect(Set(names).count == names.count && !names.isEmpty)
        for (name, schema) in Self.all {
            for case .named(let other) in Self.parts(schema) { #expect(names.contains(other), "\(name): \(other)") }
        }
    }

    @Test("Members of a form have different names, choices are different texts, and either is of two or more")
    func members() {
        for (name, schema) in Self.all {
            for part in Self.parts(schema) {
                switch part {
                case .object(let members, _): #expect(Set(members.map(\.name)).count == members.count, "\(name)")
                case .choice(let values): #expect(!values.isEmpty && Set(values).count == values.count, "\(name)")
                case .either(let schemas): #expect(schemas.count > 1, "\(name)")
                default: break
                }
            }
        }
    }

    @Test("Every form is written as JSON whose required members are among its members", arguments: [false, true])
    func written(isClosed: Bool) throws {
        func check(_ value: Any) throws {
            if let values = value as? [Any] { for value in values { try check(value) } }
            guard let object = value as? [String: Any] else { return }
            if let required = object["required"] as? [String], let properties = object["properties"] as? [String: Any] {
                #expect(Set(required).isSubset(of: properties.keys) && Set(required).count == required.count)
            }
            for value in object.values { try check(value) }
        }
        for (_, schema) in Self.all { try check(try Self.json(schema, isClosed: isClosed)) }
    }

    @Test("In a request an unknown member is an error and null is the same as absent; in an answer neither is said")
    func closed() throws {
        let schema = Schema.object([
            .always("a", .string), .maybe("b", .choice(["x"])), .maybe("c", .object([], open: true)),
        ])
        let request = try Self.json(schema, isClosed: true)
        let properties = try #require(request["properties"] as? [String: [String: Any]])
        #expect(request["additionalProperties"] as? Bool == false && request["required"] as? [String] == ["a"])
        #expect(properties["a"]?["type"] as? String == "string")
        #expect(properties["b"]?["type"] as? [String] == ["string", "null"])
        #expect((properties["b"]?["enum"] as? [Any])?.count == 2)
        #expect(properties["c"]?["additionalProperties"] == nil)
        let answer = try Self.json(schema)
        let members = try #require(answer["properties"] as? [String: [String: Any]])
        #expect(answer["additionalProperties"] == nil && members["b"]?["type"] as? String == "string")
        #expect((members["b"]?["enum"] as? [Any])?.count == 1)
    }

    @Test("Bounds, dates, lists and references are written in the words of JSON Schema")
    func keywords() throws {
        let number = try Self.json(.integer(1...9), mayBeNull: true)
        #expect(number["minimum"] as? Int == 1 && number["maximum"] as? Int == 9)
        #expect(number["type"] as? [String] == ["integer", "null"])
        #expect(try Self.json(.integer(1...Int.max))["maximum"] as? Int == Int.max)
        let pair = try Self.json(.array(.named("Hit"), count: 2...2))
        #expect(pair["minItems"] as? Int == 2 && pair["maxItems"] as? Int == 2)
        #expect((pair["items"] as? [String: String]) == ["$ref": "#/components/schemas/Hit"])
        #expect(try Self.json(.date)["format"] as? String == "date-time" && Self.json(.any).isEmpty)
        #expect((try Self.json(.either([.string, .boolean]))["oneOf"] as? [Any])?.count == 2)
    }
}
