internal import ArticleStorage

/// Turns paths into drafts, chunk by chunk, in order. Runs on the parsing thread.
final class ArticleSource: Sendable {
    /// Some drafts, and what was refused among them.
    struct Chunk: Sendable {
        enum Entry: Sendable {
            case article(ArticleDraft)
            /// What a feed document says of its feed.
            case feed(FeedDraft)
            /// An article that cannot be stored.
            case refused(IngestReport.Rejection)
            /// A file that holds no article that could be counted.
            case unreadable(IngestReport.Rejection)

            /// Counts as an article of the input.
            var isArticle: Bool {
                switch self {
                case .article, .refused: true
                case .feed, .unreadable: false
                }
            }
        }
        var entries: [Entry] = []
        var bytes = 0
        var isLast = false
    }

    let options: IngestOptions
    private let paths: [String]
    /// Takes a chunk; false once nobody wants more.
    private let deliver: @Sendable (Chunk) -> Bool
    /// A whole feed document at most.
    static let maxDocumentBytes = 256 << 20

    init(paths: [String], options: IngestOptions, deliver: @escaping @Sendable (Chunk) -> Bool) {
        self.paths = paths
        self.options = options
        self.deliver = deliver
    }

    func run() {
        for path in paths { if !read(path) { break } }
        _ = deliver(Chunk(isLast: true))
    }

    // MARK: - Kinds of input

    private func read(_ path: String) -> Bool {
        do {
            if path == "-" { return try readStream(InputFile(), name: "stdin", isNamedJSONL: false) }
            switch InputFile.kind(of: path) {
            case .absent: return refuse(path, "no such file")
            case .folder: return readContainer(path)
            case .file, .other:
                if Self.isArchive(path) { return readContainer(path) }
                let file = try InputFile(path: path)
                return try readStream(file, name: path, isNamedJSONL: Self.isNamedJSONL(path))
            }
        } catch {
            return refuse(path, error.reason)
        }
    }

    static func isNamedJSONL(_ path: String) -> Bool {
        let name = path.lowercased()
        return name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson")
    }

    private static func isArchive(_ path: String) -> Bool {
        let name = path.lowercased()
        return [".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.zst", ".tzst"].contains { name.hasSuffix($0) }
    }

    /// A stream of articles, a line each, or one feed document.
    private func readStream(_ file: InputFile, name: String, isNamedJSONL: Bool) throws(InputFile.Failure) -> Bool {
        var head: [UInt8] = []
        while head.count < 1 << 16, try file.read(1 << 16, into: &head) {}
        let isLines =
            switch options.format {
            case .jsonl: true
            case .feed: false
            case .auto: isNamedJSONL || Self.looksLikeArticleLines(head)
            }
        if isLines { return try readLines(LineReader(file, head: head), name: name) }
        var bytes = head
        while try file.read(1 << 20, into: &bytes) {
            if bytes.count > Self.maxDocumentBytes { return refuse(name, "larger than \(Self.maxDocumentBytes >> 20) MB") }
        }
        return deliver(FeedDocumentReader(options: options).read(bytes, name: name))
    }

    /// An object a line with an id, and not a JSON Feed.
    static func looksLikeArticleLines(_ head: [UInt8]) -> Bool {
        let start = head.firstIndex { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF } ?? head.endIndex
        guard start < head.endIndex, head[start] == UInt8(ascii: "{") else { return false }
        let end = head[start...].firstIndex(of: 0x0A) ?? head.endIndex
        var json = JSONScanner(head, range: start..<end)
        guard (try? json.expect(UInt8(ascii: "{"))) != nil else { return false }
        var keys: Set<String> = []
        while let key = try? json.string(), (try? json.expect(UInt8(ascii: ":"))) != nil {
            keys.insert(key)
            guard (try? json.skip()) != nil, json.accept(UInt8(ascii: ",")) else { break }
        }
        return keys.contains("id") && !keys.contains("items") && !keys.contains("version")
    }

    private func readLines(_ lines: LineReader, name: String) throws(InputFile.Failure) -> Bool {
        var lines = lines
        while let block = try lines.next() {
            var chunk = Chunk()
            chunk.bytes = block.bytes.count
            if !block.isComplete {
                chunk.entries.append(.refused(.init(place: "\(name):\(block.firstLine)", reason: "the line is longer than 64 MB")))
            }
            block.forEachLine { range, line in
                var draft = ArticleDraft()
                do throws(ArticleLine.Refusal) {
                    try ArticleLine.read(block.bytes, range: range, feed: options.feed, into: &draft)
                    chunk.entries.append(.article(draft))
                } catch {
                    chunk.entries.append(.refused(.init(place: "\(name):\(line)", reason: error.reason)))
                }
            }
            if !deliver(chunk) { return false }
        }
        return true
    }

    /// A folder or an archive: every feed document and every file of lines in it.
    private func readContainer(_ path: String) -> Bool {
        let reader = FeedDocumentReader(options: options)
        var found = false
        var goesOn = true
        let failure = DocumentFolder.forEachDocument(in: path) { name, bytes in
            guard goesOn else { return false }
            let isLines = Self.isNamedJSONL(name) || (options.format != .feed && Self.looksLikeArticleLines(bytes))
            if isLines {
                found = true
                goesOn = readLines(bytes, name: name)
            } else if reader.mayBeFeed(name, bytes) {
                found = true
                goesOn = deliver(reader.read(bytes, name: name))
            }
            return goesOn
        }
        if let failure { return refuse(path, failure) }
        return found ? goesOn : refuse(path, "no feeds in it")
    }

    private func readLines(_ bytes: [UInt8], name: String) -> Bool {
        var chunk = Chunk()
        chunk.bytes = bytes.count
        LineReader.Block(bytes: bytes, firstLine: 1).forEachLine { range, line in
            var draft = ArticleDraft()
            do throws(ArticleLine.Refusal) {
                try ArticleLine.read(bytes, range: range, feed: options.feed, into: &draft)
                chunk.entries.append(.article(draft))
            } catch {
                chunk.entries.append(.refused(.init(place: "\(name):\(line)", reason: error.reason)))
            }
        }
        return deliver(chunk)
    }

    private func refuse(_ place: String, _ reason: String) -> Bool {
        deliver(Chunk(entries: [.unreadable(.init(place: place, reason: reason))]))
    }
}
