/// The result of parsing a date.
struct DateReading {
    var moment: Timestamp
    /// Whether the text gives a zone or an offset. Otherwise the date was read as UTC.
    var hasZone: Bool
    /// The name of an unknown zone, if the date contains one. The date was then read as UTC.
    var unknownZone: String?
}
