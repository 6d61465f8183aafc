package import Articles

/// The date that an article is sorted by, and that `date:` asks for.
///
/// It is what the article says, unless that lies more than a day behind the moment at which the content came: feeds announce
/// events by dates to come, and some clocks are years ahead. Such an article is sorted by when it was received. It stays
/// there when its date comes; only new content is judged again.
package enum SortDate {
    /// Seconds that a date may lie ahead: time zones are named wrong, and clocks are fast.
    package static let slack: Int64 = 86_400

    /// - Parameters:
    ///   - received: when the article came first.
    ///   - arrival: when this content of it came.
    package static func of(published: Int64?, received: Int64, arrival: Int64) -> Int64 {
        accepted(published, arrival: arrival) ?? received
    }

    /// A date that an article says, unless it lies too far ahead of when its content came.
    static func accepted(_ published: Int64?, arrival: Int64) -> Int64? {
        published.flatMap { $0 < 0 || $0 - slack <= arrival ? $0 : nil }
    }

    /// Of an article that comes for the first time.
    package static func of(_ draft: ArticleDraft, now: Int64) -> Int64 {
        let received = draft.received ?? now
        return of(published: draft.published, received: received, arrival: received)
    }
}
