/// The result of reading a date.
struct DateReading {
    var moment: Timestamp
    /// Whether the text gives a zone or an offset; otherwise it was read as UTC.
    var hasZone: Bool
    /// The name of an unknown zone; the date was then read as UTC.
    var unknownZone: String?
}
