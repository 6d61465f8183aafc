package import Articles

/// Computes the date by which articles are sorted, and which `date:` in queries matches.
///
/// The sort date is the article's own date, unless that date is more than a day after the content arrived: some feeds
/// use the dates of future events, and some clocks are years ahead. Such an article gets the date when it was received,
/// and keeps this sort date even after its own date has passed. The date is checked again only when new content
/// arrives.
package enum SortDate {
    /// The number of seconds by which a date may be in the future, since time zones may be wrong and clocks may be
    /// fast.
    package static let slack: Int64 = 86_400

    /// - Parameters:
    ///   - received: the time when the article first arrived.
    ///   - arrival: the time when the article's current content arrived.
    package static func of(published: Int64?, received: Int64, arrival: Int64) -> Int64 {
        accepted(published, arrival: arrival) ?? received
    }

    /// An article's own date; nil if this date is too long after the arrival of the article's content.
    static func accepted(_ published: Int64?, arrival: Int64) -> Int64? {
        published.flatMap { $0 < 0 || $0 - slack <= arrival ? $0 : nil }
    }

    /// The sort date of a new article.
    package static func of(_ draft: ArticleDraft, now: Int64) -> Int64 {
        let received = draft.received ?? now
        return of(published: draft.published, received: received, arrival: received)
    }
}
