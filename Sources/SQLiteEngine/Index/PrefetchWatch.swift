internal import SQLite

/// Prefetches the remaining rows of a result if its first row was slow to read.
struct PrefetchWatch {
    private var wait: Prefetcher.Wait?
    /// Prefetching ends when this value is released.
    private var prefetch: Prefetch?

    init(_ prefetcher: Prefetcher?) { wait = prefetcher?.wait() }

    /// Must be called after each row.
    ///
    /// - Parameters:
    ///   - index: the index of the row that was read; rows up to this index are no longer prefetched.
    ///   - begin: starts prefetching; called once, if the first row was slow to read.
    mutating func didRead(_ index: Int, _ begin: () -> Prefetch?) {
        prefetch?.arrive(at: index)
        guard let first = wait else { return }
        wait = nil
        if first.isLong { prefetch = begin() }
    }
}
