internal import SQLite

/// Measures whether the first of some rows was read slowly; if so, starts prefetching the others.
struct PrefetchWatch {
    private var wait: Prefetcher.Wait?
    /// Prefetching ends when this value is released.
    private var prefetch: Prefetch?

    init(_ prefetcher: Prefetcher?) { wait = prefetcher?.wait() }

    /// Called after each row.
    ///
    /// - Parameters:
    ///   - index: index of the row that was read; rows up to it are no longer prefetched.
    ///   - begin: starts prefetching; called once, if the first row was read slowly.
    mutating func didRead(_ index: Int, _ begin: () -> Prefetch?) {
        prefetch?.arrive(at: index)
        guard let first = wait else { return }
        wait = nil
        if first.isLong { prefetch = begin() }
    }
}
