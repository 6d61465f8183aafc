private import Dispatch
private import Glibc
private import Synchronization

/// Reads pages ahead of another connection, on several connections of its own, so that the disk reads them in parallel.
///
/// SQLite reads a page when it needs it, and waits. A disk that takes 0.1 ms for one page takes little longer for
/// eight, and a search in a large database that is not in memory reads several hundred. The data read here is
/// discarded: the only effect is that the pages are then in the system's memory. Results never depend on it; errors are
/// ignored.
public final class Prefetcher: Sendable {
    /// If a page takes longer, it comes from the disk, or the processor was busy.
    public static let longWait = Duration.microseconds(60)
    /// After a longer wait, during which the process has read from the disk, prefetching starts.
    private let longWait: Duration
    /// Returns how much the process has read from the disk so far.
    private let countReads: @Sendable () -> Int
    /// The result of `countReads` at the last long wait.
    private let knownReads: Atomic<Int>
    private let readers: [Reader]

    /// - Parameters:
    ///   - isScattered: tell the system that pages are read in random order (`DatabaseFile.expectScatteredReads`), by
    ///     this process's current connections and by those of the prefetcher.
    ///   - connections: number of connections; each is opened at first use.
    ///   - countReads: returns how much the process has read from the disk; tests replace it.
    public init(
        path: String, isScattered: Bool = false, connections: Int = 6, longWait: Duration = Prefetcher.longWait,
        countReads: @escaping @Sendable () -> Int = Prefetcher.countDiskReads
    ) {
        self.longWait = longWait
        self.countReads = countReads
        knownReads = Atomic(countReads())
        if isScattered { DatabaseFile.expectScatteredReads(of: path) }
        readers = (0..<connections).map { _ in Reader(path: path, isScattered: isScattered) }
    }

    /// Starts to measure the wait for a page.
    public func wait() -> Wait { Wait(prefetcher: self) }

    /// The wait for one page.
    public struct Wait {
        private let start = ContinuousClock.now
        fileprivate var prefetcher: Prefetcher?

        /// Whether the page was read from the disk.
        public var isLong: Bool {
            let duration = ContinuousClock.now - start
            guard let prefetcher else { return duration >= Prefetcher.longWait }
            return duration >= prefetcher.longWait && prefetcher.hasReadFromDisk
        }
    }

    /// Whether the process has read from the disk since the last call. Elapsed time alone does not show this: the first
    /// statements of a process take as long as a disk read. Needless starts would be costly: starting two threads with
    /// connections takes a tenth of the processor time of a search.
    private var hasReadFromDisk: Bool {
        let count = countReads()
        return knownReads.exchange(count, ordering: .relaxed) != count
    }

    /// Number of blocks that the process has read, and of page faults that read from a disk. Linux counts blocks if it
    /// was built with CONFIG_TASK_IO_ACCOUNTING, as in Debian:
    /// <https://man7.org/linux/man-pages/man2/getrusage.2.html>.
    @Sendable public static func countDiskReads() -> Int {
        var usage = rusage()
        guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
        return usage.ru_inblock &+ usage.ru_majflt
    }

    /// Starts to read the elements of `range`, each once, in order.
    ///
    /// - Parameter prepare: called on each connection's thread; returns the function that reads one element.
    /// - Returns: a value that ends the reading when it is released.
    public func start(
        _ range: Range<Int>, _ prepare: @escaping @Sendable (Connection) throws -> (Int) throws -> Void
    ) -> Prefetch {
        let prefetch = Prefetch(range)
        let progress = prefetch.progress
        for reader in readers.prefix(range.count) { reader.run(progress, prepare) }
        return prefetch
    }
}

/// Elements that are being prefetched.
public final class Prefetch: Sendable {
    fileprivate let progress: Progress

    fileprivate init(_ range: Range<Int>) { progress = Progress(range) }

    deinit { progress.skip(to: .max) }

    /// Called when the caller has reached this element: it and earlier ones are no longer prefetched.
    public func arrive(at index: Int) { progress.skip(to: index + 1) }

    fileprivate final class Progress: Sendable {
        private let next: Atomic<Int>
        private let end: Int

        init(_ range: Range<Int>) {
            next = Atomic(range.lowerBound)
            end = range.upperBound
        }

        func skip(to index: Int) { next.max(index, ordering: .relaxed) }

        /// The next element that no thread has taken.
        func take() -> Int? {
            var index = next.load(ordering: .relaxed)
            while index < end {
                let (isTaken, found) = next.weakCompareExchange(expected: index, desired: index + 1, ordering: .relaxed)
                if isTaken { return index }
                index = found
            }
            return nil
        }
    }
}

/// One connection with its thread.
private final class Reader: @unchecked Sendable {
    private let path: String
    private let isScattered: Bool
    private let queue = DispatchQueue(label: "feedsearch.prefetch")
    // Used on the queue only.
    private var connection: Connection?

    init(path: String, isScattered: Bool) {
        self.path = path
        self.isScattered = isScattered
    }

    func run(_ progress: Prefetch.Progress, _ prepare: @escaping @Sendable (Connection) throws -> (Int) throws -> Void)
    {
        queue.async {
            guard let first = progress.take() else { return }
            // Errors are ignored: the caller gets the same errors when it reads the element.
            try? self.read(from: first, progress, prepare)
        }
    }

    private func read(
        from first: Int, _ progress: Prefetch.Progress, _ prepare: (Connection) throws -> (Int) throws -> Void
    ) throws {
        let connection = try connection ?? open()
        self.connection = connection
        let read = try prepare(connection)
        var next: Int? = first
        while let index = next {
            try read(index)
            next = progress.take()
        }
    }

    private func open() throws -> Connection {
        // Prefetching never waits for a lock.
        let connection = try Connection(path: path, mode: .readOnly, busyTimeoutMilliseconds: 0)
        if isScattered { DatabaseFile.expectScatteredReads(of: path) }
        return connection
    }
}
