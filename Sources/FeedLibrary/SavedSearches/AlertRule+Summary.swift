internal import Articles
internal import Formats

extension AlertRule {
    /// `webhook:https://… daily 08:00 22:00-07:00`, without what an address keeps secret.
    package var summary: String {
        ([MaskedURL.mask(channel), digest, quietHours] as [String?]).compactMap(\.self).joined(separator: " ")
    }
}
