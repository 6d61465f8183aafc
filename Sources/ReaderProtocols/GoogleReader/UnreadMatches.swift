internal import Articles
internal import FeedLibrary
internal import QueryLanguage

/// Counts the unread articles that match saved searches. Reads the list of unread articles only once.
final class UnreadMatches {
    private let library: Library
    /// The ids of unread articles, ascending.
    private lazy var unread = Result { try library.store.list(ListRequest(.read(false))).map(\.id).sorted() }

    init(_ library: Library) { self.library = library }

    /// - Returns: the count. A search that is invalid or refers to a removed item counts as 0, so that it does not
    ///   prevent the other counts.
    func count(of search: SavedSearch) throws -> Int {
        let unread = try unread.get()
        do {
            return Self.countCommon(unread, try library.matches(of: search))
        } catch is InvalidQuery, is QuerySyntaxError {
            return 0
        } catch let error as StorageError where error.isOfTheQuery {
            return 0
        }
    }

    private static func countCommon(_ one: [ArticleID], _ other: [ArticleID]) -> Int {
        var (first, second, count) = (0, 0, 0)
        while first < one.count, second < other.count {
            let (left, right) = (one[first], other[second])
            if left == right { count += 1 }
            if left <= right { first += 1 }
            if right <= left { second += 1 }
        }
        return count
    }
}
