package import Articles

/// Computes the date by which articles are sorted, and which `date:` in queries matches.
///
/// The sort date is the article's own date, unless that date is more than a day after the content arrived: some feeds
/// use the dates of future events, and some clocks are years ahead. In that case, the sort date is the date when the
/// article was received, and stays so even after the article's own date has passed. It is computed again only when new
/// content arrives.
package enum SortDate {
    /// The tolerance for dates in the future, in seconds: time zones may be wrong and clocks may be fast.
    package static let slack: Int64 = 86_400

    /// - Parameters:
    ///   - received: the time when the article first arrived.
    ///   - arrival: the time when the article's current content arrived.
    package static func of(published: Int64?, received: Int64, arrival: Int64) -> Int64 {
        accepted(published, arrival: arrival) ?? received
    }

    /// An article's own date; nil if it is too far after the arrival of the article's content.
    static func accepted(_ published: Int64?, arrival: Int64) -> Int64? {
        published.flatMap { $0 < 0 || $0 - slack <= arrival ? $0 : nil }
    }

    /// The sort date of a new article.
    package static func of(_ draft: ArticleDraft, now: Int64) -> Int64 {
        let received = draft.received ?? now
        return of(published: draft.published, received: received, arrival: received)
    }
}
