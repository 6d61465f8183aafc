/// A date as it was read.
struct DateReading {
    var moment: Timestamp
    /// Whether the text gives a zone or an offset; else it was read as UTC.
    var hasZone: Bool
    /// The name of a zone that is not known. The date was read as UTC.
    var unknownZone: String?
}
