internal import SQLite

/// Measures whether the first of some rows was read slowly, and if so starts to read ahead the others.
struct PrefetchWatch {
    private var wait: Prefetcher.Wait?
    /// Ends when this value is released.
    private var prefetch: Prefetch?

    init(_ prefetcher: Prefetcher?) { wait = prefetcher?.wait() }

    /// Called after each row.
    ///
    /// - Parameters:
    ///   - index: of the row that was read; it and those before it are read ahead no more.
    ///   - begin: called after the first call, if that row was read slowly.
    mutating func didRead(_ index: Int, _ begin: () -> Prefetch?) {
        prefetch?.arrive(at: index)
        guard let first = wait else { return }
        wait = nil
        if first.isLong { prefetch = begin() }
    }
}
