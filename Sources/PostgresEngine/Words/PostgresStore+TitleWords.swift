extension PostgresStore {
    /// Number of titles that one transaction lists.
    private static let titlesAtOnce = 1_000

    package func refreshTitleWords(while shouldGoOn: () -> Bool = { true }) throws {
        var isMore = true
        while isMore, shouldGoOn() {
            isMore = try writing { try lists.catchUp(titles: Self.titlesAtOnce) }
        }
    }
}
