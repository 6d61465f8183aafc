private import Dispatch
private import Glibc
private import Synchronization

/// Reads pages ahead of another connection, on several connections of its own, so that the disk reads them in parallel.
///
/// SQLite reads a page when it needs it, and waits. A disk that takes 0.1 ms for one page takes little longer for
/// eight, and a search in a large database that is not in memory reads some hundred. The data read here is discarded:
/// its use is that the system then has the pages in memory. Results never depend on it, and its errors are ignored.
public final class Prefetcher: Sendable {
    /// A longer wait for a page means that it comes from the disk, or that the processor was busy.
    public static let longWait = Duration.microseconds(60)
    /// After a longer wait, in which the process has read from the disk, other threads help.
    private let longWait: Duration
    /// Counts what the process has read from the disk.
    private let countReads: @Sendable () -> Int
    /// Its result when a wait was last found to be long.
    private let knownReads: Atomic<Int>
    private let readers: [Reader]

    /// - Parameters:
    ///   - isScattered: the system is told that pages are read in random order (`DatabaseFile.expectScatteredReads`),
    ///     by this process's present connections and by those of the prefetcher.
    ///   - connections: how many; each is opened at first use.
    ///   - countReads: counts what the process has read from the disk; tests count otherwise.
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

        /// Whether the page comes from the disk.
        public var isLong: Bool {
            let duration = ContinuousClock.now - start
            guard let prefetcher else { return duration >= Prefetcher.longWait }
            return duration >= prefetcher.longWait && prefetcher.hasReadFromDisk
        }
    }

    /// Whether the process has read anything from the disk since this was last asked. The first statements of a process take as
    /// long as a read, and two threads with connections of their own a tenth of the processor time of a search.
    private var hasReadFromDisk: Bool {
        let count = countReads()
        return knownReads.exchange(count, ordering: .relaxed) != count
    }

    /// Blocks that the process has read, and page faults that a disk was read for. Linux counts reads where it has
    /// CONFIG_TASK_IO_ACCOUNTING, as Debian's has: <https://man7.org/linux/man-pages/man2/getrusage.2.html>.
    @Sendable public static func countDiskReads() -> Int {
        var usage = rusage()
        guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
        return usage.ru_inblock &+ usage.ru_majflt
    }

    /// Starts to read the elements of `range`, each once, in order.
    ///
    /// - Parameter prepare: called on each connection's thread; returns the function that reads one element.
    /// - Returns: reading ends when this is released.
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

    /// The reader has reached this element: it and earlier ones are no longer prefetched.
    public func arrive(at index: Int) { progress.skip(to: index + 1) }

    fileprivate final class Progress: Sendable {
        private let next: Atomic<Int>
        private let end: Int

        init(_ range: Range<Int>) {
            next = Atomic(range.lowerBound)
            end = range.upperBound
        }

        func skip(to index: Int) { next.max(index, ordering: .relaxed) }

        /// The next element that no thread reads yet.
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
            // Errors are ignored: the reader of the element will get them too.
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
