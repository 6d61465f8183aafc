private import Dispatch
private import Glibc
private import Synchronization

/// Reads pages before another connection needs them, on several separate connections, so that the disk reads these
/// pages in parallel.
///
/// SQLite reads a page only when it needs it, and waits for the disk. A disk that takes 0.1 ms for one page takes
/// little longer for eight, and a search in a large database that is not in memory reads several hundred pages. The
/// prefetcher discards the data that it reads: its only effect is that the pages are then in the system's memory.
/// Search results never depend on it, and errors are ignored.
public final class Prefetcher: Sendable {
    /// If reading a page takes longer than this, the page comes from the disk or the processor is busy.
    public static let longWait = Duration.microseconds(60)
    /// Prefetching starts after a wait for a page that is longer than this, if the process has read from the disk.
    private let longWait: Duration
    /// Returns how much the process has read from the disk so far.
    private let countReads: @Sendable () -> Int
    /// The result of `countReads` at the last long wait.
    private let knownReads: Atomic<Int>
    private let readers: [Reader]

    /// - Parameters:
    ///   - isScattered: whether to tell the system that the prefetcher and the current connections of this process read
    ///     pages in random order (`DatabaseFile.expectScatteredReads`).
    ///   - connections: the number of connections, each of which is opened at first use.
    ///   - countReads: returns a number that increases when the process reads from the disk. Tests replace this
    ///     closure.
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

    /// Starts to measure how long a page takes to read.
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

    /// Whether the process has read from the disk since the last call. Elapsed time alone does not show this, because
    /// the first statements of a process take as long as a disk read. Unnecessary prefetching is costly: starting two
    /// threads with connections takes 10 % of a search's processor time.
    private var hasReadFromDisk: Bool {
        let count = countReads()
        return knownReads.exchange(count, ordering: .relaxed) != count
    }

    /// The number of blocks that the process has read plus the number of page faults that read from a disk. Linux
    /// counts blocks if it was built with CONFIG_TASK_IO_ACCOUNTING, as in Debian:
    /// <https://man7.org/linux/man-pages/man2/getrusage.2.html>.
    @Sendable public static func countDiskReads() -> Int {
        var usage = rusage()
        guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
        return usage.ru_inblock &+ usage.ru_majflt
    }

    /// Starts to read the elements of `range` in order, each of them once.
    ///
    /// - Parameter prepare: called on each connection's thread; returns the function that reads one element.
    /// - Returns: a value that stops prefetching when it is released.
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

    /// Tells the prefetcher that the caller has reached this element, so that this and earlier elements are no longer
    /// prefetched.
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
    // Accessed only on the queue.
    private var connection: Connection?

    init(path: String, isScattered: Bool) {
        self.path = path
        self.isScattered = isScattered
    }

    func run(_ progress: Prefetch.Progress, _ prepare: @escaping @Sendable (Connection) throws -> (Int) throws -> Void)
    {
        queue.async {
            guard let first = progress.take() else { return }
            // Ignore errors, because the caller gets the same errors when it reads the element.
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
