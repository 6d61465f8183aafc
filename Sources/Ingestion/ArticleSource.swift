private import System

/// Reads files in order and divides them into jobs. Runs on its own thread.
final class ArticleSource: Sendable {
    private let options: IngestOptions
    private let paths: [String]
    /// Passes a job to the workers; returns false if the ingest has ended.
    private let deliver: @Sendable (IngestJob) -> Bool
    /// The maximum size of a feed document in bytes. Larger documents are rejected.
    static let maxDocumentBytes = 256 << 20

    init(paths: [String], options: IngestOptions, deliver: @escaping @Sendable (IngestJob) -> Bool) {
        self.paths = paths
        self.options = options
        self.deliver = deliver
    }

    func run() {
        var pending = PendingJob(options: options, deliver: deliver)
        for path in paths {
            do throws(InputFile.Failure) {
                guard try read(path, &pending) else { return }
            } catch {
                guard pending.add(.unreadable(.init(place: path, cause: error.reason)), bytes: 0, articles: 0) else {
                    return
                }
            }
        }
        _ = pending.flush()
    }

    // MARK: - Kinds of input

    private func read(_ path: String, _ pending: inout PendingJob) throws(InputFile.Failure) -> Bool {
        if path == "-" { return try readStream(InputFile(), name: "stdin", &pending) }
        switch FileSystem.kind(path) {
        case nil: throw InputFile.Failure(reason: .noSuchFile)
        case .folder: return try readContainer(path, &pending)
        case .file, .other:
            if DocumentFolder.isArchive(path) { return try readContainer(path, &pending) }
            return try readStream(InputFile(path: path), name: path, &pending)
        }
    }

    private static func isNamedJSONL(_ path: String) -> Bool {
        let name = path.lowercased()
        return name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson")
    }

    /// Reads articles line by line, or a single feed document.
    private func readStream(
        _ file: InputFile, name: String, _ pending: inout PendingJob
    ) throws(InputFile.Failure) -> Bool {
        var head: [UInt8] = []
        while head.count < 8, file.read(1 << 16, into: &head) {}
        if DocumentFolder.isCompressed(head) { return try readCompressed(file, head, name: name, &pending) }
        var isLines = options.format == .jsonl || (options.format == .auto && Self.isNamedJSONL(name))
        if !isLines {
            while head.count < 1 << 16, file.read(1 << 16, into: &head) {}
            isLines = options.format == .auto && ArticleLine.looksLikeLines(head)
        }
        if isLines {
            var lines = LineBlockReader(file, head: head)
            var skipped = options.skippedArticles
            while let block = lines.next(maxLines: skipped > 0 ? skipped : pending.room) {
                if skipped > 0 {
                    skipped -= block.articleCount
                    continue
                }
                guard pending.add(.lines(block, name: name), bytes: block.bytes.count, articles: block.lineCount) else {
                    return false
                }
                if !file.hasInput, !pending.flush(endsTransaction: true) { return false }
            }
            return true
        }
        // Reserve the capacity: while an array grows on demand, it takes up to three times the document's size.
        head.reserveCapacity(min(file.size, Self.maxDocumentBytes) + (1 << 20))
        while file.read(1 << 20, into: &head) {
            if head.count > Self.maxDocumentBytes {
                throw InputFile.Failure(reason: .tooLarge(megabytes: Self.maxDocumentBytes >> 20))
            }
        }
        return pending.add(.document(head, name: name), bytes: head.count, articles: 0)
    }

    /// Reads a single compressed file, which contains a feed document or JSONL.
    private func readCompressed(
        _ file: InputFile, _ head: [UInt8], name: String, _ pending: inout PendingJob
    ) throws(InputFile.Failure) -> Bool {
        var packed = head
        while file.read(1 << 20, into: &packed) {
            if packed.count > Self.maxDocumentBytes {
                throw InputFile.Failure(reason: .tooLarge(megabytes: Self.maxDocumentBytes >> 20))
            }
        }
        guard let bytes = DocumentFolder.decompressed(packed, upTo: Self.maxDocumentBytes) else {
            throw InputFile.Failure(reason: .unreadable)
        }
        let isLines =
            options.format == .jsonl || Self.isNamedJSONL(DocumentFolder.unpackedName(name))
            || (options.format == .auto && ArticleLine.looksLikeLines(bytes))
        if isLines {
            return pending.add(.lines(.init(bytes: bytes, firstLine: 1), name: name), bytes: bytes.count, articles: 0)
        }
        return pending.add(.document(bytes, name: name), bytes: bytes.count, articles: 0)
    }

    /// Reads every feed document and every JSONL file in a folder or archive.
    private func readContainer(_ path: String, _ pending: inout PendingJob) throws(InputFile.Failure) -> Bool {
        var found = false
        var goesOn = true
        var job = pending
        let reader = FeedDocumentReader(options: options)
        var refusals: [IngestReport.Rejection] = []
        let failure = DocumentFolder.forEachDocument(in: path) { name, reason in
            refusals.append(.init(place: name, cause: reason))
        } _: { packedName, packed in
            if options.excluded.contains(packedName) {
                found = true
                return goesOn
            }
            let (name, bytes) = DocumentFolder.unpacked(packedName, packed, upTo: Self.maxDocumentBytes)
            let isLines =
                options.format == .jsonl || Self.isNamedJSONL(name)
                || (options.format == .auto && ArticleLine.looksLikeLines(bytes))
            if isLines {
                found = true
                goesOn = job.add(.lines(.init(bytes: bytes, firstLine: 1), name: name), bytes: bytes.count, articles: 0)
            } else if reader.mayBeFeed(name, bytes) {
                found = true
                goesOn = job.add(.document(bytes, name: name), bytes: bytes.count, articles: 0)
            }
            return goesOn
        }
        pending = job
        for refusal in refusals { goesOn = goesOn && pending.add(.unreadable(refusal), bytes: 0, articles: 0) }
        if let failure { throw InputFile.Failure(reason: failure) }
        if !found { throw InputFile.Failure(reason: .noFeedsInside) }
        return goesOn
    }
}

/// Collects parts of the input into jobs.
struct PendingJob {
    private let options: IngestOptions
    private let deliver: @Sendable (IngestJob) -> Bool
    private var parts: [IngestJob.Part] = []
    private var bytes = 0
    private var articles = 0
    /// The size in bytes at which a job is delivered. The first jobs are small, so that writing starts soon.
    private var limit = 1 << 20
    /// Whether a job was delivered to a transaction that no later job has ended yet.
    private var isOpen = false

    init(options: IngestOptions, deliver: @escaping @Sendable (IngestJob) -> Bool) {
        self.options = options
        self.deliver = deliver
    }

    /// The number of articles that can still be added to the job.
    var room: Int { max(1, options.pieceArticles - articles) }

    /// - Returns: false if the ingest has ended.
    mutating func add(_ part: IngestJob.Part, bytes: Int, articles: Int) -> Bool {
        parts.append(part)
        self.bytes += bytes
        self.articles += articles
        return self.bytes >= limit || self.articles >= options.pieceArticles ? flush() : true
    }

    /// - Parameter endsTransaction: whether to commit the articles delivered so far without waiting for more.
    mutating func flush(endsTransaction: Bool = false) -> Bool {
        if parts.isEmpty, !(endsTransaction && isOpen) { return true }
        let job = IngestJob(parts: parts, endsTransaction: endsTransaction)
        isOpen = !endsTransaction
        parts = []
        bytes = 0
        articles = 0
        limit = min(limit * 2, IngestOptions.pieceBytes)
        return deliver(job)
    }
}
