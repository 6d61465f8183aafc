internal import Articles
internal import FeedLibrary
internal import QueryLanguage

/// Counts the unread articles that saved searches find. What is unread is read once for all of them.
final class UnreadMatches {
    private let library: Library
    /// Ascending.
    private lazy var unread = Result { try library.store.list(ListRequest(.read(false))).map(\.id).sorted() }

    init(_ library: Library) { self.library = library }

    /// - Returns: 0 where a search is broken, or names what there is no longer: the others are counted all the same.
    func count(of search: SavedSearch) throws -> Int {
        let unread = try unread.get()
        do {
            return Self.countCommon(unread, try library.matches(of: search))
        } catch is QueryComplaint, is QuerySyntaxError {
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
