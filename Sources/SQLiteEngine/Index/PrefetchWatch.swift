internal import SQLite

/// Measures whether the first of some rows was slow to read, and if so starts prefetching the others.
struct PrefetchWatch {
    private var wait: Prefetcher.Wait?
    /// Prefetching ends when this value is released.
    private var prefetch: Prefetch?

    init(_ prefetcher: Prefetcher?) { wait = prefetcher?.wait() }

    /// Must be called after each row.
    ///
    /// - Parameters:
    ///   - index: the index of the row that was read; rows up to it are no longer prefetched.
    ///   - begin: starts prefetching; called once, if the first row was slow to read.
    mutating func didRead(_ index: Int, _ begin: () -> Prefetch?) {
        prefetch?.arrive(at: index)
        guard let first = wait else { return }
        wait = nil
        if first.isLong { prefetch = begin() }
    }
}
