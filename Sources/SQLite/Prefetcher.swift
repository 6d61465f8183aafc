private import Dispatch
private import Synchronization

/// Reads what another connection is about to read, on connections of its own, so that a disk works on several pages at
/// once.
///
/// SQLite reads a page when it needs it and waits for it. A disk that takes 0.1 ms for a page takes little longer for
/// eight of them, and a search in a large database that nobody has asked lately needs some hundred. What is read here
/// is thrown away: it is in the system's memory then, where the one who needs it finds it. No answer depends on it, and
/// what fails here fails silently.
public final class Prefetcher: Sendable {
    /// From how much waiting for a page on it comes from the disk, and is worth other threads.
    private let longWait: Duration
    private let readers: [Reader]

    /// - Parameters:
    ///   - isScattered: the system is told that pages are read here and there (`DatabaseFile.expectScatteredReads`), by
    ///     the connections that this process has and by those of this.
    ///   - connections: they are opened when they are first needed.
    public init(
        path: String, isScattered: Bool = false, connections: Int = 6, longWait: Duration = .microseconds(60)
    ) {
        self.longWait = longWait
        if isScattered { DatabaseFile.expectScatteredReads(of: path) }
        readers = (0..<connections).map { _ in Reader(path: path, isScattered: isScattered) }
    }

    /// Begins to wait for a page.
    public func wait() -> Wait { Wait(longWait: longWait) }

    /// How long a page has been waited for.
    public struct Wait {
        private let start = ContinuousClock.now
        fileprivate let longWait: Duration

        /// It comes from the disk.
        public var isLong: Bool { ContinuousClock.now - start >= longWait }
    }

    /// Begins to read elements `range`, each once, in order.
    ///
    /// - Parameter prepare: called on each connection's thread, gives what reads one element there.
    /// - Returns: it ends when this goes.
    public func start(
        _ range: Range<Int>, _ prepare: @escaping @Sendable (Connection) throws -> (Int) throws -> Void
    ) -> Prefetch {
        let prefetch = Prefetch(range)
        let progress = prefetch.progress
        for reader in readers.prefix(range.count) { reader.run(progress, prepare) }
        return prefetch
    }
}

/// Elements that are being read ahead.
public final class Prefetch: Sendable {
    fileprivate let progress: Progress

    fileprivate init(_ range: Range<Int>) { progress = Progress(range) }

    deinit { progress.skip(to: .max) }

    /// The reader has reached this element: elements up to it are not prefetched any more.
    public func arrive(at index: Int) { progress.skip(to: index + 1) }

    fileprivate final class Progress: Sendable {
        private let next: Atomic<Int>
        private let end: Int

        init(_ range: Range<Int>) {
            next = Atomic(range.lowerBound)
            end = range.upperBound
        }

        func skip(to index: Int) { next.max(index, ordering: .relaxed) }

        /// The next element that nobody reads yet.
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
            // An element that cannot be read is one that whoever needs it reads, or complains of.
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
        // Nobody waits here for a writer.
        let connection = try Connection(path: path, mode: .readOnly, busyTimeoutMilliseconds: 0)
        if isScattered { DatabaseFile.expectScatteredReads(of: path) }
        return connection
    }
}
