/// The unknown time zones of a document, each listed once. Dates in such a zone are read as UTC.
public struct UnknownZones: Sendable, Equatable {
    public private(set) var names: [String] = []
    /// The maximum number of zones in the list. Most feeds use one zone for all dates.
    private static let maxCount = 8

    public init() {}

    public mutating func add(_ name: String?) {
        guard let name, names.count < Self.maxCount, !names.contains(name) else { return }
        names.append(name)
    }

    public mutating func add(_ other: UnknownZones) { for name in other.names { add(name) } }

    /// Parses a date and records its time zone if the zone is unknown. Returns nil if the text is not a date.
    public mutating func date(_ text: String) -> Timestamp? {
        var zone: String?
        defer { add(zone) }
        return DateParser.parse(text, unknownZone: &zone)
    }

    /// The warnings, one for each zone.
    public var warnings: [String] { names.map { "time zone \"\($0)\" is unknown: dates with it are read as UTC" } }
}
