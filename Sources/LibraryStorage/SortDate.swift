package import Articles

/// The date that articles are sorted by, and that `date:` matches.
///
/// The date is the article's own date, unless that date is more than a day after the content arrived: some feeds use
/// the dates of future events, and some clocks are years ahead. Such an article gets the date when it was received. The
/// article keeps that date even after its own date has passed; only new content is checked again.
package enum SortDate {
    /// The number of seconds by which a date may be in the future, since time zones may be wrong and clocks may be
    /// fast.
    package static let slack: Int64 = 86_400

    /// - Parameters:
    ///   - received: when the article first arrived.
    ///   - arrival: when its current content arrived.
    package static func of(published: Int64?, received: Int64, arrival: Int64) -> Int64 {
        accepted(published, arrival: arrival) ?? received
    }

    /// An article's own date; nil if it is too long after the time when its content arrived.
    static func accepted(_ published: Int64?, arrival: Int64) -> Int64? {
        published.flatMap { $0 < 0 || $0 - slack <= arrival ? $0 : nil }
    }

    /// The sort date of a new article.
    package static func of(_ draft: ArticleDraft, now: Int64) -> Int64 {
        let received = draft.received ?? now
        return of(published: draft.published, received: received, arrival: received)
    }
}
