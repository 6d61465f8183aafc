import Foundation

/// Checks values against the schemas of an OpenAPI document, as far as the document uses JSON Schema.
struct SchemaCheck {
    let document: [String: Any]
    /// Whether a member that no schema lists is a mistake, even where more may be added.
    var isStrict = true

    /// Every violation, with its place.
    func violations(of value: Any, by schema: [String: Any], at place: String = "$") -> [String] {
        if let reference = schema["$ref"] as? String {
            guard let target = resolve(reference) else { return ["\(place): \(reference) leads nowhere"] }
            return violations(of: value, by: target, at: place)
        }
        if let choices = schema["oneOf"] as? [[String: Any]] {
            let matching = choices.filter { violations(of: value, by: $0, at: place).isEmpty }
            return matching.count == 1 ? [] : ["\(place): \(matching.count) of \(choices.count) forms fit"]
        }
        guard let type = schema["type"] as? String else { return [] }
        switch type {
        case "object":
            guard let object = value as? [String: Any] else { return ["\(place) is no object"] }
            return members(of: object, by: schema, at: place)
        case "array":
            guard let array = value as? [Any] else { return ["\(place) is no array"] }
            let items = schema["items"] as? [String: Any] ?? [:]
            return array.enumerated().flatMap { violations(of: $1, by: items, at: "\(place)[\($0)]") }
        case "string":
            guard let text = value as? String else { return ["\(place) is no string"] }
            if let choices = schema["enum"] as? [String], !choices.contains(text) { return ["\(place) is \(text)"] }
            if schema["format"] as? String == "date-time",
                text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) == nil
            {
                return ["\(place) is no date: \(text)"]
            }
            return []
        case "boolean": return isBoolean(value) ? [] : ["\(place) is no boolean"]
        case "integer":
            guard let number = value as? NSNumber, !isBoolean(value), number.doubleValue == number.doubleValue.rounded()
            else { return ["\(place) is no integer"] }
            let isBelow = (schema["minimum"] as? Int).map { number.intValue < $0 } ?? false
            return isBelow ? ["\(place) is below the minimum"] : []
        case "number": return value is NSNumber && !isBoolean(value) ? [] : ["\(place) is no number"]
        default: return ["\(place): unknown type \(type)"]
        }
    }

    private func members(of object: [String: Any], by schema: [String: Any], at place: String) -> [String] {
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        var found = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map {
            "\(place).\($0) is missing"
        }
        for (name, value) in object {
            if let property = properties[name] {
                found += violations(of: value, by: property, at: "\(place).\(name)")
            } else if isStrict, !properties.isEmpty {
                found.append("\(place).\(name) is not documented")
            }
        }
        return found
    }

    func resolve(_ reference: String) -> [String: Any]? {
        reference.split(separator: "/").dropFirst().reduce(Optional(document)) { $0?[String($1)] as? [String: Any] }
    }

    private func isBoolean(_ value: Any) -> Bool {
        // JSONSerialization reads a boolean as a number of its own type.
        (value as? NSNumber).map { $0 === NSNumber(value: true) || $0 === NSNumber(value: false) } ?? false
    }
}
