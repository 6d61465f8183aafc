internal import Articles
internal import Formats

extension AlertRule {
    /// A one-line summary, for example `webhook:https://… daily 08:00 22:00-07:00`. Secret parts of an address are
    /// masked.
    package var summary: String {
        ([
            MaskedURL.mask(channel), digest, condition.map { "when " + $0 }, quietHours, isEach ? "each" : nil,
            contentType,
            template == nil ? nil : "template",
        ]
            as [String?]).compactMap(\.self).joined(separator: " ")
    }
}
