/// A value in a D-Bus message (<https://dbus.freedesktop.org/doc/dbus-specification.html#type-system>). Only the types
/// that this program needs are supported.
public enum BusValue: Sendable, Equatable {
    case string(String)
    case int32(Int32)
    case uint32(UInt32)
    case double(Double)
    case array(of: String, [BusValue])
    case structure([BusValue])
    /// A dictionary of type `a{sv}`.
    case properties([BusProperty])

    /// An array of strings, of type `as`.
    public static func strings(_ texts: [String]) -> BusValue { .array(of: "s", texts.map { .string($0) }) }

    /// The type as a D-Bus signature.
    public var signature: String {
        switch self {
        case .string: "s"
        case .int32: "i"
        case .uint32: "u"
        case .double: "d"
        case .array(let element, _): "a" + element
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .properties: "a{sv}"
        }
    }

    /// The text; nil for other types.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The texts of an array; nil for other types.
    public var texts: [String]? {
        if case .array(of: "s", let elements) = self { elements.compactMap(\.text) } else { nil }
    }
}

/// One entry of a dictionary of type `a{sv}`.
public struct BusProperty: Sendable, Equatable {
    public var name: String
    public var value: BusValue

    public init(_ name: String, _ value: BusValue) {
        self.name = name
        self.value = value
    }
}
