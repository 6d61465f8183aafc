/// Stores the times at which articles were last opened. An article in the bin keeps its time, but is not listed.
public protocol OpenedStoring: AnyObject {
    /// Records that articles were opened. Ignores unknown ids, and articles whose stored time is later.
    ///
    /// - Parameter time: seconds since 1970.
    /// - Returns: the number of articles whose time has changed.
    @discardableResult
    func recordOpened(_ articles: [ArticleID], at time: Int64) throws -> Int

    /// Removes the stored times.
    ///
    /// - Parameter articles: the articles; nil for all, including those in the bin.
    /// - Returns: the number of articles that had a time.
    @discardableResult
    func forgetOpened(_ articles: [ArticleID]?) throws -> Int

    /// The articles that were opened, the latest first. Hidden articles are left out.
    ///
    /// - Parameters:
    ///   - filter: a condition on the articles, with resolved names and dates.
    ///   - place: the position after which the list begins, in the requested order.
    ///   - latestFirst: false for the reverse order.
    /// - Complexity: linear in the number of opened articles if few of them pass the filter.
    func opened(
        _ filter: ArticleFilter, after place: DatePlace?, latestFirst: Bool, limit: Int
    ) throws -> [OpenedArticle]
}

extension OpenedStoring {
    /// The articles that were opened last, the latest first.
    public func opened(after place: DatePlace? = nil, limit: Int) throws -> [OpenedArticle] {
        try opened(.always, after: place, latestFirst: true, limit: limit)
    }
}
