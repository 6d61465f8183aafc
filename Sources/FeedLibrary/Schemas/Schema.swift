package import Formats

/// Describes the structure of a JSON value, using the subset of JSON Schema that the API documentation needs
/// (<https://json-schema.org/draft/2020-12/json-schema-core>).
package indirect enum Schema: Sendable {
    /// Any value.
    case any
    case string
    /// A date and time in the format of RFC 3339, in UTC.
    case date
    case choice([String])
    case boolean
    case number
    case integer(ClosedRange<Int>? = nil)
    case array(Schema, count: ClosedRange<Int>? = nil)
    /// - Parameter open: whether the object may have members that are not listed.
    case object([Member], open: Bool = false)
    /// A value that matches exactly one of several schemas.
    case either([Schema])
    /// A reference to the schema with this name in `Schema.requests` or `Schema.answers`.
    case named(String)

    package struct Member: Sendable {
        package let name: String
        package let schema: Schema
        package let isRequired: Bool
        package let summary: String

        package static func always(_ name: String, _ schema: Schema, _ summary: String = "") -> Member {
            Member(name: name, schema: schema, isRequired: true, summary: summary)
        }

        package static func maybe(_ name: String, _ schema: Schema, _ summary: String = "") -> Member {
            Member(name: name, schema: schema, isRequired: false, summary: summary)
        }
    }

    /// The schema of an object `{"NAME":[…]}` with one array.
    package static func list(_ name: String, of element: String) -> Schema {
        .object([.always(name, .array(.named(element)))])
    }
}

extension JSONWriter {
    /// - Parameters:
    ///   - summary: a description of the value.
    ///   - isClosed: whether unlisted members are an error, as in request bodies. False for responses, to which later
    ///     versions may add members.
    package mutating func schema(
        _ schema: Schema, _ summary: String = "", isClosed: Bool = false, mayBeNull: Bool = false
    ) {
        object { object in
            if !summary.isEmpty { object.member("description", summary) }
            object.keywords(of: schema, isClosed: isClosed, mayBeNull: mayBeNull)
        }
    }

    private mutating func type(_ name: String, _ mayBeNull: Bool) {
        if mayBeNull { member("type", [name, "null"]) } else { member("type", name) }
    }

    private mutating func keywords(of schema: Schema, isClosed: Bool, mayBeNull: Bool) {
        switch schema {
        case .any: break
        case .string: type("string", mayBeNull)
        case .date:
            type("string", mayBeNull)
            member("format", "date-time")
        case .choice(let values):
            type("string", mayBeNull)
            key("enum")
            array { array in
                for value in values { array.string(value) }
                if mayBeNull { array.raw("null") }
            }
        case .boolean: type("boolean", mayBeNull)
        case .number: type("number", mayBeNull)
        case .integer(let range):
            type("integer", mayBeNull)
            if let range {
                member("minimum", range.lowerBound)
                member("maximum", range.upperBound)
            }
        case .array(let element, let count):
            type("array", mayBeNull)
            if let count {
                member("minItems", count.lowerBound)
                member("maxItems", count.upperBound)
            }
            key("items")
            self.schema(element, isClosed: isClosed)
        case .object(let members, let isOpen):
            type("object", mayBeNull)
            let required = members.filter(\.isRequired).map(\.name)
            if !required.isEmpty { member("required", required) }
            key("properties")
            object { properties in
                for member in members {
                    properties.key(member.name)
                    // In requests, null has the same meaning as a missing member.
                    properties.schema(
                        member.schema, member.summary, isClosed: isClosed, mayBeNull: isClosed && !member.isRequired)
                }
            }
            if isClosed, !isOpen { member("additionalProperties", false) }
        case .either(let schemas):
            key("oneOf")
            array(schemas) { $0.schema($1, isClosed: isClosed) }
        case .named(let name): member("$ref", "#/components/schemas/" + name)
        }
    }
}
